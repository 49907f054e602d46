/*
 * Libraries of the distribution that are loaded when they are first needed,
 * each through a table of its functions:
 *
 *     #define CALLS(X) X(create) X(fill)
 *     #define MEMBER(name) __typeof__(&cairo_##name) name;
 *     #define CALL(name) {"cairo_" #name, offsetof(struct paint, name)},
 *
 * What most starts do not use costs none of them its loading, and no memory.
 */
#ifndef NJ_BASE_LIBRARY_H
#define NJ_BASE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* A function, and where its pointer stands in the table. */
struct nj_library_call {
    const char *name;
    size_t at;
};

/* Where the library comes from. */
struct nj_library {
    const char *file;    /* "libpq.so.5" */
    const char *version; /* "14", the first that has all the functions */
    const char *package; /* Debian's */
    const struct nj_library_call *calls;
    size_t n;
};

/*
 * Fills the table. What a library was built with is found, too. It stays
 * loaded. NJ_ERR_NOT_FOUND: it is not installed, or too old, and the table is
 * as it was.
 */
NJ_MUST_USE enum nj_status nj_library_load(const struct nj_library *library,
                                           void *table, struct nj_err *err);

#endif
