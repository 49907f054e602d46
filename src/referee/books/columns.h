/*
 * Columns of rows that hold more than one value, as JSON: what the store keeps
 * as a text and the match as values.
 */
#ifndef NJ_REFEREE_BOOKS_COLUMNS_H
#define NJ_REFEREE_BOOKS_COLUMNS_H

#include "base/status.h"

struct nj_arena;
struct nj_args;
struct nj_game;
struct nj_input;
struct nj_input_row;
struct nj_options;
struct nj_out_row;
struct nj_store;
struct nj_str;
struct nj_timer;

/* Options as the JSON object of the row ({"event": "rain", ...}) and back:
 * unknown keys or values are errors, missing keys are defaults. */
void nj_columns_options_pack(const struct nj_game *g,
                             const struct nj_options *o, struct nj_str *out);
NJ_MUST_USE enum nj_status nj_columns_options_unpack(const struct nj_game *g,
                                                     const char *json,
                                                     struct nj_options *o,
                                                     struct nj_err *err);

/* Write NJ_TIMERS_MAX timers as the row's JSON array, and read them. */
void nj_columns_timers_pack(const struct nj_timer *timers, struct nj_str *out);
NJ_MUST_USE enum nj_status nj_columns_timers_unpack(const char *json,
                                                    struct nj_timer *timers,
                                                    struct nj_err *err);

/* The arguments of a message out of its row, by the arena. Damaged ones fail
 * the store, and there are none. */
void nj_columns_args(struct nj_store *s, const struct nj_out_row *row,
                     struct nj_arena *arena, struct nj_args *out);

/* An input out of its row. Lends its texts from the row, its arguments from
 * the arena. */
NJ_MUST_USE enum nj_status nj_columns_input(const struct nj_input_row *row,
                                            struct nj_arena *arena,
                                            struct nj_input *in,
                                            struct nj_err *err);

#endif
