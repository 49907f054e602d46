/*
 * #预设: lists the named sets of options, and the editions of a game that has
 * several. #设置 预设: an open table takes one of them.
 */
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/books/entry.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

static void put_pair(const struct nj_format *f, const struct nj_game *g,
                     const char *const pair[2], struct nj_str *out)
{
    int at = nj_option_find(g, pair[0]);
    struct nj_options o;
    bool good;

    NJ_ASSERT(at >= 0); /* of the game's own */
    nj_options_default(g, &o);
    good = nj_options_put(g, &o, at, pair[1]);
    NJ_ASSERT(good);
    if (out->len > 0)
        nj_format_key(f, "core.list.sep", NJ_NO_ARGS, out);
    nj_str_addf(out, "%s ", nj_table_phrase(f, g, "option", pair[0]));
    nj_table_put_option(f, g, &o, at, out);
}

/* The game's line about it, or the options that it sets. */
static void put_meaning(const struct nj_format *f, const struct nj_game *g,
                        const struct nj_preset *p, struct nj_str *out)
{
    const char *about = nj_table_phrase(f, g, "about_preset", p->name);

    NJ_ASSERT(out->len == 0);
    if (about != p->name)
        nj_str_puts(out, about);
    for (uint32_t i = 0; about == p->name && p->pairs[i] != NULL; i += 2)
        put_pair(f, g, &p->pairs[i], out);
}

static void list_preset(struct nj_request *a, const struct nj_game *g,
                        const struct nj_preset *p)
{
    struct nj_str pairs = NJ_STR_INIT(600);
    struct nj_format f;

    nj_tell_format(a->r, NULL, a->where, &f);
    put_meaning(&f, g, p, &pairs);
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

    NJ_ASSERT(nj_game_has_editions(g));
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

/* --- #设置 预设 --- */

/* `what` is one of its presets, with what it stands for, or NULL: all that there
 * are. */
static void preset_words(const struct nj_format *f, const struct nj_game *g,
                         const void *what, struct nj_set_told *t)
{
    const struct nj_preset *p = what;

    nj_format_key(f, "shell.preset_key", NJ_NO_ARGS, &t->key);
    t->explained = p != NULL;
    if (p != NULL) {
        nj_str_puts(&t->value, nj_table_phrase(f, g, "preset", p->name));
        put_meaning(f, g, p, &t->means);
        return;
    }
    for (uint32_t i = 0; g->presets[i].name != NULL; i++)
        nj_str_addf(&t->value, "%s%s", i > 0 ? ", " : "",
                    nj_table_phrase(f, g, "preset", g->presets[i].name));
}

void nj_set_preset(struct nj_request *a, const char *word)
{
    const struct nj_game *g = a->e->game->game;
    const struct nj_preset *p = nj_phrase_preset(a->r, g, word);
    const char *edition = nj_table_edition(a->r, a->e);
    struct nj_options o;

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    if (p == NULL) {
        nj_set_refuse(a, preset_words, NULL, word);
        return;
    }
    if (edition == NULL || !nj_table_options(a->r, a->e, &o))
        return;
    nj_opening_pairs(g, p, &o);
    if (nj_set_take(a, edition, &o))
        nj_set_homes(a, preset_words, p, "shell.set");
}
