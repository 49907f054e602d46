/* A dawn does not depend on who ordered first (NC-6.1): random boards of 6 to 16
 * seats, the same orders of each seat, mixed otherwise between the seats, end in
 * the same words for all. 5000 of them in an optimised build, 500 in any other;
 * NC_NIGHTS in the environment is their number. */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "base/str.h"
#include "games/night_of_cards/night_of_cards.h"
#include "kit/amount.h"
#include "kit/game_kit.h"

extern const struct nj_game nj_night_of_cards;

#define NIGHTS (NJ_SLOW_BUILD ? 500 : 5000)

enum {
    EACH = 4,
    ALL = EACH * NC_SEATS_MAX
};

struct typed {
    unsigned seat;
    const char *verb;
    char text[32];
};

static struct kit *board(uint8_t seats, const char *clauses)
{
    struct nj_match_setup setup = {
        .game = &nj_night_of_cards, .edition = "standard", .n_seats = seats};
    struct kit *k;

    nj_rng_splitmix64(&setup.rng, 1);
    k = kit_create(&setup, NULL, 0, "manifesto_chars=0 novote=none");
    kit_clauses(k, clauses);
    return k;
}

/* "A hand C,SB,K; " of up to five different cards, some with what was. */
static void add_seat(struct nj_rng *rng, uint8_t seats, nj_seat seat,
                     struct nj_str *out)
{
    unsigned types = 0;
    char name = (char)('A' + seat);

    nj_str_addf(out, "; %c hand C", name);
    for (uint32_t i = nj_rng_below(rng, 4) + 1; i > 0; i--) {
        uint32_t type = NC_K + nj_rng_below(rng, NC_C - NC_K);

        if ((types >> type & 1) == 0)
            nj_str_addf(out, ",%s", nj_nc_types[type]);
        types |= 1u << type;
    }
    if ((types >> NC_SB & 1) != 0 && nj_rng_below(rng, 2) != 0)
        nj_str_addf(out, "; %c missed bind %c", name,
                    'A' + (char)nj_rng_below(rng, seats));
    if ((types >> NC_SH & 1) != 0 && nj_rng_below(rng, 2) != 0)
        nj_str_addf(out, "; %c missed heal %c", name,
                    'A' + (char)nj_rng_below(rng, seats));
}

/* Whatever it may order; what it may not is refused, whoever was first. */
static struct typed random_order(struct nj_rng *rng, uint8_t seats,
                                 nj_seat seat)
{
    uint32_t power = nj_rng_below(rng, NC_MORPH);
    struct typed t = {.seat = seat + 1u, .verb = nj_nc_powers[power].word};

    if (power == NC_AIM)
        (void)snprintf(t.text, sizeof(t.text), "%u %u",
                       nj_rng_below(rng, seats) + 1, nj_rng_below(rng, 5) + 1);
    else if (nj_nc_powers[power].aims != NC_AT_NOBODY)
        (void)snprintf(t.text, sizeof(t.text), "%u",
                       nj_rng_below(rng, seats) + 1);
    return t;
}

/* Mixes the orders between the seats; each seat's keep their order. */
static void mix(struct nj_rng *rng, uint8_t seats,
                struct typed list[NC_SEATS_MAX][EACH], struct typed out[ALL])
{
    uint32_t taken[NC_SEATS_MAX] = {0};

    for (uint32_t i = 0; i < seats * (uint32_t)EACH;) {
        uint32_t seat = nj_rng_below(rng, seats);

        if (taken[seat] < EACH)
            out[i++] = list[seat][taken[seat]++];
    }
}

/* Plays the night; returns how many orders were taken. */
static unsigned play(struct kit *k, uint8_t seats, const struct typed list[ALL])
{
    unsigned taken = 0;

    for (uint32_t i = 0; i < seats * (uint32_t)EACH; i++) {
        kit_order_by(k, list[i].seat, NJ_PLACE_PRIVATE, NJ_BY_PERSON,
                     list[i].verb, list[i].text);
        taken += !k->refused;
    }
    kit_forget(k);
    kit_fire(k, "night");
    return taken;
}

/* One night in two orders of arrival; returns how many orders it took. The
 * deadline is that of the input that closed the night: the same moment, for as
 * many orders came before it. */
static unsigned arrive_twice(uint64_t seed)
{
    struct typed list[NC_SEATS_MAX][EACH], one[ALL], two[ALL];
    struct nj_str clauses = NJ_STR_INIT(4096);
    struct kit *k, *other;
    struct nj_rng rng;
    uint8_t seats;
    unsigned taken;

    nj_rng_splitmix64(&rng, seed);
    seats = (uint8_t)(NC_SEATS_MIN + nj_rng_below(&rng, 11));
    nj_str_addf(&clauses, "seats %.*s", (int)seats, "ABCDEFGHIJKLMNOP");
    for (nj_seat seat = 0; seat < seats; seat++) {
        add_seat(&rng, seats, seat, &clauses);
        for (uint32_t i = 0; i < EACH; i++)
            list[seat][i] = random_order(&rng, seats, seat);
    }
    mix(&rng, seats, list, one);
    mix(&rng, seats, list, two);
    k = board(seats, clauses.p);
    other = board(seats, clauses.p);
    taken = play(k, seats, one);
    (void)play(other, seats, two);
    assert_string_equal(k->said.p, other->said.p);
    assert_string_equal(kit_words(k), kit_words(other));
    kit_free(k);
    kit_free(other);
    nj_str_fini(&clauses);
    return taken;
}

static void arrival_changes_no_word(void **state)
{
    uint64_t nights = nj_amount("NC_NIGHTS", NIGHTS);
    unsigned taken = 0;

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= nights; seed++)
        taken += arrive_twice(seed);
    assert_true(taken > 2 * nights); /* most nights are not empty */
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrival_changes_no_word)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
