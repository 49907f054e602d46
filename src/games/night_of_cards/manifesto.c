/*
 * Manifestos: what attackers write for their attacks (NC-9, 17.24). Pieces
 * stand in the heap of the table, of which each seat has its share, so that
 * nobody learns from a full heap how much others write.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "match/heap.h"
#include "match/prose.h"

#define CHARS_MAX 4000 /* counted, a seat and night (NC-9.2) */
#define VARIED_AT 50   /* manifesto_chars from which NJ_PROSE_KINDS counts */
#define LINE_MARK "\xe2\x94\x82" /* in front of each line (NC-17.19) */

#define STOCK_LANGUAGES 3
#define STOCK_BELOW     (1u << 30)
#define STOCK_MORE      10 /* characters beyond what is needed (NC-14.5) */

/* The section `claims` of the language files, one language behind the other:
 * as many sentences in each. */
#define CLAIM(name) CLAIM_##name

enum {
    CLAIM_STOCK
};

static const struct stock_line {
    int claim;
    const char *text;
} stock[] = {

#include NJ_CLAIMS
};
#undef CLAIM

/* --- what a seat has and needs --- */

const char *nj_nc_piece(const struct nc_state *s, nj_seat seat, uint8_t piece)
{
    NJ_ASSERT(piece < NC_PIECES);
    return nj_heap_get(s->heap, s->used, s->seat[seat].text[piece]);
}

static struct nj_prose counted(const struct nc_state *s, nj_seat seat)
{
    struct nj_prose c = {.halves = 0};

    for (uint8_t i = 0; i < s->seat[seat].pieces; i++)
        nj_prose_count(&c, nj_nc_piece(s, seat, i));
    return c;
}

uint32_t nj_nc_need(const struct nc_state *s, nj_seat seat)
{
    const struct nc_seat *who = &s->seat[seat];
    uint32_t attacks = 0;

    for (uint8_t i = 0; i < who->n_orders; i++)
        attacks += nj_nc_is_attack(&who->order[i]);
    return attacks * s->opt.manifesto;
}

uint32_t nj_nc_have(const struct nj_match *m, nj_seat seat, bool *flat)
{
    const struct nc_state *s = nj_state_const(m);
    struct nj_prose c = counted(s, seat);
    bool plain = s->opt.manifesto >= VARIED_AT && c.halves > 0 &&
                 c.kinds < NJ_PROSE_KINDS && nj_nc_need(s, seat) > 0;

    if (flat != NULL)
        *flat = plain;
    return plain ? 0 : c.halves / 2;
}

uint32_t nj_nc_missing(const struct nj_match *m, nj_seat seat)
{
    uint32_t need = nj_nc_need(nj_state_const(m), seat);
    uint32_t have = need > 0 ? nj_nc_have(m, seat, NULL) : 0;

    return have < need ? need - have : 0;
}

bool nj_nc_covered(const struct nj_match *m, nj_seat seat,
                   const struct nc_order *o)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    uint32_t before = 0; /* attacks with a lower number */

    if (!nj_nc_is_attack(o) || s->opt.manifesto == 0)
        return true;
    for (uint8_t i = 0; i < who->n_orders; i++)
        before += nj_nc_is_attack(&who->order[i]) && who->order[i].id < o->id;
    return nj_nc_have(m, seat, NULL) / s->opt.manifesto > before;
}

void nj_nc_tell_manifesto(struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);
    bool flat;
    uint32_t have = nj_nc_have(m, seat, &flat);

    say_manifesto(m, seat, have, nj_nc_need(s, seat), nj_nc_missing(m, seat),
                  s->seat[seat].pieces, flat ? "yes" : NULL);
}

/* --- pieces --- */

/* Bytes of the heap that a seat may fill. */
static size_t share(const struct nc_state *s)
{
    size_t share = (NC_TEXTS - 1) / s->n;

    return share < NC_TEXT_MAX ? share : NC_TEXT_MAX;
}

/* Bytes of a text as it is printed, with a mark in front of each line and its
 * NUL. */
static size_t printed(const char *text)
{
    size_t n = strlen(text) + sizeof(LINE_MARK);

    for (; *text != '\0'; text++)
        n += *text == '\n' ? sizeof(LINE_MARK) - 1 : 0;
    return n;
}

/* Takes a text out of the heap; places of those behind it move. */
static void drop_text(struct nc_state *s, uint16_t *place)
{
    uint16_t at = *place;
    uint16_t moved = nj_heap_drop(NJ_HEAP(s->heap, s->used), at);

    for (nj_seat k = 0; k < s->n; k++)
        for (int i = 0; i < NC_PIECES; i++)
            if (s->seat[k].text[i] > at)
                s->seat[k].text[i] = (uint16_t)(s->seat[k].text[i] - moved);
    *place = 0;
}

/* NC-17.3c: a mark falls with the cover of an attack. */
static void undo_done(struct nj_match *m, struct nc_state *s, nj_seat seat)
{
    if (nj_nc_missing(m, seat) > 0)
        s->seat[seat].done = 0;
}

bool nj_nc_strike(struct nj_match *m, nj_seat seat, uint8_t piece)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];

    if (piece >= who->pieces)
        return false;
    drop_text(s, &who->text[piece]);
    memmove(&who->text[piece], &who->text[piece + 1],
            (size_t)(who->pieces - piece - 1) * sizeof(who->text[0]));
    who->pieces--;
    who->text[who->pieces] = 0;
    who->more = 0;
    undo_done(m, s, seat);
    return true;
}

static void clear(struct nc_state *s, nj_seat seat)
{
    struct nc_seat *who = &s->seat[seat];

    for (uint8_t i = 0; i < who->pieces; i++)
        drop_text(s, &who->text[i]);
    who->pieces = 0;
    who->more = 0;
}

/* --- writing (NC-9.2) --- */

/* What the message adds to the piece that is written, behind what it holds. */
static void append(const struct nc_state *s, nj_seat seat, const char *text,
                   char out[NC_TEXT_MAX + NJ_ORDER_TEXT_MAX])
{
    const struct nc_seat *who = &s->seat[seat];
    const char *old =
        who->pieces > 0 ? nj_nc_piece(s, seat, (uint8_t)(who->pieces - 1)) : "";
    size_t n = strlen(old);

    NJ_ASSERT(n < NC_TEXT_MAX);
    memcpy(out, old, n + 1);
    if (n > 0 && !who->more)
        out[n++] = '\n';
    (void)snprintf(out + n, NJ_ORDER_TEXT_MAX, "%s", text);
    nj_prose_clean(out + n);
}

/* Is the text, with the bytes of its message that are to come, too much? */
static bool too_long(const struct nc_state *s, nj_seat seat, const char *text,
                     int64_t left)
{
    char all[NC_TEXT_MAX + NJ_ORDER_TEXT_MAX];
    struct nj_prose c = {.halves = 0};
    size_t bytes = (size_t)left;

    for (uint8_t i = 0; i + 1 < s->seat[seat].pieces; i++) {
        nj_prose_count(&c, nj_nc_piece(s, seat, i));
        bytes += printed(nj_nc_piece(s, seat, i));
    }
    append(s, seat, text, all);
    nj_prose_count(&c, all);
    return bytes + printed(all) > share(s) || c.halves / 2 > CHARS_MAX;
}

/* Bytes of the message behind this part; 0: it is the last. */
static int64_t left_of(const struct nj_input *in)
{
    for (uint32_t i = 0; i < in->args.n; i++)
        if (in->args.v[i].type == NJ_ARG_INT)
            return in->args.v[i].i < 0 || in->args.v[i].i > NJ_TEXT_IN_MAX
                       ? NJ_TEXT_IN_MAX
                       : in->args.v[i].i;
    return 0;
}

static const char *write_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const char *code = nj_nc_fault(m, a);

    if (code == NULL &&
        too_long(s, a->seat, nj_nc_text(a->in, 0), left_of(a->in)))
        code = "nc.err.manifesto_long";
    return code;
}

/* Adds a text that is not too long. */
static void add(struct nc_state *s, nj_seat seat, const char *text)
{
    struct nc_seat *who = &s->seat[seat];
    char all[NC_TEXT_MAX + NJ_ORDER_TEXT_MAX];
    uint16_t *place;

    append(s, seat, text, all);
    if (who->pieces == 0)
        who->pieces = 1;
    place = &who->text[who->pieces - 1];
    drop_text(s, place);
    if (!nj_heap_add(NJ_HEAP(s->heap, s->used), all, place))
        NJ_UNREACHABLE(); /* the shares of all seats fit */
}

static void write_text(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];

    add(s, a->seat, nj_nc_text(a->in, 0));
    who->more = left_of(a->in) > 0;
    if (!who->more)
        nj_nc_tell_manifesto(m, a->seat);
}

const struct nj_order nj_nc_write = {NC_IN_NIGHT, "NC-9.2", write_fault,
                                     write_text};

const char *nj_nc_collects(const struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);

    return s->phase == NC_NIGHT && s->seat[seat].collecting ? "manifesto"
                                                            : NULL;
}

/* --- sentences of the bot (NC-17.6) --- */

static bool has_stock(const struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);
    bool any = nj_computers(m) != 0;

    for (nj_seat k = 0; k < s->n; k++)
        any |= s->seat[k].standing_in != 0;
    return any;
}

/* Adds sentences in an order of their own until STOCK_MORE characters are there
 * beyond what is needed. */
static void add_stock(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);
    uint32_t per = NJ_COUNT(stock) / STOCK_LANGUAGES;
    const struct stock_line *line = stock + nj_option(m, "stock") * per;
    uint32_t need = nj_nc_need(s, seat) + STOCK_MORE;
    uint32_t draws[NJ_SEAT_DRAWS];
    uint8_t list[UINT8_MAX];
    uint32_t left = 0;

    NJ_ASSERT(per > 0 && per <= UINT8_MAX);
    nj_random_of_seat(m, seat, STOCK_BELOW, NJ_SEAT_DRAWS, draws);
    for (uint32_t n = 0; n < NJ_SEAT_DRAWS; n++) {
        uint32_t i;

        if (nj_nc_missing(m, seat) == 0 && nj_nc_have(m, seat, NULL) >= need)
            return;
        for (; left == 0; left = per)
            for (i = 0; i < per; i++)
                list[i] = (uint8_t)i;
        i = draws[n] % left;
        if (too_long(s, seat, line[list[i]].text, 0))
            return;
        add(s, seat, line[list[i]].text);
        list[i] = list[--left];
    }
}

/* --- begin, end, new, clear, show, stock, drop --- */

static void begin(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);

    s->seat[seat].collecting = 1;
}

static void end(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);

    s->seat[seat].collecting = 0;
}

static void new_piece(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];

    if (who->pieces > 0 && who->text[who->pieces - 1] != 0)
        who->pieces++;
    who->more = 0;
}

static void clear_all(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);

    clear(s, seat);
    undo_done(m, s, seat);
}

static void show(struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);
    uint8_t n = s->seat[seat].pieces;

    for (uint8_t i = 0; i < n; i++)
        say_piece(m, seat, i + 1, n, nj_nc_piece(s, seat, i));
}

static const struct {
    const char *word;
    bool withdraws; /* what may cover an attack (NC-3.2) */
    void (*act)(struct nj_match *m, nj_seat seat);
} deeds[] = {{"begin", false, begin},   {"end", false, end},
             {"new", false, new_piece}, {"clear", true, clear_all},
             {"show", false, show},     {"stock", false, add_stock},
             {"drop", true, NULL}}; /* with a number behind it */

/* The deed that the order's word names. */
static size_t deed_of(const struct nj_attempt *a)
{
    const char *word = nj_nc_text(a->in, 0);
    size_t i = 0;

    while (i + 1 < NJ_COUNT(deeds) && strcmp(deeds[i].word, word) != 0)
        i++;
    return i;
}

static const char *pieces_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[a->seat];
    size_t i = deed_of(a);
    const char *code = nj_nc_fault(m, a);
    int piece = deeds[i].act == NULL ? nj_nc_number(nj_nc_text(a->in, 0)) : 1;

    if (code != NULL)
        return code;
    if (deeds[i].withdraws && nj_nc_frozen(m))
        return "nc.err.order_frozen";
    if (deeds[i].act == add_stock && !has_stock(m))
        return "nc.err.no_stock";
    if (deeds[i].act == new_piece && who->pieces == NC_PIECES)
        return "nc.err.manifesto_long";
    return piece < 1 || (deeds[i].act == NULL && piece > who->pieces)
               ? "nc.err.unknown"
               : NULL;
}

static void pieces(struct nj_match *m, const struct nj_attempt *a)
{
    size_t i = deed_of(a);

    if (deeds[i].act != NULL)
        deeds[i].act(m, a->seat);
    else if (!nj_nc_strike(m, a->seat,
                           (uint8_t)(nj_nc_number(nj_nc_text(a->in, 0)) - 1)))
        NJ_UNREACHABLE(); /* pieces_fault() saw to it */
    nj_nc_tell_manifesto(m, a->seat);
}

const struct nj_order nj_nc_pieces = {NC_IN_NIGHT, "NC-9.2", pieces_fault,
                                      pieces};

/* --- publication (NC-9.7) --- */

/* A piece as it is printed: no line of it can be taken for one of ours. */
static void print(struct nj_match *m, int64_t index, int64_t total,
                  const char *text)
{
    char out[NC_TEXT_MAX];
    size_t n = sizeof(LINE_MARK) - 1;

    NJ_ASSERT(printed(text) <= sizeof(out));
    memcpy(out, LINE_MARK, n);
    for (; *text != '\0'; text++) {
        out[n++] = *text;
        if (*text != '\n')
            continue;
        memcpy(out + n, LINE_MARK, sizeof(LINE_MARK) - 1);
        n += sizeof(LINE_MARK) - 1;
    }
    out[n] = '\0';
    say_dawn_text(m, index, total, out);
}

/* Did an attack of the seat have its text? */
static bool is_published(const struct nc_seat *who)
{
    for (uint8_t i = 0; i < who->n_orders; i++)
        if (nj_nc_is_attack(&who->order[i]) &&
            who->order[i].fate != NC_UNCOVERED)
            return true;
    return false;
}

void nj_nc_publish(struct nj_match *m, struct nc_state *s)
{
    uint8_t list[NC_SEATS_MAX * NC_PIECES];
    uint8_t n = 0;

    for (nj_seat k = 0; k < s->n; k++)
        for (uint8_t i = 0; is_published(&s->seat[k]) && i < NC_PIECES; i++)
            if (s->seat[k].text[i] != 0)
                list[n++] = (uint8_t)(k * NC_PIECES + i);
    if (n >= 2)
        nj_shuffle_u8(m, list, n);
    for (uint8_t i = 0; i < n; i++)
        print(m, i + 1, n,
              nj_nc_piece(s, list[i] / NC_PIECES, list[i] % NC_PIECES));
    nj_heap_clear(NJ_HEAP(s->heap, s->used));
    for (nj_seat k = 0; k < s->n; k++) {
        memset(s->seat[k].text, 0, sizeof(s->seat[k].text));
        s->seat[k].pieces = 0;
        s->seat[k].collecting = 0;
        s->seat[k].more = 0;
    }
}

size_t nj_nc_used(const void *state)
{
    const struct nc_state *s = state;

    NJ_ASSERT(s->used <= NC_TEXTS);
    return offsetof(struct nc_state, heap) + s->used;
}
