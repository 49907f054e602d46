/*
 * The public board in the notation of pictures (MK-16.1, 16.4), and when the
 * group is shown it (MK-9.2): after what has changed it, and only then.
 *
 *   board  = 414 cells, row by row, 4 characters each, then for each figure
 *            ";" and: victim, cell, facing, ":", cells that it sees; or
 *            "M", "S" or "H" and the cell of the killer's mask or shadow, or
 *            where he hides; or "R", "r" or "?" and cells that he can reach
 *            unseen, or seen, or where he may be; or "L" and, for rounds, the
 *            round, ":" and the cell; and of the panel below: "T" whose turn
 *            it is and the actions that are left to a victim, "C" what each
 *            claims, by bit, "I" rounds behind which the killer draws; not for
 *            all, "P" a victim's and "K" the killer's figures
 *   cell   = ground ,=1234TPBY, mark .fug@ (token fresh, used, gone, start),
 *            what stands to the east and to the south: .|dwfk
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "games/masked_killer/masked_killer.h"

static char edge_of(const struct mk_view *view, uint16_t cell, enum mk_dir dir)
{
    enum mk_edge edge = (enum mk_edge)view->t->edge[cell][dir];

    if (edge == MK_CAR_DOOR && nj_mk_edge(view, cell, dir) == MK_DOOR)
        edge = MK_DOOR;
    NJ_ASSERT(edge < MK_EDGES);
    return ".|dwfk"[edge];
}

void nj_mk_table_draw(struct mk_table *t)
{
    for (unsigned lock = 0; lock < MK_LOCKS; lock++) {
        const struct mk_view view = {
            .t = t, .lock = {lock >> MK_BLUE & 1, lock >> MK_YELLOW & 1}};

        for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
            char *to = t->drawn[lock][cell];

            NJ_ASSERT(t->terrain[cell] < MK_TERRAINS);
            to[0] = ",=1234BYTP"[t->terrain[cell]];
            to[1] = '.';
            to[2] = edge_of(&view, cell, MK_E);
            to[3] = edge_of(&view, cell, MK_S);
        }
        NJ_ASSERT(t->drawn[lock][0][0] != '\0');
    }
}

/* Marks of search squares, and of starts where nobody stands: who stands there
 * is more to the point. */
static void put_marks(const struct mk_state *s, const struct mk_table *t,
                      char *out)
{
    for (size_t i = 0; i < NJ_COUNT(t->street); i++)
        if (!nj_mk_has_victim(s, t->street[i]))
            out[MK_DRAWN * t->street[i] + 1] = '@';
    for (unsigned spot = 0; spot < MK_TOKENS; spot++) {
        NJ_ASSERT(s->token[spot] <= 2);
        out[MK_DRAWN * t->spot[spot] + 1] = "guf"[s->token[spot]];
    }
}

/* A board as it is written, and how long it is. */
struct board {
    char *text;
    size_t n;
};

NJ_PRINTF(2, 3) static void put(struct board *b, const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(b->text + b->n, MK_BOARD_TEXT - b->n, fmt, ap);
    va_end(ap);
    NJ_ASSERT(n >= 0 && b->n + (size_t)n < MK_BOARD_TEXT);
    b->n += (size_t)n;
}

/* Many of these stand on each board. */
static void put_cell(struct board *b, uint16_t cell)
{
    NJ_ASSERT(b->n + MK_CELL_TEXT < MK_BOARD_TEXT);
    b->n += strlen(nj_mk_cell(cell, b->text + b->n));
}

static void put_sign(struct board *b, char sign)
{
    b->text[b->n++] = sign;
    b->text[b->n] = '\0';
}

static void put_set(struct board *b, char tag, const struct mk_cells *cells)
{
    NJ_ASSERT(b->n > 0); /* behind a board */
    put(b, ";%c", tag);
    MK_FOREACH_CELL(cell, cells) {
        put_cell(b, cell);
        put_sign(b, ',');
    }
}

/* ";1E19N:E18,E17". */
static void put_victim(const struct nj_match *m, nj_seat k, struct board *b)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_victim *v = &s->v[k];
    struct mk_view view = nj_mk_view(m);
    uint16_t line[MK_ROWS];
    uint8_t sees = nj_mk_line(&view, v->cell, v->dir, line);

    NJ_ASSERT(k < s->n && sees <= MK_ROWS);
    put(b, ";%d%s%s", k + 1, MK_CELL(v->cell), nj_mk_dirs[v->dir]);
    for (uint8_t i = 0; i < sees; i++) {
        put_sign(b, i == 0 ? ':' : ',');
        put_cell(b, line[i]);
    }
}

/* ";L3:C18,4:C17": the last rows of his log, the start apart. */
static void put_log(const struct mk_state *s, uint8_t rows, struct board *b)
{
    uint8_t end = nj_mk_rows(s);

    NJ_ASSERT(end <= MK_ROUNDS_MAX + 1);
    put(b, ";L");
    for (int i = end > rows + 1 ? end - rows : 1; i < end; i++)
        put(b, "%d:%s,", i, MK_CELL(s->k.log[i]));
}

/* The ground and the victims. */
static struct board put_board(const struct nj_match *m, char out[MK_BOARD_TEXT])
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    nj_seat_set living = nj_mk_living(s);
    struct board b = {out, sizeof(view.t->drawn[0])};

    NJ_ASSERT((living & nj_bit(nj_mk_killer(s))) == 0);
    memcpy(out, view.t->drawn[nj_mk_lock(&view)], b.n);
    put_marks(s, view.t, out);
    out[b.n] = '\0';
    NJ_FOREACH_SEAT(k, living)
        put_victim(m, k, &b);
    return b;
}

/* Whose turn it is, what was claimed in this round, when he draws (MK-16.1,
 * 19.28). */
static void put_panel(const struct nj_match *m, struct board *b)
{
    const struct mk_state *s = nj_state_const(m);
    const char *before = ";I";

    put(b, ";T%d", s->active);
    if (s->active != nj_mk_killer(s)) /* his are secret */
        put(b, ",%d", s->left);
    for (nj_seat k = 0; k < s->n; k++)
        if (s->v[k].said != 0)
            put(b, ";C%d,%d", k, s->v[k].said);
    for (int row = 1; row < s->last; row++)
        if (nj_mk_table(m)->icon[row]) {
            put(b, "%s%d", before, row);
            before = ",";
        }
}

/* ... and the killer as the group knows him. */
static struct board put_public(const struct nj_match *m,
                               char out[MK_BOARD_TEXT])
{
    const struct mk_state *s = nj_state_const(m);
    uint16_t known = s->k.figure ? s->k.cell : s->k.shadow;
    struct board b = put_board(m, out);

    NJ_ASSERT(!s->k.figure || s->k.shadow == MK_NOWHERE);
    if (known != MK_NOWHERE)
        put(&b, ";%c%s", s->k.figure ? 'M' : 'S', MK_CELL(known));
    put_panel(m, &b);
    return b;
}

/* What a message of the board has in its arguments, for those that have none:
 * damage, health, exert, cards; damage, health, side, cards, deaths, their
 * limit. */
static void put_hidden(const struct nj_match *m, struct board *b)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set living = nj_mk_living(s);

    NJ_FOREACH_SEAT(k, living)
        put(b, ";P%d,%d,%d,%d,%d", k, s->v[k].damage, nj_mk_of(m, k)->health,
            s->v[k].exert, nj_cards_count(&s->cards, nj_mk_hand(k)));
    put(b, ";K%d,%d,%d,%d,%d,%d", s->k.damage, nj_mk_table(m)->k_health,
        s->k.staggered, nj_cards_count(&s->cards, MK_K_HAND), s->kills,
        s->limit);
}

void nj_mk_board_of_area(const struct nj_match *m, const struct mk_cells *area,
                         char out[MK_BOARD_TEXT])
{
    struct board b = put_public(m, out);

    put_set(&b, '?', area);
}

void nj_mk_board_of_all(const struct nj_match *m, uint8_t rows,
                        char out[MK_BOARD_TEXT])
{
    const struct mk_state *s = nj_state_const(m);
    struct board b = put_public(m, out);

    NJ_ASSERT(rows <= MK_ROUNDS_MAX);
    put_hidden(m, &b);
    if (!s->k.figure && s->k.cell != MK_NOWHERE)
        put(&b, ";H%s", MK_CELL(s->k.cell));
    put_log(s, rows, &b);
}

void nj_mk_board_of_killer(const struct nj_match *m, char out[MK_BOARD_TEXT])
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_cells to[MK_STRIKES], seen, open = {{0}}, hidden;
    struct board b = {.text = out};

    nj_mk_board_of_all(m, MK_LOG_SHOWN, out);
    if (s->phase != MK_PLAY || s->active != nj_mk_killer(s) || s->left == 0)
        return;
    nj_mk_seen(m, &seen);
    nj_mk_reachable(m, to);
    for (int kind = 0; kind < MK_STRIKES; kind++)
        nj_mk_add(&open, &to[kind]);
    hidden = open;
    nj_mk_but(&hidden, &seen);
    nj_mk_both(&open, &seen);
    b.n = strlen(out);
    put_set(&b, 'R', &hidden);
    put_set(&b, 'r', &open);
}

/* --- when it is shown --- */

#define MK_DECKS_TEXT ((size_t)4 * MK_QUADS)

#define FNV_BASE  UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

/* A number of all that the group's picture has: another one, if anything there
 * is another. */
static int64_t print_of(const struct mk_state *s)
{
    uint16_t known = s->k.figure ? s->k.cell : s->k.shadow;
    const uint64_t of_all[] = {
        known * 2u + s->k.figure,
        s->k.damage * 2u + s->k.staggered,
        nj_cards_count(&s->cards, MK_K_HAND),
        s->round * 8u + s->active,
        s->active == nj_mk_killer(s) ? 0 : s->left, /* his are secret */
        s->lock[0] * 2u + s->lock[1]};
    uint64_t n = FNV_BASE;

    NJ_ASSERT(known == MK_NOWHERE || known < MK_CELLS);
    for (size_t i = 0; i < NJ_COUNT(of_all); i++)
        n = (n ^ of_all[i]) * FNV_PRIME;
    for (size_t i = 0; i < sizeof(s->token); i++)
        n = (n ^ s->token[i]) * FNV_PRIME;
    for (nj_seat k = 0; k < s->n; k++) {
        const struct mk_victim *v = &s->v[k];
        uint8_t cards = nj_cards_count(&s->cards, nj_mk_hand(k));

        n = (n ^ (v->cell * 8u + v->dir)) * FNV_PRIME;
        n = (n ^ (v->damage * 256u + v->exert * 16u + cards)) * FNV_PRIME;
    }
    return (int64_t)(n >> 1);
}

/* Damage, exert and cards of the living (MK-16.1). */
static struct nj_arg figures(const struct nj_match *m,
                             int64_t cells[5 * MK_VICTIMS_MAX])
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set living = nj_mk_living(s);
    int64_t *c = cells;

    NJ_FOREACH_SEAT(k, living)
        c = put_figures(c, k, s->v[k].damage, nj_mk_of(m, k)->health,
                        s->v[k].exert,
                        nj_cards_count(&s->cards, nj_mk_hand(k)));
    return rows_figures(cells, c);
}

const char *nj_mk_side(const struct mk_state *s)
{
    NJ_ASSERT(s->phase <= MK_OVER && s->k.staggered <= 1);
    if (s->phase < MK_PLAY)
        return nj_mk_phases[s->phase]; /* he has none */
    return s->k.staggered ? "staggered" : "prepared";
}

/* "9,9,8,8": how many cards lie in each quadrant. */
static const char *decks_of(const struct mk_state *s, char text[MK_DECKS_TEXT])
{
    int n = snprintf(text, MK_DECKS_TEXT, "%d,%d,%d,%d",
                     nj_cards_count(&s->cards, MK_DECK + MK_NW),
                     nj_cards_count(&s->cards, MK_DECK + MK_NE),
                     nj_cards_count(&s->cards, MK_DECK + MK_SW),
                     nj_cards_count(&s->cards, MK_DECK + MK_SE));

    NJ_ASSERT(n > 0 && n < (int)MK_DECKS_TEXT);
    return text;
}

static void show(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    int64_t cells[5 * MK_VICTIMS_MAX];
    char board[MK_BOARD_TEXT], decks[MK_DECKS_TEXT];

    NJ_ASSERT(s->phase == MK_PLAY);
    (void)put_public(m, board);
    say_board(m, s->round, s->last, s->kills, s->limit, s->k.damage,
              nj_mk_table(m)->k_health, nj_mk_side(s),
              nj_cards_count(&s->cards, MK_K_HAND), decks_of(s, decks),
              nj_cards_count(&s->cards, MK_DISCARD), figures(m, cells), board);
}

/* What the killer does unseen stands on no picture of the group's. */
void nj_mk_undone(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    if (s->phase != MK_PLAY || s->active == nj_mk_killer(s))
        return;
    say_turn_left(m, s->left, nj_at(m) + nj_phase_left(m));
    if (s->opt.pictures == MK_PICTURES_ACTION)
        show(m);
}

void nj_mk_show(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    bool due = s->board_due || s->opt.pictures == MK_PICTURES_ACTION;

    NJ_ASSERT(s->opt.pictures <= MK_PICTURES_OFF);
    s->board_due = 0;
    if (s->phase != MK_PLAY || s->opt.pictures == MK_PICTURES_OFF || !due ||
        s->shown == print_of(s))
        return;
    s->shown = print_of(s);
    show(m);
}

void nj_mk_whole(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    char board[MK_BOARD_TEXT];

    if (s->phase < MK_PLAY)
        return;
    nj_mk_board_of_all(m, MK_ROUNDS_MAX, board);
    say_whole(q, s->round, s->last, board);
}

void nj_mk_query_board(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    int64_t cells[5 * MK_VICTIMS_MAX];
    char board[MK_BOARD_TEXT], decks[MK_DECKS_TEXT];

    NJ_ASSERT(q->verb[0] != '\0');
    (void)put_public(m, board);
    say_status(q, s->round, s->last, s->active, nj_phase_ends(m), s->kills,
               s->limit, s->k.damage, nj_mk_table(m)->k_health, nj_mk_side(s),
               nj_cards_count(&s->cards, MK_K_HAND), figures(m, cells), board);
    if (s->phase == MK_PLAY)
        say_piles(q, decks_of(s, decks), nj_cards_count(&s->cards, MK_DISCARD));
}
