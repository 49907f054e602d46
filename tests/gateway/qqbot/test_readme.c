/*
 * What the pages for owners say that a bot can carry is what the ledger allows
 * it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "gateway/qqbot/credit.h"
#include "kit/nj_test.h"

#define SEATS_LONG_NIGHT 6
#define SEATS_CARDS      16

static const struct nj_qb_limits *const proved = &nj_qb_limits_verified;
static const struct nj_qb_limits *const other = &nj_qb_limits_unverified;

/* The whole page; the caller frees. */
static char *read_page(const char *name)
{
    struct nj_str path = NJ_STR_INIT(4096);
    struct nj_str text = NJ_STR_INIT(1u << 20);
    char part[4096];
    size_t n;
    FILE *f;

    nj_str_addf(&path, NJ_SOURCE_DIR "/%s", name);
    f = fopen(path.p, "r");
    assert_non_null(f);
    while ((n = fread(part, 1, sizeof(part), f)) > 0)
        nj_str_add(&text, part, n);
    (void)fclose(f);
    nj_str_fini(&path);
    assert_false(text.over);
    return nj_str_take(&text);
}

/* Takes the row over. */
static void expect_row(const char *page, struct nj_str *row)
{
    char *text = read_page(page);

    nj_str_putc(row, '\n');
    if (strstr(text, row->p) == NULL)
        fail_msg("%s has no row %s", page, row->p);
    free(text);
    nj_str_fini(row);
}

static void what_a_minute_holds_stands_on_the_pages(void **state)
{
    struct nj_str row = NJ_STR_INIT(4096);

    NJ_UNUSED(state);
    nj_str_addf(&row,
                "| pushes a minute into all groups | 60, of which %u are used |"
                " 30, of which %u are used |",
                proved->groups_push_min, other->groups_push_min);
    expect_row("README.md", &row);
    row = (struct nj_str)NJ_STR_INIT(4096);
    nj_str_addf(&row,
                "| 所有群一分钟的主动消息 | 60 条，我们用 %u 条 | 30 条，我们用"
                " %u 条 |",
                proved->groups_push_min, other->groups_push_min);
    expect_row("README.zh-CN.md", &row);
}

static void what_people_are_pushed_stands_on_the_pages(void **state)
{
    struct nj_str row = NJ_STR_INIT(4096);

    NJ_UNUSED(state);
    assert_int_equal(proved->people_push_min, 0);
    nj_str_addf(&row,
                "| pushes to people | 10 a second, of which %u are used | 30 a "
                "minute, of which %u are used |",
                proved->people_push_s, other->people_push_min);
    expect_row("README.md", &row);
    row = (struct nj_str)NJ_STR_INIT(4096);
    nj_str_addf(&row,
                "| 发给个人的主动消息 | 一秒 10 条，我们用 %u 条 | 一分钟 30 "
                "条，我们用 %u 条 |",
                proved->people_push_s, other->people_push_min);
    expect_row("README.zh-CN.md", &row);
}

static void what_one_chat_gets_stands_on_the_pages(void **state)
{
    struct nj_str row = NJ_STR_INIT(4096);

    NJ_UNUSED(state);
    assert_int_equal(proved->group_push_min, proved->person_push_min);
    assert_int_equal(proved->group_push_min, other->group_push_min);
    assert_int_equal(proved->group_push_min, other->person_push_min);
    assert_int_equal(proved->day_max, other->day_max);
    nj_str_addf(
        &row,
        "| one chat | 20 a minute, of which %u are used; 1000 a day, of "
        "which %u are used | the same |",
        proved->group_push_min, proved->day_max);
    expect_row("README.md", &row);
    row = (struct nj_str)NJ_STR_INIT(4096);
    nj_str_addf(&row,
                "| 一个聊天 | 一分钟 20 条，我们用 %u 条；一天 1000 条，我们用 "
                "%u 条 | 一样 |",
                proved->group_push_min, proved->day_max);
    expect_row("README.zh-CN.md", &row);
}

/* --- games --- */

/* How long it takes to push one line to each of so many, whom nobody has told
 * anything before; in seconds begun. */
static unsigned burst_s(const struct nj_qb_limits *limits, unsigned people)
{
    struct nj_qb_ledger *l = nj_qb_ledger_create(limits);
    struct nj_qb_now now = {.ms = 1000000, .day = 20000};
    struct nj_qb_ticket t;
    char chat[32];

    for (unsigned i = 0; i < people;) {
        (void)snprintf(chat, sizeof(chat), "qqbot:u:A%u", i);
        nj_qb_ledger_take(l, chat, false, now, &t);
        if (t.route == NJ_QB_PUSH)
            i++;
        else
            now.ms = t.due_ms;
    }
    nj_qb_ledger_destroy(l);
    return (unsigned)((now.ms - 1000000) / 1000) + 1;
}

/* Each turn tells each of them something. */
static unsigned turn_s(unsigned people)
{
    return (60 * people + other->people_push_min - 1) / other->people_push_min;
}

static void what_games_need_stands_on_the_pages(void **state)
{
    struct nj_str row = NJ_STR_INIT(4096);

    NJ_UNUSED(state);
    nj_str_addf(&row,
                "| 漫漫长夜 | six people at full speed | two, or six at %u "
                "seconds a turn |",
                turn_s(SEATS_LONG_NIGHT));
    expect_row("README.md", &row);
    row = (struct nj_str)NJ_STR_INIT(4096);
    nj_str_addf(&row,
                "| 漫漫长夜 | 六个人全速 | 两个人，或者六个人、一回合 %u 秒 |",
                turn_s(SEATS_LONG_NIGHT));
    expect_row("README.zh-CN.md", &row);
    row = (struct nj_str)NJ_STR_INIT(4096);
    nj_str_addf(&row,
                "| 杀手牌 | sixteen people hear the dawn in %u seconds | in %u "
                "seconds, once a minute |",
                burst_s(proved, SEATS_CARDS), burst_s(other, SEATS_CARDS));
    expect_row("README.md", &row);
    row = (struct nj_str)NJ_STR_INIT(4096);
    nj_str_addf(&row,
                "| 杀手牌 | 十六个人 %u 秒内听完天亮 | %u 秒，一分钟只够一次 |",
                burst_s(proved, SEATS_CARDS), burst_s(other, SEATS_CARDS));
    expect_row("README.zh-CN.md", &row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_minute_holds_stands_on_the_pages),
        cmocka_unit_test(what_people_are_pushed_stands_on_the_pages),
        cmocka_unit_test(what_one_chat_gets_stands_on_the_pages),
        cmocka_unit_test(what_games_need_stands_on_the_pages),
    };

    return cmocka_run_group_tests_name("readme", tests, NULL, NULL);
}
