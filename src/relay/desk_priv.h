/*
 * What the files of a desk share.
 */
#ifndef NJ_RELAY_DESK_PRIV_H
#define NJ_RELAY_DESK_PRIV_H

#include <pthread.h>
#include <stdatomic.h>

#include "relay/desk.h"
#include "relay/steps.h"
#include "relay/wire.h"
#include "store/relay.h"

#define NJ_DESK_MAX 8

/* A gateway that another worker holds. */
struct nj_proxy {
    struct nj_gateway base;
    struct nj_gateway_ops ops; /* those that it has of all */
    struct nj_desk *desk;
    uint32_t at; /* among the desk's */
    /* Under the desk's lock. */
    struct nj_names friends, shown;
    char link[NJ_WIRE_LINK_MAX]; /* how one begins; "": not known */
    int64_t done;                /* rows up to here are worked off ... */
    int64_t told;                /* ... and gone */
    uint64_t *open;              /* calls without a fate */
    uint32_t n_open, cap_open;
    bool stopped;
};

/* A call on its way into a row. */
struct nj_desk_item {
    struct nj_desk_item *next;
    char *text; /* an object */
    size_t len;
};

struct nj_desk {
    const char *url;
    int64_t books;
    struct nj_inbox *inbox;
    struct nj_proxy *proxy[NJ_DESK_MAX];
    const char *names[NJ_DESK_MAX];
    int64_t behind[NJ_DESK_MAX]; /* of the thread that reads */
    uint32_t n;
    pthread_mutex_t lock;
    pthread_cond_t news; /* for the thread that writes, and who waits for it */
    /* Under the lock. */
    struct nj_desk_item *first, **end;
    int64_t others; /* count of calls without a fate */
    bool writing;   /* some are on their way */
    bool running;
    atomic_bool ending;
    struct nj_steps reader, writer;
    struct nj_relay *reader_line, *writer_line;
    /* Of the thread that writes. */
    bool begun;
    struct nj_str batch; /* empty: nothing is on its way */
    int64_t batches;     /* counted until this one */
};

void nj_desk_lock(struct nj_desk *d);
void nj_desk_unlock(struct nj_desk *d);
/* Starts its threads, once. */
NJ_MUST_USE enum nj_status nj_desk_start(struct nj_desk *d, struct nj_err *err);
/* That proxy calls no more: waits for what it has open, for at most so long.
 * With the last of them the threads end, and what is open is lost. */
void nj_desk_leave(struct nj_proxy *p, int64_t flush_ms);
/* Under the lock. Takes the object over; it is written as soon as can be. */
void nj_desk_write(struct nj_desk *d, struct nj_str *object);

/* --- proxy.c --- */

/* Under the lock. A call has a fate now; false: nobody waits for it. */
bool nj_proxy_settle(struct nj_proxy *p, uint64_t call);

#endif
