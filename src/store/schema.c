/*
 * The steps of the schema, compiled in from schema/, and who applies them.
 */
#include "store/schema.h"

#include "base/asset.h"
#include "base/bug.h"
#include "store/store_priv.h"

#define APPLICATION_ID 0x4e4a4152 /* "NJAR", as in schema/0001_initial.sql */

/* NJ_SCHEMA_DIR is given by the build. */
#define STEP(label, file) NJ_ASSET(label, NJ_SCHEMA_DIR "/" file)

STEP("nj_schema_0001", "0001_initial.sql");
STEP("nj_schema_0002", "0002_cards.sql");
STEP("nj_schema_0003", "0003_notices.sql");
STEP("nj_schema_0004", "0004_kept.sql");
STEP("nj_schema_0005", "0005_ledger.sql");
extern const char nj_schema_0001[], nj_schema_0002[], nj_schema_0003[],
    nj_schema_0004[], nj_schema_0005[];

/* Step i leads from version i to version i + 1. */
static const char *const steps[] = {nj_schema_0001, nj_schema_0002,
                                    nj_schema_0003, nj_schema_0004,
                                    nj_schema_0005};

static int64_t number(struct nj_store *s, const char *literal)
{
    struct nj_stmt q = nj_stmt_begin(s, literal);

    return nj_stmt_number(&q);
}

int64_t nj_schema_identify(struct nj_store *s)
{
    int64_t id = number(s, "PRAGMA application_id");
    int64_t version = number(s, "PRAGMA user_version");
    int64_t tables = number(s, "SELECT count(*) FROM sqlite_schema");

    if (id == 0 && version == 0 && tables == 0)
        return 0;
    if (id != APPLICATION_ID || version < 1)
        nj_trouble_note(s, NJ_ERR_CORRUPT,
                        "database '%s' belongs to another program: name "
                        "another file",
                        s->path);
    else if (version > (int64_t)NJ_COUNT(steps))
        nj_trouble_note(s, NJ_ERR_MISMATCH,
                        "database '%s' was written by a newer nightjar (schema "
                        "%lld, this one knows %d): use the newer program",
                        s->path, (long long)version, (int)NJ_COUNT(steps));
    return nj_store_good(s) ? version : 0;
}

static void apply(struct nj_store *s, const char *sql)
{
    int rc;

    NJ_ASSERT(sql[0] != '\0');
    nj_store_begin(s);
    if (nj_store_ready(s)) {
        rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
        if (rc != SQLITE_OK)
            nj_trouble_report(s, rc);
    }
    nj_store_leave(s, true);
}

void nj_schema_migrate(struct nj_store *s, int64_t version)
{
    NJ_ASSERT(version >= 0);
    NJ_ASSERT(version <= (int64_t)NJ_COUNT(steps));
    for (size_t i = (size_t)version; i < NJ_COUNT(steps); i++)
        apply(s, steps[i]);
}
