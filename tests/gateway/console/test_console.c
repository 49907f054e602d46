/* The console gateway, typed to through a pipe and read from a memory file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gateway/console/console.h"
#include "kit/nj_test.h"
#include "kit/private.h"

#define WAIT_MS 5000

struct fixture {
    struct nj_inbox *in;
    struct nj_gateway *g;
    int pipe[2];
    FILE *out;
    char *printed;
    size_t n_printed;
    struct nj_event *taken; /* not looked at yet */
};

static int begin_with(void **state, bool aside)
{
    struct fixture *f = calloc(1, sizeof(*f));
    struct nj_console_options o = {.aside = aside,
                                   .name = "tty",
                                   .user = "you",
                                   .others = true,
                                   .clock = true,
                                   .echo = true};
    struct nj_err err;

    assert_non_null(f);
    f->in = nj_inbox_create();
    assert_int_equal(pipe(f->pipe), 0);
    f->out = open_memstream(&f->printed, &f->n_printed);
    assert_non_null(f->out);
    o.in = f->pipe[0];
    o.out = f->out;
    assert_int_equal(nj_console_create(&o, 1, f->in, &f->g, &err), NJ_OK);
    assert_int_equal(f->g->ops->start(f->g, &err), NJ_OK);
    *state = f;
    return 0;
}

static int begin(void **state)
{
    return begin_with(state, false);
}

static int begin_aside(void **state)
{
    return begin_with(state, true);
}

static int end(void **state)
{
    struct fixture *f = *state;

    f->g->ops->stop(f->g, 0);
    f->g->ops->destroy(f->g);
    while (f->taken != NULL) {
        struct nj_event *next = f->taken->next;

        nj_event_destroy(f->taken);
        f->taken = next;
    }
    nj_inbox_destroy(f->in);
    if (f->pipe[1] >= 0)
        (void)close(f->pipe[1]);
    (void)close(f->pipe[0]);
    (void)fclose(f->out);
    free(f->printed);
    free(f);
    return 0;
}

static void type(struct fixture *f, const char *text)
{
    ssize_t n = (ssize_t)strlen(text);

    assert_int_equal(write(f->pipe[1], text, (size_t)n), n);
}

static void hang_up(struct fixture *f)
{
    (void)close(f->pipe[1]);
    f->pipe[1] = -1;
}

/* The next event of that kind; what comes before it is dropped. */
static struct nj_event *next_of(struct fixture *f, enum nj_event_kind kind)
{
    for (;;) {
        struct nj_event *e;

        if (f->taken == NULL)
            f->taken = nj_inbox_take(f->in, WAIT_MS);
        assert_non_null(f->taken);
        e = f->taken;
        f->taken = e->next;
        if (e->kind == kind)
            return e;
        nj_event_destroy(e);
    }
}

static struct nj_event *expect_message(struct fixture *f, const char *chat,
                                       const char *user, const char *text)
{
    struct nj_event *e = next_of(f, NJ_EVENT_MESSAGE);

    assert_string_equal(e->chat, chat);
    assert_string_equal(e->user, user);
    assert_string_equal(e->text, text);
    assert_int_equal(e->group, strcmp(chat, "tty:g:1") == 0);
    return e;
}

static void typed_lines_go_where_they_should(void **state)
{
    struct fixture *f = *state;
    char first[NJ_MSG_ID_MAX];
    struct nj_event *e;

    nj_event_destroy(next_of(f, NJ_EVENT_UP));
    type(f, "#help\n\n  \n> to the bot\r\n=夜 莺:1\n上\n>右");
    hang_up(f); /* the last line has no end */
    e = expect_message(f, "tty:g:1", "tty:u:you", "#help");
    assert_int_equal(e->role, NJ_ROLE_OWNER);
    memcpy(first, e->id, sizeof(first));
    nj_event_destroy(e);
    e = expect_message(f, "tty:u:you", "tty:u:you", "to the bot");
    assert_string_not_equal(e->id, first);
    nj_event_destroy(e);
    e = expect_message(f, "tty:g:1", "tty:u:夜莺1", "上");
    assert_string_equal(e->name, "夜莺1");
    assert_int_equal(e->role, NJ_ROLE_MEMBER);
    nj_event_destroy(e);
    nj_event_destroy(expect_message(f, "tty:u:夜莺1", "tty:u:夜莺1", "右"));
    nj_event_destroy(next_of(f, NJ_EVENT_STOP));
    assert_string_equal(f->printed, "you: #help\nyou: > to the bot\n"
                                    "夜莺1: 上\n夜莺1: >右\n");
}

static void lines_may_be_private_unless_they_say_so(void **state)
{
    struct fixture *f = *state;

    nj_event_destroy(next_of(f, NJ_EVENT_UP));
    type(f, "go 22\n< #map\n>end\n");
    nj_event_destroy(expect_message(f, "tty:u:you", "tty:u:you", "go 22"));
    nj_event_destroy(expect_message(f, "tty:g:1", "tty:u:you", "#map"));
    nj_event_destroy(expect_message(f, "tty:u:you", "tty:u:you", "end"));
}

static void the_clock_moves_by_lines(void **state)
{
    struct fixture *f = *state;
    struct nj_event *e;

    type(f, "+24h\n+1\n");
    e = next_of(f, NJ_EVENT_CLOCK);
    assert_int_equal(e->ms, 86400000);
    nj_event_destroy(e);
    nj_event_destroy(expect_message(f, "tty:g:1", "tty:u:you", "+1"));
}

static void what_is_said_shows_its_chat(void **state)
{
    static const char *const mentions[] = {"tty:u:you"};
    static const struct nj_say turn = {
        .text = "turn", .mentions = mentions, .n_mentions = 1};
    struct fixture *f = *state;
    struct nj_event *e;

    f->g->ops->send_group(f->g, 1, (struct nj_group){"tty:g:1"},
                          &(struct nj_say){.text = "one\ntwo"});
    e = next_of(f, NJ_EVENT_FATE);
    assert_int_equal(e->call, 1);
    assert_int_equal(e->fate, NJ_FATE_SENT);
    nj_event_destroy(e);
    f->g->ops->send_private(f->g, 2, PRIVATE_CHAT("tty:u:you"),
                            &(struct nj_say){.text = "secret\x1b[2J\n"});
    f->g->ops->send_private(f->g, 3, PRIVATE_CHAT("tty:u:bob"),
                            &(struct nj_say){.text = "his"});
    f->g->ops->send_group(f->g, 4, (struct nj_group){"tty:g:1"}, &turn);
    assert_string_equal(f->printed, "[group] one\n[group] two\n"
                                    "[you] secret[2J\n[you] \n[bob] his\n"
                                    "[group] @you turn\n");
}

static void bad_bytes_and_endless_lines_are_survived(void **state)
{
    struct fixture *f = *state;
    static char big[3 * NJ_TEXT_PRIVATE_MAX];
    struct nj_event *e;

    type(f, "a\xff"
            "b\n");
    nj_event_destroy(expect_message(f, "tty:g:1", "tty:u:you",
                                    "a\xef\xbf\xbd"
                                    "b"));
    memset(big, 'x', sizeof(big));
    big[sizeof(big) - 1] = '\0';
    type(f, big);
    type(f, "\nnext\n");
    e = next_of(f, NJ_EVENT_MESSAGE);
    assert_int_equal(strlen(e->text), NJ_TEXT_IN_MAX);
    nj_event_destroy(e);
    nj_event_destroy(expect_message(f, "tty:g:1", "tty:u:you", "next"));
}

static void bad_names_are_refused(void **state)
{
    struct nj_console_options o = {.name = "terminal", .user = "you"};
    struct nj_gateway *g = NULL;
    struct nj_err err;

    NJ_UNUSED(state);
    assert_int_equal(nj_console_create(&o, 0, NULL, &g, &err),
                     NJ_ERR_BAD_INPUT);
    assert_non_null(strstr(err.text, "'terminal'"));
    o.name = "tty";
    o.user = " : ";
    assert_int_equal(nj_console_create(&o, 0, NULL, &g, &err),
                     NJ_ERR_BAD_INPUT);
    assert_null(g);
}

static void play_has_no_others_and_no_clock(void **state)
{
    struct nj_console_options o = {.name = "tty", .user = "you"};
    struct nj_inbox *in = nj_inbox_create();
    struct nj_event *e;
    struct nj_err err;
    struct nj_gateway *g = NULL;
    int ends[2];

    NJ_UNUSED(state);
    assert_int_equal(pipe(ends), 0);
    o.in = ends[0];
    o.out = stdout;
    assert_int_equal(nj_console_create(&o, 0, in, &g, &err), NJ_OK);
    assert_int_equal(g->ops->start(g, &err), NJ_OK);
    assert_int_equal(write(ends[1], "=bob\n", 5), 5);
    e = nj_inbox_take(in, WAIT_MS);
    while (e != NULL && e->kind != NJ_EVENT_MESSAGE) {
        nj_event_destroy(e);
        e = nj_inbox_take(in, WAIT_MS);
    }
    assert_string_equal(e == NULL ? "nothing came" : e->text, "=bob");
    nj_event_destroy(e);
    g->ops->stop(g, 0); /* with the input still open */
    g->ops->destroy(g);
    (void)close(ends[0]);
    (void)close(ends[1]);
    nj_inbox_destroy(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(typed_lines_go_where_they_should, begin,
                                        end),
        cmocka_unit_test_setup_teardown(lines_may_be_private_unless_they_say_so,
                                        begin_aside, end),
        cmocka_unit_test_setup_teardown(the_clock_moves_by_lines, begin, end),
        cmocka_unit_test_setup_teardown(what_is_said_shows_its_chat, begin,
                                        end),
        cmocka_unit_test_setup_teardown(
            bad_bytes_and_endless_lines_are_survived, begin, end),
        cmocka_unit_test(bad_names_are_refused),
        cmocka_unit_test(play_has_no_others_and_no_clock),
    };

    return cmocka_run_group_tests_name("gateway/console", tests, NULL, NULL);
}
