/*
 * Any bytes as the course of a match of 漫漫长夜 (course.h).
 */
#include "fuzz/course.h"
#include "fuzz/fuzz.h"
#include "match/game.h"

extern const struct nj_game nj_long_night;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_course(&nj_long_night, data, size);
    return 0;
}
