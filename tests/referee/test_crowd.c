/*
 * Many groups at once through the real pacing (UX-6.2): nothing is lost, each
 * chat hears everything in order, whoever has to act hears it before anybody
 * has an answer, and no chat waits for ever; floods are paced or refused.
 */
#include <stdlib.h>

#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/books/chat.h"
#include "referee/hearing/hearing_priv.h"
#include "referee/referee_priv.h"

#define GROUPS    12
#define SECONDS   240
#define LIMITER   "这里要说的太多了"
#define PROMPT    "走第一步" /* the end of each prompt to a player */
#define WAITS_MAX 400
#define CODES     17576

/* What was decided and has not been heard, oldest first. */
struct waits {
    int64_t ms[WAITS_MAX];
    uint32_t first, n;
};

struct crowd {
    struct house h;
    struct waits prompts[GROUPS];
    uint32_t asked[GROUPS], answered[GROUPS]; /* numbers of questions */
    uint32_t next_code;
    uint32_t seen; /* texts looked at */
    uint32_t n_prompts;
    int64_t worst_prompt_ms, worst_answer_ms;
    int64_t asked_ms[CODES]; /* by number of the question */
    uint8_t asked_in[CODES];
};

static uint32_t group_of(const char *address)
{
    const char *id = nj_address_group_id(address);

    return id != NULL ? (uint32_t)strtoul(id, NULL, 10) - 100 : GROUPS;
}

static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    struct crowd *c = ctx;
    uint32_t g = chat[0] != '\0' ? group_of(chat) : GROUPS;
    struct waits *w;

    if (g >= GROUPS || strcmp(m->key, "ln.turn") != 0)
        return;
    w = &c->prompts[g];
    assert_true(w->n < WAITS_MAX);
    w->ms[(w->first + w->n++) % WAITS_MAX] = c->h.now_ms;
}

static void say(struct crowd *c, uint32_t g, const char *who, const char *text)
{
    char group[NJ_ADDRESS_MAX], user[NJ_ADDRESS_MAX];

    (void)snprintf(group, sizeof(group), "qq:g:%u", 100 + g);
    (void)snprintf(user, sizeof(user), "qq:u:%s%u", who, g);
    house_group_at(&c->h, group, user, text);
}

/* A question whose answer names its number: "#切换 aab". */
static void ask(struct crowd *c, uint32_t g)
{
    char line[32];
    uint32_t n = c->next_code++;

    assert_true(n < CODES);
    (void)snprintf(line, sizeof(line), "#切换 %c%c%c", 'A' + (int)(n / 676),
                   'A' + (int)(n / 26 % 26), 'A' + (int)(n % 26));
    c->asked_ms[n] = c->h.now_ms;
    c->asked_in[n] = (uint8_t)g;
    c->asked[g]++;
    say(c, g, "x", line);
}

static void heard_prompts(struct crowd *c, uint32_t g, const char *text)
{
    struct waits *w = &c->prompts[g];

    while ((text = strstr(text, PROMPT)) != NULL) {
        int64_t ms;

        text += strlen(PROMPT);
        assert_true(w->n > 0); /* else it was said twice */
        ms = c->h.now_ms - w->ms[w->first % WAITS_MAX];
        w->first = (w->first + 1) % WAITS_MAX;
        w->n--;
        c->n_prompts++;
        if (ms > c->worst_prompt_ms)
            c->worst_prompt_ms = ms;
    }
}

/* Answers of one chat come in the order of its questions. */
static void heard_answers(struct crowd *c, uint32_t g, const char *text)
{
    static uint32_t last[GROUPS];

    if (c->answered[g] == 0)
        last[g] = 0;
    while ((text = strstr(text, "没有编号为「")) != NULL) {
        uint32_t n;

        text += strlen("没有编号为「");
        n = (uint32_t)(text[0] - 'A') * 676 + (uint32_t)(text[1] - 'A') * 26 +
            (uint32_t)(text[2] - 'A');
        assert_true(n < c->next_code);
        assert_int_equal(c->asked_in[n], g);
        assert_true(c->answered[g] == 0 || n > last[g]);
        last[g] = n;
        c->answered[g]++;
        if (c->h.now_ms - c->asked_ms[n] > c->worst_answer_ms)
            c->worst_answer_ms = c->h.now_ms - c->asked_ms[n];
    }
}

static void listen(struct crowd *c)
{
    for (; c->seen < nj_memory_count(c->h.gateway); c->seen++) {
        const struct nj_memory_sent *s = nj_memory_get(c->h.gateway, c->seen);
        uint32_t g = group_of(s->to);

        if (g >= GROUPS)
            continue;
        heard_prompts(c, g, s->text);
        heard_answers(c, g, s->text);
    }
}

static void open_crowd(struct crowd *c, const char *name)
{
    static const struct nj_pace pace = {1, 4, 24, 3}; /* of QQ */
    char user[16];

    house_open(&c->h, name);
    for (uint32_t g = 0; g < GROUPS; g++) {
        say(c, g, "a", "#新游戏 漫漫长夜");
        for (int i = 0; i < 2; i++) {
            (void)snprintf(user, sizeof(user), "%c%u", 'a' + i, g);
            house_private(&c->h, user, "我");
            say(c, g, i == 0 ? "a" : "b", "#加入");
        }
    }
    c->h.referee->setup.pace = pace; /* tables were opened in no time */
    c->h.referee->setup.observe = observe;
    c->h.referee->setup.observe_ctx = c;
    house_pass(&c->h, 60000);
    house_forget(&c->h);
    for (uint32_t g = 0; g < GROUPS; g++)
        say(c, g, "a", "#开始");
}

/* Whose turn it is does something; the other one's word is talk. */
static void second_of(struct crowd *c, uint32_t second, uint32_t questions)
{
    for (uint32_t g = 0; g < GROUPS; g++) {
        if (second < SECONDS && (second + g) % 16 == 0) {
            say(c, g, "a", "停止");
            say(c, g, "b", "停止");
        }
        for (uint32_t i = 0; second < SECONDS && i < questions; i++)
            if ((second + g) % 4 == 0)
                ask(c, g);
    }
    house_pass(&c->h, 1000);
    listen(c);
}

static void check_all_heard(struct crowd *c)
{
    for (uint32_t g = 0; g < GROUPS; g++) {
        assert_int_equal(c->prompts[g].n, 0);
        assert_int_equal(c->answered[g], c->asked[g]);
    }
    assert_int_equal(nj_referee_queued(c->h.referee), 0);
}

static struct crowd crowd; /* large */

static void a_crowd_is_heard_and_players_first(void **state)
{
    NJ_UNUSED(state);
    memset(&crowd, 0, sizeof(crowd));
    open_crowd(&crowd, "crowd");
    for (uint32_t s = 0; s < SECONDS + 120; s++)
        second_of(&crowd, s, 1);
    check_all_heard(&crowd);
    assert_true(crowd.n_prompts >= (uint32_t)GROUPS * SECONDS / 16);
    /* Three texts a second are enough for all; what one waits for is its own
     * chat's minute. */
    assert_true(crowd.worst_prompt_ms <= 15000);
    assert_true(crowd.worst_answer_ms <= 30000);
    house_close(&crowd.h);
}

static uint32_t times_said(const struct house *h, const char *chat,
                           const char *part)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        if (strcmp(s->to, chat) == 0)
            for (const char *p = s->text; (p = strstr(p, part)) != NULL; p++)
                n++;
    }
    return n;
}

#define FLOOD 9 /* questions a second: more than texts can hold */

/* Somebody asks without end: it is his answers that wait, and while
 * many do, his questions are passed over. Moves never are. */
static void a_flood_of_questions_holds_up_no_player(void **state)
{
    NJ_UNUSED(state);
    memset(&crowd, 0, sizeof(crowd));
    open_crowd(&crowd, "crowd_flood");
    for (uint32_t s = 0; s < SECONDS + 120; s++) {
        for (int i = 0; i < FLOOD && s < SECONDS; i++)
            ask(&crowd, 3);
        second_of(&crowd, s, 0);
        /* A second's questions are taken at once; moves come besides. */
        assert_true(nj_books_find(crowd.h.referee, "qq:g:103")->queued <=
                    NJ_OWED_MAX + FLOOD + 5);
    }
    assert_true(crowd.answered[3] >= 20);
    assert_true(crowd.answered[3] < crowd.asked[3] / 2);
    crowd.asked[3] = crowd.answered[3];
    check_all_heard(&crowd);
    assert_int_equal(times_said(&crowd.h, "qq:g:103", LIMITER), 1);
    /* Some of the chat's minute is kept for prompts, whoever asks. */
    assert_true(crowd.worst_prompt_ms <= 15000);
    assert_true(crowd.worst_answer_ms <= 60000);
    house_close(&crowd.h);
}

/* Somebody who floods his own chat cannot act less than others. */
static void a_flood_does_not_swallow_moves(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "crowd_moves");
    house_begin(&h, "ann bob", "");
    h.referee->setup.pace = (struct nj_pace){1, 3, 12, 3};
    house_pass(&h, 60000);
    for (int i = 0; i < 200; i++) {
        house_group(&h, "ann", "#导出 ZZA");
        house_group(&h, "bob", "#导出 ZZA");
        house_private(&h, "ann", "导出 ZZA");
        house_private(&h, "bob", "没有这样的话");
        house_pass(&h, 100);
    }
    assert_true(nj_referee_queued(h.referee) <= 4 * NJ_OWED_MAX + 8);
    house_forget(&h);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    house_pass(&h, 2000);
    assert_non_null(house_heard(&h, "group", "走第一步"));
    for (int i = 0; i < 240; i++)
        house_pass(&h, 1000);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_forget(&h);
    house_group(&h, "ann", "#导出 ZZA"); /* who waited is listened to again */
    assert_non_null(house_heard(&h, "group", "ZZA"));
    house_close(&h);
}

/* Moves that are refused, without end: the record has all of them, the queue
 * has not, and the one that counts is taken. */
static void a_flood_of_refused_moves_has_a_bound(void **state)
{
    struct house h = {.paced = false, .seed = 1};
    const char *who;

    NJ_UNUSED(state);
    house_open(&h, "crowd_refused");
    house_begin(&h, "ann bob", "");
    house_private(&h, "ann", "右");
    house_private(&h, "bob", "右");
    who = house_heard(&h, "ann", "收据 1") != NULL ? "ann" : "bob";
    h.referee->setup.pace = (struct nj_pace){1, 3, 12, 3};
    house_pass(&h, 60000);
    for (int i = 0; i < 600; i++) {
        house_private(&h, who, "右");
        house_pass(&h, 100);
    }
    assert_true(nj_referee_queued(h.referee) <= NJ_OWED_MAX + 10);
    house_group(&h, who, "停止");
    house_pass(&h, 2000);
    assert_non_null(house_heard(&h, "group", "走过"));
    for (int i = 0; i < 240; i++)
        house_pass(&h, 1000);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    assert_null(house_heard(&h, who, "收据 600"));
    house_private(&h, who,
                  "为什么 600"); /* refused like the others, and known */
    assert_non_null(house_heard(&h, who, "规则 LN-"));
    house_close(&h);
}

/* UX-6.2: the limiter speaks once an hour, and only where answers wait. */
static void the_limiter_speaks_once_an_hour(void **state)
{
    struct house h = {.paced = true};

    NJ_UNUSED(state);
    house_open(&h, "crowd_limiter");
    house_group(&h, "ann", "#导出 ZZA");
    house_pass(&h, 60000);
    assert_int_equal(times_said(&h, "qq:g:1", LIMITER), 0);
    for (int i = 0; i < 7000; i++) {
        house_group(&h, i % 2 != 0 ? "ann" : "bob", "#导出 ZZA");
        house_pass(&h, 1000);
    }
    assert_int_equal(times_said(&h, "qq:g:1", LIMITER), 2);
    house_close(&h);
}

static void a_flood_of_tables_is_refused(void **state)
{
    struct house h = {.paced = true};
    uint32_t refused = 0;

    NJ_UNUSED(state);
    house_open(&h, "crowd_tables");
    for (int i = 0; i < 60; i++)
        house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_int_equal(nj_referee_open(h.referee), 4);
    assert_true(nj_memory_count(h.gateway) <= 3);
    for (int i = 0; i < 300; i++)
        house_pass(&h, 1000);
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++) {
        const char *p = nj_memory_get(h.gateway, i)->text;

        for (; (p = strstr(p, "没有开桌")) != NULL; p++)
            refused++;
    }
    assert_int_equal(refused, 56);
    assert_true(nj_memory_count(h.gateway) <= 20); /* merged */
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_is_heard_and_players_first),
        cmocka_unit_test(a_flood_of_questions_holds_up_no_player),
        cmocka_unit_test(a_flood_does_not_swallow_moves),
        cmocka_unit_test(a_flood_of_refused_moves_has_a_bound),
        cmocka_unit_test(the_limiter_speaks_once_an_hour),
        cmocka_unit_test(a_flood_of_tables_is_refused),
    };

    return cmocka_run_group_tests_name("referee/crowd", tests, NULL, NULL);
}
