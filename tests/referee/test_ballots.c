/* Ballots of a group: a mention in them is its person (UX-2.1, NC-17.20), and
 * what all have seen is no text of its own (NC-17.15). */
#include <string.h>

#include "base/str.h"
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

/* --- where a message can be changed --- */

#define TG_GROUP "tg:g:9"

static char tg_people[][16] = {"tg:u:ann", "tg:u:bob", "tg:u:cat",
                               "tg:u:dan", "tg:u:eve", "tg:u:fay"};

/* Messages that were new in the Telegram group, and changes of one, with these
 * words, since the last house_forget(). */
static uint32_t cards(struct house *h, bool changes, const char *words)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->second); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->second, i);

        n += strcmp(s->to, TG_GROUP) == 0 &&
             (s->replaces[0] != '\0') == changes &&
             strstr(s->text, words) != NULL;
    }
    return n;
}

/* The newest message there with a row of buttons. */
static const struct nj_memory_sent *row_in(struct house *h, const char *chat)
{
    for (uint32_t i = nj_memory_count(h->second); i-- > 0;) {
        const struct nj_memory_sent *s = nj_memory_get(h->second, i);

        if (s->n_buttons > 0 && strcmp(s->to, chat) == 0)
            return s;
    }
    fail_msg("no buttons");
    return NULL;
}

static const struct nj_memory_sent *row_of(struct house *h)
{
    return row_in(h, TG_GROUP);
}

static void tg_can(struct house *h)
{
    h->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE;
    h->second->can = h->can;
    (void)snprintf(h->second->prefix, sizeof(h->second->prefix), "/");
}

/* The first night. */
static void begin_tg_night(struct house *h, const char *name)
{
    house_open(h, name);
    tg_can(h);
    house_group_at(h, TG_GROUP, tg_people[0], "/new night-of-cards live");
    house_pass(h, 5000);
    for (size_t i = 0; i < NJ_COUNT(tg_people); i++) {
        house_private(h, tg_people[i], "/me");
        house_group_at(h, TG_GROUP, tg_people[i], "/join");
        house_pass(h, 5000);
    }
    house_group_at(h, TG_GROUP, tg_people[0], "/begin");
    house_pass(h, 301000);
}

static void begin_tg(struct house *h, const char *name)
{
    begin_tg_night(h, name);
    house_forget(h);
    house_pass(h, 361000);
    for (int s = 0; s < 20; s++)
        house_pass(h, 1000);
}

static void says_tg(struct house *h, unsigned i, const char *text)
{
    house_group_at(h, TG_GROUP, tg_people[i], text);
    house_pass(h, 10000);
}

static void one_card_has_all_ballots_of_a_vote(void **state)
{
    struct house h = {.paced = true};
    char card[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    begin_tg(&h, "ballots_card");
    assert_int_equal(cards(&h, false, "投票：处决"), 1);
    assert_int_equal(row_of(&h)->n_buttons, 6);
    nj_str_copy(card, sizeof(card), row_of(&h)->id);
    house_forget(&h);
    says_tg(&h, 0, "票 2");
    says_tg(&h, 1, "票 1");
    says_tg(&h, 0, "票 3"); /* and once more, which is a change */
    assert_int_equal(cards(&h, false, ""), 0);
    assert_int_equal(cards(&h, true, ""), 3);
    assert_string_equal(row_of(&h)->replaces, card);
    assert_non_null(strstr(row_of(&h)->text, "ann → 3 席·cat\n2 席·bob → 1"));
    assert_non_null(strstr(row_of(&h)->text, "还没投：3 席·cat、4"));
    house_close(&h);
}

/* What a button says is typed there; many at once are one change. */
static void a_ballot_can_be_pressed(void **state)
{
    struct house h = {.paced = true};

    NJ_UNUSED(state);
    begin_tg(&h, "ballots_press");
    house_forget(&h);
    says_tg(&h, 0, "票 2");
    for (size_t i = 1; i < NJ_COUNT(tg_people); i++) {
        assert_true(nj_memory_press(h.second, tg_people[i], "票 1"));
        house_run(&h);
    }
    house_pass(&h, 90000);
    assert_int_equal(cards(&h, false, ""), 0);
    assert_in_range(cards(&h, true, ""), 2, 5);
    assert_non_null(strstr(row_of(&h)->text, "6 席·fay → 1 席·ann"));
    assert_null(strstr(row_of(&h)->text, "还没投"));
    house_close(&h);
}

static bool has_button(const struct nj_memory_sent *row, const char *label)
{
    for (uint32_t i = 0; i < row->n_buttons; i++)
        if (strcmp(row->buttons[i].label, label) == 0)
            return true;
    return false;
}

/* NC-11.4: a power, whom it is for, and all that can be ordered then; nobody
 * else reads any of it, and what a button sends says nothing. */
static void a_power_and_its_target_are_pressed(void **state)
{
    struct house h = {.paced = true};
    const char *killer = NULL;
    uint32_t before;

    NJ_UNUSED(state);
    begin_tg_night(&h, "orders_press");
    house_pass(&h, 20000);
    for (size_t i = 0; i < NJ_COUNT(tg_people); i++) {
        assert_true(has_button(row_in(&h, tg_people[i]), "完毕"));
        if (has_button(row_in(&h, tg_people[i]), "杀（1）"))
            killer = tg_people[i];
    }
    assert_non_null(killer);
    before = nj_memory_count(h.second);
    assert_true(nj_memory_press(h.second, killer, "杀（1）"));
    house_pass(&h, 10000);
    assert_non_null(house_heard(&h, killer, "杀谁？"));
    assert_int_equal(row_in(&h, killer)->n_buttons, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(strlen(row_in(&h, killer)->buttons[i].token), 20);
    assert_true(nj_memory_press(h.second, killer, "2"));
    house_pass(&h, 10000);
    assert_non_null(house_heard(&h, killer, "记下 1. 杀 2 席·bob"));
    assert_true(has_button(row_in(&h, killer), "杀（1）"));
    assert_false(has_button(row_in(&h, killer), "完毕")); /* its text lacks */
    for (uint32_t i = before; i < nj_memory_count(h.second); i++)
        assert_string_equal(nj_memory_get(h.second, i)->to, killer);
    house_close(&h);
}

static void the_card_outlives_a_kill(void **state)
{
    struct house h = {.paced = true};
    char card[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    begin_tg(&h, "ballots_card_kill");
    nj_str_copy(card, sizeof(card), row_of(&h)->id);
    house_forget(&h);
    house_group_at(&h, TG_GROUP, tg_people[0], "票 2");
    house_kill(&h, 1000);
    tg_can(&h);
    house_pass(&h, 10000);
    says_tg(&h, 1, "票 1");
    assert_int_equal(cards(&h, false, "投票：处决"), 0);
    assert_string_equal(row_of(&h)->replaces, card);
    assert_non_null(strstr(row_of(&h)->text, "ann → 2 席·bob\n2 席·bob → 1"));
    house_close(&h);
}

/* The next vote has a card of its own, and that of this one is left. */
static void each_vote_has_its_own_card(void **state)
{
    struct house h = {.paced = true};
    char card[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    begin_tg(&h, "ballots_next");
    says_tg(&h, 0, "票 2");
    nj_str_copy(card, sizeof(card), row_of(&h)->id);
    for (unsigned i = 1; i < 6; i++)
        says_tg(&h, i, "票 1");
    house_forget(&h);
    for (int i = 0; i < 100 && cards(&h, false, "投票：处决") == 0; i++)
        house_pass(&h, 10000);
    assert_int_equal(cards(&h, false, "投票：处决"), 1);
    assert_int_equal(cards(&h, true, ""), 0);
    assert_non_null(strstr(nj_memory_dropped(h.second), card));
    assert_null(strstr(row_of(&h)->text, "→"));
    house_close(&h);
}

/* A change of the last vote's card is still on its way when the next vote
 * begins: what the platform calls it then is not the new card. */
static void a_late_change_is_not_the_next_card(void **state)
{
    struct house h = {.paced = true};
    char card[NJ_MSG_ID_MAX];
    uint64_t call;

    NJ_UNUSED(state);
    begin_tg(&h, "ballots_late");
    for (unsigned i = 0; i < 5; i++)
        says_tg(&h, i, i % 3 == 0 ? "票 1" : i % 3 == 1 ? "票 2" : "票 3");
    nj_str_copy(card, sizeof(card), row_of(&h)->id);
    house_forget(&h);
    nj_memory_fate(h.second, TG_GROUP, NJ_FATE_SENT, true);
    says_tg(&h, 5, "票 3");
    call = row_of(&h)->call;
    assert_string_equal(row_of(&h)->replaces, card);
    for (int i = 0; i < 80; i++)
        house_pass(&h, 10000); /* a verdict, or a night and a day */
    nj_memory_fate(h.second, TG_GROUP, NJ_FATE_SENT, false);
    nj_memory_settle(h.second, call, NJ_FATE_SENT);
    for (int i = 0; i < 12; i++)
        house_pass(&h, 10000);
    assert_true(row_of(&h)->call != call);
    assert_string_equal(row_of(&h)->replaces, "");
    house_close(&h);
}

/* It goes on where a change could not be made, or nobody knows of it. */
static void a_change_that_may_be_lost_is_made_again(void **state)
{
    struct house h = {.paced = true};
    char card[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    begin_tg(&h, "ballots_lost");
    nj_str_copy(card, sizeof(card), row_of(&h)->id);
    house_forget(&h);
    nj_memory_fate(h.second, TG_GROUP, NJ_FATE_UNKNOWN, false);
    says_tg(&h, 0, "票 2");
    nj_memory_fate(h.second, TG_GROUP, NJ_FATE_SENT, false);
    says_tg(&h, 1, "票 1");
    assert_int_equal(cards(&h, false, ""), 0);
    assert_string_equal(row_of(&h)->replaces, card);
    assert_non_null(strstr(row_of(&h)->text, "ann → 2 席·bob\n2 席·bob → 1"));
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
        cmocka_unit_test(one_card_has_all_ballots_of_a_vote),
        cmocka_unit_test(a_ballot_can_be_pressed),
        cmocka_unit_test(a_late_change_is_not_the_next_card),
        cmocka_unit_test(a_power_and_its_target_are_pressed),
        cmocka_unit_test(the_card_outlives_a_kill),
        cmocka_unit_test(each_vote_has_its_own_card),
        cmocka_unit_test(a_change_that_may_be_lost_is_made_again),
    };

    return cmocka_run_group_tests_name("referee/ballots", tests, NULL, NULL);
}
