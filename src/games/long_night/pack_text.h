/*
 * Private to the reader of block packs: pieces of lines and how to cut them.
 * pack_text.c reads the file, pack_block.c what is inside a block.
 */
#ifndef NJ_GAMES_LONG_NIGHT_PACK_TEXT_H
#define NJ_GAMES_LONG_NIGHT_PACK_TEXT_H

#include "games/long_night/pack.h"

/* A piece of the text; not terminated. */
struct ln_piece {
    const char *p;
    size_t n;
};

struct ln_pack_reader {
    const char *at, *end; /* what is left of the text */
    uint32_t line;        /* number of the line read last */
    struct ln_pack *pack;
    struct nj_err *err;
    uint32_t rotate_line; /* of the list, for errors; 0: none yet */
};

/* --- pack_text.c --- */

/* "line N: V1: what: 'at'". */
NJ_MUST_USE enum nj_status nj_ln_text_bad(const struct ln_pack_reader *r,
                                          const char *check, const char *what,
                                          struct ln_piece at);
bool nj_ln_text_is(struct ln_piece w, const char *word);
/* The next line without its end; false behind the last. */
bool nj_ln_text_line(struct ln_pack_reader *r, struct ln_piece *out);
/* Cuts the next word off the line; words are parted by one space. */
struct ln_piece nj_ln_text_word(struct ln_piece *line);
/* Reads blocks and directives into r->pack (V1's grammar). */
NJ_MUST_USE enum nj_status nj_ln_text_read(struct ln_pack_reader *r);

/* --- pack_block.c --- */

/* The rest of a block behind "block": id, kind, names, picture, properties up
 * to "end"; added to r->pack. */
NJ_MUST_USE enum nj_status nj_ln_text_block(struct ln_pack_reader *r,
                                            struct ln_piece rest);

#endif
