/*
 * The course in motion: the first board, on which the badges walk. It is
 * plain SVG with SMIL: no script, it plays in every browser, and where
 * nothing moves it shows where the seats began.
 */
#include "render/motion.h"

#include <string.h>

#include "base/bug.h"

#define STEP_MS  300
#define TURN_MS  700 /* whose turn it is can be read */
#define PAUSE_MS 3000

struct motion {
    const struct nj_sheet *sheet;
    struct nj_layout_place place;
    struct nj_layout layout;
    int64_t total_ms;
    struct nj_str *out;
};

static int64_t length_of(const struct nj_sheet_step *s)
{
    return s->kind == NJ_STEP_TURN ? TURN_MS : STEP_MS;
}

static void put_place(const struct motion *m, int cell, struct nj_str *out)
{
    int cols = m->sheet->board[0].cols;

    NJ_ASSERT(cell >= 0 && cell < m->sheet->board[0].rows * cols);
    nj_str_addf(out, "%d %d",
                m->place.x + cell % cols * m->place.cell + m->place.cell / 2,
                m->place.y + cell / cols * m->place.cell + m->place.cell / 2);
}

/* Over the rim nobody walks through the whole picture: far ways and those are
 * jumps. */
static bool glides(const struct motion *m, const struct nj_sheet_step *s)
{
    int cols = m->sheet->board[0].cols;
    int dr = s->from / cols - s->to / cols;
    int dc = s->from % cols - s->to % cols;

    return s->kind == NJ_STEP_NEAR && dr * dr + dc * dc == 1;
}

static void put_frame(const struct motion *m, int64_t at_ms, int cell,
                      struct nj_str *times, struct nj_str *values)
{
    NJ_ASSERT(at_ms >= 0 && at_ms <= m->total_ms);
    if (times->len > 0) {
        nj_str_putc(times, ';');
        nj_str_putc(values, ';');
    }
    nj_str_addf(times, "%.5f", (double)at_ms / (double)m->total_ms);
    put_place(m, cell, values);
}

/* Times and places of one seat; false if it never moved. */
static bool frames(const struct motion *m, nj_seat seat, struct nj_str *times,
                   struct nj_str *values)
{
    int64_t at = 0;
    int cell = -1;

    for (const struct nj_sheet_step *s = m->sheet->step; s != NULL;
         at += length_of(s), s = s->next) {
        if (s->seat != seat || s->kind == NJ_STEP_TURN)
            continue;
        if (cell < 0)
            put_frame(m, 0, s->from, times, values);
        if (at > 0)
            put_frame(m, at, s->from, times, values);
        if (!glides(m, s))
            put_frame(m, at + STEP_MS - 1, s->from, times, values);
        cell = s->to;
        put_frame(m, at + STEP_MS, cell, times, values);
    }
    if (cell >= 0)
        put_frame(m, m->total_ms, cell, times, values);
    return cell >= 0;
}

static void put_badge(struct motion *m, nj_seat seat, struct nj_theme theme)
{
    const struct nj_shape *s = nj_shape_seat(seat);
    int size = m->place.cell * 5 / 9;
    int down = seat % NJ_SEAT_COLOURS == 2 ? size / 8 : 0;
    enum nj_ink ink = nj_shape_seat_hollow(seat) ? NJ_INK_DARK : NJ_INK_ON_SEAT;

    nj_str_addf(m->out,
                "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                "viewBox=\"-1 -1 26 26\"><path d=\"%s\" fill=\"#%06x\" "
                "stroke=\"#%06x\"/></svg>",
                -size / 2, -size / 2, size, size, s->layer[0].path,
                nj_theme_colour(theme, nj_theme_seat(seat)),
                nj_theme_colour(theme, NJ_INK_CELL));
    nj_str_addf(m->out,
                "<text y=\"%.1f\" font-size=\"%d\" font-weight=\"bold\" "
                "text-anchor=\"middle\" fill=\"#%06x\">%d</text>",
                down + 0.36 * 16, 16, nj_theme_colour(theme, ink), seat + 1);
}

static void put_walker(struct motion *m, nj_seat seat, struct nj_theme theme)
{
    struct nj_str times = NJ_STR_INIT(1U << 20);
    struct nj_str values = NJ_STR_INIT(1U << 20);

    if (frames(m, seat, &times, &values)) {
        nj_str_puts(m->out, "<g transform=\"translate(");
        nj_str_add(m->out, values.p, strcspn(values.p, ";"));
        nj_str_puts(m->out, ")\">");
        put_badge(m, seat, theme);
        nj_str_addf(m->out,
                    "<animateTransform attributeName=\"transform\" "
                    "type=\"translate\" dur=\"%lldms\" "
                    "repeatCount=\"indefinite\" keyTimes=\"%s\" "
                    "values=\"%s\"/></g>\n",
                    (long long)m->total_ms, times.p, values.p);
    }
    nj_str_fini(&times);
    nj_str_fini(&values);
}

/* `<prefix>.picture_turn`: which round it is and whose turn. */
static void put_turn_words(struct motion *m, const struct nj_sheet_step *s)
{
    struct nj_str text = NJ_STR_INIT(300);
    char key[64];

    (void)snprintf(key, sizeof(key), "%s.picture_turn", m->layout.game->prefix);
    nj_format_key(
        m->layout.f, key,
        NJ_ARGS(nj_arg_int("n", s->from), nj_arg_seat("seat", s->seat)), &text);
    nj_str_add_escaped(m->out, text.p, text.len);
    nj_str_fini(&text);
}

/* Seen from `at` until `until`, beside the title. */
static void put_turn(struct motion *m, const struct nj_sheet_step *s,
                     struct nj_theme theme, const int64_t span[2])
{
    double total = (double)m->total_ms;

    nj_str_addf(m->out,
                "<text x=\"%d\" y=\"34\" font-size=\"16\" "
                "text-anchor=\"end\" visibility=\"hidden\" fill=\"#%06x\">",
                m->layout.d->w - 2 * NJ_LAYOUT_MARGIN,
                nj_theme_colour(theme, NJ_INK_DARK));
    put_turn_words(m, s);
    nj_str_addf(m->out,
                "<animate attributeName=\"visibility\" dur=\"%lldms\" "
                "repeatCount=\"indefinite\" calcMode=\"discrete\" "
                "keyTimes=\"0;%.5f;%.5f\" "
                "values=\"hidden;visible;hidden\"/></text>\n",
                (long long)m->total_ms, (double)span[0] / total,
                (double)span[1] / total);
}

static void put_turns(struct motion *m, struct nj_theme theme)
{
    const struct nj_sheet_step *turn = NULL;
    int64_t span[2] = {0, 0};

    for (const struct nj_sheet_step *s = m->sheet->step; s != NULL;
         s = s->next) {
        if (s->kind == NJ_STEP_TURN && turn != NULL)
            put_turn(m, turn, theme, span);
        if (s->kind == NJ_STEP_TURN) {
            turn = s;
            span[0] = span[1];
        }
        span[1] += length_of(s);
    }
    if (turn != NULL)
        put_turn(m, turn, theme, span);
}

static int64_t total_of(const struct nj_sheet *s)
{
    int64_t ms = PAUSE_MS;

    for (const struct nj_sheet_step *i = s->step; i != NULL; i = i->next)
        ms += length_of(i);
    return ms;
}

void nj_motion_svg(struct nj_layout *l, struct nj_theme theme,
                   const char *title, struct nj_str *out)
{
    struct nj_str extra = NJ_STR_INIT(8U << 20);
    struct motion m = {.sheet = l->sheet,
                       .layout = *l,
                       .total_ms = total_of(l->sheet),
                       .out = &extra};

    NJ_ASSERT(l->sheet->boards > 0);
    nj_layout_stage(l, &m.place);
    put_turns(&m, theme);
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        put_walker(&m, k, theme);
    nj_drawing_svg(l->d, theme, title, extra.p, out);
    out->over = out->over || extra.over;
    nj_str_fini(&extra);
}
