/*
 * The grammar of scenario files. What a record means is the runner's.
 */
#include "cli/scenario_file.h"

#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "base/utf8.h"

#define LINES_MAX   16384 /* of one record */
#define RECORDS_MAX 4096  /* of one file */
#define WORDS_MAX   256   /* clauses of a given, words of an omit */

/* A file being read: what is left, and the lists that grow. */
struct reader {
    const char *text, *at, *stop;
    uint32_t line;
    struct nj_scenario_file *file;
    struct nj_err *err;
    struct nj_scenario *records;
    uint32_t n_records, cap_records;
    struct nj_scenario_line *lines; /* of the record in hand */
    uint32_t n_lines, cap_lines;
    const char *words[WORDS_MAX];
    bool in_record, given, ended;
};

struct span {
    const char *p;
    size_t n;
};

static struct span trim(struct span s)
{
    while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t')) {
        s.p++;
        s.n--;
    }
    while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t' ||
                       s.p[s.n - 1] == '\r'))
        s.n--;
    return s;
}

static char *keep(struct reader *r, struct span s)
{
    return nj_arena_copy(&r->file->arena, s.p, s.n);
}

static bool next_line(struct reader *r, struct span *out)
{
    const char *end;

    if (r->at >= r->stop)
        return false;
    end = memchr(r->at, '\n', (size_t)(r->stop - r->at));
    if (end == NULL)
        end = r->stop;
    out->p = r->at;
    out->n = (size_t)(end - r->at);
    r->at = end < r->stop ? end + 1 : end;
    r->line++;
    return true;
}

/* Splits at `sep` into r->words, trimmed; empty pieces are dropped. */
static enum nj_status split(struct reader *r, struct span s, char sep,
                            uint32_t *n)
{
    uint32_t found = 0;

    while (s.n > 0) {
        const char *end = memchr(s.p, sep, s.n);
        size_t len = end == NULL ? s.n : (size_t)(end - s.p);
        struct span piece = trim((struct span){s.p, len});

        if (piece.n > 0) {
            if (found == WORDS_MAX)
                return nj_fail(r->err, NJ_ERR_LIMIT,
                               "line %u: more than %d words", r->line,
                               WORDS_MAX);
            r->words[found++] = keep(r, piece);
        }
        s.p += len + (end != NULL);
        s.n -= len + (end != NULL);
    }
    *n = found;
    return NJ_OK;
}

static const char *const *keep_words(struct reader *r, uint32_t n)
{
    const char **list = nj_arena_alloc(&r->file->arena, n * sizeof(list[0]));

    for (uint32_t i = 0; i < n; i++)
        list[i] = r->words[i];
    return list;
}

/* --- records --- */

static struct nj_scenario *open_record(struct reader *r, const char *begin)
{
    if (r->n_records == r->cap_records) {
        r->cap_records = r->cap_records == 0 ? 32 : 2 * r->cap_records;
        r->records =
            nj_realloc(r->records, r->cap_records * sizeof(r->records[0]));
    }
    r->n_lines = 0;
    r->in_record = true;
    r->given = false;
    r->ended = false;
    r->records[r->n_records] = (struct nj_scenario){
        .line = r->line, .begin = (size_t)(begin - r->text)};
    return &r->records[r->n_records];
}

/* "ID CLAUSE... | title" */
static enum nj_status read_head(struct reader *r, struct span s)
{
    struct nj_scenario *rec = open_record(r, s.p);
    const char *bar = memchr(s.p, '|', s.n);
    struct span front =
        trim((struct span){s.p, bar == NULL ? s.n : (size_t)(bar - s.p)});
    const char *gap = memchr(front.p, ' ', front.n);
    size_t id = gap == NULL ? front.n : (size_t)(gap - front.p);

    if (bar == NULL || gap == NULL)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: expected 'ID CLAUSE... | what it shows'",
                       r->line);
    rec->id = keep(r, (struct span){front.p, id});
    rec->clauses = keep(r, trim((struct span){gap, front.n - id}));
    rec->title =
        keep(r, trim((struct span){bar + 1, (size_t)(s.p + s.n - bar - 1)}));
    for (uint32_t i = 0; i < r->n_records; i++)
        if (strcmp(r->records[i].id, rec->id) == 0)
            return nj_fail(r->err, NJ_ERR_EXISTS,
                           "line %u: '%s' stands in line %u already", r->line,
                           rec->id, r->records[i].line);
    return NJ_OK;
}

static enum nj_status read_given(struct reader *r, struct span s)
{
    struct nj_scenario *rec = &r->records[r->n_records];
    uint32_t n = 0;
    enum nj_status st;

    if (r->given || r->n_lines > 0)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: 'given:' stands once, before the inputs",
                       r->line);
    st = split(r, s, ';', &n);
    rec->given = keep_words(r, n);
    rec->n_given = n;
    rec->given_line = r->line;
    r->given = true;
    return st;
}

static enum nj_status add_line(struct reader *r, enum nj_scenario_part part,
                               struct span s)
{
    if (!r->given || r->ended)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: 'in:' and 'out:' stand between 'given:' and "
                       "the one 'end:'",
                       r->line);
    if (r->n_lines == LINES_MAX)
        return nj_fail(r->err, NJ_ERR_LIMIT,
                       "line %u: more than %d lines in a record", r->line,
                       LINES_MAX);
    if (r->n_lines == r->cap_lines) {
        r->cap_lines = r->cap_lines == 0 ? 64 : 2 * r->cap_lines;
        r->lines = nj_realloc(r->lines, r->cap_lines * sizeof(r->lines[0]));
    }
    r->lines[r->n_lines++] =
        (struct nj_scenario_line){part, r->line, keep(r, s)};
    r->ended = part == NJ_SCENARIO_END;
    return NJ_OK;
}

static enum nj_status close_record(struct reader *r, const char *end)
{
    struct nj_scenario *rec;
    struct nj_scenario_line *lines;

    if (!r->in_record)
        return NJ_OK;
    r->in_record = false;
    rec = &r->records[r->n_records];
    if (!r->ended)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: '%s' has no 'end:' line", rec->line, rec->id);
    if (r->n_records == RECORDS_MAX)
        return nj_fail(r->err, NJ_ERR_LIMIT, "line %u: more than %d records",
                       rec->line, RECORDS_MAX);
    lines = nj_arena_alloc(&r->file->arena, r->n_lines * sizeof(lines[0]));
    memcpy(lines, r->lines, r->n_lines * sizeof(lines[0]));
    rec->lines = lines;
    rec->n_lines = r->n_lines;
    rec->end = (size_t)(end - r->text);
    r->n_records++;
    return NJ_OK;
}

/* --- lines --- */

typedef enum nj_status line_fn(struct reader *r, struct span s);

static enum nj_status read_omit(struct reader *r, struct span s)
{
    uint32_t n = 0;
    enum nj_status st = split(r, s, ' ', &n);

    if (r->in_record || r->n_records > 0 || r->file->omit != NULL)
        return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                       "line %u: 'omit:' stands once, before all records",
                       r->line);
    r->file->omit = keep_words(r, n);
    r->file->n_omit = n;
    return st;
}

static enum nj_status read_in(struct reader *r, struct span s)
{
    return add_line(r, NJ_SCENARIO_IN, s);
}

static enum nj_status read_out(struct reader *r, struct span s)
{
    return add_line(r, NJ_SCENARIO_OUT, s);
}

static enum nj_status read_end(struct reader *r, struct span s)
{
    return add_line(r, NJ_SCENARIO_END, s);
}

static const struct {
    const char *word;
    line_fn *fn;
    bool inside; /* belongs to a record */
} line_kinds[] = {
    {"omit:", read_omit, false}, {"given:", read_given, true},
    {"in:", read_in, true},      {"out:", read_out, true},
    {"end:", read_end, true},
};

static enum nj_status read_line(struct reader *r, struct span s)
{
    for (size_t i = 0; i < NJ_COUNT(line_kinds); i++) {
        size_t n = strlen(line_kinds[i].word);

        if (s.n < n || memcmp(s.p, line_kinds[i].word, n) != 0)
            continue;
        if (line_kinds[i].inside && !r->in_record)
            return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                           "line %u: '%s' outside of a record", r->line,
                           line_kinds[i].word);
        return line_kinds[i].fn(r, trim((struct span){s.p + n, s.n - n}));
    }
    if (!r->in_record)
        return read_head(r, s);
    return nj_fail(r->err, NJ_ERR_BAD_INPUT,
                   "line %u: expected 'given:', 'in:', 'out:', 'end:' or a "
                   "blank line",
                   r->line);
}

static enum nj_status read_lines(struct reader *r)
{
    enum nj_status st = NJ_OK;
    struct span raw;

    while (st == NJ_OK && next_line(r, &raw)) {
        struct span s = trim(raw);

        if (s.n == 0)
            st = close_record(r, raw.p);
        else if (s.p[0] != '#')
            st = read_line(r, s);
    }
    return st == NJ_OK ? close_record(r, r->stop) : st;
}

enum nj_status nj_scenario_file_read(const char *name, const char *text,
                                     size_t n, struct nj_scenario_file *out,
                                     struct nj_err *err)
{
    struct nj_scenario_file file = {.arena = NJ_ARENA_INIT(16384)};
    struct reader r = {
        .text = text, .at = text, .stop = text + n, .file = &file, .err = err};
    struct nj_scenario *records;
    enum nj_status st;

    if (nj_utf8_valid(text, n))
        st = read_lines(&r);
    else
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "the text is not UTF-8");
    if (st == NJ_OK) {
        file.name = nj_arena_copy(&file.arena, name, strlen(name));
        records = nj_arena_alloc(&file.arena, r.n_records * sizeof(records[0]));
        if (r.n_records > 0)
            memcpy(records, r.records, r.n_records * sizeof(records[0]));
        file.records = records;
        file.n_records = r.n_records;
        *out = file;
    } else {
        st = nj_fail_in(err, st, "%s", name);
        nj_arena_fini(&file.arena);
    }
    free(r.records);
    free(r.lines);
    return st;
}

void nj_scenario_file_fini(struct nj_scenario_file *f)
{
    nj_arena_fini(&f->arena);
    f->n_records = 0;
    f->n_omit = 0;
}

bool nj_scenario_omits(const struct nj_scenario_file *f, const char *word,
                       const char *arg)
{
    size_t n = strlen(word);

    for (uint32_t i = 0; i < f->n_omit; i++) {
        const char *t = f->omit[i];

        if (arg == NULL ? strcmp(t, word) == 0
                        : strncmp(t, word, n) == 0 && t[n] == '.' &&
                              strcmp(t + n + 1, arg) == 0)
            return true;
    }
    return false;
}

const struct nj_scenario_line *nj_scenario_next(
    const struct nj_scenario *s, enum nj_scenario_part part,
    const struct nj_scenario_line *after)
{
    const struct nj_scenario_line *l = after == NULL ? s->lines : after + 1;

    NJ_ASSERT(l >= s->lines);
    NJ_ASSERT(l <= s->lines + s->n_lines);
    while (l < s->lines + s->n_lines && l->part != part)
        l++;
    return l < s->lines + s->n_lines ? l : NULL;
}
