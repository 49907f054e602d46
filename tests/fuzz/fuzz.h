/*
 * What a fuzz target is: one function that takes any bytes, must not crash,
 * and asserts (NJ_ASSERT) what must hold for all of them. It returns 0.
 */
#ifndef NJ_FUZZ_FUZZ_H
#define NJ_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name is libFuzzer's. NOLINTNEXTLINE(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The next number of a line, blanks before it skipped, at most nine digits;
 * false: there is none, and *out is left alone. */
static inline bool fuzz_number(const char **at, int64_t *out)
{
    int64_t v = 0;
    int n = 0;

    while (**at == ' ')
        (*at)++;
    for (; n < 9 && **at >= '0' && **at <= '9'; n++)
        v = v * 10 + (*(*at)++ - '0');
    if (n > 0)
        *out = v;
    return n > 0;
}

#endif
