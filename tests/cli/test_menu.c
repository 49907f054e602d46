/* src/cli/menu.c: the lists of commands, and that each is a command. */
#include <string.h>

#include "cli/env.h"
#include "cli/menu.h"
#include "kit/nj_test.h"

static struct nj_env env;
static struct nj_telegram_command menu[NJ_MENU_MAX];

static int load(void **state)
{
    struct nj_err err;

    NJ_UNUSED(state);
    return nj_env_load(&env, NULL, &err) == NJ_OK ? 0 : -1;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    return 0;
}

static void every_name_is_a_command(void **state)
{
    size_t n = nj_menu_fill(env.catalog, "zh-CN", menu);
    struct nj_command cmd;

    NJ_UNUSED(state);
    assert_true(n > 20);
    for (size_t i = 0; i < n; i++) {
        if (!nj_commands_parse(env.commands, menu[i].name, strlen(menu[i].name),
                               NJ_COMMAND_PREFIXED, NULL, &cmd))
            fail_msg("%s", menu[i].name);
        assert_string_equal(cmd.of, "table");
    }
}

/* What the gateway takes, in each language and kind of chat, no name twice. */
static void every_list_can_be_shown(void **state)
{
    struct nj_gateway *g = NULL;
    struct nj_inbox *in = nj_inbox_create();
    struct nj_telegram_options o = {.name = "tg",
                                    .url = "http://127.0.0.1:1",
                                    .token = "1:x",
                                    .poll_s = 1,
                                    .backoff_min_ms = 1,
                                    .backoff_max_ms = 1,
                                    .answer_ms = 1,
                                    .upload_ms = 1,
                                    .refused_ms = 1,
                                    .commands = menu};
    struct nj_telegram_about abouts[NJ_ABOUTS];
    struct nj_err err;
    int of[2][3] = {{0}};

    NJ_UNUSED(state);
    o.n_commands = nj_menu_fill(env.catalog, "en", menu);
    nj_menu_about(env.catalog, "en", abouts);
    o.abouts = abouts;
    o.n_abouts = NJ_ABOUTS;
    assert_int_equal(nj_telegram_create(&o, 0, in, &g, &err), NJ_OK);
    g->ops->destroy(g);
    nj_inbox_destroy(in);
    for (size_t i = 0; i < o.n_commands; i++) {
        const char *l = menu[i].language;

        of[menu[i].group][l[0] == '\0' ? 0 : l[0] == 'z' ? 1 : 2]++;
        for (size_t k = 0; k < i; k++)
            assert_false(menu[k].group == menu[i].group &&
                         strcmp(menu[k].language, l) == 0 &&
                         strcmp(menu[k].name, menu[i].name) == 0);
    }
    for (int g2 = 0; g2 < 2; g2++)
        for (int l = 0; l < 3; l++)
            assert_int_equal(of[g2][l], of[g2][0]);
}

static void others_get_the_language_of_the_house(void **state)
{
    size_t n = nj_menu_fill(env.catalog, "zh-TW", menu);
    struct nj_telegram_about abouts[NJ_ABOUTS];

    NJ_UNUSED(state);
    assert_string_equal(menu[0].language, "");
    assert_string_equal(menu[0].description, "開一桌");
    assert_string_equal(menu[n - 1].language, "en");
    assert_string_equal(menu[n - 1].description,
                        "what I can type here and now");
    nj_menu_about(env.catalog, "zh-TW", abouts);
    assert_string_equal(abouts[0].language, "");
    assert_non_null(strstr(abouts[0].text, "抽籤"));
    assert_string_equal(abouts[1].language, "zh");
    assert_non_null(strstr(abouts[1].text, "抽签"));
    assert_string_equal(abouts[2].language, "en");
    assert_non_null(strstr(abouts[2].brief, "dark"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_a_command),
        cmocka_unit_test(every_list_can_be_shown),
        cmocka_unit_test(others_get_the_language_of_the_house),
    };

    return cmocka_run_group_tests_name("cli/menu", tests, load, unload);
}
