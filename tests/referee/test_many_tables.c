/*
 * Very many open tables: each has a code of its own, which is found again, and
 * limits are told, whoever runs into them; the process lives.
 *
 * NJ_TABLES: how many are opened, 6000 without it. NJ_TEST_TENTH=1: a tenth.
 */
#include <stdlib.h>

#include "kit/amount.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define BATCH 500

static uint32_t tables_wanted(void)
{
    return (uint32_t)nj_amount("NJ_TABLES", 6000);
}

static void write_at(struct house *h, uint32_t group, const char *text)
{
    char where[NJ_ADDRESS_MAX], who[NJ_ADDRESS_MAX], id[24];

    (void)snprintf(where, sizeof(where), "qq:g:%u", 1000 + group);
    (void)snprintf(who, sizeof(who), "qq:u:%u", group);
    (void)snprintf(id, sizeof(id), "h%u", ++h->ids);
    nj_memory_group(h->gateway, where, who, "ann", id, text);
}

/* Each in his own group, so many of them in one turn. */
static void write_all(struct house *h, uint32_t n, const char *text)
{
    for (uint32_t i = 0; i < n; i++) {
        write_at(h, i, text);
        if (i % BATCH == BATCH - 1 || i == n - 1) {
            house_run(h);
            assert_int_equal(nj_memory_count(h->gateway), i % BATCH + 1);
            house_forget(h);
        }
    }
}

static bool is_code(const char *code)
{
    size_t n = strlen(code);

    for (size_t i = 0; i < n; i++)
        if (strchr(i % 2 == 0 ? "ABCDEFGHJKMNPQRSTUVWXYZ" : "23456789",
                   code[i]) == NULL)
            return false;
    return n >= NJ_CODE_LEN && n < NJ_CODE_MAX;
}

static void check_codes(const struct house *h, uint32_t n)
{
    const struct nj_referee *r = h->referee;
    uint32_t longer = 0;

    assert_int_equal(r->n_entries, n);
    for (uint32_t i = 0; i < n; i++) {
        struct nj_entry *e = r->entries[i];

        assert_true(is_code(e->code));
        assert_ptr_equal(nj_books_code(r, e->code), e);
        longer += strlen(e->code) > NJ_CODE_LEN;
    }
    assert_int_equal(longer > 0, n > 1058);
}

/* A seat is taken and a table asked about by its code. */
static void join_last(struct house *h, uint32_t n)
{
    const char *code = h->referee->entries[n - 1]->code;
    char line[64];

    (void)snprintf(line, sizeof(line), "#加入 %s", code);
    write_at(h, n - 1, line);
    house_run(h);
    assert_int_equal(nj_memory_count(h->gateway), 1);
    assert_non_null(strstr(nj_memory_get(h->gateway, 0)->text, code));
    house_forget(h);
    (void)snprintf(line, sizeof(line), "#%s 赛况", code);
    write_at(h, n - 1, line);
    house_run(h);
    assert_int_equal(nj_memory_count(h->gateway), 1);
    assert_null(strstr(nj_memory_get(h->gateway, 0)->text, "没认出"));
    house_forget(h);
}

static void each_table_has_a_code(void **state)
{
    struct house h = {.paced = false};
    uint32_t n = tables_wanted();

    NJ_UNUSED(state);
    house_open(&h, "many_tables");
    write_all(&h, n, "#新游戏 漫漫长夜");
    check_codes(&h, n);
    house_kill(&h, 1000);
    house_forget(&h);
    check_codes(&h, n);
    join_last(&h, n);
    write_all(&h, n, "#关闭");
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_close(&h);
}

static void codes_grow_with_the_house(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_codes_length(0), 3);
    assert_int_equal(nj_codes_length(1057), 3);
    assert_int_equal(nj_codes_length(1058), 4);
    assert_int_equal(nj_codes_length(8463), 4);
    assert_int_equal(nj_codes_length(8464), 5);
    assert_int_equal(nj_codes_length(100000), 5);
    assert_int_equal(nj_codes_length(UINT32_MAX), 7);
}

/* --- limits --- */

static void expect(struct house *h, const char *part)
{
    assert_non_null(house_heard(h, "group", part));
    house_forget(h);
}

static void a_full_house_says_so(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "full_house");
    h.referee->setup.tables = (struct nj_table_limits){.house = 3};
    write_all(&h, 3, "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    expect(&h, "最多同时开 3 桌");
    assert_int_equal(nj_referee_open(h.referee), 3);
    write_at(&h, 0, "#关闭");
    house_run(&h);
    house_forget(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    expect(&h, "漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 3);
    house_close(&h);
}

static void one_person_opens_so_many(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "one_person");
    h.referee->setup.tables = (struct nj_table_limits){.person = 2};
    house_group_at(&h, "qq:g:8", "qq:u:ann", "#新游戏 漫漫长夜");
    house_group_at(&h, "qq:g:9", "qq:u:ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    expect(&h, "你开的桌已有 2 桌");
    house_group(&h, "bob", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 3);
    house_group_at(&h, "qq:g:8", "qq:u:ann", "#关闭");
    house_forget(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 3);
    house_kill(&h, 1000); /* the store counts: a restart changes nothing */
    h.referee->setup.tables = (struct nj_table_limits){.person = 2};
    house_forget(&h);
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    expect(&h, "你开的桌已有 2 桌");
    house_close(&h);
}

/* A table brought here from another group counts as well. */
static void one_group_holds_so_many(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "one_group");
    h.referee->setup.tables = (struct nj_table_limits){.group = 1};
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_forget(&h);
    house_group(&h, "bob", "#新游戏 漫漫长夜");
    expect(&h, "这个群已有 1 桌");
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_grow_with_the_house),
        cmocka_unit_test(each_table_has_a_code),
        cmocka_unit_test(a_full_house_says_so),
        cmocka_unit_test(one_person_opens_so_many),
        cmocka_unit_test(one_group_holds_so_many),
    };

    return cmocka_run_group_tests_name("referee/many_tables", tests, NULL,
                                       NULL);
}
