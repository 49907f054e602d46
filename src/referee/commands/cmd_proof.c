/*
 * #导出, #验证: what a match that is over has shown, and whether it is true. A
 * match may be asked for where it was played, and in private by who played it
 * to its end or hosted it.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/archive.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

#define HEAVY_MS 3000 /* a match is played again at most so often a person */

/* --- which match --- */

/* Is it open, and his to know of? */
static bool is_open_here(const struct nj_request *a, const char *code)
{
    const struct nj_entry *e = nj_books_code(a->r, code);

    return e != NULL && (nj_homes_has(e, a->where) || nj_books_has(a->who, e));
}

bool nj_record_meant(struct nj_request *a, struct nj_match_row *row)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "code");
    const char *code = word != NULL ? word->text : a->code;

    a->e = NULL;
    if (code[0] != '\0' && is_open_here(a, code))
        return nj_deny(a, "shell.record_open",
                       NJ_ARGS(nj_arg_id("code", code)));
    if (nj_record_find(a->r->store, a->where->address, code, row))
        return true;
    if (code[0] != '\0')
        nj_reply(a, "shell.no_such_record", NJ_ARGS(nj_arg_text("code", code)));
    else
        nj_reply(a, "shell.no_record_yet", NJ_NO_ARGS);
    return false;
}

bool nj_record_pace(struct nj_request *a)
{
    if (!nj_books_lately(a->r, &a->who->told.heavy_ms, HEAVY_MS))
        return true;
    a->e = NULL;
    return nj_deny(a, "shell.slowly", NJ_NO_ARGS);
}

/* --- #导出 --- */

struct standings {
    struct nj_arena *arena;
    const char *list[NJ_SEATS_MAX];
    uint32_t n;
};

static void add_standing(void *ctx, const struct nj_result_row *row)
{
    struct standings *s = ctx;
    struct nj_str text = NJ_STR_INIT(200);

    if (s->n == NJ_SEATS_MAX)
        return; /* a damaged file, which #verify is asked about */
    nj_str_addf(&text, "%u. %s %d", row->rank, row->name, (int)row->score);
    s->list[s->n++] = nj_arena_copy(s->arena, text.p, text.len);
    nj_str_fini(&text);
}

void nj_do_export(struct nj_request *a)
{
    struct standings s = {.arena = &a->r->arena};
    char commitment[NJ_HEX_BYTES], secret[NJ_HEX_BYTES], seed[NJ_HEX_BYTES],
        digest[NJ_HEX_BYTES];
    struct nj_match_row row = {.id = 0};

    if (!nj_record_meant(a, &row))
        return;
    NJ_ASSERT(row.state == NJ_MATCH_OVER);
    nj_result_each(a->r->store, row.id, add_standing, &s);
    nj_hash_hex(&row.commitment, commitment);
    nj_hash_hex(&row.secret, secret);
    nj_hash_hex(&row.seed, seed);
    nj_hash_hex(&row.digest, digest);
    nj_reply(a, "shell.export",
             NJ_ARGS(nj_arg_id("code", row.code), nj_arg_word("game", row.game),
                     nj_arg_int("match", row.id), nj_arg_int("inputs", row.seq),
                     nj_arg_texts("standings", s.list, s.n),
                     nj_arg_id("commitment", commitment),
                     nj_arg_id("secret", secret), nj_arg_id("seed", seed),
                     nj_arg_id("digest", digest)));
    if (!nj_files_wanted(a->r, a->where))
        nj_reply(a, "shell.export_owner", NJ_ARGS(nj_arg_int("match", row.id)));
    else if (nj_record_pace(a) && nj_match_files_send(a->r, &row, &a->where, 1))
        nj_reply(a, "shell.files_follow", NJ_NO_ARGS);
}

/* --- #验证 --- */

/* Lists who sat there when it began, for the draw. */
static enum nj_status count_seats(struct nj_store *s, int64_t match,
                                  struct nj_proof_table *t, struct nj_err *err)
{
    struct nj_seat_list *seats = nj_alloc(sizeof(*seats));
    enum nj_status st = nj_archive_seats(s, match, seats, err);

    NJ_ASSERT(t->n_seats == 0 && t->computers == 0);
    t->n_seats = seats->n;
    for (uint8_t i = 0; i < seats->n; i++)
        if (seats->row[i].user[0] == '\0') /* a computer's from the start */
            t->computers |= nj_bit(i);
    free(seats);
    return st;
}

/* The secret is what was committed to, the seed what follows from it, from the
 * table and from the words of those who joined. */
static enum nj_status check_draw(struct nj_store *s,
                                 const struct nj_match_row *row,
                                 const struct nj_game *game, struct nj_err *err)
{
    struct nj_options options;
    struct nj_proof_table table = {.game = game, .options = &options};
    struct nj_joins joins = {.n = 0};
    struct nj_hash hash;
    enum nj_status st =
        nj_columns_options_unpack(game, row->options, &options, err);

    NJ_ASSERT(strcmp(row->game, game->id) == 0);
    if (st == NJ_OK)
        st = count_seats(s, row->id, &table, err);
    if (st == NJ_OK)
        st = nj_proof_joins(s, row->id, &joins, err);
    if (st != NJ_OK || row->rng != NJ_RNG_CHACHA20)
        return st;
    nj_commit(&row->secret, &hash);
    if (!nj_hash_equal(&hash, &row->commitment))
        return nj_fail(err, NJ_ERR_MISMATCH, "the secret is another one");
    nj_proof_seed(row, &table, &joins, &hash);
    if (!nj_hash_equal(&hash, &row->seed))
        return nj_fail(err, NJ_ERR_MISMATCH, "the seed is another one");
    return NJ_OK;
}

static enum nj_status check_course(struct nj_store *s,
                                   const struct nj_match_row *row,
                                   const struct nj_loaded_game *game,
                                   struct nj_err *err)
{
    struct nj_match *m = NULL;
    enum nj_status st = nj_archive_wake(s, row, game, &m, err);

    NJ_ASSERT(row->state == NJ_MATCH_OVER);
    if (st != NJ_OK)
        return st;
    if (!nj_match_over(m) || !nj_hash_equal(nj_match_digest(m), &row->digest))
        st = nj_fail(err, NJ_ERR_MISMATCH, "it ends otherwise");
    nj_match_destroy(m);
    return st;
}

/* NJ_ERR_NOT_FOUND means other rules or data: no word against it. */
static enum nj_status check_all(struct nj_referee *r,
                                const struct nj_match_row *row,
                                struct nj_err *err)
{
    const struct nj_loaded_game *now = nj_books_game(r, row->game);
    struct nj_proof_game game;
    enum nj_status st;

    if (now == NULL)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "no game '%s'", row->game);
    st = nj_proof_open(r->store, row, now, &game, err);
    if (st != NJ_OK)
        return st;
    NJ_ASSERT(game.loaded.game == now->game); /* with other data at most */
    st = check_draw(r->store, row, now->game, err);
    if (st == NJ_OK)
        st = check_course(r->store, row, &game.loaded, err);
    nj_proof_close(&game);
    return st;
}

static void tell_verdict(struct nj_request *a, const struct nj_match_row *row,
                         enum nj_status st, const struct nj_err *err)
{
    const char *key = "shell.verify_true";

    NJ_ASSERT(st == NJ_OK || st == NJ_ERR_MISMATCH);
    if (st == NJ_ERR_MISMATCH) {
        nj_log(
            NJ_LOG_ERROR, "match", "untrue",
            NJ_FIELDS(nj_f_i64("match", row->id), nj_f_text("why", err->text)));
        key = "shell.verify_wrong";
    } else if (a->r->setup.test || row->rng != NJ_RNG_CHACHA20) {
        key = "shell.verify_test";
    }
    nj_reply(
        a, key,
        NJ_ARGS(nj_arg_id("code", row->code), nj_arg_int("inputs", row->seq)));
}

void nj_do_verify(struct nj_request *a)
{
    struct nj_match_row row = {.id = 0};
    struct nj_err err = {{0}};
    enum nj_status st;

    if (!nj_record_meant(a, &row) || !nj_record_pace(a))
        return;
    st = check_all(a->r, &row, &err);
    if (st == NJ_ERR_NOT_FOUND)
        nj_reply(a, "shell.verify_version",
                 NJ_ARGS(nj_arg_id("code", row.code)));
    else if (st == NJ_ERR_MISMATCH || nj_store_ok(a->r->store, st, &err))
        tell_verdict(a, &row, st, &err);
}
