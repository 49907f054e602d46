/* 面具杀人魔 in a whole house: several orders of a message, and the moment in
 * which a turn ends. */
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"

#define TURN_MS 180000

/* Ann hunts; Bob, whose turn it is, has Laurie. */
static void begin(struct house *h, const char *name)
{
    static const char *const people[] = {"ann", "bob", "cat", "dan"};

    house_open(h, name);
    house_group(h, "ann", "#新游戏 面具杀人魔 现场");
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(h, people[i], "我");
        house_group(h, people[i], "#加入");
    }
    house_group(h, "ann", "#设置 killer first");
    house_group(h, "ann", "#开始");
    house_group(h, "bob", "选 洛莉");
    house_group(h, "cat", "选 安妮");
    house_group(h, "dan", "选 琳达");
    house_private(h, "ann", "起点 J9");
    house_forget(h);
}

static uint32_t heard_by_group(struct house *h)
{
    char group[NJ_ADDRESS_MAX];
    uint32_t n = 0;

    nj_address_group(group, "qq", "1");
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++)
        n += strcmp(nj_memory_get(h->gateway, i)->to, group) == 0;
    return n;
}

/* T309, MK-19.14, 19.21: both acts and who is next, in one text. */
static void several_orders_are_one_text(void **state)
{
    struct house h = {.paced = false};
    const char *text;

    NJ_UNUSED(state);
    begin(&h, "masked_batch");
    house_group(&h, "bob", "走西西北；转身面南");
    assert_int_equal(heard_by_group(&h), 1);
    text = house_heard(&h, "group", "C18");
    assert_non_null(text);
    assert_non_null(strstr(text, "cat"));
    house_close(&h);
}

/* T323, MK-19.28: who types in the last millisecond is in time; one later his
 * turn is over. */
static void the_last_millisecond_counts(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "masked_tie");
    h.now_ms += TURN_MS;
    house_group(&h, "bob", "走西");
    assert_non_null(house_heard(&h, "group", "D19"));
    house_close(&h);
    begin(&h, "masked_late");
    house_pass(&h, TURN_MS);
    h.now_ms += 1;
    house_group(&h, "bob", "#走西");
    assert_null(house_heard(&h, "group", "D19"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_orders_are_one_text),
        cmocka_unit_test(the_last_millisecond_counts),
    };

    return cmocka_run_group_tests_name("referee/masked_words", tests, NULL,
                                       NULL);
}
