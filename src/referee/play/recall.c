/*
 * The setting "recall" of the scope "match:<id>": pause or resume, who agrees,
 * until when, who has heard that changed words stand.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/bug.h"
#include "referee/books/entry.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "store/store.h"

#define SCOPE_BYTES 32
#define TEXT_BYTES  80

static void scope_of(const struct nj_entry *e, char out[SCOPE_BYTES])
{
    (void)snprintf(out, SCOPE_BYTES, "match:%lld", (long long)e->id);
}

void nj_recall_read(struct nj_referee *r, struct nj_entry *e)
{
    char scope[SCOPE_BYTES], text[TEXT_BYTES];
    char *p = text;

    if (e->recalled)
        return;
    e->recalled = true;
    scope_of(e, scope);
    NJ_ASSERT(e->agreed == 0 && e->changed == 0); /* else it would be lost */
    if (!nj_setting_get(r->store, scope, "recall", text, sizeof(text)))
        return;
    e->agreed_to_pause = strtol(p, &p, 10) != 0;
    e->agreed = (nj_seat_set)strtoul(p, &p, 16);
    e->agreed_until_ms = strtoll(p, &p, 10);
    e->changed = (nj_seat_set)strtoul(p, &p, 16);
}

void nj_recall_agree(const struct nj_referee *r, struct nj_entry *e,
                     const struct nj_agreed *a)
{
    NJ_ASSERT(e->recalled && (a->seats & ~a->all) == 0);
    if (r->now_ms >= e->agreed_until_ms || e->agreed_to_pause != a->pause)
        e->agreed = 0;
    e->agreed = (e->agreed & a->all) | a->seats;
    e->agreed_to_pause = a->pause;
    e->agreed_until_ms = r->now_ms + a->within_ms;
}

void nj_recall_keep(struct nj_referee *r, const struct nj_entry *e)
{
    char scope[SCOPE_BYTES], text[TEXT_BYTES];
    int n;

    NJ_ASSERT(e->recalled);
    scope_of(e, scope);
    n = snprintf(text, sizeof(text), "%d %x %lld %x", e->agreed_to_pause,
                 (unsigned)e->agreed, (long long)e->agreed_until_ms,
                 (unsigned)e->changed);
    NJ_ASSERT(n > 0 && n < TEXT_BYTES); /* what is cut off is read as nobody */
    nj_setting_put(r->store, scope, "recall", text);
}
