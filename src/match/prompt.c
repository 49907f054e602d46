/*
 * Questions put to a seat: asking, defaults, closing. How orders answer them
 * is in answer.c.
 *
 * Those without choices share one timer, which is always armed for the oldest
 * of them: whenever that becomes another one it is armed anew. Their moments
 * are reckoned by the log alone, so that what is armed, and thus the digest, is
 * the same with and without an outage.
 *
 * The list is allocated with the first question of a match: a game that asks
 * none pays nothing.
 */
#include <string.h>

#include "match/match_priv.h"

#define FIRST_PLACES 4

static void note(struct nj_match *m, char what, const struct nj_asked *q)
{
    if (m->work == NULL)
        return; /* a given board is being built */
    NJ_ASSERT(q->name != NULL && q->seat < m->c.n_seats);
    m->work->effects++;
    nj_digest_event(m->work, what, q->seat, q->name,
                    what == 'Q' ? q->length_ms : 0);
}

/* The moment from which lengths are counted now. */
static int64_t now_of(const struct nj_match *m)
{
    return m->c.paused ? 0 : m->c.at_ms;
}

/* The open question behind `q`, or the first (NULL); NULL: there is none. */
static struct nj_asked *next(const struct nj_match *m, const struct nj_asked *q)
{
    size_t i = q == NULL ? 0 : (size_t)(q - m->asked) + 1;

    NJ_ASSERT(m->n_asked <= m->cap_asked && i <= m->cap_asked);
    for (; m->n_asked > 0 && i < m->cap_asked; i++)
        if (m->asked[i].name != NULL)
            return &m->asked[i];
    return NULL;
}

static struct nj_asked *find(const struct nj_match *m, const char *name,
                             nj_seat seat)
{
    struct nj_asked *q = NULL;

    while ((q = next(m, q)) != NULL)
        if (!q->answered && q->seat == seat && strcmp(q->name, name) == 0)
            break;
    return q;
}

static void make_room(struct nj_match *m)
{
    unsigned old = m->cap_asked;
    unsigned cap = old == 0 ? FIRST_PLACES : 2 * old;

    if (cap > NJ_PROMPTS_MAX)
        cap = NJ_PROMPTS_MAX;
    if (cap == old)
        nj_bug(__FILE__, __LINE__, "more than NJ_PROMPTS_MAX");
    m->asked = nj_realloc(m->asked, cap * sizeof(*m->asked));
    memset(m->asked + old, 0, (cap - old) * sizeof(*m->asked));
    m->bytes += (cap - old) * sizeof(*m->asked);
    m->cap_asked = (uint8_t)cap;
}

static struct nj_asked *free_place(struct nj_match *m)
{
    struct nj_asked *q;

    if (m->n_asked == m->cap_asked)
        make_room(m);
    q = m->asked;
    while (q->name != NULL)
        q++;
    NJ_ASSERT(q < m->asked + m->cap_asked);
    return q;
}

static void clear(struct nj_match *m, struct nj_asked *q)
{
    NJ_ASSERT(m->n_asked > 0 && q->name != NULL);
    free(q->choices);
    memset(q, 0, sizeof(*q));
    m->n_asked--;
}

/* --- the timer of all, and the clock that stands --- */

/* The earliest moment of those that share a timer; INT64_MAX: none runs. */
static int64_t oldest(const struct nj_match *m, int64_t *length_ms)
{
    const struct nj_asked *q = NULL;
    int64_t at_ms = INT64_MAX;

    while ((q = next(m, q)) != NULL) {
        if (q->n > 0 || q->length_ms == 0 || q->at_ms >= at_ms)
            continue;
        at_ms = q->at_ms;
        *length_ms = q->length_ms;
    }
    return at_ms;
}

/* Arms the shared timer for the oldest, if that was another one before. */
static void follow(struct nj_match *m, int64_t before_ms)
{
    int64_t length = 0, left;
    int64_t at_ms = oldest(m, &length);

    if (at_ms == before_ms)
        return;
    if (at_ms == INT64_MAX) {
        nj_deadline_cancel(m, NJ_PROMPT_TIMER, NJ_SEAT_NONE);
        return;
    }
    NJ_ASSERT(length > 0);
    left = at_ms - now_of(m);
    /* Later than its time only after an outage: then all of it is fair. */
    nj_deadline_arm(m, NJ_PROMPT_TIMER, NJ_SEAT_NONE, left > 0 ? left : length);
}

int64_t nj_question_held(const struct nj_match *m)
{
    const struct nj_asked *q = NULL;
    int64_t now = now_of(m), until = now;

    while ((q = next(m, q)) != NULL)
        if (q->holds && q->at_ms > until)
            until = q->at_ms;
    return until - now;
}

/* A clock that stands is as far ahead as the questions can last; what they
 * did not need is taken back when they are closed. */
void nj_question_drop(struct nj_match *m, struct nj_asked *q)
{
    int64_t length = 0;
    int64_t before = oldest(m, &length);
    int64_t held = nj_question_held(m);

    note(m, 'X', q);
    clear(m, q);
    nj_phase_move(m, nj_question_held(m) - held);
    follow(m, before);
}

/* --- asking --- */

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

static const struct nj_question *kind_of(const struct nj_match *m,
                                         const char *name)
{
    const struct nj_question *k = m->game->questions;

    NJ_ASSERT(name != NULL);
    for (; k != NULL && k->name != NULL; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

/* Its time, or 0 for one without a deadline. */
static int64_t length_of(const struct nj_match *m, const struct nj_ask *ask)
{
    int64_t left = ask->in_phase && ask->ms > 0 ? nj_phase_left(m) : 0;

    NJ_ASSERT(ask->ms >= 0);
    /* Nothing left: the phase has been moved outside the log. */
    return left > 0 && left < ask->ms ? left : ask->ms;
}

int64_t nj_ask_deadline(const struct nj_match *m, const struct nj_ask *ask)
{
    int64_t ms = length_of(m, ask);

    NJ_ASSERT(!m->c.over);
    return ms == 0 ? 0 : m->c.at_ms + ms;
}

static void put(struct nj_match *m, const struct nj_ask *ask)
{
    int64_t held = nj_question_held(m);
    int64_t length = 0;
    int64_t before = oldest(m, &length);
    struct nj_asked *q = free_place(m);

    NJ_ASSERT(!ask->holds || ask->ms > 0);
    length = length_of(m, ask);
    *q = (struct nj_asked){.name = ask->name,
                           .kind = kind_of(m, ask->name),
                           .holds = ask->holds,
                           .at_ms = now_of(m) + length,
                           .length_ms = length,
                           .waits = ask->waits,
                           .seat = ask->seat};
    m->n_asked++;
    NJ_ASSERT(ask->verb != NULL ||
              (q->kind != NULL && q->kind->otherwise != NULL));
    if (ask->verb != NULL) {
        q->verb = nj_game_verb(m->game, ask->verb)->name;
        q->choices = join_choices(ask->choices, ask->n);
        q->n = (uint8_t)ask->n;
        q->dflt = (uint8_t)ask->dflt;
    }
    note(m, 'Q', q);
    nj_phase_move(m, nj_question_held(m) - held);
    follow(m, before);
}

void nj_prompt(struct nj_match *m, const struct nj_ask *ask, const char *key,
               const char *clause, struct nj_args args)
{
    bool free_before = m->in->kind == NJ_IN_ORDER && !nj_frozen(m, m->in->seat);

    NJ_ASSERT(m->work != NULL && !m->c.over);
    NJ_ASSERT(ask->seat < m->c.n_seats && ask->n <= NJ_CHOICES_MAX);
    NJ_ASSERT(find(m, ask->name, ask->seat) == NULL);
    if (ask->verb != NULL) {
        const struct nj_verb *verb = nj_game_verb(m->game, ask->verb);

        NJ_ASSERT(verb != NULL && verb->args[0] == 't' &&
                  nj_verb_least(verb) == 1);
        NJ_ASSERT(ask->dflt < ask->n);
    }
    put(m, ask);
    /* Of a question to somebody else, who goes on may know nothing. */
    if (free_before && (ask->seat == m->in->seat || nj_frozen(m, m->in->seat)))
        nj_stop(m);
    if (ask->verb != NULL) {
        int64_t ms = length_of(m, ask);

        /* That of the answered question of that name, if any, goes. */
        nj_deadline_cancel(m, ask->name, ask->seat);
        if (ms > 0)
            nj_deadline_arm(m, ask->name, ask->seat, ms);
    }
    args.called = nj_called(m);
    if (!ask->silent)
        nj_say(m->work, &(struct nj_message){.key = key,
                                             .clause = clause,
                                             .to = nj_to_seat(ask->seat),
                                             .args = args,
                                             .n_choices = ask->n,
                                             .choices = ask->choices});
}

void nj_given_prompt(struct nj_match *m, const struct nj_ask *ask)
{
    NJ_ASSERT(m->work == NULL);
    NJ_ASSERT(ask->verb == NULL);
    NJ_ASSERT(find(m, ask->name, ask->seat) == NULL);
    put(m, ask);
}

/* --- closing --- */

void nj_prompt_close(struct nj_match *m, nj_seat seat, const char *name)
{
    struct nj_asked *q = find(m, name, seat);

    NJ_ASSERT(seat < m->c.n_seats);
    if (q == NULL)
        return;
    NJ_ASSERT((q->n > 0) == (q->choices != NULL));
    if (q->n > 0)
        nj_deadline_cancel(m, name, seat);
    nj_question_drop(m, q);
}

/* The first in order that is due at that moment, or NULL. */
static struct nj_asked *first_due(const struct nj_match *m,
                                  const uint8_t *order, int64_t until_ms)
{
    const struct nj_question *k = m->game->questions;

    for (; m->n_asked > 0 && k != NULL && k->name != NULL; k++)
        for (uint8_t i = 0; i < m->c.n_seats; i++) {
            struct nj_asked *q = find(m, k->name, order != NULL ? order[i] : i);

            if (q != NULL && q->n == 0 &&
                (until_ms == INT64_MAX ||
                 (q->length_ms > 0 && q->at_ms <= until_ms)))
                return q;
        }
    return NULL;
}

static void default_all(struct nj_match *m, const uint8_t *order,
                        int64_t until_ms)
{
    struct nj_asked *q;

    NJ_ASSERT(m->work != NULL && m->in != NULL);
    while (!m->ending && (q = first_due(m, order, until_ms)) != NULL) {
        const struct nj_question *kind = q->kind;
        nj_seat seat = q->seat;

        NJ_ASSERT(kind != NULL && kind->otherwise != NULL);
        nj_question_drop(m, q);
        kind->otherwise(m, seat);
    }
}

void nj_prompts_due(struct nj_match *m, const uint8_t *order)
{
    int64_t length = 0;
    int64_t at_ms = oldest(m, &length);

    if (at_ms != INT64_MAX)
        default_all(m, order, at_ms);
}

void nj_prompts_end(struct nj_match *m, const uint8_t *order)
{
    default_all(m, order, INT64_MAX);
}

/* --- knowing --- */

bool nj_prompt_open(const struct nj_match *m, nj_seat seat, const char *name)
{
    NJ_ASSERT(seat < m->c.n_seats);
    return find(m, name, seat) != NULL;
}

int64_t nj_prompt_ends(const struct nj_match *m, nj_seat seat, const char *name)
{
    const struct nj_asked *q = find(m, name, seat);
    int64_t length, first = oldest(m, &length);

    NJ_ASSERT(q != NULL);
    NJ_ASSERT(q->n > 0 || q->length_ms == 0 || first <= q->at_ms);
    return q->at_ms == first ? nj_timer_at(m, NJ_PROMPT_TIMER)
                             : q->at_ms + (m->c.paused ? m->c.at_ms : 0);
}

nj_seat_set nj_prompt_seats(const struct nj_match *m, const char *name)
{
    const struct nj_asked *q = NULL;
    nj_seat_set seats = 0;

    while ((q = next(m, q)) != NULL)
        if (!q->answered && strcmp(q->name, name) == 0)
            seats |= nj_bit(q->seat);
    NJ_ASSERT(seats >> m->c.n_seats == 0);
    return seats;
}

bool nj_frozen(const struct nj_match *m, nj_seat seat)
{
    const struct nj_asked *q = NULL;

    NJ_ASSERT(seat < m->c.n_seats);
    while ((q = next(m, q)) != NULL)
        if (!q->answered &&
            ((q->waits & nj_bit(seat)) != 0 || nj_question_halts(q) ||
             (q->seat == seat && q->kind != NULL && q->kind->freezes)))
            return true;
    return false;
}

const struct nj_asked *nj_question_find(const struct nj_match *m,
                                        const char *name, nj_seat seat)
{
    return find(m, name, seat);
}

const char *nj_question_choice(const struct nj_asked *q, uint32_t i)
{
    const char *at = q->choices;

    NJ_ASSERT(i < q->n && q->choices != NULL);
    while (i-- > 0)
        at += strlen(at) + 1;
    return at;
}

void nj_question_drop_all(struct nj_match *m)
{
    struct nj_asked *q = NULL;

    while ((q = next(m, q)) != NULL)
        clear(m, q);
    NJ_ASSERT(m->n_asked == 0);
}

/* --- moments --- */

/* So that no row of extensions can overflow it. */
static int64_t bounded(int64_t at_ms)
{
    if (at_ms < -NJ_AT_MAX)
        return -NJ_AT_MAX;
    return at_ms > NJ_AT_MAX ? NJ_AT_MAX : at_ms;
}

void nj_question_move(struct nj_match *m, int64_t ms)
{
    struct nj_asked *q = NULL;

    while ((q = next(m, q)) != NULL)
        q->at_ms = bounded(q->at_ms + ms);
}

void nj_question_shift(struct nj_match *m, int64_t then_ms, int64_t now_ms)
{
    struct nj_asked *q = NULL;

    while (!m->c.paused && (q = next(m, q)) != NULL) {
        int64_t left = q->at_ms - then_ms;

        q->at_ms = bounded(now_ms + (left > 0 ? left : q->length_ms));
    }
}

/* --- given boards --- */

struct nj_asked *nj_question_keep(const struct nj_match *m)
{
    const struct nj_asked *q = NULL;
    struct nj_asked *kept;
    unsigned n = 0;

    if (m->n_asked == 0)
        return NULL;
    kept = nj_alloc(m->n_asked * sizeof(*kept));
    while ((q = next(m, q)) != NULL) {
        NJ_ASSERT(q->choices == NULL);
        kept[n++] = *q;
    }
    NJ_ASSERT(n == m->n_asked);
    return kept;
}

void nj_question_restore(struct nj_match *m, const struct nj_asked *kept,
                         uint8_t n)
{
    NJ_ASSERT(m->n_asked == 0);
    for (uint8_t i = 0; i < n; i++) {
        *free_place(m) = kept[i];
        m->n_asked++;
    }
}
