/*
 * Buttons (UX-8) and links into the private chat (UX-7), on a platform that
 * has them: a press is a word typed, with all the checks that typing has.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define GROUP "tg:g:9"
#define ANN   "tg:u:ann"
#define BOB   "tg:u:bob"
#define CAT   "tg:u:cat"

static void open_house(struct house *h, const char *name)
{
    house_open(h, name);
    h->second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK;
    (void)snprintf(h->second->prefix, sizeof(h->second->prefix), "/");
}

static void press(struct house *h, const char *user, const char *label)
{
    assert_true(nj_memory_press(h->second, user, label));
    house_run(h);
}

static void press_token(struct house *h, const char *chat, const char *user,
                        const char *token)
{
    nj_memory_press_token(h->second, chat, user, token, "old-7");
    house_run(h);
}

static const struct nj_memory_sent *newest(const struct house *h)
{
    uint32_t n = nj_memory_count(h->second);

    assert_true(n > 0);
    return nj_memory_get(h->second, n - 1);
}

/* The newest message with a row of buttons in that chat. */
static const struct nj_memory_sent *row_in(const struct house *h,
                                           const char *chat)
{
    for (uint32_t i = nj_memory_count(h->second); i-- > 0;) {
        const struct nj_memory_sent *s = nj_memory_get(h->second, i);

        if (s->n_buttons > 0 && strcmp(s->to, chat) == 0)
            return s;
    }
    fail_msg("no buttons in %s", chat);
    return NULL;
}

static void follow_link(struct house *h, const char *user, const char *url)
{
    char line[NJ_URL_MAX];
    const char *payload = strstr(url, "start=");

    assert_non_null(payload);
    (void)snprintf(line, sizeof(line), "/start %s", payload + strlen("start="));
    house_private(h, user, line);
}

static void begin(struct house *h, const char *name)
{
    open_house(h, name);
    house_group_at(h, GROUP, ANN, "/new long-night");
    house_private(h, ANN, "/me");
    house_private(h, BOB, "/me");
    press(h, ANN, "加入");
    press(h, BOB, "加入");
    press(h, ANN, "开始");
}

/* --- what waits is fetched --- */

/* Under each private text, and under nothing that a group reads. */
static void a_press_in_private_is_a_word_that_fetches_what_waits(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "press_fetch");
    for (uint32_t i = 0; i < nj_memory_count(h.second); i++)
        assert_string_equal(nj_memory_get(h.second, i)->fetch, "");
    h.second->can |= NJ_CAN_FETCH;
    house_forget(&h);
    nj_memory_fate(h.second, BOB, NJ_FATE_REFUSED, false);
    house_private(&h, BOB, "/status");
    house_group_at(&h, GROUP, ANN, "/up");
    nj_memory_fate(h.second, BOB, NJ_FATE_SENT, false);
    house_forget(&h);
    press_token(&h, GROUP, BOB, "fetch"); /* not there */
    assert_null(house_heard(&h, BOB, ""));
    press_token(&h, BOB, BOB, "fetch");
    assert_non_null(house_heard(&h, BOB, "漫漫长夜"));
    assert_null(house_heard(&h, GROUP, ""));
    for (uint32_t i = 0; i < nj_memory_count(h.second); i++)
        assert_string_equal(nj_memory_get(h.second, i)->fetch, "收信");
    assert_int_equal(nj_books_find(h.referee, BOB)->reach, NJ_REACH_PROVED);
    house_close(&h);
}

/* --- the card --- */

static void the_card_is_one_message_that_changes(void **state)
{
    struct house h = {.paced = false};
    char first[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    open_house(&h, "press_card");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    assert_int_equal(row_in(&h, GROUP)->n_buttons, 3);
    (void)snprintf(first, sizeof(first), "%s", row_in(&h, GROUP)->id);
    house_private(&h, ANN, "/me");
    house_forget(&h);
    press_token(&h, GROUP, ANN, "none");
    house_forget(&h);
    house_group_at(&h, GROUP, ANN, "/join");
    assert_int_equal(nj_memory_count(h.second), 2); /* the card, and her own */
    assert_string_equal(row_in(&h, GROUP)->replaces, first);
    assert_non_null(house_heard(&h, GROUP, "ann"));
    house_group_at(&h, GROUP, ANN, "/set hide turn");
    assert_string_equal(row_in(&h, GROUP)->replaces, first);
    assert_string_equal(nj_memory_dropped(h.second), "old-7");
    house_close(&h);
}

static void a_press_of_somebody_known_seats_him(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "press_join");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    house_private(&h, BOB, "/me");
    press(&h, BOB, "加入");
    assert_string_equal(nj_memory_toast(h.second), "");
    assert_non_null(house_heard(&h, GROUP, "bob"));
    press(&h, BOB, "退出");
    house_forget(&h);
    house_group_at(&h, GROUP, ANN, "/status");
    assert_null(house_heard(&h, GROUP, "bob"));
    house_close(&h);
}

/* Fifty people within a second, each by the card as he saw it: those for whom
 * there is a seat get it, each press is answered once, and the card goes on. */
static void everybody_may_press_at_once(void **state)
{
    struct house h = {.paced = false};
    char user[32], token[NJ_TOKEN_OUT_MAX], card[NJ_MSG_ID_MAX];
    uint32_t said;

    NJ_UNUSED(state);
    open_house(&h, "press_fifty");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    (void)snprintf(token, sizeof(token), "%s",
                   row_in(&h, GROUP)->buttons[0].token);
    (void)snprintf(card, sizeof(card), "%s", row_in(&h, GROUP)->id);
    for (int i = 0; i < 50; i++) {
        (void)snprintf(user, sizeof(user), "tg:u:p%d", i);
        house_private(&h, user, "/me");
    }
    house_forget(&h);
    for (int i = 0; i < 50; i++) {
        (void)snprintf(user, sizeof(user), "tg:u:p%d", i);
        nj_memory_press_token(h.second, GROUP, user, token, card);
        if (i % 4 == 3) /* some come in one turn, some in the next */
            house_run(&h);
    }
    house_run(&h);
    assert_int_equal(nj_memory_toasts(h.second, NULL), 50);
    assert_int_equal(nj_memory_toasts(h.second, ""), 6);
    assert_int_equal(nj_memory_toasts(h.second, "没有执行：最多 6 席。"), 44);
    assert_string_equal(nj_memory_dropped(h.second), "");
    assert_non_null(strstr(row_in(&h, GROUP)->text, "6. p5"));
    assert_string_equal(row_in(&h, GROUP)->buttons[0].token, token);
    for (uint32_t i = 0; i < nj_memory_count(h.second); i++)
        assert_true(strcmp(nj_memory_get(h.second, i)->to, GROUP) != 0 ||
                    strcmp(nj_memory_get(h.second, i)->replaces, card) == 0);
    said = nj_memory_count(h.second);
    nj_memory_press_token(h.second, GROUP, "tg:u:p3", token, card);
    house_run(&h);
    assert_string_equal(nj_memory_toast(h.second), "你已经在座了。");
    assert_int_equal(nj_memory_count(h.second), said);
    house_close(&h);
}

/* Who has no private chat yet gets a link only while there is a seat. */
static void a_full_table_sends_nobody_to_a_link(void **state)
{
    struct house h = {.paced = false};
    char user[32];

    NJ_UNUSED(state);
    open_house(&h, "press_full");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    for (int i = 0; i < 6; i++) {
        (void)snprintf(user, sizeof(user), "tg:u:p%d", i);
        house_private(&h, user, "/me");
        press(&h, user, "加入");
    }
    press(&h, CAT, "加入");
    assert_string_equal(nj_memory_toast(h.second), "没有执行：最多 6 席。");
    house_close(&h);
}

/* Once the card has been out nobody waits for the next one; before, everybody
 * does. */
static void nobody_waits_for_a_card_that_stands_there(void **state)
{
    struct house h = {.paced = false};
    uint64_t held;

    NJ_UNUSED(state);
    open_house(&h, "press_out");
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, true);
    house_group_at(&h, GROUP, ANN, "/new long-night");
    house_private(&h, ANN, "/me");
    house_private(&h, BOB, "/me");
    held = row_in(&h, GROUP)->call;
    press(&h, ANN, "加入");
    assert_non_null(strstr(nj_memory_toast(h.second), "桌卡还没发出来"));
    nj_memory_settle(h.second, held, NJ_FATE_SENT);
    house_run(&h);
    press(&h, ANN, "加入"); /* the card is being changed, with no answer */
    press(&h, BOB, "加入");
    assert_string_equal(nj_memory_toast(h.second), "");
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    nj_memory_settle(h.second, row_in(&h, GROUP)->call, NJ_FATE_SENT);
    house_run(&h);
    assert_non_null(strstr(row_in(&h, GROUP)->text, "2. bob"));
    house_close(&h);
}

/* A process that starts reads it from the rows. */
static void rows_tell_whether_a_card_has_been_out(void **state)
{
    struct house h = {.paced = false};
    struct nj_entry *e;

    NJ_UNUSED(state);
    open_house(&h, "press_rows");
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, true);
    house_group_at(&h, GROUP, ANN, "/new long-night");
    e = h.referee->entries[0];
    nj_stored_card(h.referee, e);
    assert_false(e->card_out);
    nj_memory_settle(h.second, row_in(&h, GROUP)->call, NJ_FATE_SENT);
    house_run(&h);
    nj_stored_card(h.referee, e);
    assert_true(e->card_out);
    house_group_at(&h, GROUP, ANN, "/set hide turn"); /* under way for ever */
    nj_stored_card(h.referee, e);
    assert_true(e->card_out);
    house_close(&h);
}

/* A modified client may press what it likes under a message that stands. */
static void a_forged_press_takes_no_buttons_away(void **state)
{
    struct house h = {.paced = false};
    char live[NJ_MSG_ID_MAX];

    NJ_UNUSED(state);
    begin(&h, "press_live");
    (void)snprintf(live, sizeof(live), "%s", row_in(&h, GROUP)->id);
    nj_memory_press_token(h.second, GROUP, CAT, "forged", live);
    house_run(&h);
    assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    assert_null(strstr(nj_memory_dropped(h.second), live));
    house_kill(&h, 1000); /* now nobody knows where they stand */
    h.second->can = NJ_CAN_BUTTONS;
    nj_memory_press_token(h.second, GROUP, CAT, "forged", live);
    house_run(&h);
    assert_string_equal(nj_memory_dropped(h.second), "");
    house_close(&h);
}

/* --- links --- */

/* While the platform is asked about somebody, his group gets a new address:
 * he is asked about there. */
static void a_link_moves_with_its_group(void **state)
{
    struct house h = {.paced = false};
    char url[NJ_URL_MAX];

    NJ_UNUSED(state);
    open_house(&h, "press_moved");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    press(&h, BOB, "加入");
    (void)snprintf(url, sizeof(url), "%s", nj_memory_toast(h.second));
    nj_memory_silent(h.second, true);
    follow_link(&h, BOB, url);
    nj_memory_silent(h.second, false);
    nj_memory_move(h.second, GROUP, "tg:g:-1009");
    house_run(&h);
    assert_non_null(house_heard(&h, "tg:g:-1009", "bob"));
    assert_null(house_heard(&h, BOB, "这个链接已失效"));
    house_close(&h);
}

static void a_link_opens_the_private_chat_and_seats(void **state)
{
    struct house h = {.paced = false};
    char url[NJ_URL_MAX];

    NJ_UNUSED(state);
    open_house(&h, "press_link");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    press(&h, BOB, "加入");
    (void)snprintf(url, sizeof(url), "%s", nj_memory_toast(h.second));
    assert_null(house_heard(&h, GROUP, "bob"));
    follow_link(&h, CAT, url); /* of somebody else */
    assert_non_null(house_heard(&h, CAT, "这个链接已失效"));
    follow_link(&h, BOB, url);
    assert_non_null(house_heard(&h, GROUP, "bob"));
    assert_null(house_heard(&h, GROUP, "cat"));
    house_forget(&h);
    follow_link(&h, BOB, url);
    assert_non_null(house_heard(&h, BOB, "这个链接已失效"));
    house_close(&h);
}

static void a_typed_join_is_answered_with_a_link(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "press_typed");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    house_group_at(&h, GROUP, BOB, "/join seven");
    assert_non_null(strstr(newest(&h)->text, "bob"));
    assert_string_equal(newest(&h)->buttons[0].label, "打开私聊");
    follow_link(&h, BOB, newest(&h)->url);
    assert_non_null(house_heard(&h, GROUP, "bob"));
    house_private(&h, ANN, "/me");
    house_group_at(&h, GROUP, ANN, "/join");
    house_group_at(&h, GROUP, ANN, "/begin");
    assert_non_null(house_heard(&h, GROUP, "seven"));
    house_close(&h);
}

static void a_link_is_good_for_a_while_and_for_members(void **state)
{
    struct house h = {.paced = false};
    char url[NJ_URL_MAX];

    NJ_UNUSED(state);
    open_house(&h, "press_stranger");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    press(&h, BOB, "加入");
    (void)snprintf(url, sizeof(url), "%s", nj_memory_toast(h.second));
    nj_memory_members(h.second, false);
    follow_link(&h, BOB, url);
    assert_non_null(house_heard(&h, BOB, "没有入座"));
    press(&h, CAT, "加入");
    (void)snprintf(url, sizeof(url), "%s", nj_memory_toast(h.second));
    nj_memory_members(h.second, true);
    house_pass(&h, 900000);
    follow_link(&h, CAT, url);
    assert_non_null(house_heard(&h, CAT, "这个链接已失效"));
    assert_null(house_heard(&h, GROUP, "cat"));
    house_close(&h);
}

/* --- in a match --- */

static void only_whose_turn_it_is_may_press(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *row;
    uint32_t n;
    bool ann;

    NJ_UNUSED(state);
    begin(&h, "press_turn");
    row = row_in(&h, GROUP);
    ann = strstr(row->mentions, ANN) != NULL;
    assert_int_equal(row->n_buttons, 6); /* LN-10.5, without 隐匿 */
    n = nj_memory_count(h.second);
    press(&h, ann ? BOB : ANN, "停止");
    assert_string_equal(nj_memory_toast(h.second), "这个按钮不是给你的");
    assert_int_equal(nj_memory_count(h.second), n);
    press(&h, ann ? ANN : BOB, "停止");
    assert_string_equal(nj_memory_toast(h.second), "");
    assert_true(nj_memory_count(h.second) > n);
    house_close(&h);
}

/* A question to the whole table is put to those who sit there. */
static void who_sits_nowhere_answers_no_question(void **state)
{
    struct house h = {.paced = false};
    uint32_t n;

    NJ_UNUSED(state);
    begin(&h, "press_table");
    house_group_at(&h, GROUP, ANN, "/pause");
    n = nj_memory_count(h.second);
    press(&h, CAT, "暂停");
    assert_string_equal(nj_memory_toast(h.second), "这个按钮不是给你的");
    assert_int_equal(nj_memory_count(h.second), n);
    press(&h, BOB, "暂停");
    assert_string_equal(nj_memory_toast(h.second), "");
    assert_non_null(house_heard(&h, GROUP, "计时停住"));
    house_close(&h);
}

/* S-229: a button of an earlier turn. */
static void a_button_of_an_earlier_turn_is_over(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *row;
    char token[NJ_TOKEN_OUT_MAX], old[NJ_MSG_ID_MAX];
    const char *who;
    uint32_t n;

    NJ_UNUSED(state);
    begin(&h, "press_old");
    row = row_in(&h, GROUP);
    who = strstr(row->mentions, ANN) != NULL ? ANN : BOB;
    (void)snprintf(token, sizeof(token), "%s", row->buttons[4].token);
    (void)snprintf(old, sizeof(old), "%s", row->id);
    press_token(&h, GROUP, who, token);
    assert_non_null(strstr(nj_memory_dropped(h.second), old));
    n = nj_memory_count(h.second);
    press_token(&h, GROUP, who, token);
    assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    assert_non_null(strstr(nj_memory_dropped(h.second), "old-7"));
    assert_int_equal(nj_memory_count(h.second), n);
    house_close(&h);
}

static void forged_presses_do_nothing(void **state)
{
    static const char *const forged[] = {
        "", "k", "停止", "aaaaaaaaaaaaaaaaaaaa", "' OR 1=1 --", "stop"};
    struct house h = {.paced = false};
    const struct nj_memory_sent *row;
    uint32_t n;

    NJ_UNUSED(state);
    begin(&h, "press_forged");
    row = row_in(&h, GROUP);
    n = nj_memory_count(h.second);
    for (size_t i = 0; i < NJ_COUNT(forged); i++) {
        press_token(&h, GROUP, ANN, forged[i]);
        assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    }
    press_token(&h, "tg:g:10", ANN, row->buttons[4].token); /* elsewhere */
    press_token(&h, ANN, ANN, row->buttons[4].token);
    assert_int_equal(nj_memory_count(h.second), n);
    house_close(&h);
}

static void buttons_live_through_a_kill(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *row;
    char token[NJ_TOKEN_OUT_MAX];
    const char *who;

    NJ_UNUSED(state);
    begin(&h, "press_kill");
    row = row_in(&h, GROUP);
    who = strstr(row->mentions, ANN) != NULL ? ANN : BOB;
    (void)snprintf(token, sizeof(token), "%s", row->buttons[4].token);
    house_kill(&h, 1000);
    h.second->can = NJ_CAN_BUTTONS;
    press_token(&h, GROUP, who, token);
    assert_non_null(house_heard(&h, GROUP, "轮到"));
    house_close(&h);
}

static void note_choices(char *out, size_t cap)
{
    static const char *const choices[] = {"yes", "no"};
    const struct nj_message m = {.choices = choices, .n_choices = 2};
    struct nj_str text = NJ_STR_INIT(64);

    nj_stored_pack_choices(&m, &text);
    (void)snprintf(out, cap, "%s", text.p);
    nj_str_fini(&text);
}

static void a_question_keeps_its_buttons_through_a_kill(void **state)
{
    struct house h = {.paced = false, .can = NJ_CAN_BUTTONS};
    char choices[64];
    struct nj_out_row row = {.state = NJ_OUT_PENDING,
                             .chat = ANN,
                             .key = "shell.receipt",
                             .clause = "",
                             .args = "{\"n\":[\"int\",1]}",
                             .reason = ""};

    NJ_UNUSED(state);
    begin(&h, "press_question");
    note_choices(choices, sizeof(choices));
    assert_string_equal(choices, "yes\nno");
    row.choices = choices;
    row.match = h.referee->entries[0]->id;
    nj_out_insert(h.store, &row);
    assert_true(nj_store_good(h.store));
    house_forget(&h);
    house_kill(&h, 1000);
    assert_int_equal(row_in(&h, ANN)->n_buttons, 2);
    assert_string_equal(row_in(&h, ANN)->buttons[1].label, "no");
    house_close(&h);
}

/* The buttons of a turn are the match's to say, and it sleeps after a kill. */
static void a_turn_keeps_its_buttons_through_a_kill(void **state)
{
    struct house h = {.paced = false, .can = NJ_CAN_BUTTONS};
    const struct nj_memory_sent *row;
    const char *who = BOB, *before = ANN;
    char token[64];

    NJ_UNUSED(state);
    begin(&h, "press_turn_kill");
    if (strstr(row_in(&h, GROUP)->mentions, BOB) != NULL) {
        who = ANN;
        before = BOB;
    }
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, true);
    house_group_at(&h, GROUP, before, "停止");
    assert_int_equal(row_in(&h, GROUP)->n_buttons, 6);
    house_kill(&h, 1000);
    row = row_in(&h, GROUP);
    assert_non_null(strstr(row->text, "可能重复"));
    assert_int_equal(row->n_buttons, 6);
    assert_string_equal(row->buttons[5].label, "赛况");
    assert_string_equal(row->mentions, who);
    (void)snprintf(token, sizeof(token), "%s", row->buttons[4].token);
    press_token(&h, GROUP, before, token);
    assert_string_equal(nj_memory_toast(h.second), "这个按钮不是给你的");
    house_forget(&h);
    press_token(&h, GROUP, who, token);
    assert_non_null(house_heard(&h, GROUP, "轮到"));
    house_close(&h);
}

/* Rows taken away so far. */
static uint32_t taken_away(const struct house *h)
{
    const char *list = nj_memory_dropped(h->second);
    uint32_t n = list[0] != '\0';

    for (; *list != '\0'; list++)
        n += *list == ',';
    return n;
}

/* An edit counts as a message does: old rows go with what texts leave over. */
static void old_rows_go_when_there_is_room(void **state)
{
    struct house h = {.paced = true};
    uint32_t all = 0;

    NJ_UNUSED(state);
    begin(&h, "press_room");
    house_pass(&h, 120000);
    for (int minute = 0; minute < 4; minute++) {
        uint32_t calls = 0, before = taken_away(&h);

        house_forget(&h);
        for (int second = 0; second < 60; second++) {
            house_group_at(&h, GROUP, second % 2 == 0 ? ANN : BOB, "停止");
            house_pass(&h, 1000);
        }
        for (uint32_t k = 0; k < nj_memory_count(h.second); k++)
            calls += strcmp(nj_memory_get(h.second, k)->to, GROUP) == 0;
        calls += taken_away(&h) - before;
        assert_in_range(calls, 6, 12);
        all += taken_away(&h) - before;
    }
    assert_true(all > 0);
    house_close(&h);
}

/* People who play use up what they need first, and the rows go when they have
 * stopped: an edit in between would be a text that somebody waits for. */
static void old_rows_stay_while_people_play(void **state)
{
    struct house h = {.paced = true};
    uint32_t before = 0;

    NJ_UNUSED(state);
    begin(&h, "press_busy");
    house_pass(&h, 60000);
    for (int second = 0; second < 200; second++) {
        if (second % 20 < 2 && second < 120) /* one of them has the turn */
            house_group_at(&h, GROUP, second % 2 == 0 ? ANN : BOB, "停止");
        house_pass(&h, 1000);
        if (second == 60)
            before = taken_away(&h);
        if (second == 120)
            assert_int_equal(taken_away(&h), before);
    }
    assert_true(taken_away(&h) > before);
    house_close(&h);
}

/* The platform wants nothing there for a while: no edit either. */
static void a_chat_that_is_held_loses_no_row_meanwhile(void **state)
{
    struct house h = {.paced = false};
    uint32_t before;

    NJ_UNUSED(state);
    begin(&h, "press_held");
    before = taken_away(&h);
    nj_memory_fate(h.second, GROUP, NJ_FATE_LATER, false);
    house_group_at(&h, GROUP, ANN, "停止");
    house_group_at(&h, GROUP, BOB, "停止");
    nj_memory_press_token(h.second, GROUP, ANN, "over", "old-7");
    house_run(&h);
    assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    assert_int_equal(taken_away(&h), before);
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    house_pass(&h, 1000);
    house_pass(&h, 1000);
    assert_non_null(strstr(nj_memory_dropped(h.second), "old-7"));
    house_close(&h);
}

static bool was_dropped(const struct house *h, const char *message)
{
    const char *at = strstr(nj_memory_dropped(h->second), message);

    return at != NULL &&
           (at[strlen(message)] == ',' || at[strlen(message)] == '\0');
}

/* Two tables in one group: each changes its own card and keeps its own row,
 * whatever is said of the other. */
static void two_tables_keep_their_own_buttons(void **state)
{
    struct house h = {.paced = false};
    char first[NJ_MSG_ID_MAX], second[NJ_MSG_ID_MAX], turn[NJ_MSG_ID_MAX];
    char first_join[NJ_TOKEN_OUT_MAX];

    NJ_UNUSED(state);
    open_house(&h, "press_two");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    (void)snprintf(first, sizeof(first), "%s", row_in(&h, GROUP)->id);
    (void)snprintf(first_join, sizeof(first_join), "%s",
                   row_in(&h, GROUP)->buttons[0].token);
    house_group_at(&h, GROUP, CAT, "/new long-night");
    (void)snprintf(second, sizeof(second), "%s", row_in(&h, GROUP)->id);
    assert_string_not_equal(first, second);
    assert_false(was_dropped(&h, first));
    house_private(&h, ANN, "/me");
    house_private(&h, BOB, "/me");
    house_private(&h, CAT, "/me");
    press_token(&h, GROUP, ANN, first_join);
    assert_string_equal(row_in(&h, GROUP)->replaces, first);
    press_token(&h, GROUP, BOB, first_join);
    assert_string_equal(row_in(&h, GROUP)->replaces, first);
    press(&h, ANN, "开始");
    assert_true(was_dropped(&h, first));
    assert_false(was_dropped(&h, second));
    (void)snprintf(turn, sizeof(turn), "%s", row_in(&h, GROUP)->id);
    house_group_at(&h, GROUP, CAT, "/join");
    assert_string_equal(row_in(&h, GROUP)->replaces, second);
    assert_false(was_dropped(&h, turn));
    nj_memory_press_token(h.second, GROUP, CAT, "over", turn);
    nj_memory_press_token(h.second, GROUP, CAT, "over", second);
    house_run(&h);
    assert_false(was_dropped(&h, turn));
    assert_false(was_dropped(&h, second));
    nj_memory_press_token(h.second, GROUP, CAT, "over", first);
    nj_memory_press_token(h.second, GROUP, CAT, "over", "old-8");
    house_run(&h);
    assert_true(was_dropped(&h, "old-8"));
    house_close(&h);
}

/* They belong to the last line of a text: nothing is joined to it. */
static void buttons_end_their_message(void **state)
{
    struct house h = {.paced = false};
    uint64_t held;

    NJ_UNUSED(state);
    begin(&h, "press_alone");
    house_forget(&h);
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, true);
    house_group_at(&h, GROUP, ANN, "/games");
    held = newest(&h)->call;
    house_group_at(&h, GROUP, ANN, "停止");
    house_group_at(&h, GROUP, BOB, "停止");
    house_group_at(&h, GROUP, ANN, "/games");
    assert_int_equal(nj_memory_count(h.second), 1);
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    nj_memory_settle(h.second, held, NJ_FATE_SENT);
    house_run(&h);
    assert_int_equal(newest(&h)->n_buttons, 0);
    assert_string_equal(newest(&h)->text, nj_memory_get(h.second, 0)->text);
    assert_null(strstr(row_in(&h, GROUP)->text, newest(&h)->text));
    house_close(&h);
}

/* --- links that lead nowhere --- */

/* What the platform says about who follows a link, asked with that call. */
static void answer(struct house *h, uint64_t call)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MEMBER, 1);

    ev->call = call;
    ev->here = true;
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

/* The table is closed, or has begun, between the press and its end. */
static void a_link_ends_with_its_table(void **state)
{
    struct house h = {.paced = false};
    char bobs[NJ_URL_MAX], cats[NJ_URL_MAX];
    uint64_t call;

    NJ_UNUSED(state);
    open_house(&h, "press_closed");
    house_group_at(&h, GROUP, BOB, "/start"); /* a group needs no link */
    assert_non_null(house_heard(&h, GROUP, "我是夜鹰"));
    house_private(&h, ANN, "/me");
    house_private(&h, "tg:u:dan", "/me");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    press(&h, BOB, "加入");
    (void)snprintf(bobs, sizeof(bobs), "%s", nj_memory_toast(h.second));
    press(&h, CAT, "加入");
    (void)snprintf(cats, sizeof(cats), "%s", nj_memory_toast(h.second));
    press(&h, ANN, "加入");
    press(&h, "tg:u:dan", "加入");
    nj_memory_silent(h.second, true);
    follow_link(&h, BOB, bobs);
    call = h.referee->calls;
    press(&h, ANN, "开始");
    answer(&h, call + 4711); /* of an earlier life */
    answer(&h, call);
    assert_non_null(house_heard(&h, BOB, "这个链接已失效"));
    house_group_at(&h, GROUP, ANN, "/leave");
    house_group_at(&h, GROUP, ANN, "/confirm");
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_forget(&h);
    follow_link(&h, CAT, cats);
    assert_non_null(house_heard(&h, CAT, "这个链接已失效"));
    house_close(&h);
}

/* Two are asked about when one of their groups moves: that one alone is asked
 * about anew, and each sits down where he was going to. */
static void a_link_of_another_group_stays(void **state)
{
    struct house h = {.paced = false};
    char bobs[NJ_URL_MAX], cats[NJ_URL_MAX];
    uint64_t call;

    NJ_UNUSED(state);
    open_house(&h, "press_others");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    press(&h, BOB, "加入");
    (void)snprintf(bobs, sizeof(bobs), "%s", nj_memory_toast(h.second));
    house_group_at(&h, "tg:g:8", ANN, "/new long-night");
    press(&h, CAT, "加入");
    (void)snprintf(cats, sizeof(cats), "%s", nj_memory_toast(h.second));
    nj_memory_silent(h.second, true);
    follow_link(&h, CAT, cats);
    call = h.referee->calls;
    follow_link(&h, BOB, bobs);
    nj_memory_silent(h.second, false);
    nj_memory_move(h.second, GROUP, "tg:g:-1009");
    house_run(&h);
    assert_non_null(house_heard(&h, "tg:g:-1009", "bob"));
    assert_null(house_heard(&h, "tg:g:8", "cat"));
    answer(&h, call);
    assert_non_null(house_heard(&h, "tg:g:8", "cat"));
    house_close(&h);
}

/* Whom an owner has shut out presses in vain; a press without a word, or on a
 * message that has no name, does nothing else. */
static void presses_that_count_for_nothing(void **state)
{
    struct house h = {.paced = false};
    char dropped[200];

    NJ_UNUSED(state);
    begin(&h, "press_nothing");
    (void)snprintf(dropped, sizeof(dropped), "%s", nj_memory_dropped(h.second));
    nj_books_chat(h.referee, CAT)->shut = true;
    press(&h, CAT, "停止");
    assert_string_equal(nj_memory_toast(h.second), "");
    house_forget(&h);
    nj_memory_press_token(h.second, GROUP, ANN, "", "");
    house_run(&h);
    assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    assert_null(house_heard(&h, GROUP, ""));
    assert_string_equal(nj_memory_dropped(h.second), dropped);
    house_close(&h);
}

/* --- tokens of other kinds, and elsewhere --- */

/* The token of a link is none of a button, whoever presses it and wherever; the
 * link is as good as before. */
static void a_link_is_no_button(void **state)
{
    struct house h = {.paced = false};
    char url[NJ_URL_MAX];
    const char *token;

    NJ_UNUSED(state);
    open_house(&h, "press_link_token");
    house_group_at(&h, GROUP, ANN, "/new long-night");
    press(&h, CAT, "加入");
    (void)snprintf(url, sizeof(url), "%s", nj_memory_toast(h.second));
    token = strstr(url, "start=");
    assert_non_null(token);
    token += strlen("start=");
    press_token(&h, GROUP, CAT, token);
    assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    press_token(&h, CAT, CAT, token);
    assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    assert_null(house_heard(&h, GROUP, "cat"));
    follow_link(&h, CAT, url);
    assert_non_null(house_heard(&h, GROUP, "cat"));
    house_close(&h);
}

/* The button of an offered seat, pressed in another group. */
static void an_offer_is_for_its_group(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *s;
    char token[NJ_TOKEN_OUT_MAX];

    NJ_UNUSED(state);
    begin(&h, "press_offer_elsewhere");
    house_group_at(&h, GROUP, ANN, "/sub");
    s = row_in(&h, GROUP);
    assert_string_equal(s->buttons[0].label, "接替");
    (void)snprintf(token, sizeof(token), "%s", s->buttons[0].token);
    press_token(&h, "tg:g:10", CAT, token);
    assert_string_equal(nj_memory_toast(h.second), "这一阶段已结束");
    press_token(&h, GROUP, CAT, token);
    assert_string_not_equal(nj_memory_toast(h.second), "这一阶段已结束");
    house_close(&h);
}

/* The clock runs again by the button under the question. */
static void a_press_agrees_to_go_on(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "press_resume");
    house_group_at(&h, GROUP, ANN, "/pause");
    press(&h, BOB, "暂停");
    assert_int_equal(h.referee->entries[0]->deadline_ms, 0);
    house_forget(&h);
    house_group_at(&h, GROUP, ANN, "/resume");
    press(&h, BOB, "继续");
    assert_string_equal(nj_memory_toast(h.second), "");
    assert_true(h.referee->entries[0]->deadline_ms > h.referee->now_ms);
    house_close(&h);
}

/* --- rows that wait to be taken away --- */

/* No more than so many wait; of more, the oldest stay where they are, and a
 * press there is one of a button that is over. */
static void so_many_old_rows_wait(void **state)
{
    struct house h = {.paced = false};
    char under[32];

    NJ_UNUSED(state);
    begin(&h, "press_rows_many");
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, true);
    house_group_at(&h, GROUP, ANN, "/status");
    for (int i = 0; i < 258; i++) {
        (void)snprintf(under, sizeof(under), "row-%d", i);
        nj_memory_press_token(h.second, GROUP, ANN, "over", under);
        house_run(&h);
    }
    assert_false(was_dropped(&h, "row-257"));
    nj_memory_fate(h.second, GROUP, NJ_FATE_SENT, false);
    nj_memory_settle(h.second, nj_books_find(h.referee, GROUP)->call,
                     NJ_FATE_SENT);
    house_run(&h);
    assert_true(was_dropped(&h, "row-257"));
    assert_true(was_dropped(&h, "row-2"));
    assert_false(was_dropped(&h, "row-1"));
    house_close(&h);
}

/* Where the bot may not speak it takes nothing away either, nor later. */
static void a_muted_chat_keeps_its_old_rows(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "press_rows_muted");
    for (int muted = 1; muted >= 0; muted--) {
        struct nj_event *ev = nj_event_create(NJ_EVENT_MUTED, 1);

        ev->group = ev->self = true;
        ev->muted = muted;
        nj_str_copy(ev->chat, sizeof(ev->chat), GROUP);
        nj_inbox_push(h.inbox, ev);
        house_run(&h);
        nj_memory_press_token(h.second, GROUP, ANN, "over",
                              muted ? "row-1" : "row-2");
        house_run(&h);
    }
    assert_false(was_dropped(&h, "row-1"));
    assert_true(was_dropped(&h, "row-2"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_in_private_is_a_word_that_fetches_what_waits),
        cmocka_unit_test(buttons_end_their_message),
        cmocka_unit_test(two_tables_keep_their_own_buttons),
        cmocka_unit_test(old_rows_go_when_there_is_room),
        cmocka_unit_test(old_rows_stay_while_people_play),
        cmocka_unit_test(a_chat_that_is_held_loses_no_row_meanwhile),
        cmocka_unit_test(the_card_is_one_message_that_changes),
        cmocka_unit_test(a_press_of_somebody_known_seats_him),
        cmocka_unit_test(everybody_may_press_at_once),
        cmocka_unit_test(a_full_table_sends_nobody_to_a_link),
        cmocka_unit_test(nobody_waits_for_a_card_that_stands_there),
        cmocka_unit_test(rows_tell_whether_a_card_has_been_out),
        cmocka_unit_test(a_forged_press_takes_no_buttons_away),
        cmocka_unit_test(a_link_opens_the_private_chat_and_seats),
        cmocka_unit_test(a_link_moves_with_its_group),
        cmocka_unit_test(a_typed_join_is_answered_with_a_link),
        cmocka_unit_test(a_link_is_good_for_a_while_and_for_members),
        cmocka_unit_test(only_whose_turn_it_is_may_press),
        cmocka_unit_test(who_sits_nowhere_answers_no_question),
        cmocka_unit_test(a_button_of_an_earlier_turn_is_over),
        cmocka_unit_test(forged_presses_do_nothing),
        cmocka_unit_test(buttons_live_through_a_kill),
        cmocka_unit_test(a_turn_keeps_its_buttons_through_a_kill),
        cmocka_unit_test(a_question_keeps_its_buttons_through_a_kill),
        cmocka_unit_test(a_link_ends_with_its_table),
        cmocka_unit_test(a_link_of_another_group_stays),
        cmocka_unit_test(presses_that_count_for_nothing),
        cmocka_unit_test(a_link_is_no_button),
        cmocka_unit_test(an_offer_is_for_its_group),
        cmocka_unit_test(a_press_agrees_to_go_on),
        cmocka_unit_test(so_many_old_rows_wait),
        cmocka_unit_test(a_muted_chat_keeps_its_old_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
