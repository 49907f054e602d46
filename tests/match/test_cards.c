/* Cards: piles, what moves between them, chance, and how they are told. */
#include <string.h>

#include "kit/nj_death.h"
#include "kit/nj_test.h"
#include "match/cards.h"
#include "match/emit.h"
#include "match/match.h"

#define SEED 7

enum {
    DECK,
    DISCARD,
    HAND, /* + seat */
    LAST = NJ_PILES_MAX - 1
};

/* --- a game that is nothing but cards --- */

static void (*probe)(struct nj_match *m, struct nj_cards *c);

static int start(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    probe(m, nj_state(m));
    return 0;
}

static const struct nj_verb verbs[] = {{.name = NULL}};
static const struct nj_option options[] = {{.key = NULL}};
static const struct nj_preset presets[] = {{.name = NULL}};
static const char *const editions[] = {"plain", NULL};

static const struct nj_game game = {
    .id = "cards",
    .prefix = "cards",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .editions = editions,
    .verbs = verbs,
    .options = options,
    .presets = presets,
    .state_size = sizeof(struct nj_cards),
    .start = start,
};

/* Runs `fn` in the start of a match with a known stream; what it said, if
 * anything, goes to `said`. */
static void play(void (*fn)(struct nj_match *m, struct nj_cards *c),
                 struct nj_str *said)
{
    static const struct nj_match_seat seats[] = {{"Ann", false, 0, ""},
                                                 {"Bo", false, 1, ""}};
    struct nj_match_setup setup = {.game = &game,
                                   .edition = "plain",
                                   .seats = seats,
                                   .n_seats = NJ_COUNT(seats)};
    const struct nj_input in = {
        .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = "", .reason = ""};
    const struct nj_outcome *o;
    struct nj_match *m;

    nj_rng_splitmix64(&setup.rng, SEED);
    m = nj_match_create(&setup);
    probe = fn;
    o = nj_match_apply(m, &in);
    if (said != NULL)
        for (const struct nj_message *x = o->messages; x != NULL; x = x->next)
            nj_message_canon(x, said);
    nj_match_destroy(m);
}

static void fill(struct nj_cards *c, uint8_t pile, const char *cards)
{
    for (; *cards != '\0'; cards++)
        nj_cards_add(c, pile, (uint8_t)*cards);
}

/* The pile is this, from the top. */
static void check_pile(const struct nj_cards *c, uint8_t pile, const char *want)
{
    char is[NJ_CARDS_MAX + 1] = "";

    for (uint8_t i = 0; i < nj_cards_count(c, pile); i++)
        is[i] = (char)nj_cards_at(c, pile, i);
    assert_string_equal(is, want);
}

/* --- piles --- */

static void cards_lie_in_piles(void **state)
{
    struct nj_cards c = {0};

    NJ_UNUSED(state);
    check_pile(&c, DECK, "");
    fill(&c, LAST, "z");
    fill(&c, DECK, "abc");
    fill(&c, HAND + 1, "xy");
    fill(&c, DECK, "d");
    check_pile(&c, DECK, "abcd");
    check_pile(&c, DISCARD, "");
    check_pile(&c, HAND, "");
    check_pile(&c, HAND + 1, "xy");
    check_pile(&c, LAST, "z");
    assert_int_equal(nj_cards_count(&c, DECK), 4);
    assert_int_equal(nj_cards_find(&c, DECK, 'c'), 2);
    assert_int_equal(nj_cards_find(&c, DECK, 'x'), -1);
    assert_int_equal(nj_cards_find(&c, HAND + 1, 'y'), 1);
    assert_int_equal(nj_cards_find(&c, HAND + 1, 'z'), -1);
    assert_int_equal(nj_cards_find(&c, DISCARD, 'x'), -1);
    fill(&c, HAND, "pqp");
    assert_int_equal(nj_cards_find(&c, HAND, 'p'), 0);
}

static void cards_go_to_the_top_or_the_bottom(void **state)
{
    struct nj_cards c = {0};

    NJ_UNUSED(state);
    fill(&c, DECK, "abcd");
    fill(&c, HAND, "xyz");
    assert_int_equal(nj_cards_move(&c, DECK, 1, HAND, NJ_TOP), 'b');
    check_pile(&c, DECK, "acd");
    check_pile(&c, HAND, "bxyz");
    assert_int_equal(nj_cards_move(&c, HAND, 3, DECK, NJ_BOTTOM), 'z');
    check_pile(&c, DECK, "acdz");
    check_pile(&c, HAND, "bxy");
    assert_int_equal(nj_cards_move(&c, HAND, 2, DECK, NJ_TOP), 'y');
    assert_int_equal(nj_cards_move(&c, HAND, 0, DISCARD, NJ_BOTTOM), 'b');
    check_pile(&c, DECK, "yacdz");
    check_pile(&c, DISCARD, "b");
    check_pile(&c, HAND, "x");
    /* Within a pile: a hand in another order. */
    assert_int_equal(nj_cards_move(&c, DECK, 2, DECK, NJ_TOP), 'c');
    check_pile(&c, DECK, "cyadz");
    assert_int_equal(nj_cards_move(&c, DECK, 0, DECK, NJ_BOTTOM), 'c');
    check_pile(&c, DECK, "yadzc");
    check_pile(&c, HAND, "x");
}

static void a_deck_is_drawn_from_its_top(void **state)
{
    struct nj_cards c = {0};
    uint8_t card = '-';

    NJ_UNUSED(state);
    fill(&c, DECK, "ab");
    fill(&c, HAND, "x");
    assert_true(nj_cards_draw(&c, DECK, HAND, &card));
    assert_int_equal(card, 'a');
    assert_true(nj_cards_draw(&c, DECK, HAND, &card));
    assert_int_equal(card, 'b');
    check_pile(&c, HAND, "xab");
    assert_false(nj_cards_draw(&c, DECK, HAND, &card));
    assert_int_equal(card, 'b');
    check_pile(&c, HAND, "xab");
    check_pile(&c, DECK, "");
}

/* Whatever way they came: equal piles are equal bytes, and the rest is zero. */
static void equal_piles_are_equal_states(void **state)
{
    struct nj_cards a = {0};
    struct nj_cards b = {0};

    NJ_UNUSED(state);
    fill(&a, HAND, "xyz");
    fill(&a, DECK, "ab");
    (void)nj_cards_move(&a, HAND, 1, DISCARD, NJ_TOP);
    (void)nj_cards_move(&a, DISCARD, 0, DECK, NJ_TOP);
    fill(&b, DECK, "yab");
    fill(&b, HAND, "xz");
    assert_memory_equal(&a, &b, sizeof(a));
    for (size_t i = 5; i < NJ_CARDS_MAX; i++)
        assert_int_equal(a.card[i], 0);
}

static void all_cards_find_room(void **state)
{
    struct nj_cards c = {0};
    uint8_t card = 0;

    NJ_UNUSED(state);
    for (unsigned i = 0; i < NJ_CARDS_MAX; i++)
        nj_cards_add(&c, (uint8_t)(i % NJ_PILES_MAX), (uint8_t)(2 * i));
    for (unsigned p = 0; p < LAST; p++)
        while (nj_cards_draw(&c, (uint8_t)p, LAST, &card))
            continue;
    assert_int_equal(nj_cards_count(&c, LAST), NJ_CARDS_MAX);
    for (unsigned i = 0; i < NJ_CARDS_MAX; i++)
        assert_in_range(nj_cards_find(&c, LAST, (uint8_t)(2 * i)), 0,
                        NJ_CARDS_MAX - 1);
    while (nj_cards_count(&c, LAST) > 0)
        (void)nj_cards_move(&c, LAST, (uint8_t)(nj_cards_count(&c, LAST) - 1),
                            DECK, NJ_TOP);
    assert_int_equal(nj_cards_count(&c, DECK), NJ_CARDS_MAX);
}

/* --- chance --- */

/* The list from the top, by the draws that the rules document. */
static void shuffle_deck(struct nj_match *m, struct nj_cards *c)
{
    uint8_t want[7] = {'a', 'b', 'c', 'd', 'e', 'f'};
    struct nj_rng rng;

    nj_rng_splitmix64(&rng, SEED);
    for (uint32_t i = 5; i > 0; i--) {
        uint32_t k = nj_rng_below(&rng, i + 1);
        uint8_t kept = want[i];

        want[i] = want[k];
        want[k] = kept;
    }
    fill(c, HAND, "xy");
    fill(c, DECK, "abcdef");
    fill(c, DISCARD, "r");
    nj_cards_shuffle(m, c, DECK);
    check_pile(c, DECK, (const char *)want);
    assert_string_not_equal((const char *)want, "abcdef");
    check_pile(c, DISCARD, "r");
    check_pile(c, HAND, "xy");
    nj_cards_shuffle(m, c, DISCARD); /* no draw */
    nj_cards_shuffle(m, c, LAST);
    assert_int_equal(nj_random(m, 1000), nj_rng_below(&rng, 1000));
}

static void shuffling_draws_as_documented(void **state)
{
    NJ_UNUSED(state);
    play(shuffle_deck, NULL);
}

/* Under the deck as it lies, then one shuffle of the whole. */
static void renew_deck(struct nj_match *m, struct nj_cards *c)
{
    uint8_t want[6] = {'a', 'p', 'q', 'r', 's'};
    struct nj_rng rng;

    nj_rng_splitmix64(&rng, SEED);
    for (uint32_t i = 4; i > 0; i--) {
        uint32_t k = nj_rng_below(&rng, i + 1);
        uint8_t kept = want[i];

        want[i] = want[k];
        want[k] = kept;
    }
    fill(c, DECK, "a");
    fill(c, DISCARD, "pqrs");
    fill(c, HAND, "x");
    nj_cards_renew(m, c, DECK, DISCARD);
    check_pile(c, DECK, (const char *)want);
    check_pile(c, DISCARD, "");
    check_pile(c, HAND, "x");
}

static void a_discard_pile_becomes_the_deck(void **state)
{
    NJ_UNUSED(state);
    play(renew_deck, NULL);
}

/* --- telling --- */

static void tell_hands(struct nj_match *m, struct nj_cards *c)
{
    static const char *const words[] = {"axe", "rope", "lamp"};
    char mine[NJ_CARDS_TEXT_MAX], yours[NJ_CARDS_TEXT_MAX];

    nj_cards_add(c, HAND, 2);
    nj_cards_add(c, HAND, 0);
    nj_cards_add(c, HAND, 2);
    nj_emit(m, nj_to_all(), "cards.hands", "",
            NJ_ARGS(nj_cards_arg("mine", c, HAND, words, mine),
                    nj_cards_arg("yours", c, HAND + 1, words, yours)));
    assert_string_equal(yours, "-");
}

static void a_hand_is_told_by_words(void **state)
{
    struct nj_str said = NJ_STR_INIT(400);

    NJ_UNUSED(state);
    play(tell_hands, &said);
    assert_string_equal(said.p, "G cards.hands mine=lamp,axe,lamp yours=-");
    nj_str_fini(&said);
}

/* --- faults of a game --- */

static void overfill(void)
{
    struct nj_cards c = {0};

    for (int i = 0; i <= NJ_CARDS_MAX; i++)
        nj_cards_add(&c, DECK, 1);
}

static void take_from_behind(void)
{
    struct nj_cards c = {0};

    fill(&c, DECK, "a");
    fill(&c, HAND, "x");
    (void)nj_cards_move(&c, DECK, 1, DISCARD, NJ_TOP);
}

static void name_no_pile(void)
{
    struct nj_cards c = {0};

    nj_cards_add(&c, NJ_PILES_MAX, 1);
}

static void wrong_places_are_assertions(void **state)
{
    void (*const wrong[])(void) = {overfill, take_from_behind, name_no_pile};
    char out[400];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(wrong); i++) {
        assert_int_not_equal(nj_death_of(wrong[i], out, sizeof(out)), 0);
        assert_non_null(strstr(out, "cards.c"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_lie_in_piles),
        cmocka_unit_test(cards_go_to_the_top_or_the_bottom),
        cmocka_unit_test(a_deck_is_drawn_from_its_top),
        cmocka_unit_test(equal_piles_are_equal_states),
        cmocka_unit_test(all_cards_find_room),
        cmocka_unit_test(shuffling_draws_as_documented),
        cmocka_unit_test(a_discard_pile_becomes_the_deck),
        cmocka_unit_test(a_hand_is_told_by_words),
        cmocka_unit_test(wrong_places_are_assertions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
