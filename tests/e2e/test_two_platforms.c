/*
 * One match of 漫漫长夜 in a QQ group and a Telegram group at once, against
 * the two strict servers: two people of each, one language in each group,
 * moves typed and pressed, a kill, an outage of either platform. At the end
 * the file verifies and both groups have heard the same course.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"
#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/serve.h"
#include "kit/telegram_server.h"

#define WAIT_MS   NJ_SERVE_WAIT_MS
#define GATHER_MS 12000 /* who sits down shares a card (UX-6.2) */
#define TG_TOKEN  "8100000001:AAtest-token_of-the-tests"
#define QQ_GROUP  INT64_C(4123456789)
#define TG_GROUP  INT64_C(-1001234567890)
#define MOVES_MAX 500
#define FRESH     4 /* messages to Telegram, of the 20 that it takes */
#define HEARD_MAX (1u << 20)
#define PUBLIC    "  G    " /* before public lines of `nightjar replay` */

struct person {
    int64_t id;
    const char *name;
    bool tg;
};

/* Those who sit down first; then who takes a seat over, and the host. */
static const struct person first[] = {{77, "Ann", false},
                                      {88, "阿宝", false},
                                      {501, "Tara", true},
                                      {502, "Udo", true}};
static const struct person verena = {503, "Verena", true};
static const struct person hugo = {99, "Hugo", false};
static struct person people[NJ_COUNT(first)];

/* A chat as a test reads it: what was said in it, a line after the other. */
struct ear {
    struct nj_str all;
    size_t turn; /* behind the latest line that was found to begin a turn */
};

static struct nj_ob_server *qq;
static struct nj_tg_server *tg;
static struct nj_serve program;
static struct nj_rng chance;
static struct ear ears[2]; /* QQ, Telegram */
static uint32_t qq_read;
static const struct nj_tg_checked *row; /* the latest with buttons there */
static unsigned seat;                   /* whose turn it is */
static const struct person *mover;
static bool turn_is_new; /* and not yet looked for at Telegram */
static bool over;

static struct {
    unsigned moves, presses, kills, outages[2], subs, undone;
    uint32_t written; /* to Telegram when the process began */
} count;

/* --- open, close --- */

static void configure(void)
{
    char text[1500];
    int n = snprintf(
        text, sizeof(text),
        "{\"log_level\": \"debug\", \"owners\": [\"qq:u:99\"],"
        "\"pacing\": {\"per_second\": 1000, \"burst\": 1000,"
        "\"per_minute\": 60000, \"total_per_second\": 10000},"
        "\"gateways\": [{\"kind\": \"onebot\", \"name\": \"qq\","
        "\"url\": \"ws://127.0.0.1:%u/\", \"backoff_ms\": [10, 100],"
        "\"token_file\": \"token\"},"
        "{\"kind\": \"telegram\", \"name\": \"tg\", \"url\": \"%s\","
        "\"token_file\": \"token2\", \"backoff_ms\": [20, 100],"
        "\"poll_s\": 1, \"pacing\": {\"per_second\": 1000, \"burst\": 1000,"
        "\"per_minute\": 20, \"total_per_second\": 30}}]}",
        (unsigned)nj_ob_server_port(qq), nj_tg_server_url(tg));

    assert_in_range(n, 1, sizeof(text) - 1);
    nj_serve_write(&program, "config.json", text, (size_t)n);
    nj_serve_write(&program, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
    nj_serve_write(&program, "token2", TG_TOKEN, strlen(TG_TOKEN));
}

/* Messages that Telegram's limits count. */
static uint32_t written(void)
{
    return nj_tg_server_count(tg, "sendMessage") +
           nj_tg_server_count(tg, "editMessageText");
}

static void start(void)
{
    uint32_t before = nj_ob_server_connections(qq);

    count.written = written();
    nj_serve_start(&program, NULL);
    if (!nj_ob_server_connected(qq, before + 1, WAIT_MS))
        fail_msg("%s", nj_serve_read(&program, "log"));
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&count, 0, sizeof(count));
    memcpy(people, first, sizeof(people));
    qq_read = seat = 0;
    mover = NULL;
    row = NULL;
    over = turn_is_new = false;
    nj_rng_splitmix64(&chance, 5);
    for (size_t i = 0; i < NJ_COUNT(ears); i++)
        ears[i] = (struct ear){.all = NJ_STR_INIT(HEARD_MAX)};
    qq = nj_ob_server_start(NJ_SERVE_TOKEN);
    tg = nj_tg_server_start(TG_TOKEN);
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        if (people[i].tg)
            nj_tg_server_member(tg, TG_GROUP, people[i].id,
                                i == 2 ? "administrator" : "member");
    nj_tg_server_member(tg, TG_GROUP, verena.id, "member");
    nj_serve_open(&program);
    configure();
    start();
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&program);
    nj_ob_server_stop(qq);
    nj_tg_server_stop(tg);
    qq = NULL;
    tg = NULL;
    for (size_t i = 0; i < NJ_COUNT(ears); i++)
        nj_str_fini(&ears[i].all);
    return 0;
}

/* --- talking and listening --- */

static void says(const struct person *p, const char *text)
{
    if (p->tg)
        nj_tg_server_say(tg, TG_GROUP, 0, p->id, p->name, text);
    else
        nj_ob_server_say_group(qq, QQ_GROUP, p->id, p->name, text);
}

static void whispers(const struct person *p, const char *text)
{
    if (p->tg)
        nj_tg_server_say(tg, p->id, 0, p->id, p->name, text);
    else
        nj_ob_server_say_private(qq, p->id, p->name, text);
}

static const char *next_of_qq(int64_t wait_ms)
{
    const char *text;
    bool group = false;
    int64_t id = 0;

    do {
        text = nj_ob_server_text(qq, qq_read, wait_ms, &group, &id);
        qq_read += text != NULL;
    } while (text != NULL && !group);
    return text;
}

static const char *next_of_tg(int64_t wait_ms)
{
    const struct nj_tg_checked *c =
        nj_tg_server_expect(tg, "sendMessage", TG_GROUP, "", wait_ms);

    if (c == NULL)
        return NULL;
    if (c->buttons.len > 0)
        row = c;
    return c->text.p;
}

/* "轮到 3 席·Cat" */
static void read_turn(const char *text)
{
    const char *at = text;
    const char *name;

    over = over || strstr(text, "终局") != NULL;
    if (strstr(text, "轮到 ") != NULL && strstr(text, " 回合，轮到 ") == NULL)
        turn_is_new = true;
    while ((at = strstr(at, "轮到 ")) != NULL) {
        at += strlen("轮到 ");
        name = strstr(at, "席·");
        assert_non_null(name);
        name += strlen("席·");
        seat = (unsigned)strtoul(at, NULL, 10);
        for (size_t i = 0; i < NJ_COUNT(people); i++)
            if (strncmp(name, people[i].name, strlen(people[i].name)) == 0)
                mover = &people[i];
    }
}

/* The next thing said in that group; NULL if nothing comes. */
static const char *hears_next(bool in_tg, int64_t wait_ms)
{
    const char *text = in_tg ? next_of_tg(wait_ms) : next_of_qq(wait_ms);

    if (text == NULL)
        return NULL;
    nj_str_puts(&ears[in_tg].all, text);
    nj_str_putc(&ears[in_tg].all, '\n');
    if (!in_tg)
        read_turn(text);
    return text;
}

static void fail_of(const char *what, const char *part)
{
    (void)fprintf(stderr, "--- QQ\n%s\n--- Telegram\n%s\n--- row %s\n--- %s\n",
                  ears[0].all.p, ears[1].all.p,
                  row != NULL ? row->buttons.p : "",
                  nj_serve_read(&program, "log"));
    fail_msg("%s: %s", what, part);
}

/* Listens there until that is said. */
static const char *hears(bool in_tg, const char *part)
{
    const char *text;

    do {
        text = hears_next(in_tg, WAIT_MS);
        if (text == NULL)
            fail_of("never heard", part);
    } while (strstr(text, part) == NULL);
    return text;
}

/* Listens there until that has been said, if it has not been yet. */
static void has_heard(bool in_tg, const char *part)
{
    if (strstr(ears[in_tg].all.p, part) == NULL)
        (void)hears(in_tg, part);
}

/* The line that begins the present turn, there: after it nothing of the turn
 * before is on its way any more, so that no accident can cut it off. */
static void hears_turn(void)
{
    struct ear *ear = &ears[1];
    char line[60];
    const char *at;

    if (!turn_is_new)
        return;
    (void)snprintf(line, sizeof(line), "Up now: seat %u (%s)", seat,
                   mover->name);
    at = strstr(ear->all.p + ear->turn, line);
    if (at == NULL)
        (void)hears(true, line);
    else
        at += strlen(line);
    ear->turn = at != NULL ? (size_t)(at - ear->all.p) : ear->all.len;
    turn_is_new = false;
}

/* --- the lobby --- */

/* The button of that label under the newest row, by its token. */
static void press(const struct person *p, const char *label)
{
    const char *at;
    char token[80];

    assert_non_null(row);
    at = strstr(row->buttons.p, label);
    assert_non_null(at);
    at = strchr(at, '=');
    assert_non_null(at);
    (void)snprintf(token, sizeof(token), "%.60s", at + 1);
    token[strcspn(token, "|/")] = '\0';
    nj_tg_server_press(tg, TG_GROUP, p->id, row->message, token);
    count.presses++;
}

/* The card changes where it stands. */
static void on_the_card(const struct person *p)
{
    row = nj_tg_server_expect(tg, "editMessageText", TG_GROUP, p->name,
                              GATHER_MS + WAIT_MS);
    if (row == NULL)
        fail_of("not on the card", p->name);
}

/* He follows a link to the bot's private chat. */
static void follows(const struct person *p, const char *url)
{
    const char *payload = strstr(url, "?start=");
    char token[65], text[80];

    assert_non_null(payload);
    (void)snprintf(token, sizeof(token), "%.64s", payload + 7);
    token[strcspn(token, "|/")] = '\0';
    (void)snprintf(text, sizeof(text), "/start %s", token);
    whispers(p, text);
}

/* By the card's button and the link that it opens (UX-7). */
static void joins_by_button(const struct person *p)
{
    const struct nj_tg_checked *answer;

    press(p, "Join");
    answer = nj_tg_server_expect(tg, "answerCallbackQuery", 0, "", WAIT_MS);
    assert_non_null(answer);
    follows(p, answer->url.p);
    (void)hears(false, p->name);
}

static const char *is_told(const struct person *p, const char *part)
{
    const char *text = nj_ob_server_expect_private(qq, p->id, part, WAIT_MS);

    if (text == NULL)
        fail_of("never told", part);
    return text;
}

static void joins_by_word(const struct person *p)
{
    whispers(p, "我");
    (void)is_told(p, "私聊已接通");
    says(p, "#加入 幸运七");
    (void)hears(false, "入座");
}

static void read_code(char code[8])
{
    const char *at = strstr(ears[0].all.p, "】");

    assert_non_null(at);
    (void)snprintf(code, 8, "%.3s", at + strlen("】"));
}

static void seat_four(void)
{
    char line[40];
    const char *word;

    says(&people[2], "/lang en");
    (void)hears(true, "English");
    says(&people[0], "#新游戏 漫漫长夜");
    (void)hears(false, "开桌");
    says(&people[0], "#联桌");
    word = strstr(hears(false, "「#联桌 "), "「#联桌 ");
    (void)snprintf(line, sizeof(line), "/share %.6s",
                   word + strlen("「#联桌 "));
    says(&people[3], line);
    (void)hears(false, "想让群");
    (void)snprintf(line, sizeof(line), "#联桌 同意 %lld", (long long)TG_GROUP);
    says(&people[0], line);
    (void)hears(true, "is open, 0 seated");
    assert_non_null(row);
    for (size_t i = 0; i < NJ_COUNT(people); i++) {
        if (people[i].tg)
            joins_by_button(&people[i]);
        else
            joins_by_word(&people[i]);
        on_the_card(&people[i]);
    }
    whispers(&hugo, "我");
    (void)is_told(&hugo, "私聊已接通");
    says(&hugo, "#主持");
    (void)hears(false, "Hugo 主持");
    says(&people[0], "#设置 cap 5");
    (void)hears(false, "改为");
    says(&people[0], "#开始");
    while (mover == NULL)
        assert_non_null(hears_next(false, WAIT_MS));
    hears_turn();
}

/* --- moves --- */

/* One of those who sit at the other platform, or at this one. */
static const struct person *one_of(bool in_tg)
{
    return &people[in_tg ? 2 : 0];
}

static void moves(void)
{
    static const char *const words[] = {"上", "下", "左", "右右", "停止"};
    static const char *const labels[] = {"⬆", "⬇", "⬅", "➡", "Stop"};
    uint32_t k =
        nj_rng_below(&chance, NJ_COUNT(words) - (count.undone == 0 ? 1 : 0));

    assert_in_range(++count.moves, 1, MOVES_MAX);
    if (mover->tg && count.moves % 3 != 0)
        press(mover, labels[k]);
    else
        says(mover, words[k]);
}

/* Both are asked for the state of things and hear whose turn it is. */
static void look(void)
{
    const char *text;

    says(one_of(false), "#赛况");
    do {
        text = hears_next(false, WAIT_MS);
        assert_non_null(text);
    } while (!over && strstr(text, " 回合，轮到 ") == NULL);
}

/* Asks in both groups and reads up to the answers, so that nothing of before
 * is left to be read. */
static void settle(void)
{
    look();
    if (over)
        return;
    says(one_of(true), "/status");
    (void)hears(true, "Round ");
}

/* --- a seat changes hands, a move is taken back --- */

/* A player of QQ asks for a substitute; somebody of Telegram comes. */
static void a_seat_changes_hands(void)
{
    char line[40], code[8];

    says(&people[1], "#求替补");
    (void)hears(false, "找人接替");
    (void)hears(true, "is looking for a substitute");
    read_code(code);
    (void)snprintf(line, sizeof(line), "/takeover %s", code);
    says(&verena, line);
    follows(&verena, nj_tg_server_expect(tg, "sendMessage", TG_GROUP,
                                         "press the button", WAIT_MS)
                         ->buttons.p);
    (void)hears(false, "Verena");
    (void)hears(true, "Verena has taken seat");
    people[1] = verena;
    count.subs++;
    says(mover, "停止"); /* the offer's button took the place of his row */
    (void)hears(false, "轮到");
    hears_turn();
}

/* The host takes the latest move back, with a reason, and confirms it. */
static void a_move_is_taken_back(void)
{
    char line[40];
    const char *digits;

    whispers(&hugo, "%回退 因 手滑了");
    digits = strstr(is_told(&hugo, "「确认 "), "「确认 ");
    (void)snprintf(line, sizeof(line), "确认 %.4s", digits + strlen("「确认 "));
    whispers(&hugo, line);
    (void)hears(false, "手滑了");
    (void)hears(true, "手滑了");
    settle();
    count.undone++;
}

static void step(void)
{
    unsigned before = seat;

    moves();
    if (hears_next(false, WAIT_MS) == NULL)
        fail_of("no answer to a move", mover->name);
    if (over)
        return;
    hears_turn();
    if (seat == before && count.undone == 0)
        a_move_is_taken_back();
}

/* --- accidents --- */

/* Telegram lets a group be filled with 20 messages a minute, of which a third is
 * kept for the match; a process that has just begun has a minute of its own. */
static void started_anew(void)
{
    assert_int_equal(nj_serve_stop(&program), 0);
    start();
    settle();
}

/* Listens until QQ has heard of another seat's turn: what was said just before
 * an accident, and its status, may be said once more. */
static void hears_of_another(unsigned before)
{
    do
        (void)hears(false, "轮到");
    while (seat == before);
}

/* A Telegram player's word is on its way as the program dies. */
static void killed(void)
{
    unsigned before = seat;

    says(mover, "stop");
    nj_serve_kill(&program);
    start();
    hears_of_another(before);
    settle();
    count.kills++;
}

/* QQ is gone; a Telegram player goes on, and QQ is told afterwards. */
static void without_qq(void)
{
    uint32_t refused = nj_ob_server_refusals(qq);
    uint32_t connections = nj_ob_server_connections(qq);
    unsigned before = seat;

    nj_ob_server_token(qq, "another");
    nj_ob_server_drop(qq);
    assert_true(nj_ob_server_refused(qq, refused + 1, WAIT_MS));
    says(mover, "stop");
    (void)hears(true, "Up now");
    nj_ob_server_token(qq, NJ_SERVE_TOKEN);
    assert_true(nj_ob_server_connected(qq, connections + 1, WAIT_MS));
    hears_of_another(before);
    settle();
    count.outages[0]++;
}

/* And the other way round. */
static void without_telegram(void)
{
    unsigned before = seat;

    nj_tg_server_away(tg, true);
    nj_tg_server_drop(tg);
    assert_true(nj_serve_said(&program, "telegram down", WAIT_MS));
    says(mover, "停止");
    hears_of_another(before);
    nj_tg_server_away(tg, false);
    hears_turn();
    settle();
    count.outages[1]++;
}

static bool accident(void)
{
    if (count.undone > 0 && count.subs == 0) {
        a_seat_changes_hands();
        return true;
    }
    if (written() > count.written + FRESH) {
        started_anew();
        return true;
    }
    if (count.moves < 4)
        return false;
    if (mover->tg && count.kills == 0)
        killed();
    else if (mover->tg && count.outages[0] == 0)
        without_qq();
    else if (!mover->tg && count.outages[1] == 0)
        without_telegram();
    else
        return false;
    return true;
}

/* --- the end --- */

static void the_file_verifies(void)
{
    static const char *const verify[] = {"verify", "match.jsonl", NULL};
    char code[8];
    const char *export[] = {"export", "-c", "config.json", code, NULL};
    const char *text;

    read_code(code);
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_int_equal(nj_serve_run(&program, export), 0);
    text = nj_serve_read(&program, "out");
    nj_serve_write(&program, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(&program, verify), 0);
}

/* Commands stand there behind the platform's own sign. */
static void as_on_telegram(char *line)
{
    for (char *at = strchr(line, '#'); at != NULL; at = strchr(at + 1, '#'))
        if (at[1] >= 'a' && at[1] <= 'z')
            *at = '/';
}

/* Where that line is behind `from`; fails if it is not there. */
static const char *finds(const char *from, bool in_tg, const char *line,
                         size_t n)
{
    char *want = nj_strndup(line, n);
    const char *at;

    if (in_tg)
        as_on_telegram(want);
    at = strstr(from, want);
    if (at == NULL)
        print_error("missing, or not where it should be: %s\n--- %s\n", want,
                    from);
    free(want);
    assert_non_null(at);
    return at + n;
}

/* Each public line of the record, in order, is among what that group heard. */
static void heard_the_course(bool in_tg, const char *lang)
{
    const char *replay[] = {"replay", "match.jsonl", "--lang", lang, NULL};
    const char *at = ears[in_tg].all.p;
    const char *line;
    unsigned n = 0;

    assert_int_equal(nj_serve_run(&program, replay), 0);
    for (line = nj_serve_read(&program, "out"); *line != '\0';) {
        size_t len = strcspn(line, "\n");

        if (strncmp(line, PUBLIC, strlen(PUBLIC)) == 0) {
            at = finds(at, in_tg, line + strlen(PUBLIC), len - strlen(PUBLIC));
            n++;
        }
        line += len + (line[len] == '\n');
    }
    assert_in_range(n, 40, 10000);
}

static void two_platforms_play_one_match(void **state)
{
    NJ_UNUSED(state);
    seat_four();
    while (!over)
        if (!accident())
            step();
    has_heard(false, "核对当初的承诺");
    has_heard(true, "Check the commitment");
    assert_int_equal(count.kills, 1);
    assert_int_equal(count.undone, 1);
    assert_int_equal(count.subs, 1);
    assert_int_equal(count.outages[0], 1);
    assert_int_equal(count.outages[1], 1);
    assert_true(count.presses > 4);
    the_file_verifies();
    heard_the_course(false, "zh-CN");
    heard_the_course(true, "en");
    assert_int_equal(nj_serve_times(&program, "log", NJ_SERVE_TOKEN), 0);
    assert_int_equal(nj_serve_times(&program, "log", "AAtest-token"), 0);
    assert_string_equal(nj_ob_server_violations(qq), "");
    assert_string_equal(nj_tg_server_violations(tg), "");
    print_message("%u moves, %u presses\n", count.moves, count.presses);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_platforms_play_one_match, begin,
                                        end),
    };

    return cmocka_run_group_tests_name("e2e/two_platforms", tests, NULL, NULL);
}
