/*
 * What the line wants, done: a token, the door, the WebSocket and what is said
 * there first. And what is told of it: up and down, and what a human has to
 * mend.
 */
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/qqbot/client_priv.h"

#define BODY_MAX 2048

/* --- over HTTP --- */

/* Alone without a token, and perhaps at another host. */
void nj_qb_ask_token(struct nj_qqbot *q, int64_t timeout_ms)
{
    struct nj_str url = NJ_STR_INIT(BODY_MAX);
    struct nj_http_request r = {.method = "POST",
                                .body = NJ_STR_INIT(BODY_MAX),
                                .answer_max = BODY_MAX,
                                .timeout_ms = timeout_ms};

    nj_str_addf(&url, "%s/app/getAppAccessToken", q->tokens);
    nj_str_room(&r.body, BODY_MAX - 1); /* no copy is left behind */
    nj_qb_body_token(q->app, q->secret, &r.body);
    r.url = url.p;
    nj_http_begin(&q->service.http, &q->asking.wire, &r);
    nj_str_fini(&url);
}

static void log_token(const struct nj_qqbot *q, const struct nj_http_answer *a,
                      int64_t code)
{
    nj_log(NJ_LOG_WARN, "qqbot", "no_token",
           NJ_FIELDS(nj_f_word("gateway", q->base.name),
                     nj_f_i64("http", a->status), nj_f_i64("code", code),
                     nj_f_text("why", a->why)));
}

static void take_token(struct nj_qqbot *q, const struct nj_http_answer *said,
                       int64_t now_ms)
{
    struct nj_qb_token token;
    enum nj_qb_token_verdict verdict =
        nj_qb_token_read(said->text, said->n, &token);

    if (verdict != NJ_QB_TOKEN_OK)
        log_token(q, said, token.code);
    nj_qb_line_token(&q->line, verdict, &token, now_ms, nj_qb_chance());
    nj_wipe(&token, sizeof(token));
}

static void take_door(struct nj_qqbot *q, const struct nj_http_answer *said,
                      int64_t now_ms)
{
    struct nj_qb_answer a;
    struct nj_qb_door door;
    bool good = said->status == 200 &&
                nj_qb_door_read(q->api, said->text, said->n, &door);

    nj_qb_answer_read(said->status, said->text, said->n, &a);
    if (!good)
        nj_log(NJ_LOG_WARN, "qqbot", "no_door",
               NJ_FIELDS(nj_f_word("gateway", q->base.name),
                         nj_f_i64("http", said->status),
                         nj_f_i64("code", a.code),
                         nj_f_text("why", said->why)));
    else if (door.left >= 0)
        nj_log(NJ_LOG_INFO, "qqbot", "identifies_left",
               NJ_FIELDS(nj_f_word("gateway", q->base.name),
                         nj_f_i64("left", door.left)));
    if (!good && a.verdict == NJ_QB_TOKEN)
        nj_qb_line_token_old(&q->line, now_ms);
    nj_qb_line_door(&q->line, good ? &door : NULL, now_ms, nj_qb_chance());
    if (!good && a.verdict == NJ_QB_BANNED)
        q->line.trouble = NJ_QB_OFFLINE;
}

void nj_qb_ask_done(struct nj_qqbot *q, const struct nj_http_answer *said)
{
    int64_t now_ms = nj_monotonic_ms();

    NJ_ASSERT(q->line.asking);
    if (q->line.asks_door)
        take_door(q, said, now_ms);
    else
        take_token(q, said, now_ms);
    nj_http_end(&q->service.http, &q->asking.wire);
}

/* --- over the WebSocket --- */

static void connect_to(struct nj_qqbot *q, int64_t now_ms)
{
    struct nj_ws_url url;
    struct nj_err err;

    if (nj_ws_url_parse(q->line.door.url, &url, &err) == NJ_OK)
        nj_dial_connect(q->dial, &url);
    else
        nj_qb_line_closed(&q->line, 0, now_ms, nj_qb_chance());
}

static void send_frame(struct nj_qqbot *q, enum nj_qb_do what)
{
    struct nj_str body = NJ_STR_INIT(BODY_MAX);
    const struct nj_qb_line *l = &q->line;

    nj_str_room(&body, BODY_MAX - 1);
    if (what == NJ_QB_DO_BEAT)
        nj_qb_body_beat(l->heard, &body);
    else if (what == NJ_QB_DO_RESUME)
        nj_qb_body_resume(l->token.text, l->session, l->s, &body);
    else
        nj_qb_body_identify(l->token.text,
                            l->less ? l->intents_least : l->intents, &body);
    nj_dial_send(q->dial, body.p, body.len);
    nj_wipe(body.p, body.len);
    nj_str_fini(&body);
}

static void carry_out(struct nj_qqbot *q, enum nj_qb_do what, int64_t now_ms)
{
    nj_qb_line_doing(&q->line, what, now_ms);
    switch (what) {
    case NJ_QB_DO_TOKEN:
        nj_qb_ask_token(q, q->answer_ms);
        break;
    case NJ_QB_DO_DOOR:
        nj_qb_wire_begin(q, &q->asking, "GET", "/gateway/bot", NULL,
                         q->answer_ms);
        break;
    case NJ_QB_DO_CONNECT:
        connect_to(q, now_ms);
        break;
    case NJ_QB_DO_IDENTIFY:
    case NJ_QB_DO_RESUME:
    case NJ_QB_DO_BEAT:
        send_frame(q, what);
        break;
    case NJ_QB_DO_CLOSE:
        nj_dial_close(q->dial);
        break;
    case NJ_QB_DO_NOTHING:
        break;
    }
}

int64_t nj_qb_ask_step(struct nj_qqbot *q, int64_t now_ms)
{
    int64_t due = INT64_MAX;
    enum nj_qb_do what;

    while ((what = nj_qb_line_next(&q->line, now_ms, &due)) != NJ_QB_DO_NOTHING)
        carry_out(q, what, now_ms);
    return due;
}

static void on_closed(struct nj_qqbot *q, const struct nj_dial_news *n)
{
    nj_log(q->line.tries == 0 ? NJ_LOG_WARN : NJ_LOG_INFO, "qqbot", "closed",
           NJ_FIELDS(nj_f_word("gateway", q->base.name),
                     nj_f_i64("code", n->code), nj_f_text("why", n->why)));
    nj_qb_line_closed(&q->line, n->code, nj_monotonic_ms(), nj_qb_chance());
}

void nj_qb_ask_news(struct nj_qqbot *q)
{
    struct nj_dial_news n;

    while (nj_dial_take(q->dial, &n)) {
        if (n.kind == NJ_DIAL_FRAME)
            nj_qb_hear(q, n.text.p, n.text.len);
        else if (n.kind == NJ_DIAL_CLOSED)
            on_closed(q, &n);
        nj_str_fini(&n.text);
    }
}

/* --- what is told --- */

static void tell_trouble(struct nj_qqbot *q)
{
    static const char *const words[] = {[NJ_QB_WRONG_SECRET] = "secret",
                                        [NJ_QB_WRONG_RIGHTS] = "rights",
                                        [NJ_QB_OFFLINE] = "banned",
                                        [NJ_QB_OUR_FAULT] = "refused_us"};

    if (q->line.trouble == q->told)
        return;
    q->told = q->line.trouble;
    if (q->told == NJ_QB_FINE)
        return;
    nj_log(NJ_LOG_ERROR, "qqbot", "trouble",
           NJ_FIELDS(nj_f_word("gateway", q->base.name),
                     nj_f_word("what", words[q->told])));
    nj_qb_tell(q, NJ_EVENT_TROUBLE, words[q->told]);
}

static void log_state(const struct nj_qqbot *q, const char *what)
{
    nj_log(q->up ? NJ_LOG_INFO : NJ_LOG_WARN, "qqbot", what,
           NJ_FIELDS(nj_f_word("gateway", q->base.name)));
}

/* A line that is back soon, as after the server has asked for it, was never
 * down: what is to be said waits that long. */
void nj_qb_ask_tell(struct nj_qqbot *q, int64_t now_ms)
{
    bool up = q->line.step == NJ_QB_STEP_UP;

    tell_trouble(q);
    if (up)
        q->down_ms = 0;
    else if (q->up && q->down_ms == 0)
        q->down_ms = now_ms + q->grace_ms;
    if (up && !q->up) {
        q->up = true;
        log_state(q, "up");
        nj_qb_tell(q, NJ_EVENT_UP, "");
    } else if (q->up && q->down_ms != 0 && now_ms >= q->down_ms) {
        q->up = false;
        q->down_ms = 0;
        log_state(q, "down");
        nj_qb_calls_give_back(q);
        nj_qb_tell(q, NJ_EVENT_DOWN, "the line is gone");
    }
}
