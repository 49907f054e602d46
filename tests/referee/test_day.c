/*
 * A day on a clock of its own over many groups, each of which plays two
 * matches in it and is quiet otherwise: what the referee holds is that of who
 * plays now, in the last hour as in the seventh.
 *
 * NJ_DAY: how many groups, 40 without it. A day of 10,000 takes minutes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "cli/house.h"
#include "gateway/memory/memory.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

#define START_MS    INT64_C(1760000000000)
#define HOUR_S      3600u
#define DAY_S       (24 * HOUR_S)
#define STEP_S      10u /* between two things that happen in a group */
#define SESSIONS    2u  /* of a group */
#define MOVES       16u
#define WARM_H      7u /* all is as it stays: half of the groups have played */
#define SLEEP_MS    60000
#define SLACK_BYTES INT64_C(65536)
#define CACHE_BYTES (INT64_C(8000) * 1024) /* SQLite's, as the store sets it */

/* What somebody says: person 0 or 1 of the group. */
struct line {
    unsigned who;
    const char *text;
};

static const struct line before[] = {
    {0, "#新游戏 漫漫长夜"}, {0, "#加入"}, {1, "#加入"}, {0, "#开始"}};
static const struct line after[] = {{0, "#退出"}, {0, "#确认"}};

#define LINES (NJ_COUNT(before) + MOVES + NJ_COUNT(after))

static struct day {
    struct nj_env env;
    struct nj_house house;
    int64_t now_ms;
    uint32_t groups;
    uint64_t said, matches, texts;
    int64_t own[24]; /* bytes, the most of each hour */
    int64_t all[24]; /* of the process, at its end */
} day;

/* --- what people say --- */

static void say(uint32_t group, const struct line *l)
{
    char chat[NJ_ADDRESS_MAX], user[NJ_ADDRESS_MAX], id[24];

    (void)snprintf(id, sizeof(id), "%u", 1000 + group);
    nj_address_group(chat, "qq", id);
    (void)snprintf(id, sizeof(id), "%u", 1000000 + 2 * group + l->who);
    nj_address_user(user, "qq", id);
    nj_memory_group(day.house.gateways[0], chat, user, id, "", l->text);
    day.said++;
}

/* Line `n` of a session. Of the two who say that they stop, one has the turn. */
static void speak(uint32_t group, size_t n)
{
    if (n < NJ_COUNT(before)) {
        say(group, &before[n]);
    } else if (n < NJ_COUNT(before) + MOVES) {
        say(group, &(struct line){0, "停止"});
        say(group, &(struct line){1, "停止"});
    } else {
        say(group, &after[n - NJ_COUNT(before) - MOVES]);
    }
}

/* Sessions begin one after the other, each group's half a day apart. */
static void speak_all(uint32_t second)
{
    for (uint32_t session = 0; session < SESSIONS; session++)
        for (uint32_t g = 0; g < day.groups; g++) {
            uint64_t begins = (uint64_t)(session * day.groups + g) *
                              (DAY_S / SESSIONS) / day.groups;
            uint64_t n = (second - begins / STEP_S * STEP_S) / STEP_S;

            if (second >= begins / STEP_S * STEP_S && n < LINES)
                speak(g, (size_t)n);
        }
}

/* --- what is held --- */

static int64_t anonymous_bytes(void)
{
    FILE *f = fopen("/proc/self/status", "re");
    char line[256];
    int64_t kib = 0;

    assert_non_null(f);
    while (fgets(line, sizeof(line), f) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = strtoll(line + 8, NULL, 10);
    (void)fclose(f);
    return kib * 1024;
}

/* The most of an hour counts. */
static void weigh(uint32_t hour)
{
    struct nj_referee_bytes bytes;
    int64_t own;

    nj_referee_bytes(day.house.referee, &bytes);
    own = (int64_t)(bytes.books + bytes.live);
    day.own[hour] = own > day.own[hour] ? own : day.own[hour];
}

static void end_hour(uint32_t hour)
{
    day.all[hour] = anonymous_bytes();
    if (day.groups >= 1000)
        print_message("hour %2u: ours %lld KiB, process %lld KiB\n", hour + 1,
                      (long long)day.own[hour] / 1024,
                      (long long)day.all[hour] / 1024);
}

static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(chat);
    day.matches += strcmp(m->key, "shell.reveal") == 0;
}

static void open_house(void)
{
    struct nj_err err = {{0}};
    struct nj_house *h = &day.house;

    assert_int_equal(nj_env_load(&day.env, NULL, &err), NJ_OK);
    day.now_ms = START_MS;
    nj_house_place(h, NJ_BINARY_DIR, "day");
    nj_house_furnish(h, &day.env);
    (void)nj_house_memory(h, "qq");
    h->setup.clock = nj_clock_manual(&day.now_ms);
    h->setup.private_proved = true;
    h->setup.idle_ms = SLEEP_MS;
    h->setup.observe = observe;
    assert_int_equal(nj_house_start(h, &err), NJ_OK);
    nj_store_set_sync(h->store, false); /* no power is cut here */
}

/* As much as in the hours before, and what SQLite may keep in the meantime. */
static void look_at_it(void)
{
    int64_t own = 0;

    for (uint32_t i = 0; i < WARM_H; i++)
        own = day.own[i] > own ? day.own[i] : own;
    print_message(
        "%u groups: %llu lines, %llu texts, %llu matches; at most "
        "%lld KiB of ours in %u hours, %lld after 24; of the process "
        "%lld and %lld KiB\n",
        day.groups, (unsigned long long)day.said, (unsigned long long)day.texts,
        (unsigned long long)day.matches, (long long)own / 1024, WARM_H,
        (long long)day.own[23] / 1024, (long long)day.all[WARM_H - 1] / 1024,
        (long long)day.all[23] / 1024);
    assert_true(day.own[23] <= own + own / 10 + SLACK_BYTES);
    /* Sanitizers keep what has been freed, to know it again. */
    if (!NJ_SLOW_BUILD)
        assert_true(day.all[23] <= day.all[WARM_H - 1] +
                                       day.all[WARM_H - 1] / 10 + CACHE_BYTES);
}

/* Of the last sessions some end after midnight. */
static void each_group_has_played(void)
{
    uint64_t all = (uint64_t)SESSIONS * day.groups;
    uint64_t late = all * LINES * STEP_S / (uint64_t)DAY_S;

    assert_in_range(day.matches, all - late - 1, all);
    assert_true(day.texts > day.matches * MOVES);
    assert_int_equal(nj_referee_queued(day.house.referee), 0);
}

static void a_day_takes_no_more_than_its_hours(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    day.groups = (uint32_t)nj_from_env("NJ_DAY", 40);
    open_house();
    for (uint32_t s = 0; s < DAY_S; s += STEP_S) {
        speak_all(s);
        assert_int_equal(nj_house_rest(&day.house, &err), NJ_OK);
        day.texts += nj_memory_count(day.house.gateways[0]);
        nj_memory_clear(day.house.gateways[0]);
        weigh(s / HOUR_S);
        if ((s + STEP_S) % HOUR_S == 0)
            end_hour(s / HOUR_S);
        day.now_ms += STEP_S * INT64_C(1000);
    }
    each_group_has_played();
    look_at_it();
    nj_house_close(&day.house);
    nj_env_fini(&day.env);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_takes_no_more_than_its_hours),
    };

    return cmocka_run_group_tests_name("referee/day", tests, NULL, NULL);
}
