/*
 * Powers that wait to be confirmed (UX-2.3), where a record of the shell
 * cannot show it: hosts who cannot be reached, games with other powers, a game
 * that breaks.
 */
#include "base/bug.h"
#include "base/str.h"
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

/* What the power would change cannot be told: nothing is asked, and the match,
 * which was only looked at, goes on. */
static void would_break(const struct nj_match *m, struct nj_query *q)
{
    NJ_UNUSED(q);
    NJ_ASSERT(nj_seq(m) == 0);
}

static const struct nj_power untold_powers[] = {
    {.verb = "rule", .secret = true, .preview = would_break, .apply = rules},
    {.verb = NULL}};

static void a_power_that_cannot_be_shown_is_not_used(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_untold", untold_powers);
    before = stage_seq(&s);
    house_private(&s.h, "hugo", "%裁定 ann 在大厅 因 我看错了");
    assert_non_null(house_heard(&s.h, "hugo", "没有这项主持权力"));
    assert_int_equal(stage_seq(&s), before);
    house_group(&s.h, "ann", "#赛况");
    assert_non_null(house_heard(&s.h, "group", "第 1 回合"));
    house_close(&s.h);
}

/* An order and a power in one turn: it is tried on what the order has left. */
static void a_power_in_the_turn_of_an_order_is_tried_behind_it(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    begin(&s, "confirm_turn", moving_powers);
    before = stage_seq(&s);
    nj_memory_group(s.h.gateway, "qq:g:1", "qq:u:ann", "ann", "t-1", "停止");
    nj_memory_group(s.h.gateway, "qq:g:1", "qq:u:bob", "bob", "t-2", "停止");
    nj_memory_private(s.h.gateway, "qq:u:hugo", "hugo", "t-3",
                      "%裁定 ann 在大厅 因 我看错了");
    house_run(&s.h);
    assert_true(stage_seq(&s) > before);
    before = stage_seq(&s);
    house_confirm(&s.h, "hugo");
    assert_null(house_heard(&s.h, "hugo", "局面已经变了"));
    assert_int_equal(stage_seq(&s), before + 1);
    house_close(&s.h);
}

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

/* --- administrators --- */

#define GROUP "qq:g:1"
#define ABORT "%中止 因 大家要走了"

/* An administrator of that group types it there; it is for the next turn. */
static void boss_says(struct stage *s, const char *group, const char *text)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, 0);

    ev->group = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_str_copy(ev->chat, sizeof(ev->chat), group);
    nj_str_copy(ev->user, sizeof(ev->user), "qq:u:boss");
    nj_str_copy(ev->name, sizeof(ev->name), "boss");
    nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(s->h.inbox, ev);
}

static void boss_types(struct stage *s, const char *group, const char *text)
{
    boss_says(s, group, text);
    house_run(&s->h);
}

static void begin_with_boss(struct stage *s, const char *name)
{
    begin(s, name, NULL);
    house_private(&s->h, "boss", "我");
    house_forget(&s->h);
    nj_memory_role(s->h.gateway, NJ_ROLE_ADMIN);
    boss_types(s, GROUP, ABORT);
    assert_non_null(house_heard(&s->h, "boss", "发「确认 "));
}

static void an_administrator_confirms_as_one(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin_with_boss(&s, "confirm_admin");
    house_confirm(&s.h, "boss");
    assert_int_equal(nj_referee_open(s.h.referee), 0);
    house_close(&s.h);
}

/* Between asking and confirming he was dismissed, or has left the group. */
static void who_is_no_administrator_any_more_confirms_nothing(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin_with_boss(&s, "confirm_dismissed");
    nj_memory_role(s.h.gateway, NJ_ROLE_MEMBER);
    house_confirm(&s.h, "boss");
    assert_non_null(house_heard(&s.h, "boss", "现在不是那个群的管理"));
    assert_int_equal(nj_referee_open(s.h.referee), 1);
    nj_memory_role(s.h.gateway, NJ_ROLE_ADMIN);
    boss_types(&s, GROUP, ABORT);
    nj_memory_members(s.h.gateway, false);
    house_forget(&s.h);
    boss_types(&s, GROUP, ABORT);
    house_confirm(&s.h, "boss");
    assert_non_null(house_heard(&s.h, "boss", "现在不是那个群的管理"));
    assert_int_equal(nj_referee_open(s.h.referee), 1);
    house_close(&s.h);
}

/* What the platform says about boss, who was asked about with that call. */
static void answer(struct stage *s, uint64_t call)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MEMBER, 0);

    ev->call = call;
    ev->here = true;
    ev->role = NJ_ROLE_ADMIN;
    nj_inbox_push(s->h.inbox, ev);
    house_run(&s->h);
}

/* The platform answers when the match has ended. */
static void the_match_ends_before_the_platform_answers(void **state)
{
    struct stage s;
    uint64_t call;

    NJ_UNUSED(state);
    begin_with_boss(&s, "confirm_ended");
    nj_memory_silent(s.h.gateway, true);
    house_confirm(&s.h, "boss");
    call = s.h.referee->calls;
    assert_int_equal(nj_referee_open(s.h.referee), 1);
    house_group(&s.h, "ann", "#退出");
    house_group(&s.h, "ann", "#确认");
    assert_int_equal(nj_referee_open(s.h.referee), 0);
    answer(&s, call);
    assert_non_null(house_heard(&s.h, "boss", "没有进行中的比赛"));
    house_close(&s.h);
}

/* He asks for it once more while the platform is asked about the first time. */
static void a_newer_request_takes_the_place_of_an_older(void **state)
{
    struct stage s;
    uint64_t call;

    NJ_UNUSED(state);
    begin_with_boss(&s, "confirm_newer");
    nj_memory_silent(s.h.gateway, true);
    house_confirm(&s.h, "boss");
    call = s.h.referee->calls;
    nj_memory_silent(s.h.gateway, false);
    answer(&s, call + 4711); /* of an earlier life */
    boss_says(&s, GROUP, ABORT);
    answer(&s, call); /* in the same turn */
    assert_int_equal(nj_referee_open(s.h.referee), 1);
    house_confirm(&s.h, "boss");
    assert_int_equal(nj_referee_open(s.h.referee), 0);
    house_close(&s.h);
}

/* A group that has another address from now on is asked under that. */
static void the_group_moves_before_the_platform_answers(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin_with_boss(&s, "confirm_moved");
    house_private(&s.h, "hugo", "%跳过 因 断线了"); /* a host's, of no group */
    nj_memory_silent(s.h.gateway, true);
    house_confirm(&s.h, "boss");
    nj_memory_silent(s.h.gateway, false);
    nj_memory_move(s.h.gateway, GROUP, "qq:g:77");
    house_run(&s.h);
    assert_int_equal(nj_referee_open(s.h.referee), 0);
    assert_non_null(house_heard(&s.h, "qq:g:77", "大家要走了"));
    house_close(&s.h);
}

/* ... and so it is if nothing has been confirmed yet. */
static void the_group_moves_before_the_digits_come(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin_with_boss(&s, "confirm_moves");
    nj_memory_move(s.h.gateway, GROUP, "qq:g:77");
    house_run(&s.h);
    house_confirm(&s.h, "boss");
    assert_int_equal(nj_referee_open(s.h.referee), 0);
    house_close(&s.h);
}

/* Where nobody can be asked, what the message said counts. */
static void a_platform_that_cannot_be_asked_is_not(void **state)
{
    struct nj_gateway_ops ops;
    struct stage s;

    NJ_UNUSED(state);
    begin_with_boss(&s, "confirm_unasked");
    ops = *s.h.gateway->ops;
    ops.ask_member = NULL;
    s.h.gateway->ops = &ops;
    nj_memory_role(s.h.gateway, NJ_ROLE_MEMBER);
    house_confirm(&s.h, "boss");
    assert_int_equal(nj_referee_open(s.h.referee), 0);
    house_close(&s.h);
}

/* --- what the digits are told --- */

static void wrong_digits_are_told_apart(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    begin(&s, "confirm_wrong", NULL);
    house_private(&s.h, "hugo", "确认 4821"); /* nothing waits */
    assert_non_null(house_heard(&s.h, "hugo", "没有等着确认的主持指令"));
    house_forget(&s.h);
    house_private(&s.h, "hugo", "%跳过 因 断线了");
    house_private(&s.h, "hugo", "确认 0000"); /* no such digits are drawn */
    assert_non_null(house_heard(&s.h, "hugo", "数字不对"));
    house_private(&s.h, "hugo", "确认");
    house_forget(&s.h);
    house_private(&s.h, "ann", "确认"); /* nobody has asked her */
    assert_non_null(house_heard(&s.h, "ann", "没有"));
    house_group(&s.h, "ann", "上"); /* her own clock is not to end her turn */
    house_pass(&s.h, 5 * 60000 + 1);
    house_forget(&s.h);
    house_private(&s.h, "hugo", "确认 0000"); /* what waited is over */
    assert_non_null(house_heard(&s.h, "hugo", "没有等着确认的主持指令"));
    house_private(&s.h, "hugo", "确认");
    assert_null(house_heard(&s.h, "hugo", "数字不对"));
    house_close(&s.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_out_of_reach_confirms_nothing),
        cmocka_unit_test(the_digits_are_for_who_was_asked),
        cmocka_unit_test(digits_of_one_out_of_reach_are_answered_in_the_group),
        cmocka_unit_test(a_power_that_cannot_be_shown_is_not_used),
        cmocka_unit_test(a_power_in_the_turn_of_an_order_is_tried_behind_it),
        cmocka_unit_test(what_would_be_otherwise_now_is_asked_anew),
        cmocka_unit_test(the_digits_are_good_for_five_minutes),
        cmocka_unit_test(the_game_ends_before_the_digits_come),
        cmocka_unit_test(a_power_that_breaks_the_game_leaves_the_match_alone),
        cmocka_unit_test(of_a_secret_power_the_group_hears_that_it_was_used),
        cmocka_unit_test(a_game_may_see_to_that_itself),
        cmocka_unit_test(what_a_game_does_not_list_is_not_done),
        cmocka_unit_test(a_move_is_taken_back),
        cmocka_unit_test(an_administrator_confirms_as_one),
        cmocka_unit_test(who_is_no_administrator_any_more_confirms_nothing),
        cmocka_unit_test(the_match_ends_before_the_platform_answers),
        cmocka_unit_test(a_newer_request_takes_the_place_of_an_older),
        cmocka_unit_test(the_group_moves_before_the_platform_answers),
        cmocka_unit_test(the_group_moves_before_the_digits_come),
        cmocka_unit_test(a_platform_that_cannot_be_asked_is_not),
        cmocka_unit_test(wrong_digits_are_told_apart),
    };

    return cmocka_run_group_tests_name("referee/confirm", tests, NULL, NULL);
}
