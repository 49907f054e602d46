/*
 * How people are called, for mentions: a place per hash, and the newest name
 * has it. Who is not there is shown by his number.
 */
#include <stdio.h>
#include <string.h>

#include "gateway/telegram/telegram_priv.h"

static size_t place_of(int64_t id)
{
    uint64_t h = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);

    return (size_t)((h >> 32) % NJ_TG_NAMES_MAX);
}

void nj_tg_names_put(struct nj_tg_names *names, int64_t id, const char *name)
{
    size_t at = place_of(id);

    names->rows[at].id = id;
    (void)snprintf(names->rows[at].name, sizeof(names->rows[at].name), "%s",
                   name);
}

void nj_tg_names_get(const struct nj_tg_names *names, int64_t id,
                     char out[NJ_NAME_MAX])
{
    size_t at = place_of(id);

    if (names->rows[at].id == id && names->rows[at].name[0] != '\0')
        memcpy(out, names->rows[at].name, NJ_NAME_MAX);
    else
        (void)snprintf(out, NJ_NAME_MAX, "%lld", (long long)id);
}
