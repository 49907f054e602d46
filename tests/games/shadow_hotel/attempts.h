/*
 * What persons try in 黑影杀: orders of all kinds, mostly such as the rules may
 * take, for the tests that play at random.
 */
#ifndef NJ_TESTS_SHADOW_HOTEL_ATTEMPTS_H
#define NJ_TESTS_SHADOW_HOTEL_ATTEMPTS_H

#include "games/shadow_hotel/shadow_hotel.h"

/* Where they try it, and the names they call each other by. */
struct sh_attempts {
    const struct sh_state *s;
    const struct sh_map *map;
    const char *const *names;
    uint8_t n;
};

/* One of them, or another way to name somebody, and sometimes nobody. */
const char *nj_sh_any_name(const struct sh_attempts *how, struct nj_rng *rng);
/* An order of the seat: its verb, and its words in `text`, parted by '|'. */
const char *nj_sh_attempt(const struct sh_attempts *how, nj_seat seat,
                          struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX]);

#endif
