/*
 * Reading the past again: a second state of the match is folded from the log,
 * and what it says on the way is kept until the game has been told.
 *
 * An input of the past may itself have read the past. In the second state such
 * a call is answered from what has been kept so far, so that one pass over the
 * log is enough however many of them there are.
 */
#include <string.h>

#include "match/match_priv.h"

struct nj_past {
    struct nj_arena arena;      /* what the lines point to */
    struct nj_past_line *lines; /* in order */
    nj_seat *seats;             /* whose line each one is */
    uint32_t n, cap;
};

static void keep(struct nj_past *past, nj_seat seat, struct nj_past_line line)
{
    /* The lines are in order of their inputs. */
    NJ_ASSERT(past->n == 0 || past->lines[past->n - 1].seq <= line.seq);
    NJ_ASSERT((line.order == NULL) != (line.message == NULL));
    if (past->n == past->cap) {
        past->cap = past->cap == 0 ? 256 : 2 * past->cap;
        past->lines = nj_realloc(past->lines, past->cap * sizeof(line));
        past->seats = nj_realloc(past->seats, past->cap * sizeof(seat));
    }
    past->seats[past->n] = seat;
    past->lines[past->n++] = line;
}

/* The input with all that it points to; the log only lends it. */
static const struct nj_input *own_input(struct nj_arena *a, uint32_t seq,
                                        const struct nj_input *in)
{
    struct nj_input *own = nj_arena_alloc(a, sizeof(*own));

    NJ_ASSERT(seq >= 1);
    *own = *in;
    own->seq = seq;
    own->verb = nj_arena_copy(a, in->verb, strlen(in->verb));
    own->args = nj_args_copy(a, in->args);
    own->reason = nj_arena_copy(a, in->reason, strlen(in->reason));
    return own;
}

/* Is the message for that seat in private, alone or with others? */
static bool is_for(const struct nj_message *msg, nj_seat seat)
{
    return msg->to.to == NJ_TO_SEATS && nj_audience_has(msg->to, seat);
}

static void keep_message(struct nj_past *past, uint32_t seq,
                         const struct nj_message *msg)
{
    const struct nj_message *own = nj_message_copy_values(&past->arena, msg);

    NJ_ASSERT(msg->to.to == NJ_TO_SEATS && msg->to.seats != 0);
    for (nj_seat seat = 0; seat < NJ_SEATS_MAX; seat++)
        if (is_for(msg, seat))
            keep(past, seat, (struct nj_past_line){.seq = seq, .message = own});
}

/* Keeps an input of the past and what it has said. */
static void keep_input(struct nj_past *past, const struct nj_input *in,
                       const struct nj_work *w)
{
    NJ_ASSERT(in->seq >= 1);
    NJ_ASSERT(in->kind != NJ_IN_ORDER || in->seat < NJ_SEATS_MAX);
    if (in->kind == NJ_IN_ORDER)
        keep(past, in->seat,
             (struct nj_past_line){.seq = in->seq, .order = in});
    for (const struct nj_message *msg = w->first; msg != NULL; msg = msg->next)
        if (msg->to.to == NJ_TO_SEATS)
            keep_message(past, in->seq, msg);
}

/* --- the second state --- */

/* The match before its first input, in a block of its own. What the log does
 * not change (names, the given board, marks of undo, the source) is shared. */
static struct nj_match *second_state(const struct nj_match *m,
                                     struct nj_past *past, size_t *bytes)
{
    size_t head = (size_t)(m->scratch - (const unsigned char *)m);
    unsigned char *block;
    struct nj_match *to;

    *bytes = head + nj_seats_room(m) * m->scratch_step;
    block = nj_alloc(*bytes);
    memcpy(block, m, *bytes);
    to = (struct nj_match *)(void *)block;
    to->state = block + (m->state - (const unsigned char *)m);
    to->scratch = block + head;
    to->asked = NULL;
    to->n_asked = 0;
    to->cap_asked = 0;
    to->pages = NULL;
    to->source_end = NULL;
    to->work = NULL;
    to->in = NULL;
    to->ending = false;
    to->undo_target = 0;
    to->past = past;
    nj_undo_rewind(to);
    NJ_ASSERT(to->state != m->state && to->scratch != m->scratch);
    return to;
}

static void run(struct nj_match *m, struct nj_past *past, uint32_t seq)
{
    struct nj_work *w = nj_work_begin(2);
    const struct nj_input *in;
    int refused;

    if (nj_undo_again(m, w, seq))
        return;
    in = own_input(&past->arena, seq, nj_undo_input(m, seq));
    w->quiet = true;
    refused = nj_match_run(m, w, in);
    NJ_ASSERT(refused == 0);
    keep_input(past, in, w);
}

static struct nj_past *relive(const struct nj_match *m, uint32_t until_seq)
{
    struct nj_past *past = nj_alloc(sizeof(*past));
    size_t bytes;
    struct nj_match *second;
    uint32_t n;
    uint32_t *way = nj_undo_way(m, m->in->seq - 1, &n);

    NJ_ASSERT(m->past == NULL && m->in->seq <= m->seq + 1);
    past->arena = (struct nj_arena)NJ_ARENA_INIT(65536);
    second = second_state(m, past, &bytes);
    while (n-- > 0 && way[n] <= until_seq)
        run(second, past, way[n]);
    free(way);
    nj_question_drop_all(second);
    free(second->asked);
    nj_pages_free(second->pages);
    nj_wipe(second, bytes); /* the seed of the dice is in it */
    free(second);
    return past;
}

static void forget(struct nj_past *past)
{
    NJ_ASSERT((past->lines == NULL) == (past->n == 0));
    nj_arena_fini(&past->arena);
    free(past->lines);
    free(past->seats);
    free(past);
}

/* --- telling --- */

/* What the input in hand had said up to `last`; `fn` adds to that. */
static void tell_in_hand(const struct nj_match *m, nj_seat seat,
                         const struct nj_message *last, nj_recall_fn *fn,
                         void *ctx)
{
    const struct nj_message *msg = m->work->first;

    NJ_ASSERT(last == NULL || msg != NULL);
    if (m->in->kind == NJ_IN_ORDER && m->in->seat == seat)
        fn(ctx, &(struct nj_past_line){.seq = m->in->seq, .order = m->in});
    while (last != NULL) {
        if (is_for(msg, seat))
            fn(ctx, &(struct nj_past_line){.seq = m->in->seq, .message = msg});
        if (msg == last)
            break;
        msg = msg->next;
    }
}

void nj_recall(struct nj_match *m, nj_seat seat, uint32_t until_seq,
               nj_recall_fn *fn, void *ctx)
{
    struct nj_past *past = m->past;
    const struct nj_message *last = m->work->last;

    NJ_ASSERT(m->in != NULL && until_seq <= m->in->seq);
    NJ_ASSERT(seat < m->c.n_seats && m->work != NULL);
    NJ_ASSERT(past != NULL || m->source != NULL);
    if (past == NULL)
        past = relive(m, until_seq);
    for (uint32_t i = 0; i < past->n && past->lines[i].seq <= until_seq; i++)
        if (past->seats[i] == seat)
            fn(ctx, &past->lines[i]);
    if (until_seq == m->in->seq)
        tell_in_hand(m, seat, last, fn, ctx);
    if (m->past == NULL)
        forget(past);
}
