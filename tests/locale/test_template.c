/* Places in templates. */
#include <string.h>

#include "kit/nj_test.h"
#include "locale/template.h"

static void pieces_come_in_order(void **state)
{
    const char *at = "a {{n}}{{list.12}} {b} {{x";
    struct nj_piece p;

    NJ_UNUSED(state);
    assert_true(nj_template_next(&at, &p));
    assert_false(p.place);
    assert_int_equal(p.len, 2);
    assert_true(nj_template_next(&at, &p));
    assert_true(nj_template_is(&p, "n"));
    assert_false(nj_template_is(&p, "nn"));
    assert_int_equal(p.item, 0);
    assert_true(nj_template_next(&at, &p));
    assert_true(nj_template_is(&p, "list"));
    assert_int_equal(p.item, 12);
    assert_true(nj_template_next(&at, &p));
    assert_false(p.place);
    assert_memory_equal(p.text, " {b} ", p.len);
    assert_int_equal(p.len, 5);
    assert_true(nj_template_next(&at, &p)); /* no place, but two braces */
    assert_false(p.place);
    assert_memory_equal(p.text, "{{x", p.len);
    assert_int_equal(p.len, 3);
    assert_false(nj_template_next(&at, &p));
}

static void bad_places_are_found(void **state)
{
    const char *const bad[] = {
        "{{",     "{{}}",    "{{a}",     "{{a b}}",       "{{A}}",
        "{{a.}}", "{{a.0}}", "x{{a.x}}", "{{a.1000000}}", "{{a}}{{b"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++)
        if (nj_template_valid(bad[i]))
            fail_msg("'%s' is taken for a template", bad[i]);
    assert_true(nj_template_valid(""));
    assert_true(nj_template_valid("{a} }} { {{a_1}}{{b.3}}"));
}

static void places_are_filled_once(void **state)
{
    struct nj_str out = NJ_STR_INIT(100);
    const struct nj_fill fills[] = {{"a", "{{b}}"}, {"b", "B"}};

    NJ_UNUSED(state);
    assert_true(nj_template_fill("<{{a}}-{{b}}-{{a}}>", fills, 2, &out));
    assert_string_equal(out.p, "<{{b}}-B-{{b}}>");
    assert_false(nj_template_fill("{{c}}", fills, 2, &out));
    nj_str_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_come_in_order),
        cmocka_unit_test(bad_places_are_found),
        cmocka_unit_test(places_are_filled_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
