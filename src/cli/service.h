/*
 * The program as a service: signals, systemd, the health port, reading texts
 * and configuration again while it runs.
 */
#ifndef NJ_CLI_SERVICE_H
#define NJ_CLI_SERVICE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct nj_event;
struct nj_health;
struct nj_inbox;
struct nj_program;

struct nj_service {
    pthread_t catcher; /* waits for signals */
    bool catching;
    struct nj_health *health;  /* NULL: no port is configured */
    struct nj_health *metrics; /* NULL: no address is */
    int64_t watchdog_ms;       /* systemd wants to hear of us; 0: it does not */
    int64_t told_ms;           /* when figures and systemd were last told */
    bool shut_out; /* while it waits: it has no port, which was said */
};

/*
 * SIGTERM and SIGINT end in order, SIGHUP reads again, SIGUSR1 drains: each as
 * an event in the inbox. Called before any thread is started.
 */
void nj_service_signals(struct nj_service *s, struct nj_inbox *inbox);
/* If stderr is systemd's journal, as its environment says, lines there have
 * priorities from now on. */
void nj_service_journal(void);
/* Opens the health port and the address of /metrics, as far as they are
 * configured and not open yet. */
NJ_MUST_USE enum nj_status nj_service_open(struct nj_program *p,
                                           struct nj_err *err);
/* Tells systemd that we are ready. */
void nj_service_ready(void);
/* The same while another worker speaks, and that we wait on, to whoever asks for
 * our health as well; as often as one likes. A port that another one has,
 * perhaps who speaks, is tried again. */
void nj_service_waits(struct nj_program *p);
/* How long the loop may wait at most, so that it is seen to turn. */
int64_t nj_service_wait_ms(const struct nj_service *s, int64_t wait_ms);
/* After each turn: figures and the watchdog, at most once a second; where there
 * are figures the loop turns so often, and they are never older. */
void nj_service_turned(struct nj_program *p);
/*
 * Reads configuration, texts and command words again. What is wrong with them
 * is logged, and the old ones stay. Database, data folder and gateways stay as
 * they are until a restart, which the log says if they differ.
 */
void nj_service_reload(struct nj_program *p);
void nj_service_close(struct nj_service *s);

#endif
