/*
 * Carries an order out in its two halves.
 */
#include "match/order.h"

#include "base/bug.h"
#include "match/match_priv.h"

const char *nj_fault_of(struct nj_attempt *a, const char *clause,
                        const char *code)
{
    NJ_ASSERT(code[0] != '\0' && clause[0] != '\0');
    a->clause = clause;
    return code;
}

const char *nj_first_fault(const struct nj_fault *faults, size_t n)
{
    size_t i = 0;

    while (i < n && !faults[i].is)
        i++;
    NJ_ASSERT(i == n || faults[i].code == NULL || faults[i].code[0] != '\0');
    return i < n ? faults[i].code : NULL;
}

/* Returns 0 or the refusal; the plan is made, and nothing else is changed. */
static int refuse(struct nj_match *m, struct nj_attempt *a)
{
    const struct nj_frame *f = &m->game->frame;
    const char *code = NULL;
    int refused = f->check != NULL ? f->check(m, a) : 0;

    if (refused != 0)
        return refused;
    if (a->order->fault != NULL)
        code = a->order->fault(m, a);
    NJ_ASSERT(m->work->effects == 0);
    if (code == NULL)
        return 0;
    return f->refuse != NULL ? f->refuse(m, a, code)
                             : m->game->refuse(m, a->in, code, a->clause);
}

int nj_order_run(struct nj_match *m, const struct nj_input *in,
                 const struct nj_order *order)
{
    const struct nj_frame *f = &m->game->frame;
    struct nj_attempt a = {in, in->seat, order, order->clause, m->work->plan};
    int refused;

    NJ_ASSERT(f->plan_size <= sizeof(m->work->plan));
    memset(m->work->plan, 0, f->plan_size);
    refused = refuse(m, &a);
    if (refused != 0)
        return refused;
    if (f->begin != NULL)
        f->begin(m, &a);
    order->act(m, &a);
    if (f->end != NULL)
        f->end(m, &a);
    return 0;
}
