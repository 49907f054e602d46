/*
 * The strict Bot API server: what a test tells it, and what came.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/json.h"
#include "kit/news.h"
#include "kit/telegram_server_priv.h"

/* --- orders --- */

void nj_tg_server_reply(struct nj_tg_server *s, const struct nj_tg_rule *rule)
{
    struct nj_tg_kept_rule *k;

    nj_tg_server_lock(s);
    NJ_ASSERT(s->n_rules < NJ_TG_SERVER_RULES);
    k = &s->rules[s->n_rules++];
    k->rule = *rule;
    (void)snprintf(k->method, sizeof(k->method), "%s", rule->method);
    (void)snprintf(k->words, sizeof(k->words), "%s",
                   rule->words == NULL ? "" : rule->words);
    k->rule.method = k->method;
    k->rule.words = k->words;
    nj_tg_server_unlock(s);
}

void nj_tg_server_token(struct nj_tg_server *s, const char *token)
{
    nj_tg_server_lock(s);
    (void)snprintf(s->token, sizeof(s->token), "%s", token);
    nj_tg_server_unlock(s);
}

static void set(struct nj_tg_server *s, bool *what, bool value)
{
    nj_tg_server_lock(s);
    *what = value;
    nj_tg_server_unlock(s);
}

void nj_tg_server_privacy(struct nj_tg_server *s, bool on)
{
    set(s, &s->privacy, on);
}

void nj_tg_server_ahead(struct nj_tg_server *s, int64_t seconds)
{
    nj_tg_server_lock(s);
    s->ahead_s = seconds;
    nj_tg_server_unlock(s);
}

void nj_tg_server_timeless(struct nj_tg_server *s)
{
    s->timeless = true;
}

void nj_tg_server_webhook(struct nj_tg_server *s)
{
    set(s, &s->webhook, true);
}

void nj_tg_server_rival(struct nj_tg_server *s, bool there)
{
    set(s, &s->rival, there);
}

void nj_tg_server_drop(struct nj_tg_server *s)
{
    set(s, &s->dropping, true);
}

void nj_tg_server_away(struct nj_tg_server *s, bool away)
{
    set(s, &s->away, away);
}

void nj_tg_server_member(struct nj_tg_server *s, int64_t chat, int64_t user,
                         const char *status)
{
    nj_tg_server_lock(s);
    NJ_ASSERT(s->n_members < NJ_TG_SERVER_MEMBERS);
    s->members[s->n_members].chat = chat;
    s->members[s->n_members].user = user;
    (void)snprintf(s->members[s->n_members].status,
                   sizeof(s->members[0].status), "%s", status);
    s->n_members++;
    nj_tg_server_unlock(s);
}

/* --- updates --- */

int64_t nj_tg_server_push(struct nj_tg_server *s, const char *members)
{
    int64_t id;

    nj_tg_server_lock(s);
    NJ_ASSERT(s->n_updates < NJ_TG_SERVER_UPDATES);
    id = ++s->update_ids;
    s->updates[s->n_updates++] =
        (struct nj_tg_update){id, nj_strndup(members, strlen(members))};
    nj_tg_server_unlock(s);
    (void)!write(s->wake[1], "", 1);
    return id;
}

/* An object without its braces, which the update's other member goes into. */
static int64_t push_object(struct nj_tg_server *s, struct nj_json_out *o,
                           struct nj_str *text)
{
    int64_t id;

    nj_json_end(o);
    nj_str_cut(text, text->len - 1);
    id = nj_tg_server_push(s, text->p + 1);
    nj_str_fini(text);
    return id;
}

static void put_person(struct nj_json_out *o, const char *name, int64_t user,
                       const char *called)
{
    nj_json_obj(o, name);
    nj_json_put_i64(o, "id", user);
    nj_json_put_bool(o, "is_bot", false);
    nj_json_put_text(o, "first_name", called);
    nj_json_end(o);
}

static void put_now(const struct nj_tg_server *s, struct nj_json_out *o)
{
    struct nj_clock clock = nj_clock_system();

    nj_json_put_i64(o, "date", s->timeless ? 0 : nj_now_ms(&clock) / 1000);
}

static void put_chat(struct nj_json_out *o, int64_t chat, bool forum)
{
    nj_json_obj(o, "chat");
    nj_json_put_i64(o, "id", chat);
    nj_json_put_text(o, "type",
                     chat > 0                ? "private"
                     : chat < -1000000000000 ? "supergroup"
                                             : "group");
    if (forum)
        nj_json_put_bool(o, "is_forum", true);
    nj_json_end(o);
}

int64_t nj_tg_server_say(struct nj_tg_server *s, int64_t chat, int64_t topic,
                         int64_t user, const char *name, const char *text)
{
    struct nj_str object = NJ_STR_INIT(NJ_TG_SERVER_BYTES);
    struct nj_json_out o = nj_json_onto(&object);
    int64_t id;

    nj_tg_server_lock(s);
    id = ++s->message_ids;
    nj_tg_server_unlock(s);
    nj_json_obj(&o, NULL);
    nj_json_obj(&o, "message");
    nj_json_put_i64(&o, "message_id", id);
    put_person(&o, "from", user, name);
    put_chat(&o, chat, topic != 0);
    put_now(s, &o);
    if (topic != 0) {
        nj_json_put_i64(&o, "message_thread_id", topic);
        nj_json_put_bool(&o, "is_topic_message", true);
    }
    nj_json_put_text(&o, "text", text);
    nj_json_end(&o);
    return push_object(s, &o, &object);
}

int64_t nj_tg_server_press(struct nj_tg_server *s, int64_t chat, int64_t user,
                           int64_t message, const char *data)
{
    struct nj_str object = NJ_STR_INIT(NJ_TG_SERVER_BYTES);
    struct nj_json_out o = nj_json_onto(&object);
    char id[40];

    nj_tg_server_lock(s);
    (void)snprintf(id, sizeof(id), "88%lld", (long long)++s->message_ids);
    nj_tg_server_unlock(s);
    nj_json_obj(&o, NULL);
    nj_json_obj(&o, "callback_query");
    nj_json_put_text(&o, "id", id);
    put_person(&o, "from", user, "Presser");
    nj_json_obj(&o, "message");
    nj_json_put_i64(&o, "message_id", message);
    put_chat(&o, chat, false);
    put_now(s, &o);
    nj_json_end(&o);
    nj_json_put_text(&o, "data", data);
    nj_json_end(&o);
    return push_object(s, &o, &object);
}

uint32_t nj_tg_server_pending(struct nj_tg_server *s)
{
    return nj_news_number(&s->lock, &s->n_updates);
}

bool nj_tg_server_confirmed(struct nj_tg_server *s, int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    int rc = 0;
    bool all;

    nj_tg_server_lock(s);
    while (s->n_updates > 0 && rc == 0)
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
    all = s->n_updates == 0;
    nj_tg_server_unlock(s);
    return all;
}

/* --- what came --- */

static const struct nj_tg_checked *find(struct nj_tg_server *s,
                                        const char *method, int64_t chat,
                                        const char *part)
{
    for (uint32_t i = 0; i < s->n_calls; i++) {
        const struct nj_tg_checked *c = s->calls[i];

        if (s->taken[i] ||
            (method[0] != '\0' && strcmp(c->method, method) != 0) ||
            (chat != 0 && c->chat != chat) || strstr(c->text.p, part) == NULL)
            continue;
        s->taken[i] = true;
        return c;
    }
    return NULL;
}

const struct nj_tg_checked *nj_tg_server_expect(struct nj_tg_server *s,
                                                const char *method,
                                                int64_t chat, const char *part,
                                                int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    const struct nj_tg_checked *c;
    int rc = 0;

    nj_tg_server_lock(s);
    c = find(s, method, chat, part);
    while (c == NULL && rc == 0) {
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
        c = find(s, method, chat, part);
    }
    nj_tg_server_unlock(s);
    return c;
}

void nj_tg_server_take(struct nj_tg_server *s, int64_t wait_ms,
                       void (*each)(void *ctx, const char *text), void *ctx)
{
    struct timespec until = nj_news_until(wait_ms);
    int rc = 0;

    nj_tg_server_lock(s);
    while (find(s, "sendMessage", 0, "") == NULL && rc == 0)
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
    for (uint32_t i = 0; i < s->n_calls; i++) {
        each(ctx, s->calls[i]->text.p);
        nj_tg_checked_fini(s->calls[i]);
        free(s->calls[i]);
    }
    s->n_calls = 0;
    nj_tg_server_unlock(s);
}

uint32_t nj_tg_server_count(struct nj_tg_server *s, const char *method)
{
    uint32_t n = 0;

    nj_tg_server_lock(s);
    for (uint32_t i = 0; i < s->n_calls; i++)
        n += strcmp(s->calls[i]->method, method) == 0 ? 1 : 0;
    nj_tg_server_unlock(s);
    return n;
}

const char *nj_tg_server_violations(struct nj_tg_server *s)
{
    nj_tg_server_lock(s);
    nj_str_clear(&s->shown);
    nj_str_puts(&s->shown, s->faults.p);
    nj_tg_server_unlock(s);
    return s->shown.p;
}
