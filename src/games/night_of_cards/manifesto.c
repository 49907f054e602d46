/*
 * Manifestos: what attackers write for their attacks (NC-9, 17.24). Each piece
 * stands on a page of the match.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "match/pages.h"
#include "match/prose.h"

#define BYTES_MAX 16384 /* of a seat's pieces in a night */
#define CHARS_MAX 4000  /* ... and counted characters (NC-9.2) */
#define VARIED_AT 50    /* manifesto_chars from which NJ_PROSE_KINDS counts */

#define STOCK_LANGUAGES 3
#define STOCK_BELOW     (1u << 30)
#define STOCK_MORE      10 /* characters beyond what is needed (NC-14.5) */

/* The section `claims` of the language files, one language behind the other:
 * as many sentences in each. */
#define CLAIM(name) 0

static const struct {
    int claim;
    const char *text;
} stock[] = {

#include NJ_CLAIMS
};
#undef CLAIM

/* --- what a seat has and needs --- */

struct cover {
    uint32_t have, need; /* characters */
    bool flat;           /* it is needed and too plain: it has none (NC-9.4) */
};

/* Of the text of a seat for the first `n` of its orders (NC-9.1). */
static struct cover cover_of(const struct nc_state *s,
                             const struct nc_seat *who, ptrdiff_t n)
{
    struct cover c = {.have = who->halves / 2u};

    NJ_ASSERT(n >= 0 && n <= who->n_orders);
    NJ_FOREACH(const struct nc_order, o, who->order, n)
        c.need += nj_nc_is_attack(o) ? s->opt.manifesto : 0;
    c.flat = c.need > 0 && s->opt.manifesto >= VARIED_AT && who->halves > 0 &&
             who->kinds < NJ_PROSE_KINDS;
    if (c.flat)
        c.have = 0;
    return c;
}

uint32_t nj_nc_missing(const struct nc_state *s, const struct nc_seat *who)
{
    struct cover c = cover_of(s, who, who->n_orders);

    NJ_ASSERT(c.have == 0 || !c.flat);
    return c.have < c.need ? c.need - c.have : 0;
}

bool nj_nc_covered(const struct nc_state *s, const struct nc_seat *who,
                   const struct nc_order *o)
{
    struct cover c = cover_of(s, who, o - who->order + 1);

    NJ_ASSERT(o >= who->order && o < who->order + who->n_orders);
    return !nj_nc_is_attack(o) || c.have >= c.need;
}

void nj_nc_tell_manifesto(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];
    struct cover c = cover_of(s, who, who->n_orders);

    NJ_ASSERT(s->phase == NC_NIGHT);
    say_manifesto(m, seat, c.have, c.need, nj_nc_missing(s, who), who->pieces,
                  c.flat ? "yes" : NULL, who->cut ? "links" : NULL);
    who->cut = 0;
}

/* --- pieces --- */

/* The pieces of a seat and what is to come behind them; nothing joins across
 * their ends. */
static struct nj_prose counted(const struct nj_match *m,
                               const struct nc_seat *who, const char *more)
{
    struct nj_prose c = {.halves = 0};

    NJ_ASSERT(who->pieces <= NC_PIECES && (who->pieces > 0 || !who->more));
    for (uint8_t i = 0; i <= who->pieces; i++) {
        nj_prose_count(&c, "\n");
        nj_prose_count(&c, i < who->pieces ? nj_page(m, who->piece[i]) : more);
    }
    return c;
}

/* The pieces are others: what they count is kept, and a mark falls with the
 * cover of an attack (NC-17.3c). */
static void recount(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];
    struct nj_prose c = counted(m, who, "");

    NJ_ASSERT(c.halves == (uint16_t)c.halves); /* of a restored one, too */
    who->halves = (uint16_t)c.halves;
    who->kinds = c.kinds;
    if (nj_nc_missing(s, who) > 0)
        who->done = 0;
}

uint16_t nj_nc_strike(struct nj_match *m, nj_seat seat, uint8_t piece)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];
    uint16_t page = who->piece[piece];

    NJ_ASSERT(piece < who->pieces && who->pieces <= NC_PIECES);
    memmove(&who->piece[piece], &who->piece[piece + 1],
            (size_t)(who->pieces - piece - 1) * sizeof(who->piece[0]));
    who->piece[--who->pieces] = 0;
    who->more = 0;
    recount(m, seat);
    return page;
}

void nj_nc_restore(struct nj_match *m, nj_seat seat, uint8_t piece,
                   uint16_t page)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];

    NJ_ASSERT(piece <= who->pieces && who->pieces < NC_PIECES);
    memmove(&who->piece[piece + 1], &who->piece[piece],
            (size_t)(who->pieces++ - piece) * sizeof(who->piece[0]));
    who->piece[piece] = page;
    recount(m, seat);
}

static void clear(struct nj_match *m, nj_seat seat)
{
    struct nc_state *s = nj_state(m);

    while (s->seat[seat].pieces > 0)
        nj_page_drop(
            m, nj_nc_strike(m, seat, (uint8_t)(s->seat[seat].pieces - 1)));
    NJ_ASSERT(s->seat[seat].halves == 0 && !s->seat[seat].more);
}

/* Does it fit behind the text of the seat, with the bytes of its message that
 * are to come? Three of these are a character. */
static bool fits(const struct nj_match *m, nj_seat seat, const char *text,
                 uint64_t left)
{
    const struct nc_state *s = nj_state_const(m);
    struct nj_prose c = counted(m, &s->seat[seat], text);

    NJ_ASSERT(c.bytes > strlen(text) && c.kinds <= NJ_PROSE_KINDS);
    return c.bytes <= BYTES_MAX && left <= BYTES_MAX - c.bytes &&
           c.halves / 2 + left / 3 <= CHARS_MAX;
}

/* Adds a cleaned text that fits to the last piece, on a line of its own. */
static void add(struct nj_match *m, nj_seat seat, const char *text)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];
    uint16_t *page;
    bool room = true;

    if (who->pieces == 0)
        who->pieces = 1;
    page = &who->piece[who->pieces - 1];
    if (*page != 0)
        room = (who->more || nj_page_add(m, *page, "\n")) &&
               nj_page_add(m, *page, text);
    else if (text[0] != '\0')
        room = (*page = nj_page_new(m, text)) != 0;
    NJ_ASSERT(room); /* the texts of all seats fit a match */
    recount(m, seat);
}

/* --- writing (NC-9.2) --- */

/* The text of the order as it is printed; returns it. */
static const char *cleaned(const struct nj_input *in,
                           char text[NJ_ORDER_TEXT_MAX])
{
    (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s", nj_input_text(in, 0));
    nj_prose_clean(text);
    NJ_ASSERT(strlen(text) <= strlen(nj_input_text(in, 0)));
    return text;
}

static const char *write_fault(const struct nj_match *m, struct nj_attempt *a)
{
    char text[NJ_ORDER_TEXT_MAX];

    return fits(m, a->seat, cleaned(a->in, text),
                (uint64_t)nj_input_number(a->in, 0))
               ? NULL
               : "nc.err.manifesto_long";
}

static void write_text(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    char text[NJ_ORDER_TEXT_MAX];

    add(m, a->seat, cleaned(a->in, text));
    who->cut |= strlen(text) < strlen(nj_input_text(a->in, 0));
    NJ_ASSERT(who->pieces > 0 && s->phase == NC_NIGHT);
    who->more = nj_input_number(a->in, 0) != 0;
    if (!who->more)
        nj_nc_tell_manifesto(m, a->seat);
}

const struct nj_order nj_nc_write = {NC_IN_NIGHT, "NC-9.2", write_fault,
                                     write_text};

const char *nj_nc_collects(const struct nj_match *m, nj_seat seat, bool *unsure)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];

    NJ_ASSERT(s->phase == NC_NIGHT || !who->collecting);
    *unsure = !who->collecting;
    return s->phase == NC_NIGHT &&
                   (who->collecting || nj_nc_missing(s, who) > 0)
               ? "manifesto"
               : NULL;
}

/* --- sentences of the bot (NC-17.6) --- */

static bool has_stock(const struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);
    bool any = nj_computers(m) != 0;

    NJ_FOREACH(const struct nc_seat, who, s->seat, s->n)
        any |= who->standing_in != 0;
    return any;
}

static bool has_written(const struct nj_match *m, const struct nc_seat *who,
                        const char *text)
{
    NJ_ASSERT(text[0] != '\0' && who->pieces <= NC_PIECES);
    for (uint8_t i = 0; i < who->pieces; i++)
        if (strstr(nj_page(m, who->piece[i]), text) != NULL)
            return true;
    return false;
}

/* Lists, of `per` sentences in that language, those that the seat has not
 * written tonight, or all if it has; returns how many. */
static uint32_t list_stock(const struct nj_match *m, const struct nc_seat *who,
                           uint32_t per, uint8_t list[UINT8_MAX])
{
    const uint32_t first = (uint32_t)nj_option(m, "stock") * per;
    uint32_t n = 0;

    NJ_ASSERT(per > 0 && per <= UINT8_MAX);
    for (uint32_t i = 0; i < per; i++)
        if (!has_written(m, who, stock[first + i].text))
            list[n++] = (uint8_t)i;
    if (n > 0)
        return n;
    for (; n < per; n++)
        list[n] = (uint8_t)n;
    return n;
}

/* Adds sentences in an order of their own until STOCK_MORE characters are there
 * beyond what is needed. */
static void add_stock(struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    uint32_t per = NJ_COUNT(stock) / STOCK_LANGUAGES;
    uint32_t draws[NJ_SEAT_DRAWS];
    uint32_t left = 0;
    uint8_t list[UINT8_MAX];

    NJ_ASSERT(per > 0 && per <= UINT8_MAX);
    nj_random_of_seat(m, seat, STOCK_BELOW, NJ_SEAT_DRAWS, draws);
    for (uint32_t n = 0; n < NJ_SEAT_DRAWS; n++) {
        struct cover c = cover_of(s, who, who->n_orders);
        const char *text;
        uint32_t i;

        if (c.have >= c.need + STOCK_MORE)
            return;
        if (left == 0)
            left = list_stock(m, who, per, list);
        i = draws[n] % left;
        text = stock[nj_option(m, "stock") * per + list[i]].text;
        if (!fits(m, seat, text, 0))
            return;
        add(m, seat, text);
        list[i] = list[--left];
    }
}

/* --- what is done with pieces --- */

enum deed {
    BEGIN,
    END,
    NEW,
    SHOW,
    STOCK,
    CLEAR, /* from here on: what may uncover an attack (NC-3.2) */
    DROP   /* the piece of that number */
};

static enum deed deed_of(const struct nj_attempt *a)
{
    static const char *const words[] = {"begin", "end",   "new",
                                        "show",  "stock", "clear"};
    enum deed deed = BEGIN;

    NJ_ASSERT(NJ_COUNT(words) == DROP);
    while (deed < DROP && strcmp(words[deed], nj_input_text(a->in, 0)) != 0)
        deed++;
    return deed;
}

static const char *pieces_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[a->seat];
    struct nc_plan *plan = a->plan;
    int piece = nj_nc_number(nj_input_text(a->in, 0));
    enum deed deed = deed_of(a);

    plan->old = (uint8_t)(piece - 1);
    return NJ_FIRST_FAULT(
        {deed >= CLEAR && nj_nc_frozen(m, "order_freeze"),
         "nc.err.order_frozen"},
        {deed == STOCK && !has_stock(m), "nc.err.no_stock"},
        {deed == NEW && who->pieces == NC_PIECES, "nc.err.manifesto_long"},
        {deed == DROP && (piece < 1 || piece > who->pieces), "nc.err.unknown"});
}

static void pieces(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;
    enum deed deed = deed_of(a);

    NJ_ASSERT(deed != NEW || who->pieces < NC_PIECES);
    if (deed <= END)
        who->collecting = deed == BEGIN;
    if (deed == NEW && who->pieces > 0 && who->piece[who->pieces - 1] != 0)
        who->pieces++;
    if (deed == NEW)
        who->more = 0;
    for (uint8_t i = 0; deed == SHOW && i < who->pieces; i++)
        say_piece(m, a->seat, i + 1, who->pieces, nj_page(m, who->piece[i]));
    if (deed == STOCK)
        add_stock(m, a->seat);
    if (deed == CLEAR)
        clear(m, a->seat);
    if (deed == DROP)
        nj_page_drop(m, nj_nc_strike(m, a->seat, plan->old));
    nj_nc_tell_manifesto(m, a->seat);
}

const struct nj_order nj_nc_pieces = {NC_IN_NIGHT, "NC-9.2", pieces_fault,
                                      pieces};

/* --- publication (NC-9.7) --- */

/* Did an attack of the seat have its text? */
static bool is_published(const struct nc_seat *who)
{
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        if (nj_nc_is_attack(o) && o->fate != NC_UNCOVERED)
            return true;
    return false;
}

void nj_nc_publish(struct nj_match *m, struct nc_state *s, struct nc_close *d)
{
    uint8_t list[NC_SEATS_MAX * NC_PIECES];
    uint8_t n = 0;

    for (nj_seat k = 0; k < s->n; k++)
        for (uint8_t i = 0; is_published(&s->seat[k]) && i < NC_PIECES; i++)
            if (s->seat[k].piece[i] != 0)
                list[n++] = (uint8_t)(k * NC_PIECES + i);
    NJ_ASSERT(n <= NJ_COUNT(list));
    s->published = n;
    if (n >= 2)
        nj_shuffle_u8(m, list, n);
    for (uint8_t i = 0; i < n; i++) {
        d->author[i] = list[i] / NC_PIECES;
        say_dawn_text(
            m, i + 1, n,
            nj_page(m, s->seat[d->author[i]].piece[list[i] % NC_PIECES]));
    }
    for (nj_seat k = 0; k < s->n; k++) {
        clear(m, k);
        s->seat[k].collecting = 0;
    }
}
