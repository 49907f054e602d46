/*
 * The match file of a stored match; what stands in it is in match/export.h.
 */
#ifndef NJ_REFEREE_PLAY_MATCH_FILE_H
#define NJ_REFEREE_PLAY_MATCH_FILE_H

#include <stddef.h>

#include "base/status.h"
#include "referee/play/archive.h"

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

#endif
