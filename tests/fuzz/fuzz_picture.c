/*
 * Any bytes as a name and as the drawing calls of a game: the picture stays
 * inside its page, and its SVG is markup of ours around text of theirs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "render/picture.h"

#define CALLS_MAX 400
#define SIDE_MAX  14 /* larger ones take long and show no more */

static const char texts[] =
    "{\"p\": {\"board\": {\"a\": \"A {{n}}\"}, \"glyph\": {\"grass\": "
    "\"g\", \"wall\": \"w\", \"ghost\": \"<&>\", \"facing\": \"f\", "
    "\"sight\": \"s\"}, \"card\": {\"grass\": \"{{n}}\", \"back\": \"&\"}, "
    "\"card_line\": {\"grass\": \"{{n}} {{text}}\"}, \"mark\": {\"ghost\": "
    "\"<\"}, \"glyphs\": {\"ghost\": "
    "\"&\"}, \"picture_turn\": \"{{n}} {{seat}}\", \"line\": \"{{n}}|<|\", "
    "\"line_head\": \"|\"}, \"core\": {\"seat\": {\"named\": "
    "\"{{n}} {{name}}\", \"number\": \"{{n}}\"}}}";

struct input {
    const uint8_t *p;
    size_t n;
    char name[200];
};

static struct input input;

static unsigned next(unsigned limit)
{
    unsigned v = 0;

    if (input.n > 0) {
        v = *input.p++;
        input.n--;
    }
    return v % limit;
}

/* --- a game that draws what the bytes say --- */

struct sizes {
    unsigned rows, cols; /* of the board in hand */
    unsigned first;      /* cells of the first board */
    unsigned boards;
    int cards; /* of the hand in hand; -1: none has been begun */
};

static void draw_board(struct nj_canvas *c, struct sizes *s)
{
    if (s->boards == 5)
        return;
    s->rows = 1 + next(SIDE_MAX);
    s->cols = 1 + next(SIDE_MAX);
    if (s->boards++ == 0)
        s->first = s->rows * s->cols;
    c->ops->board(c, "p.board.a", (int64_t)next(256), (int)s->rows,
                  (int)s->cols);
}

static const enum nj_side sides[] = {NJ_SIDE_UP, NJ_SIDE_DOWN, NJ_SIDE_LEFT,
                                     NJ_SIDE_RIGHT};

static void draw_thing(struct nj_canvas *c, const struct sizes *s,
                       unsigned what)
{
    static const char *const names[] = {"grass",   "ghost", "nothing",
                                        "unknown", "pod",   "none"};
    static const char *const edges[] = {"wall",   "door",  "gate", "none",
                                        "window", "fence", "lock"};

    int row = (int)next(s->rows);
    int col = (int)next(s->cols);
    char label[5] = {0};

    if (what == 0)
        c->ops->glyph(c, row, col, names[next(NJ_COUNT(names))]);
    if (what == 1)
        c->ops->edge(c, row, col, sides[next(NJ_COUNT(sides))],
                     edges[next(NJ_COUNT(edges))]);
    if (what == 2)
        c->ops->seat(c, row, col, (nj_seat)next(NJ_SEATS_MAX));
    if (what != 3)
        return;
    for (int i = 0; i < 4; i++)
        label[i] = (char)('!' + next(90));
    c->ops->label(c, row, col, label);
}

static void draw_sign(struct nj_canvas *c, const struct sizes *s, unsigned what)
{
    static const char *const names[] = {"grass", "ghost", "none", "<&>"};

    int row = (int)next(s->rows);
    int col = (int)next(s->cols);
    unsigned tint = next(NJ_TINTS);

    if (what == 8)
        c->ops->ground(c, row, col, (enum nj_tint)tint,
                       names[next(NJ_COUNT(names))]);
    if (what == 9)
        c->ops->facing(c, row, col, sides[next(4)]);
    if (what == 10)
        c->ops->sight(c, row, col, (nj_seat)next(NJ_SEATS_MAX));
    if (what == 11)
        c->ops->reach(c, row, col, names[next(NJ_COUNT(names))], next(2) == 1);
    if (what == 12)
        c->ops->number(c, row, col, 1 + (int)next(256) * 3);
    if (what == 13)
        c->ops->letters(c);
}

/* A card that may be of nobody's locale, or lie face down. */
static void draw_hand(struct nj_canvas *c, struct sizes *s, unsigned what)
{
    static const char *const names[] = {"grass", "ghost", "<&>", NULL};

    if (what == 14 || s->cards < 0) {
        c->ops->hand(c, "p.board.a", (int64_t)next(256));
        s->cards = 0;
    }
    if (what == 15) {
        c->ops->card(c, (int)next(256), names[next(NJ_COUNT(names))],
                     NJ_ARGS(nj_arg_int("n", (int64_t)next(256)),
                             nj_arg_text("text", input.name)));
        s->cards++;
    }
    if (what == 16 && s->cards > 0)
        c->ops->mark(c, names[next(3)]);
    if (what == 17)
        c->ops->note(c, "p.line", NJ_ARGS(nj_arg_int("n", (int64_t)next(99))));
}

static void draw_call(struct nj_canvas *c, struct sizes *s)
{
    unsigned what = next(18);

    if (what < 4)
        draw_thing(c, s, what);
    if (what >= 8 && what < 14)
        draw_sign(c, s, what);
    if (what >= 14)
        draw_hand(c, s, what);
    if (what == 4)
        draw_board(c, s);
    if (what == 5)
        c->ops->turn(c, (int64_t)next(256), (nj_seat)next(NJ_SEATS_MAX));
    if (what == 6)
        c->ops->move(c, (nj_seat)next(NJ_SEATS_MAX), (int)next(s->first),
                     (int)next(s->first), next(2) == 1);
    if (what == 7)
        c->ops->player(c, (nj_seat)next(NJ_SEATS_MAX), "p.line",
                       NJ_ARGS(nj_arg_int("n", (int64_t)next(256))));
}

static void draw(const struct nj_message *const *record, uint32_t n,
                 struct nj_canvas *c)
{
    struct sizes s = {.cards = -1};

    (void)record;
    (void)n;
    draw_board(c, &s);
    for (int i = 0; i < CALLS_MAX && input.n > 0; i++)
        draw_call(c, &s);
}

static const struct nj_game game = {.id = "p", .prefix = "p", .course = draw};

static const char *name_of(void *ctx, nj_seat seat)
{
    (void)ctx;
    return seat % 2 == 0 ? input.name : "";
}

/* --- what holds --- */

/* Every tag is one that we write. */
static void check_svg(const struct nj_str *svg)
{
    static const char *const tags[] = {
        "svg ",    "/svg>",    "title>",   "/title>",
        "symbol ", "/symbol>", "path ",    "use ",
        "rect ",   "text ",    "/text>",   "polyline ",
        "g ",      "/g>",      "animate ", "animateTransform "};

    NJ_ASSERT(!svg->over);
    NJ_ASSERT(nj_utf8_valid(svg->p, svg->len));
    for (const char *at = strchr(svg->p, '<'); at != NULL;
         at = strchr(at + 1, '<')) {
        bool known = false;

        for (size_t i = 0; i < NJ_COUNT(tags); i++)
            known = known || strncmp(at + 1, tags[i], strlen(tags[i])) == 0;
        NJ_ASSERT(known);
    }
    for (size_t i = 0; i < svg->len; i++)
        NJ_ASSERT((unsigned char)svg->p[i] >= 0x20 || svg->p[i] == '\n');
}

static void check_png(const struct nj_png *png)
{
    NJ_ASSERT(png->n > 8);
    NJ_ASSERT(memcmp(png->p, "\x89PNG", 4) == 0);
    free(png->p);
}

static struct nj_catalog *catalog(void)
{
    static struct nj_catalog *c;
    struct nj_err err;
    enum nj_status st = NJ_OK;

    if (c == NULL) {
        c = nj_catalog_create();
        st = nj_catalog_add(c, "en", texts, strlen(texts), &err);
    }
    NJ_ASSERT(st == NJ_OK);
    return c;
}

/* The name is the first line; both pictures read the same bytes. */
static void take(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t n = end != NULL ? (size_t)(end - data) : 0;

    (void)nj_utf8_clean((const char *)data, n, 60, input.name,
                        sizeof(input.name));
    input.p = data + n;
    input.n = size - n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct nj_painter *painter;
    struct nj_arena scratch = NJ_ARENA_INIT(65536);
    struct nj_format format = {
        .catalog = catalog(), .lang = "en", .seat_name = name_of};
    struct nj_style style = {
        .game = &game, .format = &format, .scratch = &scratch};
    struct nj_scene scene = {.record = NULL};
    struct nj_str svg = NJ_STR_INIT(32U << 20);
    struct nj_err err;
    struct nj_png png;

    if (painter == NULL)
        painter = nj_painter_create();
    NJ_ASSERT(painter != NULL);
    take(data, size);
    NJ_ASSERT(nj_picture_svg(&style, &scene, &svg, &err) == NJ_OK);
    check_svg(&svg);
    nj_str_clear(&svg);
    take(data, size);
    NJ_ASSERT(nj_picture_motion(&style, &scene, &svg, &err) == NJ_OK);
    check_svg(&svg);
    take(data, size);
    if (nj_picture_png(&style, &scene, painter, &png, &err) == NJ_OK)
        check_png(&png);
    nj_str_fini(&svg);
    nj_arena_fini(&scratch);
    return 0;
}
