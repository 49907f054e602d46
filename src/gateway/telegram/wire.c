/*
 * Calls of the Bot API as requests over HTTP. No address of ours is ever
 * printed: the token is in every one.
 */
#include <string.h>

#include "base/bug.h"
#include "base/random.h"
#include "gateway/telegram/client_priv.h"

#define ANSWER_MAX      (1u << 20) /* of a call; of updates NJ_TG_BODY_MAX */
#define CONNECTIONS_MAX 12
#define URL_BYTES       1024
#define PARTS_MAX       (NJ_TG_FIELDS_MAX + 1)

/* The fields, and the picture or the file. */
static uint32_t make_parts(const struct nj_tg_call *c,
                           struct nj_http_part parts[PARTS_MAX])
{
    uint32_t n = 0;

    for (; n < c->n_fields; n++)
        parts[n] = (struct nj_http_part){.name = c->fields[n].name,
                                         .bytes = c->fields[n].value.p,
                                         .n = c->fields[n].value.len};
    parts[n++] = (struct nj_http_part){
        .name = c->file ? "document" : "photo",
        .filename = c->file ? c->file : "board.png",
        .type = c->file ? "application/octet-stream" : "image/png",
        .bytes = (const char *)c->photo,
        .n = c->photo_n};
    return n;
}

void nj_tg_wire_begin(struct nj_telegram *tg, struct nj_tg_transfer *t,
                      struct nj_tg_call *c, int64_t timeout_ms)
{
    struct nj_str url = NJ_STR_INIT(URL_BYTES);
    struct nj_http_part parts[PARTS_MAX];
    struct nj_http_request r = {.method = "POST",
                                .answer_max = t == &tg->asking ? NJ_TG_BODY_MAX
                                                               : ANSWER_MAX,
                                .timeout_ms = timeout_ms,
                                .parts = parts};

    nj_str_addf(&url, "%s/bot%s/%s", tg->url, tg->token, c->method);
    NJ_ASSERT(!url.over);
    r.url = url.p;
    if (c->upload) {
        r.n_parts = make_parts(c, parts);
    } else {
        r.body = c->body;
        c->body = (struct nj_str)NJ_STR_INIT(0);
    }
    nj_http_begin(&tg->service.http, &t->wire, &r);
    nj_wipe(url.p, url.len);
    nj_str_fini(&url);
    nj_tg_call_fini(c);
}

void nj_tg_wire_end(struct nj_telegram *tg, struct nj_tg_transfer *t)
{
    nj_http_end(&tg->service.http, &t->wire);
    t->job = NULL;
}

void nj_tg_wire_read(const struct nj_telegram *tg,
                     const struct nj_http_answer *said, struct nj_tg_answer *a)
{
    if (said->status != 0) {
        nj_tg_answer_read(said->status, said->text, said->n, tg->token, a);
        return;
    }
    memset(a, 0, sizeof(*a));
    a->verdict = said->unsent ? NJ_TG_UNSENT : NJ_TG_UNKNOWN;
    (void)snprintf(a->said, sizeof(a->said), "%s", said->why);
}

/* --- life --- */

enum nj_status nj_tg_wire_open(struct nj_telegram *tg, struct nj_err *err)
{
    enum nj_status st =
        nj_http_open(&tg->service.http, CONNECTIONS_MAX, tg->base.name, err);
    bool whole;

    if (st != NJ_OK)
        return st;
    whole = nj_transfer_open(&tg->asking.wire);
    for (size_t i = 0; i < NJ_TG_SENDERS; i++)
        whole = nj_transfer_open(&tg->senders[i].wire) && whole;
    if (whole)
        return NJ_OK;
    nj_tg_wire_close(tg);
    return nj_fail(err, NJ_ERR_IO, "cannot set up connections for gateway '%s'",
                   tg->base.name);
}

void nj_tg_wire_close(struct nj_telegram *tg)
{
    for (size_t i = 0; i < NJ_TG_SENDERS; i++)
        nj_transfer_close(&tg->service.http, &tg->senders[i].wire);
    nj_transfer_close(&tg->service.http, &tg->asking.wire);
    nj_http_close(&tg->service.http);
}
