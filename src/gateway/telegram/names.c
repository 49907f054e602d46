/*
 * How people are called, for mentions: a place per hash, and the newest name
 * has it. Who is not there is shown by his number. Usernames the same way, for
 * mentions of others that people type.
 */
#include <stdio.h>
#include <string.h>

#include <strings.h>

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

static size_t place_of_handle(const char *handle, size_t n)
{
    uint64_t h = 0;

    for (size_t i = 0; i < n; i++)
        h = h * 31 + ((unsigned char)handle[i] | 0x20); /* in any case */
    return (size_t)(h % NJ_TG_HANDLES_MAX);
}

void nj_tg_handles_put(struct nj_tg_handles *handles, int64_t id,
                       const char *handle)
{
    size_t n = strlen(handle);
    size_t at = place_of_handle(handle, n);

    if (n >= NJ_HANDLE_MAX ||
        (handles->rows[at].id == id &&
         strcasecmp(handles->rows[at].handle, handle) == 0))
        return;
    for (size_t i = 0; i < NJ_TG_HANDLES_MAX; i++)
        if (handles->rows[i].id == id)
            memset(&handles->rows[i], 0, sizeof(handles->rows[i]));
    if (n == 0)
        return;
    handles->rows[at].id = id;
    memcpy(handles->rows[at].handle, handle, n + 1);
}

int64_t nj_tg_handles_get(const struct nj_tg_handles *handles,
                          const char *handle, size_t n)
{
    size_t at = place_of_handle(handle, n);

    return n > 0 && strlen(handles->rows[at].handle) == n &&
                   strncasecmp(handles->rows[at].handle, handle, n) == 0
               ? handles->rows[at].id
               : 0;
}
