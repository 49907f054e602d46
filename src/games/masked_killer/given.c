/*
 * The words of scenarios. A board of 面具杀人魔 is one of the fixtures of MK-17,
 * and what differs from it:
 *
 *   F4, F3             round 5, victim 1's turn, 2 actions: Laurie E19/N, Annie
 *                      N20/N, with F4 Lynda D4/N; the killer hidden on R1;
 *                      decks of 9, 9, 8 and 8. F2 is F3; plays 1 2
 *   setup, picked      nobody has picked yet; all have, as the fixture says
 *   turn 2, turn K     whose turn it is; left 1
 *   1 at C18/N         cell and facing; 1 bob; whoever was Bob takes who is
 *                      left
 *   1 holds soda,tommy 1 dmg 2, exert 2, steps 2, lit 1
 *   1 order defend auto
 *   K hid C16, K vis C16, K stag, K shadow C16, K dmg 3, K holds lure,
 *   K deck 0, K discard 2
 *   round 6, kills 2, open blue, token B18 used, deck SW soda,matches (from the
 *   top, its size stays), deck SW none, offers 1
 */
#include "match/given.h"

#include <string.h>

#include "games/masked_killer/masked_killer.h"

enum {
    ROUND = 5,
    TURN_ACTIONS = 2,
    HAND_MOST = MK_HAND_MAX / 2 /* two hands may come together in a trade */
};

/* --- reading --- */

static bool read_cell(struct nj_given *g, uint16_t *cell)
{
    uint16_t named;
    size_t n;

    NJ_ASSERT(g->m != NULL && g->r.tokens == NULL);
    g->r.at += strspn(g->r.at, " ");
    n = strcspn(g->r.at, " /,");
    named = nj_mk_cell_at(g->r.at, n);
    g->r.at += n;
    if (named == MK_NOWHERE || nj_mk_solid(nj_mk_table(g->m), named))
        return false;
    *cell = named;
    return true;
}

/* A new card under a pile; false: there is no room for one more. */
static bool add_card(struct mk_state *s, uint8_t pile, uint8_t card)
{
    unsigned all = 0;

    NJ_ASSERT(pile < MK_PILES);
    for (uint8_t i = 0; i < NJ_PILES_MAX; i++)
        all += nj_cards_count(&s->cards, i);
    if (all == NJ_CARDS_MAX)
        return false;
    nj_cards_add(&s->cards, pile, card);
    return true;
}

/* Reads "soda,tommy"; each goes to an end of a pile. */
static bool read_cards(struct nj_given *g, uint8_t pile, enum nj_end end)
{
    struct mk_state *s = nj_state(g->m);

    NJ_ASSERT(pile < MK_PILES && (end == NJ_TOP || end == NJ_BOTTOM));
    for (;;) {
        size_t n = strcspn(g->r.at += strspn(g->r.at, " "), " ,");
        uint8_t card = nj_mk_card_named(g->r.at, n);

        if (card == MK_NO_CARD || !add_card(s, pile, card))
            return false;
        g->r.at += n;
        if (end == NJ_TOP)
            (void)nj_cards_move(&s->cards, pile,
                                (uint8_t)(nj_cards_count(&s->cards, pile) - 1),
                                pile, NJ_TOP);
        if (!nj_reader_sign(&g->r, ','))
            return true;
    }
}

/* What is too much lies behind all other piles, of nothing. */
static void cut_pile(struct nj_cards *c, uint8_t pile, uint8_t n)
{
    NJ_ASSERT(pile < MK_PILES);
    while (nj_cards_count(c, pile) > n)
        (void)nj_cards_move(c, pile, (uint8_t)(nj_cards_count(c, pile) - 1),
                            NJ_PILES_MAX - 1, NJ_BOTTOM);
}

/* --- the fixtures --- */

static void fill_decks(const struct nj_match *m, struct mk_state *s)
{
    static const uint8_t size[MK_QUADS] = {8, 8, 7, 7};
    const struct mk_table *t = nj_mk_table(m);
    uint8_t quad = 0;

    NJ_ASSERT(nj_cards_count(&s->cards, MK_K_DECK) == 0);
    for (uint8_t card = MK_PISTOL + 1; card < MK_ITEMS; card++)
        for (uint8_t i = 0; i < t->card[card].copies; i++) {
            while (nj_cards_count(&s->cards, MK_DECK + quad) == size[quad])
                quad++;
            nj_cards_add(&s->cards, MK_DECK + quad, card);
        }
    for (quad = 0; quad < MK_QUADS; quad++)
        nj_cards_add(&s->cards, MK_DECK + quad, (uint8_t)(MK_TOMMY + quad));
    for (uint8_t card = MK_QUICK; card < MK_CARDS; card++)
        for (uint8_t i = 0; i < t->card[card].copies; i++)
            nj_cards_add(&s->cards, MK_K_DECK, card);
    for (uint8_t i = 0; i < t->card[MK_PISTOL].copies; i++)
        nj_cards_add(&s->cards, MK_ASIDE, MK_PISTOL);
}

static bool given_fixture(struct nj_given *g)
{
    static const char *const cells[] = {"E19", "N20", "D4", "R1"};
    struct mk_state *s = g->of;
    uint8_t n = (uint8_t)g->row->value; /* victims */
    const struct mk_table *t = nj_mk_table(g->m);

    NJ_ASSERT((n == 2 || n == 3) && t->street[0] != t->street[1]);
    if (s->n > 0 || !nj_given_seats(g->m, (uint8_t)(n + 1)))
        return false;
    s->n = n;
    s->phase = MK_PLAY;
    s->round = ROUND;
    s->left = TURN_ACTIONS;
    s->last = t->last_row[n == 3];
    s->limit = t->deaths[n == 3];
    nj_mk_clear(s);
    s->k.cell = nj_mk_cell_at(cells[3], 2);
    for (int i = 0; i < ROUND; i++)
        s->k.log[i] = s->k.cell;
    for (nj_seat k = 0; k < n; k++) {
        s->v[k].who = k;
        s->v[k].cell = nj_mk_cell_at(cells[k], strlen(cells[k]));
    }
    fill_decks(g->m, s);
    return true;
}

/* Back in front of round 1. */
static bool rewind_to(struct mk_state *s, enum mk_phase phase)
{
    if (s->phase != MK_PLAY)
        return false;
    s->phase = (uint8_t)phase;
    s->round = 0;
    s->k.cell = MK_NOWHERE;
    for (uint8_t i = 0; i <= MK_ROUNDS_MAX; i++)
        s->k.log[i] = MK_NOWHERE;
    return true;
}

static bool given_setup(struct nj_given *g)
{
    struct mk_state *s = g->of;

    for (nj_seat k = 0; k < s->n; k++) {
        s->v[k].who = MK_NOBODY;
        s->v[k].cell = MK_NOWHERE;
    }
    return rewind_to(s, MK_SETUP);
}

/* All have picked as by the fixture: the killer is asked. */
static bool given_picked(struct nj_given *g)
{
    struct mk_state *s = g->of;

    for (nj_seat k = 0; k < s->n; k++)
        s->v[k].dir = nj_mk_row(s->v[k].cell) < MK_STREET ? MK_S : MK_N;
    return rewind_to(s, MK_START);
}

static bool given_turn(struct nj_given *g)
{
    struct mk_state *s = g->of;
    uint8_t seat;

    if (nj_reader_follows(&g->r, "K"))
        s->active = s->n;
    else if (nj_given_byte(g, 1, s->n, &seat))
        s->active = (uint8_t)(seat - 1);
    else
        return false;
    return true;
}

static bool given_open(struct nj_given *g)
{
    struct mk_state *s = g->of;
    uint8_t car = nj_reader_among(&g->r, nj_mk_cars);

    if (car >= MK_CARS)
        return false;
    s->lock[car] = 0;
    return true;
}

static bool given_token(struct nj_given *g)
{
    struct mk_state *s = g->of;
    uint16_t cell;
    uint8_t spot, state;

    if (!read_cell(g, &cell))
        return false;
    spot = nj_mk_spot(nj_mk_table(g->m), cell);
    state = nj_reader_among(&g->r, nj_mk_tokens);
    if (spot == MK_TOKENS || state > 2)
        return false;
    s->token[spot] = state;
    return true;
}

/* The cards come on top; as many go from below, so that its size stays. */
static bool given_deck(struct nj_given *g)
{
    struct mk_state *s = g->of;
    uint8_t quad = nj_reader_among(&g->r, nj_mk_quads);
    uint8_t size, pile;

    NJ_ASSERT(nj_cards_count(&s->cards, MK_BONUS) == 0);
    if (quad >= MK_QUADS)
        return false;
    pile = (uint8_t)(MK_DECK + quad);
    size = nj_cards_count(&s->cards, pile);
    if (nj_reader_follows(&g->r, "none"))
        size = 0;
    else if (!read_cards(g, MK_BONUS, NJ_BOTTOM))
        return false;
    for (uint8_t i = nj_cards_count(&s->cards, MK_BONUS); i > 0; i--)
        (void)nj_cards_move(&s->cards, MK_BONUS, (uint8_t)(i - 1), pile,
                            NJ_TOP);
    cut_pile(&s->cards, pile, size);
    return true;
}

/* --- the killer --- */

static bool given_k_at(struct nj_given *g)
{
    struct mk_state *s = g->of;

    NJ_ASSERT(g->row->value == 0 || g->row->value == 1);
    if (!read_cell(g, &s->k.cell))
        return false;
    s->k.figure = (uint8_t)g->row->value;
    return true;
}

static bool given_shadow(struct nj_given *g)
{
    struct mk_state *s = g->of;

    return read_cell(g, &s->k.shadow);
}

/* Of the killer, or of a victim. */
static bool given_holds(struct nj_given *g)
{
    NJ_ASSERT(g->seat == NJ_SEAT_NONE || g->seat < MK_VICTIMS_MAX);
    return read_cards(g,
                      g->seat == NJ_SEAT_NONE ? MK_K_HAND : nj_mk_hand(g->seat),
                      NJ_BOTTOM);
}

/* How many cards lie there: the last of the deck, or new ones. */
static bool given_k_count(struct nj_given *g)
{
    struct mk_state *s = g->of;
    uint8_t pile = (uint8_t)g->row->value;
    uint8_t n;

    NJ_ASSERT(pile == MK_K_DECK || pile == MK_K_DISCARD);
    if (!nj_given_byte(g, 0, MK_HAND_MAX, &n))
        return false;
    while (nj_cards_count(&s->cards, pile) < n)
        if (!add_card(s, pile, MK_QUICK))
            return false;
    cut_pile(&s->cards, pile, n);
    return true;
}

/* --- a victim --- */

static bool given_at(struct nj_given *g)
{
    struct mk_victim *v = g->of;
    uint16_t cell;
    uint8_t dir = v->dir;

    if (!read_cell(g, &cell))
        return false;
    if (nj_reader_sign(&g->r, '/'))
        dir = nj_reader_among(&g->r, nj_mk_dirs);
    if (dir >= MK_DIRS)
        return false;
    v->cell = cell;
    v->dir = dir;
    return true;
}

/* Who had this victim takes Bob, or whoever is left. */
static bool given_who(struct nj_given *g)
{
    struct mk_state *s = nj_state(g->m);
    struct mk_victim *v = g->of;
    uint8_t who = (uint8_t)g->row->value;

    NJ_ASSERT(who < MK_WHO && v->who != who + MK_WHO);
    for (nj_seat k = 0; k < s->n; k++)
        if (&s->v[k] != v && s->v[k].who == who)
            s->v[k].who = who == MK_BOB ? v->who : MK_BOB;
    v->who = who;
    return true;
}

static bool given_order(struct nj_given *g)
{
    static const char *const whats[] = {"defend", "counter", "reroll", NULL};
    static const char *const hows[] = {"ask",  "auto", "on",  "safe",
                                       "none", "off",  "all", NULL};
    static const uint8_t values[] = {MK_ASK,  MK_AUTO, MK_AUTO, MK_AUTO,
                                     MK_NONE, MK_NONE, MK_ALL};
    struct mk_victim *v = g->of;
    uint8_t *const member[] = {&v->defend, &v->counter, &v->reroll};
    uint8_t what = nj_reader_among(&g->r, whats);
    uint8_t how = nj_reader_among(&g->r, hows);

    NJ_ASSERT(NJ_COUNT(member) + 1 == NJ_COUNT(whats));
    if (what >= NJ_COUNT(member) || how >= NJ_COUNT(values))
        return false;
    *member[what] = values[how];
    return true;
}

/* clang-format off */
#define STATE(name, lo, hi) NJ_GIVEN_NUMBER(struct mk_state, name, lo, hi)
static const struct nj_given_row rows[] = {
    {"F4",        .read = given_fixture, .value = 3},
    {"F3",        .read = given_fixture, .value = 2},
    {"setup",     .read = given_setup},
    {"picked",    .read = given_picked},
    {"turn",      "SEAT|K", .read = given_turn},
    {"left",      STATE(left, 0, 9)},
    {"round",     STATE(round, 1, MK_ROUNDS_MAX)},
    {"kills",     STATE(kills, 1, 3), .shown = "kills="},
    {"offers",    STATE(offers, 1, 2), .shown = "offers="},
    {"open",      "{blue|yellow}", .read = given_open},
    {"token",     "CELL {fresh|used|gone}", .read = given_token},
    {"deck",      "QUADRANT CARD,CARD", .read = given_deck},
    {"K hid",     "CELL", .read = given_k_at},
    {"K vis",     "CELL", .read = given_k_at, .value = 1},
    {"K shadow",  "CELL", .read = given_shadow},
    {"K stag",    NJ_GIVEN_SET(struct mk_state, k.staggered, 1)},
    {"K blackout", NJ_GIVEN_SET(struct mk_state, k.blackout, 1)},
    {"K stays",   NJ_GIVEN_SET(struct mk_state, k.clock, 1)},
    {"K dmg",     STATE(k.damage, 0, 11)},
    {"K holds",   "CARD,CARD", .read = given_holds},
    {"K deck",    "N", .read = given_k_count, .value = MK_K_DECK},
    {"K discard", "N", .read = given_k_count, .value = MK_K_DISCARD},
    {.words = NULL}};
#undef STATE

#define SEAT(name, lo, hi) NJ_GIVEN_NUMBER(struct mk_victim, name, lo, hi)
static const struct nj_given_row seat_rows[] = {
    {"at",       "CELL/DIRECTION", .read = given_at},
    {"holds",    "CARD,CARD", .read = given_holds},
    {"dmg",      SEAT(damage, 0, 4), .shown = "dmg="},
    {"exert",    SEAT(exert, 0, 12), .shown = "exert="},
    {"steps",    SEAT(steps, 0, 4), .shown = "steps="},
    {"lit",      SEAT(lit, 0, 2)},
    {"order",    "WHAT HOW", .read = given_order},
    {"laurie",   .read = given_who, .value = MK_LAURIE},
    {"annie",    .read = given_who, .value = MK_ANNIE},
    {"lynda",    .read = given_who, .value = MK_LYNDA},
    {"bob",      .read = given_who, .value = MK_BOB},
    {"loomis",   .read = given_who, .value = MK_LOOMIS},
    {"brackett", .read = given_who, .value = MK_BRACKETT},
    {.words = NULL}};
#undef SEAT

/* clang-format on */

static nj_seat read_who(struct nj_given *g)
{
    const struct mk_state *s = nj_state_const(g->m);
    const char *at = g->r.at;
    uint8_t seat;

    if (nj_given_byte(g, 1, MK_VICTIMS_MAX, &seat) && seat <= s->n)
        return (nj_seat)(seat - 1);
    g->r.at = at;
    return NJ_SEAT_NONE;
}

/* What no victim can be, and no two. */
static const char *victim_fault(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_victim *v = &s->v[seat];

    NJ_ASSERT(seat < s->n);
    if ((v->who == MK_NOBODY) != (v->cell == MK_NOWHERE))
        return "a seat has its victim and its cell together";
    if (v->who == MK_NOBODY)
        return NULL;
    for (nj_seat i = 0; i < seat; i++) {
        if (s->v[i].who == v->who)
            return "two seats have one victim";
        if (s->v[i].cell == v->cell)
            return "two victims stand on one cell";
    }
    if (v->damage >= nj_mk_of(m, seat)->health)
        return "a victim with that damage is dead";
    return nj_cards_count(&s->cards, nj_mk_hand(seat)) > HAND_MOST
               ? "a hand has too many cards"
               : NULL;
}

/* What the clauses leave open, and what no board can be (MK-1.8, 2.1). */
static const char *board_fault(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    bool plays = s->phase == MK_PLAY;
    const char *wrong = NULL;
    unsigned exert = 0;

    NJ_ASSERT(s->n >= 2);
    for (nj_seat k = 0; k < s->n && wrong == NULL; k++) {
        wrong = victim_fault(m, k);
        exert += s->v[k].exert;
    }
    if (wrong != NULL)
        return wrong;
    if (exert > nj_mk_table(m)->exert_supply)
        return "there are not so many exert tokens";
    if (s->kills >= s->limit)
        return "the match is over with that many deaths";
    if (s->round > s->last || (s->round > 0) != plays)
        return "no match has that round";
    if ((s->k.cell != MK_NOWHERE) != plays)
        return "the killer comes with round 1";
    if ((plays && nj_mk_seen_by(m, s->k.cell) != 0) != (s->k.figure != 0))
        return "the killer is visible if a victim sees him";
    return s->k.figure && s->k.shadow != MK_NOWHERE
               ? "a killer who is visible has no shadow"
               : NULL;
}

enum nj_status nj_mk_given(struct nj_match *m, const char *clause,
                           struct nj_err *err)
{
    static const struct nj_given_clauses clauses = {
        rows, seat_rows, NJ_GIVEN_SEATS(struct mk_state, v), read_who};
    const char *wrong;

    if (((const struct mk_state *)nj_state_const(m))->n == 0 &&
        clause[0] != 'F')
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no fixture: F4 or F3 first");
    if (clause[0] != '\0')
        return nj_given_read(m, &clauses, clause, err);
    wrong = board_fault(m);
    return wrong == NULL ? NJ_OK : nj_fail(err, NJ_ERR_BAD_INPUT, "%s", wrong);
}

void nj_mk_given_done(struct nj_match *m, int64_t at_ms)
{
    struct mk_state *s = nj_state(m);

    (void)at_ms;
    NJ_ASSERT(s->n >= 2);
    if (s->phase == MK_PLAY)
        nj_mk_squares(m, &s->held);
    nj_phase_begin(m, s->phase == MK_PLAY ? "turn" : "setup",
                   nj_option(m, "turn_time"));
}

/* --- what is printed: whose turn it is, of each victim where it is and what it
 * holds, the killer, what else is not as it began --- */

static void put_hand(const struct nj_match *m, uint8_t pile, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(pile >= MK_HAND && pile < MK_PILES);
    if (nj_cards_count(&s->cards, pile) > 0)
        nj_str_addf(out, " [%s]", MK_WORDS(m, pile));
}

static void put_victim(const struct nj_match *m, nj_seat k, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_victim *v = &s->v[k];

    NJ_ASSERT(k < s->n && v->dir < MK_DIRS);
    if (v->who == MK_NOBODY)
        return;
    nj_str_addf(out, " %u=%s@%s/%s", k + 1u, nj_mk_who[v->who],
                MK_CELL(v->cell), nj_mk_dirs[v->dir]);
    nj_given_show(seat_rows, v, out);
    put_hand(m, nj_mk_hand(k), out);
}

static void put_killer(const struct nj_match *m, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->k.act < MK_PROWLS && s->k.staggered <= 1);
    nj_str_addf(out, " K=%s/%s", MK_CELL(s->k.cell),
                s->k.figure ? "vis" : "hid");
    if (s->k.shadow != MK_NOWHERE)
        nj_str_addf(out, " shadow=%s", MK_CELL(s->k.shadow));
    if (s->k.damage > 0)
        nj_str_addf(out, " hurt=%u", (unsigned)s->k.damage);
    if (s->k.staggered)
        nj_str_puts(out, " stag");
    put_hand(m, MK_K_HAND, out);
}

void nj_mk_state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase <= MK_OVER);
    nj_str_puts(out, nj_mk_phases[s->phase]);
    if (s->phase == MK_PLAY && s->active < s->n)
        nj_str_addf(out, "=%u:%u:%u", (unsigned)s->round, s->active + 1u,
                    (unsigned)s->left);
    else if (s->phase == MK_PLAY)
        nj_str_addf(out, "=%u:K:%u", (unsigned)s->round, (unsigned)s->left);
    for (nj_seat k = 0; k < s->n; k++)
        put_victim(m, k, out);
    put_killer(m, out);
    nj_given_show(rows, s, out);
    for (uint8_t car = 0; car < MK_CARS; car++)
        if (!s->lock[car])
            nj_str_addf(out, " open=%s", nj_mk_cars[car]);
}
