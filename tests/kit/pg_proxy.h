/*
 * Stands between a program and a PostgreSQL server (kit/pg_server.h) and does
 * what networks and servers do: it cuts, stalls, and answers with failures, at
 * a trip of the test's choice.
 *
 * A trip is what the program sends until it waits for an answer. What is done
 * to one happens in front of it (the server never hears of it) or behind it
 * (the server has carried it out and its answer gets lost).
 */
#ifndef NJ_KIT_PG_PROXY_H
#define NJ_KIT_PG_PROXY_H

#include <stddef.h>
#include <stdint.h>

struct nj_pg_proxy;

enum nj_pg_act {
    NJ_PG_ACT_FAIL, /* the server never hears of it; the answer is a failure */
    NJ_PG_ACT_CUT_BEFORE,
    NJ_PG_ACT_CUT_BEHIND,
    NJ_PG_ACT_STALL_BEFORE, /* that connection says nothing any more */
    NJ_PG_ACT_STALL_BEHIND
};

/* What becomes of new connections. */
enum nj_pg_door {
    NJ_PG_DOOR_OPEN,
    NJ_PG_DOOR_SHUT,   /* cut at once, and so are those that are open */
    NJ_PG_DOOR_SILENT, /* nothing goes through, of those that are open either */
    NJ_PG_DOOR_FULL    /* the server has no connection left */
};

/* `url` is one of nj_pg_server_database(); its own goes to `out`. */
struct nj_pg_proxy *nj_pg_proxy_start(const char *url, char *out, size_t cap);
void nj_pg_proxy_stop(struct nj_pg_proxy *p);

/* The n-th trip from now on, counted from 1, over all connections; 0: none.
 * `state` is PostgreSQL's five characters, of a failure. */
void nj_pg_proxy_at(struct nj_pg_proxy *p, uint32_t nth, enum nj_pg_act act,
                    const char *state);
/* How many trips there were since. */
uint32_t nj_pg_proxy_trips(struct nj_pg_proxy *p);
void nj_pg_proxy_door(struct nj_pg_proxy *p, enum nj_pg_door door);

#endif
