/*
 * The whole match on a canvas, when it is over: the boards of the reveal, the
 * way of every seat, the table of scores. Drawn from the messages of the match
 * alone, those of the record included (LN-9.2), so a match file is enough.
 *
 * A record of a turn names where it began, where it ended and the directions
 * walked. Where a portal led to is told by the numbers on the map; wherever that
 * does not fit with the place the record names, the way is drawn as a jump to it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

struct walk {
    struct nj_canvas *c;
    struct ln_board_text map;
    char cell[LN_CELLS_MAX];       /* one-way portals turn round */
    int at[LN_SEATS_MAX];          /* -1: not known yet */
    int sub[LN_SEATS_MAX];         /* steps in subspace still to come */
    uint8_t partner[LN_CELLS_MAX]; /* LN_NOWHERE: not known */
};

/* The cell that the first row of a table names; -1: none. */
static int place_of(const struct walk *w, const struct nj_message *msg,
                    const char *name)
{
    int64_t row = nj_message_cell(msg, name, 0, "row", 0) - 1;
    int64_t col = nj_message_cell(msg, name, 0, "col", 0) - 1;

    if (row < 0 || row >= w->map.rows || col < 0 || col >= w->map.cols)
        return -1;
    return (int)(row * w->map.cols + col);
}

/* --- portals --- */

static bool is_end(char c)
{
    return c == 'P' || c == 'e';
}

static int step_from(const struct walk *w, int cell, char dir)
{
    int rows = w->map.rows, cols = w->map.cols;
    int row = cell / cols, col = cell % cols;

    NJ_ASSERT(cell >= 0 && cell < rows * cols);
    row += dir == 'D' ? 1 : dir == 'U' ? rows - 1 : 0;
    col += dir == 'R' ? 1 : dir == 'L' ? cols - 1 : 0;
    return row % rows * cols + col % cols;
}

static bool is_step(const char *item)
{
    return item[0] != '\0' && strchr("UDLR", item[0]) != NULL && item[1] != '#';
}

static const char *next_item(const char *item)
{
    item += strcspn(item, ",");
    return item + (*item == ',');
}

static bool is_free_end(const struct walk *w, long cell)
{
    return cell >= 0 && cell < (long)w->map.rows * w->map.cols &&
           is_end(w->cell[cell]) && w->partner[cell] == LN_NOWHERE;
}

/* Two ends belong together; what a map cannot have is passed over. */
static void join(struct walk *w, long a, long z)
{
    if (a == z || !is_free_end(w, a) || !is_free_end(w, z))
        return;
    w->partner[a] = (uint8_t)z;
    w->partner[z] = (uint8_t)a;
}

/* Ends with the same number are a pair ("2#17"). */
static void join_numbered(struct walk *w)
{
    long first[LN_CELLS_MAX / 2 + 1];

    for (size_t i = 0; i < NJ_COUNT(first); i++)
        first[i] = -1;
    for (const char *p = w->map.marks; *p != '\0'; p = next_item(p)) {
        char *end;
        long n = strtol(p, &end, 10);

        if (*end != '#' || n < 1 || n >= (long)NJ_COUNT(first))
            continue;
        if (first[n] < 0)
            first[n] = strtol(end + 1, NULL, 10);
        else
            join(w, first[n], strtol(end + 1, NULL, 10));
    }
}

/* A single pair has no numbers. */
static void join_single(struct walk *w)
{
    int ends[2] = {0}, n = 0;

    for (int cell = 0; cell < w->map.rows * w->map.cols; cell++)
        if (is_end(w->cell[cell]) && n++ < 2)
            ends[n - 1] = cell;
    if (n == 2)
        join(w, ends[0], ends[1]);
}

/* --- turns --- */

static void jump(struct walk *w, nj_seat seat, int to)
{
    NJ_ASSERT(to >= 0 && to < w->map.rows * w->map.cols);
    if (w->at[seat] >= 0 && w->at[seat] != to)
        w->c->ops->move(w->c, seat, w->at[seat], to, true);
    w->at[seat] = to;
}

/* LN-5.4: the step into a portal and two more; LN-5.9: a one-way portal turns
 * round when it is entered. */
static void enter(struct walk *w, nj_seat seat)
{
    int cell = w->at[seat];
    int other;

    NJ_ASSERT(cell >= 0 && w->sub[seat] == 0);
    if (w->cell[cell] != 'P')
        return;
    w->sub[seat] = 2;
    other = w->partner[cell];
    if (other != LN_NOWHERE && w->cell[other] == 'e') {
        w->cell[other] = 'P';
        w->cell[cell] = 'e';
    }
}

/* The directions of the two steps in subspace do not count. */
static void walk_step(struct walk *w, nj_seat seat, const char *item, int to)
{
    int next;

    NJ_ASSERT(is_step(item) && w->at[seat] >= 0);
    if (w->sub[seat] > 0) {
        next = w->partner[w->at[seat]];
        if (--w->sub[seat] == 0)
            jump(w, seat, next != LN_NOWHERE ? next : to);
        return;
    }
    next = step_from(w, w->at[seat], item[0]);
    w->c->ops->move(w->c, seat, w->at[seat], next, false);
    w->at[seat] = next;
    enter(w, seat);
}

static void walk_turn(struct walk *w, const struct nj_message *msg,
                      int64_t round)
{
    int64_t who = nj_message_int(msg, "seat", -1);
    int from = place_of(w, msg, "from");
    int to = place_of(w, msg, "to");
    nj_seat seat = (nj_seat)who;

    if (who < 0 || who >= LN_SEATS_MAX || from < 0 || to < 0)
        return;
    w->c->ops->turn(w->c, round, seat);
    if (w->at[seat] != from)
        w->sub[seat] = 0;
    jump(w, seat, from);
    for (const char *item = nj_message_str(msg, "trace"); *item != '\0';
         item = next_item(item))
        if (is_step(item))
            walk_step(w, seat, item, to);
    if (w->at[seat] != to)
        w->sub[seat] = 0;
    jump(w, seat, to);
    NJ_ASSERT(w->at[seat] == to);
}

/* --- scores --- */

static void draw_score(struct nj_canvas *c, const struct nj_message *msg,
                       uint32_t row)
{
    static const char *const columns[] = {"rank",    "total", "catch", "escape",
                                          "explore", "first", "quit"};
    int64_t seat = nj_message_cell(msg, "rows", row, "seat", 0);
    struct nj_arg args[NJ_COUNT(columns)];

    for (size_t k = 0; k < NJ_COUNT(columns); k++)
        args[k] = nj_arg_int(columns[k],
                             nj_message_cell(msg, "rows", row, columns[k], 0));
    if (seat >= 0 && seat < LN_SEATS_MAX)
        c->ops->player(c, (nj_seat)seat, "ln.picture_score",
                       (struct nj_args){.v = args, .n = NJ_COUNT(args)});
}

/* The best first, as the text has them. */
static void draw_scores(struct nj_canvas *c, const struct nj_message *msg)
{
    for (int64_t rank = 0; rank <= LN_SEATS_MAX; rank++)
        for (uint32_t i = 0;
             i < LN_SEATS_MAX && nj_message_row(msg, "rows", i) != NULL; i++)
            if (nj_message_cell(msg, "rows", i, "rank", 0) == rank)
                draw_score(c, msg, i);
}

/* --- the course --- */

static bool begin(struct walk *w, const struct nj_message *reveal)
{
    if (!nj_ln_notation_split(nj_message_str(reveal, "start"), &w->map) ||
        w->map.rows * w->map.cols > LN_CELLS_MAX)
        return false;
    NJ_ASSERT(w->map.rows > 0 && w->map.cols > 0);
    memcpy(w->cell, w->map.cell, (size_t)w->map.rows * (size_t)w->map.cols);
    memset(w->partner, (int)LN_NOWHERE, sizeof(w->partner));
    join_numbered(w);
    join_single(w);
    for (int k = 0; k < LN_SEATS_MAX; k++)
        w->at[k] = -1;
    return true;
}

void nj_ln_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c)
{
    struct walk w = {.c = c};
    const struct nj_message *score = NULL, *reveal = NULL;
    int64_t round = 1;

    NJ_ASSERT(n == 0 || record != NULL);
    for (uint32_t i = 0; i < n; i++) {
        if (nj_message_says(record[i], "ln.reveal"))
            reveal = record[i];
        if (nj_message_says(record[i], "ln.score"))
            score = record[i];
    }
    if (reveal == NULL || !begin(&w, reveal))
        return;
    nj_ln_picture(reveal, c);
    for (uint32_t i = 0; i < n; i++) {
        if (nj_message_says(record[i], "ln.round"))
            round = nj_message_int(record[i], "round", round);
        if (nj_message_says(record[i], "ln.host.turn"))
            walk_turn(&w, record[i], round);
    }
    if (score != NULL)
        draw_scores(c, score);
}
