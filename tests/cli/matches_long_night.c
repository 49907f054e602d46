/*
 * Recorded matches of 漫漫长夜, in its modes, with events and absent people.
 */
#include <stdio.h>
#include <string.h>

#include "cli/matches.h"
#include "kit/nj_test.h"
#include "match/emit.h"

static const struct corpus_match matches[] = {
    {"two-persons", 2, 0, NULL, "", 0, 0},
    {"three-persons", 3, 0, NULL, "event=gardener stop_walls=on", 0, 0},
    {"four-persons", 4, 0, NULL, "event=random max_msg=5 letters=on", 0, 0},
    {"five-persons", 5, 0, NULL, "event=overgrowth start_walls=off cap=40", 0,
     0},
    {"six-persons", 6, 0, NULL, "event=rain auto_after=1 abandon_rounds=2", 0,
     0},
    {"mixed-three", 3, 0x2, NULL, "event=rain afk_think=10s think=20s act=30s",
     0, 0},
    {"mixed-six", 6, 0x29, NULL, "auto_after=0 cap=200", 0, 0},
    {"computers-four", 4, 0xf, NULL, "event=random stop_walls=on", 0, 0},
    {"computers-six", 6, 0x3f, NULL, "event=overgrowth abandon_rounds=20", 0,
     0},
    {"absent-three", 3, 0, NULL, "abandon_rounds=20", 40, 0},
    {"stopping-six", 6, 0, NULL, "stop_walls=on auto_after=0", 0, 0},
    {"stopping-five", 5, 0, NULL, "event=rain stop_walls=on auto_after=0", 0,
     0},
    {"stopping-four", 4, 0x1, NULL, "event=overgrowth start_walls=off", 0, 0},
    {"abandoned-four", 4, 0x8, NULL, "auto_after=3", 60, 0},
    {"twist-three", 3, 0x4, NULL, "blocks=twist ext=on event=gardener", 0, 0},
    {"wild-five", 5, 0x3, NULL, "blocks=wild ext=on size=10", 0, 0},
    {"crazy-six", 6, 0x15, NULL, "blocks=crazy ext=on event=random bombs=3", 0,
     0},
    {"custom-three", 3, 0x2, NULL,
     "blocks=custom ext=on list=N21,N22,N23,N25,N27,N28,N29,N30,SN5,SN6,1,2,"
     "E1,E2,EN5,EN6",
     0, 0},
    {"crazy-four", 4, 0, NULL, "blocks=crazy size=10 event=rain bombs=1", 0, 0},
    {"hiding-four", 4, 0x2, NULL, "hide=step melee=on boss=minotaur grace=on",
     0, 0},
    {"hiding-three", 3, 0, NULL, "hide=turn capture=point plan=on event=rain",
     0, 0},
    {"hunted-six", 6, 0x38, NULL, "boss=minotaur stop_walls=on hide=turn", 0,
     0},
};

static const char *verb_of(uint32_t k)
{
    if (k < 70)
        return "move";
    if (k < 96)
        return "stop";
    return k < 97 ? "end" : "auto";
}

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const moves[] = {"u",
                                        "d",
                                        "l",
                                        "r",
                                        "uu",
                                        "r3",
                                        "l,d",
                                        "\xe4\xb8\x8a\xe5\x8f\xb3",
                                        "\xe5\xb7\xa6 2",
                                        "\xe2\x86\x93\xe2\x86\x92",
                                        "ZX",
                                        "sy",
                                        "d2l2u1r9"};
    const struct nj_two_worlds *w = ctx;
    nj_seat_set awaited = nj_match_awaited(w->side[0].m);
    uint32_t k = nj_rng_below(rng, 100);

    while (in->seat + 1u < w->seats && (awaited & nj_bit(in->seat)) == 0)
        in->seat++;
    in->verb = verb_of(k);
    if (k >= 80 && k < 96 && nj_option(w->side[0].m, "bombs") > 0)
        in->verb = "bomb";
    if (nj_option(w->side[0].m, "hide") > 0) {
        in->verb = k % 10 == 7 ? "hide" : in->verb;
        in->place =
            nj_rng_below(rng, 2) == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE;
    }
    if (k >= 96)
        in->seat = (nj_seat)nj_rng_below(rng, w->seats);
    if (strcmp(in->verb, "move") == 0 || strcmp(in->verb, "auto") == 0)
        in->args.n = 1;
    (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s",
                   in->args.n == 0 ? ""
                   : k >= 97       ? (k == 98 ? "on" : "off")
                                   : moves[nj_rng_below(rng, NJ_COUNT(moves))]);
}

static const char *query_text(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    return "1 2 3";
}

static const struct nj_two_power powers[] = {
    {"pause", "", 10}, {"resume", "", 40},   {"extend", "m", 10},
    {"skip", "", 10},  {"kick", "s", 1},     {"sub", "sc", 10},
    {"undo", "", 60},  {"announce", "t", 5}, {0}};

const struct corpus nj_corpus_long_night = {.game = "long-night",
                                            .file = "long_night",
                                            .matches = matches,
                                            .n = NJ_COUNT(matches),
                                            .taken_over = true,
                                            .play = {.last_key = "none",
                                                     .powers = powers,
                                                     .order = order,
                                                     .query_text = query_text}};
