/*
 * What of a configuration is whose.
 */
#include "config/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/database.h"

static uint32_t place_of(const char *const *names, uint32_t n,
                         const char *house)
{
    uint32_t i = 0;

    while (i < n && strcmp(names[i], house) != 0)
        i++;
    return i;
}

uint32_t nj_config_houses(const struct nj_config *c,
                          const char *names[NJ_GATEWAYS_ALL])
{
    uint32_t n = 0;

    for (size_t i = 0; i < c->gateway_count; i++)
        if (place_of(names, n, c->gateways[i].house) == n)
            names[n++] = c->gateways[i].house;
    return n;
}

bool nj_config_has_houses(const struct nj_config *c)
{
    size_t i = 0;

    while (i < c->gateway_count && c->gateways[i].house[0] == '\0')
        i++;
    return i < c->gateway_count;
}

static enum nj_status no_house(const char *const *names, uint32_t n,
                               const char *house, struct nj_err *err)
{
    struct nj_str all =
        NJ_STR_INIT((size_t)NJ_GATEWAYS_ALL * (NJ_HOUSE_MAX + 2));
    enum nj_status st;

    for (uint32_t i = 0; i < n; i++)
        if (names[i][0] != '\0')
            nj_str_addf(&all, "%s%s", all.len == 0 ? "" : ", ", names[i]);
    if (all.len == 0)
        st = nj_fail(err, NJ_ERR_NOT_FOUND,
                     "no house '%.40s': no gateway names one", house);
    else if (house[0] == '\0')
        st = nj_fail(err, NJ_ERR_NOT_FOUND,
                     "all gateways have a house: name one by --house: %s",
                     all.p);
    else
        st = nj_fail(err, NJ_ERR_NOT_FOUND, "no house '%.40s'; there are: %s",
                     house, all.p);
    nj_str_fini(&all);
    return st;
}

bool nj_config_knows(const struct nj_config *c, const char *address)
{
    size_t n = strcspn(address, ":");

    for (size_t i = 0; i < c->gateway_count; i++)
        if (strlen(c->gateways[i].name) == n &&
            strncmp(c->gateways[i].name, address, n) == 0)
            return true;
    return false;
}

static void keep_owners(struct nj_config *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->owner_count; i++)
        if (nj_config_knows(c, c->owners[i]))
            memmove(c->owners[n++], c->owners[i], sizeof(c->owners[0]));
    c->owner_count = n;
}

/* Those of the whole configuration, moved by the place of a house. */
static void move_ports(struct nj_config *c, uint32_t place)
{
    char *port = strrchr(c->metrics_listen, ':');
    long moved;

    if (c->health_port != 0)
        c->health_port += place;
    if (port == NULL)
        return;
    moved = strtol(port + 1, NULL, 10) + (long)place;
    NJ_ASSERT(moved > 0 && moved <= UINT16_MAX); /* the reader has seen to it */
    (void)snprintf(port, sizeof(":65535"), ":%u", (unsigned)(uint16_t)moved);
}

enum nj_status nj_config_take_house(struct nj_config *c, const char *house,
                                    struct nj_err *err)
{
    const char *names[NJ_GATEWAYS_ALL];
    char url[NJ_PATH_MAX];
    uint32_t n = nj_config_houses(c, names);
    uint32_t place = place_of(names, n, house);
    bool fits = true;
    size_t kept = 0;

    if (place == n)
        return no_house(names, n, house, err);
    for (size_t i = 0; i < c->gateway_count; i++)
        if (strcmp(c->gateways[i].house, house) == 0)
            c->gateways[kept++] = c->gateways[i];
    c->gateway_count = kept;
    keep_owners(c);
    move_ports(c, place);
    if (house[0] != '\0') {
        fits = nj_database_house(c->database, house, url, sizeof(url));
        memcpy(c->database, url, sizeof(url));
    }
    NJ_ASSERT(fits); /* the reader has seen to it */
    return NJ_OK;
}
