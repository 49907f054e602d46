/* Matches that sleep, are killed, wake again; and what they weigh. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/referee_priv.h"

#define LIVE_BYTES    6144 /* goals P6 */
#define EVICTED_BYTES 256

static const char *const moves[] = {"上", "下", "左", "右", "停止"};

/* Both try: one of them is to move, the other only talks. */
static void play(struct house *h, int n)
{
    for (int i = 0; i < n; i++) {
        house_group(h, "ann", moves[i % 5]);
        house_group(h, "bob", moves[i % 5]);
    }
}

static void take_row(struct house *h, struct nj_match_row *row)
{
    assert_true(nj_match_load(h->store, 1, row));
}

static void a_killed_match_goes_on_the_same(void **state)
{
    static struct house h, calm;
    struct nj_match_row a, b;

    NJ_UNUSED(state);
    house_open(&h, "killed_often");
    house_open(&calm, "never_killed");
    house_begin(&h, "ann bob", "");
    house_begin(&calm, "ann bob", "");
    for (int i = 0; i < 10; i++) {
        play(&h, 3);
        play(&calm, 3);
        house_kill(&h, 0);
        take_row(&h, &a);
        take_row(&calm, &b);
        assert_int_equal(a.seq, b.seq);
        assert_memory_equal(&a.digest, &b.digest, sizeof(a.digest));
    }
    assert_true(a.seq > 10);
    house_close(&h);
    house_close(&calm);
}

/* The same message id, now and after a restart. */
static void a_repeated_message_is_one(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    house_open(&h, "repeated");
    house_begin(&h, "ann bob", "");
    nj_memory_group(h.gateway, "1", "ann", "ann", "same-a", "上");
    nj_memory_group(h.gateway, "1", "bob", "bob", "same-b", "上");
    house_run(&h);
    take_row(&h, &before);
    nj_memory_group(h.gateway, "1", "ann", "ann", "same-a", "上");
    nj_memory_group(h.gateway, "1", "bob", "bob", "same-b", "上");
    house_kill(&h, 0);
    nj_memory_group(h.gateway, "1", "ann", "ann", "same-a", "上");
    nj_memory_group(h.gateway, "1", "bob", "bob", "same-b", "上");
    house_run(&h);
    take_row(&h, &after);
    assert_true(before.seq >= 2);
    assert_int_equal(after.seq, before.seq);
    house_close(&h);
}

static void an_idle_match_sleeps_and_wakes(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    house_open(&h, "idle");
    house_begin(&h, "ann bob", "think=12h act=24h");
    play(&h, 3);
    assert_int_equal(nj_referee_awake(h.referee), 1);
    house_pass(&h, 700000);
    house_pass(&h, 20000);
    assert_int_equal(nj_referee_awake(h.referee), 0);
    assert_int_equal(nj_referee_open(h.referee), 1);
    assert_null(h.referee->entries[0]->sitters);
    take_row(&h, &before);
    play(&h, 1);
    take_row(&h, &after);
    assert_int_equal(nj_referee_awake(h.referee), 1);
    assert_int_equal(after.seq, before.seq + 1);
    house_close(&h);
}

/* Data or rules that differ: never continued silently. */
static void a_match_of_other_rules_is_frozen(void **state)
{
    struct house h = {.paced = false};
    struct nj_err err = {{0}};
    struct nj_match_row row;

    NJ_UNUSED(state);
    house_open(&h, "frozen");
    house_begin(&h, "ann bob", "");
    play(&h, 2);
    take_row(&h, &row);
    row.data_hash.b[0] ^= 1;
    nj_store_begin(h.store);
    nj_match_update(h.store, &row);
    assert_true(nj_store_good(h.store));
    assert_int_equal(nj_store_commit(h.store, &err), NJ_OK);
    house_kill(&h, 600000);
    assert_non_null(house_heard(&h, "group", "已冻结"));
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_forget(&h);
    play(&h, 1);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    take_row(&h, &row);
    assert_int_equal(row.state, NJ_MATCH_FROZEN);
    house_close(&h);
}

/* S-431: a restart while a card of time runs takes nothing of it and gives
 * nothing (LN-27.3, LN-12.5). */
static void a_card_of_time_outlives_a_restart(void **state)
{
    struct house h = {.paced = false};
    int64_t left_ms;

    NJ_UNUSED(state);
    house_open(&h, "card_of_time");
    house_begin(&h, "ann bob cat", "cards=2 card_s=90 act=120s think=120s");
    house_group(&h, "ann", "上");
    house_group(&h, "bob", "上");
    house_group(&h, "cat", "上"); /* one of them has taken a step, or bumped */
    house_forget(&h);
    for (int i = 0; i < 9 && house_heard(&h, "group", "加时卡") == NULL; i++)
        house_pass(&h, 60000);
    assert_non_null(house_heard(&h, "group", "加时卡"));
    left_ms = nj_phase_ends(h.referee->entries[0]->match) - h.now_ms;
    assert_in_range(left_ms, 1, 90000);
    house_kill(&h, 0);
    house_group(&h, "ann", "#赛况"); /* it is awake */
    assert_int_equal(nj_phase_ends(h.referee->entries[0]->match) - h.now_ms,
                     left_ms);
    house_forget(&h);
    house_pass(&h, left_ms - 1000);
    assert_null(house_heard(&h, "group", "加时卡"));
    assert_null(house_heard(&h, "group", "时间到"));
    house_pass(&h, 2000);
    assert_true(house_heard(&h, "group", "加时卡") != NULL ||
                house_heard(&h, "group", "时间到") != NULL);
    house_close(&h);
}

/* --- figures --- */

static size_t sitter_bytes(const struct nj_entry *e)
{
    size_t n = e->game->game->seats_max * sizeof(struct nj_sitter);

    for (uint8_t i = 0; i < e->n_sitters; i++)
        n += strlen(e->sitters[i].user) + strlen(e->sitters[i].name) +
             strlen(e->sitters[i].contribution) + 3;
    return n;
}

static void a_match_is_as_small_as_promised(void **state)
{
    struct house h = {.paced = false};
    const struct nj_entry *e;
    size_t entry, live;

    NJ_UNUSED(state);
    house_open(&h, "small");
    house_begin(&h, "ann bob cat dan eve fay", "");
    e = h.referee->entries[0];
    /* Two growing lists of entries hold a pointer each, with room to grow. */
    entry = sizeof(*e) + strlen(e->host) + 1 + 4 * sizeof(void *);
    live = entry + sitter_bytes(e) + nj_match_bytes(e->match);
    print_message("entry %zu, live %zu bytes\n", entry, live);
    assert_true(entry <= EVICTED_BYTES);
    assert_true(live <= LIVE_BYTES);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killed_match_goes_on_the_same),
        cmocka_unit_test(a_repeated_message_is_one),
        cmocka_unit_test(an_idle_match_sleeps_and_wakes),
        cmocka_unit_test(a_match_of_other_rules_is_frozen),
        cmocka_unit_test(a_card_of_time_outlives_a_restart),
        cmocka_unit_test(a_match_is_as_small_as_promised),
    };

    return cmocka_run_group_tests_name("referee/live", tests, NULL, NULL);
}
