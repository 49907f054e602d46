/*
 * Recorded matches of 黑影杀, both editions: people who try everything,
 * computer players beside them, a host who overrules, rounds that nobody uses.
 */
#include "cli/matches.h"
#include "games/shadow_hotel/attempts.h"
#include "kit/nj_test.h"
#include "kit/two_orders.h"

static const struct corpus_match classic[] = {
    {"classic-five", 5, 0, "live", "", 0, 0},
    {"classic-nine", 9, 0x1c0, "live", "order=priority afk_action=kill", 3, 0},
};

static const struct corpus_match level[] = {
    {"level-eight", 8, 0x0f, "live", "heaven_radio=on", 0, 0},
    {"level-twelve", 12, 0, "live", "", 2, 0},
};

/* As they are called in the files. */
static const char *const names[] = {
    "Ann", "\xe5\xb0\x8f\xe6\x98\x8e", "Cy", "Di", "Ed", "Flo"};

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct nj_two_worlds *w = ctx;
    const struct nj_match *m = w->side[0].m;
    const struct sh_attempts how = {nj_state_const(m), nj_sh_map(m), names,
                                    NJ_COUNT(names)};
    nj_seat_set asked = nj_match_awaited(m);

    in->seat = (nj_seat)nj_rng_below(rng, w->seats);
    if (asked != 0 && nj_rng_below(rng, 8) > 0)
        in->seat = nj_seat_nth(
            asked, nj_rng_below(rng, (uint32_t)nj_seat_count(asked)));
    in->place = NJ_PLACE_PRIVATE;
    in->verb = nj_sh_attempt(&how, in->seat, rng, text);
}

static const char *query_text(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    return "2";
}

static void power_text(void *ctx, struct nj_rng *rng,
                       char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const rulings[] = {
        "move ? #22",  "give ? coin",   "take ? coin",       "revive ? #30",
        "steps ? +1",  "unlock ?",      "know ? #12",        "reply ? hi",
        "phase 2",     "set power off", "put coin #22",      "queue hello",
        "swaprooms 2", "bullets 1",     "fix add no_tunnel", "radio 1 1"};
    const struct nj_two_worlds *w = ctx;

    nj_two_ruling(rulings, NJ_COUNT(rulings), NULL, w->seats, rng, text);
}

static const struct nj_two_power powers[] = {
    {"pause", "", 5},  {"resume", "", 30}, {"extend", "m", 8},
    {"skip", "", 20},  {"sub", "sc", 4},   {"announce", "t", 4},
    {"rule", "t", 25}, {"undo", "", 6},    {0}};

/* One of the rules' endings. */
static unsigned ending(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    return 1u << s->ending;
}

const struct corpus nj_corpus_hotel_classic = {
    .game = "shadow-hotel",
    .file = "shadow_hotel",
    .matches = classic,
    .n = NJ_COUNT(classic),
    .play = {.last_key = "none",
             .powers = powers,
             .order = order,
             .query_text = query_text,
             .power_text = power_text},
    .ending = ending,
    .taken_over = true};

const struct corpus nj_corpus_hotel_level = {.game = "shadow-hotel",
                                             .edition = "level-4016",
                                             .file = "shadow_hotel",
                                             .matches = level,
                                             .n = NJ_COUNT(level),
                                             .play = {.last_key = "none",
                                                      .powers = powers,
                                                      .order = order,
                                                      .query_text = query_text,
                                                      .power_text = power_text},
                                             .ending = ending,
                                             .taken_over = true};
