/*
 * Private to the reader of block packs: pack.c reads the file, pack_block.c
 * what is inside a block.
 */
#ifndef NJ_GAMES_LONG_NIGHT_PACK_TEXT_H
#define NJ_GAMES_LONG_NIGHT_PACK_TEXT_H

#include "base/lines.h"
#include "games/long_night/pack.h"

struct ln_pack_reader {
    struct nj_lines lines;
    struct ln_pack *pack;
    struct nj_err *err;
    uint32_t rotate_line; /* of the list, for errors; 0: none yet */
};

/* "line N: V1: what: 'at'". */
NJ_MUST_USE enum nj_status nj_ln_text_bad(const struct ln_pack_reader *r,
                                          const char *what, struct nj_piece at);
/* The rest of a block behind "block": id, kind, names, picture, properties up
 * to "end"; added to r->pack. */
NJ_MUST_USE enum nj_status nj_ln_text_block(struct ln_pack_reader *r,
                                            struct nj_piece rest);

#endif
