/*
 * Any bytes as the course of a match of 漫漫长夜 (course.h).
 */
#include "base/bug.h"
#include "config/embed.h"
#include "fuzz/course.h"
#include "fuzz/fuzz.h"
#include "games/long_night/long_night.h"

static const void *pack(void)
{
    static void *data;
    struct nj_blob blob;
    struct nj_err err = {{0}};

    if (data != NULL)
        return data;
    nj_random_init();
    NJ_ASSERT(nj_embed_read(NULL, nj_long_night.data_name, &blob, &err) ==
              NJ_OK);
    NJ_ASSERT(nj_ln_pack_load(blob.text, blob.len, &data, &err) == NJ_OK);
    nj_blob_fini(&blob);
    return data;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_course(&nj_long_night, pack(), data, size);
    return 0;
}
