/*
 * What people get to see of messages, as lines of text, and where two such
 * transcripts differ.
 */
#include <string.h>

#include "base/bug.h"
#include "kit/nj_test.h"
#include "kit/texts.h"
#include "kit/two_worlds.h"
#include "locale/format.h"

static const char *const langs[] = {"zh-CN", "zh-TW", "en"};
static struct nj_catalog *catalog;

static void load_texts(void)
{
    catalog = nj_catalog_create();
    nj_texts_add(catalog);
}

void nj_two_done(void)
{
    nj_catalog_destroy(catalog);
    catalog = NULL;
}

/* --- drawing calls --- */

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

static void draw(const struct nj_game *game, const struct nj_message *msg,
                 struct nj_str *out)
{
    static const struct nj_canvas_ops ops = {.board = on_board,
                                             .glyph = on_glyph,
                                             .edge = on_edge,
                                             .seat = on_seat,
                                             .label = on_label,
                                             .place = on_place,
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
    struct tracer t = {.base = {&ops}, .out = out};

    if (game->picture != NULL)
        game->picture(msg, &t.base);
}

/* --- texts --- */

static const char *seat_name(void *ctx, nj_seat seat)
{
    static const char *const names[] = {"Ann", "Bo",  "Cy",  "Di",
                                        "Ed",  "Flo", "Gus", "Hal"};

    NJ_UNUSED(ctx);
    return seat < NJ_COUNT(names) ? names[seat] : "";
}

static void put_texts(const struct nj_message *msg, struct nj_str *out)
{
    struct nj_format f = {.catalog = catalog, .seat_name = seat_name};

    for (size_t i = 0; i < NJ_COUNT(langs); i++) {
        f.lang = langs[i];
        nj_str_addf(out, "text: %s ", langs[i]);
        nj_format_message(&f, msg, out);
        nj_str_putc(out, '\n');
    }
}

static bool reaches(const struct nj_two_worlds *w, const struct nj_message *msg)
{
    return msg->to.to == NJ_TO_ALL ||
           (msg->to.to == NJ_TO_HOST && !w->game->open_host) ||
           (msg->to.to == NJ_TO_SEATS && (msg->to.seats & w->observers) != 0);
}

static void put_buttons(const struct nj_two_worlds *w, int side,
                        const struct nj_message *msg, struct nj_str *out)
{
    struct nj_offered offered;

    nj_match_offers(w->side[side].m, msg, &offered);
    nj_str_addf(out, "buttons: %d", offered.n);
    for (int i = 0; i < offered.n; i++)
        nj_str_addf(out, " [%s]", offered.word[i]);
    nj_str_putc(out, '\n');
}

static void put_message(const struct nj_two_worlds *w, int side,
                        const struct nj_message *msg, struct nj_str *out)
{
    struct nj_message mine = *msg;

    mine.to.seats &= w->observers;
    nj_str_puts(out, "message: ");
    nj_message_canon(&mine, out);
    nj_str_addf(out, "\nclause: %s\n", msg->clause);
    for (uint32_t i = 0; i < msg->n_choices; i++)
        nj_str_addf(out, "choices: %s\n", msg->choices[i]);
    put_buttons(w, side, msg, out);
    put_texts(&mine, out);
    draw(w->game->game, msg, out);
}

void nj_two_transcribe(const struct nj_two_worlds *w, int side,
                       const struct nj_message *first, const char *masked,
                       struct nj_str *out)
{
    if (catalog == NULL)
        load_texts();
    for (const struct nj_message *x = first; x != NULL; x = x->next) {
        if (!reaches(w, x))
            continue;
        if (masked != NULL && strcmp(x->key, masked) == 0)
            nj_str_addf(out, "message: %s\n", masked);
        else
            put_message(w, side, x, out);
        if (strcmp(x->key, w->game->last_key) == 0)
            break;
    }
    assert_false(out->over);
}

/* --- comparing --- */

void nj_two_report(struct nj_two_worlds *w, const char *what, const char *a,
                   const char *b)
{
    if (w->what != NULL)
        return;
    w->what = what;
    w->ended = true;
    nj_str_addf(&w->diff, "%s\n--- world A\n%s\n--- world B\n%s\n", what, a, b);
}

static unsigned count_lines(const char *text, const char *line, size_t n)
{
    unsigned found = 0;

    while (*text != '\0') {
        size_t len = strcspn(text, "\n");

        if (len >= n && memcmp(text, line, n) == 0)
            found++;
        text += len + (text[len] == '\n');
    }
    return found;
}

/* The same messages, only not in the same order? */
static bool permuted(const char *a, const char *b)
{
    for (const char *at = a; *at != '\0';) {
        size_t len = strcspn(at, "\n");

        if (count_lines(a, at, len) != count_lines(b, at, len))
            return false;
        at += len + (at[len] == '\n');
    }
    return strlen(a) == strlen(b);
}

/* The kind of the first line that differs. */
static const char *kind_of(const char *a, const char *b)
{
    static const char *const kinds[] = {"clause", "choices", "buttons", "text",
                                        "picture"};
    const char *line = a;

    if (count_lines(a, "message:", 8) != count_lines(b, "message:", 8))
        return "count";
    if (permuted(a, b))
        return "order";
    while (*a != '\0' && *a == *b) {
        if (*a == '\n')
            line = a + 1;
        a++;
        b++;
    }
    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        if (strncmp(line, kinds[i], strlen(kinds[i])) == 0)
            return kinds[i];
    return "message";
}

void nj_two_compare(struct nj_two_worlds *w, const char *about)
{
    const char *a = w->side[0].heard.p;
    const char *b = w->side[1].heard.p;

    if (w->what != NULL || strcmp(a, b) == 0)
        return;
    nj_str_addf(&w->diff, "%s\n", about);
    nj_two_report(w, kind_of(a, b), a, b);
}
