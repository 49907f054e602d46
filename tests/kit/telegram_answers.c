/*
 * The strict Bot API server: what it answers. All of it under the lock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "kit/telegram_server_priv.h"

void nj_tg_server_fail(struct nj_tg_reply_text *out, int64_t code,
                       const char *words, int64_t parameter)
{
    struct nj_json_out o;

    nj_str_clear(&out->body);
    o = nj_json_onto(&out->body);
    out->status = (int)code;
    nj_json_obj(&o, NULL);
    nj_json_put_bool(&o, "ok", false);
    nj_json_put_i64(&o, "error_code", code);
    nj_json_put_text(&o, "description", words);
    if (parameter != 0) {
        nj_json_obj(&o, "parameters");
        nj_json_put_i64(&o,
                        parameter > 0 ? "retry_after" : "migrate_to_chat_id",
                        parameter);
        nj_json_end(&o);
    }
    nj_json_end(&o);
}

static void succeed(struct nj_tg_reply_text *out, const char *result)
{
    out->status = 200;
    nj_str_clear(&out->body);
    nj_str_addf(&out->body, "{\"ok\":true,\"result\":%s}", result);
}

/* --- messages --- */

static void answer_message(const struct nj_tg_checked *call,
                           struct nj_tg_reply_text *out)
{
    struct nj_str s = NJ_STR_INIT(1000);

    nj_str_addf(&s,
                "{\"message_id\":%lld,\"date\":1763730000,\"chat\":"
                "{\"id\":%lld,\"type\":\"%s\"}}",
                (long long)call->message, (long long)call->chat,
                call->chat < 0 ? "supergroup" : "private");
    succeed(out, s.p);
    nj_str_fini(&s);
}

static void on_send(struct nj_tg_server *s, struct nj_tg_checked *call,
                    struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    (void)c;
    call->message = ++s->message_ids;
    answer_message(call, out);
}

/* The latest call that made message `id` what it is. */
static const struct nj_tg_checked *message_of(const struct nj_tg_server *s,
                                              int64_t chat, int64_t id)
{
    for (uint32_t i = s->n_calls; i > 0; i--)
        if (s->calls[i - 1]->chat == chat && s->calls[i - 1]->message == id)
            return s->calls[i - 1];
    return NULL;
}

static void on_edit(struct nj_tg_server *s, struct nj_tg_checked *call,
                    struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    const struct nj_tg_checked *old = message_of(s, call->chat, call->message);

    (void)c;
    if (old == NULL)
        nj_tg_server_fail(out, 400, "Bad Request: message to edit not found",
                          0);
    else if (old->photo && call->raw.len > 0)
        nj_tg_server_fail(
            out, 400, "Bad Request: there is no text in the message to edit",
            0);
    else if (strcmp(old->raw.p, call->raw.p) == 0 &&
             strcmp(old->buttons.p, call->buttons.p) == 0)
        nj_tg_server_fail(out, 400, "Bad Request: message is not modified", 0);
    else
        answer_message(call, out);
}

/* --- other calls --- */

static void on_me(struct nj_tg_server *s, struct nj_tg_checked *call,
                  struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    struct nj_str text = NJ_STR_INIT(1000);

    (void)call;
    (void)c;
    nj_str_addf(&text,
                "{\"id\":%lld,\"is_bot\":true,\"first_name\":\"Nightjar\","
                "\"username\":\"%s\",\"can_join_groups\":true,"
                "\"can_read_all_group_messages\":%s}",
                (long long)NJ_TG_SERVER_BOT, NJ_TG_SERVER_NAME,
                s->privacy ? "false" : "true");
    succeed(out, text.p);
    nj_str_fini(&text);
}

static void on_unhook(struct nj_tg_server *s, struct nj_tg_checked *call,
                      struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    (void)call;
    (void)c;
    s->webhook = false;
    succeed(out, "true");
}

static void on_true(struct nj_tg_server *s, struct nj_tg_checked *call,
                    struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    (void)s;
    (void)call;
    (void)c;
    succeed(out, "true");
}

static void on_member(struct nj_tg_server *s, struct nj_tg_checked *call,
                      struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    struct nj_str text = NJ_STR_INIT(1000);

    (void)c;
    nj_tg_server_fail(out, 400, "Bad Request: user not found", 0);
    for (uint32_t i = 0; i < s->n_members; i++) {
        if (s->members[i].chat != call->chat ||
            s->members[i].user != call->user)
            continue;
        nj_str_clear(&text);
        nj_str_addf(&text,
                    "{\"user\":{\"id\":%lld,\"is_bot\":false,"
                    "\"first_name\":\"x\"},\"status\":\"%s\","
                    "\"is_member\":true}",
                    (long long)call->user, s->members[i].status);
        succeed(out, text.p);
    }
    nj_str_fini(&text);
}

/* --- updates --- */

bool nj_tg_server_updates(struct nj_tg_server *s, int64_t offset, int64_t limit,
                          struct nj_tg_reply_text *out)
{
    struct nj_str list = NJ_STR_INIT(NJ_TG_SERVER_BYTES);
    int64_t n = 0;

    nj_str_putc(&list, '[');
    for (uint32_t i = 0; i < s->n_updates && n < limit; i++) {
        if (s->updates[i].id < offset)
            continue;
        nj_str_addf(&list, "%s{\"update_id\":%lld,%s}", n > 0 ? "," : "",
                    (long long)s->updates[i].id, s->updates[i].members);
        n++;
    }
    nj_str_putc(&list, ']');
    succeed(out, list.p);
    nj_str_fini(&list);
    return n > 0;
}

static void confirm(struct nj_tg_server *s, int64_t offset)
{
    uint32_t kept = 0;

    if (offset > 0 && offset < s->confirmed)
        nj_str_addf(&s->faults, "getUpdates: the offset goes back\n");
    if (offset > s->confirmed)
        s->confirmed = offset;
    for (uint32_t i = 0; i < s->n_updates; i++) {
        if (s->updates[i].id >= offset)
            s->updates[kept++] = s->updates[i];
        else
            free(s->updates[i].members);
    }
    s->n_updates = kept;
}

/* Two questions at once: the older one is ended. */
static void end_other_asks(struct nj_tg_server *s, const struct nj_tg_conn *c)
{
    for (int i = 0; i < NJ_TG_SERVER_CONNS; i++)
        if (s->conns[i].asks && &s->conns[i] != c)
            nj_str_puts(&s->faults, "getUpdates: two at once\n");
}

static bool on_updates(struct nj_tg_server *s, struct nj_tg_checked *call,
                       struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    if (s->rival) {
        nj_tg_server_fail(
            out, 409, "Conflict: terminated by other getUpdates request", 0);
        return true;
    }
    if (s->webhook) {
        nj_tg_server_fail(out, 409,
                          "Conflict: can't use getUpdates method while "
                          "webhook is active; use deleteWebhook",
                          0);
        return true;
    }
    end_other_asks(s, c);
    confirm(s, call->offset);
    c->offset = call->offset;
    c->limit = call->limit;
    return nj_tg_server_updates(s, call->offset, call->limit, out) ||
           call->timeout == 0;
}

static const struct {
    const char *method;
    void (*on)(struct nj_tg_server *s, struct nj_tg_checked *call,
               struct nj_tg_conn *c, struct nj_tg_reply_text *out);
} handlers[] = {
    {"getMe", on_me},
    {"deleteWebhook", on_unhook},
    {"sendMessage", on_send},
    {"sendPhoto", on_send},
    {"sendDocument", on_send},
    {"editMessageText", on_edit},
    {"editMessageReplyMarkup", on_edit},
    {"answerCallbackQuery", on_true},
    {"setMyCommands", on_true},
    {"setMyDescription", on_true},
    {"setMyShortDescription", on_true},
    {"getChatMember", on_member},
};

bool nj_tg_server_answer(struct nj_tg_server *s, struct nj_tg_checked *call,
                         struct nj_tg_conn *c, struct nj_tg_reply_text *out)
{
    if (strcmp(call->method, "getUpdates") == 0)
        return on_updates(s, call, c, out);
    nj_tg_server_fail(out, 404, "Not Found: method not found", 0);
    for (size_t i = 0; i < NJ_COUNT(handlers); i++)
        if (strcmp(handlers[i].method, call->method) == 0)
            handlers[i].on(s, call, c, out);
    return true;
}
