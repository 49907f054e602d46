/*
 * How many tables there may be: in a group, of one person, in the house; and a
 * table whose people are of a platform that is not configured any more. For
 * src/referee/commands/room.c and cmd_begin.c.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "store/store.h"

static struct house h;

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&h, 0, sizeof(h));
    house_open(&h, "limits");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

static void opens(const char *group, const char *who, const char *hears)
{
    house_forget(&h);
    house_group_at(&h, group, who, "#新游戏 漫漫长夜");
    if (house_heard(&h, group, hears) == NULL)
        fail_msg("%s does not hear \"%s\"", group, hears);
}

static void a_group_has_so_many_tables(void **state)
{
    NJ_UNUSED(state);
    h.referee->setup.tables.group = 2;
    opens("qq:g:1", "qq:u:ann", "开桌");
    opens("qq:g:1", "qq:u:bob", "开桌");
    opens("qq:g:1", "qq:u:cat", "2 桌");
    opens("qq:g:2", "qq:u:cat", "开桌");
}

static void a_person_opens_so_many(void **state)
{
    NJ_UNUSED(state);
    h.referee->setup.tables.person = 1;
    opens("qq:g:1", "qq:u:ann", "开桌");
    opens("qq:g:2", "qq:u:ann", "1 桌");
    opens("qq:g:2", "qq:u:bob", "开桌");
    opens("qq:g:1", "qq:u:*", "开桌"); /* admins who hide are many */
    opens("qq:g:2", "qq:u:*", "开桌");
}

static void the_house_has_so_many(void **state)
{
    NJ_UNUSED(state);
    h.referee->setup.tables.house = 1;
    opens("qq:g:1", "qq:u:ann", "开桌");
    opens("qq:g:2", "qq:u:bob", "现在满了");
    opens("qq:g:3", "qq:u:cat", "现在满了"); /* the log hears it once */
}

/* A table is not brought to a group that has as many as it may. */
static void a_full_group_has_no_room_for_a_shared_table(void **state)
{
    char line[64];
    const struct nj_entry *e;

    NJ_UNUSED(state);
    h.referee->setup.tables.group = 1;
    opens("qq:g:1", "qq:u:ann", "开桌");
    opens("qq:g:2", "qq:u:bob", "开桌");
    house_group_at(&h, "qq:g:1", "qq:u:ann", "#联桌");
    e = h.referee->entries[0];
    (void)snprintf(line, sizeof(line), "#联桌 %s", e->invite);
    house_forget(&h);
    house_group_at(&h, "qq:g:2", "qq:u:bob", line);
    assert_non_null(house_heard(&h, "qq:g:2", "1 桌"));
    h.referee->setup.tables.group = 0;
    house_group_at(&h, "qq:g:2", "qq:u:bob", line); /* asks for it */
    h.referee->setup.tables.group = 1;
    house_forget(&h);
    house_group_at(&h, "qq:g:1", "qq:u:ann", "#联桌 同意 2");
    assert_non_null(house_heard(&h, "qq:g:2", "1 桌"));
    assert_int_equal(e->n_homes, 1);
}

/* --- a platform that is gone --- */

static void leave_seat(int64_t match, uint8_t join, const char *user)
{
    struct nj_user_row row = {.reach = NJ_REACH_PROVED, .seen_ms = 1};
    struct nj_seat_row seat = {
        .match = match, .join = join, .seat = NJ_SEAT_NONE, .joined_ms = 1};
    struct nj_err err = {{0}};

    nj_str_copy(row.user, sizeof(row.user), user);
    nj_str_copy(row.name, sizeof(row.name), "zed");
    nj_str_copy(seat.user, sizeof(seat.user), user);
    nj_str_copy(seat.name, sizeof(seat.name), "zed");
    nj_store_begin(h.store);
    nj_user_put(h.store, &row);
    nj_seat_put(h.store, &seat);
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
}

/* Who was proved there is proved no more: he cannot be told anything. */
static void nobody_begins_with_who_cannot_be_told(void **state)
{
    NJ_UNUSED(state);
    opens("qq:g:1", "qq:u:ann", "开桌");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    leave_seat(h.referee->entries[0]->id, 1, "xx:u:zed");
    house_kill(&h, 1000);
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "zed"));
    assert_int_equal(h.referee->entries[0]->state, NJ_MATCH_LOBBY);
}

/* A group of it cannot either: no live match begins there. */
static void no_live_match_begins_where_nobody_can_be_told(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    opens("qq:g:1", "qq:u:ann", "开桌");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "ann", "#设置 预设 现场");
    nj_store_begin(h.store);
    nj_home_put(h.store, h.referee->entries[0]->id, 1, "xx:g:9");
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
    house_kill(&h, 1000);
    house_forget(&h);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", ""));
    assert_int_equal(h.referee->entries[0]->state, NJ_MATCH_LOBBY);
}

int main(void)
{
#define LIMITS_TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        LIMITS_TEST(a_group_has_so_many_tables),
        LIMITS_TEST(a_person_opens_so_many),
        LIMITS_TEST(the_house_has_so_many),
        LIMITS_TEST(a_full_group_has_no_room_for_a_shared_table),
        LIMITS_TEST(nobody_begins_with_who_cannot_be_told),
        LIMITS_TEST(no_live_match_begins_where_nobody_can_be_told),
    };

    return cmocka_run_group_tests_name("referee/limits", tests, NULL, NULL);
}
