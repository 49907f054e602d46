/* Random matches of 面具杀人魔 in random combinations of its options, by
 * computer players and by people who try everything: each ends, keeps what
 * always holds (MK-1.8) after every input, and every input is answered.
 *
 * 5000 matches in an optimised build, 500 in any other, or as many as
 * NJ_MIX_MATCHES says; NJ_MIX_SEED begins elsewhere. */
#include <stdlib.h>

#include "games/masked_killer/attempts.h"
#include "games/masked_killer/mk_kit.h"
#include "kit/amount.h"
#include "kit/asked.h"

#define MATCHES     (NJ_SLOW_BUILD ? 500 : 5000)
#define INPUTS_MAX  20000
#define SEATS       4
#define ASKED_EVERY 1200 /* inputs for one behind which all is asked */
#define TURN_MOST   7    /* 2, Second wind twice, Relentless, or a ruling */

struct mix {
    struct nj_match *m;
    struct nj_rng rng;
    uint64_t seed;
    uint8_t cards[MK_CARDS]; /* that there are, by kind */
    unsigned inputs, accepted;
    bool over;
};

struct totals {
    uint64_t inputs, accepted;
    unsigned won[MK_WON_BY_KILLER + 1][MK_BY_HOST + 1];
};

static const struct mk_state *state_of(const struct mix *x)
{
    return nj_state_const(x->m);
}

static const struct kit_choice choices[] = {
    {"killer_cards", {"1", "3"}},
    {"victim_items", {"2", "6"}},
    {"auto_end", {"off"}},
    {"pictures", {"turn", "off"}},
    {"afk", {"rest"}},
    {"afk_after", {"1", "5"}},
    {"killer_floor", {"0", "60"}},
    {"answer_s", {"0", "30"}},
};

/* --- what always holds --- */

static void count_cards(const struct mk_state *s, uint8_t found[MK_CARDS])
{
    memset(found, 0, MK_CARDS);
    for (unsigned pile = 0; pile < MK_PILES; pile++)
        for (uint8_t i = 0; i < nj_cards_count(&s->cards, (uint8_t)pile); i++)
            found[nj_cards_at(&s->cards, (uint8_t)pile, i)]++;
}

/* No card is made, lost or in two places; nobody holds a kind not his. */
static void check_cards(const struct mix *x)
{
    const struct mk_state *s = state_of(x);
    uint8_t found[MK_CARDS];

    count_cards(s, found);
    assert_memory_equal(found, x->cards, sizeof(found));
    for (nj_seat k = 0; k < s->n; k++)
        for (uint8_t i = 0;
             i < nj_cards_count(&s->cards, (uint8_t)(MK_HAND + k)); i++)
            assert_in_range(nj_cards_at(&s->cards, (uint8_t)(MK_HAND + k), i),
                            0, MK_VICTIMS_CARDS - 1);
    assert_int_equal(nj_cards_count(&s->cards, MK_BONUS), 0);
}

static void check_victim(const struct mix *x, nj_seat k)
{
    const struct mk_state *s = state_of(x);
    const struct mk_victim *v = &s->v[k];

    assert_true(v->dir < MK_DIRS && v->who < MK_WHO);
    if (v->cell == MK_NOWHERE) {
        assert_true(nj_prompt_open(x->m, k, "replace"));
        return;
    }
    assert_false(nj_mk_solid(nj_mk_table(x->m), v->cell));
    for (nj_seat i = 0; i < k; i++)
        assert_int_not_equal(s->v[i].cell, v->cell);
    if (!nj_mk_is_asking(x->m)) {
        assert_int_not_equal(v->cell, s->k.cell);
        assert_true(v->damage < nj_mk_of(x->m, k)->health);
        assert_true(nj_cards_count(&s->cards, (uint8_t)(MK_HAND + k)) <=
                    nj_mk_of(x->m, k)->limit);
    }
}

static void check(const struct mix *x)
{
    const struct mk_state *s = state_of(x);
    unsigned exert = 0;

    check_cards(x);
    for (nj_seat k = 0; k < s->n; k++) {
        check_victim(x, k);
        exert += s->v[k].exert;
    }
    assert_true(exert <= nj_mk_table(x->m)->exert_supply);
    assert_false(nj_mk_solid(nj_mk_table(x->m), s->k.cell));
    assert_true(!s->k.figure || s->k.shadow == MK_NOWHERE);
    if (!nj_mk_is_asking(x->m))
        assert_int_equal(s->k.figure, nj_mk_seen_by(x->m, s->k.cell) != 0);
    assert_true(s->round >= 1 && s->round <= s->last && s->kills < s->limit);
    assert_true(s->left <= TURN_MOST);
    assert_int_equal(s->n_then > 0, nj_mk_is_asking(x->m));
}

/* --- questions --- */

/* What everybody may ask, of anything: it is answered, and changes nothing. */
static void ask(const struct mix *x)
{
    static const char *const texts[] = {"",   "2",        "C18",     "1 C18",
                                        "NW", "stalk|WW", "hunt|N 3"};

    if ((x->inputs + 37 * x->seed) % ASKED_EVERY == 1)
        kit_ask_all(x->m, texts[x->seed % NJ_COUNT(texts)]);
}

/* --- inputs --- */

static void hear(const struct nj_message *msg)
{
    assert_true(nj_game_may_say(&nj_masked_killer, msg));
    if (strncmp(msg->key, "mk.err.", 7) == 0 &&
        strcmp(msg->key, "mk.err.channel") != 0)
        assert_int_not_equal(msg->to.to, NJ_TO_ALL); /* MK-10.4 */
}

static void apply(struct mix *x, struct nj_input *in)
{
    const struct nj_outcome *o;
    bool answered = strcmp(in->verb, "away") == 0; /* by the shell */

    if (in->kind != NJ_IN_TIMER)
        in->at_ms = nj_at(x->m) + 1000;
    in->reason = "";
    if (nj_match_fault(x->m, in) != NULL)
        return;
    o = nj_match_apply(x->m, in);
    x->inputs++;
    x->accepted += !o->refused;
    x->over = o->over;
    for (const struct nj_message *msg = o->messages; msg != NULL;
         msg = msg->next) {
        hear(msg);
        answered |=
            in->kind == NJ_IN_ORDER &&
            (msg->to.to == NJ_TO_ALL || nj_audience_has(msg->to, in->seat));
    }
    if (in->kind == NJ_IN_ORDER && !answered)
        fail_msg("seed %llu: nobody answered seat %d, %s '%s'",
                 (unsigned long long)x->seed, in->seat + 1, in->verb,
                 nj_input_text(in, 0));
    if (in->by == NJ_BY_COMPUTER && o->refused)
        fail_msg("seed %llu: seat %d was refused %s '%s': %s",
                 (unsigned long long)x->seed, in->seat + 1, in->verb,
                 nj_input_text(in, 0),
                 o->messages == NULL ? "" : o->messages->key);
    if (x->over)
        return;
    if (state_of(x)->phase == MK_PLAY)
        check(x);
    ask(x);
}

static void act_person(struct mix *x)
{
    nj_seat_set asked = nj_match_awaited(x->m);
    char text[NJ_ORDER_TEXT_MAX];
    struct nj_arg arg[KIT_TEXTS_MAX];
    struct nj_input in = {.kind = NJ_IN_ORDER, .by = NJ_BY_PERSON};
    const struct nj_verb *v;

    in.seat = (nj_seat)nj_rng_below(&x->rng, nj_seats(x->m));
    if (asked != 0 && nj_rng_below(&x->rng, 6) > 0)
        in.seat = nj_seat_nth(
            asked, nj_rng_below(&x->rng, (uint32_t)nj_seat_count(asked)));
    if (state_of(x)->offer.open && nj_rng_below(&x->rng, 2) == 0)
        in.seat = state_of(x)->offer.asked;
    in.verb = nj_rng_below(&x->rng, 400) == 0
                  ? nj_mk_attempt_away(&x->rng, text)
                  : nj_mk_attempt(x->m, in.seat, &x->rng, text);
    in.place =
        nj_mk_attempt_private(in.verb) ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    v = nj_game_verb(&nj_masked_killer, in.verb);
    in.args = (struct nj_args){.v = arg, .n = kit_texts(v, text, arg)};
    apply(x, &in);
}

static void time_passes(struct mix *x)
{
    struct nj_input in;
    int64_t at = 0;

    if (nj_match_deadline(x->m, &at) && nj_match_due(x->m, at, &in))
        apply(x, &in);
}

static void leave(struct mix *x)
{
    apply(x, &(struct nj_input){
                 .kind = NJ_IN_LEAVE,
                 .seat = (nj_seat)nj_rng_below(&x->rng, nj_seats(x->m)),
                 .by = NJ_BY_PERSON,
                 .verb = "leave"});
}

/* MK-19.23: somebody plays one seat more, if he may. */
static void share(struct mix *x)
{
    nj_seat seat = (nj_seat)nj_rng_below(&x->rng, nj_seats(x->m));
    nj_seat of = (nj_seat)nj_rng_below(&x->rng, nj_seats(x->m));

    apply(x, &(struct nj_input){.kind = NJ_IN_OVERRIDE,
                                .seat = NJ_SEAT_NONE,
                                .by = NJ_BY_PERSON,
                                .verb = "sub",
                                .args = NJ_ARGS(nj_arg_seat("seat", seat),
                                                nj_arg_word("to", "person"),
                                                nj_arg_seat("of", of))});
}

/* --- matches --- */

static void open_match(struct mix *x)
{
    struct nj_match_seat list[SEATS];
    uint8_t seats = (uint8_t)(2 + nj_rng_below(&x->rng, SEATS - 1));
    struct nj_match_setup setup = {.game = &nj_masked_killer,
                                   .data = kit_table(),
                                   .edition = "standard",
                                   .seats = list,
                                   .n_seats = seats};
    struct nj_input start = {
        .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""};

    kit_seats(list, seats, NULL,
              nj_rng_below(&x->rng, 3) == 0
                  ? 0xf
                  : (nj_seat_set)nj_rng_below(&x->rng, 16));
    kit_choose(&setup, choices, NJ_COUNT(choices), 3, &x->rng, &setup.options);
    nj_rng_splitmix64(&setup.rng, x->seed);
    x->m = nj_match_create(&setup);
    apply(x, &start);
    for (unsigned card = 0; card < MK_CARDS; card++)
        x->cards[card] = kit_table()->card[card].copies;
}

static void play(struct mix *x, uint64_t seed, struct totals *t)
{
    *x = (struct mix){.seed = seed};
    nj_rng_splitmix64(&x->rng, ~seed);
    open_match(x);
    while (!x->over) {
        struct nj_input in;

        if (nj_match_computer(x->m, &in)) {
            in.at_ms = 0;
            apply(x, &in);
        } else if (nj_rng_below(&x->rng, 25) == 0) {
            time_passes(x);
        } else if (nj_rng_below(&x->rng, 4000) == 0) {
            leave(x);
        } else if (nj_rng_below(&x->rng, 1000) == 0) {
            share(x);
        } else {
            act_person(x);
        }
        if (x->inputs > INPUTS_MAX)
            fail_msg("no end: NJ_MIX_SEED=%llu", (unsigned long long)seed);
    }
    t->inputs += x->inputs;
    t->accepted += x->accepted;
    t->won[state_of(x)->winner][state_of(x)->reason]++;
    nj_match_destroy(x->m);
}

static void every_match_ends_and_keeps_the_rules(void **state)
{
    uint64_t n =
        nj_from_env("NJ_MIX_MATCHES", nj_amount("MK_MATCHES", MATCHES));
    uint64_t seed = nj_from_env("NJ_MIX_SEED", 1);
    struct totals t = {.inputs = 0};

    NJ_UNUSED(state);
    nj_random_init();
    for (uint64_t i = 0; i < n; i++) {
        struct mix x;

        play(&x, seed + i, &t);
    }
    print_message(
        "%llu matches, %llu inputs, %llu accepted: victims by damage "
        "%u, by escape %u, killer by deaths %u, by time %u, nobody %u\n",
        (unsigned long long)n, (unsigned long long)t.inputs,
        (unsigned long long)t.accepted, t.won[MK_WON_BY_VICTIMS][MK_BY_DAMAGE],
        t.won[MK_WON_BY_VICTIMS][MK_BY_ESCAPE],
        t.won[MK_WON_BY_KILLER][MK_BY_KILLS],
        t.won[MK_WON_BY_KILLER][MK_BY_TIME], t.won[MK_WON_BY_NONE][MK_BY_HOST]);
    assert_true(t.accepted > n);
    if (n < MATCHES)
        return;
    assert_true(t.won[MK_WON_BY_VICTIMS][MK_BY_DAMAGE] > 0);
    assert_true(t.won[MK_WON_BY_VICTIMS][MK_BY_ESCAPE] > 0);
    assert_true(t.won[MK_WON_BY_KILLER][MK_BY_KILLS] > 0);
    assert_true(t.won[MK_WON_BY_KILLER][MK_BY_TIME] > 0);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_table_done();
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
