/* After an outage deadlines move a few at a time, and all of them do. */
#include "kit/house.h"
#include "kit/nj_test.h"

#define GROUPS 150 /* more than one turn moves */

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
    struct nj_err err = {{0}};
    char note[64];

    NJ_UNUSED(state);
    open_many(&h);
    h.now_ms += 1000;
    (void)snprintf(note, sizeof(note), "%lld %lld",
                   (long long)h.now_ms - 300000, (long long)h.now_ms);
    assert_int_equal(nj_setting_put(h.store, "", "behind_ms", note, &err),
                     NJ_OK);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_loses_a_turn_to_an_outage),
        cmocka_unit_test(an_older_outage_is_not_forgotten),
    };

    return cmocka_run_group_tests_name("referee/outage", tests, NULL, NULL);
}
