/*
 * The pool of sixteen blocks that a match draws from (LN-2.3), as lists of
 * indices into the pack, in file order.
 */
#include <string.h>

#include "base/bug.h"
#include "base/lines.h"
#include "games/long_night/long_night.h"

const struct ln_pack *nj_ln_pack(const struct nj_match *m)
{
    const struct ln_pack *pack =
        nj_data_named(nj_data(m), nj_option_text(m, "pack"));

    /* Checked with the options; a pack has the classic blocks. */
    NJ_ASSERT(pack != NULL && pack->n >= LN_POOL_BLOCKS);
    return pack;
}

struct list {
    uint8_t n;
    uint8_t at[LN_BLOCKS_MAX];
};

/* Blocks of a kind; with extension terrain only if `ext`; `rotate`: only
 * those listed for the twist pool. Of exits the first of each pair. */
struct wanted {
    enum ln_block_kind kind;
    bool ext;
    bool rotate;
};

static bool fits(const struct ln_block *b, const struct wanted *w)
{
    bool listed = b->rotate || (w->ext && b->rotate_ext);

    return (w->ext || !b->extension) && (!w->rotate || listed);
}

static struct list collect(const struct ln_pack *p, const struct wanted *w)
{
    struct list out = {.n = 0};

    for (uint16_t i = 0; i < p->n; i++) {
        const struct ln_block *b = &p->block[i];

        if (b->kind != w->kind || !fits(b, w))
            continue;
        NJ_ASSERT(b->kind != LN_EXIT || p->block[b->partner].partner == i);
        if (b->kind == LN_EXIT &&
            (b->partner < i || !fits(&p->block[b->partner], w)))
            continue;
        out.at[out.n++] = (uint8_t)i;
    }
    NJ_ASSERT(out.n <= p->n && w->kind <= LN_SPECIAL);
    return out;
}

static void sample(struct nj_match *m, const struct list *from, uint8_t n,
                   uint8_t *out)
{
    NJ_ASSERT(n <= from->n && from->n <= LN_BLOCKS_MAX); /* the pack's V2 */
    nj_sample_u8(m, out, from->n, n);
    for (uint8_t i = 0; i < n; i++)
        out[i] = from->at[out[i]];
}

static void sample_exits(struct nj_match *m, const struct wanted *w,
                         uint8_t *out)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    struct list pairs =
        collect(pack, &(struct wanted){LN_EXIT, w->ext, w->rotate});
    uint8_t first[LN_CLASSIC_EXIT / 2];

    sample(m, &pairs, NJ_COUNT(first), first);
    for (size_t i = 0; i < NJ_COUNT(first); i++) {
        NJ_ASSERT(pack->block[first[i]].partner != LN_NOWHERE);
        *out++ = first[i];
        *out++ = pack->block[first[i]].partner;
    }
}

/* Twist, wild and crazy: some special blocks, the rest of the twelve ordinary
 * ones, two pairs with pods. */
static void fill_drawn(struct nj_match *m, struct ln_state *s, bool rotate,
                       uint8_t specials)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    struct wanted w = {LN_SPECIAL, s->opt.ext, rotate};
    struct list list;

    NJ_ASSERT(specials <= LN_CLASSIC_ORDINARY);
    if (specials > 0) {
        list = collect(pack, &w);
        sample(m, &list, specials, s->pool);
    }
    w.kind = LN_ORDINARY;
    list = collect(pack, &w);
    sample(m, &list, (uint8_t)(LN_CLASSIC_ORDINARY - specials),
           s->pool + specials);
    sample_exits(m, &w, s->pool + LN_CLASSIC_ORDINARY);
    NJ_ASSERT(s->specials <= LN_CLASSIC_ORDINARY && s->laid == 0);
    s->specials = specials;
}

/* --- option `list` --- */

/* Marks the blocks named; false: one is unknown, or named twice. */
static bool mark_named(const struct ln_pack *p, const char *list,
                       bool named[LN_BLOCKS_MAX])
{
    struct nj_piece rest = nj_piece_of(list);
    struct nj_piece w;

    while ((w = nj_piece_word(&rest, " ,")).n > 0) {
        int i = nj_ln_pack_find(p, w.p, w.n);

        if (i < 0 || named[i])
            return false;
        named[i] = true;
    }
    return true;
}

bool nj_ln_list_read(const struct ln_pack *p, const char *list, bool ext,
                     uint8_t pool[LN_POOL_BLOCKS])
{
    bool named[LN_BLOCKS_MAX] = {false};
    uint8_t ordinary = 0;
    uint8_t leave = 0;

    if (!mark_named(p, list, named))
        return false;
    for (uint16_t i = 0; i < p->n; i++) {
        bool exit = p->block[i].kind == LN_EXIT;

        if (!named[i])
            continue;
        if (p->block[i].extension && !ext)
            return false;
        if ((exit ? leave : ordinary) ==
            (exit ? LN_CLASSIC_EXIT : LN_CLASSIC_ORDINARY))
            return false;
        pool[exit ? LN_CLASSIC_ORDINARY + leave++ : ordinary++] = (uint8_t)i;
    }
    return ordinary == LN_CLASSIC_ORDINARY && leave == LN_CLASSIC_EXIT;
}

void nj_ln_pool_draw(struct nj_match *m, struct ln_state *s)
{
    const struct ln_pack *pack = nj_ln_pack(m);

    NJ_ASSERT(s->laid == 0 && s->specials == 0);
    switch ((enum ln_pool)s->opt.blocks) {
    case LN_POOL_STANDARD:
        memcpy(s->pool, pack->classic, sizeof(pack->classic));
        return;
    case LN_POOL_TWIST:
        fill_drawn(m, s, true, 0);
        return;
    case LN_POOL_WILD:
        fill_drawn(m, s, false, 0);
        return;
    case LN_POOL_CRAZY:
        fill_drawn(m, s, false, 2);
        return;
    case LN_POOL_CUSTOM: /* checked with the options */
        if (nj_ln_list_read(pack, nj_option_text(m, "list"), s->opt.ext,
                            s->pool))
            return;
    }
    NJ_UNREACHABLE();
}

/* --- as it is told --- */

void nj_ln_pool_ids(const struct ln_pack *p, const struct ln_state *s,
                    struct ln_pool_ids *out)
{
    size_t len = 0;

    for (uint8_t i = 0; i < s->specials; i++) {
        out->ordinary[len++] = '?';
        out->ordinary[len++] = ',';
    }
    nj_ln_map_ids(p, s->pool + s->specials,
                  (uint8_t)(LN_CLASSIC_ORDINARY - s->specials),
                  out->ordinary + len);
    nj_ln_map_ids(p, s->pool + LN_CLASSIC_ORDINARY, LN_CLASSIC_EXIT, out->exit);
}

void nj_ln_pool_board(const struct nj_match *m, const struct ln_state *s,
                      struct ln_notation *out)
{
    uint8_t shown[LN_POOL_SHOWN];
    uint8_t n = nj_ln_pool_shown(m, s, shown);

    NJ_ASSERT(s->event != LN_EVENT_RANDOM);
    nj_ln_map_pool(nj_ln_pack(m), shown, n, s->event == LN_EVENT_RAIN, out);
}

uint8_t nj_ln_pool_shown(const struct nj_match *m, const struct ln_state *s,
                         uint8_t out[LN_POOL_SHOWN])
{
    uint8_t n = LN_POOL_BLOCKS;
    struct list list;

    n = (uint8_t)(n - s->specials);
    memcpy(out, s->pool + s->specials, n);
    if (s->specials == 0)
        return n;
    list =
        collect(nj_ln_pack(m), &(struct wanted){LN_SPECIAL, s->opt.ext, false});
    for (uint8_t i = 0; i < list.n && n < LN_POOL_SHOWN; i++)
        out[n++] = list.at[i];
    NJ_ASSERT(n <= LN_POOL_SHOWN);
    return n;
}
