/*
 * Which match is meant: by its code, by who waits for whom, by where it was
 * said.
 */
#include "base/bug.h"
#include "command/spoken.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"

#define KNOWN 8 /* above all that fitness() gives */

bool nj_meant_awaits(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_chat *who)
{
    const struct nj_sitter *s;

    NJ_ASSERT(!who->group);
    if (e->state != NJ_MATCH_RUNNING || !nj_live_wake(r, e))
        return false;
    s = nj_sitters_of(e, who->address);
    return s != NULL && (nj_match_awaited(e->match) & nj_bit(s->seat)) != 0;
}

/*
 * How well an entry fits: a match that waits for the person, one he plays,
 * a table he sits at, one he can only watch.
 */
static int fitness(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *who)
{
    bool mine = nj_books_has(who, e);

    NJ_ASSERT(!who->group);
    if (!nj_books_is_open(e))
        return 0;
    if (mine && nj_meant_awaits(r, e, who))
        return 5;
    if (mine)
        return e->state == NJ_MATCH_RUNNING ? 4 : 3;
    return e->state == NJ_MATCH_RUNNING ? 2 : 1;
}

/* Are the words an order or a question of the match that he plays? */
static bool understands(struct nj_referee *r, const struct nj_entry *e,
                        const struct nj_chat *who, const struct nj_words *w)
{
    struct nj_spoken typed;

    if (w == NULL || e->state != NJ_MATCH_RUNNING)
        return false;
    NJ_ASSERT(nj_books_has(who, e)); /* words are looked at in private alone */
    return nj_words_spoken(r, e, w, &typed) &&
           (typed.several ||
            nj_game_verb(e->game->game, typed.cmd.verb) != NULL);
}

struct nj_entry *nj_meant_choose(struct nj_referee *r, const struct nj_chat *c,
                                 const struct nj_chat *who,
                                 const struct nj_words *w, bool *many)
{
    struct nj_entry *best = NULL;
    int best_fit = 0;

    NJ_ASSERT(!who->group);
    *many = false;
    for (uint32_t i = 0; i < c->n_entries; i++) {
        int fit = fitness(r, c->entries[i], who);

        if (c->n_entries > 1 && fit > 0 &&
            understands(r, c->entries[i], who, w))
            fit += KNOWN;

        if (fit > best_fit) {
            best = c->entries[i];
            best_fit = fit;
            *many = false;
        } else if (fit == best_fit && fit > 0) {
            best = c->entries[i]; /* the latest of equals */
            *many = true;
        }
    }
    NJ_ASSERT((best == NULL) == (best_fit == 0));
    return best;
}

struct nj_entry *nj_meant_seated(const struct nj_chat *c,
                                 const struct nj_chat *who)
{
    struct nj_entry *e = NULL;

    if (c == NULL || who == NULL)
        return NULL;
    NJ_ASSERT(!who->group);
    for (uint32_t i = 0; i < who->n_entries; i++)
        if (nj_homes_has(who->entries[i], c) &&
            who->entries[i]->state == NJ_MATCH_RUNNING)
            e = who->entries[i];
    NJ_ASSERT(e == NULL || nj_books_has(c, e)); /* both books say so */
    return e;
}

struct nj_entry *nj_meant_entry(struct nj_request *a, const struct nj_words *w,
                                bool *many)
{
    struct nj_referee *r = a->r;
    struct nj_entry *e;

    *many = false;
    if (w->code[0] != '\0') { /* other groups' matches are not his to see */
        e = nj_books_code(r, w->code);
        NJ_ASSERT(e != NULL); /* else the letters were no code */
        return nj_homes_has(e, a->where) || nj_books_has(a->who, e) ? e : NULL;
    }
    if (a->ev->group)
        e = nj_meant_choose(r, a->where, a->who, NULL, many);
    else if (a->who->wishes.use != 0 &&
             (e = nj_books_entry(r, a->who->wishes.use)) != NULL &&
             nj_books_is_open(e))
        return e;
    else
        e = nj_meant_choose(r, a->who, a->who, w, many);
    if (a->ev->group)
        *many = false;
    return e;
}
