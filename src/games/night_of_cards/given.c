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
 *   A initial C,AM,K   what was dealt to it besides: lost
 *   A pending C        the executed card, which was the front one
 *   G morph SN 2       ordered in night 2; G morph SN day 2
 *   G used doom, A used saint, F pardoned B, A saint (in force today)
 *   D missed bind B, F missed heal B: in the last night
 *   G arson B          due at the next opening
 *   B log night K,SN   B log day DP   what took its cards
 *   A p 4, A dead, A side wolf, A agent, A ready, A done, A ballot B,
 *   B soulless, B missed 2, B curses 2, B vicious 1, B devout 1, B blessings 1
 *   lost 10, total 35, calm 2, window
 *
 * `end:` prints phase and round; of each seat hand, points, `+C` for a pending
 * card, then its marks; then what was counted.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

enum {
    POINTS = 20,
    POINTS_MAX = 999,
    ROUNDS_MAX = 60,
    MARKS_MAX = 9
};

static struct nc_seat *seat_of(const struct nj_given *g, nj_seat seat)
{
    return &((struct nc_state *)nj_state(g->m))->seat[seat];
}

/* --- cards --- */

/* Reads "SN". */
static bool read_type(struct nj_given *g, uint8_t *type)
{
    char word[3] = "";
    size_t n;

    g->r.at += strspn(g->r.at, " ");
    n = strspn(g->r.at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (n == 0 || n >= sizeof(word))
        return false;
    memcpy(word, g->r.at, n);
    g->r.at += n;
    *type = nj_nc_type_of(word);
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
    if (!read_type(g, &c->form) || c->form >= NC_AM ||
        !nj_reader_sign(&g->r, ':') ||
        !nj_given_byte(g, 0, NC_BUDGET, &c->used))
        return false;
    c->formed = (uint16_t)(1u << c->form);
    return nj_reader_sign(&g->r, ']');
}

/* Adds a card to what was dealt; it is not in the hand yet. `at` is its place
 * in the declared order. */
static bool deal(struct nc_seat *who, uint8_t at, const struct nc_card *c)
{
    if (who->dealt == NC_HAND)
        return false;
    memmove(&who->declared[at + 1], &who->declared[at],
            (size_t)(who->dealt - at));
    who->declared[at] = who->dealt;
    who->card[who->dealt] = *c;
    who->dealt++;
    memcpy(who->drawn, who->declared, sizeof(who->drawn));
    return true;
}

static void empty_hand(struct nc_seat *who)
{
    memset(who->card, 0, sizeof(who->card));
    memset(who->hand, 0, sizeof(who->hand));
    memset(who->declared, 0, sizeof(who->declared));
    who->n = 0;
    who->dealt = 0;
    who->pending = 0;
}

static bool given_hand(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    struct nc_card c;

    empty_hand(who);
    if (nj_reader_sign(&g->r, '-'))
        return true;
    do {
        if (!read_card(g, &c) || !deal(who, who->dealt, &c))
            return false;
        who->hand[who->n] = (uint8_t)(who->dealt - 1);
        who->n++;
    } while (nj_reader_sign(&g->r, ','));
    return true;
}

/* Cards that are not there yet were lost. */
static bool given_initial(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    uint8_t had = who->dealt, found = 0;

    do {
        struct nc_card c;
        uint8_t slot = 0;

        if (!read_card(g, &c))
            return false;
        while (slot < had &&
               ((found >> slot & 1) != 0 || who->card[slot].type != c.type))
            slot++;
        if (slot < had)
            found = (uint8_t)(found | 1u << slot);
        else if (!deal(who, 0, &c))
            return false;
    } while (nj_reader_sign(&g->r, ','));
    return true;
}

static bool given_pending(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    struct nc_card c;

    if (who->pending != 0 || !read_card(g, &c) || !deal(who, 0, &c))
        return false;
    who->pending = who->dealt;
    return true;
}

/* The card dealt to the seat that acts as the type, lost ones too. */
static bool find(const struct nc_seat *who, uint8_t type, uint8_t *slot)
{
    NJ_ASSERT(type != NC_NONE && type != NC_C);
    for (*slot = 0; *slot < who->dealt; ++*slot)
        if (nj_nc_acts_as(&who->card[*slot]) == type)
            return true;
    return false;
}

static bool given_used(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    bool doom = nj_reader_follows(&g->r, "doom");
    uint8_t slot;

    if (!find(who, doom ? NC_DP : NC_SN, &slot))
        return false;
    who->card[slot].doomed |= doom;
    who->card[slot].sainted |= !doom;
    return doom || nj_reader_follows(&g->r, "saint");
}

static bool given_pardoned(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    nj_seat target = nj_given_seat(g);
    uint8_t slot;

    if (target == NJ_SEAT_NONE || !find(who, NC_DP, &slot))
        return false;
    who->card[slot].pardoned |= (uint16_t)nj_bit(target);
    return true;
}

static bool given_saint(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    uint8_t slot;

    if (!find(who, NC_SN, &slot))
        return false;
    who->saint = (uint8_t)(slot + 1);
    return true;
}

static bool given_arson(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    nj_seat target = nj_given_seat(g);
    uint8_t slot;

    if (target == NJ_SEAT_NONE || target == g->seat || !find(who, NC_CA, &slot))
        return false;
    who->arson = (uint8_t)(target + 1);
    who->arson_slot = slot;
    who->arson_booked = who->card[slot].type == NC_AM;
    return true;
}

/* Reads "SN 2" or "SN day 2". */
static bool given_morph(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    uint8_t slot = nj_nc_card_for(who, NC_MORPH), type;

    if (slot == NC_NO_SLOT || !read_type(g, &type) || type >= NC_AM)
        return false;
    who->card[slot].morph = type;
    who->card[slot].morph_day = nj_reader_follows(&g->r, "day");
    return nj_given_byte(g, 1, ROUNDS_MAX, &who->card[slot].morph_round);
}

/* --- marks of seats --- */

static bool given_side(struct nj_given *g)
{
    for (uint8_t side = 0; side < NC_SIDES; side++)
        if (nj_reader_follows(&g->r, nj_nc_sides[side])) {
            ((struct nc_seat *)g->of)->side = side;
            return true;
        }
    return false;
}

static bool given_dead(struct nj_given *g)
{
    struct nc_seat *who = g->of;

    NJ_ASSERT(who->dead);
    memset(who->hand, 0, sizeof(who->hand));
    who->n = 0;
    who->pending = 0;
    return true;
}

static bool given_agent(struct nj_given *g)
{
    ((struct nc_seat *)g->of)->side = NC_LONE;
    return true;
}

static bool given_missed(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    bool bind = nj_reader_follows(&g->r, "bind");
    bool heal = !bind && nj_reader_follows(&g->r, "heal");
    nj_seat target;

    if (!bind && !heal) /* phases, not nights of a saver */
        return nj_given_byte(g, 1, UINT8_MAX, &who->missed);
    target = nj_given_seat(g);
    if (target == NJ_SEAT_NONE)
        return false;
    *(bind ? &who->bind_missed : &who->heal_missed) |= (uint16_t)nj_bit(target);
    return true;
}

static bool given_ballot(struct nj_given *g)
{
    struct nc_seat *who = g->of;

    who->ballot = nj_given_seat(g);
    return who->ballot != NJ_SEAT_NONE;
}

static bool given_log(struct nj_given *g)
{
    struct nc_seat *who = g->of;
    uint16_t *log = g->row->value != 0 ? &who->log_day : &who->log_night;
    uint8_t type;

    do {
        if (!read_type(g, &type) || type >= NC_AM)
            return false;
        *log |= (uint16_t)(1u << type);
    } while (nj_reader_sign(&g->r, ','));
    return true;
}

/* --- the match --- */

static bool given_phase(struct nj_given *g)
{
    struct nc_state *s = g->of;

    s->phase = (uint8_t)g->row->value;
    if (s->phase == NC_SETUP) {
        s->round = 0;
        s->turn = 0;
        return true;
    }
    if (!nj_given_byte(g, 1, ROUNDS_MAX, &s->round))
        return false;
    s->turn = (uint8_t)(2 * s->round + s->phase - NC_DAY);
    return true;
}

/* Reads "BC". */
static bool read_set(struct nj_given *g, uint16_t *set)
{
    const struct nc_state *s = g->of;

    *set = 0;
    g->r.at += strspn(g->r.at, " ");
    for (; *g->r.at >= 'A' && *g->r.at <= 'Z'; g->r.at++) {
        nj_seat k = 0;

        while (k < s->n && nj_seat_name(g->m, k)[0] != *g->r.at)
            k++;
        if (k == s->n)
            return false;
        *set |= (uint16_t)nj_bit(k);
    }
    return *set != 0;
}

static bool given_verdict(struct nj_given *g)
{
    struct nc_state *s = g->of;

    return given_phase(g) && read_set(g, &s->contested) &&
           nj_reader_follows(&g->r, "places") &&
           nj_given_byte(g, 1, NC_SEATS_MAX, &s->contested_places);
}

static bool given_condemned(struct nj_given *g)
{
    return read_set(g, &((struct nc_state *)g->of)->condemned);
}

static bool given_seats(struct nj_given *g)
{
    struct nc_state *s = g->of;
    struct nj_word letters;
    size_t n;

    if (!nj_reader_word(&g->r, &letters))
        return false;
    n = strlen(letters.typed);
    if (n < 2 || n > NC_SEATS_MAX || !nj_given_seats(g->m, (uint8_t)n))
        return false;
    s->n = (uint8_t)n;
    s->phase = NC_NIGHT;
    s->round = 3;
    s->turn = 5;
    s->total = (uint8_t)(n * NC_HAND);
    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];
        struct nj_given hand = {.m = g->m, .of = who, .r = {.at = "C,C,DP,CB"}};

        if (!given_hand(&hand))
            return false;
        who->side = letters.typed[k] == 'A'   ? NC_KILLER
                    : letters.typed[k] == 'E' ? NC_WOLF
                                              : NC_TOWN;
        who->points = POINTS;
        who->ballot = NJ_SEAT_NONE;
        who->verdict = NJ_SEAT_NONE;
    }
    return true;
}

/* clang-format off */
#define SET(name, v)         NJ_GIVEN_SET(struct nc_state, name, v)
#define NUMBER(name, lo, hi) NJ_GIVEN_NUMBER(struct nc_state, name, lo, hi)
static const struct nj_given_row first_rows[] = {
    {"seats", "LETTERS", .read = given_seats},
    {.words = NULL}};

static const struct nj_given_row rows[] = {
    {"setup",     .read = given_phase, .value = NC_SETUP},
    {"night",     "ROUND", .read = given_phase, .value = NC_NIGHT},
    {"day",       "ROUND", .read = given_phase, .value = NC_DAY},
    {"verdict",   "ROUND SEATS places N", .read = given_verdict, .value = NC_VERDICT},
    {"condemned", "SEATS", .read = given_condemned},
    {"total",     NUMBER(total, 1, NC_SEATS_MAX * NC_HAND)},
    {"lost",      NUMBER(lost, 0, NC_SEATS_MAX * NC_HAND), .shown = "lost="},
    {"calm",      NUMBER(calm, 0, 2), .shown = "calm="},
    {"window",    SET(window, 1), .shown = "window"},
    {.words = NULL}};
#undef SET
#undef NUMBER

#define SET(name, v)         NJ_GIVEN_SET(struct nc_seat, name, v)
#define NUMBER(name, lo, hi) NJ_GIVEN_NUMBER(struct nc_seat, name, lo, hi)
static const struct nj_given_row seat_rows[] = {
    {"hand",      "CARD,CARD", .read = given_hand},
    {"initial",   "CARD,CARD", .read = given_initial},
    {"pending",   "CARD", .read = given_pending},
    {"p",         NUMBER(points, 0, POINTS_MAX)},
    {"dead",      SET(dead, 1), .read = given_dead},
    {"side",      "{killer|wolf|town|lone}", .read = given_side},
    {"agent",     SET(agent, 1), .read = given_agent},
    {"ready",     SET(ready, 1)},
    {"done",      SET(done, 1), .shown = "done"},
    {"soulless",  SET(soulless, 1), .shown = "soulless"},
    {"used",      "{doom|saint}", .read = given_used},
    {"pardoned",  "SEAT", .read = given_pardoned},
    {"saint",     .read = given_saint},
    {"missed",    "{bind SEAT|heal SEAT|PHASES}", .read = given_missed},
    {"arson",     "SEAT", .read = given_arson},
    {"vicious",   NUMBER(vicious, 1, MARKS_MAX), .shown = "vicious="},
    {"devout",    NUMBER(devout, 1, MARKS_MAX), .shown = "devout="},
    {"curses",    NUMBER(curses, 1, MARKS_MAX), .shown = "curses="},
    {"blessings", NUMBER(blessings, 1, MARKS_MAX), .shown = "blessings="},
    {"ballot",    "SEAT", .read = given_ballot},
    {"log night", "TYPE,TYPE", .read = given_log},
    {"log day",   "TYPE,TYPE", .read = given_log, .value = 1},
    {"morph",     "TYPE [day] ROUND", .read = given_morph},
    {.words = NULL}};
#undef SET
#undef NUMBER

/* clang-format on */

/* The bottom card of a hand whose last one is a commoner was lost. */
static bool complete(struct nc_seat *who)
{
    if (who->dealt > 0 && who->card[who->declared[who->dealt - 1]].type != NC_C)
        return true;
    return deal(who, who->dealt, &(struct nc_card){.type = NC_CA});
}

/* Can what was given stand? */
static enum nj_status check_board(struct nc_state *s, struct nj_err *err)
{
    if (s->n == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no seats are given");
    if (nj_seat_count(nj_nc_living(s)) < 2)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "fewer than two live");
    if (s->phase == NC_VERDICT && s->contested == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "nobody is a candidate");
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];
        uint16_t types = 0;

        if (!who->dead && who->n == 0 && who->pending == 0)
            return nj_fail(err, NJ_ERR_BAD_INPUT, "one without cards lives");
        if (!complete(&s->seat[k]))
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "a hand has no room for its bottom card");
        for (uint8_t i = 0; i < who->dealt; i++) {
            uint8_t type = nj_nc_acts_as(&who->card[i]);

            if (type != NC_NONE && (types >> type & 1) != 0)
                return nj_fail(err, NJ_ERR_BAD_INPUT,
                               "a hand has two cards of one power");
            types = (uint16_t)(types | 1u << type);
        }
    }
    return NJ_OK;
}

enum nj_status nj_nc_given(struct nj_match *m, const char *clause,
                           struct nj_err *err)
{
    static const struct nj_given_clauses first = {.rows = first_rows};
    static const struct nj_given_clauses then = {
        rows, seat_rows, NJ_GIVEN_SEATS(struct nc_state, seat)};
    struct nc_state *s = nj_state(m);

    if (clause[0] == '\0')
        return check_board(s, err);
    return nj_given_read(m, s->n == 0 ? &first : &then, clause, err);
}

void nj_nc_given_done(struct nj_match *m, int64_t at_ms)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(nj_seats(m) == s->n);
    (void)at_ms;
    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];

        who->guarded = s->phase == NC_NIGHT && nj_nc_guards(who);
        if (who->dead)
            nj_seat_out(m, k);
    }
    (void)nj_nc_clock(m, s);
}

/* --- the words of `end:` --- */

/* "C,SB,AM[SN:3]" */
static void put_card(const struct nc_card *c, struct nj_str *out)
{
    nj_str_puts(out, nj_nc_types[c->type]);
    if (c->form != NC_NONE)
        nj_str_addf(out, "[%s:%u]", nj_nc_types[c->form], (unsigned)c->used);
    if (c->morph != NC_NONE)
        nj_str_addf(out, ">%s", nj_nc_types[c->morph]);
}

static void put_set(const struct nj_match *m, const char *word, nj_seat_set set,
                    struct nj_str *out)
{
    if (set != 0)
        nj_str_addf(out, " %s=", word);
    for (nj_seat k = 0; k < nj_seats(m); k++)
        if ((set & nj_bit(k)) != 0)
            nj_str_puts(out, nj_seat_name(m, k));
}

static void put_seat(const struct nj_match *m, const struct nc_seat *who,
                     struct nj_str *out)
{
    if (who->dead) {
        nj_str_puts(out, "dead");
        return;
    }
    nj_str_puts(out, who->n == 0 ? "-" : "");
    for (uint8_t i = 0; i < who->n; i++) {
        nj_str_puts(out, i == 0 ? "" : ",");
        put_card(&who->card[who->hand[i]], out);
    }
    nj_str_addf(out, ":%u", (unsigned)who->points);
    if (who->pending != 0) {
        nj_str_putc(out, '+');
        put_card(&who->card[who->pending - 1], out);
    }
    put_set(m, "bind", who->bind_missed, out);
    put_set(m, "heal", who->heal_missed, out);
    if (who->arson != 0)
        put_set(m, "arson", nj_bit((nj_seat)(who->arson - 1)), out);
    nj_str_puts(out, who->saint != 0 ? " saint" : "");
    nj_given_show(seat_rows, who, out);
}

void nj_nc_state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct nc_state *s = nj_state_const(m);

    NJ_ASSERT(s->n == 0 || s->n == nj_seats(m));
    nj_str_addf(out, "%s=%u", nj_nc_phases[s->phase], (unsigned)s->round);
    for (nj_seat k = 0; k < s->n; k++) {
        nj_str_addf(out, " %s=", nj_seat_name(m, k));
        put_seat(m, &s->seat[k], out);
    }
    nj_given_show(rows, s, out);
}
