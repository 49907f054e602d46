/*
 * Orders and queries of a match's game: from a parsed command to the game's
 * typed arguments.
 */
#include "base/bug.h"
#include "command/order.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

/* Where orders are collected the same one twice is one (UX-9). */
static void say_again(struct nj_request *a, const struct nj_sitter *s)
{
    NJ_ASSERT(!s->computer);
    if (a->batch == NULL)
        nj_reply(a, "shell.receipt",
                 NJ_ARGS(nj_arg_int("n", nj_why_last_receipt(a, s))));
}

bool nj_game_order(struct nj_request *a, const struct nj_verb *verb,
                   struct nj_args args)
{
    struct nj_sitter *s = nj_sitters_of(a->e, a->who->address);
    struct nj_input in = {.at_ms = a->r->now_ms,
                          .place =
                              a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
                          .by = NJ_BY_PERSON,
                          .verb = verb->name,
                          .args = args,
                          .reason = ""};
    enum nj_order_bar bar;

    NJ_ASSERT(a->e->match != NULL);
    NJ_ASSERT(verb->query == NULL);
    if (s == NULL)
        return nj_deny(a, "shell.not_seated", NJ_NO_ARGS);
    bar = nj_order_give(a->e->match, s->seat, a->as, verb, &in);
    if (bar == NJ_ORDER_FREE) {
        bool done;

        NJ_ASSERT((nj_seat_hand(a->e->match, s->seat) & nj_bit(in.seat)) != 0);
        done = nj_apply_input(a->r, a->e, &in, s);
        if (!done)
            nj_answer_presence(a, in.seat, in.place, true);
        if (!done && a->r->misplaced)
            nj_after_withdraw(a->r, a->ev);
        return done;
    }
    if (bar == NJ_ORDER_STANDS)
        say_again(a, s);
    else if (bar == NJ_ORDER_NOT_HIS)
        nj_hand_not_his(a);
    else
        (void)nj_hand_order_channel(a, (unsigned)verb->channel);
    return bar == NJ_ORDER_STANDS;
}

/* Is it a question to a host, of whom the match has none who may hear it? */
static bool asks_nobody(struct nj_request *a, const struct nj_verb *verb)
{
    const char *ask = a->e->game->game->ask_host;

    return ask != NULL && strcmp(verb->name, ask) == 0 && !a->ev->group &&
           nj_sitters_of(a->e, a->who->address) != NULL &&
           (a->e->host[0] == '\0' || nj_account_held(a->r, a->e, a->e->host));
}

void nj_do_game(struct nj_request *a)
{
    struct nj_command_args room;
    const struct nj_verb *verb;
    struct nj_args args;

    NJ_ASSERT(strcmp(a->cmd->of, a->e->game->game->id) == 0);
    if (a->e->state == NJ_MATCH_LOBBY && a->ev->group &&
        strcmp(a->cmd->verb, "status") == 0) {
        nj_do_status(a); /* a table's own status is its card */
        return;
    }
    if (a->e->state == NJ_MATCH_LOBBY && strcmp(a->cmd->verb, "end") == 0) {
        nj_do_ending(a); /* and its end is not an agreement of seats */
        return;
    }
    if (a->e->state == NJ_MATCH_LOBBY && nj_sketch(a, a->e->game, a->cmd))
        return;
    if (a->e->state != NJ_MATCH_RUNNING) {
        nj_reply(a, "shell.not_started",
                 NJ_ARGS(nj_arg_id("code", a->e->code)));
        return;
    }
    verb = nj_game_verb(a->e->game->game, a->cmd->verb);
    if (verb == NULL || !nj_live_wake(a->r, a->e))
        return;
    if (nj_verb_pieces(verb))
        nj_collect_text(a, verb, nj_text_typed(a->cmd, a->typed));
    else if (!nj_command_order(a->cmd, verb, &room, &args))
        nj_reply(a, "shell.which_number", NJ_NO_ARGS);
    else if (asks_nobody(a, verb)) {
        NJ_ASSERT(args.n == 1 && args.v[0].s != NULL);
        nj_rules_nearest(a, args.v[0].s);
    } else if (verb->query != NULL)
        nj_answer_query(a, verb, args);
    else
        (void)nj_game_order(a, verb, args);
}
