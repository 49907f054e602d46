/*
 * The real referee on a disk in memory, a match that people play on it, and
 * what must hold when a life of the process ends at any moment (design 5,
 * goals R1, R3, R4).
 *
 * The match is played once, undisturbed; that is the reference. Its turns are
 * numbered from 0, which is the empty disk. What is found on a disk after an
 * accident has to be exactly what the reference had after one of its turns:
 * then no command is half done, none is lost and none is done twice.
 *
 *     nj_trial_open(&t, "cuts");
 *     nj_trial_record(&t, 30);
 *     nj_disk_cut(...);
 *     nj_trial_check(&t, &found);
 *     nj_trial_close(&t);
 */
#ifndef NJ_FAULT_TRIAL_H
#define NJ_FAULT_TRIAL_H

#include "base/random.h"
#include "cli/house.h"
#include "fault/disk.h"

#define TRIAL_USERS 3

extern const char *const nj_trial_names[TRIAL_USERS];

/* What somebody types. */
struct trial_command {
    uint8_t user;
    bool group;
    int64_t at_ms;
    char text[40];
};

/* A text that was handed to the gateway. */
struct trial_said {
    uint32_t turn;  /* whose commit came before it */
    uint32_t calls; /* of the disk before it */
    char *to, *text;
    bool stored; /* a row stands behind it; answers to questions have none */
};

struct trial_said_list {
    struct trial_said *list;
    uint32_t n;
};

/* After a turn of the reference. */
struct trial_turn {
    uint32_t calls;   /* of the disk, so far */
    uint32_t command; /* which it belongs to */
    struct nj_hash all;
    struct nj_hash lasting; /* inputs and messages, without their fate */
};

/* One life of the process. */
struct trial_life {
    struct nj_house house; /* one gateway, which remembers */
    int64_t now_ms;
    int64_t slept_ms; /* no hand of its clock but the steady one has seen it */
    struct trial_said_list said;
    /* After each turn that succeeded; may be NULL. */
    void (*turned)(void *ctx);
    /* Before a text is handed over; may be NULL. */
    void (*saying)(void *ctx, const char *text);
    void *ctx;
    uint32_t turns; /* that succeeded, and so a number of the reference */
};

struct trial {
    char path[256];
    struct nj_env env;
    struct trial_life life;
    struct nj_rng chance;
    struct trial_command *commands;
    uint32_t n_commands;
    struct trial_turn *turns;
    uint32_t n_turns;
    struct trial_said_list said; /* by the reference */
    char mark[64];               /* of what may come twice */
    char over[64];               /* the line behind that */
};

/* Installs the disk. `name` is of the test; asserts on any failure. */
void nj_trial_open(struct trial *t, const char *name);
void nj_trial_close(struct trial *t);

/* Plays `n` commands on an empty disk with its record on. */
void nj_trial_record(struct trial *t, uint32_t n);

/* --- lives --- */

/* Opens the store and the referee and comes to rest. On failure the life is
 * over, as the program's would be. */
NJ_MUST_USE enum nj_status nj_trial_begin(struct trial *t, struct nj_err *err);
/* Command `i`, with the id that it had in the reference. */
NJ_MUST_USE enum nj_status nj_trial_say(struct trial *t, uint32_t i,
                                        struct nj_err *err);
void nj_trial_said_free(struct trial_said_list *l);
/* Turns until there is nothing to do at this moment. */
NJ_MUST_USE enum nj_status nj_trial_rest(struct trial *t, struct nj_err *err);
/* Drops it all; what was said stays until the next one. */
void nj_trial_end(struct trial *t);

/* --- what is found --- */

/* What is known of the life that has ended on the present disk. */
struct trial_known {
    uint32_t first, last; /* it ended after one of these turns */
    uint32_t calls;       /* texts behind that many calls were not said */
    bool heard;           /* look for what the reference had said by then */
    uint32_t more;        /* commands to go on with */
};

/* Fails unless the disk has what lasts of the reference's end. */
void nj_trial_check_end(struct trial *t, const char *what);

/* The turn whose state the disk has, or UINT32_MAX. Asserts that SQLite finds
 * no damage. */
uint32_t nj_trial_find(struct trial *t, uint32_t first, uint32_t last);

/*
 * Finds the turn, starts the referee, compares what it says again with what
 * had been said and not settled, repeats the command in hand and goes on, and
 * compares with the reference. `what` names the accident in a failure.
 */
void nj_trial_check(struct trial *t, const struct trial_known *k,
                    const char *what);

/* The rest of that, for a disk that is like no turn of the reference: starts,
 * repeats command `from` and goes on. */
void nj_trial_go_on(struct trial *t, uint32_t from, uint32_t more,
                    const char *what);

#endif
