/*
 * Plausible phrases for words, and plausible tables.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "cli/sample_priv.h"
#include "locale/template.h"

const nj_seat nj_sample_seats[NJ_SAMPLE_SEATS] = {0, 2, 1, 3};

/* The game's own, else what all call so. */
const char *nj_sample_value(const struct nj_sample *s, const char *name)
{
    const char *own = NULL;
    struct nj_key key;

    if (s->game != NULL)
        own = nj_catalog_get(s->values, s->lang,
                             nj_key_join(&key, s->game->prefix, ".", name));
    return own != NULL ? own : nj_catalog_get(s->values, s->lang, name);
}

/* --- phrases --- */

/* Phrases of a word of that name, tokens joined by commas. */
struct phrases {
    struct nj_key head; /* "ln.word.snd." */
    struct nj_key *out;
    uint32_t n, most;
    bool numbers; /* only tokens that are one, as in columns of tables */
};

static void note_phrase(void *ctx, const char *key, const char *text)
{
    struct phrases *p = ctx;
    const char *token = key + p->head.len;
    bool number;

    if (p->n == p->most || strncmp(key, p->head.p, p->head.len) != 0 ||
        strcmp(token, "sep") == 0 || text[0] == '\0')
        return;
    number = token[strspn(token, "0123456789")] == '\0';
    if ((strchr(token, '.') != NULL && token[1] != '\0') ||
        (p->numbers && !number))
        return;
    if (p->n++ > 0)
        nj_key_puts(p->out, ",");
    nj_key_puts(p->out, token);
}

/* Up to `most` of them, of the text's own prefix or of all games; returns how
 * many there are. */
uint32_t nj_sample_phrases(const struct nj_sample_job *f, const char *name,
                           uint32_t most, bool numbers, struct nj_key *out)
{
    struct phrases p = {.out = out, .most = most, .numbers = numbers};
    size_t prefix = strcspn(f->key, ".");

    nj_key_add(&p.head, f->key, prefix);
    nj_key_puts(&p.head, ".word.");
    nj_key_puts(&p.head, name);
    nj_key_puts(&p.head, ".");
    nj_catalog_each(f->s->texts, f->s->lang, note_phrase, &p);
    if (p.n > 0)
        return p.n;
    nj_key_join(&p.head, "word.", name, ".");
    nj_catalog_each(f->s->texts, f->s->lang, note_phrase, &p);
    return p.n;
}

/* --- tables --- */

static bool is_seat_column(const char *name)
{
    static const char *const seats[] = {"seat", "prey", "hunter", "target",
                                        "voter"};

    for (size_t i = 0; i < NJ_COUNT(seats); i++)
        if (strcmp(name, seats[i]) == 0)
            return true;
    return false;
}

/* A column of a table is known by its name alone: of words if there are
 * phrases with numbers, a seat or a moment by what all games call so. */
int64_t nj_sample_cell(const struct nj_sample_job *f,
                       const struct nj_row_field *field, uint32_t turn)
{
    struct nj_key token = {.len = 0};
    const char *value = nj_sample_value(f->s, field->name);

    if (field->type == NJ_ARG_SEAT)
        return nj_sample_seats[turn % NJ_SAMPLE_SEATS];
    if (field->type == NJ_ARG_AT)
        return NJ_SAMPLE_NOON_MS + NJ_SAMPLE_LENGTH_MS;
    if (field->type == NJ_ARG_INT)
        return (value != NULL ? strtoll(value, NULL, 10) : 2) + turn;
    NJ_ASSERT(field->type == NJ_ARG_WORD);
    (void)nj_sample_phrases(f, field->name, 1, true, &token);
    return strtoll(token.p, NULL, 10);
}

enum nj_arg_type nj_sample_column(const struct nj_sample_job *f,
                                  const char *name)
{
    struct nj_key token = {.len = 0};

    if (is_seat_column(name))
        return NJ_ARG_SEAT;
    if (strcmp(name, "deadline") == 0)
        return NJ_ARG_AT;
    return nj_sample_phrases(f, name, 1, true, &token) > 0 ? NJ_ARG_WORD
                                                           : NJ_ARG_INT;
}

/* The columns that the sentences of a table's rows name: `<head>...`. */
struct columns {
    const struct nj_sample_job *f;
    struct nj_sample_table *table;
    struct nj_key head;
};

static void add_column(const struct columns *c, const struct nj_piece *p)
{
    struct nj_sample_table *t = c->table;
    uint8_t n = t->form.fields;

    for (uint8_t i = 0; i < n; i++)
        if (nj_template_is(p, t->column[i]))
            return;
    NJ_ASSERT(n < NJ_COUNT(t->column) && p->len < sizeof(t->column[n]));
    memcpy(t->column[n], p->text, p->len);
    t->form.field[n] = (struct nj_row_field){
        t->column[n], nj_sample_column(c->f, t->column[n]), false};
    t->form.fields++;
}

static void note_columns(void *ctx, const char *key, const char *text)
{
    struct columns *c = ctx;
    struct nj_piece p;

    if (strncmp(key, c->head.p, c->head.len) != 0)
        return;
    while (nj_template_next(&text, &p))
        if (p.place)
            add_column(c, &p);
}

/* A table that no sentence reads stays empty. */
void nj_sample_rows(struct nj_sample_job *f, const char *name,
                    struct nj_arg *out)
{
    struct nj_sample_table *t = &f->table[f->tables];
    struct columns c = {.f = f, .table = t};

    NJ_ASSERT(f->tables < NJ_SAMPLE_TABLES_MAX);
    t->form = (struct nj_row_form){.canon = "%", .sep = ','};
    nj_key_join(&c.head, f->row->key, "_", name);
    nj_key_puts(&c.head, "_row");
    nj_catalog_each(f->s->texts, f->s->lang, note_columns, &c);
    nj_key_join(&c.head, f->row->key, "_", "row");
    if (t->form.fields == 0)
        nj_catalog_each(f->s->texts, f->s->lang, note_columns, &c);
    if (t->form.fields == 0)
        return;
    for (uint32_t row = 0; row < NJ_SAMPLE_ROWS; row++)
        for (uint32_t i = 0; i < t->form.fields; i++)
            t->cells[row * t->form.fields + i] =
                nj_sample_cell(f, &t->form.field[i], row + i);
    *out = nj_arg_rows(name, &t->form, t->cells, NJ_SAMPLE_ROWS);
    f->tables++;
}
