/*
 * The ledger in words: a line for the chat, one for each credit, and one each
 * with the moments of its last minute. A life that ends without a farewell has
 * kept all but what was under way.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "gateway/qqbot/credit_priv.h"

#define DAY_MS 86400000

/* --- writing --- */

static void put_ring(char name, const struct nj_qb_ring *r, int64_t now_ms,
                     struct nj_str *out)
{
    uint32_t n = nj_qb_ring_count(r, NJ_QB_MINUTE_MS, now_ms);

    if (n == 0)
        return;
    nj_str_addf(out, "%c", name);
    for (uint32_t i = n; i > 0; i--)
        nj_str_addf(out, " %lld", (long long)r->at[(r->n - i) % NJ_QB_RING]);
    nj_str_puts(out, "\n");
}

static void put_chat(const struct nj_qb_chat *c, int64_t now_ms,
                     struct nj_str *out)
{
    nj_str_addf(out, "s %d %lld %u %lld %lld\n", (int)c->state,
                (long long)c->day, (unsigned)c->pushed, (long long)c->held_ms,
                (long long)c->hold_ms);
    NJ_FOREACH(const struct nj_qb_credit, k, c->credits, NJ_QB_CREDITS_MAX) {
        if (k->kind != NJ_QB_REF_NONE && k->until_ms > now_ms)
            nj_str_addf(out, "c %d %u %u %lld %lld %s\n", (int)k->kind,
                        (unsigned)k->left, (unsigned)k->seq,
                        (long long)k->sure_ms, (long long)k->until_ms, k->ref);
    }
    put_ring('a', &c->all, now_ms, out);
    put_ring('p', &c->pushes, now_ms, out);
}

bool nj_qb_ledger_changed(struct nj_qb_ledger *l, struct nj_qb_now now,
                          char chat[NJ_ADDRESS_MAX], struct nj_str *out)
{
    struct nj_qb_chat *c = l->changed;

    NJ_ASSERT(out->len == 0);
    if (c == NULL)
        return false;
    l->changed = c->next_changed;
    c->changed = false;
    c->next_changed = NULL;
    memcpy(chat, c->address, sizeof(c->address));
    if (!nj_qb_chat_idle(c, now))
        put_chat(c, now.ms, out);
    c->kept = out->len > 0;
    return true;
}

/* --- reading --- */

/* To one message: those that went and those that may. */
#define REPLIES_MAX 64

/* The next number of a line, within its bounds; false: there is none. */
static bool number(const char **at, int64_t lo, int64_t hi, int64_t *out)
{
    char *end = NULL;
    long long v = strtoll(*at, &end, 10);

    if (end == *at || v < lo || v > hi)
        return false;
    *at = end;
    *out = v;
    return true;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What is held off is never held for more than a day: a clock that has gone
 * back makes nobody silent for longer. */
static void get_state(struct nj_qb_chat *c, const char *at, int64_t now_ms)
{
    int64_t state, day, pushed, held, hold;

    if (!number(&at, NJ_QB_OPEN, NJ_QB_CLOSED, &state) ||
        !number(&at, 0, INT64_MAX, &day) ||
        !number(&at, 0, UINT32_MAX, &pushed) ||
        !number(&at, 0, INT64_MAX / 2, &held) ||
        !number(&at, 0, INT64_MAX / 2, &hold))
        return;
    c->state = (enum nj_qb_state)state;
    c->day = day;
    c->pushed = (uint32_t)pushed;
    c->held_ms = sooner(held, now_ms + DAY_MS);
    c->hold_ms = hold;
}

static void get_credit(struct nj_qb_chat *c, const char *at, int64_t now_ms)
{
    int64_t kind, left, seq, sure, until;
    size_t i = 0;

    while (i < NJ_QB_CREDITS_MAX && c->credits[i].kind != NJ_QB_REF_NONE)
        i++;
    if (i == NJ_QB_CREDITS_MAX ||
        !number(&at, NJ_QB_REF_MESSAGE, NJ_QB_REF_EVENT, &kind) ||
        !number(&at, 0, REPLIES_MAX, &left) ||
        !number(&at, 0, REPLIES_MAX - left, &seq) ||
        !number(&at, 0, INT64_MAX / 2, &sure) ||
        !number(&at, 0, INT64_MAX / 2, &until) || *at != ' ' ||
        !nj_qb_ref_fits(at + 1) || until <= now_ms)
        return;
    c->credits[i] = (struct nj_qb_credit){.kind = (enum nj_qb_ref_kind)kind,
                                          .left = (uint32_t)left,
                                          .seq = (uint32_t)seq,
                                          .sure_ms = sure,
                                          .until_ms = until};
    nj_str_copy(c->credits[i].ref, NJ_QB_REF_MAX, at + 1);
}

/* A moment that is still to come, by a clock that has gone back, is now. */
static void get_ring(struct nj_qb_ring *r, const char *at, int64_t now_ms)
{
    int64_t ms;

    while (number(&at, 0, INT64_MAX / 2, &ms) && r->n < NJ_QB_RING)
        nj_qb_ring_note(r, sooner(ms, now_ms));
}

static void get_line(struct nj_qb_chat *c, const char *line, int64_t now_ms)
{
    if (line[0] == '\0' || line[1] != ' ')
        return;
    switch (line[0]) {
    case 's':
        get_state(c, line + 2, now_ms);
        break;
    case 'c':
        get_credit(c, line + 2, now_ms);
        break;
    case 'a':
        get_ring(&c->all, line + 2, now_ms);
        break;
    case 'p':
        get_ring(&c->pushes, line + 2, now_ms);
        break;
    default: /* of later days */
        break;
    }
}

void nj_qb_ledger_recall(struct nj_qb_ledger *l, const char *chat,
                         const char *kept, struct nj_qb_now now)
{
    struct nj_qb_chat *c = nj_qb_chat_of(l, chat);

    c->kept = true;
    while (kept[0] != '\0') {
        size_t n = strcspn(kept, "\n");
        char *line = nj_strndup(kept, n);

        get_line(c, line, now.ms);
        free(line);
        kept += n + (kept[n] != '\0');
    }
}

/* --- pushes of the whole bot --- */

static int by_time(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* The moments of all chats of one kind, in order. */
static void gather(const struct nj_qb_ledger *l, bool group,
                   struct nj_qb_ring *out)
{
    int64_t *all = NULL;
    size_t n = 0;

    for (size_t i = 0; i < NJ_QB_BUCKETS; i++)
        for (const struct nj_qb_chat *c = l->buckets[i]; c != NULL; c = c->next)
            for (uint64_t k = 0; c->group == group && k < c->pushes.n; k++) {
                all = nj_realloc(all, (n + 1) * sizeof(*all));
                all[n++] = c->pushes.at[k % NJ_QB_RING];
            }
    if (n > 0)
        qsort(all, n, sizeof(*all), by_time);
    for (size_t i = 0; i < n; i++)
        nj_qb_ring_note(out, all[i]);
    free(all);
}

void nj_qb_ledger_recalled(struct nj_qb_ledger *l)
{
    NJ_ASSERT(l->groups.n == 0 && l->people.n == 0);
    gather(l, true, &l->groups);
    gather(l, false, &l->people);
}
