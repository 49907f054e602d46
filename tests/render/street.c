#include "render/street.h"

#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"

static const char texts[] =
    "{\"core\": {\"list\": {\"sep\": \", \", \"none\": \"-\"}, \"seat\": "
    "{\"named\": \"{{n}}席·{{name}}\", \"number\": \"{{n}}席\"}}, \"p\": {"
    "\"board\": {\"street\": \"枫树街 · 第 {{n}} 轮\", \"small\": \"小\"},"
    "\"glyph\": {\"yard\": \"院子\", \"street\": \"街道\", \"house1\": "
    "\"一号房\", \"house2\": \"二号房\", \"house3\": \"三号房\", \"house4\": "
    "\"四号房\", \"blue\": \"蓝车\", \"yellow\": \"黄车\", \"wall\": \"墙\", "
    "\"gate\": \"门\", \"door\": \"关着的门\", \"window\": \"窗\", \"fence\": "
    "\"篱笆\", \"lock\": \"上锁的车门\", \"tree\": \"树\", \"car\": "
    "\"停着的车\", \"start\": \"起点\", \"token\": \"未搜\", \"token_used\": "
    "\"已搜一次\", \"token_gone\": \"搜完\", \"mask\": \"杀人魔\", "
    "\"shadow\": \"上次看见处\", \"facing\": \"面朝\", \"sight\": \"视线\", "
    "\"number\": \"足迹（轮）\", \"reach\": \"走得到，没人看见\", \"risky\": "
    "\"走得到，会被看见\", \"ghost\": \"鬼\"},"
    "\"glyphs\": {\"ghost\": \"鬼\", \"reach\": \"＊\", \"yard\": \"，\"},"
    "\"picture_turn\": \"{{n}} {{seat}}\", "
    "\"line\": \"{{at}}|{{n}}/3|{{m}}|4 张\", \"line_head\": "
    "\"位置|伤害|发力|手牌\", "
    "\"deck\": \"牌库：西北 8 · 东北 7 · 西南 8 · 东南 6 · 弃牌 3 · 阵亡 "
    "{{n}}/4\"}}";

/* --- a street --- */

/* , yard  = street  1 to 4 houses  B Y cars  T tree  P parked car */
static const char *const street[] = {
    ",,,,,,T,,,,,T,,,,,", ",,,T,,,,,,,,,,,T,,", ",11111111,,2222222",
    ",11111111,,2222222", ",11111111,,2222222", ",11111111,,2222222",
    ",11111111,,2222222", ",11111111,,2222222", ",11111111,,2222222",
    ",,,,,,,T,,T,,,,,,,", "====BB===T==PP====", "==================",
    "====PP==T===YY====", ",T,,,,,,,,,,,,,,T,", ",33333333,,4444444",
    ",33333333,,4444444", ",33333333,,4444444", ",33333333,,4444444",
    ",33333333,,4444444", ",33333333,,4444444", ",33333333,,4444444",
    ",,,,,,,,,,,,,,,,,,", ",,,,,T,,,,,T,,,,,,"};

#define ROWS NJ_STREET_ROWS
#define COLS NJ_STREET_COLS

_Static_assert(NJ_COUNT(street) == ROWS, "a line for each row");

/* A square by its name. */
static int col_of(const char *square)
{
    return square[0] - 'A';
}

static int row_of(const char *square)
{
    return (int)strtol(square + 1, NULL, 10) - 1;
}

static void draw_ground(struct nj_canvas *c, int row, int col)
{
    static const struct {
        char sign;
        enum nj_tint tint;
        const char *name;
    } grounds[] = {
        {'=', NJ_TINT_SHADE, "street"},  {'P', NJ_TINT_SHADE, "street"},
        {'1', NJ_TINT_SLANTS, "house1"}, {'2', NJ_TINT_BACKSLANTS, "house2"},
        {'3', NJ_TINT_LEVELS, "house3"}, {'4', NJ_TINT_UPRIGHTS, "house4"},
        {'B', NJ_TINT_CHECKS, "blue"},   {'Y', NJ_TINT_BRICKS, "yellow"}};

    for (size_t i = 0; i < NJ_COUNT(grounds); i++)
        if (grounds[i].sign == street[row][col]) {
            c->ops->ground(c, row, col, grounds[i].tint, grounds[i].name);
            return;
        }
    c->ops->ground(c, row, col, NJ_TINT_DOTS, "yard");
}

/* Walls where the ground changes, but around trees and in the open. */
static bool is_wall(char a, char b)
{
    return a != b && (strchr(",=", a) == NULL || strchr(",=", b) == NULL);
}

static void draw_walls(struct nj_canvas *c)
{
    for (int i = 0; i < ROWS * COLS; i++) {
        int row = i / COLS;
        int col = i % COLS;
        char here = street[row][col];

        draw_ground(c, row, col);
        if (here == 'T' || here == 'P')
            c->ops->glyph(c, row, col, here == 'T' ? "tree" : "car");
        if (row == 0 || is_wall(here, street[row - 1][col]))
            c->ops->edge(c, row, col, NJ_SIDE_UP, "wall");
        if (col == 0 || is_wall(here, street[row][col - 1]))
            c->ops->edge(c, row, col, NJ_SIDE_LEFT, "wall");
        if (row == ROWS - 1)
            c->ops->edge(c, row, col, NJ_SIDE_DOWN, "wall");
        if (col == COLS - 1)
            c->ops->edge(c, row, col, NJ_SIDE_RIGHT, "wall");
    }
}

static void draw_edges(struct nj_canvas *c)
{
    static const struct {
        const char *square;
        enum nj_side side;
        const char *name;
    } edges[] = {
        {"D3", NJ_SIDE_UP, "window"},    {"G3", NJ_SIDE_UP, "gate"},
        {"B4", NJ_SIDE_LEFT, "window"},  {"F4", NJ_SIDE_LEFT, "gate"},
        {"F3", NJ_SIDE_LEFT, "wall"},    {"F5", NJ_SIDE_LEFT, "wall"},
        {"F6", NJ_SIDE_LEFT, "door"},    {"F7", NJ_SIDE_LEFT, "wall"},
        {"E9", NJ_SIDE_DOWN, "gate"},    {"M3", NJ_SIDE_UP, "window"},
        {"L5", NJ_SIDE_LEFT, "gate"},    {"L8", NJ_SIDE_LEFT, "window"},
        {"N9", NJ_SIDE_DOWN, "gate"},    {"F15", NJ_SIDE_UP, "gate"},
        {"C15", NJ_SIDE_UP, "window"},   {"B20", NJ_SIDE_LEFT, "window"},
        {"E21", NJ_SIDE_DOWN, "window"}, {"D21", NJ_SIDE_DOWN, "gate"},
        {"L16", NJ_SIDE_LEFT, "window"}, {"L15", NJ_SIDE_UP, "gate"},
        {"P21", NJ_SIDE_DOWN, "gate"},   {"O21", NJ_SIDE_DOWN, "window"},
        {"E11", NJ_SIDE_DOWN, "lock"},   {"F11", NJ_SIDE_UP, "lock"},
        {"M13", NJ_SIDE_DOWN, "lock"},   {"N13", NJ_SIDE_UP, "gate"}};

    for (size_t i = 0; i < NJ_COUNT(edges); i++)
        c->ops->edge(c, row_of(edges[i].square), col_of(edges[i].square),
                     edges[i].side, edges[i].name);
    for (int row = 0; row < 10; row++)
        c->ops->edge(c, row, 10, NJ_SIDE_LEFT, "fence");
    for (int col = 0; col < 4; col++)
        c->ops->edge(c, 9, col, NJ_SIDE_DOWN, "fence");
    for (int row = 13; row < 22; row++)
        c->ops->edge(c, row, 10, NJ_SIDE_LEFT, "fence");
}

static void draw_things(struct nj_canvas *c)
{
    static const struct {
        const char *square, *name;
    } things[] = {
        {"C1", "token"},       {"I3", "token"},       {"D7", "token_used"},
        {"I7", "token_gone"},  {"Q1", "token"},       {"K9", "token_used"},
        {"B18", "token"},      {"I21", "token_gone"}, {"A12", "start"},
        {"R12", "start"},      {"K13", "mask"},       {"H11", "shadow"},
        {"C20", "token_used"}, {"Q18", "token"}};

    for (size_t i = 0; i < NJ_COUNT(things); i++)
        c->ops->glyph(c, row_of(things[i].square), col_of(things[i].square),
                      things[i].name);
}

/* Who looks where, and how far. */
static void draw_figure(struct nj_canvas *c, nj_seat seat, const char *square,
                        enum nj_side side, int far)
{
    static const int dr[] = {-1, 1, 0, 0};
    static const int dc[] = {0, 0, -1, 1};
    int row = row_of(square);
    int col = col_of(square);

    c->ops->seat(c, row, col, seat);
    c->ops->facing(c, row, col, side);
    for (int i = 1; i <= far; i++)
        c->ops->sight(c, row + i * dr[side], col + i * dc[side], seat);
}

static void draw_reach(struct nj_canvas *c)
{
    int row = row_of("K13");
    int col = col_of("K13");

    for (int r = row - 4; r <= row + 4; r++)
        for (int k = col - 4; k <= col + 4; k++) {
            bool out = strchr(",=", street[r][k]) != NULL;
            int steps = abs(r - row) + abs(k - col);

            if (out && steps <= 4 && r != row_of("A12"))
                c->ops->reach(c, r, k, "reach", false);
            else if (out && steps <= 4)
                c->ops->reach(c, r, k, "risky", true);
        }
}

static void draw_street(struct nj_canvas *c)
{
    static const char *const at[] = {"G13", "H13", "H14", "I14", "J14"};

    c->ops->board(c, "p.board.street", 9, ROWS, COLS);
    c->ops->letters(c);
    draw_walls(c);
    draw_edges(c);
    draw_things(c);
    draw_figure(c, 0, "D12", NJ_SIDE_RIGHT, 14);
    draw_figure(c, 1, "N20", NJ_SIDE_UP, 5);
    draw_figure(c, 2, "K8", NJ_SIDE_UP, 7);
    draw_figure(c, 4, "I7", NJ_SIDE_LEFT, 2);
    draw_figure(c, 5, "C20", NJ_SIDE_DOWN, 1);
    draw_figure(c, 3, "F16", NJ_SIDE_LEFT, 4);
    draw_reach(c);
    for (int i = 0; i < 5; i++)
        c->ops->number(c, row_of(at[i]), col_of(at[i]), 5 + i);
    c->ops->number(c, row_of("B9"), col_of("B9"), 18);
    for (nj_seat k = 0; k < 4; k++)
        c->ops->player(c, k, "p.line",
                       NJ_ARGS(nj_arg_glyphs("at", "-"), nj_arg_int("n", k),
                               nj_arg_int("m", 3 - k)));
    c->ops->note(c, "p.deck", NJ_ARGS(nj_arg_int("n", 1)));
}

/* --- small boards --- */

/* One cell of each tint, and an edge of each kind, on a row. */
static void draw_samples(struct nj_canvas *c)
{
    static const char *const edges[] = {"wall",   "door",  "gate",
                                        "window", "fence", "lock"};

    c->ops->board(c, "p.board.small", 0, 2, NJ_TINTS);
    c->ops->letters(c);
    for (int i = 0; i < NJ_TINTS; i++)
        c->ops->ground(c, 0, i, (enum nj_tint)i, "yard");
    for (int i = 0; i < (int)NJ_COUNT(edges); i++)
        c->ops->edge(c, 1, i, NJ_SIDE_DOWN, edges[i]);
}

static void draw_yard(struct nj_canvas *c)
{
    c->ops->board(c, "p.board.small", 0, 2, 3);
    c->ops->letters(c);
    c->ops->ground(c, 0, 0, NJ_TINT_DOTS, "yard");
    c->ops->glyph(c, 0, 1, "ghost");
    c->ops->facing(c, 0, 1, NJ_SIDE_DOWN);
    c->ops->reach(c, 0, 2, "reach", false);
    c->ops->number(c, 1, 0, 42);
    c->ops->seat(c, 1, 2, 1);
    c->ops->facing(c, 1, 2, NJ_SIDE_LEFT);
}

/* An L of three squares that can be reached, and a fourth of another kind. */
static void draw_region(struct nj_canvas *c)
{
    c->ops->board(c, "p.board.small", 0, 4, 4);
    c->ops->letters(c);
    c->ops->reach(c, 1, 1, "reach", false);
    c->ops->reach(c, 2, 1, "reach", false);
    c->ops->reach(c, 2, 2, "reach", false);
    c->ops->reach(c, 1, 2, "risky", true);
}

/* A figure that looks to each side, alone and on a thing. */
static void draw_lookers(struct nj_canvas *c)
{
    c->ops->board(c, "p.board.small", 0, 2, 4);
    c->ops->letters(c);
    for (int i = 0; i < 8; i++) {
        if (i >= 4)
            c->ops->glyph(c, i / 4, i % 4, "token");
        c->ops->seat(c, i / 4, i % 4, 0);
        c->ops->facing(c, i / 4, i % 4, (enum nj_side)(i % 4));
    }
}

/* More grounds than a legend keeps, and one that has no word. */
static void draw_many(struct nj_canvas *c)
{
    static char names[100][8];

    c->ops->board(c, "p.board.small", 0, 10, 10);
    for (int i = 0; i < 100; i++) {
        (void)snprintf(names[i], sizeof(names[i]), "g%d", i);
        c->ops->ground(c, i / 10, i % 10, (enum nj_tint)(i % NJ_TINTS),
                       names[i]);
    }
}

static void draw_pair(struct nj_canvas *c)
{
    for (int i = 0; i < 2; i++) {
        c->ops->board(c, "p.board.small", i, 4, 18);
        c->ops->letters(c);
    }
}

/* --- the game --- */

const char *const nj_street_pictures[] = {"p.street", "p.samples", "p.yard",
                                          "p.region", "p.lookers", "p.many",
                                          "p.pair",   NULL};

static void (*const pictures[])(struct nj_canvas *c) = {
    draw_street,  draw_samples, draw_yard, draw_region,
    draw_lookers, draw_many,    draw_pair};

_Static_assert(NJ_COUNT(nj_street_pictures) == NJ_COUNT(pictures) + 1,
               "a drawing for each picture");

static void draw(const struct nj_message *msg, struct nj_canvas *c)
{
    for (size_t i = 0; i < NJ_COUNT(pictures); i++)
        if (strcmp(nj_street_pictures[i], msg->key) == 0)
            pictures[i](c);
}

/* A street on which two have walked. */
static void draw_course(const struct nj_message *const *record, uint32_t n,
                        struct nj_canvas *c)
{
    NJ_UNUSED(record);
    if (n == 0)
        return;
    draw_street(c);
    for (nj_seat k = 0; k < 2; k++) {
        c->ops->turn(c, 1, k);
        c->ops->move(c, k, 11 * COLS + k, 11 * COLS + k + 1, false);
    }
}

static const struct nj_game game = {
    .id = "p", .prefix = "p", .picture = draw, .course = draw_course};

static const char *name_of(void *ctx, nj_seat seat)
{
    static const char *const names[] = {"月下独酌的旅人阿尔法号", "小明",
                                        "一二三四五六七八九十甲乙", "<b>&\"x"};

    NJ_UNUSED(ctx);
    return names[seat % 4];
}

int nj_street_setup(void **state)
{
    NJ_UNUSED(state);
    nj_paper_begin(&game, texts);
    nj_paper_names(name_of);
    return 0;
}

int nj_street_teardown(void **state)
{
    NJ_UNUSED(state);
    nj_paper_end();
    return 0;
}
