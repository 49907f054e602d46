/*
 * Houses: gateways of one configuration whose people have nothing to do with
 * each other. A house has its own tables, ratings and people, in a schema of the
 * database, and a process that serves it; the one without a name stands in the
 * schema of the URL itself. Where no gateway names a house there is that one
 * alone.
 */
#ifndef NJ_CONFIG_HOUSE_H
#define NJ_CONFIG_HOUSE_H

#include "config/options.h"

/* Their names in the order of the file, lent; returns how many. */
uint32_t nj_config_houses(const struct nj_config *c,
                          const char *names[NJ_GATEWAYS_ALL]);

/* Some gateway names one. */
bool nj_config_has_houses(const struct nj_config *c);

/* An address such as "qq:u:77" begins with the name of one of its gateways. */
bool nj_config_knows(const struct nj_config *c, const char *address);

/*
 * Leaves of the configuration what concerns that house ("": the one without a
 * name): its gateways and their owners, its schema of the database, and the
 * ports of the house's place in the file, the first of which has those that are
 * configured. NJ_ERR_NOT_FOUND: there is no such house.
 */
NJ_MUST_USE enum nj_status nj_config_take_house(struct nj_config *c,
                                                const char *house,
                                                struct nj_err *err);

#endif
