/* src/games/shadow_hotel/ending.c: how it ends, who wins, what is achieved. Rows
 * of SH-18 are named where a test is one. */
#include "games/shadow_hotel/sh_board.h"

/* --- endings --- */

struct ending_row {
    bool brillo;
    uint8_t uses;
    const char *ending, *winners;
};

/* T051, T052, T053, T218, T258. */
static void the_last_round_ends_it(void **state)
{
    static const struct ending_row rows[] = {{true, 2, "loop", "2"},
                                             {true, 1, "lost", "-"},
                                             {false, 0, "lost", "-"}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = board("c", 6, "");
        char line[80];

        if (rows[i].brillo) {
            board_brillo(k);
            board_out(k, 1);
            board_edit(k)->album_uses = rows[i].uses;
        }
        board_round(k, 12);
        kit_fire(k, "round");
        assert_false(k->over);
        kit_fire(k, "round");
        assert_true(k->over);
        (void)snprintf(line, sizeof(line), "G sh.end ending=%s\n",
                       rows[i].ending);
        KIT_HAS(k, line);
        (void)snprintf(line, sizeof(line), "G sh.winners seats=%s\n",
                       rows[i].winners);
        KIT_HAS(k, line);
        kit_free(k);
    }
}

/* T239: nobody left at E6 comes before the loop at E10. */
static void nobody_left_comes_first(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_brillo(k);
    board_out(k, 1);
    board_out(k, 3);
    s->album_uses = 2;
    board_round(k, 13);
    s->power = 0;
    s->power_ops = 1;
    s->seat[2].room = 1;
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.end ending=awakening\n");
    KIT_HAS(k, "G sh.winners seats=1\n");
    kit_free(k);
}

static void results_say_who_won(void **state)
{
    static const struct {
        enum sh_ending ending;
        int ranks[3]; /* shadow, Brillo, a dead player */
        const char *outcome;
    } rows[] = {{SH_ESCAPE, {2, 2, 1}, "won"},
                {SH_AWAKEN, {1, 2, 2}, "lost"},
                {SH_LOOP, {2, 1, 2}, "lost"},
                {SH_LOST, {2, 2, 2}, "nobody"}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = board("c", 6, "");
        struct nj_result r;

        board_brillo(k);
        board_out(k, 2);
        board_edit(k)->stage = SH_ENDED;
        board_edit(k)->ending = (uint8_t)rows[i].ending;
        for (nj_seat seat = 0; seat < 3; seat++) {
            nj_sh_result(k->m, seat, &r);
            assert_int_equal(r.rank, rows[i].ranks[seat]);
            assert_int_equal(r.score, rows[i].ranks[seat] == 1);
        }
        assert_string_equal(r.outcome, rows[i].outcome);
        kit_free(k);
    }
}

static nj_seat_set earned(const struct kit *k, const char *name)
{
    const struct nj_achievement *a = nj_sh_achievements;

    while (a->name != NULL && strcmp(a->name, name) != 0)
        a++;
    assert_non_null(a->name);
    return nj_match_earned(k->m, a);
}

static void achievements_read_the_last_state(void **state)
{
    struct kit *k = board("c", 5, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->stage = SH_ENDED;
    s->ending = SH_ESCAPE;
    assert_int_equal(earned(k, "everyone"), 0x1e);
    s->seat[1].room = 7;
    assert_int_equal(earned(k, "keyholder"), 0);
    s->item[SH_ITEM_KEY] = (struct sh_item){.where = SH_HELD, .at = 1};
    assert_int_equal(earned(k, "keyholder"), 0x2);
    s->tunnel = 1;
    s->seat[2].room = 44;
    assert_int_equal(earned(k, "tunneller"), 0x4);
    assert_int_equal(earned(k, "last_one"), 0);
    board_out(k, 1);
    board_out(k, 3);
    board_out(k, 4);
    assert_int_equal(earned(k, "last_one"), 0x4);
    assert_int_equal(earned(k, "everyone"), 0);
    assert_int_equal(earned(k, "unhurt"), 0);
    s->ending = SH_AWAKEN;
    assert_int_equal(earned(k, "unhurt"), 0x1);
    assert_int_equal(earned(k, "swift"), 0x1);
    assert_int_equal(earned(k, "crossed"), 0);
    board_put(k, SH_CROSS, SH_HELD, 0);
    assert_int_equal(earned(k, "crossed"), 0x1);
    s->round = 6;
    assert_int_equal(earned(k, "swift"), 0x1);
    s->round = 7;
    assert_int_equal(earned(k, "swift"), 0);
    s->death[0].seat = 0;
    s->n_deaths = 1;
    assert_int_equal(earned(k, "unhurt"), 0);
    s->ending = SH_LOST;
    assert_int_equal(earned(k, "stayed"), 0x4);
    s->seat[2].left = 3;
    assert_int_equal(earned(k, "stayed"), 0);
    board_brillo(k);
    s->ending = SH_LOOP;
    assert_int_equal(earned(k, "circle"), 0x2);
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_round_ends_it),
        cmocka_unit_test(nobody_left_comes_first),
        cmocka_unit_test(results_say_who_won),
        cmocka_unit_test(achievements_read_the_last_state),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
