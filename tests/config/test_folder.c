/* src/config/folder.c: names in order, and those that cannot be. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "config/folder.h"
#include "kit/nj_test.h"
#include "kit/tmp_dir.h"

static enum nj_status note(void *ctx, const char *name, struct nj_err *err)
{
    struct nj_str *out = ctx;

    nj_str_addf(out, "%s ", name);
    return strcmp(name, "stop") == 0 ? nj_fail(err, NJ_ERR_CORRUPT, "stopped")
                                     : NJ_OK;
}

static void touch(const struct nj_tmp_dir *d, const char *name)
{
    char path[600];
    FILE *f = fopen(nj_tmp_dir_file(d, name, path, sizeof(path)), "wb");

    assert_non_null(f);
    assert_int_equal(fclose(f), 0);
}

static void list(const struct nj_tmp_dir *d, enum nj_status status,
                 const char *names, const char *part)
{
    struct nj_str out = NJ_STR_INIT(4000);
    struct nj_err err = {{0}};

    assert_int_equal(nj_folder_each(d->path, ".txt", note, &out, &err), status);
    assert_string_equal(out.p, names);
    assert_non_null(strstr(err.text, part));
    nj_str_fini(&out);
}

static void files_come_in_order(void **state)
{
    struct nj_tmp_dir d;

    NJ_UNUSED(state);
    nj_tmp_dir_make(&d, NJ_BINARY_DIR);
    list(&d, NJ_OK, "", "");
    touch(&d, "beta.txt");
    touch(&d, "alpha-2.txt");
    touch(&d, "alpha.txt");
    touch(&d, "notes.md");
    list(&d, NJ_OK, "alpha alpha-2 beta ", "");
    touch(&d, "stop.txt");
    touch(&d, "zeta.txt");
    list(&d, NJ_ERR_CORRUPT, "alpha alpha-2 beta stop ", "stopped");
    touch(&d, "Upper.txt");
    list(&d, NJ_ERR_BAD_INPUT, "", "Upper.txt");
    nj_tmp_dir_remove(&d);
    list(&d, NJ_OK, "", ""); /* no such folder */
}

static void names_are_bounded(void **state)
{
    struct nj_tmp_dir d;
    char name[NJ_FOLDER_NAME_MAX + 8];

    NJ_UNUSED(state);
    nj_tmp_dir_make(&d, NJ_BINARY_DIR);
    memset(name, 'a', sizeof(name));
    memcpy(name + NJ_FOLDER_NAME_MAX, ".txt", 5);
    touch(&d, name);
    list(&d, NJ_ERR_BAD_INPUT, "", "'-'");
    nj_tmp_dir_remove(&d);
    nj_tmp_dir_make(&d, NJ_BINARY_DIR);
    touch(&d, ".txt");
    list(&d, NJ_ERR_BAD_INPUT, "", "'-'");
    nj_tmp_dir_remove(&d);
    nj_tmp_dir_make(&d, NJ_BINARY_DIR);
    for (int i = 0; i <= NJ_FOLDER_FILES_MAX; i++) {
        (void)snprintf(name, sizeof(name), "p%d.txt", i);
        touch(&d, name);
    }
    list(&d, NJ_ERR_LIMIT, "", "more than");
    nj_tmp_dir_remove(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_in_order),
        cmocka_unit_test(names_are_bounded),
    };

    return cmocka_run_group_tests_name("config/folder", tests, NULL, NULL);
}
