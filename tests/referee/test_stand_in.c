/* Who is away is not told, order by order, what a computer player does in his
 * name; the record has it, and he is told once when he is back (NC-17.26). */
#include <stdio.h>
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "referee/referee_priv.h"

#define PHASES 8

static const char *const people[] = {"ann", "bob", "cat", "dan", "eve", "fay"};

static bool acts_for(const struct house *h, const char *who)
{
    const struct nj_entry *e = h->referee->entries[0];

    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (strcmp(e->sitters[i].name, who) == 0)
            return nj_substituted(e->match, e->sitters[i].seat);
    return false;
}

/* Private texts to fay since the last house_forget(). */
static uint32_t told(const struct house *h)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++)
        n += strcmp(nj_memory_get(h->gateway, i)->to, "qq:u:fay") == 0;
    return n;
}

static void begin(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "ann", "#新游戏 杀手牌");
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(h, people[i], "我");
        house_group(h, people[i], "#加入");
    }
    house_group(h, "ann", "#设置 setup 10m");
    house_group(h, "ann", "#设置 night 10m");
    house_group(h, "ann", "#设置 day 10m");
    house_group(h, "ann", "#设置 bells off");
    house_group(h, "ann", "#设置 lifedeath off");
    house_group(h, "ann", "#设置 manifesto_chars 0");
    house_group(h, "ann", "#设置 afk_limit 2");
    house_group(h, "ann", "#开始");
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        house_private(h, people[i], "默认");
}

/* All but fay are there. */
static void pass_phase(struct house *h)
{
    for (size_t i = 0; i + 1 < NJ_COUNT(people); i++)
        house_private(h, people[i], "手牌");
    house_forget(h);
    for (int i = 0; i < 40; i++)
        house_pass(h, 15000);
    house_pass(h, 1000);
}

static void be_away(struct house *h)
{
    for (int i = 0; i < PHASES && !acts_for(h, "fay"); i++)
        pass_phase(h);
    assert_true(acts_for(h, "fay"));
}

static void orders_of_a_stand_in_are_not_answered_to_who_is_away(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "stand_in_orders");
    be_away(&h);
    for (int i = 0; i < 2; i++) {
        pass_phase(&h);
        assert_null(house_heard(&h, "fay", "记下"));
        assert_null(house_heard(&h, "fay", "宣言"));
        assert_int_equal(told(&h), 1); /* the sheet of the opening */
    }
    house_forget(&h);
    for (int page = 1; page <= 4; page++) {
        char words[32];

        (void)snprintf(words, sizeof(words), "#历史 %d", page);
        house_private(&h, "fay", words);
    }
    assert_non_null(house_heard(&h, "fay", "记下"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_of_a_stand_in_are_not_answered_to_who_is_away),
    };

    return cmocka_run_group_tests_name("referee/stand_in", tests, NULL, NULL);
}
