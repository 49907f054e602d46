/* Clocks that stand, because a platform, a group or a person cannot be
 * reached: nobody loses time by it and nobody wins any, whatever is done
 * meanwhile and whoever kills the program. */
#include "fault/vfs_shim.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

#define MIN INT64_C(60000)
#define T   (20 * MIN) /* all is over before a night moves anything */

static struct nj_entry *entry(const struct house *h)
{
    return h->referee->entries[0];
}

/* Of the turn, whose clock runs. */
static int64_t left_ms(struct house *h)
{
    const struct nj_timer *t;

    assert_int_equal(entry(h)->hold, 0);
    assert_true(nj_live_wake(h->referee, entry(h)));
    t = nj_match_timers(entry(h)->match);
    while (strcmp(t->name, "turn") != 0)
        t++;
    return t->at_ms - h->referee->now_ms;
}

static void mute(struct house *h, bool on)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MUTED, 0);

    nj_address_group(ev->chat, "qq", "1");
    ev->muted = on;
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

/* One of the two is to move. */
static void move_on(struct house *h)
{
    house_group(h, "ann", "停止");
    house_group(h, "bob", "停止");
}

/* A turn of 4 T, one of which has passed. */
static void open_match(struct house *h, const char *name)
{
    house_open(h, name);
    house_begin(h, "ann bob", "think=80m act=80m");
    house_pass(h, T);
    assert_int_equal(left_ms(h), 3 * T);
}

static void what_is_armed_meanwhile_has_not_stood_before(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "holds_armed");
    mute(&h, true);
    house_pass(&h, 6 * T);
    move_on(&h);
    house_pass(&h, T);
    assert_int_equal(entry(&h)->hold, NJ_HOLD_SILENT);
    mute(&h, false);
    assert_int_equal(left_ms(&h), 4 * T);
    house_close(&h);
}

/* The row of a match that sleeps says when its deadlines were armed. */
static void nor_has_it_in_another_life(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "holds_armed_life");
    mute(&h, true);
    house_pass(&h, 6 * T);
    move_on(&h);
    house_pass(&h, T);
    house_kill(&h, T);
    assert_int_equal(left_ms(&h), 4 * T);
    house_close(&h);
}

static void a_platform_that_was_away_was_so_in_a_life_before(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "holds_link");
    nj_memory_link(h.gateway, false);
    house_run(&h);
    house_pass(&h, 2 * T);
    house_kill(&h, 10 * MIN);
    assert_int_equal(left_ms(&h), 3 * T);
    house_forget(&h);
    house_pass(&h, T);
    house_kill(&h, 10 * MIN); /* that was it: it is up since */
    assert_int_equal(left_ms(&h), 2 * T);
    house_close(&h);
}

/* Both are out of reach, so it does not matter whose turn it is. */
static void somebody_out_of_reach_was_so_in_a_life_before(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "holds_seat");
    nj_memory_fate(h.gateway, "qq:u:", NJ_FATE_REFUSED, false);
    house_private(&h, "ann", "帮助");
    house_private(&h, "bob", "帮助");
    assert_int_equal(entry(&h)->hold, NJ_HOLD_SEAT);
    house_pass(&h, 2 * T);
    house_kill(&h, 10 * MIN);
    assert_int_equal(entry(&h)->hold, NJ_HOLD_SEAT);
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    assert_int_equal(left_ms(&h), 3 * T);
    house_close(&h);
}

/* The same, led by somebody who does not play. */
static void open_led(struct house *h, const char *name)
{
    house_open(h, name);
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_group(h, "eve", "#新游戏 漫漫长夜");
    house_group(h, "eve", "#主持");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "eve", "#设置 think=80m");
    house_group(h, "eve", "#开始");
    house_pass(h, T);
    assert_int_equal(left_ms(h), 3 * T);
}

/* The match does not know that the clock stands: what has stood so far counts
 * before it lengthens a turn, whose deadline seems long past. */
static void a_turn_is_longer_by_what_was_given(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_led(&h, "holds_longer");
    mute(&h, true);
    house_pass(&h, 6 * T);
    house_group(&h, "eve", "%延时 20分钟");
    house_pass(&h, T);
    mute(&h, false);
    assert_int_equal(left_ms(&h), 4 * T);
    house_close(&h);
}

static void nor_is_it_shorter_in_another_life(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_led(&h, "holds_longer_life");
    mute(&h, true);
    house_pass(&h, 6 * T);
    house_group(&h, "eve", "%延时 20分钟");
    house_pass(&h, T);
    house_kill(&h, T);
    mute(&h, false);
    assert_int_equal(left_ms(&h), 4 * T);
    house_close(&h);
}

static void a_pause_keeps_what_was_left(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_led(&h, "holds_paused");
    mute(&h, true);
    house_pass(&h, 6 * T);
    house_group(&h, "eve", "%暂停 因 吃饭");
    house_pass(&h, T);
    house_group(&h, "eve", "%继续 因 吃完");
    house_pass(&h, T);
    mute(&h, false);
    assert_int_equal(left_ms(&h), 3 * T);
    house_close(&h);
}

/* Since when he could not be reached is read before it is forgotten. */
static void who_is_reached_before_his_match_wakes_loses_nothing(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *ev;

    NJ_UNUSED(state);
    nj_vfs_install();
    open_match(&h, "holds_reached");
    nj_memory_fate(h.gateway, "qq:u:", NJ_FATE_REFUSED, false);
    house_private(&h, "ann", "帮助");
    house_private(&h, "bob", "帮助");
    house_pass(&h, 6 * T);
    nj_vfs_fill();
    house_group(&h, "ann", "#语言 en"); /* it is full: nothing is awake */
    for (int i = 0; i < 2; i++) {
        ev = nj_event_create(NJ_EVENT_FRIEND, 0);
        nj_address_user(ev->user, "qq", i == 0 ? "ann" : "bob");
        nj_inbox_push(h.inbox, ev);
    }
    house_run(&h);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_int_equal(left_ms(&h), 3 * T);
    house_close(&h);
    nj_vfs_remove();
}

static void link_is(struct house *h, struct nj_gateway *g, bool up)
{
    nj_memory_link(g, up);
    house_run(h);
}

/* A turn of 4 T, one of which has passed, in two groups on two platforms. */
static void open_on_both(struct house *h, const char *name)
{
    const char *said;
    char line[64];

    house_open(h, name);
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_group(h, "ann", "#新游戏 漫漫长夜");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "ann", "#设置 think=80m");
    house_group(h, "ann", "#联桌");
    said = house_heard(h, "group", "「#联桌 ");
    assert_non_null(said);
    (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                   strstr(said, "#联桌 ") + strlen("#联桌 "));
    house_group_at(h, "tg:g:9", "tg:u:eve", line);
    house_group(h, "ann", "#联桌 同意 9");
    house_group(h, "ann", "#开始");
    house_pass(h, T);
    assert_int_equal(left_ms(h), 3 * T);
}

/* It stood for the platform that is back, and stands for the other. */
static void two_platforms_were_away_one_after_the_other(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_on_both(&h, "holds_both");
    link_is(&h, h.gateway, false);
    house_pass(&h, 2 * T);
    link_is(&h, h.second, false);
    house_pass(&h, T);
    link_is(&h, h.gateway, true);
    house_pass(&h, T);
    house_kill(&h, T);
    assert_int_equal(left_ms(&h), 3 * T);
    house_close(&h);
}

/* The bot is taken out of the group, or seen in it again. */
static void is_in_group(struct house *h, bool in)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_GONE, 0);

    if (in) {
        nj_event_destroy(ev);
        house_group(h, "stranger", "大家好");
        return;
    }
    nj_address_group(ev->chat, "qq", "1");
    ev->group = ev->self = true;
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

static void a_group_that_we_left_was_left_in_a_life_before(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "holds_gone");
    is_in_group(&h, false);
    house_pass(&h, 6 * T);
    assert_int_equal(entry(&h)->hold, NJ_HOLD_AWAY);
    house_kill(&h, T);
    assert_int_equal(entry(&h)->hold, NJ_HOLD_AWAY);
    house_pass(&h, T);
    is_in_group(&h, true);
    assert_int_equal(left_ms(&h), 3 * T);
    house_close(&h);
}

/* A start moved the deadlines of some matches and was killed before it could
 * note anywhere that it lives: the next one counts from where it did. */
static void what_a_start_has_moved_is_not_moved_by_the_next(void **state)
{
    struct house h = {.paced = false};
    char alive[32];

    NJ_UNUSED(state);
    open_match(&h, "holds_killed");
    assert_true(nj_setting_get(h.store, "", "alive_ms", alive, sizeof(alive)));
    house_kill(&h, 6 * T);
    assert_int_equal(left_ms(&h), 3 * T);
    nj_setting_put(h.store, "", "alive_ms", alive);
    assert_true(nj_store_good(h.store));
    house_kill(&h, 1000);
    assert_int_equal(left_ms(&h), 3 * T);
    house_close(&h);
}

static void note_outage(struct house *h, int64_t since_ms)
{
    struct nj_referee *r = h->referee;
    struct nj_stood l = nj_stood_read(r);

    nj_stood_note(r, &l, since_ms);
    assert_true(nj_store_good(h->store));
}

/* Since when the store says that a match stands; 0: it does not. */
static int64_t stood_since(struct house *h, uint32_t i)
{
    struct nj_stood l = nj_stood_read(h->referee);
    uint32_t by = nj_stood_by(&l, h->referee->entries[i]);

    return by < l.n ? l.v[by].since_ms : 0;
}

/* Two starts that were killed before all had moved; one match did in between. */
static void what_has_moved_by_an_outage_does_not_move_again(void **state)
{
    struct house h = {.paced = false};
    int64_t first_ms;

    NJ_UNUSED(state);
    open_match(&h, "holds_twice");
    house_group_at(&h, "tg:g:5", "tg:u:eve", "#新游戏 漫漫长夜");
    house_private(&h, "tg:u:eve", "我");
    house_private(&h, "tg:u:fay", "我");
    house_group_at(&h, "tg:g:5", "tg:u:eve", "#加入");
    house_group_at(&h, "tg:g:5", "tg:u:fay", "#加入");
    house_group_at(&h, "tg:g:5", "tg:u:eve", "#开始");
    assert_int_equal(h.referee->n_entries, 2);
    house_pass(&h, 1000);
    first_ms = h.now_ms - 500;
    note_outage(&h, first_ms);
    assert_int_equal(stood_since(&h, 0), first_ms);
    assert_int_equal(stood_since(&h, 1), first_ms);
    house_pass(&h, 1000);
    move_on(&h);
    assert_int_equal(stood_since(&h, 0), 0);
    house_pass(&h, 1000);
    note_outage(&h, h.now_ms - 500);
    assert_int_equal(stood_since(&h, 0), h.now_ms - 500);
    assert_int_equal(stood_since(&h, 1), first_ms);
    for (int i = 0; i < 2 * NJ_STOOD_MAX; i++) { /* of no use to anybody */
        house_pass(&h, 1000);
        note_outage(&h, h.now_ms - 500);
    }
    assert_int_equal(nj_stood_read(h.referee).n, 3);
    assert_int_equal(stood_since(&h, 1), first_ms);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_armed_meanwhile_has_not_stood_before),
        cmocka_unit_test(nor_has_it_in_another_life),
        cmocka_unit_test(a_platform_that_was_away_was_so_in_a_life_before),
        cmocka_unit_test(somebody_out_of_reach_was_so_in_a_life_before),
        cmocka_unit_test(a_turn_is_longer_by_what_was_given),
        cmocka_unit_test(nor_is_it_shorter_in_another_life),
        cmocka_unit_test(a_pause_keeps_what_was_left),
        cmocka_unit_test(who_is_reached_before_his_match_wakes_loses_nothing),
        cmocka_unit_test(two_platforms_were_away_one_after_the_other),
        cmocka_unit_test(a_group_that_we_left_was_left_in_a_life_before),
        cmocka_unit_test(what_a_start_has_moved_is_not_moved_by_the_next),
        cmocka_unit_test(what_has_moved_by_an_outage_does_not_move_again),
    };

    return cmocka_run_group_tests_name("referee/holds", tests, NULL, NULL);
}
