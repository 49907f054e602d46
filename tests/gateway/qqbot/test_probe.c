/*
 * What the gateway of QQ's bot platform finds out before it starts: each thing
 * that is well, and each that is not.
 */
#include "gateway/probe.h"
#include "gateway/qqbot/talk.h"

struct findings {
    struct nj_str lines; /* "found key where what", a line each */
};

static void note(void *ctx, enum nj_found found, const char *key,
                 const char *where, const char *what)
{
    struct findings *f = ctx;

    nj_str_addf(&f->lines, "%d %s %s %s\n", (int)found, key, where, what);
}

/* It finds that; without a start there is no line. */
static void finds(struct fixture *f, const char *line)
{
    static const char *const groups[] = {GROUP_AT};
    struct findings found = {.lines = NJ_STR_INIT(4000)};
    struct nj_probe p = {.tell = note,
                         .ctx = &found,
                         .groups = groups,
                         .n_groups = 1,
                         .wait_ms = WAIT_MS};
    struct nj_gateway *g = NULL;
    struct nj_err err;

    assert_int_equal(nj_qqbot_create(&f->o, 0, f->ears.in, &g, &err), NJ_OK);
    g->ops->probe(g, &p);
    g->ops->destroy(g);
    if (strstr(found.lines.p, line) == NULL)
        print_error("%s", found.lines.p);
    assert_non_null(strstr(found.lines.p, line));
    assert_null(strstr(found.lines.p, QQBOT_SECRET));
    assert_int_equal(qqbot_server_lines(f->server), 0);
    nj_str_fini(&found.lines);
}

static void all_is_well(void **state)
{
    struct fixture *f = *state;

    finds(f, "0 qqbot.token qqbot " QQBOT_APP "\n0 qqbot.starts qqbot 1000\n"
             "0 qqbot.me qqbot 夜鸦\n0 qqbot.link qqbot "
             "https://qun.qq.com/bot/1\n0 qqbot.hears " GROUP_AT
             " \n0 qqbot.speaks " GROUP_AT " \n");
    finds(f, "0 qqbot.budget qqbot 15/45/15/900\n");
    f->o.verified = false;
    finds(f, "1 qqbot.few qqbot ");
}

/* Its pages call the field so; in use it stands elsewhere. */
static void the_link_is_found_in_either_form(void **state)
{
    struct fixture *f = *state;

    qqbot_server_rule(f->server,
                      &(struct qqbot_rule){.part = "/v2/generate_url_link",
                                           .reply = QQBOT_REPLY_RAW,
                                           .status = 200,
                                           .words = "{\"url_link\":"
                                                    "\"https://a.qq.com/2\"}",
                                           .times = 1});
    finds(f, "0 qqbot.link qqbot https://a.qq.com/2\n");
}

static void a_group_has_a_name_for_some_bots(void **state)
{
    struct fixture *f = *state;

    qqbot_server_rule(
        f->server, &(struct qqbot_rule){.part = "/info",
                                        .reply = QQBOT_REPLY_RAW,
                                        .status = 200,
                                        .words = "{\"group_name\":\"Friday\"}",
                                        .times = 1});
    finds(f, "0 qqbot.group " GROUP_AT " Friday\n0 qqbot.hears ");
}

static void a_switch_is_off(void **state)
{
    struct fixture *f = *state;

    qqbot_server_switch(f->server, QQBOT_GROUP, GROUP, false, false);
    finds(f, "2 qqbot.silent " GROUP_AT);
}

static void not_every_bot_may_ask(void **state)
{
    struct fixture *f = *state;

    qqbot_server_rule(f->server, &(struct qqbot_rule){.part = "/bot_state",
                                                      .reply = QQBOT_REPLY_FAIL,
                                                      .status = 400,
                                                      .code = 11253,
                                                      .times = 1});
    finds(f, "1 qqbot.unsaid " GROUP_AT);
}

static void who_it_is_is_wrong(void **state)
{
    struct fixture *f = *state;

    f->o.app = "102000009";
    finds(f, "2 qqbot.secret qqbot 102000009");
}

static void it_is_banned(void **state)
{
    struct fixture *f = *state;

    qqbot_server_rule(f->server, &(struct qqbot_rule){.part = "/gateway/bot",
                                                      .reply = QQBOT_REPLY_FAIL,
                                                      .status = 400,
                                                      .code = 40054016,
                                                      .times = 1});
    finds(f, "2 qqbot.banned qqbot");
}

static void it_answers_something_else(void **state)
{
    struct fixture *f = *state;

    qqbot_server_rule(f->server, &(struct qqbot_rule){.part = "/gateway/bot",
                                                      .reply = QQBOT_REPLY_RAW,
                                                      .status = 502,
                                                      .words = "<html>",
                                                      .times = 1});
    finds(f, "2 qqbot.refused qqbot HTTP 502");
}

static void nobody_is_there(void **state)
{
    struct fixture *f = *state;

    qqbot_server_away(f->server, true);
    finds(f, "2 qqbot.unreachable qqbot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_is_well, setup, teardown),
        cmocka_unit_test_setup_teardown(the_link_is_found_in_either_form, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_group_has_a_name_for_some_bots, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_switch_is_off, setup, teardown),
        cmocka_unit_test_setup_teardown(not_every_bot_may_ask, setup, teardown),
        cmocka_unit_test_setup_teardown(who_it_is_is_wrong, setup, teardown),
        cmocka_unit_test_setup_teardown(it_is_banned, setup, teardown),
        cmocka_unit_test_setup_teardown(it_answers_something_else, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(nobody_is_there, setup, teardown),
    };

    return cmocka_run_group_tests_name("gateway/qqbot_probe", tests, NULL,
                                       NULL);
}
