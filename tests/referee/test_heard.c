/* What a group must hear, it hears: texts of unknown fate (design 5). */
#include "games/registry.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/books.h"
#include "referee/heard.h"
#include "referee/referee_priv.h"
#include "referee/sitters.h"

#define GROUP "qq:g:1"
#define MARK  "（可能重复）"

/* The n-th text to the group since the last house_forget(), or NULL. */
static const struct nj_memory_sent *text(struct house *h, uint32_t n)
{
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        if (strcmp(s->to, GROUP) == 0 && n-- == 0)
            return s;
    }
    return NULL;
}

static void fates(struct house *h, enum nj_fate fate)
{
    nj_memory_fate(h->gateway, GROUP, fate, false);
}

/* Returns who is to move first. */
static const char *open_match(struct house *h, const char *name)
{
    const char *first;
    const struct nj_entry *e;

    house_open(h, name);
    house_begin(h, "ann bob", "");
    e = h->referee->entries[0];
    first =
        nj_match_awaited(e->match) == nj_bit(nj_sitters_of(e, "qq:u:ann")->seat)
            ? "ann"
            : "bob";
    house_forget(h);
    return first;
}

/* Each line of a text, and whether it is marked: "-" or "*". */
static void marks(const char *of, char *out)
{
    for (const char *at = of; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        *out++ = strncmp(at, MARK, strlen(MARK)) == 0 ? '*' : '-';
    }
    *out = '\0';
}

static void expect(struct house *h, uint32_t n, const char *lines)
{
    const struct nj_memory_sent *s = text(h, n);
    char is[64];

    assert_non_null(s);
    marks(s->text, is);
    assert_string_equal(is, lines);
}

/* The result of the turn is needed as much as whose turn it is now. */
static void a_text_with_a_prompt_is_said_once_more(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_prompt");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "停止");
    assert_non_null(strstr(text(&h, 0)->text, "行动结束"));
    assert_non_null(strstr(text(&h, 0)->text, "轮到"));
    assert_null(text(&h, 1)); /* not into the same trouble */
    house_pass(&h, 1999);
    assert_null(text(&h, 1));
    house_pass(&h, 1);
    expect(&h, 0, "---");
    expect(&h, 1, "***");
    assert_string_equal(text(&h, 0)->mentions, text(&h, 1)->mentions);
    house_pass(&h, 60000);
    assert_null(text(&h, 2)); /* a second unknown stands */
    fates(&h, NJ_FATE_SENT);
    house_group(&h, strcmp(first, "ann") == 0 ? "bob" : "ann", "停止");
    assert_null(strstr(text(&h, 2)->text, MARK));
    house_close(&h);
}

/* What has happened comes first, and is nobody's business in particular. */
static void who_is_asked_is_mentioned_where_he_is_asked(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *s;
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_mention");
    house_group(&h, first, "停止");
    s = text(&h, 0);
    assert_string_equal(s->mentions,
                        strcmp(first, "ann") == 0 ? "qq:u:bob" : "qq:u:ann");
    assert_true(s->place > 0);
    assert_int_equal(strncmp(s->text + s->place, "轮到", 6), 0);
    house_close(&h);
}

/* A step is no reason to speak twice; whoever reads on reads it. */
static void narration_waits_for_the_next_text(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_step");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "上");
    assert_non_null(strstr(text(&h, 0)->text, "第 1 步"));
    assert_null(strstr(text(&h, 0)->text, "轮到"));
    fates(&h, NJ_FATE_SENT);
    house_pass(&h, 60000);
    assert_null(text(&h, 1));
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_group(&h, "cat", "#游戏"); /* any text will do */
    assert_non_null(strstr(text(&h, 1)->text, MARK "第 1 步"));
    house_group(&h, first, "停止");
    assert_null(strstr(text(&h, 2)->text, MARK));
    house_close(&h);
}

static void narration_that_was_carried_is_not_carried_again(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_twice");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "上");
    house_group(&h, first, "停止"); /* carries the step; is unknown as well */
    expect(&h, 1, "*---");
    house_pass(&h, 2000);
    expect(&h, 2, "***");
    assert_null(strstr(text(&h, 2)->text, "第 1 步"));
    house_close(&h);
}

/* What waited for the next text is the store's until then. */
static void narration_is_said_after_a_kill(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_kill");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "上");
    house_forget(&h);
    house_kill(&h, 1000);
    assert_non_null(strstr(text(&h, 0)->text, MARK "第 1 步"));
    house_close(&h);
}

/* The turn that was asked for is over when the answer comes. */
static void a_prompt_that_was_overtaken_is_left_out(void **state)
{
    struct house h = {.paced = false};
    const char *first;
    const char *then;
    char was[64], is[64];

    NJ_UNUSED(state);
    first = open_match(&h, "heard_late");
    then = strcmp(first, "ann") == 0 ? "bob" : "ann";
    (void)snprintf(is, sizeof(is), "·%s，3 分钟内", first);
    (void)snprintf(was, sizeof(was), "·%s，3 分钟内", then);
    nj_memory_fate(h.gateway, GROUP, NJ_FATE_SENT, true);
    house_group(&h, first, "停止");
    house_group(&h, then, "停止");
    fates(&h, NJ_FATE_SENT);
    nj_memory_settle(h.gateway, text(&h, 0)->call, NJ_FATE_UNKNOWN);
    house_run(&h);
    house_pass(&h, 2000);
    assert_non_null(strstr(text(&h, 1)->text, MARK));
    assert_non_null(strstr(text(&h, 1)->text, "行动结束"));
    assert_null(strstr(text(&h, 1)->text, was));
    assert_non_null(strstr(text(&h, 1)->text, is));
    assert_null(text(&h, 2));
    house_close(&h);
}

/* An answer is over with its moment, and so is a refusal. */
static void answers_are_not_carried(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_answer");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, "cat", "#游戏");
    house_group(&h, first, "#上上九九");
    fates(&h, NJ_FATE_SENT);
    house_group(&h, first, "停止");
    assert_non_null(strstr(text(&h, 2)->text, "行动结束"));
    assert_null(strstr(text(&h, 2)->text, MARK));
    house_close(&h);
}

/* Nobody sits before the card has been out; one that may not be is sent again,
 * and the second time counts, or nobody would ever sit. */
static void a_card_of_unknown_fate_is_said_once_more(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "heard_card");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, "eve", "#新游戏 漫漫长夜");
    assert_non_null(strstr(text(&h, 0)->text, "承诺"));
    assert_false(h.referee->entries[0]->card_out);
    house_pass(&h, 2000);
    assert_non_null(strstr(text(&h, 1)->text, MARK "【"));
    assert_true(h.referee->entries[0]->card_out);
    house_close(&h);
}

/* It has been opened, lost and closed before anybody knew. */
static void the_card_of_a_closed_table_is_left_out(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "heard_closed");
    nj_memory_fate(h.gateway, GROUP, NJ_FATE_SENT, true);
    house_group(&h, "eve", "#新游戏 漫漫长夜");
    house_group(&h, "eve", "#关闭");
    fates(&h, NJ_FATE_SENT);
    nj_memory_settle(h.gateway, text(&h, 0)->call, NJ_FATE_UNKNOWN);
    house_run(&h);
    house_pass(&h, 2000);
    assert_null(text(&h, 2));
    house_close(&h);
}

/* A line that a player may imitate must not be told from its imitation. */
static void no_broadcast_of_the_hotel_is_repeated_for_itself(void **state)
{
    static const char *const broadcasts[] = {
        "sh.phase",        "sh.dead",        "sh.mic",   "sh.end",  "sh.start",
        "sh.cube",         "sh.gas",         "sh.power", "sh.exit", "sh.reboot",
        "sh.start_shadow", "sh.dead_shadow", "sh.tunnel"};
    const struct nj_game *hotel = nj_game_find("shadow-hotel");

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(broadcasts); i++)
        assert_int_equal(nj_heard_how(hotel, broadcasts[i]), NJ_HEAR_ONCE);
    assert_int_equal(nj_heard_how(hotel, "sh.round"), NJ_HEAR_TURN);
    assert_int_equal(nj_heard_how(hotel, "shell.remind_group"), NJ_HEAR_ASK);
    assert_int_equal(nj_heard_how(NULL, "sh.round"), NJ_HEAR_ONCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_with_a_prompt_is_said_once_more),
        cmocka_unit_test(who_is_asked_is_mentioned_where_he_is_asked),
        cmocka_unit_test(narration_waits_for_the_next_text),
        cmocka_unit_test(narration_that_was_carried_is_not_carried_again),
        cmocka_unit_test(narration_is_said_after_a_kill),
        cmocka_unit_test(a_prompt_that_was_overtaken_is_left_out),
        cmocka_unit_test(answers_are_not_carried),
        cmocka_unit_test(a_card_of_unknown_fate_is_said_once_more),
        cmocka_unit_test(the_card_of_a_closed_table_is_left_out),
        cmocka_unit_test(no_broadcast_of_the_hotel_is_repeated_for_itself),
    };

    return cmocka_run_group_tests_name("referee/heard", tests, NULL, NULL);
}
