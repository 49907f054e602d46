/*
 * A block pack is read and looked into, and checked where that concerns it as a
 * whole: V1 (ids, pairs), V2 (sizes of the pools), V11 (no twins).
 */
#include "games/long_night/pack.h"

#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "games/long_night/pack_text.h"

/* --- one block --- */

enum ln_edge nj_ln_block_edge(const struct ln_block *b, uint8_t cell,
                              enum ln_dir dir)
{
    uint8_t row = (uint8_t)(cell / LN_SIDE);
    uint8_t col = (uint8_t)(cell % LN_SIDE);

    NJ_ASSERT(cell < LN_BLOCK);
    if (dir == LN_UP || dir == LN_DOWN)
        return (enum ln_edge)b->level[row + (dir == LN_DOWN)][col];
    return (enum ln_edge)b->upright[row][col + (dir == LN_RIGHT)];
}

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

bool nj_ln_block_sealed(const struct ln_block *b, uint8_t cell)
{
    NJ_ASSERT(cell < LN_BLOCK);
    for (int d = 0; d < LN_DIRS; d++)
        if (nj_ln_block_edge(b, cell, (enum ln_dir)d) != LN_WALL)
            return false;
    return true;
}

/* --- lists --- */

static char upper(char c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return c;
}

static bool same_id(const char *a, const char *text, size_t n)
{
    NJ_ASSERT(n < LN_ID_MAX);
    if (strlen(a) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (upper(a[i]) != upper(text[i]))
            return false;
    return true;
}

int nj_ln_pack_find(const struct ln_pack *p, const char *id, size_t n)
{
    if (n == 0 || n >= LN_ID_MAX)
        return -1;
    for (uint16_t i = 0; i < p->n; i++)
        if (same_id(p->block[i].id, id, n))
            return i;
    return -1;
}

/* --- checks of the whole --- */

static enum nj_status find_classic(struct ln_pack_reader *r, const char *id,
                                   enum ln_block_kind kind, uint8_t *out)
{
    int i = nj_ln_pack_find(r->pack, id, strlen(id));

    NJ_ASSERT(kind == LN_ORDINARY || kind == LN_EXIT);
    if (i < 0 || r->pack->block[i].kind != kind)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: V1: the classic block '%s' is missing",
                       r->line > 0 ? r->line : 1, id);
    *out = (uint8_t)i;
    return NJ_OK;
}

/* V1: exactly the blocks 1..12 and E1..E4 are the classic ones. */
static enum nj_status check_classic(struct ln_pack_reader *r)
{
    static const char *const ordinary[LN_CLASSIC_ORDINARY] = {
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    static const char *const leave[LN_CLASSIC_EXIT] = {"E1", "E2", "E3", "E4"};
    enum nj_status st = NJ_OK;

    for (int i = 0; i < LN_CLASSIC_ORDINARY && st == NJ_OK; i++)
        st = find_classic(r, ordinary[i], LN_ORDINARY, &r->pack->classic[i]);
    for (int i = 0; i < LN_CLASSIC_EXIT && st == NJ_OK; i++)
        st = find_classic(r, leave[i], LN_EXIT, &r->pack->classic_exit[i]);
    return st;
}

static enum nj_status check_pairs(const struct ln_pack_reader *r)
{
    for (uint16_t i = 0; i < r->pack->n; i++) {
        const struct ln_block *b = &r->pack->block[i];

        if (b->kind == LN_EXIT && b->partner == LN_NOWHERE)
            return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                           "line %u: V1: exit block '%s' is in no pair",
                           b->line, b->id);
    }
    return NJ_OK;
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
    if (ordinary < 12 || special < 2)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: V2: %u ordinary and %u special blocks without "
                       "extensions, needed are 12 and 2",
                       r->line, ordinary, special);
    if (rotation < 12 || exits < 4)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: V2: the rotation has %u ordinary blocks and "
                       "%u exit pairs, needed are 12 and 2",
                       r->rotate_line, rotation, exits / 2);
    return NJ_OK;
}

static bool twins(const struct ln_block *a, const struct ln_block *b)
{
    return memcmp(a->terrain, b->terrain, sizeof(a->terrain)) == 0 &&
           memcmp(a->thing, b->thing, sizeof(a->thing)) == 0 &&
           memcmp(a->portal, b->portal, sizeof(a->portal)) == 0 &&
           memcmp(a->level, b->level, sizeof(a->level)) == 0 &&
           memcmp(a->upright, b->upright, sizeof(a->upright)) == 0;
}

static enum nj_status check_twins(const struct ln_pack_reader *r)
{
    const struct ln_pack *p = r->pack;

    for (uint16_t i = 0; i < p->n; i++)
        for (uint16_t k = 0; k < i; k++)
            if (twins(&p->block[i], &p->block[k]))
                return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                               "line %u: V11: block '%s' is the same as '%s'",
                               p->block[i].line, p->block[i].id,
                               p->block[k].id);
    return NJ_OK;
}

static enum nj_status check_pack(struct ln_pack_reader *r)
{
    enum nj_status st = check_classic(r);

    for (uint16_t i = 0; i < r->pack->n && st == NJ_OK; i++)
        st = nj_ln_block_check(&r->pack->block[i], r->err);
    if (st == NJ_OK)
        st = check_pairs(r);
    if (st == NJ_OK)
        st = check_sizes(r);
    if (st == NJ_OK)
        st = check_twins(r);
    return st;
}

/* --- reading --- */

enum nj_status nj_ln_pack_load(const char *text, size_t n, void **data,
                               struct nj_err *err)
{
    struct ln_pack_reader r = {.at = text, .end = text + n, .err = err};
    enum nj_status st;

    if (!nj_utf8_valid(text, n))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "line 1: V1: not UTF-8");
    if (n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "line 1: V1: a byte order mark before the text");
    r.pack = nj_alloc(sizeof(*r.pack));
    st = nj_ln_text_read(&r);
    if (st == NJ_OK)
        st = check_pack(&r);
    if (st == NJ_OK) {
        nj_hash_bytes(text, n, &r.pack->hash);
        *data = r.pack;
    } else {
        free(r.pack);
    }
    NJ_ASSERT(st == NJ_OK || err == NULL || err->text[0] != '\0');
    return st;
}
