/*
 * What QQ's bot platform says to calls: by number, by status, or by nothing
 * that can be read.
 */
#include <stdio.h>
#include <string.h>

#include "gateway/qqbot/out.h"
#include "kit/nj_test.h"

static struct nj_qb_answer answer_to(int64_t http, const char *text)
{
    struct nj_qb_answer a;

    nj_qb_answer_read(http, text, strlen(text), &a);
    return a;
}

static void numbers_decide(void **state)
{
    static const struct {
        int64_t http;
        const char *text;
        enum nj_qb_verdict verdict;
    } rows[] = {
        {200, "{\"id\":\"m1\"}", NJ_QB_OK},
        {200, "{\"id\":\"m1\",\"code\":0}", NJ_QB_OK},
        {202, "{\"code\":304023,\"message\":\"push waits\"}", NJ_QB_OK},
        {400, "{\"err_code\":40054005,\"code\":1}", NJ_QB_REPEATED},
        {400, "{\"code\":40034005}", NJ_QB_OVER},
        {400, "{\"code\":40034024}", NJ_QB_OVER},
        {400, "{\"code\":40034128}", NJ_QB_OVER},
        {400, "{\"code\":40034100}", NJ_QB_FAST},
        {429, "{\"code\":77}", NJ_QB_FAST},
        {400, "{\"code\":1100100}", NJ_QB_FAST_ALL},
        {400, "{\"code\":40034105}", NJ_QB_FORBIDDEN},
        {400, "{\"code\":40054013}", NJ_QB_FORBIDDEN},
        {400, "{\"code\":40054004}", NJ_QB_NO_FRIEND},
        {400, "{\"code\":40034101}", NJ_QB_NOT_THERE},
        {400, "{\"code\":40054002}", NJ_QB_MUTED},
        {400, "{\"code\":40034006}", NJ_QB_CONTENT},
        {400, "{\"code\":40054010}", NJ_QB_LINK},
        {400, "{\"code\":40054018}", NJ_QB_TOO_LONG},
        {400, "{\"code\":304036}", NJ_QB_NO_BUTTONS},
        {400, "{\"code\":850019}", NJ_QB_NO_PICTURE},
        {400, "{\"code\":304018}", NJ_QB_NO_LINE},
        {401, "{\"code\":11244}", NJ_QB_TOKEN},
        {500, "{\"code\":11244}", NJ_QB_TOKEN},
        {401, "", NJ_QB_TOKEN},
        {403, "{\"code\":11265}", NJ_QB_BANNED},
        {403, "{\"code\":11253}", NJ_QB_NO_RIGHT},
        {400, "{\"code\":12345678}", NJ_QB_REFUSED},
        {200, "{\"code\":12345678}", NJ_QB_REFUSED},
        {404, "<html>", NJ_QB_REFUSED},
        {500, "<html>", NJ_QB_PASSING},
        {504, "", NJ_QB_PASSING},
        {200, "{\"code\":50055001}", NJ_QB_PASSING},
        {204, "", NJ_QB_OK},
        {200, "", NJ_QB_UNKNOWN},
        {200, "<html>", NJ_QB_UNKNOWN},
        {200, "[]", NJ_QB_UNKNOWN},
        {502, "<html>", NJ_QB_UNKNOWN},
        {0, "", NJ_QB_UNKNOWN},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_int_equal(answer_to(rows[i].http, rows[i].text).verdict,
                         rows[i].verdict);
}

/* As its page of errors has them, each with its kin (3.1 to 3.7). */
static void each_number_of_the_pages_is_known(void **state)
{
    static const struct {
        enum nj_qb_verdict verdict;
        int64_t codes[8];
    } rows[] = {
        {NJ_QB_OK, {304023, 304024}},
        {NJ_QB_REPEATED, {40054005}},
        {NJ_QB_OVER,
         {40034005, 304103, 40034024, 40034026, 40034027, 40034128, 40034025}},
        {NJ_QB_FAST, {40034100, 22009, 40023001, 1100308}},
        {NJ_QB_FAST_ALL, {1100100}},
        {NJ_QB_FORBIDDEN, {40034105, 40034102, 40054013}},
        {NJ_QB_NO_FRIEND, {40054004}},
        {NJ_QB_PASSING, {40054006, 40034004, 50055001, 50055002, 50055006}},
        {NJ_QB_NOT_THERE, {40034101, 40054003}},
        {NJ_QB_MUTED, {40054002, 850018}},
        {NJ_QB_CONTENT, {40034006, 1100101, 304025, 304061}},
        {NJ_QB_LINK, {40054010, 304003}},
        {NJ_QB_TOO_LONG, {40054007, 40054018}},
        {NJ_QB_NO_BUTTONS,
         {40034127, 304036, 304037, 40034124, 50056, 305007, 40034029}},
        {NJ_QB_NO_PICTURE, {850019, 850031, 850027, 40093002}},
        {NJ_QB_NO_UPLOADS, {10000, 850026}},
        {NJ_QB_NO_LINE, {304018}},
        {NJ_QB_TOKEN, {11241, 11242, 11243, 11244}},
        {NJ_QB_BANNED, {40054016, 11254, 11265}},
        {NJ_QB_NO_RIGHT, {11253}},
    };

    char text[40];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        for (size_t k = 0; rows[i].codes[k] != 0; k++) {
            (void)snprintf(text, sizeof(text), "{\"code\":%lld}",
                           (long long)rows[i].codes[k]);
            assert_int_equal(answer_to(400, text).verdict, rows[i].verdict);
        }
}

static void what_an_answer_brings_is_kept(void **state)
{
    struct nj_qb_answer a =
        answer_to(200, "{\"id\":\"ROBOT1.0_x\",\"trace_id\":\"t-1\","
                       "\"file_info\":\"ab==\",\"ttl\":3600}");

    NJ_UNUSED(state);
    assert_string_equal(a.id, "ROBOT1.0_x");
    assert_string_equal(a.trace, "t-1");
    assert_string_equal(a.media, "ab==");
    assert_int_equal(a.media_s, 3600);
    a = answer_to(400, "{\"code\":40034105,\"trace_id\":\"a b\\n\","
                       "\"id\":\"no\"}");
    assert_int_equal(a.code, 40034105);
    assert_string_equal(a.trace, ""); /* no log line of its own */
    assert_string_equal(a.id, "");
}

static void the_ledger_hears_what_concerns_it(void **state)
{
    enum nj_qb_became what = NJ_QB_WAS_CLOSED;

    NJ_UNUSED(state);
    assert_true(nj_qb_answer_became(NJ_QB_OK, &what));
    assert_int_equal(what, NJ_QB_WAS_SENT);
    assert_true(nj_qb_answer_became(NJ_QB_REPEATED, &what));
    assert_int_equal(what, NJ_QB_WAS_SENT);
    assert_true(nj_qb_answer_became(NJ_QB_OVER, &what));
    assert_int_equal(what, NJ_QB_WAS_OVER);
    assert_true(nj_qb_answer_became(NJ_QB_FORBIDDEN, &what));
    assert_int_equal(what, NJ_QB_WAS_FORBIDDEN);
    assert_true(nj_qb_answer_became(NJ_QB_NO_FRIEND, &what));
    assert_int_equal(what, NJ_QB_WAS_CLOSED);
    what = NJ_QB_WAS_SENT;
    assert_true(nj_qb_answer_became(NJ_QB_NOT_THERE, &what));
    assert_int_equal(what, NJ_QB_WAS_CLOSED);
    assert_false(nj_qb_answer_became(NJ_QB_UNKNOWN, &what));
    assert_false(nj_qb_answer_became(NJ_QB_CONTENT, &what));
    assert_false(nj_qb_answer_became(NJ_QB_TOKEN, &what));
}

static enum nj_qb_token_verdict token_of(const char *text,
                                         struct nj_qb_token *t)
{
    return nj_qb_token_read(text, strlen(text), t);
}

static void a_token_has_a_life(void **state)
{
    struct nj_qb_token t;

    NJ_UNUSED(state);
    assert_int_equal(
        token_of("{\"access_token\":\"aB-1.\",\"expires_in\":\"756\"}", &t),
        NJ_QB_TOKEN_OK);
    assert_string_equal(t.text, "aB-1.");
    assert_int_equal(t.life_s, 756);
    assert_int_equal(
        token_of("{\"access_token\":\"a\",\"expires_in\":7200}", &t),
        NJ_QB_TOKEN_OK);
    assert_int_equal(t.life_s, 7200);
    assert_int_equal(token_of("{\"access_token\":\"a\"}", &t), NJ_QB_TOKEN_OK);
    assert_int_equal(t.life_s, 7200);
    assert_int_equal(
        token_of("{\"access_token\":\"a\",\"expires_in\":86400}", &t),
        NJ_QB_TOKEN_OK);
    assert_int_equal(t.life_s, 7200); /* the most there is */
}

static void no_token_has_a_reason(void **state)
{
    static const struct {
        const char *text;
        enum nj_qb_token_verdict verdict;
    } rows[] = {
        {"{\"code\":100016,\"message\":\"invalid\"}", NJ_QB_TOKEN_WRONG},
        {"{\"code\":100007}", NJ_QB_TOKEN_WRONG},
        {"{\"code\":10004}", NJ_QB_TOKEN_WRONG},
        {"{\"code\":100001}", NJ_QB_TOKEN_FAST},
        {"{\"code\":5}", NJ_QB_TOKEN_ODD},
        {"{\"access_token\":\"a b\"}", NJ_QB_TOKEN_ODD}, /* into a header? */
        {"{\"access_token\":\"a\\r\\nX:y\"}", NJ_QB_TOKEN_ODD},
        {"{\"access_token\":\"\"}", NJ_QB_TOKEN_ODD},
        {"<html>", NJ_QB_TOKEN_ODD},
        {"", NJ_QB_TOKEN_ODD},
    };
    struct nj_qb_token t;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_int_equal(token_of(rows[i].text, &t), rows[i].verdict);
}

static bool door_of(const char *text, struct nj_qb_door *d)
{
    return nj_qb_door_read("http://127.0.0.1:5", text, strlen(text), d);
}

static void a_door_is_a_websocket(void **state)
{
    struct nj_qb_door d;

    NJ_UNUSED(state);
    assert_true(
        door_of("{\"url\":\"wss://api.bot.qq.com/websocket/\",\"shards\":1,"
                "\"session_start_limit\":{\"total\":1000,\"remaining\":0,"
                "\"reset_after\":14400000,\"max_concurrency\":1}}",
                &d));
    assert_string_equal(d.url, "wss://api.bot.qq.com/websocket/");
    assert_int_equal(d.left, 0);
    assert_int_equal(d.reset_ms, 14400000);
    assert_true(door_of("{\"url\":\"ws://127.0.0.1:5/\"}", &d));
    assert_int_equal(d.left, -1);
    assert_false(door_of("{\"url\":\"https://api.bot.qq.com\"}", &d));
    assert_false(door_of("{\"url\":\"wss://a b\"}", &d));
    assert_false(door_of("{}", &d));
    assert_false(door_of("", &d));
}

/* Who came by TLS goes on by TLS: the first thing said behind the door is the
 * token. */
static void no_token_goes_out_in_the_clear(void **state)
{
    static const char clear[] = "{\"url\":\"ws://api.bot.qq.com/websocket/\"}";
    static const char sealed[] =
        "{\"url\":\"wss://api.bot.qq.com/websocket/\"}";
    static const char api[] = "https://api.bot.qq.com";
    struct nj_qb_door d;

    NJ_UNUSED(state);
    assert_false(nj_qb_door_read(api, clear, strlen(clear), &d));
    assert_string_equal(d.url, "");
    assert_true(nj_qb_door_read(api, sealed, strlen(sealed), &d));
    assert_true(door_of(clear, &d));
    assert_true(door_of(sealed, &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_decide),
        cmocka_unit_test(each_number_of_the_pages_is_known),
        cmocka_unit_test(what_an_answer_brings_is_kept),
        cmocka_unit_test(the_ledger_hears_what_concerns_it),
        cmocka_unit_test(a_token_has_a_life),
        cmocka_unit_test(no_token_has_a_reason),
        cmocka_unit_test(a_door_is_a_websocket),
        cmocka_unit_test(no_token_goes_out_in_the_clear),
    };

    return cmocka_run_group_tests_name("gateway/qqbot/answer", tests, NULL,
                                       NULL);
}
