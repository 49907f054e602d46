/* A forger has the whole program: he alters a match file and makes everything
 * in it anew, seed, digests and sum. Such a file is true in itself; the last
 * digest that the group was told is what he cannot reach. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/record.h"
#include "config/embed.h"
#include "games/registry.h"
#include "kit/nj_test.h"
#include "kit/tmp_dir.h"
#include "match/emit.h"

#define MATCH_FILE NJ_SOURCE_DIR "/tests/matches/long_night-two-persons.jsonl"
#define FILE_MAX   (1u << 20)
#define DAY_MS     INT64_C(86400000)

static struct nj_env env;
static struct nj_tmp_dir dir;
static struct nj_record real;

/* What is made of the real match. */
struct forgery {
    struct nj_record r; /* inputs below; the rest is lent by the real one */
    struct nj_record_input in[64];
};

static const struct nj_input *from_forgery(void *ctx, uint32_t seq)
{
    const struct forgery *f = ctx;

    return &f->in[seq - 1].in;
}

static struct nj_match *create(const struct nj_record_head *h)
{
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_match_setup setup = {.game = env.games[0].game,
                                   .data = env.games[0].data,
                                   .data_hash = &h->data_hash,
                                   .number = h->match,
                                   .code = h->code,
                                   .edition = h->edition,
                                   .options = h->options,
                                   .seats = seats,
                                   .n_seats = h->n_seats,
                                   .brain_key = h->seed,
                                   .commitment = h->commitment};

    nj_rng_chacha20(&setup.rng, &h->seed, NJ_NONCE_PLAY);
    for (uint8_t i = 0; i < h->n_seats; i++)
        seats[i] =
            (struct nj_match_seat){.name = h->seats[i].name,
                                   .computer = h->seats[i].computer,
                                   .join = i,
                                   .contribution = h->seats[i].contribution};
    return nj_match_create(&setup);
}

/* False: it is not possible in the forged course. */
static bool take(struct forgery *f, struct nj_match *m,
                 const struct nj_input *in)
{
    const struct nj_outcome *o;
    struct nj_record_input *to = &f->in[f->r.n_inputs];

    assert_true(f->r.n_inputs < NJ_COUNT(f->in));
    if (nj_match_over(m) || nj_match_fault(m, in) != NULL)
        return false;
    to->in = *in;
    o = nj_match_apply(m, in);
    if (o->refused)
        return false;
    to->in.seq = o->seq;
    to->digest = o->digest;
    f->r.n_inputs++;
    return true;
}

/* Plays the altered inputs again: what is not possible any more is left out,
 * and a course without an end gets one. Returns how many were left out. */
static uint32_t digest_again(struct forgery *f)
{
    struct nj_input abort = {.kind = NJ_IN_OVERRIDE,
                             .seat = NJ_SEAT_NONE,
                             .by = NJ_BY_HOST,
                             .verb = "abort",
                             .reason = "because"};
    uint32_t n = f->r.n_inputs, lost = 0;
    struct nj_match *m;

    nj_record_seed(&f->r.head, env.games[0].game, &f->r.head.secret,
                   &f->r.head.seed);
    m = create(&f->r.head);
    nj_match_set_source(m, from_forgery, f);
    f->r.n_inputs = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct nj_input in = f->in[i].in;

        lost += !take(f, m, &in);
        abort.at_ms = in.at_ms;
    }
    if (!nj_match_over(m))
        assert_true(take(f, m, &abort));
    for (uint8_t i = 0; i < f->r.head.n_seats; i++)
        f->r.head.seats[i].seat = nj_match_seat_of(m, i);
    nj_match_destroy(m);
    return lost;
}

static void write_file(const struct forgery *f, const char *path)
{
    struct nj_str text = NJ_STR_INIT(FILE_MAX);
    struct nj_record_writer w;
    FILE *out = fopen(path, "wbe");

    assert_non_null(out);
    nj_record_begin(&w, env.games[0].game, &f->r.head, &text);
    for (uint32_t i = 0; i < f->r.n_inputs; i++)
        nj_record_put(&w, &f->r.head, &f->in[i], &text);
    nj_record_end(&w, true, &text);
    assert_false(text.over);
    assert_int_equal(fwrite(text.p, 1, text.len, out), text.len);
    assert_int_equal(fclose(out), 0);
    nj_str_fini(&text);
}

static int verify(const char *path, const char *flag, const struct nj_hash *h)
{
    char verb[] = "verify", file[600], name[20], hex[NJ_HEX_BYTES];
    char *argv[] = {verb, file, name, hex, NULL};

    (void)snprintf(file, sizeof(file), "%s", path);
    (void)snprintf(name, sizeof(name), "%s", flag);
    if (h != NULL)
        nj_hash_hex(h, hex);
    return nj_cmd_verify(h == NULL ? 2 : 4, argv);
}

static const struct nj_hash *last_digest(const struct nj_record *r)
{
    return &r->inputs[r->n_inputs - 1].digest;
}

/* The sum and the hashes are those of the forged course: only what was told
 * outside the file speaks against it. */
static void is_told_by_its_last_digest(struct forgery *f)
{
    char path[600];

    nj_tmp_dir_file(&dir, "forged.jsonl", path, sizeof(path));
    write_file(f, path);
    assert_int_equal(verify(path, "", NULL), NJ_EXIT_WELL);
    f->r.inputs = f->in;
    assert_false(nj_hash_equal(last_digest(&f->r), last_digest(&real)));
    assert_int_equal(verify(path, "--digest", last_digest(&f->r)),
                     NJ_EXIT_WELL);
    assert_int_equal(verify(path, "--digest", last_digest(&real)),
                     NJ_EXIT_NOT_SO);
}

static void begin_forging(struct forgery *f)
{
    memset(f, 0, sizeof(*f));
    f->r = real;
    assert_true(real.n_inputs < NJ_COUNT(f->in));
    memcpy(f->in, real.inputs, real.n_inputs * sizeof(f->in[0]));
}

static struct nj_record_input *first_move(struct forgery *f)
{
    uint32_t i = 1;

    while (strcmp(f->in[i].in.verb, "move") != 0)
        i++;
    return &f->in[i];
}

static void the_real_file_has_what_was_told(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(verify(MATCH_FILE, "", NULL), NJ_EXIT_WELL);
    assert_int_equal(verify(MATCH_FILE, "--digest", last_digest(&real)),
                     NJ_EXIT_WELL);
    assert_int_equal(verify(MATCH_FILE, "--commitment", &real.head.commitment),
                     NJ_EXIT_WELL);
}

/* Or the others show nothing. */
static void a_forger_who_alters_nothing_writes_the_real_file(void **state)
{
    struct forgery *f = *state;
    struct nj_blob was = {0}, is = {0};
    struct nj_err err = {{0}};
    char path[600];

    begin_forging(f);
    assert_int_equal(digest_again(f), 0);
    nj_tmp_dir_file(&dir, "forged.jsonl", path, sizeof(path));
    write_file(f, path);
    assert_int_equal(nj_blob_load(MATCH_FILE, &was, &err), NJ_OK);
    assert_int_equal(nj_blob_load(path, &is, &err), NJ_OK);
    assert_string_equal(is.text, was.text);
    nj_blob_fini(&was);
    nj_blob_fini(&is);
}

static void another_name_is_told(void **state)
{
    struct forgery *f = *state;

    begin_forging(f);
    (void)snprintf(f->r.head.seats[0].name, NJ_NAME_MAX, "Mallory");
    assert_int_equal(digest_again(f), 0);
    is_told_by_its_last_digest(f);
}

static void another_day_is_told(void **state)
{
    struct forgery *f = *state;

    begin_forging(f);
    for (uint32_t i = 0; i < f->r.n_inputs; i++)
        f->in[i].in.at_ms += 20000 * DAY_MS;
    assert_int_equal(digest_again(f), 0);
    is_told_by_its_last_digest(f);
}

static void a_move_marked_as_a_computers_is_told(void **state)
{
    struct forgery *f = *state;

    begin_forging(f);
    assert_int_equal(first_move(f)->in.by, NJ_BY_PERSON);
    first_move(f)->in.by = NJ_BY_COMPUTER;
    assert_int_equal(digest_again(f), 0);
    is_told_by_its_last_digest(f);
}

/* The course is cut and brought to an end by a host who never said so. */
static void an_inserted_abort_is_told(void **state)
{
    struct forgery *f = *state;

    begin_forging(f);
    f->r.n_inputs = 9;
    assert_int_equal(digest_again(f), 0);
    assert_int_equal(f->r.n_inputs, 10);
    is_told_by_its_last_digest(f);
}

static void another_table_is_told(void **state)
{
    struct forgery *f = *state;

    begin_forging(f);
    memcpy(f->r.head.code, "K7Q", 4);
    (void)digest_again(f);
    is_told_by_its_last_digest(f);
    begin_forging(f);
    f->r.head.match++;
    (void)digest_again(f);
    is_told_by_its_last_digest(f);
}

/* Who draws a secret of his own has another commitment. */
static void another_secret_is_told_by_its_commitment(void **state)
{
    struct forgery *f = *state;
    char path[600];

    begin_forging(f);
    f->r.head.secret.b[0] ^= 1;
    nj_commit(&f->r.head.secret, &f->r.head.commitment);
    (void)digest_again(f);
    is_told_by_its_last_digest(f);
    nj_tmp_dir_file(&dir, "forged.jsonl", path, sizeof(path));
    assert_int_equal(verify(path, "--commitment", &f->r.head.commitment),
                     NJ_EXIT_WELL);
    assert_int_equal(verify(path, "--commitment", &real.head.commitment),
                     NJ_EXIT_NOT_SO);
}

/* --- what steers a terminal --- */

#define STEERS                         \
 "\x1b]0;x\x07\x1b[2J\r\b\x7f\xc2\x9b" \
 "31m"

/* Runs with stdout and stderr in the file; its status. */
static int shown_in(const char *path, int (*run)(int, char **), int argc,
                    char **argv)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int was[2], status;

    assert_true(fd >= 0);
    (void)fflush(NULL);
    for (int i = 0; i < 2; i++) {
        was[i] = dup(i + 1);
        assert_true(was[i] >= 0);
        assert_int_equal(dup2(fd, i + 1), i + 1);
    }
    status = run(argc, argv);
    (void)fflush(NULL);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(dup2(was[i], i + 1), i + 1);
        (void)close(was[i]);
    }
    (void)close(fd);
    return status;
}

/* Controls of both sets: C1 is c2 80 to c2 9f in UTF-8. */
static void nothing_steers(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != 0; p++)
        if ((*p < ' ' && *p != '\n') || *p == 0x7f ||
            (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0))
            fail_msg("byte %02x in '%s'", *p, text);
}

/* `part`: stands in what is shown. */
static void shows_no_escape(const struct forgery *f, int status,
                            const char *part)
{
    int (*const runs[])(int, char **) = {nj_cmd_replay, nj_cmd_verify};
    char verb[] = "x", path[600], out[600];
    char *argv[] = {verb, path, NULL};

    nj_tmp_dir_file(&dir, "forged.jsonl", path, sizeof(path));
    nj_tmp_dir_file(&dir, "shown", out, sizeof(out));
    write_file(f, path);
    for (size_t i = 0; i < NJ_COUNT(runs); i++) {
        struct nj_blob blob = {0};
        struct nj_err err = {{0}};

        assert_int_equal(shown_in(out, runs[i], 2, argv), status);
        assert_int_equal(nj_blob_load(out, &blob, &err), NJ_OK);
        if (i == 0 && strstr(blob.text, part) == NULL)
            fail_msg("no '%s' in '%s'", part, blob.text);
        nothing_steers(blob.text);
        nj_blob_fini(&blob);
    }
}

static void escapes_in_the_head_are_refused(void **state)
{
    struct forgery *f = *state;
    struct nj_record_head *h = &f->r.head;

    begin_forging(f);
    (void)snprintf(h->seats[0].name, NJ_NAME_MAX, "%s", STEERS);
    (void)digest_again(f);
    shows_no_escape(f, NJ_EXIT_NOT_SO, "cannot be shown");
    begin_forging(f);
    (void)snprintf(h->seats[0].contribution, NJ_CONTRIBUTION_MAX, "%s", STEERS);
    (void)snprintf(h->joins[0], NJ_CONTRIBUTION_MAX, "%s", STEERS);
    (void)digest_again(f);
    shows_no_escape(f, NJ_EXIT_NOT_SO, "cannot be shown");
    begin_forging(f);
    (void)snprintf(h->joins[h->n_joins++], NJ_CONTRIBUTION_MAX, "%s", STEERS);
    (void)digest_again(f);
    shows_no_escape(f, NJ_EXIT_NOT_SO, "cannot be shown");
    begin_forging(f);
    (void)snprintf(h->program, NJ_PROGRAM_MAX, "%s", STEERS);
    shows_no_escape(f, NJ_EXIT_NOT_SO, "cannot be shown");
    begin_forging(f);
    (void)snprintf(h->code, NJ_CODE_MAX, "%s", "\x1b[J");
    (void)digest_again(f);
    shows_no_escape(f, NJ_EXIT_NOT_SO, "line 1");
}

/* What people and hosts have typed is said as it was, but for what steers. */
static void escapes_in_texts_are_not_shown(void **state)
{
    struct forgery *f = *state;
    struct nj_arg text[] = {nj_arg_text("text", "look" STEERS "here")};
    struct nj_record_input *in;

    begin_forging(f);
    f->r.n_inputs = 9;
    in = &f->in[f->r.n_inputs++];
    in->in = (struct nj_input){.at_ms = f->in[8].in.at_ms,
                               .kind = NJ_IN_OVERRIDE,
                               .seat = NJ_SEAT_NONE,
                               .by = NJ_BY_HOST,
                               .verb = "announce",
                               .args = {.v = text, .n = 1},
                               .reason = "why" STEERS "not"};
    assert_int_equal(digest_again(f), 0);
    shows_no_escape(f, NJ_EXIT_WELL, "look");
}

static int load(void **state)
{
    struct nj_err err = {{0}};
    struct nj_blob blob = {0};

    NJ_UNUSED(state);
    nj_random_init();
    nj_tmp_dir_make(&dir, NJ_BINARY_DIR);
    if (nj_env_load_games(&env, &err) != NJ_OK ||
        nj_blob_load(MATCH_FILE, &blob, &err) != NJ_OK ||
        nj_record_read(blob.text, blob.len, nj_game_find, &real, &err) != NJ_OK)
        fail_msg("%s", err.text);
    nj_blob_fini(&blob);
    return 0;
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_record_fini(&real);
    nj_env_fini(&env);
    nj_tmp_dir_remove(&dir);
    return 0;
}

static int new_forgery(void **state)
{
    *state = nj_alloc(sizeof(struct forgery));
    return 0;
}

static int drop_forgery(void **state)
{
    free(*state);
    return 0;
}

int main(void)
{
#define FORGED(f) cmocka_unit_test_setup_teardown(f, new_forgery, drop_forgery)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_real_file_has_what_was_told),
        FORGED(a_forger_who_alters_nothing_writes_the_real_file),
        FORGED(another_name_is_told),
        FORGED(another_day_is_told),
        FORGED(a_move_marked_as_a_computers_is_told),
        FORGED(an_inserted_abort_is_told),
        FORGED(another_table_is_told),
        FORGED(another_secret_is_told_by_its_commitment),
        FORGED(escapes_in_the_head_are_refused),
        FORGED(escapes_in_texts_are_not_shown),
    };

    return cmocka_run_group_tests_name("cli/forged", tests, load, done);
}
