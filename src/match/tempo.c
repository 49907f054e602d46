/*
 * When computer players act (struct nj_tempo): a moment of each for the running
 * phase, drawn from its own stream or set by the game, and kept as its distance
 * from the deadline, so that what moves the deadline moves it too.
 */
#include "match/match_priv.h"

/* The last word of an input's share: acting never comes to it. */
#define WORD (NJ_BRAIN_WORDS - 1)

/* Parts of a percent in which moments are drawn. */
#define FINE INT64_C(100)

/* The running phase's; NULL: none runs, or who acts in it acts at once. */
static const struct nj_tempo *tempo_of(const struct nj_match *m)
{
    const struct nj_tempo *rows = m->game->brain.tempo;
    const struct nj_tempo *t;

    if (rows == NULL || m->c.phase == 0)
        return NULL;
    t = &rows[m->c.phase - 1];
    return t->to > 0 ? t : NULL;
}

static uint32_t as_lead(int64_t ms)
{
    return ms < 0 ? 0 : ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

static void draw(struct nj_match *m, const struct nj_tempo *t, nj_seat seat)
{
    uint64_t seq = m->in != NULL ? m->in->seq : m->seq;
    int64_t left_ms = nj_phase_ends(m) - m->c.at_ms;
    int64_t length_ms = (left_ms < t->most_ms ? left_ms : t->most_ms) /
                        (t->share > 0 ? t->share : 1);
    struct nj_rng rng;
    int64_t part;

    NJ_ASSERT(t->from < t->to && t->to <= 100);
    NJ_ASSERT(length_ms >= 0 || left_ms < 0);
    nj_brain_stream(m, seat, seq * NJ_BRAIN_WORDS + WORD, &rng);
    part = t->from * FINE +
           nj_rng_below(&rng, (uint32_t)((t->to - t->from) * FINE));
    m->c.lead_ms[seat] = as_lead(left_ms - length_ms * part / (100 * FINE));
}

void nj_tempo_draw(struct nj_match *m, nj_seat_set seats)
{
    const struct nj_tempo *t = tempo_of(m);

    seats &= m->c.computers | m->c.substituted;
    for (nj_seat s = 0; seats >> s != 0; s++) {
        if ((seats >> s & 1) == 0)
            continue;
        if (m->game->brain.paced)
            nj_brain_wait(m, s, 0);
        else if (t != NULL)
            draw(m, t, s);
    }
}

void nj_brain_wait(struct nj_match *m, nj_seat seat, int64_t ms)
{
    NJ_ASSERT(m->game->brain.paced && seat < m->c.n_seats && ms >= 0);
    m->c.lead_ms[seat] = as_lead(nj_phase_ends(m) - m->c.at_ms - ms);
}

/* Has a seat a moment of its own? */
static bool has_moments(const struct nj_match *m)
{
    return m->game->brain.paced ? nj_phase_ends(m) != 0 : tempo_of(m) != NULL;
}

void nj_tempo_extend(struct nj_match *m, int64_t ms)
{
    for (nj_seat s = 0; has_moments(m) && s < m->c.n_seats; s++)
        m->c.lead_ms[s] = as_lead(m->c.lead_ms[s] + ms);
}

int64_t nj_tempo_moment(const struct nj_match *m, nj_seat seat)
{
    uint8_t persons = (uint8_t)(m->c.n_seats - nj_seat_count(m->c.computers));

    NJ_ASSERT(((m->c.computers | m->c.substituted) >> seat & 1) != 0);
    if (!has_moments(m) || persons <= 1)
        return 0;
    return nj_phase_ends(m) - m->c.lead_ms[seat];
}
