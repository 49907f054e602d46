/*
 * One block of a pack as text (LN-3.1): its head, picture and properties.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/pack_text.h"

static bool is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z');
}

static bool digit_below(char c, int limit, uint8_t *out)
{
    NJ_ASSERT(limit >= 1);
    NJ_ASSERT(limit <= 10);
    if (c < '0' || c >= '0' + limit)
        return false;
    *out = (uint8_t)(c - '0');
    return true;
}

static bool cell_of(struct ln_piece w, uint8_t *cell)
{
    uint8_t row;
    uint8_t col;

    if (w.n < 2 || !digit_below(w.p[0], LN_SIDE, &row) ||
        !digit_below(w.p[1], LN_SIDE, &col))
        return false;
    *cell = (uint8_t)(row * LN_SIDE + col);
    NJ_ASSERT(*cell < LN_BLOCK);
    return true;
}

/* --- the picture --- */

static bool edge_of(char c, bool level, uint8_t *out)
{
    if (c == ':')
        *out = LN_OPEN;
    else if (c == (level ? '-' : '|'))
        *out = LN_WALL;
    else if (c == 'D')
        *out = LN_DOOR_CLOSED;
    else if (c == 'O')
        *out = LN_DOOR_OPEN;
    else
        return false;
    return true;
}

/* What a cell's character stands for; portals are paired later. */
static bool cell_char(struct ln_block *b, uint8_t cell, char c)
{
    static const struct {
        char c;
        uint8_t terrain;
        uint8_t thing;
    } chars[] = {{'.', LN_FLOOR, LN_NOTHING},   {'g', LN_GRASS, LN_NOTHING},
                 {'w', LN_WATER, LN_NOTHING},   {'t', LN_TRAP, LN_NOTHING},
                 {'E', LN_POD, LN_NOTHING},     {'h', LN_HEAT, LN_NOTHING},
                 {'o', LN_FLOOR, LN_BOX},       {'s', LN_FLOOR, LN_SUN_BOX},
                 {'j', LN_FLOOR, LN_JAMMER_BOX}};

    NJ_ASSERT(cell < LN_BLOCK);
    NJ_ASSERT(b->digit[cell] == 0);
    if (c >= 'A' && c <= 'D')
        b->terrain[cell] = LN_PORTAL;
    else if (c >= 'a' && c <= 'd')
        b->terrain[cell] = LN_EXIT_END;
    else if (c >= '1' && c <= '9') {
        b->thing[cell] = LN_BUTTON;
        b->digit[cell] = (uint8_t)(c - '0');
    } else {
        for (size_t i = 0; i < NJ_COUNT(chars); i++) {
            if (chars[i].c != c)
                continue;
            b->terrain[cell] = chars[i].terrain;
            b->thing[cell] = chars[i].thing;
            return true;
        }
        return false;
    }
    return true;
}

static enum nj_status read_level(struct ln_pack_reader *r, struct ln_block *b,
                                 int row, struct ln_piece line)
{
    NJ_ASSERT(row <= LN_SIDE);
    NJ_ASSERT(line.n == 2 * LN_SIDE + 1);
    for (int i = 0; i < 2 * LN_SIDE + 1; i++) {
        bool good = i % 2 == 0
                        ? line.p[i] == '+'
                        : edge_of(line.p[i], true, &b->level[row][i / 2]);

        if (!good)
            return nj_ln_text_bad(r, "V1", "not an edge line of a block", line);
    }
    return NJ_OK;
}

static enum nj_status read_cells(struct ln_pack_reader *r, struct ln_block *b,
                                 int row, struct ln_piece line)
{
    NJ_ASSERT(row < LN_SIDE);
    NJ_ASSERT(line.n == 2 * LN_SIDE + 1);
    for (int i = 0; i < 2 * LN_SIDE + 1; i++) {
        uint8_t cell = (uint8_t)(row * LN_SIDE + i / 2);
        bool good = i % 2 == 0
                        ? edge_of(line.p[i], false, &b->upright[row][i / 2])
                        : cell_char(b, cell, line.p[i]);

        if (!good)
            return nj_ln_text_bad(r, "V1", "not a cell line of a block", line);
    }
    return NJ_OK;
}

/* The cells whose letter is that one, capital or small; how many. */
static int cells_of(const char letters[LN_BLOCK], char small,
                    uint8_t at[LN_BLOCK])
{
    int n = 0;

    NJ_ASSERT(small >= 'a');
    NJ_ASSERT(small <= 'd');
    for (uint8_t i = 0; i < LN_BLOCK; i++)
        if (letters[i] == small || letters[i] == small - 'a' + 'A')
            at[n++] = i;
    NJ_ASSERT(n <= LN_BLOCK);
    return n;
}

/* V4: a letter stands twice as capitals, or once as capital and once small. */
static enum nj_status pair_portals(struct ln_pack_reader *r, struct ln_block *b,
                                   const char letters[LN_BLOCK])
{
    static const char names[] = {'a', 'b', 'c', 'd'};

    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        uint8_t at[LN_BLOCK];
        int n = cells_of(letters, names[i], at);
        bool ends =
            n == 2 && letters[at[0]] == names[i] && letters[at[1]] == names[i];

        if (n == 0)
            continue;
        if (n != 2 || ends)
            return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                           "line %u: V4: block '%s', cell %d%d: portal '%c' is "
                           "not one of a pair",
                           b->line + 2 + 2 * (at[0] / LN_SIDE), b->id,
                           at[0] / LN_SIDE, at[0] % LN_SIDE, letters[at[0]]);
        b->portal[at[0]] = at[1];
        b->portal[at[1]] = at[0];
    }
    return NJ_OK;
}

static enum nj_status read_picture(struct ln_pack_reader *r, struct ln_block *b)
{
    char letters[LN_BLOCK] = {0};

    NJ_ASSERT(b->line == r->line);
    for (int i = 0; i < 2 * LN_SIDE + 1; i++) {
        struct ln_piece line = {"", 0};
        enum nj_status st;

        if (!nj_ln_text_line(r, &line) || line.n != 2 * LN_SIDE + 1)
            return nj_ln_text_bad(r, "V1", "not 7 lines of 7 characters", line);
        st = i % 2 == 0 ? read_level(r, b, i / 2, line)
                        : read_cells(r, b, i / 2, line);
        if (st != NJ_OK)
            return st;
        for (int c = 0; i % 2 == 1 && c < LN_SIDE; c++)
            if (line.p[2 * c + 1] != 'E' &&
                b->thing[i / 2 * LN_SIDE + c] == LN_NOTHING)
                letters[i / 2 * LN_SIDE + c] = line.p[2 * c + 1];
    }
    return pair_portals(r, b, letters);
}

/* --- properties --- */

static enum nj_status read_sealed(struct ln_pack_reader *r, struct ln_block *b,
                                  struct ln_piece rest)
{
    while (rest.n > 0) {
        struct ln_piece w = nj_ln_text_word(&rest);
        uint8_t cell;

        if (w.n != 2 || !cell_of(w, &cell))
            return nj_ln_text_bad(r, "V1", "not a cell", w);
        b->sealed = (uint16_t)(b->sealed | 1u << cell);
    }
    return NJ_OK;
}

static bool side_of(char c, enum ln_dir *side)
{
    static const char sides[LN_DIRS] = {'U', 'D', 'L', 'R'};

    for (int d = 0; d < LN_DIRS; d++) {
        if (sides[d] != c)
            continue;
        *side = (enum ln_dir)d;
        return true;
    }
    return false;
}

static uint64_t door_bit(uint8_t cell, unsigned side)
{
    NJ_ASSERT(cell < LN_BLOCK);
    NJ_ASSERT(side < LN_DIRS);
    return UINT64_C(1) << (4u * cell + side);
}

static enum nj_status read_button(struct ln_pack_reader *r, struct ln_block *b,
                                  struct ln_piece rest)
{
    struct ln_piece w = nj_ln_text_word(&rest);
    uint8_t digit;

    if (w.n != 1 || !digit_below(w.p[0], LN_BUTTONS, &digit) || digit == 0)
        return nj_ln_text_bad(r, "V1", "not a button digit", w);
    while (rest.n > 0) {
        enum ln_dir side;
        uint8_t cell;
        uint8_t other;

        w = nj_ln_text_word(&rest);
        if (w.n != 3 || !side_of(w.p[2], &side) || !cell_of(w, &cell))
            return nj_ln_text_bad(r, "V1", "not a side of a cell", w);
        other = nj_ln_block_next(cell, side);
        b->doors[digit] |= door_bit(cell, side);
        if (other != LN_NOWHERE) /* seen from there it is the other side */
            b->doors[digit] |= door_bit(other, (unsigned)side ^ 1u);
    }
    NJ_ASSERT(digit < LN_BUTTONS);
    return NJ_OK;
}

static enum nj_status read_under(struct ln_pack_reader *r, struct ln_block *b,
                                 struct ln_piece rest)
{
    struct ln_piece w = nj_ln_text_word(&rest);
    uint8_t cell;

    if (w.n != 2 || !cell_of(w, &cell) || b->thing[cell] == LN_NOTHING)
        return nj_ln_text_bad(r, "V1", "no attachment there", w);
    if (nj_ln_text_is(rest, "g"))
        b->terrain[cell] = LN_GRASS;
    else if (nj_ln_text_is(rest, "w"))
        b->terrain[cell] = LN_WATER;
    else if (nj_ln_text_is(rest, "t"))
        b->terrain[cell] = LN_TRAP;
    else
        return nj_ln_text_bad(r, "V1", "not a terrain", rest);
    return NJ_OK;
}

static enum nj_status read_properties(struct ln_pack_reader *r,
                                      struct ln_block *b)
{
    struct ln_piece line = {"", 0};

    while (nj_ln_text_line(r, &line)) {
        struct ln_piece rest = line;
        struct ln_piece w = nj_ln_text_word(&rest);
        enum nj_status st;

        if (nj_ln_text_is(line, "end"))
            return NJ_OK;
        if (nj_ln_text_is(w, "sealed"))
            st = read_sealed(r, b, rest);
        else if (nj_ln_text_is(w, "button"))
            st = read_button(r, b, rest);
        else if (nj_ln_text_is(w, "under"))
            st = read_under(r, b, rest);
        else
            st = nj_ln_text_bad(r, "V1", "neither a property nor 'end'", line);
        if (st != NJ_OK)
            return st;
    }
    return nj_ln_text_bad(r, "V1", "the last block has no 'end'",
                          (struct ln_piece){"", 0});
}

/* --- blocks --- */

static bool read_id(struct ln_piece w, char id[LN_ID_MAX])
{
    if (w.n == 0 || w.n >= LN_ID_MAX)
        return false;
    for (size_t i = 0; i < w.n; i++)
        if (!is_alnum(w.p[i]))
            return false;
    memcpy(id, w.p, w.n);
    id[w.n] = '\0';
    return true;
}

/* "zh-name | en-name": both there, whatever they are. */
static bool is_names(struct ln_piece rest)
{
    for (size_t i = 1; i + 3 < rest.n; i++)
        if (memcmp(rest.p + i, " | ", 3) == 0)
            return true;
    return false;
}

static bool read_kind(struct ln_piece w, uint8_t *kind)
{
    static const char *const kinds[] = {"ordinary", "exit", "special"};

    for (size_t k = 0; k < NJ_COUNT(kinds); k++) {
        if (nj_ln_text_is(w, kinds[k])) {
            *kind = (uint8_t)k;
            return true;
        }
    }
    return false;
}

static bool has_extension(const struct ln_block *b)
{
    for (int i = 0; i < LN_BLOCK; i++)
        if (b->thing[i] != LN_NOTHING || b->terrain[i] == LN_HEAT ||
            b->terrain[i] == LN_EXIT_END)
            return true;
    for (int i = 0; i <= LN_SIDE; i++)
        for (int k = 0; k < LN_SIDE; k++)
            if (b->level[i][k] >= LN_DOOR_CLOSED ||
                b->upright[k][i] >= LN_DOOR_CLOSED)
                return true;
    return false;
}

enum nj_status nj_ln_text_block(struct ln_pack_reader *r, struct ln_piece rest)
{
    struct ln_pack *p = r->pack;
    struct ln_block *b = &p->block[p->n];
    struct ln_piece id = nj_ln_text_word(&rest);
    struct ln_piece kind = nj_ln_text_word(&rest);
    enum nj_status st;

    if (p->n == LN_BLOCKS_MAX)
        return nj_ln_text_bad(r, "V1", "more blocks than a pack may have", id);
    memset(b, 0, sizeof(*b));
    memset(b->portal, LN_NOWHERE, sizeof(b->portal));
    b->partner = LN_NOWHERE;
    b->line = r->line;
    if (!read_id(id, b->id))
        return nj_ln_text_bad(r, "V1", "not a block id", id);
    if (nj_ln_pack_find(p, id.p, id.n) >= 0)
        return nj_ln_text_bad(r, "V1", "this id exists already", id);
    if (!read_kind(kind, &b->kind))
        return nj_ln_text_bad(r, "V1", "not a kind of block", kind);
    if (!is_names(rest))
        return nj_ln_text_bad(r, "V1", "no two names parted by ' | '", rest);
    st = read_picture(r, b);
    if (st == NJ_OK)
        st = read_properties(r, b);
    if (st != NJ_OK)
        return st;
    b->extension = has_extension(b);
    p->n++;
    return NJ_OK;
}
