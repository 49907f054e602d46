/*
 * Events and addresses: the values that travel between gateways and the
 * referee. No thread and no connection is known here.
 */
#include "gateway/gateway.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "gateway/private.h"

struct nj_event *nj_event_create(enum nj_event_kind kind, uint8_t gateway)
{
    struct nj_event *e = nj_alloc(sizeof(*e));

    e->kind = kind;
    e->gateway = gateway;
    return e;
}

void nj_event_set_text(struct nj_event *e, const char *text, size_t n)
{
    bool private = e->kind == NJ_EVENT_MESSAGE && !e->group;
    size_t max = e->kind == NJ_EVENT_KEEP ? NJ_KEPT_MAX
                 : private                ? NJ_TEXT_PRIVATE_MAX
                                          : NJ_TEXT_IN_MAX;

    NJ_ASSERT(nj_utf8_valid(text, n));
    e->cut = n > max;
    if (e->cut)
        n = nj_utf8_cut(text, n, max);
    free(e->text);
    e->text = nj_strndup(text, n);
}

void nj_event_destroy(struct nj_event *e)
{
    if (e == NULL)
        return;
    free(e->text);
    free(e);
}

void nj_event_destroy_all(struct nj_event *events)
{
    while (events != NULL) {
        struct nj_event *next = events->next;

        nj_event_destroy(events);
        events = next;
    }
}

static void join(char out[NJ_ADDRESS_MAX], const char *gateway, char kind,
                 const char *id)
{
    size_t n = strlen(gateway), m = strlen(id);

    NJ_ASSERT(n > 0);
    NJ_ASSERT(m > 0);
    NJ_ASSERT(n + m + 4 <= NJ_ADDRESS_MAX);
    NJ_ASSERT(strchr(gateway, ':') == NULL);
    memcpy(out, gateway, n); /* NOLINT: its end comes with the id */
    out[n] = ':';
    out[n + 1] = kind;
    out[n + 2] = ':';
    memcpy(out + n + 3, id, m + 1);
}

bool nj_gateway_name_fits(const char *name)
{
    size_t n = strlen(name);

    return n > 0 && n < sizeof(((struct nj_gateway *)0)->name) &&
           strchr(name, ':') == NULL;
}

void nj_address_group(char out[NJ_ADDRESS_MAX], const char *gateway,
                      const char *id)
{
    join(out, gateway, 'g', id);
}

void nj_address_user(char out[NJ_ADDRESS_MAX], const char *gateway,
                     const char *id)
{
    join(out, gateway, 'u', id);
}

static const char *id_of(const char *address, char kind)
{
    const char *colon = strchr(address, ':');

    if (colon == NULL || colon == address || colon[1] != kind ||
        colon[2] != ':' || colon[3] == '\0')
        return NULL;
    return colon + 3;
}

const char *nj_address_group_id(const char *address)
{
    return id_of(address, 'g');
}

const char *nj_address_user_id(const char *address)
{
    return id_of(address, 'u');
}

const char *nj_private_address(const struct nj_private *p)
{
    return p->address;
}

bool nj_address_is(const char *address, const char *gateway)
{
    size_t n = strlen(gateway);

    return n > 0 && strncmp(address, gateway, n) == 0 && address[n] == ':';
}
