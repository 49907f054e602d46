/*
 * A member of a group whom his platform calls otherwise in private. The two are
 * one as soon as the group has typed digits that only the private chat was told:
 * what was the member's at tables is the person's then, and the gateway calls
 * the member so from there on.
 *
 * Where both have the same name nothing of this is ever needed, and whoever has
 * proved his private chat is taken for nobody else.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "store/records.h"

#define DIGITS    6
#define CODE_MS   600000 /* how long digits are good */
#define TRIES_MAX 3      /* wrong ones of a member, within ten minutes */

/* --- in private --- */

/* Does somebody of that platform sit there whom nobody has heard in private? */
static bool waits_for_somebody(struct nj_referee *r, struct nj_entry *e,
                               uint8_t gateway)
{
    if (e->state != NJ_MATCH_LOBBY || !nj_sitters_load(r, e))
        return false;
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_chat *c;

        if (e->sitters[i].computer)
            continue;
        c = nj_books_chat(r, e->sitters[i].user);
        if (c->gateway == gateway && c->reach != NJ_REACH_PROVED)
            return true;
    }
    return false;
}

static bool is_missed(struct nj_referee *r, uint8_t gateway)
{
    for (struct nj_entry *e = nj_codes_next(r, NULL); e != NULL;
         e = nj_codes_next(r, e))
        if (waits_for_somebody(r, e, gateway))
            return true;
    return false;
}

static void draw_digits(struct nj_referee *r, char out[DIGITS + 1])
{
    struct nj_hash h;

    nj_books_secret(r, &h);
    for (uint32_t i = 0; i < DIGITS; i++)
        out[i] = (char)('0' + h.b[i] % 10);
    out[DIGITS] = '\0';
}

void nj_bind_offer(struct nj_request *a)
{
    struct nj_link_code row = {.until_ms = a->r->now_ms + CODE_MS};

    NJ_ASSERT(!a->ev->group);
    if (!nj_books_can(a->r, a->who, NJ_CAN_ALIAS) || a->who->n_entries > 0 ||
        !is_missed(a->r, a->who->gateway))
        return;
    nj_str_copy(row.user, sizeof(row.user), a->who->address);
    draw_digits(a->r, row.code);
    nj_link_put(a->r->store, &row);
    nj_reply(a, "shell.bind_code", NJ_ARGS(nj_arg_id("digits", row.code)));
}

/* --- in the group --- */

bool nj_bind_takes(const struct nj_request *a, const char *word)
{
    return nj_books_can(a->r, a->where, NJ_CAN_ALIAS) &&
           strlen(word) == DIGITS && strspn(word, "0123456789") == DIGITS;
}

/* Finds who was told those digits; NULL: nobody, or the turn has failed. */
static struct nj_chat *told(struct nj_request *a, const char *digits)
{
    struct nj_link_code row;
    struct nj_chat *user;

    NJ_ASSERT(a->who->reach != NJ_REACH_PROVED); /* or he is himself */
    if (!nj_link_find(a->r->store, digits, &row) ||
        row.until_ms <= a->r->now_ms || row.other[0] != '\0')
        return NULL;
    user = nj_books_chat(a->r, row.user);
    return user->gateway == a->who->gateway && user != a->who ? user : NULL;
}

struct both {
    const char *member, *user;
};

static void rename_in_row(struct nj_match_row *row, void *ctx)
{
    const struct both *b = ctx;

    if (strcmp(row->opener, b->member) == 0)
        nj_str_copy(row->opener, sizeof(row->opener), b->user);
    if (strcmp(row->host, b->member) == 0)
        nj_str_copy(row->host, sizeof(row->host), b->user);
}

static bool move_one(struct nj_request *a, struct nj_entry *e,
                     struct nj_chat *user)
{
    struct both b = {a->who->address, user->address};
    struct nj_sitter *s = nj_sitters_of(e, b.member);

    NJ_ASSERT(nj_books_has(a->who, e) && nj_sitters_of(e, b.user) == NULL);
    if (!nj_books_write(a->r, e, rename_in_row, &b))
        return false;
    if (strcmp(e->host, b.member) == 0) {
        free(e->host);
        e->host = nj_strndup(b.user, strlen(b.user));
    }
    if (s != NULL) {
        nj_sitters_rename(s, b.user);
        if (!nj_sitters_put(a->r, e, s))
            return false;
    }
    nj_books_unlink(a->who, e);
    nj_books_link(user, e);
    NJ_ASSERT(!nj_books_has(a->who, e)); /* nobody loses what nobody gets */
    nj_join_language(a->r, user, e);
    return true;
}

/* Whoever has taken a seat over had proved his private chat by then, whatever
 * has become of it. */
static bool is_himself(struct nj_request *a)
{
    const struct nj_chat *c = a->who;

    for (uint32_t i = 0; i < c->n_entries; i++) {
        struct nj_entry *e = c->entries[i];
        const struct nj_sitter *s;

        if (!nj_sitters_load(a->r, e))
            return false;
        s = nj_sitters_of(e, c->address);
        if (s != NULL && s->first_user != NULL)
            return true;
    }
    return c->reach == NJ_REACH_PROVED;
}

/* May all that is the member's be the person's? Nobody holds two seats. */
static bool may_move(struct nj_request *a, const struct nj_chat *user)
{
    NJ_ASSERT(user != a->who && user->gateway == a->who->gateway);
    for (uint32_t i = 0; i < a->who->n_entries; i++) {
        struct nj_entry *e = a->who->entries[i];

        if (!nj_sitters_load(a->r, e))
            return false;
        if (nj_sitters_of(e, user->address) != NULL)
            return nj_deny(a, "shell.link_same_match", NJ_NO_ARGS);
    }
    return true;
}

void nj_bind(struct nj_request *a, const char *digits)
{
    struct nj_chat *user;

    a->e = NULL;
    if (nj_link_tired(a, TRIES_MAX)) {
        nj_reply(a, "shell.link_wait", NJ_NO_ARGS);
        return;
    }
    user = is_himself(a) ? NULL : told(a, digits);
    if (!nj_store_good(a->r->store))
        return;
    if (user == NULL) {
        nj_link_wrong(a, "shell.bind_wrong");
        return;
    }
    if (!may_move(a, user))
        return;
    nj_link_drop(a->r->store, user->address);
    nj_books_name(user, a->who->name);
    while (a->who->n_entries > 0)
        if (!move_one(a, a->who->entries[0], user))
            return;
    NJ_ASSERT(a->who->n_entries == 0 && user != a->who);
    nj_after_alias(a->r, a->where, a->who, user);
    nj_reply(a, "shell.bound", NJ_ARGS(nj_arg_text("name", a->who->name)));
}
