/*
 * What may be pressed instead of typed: words under a message.
 *
 * A row of a game's table says under which message a word is offered, to whom,
 * and when; the rows are gone through in order:
 *
 *     {"die.turn", "roll", .to = NJ_OFFER_ALL},
 *     {"die.pick", "take {dice}", NJ_OFFER_SEAT, .asks = "pick"},
 *     {"die.end", NJ_OFFERS_OVER, .to = NJ_OFFER_ALL},
 *
 * A word is typed in English: a press is read as if it had been typed. {name}
 * puts in an argument of the message: of a list one word for each item, of a
 * table one for the first column of each row. {} puts in what `list` writes.
 * The label is in the locale, the first that there is: `<prefix>.button.<word>`;
 * `<prefix>.button.<verb> <last>` of the last word behind the verb;
 * `<prefix>.button.<beginning> ...` of the longest beginning of the word;
 * `<prefix>.button.<verb>`, if it shows {{of}}, and else the last word; or the
 * whole. {{of}} is the last word, as texts call it (nj_game.labels).
 *
 * How many there are and in what order depends on nothing that this reader must
 * not know.
 */
#ifndef NJ_MATCH_OFFER_H
#define NJ_MATCH_OFFER_H

#include <stdbool.h>

#include "base/limits.h"
#include "match/message.h"

struct nj_match;

#define NJ_OFFER_BYTES 64 /* of a word, with the NUL */
#define NJ_OFFER_LIST  512
#define NJ_OFFER_ANY   "*" /* as a key: under each message */
#define NJ_OFFERS_OVER \
 NULL /* as a word: those that stand in that chat are over */

enum nj_offer_to {
    NJ_OFFER_ALL,  /* of a message to everybody */
    NJ_OFFER_NEXT, /* ... for the one seat that all wait for, if it is one */
    NJ_OFFER_SEAT  /* of a message to one seat alone */
};

struct nj_offer {
    const char *key;
    const char *word;
    enum nj_offer_to to;
    const char *asks; /* only while this question is open to the seat */
    /* `seat` is NJ_SEAT_NONE with NJ_OFFER_ALL. NULL: always. */
    bool (*when)(const struct nj_match *m, const struct nj_message *msg,
                 nj_seat seat);
    /* Tokens joined by ',', as WORDS are. */
    void (*list)(const struct nj_match *m, nj_seat seat,
                 char out[NJ_OFFER_LIST]);
};

/* What is offered under one message. */
struct nj_offered {
    int n;        /* -1: what stands is over */
    nj_seat only; /* nobody else may press; NJ_SEAT_NONE: whoever reads it */
    char word[NJ_BUTTONS_MAX][NJ_OFFER_BYTES];
};

/* By the table of the game; nothing, if it has none. */
void nj_match_offers(const struct nj_match *m, const struct nj_message *msg,
                     struct nj_offered *out);

#endif
