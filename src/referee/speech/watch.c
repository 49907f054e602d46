/*
 * #观战: what everybody hears of a match, once more to somebody in private,
 * later by the match's delay. Nothing but public messages goes this way, so a
 * watcher knows what the group knows and less, and may sit down later on.
 *
 * What is told is read from the store: rows that went to everybody, behind the
 * last one told. Who watches is in the store as well, in the transaction that
 * tells him more: one match per person (setting "watch" of the person: match
 * and row), and the list of such persons (setting "watchers" of nobody).
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/limits.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

/* He reads in private what everybody hears of a match. */
struct nj_watcher {
    char user[NJ_ADDRESS_MAX];
    int64_t match;
    int64_t row;      /* of the store: told up to this one */
    int64_t delay_ms; /* the match's */
    int64_t due_ms;   /* when there may be more for him; 0: nothing yet */
};

struct nj_watch {
    struct nj_watcher v[NJ_WATCHERS_MAX];
    uint32_t n;
};

#define LIST_BYTES ((size_t)NJ_WATCHERS_MAX * (NJ_ADDRESS_MAX + 1))

/* --- the store --- */

static bool put(struct nj_referee *r, const char *scope, const char *name,
                const char *value)
{
    nj_setting_put(r->store, scope, name, value);
    return nj_store_good(r->store);
}

/* Gives "" if there is none. */
static void get(struct nj_referee *r, const char *scope, const char *name,
                char *value, size_t cap)
{
    value[0] = '\0';
    (void)nj_setting_get(r->store, scope, name, value, cap);
}

static void put_watcher(struct nj_referee *r, const struct nj_watcher *w)
{
    char text[48];

    NJ_ASSERT(w->match != 0 && w->user[0] != '\0');
    (void)snprintf(text, sizeof(text), "%lld %lld", (long long)w->match,
                   (long long)w->row);
    (void)put(r, w->user, "watch", text);
}

static void put_list(struct nj_referee *r)
{
    struct nj_str list = NJ_STR_INIT(LIST_BYTES);

    for (uint32_t i = 0; i < r->watch->n; i++)
        nj_str_addf(&list, "%s%s", i > 0 ? " " : "", r->watch->v[i].user);
    NJ_ASSERT(!list.over);
    (void)put(r, "", "watchers", list.p);
    nj_str_fini(&list);
}

/* Names the scope of all who watch a match. */
static void scope_of(int64_t match, char out[32])
{
    (void)snprintf(out, 32, "match:%lld", (long long)match);
}

static int64_t delay_of(struct nj_referee *r, int64_t match)
{
    char scope[32], text[32];

    scope_of(match, scope);
    get(r, scope, "watch_delay_ms", text, sizeof(text));
    return strtoll(text, NULL, 10);
}

static void read_watcher(struct nj_referee *r, const char *user)
{
    struct nj_watcher *w = &r->watch->v[r->watch->n];
    char text[48];
    char *end;

    get(r, user, "watch", text, sizeof(text));
    *w = (struct nj_watcher){.match = strtoll(text, &end, 10)};
    if (w->match == 0)
        return;
    w->row = strtoll(end, NULL, 10);
    w->delay_ms = delay_of(r, w->match);
    w->due_ms = r->now_ms;
    (void)snprintf(w->user, sizeof(w->user), "%s", user);
    r->watch->n++;
}

void nj_watch_read(struct nj_referee *r)
{
    char *list = nj_alloc(LIST_BYTES + 1);
    char *at = list;

    if (r->watch == NULL)
        r->watch = nj_alloc(sizeof(*r->watch));
    r->watch->n = 0;
    get(r, "", "watchers", list, LIST_BYTES + 1);
    while (*at != '\0' && r->watch->n < NJ_WATCHERS_MAX) {
        size_t n = strcspn(at, " ");
        bool more = at[n] != '\0';

        at[n] = '\0';
        read_watcher(r, at);
        at += n + more;
    }
    free(list);
}

/* --- who watches --- */

static struct nj_watcher *find(struct nj_referee *r, const char *user)
{
    for (uint32_t i = 0; i < r->watch->n; i++)
        if (strcmp(r->watch->v[i].user, user) == 0)
            return &r->watch->v[i];
    return NULL;
}

static void forget(struct nj_referee *r, struct nj_watcher *w)
{
    NJ_ASSERT(w >= r->watch->v && w < r->watch->v + r->watch->n);
    NJ_ASSERT(w->match != 0);
    (void)put(r, w->user, "watch", "");
    *w = r->watch->v[--r->watch->n];
    put_list(r);
}

/* --- telling --- */

struct news {
    struct nj_store *store;
    struct nj_arena arena;
    struct nj_message *list, *last;
    int64_t after, until_ms; /* rows behind it, not younger */
    int64_t row;             /* the last one taken, or passed over */
    int64_t next_ms;         /* of the first one that is too young; 0: none */
};

static bool is_public(const struct nj_out_row *row)
{
    return row->to == NJ_TO_ALL && !row->refusal;
}

static void take_news(void *ctx, const struct nj_out_row *row)
{
    struct news *n = ctx;
    struct nj_message *m;

    NJ_ASSERT(n->row >= n->after);
    if (row->id <= n->after || n->next_ms != 0)
        return;
    if (is_public(row) && row->at_ms > n->until_ms) {
        n->next_ms = row->at_ms;
        return;
    }
    n->row = row->id;
    if (!is_public(row))
        return;
    m = nj_arena_alloc(&n->arena, sizeof(*m));
    m->key = nj_arena_copy(&n->arena, row->key, strlen(row->key));
    m->clause = nj_arena_copy(&n->arena, row->clause, strlen(row->clause));
    if (n->last == NULL)
        n->list = m;
    else
        n->last->next = m;
    n->last = m;
    nj_columns_args(n->store, row, &n->arena, &m->args);
}

/* Every message is a row of his own: no kill loses or repeats one. */
static void tell(struct nj_referee *r, struct nj_watcher *w, struct nj_entry *e,
                 int64_t until_ms)
{
    struct news n = {.store = r->store,
                     .arena = NJ_ARENA_INIT(4096),
                     .after = w->row,
                     .row = w->row,
                     .until_ms = until_ms};

    NJ_ASSERT(w->match == e->id && until_ms <= r->now_ms);
    nj_out_each_of(r->store, e->id, take_news, &n);
    if (nj_store_good(r->store))
        for (const struct nj_message *m = n.list; m != NULL; m = m->next) {
            struct nj_delivery d = {.e = e,
                                    .m = m,
                                    .to = nj_books_chat(r, w->user),
                                    .seat = NJ_SEAT_NONE,
                                    .copy = true};

            nj_tell_message(r, &d);
        }
    if (n.row != w->row) {
        w->row = n.row;
        put_watcher(r, w);
    }
    w->due_ms = n.next_ms != 0 ? n.next_ms + w->delay_ms : 0;
    NJ_ASSERT(w->due_ms == 0 || w->due_ms > until_ms + w->delay_ms);
    nj_arena_fini(&n.arena);
}

/* Who has taken a seat hears as its holder; who cannot be reached, nothing. */
static bool goes_on(struct nj_referee *r, const struct nj_watcher *w,
                    struct nj_entry *e)
{
    NJ_ASSERT(e == NULL || e->id == w->match);
    return e != NULL && nj_sitters_load(r, e) &&
           nj_sitters_of(e, w->user) == NULL &&
           nj_books_chat(r, w->user)->reach == NJ_REACH_PROVED;
}

void nj_watch_run(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->watch->n && nj_store_good(r->store);) {
        struct nj_watcher *w = &r->watch->v[i];
        struct nj_entry *e;

        if (w->due_ms == 0 || w->due_ms > r->now_ms) {
            i++;
            continue;
        }
        e = nj_books_entry(r, w->match);
        if (!goes_on(r, w, e)) {
            forget(r, w);
            continue;
        }
        tell(r, w, e, r->now_ms - w->delay_ms);
        i++;
    }
}

void nj_watch_note(struct nj_referee *r, const struct nj_entry *e)
{
    for (uint32_t i = 0; i < r->watch->n; i++)
        if (r->watch->v[i].match == e->id && r->watch->v[i].due_ms == 0)
            r->watch->v[i].due_ms = r->now_ms + r->watch->v[i].delay_ms;
}

int64_t nj_watch_due_ms(const struct nj_referee *r)
{
    int64_t due = 0;

    for (uint32_t i = 0; i < r->watch->n; i++) {
        int64_t at = r->watch->v[i].due_ms;

        if (at != 0 && (due == 0 || at < due))
            due = at;
    }
    return due;
}

void nj_watch_end(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->state == NJ_MATCH_OVER || !nj_books_is_open(e));
    for (uint32_t i = 0; i < r->watch->n;) {
        struct nj_watcher *w = &r->watch->v[i];
        struct nj_chat *c = nj_books_chat(r, w->user);

        if (w->match != e->id) {
            i++;
            continue;
        }
        if (goes_on(r, w, e)) {
            tell(r, w, e, r->now_ms);
            nj_tell(r, c, e, "shell.watch_over",
                    NJ_ARGS(nj_arg_id("code", e->code)));
        }
        forget(r, w);
    }
}

/* --- who begins and who stops --- */

static void last_row(void *ctx, const struct nj_out_row *row)
{
    int64_t *last = ctx;

    *last = row->id;
}

bool nj_watch_begin(struct nj_referee *r, const struct nj_entry *e,
                    const char *user, int64_t *delay_ms)
{
    struct nj_watcher w = {.match = e->id};
    struct nj_watcher *old = find(r, user);

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    (void)snprintf(w.user, sizeof(w.user), "%s", user);
    w.delay_ms = *delay_ms = delay_of(r, w.match);
    nj_out_each_of(r->store, w.match, last_row, &w.row);
    if (old == NULL && r->watch->n == NJ_WATCHERS_MAX)
        return false;
    if (old == NULL)
        old = &r->watch->v[r->watch->n++];
    *old = w;
    NJ_ASSERT(find(r, user) == old); /* each watches one match */
    put_watcher(r, old);
    put_list(r);
    return true;
}

bool nj_watch_stop(struct nj_referee *r, const char *user)
{
    struct nj_watcher *w = find(r, user);

    if (w != NULL)
        forget(r, w);
    NJ_ASSERT(find(r, user) == NULL);
    return w != NULL;
}

bool nj_watch_delay(struct nj_referee *r, int64_t match, int64_t ms)
{
    char scope[32], text[32];

    NJ_ASSERT(ms >= 0);
    scope_of(match, scope);
    (void)snprintf(text, sizeof(text), "%lld", (long long)ms);
    if (!put(r, scope, "watch_delay_ms", text))
        return false;
    for (uint32_t i = 0; i < r->watch->n; i++)
        if (r->watch->v[i].match == match) {
            r->watch->v[i].delay_ms = ms;
            r->watch->v[i].due_ms = r->now_ms; /* looked at anew */
        }
    return true;
}

bool nj_watch_live(struct nj_referee *r, const struct nj_entry *e,
                   const char *user)
{
    const struct nj_watcher *w = find(r, user);

    NJ_ASSERT(e->id != 0);
    return w != NULL && w->match == e->id && w->delay_ms == 0;
}

uint32_t nj_watch_count(const struct nj_referee *r)
{
    return r->watch->n;
}
