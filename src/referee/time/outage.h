/*
 * Outages, of a gateway or of the whole program: clocks stand, and afterwards
 * deadlines move.
 */
#ifndef NJ_REFEREE_TIME_OUTAGE_H
#define NJ_REFEREE_TIME_OUTAGE_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_referee;

/* A gateway is up, or down. */
void nj_outage_gateway(struct nj_referee *r, uint8_t gateway, bool up);
/* A turn that heard that it is up is undone: it is down, since it went down,
 * until it is heard again. */
void nj_outage_undo_up(struct nj_referee *r, uint8_t gateway);
/* At the start: deadlines stand since `alive_ms`, when the program was last
 * heard of, until nj_outage_catch_up() has moved them. */
void nj_outage_recover(struct nj_referee *r, int64_t alive_ms);
/* Comes behind that: no gateway is up until it says so. */
void nj_outage_begin(struct nj_referee *r);
/* We live, but heard nobody since `since_ms` (nj_clocks_gap). */
void nj_outage_gap(struct nj_referee *r, int64_t since_ms);
/* Does the same for books that were made anew. */
void nj_outage_again(struct nj_referee *r);
/* Moves those of one match, which is awake. */
void nj_outage_release(struct nj_referee *r, struct nj_entry *e);

/* Says how much of one turn's share of that is done; zero as a turn begins. */
struct nj_share {
    uint32_t looked, moved;
};

/* Moves the deadlines that an outage left behind. Returns a match that has to
 * be woken for it, and is called again; NULL: the share is done. */
struct nj_entry *nj_outage_catch_up(struct nj_referee *r,
                                    struct nj_share *done);

#endif
