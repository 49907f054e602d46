/*
 * What a platform says of a call, with all that it may leave out: when to try
 * again, why not, no name for what was sent; and what has happened here by the
 * time it says so. For src/referee/speech/fate.c.
 */
#include "kit/house.h"
#include "kit/kept_log.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define GROUP "tg:g:9"
#define ANN   "tg:u:ann"

static struct house h;

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&h, 0, sizeof(h));
    h.can = NJ_CAN_REPLACE;
    house_open(&h, "calls");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

static void say(const char *user, const char *text)
{
    house_group_at(&h, GROUP, user, text);
}

/* From now on no call to the group gets an answer but those of the test. */
static void hold(void)
{
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, true);
}

static void answer(struct nj_event like, const char *text)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_FATE, 1);

    ev->call = nj_books_find(h.referee, GROUP)->call;
    assert_true(ev->call != 0);
    ev->fate = like.fate;
    ev->ms = like.ms;
    memcpy(ev->id, like.id, sizeof(ev->id));
    if (text != NULL)
        nj_event_set_text(ev, text, strlen(text));
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
}

static uint32_t heard(const char *part)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h.second); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h.second, i);

        n += strcmp(s->to, GROUP) == 0 && strstr(s->text, part) != NULL;
    }
    return n;
}

static void a_platform_may_say_how_long_to_wait(void **state)
{
    NJ_UNUSED(state);
    hold();
    say(ANN, "#游戏");
    answer((struct nj_event){.fate = NJ_FATE_LATER, .ms = 5000}, NULL);
    house_pass(&h, 4999);
    assert_int_equal(heard("漫漫长夜"), 1);
    house_pass(&h, 1);
    assert_int_equal(heard("漫漫长夜"), 2);
    assert_int_equal(heard("可能重复"), 0); /* it never left */
}

static void why_it_was_refused_stands_in_the_log(void **state)
{
    NJ_UNUSED(state);
    hold();
    say(ANN, "#游戏");
    kept_log_begin();
    answer((struct nj_event){.fate = NJ_FATE_REFUSED}, "chat not found");
    assert_non_null(strstr(kept_log(), "chat not found"));
    assert_null(strstr(kept_log(), "漫漫长夜"));
}

/* Without a name it cannot be changed: the next card is a new one. */
static void what_has_no_name_is_not_changed(void **state)
{
    NJ_UNUSED(state);
    hold();
    say(ANN, "#新游戏 漫漫长夜");
    answer((struct nj_event){.fate = NJ_FATE_SENT}, NULL);
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    house_forget(&h);
    say(ANN, "#赛况");
    assert_int_equal(heard("承诺"), 1);
    assert_string_equal(nj_memory_get(h.second, 0)->replaces, "");
}

/* Its card is out when there is no table any more: nothing is noted of it. */
static void a_card_may_be_out_after_its_table_is_closed(void **state)
{
    NJ_UNUSED(state);
    hold();
    say(ANN, "#新游戏 漫漫长夜");
    say(ANN, "#关闭");
    answer((struct nj_event){.fate = NJ_FATE_SENT, .id = "m1"}, NULL);
    assert_int_equal(nj_referee_open(h.referee), 0);
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    house_kill(&h, 1000);
    say(ANN, "#新游戏 漫漫长夜");
    assert_int_equal(heard("承诺"), 1);
}

/* The group was muted while the text was under way, which arrives: it may not
 * be spoken to all the same. */
static void a_text_that_arrives_ends_no_ban(void **state)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MUTED, 1);

    NJ_UNUSED(state);
    hold();
    say(ANN, "#游戏");
    ev->group = ev->self = ev->muted = true;
    nj_str_copy(ev->chat, sizeof(ev->chat), GROUP);
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    answer((struct nj_event){.fate = NJ_FATE_SENT, .id = "m1"}, NULL);
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    assert_true(nj_books_find(h.referee, GROUP)->muted);
    house_forget(&h);
    say(ANN, "#游戏");
    assert_int_equal(heard(""), 0);
}

/* An answer has no row from which it could be said otherwise. */
static void an_unwanted_answer_gives_way_to_a_neutral_line(void **state)
{
    NJ_UNUSED(state);
    hold();
    say(ANN, "#游戏");
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    answer((struct nj_event){.fate = NJ_FATE_UNWANTED}, NULL);
    assert_int_equal(heard("用词平台不收"), 1);
    assert_int_equal(heard("漫漫长夜"), 1); /* the one that was not taken */
}

/* --- calls that last --- */

static uint64_t call_to(const char *group)
{
    return nj_books_find(h.referee, group)->call;
}

/* A call without an answer for long, and so many others meanwhile that the
 * numbers of two have the same place: the fate of each is that of its chat. */
static void a_call_that_lasts_is_not_taken_for_another(void **state)
{
    static const char other[] = "tg:g:10";
    uint64_t first, second;

    NJ_UNUSED(state);
    hold();
    say(ANN, "#游戏");
    first = call_to(GROUP);
    while ((h.referee->calls + 1 - first) % 64 != 0)
        house_group_at(&h, "tg:g:11", ANN, "#游戏");
    nj_memory_fate(h.second, other, NJ_FATE_SENT, true);
    house_group_at(&h, other, ANN, "#游戏");
    second = call_to(other);
    assert_int_equal((second - first) % 64, 0);
    assert_int_equal(nj_calls_count(h.referee), 2);
    nj_memory_settle(h.second, first, NJ_FATE_SENT);
    house_run(&h);
    assert_int_equal(call_to(GROUP), 0);
    assert_int_equal(call_to(other), second);
    nj_memory_settle(h.second, second, NJ_FATE_SENT);
    house_run(&h);
    assert_int_equal(nj_calls_count(h.referee), 0);
}

/* The platform asks for patience while a text is under way, and then takes it:
 * that is no word that the ban is over. */
static void a_ban_of_some_length_outlasts_what_arrives(void **state)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MUTED, 1);

    NJ_UNUSED(state);
    hold();
    say(ANN, "#游戏");
    ev->group = ev->self = ev->muted = true;
    ev->ms = 60000;
    nj_str_copy(ev->chat, sizeof(ev->chat), GROUP);
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    answer((struct nj_event){.fate = NJ_FATE_SENT, .id = "m1"}, NULL);
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    house_forget(&h);
    say(ANN, "#帮助");
    assert_int_equal(heard(""), 0);
    house_pass(&h, 60000);
    say(ANN, "#帮助");
    assert_true(heard("") > 0);
}

/* He blocks us while a text to him is under way, which is refused: it is said
 * of him once that he cannot be reached. */
static void who_blocks_us_meanwhile_is_lost_once(void **state)
{
    struct nj_user_row row;

    NJ_UNUSED(state);
    house_private(&h, ANN, "我");
    nj_memory_fate(h.second, ANN, NJ_FATE_SENT, true);
    house_private(&h, ANN, "#游戏");
    for (int i = 0; i < 2; i++) {
        struct nj_event *ev = nj_event_create(NJ_EVENT_LOST, 1);

        nj_str_copy(ev->user, sizeof(ev->user), ANN);
        h.now_ms += 1000;
        nj_inbox_push(h.inbox, ev);
        house_run(&h);
    }
    nj_memory_settle(h.second, call_to(ANN), NJ_FATE_REFUSED);
    house_run(&h);
    assert_int_equal(nj_books_find(h.referee, ANN)->reach, NJ_REACH_REFUSED);
    assert_true(nj_user_load(h.store, ANN, &row));
    assert_int_equal(row.seen_ms, h.referee->now_ms - 1000);
}

int main(void)
{
#define CALLS_TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        CALLS_TEST(a_platform_may_say_how_long_to_wait),
        CALLS_TEST(why_it_was_refused_stands_in_the_log),
        CALLS_TEST(what_has_no_name_is_not_changed),
        CALLS_TEST(a_card_may_be_out_after_its_table_is_closed),
        CALLS_TEST(a_text_that_arrives_ends_no_ban),
        CALLS_TEST(an_unwanted_answer_gives_way_to_a_neutral_line),
        CALLS_TEST(a_call_that_lasts_is_not_taken_for_another),
        CALLS_TEST(a_ban_of_some_length_outlasts_what_arrives),
        CALLS_TEST(who_blocks_us_meanwhile_is_lost_once),
    };

    return cmocka_run_group_tests_name("referee/calls", tests, NULL, NULL);
}
