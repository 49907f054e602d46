/*
 * The store above its engine: opening, closing, transactions. Rows are in
 * *_rows.c.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/database.h"
#include "store/store_priv.h"

/* --- opening --- */

struct nj_store *nj_store_make(const char *path, enum nj_store_use use)
{
    struct nj_store *s = nj_alloc(sizeof(*s));

    NJ_ASSERT(path != NULL);
    s->use = use;
    s->path = nj_database_shown(path);
    s->engine = &nj_sqlite;
    if (nj_database_is_url(path)) {
        s->url = nj_strndup(path, strlen(path));
        s->engine = &nj_postgresql;
    }
    s->lock_fd = -1;
    s->out.said.body = (struct nj_str)NJ_STR_INIT(NJ_SAID_BYTES);
    return s;
}

/* Hands out what was opened, or closes it and says why. */
static enum nj_status hand_out(struct nj_store *s, struct nj_store **out,
                               struct nj_err *err)
{
    enum nj_status st = nj_store_status(s, err);

    if (st == NJ_OK)
        *out = s;
    else
        nj_store_close(s);
    return st;
}

/* Who only opens it to move rows into it needs it as it is. */
static void settle(struct nj_store *s)
{
    if (s->use == NJ_STORE_MOVES)
        return;
    if (nj_out_settled(s) == NJ_SETTLED_MOVING)
        nj_trouble_note(s, NJ_ERR_MISMATCH,
                        "database '%s' has half of another one: run nightjar "
                        "move again",
                        s->path);
    nj_out_recover(s);
}

static enum nj_status open_made(struct nj_store *s, struct nj_store **out,
                                struct nj_err *err)
{
    s->engine->open(s);
    s->worker = NULL;
    if (nj_store_good(s) && s->older == NULL)
        settle(s);
    return hand_out(s, out, err);
}

static enum nj_status open_for(struct nj_store **out, const char *path,
                               enum nj_store_use use, struct nj_err *err)
{
    return open_made(nj_store_make(path, use), out, err);
}

enum nj_status nj_store_open_worker(struct nj_store **out, const char *path,
                                    const struct nj_store_worker *w,
                                    struct nj_err *err)
{
    struct nj_store *s = nj_store_make(path, NJ_STORE_OWNER);

    s->worker = w;
    return open_made(s, out, err);
}

enum nj_status nj_store_open(struct nj_store **out, const char *path,
                             struct nj_err *err)
{
    return open_for(out, path, NJ_STORE_OWNER, err);
}

enum nj_status nj_store_open_older(struct nj_store **out, const char *path,
                                   struct nj_err *err)
{
    return open_for(out, path, NJ_STORE_ACCEPTS_OLDER, err);
}

enum nj_status nj_store_open_to_read(struct nj_store **out, const char *path,
                                     struct nj_err *err)
{
    return open_for(out, path, NJ_STORE_READER, err);
}

enum nj_status nj_store_open_to_move(struct nj_store **out, const char *path,
                                     struct nj_err *err)
{
    return open_for(out, path, NJ_STORE_MOVES, err);
}

enum nj_status nj_store_open_beside(struct nj_store **out, const char *path,
                                    struct nj_err *err)
{
    struct nj_store *s = nj_store_make(path, NJ_STORE_READER);

    s->engine->open_beside(s);
    return hand_out(s, out, err);
}

const char *nj_store_older(const struct nj_store *s)
{
    return s->older;
}

void nj_store_close(struct nj_store *s)
{
    if (s == NULL)
        return;
    nj_store_rollback(s);
    nj_stmt_drop_all(s);
    s->engine->close(s);
    nj_out_books_fini(&s->out);
    free(s->ahead.v);
    free(s->older);
    free(s->path);
    free(s->url);
    free(s);
}

void nj_store_idle(struct nj_store *s)
{
    if (nj_store_good(s) && s->tx != NJ_TX_OPEN)
        s->engine->idle(s);
}

void nj_store_relieve(struct nj_store *s)
{
    if (s->engine->relieve != NULL && nj_store_good(s) && s->tx != NJ_TX_OPEN)
        s->engine->relieve(s);
}

int64_t nj_store_bytes(struct nj_store *s)
{
    return s->engine->bytes(s);
}

void nj_store_set_sync(struct nj_store *s, bool full)
{
    NJ_ASSERT(s->tx == NJ_TX_NONE);
    s->engine->set_sync(s, full);
}

/* --- a database that is away --- */

bool nj_store_away(const struct nj_store *s)
{
    NJ_ASSERT(!s->away || s->engine->again != NULL);
    return s->away;
}

enum nj_status nj_store_return(struct nj_store *s, struct nj_err *err)
{
    NJ_ASSERT(s->away);
    NJ_ASSERT(s->tx == NJ_TX_NONE);
    s->engine->again(s);
    nj_out_books_forget(&s->out);
    return nj_store_status(s, err);
}

void nj_store_patience(struct nj_store *s, int64_t ms)
{
    NJ_ASSERT(ms >= 0);
    s->patience_ms = ms;
}

/* --- transactions --- */

void nj_store_begin(struct nj_store *s)
{
    NJ_ASSERT(s->tx == NJ_TX_NONE);
    s->away = s->broken && s->away;
    s->tx = NJ_TX_ASKED;
}

bool nj_store_ready(struct nj_store *s)
{
    if (s->tx != NJ_TX_ASKED || !nj_store_good(s))
        return nj_store_good(s);
    s->engine->begin(s);
    if (nj_store_good(s))
        s->tx = NJ_TX_OPEN;
    return nj_store_good(s);
}

bool nj_store_writing(const struct nj_store *s)
{
    return s->tx == NJ_TX_OPEN;
}

/* Leaves nothing behind, whatever became of it. */
static void undo(struct nj_store *s)
{
    s->engine->undo(s);
    s->ahead.n = 0; /* what was added since is not there */
    s->tx = NJ_TX_NONE;
    nj_out_books_forget(&s->out);
}

static void commit(struct nj_store *s)
{
    NJ_ASSERT(s->tx == NJ_TX_OPEN);
    nj_out_books_write(s);
    s->engine->commit(s);
    if (nj_store_good(s))
        s->tx = NJ_TX_NONE;
    else
        undo(s);
}

enum nj_status nj_store_commit(struct nj_store *s, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(s->tx != NJ_TX_NONE);
    if (s->tx == NJ_TX_OPEN && nj_store_good(s))
        commit(s);
    st = nj_store_status(s, err);
    if (st != NJ_OK)
        nj_store_rollback(s);
    s->tx = NJ_TX_NONE;
    return st;
}

void nj_store_rollback(struct nj_store *s)
{
    undo(s);
    nj_trouble_forget(s);
}

bool nj_store_enter(struct nj_store *s)
{
    if (s->tx != NJ_TX_NONE)
        return false;
    nj_store_begin(s);
    return true;
}

void nj_store_leave(struct nj_store *s, bool own)
{
    if (!own)
        return;
    if (s->tx == NJ_TX_OPEN && nj_store_good(s))
        commit(s);
    else
        undo(s);
}
