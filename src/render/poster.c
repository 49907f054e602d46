/*
 * Lists on one page: title, heads, lines of two columns. Or a text: title and
 * lines as wide as the page.
 */
#include "render/poster.h"

#include <string.h>

#include "base/bug.h"
#include "render/drawing.h"

#define MARGIN 16
#define TITLE  44
#define HEAD   34
#define LINE   26
#define GAP    14  /* below a row of lists, and between two columns */
#define COLUMN 300 /* the half of a phone's page */
#define NAME   168 /* of a column is for what stands at the left */
#define PAGE   600 /* the width of a text is that of a phone */
#define TYPE   17  /* of a text */
#define INDENT 20  /* of what a folded line goes on with */

struct line {
    struct nj_poster_text left, right;
};

struct list {
    struct nj_poster_text head; /* .key NULL: nothing is there */
    struct line line[NJ_POSTER_LINES];
    uint32_t lines;
};

struct nj_poster {
    struct nj_arena *arena;
    struct nj_poster_text title;
    struct list list[NJ_POSTER_ROWS][NJ_POSTER_COLUMNS];
    struct list *latest;
    const char *written; /* NULL: it has lists */
    struct nj_poster_text cut;
};

/* --- filling it --- */

static struct nj_poster_text kept(struct nj_arena *arena,
                                  struct nj_poster_text t)
{
    return (struct nj_poster_text){t.key, nj_args_copy(arena, t.args)};
}

struct nj_poster *nj_poster_create(struct nj_arena *arena,
                                   struct nj_poster_text title)
{
    struct nj_poster *p = nj_arena_alloc(arena, sizeof(*p));

    p->arena = arena;
    p->title = kept(arena, title);
    return p;
}

void nj_poster_list(struct nj_poster *p, uint32_t row, uint32_t column,
                    struct nj_poster_text head)
{
    NJ_ASSERT(row < NJ_POSTER_ROWS && column < NJ_POSTER_COLUMNS);
    p->latest = &p->list[row][column];
    NJ_ASSERT(p->latest->head.key == NULL);
    p->latest->head = kept(p->arena, head);
}

void nj_poster_line(struct nj_poster *p, struct nj_poster_text left,
                    struct nj_poster_text right)
{
    NJ_ASSERT(p->latest != NULL);
    if (p->latest->lines < NJ_POSTER_LINES)
        p->latest->line[p->latest->lines++] =
            (struct line){kept(p->arena, left), kept(p->arena, right)};
}

void nj_poster_write(struct nj_poster *p, const char *text,
                     struct nj_poster_text cut)
{
    NJ_ASSERT(p->latest == NULL && p->written == NULL);
    p->written = nj_arena_copy(p->arena, text, strlen(text));
    p->cut = kept(p->arena, cut);
}

/* --- drawing it --- */

struct page {
    const struct nj_format *f;
    struct nj_drawing *d;
};

static void put(const struct page *page, struct nj_lettering how, int x, int y,
                const struct nj_poster_text *t)
{
    struct nj_str text = NJ_STR_INIT(500);

    nj_format_key(page->f, t->key, t->args, &text);
    nj_drawing_text(page->d, how, x, y,
                    nj_arena_copy(page->d->arena, text.p, text.len));
    nj_str_fini(&text);
}

/* Every second line lies on a stripe. */
static void put_lines(const struct page *page, const struct list *l, int x,
                      int y)
{
    struct nj_lettering how = {NJ_INK_DARK, 15, NJ_ANCHOR_START, false, 0};

    for (uint32_t i = 0; i < l->lines; i++, y += LINE) {
        if (i % 2 == 0)
            nj_drawing_rect(page->d, NJ_INK_CELL, x, y, COLUMN, LINE);
        how.room = NAME - 12;
        put(page, how, x + 6, y + LINE / 2, &l->line[i].left);
        how.room = COLUMN - NAME - 6;
        put(page, how, x + NAME, y + LINE / 2, &l->line[i].right);
    }
}

static void put_row(const struct page *page, const struct list *row, int y)
{
    struct nj_lettering how = {NJ_INK_DARK, 16, NJ_ANCHOR_START, true,
                               COLUMN - 12};

    for (int i = 0; i < NJ_POSTER_COLUMNS; i++) {
        int x = MARGIN + i * (COLUMN + GAP);

        if (row[i].head.key == NULL)
            continue;
        put(page, how, x + 6, y + HEAD / 2, &row[i].head);
        put_lines(page, &row[i], x, y + HEAD);
    }
}

/* --- a text --- */

/* One of its lines, folded. */
struct strip {
    const char *text;
    int x;
    bool striped; /* every second line, however often it is folded */
};

struct strips {
    struct strip list[NJ_POSTER_WRITTEN];
    uint32_t n; /* of all, of which the latest are kept */
};

static void add_strip(struct strips *s, struct strip strip)
{
    s->list[s->n++ % NJ_POSTER_WRITTEN] = strip;
}

static void fold_line(const struct page *page, struct strips *s,
                      const char *line, bool striped)
{
    int x = MARGIN + 6;

    do {
        size_t n = nj_drawing_fold(line, TYPE, PAGE - MARGIN - x);

        add_strip(s, (struct strip){nj_arena_copy(page->d->arena, line, n), x,
                                    striped});
        NJ_ASSERT(n > 0 || *line == '\0');
        line += n;
        x = MARGIN + 6 + INDENT;
    } while (*line != '\0');
}

static void fold_text(const struct page *page, struct strips *s,
                      const char *text)
{
    bool striped = true;

    while (*text != '\0') {
        size_t n = strcspn(text, "\n");

        fold_line(page, s, nj_arena_copy(page->d->arena, text, n), striped);
        striped = !striped;
        text += n + (text[n] == '\n');
    }
}

static int text_height(const struct strips *s)
{
    return s->n > NJ_POSTER_WRITTEN ? (NJ_POSTER_WRITTEN + 1) * LINE
                                    : (int)s->n * LINE;
}

static void put_text(const struct page *page, const struct strips *s,
                     const struct nj_poster_text *cut, int y)
{
    struct nj_lettering how = {NJ_INK_DARK, TYPE, NJ_ANCHOR_START, false, 0};
    uint32_t from = s->n > NJ_POSTER_WRITTEN ? s->n - NJ_POSTER_WRITTEN : 0;

    if (from > 0) {
        how.room = PAGE - 2 * MARGIN;
        put(page, how, MARGIN + 6, y + LINE / 2, cut);
        y += LINE;
    }
    NJ_ASSERT(s->n - from <= NJ_POSTER_WRITTEN);
    for (uint32_t i = from; i < s->n; i++, y += LINE) {
        const struct strip *strip = &s->list[i % NJ_POSTER_WRITTEN];

        if (strip->striped)
            nj_drawing_rect(page->d, NJ_INK_CELL, MARGIN, y, PAGE - 2 * MARGIN,
                            LINE);
        how.room = PAGE - MARGIN - strip->x;
        nj_drawing_text(page->d, how, strip->x, y + LINE / 2, strip->text);
    }
}

/* --- lists --- */

/* That of its longest list; 0: it has none. */
static int row_height(const struct list *row)
{
    int most = 0;

    for (int i = 0; i < NJ_POSTER_COLUMNS; i++) {
        int h = HEAD + (int)row[i].lines * LINE + GAP;

        if (row[i].head.key != NULL && h > most)
            most = h;
    }
    NJ_ASSERT(most == 0 || most >= HEAD + GAP);
    return most;
}

static int width(const struct nj_poster *p)
{
    int columns = 1;

    if (p->written != NULL)
        return PAGE;
    for (int row = 0; row < NJ_POSTER_ROWS; row++)
        for (int i = 0; i < NJ_POSTER_COLUMNS; i++)
            if (p->list[row][i].head.key != NULL && i >= columns)
                columns = i + 1;
    return 2 * MARGIN + columns * (COLUMN + GAP) - GAP;
}

static void draw(const struct nj_poster *p, const struct page *page)
{
    struct nj_lettering how = {NJ_INK_DARK, 20, NJ_ANCHOR_START, true, 0};
    struct strips *s = nj_arena_alloc(page->d->arena, sizeof(*s));
    int y = TITLE;

    if (p->written != NULL)
        fold_text(page, s, p->written);
    page->d->w = width(p);
    page->d->h = TITLE + MARGIN + text_height(s);
    for (int row = 0; row < NJ_POSTER_ROWS; row++)
        page->d->h += row_height(p->list[row]);
    NJ_ASSERT(page->d->w >= 2 * MARGIN + COLUMN && page->d->h > TITLE);
    nj_drawing_rect(page->d, NJ_INK_PAGE, 0, 0, page->d->w, page->d->h);
    how.room = page->d->w - 2 * MARGIN;
    put(page, how, MARGIN + 6, TITLE / 2 + 4, &p->title);
    for (int row = 0; row < NJ_POSTER_ROWS; row++) {
        put_row(page, p->list[row], y);
        y += row_height(p->list[row]);
    }
    put_text(page, s, &p->cut, y);
}

void nj_poster_title(const struct nj_style *style, const struct nj_poster *p,
                     char *out, size_t cap)
{
    struct nj_str text = NJ_STR_INIT(cap - 1);

    NJ_ASSERT(cap > 0);
    nj_format_key(style->format, p->title.key, p->title.args, &text);
    memcpy(out, text.p, text.len + 1);
    nj_str_fini(&text);
}

enum nj_status nj_poster_png(const struct nj_style *style,
                             const struct nj_poster *p,
                             struct nj_painter *painter, struct nj_png *out,
                             struct nj_err *err)
{
    struct nj_drawing d = {.arena = style->scratch};
    struct nj_format f = *style->format;
    struct page page = {&f, &d};
    struct nj_raster raster;
    enum nj_status st;

    NJ_ASSERT(painter != NULL);
    f.lang = nj_picture_legible(&f, painter);
    if (p->written != NULL && f.lang != style->format->lang)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "no font has its characters");
    draw(p, &page);
    nj_raster_draw(&raster, &d, style->theme, painter);
    st = nj_raster_png(&raster, out, err);
    nj_raster_fini(&raster);
    nj_arena_reset(style->scratch);
    return st;
}
