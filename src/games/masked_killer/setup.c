/*
 * Set-up: who hunts, the decks, picks, bonus cards, the killer's start
 * (MK-2). Its questions have the turn's time, and defaults (MK-9.4).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "match/reader.h"

#define LAST_CARDS 4 /* of a deck, among which its key comes (MK-2.4, 6) */
#define PICKS      4 /* the first four of enum mk_who may be picked */

/* --- seats (MK-2.1, 2.2) --- */

static void seat_all(struct nj_match *m, struct mk_state *s)
{
    const struct mk_table *t = nj_mk_table(m);
    uint8_t persons = nj_seats(m);
    uint8_t hunter = s->opt.killer > 0 ? (uint8_t)(s->opt.killer - 1)
                                       : (uint8_t)nj_random(m, persons);
    uint8_t order[MK_VICTIMS_MAX + 1];

    NJ_ASSERT(persons >= 2 && persons <= MK_VICTIMS_MAX + 1);
    NJ_ASSERT(hunter < persons);
    s->n = persons == 4 ? 3 : 2;
    for (uint8_t k = 0; k < s->n; k++) /* with two persons both are his */
        order[k] = (uint8_t)((hunter + 1 + k % (persons - 1)) % persons);
    order[s->n] = hunter;
    nj_seat_order(m, order, (uint8_t)(s->n + 1));
    s->last = t->last_row[persons == 4];
    s->limit = t->deaths[persons == 4];
}

/* --- decks (MK-2.4, 2 to 7) --- */

static void add_copies(struct nj_match *m, uint8_t pile, uint8_t from,
                       uint8_t until)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(from < until && until <= MK_CARDS);
    for (uint8_t card = from; card < until; card++)
        for (uint8_t i = 0; i < nj_mk_table(m)->card[card].copies; i++)
            nj_cards_add(&s->cards, pile, card);
}

/* Moves the n cards at the place of a pile, in order, under another. */
static void move_down(struct nj_cards *c, uint8_t from, uint8_t place,
                      uint8_t n, uint8_t to)
{
    NJ_ASSERT(place + n <= nj_cards_count(c, from));
    for (uint8_t i = 0; i < n; i++)
        (void)nj_cards_move(c, from, place, to, NJ_BOTTOM);
}

/* The key comes among the last cards of the quadrant's deck. */
static void hide_key(struct nj_match *m, struct nj_cards *c, uint8_t quad)
{
    uint8_t size = nj_cards_count(c, MK_DECK + quad);
    uint8_t last = size < LAST_CARDS ? size : LAST_CARDS;

    NJ_ASSERT(nj_cards_count(c, MK_DISCARD) == 0);
    move_down(c, MK_DECK + quad, (uint8_t)(size - last), last, MK_DISCARD);
    move_down(c, MK_ASIDE, 0, 1, MK_DISCARD);
    nj_cards_shuffle(m, c, MK_DISCARD);
    move_down(c, MK_DISCARD, 0, (uint8_t)(last + 1), MK_DECK + quad);
}

static void deal(struct nj_match *m, struct mk_state *s)
{
    struct nj_cards *c = &s->cards;
    uint8_t n;

    NJ_ASSERT(nj_cards_count(c, MK_DECK) == 0 && s->round == 0);
    add_copies(m, MK_DISCARD, MK_PISTOL + 1, MK_ITEMS);
    nj_cards_shuffle(m, c, MK_DISCARD);
    move_down(c, MK_DISCARD, 0, s->opt.victim_items, MK_BONUS);
    n = nj_cards_count(c, MK_DISCARD);
    for (uint8_t quad = 0; quad < MK_QUADS; quad++)
        move_down(c, MK_DISCARD, 0,
                  (uint8_t)(n / MK_QUADS + (quad < n % MK_QUADS)),
                  MK_DECK + quad);
    add_copies(m, MK_ASIDE, MK_TOMMY, MK_VICTIMS_CARDS);
    nj_cards_shuffle(m, c, MK_ASIDE);
    for (uint8_t quad = 0; quad < MK_QUADS; quad++)
        hide_key(m, c, quad);
    NJ_ASSERT(nj_cards_count(c, MK_ASIDE) == 0);
    add_copies(m, MK_ASIDE, MK_PISTOL, MK_PISTOL + 1);
    add_copies(m, MK_K_DECK, MK_QUICK, MK_CARDS);
    nj_cards_shuffle(m, c, MK_K_DECK);
    move_down(c, MK_K_DECK, 0, s->opt.killer_cards, MK_K_HAND);
}

static void tell_deal(struct nj_match *m, const struct mk_state *s)
{
    uint8_t decks[MK_QUADS];

    for (uint8_t quad = MK_NW; quad < MK_QUADS; quad++)
        decks[quad] = nj_cards_count(&s->cards, MK_DECK + quad);
    NJ_ASSERT(decks[MK_NW] >= decks[MK_SE]);
    say_decks(m, decks[MK_NW], decks[MK_NE], decks[MK_SW], decks[MK_SE]);
    if (s->opt.killer_cards == 0)
        return;
    say_k_cards(m, s->opt.killer_cards);
    say_k_hand(m, nj_mk_killer(s), MK_K_HAND);
}

void nj_mk_clear(struct mk_state *s)
{
    s->k.cell = s->k.shadow = MK_NOWHERE;
    for (nj_seat k = 0; k < MK_VICTIMS_MAX; k++) {
        s->v[k].cell = MK_NOWHERE;
        s->v[k].who = MK_NOBODY;
    }
    for (uint8_t i = 0; i < MK_ROUNDS_MAX + 1; i++)
        s->k.log[i] = MK_NOWHERE;
    memset(s->token, 2, sizeof(s->token));
    memset(s->lock, 1, sizeof(s->lock));
    memset(s->dead, MK_NOBODY, sizeof(s->dead));
    s->fight.weapon = s->fight.fuel = MK_NO_CARD;
}

int nj_mk_start(struct nj_match *m, const struct nj_input *in)
{
    struct mk_state *s = nj_state(m);

    (void)in;
    NJ_ASSERT(s->phase == MK_SETUP && s->round == 0);
    seat_all(m, s);
    deal(m, s);
    nj_mk_clear(s);
    nj_phase_begin(m, "setup", nj_option(m, "turn_time"));
    say_roles(m, nj_mk_killer(s), nj_bit(s->n) - 1, s->last, s->limit,
              nj_phase_ends(m));
    tell_deal(m, s);
    return 0;
}

/* --- picks (MK-2.4, 9) --- */

static void place(struct nj_match *m, nj_seat seat, uint8_t who, uint8_t dir)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];
    bool north; /* of the street: it faces that, D24 */

    NJ_ASSERT(v->who == MK_NOBODY && !nj_mk_is_taken(s, who));
    v->who = who;
    v->cell = nj_mk_table(m)->who[who].start;
    NJ_ASSERT(v->cell != MK_NOWHERE && nj_mk_row(v->cell) != MK_STREET);
    north = nj_mk_row(v->cell) < MK_STREET;
    v->dir = dir < MK_DIRS ? dir : north ? MK_S : MK_N;
    say_pick(m, seat, v->cell, v->dir);
}

/* He is told who he is, and asked where he begins (MK-19.13). */
static void ask_start(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(!nj_mk_is_taken(s, MK_NOBODY));
    s->phase = MK_START;
    nj_phase_begin(m, "setup", nj_option(m, "turn_time"));
    nj_mk_pace_turn(m, nj_mk_killer(s));
    nj_mk_sheet(m, nj_mk_killer(s));
    say_ask_start(m, nj_mk_killer(s), nj_mk_start_cell(m), nj_phase_ends(m));
}

/* The bonus cards are shown, if there are any; else the killer is asked. */
static void all_picked(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(!nj_mk_is_taken(s, MK_NOBODY));
    if (s->opt.victim_items == 0) {
        ask_start(m);
        return;
    }
    nj_mk_teach(m);
    s->phase = MK_ALLOT;
    nj_phase_begin(m, "setup", nj_option(m, "prompt_time"));
    memset(s->allot, MK_NOBODY, sizeof(s->allot));
    say_bonus_cards(m, nj_bit(s->n) - 1, MK_BONUS, nj_phase_ends(m));
}

static const char *pick_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    plan->card = nj_mk_read(&r, nj_mk_who);
    plan->dir = nj_reader_end(&r) ? MK_DIRS : nj_mk_read(&r, nj_mk_dirs);
    if (plan->card >= PICKS || !nj_reader_end(&r))
        return "mk.err.syntax";
    if (a->seat == nj_mk_killer(s) || s->phase != MK_SETUP)
        return "mk.err.not_your_turn";
    if (s->v[a->seat].who != MK_NOBODY || nj_mk_is_taken(s, plan->card))
        return "mk.err.taken";
    return NULL;
}

static void pick(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(plan->card < PICKS);
    place(m, a->seat, plan->card, plan->dir);
    if (!nj_mk_is_taken(nj_state_const(m), MK_NOBODY))
        all_picked(m);
}

const struct nj_order nj_mk_pick = {MK_ANYTIME, "MK-2.4", pick_fault, pick};

/* The lowest of the four that nobody has (MK-9.4). */
static void pick_rest(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase == MK_SETUP && nj_mk_is_taken(s, MK_NOBODY));
    for (nj_seat k = 0; k < s->n; k++) {
        unsigned left = 0;

        if (s->v[k].who != MK_NOBODY)
            continue;
        for (uint8_t who = 0; who < PICKS; who++)
            left |= nj_mk_is_taken(s, who) ? 0 : 1U << who;
        say_default_turn(m, k, "setup");
        place(m, k, nj_mk_first_in_order(nj_mk_table(m), left), MK_DIRS);
    }
    all_picked(m);
}

/* --- bonus cards (MK-2.6) --- */

/* Reads "1=2 2=1 ..." into seats of cards; false: it means no allotment. */
static bool read_allotment(const struct nj_match *m, const char *text,
                           uint8_t seats[6])
{
    const struct mk_state *s = nj_state_const(m);
    struct nj_reader r = {text, NULL};

    NJ_ASSERT(s->opt.victim_items > 0 && s->opt.victim_items <= 6);
    memset(seats, MK_NOBODY, 6);
    while (!nj_reader_end(&r)) {
        int64_t card, seat;

        if (!nj_reader_number(&r, 1, s->opt.victim_items, &card) ||
            !nj_reader_sign(&r, '=') || !nj_reader_number(&r, 1, s->n, &seat) ||
            seats[card - 1] != MK_NOBODY)
            return false;
        seats[card - 1] = (uint8_t)(seat - 1);
    }
    return memchr(seats, MK_NOBODY, s->opt.victim_items) == NULL;
}

static uint8_t allotted_to(const uint8_t seats[6], uint8_t n, nj_seat seat)
{
    uint8_t cards = 0;

    NJ_ASSERT(n <= 6 && seat < MK_VICTIMS_MAX);
    for (uint8_t i = 0; i < n; i++)
        cards = (uint8_t)(cards + (seats[i] == seat));
    return cards;
}

static const char *allot_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    const char *text = nj_input_text(a->in, 0);

    if (s->phase != MK_ALLOT || a->seat == nj_mk_killer(s))
        return "mk.err.not_your_turn";
    plan->bits = strcmp(text, "ok") == 0;
    if (!plan->bits && !read_allotment(m, text, plan->cards[0]))
        return "mk.err.syntax";
    for (nj_seat k = 0; !plan->bits && k < s->n; k++)
        if (allotted_to(plan->cards[0], s->opt.victim_items, k) >
            nj_mk_of(m, k)->limit)
            return "mk.err.over_limit";
    return NULL;
}

/* Allots as was proposed last, or by default. */
static void allotted(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    int64_t cells[2 * MK_VICTIMS_MAX], *c = cells;

    NJ_ASSERT(s->phase == MK_ALLOT);
    if (s->allot[0] == MK_NOBODY) /* card 1 to V1, and so on: no hand is full */
        for (uint8_t i = 0; i < s->opt.victim_items; i++)
            s->allot[i] = i % s->n;
    for (uint8_t i = 0; i < s->opt.victim_items; i++)
        move_down(&s->cards, MK_BONUS, 0, 1, nj_mk_hand(s->allot[i]));
    for (nj_seat k = 0; k < s->n; k++)
        c = put_held(c, k, nj_cards_count(&s->cards, nj_mk_hand(k)));
    say_bonus(m, rows_held(cells, c));
    ask_start(m);
}

static void allot(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    nj_seat_set hand = nj_seat_hand(m, a->seat);

    NJ_ASSERT(s->phase == MK_ALLOT);
    if (!plan->bits) {
        memcpy(s->allot, plan->cards[0], sizeof(s->allot));
        for (nj_seat k = 0; k < s->n; k++)
            s->v[k].agreed = 0;
    }
    NJ_FOREACH_SEAT(k, hand)
        s->v[k].agreed = 1;
    say_allotted(m, nj_bit(s->n) - 1, a->seat, plan->bits ? "ok" : "new",
                 plan->bits ? NULL : nj_input_text(a->in, 0));
    for (nj_seat k = 0; k < s->n; k++)
        if (!s->v[k].agreed)
            return;
    allotted(m);
}

const struct nj_order nj_mk_allot = {MK_ANYTIME | MK_PRIVATE, "MK-2.6",
                                     allot_fault, allot};

/* --- the killer's start (MK-2.4, 11) --- */

static bool can_start(const struct nj_match *m, uint16_t cell)
{
    const struct mk_state *s = nj_state_const(m);

    return cell < MK_CELLS && nj_mk_outdoors(nj_mk_table(m), cell) &&
           !nj_mk_has_victim(s, cell);
}

uint16_t nj_mk_start_cell(const struct nj_match *m)
{
    uint16_t cell = MK_CELLS / 3;

    NJ_ASSERT(nj_state_const(m) != NULL);
    while (!can_start(m, cell))
        cell = (uint16_t)((cell + 1) % MK_CELLS);
    return cell;
}

static void start_at(struct nj_match *m, uint16_t cell)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(can_start(m, cell));
    s->k.cell = s->k.log[0] = cell;
    say_k_ready(m);
    nj_mk_resight(m);
    nj_mk_first_turn(m);
    say_k_row(m, nj_mk_killer(s), 0, cell);
}

static const char *startat_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    const char *text = nj_input_text(a->in, 0);

    plan->at = nj_mk_cell_at(text, strlen(text));
    if (plan->at == MK_NOWHERE)
        return "mk.err.syntax";
    if (s->phase != MK_START || a->seat != nj_mk_killer(s))
        return "mk.err.not_your_turn";
    return can_start(m, plan->at) ? NULL : "mk.err.start_cell";
}

static void startat(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(a->seat == nj_mk_killer(nj_state_const(m)));
    start_at(m, plan->at);
}

const struct nj_order nj_mk_startat = {MK_ANYTIME | MK_PRIVATE, "MK-2.4",
                                       startat_fault, startat};

/* One of all outdoor cells that nobody sees (MK-9.4). */
static void start_anywhere(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_cells seen;
    uint16_t cells[MK_CELLS];
    uint16_t n = 0;

    nj_mk_seen(m, &seen);
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        if (can_start(m, cell) && !nj_mk_has(&seen, cell))
            cells[n++] = cell;
    NJ_ASSERT(n > 0); /* the street is longer than what they can see */
    say_default_turn(m, nj_mk_killer(s), "setup");
    start_at(m, cells[nj_random(m, n)]);
}

void nj_mk_setup_over(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase < MK_PLAY);
    if (s->phase == MK_SETUP)
        pick_rest(m);
    else if (s->phase == MK_ALLOT)
        allotted(m);
    else
        start_anywhere(m);
}
