/*
 * What a scenario expected against what happened: the difference for people,
 * and the record written anew.
 */
#include <string.h>

#include "base/bug.h"
#include "cli/scenario_file.h"

/* Texts to be compared, and the longest common subsequence of their tails:
 * length[i * (got + 1) + j] counts it from expected[i] and got[j] on. */
struct diff {
    const char **want;
    uint32_t n_want;
    const char *const *got;
    uint32_t n_got;
    uint16_t *length;
};

static uint16_t *cell(const struct diff *d, uint32_t i, uint32_t j)
{
    NJ_ASSERT(i <= d->n_want);
    NJ_ASSERT(j <= d->n_got);
    return &d->length[(size_t)i * (d->n_got + 1) + j];
}

static void measure(struct diff *d)
{
    for (uint32_t i = d->n_want; i-- > 0;)
        for (uint32_t j = d->n_got; j-- > 0;) {
            uint16_t skip_want = *cell(d, i + 1, j);
            uint16_t skip_got = *cell(d, i, j + 1);

            if (strcmp(d->want[i], d->got[j]) == 0)
                *cell(d, i, j) = (uint16_t)(*cell(d, i + 1, j + 1) + 1);
            else
                *cell(d, i, j) = skip_want > skip_got ? skip_want : skip_got;
        }
}

static void print(const struct diff *d, struct nj_str *out)
{
    uint32_t i = 0, j = 0;

    while (i < d->n_want || j < d->n_got) {
        bool both = i < d->n_want && j < d->n_got;

        if (both && strcmp(d->want[i], d->got[j]) == 0) {
            nj_str_addf(out, "    %s\n", d->want[i]);
            i++;
            j++;
        } else if (j == d->n_got ||
                   (both && *cell(d, i + 1, j) >= *cell(d, i, j + 1))) {
            nj_str_addf(out, "  - %s\n", d->want[i++]);
        } else {
            nj_str_addf(out, "  + %s\n", d->got[j++]);
        }
    }
}

static uint32_t expected(const struct nj_scenario *s, const char **want)
{
    const struct nj_scenario_line *l = NULL;
    uint32_t n = 0;

    while ((l = nj_scenario_next(s, NJ_SCENARIO_OUT, l)) != NULL)
        want[n++] = l->text;
    return n;
}

static bool same_outs(const struct diff *d)
{
    if (d->n_want != d->n_got)
        return false;
    for (uint32_t i = 0; i < d->n_want; i++)
        if (strcmp(d->want[i], d->got[i]) != 0)
            return false;
    return true;
}

static bool same_end(const struct nj_scenario *s,
                     const struct nj_scenario_actual *actual)
{
    const struct nj_scenario_line *end =
        nj_scenario_next(s, NJ_SCENARIO_END, NULL);

    NJ_ASSERT(end != NULL);
    if (strcmp(end->text, "unchanged") == 0)
        return actual->unchanged;
    return strcmp(end->text, actual->end) == 0;
}

bool nj_scenario_compare(const struct nj_scenario_file *f,
                         const struct nj_scenario *s,
                         const struct nj_scenario_actual *actual,
                         struct nj_str *report)
{
    struct diff d = {.want = nj_alloc((s->n_lines + 1) * sizeof(d.want[0])),
                     .got = actual->out,
                     .n_got = actual->n_out};
    bool outs, end = same_end(s, actual);

    d.n_want = expected(s, d.want);
    outs = same_outs(&d);
    if (!outs || !end)
        nj_str_addf(report, "%s:%u: %s %s | %s\n", f->name, s->line, s->id,
                    s->clauses, s->title);
    if (!outs) {
        d.length = nj_alloc((size_t)(d.n_want + 1) * (d.n_got + 1) *
                            sizeof(d.length[0]));
        measure(&d);
        print(&d, report);
        free(d.length);
    }
    if (!end)
        nj_str_addf(report, "  - end: %s\n  + end: %s\n",
                    nj_scenario_next(s, NJ_SCENARIO_END, NULL)->text,
                    actual->end);
    free(d.want);
    return outs && end;
}

/* Does the line of `text` at `p` begin with that word? */
static bool begins(const char *p, size_t n, const char *word)
{
    size_t len = strlen(word);

    while (n > 0 && (*p == ' ' || *p == '\t')) {
        p++;
        n--;
    }
    return n >= len && memcmp(p, word, len) == 0;
}

void nj_scenario_rewrite(const char *text, const struct nj_scenario *s,
                         const struct nj_scenario_actual *actual,
                         struct nj_str *out)
{
    const char *p = text + s->begin;
    const char *stop = text + s->end;
    const struct nj_scenario_line *end =
        nj_scenario_next(s, NJ_SCENARIO_END, NULL);

    while (p < stop) {
        const char *eol = memchr(p, '\n', (size_t)(stop - p));
        size_t n = eol == NULL ? (size_t)(stop - p) : (size_t)(eol - p);

        if (!begins(p, n, "out:") && !begins(p, n, "end:")) {
            nj_str_add(out, p, n);
            nj_str_putc(out, '\n');
        }
        p += n + 1;
    }
    for (uint32_t i = 0; i < actual->n_out; i++)
        nj_str_addf(out, "out: %s\n", actual->out[i]);
    if (strcmp(end->text, "unchanged") == 0 && actual->unchanged)
        nj_str_puts(out, "end: unchanged\n");
    else
        nj_str_addf(out, "end: %s\n", actual->end);
}
