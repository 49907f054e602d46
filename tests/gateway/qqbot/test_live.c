/*
 * What the gateway of QQ's bot platform finds out while somebody tries it: each
 * assumption that holds at the server of the tests, and each that is made not
 * to hold there.
 */
#include "gateway/probe.h"
#include "gateway/qqbot/talk.h"

#define SILENT_MS 300 /* nobody comes */

/* What people do while it waits. */
enum deeds {
    WRITES = 1,
    MENTIONS = 2,
    PRESSES = 4,
    ALL = WRITES | MENTIONS | PRESSES
};

struct tour {
    struct fixture *f;
    unsigned deeds;
    struct nj_str lines; /* "found key where what", a line each */
};

static void act(struct tour *t, const char *key)
{
    if (strcmp(key, "qqbot.live_ask") == 0 && (t->deeds & WRITES) != 0)
        user_says(t->f, "hello");
    if (strcmp(key, "qqbot.live_ask") == 0 && (t->deeds & MENTIONS) != 0)
        group_says(t->f, "@hello");
    if (strncmp(key, "qqbot.live_buttons", 18) == 0 &&
        (t->deeds & PRESSES) != 0)
        qqbot_server_press(t->f->server, QQBOT_GROUP, GROUP, USER, "live");
}

static void note(void *ctx, enum nj_found found, const char *key,
                 const char *where, const char *what)
{
    struct tour *t = ctx;

    nj_str_addf(&t->lines, "%d %s %s %s\n", (int)found, key, where, what);
    act(t, key);
}

/* The tour with people who do that; its lines, the caller's. */
static struct nj_str tour(struct fixture *f, unsigned deeds)
{
    struct tour t = {.f = f, .deeds = deeds, .lines = NJ_STR_INIT(8000)};
    struct nj_probe p = {.tell = note,
                         .ctx = &t,
                         .wait_ms = WAIT_MS,
                         .live_ms = deeds == ALL ? WAIT_MS : SILENT_MS,
                         .live_say = "a trial",
                         .live_press = "press"};
    struct nj_gateway *g = NULL;
    struct nj_err err;

    assert_int_equal(nj_qqbot_create(&f->o, 0, f->ears.in, &g, &err), NJ_OK);
    g->ops->probe(g, &p);
    g->ops->destroy(g);
    assert_null(strstr(t.lines.p, QQBOT_SECRET));
    return t.lines;
}

static void has(const struct nj_str *lines, const char *line)
{
    if (strstr(lines->p, line) == NULL)
        fail_msg("no '%s' in:\n%s", line, lines->p);
}

/* People do all that is asked of them, and this is found. */
static void finds(struct fixture *f, const char *line)
{
    struct nj_str lines = tour(f, ALL);

    has(&lines, line);
    nj_str_fini(&lines);
}

static void all_holds(void **state)
{
    static const char *const keys[] = {
        "live_up",      "live_token",   "live_answer",     "live_repeat",
        "live_picture", "live_buttons", "live_push_group", "live_push_person",
        "live_press",   "live_event",   "live_type",       "live_cut",
        "live_same",    "live_resume"};
    struct fixture *f = *state;
    struct nj_str lines = tour(f, ALL);

    for (size_t i = 0; i < NJ_COUNT(keys); i++) {
        char line[60];

        (void)snprintf(line, sizeof(line), "0 qqbot.%s qqbot ", keys[i]);
        has(&lines, line);
    }
    has(&lines, "1 qqbot.live_ask qqbot 1\n");
    has(&lines, "1 qqbot.live_unasked qqbot "); /* what stays an assumption */
    has(&lines, "live_type qqbot GROUP_AT_MESSAGE_CREATE\n");
    assert_null(strstr(lines.p, "_not"));
    assert_null(strstr(lines.p, "_no_"));
    assert_int_equal(qqbot_server_sessions(f->server), 1);
    assert_int_equal(shown(f, QQBOT_USER, "a trial"), 2);
    assert_int_equal(shown(f, QQBOT_GROUP, "a trial"), 4);
    nj_str_fini(&lines);
}

/* It does not find what nobody tried. */
static void nobody_comes(void **state)
{
    struct fixture *f = *state;
    struct nj_str lines = tour(f, 0);

    has(&lines, "1 qqbot.live_no_person ");
    has(&lines, "1 qqbot.live_no_group ");
    has(&lines, "1 qqbot.live_no_press ");
    has(&lines, "0 qqbot.live_resume ");
    assert_null(strstr(lines.p, "live_same"));
    assert_null(strstr(lines.p, "live_type"));
    assert_int_equal(shown(f, QQBOT_USER, ""), 0);
    nj_str_fini(&lines);
}

static void one_alone_comes(void **state)
{
    struct fixture *f = *state;
    struct nj_str lines = tour(f, WRITES);

    has(&lines, "0 qqbot.live_answer ");
    has(&lines, "1 qqbot.live_no_group ");
    assert_null(strstr(lines.p, "live_no_person"));
    assert_int_equal(shown(f, QQBOT_GROUP, ""), 0);
    nj_str_fini(&lines);
}

static void mentions_come_otherwise(void **state)
{
    struct fixture *f = *state;

    qqbot_server_mentions(f->server, QQBOT_MENTION_FULL);
    finds(f, "live_type qqbot GROUP_MESSAGE_CREATE\n0 qqbot.live_left ");
    qqbot_server_mentions(f->server, QQBOT_MENTION_BOTH);
    finds(f, "GROUP_AT_MESSAGE_CREATE + GROUP_MESSAGE_CREATE\n");
}

static void members_are_called_otherwise(void **state)
{
    struct fixture *f = *state;

    qqbot_server_others(f->server);
    finds(f, "1 qqbot.live_same_not ");
}

static void pushes_are_off(void **state)
{
    struct fixture *f = *state;

    qqbot_server_switch(f->server, QQBOT_GROUP, GROUP, false, false);
    finds(f, "1 qqbot.live_push_group_not qqbot HTTP 400, 40034105\n");
    qqbot_server_switch(f->server, QQBOT_USER, USER, false, false);
    finds(f, "1 qqbot.live_push_person_not qqbot HTTP 400, 40054013\n");
}

static void keyboards_are_refused(void **state)
{
    struct fixture *f = *state;

    qqbot_refuse_keyboards(qqbot_server_enter(f->server));
    qqbot_server_leave(f->server);
    finds(f, "1 qqbot.live_buttons_not qqbot HTTP 400, ");
}

static void pictures_are_refused(void **state)
{
    struct fixture *f = *state;

    accident(f, "/files", QQBOT_REPLY_FAIL, 850026, 400);
    finds(f, "1 qqbot.live_picture_not qqbot HTTP 400, 850026\n");
}

static void presses_are_refused(void **state)
{
    struct fixture *f = *state;

    accident(f, "/interactions/", QQBOT_REPLY_FAIL, 11253, 400);
    finds(f, "1 qqbot.live_press_not qqbot HTTP 400, 11253\n");
}

static void a_repeat_is_not_known(void **state)
{
    struct fixture *f = *state;

    qqbot_server_rule(f->server,
                      &(struct qqbot_rule){.part = "/v2/users/" USER "/mess",
                                           .reply = QQBOT_REPLY_RAW,
                                           .status = 200,
                                           .words = "{\"id\":\"1\"}",
                                           .times = 2});
    finds(f, "1 qqbot.live_repeat_not qqbot HTTP 200, 0\n");
}

static void the_session_is_lost(void **state)
{
    struct fixture *f = *state;

    qqbot_server_forget(f->server);
    finds(f, "1 qqbot.live_resume_not ");
}

static void the_line_is_refused(void **state)
{
    struct fixture *f = *state;

    qqbot_server_refuse(f->server, 4914);
    finds(f, "2 qqbot.live_closed qqbot 4914\n");
    assert_int_equal(qqbot_server_lines(f->server), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(all_holds),
        WITH_SERVER(nobody_comes),
        WITH_SERVER(one_alone_comes),
        WITH_SERVER(mentions_come_otherwise),
        WITH_SERVER(members_are_called_otherwise),
        WITH_SERVER(pushes_are_off),
        WITH_SERVER(keyboards_are_refused),
        WITH_SERVER(pictures_are_refused),
        WITH_SERVER(presses_are_refused),
        WITH_SERVER(a_repeat_is_not_known),
        WITH_SERVER(the_session_is_lost),
        WITH_SERVER(the_line_is_refused),
    };

    return cmocka_run_group_tests_name("gateway/qqbot_live", tests, NULL, NULL);
}
