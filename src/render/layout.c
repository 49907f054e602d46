/*
 * The page: boards in rows, then what stands below them (layout_foot.c).
 */
#include "render/layout.h"

#include <string.h>

#include "base/bug.h"

#define PAGE_WIDTH   600 /* of a phone */
#define TITLE_HEIGHT 36
#define NUMBERS      26  /* the strip that holds row or column numbers */
#define LETTER_STRIP 22  /* the same where columns have letters, all round */
#define LETTER_RIM   8   /* ... and what is left of the page's margin */
#define SIDE_BY_SIDE 36  /* cell size of two boards beside each other */
#define PLAN_CELL    120 /* of one floor alone */
#define SMALL        34  /* cell size of the boards with ways, at most */
#define SMALL_TYPE   14  /* of a name above it, if it is long */
#define SMALL_ACROSS 2
#define PLANS_ACROSS 3
#define PIECE        39 /* cell size of pieces: four beside each other */
#define PIECE_GAP    26

static const struct nj_lettering head = {NJ_INK_DARK, 18, NJ_ANCHOR_START, true,
                                         0};

static void put_title(struct nj_layout *l, const struct nj_sheet_board *b,
                      int x, int y, int room)
{
    struct nj_lettering how = head;

    how.room = room;
    nj_drawing_text(
        l->d, how, x, y + TITLE_HEIGHT / 2 - 2,
        nj_layout_text(l, b->title, NJ_ARGS(nj_arg_int("n", b->n))));
}

/* --- boards --- */

/* The strip to the left of a board, and above it. */
static int strip_of(const struct nj_sheet_board *b)
{
    if (b->letters)
        return LETTER_STRIP;
    return b->plan ? 0 : NUMBERS;
}

static nj_seat_set walkers(const struct nj_sheet *s)
{
    nj_seat_set seats = 0;

    for (const struct nj_sheet_step *i = s->step; i != NULL; i = i->next)
        seats |= nj_bit(i->seat);
    return seats;
}

/* A board with title and numbers; the place is its outer corner. Cells with
 * letters do not get smaller, so there the ways have no copies of their own. */
static void put_board(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_place outer, bool seats)
{
    int strip = strip_of(b);
    struct nj_layout_place at = {outer.x + strip,
                                 outer.y + TITLE_HEIGHT + strip, outer.cell};

    put_title(l, b, at.x, outer.y, b->cols * outer.cell);
    nj_layout_cells(l, b, at, seats);
    if (b->letters && b == &l->sheet->board[0])
        NJ_FOREACH_SEAT(k, walkers(l->sheet))
            nj_layout_way(l, b, at, k);
    if (!b->plan)
        nj_layout_numbers(l, b, at);
}

/* A larger one stands alone: beside another its cells would be too small for a
 * phone. */
#define PAIRED_MAX 9

static int board_height(const struct nj_sheet_board *b, int cell)
{
    if (b->letters)
        return TITLE_HEIGHT + 2 * LETTER_STRIP + b->rows * cell + LETTER_RIM;
    return TITLE_HEIGHT + NUMBERS + b->rows * cell + NJ_LAYOUT_MARGIN;
}

static int phone_cell(const struct nj_sheet_board *b)
{
    int longer = b->cols > b->rows ? b->cols : b->rows;
    int cell = (PAGE_WIDTH - 2 * NJ_LAYOUT_MARGIN - NUMBERS - 2) / longer;

    if (b->plan) { /* as long as it likes: its names want the width */
        cell = (PAGE_WIDTH - 2 * NJ_LAYOUT_MARGIN) / b->cols;
        return cell > PLAN_CELL ? PLAN_CELL : cell;
    }
    if (b->letters) { /* as wide as the page, and as long as it must be */
        cell = (PAGE_WIDTH - 2 * LETTER_RIM - 2 * LETTER_STRIP) / b->cols;
        return cell > 96 ? 96 : cell;
    }
    return cell > 96 ? 96 : cell < 22 ? 22 : cell;
}

/* One cell and its four sides, each with its word: what stands around me. */
static void put_walls(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_page *p)
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
        const char *dir = nj_layout_word(l, "word.dir", side[i]);
        const char *what =
            nj_layout_word(l, "glyph", edge[i] != NULL ? edge[i] : "open");

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
                      struct nj_layout_page *p)
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
    at = (struct nj_layout_place){p->x, p->y + NJ_LAYOUT_LINE, PIECE};
    how.anchor = NJ_ANCHOR_MIDDLE;
    how.size = 16;
    nj_drawing_text(l->d, how, at.x + w / 2, p->y + NJ_LAYOUT_LINE / 2 + 1, id);
    nj_layout_part(l, b, part, at, true);
    p->x += w + PIECE_GAP;
    if (h + NJ_LAYOUT_LINE + 10 > p->row_height)
        p->row_height = h + NJ_LAYOUT_LINE + 10;
}

static void put_pieces(struct nj_layout *l, const struct nj_sheet_board *b,
                       struct nj_layout_page *p)
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
                     struct nj_layout_page *p)
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

/* Where a board alone on a page of that width begins. */
static int middle_of(const struct nj_sheet_board *b, int w, int cell)
{
    if (b->letters)
        return (w - b->cols * cell) / 2 - LETTER_STRIP;
    return (w - NUMBERS - b->cols * cell) / 2 - 2;
}

static void put_single(struct nj_layout *l, const struct nj_sheet_board *b,
                       struct nj_layout_page *p)
{
    int cell = phone_cell(b);
    int w = NUMBERS + b->cols * cell + 2 * NJ_LAYOUT_MARGIN;

    if (b->letters)
        w = 2 * (LETTER_STRIP + LETTER_RIM) + b->cols * cell;
    if (w < PAGE_WIDTH && b->cols > 1)
        w = PAGE_WIDTH;
    if (w > l->d->w)
        l->d->w = w;
    put_board(l, b, (struct nj_layout_place){middle_of(b, w, cell), p->y, cell},
              true);
    p->y += board_height(b, cell);
}

/* May another board stand beside it? */
static bool is_plain(const struct nj_sheet_board *b)
{
    return !b->pieces && !b->letters && b->rows > 1 && b->rows <= PAIRED_MAX &&
           b->cols <= PAIRED_MAX;
}

static void put_boards(struct nj_layout *l, struct nj_layout_page *p)
{
    const struct nj_sheet *s = l->sheet;

    for (uint32_t i = 0; i < s->boards;) {
        const struct nj_sheet_board *b = &s->board[i];

        if (is_plain(b) && i + 1 < s->boards && is_plain(b + 1)) {
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

/* How many copies stand beside each other, and their cells: they take the whole
 * page. The cells of a plan are few and wide. */
static int across(const struct nj_sheet_board *b)
{
    return b->plan ? PLANS_ACROSS : SMALL_ACROSS;
}

static int way_cell(const struct nj_layout *l)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    /* A page that is narrower yet has room for more. */
    int page = b->plan || l->d->w < PAGE_WIDTH ? PAGE_WIDTH : l->d->w;
    int room = (page - 2 * NJ_LAYOUT_MARGIN) / across(b);
    int cell = (room - (b->plan ? NJ_LAYOUT_MARGIN : NUMBERS + 18)) / b->cols;

    return b->plan || cell < SMALL ? cell : SMALL;
}

/* Whose way it is: a name that is longer than its board is wide takes two
 * lines, in smaller type. */
static void put_walker(struct nj_layout *l, nj_seat seat, int x, int y,
                       int room)
{
    const char *name = nj_layout_name(l, seat);
    struct nj_lettering how = nj_layout_body;
    size_t first;

    nj_layout_badge(l, seat, x + NJ_LAYOUT_ICON / 2, y, NJ_LAYOUT_ICON);
    x += NJ_LAYOUT_ICON + 8;
    how.room = room - NJ_LAYOUT_ICON - 8;
    if (nj_drawing_width(name, how.size) > how.room) {
        how.size = SMALL_TYPE;
        first = nj_drawing_fold(name, how.size, how.room);
        if (name[first] != '\0') {
            nj_drawing_text(
                l->d, how, x, y - SMALL_TYPE / 2 - 1,
                nj_arena_printf(l->d->arena, "%.*s", (int)first, name));
            name += first;
            y += SMALL_TYPE / 2 + 1;
        }
    }
    nj_drawing_text(l->d, how, x, y, name);
}

static void put_way(struct nj_layout *l, nj_seat seat, int x, int y)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    int strip = b->plan ? 0 : NUMBERS;
    struct nj_layout_place at = {x + strip, y + TITLE_HEIGHT + strip,
                                 way_cell(l)};

    NJ_ASSERT(at.cell > 0);
    put_walker(l, seat, at.x, y + TITLE_HEIGHT / 2 - 2, b->cols * at.cell);
    nj_layout_cells(l, b, at, false);
    if (!b->plan)
        nj_layout_numbers(l, b, at);
    nj_layout_way(l, b, at, seat);
    nj_layout_ends(l, b, at, seat);
}

static void put_ways(struct nj_layout *l, struct nj_layout_page *p)
{
    nj_seat_set seats = walkers(l->sheet);
    const struct nj_sheet_board *b = &l->sheet->board[0];
    int cell, w, n = 0;
    int beside = across(b);

    if (seats == 0 || l->sheet->boards == 0 || b->letters)
        return;
    cell = way_cell(l);
    w = b->plan ? b->cols * cell + NJ_LAYOUT_MARGIN
                : NUMBERS + b->cols * cell + 18;
    if (w < (l->d->w - 2 * NJ_LAYOUT_MARGIN) / beside)
        w = (l->d->w - 2 * NJ_LAYOUT_MARGIN) / beside;
    NJ_FOREACH_SEAT(k, seats) {
        put_way(l, k, NJ_LAYOUT_MARGIN + n % beside * w,
                p->y + n / beside * board_height(b, cell));
        n++;
    }
    p->y += (n + beside - 1) / beside * board_height(b, cell);
    if (2 * NJ_LAYOUT_MARGIN + beside * w > l->d->w)
        l->d->w = 2 * NJ_LAYOUT_MARGIN + beside * w;
}

/* The page itself lies under everything. */
static void put_page(struct nj_layout *l)
{
    struct nj_mark *page = nj_arena_alloc(l->d->arena, sizeof(*page));

    NJ_ASSERT(l->d->w > 0 && l->d->h > 0);
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
    struct nj_layout_page p = {.y = 10};

    NJ_ASSERT(l->d->first == NULL);
    l->d->w = 0;
    put_boards(l, &p);
    put_ways(l, &p);
    if (l->d->w == 0 || (l->sheet->hands > 0 && l->d->w < PAGE_WIDTH))
        l->d->w = PAGE_WIDTH;
    nj_layout_legend(l, l->sheet->boards, &p);
    nj_layout_hands(l, &p);
    nj_layout_players(l, &p);
    nj_layout_notes(l, &p);
    l->d->h = p.y + 6;
    put_page(l);
}

void nj_layout_stage(struct nj_layout *l, struct nj_layout_place *place)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    struct nj_layout_page p = {.y = 10};
    int cell = phone_cell(b);
    int x = middle_of(b, PAGE_WIDTH, cell);

    NJ_ASSERT(l->d->first == NULL);
    NJ_ASSERT(l->sheet->boards > 0);
    l->d->w = PAGE_WIDTH;
    put_board(l, b, (struct nj_layout_place){x, p.y, cell}, false);
    *place = (struct nj_layout_place){
        x + (b->letters ? LETTER_STRIP : NUMBERS),
        p.y + TITLE_HEIGHT + (b->letters ? LETTER_STRIP : NUMBERS), cell};
    p.y += board_height(b, cell);
    nj_layout_legend(l, 1, &p);
    nj_layout_players(l, &p);
    l->d->h = p.y + 6;
    put_page(l);
}
