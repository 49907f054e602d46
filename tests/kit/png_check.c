/*
 * Pictures as a platform gets them, read from their bytes alone.
 */
#include "kit/png_check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = strcspn(text, "=");
    uint8_t *bytes = malloc(n + 1);
    uint32_t bits = 0;
    size_t len = 0;
    bool whole = bytes != NULL;

    for (size_t i = 0; i < n && whole; i++) {
        const char *digit = strchr(digits, text[i]);

        whole = digit != NULL;
        bits = bits << 6 | (whole ? (uint32_t)(digit - digits) : 0);
        if (i % 4 != 0)
            bytes[len++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
    }
    whole = whole && nj_png_whole(bytes, len);
    free(bytes);
    return whole;
}
