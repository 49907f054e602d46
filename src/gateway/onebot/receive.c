/*
 * What a frame does to the gateway: proves the link, settles calls, becomes
 * an event, changes what is known of the account.
 */
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "gateway/onebot/client_priv.h"

#define RETCODE_NO_TOKEN 1401
#define RETCODE_REFUSED  1403

static void give_back_queued(struct nj_onebot *ob)
{
    struct nj_ob_call *c;

    while ((c = nj_ob_call_list_take(&ob->calls.queued)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
}

void nj_ob_tell(struct nj_onebot *ob, const char *why)
{
    bool up = ob->proved && nj_ob_liveness_online(&ob->life);
    struct nj_event *e;

    if (up == ob->up)
        return;
    ob->up = up;
    nj_log(
        up ? NJ_LOG_INFO : NJ_LOG_WARN, "onebot", up ? "up" : "down",
        NJ_FIELDS(nj_f_word("gateway", ob->base.name), nj_f_text("why", why)));
    if (!up)
        give_back_queued(ob);
    e = nj_event_create(up ? NJ_EVENT_UP : NJ_EVENT_DOWN, ob->base.index);
    nj_event_set_text(e, why, strlen(why));
    nj_inbox_push(ob->base.inbox, e);
}

/* Only now is the link worth anything (an upgrade is granted to anybody), so
 * only now does the wait between tries begin anew. */
static void prove(struct nj_onebot *ob)
{
    ob->proved = true;
    ob->tries = 0;
    ob->refused = false;
    ob->complained = false;
}

/* Some gateways tell us about a wrong token only after the upgrade. */
static void on_refused_token(struct nj_onebot *ob, int64_t retcode)
{
    ob->refused = true;
    if (ob->complained)
        return;
    ob->complained = true;
    nj_log(NJ_LOG_ERROR, "onebot", "token_refused",
           NJ_FIELDS(nj_f_word("gateway", ob->base.name),
                     nj_f_i64("retcode", retcode),
                     nj_f_word("way_out", "set the token of the gateway")));
}

static void log_failure(const struct nj_onebot *ob, const struct nj_ob_frame *f,
                        bool secret)
{
    nj_log(NJ_LOG_WARN, "onebot", "call_failed",
           NJ_FIELDS(nj_f_word("gateway", ob->base.name),
                     nj_f_i64("retcode", f->retcode),
                     nj_f_word("fate", f->fate == NJ_FATE_REFUSED ? "refused"
                                                                  : "unknown"),
                     /* A peer may quote what it was to send. */
                     nj_f_text("wording", secret ? "-" : f->wording)));
}

static void on_answer(struct nj_onebot *ob, const struct nj_ob_frame *f)
{
    bool token =
        f->retcode == RETCODE_NO_TOKEN || f->retcode == RETCODE_REFUSED;
    struct nj_ob_call *c = nj_ob_calls_answered(&ob->calls, f->echo);

    if (token)
        on_refused_token(ob, f->retcode);
    if (c == NULL) {
        nj_log(NJ_LOG_DEBUG, "onebot", "late_answer",
               NJ_FIELDS(nj_f_word("gateway", ob->base.name),
                         nj_f_i64("retcode", f->retcode)));
        return;
    }
    if (f->fate != NJ_FATE_SENT)
        log_failure(ob, f, c->secret);
    if (c->own && f->login[0] != '\0')
        memcpy(ob->self, f->login, sizeof(ob->self));
    if (!token)
        prove(ob);
    nj_ob_settle(ob, c, f->fate);
}

static void on_event(struct nj_onebot *ob, struct nj_ob_frame *f)
{
    struct nj_event *e = f->event;

    if (f->self[0] != '\0')
        memcpy(ob->self, f->self, sizeof(ob->self));
    prove(ob);
    nj_ob_tell(ob, "first event");
    if (f->kind != NJ_OB_EVENT)
        return;
    if (e->kind == NJ_EVENT_MESSAGE && nj_ob_seen_add(&ob->seen, e))
        return;
    f->event = NULL;
    nj_inbox_push(ob->base.inbox, e);
}

/* A peer that sends rubbish could fill the log: lines 1, 2, 4, 8, ... */
static void on_bad_frame(struct nj_onebot *ob, const struct nj_err *err)
{
    ob->bad_frames++;
    if ((ob->bad_frames & (ob->bad_frames - 1)) != 0)
        return;
    nj_log(NJ_LOG_WARN, "onebot", "bad_frame",
           NJ_FIELDS(nj_f_word("gateway", ob->base.name),
                     nj_f_i64("count", (int64_t)ob->bad_frames),
                     nj_f_text("what", err->text)));
}

void nj_ob_on_frame(struct nj_onebot *ob, const char *text, size_t n)
{
    struct nj_clock clock = nj_clock_system();
    struct nj_ob_self self = {.gateway = ob->base.name,
                              .index = ob->base.index,
                              .id = ob->self,
                              .now_ms = nj_now_ms(&clock)};
    struct nj_ob_frame f;
    struct nj_err err;

    if (nj_ob_frame_read(&self, text, n, &f, &err) != NJ_OK) {
        on_bad_frame(ob, &err);
        return;
    }
    nj_ob_liveness_hear(&ob->life, &f, nj_monotonic_ms());
    if (f.kind == NJ_OB_ANSWER)
        on_answer(ob, &f);
    else
        on_event(ob, &f);
    nj_ob_tell(ob, nj_ob_liveness_online(&ob->life) ? "first answer"
                                                    : "account offline");
    nj_ob_frame_fini(&f);
}
