/*
 * The whole program in simulation (goals R5, R9): the referee on clocks that
 * nobody keeps right, platforms that drop, repeat, delay and die, a disk that fills up, a
 * process that is killed between any two of its writes and sends, people who
 * type whatever comes to their minds. One process, one thread, all chance from
 * one seed: a run that fails is the same run again.
 *
 * What must hold is checked while it goes on (sim_ledger.c) and at the end,
 * when everything has been well for an hour.
 */
#ifndef NJ_SIMULATION_SIM_H
#define NJ_SIMULATION_SIM_H

#include <stdint.h>

#include "cli/env.h"

/* Kinds of trouble. A run draws which of them it has. */
enum nj_sim_trouble {
    NJ_SIM_CALLS = 1,      /* sends time out, get lost, are not sent */
    NJ_SIM_LINKS = 2,      /* connections die */
    NJ_SIM_REPEATS = 4,    /* messages come twice */
    NJ_SIM_DROPS = 8,      /* messages never come */
    NJ_SIM_DELAYS = 16,    /* messages and answers come late */
    NJ_SIM_KILLS = 32,     /* the process dies */
    NJ_SIM_DISK = 64,      /* the disk is full for a while */
    NJ_SIM_REFUSALS = 128, /* people cannot be written to; groups mute us */
    NJ_SIM_JUMPS = 256,    /* nothing runs for a while */
    NJ_SIM_CLOCKS = 512,   /* the wall clock jumps, drifts, stands */
    NJ_SIM_SLEEP = 1024,   /* the machine sleeps */
    NJ_SIM_STAMPS = 2048,  /* platforms' clocks jump, drift, stand */
    NJ_SIM_ALL = 4095
};

struct nj_sim_plan {
    unsigned trouble; /* 0: the run draws it */
    uint32_t steps;
    uint32_t reconnects; /* of 100 steps, so many are a reconnect */
    uint32_t words;      /* messages that people write in a step, at most */
    uint32_t workers;    /* that share the database; 0: 1 */
};

/* What a run did, for a test that wants to know that it did something. */
struct nj_sim_sums {
    uint32_t turns, kills, reconnects, repeats, inputs, matches, delivered;
    uint32_t marked, full;
    uint32_t followed; /* times that another worker took over */
    uint32_t jumps, sleeps, fired, late;
    /* on QQ's official platform; calls or answers lost there */
    uint32_t answers, pushes, put_off, lost;
};

/* Ends the test, with the seed, if anything does not hold. Adds to `sums`. */
void nj_sim_run(const struct nj_env *env, uint64_t seed,
                const struct nj_sim_plan *plan, struct nj_sim_sums *sums);

#endif
