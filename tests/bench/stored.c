/*
 * P7: a database full of matches that go on: how soon the first answer comes,
 * what it takes to wake one, and all.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"
#include "referee/books/books.h"

#define INPUTS  50
#define RECORDS 16
#define DOWN_MS 300000 /* the outage before the start */

struct stored {
    struct nj_bench *b;
    struct nj_bench_house h;
    struct nj_bench_record *rec[RECORDS];
    struct nj_str timers[RECORDS];
    int64_t deadline_ms[RECORDS];
    int64_t now_ms;
    struct nj_match_row row;
    struct nj_bench_samples first, wake, all;
};

/* --- making the database --- */

static void make_records(struct stored *s)
{
    uint32_t n = 0;

    for (uint64_t seed = 1; n < RECORDS; seed++) {
        struct nj_bench_record *rec =
            nj_bench_record_make(s->b, seed, 2, INPUTS, INPUTS);
        struct nj_match *m;

        if (rec == NULL)
            continue;
        m = nj_bench_record_match(s->b, rec, false);
        for (uint32_t i = 0; i < rec->n; i++) {
            /* Played up to the moment at which the program ended. */
            rec->in[i].at_ms =
                s->now_ms - DOWN_MS - INT64_C(1000) * (rec->n - i);
            rec->digest[i] = nj_match_apply(m, &rec->in[i])->digest;
        }
        s->timers[n] = (struct nj_str)NJ_STR_INIT(2047);
        nj_columns_timers_pack(nj_match_timers(m), &s->timers[n]);
        (void)nj_match_deadline(m, &s->deadline_ms[n]);
        nj_match_destroy(m);
        s->rec[n++] = rec;
    }
}

static void put_seats(struct stored *s, int64_t match, uint32_t i)
{
    for (uint8_t k = 0; k < 2; k++) {
        struct nj_seat_row seat = {.match = match, .join = k, .seat = k};

        (void)snprintf(seat.user, sizeof(seat.user), "qq:u:%u",
                       1000000 + 2 * i + k);
        (void)snprintf(seat.name, sizeof(seat.name), "player");
        nj_seat_put(s->h.house.store, &seat);
    }
}

static void put_inputs(struct stored *s, int64_t match,
                       const struct nj_bench_record *rec)
{
    struct nj_str args = NJ_STR_INIT(256);

    for (uint32_t k = 0; k < rec->n; k++) {
        const struct nj_input *in = &rec->in[k];
        struct nj_input_row row = {.match = match,
                                   .seq = k + 1,
                                   .at_ms = in->at_ms,
                                   .kind = (int)in->kind,
                                   .place = (int)in->place,
                                   .by = (int)in->by,
                                   .seat = in->seat,
                                   .verb = in->verb,
                                   .reason = "",
                                   .digest = rec->digest[k]};

        nj_str_clear(&args);
        nj_args_pack(in->args, &args);
        row.args = args.p;
        nj_input_insert(s->h.house.store, &row);
    }
    nj_str_fini(&args);
}

/* Each match has digests of its own: they begin with its number and code. */
static void digest_anew(struct stored *s, struct nj_bench_record *rec,
                        int64_t number, const char *code)
{
    struct nj_match *m;

    rec->number = number;
    nj_str_copy(rec->code, sizeof(rec->code), code);
    m = nj_bench_record_match(s->b, rec, false);
    for (uint32_t i = 0; i < rec->n; i++)
        rec->digest[i] = nj_match_apply(m, &rec->in[i])->digest;
    nj_match_destroy(m);
}

static void put_match(struct stored *s, uint32_t i)
{
    struct nj_bench_record *rec = s->rec[i % RECORDS];
    const struct nj_loaded_game *game = &s->b->env.games[0];
    struct nj_match_row *row = &s->row;

    row->id = 0;
    (void)snprintf(row->code, sizeof(row->code), "B%05X", i & 0xfffff);
    digest_anew(s, rec, i + 1, row->code);
    (void)snprintf(row->game, sizeof(row->game), "%s", game->game->id);
    (void)snprintf(row->edition, sizeof(row->edition), "%s",
                   game->game->editions[0]);
    (void)snprintf(row->chat, sizeof(row->chat), "qq:g:%u", 1000 + i);
    (void)snprintf(row->options, sizeof(row->options), "{}");
    (void)snprintf(row->timers, sizeof(row->timers), "%s",
                   s->timers[i % RECORDS].p);
    row->state = NJ_MATCH_RUNNING;
    row->rules_version = game->game->rules_version;
    row->rng = NJ_RNG_CHACHA20;
    row->data_hash = game->data_hash;
    row->seed = rec->seed;
    nj_commit(&rec->seed, &row->commitment);
    row->deadline_ms = s->deadline_ms[i % RECORDS];
    row->touched_ms = s->now_ms - DOWN_MS;
    row->seq = rec->n;
    row->digest = rec->digest[rec->n - 1];
    if (!nj_match_insert(s->h.house.store, row))
        return;
    NJ_ASSERT(row->id == rec->number);
    put_seats(s, row->id, i);
    put_inputs(s, row->id, rec);
}

static enum nj_status put_all(struct stored *s, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < s->b->matches && st == NJ_OK; i++) {
        if (i % 1000 == 0)
            nj_store_begin(s->h.house.store);
        put_match(s, i);
        if (i % 1000 == 999 || i + 1 == s->b->matches)
            st = nj_store_commit(s->h.house.store, err);
    }
    return st;
}

/* The outage is set again for each run: the last one ended it. */
static enum nj_status set_alive(struct stored *s, struct nj_err *err)
{
    char text[32];
    struct nj_clock clock = nj_clock_system();
    enum nj_status st = nj_store_open(&s->h.house.store, s->h.house.path, err);

    (void)snprintf(text, sizeof(text), "%lld",
                   (long long)(nj_now_ms(&clock) - DOWN_MS));
    if (st == NJ_OK) {
        nj_setting_put(s->h.house.store, "", "alive_ms", text);
        st = nj_store_status(s->h.house.store, err);
    }
    nj_house_stop(&s->h.house);
    return st;
}

/* --- the figures --- */

static enum nj_status first_answer(struct stored *s, uint32_t run,
                                   struct nj_err *err)
{
    uint32_t group = (run * 7919 + 1) % s->b->matches;
    struct nj_bench_group *g = &s->h.groups[group];
    enum nj_status st = set_alive(s, err);
    double t = nj_bench_now_ns();

    if (st == NJ_OK)
        st = nj_bench_house_start(&s->h, err);
    if (st == NJ_OK)
        nj_bench_house_say(&s->h, group, 0, true, "#赛况");
    while (st == NJ_OK && g->waits)
        st = nj_house_turn(&s->h.house, err);
    if (st == NJ_OK)
        nj_bench_add(&s->first, (nj_bench_now_ns() - t) / 1e9);
    nj_house_stop(&s->h.house);
    return st;
}

static enum nj_status wake_all(struct stored *s, struct nj_err *err)
{
    uint32_t n = s->b->matches;
    double *took = nj_alloc(n * sizeof(took[0]));
    double begin = nj_bench_cpu_ns();
    enum nj_status st = nj_store_open(&s->h.house.store, s->h.house.path, err);

    for (uint32_t i = 0; i < n && st == NJ_OK; i++) {
        double t = nj_bench_now_ns();
        struct nj_match *m = NULL;

        st = nj_match_load(s->h.house.store, i + 1, &s->row)
                 ? nj_archive_wake(s->h.house.store, &s->row,
                                   &s->b->env.games[0], &m, err)
                 : nj_store_status(s->h.house.store, err);
        nj_match_destroy(m);
        took[i] = nj_bench_now_ns() - t;
    }
    if (st == NJ_OK) {
        nj_bench_add(&s->all, (nj_bench_cpu_ns() - begin) / 1e9);
        nj_bench_add(&s->wake, nj_bench_percentile(took, n, 50) / 1e3);
    }
    nj_house_stop(&s->h.house);
    free(took);
    return st;
}

static void print(struct stored *s)
{
    struct nj_bench_row lazy = nj_bench_rows[NJ_BENCH_LAZY];
    struct nj_bench_row replay = nj_bench_rows[NJ_BENCH_REPLAY];
    char method[160];

    (void)snprintf(method, sizeof(method),
                   "%u running matches of %d inputs, down for five minutes; "
                   "a status asked for in one group",
                   s->b->matches, INPUTS);
    lazy.method = method;
    replay.goal.bound = 12 * (s->b->matches / 100000.0);
    nj_bench_print(&lazy, &s->first);
    nj_bench_put(NJ_BENCH_WAKE, &s->wake);
    nj_bench_print(&replay, &s->all);
}

enum nj_status nj_bench_stored(struct nj_bench *b, struct nj_err *err)
{
    struct stored *s = nj_alloc(sizeof(*s));
    struct nj_clock clock = nj_clock_system();
    enum nj_status st = nj_bench_house_open(&s->h, b, b->matches, err);

    s->b = b;
    s->now_ms = nj_now_ms(&clock);
    make_records(s);
    if (st == NJ_OK)
        st = put_all(s, err);
    nj_house_stop(&s->h.house);
    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++)
        st = first_answer(s, i, err);
    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++)
        st = wake_all(s, err);
    nj_bench_house_close(&s->h);
    if (st == NJ_OK)
        print(s);
    for (uint32_t i = 0; i < RECORDS; i++) {
        free(s->rec[i]);
        nj_str_fini(&s->timers[i]);
    }
    free(s);
    return st;
}
