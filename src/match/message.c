/*
 * Messages as values: building arguments, copying, looking into them. How
 * they are printed is in canon.c and pack.c.
 */
#include "match/message.h"

#include <string.h>

#include "base/bug.h"
#include "match/match_priv.h"

struct nj_arg nj_arg_seats(const char *name, const nj_seat *seats, uint32_t n)
{
    NJ_ASSERT(n <= NJ_LIST_MAX);
    NJ_ASSERT(n == 0 || seats != NULL);
    return (struct nj_arg){
        .name = name, .type = NJ_ARG_SEATS, .count = n, .seats = seats};
}

struct nj_arg nj_arg_texts(const char *name, const char *const *texts,
                           uint32_t n)
{
    NJ_ASSERT(n <= NJ_LIST_MAX);
    NJ_ASSERT(n == 0 || texts != NULL);
    return (struct nj_arg){
        .name = name, .type = NJ_ARG_TEXTS, .count = n, .texts = texts};
}

struct nj_arg nj_arg_rows(const char *name, const struct nj_row_form *form,
                          const int64_t *cells, uint32_t rows)
{
    NJ_ASSERT(form->fields >= 1 && form->fields <= NJ_ROW_FIELDS_MAX);
    NJ_ASSERT(rows <= NJ_LIST_MAX && (rows == 0 || cells != NULL));
    for (uint8_t f = 0; f < form->fields; f++)
        NJ_ASSERT(nj_row_has_type(form->field[f].type));
    return (struct nj_arg){.name = name,
                           .type = NJ_ARG_ROWS,
                           .count = rows,
                           .rows = {.form = form, .cells = cells}};
}

/* --- copies --- */

static const char *copy_text(struct nj_arena *a, const char *s)
{
    return nj_arena_copy(a, s, strlen(s));
}

static const void *copy_bytes(struct nj_arena *a, const void *p, size_t n)
{
    void *to = nj_arena_alloc(a, n);

    if (n > 0)
        memcpy(to, p, n);
    return to;
}

static const char *const *copy_texts(struct nj_arena *a,
                                     const char *const *texts, uint32_t n)
{
    const char **to = nj_arena_alloc(a, n * sizeof(*to));

    NJ_ASSERT(n <= NJ_LIST_MAX);
    for (uint32_t i = 0; i < n; i++)
        to[i] = copy_text(a, texts[i]);
    return to;
}

static void copy_value(struct nj_arena *a, struct nj_arg *arg)
{
    switch (arg->type) {
    case NJ_ARG_INT:
    case NJ_ARG_MS:
    case NJ_ARG_AT:
    case NJ_ARG_SEAT:
        break;
    case NJ_ARG_SEATS:
        arg->seats = copy_bytes(a, arg->seats, arg->count * sizeof(nj_seat));
        break;
    case NJ_ARG_WORD:
    case NJ_ARG_WORDS:
    case NJ_ARG_GLYPHS:
    case NJ_ARG_ID:
    case NJ_ARG_TEXT:
    case NJ_ARG_BOARD:
    case NJ_ARG_PROSE:
        arg->s = copy_text(a, arg->s);
        break;
    case NJ_ARG_TEXTS:
        arg->texts = copy_texts(a, arg->texts, arg->count);
        break;
    case NJ_ARG_ROWS:
        NJ_ASSERT(arg->count <= NJ_LIST_MAX &&
                  (arg->count == 0 || arg->rows.cells != NULL));
        arg->rows.cells = copy_bytes(
            a, arg->rows.cells,
            (size_t)arg->count * arg->rows.form->fields * sizeof(int64_t));
        break;
    }
}

struct nj_args nj_args_copy_values(struct nj_arena *a, struct nj_args args)
{
    struct nj_arg *to;

    NJ_ASSERT(args.n <= NJ_ARGS_MAX && (args.n == 0 || args.v != NULL));
    if (args.n == 0)
        return NJ_NO_ARGS;
    to = nj_arena_alloc(a, args.n * sizeof(*to));
    for (uint32_t i = 0; i < args.n; i++) {
        to[i] = args.v[i];
        copy_value(a, &to[i]);
    }
    return (struct nj_args){.v = to, .n = args.n, .called = args.called};
}

struct nj_message *nj_message_copy_values(struct nj_arena *a,
                                          const struct nj_message *m)
{
    struct nj_message *to = nj_arena_alloc(a, sizeof(*to));

    NJ_ASSERT(m->key != NULL && m->clause != NULL);
    *to = *m;
    to->next = NULL;
    to->args = nj_args_copy_values(a, m->args);
    if (m->n_choices > 0)
        to->choices = copy_texts(a, m->choices, m->n_choices);
    return to;
}

static const struct nj_row_form *copy_form(struct nj_arena *a,
                                           const struct nj_row_form *form)
{
    struct nj_row_form *to = nj_arena_alloc(a, sizeof(*to));

    NJ_ASSERT(form->fields <= NJ_ROW_FIELDS_MAX);
    *to = *form;
    to->canon = copy_text(a, form->canon);
    for (uint8_t f = 0; f < form->fields; f++)
        to->field[f].name = copy_text(a, form->field[f].name);
    return to;
}

struct nj_args nj_args_copy(struct nj_arena *a, struct nj_args args)
{
    struct nj_arg *to;

    NJ_ASSERT(args.n <= NJ_ARGS_MAX && (args.n == 0 || args.v != NULL));
    if (args.n == 0)
        return NJ_NO_ARGS;
    to = nj_arena_alloc(a, args.n * sizeof(*to));
    for (uint32_t i = 0; i < args.n; i++) {
        to[i] = args.v[i];
        copy_value(a, &to[i]);
        to[i].name = copy_text(a, args.v[i].name);
        if (to[i].type == NJ_ARG_ROWS)
            to[i].rows.form = copy_form(a, args.v[i].rows.form);
    }
    return (struct nj_args){.v = to, .n = args.n, .called = args.called};
}

struct nj_message *nj_message_copy(struct nj_arena *a,
                                   const struct nj_message *m)
{
    struct nj_message *to = nj_arena_alloc(a, sizeof(*to));

    NJ_ASSERT(m->key != NULL && m->clause != NULL);
    *to = *m;
    to->next = NULL;
    to->key = copy_text(a, m->key);
    to->clause = copy_text(a, m->clause);
    to->args = nj_args_copy(a, m->args);
    to->choices = copy_texts(a, m->choices, m->n_choices);
    return to;
}

struct nj_message *nj_message_with(struct nj_arena *a,
                                   const struct nj_message *m,
                                   struct nj_arg more)
{
    struct nj_message *to = nj_arena_alloc(a, sizeof(*to));
    struct nj_arg *args = nj_arena_alloc(a, (m->args.n + 1) * sizeof(args[0]));

    *to = *m;
    for (uint32_t i = 0; i < m->args.n; i++)
        args[i] = m->args.v[i];
    args[m->args.n] = more;
    to->args.v = args;
    to->args.n++;
    return to;
}

/* --- looking inside --- */

bool nj_message_says(const struct nj_message *m, const char *key)
{
    return strcmp(m->key, key) == 0;
}

const struct nj_arg *nj_message_arg(const struct nj_message *m,
                                    const char *name)
{
    for (uint32_t i = 0; i < m->args.n; i++)
        if (strcmp(m->args.v[i].name, name) == 0)
            return &m->args.v[i];
    return NULL;
}

bool nj_row_has_type(enum nj_arg_type type)
{
    return type <= NJ_ARG_SEAT || type == NJ_ARG_WORD;
}

bool nj_arg_is_number(const struct nj_arg *a)
{
    return a->type == NJ_ARG_INT || a->type == NJ_ARG_MS ||
           a->type == NJ_ARG_AT || a->type == NJ_ARG_SEAT;
}

bool nj_arg_is_string(const struct nj_arg *a)
{
    return a->type == NJ_ARG_WORD || a->type == NJ_ARG_WORDS ||
           a->type == NJ_ARG_GLYPHS || a->type == NJ_ARG_ID ||
           a->type == NJ_ARG_TEXT || a->type == NJ_ARG_BOARD ||
           a->type == NJ_ARG_PROSE;
}

int64_t nj_message_int(const struct nj_message *m, const char *name,
                       int64_t otherwise)
{
    const struct nj_arg *a = nj_message_arg(m, name);

    return a != NULL && nj_arg_is_number(a) ? a->i : otherwise;
}

nj_seat_set nj_message_seats(const struct nj_message *m, const char *name)
{
    const struct nj_arg *a = nj_message_arg(m, name);
    nj_seat_set set = 0;

    if (a != NULL && a->type == NJ_ARG_SEAT)
        set = nj_bit((nj_seat)a->i);
    else if (a != NULL && a->type == NJ_ARG_SEATS)
        NJ_FOREACH(const nj_seat, seat, a->seats, a->count)
            set |= nj_bit(*seat);
    NJ_ASSERT(a == NULL || (set >> NJ_SEATS_MAX) == 0);
    return set;
}

const char *nj_message_str(const struct nj_message *m, const char *name)
{
    const struct nj_arg *a = nj_message_arg(m, name);

    return a != NULL && nj_arg_is_string(a) ? a->s : "";
}

uint8_t nj_message_u8(const struct nj_message *m, const char *name)
{
    int64_t v = nj_message_int(m, name, 0);

    return v < 0 || v > UINT8_MAX ? 0 : (uint8_t)v;
}

bool nj_message_is(const struct nj_message *m, const char *name,
                   const char *word)
{
    const struct nj_arg *a = nj_message_arg(m, name);

    return a != NULL && nj_arg_is_string(a) && strcmp(a->s, word) == 0;
}

const int64_t *nj_message_row(const struct nj_message *m, const char *name,
                              uint32_t row)
{
    const struct nj_arg *a = nj_message_arg(m, name);

    if (a == NULL || a->type != NJ_ARG_ROWS || row >= a->count)
        return NULL;
    return a->rows.cells + (size_t)row * a->rows.form->fields;
}

void nj_words_add(char *words, size_t size, const char *token)
{
    size_t len = strlen(words);
    size_t n = strlen(token);

    NJ_ASSERT(n > 0 && len + n + 2 <= size);
    if (len > 0)
        words[len++] = ',';
    memcpy(words + len, token, n + 1);
}

int64_t nj_message_cell(const struct nj_message *m, const char *name,
                        uint32_t row, const char *column, int64_t otherwise)
{
    const struct nj_arg *a = nj_message_arg(m, name);

    if (a == NULL || a->type != NJ_ARG_ROWS || row >= a->count)
        return otherwise;
    for (uint8_t f = 0; f < a->rows.form->fields; f++)
        if (strcmp(a->rows.form->field[f].name, column) == 0)
            return a->rows.cells[(size_t)row * a->rows.form->fields + f];
    return otherwise;
}

bool nj_words_have(const char *words, const char *token)
{
    size_t n = strlen(token);

    NJ_ASSERT(n > 0 && strchr(token, ',') == NULL);
    for (const char *at = words; *at != '\0';) {
        size_t len = strcspn(at, ",");

        if (len == n && strncmp(at, token, n) == 0)
            return true;
        at += len + (at[len] == ',');
    }
    return false;
}
