/*
 * #观战: who reads in private what everybody hears (speech/watch.c).
 */
#include <string.h>

#include "base/bug.h"
#include "command/parse.h"
#include "match/game.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define DELAY_MAX_MS 86400000

static void begin(struct nj_request *a)
{
    int64_t delay_ms;

    NJ_ASSERT(nj_sitters_of(a->e, a->who->address) == NULL);
    if (!nj_watch_begin(a->r, a->e, a->who->address, &delay_ms)) {
        nj_reply(a, "shell.watch_full", NJ_NO_ARGS);
        return;
    }
    nj_reply(
        a, delay_ms > 0 ? "shell.watch_later" : "shell.watch",
        NJ_ARGS(nj_arg_id("code", a->e->code), nj_arg_ms("delay", delay_ms)));
}

static void stop(struct nj_request *a)
{
    bool watched = nj_watch_stop(a->r, a->who->address);

    a->e = NULL;
    nj_reply(a, watched ? "shell.watch_stop" : "shell.watch_none", NJ_NO_ARGS);
}

/* The host's to set, the opener's and the admins': not the players'. */
static bool may_delay(struct nj_request *a)
{
    if (nj_sitters_load(a->r, a->e) &&
        nj_sitters_of(a->e, a->who->address) == NULL)
        return nj_standing_may(a, "shell.watch_host");
    return nj_deny(a, "shell.watch_host", NJ_NO_ARGS);
}

static void set_delay(struct nj_request *a, const char *word)
{
    int64_t ms = 0;

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    if (!may_delay(a))
        return;
    if (strcmp(word, "0") != 0 &&
        !nj_duration_parse(word, strlen(word), DELAY_MAX_MS, &ms)) {
        nj_reply(a, "shell.which_duration", NJ_NO_ARGS);
        return;
    }
    NJ_ASSERT(ms >= 0 && ms <= DELAY_MAX_MS);
    if (nj_watch_delay(a->r, a->e->id, ms))
        nj_reply(a, "shell.watch_delay", NJ_ARGS(nj_arg_ms("delay", ms)));
}

/* The match of that code, if it is played here: others are not his to see. */
static bool meant(struct nj_request *a, const struct nj_command_arg *code)
{
    if (code != NULL) {
        a->e = nj_books_code(a->r, code->text);
        if (a->e == NULL || !nj_homes_has(a->e, a->where)) {
            a->e = NULL;
            nj_reply(a, "shell.no_code",
                     NJ_ARGS(nj_arg_text("code", code->text)));
            return false;
        }
    }
    if (a->e == NULL || a->e->state != NJ_MATCH_RUNNING)
        return nj_deny(a, "shell.need_match", NJ_NO_ARGS);
    return nj_sitters_load(a->r, a->e);
}

void nj_do_watch(struct nj_request *a)
{
    const struct nj_command_arg *delay = nj_command_arg(a->cmd, "duration");

    if (nj_command_arg(a->cmd, "state") != NULL)
        stop(a);
    else if (!a->ev->group)
        nj_reply(a, "shell.need_group", NJ_NO_ARGS);
    else if (!meant(a, nj_command_arg(a->cmd, "code")))
        return;
    else if (delay != NULL)
        set_delay(a, delay->text);
    else if ((a->e->game->game->open & NJ_OPEN_WATCH) == 0)
        nj_reply(a, "shell.watch_closed", NJ_NO_ARGS);
    else if (nj_sitters_of(a->e, a->who->address) != NULL)
        nj_reply(a, "shell.watch_seated", NJ_NO_ARGS);
    else if (a->who->reach != NJ_REACH_PROVED)
        nj_reply(a, "shell.watch_unproved", NJ_NO_ARGS);
    else
        begin(a);
}
