/*
 * The option by which a game learns whether somebody leads the match: the
 * shell sets it at the start, and nobody else.
 */
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"
#include "store/store.h"

static const char *const off_on[] = {"off", "on", NULL};
static struct nj_option options[NJ_OPTIONS_MAX + 1];
static struct nj_game hosted;
static struct nj_loaded_game loaded;

static void begin(struct house *h)
{
    size_t n = 0;

    house_open(h, "host_option");
    loaded = h->env.games[0];
    hosted = *loaded.game;
    for (; hosted.options[n].key != NULL; n++)
        options[n] = hosted.options[n];
    options[n] = (struct nj_option){
        .key = "host", .type = NJ_OPTION_WORD, .words = off_on};
    options[n + 1] = (struct nj_option){0};
    hosted.options = options;
    hosted.host_option = "host";
    loaded.game = &hosted;
    house_games(h, &loaded, 1);
}

static bool row_has_host(struct house *h)
{
    struct nj_match_row row;

    assert_true(nj_match_load(h->store, 1, &row));
    assert_int_equal(row.state, NJ_MATCH_RUNNING);
    return strstr(row.options, "\"host\":\"on\"") != NULL;
}

static void seat_two(struct house *h)
{
    house_group(h, "ann", "#新游戏 漫漫长夜");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_private(h, "cat", "我");
}

static void it_is_on_with_a_host_who_holds_no_seat(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    seat_two(&h);
    house_group(&h, "cat", "#主持");
    assert_non_null(house_heard(&h, "group", "cat 主持"));
    house_group(&h, "ann", "#开始");
    assert_true(row_has_host(&h));
    house_close(&h);
}

static void it_is_off_without_a_host(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    seat_two(&h);
    house_group(&h, "ann", "#开始");
    assert_false(row_has_host(&h));
    house_close(&h);
}

static void it_is_off_with_a_host_who_plays(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    seat_two(&h);
    house_group(&h, "bob", "#主持");
    assert_non_null(house_heard(&h, "group", "bob 主持"));
    house_group(&h, "ann", "#开始");
    assert_false(row_has_host(&h));
    house_close(&h);
}

static void nobody_chooses_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    seat_two(&h);
    house_forget(&h);
    house_group(&h, "ann", "#设置 host on");
    assert_non_null(house_heard(&h, "group", "没有「host」这个选项"));
    assert_null(house_heard(&h, "group", ", host"));
    house_group(&h, "ann", "#开始");
    assert_false(row_has_host(&h));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_on_with_a_host_who_holds_no_seat),
        cmocka_unit_test(it_is_off_without_a_host),
        cmocka_unit_test(it_is_off_with_a_host_who_plays),
        cmocka_unit_test(nobody_chooses_it),
    };

    return cmocka_run_group_tests_name("referee/host_option", tests, NULL,
                                       NULL);
}
