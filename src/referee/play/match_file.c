/*
 * The match file of a match, written from its rows.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/version.h"
#include "match/export.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"

struct writing {
    struct nj_record_writer w;
    struct nj_record_head head;
    struct nj_arena arena; /* of the input in hand */
    struct nj_arena files;
    struct nj_str text;
    enum nj_status (*put)(void *ctx, const char *text, size_t n,
                          struct nj_err *err);
    void *ctx;
    enum nj_status st; /* of the first row that failed */
    struct nj_err *err;
};

static enum nj_status hand_on(struct writing *w, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(!w->text.over); /* a row is far smaller than NJ_FILE_MAX */
    st = w->put(w->ctx, w->text.p, w->text.len, err);
    nj_str_clear(&w->text);
    NJ_ASSERT(w->text.len == 0);
    return st;
}

static enum nj_status write_input(struct writing *w,
                                  const struct nj_input_row *row,
                                  struct nj_err *err)
{
    struct nj_record_input in = {.digest = row->digest};
    enum nj_status st;

    NJ_ASSERT(w->st == NJ_OK && w->text.len == 0);
    nj_arena_reset(&w->arena);
    st = nj_columns_input(row, &w->arena, &in.in, err);
    if (st != NJ_OK)
        return st;
    nj_record_put(&w->w, &w->head, &in, &w->text);
    return hand_on(w, err);
}

static void take_input(void *ctx, const struct nj_input_row *row)
{
    struct writing *w = ctx;

    if (w->st == NJ_OK)
        w->st = write_input(w, row, w->err);
}

static void set_head(const struct nj_match_row *row,
                     const struct nj_seat_list *seats,
                     struct nj_record_head *head)
{
    head->match = row->id;
    nj_str_copy(head->code, sizeof(head->code), row->code);
    nj_str_copy(head->game, sizeof(head->game), row->game);
    nj_str_copy(head->edition, sizeof(head->edition), row->edition);
    head->rules_version = row->rules_version;
    nj_str_copy(head->program, sizeof(head->program), nj_program());
    head->data_hash = row->data_hash;
    head->rng = (enum nj_rng_kind)row->rng;
    head->commitment = row->commitment;
    head->revealed = row->state == NJ_MATCH_OVER;
    if (head->revealed) {
        head->secret = row->secret;
        head->seed = row->seed;
    }
    head->n_seats = seats->n;
    for (uint8_t i = 0; i < seats->n; i++) {
        const struct nj_seat_row *from = &seats->row[i];
        struct nj_record_seat *to = &head->seats[i];

        to->seat = from->seat;
        to->join = i;
        to->computer = from->user[0] == '\0';
        nj_str_copy(to->name, sizeof(to->name), from->name);
        nj_str_copy(to->contribution, sizeof(to->contribution),
                    from->contribution);
    }
    NJ_ASSERT(head->revealed == (row->state == NJ_MATCH_OVER));
}

static enum nj_status set_proof(struct nj_store *s, int64_t match,
                                struct writing *w, struct nj_err *err)
{
    struct nj_joins *joins = nj_alloc(sizeof(*joins));
    enum nj_status st = nj_proof_joins(s, match, joins, err);

    NJ_ASSERT(w->head.n_joins == 0 && w->head.n_files == 0);
    if (st == NJ_OK) {
        memcpy(w->head.joins, joins->words, sizeof(w->head.joins));
        w->head.n_joins = joins->n;
        st = nj_proof_files(s, match, &w->files, w->head.files,
                            &w->head.n_files, err);
    }
    free(joins);
    return st;
}

static enum nj_status write_all(struct nj_store *s,
                                const struct nj_match_row *row,
                                const struct nj_loaded_game *game,
                                struct writing *w, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(w->st == NJ_OK && w->text.len == 0);
    nj_record_begin(&w->w, game->game, &w->head, &w->text);
    st = hand_on(w, err);
    if (st != NJ_OK)
        return st;
    nj_input_each(s, row->id, take_input, w);
    st = w->st != NJ_OK ? w->st : nj_store_status(s, err);
    if (st != NJ_OK)
        return st;
    nj_record_end(&w->w, row->state == NJ_MATCH_OVER, &w->text);
    return hand_on(w, err);
}

enum nj_status nj_match_file_write(
    struct nj_store *s, const struct nj_match_row *row,
    const struct nj_loaded_game *game,
    enum nj_status (*put)(void *ctx, const char *text, size_t n,
                          struct nj_err *err),
    void *ctx, struct nj_err *err)
{
    struct nj_seat_list *seats = nj_alloc(sizeof(*seats));
    struct writing *w = nj_alloc(sizeof(*w));
    enum nj_status st;

    w->arena = (struct nj_arena)NJ_ARENA_INIT(1024);
    w->files = (struct nj_arena)NJ_ARENA_INIT(4096);
    w->text = (struct nj_str)NJ_STR_INIT(NJ_FILE_MAX);
    w->put = put;
    w->ctx = ctx;
    w->err = err;
    if (row->seq == 0)
        st = nj_fail(err, NJ_ERR_NOT_FOUND, "it has not started");
    else
        st = nj_columns_options_unpack(game->game, row->options,
                                       &w->head.options, err);
    if (st == NJ_OK)
        st = nj_archive_seats(s, row->id, seats, err);
    if (st == NJ_OK)
        st = set_proof(s, row->id, w, err);
    if (st == NJ_OK) {
        set_head(row, seats, &w->head);
        st = write_all(s, row, game, w, err);
    }
    NJ_ASSERT(st != NJ_OK || w->st == NJ_OK); /* whole, or not at all */
    if (st != NJ_OK)
        st = nj_fail_in(err, st, "match %lld", (long long)row->id);
    nj_arena_fini(&w->arena);
    nj_arena_fini(&w->files);
    nj_str_fini(&w->text);
    nj_wipe(&w->head, sizeof(w->head));
    free(w);
    free(seats);
    return st;
}
