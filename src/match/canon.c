/*
 * The canonical form of messages, as scenario files print it. It is the same
 * in every language and never shown in a chat.
 */
#include <inttypes.h>
#include <string.h>

#include "base/bug.h"
#include "match/message.h"

#define PROSE_BAR "\xe2\x94\x82"

static void put_number(enum nj_arg_type type, int64_t v, struct nj_str *out)
{
    NJ_ASSERT(nj_row_has_type(type));
    nj_str_addf(out, "%" PRId64, type == NJ_ARG_SEAT ? v + 1 : v);
}

/* A list of nothing is a dash, so that every argument has a value. */
static void put_list(const char *s, struct nj_str *out)
{
    nj_str_puts(out, s[0] == '\0' ? "-" : s);
}

static void put_seats(const struct nj_arg *a, struct nj_str *out)
{
    NJ_ASSERT(a->type == NJ_ARG_SEATS);
    for (uint32_t i = 0; i < a->count; i++) {
        if (i > 0)
            nj_str_putc(out, ',');
        put_number(NJ_ARG_SEAT, a->seats[i], out);
    }
    if (a->count == 0)
        nj_str_putc(out, '-');
}

static void put_texts(const struct nj_arg *a, struct nj_str *out)
{
    NJ_ASSERT(a->type == NJ_ARG_TEXTS);
    for (uint32_t i = 0; i < a->count; i++) {
        if (i > 0)
            nj_str_putc(out, ',');
        nj_str_puts(out, a->texts[i]);
    }
    if (a->count == 0)
        nj_str_putc(out, '-');
}

/* The next column of a row, from `f` on, that is printed inside the row. */
static uint8_t inside(const struct nj_row_form *form, uint8_t f)
{
    NJ_ASSERT(f <= form->fields && form->fields <= NJ_ROW_FIELDS_MAX);
    while (f < form->fields && form->field[f].apart)
        f++;
    return f;
}

static void put_row(const struct nj_row_form *form, const int64_t *cells,
                    struct nj_str *out)
{
    uint8_t f = inside(form, 0);

    for (const char *c = form->canon; *c != '\0'; c++) {
        if (*c != '%' || f >= form->fields) {
            nj_str_putc(out, *c);
            continue;
        }
        put_number(form->field[f].type, cells[f], out);
        f = inside(form, (uint8_t)(f + 1));
    }
}

static void put_rows(const struct nj_arg *a, struct nj_str *out)
{
    const struct nj_row_form *form = a->rows.form;

    NJ_ASSERT(a->type == NJ_ARG_ROWS);
    for (uint32_t r = 0; r < a->count; r++) {
        if (r > 0)
            nj_str_putc(out, form->sep);
        put_row(form, a->rows.cells + (size_t)r * form->fields, out);
    }
    if (a->count == 0)
        nj_str_putc(out, '-');
}

static void put_prose(const char *text, struct nj_str *out)
{
    do {
        size_t n = strcspn(text, "\n");

        n += text[n] != '\0';
        nj_str_puts(out, PROSE_BAR);
        nj_str_add(out, text, n);
        text += n;
    } while (*text != '\0');
}

void nj_arg_canon(const struct nj_arg *a, struct nj_str *out)
{
    NJ_ASSERT(a->count <= NJ_LIST_MAX);
    switch (a->type) {
    case NJ_ARG_INT:
    case NJ_ARG_MS:
    case NJ_ARG_AT:
    case NJ_ARG_SEAT:
        put_number(a->type, a->i, out);
        break;
    case NJ_ARG_SEATS:
        put_seats(a, out);
        break;
    case NJ_ARG_WORD:
    case NJ_ARG_GLYPHS:
    case NJ_ARG_ID:
    case NJ_ARG_TEXT:
    case NJ_ARG_BOARD:
        nj_str_puts(out, a->s);
        break;
    case NJ_ARG_PROSE:
        put_prose(a->s, out);
        break;
    case NJ_ARG_WORDS:
        put_list(a->s, out);
        break;
    case NJ_ARG_TEXTS:
        put_texts(a, out);
        break;
    case NJ_ARG_ROWS:
        put_rows(a, out);
        break;
    }
}

void nj_arg_canon_column(const struct nj_arg *a, uint8_t field,
                         struct nj_str *out)
{
    const struct nj_row_form *form = a->rows.form;

    NJ_ASSERT(a->type == NJ_ARG_ROWS && field < form->fields);
    NJ_ASSERT(form->field[field].apart);
    for (uint32_t r = 0; r < a->count; r++) {
        if (r > 0)
            nj_str_putc(out, ',');
        put_number(form->field[field].type,
                   a->rows.cells[(size_t)r * form->fields + field], out);
    }
    if (a->count == 0)
        nj_str_putc(out, '-');
}

void nj_audience_canon(struct nj_audience to, struct nj_str *out)
{
    char mark = 'P';

    switch (to.to) {
    case NJ_TO_ALL:
        nj_str_putc(out, 'G');
        return;
    case NJ_TO_HOST:
        nj_str_putc(out, 'H');
        return;
    case NJ_TO_RECORD:
        nj_str_putc(out, 'R');
        return;
    case NJ_TO_SEATS:
        break;
    }
    NJ_ASSERT(to.seats != 0);
    for (nj_seat s = 0; s < NJ_SEATS_MAX; s++) {
        if ((to.seats & nj_bit(s)) == 0)
            continue;
        nj_str_addf(out, "%c%d", mark, s + 1);
        mark = '+';
    }
}

static void put_arg(const struct nj_arg *a, nj_canon_keep *keep, void *ctx,
                    struct nj_str *out)
{
    if (keep == NULL || keep(ctx, a->name)) {
        nj_str_addf(out, " %s=", a->name);
        nj_arg_canon(a, out);
    }
    if (a->type != NJ_ARG_ROWS)
        return;
    NJ_ASSERT(a->count == 0 || a->rows.form->fields > 0);
    for (uint8_t f = 0; f < a->rows.form->fields; f++) {
        const struct nj_row_field *field = &a->rows.form->field[f];

        if (!field->apart || (keep != NULL && !keep(ctx, field->name)))
            continue;
        nj_str_addf(out, " %s=", field->name);
        nj_arg_canon_column(a, f, out);
    }
}

void nj_message_canon_if(const struct nj_message *m, nj_canon_keep *keep,
                         void *ctx, struct nj_str *out)
{
    NJ_ASSERT(m->key[0] != '\0' && m->args.n <= NJ_ARGS_MAX);
    nj_audience_canon(m->to, out);
    nj_str_addf(out, " %s", m->key);
    for (uint32_t i = 0; i < m->args.n; i++)
        put_arg(&m->args.v[i], keep, ctx, out);
}

void nj_message_canon(const struct nj_message *m, struct nj_str *out)
{
    nj_message_canon_if(m, NULL, NULL, out);
}
