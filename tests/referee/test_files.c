/*
 * The files of a match that is over, on a platform that takes files: who gets
 * them, when, what is in them, and what becomes of those that do not arrive.
 */
#include <string.h>

#include "base/bug.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/export.h"
#include "referee/referee_priv.h"
#include "store/proof.h"

#define GROUP "tg:g:9"
#define ANN   "tg:u:ann"
#define BOB   "tg:u:bob"

static void say(struct house *h, const char *user, const char *text)
{
    house_group_at(h, GROUP, user, text);
}

/* A match of two, or a table, with as little else to read as can be. */
static void begin_with(struct house *h, const char *name, bool all)
{
    h->pictures = true;
    h->can = NJ_CAN_FILE | NJ_ASKS_ROLES;
    house_open(h, name);
    nj_memory_role(h->second, NJ_ROLE_ADMIN);
    say(h, ANN, "#图片 关");
    say(h, ANN, "#新游戏 漫漫长夜");
    house_private(h, ANN, "#我");
    house_private(h, BOB, "#我");
    say(h, ANN, "#加入");
    say(h, BOB, "#加入");
    if (all)
        say(h, ANN, "#开始");
    house_forget(h);
}

static void begin(struct house *h, const char *name)
{
    begin_with(h, name, true);
}

static void end(struct house *h)
{
    say(h, BOB, "#退出");
    say(h, BOB, "#确认");
}

/* The nth file sent to that chat, from 0; NULL: there are fewer. */
static const struct nj_memory_sent *file(const struct house *h, const char *to,
                                         uint32_t n)
{
    for (uint32_t i = 0; i < nj_memory_count(h->second); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->second, i);

        if (s->bytes != NULL && strcmp(s->to, to) == 0 && n-- == 0)
            return s;
    }
    return NULL;
}

static uint32_t files(const struct house *h)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->second); i++)
        n += nj_memory_get(h->second, i)->file[0] != '\0';
    return n;
}

static bool ends_in(const char *text, const char *end)
{
    return strlen(text) > strlen(end) &&
           strcmp(text + strlen(text) - strlen(end), end) == 0;
}

/* Anybody can check it, and it names people by their names alone. */
static void expect_true(struct house *h, const struct nj_memory_sent *s)
{
    const struct nj_loaded_game *g = NULL;
    struct nj_record_rules rules;
    struct nj_record r;
    struct nj_err err = {{0}};

    assert_int_equal(nj_env_game(&h->env, "long-night", &g, &err), NJ_OK);
    if (nj_record_read_of(s->bytes, strlen(s->bytes), g->game, &r, &err) !=
        NJ_OK)
        fail_msg("%s", err.text);
    rules = (struct nj_record_rules){
        .game = g->game, .files = g->files, .n_files = g->n_files};
    assert_int_equal(nj_record_verify(&r, &rules, NULL, NULL, &err),
                     NJ_VERDICT_TRUE);
    nj_record_fini(&r);
    assert_non_null(strstr(s->bytes, "\"ann\""));
    assert_null(strstr(s->bytes, ANN));
    assert_null(strstr(s->bytes, GROUP));
}

static void expect_both(struct house *h, const char *to)
{
    const struct nj_memory_sent *page = file(h, to, 0);
    const struct nj_memory_sent *match = file(h, to, 1);

    if (page == NULL || match == NULL) {
        fail_msg("there are no two files");
        return;
    }
    assert_null(file(h, to, 2));
    assert_non_null(strstr(page->file, "漫漫长夜-"));
    assert_true(ends_in(page->file, "-1.html"));
    assert_true(ends_in(match->file, "-1.jsonl"));
    assert_non_null(strstr(page->text, "用浏览器打开"));
    assert_memory_equal(page->bytes, "<!doctype html>", 15);
    assert_null(strstr(page->bytes, ANN));
    assert_null(strstr(page->bytes, GROUP));
    assert_true(ends_in(page->bytes, "</html>\n"));
    expect_true(h, match);
}

static void a_match_leaves_its_files_in_its_group(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "files_end");
    assert_int_equal(files(&h), 0);
    end(&h);
    expect_both(&h, GROUP);
    assert_int_equal(files(&h), 2);
    house_close(&h);
}

static void who_missed_them_gets_them_where_he_asks(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "files_export");
    end(&h);
    house_pass(&h, 10000);
    house_forget(&h);
    say(&h, ANN, "#导出");
    assert_non_null(house_heard(&h, GROUP, "马上传来"));
    assert_null(house_heard(&h, GROUP, "nightjar export"));
    expect_both(&h, GROUP);
    house_pass(&h, 10000);
    house_forget(&h);
    house_private(&h, BOB, "#导出");
    expect_both(&h, BOB);
    assert_int_equal(files(&h), 2);
    house_close(&h);
}

static void a_group_need_not_have_them(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "files_off");
    nj_memory_role(h.second, NJ_ROLE_MEMBER);
    house_pass(&h, 600000); /* what he was is forgotten */
    say(&h, BOB, "#文件 关");
    assert_non_null(house_heard(&h, GROUP, "由群管理设定"));
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    say(&h, ANN, "#文件");
    assert_non_null(house_heard(&h, GROUP, "#文件 开、关"));
    say(&h, ANN, "#文件 关");
    assert_non_null(house_heard(&h, GROUP, "文件已关闭"));
    end(&h);
    assert_non_null(house_heard(&h, GROUP, "结束。再来一局"));
    say(&h, ANN, "#导出");
    assert_non_null(house_heard(&h, GROUP, "nightjar export 1"));
    assert_int_equal(files(&h), 0);
    house_pass(&h, 10000);
    say(&h, ANN, "#文件 开");
    assert_non_null(house_heard(&h, GROUP, "文件已打开"));
    say(&h, ANN, "#导出");
    assert_int_equal(files(&h), 2);
    house_close(&h);
}

static void where_there_are_none_nobody_is_promised_any(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "files_never");
    h.second->can &= (uint16_t)~NJ_CAN_FILE;
    say(&h, ANN, "#文件 开");
    assert_non_null(house_heard(&h, GROUP, "传不了文件"));
    end(&h);
    say(&h, ANN, "#导出");
    assert_non_null(house_heard(&h, GROUP, "nightjar export 1"));
    assert_int_equal(files(&h), 0);
    house_close(&h);
}

/* Of two groups of a match the one that gets files gets them. */
static void of_two_groups_one_gets_them(void **state)
{
    struct house h = {.paced = false};
    char line[40];

    NJ_UNUSED(state);
    begin_with(&h, "files_two", false);
    say(&h, ANN, "#联桌");
    (void)snprintf(line, sizeof(line), "#联桌 %s",
                   h.referee->entries[0]->invite);
    house_group(&h, "cat", line);
    say(&h, ANN, "#联桌 同意 1");
    assert_int_equal(h.referee->entries[0]->n_homes, 2);
    say(&h, ANN, "#开始");
    end(&h);
    assert_non_null(house_heard(&h, "group", "结束"));
    expect_both(&h, GROUP);
    assert_int_equal(files(&h), 2);
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++)
        assert_string_equal(nj_memory_get(h.gateway, i)->file, "");
    house_close(&h);
}

/* What the rows cannot give is not promised. */
static void a_damaged_match_has_no_files(void **state)
{
    struct house h = {.paced = false};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    begin(&h, "files_damaged");
    h.second->can &= (uint16_t)~NJ_CAN_FILE;
    end(&h);
    h.second->can |= NJ_CAN_FILE;
    nj_store_begin(h.store);
    for (int i = 0; i < NJ_JOINS_MAX; i++)
        nj_join_put(h.store, 1, ANN, "a");
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
    house_pass(&h, 10000);
    house_forget(&h);
    say(&h, ANN, "#导出");
    assert_non_null(house_heard(&h, GROUP, "结果："));
    assert_null(house_heard(&h, GROUP, "马上传来"));
    assert_int_equal(files(&h), 0);
    house_close(&h);
}

/* The page would prove what is not so: the match file alone comes. */
static void a_match_that_was_altered_has_no_page(void **state)
{
    struct house h = {.paced = false};
    struct nj_err err = {{0}};
    struct nj_match_row row;

    NJ_UNUSED(state);
    begin(&h, "files_altered");
    h.second->can &= (uint16_t)~NJ_CAN_FILE;
    end(&h);
    h.second->can |= NJ_CAN_FILE;
    assert_true(nj_match_load(h.store, 1, &row));
    row.secret.b[0] ^= 1;
    nj_store_begin(h.store);
    nj_match_update(h.store, &row);
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
    house_pass(&h, 10000);
    house_forget(&h);
    say(&h, ANN, "#导出");
    assert_int_equal(files(&h), 1);
    assert_true(ends_in(file(&h, GROUP, 0)->file, ".jsonl"));
    house_close(&h);
}

/* --- fates --- */

/* Settles all that hangs, files so and everything else as sent. */
static void settle(struct house *h, enum nj_fate fate)
{
    for (uint32_t i = 0; i < nj_memory_count(h->second); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->second, i);

        nj_memory_settle(h->second, s->call,
                         s->file[0] != '\0' ? fate : NJ_FATE_SENT);
        house_run(h);
    }
}

static uint32_t said(const struct house *h, const char *part)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->second); i++)
        n += strstr(nj_memory_get(h->second, i)->text, part) != NULL;
    return n;
}

/* Nothing has an answer until settle(). */
static void end_unanswered(struct house *h)
{
    nj_memory_fate(h->second, "", NJ_FATE_SENT, true);
    end(h);
}

/* Whether it takes none or does not want these. */
static void is_said_once(enum nj_fate fate)
{
    struct house h = {.paced = false};

    begin(&h, "files_refused");
    end_unanswered(&h);
    say(&h, ANN, "#帮助"); /* words wait behind it */
    settle(&h, fate);
    nj_memory_fate(h.second, "", NJ_FATE_SENT, false);
    house_run(&h);
    assert_int_equal(files(&h), 1); /* the other is not tried */
    assert_non_null(house_heard(&h, GROUP, "#新游戏"));
    assert_int_equal(said(&h, "没传上来"), 1);
    assert_int_equal(said(&h, "第 1 号"), 1);
    house_forget(&h);
    say(&h, ANN, "#战绩"); /* the group is not left alone for it */
    assert_non_null(house_heard(&h, GROUP, "ann"));
    house_close(&h);
}

static void a_platform_that_takes_none_is_said_once(void **state)
{
    NJ_UNUSED(state);
    is_said_once(NJ_FATE_REFUSED);
    is_said_once(NJ_FATE_UNWANTED);
}

static void one_that_may_have_come_does_not_come_twice(void **state)
{
    static const enum nj_fate fates[] = {NJ_FATE_UNKNOWN, NJ_FATE_LOST};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(fates); i++) {
        struct house h = {.paced = false};

        begin(&h, "files_unknown");
        end_unanswered(&h);
        settle(&h, fates[i]);
        nj_memory_fate(h.second, "", NJ_FATE_SENT, false);
        house_pass(&h, 60000);
        assert_int_equal(files(&h), 2);
        assert_int_equal(said(&h, "没传上来"), 0);
        house_close(&h);
    }
}

static void one_that_never_left_goes_later(void **state)
{
    static const enum nj_fate fates[] = {NJ_FATE_LATER, NJ_FATE_NOT_SENT};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(fates); i++) {
        struct house h = {.paced = false};

        begin(&h, "files_later");
        end_unanswered(&h);
        settle(&h, fates[i]);
        nj_memory_fate(h.second, "", NJ_FATE_SENT, false);
        house_forget(&h);
        house_pass(&h, 60000);
        assert_true(files(&h) >= 2);
        house_close(&h);
    }
}

/* Whoever asks at once again is asked to wait, and the files come once. */
static void files_are_made_at_a_pace(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "files_pace");
    end(&h);
    house_pass(&h, 10000);
    house_forget(&h);
    say(&h, ANN, "#验证");
    say(&h, ANN, "#导出");
    assert_non_null(house_heard(&h, GROUP, "太快了"));
    assert_int_equal(files(&h), 0);
    house_close(&h);
}

static const char *rules(void *ctx, const char *game, const char *lang)
{
    NJ_UNUSED(ctx);
    assert_string_equal(game, "long-night");
    assert_string_equal(lang, "zh-CN");
    return "# R\n\n## LN-1 Xyzzy\n\nText\n";
}

/* In the language of the group, where the program has them. */
static void a_page_asks_for_the_rules_of_its_game(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "files_rules");
    h.referee->setup.rules = rules;
    end(&h);
    expect_both(&h, GROUP);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_leaves_its_files_in_its_group),
        cmocka_unit_test(who_missed_them_gets_them_where_he_asks),
        cmocka_unit_test(a_group_need_not_have_them),
        cmocka_unit_test(where_there_are_none_nobody_is_promised_any),
        cmocka_unit_test(of_two_groups_one_gets_them),
        cmocka_unit_test(a_damaged_match_has_no_files),
        cmocka_unit_test(a_match_that_was_altered_has_no_page),
        cmocka_unit_test(a_platform_that_takes_none_is_said_once),
        cmocka_unit_test(one_that_may_have_come_does_not_come_twice),
        cmocka_unit_test(one_that_never_left_goes_later),
        cmocka_unit_test(files_are_made_at_a_pace),
        cmocka_unit_test(a_page_asks_for_the_rules_of_its_game),
    };

    return cmocka_run_group_tests_name("referee/files", tests, NULL, NULL);
}
