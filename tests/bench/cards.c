/*
 * H2: the end of a night of 杀手牌 with a full table, and whole matches of it.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "bench/bench.h"

#define SEATS    16
#define ORDERS   40
#define NIGHTS   64
#define NOW_MS   INT64_C(1760000000000)
#define CLAUSE   40
#define TEXT_MAX 8

/* Four cards in a row of this list are a hand, behind a commoner; each is used
 * on somebody, or on its holder. */
static const struct {
    const char *card, *verb;
    bool aimed;
} powers[] = {
    {"K", "kill", true},   {"SB", "bind", true},    {"CB", "curse", true},
    {"SN", "snipe", true}, {"CF", "confine", true}, {"BG", NULL, false},
    {"SH", "heal", true},  {"VW", "vest", false},   {"DP", "doom", true},
    {"W", "bite", true},   {"CA", "coroner", true}, {"AM", NULL, false}};

/* 260 characters, for two attacks. */
#define PART                                                                                                    \
 "今夜风大，灯火一盏一盏灭了，没有人知道是谁推开了那扇门。我走过长廊，数着" \
 "影子，把名字写在纸上，又把纸烧成灰。"
static const char text[] = PART PART PART PART PART;

struct nights {
    struct nj_bench *b;
    const struct nj_loaded_game *game;
    struct nj_match *match[NIGHTS];
    uint32_t n;
};

static void give(struct nj_match *m, const char *clause)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_match_given(m, clause, &err);

    NJ_ASSERT(st == NJ_OK);
}

static void give_hand(struct nj_match *m, unsigned seat)
{
    char clause[CLAUSE];

    (void)snprintf(clause, sizeof(clause), "%c hand C,%s,%s,%s,%s",
                   'A' + (char)seat, powers[seat % 12].card,
                   powers[(seat + 1) % 12].card, powers[(seat + 2) % 12].card,
                   powers[(seat + 3) % 12].card);
    give(m, clause);
}

static void order(struct nj_match *m, unsigned seat, const char *verb,
                  const struct nj_arg *args, uint32_t n)
{
    const struct nj_input in = {.kind = NJ_IN_ORDER,
                                .seat = (nj_seat)seat,
                                .place = NJ_PLACE_PRIVATE,
                                .at_ms = NOW_MS + 1000,
                                .verb = verb,
                                .args = {.v = args, .n = n},
                                .reason = ""};
    bool refused = nj_match_apply(m, &in)->refused;

    NJ_ASSERT(!refused);
}

/* Two orders of each seat, and three of every other one. */
static uint32_t order_of(struct nj_match *m, unsigned seat)
{
    uint32_t want = 2 + seat % 2, n = 0;

    for (unsigned i = 0; i < 4 && n < want; i++) {
        unsigned power = (seat + i) % 12;
        char target[TEXT_MAX] = "";
        struct nj_arg arg = nj_arg_text("text", target);

        if (powers[power].verb == NULL)
            continue;
        if (powers[power].aimed)
            (void)snprintf(target, sizeof(target), "%u",
                           1 + (seat + 3 * i + 1) % SEATS);
        order(m, seat, powers[power].verb, &arg, 1);
        n++;
    }
    return n;
}

/* The morning before the night's end: all is ordered, all attackers have
 * written. */
static struct nj_match *make_night(struct nights *x)
{
    static const char *const names[SEATS] = {"A", "B", "C", "D", "E", "F",
                                             "G", "H", "I", "J", "K", "L",
                                             "M", "N", "O", "P"};
    struct nj_match_seat seats[SEATS];
    struct nj_match_setup setup = {.game = x->game->game,
                                   .data = x->game->data,
                                   .edition = x->game->game->editions[0],
                                   .seats = seats,
                                   .n_seats = SEATS};
    const struct nj_arg piece[] = {nj_arg_text("text", text),
                                   nj_arg_int("left", 0)};
    struct nj_match *m;
    uint32_t n = 0;

    nj_options_default(setup.game, &setup.options);
    nj_rng_splitmix64(&setup.rng, 1);
    for (uint8_t i = 0; i < SEATS; i++)
        seats[i] = (struct nj_match_seat){
            .name = names[i], .join = i, .contribution = ""};
    m = nj_match_create(&setup);
    give(m, "seats ABCDEFGHIJKLMNOP");
    for (unsigned seat = 0; seat < SEATS; seat++)
        give_hand(m, seat);
    give(m, "");
    nj_match_given_done(m, NOW_MS);
    for (unsigned seat = 0; seat < SEATS; seat++) {
        order(m, seat, "manifesto", piece, 2);
        n += order_of(m, seat);
    }
    NJ_ASSERT(n == ORDERS);
    return m;
}

static void make_nights(void *ctx)
{
    struct nights *x = ctx;

    for (uint32_t i = 0; i < x->n; i++)
        x->match[i] = make_night(x);
}

static void end_nights(void *ctx)
{
    struct nights *x = ctx;

    for (uint32_t i = 0; i < x->n; i++) {
        struct nj_input in;
        bool fires = nj_match_fire(x->match[i], "night", &in);

        NJ_ASSERT(fires);
        (void)nj_match_apply(x->match[i], &in);
    }
}

static void forget_nights(struct nights *x)
{
    for (uint32_t i = 0; i < x->n; i++)
        nj_match_destroy(x->match[i]);
}

static enum nj_status find_game(struct nights *x, struct nj_bench *b,
                                struct nj_err *err)
{
    *x = (struct nights){.b = b, .n = b->quick ? 2 : NIGHTS};
    return nj_env_game(&b->env, "night-of-cards", &x->game, err);
}

enum nj_status nj_bench_loop_night(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err)
{
    struct nights x;
    enum nj_status st = find_game(&x, b, err);

    if (st != NJ_OK)
        return st;
    make_nights(&x);
    nj_bench_count(end_nights, &x);
    *times = x.n;
    forget_nights(&x);
    return NJ_OK;
}

static enum nj_status measure_matches(struct nights *x, struct nj_err *err)
{
    struct nj_bench_samples samples = {.n = 0};
    struct nj_bench_games g = {
        .game = x->game, .edition = x->game->game->editions[0], .seats = 9};
    enum nj_status st;

    nj_options_default(x->game->game, &g.options);
    st = nj_bench_games(x->b, &g, &samples, err);
    if (st == NJ_OK)
        nj_bench_put(NJ_BENCH_CARDS, &samples);
    return st;
}

enum nj_status nj_bench_cards(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_samples samples = {.n = 0};
    struct nights x;
    enum nj_status st = find_game(&x, b, err);

    if (st != NJ_OK)
        return st;
    for (uint32_t run = 0; run < b->runs + 1; run++) {
        double from;

        make_nights(&x);
        from = nj_bench_cpu_ns();
        end_nights(&x);
        if (run > 0) /* the first is to warm up */
            nj_bench_add(&samples, (nj_bench_cpu_ns() - from) / 1e3 / x.n);
        forget_nights(&x);
    }
    nj_bench_put(NJ_BENCH_NIGHT, &samples);
    nj_bench_count_row(b, "H2", "the same", "night", 0);
    return measure_matches(&x, err);
}
