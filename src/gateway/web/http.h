/*
 * Requests over HTTP for a gateway's own thread: how the library is set up,
 * and what it is not allowed to do.
 *
 *     nj_http_begin(&h, &t, &request);
 *     ... nj_http_work(&h), and nj_http_wait(&h, ms) while there is nothing ...
 *     while ((t = nj_http_next(&h, &answer)) != NULL) {
 *         ... answer.text is lent until the end ...
 *         nj_http_end(&h, t);
 *     }
 *
 * No address and no header is ever logged, and of the library's own words only
 * its fixed texts are told: secrets stand in both. Redirections are not
 * followed.
 */
#ifndef NJ_GATEWAY_WEB_HTTP_H
#define NJ_GATEWAY_WEB_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <curl/curl.h>

#include "base/status.h"
#include "base/str.h"

/* The connections of one thread. */
struct nj_http {
    CURLM *multi; /* NULL: not open */
};

/* One request and its answer; the struct of its owner begins with it. */
struct nj_transfer {
    CURL *easy; /* NULL: not open */
    struct curl_slist *headers;
    curl_mime *mime;
    struct nj_str out; /* what is sent; it may hold a secret */
    size_t at;         /* bytes of it that are gone */
    struct nj_str in;
    bool too_big;
    bool busy;
    bool failed; /* the last one has: the handle is not used again */
};

/* A part of a form; with `filename` it is a file. */
struct nj_http_part {
    const char *name;
    const char *filename, *type; /* NULL: a plain field */
    const char *bytes;
    size_t n;
};

/* All texts are copied. */
struct nj_http_request {
    const char *method; /* "POST" */
    const char *url;    /* https:// or http://; no other is ever asked */
    const char *header; /* one more, "Authorization: ..."; NULL: none */
    struct nj_str body; /* JSON, taken over; empty for GET */
    const struct nj_http_part *parts; /* a form instead of a body */
    uint32_t n_parts;
    size_t answer_max; /* bytes; more is no answer */
    int64_t timeout_ms;
};

struct nj_http_answer {
    int64_t status; /* 0: none came, and `why` says so in fixed words */
    bool unsent;    /* and nothing has left us */
    bool too_big;
    int64_t retry_s; /* how long they want to be left alone; 0: not said */
    int64_t date_ms; /* by their clock, in whole seconds; 0: not said */
    const char *why;
    const char *text; /* lent until nj_http_end() */
    size_t n;
};

/* An address that calls can be made below: its scheme, a host, and nothing
 * that could hold a secret. */
bool nj_http_url_fits(const char *url);
/* A copy of such a one without '/' at its end; the caller frees. */
char *nj_http_url_base(const char *url);

/* Once before any thread; again does nothing. */
NJ_MUST_USE enum nj_status nj_http_init(struct nj_err *err);
/* At most so many connections are kept; `gateway` for the error's words. On
 * an error nothing is open. */
NJ_MUST_USE enum nj_status nj_http_open(struct nj_http *h, uint32_t connections,
                                        const char *gateway,
                                        struct nj_err *err);
/* Makes a transfer ready for its first request, zeroed before. False: there is
 * no memory for it, and it is not open. */
NJ_MUST_USE bool nj_transfer_open(struct nj_transfer *t);
/* Both are fine on what is not open; transfers first. */
void nj_transfer_close(struct nj_http *h, struct nj_transfer *t);
void nj_http_close(struct nj_http *h);

/* Sets out; the transfer is busy until nj_http_end(). */
void nj_http_begin(struct nj_http *h, struct nj_transfer *t,
                   struct nj_http_request *r);
/* It is over, or given up. */
void nj_http_end(struct nj_http *h, struct nj_transfer *t);
/* One that has an answer or failed; NULL: none for now. */
struct nj_transfer *nj_http_next(struct nj_http *h, struct nj_http_answer *out);

void nj_http_work(struct nj_http *h); /* without waiting */
void nj_http_wait(struct nj_http *h, int64_t ms);
/* Ends a wait, or the next one; from any thread. */
void nj_http_wake(struct nj_http *h);

#endif
