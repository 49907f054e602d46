/* src/games/shadow_hotel/reboot.c: what the reboot undoes and what it leaves
 * (SH-10.7), what everybody knows afterwards, and the corridor that wanders
 * (SH-10.9 to 10.12). */
#include "games/shadow_hotel/sh_board.h"

#define DARK 24

static uint64_t bit(uint8_t room)
{
    return UINT64_C(1) << room;
}

static unsigned count_bits(uint64_t set)
{
    unsigned n = 0;

    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* A house in disorder, whose laboratory has just killed seat 2. */
static struct kit *disorder(uint8_t round)
{
    struct kit *k = board("L", 6, "");
    struct sh_state *s = board_edit(k);

    board_round(k, round);
    s->phase = 2;
    s->reboot_due = 1;
    s->power = 0;
    s->rotated = 1;
    s->poker = 1;
    s->portal = 1;
    s->gas = 1;
    s->bullet = 0;
    s->cross_used = 1;
    board_put(k, SH_TORCH, SH_HELD, 2);
    board_put(k, SH_GUN, SH_HELD, 3);
    board_put(k, SH_BEAR, SH_BLOCKING, 0);
    board_put(k, SH_CROSS, SH_HELD, 0);
    board_put(k, SH_COIN, SH_IN_ROOM, 40);
    s->item[SH_ITEM_KEY] = (struct sh_item){.where = SH_HELD, .at = 4};
    s->item[SH_ITEM_KEY + 1].where = SH_NOWHERE; /* broken */
    s->item[SH_ITEM_DISGUISE] = (struct sh_item){.where = SH_HELD, .at = 5};
    memcpy(s->seat[5].alias, "Xenia", 6);
    s->seat[3].bumped = 1;
    s->seat[3].warned = 1;
    board_out(k, 1);
    return k;
}

static void check_item(const struct sh_state *s, uint8_t item,
                       enum sh_where where, uint8_t at)
{
    assert_int_equal(s->item[item].where, where);
    assert_int_equal(s->item[item].at, at);
}

/* T154, T156. */
static void everything_is_as_at_the_start(void **state)
{
    struct kit *k = disorder(3);
    const struct sh_state *s = kit_state(k);

    (void)state;
    kit_fire(k, "round");
    assert_true(s->power && !s->rotated && !s->poker && !s->portal && !s->gas);
    assert_int_equal(s->bullet, 1);
    assert_int_equal(s->fireplace, 0);
    check_item(s, SH_ITEM_SINGLE + SH_TORCH, SH_IN_ROOM, 4);
    check_item(s, SH_ITEM_SINGLE + SH_GUN, SH_IN_ROOM, 27);
    check_item(s, SH_ITEM_SINGLE + SH_BEAR, SH_IN_ROOM, 26);
    check_item(s, SH_ITEM_SINGLE + SH_COIN, SH_IN_ROOM, 16);
    check_item(s, SH_ITEM_SINGLE + SH_PISTOL, SH_HELD, 0);
    check_item(s, SH_ITEM_SINGLE + SH_CROSS, SH_HELD, 0);
    check_item(s, SH_ITEM_KEY, SH_HELD, 4);
    assert_int_equal(s->item[SH_ITEM_KEY + 1].where, SH_NOWHERE);
    assert_int_equal(s->item[SH_ITEM_DISGUISE].where, SH_SUPPLY);
    assert_string_equal(s->seat[5].alias, "");
    assert_int_equal(s->seat[3].bumped, 0);
    assert_int_equal(s->seat[3].warned, 1); /* flags stay */
    assert_int_equal(s->cross_used, 1);
    assert_int_equal(s->phase, 2);
    assert_int_equal(s->reboot_due, 0);
    assert_int_equal(kit_count(k, "G sh.reboot\n"), 1);
    KIT_HAS_NOT(k, "G sh.power");
    KIT_HAS_NOT(k, "G sh.cube");
    kit_free(k);
}

/* 6, 7: twice the round's number of places, and the own one. */
static void knowledge_is_dealt_anew(void **state)
{
    static const uint8_t rounds[] = {0, 3, 4, 12};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rounds); i++) {
        struct kit *k = disorder(rounds[i]);
        const struct sh_state *s = kit_state(k);
        uint64_t seen = 0;

        kit_fire(k, "round");
        assert_int_equal(s->seat[1].known, 0); /* it is out */
        for (nj_seat seat = 0; seat < s->n; seat++) {
            unsigned n = count_bits(s->seat[seat].known);

            if (seat == 1)
                continue;
            assert_in_range(n, 2u * rounds[i], 2u * rounds[i] + 1);
            assert_true(nj_sh_knows(s, seat, s->seat[seat].room));
            seen |= s->seat[seat].known;
        }
        if (rounds[i] > 0)
            assert_true(count_bits(seen) > 2u * rounds[i] + 1);
        assert_int_equal(kit_count(k, " sh.known places="), 5);
        for (uint8_t pos = 1; pos <= SH_ROOMS_MAX; pos++)
            assert_int_equal(s->pos_of[s->room_at[pos]], pos);
        kit_free(k);
    }
}

/* People go with their rooms (SH-0.39); the course hears where. */
static void people_stay_in_their_rooms(void **state)
{
    struct kit *k = disorder(3);
    const struct sh_state *s = kit_state(k);
    char line[60];

    (void)state;
    kit_fire(k, "round");
    assert_int_equal(s->seat[2].room, 42);
    assert_int_not_equal(s->pos_of[42], 42);
    (void)snprintf(line, sizeof(line), "R sh.moved seat=3 room=42 pos=%d\n",
                   s->pos_of[42]);
    KIT_HAS(k, line);
    (void)snprintf(line, sizeof(line),
                   "P3 sh.waits side=shadow room=42 pos=%d ", s->pos_of[42]);
    KIT_HAS(k, line);
    kit_free(k);
}

/* 1, T297: what was operated in this round is void, but for the fireplace. */
static void operations_of_the_round_are_void(void **state)
{
    static const uint8_t fire[] = {0, 1};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(fire); i++) {
        struct kit *k = disorder(3);
        struct sh_state *s = board_edit(k);

        s->phase = 1;
        s->power_ops = 1;
        s->cube_ops = 1;
        s->poker_due = 1;
        s->portal_due = 1;
        s->gas_due = 1;
        s->fire_now = fire[i];
        if (fire[i])
            board_put(k, SH_ENERGY, SH_IN_ROOM, 3);
        board_put(k, SH_CROSS, SH_IN_ROOM, 36);
        nj_sh_queue(s, SH_SAY_MIC, 0, "hello");
        kit_fire(k, "round");
        assert_true(s->power && !s->rotated && !s->poker && !s->portal);
        assert_int_equal(s->gas, 0);
        assert_int_equal(s->phase, fire[i] ? 2 : 1);
        assert_int_equal(s->fireplace, fire[i]);
        KIT_HAS(k, "G sh.mic text=hello\nG sh.reboot\n");
        kit_free(k);
    }
}

/* E4a follows: power is on again. */
static void a_reboot_powers_the_dressing_room(void **state)
{
    struct kit *k = disorder(3);
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[2].room = 1;
    kit_fire(k, "round");
    KIT_HAS(k, "P3 sh.you.dead cause=power\n");
    kit_free(k);
}

/* --- the wandering corridor --- */

/* Everybody knows all but these two; seat 2 stands in the corridor. */
static struct kit *corridor(uint8_t unknown)
{
    struct kit *k = board("L", 6, "");
    struct sh_state *s = board_edit(k);

    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].known = ~(bit(unknown) | bit(DARK));
    s->seat[1].room = DARK;
    s->seat[1].known |= bit(DARK);
    return k;
}

/* T089. */
static void it_takes_the_place_of_an_unknown_room(void **state)
{
    struct kit *k = corridor(2);
    const struct sh_state *s = kit_state(k);
    uint64_t draws = nj_match_draws(k->m);

    (void)state;
    kit_fire(k, "round");
    assert_int_equal(s->pos_of[DARK], 2);
    assert_int_equal(s->pos_of[2], DARK);
    assert_int_equal(s->room_at[2], DARK);
    assert_int_equal(nj_match_draws(k->m), draws); /* one candidate: none */
    KIT_HAS(k, "P2 sh.known places=2=24\n");
    KIT_HAS(k, "R sh.moved seat=2 room=24 pos=2\n");
    assert_int_equal(kit_count(k, "sh.known"), 1);
    for (nj_seat i = 0; i < s->n; i++)
        assert_int_equal(nj_sh_knows(s, i, DARK), i == 1);
    kit_free(k);
}

/* T090, T260, T204. */
static void it_stays_where_it_must(void **state)
{
    enum {
        ALL_KNOWN,
        KNOWN_TO_THE_DEAD,
        LIT,
        REBOOT,
        CASES
    };

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct kit *k = corridor(2);
        struct sh_state *s = board_edit(k);

        if (i == ALL_KNOWN)
            s->seat[2].known |= bit(2);
        if (i == KNOWN_TO_THE_DEAD) {
            s->seat[2].known |= bit(2);
            board_out(k, 2);
        }
        if (i == LIT)
            board_put(k, SH_TORCH, SH_HELD, 1);
        s->reboot_due = i == REBOOT;
        if (i == LIT)
            s->seat[3].known |= bit(DARK);
        kit_fire(k, "round");
        if (i == REBOOT) {
            KIT_HAS(k, "G sh.reboot\n");
            assert_int_equal(kit_count(k, "sh.known"), 6);
        } else {
            assert_int_equal(s->pos_of[DARK], DARK);
            KIT_HAS_NOT(k, "sh.known");
            assert_true(nj_sh_knows(s, 1, DARK));
            assert_int_equal(nj_sh_knows(s, 3, DARK), i == LIT);
        }
        kit_free(k);
    }
}

/* Each room that nobody knows may be the one. */
static void any_unknown_room_may_be_it(void **state)
{
    uint64_t seen = 0;

    (void)state;
    for (int i = 0; i < 120; i++) {
        struct kit *k = corridor(2);
        struct sh_state *s = board_edit(k);

        for (nj_seat seat = 0; seat < s->n; seat++)
            s->seat[seat].known &= ~(bit(3) | bit(5) | bit(6));
        for (int skip = 0; skip < i; skip++)
            (void)nj_random(k->m, 7);
        kit_fire(k, "round");
        seen |= bit(s->pos_of[DARK]);
        kit_free(k);
    }
    assert_true(seen == (bit(2) | bit(3) | bit(5) | bit(6)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_as_at_the_start),
        cmocka_unit_test(knowledge_is_dealt_anew),
        cmocka_unit_test(people_stay_in_their_rooms),
        cmocka_unit_test(operations_of_the_round_are_void),
        cmocka_unit_test(a_reboot_powers_the_dressing_room),
        cmocka_unit_test(it_takes_the_place_of_an_unknown_room),
        cmocka_unit_test(it_stays_where_it_must),
        cmocka_unit_test(any_unknown_room_may_be_it),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
