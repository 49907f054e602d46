/* What a game may say, know and draw, asked from inside a step: a game whose
 * orders run the test's own function. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"

static nj_step *probe; /* what the next order does */

static int run_probe(struct nj_match *m, const struct nj_input *in)
{
    return probe(m, in);
}

static int quiet(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

static const char *const editions[] = {"one", NULL};
static const struct nj_verb verbs[] = {{.name = "probe",
                                        .args = "",
                                        .channel = NJ_CHANNEL_BOTH,
                                        .apply = run_probe},
                                       {.name = NULL}};
static const struct nj_game probe_game = {.id = "probe",
                                          .prefix = "pr",
                                          .rules_version = 1,
                                          .seats_min = 1,
                                          .seats_max = 4,
                                          .editions = editions,
                                          .verbs = verbs,
                                          .state_size = 8,
                                          .start = quiet,
                                          .timer = quiet,
                                          .leave = quiet};

static const struct nj_match_seat seats[] = {{.name = "a", .contribution = ""},
                                             {.name = "b", .contribution = ""}};

static struct nj_match *started(void)
{
    struct nj_match_setup setup = {
        .game = &probe_game, .edition = "one", .seats = seats, .n_seats = 2};
    struct nj_match *m;

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    (void)nj_match_apply(
        m,
        &(struct nj_input){.kind = NJ_IN_START, .verb = "start", .reason = ""});
    return m;
}

static const struct nj_outcome *order(struct nj_match *m, nj_step *step)
{
    probe = step;
    return nj_match_apply(
        m, &(struct nj_input){
               .kind = NJ_IN_ORDER, .at_ms = 5, .verb = "probe", .reason = ""});
}

static int say_several(struct nj_match *m, const struct nj_input *in)
{
    char word[] = "gone";

    assert_int_equal(nj_seq(m), in->seq);
    assert_int_equal(nj_at(m), 5);
    nj_emit(m, nj_to_all(), "pr.a", "", NJ_ARGS(nj_arg_word("w", word)));
    memset(word, '?', sizeof(word) - 1);
    nj_emit(m, nj_to_seats(0), "pr.nobody", "", NJ_NO_ARGS);
    nj_emit(m, nj_to_seat(1), "pr.b", "PR-1", NJ_NO_ARGS);
    nj_emit(m, nj_to_record(), "pr.c", "", NJ_NO_ARGS);
    nj_emit(m, nj_to_host(), "pr.d", "", NJ_NO_ARGS);
    return 0;
}

static void messages_keep_the_order_of_the_calls(void **state)
{
    struct nj_match *m = started();
    const struct nj_outcome *o = order(m, say_several);
    const char *const want[] = {"pr.a", "pr.b", "pr.c", "pr.d"};
    const struct nj_message *x = o->messages;

    NJ_UNUSED(state);
    assert_int_equal(o->n_messages, 4);
    assert_string_equal(nj_message_str(x, "w"), "gone");
    for (size_t i = 0; i < NJ_COUNT(want); i++) {
        assert_non_null(x);
        assert_string_equal(x->key, want[i]);
        x = x->next;
    }
    assert_null(x);
    nj_match_destroy(m);
}

static void say_alike(const struct nj_asker *to)
{
    nj_tell_asker(to, "pr.look", "PR-3", NJ_ARGS(nj_arg_int("seat", to->seat)));
}

static int look(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_asker seat = nj_asker_seat(m, 1);
    const struct nj_asker host = nj_asker_host(m, 1);

    NJ_UNUSED(in);
    say_alike(&seat);
    say_alike(&host);
    return 0;
}

/* One function answers an order, the host and a query. */
static void whoever_asks_gets_the_same_answer(void **state)
{
    struct nj_match *m = started();
    struct nj_arena arena = NJ_ARENA_INIT(256);
    struct nj_query q = {
        .asker = 1, .place = NJ_PLACE_PRIVATE, .arena = &arena};
    const struct nj_asker asker = nj_asker_query(m, &q);
    const struct nj_outcome *o = order(m, look);
    const char *const want[] = {"P2 pr.look seat=1", "H pr.look seat=1",
                                "P2 pr.look seat=1"};
    const struct nj_message *got[3];

    NJ_UNUSED(state);
    say_alike(&asker);
    got[0] = o->messages;
    got[1] = o->messages->next;
    got[2] = q.answers;
    for (size_t i = 0; i < NJ_COUNT(want); i++) {
        struct nj_str said = NJ_STR_INIT(100);

        assert_non_null(got[i]);
        assert_string_equal(got[i]->clause, "PR-3");
        nj_message_canon(got[i], &said);
        assert_string_equal(said.p, want[i]);
        nj_str_fini(&said);
    }
    assert_null(got[1]->next);
    assert_null(got[2]->next);
    assert_ptr_equal(asker.from, m);
    nj_arena_fini(&arena);
    nj_match_destroy(m);
}

static int no_aloud(struct nj_match *m, const struct nj_input *in)
{
    return nj_refuse(m, in, "pr.no", "PR-2", NJ_NO_ARGS);
}

static int no_aside(struct nj_match *m, const struct nj_input *in)
{
    return nj_refuse_aside(m, in, "pr.no", "PR-2", NJ_NO_ARGS);
}

/* The order came from the group. */
static void a_refusal_may_be_for_the_seat_alone(void **state)
{
    struct nj_match *m = started();
    const struct nj_outcome *o = order(m, no_aloud);

    NJ_UNUSED(state);
    assert_true(o->refused);
    assert_int_equal(o->messages->to.to, NJ_TO_ALL);
    o = order(m, no_aside);
    assert_true(o->refused);
    assert_int_equal(o->messages->to.to, NJ_TO_SEATS);
    assert_int_equal(o->messages->to.seats, nj_bit(0));
    nj_match_destroy(m);
}

/* The check values of LN-1.8 for the test stream from seed 1. */
static int ten_dice(struct nj_match *m, const struct nj_input *in)
{
    static const uint32_t want[] = {5, 1, 0, 5, 3, 2, 3, 3, 0, 4};

    NJ_UNUSED(in);
    for (size_t i = 0; i < NJ_COUNT(want); i++)
        assert_int_equal(nj_random(m, 6), want[i]);
    assert_int_equal(nj_random(m, 1), 0);
    assert_int_equal(nj_match_draws(m), 10);
    return 0;
}

static int one_shuffle(struct nj_match *m, const struct nj_input *in)
{
    static const uint8_t want[] = {1, 2, 4, 3, 5, 6};
    uint8_t list[] = {1, 2, 3, 4, 5, 6};

    NJ_UNUSED(in);
    nj_shuffle_u8(m, list, 6);
    assert_memory_equal(list, want, sizeof(want));
    nj_shuffle_u8(m, list, 0);
    return 0;
}

static int one_sample(struct nj_match *m, const struct nj_input *in)
{
    static const uint8_t want[] = {1, 2, 4, 8};
    uint8_t out[4];

    NJ_UNUSED(in);
    nj_sample_u8(m, out, 10, 4);
    assert_memory_equal(out, want, sizeof(want));
    return 0;
}

static void chance_is_that_of_the_rules(void **state)
{
    nj_step *const steps[] = {ten_dice, one_shuffle, one_sample};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(steps); i++) {
        struct nj_match *m = started();

        assert_false(order(m, steps[i])->refused);
        nj_match_destroy(m);
    }
}

static int substitute(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    assert_false(nj_substituted(m, 1));
    nj_substitute(m, 1, true);
    assert_true(nj_substituted(m, 1));
    nj_substitute(m, 1, false);
    nj_seat_computer(m, 0, true);
    assert_int_equal(nj_computers(m), nj_bit(0));
    nj_seat_computer(m, 0, false);
    assert_int_equal(nj_computers(m), 0);
    nj_seat_out(m, 1);
    return 0;
}

static void seats_change_hands(void **state)
{
    struct nj_match *m = started();

    NJ_UNUSED(state);
    (void)order(m, substitute);
    assert_int_equal(nj_match_out(m), nj_bit(1));
    nj_match_destroy(m);
}

static void what_was_set_up_is_known(void **state)
{
    struct nj_match *m = started();

    NJ_UNUSED(state);
    assert_null(nj_data(m));
    assert_string_equal(nj_seat_name(m, 1), "b");
    assert_int_equal(nj_seats(m), 2);
    assert_int_equal(nj_seq(m), 1);
    assert_ptr_equal(nj_match_game(m), &probe_game);
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_keep_the_order_of_the_calls),
        cmocka_unit_test(whoever_asks_gets_the_same_answer),
        cmocka_unit_test(a_refusal_may_be_for_the_seat_alone),
        cmocka_unit_test(chance_is_that_of_the_rules),
        cmocka_unit_test(seats_change_hands),
        cmocka_unit_test(what_was_set_up_is_known),
    };

    return cmocka_run_group_tests_name("match/emit", tests, NULL, NULL);
}
