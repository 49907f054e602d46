/* Bursts stay within the limits, lines are merged in order, none is lost. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define ASKED 120

static uint32_t lines_in(const char *text)
{
    uint32_t n = 1;

    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

static void check_limits(const struct house *h)
{
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        assert_true(strlen(s->text) <= 1500);
        assert_true(lines_in(s->text) <= 40);
    }
}

/* Letters of "ZnZ" in all texts: each once, rising. */
static uint32_t count_asked(const struct house *h)
{
    uint32_t next = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const char *p = nj_memory_get(h->gateway, i)->text;

        while ((p = strstr(p, "「Z")) != NULL) {
            p += strlen("「Z");
            assert_int_equal((uint32_t)*p, 'A' + next % 26);
            next++;
        }
    }
    return next;
}

static void a_burst_is_merged_and_paced(void **state)
{
    struct house h = {.paced = true};
    uint32_t at[64], n = 0;

    NJ_UNUSED(state);
    house_open(&h, "paced");
    for (int i = 0; i < ASKED; i++) {
        char line[32];

        (void)snprintf(line, sizeof(line), "#导出 Z%cZ", 'A' + i % 26);
        house_group(&h, "ann", line);
    }
    assert_true(nj_memory_count(h.gateway) <= 3);
    for (uint32_t second = 0; second < 300; second++) {
        for (; n < nj_memory_count(h.gateway) && n < 64; n++)
            at[n] = second;
        house_pass(&h, 1000);
    }
    assert_int_equal(count_asked(&h), ASKED);
    assert_true(n > 3);
    for (uint32_t i = 12; i < n; i++)
        assert_true(at[i] - at[i - 12] >= 60);
    check_limits(&h);
    house_close(&h);
}

/* One question a second for three minutes: never more than 12 in a minute. */
static void steady_talk_keeps_the_minute(void **state)
{
    struct house h = {.paced = true};
    int64_t at[128];
    uint32_t n = 0;

    NJ_UNUSED(state);
    house_open(&h, "steady");
    for (uint32_t second = 1; second <= 180; second++) {
        house_group(&h, "ann", "#导出 ZZA");
        for (; n < nj_memory_count(h.gateway); n++) {
            assert_true(n < 128);
            at[n] = h.now_ms;
        }
        house_pass(&h, 1000);
    }
    assert_true(n >= 22); /* a third is kept for prompts */
    for (uint32_t i = 12; i < n; i++)
        assert_true(at[i] - at[i - 12] >= 60000);
    check_limits(&h);
    house_close(&h);
}

/* What one platform allows is not what another does. */
static void each_gateway_keeps_its_own_pace(void **state)
{
    static const struct nj_pace paces[] = {{1, 3, 12, 3}, {1, 3, 20, 30}};
    struct house h = {.paced = true};
    int64_t at[128];
    uint32_t n = 0;

    NJ_UNUSED(state);
    house_open(&h, "paces");
    h.referee->setup.paces = paces;
    for (uint32_t second = 1; second <= 180; second++) {
        house_group_at(&h, "tg:g:5", "tg:u:ann", "#导出 ZZA");
        for (; n < nj_memory_count(h.second); n++) {
            assert_true(n < 128);
            at[n] = h.now_ms;
        }
        house_pass(&h, 1000);
    }
    assert_true(n >= 40); /* more than 12 a minute */
    for (uint32_t i = 20; i < n; i++)
        assert_true(at[i] - at[i - 20] >= 60000);
    house_close(&h);
}

/* A platform counts what is said in all its chats: three at once, and three a
 * second. */
static void all_chats_share_the_pace_of_their_gateway(void **state)
{
    struct house h = {.paced = true};

    NJ_UNUSED(state);
    house_open(&h, "paced_total");
    for (int i = 0; i < 20; i++) {
        char group[16], user[16];

        (void)snprintf(group, sizeof(group), "qq:g:%d", 100 + i);
        (void)snprintf(user, sizeof(user), "qq:u:n%d", i);
        house_group_at(&h, group, user, "#导出 ZZA");
    }
    assert_int_equal(nj_memory_count(h.gateway), 3);
    for (uint32_t second = 1; second <= 6; second++) {
        house_pass(&h, 1000);
        assert_true(nj_memory_count(h.gateway) <= 3 + 3 * second);
    }
    assert_int_equal(nj_memory_count(h.gateway), 20);
    house_close(&h);
}

/* UX-6.2: a group that asks more than may be said in a minute keeps nobody
 * waiting who has to act. */
static void questions_leave_room_for_prompts(void **state)
{
    struct house h = {.paced = false};
    char line[32];

    NJ_UNUSED(state);
    house_open(&h, "paced_prompts");
    house_begin(&h, "ann bob", "");
    h.referee->setup.pace = (struct nj_pace){1, 3, 12, 3};
    house_pass(&h, 60000);
    for (int second = 0; second < 150; second++) {
        (void)snprintf(line, sizeof(line), "x%d", second % 40);
        house_group(&h, line, "#导出 ZZA");
        if (second % 25 == 24) {
            house_forget(&h);
            house_group(&h, "ann", "停止");
            house_group(&h, "bob", "停止");
            house_pass(&h, 2000);
            assert_non_null(house_heard(&h, "group", "走第一步"));
        }
        house_pass(&h, 1000);
    }
    house_close(&h);
}

/* How soon a match tells its group something shows nobody how many are answered
 * in private: it borrows of the next second. */
static void private_answers_hold_up_no_group(void **state)
{
    struct house h = {.paced = false};
    char line[32];

    NJ_UNUSED(state);
    house_open(&h, "paced_groups");
    house_begin(&h, "ann bob", "");
    h.referee->setup.pace = (struct nj_pace){10, 10, 600, 9};
    house_pass(&h, 60000);
    for (int second = 0; second < 20; second++) {
        for (int i = 0; i < 12; i++) {
            (void)snprintf(line, sizeof(line), "x%d", i);
            house_private(&h, line, "#导出 ZZA");
        }
        house_forget(&h);
        house_group(&h, "ann", "停止");
        house_group(&h, "bob", "停止");
        assert_non_null(house_heard(&h, "group", "走第一步"));
        house_pass(&h, 1000);
    }
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_is_merged_and_paced),
        cmocka_unit_test(steady_talk_keeps_the_minute),
        cmocka_unit_test(each_gateway_keeps_its_own_pace),
        cmocka_unit_test(all_chats_share_the_pace_of_their_gateway),
        cmocka_unit_test(questions_leave_room_for_prompts),
        cmocka_unit_test(private_answers_hold_up_no_group),
    };

    return cmocka_run_group_tests_name("referee/pacing", tests, NULL, NULL);
}
