/* src/games/long_night/sound.c: the table of LN-6.6, ties included. */
#include "games/long_night/ln_kit.h"

struct row {
    uint8_t size;
    uint8_t listener[2], source[2];
    uint32_t draws[2];
    uint32_t n_draws;
    const char *dir;
};

static const struct row rows[] = {
    {9, {4, 4}, {0, 4}, {0}, 0, "up"},
    {9, {4, 4}, {8, 4}, {0}, 0, "down"},
    {9, {4, 4}, {4, 0}, {0}, 0, "left"},
    {9, {4, 4}, {4, 8}, {0}, 0, "right"},
    {9, {4, 4}, {4, 4}, {0}, 0, "here"},
    {9, {4, 4}, {3, 5}, {0}, 0, "up-right"},
    {9, {4, 4}, {0, 8}, {0}, 0, "up-right"},
    {9, {4, 4}, {8, 0}, {0}, 0, "down-left"},
    {9, {4, 4}, {5, 0}, {0}, 0, "down-left"},
    {9, {0, 0}, {8, 0}, {0}, 0, "up"},
    {9, {0, 0}, {0, 8}, {0}, 0, "left"},
    {9, {0, 0}, {8, 8}, {0}, 0, "up-left"},
    {9, {0, 0}, {4, 0}, {0}, 0, "down"},
    {9, {0, 0}, {5, 0}, {0}, 0, "up"},
    {9, {0, 0}, {4, 5}, {0}, 0, "down-left"},
    {9, {8, 8}, {0, 0}, {0}, 0, "down-right"},
    {9, {1, 7}, {7, 1}, {0}, 0, "up-right"},
    {9, {2, 3}, {2, 7}, {0}, 0, "right"},
    {9, {2, 3}, {2, 8}, {0}, 0, "left"},
    {9, {7, 2}, {1, 3}, {0}, 0, "down-right"},
    {9, {0, 4}, {8, 5}, {0}, 0, "up-right"},
    {10, {0, 0}, {4, 0}, {0}, 0, "down"},
    {10, {0, 0}, {6, 0}, {0}, 0, "up"},
    {10, {0, 0}, {5, 0}, {0}, 1, "down"},
    {10, {0, 0}, {5, 0}, {1}, 1, "up"},
    {10, {0, 0}, {0, 5}, {0}, 1, "right"},
    {10, {0, 0}, {0, 5}, {1}, 1, "left"},
    {10, {0, 0}, {5, 3}, {1}, 1, "up-right"},
    {10, {0, 0}, {5, 5}, {0, 0}, 2, "down-right"},
    {10, {0, 0}, {5, 5}, {0, 1}, 2, "down-left"},
    {10, {0, 0}, {5, 5}, {1, 0}, 2, "up-right"},
    {10, {0, 0}, {5, 5}, {1, 1}, 2, "up-left"},
    {10, {9, 9}, {0, 0}, {0}, 0, "down-right"},
    {10, {2, 8}, {8, 2}, {0}, 0, "up-right"},
    {10, {3, 3}, {3, 3}, {0}, 0, "here"},
};

static void directions_follow_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const struct row *r = &rows[i];
        struct ln_board b = {.size = r->size};
        struct nj_rng rng;
        struct kit *k;

        nj_rng_script(&rng, r->draws, r->n_draws);
        k = kit_new(2, 0, "", &rng);
        assert_string_equal(
            nj_ln_bearing(k->m, &b,
                          nj_ln_board_at(&b, r->listener[0], r->listener[1]),
                          nj_ln_board_at(&b, r->source[0], r->source[1])),
            r->dir);
        assert_int_equal(nj_match_draws(k->m), r->n_draws);
        assert_false(nj_match_misscripted(k->m));
        kit_free(k);
    }
}

/* LN-6.5: axis by axis, listener by listener; S-022 in another shape. */
static void ties_are_drawn_listener_by_listener(void **state)
{
    static const uint32_t draws[] = {0, 1, 1};
    static const char *const clauses[] = {"open10", "w 0,1", "p1 0,0", "p2 5,1",
                                          "p3 5,6"};
    struct nj_rng rng;
    struct nj_err err = {{0}};
    struct kit *k;

    (void)state;
    nj_rng_script(&rng, draws, NJ_COUNT(draws));
    k = kit_new(LN_SEATS_MAX, 0, "", &rng);
    for (size_t i = 0; i < NJ_COUNT(clauses); i++)
        assert_int_equal(nj_match_given(k->m, clauses[i], &err), NJ_OK);
    nj_match_given_done(k->m, k->now_ms);
    kit_order(k, 1, "move", "r");
    KIT_SAID(k, "G ln.step seat=1 n=1 dir=R snd=splash\n"
                "P2 ln.sound seat=1 n=1 kind=splash dir=down\n"
                "P3 ln.sound seat=1 n=1 kind=splash dir=up-left\n");
    assert_int_equal(nj_match_draws(k->m), NJ_COUNT(draws));
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_follow_the_table),
        cmocka_unit_test(ties_are_drawn_listener_by_listener),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/sound", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
