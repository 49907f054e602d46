/* src/games/night_of_cards/afk.c: which phases are missed, and what an absent
 * seat loses by it (NC-13.4, 13.5, NC-17.25 to 17.27). */
#include "games/night_of_cards/nc_kit.h"

#define HOUR (3600 * INT64_C(1000))

static uint8_t missed(const struct kit *k, unsigned seat)
{
    return kit_state(k)->seat[seat - 1].missed;
}

static void wait_ms(struct kit *k, int64_t ms)
{
    k->now_ms += ms;
}

/* --- what counts --- */

static void a_phase_without_a_sign_is_missed(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG; A hand C,C,VW,CB");

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "vest", "");
    kit_fire(k, "night");
    assert_int_equal(missed(k, 1), 0);
    assert_int_equal(missed(k, 2), 1);
    kit_order_by(k, 2, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "3");
    assert_int_equal(missed(k, 2), 0);
    kit_fire(k, "day");
    assert_int_equal(missed(k, 2), 0);
    assert_int_equal(missed(k, 1), 1);
    kit_free(k);
}

static void nobody_misses_what_he_could_do_nothing_in(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG; night 4; B hand -; "
                                  "B pending CB; C dead");
    struct kit *d = kit_given("", "seats ABCDEFG; day 4; B soulless");

    NJ_UNUSED(state);
    kit_fire(k, "night");
    assert_int_equal(missed(k, 1), 1);
    assert_int_equal(missed(k, 2), 0);
    assert_int_equal(missed(k, 3), 0);
    kit_fire(d, "day");
    assert_int_equal(missed(d, 1), 1);
    assert_int_equal(missed(d, 2), 0);
    kit_free(k);
    kit_free(d);
}

static void a_verdict_is_missed_by_nobody(void **state)
{
    struct kit *k =
        kit_given("", "seats ABCDEFG; verdict 3 BC places 1; A ballot B");

    NJ_UNUSED(state);
    kit_fire(k, "verdict");
    for (unsigned seat = 1; seat <= 7; seat++)
        assert_int_equal(missed(k, seat), 0);
    kit_free(k);
}

static void short_phases_and_those_a_host_ends_do_not_count(void **state)
{
    struct kit *k = kit_given("night=59s", "seats ABCDEFG");
    struct kit *h = kit_given("", "seats ABCDEFG");

    NJ_UNUSED(state);
    kit_fire(k, "night");
    assert_int_equal(missed(k, 1), 0);
    kit_host(h, "skip", NJ_NO_ARGS);
    assert_int_equal(missed(h, 1), 0);
    kit_fire(h, "day");
    assert_int_equal(missed(h, 1), 1);
    kit_free(k);
    kit_free(h);
}

static void what_stood_for_half_its_length_does_not_count(void **state)
{
    static const int64_t hours[][2] = {{6, 5}, {6, 7}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(hours); i++) {
        struct kit *k = kit_given("night=24h", "seats ABCDEFG");

        for (size_t part = 0; part < 2; part++) {
            kit_host(k, "pause", NJ_NO_ARGS);
            wait_ms(k, hours[i][part] * HOUR);
            kit_host(k, "resume", NJ_NO_ARGS);
        }
        kit_fire(k, "night");
        assert_int_equal(missed(k, 1), i == 0);
        kit_free(k);
    }
}

/* T290: whoever asks in private is there, which is noted once a phase. */
static void a_question_is_a_sign(void **state)
{
    struct kit *k = kit_given("afk_limit=3", "seats ABCDEFG; B missed 2; "
                                             "C dead");

    NJ_UNUSED(state);
    assert_null(nj_nc_presence(k->m, 2)); /* the dead owe none */
    assert_string_equal(nj_nc_presence(k->m, 1), "here");
    kit_order_by(k, 2, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "here", "");
    KIT_SAID(k, "");
    assert_null(nj_nc_presence(k->m, 1));
    kit_fire(k, "night");
    assert_int_equal(missed(k, 2), 0);
    KIT_HAS_NOT(k, "nc.afk.warn seat=2");
    assert_string_equal(nj_nc_presence(k->m, 1), "here"); /* a new phase */
    kit_order_by(k, 2, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "here", "");
    assert_null(nj_nc_presence(k->m, 1));
    kit_leave(k, 2);
    assert_string_equal(nj_nc_presence(k->m, 1), "here"); /* he is back by it */
    kit_forget(k);
    kit_order_by(k, 2, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "here", "");
    KIT_SAID(k, "G nc.sub seat=2 kind=player\nP2 nc.sub.back\n");
    kit_free(k);
}

/* NC-13.6: less than a third is left to whoever sits down, and is made a third,
 * once in a phase. */
/* Who is substituted is told his deadline by the log, which knows no outage. */
static void an_outage_changes_no_record(void **state)
{
    const struct nj_args him = NJ_ARGS(nj_arg_seat("seat", 1));
    struct nj_hash digest[2];

    NJ_UNUSED(state);
    for (int world = 0; world < 2; world++) {
        struct kit *k = kit_given("night=12h", "seats ABCDEFG");

        if (world == 1)
            nj_match_grace(k->m, k->now_ms, HOUR, 10 * HOUR);
        wait_ms(k, 11 * HOUR);
        kit_host(k, "sub", him);
        KIT_HAS(k, "G nc.sub seat=2 kind=player due=");
        digest[world] = *nj_match_digest(k->m);
        kit_free(k);
    }
    assert_memory_equal(&digest[0], &digest[1], sizeof(digest[0]));
}

static void a_substitute_has_a_third_of_the_phase(void **state)
{
    const struct nj_args him = NJ_ARGS(nj_arg_seat("seat", 1)),
                         dead = NJ_ARGS(nj_arg_seat("seat", 2));
    struct kit *k =
        kit_given("night=3h novote=none", "seats ABCDEFG; night 3; C dead");
    int64_t end = nj_phase_ends(k->m);

    NJ_UNUSED(state);
    wait_ms(k, HOUR);
    kit_host(k, "sub", him);
    KIT_SAID(k, "G nc.sub seat=2 kind=player\n"); /* two thirds are left */
    wait_ms(k, HOUR + HOUR / 2);
    kit_forget(k);
    kit_host(k, "sub", dead);
    KIT_SAID(k, "G nc.sub seat=3 kind=player\n"); /* he has nothing to do */
    assert_int_equal(nj_phase_ends(k->m), end);
    kit_forget(k);
    kit_host(k, "sub", him);
    KIT_HAS(k, "G nc.sub seat=2 kind=player due=");
    assert_true(nj_phase_ends(k->m) > end);
    end = nj_phase_ends(k->m);
    assert_int_equal(end, nj_at(k->m) + HOUR);
    wait_ms(k, HOUR / 2);
    kit_forget(k);
    kit_host(k, "sub", him);
    KIT_SAID(k, "G nc.sub seat=2 kind=player\n");
    assert_int_equal(nj_phase_ends(k->m), end);
    kit_fire(k, "night");
    wait_ms(k, 23 * HOUR);
    kit_host(k, "sub", him); /* the day has its own */
    KIT_HAS(k, "G nc.sub seat=2 kind=player due=");
    kit_free(k);
}

/* A question ends no night that waits for nothing else, nor marks it. */
static void a_question_is_no_order(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG; A done");

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "here", "");
    assert_int_equal(kit_state(k)->seat[0].done, 1);
    assert_int_equal(kit_state(k)->seat[0].acted, 0);
    kit_host(k, "pause", NJ_NO_ARGS);
    kit_order_by(k, 2, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "here", "");
    assert_false(k->refused); /* paused, too */
    kit_free(k);
}

/* --- what comes of it --- */

static void a_computer_sits_down_at_the_next_opening(void **state)
{
    struct kit *k =
        kit_given("afk_limit=2 novote=none", "seats ABCDEFG; B missed 1");

    NJ_UNUSED(state);
    kit_fire(k, "night");
    KIT_HAS(k, "P2 nc.afk.warn seat=2 count=2");
    KIT_HAS(k, "H nc.afk.warn seat=2 count=2");
    KIT_HAS(k, "G nc.sub seat=2 kind=bot");
    KIT_HAS_NOT(k, "nc.sub seat=1");
    assert_true(nj_substituted(k->m, 1));
    /* The computer's phases are not his; he is back by any order. */
    kit_forget(k);
    kit_fire(k, "day");
    KIT_HAS_NOT(k, "nc.afk.warn seat=2");
    kit_order_by(k, 2, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "done", "");
    KIT_HAS(k, "G nc.sub seat=2 kind=player");
    assert_int_equal(missed(k, 2), 0);
    assert_false(nj_substituted(k->m, 1));
    kit_free(k);
}

static void a_computer_player_is_never_absent(void **state)
{
    struct kit *k = kit_new(7, nj_bit(1), "afk_limit=1", 1);

    NJ_UNUSED(state);
    kit_begin(k);
    kit_fire(k, "setup");
    KIT_HAS(k, "nc.sub seat=1 kind=bot");
    KIT_HAS_NOT(k, "nc.sub seat=2");
    kit_free(k);
}

/* NC-17.25: at the opening, at half and at one tenth of the length. */
static void the_last_phase_is_warned_of_three_times(void **state)
{
    struct kit *k =
        kit_given("novote=none", "seats ABCDEFG; day 3; B missed 1");

    NJ_UNUSED(state);
    kit_fire(k, "day");
    assert_int_equal(kit_count(k, "P2 nc.afk.last left=86400000"), 1);
    assert_int_equal(kit_count(k, "nc.afk.last"), 1);
    kit_fire(k, "remind");
    assert_int_equal(
        kit_count(k, "P2 nc.remind lack=done left=43200000 last=yes"), 1);
    kit_fire(k, "remind"); /* at 80 % the group alone is told */
    assert_int_equal(kit_count(k, "last=yes"), 1);
    kit_fire(k, "remind");
    assert_int_equal(
        kit_count(k, "P2 nc.remind lack=done left=8640000 last=yes\n"), 1);
    assert_int_equal(kit_count(k, "nc.afk.last"), 1);
    kit_free(k);
}

/* --- leaving --- */

static void who_leaves_is_played_at_once_and_may_come_back(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG; A hand C,C,VW,CB");

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "vest", "");
    kit_forget(k);
    kit_leave(k, 1);
    KIT_SAID(k, "G nc.sub seat=1 kind=bot\n");
    assert_int_equal(kit_state(k)->seat[0].n_orders, 1);
    kit_forget(k);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "done", "");
    KIT_SAID(k, "G nc.sub seat=1 kind=player\nP1 nc.sub.back\n"
                "P1 nc.order.list orders=1=9>0@0~0:0 balance=19\n"
                "P1 nc.done.ok done=yes\n");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_phase_without_a_sign_is_missed),
        cmocka_unit_test(nobody_misses_what_he_could_do_nothing_in),
        cmocka_unit_test(a_verdict_is_missed_by_nobody),
        cmocka_unit_test(short_phases_and_those_a_host_ends_do_not_count),
        cmocka_unit_test(what_stood_for_half_its_length_does_not_count),
        cmocka_unit_test(a_question_is_a_sign),
        cmocka_unit_test(an_outage_changes_no_record),
        cmocka_unit_test(a_substitute_has_a_third_of_the_phase),
        cmocka_unit_test(a_question_is_no_order),
        cmocka_unit_test(a_computer_sits_down_at_the_next_opening),
        cmocka_unit_test(a_computer_player_is_never_absent),
        cmocka_unit_test(the_last_phase_is_warned_of_three_times),
        cmocka_unit_test(who_leaves_is_played_at_once_and_may_come_back)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
