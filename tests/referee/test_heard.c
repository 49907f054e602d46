/* What a group must hear, it hears: texts of unknown fate (design 5). */
#include "games/registry.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/brain.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define GROUP "qq:g:1"
#define MARK  "（可能重复）"
#define OVER  "（以下是新消息）"

/* The n-th text to the group since the last house_forget(), or NULL. */
static const struct nj_memory_sent *text(struct house *h, uint32_t n)
{
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        if (strcmp(s->to, GROUP) == 0 && n-- == 0)
            return s;
    }
    return NULL;
}

static void fates(struct house *h, enum nj_fate fate)
{
    nj_memory_fate(h->gateway, GROUP, fate, false);
}

/* Returns who is to move first. */
static const char *open_with(struct house *h, const char *name,
                             const char *options)
{
    const char *first;
    const struct nj_entry *e;

    house_open(h, name);
    house_begin(h, "ann bob", options);
    e = h->referee->entries[0];
    first =
        nj_match_awaited(e->match) == nj_bit(nj_sitters_of(e, "qq:u:ann")->seat)
            ? "ann"
            : "bob";
    house_forget(h);
    return first;
}

static const char *open_match(struct house *h, const char *name)
{
    return open_with(h, name, "");
}

/* Each line of a text: "-", or "*" if it is marked, or "+" if it says that what
 * follows is new. */
static void marks(const char *of, char *out)
{
    for (const char *at = of; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, MARK, strlen(MARK)) == 0)
            *out++ = '*';
        else if (strncmp(at, OVER, strlen(OVER)) == 0)
            *out++ = '+';
        else
            *out++ = '-';
    }
    *out = '\0';
}

static void expect(struct house *h, uint32_t n, const char *lines)
{
    const struct nj_memory_sent *s = text(h, n);
    char is[64];

    assert_non_null(s);
    marks(s->text, is);
    assert_string_equal(is, lines);
}

/* The result of the turn is needed as much as whose turn it is now; that it may
 * be there twice is said once. */
static void a_text_with_a_prompt_is_said_once_more(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_prompt");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "停止");
    assert_non_null(strstr(text(&h, 0)->text, "走过："));
    assert_non_null(strstr(text(&h, 0)->text, "轮到"));
    assert_null(text(&h, 1)); /* not into the same trouble */
    house_pass(&h, 1999);
    assert_null(text(&h, 1));
    house_pass(&h, 1);
    expect(&h, 0, "---");
    expect(&h, 1, "*--");
    assert_string_equal(text(&h, 0)->mentions, text(&h, 1)->mentions);
    house_pass(&h, 60000);
    assert_null(text(&h, 2)); /* a second unknown stands */
    fates(&h, NJ_FATE_SENT);
    house_group(&h, strcmp(first, "ann") == 0 ? "bob" : "ann", "停止");
    assert_null(strstr(text(&h, 2)->text, MARK));
    house_close(&h);
}

/* What has happened comes first, and is nobody's business in particular. */
static void who_is_asked_is_mentioned_where_he_is_asked(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *s;
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_mention");
    house_group(&h, first, "停止");
    s = text(&h, 0);
    assert_string_equal(s->mentions,
                        strcmp(first, "ann") == 0 ? "qq:u:bob" : "qq:u:ann");
    assert_true(s->place > 0);
    assert_int_equal(strncmp(s->text + s->place, "轮到", 6), 0);
    house_close(&h);
}

/* A step is no reason to speak twice; whoever reads on reads it. */
static void narration_waits_for_the_next_text(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_step");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "上");
    assert_non_null(strstr(text(&h, 0)->text, "第 1 步"));
    assert_null(strstr(text(&h, 0)->text, "轮到"));
    fates(&h, NJ_FATE_SENT);
    house_pass(&h, 60000);
    assert_null(text(&h, 1));
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_group(&h, "cat", "#游戏"); /* any text will do */
    assert_non_null(strstr(text(&h, 1)->text, MARK "第 1 步"));
    house_group(&h, first, "停止");
    assert_null(strstr(text(&h, 2)->text, MARK));
    house_close(&h);
}

static void narration_that_was_carried_is_not_carried_again(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_twice");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "上");
    house_group(&h, first, "停止"); /* carries the step; is unknown as well */
    expect(&h, 1, "*+---");
    house_pass(&h, 2000);
    expect(&h, 2, "*--");
    assert_null(strstr(text(&h, 2)->text, "第 1 步"));
    house_close(&h);
}

/* What waited for the next text is the store's until then. */
static void narration_is_said_after_a_kill(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_kill");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, first, "上");
    house_forget(&h);
    house_kill(&h, 1000);
    assert_non_null(strstr(text(&h, 0)->text, MARK "第 1 步"));
    house_close(&h);
}

/* The turn that was asked for is over when the answer comes. */
static void a_prompt_that_was_overtaken_is_left_out(void **state)
{
    struct house h = {.paced = false};
    const char *first;
    const char *then;
    char was[64], is[64];

    NJ_UNUSED(state);
    first = open_match(&h, "heard_late");
    then = strcmp(first, "ann") == 0 ? "bob" : "ann";
    (void)snprintf(is, sizeof(is), "·%s，3 分钟内", first);
    (void)snprintf(was, sizeof(was), "·%s，3 分钟内", then);
    nj_memory_fate(h.gateway, GROUP, NJ_FATE_SENT, true);
    house_group(&h, first, "停止");
    house_group(&h, then, "停止");
    fates(&h, NJ_FATE_SENT);
    nj_memory_settle(h.gateway, text(&h, 0)->call, NJ_FATE_UNKNOWN);
    house_run(&h);
    house_pass(&h, 2000);
    assert_non_null(strstr(text(&h, 1)->text, MARK));
    assert_non_null(strstr(text(&h, 1)->text, "走过："));
    assert_null(strstr(text(&h, 1)->text, was));
    assert_non_null(strstr(text(&h, 1)->text, is));
    assert_null(text(&h, 2));
    house_close(&h);
}

/* An answer is over with its moment, and so is a refusal. */
static void answers_are_not_carried(void **state)
{
    struct house h = {.paced = false};
    const char *first;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_answer");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, "cat", "#游戏");
    house_group(&h, first, "#上上九九");
    fates(&h, NJ_FATE_SENT);
    house_group(&h, first, "停止");
    assert_non_null(strstr(text(&h, 2)->text, "走过："));
    assert_null(strstr(text(&h, 2)->text, MARK));
    house_close(&h);
}

/* Nobody sits before the card has been out; one that may not be is sent again,
 * and the second time counts, or nobody would ever sit. */
static void a_card_of_unknown_fate_is_said_once_more(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "heard_card");
    fates(&h, NJ_FATE_UNKNOWN);
    house_group(&h, "eve", "#新游戏 漫漫长夜");
    assert_non_null(strstr(text(&h, 0)->text, "承诺"));
    assert_false(h.referee->entries[0]->card_out);
    house_pass(&h, 2000);
    assert_non_null(strstr(text(&h, 1)->text, MARK "【"));
    assert_true(h.referee->entries[0]->card_out);
    house_close(&h);
}

/* It has been opened, lost and closed before anybody knew. */
static void the_card_of_a_closed_table_is_left_out(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "heard_closed");
    nj_memory_fate(h.gateway, GROUP, NJ_FATE_SENT, true);
    house_group(&h, "eve", "#新游戏 漫漫长夜");
    house_group(&h, "eve", "#关闭");
    fates(&h, NJ_FATE_SENT);
    nj_memory_settle(h.gateway, text(&h, 0)->call, NJ_FATE_UNKNOWN);
    house_run(&h);
    house_pass(&h, 2000);
    assert_null(text(&h, 2));
    house_close(&h);
}

/* A line that a player may imitate must not be told from its imitation. */
static void no_broadcast_of_the_hotel_is_repeated_for_itself(void **state)
{
    static const char *const broadcasts[] = {
        "sh.phase",        "sh.dead",        "sh.mic",   "sh.end",  "sh.start",
        "sh.cube",         "sh.gas",         "sh.power", "sh.exit", "sh.reboot",
        "sh.start_shadow", "sh.dead_shadow", "sh.tunnel"};
    const struct nj_game *hotel = nj_game_find("shadow-hotel");

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(broadcasts); i++)
        assert_int_equal(nj_heard_how(hotel, broadcasts[i]), NJ_HEAR_ONCE);
    assert_int_equal(nj_heard_how(hotel, "sh.round"), NJ_HEAR_TURN);
    assert_int_equal(nj_heard_how(hotel, "shell.stale"), NJ_HEAR_ASK);
    assert_int_equal(nj_heard_how(NULL, "sh.round"), NJ_HEAR_ONCE);
}

/* --- what is told late in private --- */

/* A row to that person, of the match or of none, as old as that. */
static int64_t leave_row_of(struct house *h, int64_t match, const char *user,
                            const char *key, const char *args, int64_t ago_ms)
{
    struct nj_out_row row = {.match = match,
                             .to = NJ_TO_SEATS,
                             .state = NJ_OUT_PENDING,
                             .at_ms = h->now_ms - ago_ms,
                             .chat = user,
                             .key = key,
                             .clause = "",
                             .args = args,
                             .choices = "",
                             .reason = ""};
    struct nj_err err = {{0}};

    nj_store_begin(h->store);
    nj_out_insert(h->store, &row);
    assert_true(nj_store_good(h->store));
    assert_int_equal(nj_store_commit(h->store, &err), NJ_OK);
    return row.id;
}

static int64_t leave_row(struct house *h, const char *user, const char *key,
                         const char *args, int64_t ago_ms)
{
    return leave_row_of(h, h->referee->entries[0]->id, user, key, args, ago_ms);
}

static void note_state(void *ctx, const struct nj_out_row *row)
{
    enum nj_out_state *state = ctx;

    *state = row->state;
}

static enum nj_out_state state_of(struct house *h, int64_t row)
{
    enum nj_out_state state = NJ_OUT_PENDING;

    assert_true(nj_out_load(h->store, row, note_state, &state));
    return state;
}

/* Whose turn it is, and who waits, as addresses. */
static void players(const char *first, char who[32], char other[32])
{
    (void)snprintf(who, 32, "qq:u:%s", first);
    (void)snprintf(other, 32, "qq:u:%s",
                   strcmp(first, "ann") == 0 ? "bob" : "ann");
}

#define MIN INT64_C(60000)

/* A secret comes however old it is, and says from when it is; what is new is
 * told apart from it. */
static void what_is_late_says_from_when_it_is(void **state)
{
    struct house h = {.paced = false};
    const char *first, *heard;
    char who[32], other[32];

    NJ_UNUSED(state);
    first = open_match(&h, "heard_late");
    players(first, who, other);
    (void)leave_row(&h, who, "shell.fault", "{}", 30 * MIN);
    (void)leave_row(&h, who, "shell.frozen", "{}", 30 * MIN);
    (void)leave_row(&h, who, "shell.fault", "{}", 10 * MIN);
    (void)leave_row(&h, who, "shell.frozen", "{}", 0);
    (void)leave_row(&h, other, "shell.frozen", "{}", MIN / 2);
    house_kill(&h, 1000);
    heard = house_heard(&h, first, "16:23 的消息");
    assert_non_null(heard);
    assert_memory_equal(heard, "[", 1); /* the tag, then from when */
    assert_non_null(strstr(heard, "]\n（16:23 的消息，现在才送到）\n"));
    assert_null(strstr(strstr(heard, "16:23") + 1, "16:23"));
    assert_non_null(strstr(heard, "\n（16:43 的消息，现在才送到）\n"));
    assert_non_null(strstr(strstr(heard, "16:43"), "\n（以下是新消息）\n"));
    assert_null(house_heard(&h, strchr(other, ':') + 3, "送到"));
    assert_null(house_heard(&h, strchr(other, ':') + 3, "以下是"));
    house_close(&h);
}

/* A line of no match between two of one is no reason to name it again. */
static void a_match_is_named_once_in_a_text(void **state)
{
    struct house h = {.paced = false};
    const char *first, *heard;
    char who[32], other[32];

    NJ_UNUSED(state);
    first = open_match(&h, "heard_tag");
    players(first, who, other);
    (void)leave_row(&h, who, "shell.fault", "{}", 0);
    (void)leave_row_of(&h, 0, who, "shell.hello", "{}", 0);
    (void)leave_row(&h, who, "shell.frozen", "{}", 0);
    house_kill(&h, 1000);
    heard = house_heard(&h, first, "·漫漫长夜]");
    assert_non_null(heard);
    heard = strstr(heard, "·漫漫长夜]");
    assert_int_equal(heard[strlen("·漫漫长夜]")], '\n'); /* UX-3.7 */
    assert_null(strstr(heard + 1, "·漫漫长夜]"));
    house_close(&h);
}

/* Deadlines that have passed or moved, turns that are over: of those nobody
 * is reminded. The record has the row. */
static void a_reminder_that_has_become_untrue_is_left_out(void **state)
{
    struct house h = {.paced = false};
    const char *first;
    char who[32], other[32], until[64], passed[64];
    int64_t rows[5];

    NJ_UNUSED(state);
    first = open_match(&h, "heard_remind");
    players(first, who, other);
    (void)snprintf(passed, sizeof(passed), "{\"until\":[\"at\",%lld]}",
                   (long long)h.now_ms - 1);
    (void)snprintf(until, sizeof(until), "{\"until\":[\"at\",%lld]}",
                   (long long)h.now_ms + 60 * MIN);
    rows[0] = leave_row(&h, who, "shell.nudge", "{\"left\":[\"ms\",3600000]}",
                        2 * MIN);
    rows[1] = leave_row(&h, who, "shell.nudge", passed, 0);
    rows[2] = leave_row(&h, other, "shell.nudge", until, 0);
    rows[3] = leave_row(&h, other, "shell.nudge", "{}", 0);
    rows[4] = leave_row(&h, who, "shell.fault", "{}", 90 * MIN);
    house_kill(&h, 1000);
    assert_null(house_heard(&h, "ann", "提醒你"));
    assert_null(house_heard(&h, "bob", "提醒你"));
    for (int i = 0; i < 4; i++)
        assert_int_equal(state_of(&h, rows[i]), NJ_OUT_KEPT);
    assert_non_null(house_heard(&h, first, "15:23 的消息"));
    assert_int_equal(state_of(&h, rows[4]), NJ_OUT_SENT);
    house_close(&h);
}

static void a_reminder_that_is_true_comes(void **state)
{
    struct house h = {.paced = false};
    const char *first;
    char who[32], other[32];
    int64_t row;

    NJ_UNUSED(state);
    first = open_match(&h, "heard_remind_true");
    players(first, who, other);
    row = leave_row(&h, who, "shell.nudge", "{\"left\":[\"ms\",60000]}", 0);
    house_kill(&h, 1000);
    assert_non_null(house_heard(&h, first, "主持提醒你"));
    assert_int_equal(state_of(&h, row), NJ_OUT_SENT);
    row = leave_row(&h, who, "shell.nudge", "{}", 2 * MIN);
    house_kill(&h, 1000);
    assert_non_null(house_heard(&h, first, "主持提醒你"));
    assert_int_equal(state_of(&h, row), NJ_OUT_SENT);
    house_close(&h);
}

/* When the clock that all know of rings. */
static int64_t main_deadline(const struct nj_entry *e)
{
    const struct nj_timer *t =
        nj_timer_main(e->game->game, nj_match_timers(e->match));

    assert_non_null(t);
    return t->at_ms;
}

/* One that is late says until when; that is so still, or the deadline stands
 * elsewhere by now, or nowhere. */
static void a_late_reminder_is_of_the_deadline_of_now(void **state)
{
    static const struct {
        bool moved, paused, comes;
    } cases[] = {
        {false, false, true}, {true, false, false}, {false, true, false}};

    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        struct house h = {.paced = false};
        const char *first;
        char who[32], other[32], until[64];
        int64_t row, due_ms;

        NJ_UNUSED(state);
        first = open_with(&h, "heard_remind_late", "think=12h act=24h");
        players(first, who, other);
        due_ms = main_deadline(h.referee->entries[0]);
        assert_true(due_ms > h.now_ms + 60 * MIN);
        if (cases[i].paused) {
            house_group(&h, "ann", "#暂停");
            house_group(&h, "bob", "#暂停");
            assert_true(h.referee->entries[0]->paused);
        }
        (void)snprintf(
            until, sizeof(until), "{\"until\":[\"at\",%lld]}",
            (long long)(cases[i].moved ? h.now_ms + 60 * MIN : due_ms));
        row = leave_row(&h, who, "shell.nudge", until, 2 * MIN);
        house_forget(&h);
        house_kill(&h, 1000);
        assert_int_equal(state_of(&h, row),
                         cases[i].comes ? NJ_OUT_SENT : NJ_OUT_KEPT);
        assert_int_equal(house_heard(&h, first, "主持提醒你") != NULL,
                         cases[i].comes);
        house_close(&h);
    }
}

/* They are looked for by what is behind it. */
static void what_a_game_lists_begins_with_its_prefix(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "heard_keys");
    for (uint32_t i = 0; i < h.env.n_games; i++) {
        const struct nj_game *g = h.env.games[i].game;
        size_t n = strlen(g->prefix);

        for (const struct nj_heard *l = g->heard; l != NULL && l->key != NULL;
             l++) {
            assert_memory_equal(l->key, g->prefix, n);
            assert_int_equal(l->key[n], '.');
            assert_int_equal(nj_heard_how(g, l->key), l->how);
        }
        assert_int_equal(nj_heard_how(g, g->prefix), NJ_HEAR_ONCE);
        for (const struct nj_ear *e = g->brain.ears;
             e != NULL && e->key != NULL; e++) {
            assert_memory_equal(e->key, g->prefix, n);
            assert_int_equal(e->key[n], '.');
            assert_non_null(nj_ear_for(g->brain.ears, e->key));
        }
    }
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_game_lists_begins_with_its_prefix),
        cmocka_unit_test(what_is_late_says_from_when_it_is),
        cmocka_unit_test(a_reminder_that_has_become_untrue_is_left_out),
        cmocka_unit_test(a_reminder_that_is_true_comes),
        cmocka_unit_test(a_late_reminder_is_of_the_deadline_of_now),
        cmocka_unit_test(a_match_is_named_once_in_a_text),
        cmocka_unit_test(a_text_with_a_prompt_is_said_once_more),
        cmocka_unit_test(who_is_asked_is_mentioned_where_he_is_asked),
        cmocka_unit_test(narration_waits_for_the_next_text),
        cmocka_unit_test(narration_that_was_carried_is_not_carried_again),
        cmocka_unit_test(narration_is_said_after_a_kill),
        cmocka_unit_test(a_prompt_that_was_overtaken_is_left_out),
        cmocka_unit_test(answers_are_not_carried),
        cmocka_unit_test(a_card_of_unknown_fate_is_said_once_more),
        cmocka_unit_test(the_card_of_a_closed_table_is_left_out),
        cmocka_unit_test(no_broadcast_of_the_hotel_is_repeated_for_itself),
    };

    return cmocka_run_group_tests_name("referee/heard", tests, NULL, NULL);
}
