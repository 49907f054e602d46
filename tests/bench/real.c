/*
 * P2 of the process itself: `serve` behind a socket, with the turns that it
 * really gets, beside the figure of the chain without one.
 *
 * The platform reads what has come, answers each call and writes in one piece
 * what its people say next. So many of them have always a command under way.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"
#include "bench/child.h"
#include "bench/socket.h"

#define GROUPS   512
#define ACCOUNT  "99"
#define TOKEN    "a-token-of-the-bench"
#define QUIET_MS 50   /* nothing comes any more */
#define SHY_MS   1000 /* and of some things nothing is said */
#define LONG_MS  5000 /* nothing will come */
#define AT       "\"at\",\"data\":{\"qq\":\""

struct group {
    uint32_t next; /* number of who has to move; 0: not known */
    bool waits, over;
    bool asks; /* on the way to a match: nothing has been said since */
};

struct real {
    struct nj_bench *b;
    struct nj_bench_child child;
    struct nj_bench_socket socket;
    uint16_t health; /* port */
    struct group *groups;
    uint32_t n_groups, at;
    uint32_t waiting, asking; /* of the groups */
    uint64_t ids;             /* of messages */
    struct nj_str text;       /* that has come */
};

/* --- the platform --- */

static enum nj_status lost(struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_IO, "the process behind the socket is silent");
}

/* The number behind the last `name`; 0: there is none. */
static uint64_t number_behind(const char *text, const char *name)
{
    uint64_t number = 0;

    while ((text = strstr(text, name)) != NULL) {
        text += strlen(name);
        number = strtoull(text, NULL, 10);
    }
    return number;
}

static void answer(struct real *r, const char *text)
{
    static const char name[] = "\"echo\":\"";
    const char *echo = strstr(text, name);
    struct nj_str s = NJ_STR_INIT(400);
    bool login = strstr(text, "get_login_info") != NULL;
    bool said = strstr(text, "\"send_") != NULL;

    NJ_ASSERT(echo != NULL);
    echo += sizeof(name) - 1;
    nj_str_room(&s, 200);
    nj_str_puts(&s, said || login
                        ? "{\"status\":\"ok\",\"retcode\":0,\"data\":{"
                        : "{\"status\":\"failed\",\"retcode\":1404,"
                          "\"data\":{");
    nj_str_addf(&s,
                login ? "\"user_id\":" ACCOUNT ",\"nickname\":\"bot\""
                      : "\"message_id\":%llu",
                (unsigned long long)++r->ids);
    nj_str_puts(&s, "},\"message\":\"\",\"wording\":\"\",\"echo\":\"");
    nj_str_add(&s, echo, strcspn(echo, "\""));
    nj_str_puts(&s, "\"}");
    nj_bench_socket_put(&r->socket, s.p, s.len);
    nj_str_fini(&s);
}

/* The group in which it is said, or of the person to whom; n_groups: none. */
static uint32_t group_of(const struct real *r, const char *text)
{
    uint64_t id = number_behind(text, "\"group_id\":");
    uint64_t user = number_behind(text, "\"user_id\":");

    if (id == 0 && user >= NJ_BENCH_USER_FIRST)
        id = NJ_BENCH_GROUP_FIRST + (user - NJ_BENCH_USER_FIRST) / 2;
    if (id < NJ_BENCH_GROUP_FIRST || id >= NJ_BENCH_GROUP_FIRST + r->n_groups)
        return r->n_groups;
    return (uint32_t)(id - NJ_BENCH_GROUP_FIRST);
}

/* What somebody is told; a group: whose turn it is, or that it was the last. */
static void hear_text(struct real *r, const char *text)
{
    uint32_t i = group_of(r, text);
    uint64_t next = number_behind(text, AT);
    struct group *g = &r->groups[i];

    if (i == r->n_groups)
        return;
    r->asking -= g->asks;
    g->asks = false;
    if (strstr(text, "\"group_id\":") == NULL)
        return;
    g->over = g->over || strstr(text, "#重开") != NULL;
    if (next != 0)
        g->next = (uint32_t)next;
    if (g->waits && (next != 0 || g->over)) {
        g->waits = false;
        r->waiting--;
    }
}

/* Takes all that has come; false: nothing comes within that time. */
static bool hear(struct real *r, int wait_ms)
{
    const char *text;
    size_t n;

    if (!nj_bench_socket_hear(&r->socket, wait_ms))
        return false;
    while ((text = nj_bench_socket_take(&r->socket, &n)) != NULL) {
        nj_str_clear(&r->text);
        nj_str_add(&r->text, text, n);
        hear_text(r, r->text.p);
        answer(r, r->text.p);
    }
    return true;
}

static void say(struct real *r, uint32_t user, uint32_t group, const char *text)
{
    struct nj_str s = NJ_STR_INIT(1023);
    bool in_group = group != r->n_groups;

    nj_str_room(&s, 1023);
    nj_bench_aside_frame(
        &s, user, ++r->ids,
        in_group ? "\"group\",\"sub_type\":\"normal\",\"group_id\":"
                 : "\"private\",\"sub_type\":\"friend\",\"target_id\":",
        text);
    nj_str_put_i64(&s, in_group ? NJ_BENCH_GROUP_FIRST + group : user);
    nj_str_putc(&s, '}');
    NJ_ASSERT(!s.over);
    nj_bench_socket_put(&r->socket, s.p, s.len);
    nj_str_fini(&s);
}

/* --- the way to a match in each group --- */

/* Until nothing comes any more, and who asked has been told something. */
static enum nj_status rest(struct real *r, struct nj_err *err)
{
    do {
        if (!nj_bench_socket_flush(&r->socket))
            return lost(err);
    } while (hear(r, r->asking > 0 ? SHY_MS : QUIET_MS));
    return NJ_OK;
}

static void ask(struct real *r, uint32_t group, uint32_t who, bool in_group,
                const char *text)
{
    r->asking += !r->groups[group].asks;
    r->groups[group].asks = true;
    say(r, NJ_BENCH_USER_FIRST + 2 * group + who,
        in_group ? group : r->n_groups, text);
}

static enum nj_status fill(struct real *r, struct nj_err *err)
{
    static const struct {
        uint32_t who;
        bool in_group;
        const char *text;
    } steps[] = {
        {0, false, "我"},   {1, false, "我"},   {0, true, "#新游戏 漫漫长夜"},
        {0, true, "#加入"}, {1, true, "#加入"}, {0, true, "#开始"},
    };
    enum nj_status st = rest(r, err);

    for (size_t i = 0; i < NJ_COUNT(steps); i++)
        for (uint32_t g = 0; g < r->n_groups && st == NJ_OK; g++) {
            ask(r, g, steps[i].who, steps[i].in_group, steps[i].text);
            if (g % NJ_BENCH_FLIGHT == NJ_BENCH_FLIGHT - 1 ||
                g + 1 == r->n_groups)
                st = rest(r, err);
        }
    for (uint32_t g = 0; g < r->n_groups && st == NJ_OK; g++)
        if (r->groups[g].next == 0)
            return nj_fail(err, NJ_ERR_MISMATCH, "no match in group %u", g);
    return st;
}

/* --- orders --- */

/* Whose turn it is ends it, in the next group in which nobody waits. */
static bool move(struct real *r)
{
    for (uint32_t tried = 0; tried < r->n_groups; tried++) {
        uint32_t i = r->at++ % r->n_groups;
        struct group *g = &r->groups[i];

        if (g->over || g->waits)
            continue;
        g->waits = true;
        r->waiting++;
        say(r, g->next, i, "停止");
        return true;
    }
    return false;
}

static enum nj_status moves(struct real *r, uint32_t n, uint32_t flight,
                            struct nj_err *err)
{
    uint32_t said = 0;

    while (said < n || r->waiting > 0) {
        while (said < n && r->waiting < flight) {
            if (!move(r))
                return nj_fail(err, NJ_ERR_MISMATCH,
                               "all matches ended after %u moves", said);
            said++;
        }
        if (!nj_bench_socket_flush(&r->socket) || !hear(r, LONG_MS))
            return lost(err);
    }
    return NJ_OK;
}

/* --- what it takes --- */

struct taken {
    double cpu_ns, commits;
};

/* It writes its page once a second. */
static enum nj_status look(struct real *r, struct taken *t, struct nj_err *err)
{
    static const struct timespec page_age = {.tv_sec = 1, .tv_nsec = 200000000};
    static const char name[] = "\nnightjar_commits_total ";
    struct nj_str page = NJ_STR_INIT(1 << 20);
    uint64_t commits;
    bool there;

    t->cpu_ns = nj_bench_child_cpu_ns(&r->child);
    (void)nanosleep(&page_age, NULL);
    there = nj_bench_socket_page(r->health, "/metrics", &page);
    commits = number_behind(page.p, name);
    t->commits = (double)commits;
    nj_str_fini(&page);
    return there ? NJ_OK : lost(err);
}

/* Microseconds and commits of each of `n` orders, with what follows them. */
static enum nj_status measure(struct real *r, uint32_t n, uint32_t flight,
                              double *us, double *commits, struct nj_err *err)
{
    struct taken before = {0}, after = {0};
    enum nj_status st = look(r, &before, err);

    if (st == NJ_OK)
        st = moves(r, n, flight, err);
    if (st == NJ_OK)
        st = rest(r, err);
    if (st == NJ_OK)
        st = look(r, &after, err);
    *us = (after.cpu_ns - before.cpu_ns) / 1e3 / n;
    *commits = (after.commits - before.commits) / n;
    return st;
}

/* --- the process --- */

/* As it is served, but at a pace at which nobody waits, and with no pictures:
 * the chain beside it draws none either. */
static enum nj_status begin(struct real *r, struct nj_err *err)
{
    static const char *const args[] = {"serve", "-c", NJ_BENCH_CONFIG, NULL};
    uint16_t port = nj_bench_socket_port();
    struct nj_str config = NJ_STR_INIT(2000);
    bool well;

    r->health = nj_bench_socket_port();
    r->socket.fd = -1;
    nj_str_addf(&config,
                "{\"log_level\": \"error\", \"health_port\": %u, \"pacing\": "
                "{\"per_second\": 1000, \"burst\": 1000, \"per_minute\": "
                "60000, \"total_per_second\": 100000}, \"gateways\": "
                "[{\"kind\": \"onebot\", \"name\": \"qq\", \"account\": "
                "\"" ACCOUNT "\", \"token_file\": \"" NJ_BENCH_TOKEN
                "\", \"listen\": \"127.0.0.1:%u\"}]}",
                (unsigned)r->health, (unsigned)port);
    well = nj_bench_child_place(r->b, &r->child) &&
           nj_bench_child_write(&r->child, NJ_BENCH_CONFIG, config.p) &&
           nj_bench_child_write(&r->child, NJ_BENCH_TOKEN, TOKEN) &&
           nj_bench_child_start(r->b, &r->child, args);
    nj_str_fini(&config);
    if (!well)
        return nj_fail(err, NJ_ERR_IO, "cannot start \"%s\"", r->b->self);
    return nj_bench_socket_dial(&r->socket, port, ACCOUNT, TOKEN, err);
}

static void end(struct real *r)
{
    if (r->socket.fd >= 0)
        nj_bench_socket_close(&r->socket);
    nj_bench_child_end(&r->child);
    nj_str_fini(&r->text);
    free(r->groups);
}

/* --- the figure --- */

struct figures {
    struct nj_bench_samples us, ratio, commits, one, one_commits;
};

static enum nj_status without_socket(struct nj_bench *b, uint32_t groups,
                                     uint32_t n, double *us, struct nj_err *err)
{
    struct nj_bench_house h;
    enum nj_status st = nj_bench_house_open(&h, b, groups, err);
    double t;

    if (st == NJ_OK)
        st = nj_bench_house_fill(&h, err);
    if (st == NJ_OK)
        st = nj_bench_house_moves(&h, groups, NJ_BENCH_FLIGHT, err);
    t = nj_bench_cpu_ns();
    if (st == NJ_OK)
        st = nj_bench_house_moves(&h, n, NJ_BENCH_FLIGHT, err);
    *us = (nj_bench_cpu_ns() - t) / 1e3 / n;
    nj_bench_house_close(&h);
    return st;
}

static enum nj_status run(struct nj_bench *b, uint32_t groups, uint32_t n,
                          struct figures *f, struct nj_err *err)
{
    struct real r = {.b = b,
                     .groups = nj_alloc(groups * sizeof(r.groups[0])),
                     .n_groups = groups,
                     .text = NJ_STR_INIT(1 << 22)};
    double bench = 1, many = 1, one = 0, commits = 0, one_commits = 0;
    enum nj_status st = without_socket(b, groups, n, &bench, err);

    if (st == NJ_OK)
        st = begin(&r, err);
    if (st == NJ_OK)
        st = fill(&r, err);
    if (st == NJ_OK)
        st = moves(&r, groups, NJ_BENCH_FLIGHT, err);
    if (st == NJ_OK)
        st = measure(&r, n, NJ_BENCH_FLIGHT, &many, &commits, err);
    if (st == NJ_OK)
        st = measure(&r, n / 4, 1, &one, &one_commits, err);
    end(&r);
    nj_bench_add(&f->us, many);
    nj_bench_add(&f->ratio, many / bench);
    nj_bench_add(&f->commits, commits * NJ_BENCH_FLIGHT);
    nj_bench_add(&f->one, one / many);
    nj_bench_add(&f->one_commits, one_commits);
    return st;
}

enum nj_status nj_bench_real(struct nj_bench *b, struct nj_err *err)
{
    struct figures f = {.us = {.n = 0}};
    uint32_t n = b->quick ? 2 * NJ_BENCH_FLIGHT : 64 * NJ_BENCH_FLIGHT;
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++)
        st = run(b, b->quick ? 80 : GROUPS, n, &f, err);
    if (st != NJ_OK)
        return st;
    nj_bench_put(NJ_BENCH_REAL, &f.us);
    nj_bench_put(NJ_BENCH_REAL_RATIO, &f.ratio);
    nj_bench_put(NJ_BENCH_REAL_COMMITS, &f.commits);
    nj_bench_put(NJ_BENCH_REAL_ONE, &f.one);
    nj_bench_put(NJ_BENCH_REAL_ONE_COMMITS, &f.one_commits);
    return NJ_OK;
}
