/*
 * Tables inside a message: a sentence per row.
 */
#include <string.h>

#include "locale/format_priv.h"
#include "locale/key.h"

/* `<key>_<argument>_<ending>`, else `<key>_<ending>`; NULL if neither. */
static const char *row_text(const struct nj_format_job *j,
                            const struct nj_arg *a, const char *ending)
{
    NJ_UNCLEARED struct nj_key key;
    const char *text;

    nj_key_begin(&key, j->key, strlen(j->key));
    nj_key_puts(&key, "_");
    nj_key_puts(&key, a->name);
    nj_key_puts(&key, "_");
    nj_key_puts(&key, ending);
    text = nj_catalog_get(j->f->catalog, j->f->lang, key.p);
    return text != NULL
               ? text
               : nj_catalog_get(j->f->catalog, j->f->lang,
                                nj_key_join(&key, j->key, "_", ending));
}

/* The cell of a column of words is the number of a phrase. */
static void add_value(struct nj_format_job *j, const struct nj_row_field *field,
                      int64_t cell)
{
    char token[NJ_DIGITS_MAX];

    if (field->type == NJ_ARG_WORD) {
        nj_format_words(j,
                        &(struct nj_arg){.name = field->name,
                                         .type = NJ_ARG_WORD,
                                         .s = nj_str_digits(token, cell)},
                        0);
        return;
    }
    if (field->type != NJ_ARG_SEAT || cell != NJ_NOBODY)
        nj_format_scalar(j, &(struct nj_arg){.name = field->name,
                                             .type = field->type,
                                             .i = cell});
}

static void add_cell(struct nj_format_job *j, const struct nj_row_form *form,
                     const int64_t *cells, const struct nj_piece *p)
{
    for (uint32_t i = 0; i < form->fields; i++) {
        if (nj_template_is(p, form->field[i].name)) {
            add_value(j, &form->field[i], cells[i]);
            return;
        }
    }
    j->fault = true;
}

static void add_text(struct nj_format_job *j, const struct nj_row_form *form,
                     const int64_t *cells, const char *text)
{
    struct nj_piece p;

    while (nj_template_next(&text, &p)) {
        if (p.place)
            add_cell(j, form, cells, &p);
        else
            nj_str_add(j->out, p.text, p.len);
    }
}

/* The sentence of a row, what is appended for each column that is not empty,
 * and what closes it if anything is; the last two may be NULL. */
struct row_texts {
    const char *text;
    const char *with[NJ_ROW_FIELDS_MAX];
    const char *end;
};

static void add_row(struct nj_format_job *j, const struct nj_row_form *form,
                    const int64_t *cells, const struct row_texts *t)
{
    bool more = false;

    add_text(j, form, cells, t->text);
    for (uint32_t i = 0; i < form->fields; i++) {
        bool seat = form->field[i].type == NJ_ARG_SEAT;

        if (t->with[i] == NULL || cells[i] == (seat ? NJ_NOBODY : 0))
            continue;
        add_text(j, form, cells, t->with[i]);
        more = true;
    }
    if (more && t->end != NULL)
        add_text(j, form, cells, t->end);
}

static void find_with(const struct nj_format_job *j, const struct nj_arg *a,
                      const char *with[NJ_ROW_FIELDS_MAX])
{
    const struct nj_row_form *form = a->rows.form;

    for (uint32_t i = 0; i < form->fields; i++) {
        struct nj_key ending = {.len = 0};

        nj_key_puts(&ending, "row_with_");
        nj_key_puts(&ending, form->field[i].name);
        with[i] = row_text(j, a, ending.p);
    }
}

/* The column that people read the rows by; -1: they stand as they are. */
static int rank_column(const struct nj_row_form *form)
{
    for (int i = 0; i < form->fields; i++)
        if (form->field[i].apart && strcmp(form->field[i].name, "rank") == 0)
            return i;
    return -1;
}

static int64_t rank_of(const struct nj_arg *a, int column, int row)
{
    return a->rows.cells[(size_t)row * a->rows.form->fields + (size_t)column];
}

/* Which row comes behind the one numbered `last` (-1: none): of those behind
 * it the best, and of equals the first. -1: there is none. */
static int next_row(const struct nj_arg *a, int column, int last)
{
    int next = -1;

    if (column < 0)
        return last + 1 < (int)a->count ? last + 1 : -1;
    for (int i = 0; i < (int)a->count; i++) {
        int64_t rank = rank_of(a, column, i);
        bool behind = last < 0 || rank > rank_of(a, column, last) ||
                      (rank == rank_of(a, column, last) && i > last);

        if (behind && (next < 0 || rank < rank_of(a, column, next)))
            next = i;
    }
    return next;
}

void nj_format_rows(struct nj_format_job *j, const struct nj_arg *a)
{
    const struct nj_row_form *form = a->rows.form;
    struct row_texts t = {.text = row_text(j, a, "row"),
                          .end = row_text(j, a, "row_end")};
    const char *sep = row_text(j, a, "sep");
    int column;

    if (t.text == NULL) {
        j->fault = true;
        return;
    }
    column = rank_column(form);
    find_with(j, a, t.with);
    for (int i = next_row(a, column, -1), first = i; i >= 0;
         i = next_row(a, column, i)) {
        if (i != first)
            nj_str_puts(j->out, sep == NULL ? "\n" : sep);
        add_row(j, form, a->rows.cells + (size_t)i * form->fields, &t);
    }
}
