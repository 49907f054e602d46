/*
 * The words of scenarios. A scenario's `given:` line puts a match into any
 * state by clauses, parted by ';', and its `end:` line prints the state in
 * words of the same kind. What clauses a game has it lists in tables; each row
 * says what a clause begins with and what it sets:
 *
 *     static const struct nj_given_row rows[] = {
 *         {"round", NJ_GIVEN_NUMBER(struct die, round, 1, 99)},
 *         {"doubled", NJ_GIVEN_SET(struct die, doubled, 1), .shown = "x2"},
 *         {"cup", "ROW,COLUMN", .read = given_cup},
 *         {NULL}};
 *     static const struct nj_given_row seat_rows[] = {
 *         {"has", NJ_GIVEN_NUMBER(struct die_seat, points, 0, 20)},
 *         {"out", NJ_GIVEN_SET(struct die_seat, out, 1)},
 *         {NULL}};
 *
 *     enum nj_status nj_die_given(struct nj_match *m, const char *clause,
 *                                 struct nj_err *err)
 *     {
 *         static const struct nj_given_clauses clauses = {
 *             rows, seat_rows, NJ_GIVEN_SEATS(struct die, seat)};
 *
 *         if (clause[0] == '\0')
 *             return check_board(nj_state_const(m), err);
 *         return nj_given_read(m, &clauses, clause, err);
 *     }
 *
 * reads "round 3; doubled; cup 2,4; A has 7; B out". What a table cannot say
 * a function reads, by the readers of match/reader.h. The first row whose words
 * stand there is meant: "knows all" stands before "knows". `.shown` prints
 * what the same row sets.
 */
#ifndef NJ_MATCH_GIVEN_H
#define NJ_MATCH_GIVEN_H

#include "base/str.h"
#include "match/emit.h"
#include "match/game.h"
#include "match/into.h"
#include "match/reader.h"

struct nj_given_row;

/* A clause that is being read. */
struct nj_given {
    struct nj_match *m;
    const struct nj_given_row *row;
    void *of;     /* what the row is about: the state, or one seat of it */
    nj_seat seat; /* whose clause it is; NJ_SEAT_NONE: nobody's */
    struct nj_reader r; /* what is not read yet */
};

/* Reads on; false: what stands there is wrong, which ends the scenario. */
typedef bool nj_given_fn(struct nj_given *g);

struct nj_given_row {
    const char *words;      /* it begins so: "power off"; NULL: the last row */
    const char *form;       /* what `read` reads, for errors; NULL: nothing */
    struct nj_into into;    /* set first, if it has a width: */
    int64_t lo, hi;         /* to the number that follows, lo..hi; */
    int64_t value;          /* to this if hi is 0; else for `read` to use */
    nj_given_fn *read;      /* then called; NULL: nothing follows */
    bool many;              /* `read` is called until the end */
    const char *key, *text; /* an option that it sets, if that is the least of
                             * its values as yet */
    /* For nj_given_show(): what stands for the row where the member is
     * `value`, or, with the number behind it, where it is not `usual`. */
    const char *shown;
    int64_t usual;
    const char *const *words_of; /* for nj_given_word() */
};

#define NJ_GIVEN_SET(type, name, v) .into = NJ_INTO(type, name), .value = (v)
#define NJ_GIVEN_NUMBER(type, name, l, h) \
 .into = NJ_INTO(type, name), .lo = (l), .hi = (h)

/* The clauses of a game: about the match, and, behind the name of a seat,
 * about that seat, whose struct stands in an array of the state. */
struct nj_given_clauses {
    const struct nj_given_row *rows;
    const struct nj_given_row *seat_rows; /* NULL: there are none */
    size_t seats_at, seat_size;
    /* Reads whom the clause is about; NJ_SEAT_NONE: nobody. NULL: seats have
     * their names ("seats ABC" of the scenario). */
    nj_seat (*who)(struct nj_given *g);
};

#define NJ_GIVEN_SEATS(type, name) \
 .seats_at = offsetof(type, name), .seat_size = sizeof(((type *)NULL)->name[0])

/* Reads a clause that is not empty. The error says what would be right. */
NJ_MUST_USE enum nj_status nj_given_read(struct nj_match *m,
                                         const struct nj_given_clauses *c,
                                         const char *clause,
                                         struct nj_err *err);

/* Reads the name of a seat, or its beginning; NJ_SEAT_NONE: none stands there,
 * nothing is read. */
nj_seat nj_given_seat(struct nj_given *g);

/* `read` of rows with `into`: "A", a seat; "ABC", seats as a set by the first
 * letters of their names; a word of the NULL-terminated list `words_of`, as its
 * number. */
nj_given_fn nj_given_one_seat, nj_given_seat_set, nj_given_word;
/* Reads a number of lo..hi, at most 255, into *out. */
bool nj_given_byte(struct nj_given *g, int64_t lo, int64_t hi, uint8_t *out);

/* Appends " <shown>" for each row that has one, of the struct `of`. */
void nj_given_show(const struct nj_given_row *rows, const void *of,
                   struct nj_str *out);

#endif
