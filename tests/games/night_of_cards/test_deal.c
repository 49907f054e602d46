/* src/games/night_of_cards/deal.c: the deals of NC-2.8, and what every deal
 * must keep (NC-2.2 to 2.4, NC-12.2, T257). */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "kit/nj_test.h"
#include "match/match.h"

/* --- a match that is nothing but the deal --- */

static uint8_t hand_size = NC_HAND;

static int start(struct nj_match *m, const struct nj_input *in)
{
    struct nc_state *s = nj_state(m);

    NJ_UNUSED(in);
    s->n = nj_seats(m);
    s->opt.hand = hand_size;
    nj_nc_deal(m, s);
    return 0;
}

static const struct nj_verb verbs[] = {{.name = NULL}};
static const struct nj_option options[] = {{.key = NULL}};
static const struct nj_preset presets[] = {{.name = NULL}};
static const char *const editions[] = {"plain", NULL};

static const struct nj_game game = {.id = "deal",
                                    .prefix = "deal",
                                    .rules_version = 1,
                                    .seats_min = NC_SEATS_MIN,
                                    .seats_max = NC_SEATS_MAX,
                                    .editions = editions,
                                    .verbs = verbs,
                                    .options = options,
                                    .presets = presets,
                                    .state_size = sizeof(struct nc_state),
                                    .start = start};

/* A deal; returns how many bounded draws it took. */
static uint32_t deal(uint8_t n, uint8_t hand, const struct nj_rng *rng,
                     struct nc_state *out)
{
    static const struct nj_match_seat seat = {"Ann", false, 0, ""};
    struct nj_match_seat seats[NC_SEATS_MAX];
    const struct nj_match_setup setup = {.game = &game,
                                         .edition = "plain",
                                         .seats = seats,
                                         .n_seats = n,
                                         .rng = *rng};
    const struct nj_input in = {
        .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = "", .reason = ""};
    struct nj_match *m;
    uint32_t draws;

    for (nj_seat i = 0; i < n; i++)
        seats[i] = seat;
    hand_size = hand;
    m = nj_match_create(&setup);
    (void)nj_match_apply(m, &in);
    memcpy(out, nj_state_const(m), sizeof(*out));
    draws = (uint32_t)nj_match_draws(m);
    nj_match_destroy(m);
    return draws;
}

static uint32_t deal_seed(uint8_t n, uint8_t hand, uint64_t seed,
                          struct nc_state *out)
{
    struct nj_rng rng;

    nj_rng_splitmix64(&rng, seed);
    return deal(n, hand, &rng, out);
}

/* --- NC-2.8 --- */

static void the_test_stream_is_that_of_the_rules(void **state)
{
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 0);
    assert_true(nj_rng_word(&rng) == UINT64_C(0xE220A8397B1DCDAF));
    assert_true(nj_rng_word(&rng) == UINT64_C(0x6E789E6AA1B965F4));
}

static void check_seat(const struct nc_seat *who, const char *want)
{
    char is[2 * sizeof(struct nc_words)];

    (void)snprintf(is, sizeof(is), "%s %s",
                   who->agent ? "agent" : nj_nc_sides[who->side],
                   nj_nc_hand(who).s);
    assert_string_equal(is, want);
    assert_memory_equal(who->hand, who->drawn, NC_HAND);
    assert_memory_equal(who->hand, who->declared, NC_HAND);
}

static void the_deals_of_seed_1_come_out(void **state)
{
    static const char *const six[] = {
        "town SN,C,CA,CB,DP", "town VW,AM,C,CF,CA", "town CF,AM,DP,C,SH",
        "town CB,VW,BG,C,SB", "wolf W,SN,SH,C,BG",  "killer AM,K,C,SB,BG"};
    static const char *const seven[] = {
        "town CF,VW,C,DP,BG", "town AM,C,SN,C,BG", "killer CA,C,AM,C,K",
        "town C,C,VW,AM,SN",  "wolf CA,SH,C,C,W",  "agent CB,BG,SB,C,SH",
        "town CF,DP,C,CB,SB"};
    static struct nc_state s;

    NJ_UNUSED(state);
    /* Calls of R.next: none was rejected, so they are the bounded draws. */
    assert_int_equal(deal_seed(6, 5, 1, &s), 671);
    assert_int_equal(s.n_aside, 0);
    for (nj_seat i = 0; i < 6; i++)
        check_seat(&s.seat[i], six[i]);
    assert_int_equal(deal_seed(7, 5, 1, &s), 200);
    assert_int_equal(s.n_aside, 1);
    assert_int_equal(s.aside[0], NC_C);
    for (nj_seat i = 0; i < 7; i++)
        check_seat(&s.seat[i], seven[i]);
}

/* --- what every deal keeps --- */

static unsigned count(const struct nc_seat *who, int type)
{
    unsigned n = 0;

    for (uint8_t i = 0; i < who->dealt; i++)
        n += who->card[i].type == type;
    return n;
}

/* NC-2.3, and NC-2.5b of the default order. */
static void check_hand(const struct nc_state *s, const struct nc_seat *who)
{
    unsigned seen = 0;

    assert_int_equal(who->dealt, s->opt.hand);
    assert_int_equal(who->n, s->opt.hand);
    for (int type = NC_K; type < NC_C; type++)
        assert_true(count(who, type) <= 1);
    assert_false(count(who, NC_K) > 0 && count(who, NC_W) > 0);
    assert_int_not_equal(who->card[nj_nc_bottom(who)].type, NC_C);
    for (uint8_t i = 0; i < who->n; i++)
        seen |= 1U << who->hand[i];
    assert_int_equal(seen, (1U << who->n) - 1);
    if (count(who, NC_K) > 0)
        assert_int_equal(who->side, NC_KILLER);
    if (count(who, NC_W) > 0)
        assert_int_equal(who->side, NC_WOLF);
}

/* The deck is all there; commoners differ by one at most. */
static void check_cards(const struct nc_state *s)
{
    unsigned least = NC_HAND;
    unsigned most = 0;

    for (int type = NC_K; type < NC_TYPES; type++) {
        unsigned n = 0;

        for (nj_seat i = 0; i < s->n; i++)
            n += count(&s->seat[i], type);
        for (uint8_t i = 0; i < s->n_aside; i++)
            n += s->aside[i] == type;
        assert_int_equal(n, nj_nc_in_deck(s, (uint8_t)type));
    }
    for (nj_seat i = 0; i < s->n; i++) {
        unsigned n = count(&s->seat[i], NC_C);

        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    assert_true(most - least <= 1);
    for (uint8_t i = 0; i < s->n_aside; i++)
        assert_true(s->aside[i] != NC_K && s->aside[i] != NC_W);
}

static void check_deal(const struct nc_state *s)
{
    for (nj_seat i = 0; i < s->n; i++)
        check_hand(s, &s->seat[i]);
    check_cards(s);
    assert_int_equal(s->total, s->n * s->opt.hand);
}

/* T257. */
static void every_deal_keeps_the_rules(void **state)
{
    static struct nc_state s;

    NJ_UNUSED(state);
    for (unsigned n = NC_SEATS_MIN; n <= NC_SEATS_MAX; n++)
        for (uint64_t seed = 1; seed <= 100; seed++) {
            (void)deal_seed((uint8_t)n, 5, seed, &s);
            check_deal(&s);
            (void)deal_seed((uint8_t)n, 4, seed, &s);
            check_deal(&s);
        }
}

/* NC-2.4: killer camp, werewolf camp, townsfolk, free agents. */
static void camps_are_as_large_as_the_table_says(void **state)
{
    static const uint8_t want[][NC_SIDES] = {
        {1, 1, 4, 0}, {1, 1, 4, 1}, {1, 1, 5, 1}, {2, 2, 5, 0},
        {2, 2, 6, 0}, {2, 2, 6, 1}, {2, 2, 7, 1}, {2, 2, 8, 1},
        {3, 3, 8, 0}, {3, 3, 9, 0}, {3, 3, 9, 1}};
    static struct nc_state s;

    NJ_UNUSED(state);
    for (unsigned n = NC_SEATS_MIN; n <= NC_SEATS_MAX; n++) {
        uint8_t is[NC_SIDES] = {0};
        unsigned agents = 0;

        (void)deal_seed((uint8_t)n, 5, n, &s);
        for (nj_seat i = 0; i < s.n; i++) {
            is[s.seat[i].side]++;
            agents += s.seat[i].agent;
            assert_int_equal(s.seat[i].agent, s.seat[i].side == NC_LONE);
        }
        assert_memory_equal(is, want[n - NC_SEATS_MIN], NC_SIDES);
        assert_int_equal(agents, is[NC_LONE]);
    }
}

/* --- decks --- */

struct deck {
    uint8_t n, hand, aside;
    uint8_t cards[NC_C]; /* K to AM, then C */
};

static void decks_are_those_of_the_table(void **state)
{
    static const struct deck decks[] = {
        {6, 5, 0, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 6}},
        {7, 5, 1, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 12}},
        {8, 5, 0, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 16}},
        {9, 5, 0, {1, 1, 3, 3, 3, 2, 2, 2, 2, 2, 3, 3, 18}},
        {10, 5, 0, {1, 1, 3, 3, 3, 3, 2, 2, 2, 2, 4, 4, 20}},
        {11, 5, 0, {1, 1, 3, 3, 3, 3, 3, 2, 3, 3, 4, 4, 22}},
        {12, 5, 0, {1, 1, 3, 4, 4, 3, 3, 3, 3, 3, 4, 4, 24}},
        {13, 5, 0, {1, 1, 4, 4, 4, 4, 3, 3, 3, 3, 5, 4, 26}},
        {14, 5, 0, {1, 1, 4, 4, 4, 4, 3, 3, 4, 4, 5, 5, 28}},
        {15, 5, 0, {1, 1, 4, 4, 4, 5, 4, 4, 4, 4, 5, 5, 30}},
        {16, 5, 0, {1, 1, 4, 5, 5, 5, 4, 4, 4, 4, 6, 5, 32}},
        /* NC-12.2. */
        {6, 4, 6, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 6}},
        {7, 4, 3, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 7}},
        {8, 4, 0, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 8}},
        {9, 4, 0, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 12}},
        {12, 4, 0, {1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 24}},
        {13, 4, 0, {1, 1, 3, 3, 2, 2, 2, 2, 2, 2, 3, 3, 26}},
        {14, 4, 0, {1, 1, 3, 3, 3, 3, 2, 2, 2, 2, 3, 3, 28}},
        {15, 4, 0, {1, 1, 3, 3, 3, 3, 2, 2, 2, 2, 4, 4, 30}},
        {16, 4, 0, {1, 1, 3, 3, 3, 3, 2, 2, 3, 3, 4, 4, 32}}};
    static struct nc_state s;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(decks); i++) {
        (void)deal_seed(decks[i].n, decks[i].hand, 1, &s);
        for (enum nc_type type = NC_K; type < NC_TYPES; type++)
            assert_int_equal(nj_nc_in_deck(&s, type),
                             decks[i].cards[type - NC_K]);
        assert_int_equal(s.n_aside, decks[i].aside);
    }
}

/* NC-12.2: what hands of four set aside are power cards. */
static void a_deck_of_four_sets_no_commoner_aside(void **state)
{
    static struct nc_state s;

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= 50; seed++) {
        (void)deal_seed(6, 4, seed, &s);
        for (uint8_t i = 0; i < s.n_aside; i++)
            assert_int_not_equal(s.aside[i], NC_C);
    }
}

/* Draw 3 that never succeeds: a shuffle of top results moves nothing, and K
 * and W stay in one hand. Then the cards go round, and are still dealt. */
static void a_deal_that_never_fits_goes_round(void **state)
{
    enum {
        SHUFFLE = 23,
        DRAWS = 4096 * SHUFFLE + 3 + 6 * 4
    };

    static uint32_t script[DRAWS];
    struct nj_rng rng;
    static struct nc_state s;
    uint32_t n = 0;

    NJ_UNUSED(state);
    for (uint32_t tries = 0; tries < 4096; tries++)
        for (uint32_t i = SHUFFLE; i > 0; i--)
            script[n++] = i;
    nj_rng_script(&rng, script, DRAWS); /* of camps and orders: zeros */
    assert_int_equal(deal(6, 5, &rng, &s), DRAWS);
    check_deal(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_test_stream_is_that_of_the_rules),
        cmocka_unit_test(the_deals_of_seed_1_come_out),
        cmocka_unit_test(every_deal_keeps_the_rules),
        cmocka_unit_test(camps_are_as_large_as_the_table_says),
        cmocka_unit_test(decks_are_those_of_the_table),
        cmocka_unit_test(a_deck_of_four_sets_no_commoner_aside),
        cmocka_unit_test(a_deal_that_never_fits_goes_round)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
