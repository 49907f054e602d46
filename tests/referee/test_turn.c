/* One turn, one transaction: chatter writes nothing, a full disk undoes all. */
#include "fault/vfs_shim.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

static void open_match(struct house *h, const char *name)
{
    nj_vfs_install();
    house_open(h, name);
    house_begin(h, "ann bob", "");
    house_forget(h);
}

static void close_match(struct house *h)
{
    nj_vfs_clear();
    house_close(h);
    nj_vfs_remove();
}

/* goals P4. */
static void chatter_costs_no_write_and_no_record(void **state)
{
    struct house h = {.paced = false};
    uint32_t chats;

    NJ_UNUSED(state);
    open_match(&h, "chatter");
    nj_vfs_clear();
    chats = h.referee->n_chats;
    house_group(&h, "stranger", "今天吃什么");
    house_group(&h, "ann", "我也不知道");
    house_group(&h, "bob", "up or down?");
    nj_memory_group(h.gateway, "77", "nobody", "nobody", "", "上");
    house_run(&h);
    assert_int_equal(nj_vfs_count(NJ_VFS_WRITE | NJ_VFS_SYNC), 0);
    assert_int_equal(h.referee->n_chats, chats);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    close_match(&h);
}

/* Message ids of more than a day ago go while the program runs, not only when
 * it starts. */
static void old_message_ids_are_forgotten_on_the_way(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "forget");
    assert_true(nj_seen_add(h.store, "qq:g:55", "old",
                            h.referee->now_ms - 86400000 + 90000));
    house_pass(&h, 60000);
    assert_true(nj_seen_has(h.store, "qq:g:55", "old"));
    house_pass(&h, 60000);
    assert_false(nj_seen_has(h.store, "qq:g:55", "old"));
    close_match(&h);
}

static uint32_t seq_of(struct house *h)
{
    struct nj_match_row row;

    assert_true(nj_match_load(h->store, 1, &row));
    return row.seq;
}

/* The question whether somebody is an admin goes with the turn that is undone;
 * his words, said again, are asked about again. */
static void a_full_disk_forgets_who_is_asked_about(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "full_asks");
    h.second->can = NJ_ASKS_ROLES;
    nj_memory_role(h.second, NJ_ROLE_ADMIN);
    nj_vfs_fill();
    house_group_at(&h, "tg:g:9", "tg:u:udo", "#lang en");
    nj_vfs_clear();
    house_pass(&h, 10000);
    house_forget(&h);
    house_group_at(&h, "tg:g:9", "tg:u:udo", "#lang en");
    assert_non_null(house_heard(&h, "tg:g:9", "English"));
    close_match(&h);
}

static void a_full_disk_is_told_and_undoes_the_turn(void **state)
{
    struct house h = {.paced = false};
    uint32_t before;

    NJ_UNUSED(state);
    open_match(&h, "full");
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    before = seq_of(&h);
    house_forget(&h);
    nj_vfs_fill();
    house_group(&h, "stranger", "今天吃什么");
    assert_null(house_heard(&h, "group", "磁盘已满"));
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_non_null(house_heard(&h, "group", "磁盘已满"));
    assert_null(house_heard(&h, "group", "走过："));
    assert_int_equal(nj_memory_count(h.gateway), 1);
    nj_vfs_clear();
    assert_int_equal(seq_of(&h), before);
    house_pass(&h, 10000);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_non_null(house_heard(&h, "group", "走过："));
    assert_true(seq_of(&h) > before);
    close_match(&h);
}

/* What is said without being stored counts all the same: here it was the one
 * text of that minute. */
static void a_full_disk_is_told_within_the_pace(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "full_paced");
    h.referee->setup.pace = (struct nj_pace){1, 3, 1, 3};
    nj_vfs_fill();
    house_group_at(&h, "qq:g:8", "qq:u:eve", "#游戏");
    assert_non_null(house_heard(&h, "qq:g:8", "磁盘已满"));
    nj_vfs_clear();
    house_pass(&h, 10000);
    house_group_at(&h, "qq:g:8", "qq:u:eve", "#游戏");
    assert_null(house_heard(&h, "qq:g:8", "漫漫长夜"));
    house_pass(&h, 50000);
    assert_non_null(house_heard(&h, "qq:g:8", "漫漫长夜"));
    close_match(&h);
}

/* The fate of a message arrives while the disk is full: it is marked later,
 * and the message is not sent again. */
static void a_fate_is_not_lost_with_the_turn(void **state)
{
    struct house h = {.paced = false};
    uint64_t call;

    NJ_UNUSED(state);
    open_match(&h, "fate_full");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, true);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_int_equal(nj_memory_count(h.gateway), 1);
    call = nj_memory_get(h.gateway, 0)->call;
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    house_forget(&h);
    nj_vfs_fill();
    nj_memory_settle(h.gateway, call, NJ_FATE_SENT);
    house_run(&h);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_kill(&h, 1000);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    close_match(&h);
}

static void push(struct house *h, enum nj_event_kind kind, bool muted)
{
    struct nj_event *ev = nj_event_create(kind, 0);

    nj_address_group(ev->chat, "qq", "1");
    nj_address_user(ev->user, "qq", "ann");
    ev->muted = muted;
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

/* An outage ends in a turn that is undone: it ends when there is room again,
 * and only then have the deadlines moved. */
static void a_gateway_is_up_again_once_that_is_stored(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "up_full");
    nj_memory_link(h.gateway, false);
    house_pass(&h, 150000);
    nj_vfs_fill();
    nj_memory_link(h.gateway, true);
    house_run(&h);
    assert_true(h.referee->down[0]);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_false(h.referee->down[0]);
    assert_null(house_heard(&h, "group", "超时"));
    assert_int_equal(h.referee->entries[0]->hold, 0);
    assert_true(h.referee->entries[0]->deadline_ms > h.now_ms);
    close_match(&h);
}

/* Nobody tells twice that a chat is closed to us, or that we are to end. */
static void news_are_heard_although_the_disk_is_full(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "news_full");
    push(&h, NJ_EVENT_MUTED, true);
    nj_vfs_fill();
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_true(h.referee->full);
    assert_true(nj_books_find(h.referee, "qq:g:1")->muted);
    push(&h, NJ_EVENT_MUTED, false);
    assert_false(nj_referee_stopped(h.referee));
    push(&h, NJ_EVENT_STOP, false);
    assert_true(nj_referee_stopped(h.referee));
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_false(nj_books_find(h.referee, "qq:g:1")->muted);
    close_match(&h);
}

/* His clock stood before the turn that was undone, and stands after it. */
static void a_clock_that_stands_stands_after_a_full_disk(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "stands_full");
    nj_memory_fate(h.gateway, "qq:u:", NJ_FATE_REFUSED, false);
    house_private(&h, "ann", "停止");
    house_private(&h, "bob", "停止");
    assert_int_not_equal(h.referee->entries[0]->hold, 0);
    nj_vfs_fill();
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_true(h.referee->full);
    nj_vfs_clear();
    house_pass(&h, 10000);
    house_forget(&h);
    house_pass(&h, 3600000);
    assert_null(house_heard(&h, "group", "超时"));
    assert_int_not_equal(h.referee->entries[0]->hold, 0);
    close_match(&h);
}

/* He can be written to, as he showed while that could not be stored: it is
 * stored later, or what he is told next would wait behind a kill. */
static void who_was_believed_is_so_for_good(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    nj_vfs_install();
    house_open(&h, "full_believed");
    house_private(&h, "ann", "我");
    nj_vfs_fill();
    house_private(&h, "bob", "我");
    assert_non_null(house_heard(&h, "bob", "磁盘已满"));
    nj_vfs_clear();
    house_pass(&h, 10000);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    nj_memory_fate(h.gateway, "qq:u:bob", NJ_FATE_NOT_SENT, false);
    house_group(&h, "ann", "#开始");
    assert_null(house_heard(&h, "bob", "席"));
    house_kill(&h, 1000);
    assert_non_null(house_heard(&h, "bob", "席"));
    close_match(&h);
}

/* Nobody tells twice that the way to him is open: he showed it by words that
 * are not taken. What was refused goes out without another word of his. */
static void who_can_be_written_to_again_is_told_after_a_full_disk(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "full_reached");
    nj_memory_fate(h.gateway, "qq:u:bob", NJ_FATE_REFUSED, false);
    house_private(&h, "bob", "停止");
    assert_int_not_equal(h.referee->entries[0]->blocked, 0);
    nj_memory_fate(h.gateway, "qq:u:bob", NJ_FATE_SENT, false);
    nj_vfs_fill();
    house_group(&h, "ann", "#语言 en"); /* it is full, and that is noticed */
    house_private(&h, "bob", "我");
    house_private(&h, "bob", "我");
    house_pass(&h, 10000); /* tried again, and full again */
    nj_vfs_clear();
    house_forget(&h);
    house_pass(&h, 10000);
    assert_int_equal(h.referee->entries[0]->blocked, 0);
    assert_non_null(house_heard(&h, "bob", "收据 1"));
    close_match(&h);
}

/* Nor does it tell twice that it takes no pictures. */
static void pictures_rest_although_the_disk_is_full(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e = nj_event_create(NJ_EVENT_SHOWS, 0);

    NJ_UNUSED(state);
    open_match(&h, "full_shows");
    h.gateway->can |= NJ_CAN_PICTURE;
    nj_vfs_fill();
    house_group(&h, "ann", "#语言 en");
    assert_true(h.referee->full);
    nj_inbox_push(h.inbox, e);
    house_run(&h);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_int_equal(h.gateway->can & NJ_CAN_PICTURE, 0);
    close_match(&h);
}

/* The platform forgets an update only when what it caused is on disk. */
static void what_is_read_is_confirmed_with_what_it_caused(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "turn_offset");
    nj_memory_number(h.second);
    house_group_at(&h, "tg:g:9", "tg:u:ann", "good morning");
    assert_int_equal(nj_memory_stored(h.second), 1);
    assert_int_equal(nj_offset_get(h.store, "tg"), 0); /* talk is not written */
    house_group_at(&h, "tg:g:9", "tg:u:ann", "#新游戏 漫漫长夜");
    assert_int_equal(nj_memory_stored(h.second), 2);
    assert_int_equal(nj_offset_get(h.store, "tg"), 2);
    house_close(&h);
}

/* What the books know of groups that we are not in comes from the store. */
static void a_group_is_gone_after_a_full_disk(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *e = nj_event_create(NJ_EVENT_GONE, 0);

    NJ_UNUSED(state);
    open_match(&h, "full_gone");
    nj_address_group(e->chat, "qq", "1");
    e->group = e->self = true;
    nj_inbox_push(h.inbox, e);
    house_run(&h);
    nj_vfs_fill();
    house_private(&h, "ann", "#语言 en");
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_true(nj_books_find(h.referee, "qq:g:1")->gone_ms != 0);
    assert_true((h.referee->entries[0]->hold & NJ_HOLD_AWAY) != 0);
    close_match(&h);
}

/* A power waits for the platform's word about an admin; the turn in which it
 * comes is undone, and it is carried out in the next. */
static void a_power_confirmed_survives_a_full_disk(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *ev;

    NJ_UNUSED(state);
    open_match(&h, "full_power");
    h.gateway->can = NJ_ASKS_ROLES;
    nj_memory_role(h.gateway, NJ_ROLE_ADMIN);
    house_private(&h, "eve", "我");
    house_group(&h, "eve", "%中止 因 够了");
    nj_memory_silent(h.gateway, true);
    house_confirm(&h, "eve");
    assert_int_equal(nj_referee_open(h.referee), 1);
    ev = nj_event_create(NJ_EVENT_MEMBER, 0);
    ev->call = h.referee->calls;
    ev->here = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_vfs_fill();
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    assert_true(h.referee->full);
    assert_int_equal(nj_referee_open(h.referee), 1);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_forget(&h);
    house_private(&h, "eve", "确认 1234"); /* and is over then */
    assert_non_null(house_heard(&h, "eve", "没有"));
    close_match(&h);
}

static void admin_says(struct house *h, const char *text)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    nj_address_user(ev->user, "qq", "eve");
    nj_address_group(ev->chat, "qq", "1");
    ev->group = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

/* Digits typed into a full disk count for nothing, and may be typed again;
 * what was shown in that turn nobody has seen. */
static void digits_are_good_after_a_full_disk(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "full_digits");
    nj_memory_role(h.gateway, NJ_ROLE_ADMIN);
    house_private(&h, "eve", "我");
    admin_says(&h, "%中止 因 够了");
    nj_vfs_fill();
    house_group(&h, "ann", "#语言 en"); /* it is full, and that is noticed */
    h.now_ms += 10000;
    admin_says(&h, "%中止 因 另一个理由");
    assert_null(house_heard(&h, "eve", "另一个理由"));
    assert_int_equal(nj_referee_open(h.referee), 1);
    nj_vfs_clear();
    h.now_ms += 10000;
    house_confirm(&h, "eve");
    assert_int_equal(nj_referee_open(h.referee), 0);
    assert_null(house_heard(&h, "group", "另一个理由"));
    close_match(&h);
}

/* --- what else arrives while the disk is full --- */

static void push_text(struct house *h, const char *user, bool group,
                      const char *text)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    if (user[0] != '\0')
        nj_address_user(ev->user, "qq", user);
    if (group)
        nj_address_group(ev->chat, "qq", "1");
    else
        nj_address_user(ev->chat, "qq", user);
    ev->group = group;
    ev->privacy = NJ_PRIVACY_NONE;
    nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(h->inbox, ev);
}

static struct nj_event *row_event(int64_t row)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_JOINED, 0);

    nj_address_group(ev->chat, "qq", "1");
    ev->row = row;
    return ev;
}

/* Who asks for nothing, or hides who he is, is told nothing; nor is a stranger
 * in private, and that he wrote proves nothing when there is room again. */
static void who_asks_for_nothing_hears_of_no_full_disk(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "full_silent");
    nj_vfs_fill();
    house_group_at(&h, "qq:g:8", "qq:u:eve", "#新游戏 漫漫长夜");
    assert_true(h.referee->full);
    house_forget(&h);
    push_text(&h, "dan", true, "");
    push_text(&h, "", true, "#赛况");
    push_text(&h, "dan", true, "#");
    push_text(&h, "dan", false, "#赛况");
    nj_inbox_push(h.inbox, nj_event_create(NJ_EVENT_CLOCK, 0));
    house_run(&h);
    assert_null(house_heard(&h, "dan", "磁盘已满"));
    house_group(&h, "ann", "#赛况");
    assert_non_null(house_heard(&h, "group", "磁盘已满"));
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_int_not_equal(nj_books_chat(h.referee, "qq:u:dan")->reach,
                         NJ_REACH_PROVED);
    close_match(&h);
}

/* The end is asked for in the very turn that finds the disk full. */
static void an_end_is_heard_in_a_turn_that_is_undone(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *ev = nj_event_create(NJ_EVENT_STOP, 0);

    NJ_UNUSED(state);
    open_match(&h, "full_end");
    nj_vfs_fill();
    push_text(&h, "ann", true, "#赛况");
    push_text(&h, "eve", true, "#新游戏 漫漫长夜");
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    assert_true(h.referee->full);
    assert_true(nj_referee_stopped(h.referee));
    close_match(&h);
}

/* Which match his private words go to, and that he was asked whether he leaves,
 * only the memory knows: a turn that is undone takes neither from him. */
static void what_somebody_has_chosen_survives_a_full_disk(void **state)
{
    struct house h = {.paced = false};
    char use[32];

    NJ_UNUSED(state);
    open_match(&h, "full_wishes");
    (void)snprintf(use, sizeof(use), "#切换 %s", h.referee->entries[0]->code);
    house_private(&h, "bob", use);
    house_group(&h, "ann", "#退出");
    nj_vfs_fill();
    house_group_at(&h, "qq:g:8", "qq:u:eve", "#新游戏 漫漫长夜");
    assert_true(h.referee->full);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_int_equal(nj_books_chat(h.referee, "qq:u:bob")->wishes.use,
                     h.referee->entries[0]->id);
    house_forget(&h);
    house_group(&h, "ann", "#确认");
    assert_non_null(house_heard(&h, "group", "退出"));
    close_match(&h);
}

/* An old row of buttons is taken away once, though the turn in which somebody
 * pressed there was undone. */
static void an_old_row_goes_once_after_a_full_disk(void **state)
{
    struct house h = {.paced = false, .can = NJ_CAN_BUTTONS};

    NJ_UNUSED(state);
    open_match(&h, "full_press");
    house_group_at(&h, "tg:g:9", "tg:u:tom", "#游戏");
    nj_vfs_fill();
    nj_memory_press_token(h.second, "tg:g:9", "tg:u:tom", "over", "old-7");
    house_group_at(&h, "tg:g:9", "tg:u:tom", "#新游戏 漫漫长夜");
    assert_true(h.referee->full);
    assert_string_equal(nj_memory_dropped(h.second), "");
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_string_equal(nj_memory_dropped(h.second), "old-7");
    close_match(&h);
}

/* What another worker has heard is noted with what it caused. */
static void a_row_of_another_worker_is_noted_with_what_it_caused(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "turn_row");
    push_text(&h, "ann", true, "#语言 en");
    nj_inbox_push(h.inbox, row_event(7));
    nj_inbox_push(h.inbox, row_event(5)); /* heard before */
    house_run(&h);
    assert_int_equal(nj_row_get(h.store, "qq"), 7);
    assert_int_equal(h.referee->row[0], 0); /* it waits for nothing more */
    close_match(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_confirmed_with_what_it_caused),
        cmocka_unit_test(chatter_costs_no_write_and_no_record),
        cmocka_unit_test(old_message_ids_are_forgotten_on_the_way),
        cmocka_unit_test(a_full_disk_is_told_and_undoes_the_turn),
        cmocka_unit_test(a_full_disk_is_told_within_the_pace),
        cmocka_unit_test(a_full_disk_forgets_who_is_asked_about),
        cmocka_unit_test(a_fate_is_not_lost_with_the_turn),
        cmocka_unit_test(a_gateway_is_up_again_once_that_is_stored),
        cmocka_unit_test(news_are_heard_although_the_disk_is_full),
        cmocka_unit_test(a_clock_that_stands_stands_after_a_full_disk),
        cmocka_unit_test(who_can_be_written_to_again_is_told_after_a_full_disk),
        cmocka_unit_test(pictures_rest_although_the_disk_is_full),
        cmocka_unit_test(a_group_is_gone_after_a_full_disk),
        cmocka_unit_test(who_was_believed_is_so_for_good),
        cmocka_unit_test(a_power_confirmed_survives_a_full_disk),
        cmocka_unit_test(digits_are_good_after_a_full_disk),
        cmocka_unit_test(who_asks_for_nothing_hears_of_no_full_disk),
        cmocka_unit_test(an_end_is_heard_in_a_turn_that_is_undone),
        cmocka_unit_test(what_somebody_has_chosen_survives_a_full_disk),
        cmocka_unit_test(an_old_row_goes_once_after_a_full_disk),
        cmocka_unit_test(a_row_of_another_worker_is_noted_with_what_it_caused),
    };

    return cmocka_run_group_tests_name("referee/turn", tests, NULL, NULL);
}
