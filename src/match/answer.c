/*
 * What an order is to the questions that are open: the answer to one, or
 * something that has to wait until it is answered.
 */
#include <string.h>

#include "match/match_priv.h"

/* --- questions with choices --- */

static bool has_choice(const struct nj_asked *q, const char *text)
{
    NJ_ASSERT(text != NULL);
    for (uint32_t i = 0; i < q->n; i++)
        if (strcmp(nj_question_choice(q, i), text) == 0)
            return true;
    return false;
}

/* Is it open, and does the order answer it, well or badly? */
static bool asked(const struct nj_asked *q, const struct nj_input *in)
{
    return q->name != NULL && q->n > 0 && q->seat == in->seat &&
           strcmp(q->verb, in->verb) == 0;
}

enum nj_answer_kind nj_question_answer(struct nj_match *m,
                                       const struct nj_input *in)
{
    enum nj_answer_kind kind = NJ_ANSWER_NONE;

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    for (unsigned i = 0; m->n_asked > 0 && i < m->cap_asked; i++) {
        struct nj_asked *q = &m->asked[i];

        if (!asked(q, in))
            continue;
        NJ_ASSERT(in->args.n == 1);
        kind = NJ_ANSWER_BAD;
        if (has_choice(q, in->args.v[0].s)) {
            q->answered = true;
            return NJ_ANSWER_GOOD;
        }
    }
    return kind;
}

bool nj_question_default(const struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    for (unsigned i = 0; m->n_asked > 0 && i < m->cap_asked; i++) {
        const struct nj_asked *q = &m->asked[i];

        if (asked(q, in) && in->args.n == 1 &&
            strcmp(nj_question_choice(q, q->dflt), in->args.v[0].s) == 0)
            return true;
    }
    return false;
}

/* Its deadline goes too, unless the same question was put again meanwhile. */
static void settle(struct nj_match *m, struct nj_asked *q)
{
    NJ_ASSERT(q->answered);
    if (nj_question_find(m, q->name, q->seat) == NULL)
        nj_deadline_cancel(m, q->name, q->seat);
    nj_question_drop(m, q);
}

void nj_question_settle(struct nj_match *m, bool refused)
{
    for (unsigned i = 0; m->n_asked > 0 && i < m->cap_asked; i++) {
        struct nj_asked *q = &m->asked[i];

        if (q->name == NULL || !q->answered)
            continue;
        if (refused)
            q->answered = false;
        else
            settle(m, q);
    }
}

nj_seat_set nj_match_asked(const struct nj_match *m)
{
    nj_seat_set seats = 0;

    for (unsigned i = 0; m->n_asked > 0 && i < m->cap_asked; i++)
        if (m->asked[i].name != NULL)
            seats |= nj_bit(m->asked[i].seat);
    return seats;
}

/* --- what waits --- */

bool nj_question_halts(const struct nj_asked *q)
{
    return q->kind != NULL && q->kind->halts.code != NULL;
}

static bool answers(const struct nj_asked *q, const struct nj_input *in)
{
    return asked(q, in) ||
           (q->name != NULL && q->seat == in->seat && q->kind != NULL &&
            nj_game_lists(q->kind->answers, in->verb));
}

int nj_question_refuse(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_asked *halt = NULL;
    struct nj_arg args[2];
    bool own;

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    for (unsigned i = 0; m->n_asked > 0 && i < m->cap_asked; i++) {
        const struct nj_asked *q = &m->asked[i];

        if (answers(q, in))
            return 0;
        if (halt == NULL && q->name != NULL && nj_question_halts(q))
            halt = q;
    }
    if (halt == NULL || nj_game_lists(m->game->meanwhile, in->verb))
        return 0;
    own = (nj_seat_hand(m, halt->seat) & nj_bit(in->seat)) != 0;
    args[0] = nj_arg_seat("seat", halt->seat);
    args[1] = nj_arg_word("own", halt->name);
    return (halt->kind->aside ? nj_refuse_aside : nj_refuse)(
        m, in, halt->kind->halts.code, halt->kind->halts.clause,
        (struct nj_args){.v = args, .n = own ? 2 : 1});
}
