/*
 * What a host decides by word: "points 2 7", "set light on atend". A game lists
 * its decisions, a row each: how it begins, what follows, what it is about. The
 * words are read and checked; what stands and what will stand is put into short
 * words, for the host who is asked whether he means it and for the record; then
 * it is carried out.
 *
 *     static const char *const lights[] = {"dark", "lit"};
 *     static const struct nj_ruling_row rows[] = {
 *         {"points", "sn", .hi = 20, .into = NJ_INTO(struct die_seat, points)},
 *         {"set light", "n", "atend", .hi = 1, .names = lights,
 *          .into = NJ_INTO(struct die, light),
 *          .due = NJ_INTO(struct die, light_due)},
 *         {"say", "t", .before = "-", .after = "-", .apply = do_say},
 *         {.words = NULL}};
 *     static const struct nj_ruling_row *const tables[] = {rows, NULL};
 *     static const struct nj_rulings rulings = {
 *         tables, "die.err_ruling", NJ_RULING_SEATS(struct die, seat)};
 *
 *     fault = nj_ruling_read(m, &rulings, in->args, &r);  // changes nothing
 *     say_would(q, r.verb, r.before, r.after);            // "points", "3", "7"
 *     nj_ruling_run(m, &r);
 */
#ifndef NJ_MATCH_RULING_H
#define NJ_MATCH_RULING_H

#include "match/emit.h"
#include "match/into.h"
#include "match/reader.h"

#define NJ_RULING_NOTE 128 /* a word and what belongs to it */

struct nj_rulings;
struct nj_ruling_row;

/* A decision that has been read. */
struct nj_ruling {
    const struct nj_match *from;
    const struct nj_rulings *all;
    const struct nj_ruling_row *row;
    nj_seat seat; /* NJ_SEAT_NONE: none is named */
    int n, n2;    /* the number or choice, and the one read before it */
    /* What letters of the game's own mean, and what its checks found out. */
    uint8_t place, kind, item;
    bool extra;                /* the row's word follows */
    char typed[NJ_WORD_BYTES]; /* the choice, as it was typed */
    char text[NJ_ORDER_TEXT_MAX];
    char verb[16]; /* the first word of the row */
    char before[NJ_RULING_NOTE], after[NJ_RULING_NOTE];
};

struct nj_ruling_row {
    const char *words; /* it begins so; NULL: the last row */
    /* What follows: s seat, n number, w one of `choices`, t text to the end,
     * ? all behind it may be left out; other letters are the game's. */
    const char *args;
    const char *extra;          /* the word that may follow, or NULL */
    const char *const *choices; /* NULL-terminated */
    unsigned marks;             /* bits of the game's own, for `allow` */
    int lo, hi;                 /* of n, if hi is not 0 */
    /* What it is about, in the state or, if a seat comes first, in the seat;
     * and what its values are called, from 0, or NULL. */
    struct nj_into into;
    const char *const *names;
    /* What is written down: as it is, but %v the value that stands, %n n as a
     * value, %s the seat, %t the choice, other signs are the game's; one at
     * most. NULL: "%v" and "%n". What `check` has written stays. */
    const char *before, *after;
    /* Is it possible now? The code of a refusal, or NULL. It may write down
     * what it finds. */
    const char *(*check)(struct nj_ruling *r);
    void (*apply)(struct nj_match *m, struct nj_ruling *r); /* NULL: n is set */
    /* With the extra word: what becomes n later, or, of something that is
     * switched over then, whether it has to be. */
    struct nj_into due;
    bool switches;
};

/* The decisions of a game, and what it reads and says in its own way. */
struct nj_rulings {
    const struct nj_ruling_row *const *tables; /* NULL-terminated */
    const char *fault; /* the code: these words make no decision */
    size_t seats_at, seat_size;
    char seat; /* a letter of the game's own that names a seat, as `s` does */
    /* The code: a word may mean several seats; NULL: that is `fault`. */
    const char *several;
    /* Reads a letter of the game's own. */
    bool (*read)(struct nj_ruling *r, char letter, const struct nj_word *word);
    /* Writes the text as it may be printed; the code of a refusal, or NULL. */
    const char *(*clean)(const char *text, char *out, size_t size);
    /* Forbids by marks, in front of the row's check; the code, or NULL. */
    const char *(*allow)(const struct nj_ruling *r);
    /* Writes what a sign of the game's own stands for. */
    void (*note)(const struct nj_ruling *r, char sign,
                 char out[NJ_RULING_NOTE]);
};

#define NJ_RULING_SEATS(type, name) \
 .seats_at = offsetof(type, name), .seat_size = sizeof(((type *)NULL)->name[0])

/* Reads and checks the words of a power; the code of the refusal, or NULL. Also
 * of what is refused `verb` is there if a row begins so, else "". */
const char *nj_ruling_read(const struct nj_match *m,
                           const struct nj_rulings *all, struct nj_args args,
                           struct nj_ruling *out);
/* Carries it out. */
void nj_ruling_run(struct nj_match *m, struct nj_ruling *r);
/* Gives what the row is about the value n, or puts that down for later; false:
 * it waits. */
bool nj_ruling_set(struct nj_match *m, const struct nj_ruling *r);
/* Writes a note, cut where it is too long. */
void nj_ruling_note(char out[NJ_RULING_NOTE], const char *fmt, ...)
    NJ_PRINTF(2, 3);

#endif
