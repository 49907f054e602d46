/*
 * What stands below the boards: the legend of what was used, the table of
 * players. And the words, which come from the locale.
 */
#include <string.h>

#include "base/bug.h"
#include "render/layout.h"

const struct nj_lettering nj_layout_body = {NJ_INK_DARK, NJ_LAYOUT_TYPE,
                                            NJ_ANCHOR_START, false, 0};

/* --- words --- */

const char *nj_layout_word(const struct nj_layout *l, const char *table,
                           const char *name)
{
    char key[96];

    (void)snprintf(key, sizeof(key), "%s.%s.%s", l->game->prefix, table, name);
    return nj_catalog_get(l->f->catalog, l->f->lang, key);
}

char *nj_layout_text(struct nj_layout *l, const char *key, struct nj_args args)
{
    struct nj_str text = NJ_STR_INIT(500);
    char *out;

    nj_format_key(l->f, key, args, &text);
    out = nj_arena_copy(l->d->arena, text.p, text.len);
    nj_str_fini(&text);
    return out;
}

const char *nj_layout_name(const struct nj_layout *l, nj_seat seat)
{
    const char *name =
        l->f->seat_name != NULL ? l->f->seat_name(l->f->ctx, seat) : NULL;

    return name != NULL ? name : "";
}

/* --- legend and players --- */

static bool used(const struct nj_sheet *s, uint32_t boards, const char *name)
{
    uint64_t uses = 0;

    NJ_ASSERT(boards <= s->boards);
    for (uint32_t i = 0; i < boards; i++)
        uses |= s->board[i].uses;
    for (uint32_t i = 0; i < s->n_names; i++)
        if ((uses >> i & 1) != 0 && strcmp(s->names[i], name) == 0)
            return true;
    return false;
}

/* Room for an entry of the legend, and its box; the corner of that. */
static struct nj_layout_place begin_entry(struct nj_layout *l, const char *text,
                                          struct nj_layout_page *p)
{
    int w = NJ_LAYOUT_ICON + 8 + nj_drawing_width(text, NJ_LAYOUT_TYPE) + 16;
    struct nj_layout_place box = {.cell = NJ_LAYOUT_ICON + 6};

    if (p->x + w > l->d->w && p->x > NJ_LAYOUT_MARGIN) {
        p->x = NJ_LAYOUT_MARGIN + 10;
        p->y += NJ_LAYOUT_LINE;
    }
    box.x = p->x - 3;
    box.y = p->y + 1;
    nj_drawing_rect(l->d, NJ_INK_CELL, box.x, box.y, box.cell, box.cell);
    p->x += w;
    return box;
}

static void end_entry(struct nj_layout *l, struct nj_layout_place box,
                      const char *text)
{
    nj_drawing_text(l->d, nj_layout_body, box.x + 3 + NJ_LAYOUT_ICON + 8,
                    box.y - 1 + NJ_LAYOUT_LINE / 2, text);
}

/* In the order of the shapes, whatever was drawn first. */
static void put_shapes(struct nj_layout *l, uint32_t boards,
                       struct nj_layout_page *p)
{
    for (uint32_t i = 0; nj_shape_at(i) != NULL; i++) {
        const struct nj_shape *s = nj_shape_at(i);
        const char *means = nj_layout_word(l, "glyph", s->name);
        struct nj_layout_place box;

        if (!used(l->sheet, boards, s->name) || means == NULL)
            continue;
        box = begin_entry(l, means, p);
        nj_drawing_shape(l->d, s, box.x + 5, box.y + 5, NJ_LAYOUT_ICON - 4);
        end_entry(l, box, means);
    }
}

/* Things without a shape of ours: the character that stands for them. */
static void put_written(struct nj_layout *l, uint32_t boards,
                        struct nj_layout_page *p)
{
    for (uint32_t i = 0; i < l->sheet->n_names; i++) {
        const char *name = l->sheet->names[i];
        const char *means = nj_layout_word(l, "glyph", name);
        const char *text = nj_layout_word(l, "glyphs", name);
        struct nj_layout_place box;

        if (nj_shape_find(name) != NULL || means == NULL || text == NULL ||
            !used(l->sheet, boards, name))
            continue;
        box = begin_entry(l, means, p);
        nj_drawing_text(l->d,
                        (struct nj_lettering){NJ_INK_DARK, NJ_LAYOUT_ICON - 4,
                                              NJ_ANCHOR_MIDDLE, false, 0},
                        box.x + box.cell / 2, box.y + box.cell / 2, text);
        end_entry(l, box, means);
    }
}

/* Grounds by their tints, then the kinds of reach. */
static void put_keys(struct nj_layout *l, uint32_t boards, bool reach,
                     struct nj_layout_page *p)
{
    uint32_t looks = reach ? 2 : NJ_TINTS;

    for (uint32_t i = 0; i < looks * l->sheet->keys; i++) {
        const struct nj_sheet_key *k = &l->sheet->key[i % l->sheet->keys];
        const char *means = nj_layout_word(l, "glyph", k->name);
        struct nj_layout_place box;

        if (k->reach != reach || k->look != i / l->sheet->keys ||
            means == NULL || (k->boards & ((1U << boards) - 1)) == 0)
            continue;
        box = begin_entry(l, means, p);
        if (reach)
            nj_layout_outline(l, k->look == 1, box.x, box.y, box.cell);
        else
            nj_layout_tint(l, (enum nj_tint)k->look, box.x, box.y, box.cell);
        end_entry(l, box, means);
    }
}

/* A single cell with words on its sides needs no legend, and keeps its size
 * whatever they are. */
void nj_layout_legend(struct nj_layout *l, uint32_t boards,
                      struct nj_layout_page *p)
{
    const struct nj_sheet_board *b = &l->sheet->board[0];
    int x = NJ_LAYOUT_MARGIN + 10;

    if (l->sheet->boards == 1 && b->rows * b->cols == 1)
        return;
    p->x = x;
    put_shapes(l, boards, p);
    put_written(l, boards, p);
    put_keys(l, boards, false, p);
    put_keys(l, boards, true, p);
    p->y += p->x > x ? NJ_LAYOUT_LINE + 6 : 0;
}

/* --- the table of players --- */

#define COLUMNS_MAX 8
#define COLUMN_GAP  8
#define COLUMN_EASE 6 /* a text may be so much wider than it is reckoned */
#define COLUMN_LEAST \
 (COLUMN_GAP + COLUMN_EASE + NJ_LAYOUT_TYPE) /* a character */

struct table {
    int x; /* where the columns begin, behind badge and name */
    int name;
    int columns;
    int room[COLUMNS_MAX]; /* of each, its gap included */
};

/* A quarter of the page, and more if a name of twelve Chinese characters
 * needs it: names that are cut may look alike. */
static int name_room(const struct nj_layout *l)
{
    int room = l->d->w / 4;
    int most = l->d->w * 3 / 8;

    for (uint32_t i = 0; i < l->sheet->players; i++) {
        int w = nj_drawing_width(nj_layout_name(l, l->sheet->player[i].seat),
                                 NJ_LAYOUT_TYPE);

        room = w > room ? w : room;
    }
    return room < most ? room : most;
}

/* Takes the text in front of the next '|', and goes on behind that. */
static const char *take_cell(struct nj_layout *l, const char **text)
{
    size_t n = strcspn(*text, "|");
    const char *cell = nj_arena_copy(l->d->arena, *text, n);

    NJ_ASSERT((*text)[n] == '|' || (*text)[n] == '\0');
    *text += n + ((*text)[n] == '|');
    return cell;
}

/* Notes how wide the cells of that line want to be. */
static void need(struct nj_layout *l, const char *text, int wanted[COLUMNS_MAX],
                 struct table *t)
{
    int i = 0;

    while (*text != '\0') {
        int w = COLUMN_GAP + COLUMN_EASE +
                nj_drawing_width(take_cell(l, &text), NJ_LAYOUT_TYPE);

        NJ_ASSERT(i < COLUMNS_MAX);
        wanted[i] = w > wanted[i] ? w : wanted[i];
        i++;
    }
    t->columns = i > t->columns ? i : t->columns;
}

/* All columns are alike where that is enough; else each that wants less than its
 * share leaves the rest to the wider ones. */
static void share(struct table *t, const int wanted[COLUMNS_MAX], int room)
{
    int left = room, n = t->columns;
    bool enough = true;

    NJ_ASSERT(n > 0 && n <= COLUMNS_MAX);
    for (int i = 0; i < t->columns; i++)
        enough = enough && wanted[i] <= room / n;
    for (int i = 0; i < t->columns && !enough && n > 0; i++)
        if (t->room[i] == 0 && wanted[i] <= left / n) {
            t->room[i] = wanted[i];
            left -= wanted[i];
            n--;
            i = -1; /* the share of the others has grown */
        }
    for (int i = 0; i < t->columns && n > 0; i++)
        if (t->room[i] == 0) /* a narrow page is left by what has no room */
            t->room[i] = left / n > COLUMN_LEAST ? left / n : COLUMN_LEAST;
}

static const char *text_of(struct nj_layout *l, uint32_t player)
{
    const struct nj_sheet_player *k = &l->sheet->player[player];

    return nj_layout_text(l, k->key, k->args);
}

/* The head of the table is the key of its lines with "_head" behind it. */
static const char *text_of_head(struct nj_layout *l)
{
    return nj_layout_text(
        l, nj_arena_printf(l->d->arena, "%s_head", l->sheet->player[0].key),
        NJ_NO_ARGS);
}

static void measure(struct nj_layout *l, struct table *t)
{
    int wanted[COLUMNS_MAX];

    for (int i = 0; i < COLUMNS_MAX; i++)
        wanted[i] = COLUMN_LEAST;
    *t = (struct table){.name = name_room(l)};
    t->x = NJ_LAYOUT_MARGIN + 10 + NJ_LAYOUT_ICON + 24 + t->name;
    need(l, text_of_head(l), wanted, t);
    for (uint32_t i = 0; i < l->sheet->players; i++)
        need(l, text_of(l, i), wanted, t);
    NJ_ASSERT(t->columns <= COLUMNS_MAX && t->x > t->name);
    if (t->columns > 0)
        share(t, wanted, l->d->w - NJ_LAYOUT_MARGIN - t->x);
}

/* Goes through the lines of each cell; with `how` they are written, the first
 * at y. Returns the lines of the longest. */
static int put_cells(struct nj_layout *l, const struct table *t,
                     const struct nj_lettering *how, const char *text, int y)
{
    int most = 1, x = t->x;

    for (int i = 0; *text != '\0'; x += t->room[i++]) {
        const char *cell = take_cell(l, &text);
        struct nj_lettering own = nj_layout_body;
        int lines = 0;

        NJ_ASSERT(i < t->columns);
        own = how != NULL ? *how : own;
        own.room = t->room[i] - COLUMN_GAP;
        for (size_t n; *cell != '\0'; cell += n, lines++) {
            n = nj_drawing_fold(cell, own.size, own.room - COLUMN_EASE);
            if (how != NULL)
                nj_drawing_text(l->d, own, x, y + lines * NJ_LAYOUT_LINE,
                                nj_arena_copy(l->d->arena, cell, n));
        }
        most = lines > most ? lines : most;
    }
    return most;
}

static void put_player(struct nj_layout *l, const struct table *t, uint32_t i,
                       struct nj_layout_page *p)
{
    int x = NJ_LAYOUT_MARGIN + 10, y = p->y + NJ_LAYOUT_LINE / 2;
    const char *text = text_of(l, i);
    int height = NJ_LAYOUT_LINE * put_cells(l, t, NULL, text, y);
    nj_seat seat = l->sheet->player[i].seat;
    struct nj_lettering how = nj_layout_body;

    if (i % 2 == 0)
        nj_drawing_rect(l->d, NJ_INK_CELL, NJ_LAYOUT_MARGIN, p->y,
                        l->d->w - 2 * NJ_LAYOUT_MARGIN, height);
    NJ_ASSERT(height >= NJ_LAYOUT_LINE && t->name > 0);
    how.room = t->name;
    nj_layout_badge(l, seat, x + NJ_LAYOUT_ICON / 2, y, NJ_LAYOUT_ICON + 2);
    nj_drawing_text(l->d, how, x + NJ_LAYOUT_ICON + 12, y,
                    nj_layout_name(l, seat));
    (void)put_cells(l, t, &how, text, y);
    p->y += height;
}

void nj_layout_players(struct nj_layout *l, struct nj_layout_page *p)
{
    struct nj_lettering how = nj_layout_body;
    struct table t;

    if (l->sheet->players == 0)
        return;
    measure(l, &t);
    how.ink = NJ_INK_MUTED;
    p->y += NJ_LAYOUT_LINE *
            put_cells(l, &t, &how, text_of_head(l), p->y + NJ_LAYOUT_LINE / 2);
    for (uint32_t i = 0; i < l->sheet->players; i++)
        put_player(l, &t, i, p);
    p->y += 8;
}
