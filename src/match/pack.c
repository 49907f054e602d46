/*
 * Argument lists as JSON objects and back, for the match file, and for rows that
 * were written before packed.c was there.
 *
 * An argument is a list whose first item names its type:
 *   {"seat":["seat",2],"trace":["words","R,R#"],
 *    "pairs":["rows","%>%",",",["hunter","seat","prey","seat"],1,3,3,1]}
 * Seats count from 1, as wherever people read them; a column that stands
 * apart has "+" before its type. What is read is judged as if it came from
 * outside: a match file does.
 */
#include <string.h>

#include "base/json.h"
#include "match/match_priv.h"

#define CELLS_MAX (NJ_LIST_MAX * NJ_ROW_FIELDS_MAX)

static const char *const types[] = {
    [NJ_ARG_INT] = "int",     [NJ_ARG_MS] = "ms",
    [NJ_ARG_AT] = "at",       [NJ_ARG_SEAT] = "seat",
    [NJ_ARG_SEATS] = "seats", [NJ_ARG_WORD] = "word",
    [NJ_ARG_WORDS] = "words", [NJ_ARG_GLYPHS] = "glyphs",
    [NJ_ARG_ID] = "id",       [NJ_ARG_TEXT] = "text",
    [NJ_ARG_TEXTS] = "texts", [NJ_ARG_ROWS] = "rows",
    [NJ_ARG_BOARD] = "board", [NJ_ARG_PROSE] = "prose"};

/* Of columns: behind the first byte they are the same. */
static const char *const types_apart[] = {[NJ_ARG_INT] = "+int",
                                          [NJ_ARG_MS] = "+ms",
                                          [NJ_ARG_AT] = "+at",
                                          [NJ_ARG_SEAT] = "+seat",
                                          [NJ_ARG_WORD] = "+word"};

/* --- writing --- */

static void put_number(struct nj_json_out *o, enum nj_arg_type type, int64_t v)
{
    NJ_ASSERT(type != NJ_ARG_SEAT || (v >= NJ_NOBODY && v < NJ_SEATS_MAX));
    nj_json_put_i64(o, NULL, type == NJ_ARG_SEAT ? v + 1 : v);
}

static void put_rows(struct nj_json_out *o, const struct nj_arg *a)
{
    const struct nj_row_form *form = a->rows.form;
    const char sep[2] = {form->sep, '\0'};

    NJ_ASSERT(form->fields <= NJ_ROW_FIELDS_MAX && a->count <= NJ_LIST_MAX);
    nj_json_put_text(o, NULL, form->canon);
    nj_json_put_text(o, NULL, sep);
    nj_json_arr(o, NULL);
    for (uint8_t f = 0; f < form->fields; f++) {
        const struct nj_row_field *field = &form->field[f];

        NJ_ASSERT(nj_row_has_type(field->type));
        nj_json_put_text(o, NULL, field->name);
        nj_json_put_text(o, NULL, types_apart[field->type] + !field->apart);
    }
    nj_json_end(o);
    for (size_t i = 0; i < (size_t)a->count * form->fields; i++)
        put_number(o, form->field[i % form->fields].type, a->rows.cells[i]);
}

static void put_list(struct nj_json_out *o, const struct nj_arg *a)
{
    NJ_ASSERT(a->type == NJ_ARG_SEATS || a->type == NJ_ARG_TEXTS ||
              a->type == NJ_ARG_ROWS);
    if (a->type == NJ_ARG_ROWS) {
        put_rows(o, a);
        return;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->type == NJ_ARG_SEATS)
            put_number(o, NJ_ARG_SEAT, a->seats[i]);
        else
            nj_json_put_text(o, NULL, a->texts[i]);
    }
}

void nj_args_put(struct nj_json_out *o, const char *name, struct nj_args args)
{
    NJ_ASSERT(args.n <= NJ_ARGS_MAX && (args.n == 0 || args.v != NULL));
    nj_json_obj(o, name);
    for (uint32_t i = 0; i < args.n; i++) {
        const struct nj_arg *a = &args.v[i];

        nj_json_arr(o, a->name);
        nj_json_put_text(o, NULL, types[a->type]);
        if (nj_arg_is_number(a))
            put_number(o, a->type, a->i);
        else if (nj_arg_is_string(a))
            nj_json_put_text(o, NULL, a->s);
        else
            put_list(o, a);
        nj_json_end(o);
    }
    nj_json_end(o);
}

/* --- reading --- */

static bool find_type(const char *word, enum nj_arg_type *type)
{
    for (size_t i = 0; i < NJ_COUNT(types); i++) {
        if (strcmp(types[i], word) == 0) {
            *type = (enum nj_arg_type)i;
            return true;
        }
    }
    return false;
}

/* The next item of a list, whose absence is an error. */
static struct nj_json item(struct nj_json list, struct nj_json *next)
{
    struct nj_json here = *next;

    if (!nj_json_present(here))
        nj_json_reject(list, "the list is too short");
    *next = nj_json_next(here);
    return here;
}

static int64_t number(struct nj_json j, enum nj_arg_type type)
{
    NJ_ASSERT(nj_row_has_type(type));
    if (type == NJ_ARG_SEAT)
        return nj_json_i64(j, 1, NJ_SEATS_MAX) - 1;
    return nj_json_i64(j, INT64_MIN, INT64_MAX);
}

/* Of a table, in which a seat may be nobody. */
static int64_t cell(struct nj_json j, enum nj_arg_type type)
{
    if (type == NJ_ARG_SEAT)
        return nj_json_i64(j, NJ_NOBODY + 1, NJ_SEATS_MAX) - 1;
    return nj_row_has_type(type) ? number(j, type) : 0;
}

static const char *string(struct nj_json j, size_t max, struct nj_arena *a)
{
    const char *s = nj_json_text(j, max);

    NJ_ASSERT(strlen(s) <= max); /* too long reads as "" */
    return nj_arena_copy(a, s, strlen(s));
}

static uint32_t rest(struct nj_json next)
{
    uint32_t n = 0;

    while (nj_json_present(next) && n <= CELLS_MAX) {
        next = nj_json_next(next);
        n++;
    }
    return n;
}

static void read_field(struct nj_json list, struct nj_json *next,
                       struct nj_row_field *field, struct nj_arena *a)
{
    const char *type;

    field->name = string(item(list, next), NJ_ARG_NAME_BYTES, a);
    type = nj_json_text(item(list, next), NJ_ARG_NAME_BYTES);
    field->apart = type[0] == '+';
    if (!find_type(type + (field->apart ? 1 : 0), &field->type) ||
        !nj_row_has_type(field->type))
        nj_json_reject(list, "no such type of column");
}

/* A form that is usable whatever was read. */
static struct nj_row_form *read_form(struct nj_json list, struct nj_json *next,
                                     struct nj_arena *a)
{
    struct nj_row_form *form = nj_arena_alloc(a, sizeof(*form));
    struct nj_json fields, field;
    size_t n;

    NJ_ASSERT(form->fields == 0);
    form->canon = string(item(list, next), NJ_ARG_CANON_BYTES, a);
    form->sep = nj_json_text(item(list, next), 1)[0];
    if (form->sep == '\0')
        nj_json_reject(list, "no separator of rows");
    fields = item(list, next);
    n = nj_json_size(fields) / 2;
    if (!nj_json_is_array(fields) || n < 1 || n > NJ_ROW_FIELDS_MAX ||
        nj_json_size(fields) % 2 != 0) {
        nj_json_reject(list, "not a list of columns");
        n = 0;
    }
    field = nj_json_first(fields);
    for (size_t f = 0; f < n; f++)
        read_field(fields, &field, &form->field[f], a);
    form->fields = (uint8_t)n;
    NJ_ASSERT(form->canon != NULL && form->fields <= NJ_ROW_FIELDS_MAX);
    return form;
}

static void read_rows(struct nj_json list, struct nj_json next,
                      struct nj_arg *arg, struct nj_arena *a)
{
    struct nj_row_form *form = read_form(list, &next, a);
    uint32_t n = rest(next);
    int64_t *cells;

    arg->rows.form = form;
    if (form->fields == 0 || n % form->fields != 0 ||
        n / form->fields > NJ_LIST_MAX) {
        nj_json_reject(list, "not a table");
        return;
    }
    NJ_ASSERT(n <= CELLS_MAX);
    cells = nj_arena_alloc(a, n * sizeof(*cells));
    for (uint32_t i = 0; i < n; i++) {
        enum nj_arg_type type = form->field[i % form->fields].type;

        cells[i] = cell(item(list, &next), type);
    }
    arg->rows.cells = cells;
    arg->count = n / form->fields;
}

static void read_list(struct nj_json list, struct nj_json next,
                      struct nj_arg *arg, struct nj_arena *a)
{
    uint32_t n = rest(next);
    nj_seat *seats;
    const char **texts;

    if (n > NJ_LIST_MAX) {
        nj_json_reject(list, "the list is too long");
        return;
    }
    NJ_ASSERT(arg->type == NJ_ARG_SEATS || arg->type == NJ_ARG_TEXTS);
    arg->count = n;
    if (arg->type == NJ_ARG_SEATS) {
        arg->seats = seats = nj_arena_alloc(a, n * sizeof(*seats));
        for (uint32_t i = 0; i < n; i++)
            seats[i] = (nj_seat)number(item(list, &next), NJ_ARG_SEAT);
        return;
    }
    arg->texts = texts = nj_arena_alloc(a, n * sizeof(*texts));
    for (uint32_t i = 0; i < n; i++)
        texts[i] = string(item(list, &next), NJ_ARG_STRING_BYTES, a);
}

static void read_arg(struct nj_json list, struct nj_arg *arg,
                     struct nj_arena *a)
{
    struct nj_json next = nj_json_first(list);
    const char *name = nj_json_name(list);

    NJ_ASSERT(name != NULL);
    if (!nj_json_is_array(list) || strlen(name) > NJ_ARG_NAME_BYTES) {
        nj_json_reject(list, "not an argument");
        return;
    }
    arg->name = nj_arena_copy(a, name, strlen(name));
    if (!find_type(nj_json_text(item(list, &next), NJ_ARG_NAME_BYTES),
                   &arg->type)) {
        nj_json_reject(list, "no such type of argument");
        return;
    }
    if (nj_arg_is_number(arg))
        arg->i = number(item(list, &next), arg->type);
    else if (nj_arg_is_string(arg))
        arg->s = string(item(list, &next), NJ_ARG_STRING_BYTES, a);
    else if (arg->type == NJ_ARG_ROWS)
        read_rows(list, next, arg, a);
    else
        read_list(list, next, arg, a);
    if ((nj_arg_is_number(arg) || nj_arg_is_string(arg)) &&
        nj_json_present(next))
        nj_json_reject(list, "the list is too long");
}

struct nj_args nj_args_get(struct nj_json j, struct nj_arena *a)
{
    struct nj_json arg = nj_json_first(j);
    size_t n = nj_json_size(j);
    struct nj_arg *v;

    if (!nj_json_is_object(j) || n > NJ_ARGS_MAX) {
        nj_json_reject(j, "not a list of arguments");
        return NJ_NO_ARGS;
    }
    if (n == 0)
        return NJ_NO_ARGS;
    v = nj_arena_alloc(a, n * sizeof(*v));
    for (size_t i = 0; i < n; i++) {
        read_arg(arg, &v[i], a);
        arg = nj_json_next(arg);
    }
    return (struct nj_args){.v = v, .n = (uint32_t)n};
}
