/*
 * The pool of blocks that a match draws from (LN-2.3, LN-24), as two lists of
 * indices into the pack: blocks without a pod, then those with one.
 */
#include <stdlib.h>
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

/* Which blocks of a pack a pool may have. */
struct wanted {
    bool ext;      /* with extension terrain too */
    bool rotate;   /* only those listed for the twist pool */
    uint8_t theme; /* only those of this theme; 0: any */
};

static bool fits(const struct ln_block *b, const struct wanted *w)
{
    bool listed = b->rotate || (w->ext && b->rotate_ext);

    return (w->ext || !b->extension) && (!w->rotate || listed) &&
           (w->theme == 0 || (b->themes & w->theme) != 0);
}

/* Blocks of a kind, in file order; of exits the first of each pair. */
static struct list collect(const struct ln_pack *p, enum ln_block_kind kind,
                           const struct wanted *w)
{
    struct list out = {.n = 0};

    for (uint16_t i = 0; i < p->n; i++) {
        const struct ln_block *b = &p->block[i];
        /* A theme's special blocks are ordinary members (LN-24.2). */
        bool special = b->kind == LN_SPECIAL && kind == LN_ORDINARY;

        if ((b->kind != kind && !(special && w->theme != 0)) || !fits(b, w))
            continue;
        NJ_ASSERT(b->kind != LN_EXIT || p->block[b->partner].partner == i);
        if (b->kind == LN_EXIT &&
            (b->partner < i || !fits(&p->block[b->partner], w)))
            continue;
        out.at[out.n++] = (uint8_t)i;
    }
    NJ_ASSERT(out.n <= p->n && kind <= LN_SPECIAL);
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
    struct list pairs = collect(pack, LN_EXIT, w);
    uint8_t first[LN_CLASSIC_EXIT / 2];

    sample(m, &pairs, NJ_COUNT(first), first);
    for (size_t i = 0; i < NJ_COUNT(first); i++) {
        NJ_ASSERT(pack->block[first[i]].partner != LN_NOWHERE);
        *out++ = first[i];
        *out++ = pack->block[first[i]].partner;
    }
}

/* Twist, wild, crazy and the themes: some special blocks, the rest of the
 * twelve ordinary ones, two pairs with pods. */
static void fill_drawn(struct nj_match *m, struct ln_state *s,
                       const struct wanted *w, uint8_t specials)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    struct list list;

    NJ_ASSERT(specials <= LN_CLASSIC_ORDINARY);
    if (specials > 0) {
        list = collect(pack, LN_SPECIAL, w);
        sample(m, &list, specials, s->pool);
    }
    list = collect(pack, LN_ORDINARY, w);
    sample(m, &list, (uint8_t)(LN_CLASSIC_ORDINARY - specials),
           s->pool + specials);
    sample_exits(m, w, s->pool + LN_CLASSIC_ORDINARY);
    NJ_ASSERT(s->specials <= LN_CLASSIC_ORDINARY && s->laid == 0);
    s->specials = specials;
}

/* --- option `list` --- */

/* The place of a block in a free list (LN-24.3): numbers, E1 .., S1 .., then
 * all others as the file has them. */
static uint32_t rank(const struct ln_pack *p, uint8_t block)
{
    static const char heads[] = "EeSs";
    const char *id = p->block[block].id;
    size_t group = strcspn(heads, (const char[]){id[0], '\0'}) / 2;
    bool headed = group < 2;
    const char *digits = headed ? id + 1 : id;
    char *end;
    unsigned long number = strtoul(digits, &end, 10);

    if (digits[0] == '\0' || *end != '\0')
        return 3U << 24 | block;
    return (headed ? (uint32_t)group + 1 : 0) << 24 | (uint32_t)number;
}

/* Adds a block to one half of the pool, behind those that go before it. */
static void insert(const struct ln_pack *p, uint8_t half[], uint8_t n,
                   uint8_t block, bool strict)
{
    uint8_t at = n;

    NJ_ASSERT(n < LN_POOL_MAX);
    while (at > 0 && (strict ? half[at - 1] > block
                             : rank(p, half[at - 1]) > rank(p, block))) {
        half[at] = half[at - 1];
        at--;
    }
    half[at] = block;
}

/* The ids that the pack lacks, as they were typed. */
static void add_unknown(struct ln_listed *out, struct nj_piece w)
{
    size_t len = strlen(out->unknown);

    if (len + w.n + 2 >= sizeof(out->unknown))
        return;
    if (len > 0)
        out->unknown[len++] = ' ';
    memcpy(out->unknown + len, w.p, w.n);
}

void nj_ln_list_read(const struct ln_pack *p, const char *list, bool strict,
                     struct ln_listed *out)
{
    struct nj_piece rest = nj_piece_of(list);
    struct nj_piece w;

    memset(out, 0, sizeof(*out));
    while ((w = nj_piece_word(&rest, " ,")).n > 0) {
        int i = nj_ln_pack_find(p, w.p, w.n);

        if (i < 0) {
            add_unknown(out, w);
            continue;
        }
        if (out->ordinary + out->exits == LN_POOL_MAX) {
            out->many = true;
            return;
        }
        out->ext = out->ext || p->block[i].extension;
        if (p->block[i].kind == LN_EXIT)
            insert(p, out->exit, out->exits++, (uint8_t)i, strict);
        else
            insert(p, out->inner, out->ordinary++, (uint8_t)i, strict);
    }
}

bool nj_ln_list_repeats(const struct ln_listed *l)
{
    for (uint8_t i = 1; i < l->ordinary; i++)
        if (l->inner[i] == l->inner[i - 1])
            return true;
    for (uint8_t i = 1; i < l->exits; i++)
        if (l->exit[i] == l->exit[i - 1])
            return true;
    return false;
}

static void read_listed(const struct nj_match *m, const struct ln_state *s,
                        struct ln_listed *l)
{
    nj_ln_list_read(nj_ln_pack(m), nj_option_text(m, "list"), !s->opt.free_list,
                    l);
    NJ_ASSERT(l->unknown[0] == '\0' && !l->many); /* checked with the options */
    NJ_ASSERT(l->ordinary + l->exits >= nj_ln_slots(s->board.size));
}

void nj_ln_pool_of(const struct nj_match *m, const struct ln_state *s,
                   uint8_t out[LN_POOL_MAX])
{
    struct ln_listed l;

    if (s->opt.blocks != LN_POOL_CUSTOM) {
        memcpy(out, s->pool, sizeof(s->pool));
        return;
    }
    read_listed(m, s, &l);
    NJ_ASSERT(l.ordinary == s->ordinary && l.exits == s->exits);
    memcpy(out, l.inner, l.ordinary);
    memcpy(out + l.ordinary, l.exit, l.exits);
}

void nj_ln_pool_draw(struct nj_match *m, struct ln_state *s)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    struct wanted w = {.ext = s->opt.ext};
    struct ln_listed l;

    NJ_ASSERT(s->laid == 0 && s->specials == 0);
    s->ordinary = LN_CLASSIC_ORDINARY;
    s->exits = LN_CLASSIC_EXIT;
    switch ((enum ln_pool)s->opt.blocks) {
    case LN_POOL_STANDARD:
        memcpy(s->pool, pack->classic, sizeof(pack->classic));
        return;
    case LN_POOL_TWIST:
        w.rotate = true;
        fill_drawn(m, s, &w, 0);
        return;
    case LN_POOL_WILD:
        fill_drawn(m, s, &w, 0);
        return;
    case LN_POOL_CRAZY:
        fill_drawn(m, s, &w, 2);
        return;
    case LN_POOL_CUSTOM:
        read_listed(m, s, &l);
        s->ordinary = l.ordinary;
        s->exits = l.exits;
        return;
    case LN_POOL_BUTTON:
    case LN_POOL_TRAP:
        w.theme = nj_ln_pack_theme(pack, nj_option_word(m, "blocks"));
        NJ_ASSERT(w.theme != 0); /* checked with the options */
        fill_drawn(m, s, &w, 0);
        return;
    }
    NJ_UNREACHABLE();
}

uint8_t nj_ln_pods(const struct ln_state *s)
{
    uint8_t slots = nj_ln_slots(s->board.size);
    uint8_t pods = s->n < 4 ? 1 : s->n / 2;

    NJ_ASSERT(s->n >= 1 && s->n <= LN_SEATS_MAX);
    if (slots == LN_SLOTS_MAX)
        pods = 4;
    if (s->exits < pods) /* LN-24.4, free lists alone */
        return s->exits;
    if (s->ordinary < slots - pods)
        return (uint8_t)(slots - s->ordinary);
    return pods;
}

/* --- as it is told --- */

void nj_ln_pool_ids(const struct nj_match *m, const struct ln_state *s,
                    struct ln_pool_ids *out)
{
    static const char none[] = "-"; /* of a free list (LN-24.4) */
    const struct ln_pack *p = nj_ln_pack(m);
    uint8_t pool[LN_POOL_MAX];
    size_t len = 0;

    nj_ln_pool_of(m, s, pool);
    for (uint8_t i = 0; i < s->specials; i++) {
        out->ordinary[len++] = '?';
        out->ordinary[len++] = ',';
    }
    nj_ln_map_ids(p, pool + s->specials, (uint8_t)(s->ordinary - s->specials),
                  out->ordinary + len);
    nj_ln_map_ids(p, pool + s->ordinary, s->exits, out->exit);
    if (s->ordinary == 0)
        memcpy(out->ordinary, none, sizeof(none));
    if (s->exits == 0)
        memcpy(out->exit, none, sizeof(none));
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
    uint8_t n = (uint8_t)(s->ordinary + s->exits - s->specials);
    struct list list;

    NJ_ASSERT(s->specials <= s->ordinary);
    nj_ln_pool_of(m, s, out);
    memmove(out, out + s->specials, n);
    if (s->specials == 0)
        return n;
    list =
        collect(nj_ln_pack(m), LN_SPECIAL, &(struct wanted){.ext = s->opt.ext});
    for (uint8_t i = 0; i < list.n && n < LN_POOL_SHOWN; i++)
        out[n++] = list.at[i];
    NJ_ASSERT(n <= LN_POOL_SHOWN);
    return n;
}
