/*
 * Joins, seed and files of a match, between rows and values.
 */
#include "store/proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "match/seed.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"

/* --- joins and seed --- */

static void take_join(void *ctx, const char *words)
{
    struct nj_joins *j = ctx;

    j->over =
        j->over || j->n == NJ_JOINS_MAX || strlen(words) >= sizeof(j->words[0]);
    if (j->over)
        return;
    memcpy(j->words[j->n], words, strlen(words) + 1);
    j->list[j->n] = j->words[j->n];
    j->n++;
}

enum nj_status nj_proof_joins(struct nj_store *s, int64_t match,
                              struct nj_joins *out, struct nj_err *err)
{
    NJ_ASSERT(out->n == 0);
    nj_join_each(s, match, take_join, out);
    if (out->over)
        return nj_fail(err, NJ_ERR_CORRUPT, "too many joins, or too long ones");
    return nj_store_status(s, err);
}

void nj_proof_seed(const struct nj_match_row *row,
                   const struct nj_proof_table *table,
                   const struct nj_joins *joins, struct nj_hash *seed)
{
    const struct nj_seed_parts parts = {.match = row->id,
                                        .code = row->code,
                                        .game = table->game,
                                        .options = table->options,
                                        .n_seats = table->n_seats,
                                        .computers = table->computers,
                                        .joins = joins->list,
                                        .n_joins = joins->n};

    NJ_ASSERT(!joins->over);
    nj_seed(&row->secret, &parts, seed);
}

/* --- files --- */

void nj_proof_keep(struct nj_store *s, int64_t match,
                   const struct nj_loaded_game *game,
                   const struct nj_options *options)
{
    struct nj_data_set set;
    uint8_t place = 0;

    NJ_ASSERT(match > 0);
    if (!nj_data_choose(game->game, options, game->files, game->n_files, &set))
        return; /* a game without its files, as in tests */
    for (uint32_t i = 0; i < set.n; i++) {
        const struct nj_data_file *f = set.file[i];
        const struct nj_file_row row = {.match = match,
                                        .place = place,
                                        .name = f->name,
                                        .text = f->text,
                                        .hash = f->hash};

        if (f->own)
            continue;
        nj_file_put(s, &row);
        place++;
    }
}

struct taking {
    struct nj_arena *arena;
    struct nj_data_file *files;
    uint32_t n;
    enum nj_status st; /* how the first row that is wrong is */
    struct nj_err *err;
};

static enum nj_status add_file(struct taking *t, const struct nj_file_row *row,
                               struct nj_err *err)
{
    struct nj_data_file *f = &t->files[t->n];
    struct nj_hash hash;

    if (t->n == NJ_DATA_USED_MAX)
        return nj_fail(err, NJ_ERR_CORRUPT, "match %lld has too many files",
                       (long long)row->match);
    nj_hash_bytes(row->text, strlen(row->text), &hash);
    if (!nj_hash_equal(&hash, &row->hash))
        return nj_fail(err, NJ_ERR_CORRUPT,
                       "match %lld: its file '%s' was altered",
                       (long long)row->match, row->name);
    f->name = nj_arena_copy(t->arena, row->name, strlen(row->name));
    f->text = nj_arena_copy(t->arena, row->text, strlen(row->text));
    f->len = strlen(f->text);
    f->hash = hash;
    f->own = false;
    t->n++;
    return NJ_OK;
}

static void take_file(void *ctx, const struct nj_file_row *row)
{
    struct taking *t = ctx;

    if (t->st == NJ_OK)
        t->st = add_file(t, row, t->err);
}

enum nj_status nj_proof_files(struct nj_store *s, int64_t match,
                              struct nj_arena *arena,
                              struct nj_data_file files[NJ_DATA_USED_MAX],
                              uint32_t *n, struct nj_err *err)
{
    struct taking t = {.arena = arena, .files = files, .err = err};
    enum nj_status st;

    nj_file_each(s, match, take_file, &t);
    NJ_ASSERT(t.n <= NJ_DATA_USED_MAX);
    st = t.st != NJ_OK ? t.st : nj_store_status(s, err);
    if (st == NJ_OK)
        *n = t.n;
    return st;
}

/* --- a game with the data of one match --- */

static enum nj_status other(const struct nj_match_row *row, struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_NOT_FOUND,
                   "match %lld was played with other rules or data of '%s'",
                   (long long)row->id, row->game);
}

/* Reads what was chosen, if it is what the match was played with. */
static enum nj_status make_data(const struct nj_match_row *row,
                                const struct nj_data_set *set,
                                struct nj_proof_game *p, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(p->data == NULL);
    nj_data_set_hash(set, &p->loaded.data_hash);
    if (!nj_hash_equal(&p->loaded.data_hash, &row->data_hash))
        return other(row, err);
    st = nj_data_make(p->loaded.game, set, &p->data, err);
    if (st != NJ_OK)
        return st;
    NJ_ASSERT(set->n <= NJ_DATA_USED_MAX && p->data != NULL);
    for (uint32_t i = 0; i < set->n; i++)
        p->files[i] = *set->file[i];
    p->loaded.data = p->data;
    p->loaded.files = p->files;
    p->loaded.n_files = set->n;
    return NJ_OK;
}

/* What was kept counts before what is here now. */
static enum nj_status load_kept(struct nj_store *s,
                                const struct nj_match_row *row,
                                const struct nj_options *options,
                                struct nj_proof_game *p, struct nj_err *err)
{
    const struct nj_loaded_game *now = &p->loaded;
    struct nj_data_file *all =
        nj_alloc((NJ_DATA_USED_MAX + now->n_files) * sizeof(*all));
    struct nj_data_set set;
    uint32_t n = 0;
    enum nj_status st = nj_proof_files(s, row->id, &p->arena, all, &n, err);

    if (st == NJ_OK) {
        NJ_ASSERT(n <= NJ_DATA_USED_MAX);
        for (uint32_t i = 0; i < now->n_files; i++)
            all[n++] = now->files[i];
        st = nj_data_choose(now->game, options, all, n, &set)
                 ? make_data(row, &set, p, err)
                 : other(row, err);
    }
    free(all);
    return st;
}

enum nj_status nj_proof_open(struct nj_store *s, const struct nj_match_row *row,
                             const struct nj_loaded_game *now,
                             struct nj_proof_game *out, struct nj_err *err)
{
    struct nj_options options;
    struct nj_hash here;
    enum nj_status st;

    *out = (struct nj_proof_game){.loaded = *now, .arena = NJ_ARENA_INIT(4096)};
    if (row->rules_version != now->game->rules_version)
        return other(row, err);
    st = nj_columns_options_unpack(now->game, row->options, &options, err);
    if (st != NJ_OK)
        return st;
    nj_archive_data_hash(now, &options, &here);
    if (nj_hash_equal(&here, &row->data_hash))
        return NJ_OK;
    st = load_kept(s, row, &options, out, err);
    if (st != NJ_OK)
        nj_proof_close(out);
    return st;
}

void nj_proof_close(struct nj_proof_game *p)
{
    nj_data_drop(p->data);
    nj_arena_fini(&p->arena);
    p->data = NULL;
}
