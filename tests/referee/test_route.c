/* Which match is meant, and texts of rules: what a whole house shows. */
#include "base/str.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/export.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"
#include "referee/referee_priv.h"

/* The rules of the test: a title, two clauses. */
static const char *rules(void *ctx, const char *game, const char *lang)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(game);
    NJ_UNUSED(lang);
    return "# 漫漫长夜\n\n摸黑走。\n\n## LN-4.3 撞墙\n\n撞了就停。\n";
}

static void one_word_may_be_a_games_title(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rules");
    h.referee->setup.rules = rules;
    house_group(&h, "ann", "#规则 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "摸黑走"));
    assert_null(house_heard(&h, "group", "撞了就停"));
    house_forget(&h);
    house_group(&h, "ann", "#rules long-night");
    assert_non_null(house_heard(&h, "group", "摸黑走"));
    house_forget(&h);
    house_group(&h, "ann", "#规则 4.3");
    assert_non_null(house_heard(&h, "group", "撞了就停"));
    house_forget(&h);
    house_group(&h, "ann", "#规则 漫漫长夜 撞墙");
    assert_non_null(house_heard(&h, "group", "撞了就停"));
    house_forget(&h);
    house_group(&h, "ann", "#规则 99.9");
    assert_non_null(house_heard(&h, "group", "没找到"));
    house_close(&h);
}

/* Tags tell matches apart where they share a chat. */
static void two_matches_of_a_group_are_told_apart(void **state)
{
    struct house h = {.paced = false};
    char first[8], second[8], line[64];

    NJ_UNUSED(state);
    house_open(&h, "two");
    house_begin(&h, "ann bob", "");
    (void)snprintf(first, sizeof(first), "%s", h.referee->entries[0]->code);
    house_begin(&h, "cat dan", "");
    (void)snprintf(second, sizeof(second), "%s", h.referee->entries[1]->code);
    assert_string_not_equal(first, second);
    house_forget(&h);
    (void)snprintf(line, sizeof(line), "#%s 赛况", first);
    house_group(&h, "eve", line);
    (void)snprintf(line, sizeof(line), "[%s·", first);
    assert_non_null(house_heard(&h, "group", line));
    (void)snprintf(line, sizeof(line), "[%s·", second);
    assert_null(house_heard(&h, "group", line));
    house_close(&h);
}

/* --- the match file of what was played --- */

static const struct nj_game *game;

static const struct nj_game *find_game(const char *id)
{
    return strcmp(id, game->id) == 0 ? game : NULL;
}

static enum nj_status put(void *ctx, const char *text, size_t n,
                          struct nj_err *err)
{
    NJ_UNUSED(err);
    nj_str_add(ctx, text, n);
    return NJ_OK;
}

static enum nj_status read_and_verify(const struct nj_loaded_game *g,
                                      const char *text, size_t n)
{
    const struct nj_record_rules own = {g->game, g->files, g->n_files};
    struct nj_record record;
    struct nj_err err = {{0}};
    enum nj_status st = nj_record_read(text, n, find_game, &record, &err);

    if (st != NJ_OK)
        return st;
    if (nj_record_verify(&record, &own, NULL, NULL, &err) != NJ_VERDICT_TRUE)
        st = NJ_ERR_MISMATCH;
    nj_record_fini(&record);
    return st;
}

static void what_was_played_verifies_and_one_byte_fails(void **state)
{
    struct house h = {.paced = false};
    struct nj_str file = NJ_STR_INIT(1u << 22);
    struct nj_match_row row;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    house_open(&h, "export");
    game = h.env.games[0].game;
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#电脑 3");
    house_group(&h, "ann", "#开始");
    assert_true(nj_match_load(h.store, 1, &row));
    assert_int_equal(row.state, NJ_MATCH_OVER);
    assert_int_equal(
        nj_match_file_write(h.store, &row, &h.env.games[0], put, &file, &err),
        NJ_OK);
    assert_int_equal(read_and_verify(&h.env.games[0], file.p, file.len), NJ_OK);
    for (size_t i = 0; i < file.len; i += 1 + file.len / 200) {
        file.p[i] = (char)(file.p[i] ^ 1);
        assert_int_not_equal(read_and_verify(&h.env.games[0], file.p, file.len),
                             NJ_OK);
        file.p[i] = (char)(file.p[i] ^ 1);
    }
    nj_str_fini(&file);
    house_close(&h);
}

/* Platforms deliver a message again when they doubt that it came. */
static void a_message_is_obeyed_once(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "once");
    for (int i = 0; i < 3; i++) {
        nj_memory_group(h.gateway, "qq:g:1", "ann", "ann", "same", "#游戏");
        house_run(&h);
    }
    assert_int_equal(nj_memory_count(h.gateway), 1);
    nj_memory_group(h.gateway, "qq:g:2", "ann", "ann", "same", "#游戏");
    house_run(&h); /* its number is one of that chat */
    assert_int_equal(nj_memory_count(h.gateway), 2);
    house_close(&h);
}

static void write_hidden(struct house *h, const char *text)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    nj_address_group(ev->chat, "qq", "1");
    ev->group = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

/* An admin of the group who hides who he is can be nobody at a table. */
static void who_hides_is_not_answered(void **state)
{
    static const char *const texts[] = {"#新游戏 漫漫长夜", "#加入", "上", "#?",
                                        ""};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "hidden");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    for (size_t i = 0; i < NJ_COUNT(texts); i++)
        write_hidden(&h, texts[i]);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    h.referee->full = true; /* nor is he told that nothing can be written */
    write_hidden(&h, "#加入");
    h.referee->full = false;
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_group(&h, "ann", "#赛况");
    assert_int_not_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
}

/* ... but what an admin may do he does: settings, tables, the clock. */
static void who_hides_may_do_what_admins_do(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "hidden_admin");
    write_hidden(&h, "#lang en");
    assert_non_null(house_heard(&h, "group", "English"));
    write_hidden(&h, "#lang zh-CN");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    write_hidden(&h, "#设置 轮数 20");
    write_hidden(&h, "#电脑 2");
    house_forget(&h);
    write_hidden(&h, "#赛况");
    assert_int_equal(nj_memory_count(h.gateway), 0); /* not his business */
    write_hidden(&h, "#解散");
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    write_hidden(&h, "%暂停");
    assert_non_null(house_heard(&h, "group", "计时停住"));
    write_hidden(&h, "%继续");
    house_forget(&h);
    write_hidden(&h, "%中止 因 够了"); /* nobody could confirm it */
    write_hidden(&h, "%延时 2h");
    assert_int_equal(nj_memory_count(h.gateway), 0);
    write_hidden(&h, "#关闭");
    assert_non_null(house_heard(&h, "group", "已经开始"));
    house_kill(&h, 0);
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_close(&h);
}

/* An admin who hides who he is, where that says nothing: alone, as a member, by
 * words that are not for us; nor does a silent one of whom nobody hears. */
static void who_hides_is_nobody_anywhere(void **state)
{
    static const char *const texts[] = {"#关闭", "#关闭", "关闭", ""};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "hidden_else");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

        nj_address_group(ev->chat, "qq", "1");
        ev->group = i != 0;
        ev->role = i == 1 ? NJ_ROLE_MEMBER : NJ_ROLE_ADMIN;
        if (i == 3)
            nj_address_user(ev->user, "qq", "shut");
        nj_event_set_text(ev, texts[i], strlen(texts[i]));
        nj_inbox_push(h.inbox, ev);
        house_run(&h);
    }
    assert_int_equal(nj_memory_count(h.gateway), 0);
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_close(&h);
}

/* --- who has many answers waiting --- */

/* Whom many answers wait for is not asked what he wants: a question of his is
 * passed over, in his private chat or in a group. What an owner does for the
 * house is no question. */
static void an_owner_is_heeded_however_many_answers_wait(void **state)
{
    static const char *const owners[] = {"qq:u:boss", NULL};
    struct house h = {.paced = false};
    uint64_t passed;

    NJ_UNUSED(state);
    house_open(&h, "owner_flood");
    h.owners = owners;
    house_kill(&h, 0);
    house_private(&h, "boss", "我");
    nj_memory_fate(h.gateway, "qq:u:boss", NJ_FATE_SENT, true);
    for (int i = 0; i < 25; i++) {
        house_private(&h, "boss", "游戏");
        house_pass(&h, 10);
    }
    passed = h.referee->count.passed_over;
    assert_true(passed > 0);
    house_group(&h, "boss", "#游戏");
    assert_null(house_heard(&h, "group", "漫漫长夜"));
    assert_true(h.referee->count.passed_over > passed);
    house_private(&h, "boss", "停止开桌");
    assert_true(h.referee->draining);
    house_close(&h);
}

/* --- stickers --- */

/* What has no words proves a private chat, unless an owner wants to hear nothing
 * from him; in a group it says nothing. */
static void a_sticker_says_no_more_than_that_he_wrote(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "stickers");
    house_group(&h, "cat", "");
    house_private(&h, "dan", "");
    nj_books_chat(h.referee, "qq:u:eve")->shut = true;
    house_private(&h, "eve", "");
    assert_int_equal(nj_memory_count(h.gateway), 0);
    assert_int_equal(nj_books_chat(h.referee, "qq:u:dan")->reach,
                     NJ_REACH_PROVED);
    assert_int_equal(nj_books_chat(h.referee, "qq:u:eve")->reach,
                     NJ_REACH_UNKNOWN);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_word_may_be_a_games_title),
        cmocka_unit_test(two_matches_of_a_group_are_told_apart),
        cmocka_unit_test(a_message_is_obeyed_once),
        cmocka_unit_test(who_hides_is_not_answered),
        cmocka_unit_test(who_hides_may_do_what_admins_do),
        cmocka_unit_test(what_was_played_verifies_and_one_byte_fails),
        cmocka_unit_test(who_hides_is_nobody_anywhere),
        cmocka_unit_test(an_owner_is_heeded_however_many_answers_wait),
        cmocka_unit_test(a_sticker_says_no_more_than_that_he_wrote),
    };

    return cmocka_run_group_tests_name("referee/route", tests, NULL, NULL);
}
