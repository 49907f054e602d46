/*
 * What happens on the platforms: each event goes to whom it concerns.
 */
#ifndef NJ_REFEREE_HEARING_PLATFORM_H
#define NJ_REFEREE_HEARING_PLATFORM_H

#include <stdint.h>

struct nj_chat;
struct nj_event;
struct nj_referee;

/* Owners have heard of this trouble. */
struct nj_trouble {
    uint8_t gateway;
    int64_t at_ms; /* 0: none */
    char text[40];
};

/* Takes one event, whatever it is. */
void nj_platform_event(struct nj_referee *r, const struct nj_event *ev);

#endif
