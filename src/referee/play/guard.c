/*
 * Nothing of the input that met a fault has been stored, so the log of a match
 * that is frozen ends before it. A fault in what a log has already is met by
 * archive.c.
 */
#include "base/bug.h"
#include "base/log.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

struct job {
    struct nj_referee *r;
    struct nj_entry *e;
    struct nj_input *in;
    struct nj_query *q;
    nj_guard_ask *ask;
    const struct nj_outcome *outcome;
    bool some;
};

void nj_guard_freeze(struct nj_referee *r, struct nj_entry *e, const char *key)
{
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (e->match != NULL) {
        nj_match_destroy(e->match);
        nj_books_awake(r, e, NULL);
    }
    nj_announce(r, e, key, NJ_NO_ARGS);
    if (e->host[0] != '\0')
        nj_tell(r, nj_books_chat(r, e->host), e, key, NJ_NO_ARGS);
    nj_table_close(r, e, NJ_MATCH_FROZEN);
    NJ_ASSERT(e->match == NULL);
}

static bool guarded(struct job *j, void (*work)(void *ctx))
{
    char where[256];

    if (nj_bug_contain(work, j, where, sizeof(where)))
        return true;
    nj_log(NJ_LOG_ERROR, "match", "fault",
           NJ_FIELDS(nj_f_i64("match", j->e->id), nj_f_text("at", where)));
    nj_guard_freeze(j->r, j->e, "shell.fault");
    return false;
}

static void apply(void *ctx)
{
    struct job *j = ctx;

    j->outcome = nj_match_apply(j->e->match, j->in);
}

const struct nj_outcome *nj_guard_apply(struct nj_referee *r,
                                        struct nj_entry *e, struct nj_input *in)
{
    struct job j = {.r = r, .e = e, .in = in};

    NJ_ASSERT(e->match != NULL && e->state == NJ_MATCH_RUNNING);
    return guarded(&j, apply) ? j.outcome : NULL;
}

static void think(void *ctx)
{
    struct job *j = ctx;

    j->some = nj_match_computer_by(j->e->match, j->r->now_ms, j->in);
}

bool nj_guard_computer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_input *in)
{
    struct job j = {.r = r, .e = e, .in = in};

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING && !e->paused);
    return guarded(&j, think) && j.some;
}

static void answer(void *ctx)
{
    struct job *j = ctx;

    j->ask(j->e->match, j->q);
}

bool nj_guard_query(struct nj_referee *r, struct nj_entry *e, nj_guard_ask *ask,
                    struct nj_query *q)
{
    struct job j = {.r = r, .e = e, .q = q, .ask = ask};

    NJ_ASSERT(e->match != NULL && e->state != NJ_MATCH_LOBBY);
    return guarded(&j, answer);
}
