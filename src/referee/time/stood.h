/*
 * Since when clocks stand, as the store knows it: a kill makes nobody's outage
 * shorter, and nobody's longer.
 */
#ifndef NJ_REFEREE_TIME_STOOD_H
#define NJ_REFEREE_TIME_STOOD_H

#include <stdbool.h>
#include <stdint.h>

struct nj_chat;
struct nj_entry;
struct nj_referee;

#define NJ_STOOD_MAX 16

/*
 * Outages of the whole program that some match has yet to move by, in order: a
 * start may be cut short before all have, and so may the next. Since when
 * clocks stand, and when that start was; a match that nobody has touched since
 * then stands as long.
 */
struct nj_stood {
    uint32_t n;

    struct {
        int64_t since_ms, start_ms;
    } v[NJ_STOOD_MAX];
};

struct nj_stood nj_stood_read(struct nj_referee *r);
/* Finds the first of them that the match has not moved by; l->n: none. */
uint32_t nj_stood_by(const struct nj_stood *l, const struct nj_entry *e);
/* One more, which ends now; those that all matches have moved by are left
 * out. */
void nj_stood_note(struct nj_referee *r, const struct nj_stood *l,
                   int64_t since_ms);
/* All have moved. */
void nj_stood_clear(struct nj_referee *r);

/* Reads, at the start, which gateways were down when the program went. */
void nj_stood_gateways_read(struct nj_referee *r);
/* Last in the transaction of the turn: since when gateways are down, or were, as
 * long as what they held up has not moved. That one is up again waits until
 * something else is written: on a full disk a turn that only hears so is not
 * undone, and people can be told. */
void nj_stood_gateways_keep(struct nj_referee *r);
/* The turn will not be undone any more; it has written something, or not. */
void nj_stood_gateways_commit(struct nj_referee *r, bool wrote);

#define NJ_STOOD_GROUPS_MAX 64 /* of each kind that are remembered */

/* Groups for whose sake matches stand: `since_ms` of a chat tells, 0: it is none
 * of them. They are kept under that key, and read back when the books have
 * been. */
void nj_stood_groups_keep(struct nj_referee *r, const char *key,
                          int64_t (*since_ms)(const struct nj_chat *c));
void nj_stood_groups_read(struct nj_referee *r, const char *key,
                          void (*restore)(struct nj_referee *r,
                                          struct nj_chat *c, int64_t since_ms));
/* Its matches stand since then, NJ_HOLD_..., whatever else has happened
 * meanwhile. */
void nj_stood_group(const struct nj_chat *c, uint8_t why, int64_t since_ms);

/* A match stands because of somebody who cannot be reached: it has since he
 * could not be, which may be longer than this life. */
void nj_stood_unreached(struct nj_referee *r, struct nj_entry *e);

#endif
