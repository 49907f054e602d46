/*
 * Loads the library that speaks HTTP.
 */
#include "gateway/web/curl_lib.h"

#include "base/bug.h"
#include "base/library.h"

struct nj_curl nj_curl;

static const struct nj_library_call calls[] = {
#define CALL(name) {"curl_" #name, offsetof(struct nj_curl, name)},
    NJ_CURL_CALLS(CALL)
#undef CALL
};

static const struct nj_library library = {.file = "libcurl.so.4",
                                          .version = "7.85",
                                          .package = "libcurl4",
                                          .calls = calls,
                                          .n = NJ_COUNT(calls)};

enum nj_status nj_curl_load(struct nj_err *err)
{
    return nj_library_load(&library, &nj_curl, err);
}
