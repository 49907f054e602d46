/*
 * The first evening of both READMEs, typed as it stands there: what the shell
 * gets, and what people type in their chats, against a simulated OneBot
 * program, Telegram and QQ's official platform. Nothing is typed that does
 * not stand in the page, and all that stands in it is typed, but what
 * installs, builds, or goes to @BotFather. What a reader is told to put in of
 * his own (AppID, AppSecret) is put in, and the address of the platform,
 * which is another one here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "config/embed.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/qqbot_server.h"
#include "kit/serve.h"
#include "kit/telegram_server.h"

#define WAIT_MS   INT64_C(40000) /* at the pace that is set unless said */
#define LOOK_MS   500
#define QQ_GROUP  INT64_C(4123456789)
#define TG_GROUP  INT64_C(-1001234567890)
#define BOT_GROUP "6A1F00000000000000000000000000A1"
#define LINE_MAX  400
#define FILE_MAX  4096
#define WORDS_MAX 8

enum platform {
    QQ,
    TG,
    BOT
};

static const struct person {
    int64_t id;
    const char *official;
} people[] = {{77, "7B2E00000000000000000000000000B1"},
              {88, "7B2E00000000000000000000000000B2"}};

/* A page, and the words by which its evening is found and followed. */
struct readme {
    const char *file, *heading;
    const char *platforms[3]; /* in the order of enum platform */
    const char *names[NJ_COUNT(people)];
    const char *alone;  /* a row's place that is no group */
    const char *turn;   /* in front of who moves now */
    const char *seat;   /* between his seat's number and his name */
    const char *repeat; /* whoever was too fast is asked for this */
};

static const struct readme chinese = {
    NJ_SOURCE_DIR "/README.zh-CN.md",
    "\n## 第一个晚上\n",
    {"### QQ 群，用一个 QQ 号", "### Telegram 群", "### QQ 群，用官方机器人"},
    {"小明", "阿宁"},
    "私聊",
    "轮到 ",
    "席·",
    "桌卡还没发出来"};
static const struct readme english = {NJ_SOURCE_DIR "/README.md",
                                      "\n## A first evening\n",
                                      {"### A QQ group, by an account",
                                       "### A Telegram group",
                                       "### A QQ group, by an official bot"},
                                      {"Ming", "Ning"},
                                      "alone",
                                      "Up now: ",
                                      " (",
                                      "the card is not out yet"};

static const struct readme *read_now;
static char *section;
static const char *at; /* what has not been read of the section */
static char line[LINE_MAX];
static enum platform where;
static struct nj_serve program;
static struct nj_ob_server *qq;
static struct nj_tg_server *tg;
static struct qqbot_server *official;
static unsigned mover, left_out, shell_lines, words_said;

/* --- the page --- */

static void read_section(void)
{
    struct nj_blob file = {0};
    const char *from, *to;

    assert_int_equal(nj_blob_load(read_now->file, &file, NULL), NJ_OK);
    from = strstr(file.text, read_now->heading);
    assert_non_null(from);
    from += strlen(read_now->heading);
    to = strstr(from, "\n## ");
    assert_non_null(to);
    section = nj_strndup(from, (size_t)(to - from) + 1);
    at = section;
    nj_blob_fini(&file);
}

/* The next line, without the blanks that a list puts in front. */
static bool next_line(size_t *blanks)
{
    size_t n = strcspn(at, "\n");

    if (*at == '\0')
        return false;
    *blanks = strspn(at, " ");
    assert_in_range(n, 0, LINE_MAX - 1);
    memcpy(line, at, n);
    line[n] = '\0';
    at += n + (at[n] == '\n');
    return true;
}

/* The cell `i` of a row of a table, from 0, without its blanks. */
static bool cell(unsigned i, char out[LINE_MAX])
{
    const char *from = strchr(line, '|'), *to;
    size_t n;

    while (from != NULL && i-- > 0)
        from = strchr(from + 1, '|');
    to = from != NULL ? strchr(from + 1, '|') : NULL;
    if (to == NULL)
        return false;
    from++;
    from += strspn(from, " ");
    n = (size_t)(to - from);
    while (n > 0 && from[n - 1] == ' ')
        n--;
    memcpy(out, from, n);
    out[n] = '\0';
    return true;
}

/* What stands between two backticks, and nothing else in the cell. */
static bool quoted(unsigned i, char out[LINE_MAX])
{
    size_t n;

    if (!cell(i, out))
        return false;
    n = strlen(out);
    if (n < 3 || out[0] != '`' || out[n - 1] != '`')
        return false;
    memmove(out, out + 1, n - 2);
    out[n - 2] = '\0';
    return strchr(out, '`') == NULL;
}

/* --- the shell --- */

/* Replaces the one place of `what` in a file that was typed. */
static void change(const char *name, const char *what, const char *by)
{
    const char *text = nj_serve_read(&program, name);
    const char *place = strstr(text, what);
    struct nj_str out = NJ_STR_INIT(FILE_MAX);

    assert_non_null(place);
    assert_null(strstr(place + 1, what));
    nj_str_add(&out, text, (size_t)(place - text));
    nj_str_puts(&out, by);
    nj_str_puts(&out, place + strlen(what));
    nj_serve_write(&program, name, out.p, out.len);
    nj_str_fini(&out);
}

static void first_line(const char *name, char out[LINE_MAX])
{
    const char *text = nj_serve_read(&program, name);
    size_t n = strcspn(text, "\n");

    assert_in_range(n, 1, LINE_MAX - 1);
    memcpy(out, text, n);
    out[n] = '\0';
}

/* The platform begins with the secret that was typed, and is found where it
 * stands here. */
static void meet_qq(void)
{
    const int64_t friends[] = {people[0].id, people[1].id};
    char url[64], token[LINE_MAX];

    first_line("qq.token", token);
    assert_true(strlen(token) >= 32);
    qq = nj_ob_server_start(token);
    nj_ob_server_list(qq, friends, NJ_COUNT(friends));
    (void)snprintf(url, sizeof(url), "ws://127.0.0.1:%u/",
                   (unsigned)nj_ob_server_port(qq));
    change("qq.json", "ws://127.0.0.1:3001/", url);
}

static void meet_tg(void)
{
    char member[200], token[LINE_MAX];

    first_line("tg.token", token);
    tg = nj_tg_server_start(token);
    (void)snprintf(member, sizeof(member),
                   "\"kind\": \"telegram\", \"url\": \"%s\",",
                   nj_tg_server_url(tg));
    change("tg.json", "\"kind\": \"telegram\",", member);
}

static void meet_official(void)
{
    char member[200];

    official = qqbot_server_start(false);
    qqbot_server_meet(official, QQBOT_GROUP, BOT_GROUP);
    for (size_t i = 0; i < NJ_COUNT(people); i++)
        qqbot_server_meet(official, QQBOT_USER, people[i].official);
    (void)snprintf(member, sizeof(member),
                   "\"kind\": \"qqbot\", \"url\": \"%s\",",
                   qqbot_server_url(official));
    change("qqbot.json", "\"kind\": \"qqbot\",", member);
    change("qqbot.json", "102000001", QQBOT_APP);
    nj_serve_write(&program, "qqbot.secret", QQBOT_SECRET,
                   strlen(QQBOT_SECRET));
}

/* To a shell in the folder, where `build` is that of the tests. */
static void type_to_shell(const char *text)
{
    char command[LINE_MAX + 1200];
    int status;

    nj_serve_write(&program, "typed", text, strlen(text));
    (void)snprintf(command, sizeof(command), "cd '%s' && sh ./typed >said 2>&1",
                   program.dir.path);
    /* NOLINTNEXTLINE(cert-env33-c): a shell is what the page is typed to. */
    status = system(command);
    if (status != 0)
        fail_msg("status %d: %s%s", status, text,
                 nj_serve_read(&program, "said"));
}

/* `build/nightjar serve -c FILE` runs on, beside the test. */
static void begin_serving(void)
{
    const char *args[WORDS_MAX];
    char *rest = NULL;
    size_t n = 0;

    (void)strtok_r(line, " ", &rest);
    while ((args[n] = strtok_r(NULL, " ", &rest)) != NULL) {
        n++;
        assert_in_range(n, 1, WORDS_MAX - 1);
    }
    nj_serve_start(&program, args);
    if (where == QQ)
        assert_true(nj_ob_server_connected(qq, 2, WAIT_MS)); /* doctor was */
    if (where == BOT)
        assert_true(qqbot_server_lined(official, 1, WAIT_MS));
}

/* The line begins a file that is written up to the word behind "<<". */
static void type_a_file(size_t blanks)
{
    struct nj_str text = NJ_STR_INIT(FILE_MAX);
    size_t own = 0;

    do {
        nj_str_puts(&text, strlen(line) >= blanks ? line + blanks : line);
        nj_str_putc(&text, '\n');
        if (strcmp(line + blanks, "END") == 0)
            break;
    } while (next_line(&own));
    assert_false(text.over);
    type_to_shell(text.p);
    nj_str_fini(&text);
    if (where == QQ)
        meet_qq();
    else if (where == TG)
        meet_tg();
    else
        meet_official();
}

static void type_lines(void)
{
    size_t blanks = 0;

    while (next_line(&blanks) && strcmp(line + blanks, "```") != 0) {
        const char *text = line + blanks;

        shell_lines++;
        if (strcmp(text, "deploy/install-deps.sh") == 0 ||
            strncmp(text, "cmake ", strlen("cmake ")) == 0) {
            left_out++;
        } else if (strstr(text, "<<'END'") != NULL) {
            type_a_file(blanks);
        } else if (strncmp(text, "build/nightjar serve ", 21) == 0) {
            memmove(line, text, strlen(text) + 1);
            begin_serving();
        } else {
            char typed[LINE_MAX + 1];

            (void)snprintf(typed, sizeof(typed), "%s\n", text);
            type_to_shell(typed);
        }
    }
}

/* --- the chats --- */

static void says(unsigned who, bool alone, const char *text)
{
    const struct person *p = &people[who];
    const char *name = read_now->names[who];

    if (where == QQ && alone)
        nj_ob_server_say_private(qq, p->id, name, text);
    else if (where == QQ)
        nj_ob_server_say_group(qq, QQ_GROUP, p->id, name, text);
    else if (where == TG)
        (void)nj_tg_server_say(tg, alone ? p->id : TG_GROUP, 0, p->id, name,
                               text);
    else
        qqbot_server_say(official, alone ? QQBOT_USER : QQBOT_GROUP,
                         alone ? p->official : BOT_GROUP, p->official, name,
                         text);
}

/* NULL: not within `wait_ms`. */
static const char *heard_by(unsigned who, bool alone, const char *part,
                            int64_t wait_ms)
{
    const struct person *p = &people[who];
    const struct nj_tg_checked *c;

    if (where == QQ)
        return alone ? nj_ob_server_expect_private(qq, p->id, part, wait_ms)
                     : nj_ob_server_expect_group(qq, QQ_GROUP, part, wait_ms);
    if (where == BOT)
        return qqbot_server_expect(official, alone ? QQBOT_USER : QQBOT_GROUP,
                                   alone ? p->official : BOT_GROUP, part,
                                   wait_ms);
    c = nj_tg_server_expect(tg, "", alone ? p->id : TG_GROUP, part, wait_ms);
    return c != NULL ? c->text.p : NULL;
}

/* Whoever is faster than the card is told to say it again, and does. */
static const char *answer_to(unsigned who, bool alone, const char *text,
                             const char *part)
{
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;
    const char *heard = NULL;

    says(who, alone, text);
    while (heard == NULL && nj_monotonic_ms() < until_ms) {
        heard = heard_by(who, alone, part, LOOK_MS);
        if (heard == NULL && heard_by(who, alone, read_now->repeat, 0) != NULL)
            says(who, alone, text);
    }
    return heard;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* "轮到 1 席·阿宁": that is who moves now. */
static void note_turn(const char *heard)
{
    const char *turn = strstr(heard, read_now->turn);
    const char *name = turn != NULL ? strstr(turn, read_now->seat) : NULL;

    for (unsigned i = 0; name != NULL && i < NJ_COUNT(people); i++)
        if (begins(name + strlen(read_now->seat), read_now->names[i]))
            mover = i;
}

/* A row says who, where, what is typed, and what the answer has in it. */
static void type_row(void)
{
    char who[LINE_MAX], text[LINE_MAX], part[LINE_MAX];
    unsigned person = mover;
    const char *heard;
    bool alone;

    if (!cell(0, who) || !quoted(1, text))
        return; /* the head of the table */
    if (strstr(who, "BotFather") != NULL) {
        left_out++;
        return;
    }
    assert_true(quoted(2, part));
    for (unsigned i = 0; i < NJ_COUNT(people); i++)
        if (begins(who, read_now->names[i]))
            person = i;
    alone = strstr(who, read_now->alone) != NULL;
    heard = answer_to(person, alone, text, part);
    if (heard != NULL)
        note_turn(heard);
    else
        fail_msg("%s: '%s' brings no '%s'", who, text, part);
    words_said++;
}

/* --- all of it --- */

static void close_all(void)
{
    nj_ob_server_stop(qq);
    nj_tg_server_stop(tg);
    qqbot_server_stop(official);
    qq = NULL;
    tg = NULL;
    official = NULL;
}

static int begin(void **state)
{
    char link[1024];

    NJ_UNUSED(state);
    nj_serve_open(&program);
    assert_int_equal(
        symlink(NJ_BINARY_DIR,
                nj_tmp_dir_file(&program.dir, "build", link, sizeof(link))),
        0);
    read_section();
    return 0;
}

static int end(void **state)
{
    char link[1024];

    NJ_UNUSED(state);
    (void)unlink(nj_tmp_dir_file(&program.dir, "build", link, sizeof(link)));
    nj_serve_close(&program);
    close_all();
    free(section);
    return 0;
}

/* Another platform begins where the one before has ended. */
static void next_platform(void)
{
    if (nj_serve_runs(&program))
        assert_int_equal(nj_serve_stop(&program), 0);
    if (qq != NULL)
        assert_string_equal(nj_ob_server_violations(qq), "");
    if (tg != NULL)
        assert_string_equal(nj_tg_server_violations(tg), "");
    if (official != NULL)
        assert_string_equal(qqbot_server_violations(official), "");
    close_all();
    mover = 0;
    for (unsigned i = 0; i < NJ_COUNT(read_now->platforms); i++)
        if (strcmp(line, read_now->platforms[i]) == 0) {
            where = (enum platform)i;
            return;
        }
    if (line[0] == '#')
        fail_msg("an evening on a platform that is not here: %s", line);
}

static void the_first_evening_is_as_the_page_says(void **state)
{
    unsigned platforms = 0;
    size_t blanks = 0;

    NJ_UNUSED(state);
    while (next_line(&blanks)) {
        if (strncmp(line, "### ", 4) == 0) {
            platforms++;
            next_platform();
        } else if (strcmp(line + blanks, "```sh") == 0) {
            type_lines();
        } else if (line[blanks] == '|') {
            type_row();
        }
    }
    line[0] = '\0';
    next_platform();
    assert_int_equal(platforms, 3);
    assert_int_equal(left_out, 5); /* three build, two go to @BotFather */
    assert_in_range(shell_lines, 15, 40);
    assert_in_range(words_said, 25, 40);
}

/* The Chinese page, or with any word the English one. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_first_evening_is_as_the_page_says,
                                        begin, end),
    };

    NJ_UNUSED(argv);
    read_now = argc > 1 ? &english : &chinese;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
