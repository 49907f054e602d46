/*
 * Tables inside a message: a sentence per row.
 */
#include "locale/format_priv.h"
#include "locale/key.h"

/* `<key>_<argument>_<ending>`, else `<key>_<ending>`; NULL if neither. */
static const char *row_text(const struct nj_format_job *j,
                            const struct nj_arg *a, const char *ending)
{
    struct nj_key key = {.len = 0};
    const char *text;

    nj_key_puts(&key, j->key);
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
    nj_format_scalar(j, &(struct nj_arg){.type = field->type, .i = cell});
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

static void add_row(struct nj_format_job *j, const struct nj_row_form *form,
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

void nj_format_rows(struct nj_format_job *j, const struct nj_arg *a)
{
    const struct nj_row_form *form = a->rows.form;
    const char *text = row_text(j, a, "row");
    const char *sep = row_text(j, a, "sep");

    if (text == NULL) {
        j->fault = true;
        return;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (i > 0)
            nj_str_puts(j->out, sep == NULL ? "\n" : sep);
        add_row(j, form, a->rows.cells + (size_t)i * form->fields, text);
    }
}
