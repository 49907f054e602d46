/*
 * #预设: lists the named sets of options, and the editions of a game that has
 * several.
 */
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/request.h"
#include "referee/commands/commands.h"
#include "referee/play/table.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

static void put_pair(const struct nj_format *f, const struct nj_game *g,
                     const char *const pair[2], struct nj_str *out)
{
    int at = nj_option_find(g, pair[0]);
    int64_t v = 0;
    bool good = at >= 0 && nj_option_parse(&g->options[at], pair[1], &v);

    NJ_ASSERT(good); /* of the game's own */
    nj_str_addf(out, "%s%s=", out->len > 0 ? " " : "",
                nj_table_phrase(f, g, "option", pair[0]));
    nj_table_put_value(f, g, &g->options[at], v, out);
}

static void list_preset(struct nj_request *a, const struct nj_game *g,
                        const struct nj_preset *p)
{
    struct nj_str pairs = NJ_STR_INIT(600);
    struct nj_format f;

    NJ_ASSERT(p->name != NULL);
    nj_tell_format(a->r, NULL, a->where, &f);
    for (uint32_t i = 0; p->pairs[i] != NULL; i += 2)
        put_pair(&f, g, &p->pairs[i], &pairs);
    nj_reply(
        a, "shell.preset",
        NJ_ARGS(nj_arg_word("game", g->id),
                nj_arg_id("name", nj_table_phrase(&f, g, "preset", p->name)),
                nj_arg_id("pairs", pairs.p)));
    nj_str_fini(&pairs);
}

static void list_editions(struct nj_request *a, const struct nj_game *g)
{
    struct nj_str names = NJ_STR_INIT(300);
    struct nj_format f;

    nj_tell_format(a->r, NULL, a->where, &f);
    nj_table_list_editions(&f, g, &names);
    nj_reply(a, "shell.editions",
             NJ_ARGS(nj_arg_word("game", g->id), nj_arg_id("names", names.p),
                     nj_arg_id("name", nj_table_phrase(&f, g, "edition",
                                                       g->editions[1]))));
    nj_str_fini(&names);
}

void nj_do_presets(struct nj_request *a)
{
    NJ_ASSERT(a->r->setup.n_games >= 1);
    for (uint32_t i = 0; i < a->r->setup.n_games; i++) {
        const struct nj_game *g = a->r->setup.games[i].game;

        if (a->e != NULL && a->e->game->game != g)
            continue;
        if (nj_game_has_editions(g))
            list_editions(a, g);
        for (uint32_t k = 0; g->presets[k].name != NULL; k++)
            list_preset(a, g, &g->presets[k]);
    }
}
