/* Calls as they go over the wire, byte by byte. */
#include <string.h>

#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"
#include "kit/private.h"

static void a_group_text_is_an_array(void **state)
{
    static const char *const mentions[] = {"qq:u:77", "tg:x:1", "qq:u:name",
                                           "qq:u:3999999999"};
    static const struct nj_say say = {
        .text = "轮到你\n\"上\"", .mentions = mentions, .n_mentions = 4};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_ob_send_group(&s, "e-1", (struct nj_group){"qq:g:4123456789"}, &say),
        NJ_OK);
    assert_string_equal(
        s.p, "{\"action\":\"send_group_msg\",\"echo\":\"e-1\",\"params\":{"
             "\"group_id\":4123456789,\"message\":["
             "{\"type\":\"at\",\"data\":{\"qq\":\"77\"}},"
             "{\"type\":\"at\",\"data\":{\"qq\":\"3999999999\"}},"
             "{\"type\":\"text\",\"data\":{\"text\":\" 轮到你\\n\\\"上\\\"\"}}"
             "]}}");
    nj_str_fini(&s);
}

/* What is no number is left out, and leaves no gap. */
static void a_mention_stands_in_its_place(void **state)
{
    static const char *const mentions[] = {"qq:u:name", "qq:u:77", "qq:u:78"};
    static const size_t places[] = {2, 4, 4};
    static const struct nj_say say = {.text = "a.\nb.轮到",
                                      .mentions = mentions,
                                      .places = places,
                                      .n_mentions = 3};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_ob_send_group(&s, "e-1", (struct nj_group){"qq:g:1001"}, &say),
        NJ_OK);
    assert_string_equal(
        s.p, "{\"action\":\"send_group_msg\",\"echo\":\"e-1\",\"params\":{"
             "\"group_id\":1001,\"message\":["
             "{\"type\":\"text\",\"data\":{\"text\":\"a.\\nb\"}},"
             "{\"type\":\"at\",\"data\":{\"qq\":\"77\"}},"
             "{\"type\":\"at\",\"data\":{\"qq\":\"78\"}},"
             "{\"type\":\"text\",\"data\":{\"text\":\" .轮到\"}}"
             "]}}");
    nj_str_fini(&s);
}

static void a_private_text_names_the_person_alone(void **state)
{
    static const struct nj_say say = {.text = "[CQ:at,qq=all]"};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_ob_send_private(&s, "e-2", PRIVATE_CHAT("qq:u:77"), &say), NJ_OK);
    assert_string_equal(
        s.p, "{\"action\":\"send_private_msg\",\"echo\":\"e-2\",\"params\":{"
             "\"user_id\":77,\"message\":["
             "{\"type\":\"text\",\"data\":{\"text\":\"[CQ:at,qq=all]\"}}]}}");
    nj_str_fini(&s);
}

static void the_login_question_is_empty(void **state)
{
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    nj_ob_send_login(&s, "e-3");
    assert_string_equal(s.p, "{\"action\":\"get_login_info\","
                             "\"echo\":\"e-3\",\"params\":{}}");
    nj_str_fini(&s);
}

/* Above all: a group's address never passes as a person's. */
static void odd_destinations_are_refused(void **state)
{
    static const char *const odd[] = {
        "qq:g:1001", "qq:u:", "qq:u:0", "qq:u:7x",
        "qq:u:- 7",  "",      "77",     "qq:u:99999999999999999999"};
    static const struct nj_say x = {.text = "x"}, nothing = {.text = ""};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++)
        assert_int_equal(nj_ob_send_private(&s, "e", PRIVATE_CHAT(odd[i]), &x),
                         NJ_ERR_BAD_INPUT);
    assert_int_equal(
        nj_ob_send_group(&s, "e", (struct nj_group){"qq:u:77"}, &x),
        NJ_ERR_BAD_INPUT);
    assert_int_equal(
        nj_ob_send_private(&s, "e", PRIVATE_CHAT("qq:u:77"), &nothing),
        NJ_ERR_BAD_INPUT);
    assert_int_equal(s.len, 0);
    nj_str_fini(&s);
}

static void a_courtesy_alone_names_a_group_beside_the_person(void **state)
{
    static const struct nj_courtesy line = {.text = "x"}, nothing = {""};
    static const struct nj_person ann = {"qq:u:77"};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(nj_ob_send_courtesy(&s, "e", ann, "1001", &line), NJ_OK);
    assert_non_null(strstr(s.p, "\"user_id\":77,\"group_id\":1001,"));
    nj_str_clear(&s);
    assert_int_equal(nj_ob_send_courtesy(&s, "e", ann, "", &line), NJ_OK);
    assert_null(strstr(s.p, "group_id"));
    assert_int_equal(nj_ob_send_courtesy(&s, "e", ann, "1001", &nothing),
                     NJ_ERR_BAD_INPUT);
    assert_int_equal(
        nj_ob_send_courtesy(&s, "e", (struct nj_person){"qq:g:77"}, "", &line),
        NJ_ERR_BAD_INPUT);
    nj_str_fini(&s);
}

/* The text first, the picture behind it; the alphabet with its padding. */
static void pictures_go_as_base64(void **state)
{
    static const unsigned char png[] = {0xfb, 0xff, 0x00, 0x10};
    static const char *const written[] = {"+w==", "+/8=", "+/8A", "+/8AEA=="};
    struct nj_say say = {.text = "第 3 回合", .picture = {.bytes = png}};

    NJ_UNUSED(state);
    for (size_t n = 1; n <= sizeof(png); n++) {
        struct nj_str s = NJ_STR_INIT(4000);
        char expected[200];

        say.picture.n = n;
        (void)snprintf(expected, sizeof(expected),
                       "[{\"type\":\"text\",\"data\":{\"text\":\"第 3 回合\"}},"
                       "{\"type\":\"image\",\"data\":{\"file\":"
                       "\"base64://%s\"}}]}}",
                       written[n - 1]);
        assert_int_equal(
            nj_ob_send_group(&s, "e", (struct nj_group){"qq:g:1"}, &say),
            NJ_OK);
        assert_non_null(strstr(s.p, expected));
        nj_str_fini(&s);
    }
    say.picture.n = NJ_OB_PICTURE_MAX + 1; /* the text says everything */
    {
        struct nj_str s = NJ_STR_INIT(4000);

        assert_int_equal(
            nj_ob_send_group(&s, "e", (struct nj_group){"qq:g:1"}, &say),
            NJ_OK);
        assert_null(strstr(s.p, "image"));
        nj_str_fini(&s);
    }
}

static void a_file_goes_with_its_name(void **state)
{
    static const unsigned char bytes[] = {'a', 'b', '\n'};
    struct nj_file file = {.name = "漫漫长夜-K7Q.html", .bytes = bytes, .n = 3};
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(
        nj_ob_send_group_file(&s, "e-3", (struct nj_group){"qq:g:1001"}, &file),
        NJ_OK);
    assert_string_equal(
        s.p, "{\"action\":\"upload_group_file\",\"echo\":\"e-3\",\"params\":{"
             "\"group_id\":1001,\"file\":\"base64://YWIK\","
             "\"name\":\"漫漫长夜-K7Q.html\"}}");
    nj_str_clear(&s);
    assert_int_equal(
        nj_ob_send_private_file(&s, "e-4", PRIVATE_CHAT("qq:u:77"), &file),
        NJ_OK);
    assert_string_equal(s.p,
                        "{\"action\":\"upload_private_file\",\"echo\":\"e-4\","
                        "\"params\":{\"user_id\":77,\"file\":\"base64://YWIK\","
                        "\"name\":\"漫漫长夜-K7Q.html\"}}");
    nj_str_clear(&s);
    assert_int_equal(
        nj_ob_send_group_file(&s, "e", (struct nj_group){"qq:u:77"}, &file),
        NJ_ERR_BAD_INPUT);
    file.n = NJ_OB_FILE_MAX + 1;
    assert_int_equal(
        nj_ob_send_group_file(&s, "e", (struct nj_group){"qq:g:1"}, &file),
        NJ_ERR_LIMIT);
    file = (struct nj_file){.name = "", .bytes = bytes, .n = 3};
    assert_int_equal(
        nj_ob_send_group_file(&s, "e", (struct nj_group){"qq:g:1"}, &file),
        NJ_ERR_BAD_INPUT);
    assert_int_equal(s.len, 0);
    nj_str_fini(&s);
}

static void members_are_asked_for_afresh(void **state)
{
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_true(nj_ob_send_member(&s, "e", (struct nj_group){"qq:g:1001"},
                                  (struct nj_person){"qq:u:77"}));
    assert_string_equal(s.p,
                        "{\"action\":\"get_group_member_info\",\"echo\":\"e\","
                        "\"params\":{\"group_id\":1001,\"user_id\":77,"
                        "\"no_cache\":true}}");
    assert_false(nj_ob_send_member(&s, "e", (struct nj_group){"qq:u:77"},
                                   (struct nj_person){"qq:u:77"}));
    nj_str_fini(&s);
}

/* --- folded --- */

static const struct nj_ob_author me = {.id = "10000", .name = "夜鹰"};

/* Every leaf is ours, with the members of both dialects. */
static void a_record_folds_into_leaves_of_ours(void **state)
{
    struct nj_str s = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    assert_int_equal(nj_ob_send_private_folded(&s, "e", PRIVATE_CHAT("qq:u:77"),
                                               &me, "一\n二"),
                     NJ_OK);
    assert_string_equal(
        s.p, "{\"action\":\"send_private_forward_msg\",\"echo\":\"e\","
             "\"params\":{\"user_id\":77,\"messages\":["
             "{\"type\":\"node\",\"data\":{\"user_id\":\"10000\","
             "\"nickname\":\"夜鹰\",\"uin\":\"10000\",\"name\":\"夜鹰\","
             "\"content\":[{\"type\":\"text\",\"data\":{"
             "\"text\":\"一\\n二\"}}]}}]}}");
    nj_str_fini(&s);
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;

    while ((text = strstr(text, part)) != NULL) {
        n++;
        text += strlen(part);
    }
    return n;
}

static void lines(struct nj_str *s, int from, int to)
{
    for (int i = from; i < to; i++)
        nj_str_addf(s, "%d\n", i);
}

static void leaves_hold_a_screen_and_are_at_most_a_hundred(void **state)
{
    struct nj_str text = NJ_STR_INIT(100000);
    struct nj_str s = NJ_STR_INIT(1000000);

    NJ_UNUSED(state);
    lines(&text, 0, 41);
    assert_int_equal(nj_ob_send_group_folded(
                         &s, "e", (struct nj_group){"qq:g:1"}, &me, text.p),
                     NJ_OK);
    assert_int_equal(count(s.p, "\"node\""), 3);
    assert_non_null(strstr(s.p, "\\n19\"")); /* no empty line at the end */
    assert_non_null(strstr(s.p, "\"text\":\"20\\n21"));
    nj_str_clear(&s);
    lines(&text, 41, 2000);
    assert_int_equal(nj_ob_send_group_folded(
                         &s, "e", (struct nj_group){"qq:g:1"}, &me, text.p),
                     NJ_OK);
    assert_int_equal(count(s.p, "\"node\""), 100);
    nj_str_clear(&s);
    lines(&text, 0, 1);
    assert_int_equal(nj_ob_send_group_folded(
                         &s, "e", (struct nj_group){"qq:g:1"}, &me, text.p),
                     NJ_ERR_LIMIT);
    nj_str_fini(&text);
    nj_str_fini(&s);
}

static void parts_end_with_their_lines(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_ob_part("abc", 10, 10), 3);
    assert_int_equal(nj_ob_part("a\nb\nc", 10, 2), 4);
    assert_int_equal(nj_ob_part("a\nb\nc\n", 10, 3), 6);
    assert_int_equal(nj_ob_part("ab\ncdefgh", 5, 10), 3);
    assert_int_equal(nj_ob_part("夜夜夜", 2, 10), 6); /* a line too long */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_text_is_an_array),
        cmocka_unit_test(a_mention_stands_in_its_place),
        cmocka_unit_test(a_private_text_names_the_person_alone),
        cmocka_unit_test(the_login_question_is_empty),
        cmocka_unit_test(odd_destinations_are_refused),
        cmocka_unit_test(a_courtesy_alone_names_a_group_beside_the_person),
        cmocka_unit_test(pictures_go_as_base64),
        cmocka_unit_test(a_file_goes_with_its_name),
        cmocka_unit_test(members_are_asked_for_afresh),
        cmocka_unit_test(a_record_folds_into_leaves_of_ours),
        cmocka_unit_test(leaves_hold_a_screen_and_are_at_most_a_hundred),
        cmocka_unit_test(parts_end_with_their_lines),
    };

    return cmocka_run_group_tests_name("gateway/onebot/send", tests, NULL,
                                       NULL);
}
