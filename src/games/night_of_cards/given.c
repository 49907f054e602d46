/*
 * The words of scenarios. A board of 杀手牌 is given by clauses, `seats` first,
 * a seat's `hand` before what else is said of its cards:
 *
 *   seats ABCDEFG      night 3 of seven seats with the hand C,C,DP,CB and 20
 *                      points each; A of the killer camp, E of the wolves
 *   setup, night 3, day 3, verdict 3 BC places 1, condemned A
 *   A hand C,SB,W      front first, all declared; "-": empty; AM[SN:3]: in the
 *                      form SN, 3 points used. A bottom card that is missing
 *                      (the last is a commoner) was lost
 *   A initial C,AM,K   what was dealt to it: what is not in the hand was lost
 *   A pending C        the executed card, which was the front one
 *   G morph SN 2       ordered in night 2; G morph SN day 2
 *   G used doom, A used saint, F pardoned B, A saint (in force today)
 *   D missed bind B, F missed heal B, B missed 2 (phases), G arson B (due)
 *   B log night K,SN   B log day DP   what took its cards
 *   A p 4, A dead, A side wolf, A agent, A ready, A done, A ballot B,
 *   B soulless, B curses 2, B vicious 1, B devout 1, B blessings 1
 *   lost 10, total 35, calm 2, window
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define ROUNDS_MAX 60
#define CARDS_MAX  80 /* sixteen hands */
#define LETTERS    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* --- cards --- */

/* Reads "SN". */
static bool read_type(struct nj_given *g, uint8_t *type)
{
    size_t n;

    g->r.at += strspn(g->r.at, " ");
    n = strspn(g->r.at, LETTERS);
    *type = nj_nc_type_at(g->r.at, n);
    g->r.at += n;
    return *type != NC_NONE;
}

/* Reads "AM[SN:3]" or "C". */
static bool read_card(struct nj_given *g, struct nc_card *c)
{
    *c = (struct nc_card){.type = NC_NONE};
    if (!read_type(g, &c->type))
        return false;
    if (c->type != NC_AM || !nj_reader_sign(&g->r, '['))
        return true;
    if (!read_type(g, &c->form) || c->form >= NC_AM)
        return false;
    c->formed = (uint16_t)(1u << c->form);
    return nj_reader_sign(&g->r, ':') &&
           nj_given_byte(g, 0, NC_BUDGET, &c->used) &&
           nj_reader_sign(&g->r, ']');
}

/* Adds a card to what was dealt, at that place of the declared order; it is
 * not in the hand. */
static bool deal(struct nc_seat *who, uint8_t at, struct nc_card c)
{
    if (who->dealt == NC_HAND)
        return false;
    NJ_ASSERT(at <= who->dealt);
    memmove(&who->declared[at + 1], &who->declared[at],
            (size_t)(who->dealt - at));
    who->declared[at] = who->dealt;
    who->card[who->dealt] = c;
    who->dealt++;
    memcpy(who->drawn, who->declared, sizeof(who->drawn));
    return true;
}

static bool given_hand(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    struct nc_card c;

    who->n = who->dealt = who->pending = 0;
    memset(who->card, 0, sizeof(who->card));
    memset(who->hand, 0, sizeof(who->hand));
    if (nj_reader_sign(&g->r, '-'))
        return true;
    do {
        if (!read_card(g, &c) || !deal(who, who->dealt, c))
            return false;
        who->hand[who->n++] = (uint8_t)(who->dealt - 1);
        NJ_ASSERT(who->n == who->dealt && who->dealt <= NC_HAND);
    } while (nj_reader_sign(&g->r, ','));
    return true;
}

static bool given_initial(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    uint8_t named[NC_TYPES] = {0};
    struct nc_card c;

    do {
        uint8_t there = 0;

        if (!read_card(g, &c))
            return false;
        NJ_ASSERT(c.type != NC_NONE && who->dealt <= NC_HAND);
        NJ_FOREACH(const struct nc_card, dealt, who->card, who->dealt)
            there = (uint8_t)(there + (dealt->type == c.type));
        if (++named[c.type] > there && !deal(who, 0, c))
            return false;
    } while (nj_reader_sign(&g->r, ','));
    return true;
}

static bool given_pending(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    struct nc_card c;

    if (who->pending != 0 || !read_card(g, &c) || !deal(who, 0, c))
        return false;
    who->pending = who->dealt;
    NJ_ASSERT(nj_nc_in_hand(who, (uint8_t)(who->pending - 1)) < 0);
    return true;
}

/* Reads "SN 2" or "SN day 2". */
static bool given_morph(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    uint8_t slot = nj_nc_card_for(who, NC_MORPH), type;

    if (slot == NC_NO_SLOT || !read_type(g, &type) || type >= NC_AM)
        return false;
    NJ_ASSERT(who->card[slot].type == NC_AM && type != NC_NONE);
    who->card[slot].morph = type;
    who->card[slot].morph_day = nj_reader_follows(&g->r, "day");
    return nj_given_byte(g, 1, ROUNDS_MAX, &who->card[slot].morph_round);
}

/* What a card of that power has done, to whom; it may be lost. */
static bool given_deed(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    nj_seat target = g->row->form != NULL ? nj_given_seat(g) : g->seat;
    uint8_t slot = 0;
    struct nc_card *c;

    while (slot < who->dealt &&
           nj_nc_acts_as(&who->card[slot]) != nj_nc_powers[g->row->value].card)
        slot++;
    if (slot == who->dealt || target == NJ_SEAT_NONE)
        return false;
    c = &who->card[slot];
    NJ_ASSERT(c->type != NC_C && target < NC_SEATS_MAX);
    if (g->row->value == NC_DOOM) {
        c->doomed = 1;
    } else if (g->row->value == NC_PARDON) {
        c->pardoned = (uint16_t)(c->pardoned | nj_bit(target));
    } else if (g->row->value == NC_ARSON) {
        who->arson = (uint8_t)(target + 1);
        who->arson_slot = slot;
        who->arson_booked = c->type == NC_AM;
    } else if (g->row->words[0] == 'u') { /* "used saint" */
        c->sainted = 1;
    } else {
        who->saint = (uint8_t)(slot + 1);
    }
    return true;
}

/* --- marks of seats --- */

/* Reads "K,SN" as a set. */
static bool given_types(struct nj_given *g)
{
    int64_t set = 0;
    uint8_t type;

    NJ_ASSERT(nj_into_most(g->row->into) >> NC_AM != 0); /* all have room */
    do {
        if (!read_type(g, &type) || type >= NC_AM)
            return false;
        set |= (int64_t)1 << type;
    } while (nj_reader_sign(&g->r, ','));
    nj_into_put(g->of, g->row->into, set);
    return true;
}

/* --- the match --- */

static bool given_phase(struct nj_given *g)
{
    struct nc_state *s = g->of;
    uint8_t phase = (uint8_t)g->row->value;
    uint8_t round = 0;

    NJ_ASSERT(g->row->value >= NC_SETUP && g->row->value < NC_OVER);
    if (phase != NC_SETUP && !nj_given_byte(g, 1, ROUNDS_MAX, &round))
        return false;
    if (phase == NC_VERDICT &&
        !(nj_given_seat_set(g) && nj_reader_follows(&g->r, "places") &&
          nj_given_byte(g, 1, NC_SEATS_MAX, &s->contested_places)))
        return false;
    s->phase = phase; /* with its round, or not at all */
    s->round = round;
    s->turn = (uint8_t)(round == 0 ? 0 : 2 * round + phase - NC_DAY);
    return true;
}

static bool given_seats(struct nj_given *g)
{
    struct nc_state *s = g->of;
    struct nj_word letters;

    if (!nj_reader_word(&g->r, &letters))
        return false;
    s->n = (uint8_t)strspn(letters.typed, LETTERS);
    if (s->n < 2 || s->n > NC_SEATS_MAX || !nj_given_seats(g->m, s->n))
        return false;
    if (s->round == 0) {
        s->phase = NC_NIGHT;
        s->round = 3;
        s->turn = 5;
    }
    s->total = (uint8_t)(s->n * NC_HAND);
    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];
        struct nj_given hand = {.m = g->m, .of = who, .r = {.at = "C,C,DP,CB"}};
        char letter = letters.typed[k];

        if (!given_hand(&hand))
            return false;
        who->side = letter == 'A'   ? NC_KILLER
                    : letter == 'E' ? NC_WOLF
                                    : NC_TOWN;
        who->points = 20;
        who->ballot = who->verdict = NJ_SEAT_NONE;
    }
    return true;
}

/* clang-format off */
#define SET(name, v)         NJ_GIVEN_SET(struct nc_state, name, v)
#define NUMBER(name, lo, hi) NJ_GIVEN_NUMBER(struct nc_state, name, lo, hi)
static const struct nj_given_row rows[] = {
    {"seats",     "LETTERS", .read = given_seats},
    {"setup",     .read = given_phase, .value = NC_SETUP},
    {"night",     "ROUND", .read = given_phase, .value = NC_NIGHT},
    {"day",       "ROUND", .read = given_phase, .value = NC_DAY},
    {"verdict",   "ROUND SEATS places N", SET(contested, NC_VERDICT), .read = given_phase},
    {"condemned", "SEATS", SET(condemned, 0), .read = nj_given_seat_set},
    {"total",     NUMBER(total, 1, CARDS_MAX)},
    {"lost",      NUMBER(lost, 0, CARDS_MAX)},
    {"calm",      NUMBER(calm, 0, 2)},
    {"window",    SET(window, 1)},
    {.words = NULL}};
#undef SET
#undef NUMBER

#define SET(name, v)         NJ_GIVEN_SET(struct nc_seat, name, v)
#define NUMBER(name, lo, hi) NJ_GIVEN_NUMBER(struct nc_seat, name, lo, hi)
static const struct nj_given_row seat_rows[] = {
    {"hand",        "CARD,CARD", .read = given_hand},
    {"initial",     "CARD,CARD", .read = given_initial},
    {"pending",     "CARD", .read = given_pending},
    {"p",           NUMBER(points, 0, 999)},
    {"dead",        SET(dead, 1)},
    {"side",        "{killer|wolf|town|lone}", SET(side, 0), .read = nj_given_word, .words_of = nj_nc_sides},
    {"agent",       SET(agent, 1)},
    {"ready",       SET(ready, 1)},
    {"done",        SET(done, 1)},
    {"soulless",    SET(soulless, 1)},
    {"used doom",   .read = given_deed, .value = NC_DOOM},
    {"used saint",  .read = given_deed, .value = NC_SAINT},
    {"saint",       .read = given_deed, .value = NC_SAINT},
    {"pardoned",    "SEAT", .read = given_deed, .value = NC_PARDON},
    {"arson",       "SEAT", .read = given_deed, .value = NC_ARSON},
    {"missed bind", "SEATS", SET(bind_missed, 0), .read = nj_given_seat_set},
    {"missed heal", "SEATS", SET(heal_missed, 0), .read = nj_given_seat_set},
    {"missed",      NUMBER(missed, 1, 20)},
    {"vicious",     NUMBER(vicious, 1, 9)},
    {"devout",      NUMBER(devout, 1, 9)},
    {"curses",      NUMBER(curses, 1, 9)},
    {"blessings",   NUMBER(blessings, 1, 9)},
    {"ballot",      "SEAT", SET(ballot, 0), .read = nj_given_one_seat},
    {"log night",   "TYPE,TYPE", SET(log_night, 0), .read = given_types},
    {"log day",     "TYPE,TYPE", SET(log_day, 0), .read = given_types},
    {"morph",       "TYPE [day] ROUND", .read = given_morph},
    {.words = NULL}};
#undef SET
#undef NUMBER

/* clang-format on */

/* What a seat's clauses leave open; returns what is wrong with it, or NULL. */
static const char *complete(struct nc_seat *who)
{
    NJ_ASSERT(who->n <= who->dealt && who->dealt <= NC_HAND);
    if (who->dead)
        who->n = who->pending = 0;
    else if (who->n == 0 && who->pending == 0)
        return "who has no card does not live";
    if ((who->dealt == 0 ||
         who->card[who->declared[who->dealt - 1]].type == NC_C) &&
        !deal(who, who->dealt, (struct nc_card){.type = NC_CA}))
        return "a hand has no room for its bottom card";
    return NULL;
}

/* What a phase takes for granted. */
static const char *phase_fault(const struct nc_state *s)
{
    nj_seat_set living = nj_nc_living(s);

    NJ_ASSERT(living >> s->n == 0 && s->phase != NC_OVER);
    if (nj_seat_count(living) < 2)
        return "fewer than two live";
    if (((s->contested | s->condemned) & ~living) != 0)
        return "who is voted on does not live";
    if ((s->phase == NC_VERDICT) != (s->contested != 0))
        return "a verdict, and nothing else, has candidates";
    NJ_FOREACH(const struct nc_seat, who, s->seat, s->n) {
        if (s->phase == NC_SETUP && who->n != who->dealt)
            return "hands are whole in the setup";
        if (s->phase != NC_NIGHT && who->pending != 0)
            return "cards are pending in nights alone";
        if (who->ballot != NJ_SEAT_NONE &&
            (who->dead || who->soulless || !nj_seat_in(living, who->ballot)))
            return "nobody can have cast that ballot";
    }
    return NULL;
}

enum nj_status nj_nc_given(struct nj_match *m, const char *clause,
                           struct nj_err *err)
{
    static const struct nj_given_clauses clauses = {
        rows, seat_rows, NJ_GIVEN_SEATS(struct nc_state, seat)};
    struct nc_state *s = nj_state(m);
    const char *wrong = NULL;

    if (clause[0] != '\0')
        return nj_given_read(m, &clauses, clause, err);
    for (nj_seat k = 0; k < s->n && wrong == NULL; k++)
        wrong = complete(&s->seat[k]);
    if (wrong == NULL)
        wrong = phase_fault(s);
    return wrong == NULL ? NJ_OK : nj_fail(err, NJ_ERR_BAD_INPUT, "%s", wrong);
}

void nj_nc_given_done(struct nj_match *m, int64_t at_ms)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(nj_seats(m) == s->n);
    (void)at_ms;
    for (nj_seat k = 0; k < s->n; k++) {
        s->seat[k].guarded = s->phase == NC_NIGHT && nj_nc_guards(&s->seat[k]);
        for (uint8_t i = 0; i < s->seat[k].dealt; i++)
            if (nj_nc_in_hand(&s->seat[k], i) < 0)
                s->seat[k].card[i].gone = NC_GONE_UNTOLD;
        if (s->seat[k].dead)
            nj_seat_out(m, k);
    }
    (void)nj_nc_clock(m, s);
}
