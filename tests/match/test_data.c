/* Data files: in one list under their names; those of a match read together. */
#include <string.h>

#include "base/arena.h"
#include "kit/nj_test.h"
#include "match/data.h"
#include "match/match.h"

struct sheet {
    struct nj_data_head head;
    char first; /* letter of the text */
};

/* A text is good if it begins with a letter. */
static enum nj_status load(const char *text, size_t n, void **data,
                           struct nj_err *err)
{
    struct sheet *s;

    if (n == 0 || text[0] < 'a' || text[0] > 'z')
        return nj_fail(err, NJ_ERR_BAD_INPUT, "line 1: no letter");
    s = nj_alloc(sizeof(*s));
    s->first = text[0];
    *data = s;
    return NJ_OK;
}

static const struct nj_option options[] = {
    {.key = "sheet", .type = NJ_OPTION_TEXT}, {.key = NULL}};

static const struct nj_game game = {.id = "sheets",
                                    .options = options,
                                    .data_name = "config/sheets/own.txt",
                                    .data_load = load,
                                    .data_more = "config/sheets/more/",
                                    .data_option = "sheet"};

static enum nj_status add(void *list, const char *name, const char *text,
                          struct nj_err *err)
{
    return nj_data_add(&game, list, name, text, strlen(text), err);
}

static void *own(void)
{
    struct nj_err err = {{0}};
    void *data = NULL;

    assert_int_equal(load("own", 3, &data, &err), NJ_OK);
    return data;
}

static char first_of(const void *list, const char *name)
{
    const struct sheet *s = nj_data_named(list, name);

    if (s == NULL)
        return '-';
    return s->first;
}

static void data_is_found_by_name(void **state)
{
    struct nj_err err = {{0}};
    void *list = own();

    NJ_UNUSED(state);
    assert_int_equal(add(list, "rain", "rain", &err), NJ_OK);
    assert_int_equal(add(list, "snow", "snow", &err), NJ_OK);
    assert_ptr_equal(nj_data_named(list, ""), list);
    assert_int_equal(first_of(list, ""), 'o');
    assert_int_equal(first_of(list, "rain"), 'r');
    assert_int_equal(first_of(list, "snow"), 's');
    assert_int_equal(first_of(list, "rai"), '-');
    assert_int_equal(first_of(list, "RAIN"), '-');
    assert_null(nj_data_named(NULL, ""));
    nj_data_drop(list);
    nj_data_drop(NULL);
}

/* The list stays as it was, and its owner hears why. */
static void what_is_no_good_is_not_added(void **state)
{
    struct nj_err err = {{0}};
    char name[NJ_DATA_NAME_MAX + 1];
    void *list = own();

    NJ_UNUSED(state);
    assert_int_equal(add(list, "rain", "rain", &err), NJ_OK);
    assert_int_equal(add(list, "hail", "!", &err), NJ_ERR_BAD_INPUT);
    assert_string_equal(err.text, "line 1: no letter");
    assert_int_equal(first_of(list, "hail"), '-');
    assert_int_equal(add(list, "rain", "other", &err), NJ_ERR_BAD_INPUT);
    assert_string_equal(err.text, "the name is there already");
    assert_int_equal(first_of(list, "rain"), 'r');
    memset(name, 'x', sizeof(name));
    name[NJ_DATA_NAME_MAX] = '\0';
    assert_int_equal(add(list, name, "long", &err), NJ_ERR_LIMIT);
    assert_string_equal(err.text, "the name has more than 63 bytes");
    assert_int_equal(first_of(list, name), '-');
    name[NJ_DATA_NAME_MAX - 1] = '\0';
    assert_int_equal(add(list, name, "long", &err), NJ_OK);
    assert_int_equal(first_of(list, name), 'l');
    nj_data_drop(list);
}

static const struct nj_data_file files[] = {
    {.name = "config/sheets/own.txt", .text = "own", .len = 3, .own = true},
    {.name = "config/sheets/more/rain.txt", .text = "rain", .len = 4},
    {.name = "config/sheets/more/hail.txt", .text = "!", .len = 1}};

/* The game's own file and the one that the table chose. */
static void a_match_takes_what_its_table_chose(void **state)
{
    struct nj_options o;
    struct nj_data_set set;
    struct nj_err err = {{0}};
    void *data = NULL;

    NJ_UNUSED(state);
    nj_options_default(&game, &o);
    assert_true(nj_data_choose(&game, &o, files, NJ_COUNT(files), &set));
    assert_int_equal(set.n, 1);
    assert_true(nj_options_put(&game, &o, 0, "rain"));
    assert_true(nj_data_choose(&game, &o, files, NJ_COUNT(files), &set));
    assert_int_equal(set.n, 2);
    assert_int_equal(nj_data_make(&game, &set, &data, &err), NJ_OK);
    assert_int_equal(first_of(data, ""), 'o');
    assert_int_equal(first_of(data, "rain"), 'r');
    nj_data_drop(data);
    data = NULL;
    assert_true(nj_options_put(&game, &o, 0, "hail"));
    assert_true(nj_data_choose(&game, &o, files, NJ_COUNT(files), &set));
    assert_int_equal(nj_data_make(&game, &set, &data, &err), NJ_ERR_BAD_INPUT);
    assert_string_equal(err.text,
                        "config/sheets/more/hail.txt: line 1: no letter");
    assert_null(data);
    assert_true(nj_options_put(&game, &o, 0, "snow"));
    assert_false(nj_data_choose(&game, &o, files, NJ_COUNT(files), &set));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_is_found_by_name),
        cmocka_unit_test(what_is_no_good_is_not_added),
        cmocka_unit_test(a_match_takes_what_its_table_chose),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
