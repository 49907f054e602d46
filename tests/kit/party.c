/*
 * Four people, a group, and what they make of what they hear.
 */
#include "kit/party.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/str.h"
#include "kit/nap.h"
#include "kit/nj_test.h"

#define HUSH_MS 1000 /* in which nothing more comes */
#define GROUP   NJ_PARTY_GROUP
#define WAIT_MS NJ_SERVE_WAIT_MS

#define REVEALED "核对当初的承诺"

static const struct {
    int64_t id;
    const char *name;
} people[NJ_PARTY_SIZE] = {
    {77, "Ann"}, {88, "阿宝"}, {INT64_C(3999999999), "Cat"}, {99, "丁 四"}};

/* Ids of lines that are for one seat alone, in the words of zh-CN. */
static const char *const secrets[] = {"你四周",  "在你",    "上墙 ",   "上空 ",
                                      "下墙 左", "下空 左", "开局了。"};

static const char *const test_args[] = {"serve",       "-c", "config.json",
                                        "--test-seed", "2a", NULL};

int64_t nj_party_user(unsigned i)
{
    return people[i].id;
}

const char *nj_party_name(unsigned i)
{
    return people[i].name;
}

/* --- open, close --- */

void nj_party_open(struct nj_party *p, const char *gateway, uint64_t chance,
                   const char *const *args)
{
    memset(p, 0, sizeof(*p));
    nj_rng_splitmix64(&p->chance, chance);
    p->server = nj_ob_server_start(NJ_SERVE_TOKEN);
    nj_serve_open(&p->program);
    nj_serve_configure(&p->program, nj_ob_server_port(p->server), gateway);
    nj_serve_start(&p->program, args != NULL ? args : test_args);
    assert_true(nj_ob_server_connected(p->server, 1, WAIT_MS));
}

void nj_party_close(struct nj_party *p)
{
    assert_string_equal(nj_ob_server_violations(p->server), "");
    if (p->program.pid != 0)
        assert_int_equal(nj_serve_stop(&p->program), 0);
    nj_party_end(p);
}

void nj_party_end(struct nj_party *p)
{
    nj_serve_close(&p->program);
    nj_ob_server_stop(p->server);
    p->server = NULL;
}

void nj_party_crash(struct nj_party *p, const char *const *args)
{
    uint32_t before = nj_ob_server_connections(p->server);

    nj_serve_kill(&p->program);
    nj_serve_start(&p->program, args != NULL ? args : test_args);
    assert_true(nj_ob_server_connected(p->server, before + 1, WAIT_MS));
}

/* --- talking --- */

void nj_party_group(struct nj_party *p, unsigned i, const char *text)
{
    nj_ob_server_say_group(p->server, GROUP, people[i].id, people[i].name,
                           text);
}

void nj_party_private(struct nj_party *p, unsigned i, const char *text)
{
    nj_ob_server_say_private(p->server, people[i].id, people[i].name, text);
}

/* Whoever reads of a failed test wants to know what was said before. */
static void print_all(struct nj_party *p)
{
    bool group = false;
    int64_t id = 0;
    const char *text;

    for (uint32_t i = 0;
         (text = nj_ob_server_text(p->server, i, 0, &group, &id)) != NULL; i++)
        print_message("%s %lld: %s\n", group ? "group" : "user", (long long)id,
                      text);
    print_message("%s", nj_serve_read(&p->program, "log"));
}

static const char *heard(struct nj_party *p, const char *text, const char *part)
{
    if (text == NULL) {
        print_all(p);
        fail_msg("never heard: %s", part);
    }
    return text;
}

const char *nj_party_hears(struct nj_party *p, const char *part)
{
    return heard(p, nj_ob_server_expect_group(p->server, GROUP, part, WAIT_MS),
                 part);
}

const char *nj_party_told(struct nj_party *p, unsigned i, const char *part)
{
    return heard(
        p, nj_ob_server_expect_private(p->server, people[i].id, part, WAIT_MS),
        part);
}

static void read_code(struct nj_party *p, const char *card)
{
    const char *at = strstr(card, "】");

    assert_non_null(at);
    if (strstr(at + 3, "】") != NULL) /* the note of test mode comes first */
        at = strstr(at + 3, "】");
    memcpy(p->code, at + strlen("】"), 3);
    p->code[3] = '\0';
}

void nj_party_begin(struct nj_party *p, const char *option)
{
    char words[64];

    nj_party_group(p, 0, "#新游戏 漫漫长夜");
    read_code(p, nj_party_hears(p, "开桌"));
    for (unsigned i = 0; i < NJ_PARTY_SIZE; i++) {
        (void)snprintf(words, sizeof(words), "#加入%s",
                       i % 2 == 0 ? " 幸运七" : "");
        nj_party_group(p, i, words);
        (void)nj_party_hears(p, "入座");
        nj_party_private(p, i, "我");
        (void)nj_party_told(p, i, "私聊已接通");
    }
    while (option != NULL && *option != '\0') {
        size_t n = strcspn(option, ";");
        struct nj_str order = NJ_STR_INIT(500);

        nj_str_puts(&order, "#设置 ");
        nj_str_add(&order, option, n);
        nj_party_group(p, 0, order.p);
        nj_str_fini(&order);
        (void)nj_party_hears(p, "改为");
        option += n + (option[n] == ';');
    }
    nj_party_group(p, 0, "#开始");
    while (p->seat == 0 && nj_party_listen(p, WAIT_MS))
        continue;
    assert_int_not_equal(p->seat, 0);
}

/* --- listening --- */

/* "轮到 3 席·Cat：...": who is it? */
static void read_turn(struct nj_party *p, const char *at)
{
    const char *name = strstr(at, "席·");

    p->seat = (unsigned)strtoul(at + strlen("轮到 "), NULL, 10);
    assert_in_range(p->seat, 1, NJ_PARTY_SIZE);
    assert_non_null(name);
    name += strlen("席·");
    for (unsigned i = 0; i < NJ_PARTY_SIZE; i++)
        if (strncmp(name, people[i].name, strlen(people[i].name)) == 0) {
            p->user = people[i].id;
            p->steps = 0;
            return;
        }
    fail_msg("a stranger's turn: %s", at);
}

static void read_text(struct nj_party *p, const char *text)
{
    const char *at = text;

    while ((at = strstr(at, "轮到 ")) != NULL) {
        read_turn(p, at);
        at += strlen("轮到 ");
    }
    if (strstr(text, "终局") != NULL) {
        p->over = true;
        p->seat = 0;
    }
    p->shown = p->shown || strstr(text, REVEALED) != NULL;
}

bool nj_party_listen(struct nj_party *p, int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;

    for (;;) {
        int64_t left_ms = until_ms - nj_monotonic_ms();
        bool group = false;
        int64_t id = 0;
        const char *text =
            nj_ob_server_text(p->server, p->heard, left_ms, &group, &id);

        if (text == NULL)
            return false;
        p->heard++;
        if (group) {
            read_text(p, text);
            return true;
        }
    }
}

static const char *next_of_group(struct nj_party *p)
{
    bool group = false;
    int64_t id = 0;
    const char *text;

    do
        text = nj_ob_server_text(p->server, p->heard++, WAIT_MS, &group, &id);
    while (text != NULL && !group);
    return heard(p, text, "the state of things");
}

void nj_party_look(struct nj_party *p)
{
    const char *text, *turn = NULL;

    nj_party_group(p, 0, "#赛况");
    do { /* what stands before the answer is old */
        text = next_of_group(p);
        turn = strstr(text, " 回合，轮到 ");
        p->shown = p->shown || strstr(text, REVEALED) != NULL;
        p->over = p->over || strstr(text, "这里还没有桌") != NULL ||
                  strstr(text, "没有进行中的比赛") != NULL;
    } while (turn == NULL && !p->over);
    if (turn != NULL)
        read_turn(p, strstr(turn, "轮到 "));
}

/* --- moving --- */

static const char *choose(struct nj_party *p)
{
    static const char *const words[] = {"上", "下",     "左",
                                        "右", "上上左", "右右"};

    if (p->steps > 0 && nj_rng_below(&p->chance, 3) == 0)
        return "停止";
    return words[nj_rng_below(&p->chance, (uint32_t)NJ_COUNT(words))];
}

void nj_party_say_move(struct nj_party *p)
{
    struct nj_party_move *m = &p->moves[p->n_moves++];

    assert_in_range(p->n_moves, 1, NJ_PARTY_MOVES_MAX - 1);
    assert_int_not_equal(p->seat, 0);
    m->seat = p->seat;
    (void)snprintf(m->text, sizeof(m->text), "%s", choose(p));
    p->steps++;
    for (unsigned i = 0; i < NJ_PARTY_SIZE; i++)
        if (people[i].id == p->user)
            nj_party_group(p, i, m->text);
}

static int64_t now_us(void)
{
    struct timespec t = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

void nj_party_move(struct nj_party *p)
{
    int64_t from_us = now_us();

    nj_party_say_move(p);
    if (!nj_party_listen(p, WAIT_MS))
        fail_msg("no answer to move %u, %s by seat %u", (unsigned)p->n_moves,
                 p->moves[p->n_moves - 1].text, p->moves[p->n_moves - 1].seat);
    p->waited_us += now_us() - from_us;
    p->waits++;
}

void nj_party_play_on(struct nj_party *p)
{
    while (!p->over)
        nj_party_move(p);
    while (!p->shown)
        assert_true(nj_party_listen(p, WAIT_MS));
}

/* --- secrets --- */

void nj_party_no_leak(struct nj_party *p)
{
    bool group = false;
    int64_t id = 0;
    const char *text;

    for (uint32_t i = 0;
         (text = nj_ob_server_text(p->server, i, 0, &group, &id)) != NULL; i++)
        for (size_t k = 0; group && k < NJ_COUNT(secrets); k++)
            if (strstr(text, secrets[k]) != NULL)
                fail_msg("'%s' was said in the group: %s", secrets[k], text);
}

bool nj_party_answers(struct nj_party *p, int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;
    uint32_t before = nj_ob_server_count(p->server, true, NJ_PARTY_GROUP);

    nj_party_group(p, 0, "#赛况");
    while (nj_ob_server_count(p->server, true, NJ_PARTY_GROUP) == before) {
        if (nj_monotonic_ms() > until_ms)
            return false;
        nj_nap_ms(NJ_NAP_MS);
    }
    return true;
}

void nj_parties_play_on(struct nj_party *all, unsigned n, unsigned moves)
{
    for (unsigned i = 0; i < n; i++)
        nj_party_look(&all[i]);
    for (unsigned k = 0; k < moves; k++)
        for (unsigned i = 0; i < n; i++)
            if (!all[i].over)
                nj_party_move(&all[i]);
    for (unsigned i = 0; i < n; i++)
        assert_string_equal(nj_ob_server_violations(all[i].server), "");
}

uint32_t nj_parties_texts(const struct nj_party *all, unsigned n)
{
    uint32_t texts = 0;

    for (unsigned i = 0; i < n; i++)
        texts += nj_ob_server_count(all[i].server, true, NJ_PARTY_GROUP);
    return texts;
}

uint32_t nj_parties_hush(const struct nj_party *all, unsigned n)
{
    uint32_t before, now = nj_parties_texts(all, n);

    do {
        before = now;
        nj_nap_ms(HUSH_MS);
        now = nj_parties_texts(all, n);
    } while (now != before);
    return now;
}
