/*
 * What the Bot API says to calls, and what of it the owner may read.
 */
#include <stdio.h>
#include <string.h>

#include "gateway/telegram/telegram_priv.h"
#include "kit/nj_test.h"

static void read(int64_t http, const char *text, struct nj_tg_answer *a)
{
    nj_tg_answer_read(http, text, strlen(text), "SECRET", a);
}

static const struct {
    int code;
    const char *description;
    enum nj_tg_verdict verdict;
} said[] = {
    {400, "Bad Request: message is not modified: specified new message",
     NJ_TG_SAME},
    {400, "Bad Request: message to edit not found", NJ_TG_EDIT_GONE},
    {400, "Bad Request: message can't be edited", NJ_TG_EDIT_GONE},
    {400, "Bad Request: there is no text in the message to edit",
     NJ_TG_EDIT_GONE},
    {400, "Bad Request: MESSAGE_ID_INVALID", NJ_TG_EDIT_GONE},
    {400, "Bad Request: can't parse entities: unexpected end tag",
     NJ_TG_BAD_MARKUP},
    {400, "Bad Request: message thread not found", NJ_TG_NO_TOPIC},
    {400, "Bad Request: TOPIC_CLOSED", NJ_TG_NO_TOPIC},
    {400, "Bad Request: PHOTO_INVALID_DIMENSIONS", NJ_TG_BAD_PICTURE},
    {400, "Bad Request: IMAGE_PROCESS_FAILED", NJ_TG_BAD_PICTURE},
    {400, "Bad Request: chat not found", NJ_TG_REFUSED},
    {400, "", NJ_TG_REFUSED},
    {401, "Unauthorized", NJ_TG_TOKEN},
    {403, "Forbidden: bot was blocked by the user", NJ_TG_FORBIDDEN},
    {404, "Not Found", NJ_TG_REFUSED},
    {409, "Conflict: terminated by other getUpdates request", NJ_TG_CONFLICT},
    {409, "Conflict: can't use getUpdates method while webhook is active",
     NJ_TG_WEBHOOK},
    {413, "Request Entity Too Large", NJ_TG_REFUSED},
    {429, "Too Many Requests: retry after 7", NJ_TG_LATER},
    {500, "Internal Server Error", NJ_TG_UNKNOWN},
    {0, "?", NJ_TG_UNKNOWN},
};

static void every_failure_is_told_apart(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(said); i++) {
        struct nj_str text = NJ_STR_INIT(1000);
        struct nj_tg_answer a;

        nj_str_addf(&text,
                    "{\"ok\":false,\"error_code\":%d,\"description\":\"%s\"}",
                    said[i].code, said[i].description);
        read(said[i].code, text.p, &a);
        if (a.verdict != said[i].verdict)
            print_error("%s\n", said[i].description);
        assert_int_equal(a.verdict, said[i].verdict);
        assert_string_equal(a.said, said[i].description);
        nj_tg_answer_fini(&a);
        nj_str_fini(&text);
    }
}

static void parameters_are_read(void **state)
{
    struct nj_tg_answer a;

    NJ_UNUSED(state);
    read(429,
         "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":7}}",
         &a);
    assert_int_equal(a.verdict, NJ_TG_LATER);
    assert_int_equal(a.ms, 7500);
    nj_tg_answer_fini(&a);
    read(429, "{\"ok\":false,\"error_code\":429}", &a);
    assert_int_equal(a.ms, 5500);
    nj_tg_answer_fini(&a);
    read(429,
         "{\"ok\":false,\"error_code\":429,\"parameters\":"
         "{\"retry_after\":99999999999}}",
         &a);
    assert_int_equal(a.ms, 86400500);
    nj_tg_answer_fini(&a);
    read(400,
         "{\"ok\":false,\"error_code\":400,\"parameters\":"
         "{\"migrate_to_chat_id\":-1001234567890123}}",
         &a);
    assert_int_equal(a.verdict, NJ_TG_MIGRATED);
    assert_int_equal(a.migrated, -1001234567890123);
    nj_tg_answer_fini(&a);
    read(400,
         "{\"ok\":false,\"error_code\":400,\"parameters\":"
         "{\"migrate_to_chat_id\":5}}",
         &a);
    assert_int_equal(a.verdict, NJ_TG_REFUSED);
    nj_tg_answer_fini(&a);
}

static void what_is_no_answer_leaves_it_open(void **state)
{
    static const char *const texts[] = {"",
                                        "<html>502 Bad Gateway</html>",
                                        "[]",
                                        "{}",
                                        "{\"ok\":1}",
                                        "7",
                                        "null",
                                        "{\"ok\":true",
                                        "{\"error_code\":403}"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_tg_answer a;

        read(200, texts[i], &a);
        assert_int_equal(a.verdict, NJ_TG_UNKNOWN);
        nj_tg_answer_fini(&a);
    }
}

static void a_secret_is_never_repeated(void **state)
{
    struct nj_tg_answer a;

    NJ_UNUSED(state);
    read(404,
         "{\"ok\":false,\"error_code\":404,"
         "\"description\":\"no such path /botSECRET/x\"}",
         &a);
    assert_string_equal(a.said, "");
    nj_tg_answer_fini(&a);
    read(404,
         "{\"ok\":false,\"error_code\":404,"
         "\"description\":\"no such path /botSEC\\u0001RET/x\"}",
         &a); /* nor what cleaning would put together */
    assert_string_equal(a.said, "");
    nj_tg_answer_fini(&a);
    read(404,
         "{\"ok\":false,\"error_code\":404,"
         "\"description\":\"a\\nb\\u001b[1m\"}",
         &a);
    assert_string_equal(a.said, "a b[1m");
    nj_tg_answer_fini(&a);
}

static bool is_somebody(const char *result)
{
    struct nj_str text = NJ_STR_INIT(1000);
    struct nj_tg_answer a;
    struct nj_tg_me me;
    bool known;

    nj_str_addf(&text, "{\"ok\":true,\"result\":%s}", result);
    read(200, text.p, &a);
    known = nj_tg_me_read(a.result, &me);
    nj_tg_answer_fini(&a);
    nj_str_fini(&text);
    return known;
}

static void we_know_who_we_are(void **state)
{
    struct nj_tg_answer a;
    struct nj_tg_me me;

    NJ_UNUSED(state);
    read(200,
         "{\"ok\":true,\"result\":{\"id\":8100000001,\"username\":\"N_Bot\","
         "\"can_read_all_group_messages\":true}}",
         &a);
    assert_true(nj_tg_me_read(a.result, &me));
    assert_int_equal(me.id, 8100000001);
    assert_string_equal(me.username, "N_Bot");
    assert_true(me.reads_all);
    nj_tg_answer_fini(&a);
    assert_false(is_somebody("{}"));
    assert_false(is_somebody("[]"));
    assert_false(is_somebody("{\"id\":0,\"username\":\"x\"}"));
    assert_false(is_somebody("{\"id\":5,\"username\":\"\"}"));
    assert_false(is_somebody("{\"id\":5,\"username\":\"a/b\"}"));
    assert_false(is_somebody(
        "{\"id\":5,\"username\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}"));
    assert_true(is_somebody("{\"id\":5,\"username\":\"x_bot\"}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failure_is_told_apart),
        cmocka_unit_test(parameters_are_read),
        cmocka_unit_test(what_is_no_answer_leaves_it_open),
        cmocka_unit_test(a_secret_is_never_repeated),
        cmocka_unit_test(we_know_who_we_are),
    };

    return cmocka_run_group_tests_name("gateway/telegram/answer", tests, NULL,
                                       NULL);
}
