#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/embed.h"
#include "kit/nj_test.h"
#include "kit/tmp_dir.h"

static struct nj_tmp_dir folder;
static char path[600];

static const char *below(const char *name)
{
    return nj_tmp_dir_file(&folder, name, path, sizeof(path));
}

static void write_file(const char *name, const char *text, size_t n)
{
    FILE *f = fopen(below(name), "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static int make_folder(void **state)
{
    NJ_UNUSED(state);
    nj_tmp_dir_make(&folder, NJ_BINARY_DIR);
    return mkdir(below("config"), 0700);
}

static int remove_folder(void **state)
{
    NJ_UNUSED(state);
    (void)remove(below("config/nightjar.json"));
    (void)remove(below("config"));
    nj_tmp_dir_remove(&folder);
    return 0;
}

static void compiled_in_files_are_sorted_and_terminated(void **state)
{
    const struct nj_embedded *e = nj_embedded_files;

    NJ_UNUSED(state);
    assert_non_null(e->name);
    for (; e->name != NULL; e++) {
        assert_true(e->begin <= e->end);
        assert_int_equal(*e->end, '\0');
        if (e[1].name != NULL)
            assert_true(strcmp(e->name, e[1].name) < 0);
    }
}

static void a_compiled_in_file_is_the_one_of_the_source_tree(void **state)
{
    struct nj_blob in = {0};
    struct nj_blob on_disk = {0};

    NJ_UNUSED(state);
    assert_int_equal(nj_embed_read(NULL, "config/nightjar.json", &in, NULL),
                     NJ_OK);
    assert_int_equal(
        nj_blob_load(NJ_SOURCE_DIR "/config/nightjar.json", &on_disk, NULL),
        NJ_OK);
    assert_int_equal(in.len, on_disk.len);
    assert_memory_equal(in.text, on_disk.text, in.len + 1);
    nj_blob_fini(&in);
    nj_blob_fini(&on_disk);
}

static bool is_as_in_the_source_tree(const char *name)
{
    struct nj_blob in = {0}, on_disk = {0};
    char file[512];
    bool same;

    (void)snprintf(file, sizeof(file), NJ_SOURCE_DIR "/%s", name);
    assert_int_equal(nj_embed_read(NULL, name, &in, NULL), NJ_OK);
    assert_int_equal(nj_blob_load(file, &on_disk, NULL), NJ_OK);
    same =
        in.len == on_disk.len && memcmp(in.text, on_disk.text, in.len + 1) == 0;
    nj_blob_fini(&in);
    nj_blob_fini(&on_disk);
    return same;
}

static void packed_files_are_those_of_the_source_tree(void **state)
{
    uint32_t packed = 0;

    NJ_UNUSED(state);
    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL;
         e++) {
        if (!e->packed)
            continue;
        packed++;
        assert_true(is_as_in_the_source_tree(e->name));
    }
    assert_true(packed > 100);
}

/* JSON as it is read: its strings, and what stands between them. */
struct words {
    const char *at;
    bool in_string;
};

/* The next byte that counts: between strings none that is white. */
static char next_byte(struct words *w)
{
    while (!w->in_string && (*w->at == '\n' || *w->at == ' '))
        w->at++;
    if (*w->at == '"' && (!w->in_string || w->at[-1] != '\\'))
        w->in_string = !w->in_string;
    return *w->at++;
}

static enum nj_status compare_texts(void *ctx, const char *name,
                                    struct nj_err *err)
{
    struct nj_blob in = {0}, on_disk = {0};
    uint32_t *shorter = ctx;
    char file[512];
    struct words a = {.at = NULL}, b = {.at = NULL};
    char c;

    (void)err;
    (void)snprintf(file, sizeof(file), NJ_SOURCE_DIR "/%s", name);
    assert_int_equal(nj_embed_read(NULL, name, &in, NULL), NJ_OK);
    assert_int_equal(nj_blob_load(file, &on_disk, NULL), NJ_OK);
    *shorter += in.len < on_disk.len;
    a.at = in.text;
    b.at = on_disk.text;
    do {
        c = next_byte(&a);
        assert_int_equal(c, next_byte(&b));
    } while (c != '\0');
    nj_blob_fini(&in);
    nj_blob_fini(&on_disk);
    return NJ_OK;
}

static void texts_are_those_of_the_source_tree_in_one_line(void **state)
{
    uint32_t shorter = 0;

    NJ_UNUSED(state);
    assert_int_equal(
        nj_embed_each("locales/", ".json", compare_texts, &shorter, NULL),
        NJ_OK);
    assert_true(shorter >= 18);
}

static void unknown_files_are_not_found(void **state)
{
    struct nj_blob b = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_embed_read(NULL, "config/none.json", &b, &err),
                     NJ_ERR_NOT_FOUND);
    assert_non_null(strstr(err.text, "config/none.json"));
    assert_int_equal(nj_embed_read(folder.path, "config/none.json", &b, &err),
                     NJ_ERR_NOT_FOUND);
    assert_null(b.text);
}

static void a_file_in_the_data_folder_replaces_its_namesake(void **state)
{
    struct nj_blob b = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(
        nj_embed_read(folder.path, "config/nightjar.json", &b, &err), NJ_OK);
    assert_null(b.owned); /* not there yet */
    assert_string_equal(err.text, "");
    nj_blob_fini(&b);
    write_file("config/nightjar.json", "a\0b", 3);
    assert_int_equal(
        nj_embed_read(folder.path, "config/nightjar.json", &b, &err), NJ_OK);
    assert_int_equal(b.len, 3);
    assert_memory_equal(b.text, "a\0b", 4);
    nj_blob_fini(&b);
    nj_blob_fini(&b);
    write_file("config/nightjar.json", "", 0);
    assert_int_equal(
        nj_embed_read(folder.path, "config/nightjar.json", &b, &err), NJ_OK);
    assert_int_equal(b.len, 0);
    assert_string_equal(b.text, "");
    nj_blob_fini(&b);
    (void)remove(below("config/nightjar.json"));
}

static void a_file_that_cannot_be_read_is_an_error(void **state)
{
    struct nj_blob b = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(mkdir(below("config/nightjar.json"), 0700), 0);
    assert_int_equal(
        nj_embed_read(folder.path, "config/nightjar.json", &b, &err),
        NJ_ERR_IO);
    assert_non_null(strstr(err.text, folder.path));
    assert_int_equal(remove(below("config/nightjar.json")), 0);
}

static void a_file_that_is_too_large_is_an_error(void **state)
{
    struct nj_blob b = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    write_file("config/nightjar.json", "", 0);
    assert_int_equal(truncate(below("config/nightjar.json"), 16 << 20), 0);
    assert_int_equal(nj_blob_load(path, &b, &err), NJ_OK);
    assert_int_equal(b.len, 16 << 20);
    nj_blob_fini(&b);
    assert_int_equal(truncate(path, (16 << 20) + 1), 0);
    assert_int_equal(nj_blob_load(path, &b, &err), NJ_ERR_LIMIT);
    assert_non_null(strstr(err.text, "larger than"));
    (void)remove(path);
}

struct seen {
    int count;
    int stop_at;
    char last[200];
};

static enum nj_status see(void *ctx, const char *name, struct nj_err *err)
{
    struct seen *s = ctx;

    (void)snprintf(s->last, sizeof(s->last), "%s", name);
    s->count++;
    if (s->count == s->stop_at)
        return nj_fail(err, NJ_ERR_CORRUPT, "enough");
    return NJ_OK;
}

static void names_are_listed_by_their_ends(void **state)
{
    struct seen s = {0};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_embed_each("config/night", ".json", see, &s, NULL),
                     NJ_OK);
    assert_int_equal(s.count, 1);
    assert_string_equal(s.last, "config/nightjar.json");
    s = (struct seen){0};
    assert_int_equal(nj_embed_each("config/", ".png", see, &s, NULL), NJ_OK);
    /* The two ends do not overlap. */
    assert_int_equal(
        nj_embed_each("config/nightjar.json", "nightjar.json", see, &s, NULL),
        NJ_OK);
    assert_int_equal(s.count, 0);
    s = (struct seen){.stop_at = 1};
    assert_int_equal(nj_embed_each("", "", see, &s, &err), NJ_ERR_CORRUPT);
    assert_int_equal(s.count, 1);
    assert_string_equal(err.text, "enough");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiled_in_files_are_sorted_and_terminated),
        cmocka_unit_test(a_compiled_in_file_is_the_one_of_the_source_tree),
        cmocka_unit_test(packed_files_are_those_of_the_source_tree),
        cmocka_unit_test(texts_are_those_of_the_source_tree_in_one_line),
        cmocka_unit_test(unknown_files_are_not_found),
        cmocka_unit_test(a_file_in_the_data_folder_replaces_its_namesake),
        cmocka_unit_test(a_file_that_cannot_be_read_is_an_error),
        cmocka_unit_test(a_file_that_is_too_large_is_an_error),
        cmocka_unit_test(names_are_listed_by_their_ends),
    };

    return cmocka_run_group_tests_name("config/embed", tests, make_folder,
                                       remove_folder);
}
