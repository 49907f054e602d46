/*
 * #默认玩法: what a group's tables of a game are opened with when the line names
 * no edition and no preset (LN-28.2), as words of such a line.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "command/parse.h"
#include "locale/format.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/store.h"

#define KEY_BYTES 64

static void key_of(const struct nj_game *g, char key[KEY_BYTES])
{
    int n = snprintf(key, KEY_BYTES, "base.%s", g->id);

    NJ_ASSERT(n > 0 && n < KEY_BYTES);
}

void nj_base_tokens(struct nj_referee *r, const struct nj_chat *group,
                    const struct nj_game *g, char *out, size_t cap)
{
    char key[KEY_BYTES];

    NJ_ASSERT(cap >= NJ_OPENING_BYTES); /* so many may have been kept */
    out[0] = '\0';
    key_of(g, key);
    (void)nj_setting_get(r->store, group->address, key, out, cap);
}

static void tell_base(struct nj_request *a, const struct nj_game *g)
{
    char tokens[NJ_OPENING_BYTES];
    struct nj_str words = NJ_STR_INIT(NJ_OPENING_BYTES);
    struct nj_format f;

    NJ_ASSERT(a->ev->group && a->e == NULL);
    nj_base_tokens(a->r, a->where, g, tokens, sizeof(tokens));
    nj_tell_format(a->r, NULL, a->where, &f);
    nj_opening_show(a->r, g, tokens, &f, &words);
    if (words.len == 0)
        nj_reply(a, "shell.base_none", NJ_ARGS(nj_arg_word("game", g->id)));
    else
        nj_reply(
            a, "shell.base",
            NJ_ARGS(nj_arg_word("game", g->id), nj_arg_id("words", words.p)));
    nj_str_fini(&words);
}

/* "" takes it back. What no table could be opened with is refused. */
static void settle(struct nj_request *a, const struct nj_loaded_game *game,
                   const char *line)
{
    const struct nj_game *g = game->game;
    struct nj_opening o = {.edition = NULL};
    char key[KEY_BYTES];

    NJ_ASSERT(a->ev->group && a->e == NULL);
    nj_opening_preset(g, NULL, &o.options);
    if (!nj_opening_read(a->r, g, line, &o)) {
        nj_opening_refuse(a, g, "shell.no_base", o.bad);
        return;
    }
    if (!nj_set_fits(a, game, o.edition != NULL ? o.edition : g->editions[0],
                     &o.options))
        return;
    key_of(g, key);
    nj_setting_put(a->r->store, a->where->address, key, o.tokens);
    if (nj_store_good(a->r->store))
        tell_base(a, g);
}

void nj_do_base(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "game");
    const struct nj_command_arg *line = nj_command_arg(a->cmd, "preset");
    bool off = nj_command_arg(a->cmd, "off") != NULL;
    const struct nj_loaded_game *game =
        word != NULL               ? nj_table_game(a->r, word->text)
        : a->r->setup.n_games == 1 ? &a->r->setup.games[0]
                                   : NULL;

    NJ_ASSERT(a->ev->group);
    a->e = NULL;
    if (game == NULL)
        nj_reply(a, "shell.which_base", NJ_NO_ARGS);
    else if (line == NULL && !off)
        tell_base(a, game->game);
    else if (nj_standing_admin(a, "shell.admins_needed"))
        settle(a, game, off ? "" : line->text);
}
