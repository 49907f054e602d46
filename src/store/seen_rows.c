/*
 * What has been read of the chats: ids of messages, and how far a gateway
 * that keeps a position has come.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "store/store_priv.h"

/* Rows looked at in one call; a millisecond of work. */
#define FORGET_MAX "4000"

/* --- looking ahead --- */

bool nj_seen_ahead(struct nj_store *s)
{
    s->ahead.n = 0;
    return s->engine->which_seen != NULL;
}

void nj_seen_expect(struct nj_store *s, const char *chat, const char *id)
{
    struct nj_seen_look *l = &s->ahead;
    struct nj_seen_ahead *one;

    NJ_ASSERT(s->engine->which_seen != NULL);
    if (id[0] == '\0' || strchr(id, '\n') != NULL || strchr(chat, '\n') != NULL)
        return; /* lines are what they are asked by */
    if (l->n == l->cap) {
        l->cap = l->cap == 0 ? 64 : 2 * l->cap;
        l->v = nj_realloc(l->v, l->cap * sizeof(*l->v));
    }
    one = &l->v[l->n++];
    one->seen = false;
    nj_str_copy(one->at.chat, sizeof(one->at.chat), chat);
    nj_str_copy(one->at.id, sizeof(one->at.id), id);
}

/* NULL: nobody has looked. */
static struct nj_seen_ahead *find_ahead(struct nj_store *s, const char *chat,
                                        const char *id)
{
    for (uint32_t i = 0; i < s->ahead.n; i++)
        if (strcmp(s->ahead.v[i].at.id, id) == 0 &&
            strcmp(s->ahead.v[i].at.chat, chat) == 0)
            return &s->ahead.v[i];
    return NULL;
}

static void read_ahead(struct nj_store *s, const char *chats, const char *ids)
{
    struct nj_stmt q = nj_stmt_begin(s, s->engine->which_seen);

    nj_bind_text(&q, chats);
    nj_bind_text(&q, ids);
    while (nj_stmt_step(&q)) {
        struct nj_seen_spot at;
        struct nj_seen_ahead *one;

        nj_copy_text(&q, at.chat, sizeof(at.chat));
        nj_copy_text(&q, at.id, sizeof(at.id));
        one = nj_stmt_good(&q) ? find_ahead(s, at.chat, at.id) : NULL;
        if (one != NULL)
            one->seen = true;
    }
    nj_stmt_end(&q);
}

void nj_seen_look(struct nj_store *s)
{
    const struct nj_seen_look *l = &s->ahead;
    size_t most = (size_t)l->n * sizeof(l->v[0].at) + 1;
    struct nj_str chats = NJ_STR_INIT(most), ids = NJ_STR_INIT(most);

    for (uint32_t i = 0; i < l->n; i++) {
        nj_str_addf(&chats, "%s%s", i > 0 ? "\n" : "", l->v[i].at.chat);
        nj_str_addf(&ids, "%s%s", i > 0 ? "\n" : "", l->v[i].at.id);
    }
    NJ_ASSERT(!chats.over && !ids.over);
    if (l->n > 0)
        read_ahead(s, chats.p, ids.p);
    nj_str_fini(&chats);
    nj_str_fini(&ids);
    if (!nj_store_good(s))
        s->ahead.n = 0;
}

/* --- adding --- */

bool nj_seen_add(struct nj_store *s, const char *chat, const char *id,
                 int64_t at_ms)
{
    struct nj_stmt q =
        nj_stmt_write(s, "INSERT INTO seen (chat, id, at_ms) VALUES (?, ?, ?)"
                         " ON CONFLICT (chat, id) DO NOTHING");

    struct nj_seen_ahead *one = find_ahead(s, chat, id);
    bool fresh = one == NULL || !one->seen;

    NJ_ASSERT(id[0] != '\0');
    nj_bind_text(&q, chat);
    nj_bind_text(&q, id);
    nj_bind_i64(&q, at_ms);
    if (one == NULL)
        return nj_stmt_run(&q) == 1;
    one->seen = true;
    nj_stmt_do(&q);
    return fresh && nj_store_good(s);
}

bool nj_seen_has(struct nj_store *s, const char *chat, const char *id)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT count(*) FROM seen WHERE chat = ? AND id = ?");

    nj_bind_text(&q, chat);
    nj_bind_text(&q, id);
    return nj_stmt_number(&q) > 0;
}

/* The last of the rows to look at this time; "" if there are no more behind. */
static void find_next(struct nj_store *s, struct nj_seen_spot *next)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT chat, id FROM seen WHERE (chat, id) > (?, ?)"
           " ORDER BY chat, id LIMIT 1 OFFSET " FORGET_MAX " - 1");

    NJ_ASSERT(next->id[0] == '\0');
    nj_bind_text(&q, s->swept.chat);
    nj_bind_text(&q, s->swept.id);
    if (nj_stmt_step(&q)) {
        nj_copy_text(&q, next->chat, sizeof(next->chat));
        nj_copy_text(&q, next->id, sizeof(next->id));
    }
    nj_stmt_end(&q);
}

/* In the order of the rows, from where the last call ended: an index on time
 * would cost every command as much as its row does. */
void nj_seen_forget(struct nj_store *s, int64_t before_ms)
{
    struct nj_seen_spot next = {{0}, {0}};
    struct nj_stmt q;

    find_next(s, &next);
    q = nj_stmt_write(
        s, "DELETE FROM seen WHERE (chat, id) IN (SELECT chat, id FROM"
           " (SELECT chat, id, at_ms FROM seen WHERE (chat, id) > (?, ?)"
           " ORDER BY chat, id LIMIT " FORGET_MAX ") AS old WHERE at_ms < ?)");
    nj_bind_text(&q, s->swept.chat);
    nj_bind_text(&q, s->swept.id);
    nj_bind_i64(&q, before_ms);
    nj_stmt_do(&q);
    if (nj_store_good(s))
        s->swept = next;
}

void nj_seen_shift(struct nj_store *s, int64_t from_ms, int64_t by_ms)
{
    struct nj_stmt q =
        nj_stmt_write(s, "UPDATE seen SET at_ms = at_ms + ? WHERE at_ms >= ?");

    NJ_ASSERT(by_ms > 0);
    nj_bind_i64(&q, by_ms);
    nj_bind_i64(&q, from_ms);
    nj_stmt_do(&q);
}

void nj_offset_put(struct nj_store *s, const char *gateway, int64_t offset)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO positions (gateway, position) VALUES (?, ?)"
           " ON CONFLICT (gateway) DO UPDATE SET position = excluded.position");

    NJ_ASSERT(gateway[0] != '\0');
    nj_bind_text(&q, gateway);
    nj_bind_i64(&q, offset);
    nj_stmt_do(&q);
}

int64_t nj_offset_get(struct nj_store *s, const char *gateway)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT coalesce((SELECT position FROM positions"
                         " WHERE gateway = ?), 0)");

    NJ_ASSERT(gateway[0] != '\0');
    nj_bind_text(&q, gateway);
    return nj_stmt_number(&q);
}

/* No gateway has a name with a colon in it. */
static const char *row_name(const char *gateway, char out[NJ_ADDRESS_MAX])
{
    (void)snprintf(out, NJ_ADDRESS_MAX, "%s:row", gateway);
    return out;
}

void nj_row_put(struct nj_store *s, const char *gateway, int64_t row)
{
    char name[NJ_ADDRESS_MAX];

    nj_offset_put(s, row_name(gateway, name), row);
}

int64_t nj_row_get(struct nj_store *s, const char *gateway)
{
    char name[NJ_ADDRESS_MAX];

    return nj_offset_get(s, row_name(gateway, name));
}
