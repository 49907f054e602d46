/*
 * The first failure of a store: noted, kept to the end of the transaction, and
 * forgotten then. What an engine's codes mean is for the engine to say.
 */
#include <stdarg.h>

#include "base/bug.h"
#include "store/store_priv.h"

void nj_trouble_note(struct nj_store *s, enum nj_status st, const char *fmt,
                     ...)
{
    va_list args;

    NJ_ASSERT(st != NJ_OK);
    if (s->failed != NJ_OK)
        return;
    va_start(args, fmt);
    s->failed = nj_vfail(&s->why, st, fmt, args);
    va_end(args);
    nj_out_books_forget(&s->out);
}

void nj_trouble_missing(struct nj_store *s, const char *what, int64_t id)
{
    nj_trouble_note(s, NJ_ERR_NOT_FOUND, "database '%s' has no %s %lld",
                    s->path, what, (long long)id);
}

void nj_trouble_damage(struct nj_store *s, const char *finding)
{
    nj_trouble_note(s, NJ_ERR_CORRUPT,
                    "database '%s' is damaged: %s; restore a backup", s->path,
                    finding);
}

void nj_trouble_forget(struct nj_store *s)
{
    s->failed = NJ_OK;
    s->why.text[0] = '\0';
    if (s->broken)
        nj_trouble_note(s, NJ_ERR_IO, "database '%s' is not used any more %s",
                        s->path, s->engine->broken);
}

bool nj_store_good(const struct nj_store *s)
{
    return s->failed == NJ_OK;
}

enum nj_status nj_store_status(const struct nj_store *s, struct nj_err *err)
{
    if (s->failed != NJ_OK && err != NULL)
        *err = s->why;
    return s->failed;
}

void nj_store_fail(struct nj_store *s, enum nj_status st,
                   const struct nj_err *err)
{
    if (s->engine->catch_up != NULL && nj_store_good(s))
        s->engine->catch_up(s); /* what failed before comes first */
    nj_trouble_note(s, st, "%s", err->text);
}

bool nj_store_ok(struct nj_store *s, enum nj_status st,
                 const struct nj_err *err)
{
    if (st != NJ_OK)
        nj_store_fail(s, st, err);
    return st == NJ_OK;
}
