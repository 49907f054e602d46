/* A mention is its person (UX-2.1, NC-17.20): where the platform takes it out
 * of the words, and where it stands in them under a name of the platform's. */
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
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        house_private(h, people[i], "我");
        house_group(h, people[i], "#加入");
    }
    house_group(h, "ann", "#开始");
    pass_phase(h, 301000);
    house_pass(h, 361000);
    assert_non_null(house_heard(h, "group", "第 1 天"));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_who_is_mentioned_is_voted_for),
        cmocka_unit_test(talk_with_a_mention_stays_talk),
        cmocka_unit_test(the_words_of_the_shell_keep_their_person),
    };

    return cmocka_run_group_tests_name("referee/mentions", tests, NULL, NULL);
}
