/* Two worlds (SH-5.23, 8.2, 12.1): what a seat may not know does not reach it
 * nor the group, and a leak in each kind of message is caught.
 *
 * NJ_WORLDS_MOVES: orders to play in all, 20000 without it; NJ_TEST_TENTH=1
 * makes it a tenth. NJ_WORLDS_SEED: where the random pairs begin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/shadow_hotel/sh_kit.h"
#include "games/shadow_hotel/worlds_play.h"

#define MOVES      20000
#define RUN_INPUTS 250
#define ROW_MOVES  150 /* at least: some secrets are seldom met */

static uint64_t from_env(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    unsigned long long n = text != NULL ? strtoull(text, NULL, 10) : 0;

    return n > 0 ? n : otherwise;
}

static uint64_t row_moves(void)
{
    uint64_t n = from_env("NJ_WORLDS_MOVES", MOVES);

    if (from_env("NJ_TEST_TENTH", 0) > 0)
        n /= 10;
    n = n / nj_sh_twists_n + 1;
    return n > ROW_MOVES ? n : ROW_MOVES;
}

/* --- nothing leaks --- */

static void must_be_alike(const struct worlds_play *p, uint64_t seed)
{
    if (p->two.what == NULL)
        return;
    (void)fputs(p->two.diff.p, stderr); /* too long for cmocka */
    fail_msg("%s (%s), seed %llu", p->twist->name, p->twist->clause,
             (unsigned long long)seed);
}

static void play_row(struct worlds_play *p, const struct twist *twist)
{
    uint64_t seed = from_env("NJ_WORLDS_SEED", 1);
    uint64_t pairs = 0;

    p->count = (struct nj_two_count){0};
    p->met = p->came = 0;
    for (; p->count.moves < row_moves(); seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        if (!nj_sh_worlds_open(p, twist, &rng))
            continue;
        pairs++;
        nj_two_play(&p->two, &rng, RUN_INPUTS);
        must_be_alike(p, seed);
        nj_sh_worlds_close(p);
    }
    print_message("%-42s %6llu moves %6llu inputs %5llu queries %5llu apart "
                  "%4llu of %4llu came out\n",
                  twist->name, (unsigned long long)p->count.moves,
                  (unsigned long long)p->count.inputs,
                  (unsigned long long)p->count.queries,
                  (unsigned long long)p->met, (unsigned long long)p->came,
                  (unsigned long long)pairs);
    assert_true(p->met > row_moves() / 4);
}

static struct worlds_play *new_play(const struct nj_game *game)
{
    struct worlds_play *p = nj_alloc(sizeof(*p));

    nj_random_init();
    p->map = kit_map();
    p->game = game;
    return p;
}

static void what_a_seat_may_not_know_does_not_reach_it(void **state)
{
    struct worlds_play *p = new_play(&nj_shadow_hotel);

    NJ_UNUSED(state);
    for (size_t i = 0; i < nj_sh_twists_n; i++)
        play_row(p, &nj_sh_twists[i]);
    free(p);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_map_done();
    nj_two_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_seat_may_not_know_does_not_reach_it),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
