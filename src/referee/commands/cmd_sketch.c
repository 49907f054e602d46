/*
 * Questions that a game answers from its options alone (LN-31.2: what a board
 * of these blocks looks like), where it is not being played: by the options of
 * the table that waits, else by what a table here is usually opened with.
 */
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "command/order.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "render/picture.h"

struct job {
    struct nj_match *m; /* has not begun, and never will */
    struct nj_query *q;
};

static void ask(void *ctx)
{
    struct job *j = ctx;

    NJ_ASSERT(nj_match_seq(j->m) == 0 && j->q->asker == NJ_SEAT_NONE);
    nj_match_query(j->m, j->q);
}

static bool read_options(struct nj_request *a,
                         const struct nj_loaded_game *game,
                         struct nj_match_setup *out)
{
    struct nj_opening o = {.edition = NULL};

    if (a->e != NULL && a->e->game == game) {
        out->edition = nj_table_edition(a->r, a->e);
        return out->edition != NULL &&
               nj_table_options(a->r, a->e, &out->options);
    }
    nj_opening_usual(a, game->game, &o);
    out->edition = o.edition;
    out->options = o.options;
    return true;
}

static void say(struct nj_request *a, const struct nj_loaded_game *game,
                const struct nj_query *q)
{
    /* A match has a game, whose words and pictures these are; nobody plays. */
    char host[] = "";
    struct nj_sitter nobody = {.user = NULL};
    struct nj_entry shown = {.game = game,
                             .homes = {a->where},
                             .n_homes = 1,
                             .sitters = &nobody,
                             .host = host};

    for (const struct nj_message *m = q->answers; m != NULL; m = m->next) {
        struct nj_str text = NJ_STR_INIT((size_t)4 * NJ_TEXT_OUT_MAX);

        if (a->r->setup.observe != NULL)
            a->r->setup.observe(a->r->setup.observe_ctx, a->where->address, m);
        nj_tell_render(a->r, &shown, a->where, m, &text);
        nj_tell_record(a->r, a->where, NULL, text.p);
        nj_str_fini(&text);
        if (nj_picture_has(game->game, &(struct nj_scene){.message = m}))
            nj_pictures_ask(a->r, &shown, a->where, m);
    }
}

static void answer(struct nj_request *a, const struct nj_loaded_game *game,
                   const struct nj_verb *verb, struct nj_args args)
{
    const struct nj_match_seat nobody = {.name = "", .contribution = ""};
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_query q = {.asker = NJ_SEAT_NONE,
                         .place =
                             a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
                         .verb = verb->name,
                         .args = args,
                         .arena = &arena};
    struct nj_match_setup setup = {
        .game = game->game, .data = game->data, .seats = &nobody, .n_seats = 1};
    struct job j = {.q = &q};
    char where[256];

    if (!read_options(a, game, &setup))
        return;
    nj_rng_splitmix64(&setup.rng, 1);
    j.m = nj_match_create(&setup);
    if (nj_bug_contain(ask, &j, where, sizeof(where)))
        say(a, game, &q);
    else
        nj_log(NJ_LOG_ERROR, "match", "sketch",
               NJ_FIELDS(nj_f_text("at", where)));
    nj_match_destroy(j.m);
    nj_arena_fini(&arena);
}

bool nj_sketch(struct nj_request *a, const struct nj_loaded_game *game,
               const struct nj_command *cmd)
{
    const struct nj_verb *verb = nj_game_verb(game->game, cmd->verb);
    struct nj_command_args room;
    struct nj_args args;

    if (verb == NULL || !nj_game_lists(game->game->apart, verb->name) ||
        !nj_command_order(cmd, verb, &room, &args))
        return false;
    answer(a, game, verb, args);
    return true;
}

bool nj_sketch_words(struct nj_request *a, const struct nj_words *w)
{
    struct nj_command cmd;

    for (uint32_t i = 0; i < a->r->setup.n_games; i++) {
        const struct nj_loaded_game *game = &a->r->setup.games[i];

        if (game->game->apart != NULL &&
            nj_commands_parse(a->r->setup.commands, w->p, w->n, w->place,
                              game->game->id, &cmd) &&
            strcmp(cmd.of, game->game->id) == 0 && nj_sketch(a, game, &cmd))
            return true;
    }
    return false;
}
