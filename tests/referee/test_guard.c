/* A fault inside one match freezes that one alone (goals R11). */
#include "base/bug.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "kit/toy_game.h"

/* A computer player that contradicts itself. */
static bool faulty_act(const void *scratch, nj_seat me, struct nj_rng *rng,
                       struct nj_brain_order *out)
{
    NJ_UNUSED(scratch);
    NJ_UNUSED(rng);
    NJ_UNUSED(out);
    NJ_ASSERT(me == NJ_SEAT_NONE);
    return false;
}

static void other_matches_go_on(void **state)
{
    struct house h = {.paced = false};
    struct nj_game faulty = nj_toy_game;
    struct nj_loaded_game games[2];

    NJ_UNUSED(state);
    faulty.id = "faulty";
    faulty.brain.act = faulty_act;
    house_open(&h, "guard");
    games[0] = h.env.games[0];
    games[1] = (struct nj_loaded_game){.game = &faulty};
    house_games(&h, games, 2);
    house_begin(&h, "ann bob", "");
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_group(&h, "cat", "#新游戏 faulty");
    house_group(&h, "cat", "#电脑 2");
    house_forget(&h);
    house_group(&h, "cat", "#开始");
    assert_non_null(house_heard(&h, "group", "出了我的错"));
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_forget(&h);
    house_group(&h, "ann", "#停止");
    house_group(&h, "bob", "#停止");
    assert_non_null(house_heard(&h, "group", "行动结束"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_matches_go_on),
    };

    return cmocka_run_group_tests_name("referee/guard", tests, NULL, NULL);
}
