/*
 * Lines for the owner: formatting, cutting and prefixing them. Knows nothing
 * of what failed.
 */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bug.h"

/* Bytes that a character with this first byte takes; 1 for anything odd. */
static size_t char_bytes(unsigned char lead)
{
    if (lead >= 0xf0)
        return 4;
    if (lead >= 0xe0)
        return 3;
    return lead >= 0xc0 ? 2 : 1;
}

/* Drops the beginning of a character whose end did not fit. */
static void drop_torn_end(char *text, size_t len)
{
    size_t at = len;

    NJ_ASSERT(text[len] == '\0');
    for (int back = 0; back < 4 && at > 0; back++) {
        unsigned char c = (unsigned char)text[--at];

        if ((c & 0xc0) != 0x80) {
            if (at + char_bytes(c) > len)
                text[at] = '\0';
            return;
        }
    }
}

/* A line stays a line, whatever a file or a peer put into it. */
static void flatten(char *text)
{
    NJ_ASSERT(text != NULL);
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = ' ';
}

static void settle(char *text, size_t cap, int wanted)
{
    NJ_ASSERT(cap > 0);
    if (wanted < 0)
        text[0] = '\0';
    else if ((size_t)wanted >= cap)
        drop_torn_end(text, cap - 1);
    flatten(text);
}

const char *nj_status_text(enum nj_status st)
{
    switch (st) {
    case NJ_OK:
        return "nothing failed";
    case NJ_ERR_BAD_INPUT:
        return "something is malformed";
    case NJ_ERR_RANGE:
        return "a value is out of its bounds";
    case NJ_ERR_LIMIT:
        return "something is more than is accepted";
    case NJ_ERR_NOT_FOUND:
        return "something does not exist";
    case NJ_ERR_EXISTS:
        return "something exists already";
    case NJ_ERR_IO:
        return "the operating system refused";
    case NJ_ERR_FULL:
        return "no space is left";
    case NJ_ERR_CORRUPT:
        return "stored data contradicts itself";
    case NJ_ERR_BUSY:
        return "somebody else holds it";
    case NJ_ERR_MISMATCH:
        break;
    }
    return "two things that must be equal are not";
}

const char *nj_err_text(const struct nj_err *err, enum nj_status st)
{
    NJ_ASSERT(st != NJ_OK);
    return err->text[0] != '\0' ? err->text : nj_status_text(st);
}

enum nj_status nj_vfail(struct nj_err *err, enum nj_status st, const char *fmt,
                        va_list args)
{
    struct nj_err fresh; /* the arguments may point into *err */

    NJ_ASSERT(st != NJ_OK);
    if (err == NULL)
        return st;
    settle(fresh.text, sizeof(fresh.text),
           vsnprintf(fresh.text, sizeof(fresh.text), fmt, args));
    if (fresh.text[0] == '\0')
        (void)snprintf(fresh.text, sizeof(fresh.text), "%s",
                       nj_status_text(st));
    *err = fresh;
    return st;
}

enum nj_status nj_fail(struct nj_err *err, enum nj_status st, const char *fmt,
                       ...)
{
    va_list args;

    va_start(args, fmt);
    st = nj_vfail(err, st, fmt, args);
    va_end(args);
    return st;
}

enum nj_status nj_fail_in(struct nj_err *err, enum nj_status st,
                          const char *fmt, ...)
{
    struct nj_err front;
    va_list ap;

    NJ_ASSERT(st != NJ_OK);
    if (err == NULL)
        return st;
    va_start(ap, fmt);
    settle(front.text, sizeof(front.text),
           vsnprintf(front.text, sizeof(front.text), fmt, ap));
    va_end(ap);
    if (err->text[0] == '\0')
        return nj_fail(err, st, "%s", front.text);
    return nj_fail(err, st, "%s: %s", front.text, err->text);
}
