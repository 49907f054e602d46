/*
 * Loads libraries and finds functions in them.
 */
#include "base/library.h"

#include <string.h>

#include <dlfcn.h>

#include "base/bug.h"

static bool has_all(const struct nj_library *library, void *loaded)
{
    for (size_t i = 0; i < library->n; i++)
        if (dlsym(loaded, library->calls[i].name) == NULL)
            return false;
    return true;
}

enum nj_status nj_library_load(const struct nj_library *library, void *table,
                               struct nj_err *err)
{
    void *loaded = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);

    NJ_ASSERT(library->n > 0);
    if (loaded == NULL || !has_all(library, loaded)) {
        if (loaded != NULL)
            (void)dlclose(loaded);
        return nj_fail(err, NJ_ERR_NOT_FOUND,
                       "this needs %s of version %s or later: install the "
                       "package %s",
                       library->file, library->version, library->package);
    }
    for (size_t i = 0; i < library->n; i++) {
        void *at = dlsym(loaded, library->calls[i].name);

        /* C has no cast from an address to a function. */
        memcpy((char *)table + library->calls[i].at, &at, sizeof(at));
    }
    return NJ_OK;
}
