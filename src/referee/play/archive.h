/*
 * Between rows and matches: a stored match is woken by folding its inputs.
 * Used by the referee and by the tools that read its database.
 *
 * What a match began with must stay in its rows, or it cannot be folded again:
 * the name and the contribution of a seat row are those of the start, and a
 * seat row without a user is that of a computer player from the start. A
 * substitute that came later is an input.
 */
#ifndef NJ_REFEREE_PLAY_ARCHIVE_H
#define NJ_REFEREE_PLAY_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/status.h"
#include "match/data.h"
#include "match/match.h"
#include "store/records.h"
#include "store/store.h"

/* A game has its data file loaded; who loaded it owns it. */
struct nj_loaded_game {
    const struct nj_game *game;
    const void *data;         /* NULL for games without */
    struct nj_hash data_hash; /* of what a match is played with that names no
                               * further file; zero for games without */
    const struct nj_data_file *files; /* all that was read, its own first */
    uint32_t n_files;
};

/* The hash of what a match with these options is played with; zero if a file
 * is not there (any more). */
void nj_archive_data_hash(const struct nj_loaded_game *game,
                          const struct nj_options *options,
                          struct nj_hash *out);

/*
 * A match as it stood before its start, from the row and the seat rows (in
 * order of joining; `left` ones that left in the lobby are not stored). The
 * row's seed, rng and commitment must be set.
 */
NJ_MUST_USE enum nj_status nj_archive_create(const struct nj_match_row *row,
                                             const struct nj_seat_row *seats,
                                             uint8_t n,
                                             const struct nj_loaded_game *game,
                                             struct nj_match **out,
                                             struct nj_err *err);

/*
 * Wakes a match: creates it and folds all stored inputs, comparing every
 * digest, then gives it the row's timers. NJ_ERR_MISMATCH: rules version, data
 * or a digest differ, or an assertion fails in the match (err says at which
 * input); the match must be frozen. The
 * input source for undo is set to the store (`s` must outlive the match).
 * The caller destroys the match.
 */
NJ_MUST_USE enum nj_status nj_archive_wake(struct nj_store *s,
                                           const struct nj_match_row *row,
                                           const struct nj_loaded_game *game,
                                           struct nj_match **out,
                                           struct nj_err *err);

/* Lets a match just created undo by reading inputs from the store, which must
 * outlive it. Accepted inputs have to be in the store before the next one is
 * applied. */
void nj_archive_set_source(struct nj_match *m, struct nj_store *s,
                           int64_t match);

/* Lists who sat there at the start, in order of joining. */
struct nj_seat_list {
    struct nj_seat_row row[NJ_SEATS_MAX];
    uint8_t n;
    bool over; /* more than there can be */
};

/* Adds to *out, which is empty. */
NJ_MUST_USE enum nj_status nj_archive_seats(struct nj_store *s, int64_t match,
                                            struct nj_seat_list *out,
                                            struct nj_err *err);

/*
 * --- match_file ---
 *
 * The match file of a stored match; what stands in it is in match/export.h.
 */

/*
 * Writes the match file of a match in any state that has started; the secret
 * and the seed only if it is over. `put` takes pieces of the file in order.
 */
NJ_MUST_USE enum nj_status nj_match_file_write(
    struct nj_store *s, const struct nj_match_row *row,
    const struct nj_loaded_game *game,
    enum nj_status (*put)(void *ctx, const char *text, size_t n,
                          struct nj_err *err),
    void *ctx, struct nj_err *err);

/*
 * --- proof ---
 *
 * What a match is proved with: the words of all who joined, the seed that
 * follows, and the files that it was played with, as its rows have them.
 */

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

/*
 * --- rating ---
 *
 * How good somebody is at a game: a belief, mean mu and deviation sigma, that
 * each match moves.
 *
 * The rule is the Bayesian approximation of R. C. Weng and C.-J. Lin, "A
 * Bayesian Approximation Method for Online Ranking", Journal of Machine
 * Learning Research 12 (2011), pages 267-300, Algorithm 4 (the Plackett-Luce
 * model), with a person for a team.
 */

/* They count in millionths: what is stored is what is computed with. */
struct nj_rating {
    int64_t mu, sigma;
};

/* Who has not played yet has 25 and 25/3. */
struct nj_rating nj_rating_first(void);

/* After a match of n people (2..NJ_SEATS_MAX) with these ranks: 1 is best,
 * equal ones are a tie, gaps mean nothing. The same numbers on every
 * platform: nothing but IEEE 754's +, -, *, / and square root is used. */
void nj_rating_update(struct nj_rating *ratings, const uint8_t *ranks,
                      uint32_t n);

#define NJ_RATING_FIRST 1500 /* of who has not played: nobody begins below 0 */

/* What people are shown and ranked by: mu - 3 sigma in hundredths, upwards of
 * what everybody begins with. He plays at least so well, as far as we know. */
int64_t nj_rating_shown(struct nj_rating r);

/*
 * The rows of one match that counts: gives those of people their rating, from
 * the latest one before, if two or more people played and no two of them are
 * one account. Sets mu and sigma, 0 where there is nothing to rate.
 */
void nj_rating_rows(struct nj_store *s, struct nj_result_row *rows, uint32_t n);

/* Rates all matches again and compares: NJ_ERR_CORRUPT names the first that
 * differs. For `check`. */
NJ_MUST_USE enum nj_status nj_rating_check(struct nj_store *s,
                                           struct nj_err *err);

#endif
