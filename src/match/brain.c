/*
 * Computer players: they hear what their seat hears, and act.
 *
 * Every seat has a scratch area from the start, since a person may be
 * substituted later. A seat's stream is placed by the number of the input, so
 * that folding the log again gives the same scratch area whatever acted in
 * between.
 */
#include <string.h>

#include "match/match_priv.h"

static void place_stream(const struct nj_match *m, nj_seat seat, uint64_t word,
                         struct nj_rng *rng)
{
    nj_rng_chacha20(rng, &m->brain_key, NJ_NONCE_BRAIN + (uint64_t)seat);
    nj_rng_seek(rng, word);
}

static void *scratch_of(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < m->seats_room);
    return m->scratch + seat * m->scratch_step;
}

void nj_brain_hear(struct nj_match *m, const struct nj_work *w)
{
    const struct nj_brain *brain = &m->game->brain;

    NJ_ASSERT(m->in != NULL);
    if (brain->hear == NULL || w->first == NULL)
        return;
    for (nj_seat s = 0; s < m->c.n_seats; s++) {
        void *scratch = scratch_of(m, s);
        struct nj_rng rng;

        if ((m->c.out & nj_bit(s)) != 0)
            continue; /* it will never act again */
        place_stream(m, s, (uint64_t)m->in->seq * NJ_BRAIN_WORDS, &rng);
        for (const struct nj_message *x = w->first; x != NULL; x = x->next)
            if (nj_audience_has(x->to, s))
                brain->hear(scratch, m->data, s, x, &rng);
    }
}

static bool ask(const struct nj_match *m, nj_seat seat,
                struct nj_brain_order *order)
{
    uint64_t word = (uint64_t)m->seq * NJ_BRAIN_WORDS + NJ_BRAIN_WORDS / 2;
    struct nj_rng rng;

    NJ_ASSERT(m->game->brain.act != NULL);
    order->verb = NULL;
    order->text[0] = '\0';
    order->place = NJ_PLACE_GROUP;
    place_stream(m, seat, word, &rng);
    return m->game->brain.act(scratch_of(m, seat), m->data, seat, &rng, order);
}

/* The texts of an order, apart. */
static struct nj_args split_texts(struct nj_work *w, const char *letters)
{
    uint32_t n = 0;

    for (char *at = w->order.text; letters[n] == 't'; n++) {
        char *tab = strchr(at, '\t');

        NJ_ASSERT(n < NJ_INPUT_TEXTS_MAX);
        if (tab != NULL)
            *tab = '\0';
        w->args[n] = nj_arg_text(nj_input_text_name(n), at);
        at = tab != NULL ? tab + 1 : at + strlen(at);
    }
    return (struct nj_args){.v = w->args, .n = n};
}

static void order_of(const struct nj_match *m, nj_seat seat, struct nj_work *w,
                     struct nj_input *in)
{
    const struct nj_verb *verb = nj_game_verb(m->game, w->order.verb);

    NJ_ASSERT(verb != NULL);
    *in = (struct nj_input){.at_ms = m->c.at_ms,
                            .kind = NJ_IN_ORDER,
                            .seat = seat,
                            .place = w->order.place,
                            .by = NJ_BY_COMPUTER,
                            .verb = verb->name,
                            .args = NJ_NO_ARGS,
                            .reason = ""};
    in->args = split_texts(w, verb->args);
}

bool nj_match_computer(struct nj_match *m, struct nj_input *in)
{
    nj_seat_set ready =
        (m->c.computers | m->c.substituted) & ~m->c.out & ~m->silent;
    struct nj_work *w = nj_work_here();

    NJ_ASSERT(in != NULL);
    if (m->game->brain.act == NULL || m->c.over || m->c.paused || !m->c.started)
        return false;
    for (nj_seat s = 0; s < m->c.n_seats; s++) {
        if ((ready & nj_bit(s)) == 0 || !ask(m, s, &w->order))
            continue;
        order_of(m, s, w, in);
        return true;
    }
    return false;
}
