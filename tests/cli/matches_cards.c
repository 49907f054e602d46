/*
 * Recorded matches of 杀手牌: tables of 6 to 16, every preset, computer players
 * and people who try everything they can name.
 */
#include <stdio.h>
#include <string.h>

#include "cli/matches.h"
#include "kit/nj_test.h"
#include "match/emit.h"

static const struct corpus_match matches[] = {
    {"blitz-six", 6, 0x03, "blitz", "", 0, 0},
    {"classic-seven", 7, 0, "classic7", "max_days=6", 3, 0},
    {"live-seven", 7, 0x55, "live", "", 0, 0},
    {"standard-eight", 8, 0xff, "standard", "", 0, 0},
    {"fourcard-nine", 9, 0x1c0, "fourcard", "bells=off", 0, 0},
    {"allies-eleven", 11, 0x0f0, NULL,
     "know_allies=on lifedeath=always manifesto_chars=0 income=3", 0, 0},
    {"strict-thirteen", 13, 0x1555, "live",
     "hand=4 onehit_scope=strike bodyguard_kinds=6 reveal=none", 0, 0},
    {"full-sixteen", 16, 0xfff0, "live", "novote=none reorder=off afk_limit=1",
     20, 0},
};

/* How often each is tried; s a seat, p a seat and a place, t a type, c a camp, w
 * a text, x which order. */
static const struct {
    const char *verb, *words;
    unsigned weight;
} tries[] = {
    {"kill", "s", 9},    {"bite", "s", 9},      {"snipe", "s", 6},
    {"aim", "p", 4},     {"saint", "", 3},      {"bind", "s", 6},
    {"heal", "s", 6},    {"vest", "", 4},       {"bane", "", 3},
    {"confine", "s", 5}, {"doom", "s", 4},      {"pardon", "s", 4},
    {"curse", "s", 5},   {"bless", "s", 4},     {"coroner", "s", 3},
    {"arson", "s", 4},   {"morph", "t", 6},     {"antisnipe", "", 3},
    {"vote", "s", 25},   {"done", "", 12},      {"undone", "", 1},
    {"cancel", "x", 4},  {"manifesto", "w", 8}, {"pieces", "x", 3},
    {"order", "x", 10},  {"camp", "c", 2},      {"auto", "c", 2},
};

static const char prose[] =
    "the quick brown fox jumps over a lazy dog while seven wizards mix black "
    "ink, and nobody at this table shall ever know who wrote these plain "
    "words by candle light before dawn";

static const char *any(struct nj_rng *rng, const char *const *list, size_t n)
{
    return list[nj_rng_below(rng, (uint32_t)n)];
}

static void put_words(const char *how, uint8_t seats, struct nj_rng *rng,
                      char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const types[] = {"SN", "DP", "CB", "K", "SB", "BG"};
    static const char *const camps[] = {"killer", "wolf", "lone", "on", "off"};
    static const char *const which[] = {"last",  "all",   "#1",
                                        "stock", "clear", "default"};
    unsigned seat = 1 + (unsigned)nj_rng_below(rng, seats);

    text[0] = '\0';
    if (how[0] == 's')
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%u", seat);
    if (how[0] == 'p')
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%u|%u", seat,
                       1 + (unsigned)nj_rng_below(rng, 4));
    if (how[0] == 't')
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s",
                       any(rng, types, NJ_COUNT(types)));
    if (how[0] == 'c')
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s",
                       any(rng, camps, NJ_COUNT(camps)));
    if (how[0] == 'x')
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s",
                       any(rng, which, NJ_COUNT(which)));
    if (how[0] == 'w')
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s", prose);
}

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct nj_two_worlds *w = ctx;
    uint32_t all = 0, at;
    size_t i = 0;

    for (size_t k = 0; k < NJ_COUNT(tries); k++)
        all += tries[k].weight;
    for (at = nj_rng_below(rng, all); at >= tries[i].weight; i++)
        at -= tries[i].weight;
    in->seat = (nj_seat)nj_rng_below(rng, w->seats);
    in->verb = tries[i].verb;
    in->place =
        strcmp(in->verb, "vote") == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE;
    put_words(tries[i].words, w->seats, rng, text);
}

static const char *query_text(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    return "SN";
}

static void power_text(void *ctx, struct nj_rng *rng,
                       char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const rulings[] = {"void 1 #1",     "points 2 9",
                                          "card 3 lose C", "ballot 4 clear",
                                          "strike 5 1",    "night"};

    NJ_UNUSED(ctx);
    (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s",
                   any(rng, rulings, NJ_COUNT(rulings)));
}

static const struct nj_two_power powers[] = {
    {"pause", "", 5},  {"resume", "", 30}, {"extend", "m", 8},
    {"skip", "", 60},  {"sub", "sc", 8},   {"announce", "t", 4},
    {"rule", "t", 25}, {"undo", "", 4},    {0}};

const struct corpus nj_corpus_cards = {.game = "night-of-cards",
                                       .file = "night_of_cards",
                                       .matches = matches,
                                       .n = NJ_COUNT(matches),
                                       .play = {.last_key = "none",
                                                .powers = powers,
                                                .order = order,
                                                .query_text = query_text,
                                                .power_text = power_text},
                                       .taken_over = true};
