/*
 * Who hears that a table opens.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

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

    NJ_ASSERT(a->where->group);
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
