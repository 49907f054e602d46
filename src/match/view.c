/*
 * Looking at a match: queries and previews of its game, and what of its course
 * is nobody's secret. Nothing here changes it.
 */
#include <stdio.h>
#include <string.h>

#include "match/match_priv.h"
#include "match/slate.h"

/* Nothing has been answered yet. */
static void open_query(const struct nj_match *m, struct nj_query *q)
{
    q->answers = NULL;
    q->last = NULL;
    q->called = nj_called(m);
}

void nj_match_query(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_verb *verb = nj_game_verb(m->game, q->verb);

    NJ_ASSERT(verb != NULL && verb->query != NULL);
    NJ_ASSERT(m->work == NULL || m->past == NULL); /* of the first state */
    NJ_ASSERT(nj_args_fit(m, verb, q->args));
    NJ_ASSERT(q->asker == NJ_SEAT_NONE || q->asker < m->c.n_seats);
    NJ_ASSERT(q->asker != NJ_SEAT_NONE || verb->bystander);
    open_query(m, q);
    verb->query(m, q);
}

void nj_match_exhibit(const struct nj_match *m, struct nj_query *q)
{
    NJ_ASSERT(m->game->exhibit != NULL && q->asker == NJ_SEAT_NONE);
    open_query(m, q);
    m->game->exhibit(m, q);
}

void nj_match_whole(const struct nj_match *m, struct nj_query *q)
{
    NJ_ASSERT(m->game->whole != NULL && q->asker == NJ_SEAT_NONE);
    open_query(m, q);
    m->game->whole(m, q);
    NJ_ASSERT(q->answers == q->last); /* one message, or none */
}

void nj_match_slate(const struct nj_match *m, struct nj_query *q)
{
    NJ_ASSERT(q->asker == NJ_SEAT_NONE && q->place == NJ_PLACE_GROUP);
    open_query(m, q);
    m->game->slate->now(m, q);
    NJ_ASSERT(q->answers == q->last); /* one message, or none */
}

bool nj_match_preview(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_power *p = nj_game_power(m->game, q->verb);
    char key[64];

    NJ_ASSERT(q->asker == NJ_SEAT_NONE && m->work == NULL);
    open_query(m, q);
    if (p == NULL)
        return false;
    if (p->preview != NULL) {
        p->preview(m, q);
        return true;
    }
    (void)snprintf(key, sizeof(key), "%s.would.%s", m->game->prefix, q->verb);
    nj_answer(q, nj_arena_copy(q->arena, key, strlen(key)), "", q->args);
    return true;
}

const struct nj_game *nj_match_game(const struct nj_match *m)
{
    return m->game;
}

nj_seat_set nj_match_earned(const struct nj_match *m,
                            const struct nj_achievement *a)
{
    bool (*stayed)(const struct nj_match *m, nj_seat seat) = m->game->stayed;
    nj_seat_set set = 0;

    for (nj_seat k = 0; k < m->c.n_seats; k++)
        if ((stayed == NULL || stayed(m, k)) && a->earned(m, k))
            set |= nj_bit(k);
    return set;
}

bool nj_match_over(const struct nj_match *m)
{
    return m->c.over;
}

uint32_t nj_match_seq(const struct nj_match *m)
{
    return m->seq;
}

const struct nj_hash *nj_match_digest(const struct nj_match *m)
{
    return &m->digest;
}

uint64_t nj_match_draws(const struct nj_match *m)
{
    return m->c.rng.draws;
}

bool nj_match_misscripted(const struct nj_match *m)
{
    return m->c.rng.misscripted;
}

nj_seat nj_match_seat_of(const struct nj_match *m, uint8_t join)
{
    NJ_ASSERT(join < m->c.n_seats);
    for (nj_seat s = 0; s < m->c.n_seats; s++)
        if (m->c.join_of[s] == join)
            return s;
    NJ_UNREACHABLE();
}

uint8_t nj_match_join_of(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < m->c.n_seats && m->c.join_of[seat] < m->seats_room);
    return m->c.join_of[seat];
}

nj_seat_set nj_match_awaited(const struct nj_match *m)
{
    return nj_match_mains(m, nj_match_awaited_seats(m));
}

nj_seat_set nj_match_awaited_seats(const struct nj_match *m)
{
    nj_seat_set seats = 0;

    NJ_ASSERT(m->work == NULL && !m->ending);
    if (m->game->awaited != NULL && !m->c.over && m->c.started)
        seats = m->game->awaited(m);
    NJ_ASSERT(seats >> m->c.n_seats == 0);
    return seats;
}

nj_seat_set nj_match_unfinished(const struct nj_match *m)
{
    nj_seat_set seats = nj_match_awaited_seats(m);

    NJ_ASSERT(seats == 0 || m->game->awaited != NULL);
    if (seats != 0 && m->game->unfinished != NULL)
        seats &= m->game->unfinished(m);
    return nj_match_mains(m, seats);
}

nj_seat_set nj_match_out(const struct nj_match *m)
{
    nj_seat_set in = (nj_seat_set)(nj_bit(m->c.n_seats) - 1) & ~m->c.out;

    NJ_ASSERT(m->c.out >> m->c.n_seats == 0);
    return m->c.out & ~nj_match_mains(m, in);
}

size_t nj_match_bytes(const struct nj_match *m)
{
    NJ_ASSERT(m->bytes > sizeof(*m) + m->game->state_size);
    return m->bytes + nj_base_bytes(m) + nj_pages_held(m->pages);
}

void nj_match_state(const struct nj_match *m, struct nj_str *out)
{
    NJ_ASSERT(m->game->state != NULL && m->work == NULL);
    m->game->state(m, out);
}

/* --- rows of a game's tables --- */

const struct nj_verb *nj_game_verb(const struct nj_game *g, const char *name)
{
    for (const struct nj_verb *v = g->verbs; v->name != NULL; v++)
        if (strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

bool nj_game_lists(const char *const *names, const char *name)
{
    NJ_ASSERT(name[0] != '\0');
    while (names != NULL && *names != NULL && strcmp(*names, name) != 0)
        names++;
    return names != NULL && *names != NULL;
}

const struct nj_verb *nj_game_help(const struct nj_game *g, enum nj_place place)
{
    unsigned here =
        place == NJ_PLACE_GROUP ? NJ_CHANNEL_GROUP : NJ_CHANNEL_PRIVATE;
    const struct nj_verb *verb = nj_game_verb(g, "help");

    NJ_ASSERT(verb == NULL || verb->query != NULL);
    return verb != NULL && (verb->channel & here) != 0 ? verb : NULL;
}

const char *nj_game_edition(const struct nj_game *g, const char *name)
{
    for (size_t i = 0; g->editions[i] != NULL; i++)
        if (strcmp(g->editions[i], name) == 0)
            return g->editions[i];
    return NULL;
}

bool nj_game_has_editions(const struct nj_game *g)
{
    NJ_ASSERT(g->editions[0] != NULL);
    return g->editions[1] != NULL;
}

const struct nj_power *nj_game_power(const struct nj_game *g, const char *verb)
{
    for (const struct nj_power *p = g->powers; p != NULL && p->verb != NULL;
         p++)
        if (strcmp(p->verb, verb) == 0)
            return p;
    return NULL;
}
