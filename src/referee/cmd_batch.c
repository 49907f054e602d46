/*
 * Several orders in one message: none is given unless all were understood; then
 * each is an input, until one is refused or stops them. Who typed them gets one
 * answer.
 */
#include "base/bug.h"
#include "command/batch.h"
#include "command/order.h"
#include "match/match.h"
#include "referee/bundle.h"
#include "referee/commands.h"
#include "referee/live.h"
#include "referee/referee_priv.h"
#include "referee/request.h"
#include "referee/sitters.h"
#include "referee/tell.h"

#define WHY_BYTES 1000 /* of a reason that goes into the answer */

/* --- noted while they are applied --- */

void nj_bundle_note(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_input *in, const struct nj_outcome *o)
{
    struct nj_bundle *b = r->bundle;
    nj_seat_set his = nj_bit(in->seat);

    NJ_ASSERT(in->kind == NJ_IN_ORDER || in->kind == NJ_IN_UNDO);
    b->refused = o->refused;
    b->stopped = o->stop || ((b->before & his) != 0 &&
                             (nj_match_awaited_seats(e->match) & his) == 0);
    if (o->refused && b->where != NULL)
        nj_tell_render(r, e, b->where, o->messages, &b->why);
    b->aside = o->refused && in->place == NJ_PLACE_GROUP &&
               o->messages->to.to == NJ_TO_SEATS;
}

bool nj_bundle_keeps(const struct nj_referee *r)
{
    return r->bundle != NULL && r->bundle->refused && r->bundle->where != NULL;
}

/* --- the answer --- */

/* Whoever typed them reads the parts again: lists of parts [from, to). */
static struct nj_arg list_of(struct nj_request *a, const char *name,
                             uint32_t from, uint32_t to)
{
    const char **text =
        nj_arena_alloc(&a->r->arena, (to - from + 1) * sizeof(const char *));

    NJ_ASSERT(to <= a->batch->n);
    for (uint32_t i = from; i < to; i++)
        text[i - from] = nj_arena_copy(&a->r->arena, a->batch->part[i].p,
                                       a->batch->part[i].n);
    return nj_arg_texts(name, text, to - from);
}

/* Says which stand, the first `done`, which does not, and what was not read. */
static void answer(struct nj_request *a, const struct nj_bundle *b,
                   uint32_t done)
{
    uint32_t read = done + b->refused;
    struct nj_args args = NJ_ARGS(
        list_of(a, "done", 0, done), list_of(a, "not", done, read),
        nj_arg_text("why", b->why.p), list_of(a, "rest", read, a->batch->n));
    struct nj_message m = {.key = "shell.batch_stopped", .clause = ""};
    struct nj_delivery d = {.e = a->e,
                            .m = &m,
                            .to = b->aside ? a->who : a->where,
                            .seat = NJ_SEAT_NONE,
                            .refusal = b->refused,
                            .receipt = done == 0 ? b->receipt : 0};

    if (b->refused)
        m.key = done == 0             ? "shell.batch_first"
                : read == a->batch->n ? "shell.batch_last"
                                      : "shell.batch_refused";
    m.args = args;
    nj_tell_message(a->r, &d);
}

/* What is wrong with which of them; in a group it is not quoted (UX-3.1). */
static void refuse(struct nj_request *a)
{
    static const char *const keys[] = {[NJ_BATCH_UNKNOWN] =
                                           "shell.batch_unknown",
                                       [NJ_BATCH_ALONE] = "shell.batch_alone",
                                       [NJ_BATCH_NUMBER] = "shell.batch_number",
                                       [NJ_BATCH_MANY] = "shell.batch_many"};

    nj_reply(a, keys[a->batch->fault],
             NJ_ARGS(nj_arg_int("n", a->batch->fault == NJ_BATCH_MANY
                                         ? NJ_BATCH_MAX
                                         : (int64_t)a->batch->at + 1)));
}

/* May they be given here, by him, as they stand? Says so if not. */
static bool may(struct nj_request *a)
{
    const struct nj_sitter *s = nj_sitters_of(a->e, a->who->address);
    unsigned here = a->ev->group ? NJ_CHANNEL_GROUP : NJ_CHANNEL_PRIVATE;

    if (s == NULL || s->computer)
        nj_reply(a, "shell.not_seated", NJ_NO_ARGS);
    else if ((a->batch->channels & here) == 0 && a->ev->group)
        nj_tell_unstored(a->r, a->who, a->e, "shell.need_private", NJ_NO_ARGS);
    else if ((a->batch->channels & here) == 0)
        nj_reply(a, "shell.need_group", NJ_NO_ARGS);
    else if (a->batch->fault != NJ_BATCH_FINE)
        refuse(a);
    else
        return true;
    return false;
}

/* One of them, which was understood before. */
static bool give(struct nj_request *a, uint32_t i)
{
    const struct nj_batch_part *part = &a->batch->part[i];
    struct nj_command cmd;
    struct nj_command_args room;
    struct nj_args args;
    const struct nj_verb *verb;
    struct nj_request one = *a;

    NJ_ASSERT(a->e->match != NULL);
    if (!nj_commands_parse(a->r->setup.commands, part->p, part->n,
                           a->batch->place, a->e->words, &cmd))
        NJ_UNREACHABLE();
    verb = nj_game_verb(a->e->game->game, cmd.verb);
    if (!nj_command_order(&cmd, verb, &room, &args))
        NJ_UNREACHABLE();
    one.cmd = &cmd;
    a->r->bundle->before = nj_match_awaited_seats(a->e->match);
    return nj_game_order(&one, verb, args);
}

/* How many of them stand. */
static uint32_t give_all(struct nj_request *a, struct nj_bundle *b)
{
    uint32_t done = 0;

    a->r->bundle = b;
    while (done < a->batch->n && !b->stopped && give(a, done))
        done++;
    a->r->bundle = NULL;
    return done;
}

void nj_do_batch(struct nj_request *a)
{
    struct nj_bundle b = {.where = a->where, .why = NJ_STR_INIT(WHY_BYTES)};
    uint32_t done;

    NJ_ASSERT(a->batch->n > 0);
    if (a->e->state != NJ_MATCH_RUNNING) {
        nj_reply(a, "shell.not_started",
                 NJ_ARGS(nj_arg_id("code", a->e->code)));
        return;
    }
    if (!nj_live_wake(a->r, a->e) || !may(a))
        return;
    done = give_all(a, &b);
    if (a->r->status == NJ_OK && a->e->state != NJ_MATCH_FROZEN) {
        if (done > 0 && b.receipt != 0 && !a->ev->group)
            nj_tell(a->r, a->who, a->e, "shell.receipt",
                    NJ_ARGS(nj_arg_int("n", b.receipt)));
        if (done < a->batch->n &&
            (!b.aside || a->who->reach == NJ_REACH_PROVED))
            answer(a, &b, done);
    }
    nj_str_fini(&b.why);
}
