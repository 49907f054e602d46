/* Ballots of a group: a mention in them is its person (UX-2.1, NC-17.20), and
 * what all have seen is no text of its own (NC-17.15). */
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "referee/referee_priv.h"

static const char *const people[] = {"ann", "bob", "cat", "dan", "eve", "fay"};

static void pass_phase(struct house *h, int64_t ms)
{
    house_pass(h, ms);
    house_forget(h);
}

/* Six at a table of 杀手牌, on the first day: they vote. */
static void begin(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "ann", "#新游戏 杀手牌 现场");
    house_pass(h, 5000);
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(h, people[i], "我");
        house_group(h, people[i], "#加入");
        house_pass(h, 5000); /* a paced house has its card out by then */
    }
    house_group(h, "ann", "#开始");
    pass_phase(h, 301000);
    house_pass(h, 361000);
    for (int s = 0; s < 20; s++)
        house_pass(h, 1000);
    assert_non_null(house_heard(h, "group", "第 1 天"));
}

/* To the group, since the last house_forget(). */
static uint32_t texts(struct house *h)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++)
        n += strcmp(nj_memory_get(h->gateway, i)->to, "qq:g:1") == 0;
    return n;
}

static uint32_t inputs(const struct house *h)
{
    return nj_seq(h->referee->entries[0]->match);
}

/* Somebody's words in the group with another in them; how many inputs came. */
static uint32_t mentions(struct house *h, const char *who, const char *about,
                         const char *handle, const char *text)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);
    uint32_t before = inputs(h);

    nj_address_user(e->user, "qq", who);
    nj_address_group(e->chat, "qq", "1");
    e->group = true;
    (void)snprintf(e->name, sizeof(e->name), "%s", who);
    (void)snprintf(e->id, sizeof(e->id), "m-%s-%u", who, (unsigned)before);
    nj_address_user(e->about, "qq", about);
    (void)snprintf(e->handle, sizeof(e->handle), "%s", handle);
    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(h->inbox, e);
    house_run(h);
    return inputs(h) - before;
}

static void a_player_who_is_mentioned_is_voted_for(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "mentions_vote");
    assert_int_equal(mentions(&h, "ann", "bob", "", "票"), 1);
    assert_int_equal(mentions(&h, "cat", "bob", "bobby_b", "票 @Bobby_B"), 1);
    assert_int_equal(mentions(&h, "dan", "bob", "", "票 3"), 1);
    house_close(&h);
}

static void talk_with_a_mention_stays_talk(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "mentions_talk");
    assert_int_equal(mentions(&h, "ann", "bob", "", "早上好"), 0);
    assert_int_equal(mentions(&h, "ann", "stranger", "", "票"), 0);
    assert_int_equal(mentions(&h, "ann", "bob", "bobby", "票 @bobbyx"), 0);
    house_close(&h);
}

/* What the shell itself knows to do with a person is not said to the match. */
static void the_words_of_the_shell_keep_their_person(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "mentions_shell");
    assert_int_equal(mentions(&h, "ann", "bob", "bobby", "#战绩 @bobby"), 0);
    assert_non_null(house_heard(&h, "group", "bob"));
    house_close(&h);
}

/* --- and when it is told --- */

static void a_ballot_goes_along_with_the_next_text(void **state)
{
    struct house h = {.paced = true};

    NJ_UNUSED(state);
    begin(&h, "ballots_along");
    house_pass(&h, 30000);
    house_forget(&h);
    house_group(&h, "ann", "票 2");
    house_group(&h, "bob", "票 1");
    house_pass(&h, 60000);
    assert_int_equal(texts(&h), 0);
    house_group(&h, "cat", "#赛况");
    house_pass(&h, 10000);
    assert_non_null(house_heard(&h, "group", "1 席·ann 投 2 席·bob"));
    assert_non_null(house_heard(&h, "group", "2 席·bob 投 1 席·ann"));
    assert_non_null(house_heard(&h, "group", "剩牌"));
    assert_int_equal(texts(&h), 1);
    house_close(&h);
}

/* It is as public as before: a kill of the program takes none away. */
static void a_ballot_that_waits_outlives_a_kill(void **state)
{
    struct house h = {.paced = true};

    NJ_UNUSED(state);
    begin(&h, "ballots_kill");
    house_pass(&h, 30000);
    house_forget(&h);
    house_group(&h, "ann", "票 2");
    house_kill(&h, 1000);
    assert_null(house_heard(&h, "group", "投"));
    house_pass(&h, 600000);
    house_pass(&h, 20000);
    assert_non_null(house_heard(&h, "group", "1 席·ann 投 2 席·bob"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_who_is_mentioned_is_voted_for),
        cmocka_unit_test(talk_with_a_mention_stays_talk),
        cmocka_unit_test(the_words_of_the_shell_keep_their_person),
        cmocka_unit_test(a_ballot_goes_along_with_the_next_text),
        cmocka_unit_test(a_ballot_that_waits_outlives_a_kill),
    };

    return cmocka_run_group_tests_name("referee/ballots", tests, NULL, NULL);
}
