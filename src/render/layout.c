/*
 * The page: boards in rows, then the legend, then the table of players.
 */
#include "render/layout.h"

#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"

#define PAGE_WIDTH   600 /* of a phone */
#define TITLE_HEIGHT 36
#define NUMBERS      26 /* the strip that holds row or column numbers */
#define LINE_HEIGHT  30
#define ICON         22
#define SIDE_BY_SIDE 40 /* cell size of two boards beside each other */
#define SMALL        22 /* cell size of the boards with ways */
#define SMALL_ACROSS 3
#define PIECE        36 /* cell size of pieces */
#define PIECE_GAP    26

/* Where the next thing goes. */
struct page {
    int x, y;
    int row_height; /* of the row that is being filled */
};

static const struct nj_lettering head = {NJ_INK_DARK, 18, NJ_ANCHOR_START, true,
                                         0};
static const struct nj_lettering body = {NJ_INK_DARK, NJ_LAYOUT_TYPE,
                                         NJ_ANCHOR_START, false, 0};

/* --- words --- */

static const char *word(const struct nj_layout *l, const char *table,
                        const char *name)
{
    char key[96];

    (void)snprintf(key, sizeof(key), "%s.%s.%s", l->game->prefix, table, name);
    return nj_catalog_get(l->f->catalog, l->f->lang, key);
}

static char *text_of(struct nj_layout *l, const char *key, struct nj_args args)
{
    struct nj_str text = NJ_STR_INIT(500);
    char *out;

    nj_format_key(l->f, key, args, &text);
    out = nj_arena_copy(l->d->arena, text.p, text.len);
    nj_str_fini(&text);
    return out;
}

static void put_title(struct nj_layout *l, const struct nj_sheet_board *b,
                      int x, int y, int room)
{
    struct nj_lettering how = head;

    how.room = room;
    nj_drawing_text(l->d, how, x, y + TITLE_HEIGHT / 2 - 2,
                    text_of(l, b->title, NJ_ARGS(nj_arg_int("n", b->n))));
}

/* --- boards --- */

/* A board with title and numbers; the place is its outer corner. */
static void put_board(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_place outer, bool seats)
{
    struct nj_layout_place at = {outer.x + NUMBERS,
                                 outer.y + TITLE_HEIGHT + NUMBERS, outer.cell};

    put_title(l, b, outer.x + NUMBERS, outer.y, b->cols * outer.cell);
    nj_layout_cells(l, b, at, seats);
    nj_layout_numbers(l, b, at);
}

static int board_height(const struct nj_sheet_board *b, int cell)
{
    return TITLE_HEIGHT + NUMBERS + b->rows * cell + NJ_LAYOUT_MARGIN;
}

static int phone_cell(const struct nj_sheet_board *b)
{
    int longer = b->cols > b->rows ? b->cols : b->rows;
    int cell = (PAGE_WIDTH - 2 * NJ_LAYOUT_MARGIN - NUMBERS - 2) / longer;

    return cell > 96 ? 96 : cell < 22 ? 22 : cell;
}

/* One cell and its four sides, each with its word: what stands around me. */
static void put_walls(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct page *p)
{
    const struct nj_sheet_cell *c = nj_sheet_at(b, 0, 0);
    const char *edge[4] = {c->up, nj_sheet_at(b, 1, 0)->up, c->left,
                           nj_sheet_at(b, 0, 1)->left};
    static const char *const side[4] = {"U", "D", "L", "R"};
    static const int dx[4] = {0, 0, -1, 1};
    static const int dy[4] = {-1, 1, 0, 0};
    struct nj_layout_place at = {126, TITLE_HEIGHT + 66, 108};

    put_title(l, b, NJ_LAYOUT_MARGIN, p->y, 0);
    nj_layout_cells(l, b, at, true);
    for (int i = 0; i < 4; i++) {
        int x = at.x + at.cell / 2 + dx[i] * 118;
        int y = at.y + at.cell / 2 + dy[i] * 92;
        const char *dir = word(l, "word.dir", side[i]);
        const char *what = word(l, "glyph", edge[i] != NULL ? edge[i] : "open");

        nj_drawing_text(
            l->d,
            (struct nj_lettering){NJ_INK_DARK, 22, NJ_ANCHOR_MIDDLE, false, 0},
            x, y,
            nj_arena_printf(l->d->arena, "%s %s", dir != NULL ? dir : "",
                            what != NULL ? what : ""));
    }
    l->d->w = 2 * at.x + at.cell;
    p->y += TITLE_HEIGHT + 240;
}

/* How far a piece reaches from a cell of its upper row. */
static struct nj_layout_part piece_at(const struct nj_sheet_board *b, int row,
                                      int col)
{
    struct nj_layout_part p = {row, col, 1, 1};

    while (p.col > 0 && !nj_sheet_empty(nj_sheet_at(b, row, p.col - 1)))
        p.col--;

    while (row + p.rows < b->rows &&
           !nj_sheet_empty(nj_sheet_at(b, row + p.rows, col)))
        p.rows++;
    while (p.col + p.cols < b->cols &&
           !nj_sheet_empty(nj_sheet_at(b, row, p.col + p.cols)))
        p.cols++;
    return p;
}

static void put_piece(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_part part, const char *id,
                      struct page *p)
{
    struct nj_layout_place at;
    int w = part.cols * PIECE;
    int h = part.rows * PIECE;
    struct nj_lettering how = head;

    if (p->x + w + NJ_LAYOUT_MARGIN > PAGE_WIDTH) {
        p->x = NJ_LAYOUT_MARGIN + PIECE_GAP / 2;
        p->y += p->row_height;
        p->row_height = 0;
    }
    at = (struct nj_layout_place){p->x, p->y + LINE_HEIGHT, PIECE};
    how.anchor = NJ_ANCHOR_MIDDLE;
    how.size = 16;
    nj_drawing_text(l->d, how, at.x + w / 2, p->y + LINE_HEIGHT / 2 + 1, id);
    nj_layout_part(l, b, part, at, true);
    p->x += w + PIECE_GAP;
    if (h + LINE_HEIGHT + 10 > p->row_height)
        p->row_height = h + LINE_HEIGHT + 10;
}

static void put_pieces(struct nj_layout *l, const struct nj_sheet_board *b,
                       struct page *p)
{
    put_title(l, b, NJ_LAYOUT_MARGIN + PIECE_GAP / 2, p->y, 0);
    p->y += TITLE_HEIGHT - 4;
    p->x = NJ_LAYOUT_MARGIN + PIECE_GAP / 2;
    for (int i = 0; i < (b->rows - 1) * b->cols; i++) {
        int row = i / b->cols;
        int col = i % b->cols;
        const char *id = nj_sheet_at(b, row, col)->label;

        if (id[0] != '\0')
            put_piece(l, b, piece_at(b, row + 1, col), id, p);
    }
    p->y += p->row_height + 6;
    l->d->w = PAGE_WIDTH;
}

/* Two boards beside each other. */
static void put_pair(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct page *p)
{
    int x = NJ_LAYOUT_MARGIN;

    for (int i = 0; i < 2; i++) {
        put_board(l, &b[i], (struct nj_layout_place){x, p->y, SIDE_BY_SIDE},
                  true);
        x += NUMBERS + b[i].cols * SIDE_BY_SIDE + NJ_LAYOUT_MARGIN;
        if (board_height(&b[i], SIDE_BY_SIDE) > p->row_height)
            p->row_height = board_height(&b[i], SIDE_BY_SIDE);
    }
    if (x > l->d->w)
        l->d->w = x;
    p->y += p->row_height;
    p->row_height = 0;
}

static void put_single(struct nj_layout *l, const struct nj_sheet_board *b,
                       struct page *p)
{
    int cell = phone_cell(b);
    int w = NUMBERS + b->cols * cell + 2 * NJ_LAYOUT_MARGIN;

    if (w < PAGE_WIDTH && b->cols > 1)
        w = PAGE_WIDTH;
    if (w > l->d->w)
        l->d->w = w;
    put_board(l, b,
              (struct nj_layout_place){(w - NUMBERS - b->cols * cell) / 2 - 2,
                                       p->y, cell},
              true);
    p->y += board_height(b, cell);
}

static void put_boards(struct nj_layout *l, struct page *p)
{
    const struct nj_sheet *s = l->sheet;

    for (uint32_t i = 0; i < s->boards;) {
        const struct nj_sheet_board *b = &s->board[i];
        bool plain = !b->pieces && b->rows > 1;

        if (plain && i + 1 < s->boards && !b[1].pieces) {
            put_pair(l, b, p);
            i += 2;
            continue;
        }
        if (b->pieces)
            put_pieces(l, b, p);
        else if (b->rows == 1 && b->cols == 1)
            put_walls(l, b, p);
        else
            put_single(l, b, p);
        i++;
    }
}

/* --- ways --- */

static nj_seat_set walkers(const struct nj_sheet *s)
{
    nj_seat_set seats = 0;

    for (const struct nj_sheet_step *i = s->step; i != NULL; i = i->next)
        seats |= nj_bit(i->seat);
    return seats;
}

/* Where a seat began and where its way ended. */
static void put_ends(struct nj_layout *l, struct nj_layout_place at,
                     nj_seat seat)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    int first = -1, last = -1;

    for (const struct nj_sheet_step *s = l->sheet->step; s != NULL;
         s = s->next) {
        if (s->seat != seat || s->kind == NJ_STEP_TURN)
            continue;
        if (first < 0)
            first = s->from;
        last = s->to;
    }
    if (first < 0)
        return;
    nj_drawing_rect(l->d, nj_theme_seat(seat),
                    at.x + first % b->cols * at.cell + at.cell / 2 - 5,
                    at.y + first / b->cols * at.cell + at.cell / 2 - 5, 11, 11);
    nj_drawing_rect(l->d, NJ_INK_CELL,
                    at.x + first % b->cols * at.cell + at.cell / 2 - 2,
                    at.y + first / b->cols * at.cell + at.cell / 2 - 2, 5, 5);
    nj_layout_badge(l, seat, at.x + last % b->cols * at.cell + at.cell / 2,
                    at.y + last / b->cols * at.cell + at.cell / 2, at.cell - 2);
}

static const char *seat_name(const struct nj_layout *l, nj_seat seat)
{
    const char *name =
        l->f->seat_name != NULL ? l->f->seat_name(l->f->ctx, seat) : NULL;

    return name != NULL ? name : "";
}

static void put_way(struct nj_layout *l, nj_seat seat, int x, int y)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    struct nj_layout_place at = {x + NUMBERS, y + TITLE_HEIGHT + NUMBERS,
                                 SMALL};
    struct nj_lettering how = body;

    nj_layout_badge(l, seat, at.x + ICON / 2, y + TITLE_HEIGHT / 2 - 2, ICON);
    how.room = b->cols * SMALL - ICON - 8;
    nj_drawing_text(l->d, how, at.x + ICON + 8, y + TITLE_HEIGHT / 2 - 2,
                    seat_name(l, seat));
    nj_layout_cells(l, b, at, false);
    nj_layout_numbers(l, b, at);
    nj_layout_way(l, b, at, seat);
    put_ends(l, at, seat);
}

static void put_ways(struct nj_layout *l, struct page *p)
{
    nj_seat_set seats = walkers(l->sheet);
    const struct nj_sheet_board *b = &l->sheet->board[0];
    int w, n = 0;

    if (seats == 0 || l->sheet->boards == 0)
        return;
    w = NUMBERS + b->cols * SMALL + 18;
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++) {
        if ((seats & nj_bit(k)) == 0)
            continue;
        put_way(l, k, NJ_LAYOUT_MARGIN + n % SMALL_ACROSS * w,
                p->y + n / SMALL_ACROSS * board_height(b, SMALL));
        n++;
    }
    p->y += (n + SMALL_ACROSS - 1) / SMALL_ACROSS * board_height(b, SMALL);
    if (2 * NJ_LAYOUT_MARGIN + SMALL_ACROSS * w > l->d->w)
        l->d->w = 2 * NJ_LAYOUT_MARGIN + SMALL_ACROSS * w;
}

/* --- legend and players --- */

static bool used(const struct nj_sheet *s, const char *name)
{
    for (uint32_t i = 0; i < s->n_names; i++)
        if (strcmp(s->names[i], name) == 0)
            return true;
    return false;
}

static void put_entry(struct nj_layout *l, const struct nj_shape *shape,
                      const char *text, struct page *p)
{
    int w = ICON + 8 + nj_drawing_width(text, NJ_LAYOUT_TYPE) + 16;

    if (p->x + w > l->d->w && p->x > NJ_LAYOUT_MARGIN) {
        p->x = NJ_LAYOUT_MARGIN + 10;
        p->y += LINE_HEIGHT;
    }
    nj_drawing_rect(l->d, NJ_INK_CELL, p->x - 3, p->y + 1, ICON + 6, ICON + 6);
    nj_drawing_shape(l->d, shape, p->x + 2, p->y + 6, ICON - 4);
    nj_drawing_text(l->d, body, p->x + ICON + 8, p->y + LINE_HEIGHT / 2, text);
    p->x += w;
}

/* In the order of the shapes, whatever was drawn first. A single cell with
 * words on its sides needs none, and keeps its size whatever they are. */
static void put_legend(struct nj_layout *l, struct page *p)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    bool any = false;

    if (l->sheet->boards == 1 && b->rows * b->cols == 1)
        return;

    p->x = NJ_LAYOUT_MARGIN + 10;
    for (uint32_t i = 0; nj_shape_at(i) != NULL; i++) {
        const struct nj_shape *s = nj_shape_at(i);
        const char *means = word(l, "glyph", s->name);

        if (!used(l->sheet, s->name) || means == NULL)
            continue;
        put_entry(l, s, means, p);
        any = true;
    }
    p->y += any ? LINE_HEIGHT + 6 : 0;
}

/* The parts of a line between '|', each at the left of a column of its own. */
static void put_columns(struct nj_layout *l, struct nj_lettering how,
                        const char *text, int x, int y)
{
    int columns = 1;
    int room, i = 0;

    for (const char *at = text; *at != '\0'; at++)
        columns += *at == '|';
    room = (l->d->w - NJ_LAYOUT_MARGIN - x) / columns;
    how.room = room - 8;
    for (const char *at = text; *at != '\0'; i++) {
        size_t n = strcspn(at, "|");

        nj_drawing_text(l->d, how, x + i * room, y,
                        nj_arena_copy(l->d->arena, at, n));
        at += n + (at[n] == '|');
    }
}

static void put_player(struct nj_layout *l, const struct nj_sheet_player *k,
                       int x, int y)
{
    struct nj_lettering how = body;

    how.room = l->d->w / 4;
    nj_layout_badge(l, k->seat, x + ICON / 2, y, ICON + 2);
    nj_drawing_text(l->d, how, x + ICON + 12, y, seat_name(l, k->seat));
    put_columns(l, how, text_of(l, k->key, k->args), x + ICON + 24 + how.room,
                y);
}

/* The head of the table is the key of its lines with "_head" behind it. */
static void put_players(struct nj_layout *l, struct page *p)
{
    const struct nj_sheet_player *k = l->sheet->player;
    int x = NJ_LAYOUT_MARGIN + 10;
    struct nj_lettering how = body;

    if (l->sheet->players == 0)
        return;
    how.ink = NJ_INK_MUTED;
    put_columns(
        l, how,
        text_of(l, nj_arena_printf(l->d->arena, "%s_head", k->key), NJ_NO_ARGS),
        x + ICON + 24 + l->d->w / 4, p->y + LINE_HEIGHT / 2);
    p->y += LINE_HEIGHT;
    for (uint32_t i = 0; i < l->sheet->players; i++) {
        if (i % 2 == 0)
            nj_drawing_rect(l->d, NJ_INK_CELL, NJ_LAYOUT_MARGIN, p->y,
                            l->d->w - 2 * NJ_LAYOUT_MARGIN, LINE_HEIGHT);
        put_player(l, &k[i], x, p->y + LINE_HEIGHT / 2);
        p->y += LINE_HEIGHT;
    }
    p->y += 8;
}

/* The page itself lies under everything. */
static void put_page(struct nj_layout *l)
{
    struct nj_mark *page = nj_arena_alloc(l->d->arena, sizeof(*page));

    page->kind = NJ_MARK_RECT;
    page->ink = NJ_INK_PAGE;
    page->w = l->d->w;
    page->h = l->d->h;
    page->next = l->d->first;
    l->d->first = page;
    if (l->d->last == NULL)
        l->d->last = page;
}

void nj_layout_sheet(struct nj_layout *l)
{
    struct page p = {.y = 10};

    NJ_ASSERT(l->d->first == NULL);
    l->d->w = 0;
    put_boards(l, &p);
    put_ways(l, &p);
    if (l->d->w == 0)
        l->d->w = PAGE_WIDTH;
    put_legend(l, &p);
    put_players(l, &p);
    l->d->h = p.y + 6;
    put_page(l);
}

void nj_layout_stage(struct nj_layout *l, struct nj_layout_place *place)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    struct page p = {.y = 10};
    int cell = phone_cell(b);
    int x = (PAGE_WIDTH - NUMBERS - b->cols * cell) / 2 - 2;

    NJ_ASSERT(l->d->first == NULL);
    NJ_ASSERT(l->sheet->boards > 0);
    l->d->w = PAGE_WIDTH;
    put_board(l, b, (struct nj_layout_place){x, p.y, cell}, false);
    *place = (struct nj_layout_place){x + NUMBERS, p.y + TITLE_HEIGHT + NUMBERS,
                                      cell};
    p.y += board_height(b, cell);
    put_legend(l, &p);
    put_players(l, &p);
    l->d->h = p.y + 6;
    put_page(l);
}
