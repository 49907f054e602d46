/*
 * What enters a match. Inputs are the log: the state is their fold.
 */
#ifndef NJ_MATCH_INPUT_H
#define NJ_MATCH_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"
#include "match/message.h"

enum nj_input_kind {
    NJ_IN_START,
    NJ_IN_ORDER,    /* a seat wants something */
    NJ_IN_TIMER,    /* `verb` names the timer whose deadline passed */
    NJ_IN_LEAVE,    /* a seat gives up its place */
    NJ_IN_OVERRIDE, /* a host's power; `verb` names it */
    NJ_IN_UNDO      /* the host's power to go back, verb "undo": the game
                     * chooses how far; of a seat: its `take_back` */
};

enum nj_place {
    NJ_PLACE_GROUP,
    NJ_PLACE_PRIVATE
};

/* Who typed an order: it matters to games that ask whether a person acted. */
enum nj_by {
    NJ_BY_PERSON,
    NJ_BY_COMPUTER,
    NJ_BY_HOST,
    NJ_BY_CLOCK,
    NJ_BY_ADMIN /* of the group, with a power of the host's */
};

struct nj_input {
    uint32_t seq; /* 1, 2, ...; given by the match */
    int64_t at_ms;
    enum nj_input_kind kind;
    nj_seat seat; /* who asks; NJ_SEAT_NONE for clock and host */
    enum nj_place place;
    enum nj_by by;
    const char *verb;    /* a verb of the game, a timer, a host's power */
    struct nj_args args; /* of an order: "text", "n" or "seat" by letter */
    const char *reason;  /* a host's; "" otherwise */
};

/* Texts an order may have, and the names of its text arguments in turn:
 * "text", "text2", "text3". */
#define NJ_INPUT_TEXTS_MAX 3
const char *nj_input_text_name(uint32_t i);

/* What an order came with: its text number i, from 0; the tokens of words in
 * its texts; its number. "", or `otherwise`: it has none. */
const char *nj_input_text(const struct nj_input *in, uint32_t i);
const char *nj_input_words(const struct nj_input *in);
/* All that a person typed for it, of a verb with the letter 'r'; "": nobody typed
 * anything. */
#define NJ_INPUT_TYPED "typed"
const char *nj_input_typed(const struct nj_input *in);
int64_t nj_input_number(const struct nj_input *in, int64_t otherwise);

/* The words of the match file: "order", "group", "person"; and back (false:
 * no such word). */
const char *nj_input_kind_word(enum nj_input_kind kind);
bool nj_input_kind_parse(const char *word, enum nj_input_kind *out);
const char *nj_place_word(enum nj_place place);
bool nj_place_parse(const char *word, enum nj_place *out);
const char *nj_by_word(enum nj_by by);
/* A host's power, whoever has used it? */
bool nj_by_power(enum nj_by by);
bool nj_by_parse(const char *word, enum nj_by *out);

#endif
