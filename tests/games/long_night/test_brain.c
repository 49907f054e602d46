/* src/games/long_night/brain.c: matches of computer players alone (LN-13.4)
 * end, keep the invariants, and tell no seat what it may not know.
 * LN_MATCHES in the environment raises their number. */
#include <stdlib.h>

#include "games/long_night/ln_kit.h"

static unsigned matches(void)
{
    const char *text = getenv("LN_MATCHES");
    long n = text != NULL ? strtol(text, NULL, 10) : 0;

    return n > 0 ? (unsigned)n : 200;
}

static void check_state(const struct ln_state *s, const uint8_t pods)
{
    uint8_t escaped = 0;

    for (nj_seat i = 0; i < s->n; i++) {
        const struct ln_seat *seat = &s->seat[i];

        assert_true(seat->cell < nj_ln_cells(&s->board));
        assert_true(seat->sub <= 2);
        if (seat->sub > 0)
            assert_int_equal(s->board.terrain[seat->cell], LN_PORTAL);
        assert_true(nj_ln_explored(seat) >= seat->first);
        if (seat->fate == LN_ESCAPED)
            escaped++;
    }
    assert_int_equal(escaped, s->escapes);
    assert_int_equal(escaped + nj_ln_board_pods(&s->board), pods);
    assert_true(s->trace_len <= LN_TRACE_MAX);
    for (unsigned i = s->trace_len; i < LN_TRACE_MAX; i++)
        assert_int_equal(s->trace[i], 0);
    assert_true(s->over || s->seat[s->turn].fate == LN_IN_PLAY);
}

/* Catches give as much as they take, whoever is left stands last. */
static void check_end(const struct ln_state *s)
{
    int sum = 0;

    for (nj_seat i = 0; i < s->n; i++)
        sum += s->seat[i].catch_points;
    assert_int_equal(sum, 0);
    assert_int_equal(nj_ln_count(nj_ln_in_play(s)), 1);
}

static void play(struct kit *k)
{
    uint8_t pods = nj_ln_board_pods(&kit_state(k)->board);
    struct nj_input in;

    while (!k->over) {
        assert_true(nj_match_computer(k->m, &in));
        in.at_ms = 0;
        kit_apply(k, &in);
        assert_false(k->refused);
        check_state(kit_state(k), pods);
    }
    check_end(kit_state(k));
    KIT_HAS(k, "G ln.over reason=last_one");
    assert_int_equal(kit_count(k, "G ln.reveal "), 1);
}

static int by_number(const void *a, const void *b)
{
    const uint16_t *x = a;
    const uint16_t *y = b;

    return *x - *y;
}

static void play_many(uint8_t seats, unsigned low, unsigned high)
{
    unsigned n = matches();
    uint16_t *rounds = nj_alloc(n * sizeof(*rounds));

    for (unsigned i = 0; i < n; i++) {
        struct kit *k = kit_start(seats, 0x3f, "", i + 1);

        play(k);
        rounds[i] = kit_state(k)->round;
        kit_free(k);
    }
    qsort(rounds, n, sizeof(*rounds), by_number);
    /* LN-13.4 gives medians of 40 matches; ours may differ a little. */
    assert_in_range(rounds[n / 2], low, high);
    print_message("%u seats: median %u rounds, longest %u\n", seats,
                  rounds[n / 2], rounds[n - 1]);
    free(rounds);
}

static void two_seats(void **state)
{
    (void)state;
    play_many(2, 4, 11);
}

static void three_seats(void **state)
{
    (void)state;
    play_many(3, 9, 18);
}

static void four_seats(void **state)
{
    (void)state;
    play_many(4, 15, 27);
}

static void six_seats(void **state)
{
    (void)state;
    play_many(6, 18, 30);
}

/* S-215: nothing that reaches a seat before the end has a cell, a terrain or
 * a count of explored cells in it. */
static void check_told(const struct kit *k)
{
    static const char *const arguments[] = {
        "row",   "col",   "cell",    "places", "spawn", "from",
        "to",    "start", "explore", "first",  "rows",  "blocks_drawn",
        "board", "sub",   "terrain", "seed"};

    for (uint32_t i = 0; i < k->n_record; i++) {
        const struct nj_message *msg = k->record[i];

        if (msg->to.to == NJ_TO_RECORD)
            continue;
        if (strcmp(msg->key, "ln.over") == 0)
            return;
        for (size_t a = 0; a < NJ_COUNT(arguments); a++)
            assert_null(nj_message_arg(msg, arguments[a]));
        for (uint32_t a = 0; a < msg->args.n; a++)
            assert_int_not_equal(msg->args.v[a].type, NJ_ARG_BOARD);
        assert_null(strstr(msg->key, "host"));
    }
    fail_msg("the match did not end");
}

/* Only these keys may be told at all while the match runs (LN-9.4). */
static void check_keys(const struct kit *k)
{
    static const char keys[] =
        " ln.start ln.pool ln.order ln.chain ln.round ln.turn ln.step ln.bump"
        " ln.trap ln.stop ln.catch ln.warp ln.escape ln.turn_end ln.walls"
        " ln.sound ln.over ln.score ln.reveal ";

    for (uint32_t i = 0; i < k->n_record; i++) {
        char key[60];

        if (k->record[i]->to.to == NJ_TO_RECORD)
            continue;
        (void)snprintf(key, sizeof(key), " %s ", k->record[i]->key);
        assert_non_null(strstr(keys, key));
    }
}

static void nothing_is_told_before_the_end(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct kit *k = kit_start(4, 0x3f, "event=random", seed);

        kit_computers(k);
        check_told(k);
        check_keys(k);
        kit_free(k);
    }
}

/* S-226: a splash is the same message whatever made it; so is a rustle. */
static void sounds_do_not_tell_their_source(void **state)
{
    static const char *const boards[] = {
        "open9; w 0,1; p1 0,0; p2 4,4; p3 7,7",
        "open9; portal 0,1 5,5; p1 0,0; p2 4,4; p3 7,7",
        "open9; t 0,1; p1 0,0; p2 4,4; p3 7,7",
    };
    struct nj_str first = NJ_STR_INIT(4000);

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(boards); i++) {
        struct kit *k = kit_given("event=rain", boards[i]);

        kit_order(k, 1, "move", "r");
        if (i == 0)
            nj_str_puts(&first, k->said.p);
        KIT_SAID(k, first.p);
        kit_free(k);
    }
    nj_str_fini(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_seats),
        cmocka_unit_test(three_seats),
        cmocka_unit_test(four_seats),
        cmocka_unit_test(six_seats),
        cmocka_unit_test(nothing_is_told_before_the_end),
        cmocka_unit_test(sounds_do_not_tell_their_source),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/brain", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
