/*
 * #新游戏: opens a table. #重开: opens one again for the same people. #关闭:
 * gives a table up.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/books/columns.h"
#include "referee/books/request.h"
#include "referee/commands/commands.h"
#include "referee/commands/phrase.h"
#include "referee/commands/room.h"
#include "referee/commands/standing.h"
#include "referee/play/table.h"
#include "referee/referee_priv.h"
#include "referee/speech/announce.h"
#include "referee/speech/notify.h"
#include "referee/speech/tell.h"

struct choice {
    const struct nj_preset *preset;
    const char *edition; /* NULL: none was named */
};

const struct nj_loaded_game *nj_table_game(struct nj_referee *r,
                                           const char *word)
{
    char key[64];

    NJ_ASSERT(word != NULL);
    for (uint32_t i = 0; i < r->setup.n_games; i++) {
        const struct nj_game *g = r->setup.games[i].game;

        (void)snprintf(key, sizeof(key), "word.game.%s", g->id);
        if (strcmp(g->id, word) == 0 || nj_phrase_is(r, key, word))
            return &r->setup.games[i];
    }
    return NULL;
}

/* What may stand behind the game: a preset, an edition, or both in either
 * order. Names may have spaces. False: something else. */
static bool read_choice(struct nj_referee *r, const struct nj_game *g,
                        const char *text, struct choice *out)
{
    char first[64];

    NJ_ASSERT(text != NULL);
    out->preset = nj_phrase_preset(r, g, text);
    if (out->preset != NULL)
        return true;
    out->edition = nj_phrase_edition(r, g, text);
    out->preset = &g->presets[0];
    if (out->edition != NULL)
        return true;
    for (size_t n = strcspn(text, " "); text[n] != '\0' && n < sizeof(first);
         n += 1 + strcspn(text + n + 1, " ")) {
        memcpy(first, text, n);
        first[n] = '\0';
        out->edition = nj_phrase_edition(r, g, first);
        out->preset = nj_phrase_preset(r, g, text + n + 1);
        if (out->edition != NULL && out->preset != NULL)
            return true;
        out->preset = nj_phrase_preset(r, g, first);
        out->edition = nj_phrase_edition(r, g, text + n + 1);
        if (out->edition != NULL && out->preset != NULL)
            return true;
    }
    return false;
}

static void preset_options(const struct nj_game *g, const struct nj_preset *p,
                           struct nj_str *json)
{
    struct nj_options o;

    NJ_ASSERT(p->pairs != NULL);
    nj_options_default(g, &o);
    for (uint32_t i = 0; p->pairs[i] != NULL; i += 2) {
        int at = nj_option_find(g, p->pairs[i]);

        NJ_ASSERT(at >= 0);
        (void)!nj_options_put(g, &o, at, p->pairs[i + 1]);
    }
    nj_columns_options_pack(g, &o, json);
}

/* Opens it and shows its card. */
static bool open_table(struct nj_request *a, const struct nj_table_plan *plan)
{
    a->e = nj_table_open(a->r, a->where, a->who->address, plan);
    if (a->e == NULL) {
        nj_reply(a, "shell.no_code_free", NJ_NO_ARGS);
        return false;
    }
    nj_table_card(a->r, a->e, a->where);
    nj_notify_opened(a);
    return true;
}

void nj_do_new(struct nj_request *a)
{
    struct nj_referee *r = a->r;
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "game");
    const struct nj_command_arg *preset = nj_command_arg(a->cmd, "preset");
    const struct nj_loaded_game *game =
        word != NULL            ? nj_table_game(r, word->text)
        : r->setup.n_games == 1 ? &r->setup.games[0]
                                : NULL;
    struct choice choice;
    struct nj_table_plan plan = {.game = game};
    struct nj_str json = NJ_STR_INIT(4095);

    NJ_ASSERT(a->ev->group);
    NJ_ASSERT(a->cmd != NULL);
    a->e = NULL;
    if (game == NULL) {
        nj_reply(a, "shell.which_game", NJ_NO_ARGS);
        return;
    }
    choice = (struct choice){.preset = &game->game->presets[0]};
    if (preset != NULL && !read_choice(r, game->game, preset->text, &choice)) {
        nj_reply(a, "shell.no_preset",
                 NJ_ARGS(nj_arg_text("word", preset->text)));
        return;
    }
    if (!nj_room_for_table(a))
        return;
    preset_options(game->game, choice.preset, &json);
    plan.edition =
        choice.edition != NULL ? choice.edition : game->game->editions[0];
    plan.options = json.p;
    (void)open_table(a, &plan);
    nj_str_fini(&json);
}

/* Who played last time is asked again by a mention in the group: a row is a
 * person, however many seats were his. */
static void ask_again(void *ctx, const struct nj_seat_row *row)
{
    struct nj_request *a = ctx;
    struct nj_delivery d = {.e = a->e, .to = a->where, .seat = NJ_SEAT_NONE};
    struct nj_message m = {.key = "shell.again",
                           .clause = "",
                           .args = NJ_ARGS(nj_arg_text("name", row->name))};

    NJ_ASSERT(a->e != NULL);
    d.m = &m;
    d.mention = row->user;
    if (row->user[0] != '\0')
        nj_tell_message(a->r, &d);
}

void nj_do_again(struct nj_request *a)
{
    struct nj_referee *r = a->r;
    struct nj_table_plan plan;
    struct nj_match_row row;

    NJ_ASSERT(a->ev->group);
    a->e = NULL;
    if (!nj_match_latest_over(r->store, a->where->address, &row)) {
        nj_reply(a, "shell.no_last", NJ_NO_ARGS);
        return;
    }
    if (!nj_room_for_table(a))
        return;
    plan = (struct nj_table_plan){.game = nj_books_game(r, row.game),
                                  .options = row.options,
                                  .previous = row.id};
    if (plan.game != NULL)
        plan.edition = nj_game_edition(plan.game->game, row.edition);
    if (plan.edition == NULL) {
        nj_reply(a, "shell.no_last", NJ_NO_ARGS);
        return;
    }
    if (!open_table(a, &plan))
        return;
    nj_seat_each(r->store, row.id, ask_again, a);
}

void nj_do_close(struct nj_request *a)
{
    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    if (!nj_standing_may(a, "shell.not_yours"))
        return;
    nj_announce(a->r, a->e, "shell.closed",
                NJ_ARGS(nj_arg_id("code", a->e->code)));
    nj_table_close(a->r, a->e, NJ_MATCH_CLOSED);
}
