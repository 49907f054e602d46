/*
 * The referee's birth and end.
 */
#include "referee/referee.h"

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

bool nj_referee_stopped(const struct nj_referee *r)
{
    return r->stopping;
}

static enum nj_status read_all(struct nj_referee *r, struct nj_err *err)
{
    enum nj_status st;
    int64_t since_ms;
    bool wrote;

    NJ_ASSERT(r->n_entries == 0);
    nj_store_begin(r->store);
    nj_clocks_begin(r, nj_alive_last_ms(r));
    nj_skew_read(r);
    nj_pacing_begin(r);
    nj_books_read(r);
    nj_outbox_read(r);
    since_ms = nj_alive_down_ms(r);
    nj_outage_recover(r, since_ms);
    nj_gone_recover(r);
    nj_watch_read(r);
    nj_silence_recover(r);
    nj_outage_begin(r);
    nj_alive_skipped(r, since_ms != 0 ? r->now_ms - since_ms : 0);
    nj_alive_note(r);
    nj_pulse_write_all(r);
    nj_stood_gateways_keep(r);
    wrote = nj_store_writing(r->store);
    st = nj_store_commit(r->store, err);
    if (st == NJ_OK)
        nj_stood_gateways_commit(r, wrote);
    return st;
}

enum nj_status nj_referee_create(const struct nj_referee_setup *setup,
                                 struct nj_referee **out, struct nj_err *err)
{
    struct nj_referee *r = nj_alloc(sizeof(*r));
    struct nj_arena arena = NJ_ARENA_INIT(16384);
    enum nj_status st;

    NJ_ASSERT(setup->n_games == 0 || setup->games != NULL);
    NJ_ASSERT(setup->n_gateways == 0 || setup->gateways != NULL);
    NJ_ASSERT(setup->n_gateways <= NJ_COUNT(r->down));
    NJ_ASSERT(setup->pace.per_second <= 0 || setup->pace.total_per_second > 0);
    r->setup = *setup;
    r->store = setup->store;
    r->arena = arena;
    nj_tell_begin(r);
    nj_standing_begin(r);
    nj_platform_begin(r);
    st = read_all(r, err);
    if (st != NJ_OK) {
        nj_referee_destroy(r);
        return st;
    }
    *out = r;
    return NJ_OK;
}

void nj_referee_destroy(struct nj_referee *r)
{
    if (r == NULL)
        return;
    NJ_ASSERT(r->asking == NULL && r->bundle == NULL);
    nj_store_rollback(r->store);
    nj_event_destroy_all(r->kept);
    nj_after_free(r);
    nj_pictures_undo(r);
    nj_links_free(r);
    nj_standing_free(r);
    nj_friends_free(r);
    nj_confirm_free(r);
    nj_unsure_drop_all(r);
    nj_replay_drop_all(r);
    nj_fate_free(r);
    nj_str_fini(&r->packed);
    free(r->watch);
    free(r->pacing);
    free(r->skew);
    free(r->clocks);
    nj_share_free(r);
    nj_forget_all(r);
    nj_books_free(r);
    free(r->touched);
    free(r->troubles);
    free(r->busy);
    nj_arena_fini(&r->arena);
    free(r);
}
