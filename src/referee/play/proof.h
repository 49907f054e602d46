/*
 * What a match is proved with: the words of all who joined, the seed that
 * follows, and the files that it was played with, as its rows have them.
 */
#ifndef NJ_REFEREE_PLAY_PROOF_H
#define NJ_REFEREE_PLAY_PROOF_H

#include "base/arena.h"
#include "match/data.h"
#include "referee/play/archive.h"

/* Lists by which words people joined, in order; who left again counts. */
struct nj_joins {
    char words[NJ_JOINS_MAX][NJ_CONTRIBUTION_MAX + 1];
    const char *list[NJ_JOINS_MAX];
    uint32_t n;
    bool over; /* more, or longer ones, than there can be */
};

/* Fills *out, which is zeroed. */
NJ_MUST_USE enum nj_status nj_proof_joins(struct nj_store *s, int64_t match,
                                          struct nj_joins *out,
                                          struct nj_err *err);

/* Lists who sits there at the start. */
struct nj_proof_table {
    const struct nj_game *game;
    const struct nj_options *options;
    uint8_t n_seats;
    nj_seat_set computers; /* by order of joining */
};

/* Computes the seed of the match, from the secret in its row. */
void nj_proof_seed(const struct nj_match_row *row,
                   const struct nj_proof_table *table,
                   const struct nj_joins *joins, struct nj_hash *seed);

/* Keeps, at the start, what it is played with and not everybody has. */
void nj_proof_keep(struct nj_store *s, int64_t match,
                   const struct nj_loaded_game *game,
                   const struct nj_options *options);

/* Reads the files that were kept, owned by `arena`, and counts them in *n. */
NJ_MUST_USE enum nj_status nj_proof_files(
    struct nj_store *s, int64_t match, struct nj_arena *arena,
    struct nj_data_file files[NJ_DATA_USED_MAX], uint32_t *n,
    struct nj_err *err);

/* This is a game with the data of one stored match. */
struct nj_proof_game {
    struct nj_loaded_game loaded;
    struct nj_arena arena;
    struct nj_data_file files[NJ_DATA_USED_MAX];
    void *data; /* owned; NULL: lent by the program */
};
/*
 * `now` is the game as this program has it. NJ_ERR_NOT_FOUND: the match was
 * played by other rules, or with data that are neither here nor kept. The
 * caller closes what was opened, and only that.
 */
NJ_MUST_USE enum nj_status nj_proof_open(struct nj_store *s,
                                         const struct nj_match_row *row,
                                         const struct nj_loaded_game *now,
                                         struct nj_proof_game *out,
                                         struct nj_err *err);
void nj_proof_close(struct nj_proof_game *p);

#endif
