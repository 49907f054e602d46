/*
 * What a test hears of a gateway: its events, one by one and in order. Waits
 * are ceilings, nothing is measured.
 */
#ifndef NJ_TESTS_KIT_EARS_H
#define NJ_TESTS_KIT_EARS_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

#define WAIT_MS 5000

/* The gateways of these tests have this number. */
#define EARS_INDEX 3

struct ears {
    struct nj_inbox *in; /* made by the test */
    struct nj_gateway *g;
    struct nj_event *taken; /* and not yet looked at */
    /* Is given what is to be kept (NJ_EVENT_KEEP), which no other function
     * shows; NULL: shown like everything else. */
    void (*keep)(void *ctx, const struct nj_event *e);
    void *ctx;
};

/* Takes in what comes within that time, for ears_next(). What is to be kept is
 * kept at once, and who waits for that hears so. */
void ears_open(struct ears *e, int64_t wait_ms);
/* The next event, which the caller owns; NULL if none comes in time. What it
 * brings counts as stored. */
struct nj_event *ears_next(struct ears *e, int64_t wait_ms);
/* The next event, which must be of that kind; the caller owns it. */
struct nj_event *ears_expect(struct ears *e, enum nj_event_kind kind);
void ears_only(struct ears *e, enum nj_event_kind kind);
/* The next event is a message with that text. */
void ears_text(struct ears *e, const char *text);
/* Frees the gateway, which has been stopped or never started; NULL is fine. */
void ears_hang_up(struct ears *e);
/* Frees what was not listened to, and the inbox. */
void ears_close(struct ears *e);

#endif
