/*
 * The life of a match and the one way in: an input is checked, run, heard by
 * the computer players, digested.
 */
#include "match/match.h"

#include <string.h>

#include "match/match_priv.h"

#define STATE_ALIGN   16
#define SCRATCH_ALIGN 8 /* a match has as many as seats */

static size_t aligned(size_t n, size_t to)
{
    NJ_ASSERT(n < SIZE_MAX - to);
    return (n + to - 1) / to * to;
}

/* --- the work areas of this thread --- */

static _Thread_local struct nj_work works[3] = {{.arena = NJ_ARENA_INIT(4096)},
                                                {.arena = NJ_ARENA_INIT(4096)},
                                                {.arena = NJ_ARENA_INIT(4096)}};

struct nj_work *nj_work_here(void)
{
    return &works[0];
}

struct nj_hashed nj_match_hashed(void)
{
    const struct nj_work *w = &works[0];

    NJ_ASSERT(w->len > NJ_HASH_BYTES && !w->outcome.refused);
    return (struct nj_hashed){.bytes = w->bytes,
                              .n = w->len,
                              .draws = w->draws,
                              .n_draws = w->n_draws};
}

struct nj_work *nj_work_begin(int level)
{
    struct nj_work *w = &works[level];

    NJ_ASSERT(level >= 0 && level < (int)NJ_COUNT(works));
    nj_arena_reset(&w->arena);
    w->first = NULL;
    w->last = NULL;
    w->n_messages = 0;
    w->effects = 0;
    w->quiet = false;
    w->stop = false;
    w->len = 0;
    w->n_draws = 0;
    return w;
}

void nj_match_thread_done(void)
{
    for (size_t i = 0; i < NJ_COUNT(works); i++) {
        NJ_ASSERT(works[i].len <= works[i].cap);
        nj_arena_fini(&works[i].arena);
        free(works[i].bytes);
        free(works[i].draws);
        free(works[i].kept);
        works[i].bytes = NULL;
        works[i].draws = NULL;
        works[i].kept = NULL;
        works[i].n_draws = 0;
        works[i].cap_draws = 0;
        works[i].len = 0;
        works[i].cap = 0;
        works[i].kept_used = 0;
        works[i].kept_cap = 0;
    }
}

/* --- creating --- */

static size_t text_bytes(const struct nj_match_setup *setup)
{
    size_t n = strlen(setup->edition) + 1;

    NJ_ASSERT(setup->n_seats <= NJ_SEATS_MAX);
    for (uint8_t i = 0; i < setup->n_seats; i++) {
        NJ_ASSERT(strlen(setup->seats[i].name) < NJ_NAME_MAX);
        NJ_ASSERT(strlen(setup->seats[i].contribution) <= NJ_CONTRIBUTION_MAX);
        n += strlen(setup->seats[i].name) + 1;
        n += strlen(setup->seats[i].contribution) + 1;
    }
    return n;
}

/* Copies a text to *at, which moves behind it. */
static const char *lay_down(char **at, const char *text)
{
    char *here = *at;
    size_t n = strlen(text) + 1;

    NJ_ASSERT(n >= 1);
    memcpy(here, text, n);
    *at += n;
    return here;
}

static void lay_down_seats(struct nj_match *m,
                           const struct nj_match_setup *setup, char *at)
{
    NJ_ASSERT(m->seats_room == setup->n_seats);
    m->edition = lay_down(&at, setup->edition);
    for (uint8_t i = 0; i < setup->n_seats; i++) {
        m->seats[i].name = lay_down(&at, setup->seats[i].name);
        m->seats[i].contribution = lay_down(&at, setup->seats[i].contribution);
        m->seats[i].computer = setup->seats[i].computer;
    }
    NJ_ASSERT((size_t)(at - (char *)m) == m->bytes);
}

struct nj_match *nj_match_create(const struct nj_match_setup *setup)
{
    const struct nj_game *game = setup->game;
    size_t head = aligned(sizeof(struct nj_match) +
                              setup->n_seats * sizeof(struct nj_seat_info),
                          STATE_ALIGN);
    size_t state = aligned(game->state_size, STATE_ALIGN);
    size_t step = aligned(game->brain.scratch_size, SCRATCH_ALIGN);
    size_t room = (size_t)setup->n_seats + game->seats_more;
    size_t bytes = head + state + room * step + text_bytes(setup);
    unsigned char *block = nj_alloc(bytes);
    struct nj_match *m = (struct nj_match *)(void *)block;

    NJ_ASSERT(setup->n_seats >= 1);
    NJ_ASSERT(setup->n_seats + game->seats_more <= NJ_SEATS_MAX);
    NJ_ASSERT(game->state_size > 0 && game->state_size <= NJ_STATE_MAX);
    NJ_ASSERT(setup->rng.words == 0 && setup->rng.draws == 0);
    m->game = game;
    m->data = setup->data;
    m->brain_key = setup->brain_key;
    m->seats_room = setup->n_seats;
    m->bytes = bytes;
    m->state = block + head;
    m->scratch = m->state + state;
    m->scratch_step = step;
    lay_down_seats(m, setup, (char *)(m->scratch + room * step));
    nj_agreed_set(m, &setup->options);
    m->c.rng = setup->rng;
    nj_match_rewind_all(m);
    nj_digest_first(m, setup);
    return m;
}

static void rewind_rng(struct nj_rng *r)
{
    const struct nj_rng was = *r;

    NJ_ASSERT(r->kind <= NJ_RNG_SCRIPT);
    switch (r->kind) {
    case NJ_RNG_CHACHA20:
        nj_rng_chacha20(r, &was.key, was.nonce);
        break;
    case NJ_RNG_SPLITMIX64:
        nj_rng_seek(r, 0);
        r->draws = 0;
        break;
    case NJ_RNG_SCRIPT:
        nj_rng_script(r, was.script, was.script_len);
        break;
    }
}

void nj_match_rewind_all(struct nj_match *m)
{
    struct nj_rng rng = m->c.rng;

    rewind_rng(&rng);
    NJ_ASSERT(rng.draws == 0 && rng.words == 0);
    memset(&m->c, 0, sizeof(m->c));
    m->c.rng = rng;
    m->c.n_seats = m->seats_room;
    for (uint8_t i = 0; i < m->seats_room; i++) {
        m->c.join_of[i] = i;
        if (m->seats[i].computer)
            m->c.computers |= nj_bit(i);
    }
    nj_question_drop_all(m);
    nj_pages_free(m->pages);
    m->pages = NULL;
    memset(m->state, 0, m->game->state_size);
    nj_options_settle(m);
    memset(m->scratch, 0, nj_seats_room(m) * m->scratch_step);
}

void nj_match_destroy(struct nj_match *m)
{
    if (m == NULL)
        return;
    m->work = NULL; /* a contained fault leaves it in the midst of an input */
    nj_match_set_source(m, NULL, NULL);
    nj_question_drop_all(m);
    free(m->asked);
    free(m->undos);
    nj_pages_free(m->pages);
    nj_base_destroy(m->base);
    nj_agreed_fini(&m->agreed);
    nj_wipe(m, sizeof(*m)); /* the seed of the dice is in it */
    free(m);
}

/* --- one input --- */

int nj_verb_run(struct nj_match *m, const struct nj_verb *verb,
                const struct nj_input *in)
{
    NJ_ASSERT((verb->apply != NULL) != (verb->order != NULL));
    return verb->order != NULL ? nj_order_run(m, in, verb->order)
                               : verb->apply(m, in);
}

static int run_order(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_verb *verb = nj_game_verb(m->game, in->verb);
    int refused;

    NJ_ASSERT(verb != NULL && verb->query == NULL);
    if (m->n_asked == 0)
        return nj_verb_run(m, verb, in);
    if (nj_question_answer(m, in) == NJ_ANSWER_BAD)
        return nj_refuse(m, in, "match.err.choice", "", NJ_NO_ARGS);
    refused = nj_question_refuse(m, in);
    if (refused != 0)
        return refused;
    refused = nj_verb_run(m, verb, in);
    nj_question_settle(m, refused != 0);
    return refused;
}

static int run_timer(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_timer *t = nj_deadline_find(m, in->verb, NJ_SEAT_NONE);
    int64_t length_ms;
    int refused;

    if (m->c.paused)
        return nj_host_resume(m, in);
    NJ_ASSERT(t != NULL); /* no fault was found in the input */
    length_ms = t->length_ms;
    nj_deadline_cancel(m, in->verb, NJ_SEAT_NONE);
    m->work->effects = 0;
    if (nj_phase_timer(m, in->verb, length_ms))
        return 0;
    NJ_ASSERT(m->game->timer != NULL);
    refused = m->game->timer(m, in);
    NJ_ASSERT(refused == 0);
    return refused;
}

static int run_kind(struct nj_match *m, const struct nj_input *in)
{
    switch (in->kind) {
    case NJ_IN_START:
        m->c.started = true;
        return m->game->start(m, in);
    case NJ_IN_ORDER:
        return run_order(m, in);
    case NJ_IN_TIMER:
        return run_timer(m, in);
    case NJ_IN_LEAVE:
        return m->game->leave(m, in);
    case NJ_IN_OVERRIDE:
    case NJ_IN_UNDO:
        return nj_host_run(m, in);
    }
    return 0;
}

static void end_course(struct nj_match *m)
{
    NJ_ASSERT(m->ending && !m->c.over);
    m->ending = false;
    m->c.over = true;
    if (m->game->reveal != NULL)
        m->game->reveal(m);
    nj_question_drop_all(m);
    nj_deadline_drop_all(m);
    NJ_ASSERT(!m->ending && m->undo_target == 0);
}

int nj_match_run(struct nj_match *m, struct nj_work *w,
                 const struct nj_input *in)
{
    int64_t before_ms = m->c.at_ms;
    bool started = m->c.started;
    int refused;

    NJ_ASSERT(!m->ending && m->undo_target == 0);
    m->work = w;
    m->in = in;
    m->c.at_ms = in->at_ms;
    nj_digest_input(w, m, in);
    refused = run_kind(m, in);
    if (refused != 0) {
        NJ_ASSERT(w->n_messages == 1 && w->effects == 1);
        m->c.at_ms = before_ms;
        m->c.started = started;
    } else {
        NJ_ASSERT(in->kind != NJ_IN_UNDO || m->undo_target != 0);
        if (m->ending)
            end_course(m);
        nj_brain_hear(m, w);
    }
    return refused;
}

static void hand_out(const struct nj_match *m, struct nj_work *w, bool refused)
{
    NJ_ASSERT(!refused || w->n_messages == 1);
    NJ_ASSERT((w->first == NULL) == (w->n_messages == 0));
    w->outcome = (struct nj_outcome){.refused = refused,
                                     .over = m->c.over,
                                     .stop = w->stop || m->c.over,
                                     .seq = refused ? 0 : m->seq,
                                     .digest = m->digest,
                                     .messages = w->first,
                                     .n_messages = w->n_messages};
}

const struct nj_outcome *nj_match_apply(struct nj_match *m,
                                        const struct nj_input *in)
{
    struct nj_work *w;
    struct nj_input mine = *in;
    bool refused;

    NJ_ASSERT(m->work == NULL && m->in == NULL);
    NJ_ASSERT(nj_match_fault(m, in) == NULL);
    w = nj_work_begin(0);
    mine.seq = m->seq + 1;
    nj_state_keep(w, m);
    refused = nj_match_run(m, w, &mine) != 0;
    if (refused) {
        NJ_ASSERT(nj_state_is_kept(w, m));
        /* There is nobody to tell, and it would come again for ever. */
        NJ_ASSERT(in->by != NJ_BY_CLOCK || in->kind == NJ_IN_START);
        if (in->by == NJ_BY_COMPUTER) {
            NJ_ASSERT(in->kind == NJ_IN_ORDER && in->seat < m->c.n_seats);
            m->silent |= nj_bit(in->seat);
        }
    } else {
        m->silent = 0;
        if (m->undo_target != 0)
            nj_undo_fold(m, m->undo_target);
        nj_digest_end(w, m);
        m->seq++;
    }
    m->work = NULL;
    m->in = NULL;
    hand_out(m, w, refused);
    return &w->outcome;
}

/* --- the source of earlier inputs --- */

void nj_match_own_source(struct nj_match *m, nj_input_source *source, void *ctx,
                         void (*end)(void *ctx))
{
    NJ_ASSERT(m->work == NULL && m->past == NULL);
    if (m->source_end != NULL)
        m->source_end(m->source_ctx);
    m->source = source;
    m->source_ctx = ctx;
    m->source_end = end;
}

void nj_match_set_source(struct nj_match *m, nj_input_source *source, void *ctx)
{
    nj_match_own_source(m, source, ctx, NULL);
}
