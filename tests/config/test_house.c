/*
 * For src/config/house.c: what of a configuration is whose.
 */
#include <string.h>

#include "config/house.h"
#include "config/read.h"
#include "kit/nj_test.h"

static struct nj_config config; /* some 80 kB */

#define GATEWAY(name, house)                                              \
 "{\"kind\":\"onebot\",\"url\":\"ws://127.0.0.1:3001/\",\"name\":\"" name \
 "\",\"house\":\"" house "\"}"

static void read_three(void)
{
    static const char text[] =
        "{\"database\":\"postgresql://db/n?sslmode=verify-full\","
        "\"health_port\":9100,\"metrics_listen\":\"[::1]:9998\","
        "\"metrics_token_env\":\"T\","
        "\"owners\":[\"a:u:1\",\"b:u:2\",\"c:u:3\",\"d:u:4\"],"
        "\"gateways\":[" GATEWAY("a", "red") "," GATEWAY("b", "") "," GATEWAY(
            "c", "red") "," GATEWAY("d", "blue_2") "]}";
    struct nj_err err = {{0}};

    if (nj_config_read(text, strlen(text), "f", &config, NULL, &err) != NJ_OK)
        fail_msg("%s", err.text);
}

static void take(const char *house)
{
    struct nj_err err = {{0}};

    read_three();
    assert_int_equal(nj_config_take_house(&config, house, &err), NJ_OK);
}

static void they_stand_in_the_order_of_the_file(void **state)
{
    const char *names[NJ_GATEWAYS_ALL];

    NJ_UNUSED(state);
    read_three();
    assert_true(nj_config_has_houses(&config));
    assert_int_equal(nj_config_houses(&config, names), 3);
    assert_string_equal(names[0], "red");
    assert_string_equal(names[1], "");
    assert_string_equal(names[2], "blue_2");
}

static void each_has_what_is_its_own(void **state)
{
    NJ_UNUSED(state);
    take("red");
    assert_int_equal(config.gateway_count, 2);
    assert_string_equal(config.gateways[0].name, "a");
    assert_string_equal(config.gateways[1].name, "c");
    assert_int_equal(config.owner_count, 2);
    assert_string_equal(config.owners[0], "a:u:1");
    assert_string_equal(config.owners[1], "c:u:3");
    assert_int_equal(config.health_port, 9100);
    assert_string_equal(config.metrics_listen, "[::1]:9998");
    assert_string_equal(config.database,
                        "postgresql://db/n?sslmode=verify-full"
                        "&options=-csearch_path%3Dnightjar_red");
    take("");
    assert_int_equal(config.gateway_count, 1);
    assert_string_equal(config.gateways[0].name, "b");
    assert_string_equal(config.owners[0], "b:u:2");
    assert_int_equal(config.health_port, 9101);
    assert_string_equal(config.metrics_listen, "[::1]:9999");
    assert_string_equal(config.database,
                        "postgresql://db/n?sslmode=verify-full");
    take("blue_2");
    assert_int_equal(config.gateway_count, 1);
    assert_string_equal(config.gateways[0].name, "d");
    assert_int_equal(config.owner_count, 1);
    assert_string_equal(config.owners[0], "d:u:4");
    assert_int_equal(config.health_port, 9102);
    assert_string_equal(config.metrics_listen, "[::1]:10000");
}

static void assert_refused(const char *house, const char *line)
{
    struct nj_err err = {{0}};

    assert_int_equal(nj_config_take_house(&config, house, &err),
                     NJ_ERR_NOT_FOUND);
    assert_string_equal(err.text, line);
}

static void others_are_refused(void **state)
{
    NJ_UNUSED(state);
    read_three();
    assert_refused("green", "no house 'green'; there are: red, blue_2");
    assert_int_equal(config.gateway_count, 4);
    memmove(&config.gateways[1], &config.gateways[2],
            2 * sizeof(config.gateways[0]));
    config.gateway_count = 3;
    assert_refused("", "all gateways have a house: name one by --house: red, "
                       "blue_2");
}

/* Nobody has to know that there could be houses. */
static void without_houses_all_stays(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_config_defaults(&config);
    assert_false(nj_config_has_houses(&config));
    config.health_port = 9100;
    assert_int_equal(nj_config_take_house(&config, "", &err), NJ_OK);
    assert_string_equal(config.database, "nightjar.db");
    assert_int_equal(config.gateway_count, 1);
    assert_int_equal(config.health_port, 9100);
    assert_refused("red", "no house 'red': no gateway names one");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_stand_in_the_order_of_the_file),
        cmocka_unit_test(each_has_what_is_its_own),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(without_houses_all_stays),
    };

    return cmocka_run_group_tests_name("config/house", tests, NULL, NULL);
}
