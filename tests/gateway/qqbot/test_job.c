/*
 * One thing to be said to QQ's bot platform: its calls, what is made again and
 * what never is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/qqbot/job.h"
#include "kit/nj_test.h"
#include "kit/private.h"

#define GROUP  "qqbot:g:AA"
#define PERSON "qqbot:u:PP"

struct fixture {
    struct nj_qb_ledger *l;
    struct nj_qb_names names;
    struct nj_qb_now now;
    struct nj_qb_job *j;
    struct nj_qb_step step;
    struct nj_qb_call call;
};

static int setup(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->l = nj_qb_ledger_create(&nj_qb_limits_verified);
    f->now = (struct nj_qb_now){.ms = 1000000, .day = 20000};
    f->call.body = (struct nj_str)NJ_STR_INIT(1u << 20);
    nj_qb_names_put(&f->names, "B2", "小红");
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    nj_qb_job_destroy(f->j);
    nj_qb_ledger_destroy(f->l);
    nj_str_fini(&f->call.body);
    free(f);
    return 0;
}

static void say_group(struct fixture *f, const struct nj_say *say)
{
    f->j = nj_qb_job_group(7, (struct nj_group){GROUP}, say);
    assert_non_null(f->j);
}

static void say_private(struct fixture *f, const struct nj_say *say)
{
    f->j = nj_qb_job_private(7, PRIVATE_CHAT(PERSON), say);
    assert_non_null(f->j);
}

static void hear(struct fixture *f, const char *chat, const char *ref)
{
    nj_qb_ledger_grant(f->l, chat, NJ_QB_REF_MESSAGE, ref, 0, f->now);
}

static bool next(struct fixture *f)
{
    nj_str_clear(&f->call.body);
    if (!nj_qb_job_route(f->j, f->l, f->now, &f->step))
        return false;
    nj_qb_job_call(f->j, &f->names, &f->call);
    return true;
}

/* A call with that in it is made. */
static void calls(struct fixture *f, const char *part)
{
    assert_true(next(f));
    assert_non_null(strstr(f->call.body.p, part));
}

static void says(struct fixture *f, enum nj_qb_verdict verdict)
{
    struct nj_qb_answer a = {.verdict = verdict, .media = "pic=="};

    nj_qb_job_answered(f->j, &a, f->l, 0, f->now, &f->step);
}

static void again(struct fixture *f, int64_t ms)
{
    assert_true(f->step.again);
    assert_true(f->step.at_ms == f->now.ms + ms);
    f->now.ms += ms;
}

static void done(struct fixture *f, enum nj_fate fate)
{
    assert_false(f->step.again);
    assert_int_equal(f->step.fate, fate);
}

/* A call with that in it, what is said to it, and when it goes on. */
struct turn {
    const char *part;
    enum nj_qb_verdict verdict;
    int64_t ms; /* of the last: nothing */
};

static void goes(struct fixture *f, const struct turn *t, enum nj_fate fate)
{
    for (; t->part != NULL; t++) {
        calls(f, t->part);
        says(f, t->verdict);
        if (t[1].part != NULL)
            again(f, t->ms);
    }
    done(f, fate);
}

#define GOES(f, fate, ...) \
 goes(f, (const struct turn[]){__VA_ARGS__, {NULL, NJ_QB_OK, 0}}, fate)

/* --- where it goes --- */

static void each_scene_has_its_path(void **state)
{
    struct fixture *f = *state;

    say_group(f, &(struct nj_say){.text = "a"});
    calls(f, "\"content\":\"a\"");
    assert_string_equal(f->call.path, "/v2/groups/AA/messages");
    says(f, NJ_QB_OK);
    done(f, NJ_FATE_SENT);
    nj_qb_job_destroy(f->j);
    say_private(f, &(struct nj_say){.text = "secret"});
    calls(f, "secret");
    assert_string_equal(f->call.path, "/v2/users/PP/messages");
}

static void what_says_nothing_is_no_job(void **state)
{
    NJ_UNUSED(state);
    assert_null(nj_qb_job_group(1, (struct nj_group){GROUP},
                                &(struct nj_say){.text = " \n"}));
    assert_null(nj_qb_job_group(1, (struct nj_group){PERSON},
                                &(struct nj_say){.text = "a"}));
    assert_null(nj_qb_job_group(1, (struct nj_group){"qqbot:g:../users"},
                                &(struct nj_say){.text = "a"}));
    assert_null(nj_qb_job_private(1, PRIVATE_CHAT(GROUP),
                                  &(struct nj_say){.text = "a"}));
}

/* --- what it is made of --- */

static void a_long_text_goes_in_parts_with_the_buttons_last(void **state)
{
    struct fixture *f = *state;
    char text[4001];
    struct nj_button button = {.label = "go", .token = "K7Q-1"};
    int n = 0;

    for (size_t i = 0; i < sizeof(text) - 1; i++)
        text[i] = i % 100 == 99 ? '\n' : 'x';
    text[4000] = '\0';
    say_group(
        f, &(struct nj_say){.text = text, .buttons = &button, .n_buttons = 1});
    do {
        assert_true(next(f));
        assert_true(f->j->part <= 1500);
        assert_int_equal(strstr(f->call.body.p, "K7Q-1") != NULL,
                         f->j->at + f->j->part == 4000);
        assert_true(text[f->j->at + f->j->part - 1] == '\n');
        says(f, NJ_QB_OK);
        n++;
    } while (f->step.again);
    assert_int_equal(n, 3);
    done(f, NJ_FATE_SENT);
}

static void a_mention_has_the_name_seen_last(void **state)
{
    static const char *const who[] = {"qqbot:u:B2", "qqbot:u:0123456789"};
    struct fixture *f = *state;

    say_group(f,
              &(struct nj_say){.text = "hm", .mentions = who, .n_mentions = 2});
    calls(f, "<qqbot-at-user id=\\\"B2\\\" /> 小红 "
             "<qqbot-at-user id=\\\"0123456789\\\" /> hm\"");
}

static void a_picture_comes_behind_its_text(void **state)
{
    struct fixture *f = *state;
    static const unsigned char png[] = {1, 2, 3};

    say_private(f, &(struct nj_say){.text = "map", .picture = {png, 3}});
    calls(f, "map");
    says(f, NJ_QB_OK);
    again(f, 0);
    calls(f, "\"file_data\":\"AQID\"");
    assert_string_equal(f->call.path, "/v2/users/PP/files");
    says(f, NJ_QB_OK);
    again(f, 0);
    calls(f, "\"file_info\":\"pic==\"");
    assert_string_equal(f->call.path, "/v2/users/PP/messages");
    says(f, NJ_QB_OK);
    done(f, NJ_FATE_SENT);
}

static void a_refused_picture_leaves_its_text(void **state)
{
    struct fixture *f = *state;
    static const unsigned char png[] = {1, 2, 3};

    say_group(f, &(struct nj_say){.text = "map", .picture = {png, 3}});
    GOES(f, NJ_FATE_SENT, {"map", NJ_QB_OK, 0},
         {"file_data", NJ_QB_NO_PICTURE, 0});
}

/* --- again, or never --- */

static void an_answer_is_repeated_by_the_same_pair(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    say_group(f, &(struct nj_say){.text = "a"});
    GOES(f, NJ_FATE_SENT,
         {"\"msg_id\":\"m1\",\"msg_seq\":1", NJ_QB_UNKNOWN, 3000},
         {"\"msg_id\":\"m1\",\"msg_seq\":1", NJ_QB_REPEATED, 0}); /* it came */
}

static void a_second_unknown_stands(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    say_group(f, &(struct nj_say){.text = "a"});
    GOES(f, NJ_FATE_UNKNOWN, {"m1", NJ_QB_PASSING, 3000},
         {"m1", NJ_QB_UNKNOWN, 0});
}

static void a_push_is_never_repeated(void **state)
{
    struct fixture *f = *state;

    say_private(f, &(struct nj_say){.text = "secret"});
    calls(f, "secret");
    says(f, NJ_QB_UNKNOWN);
    done(f, NJ_FATE_UNKNOWN);
}

static void an_answer_to_an_event_is_never_repeated(void **state)
{
    struct fixture *f = *state;

    nj_qb_ledger_grant(f->l, PERSON, NJ_QB_REF_EVENT, "e1", 0, f->now);
    say_private(f, &(struct nj_say){.text = "secret"});
    calls(f, "\"event_id\":\"e1\"");
    says(f, NJ_QB_PASSING);
    done(f, NJ_FATE_UNKNOWN);
}

static void a_credit_that_is_over_gives_way(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    f->now.ms++;
    hear(f, GROUP, "m2");
    say_group(f, &(struct nj_say){.text = "a"});
    GOES(f, NJ_FATE_SENT, {"\"m1\"", NJ_QB_OVER, 0}, {"\"m2\"", NJ_QB_OVER, 0},
         {"{\"msg_type\":0,\"content\":\"a\"}", NJ_QB_OK, 0}); /* a push */
}

static void without_pushes_it_is_refused_until_they_speak(void **state)
{
    struct fixture *f = *state;

    say_private(f, &(struct nj_say){.text = "secret"});
    calls(f, "secret");
    says(f, NJ_QB_FORBIDDEN);
    again(f, 0);
    assert_false(next(f));
    done(f, NJ_FATE_REFUSED);
    hear(f, PERSON, "m1");
    assert_true(next(f));
    says(f, NJ_QB_OK);
    done(f, NJ_FATE_SENT);
}

static void too_much_of_a_chat_comes_later(void **state)
{
    struct fixture *f = *state;
    struct nj_qb_ticket t;

    for (int i = 0; i < 15; i++)
        nj_qb_ledger_take(f->l, GROUP, false, f->now, &t);
    f->now.ms += 20000;
    say_group(f, &(struct nj_say){.text = "a"});
    assert_false(next(f));
    done(f, NJ_FATE_LATER);
    assert_int_equal(f->step.ms, 40000);
}

static void what_is_half_said_is_held_and_not_given_back(void **state)
{
    struct fixture *f = *state;
    struct nj_qb_ticket t;
    char text[2001];

    memset(text, 'x', 2000);
    text[2000] = '\0';
    for (int i = 0; i < 14; i++)
        nj_qb_ledger_take(f->l, GROUP, false, f->now, &t);
    say_group(f, &(struct nj_say){.text = text});
    assert_true(next(f));
    says(f, NJ_QB_OK);
    assert_false(next(f));
    again(f, 60000);
    assert_true(next(f));
    says(f, NJ_QB_OK);
    done(f, NJ_FATE_SENT);
}

static void refused_buttons_go_and_their_text_stays(void **state)
{
    struct fixture *f = *state;
    struct nj_button button = {.label = "go", .token = "K7Q-1"};

    say_private(
        f, &(struct nj_say){.text = "?", .buttons = &button, .n_buttons = 1});
    GOES(f, NJ_FATE_REFUSED, {"K7Q-1", NJ_QB_NO_BUTTONS, 0},
         {"{\"msg_type\":0,\"content\":\"?\"}", NJ_QB_NO_BUTTONS, 0});
}

static void a_link_is_stripped_once(void **state)
{
    struct fixture *f = *state;

    say_group(f, &(struct nj_say){.text = "a.com: 1/2"});
    assert_true(next(f));
    says(f, NJ_QB_LINK);
    again(f, 0);
    calls(f, "{\"msg_type\":0,\"content\":\"a com  1 2\"}");
    says(f, NJ_QB_LINK);
    done(f, NJ_FATE_REFUSED);
}

/* Under the last part, and in private alone. */
static void the_button_that_fetches_ends_a_private_text(void **state)
{
    struct fixture *f = *state;
    char text[4001];
    int n = 0;

    memset(text, 'x', 4000);
    text[4000] = '\0';
    say_private(f, &(struct nj_say){.text = text, .fetch = "Fetch"});
    do {
        assert_true(next(f));
        assert_int_equal(strstr(f->call.body.p, "\"label\":\"Fetch\"") != NULL,
                         f->j->at + f->j->part == 4000);
        says(f, NJ_QB_OK);
        n++;
    } while (f->step.again);
    assert_int_equal(n, 2);
    nj_qb_job_destroy(f->j);
    say_group(f, &(struct nj_say){.text = "a", .fetch = "Fetch"});
    calls(f, "{\"msg_type\":0,\"content\":\"a\"}");
}

/* The text has arrived; its picture is not wanted. */
static void an_unwanted_picture_leaves_its_text(void **state)
{
    struct fixture *f = *state;
    static const unsigned char png[] = {1, 2, 3};

    say_group(f, &(struct nj_say){.text = "map", .picture = {png, 3}});
    GOES(f, NJ_FATE_SENT, {"map", NJ_QB_OK, 0}, {"file_data", NJ_QB_OK, 0},
         {"file_info", NJ_QB_CONTENT, 0});
}

static void a_text_too_long_is_halved_once(void **state)
{
    struct fixture *f = *state;
    char text[1001];

    memset(text, 'x', 1000);
    text[1000] = '\0';
    say_group(f, &(struct nj_say){.text = text});
    assert_true(next(f));
    says(f, NJ_QB_TOO_LONG);
    again(f, 0);
    assert_true(next(f));
    assert_int_equal(f->j->part, 750);
    says(f, NJ_QB_TOO_LONG);
    done(f, NJ_FATE_REFUSED);
}

static void an_old_token_is_renewed_once(void **state)
{
    struct fixture *f = *state;

    hear(f, GROUP, "m1");
    say_group(f, &(struct nj_say){.text = "a"});
    GOES(f, NJ_FATE_REFUSED, {"\"msg_seq\":1", NJ_QB_TOKEN, 0},
         {"\"msg_seq\":1", NJ_QB_TOKEN, 0}); /* nothing was spent by it */
}

static void words_that_are_not_wanted_are_not_repeated(void **state)
{
    struct fixture *f = *state;

    say_group(f, &(struct nj_say){.text = "a"});
    calls(f, "a");
    says(f, NJ_QB_CONTENT);
    done(f, NJ_FATE_UNWANTED);
}

/* The first may be there: by no other right are the words said again. */
static void a_refused_repeat_leaves_it_open_what_became_of_the_first(
    void **state)
{
    static const enum nj_qb_verdict no[] = {NJ_QB_OVER, NJ_QB_FAST,
                                            NJ_QB_FORBIDDEN, NJ_QB_REFUSED};
    struct fixture *f = *state;

    for (size_t i = 0; i < NJ_COUNT(no); i++) {
        nj_qb_ledger_destroy(f->l);
        f->l = nj_qb_ledger_create(&nj_qb_limits_verified);
        hear(f, GROUP, "m1");
        hear(f, GROUP, "m2");
        nj_qb_job_destroy(f->j);
        say_group(f, &(struct nj_say){.text = "a"});
        calls(f, "m1");
        says(f, NJ_QB_UNKNOWN);
        again(f, 3000);
        calls(f, "m1");
        says(f, no[i]);
        done(f, NJ_FATE_UNKNOWN);
    }
}

static void a_mention_may_stand_at_the_end(void **state)
{
    struct fixture *f = *state;
    static const char *const who[] = {"qqbot:u:B2"};
    static const size_t places[] = {5};

    say_group(f, &(struct nj_say){.text = "next:",
                                  .mentions = who,
                                  .places = places,
                                  .n_mentions = 1});
    calls(f, "next:<qqbot-at-user id=\\\"B2\\\" /> 小红");
}

#define ON_JOB(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_JOB(each_scene_has_its_path),
        cmocka_unit_test(what_says_nothing_is_no_job),
        ON_JOB(a_long_text_goes_in_parts_with_the_buttons_last),
        ON_JOB(a_mention_has_the_name_seen_last),
        ON_JOB(a_picture_comes_behind_its_text),
        ON_JOB(a_refused_picture_leaves_its_text),
        ON_JOB(an_answer_is_repeated_by_the_same_pair),
        ON_JOB(a_second_unknown_stands),
        ON_JOB(a_push_is_never_repeated),
        ON_JOB(an_answer_to_an_event_is_never_repeated),
        ON_JOB(a_credit_that_is_over_gives_way),
        ON_JOB(without_pushes_it_is_refused_until_they_speak),
        ON_JOB(too_much_of_a_chat_comes_later),
        ON_JOB(what_is_half_said_is_held_and_not_given_back),
        ON_JOB(refused_buttons_go_and_their_text_stays),
        ON_JOB(a_link_is_stripped_once),
        ON_JOB(the_button_that_fetches_ends_a_private_text),
        ON_JOB(an_unwanted_picture_leaves_its_text),
        ON_JOB(a_text_too_long_is_halved_once),
        ON_JOB(an_old_token_is_renewed_once),
        ON_JOB(words_that_are_not_wanted_are_not_repeated),
        ON_JOB(a_refused_repeat_leaves_it_open_what_became_of_the_first),
        ON_JOB(a_mention_may_stand_at_the_end),
    };

    return cmocka_run_group_tests_name("gateway/qqbot/job", tests, NULL, NULL);
}
