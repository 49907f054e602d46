/*
 * Hints for newcomers: `<key>_with_hint` is said behind a message that has the
 * argument "hint". What the books have of a person decides, nothing of the match
 * that he may not know.
 */
#include "referee/play/hints.h"

#include "base/arena.h"
#include "base/bug.h"
#include "match/match.h"
#include "referee/books/chat.h"
#include "referee/books/entry.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/turn/turn.h"
#include "store/records.h"

#define HINT "hint"

/* Has he a result of that game? */
static bool has_played(struct nj_referee *r, const struct nj_delivery *d)
{
    const char *game = d->e->game->game->id;
    char account[NJ_ADDRESS_MAX];

    nj_account_of(r->store, d->to->address, account);
    return !nj_turn_good(r) || nj_result_count(r->store, account, game) > 0;
}

struct search {
    const struct nj_delivery *d;
    bool found;
};

static void look(void *ctx, const struct nj_out_row *row)
{
    struct search *s = ctx;

    NJ_ASSERT(s->d->seat < NJ_SEATS_MAX);
    s->found =
        s->found ||
        (row->to == NJ_TO_SEATS && (row->seats & nj_bit(s->d->seat)) != 0 &&
         !row->refusal && strcmp(row->key, s->d->m->key) == 0);
}

/* Has the seat had such a message? */
static bool was_told(struct nj_referee *r, const struct nj_delivery *d)
{
    struct search s = {d, false};

    nj_out_each_of(r->store, d->e->id, look, &s);
    return s.found;
}

const struct nj_message *nj_hints_add(struct nj_referee *r,
                                      const struct nj_delivery *d)
{
    const struct nj_game *g = d->e->game->game;
    const struct nj_message *m = d->m;
    struct nj_message *more;
    struct nj_arg *args;

    if (d->to == NULL || d->refusal || !nj_game_lists(g->hints, m->key) ||
        m->args.n >= NJ_ARGS_MAX || !g->early(d->e->match) ||
        has_played(r, d) || was_told(r, d))
        return m;
    args = nj_arena_alloc(&r->arena, (m->args.n + 1) * sizeof(args[0]));
    more = nj_arena_alloc(&r->arena, sizeof(*more));
    if (m->args.n > 0)
        memcpy(args, m->args.v, m->args.n * sizeof(args[0]));
    args[m->args.n] = nj_arg_id(HINT, "1");
    *more = *m;
    more->args = (struct nj_args){.v = args, .n = m->args.n + 1};
    return more;
}

void nj_hints_drop(struct nj_message *m)
{
    NJ_ASSERT(m->args.n == 0 || m->args.v != NULL);
    if (m->args.n > 0 && strcmp(m->args.v[m->args.n - 1].name, HINT) == 0)
        m->args.n--;
}
