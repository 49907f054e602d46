/*
 * #提醒: on, and off again the same way, for one game or for any, in one group.
 */
#include "referee/speech/notify.h"

#include "base/arena.h"
#include "base/bug.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/books/place.h"
#include "referee/books/request.h"
#include "referee/books/sitters.h"
#include "referee/commands/commands.h"
#include "referee/play/table.h"
#include "referee/referee_priv.h"
#include "referee/speech/private.h"
#include "referee/speech/tell.h"
#include "referee/time/quiet.h"

#define TOLD_MAX 50 /* people of one table */

struct told {
    char user[TOLD_MAX][NJ_ADDRESS_MAX];
    uint32_t n;
};

static void add_user(void *ctx, const char *user)
{
    struct told *t = ctx;

    NJ_ASSERT(t->n < TOLD_MAX);
    (void)snprintf(t->user[t->n++], NJ_ADDRESS_MAX, "%s", user);
}

/* Numbers of QQ groups are on everybody's screen, those of Telegram on nobody's. */
static bool people_know(const char *group)
{
    return group[0] != '-';
}

static void tell_one(struct nj_request *a, const char *user)
{
    const char *group = nj_address_group_id(a->where->address);
    struct nj_chat *to = nj_books_chat(a->r, user);
    int64_t until_ms = 0;

    nj_books_fill(a->r, to);
    if (!nj_private_proved(to) || to->shut ||
        nj_place_is_quiet(a->r, to, NULL, a->r->now_ms, &until_ms))
        return;
    nj_tell(a->r, to, NULL, "shell.notify_opened",
            NJ_ARGS(nj_arg_text("name", a->who->name),
                    nj_arg_word("game", a->e->game->game->id),
                    nj_arg_id("code", a->e->code),
                    nj_arg_id("group", people_know(group) ? group : "")));
}

void nj_notify_opened(struct nj_request *a)
{
    struct told *t = nj_arena_alloc(&a->r->arena, sizeof(*t));
    const struct nj_notice of = {a->where->address, a->e->game->game->id, ""};

    NJ_ASSERT(a->ev->group && a->e->state == NJ_MATCH_LOBBY);
    t->n = 0;
    nj_notice_each(a->r->store, &of, TOLD_MAX, add_user, t);
    for (uint32_t i = 0; i < t->n; i++)
        if (strcmp(t->user[i], a->who->address) != 0)
            tell_one(a, t->user[i]);
}

void nj_notify_left(struct nj_referee *r, const char *group, const char *user)
{
    const struct nj_notice of = {group, "", user};

    nj_notice_leave(r->store, &of);
}

/* --- who is next --- */

#define NEXT "!next" /* no game: of all of his, in a row of his own chat */

static bool wants_next(struct nj_referee *r, const char *user)
{
    struct told *t = nj_arena_alloc(&r->arena, sizeof(*t));
    const struct nj_notice of = {user, NEXT, ""};

    nj_notice_each(r->store, &of, 1, add_user, t);
    return t->n > 0;
}

/* Finds the seat behind the one whose turn it is; NULL: nobody is told. */
static const struct nj_sitter *next_of(struct nj_entry *e)
{
    const struct nj_game *g = e->game->game;
    const struct nj_sitter *s = NULL;
    nj_seat seat;

    NJ_ASSERT(e->match != NULL);
    if (g->next == NULL || !nj_quiet_slow(g, nj_match_timers(e->match)))
        return NULL;
    seat = g->next(e->match);
    if (seat != NJ_SEAT_NONE)
        s = nj_sitters_at(e, seat);
    return s != NULL && !s->computer ? s : NULL;
}

void nj_notify_next(struct nj_referee *r, struct nj_entry *e)
{
    const struct nj_sitter *s = next_of(e);
    nj_seat_set due = nj_match_awaited(e->match);
    struct nj_chat *to;
    int64_t until_ms = 0;

    if (s == NULL || due == 0 || !wants_next(r, s->user))
        return;
    to = nj_books_chat(r, s->user);
    nj_books_fill(r, to);
    if (nj_private_proved(to) && !to->shut &&
        !nj_place_is_quiet(r, to, NULL, r->now_ms, &until_ms))
        nj_tell(r, to, e, "shell.next_up",
                NJ_ARGS(nj_arg_seat("seat", nj_seat_nth(due, 0))));
}

/* --- the command --- */

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
    else if (toggle(a, a->who->address, NEXT))
        nj_reply(a, "shell.next_off", NJ_NO_ARGS);
    else
        nj_reply(a, "shell.next_on", NJ_NO_ARGS);
}
