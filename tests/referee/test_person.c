/*
 * Whom a host means (UX-2.1): a shown name is anybody's to copy, so it is
 * resolved while it is typed, to one address, and nothing else counts later.
 */
#include "base/likeness.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define GROUP "qq:g:1"

/* Somebody who calls himself `name` writes to us. */
static void group_as(struct house *h, const char *user, const char *name,
                     const char *text)
{
    nj_memory_group(h->gateway, GROUP, user, name, "", text);
    house_run(h);
}

static void private_as(struct house *h, const char *user, const char *name,
                       const char *text)
{
    nj_memory_private(h->gateway, user, name, "", text);
    house_run(h);
}

/* ann and bob play, hugo hosts; 10001 is Carol, 66666 has proved his private
 * chat, too, and has yet to choose a name. */
static void open_table(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_group(h, "hugo", "#主持");
    house_private(h, "hugo", "我");
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    private_as(h, "10001", "Carol", "我");
    private_as(h, "66666", "Mallory", "我");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "opener", "#开始");
    house_forget(h);
}

static const struct nj_sitter *holder(struct house *h, const char *user)
{
    return nj_sitters_of(h->referee->entries[0], user);
}

/* S1: whoever takes the name afterwards takes nothing. */
static void a_name_copied_between_offer_and_taking_gives_nothing(void **state)
{
    static const char *const copies[] = {"Carol", "carol", "Ca\u200brol",
                                         "\uff23\uff41\uff52\uff4f\uff4c"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "person_copy");
    group_as(&h, "10001", "Carol", "#赛况");
    house_private(&h, "hugo", "%换人 1 @Carol 因 有事先走");
    assert_non_null(house_heard(&h, "hugo", "接替的人：Carol（qq 10001）"));
    house_confirm(&h, "hugo");
    assert_non_null(house_heard(&h, GROUP, "Carol：主持请你接替 1 席"));
    for (size_t i = 0; i < NJ_COUNT(copies); i++) {
        house_forget(&h);
        group_as(&h, "66666", copies[i], "#接替");
        assert_non_null(house_heard(&h, GROUP, "指定了另一个人"));
    }
    assert_null(holder(&h, "qq:u:66666"));
    group_as(&h, "10001", "Somebody else", "#接替"); /* his name is his own */
    assert_non_null(holder(&h, "qq:u:10001"));
    house_close(&h);
}

static void a_name_copied_before_the_digits_gives_nothing(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "person_digits");
    group_as(&h, "10001", "Carol", "#赛况");
    house_private(&h, "hugo", "%换人 1 @Carol 因 有事先走");
    group_as(&h, "10001", "Caroline", "#赛况");
    group_as(&h, "66666", "Carol", "#赛况");
    house_confirm(&h, "hugo");
    group_as(&h, "66666", "Carol", "#接替");
    assert_null(holder(&h, "qq:u:66666"));
    group_as(&h, "10001", "Caroline", "#接替");
    assert_non_null(holder(&h, "qq:u:10001"));
    house_close(&h);
}

/* Two who look alike are two, whoever came first. */
static void names_that_look_alike_are_refused(void **state)
{
    static const char *const copies[] = {"Carol",
                                         "CAROL",
                                         "C\u200ba\u200drol",
                                         "\uff23arol",
                                         "C arol",
                                         "\u0421arol",
                                         "Car\u03bfl",
                                         "Ca\u0301rol",
                                         "@Carol",
                                         "\u0421\u0430r\u043el",
                                         "Caro1",
                                         "\U0001d402arol"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "person_alike");
    group_as(&h, "10001", "Carol", "#赛况");
    for (size_t i = 0; i < NJ_COUNT(copies); i++) {
        house_forget(&h);
        group_as(&h, "66666", copies[i], "#赛况");
        house_private(&h, "hugo", "%换人 1 @Carol 因 有事先走");
        if (house_heard(&h, "hugo", "不止一个人") == NULL)
            fail_msg("%s passes for Carol", copies[i]);
        assert_null(house_heard(&h, "hugo", "接替的人"));
    }
    house_close(&h);
}

/* Who was never heard here has no name that counts, whoever else has it. */
static void strangers_are_called_by_number_alone(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "person_stranger");
    nj_memory_group(h.gateway, "qq:g:2", "66666", "Carol", "", "#帮助");
    house_run(&h);
    house_private(&h, "hugo", "%换人 1 @Carol 因 有事先走");
    assert_non_null(house_heard(&h, "hugo", "我不知道这里谁叫「carol」"));
    assert_null(house_heard(&h, "hugo", "接替的人"));
    house_private(&h, "hugo", "%换人 1 @10001 因 有事先走");
    assert_non_null(house_heard(&h, "hugo", "接替的人：Carol（qq 10001）"));
    house_private(&h, "hugo", "%换人 1 @qq:u:424242 因 有事先走");
    assert_non_null(house_heard(&h, "hugo", "接替的人：424242（qq 424242）"));
    house_close(&h);
}

/* The host's words with a name of the platform's in them. */
static void host_mentions(struct house *h, const char *about,
                          const char *handle, const char *text)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);

    nj_address_user(e->user, "qq", "hugo");
    memcpy(e->chat, e->user, sizeof(e->chat));
    (void)snprintf(e->name, sizeof(e->name), "hugo");
    (void)snprintf(e->id, sizeof(e->id), "m-%s-%s", about, handle);
    (void)snprintf(e->about, sizeof(e->about), "%s", about);
    (void)snprintf(e->handle, sizeof(e->handle), "%s", handle);
    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(h->inbox, e);
    house_run(h);
}

/* A username is its owner's, whoever shows the same name. */
static void a_username_is_no_shown_name(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "person_handle");
    group_as(&h, "66666", "carol_lee", "#赛况");
    host_mentions(&h, "", "Carol_Lee", "%换人 1 @Carol_Lee 因 有事");
    assert_non_null(house_heard(&h, "hugo", "我不知道这里谁叫"));
    assert_null(house_heard(&h, "hugo", "接替的人"));
    host_mentions(&h, "qq:u:10001", "carol_lee", "%换人 1 @Carol_Lee 因 有事");
    assert_non_null(house_heard(&h, "hugo", "接替的人：Carol（qq 10001）"));
    house_forget(&h); /* who is mentioned in the reason is not meant */
    host_mentions(&h, "qq:u:66666", "carol_lee", "%换人 1 因 @carol_lee 说的");
    assert_non_null(house_heard(&h, "hugo", "请写换成谁"));
    house_close(&h);
}

/* A number is nobody's name, and a star is not everybody. */
static void names_that_pass_for_something_else_are_names(void **state)
{
    static const char *const names[] = {"10001", "*", "qq:u:10001"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_table(&h, "person_odd");
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        group_as(&h, "66666", names[i], "#赛况");
        house_private(&h, "hugo", "%换人 1 @10001 因 有事先走");
        assert_non_null(house_heard(&h, "hugo", "（qq 10001）"));
    }
    house_confirm(&h, "hugo");
    for (size_t i = 0; i < NJ_COUNT(names); i++)
        group_as(&h, "66666", names[i], "#接替");
    assert_null(holder(&h, "qq:u:66666"));
    house_forget(&h);
    house_private(&h, "hugo", "%换人 2 @* 因 有事先走");
    assert_null(house_heard(&h, "hugo", "（qq 10001）"));
    assert_null(house_heard(&h, "hugo", "接替的人：*"));
    house_close(&h);
}

static void assert_alike(const char *a, const char *b, bool alike)
{
    char x[400], y[400];

    nj_likeness(a, strlen(a), x, sizeof(x));
    nj_likeness(b, strlen(b), y, sizeof(y));
    if ((strcmp(x, y) == 0) != alike)
        fail_msg("%s and %s: %s, %s", a, b, x, y);
}

static void likeness_folds_what_eyes_fold(void **state)
{
    NJ_UNUSED(state);
    assert_alike("小明", "小 明", true);
    assert_alike("小明", "小\u200b明\ufeff", true);
    assert_alike("\u30ed\u53e3", "\u53e3\u30ed", true);
    assert_alike("Ill1", "lIlI", true);
    assert_alike("小明", "小红", false);
    assert_alike("Ann", "Anna", false);
    assert_alike("", "\u200b", true);
}

static void a_long_name_is_cut(void **state)
{
    char out[8];

    NJ_UNUSED(state);
    nj_likeness("\u660e\u660e\u660e\u660e", 12, out, sizeof(out));
    assert_string_equal(out, "\u660e\u660e");
}

/* NC-17.20: nor can a name pass for the beginning of such a line. */
static void a_name_forges_no_line_of_ours(void **state)
{
    static const struct {
        const char *called, *shown;
    } names[] = {{"老王】 【天神】3席死", "老王天神3席死"},
                 {"│ 老王", "老王"},
                 {"老王 【", "老王"},
                 {"Ann [x]", "Ann [x]"}};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "person_forged");
    group_as(&h, "ann", "ann", "#新游戏 漫漫长夜");
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        char user[8], joined[100];

        (void)snprintf(user, sizeof(user), "1000%d", (int)i);
        house_forget(&h);
        group_as(&h, user, names[i].called, "#加入");
        (void)snprintf(joined, sizeof(joined), "%s 入座", names[i].shown);
        assert_non_null(house_heard(&h, "group", joined));
        group_as(&h, user, names[i].called, "#退出");
    }
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_forges_no_line_of_ours),
        cmocka_unit_test(a_name_copied_between_offer_and_taking_gives_nothing),
        cmocka_unit_test(a_name_copied_before_the_digits_gives_nothing),
        cmocka_unit_test(names_that_look_alike_are_refused),
        cmocka_unit_test(strangers_are_called_by_number_alone),
        cmocka_unit_test(a_username_is_no_shown_name),
        cmocka_unit_test(names_that_pass_for_something_else_are_names),
        cmocka_unit_test(likeness_folds_what_eyes_fold),
        cmocka_unit_test(a_long_name_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
