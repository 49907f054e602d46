/*
 * Workers, as their logs tell of them.
 */
#include "kit/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/str.h"
#include "kit/http.h"
#include "kit/nap.h"
#include "kit/nj_test.h"

#define NAME_BYTES 60
#define TAIL_BYTES 900 /* of a log: cmocka prints a thousand */

static const char *const clock_args[] = {
    "serve", "-c", "config.json", "--test-seed", "5e", "--test-clock", NULL};
static const char *const plain_args[] = {"serve",       "-c", "config.json",
                                         "--test-seed", "2a", NULL};

void nj_workers_give_up(struct nj_workers *w, const char *why, unsigned which)
{
    for (unsigned i = 0; i < w->n; i++) {
        const char *log = nj_serve_read(&w->at[i], "log");
        size_t n = strlen(log);

        print_message("%u: %s\n", i,
                      log + (n > TAIL_BYTES ? n - TAIL_BYTES : 0));
    }
    fail_msg("%s: %u", why, which);
}

/* --- what the logs say --- */

/* Where the log of its latest start begins. */
static const char *life(struct nj_workers *w, unsigned i)
{
    const char *log = nj_serve_read(&w->at[i], "log");

    NJ_ASSERT(strlen(log) >= w->from[i]);
    return log + w->from[i];
}

static void start(struct nj_workers *w, unsigned i)
{
    w->from[i] = strlen(nj_serve_read(&w->at[i], "log"));
    nj_serve_start(&w->at[i], w->args);
}

static unsigned times(const char *text, const char *part)
{
    unsigned n = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

unsigned nj_workers_holds(struct nj_workers *w, unsigned i)
{
    const char *log = life(w, i);

    return times(log, "relay holds") - times(log, "relay gives");
}

bool nj_workers_has(struct nj_workers *w, unsigned i, const char *account)
{
    const char *log = life(w, i);
    char held[NAME_BYTES], given[NAME_BYTES];

    (void)snprintf(held, sizeof(held), "relay holds gateway=%s ", account);
    (void)snprintf(given, sizeof(given), "relay gives gateway=%s\n", account);
    return nj_serve_runs(&w->at[i]) && times(log, held) > times(log, given);
}

unsigned nj_workers_holder(struct nj_workers *w, const char *account)
{
    int64_t until_ms = nj_monotonic_ms() + NJ_WORKERS_WAIT_MS;

    while (nj_monotonic_ms() < until_ms) {
        for (unsigned i = 0; i < w->n; i++)
            if (nj_workers_has(w, i, account))
                return i;
        nj_nap_ms(NJ_NAP_MS);
    }
    nj_workers_give_up(w, account, 0);
    return 0;
}

/* Under which epoch it has begun to keep the books last, as that says; -1:
 * never. */
static long long books_of(const char *log)
{
    static const char words[] = "relay keeps_books epoch=";
    long long latest = -1;

    while ((log = strstr(log, words)) != NULL) {
        log += strlen(words);
        latest = strtoll(log, NULL, 10);
    }
    return latest;
}

unsigned nj_workers_keeper(struct nj_workers *w)
{
    long long latest = -1;
    unsigned who = 0;

    for (unsigned i = 0; i < w->n; i++) {
        long long epoch = books_of(nj_serve_read(&w->at[i], "log"));

        if (epoch > latest) {
            latest = epoch;
            who = i;
        }
    }
    return who;
}

/* --- their lives --- */

/* It has heard of the others, and hears who tells it to end. */
static bool has_begun(struct nj_workers *w, unsigned i)
{
    const char *log = life(w, i);

    return nj_serve_runs(&w->at[i]) && strstr(log, "relay joined") != NULL &&
           (strstr(log, "lease waits") != NULL || books_of(log) >= 0);
}

bool nj_workers_share(struct nj_workers *w)
{
    unsigned most = (w->accounts + w->n - 1) / w->n, all = 0;

    if (books_of(life(w, nj_workers_keeper(w))) < 0)
        return false;

    for (unsigned i = 0; i < w->n; i++) {
        unsigned n = nj_workers_holds(w, i);

        if (!has_begun(w, i) || n > most)
            return false;
        all += n;
    }
    return all == w->accounts;
}

void nj_workers_restart(struct nj_workers *w)
{
    for (unsigned i = 0; i < w->n; i++)
        if (!nj_serve_runs(&w->at[i]))
            start(w, i);
}

void nj_workers_await_sharing(struct nj_workers *w)
{
    int64_t until_ms = nj_monotonic_ms() + NJ_WORKERS_WAIT_MS;

    while (!nj_workers_share(w)) {
        if (nj_monotonic_ms() > until_ms)
            nj_workers_give_up(w, "not shared out", nj_workers_holds(w, 0));
        nj_workers_restart(w);
        nj_nap_ms(NJ_NAP_MS);
    }
}

void nj_workers_pass(struct nj_workers *w, const char *by)
{
    unsigned who = nj_workers_keeper(w);

    if (nj_serve_runs(&w->at[who]))
        nj_serve_type(&w->at[who], by);
}

/* --- birth and end --- */

void nj_workers_onebot(struct nj_str *accounts, const char *name,
                       const struct nj_ob_server *s)
{
    nj_str_addf(accounts,
                "%s{\"kind\": \"onebot\", \"name\": \"%s\","
                "\"url\": \"ws://127.0.0.1:%u/\", \"backoff_ms\": [10, 100],"
                "\"token_file\": \"token\", \"pacing\": {"
                "\"per_second\": 1000, \"burst\": 1000,"
                "\"per_minute\": 60000, \"total_per_second\": 10000}}",
                accounts->len > 0 ? "," : "", name,
                (unsigned)nj_ob_server_port(s));
}

void nj_workers_telegram(struct nj_str *accounts, const char *name,
                         const struct nj_tg_server *s)
{
    nj_str_addf(accounts,
                "%s{\"kind\": \"telegram\", \"name\": \"%s\","
                "\"url\": \"%s\", \"backoff_ms\": [20, 100], \"poll_s\": 1,"
                "\"token_file\": \"token2\", \"pacing\": {"
                "\"per_second\": 1000, \"burst\": 1000,"
                "\"per_minute\": 20, \"total_per_second\": 30}}",
                accounts->len > 0 ? "," : "", name, nj_tg_server_url(s));
}

static void configure(struct nj_serve *s, uint16_t health, const char *accounts)
{
    struct nj_str text = NJ_STR_INIT(4000);

    nj_str_addf(&text,
                "{\"share_gateways\": \"yes\", \"health_port\": %u,"
                "\"gateways\": [%s]}",
                (unsigned)health, accounts);
    NJ_ASSERT(!text.over);
    nj_serve_write(s, "config.json", text.p, text.len);
    nj_serve_write(s, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
    nj_serve_write(s, "token2", NJ_WORKERS_TG_TOKEN,
                   strlen(NJ_WORKERS_TG_TOKEN));
    nj_str_fini(&text);
}

static void open_one(struct nj_workers *w, unsigned i,
                     const struct nj_workers_setup *of)
{
    struct nj_serve *s = &w->at[i];

    nj_serve_open(s);
    if (of->ways)
        w->way[i] =
            nj_pg_proxy_start(of->url, s->database, sizeof(s->database));
    else
        nj_str_copy(s->database, sizeof(s->database), of->url);
    w->health[i] = nj_http_free_port();
    configure(s, w->health[i], of->accounts->p);
    start(w, i);
    if (!nj_serve_said(s, i == 0 ? "relay keeps_books" : "lease waits",
                       NJ_WORKERS_WAIT_MS))
        nj_workers_give_up(w, "does not begin", i);
}

void nj_workers_open(struct nj_workers *w, const struct nj_workers_setup *of)
{
    assert_in_range(of->n, 1, NJ_WORKERS_MAX);
    assert_false(of->accounts->over);
    *w = (struct nj_workers){.args = of->clock ? clock_args : plain_args,
                             .accounts = times(of->accounts->p, "kind")};
    while (w->n < of->n)
        open_one(w, w->n++, of);
    nj_workers_await_sharing(w);
}

static void keep_log(struct nj_workers *w, const char *root, unsigned i)
{
    const char *log = nj_serve_read(&w->at[i], "log");
    char path[600];
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/worker-%u.log", root, i);
    f = fopen(path, "wb");
    if (f == NULL)
        return;
    (void)fputs(log, f);
    (void)fclose(f);
}

void nj_workers_close(struct nj_workers *w)
{
    const char *root = getenv("NJ_EVENING");

    for (unsigned i = 0; i < w->n && root != NULL; i++)
        keep_log(w, root, i);
    for (unsigned i = 0; i < w->n; i++)
        nj_serve_close(&w->at[i]);
    for (unsigned i = 0; i < w->n; i++)
        if (w->way[i] != NULL)
            nj_pg_proxy_stop(w->way[i]);
    w->n = 0;
}

void nj_workers_stop(struct nj_workers *w)
{
    for (unsigned i = 0; i < w->n; i++)
        assert_int_equal(nj_serve_stop(&w->at[i]), 0);
}

void nj_workers_verify(struct nj_workers *w, const char *code)
{
    static const char *const verify[] = {"verify", "match.jsonl", NULL};
    const char *const export[] = {"export", "-c", "config.json", code, NULL};
    struct nj_serve *s = &w->at[0];
    const char *text;

    assert_int_equal(nj_serve_run(s, export), 0);
    text = nj_serve_read(s, "out");
    nj_serve_write(s, "match.jsonl", text, strlen(text));
    assert_int_equal(nj_serve_run(s, verify), 0);
}
