/*
 * Frames of QQ's bot platform and what each must become: the records of
 * tests/wire/qqbot (kit/wire.h).
 */
#include <string.h>

#include "gateway/qqbot/qqbot_priv.h"
#include "kit/nj_test.h"
#include "kit/wire.h"

#define FOLDER     NJ_SOURCE_DIR "/tests/wire/qqbot"
#define FRAMES_MIN 120 /* fewer: the folder was not found as a whole */

static const struct nj_qb_self self = {.gateway = "qqbot",
                                       .index = 4,
                                       .bot = "1042",
                                       .member =
                                           "0123456789ABCDEF0123456789ABCDEF"};

/* --- a frame in words --- */

static const char *event_word(enum nj_event_kind kind)
{
    static const char *const words[] = {
        [NJ_EVENT_MESSAGE] = "message", [NJ_EVENT_FRIEND] = "friend",
        [NJ_EVENT_LOST] = "lost",       [NJ_EVENT_JOINED] = "joined",
        [NJ_EVENT_GONE] = "gone",       [NJ_EVENT_PRESS] = "press",
        [NJ_EVENT_STOP] = NULL};

    return words[kind] != NULL ? words[kind] : "not of a frame";
}

static void describe_event(const struct nj_event *e, struct nj_str *s)
{
    static const char *const roles[] = {"", "admin", "owner"};
    static const char *const privacy[] = {"", "proved", "none"};

    assert_int_equal(e->gateway, self.index);
    wire_put(s, "event", event_word(e->kind));
    nj_str_addf(s, "in %s%s\n", e->chat, e->group ? " group" : "");
    wire_put(s, "user", e->user);
    wire_put(s, "about", e->about);
    wire_put(s, "message", e->id);
    wire_put(s, "name", e->name);
    wire_put(s, "role", roles[e->role]);
    wire_put(s, "privacy", privacy[e->privacy]);
    nj_str_puts(s, e->at_me ? "at_me\n" : "");
    nj_str_puts(s, e->self ? "self\n" : "");
    wire_put_number(s, "at_ms", e->at_ms);
    if (e->text != NULL)
        wire_put_text(s, e->text);
}

static void describe_answerable(const struct nj_qb_frame *f, struct nj_str *s)
{
    static const char *const kinds[] = {"", "message", "event"};
    static const char *const pushes[] = {"", "on", "off", "gone"};

    wire_put(s, "chat", f->chat);
    if (f->ref_kind != NJ_QB_REF_NONE)
        nj_str_addf(s, "answers %s %s\n", kinds[f->ref_kind], f->ref);
    wire_put_number(s, "ref_ms", f->ref_ms);
    wire_put(s, "pushes", pushes[f->pushes]);
    wire_put(s, "me", f->me);
    nj_str_puts(s, f->full ? "hears all\n" : "");
    wire_put(s, "acknowledge", f->press);
}

static void describe(const struct nj_qb_frame *f, struct nj_str *s)
{
    static const char *const kinds[] = {
        [NJ_QB_NOTHING] = "nothing",     [NJ_QB_HELLO] = "hello",
        [NJ_QB_READY] = "ready",         [NJ_QB_RESUMED] = "resumed",
        [NJ_QB_BEAT] = "beat",           [NJ_QB_ACK] = "ack",
        [NJ_QB_RECONNECT] = "reconnect", [NJ_QB_INVALID] = "invalid session",
        [NJ_QB_EVENT] = "happened"};

    nj_str_addf(s, "%s\n", kinds[f->kind]);
    wire_put_number(s, "s", f->s);
    wire_put_number(s, "interval_ms", f->interval_ms);
    wire_put(s, "session", f->session);
    wire_put(s, "bot", f->bot);
    if (f->kind == NJ_QB_EVENT)
        describe_answerable(f, s);
    if (f->event != NULL)
        describe_event(f->event, s);
}

static void become(const struct nj_str *text, struct nj_str *got)
{
    struct nj_qb_frame f;
    struct nj_err err;

    if (nj_qb_frame_read(&self, text->p, text->len, &f, &err) != NJ_OK) {
        nj_str_puts(got, "malformed\n");
        return;
    }
    describe(&f, got);
    nj_qb_frame_fini(&f);
}

static void frames_become_what_they_should(void **state)
{
    NJ_UNUSED(state);
    wire_check(FOLDER, FRAMES_MIN, become);
}

static bool reads(const char *text, size_t n)
{
    struct nj_qb_frame f;
    struct nj_err err;

    return nj_qb_frame_read(&self, text, n, &f, &err) == NJ_OK;
}

/* Every frame cut at every byte: nothing but an orderly failure. */
static void cut_frames_are_malformed(void **state)
{
    static const char *const names[] = {"ready", "group_full_at_other_and_me",
                                        "press_group", "friend_added"};

    NJ_UNUSED(state);
    wire_cut(FOLDER, names, NJ_COUNT(names), reads);
}

/* Nobody has said yet what we are called: of a message whose type says that we
 * are meant the first mention, if it stands in front, is ours. */
static void a_name_not_known_yet_stands_in_front(void **state)
{
    static const struct nj_qb_self stranger = {
        .gateway = "qqbot", .index = 4, .bot = "", .member = ""};

    static const struct {
        const char *content, *text, *about;
    } rows[] = {
        {"<@!AB12> join", "join", ""},
        {" <qqbot-at-user id=\"AB12\" /> kick <@CD34>", "kick", "CD34"},
        {"<@AB12> <@CD34>", "", "CD34"},
        {"kick <@CD34>", "kick", "CD34"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_qb_typed t;

        nj_qb_typed_read(&stranger, rows[i].content, "", true, &t);
        assert_string_equal(t.text.p, rows[i].text);
        assert_string_equal(t.about, rows[i].about);
        nj_qb_typed_fini(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_become_what_they_should),
        cmocka_unit_test(cut_frames_are_malformed),
        cmocka_unit_test(a_name_not_known_yet_stands_in_front),
    };

    return cmocka_run_group_tests_name("gateway/qqbot/wire", tests, NULL, NULL);
}
