/*
 * A second ledger, as plain as can be: it keeps all that ever happened and
 * counts it anew each time. What gateway/qqbot/credit.h says must come out of
 * it word for word; and it knows the platform's own limits, which nothing that
 * is taken may go beyond.
 */
#ifndef NJ_TESTS_GATEWAY_QQBOT_PLAIN_LEDGER_H
#define NJ_TESTS_GATEWAY_QQBOT_PLAIN_LEDGER_H

#include "gateway/qqbot/credit.h"

#define PLAIN_CHATS  6 /* the even ones are groups */
#define PLAIN_EVENTS 6000

struct plain_grant {
    int chat;
    enum nj_qb_ref_kind kind;
    int64_t from_ms;
    uint32_t used, used_up; /* taken; to be counted as taken */
    bool gone;              /* another has its place */
    char ref[NJ_QB_REF_MAX];
};

struct plain_taken {
    int chat;
    bool push;
    struct nj_qb_now at;
};

struct plain_chat {
    enum nj_qb_state state;
    int64_t held_ms, hold_ms;
};

struct plain_ledger {
    const struct nj_qb_limits *limits;
    struct plain_grant grants[PLAIN_EVENTS];
    struct plain_taken taken[PLAIN_EVENTS];
    struct plain_chat chats[PLAIN_CHATS];
    int n_grants, n_taken;
    int64_t held_ms, hold_ms, no_tries_until_ms;
};

const char *plain_address(int chat);
/* The moment at which a credit of that age would end is no other's: which of
 * two goes first is not said. */
bool plain_is_apart(const struct plain_ledger *p, int chat,
                    enum nj_qb_ref_kind kind, int64_t from_ms);
void plain_grant(struct plain_ledger *p, int chat, enum nj_qb_ref_kind kind,
                 const char *ref, int64_t age_ms, struct nj_qb_now now);
void plain_switch(struct plain_ledger *p, int chat, enum nj_qb_switch pushes,
                  struct nj_qb_now now);
void plain_take(struct plain_ledger *p, int chat, bool spare,
                struct nj_qb_now now, struct nj_qb_ticket *out);
void plain_settle(struct plain_ledger *p, int chat,
                  const struct nj_qb_ticket *t, enum nj_qb_became what,
                  int64_t retry_ms, struct nj_qb_now now);
/* Nothing taken so far goes beyond what the platform itself allows. */
void plain_check_platform(const struct plain_ledger *p, bool verified);

#endif
