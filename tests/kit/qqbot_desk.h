/*
 * The gateway of QQ's official bot platform without its network: what is sent
 * becomes its jobs, its ledger says what carries them, and the platform of the
 * tests (kit/qqbot_platform.h) takes or refuses them by its own counts. Nothing
 * is under way: a call is answered at the moment it is made, and time is the
 * caller's.
 *
 *     struct qqbot_desk d;
 *     qqbot_desk_open(&d, true, &now_ms);
 *     qqbot_desk_behind(&d, gateway);        a gateway of the tests' own
 *     ... what is written there is heard, what is sent is carried ...
 *     qqbot_desk_step(&d);                   whenever time has passed
 *     qqbot_desk_close(&d);
 */
#ifndef NJ_KIT_QQBOT_DESK_H
#define NJ_KIT_QQBOT_DESK_H

#include "gateway/memory/memory.h"
#include "gateway/qqbot/job.h"
#include "kit/qqbot_platform.h"

#define QQBOT_DESK_LATE 64

struct qqbot_desk {
    /* the caller's, from then on */
    void (*push)(void *ctx, struct nj_event *e); /* takes it over */
    void *ctx;
    uint8_t gateway; /* index of its events */
    bool durable;    /* what carries a call is on disk before it is made: says
                      * so by qqbot_desk_kept() */

    const int64_t *now_ms;
    struct qqbot_platform *platform;
    struct nj_qb_ledger *ledger;
    struct nj_qb_names names;
    struct nj_qb_job *waiting; /* in the order in which they came */
    char token[64];
    int64_t token_ms; /* when the next is asked for */
    bool verified;
    uint64_t keeps;   /* NJ_EVENT_KEEP of this life ... */
    uint64_t on_disk; /* ... and those that have been written */

    struct {
        char chat[NJ_ADDRESS_MAX];
        bool refused;
    } late[QQBOT_DESK_LATE]; /* chats in which something was put off */

    uint32_t n_late;
    uint32_t put_off; /* texts, in all */
};

/* `now_ms` is lent, a wall clock that never goes back. */
void qqbot_desk_open(struct qqbot_desk *d, bool verified,
                     const int64_t *now_ms);
void qqbot_desk_close(struct qqbot_desk *d); /* a zeroed one is fine */
/* That gateway's people are the platform's from now on: each group and person
 * is met when first heard of. */
void qqbot_desk_behind(struct qqbot_desk *d, struct nj_gateway *memory);

/* Somebody writes or presses there: it can be answered. */
void qqbot_desk_hears(struct qqbot_desk *d, const char *chat);
/* Carries it as far as it goes now; its fate is an event, at once or after some
 * step. True: something of it has been shown. */
bool qqbot_desk_sends(struct qqbot_desk *d, uint64_t call, const char *chat,
                      const struct nj_say *say);
/* Carries what waits in the middle of a text. */
void qqbot_desk_step(struct qqbot_desk *d);
/* When it may go on; INT64_MAX: nothing waits. */
int64_t qqbot_desk_due(const struct qqbot_desk *d);
/* The switch for pushes; the bot is told. */
void qqbot_desk_switch(struct qqbot_desk *d, const char *chat, bool on);
/* Each NJ_EVENT_KEEP up to that `call` is on disk. */
void qqbot_desk_kept(struct qqbot_desk *d, uint64_t call);
/* What waits is dropped, without a fate. */
void qqbot_desk_lose(struct qqbot_desk *d);
/* The process ends: what waits is lost, and the ledger knows what was kept. */
void qqbot_desk_die(struct qqbot_desk *d, const struct nj_gateway_kept *kept,
                    size_t n);

#endif
