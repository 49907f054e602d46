/*
 * Questions put to a seat: asking, checking the answer, closing.
 *
 * The list has fixed places, allocated with the first question of a match: a
 * game that asks none pays nothing.
 */
#include <string.h>

#include "match/match_priv.h"

static void note(struct nj_match *m, char what, nj_seat seat, const char *name)
{
    if (m->work == NULL)
        return; /* a given board is being built */
    NJ_ASSERT(name != NULL);
    m->work->effects++;
    nj_digest_event(m->work, what, seat, name, 0);
}

static struct nj_question *find(const struct nj_match *m, const char *name,
                                nj_seat seat)
{
    NJ_ASSERT(name != NULL);
    for (int i = 0; m->questions != NULL && i < NJ_PROMPTS_MAX; i++) {
        struct nj_question *q = &m->questions[i];

        if (q->name != NULL && !q->answered && q->seat == seat &&
            strcmp(q->name, name) == 0)
            return q;
    }
    return NULL;
}

static struct nj_question *free_place(struct nj_match *m)
{
    NJ_ASSERT(m->seats_room > 0);
    if (m->questions == NULL) {
        m->questions = nj_alloc(NJ_PROMPTS_MAX * sizeof(*m->questions));
        m->bytes += NJ_PROMPTS_MAX * sizeof(*m->questions);
    }
    for (int i = 0; i < NJ_PROMPTS_MAX; i++)
        if (m->questions[i].name == NULL)
            return &m->questions[i];
    nj_bug(__FILE__, __LINE__, __func__, "more than NJ_PROMPTS_MAX questions");
}

static void clear(struct nj_question *q)
{
    NJ_ASSERT(q != NULL);
    free(q->choices);
    memset(q, 0, sizeof(*q));
}

static char *join_choices(const char *const *choices, uint32_t n)
{
    size_t bytes = 0;
    char *all, *at;

    NJ_ASSERT(n >= 1);
    NJ_ASSERT(n <= NJ_CHOICES_MAX);
    for (uint32_t i = 0; i < n; i++)
        bytes += strlen(choices[i]) + 1;
    all = at = nj_alloc(bytes);
    for (uint32_t i = 0; i < n; i++) {
        size_t len = strlen(choices[i]) + 1;

        memcpy(at, choices[i], len);
        at += len;
    }
    return all;
}

void nj_prompt(struct nj_match *m, const struct nj_ask *ask, const char *key,
               const char *clause, struct nj_args args)
{
    const struct nj_verb *verb = nj_game_verb(m->game, ask->verb);
    struct nj_question *q;

    NJ_ASSERT(m->work != NULL);
    NJ_ASSERT(!m->c.over);
    NJ_ASSERT(ask->seat < m->c.n_seats);
    NJ_ASSERT(ask->dflt < ask->n);
    NJ_ASSERT(verb != NULL);
    NJ_ASSERT(strcmp(verb->args, "t") == 0);
    NJ_ASSERT(find(m, ask->name, ask->seat) == NULL);
    q = free_place(m);
    *q = (struct nj_question){.name = ask->name,
                              .verb = verb->name,
                              .choices = join_choices(ask->choices, ask->n),
                              .n = (uint8_t)ask->n,
                              .dflt = (uint8_t)ask->dflt,
                              .seat = ask->seat};
    note(m, 'Q', ask->seat, ask->name);
    /* The deadline of the answered question of that name, if any, goes. */
    nj_deadline_cancel(m, ask->name, ask->seat);
    if (ask->ms > 0)
        nj_deadline_arm(m, ask->name, ask->seat, ask->ms);
    nj_say(m->work, &(struct nj_message){.key = key,
                                         .clause = clause,
                                         .to = nj_to_seat(ask->seat),
                                         .args = args,
                                         .n_choices = ask->n,
                                         .choices = ask->choices});
}

void nj_prompt_close(struct nj_match *m, nj_seat seat, const char *name)
{
    struct nj_question *q = find(m, name, seat);

    NJ_ASSERT(seat < m->c.n_seats);
    if (q == NULL)
        return;
    note(m, 'X', seat, name);
    nj_deadline_cancel(m, name, seat);
    clear(q);
}

bool nj_prompt_open(const struct nj_match *m, nj_seat seat, const char *name)
{
    NJ_ASSERT(seat < m->c.n_seats);
    return find(m, name, seat) != NULL;
}

const struct nj_question *nj_question_find(const struct nj_match *m,
                                           const char *name, nj_seat seat)
{
    return find(m, name, seat);
}

const char *nj_question_choice(const struct nj_question *q, uint32_t i)
{
    const char *at = q->choices;

    NJ_ASSERT(i < q->n);
    while (i-- > 0)
        at += strlen(at) + 1;
    return at;
}

static bool has_choice(const struct nj_question *q, const char *text)
{
    NJ_ASSERT(text != NULL);
    for (uint32_t i = 0; i < q->n; i++)
        if (strcmp(nj_question_choice(q, i), text) == 0)
            return true;
    return false;
}

/* Is it open, and does the order answer it, well or badly? */
static bool asked(const struct nj_question *q, const struct nj_input *in)
{
    return q->name != NULL && q->seat == in->seat &&
           strcmp(q->verb, in->verb) == 0;
}

enum nj_answer_kind nj_question_answer(struct nj_match *m,
                                       const struct nj_input *in)
{
    enum nj_answer_kind kind = NJ_ANSWER_NONE;

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    for (int i = 0; m->questions != NULL && i < NJ_PROMPTS_MAX; i++) {
        struct nj_question *q = &m->questions[i];

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
    for (int i = 0; m->questions != NULL && i < NJ_PROMPTS_MAX; i++) {
        const struct nj_question *q = &m->questions[i];

        if (asked(q, in) && in->args.n == 1 &&
            strcmp(nj_question_choice(q, q->dflt), in->args.v[0].s) == 0)
            return true;
    }
    return false;
}

/* Its deadline goes too, unless the same question was put again meanwhile. */
static void settle(struct nj_match *m, struct nj_question *q)
{
    NJ_ASSERT(q->answered);
    if (find(m, q->name, q->seat) == NULL)
        nj_deadline_cancel(m, q->name, q->seat);
    clear(q);
}

void nj_question_settle(struct nj_match *m, bool refused)
{
    for (int i = 0; m->questions != NULL && i < NJ_PROMPTS_MAX; i++) {
        struct nj_question *q = &m->questions[i];

        if (q->name == NULL || !q->answered)
            continue;
        if (refused)
            q->answered = false;
        else
            settle(m, q);
    }
}

void nj_question_drop_all(struct nj_match *m)
{
    NJ_ASSERT(m->seats_room > 0);
    for (int i = 0; m->questions != NULL && i < NJ_PROMPTS_MAX; i++)
        clear(&m->questions[i]);
}
