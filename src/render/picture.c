/*
 * From a message to bytes: sheet, layout, drawing, paper.
 */
#include "render/picture.h"

#include <string.h>

#include "base/bug.h"
#include "render/motion.h"

static void record_sheet(const struct nj_game *game,
                         const struct nj_scene *scene, struct nj_sheet *sheet,
                         struct nj_arena *arena)
{
    nj_sheet_init(sheet, arena);
    if (scene->message != NULL && game->picture != NULL)
        game->picture(scene->message, &sheet->canvas);
    if (scene->message == NULL && game->course != NULL)
        game->course(scene->record, scene->n_record, &sheet->canvas);
}

/* --- is there anything to draw? --- */

struct glance {
    struct nj_canvas canvas; /* first */
    const char *title;       /* of the first board or hand; NULL: none yet */
    int64_t n;
    bool boards; /* there is one */
};

static void see_hand(struct nj_canvas *c, const char *title, int64_t n)
{
    struct glance *g = (struct glance *)(void *)c;

    if (g->title != NULL)
        return;
    g->title = title;
    g->n = n;
}

static void see_board(struct nj_canvas *c, const char *title, int64_t n,
                      int rows, int cols)
{
    struct glance *g = (struct glance *)(void *)c;

    (void)rows;
    (void)cols;
    g->boards = true;
    see_hand(c, title, n);
}

static void skip_thing(struct nj_canvas *c, int row, int col, const char *name)
{
    (void)c;
    (void)row;
    (void)col;
    (void)name;
}

static void skip_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                      const char *name)
{
    (void)side;
    skip_thing(c, row, col, name);
}

static void skip_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    (void)seat;
    skip_thing(c, row, col, "");
}

static void skip_place(struct nj_canvas *c, int row, int col, const char *id,
                       const char *key)
{
    (void)key;
    skip_thing(c, row, col, id);
}

static void skip_leads(struct nj_canvas *c, int row, int col, int to)
{
    (void)to;
    skip_thing(c, row, col, "");
}

static void skip_turn(struct nj_canvas *c, int64_t round, nj_seat seat)
{
    (void)round;
    skip_seat(c, 0, 0, seat);
}

static void skip_move(struct nj_canvas *c, nj_seat seat, int from, int to,
                      bool far)
{
    (void)far;
    skip_seat(c, from, to, seat);
}

static void skip_player(struct nj_canvas *c, nj_seat seat, const char *key,
                        struct nj_args args)
{
    (void)key;
    (void)args;
    skip_seat(c, 0, 0, seat);
}

static void skip_board(struct nj_canvas *c)
{
    skip_thing(c, 0, 0, "");
}

static void skip_ground(struct nj_canvas *c, int row, int col,
                        enum nj_tint tint, const char *name)
{
    (void)tint;
    skip_thing(c, row, col, name);
}

static void skip_side(struct nj_canvas *c, int row, int col, enum nj_side side)
{
    (void)side;
    skip_thing(c, row, col, "");
}

static void skip_reach(struct nj_canvas *c, int row, int col, const char *name,
                       bool dashed)
{
    (void)dashed;
    skip_thing(c, row, col, name);
}

static void skip_number(struct nj_canvas *c, int row, int col, int n)
{
    (void)n;
    skip_thing(c, row, col, "");
}

static void skip_card(struct nj_canvas *c, int number, const char *name,
                      struct nj_args args)
{
    (void)args;
    skip_thing(c, number, 0, name);
}

static void skip_mark(struct nj_canvas *c, const char *name)
{
    skip_thing(c, 0, 0, name);
}

static void skip_note(struct nj_canvas *c, const char *key, struct nj_args args)
{
    skip_card(c, 0, key, args);
}

/* Cheap enough to be asked of every message. */
static void glance_at(const struct nj_game *game, const struct nj_scene *scene,
                      struct glance *g)
{
    static const struct nj_canvas_ops ops = {.board = see_board,
                                             .glyph = skip_thing,
                                             .below = skip_thing,
                                             .edge = skip_edge,
                                             .seat = skip_seat,
                                             .label = skip_thing,
                                             .place = skip_place,
                                             .leads = skip_leads,
                                             .heading = skip_thing,
                                             .turn = skip_turn,
                                             .move = skip_move,
                                             .player = skip_player,
                                             .letters = skip_board,
                                             .ground = skip_ground,
                                             .facing = skip_side,
                                             .sight = skip_seat,
                                             .reach = skip_reach,
                                             .number = skip_number,
                                             .hand = see_hand,
                                             .card = skip_card,
                                             .mark = skip_mark,
                                             .note = skip_note};

    *g = (struct glance){.canvas = {&ops}};
    if (scene->message != NULL && game->picture != NULL)
        game->picture(scene->message, &g->canvas);
    if (scene->message == NULL && game->course != NULL)
        game->course(scene->record, scene->n_record, &g->canvas);
}

bool nj_picture_has(const struct nj_game *game, const struct nj_scene *scene)
{
    struct glance g;

    glance_at(game, scene, &g);
    return g.title != NULL;
}

void nj_picture_title(const struct nj_style *p, const struct nj_scene *scene,
                      char *out, size_t cap)
{
    struct nj_str text = NJ_STR_INIT(cap - 1);
    struct glance g;

    NJ_ASSERT(cap > 0);
    glance_at(p->game, scene, &g);
    if (g.title != NULL)
        nj_format_key(p->format, g.title, NJ_ARGS(nj_arg_int("n", g.n)), &text);
    memcpy(out, text.p, text.len + 1);
    nj_str_fini(&text);
}

/* --- making it --- */

static enum nj_status nothing(struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_NOT_FOUND, "nothing of it can be drawn");
}

/* A font without Chinese still has the letters of English. */
const char *nj_picture_legible(const struct nj_format *f,
                               struct nj_painter *painter)
{
    bool latin = f->lang != NULL && strncmp(f->lang, "zh", 2) != 0;

    return latin || nj_painter_covers(painter, "漫长夜") ? f->lang : "en";
}

enum nj_status nj_picture_png(const struct nj_style *p,
                              const struct nj_scene *scene,
                              struct nj_painter *painter, struct nj_png *out,
                              struct nj_err *err)
{
    struct nj_arena *arena = p->scratch;
    struct nj_sheet *sheet = nj_arena_alloc(arena, sizeof(*sheet));
    struct nj_drawing d = {.arena = arena};
    struct nj_format f = *p->format;
    struct nj_layout l = {p->game, &f, sheet, &d};
    struct nj_raster raster;
    enum nj_status st;

    NJ_ASSERT(painter != NULL);
    f.lang = nj_picture_legible(p->format, painter);
    record_sheet(p->game, scene, sheet, arena);
    if (sheet->title == NULL) {
        nj_arena_reset(arena);
        return nothing(err);
    }
    nj_layout_sheet(&l);
    nj_raster_draw(&raster, &d, p->theme, painter);
    st = nj_raster_png(&raster, out, err);
    nj_raster_fini(&raster);
    nj_arena_reset(arena);
    return st;
}

/* What an SVG is called: the title of its first board or hand. */
static void put_name(const struct nj_layout *l, struct nj_str *out)
{
    nj_format_key(l->f, l->sheet->title, NJ_ARGS(nj_arg_int("n", l->sheet->n)),
                  out);
}

typedef void put_svg(struct nj_layout *l, struct nj_theme theme,
                     const char *title, struct nj_str *out);

static void put_still(struct nj_layout *l, struct nj_theme theme,
                      const char *title, struct nj_str *out)
{
    nj_layout_sheet(l);
    nj_drawing_svg(l->d, theme, title, NULL, out);
}

static enum nj_status make_svg(const struct nj_style *p,
                               const struct nj_scene *scene, put_svg *put,
                               struct nj_str *out, struct nj_err *err)
{
    struct nj_arena *arena = p->scratch;
    struct nj_sheet *sheet = nj_arena_alloc(arena, sizeof(*sheet));
    struct nj_drawing d = {.arena = arena};
    struct nj_layout l = {p->game, p->format, sheet, &d};
    struct nj_str name = NJ_STR_INIT(500);

    record_sheet(p->game, scene, sheet, arena);
    if (sheet->title == NULL) {
        nj_arena_reset(arena);
        return nothing(err);
    }
    put_name(&l, &name);
    put(&l, p->theme, name.p, out);
    nj_str_fini(&name);
    nj_arena_reset(arena);
    return out->over ? nj_fail(err, NJ_ERR_LIMIT, "the picture is too long")
                     : NJ_OK;
}

enum nj_status nj_picture_svg(const struct nj_style *p,
                              const struct nj_scene *scene, struct nj_str *out,
                              struct nj_err *err)
{
    return make_svg(p, scene, put_still, out, err);
}

enum nj_status nj_picture_marks(const struct nj_style *p,
                                const struct nj_scene *scene,
                                struct nj_drawing *out, struct nj_err *err)
{
    struct nj_sheet *sheet = nj_arena_alloc(p->scratch, sizeof(*sheet));
    struct nj_layout l = {p->game, p->format, sheet, out};

    *out = (struct nj_drawing){.arena = p->scratch};
    record_sheet(p->game, scene, sheet, p->scratch);
    if (sheet->title == NULL)
        return nothing(err);
    nj_layout_sheet(&l);
    return NJ_OK;
}

enum nj_status nj_picture_motion(const struct nj_style *p,
                                 const struct nj_scene *course,
                                 struct nj_str *out, struct nj_err *err)
{
    struct glance g;

    NJ_ASSERT(course->message == NULL);
    glance_at(p->game, course, &g);
    return g.boards ? make_svg(p, course, nj_motion_svg, out, err)
                    : nothing(err);
}
