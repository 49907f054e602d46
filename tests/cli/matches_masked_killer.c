/*
 * Recorded matches of 面具杀人魔: tables of two, three and four, people who try
 * everything, computer players of either side, to each of the endings.
 */
#include "cli/matches.h"
#include "games/masked_killer/attempts.h"
#include "kit/nj_test.h"
#include "kit/two_orders.h"
#include "match/emit.h"

static const struct corpus_match matches[] = {
    {"two-persons", 2, 0, "live", "", 0, 0},
    {"three-persons", 3, 0, "live", "pictures=turn", 0, 0},
    {"four-persons", 4, 0, "day", "auto_end=off", 3, 0},
    {"computers-three", 3, 0x7, "live", "", 0, 0},
    {"computers-four", 4, 0xf, "live", "", 0, 0},
    {"helped-four", 4, 0xf, "live", "victim_items=4", 0, 0},
    {"hunted-two", 2, 0x1, "live", "killer_cards=3 killer_floor=0", 0, 0},
    {"resting-three", 3, 0x1, "live", "afk=rest afk_after=1", 12, 0},
    {"mixed-four", 4, 0x5, "live", "killer=first answer_s=0 killer_cards=1", 0,
     150},
    {"street-13", 3, 0x7, "live", "victim_items=5", 0, 50},
    {"street-12", 3, 0x7, "live", "victim_items=4", 0, 45},
    {"driven-16", 3, 0, "live", "killer_floor=0", 0, 0},
    {"haunted-20", 4, 0x1, "live", "killer=first killer_cards=3 killer_floor=0",
     0, 0},
};

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct nj_two_worlds *w = ctx;
    const struct nj_match *m = w->side[0].m;
    nj_seat_set asked = nj_match_awaited(m);

    in->seat = (nj_seat)nj_rng_below(rng, w->seats);
    if (asked != 0 && nj_rng_below(rng, 8) > 0)
        in->seat = nj_seat_nth(
            asked, nj_rng_below(rng, (uint32_t)nj_seat_count(asked)));
    in->verb = nj_mk_attempt(m, in->seat, rng, text);
    in->place =
        nj_mk_attempt_private(in->verb) ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
}

static const char *query_text(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    return "1 C18";
}

static void power_text(void *ctx, struct nj_rng *rng,
                       char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const rulings[] = {
        "place killer J9",     "face ? N",     "damage killer 11",
        "exert ? 2",           "give ? tommy", "give ? lindsey",
        "give ? blue_key",     "place ? E11",  "car blue open",
        "deck SE bottom soda", "place ? F11",  "side staggered"};
    const struct nj_two_worlds *w = ctx;

    nj_two_ruling(rulings, NJ_COUNT(rulings), NULL, w->seats, rng, text);
}

static const struct nj_two_power powers[] = {
    {"pause", "", 5},  {"resume", "", 30}, {"extend", "m", 8},
    {"skip", "", 2},   {"sub", "sc", 8},   {"announce", "t", 4},
    {"rule", "t", 90}, {"undo", "", 10},   {0}};

static unsigned ending(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    return 1u << s->reason;
}

const struct corpus nj_corpus_masked_killer = {
    .ending = ending,
    .endings = 1u << MK_BY_DAMAGE | 1u << MK_BY_ESCAPE | 1u << MK_BY_KILLS |
               1u << MK_BY_TIME,
    .game = "masked-killer",
    .file = "masked_killer",
    .matches = matches,
    .n = NJ_COUNT(matches),
    .play = {.last_key = "mk.end",
             .powers = powers,
             .order = order,
             .query_text = query_text,
             .power_text = power_text},
    .taken_over = true};
