/*
 * A whole referee in a test: real store, memory gateway, a clock that moves
 * when told. Users are "qq:u:NAME", the group is "qq:g:1"; whatever has a
 * colon is an address, of either gateway.
 */
#ifndef NJ_KIT_HOUSE_H
#define NJ_KIT_HOUSE_H

#include "cli/house.h"
#include "gateway/memory/memory.h"

struct house {
    struct nj_env env;
    struct nj_house in;
    /* Lent by `in` while it stands: what tests look at most. */
    struct nj_store *store;
    struct nj_inbox *inbox;
    struct nj_referee *referee;
    struct nj_gateway *gateway; /* "qq" */
    struct nj_gateway *second;  /* "tg" */

    int64_t now_ms;   /* true time; the clocks of the machine go with it */
    int64_t wrong_ms; /* but the wall clock shows so much more */
    int64_t slept_ms; /* and so much of it the machine slept */
    int32_t skew_ms;  /* of a platform's clock: so much ahead */
    int32_t delay_ms; /* so long were messages under way */
    bool pictures;    /* "tg" shows pictures */
    bool paced;       /* keep the real limits of speed */
    uint16_t can;     /* what "tg" can, NJ_CAN_... */
    uint8_t seed;     /* of all draws; 0: the usual one */
    bool stamped;     /* messages have stamps */
    const struct nj_loaded_game *games; /* NULL: the program's */
    uint32_t n_games;
    uint32_t ids;      /* message ids given so far */
    uint32_t unheeded; /* orders that may go without an answer; else none */
    /* For the next house_kill() on. */
    const char *const *owners;
    const struct nj_admissions *admissions;
};

/* A new database of that name in the build folder, or on PostgreSQL
 * (kit/pg_server.h); asserts on any failure. */
void house_open(struct house *h, const char *name);
/* Drops referee, store and gateway as a kill would, and starts them again
 * after `down_ms`. What was not committed is gone. */
void house_kill(struct house *h, int64_t down_ms);
void house_close(struct house *h);
/* Other games than the program's own, from now on; `games` is lent. */
void house_games(struct house *h, const struct nj_loaded_game *games,
                 uint32_t n);

/* Somebody writes; the referee takes turns until nothing is left to do. */
void house_group(struct house *h, const char *user, const char *text);
void house_private(struct house *h, const char *user, const char *text);
/* The same in any group; `user` is an address on the same gateway. */
void house_group_at(struct house *h, const char *group, const char *user,
                    const char *text);
void house_pass(struct house *h, int64_t ms);
/* The machine sleeps so long; then as house_pass(). */
void house_sleep(struct house *h, int64_t ms);
/* Turns until the referee has nothing more to do at this moment. */
void house_run(struct house *h);

/* At least `n` pictures were sent since the last house_forget(). */
void house_pictures(struct house *h, uint32_t n);

/* The newest text sent to a chat ("group" or a user's name) that contains
 * `part`, or NULL. Only what was sent since the last house_forget(). */
const char *house_heard(struct house *h, const char *chat, const char *part);
void house_forget(struct house *h);

/* A host types the digits that he was asked for last, in private. */
void house_confirm(struct house *h, const char *host);

/* Opens a table of long-night in the group, seats the users (separated by
 * spaces) with their private chats proved, and begins. */
void house_begin(struct house *h, const char *users, const char *options);
/* Opens a live table of masked-killer in that group and plays it to the first
 * turn, of which all that was sent is forgotten (house_street_told: nothing is):
 * of 2 to 4 users (addresses, separated by spaces) the first hunts, from
 * J9, the others have Laurie, whose turn it is, Annie and Lynda. Who hosts it
 * without a seat, or NULL, is called "host". */
void house_street(struct house *h, const char *group, const char *users,
                  const char *host);
void house_street_told(struct house *h, const char *group, const char *users,
                       const char *host);
/* The code of the only open match of the group, from its card. */
const char *house_code(struct house *h);

#endif
