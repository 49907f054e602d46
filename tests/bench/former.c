/*
 * The table of another run beside this one: its medians, by figure and unit.
 */
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"

#define ROWS_MAX 256

/* Cells of a row as they were printed. */
struct cells {
    char id[8], what[160], median[48];
    bool taken;
};

static struct cells rows[ROWS_MAX];
static uint32_t n_rows;
static bool read_one;

/* Takes the text up to the next bar, without the blanks around it. */
static bool take_cell(const char **at, char *out, size_t cap)
{
    const char *from = *at + strspn(*at, " ");
    const char *bar = strchr(from, '|');
    size_t n = bar == NULL ? 0 : (size_t)(bar - from);

    if (bar == NULL || n >= cap)
        return false;
    *at = bar + 1;
    while (n > 0 && from[n - 1] == ' ')
        n--;
    memcpy(out, from, n);
    out[n] = '\0';
    return true;
}

/* "P11": a letter and a number. */
static bool is_id(const char *text)
{
    return text[0] >= 'A' && text[0] <= 'Z' && text[1] >= '0' && text[1] <= '9';
}

/* What is no row of the table is passed over. */
static void take_row(const char *line)
{
    const char *at = line + 1;
    struct cells c = {.taken = false};

    if (line[0] == '|' && n_rows < ROWS_MAX &&
        take_cell(&at, c.id, sizeof(c.id)) &&
        take_cell(&at, c.what, sizeof(c.what)) &&
        take_cell(&at, c.median, sizeof(c.median)) && is_id(c.id))
        rows[n_rows++] = c;
}

enum nj_status nj_bench_former_read(const char *path, struct nj_err *err)
{
    FILE *f = fopen(path, "re");
    char line[1024];

    if (f == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot read \"%s\"", path);
    while (fgets(line, sizeof(line), f) != NULL)
        take_row(line);
    (void)fclose(f);
    read_one = true;
    return n_rows > 0
               ? NJ_OK
               : nj_fail(err, NJ_ERR_NOT_FOUND, "no figures in \"%s\"", path);
}

void nj_bench_head(void)
{
    (void)printf("| | what | %smedian | spread | goal | holds | how |\n"
                 "|---|---|%s---|---|---|---|---|\n",
                 read_one ? "before | " : "", read_one ? "---|" : "");
}

static bool has_unit(const char *median, const char *unit)
{
    size_t n = strlen(median), len = strlen(unit);

    if (len == 0)
        return strchr(median, ' ') == NULL;
    return n > len && median[n - len - 1] == ' ' &&
           strcmp(median + n - len, unit) == 0;
}

/* Some are called alike: they stand in the same order in both. */
static struct cells *find(const struct nj_bench_row *row)
{
    for (uint32_t i = 0; i < n_rows; i++)
        if (!rows[i].taken && strcmp(rows[i].id, row->id) == 0 &&
            strcmp(rows[i].what, row->what) == 0 &&
            has_unit(rows[i].median, row->unit))
            return &rows[i];
    return NULL;
}

void nj_bench_former_put(const struct nj_bench_row *row)
{
    struct cells *c = read_one ? find(row) : NULL;

    if (c != NULL)
        c->taken = true;
    if (read_one)
        (void)printf("%s | ", c != NULL ? c->median : "");
}
