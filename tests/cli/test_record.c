/* The match file of this rules version: it is true, and any byte of it that
 * is altered makes it untrue. */
#include <string.h>

#include "base/random.h"
#include "cli/record.h"
#include "config/embed.h"
#include "games/registry.h"
#include "kit/nj_test.h"

#define MATCH_FILE NJ_SOURCE_DIR "/tests/matches/long_night-1.jsonl"

static struct nj_env env;

static enum nj_status check(const char *text, size_t n)
{
    const struct nj_loaded_game *game = &env.games[0];
    const struct nj_record_rules rules = {
        .game = game->game, .files = game->files, .n_files = game->n_files};
    struct nj_record r;
    struct nj_err err = {{0}};
    enum nj_status st = nj_record_read(text, n, nj_game_find, &r, &err);

    if (st != NJ_OK)
        return st;
    if (nj_record_verify(&r, &rules, NULL, NULL, &err) != NJ_VERDICT_TRUE)
        st = NJ_ERR_MISMATCH;
    nj_record_fini(&r);
    return st;
}

static void load(struct nj_blob *blob, char **copy)
{
    struct nj_err err = {{0}};

    assert_int_equal(nj_blob_load(MATCH_FILE, blob, &err), NJ_OK);
    *copy = nj_strndup(blob->text, blob->len);
}

static void the_recorded_match_is_true(void **state)
{
    struct nj_blob blob = {0};
    char *text;

    NJ_UNUSED(state);
    load(&blob, &text);
    assert_int_equal(check(text, blob.len), NJ_OK);
    free(text);
    nj_blob_fini(&blob);
}

static void no_byte_can_be_altered(void **state)
{
    struct nj_blob blob = {0};
    char *text;

    NJ_UNUSED(state);
    load(&blob, &text);
    for (size_t i = 0; i < blob.len; i++) {
        text[i] = (char)(text[i] ^ 1);
        if (check(text, blob.len) == NJ_OK)
            fail_msg("byte %zu can be altered", i);
        text[i] = blob.text[i];
    }
    free(text);
    nj_blob_fini(&blob);
}

static void no_byte_can_be_lost_or_added(void **state)
{
    struct nj_blob blob = {0};
    char *text, *longer;

    NJ_UNUSED(state);
    load(&blob, &text);
    for (size_t n = 0; n < blob.len; n += 7)
        assert_int_not_equal(check(text, n), NJ_OK);
    assert_int_not_equal(check(text, blob.len - 1), NJ_OK);
    longer = nj_alloc(blob.len + 2);
    memcpy(longer, text, blob.len);
    longer[blob.len] = '\n';
    assert_int_not_equal(check(longer, blob.len + 1), NJ_OK);
    free(longer);
    free(text);
    nj_blob_fini(&blob);
}

static void files_and_their_failures_have_a_status(void **state)
{
    struct nj_record_file *f = nj_alloc(sizeof(*f));
    struct nj_err err = {{0}};
    int status = 77;

    NJ_UNUSED(state);
    assert_true(nj_record_file_open(f, MATCH_FILE, &status));
    assert_int_equal(nj_record_file_verify(f, NULL, NULL, &err),
                     NJ_VERDICT_TRUE);
    nj_record_file_close(f);
    assert_false(nj_record_file_open(f, "/nowhere/at/all", &status));
    assert_int_equal(status, 2);
    assert_false(
        nj_record_file_open(f, NJ_SOURCE_DIR "/CMakeLists.txt", &status));
    assert_int_equal(status, 1);
    free(f);
}

static int load_games(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_random_init();
    return nj_env_load_games(&env, &err) == NJ_OK ? 0 : -1;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_recorded_match_is_true),
        cmocka_unit_test(no_byte_can_be_altered),
        cmocka_unit_test(no_byte_can_be_lost_or_added),
        cmocka_unit_test(files_and_their_failures_have_a_status),
    };

    return cmocka_run_group_tests_name("cli/record", tests, load_games, unload);
}
