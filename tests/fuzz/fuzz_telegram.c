/*
 * Any bytes as an answer of the Bot API: whatever becomes an event has
 * addresses of that gateway, a clean name and a bounded, valid text, and
 * whatever text goes out again is parted and escaped without loss.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "gateway/telegram/telegram_priv.h"

static void check_text(const char *text, size_t max)
{
    NJ_ASSERT(strlen(text) <= max);
    NJ_ASSERT(nj_utf8_valid(text, strlen(text)));
}

static void check_words(const struct nj_event *e)
{
    int64_t chat, topic;

    NJ_ASSERT(strcmp(e->user, "tg:u:10000") != 0); /* never our own words */
    NJ_ASSERT(e->user[0] == '\0' || e->name[0] != '\0');
    NJ_ASSERT(e->user[0] != '\0' || e->role == NJ_ROLE_ADMIN);
    NJ_ASSERT(e->text != NULL);
    check_text(e->text, e->group ? NJ_TEXT_IN_MAX : NJ_TEXT_PRIVATE_MAX);
    if (e->group)
        NJ_ASSERT(nj_tg_group_ids(e->chat, &chat, &topic));
    else
        NJ_ASSERT(nj_tg_user_id(e->chat, &chat));
}

static void check_event(const struct nj_event *e)
{
    NJ_ASSERT(e->gateway == 2);
    NJ_ASSERT(e->at_ms >= 0);
    NJ_ASSERT(e->at_ms <= NJ_STAMP_MAX);
    NJ_ASSERT(nj_address_is(e->chat, "tg"));
    check_text(e->name, NJ_NAME_MAX - 1);
    check_text(e->id, NJ_MSG_ID_MAX - 1);
    if (e->kind == NJ_EVENT_MESSAGE || e->kind == NJ_EVENT_CHANGED ||
        e->kind == NJ_EVENT_PRESS)
        check_words(e);
}

/* A text goes out in parts that fit and make the whole. */
static void check_out(const char *text)
{
    static struct nj_tg_names names;
    struct nj_say say = {.text = text, .folded = text[0] == 'f'};
    struct nj_tg_job *j = nj_tg_job_say(1, "tg:g:-5.6", true, &say);
    struct nj_tg_answer ok = {.verdict = NJ_TG_OK};
    struct nj_tg_step step = {.again = j != NULL};

    while (step.again) {
        struct nj_tg_call c;

        nj_tg_call_make(&c, j, &names);
        NJ_ASSERT(j->part > 0);
        NJ_ASSERT(nj_tg_units(text + j->at, j->part) <= NJ_TG_TEXT_UNITS);
        NJ_ASSERT(nj_utf8_valid(text + j->at, j->part));
        nj_tg_call_fini(&c);
        nj_tg_job_answered(j, &ok, 0, &step);
    }
    nj_tg_job_destroy(j);
}

static void check_batch(struct nj_json result)
{
    const struct nj_tg_self self = {
        .gateway = "tg", .index = 2, .id = 10000, .username = "night_bot"};
    struct nj_tg_seen *seen = nj_alloc(sizeof(*seen));
    struct nj_tg_batch *b = nj_alloc(sizeof(*b));
    int64_t last = 0;

    nj_tg_batch_read(&self, result, seen, b);
    for (const struct nj_event *e = b->first; e != NULL; e = e->next) {
        check_event(e);
        last = e->offset != 0 ? e->offset : last;
        NJ_ASSERT(e->next != NULL || e->offset != 0);
    }
    NJ_ASSERT(last == b->await);
    NJ_ASSERT(b->n_presses <= NJ_TG_BATCH_MAX);
    nj_tg_batch_fini(b);
    free(b);
    free(seen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_tg_answer a;
    struct nj_tg_me me;

    nj_tg_answer_read(200, (const char *)data, size, "secret", &a);
    check_text(a.said, NJ_TG_SAID_MAX - 1);
    NJ_ASSERT(strstr(a.said, "secret") == NULL);
    NJ_ASSERT(nj_tg_skip((const char *)data, size) >= 0);
    if (a.verdict == NJ_TG_OK) {
        check_batch(a.result);
        if (nj_tg_me_read(a.result, &me))
            check_text(me.username, NJ_TG_USERNAME_MAX - 1);
        check_out(nj_loose_text(nj_json_first(a.result), "text"));
    }
    nj_tg_answer_fini(&a);
    return 0;
}
