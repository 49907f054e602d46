/*
 * Computer players: they hear what their seat hears, and act.
 *
 * Every seat has a scratch area from the start, since a person may be
 * substituted later. A seat's stream is placed by the number of the input, so
 * that folding the log again gives the same scratch area whatever acted in
 * between. So inputs that a seat may not know of change what it draws; that
 * tells nothing of them, since without the key, which is secret until the end,
 * all places of a stream look alike.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "match/data.h"
#include "match/match_priv.h"

void nj_brain_stream(const struct nj_match *m, nj_seat seat, uint64_t word,
                     struct nj_rng *rng)
{
    nj_rng_chacha20(rng, &m->brain_key, NJ_NONCE_BRAIN + (uint64_t)seat);
    nj_rng_seek(rng, word);
}

void nj_random_of_seat(const struct nj_match *m, nj_seat seat, uint32_t below,
                       uint32_t n, uint32_t *out)
{
    struct nj_rng rng;

    NJ_ASSERT(m->in != NULL && seat < m->c.n_seats);
    NJ_ASSERT(below >= 2 && n <= NJ_SEAT_DRAWS);
    nj_rng_chacha20(&rng, &m->brain_key, NJ_NONCE_SEAT + (uint64_t)seat);
    /* Twice as many words as draws: those thrown away stay in them. */
    nj_rng_seek(&rng, (uint64_t)m->in->seq * 2 * NJ_SEAT_DRAWS);
    for (uint32_t i = 0; i < n; i++)
        out[i] = nj_rng_below(&rng, below);
}

static void *scratch_of(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < nj_seats_room(m));
    return m->scratch + seat * m->scratch_step;
}

/* All of a list begin with the game's prefix: what tells them apart is behind
 * its `alike` bytes. */
static const struct nj_ear *find_ear(const struct nj_ear *ears, size_t alike,
                                     const char *key)
{
    if (alike == 0 || strncmp(key, ears->key, alike) != 0)
        return NULL;
    for (const struct nj_ear *e = ears; e->key != NULL; e++)
        if (e->key[alike] == key[alike] &&
            strcmp(e->key + alike, key + alike) == 0)
            return e;
    return NULL;
}

/* Bytes up to and with the dot behind the prefix; 0: nothing is listed. */
static size_t alike_in(const struct nj_ear *ears)
{
    const char *dot =
        ears != NULL && ears->key != NULL ? strchr(ears->key, '.') : NULL;

    return dot != NULL ? (size_t)(dot - ears->key) + 1 : 0;
}

const struct nj_ear *nj_ear_for(const struct nj_ear *ears, const char *key)
{
    return find_ear(ears, alike_in(ears), key);
}

/* What a number that stands there becomes by the note's value. */
static int64_t add_note(const struct nj_note *note,
                        const struct nj_message *msg, int64_t was, int64_t most)
{
    int64_t v =
        note->of != NULL ? nj_message_seats(msg, note->of) : note->value;

    NJ_ASSERT((note->of != NULL) == (note->how == NJ_NOTED_SEATS));
    NJ_ASSERT(was >= 0 && v >= -most && v <= most);
    if (note->how == NJ_NOTED_BITS || note->how == NJ_NOTED_SEATS)
        return was | v;
    if (note->how == NJ_NOTED_ONLY)
        return was & v;
    return v > most - was ? most : was + v;
}

static void take_note(const struct nj_note *note, const struct nj_hearing *h)
{
    struct nj_into into = note->into;
    int64_t most = nj_into_most(into);
    int64_t v = note->value;

    if (note->seats > 0) {
        int64_t seat = nj_message_int(h->msg, "seat", -1);

        if (seat < 0 || seat >= note->seats)
            return;
        into.offset += (uint32_t)seat * into.width;
    }
    if (note->how != NJ_NOTED)
        v = add_note(note, h->msg, nj_into_get(h->scratch, into), most);
    else if (note->word != NULL)
        v = nj_message_is(h->msg, note->of, note->word);
    else if (note->of != NULL)
        v = nj_message_int(h->msg, note->of, 0);
    nj_into_put(h->scratch, into, v < 0 || v > most ? 0 : v);
}

void nj_ear_hears(const struct nj_ear *ear, const struct nj_hearing *h)
{
    NJ_ASSERT(ear->hear != NULL || ear->note[0].into.width > 0);
    if (ear->own && nj_message_int(h->msg, "seat", -1) != h->me)
        return;
    for (int i = 0; i < NJ_NOTES_MAX && ear->note[i].into.width > 0; i++)
        take_note(&ear->note[i], h);
    if (ear->hear != NULL)
        ear->hear(h);
}

/* The streams of all seats for what one input says: each is placed when it is
 * first wanted, and goes on from message to message. They are large, so that a
 * thread keeps its room for them. */
struct streams {
    struct nj_rng rng[NJ_SEATS_MAX];
    nj_seat_set placed;
};
static _Thread_local struct streams streams;

static struct nj_rng *stream_of(const struct nj_match *m, nj_seat seat)
{
    struct nj_rng *rng = &streams.rng[seat];

    if ((streams.placed & nj_bit(seat)) == 0)
        nj_brain_stream(m, seat, (uint64_t)m->in->seq * NJ_BRAIN_WORDS, rng);
    streams.placed |= nj_bit(seat);
    return rng;
}

/* The seat hears the message of `h`. */
static void hear_at(const struct nj_match *m, nj_seat seat,
                    const struct nj_ear *ear, struct nj_hearing *h)
{
    const struct nj_brain *brain = &m->game->brain;
    bool draws = brain->listens != NULL || ear->hear != NULL; /* no note does */

    h->scratch = scratch_of(m, seat);
    h->me = seat;
    h->rng = draws ? stream_of(m, seat) : NULL;
    if ((brain->listens == NULL || brain->listens(h)) && ear != NULL)
        nj_ear_hears(ear, h);
}

/* Those to whom the message may mean something, if nobody but the ear asks. */
static nj_seat_set concerned(const struct nj_ear *ear,
                             const struct nj_message *msg)
{
    int64_t seat;

    if (ear == NULL || !ear->own)
        return ear == NULL ? 0 : ~(nj_seat_set)0;
    seat = nj_message_int(msg, "seat", -1);
    return seat >= 0 && seat < NJ_SEATS_MAX ? nj_bit((nj_seat)seat) : 0;
}

/* What computer players are given of the game's data. */
static const void *data_of(const struct nj_match *m)
{
    const void *named;

    if (!m->game->brain.chosen)
        return m->data;
    named = nj_data_named(m->data, nj_option_text(m, m->game->data_option));
    NJ_ASSERT(named != NULL); /* or its game would not have begun */
    return named;
}

void nj_brain_hear(struct nj_match *m, const struct nj_work *w)
{
    const struct nj_brain *brain = &m->game->brain;
    size_t alike = alike_in(brain->ears);
    /* Who is out never acts again. */
    nj_seat_set awake = (nj_bit(m->c.n_seats) - 1) & ~m->c.out;

    NJ_ASSERT(m->in != NULL && m->work == w);
    streams.placed = 0;
    for (const struct nj_message *x = w->first; x != NULL; x = x->next) {
        nj_seat_set readers = nj_audience_among(x->to, awake);
        struct nj_hearing h = {.data = data_of(m), .msg = x};
        const struct nj_ear *ear;

        if (readers == 0)
            continue;
        ear = find_ear(brain->ears, alike, x->key);
        if (brain->listens == NULL)
            readers &= concerned(ear, x);
        for (nj_seat s = 0; readers >> s != 0; s++)
            if ((readers >> s & 1) != 0)
                hear_at(m, s, ear, &h);
    }
}

bool nj_brain_orders(struct nj_brain_order *out, enum nj_place place,
                     const char *verb)
{
    return nj_brain_orders_text(out, place, verb, "%s", "");
}

bool nj_brain_orders_text(struct nj_brain_order *out, enum nj_place place,
                          const char *verb, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(out->text, sizeof(out->text), format, args);
    va_end(args);
    NJ_ASSERT(n >= 0 && n < (int)sizeof(out->text));
    out->verb = verb;
    out->place = place;
    return true;
}

static bool ask(const struct nj_match *m, nj_seat seat,
                struct nj_brain_order *order)
{
    uint64_t word = (uint64_t)m->seq * NJ_BRAIN_WORDS + NJ_BRAIN_WORDS / 2;
    struct nj_rng rng;

    NJ_ASSERT(m->work == NULL && (m->c.out & nj_bit(seat)) == 0);
    order->verb = NULL;
    order->text[0] = '\0';
    order->place = NJ_PLACE_GROUP;
    nj_brain_stream(m, seat, word, &rng);
    return m->game->brain.act(scratch_of(m, seat), data_of(m), seat, &rng,
                              order);
}

/* An argument as it stands in an order; no number: 0. */
static struct nj_arg arg_of(char letter, const char *word, uint32_t *texts)
{
    switch (letter) {
    case 't':
        return nj_arg_text(nj_input_text_name((*texts)++), word);
    case 'w':
        return nj_arg_words("words", word);
    case 's':
        NJ_ASSERT(word[0] >= '1' && word[0] <= '9');
        return nj_arg_seat("seat", (nj_seat)(strtoul(word, NULL, 10) - 1));
    default:
        NJ_ASSERT(letter == 'n' || letter == 'o');
        return nj_arg_int("n", strtoll(word, NULL, 10));
    }
}

/* What is ordered, apart: as many words as the verb has letters. */
static struct nj_args args_of(struct nj_work *w, const char *letters)
{
    uint32_t n = 0, texts = 0;

    for (char *at = w->order.text; *letters != '\0' && *letters != 'r';
         letters++) {
        bool optional = *letters == 'o' || *letters == 'w';
        char *tab = strchr(at, '\t');

        NJ_ASSERT(n < NJ_COUNT(w->args));
        if (tab != NULL)
            *tab = '\0';
        if (!optional || at[0] != '\0')
            w->args[n++] = arg_of(*letters, at, &texts);
        at = tab != NULL ? tab + 1 : at + strlen(at);
    }
    return (struct nj_args){.v = w->args, .n = n};
}

/* A text that is taken in pieces is one of them, whatever is in it. */
static struct nj_args piece_of(struct nj_work *w)
{
    w->args[0] = nj_arg_text("text", w->order.text);
    w->args[1] = nj_arg_int("left", 0);
    return (struct nj_args){.v = w->args, .n = 2};
}

static void order_of(const struct nj_match *m, nj_seat seat, struct nj_work *w,
                     struct nj_input *in)
{
    const struct nj_verb *verb = nj_game_verb(m->game, w->order.verb);

    NJ_ASSERT(verb != NULL && verb->query == NULL);
    *in = (struct nj_input){.at_ms = m->c.at_ms,
                            .kind = NJ_IN_ORDER,
                            .seat = seat,
                            .place = w->order.place,
                            .by = NJ_BY_COMPUTER,
                            .verb = verb->name,
                            .args = NJ_NO_ARGS,
                            .reason = ""};
    in->args = nj_verb_pieces(verb) ? piece_of(w) : args_of(w, verb->args);
}

/* Computer players that may be asked now. */
static nj_seat_set ready(const struct nj_match *m)
{
    NJ_ASSERT(m->work == NULL && m->in == NULL); /* between inputs */
    if (m->game->brain.act == NULL || m->c.over || m->c.paused || !m->c.started)
        return 0;
    return (m->c.computers | m->c.substituted) & ~m->c.out & ~m->silent;
}

bool nj_match_acts(const struct nj_match *m)
{
    return ready(m) != 0;
}

bool nj_match_computer_by(struct nj_match *m, int64_t now_ms,
                          struct nj_input *in)
{
    nj_seat_set seats = ready(m);
    struct nj_work *w = nj_work_here();

    for (nj_seat s = 0; seats >> s != 0; s++) {
        if ((seats >> s & 1) == 0 || nj_tempo_moment(m, s) > now_ms ||
            !ask(m, s, &w->order))
            continue;
        order_of(m, s, w, in);
        return true;
    }
    return false;
}

bool nj_match_computer(struct nj_match *m, struct nj_input *in)
{
    return nj_match_computer_by(m, INT64_MAX, in);
}

bool nj_match_moment(const struct nj_match *m, int64_t now_ms, int64_t *at_ms)
{
    nj_seat_set seats = ready(m);
    struct nj_brain_order order;
    bool some = false;

    for (nj_seat s = 0; seats >> s != 0; s++) {
        int64_t moment = (seats >> s & 1) != 0 ? nj_tempo_moment(m, s) : 0;

        if (moment <= now_ms || (some && moment >= *at_ms) ||
            !ask(m, s, &order))
            continue;
        *at_ms = moment;
        some = true;
    }
    return some;
}
