/*
 * Bytes made small for a page. The only user of zlib.
 */
#include <stdlib.h>

#include <zlib.h>

#include "page/page_priv.h"

bool nj_page_pack(const void *bytes, size_t n, struct nj_str *out)
{
    uLong room = compressBound((uLong)n);
    unsigned char *packed = nj_alloc(room);
    int rc = compress2(packed, &room, bytes, (uLong)n, Z_BEST_COMPRESSION);

    NJ_ASSERT(rc == Z_OK); /* there was room for anything */
    nj_str_add_base64(out, packed, room);
    free(packed);
    return !out->over;
}
