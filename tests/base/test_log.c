#include <pthread.h>
#include <string.h>

#include "base/log.h"
#include "base/utf8.h"
#include "kit/nj_death.h"
#include "kit/nj_test.h"

static char last[8192];
static int lines;
static int torn;

static void keep_line(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    lines++;
    (void)snprintf(last, sizeof(last), "%s", line);
}

static int set_up(void **state)
{
    NJ_UNUSED(state);
    lines = 0;
    last[0] = '\0';
    nj_log_set_level(NJ_LOG_DEBUG);
    nj_log_set_sink(keep_line, NULL);
    return 0;
}

static int tear_down(void **state)
{
    NJ_UNUSED(state);
    nj_log_set_sink(NULL, NULL);
    nj_log_set_level(NJ_LOG_WARN);
    return 0;
}

/* What stands behind time and level. */
static const char *tail(void)
{
    return strlen(last) > 27 ? last + 27 : last;
}

static void a_line_has_time_level_area_verb_and_fields(void **state)
{
    NJ_UNUSED(state);
    nj_log(NJ_LOG_INFO, "outbox", "sent",
           NJ_FIELDS(nj_f_i64("match", -12), nj_f_word("state", "unknown")));
    assert_int_equal(lines, 1);
    assert_string_equal(tail(), "outbox sent match=-12 state=unknown");
    for (size_t i = 0; i < 24; i++) {
        static const char form[] = "dddd-dd-ddTdd:dd:dd.dddZ";

        if (form[i] == 'd')
            assert_in_range(last[i], '0', '9');
        else
            assert_int_equal(last[i], form[i]);
    }
    assert_memory_equal(last + 24, " I ", 3);
}

/* Of several processes that write into one log each says whose line it is. */
static void a_house_stands_at_the_end_of_each_line(void **state)
{
    NJ_UNUSED(state);
    nj_log_set_house("red");
    nj_log(NJ_LOG_INFO, "lease", "waits", NJ_NO_FIELDS);
    assert_string_equal(tail(), "lease waits house=red");
    nj_log_set_house("");
    nj_log(NJ_LOG_INFO, "lease", "waits", NJ_NO_FIELDS);
    assert_string_equal(tail(), "lease waits");
    nj_log_set_house(NULL);
    nj_log(NJ_LOG_INFO, "lease", "waits", NJ_NO_FIELDS);
    assert_string_equal(tail(), "lease waits");
}

static void each_level_has_its_letter(void **state)
{
    static const char letters[] = "EWID";

    NJ_UNUSED(state);
    for (int level = NJ_LOG_ERROR; level <= NJ_LOG_DEBUG; level++) {
        nj_log((enum nj_log_level)level, "a", "b", NJ_NO_FIELDS);
        assert_int_equal(last[25], letters[level]);
        assert_string_equal(tail(), "a b");
    }
}

static void lines_below_the_level_are_dropped(void **state)
{
    NJ_UNUSED(state);
    nj_log_set_level(NJ_LOG_WARN);
    nj_log(NJ_LOG_INFO, "a", "b", NJ_NO_FIELDS);
    nj_log(NJ_LOG_DEBUG, "a", "b", NJ_NO_FIELDS);
    assert_int_equal(lines, 0);
    nj_log(NJ_LOG_WARN, "a", "b", NJ_NO_FIELDS);
    nj_log(NJ_LOG_ERROR, "a", "b", NJ_NO_FIELDS);
    assert_int_equal(lines, 2);
}

static void values_cannot_forge_fields_or_lines(void **state)
{
    static const struct {
        const char *value;
        const char *shown;
    } rows[] = {
        {"plain", "a b v=plain"},
        {"月亮", "a b v=月亮"},
        {"", "a b v=\"\""},
        {"two words", "a b v=\"two words\""},
        {"x match=1", "a b v=\"x match=1\""},
        {"k=v", "a b v=\"k=v\""},
        {"say \"hi\"", "a b v=\"say \\\"hi\\\"\""},
        {"back\\slash", "a b v=\"back\\\\slash\""},
        {"x\n2026 E forged", "a b v=\"x\\n2026 E forged\""},
        {"\033[31mred", "a b v=\"\\u001b[31mred\""},
        {"a\xff"
         "b",
         "a b v=\"a\\xffb\""},
        {"a\xe2\x80\xae"
         "b\xe2\x80\xac", /* and back: a linter reads this, too */
         "a b v=\"a\\u202eb\\u202c\""},
        {"a\xe3\x80\x80"
         "b",
         "a b v=\"a\xe3\x80\x80"
         "b\""},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        nj_log(NJ_LOG_INFO, "a", "b", NJ_FIELDS(nj_f_text("v", rows[i].value)));
        assert_string_equal(tail(), rows[i].shown);
    }
}

static void long_values_are_cut_at_a_character(void **state)
{
    char value[3001];
    const char *shown;

    NJ_UNUSED(state);
    for (size_t i = 0; i < 3000; i += 3)
        memcpy(value + i, "月", 3);
    value[3000] = '\0';
    nj_log(NJ_LOG_INFO, "a", "b", NJ_FIELDS(nj_f_text("v", value)));
    shown = strchr(tail(), '=') + 1;
    assert_int_equal(strlen(shown), 198 + 3);
    assert_true(nj_utf8_valid(shown, strlen(shown)));
    assert_string_equal(shown + 198, "...");
}

static void say_something(void)
{
    nj_log_set_sink(NULL, NULL);
    nj_log(NJ_LOG_ERROR, "a", "b", NJ_FIELDS(nj_f_i64("n", 1)));
}

static void without_a_sink_lines_go_to_stderr(void **state)
{
    char out[300];

    NJ_UNUSED(state);
    assert_int_equal(nj_death_of(say_something, out, sizeof(out)), 0);
    assert_true(strlen(out) > 27);
    assert_string_equal(out + 24, " E a b n=1\n");
}

static void say_all_to_the_journal(void)
{
    nj_log_set_sink(NULL, NULL);
    nj_log_set_journal(true);
    nj_log_set_level(NJ_LOG_DEBUG);
    for (int i = NJ_LOG_ERROR; i <= NJ_LOG_DEBUG; i++)
        nj_log((enum nj_log_level)i, "a", "b", NJ_NO_FIELDS);
}

static void the_journal_gets_priorities(void **state)
{
    static const char *const marks[] = {"<3>", "<4>", "<6>", "<7>"};
    char out[600];
    const char *line = out;

    NJ_UNUSED(state);
    assert_int_equal(nj_death_of(say_all_to_the_journal, out, sizeof(out)), 0);
    for (size_t i = 0; i < NJ_COUNT(marks); i++) {
        assert_int_equal(strncmp(line, marks[i], 3), 0);
        line = strchr(line, '\n');
        assert_non_null(line++);
    }
    assert_string_equal(nj_log_priority(NJ_LOG_ERROR), ""); /* off again here */
}

static void count_whole(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    lines++;
    if (strcmp(line + 27, "thread speaks word=aaaaaaaaaa n=5") != 0)
        torn++;
}

static void *speak(void *ctx)
{
    NJ_UNUSED(ctx);
    for (int i = 0; i < 500; i++)
        nj_log(NJ_LOG_INFO, "thread", "speaks",
               NJ_FIELDS(nj_f_word("word", "aaaaaaaaaa"), nj_f_i64("n", 5)));
    return NULL;
}

static void threads_do_not_tear_lines(void **state)
{
    pthread_t threads[4];

    NJ_UNUSED(state);
    torn = 0;
    nj_log_set_sink(count_whole, NULL);
    for (size_t i = 0; i < NJ_COUNT(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, speak, NULL), 0);
    for (size_t i = 0; i < NJ_COUNT(threads); i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(lines, 2000);
    assert_int_equal(torn, 0);
}

/* A line that can be caused for ever is written ever more seldom. */
static void lines_of_strangers_grow_rare(void **state)
{
    uint64_t count = 0;
    uint32_t due = 0;

    NJ_UNUSED(state);
    for (int i = 0; i < 1000; i++)
        due += nj_log_due(&count);
    assert_int_equal(count, 1000);
    assert_int_equal(due, 10); /* 1, 2, 4, ... 512 */
}

#define LOG_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LOG_TEST(a_line_has_time_level_area_verb_and_fields),
        LOG_TEST(a_house_stands_at_the_end_of_each_line),
        LOG_TEST(each_level_has_its_letter),
        LOG_TEST(lines_below_the_level_are_dropped),
        LOG_TEST(values_cannot_forge_fields_or_lines),
        LOG_TEST(long_values_are_cut_at_a_character),
        LOG_TEST(without_a_sink_lines_go_to_stderr),
        LOG_TEST(the_journal_gets_priorities),
        LOG_TEST(threads_do_not_tear_lines),
        LOG_TEST(lines_of_strangers_grow_rare),
    };

    return cmocka_run_group_tests_name("base/log", tests, NULL, NULL);
}
