/*
 * Any bytes as the course of a match of 杀手牌 (course.h).
 */
#include "fuzz/course.h"
#include "fuzz/fuzz.h"
#include "match/game.h"

extern const struct nj_game nj_night_of_cards;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_course(&nj_night_of_cards, data, size);
    return 0;
}
