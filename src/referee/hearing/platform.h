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
/* So many unexplained failures in a row look like risk control. */
#define NJ_FAILURES_MAX 3
/* A group hears nothing for so long: deadlines there move, and the hosts hear
 * why, once. Other chats: nothing. */
void nj_platform_slow(struct nj_referee *r, struct nj_chat *c, int64_t ms);

#endif
