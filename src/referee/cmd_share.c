/*
 * #联桌: brings a table to one more group, on whatever platform. In a group
 * of the table it gives a word; that word in another group joins it. The word
 * is shown in public, holds for a quarter of an hour and is used up by one
 * group; a restart forgets it, and another is had for the asking.
 */
#include <ctype.h>

#include <strings.h>

#include "base/bug.h"
#include "referee/books.h"
#include "referee/commands.h"
#include "referee/homes.h"
#include "referee/referee_priv.h"
#include "referee/request.h"
#include "referee/table.h"
#include "referee/tell.h"
#include "referee/turn.h"

#define INVITE_MS 900000

static struct nj_entry *lobby_in(const struct nj_chat *c)
{
    struct nj_entry *e = NULL;

    NJ_ASSERT(c->group);
    for (uint32_t i = 0; i < c->n_entries; i++)
        if (c->entries[i]->state == NJ_MATCH_LOBBY)
            e = c->entries[i];
    return e;
}

static void invite(struct nj_request *a)
{
    struct nj_entry *e = lobby_in(a->where);

    a->e = e;
    if (e == NULL) {
        nj_reply(a, "shell.no_lobby", NJ_NO_ARGS);
        return;
    }
    if (!nj_table_may(a, "shell.not_yours"))
        return;
    if (e->n_homes == NJ_HOMES_MAX) {
        nj_reply(a, "shell.share_full", NJ_ARGS(nj_arg_int("n", NJ_HOMES_MAX)));
        return;
    }
    nj_table_draw_code(a->r, NJ_INVITE_BYTES - 2, e->invite);
    e->invite_until_ms = a->r->now_ms + INVITE_MS;
    nj_reply(
        a, "shell.share_code",
        NJ_ARGS(nj_arg_id("word", e->invite), nj_arg_ms("for", INVITE_MS)));
}

static struct nj_entry *invited(struct nj_referee *r, const char *word)
{
    for (uint32_t i = 0; i < r->n_entries; i++) {
        struct nj_entry *e = r->entries[i];

        if (e->state == NJ_MATCH_LOBBY && e->invite[0] != '\0' &&
            r->now_ms < e->invite_until_ms && strcasecmp(e->invite, word) == 0)
            return e;
    }
    return NULL;
}

static void come(struct nj_request *a, struct nj_entry *e)
{
    struct nj_err err = {{0}};

    NJ_ASSERT(e->n_homes < NJ_HOMES_MAX);
    if (!nj_turn_write(a->r) ||
        !nj_turn_ok(a->r,
                    nj_home_put(a->r->store, e->id, e->n_homes,
                                a->where->address, &err),
                    &err))
        return;
    e->invite[0] = '\0';
    nj_homes_join(e, a->where);
    nj_books_fill(a->r, a->where);
    nj_homes_tell(
        a->r, e, "shell.shared",
        NJ_ARGS(nj_arg_id("code", e->code), nj_arg_int("n", e->n_homes)));
    nj_table_card(a->r, e, a->where);
    NJ_ASSERT(nj_homes_has(e, a->where));
}

void nj_do_share(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "word");
    struct nj_entry *e;

    NJ_ASSERT(a->ev->group);
    if (word == NULL) {
        invite(a);
        return;
    }
    e = invited(a->r, word->text);
    a->e = NULL;
    if (e == NULL)
        nj_reply(a, "shell.share_unknown", NJ_NO_ARGS);
    else if (nj_homes_has(e, a->where))
        nj_reply(a, "shell.share_here", NJ_NO_ARGS);
    else if (nj_table_has_room(a))
        come(a, e);
}
