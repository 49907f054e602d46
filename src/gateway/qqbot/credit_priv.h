/*
 * Private to the ledger: what it is made of.
 */
#ifndef NJ_GATEWAY_QQBOT_CREDIT_PRIV_H
#define NJ_GATEWAY_QQBOT_CREDIT_PRIV_H

#include "gateway/qqbot/credit.h"
#include "gateway/qqbot/ring.h"

#define NJ_QB_BUCKETS 1024
#define NJ_QB_CREDITS_MAX \
 8 /* of a chat; more are not needed: newer ones come */
#define NJ_QB_MINUTE_MS 60000

struct nj_qb_credit {
    enum nj_qb_ref_kind kind; /* NONE: no credit stands here */
    uint32_t left;
    uint32_t seq; /* of the answer before; 0: there was none */
    int64_t sure_ms, until_ms;
    char ref[NJ_QB_REF_MAX];
};

struct nj_qb_chat {
    struct nj_qb_chat *next;         /* of its bucket */
    struct nj_qb_chat *next_changed; /* of those that are not kept yet ... */
    bool changed;                    /* ... and it is one */
    bool kept;                       /* something of it is */
    bool group;
    enum nj_qb_state state;
    struct nj_qb_credit credits[NJ_QB_CREDITS_MAX];
    struct nj_qb_ring all, pushes;
    int64_t day; /* of `pushed` */
    uint32_t pushed;
    int64_t held_ms; /* no push before ... */
    int64_t hold_ms; /* ... and how long the next time */
    char address[NJ_ADDRESS_MAX];
};

struct nj_qb_ledger {
    struct nj_qb_limits limits;
    struct nj_qb_chat *buckets[NJ_QB_BUCKETS];
    struct nj_qb_chat *changed;
    struct nj_qb_ring groups, people;
    int64_t held_ms, hold_ms;  /* everything, likewise */
    int64_t no_tries_until_ms; /* a late answer has been refused */
};

struct nj_qb_chat *nj_qb_chat_of(struct nj_qb_ledger *l, const char *address);
bool nj_qb_chat_idle(const struct nj_qb_chat *chat, struct nj_qb_now now);

#endif
