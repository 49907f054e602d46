/*
 * Since when clocks stand, as the store knows it.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/bug.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

#define LIST_BYTES   ((size_t)NJ_STOOD_MAX * 40)
#define GROUPS_BYTES ((size_t)NJ_STOOD_GROUPS_MAX * (NJ_ADDRESS_MAX + 24))

/* --- outages that are over --- */

static void put(struct nj_referee *r, const char *text)
{
    NJ_ASSERT(text[0] != '\0');
    nj_setting_put(r->store, "", "behind_ms", text);
}

void nj_stood_clear(struct nj_referee *r)
{
    put(r, "0 0");
}

struct nj_stood nj_stood_read(struct nj_referee *r)
{
    struct nj_stood l = {0};
    char text[LIST_BYTES] = "";
    char *rest = text;

    (void)nj_setting_get(r->store, "", "behind_ms", text, sizeof(text));
    while (l.n < NJ_STOOD_MAX) {
        l.v[l.n].since_ms = strtoll(rest, &rest, 10);
        l.v[l.n].start_ms = strtoll(rest, &rest, 10);
        if (l.v[l.n].since_ms <= 0 || l.v[l.n].start_ms <= 0)
            break; /* nor has an empty text a number */
        l.n++;
    }
    return l;
}

uint32_t nj_stood_by(const struct nj_stood *l, const struct nj_entry *e)
{
    uint32_t i = 0;

    while (i < l->n && e->touched_ms >= l->v[i].start_ms)
        i++;
    return i;
}

void nj_stood_note(struct nj_referee *r, const struct nj_stood *l,
                   int64_t since_ms)
{
    struct nj_str text = NJ_STR_INIT(LIST_BYTES);
    bool used[NJ_STOOD_MAX + 1] = {false};
    uint32_t n = 0;

    NJ_ASSERT(since_ms > 0 && since_ms <= r->now_ms);
    for (uint32_t i = 0; i < r->n_entries; i++)
        if (r->entries[i]->state == NJ_MATCH_RUNNING)
            used[nj_stood_by(l, r->entries[i])] = true;
    for (uint32_t i = 0; i < l->n && n < NJ_STOOD_MAX - 1; i++)
        if (used[i]) {
            nj_str_addf(&text, "%" PRId64 " %" PRId64 " ", l->v[i].since_ms,
                        l->v[i].start_ms);
            n++;
        }
    nj_str_addf(&text, "%" PRId64 " %" PRId64, since_ms, r->now_ms);
    NJ_ASSERT(!text.over);
    put(r, text.p);
    nj_str_fini(&text);
}

/* --- gateways --- */

/* What it held up has moved, too. */
static bool is_over(const struct nj_referee *r, uint32_t gateway)
{
    return !r->down[gateway] && !r->catching_up;
}

static void key_of(const struct nj_referee *r, uint32_t gateway, char key[64])
{
    (void)snprintf(key, 64, "down_%.40s", r->setup.gateways[gateway]->name);
}

void nj_stood_gateways_keep(struct nj_referee *r)
{
    for (uint32_t g = 0; g < r->setup.n_gateways; g++) {
        int64_t since_ms = is_over(r, g) ? 0 : r->down_ms[g];
        char key[64], text[32];

        NJ_ASSERT(!r->down[g] || r->down_ms[g] != 0);
        if (since_ms == r->down_kept_ms[g] ||
            (since_ms == 0 && !nj_store_writing(r->store)))
            continue;
        key_of(r, g, key);
        (void)snprintf(text, sizeof(text), "%" PRId64, since_ms);
        nj_setting_put(r->store, "", key, text);
    }
}

void nj_stood_gateways_read(struct nj_referee *r)
{
    for (uint32_t g = 0; g < r->setup.n_gateways; g++) {
        char key[64], text[32] = "";
        long long since;

        key_of(r, g, key);
        (void)nj_setting_get(r->store, "", key, text, sizeof(text));
        since = strtoll(text, NULL, 10);
        r->down_kept_ms[g] = since > 0 ? since : 0;
        r->down_ms[g] = since < r->now_ms ? r->down_kept_ms[g] : r->now_ms;
    }
}

void nj_stood_gateways_commit(struct nj_referee *r, bool wrote)
{
    for (uint32_t g = 0; g < r->setup.n_gateways; g++) {
        if (is_over(r, g))
            r->down_ms[g] = 0;
        if (wrote)
            r->down_kept_ms[g] = r->down_ms[g];
    }
}

/* --- groups --- */

void nj_stood_groups_keep(struct nj_referee *r, const char *key,
                          int64_t (*since_ms)(const struct nj_chat *c))
{
    struct nj_str list = NJ_STR_INIT(GROUPS_BYTES);

    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL && since_ms(r->chats[i]) != 0)
            nj_str_addf(&list, "%s %" PRId64 " ", r->chats[i]->address,
                        since_ms(r->chats[i]));
    NJ_ASSERT(!list.over);
    nj_setting_put(r->store, "", key, list.p);
    nj_str_fini(&list);
}

void nj_stood_groups_read(struct nj_referee *r, const char *key,
                          void (*restore)(struct nj_referee *r,
                                          struct nj_chat *c, int64_t since_ms))
{
    char list[GROUPS_BYTES] = "";
    char address[NJ_ADDRESS_MAX];
    char *rest = list;
    int n = 0;

    (void)nj_setting_get(r->store, "", key, list, sizeof(list));
    while (sscanf(rest, "%63s%n", address, &n) == 1) {
        long long since = strtoll(rest + n, &rest, 10);

        if (nj_address_group_id(address) != NULL)
            restore(r, nj_books_chat(r, address),
                    since > 0 ? since : r->now_ms);
    }
}

void nj_stood_groups_hold(struct nj_referee *r, const struct nj_chat *c,
                          uint8_t why,
                          int64_t (*since_ms)(const struct nj_chat *c))
{
    NJ_ASSERT(c->group);
    for (uint32_t i = 0; i < c->n_entries && nj_store_good(r->store); i++) {
        struct nj_entry *e = c->entries[i];
        bool any = false;

        NJ_ASSERT(nj_homes_has(e, c)); /* both books say so */
        for (uint8_t k = 0; k < e->n_homes; k++)
            any = any || since_ms(e->homes[k]) != 0;
        if (e->state == NJ_MATCH_RUNNING)
            nj_deadline_hold(r, e, why, any);
    }
}

void nj_stood_group(const struct nj_chat *c, uint8_t why, int64_t since_ms)
{
    NJ_ASSERT(c->group);
    for (uint32_t i = 0; i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];

        NJ_ASSERT(why == NJ_HOLD_AWAY || why == NJ_HOLD_SILENT);
        if (e->state != NJ_MATCH_RUNNING)
            continue;
        if (e->hold == 0 || since_ms < e->held_ms)
            e->held_ms = since_ms;
        e->hold |= why;
    }
}

/* --- people --- */

void nj_stood_unreached(struct nj_referee *r, struct nj_entry *e)
{
    nj_seat_set seats = nj_deadline_stands_for(e);

    NJ_ASSERT((e->hold & NJ_HOLD_SEAT) != 0);
    NJ_ASSERT(seats != 0);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];
        struct nj_user_row row;

        if ((seats & nj_bit(s->seat)) == 0 || s->computer)
            continue;
        if (nj_user_load(r->store, s->user, &row) && row.seen_ms < e->held_ms)
            e->held_ms = row.seen_ms;
    }
}
