/*
 * Hints for newcomers: `<key>_with_hint` is said behind a message that has the
 * argument "hint". What the books have of a person decides, nothing of the match
 * that he may not know.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/books/chat.h"
#include "referee/books/entry.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

#define HINT "hint"

/* Has he a result of that game? */
static bool has_played(struct nj_referee *r, const struct nj_delivery *d)
{
    const char *game = d->e->game->game->id;
    char account[NJ_ADDRESS_MAX];

    nj_account_of(r->store, d->to->address, account);
    return !nj_store_good(r->store) ||
           nj_result_count(r->store, account, game) > 0;
}

/* Each hint of a game has a bit; by the highest they have been looked up. */
#define KNOWN    (1U << 31)
#define HINT_MAX 31

static uint32_t bit_of(const struct nj_game *g, const char *key)
{
    NJ_ASSERT(g->hints != NULL && key[0] != '\0');
    for (uint32_t i = 0; g->hints[i] != NULL; i++)
        if (strcmp(g->hints[i], key) == 0) {
            NJ_ASSERT(i < HINT_MAX);
            return 1U << i;
        }
    return 0;
}

struct search {
    const struct nj_delivery *d;
    nj_seat_set hand; /* all seats that he plays */
    uint32_t told;
};

static void look(void *ctx, const struct nj_out_row *row)
{
    struct search *s = ctx;

    if (row->to == NJ_TO_SEATS && (row->seats & s->hand) != 0 && !row->refusal)
        s->told |= bit_of(s->d->e->game->game, row->key);
}

/* Of the match's record once a person, and again after a restart: hints come in
 * the rounds in which most is said. */
static uint32_t look_up(struct nj_referee *r, const struct nj_delivery *d)
{
    struct search s = {.d = d, .hand = nj_seat_hand(d->e->match, d->seat)};

    NJ_ASSERT((s.hand & nj_bit(d->seat)) != 0);
    if (has_played(r, d))
        return UINT32_MAX;
    nj_out_each_of(r->store, d->e->id, look, &s);
    return KNOWN | s.told;
}

/* Is it his first message of this key in his first match? It is not from now
 * on. */
static bool is_first(struct nj_referee *r, const struct nj_delivery *d)
{
    struct nj_sitter *s = nj_sitters_at(d->e, d->seat);
    uint32_t bit = bit_of(d->e->game->game, d->m->key);
    bool first;

    NJ_ASSERT(d->seat != NJ_SEAT_NONE && !d->to->group);
    NJ_ASSERT(s != NULL); /* somebody's each is, if a computer player's */
    if (s->hints == 0)
        s->hints = look_up(r, d);
    NJ_ASSERT((s->hints & KNOWN) != 0 && bit != 0);
    first = (s->hints & bit) == 0;
    s->hints |= bit;
    return first;
}

const struct nj_message *nj_hints_add(struct nj_referee *r,
                                      const struct nj_delivery *d)
{
    const struct nj_game *g = d->e->game->game;
    const struct nj_message *m = d->m;

    NJ_ASSERT(d->seat != NJ_SEAT_NONE);
    if (d->to == NULL || d->refusal || !nj_game_lists(g->hints, m->key) ||
        !g->early(d->e->match) ||
        (nj_match_out(d->e->match) & nj_bit(d->seat)) != 0 || !is_first(r, d))
        return m;
    return nj_message_with(&r->arena, m, nj_arg_id(HINT, "1"));
}

void nj_hints_drop(struct nj_message *m)
{
    NJ_ASSERT(m->args.n == 0 || m->args.v != NULL);
    if (m->args.n > 0 && strcmp(m->args.v[m->args.n - 1].name, HINT) == 0)
        m->args.n--;
}
