/*
 * #反馈: a word to the host of this match; to the owners where there is none,
 * or where he is the one who reports. And the words of other bots for ending a game, which have no single
 * meaning here: they are answered with what would be right.
 */
#include "base/log.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define REPORT_MS 60000 /* UX-6: one a minute from one person */

static bool tell_owners(struct nj_request *a, struct nj_args args)
{
    const char *const *owner = a->r->setup.owners;
    bool any = false;

    for (; owner != NULL && *owner != NULL; owner++) {
        if (strcmp(*owner, a->who->address) == 0)
            continue;
        nj_tell(a->r, nj_books_chat(a->r, *owner), a->e, "shell.report", args);
        any = true;
    }
    return any;
}

static bool hosts(const struct nj_request *a)
{
    return a->e != NULL && strcmp(a->e->host, a->who->address) == 0;
}

static bool has_host(const struct nj_request *a)
{
    return a->e != NULL && a->e->host[0] != '\0' && !hosts(a);
}

static void pass_on(struct nj_request *a, const char *text)
{
    const struct nj_args args =
        NJ_ARGS(nj_arg_text("name", a->who->name), nj_arg_text("text", text));
    bool host = has_host(a);

    if (host)
        nj_tell(a->r, nj_books_chat(a->r, a->e->host), a->e, "shell.report",
                args);
    else if (!tell_owners(a, args)) {
        nj_reply(a, hosts(a) ? "shell.report_self" : "shell.report_nobody",
                 NJ_NO_ARGS);
        return;
    }
    (void)nj_books_lately(a->r, &a->who->told.report_ms, 0);
    /* What was said stays between those two. */
    nj_log(NJ_LOG_INFO, "people", "report",
           NJ_FIELDS(nj_f_i64("match", a->e != NULL ? a->e->id : 0),
                     nj_f_i64("bytes", (int64_t)strlen(text))));
    nj_reply(a, host ? "shell.report_host" : "shell.report_owner", NJ_NO_ARGS);
}

void nj_do_report(struct nj_request *a)
{
    const struct nj_command_arg *text = nj_command_arg(a->cmd, "text");

    if (text == NULL)
        nj_reply(a, "shell.report_what", NJ_NO_ARGS);
    else if (a->who->told.report_ms != 0 &&
             a->r->steady_ms - a->who->told.report_ms < REPORT_MS)
        nj_reply(a, "shell.report_wait", NJ_ARGS(nj_arg_ms("for", REPORT_MS)));
    else
        pass_on(a, text->text);
}

void nj_do_ending(struct nj_request *a)
{
    if (a->e == NULL)
        nj_reply(a,
                 a->ev->group ? "shell.need_table" : "shell.need_table_private",
                 NJ_NO_ARGS);
    else if (a->e->state == NJ_MATCH_LOBBY)
        nj_reply(a, "shell.ending_lobby",
                 NJ_ARGS(nj_arg_id("code", a->e->code)));
    else
        nj_reply(a, "shell.ending_match", NJ_NO_ARGS);
}
