/* How the pace feels at a live table: nobody waits long, joins share a text,
 * buttons go with what is left, and the limiter minds its own business
 * (UX-4, UX-6.2). `nightjar bench felt` has the figures. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define PROMPT   "走第一步"
#define THINK_MS 2500

static const struct nj_pace of_telegram = {1, 4, 18, 3};

static uint32_t texts_to(struct nj_gateway *g, const char *group)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(g); i++)
        n += strcmp(nj_memory_get(g, i)->to, group) == 0;
    return n;
}

/* The card, and three texts: the first at once, the others when some have come
 * together or the match begins. */
static void six_people_sit_down_in_four_texts(void **state)
{
    static const char *const people[] = {"ann", "bob", "cat",
                                         "dan", "eve", "fay"};
    struct house h = {.paced = true};

    NJ_UNUSED(state);
    house_open(&h, "felt_seats");
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        house_private(&h, people[i], "我");
    house_pass(&h, 60000);
    house_forget(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_pass(&h, 5000);
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_group(&h, people[i], "#加入");
        house_pass(&h, 3000);
    }
    assert_in_range(texts_to(h.gateway, "qq:g:1"), 2, 4);
    assert_non_null(house_heard(&h, "group", "ann 入座"));
    house_pass(&h, 12000);
    assert_non_null(house_heard(&h, "group", "fay 入座"));
    assert_in_range(texts_to(h.gateway, "qq:g:1"), 2, 4);
    house_close(&h);
}

/* A match of two at that pace: whoever has the turn ends it after a moment of
 * thinking. Returns the longest wait for the prompt that follows, in ms. */
static int64_t play(struct house *h, struct nj_pace pace, int turns)
{
    int64_t longest_ms = 0;
    bool ann;

    house_begin(h, "ann bob", "");
    ann = house_heard(h, "group", "轮到 1 席·ann") != NULL;
    h->referee->setup.pace = pace;
    house_pass(h, 60000);
    for (int i = 0; i < turns; i++, ann = !ann) {
        int64_t typed_ms = h->now_ms;

        house_forget(h);
        house_group(h, ann ? "ann" : "bob", "停止");
        while (house_heard(h, "group", PROMPT) == NULL) {
            assert_true(h->now_ms - typed_ms < 60000);
            house_pass(h, 100);
        }
        if (h->now_ms - typed_ms > longest_ms)
            longest_ms = h->now_ms - typed_ms;
        assert_null(house_heard(h, "group", "这里要说的太多了"));
        house_pass(h, THINK_MS);
    }
    return longest_ms;
}

static void no_prompt_waits_long_at_live_play(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "felt_even");
    assert_in_range(play(&h, of_telegram, 40), 0, 4000);
    house_close(&h);
}

/* Even where a match says more than it may: it is nobody's question. */
static void the_limiter_is_silent_where_nobody_asks(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "felt_limiter");
    assert_in_range(play(&h, (struct nj_pace){1, 3, 12, 3}, 30), 1, 59999);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_people_sit_down_in_four_texts),
        cmocka_unit_test(no_prompt_waits_long_at_live_play),
        cmocka_unit_test(the_limiter_is_silent_where_nobody_asks),
    };

    return cmocka_run_group_tests_name("referee/felt", tests, NULL, NULL);
}
