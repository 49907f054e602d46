/* The table of figures is complete; what the figures are is nobody's test. */
#include <stdio.h>

#include "kit/nj_test.h"

static char table[65536];

static int run(const char *arguments)
{
    char command[1024];
    FILE *from;
    size_t n;

    (void)snprintf(command, sizeof(command),
                   "%s/nightjar bench --quick --no-counts --dir %s %s",
                   NJ_BINARY_DIR, NJ_BINARY_DIR, arguments);
    from = popen(command, "r"); /* NOLINT(cert-env33-c): our own program */
    assert_non_null(from);
    n = fread(table, 1, sizeof(table) - 1, from);
    table[n] = '\0';
    return pclose(from);
}

/* Every row has as many columns as the head, and a number in its place. */
static void check_row(const char *row)
{
    const char *figure = row;
    char *end = NULL;
    int columns = 0;

    for (const char *p = row; *p != '\0' && *p != '\n'; p++)
        if (*p == '|' && ++columns == 3)
            figure = p + 1;
    assert_int_equal(columns, 8);
    assert_true(strtod(figure, &end) >= 0);
    assert_ptr_not_equal(end, figure);
    if (strncmp(row, "| P4 | bytes", 12) == 0)
        assert_true(strtod(figure, NULL) <= 0); /* chatter writes nothing */
}

static void all_figures_are_there(void **state)
{
    static const char *const ids[] = {"P1", "P2", "P3", "P4",  "P5",
                                      "P6", "P7", "P8", "P10", "P11",
                                      "C1", "H1", "H2", "H3"};
    char *row;

    NJ_UNUSED(state);
    assert_int_equal(run(""), 0);
    for (size_t i = 0; i < NJ_COUNT(ids); i++) {
        char start[16];

        (void)snprintf(start, sizeof(start), "\n| %s |", ids[i]);
        assert_non_null(strstr(table, start));
    }
    assert_non_null(strstr(table, "| CPU of one command on Telegram |"));
    assert_non_null(
        strstr(table, "| reply of one match, nothing drawn, p99 |"));
    row = strstr(table, "\n| P");
    for (; row != NULL; row = strstr(row + 1, "\n| P"))
        check_row(row + 1);
}

/* A second table has the medians of the first beside its own. */
static void a_table_stands_beside_another(void **state)
{
    const char *path = NJ_BINARY_DIR "/bench-before.md";
    FILE *f = fopen(path, "we");

    NJ_UNUSED(state);
    assert_non_null(f);
    assert_true(fputs("| | what | median | spread |\n|---|---|---|---|\n"
                      "| P10 | the program, stripped | 1.25 MB | |\n"
                      "| P10 | the program, stripped | 7.5 KB | |\n"
                      "| P10 | the program with its symbols | 1.25 MB | |\n",
                      f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(run("P10 --beside " NJ_BINARY_DIR "/bench-before.md"), 0);
    assert_non_null(strstr(table, "| | what | before | median |"));
    assert_non_null(strstr(table, " | 1.25 MB | "));
    assert_null(strstr(table, "7.5 KB"));
    assert_int_not_equal(run("P10 --beside /nowhere 2>/dev/null"), 0);
    (void)remove(path);
}

static void one_figure_can_be_asked_for(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(run("P5"), 0);
    assert_non_null(strstr(table, "| P5 |"));
    assert_null(strstr(table, "| P1 |"));
    assert_int_not_equal(run("P99 2>/dev/null"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_figures_are_there),
        cmocka_unit_test(a_table_stands_beside_another),
        cmocka_unit_test(one_figure_can_be_asked_for),
    };

    return cmocka_run_group_tests_name("cli/bench", tests, NULL, NULL);
}
