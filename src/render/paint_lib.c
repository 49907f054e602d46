/*
 * Loads the libraries that draw. Pango's part for cairo was built with all the
 * others, so that their functions are found in it.
 */
#include "render/paint_lib.h"

#include <pthread.h>

#include "base/bug.h"
#include "base/library.h"
#include "base/log.h"

struct nj_paint nj_paint;

static const struct nj_library_call calls[] = {
#define CALL(name) {#name, offsetof(struct nj_paint, name)},
    NJ_PAINT_CALLS(CALL)
#undef CALL
};

static const struct nj_library library = {.file = "libpangocairo-1.0.so.0",
                                          .version = "1.50",
                                          .package = "libpangocairo-1.0-0",
                                          .calls = calls,
                                          .n = NJ_COUNT(calls)};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void)
{
    struct nj_err err = {{0}};

    loaded = nj_library_load(&library, &nj_paint, &err) == NJ_OK;
    if (!loaded)
        nj_log(NJ_LOG_WARN, "picture", "no_library",
               NJ_FIELDS(nj_f_text("why", err.text)));
}

bool nj_paint_load(void)
{
    (void)pthread_once(&once, load);
    return loaded;
}
