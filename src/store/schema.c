/*
 * The steps of the schema, compiled in from schema/, and who applies them.
 */
#include "store/schema.h"

#include "base/asset.h"
#include "base/bug.h"
#include "store/store_priv.h"

/* NJ_SCHEMA_DIR is given by the build. */
#define STEP(label, file) NJ_ASSET(label, NJ_SCHEMA_DIR "/" file)

STEP("nj_schema_0001", "0001_initial.sql");
STEP("nj_schema_0002", "0002_cards.sql");
STEP("nj_schema_0003", "0003_notices.sql");
STEP("nj_schema_0004", "0004_kept.sql");
STEP("nj_schema_0005", "0005_ledger.sql");
STEP("nj_schema_0006", "0006_said.sql");
extern const char nj_schema_0001[], nj_schema_0002[], nj_schema_0003[],
    nj_schema_0004[], nj_schema_0005[], nj_schema_0006[];

/* Step i leads from version i to version i + 1. */
static const char *const steps[] = {nj_schema_0001, nj_schema_0002,
                                    nj_schema_0003, nj_schema_0004,
                                    nj_schema_0005, nj_schema_0006};

int64_t nj_schema_identify(struct nj_store *s)
{
    int64_t version = s->engine->identify(s);

    if (nj_store_good(s) && version > (int64_t)NJ_COUNT(steps))
        nj_trouble_note(s, NJ_ERR_MISMATCH,
                        "database '%s' was written by a newer nightjar (schema "
                        "%lld, this one knows %d): use the newer program",
                        s->path, (long long)version, (int)NJ_COUNT(steps));
    return nj_store_good(s) ? version : 0;
}

void nj_schema_recent(struct nj_store *s, int64_t version)
{
    if (version > 0 && version < (int64_t)NJ_COUNT(steps))
        nj_trouble_note(s, NJ_ERR_MISMATCH,
                        "database '%s' was written by an older nightjar "
                        "(schema %lld, this one reads %d): use that program, "
                        "or let this one open a copy of it",
                        s->path, (long long)version, (int)NJ_COUNT(steps));
}

static void apply(struct nj_store *s, const char *sql)
{
    NJ_ASSERT(sql[0] != '\0');
    nj_store_begin(s);
    if (nj_store_ready(s))
        s->engine->apply(s, sql);
    nj_store_leave(s, true);
}

void nj_schema_migrate(struct nj_store *s, int64_t version)
{
    NJ_ASSERT(version >= 0);
    NJ_ASSERT(version <= (int64_t)NJ_COUNT(steps));
    for (size_t i = (size_t)version; i < NJ_COUNT(steps); i++)
        apply(s, steps[i]);
}
