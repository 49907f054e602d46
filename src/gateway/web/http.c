/*
 * How the library is set up, and its traps.
 */
#include "gateway/web/http.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "base/random.h"
#include "gateway/web/curl_lib.h"

#define CONNECT_MS  10000
#define KEEP_IDLE_S 30
#define WAIT_MAX_MS 60000
#define URL_CHARS   200

bool nj_http_url_fits(const char *url)
{
    const char *host = strstr(url, "://");

    if (strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0)
        return false;
    host += 3;
    if (strlen(url) > URL_CHARS || *host == '\0' || *host == '/')
        return false;
    for (; *host != '\0'; host++)
        if (*host <= ' ' || *host >= 0x7f || strchr("?#@\\\"<>", *host))
            return false;
    return true;
}

char *nj_http_url_base(const char *url)
{
    size_t n = strlen(url);

    while (n > 0 && url[n - 1] == '/')
        n--;
    return nj_strndup(url, n);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static enum nj_status loaded;
static struct nj_err why_not;
static CURLcode initialised;

static void init(void)
{
    loaded = nj_curl_load(&why_not);
    if (loaded == NJ_OK)
        initialised = nj_curl.global_init(CURL_GLOBAL_DEFAULT);
}

enum nj_status nj_http_init(struct nj_err *err)
{
    (void)pthread_once(&once, init);
    if (loaded != NJ_OK) {
        *err = why_not;
        return loaded;
    }
    if (initialised != CURLE_OK)
        return nj_fail(err, NJ_ERR_IO, "cannot set up connections: %s",
                       nj_curl.easy_strerror(initialised));
    return NJ_OK;
}

/* --- life --- */

enum nj_status nj_http_open(struct nj_http *h, uint32_t connections,
                            const char *gateway, struct nj_err *err)
{
    NJ_ASSERT(h->multi == NULL);
    h->multi = nj_curl.multi_init();
    if (h->multi == NULL)
        return nj_fail(err, NJ_ERR_IO,
                       "cannot set up connections for gateway '%s'", gateway);
    (void)nj_curl.multi_setopt(h->multi, CURLMOPT_MAXCONNECTS,
                               (long)connections);
    return NJ_OK;
}

void nj_http_close(struct nj_http *h)
{
    if (h->multi != NULL)
        (void)nj_curl.multi_cleanup(h->multi);
    h->multi = NULL;
}

bool nj_transfer_open(struct nj_transfer *t)
{
    NJ_ASSERT(t->easy == NULL);
    t->easy = nj_curl.easy_init();
    return t->easy != NULL;
}

void nj_transfer_close(struct nj_http *h, struct nj_transfer *t)
{
    if (t->easy == NULL)
        return;
    nj_http_end(h, t);
    nj_curl.easy_cleanup(t->easy);
    t->easy = NULL;
}

/* --- what the library asks for --- */

/* Without a way back: a body that is half out is never sent again by itself,
 * for then the first might have been handled. */
static size_t on_read(char *to, size_t size, size_t n, void *transfer)
{
    struct nj_transfer *t = transfer;
    size_t left = t->out.len - t->at;
    size_t take = size * n < left ? size * n : left;

    if (take > 0)
        memcpy(to, t->out.p + t->at, take);
    t->at += take;
    return take;
}

static size_t on_write(char *from, size_t size, size_t n, void *transfer)
{
    struct nj_transfer *t = transfer;

    nj_str_add(&t->in, from, size * n);
    t->too_big = t->in.over;
    return t->too_big ? 0 : size * n;
}

/* --- one request --- */

static void set_rules(CURL *easy, const struct nj_http_request *r)
{
    bool tls = strncmp(r->url, "https://", 8) == 0;

    (void)nj_curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    (void)nj_curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR,
                              tls ? "https" : "http");
    (void)nj_curl.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    (void)nj_curl.easy_setopt(easy, CURLOPT_HTTP_VERSION,
                              (long)CURL_HTTP_VERSION_1_1);
    (void)nj_curl.easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    (void)nj_curl.easy_setopt(easy, CURLOPT_USERAGENT, "nightjar/" NJ_VERSION);
    (void)nj_curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                              (long)CONNECT_MS);
    (void)nj_curl.easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)r->timeout_ms);
    (void)nj_curl.easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    (void)nj_curl.easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, (long)KEEP_IDLE_S);
    (void)nj_curl.easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, (long)KEEP_IDLE_S);
    (void)nj_curl.easy_setopt(easy, CURLOPT_URL, r->url);
}

static void set_body(struct nj_transfer *t, struct nj_http_request *r)
{
    t->out = r->body;
    r->body = (struct nj_str)NJ_STR_INIT(0);
    t->headers =
        nj_curl.slist_append(t->headers, "Content-Type: application/json");
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_POST, 1L);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE,
                              (curl_off_t)t->out.len);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_READFUNCTION, on_read);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_READDATA, t);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_CUSTOMREQUEST, r->method);
}

/* A form can be sent again by the library, so it gets a new connection, where
 * nothing can have gone stale. */
static void set_form(struct nj_transfer *t, const struct nj_http_request *r)
{
    t->mime = nj_curl.mime_init(t->easy);
    for (uint32_t i = 0; i < r->n_parts; i++) {
        const struct nj_http_part *part = &r->parts[i];
        curl_mimepart *p = nj_curl.mime_addpart(t->mime);

        (void)nj_curl.mime_name(p, part->name);
        (void)nj_curl.mime_data(p, part->bytes, part->n);
        if (part->filename == NULL)
            continue;
        (void)nj_curl.mime_filename(p, part->filename);
        (void)nj_curl.mime_type(p, part->type);
    }
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_MIMEPOST, t->mime);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, 1L);
}

/* After a failure the library may remember of a handle that its body has to be
 * sent again, whatever is set anew, and refuse everything that follows. The
 * connections stay: they are not the handle's. */
static void renew(struct nj_transfer *t)
{
    CURL *fresh = t->failed ? nj_curl.easy_init() : NULL;

    if (fresh == NULL) {
        nj_curl.easy_reset(t->easy);
        return;
    }
    nj_curl.easy_cleanup(t->easy);
    t->easy = fresh;
    t->failed = false;
}

void nj_http_begin(struct nj_http *h, struct nj_transfer *t,
                   struct nj_http_request *r)
{
    CURLMcode rc;

    NJ_ASSERT(!t->busy);
    renew(t);
    set_rules(t->easy, r);
    t->headers = nj_curl.slist_append(NULL, "Expect:");
    if (r->header != NULL)
        t->headers = nj_curl.slist_append(t->headers, r->header);
    t->at = 0;
    t->too_big = false;
    t->in = (struct nj_str)NJ_STR_INIT(r->answer_max);
    if (r->n_parts > 0)
        set_form(t, r);
    else if (strcmp(r->method, "GET") != 0)
        set_body(t, r);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, on_write);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
    (void)nj_curl.easy_setopt(t->easy, CURLOPT_PRIVATE, t);
    t->busy = true;
    rc = nj_curl.multi_add_handle(h->multi, t->easy);
    NJ_ASSERT(rc == CURLM_OK);
}

/* The library's own copies of the headers are its own affair. */
static void wipe_headers(struct nj_transfer *t)
{
    for (struct curl_slist *line = t->headers; line != NULL; line = line->next)
        nj_wipe(line->data, strlen(line->data));
    nj_curl.slist_free_all(t->headers);
    t->headers = NULL;
}

void nj_http_end(struct nj_http *h, struct nj_transfer *t)
{
    if (!t->busy)
        return;
    (void)nj_curl.multi_remove_handle(h->multi, t->easy);
    wipe_headers(t);
    nj_curl.mime_free(t->mime);
    t->mime = NULL;
    if (t->out.len > 0)
        nj_wipe(t->out.p, t->out.len);
    nj_str_fini(&t->out);
    if (t->in.len > 0)
        nj_wipe(t->in.p, t->in.len); /* a token may have come */
    nj_str_fini(&t->in);
    t->busy = false;
}

/* The first line "Date:", which servers set to the second. */
static int64_t date_of(CURL *easy)
{
    struct curl_header *line = NULL;
    time_t s = -1;

    if (nj_curl.easy_header(easy, "date", 0, CURLH_HEADER, -1, &line) ==
        CURLHE_OK)
        s = nj_curl.getdate(line->value, NULL);
    return s > 0 ? (int64_t)s * 1000 : 0;
}

static void read_answer(struct nj_transfer *t, CURLcode code,
                        struct nj_http_answer *out)
{
    curl_off_t retry_s = 0;
    long status = 0;
    long sent = 0;

    memset(out, 0, sizeof(*out));
    out->too_big = t->too_big;
    out->text = t->in.len > 0 ? t->in.p : "";
    out->n = t->in.len;
    out->why = "";
    if (code == CURLE_OK) {
        (void)nj_curl.easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
        (void)nj_curl.easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &retry_s);
        out->status = status;
        out->retry_s = retry_s > 0 ? (int64_t)retry_s : 0;
        out->date_ms = date_of(t->easy);
        return;
    }
    t->failed = true;
    (void)nj_curl.easy_getinfo(t->easy, CURLINFO_REQUEST_SIZE, &sent);
    /* The size is that of the last attempt, of which there may be two. */
    out->unsent = sent == 0 && t->at == 0;
    out->why = nj_curl.easy_strerror(code);
}

struct nj_transfer *nj_http_next(struct nj_http *h, struct nj_http_answer *out)
{
    const CURLMsg *m;
    int left = 0;

    while ((m = nj_curl.multi_info_read(h->multi, &left)) != NULL) {
        struct nj_transfer *t = NULL;
        CURLcode code = m->data.result;

        if (m->msg != CURLMSG_DONE)
            continue;
        (void)nj_curl.easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &t);
        read_answer(t, code, out);
        return t;
    }
    return NULL;
}

/* --- the thread's turn --- */

void nj_http_work(struct nj_http *h)
{
    int running = 0;

    if (nj_fence_pass())
        (void)nj_curl.multi_perform(h->multi, &running);
}

void nj_http_wait(struct nj_http *h, int64_t ms)
{
    int64_t most = ms < WAIT_MAX_MS ? ms : WAIT_MAX_MS;

    (void)nj_curl.multi_poll(h->multi, NULL, 0, most > 0 ? (int)most : 0, NULL);
}

void nj_http_wake(struct nj_http *h)
{
    (void)nj_curl.multi_wakeup(h->multi);
}
