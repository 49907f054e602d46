/*
 * What we send, before the platform as it counts by its own pages
 * (kit/qqbot_platform.h): first that it refuses what it has to, then random
 * evenings in which it finds nothing to refuse.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"
#include "gateway/qqbot/job.h"
#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/private.h"
#include "kit/qqbot_platform.h"

#define START    INT64_C(1795500000000) /* of November 2026 */
#define GROUP    "AA"
#define PERSON   "PP"
#define MESSAGES "/v2/groups/" GROUP "/messages"
#define USER     "/v2/users/" PERSON "/messages"

/* --- the platform by itself --- */

struct fixture {
    struct qqbot_platform *p;
    int64_t now;
    struct nj_str answer;
    char ref[QQBOT_REF_BYTES];
    char token[64]; /* as a call says it */
};

static void ask_token(struct fixture *f)
{
    struct nj_str body = NJ_STR_INIT(1024);
    struct nj_qb_token token;

    nj_str_clear(&f->answer);
    nj_qb_body_token(QQBOT_APP, QQBOT_SECRET, &body);
    qqbot_token(f->p, body.p, body.len, f->now, &f->answer);
    assert_int_equal(nj_qb_token_read(f->answer.p, f->answer.len, &token),
                     NJ_QB_TOKEN_OK);
    (void)snprintf(f->token, sizeof(f->token), "QQBot %.32s", token.text);
    nj_str_fini(&body);
}

static int setup(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->p = qqbot_platform_create(true);
    f->now = START;
    f->answer = (struct nj_str)NJ_STR_INIT(4096);
    qqbot_meet(f->p, QQBOT_GROUP, GROUP);
    qqbot_meet(f->p, QQBOT_USER, PERSON);
    ask_token(f);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    qqbot_platform_destroy(f->p);
    nj_str_fini(&f->answer);
    free(f);
    return 0;
}

/* The code of the answer; 0: it was taken. */
static int64_t post(struct fixture *f, const char *path, const char *body)
{
    struct nj_qb_answer a;
    int64_t http;

    nj_str_clear(&f->answer);
    http = qqbot_post(f->p,
                      &(struct qqbot_post){path, f->token, body, strlen(body)},
                      f->now, &f->answer);
    nj_qb_answer_read(http, f->answer.p, f->answer.len, &a);
    assert_true((a.verdict == NJ_QB_OK) == (a.code == 0));
    return a.code;
}

static void expect(struct fixture *f, const char *path, const char *body,
                   int64_t code)
{
    assert_int_equal(post(f, path, body), code);
}

static int64_t answer(struct fixture *f, const char *path, const char *what,
                      int seq)
{
    char body[256];

    (void)snprintf(body, sizeof(body),
                   "{\"msg_type\":0,\"content\":\"a\",\"%s\":\"%s\","
                   "\"msg_seq\":%d}",
                   what, f->ref, seq);
    return post(f, path, body);
}

#define PUSH "{\"msg_type\":0,\"content\":\"a\"}"

static void a_token_lasts_until_its_last_minute(void **state)
{
    struct fixture *f = *state;
    char first[64];

    memcpy(first, f->token, sizeof(first));
    f->now += 7139 * INT64_C(1000);
    ask_token(f);
    assert_string_equal(f->token, first);
    f->now += 1000;
    ask_token(f);
    assert_string_not_equal(f->token, first);
    memcpy(f->token, first, sizeof(first));
    f->now += 59000;
    expect(f, USER, PUSH, 0); /* the old one, for a minute */
    f->now += 1000;
    expect(f, USER, PUSH, 11244);
    nj_str_copy(f->token, sizeof(f->token), "Bearer t2");
    expect(f, USER, PUSH, 11244);
}

static void a_wrong_secret_and_haste_get_no_token(void **state)
{
    struct fixture *f = *state;
    static const char wrong[] =
        "{\"appId\":\"" QQBOT_APP "\",\"clientSecret\":\"guessed\"}";
    struct nj_qb_token token;

    for (int i = 0; i < 10; i++) {
        nj_str_clear(&f->answer);
        qqbot_token(f->p, wrong, strlen(wrong), f->now, &f->answer);
        assert_int_equal(nj_qb_token_read(f->answer.p, f->answer.len, &token),
                         i < 9 ? NJ_QB_TOKEN_WRONG : NJ_QB_TOKEN_FAST);
    }
}

static void answers_are_counted_and_end(void **state)
{
    struct fixture *f = *state;

    qqbot_hear(f->p, QQBOT_GROUP, GROUP, f->now, f->ref);
    for (int seq = 1; seq <= 4; seq++)
        assert_int_equal(answer(f, MESSAGES, "msg_id", seq), 0);
    assert_int_equal(answer(f, MESSAGES, "msg_id", 2), 40054005);
    f->now += 300001;
    assert_int_equal(answer(f, MESSAGES, "msg_id", 5), 40034005);
    f->now -= 2;
    assert_int_equal(answer(f, MESSAGES, "msg_id", 5), 0);
    assert_int_equal(answer(f, MESSAGES, "msg_id", 6), 40034128);
    assert_int_equal(answer(f, MESSAGES, "msg_id", 2), 40054005);
    qqbot_repeats_come_last(f->p);
    assert_int_equal(answer(f, MESSAGES, "msg_id", 2), 40034128);
    assert_int_equal(qqbot_answers(f->p), 5);
}

static void scenes_and_kinds_of_ids_are_kept_apart(void **state)
{
    struct fixture *f = *state;

    qqbot_hear(f->p, QQBOT_GROUP, GROUP, f->now, f->ref);
    assert_int_equal(answer(f, USER, "msg_id", 1), 40034024);
    assert_int_equal(answer(f, MESSAGES, "event_id", 1), 40034025);
    qqbot_happen(f->p, QQBOT_USER, PERSON, false, f->now, f->ref);
    assert_int_equal(answer(f, USER, "event_id", 1), 40034027);
    nj_str_copy(f->ref, sizeof(f->ref), "ROBOT1.0_none");
    assert_int_equal(answer(f, USER, "msg_id", 1), 40034026);
    expect(f, "/v2/users/" GROUP "/messages", PUSH, 40034024);
    expect(f, "/v2/users/QQ/messages", PUSH, 40054004);
    expect(f, "/v2/groups/QQ/messages", PUSH, 40034101);
    qqbot_leave(f->p, QQBOT_USER, PERSON);
    expect(f, USER, PUSH, 40054004);
}

static void pushes_are_counted_and_can_be_forbidden(void **state)
{
    struct fixture *f = *state;

    for (int i = 0; i < 20; i++, f->now += 200)
        expect(f, MESSAGES, PUSH, 0);
    expect(f, MESSAGES, PUSH, 40034100);
    f->now = START + 60000;
    expect(f, MESSAGES, PUSH, 0);
    qqbot_switch(f->p, QQBOT_GROUP, GROUP, false);
    expect(f, MESSAGES, PUSH, 40034105);
    qqbot_switch(f->p, QQBOT_USER, PERSON, false);
    expect(f, USER, PUSH, 40054013);
    qqbot_switch(f->p, QQBOT_USER, PERSON, true);
    for (int i = 0; i < 10; i++)
        expect(f, USER, PUSH, 0);
    expect(f, USER, PUSH, 40034100);
    assert_int_equal(qqbot_pushes(f->p), 31);
}

static void bodies_are_looked_at(void **state)
{
    struct fixture *f = *state;

    expect(f, USER, "{", 40034001);
    expect(f, USER, "{\"content\":\"a\"}", 40034001);
    expect(f, USER, "{\"msg_type\":0,\"content\":\"\"}", 40034001);
    expect(f, USER, "{\"msg_type\":0,\"content\":\"a\",\"keyboard\":{}}",
           40034001);
    expect(f, USER,
           "{\"msg_type\":2,\"content\":\"a\",\"markdown\":{\"content\":"
           "\"a\"}}",
           40034001);
    expect(f, USER,
           "{\"msg_type\":2,\"markdown\":{\"content\":\"a\"},\"keyboard\":"
           "{\"content\":{\"rows\":[{\"buttons\":[{\"render_data\":{\"label\":"
           "\"eleven char\"},\"action\":{\"type\":1,\"data\":\"x\"}}]}]}}}",
           40034029);
    expect(f, USER, "{\"msg_type\":0,\"content\":\"see a.com\"}", 40054010);
    expect(f, USER, "{\"msg_type\":0,\"content\":\"x://y\"}", 40054010);
    expect(f, USER, "{\"msg_type\":0,\"content\":\"3.5, end. Next\"}", 0);
}

/* --- evenings --- */

#define GROUPS 3
#define CHATS  9 /* groups, then persons */

struct evening {
    struct fixture f;
    struct nj_rng rng;
    struct nj_qb_ledger *l;
    struct nj_qb_names names;
    struct nj_qb_call call;

    struct {
        struct nj_qb_job *job; /* under way; NULL: none */
        int64_t at_ms;
        char mark[24]; /* stands in its text alone */
        bool off;      /* pushes are forbidden */
    } chats[CHATS];

    int marks;
    uint32_t lost, off_unsaid; /* answers and calls; switches */
    uint32_t fates[NJ_FATE_LATER + 1];
    int64_t token_ms; /* when the next is asked for */
};

static uint32_t below(struct evening *e, uint32_t n)
{
    return nj_rng_below(&e->rng, n);
}

static struct nj_qb_now now_of(const struct evening *e)
{
    return (struct nj_qb_now){.ms = e->f.now, .day = nj_qb_day(e->f.now)};
}

static enum qqbot_scene scene_of(uint32_t chat)
{
    return chat < GROUPS ? QQBOT_GROUP : QQBOT_USER;
}

static const char *id_of(uint32_t chat)
{
    static const char *const ids[CHATS] = {"A0", "A1", "A2", "B0", "B1",
                                           "B2", "B3", "B4", "B5"};

    return ids[chat];
}

static void address_of(uint32_t chat, char out[NJ_ADDRESS_MAX])
{
    if (chat < GROUPS)
        nj_address_group(out, "qqbot", id_of(chat));
    else
        nj_address_user(out, "qqbot", id_of(chat));
}

/* Somebody writes or presses something there. */
static void stir(struct evening *e, uint32_t chat)
{
    char ref[QQBOT_REF_BYTES], address[NJ_ADDRESS_MAX];
    bool event = below(e, 3) == 0;

    address_of(chat, address);
    if (event)
        qqbot_happen(e->f.p, scene_of(chat), id_of(chat), true, e->f.now, ref);
    else
        qqbot_hear(e->f.p, scene_of(chat), id_of(chat), e->f.now, ref);
    e->f.now += below(e, 500); /* under way to us */
    nj_qb_ledger_grant(e->l, address,
                       event ? NJ_QB_REF_EVENT : NJ_QB_REF_MESSAGE, ref,
                       below(e, 2) == 0 ? 500 : 0, now_of(e));
}

/* Pushes are forbidden or allowed there, and mostly we hear of it. */
static void turn_switch(struct evening *e, uint32_t chat)
{
    bool off = !e->chats[chat].off;
    bool said = !off || below(e, 3) > 0;
    char address[NJ_ADDRESS_MAX];

    address_of(chat, address);
    e->chats[chat].off = off;
    qqbot_switch(e->f.p, scene_of(chat), id_of(chat), !off);
    e->off_unsaid += !said;
    if (said)
        nj_qb_ledger_switch(
            e->l, address, off ? NJ_QB_SWITCH_OFF : NJ_QB_SWITCH_ON, now_of(e));
}

/* Words with all that the platform could trip over. */
static void begin(struct evening *e, uint32_t chat)
{
    static const char *const words[] = {
        "a.com",       "https://x.cn/a", "<@B0> hi", "*a* [b](c.de)",
        "\u4e2d.net ", "end.",           "- 3.5\n",  "www.\u4e2d\u6587"};
    static const char *const people[] = {"qqbot:u:B0", "qqbot:u:B1"};
    struct nj_button buttons[NJ_BUTTONS_MAX];
    char text[128], address[NJ_ADDRESS_MAX];
    size_t places[2];
    struct nj_say say = {.text = text, .buttons = buttons};
    int n;

    (void)snprintf(e->chats[chat].mark, sizeof(e->chats[chat].mark), "k%dk",
                   e->marks++);
    n = snprintf(text, sizeof(text), "%s %s", e->chats[chat].mark,
                 words[below(e, NJ_COUNT(words))]);
    if (below(e, 2) == 0)
        say.n_buttons = 1 + below(e, NJ_BUTTONS_MAX);
    for (uint32_t i = 0; i < say.n_buttons; i++)
        buttons[i] = (struct nj_button){
            .label = "\u5411\u5de6\u8d70 to the left", .token = "K7Q-1"};
    say.columns = below(e, 7);
    if (chat < GROUPS && below(e, 2) == 0) {
        say.mentions = people;
        say.places = places;
        say.n_mentions = 2;
        places[0] = 0;
        places[1] = (size_t)n - below(e, 2);
        if (((unsigned char)text[places[1]] & 0xc0) == 0x80)
            places[1] = (size_t)n;
    }
    address_of(chat, address);
    e->chats[chat].job =
        chat < GROUPS ? nj_qb_job_group(1, (struct nj_group){address}, &say)
                      : nj_qb_job_private(1, PRIVATE_CHAT(address), &say);
    assert_non_null(e->chats[chat].job);
    e->chats[chat].at_ms = e->f.now;
}

/* The fate is what has happened. */
static void end(struct evening *e, uint32_t chat, enum nj_fate fate)
{
    uint32_t n =
        qqbot_shown(e->f.p, scene_of(chat), id_of(chat), e->chats[chat].mark);

    if (fate == NJ_FATE_SENT)
        assert_int_equal(n, 1);
    else if (fate == NJ_FATE_UNKNOWN)
        assert_in_range(n, 0, 1);
    else
        assert_int_equal(n, 0);
    e->fates[fate]++;
    nj_qb_job_destroy(e->chats[chat].job);
    e->chats[chat].job = NULL;
}

static void send(struct evening *e, struct nj_qb_job *j,
                 struct nj_qb_step *step)
{
    enum qqbot_fault fault =
        below(e, 12) > 0 ? QQBOT_NO_FAULT : (enum qqbot_fault)(1 + below(e, 2));
    struct nj_qb_answer a;
    int64_t http;

    e->lost += fault != QQBOT_NO_FAULT;
    qqbot_fault_next(e->f.p, fault);
    nj_str_clear(&e->f.answer);
    e->f.now += below(e, 300);
    http = qqbot_post(e->f.p,
                      &(struct qqbot_post){e->call.path, e->f.token,
                                           e->call.body.p, e->call.body.len},
                      e->f.now, &e->f.answer);
    nj_qb_answer_read(http, e->f.answer.p != NULL ? e->f.answer.p : "",
                      e->f.answer.len, &a);
    nj_qb_job_answered(j, &a, e->l, 0, now_of(e), step);
}

static void go_on(struct evening *e, uint32_t chat)
{
    struct nj_qb_job *j = e->chats[chat].job;
    struct nj_qb_step step;

    if (e->f.now < e->chats[chat].at_ms)
        return;
    nj_str_clear(&e->call.body);
    if (nj_qb_job_route(j, e->l, now_of(e), &step)) {
        nj_qb_job_call(j, &e->names, &e->call);
        send(e, j, &step);
    }
    e->chats[chat].at_ms = step.at_ms;
    if (!step.again)
        end(e, chat, step.fate);
}

static void act(struct evening *e)
{
    uint32_t chat = below(e, CHATS);

    e->f.now += below(e, 100) == 0 ? below(e, 600000) : below(e, 300);
    if (e->f.now >= e->token_ms) {
        ask_token(&e->f);
        e->token_ms = e->f.now + (756 - 50) * INT64_C(1000);
    }
    if (below(e, 20) == 0)
        stir(e, chat);
    else if (below(e, 150) == 0)
        turn_switch(e, chat);
    else if (e->chats[chat].job == NULL)
        begin(e, chat);
    else
        go_on(e, chat);
}

/* What a platform that counts strictly has found. */
static void judge(const struct evening *e, bool early)
{
    static const int64_t never[] = {
        11244,    11253,    40034001, 40034024, 40034025, 40034026, 40034027,
        40034029, 40034100, 40034101, 40054004, 40054007, 40054010};

    for (size_t i = 0; i < NJ_COUNT(never); i++)
        if (qqbot_refused(e->f.p, never[i]) > 0)
            fail_msg("refused with %lld", (long long)never[i]);
    /* Only what is said again after a loss comes too late or too often. */
    if (!early)
        assert_true(qqbot_refused(e->f.p, 40034005) <= e->lost);
    assert_true(qqbot_refused(e->f.p, 40034128) <= e->lost);
    assert_true(qqbot_refused(e->f.p, 40054005) <= e->lost);
    assert_true(qqbot_refused(e->f.p, 40034105) +
                    qqbot_refused(e->f.p, 40054013) <=
                2 * e->off_unsaid);
    assert_true(qqbot_answers(e->f.p) > 100);
    assert_true(qqbot_pushes(e->f.p) > 100);
    assert_true(e->fates[NJ_FATE_SENT] > 500);
    assert_true(e->fates[NJ_FATE_UNKNOWN] > 0);
}

static void play(uint64_t seed)
{
    struct evening *e = nj_alloc(sizeof(*e));
    bool verified = seed % 2 == 0;
    bool early = seed % 3 == 0;

    e->f.p = qqbot_platform_create(verified);
    e->f.now = START;
    e->f.answer = (struct nj_str)NJ_STR_INIT(4096);
    e->call.body = (struct nj_str)NJ_STR_INIT(1u << 20);
    e->l = nj_qb_ledger_create(verified ? &nj_qb_limits_verified
                                        : &nj_qb_limits_unverified);
    nj_qb_names_put(&e->names, "B1", "com");
    nj_rng_splitmix64(&e->rng, seed);
    qqbot_tokens_live(e->f.p, 756);
    if (early)
        qqbot_answers_end_early(e->f.p);
    if (seed % 4 < 2)
        qqbot_repeats_come_last(e->f.p);
    if (seed % 5 == 0)
        qqbot_refuse_keyboards(e->f.p);
    for (uint32_t i = 0; i < CHATS; i++)
        qqbot_meet(e->f.p, scene_of(i), id_of(i));
    for (int i = 0; i < 6000; i++)
        act(e);
    judge(e, early);
    for (uint32_t i = 0; i < CHATS; i++)
        nj_qb_job_destroy(e->chats[i].job);
    nj_qb_ledger_destroy(e->l);
    qqbot_platform_destroy(e->f.p);
    nj_str_fini(&e->f.answer);
    nj_str_fini(&e->call.body);
    free(e);
}

static void random_evenings_give_nothing_to_refuse(void **state)
{
    uint64_t n = nj_amount("NJ_EVENINGS", 30);

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= n; seed++)
        play(seed);
}

#define ON_PLATFORM(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_PLATFORM(a_token_lasts_until_its_last_minute),
        ON_PLATFORM(a_wrong_secret_and_haste_get_no_token),
        ON_PLATFORM(answers_are_counted_and_end),
        ON_PLATFORM(scenes_and_kinds_of_ids_are_kept_apart),
        ON_PLATFORM(pushes_are_counted_and_can_be_forbidden),
        ON_PLATFORM(bodies_are_looked_at),
        cmocka_unit_test(random_evenings_give_nothing_to_refuse),
    };

    return cmocka_run_group_tests_name("gateway/qqbot/platform", tests, NULL,
                                       NULL);
}
