/*
 * The words of scenarios (LN-14.2): boards from `given:`, states as in
 * `end:`. What needs an option implies it.
 */
#include "match/given.h"

#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/long_night/long_night.h"

static struct ln_board *board(const struct nj_given *g)
{
    return &((struct ln_state *)nj_state(g->m))->board;
}

/* Reads "r,c" on the board. */
static bool read_cell(struct nj_given *g, uint8_t *cell)
{
    const struct ln_board *b = board(g);
    uint8_t row, col;

    if (b->size == 0 || !nj_given_byte(g, 0, b->size - 1, &row) ||
        !nj_reader_sign(&g->r, ',') || !nj_given_byte(g, 0, b->size - 1, &col))
        return false;
    *cell = nj_ln_board_at(b, row, col);
    NJ_ASSERT(*cell < nj_ln_cells(b));
    return true;
}

/* Reads "r,cS": a side of a cell. */
static bool read_side(struct nj_given *g, uint8_t *cell, enum ln_dir *side)
{
    if (!read_cell(g, cell))
        return false;
    for (int d = 0; d < LN_DIRS; d++)
        if (nj_reader_sign(&g->r, "UDLR"[d])) {
            *side = (enum ln_dir)d;
            return true;
        }
    return false;
}

static bool given_edge(struct nj_given *g)
{
    enum ln_dir side;
    uint8_t cell;

    NJ_ASSERT(g->row->value > LN_OPEN && g->row->value <= LN_DOOR_OPEN);
    if (!read_side(g, &cell, &side))
        return false;
    nj_ln_board_claim(board(g), cell, side, (enum ln_edge)g->row->value);
    return true;
}

/* Reads "0,2R closed". */
static bool given_door(struct nj_given *g)
{
    enum ln_dir side;
    uint8_t cell;
    bool open;

    if (!read_side(g, &cell, &side))
        return false;
    open = nj_reader_follows(&g->r, "open");
    nj_ln_board_claim(board(g), cell, side,
                      open ? LN_DOOR_OPEN : LN_DOOR_CLOSED);
    return open || nj_reader_follows(&g->r, "closed");
}

/* Reads "0,1 0,2R ...": a button and its doors. */
static bool given_button(struct nj_given *g)
{
    struct ln_board *b = board(g);
    uint8_t button;

    if (!read_cell(g, &button))
        return false;
    b->thing[button] = LN_BUTTON;
    do {
        enum ln_dir side;
        uint8_t cell;

        if (!read_side(g, &cell, &side) ||
            !nj_ln_door_link(g->of, button, nj_ln_board_door(b, cell, side)))
            return false;
    } while (!nj_reader_end(&g->r));
    return true;
}

static bool given_thing(struct nj_given *g)
{
    uint8_t cell;

    NJ_ASSERT(g->row->value > LN_NOTHING && g->row->value <= LN_BOMB);
    if (!read_cell(g, &cell))
        return false;
    board(g)->thing[cell] = (uint8_t)g->row->value;
    return true;
}

static bool given_box4(struct nj_given *g)
{
    uint8_t cell;

    if (!read_cell(g, &cell))
        return false;
    for (int d = 0; d < LN_DIRS; d++)
        nj_ln_board_claim(board(g), cell, (enum ln_dir)d, LN_WALL);
    NJ_ASSERT(nj_ln_board_sealed(board(g), cell));
    return true;
}

static bool given_terrain(struct nj_given *g)
{
    uint8_t cell;

    NJ_ASSERT(g->row->value > LN_FLOOR && g->row->value <= LN_HEAT);
    if (!read_cell(g, &cell))
        return false;
    board(g)->terrain[cell] = (uint8_t)g->row->value;
    return true;
}

static bool given_used(struct nj_given *g)
{
    struct ln_board *b = board(g);
    uint8_t cell;

    return read_cell(g, &cell) && b->terrain[cell] == LN_TRAP &&
           nj_given_byte(g, 0, UINT8_MAX, &b->extra[cell]);
}

/* Reads two ends; of a one-way portal the first is the entrance. */
static bool given_portal(struct nj_given *g)
{
    struct ln_board *b = board(g);
    uint8_t a, z;

    if (!read_cell(g, &a) || !read_cell(g, &z))
        return false;
    nj_ln_board_pair(b, a, z);
    NJ_ASSERT(nj_ln_board_gate(b, a) && nj_ln_board_gate(b, z));
    if (g->row->value == LN_EXIT_END)
        b->terrain[z] = LN_EXIT_END;
    return true;
}

/* Reads "2,4 target=2 steps=0", of the Boss of LN-23 "... speed=4". */
static bool given_boss(struct nj_given *g)
{
    struct ln_state *s = g->of;
    uint8_t target;
    int64_t steps;

    if (!read_cell(g, &s->boss) || !nj_reader_follows(&g->r, "target=") ||
        !nj_given_byte(g, 1, LN_SEATS_MAX, &target) ||
        (!nj_reader_follows(&g->r, "steps=") &&
         !nj_reader_follows(&g->r, "speed=")) ||
        !nj_reader_number(&g->r, 0, UINT16_MAX / 2, &steps))
        return false;
    NJ_ASSERT(target >= 1 && target <= LN_SEATS_MAX);
    s->boss_target = (nj_seat)(target - 1);
    s->boss_steps = (uint16_t)steps;
    return true;
}

static bool given_out(struct nj_given *g)
{
    uint8_t number;

    if (!nj_given_byte(g, 1, LN_SEATS_MAX, &number))
        return false;
    ((struct ln_state *)g->of)->seat[number - 1].fate = LN_CAUGHT;
    return true;
}

/* Cards left of one seat, kept one higher until all is given, as below. */
static bool given_cards(struct nj_given *g)
{
    struct ln_state *s = g->of;
    uint8_t number, left;

    if (!nj_given_byte(g, 1, LN_SEATS_MAX, &number) ||
        !nj_given_byte(g, 0, 9, &left))
        return false;
    s->seat[number - 1].cards = (uint8_t)(left + 1);
    return true;
}

/* A seat whose first sound was heard of before (LN-25.1). */
static bool given_spoken(struct nj_given *g)
{
    uint8_t number;

    if (!nj_given_byte(g, 1, LN_SEATS_MAX, &number))
        return false;
    ((struct ln_state *)g->of)->seat[number - 1].spoken = 1;
    return true;
}

/* Kept one higher until all is given: 0 is a seat's full number. */
static bool given_hides_left(struct nj_given *g)
{
    struct ln_state *s = g->of;
    uint8_t left;

    if (!nj_given_byte(g, 0, UINT8_MAX - 1, &left))
        return false;
    for (nj_seat seat = 0; seat < LN_SEATS_MAX; seat++)
        s->seat[seat].hides = (uint8_t)(left + 1);
    return true;
}

/* Seats count from 1 where people read them. */
static bool turn_of(struct nj_given *g)
{
    struct ln_state *s = g->of;

    NJ_ASSERT(s->turn >= 1 && s->turn <= LN_SEATS_MAX);
    s->turn--;
    return true;
}

/* Gives the size once: what stands on a board stays inside it. */
static bool given_size(struct nj_given *g)
{
    struct ln_board *b = board(g);

    NJ_ASSERT(g->row->value >= LN_SIZE_MIN && g->row->value <= LN_SIZE_MAX);
    if (b->size != 0)
        return false;
    b->size = (uint8_t)g->row->value;
    return true;
}

/* Reads "p2". */
static nj_seat who(struct nj_given *g)
{
    uint8_t number;

    if (!nj_reader_sign(&g->r, 'p') || *g->r.at == ' ' ||
        !nj_given_byte(g, 1, LN_SEATS_MAX, &number))
        return NJ_SEAT_NONE;
    return (nj_seat)(number - 1);
}

/* Reads "0,1 sub=1" behind a seat, which is on the board from then on. */
static bool given_seat(struct nj_given *g)
{
    struct ln_state *s = nj_state(g->m);
    struct ln_seat *seat = g->of;

    if (!read_cell(g, &seat->cell))
        return false;
    seat->start = seat->cell;
    seat->sub = 0;
    if (nj_reader_follows(&g->r, "sub=") && !nj_given_byte(g, 0, 2, &seat->sub))
        return false;
    if (g->seat >= s->n) {
        if (!nj_given_seats(g->m, (uint8_t)(g->seat + 1)))
            return false;
        s->n = (uint8_t)(g->seat + 1);
    }
    NJ_ASSERT(s->n == nj_seats(g->m));
    return true;
}

/* clang-format off */
#define NUMBER(name, lo, hi) NJ_GIVEN_NUMBER(struct ln_state, name, lo, hi)
#define CELLS                "ROW,COLUMN ..."
#define CELL                 "ROW,COLUMN"
#define EXT                  .key = "ext", .text = "on"
static const struct nj_given_row rows[] = {
    {"open9",   .read = given_size, .value = 9},
    {"open10",  .read = given_size, .value = 10},
    {"open12",  .read = given_size, .value = 12},
    {"wall",    "ROW,COLUMN{U|D|L|R} ...", .read = given_edge, .value = LN_WALL, .many = true},
    {"box4",    CELL, .read = given_box4},
    {"g",       CELLS, .read = given_terrain, .value = LN_GRASS, .many = true},
    {"w",       CELLS, .read = given_terrain, .value = LN_WATER, .many = true},
    {"t",       CELLS, .read = given_terrain, .value = LN_TRAP, .many = true},
    {"E",       CELLS, .read = given_terrain, .value = LN_POD, .many = true},
    {"h",       CELLS, .read = given_terrain, .value = LN_HEAT, .many = true, EXT},
    {"used",    "ROW,COLUMN TIMES, of a trap", .read = given_used},
    {"portal",  "ROW,COLUMN ROW,COLUMN", .read = given_portal},
    {"oneway",  "ROW,COLUMN ROW,COLUMN", .read = given_portal, .value = LN_EXIT_END, EXT},
    {"door",    "ROW,COLUMN{U|D|L|R} {open|closed}", .read = given_door, EXT},
    {"button",  "ROW,COLUMN ROW,COLUMN{U|D|L|R} ...", .read = given_button, EXT},
    {"crate",   CELL, .read = given_thing, .value = LN_BOX, EXT},
    {"sun",     CELL, .read = given_thing, .value = LN_SUN_BOX, EXT},
    {"jam",     CELL, .read = given_thing, .value = LN_JAMMER_BOX, EXT},
    {"bomb",    CELL, .read = given_thing, .value = LN_BOMB, .key = "bombs", .text = "1"},
    {"boss",    "ROW,COLUMN target=SEAT {steps|speed}=N", .read = given_boss, .key = "boss", .text = "minotaur"},
    {"out",     "SEAT", .read = given_out},
    {"cards",   "SEAT LEFT", .read = given_cards},
    {"spoken",  "SEAT ...", .read = given_spoken, .many = true},
    {"turn",    NUMBER(turn, 1, LN_SEATS_MAX), .read = turn_of},
    {"round",   NUMBER(round, 1, UINT16_MAX)},
    {"escaped", NUMBER(escapes, 0, 9)},
    {"hleft",   "TIMES", .read = given_hides_left},
    {.words = NULL}};

static const struct nj_given_row seat_rows[] = {
    {"", "ROW,COLUMN [sub=0..2]", .read = given_seat},
    {.words = NULL}};

/* clang-format on */

/* Can what was given stand? */
static enum nj_status check_board(const struct ln_state *s, struct nj_err *err)
{
    unsigned playing = 0;

    for (nj_seat k = 0; k < s->n; k++)
        playing += s->seat[k].fate == LN_IN_PLAY;
    if (s->board.size == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no board is given");
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].sub > 0 && !nj_ln_board_gate(&s->board, s->seat[k].cell))
            return nj_fail(err, NJ_ERR_BAD_INPUT, "a subspace has no portal");
    if (playing < 2 && (s->n > 1 || playing == 0))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "fewer than two are in play");
    if (s->boss_target >= s->n)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "whom the boss hunts is absent");
    if (s->turn >= s->n || s->seat[s->turn].fate != LN_IN_PLAY)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "whose turn it is does not play");
    return NJ_OK;
}

enum nj_status nj_ln_given(struct nj_match *m, const char *clause,
                           struct nj_err *err)
{
    static const struct nj_given_clauses clauses = {
        rows, seat_rows, NJ_GIVEN_SEATS(struct ln_state, seat), .who = who};

    return clause[0] == '\0' ? check_board(nj_state_const(m), err)
                             : nj_given_read(m, &clauses, clause, err);
}

static void give_hides(struct ln_state *s, nj_seat seat)
{
    uint8_t *left = &s->seat[seat].hides;

    if (seat >= s->n)
        *left = 0;
    else if (*left == 0 || *left > nj_ln_charges(s))
        *left = nj_ln_charges(s);
    else
        (*left)--;
    NJ_ASSERT(*left == 0 || *left <= nj_ln_charges(s));
}

void nj_ln_given_done(struct nj_match *m, int64_t at_ms)
{
    struct ln_state *s = nj_state(m);

    NJ_ASSERT(s->turn < s->n && s->n == nj_seats(m));
    NJ_ASSERT(s->seat[s->turn].fate == LN_IN_PLAY);
    (void)at_ms;
    if (s->round == 0)
        s->round = 2;
    s->opt.solo = s->n == 1;
    s->ordinary = LN_CLASSIC_ORDINARY;
    s->exits = LN_CLASSIC_EXIT;
    s->from = s->seat[s->turn].cell;
    s->actor = NJ_BY_CLOCK;
    for (nj_seat k = 0; k < LN_SEATS_MAX; k++)
        give_hides(s, k);
    for (nj_seat k = 0; k < s->n; k++) {
        s->seat[k].bombs = s->opt.bombs;
        s->seat[k].cards =
            s->seat[k].cards > 0 ? s->seat[k].cards - 1 : s->opt.cards;
        if (s->seat[k].fate != LN_IN_PLAY)
            nj_seat_out(m, k);
    }
    (void)nj_ln_clock_begin(m, s);
}

static void put_place(struct nj_str *out, const char *what,
                      const struct ln_board *b, uint8_t cell)
{
    nj_str_addf(out, " %s@%u,%u", what, (unsigned)(cell / b->size),
                (unsigned)(cell % b->size));
}

/* LN-34.2: what lies about, where a Boss lays bombs or a pod is shut in. */
static void put_things(struct nj_str *out, const struct ln_state *s)
{
    const struct ln_board *b = &s->board;
    bool laid = s->opt.boss == LN_BANGBANG;
    bool pods = nj_ln_board_pods(b) + s->escapes > 0;

    if (laid || (s->opt.solo && s->opt.boss != LN_BOSS_OFF))
        put_place(out, "boss", b, s->boss);
    for (uint8_t c = 0; c < nj_ln_cells(b); c++) {
        if (laid && b->thing[c] == LN_BOMB)
            put_place(out, "bomb", b, c);
        if ((laid || pods) && nj_ln_board_boxed(b, c))
            put_place(out, "box", b, c);
    }
}

void nj_ln_state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->n == 0 || s->board.size > 0);
    NJ_ASSERT(s->over || s->n == 0 || s->turn < s->n);
    nj_str_addf(out, "round=%u ", (unsigned)s->round);
    if (s->over)
        nj_str_puts(out, "turn=over");
    else
        nj_str_addf(out, "turn=%u", s->turn + 1u);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct ln_seat *seat = &s->seat[k];

        nj_str_addf(out, " p%u@%u,%u", k + 1u,
                    (unsigned)(seat->cell / s->board.size),
                    (unsigned)(seat->cell % s->board.size));
        if (seat->sub > 0)
            nj_str_addf(out, "/sub%u", (unsigned)seat->sub);
        if (seat->fate != LN_IN_PLAY)
            nj_str_addf(out, "(%s)", nj_ln_fate_word(seat->fate));
    }
    if (s->n > 0)
        put_things(out, s);
}
