/*
 * Two worlds of 面具杀人魔 in play. What the rules let seats know (MK-10.1) is
 * read from both states, never from what the program says: as long as it is the
 * same, all that reaches these seats and the group has to be the same; once it
 * is not, the difference has come out, and the pair is done.
 *
 *   known.c        what the rules let seats know of a state and of an input
 *   twists.c       random boards, and the table of what may differ
 *   attempts.c     orders
 *   worlds_play.c  a host's words, what is not given
 */
#ifndef NJ_TESTS_MASKED_KILLER_WORLDS_PLAY_H
#define NJ_TESTS_MASKED_KILLER_WORLDS_PLAY_H

#include "games/masked_killer/attempts.h"
#include "kit/two_worlds.h"

#define WORLD_SEATS 4

/* --- twists.c --- */

struct pair {
    struct nj_match *m[2];
    struct mk_state *w[2];
    const struct mk_table *t;
    nj_seat_set hidden; /* whose things differ */
    struct nj_rng *rng;
};

struct twist {
    const char *name;
    const char *clause;
    /* Makes the worlds differ; false: there is no room for it here. */
    bool (*apply)(struct pair *p);
    /* The hidden seat does not do the same in both. */
    bool busy;
    bool whole; /* a match from its start, with computers that play */
};

extern const struct twist nj_mk_twists[];
extern const size_t nj_mk_twists_n;

/* A board in the middle of a match, the same for the same chance. */
void nj_mk_world_random(struct nj_match *m, struct nj_rng *rng);

/* --- known.c --- */

/* The way that an order leads the killer; its n is 0: it leads nowhere. */
struct mk_plan nj_mk_way_of(const struct nj_match *m, const struct nj_input *in,
                            const char *text);

/* 0, or one more than the cards that an order which accepts an offer shows. */
uint8_t nj_mk_shown_by(const struct nj_input *in, const char *text);

/* What was, in front of an input, and what it is. */
struct known_input {
    struct mk_state before;
    struct mk_plan way;
    uint8_t shows; /* nj_mk_shown_by() */
    nj_seat_set observers;
    const struct nj_message *said;
    bool taken;
    bool typed; /* by a person: its way is known */
};

/* What the observers and the group may know now, and by the input. */
void nj_mk_known(const struct nj_match *m, const struct known_input *in,
                 struct nj_str *out);

/* --- worlds_play.c --- */

struct worlds_play {
    struct nj_two_worlds two;
    const struct nj_game *game;
    const struct mk_table *table;
    struct nj_two_game rules;
    const struct twist *twist;
    uint8_t persons;
    unsigned of_two;          /* pairs with two persons so far */
    struct known_input in[2]; /* the input on its way */
    nj_seat_set hidden;
    struct nj_rng rng;
    struct nj_two_count count; /* met: taken while the states differed */
};

/* A pair by one row of the table; false: there was no room for it. */
bool nj_mk_worlds_open(struct worlds_play *p, const struct twist *twist,
                       struct nj_rng *rng);
void nj_mk_worlds_close(struct worlds_play *p);

#endif
