/*
 * The public board in the notation of pictures (MK-16.1, 16.4), and when the
 * group is shown it (MK-9.2): after what has changed it, and only then.
 *
 *   board  = 414 cells, row by row, 4 characters each, then for each figure
 *            ";" and: victim, cell, facing, ":", cells that it sees, or
 *            "M" or "S" and the cell of the killer's mask or shadow
 *   cell   = ground ,=1234TPBY, mark .fug@ (token fresh, used, gone, start),
 *            what stands to the east and to the south: .|dwfk
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

static char ground_of(const struct mk_table *t, uint16_t cell)
{
    NJ_ASSERT(t->terrain[cell] < MK_TERRAINS);
    return ",=1234BYTP"[t->terrain[cell]];
}

static char mark_of(const struct mk_state *s, const struct mk_table *t,
                    uint16_t cell)
{
    uint8_t spot = nj_mk_spot(t, cell);

    NJ_ASSERT(spot == MK_TOKENS || s->token[spot] <= 2);
    if (spot < MK_TOKENS)
        return "guf"[s->token[spot]];
    return cell == t->street[0] || cell == t->street[1] ? '@' : '.';
}

static char edge_of(const struct mk_view *view, uint16_t cell, enum mk_dir dir)
{
    enum mk_edge edge = (enum mk_edge)view->t->edge[cell][dir];

    if (edge == MK_CAR_DOOR && nj_mk_edge(view, cell, dir) == MK_DOOR)
        edge = MK_DOOR;
    NJ_ASSERT(edge < MK_EDGES);
    return ".|dwfk"[edge];
}

static size_t put(char *out, size_t n, const char *text)
{
    size_t len = strlen(text);

    NJ_ASSERT(n + len < MK_BOARD_TEXT);
    memcpy(out + n, text, len + 1);
    return n + len;
}

/* ";1E19N:E18,E17". */
static size_t put_victim(const struct nj_match *m, nj_seat k, char *out,
                         size_t n)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_victim *v = &s->v[k];
    struct mk_view view = nj_mk_view(m);
    uint16_t line[MK_ROWS];
    uint8_t sees = nj_mk_line(&view, v->cell, (enum mk_dir)v->dir, line);
    char cell[MK_CELL_TEXT];
    const char seat[] = {';', (char)('1' + k), '\0'};

    NJ_ASSERT(k < s->n && sees <= MK_ROWS);
    n = put(out, n, seat);
    n = put(out, n, nj_mk_cell(v->cell, cell));
    n = put(out, n, nj_mk_dirs[v->dir]);
    for (uint8_t i = 0; i < sees; i++) {
        n = put(out, n, i == 0 ? ":" : ",");
        n = put(out, n, nj_mk_cell(line[i], cell));
    }
    return n;
}

static void put_board(const struct nj_match *m, char figure, uint16_t known,
                      char out[MK_BOARD_TEXT])
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    nj_seat_set living = nj_mk_living(s);
    char text[MK_CELL_TEXT];
    size_t n = 0;

    NJ_ASSERT(known == MK_NOWHERE || known < MK_CELLS);
    for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
        out[n++] = ground_of(view.t, cell);
        out[n++] = mark_of(s, view.t, cell);
        out[n++] = edge_of(&view, cell, MK_E);
        out[n++] = edge_of(&view, cell, MK_S);
    }
    out[n] = '\0';
    NJ_FOREACH_SEAT(k, living)
        n = put_victim(m, k, out, n);
    if (known == MK_NOWHERE)
        return;
    n = put(out, n, (const char[]){';', figure, '\0'});
    (void)put(out, n, nj_mk_cell(known, text));
}

void nj_mk_board(const struct nj_match *m, char out[MK_BOARD_TEXT])
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(!s->k.figure || s->k.shadow == MK_NOWHERE);
    put_board(m, s->k.figure ? 'M' : 'S', s->k.figure ? s->k.cell : s->k.shadow,
              out);
}

void nj_mk_board_of_all(const struct nj_match *m, char out[MK_BOARD_TEXT])
{
    const struct mk_state *s = nj_state_const(m);

    put_board(m, 'M', s->k.cell, out);
}

/* --- when it is shown --- */

/* A number of all that stands on it: another one, if that is another. */
static int64_t print_of(const struct mk_state *s)
{
    uint16_t known = s->k.figure ? s->k.cell : s->k.shadow;
    uint64_t n = UINT64_C(0xcbf29ce484222325);
    const uint8_t *const parts[] = {s->token, s->lock};
    const size_t sizes[] = {sizeof(s->token), sizeof(s->lock)};

    NJ_ASSERT(known == MK_NOWHERE || known < MK_CELLS);
    for (size_t i = 0; i < NJ_COUNT(parts); i++)
        for (size_t k = 0; k < sizes[i]; k++)
            n = (n ^ parts[i][k]) * UINT64_C(0x100000001b3);
    for (nj_seat k = 0; k < s->n; k++)
        n = (n ^ (s->v[k].cell * 8u + s->v[k].dir)) * UINT64_C(0x100000001b3);
    n = (n ^ (known * 2u + s->k.figure)) * UINT64_C(0x100000001b3);
    return (int64_t)(n >> 1);
}

void nj_mk_show(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    bool due = s->board_due || s->opt.pictures == MK_PICTURES_ACTION;
    char board[MK_BOARD_TEXT];

    NJ_ASSERT(s->opt.pictures <= MK_PICTURES_OFF);
    s->board_due = 0;
    if (s->phase != MK_PLAY || s->opt.pictures == MK_PICTURES_OFF || !due ||
        s->shown == print_of(s))
        return;
    s->shown = print_of(s);
    nj_mk_board(m, board);
    say_board(m, s->round, s->last, board);
}

void nj_mk_query_board(const struct nj_match *m, struct nj_query *q)
{
    static const struct nj_row_form form = NJ_ROW_FORM(
        "%:%/%+%#%", ';', {"seat", NJ_ARG_SEAT, false},
        {"damage", NJ_ARG_INT, false}, {"health", NJ_ARG_INT, false},
        {"exert", NJ_ARG_INT, false}, {"cards", NJ_ARG_INT, false});
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set living = nj_mk_living(s);
    int64_t cells[5 * MK_VICTIMS_MAX];
    char board[MK_BOARD_TEXT];
    uint32_t n = 0;

    NJ_ASSERT(q->verb[0] != '\0');
    NJ_FOREACH_SEAT(k, living) {
        NJ_ROW_PUT(cells, n, k, s->v[k].damage, nj_mk_of(m, k)->health,
                   s->v[k].exert,
                   nj_cards_count(&s->cards, (uint8_t)(MK_HAND + k)));
        n++;
    }
    nj_mk_board(m, board);
    say_status(q, s->round, s->last, s->active, nj_phase_ends(m), s->kills,
               s->limit, s->k.damage, nj_mk_table(m)->k_health,
               s->k.staggered ? "staggered" : "prepared",
               nj_cards_count(&s->cards, MK_K_HAND), nj_rows(&form, cells, n),
               board);
}
