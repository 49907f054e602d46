/*
 * What is said becomes calls, and what answers make of the rest of a job.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/telegram/telegram_priv.h"
#include "kit/nj_test.h"

#define GROUP "tg:g:-1002"

static struct nj_tg_names names;

/* The next call of a job as one text; the caller frees it. */
static char *next(struct nj_tg_job *j)
{
    struct nj_str s = NJ_STR_INIT(1u << 20);
    struct nj_tg_call c;

    nj_tg_call_make(&c, j, &names);
    nj_str_addf(&s, "%s %s", c.method, c.body.p);
    for (uint32_t i = 0; i < c.n_fields; i++)
        nj_str_addf(&s, "%s=%s;", c.fields[i].name, c.fields[i].value.p);
    if (c.upload)
        nj_str_addf(&s, "%s:%zu", c.file != NULL ? c.file : "photo", c.photo_n);
    nj_tg_call_fini(&c);
    return nj_str_take(&s);
}

static void expect(struct nj_tg_job *j, const char *text)
{
    char *got = next(j);

    assert_string_equal(got, text);
    free(got);
}

static void expect_part(struct nj_tg_job *j, const char *part, bool there)
{
    char *got = next(j);

    if ((strstr(got, part) != NULL) != there)
        print_error("%s\n", got);
    assert_int_equal(strstr(got, part) != NULL, there);
    free(got);
}

static struct nj_tg_job *job(const struct nj_say *say)
{
    struct nj_tg_job *j = nj_tg_job_say(5, GROUP, true, say);

    assert_non_null(j);
    return j;
}

static struct nj_tg_step answer(struct nj_tg_job *j, enum nj_tg_verdict v)
{
    struct nj_tg_answer a = {.verdict = v, .ms = 3000, .migrated = -1009};
    struct nj_tg_step step;

    nj_tg_job_answered(j, &a, 1000, &step);
    return step;
}

static void expect_end(struct nj_tg_job *j, enum nj_tg_verdict v,
                       enum nj_fate fate)
{
    struct nj_tg_step step = answer(j, v);

    assert_false(step.again);
    assert_int_equal(step.fate, fate);
    nj_tg_job_destroy(j);
}

#define TAIL "\"link_preview_options\":{\"is_disabled\":true}"

static void foreign_text_is_escaped(void **state)
{
    NJ_UNUSED(state);
    struct nj_tg_job *j =
        job(&(struct nj_say){.text = "<b>1 & 2</b> \"x\" \xe5\xb8\xad"});

    expect(j, "sendMessage {\"chat_id\":-1002,\"text\":\"&lt;b&gt;1 &amp; "
              "2&lt;/b&gt; &quot;x&quot; \xe5\xb8\xad\","
              "\"parse_mode\":\"HTML\"," TAIL "}");
    nj_tg_job_destroy(j);
}

static void people_are_mentioned_by_name(void **state)
{
    static const char *const who[] = {"tg:u:77", "tg:u:78", "qq:g:5"};
    const struct nj_say say = {.text = "go", .mentions = who, .n_mentions = 3};
    struct nj_tg_job *j;

    NJ_UNUSED(state);
    nj_tg_names_put(&names, 77, "A <&> B");
    j = job(&say);
    expect_part(j,
                "\"<a href=\\\"tg://user?id=77\\\">A &lt;&amp;&gt; B</a> "
                "<a href=\\\"tg://user?id=78\\\">78</a> go\"",
                true);
    (void)answer(j, NJ_TG_BAD_MARKUP);
    expect(j, "sendMessage {\"chat_id\":-1002,\"text\":\"A <&> B 78 go\"," TAIL
              "}");
    nj_tg_job_destroy(j);
}

static void a_mention_stands_in_its_place(void **state)
{
    static const char *const who[] = {"tg:u:1077"};
    const size_t place = 4;
    const struct nj_say say = {
        .text = "a<b\ngo", .mentions = who, .places = &place, .n_mentions = 1};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect_part(j, "\"a&lt;b\\n<a href=\\\"tg://user?id=1077\\\">1077</a> go\"",
                true);
    (void)answer(j, NJ_TG_BAD_MARKUP);
    expect_part(j, "\"a<b\\n1077 go\"", true);
    nj_tg_job_destroy(j);
}

/* A text of two messages has it in the second, and there alone. */
static void a_mention_goes_with_its_part(void **state)
{
    static const char *const who[] = {"tg:u:1077"};
    const size_t place = 5000;
    char text[6001];
    const struct nj_say say = {
        .text = text, .mentions = who, .places = &place, .n_mentions = 1};
    struct nj_tg_job *j;

    NJ_UNUSED(state);
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    j = job(&say);
    expect_part(j, "tg://user", false);
    assert_true(answer(j, NJ_TG_OK).again);
    expect_part(j, "x<a href=\\\"tg://user?id=1077\\\">1077</a> x", true);
    nj_tg_job_destroy(j);
}

static void places_are_addressed(void **state)
{
    struct nj_say say = {.text = "x", .kept = true};
    struct nj_tg_job *j = nj_tg_job_say(1, "tg:g:-1002.17", true, &say);

    NJ_UNUSED(state);
    expect(j, "sendMessage {\"chat_id\":-1002,\"message_thread_id\":17,"
              "\"protect_content\":true,\"text\":\"x\",\"parse_mode\":"
              "\"HTML\"," TAIL "}");
    assert_true(answer(j, NJ_TG_NO_TOPIC).again);
    expect_part(j, "message_thread_id", false);
    expect_end(j, NJ_TG_NO_TOPIC, NJ_FATE_REFUSED); /* once */
    j = nj_tg_job_say(1, "tg:u:77", false, &say);
    expect_part(j, "{\"chat_id\":77,\"protect_content\":true", true);
    nj_tg_job_destroy(j);
    assert_null(nj_tg_job_say(1, "tg:u:77", true, &say));
    assert_null(nj_tg_job_say(1, "tg:g:-5", false, &say));
    assert_null(nj_tg_job_say(1, "tg:g:77", true, &say));
    assert_null(nj_tg_job_say(1, "tg:g:-5.", true, &say));
    assert_null(nj_tg_job_say(1, "tg:g:-5.x", true, &say));
    assert_null(nj_tg_job_say(1, "tg:u:-7", false, &say));
    assert_null(nj_tg_job_say(1, "tg:u:99999999999999999999", false, &say));
    say.text = " \n\xe3\x80\x80";
    assert_null(nj_tg_job_say(1, GROUP, true, &say));
}

static void buttons_stand_in_rows(void **state)
{
    static const struct nj_button buttons[] = {
        {"Up \"1\"", "t-1", NULL},
        {"Down", "t-2", NULL},
        {"Open", NULL, "https://t.me/x?start=y"}};
    struct nj_say say = {
        .text = "x", .buttons = buttons, .n_buttons = 3, .columns = 2};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect_part(j,
                "\"reply_markup\":{\"inline_keyboard\":[[{\"text\":\"Up "
                "\\\"1\\\"\",\"callback_data\":\"t-1\"},{\"text\":\"Down\","
                "\"callback_data\":\"t-2\"}],[{\"text\":\"Open\",\"url\":"
                "\"https://t.me/x?start=y\"}]]}",
                true);
    nj_tg_job_destroy(j);
    say.columns = 0;
    j = job(&say);
    expect_part(j, "}],[{\"text\":\"Down\"", true);
    nj_tg_job_destroy(j);
}

static void a_message_is_replaced(void **state)
{
    struct nj_say say = {.text = "new", .replaces = "31", .kept = true};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect(j, "editMessageText {\"chat_id\":-1002,\"message_id\":31,\"text\":"
              "\"new\",\"parse_mode\":\"HTML\"," TAIL "}");
    assert_true(answer(j, NJ_TG_EDIT_GONE).again);
    expect_part(j, "sendMessage {\"chat_id\":-1002,\"protect_content\"", true);
    expect_end(j, NJ_TG_EDIT_GONE, NJ_FATE_REFUSED);
    j = job(&say);
    expect_part(j, "editMessageText", true);
    assert_false(answer(j, NJ_TG_SAME).again);
    assert_int_equal(j->id, 31);
    nj_tg_job_destroy(j);
    say.replaces = "x31";
    j = job(&say);
    expect_part(j, "sendMessage", true);
    nj_tg_job_destroy(j);
}

static char *repeat(const char *text, int n)
{
    struct nj_str s = NJ_STR_INIT(1u << 20);

    for (int i = 0; i < n; i++)
        nj_str_puts(&s, text);
    return nj_str_take(&s);
}

static void long_texts_go_in_parts(void **state)
{
    static const struct nj_button buttons[] = {{"Go", "t", NULL}};
    char *text = repeat("\xe5\xad\x97<\xf0\x9f\x98\x80\n", 1000); /* 5 units */
    struct nj_say say = {
        .text = text, .buttons = buttons, .n_buttons = 1, .replaces = "4"};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect_part(j, "reply_markup", false);
    expect_part(j, "sendMessage", true);
    assert_int_equal(j->part, 819 * 9); /* whole lines */
    assert_true(answer(j, NJ_TG_OK).again);
    expect_part(j, "reply_markup", true);
    assert_int_equal(j->part, 181 * 9);
    /* In the middle of a message nothing is sure any more. */
    assert_true(answer(j, NJ_TG_LATER).again);
    assert_int_equal(j->not_before_ms, 4000);
    expect_end(j, NJ_TG_REFUSED, NJ_FATE_UNKNOWN);
    free(text);
    text = repeat("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80", 1000);
    say.text = text;
    j = job(&say);
    expect_part(j, "sendMessage", true);
    assert_int_equal(j->part, 819 * 11); /* of 5 units, none is cut */
    nj_tg_job_destroy(j);
    free(text);
}

static void what_is_left_must_say_something(void **state)
{
    char *head = repeat("x", NJ_TG_TEXT_UNITS);
    struct nj_str text = NJ_STR_INIT(10000);
    struct nj_tg_job *j;

    NJ_UNUSED(state);
    nj_str_addf(&text, "%s \n ", head);
    j = job(&(struct nj_say){.text = text.p});
    expect_part(j, "sendMessage", true);
    expect_end(j, NJ_TG_OK, NJ_FATE_SENT);
    nj_str_fini(&text);
    free(head);
}

static void long_records_are_folded(void **state)
{
    struct nj_say say = {.text = "Record\n1 <a\n2 b\n", .folded = true};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect_part(j,
                "\"Record\\n<blockquote expandable>1 &lt;a\\n2 b"
                "</blockquote>\"",
                true);
    j->plain = true;
    expect_part(j, "\"Record\\n1 <a\\n2 b\"", true);
    nj_tg_job_destroy(j);
    say.text = "one line";
    j = job(&say);
    expect_part(j, "blockquote", false);
    nj_tg_job_destroy(j);
}

static const unsigned char png[] = {0x89, 'P', 'N', 'G'};

static void pictures_have_captions(void **state)
{
    static const struct nj_button buttons[] = {{"Go", "t", NULL}};
    struct nj_say say = {.text = "a & b",
                         .picture = {png, sizeof(png)},
                         .buttons = buttons,
                         .n_buttons = 1,
                         .replaces = "4"};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect(j, "sendPhoto chat_id=-1002;caption=a &amp; b;parse_mode=HTML;"
              "reply_markup={\"inline_keyboard\":[[{\"text\":\"Go\","
              "\"callback_data\":\"t\"}]]};photo:4");
    assert_true(answer(j, NJ_TG_BAD_PICTURE).again);
    expect_part(j, "sendMessage", true);
    expect_part(j, "reply_markup", true);
    expect_end(j, NJ_TG_OK, NJ_FATE_SENT);
    j = job(&say);
    expect_part(j, "sendPhoto", true);
    expect_end(j, NJ_TG_OK, NJ_FATE_SENT);
}

/* There is nothing that says a file in other words. */
static void a_file_comes_or_does_not(void **state)
{
    static const enum nj_tg_verdict refusals[] = {NJ_TG_BAD_PICTURE,
                                                  NJ_TG_REFUSED};
    struct nj_say say = {.text = "K7Q: the page",
                         .file = {"k.html", png, sizeof(png)},
                         .kept = true};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect(j, "sendDocument chat_id=-1002;caption=K7Q: the page;"
              "parse_mode=HTML;k.html:4");
    expect_end(j, NJ_TG_OK, NJ_FATE_SENT);
    for (size_t i = 0; i < NJ_COUNT(refusals); i++) {
        j = job(&say);
        expect_part(j, "sendDocument", true);
        expect_end(j, refusals[i], NJ_FATE_REFUSED);
    }
    j = job(&say);
    expect_part(j, "sendDocument", true);
    expect_end(j, NJ_TG_UNKNOWN, NJ_FATE_UNKNOWN);
}

static void a_long_text_goes_before_its_picture(void **state)
{
    char *text = repeat("x", 1025);
    struct nj_say say = {.text = text, .picture = {png, sizeof(png)}};
    struct nj_tg_job *j = job(&say);

    NJ_UNUSED(state);
    expect_part(j, "sendMessage", true);
    assert_true(answer(j, NJ_TG_OK).again);
    expect(j, "sendPhoto chat_id=-1002;photo:4");
    expect_end(j, NJ_TG_REFUSED, NJ_FATE_SENT); /* the text says it all */
    j = job(&say);
    expect_part(j, "sendMessage", true);
    assert_true(answer(j, NJ_TG_OK).again);
    expect_part(j, "sendPhoto", true);
    expect_end(j, NJ_TG_UNKNOWN, NJ_FATE_SENT);
    free(text);
}

static void answers_end_a_job(void **state)
{
    static const struct {
        enum nj_tg_verdict verdict;
        enum nj_fate fate;
    } ends[] = {
        {NJ_TG_OK, NJ_FATE_SENT},           {NJ_TG_REFUSED, NJ_FATE_REFUSED},
        {NJ_TG_FORBIDDEN, NJ_FATE_REFUSED}, {NJ_TG_LATER, NJ_FATE_LATER},
        {NJ_TG_TOKEN, NJ_FATE_NOT_SENT},    {NJ_TG_UNSENT, NJ_FATE_NOT_SENT},
        {NJ_TG_CONFLICT, NJ_FATE_UNKNOWN},  {NJ_TG_WEBHOOK, NJ_FATE_UNKNOWN},
        {NJ_TG_UNKNOWN, NJ_FATE_UNKNOWN}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(ends); i++) {
        struct nj_tg_job *j = job(&(struct nj_say){.text = "x"});

        expect_part(j, "sendMessage", true);
        expect_end(j, ends[i].verdict, ends[i].fate);
    }
}

static void only_a_person_is_lost(void **state)
{
    struct nj_say say = {.text = "x"};
    struct nj_tg_job *j = nj_tg_job_say(1, "tg:u:77", false, &say);

    NJ_UNUSED(state);
    expect_part(j, "sendMessage", true);
    assert_true(answer(j, NJ_TG_FORBIDDEN).lost);
    nj_tg_job_destroy(j);
    j = job(&say);
    assert_false(answer(j, NJ_TG_FORBIDDEN).lost);
    nj_tg_job_destroy(j);
}

static void a_moved_group_is_followed_once(void **state)
{
    struct nj_say say = {.text = "x", .replaces = "31"};
    struct nj_tg_job *j = job(&say);
    struct nj_tg_step step;

    NJ_UNUSED(state);
    expect_part(j, "editMessageText", true);
    step = answer(j, NJ_TG_MIGRATED);
    assert_true(step.again);
    assert_int_equal(step.moved, -1009);
    expect_part(j, "sendMessage {\"chat_id\":-1009,", true);
    step = answer(j, NJ_TG_MIGRATED);
    assert_false(step.again);
    assert_int_equal(step.moved, 0);
    nj_tg_job_destroy(j);
}

static void markup_is_given_up_once(void **state)
{
    struct nj_tg_job *j = job(&(struct nj_say){.text = "x"});

    NJ_UNUSED(state);
    expect_part(j, "parse_mode", true);
    assert_true(answer(j, NJ_TG_BAD_MARKUP).again);
    expect_part(j, "parse_mode", false);
    expect_end(j, NJ_TG_BAD_MARKUP, NJ_FATE_REFUSED);
}

static void small_calls_are_written(void **state)
{
    char *text = repeat("\xe5\xad\x97", 300);
    struct nj_tg_job *j = nj_tg_job_press("q\"1", "no", NULL);
    struct nj_tg_call c;

    NJ_UNUSED(state);
    expect(j, "answerCallbackQuery {\"callback_query_id\":\"q\\\"1\","
              "\"text\":\"no\"}");
    nj_tg_job_destroy(j);
    j = nj_tg_job_press("1", "", NULL);
    expect(j, "answerCallbackQuery {\"callback_query_id\":\"1\"}");
    nj_tg_job_destroy(j);
    j = nj_tg_job_press("1", text, NULL);
    assert_int_equal(j->n, 600); /* 200 units */
    nj_tg_job_destroy(j);
    free(text);
    j = nj_tg_job_press("1", "", "https://t.me/x?start=y");
    expect(j, "answerCallbackQuery {\"callback_query_id\":\"1\","
              "\"url\":\"https://t.me/x?start=y\"}");
    nj_tg_job_destroy(j);
    j = nj_tg_job_drop("tg:g:-5.3", "31");
    expect(j, "editMessageReplyMarkup {\"chat_id\":-5,\"message_id\":31}");
    nj_tg_job_destroy(j);
    j = nj_tg_job_drop("tg:u:77", "31");
    expect(j, "editMessageReplyMarkup {\"chat_id\":77,\"message_id\":31}");
    nj_tg_job_destroy(j);
    assert_null(nj_tg_job_drop("tg:g:-5", ""));
    assert_null(nj_tg_job_drop("qq:x", "31"));
    j = nj_tg_job_ask(7, (struct nj_group){"tg:g:-5.3"},
                      (struct nj_person){"tg:u:77"});
    expect(j, "getChatMember {\"chat_id\":-5,\"user_id\":77}");
    nj_tg_job_destroy(j);
    assert_null(nj_tg_job_ask(7, (struct nj_group){"tg:g:5"},
                              (struct nj_person){"tg:u:77"}));
    nj_tg_call_updates(&c, 700, 100, 25);
    assert_string_equal(
        c.body.p,
        "{\"offset\":700,\"limit\":100,\"timeout\":25,\"allowed_updates\":["
        "\"message\",\"edited_message\",\"callback_query\","
        "\"my_chat_member\",\"chat_member\"]}");
    nj_tg_call_fini(&c);
    nj_tg_call_updates(&c, 0, 1, 0);
    assert_null(strstr(c.body.p, "offset"));
    nj_tg_call_fini(&c);
}

static void one_call_a_chat_and_presses_first(void **state)
{
    struct nj_tg_jobs l;
    struct nj_tg_job *a = job(&(struct nj_say){.text = "a"});
    struct nj_tg_job *b = job(&(struct nj_say){.text = "b"});
    struct nj_tg_job *other =
        nj_tg_job_say(2, "tg:u:77", false, &(struct nj_say){.text = "c"});
    struct nj_tg_job *press = nj_tg_job_press("1", "", NULL);

    NJ_UNUSED(state);
    nj_tg_jobs_init(&l);
    nj_tg_jobs_add(&l, a);
    nj_tg_jobs_add(&l, b);
    nj_tg_jobs_add(&l, other);
    nj_tg_jobs_add(&l, press);
    assert_ptr_equal(nj_tg_jobs_ready(&l, 0), press);
    press->flying = true;
    assert_ptr_equal(nj_tg_jobs_ready(&l, 0), a);
    a->not_before_ms = 10;
    assert_ptr_equal(nj_tg_jobs_ready(&l, 9), other);
    assert_int_equal(nj_tg_jobs_due_ms(&l, 9), 10);
    assert_ptr_equal(nj_tg_jobs_ready(&l, 10), a);
    a->flying = true;
    other->flying = true;
    assert_null(nj_tg_jobs_ready(&l, 10));
    assert_int_equal(nj_tg_jobs_due_ms(&l, 9), INT64_MAX);
    nj_tg_jobs_remove(&l, press);
    nj_tg_jobs_remove(&l, a);
    assert_ptr_equal(nj_tg_jobs_ready(&l, 10), b);
    nj_tg_job_destroy(press);
    nj_tg_job_destroy(a);
    while ((a = nj_tg_jobs_take(&l)) != NULL)
        nj_tg_job_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_text_is_escaped),
        cmocka_unit_test(people_are_mentioned_by_name),
        cmocka_unit_test(a_mention_stands_in_its_place),
        cmocka_unit_test(a_mention_goes_with_its_part),
        cmocka_unit_test(places_are_addressed),
        cmocka_unit_test(buttons_stand_in_rows),
        cmocka_unit_test(a_message_is_replaced),
        cmocka_unit_test(long_texts_go_in_parts),
        cmocka_unit_test(what_is_left_must_say_something),
        cmocka_unit_test(long_records_are_folded),
        cmocka_unit_test(pictures_have_captions),
        cmocka_unit_test(a_file_comes_or_does_not),
        cmocka_unit_test(a_long_text_goes_before_its_picture),
        cmocka_unit_test(answers_end_a_job),
        cmocka_unit_test(only_a_person_is_lost),
        cmocka_unit_test(a_moved_group_is_followed_once),
        cmocka_unit_test(markup_is_given_up_once),
        cmocka_unit_test(small_calls_are_written),
        cmocka_unit_test(one_call_a_chat_and_presses_first),
    };

    return cmocka_run_group_tests_name("gateway/telegram/call", tests, NULL,
                                       NULL);
}
