/*
 * The steps of the schema, compiled in from schema/, and who applies them.
 */
#include "store/schema.h"

#include "base/bug.h"
#include "store/store_priv.h"

#define APPLICATION_ID 0x4e4a4152 /* "NJAR", as in schema/0001_initial.sql */

/* The files come in as they are. NJ_SCHEMA_DIR is given by the build, which
 * also knows that this file has to be compiled again when one of them changes.
 */
#define STEP(label, file)                           \
 __asm__(".section .rodata\n"                       \
         ".global " label "\n" label ":\n"          \
         ".incbin \"" NJ_SCHEMA_DIR "/" file "\"\n" \
         ".byte 0\n"                                \
         ".previous\n")

STEP("nj_schema_0001", "0001_initial.sql");
STEP("nj_schema_0002", "0002_cards.sql");
STEP("nj_schema_0003", "0003_notices.sql");
extern const char nj_schema_0001[], nj_schema_0002[], nj_schema_0003[];

/* Step i leads from version i to version i + 1. */
static const char *const steps[] = {nj_schema_0001, nj_schema_0002,
                                    nj_schema_0003};

enum nj_status nj_schema_identify(struct nj_store *s, int64_t *version,
                                  struct nj_err *err)
{
    int64_t id = 0, number = 0, tables = 0;
    struct nj_stmt q = nj_stmt_begin(s, "PRAGMA application_id");
    enum nj_status st = nj_stmt_number(&q, &id, err);

    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(s, "PRAGMA user_version");
    st = nj_stmt_number(&q, &number, err);
    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(s, "SELECT count(*) FROM sqlite_schema");
    st = nj_stmt_number(&q, &tables, err);
    if (st != NJ_OK)
        return st;
    if (id == 0 && number == 0 && tables == 0) {
        *version = 0;
        return NJ_OK;
    }
    if (id != APPLICATION_ID || number < 1)
        return nj_fail(err, NJ_ERR_CORRUPT,
                       "database '%s' belongs to another program: name another "
                       "file",
                       s->path);
    if (number > (int64_t)NJ_COUNT(steps))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "database '%s' was written by a newer nightjar (schema "
                       "%lld, this one knows %d): use the newer program",
                       s->path, (long long)number, (int)NJ_COUNT(steps));
    *version = number;
    return NJ_OK;
}

static enum nj_status apply(struct nj_store *s, const char *sql,
                            struct nj_err *err)
{
    enum nj_status st = nj_store_begin(s, err);
    int rc;

    NJ_ASSERT(sql[0] != '\0');
    if (st != NJ_OK)
        return st;
    rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
    st = rc == SQLITE_OK ? NJ_OK : nj_trouble_report(s, rc, err);
    return nj_store_leave(s, true, st, err);
}

enum nj_status nj_schema_migrate(struct nj_store *s, int64_t version,
                                 struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    NJ_ASSERT(version >= 0);
    NJ_ASSERT(version <= (int64_t)NJ_COUNT(steps));
    for (size_t i = (size_t)version; i < NJ_COUNT(steps) && st == NJ_OK; i++)
        st = apply(s, steps[i], err);
    return st;
}
