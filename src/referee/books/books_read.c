/*
 * How entries come into the books: opened now, or read from the store.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/books/books_priv.h"
#include "referee/referee_priv.h"

/*
 * Some words count only where an option is on. The row's options are the JSON
 * that the archive packs; a whole parse for each open match would be felt at
 * the start of a big house.
 */
const char *nj_books_words(const struct nj_referee *r, const struct nj_game *g,
                           const char *options)
{
    char on[96];

    for (int i = 0; g->options[i].key != NULL; i++) {
        const char *set =
            nj_commands_set(r->setup.commands, g->id, g->options[i].key);

        (void)snprintf(on, sizeof(on), "\"%s\":\"on\"", g->options[i].key);
        if (set != NULL && strstr(options, on) != NULL)
            return set;
    }
    return g->id;
}

/* `opened` just now: its card is not out yet. */
static struct nj_entry *add_entry(struct nj_referee *r,
                                  const struct nj_open_row *row, bool opened)
{
    const struct nj_loaded_game *game = nj_books_game(r, row->game);
    struct nj_entry *e;

    NJ_ASSERT(nj_books_entry(r, row->id) == NULL);
    NJ_ASSERT(row->state == NJ_MATCH_RUNNING || row->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(!opened || row->state == NJ_MATCH_LOBBY);
    if (game == NULL)
        return NULL;
    e = nj_alloc(sizeof(*e));
    *e = (struct nj_entry){.id = row->id,
                           .game = game,
                           .words = nj_books_words(r, game->game, row->options),
                           .host = nj_strndup(row->host, strlen(row->host)),
                           .state = row->state,
                           .paused = row->paused,
                           .card_out = !opened, /* or its card says otherwise */
                           .deadline_ms = row->deadline_ms,
                           .touched_ms = row->touched_ms,
                           .last_input_ms = row->touched_ms};
    (void)snprintf(e->code, sizeof(e->code), "%s", row->code);
    if (e->state == NJ_MATCH_LOBBY && e->deadline_ms == 0)
        e->deadline_ms = nj_due_stale_ms(e->touched_ms);
    e->noticed = e->state == NJ_MATCH_LOBBY &&
                 nj_due_noticed(e->touched_ms, e->deadline_ms);
    if (row->rules_version != game->game->rules_version ||
        !nj_hash_equal(&row->data_hash, &game->data_hash))
        e->rouse = NJ_ROUSE_CHECK; /* and frozen then */
    e->homes[e->n_homes++] = nj_books_place(r, row->chat);
    nj_books_insert(r, e);
    nj_books_link(e->homes[0], e);
    if (e->host[0] != '\0')
        nj_books_link(nj_books_place(r, e->host), e);
    NJ_ASSERT(nj_books_code(r, e->code) == e); /* nobody else's */
    nj_due_note(r, e);
    return e;
}

struct nj_entry *nj_books_open(struct nj_referee *r,
                               const struct nj_match_row *row)
{
    const struct nj_open_row open = {.id = row->id,
                                     .code = row->code,
                                     .game = row->game,
                                     .chat = row->chat,
                                     .host = row->host,
                                     .options = row->options,
                                     .state = row->state,
                                     .paused = row->paused,
                                     .rules_version = row->rules_version,
                                     .data_hash = row->data_hash,
                                     .deadline_ms = row->deadline_ms,
                                     .touched_ms = row->touched_ms};
    struct nj_entry *e = add_entry(r, &open, true);

    NJ_ASSERT(row->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(e != NULL); /* of a game we have */
    nj_homes_fill(r, e);
    return e;
}

struct nj_entry *nj_books_past(struct nj_referee *r, int64_t id)
{
    const struct nj_loaded_game *game;
    struct nj_match_row row;
    struct nj_entry *e;

    NJ_ASSERT(nj_books_entry(r, id) == NULL);
    if (!nj_match_load(r->store, id, &row))
        return NULL;
    game = nj_books_game(r, row.game);
    if (game == NULL)
        return NULL;
    e = nj_alloc(sizeof(*e));
    e->id = id;
    memcpy(e->code, row.code, sizeof(e->code));
    e->game = game;
    e->host = nj_strndup(row.host, strlen(row.host));
    e->state = row.state;
    e->homes[e->n_homes++] = nj_books_place(r, row.chat);
    return e;
}

void nj_books_past_free(struct nj_entry *e)
{
    if (e == NULL)
        return;
    NJ_ASSERT(e->next_code == NULL &&
              e->match == NULL); /* never in the books */
    nj_sitters_free(e);
    nj_books_free_entry(e);
}

/* Words of a match are sets of the command tables, which are new: without its
 * row those of the game alone are left. */
void nj_books_words_again(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_match_row row;

    e->words = nj_books_row(r, e, &row)
                   ? nj_books_words(r, e->game->game, row.options)
                   : e->game->game->id;
}

/* --- its row --- */

bool nj_books_row(struct nj_referee *r, struct nj_entry *e,
                  struct nj_match_row *row)
{
    return nj_match_load(r->store, e->id, row);
}

bool nj_books_write(struct nj_referee *r, struct nj_entry *e,
                    void (*change)(struct nj_match_row *row, void *ctx),
                    void *ctx)
{
    struct nj_match_row row;

    if (!nj_books_row(r, e, &row))
        return false;
    row.touched_ms = r->now_ms;
    e->touched_ms = r->now_ms;
    if (e->state == NJ_MATCH_LOBBY) {
        e->noticed = false;
        e->deadline_ms = row.deadline_ms = nj_due_stale_ms(r->now_ms);
        nj_due_note(r, e);
    }
    NJ_ASSERT(row.id == e->id);
    if (change != NULL)
        change(&row, ctx);
    nj_match_update(r->store, &row);
    return nj_store_good(r->store);
}

bool nj_books_notice(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_match_row row;

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY && !e->noticed);
    if (!nj_books_row(r, e, &row))
        return false;
    e->noticed = true;
    e->deadline_ms = row.deadline_ms = r->now_ms + NJ_STALE_MS;
    nj_match_update(r->store, &row);
    return nj_store_good(r->store);
}

/* --- all of them --- */

static void link_seat(void *ctx, const struct nj_open_seat *row)
{
    struct nj_referee *r = ctx;
    struct nj_entry *e = nj_books_entry(r, row->match);
    struct nj_chat *c;

    NJ_ASSERT(e == NULL || e->match == NULL);
    if (e == NULL)
        return; /* of a game this program does not have */
    if (row->computer || row->user[0] == '\0') {
        nj_books_rouse(e, NJ_ROUSE_COMPUTERS); /* it may have been its turn */
        if (row->user[0] != '\0')
            nj_books_replaced(nj_books_place(r, row->user), e);
        return;
    }
    c = nj_books_place(r, row->user);
    nj_books_link(c, e);
    c->reach = row->reach;
    if (c->reach == NJ_REACH_REFUSED && row->seat != NJ_SEAT_NONE) {
        e->blocked |= nj_bit(row->seat); /* its clock stood and still does */
        nj_books_complain(c, true);
    }
}

static void link_home(void *ctx, int64_t match, const char *chat)
{
    struct nj_referee *r = ctx;
    struct nj_entry *e = nj_books_entry(r, match);

    NJ_ASSERT(match > 0);
    if (e != NULL)
        nj_homes_join(e, nj_books_place(r, chat));
}

static void open_row(void *ctx, const struct nj_open_row *row)
{
    (void)add_entry(ctx, row, false);
}

void nj_books_read(struct nj_referee *r)
{
    NJ_ASSERT(r->n_entries == 0 && r->awake == 0);
    nj_match_each_open(r->store, open_row, r);
    nj_home_each_open(r->store, link_home, r);
    nj_seat_each_open(r->store, link_seat, r);
}
