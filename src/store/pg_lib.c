/*
 * Loads PostgreSQL's client library.
 */
#include "store/pg_lib.h"

#include <string.h>

#include <dlfcn.h>

#include "base/bug.h"

#define LIBRARY "libpq.so.5"

struct nj_pq nj_pq;

/* Its address as a pointer to a function, which C has no cast for. */
static bool find(void *library, const char *name, void *out)
{
    void *at = dlsym(library, name);

    memcpy(out, &at, sizeof(at));
    return at != NULL;
}

static bool find_all(void *library)
{
#define FIND(name) find(library, "PQ" #name, &nj_pq.name) &&
    return NJ_PQ_CALLS(FIND) true;
#undef FIND
}

enum nj_status nj_pq_load(struct nj_err *err)
{
    void *library;

    if (nj_pq.status != NULL)
        return NJ_OK;
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL && find_all(library))
        return NJ_OK;
    nj_pq = (struct nj_pq){0};
    if (library != NULL)
        (void)dlclose(library);
    return nj_fail(err, NJ_ERR_NOT_FOUND,
                   "a database on PostgreSQL needs libpq.so.5 of version "
                   "14 or later: install the package libpq5");
}
