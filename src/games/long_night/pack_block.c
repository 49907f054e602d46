/*
 * One block of a pack as text (LN-3.1): its head, picture and properties.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/pack.h"

#define PICTURE (2 * LN_SIDE + 1) /* lines, and characters of each */

/* "12": row and column. */
static bool cell_of(struct nj_piece w, uint8_t *cell)
{
    if (w.n != 2 || !nj_piece_only(w, "012"))
        return false;
    *cell = (uint8_t)((w.p[0] - '0') * LN_SIDE + w.p[1] - '0');
    NJ_ASSERT(*cell < LN_BLOCK);
    return true;
}

/* --- the picture --- */

/* What a cell's character stands for; portals are paired later. */
static bool read_cell(struct ln_block *b, int cell, char c)
{
    const struct ln_sign *sign = nj_ln_sign(c);

    NJ_ASSERT(b->mark[cell] == 0);
    if ((c >= 'A' && c <= 'D') || (c >= 'a' && c <= 'd')) {
        b->terrain[cell] = c <= 'D' ? LN_PORTAL : LN_EXIT_END;
        b->mark[cell] = (uint8_t)c;
        return true;
    }
    if (c == LN_LOOP) {
        b->terrain[cell] = LN_PORTAL;
        b->mark[cell] = (uint8_t)c;
        b->portal[cell] = (uint8_t)cell;
        return true;
    }
    if (c >= '1' && c <= '9') {
        b->thing[cell] = LN_BUTTON;
        b->mark[cell] = (uint8_t)(c - '0');
        return true;
    }
    if (sign == NULL || !sign->pack)
        return false;
    b->terrain[cell] = sign->terrain;
    b->thing[cell] = sign->thing;
    return true;
}

/* The edge on that side, up or left, of the cell at (row, col), which may be
 * one behind the last: then it is the other side of that. */
static bool read_edge(struct ln_block *b, int row, int col, enum ln_dir side,
                      char c)
{
    const char *chars = side == LN_UP ? ":-DO" : ":|DO"; /* enum ln_edge */
    const char *at = c != '\0' ? strchr(chars, c) : NULL;
    int before =
        side == LN_UP ? (row - 1) * LN_SIDE + col : row * LN_SIDE + col - 1;

    NJ_ASSERT(side == LN_UP || side == LN_LEFT);
    if (at == NULL)
        return false;
    if (row < LN_SIDE && col < LN_SIDE)
        b->edge[row * LN_SIDE + col][side] = (uint8_t)(at - chars);
    if ((side == LN_UP ? row : col) > 0)
        b->edge[before][side ^ 1] = (uint8_t)(at - chars);
    return true;
}

/* Character k of line i: crosses, edges, cells. */
static bool read_char(struct ln_block *b, int i, int k, char c)
{
    NJ_ASSERT(i < PICTURE && k < PICTURE);
    if (i % 2 == 0 && k % 2 == 0)
        return c == '+';
    if (i % 2 == 0)
        return read_edge(b, i / 2, k / 2, LN_UP, c);
    if (k % 2 == 0)
        return read_edge(b, i / 2, k / 2, LN_LEFT, c);
    return read_cell(b, i / 2 * LN_SIDE + k / 2, c);
}

/* V4: a letter stands twice as capitals, or once as capital and once small. */
static enum nj_status pair_portals(struct ln_pack_reader *r, struct ln_block *b)
{
    for (int letter = 'A'; letter <= 'D'; letter++) {
        uint8_t at[LN_BLOCK];
        int n = 0, capitals = 0;

        for (uint8_t c = 0; c < LN_BLOCK; c++) {
            if (b->mark[c] != letter && b->mark[c] != letter - 'A' + 'a')
                continue;
            capitals += b->mark[c] == letter;
            at[n++] = c;
        }
        if (n == 0)
            continue;
        if (n != 2 || capitals == 0)
            return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                           "line %u: V4: block '%s', cell %d%d: portal '%c' is "
                           "not one of a pair",
                           b->line + 2 + 2 * (at[0] / LN_SIDE), b->id,
                           at[0] / LN_SIDE, at[0] % LN_SIDE, b->mark[at[0]]);
        NJ_ASSERT(at[0] < at[1] && at[1] < LN_BLOCK);
        b->portal[at[0]] = at[1];
        b->portal[at[1]] = at[0];
    }
    return NJ_OK;
}

static enum nj_status read_picture(struct ln_pack_reader *r, struct ln_block *b)
{
    NJ_ASSERT(b->line == r->lines.line);
    for (int i = 0; i < PICTURE; i++) {
        struct nj_piece line = {"", 0};

        if (!nj_lines_next(&r->lines, &line) || line.n != PICTURE)
            return nj_ln_text_bad(r, "not 7 lines of 7 characters", line);
        for (int k = 0; k < PICTURE; k++)
            if (!read_char(b, i, k, line.p[k]))
                return nj_ln_text_bad(r,
                                      i % 2 == 0 ? "not an edge line of a block"
                                                 : "not a cell line of a block",
                                      line);
    }
    return pair_portals(r, b);
}

/* --- properties --- */

static enum nj_status read_sealed(struct ln_pack_reader *r, struct ln_block *b,
                                  struct nj_piece rest)
{
    while (rest.n > 0) {
        struct nj_piece w = nj_piece_cut(&rest, ' ');
        uint8_t cell;

        if (!cell_of(w, &cell))
            return nj_ln_text_bad(r, "not a cell", w);
        b->sealed = (uint16_t)(b->sealed | 1u << cell);
    }
    return NJ_OK;
}

static uint64_t door_bit(uint8_t cell, unsigned side)
{
    NJ_ASSERT(cell < LN_BLOCK && side < LN_DIRS);
    return UINT64_C(1) << (4u * cell + side);
}

static enum nj_status read_button(struct ln_pack_reader *r, struct ln_block *b,
                                  struct nj_piece rest)
{
    static const char sides[LN_DIRS] = {'U', 'D', 'L', 'R'};
    struct nj_piece digit = nj_piece_cut(&rest, ' ');
    uint64_t *doors;

    if (digit.n != 1 || digit.p[0] < '1' || digit.p[0] > '9')
        return nj_ln_text_bad(r, "not a button digit", digit);
    doors = &b->doors[digit.p[0] - '0'];
    while (rest.n > 0) {
        struct nj_piece w = nj_piece_cut(&rest, ' ');
        const char *at = w.n == 3 ? memchr(sides, w.p[2], LN_DIRS) : NULL;
        unsigned side = at != NULL ? (unsigned)(at - sides) : 0;
        uint8_t cell, other;

        if (at == NULL || !cell_of((struct nj_piece){w.p, 2}, &cell))
            return nj_ln_text_bad(r, "not a side of a cell", w);
        other = nj_ln_block_next(cell, (enum ln_dir)side);
        *doors |= door_bit(cell, side);
        if (other != LN_NOWHERE) /* seen from there it is the other side */
            *doors |= door_bit(other, side ^ 1u);
    }
    return NJ_OK;
}

static enum nj_status read_under(struct ln_pack_reader *r, struct ln_block *b,
                                 struct nj_piece rest)
{
    struct nj_piece w = nj_piece_cut(&rest, ' ');
    uint8_t cell;

    if (!cell_of(w, &cell) || b->thing[cell] == LN_NOTHING)
        return nj_ln_text_bad(r, "no attachment there", w);
    if (rest.n != 1 || !nj_piece_only(rest, "gwtE"))
        return nj_ln_text_bad(r, "not a terrain", rest);
    b->terrain[cell] = nj_ln_sign(rest.p[0])->terrain;
    return NJ_OK;
}

static enum nj_status read_properties(struct ln_pack_reader *r,
                                      struct ln_block *b)
{
    struct nj_piece line = {"", 0};
    enum nj_status st = NJ_OK;

    while (st == NJ_OK && nj_lines_next(&r->lines, &line)) {
        struct nj_piece rest = line;
        struct nj_piece w = nj_piece_cut(&rest, ' ');

        if (nj_piece_is(line, "end"))
            return NJ_OK;
        if (nj_piece_is(w, "sealed"))
            st = read_sealed(r, b, rest);
        else if (nj_piece_is(w, "button"))
            st = read_button(r, b, rest);
        else if (nj_piece_is(w, "under"))
            st = read_under(r, b, rest);
        else
            st = nj_ln_text_bad(r, "neither a property nor 'end'", line);
    }
    return st != NJ_OK ? st
                       : nj_ln_text_bad(r, "the last block has no 'end'",
                                        (struct nj_piece){"", 0});
}

/* --- blocks --- */

/* "zh-name | en-name": both there, whatever they are. */
static bool is_names(struct nj_piece rest)
{
    for (size_t i = 1; i + 3 < rest.n; i++)
        if (memcmp(rest.p + i, " | ", 3) == 0)
            return true;
    return false;
}

static enum nj_status read_head(struct ln_pack_reader *r, struct ln_block *b,
                                struct nj_piece rest)
{
    static const char alnum[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz";
    static const char *const kinds[] = {"ordinary", "exit", "special"};
    struct nj_piece id = nj_piece_cut(&rest, ' ');
    struct nj_piece kind = nj_piece_cut(&rest, ' ');

    if (id.n == 0 || id.n >= LN_ID_MAX || !nj_piece_only(id, alnum))
        return nj_ln_text_bad(r, "not a block id", id);
    if (nj_ln_pack_find(r->pack, id.p, id.n) >= 0)
        return nj_ln_text_bad(r, "this id exists already", id);
    memcpy(b->id, id.p, id.n);
    NJ_ASSERT(b->id[id.n] == '\0'); /* the block is zeroed */
    while (b->kind <= LN_SPECIAL && !nj_piece_is(kind, kinds[b->kind]))
        b->kind++;
    if (b->kind > LN_SPECIAL)
        return nj_ln_text_bad(r, "not a kind of block", kind);
    if (!is_names(rest))
        return nj_ln_text_bad(r, "no two names parted by ' | '", rest);
    return NJ_OK;
}

static bool has_extension(const struct ln_block *b)
{
    for (int c = 0; c < LN_BLOCK; c++) {
        if (b->thing[c] != LN_NOTHING || b->terrain[c] == LN_HEAT ||
            b->terrain[c] == LN_EXIT_END || b->portal[c] == c)
            return true;
        for (int d = 0; d < LN_DIRS; d++)
            if (b->edge[c][d] >= LN_DOOR_CLOSED)
                return true;
    }
    return false;
}

enum nj_status nj_ln_text_block(struct ln_pack_reader *r, struct nj_piece rest)
{
    struct ln_block *b = &r->pack->block[r->pack->n];
    enum nj_status st;

    if (r->pack->n == LN_BLOCKS_MAX)
        return nj_ln_text_bad(r, "more blocks than a pack may have",
                              nj_piece_cut(&rest, ' '));
    memset(b, 0, sizeof(*b));
    memset(b->portal, LN_NOWHERE, sizeof(b->portal));
    b->partner = LN_NOWHERE;
    b->line = r->lines.line;
    st = read_head(r, b, rest);
    if (st == NJ_OK)
        st = read_picture(r, b);
    if (st == NJ_OK)
        st = read_properties(r, b);
    if (st != NJ_OK)
        return st;
    NJ_ASSERT(nj_ln_pack_find(r->pack, b->id, strlen(b->id)) < 0);
    b->extension = has_extension(b);
    r->pack->n++;
    return NJ_OK;
}
