/*
 * Several orders of one message while they are given: how far it goes, and what
 * is said of the rest.
 */
#include "base/bug.h"
#include "command/batch.h"
#include "match/match.h"

const char *nj_batch_fault_key(const struct nj_batch *b, int64_t *n)
{
    static const char *const keys[] = {[NJ_BATCH_FINE] = NULL,
                                       [NJ_BATCH_UNKNOWN] =
                                           "shell.batch_unknown",
                                       [NJ_BATCH_ALONE] = "shell.batch_alone",
                                       [NJ_BATCH_NUMBER] = "shell.batch_number",
                                       [NJ_BATCH_MANY] = "shell.batch_many"};

    NJ_ASSERT(b->fault == NJ_BATCH_FINE || b->at <= b->n);
    *n = b->fault == NJ_BATCH_MANY ? NJ_BATCH_MAX : (int64_t)b->at + 1;
    return keys[b->fault];
}

void nj_batch_before(struct nj_batch_course *k, const struct nj_match *m)
{
    NJ_ASSERT(!k->refused && !k->stopped);
    k->before = nj_match_awaited_seats(m);
}

void nj_batch_after(struct nj_batch_course *k, const struct nj_match *m,
                    const struct nj_input *in, const struct nj_outcome *o)
{
    nj_seat_set his = nj_bit(in->seat);

    NJ_ASSERT(in->kind == NJ_IN_ORDER || in->kind == NJ_IN_UNDO);
    k->refused = o->refused;
    k->stopped = o->stop || ((k->before & his) != 0 &&
                             (nj_match_awaited_seats(m) & his) == 0);
}

/* Whoever typed them reads the parts [from, to) again. */
static struct nj_arg list_of(const struct nj_batch *b, struct nj_arena *a,
                             const char *name, uint32_t from, uint32_t to)
{
    const char **text = nj_arena_alloc(a, (to - from + 1) * sizeof(text[0]));

    NJ_ASSERT(from <= to && to <= b->n);
    for (uint32_t i = from; i < to; i++)
        text[i - from] = nj_arena_copy(a, b->part[i].p, b->part[i].n);
    return nj_arg_texts(name, text, to - from);
}

const char *nj_batch_answer(const struct nj_batch *b,
                            const struct nj_batch_course *k, struct nj_arena *a,
                            struct nj_arg args[NJ_BATCH_ANSWER_ARGS])
{
    uint32_t read = k->done + k->refused;

    NJ_ASSERT(read <= b->n);
    if (k->done == b->n)
        return NULL;
    args[0] = list_of(b, a, "done", 0, k->done);
    args[1] = list_of(b, a, "not", k->done, read);
    args[2] = list_of(b, a, "rest", read, b->n);
    return !k->refused    ? "shell.batch_stopped"
           : k->done == 0 ? "shell.batch_first"
           : read == b->n ? "shell.batch_last"
                          : "shell.batch_refused";
}
