/*
 * A thread that does the same thing again and again, as long as that says so.
 * All threads of this folder are such: between two steps one holds no lock and
 * has nothing in hand that is not written down in what it works on, so a step
 * that fails is simply the next one, too.
 */
#ifndef NJ_RELAY_STEPS_H
#define NJ_RELAY_STEPS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct nj_steps {
    pthread_t thread;
    bool (*step)(void *ctx);
    void *ctx;
};

/* Calls `step` until that says false; `s` stays where it is until the end.
 * False: no thread can be had. */
bool nj_steps_begin(struct nj_steps *s, bool (*step)(void *ctx), void *ctx);
/* Waits until it has said so. */
void nj_steps_end(struct nj_steps *s);
/* The last that a step does which has failed: the next one waits so long. */
void nj_steps_rest(int64_t ms);
/* Waits, under the lock, for news, for at most so long; the clock of `news` is
 * CLOCK_MONOTONIC. */
void nj_steps_doze(pthread_cond_t *news, pthread_mutex_t *lock, int64_t ms);

#endif
