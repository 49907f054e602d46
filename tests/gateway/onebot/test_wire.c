/*
 * Frames as gateways send them (tests/wire/onebot/<name>.json) and what each
 * must become (<name>.expect). A new quirk is two new files.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"

#define FOLDER     NJ_SOURCE_DIR "/tests/wire/onebot"
#define FRAMES_MIN 100 /* fewer: the folder was not found as a whole */
#define NOW_MS     INT64_C(1800000000000)

static const struct nj_ob_self self = {
    .gateway = "qq", .index = 4, .id = "10000", .now_ms = NOW_MS};

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

static void put(struct nj_str *s, const char *name, const char *value)
{
    if (value[0] != '\0')
        nj_str_addf(s, "%s %s\n", name, value);
}

static void put_text(struct nj_str *s, const char *text)
{
    nj_str_puts(s, "text ");
    for (; *text != '\0'; text++) {
        if (*text == '\n')
            nj_str_puts(s, "\\n");
        else
            nj_str_putc(s, *text);
    }
    nj_str_putc(s, '\n');
}

static void describe_event(const struct nj_event *e, struct nj_str *s)
{
    static const char *const roles[] = {"", "admin", "owner"};

    assert_int_equal(e->gateway, self.index);
    put(s, "event", event_word(e->kind));
    nj_str_addf(s, "chat %s%s\n", e->chat, e->group ? " group" : "");
    put(s, "user", e->user);
    put(s, "id", e->id);
    put(s, "name", e->name);
    put(s, "role", roles[e->role]);
    nj_str_puts(s, e->at_me ? "at_me\n" : "");
    put(s, "about", e->about);
    nj_str_puts(s, e->self ? "self\n" : "");
    nj_str_puts(s, e->muted ? "muted\n" : "");
    if (e->ms != 0)
        nj_str_addf(s, "ms %lld\n", (long long)e->ms);
    if (e->at_ms != 0)
        nj_str_addf(s, "at_ms %lld\n", (long long)e->at_ms);
    if (e->text != NULL)
        put_text(s, e->text);
}

static const char *role_word(enum nj_role role)
{
    static const char *const words[] = {"member", "admin", "owner"};

    return words[role];
}

static void describe_answer(const struct nj_ob_frame *f, struct nj_str *s)
{
    static const char *const fates[] = {"sent", "refused",  "unknown",
                                        "lost", "not_sent", "later"};

    nj_str_puts(s, "answer\n");
    put(s, "echo", f->echo);
    put(s, "fate", fates[f->fate]);
    nj_str_addf(s, "retcode %lld\n", (long long)f->retcode);
    put(s, "login", f->login);
    put(s, "name", f->name);
    put(s, "id", f->id);
    if (f->role_said)
        put(s, "role", role_word(f->role));
    put(s, "wording", f->wording);
}

static void describe(const struct nj_ob_frame *f, struct nj_str *s)
{
    static const char *const online[] = {"unknown", "no", "yes"};

    switch (f->kind) {
    case NJ_OB_NOTHING:
        nj_str_puts(s, "nothing\n");
        if (strcmp(f->self, self.id) != 0)
            put(s, "self", f->self);
        break;
    case NJ_OB_EVENT:
        describe_event(f->event, s);
        if (!f->event->group)
            put(s, "session", f->group);
        put(s, "flag", f->flag);
        break;
    case NJ_OB_ROLE:
        nj_str_addf(s, "role %s of %s in %s\n", role_word(f->role), f->user,
                    f->group);
        break;
    case NJ_OB_HEARTBEAT:
        nj_str_puts(s, "heartbeat\n");
        if (f->interval_ms != 0)
            nj_str_addf(s, "interval_ms %lld\n", (long long)f->interval_ms);
        put(s, "online", online[f->online]);
        break;
    case NJ_OB_OFFLINE:
        nj_str_puts(s, "offline\n");
        break;
    case NJ_OB_ANSWER:
        describe_answer(f, s);
        break;
    }
}

/* --- files --- */

static void read_file(const char *name, const char *suffix, struct nj_str *s)
{
    char path[1000];
    char bytes[4096];
    size_t n = sizeof(bytes);
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/%s%s", FOLDER, name, suffix);
    f = fopen(path, "rb");
    if (f == NULL)
        print_error("%s: missing\n", path);
    assert_non_null(f);
    while (n == sizeof(bytes)) {
        n = fread(bytes, 1, sizeof(bytes), f);
        nj_str_add(s, bytes, n);
    }
    (void)fclose(f);
    assert_false(s->over);
}

/* NJ_REWRITE=1: what is expected is what came; look at the difference. */
static void rewrite(const char *name, const struct nj_str *got)
{
    char path[1000];
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/%s.expect", FOLDER, name);
    f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(got->p, 1, got->len, f), got->len);
    assert_int_equal(fclose(f), 0);
}

/* False if the frame became something else. */
static bool becomes(const char *name)
{
    struct nj_str frame = NJ_STR_INIT(NJ_FRAME_MAX);
    struct nj_str expected = NJ_STR_INIT(65536);
    struct nj_str got = NJ_STR_INIT(65536);
    struct nj_ob_frame f;
    struct nj_err err;
    bool same;

    read_file(name, ".json", &frame);
    if (getenv("NJ_REWRITE") == NULL)
        read_file(name, ".expect", &expected);
    if (nj_ob_frame_read(&self, frame.p, frame.len, &f, &err) == NJ_OK) {
        describe(&f, &got);
        nj_ob_frame_fini(&f);
    } else {
        nj_str_puts(&got, "malformed\n");
    }
    if (getenv("NJ_REWRITE") != NULL) {
        rewrite(name, &got);
        nj_str_puts(&expected, got.p);
    }
    same = strcmp(got.p, expected.p) == 0;
    if (!same)
        print_error("%s: expected\n%s--- got\n%s", name, expected.p, got.p);
    nj_str_fini(&frame);
    nj_str_fini(&expected);
    nj_str_fini(&got);
    return same;
}

static void frames_become_what_they_should(void **state)
{
    DIR *d = opendir(FOLDER);
    const struct dirent *entry;
    int frames = 0;
    int wrong = 0;

    NJ_UNUSED(state);
    assert_non_null(d);
    while ((entry = readdir(d)) != NULL) {
        const char *dot = strrchr(entry->d_name, '.');
        char *name;

        if (dot == NULL || strcmp(dot, ".json") != 0)
            continue;
        name = nj_strndup(entry->d_name, (size_t)(dot - entry->d_name));
        frames++;
        wrong += becomes(name) ? 0 : 1;
        free(name);
    }
    (void)closedir(d);
    assert_int_equal(wrong, 0);
    assert_true(frames >= FRAMES_MIN);
}

/* Every frame cut at every byte: nothing but an orderly failure. */
static void cut_frames_are_malformed(void **state)
{
    static const char *const names[] = {"array_at_me", "cq_escapes",
                                        "heartbeat_napcat", "answer_login"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        struct nj_str frame = NJ_STR_INIT(NJ_FRAME_MAX);

        read_file(names[i], ".json", &frame);
        for (size_t n = 0; n + 2 < frame.len; n++) {
            struct nj_ob_frame f;
            struct nj_err err;

            assert_int_not_equal(nj_ob_frame_read(&self, frame.p, n, &f, &err),
                                 NJ_OK);
        }
        nj_str_fini(&frame);
    }
}

/* Before the first answer nobody knows who we are but the event itself. */
static void an_event_says_whom_it_is_for(void **state)
{
    struct nj_ob_self nobody = self;
    struct nj_str frame = NJ_STR_INIT(NJ_FRAME_MAX);
    struct nj_ob_frame f;

    NJ_UNUSED(state);
    nobody.id = "";
    read_file("array_at_me", ".json", &frame);
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
