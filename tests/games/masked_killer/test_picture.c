/* src/games/masked_killer/picture.c and view.c: what is drawn for whom (MK-16). */
#include "games/masked_killer/mk_kit.h"
#include "kit/drawn.h"

static struct nj_str drawing;

/* Of the last message with that key that the match has said. */
static const char *drawn(const struct kit *k, const char *key)
{
    uint32_t i = k->n_record;

    while (i > 0 && strcmp(k->record[i - 1]->key, key) != 0)
        i--;
    assert_true(i > 0);
    nj_str_fini(&drawing);
    drawing = (struct nj_str)NJ_STR_INIT(1u << 18);
    kit_draw(&nj_masked_killer, k->record[i - 1], &drawing);
    assert_false(drawing.over);
    return drawing.p;
}

/* The line of a cell "C18" with so much of it behind. */
static bool shows(const char *d, const char *cell, const char *what)
{
    uint16_t at = kit_cell(cell);
    char line[80];

    (void)snprintf(line, sizeof(line), "picture: %d,%d %s\n", nj_mk_row(at),
                   nj_mk_col(at), what);
    return strstr(d, line) != NULL;
}

static unsigned count(const char *d, const char *piece)
{
    unsigned n = 0;

    for (const char *p = d; (p = strstr(p, piece)) != NULL; p++)
        n++;
    return n;
}

/* MK-16.1. */
static void the_group_sees_what_lies_open(void **state)
{
    struct kit *k =
        kit_given(4, "F4; token B18 used; K shadow C16; 2 dmg 1; 2 holds soda");
    const char *d;

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "W");
    d = drawn(k, "mk.board");
    assert_non_null(strstr(d, "board mk.board.street 5 23x18\n"));
    assert_int_equal(count(d, "letters\n"), 1);
    assert_true(shows(d, "A12", "start") && shows(d, "R12", "start"));
    assert_true(shows(d, "B18", "token_used"));
    assert_int_equal(count(d, " token\n"), MK_TOKENS - 1);
    assert_true(shows(d, "D19", "seat 1") && shows(d, "D19", "facing 2"));
    assert_true(shows(d, "N20", "seat 2") && shows(d, "N19", "sight 2"));
    assert_true(shows(d, "C16", "shadow"));
    assert_int_equal(count(d, " mask\n") + count(d, " hides\n"), 0);
    assert_non_null(strstr(d, "player 2 mk.picture_seat victim=annie "
                              "damage=1 health=3 exert=0 cards=1\n"));
    assert_int_equal(count(d, "note mk.picture_killer "), 1);
    assert_int_equal(count(d, "note mk.picture_decks "), 1);
    assert_int_equal(count(d, "note mk.picture_icons "), 1);
    assert_int_equal(count(d, "note mk.picture_active active=1 actions=1\n"),
                     1);
    assert_int_equal(count(d, "note mk.picture_claim "), 0);
    for (const char *const *edge =
             (const char *const[]){"wall", "gate", "window", "fence", "lock",
                                   NULL};
         *edge != NULL; edge++)
        assert_true(count(d, *edge) > 0);
    kit_free(k);
}

static void an_open_car_has_no_lock_and_who_is_seen_a_mask(void **state)
{
    struct kit *shut = kit_given(4, "F4; 1 at C18/N; K vis C16"),
               *open = kit_given(4, "F4; 1 at C18/N; K vis C16; open blue");
    unsigned locks;

    NJ_UNUSED(state);
    kit_order(shut, 1, "rest", "");
    kit_order(open, 1, "rest", "");
    locks = count(drawn(shut, "mk.board"), " lock\n");
    assert_true(shows(drawn(open, "mk.board"), "C16", "mask"));
    assert_true(count(drawing.p, " lock\n") < locks);
    kit_free(shut);
    kit_free(open);
}

/* MK-16.1, 19.28: whose turn it is, of the killer's not what is left; what was
 * claimed in this round. */
static void the_panel_has_the_turn_and_the_claims(void **state)
{
    struct kit *k = kit_given(4, "F4; turn 3; left 1; 1 holds tommy");
    const char *d;

    NJ_UNUSED(state);
    kit_order(k, 1, "claim", "tommy blue_key");
    kit_order(k, 2, "claim", "none");
    kit_order(k, 3, "rest", "");
    d = drawn(k, "mk.board");
    assert_non_null(strstr(d, "note mk.picture_active active=4 actions=0\n"));
    assert_non_null(
        strstr(d, "note mk.picture_claim seat=1 said=tommy,blue_key\n"));
    assert_non_null(strstr(d, "note mk.picture_claim seat=2 said=none\n"));
    kit_free(k);

    /* A round later nobody has said anything. */
    k = kit_given(4, "F4; turn K; left 1; K deck 0");
    kit_order(k, 1, "claim", "tommy");
    kit_order(k, 4, "end", "");
    kit_wait(k);
    assert_null(strstr(drawn(k, "mk.board"), "note mk.picture_claim"));
    kit_free(k);
}

/* MK-16.4: nothing of where he is, what anybody holds, and of an offer. */
static void the_group_sees_nothing_else(void **state)
{
    struct kit *a =
                   kit_given(4, "F4; 1 at C18/N; 2 at C17/N; K hid R1; 1 holds "
                                "soda; K holds lure; deck SW soda"),
               *b =
                   kit_given(4, "F4; 1 at C18/N; 2 at C17/N; K hid J9; 1 holds "
                                "tommy; K holds dread; deck SW tommy");
    static char first[1u << 16];

    NJ_UNUSED(state);
    kit_order_by(b, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "trade", "2 look");
    assert_true(kit_state(b)->offer.open);
    kit_order(a, 3, "claim", "none");
    kit_order_by(b, 2, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "refuse", "");
    kit_order(b, 3, "claim", "none");
    kit_order(a, 1, "rest", "");
    kit_order(b, 1, "rest", "");
    (void)snprintf(first, sizeof(first), "%s", drawn(a, "mk.board"));
    assert_string_equal(drawn(b, "mk.board"), first);
    kit_free(a);
    kit_free(b);
}

/* MK-16.2, T243: his own cell though nobody sees him, his way, what he can
 * reach, seen there or not, and his cards. */
static void the_killer_sees_where_he_is(void **state)
{
    struct kit *k = kit_given(4, "F4; turn K; K hid R1; K holds lure,dread");
    const char *d;

    NJ_UNUSED(state);
    kit_order(k, 4, "stalk", "W");
    d = drawn(k, "mk.k.map");
    assert_int_equal(count(d, " hides\n"), 1);
    assert_int_equal(count(d, "player "), 3);
    assert_int_equal(count(d, "note mk.picture_killer "), 1);
    assert_true(shows(d, "Q1", "hides"));
    assert_true(count(d, " number ") > 0);
    assert_true(count(d, " reach reach 0\n") > 0);
    assert_true(count(d, " sight 2\n") > 0);
    assert_non_null(strstr(d, "card 1 lure\n"));
    assert_non_null(strstr(d, "card 2 dread\n"));
    kit_free(k);
}

/* Without a card there is no title over nothing. */
static void who_holds_nothing_has_no_hand_below_his_map(void **state)
{
    struct kit *k = kit_given(4, "F4; turn K; K hid R1");

    NJ_UNUSED(state);
    kit_order(k, 4, "stalk", "W");
    assert_int_equal(count(drawn(k, "mk.k.map"), "hand "), 0);
    kit_free(k);
}

/* MK-16.3, T244: a hand is cards and no map. */
static void a_victim_sees_a_hand_and_no_map(void **state)
{
    struct nj_arg args[] = {nj_arg_words("cards", "soda,tommy")};
    const struct nj_message hand = {
        .key = "mk.hand", .clause = "MK-11.4", .args = {.v = args, .n = 1}};

    NJ_UNUSED(state);
    nj_str_fini(&drawing);
    drawing = (struct nj_str)NJ_STR_INIT(4096);
    kit_draw(&nj_masked_killer, &hand, &drawing);
    assert_string_equal(drawing.p, "picture: hand mk.board.hand 0\n"
                                   "picture: card 1 soda\n"
                                   "picture: card 2 tommy\n");
    args[0] = nj_arg_words("cards", ""); /* nothing to look at */
    nj_str_clear(&drawing);
    kit_draw(&nj_masked_killer, &hand, &drawing);
    assert_string_equal(drawing.p, "");
}

/* MK-19.15: his way by rounds, himself at its end, who died, what they held. */
static void the_course_tells_who_died_and_what_was_held(void **state)
{
    struct kit *k = kit_given(4, "F4; K hid R1");
    struct nj_arg dead[] = {nj_arg_id("cell", "C8")},
                  held[] = {nj_arg_seat("seat", 0),
                            nj_arg_words("cards", "tommy")},
                  hits[] = {nj_arg_seat("seat", 1), nj_arg_int("damage", 3)},
                  log[] = {nj_arg_id("cells", "R1,R3,R3,P3")};
    const struct nj_message died = {.key = "mk.dead",
                                    .args = {.v = dead, .n = 1}},
                            hit = {.key = "mk.hit.victim",
                                   .args = {.v = hits, .n = 2}},
                            hand = {.key = "mk.end.cards",
                                    .args = {.v = held, .n = 2}},
                            way = {.key = "mk.end.log",
                                   .args = {.v = log, .n = 1}};
    const struct nj_message *record[] = {NULL, &hit, &died, &way, &hand};

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "W");
    (void)drawn(k, "mk.board");
    for (uint32_t i = 0; i < k->n_record; i++)
        if (strcmp(k->record[i]->key, "mk.board") == 0)
            record[0] = k->record[i];
    nj_str_clear(&drawing);
    kit_draw_course(&nj_masked_killer, record, NJ_COUNT(record), &drawing);
    assert_true(shows(drawing.p, "C8", "dead"));
    assert_true(shows(drawing.p, "R3", "number 2"));
    assert_true(shows(drawing.p, "P3", "number 3"));
    assert_true(shows(drawing.p, "P3", "mask"));
    assert_int_equal(count(drawing.p, "player "), 3);
    /* What the last board does not know yet. */
    assert_int_equal(count(drawing.p, "damage=3"), 1);
    assert_int_equal(count(drawing.p, "note mk.picture_active "), 0);
    assert_int_equal(count(drawing.p, "note mk.end.log "), 1);
    assert_int_equal(count(drawing.p, "note mk.dead "), 1);
    assert_int_equal(count(drawing.p, "note mk.end.cards "), 1);
    kit_free(k);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_str_fini(&drawing);
    kit_table_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_group_sees_what_lies_open),
        cmocka_unit_test(an_open_car_has_no_lock_and_who_is_seen_a_mask),
        cmocka_unit_test(the_panel_has_the_turn_and_the_claims),
        cmocka_unit_test(the_group_sees_nothing_else),
        cmocka_unit_test(the_killer_sees_where_he_is),
        cmocka_unit_test(who_holds_nothing_has_no_hand_below_his_map),
        cmocka_unit_test(a_victim_sees_a_hand_and_no_map),
        cmocka_unit_test(the_course_tells_who_died_and_what_was_held),
    };

    return cmocka_run_group_tests_name("masked_killer/picture", tests, NULL,
                                       done);
}
