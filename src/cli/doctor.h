/*
 * What keeps this installation from working: checks by subject, each of which
 * tells one line a finding. Sentences are texts `doctor.<key>` (probe.h).
 */
#ifndef NJ_CLI_DOCTOR_H
#define NJ_CLI_DOCTOR_H

#include "config/options.h"
#include "gateway/probe.h"
#include "locale/catalog.h"

#define NJ_DOCTOR_GROUPS 20 /* looked into; more tell nothing new */

struct nj_doctor {
    struct nj_catalog *texts; /* lent, with lang and config */
    const char *lang;
    struct nj_config *config;
    uint32_t wrong; /* findings so far */
    bool serving;   /* another process has the database open */
    bool live;      /* what platforms do is tried out with people */
    /* Where tables and matches are open, as the database knows them. */
    char groups[NJ_DOCTOR_GROUPS][NJ_ADDRESS_MAX];
    uint32_t n_groups;
};

/* Prints a finding, and counts it if it is wrong. The type is that of
 * nj_probe.tell, ctx the doctor. */
void nj_doctor_tell(void *ctx, enum nj_found found, const char *key,
                    const char *where, const char *what);

/* doctor_house.c: files, fonts, disk. */
void nj_doctor_house(struct nj_doctor *d);
/* doctor_store.c: the database; notes whether it is open and the groups. */
void nj_doctor_store(struct nj_doctor *d);
/* doctor_gateways.c: tokens, rules, ports, and what each finds out there. */
void nj_doctor_gateways(struct nj_doctor *d);
/* doctor_alive.c: asks /healthz of the service that is configured there; the
 * exit status: NJ_EXIT_WELL if it is well. NULL: the defaults, which have no
 * port to ask at. `house`: which service (config/house.h). */
int nj_doctor_alive(const char *path, const char *house);

#endif
