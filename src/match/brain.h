/*
 * What a computer player is: it hears what its seat hears and nothing else,
 * and acts on what it made of it.
 *
 * A game lists the messages that it listens to:
 *
 *     const struct nj_ear nj_die_ears[] = {
 *         {"die.turn", .hear = hear_turn},
 *         {"die.over", .note = {NJ_NOTE(struct mind, mine, 0)}},
 *         {"die.score", .note = {NJ_NOTE_OF(struct mind, score, "n"),
 *                                NJ_NOTE_MORE(struct mind, rolls, 1)},
 *          .own = true},
 *         {.key = NULL}};
 *
 * The scratch area is zeroed at the start. Draws come from the seat's own
 * stream, which the match places so that folding the log again gives the same
 * scratch area.
 */
#ifndef NJ_MATCH_BRAIN_H
#define NJ_MATCH_BRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "base/status.h"
#include "match/input.h"
#include "match/into.h"
#include "match/message.h"

/* One message, as one seat hears it. */
struct nj_hearing {
    void *scratch;
    const void *data; /* the game's, which is public */
    nj_seat me;
    const struct nj_message *msg;
    struct nj_rng *rng;
};

enum nj_noting {
    NJ_NOTED,
    NJ_NOTED_MORE, /* what stands there grows by `value`, or shrinks, as far as
                    * it goes */
    NJ_NOTED_BITS, /* ... gets those bits */
    NJ_NOTED_ONLY, /* ... keeps those bits alone */
    NJ_NOTED_SEATS /* ... gets the bits of the seats of the argument `of` */
};

/*
 * A member of the scratch area that becomes what was heard: `value`, or the
 * number of the argument `of` (0 if that is none, or has no room), or, with
 * `word`, whether that argument is this word.
 */
struct nj_note {
    struct nj_into into; /* width 0: the last one */
    int64_t value;
    const char *of, *word;
    enum nj_noting how;
    /* Not 0: `into` is the first of so many members side by side; the one of the
     * argument `seat` is meant, or none. */
    uint8_t seats;
};

#define NJ_NOTE(mind, member, v)      \
 {                                    \
  NJ_INTO(mind, member), .value = (v) \
 }
#define NJ_NOTE_OF(mind, member, arg) \
 {                                    \
  NJ_INTO(mind, member), .of = (arg)  \
 }
/* ... of the seat: `member` is the first of n. */
#define NJ_NOTE_AT(mind, member, n, v)              \
 {                                                  \
  NJ_INTO(mind, member), .value = (v), .seats = (n) \
 }
#define NJ_NOTE_AT_OF(mind, member, n, arg)        \
 {                                                 \
  NJ_INTO(mind, member), .of = (arg), .seats = (n) \
 }
#define NJ_NOTE_IS(mind, member, arg, w)          \
 {                                                \
  NJ_INTO(mind, member), .of = (arg), .word = (w) \
 }
#define NJ_NOTE_MORE(mind, member, v)                       \
 {                                                          \
  NJ_INTO(mind, member), .value = (v), .how = NJ_NOTED_MORE \
 }
#define NJ_NOTE_BITS(mind, member, v)                       \
 {                                                          \
  NJ_INTO(mind, member), .value = (v), .how = NJ_NOTED_BITS \
 }
#define NJ_NOTE_ONLY(mind, member, v)                       \
 {                                                          \
  NJ_INTO(mind, member), .value = (v), .how = NJ_NOTED_ONLY \
 }
#define NJ_NOTE_SEATS(mind, member, arg)                    \
 {                                                          \
  NJ_INTO(mind, member), .of = (arg), .how = NJ_NOTED_SEATS \
 }

/* What a message means to a computer player: notes are taken in order, then
 * `hear` (NULL: nothing) makes something of it. */
#define NJ_NOTES_MAX 6

struct nj_ear {
    const char *key;
    void (*hear)(const struct nj_hearing *h);
    struct nj_note note[NJ_NOTES_MAX];
    bool own; /* only if the argument `seat` is the one who hears */
};

/* The one for that key, or NULL: the list (NULL: none) has no such row. */
const struct nj_ear *nj_ear_for(const struct nj_ear *ears, const char *key);
/* Does as the ear says. */
void nj_ear_hears(const struct nj_ear *ear, const struct nj_hearing *h);

/* What it orders. `text` is its argument, "" for none, as it would be typed: a
 * text, a number, a seat from 1, words joined by ','; of a verb with several,
 * each behind the first follows a tab. A verb that takes text in pieces gets one
 * of them, tabs and all. */
struct nj_brain_order {
    const char *verb;
    char text[NJ_ORDER_TEXT_MAX];
    enum nj_place place;
};

/* Makes an order without a text, or with one; both return true, as `act`
 * does. */
bool nj_brain_orders(struct nj_brain_order *out, enum nj_place place,
                     const char *verb);
bool nj_brain_orders_text(struct nj_brain_order *out, enum nj_place place,
                          const char *verb, const char *format, ...)
    NJ_PRINTF(4, 5);

/* When computer players act: each from a moment of its own on, between these
 * percents of the phase's length, of which no more than `most_ms` counts, and of
 * that, with `share`, only one part in so many.
 * Whoever sits down in its midst has what is left for the length; where one
 * person at most plays, nobody waits. */
struct nj_tempo {
    uint8_t from, to; /* 0, 0: at once */
    int64_t most_ms;
    uint8_t share; /* 0: all of it */
};

struct nj_brain {
    size_t scratch_size;
    bool late; /* all act at the same time, so an order may come too late: its
                * refusal is no fault */
    /* Hears each message before its ear does; false: the ear is not asked.
     * NULL: it is. */
    bool (*listens)(const struct nj_hearing *h);
    const struct nj_ear *ears; /* ends with {0}; a key once; NULL: none */
    /* True and an order when the seat has something to do. It does not change
     * the scratch area. */
    bool (*act)(const void *scratch, const void *data, nj_seat me,
                struct nj_rng *rng, struct nj_brain_order *out);
    const struct nj_tempo *tempo; /* a row for each of the game's phases; NULL:
                                   * all act at once */
    bool paced; /* or the game says when, by nj_brain_wait() */
    /* `data` is what the table's option names (nj_game.data_option), and not the
     * first of the list. */
    bool chosen;
};

#endif
