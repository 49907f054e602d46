/*
 * The copy is folded from the store: whoever asks learns whether the rules
 * allow an input, and nothing else. What may be said of its effects is the
 * game's own answer (struct nj_power).
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

struct job {
    struct nj_match *m;
    struct nj_input in;
    struct nj_query *q;
    const struct nj_outcome *outcome;
};

static void apply(void *ctx)
{
    struct job *j = ctx;

    j->outcome = nj_match_apply(j->m, &j->in);
}

static void ask(void *ctx)
{
    struct job *j = ctx;

    if (!nj_match_preview(j->m, j->q))
        j->q->answers = NULL;
}

/* A fault in a trial is no fault of the match: nothing is frozen. */
static bool guarded(const struct nj_entry *e, struct job *j,
                    void (*work)(void *ctx))
{
    char where[256];

    if (nj_bug_contain(work, j, where, sizeof(where)))
        return true;
    nj_log(NJ_LOG_ERROR, "match", "trial",
           NJ_FIELDS(nj_f_i64("match", e->id), nj_f_text("at", where)));
    return false;
}

static struct nj_match *copy_of(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_match_row row;
    struct nj_match *m = NULL;
    struct nj_err err = {{0}};
    enum nj_status st;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (e->touched) /* the fold needs the row as it will be */
        nj_pulse_write(r, e);
    if (!nj_store_ready(r->store) || !nj_books_row(r, e, &row))
        return NULL;
    st = nj_archive_wake(r->store, &row, e->game, &m, &err);
    if (st == NJ_ERR_MISMATCH) {
        nj_log(NJ_LOG_ERROR, "match", "trial",
               NJ_FIELDS(nj_f_i64("match", e->id), nj_f_text("at", err.text)));
        return NULL;
    }
    return nj_store_ok(r->store, st, &err) ? m : NULL;
}

const struct nj_message *nj_trial(struct nj_referee *r, struct nj_entry *e,
                                  const struct nj_input *in,
                                  struct nj_arena *arena, bool *ok)
{
    struct job j = {.m = copy_of(r, e), .in = *in};
    const struct nj_message *refusal = NULL;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING && e->match != NULL);
    *ok = false;
    if (j.m == NULL)
        return NULL;
    NJ_ASSERT(nj_hash_equal(nj_match_digest(j.m), nj_match_digest(e->match)));
    if (j.in.at_ms < nj_at(j.m))
        j.in.at_ms = nj_at(j.m);
    *ok = guarded(e, &j, apply);
    if (*ok && j.outcome->refused)
        refusal = nj_message_copy(arena, j.outcome->messages);
    nj_match_destroy(j.m);
    return refusal;
}

const struct nj_message *nj_trial_preview(struct nj_referee *r,
                                          struct nj_entry *e,
                                          const struct nj_input *in,
                                          struct nj_arena *arena)
{
    struct nj_query q = {.asker = NJ_SEAT_NONE,
                         .place = NJ_PLACE_PRIVATE,
                         .verb = in->verb,
                         .args = in->args,
                         .arena = arena};
    struct job j = {.m = e->match, .q = &q};

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(nj_store_good(r->store));
    return guarded(e, &j, ask) ? q.answers : NULL;
}
