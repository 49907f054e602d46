/*
 * Answers to getUpdates and what each must become: the records of
 * tests/wire/telegram (kit/wire.h).
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/telegram/telegram_priv.h"
#include "kit/nj_test.h"
#include "kit/wire.h"

#define FOLDER    NJ_SOURCE_DIR "/tests/wire/telegram"
#define FILES_MIN 90 /* fewer: the folder was not found as a whole */

static struct nj_tg_handles handles;

static const struct nj_tg_self self = {.gateway = "tg",
                                       .index = 4,
                                       .id = 10000,
                                       .username = "Night_Jar_Bot",
                                       .handles = &handles};

/* --- a batch in words --- */

static const char *event_word(enum nj_event_kind kind)
{
    static const char *const words[] = {
        [NJ_EVENT_MESSAGE] = "message", [NJ_EVENT_FRIEND] = "friend",
        [NJ_EVENT_LOST] = "lost",       [NJ_EVENT_JOINED] = "joined",
        [NJ_EVENT_GONE] = "gone",       [NJ_EVENT_MUTED] = "muted",
        [NJ_EVENT_PRESS] = "press",     [NJ_EVENT_CHANGED] = "changed",
        [NJ_EVENT_MOVED] = "moved",     [NJ_EVENT_STOP] = NULL};

    return words[kind] != NULL ? words[kind] : "not of an update";
}

static void describe_event(const struct nj_event *e, struct nj_str *s)
{
    static const char *const roles[] = {"", "admin", "owner"};
    static const char *const privacy[] = {"", "proved", "none"};

    assert_int_equal(e->gateway, self.index);
    wire_put(s, "event", event_word(e->kind));
    nj_str_addf(s, "chat %s%s\n", e->chat, e->group ? " group" : "");
    wire_put(s, "user", e->user);
    wire_put(s, "to", e->to);
    wire_put(s, "about", e->about);
    wire_put(s, "handle", e->handle);
    wire_put(s, "id", e->id);
    wire_put(s, "name", e->name);
    wire_put(s, "role", roles[e->role]);
    wire_put(s, "privacy", privacy[e->privacy]);
    nj_str_puts(s, e->at_me ? "at_me\n" : "");
    nj_str_puts(s, e->self ? "self\n" : "");
    nj_str_puts(s, e->muted ? "muted\n" : "");
    wire_put_number(s, "at_ms", e->at_ms);
    wire_put_number(s, "offset", e->offset);
    if (e->text != NULL)
        wire_put_text(s, e->text);
}

static void describe(const struct nj_tg_batch *b, struct nj_str *s)
{
    for (const struct nj_event *e = b->first; e != NULL; e = e->next)
        describe_event(e, s);
    for (uint32_t i = 0; i < b->n_presses; i++)
        wire_put(s, "press nobody will answer", b->presses[i]);
    nj_str_addf(s, "updates %u\n", b->n);
    wire_put_number(s, "next", b->next);
    wire_put_number(s, "await", b->await);
}

static void read_batch(const struct nj_str *text, struct nj_str *got)
{
    struct nj_tg_seen *seen = nj_alloc(sizeof(*seen));
    struct nj_tg_batch *b = nj_alloc(sizeof(*b));
    struct nj_tg_answer a;

    memset(&handles, 0, sizeof(handles));
    nj_tg_answer_read(200, text->p, text->len, "", &a);
    if (a.verdict == NJ_TG_OK) {
        nj_tg_batch_read(&self, a.result, seen, b);
        describe(b, got);
        nj_tg_batch_fini(b);
    } else {
        nj_str_addf(got, "malformed\nskip to %lld\n",
                    (long long)nj_tg_skip(text->p, text->len));
    }
    nj_tg_answer_fini(&a);
    free(b);
    free(seen);
}

static void answers_become_what_they_should(void **state)
{
    NJ_UNUSED(state);
    wire_check(FOLDER, FILES_MIN, read_batch);
}

/* Nothing of it is handed on. */
static bool reads(const char *text, size_t n)
{
    struct nj_tg_answer a;
    bool read;

    nj_tg_answer_read(200, text, n, "", &a);
    read = a.verdict != NJ_TG_UNKNOWN;
    nj_tg_answer_fini(&a);
    return read;
}

/* Cut anywhere, an answer is no answer. */
static void cut_answers_are_malformed(void **state)
{
    static const char *const names[] = {"several"};

    NJ_UNUSED(state);
    wire_cut(FOLDER, names, NJ_COUNT(names), reads);
}

/* What came already is not handed on again, however often it comes. */
static void a_repeated_batch_says_nothing_new(void **state)
{
    struct nj_str text = NJ_STR_INIT(NJ_FRAME_MAX);
    struct nj_tg_seen *seen = nj_alloc(sizeof(*seen));
    struct nj_tg_batch *b = nj_alloc(sizeof(*b));

    NJ_UNUSED(state);
    wire_read(FOLDER, "several", &text);
    for (int round = 0; round < 3; round++) {
        struct nj_tg_answer a;

        nj_tg_answer_read(200, text.p, text.len, "", &a);
        nj_tg_batch_read(&self, a.result, seen, b);
        assert_int_equal(b->next, 700000005);
        assert_int_equal(b->await, round == 0 ? 700000004 : 0);
        assert_int_equal(b->first != NULL, round == 0);
        nj_tg_batch_fini(b);
        nj_tg_answer_fini(&a);
    }
    free(b);
    free(seen);
    nj_str_fini(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_become_what_they_should),
        cmocka_unit_test(cut_answers_are_malformed),
        cmocka_unit_test(a_repeated_batch_says_nothing_new),
    };

    return cmocka_run_group_tests_name("gateway/telegram/wire", tests, NULL,
                                       NULL);
}
