/*
 * Events and calls of gateways as JSON, on their way between two workers.
 */
#ifndef NJ_RELAY_WIRE_H
#define NJ_RELAY_WIRE_H

#include "base/json.h"
#include "gateway/gateway.h"
#include "relay/names.h"
#include "store/relay.h"

#define NJ_WIRE_LINK_MAX 200

/* --- events --- */

/* Of those that tell of a platform; `friends`: as they are now, with an
 * NJ_EVENT_FRIENDS; NULL otherwise. */
void nj_wire_event(const struct nj_event *e, const struct nj_names *friends,
                   struct nj_json_out *o);
/* What a gateway knows of itself besides: how its links begin ("": nothing). */
void nj_wire_state(const char *link, struct nj_json_out *o);
/* Does that kind of event travel? */
bool nj_wire_takes(enum nj_event_kind kind);

struct nj_wire_heard {
    struct nj_event *event; /* the caller's; NULL: it was a state */
    char link[NJ_WIRE_LINK_MAX];
    struct nj_names friends; /* the caller's, of an NJ_EVENT_FRIENDS */
};

/* False: it is none of ours, and `out` holds nothing. */
bool nj_wire_read(const char *text, size_t n, uint8_t gateway,
                  struct nj_wire_heard *out);

/* --- calls --- */

/* Each an object by the name "call". `to` is an address. */
void nj_wire_group(const char *to, const struct nj_say *say,
                   struct nj_json_out *o);
void nj_wire_private(const char *to, const struct nj_say *say,
                     struct nj_json_out *o);
void nj_wire_courtesy(const char *to, const char *text, struct nj_json_out *o);
void nj_wire_press(const char *id, const char *text, const char *url,
                   struct nj_json_out *o);
void nj_wire_drop(const char *chat, const char *message, struct nj_json_out *o);
void nj_wire_withdraw(const char *group, const char *id, struct nj_json_out *o);
void nj_wire_friend(const char *id, bool accept, struct nj_json_out *o);
void nj_wire_member(const char *group, const char *who, struct nj_json_out *o);
void nj_wire_stored(int64_t offset, struct nj_json_out *o);

/* Makes the call of the gateway, as call `said->number` if it has a fate.
 * False: it is none of ours, and nothing was called. */
bool nj_wire_perform(struct nj_gateway *g, const struct nj_relay_said *said);
/* Asks that call for a member of a group? */
bool nj_wire_asks(const struct nj_relay_said *said);

#endif
