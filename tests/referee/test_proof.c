/*
 * What a match is proved with, where its rows are damaged or its data are gone:
 * a line says what is wrong, and nothing half read is taken for true.
 */
#include <string.h>

#include "cli/env.h"
#include "kit/nj_test.h"
#include "kit/shelf.h"
#include "match/data.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"
#include "store/proof.h"

/* --- joins --- */

static void has_too_many_joins(const struct shelf *s)
{
    struct nj_joins *joins = nj_alloc(sizeof(*joins));
    struct nj_err err = {{0}};

    assert_int_equal(nj_proof_joins(s->store, s->row.id, joins, &err),
                     NJ_ERR_CORRUPT);
    assert_non_null(strstr(err.text, "too many joins"));
    free(joins);
}

/* The draw has room for so many; the first that is too much ends it. */
static void more_joins_than_a_table_can_have_are_refused(void **state)
{
    struct shelf *s = *state;

    shelf_put_away(s); /* with two */
    for (int i = 0; i < NJ_JOINS_MAX; i++)
        nj_join_put(s->store, s->row.id, "qq:u:1", "a");
    has_too_many_joins(s);
}

static void longer_words_than_anybody_can_give_are_refused(void **state)
{
    struct shelf *s = *state;
    char words[NJ_CONTRIBUTION_MAX + 2];

    memset(words, 'a', sizeof(words) - 1);
    words[sizeof(words) - 1] = '\0';
    shelf_put_away(s);
    nj_join_put(s->store, s->row.id, "qq:u:1", words);
    has_too_many_joins(s);
}

/* --- files --- */

#define PACK "config/long_night/packs/own.txt"

static struct nj_env env;
static const struct nj_loaded_game *game;

static int load(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    if (nj_env_load_games(&env, &err) != NJ_OK ||
        nj_env_game(&env, "long-night", &game, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return 0;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    return 0;
}

static void keep(const struct shelf *s, uint8_t place, const char *text,
                 bool altered)
{
    struct nj_file_row row = {
        .match = s->row.id, .place = place, .name = PACK, .text = text};

    nj_hash_bytes(text, strlen(text), &row.hash);
    row.hash.b[0] ^= altered;
    nj_file_put(s->store, &row);
    assert_true(nj_store_good(s->store));
}

static void no_files(const struct shelf *s, const char *why)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_data_file files[NJ_DATA_USED_MAX];
    struct nj_err err = {{0}};
    uint32_t n = 7;

    assert_int_equal(
        nj_proof_files(s->store, s->row.id, &arena, files, &n, &err),
        NJ_ERR_CORRUPT);
    if (strstr(err.text, why) == NULL)
        fail_msg("'%s' is not in '%s'", why, err.text);
    assert_int_equal(n, 7);
    nj_arena_fini(&arena);
}

static void files_that_were_altered_or_are_too_many_are_refused(void **state)
{
    struct shelf *s = *state;

    shelf_put_away(s);
    keep(s, 0, "one", false);
    keep(s, 1, "two", true);
    keep(s, 2, "three", false); /* of these the first counts that is wrong */
    no_files(s, "its file '" PACK "' was altered");
}

static void more_files_than_a_match_uses_are_refused(void **state)
{
    struct shelf *s = *state;

    shelf_put_away(s);
    for (uint8_t i = 0; i <= NJ_DATA_USED_MAX; i++)
        keep(s, i, "one", false);
    no_files(s, "too many files");
}

static void count_file(void *ctx, const struct nj_file_row *row)
{
    NJ_UNUSED(row);
    ++*(int *)ctx;
}

/* Of a game whose files are not there nothing is kept. */
static void no_files_are_kept_where_there_are_none(void **state)
{
    struct shelf *s = *state;
    const struct nj_loaded_game bare = {.game = game->game};
    struct nj_options options;
    int n = 0;

    shelf_put_away(s);
    nj_options_default(game->game, &options);
    nj_proof_keep(s->store, s->row.id, &bare, &options);
    nj_file_each(s->store, s->row.id, count_file, &n);
    assert_int_equal(n, 0);
}

/* --- the game of one match --- */

/* Options that choose the pack of that name, as a row has them. */
static void choose(struct nj_match_row *row, const char *pack)
{
    struct nj_str json = NJ_STR_INIT(sizeof(row->options) - 1);
    struct nj_options o;

    nj_options_default(game->game, &o);
    assert_true(nj_options_put(game->game, &o,
                               nj_option_find(game->game, "pack"), pack));
    nj_columns_options_pack(game->game, &o, &json);
    (void)snprintf(row->options, sizeof(row->options), "%s", json.p);
    nj_str_fini(&json);
}

/* The match is of 漫漫长夜, played with that pack. */
static void of_long_night(struct shelf *s, const char *pack)
{
    shelf_put_away(s);
    (void)snprintf(s->row.game, sizeof(s->row.game), "long-night");
    s->row.rules_version = game->game->rules_version;
    choose(&s->row, pack);
    s->row.data_hash.b[0] = 1; /* nobody has these data */
}

static enum nj_status open(const struct shelf *s, struct nj_err *err)
{
    struct nj_proof_game out;
    enum nj_status st = nj_proof_open(s->store, &s->row, game, &out, err);

    if (st == NJ_OK)
        nj_proof_close(&out);
    return st;
}

static void other_rules_are_said_to_be_others(void **state)
{
    struct shelf *s = *state;
    struct nj_err err = {{0}};

    of_long_night(s, "base");
    s->row.rules_version++;
    assert_int_equal(open(s, &err), NJ_ERR_NOT_FOUND);
    assert_non_null(strstr(err.text, "other rules or data of 'long-night'"));
}

static void options_that_nobody_can_read_are_refused(void **state)
{
    struct shelf *s = *state;
    struct nj_err err = {{0}};

    of_long_night(s, "base");
    (void)snprintf(s->row.options, sizeof(s->row.options), "{\"nix\":\"1\"}");
    assert_int_not_equal(open(s, &err), NJ_OK);
    assert_non_null(strstr(err.text, "no option of the game"));
}

/* Neither here nor kept, or kept and another one. */
static void a_pack_that_is_gone_makes_no_match(void **state)
{
    struct shelf *s = *state;
    struct nj_err err = {{0}};

    of_long_night(s, "own");
    assert_int_equal(open(s, &err), NJ_ERR_NOT_FOUND);
    keep(s, 0, "block 1 one\n", false);
    assert_int_equal(open(s, &err), NJ_ERR_NOT_FOUND);
    assert_non_null(strstr(err.text, "other rules or data"));
}

static void a_kept_pack_that_was_altered_makes_no_match(void **state)
{
    struct shelf *s = *state;
    struct nj_err err = {{0}};

    of_long_night(s, "own");
    keep(s, 0, "block 1 one\n", true);
    assert_int_equal(open(s, &err), NJ_ERR_CORRUPT);
    assert_non_null(strstr(err.text, "was altered"));
}

/* It is the pack that the match was played with, but it is none. */
static void a_kept_pack_that_is_none_makes_no_match(void **state)
{
    struct shelf *s = *state;
    struct nj_data_file all[8];
    struct nj_data_set set;
    struct nj_options o;
    struct nj_err err = {{0}};
    uint32_t n = 0;

    of_long_night(s, "own");
    keep(s, 0, "no pack", false);
    all[n] = (struct nj_data_file){
        .name = PACK, .text = "no pack", .len = strlen("no pack")};
    nj_hash_bytes(all[n].text, all[n].len, &all[n].hash);
    n++;
    assert_in_range(game->n_files, 1, NJ_COUNT(all) - 1);
    for (uint32_t i = 0; i < game->n_files; i++)
        all[n++] = game->files[i];
    assert_int_equal(
        nj_columns_options_unpack(game->game, s->row.options, &o, &err), NJ_OK);
    assert_true(nj_data_choose(game->game, &o, all, n, &set));
    nj_data_set_hash(&set, &s->row.data_hash);
    assert_int_not_equal(open(s, &err), NJ_OK);
    assert_non_null(strstr(err.text, PACK));
}

int main(void)
{
#define SHELF_TEST(f) \
 cmocka_unit_test_setup_teardown(f, shelf_open, shelf_close)
    const struct CMUnitTest tests[] = {
        SHELF_TEST(more_joins_than_a_table_can_have_are_refused),
        SHELF_TEST(longer_words_than_anybody_can_give_are_refused),
        SHELF_TEST(files_that_were_altered_or_are_too_many_are_refused),
        SHELF_TEST(more_files_than_a_match_uses_are_refused),
        SHELF_TEST(no_files_are_kept_where_there_are_none),
        SHELF_TEST(other_rules_are_said_to_be_others),
        SHELF_TEST(options_that_nobody_can_read_are_refused),
        SHELF_TEST(a_pack_that_is_gone_makes_no_match),
        SHELF_TEST(a_kept_pack_that_was_altered_makes_no_match),
        SHELF_TEST(a_kept_pack_that_is_none_makes_no_match),
    };

    return cmocka_run_group_tests_name("referee/proof", tests, load, unload);
}
