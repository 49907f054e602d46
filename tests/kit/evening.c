/*
 * People who play through both strict servers, and the pages of their chats.
 */
#include "kit/evening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/bug.h"
#include "base/clock.h"
#include "kit/nj_test.h"
#include "kit/pg_server.h"

#define WAIT_MS    NJ_SERVE_WAIT_MS
#define TAKES_MS   (2 * NJ_SERVE_WAIT_MS) /* another one, on a busy machine */
#define TG_TOKEN   "8100000001:AAtest-token_of-the-tests"
#define BYTES      (4u << 20)  /* of all that a chat hears */
#define LOOK_MS    INT64_C(20) /* at one platform, while the other may speak */
#define ROOM_MS    INT64_C(1000) /* real time in which an answer comes that may */
#define WAITS      7             /* of ten seconds: more than a minute */
#define ASKING_MS  INT64_C(60000) /* while workers die and others take over */
#define LINE_BYTES 400

/* Nobody's message number enters the draw: who is who, and where, is the same
 * in each run. */
static const char *const serve_args[] = {
    "serve", "-c", "config.json", "--test-seed", "5e", "--test-clock", NULL};

/* --- open, close --- */

static bool by_official, few;
static uint32_t beside;

void nj_evening_beside(uint32_t people)
{
    beside = people;
}

void nj_evening_by(const char *platform)
{
    few = strcmp(platform, "qqbot-few") == 0;
    by_official = few || strcmp(platform, "qqbot") == 0;
}

/* How the platform calls somebody, or the group. */
static const char *openid(int64_t id, char out[32])
{
    (void)snprintf(out, 32, "%lld", (long long)id);
    return out;
}

static void put_qq(const struct nj_evening *e, struct nj_str *text)
{
    if (e->official != NULL)
        nj_str_addf(text,
                    "{\"kind\": \"qqbot\", \"name\": \"%s\","
                    "\"app\": \"" QQBOT_APP "\", \"url\": \"%s\","
                    "\"verified\": \"%s\", \"backoff_ms\": [10, 100],"
                    "\"token_file\": \"token3\"},",
                    e->qq != NULL ? "bot" : "qq", qqbot_server_url(e->official),
                    few ? "no" : "yes");
    if (e->qq != NULL)
        nj_str_addf(text,
                    "{\"kind\": \"onebot\", \"name\": \"qq\","
                    "\"url\": \"ws://127.0.0.1:%u/\","
                    "\"backoff_ms\": [10, 100], \"token_file\": \"token\"},",
                    (unsigned)nj_ob_server_port(e->qq));
}

static void configure(const struct nj_evening *e, const struct nj_serve *s)
{
    struct nj_str text = NJ_STR_INIT(2000);

    nj_str_puts(&text, "{\"log_level\": \"debug\", \"pacing\": {"
                       "\"per_second\": 1000, \"burst\": 1000,"
                       "\"per_minute\": 60000, \"total_per_second\": 10000},"
                       "\"gateways\": [");
    put_qq(e, &text);
    nj_str_addf(&text,
                "{\"kind\": \"telegram\", \"name\": \"tg\","
                "\"url\": \"%s\", \"token_file\": \"token2\","
                "\"backoff_ms\": [20, 100], \"poll_s\": 1,"
                "\"pacing\": {\"per_second\": 1000, \"burst\": 1000,"
                "\"per_minute\": 20, \"total_per_second\": 30}}]}",
                nj_tg_server_url(e->tg));
    assert_false(text.over);
    nj_serve_write(s, "config.json", text.p, text.len);
    nj_serve_write(s, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
    nj_serve_write(s, "token3", QQBOT_SECRET, strlen(QQBOT_SECRET));
    nj_serve_write(s, "token2", TG_TOKEN, strlen(TG_TOKEN));
    nj_str_fini(&text);
}

/* How often somebody has connected so far. */
struct met {
    uint32_t lines, connections;
};

static struct met meet(struct nj_evening *e)
{
    struct met m = {0};

    if (e->official != NULL)
        m.lines = qqbot_server_lines(e->official);
    if (e->qq != NULL)
        m.connections = nj_ob_server_connections(e->qq);
    return m;
}

static void await_connections(struct nj_evening *e, struct met before)
{
    if ((e->qq != NULL &&
         !nj_ob_server_connected(e->qq, before.connections + 1, TAKES_MS)) ||
        (e->official != NULL &&
         !qqbot_server_lined(e->official, before.lines + 1, TAKES_MS)))
        fail_msg("%s", nj_serve_read(&e->program, "log"));
}

static void start(struct nj_evening *e)
{
    struct met before = meet(e);

    nj_serve_start(&e->program, serve_args);
    await_connections(e, before);
}

static void open_others(struct nj_evening *e)
{
    for (unsigned i = 0; i < e->n_others; i++) {
        nj_serve_open(&e->others[i]);
        memcpy(e->others[i].database, e->program.database,
               sizeof(e->program.database));
        configure(e, &e->others[i]);
        nj_serve_stand_by(&e->others[i], serve_args);
    }
}

/* How often each of them has had to wait for a killed one's time. */
static unsigned takes(struct nj_evening *e, unsigned i)
{
    return nj_serve_times(&e->others[i], "log", "lease taken_over");
}

/* Any of those who wait goes on; who was killed waits in its place. */
static void take_over(struct nj_evening *e)
{
    struct met before = meet(e);
    unsigned taken[NJ_EVENING_OTHERS], i = 0;
    struct nj_serve killed;

    assert_int_equal(e->n_others, NJ_EVENING_OTHERS);
    for (unsigned k = 0; k < NJ_EVENING_OTHERS; k++)
        taken[k] = takes(e, k);
    nj_serve_kill(&e->program);
    await_connections(e, before);
    while (i < NJ_EVENING_OTHERS && takes(e, i) == taken[i])
        i++;
    assert_in_range(i, 0, NJ_EVENING_OTHERS - 1);
    killed = e->program;
    e->program = e->others[i];
    e->others[i] = killed;
    nj_serve_stand_by(&e->others[i], serve_args);
}

/* Is that person to be met on the official platform? */
static bool on_official(const struct nj_evening *e, unsigned i)
{
    return e->qq == NULL ? !e->people[i].tg : (e->bots >> i & 1) != 0;
}

static unsigned home(const struct nj_evening *e, unsigned i)
{
    if (e->people[i].tg)
        return NJ_EVENING_TG;
    return e->qq != NULL && on_official(e, i) ? NJ_EVENING_BOT : NJ_EVENING_QQ;
}

static void open_qq(struct nj_evening *e)
{
    char id[32];

    if (!by_official)
        e->qq = nj_ob_server_start(NJ_SERVE_TOKEN);
    if (!by_official && e->bots == 0)
        return;
    e->official = qqbot_server_start(!few);
    qqbot_server_meet(e->official, QQBOT_GROUP,
                      openid(NJ_EVENING_QQ_GROUP, id));
    for (unsigned i = 0; i < e->n; i++)
        if (on_official(e, i))
            qqbot_server_meet(e->official, QQBOT_USER,
                              openid(e->people[i].id, id));
}

/* The first person of Telegram is an administrator there. */
static void meet_people(struct nj_evening *e)
{
    bool admin = true;

    for (unsigned i = 0; i < e->n; i++)
        if (e->here[i].tg) {
            nj_tg_server_member(e->tg, NJ_EVENING_TG_GROUP, e->here[i].id,
                                admin ? "administrator" : "member");
            admin = false;
        }
}

static void gather(struct nj_evening *e, const struct nj_evening_person *people,
                   unsigned n, const char *typing)
{
    assert_in_range(n, 1, NJ_EVENING_PEOPLE);
    *e = (struct nj_evening){.people = e->here,
                             .n = n,
                             .typing = typing,
                             .group = NJ_EVENING_QQ_GROUP};
    for (unsigned i = 0; i < n; i++)
        e->here[i] = people[i];
    for (unsigned i = 0; i < NJ_EVENING_CHATS; i++) {
        e->chat[i].heard = (struct nj_str)NJ_STR_INIT(BYTES);
        e->chat[i].fresh = (struct nj_str)NJ_STR_INIT(BYTES);
        e->chat[i].page = (struct nj_str)NJ_STR_INIT(BYTES);
    }
}

void nj_evening_open(struct nj_evening *e,
                     const struct nj_evening_person *people, unsigned n,
                     const char *typing)
{
    gather(e, people, n, typing);
    e->bots = beside;
    for (unsigned i = 0; i < n; i++)
        e->here[i].tg = people[i].tg && !by_official;
    open_qq(e);
    e->tg = nj_tg_server_start(TG_TOKEN);
    meet_people(e);
    if (getenv("NJ_WORKERS") != NULL && nj_pg_server_wanted())
        e->n_others = NJ_EVENING_OTHERS;
    nj_serve_open(&e->program);
    configure(e, &e->program);
    start(e);
    open_others(e);
}

/* What was said to others, before. */
static void pass_over(struct nj_evening *e)
{
    bool group = false;
    int64_t id = 0;

    while (nj_ob_server_text(e->qq, e->qq_read, 0, &group, &id) != NULL)
        e->qq_read++;
    while (e->tg != NULL && nj_tg_server_expect(e->tg, "", 0, "", 0) != NULL)
        continue;
}

void nj_evening_visit(struct nj_evening *e,
                      const struct nj_evening_person *people, unsigned n,
                      const struct nj_evening_house *house, int64_t group)
{
    gather(e, people, n, "+1s");
    e->group = group;
    e->qq = house->qq;
    e->tg = house->tg;
    e->passes = house->passes;
    meet_people(e);
    pass_over(e);
}

static void close_house(struct nj_evening *e)
{
    nj_serve_close(&e->program);
    for (unsigned i = 0; i < e->n_others; i++)
        nj_serve_close(&e->others[i]);
    nj_ob_server_stop(e->qq);
    qqbot_server_stop(e->official);
    nj_tg_server_stop(e->tg);
}

void nj_evening_close(struct nj_evening *e)
{
    if (e->passes == NULL)
        close_house(e);
    for (unsigned i = 0; i < NJ_EVENING_CHATS; i++) {
        nj_str_fini(&e->chat[i].heard);
        nj_str_fini(&e->chat[i].fresh);
        nj_str_fini(&e->chat[i].page);
    }
    memset(e, 0, sizeof(*e));
}

void nj_evening_blameless(struct nj_evening *e)
{
    if (e->official != NULL)
        assert_string_equal(qqbot_server_violations(e->official), "");
    if (e->qq != NULL)
        assert_string_equal(nj_ob_server_violations(e->qq), "");
    assert_int_equal(nj_serve_times(&e->program, "log", QQBOT_SECRET), 0);
    assert_string_equal(nj_tg_server_violations(e->tg), "");
    assert_int_equal(nj_serve_times(&e->program, "log", NJ_SERVE_TOKEN), 0);
    assert_int_equal(nj_serve_times(&e->program, "log", "AAtest-token"), 0);
}

/* The next life resumes the session of the one before. */
void nj_evening_crash(struct nj_evening *e)
{
    uint32_t sessions = 0;

    if (e->official != NULL)
        sessions = qqbot_server_sessions(e->official);
    if (e->n_others > 0) {
        take_over(e);
    } else {
        nj_serve_kill(&e->program);
        start(e);
    }
    if (e->official != NULL)
        assert_int_equal(qqbot_server_sessions(e->official), sessions);
}

static uint32_t official_texts(struct nj_evening *e)
{
    const struct qqbot_platform *p = qqbot_server_enter(e->official);
    uint32_t n = qqbot_answers(p) + qqbot_pushes(p);

    qqbot_server_leave(e->official);
    return n;
}

/* No text of the program has come for a moment: what is on its way when the
 * platform's clock moves would count for a later minute than it was sent in. */
static void await_silence(struct nj_evening *e)
{
    const struct timespec t = {.tv_nsec = LOOK_MS * 500000};
    uint32_t before, now = official_texts(e);

    do {
        before = now;
        (void)nanosleep(&t, NULL);
        now = official_texts(e);
    } while (now != before);
}

void nj_evening_clock(struct nj_evening *e, const char *line)
{
    int64_t ms = 0;

    if (e->passes != NULL) {
        e->passes(line);
        return;
    }
    /* First the platform's: what it counts is never younger than we think. */
    assert_true(
        nj_duration_parse(line + 1, strlen(line) - 1, INT64_MAX / 2, &ms));
    if (e->official != NULL) {
        await_silence(e);
        qqbot_server_pass(e->official, ms);
    }
    nj_serve_pass(&e->program, line);
}

/* --- pages --- */

static void keep_file(const char *folder, const char *name, const char *bytes,
                      size_t n)
{
    char path[600];
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void keep_one(struct nj_evening *e, const char *folder, const char *name)
{
    const char *text = nj_serve_read(&e->program, name);

    keep_file(folder, name, text, strlen(text));
}

void nj_evening_keep(struct nj_evening *e, const char *evening)
{
    const char *root = getenv("NJ_EVENING");
    char folder[400], name[100];

    if (root == NULL)
        return;
    (void)snprintf(folder, sizeof(folder), "%s/%s", root, evening);
    (void)mkdir(root, 0777);
    (void)mkdir(folder, 0777);
    for (unsigned i = 0; i < NJ_EVENING_CHATS; i++) {
        const struct nj_str *page = &e->chat[i].page;

        if (page->len == 0)
            continue;
        if (i < e->n)
            (void)snprintf(name, sizeof(name), "%02u-%lld.txt", i + 1,
                           (long long)e->people[i].id);
        else
            (void)snprintf(name, sizeof(name), "%s",
                           i == NJ_EVENING_QQ    ? "group-qq.txt"
                           : i == NJ_EVENING_BOT ? "group-bot.txt"
                                                 : "group-telegram.txt");
        keep_file(folder, name, page->p, page->len);
    }
    if (e->program.dir.path[0] == '\0') /* others have it */
        return;
    keep_one(e, folder, "match.jsonl");
    keep_one(e, folder, "log");
}

/* What settles is no part of the page. */
static bool settles(const char *line, size_t n)
{
    const char *at = strstr(line, "UTC+8");

    return at != NULL && at < line + n;
}

static void note_typed(struct nj_evening *e, unsigned chat, unsigned i,
                       const char *text)
{
    if (e->settling)
        return;
    nj_str_addf(&e->chat[chat].page, "\n>>> %s: %s\n", e->people[i].name, text);
    nj_evening_clock(e, e->typing);
}

static void put_lines(struct nj_str *page, const char *how, const char *text)
{
    bool asked = settles(text, strlen(text)), head = false;
    size_t n;

    for (; *text != '\0'; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (settles(text, n) || (asked && text[0] == '[')) /* its tag */
            continue;
        if (!head)
            nj_str_addf(page, "\n--- bot%s\n", how);
        nj_str_addf(page, "%.*s\n", (int)n, text);
        head = true;
    }
}

/* The line that ends what that text repeats begins at what is given back; NULL:
 * it repeats to its end. What is in front of the mark is new. */
static const char *note_new(struct nj_evening_chat *c, const char *text)
{
    static const char *const marks[][2] = {{"（可能重复）", "（以下是新消息）"},
                                           {"（可能重複）", "（以下是新訊息）"},
                                           {"(may be a repeat)", "(New:)"}};

    for (size_t i = 0; i < NJ_COUNT(marks); i++) {
        const char *mark = strstr(text, marks[i][0]);

        if (mark == NULL)
            continue;
        nj_str_addf(&c->fresh, "%.*s\n", (int)(mark - text), text);
        return strstr(mark, marks[i][1]);
    }
    nj_str_addf(&c->fresh, "%s\n", text);
    return NULL;
}

static void note_fresh(struct nj_evening_chat *c, const char *text)
{
    while (text != NULL)
        text = note_new(c, text);
}

static void note_heard(struct nj_evening_chat *c, const char *text,
                       const char *how)
{
    note_fresh(c, text);
    nj_str_addf(&c->heard, "%s\n", text);
    put_lines(&c->page, how, text);
    c->texts++;
}

static void fail_at(struct nj_evening *e, unsigned chat, const char *part)
{
    const struct nj_str *page = &e->chat[chat].page;

    nj_evening_keep(e, "failed");
    if (page->len > 900) /* cmocka prints a thousand bytes */
        print_message("%s", page->p + page->len - 900);
    fail_msg("chat %u never heard: %s", chat + 1, part);
}

/* --- talking --- */

static void say_on_qq(struct nj_evening *e, unsigned i, bool group,
                      const char *text)
{
    const struct nj_evening_person *p = &e->people[i];
    char chat[32], who[32];

    if (on_official(e, i))
        qqbot_server_say(e->official, group ? QQBOT_GROUP : QQBOT_USER,
                         openid(group ? e->group : p->id, chat),
                         openid(p->id, who), p->name, text);
    else if (group)
        nj_ob_server_say_group(e->qq, e->group, p->id, p->name, text);
    else
        nj_ob_server_say_private(e->qq, p->id, p->name, text);
}

void nj_evening_pushes(struct nj_evening *e, bool on)
{
    char id[32];

    if (e->official == NULL)
        return;
    e->hushed = !on;
    qqbot_server_switch(e->official, QQBOT_GROUP,
                        openid(NJ_EVENING_QQ_GROUP, id), on, true);
}

void nj_evening_lets(struct nj_evening *e, unsigned i, bool on)
{
    char id[32];

    if (e->official != NULL)
        qqbot_server_switch(e->official, QQBOT_USER,
                            openid(e->people[i].id, id), on, true);
}

void nj_evening_resumes(struct nj_evening *e, int code)
{
    uint32_t lines, sessions;

    if (e->official == NULL)
        return;
    lines = qqbot_server_lines(e->official);
    sessions = qqbot_server_sessions(e->official);
    qqbot_server_close(e->official, code);
    assert_true(qqbot_server_lined(e->official, lines + 1, WAIT_MS));
    assert_int_equal(qqbot_server_sessions(e->official), sessions);
}

bool nj_evening_has(const struct nj_evening *e, unsigned chat)
{
    for (unsigned i = 0; i < e->n; i++)
        if (chat == i || home(e, i) == chat)
            return true;
    return false;
}

void nj_evening_repeats(struct nj_evening *e)
{
    if (e->qq == NULL)
        qqbot_server_repeat(e->official);
    else
        nj_ob_server_repeat(e->qq);
}

/* The line as that person's platform has it. */
static const char *as_there(const struct nj_evening *e, unsigned i,
                            const char *text, char out[LINE_BYTES])
{
    if (text[0] != '/' || e->people[i].tg)
        return text;
    (void)snprintf(out, LINE_BYTES, "#%s", text + 1);
    return out;
}

void nj_evening_says(struct nj_evening *e, unsigned i, const char *line)
{
    const struct nj_evening_person *p = &e->people[i];
    char bytes[LINE_BYTES];
    const char *text = as_there(e, i, line, bytes);

    note_typed(e, home(e, i), i, text);
    if (p->tg)
        nj_tg_server_say(e->tg, NJ_EVENING_TG_GROUP, 0, p->id, p->name, text);
    else
        say_on_qq(e, i, true, text);
}

void nj_evening_whispers(struct nj_evening *e, unsigned i, const char *line)
{
    const struct nj_evening_person *p = &e->people[i];
    char bytes[LINE_BYTES];
    const char *text = as_there(e, i, line, bytes);

    note_typed(e, i, i, text);
    if (p->tg)
        nj_tg_server_say(e->tg, p->id, 0, p->id, p->name, text);
    else
        say_on_qq(e, i, false, text);
}

/* On the official platform a mention is a tag. */
static void mention_there(struct nj_evening *e, unsigned i, const char *text,
                          unsigned whom)
{
    char words[400];

    (void)snprintf(words, sizeof(words), "%s <@%lld>", text,
                   (long long)e->people[whom].id);
    note_typed(e, home(e, i), i, text);
    say_on_qq(e, i, true, words);
}

void nj_evening_mentions(struct nj_evening *e, unsigned i, const char *text,
                         unsigned whom)
{
    const struct nj_evening_person *p = &e->people[i];
    static int64_t message = 7000000; /* no other event has such a number */
    char frame[1200];

    assert_false(p->tg); /* a mention there is an entity of a text */
    if (on_official(e, i)) {
        mention_there(e, i, text, whom);
        return;
    }
    note_typed(e, home(e, i), i, text);
    (void)snprintf(
        frame, sizeof(frame),
        "{\"time\":%lld,\"self_id\":%d,\"post_type\":\"message\","
        "\"message_type\":\"group\",\"sub_type\":\"normal\","
        "\"message_id\":%lld,\"user_id\":%lld,\"group_id\":%lld,"
        "\"message_format\":\"array\",\"raw_message\":\"%s\",\"message\":["
        "{\"type\":\"text\",\"data\":{\"text\":\"%s \"}},"
        "{\"type\":\"at\",\"data\":{\"qq\":\"%lld\"}}],"
        "\"sender\":{\"user_id\":%lld,\"nickname\":\"%s\",\"card\":\"\","
        "\"role\":\"member\"}}",
        (long long)time(NULL), NJ_OB_SERVER_SELF, (long long)++message,
        (long long)p->id, (long long)e->group, text, text,
        (long long)e->people[whom].id, (long long)p->id, p->name);
    nj_ob_server_push(e->qq, frame, 0);
}

void nj_evening_presses(struct nj_evening *e, unsigned i, unsigned chat,
                        const char *label)
{
    const struct nj_tg_checked *row = e->chat[chat].row;
    const char *at;
    char token[80];

    assert_non_null(row);
    at = strstr(row->buttons.p, label);
    assert_non_null(at);
    (void)snprintf(token, sizeof(token), "%.60s", at + strcspn(at, "=") + 1);
    token[strcspn(token, "|/")] = '\0';
    nj_str_addf(&e->chat[chat].page, "\n>>> %s: [%s]\n", e->people[i].name,
                label);
    nj_tg_server_press(e->tg, row->chat, e->people[i].id, row->message, token);
}

/* The next text, whatever has to pass until it may be said: Telegram takes so
 * many in a minute. */
static bool wait_for_text(struct nj_evening *e)
{
    if (e->passes == NULL)
        return nj_evening_listen(e, WAIT_MS);
    for (int64_t left = WAIT_MS; left > 0; left -= ROOM_MS / 5) {
        if (nj_evening_listen(e, ROOM_MS / 5))
            return true;
        nj_evening_clock(e, "+2s");
    }
    return false;
}

void nj_evening_is_led(struct nj_evening *e, unsigned i)
{
    struct nj_evening_chat *c = &e->chat[home(e, i)];
    const char *payload = NULL;
    char text[100];

    c->row = NULL;
    while (c->row == NULL ||
           (payload = strstr(c->row->buttons.p, "?start=")) == NULL)
        if (!wait_for_text(e))
            fail_at(e, home(e, i), "?start=");
    (void)snprintf(text, sizeof(text), "/start %.64s", payload + 7);
    text[7 + strcspn(text + 7, "|/")] = '\0';
    c->row = NULL;
    nj_evening_whispers(e, i, text);
}

/* --- listening --- */

/* Of the platform whose group that is; NJ_EVENING_CHATS: others', whose
 * house this is. */
static unsigned chat_of(const struct nj_evening *e, bool group, int64_t id,
                        unsigned there)
{
    if (group && e->passes != NULL && there == NJ_EVENING_QQ && id != e->group)
        return NJ_EVENING_CHATS;
    if (group)
        return there;
    for (unsigned i = 0; i < e->n; i++)
        if (e->people[i].id == id && home(e, i) == there)
            return i;
    if (e->passes != NULL)
        return NJ_EVENING_CHATS;
    fail_msg("a text for nobody: %lld", (long long)id);
    return 0;
}

/* The official platform shows pictures as messages of their own. */
static bool is_picture(const char *text)
{
    return strncmp(text, "group-", 6) == 0 || strncmp(text, "user-", 5) == 0;
}

static bool listen_official(struct nj_evening *e, int64_t wait_ms)
{
    unsigned there = e->qq == NULL ? NJ_EVENING_QQ : NJ_EVENING_BOT;
    enum qqbot_scene scene = QQBOT_GROUP;
    const char *chat = "", *text;

    if (e->official == NULL)
        return false;
    text = qqbot_server_text(e->official, e->official_read, wait_ms, &scene,
                             &chat);
    if (text == NULL)
        return false;
    e->official_read++;
    if (!is_picture(text))
        note_heard(&e->chat[chat_of(e, scene == QQBOT_GROUP,
                                    strtoll(chat, NULL, 10), there)],
                   text, "");
    return true;
}

static bool listen_qq(struct nj_evening *e, int64_t wait_ms)
{
    bool group = false;
    int64_t id = 0;
    const char *text;
    unsigned chat;

    if (e->qq == NULL)
        return false;
    text = nj_ob_server_text(e->qq, e->qq_read, wait_ms, &group, &id);
    if (text == NULL)
        return false;
    e->qq_read++;
    chat = chat_of(e, group, id, NJ_EVENING_QQ);
    if (chat < NJ_EVENING_CHATS)
        note_heard(&e->chat[chat], text, "");
    return true;
}

/* Which of the calls that show a text; their number: none. */
static size_t shows(const struct nj_tg_checked *c)
{
    static const char *const methods[] = {"sendMessage", "sendPhoto",
                                          "editMessageText"};
    size_t k = 0;

    while (k < NJ_COUNT(methods) && strcmp(c->method, methods[k]) != 0)
        k++;
    return k < NJ_COUNT(methods) && c->text.len > 0 ? k : NJ_COUNT(methods);
}

static bool listen_tg(struct nj_evening *e, int64_t wait_ms)
{
    static const char *const how[] = {"", " (picture)", " (edited)"};
    const struct nj_tg_checked *c = NULL;
    struct nj_evening_chat *chat;
    char tail[1000];
    size_t k;

    if (e->tg != NULL)
        c = nj_tg_server_expect(e->tg, "", 0, "", wait_ms);
    while (c != NULL && shows(c) >= NJ_COUNT(how))
        c = nj_tg_server_expect(e->tg, "", 0, "", 0);
    if (c == NULL)
        return false;
    k = shows(c);
    NJ_ASSERT(k < NJ_COUNT(how));
    chat = &e->chat[chat_of(e, c->chat < 0, c->chat, NJ_EVENING_TG)];
    if (c->buttons.len > 0)
        chat->row = c;
    (void)snprintf(tail, sizeof(tail), "%s %s", how[k], c->buttons.p);
    note_heard(chat, c->text.p, tail);
    return true;
}

bool nj_evening_listen(struct nj_evening *e, int64_t wait_ms)
{
    bool some = listen_qq(e, 0);

    some = listen_official(e, 0) || some;
    some = listen_tg(e, 0) || some;
    for (int64_t left = wait_ms; !some && left > 0; left -= 2 * LOOK_MS)
        some = listen_qq(e, LOOK_MS) || listen_official(e, LOOK_MS) ||
               listen_tg(e, LOOK_MS);
    return some;
}

/* Where that is told behind the mark of the chat, which moves there. */
static const char *find(struct nj_evening_chat *c, const char *part)
{
    const char *at = strstr(c->heard.p + c->mark, part);

    if (at == NULL)
        return NULL;
    at += strlen(part);
    c->mark = (size_t)(at - c->heard.p);
    return at;
}

const char *nj_evening_hears(struct nj_evening *e, unsigned chat,
                             const char *part)
{
    const char *at;

    while ((at = find(&e->chat[chat], part)) == NULL)
        if (!wait_for_text(e))
            fail_at(e, chat, part);
    return at;
}

bool nj_evening_heard(const struct nj_evening *e, unsigned chat,
                      const char *part)
{
    const struct nj_evening_chat *c = &e->chat[chat];

    return strstr(c->heard.p + c->mark, part) != NULL;
}

static unsigned times(const char *at, const char *part)
{
    unsigned n = 0;

    while ((at = strstr(at, part)) != NULL) {
        at += strlen(part);
        n++;
    }
    return n;
}

unsigned nj_evening_times(const struct nj_evening *e, unsigned chat,
                          const char *part)
{
    return times(e->chat[chat].heard.p, part);
}

unsigned nj_evening_fresh(const struct nj_evening *e, unsigned chat,
                          const char *part)
{
    return times(e->chat[chat].fresh.p, part);
}

/* Whoever works may have died under the question; Telegram keeps it, and takes
 * so many answers a minute. */
static void ask_on(struct nj_evening *e, unsigned i)
{
    int64_t until_ms = nj_monotonic_ms() + ASKING_MS;
    int64_t again_ms = nj_monotonic_ms() + ROOM_MS;

    while (!nj_evening_heard(e, i, "UTC") && nj_monotonic_ms() < until_ms) {
        if (nj_evening_listen(e, ROOM_MS / 5))
            continue;
        nj_evening_clock(e, "+2s");
        if (!e->people[i].tg && nj_monotonic_ms() >= again_ms) {
            nj_evening_whispers(e, i, "#时区");
            again_ms = nj_monotonic_ms() + ROOM_MS;
        }
    }
    (void)nj_evening_hears(e, i, "UTC");
}

/* As nj_evening_hears(); on the official platform what is said may have to wait
 * for the next minute. */
static void await_room(struct nj_evening *e, unsigned chat, const char *part)
{
    for (unsigned i = 0; i < WAITS && e->official != NULL; i++) {
        while (!nj_evening_heard(e, chat, part) &&
               nj_evening_listen(e, ROOM_MS))
            continue;
        if (nj_evening_heard(e, chat, part))
            break;
        nj_evening_clock(e, "+10s");
    }
    (void)nj_evening_hears(e, chat, part);
}

void nj_evening_settle(struct nj_evening *e)
{
    nj_evening_clock(e, e->typing);
    if (e->hushed) /* whoever speaks there opens room */
        say_on_qq(e, 0, true, "……");
    e->settling = true;
    for (unsigned i = 0; i < e->n; i++)
        nj_evening_whispers(e, i, e->people[i].tg ? "/tz" : "#时区");
    for (unsigned i = 0; i < e->n; i++)
        if (e->passes != NULL)
            ask_on(e, i);
        else
            await_room(e, i, "UTC");
    e->settling = false;
}

/* --- what the official platform counted --- */

#define MINUTE_MS 60000

/* The most pushes within any minute. */
static uint32_t fullest(const struct qqbot_platform *p, enum qqbot_scene scene)
{
    struct qqbot_said first, last;
    uint32_t most = 0, n = 0;
    size_t from = 0;

    for (size_t i = 0; qqbot_said(p, i, &last); i++) {
        if (last.scene != scene || !last.push)
            continue;
        n++;
        while (qqbot_said(p, from, &first) &&
               first.at_ms <= last.at_ms - MINUTE_MS) {
            n -= first.scene == scene && first.push;
            from++;
        }
        most = n > most ? n : most;
    }
    return most;
}

void nj_evening_count(struct nj_evening *e)
{
    const struct qqbot_platform *p;

    if (e->official == NULL)
        return;
    p = qqbot_server_enter(e->official);
    print_message("%u answers, %u pushes; in the fullest minute %u pushes into "
                  "the group and %u to people; %u times too much\n",
                  (unsigned)qqbot_answers(p), (unsigned)qqbot_pushes(p),
                  (unsigned)fullest(p, QQBOT_GROUP),
                  (unsigned)fullest(p, QQBOT_USER),
                  (unsigned)qqbot_refused(p, 40034100));
    qqbot_server_leave(e->official);
}
