/* After an outage deadlines move a few at a time, and all of them do. */
#include "fault/vfs_shim.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define GROUPS  150 /* more than one turn moves */
#define HOUR_MS INT64_C(3600000)

static void say(struct house *h, int group, const char *user, const char *text)
{
    char chat[16];

    (void)snprintf(chat, sizeof(chat), "%d", group);
    nj_memory_group(h->gateway, chat, user, user, "", text);
}

static void all_say(struct house *h, const char *user, const char *text)
{
    for (int g = 1; g <= GROUPS; g++)
        say(h, g, user, text);
    house_run(h);
}

static void open_many(struct house *h)
{
    house_open(h, "catch_up");
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    all_say(h, "ann", "#新游戏 漫漫长夜");
    all_say(h, "ann", "#加入");
    all_say(h, "bob", "#加入");
    all_say(h, "ann", "#开始");
    assert_int_equal(nj_referee_open(h->referee), GROUPS);
}

/* How many groups heard `part`, and that none heard it twice. */
static int heard(struct house *h, const char *part)
{
    int times[GROUPS + 1] = {0}, groups = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);
        const char *id = nj_address_group_id(s->to);

        if (id != NULL && strstr(s->text, part) != NULL)
            times[strtol(id, NULL, 10)]++;
    }
    for (int g = 1; g <= GROUPS; g++) {
        assert_in_range(times[g], 0, 1);
        groups += times[g];
    }
    return groups;
}

static void nobody_loses_a_turn_to_an_outage(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_many(&h);
    house_kill(&h, 300000);
    assert_int_equal(heard(&h, "中断"), GROUPS);
    assert_int_equal(nj_referee_awake(h.referee), 0);
    house_forget(&h);
    /* Three minutes for the first step, all of them still to come. */
    house_pass(&h, 170000);
    assert_int_equal(heard(&h, "行动结束"), 0);
    house_pass(&h, 20000);
    assert_int_equal(heard(&h, "行动结束"), GROUPS);
    house_close(&h);
}

/* A start that was killed before all had moved left a note of it. */
static void an_older_outage_is_not_forgotten(void **state)
{
    struct house h = {.paced = false};
    char note[64];

    NJ_UNUSED(state);
    open_many(&h);
    h.now_ms += 1000;
    (void)snprintf(note, sizeof(note), "%lld %lld",
                   (long long)h.now_ms - 300000, (long long)h.now_ms);
    nj_setting_put(h.store, "", "behind_ms", note);
    assert_true(nj_store_good(h.store));
    h.now_ms += 1000;
    say(&h, 7, "ann", "#停止"); /* one of the two is right */
    say(&h, 7, "bob", "#停止");
    house_run(&h);
    house_kill(&h, 2000);
    assert_int_equal(heard(&h, "中断"), GROUPS - 1); /* 7 had moved on */
    house_forget(&h);
    house_kill(&h, 2000); /* and it is over when it is over */
    assert_int_equal(heard(&h, "中断"), 0);
    house_close(&h);
}

/* The turn that hears the end of an outage is undone. What stood did so for as
 * long as its own gateway was away, and not for as long as another is. */
static void an_outage_undone_is_as_long_as_it_was(void **state)
{
    struct house h = {.paced = false};
    int64_t left_ms;

    NJ_UNUSED(state);
    nj_vfs_install();
    house_open(&h, "own_outage");
    nj_memory_link(h.second, false);
    house_run(&h);
    house_pass(&h, 5 * HOUR_MS);
    house_begin(&h, "ann bob", "");
    left_ms = h.referee->entries[0]->deadline_ms - h.referee->now_ms;
    nj_memory_link(h.gateway, false);
    house_run(&h);
    house_pass(&h, HOUR_MS / 2);
    nj_vfs_fill();
    nj_memory_link(h.gateway, true);
    house_run(&h);
    assert_true(h.referee->full);
    house_forget(&h);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_false(h.referee->full);
    assert_non_null(house_heard(&h, "group", "中断了 30 分钟"));
    assert_true(h.referee->entries[0]->deadline_ms - h.referee->now_ms <=
                left_ms);
    house_close(&h);
    nj_vfs_remove();
}

/* A gateway that is up says so once more, in a turn that is undone: the outage
 * before, long over, is not counted again. */
static void an_outage_that_is_over_is_not_counted_again(void **state)
{
    struct house h = {.paced = false};
    int64_t left_ms;

    NJ_UNUSED(state);
    nj_vfs_install();
    house_open(&h, "over_outage");
    nj_memory_link(h.gateway, false);
    house_run(&h);
    house_pass(&h, HOUR_MS);
    nj_memory_link(h.gateway, true);
    house_pass(&h, HOUR_MS);
    house_begin(&h, "ann bob", "");
    left_ms = h.referee->entries[0]->deadline_ms - h.referee->now_ms;
    house_private(&h, "ann", "停止");
    nj_vfs_fill();
    nj_memory_private(h.gateway, "ann", "ann", "", "#语言 en");
    nj_memory_link(h.gateway, true);
    house_run(&h);
    assert_true(h.referee->full);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_false(h.referee->full);
    assert_true(h.referee->entries[0]->deadline_ms - h.referee->now_ms <=
                left_ms);
    house_close(&h);
    nj_vfs_remove();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_loses_a_turn_to_an_outage),
        cmocka_unit_test(an_older_outage_is_not_forgotten),
        cmocka_unit_test(an_outage_undone_is_as_long_as_it_was),
        cmocka_unit_test(an_outage_that_is_over_is_not_counted_again),
    };

    return cmocka_run_group_tests_name("referee/outage", tests, NULL, NULL);
}
