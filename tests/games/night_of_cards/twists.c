/*
 * Random boards of 杀手牌, and the table of what may differ between two worlds
 * without others being allowed to know (NC-10.1, 17.1-17.4).
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/worlds_play.h"
#include "kit/nj_test.h"

static bool one_in(struct nj_rng *rng, uint32_t n)
{
    return nj_rng_below(rng, n) == 0;
}

/* --- random boards --- */

static const char *const powers[] = {"K",  "W",  "SN", "SB", "SH", "VW",
                                     "CF", "DP", "CB", "CA", "BG", "AM"};

static bool has(const struct board_seat *who, const char *card)
{
    for (uint8_t i = 0; i < who->n; i++)
        if (strcmp(who->card[i], card) == 0)
            return true;
    return false;
}

static const char *new_power(const struct board_seat *who, struct nj_rng *rng)
{
    const char *card;

    do
        card = powers[nj_rng_below(rng, NJ_COUNT(powers))];
    while (has(who, card) || (strcmp(card, "K") == 0 && has(who, "W")) ||
           (strcmp(card, "W") == 0 && has(who, "K")));
    return card;
}

/* So many cards, of which the bottom one is a power card. */
static void random_hand(struct board_seat *who, uint8_t n, struct nj_rng *rng)
{
    who->n = 0;
    while (who->n < n)
        if (who->n + 1 < n && one_in(rng, 3))
            who->card[who->n++] = "C";
        else {
            const char *card = new_power(who, rng);

            who->card[who->n++] = card;
        }
}

static void NJ_PRINTF(2, 3) add(struct board_seat *who, const char *fmt, ...)
{
    size_t n = strlen(who->more);
    va_list args;

    va_start(args, fmt);
    n += (size_t)vsnprintf(who->more + n, sizeof(who->more) - n, fmt, args);
    va_end(args);
    assert_true(n < sizeof(who->more));
}

static bool is_phase(const struct board *b, const char *phase)
{
    return strcmp(b->phase, phase) == 0;
}

static unsigned any_seat(const struct board *b, struct nj_rng *rng)
{
    return nj_rng_below(rng, b->n);
}

static bool is_dead(const struct board_seat *who)
{
    return strstr(who->more, ";dead") != NULL;
}

/* What is on a seat, and what its cards have done. */
static void random_marks(struct board *b, struct board_seat *who,
                         struct nj_rng *rng)
{
    char other = (char)('A' + any_seat(b, rng));
    bool night = is_phase(b, "night");

    add(who, ";p %u", (unsigned)nj_rng_below(rng, 12));
    if (night && who->n < WORLD_HAND && one_in(rng, 4))
        add(who, ";pending %s", one_in(rng, 2) ? "C" : new_power(who, rng));
    if (has(who, "SB") && one_in(rng, 2))
        add(who, ";missed bind %c", other);
    if (has(who, "SH") && one_in(rng, 2))
        add(who, ";missed heal %c", other);
    if (has(who, "DP") && one_in(rng, 4))
        add(who, ";used doom");
    if (has(who, "CA") && night && one_in(rng, 3))
        add(who, ";arson %c", other);
    if (has(who, "SN") && !night && one_in(rng, 3))
        add(who, ";saint");
    if (!night && one_in(rng, 6))
        add(who, ";soulless");
    if (!night && one_in(rng, 4))
        add(who, ";curses 1;vicious %u", 1 + (unsigned)nj_rng_below(rng, 2));
    if (one_in(rng, 4))
        add(who, ";missed %u", 1 + (unsigned)nj_rng_below(rng, 2));
}

static void random_side(struct board_seat *who, unsigned k, struct nj_rng *rng)
{
    static const char *const sides[] = {"killer", "wolf", "town", "lone"};

    who->side = k < 2            ? sides[k]
                : one_in(rng, 3) ? sides[nj_rng_below(rng, 4)]
                                 : "town";
}

/* In the setup hands are whole, and nothing has happened yet. */
void nj_nc_board_random(struct board *b, const char *phase, struct nj_rng *rng)
{
    static const char *const phases[] = {"night", "night", "day", "verdict"};
    bool setup = phase != NULL && strcmp(phase, "setup") == 0;

    *b = (struct board){.n = (uint8_t)(6 + nj_rng_below(rng, WORLD_SEATS - 5)),
                        .phase = phase};
    if (phase == NULL)
        b->phase = phases[nj_rng_below(rng, NJ_COUNT(phases))];
    for (unsigned k = 0; k < b->n; k++) {
        struct board_seat *who = &b->seat[k];

        random_side(who, k, rng);
        random_hand(who, setup ? 5 : (uint8_t)(1 + nj_rng_below(rng, 5)), rng);
        if (!setup && k >= 5 && one_in(rng, 6))
            add(who, ";dead");
        else if (!setup)
            random_marks(b, who, rng);
    }
}

/* --- giving them --- */

static void NJ_PRINTF(2, 3) give(struct nj_match *m, const char *fmt, ...)
{
    struct nj_err err = {{0}};
    char clause[300];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(clause, sizeof(clause), fmt, args);
    va_end(args);
    if (nj_match_given(m, clause, &err) != NJ_OK)
        fail_msg("%s: %s", clause, err.text);
}

static void give_seat(const struct board_seat *who, char name,
                      struct nj_match *m)
{
    struct nj_str hand = NJ_STR_INIT(100);
    const char *at = who->more;

    for (uint8_t i = 0; i < who->n; i++)
        nj_str_addf(&hand, "%s%s", i == 0 ? "" : ",", who->card[i]);
    give(m, "%c hand %s", name, hand.p);
    give(m, "%c side %s", name, who->side);
    while (*at == ';') {
        int n = (int)strcspn(++at, ";");

        give(m, "%c %.*s", name, n, at);
        at += n;
    }
    nj_str_fini(&hand);
}

void nj_nc_board_give(const struct board *b, struct nj_match *m)
{
    char living[WORLD_SEATS + 1] = "";
    unsigned n = 0;

    for (unsigned k = 0; k < b->n; k++)
        if (!is_dead(&b->seat[k]) && n < 3)
            living[n++] = (char)('A' + k);
    give(m, "seats %.*s", (int)b->n, "ABCDEFGHI");
    if (is_phase(b, "setup"))
        give(m, "setup");
    else if (is_phase(b, "verdict"))
        give(m, "verdict 3 %s places 1", living);
    else
        give(m, "%s 3", b->phase);
    for (unsigned k = 0; k < b->n; k++)
        give_seat(&b->seat[k], (char)('A' + k), m);
    give(m, "%s", "");
}

/* --- places for differences --- */

static bool is_open(const struct pair *p, unsigned k)
{
    return !is_dead(&p->w[0].seat[k]) && (p->hidden & nj_bit((nj_seat)k)) == 0;
}

/* A seat that lives and hides nothing yet; it does from now on. */
static unsigned hide(struct pair *p)
{
    unsigned k = any_seat(&p->w[0], p->rng);

    while (!is_open(p, k))
        k = any_seat(&p->w[0], p->rng);
    p->hidden |= nj_bit((nj_seat)k);
    return k;
}

static struct board_seat *in(struct pair *p, int side, unsigned k)
{
    return &p->w[side].seat[k];
}

/* In both worlds the seat has that card in front, as if nothing had been. */
static void plain(struct pair *p, unsigned k, const char *card)
{
    struct board_seat *who = in(p, 0, k);

    who->more[0] = '\0';
    if (!has(who, card))
        who->card[who->n == 1 || one_in(p->rng, 2) ? who->n - 1 : 0] = card;
    for (uint8_t i = 0; i < who->n; i++) /* never both in one hand */
        if ((strcmp(card, "K") == 0 && strcmp(who->card[i], "W") == 0) ||
            (strcmp(card, "W") == 0 && strcmp(who->card[i], "K") == 0))
            who->card[i] = i + 1 < who->n ? "C" : card;
    if (!is_phase(&p->w[0], "setup"))
        add(who, ";p %u", 2 + (unsigned)nj_rng_below(p->rng, 8));
    *in(p, 1, k) = *who;
}

static char any_name(const struct pair *p)
{
    unsigned k = any_seat(&p->w[0], p->rng);

    while (is_dead(&p->w[0].seat[k]))
        k = any_seat(&p->w[0], p->rng);
    return (char)('A' + k);
}

/* --- the rows --- */

static bool other_hand(struct pair *p)
{
    unsigned k = hide(p);

    plain(p, k, "DP");
    random_hand(in(p, 1, k), in(p, 0, k)->n, p->rng);
    return true;
}

static bool other_order(struct pair *p)
{
    struct board_seat *who;
    unsigned k = hide(p);
    const char *front;

    plain(p, k, "BG");
    who = in(p, 1, k);
    front = who->card[0];
    if (who->n < 3)
        return false;
    memmove(&who->card[0], &who->card[1], (who->n - 2u) * sizeof(*who->card));
    who->card[who->n - 2] = front;
    return true;
}

static bool other_pending(struct pair *p)
{
    unsigned k = hide(p);

    plain(p, k, "DP");
    if (in(p, 0, k)->n == WORLD_HAND)
        return false;
    add(in(p, 0, k), ";pending C");
    add(in(p, 1, k), ";pending %s", new_power(in(p, 1, k), p->rng));
    return true;
}

static bool other_camp(struct pair *p)
{
    static const char *const sides[] = {"killer", "wolf", "town", "lone"};
    unsigned k = hide(p);

    in(p, 1, k)->side = sides[nj_rng_below(p->rng, 4)];
    return strcmp(in(p, 0, k)->side, in(p, 1, k)->side) != 0;
}

static bool other_points(struct pair *p)
{
    unsigned k = hide(p);

    plain(p, k, powers[nj_rng_below(p->rng, NJ_COUNT(powers))]);
    add(in(p, 1, k), ";p %u", 10 + (unsigned)nj_rng_below(p->rng, 9));
    return true;
}

/* The same card with that clause in one world only. */
static bool marked(struct pair *p, const char *card, const char *clause,
                   bool aimed)
{
    char target[3] = {aimed ? ' ' : '\0', any_name(p), '\0'};
    unsigned k = hide(p);

    plain(p, k, card);
    add(in(p, (int)nj_rng_below(p->rng, 2), k), ";%s%s", clause, target);
    return true;
}

static bool arson(struct pair *p)
{
    return marked(p, "CA", "arson", true);
}

static bool saint(struct pair *p)
{
    return marked(p, "SN", "saint", false);
}

static bool used(struct pair *p)
{
    return one_in(p->rng, 2) ? marked(p, "DP", "used doom", false)
                             : marked(p, "SN", "used saint", false);
}

static bool streak(struct pair *p)
{
    return one_in(p->rng, 2) ? marked(p, "SB", "missed bind", true)
                             : marked(p, "SH", "missed heal", true);
}

static bool pardoned(struct pair *p)
{
    return marked(p, "DP", "pardoned", true);
}

/* A blank amoeba, one with a form, or one that will have it. */
static bool form(struct pair *p)
{
    unsigned k = hide(p);
    struct board_seat *who;

    plain(p, k, "AM");
    who = in(p, 1, k);
    for (uint8_t i = 0; i < who->n; i++) {
        if (strcmp(who->card[i], "AM") == 0 && one_in(p->rng, 2))
            who->card[i] = has(who, "SN") ? "AM[CB:2]" : "AM[SN:1]";
        else if (strcmp(who->card[i], "AM") == 0)
            add(who, ";morph %s %s", has(who, "SN") ? "CB" : "SN",
                is_phase(&p->w[0], "night") ? "2" : "day 2");
    }
    return true;
}

static bool is_done(struct pair *p)
{
    unsigned k = hide(p);

    for (unsigned i = 0; i < p->w[0].n; i++)
        if (i != k && !is_dead(in(p, 0, i)) && one_in(p->rng, 2)) {
            add(in(p, 0, i), ";done");
            add(in(p, 1, i), ";done");
        }
    add(in(p, 1, k), ";done");
    return true;
}

static bool absent(struct pair *p)
{
    return marked(p, "BG", "missed 1", false);
}

static bool logged(struct pair *p)
{
    unsigned k = any_seat(&p->w[0], p->rng);

    if (is_dead(in(p, 0, k)))
        return false;
    add(in(p, 0, k), ";log night K;log day DP");
    add(in(p, 1, k), ";log night W,SN");
    return true;
}

/* Nobody knows of these before the tally. */
static bool cursed(struct pair *p)
{
    unsigned k = any_seat(&p->w[0], p->rng);

    if (is_dead(in(p, 0, k)))
        return false;
    add(in(p, 0, k), ";curses 2;devout 1");
    add(in(p, 1, k), ";blessings 1");
    return true;
}

static bool busy(struct pair *p)
{
    (void)hide(p);
    if (one_in(p->rng, 2))
        (void)hide(p);
    return true;
}

/* Neighbours, whose texts are in the same place of the list that is shuffled
 * (NC-9.7), with equal hands. */
static bool swapped(struct pair *p)
{
    unsigned k = hide(p);

    if (k + 1 == p->w[0].n || !is_open(p, k + 1))
        return false;
    p->hidden |= nj_bit((nj_seat)(k + 1));
    p->swapped = nj_bit((nj_seat)k) | nj_bit((nj_seat)(k + 1));
    plain(p, k, powers[nj_rng_below(p->rng, 11)]);
    for (int i = 0; i < 2; i++) {
        const char *side = in(p, i, k + 1)->side;

        *in(p, i, k + 1) = *in(p, i, k);
        in(p, i, k + 1)->side = side;
    }
    return true;
}

/* NC-2.4b: the camps that he may join hear of it. */
static bool agent(struct pair *p)
{
    unsigned a = hide(p);
    unsigned b = hide(p);

    for (unsigned k = 0; k < p->w[0].n; k++)
        if (strcmp(in(p, 0, k)->side, "killer") == 0 ||
            strcmp(in(p, 0, k)->side, "wolf") == 0)
            p->hidden |= nj_bit((nj_seat)k);
    in(p, 0, a)->side = in(p, 1, b)->side = "lone";
    in(p, 1, a)->side = in(p, 0, b)->side = "town";
    add(in(p, 0, a), ";agent");
    add(in(p, 1, b), ";agent");
    return true;
}

/* NC-17.2: how many have declared is known, who has is not. */
static bool declared(struct pair *p)
{
    add(in(p, 0, hide(p)), ";ready");
    add(in(p, 1, hide(p)), ";ready");
    return true;
}

static bool several(struct pair *p)
{
    for (int i = 0; i < 3; i++) {
        const struct twist *t =
            &nj_nc_twists[nj_rng_below(p->rng, (uint32_t)nj_nc_twists_n)];
        bool fits = t->phase == NULL || is_phase(&p->w[0], t->phase);
        unsigned open = 0;

        for (unsigned k = 0; k < p->w[0].n; k++)
            open += is_open(p, k);
        if (fits && open > 3 && t->apply != several && t->apply != swapped &&
            t->apply != busy)
            (void)t->apply(p);
    }
    return p->hidden != 0;
}

/* clang-format off */
const struct twist nj_nc_twists[] = {
    {"somebody has other cards",            "NC-10.1", NULL,      other_hand, TWIST_ALIKE},
    {"... or in another order",             "NC-2.5",  NULL,      other_order, TWIST_ALIKE},
    {"the executed card is another",        "NC-7.10", "night",   other_pending, TWIST_ALIKE},
    {"somebody belongs to another camp",    "NC-2.4",  NULL,      other_camp, TWIST_ALIKE},
    {"somebody has more points",            "NC-10.1", NULL,      other_points, TWIST_ALIKE},
    {"arson is due",                        "NC-5.10", NULL,      arson, TWIST_ALIKE},
    {"an amoeba has a form, or gets one",   "NC-5.12", NULL,      form, TWIST_ALIKE},
    {"a doom or a saint is used up",        "NC-5.9",  NULL,      used, TWIST_ALIKE},
    {"a pardon of somebody is used up",     "NC-5.9",  NULL,      pardoned, TWIST_ALIKE},
    {"a saver has missed once",             "NC-5.5",  "night",   streak, TWIST_ALIKE},
    {"somebody is a saint today",           "NC-5.4",  "day",     saint, TWIST_ALIKE},
    {"curses are on somebody",              "NC-5.9",  "day",     cursed, TWIST_ALIKE},
    {"what took somebody's cards",          "NC-5.10", NULL,      logged, TWIST_ALIKE},
    {"somebody has missed a phase",         "NC-17.25", NULL,     absent, TWIST_STILL},
    {"somebody is done in the night",       "NC-17.1", "night",   is_done, TWIST_STILL},
    {"somebody is done by day",             "NC-17.3", "day",     is_done, TWIST_STILL},
    {"what somebody does at night",         "NC-17.5", "night",   busy, TWIST_BUSY},
    {"what somebody does by day",           "NC-17.5", "day",     busy, TWIST_BUSY},
    {"who of two did it at night",          "NC-5.2",  "night",   swapped, TWIST_ALIKE},
    {"who of two did it by day",            "NC-5.10", "day",     swapped, TWIST_ALIKE},
    {"who of two has declared",             "NC-17.2", "setup",   declared, TWIST_ALIKE},
    {"who is the free agent",               "NC-17.2", "setup",   agent, TWIST_ALIKE},
    {"what somebody declares",              "NC-2.5",  "setup",   busy, TWIST_BUSY},
    {"several of these",                    "NC-10.1", NULL,      several, TWIST_ALIKE},
};
/* clang-format on */

const size_t nj_nc_twists_n = NJ_COUNT(nj_nc_twists);
