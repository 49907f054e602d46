/*
 * Powers that wait to be confirmed (UX-2.3), where a record of the shell
 * cannot show it: hosts who cannot be reached, games with other powers, a game
 * that breaks.
 */
#include "base/bug.h"
#include "kit/nj_test.h"
#include "kit/stage.h"
#include "match/emit.h"
#include "referee/referee_priv.h"

static void begin(struct stage *s, const char *name,
                  const struct nj_power *powers)
{
    stage_open(s, name);
    if (powers != NULL) {
        s->game.powers = powers;
        s->game.announce = NULL;
    }
    house_private(&s->h, "hugo", "我");
    stage_begin(s);
}

/* What he is to confirm is nobody else's to read, and not said aloud. */
static void a_host_out_of_reach_confirms_nothing(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_reach", NULL);
    before = stage_seq(&s);
    nj_memory_fate(s.h.gateway, "qq:u:hugo", NJ_FATE_REFUSED, false);
    house_group(&s.h, "hugo", "%跳过 因 断线了");
    house_forget(&s.h);
    house_group(&s.h, "hugo", "%跳过 因 断线了");
    assert_non_null(house_heard(&s.h, "group", "主持指令要在私聊里确认"));
    assert_null(house_heard(&s.h, "group", "确认 "));
    assert_null(house_heard(&s.h, "hugo", "断线了"));
    assert_int_equal(stage_seq(&s), before);
    nj_memory_fate(s.h.gateway, "qq:u:hugo", NJ_FATE_SENT, false);
    house_private(&s.h, "hugo", "我");
    house_group(&s.h, "hugo", "%跳过 因 断线了");
    house_confirm(&s.h, "hugo");
    assert_int_equal(stage_seq(&s), before + 1);
    house_close(&s.h);
}

/* Nothing can wait for him; he is told why, and each word gets its answer. */
static void digits_of_one_out_of_reach_are_answered_in_the_group(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "confirm_stranger", NULL);
    house_forget(&s.h);
    house_group(&s.h, "xaver", "#确认 4821");
    assert_non_null(house_heard(&s.h, "group", "主持指令要在私聊里确认"));
    assert_null(house_heard(&s.h, "xaver", ""));
    assert_int_equal(s.h.referee->count.unanswered, 0);
    house_close(&s.h);
}

/* The line with the digits that hugo was asked for last. */
static void asked_of_hugo(struct stage *s, char line[32])
{
    static const char before[] = "发「确认 ";
    const char *asked = house_heard(&s->h, "hugo", before);

    assert_non_null(asked);
    (void)snprintf(line, 32, "确认 %.4s",
                   strstr(asked, before) + strlen(before));
}

static void the_digits_are_for_who_was_asked(void **state)
{
    struct stage s;
    char line[32];
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_his", NULL);
    before = stage_seq(&s);
    house_private(&s.h, "hugo", "%跳过 因 断线了");
    asked_of_hugo(&s, line);
    house_private(&s.h, "ann", line);
    house_private(&s.h, "xaver", line);
    house_group(&s.h, "bob", line);
    assert_int_equal(stage_seq(&s), before);
    house_private(&s.h, "hugo", line);
    assert_int_equal(stage_seq(&s), before + 1);
    house_close(&s.h);
}

static void the_digits_are_good_for_five_minutes(void **state)
{
    struct stage s;
    char line[32];
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_late", NULL);
    house_private(&s.h, "hugo", "%跳过 因 断线了");
    asked_of_hugo(&s, line);
    house_group(&s.h, "ann", "上"); /* her own clock is not to end her turn */
    house_pass(&s.h, 5 * 60000 + 1);
    before = stage_seq(&s);
    house_forget(&s.h);
    house_private(&s.h, "hugo", line);
    assert_non_null(house_heard(&s.h, "hugo", "已经超过 5 分钟"));
    assert_int_equal(stage_seq(&s), before);
    house_close(&s.h);
}

static void the_game_ends_before_the_digits_come(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "confirm_over", NULL);
    house_group(&s.h, "hugo", "%跳过 因 断线了");
    house_group(&s.h, "ann", "#退出");
    house_group(&s.h, "ann", "#确认");
    house_confirm(&s.h, "hugo");
    assert_non_null(house_heard(&s.h, "hugo", "没有进行中的比赛"));
    house_close(&s.h);
}

/* --- other games --- */

static void breaks(struct nj_match *m, const struct nj_deed *d)
{
    NJ_UNUSED(m);
    NJ_ASSERT(d->in->kind == NJ_IN_START);
}

static const struct nj_power breaking_powers[] = {
    {.verb = "skip", .apply = breaks}, {.verb = NULL}};

static void a_power_that_breaks_the_game_leaves_the_match_alone(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_fault", breaking_powers);
    before = stage_seq(&s);
    house_private(&s.h, "hugo", "%跳过 因 断线了");
    assert_non_null(house_heard(&s.h, "hugo", "试算时出了我的错"));
    assert_int_equal(stage_seq(&s), before);
    house_group(&s.h, "ann", "#赛况");
    assert_non_null(house_heard(&s.h, "group", "第 1 回合"));
    house_close(&s.h);
}

/* `rule` with words, in secret; `look` is not among them. */
static void rules(struct nj_match *m, const struct nj_deed *d)
{
    NJ_ASSERT(d->in->args.n == 1);
    nj_emit(m, nj_to_record(), "ln.host", "", NJ_NO_ARGS);
}

static void would_end(const struct nj_match *m, struct nj_query *q)
{
    (void)m;
    nj_answer(q, "ln.would.abort", "", NJ_NO_ARGS);
}

static const struct nj_power secret_powers[] = {
    {.verb = "rule", .secret = true, .preview = would_end, .apply = rules},
    {.verb = NULL}};

/* Another answer after each input. */
static void would_differ(const struct nj_match *m, struct nj_query *q)
{
    nj_answer(q, "ln.would.abort", "", NJ_ARGS(nj_arg_int("n", nj_seq(m))));
}

static const struct nj_power moving_powers[] = {
    {.verb = "rule", .secret = true, .preview = would_differ, .apply = rules},
    {.verb = NULL}};

static void what_would_be_otherwise_now_is_asked_anew(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_anew", moving_powers);
    house_private(&s.h, "hugo", "%裁定 ann 在大厅 因 我看错了");
    house_group(&s.h, "ann", "上"); /* whosever turn it is */
    house_group(&s.h, "bob", "上");
    before = stage_seq(&s);
    house_confirm(&s.h, "hugo");
    assert_non_null(house_heard(&s.h, "hugo", "局面已经变了"));
    assert_int_equal(stage_seq(&s), before);
    house_confirm(&s.h, "hugo");
    assert_int_equal(stage_seq(&s), before + 1);
    house_close(&s.h);
}

static void note_reason(void *ctx, const struct nj_input_row *row)
{
    if (strcmp(row->verb, "rule") == 0) {
        assert_int_equal(row->by, NJ_BY_HOST);
        (void)snprintf(ctx, 64, "%s/%s", row->reason, row->args);
    }
}

static void of_a_secret_power_the_group_hears_that_it_was_used(void **state)
{
    struct stage s;
    char noted[64] = "";

    NJ_UNUSED(state);
    begin(&s, "confirm_secret", secret_powers);
    house_private(&s.h, "hugo", "%裁定 ann 在大厅 因 我看错了");
    assert_null(house_heard(&s.h, "group", ""));
    house_confirm(&s.h, "hugo");
    assert_non_null(house_heard(&s.h, "group", "动用了一次权力"));
    assert_null(house_heard(&s.h, "group", "看错"));
    assert_null(house_heard(&s.h, "group", "大厅"));
    assert_null(house_heard(&s.h, "ann", "大厅"));
    nj_input_each(s.h.store, 1, note_reason, noted);
    assert_true(nj_store_good(s.h.store));
    assert_non_null(strstr(noted, "我看错了/"));
    assert_non_null(strstr(noted, "ann 在大厅"));
    house_close(&s.h);
}

static void a_game_may_see_to_that_itself(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_own", secret_powers);
    s.game.own_secrets = true;
    before = stage_seq(&s);
    house_private(&s.h, "hugo", "%裁定 ann 在大厅 因 我看错了");
    house_confirm(&s.h, "hugo");
    assert_int_equal(stage_seq(&s), before + 1);
    assert_null(house_heard(&s.h, "group", ""));
    assert_null(house_heard(&s.h, "ann", ""));
    house_close(&s.h);
}

static void what_a_game_does_not_list_is_not_done(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_list", secret_powers);
    before = stage_seq(&s);
    house_private(&s.h, "hugo", "%看 1 因 好奇");
    assert_non_null(house_heard(&s.h, "hugo", "这个游戏不给主持这项权限"));
    assert_int_equal(stage_seq(&s), before);
    house_close(&s.h);
}

static int takes_back(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_UNDO);
    nj_undo_before(m, nj_seq(m) - 1, true);
    return 0;
}

/* A seat takes its move back where the rules let it: an input of its own. */
static void a_move_is_taken_back(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_undo", secret_powers);
    stage_verb(&s, "undo")->order = NULL;
    stage_verb(&s, "undo")->apply = takes_back;
    before = stage_seq(&s);
    house_group(&s.h, "ann", "上");
    house_group(&s.h, "bob", "上");
    assert_int_equal(stage_seq(&s), before + 1);
    house_group(&s.h, "ann", "#赛况");
    assert_non_null(house_heard(&s.h, "group", "↑"));
    house_private(&s.h, "ann", "撤销");
    assert_int_equal(stage_seq(&s), before + 2);
    house_forget(&s.h);
    house_group(&s.h, "ann", "#赛况");
    assert_int_equal(stage_seq(&s), before + 2);
    house_close(&s.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_out_of_reach_confirms_nothing),
        cmocka_unit_test(the_digits_are_for_who_was_asked),
        cmocka_unit_test(digits_of_one_out_of_reach_are_answered_in_the_group),
        cmocka_unit_test(what_would_be_otherwise_now_is_asked_anew),
        cmocka_unit_test(the_digits_are_good_for_five_minutes),
        cmocka_unit_test(the_game_ends_before_the_digits_come),
        cmocka_unit_test(a_power_that_breaks_the_game_leaves_the_match_alone),
        cmocka_unit_test(of_a_secret_power_the_group_hears_that_it_was_used),
        cmocka_unit_test(a_game_may_see_to_that_itself),
        cmocka_unit_test(what_a_game_does_not_list_is_not_done),
        cmocka_unit_test(a_move_is_taken_back),
    };

    return cmocka_run_group_tests_name("referee/confirm", tests, NULL, NULL);
}
