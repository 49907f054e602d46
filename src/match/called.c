/*
 * Whom people name (called.h).
 */
#include "match/called.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/utf8.h"
#include "match/emit.h"

#define FULL_WIDTH 0xfee0 /* from a character of ASCII to its wide form */

int nj_called_number(const char *text)
{
    size_t left = strlen(text);
    int v = 0;
    int digits = 0;
    bool over = false; /* a blank behind the digits */

    while (left > 0) {
        int32_t cp = 0;
        size_t n = nj_utf8_next(text, left, &cp);

        text += n;
        left -= n;
        if (nj_utf8_space(cp)) {
            over = digits > 0;
            continue;
        }
        if (cp > FULL_WIDTH)
            cp -= FULL_WIDTH;
        if (cp < '0' || cp > '9' || over || ++digits > 2)
            return -1;
        v = v * 10 + (cp - '0');
    }
    NJ_ASSERT(v >= 0 && v <= 99);
    return digits > 0 ? v : -1;
}

const char *nj_called_behind(const char *text, char sign)
{
    int32_t cp = 0;
    size_t n = nj_utf8_next(text, strlen(text), &cp);

    NJ_ASSERT(sign > ' ' && sign <= '~');
    return cp == sign || cp == sign + FULL_WIDTH ? text + n : NULL;
}

static bool begins_with(const char *name, const char *start)
{
    size_t n = strlen(start);
    char head[NJ_NAME_MAX];

    if (n == 0 || n >= sizeof(head) || strlen(name) < n)
        return false;
    memcpy(head, name, n);
    head[n] = '\0';
    return nj_utf8_valid(head, n) && nj_same_name(head, start);
}

nj_seat_set nj_seats_called(const struct nj_match *m, const char *text)
{
    nj_seat_set whole = 0;
    nj_seat_set begun = 0;

    for (nj_seat k = 0; k < nj_seats(m); k++) {
        const char *name = nj_seat_name(m, k);

        if (nj_same_name(name, text))
            whole |= nj_bit(k);
        if (begins_with(name, text))
            begun |= nj_bit(k);
    }
    return whole != 0 ? whole : begun;
}

/* "1+2"; 0: it is something else. */
static nj_seat_set seats_joined(const struct nj_match *m, const char *text)
{
    nj_seat_set set = 0;

    while (*text != '\0') {
        char *end;
        long v = strtol(text, &end, 10);

        if (v < 1 || v > nj_seats(m) || (*end != '\0' && *end != '+'))
            return 0;
        set |= nj_bit((nj_seat)(v - 1));
        text = *end == '+' ? end + 1 : end;
    }
    NJ_ASSERT(set >> nj_seats(m) == 0);
    return set;
}

nj_seat nj_seat_called(const struct nj_match *m, const char *text,
                       nj_seat_set *several)
{
    int v = nj_called_number(text);
    nj_seat_set fits = 0;

    if (v < 0)
        fits = strchr(text, '+') != NULL ? seats_joined(m, text)
                                         : nj_seats_called(m, text);
    else /* it may be the seat, or the whole name of another */
        for (nj_seat k = 0; k < nj_seats(m); k++)
            if (k + 1 == v || nj_same_name(nj_seat_name(m, k), text))
                fits |= nj_bit(k);
    *several = 0;
    NJ_ASSERT(fits >> nj_seats(m) == 0);
    if (nj_seat_count(fits) == 1)
        return nj_seat_nth(fits, 0);
    *several = fits;
    return NJ_SEAT_NONE;
}
