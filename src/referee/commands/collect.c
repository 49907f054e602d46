/*
 * Private words that are text for a game, verbatim: a message becomes one order
 * or, where it is too long for one, several that follow each other.
 */
#include <string.h>

#include "base/bug.h"
#include "command/order.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

/* The verb that takes his words (if `asks`, when he was asked), and for which
 * of his seats; NULL: none. */
static const char *verb_of(struct nj_referee *r, struct nj_entry *e,
                           const struct nj_chat *who, bool asks, nj_seat *seat)
{
    const struct nj_sitter *s;
    const char *verb;

    if (e->state != NJ_MATCH_RUNNING || e->game->game->collects == NULL ||
        !nj_live_wake(r, e))
        return NULL;
    s = nj_sitters_of(e, who->address);
    if (s == NULL)
        return NULL;
    verb = nj_match_collects(e->match, s->seat, asks, seat);
    NJ_ASSERT(verb == NULL || nj_match_main(e->match, *seat) == s->seat);
    return verb;
}

/* Finds the one he chose, else the latest; NULL: none. */
static struct nj_entry *entry_of(struct nj_referee *r,
                                 const struct nj_chat *who,
                                 const struct nj_words *w)
{
    struct nj_entry *found = NULL;
    nj_seat seat;

    NJ_ASSERT(!who->group);
    for (uint32_t i = 0; i < who->n_entries; i++) {
        struct nj_entry *e = who->entries[i];

        if (w->place == NJ_COMMAND_HOST && strcmp(e->host, who->address) == 0)
            return NULL; /* the mark of a host is his prefix */
        if (verb_of(r, e, who, false, &seat) != NULL &&
            (found == NULL || found->id != who->wishes.use))
            found = e;
    }
    return found;
}

bool nj_collect_meant(struct nj_request *a, const struct nj_words *w,
                      struct nj_command *cmd)
{
    struct nj_entry *e = NULL;

    if (!a->ev->group && !w->prefixed)
        e = entry_of(a->r, a->who, w);
    if (e == NULL)
        return false;
    NJ_ASSERT(!a->ev->group && e->state == NJ_MATCH_RUNNING);
    a->e = e;
    a->text = true;
    *cmd = (struct nj_command){.verb = "-", .of = e->game->game->id};
    return true;
}

void nj_collect_asked(struct nj_request *a, const struct nj_words *w,
                      struct nj_command *cmd)
{
    NJ_ASSERT(a->text && a->e != NULL);
    a->typed = w->p;
    *cmd = (struct nj_command){.verb = "-", .of = a->e->game->game->id};
}

static bool give_all(struct nj_request *a, const struct nj_verb *verb,
                     const char *text, struct nj_bundle *b)
{
    struct nj_text_piece piece;
    struct nj_args args;
    size_t n = strlen(text);
    bool ok = true;

    NJ_ASSERT(!a->ev->cut && a->r->bundle == NULL);
    nj_bundle_open(a->r, b);
    for (size_t at = 0; ok && at < n;) {
        size_t taken = nj_text_piece_take(text + at, n - at, &piece, &args);

        NJ_ASSERT(taken > 0 && taken <= n - at);
        at += taken;
        ok = nj_game_order(a, verb, args);
    }
    nj_bundle_close(a->r);
    if (ok && b->receipt != 0 && !a->ev->group)
        nj_tell(a->r, a->who, a->e, "shell.receipt",
                NJ_ARGS(nj_arg_int("n", b->receipt)));
    return ok;
}

bool nj_collect_text(struct nj_request *a, const struct nj_verb *verb,
                     const char *text)
{
    struct nj_bundle b = {.where = NULL};

    NJ_ASSERT(nj_verb_pieces(verb));
    if (!a->ev->cut)
        return give_all(a, verb, text, &b);
    return nj_deny(
        a, "shell.collect_long", /* some of it never came here */
        NJ_ARGS(nj_arg_int("n", a->ev->group ? NJ_TEXT_IN_MAX
                                             : NJ_TEXT_PRIVATE_MAX)));
}

/* Would it have been an order, had he not begun a text? */
static bool is_order(const struct nj_request *a)
{
    const char *text = a->ev->text;
    struct nj_command cmd;

    return nj_commands_parse(a->r->setup.commands, text, strlen(text),
                             NJ_COMMAND_PRIVATE, a->e->words, &cmd) &&
           strcmp(cmd.of, a->e->game->game->id) == 0;
}

void nj_do_collect(struct nj_request *a)
{
    nj_seat seat = NJ_SEAT_NONE;
    bool asked = a->typed != NULL;
    const char *name = verb_of(a->r, a->e, a->who, asked, &seat);
    const struct nj_verb *verb;

    if (name == NULL) {
        if (asked) /* by now it has what it wants */
            nj_reply(a, "shell.doubt_over", NJ_NO_ARGS);
        return; /* or it was frozen, and he was told */
    }
    a->as = (uint8_t)(seat + 1);
    verb = nj_game_verb(a->e->game->game, name);
    NJ_ASSERT(verb != NULL);
    if (nj_collect_text(a, verb, asked ? a->typed : a->ev->text) && !asked &&
        is_order(a))
        nj_tell(a->r, a->who, a->e, "shell.collect_order", NJ_NO_ARGS);
}
