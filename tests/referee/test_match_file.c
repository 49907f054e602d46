/* Match files out of rows: true, and silent about what is not over. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/shelf.h"
#include "match/export.h"
#include "referee/play/archive.h"

static const struct nj_loaded_game toy = {.game = &nj_toy_game};

static enum nj_status add_piece(void *ctx, const char *text, size_t n,
                                struct nj_err *err)
{
    NJ_UNUSED(err);
    nj_str_add(ctx, text, n);
    return NJ_OK;
}

static enum nj_verdict verify(const struct nj_str *file, bool *over)
{
    const struct nj_record_rules rules = {.game = &nj_toy_game};
    struct nj_record r;
    struct nj_err err = {{0}};
    enum nj_verdict v;

    shelf_must(nj_record_read(file->p, file->len, nj_toy_find, &r, &err), &err);
    *over = r.over;
    v = nj_record_verify(&r, &rules, NULL, NULL, &err);
    nj_record_fini(&r);
    return v;
}

static void the_match_file_of_a_finished_match_is_true(void **state)
{
    struct shelf *s = *state;
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};
    bool over = false;

    (void)nj_toy_log_power(&s->log, "abort", -1);
    shelf_put_away(s);
    s->row.state = NJ_MATCH_OVER;
    shelf_must(
        nj_match_file_write(s->store, &s->row, &toy, add_piece, &file, &err),
        &err);
    assert_int_equal(verify(&file, &over), NJ_VERDICT_TRUE);
    assert_true(over);
    assert_null(strstr(file.p, "qq:u:")); /* no user ids */
    nj_str_fini(&file);
}

static void a_running_match_keeps_its_secret(void **state)
{
    struct shelf *s = *state;
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};
    char hex[NJ_HEX_BYTES];
    bool over = true;

    shelf_put_away(s);
    memset(s->row.secret.b, 0xab, sizeof(s->row.secret.b));
    shelf_must(
        nj_match_file_write(s->store, &s->row, &toy, add_piece, &file, &err),
        &err);
    assert_int_equal(verify(&file, &over), NJ_VERDICT_UNFINISHED);
    assert_false(over);
    nj_hash_hex(&s->row.secret, hex);
    assert_null(strstr(file.p, hex));
    nj_str_fini(&file);
}

int main(void)
{
#define SHELF_TEST(f) \
 cmocka_unit_test_setup_teardown(f, shelf_open, shelf_close)
    const struct CMUnitTest tests[] = {
        SHELF_TEST(the_match_file_of_a_finished_match_is_true),
        SHELF_TEST(a_running_match_keeps_its_secret),
    };

    return cmocka_run_group_tests_name("referee/match_file", tests, NULL, NULL);
}
