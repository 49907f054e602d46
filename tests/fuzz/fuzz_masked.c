/*
 * Any bytes as the course of a match of 面具杀人魔 (course.h).
 */
#include "fuzz/course.h"
#include "fuzz/fuzz.h"
#include "match/game.h"

extern const struct nj_game nj_masked_killer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_course(&nj_masked_killer, data, size);
    return 0;
}
