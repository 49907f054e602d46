/*
 * Leaks planted into a game, one kind at a time: the driver of two worlds has
 * to catch each. The game's test says what is secret and how the game would
 * tell it; what leaks how, and what has to show, is the same for all.
 *
 *     struct nj_game *game = nj_leaky_game(&leaky);
 *     for (nj_leak = 0; nj_leak < NJ_LEAKS; nj_leak++)
 *         ... play pairs of `game`; nj_leak_shows(nj_leak) has to show
 */
#ifndef NJ_KIT_TWO_LEAKS_H
#define NJ_KIT_TWO_LEAKS_H

#include "match/match.h"

enum {
    NJ_LEAK_ARGUMENT,
    NJ_LEAK_TEXT,
    NJ_LEAK_CLAUSE,
    NJ_LEAK_PRIVATE,
    NJ_LEAK_ORDER,
    NJ_LEAK_COUNT,
    NJ_LEAK_HOST,
    NJ_LEAK_CHOICES,
    NJ_LEAK_BUTTONS,
    NJ_LEAK_PICTURE,
    NJ_LEAK_REFUSAL,
    NJ_LEAK_REFUSED,
    NJ_LEAK_QUERY,
    NJ_LEAK_AWAITED,
    NJ_LEAK_TIMER,
    NJ_LEAK_NEW_TIMER,
    NJ_LEAK_COMPUTER,
    NJ_LEAKS /* from here on a game's own */
};

/* The kind that leaks now. */
extern int nj_leak;
/* What the driver has to find then. */
const char *nj_leak_shows(int leak);

struct nj_leaky {
    const struct nj_game *game;
    /* Whose surroundings are the secret now. NULL: everything is, seat 0. */
    nj_seat (*whose)(const struct nj_match *m);
    unsigned (*secret)(const struct nj_match *m, nj_seat seat);
    const char *const *verbs; /* whose orders tell it; ends with NULL */
    const char *refusing;     /* and the one whose refusals do */
    const char *query;        /* and the one whose answers do */
    /* With one of two reasons. */
    int (*refuse)(struct nj_match *m, const struct nj_input *in,
                  unsigned reason);
    /* Is the refusing order taken as a rule? NULL: it is. */
    bool (*takes)(const struct nj_match *m, const struct nj_input *in);
    /* A message of the game that has the value among its arguments, and one
     * that shows the bit in the type of an argument alone. */
    void (*say)(struct nj_match *m, struct nj_audience to, unsigned value,
                const char *clause);
    void (*say_typed)(struct nj_match *m, unsigned bit);
    const char *plain; /* the key of a message without arguments */

    struct {
        const char *verb, *choices[2][2]; /* of a question, by the bit */
    } ask;

    const char *glyphs[2]; /* of a picture */
    const char *odd;       /* what no computer player would order */
};

/* The game with the leaks in it; `l` is lent to it. There is one at a time. */
struct nj_game *nj_leaky_game(const struct nj_leaky *l);
/* Its verb of that name, for a game's own leaks: these go on to ... */
struct nj_verb *nj_leaky_verb(const char *name);
/* ... how it takes the order, and answers the query. */
int nj_leaky_step(struct nj_match *m, const struct nj_input *in);
void nj_leaky_query(const struct nj_match *m, struct nj_query *q);

#endif
