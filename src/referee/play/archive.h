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

#include "match/data.h"
#include "match/match.h"
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

#endif
