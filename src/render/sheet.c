/*
 * The canvas that remembers. Calls beyond its limits are left out: a picture
 * may lack something, the text beside it does not.
 */
#include "render/sheet.h"

#include <string.h>

#include "base/bug.h"

static struct nj_sheet *self(struct nj_canvas *c)
{
    return (struct nj_sheet *)(void *)c;
}

static struct nj_sheet_board *board(struct nj_sheet *s)
{
    NJ_ASSERT(s->boards > 0);
    return &s->board[s->boards - 1];
}

static void use(struct nj_sheet *s, const char *name)
{
    uint32_t i = 0;

    while (i < s->n_names && strcmp(s->names[i], name) != 0)
        i++;
    if (i == NJ_SHEET_NAMES_MAX)
        return;
    NJ_ASSERT(i <= s->n_names && s->boards > 0);
    s->names[i] = name;
    s->n_names = i == s->n_names ? i + 1 : s->n_names;
    board(s)->uses |= UINT64_C(1) << i;
}

/* Grounds and kinds of reach: by name and look. */
static void use_key(struct nj_sheet *s, const char *name, bool reach,
                    uint8_t look)
{
    struct nj_sheet_key *k = s->key;

    while (k < s->key + s->keys &&
           (k->reach != reach || k->look != look || strcmp(k->name, name) != 0))
        k++;
    if (k == s->key + NJ_SHEET_KEYS_MAX)
        return;
    if (k == s->key + s->keys) {
        *k = (struct nj_sheet_key){.name = name, .reach = reach, .look = look};
        s->keys++;
    }
    NJ_ASSERT(k < s->key + s->keys && s->boards > 0);
    k->boards |= (uint8_t)(1U << (s->boards - 1));
}

static void begin(struct nj_sheet *s, const char *title, int64_t n)
{
    if (s->title != NULL)
        return;
    s->title = title;
    s->n = n;
}

static struct nj_sheet_cell *at(struct nj_sheet *s, int row, int col)
{
    const struct nj_sheet_board *b = board(s);

    NJ_ASSERT(row >= 0 && row < b->rows);
    NJ_ASSERT(col >= 0 && col < b->cols);
    return nj_sheet_at(b, row, col);
}

static void on_board(struct nj_canvas *c, const char *title, int64_t n,
                     int rows, int cols)
{
    struct nj_sheet *s = self(c);
    struct nj_sheet_board *b;

    NJ_ASSERT(rows > 0 && rows <= NJ_BOARD_SIDE_MAX);
    NJ_ASSERT(cols > 0 && cols <= NJ_BOARD_SIDE_MAX);
    NJ_ASSERT(s->boards < NJ_SHEET_BOARDS_MAX);
    begin(s, title, n);
    b = &s->board[s->boards++];
    b->title = title;
    b->n = n;
    b->rows = rows;
    b->cols = cols;
    b->cells =
        nj_arena_alloc(s->arena, (size_t)(rows + 1) * (size_t)(cols + 1) *
                                     sizeof(b->cells[0]));
}

static void on_glyph(struct nj_canvas *c, int row, int col, const char *name)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    cell->glyph = name;
    if (!nj_sheet_empty(cell))
        use(self(c), name);
}

static void on_below(struct nj_canvas *c, int row, int col, const char *name)
{
    at(self(c), row, col)->below = name;
    use(self(c), name);
}

static void on_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                    const char *name)
{
    struct nj_sheet *s = self(c);
    const struct nj_sheet_board *b = board(s);

    (void)at(s, row, col);
    use(s, name);
    switch (side) {
    case NJ_SIDE_UP:
        nj_sheet_at(b, row, col)->up = name;
        break;
    case NJ_SIDE_DOWN:
        nj_sheet_at(b, row + 1, col)->up = name;
        break;
    case NJ_SIDE_LEFT:
        nj_sheet_at(b, row, col)->left = name;
        break;
    case NJ_SIDE_RIGHT:
        nj_sheet_at(b, row, col + 1)->left = name;
        break;
    }
}

static void on_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    NJ_ASSERT(seat < NJ_SEATS_MAX);
    at(self(c), row, col)->seats |= nj_bit(seat);
}

static void on_label(struct nj_canvas *c, int row, int col, const char *id)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    board(self(c))->pieces = true;
    (void)snprintf(cell->label, sizeof(cell->label), "%.3s", id);
}

static void on_place(struct nj_canvas *c, int row, int col, const char *id,
                     const char *key)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    board(self(c))->plan = true;
    cell->place = key;
    (void)snprintf(cell->label, sizeof(cell->label), "%.3s", id);
}

static void on_leads(struct nj_canvas *c, int row, int col, int to)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    NJ_ASSERT(to > 0 && to <= UINT8_MAX);
    for (int i = 0; i < NJ_LEADS_MAX; i++)
        if (cell->leads[i] == 0) {
            cell->leads[i] = (uint8_t)to;
            return;
        }
}

static void on_heading(struct nj_canvas *c, int row, int col, const char *key)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    NJ_ASSERT(nj_sheet_empty(cell));
    cell->place = key;
}

/* --- signs of a board --- */

static void on_letters(struct nj_canvas *c)
{
    struct nj_sheet_board *b = board(self(c));

    NJ_ASSERT(b->cols <= NJ_LETTERS_MAX);
    b->letters = true;
}

static void on_ground(struct nj_canvas *c, int row, int col, enum nj_tint tint,
                      const char *name)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    NJ_ASSERT(tint < NJ_TINTS);
    cell->ground = name;
    cell->tint = (uint8_t)tint;
    use_key(self(c), name, false, cell->tint);
}

static void on_facing(struct nj_canvas *c, int row, int col, enum nj_side side)
{
    NJ_ASSERT(side <= NJ_SIDE_RIGHT);
    at(self(c), row, col)->facing = (uint8_t)(1 + side);
    use(self(c), "facing");
}

static void on_sight(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    NJ_ASSERT(seat < NJ_SEATS_MAX);
    at(self(c), row, col)->sight |= nj_bit(seat);
    use(self(c), "sight");
}

static void on_reach(struct nj_canvas *c, int row, int col, const char *name,
                     bool dashed)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    cell->reach = name;
    cell->dashed = dashed;
    use_key(self(c), name, true, dashed ? 1 : 0);
}

static void on_number(struct nj_canvas *c, int row, int col, int n)
{
    NJ_ASSERT(n > 0 && n <= NJ_NUMBER_MAX);
    at(self(c), row, col)->number = (uint16_t)n;
    use(self(c), "number");
}

/* --- courses --- */

static void add_step(struct nj_sheet *s, struct nj_sheet_step step)
{
    struct nj_sheet_step *copy = nj_arena_alloc(s->arena, sizeof(*copy));

    *copy = step;
    NJ_ASSERT((s->step == NULL) == (s->last_step == NULL));
    if (s->last_step != NULL)
        s->last_step->next = copy;
    else
        s->step = copy;
    s->last_step = copy;
    s->steps++;
}

static void on_turn(struct nj_canvas *c, int64_t round, nj_seat seat)
{
    NJ_ASSERT(seat < NJ_SEATS_MAX);
    add_step(self(c), (struct nj_sheet_step){.kind = NJ_STEP_TURN,
                                             .seat = seat,
                                             .from = (int)round});
}

static void on_move(struct nj_canvas *c, nj_seat seat, int from, int to,
                    bool far)
{
    struct nj_sheet *s = self(c);

    NJ_ASSERT(seat < NJ_SEATS_MAX);
    NJ_ASSERT(from >= 0 && from < s->board[0].rows * s->board[0].cols);
    NJ_ASSERT(to >= 0 && to < s->board[0].rows * s->board[0].cols);
    add_step(s, (struct nj_sheet_step){.kind = far ? NJ_STEP_FAR : NJ_STEP_NEAR,
                                       .seat = seat,
                                       .from = from,
                                       .to = to});
}

static void on_player(struct nj_canvas *c, nj_seat seat, const char *key,
                      struct nj_args args)
{
    struct nj_sheet *s = self(c);

    NJ_ASSERT(seat < NJ_SEATS_MAX);
    if (s->players < NJ_COUNT(s->player))
        s->player[s->players++] =
            (struct nj_sheet_player){seat, key, nj_args_copy(s->arena, args)};
}

/* --- hands and notes --- */

static void on_hand(struct nj_canvas *c, const char *title, int64_t n)
{
    struct nj_sheet *s = self(c);

    begin(s, title, n);
    if (s->hands < NJ_SHEET_HANDS_MAX)
        s->hand[s->hands] = (struct nj_sheet_hand){.title = title, .n = n};
    s->hands++;
}

/* NULL: the hand, or the card that is drawn next, is beyond what is kept. */
static struct nj_sheet_hand *hand_kept(struct nj_sheet *s)
{
    NJ_ASSERT(s->hands > 0);
    if (s->hands > NJ_SHEET_HANDS_MAX || s->cards > NJ_SHEET_CARDS_MAX)
        return NULL;
    return &s->hand[s->hands - 1];
}

static void on_card(struct nj_canvas *c, int number, const char *name,
                    struct nj_args args)
{
    struct nj_sheet *s = self(c);
    struct nj_sheet_hand *h;
    struct nj_sheet_card *card;

    NJ_ASSERT(number >= 0 && number <= NJ_NUMBER_MAX);
    s->cards++;
    h = hand_kept(s);
    if (h == NULL)
        return;
    card = nj_arena_alloc(s->arena, sizeof(*card));
    card->number = number;
    card->name = name;
    card->args = nj_args_copy(s->arena, args);
    if (h->last_card != NULL)
        h->last_card->next = card;
    else
        h->card = card;
    h->last_card = card;
}

static void on_mark(struct nj_canvas *c, const char *name)
{
    struct nj_sheet_hand *h = hand_kept(self(c));
    struct nj_sheet_card *card;

    if (h == NULL)
        return;
    card = h->last_card;
    NJ_ASSERT(card != NULL); /* a mark is on a card of this hand */
    if (card->marks < NJ_SHEET_MARKS_MAX)
        card->mark[card->marks++] = name;
}

static void on_note(struct nj_canvas *c, const char *key, struct nj_args args)
{
    struct nj_sheet *s = self(c);

    if (s->notes < NJ_SHEET_NOTES_MAX)
        s->note[s->notes++] =
            (struct nj_sheet_note){key, nj_args_copy(s->arena, args)};
}

void nj_sheet_init(struct nj_sheet *s, struct nj_arena *arena)
{
    static const struct nj_canvas_ops ops = {.board = on_board,
                                             .glyph = on_glyph,
                                             .below = on_below,
                                             .edge = on_edge,
                                             .seat = on_seat,
                                             .label = on_label,
                                             .place = on_place,
                                             .leads = on_leads,
                                             .heading = on_heading,
                                             .turn = on_turn,
                                             .move = on_move,
                                             .player = on_player,
                                             .letters = on_letters,
                                             .ground = on_ground,
                                             .facing = on_facing,
                                             .sight = on_sight,
                                             .reach = on_reach,
                                             .number = on_number,
                                             .hand = on_hand,
                                             .card = on_card,
                                             .mark = on_mark,
                                             .note = on_note};

    memset(s, 0, sizeof(*s));
    s->canvas.ops = &ops;
    s->arena = arena;
}

bool nj_sheet_empty(const struct nj_sheet_cell *c)
{
    return c->glyph != NULL && strcmp(c->glyph, "nothing") == 0;
}
