/*
 * What a fuzz target is: one function that takes any bytes, must not crash,
 * and asserts (NJ_ASSERT) what must hold for all of them. It returns 0.
 */
#ifndef NJ_FUZZ_FUZZ_H
#define NJ_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* The name is libFuzzer's. NOLINTNEXTLINE(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
