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
#define RETCODE_GOCQ     100 /* go-cqhttp's one number for every failure */
#define FAILURES_MAX     3   /* more in a row look like risk control */

static void give_back_queued(struct nj_onebot *ob)
{
    struct nj_ob_call *c;

    while ((c = nj_ob_call_list_take(&ob->calls.queued)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
}

void nj_ob_tell(struct nj_onebot *ob, const char *why)
{
    bool up = ob->proved && ob->speaks != NULL && ob->hears != NULL &&
              nj_ob_liveness_online(&ob->life);
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

void nj_ob_trouble(struct nj_onebot *ob, unsigned which)
{
    const char *word = which == NJ_OB_TROUBLE_TOKEN     ? "token"
                       : which == NJ_OB_TROUBLE_OFFLINE ? "offline"
                                                        : "risk";
    struct nj_event *e;

    if ((ob->trouble & which) != 0)
        return;
    ob->trouble |= which;
    e = nj_event_create(NJ_EVENT_TROUBLE, ob->base.index);
    nj_event_set_text(e, word, strlen(word));
    nj_inbox_push(ob->base.inbox, e);
}

void nj_ob_note_send(struct nj_onebot *ob, const struct nj_ob_call *c,
                     enum nj_fate fate)
{
    if (c->kind != NJ_OB_CALL_SAY)
        return;
    if (fate == NJ_FATE_SENT) {
        ob->failures = 0;
        ob->trouble &= ~(unsigned)NJ_OB_TROUBLE_RISK;
    }
    /* Answers through a group fail for reasons of their own. */
    if (fate == NJ_FATE_UNKNOWN && c->link == 0 &&
        ++ob->failures >= FAILURES_MAX)
        nj_ob_trouble(ob, NJ_OB_TROUBLE_RISK);
}

/* Only now is the link worth anything (an upgrade is granted to anybody), so
 * only now does the wait between tries begin anew. */
static void prove(struct nj_onebot *ob)
{
    ob->proved = true;
    ob->tries = 0;
    ob->refused = false;
    ob->complained = false;
    ob->trouble &= ~(unsigned)NJ_OB_TROUBLE_TOKEN;
}

/* Some gateways tell us about a wrong token only after the upgrade. */
static void on_refused_token(struct nj_onebot *ob, int64_t retcode)
{
    ob->refused = true;
    nj_ob_trouble(ob, NJ_OB_TROUBLE_TOKEN);
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
                                       : f->fate == NJ_FATE_LATER ? "later"
                                                                  : "unknown"),
                     /* A peer may quote what it was to send. */
                     nj_f_text("wording", secret ? "-" : f->wording)));
}

/* We are somebody; records are folded in our name. */
static void on_login(struct nj_onebot *ob, const struct nj_ob_frame *f)
{
    if (f->login[0] == '\0')
        return;
    memcpy(ob->self, f->login, sizeof(ob->self));
    nj_ob_lock(ob);
    memcpy(ob->author.id, f->login, sizeof(ob->author.id));
    memcpy(ob->author.name, f->name[0] != '\0' ? f->name : f->login,
           f->name[0] != '\0' ? sizeof(f->name) : sizeof(f->login));
    nj_ob_unlock(ob);
}

static void on_lookup(struct nj_onebot *ob, const struct nj_ob_call *c,
                      const struct nj_ob_frame *f)
{
    if (f->fate != NJ_FATE_SENT || strcmp(f->login, c->user) != 0)
        return;
    nj_ob_lock(ob);
    nj_ob_sessions_found(&ob->sessions, c->user, c->group);
    nj_ob_unlock(ob);
}

/* What is said instead of a refused record, or behind what was sent. Takes
 * the call over if there is such. */
static bool goes_on(struct nj_onebot *ob, struct nj_ob_call *c,
                    enum nj_fate fate)
{
    struct nj_ob_call *next = NULL;

    if (fate == NJ_FATE_SENT && c->rest != NULL) {
        next = c->rest;
        c->rest = NULL;
        next->begun = true;
    } else if (fate == NJ_FATE_REFUSED && c->plain != NULL) {
        next = c->plain;
        c->plain = NULL;
    }
    if (next == NULL)
        return false;
    nj_ob_call_destroy(c);
    nj_ob_link_queue(ob, next);
    return true;
}

static void on_answer_to(struct nj_onebot *ob, struct nj_ob_call *c,
                         struct nj_ob_frame *f)
{
    /* What went through a group is reported as failed though it arrived. */
    if (c->link != 0 && f->retcode == RETCODE_GOCQ)
        f->fate = NJ_FATE_UNKNOWN;
    if (f->fate != NJ_FATE_SENT)
        log_failure(ob, f, c->secret);
    if (c->kind == NJ_OB_CALL_LOGIN)
        on_login(ob, f);
    if (c->kind == NJ_OB_CALL_LOOKUP)
        on_lookup(ob, c, f);
    if (c->kind == NJ_OB_CALL_FRIENDS)
        nj_ob_on_friends(ob, f);
    if (c->secret && f->no_friend)
        nj_ob_lose_friend(ob, c->user);
    nj_ob_note_send(ob, c, f->fate);
    if (!goes_on(ob, c, f->fate))
        nj_ob_settle_answer(ob, c, f);
}

static void on_answer(struct nj_onebot *ob, struct nj_ob_frame *f)
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
    if (!token)
        prove(ob);
    on_answer_to(ob, c, f);
}

/* Somebody writes through a group: his words wait until we know whether he
 * can be answered the same way. Takes the event over if it has to wait. */
static bool waits_for_lookup(struct nj_onebot *ob, const struct nj_ob_frame *f,
                             struct nj_event *e)
{
    struct nj_ob_call *c;
    struct nj_event **end;
    char group[NJ_ADDRESS_MAX];
    bool ask;

    nj_ob_lock(ob);
    ask = nj_ob_sessions_hear(&ob->sessions, f->user, f->group);
    nj_ob_unlock(ob);
    c = nj_ob_calls_lookup(&ob->calls, f->user);
    if (c == NULL && !ask)
        return false;
    if (ask) {
        c = nj_ob_call_create(NJ_OB_CALL_LOOKUP, 0);
        nj_ob_echo_next(ob, c->echo);
        memcpy(c->user, f->user, sizeof(c->user));
        memcpy(c->group, f->group, sizeof(c->group));
        nj_address_group(group, ob->base.name, f->group);
        (void)nj_ob_send_member(&c->frame, c->echo, (struct nj_group){group},
                                (struct nj_person){e->user});
        nj_ob_link_queue(ob, c);
    }
    for (end = &c->events; *end != NULL; end = &(*end)->next)
        continue;
    *end = e;
    return true;
}

/* Takes the event over. */
static void on_message(struct nj_onebot *ob, const struct nj_ob_frame *f,
                       struct nj_event *e)
{
    if (nj_ob_seen_add(&ob->seen, e)) {
        nj_event_destroy(e);
        return;
    }
    if (e->group && f->role_said)
        nj_ob_roles_set(&ob->roles, f->group, f->user, f->role);
    else if (e->group)
        e->role = nj_ob_roles_get(&ob->roles, f->group, f->user);
    nj_ob_judge(ob, f, e);
    if (e->group || !waits_for_lookup(ob, f, e))
        nj_inbox_push(ob->base.inbox, e);
}

static bool is_new_wish(struct nj_onebot *ob, const struct nj_ob_frame *f,
                        struct nj_event *e)
{
    bool fresh;

    nj_ob_lock(ob);
    fresh = nj_ob_wishes_add(&ob->wishes, f, e);
    nj_ob_unlock(ob);
    return fresh;
}

static void on_event(struct nj_onebot *ob, struct nj_ob_frame *f)
{
    struct nj_event *e = f->event;

    if (f->self[0] != '\0')
        memcpy(ob->self, f->self, sizeof(ob->self));
    prove(ob);
    nj_ob_tell(ob, "first event");
    if (f->kind == NJ_OB_ROLE)
        nj_ob_roles_set(&ob->roles, f->group, f->user, f->role);
    if (f->kind != NJ_OB_EVENT)
        return;
    if (e->kind == NJ_EVENT_ASKS && !is_new_wish(ob, f, e))
        return;
    if (e->kind == NJ_EVENT_FRIEND)
        nj_ob_hear_friend(ob, nj_address_user_id(e->user));
    f->event = NULL;
    if (e->kind == NJ_EVENT_MESSAGE)
        on_message(ob, f, e);
    else
        nj_inbox_push(ob->base.inbox, e);
}

/* Whether the account is logged in is for its owner to mend. */
static void note_account(struct nj_onebot *ob)
{
    if (nj_ob_liveness_online(&ob->life))
        ob->trouble &= ~(unsigned)NJ_OB_TROUBLE_OFFLINE;
    else
        nj_ob_trouble(ob, NJ_OB_TROUBLE_OFFLINE);
}

/* Events of another account are nothing for this one. */
static bool is_ours(const struct nj_onebot *ob, const struct nj_ob_frame *f)
{
    return ob->account[0] == '\0' || f->self[0] == '\0' ||
           strcmp(f->self, ob->account) == 0;
}

/* A peer that sends rubbish could fill the log. */
static void on_bad_frame(struct nj_onebot *ob, const char *what)
{
    if (nj_log_due(&ob->bad_frames))
        nj_log(NJ_LOG_WARN, "onebot", "bad_frame",
               NJ_FIELDS(nj_f_word("gateway", ob->base.name),
                         nj_f_i64("count", (int64_t)ob->bad_frames),
                         nj_f_text("what", what)));
}

void nj_ob_on_frame(struct nj_onebot *ob, const char *text, size_t n)
{
    bool list = ob->list_echo[0] != '\0' && strstr(text, ob->list_echo) != NULL;
    struct nj_ob_self self = {.gateway = ob->base.name,
                              .index = ob->base.index,
                              .id = ob->self,
                              .list_echo = list ? ob->list_echo : ""};
    NJ_UNCLEARED struct nj_ob_frame f;
    struct nj_err err;
    enum nj_status st = nj_ob_frame_read(&self, text, n, &f, &err);

    if (list)
        ob->list_echo[0] = '\0'; /* no second frame of that size */
    if (st != NJ_OK) {
        on_bad_frame(ob, err.text);
        return;
    }
    if (!is_ours(ob, &f)) {
        nj_ob_frame_fini(&f);
        return;
    }
    if (f.kind == NJ_OB_ODD)
        on_bad_frame(ob, "a message whose message_id is neither a whole "
                         "number nor a text");
    nj_ob_liveness_hear(&ob->life, &f, nj_monotonic_ms());
    if (f.kind == NJ_OB_ANSWER)
        on_answer(ob, &f);
    else
        on_event(ob, &f);
    nj_ob_tell(ob, nj_ob_liveness_online(&ob->life) ? "first answer"
                                                    : "account offline");
    note_account(ob);
    nj_ob_frame_fini(&f);
}
