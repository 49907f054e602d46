/*
 * The only user of zlib.
 */
#include "base/zip.h"

#include <stdlib.h>

#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/limits.h"

#define GZIP_HEAD (16 + MAX_WBITS) /* says that there is one */

void *nj_zip(const void *bytes, size_t n, size_t *out_n)
{
    uLong room = compressBound((uLong)n);
    unsigned char *packed = nj_alloc(room);
    int rc = compress2(packed, &room, bytes, (uLong)n, Z_BEST_COMPRESSION);

    NJ_ASSERT(rc == Z_OK); /* there was room for anything */
    *out_n = room;
    return packed;
}

static voidpf take(voidpf ctx, uInt n, uInt size)
{
    (void)ctx;
    return nj_alloc((size_t)n * size);
}

static void give(voidpf ctx, voidpf p)
{
    (void)ctx;
    free(p);
}

/* The last four bytes: how long it was. */
static size_t length_of(const unsigned char *end)
{
    return end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 |
           (size_t)end[-1] << 24;
}

char *nj_unzip(const void *packed, size_t n, size_t *out_n)
{
    z_stream z = {.zalloc = take, .zfree = give};
    const unsigned char *bytes = packed;
    size_t most;
    char *text;
    int rc;

    NJ_ASSERT(n >= NJ_GZIP_LEAST && n <= NJ_FILE_MAX);
    most = length_of(bytes + n);
    if (most > NJ_FILE_MAX)
        return NULL;
    text = nj_alloc(most + 1);
    rc = inflateInit2(&z, GZIP_HEAD);
    NJ_ASSERT(rc == Z_OK);
    z.next_in = bytes;
    z.avail_in = (uInt)n;
    z.next_out = (Bytef *)text;
    z.avail_out = (uInt)most + 1;
    rc = inflate(&z, Z_FINISH);
    (void)inflateEnd(&z);
    if (rc != Z_STREAM_END || z.avail_in != 0 || z.total_out != most) {
        free(text);
        return NULL;
    }
    text[most] = '\0';
    *out_n = most;
    return text;
}
