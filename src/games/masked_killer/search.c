/*
 * Searching, resting, and the hand limit, by which cards go back to a deck
 * (MK-3.8, 3.9, 7.2).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* --- search (MK-3.8) --- */

/* Can the victim search that cell: its own, or the one in front in reach? */
static bool can_search(const struct nj_match *m, nj_seat seat, uint16_t cell)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_victim *v = &s->v[seat];
    struct mk_view view = nj_mk_view(m);
    uint8_t spot = nj_mk_spot(nj_mk_table(m), cell);

    NJ_ASSERT(cell != MK_NOWHERE && v->cell != MK_NOWHERE);
    if (spot == MK_TOKENS || s->token[spot] == 0)
        return false;
    return cell == v->cell || (cell == nj_mk_beside(v->cell, v->dir) &&
                               nj_mk_reach(&view, v->cell, cell));
}

/* Reads "[cell] [quadrant] [/direction]". */
static bool read_search(const struct nj_match *m, const struct nj_attempt *a,
                        struct mk_plan *plan)
{
    struct nj_reader r = nj_mk_reader(a->in);
    struct nj_word word;

    plan->at = MK_NOWHERE;
    plan->quad = MK_QUADS;
    plan->dir = MK_DIRS;
    while (!nj_reader_end(&r)) {
        uint16_t cell;
        uint8_t dir;

        if (!nj_reader_word(&r, &word))
            return false;
        if (word.token[0] == '/')
            memmove(word.token, word.token + 1, strlen(word.token));
        dir = nj_word_among(&word, nj_mk_dirs);
        cell = nj_mk_cell_at(word.token, strlen(word.token));
        if (dir < MK_DIRS && plan->dir == MK_DIRS &&
            nj_mk_of(m, a->seat)->turn_after_search)
            plan->dir = dir;
        else if (cell != MK_NOWHERE && plan->at == MK_NOWHERE)
            plan->at = cell;
        else if (!nj_mk_quad_called(&word, &plan->quad))
            return false;
    }
    return true;
}

/* There is nothing: the nearest place on foot that can be searched, to be told
 * (plan->at, plan->need steps). */
static const char *no_search(const struct nj_match *m, nj_seat seat,
                             struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_table *t = nj_mk_table(m);

    plan->at = MK_NOWHERE;
    plan->need = UINT8_MAX;
    for (uint8_t spot = 0; spot < MK_TOKENS; spot++) {
        uint16_t far = nj_mk_way_length(m, s->v[seat].cell, t->spot[spot]);

        if (s->token[spot] == 0 || far == 0 || far >= plan->need)
            continue;
        plan->at = t->spot[spot];
        plan->need = (uint8_t)far;
    }
    NJ_ASSERT(plan->at == MK_NOWHERE || plan->need > 0);
    return "mk.err.no_search";
}

static const char *search_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    uint16_t cell;
    const char *code;

    if (a->seat == nj_mk_killer(s) || s->phase != MK_PLAY)
        return "mk.err.not_your_turn";
    if (!read_search(m, a, plan))
        return "mk.err.syntax";
    code = nj_mk_fault(m, a);
    if (code != NULL)
        return code;
    cell = s->v[a->seat].cell;
    NJ_ASSERT(cell < MK_CELLS);
    if (plan->at == MK_NOWHERE)
        plan->at = can_search(m, a->seat, cell)
                       ? cell
                       : nj_mk_beside(cell, s->v[a->seat].dir);
    if (plan->at == MK_NOWHERE || !can_search(m, a->seat, plan->at))
        return no_search(m, a->seat, plan);
    if (plan->quad == MK_QUADS || (nj_mk_quads_of(cell) >> plan->quad & 1) == 0)
        plan->quad = (uint8_t)nj_mk_quad(cell);
    return nj_cards_count(&s->cards, MK_DECK + plan->quad) == 0
               ? "mk.err.deck_empty"
               : NULL;
}

static void search(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    uint8_t *token = &s->token[nj_mk_spot(nj_mk_table(m), plan->at)];
    uint8_t hand = nj_mk_hand(a->seat);
    uint8_t card;

    NJ_ASSERT(*token > 0);
    nj_mk_teach(m);
    --*token;
    if (!nj_cards_draw(&s->cards, MK_DECK + plan->quad, hand, &card))
        NJ_UNREACHABLE(); /* search_fault() saw to it */
    nj_mk_then(s, MK_THEN_ACTION, a->seat);
    say_search(m, a->seat, plan->at, *token > 0 ? "used" : "gone", plan->quad,
               nj_cards_count(&s->cards, MK_DECK + plan->quad));
    say_found(m, a->seat, card, hand);
    if (plan->dir < MK_DIRS)
        nj_mk_turn_to(m, a->seat, (enum mk_dir)plan->dir, "search");
    nj_mk_hand_limit(m, a->seat);
}

const struct nj_order nj_mk_search = {MK_OF_VICTIM | MK_IS_ACTION, "MK-3.8",
                                      search_fault, search};

/* --- rest (MK-3.9) --- */

void nj_mk_rests(struct nj_match *m, nj_seat seat, const char *pair)
{
    struct mk_state *s = nj_state(m);
    uint8_t back = s->v[seat].exert;

    NJ_ASSERT(seat < s->n);
    s->v[seat].exert = 0;
    say_rest(m, seat, back, pair);
}

static void rest(struct nj_match *m, const struct nj_attempt *a)
{
    nj_mk_then(nj_state(m), MK_THEN_ACTION, a->seat);
    nj_mk_rests(m, a->seat, NULL);
}

const struct nj_order nj_mk_rest = {MK_OF_VICTIM | MK_IS_ACTION, "MK-3.9",
                                    nj_mk_fault, rest};

/* --- the hand limit (MK-7.2) --- */

uint8_t nj_mk_excess(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t held = nj_cards_count(&s->cards, nj_mk_hand(seat));
    uint8_t limit = nj_mk_of(m, seat)->limit;

    NJ_ASSERT(limit > 0 && held <= MK_HAND_MAX);
    return held > limit ? (uint8_t)(held - limit) : 0;
}

void nj_mk_hand_limit(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    uint8_t n = nj_mk_excess(m, seat);

    NJ_ASSERT(seat < s->n && n < MK_HAND_MAX);
    if (n == 0)
        return;
    say_over(m, seat, n);
    nj_mk_then(s, MK_THEN_RETURN, seat);
}

void nj_mk_ask_return(struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(nj_mk_excess(m, seat) > 0);
    nj_mk_ask(m, seat, "return", nj_mk_excess(m, seat));
}

/* Where cards of the victim go back to: the quadrant that is named, if it
 * stands there, or the (upper) one where it is. */
static uint8_t quad_for(const struct mk_state *s, nj_seat seat, uint8_t named)
{
    uint16_t cell = s->v[seat].cell;

    NJ_ASSERT(cell < MK_CELLS);
    if (named < MK_QUADS && (nj_mk_quads_of(cell) >> named & 1) != 0)
        return named;
    return (uint8_t)nj_mk_quad(cell);
}

bool nj_mk_read_back(const struct nj_match *m, nj_seat seat,
                     struct nj_reader *r, struct mk_plan *plan)
{
    static const char *const ends[] = {"top", "bottom", NULL};

    enum {
        TOP,
        BOTTOM,
        ENDS
    };

    /* Cards that come before their end ("soda bottom"). */
    uint8_t early[MK_HAND_MAX], n_early = 0;
    uint8_t end = ENDS;

    NJ_ASSERT(plan->n_cards[TOP] + plan->n_cards[BOTTOM] == 0);
    plan->quad = MK_QUADS;
    while (!nj_reader_end(r)) {
        uint8_t which = nj_reader_among(r, ends), quad, card;

        if (which < ENDS) {
            end = which;
            memcpy(plan->cards[end] + plan->n_cards[end], early, n_early);
            plan->n_cards[end] = (uint8_t)(plan->n_cards[end] + n_early);
            n_early = 0;
            continue;
        }
        quad = nj_reader_among(r, nj_mk_quads);
        if (quad < MK_QUADS) {
            plan->quad = quad;
            continue;
        }
        card = nj_mk_read_card(m, seat, r);
        if (card == MK_NO_CARD ||
            n_early + plan->n_cards[end % ENDS] == MK_HAND_MAX)
            return false;
        if (end == ENDS)
            early[n_early++] = card;
        else
            plan->cards[end][plan->n_cards[end]++] = card;
    }
    return n_early == 0;
}

bool nj_mk_holds_back(const struct nj_match *m, nj_seat seat,
                      const struct mk_plan *plan)
{
    uint8_t all[2 * MK_HAND_MAX], n = plan->n_cards[0];

    memcpy(all, plan->cards[0], n);
    memcpy(all + n, plan->cards[1], plan->n_cards[1]);
    return nj_mk_holds(m, seat, all, (uint8_t)(n + plan->n_cards[1]));
}

static const char *return_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    /* What is said of cards that go back is an answer to either question. */
    if (nj_prompt_open(m, a->seat, "death")) {
        a->order = &nj_mk_death;
        return nj_mk_death.fault(m, a);
    }
    if (!nj_prompt_open(m, a->seat, "return"))
        return "mk.err.not_your_turn";
    if (!nj_mk_read_back(m, a->seat, &r, plan))
        return "mk.err.syntax";
    if (!nj_mk_holds_back(m, a->seat, plan))
        return "mk.err.not_yours";
    plan->quad = quad_for(s, a->seat, plan->quad);
    return plan->n_cards[0] + plan->n_cards[1] == nj_mk_excess(m, a->seat)
               ? NULL
               : "mk.err.over_limit";
}

void nj_mk_put_back(struct nj_match *m, nj_seat seat,
                    const struct mk_plan *plan)
{
    uint8_t hand = nj_mk_hand(seat), deck = (uint8_t)(MK_DECK + plan->quad);

    NJ_ASSERT(nj_mk_holds_back(m, seat, plan));
    nj_mk_teach(m);
    for (uint8_t i = plan->n_cards[0]; i > 0; i--)
        nj_mk_move_card(m, hand, plan->cards[0][i - 1], deck, NJ_TOP);
    for (uint8_t i = 0; i < plan->n_cards[1]; i++)
        nj_mk_move_card(m, hand, plan->cards[1][i], deck, NJ_BOTTOM);
}

void nj_mk_tell_back(struct nj_match *m, nj_seat seat,
                     const struct mk_plan *plan)
{
    if (plan->n_cards[0] + plan->n_cards[1] > 0)
        say_returned_cards(m, seat, MK_PLANNED(plan, 0), MK_PLANNED(plan, 1));
}

static void give_back(struct nj_match *m, nj_seat seat,
                      const struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);

    nj_mk_put_back(m, seat, plan);
    NJ_ASSERT(nj_mk_excess(m, seat) == 0);
    say_returned(m, seat, plan->quad, plan->n_cards[0] + plan->n_cards[1],
                 nj_cards_count(&s->cards, MK_DECK + plan->quad));
    nj_mk_tell_back(m, seat, plan);
}

static void give(struct nj_match *m, const struct nj_attempt *a)
{
    if (a->order != &nj_mk_return) { /* of what the dead leave */
        a->order->act(m, a);
        return;
    }
    NJ_ASSERT(nj_mk_excess(m, a->seat) > 0);
    nj_prompt_close(m, a->seat, "return");
    give_back(m, a->seat, a->plan);
}

const struct nj_order nj_mk_return = {MK_ANYTIME | MK_PRIVATE, "MK-7.2",
                                      return_fault, give};

/* Children and car keys stay as long as anything else is there; the newest
 * goes first (MK-7.2). */
void nj_mk_return_late(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t pile = nj_mk_hand(seat);
    struct mk_plan plan = {.quad = quad_for(s, seat, MK_QUADS)};
    uint8_t left = nj_mk_excess(m, seat);

    NJ_ASSERT(left > 0);
    for (uint8_t key = 0; key < 2 && left > 0; key++)
        for (uint8_t i = nj_cards_count(&s->cards, pile); i > 0 && left > 0;
             i--) {
            uint8_t card = nj_cards_at(&s->cards, pile, (uint8_t)(i - 1));
            uint8_t end = key ? 0 : 1; /* keys on top */

            if ((card >= MK_TOMMY) != key)
                continue;
            plan.cards[end][plan.n_cards[end]++] = card;
            left--;
        }
    NJ_ASSERT(left == 0);
    say_default_turn(m, seat, "return");
    give_back(m, seat, &plan);
    nj_mk_go_on(m);
}
