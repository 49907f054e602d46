/* Watching, pausing together and reporting: what a record of the shell cannot
 * show. */
#include "base/str.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "kit/toy_game.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define GROUP "tg:g:9"

/* What comes behind the mark of the match: the group reads none. */
static const char *bare(const char *text)
{
    const char *end = text[0] == '[' ? strstr(text, "]\n") : NULL;

    return end != NULL ? end + 2 : text;
}

/* All that was sent to a chat, one text behind the other. */
static void heard_by(const struct house *h, const char *chat,
                     struct nj_str *out)
{
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        if (strcmp(s->to, chat) == 0)
            nj_str_addf(out, "%s\n", bare(s->text));
    }
}

static void a_watcher_hears_what_the_group_hears_and_no_more(void **state)
{
    struct house h = {.paced = false, .seed = 1};
    struct nj_str group = NJ_STR_INIT(100000), watcher = NJ_STR_INIT(100000);

    NJ_UNUSED(state);
    house_open(&h, "watch_all");
    house_begin(&h, "ann bob cat", "");
    house_private(&h, "wim", "我");
    house_group(&h, "wim", "#观战");
    house_forget(&h);
    for (int round = 0; round < 6; round++) {
        house_group(&h, "ann", "右右上上下停"); /* in turn: LN-15.1 */
        house_group(&h, "cat", "停止");
        house_group(&h, "bob", "左左上停");
        house_private(&h, "ann", "墙");
        if (round == 3) {
            house_kill(&h, 0);
            heard_by(&h, "qq:g:1", &group);
            heard_by(&h, "qq:u:wim", &watcher);
        }
    }
    house_group(&h, "ann", "#提议结束");
    heard_by(&h, "qq:g:1", &group);
    heard_by(&h, "qq:u:wim", &watcher);
    assert_true(watcher.len > 400);
    assert_string_equal(watcher.p, group.p);
    nj_str_fini(&group);
    nj_str_fini(&watcher);
    house_close(&h);
}

static void who_sits_down_or_is_gone_watches_no_more(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "watch_gone");
    house_begin(&h, "ann bob", "");
    house_private(&h, "wim", "我");
    house_group(&h, "wim", "#观战");
    nj_books_chat(h.referee, "qq:u:wim")->reach = NJ_REACH_REFUSED;
    house_forget(&h);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_null(house_heard(&h, "wim", ""));
    assert_int_equal(nj_watch_count(h.referee), 0);
    house_kill(&h, 0);
    assert_int_equal(nj_watch_count(h.referee), 0);
    house_close(&h);
}

static void so_many_watch_and_no_more(void **state)
{
    struct house h = {.paced = false};
    char user[16];

    NJ_UNUSED(state);
    house_open(&h, "watch_full");
    house_begin(&h, "ann bob", "");
    for (int i = 0; i < NJ_WATCHERS_MAX; i++) {
        (void)snprintf(user, sizeof(user), "w%d", i);
        house_private(&h, user, "我");
        house_group(&h, user, "#观战");
    }
    assert_int_equal(nj_watch_count(h.referee), NJ_WATCHERS_MAX);
    house_private(&h, "wim", "我");
    house_group(&h, "wim", "#观战");
    assert_non_null(house_heard(&h, "group", "观战的人太多"));
    house_group(&h, "w7", "#观战"); /* he is there already */
    assert_int_equal(nj_watch_count(h.referee), NJ_WATCHERS_MAX);
    house_kill(&h, 0);
    assert_int_equal(nj_watch_count(h.referee), NJ_WATCHERS_MAX);
    house_private(&h, "w7", "观战 停");
    assert_int_equal(nj_watch_count(h.referee), NJ_WATCHERS_MAX - 1);
    house_close(&h);
}

static void on_telegram_a_button_agrees_and_a_watcher_gets_none(void **state)
{
    struct house h = {.paced = false};
    uint32_t n;

    NJ_UNUSED(state);
    house_open(&h, "watch_buttons");
    h.second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK;
    (void)snprintf(h.second->prefix, sizeof(h.second->prefix), "/");
    house_group_at(&h, GROUP, "tg:u:ann", "/new long-night");
    house_private(&h, "tg:u:ann", "/me");
    house_private(&h, "tg:u:bob", "/me");
    house_private(&h, "tg:u:wim", "/me");
    house_group_at(&h, GROUP, "tg:u:ann", "/join");
    house_group_at(&h, GROUP, "tg:u:bob", "/join");
    house_group_at(&h, GROUP, "tg:u:ann", "/begin");
    house_group_at(&h, GROUP, "tg:u:wim", "/watch");
    house_forget(&h);
    house_group_at(&h, GROUP, "tg:u:ann", "停止");
    house_group_at(&h, GROUP, "tg:u:bob", "停止");
    n = nj_memory_count(h.second);
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(nj_memory_get(h.second, i)->to, "tg:u:wim") == 0)
            assert_int_equal(nj_memory_get(h.second, i)->n_buttons, 0);
    assert_non_null(house_heard(&h, "tg:u:wim", "停下了"));
    house_group_at(&h, GROUP, "tg:u:ann", "/pause");
    assert_true(nj_memory_press(h.second, "tg:u:wim", "暂停"));
    house_run(&h);
    assert_string_equal(nj_memory_toast(h.second), "这个按钮不是给你的");
    assert_true(nj_memory_press(h.second, "tg:u:bob", "暂停"));
    house_run(&h);
    assert_non_null(house_heard(&h, GROUP, "大家都同意：比赛暂停"));
    assert_true(h.referee->entries[0]->paused);
    house_close(&h);
}

/* The toy does not say that who is out is known, nor that one may watch. */
static void what_is_not_open_is_not_counted_and_not_passed_on(void **state)
{
    struct house h = {.paced = false};
    struct nj_loaded_game toy = {.game = &nj_toy_game};

    NJ_UNUSED(state);
    house_open(&h, "watch_toy");
    house_games(&h, &toy, 1);
    house_group(&h, "ann", "#新游戏 toy");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_private(&h, "cat", "我");
    house_private(&h, "wim", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "cat", "#加入");
    house_group(&h, "ann", "#开始");
    house_group(&h, "wim", "#观战");
    assert_non_null(house_heard(&h, "group", "请在群里看"));
    house_group(&h, "cat", "#退出");
    house_group(&h, "cat", "#确认");
    house_group(&h, "ann", "#完成");
    assert_non_null(house_heard(&h, "group", "这个游戏不用「完成」"));
    house_group(&h, "ann", "#暂停");
    assert_non_null(house_heard(&h, "group", "1/3"));
    house_kill(&h, 1000); /* what was agreed stands */
    house_group(&h, "bob", "#暂停");
    assert_non_null(house_heard(&h, "group", "2/3"));
    assert_false(h.referee->entries[0]->paused);
    house_group(&h, "cat", "#暂停");
    assert_true(h.referee->entries[0]->paused);
    house_close(&h);
}

static void a_report_goes_to_the_owners_where_there_is_no_host(void **state)
{
    static const char *const owners[] = {"qq:u:olga", "qq:u:otto", NULL};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "watch_report");
    house_private(&h, "ann", "反馈 有人吗");
    assert_non_null(house_heard(&h, "ann", "没有转出去"));
    h.owners = owners;
    house_kill(&h, 0);
    house_private(&h, "olga", "我");
    house_private(&h, "otto", "我");
    house_forget(&h);
    house_private(&h, "ann", "反馈 打不开 https://example.org 了");
    assert_non_null(house_heard(&h, "olga", "ann 反馈：「打不开 https: //"));
    assert_non_null(house_heard(&h, "otto", "ann 反馈"));
    assert_non_null(house_heard(&h, "ann", "已转给站长"));
    house_forget(&h);
    house_private(&h, "olga", "反馈 试试"); /* not to herself */
    assert_null(house_heard(&h, "olga", "olga 反馈"));
    assert_non_null(house_heard(&h, "otto", "olga 反馈"));
    house_close(&h);
}

/* Whom it reaches is said, or that there is nobody but him. */
static void a_host_who_reports_is_told_whom_it_reaches(void **state)
{
    static const char *const owners[] = {"qq:u:olga", NULL};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "report_host");
    house_group(&h, "hugo", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    house_group(&h, "hugo", "#反馈 有人一直捣乱");
    assert_non_null(house_heard(&h, "group", "这一局的主持就是你"));
    h.owners = owners;
    house_kill(&h, 60000);
    house_private(&h, "olga", "我");
    house_group(&h, "hugo", "#反馈 有人一直捣乱");
    assert_non_null(house_heard(&h, "olga", "有人一直捣乱"));
    assert_non_null(house_heard(&h, "group", "站长"));
    house_close(&h);
}

/* Two matches, each with its watcher and its delay: what becomes of one says
 * nothing to who watches the other. */
static void watchers_of_two_matches_are_kept_apart(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "watch_two");
    house_private(&h, "wim", "我");
    house_private(&h, "wanda", "我");
    house_begin(&h, "ann bob", "cap 30");
    for (int i = 0; i < 2; i++) {
        const char *who = i == 0 ? "qq:u:cat" : "qq:u:dan";

        house_private(&h, who, "我");
        if (i == 0)
            house_group_at(&h, "qq:g:2", "qq:u:opener", "#新游戏 漫漫长夜");
        house_group_at(&h, "qq:g:2", who, "#加入");
    }
    house_group_at(&h, "qq:g:2", "qq:u:opener", "#开始");
    house_group(&h, "wim", "#观战");
    house_group_at(&h, "qq:g:2", "qq:u:wanda", "#观战");
    house_group_at(&h, "qq:g:2", "qq:u:cat", "#观战 延迟 5分钟");
    assert_non_null(house_heard(&h, "qq:g:2", "坐在局里的人不行"));
    house_group_at(&h, "qq:g:2", "qq:u:opener", "#观战 延迟 很久");
    assert_null(house_heard(&h, "qq:g:2", "观战的延迟改为"));
    house_group_at(&h, "qq:g:2", "qq:u:opener", "#观战 延迟 5分钟");
    assert_non_null(house_heard(&h, "qq:g:2", "观战的延迟改为"));
    house_forget(&h);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    house_group_at(&h, "qq:g:2", "qq:u:cat", "停止");
    house_group_at(&h, "qq:g:2", "qq:u:dan", "停止");
    assert_non_null(house_heard(&h, "wim", "ann"));
    assert_null(house_heard(&h, "wim", "cat"));
    assert_null(house_heard(&h, "wanda", "")); /* not yet */
    house_group_at(&h, "qq:g:2", "qq:u:opener", "#观战 延迟 0");
    house_run(&h);
    assert_non_null(house_heard(&h, "wanda", "cat"));
    assert_null(house_heard(&h, "wanda", "ann"));
    house_forget(&h);
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    assert_non_null(house_heard(&h, "wim", "观战到此为止"));
    assert_null(house_heard(&h, "wanda", "观战到此为止"));
    assert_int_equal(nj_watch_count(h.referee), 1);
    house_close(&h);
}

/* He sits down in what he watched, and hears as its player from there on. */
static void who_takes_a_seat_watches_no_more(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "watch_seat");
    house_begin(&h, "ann bob", "cap 30");
    house_private(&h, "wim", "我");
    house_private(&h, "wanda", "我");
    house_group(&h, "wim", "#观战");
    house_group(&h, "wanda", "#观战");
    house_group(&h, "bob", "#求替补");
    house_group(&h, "wim", "#接替");
    assert_non_null(house_heard(&h, "wim", "你接手了"));
    house_group(&h, "ann", "停止");
    house_group(&h, "wim", "停止");
    assert_int_equal(nj_watch_count(h.referee), 1); /* wanda */
    nj_books_chat(h.referee, "qq:u:wanda")->reach = NJ_REACH_REFUSED;
    house_forget(&h);
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    assert_null(house_heard(&h, "wanda", "观战到此为止"));
    assert_int_equal(nj_watch_count(h.referee), 0);
    house_close(&h);
}

/* Nothing to watch: a table, no table, another group's match. */
static void only_a_match_of_this_group_is_watched(void **state)
{
    struct house h = {.paced = false};
    char line[64];

    NJ_UNUSED(state);
    house_open(&h, "watch_what");
    house_private(&h, "wim", "我");
    house_group(&h, "wim", "#观战");
    assert_non_null(house_heard(&h, "group", "没有进行中的比赛"));
    house_group_at(&h, "qq:g:2", "qq:u:opener", "#新游戏 漫漫长夜");
    (void)snprintf(line, sizeof(line), "#观战 %s", h.referee->entries[0]->code);
    house_forget(&h);
    house_group_at(&h, "qq:g:2", "qq:u:wim", line);
    assert_non_null(house_heard(&h, "qq:g:2", "没有进行中的比赛"));
    house_group(&h, "wim", line);
    assert_non_null(house_heard(&h, "group", "没有"));
    assert_int_equal(nj_watch_count(h.referee), 0);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_who_reports_is_told_whom_it_reaches),
        cmocka_unit_test(a_watcher_hears_what_the_group_hears_and_no_more),
        cmocka_unit_test(who_sits_down_or_is_gone_watches_no_more),
        cmocka_unit_test(so_many_watch_and_no_more),
        cmocka_unit_test(on_telegram_a_button_agrees_and_a_watcher_gets_none),
        cmocka_unit_test(what_is_not_open_is_not_counted_and_not_passed_on),
        cmocka_unit_test(a_report_goes_to_the_owners_where_there_is_no_host),
        cmocka_unit_test(watchers_of_two_matches_are_kept_apart),
        cmocka_unit_test(who_takes_a_seat_watches_no_more),
        cmocka_unit_test(only_a_match_of_this_group_is_watched),
    };

    return cmocka_run_group_tests_name("referee/watch", tests, NULL, NULL);
}
