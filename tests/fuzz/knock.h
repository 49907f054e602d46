/*
 * Any bytes to a server of this process, over loopback: sent at once, the
 * sending side closed, and all that comes back until the server closes too.
 * That it does is what a target asserts first.
 */
#ifndef NJ_FUZZ_KNOCK_H
#define NJ_FUZZ_KNOCK_H

#include <stddef.h>
#include <stdint.h>

#define NJ_KNOCK_ANSWER_MAX 16384

/* The answer with a NUL behind it; lent until the next call. */
const char *nj_knock(uint16_t port, const uint8_t *data, size_t n);

#endif
