/* How often which side of 面具杀人魔 wins when computer players play it, and
 * what that hangs on: the knobs, each thing that they reckon with, a side that
 * plays at random, who is in the team (MK-18, 19.27).
 *
 * A few matches a row show that every row is played to its end, that chance loses
 * and that no victim ever takes him to be where he is not; the figures come with NJ_BALANCE=10000 matches a row, of all rows or of
 * those whose name begins as NJ_BALANCE_ROW says; NJ_BALANCE_DATA is a folder with
 * another board and other cards, as for the program. */
#include <stdlib.h>

#include "config/embed.h"
#include "config/read.h"
#include "games/masked_killer/attempts.h"
#include "games/masked_killer/mind.h"
#include "games/masked_killer/mk_kit.h"
#include "kit/amount.h"

#define MATCHES    (NJ_SLOW_BUILD ? 2 : 40)
#define ENOUGH     1000 /* matches, to say anything about shares */
#define INPUTS_MAX 20000
#define LATE       25 /* one in so many victims who try are too late */

/* What computer players do without, by bit. */
enum {
    NO_MAP = 1,    /* victims: any notion where he may be */
    NO_CLAIMS = 2, /* ... what the others hold */
    NO_VIEW =
        4, /* the killer: where they take him to be, and so what they do */
    NO_CARDS = 8, /* ... his cards */
    ANY_TEAM = 16 /* victims are drawn */
};

enum side {
    NOBODY,
    VICTIMS,
    KILLER
};

static const struct row {
    const char *name, *options;
    unsigned without;
    enum side chance; /* who plays at random */
} rows[] = {
    {"default", "", 0, NOBODY},
    {"killer_cards 1", "killer_cards=1", 0, NOBODY},
    {"killer_cards 3", "killer_cards=3", 0, NOBODY},
    {"victim_items 2", "victim_items=2", 0, NOBODY},
    {"victim_items 6", "victim_items=6", 0, NOBODY},
    {"without map", "", NO_MAP, NOBODY},
    {"without claims", "", NO_CLAIMS, NOBODY},
    {"without view", "", NO_VIEW, NOBODY},
    {"without cards", "", NO_CARDS, NOBODY},
    {"victims at random", "", 0, VICTIMS},
    {"killer at random", "", 0, KILLER},
    {"teams", "", ANY_TEAM, NOBODY},
};

struct sums {
    unsigned n, won[MK_WON_BY_KILLER + 1][MK_BY_HOST + 1];
    unsigned rounds;
    unsigned with[MK_WHO], with_won[MK_WHO]; /* of the first team */
};

/* --- computer players who lack something --- */

static unsigned without;

static bool listens(const struct nj_hearing *h)
{
    const struct mk_mind *mind = h->scratch;

    if ((without & NO_CLAIMS) != 0 && h->me < mind->n &&
        nj_message_says(h->msg, "mk.claim") &&
        nj_message_u8(h->msg, "seat") != h->me)
        return false;
    return nj_mk_listens(h);
}

static const struct nj_match *played;

/* MK-14.2: where he is, is never ruled out, by victims in their turns or by him who
 * reckons with what they believe, before he moves. */
static void expect_thought_of(const struct mk_mind *mind, bool hunts)
{
    const struct mk_state *s = nj_state_const(played);
    bool begins = hunts && s->left == 2 && mind->extra_moves == 0;

    if (mind->round > 0 && (s->active < s->n || begins))
        assert_true(nj_mk_has(&mind->maybe, s->k.cell));
}

static bool pick_any(const struct mk_mind *mind, struct nj_rng *rng,
                     struct nj_brain_order *out)
{
    uint32_t who;
    bool taken;

    do {
        who = nj_rng_below(rng, MK_LOOMIS);
        taken = false;
        for (nj_seat k = 0; k < mind->n; k++)
            taken |= mind->who[k] == who;
    } while (taken);
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, "pick", "%s",
                                nj_mk_who[who]);
}

static bool act(const void *scratch, const void *data, nj_seat me,
                struct nj_rng *rng, struct nj_brain_order *out)
{
    struct mk_mind mind = *(const struct mk_mind *)scratch;
    bool hunts = me == mind.n;

    if ((without & ANY_TEAM) != 0 && (mind.asked & MK_Q_PICK) != 0)
        return pick_any(&mind, rng, out);
    expect_thought_of(&mind, hunts);
    if ((without & (hunts ? NO_VIEW : NO_MAP)) != 0 && mind.round > 0)
        memset(&mind.maybe, 0, sizeof(mind.maybe));
    if ((without & NO_CARDS) != 0 && hunts)
        mind.n_hand = 0;
    return nj_mk_act(&mind, data, me, rng, out);
}

/* --- a match --- */

static bool apply(struct nj_match *m, struct nj_input *in)
{
    if (in->kind != NJ_IN_TIMER)
        in->at_ms = nj_at(m) + 1000;
    in->reason = "";
    return nj_match_fault(m, in) == NULL && nj_match_apply(m, in)->over;
}

/* The killer is never too late, or a computer player would do the rest for him
 * (MK-19.3); but when he has nothing left to do, time passes. */
static bool is_late(const struct nj_match *m, nj_seat_set asked,
                    struct nj_rng *rng)
{
    const struct mk_state *s = nj_state_const(m);

    if (asked == nj_bit(nj_mk_killer(s)))
        return s->phase == MK_PLAY && s->left == 0;
    return asked == 0 || nj_rng_below(rng, LATE) == 0;
}

/* Somebody of those seats tries something. */
static bool try(struct nj_match *m, nj_seat_set seats, struct nj_rng *rng)
{
    nj_seat_set asked = nj_match_awaited(m) & seats;
    char text[NJ_ORDER_TEXT_MAX];
    struct nj_arg arg[2];
    struct nj_input in = {.kind = NJ_IN_ORDER, .by = NJ_BY_PERSON};
    const struct nj_verb *v;
    int64_t at;

    if (is_late(m, asked, rng))
        return nj_match_deadline(m, &at) && nj_match_due(m, at, &in) &&
               apply(m, &in);
    in.seat =
        nj_seat_nth(asked, nj_rng_below(rng, (uint32_t)nj_seat_count(asked)));
    in.verb = nj_mk_attempt(m, in.seat, rng, text);
    in.place =
        nj_mk_attempt_private(in.verb) ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    v = nj_game_verb(&nj_masked_killer, in.verb);
    if (v->args[0] != '\0')
        arg[in.args.n++] = nj_arg_text("text", text);
    if (nj_verb_pieces(v))
        arg[in.args.n++] = nj_arg_int("left", 0);
    in.args.v = arg;
    return apply(m, &in);
}

static nj_seat_set seats_of(enum side side, uint8_t n)
{
    nj_seat_set killer = (nj_seat_set)(1U << (n - 1));

    return side == NOBODY ? 0 : side == KILLER ? killer : killer - 1;
}

static struct nj_match *open_match(const struct row *row, uint8_t n,
                                   const struct nj_game *game, uint64_t seed)
{
    struct nj_match_seat list[MK_VICTIMS_MAX + 1];
    struct nj_match_setup setup = {.game = game,
                                   .data = *kit_table_place(),
                                   .edition = "standard",
                                   .seats = list,
                                   .n_seats = n};
    char last[40];

    /* He sits last, so that it is known who plays at random. */
    (void)snprintf(last, sizeof(last), "killer=%s %s",
                   n == 3 ? "third" : "fourth", row->options);
    kit_set(game, &setup.options, last);
    kit_seats(list, n, NULL, (nj_seat_set)~seats_of(row->chance, n));
    nj_rng_splitmix64(&setup.rng, seed);
    nj_hash_bytes(&seed, sizeof(seed), &setup.brain_key);
    return nj_match_create(&setup);
}

static void count(const struct nj_match *m, const uint8_t team[MK_VICTIMS_MAX],
                  struct sums *sums)
{
    const struct mk_state *s = nj_state_const(m);

    sums->n++;
    sums->won[s->winner][s->reason]++;
    sums->rounds += s->round;
    for (nj_seat k = 0; k < s->n; k++)
        if (team[k] < MK_WHO) {
            sums->with[team[k]]++;
            sums->with_won[team[k]] += s->winner == MK_WON_BY_VICTIMS;
        }
}

static void play(const struct row *row, uint8_t n, uint64_t seed,
                 struct sums *sums)
{
    struct nj_game game = nj_masked_killer;
    struct nj_rng rng;
    uint8_t team[MK_VICTIMS_MAX] = {MK_NOBODY, MK_NOBODY, MK_NOBODY};
    struct nj_input in = {
        .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""};
    unsigned inputs = 0;
    struct nj_match *m;
    bool over;

    game.brain.act = act;
    game.brain.listens = listens;
    m = open_match(row, n, &game, seed);
    played = m;
    nj_rng_splitmix64(&rng, ~seed);
    for (over = apply(m, &in); !over && inputs < INPUTS_MAX; inputs++) {
        const struct mk_state *s = nj_state_const(m);

        for (nj_seat k = 0; s->phase == MK_START && k < s->n; k++)
            team[k] = s->v[k].who;
        over = nj_match_computer(m, &in)
                   ? apply(m, &in)
                   : try(m, seats_of(row->chance, n), &rng);
    }
    if (!over)
        fail_msg("%s, %u seats: match %llu has no end", row->name, n,
                 (unsigned long long)seed);
    count(m, team, sums);
    nj_match_destroy(m);
}

/* --- rows --- */

static double share(unsigned part, unsigned n)
{
    return n == 0 ? 0 : 100.0 * part / n;
}

static unsigned killers(const struct sums *s)
{
    return s->won[MK_WON_BY_KILLER][MK_BY_KILLS] +
           s->won[MK_WON_BY_KILLER][MK_BY_TIME];
}

static void print(const struct row *row, uint8_t n, const struct sums *s)
{
    print_message("%-18s %u victims: killer %5.1f, of these by time %4.1f; "
                  "escape %4.1f, damage %4.1f; rounds %4.1f\n",
                  row->name, n - 1U, share(killers(s), s->n),
                  share(s->won[MK_WON_BY_KILLER][MK_BY_TIME], s->n),
                  share(s->won[MK_WON_BY_VICTIMS][MK_BY_ESCAPE], s->n),
                  share(s->won[MK_WON_BY_VICTIMS][MK_BY_DAMAGE], s->n),
                  (double)s->rounds / s->n);
    for (unsigned who = 0; (row->without & ANY_TEAM) && who < MK_LOOMIS; who++)
        print_message("  teams with %-8s win %5.1f\n", nj_mk_who[who],
                      share(s->with_won[who], s->with[who]));
}

static void expect(const struct row *row, const struct sums *s)
{
    double killer = share(killers(s), s->n);

    if (row->chance == VICTIMS)
        assert_true(killer >= 90);
    if (row->chance == KILLER)
        assert_true(killers(s) <= s->n / 2 + 1);
    if (row == rows && s->n >= ENOUGH)
        assert_true(killer > 46 && killer < 54); /* MK-19.27 */
}

static void every_row_is_played(void **state)
{
    uint64_t n = nj_from_env("NJ_BALANCE", MATCHES);
    const char *only = getenv("NJ_BALANCE_ROW");

    NJ_UNUSED(state);
    nj_random_init();
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        for (uint8_t seats = 3; seats <= MK_VICTIMS_MAX + 1; seats++) {
            struct sums s = {.n = 0};

            if (only != NULL && strncmp(rows[i].name, only, strlen(only)) != 0)
                continue;
            without = rows[i].without;
            for (uint64_t k = 0; k < n; k++)
                play(&rows[i], seats, 1 + k, &s);
            print(&rows[i], seats, &s);
            expect(&rows[i], &s);
        }
}

static int load(void **state)
{
    struct nj_blob blob = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    if (nj_embed_read(getenv("NJ_BALANCE_DATA"), KIT_BOARD, &blob, &err) !=
            NJ_OK ||
        nj_mk_table_load(blob.text, blob.len, kit_table_place(), &err) != NJ_OK)
        fail_msg("%s", err.text);
    nj_blob_fini(&blob);
    return 0;
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
        cmocka_unit_test(every_row_is_played),
    };

    return cmocka_run_group_tests_name("games/masked_killer/balance", tests,
                                       load, done);
}
