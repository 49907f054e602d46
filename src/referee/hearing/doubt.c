/*
 * Words that may have been meant for a match: their author is asked, and his
 * answer is read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "command/spoken.h"
#include "match/called.h"
#include "match/match.h"
#include "match/typed.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define LONG 20 /* code points: shorter ones are no text for a match */

/* --- asking --- */

static void keep_words(struct nj_request *a, const char *words, size_t n,
                       bool text)
{
    NJ_ASSERT(n > 0 && !a->ev->group);
    nj_unsure_keep(
        a->r, a->e, a->who->address,
        &(struct nj_doubt){.text = text, .words = nj_strndup(words, n)});
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

    NJ_ASSERT(!a->ev->group && w->place != NJ_COMMAND_HOST);
    return s != NULL && !w->prefixed && !a->ev->cut &&
           nj_typed_length(a->ev->text) >= LONG &&
           nj_match_collects(a->e->match, s->seat, true, &seat) != NULL;
}

bool nj_doubt_ask(struct nj_request *a, const struct nj_words *w)
{
    struct nj_words rest;
    char key[64];

    NJ_ASSERT(a->cmd == NULL && !a->text);
    if (a->ev->group || a->e == NULL || w->place == NJ_COMMAND_HOST ||
        a->e->state != NJ_MATCH_RUNNING || !nj_live_wake(a->r, a->e))
        return false;
    if (is_order(a, w, &rest)) {
        char *words = nj_strndup(rest.p, rest.n);

        keep_words(a, rest.p, rest.n, false);
        nj_reply(a, "shell.doubt", NJ_ARGS(nj_arg_text("word", words)));
        free(words);
        return true;
    }
    if (!is_text(a, w))
        return false;
    keep_words(a, a->ev->text, strlen(a->ev->text), true);
    (void)snprintf(key, sizeof(key), "%s.doubt_text", a->e->game->game->prefix);
    nj_reply(a, key, NJ_NO_ARGS);
    return true;
}

/* --- answering --- */

/* Finds what he was asked about, while the phase is the same, or NULL. */
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

/* Takes the line of that number, from 1. */
static void take_line(const struct nj_doubt *d, int n, struct nj_words *w)
{
    NJ_ASSERT(n >= 1 && n <= d->readings);
    w->p = d->words;
    while (--n > 0)
        w->p = strchr(w->p, '\n') + 1;
    w->n = strcspn(w->p, "\n");
}

bool nj_doubt_answered(struct nj_request *a, struct nj_words *w)
{
    char one[8] = "";
    struct nj_doubt *d = NULL;
    int n;

    if (a->r->doubts != NULL && w->n < sizeof(one))
        memcpy(one, w->p, w->n);
    n = nj_called_number(one);
    if (n >= 1)
        d = asked(a);
    if (d == NULL || d->group != a->ev->group ||
        n > (d->readings > 0 ? d->readings : 1))
        return false;
    d->until_ms = a->r->steady_ms; /* it is answered once */
    NJ_ASSERT(a->e != NULL && a->e->match != NULL);
    NJ_ASSERT(!d->text || d->readings == 0);
    w->p = d->words;
    w->n = strlen(d->words);
    if (d->readings > 0)
        take_line(d, n, w);
    a->text = d->text;
    return true;
}
