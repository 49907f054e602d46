/*
 * Between rows and matches: a stored match is woken by folding its inputs,
 * and written out as a match file. Used by the referee and by the tools that
 * read its database.
 *
 * What a match began with must stay in its rows, or it cannot be folded again:
 * the name and the contribution of a seat row are those of the start, and a
 * seat row without a user is that of a computer player from the start. A
 * substitute that came later is an input.
 */
#ifndef NJ_REFEREE_ARCHIVE_H
#define NJ_REFEREE_ARCHIVE_H

#include "match/export.h"
#include "match/match.h"
#include "store/store.h"

/* A game with its data file loaded; owned by whoever loaded it. */
struct nj_loaded_game {
    const struct nj_game *game;
    const void *data;         /* NULL for games without */
    struct nj_hash data_hash; /* zero for games without */
};

/* Options as the JSON object of the row ({"event": "rain", ...}) and back:
 * unknown keys or values are errors, missing keys are defaults. */
void nj_archive_options_pack(const struct nj_game *g,
                             const struct nj_options *o, struct nj_str *out);
NJ_MUST_USE enum nj_status nj_archive_options_unpack(const struct nj_game *g,
                                                     const char *json,
                                                     struct nj_options *o,
                                                     struct nj_err *err);

/* NJ_TIMERS_MAX timers as the JSON array of the row and back. */
void nj_archive_timers_pack(const struct nj_timer *timers, struct nj_str *out);
NJ_MUST_USE enum nj_status nj_archive_timers_unpack(const char *json,
                                                    struct nj_timer *timers,
                                                    struct nj_err *err);

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

/*
 * Writes the match file of a match in any state that has started; the secret
 * and the seed only if it is over. `put` takes pieces of the file in order.
 */
NJ_MUST_USE enum nj_status nj_archive_write(
    struct nj_store *s, const struct nj_match_row *row,
    const struct nj_loaded_game *game,
    enum nj_status (*put)(void *ctx, const char *text, size_t n,
                          struct nj_err *err),
    void *ctx, struct nj_err *err);

#endif
