/*
 * Any bytes as board and cards of 面具杀人魔: refused with a line that says so,
 * or a table on which every line, start and way stays on the board. The same
 * bytes as a way that somebody types.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "games/masked_killer/masked_killer.h"

static void check_cell(const struct mk_table *t, uint16_t cell)
{
    const struct mk_view locked = {.t = t, .lock = {1, 1}};
    uint16_t line[MK_ROWS];

    NJ_ASSERT(t->terrain[cell] < MK_TERRAINS);
    for (enum mk_dir d = MK_N; d < MK_DIRS; d++) {
        uint8_t n = nj_mk_line(&locked, cell, d, line);

        for (uint8_t i = 0; i < n; i++)
            NJ_ASSERT(nj_mk_along(&locked, cell, d, line[i]) == i + 1);
        NJ_ASSERT(nj_mk_beside(cell, d) != MK_NOWHERE ||
                  nj_mk_edge(&locked, cell, d) == MK_WALL);
    }
}

static void check_table(const struct mk_table *t)
{
    const struct mk_view open = {.t = t};
    uint16_t cost[MK_CELLS];

    nj_mk_costs(&open, t->street[0], 5, true, cost);
    for (uint16_t c = 0; c < MK_CELLS; c++) {
        check_cell(t, c);
        NJ_ASSERT((cost[c] == UINT16_MAX) == nj_mk_solid(t, c));
    }
    for (uint8_t i = 0; i < MK_TOKENS; i++)
        NJ_ASSERT(nj_mk_spot(t, t->spot[i]) == i);
    for (int i = 0; i < MK_CARDS; i++) {
        NJ_ASSERT(t->card[i].copies > 0 || i >= MK_QUICK); /* the killer's */
        NJ_ASSERT(t->card[i].timing < MK_TIMINGS);
        NJ_ASSERT(t->card[i].fuel <= MK_CARDS && t->card[i].car <= MK_CARS);
    }
    for (int i = 0; i < MK_WHO; i++)
        NJ_ASSERT(t->who[i].health > 0 && t->who[i].bare_dice > 0);
}

/* Orders have a text that is UTF-8 and ends in NUL. */
static void check_way(const uint8_t *data, size_t size)
{
    struct mk_plan plan = {.n = 0};
    uint8_t dirs[MK_PATH_MAX], n = 0, window = 0;
    char *text;

    if (!nj_utf8_valid((const char *)data, size) ||
        memchr(data, '\0', size) != NULL)
        return;
    text = malloc(size + 1);
    NJ_ASSERT(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    if (nj_mk_read_path(text, &plan, dirs, &n)) {
        NJ_ASSERT(n <= MK_PATH_MAX && plan.dir <= MK_DIRS);
        NJ_ASSERT(plan.at < MK_CELLS || plan.at == MK_NOWHERE);
        for (uint8_t i = 0; i < n; i++)
            NJ_ASSERT(dirs[i] < MK_DIRS);
    }
    if (nj_mk_read_cross(text, &plan, dirs, &n, &window))
        NJ_ASSERT(n >= 1 && n <= 2 && window < n && plan.at == MK_NOWHERE);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_err err = {{0}};
    void *loaded = NULL;

    check_way(data, size);
    if (nj_mk_table_load((const char *)data, size, &loaded, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        NJ_ASSERT(loaded == NULL);
        return 0;
    }
    check_table(loaded);
    nj_data_drop(loaded);
    return 0;
}
