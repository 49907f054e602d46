/* src/games/night_of_cards/ending.c: ranks and results (NC-8.6, T253), what
 * was well played. */
#include "games/night_of_cards/nc_kit.h"

/* --- ranks --- */

/* The match is over as this board stands. */
static struct kit *over(const char *clauses)
{
    struct kit *k = kit_given("", clauses);

    kit_state(k)->phase = NC_OVER;
    return k;
}

static void check_result(const struct kit *k, nj_seat seat, uint8_t rank,
                         const char *outcome)
{
    struct nj_result r = {.rank = 0};

    nj_nc_result(k->m, seat, &r);
    assert_int_equal(r.rank, rank);
    assert_string_equal(r.outcome, outcome);
    assert_int_equal(r.score, strcmp(outcome, "won") == 0);
}

/* The last but one dies too, which no board that is given has. */
static void kill(struct nc_state *s, nj_seat seat)
{
    s->seat[seat].dead = 1;
    s->seat[seat].n = 0;
}

/* T253: A alive, E dead at dusk 4; F dead at dawn 5, G dead at dusk 3. */
static void winners_come_first_then_the_living_then_who_died_later(void **state)
{
    struct kit *k = over("seats ABCDE; B side killer; E side town; B dead; "
                         "C dead; D dead");
    struct nc_state *s = kit_state(k);

    NJ_UNUSED(state);
    kill(s, 4);
    s->seat[1].died = 2 * 4 + 1;
    s->seat[2].died = 2 * 5;
    s->seat[3].died = 2 * 3 + 1;
    s->seat[4].died = 2 * 3 + 1;
    check_result(k, 0, 1, "won");
    check_result(k, 1, 2, "won");
    check_result(k, 2, 3, "lost");
    check_result(k, 3, 4, "lost");
    check_result(k, 4, 5, "lost"); /* as long as G, who sits in front */
    kit_free(k);
}

static void more_cards_are_better(void **state)
{
    struct kit *k = over("seats ABCD; B hand DP,CB; C hand C,DP,CB; "
                         "D hand CB; A dead");

    NJ_UNUSED(state);
    check_result(k, 0, 4, "lost");
    check_result(k, 1, 2, "won");
    check_result(k, 2, 1, "won");
    check_result(k, 3, 3, "won");
    kit_free(k);
}

/* NC-8.5: sides with living seats share a draw, their dead too. */
static void a_draw_is_shared_by_the_sides_that_live(void **state)
{
    struct kit *k = over("seats ABCD; B side wolf; B dead; D dead");

    NJ_UNUSED(state);
    check_result(k, 0, 1, "shared");
    check_result(k, 2, 2, "shared");
    check_result(k, 3, 3, "shared");
    check_result(k, 1, 4, "lost");
    kit_free(k);
}

/* --- what was well played --- */

static nj_seat_set earned(const struct kit *k, const char *name)
{
    const struct nj_achievement *a = nj_nc_achievements;

    while (a->name != NULL && strcmp(a->name, name) != 0)
        a++;
    assert_non_null(a->name);
    return nj_match_earned(k->m, a);
}

static void achievements_are_told_from_the_last_board(void **state)
{
    struct kit *k = over("seats ABCDE; A side town; A hand CB; "
                         "A initial C,CB; C dead; D side killer; D dead; "
                         "E dead");
    struct nc_state *s = kit_state(k);

    NJ_UNUSED(state);
    s->seat[3].card[0].sainted = 1;
    s->seat[4].card[2].type = NC_AM;
    s->seat[4].card[2].formed = 1 << NC_SN | 1 << NC_DP | 1 << NC_K;
    assert_int_equal(earned(k, "survivor"), nj_bit(1));
    assert_int_equal(earned(k, "last_card"), nj_bit(0));
    assert_int_equal(earned(k, "martyr"), nj_bit(2));
    assert_int_equal(earned(k, "loner"), 0);
    assert_int_equal(earned(k, "saint"), nj_bit(3));
    assert_int_equal(earned(k, "shapes"), nj_bit(4));
    s->seat[4].card[2].formed = 1 << NC_SN | 1 << NC_DP;
    assert_int_equal(earned(k, "shapes"), 0);
    kit_free(k);
}

static void a_free_agent_who_wins_alone_is_a_loner(void **state)
{
    struct kit *k = over("seats AB; A agent; A side lone");

    NJ_UNUSED(state);
    kill(kit_state(k), 1);
    assert_int_equal(earned(k, "loner"), nj_bit(0));
    assert_int_equal(earned(k, "martyr"), 0);
    kit_free(k);
}

/* Nobody has won a draw. */
static void a_draw_makes_no_martyr(void **state)
{
    struct kit *k = over("seats ABC; A hand CB; C dead");

    NJ_UNUSED(state);
    assert_int_equal(earned(k, "martyr"), 0);
    assert_int_equal(earned(k, "last_card"), 0);
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            winners_come_first_then_the_living_then_who_died_later),
        cmocka_unit_test(more_cards_are_better),
        cmocka_unit_test(a_draw_is_shared_by_the_sides_that_live),
        cmocka_unit_test(achievements_are_told_from_the_last_board),
        cmocka_unit_test(a_free_agent_who_wins_alone_is_a_loner),
        cmocka_unit_test(a_draw_makes_no_martyr)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
