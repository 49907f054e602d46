/*
 * The rules' side of the driver in kit/two_worlds.c: orders, a host's words,
 * which inputs keep the secret, and when it is out.
 */
#include "games/night_of_cards/worlds_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/game_kit.h"
#include "kit/nj_test.h"
#include "kit/two_orders.h"
#include "match/emit.h"

static const char *const names[] = {"A", "B", "C", "D", "E",
                                    "F", "G", "H", "I"};

static const struct nj_match *match(const struct worlds_play *p, int side)
{
    return p->two.side[side].m;
}

/* --- orders --- */

/* What a card can do, in which phases: t a seat, p a place, m a type. */
static const struct doing {
    const char *card;
    struct nj_two_form form;
} doings[] = {
    {"K", {"kill", "t", "n", 1}},      {"K", {"killx", "t", "n", 1}},
    {"W", {"bite", "t", "n", 1}},      {"W", {"bitex", "t", "n", 1}},
    {"SN", {"snipe", "t", "n", 1}},    {"SN", {"aim", "tp", "n", 1}},
    {"SN", {"saint", "", "n", 1}},     {"SB", {"bind", "t", "n", 1}},
    {"SH", {"heal", "t", "n", 1}},     {"VW", {"vest", "", "n", 1}},
    {"VW", {"bane", "", "n", 1}},      {"CF", {"confine", "t", "n", 1}},
    {"CF", {"antisnipe", "", "n", 1}}, {"DP", {"doom", "t", "ndv", 1}},
    {"DP", {"pardon", "t", "n", 1}},   {"CB", {"curse", "t", "nd", 1}},
    {"CB", {"vcurse", "t", "nd", 1}},  {"CB", {"bless", "t", "nd", 1}},
    {"CB", {"dbless", "t", "nd", 1}},  {"CA", {"coroner", "t", "n", 1}},
    {"CA", {"arson", "t", "ndv", 1}},  {"AM", {"morph", "m", "ndv", 1}}};

/* What anybody can do: o a loss order, c a camp, x an order's number, s on or
 * off, w words of a manifesto, q what becomes of it. */
static const struct nj_two_form common[] = {
    {"done", "", "nd", 26},      {"undone", "", "nd", 3},
    {"auto", "s", "nd", 3},      {"cancel", "x", "ndv", 12},
    {"manifesto", "w", "n", 12}, {"pieces", "q", "n", 4},
    {"vote", "t", "d", 60},      {"verdict", "t", "v", 70},
    {"order", "o", "sndv", 6},   {"order", "o", "s", 40},
    {"camp", "c", "s", 20},      {"ask", "w", "snd", 4}};

static const char prose[] =
    "the quick brown fox jumps over a lazy dog while seven wizards mix black "
    "ink, and nobody at this table shall ever know who wrote these plain "
    "words by candle light before dawn";

static const char *any(struct nj_rng *rng, const char *const *list, size_t n)
{
    return list[nj_rng_below(rng, (uint32_t)n)];
}

/* The seat's cards, mixed now and then, the bottom one mostly last. */
static void put_hand(const char *hand, struct nj_rng *rng, struct nj_str *out)
{
    uint32_t skip = nj_rng_below(rng, 4);
    char word[3];

    for (unsigned i = 0; nj_nc_seen_card(hand, i, word); i++)
        if (i != skip)
            nj_str_addf(out, "%s,", word);
    if (nj_nc_seen_card(hand, skip, word))
        nj_str_puts(out, word);
}

static void put_text(const void *ctx, nj_seat seat, char letter,
                     struct nj_rng *rng, struct nj_str *out)
{
    static const char *const types[] = {"SN", "DP", "CB", "BG", "K", "SB"};
    static const char *const camps[] = {"killer", "wolf", "lone"};
    static const char *const handling[] = {"clear", "new", "show", "stock",
                                           "drop 1"};
    const struct seen *now = ctx;

    switch (letter) {
    case 't':
        nj_str_addf(out, "%u", 1 + (unsigned)nj_rng_below(rng, now->n));
        break;
    case 'p':
        nj_str_addf(out, "%s%u", nj_rng_below(rng, 2) == 0 ? "#" : "",
                    1 + (unsigned)nj_rng_below(rng, 4));
        break;
    case 'm':
        nj_str_puts(out, any(rng, types, NJ_COUNT(types)));
        break;
    case 'c':
        nj_str_puts(out, any(rng, camps, NJ_COUNT(camps)));
        break;
    case 'x':
        nj_str_puts(out, nj_rng_below(rng, 2) == 0 ? "last" : "#1");
        break;
    case 's':
        nj_str_puts(out, nj_rng_below(rng, 2) == 0 ? "on" : "off");
        break;
    case 'q':
        nj_str_puts(out, any(rng, handling, NJ_COUNT(handling)));
        break;
    case 'o':
        put_hand(now->seat[seat].hand, rng, out);
        break;
    default:
        nj_str_puts(out, prose);
    }
}

/* Something that the seat's cards can do now; NULL: nothing was found. */
static const struct nj_two_form *power_of(const struct seen *now, nj_seat seat,
                                          struct nj_rng *rng)
{
    const struct nj_two_form *found = NULL;
    uint32_t n = 0;
    char word[3];

    for (unsigned i = 0; nj_nc_seen_card(now->seat[seat].hand, i, word); i++)
        for (size_t k = 0; k < NJ_COUNT(doings); k++)
            if (strcmp(doings[k].card, word) == 0 &&
                strchr(doings[k].form.phases, now->phase[0]) != NULL &&
                nj_rng_below(rng, ++n) == 0)
                found = &doings[k].form;
    return found;
}

static const char *type(const struct worlds_play *p, int side, nj_seat seat,
                        struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX])
{
    const struct nj_two_form *f = NULL;
    struct seen now;

    nj_nc_see(match(p, side), &now);
    if (nj_rng_below(rng, 5) > 1)
        f = power_of(&now, seat, rng);
    if (f == NULL)
        f = nj_two_any_form(common, NJ_COUNT(common), now.phase[0], rng);
    nj_two_fill(&(struct nj_two_pen){put_text, &now, seat}, f->texts, rng,
                text);
    return f->verb;
}

static bool is_vote(const char *verb)
{
    return strcmp(verb, "vote") == 0 || strcmp(verb, "verdict") == 0;
}

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct worlds_play *p = ctx;
    bool astray = nj_rng_below(rng, 30) == 0;

    in->seat = (nj_seat)nj_rng_below(rng, p->two.seats);
    in->verb = type(p, 0, in->seat, rng, text);
    in->place = is_vote(in->verb) != astray ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE;
}

/* --- what a host decides --- */

static void power_text(void *ctx, struct nj_rng *rng,
                       char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const rulings[] = {
        "close",          "night",         "void ? #1",      "strike ? 1",
        "points ? 9",     "card ? lose C", "card ? back DP", "card ? lose K",
        "ballot ? clear", "hello ?"};
    const struct worlds_play *p = ctx;

    nj_two_ruling(rulings, NJ_COUNT(rulings), NULL, p->two.seats, rng, text);
}

/* --- what may be given, and when it is out --- */

static bool is_hidden(const struct worlds_play *p, nj_seat seat)
{
    return seat < NJ_SEATS_MAX && (p->pair.hidden & nj_bit(seat)) != 0;
}

/* Whom a host's decision is about, or NJ_SEAT_NONE. */
static nj_seat seat_of_power(const struct nj_input *in)
{
    for (uint32_t i = 0; i < in->args.n; i++) {
        const struct nj_arg *a = &in->args.v[i];

        if (a->type == NJ_ARG_SEAT)
            return (nj_seat)a->i;
        if (a->type == NJ_ARG_TEXT && a->s[strcspn(a->s, "123456789")] != '\0')
            return (nj_seat)(a->s[strcspn(a->s, "123456789")] - '1');
    }
    return NJ_SEAT_NONE;
}

/* A text by the later of two neighbours would change the places of the list
 * that is shuffled (NC-9.7); stock sentences are as many as lack, and drawn by
 * the number of the input (NC-17.6). */
static bool writes_apart(const struct worlds_play *p, const struct nj_input *in,
                         const char *text)
{
    if (strcmp(in->verb, "pieces") == 0 && strcmp(text, "stock") == 0)
        return is_hidden(p, in->seat) || p->two.apart != 0 || p->two.parted;
    return strcmp(in->verb, "manifesto") == 0 &&
           (p->pair.swapped & nj_bit(in->seat)) != 0 &&
           (p->pair.swapped >> in->seat) == 1;
}

static nj_seat declarer(const char *verb, nj_seat seat)
{
    return verb != NULL && strcmp(verb, "order") == 0 ? seat : NJ_SEAT_NONE;
}

/* Who asks for what took cards may know the cards that did, in time. */
static bool keeps(void *ctx, const struct nj_input *in,
                  /* NOLINTNEXTLINE(readability-non-const-parameter): a hook */
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;

    for (int i = 0; i < 2; i++) {
        nj_nc_see(match(p, i), &p->before[i]);
        p->declares[i] =
            declarer(in->kind == NJ_IN_ORDER ? in->verb : "", in->seat);
    }
    if (in->kind == NJ_IN_OVERRIDE)
        return !is_hidden(p, seat_of_power(in));
    if (in->kind != NJ_IN_ORDER)
        return true;
    if (p->twist->does == TWIST_STILL && is_hidden(p, in->seat))
        return false;
    if (strcmp(in->verb, "coroner") == 0 && !is_hidden(p, in->seat))
        return p->pair.swapped != 0;
    return !writes_apart(p, in, text);
}

static nj_seat acts_for(void *ctx, const struct nj_input *in)
{
    struct worlds_play *p = ctx;
    nj_seat seat;

    if (in->kind != NJ_IN_ORDER || in->place == NJ_PLACE_GROUP ||
        (p->pair.swapped & nj_bit(in->seat)) == 0)
        return in->seat;
    seat = nj_seat_nth(p->pair.swapped & ~nj_bit(in->seat), 0);
    p->declares[1] = declarer(in->verb, seat);
    return seat;
}

/* What is the same in both: all read texts and ballots, and questions to the
 * host have numbers that run through the match (NC-17.12). */
static bool is_common(const char *verb)
{
    return is_vote(verb) || strcmp(verb, "manifesto") == 0 ||
           strcmp(verb, "pieces") == 0 || strcmp(verb, "ask") == 0;
}

static bool other(void *ctx, const struct nj_input *in, const char **verb,
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;
    const char *mine;

    if (p->twist->does != TWIST_BUSY || in->kind != NJ_IN_ORDER ||
        in->place == NJ_PLACE_GROUP || !is_hidden(p, in->seat) ||
        is_common(in->verb) || nj_rng_below(&p->rng, 3) == 0)
        return false;
    mine = type(p, 1, in->seat, &p->rng, text);
    if (is_common(mine) || nj_rng_below(&p->rng, 4) == 0)
        mine = NULL;
    *verb = mine;
    p->declares[1] = declarer(mine, in->seat);
    return true;
}

static void know(const void *ctx, int side, struct nj_str *out)
{
    const struct worlds_play *p = ctx;
    const struct known_game g = {.m = match(p, side),
                                 .board = &p->pair.w[side],
                                 .before = &p->before[side],
                                 .said = p->two.side[side].said,
                                 .observers = p->two.observers,
                                 .hidden = p->pair.hidden,
                                 .swapped = p->pair.swapped,
                                 .ready = p->ready[side]};

    nj_nc_known(&g, out);
}

static bool states_differ(const struct worlds_play *p)
{
    return memcmp(nj_state_const(match(p, 0)), nj_state_const(match(p, 1)),
                  p->game->state_size) != 0;
}

static const char *after(void *ctx, bool refused)
{
    struct worlds_play *p = ctx;

    NJ_UNUSED(refused);
    for (int i = 0; i < 2; i++)
        if (p->declares[i] != NJ_SEAT_NONE && !p->two.side[i].refused)
            p->ready[i] |= nj_bit(p->declares[i]);
    if (!nj_two_same(know, p)) {
        p->count.came++;
        return "";
    }
    p->count.met += states_differ(p);
    /* Who wins is told with the camps. */
    return p->two.side[0].over ? "nc.end" : NULL;
}

static const char *query_text(struct nj_rng *rng)
{
    static const char *const words[] = {"", "SN", "bind", "AM", "1"};

    return any(rng, words, NJ_COUNT(words));
}

static const struct nj_two_power powers[] = {{"pause", "", 2},
                                             {"resume", "", 12},
                                             {"extend", "m", 2},
                                             {"skip", "", 16},
                                             {"kick", "s", 1},
                                             {"sub", "sc", 3},
                                             {"nudge", "s", 2},
                                             {"announce", "t", 2},
                                             {"look", "s", 2},
                                             {"rule", "t", 16},
                                             {0}};

static const struct nj_two_game rules = {.last_key = "nc.end",
                                         .powers = powers,
                                         .order = order,
                                         .keeps = keeps,
                                         .other = other,
                                         .acts_for = acts_for,
                                         .after = after,
                                         .query_text = query_text,
                                         .power_text = power_text,
                                         .open_host = true};

/* --- opening --- */

static void put(const struct nj_game *game, struct nj_options *o,
                const char *key, const char *value)
{
    assert_true(nj_options_put(game, o, nj_option_find(game, key), value));
}

static void choose(const struct nj_game *game, struct nj_options *o,
                   struct nj_rng *rng)
{
    static const char *const choices[][3] = {
        {"manifesto_chars", "0", "30"}, {"bells", "off", "on"},
        {"lifedeath", "tie", "always"}, {"novote", "self", "none"},
        {"reveal", "day", "none"},      {"onehit_scope", "night", "strike"},
        {"bodyguard_kinds", "8", "6"},  {"grace", "off", "on"},
        {"know_allies", "off", "on"},   {"afk_limit", "3", "5"},
        {"night", "360s", "24h"},       {"day", "600s", "24h"},
        {"order_freeze", "0s", "60s"}};

    nj_options_default(game, o);
    for (size_t i = 0; i < NJ_COUNT(choices); i++)
        put(game, o, choices[i][0], choices[i][1 + nj_rng_below(rng, 2)]);
}

static void open_pair(struct worlds_play *p, struct nj_rng *rng)
{
    struct nj_match_seat seats[WORLD_SEATS];
    struct nj_match_setup setup = {.game = p->game,
                                   .edition = "standard",
                                   .seats = seats,
                                   .n_seats = p->pair.w[0].n};
    struct nj_match_setup both[2];

    kit_seats(seats, WORLD_SEATS, names, nj_two_some(WORLD_SEATS, 4, rng));
    choose(p->game, &setup.options, rng);
    nj_rng_splitmix64(&setup.rng, nj_rng_word(rng));
    p->rules = rules;
    p->rules.game = p->game;
    p->two.count = &p->count;
    both[0] = both[1] = setup;
    nj_two_open(&p->two, &p->rules, p, both, 0);
}

bool nj_nc_worlds_open(struct worlds_play *p, const struct twist *twist,
                       struct nj_rng *rng)
{
    p->twist = twist;
    p->pair = (struct pair){.rng = rng};
    nj_nc_board_random(&p->pair.w[0], twist->phase, rng);
    p->pair.w[1] = p->pair.w[0];
    if (!twist->apply(&p->pair))
        return false;
    nj_rng_splitmix64(&p->rng, nj_rng_word(rng));
    open_pair(p, rng);
    for (int i = 0; i < 2; i++) {
        nj_nc_board_give(&p->pair.w[i], p->two.side[i].m);
        nj_match_given_done(p->two.side[i].m, p->two.now_ms);
        nj_nc_see(match(p, i), &p->before[i]);
        p->ready[i] = 0;
        for (unsigned k = 0; k < p->two.seats; k++)
            if (strstr(p->pair.w[i].seat[k].more, ";ready") != NULL)
                p->ready[i] |= nj_bit((nj_seat)k);
    }
    p->two.observers = (nj_bit(p->two.seats) - 1) & ~p->pair.hidden;
    if (p->two.observers != 0 && nj_two_same(know, p))
        return true;
    nj_nc_worlds_close(p);
    return false;
}

void nj_nc_worlds_close(struct worlds_play *p)
{
    nj_two_close(&p->two);
}
