/*
 * Words and numbers of the clauses of a scenario.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/given.h"

bool nj_sh_given_word(struct sh_given *r, char *out, size_t size)
{
    size_t n;

    r->at += strspn(r->at, " ");
    n = strcspn(r->at, " ");
    if (n == 0 || n >= size)
        return false;
    memcpy(out, r->at, n);
    out[n] = '\0';
    r->at += n;
    return true;
}

bool nj_sh_given_follows(struct sh_given *r, const char *want)
{
    struct sh_given ahead = *r;
    char got[32];

    if (!nj_sh_given_word(&ahead, got, sizeof(got)) || strcmp(got, want) != 0)
        return false;
    *r = ahead;
    return true;
}

bool nj_sh_given_at_end(const struct sh_given *r)
{
    return r->at[strspn(r->at, " ")] == '\0';
}

bool nj_sh_given_number(struct sh_given *r, unsigned hi, uint8_t *out)
{
    unsigned v = 0;

    NJ_ASSERT(hi <= UINT8_MAX);
    r->at += strspn(r->at, " ");
    if (*r->at < '0' || *r->at > '9')
        return false;
    while (*r->at >= '0' && *r->at <= '9' && v <= hi)
        v = v * 10 + (unsigned)(*r->at++ - '0');
    if (v > hi)
        return false;
    *out = (uint8_t)v;
    return true;
}

bool nj_sh_given_room(struct sh_given *r, uint8_t *out)
{
    return nj_sh_given_number(r, r->map->n, out) && *out >= 1;
}

bool nj_sh_given_rest(struct sh_given *r, char *out, size_t size)
{
    const char *text = r->at + strspn(r->at, " ");
    size_t n = strlen(text);

    if (n == 0 || n >= size)
        return false;
    memset(out, 0, size);
    memcpy(out, text, n + 1);
    r->at += strlen(r->at);
    return true;
}

nj_seat nj_sh_given_seat_of(const struct sh_given *r, char letter)
{
    for (nj_seat k = 0; k < r->s->n; k++)
        if (nj_seat_name(r->m, k)[0] == letter)
            return k;
    return NJ_SEAT_NONE;
}
