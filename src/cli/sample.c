/*
 * Plausible values for the placeholders of a template.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "cli/sample_priv.h"
#include "locale/format.h"
#include "locale/template.h"
#include "match/messages.h"

#define ZONE_MIN 480 /* of the page */

/* --- what is known of a placeholder --- */

/* Is the text one of that message: its own, a variant, an addition, a row? */
static bool is_of(const char *key, const char *message)
{
    size_t n = strlen(message);

    return strncmp(key, message, n) == 0 && (key[n] == '\0' || key[n] == '_');
}

/* The row of the list with the longest key that the text is of. */
static const struct nj_said *find_said(const struct nj_sample *s,
                                       const char *key)
{
    const struct nj_said *best = NULL;

    if (s->game == NULL)
        return NULL;
    for (const struct nj_said *r = s->game->messages; r->key != NULL; r++)
        if (is_of(key, r->key) &&
            (best == NULL || strlen(r->key) > strlen(best->key)))
            best = r;
    return best;
}

/* What one of the messages with that key calls by that name; NULL: none. */
static const struct nj_said_arg *find_arg(const struct nj_sample_job *f,
                                          const struct nj_piece *p)
{
    for (const struct nj_said *r = f->row; r != NULL && r->key != NULL; r++) {
        if (strcmp(r->key, f->row->key) != 0)
            continue;
        for (const struct nj_said_arg *a = r->arg; a->name != NULL; a++)
            if (nj_template_is(p, a->name))
                return a;
    }
    return NULL;
}

/* --- arguments --- */

/* The value of that name for this text alone; NULL: none. */
static const char *find_own(const struct nj_sample_job *f, const char *name)
{
    struct nj_key key;

    return nj_catalog_get(f->s->values, f->s->lang,
                          nj_key_join(&key, f->key, ".", name));
}

/* By its name alone. Where nobody has thought of a value, a number is the
 * likeliest. */
static struct nj_arg fill_by_name(struct nj_sample_job *f, const char *name)
{
    const char *own = find_own(f, name);
    const char *value = own != NULL ? own : nj_sample_value(f->s, name);

    return value != NULL ? nj_arg_id(name, value)
                         : nj_arg_int(name, 2 + f->numbers++);
}

/* The token that the text is the variant of, "rustle" of `ln.step_rustle`, if
 * it is one of a word of that name. */
static bool take_variant(const struct nj_sample_job *f, const char *name,
                         struct nj_key *out)
{
    struct nj_key phrase = {.len = 0};
    const char *rest, *end;

    NJ_ASSERT(f->row != NULL); /* it is declared there */
    rest = f->key + strlen(f->row->key);
    end = strstr(rest, "_with_");
    if (rest[0] == '\0' || rest == end)
        return false;
    nj_key_add(&phrase, f->key, strcspn(f->key, "."));
    nj_key_puts(&phrase, ".word.");
    nj_key_puts(&phrase, name);
    nj_key_puts(&phrase, ".");
    nj_key_add(out, rest + 1,
               end != NULL ? (size_t)(end - rest) - 1 : strlen(rest + 1));
    nj_key_puts(&phrase, out->p);
    if (nj_catalog_get(f->s->texts, f->s->lang, phrase.p) != NULL)
        return true;
    *out = (struct nj_key){.len = 0};
    return false;
}

static struct nj_arg fill_words(struct nj_sample_job *f, uint32_t i,
                                enum nj_arg_type type)
{
    struct nj_key *words = &f->words[i];
    uint32_t most = type == NJ_ARG_WORD ? 1 : 2;

    if (type == NJ_ARG_WORD && take_variant(f, f->name[i], words))
        return nj_arg_word(f->name[i], words->p);
    if (nj_sample_phrases(f, f->name[i], most, false, words) == 0)
        return fill_by_name(f, f->name[i]);
    if (type == NJ_ARG_WORD)
        return nj_arg_word(f->name[i], words->p);
    if (type == NJ_ARG_GLYPHS) { /* four, as a cell has sides */
        const struct nj_key two = *words;

        nj_key_join(words, two.p, ",", two.p);
    }
    return nj_arg_words(f->name[i], words->p);
}

static struct nj_arg fill_number(struct nj_sample_job *f, const char *name)
{
    const char *value = nj_sample_value(f->s, name);
    size_t n = strlen(f->key);
    int64_t v = value != NULL ? strtoll(value, NULL, 10) : 0;

    if (n > 4 && strcmp(f->key + n - 4, "_one") == 0)
        return nj_arg_int(name, 1);
    return nj_arg_int(name, v != 0 ? v : 2 + f->numbers++);
}

static void fill_place(struct nj_sample_job *f, uint32_t i,
                       const struct nj_said_arg *said)
{
    static const char *const texts[] = {"name", "text"};
    const char *name = f->name[i];
    struct nj_arg *out = &f->arg[i];

    *out = (struct nj_arg){.name = name, .type = NJ_ARG_SEATS};
    switch (said->type) {
    case NJ_ARG_INT:
        *out = fill_number(f, name);
        return;
    case NJ_ARG_MS:
        *out = nj_arg_ms(name, NJ_SAMPLE_LENGTH_MS);
        return;
    case NJ_ARG_AT:
        *out = nj_arg_at(name, NJ_SAMPLE_NOON_MS + NJ_SAMPLE_LENGTH_MS);
        return;
    case NJ_ARG_SEAT:
        *out = nj_arg_seat(
            name, nj_sample_seats[f->seats++ % NJ_COUNT(nj_sample_seats)]);
        return;
    case NJ_ARG_SEATS:
        *out = nj_arg_seats(name, nj_sample_seats, 2);
        return;
    case NJ_ARG_WORD:
    case NJ_ARG_WORDS:
    case NJ_ARG_GLYPHS:
        *out = fill_words(f, i, said->type);
        return;
    case NJ_ARG_ROWS:
        nj_sample_rows(f, name, out);
        return;
    case NJ_ARG_TEXTS:
    case NJ_ARG_ID:
    case NJ_ARG_TEXT:
    case NJ_ARG_BOARD:
    case NJ_ARG_PROSE:
        *out = fill_by_name(f, nj_sample_value(f->s, name) != NULL
                                   ? name
                                   : texts[said->type != NJ_ARG_TEXTS]);
        out->name = name;
        return;
    }
}

/* A column of the row that is shown by itself, or of a shell's text. */
static struct nj_arg fill_undeclared(struct nj_sample_job *f, const char *name)
{
    struct nj_row_field field = {name, NJ_ARG_INT, false};

    if (strstr(f->key, "_row") == NULL || find_own(f, name) != NULL)
        return fill_by_name(f, name);
    field.type = nj_sample_column(f, name);
    if (field.type == NJ_ARG_WORD)
        return nj_arg_word(
            name, nj_str_digits(f->digits, nj_sample_cell(f, &field, 0)));
    return (struct nj_arg){
        .name = name, .type = field.type, .i = nj_sample_cell(f, &field, 0)};
}

static bool is_filled(const struct nj_sample_job *f, const struct nj_piece *p)
{
    for (uint32_t i = 0; i < f->args.n; i++)
        if (nj_template_is(p, f->name[i]))
            return true;
    return false;
}

static void add_place(struct nj_sample_job *f, const struct nj_piece *p)
{
    const struct nj_said_arg *said = find_arg(f, p);
    uint32_t i = f->args.n;

    NJ_ASSERT(i < NJ_SAMPLE_PLACES_MAX && p->len < sizeof(f->name[i]));
    memcpy(f->name[i], p->text, p->len);
    if (said != NULL)
        fill_place(f, i, said);
    else
        f->arg[i] = fill_undeclared(f, f->name[i]);
    f->args.n++;
}

static const char *name_of(void *ctx, nj_seat seat)
{
    char key[] = "people.1";

    key[sizeof(key) - 2] = (char)('1' + seat);
    return nj_sample_value(ctx, key);
}

void nj_sample_text(const struct nj_sample *s, const char *key,
                    const char *text, struct nj_str *out)
{
    struct nj_sample own = *s;
    struct nj_sample_job *f = nj_alloc(sizeof(*f));
    const struct nj_format format = {.catalog = s->texts,
                                     .lang = s->lang,
                                     .seat_name = name_of,
                                     .ctx = &own,
                                     .now_ms = NJ_SAMPLE_NOON_MS,
                                     .offset_min = ZONE_MIN};
    const char *at = text;
    struct nj_piece p;

    *f = (struct nj_sample_job){
        .s = s, .key = key, .row = find_said(s, key), .args = {.v = f->arg}};
    while (nj_template_next(&at, &p))
        if (p.place && !is_filled(f, &p))
            add_place(f, &p);
    nj_format_template(&format, f->row != NULL ? f->row->key : key, text,
                       f->args, out);
    free(f);
}
