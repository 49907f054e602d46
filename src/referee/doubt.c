/*
 * Words in doubt (doubt.h).
 */
#include "referee/doubt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "command/spoken.h"
#include "match/called.h"
#include "match/match.h"
#include "match/typed.h"
#include "referee/books.h"
#include "referee/commands.h"
#include "referee/live.h"
#include "referee/meant.h"
#include "referee/referee_priv.h"
#include "referee/request.h"
#include "referee/sitters.h"
#include "referee/tell.h"
#include "referee/words.h"

#define WAIT_MS 300000
#define LONG    20 /* code points: shorter ones are no text for a match */

struct nj_doubt {
    char user[NJ_ADDRESS_MAX];
    int64_t match, until_ms;
    int64_t phase_ends; /* while this stays, so does the phase */
    bool text;
    char *words;
    struct nj_doubt *next;
};

static void drop(struct nj_doubt **at)
{
    struct nj_doubt *d = *at;

    NJ_ASSERT(d->words != NULL && d->user[0] != '\0');
    *at = d->next;
    free(d->words);
    free(d);
}

void nj_doubt_drop_all(struct nj_referee *r)
{
    while (r->doubts != NULL)
        drop(&r->doubts);
}

/* --- asking --- */

/* Keeps the words, as his only ones; those long past go. */
static void keep(struct nj_request *a, const char *words, size_t n, bool text)
{
    struct nj_doubt *d = nj_alloc(sizeof(*d));

    *d = (struct nj_doubt){.match = a->e->id,
                           .until_ms = a->r->steady_ms + WAIT_MS,
                           .phase_ends = nj_phase_ends(a->e->match),
                           .text = text,
                           .words = nj_strndup(words, n)};
    for (struct nj_doubt **at = &a->r->doubts; *at != NULL;) {
        if (strcmp((*at)->user, a->who->address) == 0 ||
            a->r->steady_ms >= (*at)->until_ms)
            drop(at);
        else
            at = &(*at)->next;
    }
    d->next = a->r->doubts;
    (void)snprintf(d->user, sizeof(d->user), "%s", a->who->address);
    a->r->doubts = d;
}

/* Are they an order to his match, but for the form of a question? */
static bool is_order(struct nj_request *a, const struct nj_words *w,
                     struct nj_words *rest)
{
    struct nj_spoken typed;

    *rest = *w;
    return nj_commands_undoubt(a->r->setup.commands, a->e->game->game->id,
                               &rest->p, &rest->n) &&
           nj_words_spoken(a->r, a->e, rest, &typed) &&
           strcmp(typed.cmd.of, a->e->game->game->id) == 0;
}

/* Are they long enough to be a text that his match wants? */
static bool is_text(struct nj_request *a, const struct nj_words *w)
{
    const struct nj_sitter *s = nj_sitters_of(a->e, a->who->address);
    nj_seat seat;

    return s != NULL && !s->computer && !w->prefixed && !a->ev->cut &&
           nj_typed_length(a->ev->text) >= LONG &&
           nj_match_collects(a->e->match, s->seat, true, &seat) != NULL;
}

bool nj_doubt_ask(struct nj_request *a, const struct nj_words *w)
{
    struct nj_words rest;
    char key[64];

    if (a->ev->group || a->e == NULL || w->place == NJ_COMMAND_HOST ||
        a->e->state != NJ_MATCH_RUNNING || !nj_live_wake(a->r, a->e))
        return false;
    if (is_order(a, w, &rest)) {
        char *words = nj_strndup(rest.p, rest.n);

        keep(a, rest.p, rest.n, false);
        nj_reply(a, "shell.doubt", NJ_ARGS(nj_arg_text("word", words)));
        free(words);
        return true;
    }
    if (!is_text(a, w))
        return false;
    keep(a, a->ev->text, strlen(a->ev->text), true);
    (void)snprintf(key, sizeof(key), "%s.doubt_text", a->e->game->game->prefix);
    nj_reply(a, key, NJ_NO_ARGS);
    return true;
}

/* --- answering --- */

/* What he was asked about, while it is still the same phase; NULL: nothing. */
static struct nj_doubt *asked(struct nj_request *a)
{
    struct nj_doubt *d = a->r->doubts;

    while (d != NULL && strcmp(d->user, a->who->address) != 0)
        d = d->next;
    if (d == NULL || a->r->steady_ms >= d->until_ms)
        return NULL;
    a->e = nj_books_entry(a->r, d->match);
    return a->e != NULL && a->e->state == NJ_MATCH_RUNNING &&
                   nj_live_wake(a->r, a->e) &&
                   nj_phase_ends(a->e->match) == d->phase_ends
               ? d
               : NULL;
}

bool nj_doubt_answered(struct nj_request *a, struct nj_words *w)
{
    char one[8] = "";
    struct nj_doubt *d = NULL;

    if (!a->ev->group && w->n < sizeof(one))
        memcpy(one, w->p, w->n);
    if (nj_called_number(one) == 1)
        d = asked(a);
    if (d == NULL)
        return false;
    d->until_ms = a->r->steady_ms; /* it is answered once */
    w->p = d->words;
    w->n = strlen(d->words);
    a->text = d->text;
    return true;
}
