/*
 * From a message to bytes: sheet, layout, drawing, paper.
 */
#include "render/picture.h"

#include <string.h>

#include "base/bug.h"
#include "render/motion.h"

#define ARENA_BYTES 65536

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

bool nj_picture_has(const struct nj_game *game, const struct nj_scene *scene)
{
    struct nj_arena arena = NJ_ARENA_INIT(ARENA_BYTES);
    struct nj_sheet *sheet = nj_arena_alloc(&arena, sizeof(*sheet));
    bool any;

    record_sheet(game, scene, sheet, &arena);
    any = sheet->boards > 0;
    nj_arena_fini(&arena);
    return any;
}

static enum nj_status nothing(struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_NOT_FOUND, "nothing of it can be drawn");
}

/* A font without Chinese still has the letters of English. */
static const char *legible(const struct nj_format *f,
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
    struct nj_arena arena = NJ_ARENA_INIT(ARENA_BYTES);
    struct nj_sheet *sheet = nj_arena_alloc(&arena, sizeof(*sheet));
    struct nj_drawing d = {.arena = &arena};
    struct nj_format f = *p->format;
    struct nj_layout l = {p->game, &f, sheet, &d};
    struct nj_raster raster;
    enum nj_status st;

    NJ_ASSERT(painter != NULL);
    f.lang = legible(p->format, painter);
    record_sheet(p->game, scene, sheet, &arena);
    if (sheet->boards == 0) {
        nj_arena_fini(&arena);
        return nothing(err);
    }
    nj_layout_sheet(&l);
    nj_raster_draw(&raster, &d, p->theme, painter);
    st = nj_raster_png(&raster, out, err);
    nj_raster_fini(&raster);
    nj_arena_fini(&arena);
    return st;
}

/* What an SVG is called: the title of its first board. */
static void put_name(const struct nj_layout *l, struct nj_str *out)
{
    nj_format_key(l->f, l->sheet->board[0].title,
                  NJ_ARGS(nj_arg_int("n", l->sheet->board[0].n)), out);
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
    struct nj_arena arena = NJ_ARENA_INIT(ARENA_BYTES);
    struct nj_sheet *sheet = nj_arena_alloc(&arena, sizeof(*sheet));
    struct nj_drawing d = {.arena = &arena};
    struct nj_layout l = {p->game, p->format, sheet, &d};
    struct nj_str name = NJ_STR_INIT(500);

    record_sheet(p->game, scene, sheet, &arena);
    if (sheet->boards == 0) {
        nj_arena_fini(&arena);
        return nothing(err);
    }
    put_name(&l, &name);
    put(&l, p->theme, name.p, out);
    nj_str_fini(&name);
    nj_arena_fini(&arena);
    return out->over ? nj_fail(err, NJ_ERR_LIMIT, "the picture is too long")
                     : NJ_OK;
}

enum nj_status nj_picture_svg(const struct nj_style *p,
                              const struct nj_scene *scene, struct nj_str *out,
                              struct nj_err *err)
{
    return make_svg(p, scene, put_still, out, err);
}

enum nj_status nj_picture_motion(const struct nj_style *p,
                                 const struct nj_scene *course,
                                 struct nj_str *out, struct nj_err *err)
{
    NJ_ASSERT(course->message == NULL);
    return make_svg(p, course, nj_motion_svg, out, err);
}
