/*
 * Sitters are found by user or by seat.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

void nj_sitters_free(struct nj_entry *e)
{
    NJ_ASSERT(e->n_sitters == 0 || e->sitters != NULL);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        free(e->sitters[i].user);
        free(e->sitters[i].name);
        free(e->sitters[i].contribution);
        free(e->sitters[i].first_user);
        free(e->sitters[i].first_name);
        free(e->sitters[i].wanted);
        free(e->sitters[i].why);
    }
    free(e->sitters);
    e->sitters = NULL;
    e->n_sitters = 0;
}

/* The seat changes hands: whose it was at the start is kept. */
static void keep_first(struct nj_sitter *s)
{
    NJ_ASSERT((s->first_user == NULL) == (s->first_name == NULL));
    if (s->first_user != NULL)
        return;
    s->first_user = s->user;
    s->first_name = s->name;
    s->user = s->name = NULL;
}

struct loading {
    struct nj_referee *r;
    struct nj_entry *e;
};

/* Notes that the rows of a match contradict one another. */
static void fail(struct loading *l, const char *what)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_fail(&err, NJ_ERR_CORRUPT, "match %lld has %s",
                                (long long)l->e->id, what);

    NJ_ASSERT(l->e->match == NULL);
    (void)nj_store_ok(l->r->store, st, &err);
}

static void load_sitter(void *ctx, const struct nj_seat_row *row)
{
    struct loading *l = ctx;
    struct nj_entry *e = l->e;
    struct nj_sitter *s;

    NJ_ASSERT(row->match == e->id);
    if (e->n_sitters == e->game->game->seats_max) {
        fail(l, "too many seats");
        return;
    }
    if (row->join != e->n_sitters || (row->user[0] == '\0' && !row->computer)) {
        fail(l, "a seat that cannot be");
        return;
    }
    s = &e->sitters[e->n_sitters++];
    s->user = nj_strndup(row->user, strlen(row->user));
    s->name = nj_strndup(row->name, strlen(row->name));
    s->contribution = nj_strndup(row->contribution, strlen(row->contribution));
    s->join = row->join;
    s->seat = row->seat;
    s->computer = row->computer;
    s->receipts = row->receipts;
    s->joined_ms = row->joined_ms;
}

/* The seat has changed hands, or is offered. */
static void load_holder(void *ctx, const struct nj_holder_row *row)
{
    struct loading *l = ctx;
    struct nj_entry *e = l->e;
    struct nj_sitter *s = NULL;

    NJ_ASSERT(e->state != NJ_MATCH_LOBBY); /* a table offers no seats */
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (e->sitters[i].join == row->join)
            s = &e->sitters[i];
    if (s == NULL) {
        fail(l, "a holder of no seat");
        return;
    }
    s->place = row->place;
    nj_sitters_text(&s->wanted, row->wanted[0] != '\0' ? row->wanted : NULL);
    nj_sitters_text(&s->why, row->why[0] != '\0' ? row->why : NULL);
    if (row->place == 0)
        return;
    keep_first(s);
    nj_sitters_text(&s->user, row->user);
    nj_sitters_text(&s->name, row->name);
}

bool nj_sitters_load(struct nj_referee *r, struct nj_entry *e)
{
    struct loading l = {r, e};

    NJ_ASSERT(e->sitters != NULL || e->n_sitters == 0);
    if (e->sitters != NULL)
        return true;
    nj_homes_fill(r, e);
    e->sitters = nj_alloc(e->game->game->seats_max * sizeof(*e->sitters));
    nj_seat_each(r->store, e->id, load_sitter, &l);
    if (e->state != NJ_MATCH_LOBBY)
        nj_holder_each(r->store, e->id, load_holder, &l);
    if (nj_store_good(r->store))
        return true;
    nj_sitters_free(e);
    return false;
}

/* --- who comes and goes --- */

struct nj_sitter *nj_sitters_add(struct nj_referee *r, struct nj_entry *e,
                                 const char *user, const char *name,
                                 const char *words)
{
    struct nj_sitter *s = &e->sitters[e->n_sitters];

    NJ_ASSERT(e->n_sitters < e->game->game->seats_max);
    NJ_ASSERT(e->n_sitters == 0 || s[-1].join + 1 == e->n_sitters);
    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(user[0] == '\0' || nj_sitters_of(e, user) == NULL);
    *s = (struct nj_sitter){.join = e->n_sitters,
                            .seat = NJ_SEAT_NONE,
                            .user = nj_strndup(user, strlen(user)),
                            .name = nj_strndup(name, strlen(name)),
                            .contribution = nj_strndup(words, strlen(words)),
                            .computer = user[0] == '\0',
                            .joined_ms = r->now_ms};
    e->n_sitters++;
    (void)nj_sitters_put(r, e, s);
    e->touched_ms = r->now_ms;
    return s;
}

/* A table's joins are always 0..n-1, in order. */
void nj_sitters_remove(struct nj_referee *r, struct nj_entry *e,
                       struct nj_sitter *s)
{
    uint8_t i = (uint8_t)(s - e->sitters);

    NJ_ASSERT(s >= e->sitters && i < e->n_sitters);
    NJ_ASSERT(e->match == NULL);
    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    nj_seat_delete(r->store, e->id, s->join);
    free(s->user);
    free(s->name);
    free(s->contribution);
    e->n_sitters--;
    memmove(s, s + 1, (size_t)(e->n_sitters - i) * sizeof(*s));
    for (; i < e->n_sitters; i++) {
        nj_seat_delete(r->store, e->id, e->sitters[i].join);
        NJ_ASSERT(e->sitters[i].join == i + 1);
        e->sitters[i].join = i;
        (void)nj_sitters_put(r, e, &e->sitters[i]);
    }
}

void nj_sitters_text(char **at, const char *text)
{
    free(*at);
    *at = text != NULL ? nj_strndup(text, strlen(text)) : NULL;
}

void nj_sitters_hand(struct nj_sitter *s, const char *user, const char *name)
{
    keep_first(s);
    nj_sitters_text(&s->user, user);
    nj_sitters_text(&s->name, name);
    nj_sitters_text(&s->wanted, NULL);
    nj_sitters_text(&s->why, NULL);
    s->place++;
    s->computer = user[0] == '\0';
    NJ_ASSERT(s->place > 0); /* or it would be read as its first holder's */
    NJ_ASSERT(s->wanted == NULL && s->first_user != NULL);
}

void nj_sitters_rename(struct nj_sitter *s, const char *user)
{
    NJ_ASSERT(!s->computer);
    NJ_ASSERT(s->first_user == NULL);
    nj_sitters_text(&s->user, user);
}

/* --- who sits where --- */

static struct nj_sitter *find(const struct nj_entry *e, const char *user,
                              bool computer)
{
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (e->sitters[i].computer == computer &&
            strcmp(e->sitters[i].user, user) == 0)
            return &e->sitters[i];
    return NULL;
}

struct nj_sitter *nj_sitters_of(const struct nj_entry *e, const char *user)
{
    return find(e, user, false);
}

struct nj_sitter *nj_sitters_replaced(const struct nj_entry *e,
                                      const char *user)
{
    return find(e, user, true);
}

struct nj_sitter *nj_sitters_at(const struct nj_entry *e, nj_seat seat)
{
    if (e->match != NULL && seat < nj_seats(e->match))
        seat = nj_match_main(e->match, seat);
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (e->sitters[i].seat == seat)
            return &e->sitters[i];
    return NULL;
}

void nj_sitters_row(const struct nj_entry *e, const struct nj_sitter *s,
                    struct nj_seat_row *row)
{
    NJ_ASSERT((s->first_user == NULL) == (s->first_name == NULL));
    *row = (struct nj_seat_row){.match = e->id,
                                .join = s->join,
                                .seat = s->seat,
                                .computer = s->computer,
                                .joined_ms = s->joined_ms};
    (void)snprintf(row->user, sizeof(row->user), "%s",
                   s->first_user != NULL ? s->first_user : s->user);
    (void)snprintf(row->name, sizeof(row->name), "%s",
                   s->first_name != NULL ? s->first_name : s->name);
    (void)snprintf(row->contribution, sizeof(row->contribution), "%s",
                   s->contribution);
}

bool nj_sitters_put(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_sitter *s)
{
    struct nj_seat_row row;

    NJ_ASSERT(s >= e->sitters && s < e->sitters + e->n_sitters);
    nj_sitters_row(e, s, &row);
    nj_seat_put(r->store, &row);
    return nj_store_good(r->store);
}
