/*
 * The calls by which a game speaks, asks what it may know, draws, and moves
 * the course: everything of emit.h that is not a timer or a question.
 */
#include "match/emit.h"

#include <string.h>

#include "base/when.h"
#include "match/match_priv.h"

/* --- saying --- */

uint32_t nj_called(const struct nj_match *m)
{
    uint32_t names = m->game->called != NULL ? m->game->called(m) : 0;

    NJ_ASSERT(names == 0 || m->c.n_seats <= NJ_CALLED_SEATS);
    return names;
}

void nj_say(struct nj_work *w, const struct nj_message *msg)
{
    struct nj_message *copy;

    NJ_ASSERT(w->n_messages < NJ_MESSAGES_MAX);
    copy = nj_message_copy_values(&w->arena, msg);
    if (w->last == NULL)
        w->first = copy;
    else
        w->last->next = copy;
    w->last = copy;
    w->n_messages++;
    w->effects++;
    nj_digest_message(w, copy);
}

void nj_emit(struct nj_match *m, struct nj_audience to, const char *key,
             const char *clause, struct nj_args args)
{
    struct nj_message msg = {
        .key = key, .clause = clause, .to = to, .args = args};

    if (to.to == NJ_TO_SEATS && to.seats == 0)
        return; /* nobody is there to hear it */
    NJ_ASSERT(to.to != NJ_TO_SEATS || to.seats >> m->c.n_seats == 0);
    msg.args.called = nj_called(m);
    nj_say(m->work, &msg);
}

void nj_tell_leader(struct nj_match *m, const char *key, const char *clause,
                    struct nj_args args)
{
    const struct nj_game *g = m->game;
    int i = nj_option_find(g, g->host_option);

    NJ_ASSERT(i >= 0 && g->options[i].into.width == 1);
    if (nj_into_get(m->state, g->options[i].into) != 0)
        nj_emit(m, nj_to_host(), key, clause, args);
}

/* Who asked, in the place he asked. */
static struct nj_audience asker(const struct nj_input *in)
{
    NJ_ASSERT(in->seat == NJ_SEAT_NONE || in->seat < NJ_SEATS_MAX);
    if (nj_by_power(in->by) || in->seat == NJ_SEAT_NONE)
        return nj_to_host();
    return in->place == NJ_PLACE_GROUP ? nj_to_all() : nj_to_seat(in->seat);
}

static int refuse_to(struct nj_match *m, struct nj_audience to, const char *key,
                     const char *clause, struct nj_args args)
{
    NJ_ASSERT(m->work->effects == 0 && m->work->n_messages == 0);
    NJ_ASSERT(!m->ending && m->undo_target == 0);
    nj_emit(m, to, key, clause, args);
    return 1;
}

int nj_refuse(struct nj_match *m, const struct nj_input *in, const char *key,
              const char *clause, struct nj_args args)
{
    return refuse_to(m, asker(in), key, clause, args);
}

int nj_refuse_aside(struct nj_match *m, const struct nj_input *in,
                    const char *key, const char *clause, struct nj_args args)
{
    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    return refuse_to(m, nj_to_seat(in->seat), key, clause, args);
}

int nj_refused_unsure(struct nj_match *m, const char *const *readings,
                      uint32_t n)
{
    struct nj_work *w = m->work;
    const char **list = nj_arena_alloc(&w->arena, n * sizeof(*list));

    NJ_ASSERT(w->n_messages == 1 && w->last->n_choices == 0);
    NJ_ASSERT(n > 1 && n <= NJ_CHOICES_MAX);
    for (uint32_t i = 0; i < n; i++)
        list[i] = nj_arena_copy(&w->arena, readings[i], strlen(readings[i]));
    w->last->choices = list;
    w->last->n_choices = n;
    return 1;
}

int nj_refuse_option(struct nj_match *m, const char *key, const char *clause,
                     struct nj_args args)
{
    NJ_ASSERT(m->work->effects == 0 && m->work->n_messages == 0);
    NJ_ASSERT(!m->c.started);
    nj_emit(m, nj_to_all(), key, clause, args);
    return 1;
}

void nj_stop(struct nj_match *m)
{
    NJ_ASSERT(m->work != NULL && m->in != NULL);
    m->work->stop = true;
}

void nj_answer(struct nj_query *q, const char *key, const char *clause,
               struct nj_args args)
{
    bool open =
        (q->place == NJ_PLACE_GROUP && !q->aside) || q->asker == NJ_SEAT_NONE;
    struct nj_message *msg;

    NJ_ASSERT((q->answers == NULL) == (q->last == NULL));
    msg = nj_arena_alloc(q->arena, sizeof(*msg));
    msg->key = key;
    msg->clause = clause;
    msg->to = open ? nj_to_all() : nj_to_seat(q->asker);
    if (args.called == 0) /* else it is said again */
        args.called = q->called;
    msg->args = nj_args_copy_values(q->arena, args);
    if (q->last == NULL)
        q->answers = msg;
    else
        q->last->next = msg;
    q->last = msg;
}

void nj_answer_again(struct nj_query *q, const struct nj_message *m)
{
    nj_answer(q, m->key, m->clause, m->args);
}

struct nj_asker nj_asker_seat(struct nj_match *m, nj_seat seat)
{
    return (struct nj_asker){.m = m, .from = m, .seat = seat};
}

struct nj_asker nj_asker_host(struct nj_match *m, nj_seat seat)
{
    return (struct nj_asker){.m = m, .from = m, .seat = seat, .host = true};
}

struct nj_asker nj_asker_query(const struct nj_match *m, struct nj_query *q)
{
    NJ_ASSERT(q->asker == NJ_SEAT_NONE || q->asker < m->c.n_seats);
    return (struct nj_asker){.q = q, .from = m, .seat = q->asker};
}

void nj_tell_asker(const struct nj_asker *to, const char *key,
                   const char *clause, struct nj_args args)
{
    NJ_ASSERT((to->q == NULL) != (to->m == NULL));
    NJ_ASSERT(to->m == NULL || to->m == to->from);
    if (to->q != NULL)
        nj_answer(to->q, key, clause, args);
    else
        nj_emit(to->m, to->host ? nj_to_host() : nj_to_seat(to->seat), key,
                clause, args);
}

/* --- knowing --- */

void *nj_state(struct nj_match *m)
{
    NJ_ASSERT(m->state != NULL);
    return m->state;
}

const void *nj_state_const(const struct nj_match *m)
{
    NJ_ASSERT(m->state != NULL);
    return m->state;
}

const void *nj_data(const struct nj_match *m)
{
    return m->data;
}

uint8_t nj_seats(const struct nj_match *m)
{
    return m->c.n_seats;
}

nj_seat_set nj_computers(const struct nj_match *m)
{
    return m->c.computers;
}

const char *nj_edition(const struct nj_match *m)
{
    NJ_ASSERT(m->edition != NULL);
    return m->edition;
}

const char *nj_seat_name(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < m->c.n_seats && m->c.join_of[seat] < m->seats_room);
    return m->seats[m->c.join_of[seat]].name;
}

int64_t nj_option(const struct nj_match *m, const char *key)
{
    int i = nj_option_find(m->game, key);

    NJ_ASSERT(i >= 0 && i < NJ_OPTIONS_MAX);
    if (m->game->options[i].type == NJ_OPTION_MS)
        return nj_when_ms(m->agreed.v[i], m->c.at_ms);
    return m->agreed.v[i];
}

bool nj_option_steady(const struct nj_match *m, const char *key)
{
    int i = nj_option_find(m->game, key);

    NJ_ASSERT(i >= 0);
    return m->game->options[i].type != NJ_OPTION_MS ||
           nj_when_is_length(m->agreed.v[i]);
}

bool nj_match_time_of_day(const struct nj_match *m, int64_t at_ms,
                          int local_min)
{
    const struct nj_option *o = m->game->options;

    for (int i = 0; o != NULL && o[i].key != NULL; i++) {
        struct nj_when w;

        if (o[i].type != NJ_OPTION_MS)
            continue;
        w = nj_when_unpack(m->agreed.v[i]);
        if (w.daily &&
            nj_when_of_day_ms(at_ms, w.local ? local_min : w.zone_min) ==
                w.minute * INT64_C(60000))
            return true;
    }
    return false;
}

bool nj_match_local_time(const struct nj_match *m, const struct nj_timer *t,
                         struct nj_when *w)
{
    const struct nj_option *o = m->game->options;

    NJ_ASSERT(t->armed_ms >= 0);
    for (int i = 0; o != NULL && o[i].key != NULL; i++) {
        if (o[i].type != NJ_OPTION_MS)
            continue;
        *w = nj_when_unpack(m->agreed.v[i]);
        if (w->local && nj_when_ms(m->agreed.v[i], t->armed_ms) == t->length_ms)
            return true;
    }
    return false;
}

const char *nj_option_text(const struct nj_match *m, const char *key)
{
    int i = nj_option_find(m->game, key);

    NJ_ASSERT(i >= 0 && m->game->options[i].type == NJ_OPTION_TEXT);
    return nj_agreed_text(m, m->game->options[i].hi);
}

const char *nj_option_word(const struct nj_match *m, const char *key)
{
    int i = nj_option_find(m->game, key);

    NJ_ASSERT(i >= 0 && m->game->options[i].type == NJ_OPTION_WORD);
    return m->game->options[i].words[m->agreed.v[i]];
}

int64_t nj_at(const struct nj_match *m)
{
    return m->c.at_ms;
}

uint32_t nj_seq(const struct nj_match *m)
{
    return m->in != NULL ? m->in->seq : m->seq;
}

/* --- chance --- */

/* For whoever shows what the dice gave (nj_match_hashed). */
static void note_draw(struct nj_work *w, uint32_t n, uint32_t drawn)
{
    if (w->n_draws == w->cap_draws) {
        w->cap_draws = w->cap_draws == 0 ? 64 : 2 * w->cap_draws;
        w->draws = nj_realloc(w->draws, w->cap_draws * sizeof(*w->draws));
    }
    w->draws[w->n_draws++] = (struct nj_draw){n, drawn};
}

uint32_t nj_random(struct nj_match *m, uint32_t n)
{
    uint32_t drawn;

    NJ_ASSERT(n >= 1);
    drawn = nj_rng_below(&m->c.rng, n);
    if (n >= 2 && m->work != NULL) {
        m->work->effects++;
        note_draw(m->work, n, drawn);
    }
    return drawn;
}

void nj_shuffle_u8(struct nj_match *m, uint8_t *list, uint32_t n)
{
    NJ_ASSERT(n <= UINT8_MAX + 1U);
    for (uint32_t i = n; i-- > 1;) {
        uint32_t k = nj_random(m, i + 1);
        uint8_t kept = list[i];

        list[i] = list[k];
        list[k] = kept;
    }
}

void nj_sample_u8(struct nj_match *m, uint8_t *out, uint32_t n, uint32_t k)
{
    uint8_t list[UINT8_MAX];
    bool taken[UINT8_MAX] = {false};

    NJ_ASSERT(n <= UINT8_MAX && k <= n);
    for (uint32_t i = 0; i < n; i++)
        list[i] = (uint8_t)i;
    nj_shuffle_u8(m, list, n);
    for (uint32_t i = 0; i < k; i++)
        taken[list[i]] = true;
    for (uint32_t i = 0, at = 0; i < n; i++)
        if (taken[i])
            out[at++] = (uint8_t)i;
}

/* --- seats --- */

void nj_seat_order(struct nj_match *m, const uint8_t *order, uint8_t n)
{
    nj_seat_set computers = 0, seen = 0;

    NJ_ASSERT(m->in->kind == NJ_IN_START && m->c.substituted == 0);
    NJ_ASSERT(n >= m->seats_room && n <= nj_seats_room(m));
    for (nj_seat s = 0; s < n; s++) {
        NJ_ASSERT(order[s] < m->seats_room);
        seen |= nj_bit(order[s]);
        m->c.join_of[s] = order[s];
        if (m->seats[order[s]].computer)
            computers |= nj_bit(s);
    }
    NJ_ASSERT(seen == nj_bit(m->seats_room) - 1);
    if (n != m->c.n_seats)
        m->work->effects++; /* what a refusal could not take back */
    m->c.n_seats = n;
    m->c.computers = computers;
}

/* Counts as an effect, behind which a step can no longer refuse. */
static void touch(struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < m->c.n_seats);
    if (m->work != NULL)
        m->work->effects++;
}

void nj_substitute(struct nj_match *m, nj_seat seat, bool on)
{
    touch(m, seat);
    if (on)
        m->c.substituted |= nj_seat_hand(m, seat);
    else
        m->c.substituted &= ~nj_seat_hand(m, seat);
    nj_tempo_draw(m, nj_seat_hand(m, seat));
}

bool nj_substituted(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < m->c.n_seats);
    return (m->c.substituted & nj_bit(seat)) != 0;
}

void nj_seat_computer(struct nj_match *m, nj_seat seat, bool computer)
{
    NJ_ASSERT((nj_seat_hand(m, seat) & nj_bit(seat)) != 0);
    touch(m, seat);
    if (computer)
        m->c.computers |= nj_seat_hand(m, seat);
    else
        m->c.computers &= ~nj_seat_hand(m, seat);
    nj_tempo_draw(m, nj_seat_hand(m, seat));
}

void nj_seat_out(struct nj_match *m, nj_seat seat)
{
    touch(m, seat);
    NJ_ASSERT(m->c.started);
    m->c.out |= nj_bit(seat);
}

/* --- the course --- */

void nj_undo_before(struct nj_match *m, uint32_t seq, bool aloud)
{
    NJ_ASSERT(m->in->kind == NJ_IN_UNDO && m->undo_target == 0);
    NJ_ASSERT(seq >= (m->base != NULL ? 1 : 2) && seq < m->in->seq);
    m->undo_target = seq;
    m->undo_aloud = aloud;
}

void nj_over(struct nj_match *m)
{
    NJ_ASSERT(m->in != NULL && m->c.started);
    NJ_ASSERT(!m->c.over && !m->ending);
    m->ending = true;
}

/* --- given boards --- */

bool nj_given_seats(struct nj_match *m, uint8_t n)
{
    NJ_ASSERT(!m->c.started && m->seq == 0);
    NJ_ASSERT(n >= 1);
    if (n > m->seats_room)
        return false;
    m->c.n_seats = n;
    m->c.computers = 0; /* anew: a board may be given more seats later */
    for (nj_seat i = 0; i < n; i++)
        if (m->seats[i].computer)
            m->c.computers |= nj_bit(i);
    return true;
}

bool nj_given_option(struct nj_match *m, const char *key, const char *text)
{
    int i = nj_option_find(m->game, key);
    struct nj_options o;

    NJ_ASSERT(!m->c.started);
    nj_options_default(m->game, &o);
    if (i < 0 || !nj_options_put(m->game, &o, i, text))
        return false;
    nj_agreed_set_one(m, i, &o);
    nj_option_settle(m, i);
    return true;
}
