/*
 * Puts the parts together and takes them apart again.
 */
#include "cli/program.h"

#include "base/bug.h"
#include "base/database.h"
#include "base/fence.h"
#include "base/log.h"
#include "base/zone.h"
#include "cli/cases.h"
#include "cli/cli.h"
#include "cli/sharing.h"
#include "cli/texts.h"

#define TEST_CLOCK_START_MS 1760000000000
#define FLUSH_MS            2000
#define STALL_MS            60000
#define AGAIN_MS            500 /* between tries to reach a database */

/* --- opening --- */

static struct nj_pace pace_of(const struct nj_config_pacing *c)
{
    return (struct nj_pace){(double)c->per_second, (double)c->burst,
                            (double)c->per_minute, (double)c->total_per_second};
}

void nj_program_fill_setup(struct nj_program *p)
{
    const struct nj_config *c = p->config;

    for (size_t i = 0; i < c->owner_count; i++)
        p->owners[i] = c->owners[i];
    p->setup = (struct nj_referee_setup){
        .store = p->store,
        .clock = nj_clock_losing(&p->lost_ms),
        .catalog = p->env.catalog,
        .commands = p->env.commands,
        .games = p->env.games,
        .n_games = p->env.n_games,
        .gateways = p->gateways,
        .lang = c->language,
        .prefix = c->prefix,
        .host_prefix = c->host_prefix,
        .pace = pace_of(&c->pacing),
        .tables = {.group = (uint32_t)c->tables_per_group,
                   .person = (uint32_t)c->tables_per_person,
                   .house = (uint32_t)c->tables_in_all},
        .zone_min = (int)c->timezone_minutes,
        .zone = c->timezone[0] != '\0' ? nj_zone_find(c->timezone) : NULL,
        .grace_ms = c->grace_ms,
        .leave_ms = c->leave_ms,
        .idle_ms = c->match_idle_ms,
        .owners = p->owners,
        .admissions = p->admissions,
        .rules = nj_texts_rules,
        .cases = nj_cases_tell,
        .rules_ctx = &p->env,
    };
}

static void catch_signals(struct nj_program *p)
{
    if (!p->service.catching)
        nj_service_signals(&p->service, p->inbox);
}

/* Another worker has the database. Who waits is ready, all the same. */
static bool wait_on(void *ctx)
{
    struct nj_program *p = ctx;
    struct nj_event *events;

    if (!p->waited) {
        catch_signals(p);
        nj_log(NJ_LOG_WARN, "lease", "waits",
               NJ_FIELDS(nj_f_word("because", "another worker speaks")));
    }
    p->waited = true;
    nj_service_waits(p);
    events = nj_inbox_take(p->inbox, 0);
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next)
        p->stopped = p->stopped || ev->kind == NJ_EVENT_STOP;
    nj_event_destroy_all(events);
    return !p->stopped && !nj_fence_ended();
}

static void lost(void *ctx)
{
    struct nj_program *p = ctx;

    nj_inbox_wake(p->inbox);
}

/* Another worker has fewer houses and waits for this one. */
static void yield(void *ctx)
{
    struct nj_program *p = ctx;

    p->yielded = true;
    nj_inbox_push(p->inbox, nj_event_create(NJ_EVENT_STOP, 0));
}

static enum nj_status open_store(struct nj_program *p, const char *database,
                                 bool accept_older, struct nj_err *err)
{
    const struct nj_store_worker worker = {
        .waits = wait_on,
        .lost = lost,
        .yields = p->house != NULL ? yield : NULL,
        .ctx = p,
        .shares = p->sharing != NULL,
    };

    if (accept_older && !nj_database_is_url(database))
        return nj_store_open_older(&p->store, database, err);
    return nj_store_open_worker(&p->store, database, &worker, err);
}

/* Who holds gateways goes on to wait when the database is away for a while:
 * what was heard is still to be written down. */
static enum nj_status open_or_wait(struct nj_program *p, const char *database,
                                   bool accept_older, struct nj_err *err)
{
    const struct timespec pause = {.tv_nsec = AGAIN_MS * 1000000L};
    enum nj_status st = open_store(p, database, accept_older, err);

    while (st == NJ_ERR_IO && p->sharing != NULL && p->waited && wait_on(p)) {
        (void)nanosleep(&pause, NULL);
        st = open_store(p, database, accept_older, err);
    }
    return st;
}

/* It has not been opened after all. */
static void close_unopened(struct nj_program *p)
{
    bool waited = p->waited, stopped = p->stopped;

    nj_program_close(p);
    p->waited = waited;
    p->stopped = stopped;
}

enum nj_status nj_program_open(struct nj_program *p, const char *path,
                               const char *house, const char *database,
                               bool accept_older, struct nj_err *err)
{
    enum nj_status st;

    memset(p, 0, sizeof(*p));
    p->config_path = path;
    p->house = house;
    p->config = nj_alloc(sizeof(*p->config));
    p->inbox = nj_inbox_create();
    st = nj_env_config(path, house, p->config, err);
    if (st == NJ_OK) {
        nj_log_set_level((enum nj_log_level)p->config->log_level);
        st = nj_env_load(&p->env, p->config->data, err);
    }
    if (database == NULL)
        database = p->config->database;
    if (st == NJ_OK)
        st = nj_sharing_start(p, database, err);
    if (st == NJ_OK && p->sharing != NULL) /* it holds gateways by now */
        catch_signals(p);
    if (st == NJ_OK)
        st = open_or_wait(p, database, accept_older, err);
    if (st != NJ_OK) {
        close_unopened(p);
        return st;
    }
    nj_store_patience(p->store, p->config->database_wait_ms);
    nj_program_fill_setup(p);
    return NJ_OK;
}

void nj_program_fill_paces(struct nj_program *p)
{
    const struct nj_config *c = p->config;

    for (size_t i = 0; i < NJ_PROGRAM_GATEWAYS_MAX; i++)
        p->paces[i] = i < c->gateway_count ? pace_of(&c->gateways[i].pacing)
                                           : p->setup.pace;
    p->setup.paces = p->paces;
}

void nj_program_add(struct nj_program *p, struct nj_gateway *g)
{
    NJ_ASSERT(p->n_gateways < NJ_PROGRAM_GATEWAYS_MAX);
    p->gateways[p->n_gateways++] = g;
}

/* --- pictures --- */

static void pictures_ready(void *ctx)
{
    nj_inbox_push(ctx, nj_event_create(NJ_EVENT_PICTURE, 0));
}

/* Only where somebody can see them. */
static void open_studio(struct nj_program *p)
{
    bool seen = false;

    for (uint32_t i = 0; i < p->n_gateways; i++)
        seen = seen || (p->gateways[i]->can & NJ_CAN_PICTURE) != 0;
    if (seen)
        p->studio = nj_studio_create(pictures_ready, p->inbox);
    p->setup.studio = p->studio;
}

/* --- running --- */

int64_t nj_program_passed_ms(struct nj_program *p)
{
    char text[32];
    long long alive = 0;

    if (p->test_clock &&
        nj_setting_get(p->store, "", "alive_ms", text, sizeof(text)))
        alive = strtoll(text, NULL, 10);
    return alive > TEST_CLOCK_START_MS ? alive - TEST_CLOCK_START_MS : 0;
}

/* The test clock goes on where the last process left it. */
static void set_test_clock(struct nj_program *p)
{
    p->test_ms = TEST_CLOCK_START_MS + nj_program_passed_ms(p);
    p->setup.clock = nj_clock_manual(&p->test_ms);
}

enum nj_status nj_program_start(struct nj_program *p, struct nj_err *err)
{
    enum nj_status st;

    p->setup.n_gateways = p->n_gateways;
    open_studio(p);
    if (p->test_clock)
        set_test_clock(p);
    st = nj_referee_create(&p->setup, &p->referee, err);
    catch_signals(p);
    if (st == NJ_OK)
        st = nj_service_open(p, err);
    for (uint32_t i = 0; st == NJ_OK && i < p->n_gateways; i++)
        st = p->gateways[i]->ops->start(p->gateways[i], err);
    if (st == NJ_OK)
        nj_service_ready();
    return st;
}

static void move_clock(struct nj_program *p, const struct nj_event *events)
{
    for (; events != NULL; events = events->next) {
        if (events->kind != NJ_EVENT_CLOCK)
            continue;
        p->test_ms += events->ms;
        for (uint32_t i = 0; i < p->n_gateways; i++)
            if (p->gateways[i]->ops->pass != NULL)
                p->gateways[i]->ops->pass(p->gateways[i], events->ms);
    }
}

static bool asks_reload(const struct nj_event *events)
{
    while (events != NULL && events->kind != NJ_EVENT_RELOAD)
        events = events->next;
    return events != NULL;
}

static int64_t wait_ms(const struct nj_program *p)
{
    return nj_service_wait_ms(&p->service, nj_referee_wait_ms(p->referee));
}

/*
 * A process that was stopped, or got no processor, for a minute and longer has
 * heard nobody meanwhile; for the referee it was asleep.
 */
static void note_stall(struct nj_program *p, int64_t waited_ms)
{
    int64_t now_ms = nj_monotonic_ms();
    int64_t late_ms = now_ms - p->turned_ms - waited_ms;

    if (p->turned_ms != 0 && late_ms >= STALL_MS)
        p->lost_ms += late_ms;
    p->turned_ms = now_ms;
}

enum nj_status nj_program_run(struct nj_program *p, bool (*done)(void *ctx),
                              void *ctx, struct nj_err *err)
{
    nj_service_turned(p); /* well before the first turn, too */
    while (!nj_referee_stopped(p->referee) && (done == NULL || !done(ctx))) {
        int64_t wait = wait_ms(p);
        struct nj_event *events = nj_inbox_take(p->inbox, wait);
        enum nj_status st;

        if (nj_fence_ended()) {
            nj_event_destroy_all(events);
            p->failed = true;
            return nj_fail(err, NJ_ERR_BUSY,
                           "another worker has taken over: this one was silent "
                           "for too long and ends");
        }
        note_stall(p, wait);
        if (p->test_clock)
            move_clock(p, events);
        if (asks_reload(events))
            nj_service_reload(p);
        st = nj_referee_turn(p->referee, events, err);
        p->failed = st != NJ_OK;
        if (p->failed)
            return st;
        nj_service_turned(p);
    }
    return NJ_OK;
}

/* Gateways send what they hold; what became of it is written down. */
static void stop_gateways(struct nj_program *p)
{
    struct nj_err err = {{0}};
    int64_t flush_ms = nj_fence_stands_open() ? FLUSH_MS : 0;

    nj_fence_hurry();
    for (uint32_t i = 0; i < p->n_gateways; i++)
        p->gateways[i]->ops->stop(p->gateways[i], flush_ms);
    if (p->referee != NULL && !p->failed &&
        nj_referee_turn(p->referee, nj_inbox_take(p->inbox, 0), &err) != NJ_OK)
        nj_log(NJ_LOG_ERROR, "store", "last_turn",
               NJ_FIELDS(nj_f_text("why", err.text)));
}

void nj_program_close(struct nj_program *p)
{
    stop_gateways(p);
    nj_referee_destroy(p->referee);
    nj_studio_destroy(p->studio);
    for (uint32_t i = 0; i < p->n_gateways; i++)
        p->gateways[i]->ops->destroy(p->gateways[i]);
    nj_sharing_end_books(p);
    nj_store_close(p->store);
    nj_sharing_stop(p);
    if (p->config != NULL)
        nj_env_fini(&p->env);
    nj_service_close(&p->service);
    if (p->inbox != NULL)
        nj_inbox_destroy(p->inbox);
    nj_cases_free();
    nj_texts_free();
    free(p->config);
    memset(p, 0, sizeof(*p));
}
