/*
 * Several orders in one message: none is given unless all were understood; then
 * each is an input, until one is refused or stops them. Who typed them gets one
 * answer.
 */
#include "base/bug.h"
#include "command/batch.h"
#include "command/order.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define WHY_BYTES 1000 /* of a reason that goes into the answer */

/* Says which stand, which does not and why, and what was not read. */
static void answer(struct nj_request *a, const struct nj_bundle *b)
{
    struct nj_arg args[NJ_BATCH_ANSWER_ARGS + 1];
    const char *key = nj_batch_answer(a->batch, &b->at, &a->r->arena, args);
    struct nj_message m = {.clause = ""};
    struct nj_delivery d = {.e = a->e,
                            .m = &m,
                            .to = b->aside ? a->who : a->where,
                            .seat = NJ_SEAT_NONE,
                            .refusal = b->at.refused,
                            .receipt = b->at.done == 0 ? b->receipt : 0};

    NJ_ASSERT(a->r->bundle == NULL); /* all that could be given has been */
    if (key == NULL || (b->aside && a->who->reach != NJ_REACH_PROVED))
        return;
    args[NJ_BATCH_ANSWER_ARGS] = nj_arg_text("why", b->why.p);
    m.key = key;
    m.args = (struct nj_args){.v = args, .n = NJ_COUNT(args)};
    nj_tell_message(a->r, &d);
}

/* May they be given here, by him, as they stand? Says so if not. */
static bool may(struct nj_request *a)
{
    const struct nj_sitter *s = nj_sitters_of(a->e, a->who->address);
    nj_seat seat;
    int64_t n;
    const char *fault = nj_batch_fault_key(a->batch, &n);

    NJ_ASSERT(fault != NULL || a->batch->n > 0);
    if (s == NULL)
        return nj_deny(a, "shell.not_seated", NJ_NO_ARGS);
    if (!nj_hand_order_channel(a, a->batch->channels) ||
        (a->as != 0 && !nj_hand_meant(a, s, "", &seat)))
        return false;
    if (fault != NULL) /* in a group it is not quoted (UX-3.1) */
        nj_reply(a, fault, NJ_ARGS(nj_arg_int("n", n)));
    return fault == NULL;
}

/* Applies one of them, which was understood before. */
static bool give(struct nj_request *a, uint32_t i)
{
    const struct nj_batch_part *part = &a->batch->part[i];
    struct nj_command cmd;
    struct nj_command_args room;
    struct nj_args args;
    const struct nj_verb *verb;
    struct nj_request one = *a;
    bool known;

    NJ_ASSERT(i == a->r->bundle->at.done && i < a->batch->n);
    known = nj_commands_parse(a->r->setup.commands, part->p, part->n,
                              a->batch->place, a->e->words, &cmd);
    NJ_ASSERT(known);
    verb = nj_game_verb(a->e->game->game, cmd.verb);
    NJ_ASSERT(verb != NULL && verb->query == NULL); /* no question is one */
    known = nj_command_order(&cmd, verb, &room, &args);
    NJ_ASSERT(known);
    one.cmd = &cmd;
    nj_batch_before(&a->r->bundle->at, a->e->match);
    return nj_game_order(&one, verb, args);
}

static void give_all(struct nj_request *a, struct nj_bundle *b)
{
    NJ_ASSERT(b->at.done == 0 && b->receipt == 0);
    nj_bundle_open(a->r, b);
    while (b->at.done < a->batch->n && !b->at.stopped && give(a, b->at.done))
        b->at.done++;
    nj_bundle_close(a->r);
}

void nj_do_batch(struct nj_request *a)
{
    struct nj_bundle b = {.where = a->where, .why = NJ_STR_INIT(WHY_BYTES)};

    if (a->e->state != NJ_MATCH_RUNNING) {
        nj_reply(a, "shell.not_started",
                 NJ_ARGS(nj_arg_id("code", a->e->code)));
        return;
    }
    if (!nj_live_wake(a->r, a->e) || !may(a))
        return;
    give_all(a, &b);
    NJ_ASSERT(a->r->bundle == NULL && b.at.done <= a->batch->n);
    if (nj_store_good(a->r->store) && a->e->state != NJ_MATCH_FROZEN) {
        if (b.at.done > 0 && b.receipt != 0 && !a->ev->group)
            nj_tell(a->r, a->who, a->e, "shell.receipt",
                    NJ_ARGS(nj_arg_int("n", b.receipt)));
        answer(a, &b);
    }
    nj_str_fini(&b.why);
}
