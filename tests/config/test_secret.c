#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/secret.h"
#include "kit/nj_test.h"
#include "kit/tmp_dir.h"

static struct nj_config_gateway with_variable(const char *value)
{
    struct nj_config_gateway g = {.name = "qq", .token_env = "NJ_TEST_TOKEN"};

    if (value == NULL)
        assert_int_equal(unsetenv("NJ_TEST_TOKEN"), 0);
    else
        assert_int_equal(setenv("NJ_TEST_TOKEN", value, 1), 0);
    return g;
}

static struct nj_tmp_dir folder;

/* That of /metrics has the same two places. */
static void figures_have_a_token_of_their_own(void **state)
{
    struct nj_config *c = test_calloc(1, sizeof(*c));
    char token[NJ_TOKEN_MAX] = "x";
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_secret_metrics(c, token, sizeof(token), &err), NJ_OK);
    assert_string_equal(token, "");
    memcpy(c->metrics_token_env, "NJ_TEST_TOKEN", sizeof("NJ_TEST_TOKEN"));
    assert_int_equal(setenv("NJ_TEST_TOKEN", "abc", 1), 0);
    assert_int_equal(nj_secret_metrics(c, token, sizeof(token), &err), NJ_OK);
    assert_string_equal(token, "abc");
    assert_int_equal(unsetenv("NJ_TEST_TOKEN"), 0);
    assert_int_equal(nj_secret_metrics(c, token, sizeof(token), &err),
                     NJ_ERR_NOT_FOUND);
    assert_string_equal(err.text, "metrics_listen: environment variable "
                                  "'NJ_TEST_TOKEN' is not set");
    test_free(c);
}

static int make_folder(void **state)
{
    NJ_UNUSED(state);
    nj_tmp_dir_make(&folder, NJ_BINARY_DIR);
    return 0;
}

static int remove_folder(void **state)
{
    NJ_UNUSED(state);
    nj_tmp_dir_remove(&folder);
    return 0;
}

/* What is not there, in a folder that is not there. */
static struct nj_config_gateway with_no_file(void)
{
    struct nj_config_gateway g = {.name = "qq"};

    (void)nj_tmp_dir_file(&folder, "none/token", g.token_file,
                          sizeof(g.token_file));
    return g;
}

static struct nj_config_gateway with_file(const char *text, size_t n)
{
    struct nj_config_gateway g = {.name = "qq"};
    FILE *f = fopen(
        nj_tmp_dir_file(&folder, "token", g.token_file, sizeof(g.token_file)),
        "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return g;
}

static void without_a_place_there_is_no_token(void **state)
{
    const struct nj_config_gateway g = {.name = "qq"};
    char token[NJ_TOKEN_MAX] = "before";

    NJ_UNUSED(state);
    assert_int_equal(nj_secret_token(&g, token, sizeof(token), NULL), NJ_OK);
    assert_string_equal(token, "");
}

static void the_environment_gives_the_token(void **state)
{
    const struct nj_config_gateway g = with_variable("s3cret-Token");
    char token[NJ_TOKEN_MAX];

    NJ_UNUSED(state);
    assert_int_equal(nj_secret_token(&g, token, sizeof(token), NULL), NJ_OK);
    assert_string_equal(token, "s3cret-Token");
}

static void an_unset_variable_is_named(void **state)
{
    const struct nj_config_gateway g = with_variable(NULL);
    char token[NJ_TOKEN_MAX] = "before";
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_secret_token(&g, token, sizeof(token), &err),
                     NJ_ERR_NOT_FOUND);
    assert_string_equal(err.text, "gateway 'qq': environment variable "
                                  "'NJ_TEST_TOKEN' is not set");
    assert_string_equal(token, "before");
}

static void a_file_gives_the_token_without_its_line_end(void **state)
{
    static const char *const texts[] = {"abc", "abc\n", "abc \r\n\n"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        const struct nj_config_gateway g =
            with_file(texts[i], strlen(texts[i]));
        char token[NJ_TOKEN_MAX];

        assert_int_equal(nj_secret_token(&g, token, sizeof(token), NULL),
                         NJ_OK);
        assert_string_equal(token, "abc");
        assert_int_equal(unlink(g.token_file), 0);
    }
}

static void a_missing_file_is_named(void **state)
{
    const struct nj_config_gateway g = with_no_file();
    char token[NJ_TOKEN_MAX] = "before";
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_secret_token(&g, token, sizeof(token), &err),
                     NJ_ERR_NOT_FOUND);
    assert_non_null(strstr(err.text, "gateway 'qq': "));
    assert_non_null(strstr(err.text, g.token_file));
}

static void odd_tokens_are_refused_and_never_shown(void **state)
{
    static const char *const odd[] = {
        "", "SHOWN x", "SHOWN\nx", "SHOWN\x7f", "SHOWN月", "\tSHOWN",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        const struct nj_config_gateway a = with_variable(odd[i]);
        const struct nj_config_gateway b = with_file(odd[i], strlen(odd[i]));
        char token[NJ_TOKEN_MAX] = "before";
        struct nj_err err = {{0}};

        assert_int_equal(nj_secret_token(&a, token, sizeof(token), &err),
                         NJ_ERR_BAD_INPUT);
        assert_null(strstr(err.text, "SHOWN"));
        assert_int_equal(nj_secret_token(&b, token, sizeof(token), &err),
                         NJ_ERR_BAD_INPUT);
        assert_null(strstr(err.text, "SHOWN"));
        assert_string_equal(token, "before");
        assert_int_equal(unlink(b.token_file), 0);
    }
}

static void a_token_must_fit_with_its_nul(void **state)
{
    const struct nj_config_gateway g = with_variable("12345678");
    const struct nj_config_gateway nul = with_file("a\0b", 3);
    char token[9] = "before";
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_secret_token(&g, token, 8, &err), NJ_ERR_LIMIT);
    assert_non_null(strstr(err.text, "longer than 7 bytes"));
    assert_string_equal(token, "before");
    assert_int_equal(nj_secret_token(&g, token, 9, &err), NJ_OK);
    assert_string_equal(token, "12345678");
    assert_int_equal(nj_secret_token(&nul, token, 9, &err), NJ_ERR_BAD_INPUT);
    assert_int_equal(unlink(nul.token_file), 0);
}

/* --- tokens that we make --- */

static struct nj_config_gateway listener(void)
{
    return (struct nj_config_gateway){
        .kind = NJ_GATEWAY_ONEBOT, .name = "qq", .listen = "127.0.0.1:1"};
}

static void only_listeners_get_one(void **state)
{
    struct nj_config_gateway g = listener();

    NJ_UNUSED(state);
    assert_true(nj_secret_is_made(&g));
    g.token = NJ_TOKEN_NONE;
    assert_false(nj_secret_is_made(&g));
    g = listener();
    g.token_env[0] = 'T';
    assert_false(nj_secret_is_made(&g));
    g = listener();
    g.token_file[0] = 't';
    assert_false(nj_secret_is_made(&g));
    g = listener();
    g.listen[0] = '\0';
    assert_false(nj_secret_is_made(&g));
}

static void a_token_is_made_once_and_kept(void **state)
{
    const struct nj_config_gateway g = listener();
    struct nj_tmp_dir dir;
    char database[600], path[NJ_SECRET_PATH_MAX], half[NJ_SECRET_PATH_MAX + 8];
    char token[NJ_TOKEN_MAX], again[NJ_TOKEN_MAX];
    struct nj_err err = {{0}};
    struct stat info;
    bool fresh = false;

    NJ_UNUSED(state);
    nj_tmp_dir_make(&dir, NJ_BINARY_DIR);
    (void)snprintf(database, sizeof(database), "%s/a.db", dir.path);
    nj_secret_path(&g, database, path);
    assert_string_equal(path + strlen(database), ".qq.token");
    (void)snprintf(half, sizeof(half), "%s.new", path);
    assert_int_equal(close(creat(half, 0644)), 0); /* a start was cut off */
    assert_int_equal(
        nj_secret_make(&g, path, token, sizeof(token), &fresh, &err), NJ_OK);
    assert_true(fresh);
    assert_int_equal(strlen(token), 64);
    assert_int_equal(strspn(token, "0123456789abcdef"), 64);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    assert_int_equal(access(half, F_OK), -1);
    assert_int_equal(
        nj_secret_make(&g, path, again, sizeof(again), &fresh, &err), NJ_OK);
    assert_false(fresh);
    assert_string_equal(again, token);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(
        nj_secret_make(&g, path, again, sizeof(again), &fresh, &err), NJ_OK);
    assert_string_not_equal(again, token);
    nj_tmp_dir_remove(&dir);
}

static void a_token_that_cannot_be_kept_is_none(void **state)
{
    const struct nj_config_gateway g = listener(), none = with_no_file();
    char token[NJ_TOKEN_MAX] = "before";
    struct nj_err err = {{0}};
    bool fresh = false;

    NJ_UNUSED(state);
    assert_int_equal(
        nj_secret_make(&g, none.token_file, token, sizeof(token), &fresh, &err),
        NJ_ERR_IO);
    assert_non_null(strstr(err.text, none.token_file));
    assert_string_equal(token, "before");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_have_a_token_of_their_own),
        cmocka_unit_test(without_a_place_there_is_no_token),
        cmocka_unit_test(the_environment_gives_the_token),
        cmocka_unit_test(an_unset_variable_is_named),
        cmocka_unit_test(a_file_gives_the_token_without_its_line_end),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(odd_tokens_are_refused_and_never_shown),
        cmocka_unit_test(a_token_must_fit_with_its_nul),
        cmocka_unit_test(only_listeners_get_one),
        cmocka_unit_test(a_token_is_made_once_and_kept),
        cmocka_unit_test(a_token_that_cannot_be_kept_is_none),
    };

    return cmocka_run_group_tests_name("config/secret", tests, make_folder,
                                       remove_folder);
}
