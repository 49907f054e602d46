/*
 * Puts the parts together and takes them apart again.
 */
#include "cli/program.h"

#include "base/bug.h"
#include "base/log.h"
#include "cli/cli.h"
#include "cli/menu.h"
#include "config/embed.h"
#include "config/secret.h"
#include "gateway/console/console.h"
#include "gateway/onebot/onebot.h"
#include "gateway/telegram/telegram.h"

#define TEST_CLOCK_START_MS 1760000000000
#define FLUSH_MS            2000
#define RULES_MAX           64
#define UPLOAD_MS           60000
#define TOKEN_REFUSED_MS    300000 /* before a refused token is tried again */
#define CONFLICT_MS         60000

/* --- rules for players, kept as long as the process --- */

struct rules {
    char name[96];
    struct nj_blob blob;
};
static struct rules rules[RULES_MAX];
static uint32_t n_rules;

static const char *rules_text(void *ctx, const char *game, const char *lang)
{
    const struct nj_program *p = ctx;
    struct nj_err err = {{0}};
    struct rules *r;
    char name[96];

    (void)snprintf(name, sizeof(name), "locales/rules/%s/%s.md", game, lang);
    for (uint32_t i = 0; i < n_rules; i++)
        if (strcmp(rules[i].name, name) == 0)
            return rules[i].blob.text;
    if (n_rules == RULES_MAX)
        return NULL;
    r = &rules[n_rules];
    if (nj_embed_read(p->env.data_dir, name, &r->blob, &err) != NJ_OK)
        return NULL;
    (void)snprintf(r->name, sizeof(r->name), "%s", name);
    n_rules++;
    return r->blob.text;
}

/* --- scenarios, as worked examples --- */

struct cases {
    char game[32];
    struct nj_str text; /* all files of the game */
    const char *data_dir;
};
static struct cases cases[NJ_ENV_GAMES_MAX];
static uint32_t n_cases;

static enum nj_status add_cases(void *ctx, const char *name, struct nj_err *err)
{
    struct cases *c = ctx;
    struct nj_blob blob = {0};
    enum nj_status st = nj_embed_read(c->data_dir, name, &blob, err);

    if (st == NJ_OK) {
        nj_str_add(&c->text, blob.text, blob.len);
        nj_str_puts(&c->text, "\n\n");
    }
    nj_blob_fini(&blob);
    return st;
}

/* Folders write `_` for the `-` of a game's id. */
static const char *cases_text(void *ctx, const char *game)
{
    const struct nj_program *p = ctx;
    struct nj_err err = {{0}};
    struct cases *c;
    char prefix[64];

    for (uint32_t i = 0; i < n_cases; i++)
        if (strcmp(cases[i].game, game) == 0)
            return cases[i].text.p;
    if (n_cases == NJ_COUNT(cases))
        return NULL;
    c = &cases[n_cases];
    c->text = (struct nj_str)NJ_STR_INIT(NJ_FILE_MAX);
    c->data_dir = p->env.data_dir;
    (void)snprintf(c->game, sizeof(c->game), "%s", game);
    (void)snprintf(prefix, sizeof(prefix), "tests/scenarios/%s/", game);
    for (char *q = prefix + strlen("tests/scenarios/"); *q != '\0'; q++)
        if (*q == '-')
            *q = '_';
    if (nj_embed_each(prefix, ".txt", add_cases, c, &err) != NJ_OK) {
        nj_str_fini(&c->text);
        return NULL;
    }
    n_cases++;
    return c->text.p;
}

static void free_rules(void)
{
    while (n_cases > 0)
        nj_str_fini(&cases[--n_cases].text);
    while (n_rules > 0)
        nj_blob_fini(&rules[--n_rules].blob);
}

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
        .clock = nj_clock_system(),
        .catalog = p->env.catalog,
        .commands = p->env.commands,
        .games = p->env.games,
        .n_games = p->env.n_games,
        .gateways = p->gateways,
        .lang = c->language,
        .prefix = c->prefix,
        .host_prefix = c->host_prefix,
        .pace = pace_of(&c->pacing),
        .zone_min = (int)c->timezone_minutes,
        .grace_ms = c->grace_ms,
        .leave_ms = c->leave_ms,
        .idle_ms = c->match_idle_ms,
        .owners = p->owners,
        .admissions = p->admissions,
        .rules = rules_text,
        .cases = cases_text,
        .rules_ctx = p,
    };
}

enum nj_status nj_program_open(struct nj_program *p, const char *path,
                               const char *database, struct nj_err *err)
{
    enum nj_status st;

    memset(p, 0, sizeof(*p));
    p->config_path = path;
    p->config = nj_alloc(sizeof(*p->config));
    p->inbox = nj_inbox_create();
    st = nj_env_config(path, p->config, err);
    if (st == NJ_OK) {
        nj_log_set_level((enum nj_log_level)p->config->log_level);
        st = nj_env_load(&p->env, p->config->data, err);
    }
    if (st == NJ_OK)
        st = nj_store_open(
            &p->store, database != NULL ? database : p->config->database, err);
    if (st != NJ_OK) {
        nj_program_close(p);
        return st;
    }
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

/* An earlier gateway that listens at the same address. */
static struct nj_gateway *beside(const struct nj_program *p,
                                 const struct nj_config_gateway *c)
{
    const struct nj_config_gateway *o = p->config->gateways;

    for (; o < c && c->listen[0] != '\0'; o++)
        for (uint32_t i = 0; i < p->n_gateways; i++)
            if (strcmp(o->listen, c->listen) == 0 &&
                strcmp(p->gateways[i]->name, o->name) == 0)
                return p->gateways[i];
    return NULL;
}

static struct nj_admissions admissions_of(const struct nj_config_gateway *c)
{
    static const enum nj_admission friends[] = {
        [NJ_FRIENDS_TABLES] = NJ_ADMIT_SOME,
        [NJ_FRIENDS_ALL] = NJ_ADMIT_ALL,
        [NJ_FRIENDS_NONE] = NJ_ADMIT_NONE};

    static const enum nj_admission invites[] = {
        [NJ_INVITES_OWNERS] = NJ_ADMIT_SOME,
        [NJ_INVITES_ALL] = NJ_ADMIT_ALL,
        [NJ_INVITES_NONE] = NJ_ADMIT_NONE};

    return (struct nj_admissions){friends[c->friends], invites[c->invites]};
}

static enum nj_status make_onebot(struct nj_program *p,
                                  const struct nj_config_gateway *c,
                                  struct nj_gateway **g, struct nj_err *err)
{
    char token[NJ_TOKEN_MAX] = "";
    struct nj_onebot_options o = {
        .name = c->name,
        .url = c->url,
        .listen = c->listen[0] != '\0' ? c->listen : NULL,
        .account = c->account,
        .beside = beside(p, c),
        .token = token,
        .ping_ms = c->ping_ms,
        .hangup_ms = c->hangup_ms,
        .heartbeat_grace_ms = c->heartbeat_grace_ms,
        .backoff_min_ms = c->backoff_ms[0],
        .backoff_max_ms = c->backoff_ms[1],
        .answer_ms = c->answer_ms,
        .friend_min_ms = 1000,
        .friend_max_ms = 3000,
    };
    enum nj_status st = nj_secret_token(c, token, sizeof(token), err);

    p->admissions[p->n_gateways] = admissions_of(c);
    if (st == NJ_OK)
        st = nj_onebot_create(&o, (uint8_t)p->n_gateways, p->inbox, g, err);
    nj_wipe(token, sizeof(token));
    return st;
}

static enum nj_status make_telegram(struct nj_program *p,
                                    const struct nj_config_gateway *c,
                                    struct nj_gateway **g, struct nj_err *err)
{
    char token[NJ_TOKEN_MAX] = "";
    struct nj_telegram_command menu[NJ_MENU_MAX];
    struct nj_telegram_options o = {
        .name = c->name,
        .url = c->url,
        .token = token,
        .poll_s = c->poll_s,
        .backoff_min_ms = c->backoff_ms[0],
        .backoff_max_ms = c->backoff_ms[1],
        .answer_ms = c->answer_ms,
        .upload_ms = UPLOAD_MS,
        .refused_ms = TOKEN_REFUSED_MS,
        .conflict_ms = CONFLICT_MS,
        .commands = menu,
        .n_commands = nj_menu_fill(p->env.catalog, p->config->language, menu),
    };
    enum nj_status st = nj_secret_token(c, token, sizeof(token), err);

    if (st == NJ_OK)
        st = nj_offset_get(p->store, c->name, &o.offset, err);
    if (st == NJ_OK)
        st = nj_telegram_create(&o, (uint8_t)p->n_gateways, p->inbox, g, err);
    nj_wipe(token, sizeof(token));
    return st;
}

static enum nj_status make_console(struct nj_program *p,
                                   const struct nj_config_gateway *c,
                                   struct nj_gateway **g, struct nj_err *err)
{
    struct nj_console_options o = {.name = c->name,
                                   .user = "you",
                                   .others = true,
                                   .clock = p->test_clock,
                                   .in = 0,
                                   .out = stdout};

    return nj_console_create(&o, (uint8_t)p->n_gateways, p->inbox, g, err);
}

static bool only_console(const struct nj_config *c)
{
    for (size_t i = 0; i < c->gateway_count; i++)
        if (c->gateways[i].kind != NJ_GATEWAY_CONSOLE)
            return false;
    return true;
}

static enum nj_status (*const make[NJ_GATEWAY_KINDS])(
    struct nj_program *p, const struct nj_config_gateway *c,
    struct nj_gateway **g, struct nj_err *err) = {
    [NJ_GATEWAY_CONSOLE] = make_console,
    [NJ_GATEWAY_ONEBOT] = make_onebot,
    [NJ_GATEWAY_TELEGRAM] = make_telegram,
};

enum nj_status nj_program_connect(struct nj_program *p, struct nj_err *err)
{
    const struct nj_config *c = p->config;

    for (size_t i = 0; i < c->gateway_count; i++) {
        struct nj_gateway *g = NULL;
        enum nj_status st =
            make[c->gateways[i].kind](p, &c->gateways[i], &g, err);

        if (st != NJ_OK)
            return nj_fail_in(err, st, "gateways[%zu]", i);
        nj_program_add(p, g);
    }
    if (only_console(c)) { /* nobody is annoyed by a quick terminal */
        p->setup.private_proved = true;
        p->setup.pace = (struct nj_pace){0};
    } else {
        nj_program_fill_paces(p);
    }
    return NJ_OK;
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

/* The test clock goes on where the last process left it. */
static void set_test_clock(struct nj_program *p)
{
    char text[32];
    struct nj_err err = {{0}};

    p->test_ms = TEST_CLOCK_START_MS;
    if (nj_setting_get(p->store, "", "alive_ms", text, sizeof(text), &err) ==
        NJ_OK) {
        long long alive = strtoll(text, NULL, 10);

        if (alive > p->test_ms)
            p->test_ms = alive;
    }
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
    nj_service_signals(&p->service, p->inbox);
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
    for (; events != NULL; events = events->next)
        if (events->kind == NJ_EVENT_CLOCK)
            p->test_ms += events->ms;
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

enum nj_status nj_program_run(struct nj_program *p, bool (*done)(void *ctx),
                              void *ctx, struct nj_err *err)
{
    nj_service_turned(p); /* well before the first turn, too */
    while (!nj_referee_stopped(p->referee) && (done == NULL || !done(ctx))) {
        struct nj_event *events = nj_inbox_take(p->inbox, wait_ms(p));
        enum nj_status st;

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

    for (uint32_t i = 0; i < p->n_gateways; i++)
        p->gateways[i]->ops->stop(p->gateways[i], FLUSH_MS);
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
    nj_store_close(p->store);
    if (p->config != NULL)
        nj_env_fini(&p->env);
    nj_service_close(&p->service);
    if (p->inbox != NULL)
        nj_inbox_destroy(p->inbox);
    free_rules();
    free(p->config);
    memset(p, 0, sizeof(*p));
}
