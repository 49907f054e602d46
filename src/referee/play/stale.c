/*
 * The deadline of a table is kept in its row like that of a match, so it
 * outlives the process.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

void nj_stale_touch(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->state == NJ_MATCH_LOBBY && e->match == NULL);
    (void)nj_books_write(r, e, NULL, NULL);
}

void nj_stale_fire(struct nj_referee *r, struct nj_entry *e)
{
    int64_t at_ms = nj_quiet_out(r, e, r->now_ms);

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(e->deadline_ms <= r->now_ms && at_ms >= r->now_ms);
    if (at_ms != r->now_ms) {
        e->deadline_ms = at_ms; /* at night it would wake people for nothing */
    } else if (!e->noticed) {
        if (nj_books_notice(r, e))
            nj_announce(r, e, "shell.stale",
                        NJ_ARGS(nj_arg_id("code", e->code)));
    } else {
        nj_announce(r, e, "shell.stale_closed",
                    NJ_ARGS(nj_arg_id("code", e->code)));
        nj_table_close(r, e, NJ_MATCH_CLOSED);
    }
}
