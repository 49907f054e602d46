#include "kit/base64.h"

#include <stdint.h>
#include <string.h>

bool nj_base64_read(const char *text, struct nj_str *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = strcspn(text, "=");
    uint32_t bits = 0;

    for (size_t i = 0; i < n; i++) {
        const char *digit = strchr(digits, text[i]);

        if (digit == NULL)
            return false;
        bits = bits << 6 | (uint32_t)(digit - digits);
        if (i % 4 != 0)
            nj_str_putc(out, (char)(bits >> (6 - 2 * (i % 4))));
    }
    return true;
}
