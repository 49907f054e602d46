/*
 * What a service owes to the system around it.
 */
#include "cli/service.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <systemd/sd-daemon.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/random.h"
#include "base/version.h"
#include "cli/program.h"
#include "config/secret.h"
#include "gateway/web/health.h"

#define TELL_MS 1000  /* the loop turns at least so often when it is watched */
#define GOOD_MS 60000 /* a loop silent for so long hangs */

/* --- signals: a thread waits for them, for handlers may do almost nothing --- */

static sigset_t our_signals(void)
{
    sigset_t set;

    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGHUP);
    (void)sigaddset(&set, SIGUSR1);
    return set;
}

static enum nj_event_kind event_of(int sig)
{
    return sig == SIGHUP    ? NJ_EVENT_RELOAD
           : sig == SIGUSR1 ? NJ_EVENT_DRAIN
                            : NJ_EVENT_STOP;
}

static void *wait_for_signals(void *ctx)
{
    struct nj_inbox *inbox = ctx;
    sigset_t set = our_signals();
    int sig = 0;

    while (sig != SIGTERM && sig != SIGINT && sigwait(&set, &sig) == 0)
        nj_inbox_push(inbox, nj_event_create(event_of(sig), 0));
    return NULL;
}

void nj_service_signals(struct nj_service *s, struct nj_inbox *inbox)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t set = our_signals();

    (void)sigaction(SIGPIPE, &ignore, NULL);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    s->catching =
        pthread_create(&s->catcher, NULL, wait_for_signals, inbox) == 0;
}

/* --- the health port and systemd --- */

/* JOURNAL_STREAM is "device:inode" of the socket that systemd has given us; a
 * stderr that leads elsewhere is not the journal. */
void nj_service_journal(void)
{
    const char *said = getenv("JOURNAL_STREAM");
    char ours[64];
    struct stat info;

    if (said == NULL || fstat(STDERR_FILENO, &info) != 0)
        return;
    (void)snprintf(ours, sizeof(ours), "%llu:%llu",
                   (unsigned long long)info.st_dev,
                   (unsigned long long)info.st_ino);
    nj_log_set_journal(strcmp(said, ours) == 0);
}

static enum nj_status open_metrics(struct nj_program *p, struct nj_err *err)
{
    char token[NJ_TOKEN_MAX] = "";
    enum nj_status st;

    if (p->config->metrics_listen[0] == '\0' || p->service.metrics != NULL)
        return NJ_OK;
    st = nj_secret_metrics(p->config, token, sizeof(token), err);
    if (st == NJ_OK) {
        st = nj_health_create_at(p->config->metrics_listen, token,
                                 &p->service.metrics, err);
        if (st != NJ_OK)
            st = nj_fail_in(err, st, "metrics_listen");
    }
    nj_wipe(token, sizeof(token));
    return st;
}

enum nj_status nj_service_open(struct nj_program *p, struct nj_err *err)
{
    uint64_t us = 0;
    enum nj_status st = NJ_OK;

    if (sd_watchdog_enabled(0, &us) > 0)
        p->service.watchdog_ms = (int64_t)(us / 1000);
    if (p->config->health_port != 0 && p->service.health == NULL) {
        st = nj_health_create((uint16_t)p->config->health_port,
                              &p->service.health, err);
        if (st != NJ_OK)
            st = nj_fail_in(err, st, "health_port");
    }
    return st == NJ_OK ? open_metrics(p, err) : st;
}

void nj_service_ready(void)
{
    (void)sd_notify(0, "READY=1\nSTATUS=");
}

/* Somebody may ask for figures. */
static bool is_asked(const struct nj_service *s)
{
    return s->health != NULL || s->metrics != NULL;
}

int64_t nj_service_wait_ms(const struct nj_service *s, int64_t wait_ms)
{
    int64_t most = is_asked(s) ? TELL_MS : INT64_MAX;

    if (s->watchdog_ms != 0 && s->watchdog_ms / 3 < most)
        most = s->watchdog_ms / 3;
    return wait_ms >= 0 && wait_ms < most ? wait_ms
           : most == INT64_MAX            ? wait_ms
                                          : most;
}

static void put(struct nj_str *out, const char *name, const char *kind,
                const char *help, uint64_t value)
{
    nj_str_addf(out,
                "# HELP nightjar_%s %s\n# TYPE nightjar_%s %s\n"
                "nightjar_%s %llu\n",
                name, help, name, kind, name, (unsigned long long)value);
}

static void put_gateways(const struct nj_program *p, uint32_t up,
                         struct nj_str *out)
{
    nj_str_puts(out, "# HELP nightjar_gateway_up Whether the link stands.\n"
                     "# TYPE nightjar_gateway_up gauge\n");
    for (uint32_t i = 0; i < p->n_gateways; i++)
        nj_str_addf(out, "nightjar_gateway_up{gateway=\"%s\"} %u\n",
                    p->gateways[i]->name, (unsigned)(up >> i & 1u));
}

/* One line for each gateway whose platform counts what is said. */
static void put_budget(const struct nj_program *p, const char *name,
                       const char *help, size_t member, struct nj_str *out)
{
    bool any = false;

    for (uint32_t i = 0; i < p->n_gateways; i++) {
        struct nj_gateway *g = p->gateways[i];
        struct nj_gateway_budget b;

        if (g->ops->budget == NULL)
            continue;
        g->ops->budget(g, &b);
        if (!any)
            nj_str_addf(out,
                        "# HELP nightjar_%s %s\n# TYPE nightjar_%s gauge\n",
                        name, help, name);
        any = true;
        nj_str_addf(
            out, "nightjar_%s{gateway=\"%s\"} %u\n", name, g->name,
            (unsigned)*(const uint32_t *)(const void *)((const char *)&b +
                                                        member));
    }
}

static void put_budgets(const struct nj_program *p, struct nj_str *out)
{
#define BUDGET(name, help, member) \
 put_budget(p, name, help, offsetof(struct nj_gateway_budget, member), out)
    BUDGET("pushes_group_minute",
           "Said into groups by itself in the last minute.", group_min);
    BUDGET("pushes_group_minute_most", "How much that may be.", group_most);
    BUDGET("pushes_person_minute",
           "Said to people by itself in the last minute.", person_min);
    BUDGET("pushes_person_minute_most", "How much that may be.", person_most);
    BUDGET("chats_replies_only", "Chats that take answers alone.",
           replies_only);
    BUDGET("chats_closed", "Chats that take nothing.", closed);
#undef BUDGET
}

/* Seconds, as is the custom there, in thousandths. */
static void put_seconds(struct nj_str *out, int64_t ms)
{
    nj_str_addf(out, "%s%lld.%03lld\n", ms < 0 ? "-" : "",
                (long long)(ms < 0 ? -ms : ms) / 1000,
                (long long)(ms < 0 ? -ms : ms) % 1000);
}

static void put_clocks(const struct nj_program *p,
                       const struct nj_referee_figures *f, struct nj_str *out)
{
    put(out, "clock_jumps_total", "counter",
        "Jumps of the wall clock by a second or more.", f->clock_jumps);
    put(out, "clock_gaps_total", "counter",
        "Outages found by comparing clocks: jumps ahead, sleep, stalls.",
        f->clock_gaps);
    nj_str_puts(out, "# HELP nightjar_clock_lead_seconds How far our own time "
                     "is ahead of the wall clock.\n"
                     "# TYPE nightjar_clock_lead_seconds gauge\n"
                     "nightjar_clock_lead_seconds ");
    put_seconds(out, f->clock_lead_ms);
    nj_str_puts(out, "# HELP nightjar_clock_skew_seconds How far this "
                     "machine's clock is ahead of the platform's.\n"
                     "# TYPE nightjar_clock_skew_seconds gauge\n");
    for (uint32_t i = 0; i < p->n_gateways; i++) {
        nj_str_addf(out, "nightjar_clock_skew_seconds{gateway=\"%s\"} ",
                    p->gateways[i]->name);
        put_seconds(out, f->skew_ms[i]);
    }
}

/* Which program it is: nj_program() is "1.0 1a2b3c4". */
static void put_build(struct nj_str *out)
{
    const char *program = nj_program();
    size_t n = strcspn(program, " ");

    nj_str_addf(out,
                "# HELP nightjar_build_info Which program this is.\n"
                "# TYPE nightjar_build_info gauge\n"
                "nightjar_build_info{version=\"%.*s\",commit=\"%s\"} 1\n",
                (int)n, program, program[n] == ' ' ? program + n + 1 : "");
}

static void put_waits(struct nj_str *out, bool waits)
{
    put(out, "waits", "gauge",
        "Another worker speaks, and this one is ready to take over.", waits);
}

static void show(struct nj_health *h, const char *figures, const char *word)
{
    if (h == NULL)
        return;
    nj_health_word(h, word);
    nj_health_publish(h, figures, GOOD_MS);
}

static void publish(struct nj_program *p)
{
    struct nj_referee_figures f;
    struct nj_str text = NJ_STR_INIT(16384);

    nj_referee_figures(p->referee, &f);
    put_build(&text);
    put_waits(&text, false);
    put(&text, "turns_total", "counter", "Turns of the loop.", f.turns);
    put(&text, "commits_total", "counter", "Transactions written.", f.commits);
    put(&text, "inputs_total", "counter", "Inputs that matches took.",
        f.inputs);
    put(&text, "refusals_total", "counter", "Inputs that they refused.",
        f.refusals);
    put(&text, "words_total", "counter", "Words that were for the bot.",
        f.words);
    put(&text, "words_passed_over_total", "counter",
        "Those without an answer because somebody asks too much.",
        f.passed_over);
    put(&text, "words_unanswered_total", "counter",
        "Those without an answer for no reason: a fault of the program.",
        f.unanswered);
    put(&text, "texts_sent_total", "counter", "Texts that platforms took.",
        f.sent);
    put(&text, "texts_refused_total", "counter", "Texts that they refused.",
        f.refused);
    put(&text, "texts_unknown_total", "counter", "Texts of unknown fate.",
        f.unknown + f.lost);
    put(&text, "texts_queued", "gauge", "Texts waiting or under way.",
        f.queued);
    put(&text, "matches_open", "gauge", "Open tables and matches.", f.open);
    put(&text, "matches_awake", "gauge", "Those in memory.", f.awake);
    put(&text, "disk_full", "gauge", "Nothing is accepted until it is not.",
        f.full);
    put(&text, "database_away", "gauge", "Nothing is done until it is not.",
        f.away);
    put(&text, "database_away_total", "counter",
        "How often the database's server was lost.", f.aways);
    put_clocks(p, &f, &text);
    put_gateways(p, f.gateways_up, &text);
    put_budgets(p, &text);
    NJ_ASSERT(!text.over);
    show(p->service.health, text.p, "ok\n");
    show(p->service.metrics, text.p, "ok\n");
    nj_str_fini(&text);
}

static void publish_waiting(struct nj_program *p)
{
    struct nj_service *s = &p->service;
    struct nj_str text = NJ_STR_INIT(1000);
    struct nj_err err = {{0}};
    bool open = nj_service_open(p, &err) == NJ_OK;

    if (!open && !s->shut_out)
        nj_log(NJ_LOG_WARN, "health", "not_yet",
               NJ_FIELDS(nj_f_text("why", err.text)));
    s->shut_out = !open;
    put_build(&text);
    put_waits(&text, true);
    NJ_ASSERT(!text.over);
    show(s->health, text.p, "waits\n");
    show(s->metrics, text.p, "waits\n");
    nj_str_fini(&text);
}

void nj_service_waits(struct nj_program *p)
{
    int64_t now = nj_monotonic_ms();

    (void)sd_notify(0, "READY=1\nWATCHDOG=1\nSTATUS=waits: another worker "
                       "speaks");
    if (p->service.told_ms != 0 && now - p->service.told_ms < TELL_MS)
        return;
    p->service.told_ms = now;
    publish_waiting(p);
}

void nj_service_turned(struct nj_program *p)
{
    struct nj_service *s = &p->service;
    int64_t now = nj_monotonic_ms();

    if (s->told_ms != 0 && now - s->told_ms < TELL_MS)
        return;
    s->told_ms = now;
    if (is_asked(s))
        publish(p);
    if (s->watchdog_ms != 0)
        (void)sd_notify(0, "WATCHDOG=1");
}

/* --- reading again --- */

/* Gateways are made at the start; only their pace can change. */
static bool same_gateways(const struct nj_config *a, const struct nj_config *b)
{
    if (a->gateway_count != b->gateway_count)
        return false;
    for (size_t i = 0; i < a->gateway_count; i++)
        if (!nj_config_option_same(NJ_CONFIG_IN_GATEWAY, &a->gateways[i],
                                   &b->gateways[i]))
            return false;
    return true;
}

static bool needs_restart(const struct nj_config *a, const struct nj_config *b)
{
    return strcmp(a->database, b->database) != 0 ||
           strcmp(a->data, b->data) != 0 || a->health_port != b->health_port ||
           strcmp(a->metrics_listen, b->metrics_listen) != 0 ||
           strcmp(a->metrics_token_env, b->metrics_token_env) != 0 ||
           strcmp(a->metrics_token_file, b->metrics_token_file) != 0 ||
           !same_gateways(a, b);
}

/* Texts and words as the files have them now; the games stay. */
static enum nj_status read_texts(struct nj_program *p, struct nj_env *fresh,
                                 struct nj_err *err)
{
    enum nj_status st;

    fresh->data_dir = p->env.data_dir;
    memcpy(fresh->games, p->env.games, sizeof(fresh->games));
    fresh->n_games = p->env.n_games;
    memcpy(fresh->game_ids, p->env.game_ids, sizeof(fresh->game_ids));
    st = nj_env_load_catalog(fresh, err);
    return st == NJ_OK ? nj_env_load_commands(fresh, err) : st;
}

static void swap_texts(struct nj_program *p, struct nj_env *fresh)
{
    struct nj_catalog *catalog = p->env.catalog;
    struct nj_commands *commands = p->env.commands;

    p->env.catalog = fresh->catalog;
    p->env.commands = fresh->commands;
    fresh->catalog = catalog;
    fresh->commands = commands;
}

/* The new configuration counts but for what only a start can change. */
static void take_config(struct nj_program *p, struct nj_config *fresh)
{
    struct nj_config *old = p->config;
    bool same = same_gateways(old, fresh);

    if (needs_restart(old, fresh))
        nj_log(NJ_LOG_WARN, "config", "restart_needed",
               NJ_FIELDS(nj_f_word("because", "database, data, health_port, "
                                              "metrics or gateways differ")));
    memcpy(fresh->database, old->database, sizeof(fresh->database));
    if (!same)
        memcpy(fresh->gateways, old->gateways, sizeof(fresh->gateways));
    fresh->gateway_count = old->gateway_count;
    fresh->health_port = old->health_port;
    memcpy(fresh->metrics_listen, old->metrics_listen,
           sizeof(fresh->metrics_listen));
    memcpy(fresh->metrics_token_env, old->metrics_token_env,
           sizeof(fresh->metrics_token_env));
    memcpy(fresh->metrics_token_file, old->metrics_token_file,
           sizeof(fresh->metrics_token_file));
    *old = *fresh; /* in place: names in it are lent */
    nj_log_set_level((enum nj_log_level)old->log_level);
}

void nj_service_reload(struct nj_program *p)
{
    struct nj_config *config = nj_alloc(sizeof(*config));
    const struct nj_referee_setup was = p->setup;
    struct nj_env fresh = {.data_dir = NULL};
    struct nj_err err = {{0}};
    enum nj_status st = nj_env_config(p->config_path, p->house, config, &err);

    (void)sd_notify(0, "RELOADING=1");
    if (st == NJ_OK)
        st = read_texts(p, &fresh, &err);
    if (st == NJ_OK) {
        nj_studio_rest(p->studio); /* it reads the old texts */
        take_config(p, config);
        swap_texts(p, &fresh);
        nj_program_fill_setup(p);
        if (was.private_proved) /* a terminal: nobody is annoyed by it */
            p->setup.pace = was.pace;
        if (was.paces != NULL)
            nj_program_fill_paces(p);
        nj_referee_reload(p->referee, &p->setup);
        nj_log(NJ_LOG_INFO, "config", "reloaded", NJ_NO_FIELDS);
    } else {
        nj_log(NJ_LOG_ERROR, "config", "not_reloaded",
               NJ_FIELDS(nj_f_text("why", err.text)));
    }
    fresh.n_games = 0; /* lent from the program's */
    memset(fresh.data, 0, sizeof(fresh.data));
    nj_env_fini(&fresh);
    free(config);
    nj_service_ready();
}

/* --- the end --- */

void nj_service_close(struct nj_service *s)
{
    (void)sd_notify(0, "STOPPING=1");
    nj_health_destroy(s->health);
    nj_health_destroy(s->metrics);
    s->health = NULL;
    s->metrics = NULL;
    if (s->catching) {
        (void)pthread_kill(s->catcher, SIGINT); /* ends its wait */
        (void)pthread_join(s->catcher, NULL);
        s->catching = false;
    }
}
