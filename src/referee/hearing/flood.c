/*
 * Questions without end: which are passed over, and the limiter's own word.
 */
#include <string.h>

#include "base/bug.h"
#include "match/game.h"
#include "match/message.h"
#include "referee/books/books.h"
#include "referee/books/chat.h"
#include "referee/hearing/hearing_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define TOLD_MS 3600000 /* the limiter speaks once in so long */
#define LATE_MS 20000   /* an answer that waits longer is explained */

/* Says the limiter's own word. */
static void explain(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(!r->sated); /* or nobody would hear it */
    if (nj_books_lately(r, &c->told.limit_ms, TOLD_MS))
        return;
    nj_tell_unstored(r, c, NULL, "shell.limiter",
                     NJ_ARGS(nj_arg_int("n", NJ_OWED_MAX)));
}

/* Do the words want an answer and nothing else, or a table's? */
static bool is_question(const struct nj_request *a)
{
    const struct nj_verb *verb;

    if (a->cmd == NULL || strcmp(a->cmd->of, "table") == 0)
        return true;
    if (a->e == NULL || strcmp(a->cmd->of, "host") == 0 ||
        strcmp(a->cmd->of, "owner") == 0)
        return false;
    verb = nj_game_verb(a->e->game->game, a->cmd->verb);
    return verb != NULL && verb->query != NULL;
}

/* What belongs to a game counts, however many answers wait. */
static bool is_order(const struct nj_request *a)
{
    return strcmp(a->cmd->of, "host") != 0 && strcmp(a->cmd->of, "owner") != 0;
}

bool nj_flood_stops(struct nj_request *a)
{
    struct nj_chat *full = NULL;

    NJ_ASSERT(!a->r->sated);
    if (a->where->queued >= NJ_OWED_MAX &&
        nj_queue_owed(a->r, a->where, a->who) >= NJ_OWED_MAX)
        full = a->where;
    else if (a->who->queued >= NJ_OWED_MAX &&
             nj_queue_owed(a->r, a->who, a->who) >= NJ_OWED_MAX)
        full = a->who;
    if (full == NULL)
        return false;
    explain(a->r, full);
    if (is_question(a)) {
        nj_tell_pass_over(a->r);
        return true;
    }
    a->r->sated = is_order(a);
    return false;
}

void nj_flood_note(struct nj_request *a)
{
    NJ_ASSERT(a->r->asking == a->who);
    if (a->where->group && a->where->queued > 0 && is_question(a) &&
        nj_pacing_minute_ms(a->r, a->where) >= LATE_MS)
        explain(a->r, a->where);
}
