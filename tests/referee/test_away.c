/*
 * A database that goes away in the middle of an evening, at each trip and in
 * each way: nobody notices but by waiting. What is told is what is told without
 * any trouble, each line once, and nobody loses a turn.
 *
 * NJ_AWAY_ALL=1: each trouble at each trip, not at one of them.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "kit/pg_proxy.h"
#include "kit/pg_server.h"
#include "referee/referee_priv.h"

#define PATIENCE_MS 100
#define TRIES       2000
#define TRIPS       3 /* of a turn, at most */
#define MINUTE_MS   INT64_C(60000)

static struct nj_pg_proxy *proxy;

static void open_behind_proxy(struct house *h, const char *name)
{
    char url[sizeof(h->in.path)];

    house_open(h, name);
    proxy = nj_pg_proxy_start(h->in.path, url, sizeof(url));
    memcpy(h->in.path, url, sizeof(url));
    house_kill(h, 0);
    nj_store_patience(h->store, PATIENCE_MS);
    house_forget(h);
}

static void close_both(struct house *h)
{
    house_close(h);
    nj_pg_proxy_stop(proxy);
}

/* Until it is back and all is done. */
static void to_rest(struct house *h)
{
    for (int i = 0; i < TRIES && (h->referee->away || i == 0); i++)
        house_run(h);
    assert_false(h->referee->away);
}

/* --- the same evening with trouble --- */

struct trouble {
    enum nj_pg_act act;
    const char *state;
};

static const struct trouble troubles[] = {
    {NJ_PG_ACT_CUT_BEFORE, ""},   {NJ_PG_ACT_CUT_BEHIND, ""},
    {NJ_PG_ACT_STALL_BEFORE, ""}, {NJ_PG_ACT_STALL_BEHIND, ""},
    {NJ_PG_ACT_FAIL, "40001"},    {NJ_PG_ACT_FAIL, "25006"},
    {NJ_PG_ACT_FAIL, "57P01"},
};

static const struct {
    const char *who, *text;
} lines[] = {
    {"opener", "#新游戏 漫漫长夜"},
    {"ann", "#加入"},
    {"bob", "#加入 幸运七"},
    {"opener", "#设置 cap 6"},
    {"opener", "#设置 cap 很多"},
    {"opener", "#开始"},
    {"ann", "停止"},
    {"bob", "停止"},
    {"ann", "上"},
    {"bob", "#赛况"},
    {"bob", "左"},
    {"ann", "#退出"},
    {"ann", "#确认"},
    {"opener", "#战绩"},
};

/* What is told in one life, to whom, each line in its order. */
static void note_texts(const struct house *h, struct nj_str *out)
{
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        nj_str_addf(out, "%s: %s\n", s->to, s->text);
    }
}

static void play(const struct trouble *t, uint32_t nth, struct nj_str *out)
{
    struct house h = {.paced = false};

    open_behind_proxy(&h, "away");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_forget(&h);
    for (size_t i = 0; i < NJ_COUNT(lines); i++) {
        if (t != NULL)
            nj_pg_proxy_at(proxy, nth, t->act, t->state);
        house_group(&h, lines[i].who, lines[i].text);
        to_rest(&h);
        nj_pg_proxy_at(proxy, 0, NJ_PG_ACT_FAIL, "");
    }
    note_texts(&h, out);
    if (t != NULL) {
        struct nj_referee_figures f;

        nj_referee_figures(h.referee, &f);
        assert_true(f.aways >= 1);
    }
    close_both(&h);
}

/* From the line on that is not the same. */
static void compare(const char *got, const char *well, size_t trouble,
                    uint32_t nth)
{
    size_t at = 0;

    for (size_t i = 0; got[i] == well[i]; i++) {
        if (got[i] == '\0')
            return;
        at = got[i] == '\n' ? i + 1 : at;
    }
    fail_msg("trouble %zu at trip %u: %.400s\n--- without: %.400s", trouble,
             nth, got + at, well + at);
}

static void no_trouble_is_heard_of(void **state)
{
    struct nj_str well = NJ_STR_INIT(1 << 20);

    NJ_UNUSED(state);
    play(NULL, 0, &well);
    assert_non_null(strstr(well.p, "qq:u:bob"));
    for (size_t i = 0; i < NJ_COUNT(troubles); i++)
        for (uint32_t nth = 1; nth <= TRIPS; nth++) {
            struct nj_str got = NJ_STR_INIT(1 << 20);

            if (getenv("NJ_AWAY_ALL") == NULL && nth != 1 + i % TRIPS)
                continue;

            play(&troubles[i], nth, &got);
            compare(got.p, well.p, i, nth);
            nj_str_fini(&got);
        }
    nj_str_fini(&well);
}

/* --- an outage --- */

static int64_t left_ms(const struct house *h)
{
    return h->referee->entries[0]->deadline_ms - h->referee->now_ms;
}

/* So long, while somebody says something in it. */
static void be_away(struct house *h, int64_t ms, const char *who,
                    const char *text)
{
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_SHUT);
    house_group(h, who, text);
    assert_true(h->referee->away);
    assert_int_equal(nj_memory_count(h->gateway), 0);
    house_pass(h, ms);
    assert_true(h->referee->away);
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_OPEN);
    to_rest(h);
}

/* Not while he could not be heard. What was said in time
 * counts, what was said long ago is asked about as after any outage. */
static void nobody_loses_a_turn(void **state)
{
    struct house h = {.paced = false};
    int64_t left;

    NJ_UNUSED(state);
    open_behind_proxy(&h, "away_long");
    h.stamped = true;
    house_begin(&h, "ann bob", "");
    house_pass(&h, MINUTE_MS);
    house_forget(&h);
    left = left_ms(&h);
    be_away(&h, 10 * MINUTE_MS, "ann", "#赛况");
    assert_null(house_heard(&h, "group", "行动结束"));
    assert_true(left_ms(&h) >= left);
    house_forget(&h);
    be_away(&h, 20000, "bob", "停止");
    assert_non_null(house_heard(&h, "group", "1 席·bob 停下了"));
    house_forget(&h);
    house_group(&h, "ann", "停止");
    assert_non_null(house_heard(&h, "group", "第 2 回合"));
    close_both(&h);
}

/* Gateways come and go meanwhile, and the program is told to stop. */
static void what_happens_meanwhile_is_known_afterwards(void **state)
{
    struct house h = {.paced = false};
    struct nj_referee_figures f;

    NJ_UNUSED(state);
    open_behind_proxy(&h, "away_links");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_SHUT);
    house_group(&h, "ann", "停止");
    nj_memory_link(h.gateway, false);
    house_run(&h);
    nj_memory_link(h.second, false);
    house_run(&h);
    nj_memory_link(h.gateway, true);
    house_pass(&h, 5 * MINUTE_MS);
    nj_referee_figures(h.referee, &f);
    assert_true(f.away);
    assert_int_equal(f.aways, 1);
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_OPEN);
    to_rest(&h);
    nj_referee_figures(h.referee, &f);
    assert_false(f.away);
    assert_int_equal(f.gateways_up, 1);
    assert_true(left_ms(&h) > 0);
    nj_pg_proxy_door(proxy, NJ_PG_DOOR_SHUT);
    house_group(&h, "bob", "#赛况");
    nj_inbox_push(h.inbox, nj_event_create(NJ_EVENT_STOP, 0));
    house_run(&h);
    assert_true(nj_referee_stopped(h.referee));
    close_both(&h);
}

/* The machine sleeps meanwhile, or falls asleep with the database there and
 * wakes without: it is one outage, as long as it was. */
static void a_sleep_meanwhile_is_the_same_outage(void **state)
{
    struct house h = {.paced = false};
    int64_t left;

    NJ_UNUSED(state);
    open_behind_proxy(&h, "away_asleep");
    house_begin(&h, "ann bob", "");
    house_pass(&h, MINUTE_MS);
    left = left_ms(&h);
    for (int first = 1; first >= 0; first--) {
        nj_pg_proxy_door(proxy, NJ_PG_DOOR_SHUT);
        if (first)
            house_group(&h, "ann", "#赛况");
        house_sleep(&h, 10 * MINUTE_MS);
        assert_true(h.referee->away);
        nj_pg_proxy_door(proxy, NJ_PG_DOOR_OPEN);
        to_rest(&h);
        assert_in_range(left_ms(&h), left, 90000);
        assert_null(house_heard(&h, "group", "行动结束"));
    }
    close_both(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_trouble_is_heard_of),
        cmocka_unit_test(nobody_loses_a_turn),
        cmocka_unit_test(what_happens_meanwhile_is_known_afterwards),
        cmocka_unit_test(a_sleep_meanwhile_is_the_same_outage),
    };

    if (!nj_pg_server_wanted())
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
