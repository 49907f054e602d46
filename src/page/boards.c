/*
 * Pictures on a page. A picture is a list of marks (render/drawing.h); most of
 * them stand in the picture before it, too. So each different mark is written once, as a
 * short text, and a picture is the runs of their numbers:
 *
 *     r INK X Y W H                       a rectangle
 *     u SHAPE X Y SIZE                    a shape, by its place in `shapes`
 *     t INK X Y SIZE ANCHOR BOLD ROOM ... a text, at its base line
 *     l INK WIDTH DASHED X,Y X,Y ...      a line
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "page/page_priv.h"
#include "render/drawing.h"

#define SLOTS_FIRST 4096 /* a power of two */
#define MARK_MAX    8192 /* bytes of one */

void nj_page_boards_open(struct nj_page_boards *b, const struct nj_game *game,
                         const struct nj_format *format)
{
    *b = (struct nj_page_boards){.scratch = NJ_ARENA_INIT(65536),
                                 .marks = NJ_STR_INIT(NJ_PAGE_PART_MAX),
                                 .runs = NJ_STR_INIT(NJ_PAGE_PART_MAX),
                                 .n_slots = SLOTS_FIRST};
    b->style = (struct nj_style){
        .game = game, .format = format, .scratch = &b->scratch};
    b->slot = nj_alloc(SLOTS_FIRST * sizeof(*b->slot));
    b->number = nj_alloc(SLOTS_FIRST * sizeof(*b->number));
    b->list = nj_json_onto(&b->runs);
    nj_json_arr(&b->list, NULL);
}

void nj_page_boards_close(struct nj_page_boards *b)
{
    nj_arena_fini(&b->scratch);
    nj_str_fini(&b->marks);
    nj_str_fini(&b->runs);
    free(b->slot);
    free(b->number);
}

/* --- the list of marks --- */

static uint32_t hash_of(const char *text)
{
    uint32_t h = 2166136261U;

    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * 16777619U;
    return h;
}

/* The slot of the mark, or the free one where it belongs. */
static uint32_t find_slot(const struct nj_page_boards *b, const char *mark)
{
    uint32_t i = hash_of(mark) & (b->n_slots - 1);

    while (b->slot[i] != 0 && strcmp(b->marks.p + b->slot[i] - 1, mark) != 0)
        i = (i + 1) & (b->n_slots - 1);
    return i;
}

static void widen(struct nj_page_boards *b)
{
    uint32_t *slot = b->slot, *number = b->number;
    uint32_t n = b->n_slots;

    b->n_slots = 2 * n;
    b->slot = nj_alloc(b->n_slots * sizeof(*b->slot));
    b->number = nj_alloc(b->n_slots * sizeof(*b->number));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to;

        if (slot[i] == 0)
            continue;
        to = find_slot(b, b->marks.p + slot[i] - 1);
        b->slot[to] = slot[i];
        b->number[to] = number[i];
    }
    free(slot);
    free(number);
}

static uint32_t number_of(struct nj_page_boards *b, const char *mark)
{
    uint32_t i = find_slot(b, mark);

    if (b->slot[i] != 0)
        return b->number[i];
    if (2 * b->n_marks >= b->n_slots) {
        widen(b);
        i = find_slot(b, mark);
    }
    b->slot[i] = (uint32_t)b->marks.len + 1;
    b->number[i] = b->n_marks;
    nj_str_add(&b->marks, mark, strlen(mark) + 1);
    NJ_ASSERT(b->n_marks < b->n_slots);
    return b->n_marks++;
}

static uint32_t shape_number(struct nj_page_boards *b,
                             const struct nj_shape *shape)
{
    uint32_t i = 0;

    while (i < b->n_shapes && b->shape[i] != shape)
        i++;
    if (i == b->n_shapes) {
        NJ_ASSERT(i < NJ_COUNT(b->shape));
        b->shape[b->n_shapes++] = shape;
    }
    return i;
}

static void write_text(const struct nj_mark *m, struct nj_str *out)
{
    bool narrow = m->w > 0 && nj_drawing_width(m->text, m->h) > m->w;

    /* The middle of capitals and of Han characters is about here. */
    nj_str_addf(out, "t %d %d %d %d %d %d %d %s", (int)m->ink, m->x,
                m->y + (m->h * 9 + 12) / 25, m->h, (int)m->anchor,
                m->bold ? 1 : 0, narrow ? m->w : 0, m->text);
}

static void write_mark(struct nj_page_boards *b, const struct nj_mark *m,
                       struct nj_str *out)
{
    switch (m->kind) {
    case NJ_MARK_RECT:
        nj_str_addf(out, "r %d %d %d %d %d", (int)m->ink, m->x, m->y, m->w,
                    m->h);
        break;
    case NJ_MARK_SHAPE:
        nj_str_addf(out, "u %u %d %d %d", shape_number(b, m->shape), m->x, m->y,
                    m->w);
        break;
    case NJ_MARK_TEXT:
        write_text(m, out);
        break;
    case NJ_MARK_LINE:
        nj_str_addf(out, "l %d %d %d", (int)m->ink, m->w, m->dashed ? 1 : 0);
        for (uint32_t i = 0; i < m->n_points; i++)
            nj_str_addf(out, " %d,%d", m->points[i].x, m->points[i].y);
        break;
    }
}

/* --- a picture --- */

/* Numbers in runs: how far it is from the end of the one before, how long. */
struct run {
    struct nj_str text;
    uint32_t from, n, end;
};

static void close_run(struct run *r)
{
    if (r->n == 0)
        return;
    nj_str_addf(&r->text, "%s%d", r->text.len > 0 ? " " : "",
                (int)r->from - (int)r->end);
    if (r->n > 1)
        nj_str_addf(&r->text, "+%u", r->n);
    r->end = r->from + r->n;
    r->n = 0;
}

static void add_number(struct run *r, uint32_t number)
{
    if (r->n > 0 && number != r->from + r->n)
        close_run(r);
    if (r->n == 0)
        r->from = number;
    r->n++;
}

static void put_drawing(struct nj_page_boards *b, const struct nj_drawing *d)
{
    struct run run = {.text = NJ_STR_INIT(NJ_PAGE_PART_MAX)};
    struct nj_str mark = NJ_STR_INIT(MARK_MAX);

    for (const struct nj_mark *m = d->first; m != NULL; m = m->next) {
        nj_str_clear(&mark);
        write_mark(b, m, &mark);
        add_number(&run, number_of(b, mark.p));
    }
    close_run(&run);
    nj_json_arr(&b->list, NULL);
    nj_json_put_i64(&b->list, NULL, d->w);
    nj_json_put_i64(&b->list, NULL, d->h);
    nj_json_put_text(&b->list, NULL, run.text.p);
    nj_json_end(&b->list);
    nj_str_fini(&run.text);
    nj_str_fini(&mark);
}

int32_t nj_page_boards_add(struct nj_page_boards *b,
                           const struct nj_scene *scene)
{
    struct nj_drawing d;
    struct nj_err err = {{0}};
    int32_t number = NJ_PAGE_NO_BOARD;

    if (nj_picture_has(b->style.game, scene) &&
        nj_picture_marks(&b->style, scene, &d, &err) == NJ_OK) {
        put_drawing(b, &d);
        number = (int32_t)b->n++;
    }
    nj_arena_reset(&b->scratch);
    return number;
}

/* --- all of them --- */

static void put_shape(const struct nj_shape *s, struct nj_json_out *o)
{
    nj_json_arr(o, NULL);
    for (int i = 0; i < NJ_SHAPE_LAYERS && s->layer[i].path != NULL; i++) {
        const struct nj_layer *l = &s->layer[i];

        nj_json_arr(o, NULL);
        nj_json_put_text(o, NULL, l->path);
        nj_json_put_i64(o, NULL, (int64_t)(l->stroke * 10 + 0.5F));
        nj_json_put_i64(o, NULL, (int64_t)l->ink);
        nj_json_end(o);
    }
    nj_json_end(o);
}

void nj_page_boards_put(struct nj_page_boards *b, struct nj_json_out *o)
{
    const char *mark = b->marks.p;

    nj_json_arr(o, "marks");
    for (uint32_t i = 0; i < b->n_marks; i++) {
        nj_json_put_text(o, NULL, mark);
        mark += strlen(mark) + 1;
    }
    nj_json_end(o);
    nj_json_arr(o, "shapes");
    for (uint32_t i = 0; i < b->n_shapes; i++)
        put_shape(b->shape[i], o);
    nj_json_end(o);
    nj_json_end(&b->list);
}
