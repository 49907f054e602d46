/*
 * What the servers of the tests share: a place on 127.0.0.1 to listen at, and
 * how the test's thread waits for what a server's thread tells.
 */
#ifndef NJ_KIT_NEWS_H
#define NJ_KIT_NEWS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* A socket that listens at a port of its own, which it says; the caller closes
 * it. */
int nj_news_listen(uint16_t *port);

/* A condition that waits by the steady clock. */
void nj_news_init(pthread_cond_t *news);
/* The moment so long from now, for pthread_cond_timedwait(). */
struct timespec nj_news_until(int64_t wait_ms);
/* True as soon as the number, which the other thread counts up under the lock,
 * is at least `n`; false: it was not in time. */
bool nj_news_reached(pthread_mutex_t *lock, pthread_cond_t *news,
                     const uint32_t *number, uint32_t n, int64_t wait_ms);
uint32_t nj_news_number(pthread_mutex_t *lock, const uint32_t *number);

#endif
