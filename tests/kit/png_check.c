/*
 * Pictures as a platform gets them, read from their bytes alone.
 */
#include "kit/png_check.h"

#include <stdint.h>
#include <string.h>

#include "base/str.h"

#define SIGNATURE "\x89PNG\r\n\x1a\n"
#define FRAME     12 /* length, name and checksum of a chunk */

static uint32_t word_at(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

/* The checksum of PNG and of zip files. */
static uint32_t checksum(const uint8_t *p, size_t n)
{
    uint32_t crc = 0xffffffff;

    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* The place of a chunk: none goes back to an earlier one. 0: not ours. */
static int rank(const uint8_t *name)
{
    static const char *const names[] = {"IHDR", "PLTE", "IDAT", "IEND"};

    for (int i = 0; i < 4; i++)
        if (memcmp(name, names[i], 4) == 0)
            return i + 1;
    return 0;
}

bool nj_png_whole(const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    size_t at = sizeof(SIGNATURE) - 1;
    int last = 0;

    if (n < at || memcmp(p, SIGNATURE, at) != 0)
        return false;
    while (n - at >= FRAME) {
        size_t len = word_at(p + at);
        int now = rank(p + at + 4);

        if (len > n - at - FRAME || now == 0 || now < last || now > last + 1 ||
            checksum(p + at + 4, len + 4) != word_at(p + at + 8 + len))
            return false;
        last = now;
        at += len + FRAME;
    }
    return last == 4 && at == n;
}

bool nj_png_whole_base64(const char *text)
{
    struct nj_str bytes = NJ_STR_INIT(16u << 20);
    bool whole = nj_str_add_unbase64(&bytes, text, strlen(text)) &&
                 nj_png_whole(bytes.p, bytes.len);

    nj_str_fini(&bytes);
    return whole;
}
