/*
 * Reads the rows of a command file.
 */
#include "command/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/script.h"
#include "command/joints.h"
#include "command/words.h"

#define WORD_MAX    64
#define PATTERN_MAX 4000

static char *keep(struct nj_table *t, const char *text)
{
    return nj_arena_copy(&t->arena, text, strlen(text));
}

/* "locales/commands/zh-CN.json" is the table of "zh-CN". */
static const char *file_lang(struct nj_table *t, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *from = slash == NULL ? name : slash + 1;

    return nj_arena_copy(&t->arena, from, strcspn(from, "."));
}

static const char *const known[] = {"verb",      "of",   "place",   "pattern",
                                    "otherwise", "with", "examples"};

static void reject_unknown(struct nj_json row)
{
    for (struct nj_json c = nj_json_first(row); nj_json_present(c);
         c = nj_json_next(c)) {
        bool found = false;

        if (nj_json_name(c) == NULL) {
            nj_json_reject(row, "not an object");
            return;
        }
        for (size_t i = 0; i < NJ_COUNT(known); i++)
            found = found || strcmp(nj_json_name(c), known[i]) == 0;
        if (!found)
            nj_json_reject(c, "no such field");
    }
}

static enum nj_command_place read_place(struct nj_json row, const char *of)
{
    struct nj_json place = nj_json_get(row, "place");
    const char *word = nj_json_text(place, WORD_MAX);

    if (strcmp(of, "host") == 0)
        return NJ_COMMAND_HOST;
    if (strcmp(word, "bare") == 0)
        return NJ_COMMAND_BARE;
    if (strcmp(word, "private") == 0)
        return NJ_COMMAND_PRIVATE;
    if (strcmp(word, "prefixed") != 0)
        nj_json_reject(place, "neither bare, prefixed nor private");
    return NJ_COMMAND_PREFIXED;
}

static void read_with(struct nj_table *t, struct nj_json row,
                      struct nj_books_row *out)
{
    struct nj_json with = nj_json_opt(row, "with");

    if (!nj_json_present(with))
        return;
    if (!nj_json_is_object(with))
        nj_json_reject(with, "not an object of words");
    for (struct nj_json c = nj_json_first(with); nj_json_present(c);
         c = nj_json_next(c)) {
        if (nj_json_name(c) == NULL || out->n_with == NJ_TABLE_WITH_MAX) {
            nj_json_reject(with, "more than two words");
            return;
        }
        out->with[out->n_with++] = (struct nj_table_with){
            keep(t, nj_json_name(c)), keep(t, nj_json_text(c, WORD_MAX))};
    }
}

static void read_examples(struct nj_table *t, struct nj_json row,
                          struct nj_books_row *out)
{
    struct nj_json list = nj_json_get(row, "examples");
    size_t n = nj_json_size(list);
    struct nj_table_example *examples;

    if (!nj_json_is_array(list) || n == 0 || n > NJ_TABLE_EXAMPLES_MAX) {
        nj_json_reject(list, "not a list of 1 to 24 examples");
        return;
    }
    examples = nj_arena_alloc(&t->arena, n * sizeof(*examples));
    out->examples = examples;
    for (struct nj_json c = nj_json_first(list); nj_json_present(c);
         c = nj_json_next(c)) {
        struct nj_json type = nj_json_get(c, "type");
        struct nj_json is = nj_json_get(c, "is");

        NJ_ASSERT(out->n_examples < n);
        examples[out->n_examples++] = (struct nj_table_example){
            keep(t, nj_json_text(type, NJ_COMMAND_TEXT_MAX)),
            keep(t, nj_json_text(is, NJ_COMMAND_TEXT_MAX))};
    }
}

static bool same_with(const struct nj_books_row *a,
                      const struct nj_books_row *b)
{
    if (a->n_with != b->n_with)
        return false;
    for (uint32_t i = 0; i < a->n_with; i++)
        if (strcmp(a->with[i].name, b->with[i].name) != 0 ||
            strcmp(a->with[i].value, b->with[i].value) != 0)
            return false;
    return true;
}

static bool is_repeated(const struct nj_table *t, const struct nj_books_row *r)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const struct nj_books_row *q = &t->rows[i];

        if (q->place == r->place && strcmp(q->verb, r->verb) == 0 &&
            strcmp(q->set, r->set) == 0 &&
            strcmp(q->pattern, r->pattern) == 0 && same_with(q, r))
            return true;
    }
    return false;
}

/* The row of the file that this one is like, or NULL. */
static const struct nj_books_row *find_like(const struct nj_table *t,
                                            const struct nj_books_row *r)
{
    const char *like = t->files[t->n_files - 1].like;

    for (uint32_t i = 0; i < t->n; i++) {
        const struct nj_books_row *q = &t->rows[i];

        if (q->place == r->place && strcmp(q->lang, like) == 0 &&
            strcmp(q->verb, r->verb) == 0 && strcmp(q->set, r->set) == 0 &&
            same_with(q, r))
            return q;
    }
    return NULL;
}

/* Patterns are matched in Simplified form, in whatever they are written. */
static void read_pattern(struct nj_table *t, struct nj_json row,
                         struct nj_books_row *out)
{
    const struct nj_books_row *other = NULL;
    char *text;

    if (!nj_json_present(nj_json_opt(row, "pattern")))
        other = find_like(t, out);
    if (other != NULL) {
        out->pattern = other->pattern;
        out->otherwise = other->otherwise;
        return;
    }
    text = keep(t, nj_json_text(nj_json_get(row, "pattern"), PATTERN_MAX));
    nj_simplify(text, strlen(text));
    out->pattern = text;
}

/* Fields that are absent leave their complaint in the document. */
static void read_fields(struct nj_table *t, struct nj_json row,
                        struct nj_books_row *out)
{
    struct nj_json otherwise = nj_json_opt(row, "otherwise");

    reject_unknown(row);
    out->verb = keep(t, nj_json_text(nj_json_get(row, "verb"), WORD_MAX));
    out->set = keep(t, nj_json_text(nj_json_get(row, "of"), WORD_MAX));
    out->of = nj_arena_copy(&t->arena, out->set, strcspn(out->set, "+"));
    out->place = read_place(row, out->of);
    out->otherwise = nj_json_present(otherwise) && nj_json_bool(otherwise);
    read_with(t, row, out);
    read_pattern(t, row, out);
    read_examples(t, row, out);
}

const char *nj_table_own(const struct nj_books_row *r)
{
    static const char host[] = "host+";
    size_t n = sizeof(host) - 1;

    if (strncmp(r->set, host, n) == 0)
        return r->set + n;
    NJ_ASSERT(strncmp(r->set, r->of, strlen(r->of)) == 0);
    return strcmp(r->of, "table") == 0 || strcmp(r->of, "host") == 0 ? ""
                                                                     : r->set;
}

bool nj_table_beside(const char *group)
{
    return strcmp(group, "what") == 0 || strcmp(group, "line") == 0 ||
           strcmp(group, "person") == 0 || strcmp(group, "each") == 0;
}

/* How many arguments come of the groups besides. */
static uint32_t count_beside(const struct nj_books_row *r)
{
    uint32_t n = 0;

    NJ_ASSERT(r->shape.n_groups <= NJ_PATTERN_GROUPS_MAX);
    for (uint32_t i = 0; i < r->shape.n_groups; i++)
        n += nj_table_beside(r->shape.name[i]);
    return n;
}

static enum nj_status read_row(struct nj_table *t, struct nj_json_doc *doc,
                               struct nj_json row, struct nj_books_row *out,
                               struct nj_err *err)
{
    enum nj_status st;

    read_fields(t, row, out);
    st = nj_json_status(doc, err);
    if (st != NJ_OK)
        return st;
    st = nj_pattern_probe(out->pattern, &t->arena, &out->shape, err);
    if (st == NJ_OK && out->shape.n_groups + out->n_with + count_beside(out) >
                           NJ_COMMAND_ARGS_MAX)
        st = nj_fail(err, NJ_ERR_LIMIT, "more than %d arguments",
                     NJ_COMMAND_ARGS_MAX);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "%s '%s'", out->of, out->verb);
    out->repeated = is_repeated(t, out);
    return NJ_OK;
}

static void read_head(struct nj_table *t, struct nj_json root, const char *lang)
{
    struct nj_json like = nj_json_opt(root, "like");

    NJ_ASSERT(t->n_files < NJ_TABLE_FILES_MAX);
    t->files[t->n_files++] = (struct nj_table_file){
        lang,
        nj_json_present(like) ? keep(t, nj_json_text(like, WORD_MAX)) : ""};
    nj_words_read(t, root, lang);
    nj_joints_read(t, root);
}

static enum nj_status read_rows(struct nj_table *t, struct nj_json_doc *doc,
                                const char *lang, struct nj_err *err)
{
    struct nj_json root = nj_json_root(doc);
    struct nj_json list = nj_json_get(root, "commands");

    read_head(t, root, lang);
    if (nj_json_present(list) && !nj_json_is_array(list))
        nj_json_reject(list, "not a list of rows");
    if (nj_json_size(list) > NJ_TABLE_ROWS_MAX - t->n)
        return nj_fail(err, NJ_ERR_LIMIT, "more than %d rows",
                       NJ_TABLE_ROWS_MAX);
    t->rows =
        nj_realloc(t->rows, (t->n + nj_json_size(list) + 1) * sizeof(*t->rows));
    for (struct nj_json row = nj_json_first(list); nj_json_present(row);
         row = nj_json_next(row)) {
        enum nj_status st;

        NJ_ASSERT(t->n < NJ_TABLE_ROWS_MAX);
        t->rows[t->n] = (struct nj_books_row){.lang = lang};
        st = read_row(t, doc, row, &t->rows[t->n], err);
        if (st != NJ_OK)
            return st;
        t->n++;
    }
    return nj_json_status(doc, err);
}

enum nj_status nj_table_read(struct nj_table *t,
                             const struct nj_command_file *file,
                             struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    enum nj_status st =
        nj_json_open(&doc, file->text, file->len, &NJ_JSON_FILE, err);

    if (st == NJ_OK && t->n_files == NJ_TABLE_FILES_MAX)
        st = nj_fail(err, NJ_ERR_LIMIT, "more than %d files",
                     NJ_TABLE_FILES_MAX);
    if (st == NJ_OK) {
        st = read_rows(t, doc, file_lang(t, file->name), err);
    }
    nj_json_close(doc);
    return st == NJ_OK ? st : nj_fail_in(err, st, "'%s'", file->name);
}

void nj_table_fini(struct nj_table *t)
{
    free(t->rows);
    free(t->words);
    free(t->joints);
    nj_arena_fini(&t->arena);
}

const char *nj_table_bare(const char *type)
{
    return type + (strchr("#/%", type[0]) != NULL && type[0] != '\0');
}
