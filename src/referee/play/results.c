/*
 * Results, ratings and achievements of a match that ends.
 */
#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/play/archive.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

/* Who holds the seat now has the result; a computer player has none. */
static bool set_row(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_sitter *s, struct nj_result_row *row)
{
    struct nj_result res = {.outcome = ""};

    NJ_ASSERT(s->seat != NJ_SEAT_NONE);
    *row = (struct nj_result_row){.match = e->id, .seat = s->seat};
    e->game->game->result(e->match, s->seat, &res);
    NJ_ASSERT(res.rank >= 1 && res.rank <= nj_seats(e->match));
    row->rank = res.rank;
    row->score = res.score;
    (void)snprintf(row->outcome, sizeof(row->outcome), "%s", res.outcome);
    (void)snprintf(row->name, sizeof(row->name), "%s", s->name);
    (void)snprintf(row->game, sizeof(row->game), "%s", e->game->game->id);
    if (s->computer)
        return true;
    row->substitute =
        s->first_user != NULL && strcmp(s->first_user, s->user) != 0;
    (void)snprintf(row->user, sizeof(row->user), "%s", s->user);
    nj_account_of(r->store, s->user, row->account);
    return nj_store_good(r->store);
}

/* A match that was broken off says nothing about anybody. */
static void rate(struct nj_referee *r, struct nj_result_row *rows, uint32_t n)
{
    int64_t finish = nj_result_next(r->store);

    NJ_ASSERT(finish > 0 || !nj_store_good(r->store));
    for (uint32_t i = 0; i < n; i++)
        rows[i].finish = finish;
    nj_rating_rows(r->store, rows, n);
}

bool nj_results_store(struct nj_referee *r, struct nj_entry *e, bool counts)
{
    struct nj_result_row rows[NJ_SEATS_MAX];

    NJ_ASSERT(nj_match_over(e->match));
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (!set_row(r, e, &e->sitters[i], &rows[i]))
            return false;
    if (counts)
        rate(r, rows, e->n_sitters);
    for (uint8_t i = 0; i < e->n_sitters; i++)
        nj_result_put(r->store, &rows[i]);
    return nj_store_good(r->store);
}

/* --- achievements --- */

static void store_achievement(struct nj_referee *r, const struct nj_entry *e,
                              const char *name, nj_seat_set seats)
{
    NJ_ASSERT(seats != 0);
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        if ((seats & nj_bit(k)) != 0)
            nj_achievement_put(r->store, e->id, k, name);
}

static nj_seat_set people(const struct nj_entry *e)
{
    nj_seat_set set = 0;

    NJ_ASSERT(nj_match_over(e->match));
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (!e->sitters[i].computer)
            set |= nj_bit(e->sitters[i].seat);
    return set;
}

static void tell_achievement(struct nj_referee *r, struct nj_entry *e,
                             const char *name, nj_seat_set seats)
{
    nj_seat list[NJ_SEATS_MAX];
    uint32_t n = 0;
    char token[64];

    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        if ((seats & nj_bit(k)) != 0)
            list[n++] = k;
    NJ_ASSERT(n > 0);
    (void)snprintf(token, sizeof(token), "%s.%s", e->game->game->prefix, name);
    nj_announce(r, e, "shell.achieved",
                NJ_ARGS(nj_arg_word("feat", token),
                        nj_arg_seats("seats", list, n),
                        nj_arg_word("deed", token)));
}

void nj_results_achieved(struct nj_referee *r, struct nj_entry *e)
{
    const struct nj_achievement *a = e->game->game->achievements;

    NJ_ASSERT(nj_match_over(e->match));
    for (; a != NULL && a->name != NULL; a++) {
        nj_seat_set seats =
            nj_match_mains(e->match, nj_match_earned(e->match, a)) & people(e);

        if (seats == 0)
            continue;
        store_achievement(r, e, a->name, seats);
        tell_achievement(r, e, a->name, seats);
    }
}
