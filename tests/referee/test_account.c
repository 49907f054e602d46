/*
 * One person on two platforms: words that link, what they join and what they
 * do not. For src/referee/commands/cmd_link.c.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "store/records.h"

#define TARA "tg:u:tara"
#define TOM  "tg:u:tom"

/* The word in the newest text that says "绑定 ". */
static void word_of(struct house *h, const char *who, char out[16])
{
    const char *text = house_heard(h, who, "「绑定 ");

    if (text == NULL)
        fail_msg("%s was given no word", who);
    else
        (void)snprintf(out, 11, "%s",
                       strstr(text, "「绑定 ") + strlen("「绑定 "));
}

static void type(struct house *h, const char *who, const char *word)
{
    char line[64];

    (void)snprintf(line, sizeof(line), "绑定 %s", word);
    house_private(h, who, line);
}

static void link_them(struct house *h, const char *who, const char *other)
{
    char word[16];

    house_private(h, who, "绑定");
    word_of(h, who, word);
    type(h, other, word);
    word_of(h, other, word);
    type(h, who, word);
}

static bool are_one(struct house *h, const char *a, const char *b)
{
    char x[NJ_ADDRESS_MAX], y[NJ_ADDRESS_MAX];

    nj_account_of(h->store, a, x);
    nj_account_of(h->store, b, y);
    assert_true(nj_store_good(h->store));
    return strcmp(x, y) == 0;
}

static void both_sides_make_one_of_two(void **state)
{
    struct house h = {.paced = false};
    char word[16];

    NJ_UNUSED(state);
    house_open(&h, "acc_link");
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    type(&h, TARA, word);
    assert_false(are_one(&h, "qq:u:ann", TARA)); /* not by one side */
    word_of(&h, TARA, word);
    house_kill(&h, 1000);
    type(&h, "ann", word);
    assert_non_null(house_heard(&h, "ann", "绑定好了"));
    assert_non_null(house_heard(&h, TARA, "绑定好了"));
    house_kill(&h, 1000);
    assert_true(are_one(&h, "qq:u:ann", TARA));
    house_forget(&h);
    house_private(&h, TARA, "解绑");
    assert_non_null(house_heard(&h, "ann", "已解绑"));
    assert_false(are_one(&h, "qq:u:ann", TARA));
    house_private(&h, TARA, "解绑");
    assert_non_null(house_heard(&h, TARA, "没有绑定"));
    house_close(&h);
}

static void a_word_is_good_once_in_time_and_for_one(void **state)
{
    struct house h = {.paced = false};
    char word[16], answer[16];

    NJ_UNUSED(state);
    house_open(&h, "acc_word");
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    house_group(&h, "ann", "#绑定"); /* never in public */
    assert_non_null(house_heard(&h, "group", "私聊"));
    house_forget(&h);
    type(&h, "ann", word); /* his own */
    assert_non_null(house_heard(&h, "ann", "这个词不对"));
    house_pass(&h, 600000);
    type(&h, TARA, word);
    assert_non_null(house_heard(&h, TARA, "这个词不对"));
    house_forget(&h);
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    type(&h, TARA, word);
    word_of(&h, TARA, answer);
    house_forget(&h);
    type(&h, TOM, word); /* used */
    assert_non_null(house_heard(&h, TOM, "这个词不对"));
    type(&h, "bob", answer); /* not for him */
    assert_non_null(house_heard(&h, "bob", "这个词不对"));
    type(&h, "ann", answer);
    assert_true(are_one(&h, "qq:u:ann", TARA));
    assert_false(are_one(&h, "qq:u:bob", TARA));
    house_close(&h);
}

static void guessing_is_slow(void **state)
{
    struct house h = {.paced = false};
    char word[16];

    NJ_UNUSED(state);
    house_open(&h, "acc_guess");
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    for (int i = 0; i < 5; i++)
        type(&h, TARA, "A2A2A2A2A2");
    house_forget(&h);
    type(&h, TARA, word); /* the right one */
    assert_non_null(house_heard(&h, TARA, "错得太多"));
    house_pass(&h, 600000);
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    type(&h, TARA, word);
    word_of(&h, TARA, word);
    house_close(&h);
}

static void one_a_platform(void **state)
{
    struct house h = {.paced = false};
    char word[16];

    NJ_UNUSED(state);
    house_open(&h, "acc_platform");
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    type(&h, "bob", word);
    assert_non_null(house_heard(&h, "bob", "每个平台只能"));
    type(&h, TARA, word);
    word_of(&h, TARA, word);
    type(&h, "ann", word);
    house_forget(&h);
    house_private(&h, TOM, "绑定"); /* ann has a self there already */
    word_of(&h, TOM, word);
    type(&h, "ann", word);
    assert_non_null(house_heard(&h, "ann", "每个平台只能"));
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    type(&h, TARA, word);
    assert_non_null(house_heard(&h, TARA, "已经绑在一起"));
    house_close(&h);
}

/* A table of two homes, where both of somebody's selves could sit. */
static void open_two_homes(struct house *h)
{
    const char *said;
    char line[64];

    house_private(h, "ann", "我");
    house_private(h, TARA, "我");
    house_group(h, "bob", "#新游戏 漫漫长夜");
    house_group(h, "bob", "#联桌");
    said = house_heard(h, "group", "「#联桌 ");
    assert_non_null(said);
    (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                   strstr(said, "#联桌 ") + strlen("#联桌 "));
    house_group_at(h, "tg:g:9", TOM, line);
    house_group(h, "bob", "#联桌 同意 9");
    house_group(h, "ann", "#加入");
}

static void one_person_has_one_seat(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "acc_seat");
    link_them(&h, "ann", TARA);
    open_two_homes(&h);
    house_forget(&h);
    house_group_at(&h, "tg:g:9", TARA, "#加入");
    assert_non_null(house_heard(&h, TARA, "一个人只能坐一席"));
    assert_null(house_heard(&h, "tg:g:9", "")); /* nobody else's business */
    assert_int_equal(h.referee->entries[0]->n_sitters, 1);
    house_close(&h);
}

/* Nor a second one by taking over another's. */
static void nobody_takes_over_beside_himself(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "acc_over");
    link_them(&h, "ann", TARA);
    open_two_homes(&h);
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#加入");
    house_group(&h, "bob", "#开始");
    house_group(&h, "bob", "#求替补");
    house_group_at(&h, "tg:g:9", TARA, "#接替");
    assert_string_equal(
        nj_sitters_at(h.referee->entries[0],
                      nj_sitters_of(h.referee->entries[0], "qq:u:bob")->seat)
            ->user,
        "qq:u:bob");
    house_close(&h);
}

static void two_seats_of_a_match_are_not_linked(void **state)
{
    struct house h = {.paced = false};
    char word[16];

    NJ_UNUSED(state);
    house_open(&h, "acc_two");
    house_private(&h, "ann", "绑定");
    word_of(&h, "ann", word);
    type(&h, TARA, word);
    word_of(&h, TARA, word);
    open_two_homes(&h);
    house_group_at(&h, "tg:g:9", TARA, "#加入");
    type(&h, "ann", word); /* both sit down between the words */
    assert_non_null(house_heard(&h, "ann", "坐在同一局里"));
    assert_false(are_one(&h, "qq:u:ann", TARA));
    assert_int_equal(h.referee->entries[0]->n_sitters, 2);
    house_close(&h);
}

/* Who plays, and who leads, becomes one with somebody who does neither. */
static void who_plays_elsewhere_is_linked(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "acc_elsewhere");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "hugo", "#主持");
    link_them(&h, "ann", TARA); /* sits there; nobody else does of them */
    assert_true(are_one(&h, "qq:u:ann", TARA));
    link_them(&h, "hugo", TOM); /* leads it, and sits nowhere */
    assert_true(are_one(&h, "qq:u:hugo", TOM));
    house_close(&h);
}

static void statistics_and_rating_are_the_accounts(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "acc_stats");
    house_begin(&h, "ann bob", "cap 30");
    house_group(&h, "bob", "#退出");
    house_group(&h, "bob", "#确认");
    house_forget(&h);
    house_private(&h, TARA, "战绩");
    assert_non_null(house_heard(&h, TARA, "还没有打完过一局"));
    link_them(&h, TARA, "ann");
    house_private(&h, TARA, "战绩");
    assert_non_null(house_heard(&h, TARA, "1 局，夺冠 1"));
    assert_non_null(
        house_heard(&h, TARA, "评分 1844")); /* of ann, who played */
    house_private(&h, "ann", "解绑");
    house_forget(&h);
    house_private(&h, "ann", "战绩");
    assert_non_null(house_heard(&h, "ann", "评分 1844"));
    house_private(&h, TARA, "战绩");
    assert_non_null(house_heard(&h, TARA, "还没有打完过一局"));
    house_close(&h);
}

static void share_with(struct house *h, const char *group)
{
    char line[64];
    const char *told;

    house_group(h, "opener", "#联桌");
    told = house_heard(h, "group", "#联桌 ");
    assert_non_null(told);
    (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                   strstr(told, "#联桌 ") + strlen("#联桌 "));
    house_group_at(h, group, TARA, line);
    (void)snprintf(line, sizeof(line), "#联桌 同意 %s",
                   nj_address_group_id(group));
    house_group(h, "opener", line);
}

/* Who has given his seat away knows what it knew, on the other platform too:
 * he takes no seat of that match over there. */
static void another_self_takes_no_seat_over(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "acc_takeover");
    link_them(&h, "ann", TARA);
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    share_with(&h, "tg:g:-9");
    house_private(&h, "bob", "我");
    house_private(&h, "dan", "我");
    house_private(&h, TOM, "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#开始");
    house_group(&h, "ann", "#求替补");
    house_group(&h, "dan", "#接替");
    assert_non_null(house_heard(&h, "dan", "你接手了"));
    house_group(&h, "bob", "#求替补");
    house_forget(&h);
    house_group_at(&h, "tg:g:-9", TARA, "#接替");
    assert_null(house_heard(&h, TARA, "你接手了"));
    assert_non_null(house_heard(&h, "tg:g:-9", "没有接替"));
    house_group_at(&h, "tg:g:-9", TOM, "#接替"); /* a stranger may */
    assert_non_null(house_heard(&h, TOM, "你接手了"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_make_one_of_two),
        cmocka_unit_test(a_word_is_good_once_in_time_and_for_one),
        cmocka_unit_test(guessing_is_slow),
        cmocka_unit_test(one_a_platform),
        cmocka_unit_test(one_person_has_one_seat),
        cmocka_unit_test(nobody_takes_over_beside_himself),
        cmocka_unit_test(two_seats_of_a_match_are_not_linked),
        cmocka_unit_test(who_plays_elsewhere_is_linked),
        cmocka_unit_test(statistics_and_rating_are_the_accounts),
        cmocka_unit_test(another_self_takes_no_seat_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
