/*
 * A message and a language to a text: chooses templates, fills in arguments,
 * escapes the whole. Phrases are in format_words.c, time in format_time.c.
 */
#include "locale/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/utf8.h"
#include "locale/format_priv.h"
#include "locale/key.h"
#include "locale/mild.h"
#include "locale/plural.h"

#define MINUS "\u2212" /* texts have it, too; a hyphen would look shorter */

void nj_format_miss(const char *what, const char *key)
{
    nj_log(NJ_LOG_WARN, "locale", "missing",
           NJ_FIELDS(nj_f_word("what", what), nj_f_word("key", key)));
}

static const char *get(const struct nj_format *f, const char *key)
{
    return nj_catalog_get(f->catalog, f->lang, key);
}

const char *nj_format_core(const struct nj_format *f, const char *key)
{
    const char *text = get(f, key);

    if (text == NULL)
        nj_format_miss("text", key);
    return text == NULL ? "" : text;
}

/* --- words of ours --- */

/* NULL: they are said as they stand. */
static const char *milder(const struct nj_format_job *j)
{
    NJ_UNCLEARED struct nj_key key;

    if (!j->f->mild)
        return NULL;
    nj_key_begin(&key, j->key, strcspn(j->key, "."));
    nj_key_puts(&key, ".mild");
    return get(j->f, key.p);
}

void nj_format_ours(const struct nj_format_job *j, const char *text, size_t n)
{
    const char *list = milder(j);

    if (list != NULL)
        nj_mild_add(list, text, n, j->out);
    else
        nj_str_add(j->out, text, n);
}

/* Its places have names that are no words. */
void nj_format_phrase(const struct nj_format_job *j, const char *text,
                      const struct nj_fill *fills, size_t n)
{
    const char *list = milder(j);
    struct nj_str mild = NJ_STR_INIT(j->out->max);

    if (list != NULL) {
        nj_mild_add(list, text, strlen(text), &mild);
        text = mild.p;
    }
    (void)nj_template_fill(text, fills, n, j->out);
    nj_str_fini(&mild);
}

/* --- values --- */

/* A line of somebody's words: controls dropped, so that it stays one. */
static void add_long(const char *text, size_t n, struct nj_str *out)
{
    NJ_UNCLEARED char clean[NJ_TEXT_IN_MAX + 1];

    n = nj_utf8_clean(text, n, NJ_TEXT_IN_MAX, clean, sizeof(clean));
    nj_str_add(out, clean, n);
}

/* Most are codes and names: the small room costs less to have. */
static void add_foreign(const char *text, size_t n, struct nj_str *out)
{
    NJ_UNCLEARED char clean[128];

    if (n >= sizeof(clean)) {
        add_long(text, n, out);
        return;
    }
    n = nj_utf8_clean(text, n, NJ_TEXT_IN_MAX, clean, sizeof(clean));
    nj_str_add(out, clean, n);
}

/* What is ours may have several lines: examples, a table's seats. */
static void add_lines(const char *text, struct nj_str *out)
{
    for (;;) {
        size_t n = strcspn(text, "\n");

        add_foreign(text, n, out);
        if (text[n] == '\0')
            return;
        nj_str_putc(out, '\n');
        text += n + 1;
    }
}

#define PROSE_COLUMN 200 /* clusters of a line, so that none is cut later */

/* One line of somebody's words; a long one goes on behind a bar of its own. */
static void add_prose_line(const char *bar, const char *line, size_t n,
                           struct nj_str *out)
{
    bool first = true;

    for (size_t len; first || n > 0; line += len, n -= len) {
        len = nj_utf8_cut_count(line, n, PROSE_COLUMN);
        nj_str_puts(out, first ? "" : "\n");
        nj_str_puts(out, bar);
        nj_str_add(out, line, len);
        first = false;
    }
}

static void add_prose(const struct nj_format *f, const char *text,
                      struct nj_str *out)
{
    const char *bar = nj_format_core(f, "core.prose");
    char *clean = nj_alloc(strlen(text) + 1);

    for (bool first = true; first || *text != '\0'; first = false) {
        size_t n = strcspn(text, "\n");
        size_t len = nj_utf8_clean(text, n, n, clean, n + 1);

        nj_str_puts(out, first ? "" : "\n");
        add_prose_line(bar, clean, len, out);
        text += n + (text[n] != '\0');
    }
    free(clean);
}

/* What the message calls the seat: "<prefix>.seat.2", or NULL. */
static const char *find_called(const struct nj_format_job *j, nj_seat seat)
{
    char digits[NJ_DIGITS_MAX];
    NJ_UNCLEARED struct nj_key key;
    uint32_t number = seat < NJ_CALLED_SEATS
                          ? j->args.called >> NJ_CALLED_BITS * seat &
                                ((1U << NJ_CALLED_BITS) - 1)
                          : 0;

    if (number == 0)
        return NULL;
    nj_key_begin(&key, j->key, strcspn(j->key, "."));
    nj_key_puts(&key, ".seat.");
    nj_key_puts(&key, nj_str_digits(digits, number));
    return get(j->f, key.p);
}

/* Nothing of the text stands before, or a line, a sentence or a tag has just
 * ended. */
static bool at_beginning(const struct nj_format_job *j)
{
    size_t n = j->out->len - j->start;
    const char *end = j->out->p + j->out->len;

    return n == 0 || end[-1] == '\n' ||
           (n > 1 && end[-1] == ' ' && strchr(".!?]", end[-2]) != NULL);
}

/* Adds the capital with which a sentence begins, where the template has a
 * letter there, and returns the rest. A name stays as its owner writes it. */
static const char *add_capital(const struct nj_format_job *j, const char *text)
{
    char capital;

    if (*text < 'a' || *text > 'z' || !at_beginning(j))
        return text;
    capital = (char)(*text - 'a' + 'A');
    nj_str_add(j->out, &capital, 1);
    return text + 1;
}

static void add_seat(const struct nj_format_job *j, nj_seat seat)
{
    const struct nj_format *f = j->f;
    const char *name = NULL, *text;
    char number[NJ_DIGITS_MAX];
    char clean[NJ_NAME_MAX] = "";

    if (seat == NJ_SEAT_NONE) {
        nj_str_puts(j->out, nj_format_core(f, "core.list.none"));
        return;
    }
    if (f->seat_name != NULL)
        name = f->seat_name(f->ctx, seat);
    if (name == NULL || nj_utf8_clean(name, strlen(name), NJ_NAME_CHARS_MAX,
                                      clean, sizeof(clean)) == 0)
        name = NULL;
    text = find_called(j, seat);
    if (text == NULL)
        text = nj_format_core(f, name ? "core.seat.named" : "core.seat.number");
    nj_format_phrase(
        j, add_capital(j, text),
        (const struct nj_fill[]){{"n", nj_str_digits(number, seat + 1)},
                                 {"name", clean}},
        2);
}

/* Without its sign; the least number of all has a magnitude, too. */
static uint64_t magnitude(int64_t n)
{
    return n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
}

/* A number, a length of time ("left_s"), or one in hundredths ("level_c"). */
static void add_int(const struct nj_format_job *j, const struct nj_arg *a)
{
    size_t n = a->name == NULL ? 0 : strlen(a->name);
    char digits[NJ_DIGITS_MAX];

    if (n > 2 && strcmp(a->name + n - 2, "_s") == 0) {
        nj_format_ms(j->f, a->i * 1000, j->out);
    } else if (n > 2 && strcmp(a->name + n - 2, "_c") == 0) {
        nj_str_addf(j->out, "%s%" PRIu64 ".%02" PRIu64, a->i < 0 ? MINUS : "",
                    magnitude(a->i) / 100, magnitude(a->i) % 100);
    } else {
        const char *text = nj_str_digits(digits, a->i);

        nj_str_puts(j->out, a->i < 0 ? MINUS : "");
        nj_str_puts(j->out, text + (a->i < 0));
    }
}

void nj_format_scalar(struct nj_format_job *j, const struct nj_arg *a)
{
    switch (a->type) {
    case NJ_ARG_INT:
        add_int(j, a);
        return;
    case NJ_ARG_MS:
        nj_format_ms(j->f, a->i, j->out);
        return;
    case NJ_ARG_AT:
        nj_format_at(j->f, a->i, j->out);
        return;
    case NJ_ARG_SEAT:
        add_seat(j, (nj_seat)a->i);
        return;
    case NJ_ARG_ID:
        add_lines(strcmp(a->s, "-") == 0
                      ? nj_format_core(j->f, "core.list.none")
                      : a->s,
                  j->out);
        return;
    case NJ_ARG_TEXT:
    case NJ_ARG_BOARD:
        add_foreign(a->s, strlen(a->s), j->out);
        return;
    case NJ_ARG_PROSE:
        add_prose(j->f, a->s, j->out);
        return;
    case NJ_ARG_SEATS:
    case NJ_ARG_TEXTS:
    case NJ_ARG_WORD:
    case NJ_ARG_WORDS:
    case NJ_ARG_GLYPHS:
    case NJ_ARG_ROWS:
        j->fault = true;
        return;
    }
}

static void add_item(struct nj_format_job *j, const struct nj_arg *a,
                     uint32_t at)
{
    if (a->type == NJ_ARG_SEATS)
        add_seat(j, a->seats[at]);
    else
        add_foreign(a->texts[at], strlen(a->texts[at]), j->out);
}

/* SEATS and TEXTS. */
static void add_list(struct nj_format_job *j, const struct nj_arg *a,
                     uint32_t item)
{
    if (item != 0) {
        if (item <= a->count)
            add_item(j, a, item - 1);
        return;
    }
    if (a->count == 0)
        nj_str_puts(j->out, nj_format_core(j->f, "core.list.none"));
    for (uint32_t i = 0; i < a->count; i++) {
        if (i > 0)
            nj_str_puts(j->out, nj_format_core(j->f, "core.list.sep"));
        add_item(j, a, i);
    }
}

static void add_arg(struct nj_format_job *j, const struct nj_arg *a,
                    uint32_t item)
{
    switch (a->type) {
    case NJ_ARG_SEATS:
    case NJ_ARG_TEXTS:
        add_list(j, a, item);
        return;
    case NJ_ARG_WORD:
    case NJ_ARG_WORDS:
    case NJ_ARG_GLYPHS:
        nj_format_words(j, a, item);
        return;
    case NJ_ARG_ROWS:
        nj_format_rows(j, a);
        return;
    case NJ_ARG_INT:
    case NJ_ARG_MS:
    case NJ_ARG_AT:
    case NJ_ARG_SEAT:
    case NJ_ARG_ID:
    case NJ_ARG_TEXT:
    case NJ_ARG_BOARD:
    case NJ_ARG_PROSE:
        nj_format_scalar(j, a);
        return;
    }
}

/* --- templates --- */

static const struct nj_arg *find_arg(struct nj_args args,
                                     const struct nj_piece *p)
{
    for (uint32_t i = 0; i < args.n; i++)
        if (nj_template_is(p, args.v[i].name))
            return &args.v[i];
    return NULL;
}

/* A letter or, by its first byte in UTF-8, a Chinese character. */
static bool begins_word(char c)
{
    unsigned char byte = (unsigned char)c;

    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (byte >= 0xe4 && byte <= 0xe9);
}

/* Words of a template, with the prefix that counts where they are read. A
 * sign in front of anything but a letter is none: "#{{rank}}". */
static void add_words(const struct nj_format_job *j, const char *text, size_t n)
{
    const char *prefix = j->f->prefix;
    size_t from = 0;

    for (size_t i = 0; prefix != NULL && i + 1 < n; i++)
        if (text[i] == '#' && begins_word(text[i + 1])) {
            nj_format_ours(j, text + from, i - from);
            nj_str_puts(j->out, prefix);
            from = i + 1;
        }
    nj_format_ours(j, text + from, n - from);
}

static void fill(struct nj_format_job *j, const char *text)
{
    struct nj_piece p;

    while (nj_template_next(&text, &p)) {
        const struct nj_arg *a = NULL;

        if (!p.place) {
            add_words(j, p.text, p.len);
            continue;
        }
        a = find_arg(j->args, &p);
        if (a == NULL)
            j->fault = true;
        else
            add_arg(j, a, p.item);
    }
}

/* The number that decides the plural: `count`, else the first whole number
 * that the text names; none: 0. */
static int64_t plural_number(struct nj_args args, const char *text)
{
    const struct nj_piece count = {.text = "count", .len = 5, .place = true};
    const struct nj_arg *a = find_arg(args, &count);
    struct nj_piece p;

    if (a != NULL && a->type == NJ_ARG_INT)
        return a->i;
    while (nj_template_next(&text, &p)) {
        a = p.place ? find_arg(args, &p) : NULL;
        if (a != NULL && a->type == NJ_ARG_INT)
            return a->i;
    }
    return 0;
}

/* The template of exactly this key, in the right plural form. */
static const char *get_form(const struct nj_format *f, const char *key,
                            struct nj_args args)
{
    struct nj_catalog_entry e = nj_catalog_find(f->catalog, f->lang, key);
    NJ_UNCLEARED struct nj_key form;
    const char *text, *one;

    if (e.text != NULL || !e.plural)
        return e.text;
    text = get(f, nj_key_join(&form, key, "_", "other"));
    if (text == NULL)
        return NULL;
    one = nj_plural_form(f->lang == NULL ? "" : f->lang,
                         plural_number(args, text));
    one = get(f, nj_key_join(&form, key, "_", one));
    return one != NULL ? one : text;
}

/* The template of a key of which a moment (AT) is told, for its name. */
static const char *get_dated(const struct nj_format *f, const char *key,
                             struct nj_args args)
{
    NJ_UNCLEARED struct nj_key dated;
    const char *text = NULL;

    for (uint32_t i = 0; i < args.n && text == NULL; i++)
        if (args.v[i].type == NJ_ARG_AT)
            text = get_form(f, nj_key_join(&dated, key, "_", args.v[i].name),
                            args);
    return text;
}

static bool is_nothing(const struct nj_arg *a)
{
    switch (a->type) {
    case NJ_ARG_INT:
    case NJ_ARG_MS:
    case NJ_ARG_AT:
        return a->i == 0;
    case NJ_ARG_SEAT:
        return a->i == NJ_SEAT_NONE;
    case NJ_ARG_SEATS:
    case NJ_ARG_TEXTS:
    case NJ_ARG_ROWS:
        return a->count == 0;
    case NJ_ARG_WORD:
    case NJ_ARG_WORDS:
    case NJ_ARG_GLYPHS:
    case NJ_ARG_ID:
    case NJ_ARG_TEXT:
    case NJ_ARG_BOARD:
    case NJ_ARG_PROSE:
        return a->s[0] == '\0' || strcmp(a->s, "-") == 0;
    }
    return true;
}

/* The template of a list of words or seats that is empty. */
static const char *get_without(const struct nj_format *f, const char *key,
                               struct nj_args args)
{
    NJ_UNCLEARED struct nj_key without;
    const char *text = NULL;

    for (uint32_t i = 0; i < args.n && text == NULL; i++)
        if ((args.v[i].type == NJ_ARG_WORDS ||
             args.v[i].type == NJ_ARG_SEATS) &&
            is_nothing(&args.v[i]))
            text = get_form(
                f, nj_key_join(&without, key, "_without_", args.v[i].name),
                args);
    return text;
}

/* The template of the key or of its variant: for the value of one of the WORD
 * arguments, or because a moment is told, or both; or for an empty list.
 * `by_word` is the key for such a value, empty if there is none. */
static const char *get_variant(const struct nj_format *f, const char *key,
                               struct nj_args args, struct nj_key *by_word)
{
    const char *text = NULL;

    by_word->len = 0;
    for (uint32_t i = 0; i < args.n && text == NULL; i++) {
        const char *dated;

        if (args.v[i].type != NJ_ARG_WORD)
            continue;
        text = get_form(f, nj_key_join(by_word, key, "_", args.v[i].s), args);
        dated = get_dated(f, by_word->p, args);
        text = dated != NULL ? dated : text;
    }
    if (text == NULL)
        by_word->len = 0;
    if (text == NULL)
        text = get_dated(f, key, args);
    if (text == NULL)
        text = get_without(f, key, args);
    return text != NULL ? text : get_form(f, key, args);
}

static void add(struct nj_format_job *j, const char *key)
{
    const char *text = get_form(j->f, key, j->args);

    if (text != NULL)
        fill(j, text);
}

/* What is said of single words of the argument. */
static void add_meanings(struct nj_format_job *j, const char *of,
                         const struct nj_arg *a)
{
    NJ_ASSERT(a->type == NJ_ARG_WORD || a->type == NJ_ARG_WORDS);
    for (const char *at = a->s; *at != '\0'; at += *at == ',') {
        size_t n = strcspn(at, ",");
        NJ_UNCLEARED struct nj_key key;

        nj_key_join(&key, of, "_with_", a->name);
        nj_key_puts(&key, "_");
        nj_key_add(&key, at, n);
        add(j, key.p);
        at += n;
    }
}

/* What the key, or its variant, says of arguments that are not always there. */
static void add_optional(struct nj_format_job *j, const char *of)
{
    struct nj_catalog_entry e = nj_catalog_find(j->f->catalog, j->f->lang, of);
    NJ_UNCLEARED struct nj_key key;

    if (e.additions[0] == NULL)
        return; /* as for most keys */
    for (uint32_t i = 0; i < j->args.n; i++) {
        const struct nj_arg *a = &j->args.v[i];

        if (is_nothing(a) || !nj_catalog_adds(&e, a->name))
            continue;
        add(j, nj_key_join(&key, of, "_with_", a->name));
        if (a->type == NJ_ARG_WORD || a->type == NJ_ARG_WORDS)
            add_meanings(j, of, a);
        if (a->type != NJ_ARG_INT || a->i != 1)
            continue;
        nj_key_puts(&key, "_1");
        add(j, key.p);
    }
}

/* The form without words, for texts that a file of ours lacks. */
static void add_canon(const struct nj_format_job *j)
{
    nj_str_cut(j->out, j->start);
    nj_str_puts(j->out, j->key);
    for (uint32_t i = 0; i < j->args.n; i++) {
        nj_str_addf(j->out, " %s=", j->args.v[i].name);
        nj_arg_canon(&j->args.v[i], j->out);
    }
}

static void format(const struct nj_format *f, const char *key,
                   struct nj_args args, struct nj_str *out)
{
    struct nj_format_job j = {
        .f = f, .key = key, .args = args, .out = out, .start = out->len};
    NJ_UNCLEARED struct nj_key by_word;
    const char *text = get_variant(f, key, args, &by_word);

    if (text != NULL) {
        fill(&j, text);
        add_optional(&j, key);
        if (by_word.len > 0)
            add_optional(&j, by_word.p);
    }
    if (text == NULL || j.fault) {
        nj_format_miss(text == NULL ? "text" : "argument", key);
        add_canon(&j);
    }
}

void nj_format_key(const struct nj_format *f, const char *key,
                   struct nj_args args, struct nj_str *out)
{
    struct nj_str plain = NJ_STR_INIT(out->max);

    if (f->markup != NJ_MARKUP_HTML) {
        format(f, key, args, out);
        return;
    }
    format(f, key, args, &plain);
    nj_str_add_escaped(out, plain.p, plain.len);
    out->over = out->over || plain.over;
    nj_str_fini(&plain);
}

void nj_format_message(const struct nj_format *f, const struct nj_message *m,
                       struct nj_str *out)
{
    nj_format_key(f, m->key, m->args, out);
}

void nj_format_template(const struct nj_format *f, const char *key,
                        const char *text, struct nj_args args,
                        struct nj_str *out)
{
    struct nj_format_job j = {
        .f = f, .key = key, .args = args, .out = out, .start = out->len};

    fill(&j, text);
    if (j.fault) {
        nj_format_miss("argument", key);
        add_canon(&j);
    }
}
