/*
 * The page itself and its parts, over HTTP: fixed files, which say nothing
 * about anybody; and files that came with a line, for whoever knows the key
 * that stands in that line. All else goes through the WebSocket.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strings.h>

#include "base/arena.h"
#include "base/asset.h"
#include "base/bug.h"
#include "gateway/room/room_priv.h"

/* NJ_ROOM_DIR is given by the build. */
#define ASSET(label, file) NJ_ASSET(label, NJ_ROOM_DIR "/" file)

ASSET("nj_room_page", "room.html");
ASSET("nj_room_styles", "room.css");
ASSET("nj_room_main", "room.js");
ASSET("nj_room_seat", "seat.js");
ASSET("nj_room_talk", "talk.js");
ASSET("nj_room_icon", "icon.svg");
ASSET("nj_room_used", "used.html");
extern const char nj_room_page[], nj_room_styles[], nj_room_main[],
    nj_room_seat[], nj_room_talk[], nj_room_icon[], nj_room_used[];

#define HEAD_BYTES 4096
#define HOST_BYTES 80
#define HTML       "text/html; charset=utf-8"
#define SCRIPT     "text/javascript; charset=utf-8"
#define ENTER      "/enter/"
#define FILES      "/file/"
#define PIECE      32768 /* bytes written at once ... */
#define PIECE_S    20    /* ... and how long each may take */

static const struct {
    const char *path, *type, *text;
} files[] = {
    {"/", HTML, nj_room_page},
    {"/room.css", "text/css; charset=utf-8", nj_room_styles},
    {"/room.js", SCRIPT, nj_room_main},
    {"/seat.js", SCRIPT, nj_room_seat},
    {"/talk.js", SCRIPT, nj_room_talk},
    {"/icon.svg", "image/svg+xml", nj_room_icon},
};

/* --- who is asked --- */

/* An address of numbers cannot be a name that another site has made point
 * here. */
static bool is_numbers(const char *host, size_t n)
{
    char text[INET6_ADDRSTRLEN];
    struct in6_addr six;
    struct in_addr four;
    bool brackets = n > 2 && host[0] == '[' && host[n - 1] == ']';

    if (brackets) {
        host++;
        n -= 2;
    }
    if (n == 0 || n >= sizeof(text))
        return false;
    memcpy(text, host, n);
    text[n] = '\0';
    return inet_pton(brackets ? AF_INET6 : AF_INET, text,
                     brackets ? (void *)&six : (void *)&four) == 1;
}

bool nj_room_host_fits(const char *host, uint16_t port)
{
    static const char ours[] = "localhost";
    const char *colon = strrchr(host, ':');
    char digits[8];
    size_t n = colon == NULL ? 0 : (size_t)(colon - host);

    (void)snprintf(digits, sizeof(digits), "%u", (unsigned)port);
    if (colon == NULL || strcmp(colon + 1, digits) != 0)
        return false;
    return is_numbers(host, n) ||
           (n == sizeof(ours) - 1 && strncasecmp(host, ours, n) == 0);
}

bool nj_room_site_asked(const struct nj_room *r, struct lws *wsi, bool browser)
{
    static const char scheme[] = "http://";
    uint16_t port = nj_endpoint_port(nj_porter_at(r->porter));
    char host[HOST_BYTES], origin[HOST_BYTES + sizeof(scheme)];

    if (lws_hdr_copy(wsi, host, sizeof(host), WSI_TOKEN_HOST) <= 0 ||
        !nj_room_host_fits(host, port))
        return false;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return !browser;
    return lws_hdr_copy(wsi, origin, sizeof(origin), WSI_TOKEN_ORIGIN) > 0 &&
           strncmp(origin, scheme, sizeof(scheme) - 1) == 0 &&
           strcmp(origin + sizeof(scheme) - 1, host) == 0;
}

/* --- what is answered --- */

static bool add(struct lws *wsi, const char *name, const char *value,
                unsigned char **p, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value,
                                       (int)strlen(value), p, end) == 0;
}

/* The page runs its own files, talks to us, shows pictures that it was sent,
 * and can do nothing else. */
static void page_policy(struct lws *wsi, char *out, size_t size)
{
    char host[HOST_BYTES] = "";

    (void)lws_hdr_copy(wsi, host, sizeof(host), WSI_TOKEN_HOST);
    (void)snprintf(out, size,
                   "default-src 'none'; script-src 'self'; style-src 'self'; "
                   "connect-src 'self' ws://%s; img-src 'self' blob:; base-uri "
                   "'none'; form-action 'none'; frame-ancestors 'none'",
                   host);
}

/* A file is stored and not shown; were it shown all the same, it could do
 * nothing. */
static bool add_policy(struct lws *wsi, const struct nj_room_page *page,
                       unsigned char **p, unsigned char *end)
{
    char policy[512] = "default-src 'none'; sandbox; frame-ancestors 'none'";

    if (page->file == NULL)
        page_policy(wsi, policy, sizeof(policy));
    return add(wsi, "content-security-policy:", policy, p, end) &&
           add(wsi, "x-content-type-options:", "nosniff", p, end) &&
           add(wsi, "referrer-policy:", "no-referrer", p, end) &&
           add(wsi, "cross-origin-opener-policy:", "same-origin", p, end) &&
           add(wsi, "cross-origin-resource-policy:", "same-origin", p, end) &&
           add(wsi, "cache-control:", "no-store", p, end) &&
           add(wsi, "connection:", "close", p, end);
}

static bool add_file(struct lws *wsi, const char *file, unsigned char **p,
                     unsigned char *end)
{
    struct nj_str how = NJ_STR_INIT((size_t)3 * NJ_FILE_NAME_MAX + 64);
    bool good;

    nj_str_puts(&how, "attachment; filename*=UTF-8''");
    nj_str_add_percent(&how, file);
    NJ_ASSERT(!how.over);
    good = add(wsi, "content-disposition:", how.p, p, end);
    nj_str_fini(&how);
    return good;
}

static int send_head(struct lws *wsi, unsigned code, const char *type,
                     const struct nj_room_page *page)
{
    unsigned char head[LWS_PRE + HEAD_BYTES];
    unsigned char *start = head + LWS_PRE, *p = start;
    unsigned char *end = head + sizeof(head) - 1;

    if (lws_add_http_common_headers(wsi, code, type, page->n, &p, end) != 0 ||
        !add_policy(wsi, page, &p, end) ||
        (page->file != NULL && !add_file(wsi, page->file, &p, end)) ||
        lws_finalize_write_http_header(wsi, start, &p, end) != 0)
        return 1;
    (void)lws_callback_on_writable(wsi);
    return 0;
}

void nj_room_site_drop(struct nj_room_page *page)
{
    if (page != NULL) {
        free(page->body);
        free(page->file);
        page->body = page->file = NULL;
    }
}

static void set_bytes(struct nj_room_page *page, const void *bytes, size_t n)
{
    nj_room_site_drop(page);
    page->n = n;
    page->sent = 0;
    page->body = nj_alloc(LWS_PRE + n);
    memcpy(page->body + LWS_PRE, bytes, n);
}

static void set_body(struct nj_room_page *page, const char *text)
{
    set_bytes(page, text, strlen(text));
}

/* An address that works once: the page takes it to the WebSocket, where it is
 * used up. A look at it is no use. */
static unsigned enter(struct nj_room *r, struct nj_room_page *page,
                      const char *token)
{
    bool known;

    nj_room_lock(r);
    known = nj_room_token_known(&r->people, token);
    nj_room_unlock(r);
    set_body(page, known ? nj_room_page : nj_room_used);
    return known ? HTTP_STATUS_OK : HTTP_STATUS_FORBIDDEN;
}

static bool find_file(struct nj_room *r, struct nj_room_page *page,
                      const char *key)
{
    const struct nj_room_line *l;

    nj_room_lock(r);
    l = nj_room_book_file(&r->book, key);
    if (l != NULL) {
        set_bytes(page, l->bytes, l->n_bytes);
        page->file = nj_strndup(l->file, strlen(l->file));
    }
    nj_room_unlock(r);
    return l != NULL;
}

static unsigned find(struct nj_room *r, struct nj_room_page *page,
                     const char *path, const char **type)
{
    *type = HTML;
    if (strncmp(path, ENTER, sizeof(ENTER) - 1) == 0)
        return enter(r, page, path + sizeof(ENTER) - 1);
    for (size_t i = 0; i < NJ_COUNT(files); i++)
        if (strcmp(files[i].path, path) == 0) {
            *type = files[i].type;
            set_body(page, files[i].text);
            return HTTP_STATUS_OK;
        }
    if (strcmp(path, "/words.json") == 0) {
        *type = "application/json";
        set_body(page, r->words);
        return HTTP_STATUS_OK;
    }
    *type = "application/octet-stream";
    if (strncmp(path, FILES, sizeof(FILES) - 1) == 0 &&
        find_file(r, page, path + sizeof(FILES) - 1))
        return HTTP_STATUS_OK;
    *type = "text/plain; charset=utf-8";
    set_body(page, "there is nothing here\n");
    return HTTP_STATUS_NOT_FOUND;
}

static int refuse(struct lws *wsi, unsigned code)
{
    (void)lws_return_http_status(wsi, code, NULL);
    return -1;
}

/* The library would wait for a body; nobody has to send us one. */
static bool brings_body(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
}

int nj_room_site_answer(struct nj_room *r, struct lws *wsi,
                        struct nj_room_page *page, const char *path)
{
    const char *type;
    unsigned code;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0)
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    if (brings_body(wsi))
        return refuse(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE);
    if (!nj_room_site_asked(r, wsi, false))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    code = find(r, page, path, &type);
    if (page->file != NULL)
        nj_porter_proved(r->porter, wsi);
    return send_head(wsi, code, type, page);
}

/* One file a connection, a piece each time that there is room for one. */
int nj_room_site_write(struct lws *wsi, struct nj_room_page *page)
{
    size_t n = page->n - page->sent;
    bool last = n <= PIECE;

    if (page->body == NULL)
        return -1;
    n = last ? n : PIECE;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PIECE_S);
    if (lws_write(wsi, (unsigned char *)page->body + LWS_PRE + page->sent, n,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
        last = true;
    page->sent += n;
    if (!last)
        return lws_callback_on_writable(wsi) < 0 ? -1 : 0;
    nj_room_site_drop(page);
    return -1;
}
