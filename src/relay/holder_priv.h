/*
 * What the files of a holder share.
 */
#ifndef NJ_RELAY_HOLDER_PRIV_H
#define NJ_RELAY_HOLDER_PRIV_H

#include <stdatomic.h>

#include "relay/holder.h"
#include "relay/steps.h"
#include "relay/wire.h"
#include "store/relay.h"

#define NJ_HOLDER_RETRY_MS 300

/* A gateway, held or not. */
struct nj_slot {
    struct nj_holder *h;
    const char *name;
    struct nj_gateway *real; /* NULL: it is not held */
    struct nj_inbox *inbox;
    int64_t epoch;
    int64_t batch; /* the next to be claimed */
    bool spoiled;  /* it cannot be made here */
    /* Of the thread that hears. */
    struct nj_steps ear;
    struct nj_relay *line;
    int64_t next;       /* count of the next row */
    struct nj_str rows; /* these are to be written down ... */
    uint32_t n_rows;    /* ... so many */
    bool last;          /* and no others */
    bool torn;          /* some were given up: none behind them is written */
    bool up, no_pictures;
    /* Somebody else keeps the books now and knows nothing of it. */
    atomic_bool retell;
};

struct nj_holder {
    struct nj_holder_setup setup;
    struct nj_slot slot[NJ_HOLDER_MAX];
    _Atomic int64_t worker;  /* 0: not yet */
    _Atomic int64_t good_ms; /* alive without a gap since then; 0: not now */
    _Atomic int64_t renewed_ms;
    atomic_bool ending; /* nothing is taken any more ... */
    atomic_bool given;  /* ... and nothing is held */
    int64_t flush_ms;
    /* The thread that renews, and the one that speaks and takes. */
    struct nj_steps pulse, mouth;
    struct nj_relay *pulse_line, *mouth_line;
    /* The latter's. */
    int64_t books; /* whose they were last */
    int64_t looked_ms;
};

/* Nothing is tried again any more. */
bool nj_holder_over(const struct nj_holder *h);

/* Steps of threads. ear.c: writes down what a gateway tells until an
 * NJ_EVENT_STOP has come. */
bool nj_slot_hear(void *slot);
/* mouth.c: says what is to be said, and takes and gives gateways. */
bool nj_holder_speak(void *holder);

#endif
