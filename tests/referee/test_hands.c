/* One person on several seats (house.md 2.7; MK-2.1, MK-11.7): he sits once,
 * gets what is for any of his seats once, and says which of them he means. */
#include "kit/nj_test.h"
#include "kit/toy_house.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/referee_priv.h"

struct table {
    struct toy_house t;
    const char *two, *one; /* who plays seats 1 and 3; who plays seat 2 */
};

static struct nj_match *match(struct table *p)
{
    (void)toy_house_seq(&p->t); /* awake */
    return p->t.h.referee->entries[0]->match;
}

static void open_match(struct table *p, const char *name)
{
    toy_house_open(&p->t, name);
    house_group(&p->t.h, "ann", "#新游戏 toy");
    house_group(&p->t.h, "ann", "#设置 版本 wild");
    house_group(&p->t.h, "ann", "#设置 questions off");
    house_private(&p->t.h, "ann", "我");
    house_private(&p->t.h, "bob", "我");
    house_group(&p->t.h, "ann", "#加入");
    house_group(&p->t.h, "bob", "#加入");
    house_group(&p->t.h, "ann", "#开始");
    p->two = toy_house_seat(&p->t, "ann") == 0 ? "ann" : "bob";
    p->one = strcmp(p->two, "ann") == 0 ? "bob" : "ann";
    assert_int_equal(nj_seats(match(p)), 3);
    house_forget(&p->t.h);
}

static nj_seat turn(struct table *p)
{
    const struct nj_toy *s = nj_state_const(match(p));

    return s->turn;
}

static uint16_t marks(struct table *p, nj_seat seat)
{
    const struct nj_toy *s = nj_state_const(match(p));

    return s->marks[seat];
}

/* Whoever is to move says so, without a word about his seat. */
static void step(struct table *p)
{
    house_group(&p->t.h, turn(p) == 1 ? p->one : p->two, "走一步");
}

static void words_are_for_the_seat_that_is_awaited(void **state)
{
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_turn");
    for (nj_seat seat = 0; seat < 6; seat++) {
        assert_int_equal(turn(&p), seat % 3);
        step(&p);
    }
    house_close(&p.t.h);
}

static void he_may_name_the_seat(void **state)
{
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_named");
    house_private(&p.t.h, p.two, "3席 记 2");
    house_private(&p.t.h, p.two, "v1 记 4");
    assert_int_equal(marks(&p, 2), 1u << 2);
    assert_int_equal(marks(&p, 0), 1u << 4);
    house_group(&p.t.h, p.two, "#3席 记 5; 记 6");
    assert_int_equal(marks(&p, 2), 1u << 2 | 1u << 5 | 1u << 6);
    house_forget(&p.t.h);
    house_private(&p.t.h, p.two, "2席 记 3");
    assert_non_null(house_heard(&p.t.h, p.two, "2 席不是你的"));
    house_private(&p.t.h, p.one, "3席 记 3");
    assert_non_null(house_heard(&p.t.h, p.one, "3 席不是你的"));
    house_private(&p.t.h, p.one, "2席 记 3");
    assert_int_equal(marks(&p, 1), 1u << 3);
    house_private(&p.t.h, p.one, "2席 3席 记 3");
    assert_non_null(house_heard(&p.t.h, p.one, "没认出"));
    house_close(&p.t.h);
}

static void a_question_comes_before_the_turn(void **state)
{
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_asked");
    house_group(&p.t.h, p.two, "#挑战 3"); /* seat 1 is awaited, 3 is asked */
    house_private(&p.t.h, p.two, "挡 2");
    assert_non_null(house_heard(&p.t.h, "group", "用 2 颗挡"));
    house_forget(&p.t.h);
    step(&p);
    assert_int_equal(turn(&p), 1);
    house_private(&p.t.h, p.two, "许愿 1"); /* neither: as the game says */
    assert_int_equal(marks(&p, 2), 1u << 1);
    house_private(&p.t.h, p.two, "#记 1");
    assert_int_equal(marks(&p, 0), 1u << 1);
    house_group(&p.t.h, p.one, "#挑战 3");
    assert_non_null(house_heard(&p.t.h, p.two, "（3 席）"));
    house_private(&p.t.h, p.two, "挡 1");
    assert_non_null(house_heard(&p.t.h, "group", "用 1 颗挡"));
    house_close(&p.t.h);
}

static int both_hear(struct nj_match *m, const struct nj_input *in)
{
    nj_emit(m, nj_to_seats(nj_bit(0) | nj_bit(1) | nj_bit(2)), "toy.wished",
            "TOY-8", NJ_ARGS(nj_arg_int("number", in->args.v[0].i)));
    return 0;
}

static uint32_t sent_to(struct table *p, const char *who, const char *part)
{
    char address[NJ_ADDRESS_MAX];
    uint32_t n = 0;

    nj_address_user(address, "qq", who);
    for (uint32_t i = 0; i < nj_memory_count(p->t.h.gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(p->t.h.gateway, i);

        for (const char *at = s->text;
             strcmp(s->to, address) == 0 && (at = strstr(at, part)) != NULL;
             at++)
            n++;
    }
    return n;
}

static void what_is_for_both_comes_once_and_names_them(void **state)
{
    struct nj_verb verbs[32];
    struct table p;
    size_t n = 0;

    NJ_UNUSED(state);
    open_match(&p, "hands_once");
    for (; nj_toy_game.verbs[n].name != NULL; n++) {
        verbs[n] = nj_toy_game.verbs[n];
        if (strcmp(verbs[n].name, "wish") == 0)
            verbs[n].apply = both_hear;
    }
    verbs[n] = (struct nj_verb){.name = NULL};
    p.t.game.verbs = verbs;
    house_private(&p.t.h, p.one, "许愿 9");
    assert_int_equal(sent_to(&p, p.two, "你许下 9"), 1);
    assert_int_equal(sent_to(&p, p.one, "你许下 9"), 1);
    assert_non_null(house_heard(&p.t.h, p.two, "3 席）你许下 9"));
    assert_null(house_heard(&p.t.h, p.one, "席）")); /* he has one */
    p.t.game.verbs = nj_toy_game.verbs;
    house_forget(&p.t.h);
    house_private(&p.t.h, p.two, "1席 许愿 3");
    assert_null(house_heard(&p.t.h, p.one, "")); /* and nobody else */
    assert_non_null(house_heard(&p.t.h, p.two, "（1 席"));
    house_private(&p.t.h, p.two, "1席 许愿 3"); /* refused: it says so, too */
    assert_non_null(house_heard(&p.t.h, p.two, "）3 已经记过"));
    house_close(&p.t.h);
}

static void he_asks_once_for_all_that_is_his(void **state)
{
    static const char *const sheet[] = {"score", NULL};
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_me");
    p.t.game.sheet = sheet;
    house_private(&p.t.h, p.two, "我");
    assert_int_equal(sent_to(&p, p.two, "你坐 1 席"), 1);
    assert_int_equal(sent_to(&p, p.two, "3 席 0 分"), 1); /* the same of each */
    house_forget(&p.t.h);
    house_private(&p.t.h, p.one, "我");
    assert_int_equal(sent_to(&p, p.one, "3 席 0 分"), 1);
    house_close(&p.t.h);
}

static void a_mention_comes_when_the_person_changes(void **state)
{
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_mention");
    step(&p); /* to seat 2, somebody else */
    step(&p); /* to seat 3 */
    house_forget(&p.t.h);
    step(&p); /* to seat 1, himself */
    for (uint32_t i = 0; i < nj_memory_count(p.t.h.gateway); i++)
        assert_string_equal(nj_memory_get(p.t.h.gateway, i)->mentions, "");
    house_forget(&p.t.h);
    step(&p);
    assert_string_not_equal(nj_memory_get(p.t.h.gateway, 0)->mentions, "");
    house_close(&p.t.h);
}

static void absence_is_of_the_person(void **state)
{
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_away");
    assert_int_equal(turn(&p), 0);
    house_pass(&p.t.h, 11000); /* "quick": ten seconds */
    assert_true(nj_substituted(match(&p), 2) || turn(&p) == 1);
    assert_true(nj_substituted(match(&p), 0));
    assert_false(nj_substituted(match(&p), 1));
    assert_true(nj_substituted(match(&p), 2));
    house_close(&p.t.h);
}

static void he_sits_leaves_and_counts_once(void **state)
{
    struct table p;
    struct nj_entry *e;

    NJ_UNUSED(state);
    open_match(&p, "hands_leave");
    e = p.t.h.referee->entries[0];
    assert_int_equal(e->n_sitters, 2);
    house_group(&p.t.h, "ann", "#暂停");
    assert_non_null(house_heard(&p.t.h, "group", "1/2"));
    house_group(&p.t.h, p.two, "#退出");
    house_group(&p.t.h, p.two, "#确认");
    assert_int_equal(nj_match_out(match(&p)), nj_bit(0) | nj_bit(2));
    assert_int_equal(nj_match_awaited(match(&p)), nj_bit(1));
    assert_int_equal(turn(&p), 1);
    house_close(&p.t.h);
}

static void the_result_is_one(void **state)
{
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_result");
    while (nj_referee_open(p.t.h.referee) > 0)
        step(&p);
    house_forget(&p.t.h);
    house_group(&p.t.h, p.two, "#战绩");
    assert_non_null(house_heard(&p.t.h, "group", "1 局"));
    house_forget(&p.t.h);
    house_group(&p.t.h, p.two, "#验证"); /* by the log alone */
    assert_non_null(house_heard(&p.t.h, "group", "条摘要全部一致"));
    house_forget(&p.t.h);
    house_group(&p.t.h, p.two, "#导出");
    assert_non_null(house_heard(&p.t.h, "group", "结果："));
    house_close(&p.t.h);
}

static void a_kill_changes_nothing(void **state)
{
    struct table p;

    NJ_UNUSED(state);
    open_match(&p, "hands_kill");
    step(&p);
    house_private(&p.t.h, p.two, "3席 记 2");
    house_kill(&p.t.h, 1000);
    assert_int_equal(marks(&p, 2), 1u << 2);
    assert_int_equal(nj_seat_hand(match(&p), 2), nj_bit(0) | nj_bit(2));
    step(&p);
    step(&p);
    assert_int_equal(turn(&p), 0);
    house_close(&p.t.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_for_the_seat_that_is_awaited),
        cmocka_unit_test(he_may_name_the_seat),
        cmocka_unit_test(a_question_comes_before_the_turn),
        cmocka_unit_test(what_is_for_both_comes_once_and_names_them),
        cmocka_unit_test(he_asks_once_for_all_that_is_his),
        cmocka_unit_test(a_mention_comes_when_the_person_changes),
        cmocka_unit_test(absence_is_of_the_person),
        cmocka_unit_test(he_sits_leaves_and_counts_once),
        cmocka_unit_test(the_result_is_one),
        cmocka_unit_test(a_kill_changes_nothing),
    };

    return cmocka_run_group_tests_name("referee/hands", tests, NULL, NULL);
}
