/*
 * Hands of cards, and notes below everything. A card is a row of one height,
 * whatever stands on it, so that a picture's size tells how many there are
 * and nothing else.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "render/layout.h"

#define CARD        50 /* height of a card */
#define CARD_GAP    6
#define TAB         43 /* of its number */
#define HAND_TITLE  34
#define TITLE_TYPE  17
#define MARK_TYPE   14
#define MARK_GAP    6
#define TITLE_ROOM  200 /* what marks leave to a title, if it wants it */
#define NOTE_INDENT 18  /* of the further lines of a note */
#define BACK        25  /* side of a square of the back's pattern */

_Static_assert(CARD % BACK == 0, "a back without a rest");

/* A card on the page. */
struct slip {
    const struct nj_sheet_card *card;
    int x, y, w;
};

/* `<prefix>.<table>.<name>`, with the card's arguments; the name itself if the
 * locale has no such text. */
static const char *phrase(struct nj_layout *l, const char *table,
                          const char *name, struct nj_args args)
{
    if (nj_layout_word(l, table, name) == NULL)
        return name;
    return nj_layout_text(
        l,
        nj_arena_printf(l->d->arena, "%s.%s.%s", l->game->prefix, table, name),
        args);
}

static void put_back(struct nj_layout *l, const struct slip *s)
{
    const char *text = nj_layout_word(l, "card", "down");
    const struct nj_lettering how = {NJ_INK_MUTED, NJ_LAYOUT_TYPE,
                                     NJ_ANCHOR_START, false, s->w - TAB - 40};
    int w = text != NULL ? nj_drawing_width(text, NJ_LAYOUT_TYPE) : 0;

    NJ_ASSERT(s->card->name == NULL);
    for (int x = s->x + TAB; x + BACK <= s->x + s->w; x += BACK)
        for (int y = 0; y + BACK <= CARD; y += BACK)
            nj_drawing_shape(l->d, nj_shape_tint(NJ_TINT_CHECKS), x, s->y + y,
                             BACK);
    if (text == NULL)
        return;
    w = w < how.room ? w : how.room;
    nj_drawing_rect(l->d, NJ_INK_CELL, s->x + TAB + 10, s->y + 12, w + 16,
                    CARD - 24);
    nj_drawing_text(l->d, how, s->x + TAB + 18, s->y + CARD / 2, text);
}

/* Framed words at the right end, the first one leftmost; returns where they
 * begin. They share what a title of that width leaves. */
static int put_marks(struct nj_layout *l, const struct slip *s, int title)
{
    int n = (int)s->card->marks;
    int keeps = title < TITLE_ROOM ? title : TITLE_ROOM;
    int room = n > 0 ? (s->w - TAB - 24 - keeps) / n - MARK_GAP : 0;
    int x = s->x + s->w - MARK_GAP;

    NJ_ASSERT(n <= NJ_SHEET_MARKS_MAX);
    NJ_ASSERT(n == 0 || room > MARK_TYPE);
    for (int i = n - 1; i >= 0; i--) {
        const char *text = phrase(l, "mark", s->card->mark[i], NJ_NO_ARGS);
        struct nj_lettering how = {NJ_INK_DARK, MARK_TYPE, NJ_ANCHOR_MIDDLE,
                                   false, 0};
        int w = nj_drawing_width(text, MARK_TYPE) + 12;

        w = w < room ? w : room;
        how.room = w - 10;
        x -= w;
        nj_drawing_rect(l->d, NJ_INK_DARK, x, s->y + 5, w, 21);
        nj_drawing_rect(l->d, NJ_INK_CELL, x + 1, s->y + 6, w - 2, 19);
        nj_drawing_text(l->d, how, x + w / 2, s->y + 15, text);
        x -= MARK_GAP;
    }
    return x;
}

static void put_face(struct nj_layout *l, const struct slip *s)
{
    const struct nj_sheet_card *card = s->card;
    const char *title = phrase(l, "card", card->name, card->args);
    struct nj_lettering how = {NJ_INK_DARK, TITLE_TYPE, NJ_ANCHOR_START, true,
                               0};
    int x = s->x + TAB + 10;

    how.room = put_marks(l, s, nj_drawing_width(title, TITLE_TYPE)) - x;
    NJ_ASSERT(how.room > 0 && x + how.room < s->x + s->w);
    if (nj_layout_word(l, "card_line", card->name) == NULL) {
        nj_drawing_text(l->d, how, x, s->y + CARD / 2, title);
        return;
    }
    nj_drawing_text(l->d, how, x, s->y + 15, title);
    how = nj_layout_body;
    how.room = s->x + s->w - 8 - x;
    nj_drawing_text(l->d, how, x, s->y + 37,
                    phrase(l, "card_line", card->name, card->args));
}

static void put_card(struct nj_layout *l, const struct slip *s)
{
    const struct nj_lettering how = {NJ_INK_DARK, 18, NJ_ANCHOR_MIDDLE, true,
                                     0};

    NJ_ASSERT(s->x + s->w + 1 <= l->d->w);
    nj_drawing_rect(l->d, NJ_INK_MUTED, s->x - 1, s->y - 1, s->w + 2, CARD + 2);
    nj_drawing_rect(l->d, NJ_INK_CELL, s->x, s->y, s->w, CARD);
    nj_drawing_rect(l->d, NJ_INK_VOID, s->x, s->y, TAB, CARD);
    if (s->card->name != NULL) {
        put_face(l, s);
    } else {
        put_back(l, s);
        (void)put_marks(l, s, TITLE_ROOM);
    }
    if (s->card->number > 0)
        nj_drawing_text(l->d, how, s->x + TAB / 2, s->y + CARD / 2,
                        nj_arena_printf(l->d->arena, "%d", s->card->number));
}

static void put_hand(struct nj_layout *l, const struct nj_sheet_hand *h,
                     struct nj_layout_page *p)
{
    const struct nj_lettering how = {NJ_INK_DARK, 18, NJ_ANCHOR_START, true,
                                     l->d->w - 2 * NJ_LAYOUT_MARGIN};

    nj_drawing_text(
        l->d, how, NJ_LAYOUT_MARGIN, p->y + HAND_TITLE / 2 - 2,
        nj_layout_text(l, h->title, NJ_ARGS(nj_arg_int("n", h->n))));
    NJ_ASSERT((h->card == NULL) == (h->last_card == NULL));
    p->y += HAND_TITLE;
    for (const struct nj_sheet_card *c = h->card; c != NULL; c = c->next) {
        struct slip s = {c, NJ_LAYOUT_MARGIN, p->y,
                         l->d->w - 2 * NJ_LAYOUT_MARGIN};

        put_card(l, &s);
        p->y += CARD + CARD_GAP;
    }
    p->y += CARD_GAP;
}

void nj_layout_hands(struct nj_layout *l, struct nj_layout_page *p)
{
    uint32_t n = l->sheet->hands;

    NJ_ASSERT(n == 0 || l->d->w > 2 * NJ_LAYOUT_MARGIN + 2 * TITLE_ROOM);
    for (uint32_t i = 0; i < n && i < NJ_SHEET_HANDS_MAX; i++)
        put_hand(l, &l->sheet->hand[i], p);
}

void nj_layout_notes(struct nj_layout *l, struct nj_layout_page *p)
{
    struct nj_lettering how = nj_layout_body;

    NJ_ASSERT(l->sheet->notes <= NJ_SHEET_NOTES_MAX);
    for (uint32_t i = 0; i < l->sheet->notes; i++) {
        const struct nj_sheet_note *note = &l->sheet->note[i];
        const char *text = nj_layout_text(l, note->key, note->args);
        int x = NJ_LAYOUT_MARGIN;

        do {
            size_t n;

            how.room = l->d->w - NJ_LAYOUT_MARGIN - x;
            n = nj_drawing_fold(text, how.size, how.room);
            nj_drawing_text(l->d, how, x, p->y + NJ_LAYOUT_LINE / 2,
                            nj_arena_copy(l->d->arena, text, n));
            p->y += NJ_LAYOUT_LINE;
            text += n;
            x = NJ_LAYOUT_MARGIN + NOTE_INDENT;
        } while (*text != '\0');
    }
}
