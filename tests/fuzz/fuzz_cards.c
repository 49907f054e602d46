/*
 * Any bytes as the course of a match of 杀手牌 (course.h).
 */
#include "base/random.h"
#include "fuzz/course.h"
#include "fuzz/fuzz.h"
#include "match/game.h"

extern const struct nj_game nj_night_of_cards;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nj_random_init();
    fuzz_course(&nj_night_of_cards, NULL, data, size);
    return 0;
}
