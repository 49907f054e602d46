/*
 * The limits of tables. A refusal costs one answer; the log hears of a full
 * house once an hour.
 */
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "gateway/gateway.h"
#include "referee/books/books.h"
#include "referee/commands/commands_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define LOG_MS 3600000

static bool refuse(struct nj_request *a, const char *key, uint32_t limit)
{
    NJ_ASSERT(limit > 0);
    return nj_deny(a, key, NJ_ARGS(nj_arg_int("n", limit)));
}

static void log_crowd(struct nj_referee *r)
{
    if (nj_books_lately(r, &r->crowd_ms, LOG_MS))
        return;
    nj_log(NJ_LOG_WARN, "table", "too many: tables_in_all is reached",
           NJ_FIELDS(nj_f_i64("open", r->n_entries)));
}

/* Admins who hide who they are share one address. */
static bool is_somebody(const struct nj_chat *c)
{
    const char *id = nj_address_user_id(c->address);

    NJ_ASSERT(!c->group && id != NULL);
    return strcmp(id, "*") != 0;
}

/* Returns false as well if the store could not say. */
static bool room_for_person(struct nj_request *a, uint32_t limit)
{
    uint32_t n;

    if (limit == 0 || !is_somebody(a->who))
        return true;
    n = nj_match_count_opened(a->r->store, a->who->address);
    if (!nj_store_good(a->r->store))
        return false;
    if (n < limit)
        return true;
    return refuse(a, "shell.too_many_yours", limit);
}

bool nj_room_here(struct nj_request *a)
{
    uint32_t most = a->r->setup.tables.group;

    if (a->r->draining)
        return nj_deny(a, "shell.draining", NJ_NO_ARGS);
    if (most == 0 || !a->where->group || a->where->n_entries < most)
        return true;
    return refuse(a, "shell.too_many_tables", most);
}

bool nj_room_for_table(struct nj_request *a)
{
    const struct nj_table_limits *most = &a->r->setup.tables;

    if (!nj_room_here(a))
        return false;
    if (most->house != 0 && a->r->n_entries >= most->house) {
        log_crowd(a->r);
        return refuse(a, "shell.too_many_house", most->house);
    }
    return room_for_person(a, most->person);
}
