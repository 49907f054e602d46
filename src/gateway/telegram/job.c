/*
 * One thing to be done: what is left of it after an answer, and the list of
 * all of them. What goes over the wire for it is made in call.c.
 *
 * A message may take several calls: parts of a long text, the text in front
 * of its picture, a repeat without what the server did not take.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "gateway/telegram/telegram_priv.h"

#define HOLD_MAX_MS 60000 /* that we wait in the middle of a message */

static char *copy_of(const char *text)
{
    return text == NULL ? NULL : nj_strndup(text, strlen(text));
}

static struct nj_tg_job *create(enum nj_tg_job_kind kind, uint64_t call)
{
    struct nj_tg_job *j = nj_alloc(sizeof(*j));

    j->kind = kind;
    j->call = call;
    return j;
}

/* --- copies --- */

static bool says_something(const char *text)
{
    return nj_utf8_trim(&text, strlen(text)) > 0;
}

static void copy_buttons(struct nj_tg_job *j, const struct nj_say *say)
{
    NJ_ASSERT(say->n_buttons <= NJ_BUTTONS_MAX);
    for (uint32_t i = 0; i < say->n_buttons; i++)
        j->buttons[i] =
            (struct nj_tg_button){.label = copy_of(say->buttons[i].label),
                                  .token = copy_of(say->buttons[i].token),
                                  .url = copy_of(say->buttons[i].url)};
    j->n_buttons = say->n_buttons;
    j->columns = say->columns > 0 ? say->columns : 1;
}

/* A picture, or a file: an upload either way. */
static void copy_bytes(struct nj_tg_job *j, const unsigned char *bytes,
                       size_t n)
{
    j->photo = nj_alloc(n);
    memcpy(j->photo, bytes, n);
    j->photo_n = n;
}

static void copy_mentions(struct nj_tg_job *j, const struct nj_say *say)
{
    for (uint32_t i = 0;
         i < say->n_mentions && j->n_mentions < NJ_TG_MENTIONS_MAX; i++)
        if (nj_tg_user_id(say->mentions[i], &j->mentions[j->n_mentions])) {
            j->places[j->n_mentions] = say->places != NULL ? say->places[i] : 0;
            NJ_ASSERT(j->places[j->n_mentions] <= j->n);
            j->n_mentions++;
        }
}

/* 0 for what is no id of a message. */
static int64_t message_id(const char *text)
{
    char *end = NULL;
    long long v;

    if (text == NULL || text[0] < '1' || text[0] > '9')
        return 0;
    errno = 0;
    v = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' ? v : 0;
}

struct nj_tg_job *nj_tg_job_say(uint64_t call, const char *address, bool group,
                                const struct nj_say *say)
{
    struct nj_tg_job *j = create(NJ_TG_JOB_SAY, call);
    bool known = group ? nj_tg_group_ids(address, &j->chat, &j->topic)
                       : nj_tg_user_id(address, &j->chat);

    if (!known || !says_something(say->text)) {
        nj_tg_job_destroy(j);
        return NULL;
    }
    j->group = group;
    j->text = copy_of(say->text);
    j->n = strlen(say->text);
    copy_buttons(j, say);
    copy_mentions(j, say);
    j->folded = say->folded;
    j->kept = say->kept;
    if (say->file.n > 0) {
        copy_bytes(j, say->file.bytes, say->file.n);
        j->file = copy_of(say->file.name);
        j->kept = false; /* it is there to be passed on */
    } else if (say->picture.n > 0) {
        copy_bytes(j, say->picture.bytes, say->picture.n);
    }
    j->pictured = j->photo == NULL;
    /* A text cannot become a picture, nor a long one stay one message. */
    if (j->pictured && nj_tg_units(j->text, j->n) <= NJ_TG_TEXT_UNITS)
        j->replaces = message_id(say->replaces);
    return j;
}

struct nj_tg_job *nj_tg_job_press(const char *id, const char *text,
                                  const char *url)
{
    struct nj_tg_job *j = create(NJ_TG_JOB_PRESS, 0);
    size_t n = nj_tg_part(text, strlen(text), NJ_TG_TOAST_UNITS);

    j->press = copy_of(id);
    j->url = copy_of(url);
    j->text = nj_strndup(text, n);
    j->n = n;
    return j;
}

struct nj_tg_job *nj_tg_job_drop(const char *chat, const char *message)
{
    struct nj_tg_job *j = create(NJ_TG_JOB_DROP, 0);

    j->replaces = message_id(message);
    if (j->replaces == 0 || (!nj_tg_group_ids(chat, &j->chat, &j->topic) &&
                             !nj_tg_user_id(chat, &j->chat))) {
        nj_tg_job_destroy(j);
        return NULL;
    }
    return j;
}

struct nj_tg_job *nj_tg_job_ask(uint64_t call, struct nj_group in,
                                struct nj_person who)
{
    struct nj_tg_job *j = create(NJ_TG_JOB_ASK, call);

    if (!nj_tg_group_ids(in.address, &j->chat, &j->topic) ||
        !nj_tg_user_id(who.address, &j->user)) {
        nj_tg_job_destroy(j);
        return NULL;
    }
    j->group = true;
    return j;
}

void nj_tg_job_destroy(struct nj_tg_job *j)
{
    if (j == NULL)
        return;
    for (uint32_t i = 0; i < j->n_buttons; i++) {
        free(j->buttons[i].label);
        free(j->buttons[i].token);
        free(j->buttons[i].url);
    }
    free(j->photo);
    free(j->file);
    free(j->press);
    free(j->url);
    free(j->text);
    free(j);
}

/* --- answers --- */

static bool is_over(const struct nj_tg_job *j)
{
    return j->at >= j->n && j->pictured;
}

static void went_out(struct nj_tg_job *j, const struct nj_tg_answer *a,
                     struct nj_tg_step *out)
{
    int64_t id = j->replaces;

    if (a->verdict == NJ_TG_OK)
        id = nj_loose_whole(a->result, "message_id");
    j->any = true;
    if (j->part > 0)
        j->id = id; /* where the buttons are; a lone picture has none */
    if (j->part == 0 || j->captioned)
        j->pictured = true;
    j->at += j->part;
    if (j->at < j->n && !says_something(j->text + j->at))
        j->at = j->n;
    j->replaces = 0;
    out->again = !is_over(j);
    out->fate = NJ_FATE_SENT;
}

/* The text says everything anyway. */
static void drop_picture(struct nj_tg_job *j, struct nj_tg_step *out)
{
    j->pictured = true;
    out->again = !is_over(j);
    out->fate = NJ_FATE_SENT;
}

/* Part of it is out: what is refused now was refused in the middle. */
static enum nj_fate short_of(const struct nj_tg_job *j, enum nj_fate fate)
{
    return j->any ? NJ_FATE_UNKNOWN : fate;
}

static void refused(struct nj_tg_job *j, struct nj_tg_step *out)
{
    if (j->part == 0 && !j->pictured && j->file == NULL)
        drop_picture(j, out);
    else
        out->fate = short_of(j, NJ_FATE_REFUSED);
}

static void later(struct nj_tg_job *j, int64_t ms, int64_t now_ms,
                  struct nj_tg_step *out)
{
    out->ms = ms;
    out->fate = short_of(j, NJ_FATE_LATER);
    if (j->any && ms <= HOLD_MAX_MS) {
        j->not_before_ms = now_ms + ms;
        out->again = true;
    }
}

/* Once: whatever was wrong, it was not that. */
static void once(bool *done, struct nj_tg_job *j, struct nj_tg_step *out)
{
    if (*done) {
        refused(j, out);
        return;
    }
    *done = true;
    out->again = true;
}

static void migrate(struct nj_tg_job *j, int64_t to, struct nj_tg_step *out)
{
    once(&j->migrated, j, out);
    if (!out->again)
        return;
    out->moved = to;
    j->chat = to;
    j->topic = 0;
    j->replaces = 0; /* ids of messages do not move along */
}

static void edit_gone(struct nj_tg_job *j, struct nj_tg_step *out)
{
    if (j->replaces == 0) {
        refused(j, out);
        return;
    }
    j->replaces = 0;
    out->again = true;
}

void nj_tg_job_answered(struct nj_tg_job *j, const struct nj_tg_answer *a,
                        int64_t now_ms, struct nj_tg_step *out)
{
    *out = (struct nj_tg_step){.fate = NJ_FATE_UNKNOWN};
    switch (a->verdict) {
    case NJ_TG_OK:
    case NJ_TG_SAME:
        went_out(j, a, out);
        break;
    case NJ_TG_EDIT_GONE:
        edit_gone(j, out);
        break;
    case NJ_TG_BAD_MARKUP:
        once(&j->plain, j, out);
        break;
    case NJ_TG_NO_TOPIC:
        once(&j->topicless, j, out);
        break;
    case NJ_TG_MIGRATED:
        migrate(j, a->migrated, out);
        break;
    case NJ_TG_BAD_PICTURE:
        if (j->file != NULL)
            out->fate = NJ_FATE_REFUSED;
        else
            drop_picture(j, out);
        break;
    case NJ_TG_FORBIDDEN:
        out->lost = !j->group;
        out->fate = short_of(j, NJ_FATE_REFUSED);
        break;
    case NJ_TG_REFUSED:
        refused(j, out);
        break;
    case NJ_TG_LATER:
        later(j, a->ms, now_ms, out);
        break;
    case NJ_TG_TOKEN:
    case NJ_TG_UNSENT:
        out->fate = short_of(j, NJ_FATE_NOT_SENT);
        break;
    case NJ_TG_CONFLICT:
    case NJ_TG_WEBHOOK:
    case NJ_TG_UNKNOWN:
        if (j->any && j->part == 0)
            drop_picture(j, out);
        break;
    }
}

/* --- the list --- */

void nj_tg_jobs_init(struct nj_tg_jobs *l)
{
    memset(l, 0, sizeof(*l));
    l->end = &l->first;
}

void nj_tg_jobs_add(struct nj_tg_jobs *l, struct nj_tg_job *j)
{
    j->next = NULL;
    *l->end = j;
    l->end = &j->next;
}

void nj_tg_jobs_remove(struct nj_tg_jobs *l, struct nj_tg_job *j)
{
    struct nj_tg_job **link = &l->first;

    while (*link != j) {
        NJ_ASSERT(*link != NULL);
        link = &(*link)->next;
    }
    *link = j->next;
    if (l->end == &j->next)
        l->end = link;
    j->next = NULL;
}

struct nj_tg_job *nj_tg_jobs_take(struct nj_tg_jobs *l)
{
    struct nj_tg_job *j = l->first;

    if (j != NULL)
        nj_tg_jobs_remove(l, j);
    return j;
}

static bool is_first_of_chat(const struct nj_tg_jobs *l,
                             const struct nj_tg_job *j)
{
    for (const struct nj_tg_job *o = l->first; o != j; o = o->next)
        if (o->kind == NJ_TG_JOB_SAY && o->chat == j->chat)
            return false;
    return true;
}

void nj_tg_jobs_hold(struct nj_tg_jobs *l, int64_t chat, int64_t until_ms)
{
    uint32_t i = 0;

    while (i < NJ_TG_HELD_MAX && l->held[i].chat != chat)
        i++;
    if (i == NJ_TG_HELD_MAX)
        i = l->n_held++ % NJ_TG_HELD_MAX;
    if (l->held[i].chat != chat || l->held[i].until_ms < until_ms)
        l->held[i].until_ms = until_ms;
    l->held[i].chat = chat;
}

int64_t nj_tg_jobs_held_ms(const struct nj_tg_jobs *l, int64_t chat,
                           int64_t now_ms)
{
    for (uint32_t i = 0; i < NJ_TG_HELD_MAX; i++)
        if (l->held[i].chat == chat && l->held[i].until_ms > now_ms)
            return l->held[i].until_ms;
    return 0;
}

/* When it may go on; presses go at any time. */
static int64_t not_before_ms(const struct nj_tg_jobs *l,
                             const struct nj_tg_job *j, int64_t now_ms)
{
    int64_t held_ms = j->chat != 0 ? nj_tg_jobs_held_ms(l, j->chat, now_ms) : 0;

    return held_ms > j->not_before_ms ? held_ms : j->not_before_ms;
}

struct nj_tg_job *nj_tg_jobs_take_held(struct nj_tg_jobs *l, int64_t now_ms)
{
    for (struct nj_tg_job *j = l->first; j != NULL; j = j->next)
        if (j->kind == NJ_TG_JOB_SAY && !j->flying && !j->any &&
            nj_tg_jobs_held_ms(l, j->chat, now_ms) != 0) {
            nj_tg_jobs_remove(l, j);
            return j;
        }
    return NULL;
}

struct nj_tg_job *nj_tg_jobs_ready(const struct nj_tg_jobs *l, int64_t now_ms)
{
    for (struct nj_tg_job *j = l->first; j != NULL; j = j->next)
        if (j->kind == NJ_TG_JOB_PRESS && !j->flying)
            return j;
    for (struct nj_tg_job *j = l->first; j != NULL; j = j->next)
        if (!j->flying && not_before_ms(l, j, now_ms) <= now_ms &&
            (j->kind != NJ_TG_JOB_SAY || is_first_of_chat(l, j)))
            return j;
    return NULL;
}

int64_t nj_tg_jobs_due_ms(const struct nj_tg_jobs *l, int64_t now_ms)
{
    int64_t due = INT64_MAX;

    for (const struct nj_tg_job *j = l->first; j != NULL; j = j->next) {
        int64_t at_ms = not_before_ms(l, j, now_ms);

        if (!j->flying && at_ms > now_ms && at_ms < due)
            due = at_ms;
    }
    return due;
}
