/*
 * Requests over HTTP: how the library is set up, and what it is not allowed
 * to do. No address of ours is ever printed, and of the library's own words
 * only its fixed texts: the token is in every address.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/telegram/client_priv.h"

#define ANSWER_MAX      (1u << 20) /* of a call; of updates NJ_TG_BODY_MAX */
#define CONNECT_MS      10000
#define KEEP_IDLE_S     30
#define CONNECTIONS_MAX 12
#define URL_BYTES       1024

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CURLcode initialised;

static void init(void)
{
    initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
}

enum nj_status nj_tg_wire_init(struct nj_err *err)
{
    (void)pthread_once(&once, init);
    if (initialised != CURLE_OK)
        return nj_fail(err, NJ_ERR_IO, "cannot set up connections: %s",
                       curl_easy_strerror(initialised));
    return NJ_OK;
}

/* --- what the library asks for --- */

/* Without a way back: a body that is half out is never sent again by itself,
 * for then the first might have been handled. */
static size_t on_read(char *to, size_t size, size_t n, void *transfer)
{
    struct nj_tg_transfer *t = transfer;
    size_t left = t->out.len - t->at;
    size_t take = size * n < left ? size * n : left;

    memcpy(to, t->out.p + t->at, take);
    t->at += take;
    return take;
}

static size_t on_write(char *from, size_t size, size_t n, void *transfer)
{
    struct nj_tg_transfer *t = transfer;

    nj_str_add(&t->in, from, size * n);
    t->too_big = t->in.over;
    return t->too_big ? 0 : size * n;
}

/* --- one request --- */

static void set_rules(struct nj_telegram *tg, CURL *easy)
{
    bool tls = strncmp(tg->url, "https://", 8) == 0;

    (void)curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, tls ? "https" : "http");
    (void)curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    (void)curl_easy_setopt(easy, CURLOPT_HTTP_VERSION,
                           (long)CURL_HTTP_VERSION_1_1);
    (void)curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    (void)curl_easy_setopt(easy, CURLOPT_USERAGENT, "nightjar/" NJ_VERSION);
    (void)curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    (void)curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, (long)KEEP_IDLE_S);
    (void)curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, (long)KEEP_IDLE_S);
}

static void set_address(struct nj_telegram *tg, CURL *easy, const char *method)
{
    struct nj_str url = NJ_STR_INIT(URL_BYTES);

    nj_str_addf(&url, "%s/bot%s/%s", tg->url, tg->token, method);
    NJ_ASSERT(!url.over);
    (void)curl_easy_setopt(easy, CURLOPT_URL, url.p);
    nj_wipe(url.p, url.len);
    nj_str_fini(&url);
}

static void set_json(struct nj_tg_transfer *t, struct nj_tg_call *c)
{
    t->out = c->body;
    c->body = (struct nj_str)NJ_STR_INIT(0);
    t->headers =
        curl_slist_append(t->headers, "Content-Type: application/json");
    (void)curl_easy_setopt(t->easy, CURLOPT_POST, 1L);
    (void)curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE,
                           (curl_off_t)t->out.len);
    (void)curl_easy_setopt(t->easy, CURLOPT_READFUNCTION, on_read);
    (void)curl_easy_setopt(t->easy, CURLOPT_READDATA, t);
}

/* A form can be sent again by the library, so it gets a new connection, where
 * nothing can have gone stale. */
static void set_form(struct nj_tg_transfer *t, const struct nj_tg_call *c)
{
    curl_mimepart *part;

    t->mime = curl_mime_init(t->easy);
    for (uint32_t i = 0; i < c->n_fields; i++) {
        part = curl_mime_addpart(t->mime);
        (void)curl_mime_name(part, c->fields[i].name);
        (void)curl_mime_data(part, c->fields[i].value.p,
                             c->fields[i].value.len);
    }
    part = curl_mime_addpart(t->mime);
    (void)curl_mime_name(part, "photo");
    (void)curl_mime_filename(part, "board.png");
    (void)curl_mime_type(part, "image/png");
    (void)curl_mime_data(part, (const char *)c->photo, c->photo_n);
    (void)curl_easy_setopt(t->easy, CURLOPT_MIMEPOST, t->mime);
    (void)curl_easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, 1L);
}

/* After a failure the library may remember of a handle that its body has to be
 * sent again, whatever is set anew, and refuse everything that follows. The
 * connections stay: they are not the handle's. */
static void renew(struct nj_tg_transfer *t)
{
    CURL *fresh = t->failed ? curl_easy_init() : NULL;

    if (fresh == NULL) {
        curl_easy_reset(t->easy);
        return;
    }
    curl_easy_cleanup(t->easy);
    t->easy = fresh;
    t->failed = false;
}

void nj_tg_wire_begin(struct nj_telegram *tg, struct nj_tg_transfer *t,
                      struct nj_tg_call *c, int64_t timeout_ms)
{
    CURLMcode rc;

    NJ_ASSERT(!t->busy);
    renew(t);
    set_rules(tg, t->easy);
    set_address(tg, t->easy, c->method);
    t->headers = curl_slist_append(NULL, "Expect:");
    t->at = 0;
    t->too_big = false;
    t->in = (struct nj_str)NJ_STR_INIT(t == &tg->asking ? NJ_TG_BODY_MAX
                                                        : ANSWER_MAX);
    if (c->upload)
        set_form(t, c);
    else
        set_json(t, c);
    (void)curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers);
    (void)curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, on_write);
    (void)curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
    (void)curl_easy_setopt(t->easy, CURLOPT_PRIVATE, t);
    (void)curl_easy_setopt(t->easy, CURLOPT_TIMEOUT_MS, (long)timeout_ms);
    nj_tg_call_fini(c);
    t->busy = true;
    rc = curl_multi_add_handle(tg->multi, t->easy);
    NJ_ASSERT(rc == CURLM_OK);
}

void nj_tg_wire_end(struct nj_telegram *tg, struct nj_tg_transfer *t)
{
    if (!t->busy)
        return;
    (void)curl_multi_remove_handle(tg->multi, t->easy);
    curl_slist_free_all(t->headers);
    curl_mime_free(t->mime);
    if (t->out.len > 0)
        nj_wipe(t->out.p, t->out.len);
    nj_str_fini(&t->out);
    nj_str_fini(&t->in);
    t->headers = NULL;
    t->mime = NULL;
    t->job = NULL;
    t->busy = false;
}

void nj_tg_wire_answer(const struct nj_telegram *tg, struct nj_tg_transfer *t,
                       CURLcode code, struct nj_tg_answer *a)
{
    long http = 0;
    long sent = 0;

    if (code == CURLE_OK) {
        (void)curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &http);
        nj_tg_answer_read(http, t->in.p, t->in.len, tg->token, a);
        return;
    }
    memset(a, 0, sizeof(*a));
    t->failed = true;
    (void)curl_easy_getinfo(t->easy, CURLINFO_REQUEST_SIZE, &sent);
    /* The size is that of the last attempt, of which there may be two. */
    a->verdict = sent == 0 && t->at == 0 ? NJ_TG_UNSENT : NJ_TG_UNKNOWN;
    (void)snprintf(a->said, sizeof(a->said), "%s", curl_easy_strerror(code));
}

/* --- life --- */

enum nj_status nj_tg_wire_open(struct nj_telegram *tg, struct nj_err *err)
{
    bool whole;

    tg->multi = curl_multi_init();
    tg->asking.easy = curl_easy_init();
    whole = tg->multi != NULL && tg->asking.easy != NULL;
    for (size_t i = 0; i < NJ_TG_SENDERS; i++) {
        tg->senders[i].easy = curl_easy_init();
        whole = whole && tg->senders[i].easy != NULL;
    }
    if (!whole) {
        nj_tg_wire_close(tg);
        return nj_fail(err, NJ_ERR_IO,
                       "cannot set up connections for gateway '%s'",
                       tg->base.name);
    }
    (void)curl_multi_setopt(tg->multi, CURLMOPT_MAXCONNECTS,
                            (long)CONNECTIONS_MAX);
    return NJ_OK;
}

void nj_tg_wire_close(struct nj_telegram *tg)
{
    for (size_t i = 0; i < NJ_TG_SENDERS; i++) {
        nj_tg_wire_end(tg, &tg->senders[i]);
        curl_easy_cleanup(tg->senders[i].easy);
        tg->senders[i].easy = NULL;
    }
    nj_tg_wire_end(tg, &tg->asking);
    curl_easy_cleanup(tg->asking.easy);
    tg->asking.easy = NULL;
    if (tg->multi != NULL)
        (void)curl_multi_cleanup(tg->multi);
    tg->multi = NULL;
}
