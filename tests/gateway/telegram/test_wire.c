/*
 * Answers to getUpdates (tests/wire/telegram/<name>.json) and what each must
 * become (<name>.expect). A new quirk is two new files.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/telegram/telegram_priv.h"
#include "kit/nj_test.h"

#define FOLDER    NJ_SOURCE_DIR "/tests/wire/telegram"
#define FILES_MIN 90 /* fewer: the folder was not found as a whole */
#define NOW_MS    INT64_C(1800000000000)

static const struct nj_tg_self self = {.gateway = "tg",
                                       .index = 4,
                                       .id = 10000,
                                       .username = "Night_Jar_Bot",
                                       .now_ms = NOW_MS};

/* --- a batch in words --- */

static void put(struct nj_str *s, const char *name, const char *value)
{
    if (value[0] != '\0')
        nj_str_addf(s, "%s %s\n", name, value);
}

static void put_number(struct nj_str *s, const char *name, int64_t v)
{
    if (v != 0)
        nj_str_addf(s, "%s %lld\n", name, (long long)v);
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

    assert_int_equal(e->gateway, self.index);
    put(s, "event", event_word(e->kind));
    nj_str_addf(s, "chat %s%s\n", e->chat, e->group ? " group" : "");
    put(s, "user", e->user);
    put(s, "to", e->to);
    put(s, "id", e->id);
    put(s, "name", e->name);
    put(s, "role", roles[e->role]);
    nj_str_puts(s, e->at_me ? "at_me\n" : "");
    nj_str_puts(s, e->self ? "self\n" : "");
    nj_str_puts(s, e->muted ? "muted\n" : "");
    put_number(s, "at_ms", e->at_ms);
    put_number(s, "offset", e->offset);
    if (e->text != NULL)
        put_text(s, e->text);
}

static void describe(const struct nj_tg_batch *b, struct nj_str *s)
{
    for (const struct nj_event *e = b->first; e != NULL; e = e->next)
        describe_event(e, s);
    for (uint32_t i = 0; i < b->n_presses; i++)
        put(s, "press nobody will answer", b->presses[i]);
    nj_str_addf(s, "updates %u\n", b->n);
    put_number(s, "next", b->next);
    put_number(s, "await", b->await);
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

static void read_batch(const struct nj_str *text, struct nj_str *got)
{
    struct nj_tg_seen *seen = nj_alloc(sizeof(*seen));
    struct nj_tg_batch *b = nj_alloc(sizeof(*b));
    struct nj_tg_answer a;

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

/* False if the answer became something else. */
static bool becomes(const char *name)
{
    struct nj_str text = NJ_STR_INIT(NJ_FRAME_MAX);
    struct nj_str expected = NJ_STR_INIT(65536);
    struct nj_str got = NJ_STR_INIT(65536);
    bool same;

    read_file(name, ".json", &text);
    read_file(name, ".expect", &expected);
    read_batch(&text, &got);
    same = strcmp(got.p, expected.p) == 0;
    if (!same)
        print_error("%s: expected\n%s--- got\n%s", name, expected.p, got.p);
    nj_str_fini(&text);
    nj_str_fini(&expected);
    nj_str_fini(&got);
    return same;
}

static void answers_become_what_they_should(void **state)
{
    DIR *d = opendir(FOLDER);
    const struct dirent *entry;
    int files = 0;
    int wrong = 0;

    NJ_UNUSED(state);
    assert_non_null(d);
    while ((entry = readdir(d)) != NULL) {
        const char *dot = strrchr(entry->d_name, '.');
        char *name;

        if (dot == NULL || strcmp(dot, ".json") != 0)
            continue;
        name = nj_strndup(entry->d_name, (size_t)(dot - entry->d_name));
        files++;
        wrong += becomes(name) ? 0 : 1;
        free(name);
    }
    (void)closedir(d);
    assert_int_equal(wrong, 0);
    assert_true(files >= FILES_MIN);
}

/* Cut anywhere, an answer is no answer; nothing of it is handed on. */
static void cut_answers_are_malformed(void **state)
{
    struct nj_str text = NJ_STR_INIT(NJ_FRAME_MAX);

    NJ_UNUSED(state);
    read_file("several", ".json", &text);
    for (size_t n = 0; n + 2 < text.len; n++) {
        struct nj_tg_answer a;

        nj_tg_answer_read(200, text.p, n, "", &a);
        assert_int_equal(a.verdict, NJ_TG_UNKNOWN);
        nj_tg_answer_fini(&a);
    }
    nj_str_fini(&text);
}

/* What came already is not handed on again, however often it comes. */
static void a_repeated_batch_says_nothing_new(void **state)
{
    struct nj_str text = NJ_STR_INIT(NJ_FRAME_MAX);
    struct nj_tg_seen *seen = nj_alloc(sizeof(*seen));
    struct nj_tg_batch *b = nj_alloc(sizeof(*b));

    NJ_UNUSED(state);
    read_file("several", ".json", &text);
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
