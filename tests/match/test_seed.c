/* The seed of a match (design 4): its bytes written down by hand, and what
 * changes it. */
#include <string.h>

#include "base/random.h"
#include "kit/nj_test.h"
#include "match/game.h"
#include "match/seed.h"

/* Not in the order of their names, which is the order of the bytes. */
static const char *const off_on[] = {"off", "on", NULL};
static const struct nj_option table[] = {
    {.key = "think",
     .type = NJ_OPTION_MS,
     .lo = 10000,
     .hi = 600000,
     .dflt = 90000},
    {.key = "goal", .type = NJ_OPTION_INT, .lo = 1, .hi = 100, .dflt = 20},
    {.key = "questions", .type = NJ_OPTION_WORD, .words = off_on, .dflt = 1},
    {.key = NULL}};
static const struct nj_game game = {.id = "seed", .options = table};

/* Match 300, code K7Q, three seats of which the last is a computer player's;
 * who gave "gone" left again. */
static const char *const joins[] = {"moon", "gone", "\xe6\xbc\xab"};

/*
 * BLAKE2b-256 with a key of 32 bytes of 7, by another library than ours
 * (Python's hashlib), of these 72 bytes:
 *
 *     "nightjar-seed-2"
 *     ac 02                       300, seven bits at a time
 *     03 "K7Q"
 *     03                          options, in the order of their names
 *     04 "goal" 02 "20"
 *     09 "questions" 02 "on"
 *     05 "think" 03 "90s"
 *     03 00 00 01                 seats: two persons and a computer player
 *     03 04 "moon" 04 "gone" 03 e6 bc ab
 */
#define GOLDEN \
 "81ba16780f90074fbe6124354325f6c2e5e7e6a9d0cff23db928231fc6ff04af"

struct draw {
    struct nj_options options;
    struct nj_seed_parts parts;
};

static void agree(struct draw *d)
{
    nj_options_default(&game, &d->options);
    d->parts = (struct nj_seed_parts){.match = 300,
                                      .code = "K7Q",
                                      .game = &game,
                                      .options = &d->options,
                                      .n_seats = 3,
                                      .computers = nj_bit(2),
                                      .joins = joins,
                                      .n_joins = NJ_COUNT(joins)};
}

static void seed_hex(const struct draw *d, char hex[NJ_HEX_BYTES])
{
    struct nj_hash secret, seed;

    memset(secret.b, 7, sizeof(secret.b));
    nj_seed(&secret, &d->parts, &seed);
    nj_hash_hex(&seed, hex);
}

static void differs(const struct draw *d)
{
    char hex[NJ_HEX_BYTES];

    seed_hex(d, hex);
    assert_string_not_equal(hex, GOLDEN);
}

static void the_seed_is_the_hash_of_the_bytes_of_the_design(void **state)
{
    struct draw d;
    char hex[NJ_HEX_BYTES];

    NJ_UNUSED(state);
    agree(&d);
    seed_hex(&d, hex);
    assert_string_equal(hex, GOLDEN);
}

/* Who has seen that the draw would be bad for him cannot take his words back
 * unseen: all that was given counts, in its order. */
static void leaving_and_joining_again_last_changes_it(void **state)
{
    static const char *const again[] = {"moon", "gone", "\xe6\xbc\xab", "moon"};
    static const char *const without[] = {"gone", "\xe6\xbc\xab", "moon"};
    static const char *const joined[] = {"moongone", "", "\xe6\xbc\xab"};
    struct draw d;

    NJ_UNUSED(state);
    agree(&d);
    d.parts.joins = again;
    d.parts.n_joins = NJ_COUNT(again);
    differs(&d);
    d.parts.joins = without;
    d.parts.n_joins = NJ_COUNT(without);
    differs(&d);
    d.parts.joins = joined;
    differs(&d);
    agree(&d);
    d.parts.n_joins--;
    differs(&d);
}

static void each_option_changes_it(void **state)
{
    static const char *const other[] = {"91", "21", "off"};
    struct draw d;

    NJ_UNUSED(state);
    for (int i = 0; i < (int)NJ_COUNT(other); i++) {
        agree(&d);
        assert_true(nj_options_put(&game, &d.options, i, other[i]));
        differs(&d);
    }
}

static void seats_number_and_code_change_it(void **state)
{
    struct draw d;

    NJ_UNUSED(state);
    agree(&d);
    d.parts.n_seats = 4; /* one more computer player */
    d.parts.computers |= nj_bit(3);
    differs(&d);
    agree(&d);
    d.parts.computers = nj_bit(1); /* who joined between two persons */
    differs(&d);
    agree(&d);
    d.parts.match = 301;
    differs(&d);
    agree(&d);
    d.parts.code = "K7R";
    differs(&d);
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    nj_random_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seed_is_the_hash_of_the_bytes_of_the_design),
        cmocka_unit_test(leaving_and_joining_again_last_changes_it),
        cmocka_unit_test(each_option_changes_it),
        cmocka_unit_test(seats_number_and_code_change_it),
    };

    return cmocka_run_group_tests_name("match/seed", tests, begin, NULL);
}
