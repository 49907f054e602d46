/* What people type, at each place. */
#include <string.h>

#include "base/limits.h"
#include "command/tables.h"

static struct nj_commands *tables;

static int setup(void **state)
{
    NJ_UNUSED(state);
    tables = tables_create();
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_commands_destroy(tables);
    return 0;
}

static bool parse(const char *text, enum nj_command_place place,
                  const char *game, struct nj_command *out)
{
    return nj_commands_parse(tables, text, strlen(text), place, game, out);
}

static void chatter_is_no_command(void **state)
{
    const char *const chat[] = {
        "上班了",      "停一下",  "下雨了吗", "dd",   "xs",      "help",
        "hello there", "rightly", "左右为难", "",     "   ",     "马上",
        "等一下",      "晚上见",  "上 厕所",  "加入", "stop it", "right now"};
    struct nj_command cmd;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(chat); i++)
        if (parse(chat[i], NJ_COMMAND_BARE, "long-night", &cmd))
            fail_msg("'%s' became '%s'", chat[i], cmd.verb);
}

/* LN-15.1: no move, and no talk either. */
static void what_is_plainly_meant_as_a_move_is_told_apart(void **state)
{
    const char *const tries[] = {"右0",    "右100", "3右",     "右右w",
                                 "我要右", "停了",  "go left", "有右上"};
    struct nj_command cmd;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(tries); i++) {
        if (!parse(tries[i], NJ_COMMAND_BARE, "long-night", &cmd))
            fail_msg("'%s' is talk", tries[i]);
        assert_string_equal(cmd.verb, "unsure");
    }
    assert_false(parse("右边那条路我猜是走不通的呀", NJ_COMMAND_BARE,
                       "long-night", &cmd));
}

static void bare_words_are_the_games_only(void **state)
{
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(parse("停止", NJ_COMMAND_BARE, "long-night", &cmd));
    assert_string_equal(cmd.verb, "stop");
    assert_string_equal(cmd.of, "long-night");
    assert_false(parse("停止", NJ_COMMAND_BARE, NULL, &cmd));
    assert_false(parse("停止", NJ_COMMAND_BARE, "other", &cmd));
    assert_false(parse("停止", NJ_COMMAND_PREFIXED, NULL, &cmd));
}

static void directions_are_taken_whole(void **state)
{
    const char *const moves[] = {"上",   "上上左", "右 2、下，左 ", "↑↓←→",
                                 "右99", "右０６", "左，， 左",     "右 6"};
    struct nj_command cmd;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(moves); i++) {
        if (!parse(moves[i], NJ_COMMAND_BARE, "long-night", &cmd))
            fail_msg("'%s' is no command", moves[i]);
        assert_string_equal(cmd.verb, "move");
        assert_int_equal(cmd.n_args, 1);
        assert_string_equal(cmd.args[0].name, "path");
    }
    assert_string_equal(cmd.args[0].text, "右 6");
}

static void with_prefix_the_engine_judges(void **state)
{
    const char *const moves[] = {"右右w", "3右", "右2下100", "dds", "上面的人"};
    struct nj_command cmd;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(moves); i++) {
        assert_true(parse(moves[i], NJ_COMMAND_PREFIXED, "long-night", &cmd));
        assert_string_equal(cmd.verb, "move");
        assert_string_equal(nj_command_arg(&cmd, "path")->text, moves[i]);
        assert_true(parse(moves[i], NJ_COMMAND_PRIVATE, "long-night", &cmd));
    }
    /* A word that only begins with letters of moves may be one of the rules. */
    assert_false(parse("rightly", NJ_COMMAND_PREFIXED, "long-night", &cmd));
    assert_false(parse("rightly", NJ_COMMAND_PRIVATE, "long-night", &cmd));
    assert_true(parse("Status", NJ_COMMAND_PREFIXED, "long-night", &cmd));
    assert_string_equal(cmd.verb, "status");
    assert_string_equal(cmd.of, "long-night");
    assert_true(parse("rules 4.2", NJ_COMMAND_PRIVATE, "long-night", &cmd));
    assert_string_equal(cmd.verb, "rules");
}

static void status_before_the_start_is_the_tables(void **state)
{
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(parse("赛况", NJ_COMMAND_PREFIXED, NULL, &cmd));
    assert_string_equal(cmd.of, "table");
    assert_true(parse("赛况", NJ_COMMAND_PREFIXED, "long-night", &cmd));
    assert_string_equal(cmd.of, "long-night");
}

static void an_option_lets_letters_stand_bare(void **state)
{
    const char *set = nj_commands_set(tables, "long-night", "letters");
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_non_null(set);
    assert_null(nj_commands_set(tables, "long-night", "event"));
    assert_null(nj_commands_set(tables, "night", "letters"));
    assert_true(parse("Dds", NJ_COMMAND_BARE, set, &cmd));
    assert_string_equal(cmd.of, "long-night");
    assert_string_equal(nj_command_arg(&cmd, "path")->text, "dds");
    assert_false(parse("sad", NJ_COMMAND_BARE, set, &cmd));
    assert_true(parse("停", NJ_COMMAND_BARE, set, &cmd));
    assert_true(parse("加入", NJ_COMMAND_PREFIXED, set, &cmd));
}

static void own_words_stay_as_typed(void **state)
{
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(parse("ＪＯＩＮ　k7q　 Ｇood\nLuck！ ", NJ_COMMAND_PREFIXED,
                      NULL, &cmd));
    assert_string_equal(nj_command_arg(&cmd, "code")->text, "K7Q");
    assert_string_equal(nj_command_arg(&cmd, "text")->text, "Ｇood\nLuck！");
    assert_null(nj_command_arg(&cmd, "seat"));
}

static void numbers_are_numbers(void **state)
{
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(parse("踢 ３ 因 刷屏 IS bad", NJ_COMMAND_HOST, NULL, &cmd));
    assert_string_equal(cmd.of, "host");
    assert_true(nj_command_arg(&cmd, "seat")->number);
    assert_int_equal(nj_command_arg(&cmd, "seat")->n, 3);
    assert_string_equal(nj_command_arg(&cmd, "text")->text, "刷屏 IS bad");
    assert_false(parse("踢 3", NJ_COMMAND_PREFIXED, NULL, &cmd));
    assert_false(parse("踢 333", NJ_COMMAND_HOST, NULL, &cmd));
    assert_false(parse("加入", NJ_COMMAND_HOST, "long-night", &cmd));
}

static void rows_may_bring_arguments(void **state)
{
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(parse("取消託管", NJ_COMMAND_PREFIXED, "long-night", &cmd));
    assert_string_equal(cmd.verb, "auto");
    assert_int_equal(cmd.n_args, 1);
    assert_string_equal(nj_command_arg(&cmd, "state")->text, "off");
}

/* Words of zh-CN.json alone, typed in the other script; what is no word of ours
 * keeps its form. */
static void traditional_forms_are_understood(void **state)
{
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(parse("導出 k7q", NJ_COMMAND_PREFIXED, NULL, &cmd));
    assert_string_equal(cmd.verb, "export");
    assert_string_equal(nj_command_arg(&cmd, "code")->text, "K7Q");
    assert_true(parse("幫助 隱匿", NJ_COMMAND_PREFIXED, NULL, &cmd));
    assert_string_equal(nj_command_arg(&cmd, "word")->text, "隱匿");
    assert_true(parse("加入 今晚　開嗎", NJ_COMMAND_PREFIXED, NULL, &cmd));
    assert_string_equal(nj_command_arg(&cmd, "text")->text, "今晚　開嗎");
}

static void put(char *text, const char *word)
{
    while (*word != '\0')
        *text++ = *word++;
}

static void long_texts(void **state)
{
    char text[NJ_TEXT_IN_MAX + 1];
    struct nj_command cmd;

    NJ_UNUSED(state);
    memset(text, 'd', sizeof(text));
    /* Half a path would be another path. */
    assert_false(nj_commands_parse(tables, text, NJ_COMMAND_TEXT_MAX + 1,
                                   NJ_COMMAND_PRIVATE, "long-night", &cmd));
    assert_true(nj_commands_parse(tables, text, NJ_COMMAND_TEXT_MAX,
                                  NJ_COMMAND_PRIVATE, "long-night", &cmd));
    put(text, "say ");
    assert_true(nj_commands_parse(tables, text, NJ_TEXT_IN_MAX, NJ_COMMAND_HOST,
                                  NULL, &cmd));
    assert_int_equal(strlen(nj_command_arg(&cmd, "text")->text),
                     NJ_ORDER_TEXT_MAX - 1);
    assert_false(nj_commands_parse(tables, text, NJ_TEXT_IN_MAX + 1,
                                   NJ_COMMAND_HOST, NULL, &cmd));
    put(text, "help ");
    assert_false(nj_commands_parse(tables, text, NJ_COMMAND_TEXT_MAX + 1,
                                   NJ_COMMAND_PREFIXED, NULL, &cmd));
}

static void failure_leaves_the_result_alone(void **state)
{
    struct nj_command cmd = {.verb = "before"};

    NJ_UNUSED(state);
    assert_false(parse("blah", NJ_COMMAND_PREFIXED, NULL, &cmd));
    assert_string_equal(cmd.verb, "before");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chatter_is_no_command),
        cmocka_unit_test(what_is_plainly_meant_as_a_move_is_told_apart),
        cmocka_unit_test(bare_words_are_the_games_only),
        cmocka_unit_test(directions_are_taken_whole),
        cmocka_unit_test(with_prefix_the_engine_judges),
        cmocka_unit_test(status_before_the_start_is_the_tables),
        cmocka_unit_test(an_option_lets_letters_stand_bare),
        cmocka_unit_test(own_words_stay_as_typed),
        cmocka_unit_test(numbers_are_numbers),
        cmocka_unit_test(rows_may_bring_arguments),
        cmocka_unit_test(traditional_forms_are_understood),
        cmocka_unit_test(long_texts),
        cmocka_unit_test(failure_leaves_the_result_alone),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
