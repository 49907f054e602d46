/*
 * The block pack of 漫漫长夜 (LN-3): what the data file says, checked.
 *
 * nj_ln_pack_load() reads the whole file, extension blocks included, and
 * refuses it with "line N: V3: ..." if a check of LN-3.5 fails. A loaded pack
 * never changes; the packs of an owner hang behind the first (match/data.h).
 *
 * Files: pack.c (lines, directives, checks of the whole), pack_block.c (one
 * block as text), pack_check.c (checks of one block).
 */
#ifndef NJ_GAMES_LONG_NIGHT_PACK_H
#define NJ_GAMES_LONG_NIGHT_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lines.h"
#include "base/random.h"
#include "base/status.h"
#include "games/long_night/board.h"
#include "match/data.h"

#define LN_BLOCKS_MAX 128
#define LN_THEMES_MAX 8
#define LN_THEME_MAX  16 /* bytes of a theme's name, with the NUL */
#define LN_ID_MAX     8  /* with the NUL */
#define LN_SIDE       3  /* cells of a block's side */
#define LN_BLOCK      (LN_SIDE * LN_SIDE)
#define LN_BUTTONS    10 /* index by digit; 0 is unused */
#define LN_SLOTS_MAX  16 /* blocks on a map: 9, or 16 of size 12 */

#define LN_CLASSIC_ORDINARY 12
#define LN_CLASSIC_EXIT     4
#define LN_POOL_BLOCKS      (LN_CLASSIC_ORDINARY + LN_CLASSIC_EXIT)

/* Doors that the buttons of a block may toggle, each counted for each. */
#define LN_BLOCK_LINKS 16

enum ln_block_kind {
    LN_ORDINARY,
    LN_EXIT,
    LN_SPECIAL
};

struct ln_block {
    char id[LN_ID_MAX];
    uint8_t kind;    /* enum ln_block_kind */
    bool extension;  /* holds terrain of option `ext` */
    bool rotate;     /* listed for the twist pool */
    bool rotate_ext; /* listed for it with extension terrain */
    uint8_t themes;  /* that list it, a bit for each of ln_pack.theme */
    uint8_t partner; /* the other block of an exit pair, or LN_NOWHERE */
    uint16_t sealed; /* cells listed as walled in, bit r*3+c */
    uint32_t line;   /* of its "block" line */
    uint8_t terrain[LN_BLOCK]; /* enum ln_terrain */
    uint8_t thing[LN_BLOCK];   /* enum ln_thing */
    uint8_t mark[LN_BLOCK];    /* a button's digit, the letter of a portal */
    uint8_t portal[LN_BLOCK];  /* partner's cell, or LN_NOWHERE */
    uint8_t edge[LN_BLOCK][LN_DIRS]; /* enum ln_edge; inside the block twice */
    /* Doors each button toggles: bit 4 * cell + direction, both cells of an
     * edge inside the block being set. */
    uint64_t doors[LN_BUTTONS];
};

struct ln_pack {
    struct nj_data_head head;
    struct nj_hash hash; /* of its text */
    uint16_t n;
    uint8_t classic[LN_POOL_BLOCKS]; /* 1..12, E1..E4 */
    uint8_t themes;                  /* LN-24.2 */
    char theme[LN_THEMES_MAX][LN_THEME_MAX];
    bool wide; /* holds what LN-32.1 adds: checked by LN-32.2 */
    struct ln_block block[LN_BLOCKS_MAX];
};

/* nj_game.data_load: *data is a struct ln_pack. */
NJ_MUST_USE enum nj_status nj_ln_pack_load(const char *text, size_t n,
                                           void **data, struct nj_err *err);

/* The bit of the theme of that name in ln_block.themes; 0: there is none. */
uint8_t nj_ln_pack_theme(const struct ln_pack *p, const char *name);
/* Index of the block with that id, compared without case; -1: none. */
int nj_ln_pack_find(const struct ln_pack *p, const char *id, size_t n);

/* --- private to pack*.c --- */

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

/* --- one block --- */

/* The neighbour inside the block, or LN_NOWHERE. */
uint8_t nj_ln_block_next(uint8_t cell, enum ln_dir dir);
/* Does the cell hold a button for the door on that side of cell `at`? A door
 * inside the block counts once, with the cell above it or to its left. */
bool nj_ln_block_toggles(const struct ln_block *b, uint8_t cell, uint8_t at,
                         enum ln_dir dir);
/* How many of its sides are walls. */
uint8_t nj_ln_block_walls(const struct ln_block *b, uint8_t cell);

/* pack_check.c: V3 to V10 of one block. */
/* `wide`: as LN-32.2 has them. */
NJ_MUST_USE enum nj_status nj_ln_block_check(const struct ln_block *b,
                                             bool wide, struct nj_err *err);
/* Has it a portal to itself, a pod below something, or a door on its ring? */
bool nj_ln_block_wide(const struct ln_block *b);

#endif
