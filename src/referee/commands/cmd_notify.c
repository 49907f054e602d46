/*
 * #提醒: on, and off again the same way, for one game or for any, in one group.
 */
#include "base/bug.h"
#include "command/parse.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "store/store.h"

/* Returns what it was before: on. */
static bool toggle(struct nj_request *a, const char *chat, const char *game)
{
    const struct nj_notice n = {chat, game, a->who->address};
    bool was;

    NJ_ASSERT(chat[0] != '\0');
    was = nj_notice_drop(a->r->store, &n);
    if (!was)
        nj_notice_put(a->r->store, &n);
    return was;
}

static void toggle_tables(struct nj_request *a, const char *game)
{
    bool was = toggle(a, a->where->address, game);

    NJ_ASSERT(a->ev->group && nj_private_proved(a->who));
    if (game[0] == '\0')
        nj_reply(a, was ? "shell.notify_off" : "shell.notify_on", NJ_NO_ARGS);
    else
        nj_reply(a, was ? "shell.notify_off_game" : "shell.notify_on_game",
                 NJ_ARGS(nj_arg_word("game", game)));
}

void nj_do_notify(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "game");
    const struct nj_loaded_game *game =
        word != NULL ? nj_table_game(a->r, word->text) : NULL;

    bool next = nj_command_arg(a->cmd, "next") != NULL;

    a->e = NULL;
    if (!a->ev->group && !next)
        nj_reply(a, "shell.need_group", NJ_NO_ARGS);
    else if (word != NULL && game == NULL)
        nj_reply(a, "shell.no_game", NJ_ARGS(nj_arg_text("word", word->text)));
    else if (!nj_private_proved(a->who))
        nj_reply(a, "shell.notify_reach",
                 NJ_ARGS(nj_arg_text("name", a->who->name)));
    else if (!next)
        toggle_tables(a, game != NULL ? game->game->id : "");
    else if (toggle(a, a->who->address, NJ_NOTIFY_NEXT))
        nj_reply(a, "shell.next_off", NJ_NO_ARGS);
    else
        nj_reply(a, "shell.next_on", NJ_NO_ARGS);
}
