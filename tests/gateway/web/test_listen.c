/*
 * Addresses to listen at: as they are written, and what is bound.
 */
#include <netinet/in.h>
#include <unistd.h>

#include "gateway/web/listen.h"
#include "kit/crowd.h"
#include "kit/nj_test.h"

static struct nj_endpoint at(const char *text)
{
    struct nj_endpoint e;
    struct nj_err err = {{0}};

    if (nj_endpoint_read(text, &e, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return e;
}

static void an_address_reads_as_it_is_written(void **state)
{
    static const char *const all[] = {"127.0.0.1:8081", "0.0.0.0:0",
                                      "[::1]:8081", "[::]:65535",
                                      "[fd00::2]:1"};
    char text[NJ_ENDPOINT_TEXT_MAX];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        struct nj_endpoint e = at(all[i]);

        nj_endpoint_text(&e, text);
        assert_string_equal(text, all[i]);
    }
}

static void what_is_no_address_is_refused_with_an_example(void **state)
{
    static const char *const odd[] = {
        "",
        "8081",
        ":8081",
        "127.0.0.1",
        "300.1.1.1:1",
        "127.0.0.256:1",
        "127.0.0:1",
        "127.0.0.1.1:1",
        "127.0.0.1:",
        "127.0.0.1:-1",
        "127.0.0.1:65536",
        "127.0.0.1:000001",
        "127.0.0.1:1x",
        "127.0.0.1 :1",
        "localhost:1",
        "::1:8081",
        "[::1]",
        "[::1]8081",
        "[::1:8081",
        "::1]:8081",
        "[]:1",
        "[127.0.0.1]:1",
        "[::1%lo]:1",
        "[::g]:1",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        struct nj_endpoint e = {.n = 7};
        struct nj_err err = {{0}};

        if (nj_endpoint_read(odd[i], &e, &err) != NJ_ERR_BAD_INPUT)
            fail_msg("taken: %s", odd[i]);
        assert_non_null(strstr(err.text, "127.0.0.1:8081"));
        assert_int_equal(e.n, 7);
    }
}

static void loopback_is_told_from_the_rest(void **state)
{
    static const char *const inside[] = {"127.0.0.1:1", "127.255.1.1:1",
                                         "[::1]:1"};
    static const char *const outside[] = {
        "0.0.0.0:1", "128.0.0.1:1", "10.0.0.127:1",
        "[::]:1",    "[::2]:1",     "[::ffff:127.0.0.1]:1"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(inside); i++) {
        struct nj_endpoint e = at(inside[i]);

        assert_true(nj_endpoint_loopback(&e));
    }
    for (size_t i = 0; i < NJ_COUNT(outside); i++) {
        struct nj_endpoint e = at(outside[i]);

        assert_false(nj_endpoint_loopback(&e));
    }
}

static void a_socket_listens_where_it_was_asked_to(void **state)
{
    static const char *const all[] = {"127.0.0.1:0", "127.0.0.2:0", "[::1]:0"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        struct nj_endpoint want = at(all[i]), bound;
        struct nj_err err = {{0}};
        char text[NJ_ENDPOINT_TEXT_MAX + 1], found[200];
        int fd = -1;

        if (all[i][0] == '[' && !nj_crowd_has_ipv6())
            continue;
        if (nj_listen(&want, &fd, &bound, &err) != NJ_OK)
            fail_msg("%s", err.text);
        assert_int_not_equal(nj_endpoint_port(&bound), 0);
        nj_endpoint_text(&bound, text);
        (void)snprintf(text + strlen(text), 2, " ");
        nj_crowd_listening(found, sizeof(found));
        assert_string_equal(found, text);
        (void)close(fd);
    }
}

/* What a library or a restricted service makes of an address. */
static void a_socket_that_is_bound_elsewhere_is_refused(void **state)
{
    struct nj_endpoint want = at("127.0.0.1:0"), bound = {.n = 7};
    struct sockaddr_in everywhere = {.sin_family = AF_INET};
    struct sockaddr_in6 all_of_six = {.sin6_family = AF_INET6};
    int four = socket(AF_INET, SOCK_STREAM, 0);
    int six = socket(AF_INET6, SOCK_STREAM, 0);
    struct nj_err err = {{0}};
    bool has_six = nj_crowd_has_ipv6();

    NJ_UNUSED(state);
    assert_int_equal(
        bind(four, (struct sockaddr *)&everywhere, sizeof(everywhere)), 0);
    assert_int_equal(nj_listen_verify(four, &want, &bound, &err), NJ_ERR_IO);
    assert_non_null(strstr(err.text, "127.0.0.1:0"));
    assert_non_null(strstr(err.text, "0.0.0.0:"));
    if (has_six) {
        assert_int_equal(
            bind(six, (struct sockaddr *)&all_of_six, sizeof(all_of_six)), 0);
        assert_int_equal(nj_listen_verify(six, &want, &bound, &err), NJ_ERR_IO);
        assert_non_null(strstr(err.text, "[::]:"));
    }
    assert_int_equal(bound.n, 7);
    (void)close(four);
    (void)close(six);
}

static void another_port_is_refused(void **state)
{
    struct nj_endpoint want = at("127.0.0.1:0"), bound, other;
    struct nj_err err = {{0}};
    char text[NJ_ENDPOINT_TEXT_MAX];
    int fd = -1;

    NJ_UNUSED(state);
    assert_int_equal(nj_listen(&want, &fd, &bound, &err), NJ_OK);
    assert_true(nj_endpoint_same(&bound, &bound));
    (void)snprintf(text, sizeof(text), "127.0.0.1:%u",
                   nj_endpoint_port(&bound) ^ 1u);
    other = at(text);
    assert_false(nj_endpoint_same(&bound, &other));
    assert_int_equal(nj_listen_verify(fd, &other, &bound, &err), NJ_ERR_IO);
    (void)close(fd);
}

static void what_cannot_be_bound_is_told(void **state)
{
    struct nj_endpoint want = at("127.0.0.1:0"), bound, strange;
    struct nj_err err = {{0}};
    int fd = -1, second = -1;

    NJ_UNUSED(state);
    assert_int_equal(nj_listen(&want, &fd, &bound, &err), NJ_OK);
    assert_int_equal(nj_listen(&bound, &second, &want, &err), NJ_ERR_IO);
    assert_non_null(strstr(err.text, "taken"));
    strange = at("203.0.113.7:0"); /* for documentation: nobody has it */
    assert_int_equal(nj_listen(&strange, &second, &want, &err), NJ_ERR_IO);
    assert_non_null(strstr(err.text, "no such address"));
    assert_int_equal(second, -1);
    (void)close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_reads_as_it_is_written),
        cmocka_unit_test(what_is_no_address_is_refused_with_an_example),
        cmocka_unit_test(loopback_is_told_from_the_rest),
        cmocka_unit_test(a_socket_listens_where_it_was_asked_to),
        cmocka_unit_test(a_socket_that_is_bound_elsewhere_is_refused),
        cmocka_unit_test(another_port_is_refused),
        cmocka_unit_test(what_cannot_be_bound_is_told),
    };

    return cmocka_run_group_tests_name("gateway/web/listen", tests, NULL, NULL);
}
