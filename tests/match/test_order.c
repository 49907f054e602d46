/* An order in two halves: who is asked in which order, what a refusal says,
 * and that a plan begins empty and arrives as it was made. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"

struct state {
    uint8_t coins[4];
    uint8_t begun, ended;
};

struct plan {
    uint32_t price;
    uint8_t dirty[60];
};

enum {
    ALWAYS,
    NEVER
};

static unsigned stale; /* plans that were not empty */

static int check(struct nj_match *m, const struct nj_attempt *a)
{
    if (a->order->when == NEVER)
        return nj_refuse(m, a->in, "or.err_never", "OR-1", NJ_NO_ARGS);
    return 0;
}

static void begin(struct nj_match *m, const struct nj_attempt *a)
{
    struct state *s = nj_state(m);

    assert_int_equal(s->coins[a->seat], 0);
    s->begun++;
}

static void end(struct nj_match *m, const struct nj_attempt *a)
{
    struct state *s = nj_state(m);

    s->ended++;
    assert_int_equal(s->begun, s->ended);
    assert_int_equal(s->coins[a->seat], 5);
}

static int refuse(struct nj_match *m, const struct nj_input *in,
                  const char *code, const char *clause)
{
    return nj_refuse(m, in, code, clause, NJ_NO_ARGS);
}

static int refuse_price(struct nj_match *m, const struct nj_attempt *a,
                        const char *code)
{
    const struct plan *p = a->plan;

    return nj_refuse(m, a->in, code, a->clause,
                     NJ_ARGS(nj_arg_int("price", p->price)));
}

static const char *buy_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct state *s = nj_state_const(m);
    struct plan *p = a->plan;
    const char *text = a->in->args.v[0].s;

    for (size_t i = 0; i < sizeof(p->dirty); i++)
        stale += p->dirty[i];
    memset(p->dirty, 1, sizeof(p->dirty));
    p->price = (uint32_t)strlen(text);
    if (p->price == 0)
        return nj_fault_of(a, "OR-3", "or.err_words");
    return s->coins[a->seat] != 0 || p->price > 5 ? "or.err_price" : NULL;
}

static void buy(struct nj_match *m, const struct nj_attempt *a)
{
    struct state *s = nj_state(m);
    const struct plan *p = a->plan;

    s->coins[a->seat] = (uint8_t)p->price;
    nj_emit(m, nj_to_seat(a->seat), "or.bought", a->clause, NJ_NO_ARGS);
}

static int start(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

static const struct nj_order order_buy = {ALWAYS, "OR-2", buy_fault, buy};
static const struct nj_order order_never = {NEVER, "OR-2", buy_fault, buy};
static const struct nj_verb verbs[] = {
    {"buy", "t", NJ_CHANNEL_BOTH, .order = &order_buy},
    {"never", "t", NJ_CHANNEL_BOTH, .order = &order_never},
    {0}};
static const char *const editions[] = {"one", NULL};

static struct nj_game shop = {.id = "shop",
                              .prefix = "or",
                              .rules_version = 1,
                              .seats_min = 1,
                              .seats_max = 4,
                              .editions = editions,
                              .verbs = verbs,
                              .state_size = sizeof(struct state),
                              .refuse = refuse,
                              .start = start,
                              .timer = start,
                              .leave = start};

static struct nj_match *started(void)
{
    static const struct nj_match_seat seats[] = {
        {.name = "a", .contribution = ""}, {.name = "b", .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &shop, .edition = "one", .seats = seats, .n_seats = 2};
    struct nj_match *m;

    shop.frame =
        (struct nj_frame){sizeof(struct plan), check, NULL, begin, end};
    stale = 0;
    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    (void)nj_match_apply(
        m,
        &(struct nj_input){.kind = NJ_IN_START, .verb = "start", .reason = ""});
    return m;
}

/* Gives the order; the answer is one message with that key and clause. */
static const struct nj_message *gives(struct nj_match *m, const char *verb,
                                      const char *text, const char *key,
                                      const char *clause)
{
    struct nj_input in = {
        .kind = NJ_IN_ORDER, .seat = 1, .verb = verb, .reason = ""};
    struct nj_arg args[] = {nj_arg_text("text", text)};
    const struct nj_outcome *o;

    in.args = (struct nj_args){.v = args, .n = 1};
    o = nj_match_apply(m, &in);
    assert_int_equal(o->n_messages, 1);
    assert_int_equal(o->refused, strcmp(key, "or.bought") != 0);
    assert_string_equal(o->messages->key, key);
    assert_string_equal(o->messages->clause, clause);
    return o->messages;
}

static void an_order_is_carried_out_between_its_frame(void **state)
{
    struct nj_match *m = started();
    const struct state *s = nj_state_const(m);

    (void)state;
    (void)gives(m, "buy", "five!", "or.bought", "OR-2");
    assert_int_equal(s->coins[1], 5);
    assert_int_equal(s->ended, 1);
    nj_match_destroy(m);
}

static void the_check_refuses_first(void **state)
{
    struct nj_match *m = started();

    (void)state;
    (void)gives(m, "never", "", "or.err_never", "OR-1");
    nj_match_destroy(m);
}

static void a_fault_refuses_by_the_clause_it_names(void **state)
{
    struct nj_match *m = started();
    const struct state *s = nj_state_const(m);

    (void)state;
    (void)gives(m, "buy", "", "or.err_words", "OR-3");
    (void)gives(m, "buy", "too much", "or.err_price", "OR-2");
    assert_int_equal(s->begun, 0);
    assert_int_equal(s->ended, 0);
    nj_match_destroy(m);
}

static void a_refusal_may_have_arguments(void **state)
{
    struct nj_match *m = started();
    const struct nj_message *said;

    (void)state;
    shop.frame.refuse = refuse_price;
    said = gives(m, "buy", "too much", "or.err_price", "OR-2");
    assert_int_equal(said->args.n, 1);
    assert_int_equal(said->args.v[0].i, 8);
    nj_match_destroy(m);
}

static void each_plan_begins_empty(void **state)
{
    struct nj_match *m = started();

    (void)state;
    (void)gives(m, "buy", "", "or.err_words", "OR-3");
    (void)gives(m, "buy", "too much", "or.err_price", "OR-2");
    (void)gives(m, "buy", "five!", "or.bought", "OR-2");
    assert_int_equal(stale, 0);
    nj_match_destroy(m);
}

static void the_first_fault_is_told(void **state)
{
    NJ_UNUSED(state);
    assert_null(NJ_FIRST_FAULT({false, "a"}, {false, "b"}));
    assert_string_equal(NJ_FIRST_FAULT({false, "a"}, {true, "b"}, {true, "c"}),
                        "b");
    assert_null(NJ_FIRST_FAULT({true, NULL}, {true, "c"}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_is_carried_out_between_its_frame),
        cmocka_unit_test(the_check_refuses_first),
        cmocka_unit_test(a_fault_refuses_by_the_clause_it_names),
        cmocka_unit_test(a_refusal_may_have_arguments),
        cmocka_unit_test(each_plan_begins_empty),
        cmocka_unit_test(the_first_fault_is_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
