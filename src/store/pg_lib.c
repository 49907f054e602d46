/*
 * Loads PostgreSQL's client library.
 */
#include "store/pg_lib.h"

#include "base/bug.h"
#include "base/library.h"

struct nj_pq nj_pq;

static const struct nj_library_call calls[] = {
#define CALL(name) {"PQ" #name, offsetof(struct nj_pq, name)},
    NJ_PQ_CALLS(CALL)
#undef CALL
};

static const struct nj_library library = {.file = "libpq.so.5",
                                          .version = "14",
                                          .package =
                                              "libpq5, of version 14 or later",
                                          .calls = calls,
                                          .n = NJ_COUNT(calls)};

enum nj_status nj_pq_load(struct nj_err *err)
{
    return nj_pq.status != NULL ? NJ_OK
                                : nj_library_load(&library, &nj_pq, err);
}
