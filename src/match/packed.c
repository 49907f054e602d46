/*
 * Argument lists as columns of rows and back: numbers and texts one behind the
 * other (base/parts.h), behind a '=' and how many they are.
 *
 *   seat=2 trace=R,R#   is   =2;s4:seat;2;W5:trace;4:R,R#;
 *
 * An argument is the letter of its type, its name, its value; in front of a
 * list stands its length; a table begins with its form. Seats count from 1.
 * What the seats were called stands in front of all: "1298~=...". Rows that are
 * older hold an object of JSON (pack.c) in the place of '=' and what follows.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/parts.h"
#include "base/utf8.h"
#include "match/match_priv.h"

#define BEGIN  '='
#define CALLED '~' /* behind what the seats were called */
#define APART  '+' /* in front of the letter of such a column */

static const char letters[] = {
    [NJ_ARG_INT] = 'i',   [NJ_ARG_MS] = 'm',     [NJ_ARG_AT] = 'a',
    [NJ_ARG_SEAT] = 's',  [NJ_ARG_SEATS] = 'S',  [NJ_ARG_WORD] = 'w',
    [NJ_ARG_WORDS] = 'W', [NJ_ARG_GLYPHS] = 'g', [NJ_ARG_ID] = 'd',
    [NJ_ARG_TEXT] = 't',  [NJ_ARG_TEXTS] = 'T',  [NJ_ARG_ROWS] = 'r',
    [NJ_ARG_BOARD] = 'b', [NJ_ARG_PROSE] = 'p'};

/* --- writing --- */

static void put_string(struct nj_str *out, const char *s)
{
    nj_parts_put_text(out, s, strlen(s));
}

static void put_number(struct nj_str *out, enum nj_arg_type type, int64_t v)
{
    NJ_ASSERT(type != NJ_ARG_SEAT || (v >= NJ_NOBODY && v < NJ_SEATS_MAX));
    nj_parts_put_i64(out, type == NJ_ARG_SEAT ? v + 1 : v);
}

static void put_rows(struct nj_str *out, const struct nj_arg *a)
{
    const struct nj_row_form *form = a->rows.form;

    NJ_ASSERT(form->fields <= NJ_ROW_FIELDS_MAX && a->count <= NJ_LIST_MAX);
    put_string(out, form->canon);
    nj_str_putc(out, form->sep);
    nj_parts_put_i64(out, form->fields);
    for (uint8_t f = 0; f < form->fields; f++) {
        const struct nj_row_field *field = &form->field[f];

        NJ_ASSERT(nj_row_has_type(field->type));
        if (field->apart)
            nj_str_putc(out, APART);
        nj_str_putc(out, letters[field->type]);
        put_string(out, field->name);
    }
    nj_parts_put_i64(out, a->count);
    for (size_t i = 0; i < (size_t)a->count * form->fields; i++)
        put_number(out, form->field[i % form->fields].type, a->rows.cells[i]);
}

static void put_list(struct nj_str *out, const struct nj_arg *a)
{
    NJ_ASSERT(a->type == NJ_ARG_SEATS || a->type == NJ_ARG_TEXTS);
    nj_parts_put_i64(out, a->count);
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->type == NJ_ARG_SEATS)
            put_number(out, NJ_ARG_SEAT, a->seats[i]);
        else
            put_string(out, a->texts[i]);
    }
}

void nj_args_pack(struct nj_args args, struct nj_str *out)
{
    NJ_ASSERT(args.n <= NJ_ARGS_MAX && (args.n == 0 || args.v != NULL));
    if (args.called != 0) {
        nj_str_put_i64(out, args.called);
        nj_str_putc(out, CALLED);
    }
    nj_str_putc(out, BEGIN);
    nj_parts_put_i64(out, args.n);
    for (uint32_t i = 0; i < args.n; i++) {
        const struct nj_arg *a = &args.v[i];

        nj_str_putc(out, letters[a->type]);
        put_string(out, a->name);
        if (nj_arg_is_number(a))
            put_number(out, a->type, a->i);
        else if (nj_arg_is_string(a))
            put_string(out, a->s);
        else if (a->type == NJ_ARG_ROWS)
            put_rows(out, a);
        else
            put_list(out, a);
    }
}

/* --- reading --- */

static enum nj_arg_type read_type(struct nj_parts *p)
{
    char letter = nj_parts_mark(p);
    const char *at = memchr(letters, letter, sizeof(letters));

    if (at != NULL)
        return (enum nj_arg_type)(at - letters);
    nj_parts_reject(p);
    return NJ_ARG_INT;
}

static const char *read_string(struct nj_parts *p, size_t most,
                               struct nj_arena *a)
{
    struct nj_piece s = nj_parts_text(p, most);

    if (!nj_utf8_valid(s.p, s.n) || memchr(s.p, '\0', s.n) != NULL)
        nj_parts_reject(p);
    return nj_arena_copy(a, s.p, s.n);
}

/* In a table a seat may be nobody. */
static int64_t read_number(struct nj_parts *p, enum nj_arg_type type,
                           bool table)
{
    if (type == NJ_ARG_SEAT)
        return nj_parts_i64(p, table ? NJ_NOBODY + 1 : 1, NJ_SEATS_MAX) - 1;
    return nj_parts_i64(p, INT64_MIN, INT64_MAX);
}

static uint32_t read_count(struct nj_parts *p, uint32_t most)
{
    return (uint32_t)nj_parts_i64(p, 0, most);
}

static struct nj_row_form *read_form(struct nj_parts *p, struct nj_arena *a)
{
    struct nj_row_form *form = nj_arena_alloc(a, sizeof(*form));

    form->canon = read_string(p, NJ_ARG_CANON_BYTES, a);
    form->sep = nj_parts_mark(p);
    form->fields = (uint8_t)nj_parts_i64(p, 1, NJ_ROW_FIELDS_MAX);
    for (uint8_t f = 0; f < form->fields; f++) {
        struct nj_row_field *field = &form->field[f];

        field->apart = nj_parts_more(p) && *p->at == APART;
        if (field->apart)
            (void)nj_parts_mark(p);
        field->type = read_type(p);
        if (!nj_row_has_type(field->type))
            nj_parts_reject(p);
        field->name = read_string(p, NJ_ARG_NAME_BYTES, a);
    }
    if (form->sep == '\0' || (unsigned char)form->sep > 0x7f)
        nj_parts_reject(p);
    return form;
}

static void read_rows(struct nj_parts *p, struct nj_arg *arg,
                      struct nj_arena *a)
{
    struct nj_row_form *form = read_form(p, a);
    uint32_t n = read_count(p, NJ_LIST_MAX) * form->fields;
    int64_t *cells = nj_arena_alloc(a, n * sizeof(*cells));

    NJ_ASSERT(form->fields >= 1);
    for (uint32_t i = 0; i < n; i++)
        cells[i] = read_number(p, form->field[i % form->fields].type, true);
    arg->rows.form = form;
    arg->rows.cells = cells;
    arg->count = n / form->fields;
}

static void read_list(struct nj_parts *p, struct nj_arg *arg,
                      struct nj_arena *a)
{
    uint32_t n = read_count(p, NJ_LIST_MAX);
    nj_seat *seats;
    const char **texts;

    NJ_ASSERT(arg->type == NJ_ARG_SEATS || arg->type == NJ_ARG_TEXTS);
    arg->count = n;
    if (arg->type == NJ_ARG_SEATS) {
        arg->seats = seats = nj_arena_alloc(a, n * sizeof(*seats));
        for (uint32_t i = 0; i < n; i++)
            seats[i] = (nj_seat)read_number(p, NJ_ARG_SEAT, false);
        return;
    }
    arg->texts = texts = nj_arena_alloc(a, n * sizeof(*texts));
    for (uint32_t i = 0; i < n; i++)
        texts[i] = read_string(p, NJ_ARG_STRING_BYTES, a);
}

static void read_arg(struct nj_parts *p, struct nj_arg *arg, struct nj_arena *a)
{
    arg->type = read_type(p);
    arg->name = read_string(p, NJ_ARG_NAME_BYTES, a);
    if (nj_arg_is_number(arg))
        arg->i = read_number(p, arg->type, false);
    else if (nj_arg_is_string(arg))
        arg->s = read_string(p, NJ_ARG_STRING_BYTES, a);
    else if (arg->type == NJ_ARG_ROWS)
        read_rows(p, arg, a);
    else
        read_list(p, arg, a);
}

static bool has_name(const struct nj_arg *v, uint32_t n, const char *name)
{
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(v[i].name, name) == 0)
            return true;
    return false;
}

static enum nj_status read_parts(struct nj_parts *p, struct nj_arena *a,
                                 struct nj_args *out, struct nj_err *err)
{
    struct nj_args args = NJ_NO_ARGS;
    uint32_t n = read_count(p, NJ_ARGS_MAX);
    struct nj_arg *v =
        n > 0 ? nj_arena_alloc(a, n * sizeof(*v)) : NULL; /* most have none */

    for (uint32_t i = 0; i < n; i++) {
        read_arg(p, &v[i], a);
        if (has_name(v, i, v[i].name))
            nj_parts_reject(p);
    }
    if (!nj_parts_end(p))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "these are not the arguments of a row");
    args.v = v;
    args.n = n;
    *out = args;
    return NJ_OK;
}

/* Of a row that was written as JSON. */
static enum nj_status read_json(struct nj_piece json, struct nj_arena *a,
                                struct nj_args *out, struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    enum nj_status st = nj_json_open(&doc, json.p, json.n, &NJ_JSON_FILE, err);
    struct nj_args args;

    if (st != NJ_OK)
        return st;
    args = nj_args_get(nj_json_root(doc), a);
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    NJ_ASSERT(st != NJ_OK || args.n == 0 || args.v[0].name != NULL);
    if (st == NJ_OK)
        *out = args;
    return st;
}

enum nj_status nj_args_unpack(const char *text, size_t n, struct nj_arena *a,
                              struct nj_args *out, struct nj_err *err)
{
    bool names = n > 0 && text[0] >= '0' && text[0] <= '9';
    const char *behind = names ? memchr(text, CALLED, n) : NULL;
    uint32_t called = behind != NULL ? (uint32_t)strtoul(text, NULL, 10) : 0;
    struct nj_parts p = nj_parts_of(text, n);
    enum nj_status st;

    if (behind != NULL)
        p.at = behind + 1;
    if (nj_parts_more(&p) && *p.at == BEGIN) {
        (void)nj_parts_mark(&p);
        st = read_parts(&p, a, out, err);
    } else {
        st = read_json((struct nj_piece){p.at, (size_t)(p.end - p.at)}, a, out,
                       err);
    }
    if (st == NJ_OK)
        out->called = called;
    return st;
}
