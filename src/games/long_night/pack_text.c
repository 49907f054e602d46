/*
 * The grammar of a block pack (LN-3.1): lines into blocks and directives.
 * What a block may mean is judged in pack_check.c.
 *
 * The text is read twice, blocks first, so that a directive may stand before
 * the blocks it names.
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "games/long_night/pack.h"

#define LINE_MAX_BYTES 400

/* A piece of the text; not terminated. */
struct piece {
    const char *p;
    size_t n;
};

static enum nj_status bad(const struct ln_pack_reader *r, const char *check,
                          const char *what, struct piece at)
{
    if (at.n == 0)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: %s: %s", r->line,
                       check, what);
    return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: %s: %s: '%.*s'", r->line,
                   check, what, (int)(at.n < 60 ? at.n : 60), at.p);
}

static bool is(struct piece w, const char *word)
{
    return w.n == strlen(word) && memcmp(w.p, word, w.n) == 0;
}

/* The next line without its end; false behind the last. */
static bool next_line(struct ln_pack_reader *r, struct piece *out)
{
    const char *eol;

    if (r->at >= r->end)
        return false;
    eol = memchr(r->at, '\n', (size_t)(r->end - r->at));
    out->p = r->at;
    out->n = (size_t)((eol != NULL ? eol : r->end) - r->at);
    r->at = eol != NULL ? eol + 1 : r->end;
    if (out->n > 0 && out->p[out->n - 1] == '\r')
        out->n--;
    r->line++;
    return true;
}

/* Cuts the next word off the line; words are parted by one space. */
static struct piece word(struct piece *line)
{
    const char *space = memchr(line->p, ' ', line->n);
    struct piece w = {line->p,
                      space != NULL ? (size_t)(space - line->p) : line->n};

    line->p += w.n + (space != NULL);
    line->n -= w.n + (space != NULL);
    return w;
}

static bool digit_below(char c, int limit, uint8_t *out)
{
    if (c < '0' || c >= '0' + limit)
        return false;
    *out = (uint8_t)(c - '0');
    return true;
}

static bool cell_of(struct piece w, uint8_t *cell)
{
    uint8_t row;
    uint8_t col;

    if (w.n < 2 || !digit_below(w.p[0], LN_SIDE, &row) ||
        !digit_below(w.p[1], LN_SIDE, &col))
        return false;
    *cell = (uint8_t)(row * LN_SIDE + col);
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
                                 int row, struct piece line)
{
    for (int i = 0; i < 2 * LN_SIDE + 1; i++) {
        bool good = i % 2 == 0
                        ? line.p[i] == '+'
                        : edge_of(line.p[i], true, &b->level[row][i / 2]);

        if (!good)
            return bad(r, "V1", "not an edge line of a block", line);
    }
    return NJ_OK;
}

static enum nj_status read_cells(struct ln_pack_reader *r, struct ln_block *b,
                                 int row, struct piece line)
{
    for (int i = 0; i < 2 * LN_SIDE + 1; i++) {
        uint8_t cell = (uint8_t)(row * LN_SIDE + i / 2);
        bool good = i % 2 == 0
                        ? edge_of(line.p[i], false, &b->upright[row][i / 2])
                        : cell_char(b, cell, line.p[i]);

        if (!good)
            return bad(r, "V1", "not a cell line of a block", line);
    }
    return NJ_OK;
}

/* V4: a letter stands twice as capitals, or once as capital and once small. */
static enum nj_status pair_portals(struct ln_pack_reader *r, struct ln_block *b,
                                   const char letters[LN_BLOCK])
{
    for (char c = 'a'; c <= 'd'; c++) {
        uint8_t at[LN_BLOCK];
        uint8_t n = 0;

        for (uint8_t i = 0; i < LN_BLOCK; i++)
            if (tolower((unsigned char)letters[i]) == c)
                at[n++] = i;
        if (n == 0)
            continue;
        if (n != 2 || (letters[at[0]] == c && letters[at[1]] == c))
            return bad(r, "V4", "a portal letter is not a pair",
                       (struct piece){&c, 1});
        b->portal[at[0]] = at[1];
        b->portal[at[1]] = at[0];
    }
    return NJ_OK;
}

static enum nj_status read_picture(struct ln_pack_reader *r, struct ln_block *b)
{
    char letters[LN_BLOCK] = {0};

    for (int i = 0; i < 2 * LN_SIDE + 1; i++) {
        struct piece line = {"", 0};
        enum nj_status st;

        if (!next_line(r, &line) || line.n != 2 * LN_SIDE + 1)
            return bad(r, "V1", "not 7 lines of 7 characters", line);
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
                                  struct piece rest)
{
    while (rest.n > 0) {
        struct piece w = word(&rest);
        uint8_t cell;

        if (w.n != 2 || !cell_of(w, &cell))
            return bad(r, "V1", "not a cell", w);
        b->sealed = (uint16_t)(b->sealed | 1u << cell);
    }
    return NJ_OK;
}

static enum nj_status read_button(struct ln_pack_reader *r, struct ln_block *b,
                                  struct piece rest)
{
    static const char sides[] = "UDLR";
    struct piece w = word(&rest);
    uint8_t digit;

    if (w.n != 1 || !digit_below(w.p[0], LN_BUTTONS, &digit) || digit == 0)
        return bad(r, "V1", "not a button digit", w);
    while (rest.n > 0) {
        const char *side;
        uint8_t cell;
        uint8_t other;

        w = word(&rest);
        side = w.n == 3 ? memchr(sides, w.p[2], 4) : NULL;
        if (side == NULL || !cell_of(w, &cell))
            return bad(r, "V1", "not a side of a cell", w);
        other = nj_ln_block_next(cell, (enum ln_dir)(side - sides));
        b->doors[digit] |= UINT64_C(1) << (4 * cell + (side - sides));
        if (other != LN_NOWHERE) /* the other side of a side is side ^ 1 */
            b->doors[digit] |= UINT64_C(1)
                               << (4 * other + ((side - sides) ^ 1));
    }
    return NJ_OK;
}

static enum nj_status read_under(struct ln_pack_reader *r, struct ln_block *b,
                                 struct piece rest)
{
    struct piece w = word(&rest);
    uint8_t cell;

    if (w.n != 2 || !cell_of(w, &cell) || b->thing[cell] == LN_NOTHING)
        return bad(r, "V1", "no attachment there", w);
    if (is(rest, "g"))
        b->terrain[cell] = LN_GRASS;
    else if (is(rest, "w"))
        b->terrain[cell] = LN_WATER;
    else if (is(rest, "t"))
        b->terrain[cell] = LN_TRAP;
    else
        return bad(r, "V1", "not a terrain", rest);
    return NJ_OK;
}

static enum nj_status read_properties(struct ln_pack_reader *r,
                                      struct ln_block *b)
{
    struct piece line = {"", 0};

    while (next_line(r, &line)) {
        struct piece rest = line;
        struct piece w = word(&rest);
        enum nj_status st;

        if (is(line, "end"))
            return NJ_OK;
        if (is(w, "sealed"))
            st = read_sealed(r, b, rest);
        else if (is(w, "button"))
            st = read_button(r, b, rest);
        else if (is(w, "under"))
            st = read_under(r, b, rest);
        else
            st = bad(r, "V1", "neither a property nor 'end'", line);
        if (st != NJ_OK)
            return st;
    }
    return bad(r, "V1", "the last block has no 'end'", (struct piece){"", 0});
}

/* --- blocks --- */

static bool read_id(struct piece w, char id[LN_ID_MAX])
{
    if (w.n == 0 || w.n >= LN_ID_MAX)
        return false;
    for (size_t i = 0; i < w.n; i++)
        if (!isalnum((unsigned char)w.p[i]))
            return false;
    memcpy(id, w.p, w.n);
    id[w.n] = '\0';
    return true;
}

/* "zh-name | en-name": both there, whatever they are. */
static bool is_names(struct piece rest)
{
    for (size_t i = 1; i + 3 < rest.n; i++)
        if (memcmp(rest.p + i, " | ", 3) == 0)
            return true;
    return false;
}

static bool read_kind(struct piece w, uint8_t *kind)
{
    static const char *const kinds[] = {"ordinary", "exit", "special"};

    for (uint8_t k = 0; k < NJ_COUNT(kinds); k++) {
        if (is(w, kinds[k])) {
            *kind = k;
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

static enum nj_status read_block(struct ln_pack_reader *r, struct piece rest)
{
    struct ln_pack *p = r->pack;
    struct ln_block *b = &p->block[p->n];
    struct piece id = word(&rest);
    struct piece kind = word(&rest);
    enum nj_status st;

    if (p->n == LN_BLOCKS_MAX)
        return bad(r, "V1", "more blocks than a pack may have", id);
    memset(b, 0, sizeof(*b));
    memset(b->portal, LN_NOWHERE, sizeof(b->portal));
    b->partner = LN_NOWHERE;
    b->line = r->line;
    if (!read_id(id, b->id))
        return bad(r, "V1", "not a block id", id);
    if (nj_ln_pack_find(p, id.p, id.n) >= 0)
        return bad(r, "V1", "this id exists already", id);
    if (!read_kind(kind, &b->kind))
        return bad(r, "V1", "not a kind of block", kind);
    if (!is_names(rest))
        return bad(r, "V1", "no two names parted by ' | '", rest);
    st = read_picture(r, b);
    if (st == NJ_OK)
        st = read_properties(r, b);
    if (st != NJ_OK)
        return st;
    b->extension = has_extension(b);
    p->n++;
    return NJ_OK;
}

/* --- directives --- */

static enum nj_status read_pair(struct ln_pack_reader *r, struct piece rest)
{
    struct ln_pack *p = r->pack;
    struct piece a = word(&rest);
    struct piece z = word(&rest);
    int i = nj_ln_pack_find(p, a.p, a.n);
    int k = nj_ln_pack_find(p, z.p, z.n);

    if (i < 0 || p->block[i].kind != LN_EXIT)
        return bad(r, "V1", "not an exit block", a);
    if (k < 0 || k == i || p->block[k].kind != LN_EXIT)
        return bad(r, "V1", "not another exit block", z);
    if (rest.n > 0)
        return bad(r, "V1", "more than two blocks in a pair", rest);
    if (p->block[i].partner != LN_NOWHERE || p->block[k].partner != LN_NOWHERE)
        return bad(r, "V1", "a block is in two pairs", a);
    p->block[i].partner = (uint8_t)k;
    p->block[k].partner = (uint8_t)i;
    return NJ_OK;
}

static enum nj_status read_rotation(struct ln_pack_reader *r, bool ext,
                                    struct piece rest)
{
    r->rotate_line = r->line;
    while (rest.n > 0) {
        struct piece w = word(&rest);
        int i = nj_ln_pack_find(r->pack, w.p, w.n);

        if (i < 0)
            return bad(r, "V1", "no block of that id", w);
        if (ext)
            r->pack->block[i].rotate_ext = true;
        else
            r->pack->block[i].rotate = true;
    }
    return NJ_OK;
}

static enum nj_status read_directive(struct ln_pack_reader *r,
                                     struct piece line)
{
    struct piece rest = line;
    struct piece w = word(&rest);

    if (is(w, "pair"))
        return read_pair(r, rest);
    if (is(w, "rotate"))
        return read_rotation(r, false, rest);
    if (is(w, "rotate-ext"))
        return read_rotation(r, true, rest);
    return bad(r, "V1", "neither a block nor a directive", line);
}

/* --- both passes --- */

static enum nj_status line_status(const struct ln_pack_reader *r,
                                  struct piece line)
{
    if (line.n > LINE_MAX_BYTES)
        return bad(r, "V1", "the line is too long", line);
    if (line.n > 0 && line.p[line.n - 1] == ' ')
        return bad(r, "V1", "the line ends in a blank", line);
    return NJ_OK;
}

static enum nj_status read_blocks(struct ln_pack_reader *r)
{
    struct piece line = {"", 0};

    while (next_line(r, &line)) {
        struct piece rest = line;
        struct piece w = word(&rest);
        enum nj_status st = line_status(r, line);

        if (st == NJ_OK && is(w, "block"))
            st = read_block(r, rest);
        if (st != NJ_OK)
            return st;
    }
    return NJ_OK;
}

static enum nj_status read_directives(struct ln_pack_reader *r)
{
    struct piece line = {"", 0};
    bool inside = false;

    while (next_line(r, &line)) {
        struct piece rest = line;
        struct piece w = word(&rest);
        enum nj_status st = NJ_OK;

        if (inside)
            inside = !is(line, "end");
        else if (is(w, "block"))
            inside = true;
        else if (line.n > 0 && line.p[0] != '#')
            st = read_directive(r, line);
        if (st != NJ_OK)
            return st;
    }
    return NJ_OK;
}

enum nj_status nj_ln_pack_read(struct ln_pack_reader *r)
{
    const char *start = r->at;
    enum nj_status st = read_blocks(r);

    if (st != NJ_OK)
        return st;
    r->at = start;
    r->line = 0;
    return read_directives(r);
}
