/*
 * Random boards of 面具杀人魔, and the table of what may differ between two
 * worlds without a seat being allowed to know (MK-10.1, MK-19).
 */
#include <string.h>

#include "games/masked_killer/worlds_play.h"
#include "kit/nj_test.h"

#define HAND_ROOM 3 /* cards that every victim may hold */

static bool one_in(struct nj_rng *rng, uint32_t n)
{
    return nj_rng_below(rng, n) == 0;
}

/* --- random boards --- */

static void random_street(struct mk_state *s, struct nj_rng *rng)
{
    s->round = (uint8_t)(1 + nj_rng_below(rng, s->last - 1u));
    s->active = (uint8_t)nj_rng_below(rng, s->n + 1u);
    s->left = (uint8_t)(1 + nj_rng_below(rng, 2));
    for (size_t i = 0; i < MK_TOKENS; i++)
        s->token[i] = (uint8_t)nj_rng_below(rng, 3);
    for (size_t i = 0; i < MK_CARS; i++)
        s->lock[i] = one_in(rng, 2);
    for (uint8_t i = 1; i <= MK_ROUNDS_MAX; i++)
        s->k.log[i] = i < s->round ? s->k.log[0] : MK_NOWHERE;
}

/* One searches a square, or two of them stand together, now and then. */
static uint16_t place_for(const struct nj_match *m, nj_seat k,
                          struct nj_rng *rng)
{
    const struct mk_table *t = nj_mk_table(m);
    const struct mk_state *s = nj_state_const(m);
    uint16_t cell;

    do {
        cell = nj_mk_any_cell(t, rng);
        if (one_in(rng, 2))
            cell = t->spot[nj_rng_below(rng, MK_TOKENS)];
        if (k > 0 && one_in(rng, 2))
            cell = nj_mk_beside(s->v[k - 1].cell, nj_mk_any_dir(rng));
    } while (cell == MK_NOWHERE || nj_mk_solid(t, cell) ||
             nj_mk_car(t, cell) < MK_CARS || nj_mk_has_victim(s, cell));
    return cell;
}

static void random_victims(struct nj_match *m, struct nj_rng *rng)
{
    struct mk_state *s = nj_state(m);
    uint8_t who = (uint8_t)nj_rng_below(rng, MK_WHO);

    for (nj_seat k = 0; k < s->n; k++)
        s->v[k].cell = MK_NOWHERE;
    for (nj_seat k = 0; k < s->n; k++) {
        struct mk_victim *v = &s->v[k];
        uint8_t cards = (uint8_t)nj_rng_below(rng, HAND_ROOM + 1);

        v->who = (uint8_t)((who + k) % MK_WHO);
        v->cell = place_for(m, k, rng);
        v->dir = (uint8_t)nj_rng_below(rng, MK_DIRS);
        v->exert = (uint8_t)nj_rng_below(rng, MK_REST_AT + 1);
        v->damage =
            (uint8_t)nj_rng_below(rng, nj_mk_table(m)->who[v->who].health);
        for (uint8_t i = 0; i < cards; i++) {
            uint8_t deck = (uint8_t)(MK_DECK + nj_rng_below(rng, MK_QUADS));
            uint8_t at =
                (uint8_t)nj_rng_below(rng, nj_cards_count(&s->cards, deck));

            (void)nj_cards_move(&s->cards, deck, at, (uint8_t)(MK_HAND + k),
                                NJ_BOTTOM);
        }
    }
}

/* Hidden, mostly beside somebody, or where he is seen. */
static void random_killer(struct nj_match *m, struct nj_rng *rng)
{
    struct mk_state *s = nj_state(m);
    const struct mk_table *t = nj_mk_table(m);

    do {
        s->k.cell = nj_mk_any_cell(t, rng);
        if (one_in(rng, 2))
            s->k.cell = nj_mk_beside(s->v[nj_rng_below(rng, s->n)].cell,
                                     nj_mk_any_dir(rng));
    } while (s->k.cell == MK_NOWHERE || nj_mk_solid(t, s->k.cell) ||
             nj_mk_car(t, s->k.cell) < MK_CARS ||
             nj_mk_has_victim(s, s->k.cell) ||
             (nj_mk_seen_by(m, s->k.cell) != 0 && !one_in(rng, 6)));
    s->k.figure = nj_mk_seen_by(m, s->k.cell) != 0;
    s->k.shadow =
        s->k.figure || one_in(rng, 2) ? MK_NOWHERE : nj_mk_any_cell(t, rng);
    s->k.damage = (uint8_t)nj_rng_below(rng, 12);
    s->k.staggered = one_in(rng, 4);
    s->k.clock = one_in(rng, 2);
    for (uint32_t i = nj_rng_below(rng, 5); i > 0; i--) {
        uint8_t pile = one_in(rng, 4) ? MK_K_DISCARD : MK_K_HAND;
        uint8_t at =
            (uint8_t)nj_rng_below(rng, nj_cards_count(&s->cards, MK_K_DECK));

        (void)nj_cards_move(&s->cards, MK_K_DECK, at, pile, NJ_BOTTOM);
    }
}

static void give(struct nj_match *m, const char *clause)
{
    struct nj_err err = {{0}};

    if (nj_match_given(m, clause, &err) != NJ_OK)
        fail_msg("%s: %s", clause, err.text);
}

void nj_mk_world_random(struct nj_match *m, struct nj_rng *rng)
{
    struct mk_state *s = nj_state(m);

    give(m, nj_seats(m) == WORLD_SEATS ? "F4" : "F3");
    random_street(s, rng);
    random_victims(m, rng);
    random_killer(m, rng);
    for (nj_seat k = 0; k < s->n; k++)
        if (one_in(rng, 3)) {
            s->v[k].defend = (uint8_t)nj_rng_below(rng, MK_ALL);
            s->v[k].counter = (uint8_t)nj_rng_below(rng, MK_ALL);
            s->v[k].reroll = (uint8_t)nj_rng_below(rng, MK_ALL + 1);
        }
}

/* --- the killer's --- */

static nj_seat_set hide_killer(struct pair *p)
{
    p->hidden |= nj_bit(p->w[0]->n);
    return p->hidden;
}

/* Another cell where nobody sees him. */
static bool elsewhere(struct pair *p)
{
    uint16_t cell;

    if (p->w[0]->k.figure)
        return false;
    do
        cell = nj_mk_any_cell(p->t, p->rng);
    while (cell == p->w[0]->k.cell || nj_mk_has_victim(p->w[0], cell) ||
           nj_mk_seen_by(p->m[0], cell) != 0);
    p->w[1]->k.cell = cell;
    return hide_killer(p) != 0;
}

static bool rows(struct pair *p)
{
    if (p->w[0]->round < 2)
        return false;
    for (uint8_t i = 0; i < p->w[0]->round; i++)
        p->w[1]->k.log[i] = nj_mk_any_cell(p->t, p->rng);
    return hide_killer(p) != 0;
}

/* Two cards of two piles, or of one, change places: they must differ. */
static bool swap_cards(struct pair *p, uint8_t pile, uint8_t other)
{
    struct nj_cards *c = &p->w[1]->cards;
    uint8_t n[2] = {nj_cards_count(c, pile), nj_cards_count(c, other)};
    uint8_t at, to;

    if (n[0] == 0 || n[1] == 0)
        return false;
    at = (uint8_t)nj_rng_below(p->rng, n[0]);
    to = (uint8_t)nj_rng_below(p->rng, n[1]);
    if (nj_cards_at(c, pile, at) == nj_cards_at(c, other, to))
        return false;
    if (pile == other) {
        (void)nj_cards_move(c, pile, at, pile, NJ_BOTTOM);
    } else {
        (void)nj_cards_move(c, pile, at, other, NJ_BOTTOM);
        (void)nj_cards_move(c, other, to, pile, NJ_BOTTOM);
    }
    return memcmp(c, &p->w[0]->cards, sizeof(*c)) != 0;
}

static bool killers_cards(struct pair *p)
{
    (void)hide_killer(p);
    return swap_cards(p, MK_K_HAND, MK_K_DECK);
}

static bool killers_deck(struct pair *p)
{
    (void)hide_killer(p);
    return swap_cards(p, MK_K_DECK, MK_K_DECK);
}

static bool killers_clock(struct pair *p)
{
    p->w[1]->k.clock = !p->w[0]->k.clock;
    return hide_killer(p) != 0;
}

/* MK-19.5: unseen, he has acted already. */
static bool acted(struct pair *p)
{
    for (int i = 0; i < 2; i++) {
        p->w[i]->active = p->w[i]->n;
        p->w[i]->left = (uint8_t)(2 - i);
    }
    return elsewhere(p);
}

static bool acts(struct pair *p)
{
    for (int i = 0; i < 2; i++) {
        p->w[i]->active = p->w[i]->n;
        p->w[i]->left = 2;
    }
    return elsewhere(p);
}

static bool starts(struct pair *p)
{
    return hide_killer(p) != 0;
}

/* --- the victims' --- */

static nj_seat hide_victim(struct pair *p)
{
    nj_seat k = (nj_seat)nj_rng_below(p->rng, p->w[0]->n);

    p->hidden |= nj_bit(k);
    return k;
}

static bool hand(struct pair *p)
{
    nj_seat k = hide_victim(p);

    return swap_cards(p, (uint8_t)(MK_HAND + k),
                      (uint8_t)(MK_DECK + nj_rng_below(p->rng, MK_QUADS)));
}

static bool two_hands(struct pair *p)
{
    nj_seat a = hide_victim(p), b = hide_victim(p);

    return a != b &&
           swap_cards(p, (uint8_t)(MK_HAND + a), (uint8_t)(MK_HAND + b));
}

/* Of what lies in a deck nobody knows anything; of what he draws, the others. */
static bool deck(struct pair *p)
{
    uint8_t pile = (uint8_t)(MK_DECK + nj_rng_below(p->rng, MK_QUADS));

    (void)hide_victim(p);
    return swap_cards(p, pile, pile);
}

/* What the killer may not know of all hands and decks. */
static bool whole_team(struct pair *p)
{
    bool differs = false;

    for (nj_seat k = 0; k < p->w[0]->n; k++) {
        p->hidden |= nj_bit(k);
        differs |=
            swap_cards(p, (uint8_t)(MK_HAND + k),
                       (uint8_t)(MK_DECK + nj_rng_below(p->rng, MK_QUADS)));
    }
    return differs;
}

static bool standing_orders(struct pair *p)
{
    struct mk_victim *v = &p->w[1]->v[hide_victim(p)];

    v->defend = (uint8_t)((v->defend + 1) % MK_ALL);
    v->reroll = (uint8_t)((v->reroll + 1) % (MK_ALL + 1));
    return true;
}

/* What two of them trade goes on in private, or does not (MK-19.1): the killer
 * and the third one notice nothing. Between seats of one person nothing goes on:
 * it is done at once (MK-3.10). */
static bool trades(struct pair *p)
{
    struct mk_state *s = p->w[0];
    struct mk_view view = nj_mk_view(p->m[0]);

    for (nj_seat a = 0; a < s->n; a++)
        for (nj_seat b = 0; b < a; b++)
            if (nj_mk_reach(&view, s->v[a].cell, s->v[b].cell) &&
                (nj_seat_hand(p->m[0], a) & nj_bit(b)) == 0) {
                p->hidden |= nj_bit(a) | nj_bit(b);
                for (int i = 0; i < 2; i++)
                    p->w[i]->active =
                        one_in(p->rng, 2) && i == 0 ? a : p->w[0]->active;
                return true;
            }
    return false;
}

static bool several(struct pair *p)
{
    unsigned made = 0;

    for (int i = 0; i < 8 && made < 3; i++) {
        const struct twist *t =
            &nj_mk_twists[nj_rng_below(p->rng, (uint32_t)nj_mk_twists_n)];

        if (t->apply != several && !t->busy && !t->whole && t->apply != acted &&
            (p->hidden & nj_bit(p->w[0]->n)) == 0)
            made += t->apply(p);
    }
    return made > 0;
}

const struct twist nj_mk_twists[] = {
    {"the hidden killer stands elsewhere", "MK-10.1, T311", elsewhere, false,
     false},
    {"what the rows of his log say", "MK-5.8", rows, false, false},
    {"which cards he holds", "MK-10.1, T295", killers_cards, false, false},
    {"how his deck lies", "MK-10.1", killers_deck, false, false},
    {"what his clock does", "MK-19.3", killers_clock, false, false},
    {"he has acted unseen", "MK-19.5, T296", acted, false, false},
    {"he does something else", "MK-9.2, T306", acts, true, false},
    {"what a victim holds", "MK-10.1, T301", hand, false, false},
    {"which of two victims holds it", "MK-10.1", two_hands, false, false},
    {"how a deck lies", "MK-7.1", deck, false, false},
    {"what all victims hold", "MK-9.3", whole_team, false, false},
    {"what a standing order says", "MK-19.2, T291", standing_orders, false,
     false},
    {"what is traded, or not", "MK-19.1, T299", trades, true, false},
    {"several of these", "MK-10.1", several, false, false},
    {"he starts elsewhere", "MK-2.4, T324", starts, true, true},
    {"how his deck lies, from the start", "MK-5.9", killers_deck, false, true},
};

const size_t nj_mk_twists_n = NJ_COUNT(nj_mk_twists);
