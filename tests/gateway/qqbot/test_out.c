/*
 * What goes out to QQ's bot platform, byte for byte, and that no text of
 * people's becomes anything but text.
 */
#include <string.h>

#include "gateway/qqbot/out.h"
#include "kit/nj_test.h"

#define BODY_MAX 100000

static const struct nj_qb_ticket push = {.route = NJ_QB_PUSH};

static const struct nj_qb_ticket reply = {.route = NJ_QB_ANSWER,
                                          .kind = NJ_QB_REF_MESSAGE,
                                          .ref = "ROBOT1.0_m1",
                                          .seq = 3};

static void expect_body(const struct nj_qb_message *m, const char *body)
{
    struct nj_str out = NJ_STR_INIT(BODY_MAX);

    nj_qb_body_message(m, &out);
    assert_string_equal(out.p, body);
    nj_str_fini(&out);
}

static void expect_words(const char *text, const char *plain,
                         const char *markdown)
{
    struct nj_str out = NJ_STR_INIT(BODY_MAX);

    nj_qb_put_plain(&out, text, strlen(text));
    assert_string_equal(out.p, plain);
    nj_str_clear(&out);
    nj_qb_put_markdown(&out, text, strlen(text));
    assert_string_equal(out.p, markdown);
    nj_str_fini(&out);
}

/* --- words --- */

static void text_stays_text(void **state)
{
    NJ_UNUSED(state);
    expect_words("1 号：右右上", "1 号：右右上", "1 号：右右上");
    expect_words("a < b, 3.5 > 2.", "a < b, 3.5 > 2.", "a < b, 3.5 \\> 2.");
    expect_words("*_~`|#[x]\\", "*_~`|#[x]\\", "\\*\\_\\~\\`\\|\\#\\[x\\]\\\\");
    expect_words("-a\n- b\n+c-d", "-a\n- b\n+c-d", "\\-a\n\\- b\n\\+c-d");
    expect_words("", "", "");
}

static void nobody_is_mentioned_by_what_is_typed(void **state)
{
    NJ_UNUSED(state);
    expect_words("<@AB12>", "＜@AB12>", "＜@AB12\\>");
    expect_words("<qqbot-at-user id=\"A\" />", "＜qqbot-at-user id=\"A\" />",
                 "＜qqbot-at-user id=\"A\" /\\>");
    expect_words("<<@A>", "＜＜@A>", "＜＜@A\\>");
    expect_words("<", "<", "<");
}

static void nothing_is_a_link(void **state)
{
    NJ_UNUSED(state);
    expect_words("https://a.com/b.c", "https：//a·com/b·c",
                 "https：//a·com/b·c");
    expect_words("q.qq.com", "q·qq·com", "q·qq·com");
    expect_words("中文.com 4.a", "中文·com 4·a", "中文·com 4·a");
    expect_words(".a a. a..b 1.2", ".a a. a..b 1.2", ".a a. a..b 1.2");
}

/* --- messages --- */

static void a_text_goes_by_what_carries_it(void **state)
{
    struct nj_qb_ticket event = {
        .route = NJ_QB_ANSWER, .kind = NJ_QB_REF_EVENT, .ref = "FRIEND_ADD:1"};
    struct nj_qb_message m = {.by = &push, .text = "你好", .n = 6};

    NJ_UNUSED(state);
    expect_body(&m, "{\"msg_type\":0,\"content\":\"你好\"}");
    m.by = &reply;
    expect_body(&m, "{\"msg_type\":0,\"content\":\"你好\","
                    "\"msg_id\":\"ROBOT1.0_m1\",\"msg_seq\":3}");
    m.by = &event;
    expect_body(&m, "{\"msg_type\":0,\"content\":\"你好\","
                    "\"event_id\":\"FRIEND_ADD:1\"}");
    event.seq = 2;
    expect_body(&m, "{\"msg_type\":0,\"content\":\"你好\","
                    "\"event_id\":\"FRIEND_ADD:1\",\"msg_seq\":2}");
}

static void people_are_mentioned_by_name_and_in_markdown_by_tag(void **state)
{
    static const struct nj_qb_mention who[] = {
        {.place = 0, .id = "A1", .name = "小明"},
        {.place = 6, .id = "B2", .name = "<@C3>"}};
    struct nj_qb_message m = {.by = &push,
                              .text = "轮到 2",
                              .n = 8,
                              .mentions = who,
                              .n_mentions = 2};

    NJ_UNUSED(state);
    expect_body(&m, "{\"msg_type\":0,\"content\":\"小明 轮到＜@C3>  2\"}");
    m.markdown = true;
    expect_body(&m, "{\"msg_type\":2,\"markdown\":{\"content\":"
                    "\"<qqbot-at-user id=\\\"A1\\\" /> 小明 轮到"
                    "<qqbot-at-user id=\\\"B2\\\" /> ＜@C3\\\\>  2\"}}");
}

/* Nobody reads "小明 小明，还在吗", or the end of an openid. */
static void a_name_stands_in_its_line_once(void **state)
{
    static const char text[] = "轮到 3 席·小明\n小明，还在吗\n到";
    static const struct nj_qb_mention who[] = {
        {.place = 0, .id = "A1", .name = "小明"},
        {.place = 21, .id = "A1", .name = "小明"},
        {.place = 40, .id = "A1", .name = "小明"},
        {.place = 43, .id = "B2", .name = ""}};
    struct nj_qb_message m = {.by = &push,
                              .text = text,
                              .n = sizeof(text) - 1,
                              .mentions = who,
                              .n_mentions = NJ_COUNT(who)};

    NJ_UNUSED(state);
    expect_body(&m, "{\"msg_type\":0,\"content\":\"轮到 3 席·小明\\n"
                    "小明，还在吗\\n小明 到\"}");
    m.markdown = true;
    expect_body(&m, "{\"msg_type\":2,\"markdown\":{\"content\":"
                    "\"<qqbot-at-user id=\\\"A1\\\" /> 轮到 3 席·小明\\n"
                    "<qqbot-at-user id=\\\"A1\\\" /> 小明，还在吗\\n"
                    "<qqbot-at-user id=\\\"A1\\\" /> 小明 到"
                    "<qqbot-at-user id=\\\"B2\\\" /> \"}}");
}

static void a_button_gives_its_token_back(void **state)
{
    static const struct nj_button buttons[] = {
        {.label = "一二三四五六七八九十十一", .token = "K7Q-1"},
        {.label = "link", .url = "https://example.org"}};
    struct nj_qb_message m = {.by = &push,
                              .text = "?",
                              .n = 1,
                              .buttons = buttons,
                              .n_buttons = 2,
                              .markdown = true};

    NJ_UNUSED(state);
    expect_body(
        &m,
        "{\"msg_type\":2,\"markdown\":{\"content\":\"?\"},\"keyboard\":"
        "{\"content\":{\"rows\":[{\"buttons\":[{\"id\":\"1\",\"render_data\":"
        "{\"label\":\"一二三四五六七八九十\",\"visited_label\":"
        "\"一二三四五六七八九十\",\"style\":1},\"action\":{\"type\":1,"
        "\"data\":\"K7Q-1\",\"permission\":{\"type\":2},\"unsupport_tips\":"
        "\"一二三四五六七八九十\"}}]}]}}}");
    m.markdown = false; /* QB-8: the same text goes without */
    expect_body(&m, "{\"msg_type\":0,\"content\":\"?\"}");
}

/* How many times `part` stands in the body. */
static uint32_t count(const struct nj_qb_message *m, const char *part)
{
    struct nj_str out = NJ_STR_INIT(BODY_MAX);
    uint32_t n = 0;

    nj_qb_body_message(m, &out);
    for (const char *p = out.p; (p = strstr(p, part)) != NULL; p++)
        n++;
    nj_str_fini(&out);
    return n;
}

static void a_keyboard_has_five_rows_of_five(void **state)
{
    struct nj_button buttons[NJ_BUTTONS_MAX];
    struct nj_qb_message m = {
        .by = &push, .text = "?", .n = 1, .buttons = buttons, .markdown = true};

    NJ_UNUSED(state);
    for (uint32_t i = 0; i < NJ_BUTTONS_MAX; i++)
        buttons[i] = (struct nj_button){.label = "x", .token = "t"};
    for (m.n_buttons = 1; m.n_buttons <= NJ_BUTTONS_MAX; m.n_buttons++)
        for (m.columns = 0; m.columns < 8; m.columns++) {
            uint32_t n = m.n_buttons < 25 ? m.n_buttons : 25;
            uint32_t rows = count(&m, "{\"buttons\":[");

            assert_int_equal(count(&m, "\"data\":\"t\""), n);
            assert_true(rows <= 5);
            assert_true(rows * 5 >= n);
        }
}

/* The button that fetches has the last row, whatever else there is. */
static void the_last_row_fetches(void **state)
{
    struct nj_button buttons[NJ_BUTTONS_MAX];
    struct nj_qb_message m = {.by = &push,
                              .text = "?",
                              .n = 1,
                              .buttons = buttons,
                              .fetch = "Fetch",
                              .markdown = true};

    NJ_UNUSED(state);
    assert_int_equal(count(&m, "{\"buttons\":["), 1);
    for (uint32_t i = 0; i < NJ_BUTTONS_MAX; i++)
        buttons[i] = (struct nj_button){.label = "x", .token = "t"};
    for (m.n_buttons = 1; m.n_buttons <= NJ_BUTTONS_MAX; m.n_buttons++)
        for (m.columns = 0; m.columns < 8; m.columns++) {
            assert_int_equal(count(&m, "\"data\":\"t\""),
                             m.n_buttons < 20 ? m.n_buttons : 20);
            assert_int_equal(count(&m, "\"data\":\"fetch\""), 1);
            assert_true(count(&m, "{\"buttons\":[") <= 5);
        }
    m.markdown = false; /* and goes with all others */
    assert_int_equal(count(&m, "fetch"), 0);
}

static void a_picture_is_uploaded_and_then_named(void **state)
{
    static const unsigned char bytes[] = {0x89, 'P', 'N', 'G'};
    struct nj_qb_message m = {.by = &reply, .media = "abc=="};
    struct nj_str out = NJ_STR_INIT(BODY_MAX);

    NJ_UNUSED(state);
    nj_qb_body_upload(&(struct nj_picture){bytes, sizeof(bytes)}, &out);
    assert_string_equal(out.p, "{\"file_type\":1,\"file_data\":\"iVBORw==\","
                               "\"srv_send_msg\":false}");
    expect_body(&m, "{\"msg_type\":7,\"content\":\" \",\"media\":"
                    "{\"file_info\":\"abc==\"},\"msg_id\":\"ROBOT1.0_m1\","
                    "\"msg_seq\":3}");
    nj_str_fini(&out);
}

/* --- the rest --- */

static void expect(struct nj_str *out, const char *body)
{
    assert_string_equal(out->p, body);
    nj_str_clear(out);
}

static void frames_are_as_the_platform_wants_them(void **state)
{
    struct nj_str out = NJ_STR_INIT(BODY_MAX);

    NJ_UNUSED(state);
    nj_qb_body_press(&out);
    expect(&out, "{\"code\":0}");
    nj_qb_body_token("102", "s\"cret", &out);
    expect(&out, "{\"appId\":\"102\",\"clientSecret\":\"s\\\"cret\"}");
    nj_qb_body_identify("tok", 100663296, &out);
    expect(&out, "{\"op\":2,\"d\":{\"token\":\"QQBot tok\",\"intents\":"
                 "100663296,\"shard\":[0,1],\"properties\":{}}}");
    nj_qb_body_resume("tok", "ses", INT64_C(4294967300), &out);
    expect(&out, "{\"op\":6,\"d\":{\"token\":\"QQBot tok\",\"session_id\":"
                 "\"ses\",\"seq\":4294967300}}");
    nj_qb_body_beat(0, &out);
    expect(&out, "{\"op\":1,\"d\":null}");
    nj_qb_body_beat(INT64_C(4294967300), &out);
    expect(&out, "{\"op\":1,\"d\":4294967300}");
    nj_str_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_stays_text),
        cmocka_unit_test(nobody_is_mentioned_by_what_is_typed),
        cmocka_unit_test(nothing_is_a_link),
        cmocka_unit_test(a_text_goes_by_what_carries_it),
        cmocka_unit_test(people_are_mentioned_by_name_and_in_markdown_by_tag),
        cmocka_unit_test(a_name_stands_in_its_line_once),
        cmocka_unit_test(a_button_gives_its_token_back),
        cmocka_unit_test(a_keyboard_has_five_rows_of_five),
        cmocka_unit_test(the_last_row_fetches),
        cmocka_unit_test(a_picture_is_uploaded_and_then_named),
        cmocka_unit_test(frames_are_as_the_platform_wants_them),
    };

    return cmocka_run_group_tests_name("gateway/qqbot/out", tests, NULL, NULL);
}
