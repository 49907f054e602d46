/*
 * In the place of src/store/pg_relay*.c: rows between workers. A statement is
 * carried out as a whole at one moment between its question and its answer;
 * some are not carried out, some have no answer, and of these some are carried
 * out when nobody waits for them any more, unless a new connection of the same
 * line has ended the old one's session.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "kit/plant.h"
#include "simulation/relay_sim.h"

#define ANSWER_MS 10000
#define DIAL_MS   3000
#define DEEP      4 /* so many steps within each other, and nobody waits */

struct nj_relay {
    const char *news; /* NULL: none */
    uint32_t session; /* 0: not connected */
    uint32_t before;  /* the one that it had */
    bool told;        /* there are news */
    bool woken;
};

/* --- rows --- */

static void add_row(struct rs_rows *r, struct rs_row row, const char *text,
                    size_t len)
{
    if (r->n == r->cap) {
        r->cap = r->cap == 0 ? 64 : 2 * r->cap;
        r->v = nj_realloc(r->v, r->cap * sizeof(*r->v));
    }
    row.text = nj_strndup(text, len);
    r->v[r->n++] = row;
}

static void drop_row(struct rs_rows *r, uint32_t i)
{
    free(r->v[i].text);
    r->n--;
    memmove(r->v + i, r->v + i + 1, (r->n - i) * sizeof(*r->v));
}

static void free_rows(struct rs_rows *r)
{
    while (r->n > 0)
        drop_row(r, r->n - 1);
    free(r->v);
    *r = (struct rs_rows){0};
}

static int64_t size_of(int64_t n)
{
    return n < 0 ? -n : n;
}

/* In the order of their numbers, whatever their signs. */
static void insert_row(struct rs_rows *r, struct rs_row row, const char *text,
                       size_t len)
{
    struct rs_row last;
    uint32_t i;

    for (i = 0; i < r->n; i++)
        if (r->v[i].gate == row.gate && r->v[i].n == row.n)
            return;
    add_row(r, row, text, len);
    last = r->v[r->n - 1];
    for (i = r->n - 1; i > 0 && size_of(r->v[i - 1].n) > size_of(last.n); i--)
        r->v[i] = r->v[i - 1];
    r->v[i] = last;
}

/* The object of an array that begins at or behind *at, and where it ends. */
static const char *next_object(const char **at, size_t *len)
{
    const char *from = strchr(*at, '{'), *p = from;
    int depth = 0;
    bool quoted = false;

    if (from == NULL)
        return NULL;
    do {
        if (quoted && *p == '\\')
            p++;
        else if (*p == '"')
            quoted = !quoted;
        else if (!quoted && *p == '{')
            depth++;
        else if (!quoted && *p == '}')
            depth--;
        p++;
    } while (depth > 0);
    *len = (size_t)(p - from);
    *at = p;
    return from;
}

static const char *member(const char *object, size_t len, const char *name)
{
    const char *p = strstr(object, name);

    return p != NULL && p < object + len ? p + strlen(name) : NULL;
}

/* --- what each statement does --- */

static int find_worker(int64_t id)
{
    for (uint32_t i = 0; i < nj_rs->store.n_workers; i++)
        if (nj_rs->store.worker[i].id == id)
            return (int)i;
    return -1;
}

uint8_t nj_rs_holder_of(uint32_t gate)
{
    int i = find_worker(nj_rs->store.hold[gate].worker);

    return i < 0 ? RS_WORKERS : nj_rs->store.worker[i].process;
}

static void drop_worker(uint32_t i)
{
    struct rs_store *s = &nj_rs->store;

    s->n_workers--;
    memmove(s->worker + i, s->worker + i + 1,
            (s->n_workers - i) * sizeof(s->worker[0]));
}

static void do_join(struct rs_ask *a)
{
    struct rs_store *s = &nj_rs->store;

    if (s->lease.epoch == 0)
        return;
    NJ_ASSERT(s->n_workers < NJ_COUNT(s->worker));
    s->worker[s->n_workers].id = a->said[0] = ++s->workers;
    s->worker[s->n_workers].until_ms = nj_rs->now_ms + NJ_RELAY_LEASE_MS;
    s->worker[s->n_workers++].process = a->process;
}

static void do_renew(struct rs_ask *a)
{
    int i = find_worker(a->v[0]);

    a->said[0] = i >= 0;
    if (i >= 0)
        nj_rs->store.worker[i].until_ms = nj_rs->now_ms + NJ_RELAY_LEASE_MS;
}

static void do_leave(struct rs_ask *a)
{
    int i = find_worker(a->v[0]);

    if (i >= 0)
        drop_worker((uint32_t)i);
}

static void do_bury(struct rs_ask *a)
{
    for (uint32_t i = nj_rs->store.n_workers; i > 0; i--)
        if (nj_rs->store.worker[i - 1].until_ms < nj_rs->now_ms) {
            drop_worker(i - 1);
            a->said[0]++;
        }
}

static void do_look(struct rs_ask *a)
{
    const struct rs_store *s = &nj_rs->store;

    a->view.workers = s->n_workers;
    a->view.books = s->lease.epoch;
    for (uint32_t i = 0; i < RS_GATES; i++)
        a->view.holder[i] =
            find_worker(s->hold[i].worker) < 0 ? 0 : s->hold[i].worker;
}

static void do_take(struct rs_ask *a)
{
    struct rs_store *s = &nj_rs->store;

    if (find_worker(a->v[0]) < 0 || (s->hold[a->gate].worker != a->v[0] &&
                                     find_worker(s->hold[a->gate].worker) >= 0))
        return;
    s->hold[a->gate].worker = a->v[0];
    a->said[0] = ++s->hold[a->gate].epoch;
    a->said[1] = nj_rs->books.position[a->gate];
    nj_rs->sums->taken++;
}

static bool holds(const struct rs_ask *a)
{
    return nj_rs->store.hold[a->gate].epoch == a->v[0];
}

static void do_give(struct rs_ask *a)
{
    if (holds(a))
        nj_rs->store.hold[a->gate].worker = 0;
}

static bool is_again(const struct rs_row *row, const struct rs_ask *a)
{
    return row->gate == a->gate && row->taken == a->v[0] &&
           row->batch == a->v[1];
}

static bool waits(const struct rs_row *row, const struct rs_ask *a)
{
    return row->gate == a->gate && row->taken == 0 &&
           (size_of(row->n) >= NJ_RELAY_NUMBER(nj_rs->store.lease.epoch, 0) ||
            nj_planted("relay-followed-keeper-says"));
}

static void do_claim(struct rs_ask *a)
{
    struct rs_rows *said = &nj_rs->store.said;
    uint32_t most = nj_rs->calm ? 64 : 1 + nj_rs_below(64);

    for (uint32_t i = said->n; i > 0; i--) {
        const struct rs_row *row = &said->v[i - 1];

        if (row->gate == a->gate && row->n < 0 && row->taken == a->v[0] &&
            row->batch < a->v[1])
            drop_row(said, i - 1);
    }
    for (uint32_t i = 0; i < said->n && holds(a); i++)
        if (is_again(&said->v[i], a))
            add_row(&a->rows, said->v[i], said->v[i].text,
                    strlen(said->v[i].text));
    for (uint32_t i = 0; i < said->n && holds(a) && a->rows.n < most; i++) {
        struct rs_row *row = &said->v[i];

        if (!waits(row, a))
            continue;
        add_row(&a->rows, *row, row->text, strlen(row->text));
        if (nj_planted("relay-claims-twice"))
            continue;
        row->taken = a->v[0];
        row->batch = a->v[1];
    }
}

static void do_left(struct rs_ask *a)
{
    struct rs_rows *said = &nj_rs->store.said;

    for (uint32_t i = said->n; i > 0 && holds(a); i--) {
        const struct rs_row *row = &said->v[i - 1];

        if (row->gate != a->gate || row->taken == 0 || row->taken == a->v[0])
            continue;
        if (row->n < 0)
            drop_row(said, i - 1);
        else
            add_row(&a->rows, *row, row->text, strlen(row->text));
    }
}

/* For the count at the end: which messages have ever become rows. */
static void note_message(uint32_t gate, int64_t n, const char *event,
                         size_t len)
{
    const char *text = member(event, len, "\"text\":\"");
    uint32_t at = nj_rs->rows[gate];

    if (strncmp(event, "{\"kind\":\"message\"", 17) != 0)
        return;
    for (uint32_t i = 0; i < at; i++)
        if (nj_rs->row[gate][i] == n)
            return; /* it was written down before, and worked off */
    NJ_ASSERT(text != NULL && at < RS_MOST);
    nj_rs->row[gate][at] = n;
    nj_rs->in_row[gate][at] = (uint32_t)strtoul(text, NULL, 10);
    nj_rs->rows[gate]++;
    nj_rs->sums->rows++;
}

static void drop_said(int64_t n)
{
    struct rs_rows *said = &nj_rs->store.said;

    for (uint32_t i = said->n; i > 0; i--)
        if (said->v[i - 1].n == n)
            drop_row(said, i - 1);
}

static void do_hear(struct rs_ask *a)
{
    struct rs_rows *heard = &nj_rs->store.heard;
    const char *at = a->text, *event;
    int64_t n = a->v[1];
    size_t len;

    a->said[0] = holds(a) || nj_planted("relay-hears-the-old-epoch");
    while (a->said[0] == 1 && (event = next_object(&at, &len)) != NULL) {
        const char *call = member(event, len, "\"call\":\"");

        note_message(a->gate, n, event, len);
        insert_row(heard, (struct rs_row){.n = n, .gate = a->gate}, event, len);
        if (call != NULL)
            drop_said(strtoll(call, NULL, 10));
        n++;
    }
    nj_rs_news(NJ_RELAY_HEARD);
}

static void do_begin(struct rs_ask *a)
{
    struct rs_rows *said = &nj_rs->store.said;

    for (uint32_t i = said->n; i > 0; i--)
        if (said->v[i - 1].taken == 0 &&
            size_of(said->v[i - 1].n) < NJ_RELAY_NUMBER(a->v[0], 0))
            drop_row(said, i - 1);
}

static uint32_t gate_of(const char *name, size_t len)
{
    for (uint32_t i = 0; i < RS_GATES; i++)
        if (strlen(nj_rs_names[i]) == len &&
            strncmp(nj_rs_names[i], name, len) == 0)
            return i;
    nj_rs_fail("a call for a gateway that nobody knows");
}

static void do_say(struct rs_ask *a)
{
    const char *at = a->text, *object;
    size_t len;

    if (nj_rs->store.lease.epoch != a->v[0] &&
        !nj_planted("relay-followed-keeper-says"))
        return;
    if (nj_rs->store.batch[0] == a->v[0] && nj_rs->store.batch[1] >= a->v[1] &&
        !nj_planted("relay-says-a-batch-again"))
        return;
    nj_rs->store.batch[0] = a->v[0];
    nj_rs->store.batch[1] = a->v[1];
    while ((object = next_object(&at, &len)) != NULL) {
        const char *gate = member(object, len, "\"gateway\":\"");
        const char *number = member(object, len, "\"number\":\"");
        const char *call = member(object, len, "\"call\":");
        struct rs_row row = {.n = strtoll(number, NULL, 10)};
        size_t n = 0;

        row.gate = gate_of(gate, strcspn(gate, "\""));
        call = next_object(&call, &n);
        insert_row(&nj_rs->store.said, row, call, n);
    }
    nj_rs_news(NJ_RELAY_SAID);
}

/* In order for each of the gateways, and in none between them. */
static void do_read(struct rs_ask *a)
{
    const struct rs_rows *heard = &nj_rs->store.heard;
    uint32_t first = nj_rs_below(RS_GATES);
    uint32_t most = nj_rs->calm ? 500 : 1 + nj_rs_below(20);

    for (uint32_t k = 0; k < RS_GATES; k++) {
        uint32_t gate = (first + k) % RS_GATES, left = most;

        for (uint32_t i = 0; i < heard->n && left > 0; i++) {
            const struct rs_row *row = &heard->v[i];

            if (row->gate != gate || row->n <= a->behind[gate])
                continue;
            left--;
            if (nj_planted("relay-skips-a-row") && nj_rs_below(500) == 0)
                continue;
            add_row(&a->rows, *row, row->text, strlen(row->text));
        }
    }
}

static void do_done(struct rs_ask *a)
{
    struct rs_rows *heard = &nj_rs->store.heard;

    for (uint32_t i = heard->n; i > 0; i--)
        if (heard->v[i - 1].gate == a->gate && heard->v[i - 1].n <= a->v[0])
            drop_row(heard, i - 1);
}

static void carry_out(struct rs_ask *a)
{
    static const char *const words[] = {
        [RS_JOIN] = "join", [RS_RENEW] = "renew", [RS_LEAVE] = "leave",
        [RS_BURY] = "bury", [RS_LOOK] = "look",   [RS_TAKE] = "take",
        [RS_GIVE] = "give", [RS_CLAIM] = "claim", [RS_LEFT] = "left",
        [RS_HEAR] = "hear", [RS_BEGIN] = "begin", [RS_SAY] = "say",
        [RS_READ] = "read", [RS_DONE] = "done",
    };
    static void (*const all[])(struct rs_ask * a) = {
        [RS_JOIN] = do_join, [RS_RENEW] = do_renew, [RS_LEAVE] = do_leave,
        [RS_BURY] = do_bury, [RS_LOOK] = do_look,   [RS_TAKE] = do_take,
        [RS_GIVE] = do_give, [RS_CLAIM] = do_claim, [RS_LEFT] = do_left,
        [RS_HEAR] = do_hear, [RS_BEGIN] = do_begin, [RS_SAY] = do_say,
        [RS_READ] = do_read, [RS_DONE] = do_done,
    };

    all[a->what](a);
    if (a->what != RS_LOOK && a->what != RS_READ && a->what != RS_RENEW &&
        (a->what != RS_CLAIM || a->rows.n > 0))
        nj_rs_trace("by %u: %s %s, %lld %lld: %lld, %u rows %s", a->process,
                    words[a->what], nj_rs_names[a->gate], (long long)a->v[0],
                    (long long)a->v[1], (long long)a->said[0], a->rows.n,
                    a->text != NULL ? a->text : "");
}

/* --- connections and answers --- */

bool nj_rs_store_away(void)
{
    return nj_rs->now_ms < nj_rs->store.away_ms;
}

void nj_rs_store_step(void)
{
    for (size_t i = 0; i < RS_LATE; i++) {
        struct rs_late *l = &nj_rs->store.late[i];

        if (!l->open || l->due_ms > nj_rs->now_ms || nj_rs_store_away())
            continue;
        l->open = false;
        nj_rs->sums->late++;
        carry_out(&l->ask);
        free(l->ask.text);
        free_rows(&l->ask.rows);
    }
}

/* It is still on its way there, or being carried out. */
static void leave_it(const struct nj_relay *r, const struct rs_ask *a)
{
    for (size_t i = 0; i < RS_LATE; i++) {
        struct rs_late *l = &nj_rs->store.late[i];

        if (l->open)
            continue;
        *l = (struct rs_late){.ask = *a, .session = r->session, .open = true};
        l->due_ms =
            nj_rs->now_ms + nj_rs_below(nj_rs_below(2) == 0 ? 1500 : 20000);
        if (a->text != NULL)
            l->ask.text = nj_strndup(a->text, strlen(a->text));
        return;
    }
}

/* A session of this line that may still be at work is ended first. */
static void end_session(const struct nj_relay *r)
{
    for (size_t i = 0; i < RS_LATE; i++) {
        struct rs_late *l = &nj_rs->store.late[i];

        if (!l->open || l->session != r->before ||
            nj_planted("relay-old-sessions-go-on"))
            continue;
        l->open = false;
        free(l->ask.text);
    }
}

static void wait_for(int64_t ms)
{
    if (nj_rs->depth < DEEP && !nj_rs->calm)
        nj_rs_linger(ms);
}

static void wait_while_away(int64_t most_ms)
{
    int64_t left_ms = nj_rs->store.away_ms - nj_rs->now_ms;

    wait_for(left_ms < most_ms ? left_ms : most_ms);
}

static bool is_dead(const struct rs_ask *a)
{
    return nj_rs->worker[a->process].dead;
}

static bool dial(struct nj_relay *r, const struct rs_ask *a)
{
    if (r->session != 0)
        return true;
    if (nj_rs_store_away())
        wait_while_away(DIAL_MS);
    if (nj_rs_store_away() || is_dead(a) || nj_rs_trouble(20))
        return false;
    end_session(r);
    r->session = r->before = ++nj_rs->store.sessions;
    return true;
}

static bool hang_up(struct nj_relay *r)
{
    r->session = 0;
    nj_rs->sums->unanswered++;
    return false;
}

/* Most are answered at once. */
static void some_time(void)
{
    if (nj_rs_trouble(300))
        wait_for(nj_rs_below(40));
    else if (nj_rs_trouble(4))
        wait_for(nj_rs_below(9000));
}

/* False: there is no answer, whatever has become of it. */
static bool ask(struct nj_relay *r, struct rs_ask *a)
{
    a->process = nj_rs->self;
    if (is_dead(a) || !dial(r, a))
        return false;
    some_time();
    if (nj_rs_store_away())
        wait_while_away(a->what == RS_RENEW ? ANSWER_MS / 2 : ANSWER_MS);
    if (is_dead(a))
        return false;
    if (nj_rs_store_away() || nj_rs_trouble(12)) {
        if (nj_rs_below(3) > 0)
            leave_it(r, a);
        return hang_up(r);
    }
    carry_out(a);
    some_time();
    if (is_dead(a) || nj_rs_trouble(12)) {
        free_rows(&a->rows);
        return hang_up(r);
    }
    return true;
}

/* --- the calls --- */

enum nj_status nj_relay_load(struct nj_err *err)
{
    NJ_UNUSED(err);
    return NJ_OK;
}

struct nj_relay *nj_relay_create(const char *url, const char *news)
{
    struct nj_relay *r = nj_alloc(sizeof(*r));

    NJ_UNUSED(url);
    r->news = news;
    return r;
}

void nj_relay_destroy(struct nj_relay *r)
{
    free(r);
}

/* The last of a step. */
void nj_relay_wait(struct nj_relay *r, int64_t ms)
{
    struct rs_thread *t = nj_rs->running;

    NJ_ASSERT(t != NULL);
    if (r->woken || r->told) {
        r->told = false;
        return;
    }
    t->line = r;
    t->next_ms = nj_rs->now_ms + ms;
}

void nj_relay_wake(struct nj_relay *r)
{
    r->woken = true;
    for (size_t i = 0; i < RS_THREADS; i++)
        if (nj_rs->threads[i].line == r)
            nj_rs->threads[i].next_ms = nj_rs->now_ms;
}

/* Some do not come: a reason to look is all that they are. */
void nj_rs_news(const char *kind)
{
    for (size_t i = 0; i < RS_THREADS; i++) {
        struct rs_thread *t = &nj_rs->threads[i];

        if (t->of != NULL && t->line != NULL && t->line->news != NULL &&
            strcmp(t->line->news, kind) == 0 && !nj_rs_trouble(200))
            t->next_ms = nj_rs->now_ms;
    }
}

bool nj_relay_join(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   int64_t *worker)
{
    struct rs_ask a = {.what = RS_JOIN};
    bool answered = ask(r, &a);

    NJ_UNUSED(gateways);
    NJ_UNUSED(n);
    *worker = a.said[0];
    return answered;
}

bool nj_relay_renew(struct nj_relay *r, int64_t worker, bool *lives)
{
    struct rs_ask a = {.what = RS_RENEW, .v = {worker}};
    bool answered = ask(r, &a);

    *lives = a.said[0] == 1;
    return answered;
}

bool nj_relay_leave(struct nj_relay *r, int64_t worker)
{
    struct rs_ask a = {.what = RS_LEAVE, .v = {worker}};

    return ask(r, &a);
}

bool nj_relay_bury(struct nj_relay *r, int64_t *buried)
{
    struct rs_ask a = {.what = RS_BURY};
    bool answered = ask(r, &a);

    *buried = a.said[0];
    return answered;
}

bool nj_relay_look(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   struct nj_relay_view *out)
{
    struct rs_ask a = {.what = RS_LOOK};
    bool answered = ask(r, &a);

    NJ_UNUSED(gateways);
    NJ_UNUSED(n);
    *out = a.view;
    return answered;
}

bool nj_relay_take(struct nj_relay *r, int64_t worker, const char *gateway,
                   int64_t *epoch, int64_t *position)
{
    struct rs_ask a = {.what = RS_TAKE, .v = {worker}};
    bool answered;

    a.gate = gate_of(gateway, strlen(gateway));
    answered = ask(r, &a);
    *epoch = a.said[0];
    *position = a.said[1];
    return answered;
}

bool nj_relay_give(struct nj_relay *r, const char *gateway, int64_t epoch)
{
    struct rs_ask a = {.what = RS_GIVE, .v = {epoch}};

    a.gate = gate_of(gateway, strlen(gateway));
    return ask(r, &a);
}

static void each_said(struct rs_ask *a,
                      void (*each)(void *ctx, const struct nj_relay_said *said),
                      void *ctx)
{
    for (uint32_t i = 0; i < a->rows.n; i++)
        each(ctx,
             &(struct nj_relay_said){.number = a->rows.v[i].n,
                                     .call = a->rows.v[i].text,
                                     .call_len = strlen(a->rows.v[i].text)});
    free_rows(&a->rows);
}

bool nj_relay_claim(struct nj_relay *r, const char *gateway, int64_t epoch,
                    int64_t batch,
                    void (*each)(void *ctx, const struct nj_relay_said *said),
                    void *ctx)
{
    struct rs_ask a = {.what = RS_CLAIM, .v = {epoch, batch}};
    bool answered;

    a.gate = gate_of(gateway, strlen(gateway));
    answered = ask(r, &a);
    if (answered)
        each_said(&a, each, ctx);
    return answered;
}

bool nj_relay_left(struct nj_relay *r, const char *gateway, int64_t epoch,
                   void (*each)(void *ctx, const struct nj_relay_said *said),
                   void *ctx)
{
    struct rs_ask a = {.what = RS_LEFT, .v = {epoch}};
    bool answered;

    a.gate = gate_of(gateway, strlen(gateway));
    answered = ask(r, &a);
    if (answered)
        each_said(&a, each, ctx);
    return answered;
}

bool nj_relay_hear(struct nj_relay *r, const char *gateway, int64_t epoch,
                   int64_t from, const char *events, bool *held)
{
    struct rs_ask a = {.what = RS_HEAR, .v = {epoch, from}};
    bool answered;

    a.gate = gate_of(gateway, strlen(gateway));
    a.text = nj_strndup(events, strlen(events));
    answered = ask(r, &a);
    free(a.text);
    *held = a.said[0] == 1;
    return answered;
}

bool nj_relay_begin(struct nj_relay *r, int64_t books)
{
    struct rs_ask a = {.what = RS_BEGIN, .v = {books}};

    return ask(r, &a);
}

bool nj_relay_say(struct nj_relay *r, int64_t books, int64_t batch,
                  const char *calls)
{
    struct rs_ask a = {.what = RS_SAY, .v = {books, batch}};
    bool answered;

    a.text = nj_strndup(calls, strlen(calls));
    answered = ask(r, &a);
    free(a.text);
    return answered;
}

bool nj_relay_read(struct nj_relay *r, const char *const *gateways, uint32_t n,
                   const int64_t *behind,
                   void (*each)(void *ctx, uint32_t gateway, int64_t number,
                                const char *event, size_t len),
                   void *ctx)
{
    struct rs_ask a = {.what = RS_READ};
    bool answered;

    NJ_UNUSED(gateways);
    NJ_ASSERT(n == RS_GATES);
    memcpy(a.behind, behind, sizeof(a.behind));
    answered = ask(r, &a);
    for (uint32_t i = 0; answered && i < a.rows.n; i++)
        each(ctx, a.rows.v[i].gate, a.rows.v[i].n, a.rows.v[i].text,
             strlen(a.rows.v[i].text));
    free_rows(&a.rows);
    return answered;
}

bool nj_relay_done(struct nj_relay *r, const char *gateway, int64_t number)
{
    struct rs_ask a = {.what = RS_DONE, .v = {number}};

    a.gate = gate_of(gateway, strlen(gateway));
    return ask(r, &a);
}

/* --- its life --- */

void nj_rs_store_fini(void)
{
    free_rows(&nj_rs->store.heard);
    free_rows(&nj_rs->store.said);
    for (size_t i = 0; i < RS_LATE; i++)
        if (nj_rs->store.late[i].open)
            free(nj_rs->store.late[i].ask.text);
}
