/*
 * The strict OneBot gateway: waiting for what comes, and what came.
 */
#include <string.h>

#include "base/bug.h"
#include "kit/news.h"
#include "kit/onebot_server_priv.h"

bool nj_ob_server_connected(struct nj_ob_server *s, uint32_t n, int64_t wait_ms)
{
    return nj_news_reached(&s->lock, &s->news, &s->connections, n, wait_ms);
}

uint32_t nj_ob_server_connections(struct nj_ob_server *s)
{
    return nj_news_number(&s->lock, &s->connections);
}

uint32_t nj_ob_server_refusals(struct nj_ob_server *s)
{
    return nj_news_number(&s->lock, &s->refusals);
}

bool nj_ob_server_refused(struct nj_ob_server *s, uint32_t n, int64_t wait_ms)
{
    return nj_news_reached(&s->lock, &s->news, &s->refusals, n, wait_ms);
}

static uint32_t open_now(const struct nj_ob_server *s)
{
    uint32_t n = 0;

    for (int i = 0; i < NJ_OB_SERVER_CONNS; i++)
        n += s->conns[i].wsi != NULL;
    return n;
}

bool nj_ob_server_open(struct nj_ob_server *s, uint32_t n, int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    int rc = 0;
    bool so;

    nj_ob_server_lock(s);
    while (open_now(s) != n && rc == 0)
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
    so = open_now(s) == n;
    nj_ob_server_unlock(s);
    return so;
}

uint32_t nj_ob_server_sessions(struct nj_ob_server *s)
{
    uint32_t n = 0;

    nj_ob_server_lock(s);
    for (uint32_t i = 0; i < s->n_calls; i++)
        n += s->calls[i].session != 0;
    nj_ob_server_unlock(s);
    return n;
}

bool nj_ob_server_folded(struct nj_ob_server *s)
{
    return s->folded;
}

size_t nj_ob_server_picture(struct nj_ob_server *s)
{
    return s->picture;
}

bool nj_ob_server_png(struct nj_ob_server *s)
{
    return s->png;
}

static const struct nj_ob_checked *answer_to(const struct nj_ob_server *s,
                                             const char *flag)
{
    for (uint32_t i = 0; i < s->n_calls; i++)
        if (strcmp(s->calls[i].flag, flag) == 0)
            return &s->calls[i];
    return NULL;
}

bool nj_ob_server_answered(struct nj_ob_server *s, const char *flag,
                           bool *approve, int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    const struct nj_ob_checked *c;
    int rc = 0;

    nj_ob_server_lock(s);
    while ((c = answer_to(s, flag)) == NULL && rc == 0)
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
    *approve = c != NULL && c->approve;
    nj_ob_server_unlock(s);
    return c != NULL;
}

static bool is_text(const struct nj_ob_checked *c)
{
    return c->to != 0 && c->file[0] == '\0';
}

static bool is_text_to(const struct nj_ob_checked *c, bool group, int64_t id)
{
    return is_text(c) && c->to == id && c->group == group;
}

static const char *find(struct nj_ob_server *s, bool group, int64_t id,
                        const char *part)
{
    for (uint32_t i = 0; i < s->n_calls; i++) {
        const struct nj_ob_checked *c = &s->calls[i];

        if (s->taken[i] || !is_text_to(c, group, id) ||
            strstr(c->text.p, part) == NULL)
            continue;
        s->taken[i] = true;
        nj_str_clear(&s->mentions);
        nj_str_puts(&s->mentions, c->mentions.p);
        s->folded = c->folded;
        s->picture = c->picture;
        s->png = c->png;
        return c->text.p;
    }
    return NULL;
}

static const char *expect(struct nj_ob_server *s, bool group, int64_t id,
                          const char *part, int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    const char *text;
    int rc = 0;

    nj_ob_server_lock(s);
    text = find(s, group, id, part);
    while (text == NULL && rc == 0) {
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
        text = find(s, group, id, part);
    }
    nj_ob_server_unlock(s);
    return text;
}

const char *nj_ob_server_expect_group(struct nj_ob_server *s, int64_t group,
                                      const char *part, int64_t wait_ms)
{
    return expect(s, true, group, part, wait_ms);
}

const char *nj_ob_server_expect_private(struct nj_ob_server *s, int64_t user,
                                        const char *part, int64_t wait_ms)
{
    return expect(s, false, user, part, wait_ms);
}

/* A picture may have texts that go with it, or a mere title, which is no
 * sentence. */
static bool says_something(const struct nj_ob_checked *c)
{
    return is_text(c) && (c->picture == 0 || strstr(c->text.p, "。") != NULL);
}

static const struct nj_ob_checked *nth_text(const struct nj_ob_server *s,
                                            uint32_t n)
{
    for (uint32_t i = 0; i < s->n_calls; i++)
        if (says_something(&s->calls[i]) && n-- == 0)
            return &s->calls[i];
    return NULL;
}

const char *nj_ob_server_text(struct nj_ob_server *s, uint32_t i,
                              int64_t wait_ms, bool *group, int64_t *id)
{
    struct timespec until = nj_news_until(wait_ms);
    const struct nj_ob_checked *c;
    const char *text = NULL;
    int rc = 0;

    nj_ob_server_lock(s);
    while ((c = nth_text(s, i)) == NULL && rc == 0)
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
    if (c != NULL) {
        *group = c->group;
        *id = c->to;
        text = c->text.p;
    }
    nj_ob_server_unlock(s);
    return text;
}

void nj_ob_server_take(struct nj_ob_server *s, int64_t wait_ms,
                       void (*each)(void *ctx, const char *text), void *ctx)
{
    struct timespec until = nj_news_until(wait_ms);
    int rc = 0;

    nj_ob_server_lock(s);
    while (nth_text(s, 0) == NULL && rc == 0)
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
    for (uint32_t i = 0; i < s->n_calls; i++) {
        if (is_text(&s->calls[i]))
            each(ctx, s->calls[i].text.p);
        nj_ob_checked_fini(&s->calls[i]);
    }
    s->n_calls = 0;
    nj_ob_server_unlock(s);
}

uint32_t nj_ob_server_count(struct nj_ob_server *s, bool group, int64_t id)
{
    uint32_t n = 0;

    nj_ob_server_lock(s);
    for (uint32_t i = 0; i < s->n_calls; i++)
        n += is_text_to(&s->calls[i], group, id) ? 1 : 0;
    nj_ob_server_unlock(s);
    return n;
}

const char *nj_ob_server_mentions(struct nj_ob_server *s)
{
    return s->mentions.p;
}

const char *nj_ob_server_violations(struct nj_ob_server *s)
{
    nj_ob_server_lock(s);
    nj_str_clear(&s->shown);
    nj_str_puts(&s->shown, s->faults.p);
    nj_ob_server_unlock(s);
    return s->shown.p;
}

static const struct nj_ob_checked *file_to(const struct nj_ob_server *s,
                                           bool group, int64_t id,
                                           const char *ending)
{
    for (uint32_t i = 0; i < s->n_calls; i++) {
        const struct nj_ob_checked *c = &s->calls[i];
        const char *dot = strrchr(c->file, '.');

        if (dot != NULL && strcmp(dot, ending) == 0 && c->to == id &&
            c->group == group)
            return c;
    }
    return NULL;
}

const char *nj_ob_server_file(struct nj_ob_server *s, bool group, int64_t id,
                              const char *ending, int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    const struct nj_ob_checked *c;
    int rc = 0;

    nj_ob_server_lock(s);
    while ((c = file_to(s, group, id, ending)) == NULL && rc == 0)
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
    nj_ob_server_unlock(s);
    return c != NULL ? c->bytes.p : NULL;
}
