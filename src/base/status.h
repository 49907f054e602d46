/*
 * How a function says that the world did not do as asked.
 *
 * Three kinds of trouble, three ways (craft: assert, status, refusal). This
 * is the second: disk, network, files, configuration. A function returns
 * enum nj_status, writes its out-parameters only on NJ_OK, and puts one line
 * for the owner into struct nj_err: what failed, on which subject in quotes,
 * and what to do when we know it. Failing allocates nothing.
 */
#ifndef NJ_BASE_STATUS_H
#define NJ_BASE_STATUS_H

#include <stdarg.h>

#define NJ_MUST_USE          __attribute__((warn_unused_result))
#define NJ_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
/* Its room on the stack is not its caller's. */
#define NJ_APART __attribute__((noinline))
/* A large variable on the stack that is written before it is read: it is not
 * cleared first, as all others are in a release. */
#define NJ_UNCLEARED    __attribute__((uninitialized))
#define NJ_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/*
 * A loop over the n items of a list, by a pointer to each:
 *
 *     NJ_FOREACH(const struct die, d, cup->dice, cup->n)
 *         sum += d->pips;
 *
 * The list and n are read once, before the first of them.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): it declares its pointer. */
#define NJ_FOREACH(type, p, list, n) \
 for (type *p = (list), *p##_end = p + (n); p < p##_end; p++)

/* NOLINTEND(bugprone-macro-parentheses) */

enum nj_status {
    NJ_OK,
    NJ_ERR_BAD_INPUT, /* malformed: syntax, type, encoding */
    NJ_ERR_RANGE,     /* well-formed, but out of its bounds */
    NJ_ERR_LIMIT,     /* larger, deeper or more than we accept */
    NJ_ERR_NOT_FOUND, /* the thing named does not exist */
    NJ_ERR_EXISTS,    /* it does already: a duplicate */
    NJ_ERR_IO,        /* the operating system refused */
    NJ_ERR_FULL,      /* no space left; may work again later */
    NJ_ERR_CORRUPT,   /* stored data contradicts itself */
    NJ_ERR_BUSY,      /* somebody else holds it */
    NJ_ERR_MISMATCH   /* two things that must be equal are not */
};

/* One line for the owner; empty while nothing has failed. */
struct nj_err {
    char text[512];
};

/*
 * Writes the line into `err` (which may be NULL) and returns `st`, so that
 * `return nj_fail(err, NJ_ERR_IO, ...)` is the whole error path. A line that
 * is too long is cut at a character boundary; an empty one becomes what the
 * status means, so that no failure is without a word.
 */
enum nj_status nj_fail(struct nj_err *err, enum nj_status st, const char *fmt,
                       ...) NJ_PRINTF(3, 4);

/* The same with its arguments as a list. */
enum nj_status nj_vfail(struct nj_err *err, enum nj_status st, const char *fmt,
                        va_list args) NJ_PRINTF(3, 0);

/*
 * Puts `fmt` in front of what `err` already says, separated by ": "; used to
 * add the file or the place on the way up. Returns `st`.
 */
enum nj_status nj_fail_in(struct nj_err *err, enum nj_status st,
                          const char *fmt, ...) NJ_PRINTF(3, 4);

/* What a status means, in a few words. */
const char *nj_status_text(enum nj_status st);
/* What to print of a failure: its line, else what its status means. */
const char *nj_err_text(const struct nj_err *err, enum nj_status st);

#endif
