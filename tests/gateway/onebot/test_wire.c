/*
 * Frames as gateways send them and what each must become: the records of
 * tests/wire/onebot (kit/wire.h).
 */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"
#include "kit/wire.h"

#define FOLDER     NJ_SOURCE_DIR "/tests/wire/onebot"
#define FRAMES_MIN 100 /* fewer: the folder was not found as a whole */

static const struct nj_ob_self self = {
    .gateway = "qq", .index = 4, .id = "10000"};

/* --- a frame in words --- */

static const char *event_word(enum nj_event_kind kind)
{
    static const char *const words[] = {
        [NJ_EVENT_MESSAGE] = "message", [NJ_EVENT_FRIEND] = "friend",
        [NJ_EVENT_JOINED] = "joined",   [NJ_EVENT_GONE] = "gone",
        [NJ_EVENT_MUTED] = "muted",     [NJ_EVENT_CHANGED] = "changed",
        [NJ_EVENT_ASKS] = "asks",       [NJ_EVENT_STOP] = NULL};

    return words[kind] != NULL ? words[kind] : "not of a frame";
}

static void describe_event(const struct nj_event *e, struct nj_str *s)
{
    static const char *const roles[] = {"", "admin", "owner"};
    static const char *const privacy[] = {"", "proved", "none"};

    assert_int_equal(e->gateway, self.index);
    wire_put(s, "event", event_word(e->kind));
    nj_str_addf(s, "chat %s%s\n", e->chat, e->group ? " group" : "");
    wire_put(s, "user", e->user);
    wire_put(s, "id", e->id);
    wire_put(s, "name", e->name);
    wire_put(s, "role", roles[e->role]);
    wire_put(s, "privacy", privacy[e->privacy]);
    nj_str_puts(s, e->at_me ? "at_me\n" : "");
    wire_put(s, "about", e->about);
    nj_str_puts(s, e->self ? "self\n" : "");
    nj_str_puts(s, e->muted ? "muted\n" : "");
    wire_put_number(s, "ms", e->ms);
    wire_put_number(s, "at_ms", e->at_ms);
    if (e->text != NULL)
        wire_put_text(s, e->text);
}

static const char *role_word(enum nj_role role)
{
    static const char *const words[] = {"member", "admin", "owner"};

    return words[role];
}

static void describe_answer(const struct nj_ob_frame *f, struct nj_str *s)
{
    static const char *const fates[] = {
        "sent", "refused", "unwanted", "unknown", "lost", "not_sent", "later"};

    nj_str_puts(s, "answer\n");
    wire_put(s, "echo", f->echo);
    wire_put(s, "fate", fates[f->fate]);
    nj_str_addf(s, "retcode %lld\n", (long long)f->retcode);
    wire_put(s, "login", f->login);
    wire_put(s, "name", f->name);
    wire_put(s, "id", f->id);
    if (f->role_said)
        wire_put(s, "role", role_word(f->role));
    wire_put(s, "wording", f->wording);
}

static void describe(const struct nj_ob_frame *f, struct nj_str *s)
{
    static const char *const online[] = {"unknown", "no", "yes"};

    switch (f->kind) {
    case NJ_OB_NOTHING:
        nj_str_puts(s, "nothing\n");
        if (strcmp(f->self, self.id) != 0)
            wire_put(s, "self", f->self);
        break;
    case NJ_OB_ODD:
        nj_str_puts(s, "odd\n");
        break;
    case NJ_OB_EVENT:
        describe_event(f->event, s);
        if (!f->event->group)
            wire_put(s, "session", f->group);
        wire_put(s, "flag", f->flag);
        break;
    case NJ_OB_ROLE:
        nj_str_addf(s, "role %s of %s in %s\n", role_word(f->role), f->user,
                    f->group);
        break;
    case NJ_OB_HEARTBEAT:
        nj_str_puts(s, "heartbeat\n");
        wire_put_number(s, "interval_ms", f->interval_ms);
        wire_put(s, "online", online[f->online]);
        break;
    case NJ_OB_OFFLINE:
        nj_str_puts(s, "offline\n");
        break;
    case NJ_OB_ANSWER:
        describe_answer(f, s);
        break;
    }
}

static void become(const struct nj_str *text, struct nj_str *got)
{
    struct nj_ob_frame f;
    struct nj_err err;

    if (nj_ob_frame_read(&self, text->p, text->len, &f, &err) != NJ_OK) {
        nj_str_puts(got, "malformed\n");
        return;
    }
    describe(&f, got);
    nj_ob_frame_fini(&f);
}

static void frames_become_what_they_should(void **state)
{
    NJ_UNUSED(state);
    wire_check(FOLDER, FRAMES_MIN, become);
}

static bool reads(const char *text, size_t n)
{
    struct nj_ob_frame f;
    struct nj_err err;

    return nj_ob_frame_read(&self, text, n, &f, &err) == NJ_OK;
}

/* Every frame cut at every byte: nothing but an orderly failure. */
static void cut_frames_are_malformed(void **state)
{
    static const char *const names[] = {"array_at_me", "cq_escapes",
                                        "heartbeat_napcat", "answer_login"};

    NJ_UNUSED(state);
    wire_cut(FOLDER, names, NJ_COUNT(names), reads);
}

/* Before the first answer nobody knows who we are but the event itself. */
static void an_event_says_whom_it_is_for(void **state)
{
    struct nj_ob_self nobody = self;
    struct nj_str frame = NJ_STR_INIT(NJ_FRAME_MAX);
    struct nj_ob_frame f;

    NJ_UNUSED(state);
    nobody.id = "";
    wire_read(FOLDER, "array_at_me", &frame);
    assert_int_equal(nj_ob_frame_read(&nobody, frame.p, frame.len, &f, NULL),
                     NJ_OK);
    assert_true(f.event->at_me);
    assert_string_equal(f.self, "10000");
    nj_ob_frame_fini(&f);
    nj_str_fini(&frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_become_what_they_should),
        cmocka_unit_test(cut_frames_are_malformed),
        cmocka_unit_test(an_event_says_whom_it_is_for),
    };

    return cmocka_run_group_tests_name("gateway/onebot/wire", tests, NULL,
                                       NULL);
}
