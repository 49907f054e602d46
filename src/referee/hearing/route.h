/*
 * Which match is meant, and by what kind of words: from an event to a command
 * that runs. Ordinary talk ends here without a trace.
 */
#ifndef NJ_REFEREE_HEARING_ROUTE_H
#define NJ_REFEREE_HEARING_ROUTE_H

#include <stdbool.h>

struct nj_event;
struct nj_referee;

void nj_route_message(struct nj_referee *r, const struct nj_event *ev);
/* Is somebody asking for something, or is it ordinary talk? Wakes nothing. */
bool nj_route_asks(struct nj_referee *r, const struct nj_event *ev);

#endif
