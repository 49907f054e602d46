/* What happens on the platforms besides people's words. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

static const char *const owners[] = {"qq:u:boss", NULL};

/* A match of two in the group with a host, a move due; `admissions` may be NULL. */
static void open_match(struct house *h, const char *name,
                       const struct nj_admissions *admissions)
{
    static const char *const players[] = {"ann", "bob"};

    house_open(h, name);
    h->owners = owners;
    h->admissions = admissions;
    house_kill(h, 0);
    house_private(h, "boss", "我");
    house_private(h, "opener", "我");
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_group(h, "opener", "#主持");
    for (size_t i = 0; i < NJ_COUNT(players); i++) {
        house_private(h, players[i], "我");
        house_group(h, players[i], "#加入");
    }
    house_group(h, "opener", "#开始");
    house_forget(h);
}

static struct nj_event *event(struct house *h, enum nj_event_kind kind,
                              const char *chat, const char *user)
{
    struct nj_event *e = nj_event_create(kind, 0);

    NJ_UNUSED(h);
    (void)snprintf(e->chat, sizeof(e->chat), "%s", chat);
    (void)snprintf(e->user, sizeof(e->user), "%s", user);
    e->group = strstr(chat, ":g:") != NULL;
    return e;
}

static void happens(struct house *h, struct nj_event *e)
{
    nj_inbox_push(h->inbox, e);
    house_run(h);
}

static void leaves_group(struct house *h, const char *group)
{
    struct nj_event *e = event(h, NJ_EVENT_GONE, group, "");

    e->self = true;
    happens(h, e);
}

static void leaves(struct house *h, const char *user, bool self)
{
    struct nj_event *e = event(h, NJ_EVENT_GONE, "qq:g:1", user);

    e->self = self;
    happens(h, e);
}

static void comes(struct house *h)
{
    struct nj_event *e = event(h, NJ_EVENT_JOINED, "qq:g:1", "qq:u:bot");

    e->self = true;
    happens(h, e);
}

/* --- who leaves --- */

static void a_player_who_leaves_the_group_keeps_his_seat_in_silence(
    void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "left", NULL);
    leaves(&h, "qq:u:ann", false);
    leaves(&h, "qq:u:stranger", false);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_private(&h, "ann", "#我");
    assert_non_null(house_heard(&h, "ann", "席"));
    house_close(&h);
}

static void the_clock_stands_while_the_bot_is_out(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "kicked", NULL);
    leaves(&h, "", true);
    assert_non_null(house_heard(&h, "boss", "群 1 里"));
    assert_non_null(house_heard(&h, "opener", "计时已停"));
    assert_null(house_heard(&h, "ann", ""));
    house_forget(&h);
    leaves(&h, "", true); /* told twice */
    house_pass(&h, 86400000);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    comes(&h);
    assert_non_null(house_heard(&h, "group", "计时停了 24 小时"));
    assert_null(house_heard(&h, "group", "超时"));
    house_close(&h);
}

/* Neither a restart nor a day without us starts it. */
static void it_stands_over_a_restart(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "kicked_restart", NULL);
    leaves(&h, "", true);
    house_kill(&h, 3600000);
    house_pass(&h, 86400000);
    assert_null(house_heard(&h, "group", ""));
    comes(&h);
    assert_non_null(house_heard(&h, "group", "计时停了"));
    house_kill(&h, 0); /* back for good */
    house_forget(&h);
    house_pass(&h, 86400000);
    assert_non_null(house_heard(&h, "group", ""));
    house_close(&h);
}

/* Old news of a gateway that has just logged in. */
static void words_from_the_group_prove_that_we_are_there(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "kicked_old_news", NULL);
    leaves(&h, "", true);
    house_forget(&h);
    house_group(&h, "cat", "good morning");
    house_group(&h, "cat", "#游戏");
    assert_non_null(house_heard(&h, "group", "漫漫长夜"));
    house_close(&h);
}

/* --- risk control --- */

static int64_t deadline_of(struct house *h)
{
    return h->referee->entries[0]->deadline_ms;
}

/* UX-6.10: slow down, tell the host, extend the deadline. */
static void deadlines_move_while_a_group_is_left_alone(void **state)
{
    struct house h = {.paced = false};
    int64_t before;

    NJ_UNUSED(state);
    open_match(&h, "slow", NULL);
    before = deadline_of(&h);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_UNKNOWN, false);
    house_group(&h, "cat", "#游戏");
    house_group(&h, "cat", "#游戏");
    assert_int_equal(deadline_of(&h), before);
    assert_null(house_heard(&h, "opener", "慢一点"));
    house_group(&h, "cat", "#游戏");
    assert_int_equal(deadline_of(&h), before + 30000);
    assert_non_null(house_heard(&h, "opener", "慢一点"));
    house_forget(&h);
    house_group(&h, "cat", "#游戏");
    house_pass(&h, 30000);
    assert_int_equal(deadline_of(&h), before + 150000);
    assert_null(house_heard(&h, "opener", "慢一点")); /* once */
    house_close(&h);
}

static void a_ban_of_some_length_moves_deadlines_by_it(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e;
    int64_t before;

    NJ_UNUSED(state);
    open_match(&h, "banned", NULL);
    before = deadline_of(&h);
    e = event(&h, NJ_EVENT_MUTED, "qq:g:1", "");
    e->self = e->muted = true;
    e->ms = 60000;
    happens(&h, e);
    assert_int_equal(deadline_of(&h), before); /* it stands meanwhile */
    house_pass(&h, 60000);
    assert_int_equal(deadline_of(&h), before + 60000);
    house_close(&h);
}

/* --- troubles --- */

static void trouble(struct house *h, const char *text)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_TROUBLE, 0);

    nj_event_set_text(e, text, strlen(text));
    happens(h, e);
}

static void owners_hear_of_a_trouble_once_an_hour(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "trouble", NULL);
    trouble(&h, "offline");
    assert_non_null(house_heard(&h, "boss", "网关 qq：QQ 账号掉线了"));
    assert_int_equal(nj_memory_count(h.gateway), 1);
    house_forget(&h);
    trouble(&h, "offline");
    assert_int_equal(nj_memory_count(h.gateway), 0);
    trouble(&h, "something else [CQ:at,qq=all]");
    assert_non_null(house_heard(&h, "boss", "something else"));
    house_forget(&h);
    h.now_ms += 3600000;
    trouble(&h, "offline");
    assert_non_null(house_heard(&h, "boss", "掉线"));
    assert_null(house_heard(&h, "ann", "掉线"));
    assert_null(house_heard(&h, "group", "掉线"));
    house_close(&h);
}

/* By the key of what a group was to hear. */
static void owners_hear_which_words_are_not_wanted(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e = nj_event_create(NJ_EVENT_TROUBLE, 0);

    NJ_UNUSED(state);
    open_match(&h, "trouble_content", NULL);
    nj_event_set_text(e, "content", strlen("content"));
    (void)snprintf(e->name, sizeof(e->name), "ln.capture");
    happens(&h, e);
    assert_non_null(house_heard(&h, "boss", "平台不收「ln.capture」"));
    house_forget(&h);
    trouble(&h, "content_private");
    assert_non_null(house_heard(&h, "boss", "平台不收一条私聊消息"));
    house_close(&h);
}

/* Who waits for something to be on disk hears so when it is. */
static void what_is_kept_is_confirmed_once_it_is_on_disk(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "kept");
    for (uint64_t i = 6; i <= 7; i++) {
        struct nj_event *e = event(&h, NJ_EVENT_KEEP, "name", "");

        e->call = i;
        nj_event_set_text(e, "value", strlen("value"));
        nj_inbox_push(h.inbox, e);
        assert_int_equal(nj_memory_kept(h.gateway), 0);
    }
    house_run(&h);
    assert_int_equal(nj_memory_kept(h.gateway), 7);
    house_close(&h);
}

/* Who can only be told later would be told what is not true any more. */
static void an_owner_who_cannot_hear_is_not_told_later(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "trouble_down", NULL);
    nj_memory_link(h.gateway, false);
    trouble(&h, "token");
    nj_memory_link(h.gateway, true);
    house_run(&h);
    assert_null(house_heard(&h, "boss", ""));
    house_close(&h);
}

/* --- friends and invitations --- */

static void asks(struct house *h, const char *chat, const char *user,
                 const char *id)
{
    struct nj_event *e = event(h, NJ_EVENT_ASKS, chat, user);

    (void)snprintf(e->id, sizeof(e->id), "%s", id);
    happens(h, e);
}

static void friends_are_taken_by_the_rule(void **state)
{
    static const struct nj_admissions some = {NJ_ADMIT_SOME, NJ_ADMIT_SOME};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "friends", &some);
    nj_memory_members(h.gateway, false);
    asks(&h, "qq:u:eve", "qq:u:eve", "1"); /* in no group of ours */
    assert_string_equal(nj_memory_accepted(h.gateway), "");
    asks(&h, "qq:u:ann", "qq:u:ann", "2"); /* sits in a match */
    asks(&h, "qq:u:boss", "qq:u:boss", "3");
    nj_memory_members(h.gateway, true);
    asks(&h, "qq:u:fay", "qq:u:fay", "4"); /* in the group */
    assert_string_equal(nj_memory_accepted(h.gateway), "2,3,4");
    asks(&h, "qq:g:9", "qq:u:fay", "5"); /* not hers to invite */
    asks(&h, "qq:g:9", "qq:u:boss", "6");
    assert_string_equal(nj_memory_accepted(h.gateway), "2,3,4,6");
    house_close(&h);
}

static void rules_can_be_all_or_none(void **state)
{
    static const struct nj_admissions mixed = {NJ_ADMIT_ALL, NJ_ADMIT_NONE};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "friends_all", &mixed);
    nj_memory_members(h.gateway, false);
    asks(&h, "qq:u:eve", "qq:u:eve", "1");
    asks(&h, "qq:g:9", "qq:u:boss", "2");
    assert_string_equal(nj_memory_accepted(h.gateway), "1");
    house_close(&h);
    open_match(&h, "friends_unset", NULL);
    asks(&h, "qq:u:ann", "qq:u:ann", "1");
    assert_string_equal(nj_memory_accepted(h.gateway), "");
    house_close(&h);
}

/* --- changed words --- */

static void changes(struct house *h, const char *chat, const char *user,
                    uint32_t id)
{
    struct nj_event *e = event(h, NJ_EVENT_CHANGED, chat, user);

    (void)snprintf(e->id, sizeof(e->id), "h%u", id);
    happens(h, e);
}

/* UX-9: once in private, and only if it was an order at all. */
static void who_takes_words_back_hears_that_they_stand(void **state)
{
    struct house h = {.paced = false};
    uint32_t order;

    NJ_UNUSED(state);
    open_match(&h, "changed", NULL);
    house_group(&h, "ann", "just talk");
    house_group(&h, "ann", "#赛况");
    order = h.ids;
    house_forget(&h);
    changes(&h, "qq:g:1", "qq:u:ann", order - 1); /* talk */
    changes(&h, "qq:g:1", "qq:u:bob", 9999);
    changes(&h, "qq:g:2", "qq:u:ann", order);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    changes(&h, "qq:g:1", "qq:u:ann", order);
    assert_non_null(house_heard(&h, "ann", "#撤销"));
    changes(&h, "qq:g:1", "qq:u:ann", order); /* told twice */
    assert_int_equal(nj_memory_count(h.gateway), 1);
    house_kill(&h, 1000); /* nor in another life */
    house_forget(&h);
    changes(&h, "qq:g:1", "qq:u:ann", order);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
}

static void who_does_not_play_hears_nothing(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "changed_watcher", NULL);
    house_group(&h, "cat", "#赛况");
    house_forget(&h);
    changes(&h, "qq:g:1", "qq:u:cat", h.ids);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
}

/* --- wishes that wait --- */

/* Who has a wish is looked for where tables are: in no group that the bot has
 * left, on no other platform. What is never answered goes with the process. */
static void a_wish_waits_for_the_platform(void **state)
{
    static const struct nj_admissions some = {NJ_ADMIT_SOME, NJ_ADMIT_SOME};
    struct house h = {.paced = false};
    struct nj_event *e;
    uint64_t call;

    NJ_UNUSED(state);
    open_match(&h, "friends_wait", &some);
    house_group_at(&h, "tg:g:9", "tg:u:tom", "#新游戏 漫漫长夜");
    house_group_at(&h, "qq:g:2", "qq:u:tom", "#游戏"); /* has no table */
    house_group_at(&h, "qq:g:3", "qq:u:tom", "#新游戏 漫漫长夜");
    e = event(&h, NJ_EVENT_GONE, "qq:g:3", "");
    e->self = true;
    happens(&h, e);
    nj_memory_silent(h.gateway, true);
    call = h.referee->calls;
    asks(&h, "qq:u:fay", "qq:u:fay", "7");
    assert_int_equal(h.referee->calls, call + 1); /* in one group alone */
    asks(&h, "qq:u:gil", "qq:u:gil", "8");
    e = event(&h, NJ_EVENT_MEMBER, "", "");
    e->call = call + 2; /* the newer wish first */
    e->here = true;
    happens(&h, e);
    assert_string_equal(nj_memory_accepted(h.gateway), "8");
    e = event(&h, NJ_EVENT_MEMBER, "", "");
    e->call = call + 4711; /* nobody's */
    e->here = true;
    happens(&h, e);
    assert_string_equal(nj_memory_accepted(h.gateway), "8");
    house_close(&h); /* the older one still waits */
}

/* A group that is called as it is called has not moved. */
static void a_group_that_has_not_moved_stays(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e;

    NJ_UNUSED(state);
    open_match(&h, "moved_nowhere", NULL);
    e = event(&h, NJ_EVENT_MOVED, "qq:g:1", "");
    nj_address_group(e->to, "qq", "1");
    happens(&h, e);
    assert_int_equal(h.referee->entries[0]->n_homes, 1);
    house_group(&h, "ann", "#赛况");
    assert_non_null(house_heard(&h, "group", "回合"));
    house_close(&h);
}

/* Changed words of people or in chats that nobody knows, of no number, or that
 * were no order of a match, are passed over. */
static void other_changes_are_passed_over(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "changed_other", NULL);
    house_group(&h, "ann", "#赛况");
    house_group_at(&h, "qq:g:2", "qq:u:ann", "#游戏");
    house_forget(&h);
    changes(&h, "qq:g:1", "qq:u:nobody", h.ids);
    changes(&h, "qq:g:77", "qq:u:ann", h.ids);
    changes(&h, "qq:g:1", "qq:u:ann", h.ids + 1000);
    changes(&h, "qq:g:2", "qq:u:ann", h.ids); /* where no match is */
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
}

/* --- what a gateway may leave out --- */

/* A press that says nothing is one of a button that is over. */
static void a_press_without_words_is_over(void **state)
{
    struct house h = {.can = NJ_CAN_BUTTONS};
    struct nj_event *e;

    NJ_UNUSED(state);
    house_open(&h, "press_nothing");
    for (int group = 0; group < 2; group++) {
        e = nj_event_create(NJ_EVENT_PRESS, 1);
        e->group = group;
        nj_str_copy(e->chat, sizeof(e->chat), group ? "tg:g:9" : "tg:u:ann");
        nj_str_copy(e->user, sizeof(e->user), "tg:u:ann");
        nj_str_copy(e->id, sizeof(e->id), group ? "p1" : "p2");
        happens(&h, e);
        assert_non_null(strstr(nj_memory_toast(h.second), "已结束"));
    }
    house_close(&h);
}

/* Whoever runs the program says that it will be replaced: no more tables. */
static void before_an_upgrade_no_table_is_opened(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "drained");
    happens(&h, nj_event_create(NJ_EVENT_DRAIN, 0));
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(house_heard(&h, "group", "升级"));
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_close(&h);
}

/* Somebody left, nobody says who: nothing changes for anybody. */
static void who_left_may_be_unsaid(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "left_unsaid");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    leaves(&h, "", false);
    assert_null(house_heard(&h, "group", ""));
    leaves(&h, "qq:u:bot", true);
    leaves(&h, "qq:u:bot", true); /* said twice, it is gone once */
    assert_int_equal(h.referee->n_gone, 1);
    house_close(&h);
}

/* A ban of a group in which a table waits and a match stands: there is no
 * deadline that it could move. */
static void a_ban_moves_no_deadline_that_is_none(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e;

    NJ_UNUSED(state);
    house_open(&h, "banned_standing");
    house_begin(&h, "ann bob", "");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#暂停");
    house_group(&h, "bob", "#暂停");
    e = event(&h, NJ_EVENT_MUTED, "qq:g:1", "");
    e->self = e->muted = true;
    e->ms = 60000;
    happens(&h, e);
    house_forget(&h);
    house_pass(&h, 61000);
    assert_int_equal(h.referee->entries[0]->deadline_ms, 0);
    house_group(&h, "ann", "#继续");
    house_group(&h, "bob", "#继续");
    assert_true(h.referee->entries[0]->deadline_ms > h.referee->now_ms);
    house_close(&h);
}

/* --- room --- */

static void has_room(struct house *h, const char *chat)
{
    happens(h, event(h, NJ_EVENT_ROOM, chat, ""));
}

/* The platform takes something in a chat again before its time: what waits goes
 * at once, but not where the bot may not speak. */
static void where_there_is_room_again_it_is_used(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e;

    NJ_UNUSED(state);
    open_match(&h, "room", NULL);
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_LATER, false);
    house_private(&h, "ann", "#我");
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, false);
    house_forget(&h);
    has_room(&h, "qq:u:ann");
    assert_non_null(house_heard(&h, "ann", "席"));
    e = event(&h, NJ_EVENT_MUTED, "qq:g:1", "");
    e->self = e->muted = true;
    happens(&h, e);
    house_group(&h, "ann", "#赛况");
    house_forget(&h);
    has_room(&h, "qq:g:1");
    assert_null(house_heard(&h, "group", ""));
    assert_true(nj_books_find(h.referee, "qq:g:1")->muted);
    house_close(&h);
}

/* --- many groups --- */

/* So many that are silent, or left, are remembered; of the others a restart
 * knows nothing, and the list that is kept is never too long. */
static void of_many_groups_so_many_are_remembered(void **state)
{
    struct house h = {.paced = false};
    char group[NJ_ADDRESS_MAX], who[NJ_ADDRESS_MAX];

    NJ_UNUSED(state);
    house_open(&h, "groups_many");
    for (uint32_t i = 0; i < NJ_STOOD_GROUPS_MAX + 2; i++) {
        struct nj_event *e;

        (void)snprintf(group, sizeof(group), "qq:g:%u", 100 + i);
        (void)snprintf(who, sizeof(who), "qq:u:%u", 100 + i);
        house_group_at(&h, group, who, "#新游戏 漫漫长夜");
        e = event(&h, NJ_EVENT_MUTED, group, "");
        e->self = e->muted = true;
        happens(&h, e);
        leaves_group(&h, group);
    }
    assert_int_equal(h.referee->n_silent, NJ_STOOD_GROUPS_MAX);
    assert_int_equal(h.referee->n_gone, NJ_STOOD_GROUPS_MAX);
    house_kill(&h, 1000);
    assert_int_equal(h.referee->n_silent, NJ_STOOD_GROUPS_MAX);
    assert_int_equal(h.referee->n_gone, NJ_STOOD_GROUPS_MAX);
    assert_int_equal(nj_books_find(h.referee, group)->gone_ms, 0);
    house_close(&h);
}

/* Lists of groups and moments that no life has written: what can be read counts,
 * and from now on where it does not say since when. */
static void damaged_lists_of_groups_are_read_as_far_as_they_go(void **state)
{
    struct nj_str outages = NJ_STR_INIT(1000);
    struct house h = {.paced = false};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    open_match(&h, "groups_damaged", NULL);
    nj_store_begin(h.store);
    nj_setting_put(h.store, "", "gone", "nonsense 5 qq:g:1 0 qq:u:ann 7");
    for (int64_t i = 1; i <= NJ_STOOD_MAX + 3; i++)
        nj_str_addf(&outages, "%d 9 ", (int)i);
    nj_setting_put(h.store, "", "behind_ms", outages.p);
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
    nj_str_fini(&outages);
    house_kill(&h, 1000);
    assert_int_equal(h.referee->n_gone, 1);
    assert_in_range(nj_books_find(h.referee, "qq:g:1")->gone_ms,
                    h.referee->now_ms - 1000, h.referee->now_ms);
    nj_store_begin(h.store);
    nj_setting_put(h.store, "", "behind_ms", "5 0 7 9");
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
    house_kill(&h, 1000);
    comes(&h);
    assert_int_equal(h.referee->entries[0]->hold, 0);
    assert_true(deadline_of(&h) > h.referee->now_ms);
    house_close(&h);
}

/* --- whose changed words --- */

/* A host without a seat gives no orders; at a table none has been given; in
 * private an order stands as well. */
static void changed_words_of_a_host_at_a_table_and_in_private(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "changed_host", NULL);
    house_group(&h, "opener", "#赛况");
    house_forget(&h);
    changes(&h, "qq:g:1", "qq:u:opener", h.ids);
    house_group(&h, "cat", "#新游戏 漫漫长夜");
    house_private(&h, "cat", "我");
    house_group(&h, "cat", "#加入");
    house_forget(&h);
    changes(&h, "qq:g:1", "qq:u:cat", h.ids);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_private(&h, "ann", "#赛况");
    house_forget(&h);
    changes(&h, "qq:u:ann", "qq:u:ann", h.ids);
    assert_non_null(house_heard(&h, "ann", "#撤销"));
    house_close(&h);
}

/* --- wishes of people who are known --- */

/* Whoever is known and sits nowhere is looked for like a stranger, in so many
 * groups and no more. */
static void a_wish_is_looked_for_in_so_many_groups(void **state)
{
    static const struct nj_admissions some = {NJ_ADMIT_SOME, NJ_ADMIT_SOME};
    struct house h = {.paced = false};
    char group[NJ_ADDRESS_MAX], who[NJ_ADDRESS_MAX];
    uint64_t call;

    NJ_UNUSED(state);
    open_match(&h, "friends_many", &some);
    for (uint32_t i = 0; i < 40; i++) {
        (void)snprintf(group, sizeof(group), "qq:g:%u", 100 + i);
        (void)snprintf(who, sizeof(who), "qq:u:%u", 100 + i);
        house_group_at(&h, group, who, "#新游戏 漫漫长夜");
    }
    house_private(&h, "cat", "我");
    nj_memory_members(h.gateway, false);
    call = h.referee->calls;
    asks(&h, "qq:u:cat", "qq:u:cat", "9");
    assert_int_equal(h.referee->calls, call + 32);
    assert_string_equal(nj_memory_accepted(h.gateway), "");
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_without_words_is_over),
        cmocka_unit_test(before_an_upgrade_no_table_is_opened),
        cmocka_unit_test(who_left_may_be_unsaid),
        cmocka_unit_test(a_ban_moves_no_deadline_that_is_none),
        cmocka_unit_test(
            a_player_who_leaves_the_group_keeps_his_seat_in_silence),
        cmocka_unit_test(the_clock_stands_while_the_bot_is_out),
        cmocka_unit_test(it_stands_over_a_restart),
        cmocka_unit_test(words_from_the_group_prove_that_we_are_there),
        cmocka_unit_test(deadlines_move_while_a_group_is_left_alone),
        cmocka_unit_test(a_ban_of_some_length_moves_deadlines_by_it),
        cmocka_unit_test(owners_hear_of_a_trouble_once_an_hour),
        cmocka_unit_test(owners_hear_which_words_are_not_wanted),
        cmocka_unit_test(what_is_kept_is_confirmed_once_it_is_on_disk),
        cmocka_unit_test(an_owner_who_cannot_hear_is_not_told_later),
        cmocka_unit_test(friends_are_taken_by_the_rule),
        cmocka_unit_test(rules_can_be_all_or_none),
        cmocka_unit_test(who_takes_words_back_hears_that_they_stand),
        cmocka_unit_test(who_does_not_play_hears_nothing),
        cmocka_unit_test(a_wish_waits_for_the_platform),
        cmocka_unit_test(a_group_that_has_not_moved_stays),
        cmocka_unit_test(other_changes_are_passed_over),
        cmocka_unit_test(where_there_is_room_again_it_is_used),
        cmocka_unit_test(of_many_groups_so_many_are_remembered),
        cmocka_unit_test(damaged_lists_of_groups_are_read_as_far_as_they_go),
        cmocka_unit_test(changed_words_of_a_host_at_a_table_and_in_private),
        cmocka_unit_test(a_wish_is_looked_for_in_so_many_groups),
    };

    return cmocka_run_group_tests_name("referee/platform", tests, NULL, NULL);
}
