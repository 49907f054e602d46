/*
 * #新游戏: opens a table, in private for one alone. #重开: opens one again for the same people. #关闭:
 * gives a table up.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

const struct nj_loaded_game *nj_table_game(struct nj_referee *r,
                                           const char *word)
{
    char key[64];

    for (uint32_t i = 0; i < r->setup.n_games; i++) {
        const struct nj_game *g = r->setup.games[i].game;

        (void)snprintf(key, sizeof(key), "word.game.%s", g->id);
        if (strcmp(g->id, word) == 0 || nj_phrase_is(r, key, word))
            return &r->setup.games[i];
    }
    return NULL;
}

void nj_opening_usual(struct nj_request *a, const struct nj_game *g,
                      struct nj_opening *o)
{
    char tokens[NJ_OPENING_BYTES] = "";

    o->edition = g->editions[0];
    nj_base_tokens(a->r, a->where, g, tokens, sizeof(tokens));
    nj_opening_preset(g, NULL, &o->options);
    if (tokens[0] == '\0' || !nj_opening_read(a->r, g, tokens, o))
        nj_opening_preset(g, &g->presets[0], &o->options);
}

/* The line's words on top of the group's own way, or of nothing where they name
 * an edition or a preset. False: a word means nothing, which is said. */
static bool read_line(struct nj_request *a, const struct nj_game *g,
                      const char *line, struct nj_opening *o)
{
    struct nj_opening named = {.edition = NULL};
    bool good;

    nj_opening_preset(g, NULL, &named.options);
    if (nj_opening_read(a->r, g, line, &named)) {
        nj_opening_usual(a, g, o);
        if (named.edition != NULL) /* with the first preset, as ever */
            nj_opening_preset(g, &g->presets[0], &o->options);
        if (named.preset != NULL)
            nj_opening_preset(g, NULL, &o->options);
        good = nj_opening_read(a->r, g, line, o);
        NJ_ASSERT(good); /* the same words mean the same */
        return true;
    }
    nj_opening_refuse(a, g, "shell.no_preset", named.bad);
    return false;
}

/* Opens it and shows its card. */
static bool open_table(struct nj_request *a, const struct nj_table_plan *plan)
{
    NJ_ASSERT(a->e == NULL);
    a->e = nj_table_open(a->r, a->where, a->who->address, plan);
    if (a->e == NULL)
        return nj_deny(a, "shell.no_code_free", NJ_NO_ARGS);
    NJ_ASSERT(nj_books_has(a->where, a->e) && a->e->n_sitters == 0);
    nj_table_card(a->r, a->e, a->where);
    if (a->ev->group)
        nj_notify_opened(a);
    return true;
}

/* Where only one can play, he who opens it sits down and begins. */
static void begin_alone(struct nj_request *a)
{
    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    if (nj_table_seats(a->r, a->e).most == 1)
        nj_join_alone(a);
}

/* Opens a table of that game as the line wants it. */
static void open_as(struct nj_request *a, const struct nj_loaded_game *game,
                    const char *line)
{
    struct nj_opening o = {.edition = NULL};
    struct nj_table_plan plan = {.game = game};
    struct nj_options asked;
    struct nj_str json = NJ_STR_INIT(4095);

    NJ_ASSERT(a->e == NULL);
    if (!read_line(a, game->game, line, &o))
        return;
    plan.edition = o.edition;
    asked = o.options;
    if (!nj_set_fits(a, game, plan.edition, &o.options) ||
        !nj_room_for_table(a))
        return;
    nj_columns_options_pack(game->game, &o.options, &json);
    plan.options = json.p;
    if (open_table(a, &plan)) {
        nj_set_tell(a, &asked, &o.options, -1);
        begin_alone(a);
    }
    nj_str_fini(&json);
}

void nj_do_new(struct nj_request *a)
{
    struct nj_referee *r = a->r;
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "game");
    const struct nj_command_arg *line = nj_command_arg(a->cmd, "preset");
    const struct nj_loaded_game *game =
        word != NULL            ? nj_table_game(r, word->text)
        : r->setup.n_games == 1 ? &r->setup.games[0]
                                : NULL;

    a->e = NULL;
    if (game == NULL)
        nj_reply(a, "shell.which_game", NJ_NO_ARGS);
    else
        open_as(a, game, line != NULL ? line->text : "");
}

void nj_table_call(struct nj_request *a, const char *key, const char *name,
                   const char *user)
{
    struct nj_delivery d = {.e = a->e, .to = a->where, .seat = NJ_SEAT_NONE};
    struct nj_message m = {
        .key = key, .clause = "", .args = NJ_ARGS(nj_arg_text("name", name))};

    NJ_ASSERT(a->e != NULL && user[0] != '\0');
    d.m = &m;
    d.mention = user;
    nj_tell_message(a->r, &d);
}

/* A row is a person, however many seats were his. */
static void ask_again(void *ctx, const struct nj_seat_row *row)
{
    if (row->user[0] != '\0')
        nj_table_call(ctx, "shell.again", row->name, row->user);
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
    NJ_ASSERT(row.state == NJ_MATCH_OVER && row.id > 0);
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
