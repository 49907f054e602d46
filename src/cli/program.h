/*
 * The referee with everything around it: store, gateways, clock, signals.
 * What `serve` and `play` have in common.
 */
#ifndef NJ_CLI_PROGRAM_H
#define NJ_CLI_PROGRAM_H

#include "cli/env.h"
#include "cli/service.h"
#include "gateway/loop.h"
#include "referee/referee.h"
#include "render/studio.h"

#define NJ_PROGRAM_GATEWAYS_MAX 8

struct nj_sharing;

struct nj_program {
    struct nj_config *config; /* owned */
    const char *config_path;  /* lent; NULL: the defaults */
    const char *house;        /* lent; NULL: there are none */
    struct nj_env env;
    struct nj_store *store;
    struct nj_inbox *inbox;
    struct nj_gateway *gateways[NJ_PROGRAM_GATEWAYS_MAX];
    struct nj_pace paces[NJ_PROGRAM_GATEWAYS_MAX];
    uint32_t n_gateways;
    uint32_t rooms; /* bits: which of them are rooms */
    struct nj_admissions admissions[NJ_PROGRAM_GATEWAYS_MAX];
    const char *owners[NJ_OWNERS_MAX + 1];
    struct nj_referee_setup setup; /* completed by nj_program_start */
    struct nj_referee *referee;
    struct nj_service service;
    struct nj_studio *studio; /* NULL: no gateway shows pictures */
    bool failed;              /* a turn has: there is no last one */
    bool waited;       /* for another worker's database, before it was opened */
    bool stopped;      /* and was told to end meanwhile */
    bool yielded;      /* it ends for another worker; told by its inbox */
    int64_t turned_ms; /* when events were last taken; monotonic */
    int64_t lost_ms;   /* so long we should have run and did not */
    struct nj_sharing *sharing; /* cli/sharing.h; NULL: nothing is shared */
    int64_t position; /* without a store: where a gateway goes on reading */
    int64_t test_ms;  /* the test clock, if there is one */
    bool test_clock;
};

/*
 * Reads the configuration (`path` NULL: the defaults; `house` NULL: it has
 * none), texts and games, and opens the database (`database` NULL: the configured one), one that is older
 * than what people were told only if `accept_older`. Where several workers may
 * share it, waits until it is this one's turn. On failure nothing is left open,
 * and `waited` and `stopped` say how far it came.
 */
NJ_MUST_USE enum nj_status nj_program_open(struct nj_program *p,
                                           const char *path, const char *house,
                                           const char *database,
                                           bool accept_older,
                                           struct nj_err *err);

/* The referee's settings as configuration and texts have them now. */
void nj_program_fill_setup(struct nj_program *p);

/* What the configured gateways keep to, part of those settings; for programs
 * whose gateways are configured. */
void nj_program_fill_paces(struct nj_program *p);

/* Adds a gateway made by the caller; the program owns it. */
void nj_program_add(struct nj_program *p, struct nj_gateway *g);

/* How far earlier lives have moved the test clock; 0 without one. */
int64_t nj_program_passed_ms(struct nj_program *p);

/*
 * Makes one gateway of the configuration, which the caller starts, adds or
 * destroys. Without a store it knows of its earlier lives its position alone.
 */
NJ_MUST_USE enum nj_status nj_program_make(struct nj_program *p,
                                           const struct nj_config_gateway *c,
                                           struct nj_gateway **g,
                                           struct nj_err *err);

/* Makes the configured gateways. */
NJ_MUST_USE enum nj_status nj_program_connect(struct nj_program *p,
                                              struct nj_err *err);

/* Prints an address that lets one browser in, for each room; after the
 * start. */
void nj_program_invite(const struct nj_program *p);

/* Makes the referee and starts all gateways. */
NJ_MUST_USE enum nj_status nj_program_start(struct nj_program *p,
                                            struct nj_err *err);

/*
 * Turns until somebody says stop (a signal, the end of the terminal's input)
 * or `done` returns true. An error means that the disk cannot be trusted.
 */
NJ_MUST_USE enum nj_status nj_program_run(struct nj_program *p,
                                          bool (*done)(void *ctx), void *ctx,
                                          struct nj_err *err);

/* Ends in order whatever has been opened; safe on a zeroed program. */
void nj_program_close(struct nj_program *p);

#endif
