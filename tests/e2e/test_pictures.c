/*
 * Matches of every block mode over a real WebSocket, and their pictures: each
 * reaches the OneBot program as a whole PNG behind its text.
 */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/party.h"

static struct nj_party p; /* the teardown has to find it */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_party_end(&p);
    return 0;
}

/* The text heard last was the caption of a picture. */
static void shows_a_picture(void)
{
    assert_true(nj_ob_server_picture(p.server) > 0);
    assert_true(nj_ob_server_png(p.server));
}

/* Seats that ask for their walls, and the pool for who asks in the group. */
static void everybody_sees_his_walls(void)
{
    for (unsigned i = 0; i < NJ_PARTY_SIZE; i++) {
        nj_party_private(&p, i, "墙");
        (void)nj_party_told(&p, i, "你四周");
        assert_int_equal(nj_ob_server_picture(p.server), 0);
        (void)nj_party_told(&p, i, "你这一格的四面");
        shows_a_picture();
    }
    nj_party_private(&p, 0, "地图");
    (void)nj_party_told(&p, 0, "图样如下");
    (void)nj_party_told(&p, 0, "区块池");
    shows_a_picture();
}

/* Opens, plays to the end and closes; on the way a sketch of these blocks. */
static void plays(uint64_t chance, const char *options, const char *sketch)
{
    nj_party_open(&p, "", chance, NULL);
    nj_party_begin(&p, options);
    everybody_sees_his_walls();
    nj_party_group(&p, 1, sketch);
    (void)nj_party_hears(&p, "你猜的拼法");
    assert_int_equal(nj_ob_server_picture(p.server), 0);
    (void)nj_party_hears(&p, "拼图");
    shows_a_picture();
    nj_party_play_on(&p);
    (void)nj_party_hears(&p, "揭晓");
    (void)nj_party_hears(&p, "开局的地图");
    shows_a_picture();
    nj_party_no_leak(&p);
    nj_party_close(&p);
}

static void the_classic_blocks(void **state)
{
    NJ_UNUSED(state);
    plays(1, "cap 6;boss minotaur", "#预览 1 2 E1 0 5");
}

static void the_blocks_of_the_rotation(void **state)
{
    NJ_UNUSED(state);
    plays(2, "cap 6;blocks twist;ext on", "#预览 N11 N25 EN1");
}

static void all_blocks_on_ten_by_ten(void **state)
{
    NJ_UNUSED(state);
    plays(3, "cap 6;blocks wild;size 10;event rain", "#预览 N1 0 N2");
}

static void special_blocks(void **state)
{
    NJ_UNUSED(state);
    plays(4, "cap 6;blocks crazy;ext on;melee on", "#预览 SN5 SN6 E3");
}

static void blocks_of_a_list(void **state)
{
    NJ_UNUSED(state);
    plays(5,
          "cap 6;blocks custom;ext on;list N21,N22,N23,N25,N27,N28,N29,N30,"
          "SN5,SN6,1,2,E1,E2,EN5,EN6",
          "#预览 N27 N28 N29 N30");
}

/* Who wants none gets the texts and nothing else. */
static void pictures_can_be_switched_off(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "", 6, NULL);
    nj_party_private(&p, 1, "图片 关");
    (void)nj_party_told(&p, 1, "图片已关闭");
    nj_party_begin(&p, "cap 3");
    nj_party_private(&p, 1, "预览 1 2");
    (void)nj_party_told(&p, 1, "你猜的拼法");
    nj_party_private(&p, 0, "预览 1 2"); /* drawn behind his, if his is */
    (void)nj_party_told(&p, 0, "你猜的拼法");
    (void)nj_party_told(&p, 0, "拼图");
    shows_a_picture();
    assert_null(
        nj_ob_server_expect_private(p.server, nj_party_user(1), "拼图", 0));
    nj_party_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_classic_blocks, end),
        cmocka_unit_test_teardown(the_blocks_of_the_rotation, end),
        cmocka_unit_test_teardown(all_blocks_on_ten_by_ten, end),
        cmocka_unit_test_teardown(special_blocks, end),
        cmocka_unit_test_teardown(blocks_of_a_list, end),
        cmocka_unit_test_teardown(pictures_can_be_switched_off, end),
    };

    return cmocka_run_group_tests_name("e2e/pictures", tests, NULL, NULL);
}
