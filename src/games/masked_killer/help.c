/*
 * What a seat may type now (MK-19.17): by what all know in the group, in private
 * also by its own hand. Each example is an order that would be accepted, tried
 * as it would be typed.
 */
#include <stdio.h>
#include <string.h>

#include "games/masked_killer/masked_killer.h"

enum {
    NAMES_TEXT = 48, /* all victims */
    SHORT = 2        /* steps of an example: who types one for the first time */
};

/* --- what would be accepted --- */

static bool would(const struct nj_match *m, nj_seat seat,
                  const struct nj_order *order, const char *words)
{
    const struct nj_arg arg = nj_arg_text("words", words);
    /* No order: to what others see, an open offer is no hindrance. */
    const struct nj_input in = {.kind = NJ_IN_START,
                                .seat = seat,
                                .place = NJ_PLACE_GROUP,
                                .args = {.v = &arg, .n = 1}};
    struct mk_plan plan = {.n = 0};
    struct nj_attempt a = {
        .in = &in, .seat = seat, .order = order, .plan = &plan};

    NJ_ASSERT(seat < nj_mk_killer(nj_state_const(m)));
    return order->fault(m, &a) == NULL;
}

bool nj_mk_walk(const struct nj_match *m, nj_seat seat,
                char steps[MK_STEPS_TEXT], uint16_t *cell)
{
    const struct mk_state *s = nj_state_const(m);
    uint16_t from = s->v[seat].cell;
    uint8_t most = 0;

    NJ_ASSERT(from < MK_CELLS);
    for (uint16_t to = 0; to < MK_CELLS; to++) {
        struct mk_plan plan = {.n = 0};

        if (!nj_mk_way(m, from, to, &plan) || plan.n <= most ||
            plan.n > SHORT || nj_mk_has_victim(s, to))
            continue;
        most = plan.n;
        (void)nj_mk_steps(from, plan.path, plan.n, steps);
        *cell = to;
    }
    return most > 0;
}

/* A side on which it could cross a window; NULL: there is none. */
static const char *find_window(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(nj_mk_dirs[MK_DIRS] == NULL);
    for (const char *const *dir = nj_mk_dirs; *dir != NULL; dir++)
        if (would(m, seat, &nj_mk_cross, *dir))
            return *dir;
    return NULL;
}

/* The locked car at hand, with whatever key. */
static const char *find_car(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t car = nj_mk_car_beside(nj_mk_table(m), s->v[seat].cell);

    NJ_ASSERT(car <= MK_CARS);
    return car < MK_CARS && s->lock[car] ? nj_mk_cars[car] : NULL;
}

/* A victim with whom it could trade: in reach, as all see. */
static const char *find_partner(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    nj_seat_set others = nj_mk_living(s) & ~nj_bit(seat);

    NJ_ASSERT(seat < s->n);
    NJ_FOREACH_SEAT(k, others)
        if (nj_mk_reach(&view, s->v[seat].cell, s->v[k].cell))
            return nj_mk_who_is(s, k);
    return NULL;
}

/* Cards of its hand with which that order would be accepted; NULL: none. */
static const char *find_cards(const struct nj_match *m, nj_seat seat,
                              const struct nj_order *order,
                              char out[NJ_CARDS_TEXT_MAX])
{
    out[0] = '\0';
    for (uint8_t card = 0; card < MK_VICTIMS_CARDS; card++)
        if (nj_mk_holds(m, seat, &card, 1) &&
            would(m, seat, order, nj_mk_cards[card]))
            nj_words_add(out, NJ_CARDS_TEXT_MAX, nj_mk_cards[card]);
    return NJ_GIVEN(out);
}

/* Victims who could still be chosen, at the start or behind a death. */
static const char *find_free(const struct nj_match *m, char out[NAMES_TEXT])
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_table *t = nj_mk_table(m);

    out[0] = '\0';
    for (uint8_t who = 0; who < MK_WHO; who++)
        if (nj_mk_in_pool(s, who) &&
            (s->phase != MK_SETUP || t->who[who].start != MK_NOWHERE))
            nj_words_add(out, NAMES_TEXT, nj_mk_who[who]);
    NJ_ASSERT(strlen(out) < NAMES_TEXT);
    return NJ_GIVEN(out);
}

/* --- questions --- */

/* The question that one of the seats has to answer, as far as it is known in
 * that place; NULL: there is none. */
static const char *find_question(const struct nj_match *m, nj_seat_set hand,
                                 bool aloud, nj_seat *asked)
{
    NJ_ASSERT(hand != 0);
    for (size_t i = 0; i < MK_KINDS + (aloud ? 0U : 1U); i++)
        NJ_FOREACH_SEAT(k, hand)
            if (nj_prompt_open(m, k, nj_mk_kinds[i])) {
                *asked = k;
                return nj_mk_kinds[i];
            }
    return NULL;
}

/* --- answers --- */

static void help_setup(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = q->asker == nj_mk_killer(s);
    bool picks =
        s->phase == MK_SETUP && !hunts && s->v[q->asker].who == MK_NOBODY;
    const char *now = picks                            ? "pick"
                      : s->phase == MK_ALLOT && !hunts ? "allot"
                      : s->phase == MK_START && hunts  ? "start"
                                                       : "later";
    char names[NAMES_TEXT];

    NJ_ASSERT(s->phase < MK_PLAY);
    say_help_setup(q, now, picks ? find_free(m, names) : NULL,
                   now[0] == 's' ? nj_mk_start_cell(m) : MK_NOWHERE,
                   nj_phase_ends(m));
}

static void help_turn(const struct nj_match *m, struct nj_query *q,
                      nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    bool own = q->place == NJ_PLACE_PRIVATE;
    char steps[MK_STEPS_TEXT];
    uint16_t cell = MK_NOWHERE;
    char weapons[NJ_CARDS_TEXT_MAX], cards[NJ_CARDS_TEXT_MAX];
    bool walks = nj_mk_walk(m, seat, steps, &cell);
    const char *use = own ? find_cards(m, seat, &nj_mk_use, cards) : NULL;

    NJ_ASSERT(s->active == seat);
    if (s->v[seat].exert >= MK_REST_AT) {
        say_help_rest(q, use, nj_phase_ends(m));
        return;
    }
    say_help_turn(q, walks ? steps : NULL, cell, find_window(m, seat),
                  would(m, seat, &nj_mk_search, "") ? "yes" : NULL,
                  s->k.figure && nj_mk_distance(m, seat, s->k.cell) > 0
                      ? s->k.cell
                      : MK_NOWHERE,
                  own ? find_cards(m, seat, &nj_mk_attack, weapons) : NULL, use,
                  find_car(m, seat), find_partner(m, seat), nj_phase_ends(m));
}

/* His cards, each once: help has a line for each. NULL: none. */
static const char *find_tricks(const struct mk_state *s,
                               char out[NJ_CARDS_TEXT_MAX])
{
    out[0] = '\0';
    for (uint8_t card = MK_VICTIMS_CARDS; card < MK_CARDS; card++)
        if (nj_cards_find(&s->cards, MK_K_HAND, card) >= 0)
            nj_words_add(out, NJ_CARDS_TEXT_MAX, nj_mk_cards[card]);
    return NJ_GIVEN(out);
}

static void help_hunt(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_examples e = nj_mk_examples(m);
    char tricks[NJ_CARDS_TEXT_MAX];

    NJ_ASSERT(s->active == nj_mk_killer(s));
    say_help_hunt(q, s->k.staggered ? "staggered" : "prepared", e.stalk, e.over,
                  e.hunt, e.prey, find_tricks(s, tricks), nj_phase_ends(m));
}

static void help_asked(const struct nj_match *m, struct nj_query *q,
                       nj_seat asked, const char *kind)
{
    char names[NAMES_TEXT];

    NJ_ASSERT(asked < nj_mk_killer(nj_state_const(m)));
    say_help_asked(q, kind,
                   strcmp(kind, "replace") == 0 ? find_free(m, names) : NULL,
                   nj_prompt_ends(m, asked, kind));
}

/* Whose word is waited for, and until when: a question comes before the turn,
 * and before both an offer, to who made it. */
static void help_wait(const struct nj_match *m, struct nj_query *q,
                      const char *now)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat whom = s->active;
    const char *kind =
        find_question(m, nj_bit(nj_mk_killer(s)) - 1, true, &whom);

    NJ_ASSERT(s->phase >= MK_PLAY);
    if (now[0] == 'o') {
        whom = s->offer.asked;
        kind = "trade";
    }
    say_help_wait(q, now, whom,
                  kind != NULL ? nj_prompt_ends(m, whom, kind)
                               : nj_phase_ends(m));
}

/* The killer, whose acts the group does not hear. */
static void help_killer(const struct nj_match *m, struct nj_query *q, bool acts)
{
    NJ_ASSERT(q->asker == nj_mk_killer(nj_state_const(m)));
    if (q->place == NJ_PLACE_GROUP)
        help_wait(m, q, acts ? "dark" : "victim");
    else if (acts)
        help_hunt(m, q);
    else
        help_wait(m, q, "killer");
}

void nj_mk_query_help(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set hand = nj_seat_hand(m, q->asker);
    bool aloud = q->place == NJ_PLACE_GROUP;
    bool acts = s->phase == MK_PLAY && (hand & nj_bit(s->active)) != 0 &&
                !nj_mk_is_asking(m);
    nj_seat asked = NJ_SEAT_NONE;
    const char *kind = find_question(m, hand, aloud, &asked);

    NJ_ASSERT(q->asker <= s->n);
    if (s->phase < MK_PLAY)
        help_setup(m, q);
    else if (kind != NULL)
        help_asked(m, q, asked, kind);
    else if (q->asker == nj_mk_killer(s))
        help_killer(m, q, acts);
    else if (acts && (aloud || !s->offer.open))
        help_turn(m, q, s->active);
    else
        help_wait(m, q, acts ? "offer" : "victim");
}
