/*
 * A canvas that writes down what is drawn, a line a call.
 */
#include "kit/drawn.h"

#include "match/canvas.h"

struct tracer {
    struct nj_canvas base;
    struct nj_str *out;
};

static struct nj_str *traced(struct nj_canvas *c)
{
    return ((struct tracer *)(void *)c)->out;
}

static void on_board(struct nj_canvas *c, const char *title, int64_t n,
                     int rows, int cols)
{
    nj_str_addf(traced(c), "picture: board %s %lld %dx%d\n", title,
                (long long)n, rows, cols);
}

static void on_glyph(struct nj_canvas *c, int row, int col, const char *name)
{
    nj_str_addf(traced(c), "picture: %d,%d %s\n", row, col, name);
}

static void on_below(struct nj_canvas *c, int row, int col, const char *name)
{
    nj_str_addf(traced(c), "picture: %d,%d above %s\n", row, col, name);
}

static void on_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                    const char *name)
{
    nj_str_addf(traced(c), "picture: %d,%d side %d %s\n", row, col, (int)side,
                name);
}

static void on_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    nj_str_addf(traced(c), "picture: %d,%d seat %u\n", row, col, seat + 1u);
}

static void on_label(struct nj_canvas *c, int row, int col, const char *id)
{
    nj_str_addf(traced(c), "picture: %d,%d label %s\n", row, col, id);
}

static void on_place(struct nj_canvas *c, int row, int col, const char *id,
                     const char *key)
{
    nj_str_addf(traced(c), "picture: %d,%d place %s %s\n", row, col, id,
                key != NULL ? key : "-");
}

static void on_leads(struct nj_canvas *c, int row, int col, int to)
{
    nj_str_addf(traced(c), "picture: %d,%d leads %d\n", row, col, to);
}

static void on_heading(struct nj_canvas *c, int row, int col, const char *key)
{
    nj_str_addf(traced(c), "picture: %d,%d heading %s\n", row, col, key);
}

static void on_turn(struct nj_canvas *c, int64_t round, nj_seat seat)
{
    nj_str_addf(traced(c), "picture: turn %lld %u\n", (long long)round,
                seat + 1u);
}

static void on_move(struct nj_canvas *c, nj_seat seat, int from, int to,
                    bool far)
{
    nj_str_addf(traced(c), "picture: move %u %d %d %d\n", seat + 1u, from, to,
                far);
}

static void put_args(struct nj_args args, struct nj_str *out)
{
    for (uint32_t i = 0; i < args.n; i++) {
        nj_str_addf(out, " %s=", args.v[i].name);
        nj_arg_canon(&args.v[i], out);
    }
    nj_str_putc(out, '\n');
}

static void on_player(struct nj_canvas *c, nj_seat seat, const char *key,
                      struct nj_args args)
{
    nj_str_addf(traced(c), "picture: player %u %s", seat + 1u, key);
    put_args(args, traced(c));
}

static void on_letters(struct nj_canvas *c)
{
    nj_str_puts(traced(c), "picture: letters\n");
}

static void on_ground(struct nj_canvas *c, int row, int col, enum nj_tint tint,
                      const char *name)
{
    nj_str_addf(traced(c), "picture: %d,%d ground %d %s\n", row, col, (int)tint,
                name);
}

static void on_facing(struct nj_canvas *c, int row, int col, enum nj_side side)
{
    nj_str_addf(traced(c), "picture: %d,%d facing %d\n", row, col, (int)side);
}

static void on_sight(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    nj_str_addf(traced(c), "picture: %d,%d sight %u\n", row, col, seat + 1u);
}

static void on_reach(struct nj_canvas *c, int row, int col, const char *name,
                     bool dashed)
{
    nj_str_addf(traced(c), "picture: %d,%d reach %s %d\n", row, col, name,
                dashed);
}

static void on_number(struct nj_canvas *c, int row, int col, int n)
{
    nj_str_addf(traced(c), "picture: %d,%d number %d\n", row, col, n);
}

static void on_hand(struct nj_canvas *c, const char *title, int64_t n)
{
    nj_str_addf(traced(c), "picture: hand %s %lld\n", title, (long long)n);
}

static void on_card(struct nj_canvas *c, int number, const char *name,
                    struct nj_args args)
{
    nj_str_addf(traced(c), "picture: card %d %s", number,
                name != NULL ? name : "-");
    put_args(args, traced(c));
}

static void on_mark(struct nj_canvas *c, const char *name)
{
    nj_str_addf(traced(c), "picture: mark %s\n", name);
}

static void on_note(struct nj_canvas *c, const char *key, struct nj_args args)
{
    nj_str_addf(traced(c), "picture: note %s", key);
    put_args(args, traced(c));
}

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

void kit_draw(const struct nj_game *game, const struct nj_message *msg,
              struct nj_str *out)
{
    struct tracer t = {.base = {&ops}, .out = out};

    if (game->picture != NULL)
        game->picture(msg, &t.base);
}

void kit_draw_course(const struct nj_game *game,
                     const struct nj_message *const *record, uint32_t n,
                     struct nj_str *out)
{
    struct tracer t = {.base = {&ops}, .out = out};

    game->course(record, n, &t.base);
}
