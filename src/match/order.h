/*
 * An order in two halves: what forbids it, and what it does.
 *
 * The orders of a game begin and end alike; the game says once how, in its
 * `struct nj_frame`, and what is left of each is a row with two functions, of
 * which the first changes nothing:
 *
 *     static const char *lay_fault(const struct nj_match *m,
 *                                  struct nj_attempt *a)
 *     {
 *         const struct die_state *s = nj_state_const(m);
 *
 *         return s->seat[a->seat].bombs == 0 ? "die.err_no_bomb" : NULL;
 *     }
 *
 *     static void lay(struct nj_match *m, const struct nj_attempt *a) ...
 *
 *     const struct nj_order die_lay = {DIE_TURN, "DIE-7", lay_fault, lay};
 *
 * and in the table of verbs {"lay", "", NJ_CHANNEL_GROUP, .order = &die_lay}.
 *
 * The match runs check, fault, begin, act and end, or up to the first of the
 * former two that refuses: so nothing is changed before it is known that
 * nothing forbids it.
 */
#ifndef NJ_MATCH_ORDER_H
#define NJ_MATCH_ORDER_H

#include <stddef.h>

#include "match/input.h"

struct nj_match;
struct nj_order;

#define NJ_PLAN_MAX 1024

/* An order on its way through its halves. */
struct nj_attempt {
    const struct nj_input *in;
    nj_seat seat; /* whose order it is */
    const struct nj_order *order;
    const char *clause; /* a refusal rests on it: the row's, unless `fault`
                         * names another */
    void *plan; /* the game's own: what `fault` has found out, for `act`; zeroed
                 * in front of it */
};

struct nj_order {
    unsigned when;      /* the kind of check; the game's own word for it */
    const char *clause; /* "SH-5.7" */
    /* Returns the code of the refusal, or NULL; changes nothing but the plan.
     * NULL: what `check` allows, nothing else forbids. */
    const char *(*fault)(const struct nj_match *m, struct nj_attempt *a);
    void (*act)(struct nj_match *m, const struct nj_attempt *a);
};

/* What the orders of a game have in common; each may be NULL. */
struct nj_frame {
    size_t plan_size; /* up to NJ_PLAN_MAX */
    /* Whether orders of that kind are allowed now: 0, or what nj_refuse()
     * returned. There is no plan yet. */
    int (*check)(struct nj_match *m, const struct nj_attempt *a);
    /* Says no, by the code of `fault`, when a plain refusal (`refuse` of the
     * game) is not enough: it has arguments. */
    int (*refuse)(struct nj_match *m, const struct nj_attempt *a,
                  const char *code);
    /* In front of each act, and behind it. */
    void (*begin)(struct nj_match *m, const struct nj_attempt *a);
    void (*end)(struct nj_match *m, const struct nj_attempt *a);
};

/*
 * For `fault`: what may be wrong, in the order in which it is told. Returns the
 * code of the first that is, or NULL. All conditions are looked at, so each
 * must be safe to look at.
 *
 *     return NJ_FIRST_FAULT({s->over, "die.err_over"},
 *                           {s->turn != a->seat, "die.err_not_your_turn"});
 */
struct nj_fault {
    bool is;
    const char *code; /* NULL: what comes behind it does not matter */
};

#define NJ_FIRST_FAULT(...)                                      \
 nj_first_fault((const struct nj_fault[]){__VA_ARGS__},          \
                sizeof((const struct nj_fault[]){__VA_ARGS__}) / \
                    sizeof(struct nj_fault))
const char *nj_first_fault(const struct nj_fault *faults, size_t n);

/* For `fault`: the code, which rests on another clause than the row's. */
const char *nj_fault_of(struct nj_attempt *a, const char *clause,
                        const char *code);

#endif
