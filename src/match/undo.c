/*
 * Going back: the course is folded again from its beginning up to the input
 * that is taken back.
 *
 * An undo that lies in the part to be folded has no effect but to jump back
 * itself and to let the clocks go on from its moment, so the inputs that count
 * are found backwards first, skipping what each undo took away; then they are
 * run once each, forwards, an undo among them by moving the clocks. That needs
 * no recursion and no more steps than the log has inputs.
 */
#include <string.h>

#include "match/host.h"
#include "match/match_priv.h"

/* A given board: where the fold begins instead of an empty state. */
struct nj_base {
    struct nj_course course;
    struct nj_asked *asked; /* what is open there, or NULL */
    uint8_t n_asked;
    struct nj_pages *pages;
    unsigned char state[];
};

/* The target of the undo that input `seq` was, or 0. */
static uint32_t target_of(const struct nj_match *m, uint32_t seq)
{
    NJ_ASSERT(seq >= 1 && seq <= m->seq);
    for (uint32_t i = m->n_undos; i-- > 0;) {
        if (m->undos[i].seq == seq)
            return m->undos[i].target;
        if (m->undos[i].seq < seq)
            break; /* the marks are in order */
    }
    return 0;
}

uint32_t *nj_undo_way(const struct nj_match *m, uint32_t last, uint32_t *n)
{
    uint32_t *way = nj_alloc(((size_t)last + 1) * sizeof(*way));

    NJ_ASSERT(last <= m->seq);
    *n = 0;
    while (last >= 1) {
        uint32_t target = target_of(m, last);

        NJ_ASSERT(target <= last);
        way[(*n)++] = last;
        last = (target == 0 ? last : target) - 1;
    }
    return way;
}

static void remember(struct nj_match *m, uint32_t seq, uint32_t target)
{
    /* In order of the inputs, and each leads back. */
    NJ_ASSERT(m->n_undos == 0 || m->undos[m->n_undos - 1].seq < seq);
    NJ_ASSERT(target >= 1 && target < seq);
    if (m->n_undos == m->cap_undos) {
        uint32_t cap = m->cap_undos == 0 ? 4 : 2 * m->cap_undos;

        m->undos = nj_realloc(m->undos, cap * sizeof(*m->undos));
        m->bytes += (cap - m->cap_undos) * sizeof(*m->undos);
        m->cap_undos = cap;
    }
    m->undos[m->n_undos++] =
        (struct nj_undo_mark){.seq = seq, .target = target};
}

void nj_undo_rewind(struct nj_match *m)
{
    nj_match_rewind_all(m);
    NJ_ASSERT(!m->c.started && m->c.n_timers == 0);
    if (m->base == NULL)
        return;
    m->c = m->base->course;
    memcpy(m->state, m->base->state, m->game->state_size);
    m->pages = nj_pages_copy(m->base->pages);
    nj_question_restore(m, m->base->asked, m->base->n_asked);
    NJ_ASSERT(m->c.started && m->n_asked == m->base->n_asked);
}

const struct nj_input *nj_undo_input(const struct nj_match *m, uint32_t seq)
{
    const struct nj_input *in;

    NJ_ASSERT(m->source != NULL && seq >= 1);
    in = m->source(m->source_ctx, seq);
    NJ_ASSERT(in != NULL && in->verb != NULL && in->reason != NULL);
    return in;
}

uint32_t nj_undo_newest(const struct nj_match *m, uint32_t seq,
                        const struct nj_input **in)
{
    const struct nj_power *p;

    NJ_ASSERT(seq > 1 && seq <= m->seq + 1);
    do {
        *in = nj_undo_input(m, --seq);
        p = (*in)->kind == NJ_IN_OVERRIDE ? nj_game_power(m->game, (*in)->verb)
                                          : NULL;
    } while (seq > 1 && p != NULL && p->at_once);
    return seq;
}

/* The moment from which the clocks go on, behind the fold: that of the input
 * that is taken back, or where it is a secret, that at which a clock began. */
static int64_t then_of(const struct nj_match *m, uint32_t target)
{
    const char *const *name = m->game->undo_clocks;

    NJ_ASSERT(target >= 1 && target <= m->seq);
    for (; name != NULL && *name != NULL; name++) {
        const struct nj_timer *t = nj_deadline_find(m, *name, NJ_SEAT_NONE);

        if (t != NULL)
            return t->at_ms - t->length_ms;
    }
    return nj_undo_input(m, target)->at_ms;
}

/* Behind the way to `target`: the clocks go on from the moment of the undo. */
static void go_on(struct nj_match *m, uint32_t target, int64_t now_ms)
{
    nj_deadline_shift(m, then_of(m, target), now_ms);
    m->c.at_ms = now_ms;
    nj_phase_anew(m);
}

bool nj_undo_again(struct nj_match *m, struct nj_work *w, uint32_t seq)
{
    uint32_t target = target_of(m, seq);

    if (target == 0)
        return false;
    NJ_ASSERT(w->len == 0);
    w->quiet = true; /* its own fold has told and digested it */
    m->work = w;
    go_on(m, target, nj_undo_input(m, seq)->at_ms);
    return true;
}

static void run_again(struct nj_match *m, const uint32_t *way, uint32_t n)
{
    while (n-- > 0) {
        struct nj_work *w = nj_work_begin(1);
        struct nj_input in;
        int refused;

        if (nj_undo_again(m, w, way[n]))
            continue;
        in = *nj_undo_input(m, way[n]);
        /* The step itself may ask the source for what came before. */
        in.verb = nj_arena_copy(&w->arena, in.verb, strlen(in.verb));
        in.args = nj_args_copy(&w->arena, in.args);
        in.reason = nj_arena_copy(&w->arena, in.reason, strlen(in.reason));
        in.seq = way[n];
        w->quiet = true;
        refused = nj_match_run(m, w, &in);
        NJ_ASSERT(refused == 0);
        NJ_ASSERT(w->len == 0); /* nothing is digested twice */
    }
}

void nj_undo_fold(struct nj_match *m, uint32_t target)
{
    struct nj_work *work = m->work;
    const struct nj_input *in = m->in;
    int64_t now_ms = in->at_ms;
    uint32_t n;
    uint32_t *way = nj_undo_way(m, target - 1, &n);

    NJ_ASSERT(in->kind == NJ_IN_UNDO && target < in->seq);
    m->undo_target = 0;
    remember(m, in->seq, target);
    nj_undo_rewind(m);
    run_again(m, way, n);
    free(way);
    m->work = work;
    m->in = in;
    go_on(m, target, now_ms);
    NJ_ASSERT(m->c.started && !m->c.over);
    nj_digest_event(work, 'U', NJ_SEAT_NONE, "", target);
    for (int i = 0; i < m->c.n_timers; i++) {
        const struct nj_timer *t = &m->c.timers[i];

        nj_digest_event(work, 'A', nj_timer_seat(t), t->name, t->length_ms);
    }
    if (m->undo_aloud && m->game->undone != NULL)
        m->game->undone(m);
}

/* --- given boards --- */

enum nj_status nj_match_given(struct nj_match *m, const char *clause,
                              struct nj_err *err)
{
    NJ_ASSERT(!m->c.started && m->seq == 0);
    NJ_ASSERT(m->game->given != NULL);
    return m->game->given(m, clause, err);
}

void nj_match_given_done(struct nj_match *m, int64_t at_ms)
{
    size_t n = m->game->state_size;

    NJ_ASSERT(!m->c.started && m->seq == 0);
    NJ_ASSERT(m->base == NULL);
    NJ_ASSERT(at_ms >= 0);
    m->c.at_ms = at_ms;
    m->c.started = true;
    if (m->game->given_done != NULL)
        m->game->given_done(m, at_ms);
    m->base = nj_alloc(sizeof(*m->base) + n);
    m->base->course = m->c;
    m->base->asked = nj_question_keep(m);
    m->base->n_asked = m->n_asked;
    m->base->pages = nj_pages_copy(m->pages);
    memcpy(m->base->state, m->state, n);
}

void nj_base_destroy(struct nj_base *base)
{
    if (base != NULL) {
        free(base->asked);
        nj_pages_free(base->pages);
    }
    free(base);
}

size_t nj_base_bytes(const struct nj_match *m)
{
    if (m->base == NULL)
        return 0;
    NJ_ASSERT((m->base->asked != NULL) == (m->base->n_asked > 0));
    return sizeof(*m->base) + m->game->state_size +
           nj_pages_held(m->base->pages) +
           m->base->n_asked * sizeof(*m->base->asked);
}
