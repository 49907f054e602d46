/*
 * A block pack is read (LN-3.1), looked into, and checked where that concerns
 * it as a whole: V1 (ids, pairs), V2 (sizes of the pools), V11 (no twins).
 *
 * The text is read twice, blocks first, so that a directive may stand before
 * the blocks it names.
 */
#include "games/long_night/pack.h"

#include <string.h>

#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"

#define LINE_MAX_BYTES 400

/* --- one block --- */

uint8_t nj_ln_block_next(uint8_t cell, enum ln_dir dir)
{
    static const int8_t drow[LN_DIRS] = {-1, 1, 0, 0};
    static const int8_t dcol[LN_DIRS] = {0, 0, -1, 1};
    int row = cell / LN_SIDE + drow[dir];
    int col = cell % LN_SIDE + dcol[dir];

    NJ_ASSERT(cell < LN_BLOCK);
    if (row < 0 || row >= LN_SIDE || col < 0 || col >= LN_SIDE)
        return LN_NOWHERE;
    return (uint8_t)(row * LN_SIDE + col);
}

bool nj_ln_block_toggles(const struct ln_block *b, uint8_t cell, uint8_t at,
                         enum ln_dir dir)
{
    bool outer = nj_ln_block_next(at, dir) == LN_NOWHERE;

    NJ_ASSERT(b->thing[cell] != LN_BUTTON || b->mark[cell] < LN_BUTTONS);
    return b->thing[cell] == LN_BUTTON &&
           (b->doors[b->mark[cell]] >> (4u * at + (unsigned)dir) & 1) != 0 &&
           (outer || dir == LN_DOWN || dir == LN_RIGHT);
}

uint8_t nj_ln_block_walls(const struct ln_block *b, uint8_t cell)
{
    uint8_t n = 0;

    NJ_ASSERT(cell < LN_BLOCK);
    for (int d = 0; d < LN_DIRS; d++)
        n = (uint8_t)(n + (b->edge[cell][d] == LN_WALL));
    return n;
}

int nj_ln_pack_find(const struct ln_pack *p, const char *id, size_t n)
{
    if (n == 0 || n >= LN_ID_MAX)
        return -1;
    for (uint16_t i = 0; i < p->n; i++)
        if (strlen(p->block[i].id) == n &&
            strncasecmp(p->block[i].id, id, n) == 0)
            return i;
    return -1;
}

uint8_t nj_ln_pack_theme(const struct ln_pack *p, const char *name)
{
    for (unsigned i = 0; i < p->themes; i++)
        if (strcmp(p->theme[i], name) == 0)
            return (uint8_t)(1u << i);
    return 0;
}

/* --- directives --- */

enum nj_status nj_ln_text_bad(const struct ln_pack_reader *r, const char *what,
                              struct nj_piece at)
{
    if (at.n == 0)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: V1: %s",
                       r->lines.line, what);
    return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: V1: %s: '%.*s'",
                   r->lines.line, what, (int)(at.n < 60 ? at.n : 60), at.p);
}

static enum nj_status read_pair(struct ln_pack_reader *r, struct nj_piece rest)
{
    struct ln_pack *p = r->pack;
    struct nj_piece a = nj_piece_cut(&rest, ' ');
    struct nj_piece z = nj_piece_cut(&rest, ' ');
    int i = nj_ln_pack_find(p, a.p, a.n);
    int k = nj_ln_pack_find(p, z.p, z.n);

    if (i < 0 || p->block[i].kind != LN_EXIT)
        return nj_ln_text_bad(r, "not an exit block", a);
    if (k < 0 || k == i || p->block[k].kind != LN_EXIT)
        return nj_ln_text_bad(r, "not another exit block", z);
    if (rest.n > 0)
        return nj_ln_text_bad(r, "more than two blocks in a pair", rest);
    if (p->block[i].partner != LN_NOWHERE || p->block[k].partner != LN_NOWHERE)
        return nj_ln_text_bad(r, "a block is in two pairs", a);
    NJ_ASSERT(i != k && nj_ln_pack_find(p, a.p, a.n) == i);
    p->block[i].partner = (uint8_t)k;
    p->block[k].partner = (uint8_t)i;
    return NJ_OK;
}

static enum nj_status read_rotation(struct ln_pack_reader *r, bool ext,
                                    struct nj_piece rest)
{
    r->rotate_line = r->lines.line;
    while (rest.n > 0) {
        struct nj_piece w = nj_piece_cut(&rest, ' ');
        int i = nj_ln_pack_find(r->pack, w.p, w.n);

        if (i < 0)
            return nj_ln_text_bad(r, "no block of that id", w);
        if (ext)
            r->pack->block[i].rotate_ext = true;
        else
            r->pack->block[i].rotate = true;
    }
    return NJ_OK;
}

/* LN-32.1: "theme button 按钮 2 3 ... E1 E2". */
static enum nj_status read_theme(struct ln_pack_reader *r, struct nj_piece rest)
{
    static const char lower[] = "abcdefghijklmnopqrstuvwxyz";
    struct ln_pack *p = r->pack;
    struct nj_piece name = nj_piece_cut(&rest, ' ');
    struct nj_piece shown = nj_piece_cut(&rest, ' ');
    uint8_t bit = (uint8_t)(1u << p->themes);

    if (name.n == 0 || name.n >= LN_THEME_MAX || !nj_piece_only(name, lower))
        return nj_ln_text_bad(r, "not the name of a theme", name);
    if (shown.n == 0 || p->themes == LN_THEMES_MAX)
        return nj_ln_text_bad(r, "a theme too many, or without a second name",
                              name);
    memcpy(p->theme[p->themes], name.p, name.n);
    if (nj_ln_pack_theme(p, p->theme[p->themes]) != 0)
        return nj_ln_text_bad(r, "this theme exists already", name);
    p->themes++;
    while (rest.n > 0) {
        struct nj_piece w = nj_piece_cut(&rest, ' ');
        int i = nj_ln_pack_find(p, w.p, w.n);

        if (i < 0)
            return nj_ln_text_bad(r, "no block of that id", w);
        p->block[i].themes |= bit;
    }
    return NJ_OK;
}

static enum nj_status read_directive(struct ln_pack_reader *r,
                                     struct nj_piece line)
{
    struct nj_piece rest = line;
    struct nj_piece w = nj_piece_cut(&rest, ' ');

    if (nj_piece_is(w, "pair"))
        return read_pair(r, rest);
    if (nj_piece_is(w, "rotate") || nj_piece_is(w, "rotate-ext"))
        return read_rotation(r, nj_piece_is(w, "rotate-ext"), rest);
    if (nj_piece_is(w, "theme"))
        return read_theme(r, rest);
    return nj_ln_text_bad(r, "neither a block nor a directive", line);
}

/* --- both passes --- */

static enum nj_status read_blocks(struct ln_pack_reader *r)
{
    struct nj_piece line = {"", 0};
    enum nj_status st = NJ_OK;

    while (st == NJ_OK && nj_lines_next(&r->lines, &line)) {
        struct nj_piece rest = line;

        if (line.n > LINE_MAX_BYTES)
            st = nj_ln_text_bad(r, "the line is too long", line);
        else if (line.n > 0 && line.p[line.n - 1] == ' ')
            st = nj_ln_text_bad(r, "the line ends in a blank", line);
        else if (nj_piece_is(nj_piece_cut(&rest, ' '), "block"))
            st = nj_ln_text_block(r, rest);
    }
    return st;
}

static enum nj_status read_directives(struct ln_pack_reader *r)
{
    struct nj_piece line = {"", 0};
    enum nj_status st = NJ_OK;
    bool inside = false;

    while (st == NJ_OK && nj_lines_next(&r->lines, &line)) {
        struct nj_piece rest = line;

        if (inside)
            inside = !nj_piece_is(line, "end");
        else if (nj_piece_is(nj_piece_cut(&rest, ' '), "block"))
            inside = true;
        else if (line.n > 0 && line.p[0] != '#')
            st = read_directive(r, line);
    }
    return st;
}

/* --- checks of the whole --- */

/* V1: exactly the blocks 1..12 and E1..E4 are the classic ones. */
static enum nj_status check_classic(const struct ln_pack_reader *r)
{
    for (int i = 0; i < LN_POOL_BLOCKS; i++) {
        bool exit = i >= LN_CLASSIC_ORDINARY;
        char id[LN_ID_MAX];
        int at;

        (void)snprintf(id, sizeof(id), "%s%d", exit ? "E" : "",
                       exit ? i - LN_CLASSIC_ORDINARY + 1 : i + 1);
        at = nj_ln_pack_find(r->pack, id, strlen(id));
        if (at < 0 || r->pack->block[at].kind != (exit ? LN_EXIT : LN_ORDINARY))
            return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                           "line %u: V1: the classic block '%s' is missing",
                           r->lines.line > 0 ? r->lines.line : 1, id);
        r->pack->classic[i] = (uint8_t)at;
    }
    return NJ_OK;
}

static enum nj_status check_blocks(const struct ln_pack_reader *r)
{
    const struct ln_block *b = r->pack->block;
    enum nj_status st = NJ_OK;

    r->pack->wide = r->pack->themes > 0;
    for (uint16_t i = 0; i < r->pack->n; i++)
        r->pack->wide = r->pack->wide || nj_ln_block_wide(&b[i]);

    for (uint16_t i = 0; i < r->pack->n && st == NJ_OK; i++)
        st = nj_ln_block_check(&b[i], r->pack->wide, r->err);
    for (uint16_t i = 0; i < r->pack->n && st == NJ_OK; i++)
        if (b[i].kind == LN_EXIT && b[i].partner == LN_NOWHERE)
            st = nj_fail(r->err, NJ_ERR_BAD_INPUT,
                         "line %u: V1: exit block '%s' is in no pair",
                         b[i].line, b[i].id);
    return st;
}

/* V2, extension blocks left out (an exit pair as a pair). */
static enum nj_status check_sizes(const struct ln_pack_reader *r)
{
    const struct ln_pack *p = r->pack;
    uint32_t rotation = 0;
    uint32_t exits = 0;
    uint32_t ordinary = 0;
    uint32_t special = 0;

    for (uint16_t i = 0; i < p->n; i++) {
        const struct ln_block *b = &p->block[i];

        if (b->extension)
            continue;
        ordinary += b->kind == LN_ORDINARY;
        special += b->kind == LN_SPECIAL;
        rotation += b->kind == LN_ORDINARY && b->rotate;
        exits += b->kind == LN_EXIT && b->rotate &&
                 p->block[b->partner].rotate && !p->block[b->partner].extension;
    }
    NJ_ASSERT(exits % 2 == 0 && ordinary + special <= p->n);
    if (ordinary < 12 || special < 2)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: V2: %u ordinary and %u special blocks without "
                       "extensions, needed are 12 and 2",
                       r->lines.line, ordinary, special);
    if (rotation < 12 || exits < 4)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: V2: the rotation has %u ordinary blocks and "
                       "%u exit pairs, needed are 12 and 2",
                       r->rotate_line, rotation, exits / 2);
    return NJ_OK;
}

/* V12: a theme has enough to draw from. */
static enum nj_status check_themes(const struct ln_pack_reader *r)
{
    const struct ln_pack *p = r->pack;

    for (unsigned t = 0; t < p->themes; t++) {
        unsigned bit = 1u << t;
        uint32_t inner = 0, exits = 0;

        for (uint16_t i = 0; i < p->n; i++) {
            const struct ln_block *b = &p->block[i];

            if ((b->themes & bit) == 0)
                continue;
            if (b->kind != LN_EXIT)
                inner++;
            else if ((p->block[b->partner].themes & bit) != 0)
                exits++;
        }
        NJ_ASSERT(exits % 2 == 0); /* both of a pair, or none */
        if (inner < LN_CLASSIC_ORDINARY || exits < LN_CLASSIC_EXIT)
            return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                           "line %u: V12: theme '%s' has %u blocks and %u exit "
                           "pairs, needed are 12 and 2",
                           r->lines.line, p->theme[t], inner, exits / 2);
    }
    return NJ_OK;
}

static bool twins(const struct ln_block *a, const struct ln_block *b)
{
    return memcmp(a->terrain, b->terrain, sizeof(a->terrain)) == 0 &&
           memcmp(a->thing, b->thing, sizeof(a->thing)) == 0 &&
           memcmp(a->portal, b->portal, sizeof(a->portal)) == 0 &&
           memcmp(a->edge, b->edge, sizeof(a->edge)) == 0;
}

static enum nj_status check_twins(const struct ln_pack_reader *r)
{
    const struct ln_block *b = r->pack->block;

    /* The classic ones at least. */
    NJ_ASSERT(r->pack->n >= LN_POOL_BLOCKS && r->pack->n <= LN_BLOCKS_MAX);
    for (uint16_t i = 0; i < r->pack->n; i++)
        for (uint16_t k = 0; k < i; k++)
            if (twins(&b[i], &b[k]))
                return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                               "line %u: V11: block '%s' is the same as '%s'",
                               b[i].line, b[i].id, b[k].id);
    return NJ_OK;
}

/* --- the whole --- */

static enum nj_status read_pack(struct ln_pack_reader *r)
{
    static enum nj_status (*const checks[])(const struct ln_pack_reader *r) = {
        check_classic, check_blocks, check_sizes, check_themes, check_twins};
    struct nj_lines start = r->lines;
    enum nj_status st = read_blocks(r);

    NJ_ASSERT(st != NJ_OK || r->lines.at == r->lines.end);
    r->lines = start;
    if (st == NJ_OK)
        st = read_directives(r);
    for (size_t i = 0; i < NJ_COUNT(checks) && st == NJ_OK; i++)
        st = checks[i](r);
    return st;
}

enum nj_status nj_ln_pack_load(const char *text, size_t n, void **data,
                               struct nj_err *err)
{
    struct ln_pack_reader r = {.lines = {.at = text, .end = text + n},
                               .err = err};
    enum nj_status st;

    if (!nj_utf8_valid(text, n))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "line 1: V1: not UTF-8");
    if (n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "line 1: V1: a byte order mark before the text");
    r.pack = nj_alloc(sizeof(*r.pack));
    st = read_pack(&r);
    if (st == NJ_OK) {
        nj_hash_bytes(text, n, &r.pack->hash);
        *data = r.pack;
    } else {
        free(r.pack);
    }
    NJ_ASSERT(st == NJ_OK || err == NULL || err->text[0] != '\0');
    return st;
}
