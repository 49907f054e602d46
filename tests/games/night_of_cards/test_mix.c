/* Random matches of 杀手牌 in random combinations of all options, by computer
 * players and by persons who try everything: each ends, keeps the invariants of
 * the rules after every input, and speaks in the right places only.
 *
 * 5000 matches in an optimised build, 200 in any other, or as many as
 * NJ_MIX_MATCHES says; NJ_MIX_SEED begins elsewhere. */
#include <stdlib.h>

#include "games/night_of_cards/nc_kit.h"
#include "kit/amount.h"
#include "kit/asked.h"

#define MATCHES     (NJ_SLOW_BUILD ? 200 : 5000)
#define INPUTS_MAX  200000
#define ASKED_EVERY 3000 /* inputs for one behind which all is asked */

struct mix {
    struct nj_match *m;
    struct nj_rng rng;
    uint64_t seed;
    nj_seat_set computers;
    uint8_t types[NC_SEATS_MAX][NC_HAND]; /* as they were dealt */
    uint8_t sheets[NC_SEATS_MAX];         /* in the last input */
    nj_seat_set told;                     /* have one since the last opening */
    bool opened, over;
    unsigned inputs, refused;
};

static const struct nc_state *state_of(const struct mix *x)
{
    return nj_state_const(x->m);
}

/* --- options --- */

static const struct kit_choice choices[] = {
    {"hand", {"4"}},
    {"income", {"1", "3"}},
    {"ap_cap", {"8", "6"}},
    {"executions", {"1", "4"}},
    {"lifedeath", {"always", "off"}},
    {"novote", {"none"}},
    {"reveal", {"all", "none"}},
    {"reorder", {"off"}},
    {"onehit_scope", {"strike"}},
    {"bodyguard_kinds", {"6"}},
    {"grace", {"on"}},
    {"know_allies", {"on"}},
    {"manifesto_chars", {"0", "30"}},
    {"bells", {"off"}},
    {"max_days", {"5"}},
    {"afk_limit", {"1"}},
};

/* --- what always holds --- */

/* No card is ever made, changed, or in two places (NC-1.2). */
static void check_cards(const struct mix *x, nj_seat seat)
{
    const struct nc_seat *who = &state_of(x)->seat[seat];
    unsigned seen = 0;

    assert_true(who->n <= who->dealt);
    for (uint8_t i = 0; i < who->n; i++) {
        assert_true(who->hand[i] < who->dealt);
        assert_int_equal(seen & 1u << who->hand[i], 0);
        seen |= 1u << who->hand[i];
    }
    if (who->pending != 0)
        assert_int_equal(seen & 1u << (who->pending - 1), 0);
    for (uint8_t i = 0; i < who->dealt; i++) {
        assert_int_equal(who->card[i].type, x->types[seat][i]);
        assert_true(who->card[i].used <= NC_BUDGET);
        assert_true(who->card[i].form == NC_NONE || who->card[i].type == NC_AM);
    }
    assert_int_equal(who->dead, who->n == 0 && who->pending == 0);
}

/* NC-4.2: nobody orders what he cannot pay, nor spends below nothing. */
static void check_points(const struct nc_state *s, nj_seat seat)
{
    const struct nc_seat *who = &s->seat[seat];

    assert_true(nj_nc_reserved(who) <= who->points);
    assert_true(who->points < 1000);
    if (s->opt.cap != 0 && s->phase == NC_NIGHT)
        assert_true(who->points <= s->opt.cap);
}

static void check_losses(const struct nc_state *s)
{
    int held = 0;

    for (nj_seat i = 0; i < s->n; i++)
        held += s->seat[i].n + (s->seat[i].pending != 0);
    assert_int_equal(held + s->lost, s->total);
}

/* NC-17.4: at an opening every living seat gets exactly one sheet, else nobody
 * gets any. */
static void check_sheets(const struct mix *x)
{
    nj_seat_set living = nj_nc_living(state_of(x));
    nj_seat first = nj_seat_nth(living, 0);

    for (nj_seat i = first; i < state_of(x)->n; i++)
        if ((living & nj_bit(i)) != 0)
            assert_int_equal(x->sheets[i], x->sheets[first]);
}

static void hear(struct mix *x, const struct nj_message *msg)
{
    assert_true(nj_game_may_say(&nj_night_of_cards, msg));
    if (strcmp(msg->key, "nc.sheet") == 0) {
        assert_int_equal(msg->to.to, NJ_TO_SEATS);
        assert_true(msg->to.seats > x->told); /* in the order of seats */
        x->told |= msg->to.seats;
        for (unsigned i = 0; i < NC_SEATS_MAX; i++)
            if ((msg->to.seats >> i & 1) != 0)
                x->sheets[i]++;
    }
    if (strcmp(msg->key, "nc.night.open") == 0 ||
        strcmp(msg->key, "nc.day.open") == 0 ||
        strcmp(msg->key, "nc.ld.open") == 0) /* behind the group's text */
        x->told = 0;
    if (strncmp(msg->key, "nc.err.", 7) == 0) /* NC-10.4 */
        assert_int_equal(msg->to.to, NJ_TO_SEATS);
}

/* What everybody may ask, of any card: it is answered, and changes nothing. */
static void ask(const struct mix *x)
{
    static const char *const texts[] = {"", "SN", "bind", "1"};

    if ((x->inputs + 37 * x->seed) % ASKED_EVERY == 1)
        kit_ask_all(x->m, texts[x->seed % NJ_COUNT(texts)]);
}

static void apply(struct mix *x, struct nj_input *in)
{
    const struct nj_outcome *o;

    if (in->kind != NJ_IN_TIMER)
        in->at_ms = nj_at(x->m) + 1000;
    in->reason = "";
    if (nj_match_fault(x->m, in) != NULL)
        return;
    memset(x->sheets, 0, sizeof(x->sheets));
    x->told = 0;
    o = nj_match_apply(x->m, in);
    x->inputs++;
    x->refused += o->refused;
    x->over = o->over;
    for (const struct nj_message *msg = o->messages; msg != NULL;
         msg = msg->next)
        hear(x, msg);
    /* A computer player asks for nothing that the rules forbid. */
    if (in->by == NJ_BY_COMPUTER && o->refused)
        fail_msg("seed %llu: seat %d was refused %s: %s",
                 (unsigned long long)x->seed, in->seat + 1, in->verb,
                 o->messages == NULL ? "" : o->messages->key);
    if (x->over)
        return;
    for (nj_seat i = 0; i < state_of(x)->n; i++) {
        if (in->kind != NJ_IN_START)
            check_cards(x, i);
        check_points(state_of(x), i);
    }
    check_losses(state_of(x));
    if (!o->refused)
        check_sheets(x);
    ask(x);
}

/* --- persons who try everything --- */

static void order(struct mix *x, nj_seat seat, const char *verb,
                  const char *text)
{
    const struct nj_verb *v = nj_game_verb(&nj_night_of_cards, verb);
    struct nj_arg arg[2] = {nj_arg_text("text", text), nj_arg_int("n", 0)};
    struct nj_input in = {
        .kind = NJ_IN_ORDER,
        .seat = seat,
        .by = NJ_BY_PERSON,
        .verb = verb,
        .place = strcmp(verb, "vote") == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE};

    if (nj_rng_below(&x->rng, 20) == 0) /* or where it does not belong */
        in.place =
            in.place == NJ_PLACE_GROUP ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    in.args.v = arg;
    in.args.n = v->args[0] == 't' ? 1 : 0;
    if (strcmp(verb, "manifesto") == 0)
        in.args.n = 2;
    apply(x, &in);
}

static const char *any_type(struct mix *x)
{
    return nj_nc_types[1 + nj_rng_below(&x->rng, NC_TYPES - 1)];
}

static void order_power(struct mix *x, nj_seat seat)
{
    uint32_t power = nj_rng_below(&x->rng, NC_POWERS);
    uint8_t seats = state_of(x)->n;
    char text[32] = "";
    unsigned target = 1 + (unsigned)nj_rng_below(&x->rng, seats + 1u);

    if (power == NC_MORPH)
        (void)snprintf(text, sizeof(text), "%s", any_type(x));
    else if (power == NC_AIM)
        (void)snprintf(text, sizeof(text), "%u %s%u", target,
                       nj_rng_below(&x->rng, 2) == 0 ? "#" : "",
                       (unsigned)nj_rng_below(&x->rng, 7));
    else if (nj_nc_powers[power].aims != NC_AT_NOBODY)
        (void)snprintf(text, sizeof(text), "%u", target);
    order(x, seat, nj_nc_powers[power].word, text);
}

static void order_hand(struct mix *x, nj_seat seat)
{
    const struct nc_seat *who = &state_of(x)->seat[seat];
    struct nj_str text = NJ_STR_INIT(64);

    for (uint8_t i = 0; i < who->n; i++) {
        uint8_t slot = who->hand[(i + nj_rng_below(&x->rng, 2)) % who->n];

        nj_str_addf(&text, "%s%s", i == 0 ? "" : ",",
                    nj_nc_types[who->card[slot].type]);
    }
    order(x, seat, "order", text.len == 0 ? "" : text.p);
    nj_str_fini(&text);
}

static const char prose[] =
    "the quick brown fox jumps over a lazy dog while seven wizards mix black "
    "ink, and nobody at this table shall ever know who wrote these plain "
    "words by candle light before dawn";

static void act_person(struct mix *x)
{
    static const char *const sides[] = {"killer", "wolf", "lone", "town"};
    nj_seat seat = (nj_seat)nj_rng_below(&x->rng, state_of(x)->n);
    uint32_t k = nj_rng_below(&x->rng, 100);
    char text[16];

    (void)snprintf(text, sizeof(text), "%u",
                   1 + (unsigned)nj_rng_below(&x->rng, state_of(x)->n));
    if (k < 45)
        order_power(x, seat);
    else if (k < 60)
        order(x, seat, "vote", text);
    else if (k < 70)
        order(x, seat, "done", "");
    else if (k < 75)
        order(x, seat, "cancel", nj_rng_below(&x->rng, 2) == 0 ? "all" : text);
    else if (k < 82)
        order(x, seat, "manifesto", prose);
    else if (k < 85)
        order(x, seat, "pieces", "stock");
    else if (k < 90)
        order_hand(x, seat);
    else if (k < 92)
        order(x, seat, "camp", sides[nj_rng_below(&x->rng, 4)]);
    else if (k < 94)
        order(x, seat, "undone", "");
    else
        order(x, seat, "auto", nj_rng_below(&x->rng, 2) == 0 ? "on" : "off");
}

static void leave(struct mix *x)
{
    apply(x, &(struct nj_input){
                 .kind = NJ_IN_LEAVE,
                 .seat = (nj_seat)nj_rng_below(&x->rng, state_of(x)->n),
                 .by = NJ_BY_PERSON,
                 .verb = "leave"});
}

static void time_passes(struct mix *x)
{
    const char *timer = nj_rng_below(&x->rng, 3) == 0
                            ? nj_nc_phases[state_of(x)->phase]
                            : "bell";
    struct nj_input in;

    if (nj_match_fire(x->m, timer, &in))
        apply(x, &in);
}

/* --- matches --- */

static void open_match(struct mix *x, uint8_t seats)
{
    struct nj_match_seat list[NC_SEATS_MAX];
    struct nj_match_setup setup = {.game = &nj_night_of_cards,
                                   .edition = "standard",
                                   .seats = list,
                                   .n_seats = seats};
    struct nj_input in = {
        .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""};

    kit_seats(list, seats, NULL, x->computers);
    kit_choose(&setup, choices, NJ_COUNT(choices), 2, &x->rng, &setup.options);
    nj_rng_splitmix64(&setup.rng, x->seed);
    x->m = nj_match_create(&setup);
    apply(x, &in);
    for (nj_seat i = 0; i < seats; i++)
        for (int k = 0; k < NC_HAND; k++)
            x->types[i][k] = state_of(x)->seat[i].card[k].type;
}

static unsigned play(struct mix *x, uint64_t seed)
{
    unsigned rounds;
    uint8_t seats;

    *x = (struct mix){.seed = seed};
    nj_rng_splitmix64(&x->rng, ~seed);
    seats = (uint8_t)(NC_SEATS_MIN +
                      nj_rng_below(&x->rng, NC_SEATS_MAX - NC_SEATS_MIN + 1));
    /* A third of the matches without persons. */
    x->computers = nj_rng_below(&x->rng, 3) == 0
                       ? 0xffff
                       : (nj_seat_set)nj_rng_below(&x->rng, 0x10000);
    open_match(x, seats);
    while (!x->over) {
        struct nj_input in;

        if (nj_match_computer(x->m, &in)) {
            in.at_ms = 0;
            apply(x, &in);
        } else if (nj_rng_below(&x->rng, 20) == 0) {
            time_passes(x);
        } else if (nj_rng_below(&x->rng, 2000) == 0) {
            leave(x);
        } else {
            act_person(x);
        }
        if (x->inputs > INPUTS_MAX)
            fail_msg("no end in round %u, %s: NJ_MIX_SEED=%llu",
                     state_of(x)->round, nj_nc_phases[state_of(x)->phase],
                     (unsigned long long)seed);
    }
    rounds = state_of(x)->round;
    nj_match_destroy(x->m);
    return rounds;
}

static void every_match_ends_and_keeps_the_rules(void **state)
{
    uint64_t n =
        nj_from_env("NJ_MIX_MATCHES", nj_amount("NC_MATCHES", MATCHES));
    uint64_t seed = nj_from_env("NJ_MIX_SEED", 1);
    unsigned long long inputs = 0, refused = 0;
    unsigned longest = 0;

    NJ_UNUSED(state);
    nj_random_init();
    for (uint64_t i = 0; i < n; i++) {
        struct mix x;
        unsigned rounds = play(&x, seed + i);

        inputs += x.inputs;
        refused += x.refused;
        longest = rounds > longest ? rounds : longest;
    }
    print_message(
        "%llu matches, %llu inputs, %llu refused, longest %u rounds\n",
        (unsigned long long)n, inputs, refused, longest);
    assert_true(longest <= 60); /* the most of max_days */
    assert_true(refused < inputs);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_match_ends_and_keeps_the_rules),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
