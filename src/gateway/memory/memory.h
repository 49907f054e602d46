/*
 * The gateway of the tests: no thread, no socket. What is sent is kept in a
 * list that the test reads; what happens is what the test says.
 */
#ifndef NJ_GATEWAY_MEMORY_MEMORY_H
#define NJ_GATEWAY_MEMORY_MEMORY_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

struct nj_memory_sent {
    uint64_t call;
    bool group;
    char to[NJ_ADDRESS_MAX];
    char *text;
    char mentions[256]; /* addresses joined by ',' */
};

struct nj_gateway *nj_memory_create(const char *name, uint8_t index,
                                    struct nj_inbox *inbox);

/* Somebody writes; at_ms 0: no time. `id` "" makes a fresh one. */
void nj_memory_group(struct nj_gateway *g, const char *group, const char *user,
                     const char *name, const char *id, const char *text);
void nj_memory_private(struct nj_gateway *g, const char *user, const char *name,
                       const char *id, const char *text);

/*
 * What becomes of sends: by default each is NJ_FATE_SENT at once. After
 * nj_memory_fate() calls to addresses beginning with `prefix` ("" all) get
 * `fate`, or no answer at all if `silent`.
 */
void nj_memory_fate(struct nj_gateway *g, const char *prefix, enum nj_fate fate,
                    bool silent);
/* Gives a held call its fate. */
void nj_memory_settle(struct nj_gateway *g, uint64_t call, enum nj_fate fate);
/* The link goes down or up, with its event. While down nothing is sent:
 * NJ_FATE_NOT_SENT. */
void nj_memory_link(struct nj_gateway *g, bool up);

/* A group is called otherwise from now on. */
void nj_memory_move(struct nj_gateway *g, const char *from, const char *to);

/* What was sent since the last nj_memory_clear(), in order. */
uint32_t nj_memory_count(const struct nj_gateway *g);
const struct nj_memory_sent *nj_memory_get(const struct nj_gateway *g,
                                           uint32_t i);
void nj_memory_clear(struct nj_gateway *g);

#endif
