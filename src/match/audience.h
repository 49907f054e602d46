/*
 * Who gets to hear something. A message has exactly one audience; two
 * audiences are two messages.
 */
#ifndef NJ_MATCH_AUDIENCE_H
#define NJ_MATCH_AUDIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* A seat is 0..n-1 in C and 1..n wherever people read or type it. */
typedef uint8_t nj_seat;
typedef uint32_t nj_seat_set;

#define NJ_SEAT_NONE ((nj_seat)0xff)

static inline nj_seat_set nj_bit(nj_seat seat)
{
    return (nj_seat_set)1 << seat;
}

/* Whether the seat is one of the set; NJ_SEAT_NONE is in none. */
static inline bool nj_seat_in(nj_seat_set set, nj_seat seat)
{
    return seat < 32 && (set >> seat & 1) != 0;
}

/* The first seat of a set that is not before `from`, or NJ_SEAT_NONE. */
static inline nj_seat nj_seat_from(nj_seat_set set, nj_seat from)
{
    for (nj_seat k = from; k < 32 && set >> k != 0; k++)
        if ((set >> k & 1) != 0)
            return k;
    return NJ_SEAT_NONE;
}

/*
 * A loop over the seats of a set, in order:
 *
 *     NJ_FOREACH_SEAT(k, nj_computers(m))
 *         say_hello(m, k);
 *
 * The set is read once, before the first of them.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): it declares its seat. */
#define NJ_FOREACH_SEAT(k, set)                                               \
 for (nj_seat_set k##_set = (set), k##_left = 1; k##_left != 0; k##_left = 0) \
  for (nj_seat k = nj_seat_from(k##_set, 0); k != NJ_SEAT_NONE;               \
       k = nj_seat_from(k##_set, (nj_seat)(k + 1)))

/* NOLINTEND(bugprone-macro-parentheses) */

static inline uint8_t nj_seat_count(nj_seat_set set)
{
    uint8_t n = 0;

    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* The n-th seat of a set, counted from 0; NJ_SEAT_NONE: it has fewer. */
static inline nj_seat nj_seat_nth(nj_seat_set set, uint32_t n)
{
    for (nj_seat k = 0; set != 0; k++, set >>= 1)
        if ((set & 1) != 0 && n-- == 0)
            return k;
    return NJ_SEAT_NONE;
}

/* Writes the seats of a set in order, and returns how many they are. */
static inline uint32_t nj_seats_of(nj_seat_set set, nj_seat *list)
{
    uint32_t n = 0;

    for (nj_seat k = 0; set != 0; k++, set >>= 1)
        if ((set & 1) != 0)
            list[n++] = k;
    return n;
}

enum nj_to {
    NJ_TO_ALL,   /* everyone: the home chats; "G" in scenarios */
    NJ_TO_SEATS, /* each seat of a set in private; "P3", "P1+3" */
    NJ_TO_HOST,  /* the host in private; "H" */
    NJ_TO_RECORD /* nobody until the match is over; "R" */
};

struct nj_audience {
    enum nj_to to;
    nj_seat_set seats; /* NJ_TO_SEATS only */
};

static inline struct nj_audience nj_to_all(void)
{
    return (struct nj_audience){.to = NJ_TO_ALL};
}

static inline struct nj_audience nj_to_seat(nj_seat seat)
{
    return (struct nj_audience){.to = NJ_TO_SEATS, .seats = nj_bit(seat)};
}

static inline struct nj_audience nj_to_seats(nj_seat_set seats)
{
    return (struct nj_audience){.to = NJ_TO_SEATS, .seats = seats};
}

static inline struct nj_audience nj_to_host(void)
{
    return (struct nj_audience){.to = NJ_TO_HOST};
}

static inline struct nj_audience nj_to_record(void)
{
    return (struct nj_audience){.to = NJ_TO_RECORD};
}

/* Those of `seats` who may read what is addressed to `a`. Everyone reads
 * NJ_TO_ALL; the host's and the record's messages belong to no seat. */
static inline nj_seat_set nj_audience_among(struct nj_audience a,
                                            nj_seat_set seats)
{
    if (a.to == NJ_TO_ALL)
        return seats;
    return a.to == NJ_TO_SEATS ? a.seats & seats : 0;
}

/* May `seat` read it? */
static inline bool nj_audience_has(struct nj_audience a, nj_seat seat)
{
    return nj_audience_among(a, nj_bit(seat)) != 0;
}

#endif
