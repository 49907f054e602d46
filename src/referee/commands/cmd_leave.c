/*
 * #退出: leaves a table at once, a match after a confirmation that says what
 * it costs.
 */
#include "base/bug.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define CONFIRM_MS 300000

static void leave_table(struct nj_request *a, struct nj_sitter *s)
{
    char name[NJ_NAME_MAX];

    NJ_ASSERT(nj_sitters_of(a->e, a->who->address) == s);
    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(a->e->match == NULL);
    (void)snprintf(name, sizeof(name), "%s", s->name);
    nj_table_unseat(a, s);
    NJ_ASSERT(nj_sitters_of(a->e, a->who->address) == NULL);
    nj_table_tell(a->r, a->e, "shell.left",
                  NJ_ARGS(nj_arg_text("name", name),
                          nj_arg_id("code", a->e->code),
                          nj_arg_int("n", a->e->n_sitters),
                          nj_arg_int("most", nj_table_seats(a->r, a->e).most)));
}

static void ask_first(struct nj_request *a)
{
    char key[64];

    NJ_ASSERT(a->e->match != NULL);
    NJ_ASSERT(a->e->state != NJ_MATCH_LOBBY);
    nj_books_leaving(a->r, a->who, a->e->id, a->r->steady_ms + CONFIRM_MS);
    (void)snprintf(key, sizeof(key), "%s.leave_cost", a->e->game->game->prefix);
    nj_reply(a, key, NJ_NO_ARGS);
    nj_reply(a, "shell.leave_confirm", NJ_NO_ARGS);
}

void nj_do_leave(struct nj_request *a)
{
    struct nj_sitter *s;

    if (!nj_live_wake(a->r, a->e))
        return;
    s = nj_sitters_of(a->e, a->who->address);
    NJ_ASSERT((a->e->match == NULL) == (a->e->state == NJ_MATCH_LOBBY));
    if (s == NULL || (a->e->match != NULL &&
                      (nj_match_out(a->e->match) & nj_bit(s->seat)) != 0))
        nj_reply(a, "shell.not_seated", NJ_NO_ARGS);
    else if (a->e->state == NJ_MATCH_LOBBY)
        leave_table(a, s);
    else
        ask_first(a);
}

void nj_do_confirm(struct nj_request *a)
{
    const struct nj_command_arg *digits = nj_command_arg(a->cmd, "digits");
    struct nj_sitter *s;
    struct nj_input in = {.kind = NJ_IN_LEAVE,
                          .at_ms = a->r->now_ms,
                          .place =
                              a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
                          .by = NJ_BY_PERSON,
                          .verb = "leave",
                          .reason = ""};
    bool left;

    if (digits != NULL) {
        nj_confirm_digits(a, digits->text);
        return;
    }
    a->e = nj_books_entry(a->r, a->who->wishes.leave);
    if (a->e == NULL || a->r->steady_ms > a->who->wishes.leave_until_ms ||
        a->e->state != NJ_MATCH_RUNNING) {
        if (a->ev->group) /* there the word is ordinary talk */
            nj_tell_pass_over(a->r);
        else
            nj_reply(a,
                     nj_confirm_waits(a->r, a->who)
                         ? "shell.confirm_wrong"
                         : "shell.nothing_to_confirm",
                     NJ_NO_ARGS);
        return;
    }
    nj_books_leaving(a->r, a->who, 0, 0);
    if (!nj_live_wake(a->r, a->e))
        return;
    s = nj_sitters_of(a->e, a->who->address);
    NJ_ASSERT(s != NULL); /* whose seat is taken has nothing to confirm */
    in.seat = s->seat;
    nj_tell_listen(a->r, a->ev->group ? NULL : a->who);
    left = nj_apply_input(a->r, a->e, &in, s);
    nj_tell_done(a->r, a->e, left ? "shell.left_match" : NULL);
}
