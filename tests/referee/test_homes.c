/*
 * One match in several groups, on two platforms: the same messages in the same
 * order, each in its own language; seats and moves from both.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define THERE "tg:g:9"
#define TARA  "tg:u:tara"

/* The word that was given out last, in that group. */
static void type_word(struct house *h, const char *group, const char *user)
{
    const char *said = house_heard(h, "group", "「#联桌 ");
    char line[64];

    assert_non_null(said);
    (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                   strstr(said, "#联桌 ") + strlen("#联桌 "));
    house_group_at(h, group, user, line);
}

/* A table in the group of one platform, brought to that of the other. */
static void open_both(struct house *h)
{
    house_group(h, "ann", "#新游戏 漫漫长夜");
    house_group(h, "ann", "#联桌");
    type_word(h, THERE, TARA);
    house_group(h, "ann", "#联桌 同意 9");
}

static void seat_both(struct house *h)
{
    house_private(h, "ann", "我");
    house_private(h, TARA, "me");
    house_group(h, "ann", "#加入");
    house_group_at(h, THERE, TARA, "#join");
}

static void a_table_is_brought_to_another_platform(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_open");
    open_both(&h);
    assert_non_null(house_heard(&h, THERE, "开桌"));
    assert_non_null(house_heard(&h, "group", "共 2 个群"));
    assert_non_null(house_heard(&h, THERE, "共 2 个群"));
    seat_both(&h);
    assert_non_null(house_heard(&h, "group", "tara"));
    assert_non_null(house_heard(&h, THERE, "ann"));
    house_close(&h);
}

static void the_word_is_good_once_and_for_a_while(void **state)
{
    struct house h = {.paced = false};
    char line[64];

    NJ_UNUSED(state);
    house_open(&h, "homes_word");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#联桌");
    (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                   strstr(house_heard(&h, "group", "「#联桌 "), "#联桌 ") +
                       strlen("#联桌 "));
    house_group_at(&h, THERE, TARA, line);
    house_group(&h, "ann", "#联桌 同意 9");
    house_group_at(&h, "tg:g:8", TARA, line);
    assert_non_null(house_heard(&h, "tg:g:8", "没有联桌"));
    house_forget(&h);
    house_group(&h, "ann", "#联桌");
    (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                   strstr(house_heard(&h, "group", "「#联桌 "), "#联桌 ") +
                       strlen("#联桌 "));
    house_group(&h, "bob", line);
    assert_non_null(house_heard(&h, "group", "已经在这一桌"));
    house_pass(&h, 900000);
    house_group_at(&h, "tg:g:8", TARA, line);
    assert_non_null(house_heard(&h, "tg:g:8", "没有联桌"));
    house_close(&h);
}

/* The word stands in front of all: whoever is first with it gains nothing. */
static void a_group_joins_when_the_opener_says_so(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_yes");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#联桌");
    type_word(&h, "tg:g:66", "tg:u:mallory");
    assert_non_null(house_heard(&h, "tg:g:66", "已经问了那一桌"));
    assert_null(house_heard(&h, "tg:g:66", "开桌"));
    assert_non_null(
        house_heard(&h, "group", "mallory（tg mallory）想让群 66 坐到这一桌"));
    house_group_at(&h, "tg:g:66", "tg:u:mallory", "#联桌 同意 66");
    house_group(&h, "bob", "#联桌 同意 66");
    assert_non_null(house_heard(&h, "group", "要由桌主或主持同意"));
    house_group(&h, "ann", "#联桌 同意 9");
    assert_non_null(house_heard(&h, "group", "没有群号是「9」的群在等"));
    assert_int_equal(h.referee->entries[0]->n_homes, 1);
    house_forget(&h);
    house_group(&h, "ann", "#联桌");
    type_word(&h, THERE, TARA); /* the other one has not used it up */
    house_group(&h, "hugo", "#主持");
    house_group(&h, "hugo", "#联桌 同意 9");
    assert_int_equal(h.referee->entries[0]->n_homes, 2);
    assert_non_null(house_heard(&h, THERE, "共 2 个群"));
    assert_null(house_heard(&h, "tg:g:66", "共 2 个群"));
    house_group(&h, "ann", "#联桌 同意 66"); /* asked for the older word */
    assert_int_equal(h.referee->entries[0]->n_homes, 2);
    house_close(&h);
}

static void a_yes_comes_in_time_or_not_at_all(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_late");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#联桌");
    type_word(&h, THERE, TARA);
    house_pass(&h, 900000);
    house_group(&h, "ann", "#联桌 同意 9");
    assert_non_null(house_heard(&h, "group", "没有群号是「9」的群在等"));
    for (int i = 10; i < 20; i++) { /* the oldest give way */
        char group[16];

        house_forget(&h);
        house_group(&h, "ann", "#联桌");
        (void)snprintf(group, sizeof(group), "tg:g:%d", i);
        type_word(&h, group, TARA);
    }
    house_group(&h, "ann", "#联桌 同意 10");
    assert_int_equal(h.referee->entries[0]->n_homes, 1);
    house_group(&h, "ann", "#联桌 同意 19");
    assert_int_equal(h.referee->entries[0]->n_homes, 2);
    house_close(&h);
}

static void the_opener_himself_needs_no_yes(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_self");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#联桌");
    type_word(&h, "qq:g:2", "qq:u:ann");
    assert_int_equal(h.referee->entries[0]->n_homes, 2);
    house_close(&h);
}

/* An admin's words, in the first home or in another. */
static void admin(struct house *h, const char *group, const char *text)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);

    (void)snprintf(e->user, sizeof(e->user), "qq:u:adam");
    (void)snprintf(e->chat, sizeof(e->chat), "%s", group);
    (void)snprintf(e->name, sizeof(e->name), "adam");
    (void)snprintf(e->id, sizeof(e->id), "adm-%u", ++h->ids);
    e->group = true;
    e->role = NJ_ROLE_ADMIN;
    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(h->inbox, e);
    house_run(h);
}

static void admins_of_another_home_have_no_power(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_admin");
    house_private(&h, "adam", "我");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#联桌");
    type_word(&h, "qq:g:2", "qq:u:ann");
    admin(&h, "qq:g:2", "#电脑 1"); /* of the table neither */
    assert_non_null(house_heard(&h, "qq:g:2", "没有"));
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "ann", "#开始");
    house_forget(&h);
    admin(&h, "qq:g:2", "%暂停");
    assert_non_null(house_heard(&h, "qq:g:2", "只有主持可以"));
    admin(&h, "qq:g:2", "%中止 因 我要看底牌");
    assert_null(house_heard(&h, "adam", "确认"));
    assert_false(h.referee->entries[0]->paused);
    house_forget(&h);
    admin(&h, "qq:g:1", "%暂停"); /* at home he has, and is named as it */
    assert_true(h.referee->entries[0]->paused);
    assert_non_null(house_heard(&h, "qq:g:2", "群管理暂停了比赛"));
    assert_null(house_heard(&h, "qq:g:1", "主持暂停"));
    nj_memory_role(h.gateway, NJ_ROLE_ADMIN);
    admin(&h, "qq:g:1", "%中止 因 太晚了");
    house_confirm(&h, "adam");
    assert_non_null(house_heard(&h, "qq:g:1", "群管理中止了比赛"));
    assert_non_null(house_heard(&h, "qq:g:1", "群管理的理由"));
    assert_null(house_heard(&h, "qq:g:1", "主持中止"));
    house_close(&h);
}

static void only_who_may_change_the_table_gives_the_word(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_may");
    house_group(&h, "ann", "#联桌");
    assert_non_null(house_heard(&h, "group", "没有等人的桌"));
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_forget(&h);
    house_group(&h, "bob", "#联桌");
    assert_null(house_heard(&h, "group", "「#联桌 "));
    house_close(&h);
}

/* Public lines of the match go to both, in each group's language, and a move
 * counts wherever it is typed. */
static void both_groups_hear_the_same_course(void **state)
{
    struct house h = {.paced = false};
    uint32_t n = 0;

    NJ_UNUSED(state);
    house_open(&h, "homes_course");
    open_both(&h);
    seat_both(&h);
    house_group(&h, "ann", "#开始");
    house_group(&h, "ann", "停");
    house_group_at(&h, THERE, TARA, "停");
    house_group(&h, "ann", "停");
    assert_non_null(house_heard(&h, "group", "tara"));
    assert_non_null(house_heard(&h, THERE, "tara"));
    for (uint32_t i = 0; i < nj_memory_count(h.second); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h.second, i);

        if (s->group)
            n++;
    }
    assert_true(n >= 4);
    house_close(&h);
}

static void homes_survive_the_process(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_kill");
    open_both(&h);
    seat_both(&h);
    house_kill(&h, 1000);
    house_group(&h, "ann", "#开始");
    assert_non_null(house_heard(&h, "group", "轮到"));
    assert_non_null(house_heard(&h, THERE, "轮到"));
    house_close(&h);
}

/* While either platform is away the clock stands. */
static void an_outage_of_either_gateway_stops_the_clock(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_outage");
    open_both(&h);
    seat_both(&h);
    house_group(&h, "ann", "#开始");
    nj_memory_link(h.gateway, false);
    nj_memory_link(h.second, false);
    house_pass(&h, 1000);
    nj_memory_link(h.gateway, true);
    house_run(&h);
    house_forget(&h);
    house_pass(&h, 3 * 3600000LL); /* the other one is still away */
    assert_null(house_heard(&h, "group", "行动结束"));
    nj_memory_link(h.second, true);
    house_run(&h);
    assert_null(house_heard(&h, "group", "行动结束"));
    assert_non_null(house_heard(&h, "group", "顺延"));
    assert_non_null(house_heard(&h, THERE, "顺延"));
    house_close(&h);
}

/* A group becomes a supergroup in the middle of a match. */
static void a_group_that_moves_takes_its_match_with_it(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_move");
    open_both(&h);
    seat_both(&h);
    house_group(&h, "ann", "#开始");
    nj_memory_move(h.second, THERE, "tg:g:-1009");
    house_run(&h);
    house_forget(&h);
    house_group(&h, "ann", "停");
    house_group_at(&h, "tg:g:-1009", TARA, "停");
    house_group(&h, "ann", "停");
    assert_non_null(house_heard(&h, "tg:g:-1009", "轮到"));
    assert_null(house_heard(&h, THERE, ""));
    house_kill(&h, 1000);
    house_forget(&h);
    house_group_at(&h, "tg:g:-1009", TARA, "#赛况");
    assert_non_null(house_heard(&h, "tg:g:-1009", ""));
    house_close(&h);
}

/* What the platform refused under the old name is heard under the new one. */
static void a_group_that_moves_takes_what_it_missed(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "homes_missed");
    open_both(&h);
    seat_both(&h);
    house_group(&h, "ann", "#开始");
    house_forget(&h);
    nj_memory_fate(h.second, THERE, NJ_FATE_REFUSED, false);
    house_group(&h, "ann", "停");
    house_group_at(&h, THERE, TARA, "停");
    nj_memory_move(h.second, THERE, "tg:g:-1009");
    house_run(&h);
    assert_non_null(house_heard(&h, "tg:g:-1009", "轮到"));
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_brought_to_another_platform),
        cmocka_unit_test(the_word_is_good_once_and_for_a_while),
        cmocka_unit_test(a_group_joins_when_the_opener_says_so),
        cmocka_unit_test(a_yes_comes_in_time_or_not_at_all),
        cmocka_unit_test(the_opener_himself_needs_no_yes),
        cmocka_unit_test(admins_of_another_home_have_no_power),
        cmocka_unit_test(only_who_may_change_the_table_gives_the_word),
        cmocka_unit_test(both_groups_hear_the_same_course),
        cmocka_unit_test(homes_survive_the_process),
        cmocka_unit_test(an_outage_of_either_gateway_stops_the_clock),
        cmocka_unit_test(a_group_that_moves_takes_its_match_with_it),
        cmocka_unit_test(a_group_that_moves_takes_what_it_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
