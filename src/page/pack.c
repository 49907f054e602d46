/*
 * Bytes made small for a page.
 */
#include <stdlib.h>

#include "base/zip.h"
#include "page/page_priv.h"

bool nj_page_pack(const void *bytes, size_t n, struct nj_str *out)
{
    size_t room;
    void *packed = nj_zip(bytes, n, &room);

    nj_str_add_base64(out, packed, room);
    free(packed);
    return !out->over;
}
