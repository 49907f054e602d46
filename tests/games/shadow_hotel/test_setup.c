/* src/games/shadow_hotel/setup.c and spawn.c: the draws of SH-3.2 in their
 * order, what every setup keeps, options and presets (SH-14), the phase before
 * the first round (SH-3.6 to 3.8). */
#include "games/shadow_hotel/sh_kit.h"

struct golden {
    const char *edition;
    uint64_t seed;
    uint8_t n;
    const char *order; /* seats by priority, the shadow last */
    const char *rooms; /* by position; "": as they are numbered */
    const char *spawns, *keys;
    int album;
    unsigned draws;
};

/* Worked out apart from the program, by SH-3.1 and 3.2 alone. */
/* clang-format off */
static const struct golden golden[] = {
    {"c", 1, 4, "1,2,4,3", "", "45,29,11,30", "39,37,30", 0, 12},
    {"c", 2, 8, "3,5,2,4,1,7,8,6", "", "15,48,21,6,28,18,38,45", "23,17,46", 13, 24},
    {"c", 3, 12, "4,6,9,3,11,7,1,10,5,12,2,8", "", "1,33,37,28,39,31,4,48,37,28,17,36", "46,34,43", 2, 36},
    {"c", 4, 3, "1,2,3", "", "44,49,12", "33,47,48", 0, 9},
    {"c", 5, 16, "16,1,5,11,6,15,9,2,13,3,12,14,4,7,10,8", "", "36,18,6,11,20,23,4,49,3,1,30,24,21,42,2,5", "45,33,47", 37, 48},
    {"L", 1, 4, "1,2,4,3", "18,42,36,1,44,48,32,19,34,40,33,46,26,20,29,9,2,27,7,16,35,6,39,25,31,8,21,38,24,4,37,14,28,49,43,3,41,10,12,17,5,15,23,47,11,13,30,22,45", "32,13,5,39", "22,42,46", 0, 60},
    {"L", 2, 8, "3,5,2,4,1,7,8,6", "18,47,5,4,1,19,49,7,8,13,42,33,16,20,39,25,11,10,40,32,38,12,30,26,44,2,23,29,37,14,27,36,46,48,41,3,43,35,34,6,28,24,9,17,45,22,21,31,15", "7,2,36,43,47,10,34,49", "23,31,46", 40, 72},
    {"L", 6, 11, "9,5,1,7,10,4,8,6,2,3,11", "2,8,22,36,29,45,16,30,46,31,48,7,19,33,12,40,10,41,17,1,34,26,38,18,49,25,28,6,15,23,13,32,14,3,44,9,24,4,35,37,20,42,47,43,39,11,27,5,21", "19,47,26,13,29,22,49,28,46,30,12", "33,3,34", 20, 81},
    {"L", 7, 3, "3,1,2", "17,5,37,42,30,36,12,19,43,33,22,2,26,47,10,28,7,4,46,41,49,48,3,38,15,21,45,1,9,24,32,16,29,34,27,39,6,40,20,31,35,44,25,14,13,23,8,11,18", "45,9,3", "9,17,22", 0, 57},
    {"L", 8, 16, "13,1,2,9,3,14,12,16,4,15,11,5,7,8,10,6", "6,18,30,20,31,4,25,32,34,12,46,13,1,22,3,28,2,14,49,9,10,41,5,7,48,43,37,15,27,33,38,39,19,11,35,16,17,23,45,29,36,44,47,21,40,24,42,8,26", "32,21,1,23,11,21,18,14,48,5,22,29,17,8,14,5", "25,1,8", 48, 96},
};

/* clang-format on */

static void put(struct nj_str *out, unsigned v)
{
    nj_str_addf(out, "%s%u", out->len > 0 ? "," : "", v);
}

static void check_golden(const struct golden *g)
{
    struct kit *k = kit_start(g->edition, g->n, 0, "spawn_secs=600", g->seed);
    const struct sh_state *s = kit_state(k);
    struct nj_str text = NJ_STR_INIT(1000);

    for (uint8_t i = 0; i < s->n; i++)
        put(&text, s->order[i] + 1u);
    assert_string_equal(text.p, g->order);
    nj_str_clear(&text);
    for (uint8_t i = 1; i <= SH_ROOMS_MAX; i++)
        if (g->rooms[0] != '\0')
            put(&text, s->room_at[i]);
        else
            assert_int_equal(s->room_at[i], i);
    assert_string_equal(text.p, g->rooms);
    nj_str_clear(&text);
    for (nj_seat i = 0; i < s->n; i++)
        put(&text, s->seat[i].room);
    assert_string_equal(text.p, g->spawns);
    nj_str_clear(&text);
    for (uint8_t i = 0; i < s->opt.key_count; i++)
        put(&text, s->item[SH_ITEM_KEY + i].at);
    assert_string_equal(text.p, g->keys);
    assert_int_equal(s->item[SH_ITEM_SINGLE + SH_ALBUM].at, g->album);
    assert_int_equal(nj_match_draws(k->m), g->draws);
    nj_str_fini(&text);
    kit_free(k);
}

static void the_draws_come_in_their_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(golden); i++)
        check_golden(&golden[i]);
}

/* SH-1.11, T001, T002. */
static void brillo_joins_eight(void **state)
{
    static const struct {
        uint8_t n;
        const char *options;
        bool brillo;
    } rows[] = {{7, "", false},
                {8, "", true},
                {16, "", true},
                {4, "brillo=on", true},
                {8, "brillo=off", false}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = kit_start("c", rows[i].n, 0, rows[i].options, 9);
        const struct sh_state *s = kit_state(k);
        unsigned players = 0;

        for (nj_seat seat = 0; seat < s->n; seat++)
            players += s->seat[seat].role == SH_PLAYER;
        assert_int_equal(s->brillo != NJ_SEAT_NONE, rows[i].brillo);
        assert_int_equal(players + 1 + rows[i].brillo, rows[i].n);
        assert_int_equal(kit_count(k, " sh.album "), rows[i].brillo);
        assert_int_equal(kit_count(k, " role=shadow "), 1);
        assert_int_equal(kit_count(k, " role=player "), players);
        kit_free(k);
    }
}

/* T005: who hears what, in which order. */
static void the_start_is_told(void **state)
{
    struct kit *k = kit_start("L", 8, 0, "spawn_secs=0", 2);
    const char *last = k->said.p;
    static const char *const lines[] = {"\nP1 sh.role ",
                                        "\nG sh.start_shadow name=F\n",
                                        "\nG sh.phase n=1 shadow_steps=3 "
                                        "other_steps=2\n",
                                        "\nG sh.start\n",
                                        "\nG sh.round_first begun=0 "
                                        "side=shadow "};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(lines); i++) {
        const char *at = strstr(last, lines[i]);

        assert_non_null(at);
        last = at;
    }
    KIT_HAS(k, "P3 sh.role role=brillo room=36 pos=32 steps=2 items=- "
               "seats=1 A,2 B,3 C,4 D,5 E,6 F,7 G,8 H\n"
               "P3 sh.album room=unknown pos=19\n");
    KIT_HAS(k, "P6 sh.role role=shadow room=10 pos=18 steps=3 items=pistol ");
    assert_int_equal(kit_count(k, "sh.album"), 1);
    kit_free(k);
}

/* T006. */
static void keys_lie_upstairs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = kit_start("c", 4, 0, "", seed);
        const struct sh_item *item = kit_state(k)->item;

        for (uint8_t i = 0; i < 3; i++) {
            assert_in_range(item[i].at, 14, 48);
            assert_int_not_equal(item[i].at, item[(i + 1) % 3].at);
        }
        kit_free(k);
    }
}

/* T007: further than three steps from the lobby, wherever that lies; all such
 * places come up. */
static void keys_lie_far_from_the_lobby(void **state)
{
    uint64_t seen = 0;
    unsigned places = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct kit *k = kit_start("L", 3, 0, "", seed);
        const struct sh_state *s = kit_state(k);
        uint8_t lobby = s->pos_of[kit_map()->special[SH_LOBBY]];

        for (uint8_t i = 0; i < 3; i++) {
            uint8_t pos = s->pos_of[s->item[i].at];

            assert_true(nj_sh_map_distance(kit_map(), lobby, pos, false) > 3);
            if (lobby == 22)
                seen |= UINT64_C(1) << pos;
        }
        kit_free(k);
    }
    for (uint8_t pos = 1; pos <= SH_ROOMS_MAX; pos++)
        places += seen >> pos & 1;
    assert_int_equal(places, 23);
}

/* --- options (T262) --- */

struct preset {
    size_t at;
    const char *name;
    uint8_t classic, level;
};

#define FIELD(name, classic, level)                          \
 {                                                           \
  offsetof(struct sh_rules, name), #name, (classic), (level) \
 }

static const struct preset editions[] = {
    FIELD(level, 0, 1),
    FIELD(by_priority, 0, 0),
    FIELD(shuffle_rooms, 0, 1),
    FIELD(last_round, 13, 13),
    FIELD(steps_shadow[0], 3, 3),
    FIELD(steps_shadow[1], 5, 5),
    FIELD(steps_shadow[2], 7, 7),
    FIELD(steps_other[0], 2, 2),
    FIELD(steps_other[1], 3, 3),
    FIELD(steps_other[2], 4, 4),
    FIELD(phase2_round, 5, 5),
    FIELD(phase3_round, 9, 9),
    FIELD(phase_headcount, 1, 0),
    FIELD(tunnel_last_player, 1, 1),
    FIELD(tunnel_in_room, 0, 1),
    FIELD(brillo, 0, 0),
    FIELD(brillo_immune, 0, 0),
    FIELD(key_count, 3, 3),
    FIELD(key_far, 0, 1),
    FIELD(key_each, 0, 1),
    FIELD(brillo_carries, 0, 1),
    FIELD(kick_all, 0, 1),
    FIELD(retake_nobody, 0, 1),
    FIELD(mech_each_round, 0, 1),
    FIELD(fake_death, 0, 1),
    FIELD(lab_reboot, 0, 1),
    FIELD(wander, 0, 1),
    FIELD(jump_plain, 0, 1),
    FIELD(cross_alone, 1, 0),
    FIELD(shoot_shadow_round, 0, 1),
    FIELD(supply, 0, 1),
    FIELD(report_idle, 0, 1),
    FIELD(explore, 0, 1),
    FIELD(memory, 0, 1),
    FIELD(radio_uses, 0, 3),
    FIELD(free, 0, 1),
    FIELD(heaven, 0, 1),
    FIELD(bear_all, 0, 1),
    FIELD(spawn_protection, 1, 1),
    FIELD(shuffle_lines, 1, 1),
    FIELD(show_progress, 0, 0),
    FIELD(exit_reveal_round, 0, 0),
    FIELD(tell_priority, 0, 0),
    FIELD(mic_max, 120, 120),
    FIELD(say_max, 200, 200),
    FIELD(afk_rounds, 2, 2),
    FIELD(afk_action, 0, 1),
    FIELD(hosted, 0, 0),
};

static void check_edition(const char *edition, bool level)
{
    struct kit *k = kit_start(edition, 4, 0, "", 1);
    const unsigned char *rules = (const void *)&kit_state(k)->opt;

    for (size_t i = 0; i < NJ_COUNT(editions); i++)
        if (rules[editions[i].at] !=
            (level ? editions[i].level : editions[i].classic))
            fail_msg("%s: %s is %u", edition, editions[i].name,
                     rules[editions[i].at]);
    kit_free(k);
}

static void editions_are_as_the_rules_list_them(void **state)
{
    (void)state;
    check_edition("c", false);
    check_edition("L", true);
}

/* Each of them by its own word in the other edition. */
static void options_overrule_the_edition(void **state)
{
    struct kit *k = kit_start(
        "c", 4, 0,
        "explore=on shuffle_rooms=on phase_headcount=off tunnel_energy=in_room "
        "key_spawn=far3 key_lines=each brillo_keys=carry kick=all "
        "retake=nobody mech_limit=each_round awaken=fake_death lab_reboot=on "
        "north=wander jump=plain cross_alone=off shoot_window=shadow_round "
        "disguise=supply report=two_idle memory=on radio_uses=3 free=on "
        "heaven_radio=on bear_pull=all afk_action=bot",
        1);
    const unsigned char *rules = (const void *)&kit_state(k)->opt;

    (void)state;
    for (size_t i = 1; i < NJ_COUNT(editions); i++)
        if (rules[editions[i].at] != editions[i].level)
            fail_msg("%s is %u", editions[i].name, rules[editions[i].at]);
    assert_int_equal(kit_state(k)->opt.level, 0);
    kit_free(k);
}

/* SH-14.31, 14.33, 14.34. */
static void times_are_those_of_the_presets(void **state)
{
    static const struct {
        const char *key;
        int64_t slow, live;
    } rows[] = {{"round_secs", 86400, 600},
                {"min_round_secs", 0, 60},
                {"prompt_secs", 3600, 90},
                {"turn_secs", 14400, 180},
                {"spawn_secs", 600, 60}};
    const struct nj_preset *preset = nj_shadow_hotel.presets;

    (void)state;
    assert_string_equal(preset[0].name, "slow");
    assert_string_equal(preset[1].name, "live");
    for (int p = 0; p < 2; p++) {
        struct nj_options o;

        nj_options_default(&nj_shadow_hotel, &o);
        for (const char *const *v = preset[p].pairs; *v != NULL; v += 2)
            assert_true(nj_options_put(&nj_shadow_hotel, &o,
                                       nj_option_find(&nj_shadow_hotel, v[0]),
                                       v[1]));
        for (size_t i = 0; i < NJ_COUNT(rows); i++)
            assert_int_equal(o.v[nj_option_find(&nj_shadow_hotel, rows[i].key)],
                             1000 * (p == 0 ? rows[i].slow : rows[i].live));
    }
}

static void steps_are_read(void **state)
{
    static const char *const bad[] = {
        "1,2",    "1,2,3,4", "0,1,2",          "a,b,c",
        "1,2,21", "1;2;3",   "99999999999,1,1"};
    uint8_t steps[3] = {7, 8, 9};

    (void)state;
    assert_true(nj_sh_steps_read("", steps));
    assert_int_equal(steps[0], 7); /* the usual ones stand */
    for (size_t i = 0; i < NJ_COUNT(bad); i++)
        assert_false(nj_sh_steps_read(bad[i], steps));
    assert_int_equal(steps[2], 9);
    assert_true(nj_sh_steps_read("1, 2 / 20", steps));
    assert_int_equal(steps[0], 1);
    assert_int_equal(steps[1], 2);
    assert_int_equal(steps[2], 20);
}

static void what_makes_no_game_is_refused(void **state)
{
    static const struct {
        uint8_t n;
        const char *options;
        const char *option; /* the refused one, or NULL */
    } rows[] = {
        {3, "brillo=on", "brillo"},
        {4, "brillo=on", NULL},
        {4, "last_round=8", "last_round"},
        {4, "last_round=9", NULL},
        {4, "steps_shadow=1,2", "steps_shadow"},
        {4, "steps_other=5", "steps_other"},
        {4, "map=nowhere", "map"},
        {4, "shuffle_rooms=on", "explore"},
        {4, "north=wander explore=on", NULL},
    };

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_options o;
        const struct nj_message *refusal;

        kit_options(&o, rows[i].options);
        refusal = nj_options_check(&nj_shadow_hotel, kit_map(), "classic", &o,
                                   rows[i].n);
        if (rows[i].option == NULL) {
            assert_null(refusal);
            continue;
        }
        assert_non_null(refusal);
        assert_string_equal(refusal->key, "sh.err_option");
        assert_string_equal(nj_message_str(refusal, "option"), rows[i].option);
    }
}

/* Boards of scenarios that no play can come to: the last clause is refused, if
 * only the empty one, which asks whether all can stand. */
static void what_makes_no_board_is_refused(void **state)
{
    static const char *const boards[][4] = {
        {"seats SAB", "spawn", "S absent", ""},
        {"seats SAB", "A has torch", "A absent", ""},
        {"seats SAB", "power off", "spawn", "round 3"}};
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 1);
    for (size_t i = 0; i < NJ_COUNT(boards); i++) {
        struct kit *k = kit_named("classic", SH_SEATS_MAX, "SAB", 0, "", &rng);
        struct nj_err err = {{0}};

        for (size_t c = 0; c < 3; c++)
            assert_int_equal(nj_match_given(k->m, boards[i][c], &err), NJ_OK);
        assert_int_not_equal(nj_match_given(k->m, boards[i][3], &err), NJ_OK);
        assert_true(err.text[0] != '\0');
        kit_free(k);
    }
}

/* --- SPAWN --- */

/* The first seed where `room` holds exactly `n` seats, the shadow elsewhere
 * and not next to it. */
static uint64_t seed_with(const char *edition, uint8_t room, uint8_t n)
{
    for (uint64_t seed = 1;; seed++) {
        struct kit *k = kit_start(edition, 6, 0, "", seed);
        const struct sh_state *s = kit_state(k);
        uint8_t shadow = s->seat[s->shadow].room;
        uint8_t there = 0;

        for (nj_seat i = 0; i < s->n; i++)
            there = (uint8_t)(there + (s->seat[i].room == room));
        kit_free(k);
        if (there == n && shadow > 30 && shadow != 35 && shadow != 36)
            return seed;
    }
}

/* T008, T009: one step, by answer or by default. */
static void who_stands_under_power_may_step_away(void **state)
{
    uint64_t seed = seed_with("c", 1, 1);
    struct kit *k = kit_start("c", 6, 0, "", seed);
    const struct sh_state *s = kit_state(k);
    nj_seat me = 0;
    char asked[60];

    (void)state;
    while (s->seat[me].room != 1)
        me++;
    (void)snprintf(asked, sizeof(asked),
                   "P%u sh.prompt.spawn ways=2:0:2,9:2:9 deadline=%d\n",
                   me + 1u, 1001000 + 600000);
    KIT_HAS(k, asked);
    assert_int_equal(kit_count(k, "sh.prompt"), 1);
    kit_fire(k, "spawn");
    assert_int_equal(s->seat[me].room, 2);
    assert_int_equal(s->seat[me].life, SH_ACTIVE);
    kit_free(k);
    k = kit_start("c", 6, 0, "", seed);
    s = kit_state(k);
    kit_order(k, me + 1u, "place", "9");
    assert_false(k->refused);
    assert_int_equal(s->seat[me].room, 1); /* nobody moves before the time */
    kit_fire(k, "spawn");
    assert_int_equal(s->seat[me].room, 9);
    kit_fire(k, "round");
    assert_int_equal(s->seat[me].steps, 2);
    kit_free(k);
    k = kit_start("c", 6, 0, "", seed);
    s = kit_state(k);
    kit_order(k, me + 1u, "stay", "");
    kit_fire(k, "spawn");
    assert_int_equal(s->seat[me].life, SH_OUT);
    KIT_HAS(k, "cause=power");
    KIT_HAS_NOT(k, "G sh.dead "); /* only when the round ends: T280 */
    kit_forget(k);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.dead ");
    kit_free(k);
}

/* T011: the first in the dark or under the cross stays. */
static void the_first_of_several_is_safe(void **state)
{
    static const uint8_t rooms[] = {24, 36};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rooms); i++) {
        uint64_t seed = seed_with("c", rooms[i], 2);
        struct kit *k = kit_start("c", 6, 0, "", seed);
        const struct sh_state *s = kit_state(k);
        nj_seat_set left = nj_sh_here(s, rooms[i]);
        nj_seat in[2];

        assert_int_equal(nj_seat_count(left), 2);
        assert_true(nj_sh_next(s, &left, &in[0]));
        assert_true(nj_sh_next(s, &left, &in[1]));
        assert_false(nj_prompt_open(k->m, in[0], SH_ASK_SPAWN));
        assert_true(nj_prompt_open(k->m, in[1], SH_ASK_SPAWN));
        kit_order(k, in[1] + 1u, "stay", "");
        kit_fire(k, "spawn");
        assert_int_equal(s->seat[in[0]].room, rooms[i]);
        assert_int_equal(s->seat[in[1]].life, SH_OUT);
        assert_int_equal(s->seat[in[1]].body, i == 0 ? 15 : 36);
        assert_int_equal(s->seat[in[0]].stop, SH_FREE); /* T012 */
        kit_free(k);
    }
}

/* T203: a laboratory that is not ready, at the very start. */
static void the_lab_kills_at_the_start(void **state)
{
    uint64_t seed = seed_with("L", 44, 1);
    struct kit *k = kit_start("L", 6, 0, "spawn_protection=off", seed);
    const struct sh_state *s = kit_state(k);
    uint8_t rooms[SH_PLACES];

    (void)state;
    assert_int_equal(s->stage, SH_RUNNING); /* no SPAWN without protection */
    assert_int_equal(kit_count(k, "sh.you.dead cause=lab"), 1);
    assert_int_equal(s->reboot_due, 1);
    memcpy(rooms, s->room_at, sizeof(rooms));
    kit_forget(k);
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "G sh.reboot\n"), 1);
    assert_memory_not_equal(rooms, s->room_at, sizeof(rooms));
    for (nj_seat i = 0; i < s->n; i++)
        assert_true(
            s->seat[i].known ==
            (s->seat[i].room == 0 ? 0 : UINT64_C(1) << s->seat[i].room));
    kit_free(k);
}

/* T281, SH-0.84: as long for nobody as for all, and nothing in public. */
static void the_phase_has_one_length(void **state)
{
    const uint64_t seeds[] = {seed_with("c", 1, 1), seed_with("c", 1, 0)};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(seeds); i++) {
        struct kit *k = kit_start("c", 6, 0, "", seeds[i]);
        int64_t at = 0;

        assert_int_equal(kit_count(k, "\nG "), 3);
        assert_true(nj_match_deadline(k->m, &at));
        assert_int_equal(at, 1001000 + 600000);
        KIT_HAS_NOT(k, "sh.round");
        kit_wait(k);
        KIT_HAS(k, "G sh.round_first begun=0 side=shadow ");
        kit_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_draws_come_in_their_order),
        cmocka_unit_test(brillo_joins_eight),
        cmocka_unit_test(the_start_is_told),
        cmocka_unit_test(keys_lie_upstairs),
        cmocka_unit_test(keys_lie_far_from_the_lobby),
        cmocka_unit_test(editions_are_as_the_rules_list_them),
        cmocka_unit_test(options_overrule_the_edition),
        cmocka_unit_test(times_are_those_of_the_presets),
        cmocka_unit_test(steps_are_read),
        cmocka_unit_test(what_makes_no_game_is_refused),
        cmocka_unit_test(what_makes_no_board_is_refused),
        cmocka_unit_test(who_stands_under_power_may_step_away),
        cmocka_unit_test(the_first_of_several_is_safe),
        cmocka_unit_test(the_lab_kills_at_the_start),
        cmocka_unit_test(the_phase_has_one_length),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
