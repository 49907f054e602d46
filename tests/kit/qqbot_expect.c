/*
 * The strict server of QQ's bot platform: what a test orders, and what came.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "kit/news.h"
#include "kit/qqbot_server_priv.h"

struct qqbot_platform *qqbot_server_enter(struct qqbot_server *s)
{
    qqbot_lock(s);
    return s->platform;
}

void qqbot_server_leave(struct qqbot_server *s)
{
    qqbot_unlock(s);
}

/* --- orders --- */

void qqbot_server_rule(struct qqbot_server *s, const struct qqbot_rule *rule)
{
    qqbot_lock(s);
    NJ_ASSERT(s->n_rules < QQBOT_RULES);
    s->rules[s->n_rules++] = *rule;
    qqbot_unlock(s);
}

static void set(struct qqbot_server *s, bool *what, bool value)
{
    qqbot_lock(s);
    *what = value;
    qqbot_unlock(s);
}

void qqbot_server_pass(struct qqbot_server *s, int64_t ms)
{
    qqbot_lock(s);
    s->passed_ms += ms;
    qqbot_unlock(s);
}

void qqbot_server_silent(struct qqbot_server *s, bool silent)
{
    set(s, &s->silent, silent);
}

void qqbot_server_away(struct qqbot_server *s, bool away)
{
    set(s, &s->away, away);
}

void qqbot_server_forget(struct qqbot_server *s)
{
    set(s, &s->forgets, true);
}

void qqbot_server_others(struct qqbot_server *s)
{
    set(s, &s->others, true);
}

void qqbot_server_banned(struct qqbot_server *s, bool banned)
{
    set(s, &s->banned, banned);
}

void qqbot_server_refuse(struct qqbot_server *s, int code)
{
    qqbot_lock(s);
    s->refuse = code;
    qqbot_unlock(s);
}

void qqbot_server_interval(struct qqbot_server *s, int64_t ms)
{
    qqbot_lock(s);
    s->interval_ms = ms;
    qqbot_unlock(s);
}

void qqbot_server_pieces(struct qqbot_server *s, size_t bytes)
{
    qqbot_lock(s);
    s->piece = bytes;
    qqbot_unlock(s);
}

void qqbot_server_mentions(struct qqbot_server *s, enum qqbot_mention how)
{
    qqbot_lock(s);
    s->mentions = how;
    qqbot_unlock(s);
}

/* --- waiting --- */

bool qqbot_server_identified(struct qqbot_server *s, uint32_t n,
                             int64_t wait_ms)
{
    return nj_news_reached(&s->lock, &s->news, &s->sessions, n, wait_ms);
}

bool qqbot_server_resumed(struct qqbot_server *s, uint32_t n, int64_t wait_ms)
{
    return nj_news_reached(&s->lock, &s->news, &s->resumes, n, wait_ms);
}

bool qqbot_server_touched(struct qqbot_server *s, uint32_t n, int64_t wait_ms)
{
    return nj_news_reached(&s->lock, &s->news, &s->touched, n, wait_ms);
}

bool qqbot_server_withdrawn(struct qqbot_server *s, uint32_t n, int64_t wait_ms)
{
    return nj_news_reached(&s->lock, &s->news, &s->withdrawn, n, wait_ms);
}

uint32_t qqbot_server_lines(struct qqbot_server *s)
{
    return nj_news_number(&s->lock, &s->lines);
}

uint32_t qqbot_server_sessions(struct qqbot_server *s)
{
    return nj_news_number(&s->lock, &s->sessions);
}

bool qqbot_server_lined(struct qqbot_server *s, uint32_t n, int64_t wait_ms)
{
    return nj_news_reached(&s->lock, &s->news, &s->lines, n, wait_ms);
}

static int64_t value(struct qqbot_server *s, const int64_t *what)
{
    int64_t v;

    qqbot_lock(s);
    v = *what;
    qqbot_unlock(s);
    return v;
}

int64_t qqbot_server_intents(struct qqbot_server *s)
{
    return value(s, &s->intents);
}

int64_t qqbot_server_resumed_behind(struct qqbot_server *s)
{
    return value(s, &s->behind);
}

uint32_t qqbot_server_beats(struct qqbot_server *s)
{
    return nj_news_number(&s->lock, &s->beats);
}

/* --- texts --- */

static void make_room(struct qqbot_server *s, size_t n)
{
    if (n <= s->n_taken)
        return;
    s->taken = nj_realloc(s->taken, n * sizeof(bool));
    memset(s->taken + s->n_taken, 0, (n - s->n_taken) * sizeof(bool));
    s->n_taken = n;
}

static const char *find(struct qqbot_server *s, enum qqbot_scene scene,
                        const char *chat, const char *part)
{
    struct qqbot_said said;

    for (size_t i = 0; qqbot_said(s->platform, i, &said); i++) {
        make_room(s, i + 1);
        if (s->taken[i] || said.scene != scene ||
            strcmp(said.chat, chat) != 0 || strstr(said.text, part) == NULL)
            continue;
        s->taken[i] = true;
        s->last = i;
        return said.text;
    }
    return NULL;
}

const char *qqbot_server_expect(struct qqbot_server *s, enum qqbot_scene scene,
                                const char *chat, const char *part,
                                int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    const char *text;
    int rc = 0;

    qqbot_lock(s);
    text = find(s, scene, chat, part);
    while (text == NULL && rc == 0) {
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
        text = find(s, scene, chat, part);
    }
    qqbot_unlock(s);
    return text;
}

const char *qqbot_server_text(struct qqbot_server *s, uint32_t i,
                              int64_t wait_ms, enum qqbot_scene *scene,
                              const char **chat)
{
    struct timespec until = nj_news_until(wait_ms);
    struct qqbot_said said;
    bool there;
    int rc = 0;

    qqbot_lock(s);
    there = qqbot_said(s->platform, i, &said);
    while (!there && rc == 0) {
        rc = pthread_cond_timedwait(&s->news, &s->lock, &until);
        there = qqbot_said(s->platform, i, &said);
    }
    qqbot_unlock(s);
    if (!there)
        return NULL;
    *scene = said.scene;
    *chat = said.chat;
    return said.text;
}

const char *qqbot_server_buttons(struct qqbot_server *s)
{
    struct qqbot_said said;

    qqbot_lock(s);
    NJ_ASSERT(qqbot_said(s->platform, s->last, &said));
    qqbot_unlock(s);
    return said.buttons;
}

bool qqbot_server_pushed(struct qqbot_server *s)
{
    struct qqbot_said said;

    qqbot_lock(s);
    NJ_ASSERT(qqbot_said(s->platform, s->last, &said));
    qqbot_unlock(s);
    return said.push;
}

/* --- faults --- */

/* Refusals that a good client never earns: too much, the wrong scene or kind
 * of id, bad bodies, links, and calls that there are not. */
static const int64_t never[] = {40034100, 40034024, 40034025,
                                40034027, 40034001, 40034029,
                                40054010, 40054007, 11253};

const char *qqbot_server_violations(struct qqbot_server *s)
{
    qqbot_lock(s);
    nj_str_clear(&s->shown);
    nj_str_puts(&s->shown, s->faults.p);
    for (size_t i = 0; i < NJ_COUNT(never); i++) {
        uint32_t n = qqbot_refused(s->platform, never[i]);

        if (n > 0)
            nj_str_addf(&s->shown, "%u calls were refused with %lld\n",
                        (unsigned)n, (long long)never[i]);
    }
    for (uint32_t i = 0; i < s->n_touches; i++)
        if (!s->touches[i].done && qqbot_now_ms(s) > s->touches[i].at_ms + 3000)
            nj_str_addf(&s->shown, "%s was never acknowledged\n",
                        s->touches[i].id);
    qqbot_unlock(s);
    return s->shown.p;
}
