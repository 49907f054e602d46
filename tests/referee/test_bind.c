/*
 * A member of a group whom his platform calls otherwise in private: digits from
 * the private chat, typed in the group, make one of the two. For
 * src/referee/commands/cmd_bind.c.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "store/records.h"

#define GROUP  "tg:g:9"
#define MEMBER "tg:u:member" /* as the group knows tara */
#define TARA   "tg:u:tara"
#define TOM    "tg:u:tom"

static struct house h;

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&h, 0, sizeof(h));
    h.can = NJ_CAN_ALIAS;
    house_open(&h, "bind");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

/* A table in the group at which the member sits. */
static void sit(void)
{
    house_group_at(&h, GROUP, TOM, "#新游戏 漫漫长夜");
    house_group_at(&h, GROUP, MEMBER, "#加入");
}

/* The digits that he was told last; asserts that he was. */
static void digits_of(const char *who, char line[40])
{
    const char *text = house_heard(&h, who, "#绑定 ");

    assert_non_null(text);
    (void)snprintf(line, 40, "#绑定 %.6s",
                   strstr(text, "#绑定 ") + strlen("#绑定 "));
}

static void ask(const char *who, char line[40])
{
    house_private(&h, who, "我");
    digits_of(who, line);
}

/* What was the member's is the person's: the seat, the table, the host. */
static void the_member_becomes_the_person(void **state)
{
    char line[40];
    struct nj_entry *e;

    NJ_UNUSED(state);
    house_group_at(&h, GROUP, MEMBER, "#新游戏 漫漫长夜");
    house_group_at(&h, GROUP, MEMBER, "#加入");
    house_group_at(&h, GROUP, MEMBER, "#主持");
    ask(TARA, line);
    house_forget(&h);
    house_group_at(&h, GROUP, MEMBER, line);
    assert_non_null(house_heard(&h, GROUP, "私聊已接通"));
    assert_string_equal(nj_memory_aliases(h.second), GROUP " " MEMBER " " TARA);
    e = h.referee->entries[0];
    assert_non_null(nj_sitters_of(e, TARA));
    assert_null(nj_sitters_of(e, MEMBER));
    assert_string_equal(e->host, TARA);
    assert_int_equal(nj_books_chat(h.referee, MEMBER)->n_entries, 0);
    house_kill(&h, 1000); /* and so it is in the rows */
    e = h.referee->entries[0];
    assert_true(nj_sitters_load(h.referee, e));
    assert_non_null(nj_sitters_of(e, TARA));
    assert_string_equal(e->host, TARA);
    house_group_at(&h, GROUP, TARA, "#关闭"); /* opened by tara, now */
    assert_int_equal(nj_referee_open(h.referee), 0);
}

/* Digits are offered only where somebody is missed whom they could be for. */
static void nobody_is_missed_nothing_is_offered(void **state)
{
    NJ_UNUSED(state);
    house_private(&h, TARA, "我"); /* no table at all */
    assert_null(house_heard(&h, TARA, "#绑定 "));
    house_group_at(&h, GROUP, TOM, "#新游戏 漫漫长夜");
    house_group_at(&h, GROUP, TOM, "#电脑 1");
    house_private(&h, TARA, "我"); /* a computer player misses nobody */
    assert_null(house_heard(&h, TARA, "#绑定 "));
    house_private(&h, TOM, "我");
    house_group_at(&h, GROUP, TOM, "#加入"); /* who has been heard */
    house_private(&h, TARA, "我");
    assert_null(house_heard(&h, TARA, "#绑定 "));
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入"); /* who waits on another platform */
    house_private(&h, TARA, "我");
    assert_null(house_heard(&h, TARA, "#绑定 "));
    house_group_at(&h, GROUP, MEMBER, "#加入");
    house_private(&h, TARA, "我");
    assert_non_null(house_heard(&h, TARA, "#绑定 "));
    house_forget(&h);
    house_private(&h, TOM, "我"); /* he has a seat already */
    assert_null(house_heard(&h, TOM, "#绑定 "));
}

/* However many tables there are. */
static void who_is_missed_is_found_among_many_tables(void **state)
{
    char group[24];

    NJ_UNUSED(state);
    for (int i = 0; i < 40; i++) {
        (void)snprintf(group, sizeof(group), "tg:g:%d", 100 + i);
        house_group_at(&h, group, TOM, "#新游戏 漫漫长夜");
        if (i == 20)
            house_group_at(&h, group, MEMBER, "#加入");
    }
    house_private(&h, TARA, "我");
    assert_non_null(house_heard(&h, TARA, "#绑定 "));
    for (int i = 39; i >= 0; i--) { /* and each goes by its code */
        (void)snprintf(group, sizeof(group), "tg:g:%d", 100 + i);
        house_group_at(&h, group, TOM, "#关闭");
        assert_int_equal(nj_referee_open(h.referee), i);
    }
    house_forget(&h);
    house_private(&h, TARA, "我");
    assert_null(house_heard(&h, TARA, "#绑定 "));
}

/* In a running match nobody is waited for: it began with private chats. */
static void a_match_misses_nobody(void **state)
{
    NJ_UNUSED(state);
    house_private(&h, MEMBER, "我");
    sit();
    house_group_at(&h, GROUP, TOM, "#电脑 1");
    house_group_at(&h, GROUP, TOM, "#开始");
    assert_non_null(house_heard(&h, GROUP, "漫漫长夜 开始"));
    house_private(&h, TARA, "我");
    assert_null(house_heard(&h, TARA, "#绑定 "));
}

static void digits_are_good_once_and_for_ten_minutes(void **state)
{
    char line[40], later[40];

    NJ_UNUSED(state);
    sit();
    ask(TARA, line);
    house_pass(&h, 600000);
    house_group_at(&h, GROUP, MEMBER, line);
    assert_non_null(house_heard(&h, GROUP, "没有绑定：数字不对、过期了"));
    assert_string_equal(nj_memory_aliases(h.second), "");
    house_forget(&h);
    ask(TARA, later);
    house_group_at(&h, GROUP, MEMBER, later);
    assert_non_null(house_heard(&h, GROUP, "私聊已接通"));
    house_forget(&h);
    house_group_at(&h, GROUP, "tg:u:other", later);
    assert_non_null(house_heard(&h, GROUP, "没有绑定：数字不对"));
}

/* Three wrong ones, and then the right ones have to wait. */
static void guessing_is_slow(void **state)
{
    char line[40];

    NJ_UNUSED(state);
    sit();
    ask(TARA, line);
    for (int i = 0; i < 3; i++)
        house_group_at(&h, GROUP, MEMBER, "#绑定 000000");
    house_group_at(&h, GROUP, MEMBER, line);
    assert_non_null(house_heard(&h, GROUP, "没有绑定：错得太多"));
    assert_string_equal(nj_memory_aliases(h.second), "");
    house_pass(&h, 600000);
    house_forget(&h);
    ask(TARA, line);
    house_group_at(&h, GROUP, MEMBER, line);
    assert_non_null(house_heard(&h, GROUP, "私聊已接通"));
}

/* Whoever has proved his private chat is nobody else; nor do his own digits
 * make another of him. */
static void who_is_known_is_taken_for_nobody_else(void **state)
{
    char line[40];

    NJ_UNUSED(state);
    sit();
    ask(TARA, line);
    house_private(&h, TOM, "我");
    house_group_at(&h, GROUP, TOM, line);
    assert_non_null(house_heard(&h, GROUP, "没有绑定：数字不对"));
    house_forget(&h);
    house_group_at(&h, GROUP, TARA, line); /* in his own name */
    assert_non_null(house_heard(&h, GROUP, "没有绑定：数字不对"));
    assert_string_equal(nj_memory_aliases(h.second), "");
}

/* Who has taken a seat over had proved his private chat by then: it stays his
 * when he cannot be reached any more. */
static void who_has_taken_a_seat_over_keeps_it(void **state)
{
    struct nj_sitter *s;
    char line[40];

    NJ_UNUSED(state);
    sit();
    ask(TARA, line);
    s = nj_sitters_of(h.referee->entries[0], MEMBER);
    nj_sitters_hand(s, MEMBER, "member");
    house_group_at(&h, GROUP, MEMBER, line);
    assert_non_null(house_heard(&h, GROUP, "没有绑定：数字不对"));
    assert_string_equal(s->user, MEMBER);
    assert_true(
        nj_books_has(nj_books_chat(h.referee, MEMBER), h.referee->entries[0]));
    assert_string_equal(nj_memory_aliases(h.second), "");
}

/* A word that links two platforms is none of these digits, nor theirs one. */
static void digits_link_no_accounts(void **state)
{
    char line[40];

    NJ_UNUSED(state);
    sit();
    ask(TARA, line);
    house_private(&h, "ann", line + 1);
    assert_non_null(house_heard(&h, "ann", "这个词不对"));
    house_group_at(&h, GROUP, MEMBER, "#绑定 A2A2A2A2A2"); /* no digits */
    assert_non_null(house_heard(&h, GROUP, "私聊"));
    house_group_at(&h, GROUP, MEMBER, "#绑定 12345"); /* nor six */
    house_group_at(&h, GROUP, MEMBER, "#绑定 12345x");
    house_group(&h, "ann", line); /* a platform that knows its people */
    assert_non_null(house_heard(&h, "group", "私聊"));
    assert_string_equal(nj_memory_aliases(h.second), "");
}

/* The person sat down in his own name meanwhile: nobody has two seats. */
static void nobody_has_two_seats_by_it(void **state)
{
    char line[40];

    NJ_UNUSED(state);
    sit();
    ask(TARA, line);
    house_group_at(&h, GROUP, TARA, "#加入");
    house_forget(&h);
    house_group_at(&h, GROUP, MEMBER, line);
    assert_non_null(house_heard(&h, GROUP, "坐在同一局里"));
    assert_string_equal(nj_memory_aliases(h.second), "");
    assert_int_equal(h.referee->entries[0]->n_sitters, 2);
}

/* He sits at no table yet: from there on he is known all the same. */
static void who_sits_nowhere_is_bound_too(void **state)
{
    char line[40];

    NJ_UNUSED(state);
    sit();
    ask(TARA, line);
    house_group_at(&h, GROUP, "tg:u:guest", line);
    assert_non_null(house_heard(&h, GROUP, "私聊已接通"));
    assert_string_equal(nj_memory_aliases(h.second), GROUP " tg:u:guest " TARA);
    assert_non_null(nj_sitters_of(h.referee->entries[0], MEMBER));
}

/* Who leads a table and sits nowhere goes on leading it. */
static void who_leads_alone_leads_on(void **state)
{
    char line[40];

    NJ_UNUSED(state);
    house_group_at(&h, GROUP, TOM, "#新游戏 漫漫长夜");
    house_group_at(&h, GROUP, TOM, "#加入");
    house_group_at(&h, GROUP, MEMBER, "#主持");
    ask(TARA, line);
    house_group_at(&h, GROUP, MEMBER, line);
    assert_non_null(house_heard(&h, GROUP, "私聊已接通"));
    assert_string_equal(h.referee->entries[0]->host, TARA);
    assert_int_equal(h.referee->entries[0]->n_sitters, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_member_becomes_the_person, begin,
                                        end),
        cmocka_unit_test_setup_teardown(nobody_is_missed_nothing_is_offered,
                                        begin, end),
        cmocka_unit_test_setup_teardown(
            who_is_missed_is_found_among_many_tables, begin, end),
        cmocka_unit_test_setup_teardown(a_match_misses_nobody, begin, end),
        cmocka_unit_test_setup_teardown(
            digits_are_good_once_and_for_ten_minutes, begin, end),
        cmocka_unit_test_setup_teardown(guessing_is_slow, begin, end),
        cmocka_unit_test_setup_teardown(who_is_known_is_taken_for_nobody_else,
                                        begin, end),
        cmocka_unit_test_setup_teardown(who_has_taken_a_seat_over_keeps_it,
                                        begin, end),
        cmocka_unit_test_setup_teardown(digits_link_no_accounts, begin, end),
        cmocka_unit_test_setup_teardown(nobody_has_two_seats_by_it, begin, end),
        cmocka_unit_test_setup_teardown(who_sits_nowhere_is_bound_too, begin,
                                        end),
        cmocka_unit_test_setup_teardown(who_leads_alone_leads_on, begin, end),
    };

    return cmocka_run_group_tests_name("referee/bind", tests, NULL, NULL);
}
