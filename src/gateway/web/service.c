/*
 * The thread of a gateway: its beginning and its end.
 */
#include "gateway/web/service.h"

#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"

void nj_service_init(struct nj_service *s)
{
    int rc = pthread_mutex_init(&s->lock, NULL);

    NJ_ASSERT(rc == 0);
}

void nj_service_fini(struct nj_service *s)
{
    NJ_ASSERT(!s->started);
    (void)pthread_mutex_destroy(&s->lock);
}

void nj_service_lock(struct nj_service *s)
{
    int rc = pthread_mutex_lock(&s->lock);

    NJ_ASSERT(rc == 0);
}

void nj_service_unlock(struct nj_service *s)
{
    int rc = pthread_mutex_unlock(&s->lock);

    NJ_ASSERT(rc == 0);
}

bool nj_service_takes(const struct nj_service *s)
{
    return s->serving && !s->stopping && s->open < NJ_CALLS_MAX;
}

void nj_service_wake(struct nj_service *s)
{
    if (s->serving)
        nj_http_wake(&s->http);
}

enum nj_status nj_service_start(struct nj_service *s, void *(*serve)(void *ctx),
                                void *ctx, struct nj_err *err)
{
    int rc;

    NJ_ASSERT(!s->started);
    s->serving = true;
    rc = pthread_create(&s->thread, NULL, serve, ctx);
    s->started = rc == 0;
    if (rc == 0)
        return NJ_OK;
    s->serving = false;
    return nj_fail(err, NJ_ERR_IO, "cannot start a thread: %s", strerror(rc));
}

bool nj_service_stop(struct nj_service *s, int64_t flush_ms)
{
    int rc;

    if (!s->started)
        return false;
    nj_service_lock(s);
    s->stopping = true;
    s->flush_until_ms = nj_monotonic_ms() + flush_ms;
    nj_service_wake(s);
    nj_service_unlock(s);
    rc = pthread_join(s->thread, NULL);
    NJ_ASSERT(rc == 0);
    NJ_ASSERT(s->open == 0);
    s->started = false;
    return true;
}

void nj_service_rest(struct nj_service *s, bool rest, int64_t now_ms)
{
    if (s->stopping && (rest || now_ms >= s->flush_until_ms))
        s->finished = true;
}

void nj_service_leave(struct nj_service *s)
{
    nj_service_lock(s);
    s->serving = false;
    nj_service_unlock(s);
}
