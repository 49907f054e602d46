/* Scenario files: what is read, and what is refused with line and reason. */
#include <string.h>

#include "cli/scenario_file.h"
#include "kit/nj_test.h"

static enum nj_status read(const char *text, struct nj_scenario_file *f,
                           struct nj_err *err)
{
    return nj_scenario_file_read("t.txt", text, strlen(text), f, err);
}

static void a_record_is_taken_apart(void **state)
{
    static const char text[] =
        "# a comment\n"
        "omit: R ln.turn.think\n"
        "\n"
        "S-1 LN-1.1 LN-1.2 | what it shows | and more\r\n"
        "given: open9 ;  p1 0,0;; rng 1 2 \n"
        "# another\n"
        "in: 1G 右\n"
        "in: T\n"
        "out: G ln.x a=1\n"
        "end: turn=1\n"
        "\n"
        "S-2 LN-1.1 | second\n"
        "given: start\n"
        "end: unchanged";
    struct nj_scenario_file f;
    struct nj_err err = {{0}};
    const struct nj_scenario_line *l;

    NJ_UNUSED(state);
    assert_int_equal(read(text, &f, &err), NJ_OK);
    assert_int_equal(f.n_records, 2);
    assert_string_equal(f.records[0].id, "S-1");
    assert_string_equal(f.records[0].clauses, "LN-1.1 LN-1.2");
    assert_string_equal(f.records[0].title, "what it shows | and more");
    assert_int_equal(f.records[0].line, 4);
    assert_int_equal(f.records[0].n_given, 3);
    assert_string_equal(f.records[0].given[1], "p1 0,0");
    assert_string_equal(f.records[0].given[2], "rng 1 2");
    l = nj_scenario_next(&f.records[0], NJ_SCENARIO_IN, NULL);
    assert_string_equal(l->text, "1G 右");
    l = nj_scenario_next(&f.records[0], NJ_SCENARIO_IN, l);
    assert_string_equal(l->text, "T");
    assert_int_equal(l->line, 8);
    assert_null(nj_scenario_next(&f.records[0], NJ_SCENARIO_IN, l));
    assert_string_equal(
        nj_scenario_next(&f.records[1], NJ_SCENARIO_END, NULL)->text,
        "unchanged");
    assert_true(nj_scenario_omits(&f, "R", NULL));
    assert_true(nj_scenario_omits(&f, "ln.turn", "think"));
    assert_false(nj_scenario_omits(&f, "ln.turn", NULL));
    assert_false(nj_scenario_omits(&f, "ln", "turn"));
    assert_false(nj_scenario_omits(&f, "ln.turn", "thin"));
    nj_scenario_file_fini(&f);
}

static void wrong_files_are_refused_by_line(void **state)
{
#define OK_HEAD "S-1 LN-1.1 | x\ngiven: a\n"

    static const struct {
        const char *text, *line;
    } bad[] = {
        {"S-1 no bar\n", "t.txt: line 1:"},
        {"S-1 | no clause\n", "t.txt: line 1:"},
        {"in: 1G x\n", "t.txt: line 1:"},
        {OK_HEAD, "t.txt: line 1: 'S-1' has no 'end:'"},
        {OK_HEAD "given: b\nend: x\n", "t.txt: line 3:"},
        {OK_HEAD "what: is this\n", "t.txt: line 3:"},
        {OK_HEAD "end: x\nend: y\n", "t.txt: line 4:"},
        {OK_HEAD "end: x\nout: G y\n", "t.txt: line 4:"},
        {"S-1 LN-1.1 | x\nin: 1G x\n", "t.txt: line 2:"},
        {OK_HEAD "end: x\n\n" OK_HEAD "end: x\n", "t.txt: line 5: 'S-1'"},
        {OK_HEAD "end: x\n\nomit: R\n", "t.txt: line 5:"},
        {"omit: R\nomit: H\n", "t.txt: line 2:"},
        {"S-1 LN-1.1 | \xff\n", "not UTF-8"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_scenario_file f = {.n_records = 77};
        struct nj_err err = {{0}};

        assert_int_not_equal(read(bad[i].text, &f, &err), NJ_OK);
        assert_int_equal(f.n_records, 77); /* untouched */
        assert_non_null(strstr(err.text, bad[i].line));
    }
}

static void an_empty_file_has_no_records(void **state)
{
    struct nj_scenario_file f;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(read("", &f, &err), NJ_OK);
    assert_int_equal(f.n_records, 0);
    nj_scenario_file_fini(&f);
    assert_int_equal(read("# nothing\n\n\n", &f, &err), NJ_OK);
    assert_int_equal(f.n_records, 0);
    nj_scenario_file_fini(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_taken_apart),
        cmocka_unit_test(wrong_files_are_refused_by_line),
        cmocka_unit_test(an_empty_file_has_no_records),
    };

    return cmocka_run_group_tests_name("cli/scenario_file", tests, NULL, NULL);
}
