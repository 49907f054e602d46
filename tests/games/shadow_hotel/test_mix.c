/* Random matches of 黑影杀 in both editions, with options and without, by
 * computer players and by persons who try everything, hosts who overrule
 * included: each ends in time, keeps the invariants of SH-18.3 after every
 * input, speaks in the right places only, and its log replays to the same.
 *
 * 5000 matches in an optimised build, 500 in any other, or as many as
 * NJ_MIX_MATCHES says; NJ_MIX_SEED begins elsewhere. */
#include <inttypes.h>
#include <stdlib.h>

#include "games/shadow_hotel/mix.h"
#include "kit/amount.h"

#define MATCHES (NJ_SLOW_BUILD ? 500 : 5000)

#define EVERY_FOLD 10 /* so many matches for one whose log is replayed */

/* --- what happens next --- */

static void act_clock(struct mix *x)
{
    static const char *const names[] = {"round",  "round", "remind", "prompt",
                                        "prompt", "turn",  "min",    "spawn"};
    struct nj_input in;

    if (nj_match_fire(x->m, MIX_PICK(x, names), &in))
        nj_sh_mix_apply(x, &in);
}

static void leave(struct mix *x)
{
    nj_sh_mix_apply(
        x, &(struct nj_input){.kind = NJ_IN_LEAVE,
                              .seat = (nj_seat)nj_sh_mix_below(x, x->n),
                              .by = NJ_BY_PERSON,
                              .verb = "leave"});
}

static void act(struct mix *x)
{
    struct nj_input in;
    uint32_t k = nj_sh_mix_below(x, 1000);

    if (x->hosted && k < 20)
        nj_sh_mix_host(x);
    else if (nj_timer_paused(x->m))
        nj_sh_mix_overrule(x, "resume", NJ_NO_ARGS);
    else if (k < 22)
        leave(x);
    else if (k < 35 || nj_sh_mix_state(x)->stage == SH_SPAWN)
        act_clock(x);
    else if (nj_match_computer(x->m, &in)) {
        in.at_ms = 0;
        nj_sh_mix_apply(x, &in);
    } else
        nj_sh_mix_person(x);
}

/* --- matches --- */

struct totals {
    uint64_t inputs, accepted;
    unsigned ending[SH_LOST + 1];
    unsigned deaths;
};

static void play(struct mix *x, uint64_t seed, struct totals *t)
{
    nj_seat_set computers;

    nj_sh_mix_begin(x, seed);
    x->n = (uint8_t)(4 + nj_sh_mix_below(x, 9));
    x->hosted = nj_sh_mix_below(x, 4) == 0;
    computers = nj_sh_mix_below(x, 2) == 0
                    ? 0
                    : (nj_seat_set)nj_sh_mix_below(x, 1u << 12);
    nj_sh_mix_open(x, computers);
    while (!x->over) {
        act(x);
        if (x->inputs > 10 * MIX_INPUTS_MAX)
            fail_msg("no end");
    }
    t->inputs += x->inputs;
    t->accepted += x->accepted;
    t->ending[nj_sh_mix_state(x)->ending]++;
    t->deaths += nj_sh_mix_state(x)->n_deaths;
    if (seed % EVERY_FOLD == 0)
        nj_sh_mix_fold(x);
    nj_sh_mix_close(x);
}

static void every_match_ends_and_keeps_the_rules(void **state)
{
    static struct mix x;
    uint64_t n = nj_from_env("NJ_MIX_MATCHES", MATCHES);
    uint64_t seed = nj_from_env("NJ_MIX_SEED", 1);
    struct totals t = {.inputs = 0};

    (void)state;
    nj_random_init();
    for (uint64_t i = 0; i < n; i++) {
        if (getenv("NJ_MIX_TELL") != NULL)
            print_message("NJ_MIX_SEED=%" PRIu64 "\n", seed + i);
        play(&x, seed + i, &t);
    }
    print_message("%" PRIu64 " matches, %" PRIu64 " inputs, %" PRIu64
                  " accepted, %u escapes, %u awakenings, %u loops, %u lost, "
                  "%u deaths\n",
                  n, t.inputs, t.accepted, t.ending[SH_ESCAPE],
                  t.ending[SH_AWAKEN], t.ending[SH_LOOP], t.ending[SH_LOST],
                  t.deaths);
    if (n >= MATCHES)
        for (int e = SH_ESCAPE; e <= SH_LOST; e++)
            assert_true(t.ending[e] > 0);
}

/* T187, SH-16.1: matches of computer players end, none of them types more than
 * 20 commands a round, questions are answered, and hardly ever has a round to
 * wait for its clock. */
struct bots {
    unsigned rounds, refused, prompts, late;
    unsigned keys[2]; /* taken by Brillo, by players */
};

/* Who takes a key shows by it that he is not Brillo, if she never does. */
static void note_key(const struct mix *x, const struct nj_input *in,
                     struct bots *b)
{
    if (strcmp(in->verb, "take") == 0 && in->args.n > 0 &&
        strcmp(in->args.v[0].s, "key") == 0)
        b->keys[in->seat != nj_sh_mix_state(x)->brillo]++;
}

static void time_passes(struct mix *x, struct bots *b)
{
    struct nj_input in;
    int64_t at = 0;

    assert_true(nj_match_deadline(x->m, &at));
    assert_true(nj_match_due(x->m, at, &in));
    b->prompts += strcmp(in.verb, "prompt") == 0;
    b->late += strcmp(in.verb, "round") == 0;
    nj_sh_mix_apply(x, &in);
}

static void play_computers(struct mix *x, uint64_t seed, struct bots *b)
{
    unsigned typed[SH_SEATS_MAX] = {0};
    uint8_t round = 0;
    struct nj_input in;

    nj_sh_mix_begin(x, seed);
    x->n = 8;
    x->plain = true;
    nj_sh_mix_open(x, 0xff);
    while (!x->over) {
        unsigned accepted = x->accepted;
        nj_seat seat;

        if (nj_sh_mix_state(x)->round != round) {
            memset(typed, 0, sizeof(typed));
            round = nj_sh_mix_state(x)->round;
            b->rounds++;
        }
        if (!nj_match_computer(x->m, &in)) {
            time_passes(x, b);
            continue;
        }
        seat = in.seat;
        in.at_ms = 0;
        if (strcmp(x->edition, "level-4016") == 0)
            note_key(x, &in, b); /* in the other she breaks what lies there */
        nj_sh_mix_apply(x, &in);
        if (x->accepted == accepted)
            b->refused++;
        else
            assert_true(++typed[seat] <= 20);
    }
    nj_sh_mix_close(x);
}

static void computers_end_their_matches(void **state)
{
    static struct mix x;
    struct bots b = {.rounds = 0};

    (void)state;
    for (uint64_t seed = 1; seed <= MATCHES / 5; seed++)
        play_computers(&x, seed, &b);
    print_message("%u rounds, %u refused, %u ended by the clock\n", b.rounds,
                  b.refused, b.late);
    assert_int_equal(b.prompts, 0);
    assert_true(b.late * 100 <= b.rounds);
    assert_true(b.refused * 20 <= b.rounds);
    print_message("keys taken: %u by Brillo, %u by others\n", b.keys[0],
                  b.keys[1]);
    assert_true(b.keys[0] * 20 >= b.keys[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_match_ends_and_keeps_the_rules),
        cmocka_unit_test(computers_end_their_matches),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
