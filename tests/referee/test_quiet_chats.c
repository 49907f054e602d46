/*
 * Who has been quiet for an hour leaves the memory, and nobody can tell: what
 * lasts is in the store. Who still has something here stays.
 *
 * NJ_PEOPLE: how many write within an hour, 2000 without it. NJ_KNOWN: how many
 * people the database knows, 20000 without it, with a tenth of that of groups;
 * given, the memory that the process takes is compared with the goal as well.
 * NJ_TEST_TENTH=1: a tenth of both.
 */
#include <stdlib.h>

#include "kit/amount.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define HOUR_MS  3600000
#define BATCH    500
#define PAST_ALL (HOUR_MS + 120000)

static bool in_memory(const struct house *h, const char *address)
{
    const struct nj_referee *r = h->referee;

    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL && strcmp(r->chats[i]->address, address) == 0)
            return true;
    return false;
}

/* The table is whole: each chat is found where it is looked for. */
static void check_table(const struct house *h)
{
    struct nj_referee *r = h->referee;
    uint32_t n = 0;

    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL) {
            int64_t used_ms = r->chats[i]->used_ms;

            assert_ptr_equal(nj_chats_find(r, r->chats[i]->address),
                             r->chats[i]);
            r->chats[i]->used_ms = used_ms; /* looking is no use of it */
            n++;
        }
    assert_int_equal(n, r->n_chats);
    for (uint32_t i = 0; i < r->n_entries; i++)
        for (uint8_t k = 0; k < r->entries[i]->n_homes; k++)
            assert_ptr_equal(nj_chats_find(r, r->entries[i]->homes[k]->address),
                             r->entries[i]->homes[k]);
}

/* So many rounds that each slot is looked at. */
static void let_pass(struct house *h, int64_t ms)
{
    house_pass(h, ms);
    for (int i = 0; i < 60 || h->referee->sweep_at != 0; i++)
        house_pass(h, 100);
}

static void write_many(struct house *h, uint32_t n)
{
    char where[NJ_ADDRESS_MAX], who[NJ_ADDRESS_MAX], id[24];

    for (uint32_t i = 0; i < n; i++) {
        (void)snprintf(where, sizeof(where), "qq:g:%u", 5000 + i / 10);
        (void)snprintf(who, sizeof(who), "qq:u:%u", 100000 + i);
        (void)snprintf(id, sizeof(id), "m%u", i);
        nj_memory_group(h->gateway, where, who, "ann", id, "#游戏");
        if (i % BATCH == BATCH - 1 || i == n - 1) {
            house_run(h);
            house_forget(h);
        }
    }
}

static void who_is_quiet_leaves_the_memory(void **state)
{
    struct house h = {.paced = false};
    uint32_t n = (uint32_t)nj_amount("NJ_PEOPLE", 2000), before;

    NJ_UNUSED(state);
    house_open(&h, "quiet_chats");
    before = h.referee->n_chats;
    write_many(&h, n);
    assert_true(h.referee->n_chats >= n);
    let_pass(&h, HOUR_MS / 2);
    assert_true(h.referee->n_chats >= n);
    house_group(&h, "eve", "#游戏");
    let_pass(&h, HOUR_MS / 2 + 60000);
    check_table(&h);
    assert_true(in_memory(&h, "qq:u:eve"));
    assert_in_range(h.referee->n_chats, before + 1, before + 4);
    assert_true(h.referee->chats_cap <= 64);
    house_close(&h);
}

/* --- a database of many --- */

static void put_person(struct house *h, uint32_t i)
{
    struct nj_user_row row = {.reach = NJ_REACH_PROVED, .seen_ms = h->now_ms};

    (void)snprintf(row.user, sizeof(row.user), "qq:u:%u", 100000 + i);
    (void)snprintf(row.name, sizeof(row.name), "Somebody %u", i);
    nj_user_put(h->store, &row);
    assert_true(nj_store_good(h->store));
    if (i % 10 != 0)
        return;
    (void)snprintf(row.user, sizeof(row.user), "qq:g:%u", 5000 + i / 10);
    nj_setting_put(h->store, row.user, "lang", "en");
    assert_true(nj_store_good(h->store));
}

static void put_people(struct house *h, uint32_t n)
{
    struct nj_err err = {{0}};

    nj_store_begin(h->store);
    for (uint32_t i = 0; i < n; i++)
        put_person(h, i);
    assert_int_equal(nj_store_commit(h->store, &err), NJ_OK);
}

/* What this process has that is no file, in KiB. */
static uint32_t rss_anon_kib(void)
{
    FILE *f = fopen("/proc/self/status", "r");
    char line[128];
    unsigned kib = 0;

    assert_non_null(f);
    while (fgets(line, sizeof(line), f) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = (unsigned)strtoul(line + 8, NULL, 10);
    (void)fclose(f);
    return kib;
}

/* The start reads nobody who has nothing open; of all the others, who writes
 * takes memory while he does. */
static void who_is_known_takes_no_memory(void **state)
{
    struct house h = {.paced = false};
    uint32_t n = (uint32_t)nj_amount("NJ_KNOWN", 20000), heard, kib;

    NJ_UNUSED(state);
    heard = n / 100;
    house_open(&h, "quiet_known");
    put_people(&h, n);
    house_kill(&h, 1000);
    assert_true(h.referee->n_chats < 4);
    write_many(&h, heard);
    assert_in_range(h.referee->n_chats, heard, heard + heard / 10 + 4);
    kib = rss_anon_kib();
    print_message("%u people known, %u heard: %u KiB\n", n, heard, kib);
    if (getenv("NJ_KNOWN") != NULL)
        assert_true(kib <= 64 * 1024);
    let_pass(&h, PAST_ALL);
    assert_true(h.referee->n_chats < 4);
    house_close(&h);
}

/* --- what lasts --- */

static void settle_prefix(struct house *h)
{
    static const char text[] = "#前缀 !";
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    nj_address_user(ev->user, "qq", "boss");
    nj_address_group(ev->chat, "qq", "1");
    (void)snprintf(ev->id, sizeof(ev->id), "boss");
    ev->group = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_event_set_text(ev, text, sizeof(text) - 1);
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

static void nobody_can_tell(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "quiet_same");
    house_private(&h, "ann", "#语言 en");
    settle_prefix(&h);
    let_pass(&h, PAST_ALL);
    assert_false(in_memory(&h, "qq:u:ann"));
    assert_false(in_memory(&h, "qq:g:1"));
    house_forget(&h);
    house_group(&h, "bob", "#游戏");
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_group(&h, "bob", "!游戏");
    assert_non_null(house_heard(&h, "group", "漫漫长夜"));
    house_private(&h, "ann", "#games");
    assert_non_null(house_heard(&h, "ann", "Long Night"));
    house_group(&h, "ann", "!新游戏 漫漫长夜");
    house_forget(&h);
    house_group(&h, "ann", "!加入"); /* his row says that he is reached */
    assert_null(house_heard(&h, "group", "私聊"));
    assert_non_null(house_heard(&h, "ann", ""));
    house_close(&h);
}

static void a_match_keeps_its_people(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "quiet_match");
    house_begin(&h, "ann bob", "");
    house_private(&h, "cat", "#游戏");
    house_group(&h, "ann", "#暂停");
    let_pass(&h, PAST_ALL);
    assert_false(in_memory(&h, "qq:u:cat"));
    assert_true(in_memory(&h, "qq:g:1"));
    assert_true(in_memory(&h, "qq:u:ann"));
    assert_true(in_memory(&h, "qq:u:bob"));
    check_table(&h);
    house_close(&h);
}

/* Whose seat a computer player has may come back with a word, as long as the
 * match goes on. */
static void a_match_keeps_whom_it_may_get_back(void **state)
{
    struct house h = {.paced = false};
    char gone[NJ_ADDRESS_MAX] = "";
    const struct nj_entry *e;

    NJ_UNUSED(state);
    house_open(&h, "quiet_replaced");
    house_private(&h, "hugo", "我");
    house_group(&h, "hugo", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "hugo", "#开始");
    e = h.referee->entries[0];
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (e->sitters[i].seat == 1)
            nj_str_copy(gone, sizeof(gone), e->sitters[i].user);
    house_group(&h, "hugo", "%换人 2 电脑 因 掉线");
    house_confirm(&h, "hugo");
    house_group(&h, "hugo", "%暂停");
    let_pass(&h, PAST_ALL);
    assert_true(in_memory(&h, gone));
    house_forget(&h);
    house_private(&h, strrchr(gone, ':') + 1, "回来");
    assert_non_null(house_heard(&h, strrchr(gone, ':') + 1, "席"));
    house_group(&h, "hugo", "%换人 2 电脑 因 掉线");
    house_confirm(&h, "hugo");
    house_group(&h, "hugo", "%中止 因 大家要走了");
    house_confirm(&h, "hugo");
    assert_int_equal(nj_referee_open(h.referee), 0);
    let_pass(&h, PAST_ALL);
    assert_false(in_memory(&h, gone));
    check_table(&h);
    house_close(&h);
}

/* What has not arrived yet keeps the chat: here no call gets an answer. */
static void what_waits_keeps_the_chat(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "quiet_waits");
    nj_memory_fate(h.gateway, "qq:u:dan", NJ_FATE_SENT, true);
    house_private(&h, "dan", "#游戏");
    house_private(&h, "dan", "#帮助");
    house_private(&h, "eve", "#帮助");
    let_pass(&h, PAST_ALL);
    assert_true(in_memory(&h, "qq:u:dan"));
    assert_false(in_memory(&h, "qq:u:eve"));
    check_table(&h);
    house_close(&h);
}

/* The platform says it once, and may not say it again; whom it says nothing of
 * is read again when he speaks. */
static void what_a_platform_says_once_keeps_the_group(void **state)
{
    static const enum nj_event_kind kinds[] = {NJ_EVENT_MUTED, NJ_EVENT_GONE};

    static const char *const groups[] = {"qq:g:2", "qq:g:3", "qq:g:4"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "quiet_groups");
    for (size_t i = 0; i < NJ_COUNT(groups); i++)
        house_group_at(&h, groups[i], "qq:u:dan", "#游戏");
    for (size_t i = 0; i < NJ_COUNT(kinds); i++) {
        struct nj_event *ev = nj_event_create(kinds[i], 0);

        ev->group = ev->self = ev->muted = true;
        nj_str_copy(ev->chat, sizeof(ev->chat), groups[i]);
        nj_inbox_push(h.inbox, ev);
    }
    house_run(&h);
    let_pass(&h, PAST_ALL);
    assert_true(in_memory(&h, groups[0]));
    assert_true(in_memory(&h, groups[1]));
    assert_false(in_memory(&h, groups[2]));
    assert_true(nj_books_find(h.referee, groups[0])->muted);
    assert_true(nj_books_find(h.referee, groups[1])->gone_ms != 0);
    house_close(&h);
}

/* A line of unknown fate waits for the group's next text, however long. */
static void what_goes_with_the_next_text_keeps_the_group(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "quiet_missed");
    house_begin(&h, "ann bob", "");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_UNKNOWN, false);
    house_group(&h, "ann", "上");
    house_group(&h, "bob", "上");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    house_group(&h, "ann", "#暂停");
    house_group(&h, "bob", "#暂停");
    house_forget(&h);
    let_pass(&h, PAST_ALL);
    assert_true(in_memory(&h, "qq:g:1"));
    house_close(&h);
}

/* However much a minute allows, memory is taken for what was sent. */
static void a_wide_pace_takes_no_memory(void **state)
{
    struct house h = {.paced = true};
    const struct nj_chat *c;

    NJ_UNUSED(state);
    house_open(&h, "quiet_pace");
    h.referee->setup.pace = (struct nj_pace){1000, 1000, 60000, 10000};
    for (int i = 0; i < 30; i++) {
        house_private(&h, "ann", "#游戏");
        house_pass(&h, 1000);
    }
    c = nj_chats_find(h.referee, "qq:u:ann");
    assert_in_range(c->recent_cap, c->n_recent, 64);
    assert_true(c->n_recent >= 30);
    let_pass(&h, 130000);
    assert_null(c->recent);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_quiet_leaves_the_memory),
        cmocka_unit_test(who_is_known_takes_no_memory),
        cmocka_unit_test(nobody_can_tell),
        cmocka_unit_test(a_match_keeps_its_people),
        cmocka_unit_test(a_match_keeps_whom_it_may_get_back),
        cmocka_unit_test(what_waits_keeps_the_chat),
        cmocka_unit_test(what_a_platform_says_once_keeps_the_group),
        cmocka_unit_test(what_goes_with_the_next_text_keeps_the_group),
        cmocka_unit_test(a_wide_pace_takes_no_memory),
    };

    return cmocka_run_group_tests_name("referee/quiet_chats", tests, NULL,
                                       NULL);
}
