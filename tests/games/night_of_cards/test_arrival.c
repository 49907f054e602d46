/* A dawn does not depend on who ordered first (NC-6.1): random boards, the same
 * orders of each seat, mixed otherwise between the seats, end in the same words
 * for all. NC_NIGHTS in the environment is their number. */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "base/str.h"
#include "games/night_of_cards/night_of_cards.h"
#include "kit/amount.h"
#include "kit/game_kit.h"

extern const struct nj_game nj_night_of_cards;

enum {
    SEATS = 7,
    EACH = 4
};

struct typed {
    unsigned seat;
    const char *verb;
    char text[32];
};

static struct kit *board(const char *clauses)
{
    struct nj_match_setup setup = {
        .game = &nj_night_of_cards, .edition = "standard", .n_seats = SEATS};
    struct kit *k;

    nj_rng_splitmix64(&setup.rng, 1);
    k = kit_create(&setup, NULL, 0, "manifesto_chars=0 novote=none");
    kit_clauses(k, clauses);
    return k;
}

/* "A hand C,SB,K; " of up to five different cards, some with what was. */
static void add_seat(struct nj_rng *rng, nj_seat seat, struct nj_str *out)
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
                    'A' + (char)nj_rng_below(rng, SEATS));
    if ((types >> NC_SH & 1) != 0 && nj_rng_below(rng, 2) != 0)
        nj_str_addf(out, "; %c missed heal %c", name,
                    'A' + (char)nj_rng_below(rng, SEATS));
}

/* Whatever it may order; what it may not is refused, whoever was first. */
static struct typed random_order(struct nj_rng *rng, nj_seat seat)
{
    uint32_t power = nj_rng_below(rng, NC_MORPH);
    struct typed t = {.seat = seat + 1u, .verb = nj_nc_powers[power].word};

    if (power == NC_AIM)
        (void)snprintf(t.text, sizeof(t.text), "%u %u",
                       nj_rng_below(rng, SEATS) + 1, nj_rng_below(rng, 5) + 1);
    else if (nj_nc_powers[power].aims != NC_AT_NOBODY)
        (void)snprintf(t.text, sizeof(t.text), "%u",
                       nj_rng_below(rng, SEATS) + 1);
    return t;
}

/* Mixes the orders between the seats; each seat's keep their order. */
static void mix(struct nj_rng *rng, struct typed list[SEATS][EACH],
                struct typed out[SEATS * EACH])
{
    uint32_t taken[SEATS] = {0};

    for (uint32_t i = 0; i < SEATS * EACH;) {
        uint32_t seat = nj_rng_below(rng, SEATS);

        if (taken[seat] < EACH)
            out[i++] = list[seat][taken[seat]++];
    }
}

/* Plays the night; returns how many orders were taken. */
static unsigned play(struct kit *k, const struct typed list[SEATS * EACH])
{
    unsigned taken = 0;

    for (uint32_t i = 0; i < SEATS * EACH; i++) {
        kit_order_by(k, list[i].seat, NJ_PLACE_PRIVATE, NJ_BY_PERSON,
                     list[i].verb, list[i].text);
        taken += !k->refused;
    }
    kit_forget(k);
    kit_fire(k, "night");
    return taken;
}

/* The deadline is that of the input that closed the night: the same moment,
 * for as many orders came before it. */
static void arrival_changes_no_word(void **state)
{
    uint64_t nights = nj_amount("NC_NIGHTS", 2000);
    unsigned taken = 0;

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= nights; seed++) {
        struct typed list[SEATS][EACH], one[SEATS * EACH], two[SEATS * EACH];
        struct nj_str clauses = NJ_STR_INIT(4096);
        struct kit *k, *other;
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        nj_str_puts(&clauses, "seats ABCDEFG");
        for (nj_seat seat = 0; seat < (nj_seat)SEATS; seat++) {
            add_seat(&rng, seat, &clauses);
            for (uint32_t i = 0; i < EACH; i++)
                list[seat][i] = random_order(&rng, seat);
        }
        mix(&rng, list, one);
        mix(&rng, list, two);
        k = board(clauses.p);
        other = board(clauses.p);
        taken += play(k, one);
        (void)play(other, two);
        assert_string_equal(k->said.p, other->said.p);
        assert_string_equal(kit_words(k), kit_words(other));
        kit_free(k);
        kit_free(other);
        nj_str_fini(&clauses);
    }
    assert_true(taken > 2 * nights); /* most nights are not empty */
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrival_changes_no_word)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
