/* src/referee/play/hints.c: who plays a game for the first time is told a little
 * more, behind what he is told anyway, and never again. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "store/store.h"

/* How often the record of a match was read. */
static unsigned reads;

/* The names that the linker wants are reserved ones, so they are labels. */
void real_each_of(struct nj_store *st, int64_t match, nj_out_fn *fn,
                  void *ctx) __asm__("__real_nj_out_each_of");
void wrap_each_of(struct nj_store *st, int64_t match, nj_out_fn *fn,
                  void *ctx) __asm__("__wrap_nj_out_each_of");

void wrap_each_of(struct nj_store *st, int64_t match, nj_out_fn *fn, void *ctx)
{
    reads++;
    real_each_of(st, match, fn, ctx);
}

/* How often the chat has heard that since the last house_forget(). */
static uint32_t times(struct house *h, const char *chat, const char *part)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        n += strstr(s->to, chat) != NULL && strstr(s->text, part) != NULL;
    }
    return n;
}

/* Both try all ways for so many rounds. */
static void wander(struct house *h, int rounds)
{
    static const char *const ways[] = {"右右上上右停", "左下下左左停",
                                       "上上右下右停", "下左上左上停"};

    for (int i = 0; i < 2 * rounds; i++) {
        house_group(h, "ann", ways[i % 4]);
        house_group(h, "bob", ways[(i + 1) % 4]);
    }
}

static void give_up(struct house *h, const char *user)
{
    house_group(h, user, "#退出");
    house_group(h, user, "#确认");
}

/* Of this seed both hear a sound in the first two rounds. */
static void the_first_match_has_hints_and_no_other(void **state)
{
    struct house h = {.paced = false, .seed = 2};
    uint32_t heard;

    NJ_UNUSED(state);
    house_open(&h, "hints_first");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "ann", "追你的是"));
    assert_int_equal(times(&h, "ann", "第一次玩"), 1);
    assert_int_equal(times(&h, "bob", "第一次玩"), 1);
    assert_int_equal(times(&h, "g:1", "第一次在这里玩"), 1);
    reads = 0; /* what each has heard of is known by now */
    wander(&h, 1);
    assert_int_equal(reads, 0);
    heard = times(&h, "ann", "第一次听见") + times(&h, "bob", "第一次听见");
    assert_int_equal(times(&h, "g:1", "第一次听见"), 0);
    house_kill(&h, 0); /* and what was sent is forgotten */
    wander(&h, 9);
    assert_int_equal(times(&h, "ann", "第一次玩"), 0);
    heard += times(&h, "ann", "第一次听见") + times(&h, "bob", "第一次听见");
    assert_int_equal(heard, 2);
    house_private(&h, "ann", "完整赛况");
    assert_int_equal(times(&h, "ann", "第一次玩"), 0);
    give_up(&h, "bob");
    house_forget(&h);

    house_group(&h, "ann", "#重开");
    house_private(&h, "cleo", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "cleo", "#加入");
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "ann", "追你的是"));
    assert_int_equal(times(&h, "ann", "第一次"), 0);
    assert_int_equal(times(&h, "bob", "第一次"), 0);
    assert_int_equal(times(&h, "cleo", "第一次玩"), 1);
    assert_int_equal(times(&h, "g:1", "第一次在这里玩"), 0);
    house_close(&h);
}

/* A newcomer to 杀手牌 reads who is against whom with his hand, what a night is
 * for, how to go on with his first order: each once, and others nothing. */
static void the_first_night_of_cards_is_explained(void **state)
{
    static const char *const orders[] = {"杀 2",   "咬 2",      "狙击 2",
                                         "束魂 2", "治疗 2",    "防弹衣",
                                         "禁锢 2", "变形 狙击", "绝杀 2"};
    static const char *const told[] = {"互相为敌", "今夜可以花点数",
                                       "标着「待宣言」的"};
    struct house h = {.paced = false, .seed = 2};

    NJ_UNUSED(state);
    house_open(&h, "hints_cards");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#新游戏 杀手牌 live");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "ann", "#电脑 4");
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    assert_int_equal(times(&h, "ann", told[0]), 1);
    house_private(&h, "ann", "默认");
    house_private(&h, "bob", "默认");
    house_pass(&h, 3600000); /* whatever is left of the set-up, and on */
    for (size_t i = 0; i < NJ_COUNT(orders); i++)
        house_private(&h, "ann", orders[i]);
    for (size_t i = 0; i < NJ_COUNT(orders); i++)
        house_private(&h, "ann", orders[i]);
    for (size_t i = 0; i < NJ_COUNT(told); i++) {
        if (times(&h, "ann", told[i]) != 1)
            fail_msg("'%s' %u times", told[i], times(&h, "ann", told[i]));
        assert_int_equal(times(&h, "g:1", told[i]), 0);
    }
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_match_has_hints_and_no_other),
        cmocka_unit_test(the_first_night_of_cards_is_explained),
    };

    return cmocka_run_group_tests_name("referee/hints", tests, NULL, NULL);
}
