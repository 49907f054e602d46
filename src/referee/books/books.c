/*
 * The referee's books: conversations by address, open tables and matches by
 * number and code. They are a cache of the store and can be made anew.
 */
#include "referee/books/books.h"

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books_priv.h"
#include "referee/referee_priv.h"

void nj_books_secret(struct nj_referee *r, struct nj_hash *out)
{
    struct nj_hasher h;

    NJ_ASSERT(r->setup.test || r->drawn == 0);
    if (!r->setup.test) {
        nj_secret_draw(out);
        return;
    }
    nj_hasher_init(&h, &r->setup.test_seed);
    nj_hasher_add_u64(&h, (uint64_t)r->now_ms);
    nj_hasher_add_u64(&h, r->drawn++);
    nj_hasher_end(&h, out);
}

static void read_person(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_user_row row;

    NJ_ASSERT(!c->group);
    NJ_ASSERT(c->filled); /* or its reach would be read twice */
    if (!nj_user_load(r->store, c->address, &row))
        return;
    nj_books_reach(c, row.reach, true);
    nj_books_name(c, row.name);
}

static uint8_t gateway_of(const struct nj_referee *r, const char *address)
{
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        if (nj_address_is(address, r->setup.gateways[i]->name))
            return (uint8_t)i;
    return UINT8_MAX; /* its gateway is not configured any more */
}

struct nj_chat *nj_books_place(struct nj_referee *r, const char *address)
{
    struct nj_chat *c = nj_chats_find(r, address);

    NJ_ASSERT(address[0] != '\0');
    if (c != NULL)
        return c;
    c = nj_chats_add(r, address);
    c->gateway = gateway_of(r, address);
    return c;
}

void nj_books_fill(struct nj_referee *r, struct nj_chat *c)
{
    char shut[4] = "";

    if (c->filled)
        return;
    NJ_ASSERT(c->lang[0] == '\0' && !c->shut); /* nothing was settled before */
    c->filled = true;
    (void)nj_setting_get(r->store, c->address, "lang", c->lang,
                         sizeof(c->lang));
    nj_place_read(r, c);
    if (c->group)
        return;
    read_person(r, c);
    (void)nj_setting_get(r->store, c->address, "shut", shut, sizeof(shut));
    c->shut = shut[0] != '\0';
}

struct nj_chat *nj_books_chat(struct nj_referee *r, const char *address)
{
    struct nj_chat *c = nj_books_place(r, address);

    nj_books_fill(r, c);
    NJ_ASSERT(c->filled);
    return c;
}

struct nj_chat *nj_books_find(struct nj_referee *r, const char *address)
{
    struct nj_chat *c = nj_chats_find(r, address);

    if (c != NULL)
        nj_books_fill(r, c);
    return c;
}

bool nj_books_can(const struct nj_referee *r, const struct nj_chat *c,
                  uint16_t it)
{
    NJ_ASSERT(c->gateway < r->setup.n_gateways || c->gateway == UINT8_MAX);
    return c->gateway < r->setup.n_gateways &&
           (r->setup.gateways[c->gateway]->can & it) != 0;
}

const char *nj_books_lang(const struct nj_referee *r, const struct nj_chat *c)
{
    return c->lang[0] != '\0' ? c->lang : r->setup.lang;
}

const struct nj_loaded_game *nj_books_game(const struct nj_referee *r,
                                           const char *id)
{
    for (uint32_t i = 0; i < r->setup.n_games; i++)
        if (strcmp(r->setup.games[i].game->id, id) == 0)
            return &r->setup.games[i];
    return NULL;
}

/* --- what persons are and want --- */

bool nj_books_lately(const struct nj_referee *r, int64_t *told_ms, int64_t ms)
{
    if (*told_ms != 0 && r->steady_ms - *told_ms < ms)
        return true;
    *told_ms = r->steady_ms;
    return false;
}

void nj_books_name(struct nj_chat *c, const char *name)
{
    free(c->name);
    c->name = nj_strndup(name, strlen(name));
}

void nj_books_reach(struct nj_chat *c, enum nj_reach reach, bool known)
{
    NJ_ASSERT(!c->group);
    c->reach = reach;
    c->known = known;
}

void nj_books_shut(struct nj_referee *r, struct nj_chat *c, bool on)
{
    NJ_ASSERT(!c->group);
    nj_setting_put(r->store, c->address, "shut", on ? "1" : "");
    c->shut = on;
}

void nj_books_replaced(struct nj_chat *c, const struct nj_entry *e)
{
    NJ_ASSERT(!c->group);
    c->replaced = e->id;
}

void nj_books_complain(struct nj_chat *c, bool on)
{
    NJ_ASSERT(!c->group);
    c->complained = on;
}

/* He has other wishes from now on, unless the turn is undone. */
static void note_wishes(struct nj_referee *r, struct nj_chat *c)
{
    r->wished = nj_grow(r->wished, r->n_wished, sizeof(*r->wished));
    r->wished[r->n_wished++] = (struct nj_wished){c, c->wishes};
}

void nj_books_wished(struct nj_referee *r, bool undone)
{
    for (uint32_t i = r->n_wished; undone && i-- > 0;)
        r->wished[i].chat->wishes = r->wished[i].before;
    r->n_wished = 0;
}

void nj_books_use(struct nj_referee *r, struct nj_chat *c, int64_t match)
{
    NJ_ASSERT(!c->group);
    NJ_ASSERT(nj_books_entry(r, match) != NULL); /* nobody's words are lost */
    note_wishes(r, c);
    c->wishes.use = match;
}

void nj_books_leaving(struct nj_referee *r, struct nj_chat *c, int64_t match,
                      int64_t until_ms)
{
    NJ_ASSERT(!c->group);
    NJ_ASSERT((match == 0) == (until_ms == 0));
    NJ_ASSERT(match == 0 || nj_books_entry(r, match) != NULL);
    note_wishes(r, c);
    c->wishes.leave = match;
    c->wishes.leave_until_ms = until_ms;
}

void nj_books_unwish(struct nj_referee *r, struct nj_chat *c, int64_t match)
{
    NJ_ASSERT(match != 0);
    if (c->wishes.use != match && c->wishes.leave != match)
        return;
    note_wishes(r, c);
    if (c->wishes.use == match)
        c->wishes.use = 0;
    if (c->wishes.leave == match)
        c->wishes.leave = 0;
}

void nj_books_restore(struct nj_chat *c, const struct nj_chat_kept *k)
{
    NJ_ASSERT(c->filled);
    NJ_ASSERT(!c->group || (k->wishes.use == 0 && k->wishes.leave == 0));
    c->wishes = k->wishes;
    c->told.full_ms = k->full_ms;
    c->told.limit_ms = k->limit_ms;
}

/* --- entries, sorted by id --- */

uint32_t nj_books_from(const struct nj_referee *r, int64_t id)
{
    uint32_t lo = 0, hi = r->n_entries;

    NJ_ASSERT(id >= 0);
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;

        if (r->entries[mid]->id < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

struct nj_entry *nj_books_entry(const struct nj_referee *r, int64_t id)
{
    uint32_t i = nj_books_from(r, id);

    NJ_ASSERT(r->n_entries == 0 || r->entries != NULL);
    return i < r->n_entries && r->entries[i]->id == id ? r->entries[i] : NULL;
}

bool nj_books_has(const struct nj_chat *c, const struct nj_entry *e)
{
    NJ_ASSERT(c->n_entries == 0 || c->entries != NULL);
    for (uint32_t i = 0; i < c->n_entries; i++)
        if (c->entries[i] == e)
            return true;
    return false;
}

struct nj_entry *nj_books_lobby(const struct nj_chat *c)
{
    struct nj_entry *e = NULL;

    for (uint32_t i = 0; i < c->n_entries; i++)
        if (c->entries[i]->state == NJ_MATCH_LOBBY)
            e = c->entries[i];
    NJ_ASSERT(e == NULL || e->match == NULL); /* that begins with the match */
    return e;
}

void nj_books_link(struct nj_chat *c, struct nj_entry *e)
{
    NJ_ASSERT(!c->group || nj_homes_has(e, c));
    if (nj_books_has(c, e))
        return;
    c->entries = nj_realloc(c->entries, (c->n_entries + 1) * sizeof(void *));
    c->entries[c->n_entries++] = e;
    NJ_ASSERT(nj_books_has(c, e));
}

void nj_books_unlink(struct nj_chat *c, struct nj_entry *e)
{
    uint32_t keep = 0;

    for (uint32_t i = 0; i < c->n_entries; i++)
        if (c->entries[i] != e)
            c->entries[keep++] = c->entries[i];
    NJ_ASSERT(c->n_entries - keep <= 1); /* it stood there once */
    c->n_entries = keep;
}

void nj_books_insert(struct nj_referee *r, struct nj_entry *e)
{
    uint32_t i = nj_books_from(r, e->id);

    NJ_ASSERT(i == 0 || r->entries[i - 1]->id < e->id);
    nj_codes_add(r, e);
    r->entries = nj_grow(r->entries, r->n_entries, sizeof(void *));
    memmove(&r->entries[i + 1], &r->entries[i],
            (r->n_entries - i) * sizeof(void *));
    r->entries[i] = e;
    r->n_entries++;
    NJ_ASSERT(r->entries[i] == e);
}

void nj_books_rouse(struct nj_entry *e, uint8_t why)
{
    NJ_ASSERT(why == 0 || e->match == NULL);
    e->rouse = why;
}

void nj_books_awake(struct nj_referee *r, struct nj_entry *e,
                    struct nj_match *match)
{
    NJ_ASSERT((match == NULL) == (e->match != NULL));
    NJ_ASSERT(match != NULL || r->awake > 0);
    NJ_ASSERT(match == NULL || e->state == NJ_MATCH_RUNNING);
    r->awake = match != NULL ? r->awake + 1 : r->awake - 1;
    e->match = match;
}

void nj_books_sleep(struct nj_referee *r, struct nj_entry *e)
{
    if (e->match != NULL) {
        nj_match_destroy(e->match);
        nj_books_awake(r, e, NULL);
    }
    nj_sitters_free(e);
    NJ_ASSERT(e->sitters == NULL);
}

void nj_books_free_entry(struct nj_entry *e)
{
    NJ_ASSERT(e->sitters == NULL);
    NJ_ASSERT(e->match == NULL);
    free(e->host);
    free(e);
}

static void forget_entry(struct nj_referee *r, struct nj_chat *c,
                         struct nj_entry *e)
{
    nj_books_unlink(c, e);
    NJ_ASSERT(!nj_books_has(c, e));
    nj_books_unwish(r, c, e->id);
}

static void forget_user(struct nj_referee *r, const char *user,
                        struct nj_entry *e)
{
    struct nj_chat *c = nj_books_find(r, user);

    if (c != NULL)
        forget_entry(r, c, e);
}

/* Its homes, its host and who sits there know the entry; nobody else does. */
static void forget_everywhere(struct nj_referee *r, struct nj_entry *e)
{
    for (uint8_t i = 0; i < e->n_homes; i++)
        forget_entry(r, e->homes[i], e);
    forget_user(r, e->host, e);
    if (nj_sitters_load(r, e)) {
        for (uint8_t i = 0; i < e->n_sitters; i++)
            forget_user(r, e->sitters[i].user, e);
        return;
    }
    for (uint32_t k = 0; k < r->chats_cap; k++)
        if (r->chats[k] != NULL)
            forget_entry(r, r->chats[k], e);
}

bool nj_books_is_open(const struct nj_entry *e)
{
    return e->state == NJ_MATCH_LOBBY || e->state == NJ_MATCH_RUNNING;
}

static void close_entry(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(!nj_books_is_open(e));
    NJ_ASSERT(!e->computers); /* the list of busy ones has let it go */
    forget_everywhere(r, e);
    nj_codes_drop(r, e);
    nj_due_drop(r, e);
    nj_books_sleep(r, e);
    nj_books_free_entry(e);
}

void nj_books_ended(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(!nj_books_is_open(e));
    NJ_ASSERT(e->deadline_ms == 0 && !e->computers); /* it waits for nothing */
    r->ended = nj_grow(r->ended, r->n_ended, sizeof(void *));
    r->ended[r->n_ended++] = e;
}

/* Those behind move up over the places of those that have ended; none of them
 * is looked at, for a house may have a hundred thousand. */
static void close_ranks(struct nj_referee *r)
{
    uint32_t first = r->n_entries, keep;
    uint32_t *at = nj_alloc(r->n_ended * sizeof(at[0]));

    for (uint32_t i = 0; i < r->n_ended; i++) {
        at[i] = nj_books_from(r, r->ended[i]->id);
        NJ_ASSERT(r->entries[at[i]] == r->ended[i]);
        first = at[i] < first ? at[i] : first;
    }
    for (uint32_t i = 0; i < r->n_ended; i++)
        r->entries[at[i]] = NULL;
    free(at);
    keep = first;
    for (uint32_t i = first; i < r->n_entries; i++)
        if (r->entries[i] != NULL)
            r->entries[keep++] = r->entries[i];
    NJ_ASSERT(keep + r->n_ended == r->n_entries);
    r->n_entries = keep;
}

/* One pass takes them all: a turn may close a thousand tables. */
void nj_books_sweep(struct nj_referee *r)
{
    NJ_ASSERT(r->n_ended > 0);
    nj_due_idle(r);
    close_ranks(r);
    for (uint32_t i = 0; i < r->n_ended; i++)
        close_entry(r, r->ended[i]);
    r->n_ended = 0;
    NJ_ASSERT(r->awake <= r->n_entries && r->n_busy <= r->n_entries);
}

void nj_books_free(struct nj_referee *r)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    nj_ranks_fini(&r->due);
    for (uint32_t i = 0; i < r->n_entries; i++) {
        nj_books_sleep(r, r->entries[i]);
        nj_books_free_entry(r->entries[i]);
    }
    NJ_ASSERT(r->awake == 0);
    nj_chats_free(r);
    free(r->codes);
    r->codes = NULL;
    r->codes_cap = 0;
    free(r->entries);
    free(r->ended);
    free(r->wished);
    r->wished = NULL;
    r->n_wished = 0;
    r->entries = r->ended = NULL;
    r->n_entries = r->n_ended = 0;
    r->n_busy = 0;
}
