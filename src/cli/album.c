/*
 * Writing the files. Their names are numbers and message keys, which are
 * words of ours.
 */
#include "cli/album.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bug.h"

#define SVG_MAX (16U << 20)

/* Where it cannot be made, writing into it says why. */
static void make_folder(const char *dir)
{
    (void)mkdir(dir, 0777);
}

void nj_album_open(struct nj_album *a, const char *dir,
                   const struct nj_style *how)
{
    *a = (struct nj_album){
        .dir = dir, .how = *how, .arena = NJ_ARENA_INIT(65536)};
    a->scratch = (struct nj_arena)NJ_ARENA_INIT(65536);
    a->how.scratch = &a->scratch;
    if (dir == NULL)
        return;
    make_folder(dir);
    a->painter = nj_painter_create();
}

void nj_album_close(struct nj_album *a)
{
    nj_painter_destroy(a->painter);
    nj_arena_fini(&a->arena);
    nj_arena_fini(&a->scratch);
    free(a->record);
}

static enum nj_status write_file(const struct nj_album *a, const char *name,
                                 const void *bytes, size_t n,
                                 struct nj_err *err)
{
    char path[512];
    FILE *f;
    bool ok;

    if (snprintf(path, sizeof(path), "%s/%s", a->dir, name) >=
        (int)sizeof(path))
        return nj_fail(err, NJ_ERR_LIMIT, "'%s': the name is too long", a->dir);
    f = fopen(path, "we");
    if (f == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot write '%s': %s", path,
                       strerror(errno));
    ok = fwrite(bytes, 1, n, f) == n;
    ok = fclose(f) == 0 && ok;
    return ok ? NJ_OK : nj_fail(err, NJ_ERR_IO, "cannot write '%s'", path);
}

static enum nj_status write_png(struct nj_album *a,
                                const struct nj_scene *scene, const char *name,
                                struct nj_err *err)
{
    struct nj_png png;
    char file[160];
    enum nj_status st;

    if (a->painter == NULL)
        return NJ_OK;
    st = nj_picture_png(&a->how, scene, a->painter, &png, err);
    if (st != NJ_OK)
        return st;
    (void)snprintf(file, sizeof(file), "%s.png", name);
    st = write_file(a, file, png.p, png.n, err);
    free(png.p);
    return st;
}

typedef enum nj_status draw_svg(const struct nj_style *p,
                                const struct nj_scene *scene,
                                struct nj_str *out, struct nj_err *err);

static enum nj_status write_svg(struct nj_album *a,
                                const struct nj_scene *scene, const char *name,
                                draw_svg *draw, struct nj_err *err)
{
    struct nj_str svg = NJ_STR_INIT(SVG_MAX);
    char file[160];
    enum nj_status st = draw(&a->how, scene, &svg, err);

    (void)snprintf(file, sizeof(file), "%s.svg", name);
    if (st == NJ_OK)
        st = write_file(a, file, svg.p, svg.len, err);
    nj_str_fini(&svg);
    return st;
}

static void keep(struct nj_album *a, const struct nj_message *m)
{
    if (a->n_record == a->cap_record) {
        a->cap_record = a->cap_record > 0 ? 2 * a->cap_record : 256;
        a->record = nj_realloc(a->record, a->cap_record * sizeof(void *));
    }
    a->record[a->n_record++] = nj_message_copy(&a->arena, m);
}

enum nj_status nj_album_add(struct nj_album *a, const struct nj_message *m,
                            bool shown, struct nj_err *err)
{
    struct nj_scene scene = {.message = m};
    char name[120];
    enum nj_status st;

    if (a->dir == NULL)
        return NJ_OK;
    keep(a, m);
    if (!shown || !nj_picture_has(a->how.game, &scene))
        return NJ_OK;
    (void)snprintf(name, sizeof(name), "%04u-%s", ++a->pictures, m->key);
    st = write_png(a, &scene, name, err);
    return st == NJ_OK ? write_svg(a, &scene, name, nj_picture_svg, err) : st;
}

/* Draws the course as it moves; where there is no board, nothing does. */
static enum nj_status write_motion(struct nj_album *a,
                                   const struct nj_scene *course,
                                   struct nj_err *err)
{
    enum nj_status st = write_svg(a, course, "motion", nj_picture_motion, err);

    return st == NJ_ERR_NOT_FOUND ? NJ_OK : st;
}

enum nj_status nj_album_finish(struct nj_album *a, struct nj_err *err)
{
    struct nj_scene course = {.record = a->record, .n_record = a->n_record};
    enum nj_status st;

    if (a->dir == NULL || !nj_picture_has(a->how.game, &course))
        return NJ_OK;
    st = write_png(a, &course, "course", err);
    if (st == NJ_OK)
        st = write_svg(a, &course, "course", nj_picture_svg, err);
    return st == NJ_OK ? write_motion(a, &course, err) : st;
}
