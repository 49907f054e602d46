/*
 * The database: whether it is whole, and who plays in it.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/database.h"
#include "cli/doctor.h"
#include "store/store.h"

#define MEGABYTE 1000000
#define TENTH    (MEGABYTE / 10)

static void take_group(void *ctx, const struct nj_open_row *row)
{
    struct nj_doctor *d = ctx;

    if (d->n_groups == NJ_DOCTOR_GROUPS)
        return;
    for (uint32_t i = 0; i < d->n_groups; i++)
        if (strcmp(d->groups[i], row->chat) == 0)
            return;
    (void)snprintf(d->groups[d->n_groups++], NJ_ADDRESS_MAX, "%s", row->chat);
}

/* Free, or in use by the program itself: then one moment of it is read. */
static enum nj_status open_any(struct nj_doctor *d, struct nj_store **s,
                               struct nj_err *err)
{
    enum nj_status st = nj_store_open_to_read(s, d->config->database, err);

    if (st != NJ_ERR_BUSY)
        return st;
    d->serving = true;
    return nj_store_open_beside(s, d->config->database, err);
}

static void look_into(struct nj_doctor *d, struct nj_store *s)
{
    const char *path = d->config->database;
    struct nj_err err = {{0}};
    char what[48];
    int64_t bytes;

    if (nj_store_check(s, &err) != NJ_OK) {
        nj_doctor_tell(d, NJ_FOUND_WRONG, "store.bad", path, err.text);
        return;
    }
    bytes = nj_store_bytes(s);
    (void)snprintf(what, sizeof(what), "%lld.%lld",
                   (long long)(bytes / MEGABYTE),
                   (long long)(bytes % MEGABYTE / TENTH));
    nj_doctor_tell(d, NJ_FOUND_WELL, "store.well", path, what);
    if (nj_store_older(s) != NULL)
        nj_doctor_tell(d, NJ_FOUND_WRONG, "store.older", path, "");
    nj_match_each_open(s, take_group, d);
}

void nj_doctor_store(struct nj_doctor *d)
{
    const char *path = d->config->database;
    struct nj_err err = {{0}};
    struct nj_store *s = NULL;

    if (!nj_database_is_url(path) && access(path, F_OK) != 0) {
        nj_doctor_tell(d, NJ_FOUND_WELL, "store.none", path, "");
        return;
    }
    if (open_any(d, &s, &err) != NJ_OK) {
        nj_doctor_tell(d, NJ_FOUND_WRONG, "store.bad", path, err.text);
        return;
    }
    look_into(d, s);
    if (d->serving)
        nj_doctor_tell(d, NJ_FOUND_WELL, "store.serving", path, "");
    nj_store_close(s);
}
