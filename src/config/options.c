/*
 * The table of options, and what follows from the rows alone: defaults,
 * the nearest name, the list for people, the sample.
 */
#include "config/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "config/check.h"

#define DAY_MS       86400000
#define TABLES_MOST  1000000
#define NAME_COMPARE 40 /* bytes of a name that are looked at */

static const char *const levels[] = {"error", "warn", "info", "debug", NULL};
static const char *const friends[] = {"tables", "all", "none", NULL};
static const char *const invites[] = {"owners", "all", "none", NULL};
static const char *const tokens[] = {"made", "none", NULL};
static const char *const answers[] = {"no", "yes", NULL};
static const char *const kinds[] = {"console", "onebot", "telegram",
                                    "qqbot",   "web",    NULL};

#define ONEBOT   (1u << NJ_GATEWAY_ONEBOT)
#define TELEGRAM (1u << NJ_GATEWAY_TELEGRAM)
#define QQBOT    (1u << NJ_GATEWAY_QQBOT)
#define WEB      (1u << NJ_GATEWAY_WEB)

#define ROOT(member)                           \
 .scope = NJ_CONFIG_IN_ROOT, .name = #member,  \
 .offset = offsetof(struct nj_config, member), \
 .cap = sizeof(((struct nj_config *)0)->member)
#define PACING(member)                          \
 .scope = NJ_CONFIG_IN_PACING, .name = #member, \
 .offset = offsetof(struct nj_config_pacing, member), .type = NJ_CONFIG_NUMBER
#define GATEWAY(member)                                \
 .scope = NJ_CONFIG_IN_GATEWAY, .name = #member,       \
 .offset = offsetof(struct nj_config_gateway, member), \
 .cap = sizeof(((struct nj_config_gateway *)0)->member)
#define TEXT(check, want) \
 .type = NJ_CONFIG_TEXT, .fits = (check), .wants = (want)
#define NUMBER(least, most) \
 .type = NJ_CONFIG_NUMBER, .lo = (least), .hi = (most)

/* clang-format off */
const struct nj_config_option nj_config_options[] = {
    {ROOT(database),
     TEXT(nj_check_database,
          "expected a path, or postgresql://HOST/NAME without a password, "
          "which has its place in ~/.pgpass or PGPASSWORD"),
     .fallback = "nightjar.db", .lo = 1,
     .help = "the database file; everything that must last is in it. Or "
             "`postgresql://HOST/NAME` (`deploy/postgresql.md`)"},
    {ROOT(database_wait_ms), NUMBER(100, DAY_MS),
     .fallback = "10000",
     .help = "how long PostgreSQL may keep an answer until its connection "
             "counts as lost and another one is made"},
    {ROOT(share_gateways), .type = NJ_CONFIG_CHOICE, .choices = answers,
     .fallback = "no",
     .help = "on PostgreSQL: whether all `serve` on this database hold a part "
             "of the gateways each (`deploy/postgresql.md`); the same for all "
             "of them"},
    {ROOT(data), TEXT(nj_check_path, "expected a path"),
     .fallback = "",
     .help = "a folder whose files replace the ones in the program "
             "(`locales/en.json` and so on); empty: none"},
    {ROOT(language),
     TEXT(nj_check_language, "expected a language such as zh-CN"),
     .fallback = "zh-CN", .lo = 1,
     .help = "what the bot speaks where a chat has not chosen"},
    {ROOT(log_level), .type = NJ_CONFIG_CHOICE, .choices = levels,
     .fallback = "info",
     .help = "how much goes to the log on stderr"},
    {ROOT(prefix),
     TEXT(nj_check_prefix, "expected signs without letters, digits or space"),
     .fallback = "#", .lo = 1,
     .help = "what stands before commands"},
    {ROOT(host_prefix),
     TEXT(nj_check_prefix, "expected signs without letters, digits or space"),
     .fallback = "%", .lo = 1,
     .help = "what stands before the host's commands"},
    {ROOT(timezone_minutes), NUMBER(-720, 840),
     .fallback = "480",
     .help = "the clock people live by, in minutes east of UTC"},
    {ROOT(timezone),
     TEXT(nj_check_zone, "expected a zone such as Europe/Berlin, of those that "
                         "the package tzdata has"),
     .fallback = "",
     .help = "the same by name, with its summer time, such as "
             "`Europe/Berlin`; empty: `timezone_minutes` holds"},
    {ROOT(pacing), .type = NJ_CONFIG_GROUP, .inner = NJ_CONFIG_IN_PACING,
     .fallback = "",
     .help = "how fast the bot may write"},
    {PACING(per_second), .lo = 1, .hi = 1000,
     .fallback = "1",
     .help = "messages a second into one chat"},
    {PACING(burst), .lo = 1, .hi = 1000,
     .fallback = "4",
     .help = "messages that one chat may get at once after a silence"},
    {PACING(per_minute), .lo = 1, .hi = 60000,
     .fallback = "24",
     .help = "messages a minute into one chat"},
    {PACING(total_per_second), .lo = 1, .hi = 100000,
     .fallback = "3",
     .help = "messages a second of one gateway, over all chats"},
    {ROOT(tables_per_group), NUMBER(1, 100),
     .fallback = "4",
     .help = "tables and matches that may be open in one group at once"},
    {ROOT(tables_per_person), NUMBER(1, TABLES_MOST),
     .fallback = "20",
     .help = "tables and matches opened by one person that may be open at "
             "once, over all groups"},
    {ROOT(tables_in_all), NUMBER(1, TABLES_MOST),
     .fallback = "100000",
     .help = "tables and matches that may be open at once in all"},
    {ROOT(grace_ms), NUMBER(0, DAY_MS),
     .fallback = "600000",
     .help = "how far deadlines stand ahead, at least, after an outage"},
    {ROOT(leave_ms), NUMBER(0, 30LL * DAY_MS),
     .fallback = "259200000",
     .help = "by how much each person may move the deadlines of one match"},
    {ROOT(match_idle_ms), NUMBER(100, 30LL * DAY_MS),
     .fallback = "600000",
     .help = "after how long without a word a match leaves the memory; "
             "it stays in the database"},
    {ROOT(health_port), NUMBER(0, 65535),
     .fallback = "0",
     .help = "a port of this machine with `/metrics` (Prometheus) and "
             "`/healthz`; 0: none"},
    {ROOT(metrics_listen),
     TEXT(nj_check_listen,
          "expected an address of this machine and a port, such as"
          " 192.168.1.5:9100 or [::1]:9100"),
     .fallback = "",
     .help = "the same two pages at an address of choice, `/metrics` for who "
             "brings a token; empty: nowhere"},
    {ROOT(metrics_token_env),
     TEXT(nj_check_variable, "expected the name of an environment variable"),
     .fallback = "",
     .help = "with `metrics_listen`: the environment variable that holds that "
             "token"},
    {ROOT(metrics_token_file), TEXT(nj_check_path, "expected a path"),
     .fallback = "",
     .help = "the file that holds it, instead of `metrics_token_env`"},
    {ROOT(gateways), .type = NJ_CONFIG_LIST, .inner = NJ_CONFIG_IN_GATEWAY,
     .hi = NJ_GATEWAYS_ALL, .fallback = "one console",
     .help = "the chat platforms, four of one house at most"},
    {GATEWAY(kind), .type = NJ_CONFIG_CHOICE, .choices = kinds,
     .sample = "onebot", .telegram = "telegram", .qqbot = "qqbot",
     .help = "this terminal, a OneBot v11 program such as NapCat, a Telegram "
             "bot, a bot of QQ's official platform, or the room, a page of "
             "our own"},
    {GATEWAY(name),
     TEXT(nj_check_name,
          "expected up to 8 small letters and digits, a letter first"),
     .lo = 1, .sample = "qq", .telegram = "tg", .qqbot = "qqbot",
     .help = "the first part of its addresses, such as `qq` in `qq:u:77`; "
             "keep it, the database knows people by it"},
    {GATEWAY(house),
     TEXT(nj_check_house, "expected up to 31 small letters, digits and '_', a "
                          "letter first"),
     .fallback = "",
     .help = "on PostgreSQL: the house whose people these are; each has a "
             "schema and a process of its own (`deploy/postgresql.md`)"},
    {GATEWAY(url), .kinds = ONEBOT | TELEGRAM | QQBOT, TEXT(NULL, NULL),
     .fallback = "", .sample = "ws://127.0.0.1:3001/",
     .telegram = "https://api.telegram.org", .qqbot = "https://api.bot.qq.com",
     .help = "where the OneBot program listens for WebSocket clients; this or "
             "`listen`. Of other bots the server of the platform's API, where "
             "it is not its own"},
    {GATEWAY(token_url), .kinds = QQBOT, TEXT(NULL, NULL),
     .fallback = "",
     .help = "the server that gives out access tokens, where it is not that "
             "of `url`"},
    {GATEWAY(app), .kinds = QQBOT,
     TEXT(nj_check_app, "expected an AppID, a number"),
     .fallback = "", .qqbot = "102000001",
     .help = "the bot's AppID, from its settings on q.qq.com"},
    {GATEWAY(verified), .kinds = QQBOT, .type = NJ_CONFIG_CHOICE,
     .choices = answers, .fallback = "no",
     .help = "whether the bot's owner has proved to QQ who he is: then it may "
             "say twice as much"},
    {GATEWAY(members), .kinds = QQBOT, .type = NJ_CONFIG_CHOICE,
     .choices = answers, .fallback = "no",
     .help = "ask to hear of who joins and leaves a group; done without where "
             "the platform refuses it"},
    {GATEWAY(listen), .kinds = ONEBOT | WEB,
     TEXT(nj_check_listen,
          "expected an address of this machine and a port, such as"
          " 127.0.0.1:8081 or [::1]:8081"),
     .fallback = "",
     .help = "where we listen for OneBot programs that connect to us (reverse "
             "WebSocket); gateways with the same address share it. Of `web` where "
             "its page is, `127.0.0.1:8420` unless this says otherwise"},
    {GATEWAY(account), .kinds = ONEBOT,
     TEXT(nj_check_account, "expected a QQ number"),
     .fallback = "",
     .help = "with `listen`: the QQ number of the account that this gateway "
             "is for"},
    {GATEWAY(token), .kinds = ONEBOT, .type = NJ_CONFIG_CHOICE,
     .choices = tokens, .fallback = "made",
     .help = "with `listen` and neither of the two below: a token is made at "
             "the first start and kept beside the database, or whoever is on "
             "this machine may connect without one. Never the token itself"},
    {GATEWAY(token_env), .kinds = ONEBOT | TELEGRAM | QQBOT,
     TEXT(nj_check_variable, "expected the name of an environment variable"),
     .fallback = "", .sample = "NIGHTJAR_TOKEN",
     .telegram = "NIGHTJAR_TELEGRAM_TOKEN", .qqbot = "NIGHTJAR_QQBOT_SECRET",
     .help = "the environment variable that holds the token, of a bot of QQ "
             "its AppSecret; needed unless the address is on this machine"},
    {GATEWAY(token_file), .kinds = ONEBOT | TELEGRAM | QQBOT,
     TEXT(nj_check_path, "expected a path"),
     .fallback = "",
     .help = "the file that holds the token, instead of `token_env`"},
    {GATEWAY(ping_ms), .kinds = ONEBOT, NUMBER(100, DAY_MS),
     .fallback = "20000",
     .help = "time without a sign of life after which we ask for one"},
    {GATEWAY(hangup_ms), .kinds = ONEBOT, NUMBER(200, DAY_MS),
     .fallback = "35000",
     .help = "time without a sign of life after which we hang up; more than "
             "`ping_ms`"},
    {GATEWAY(heartbeat_grace_ms), .kinds = ONEBOT, NUMBER(0, DAY_MS),
     .fallback = "5000",
     .help = "how much later than two heartbeats of the platform we hang up"},
    {GATEWAY(backoff_ms), .kinds = ONEBOT | TELEGRAM | QQBOT, .type = NJ_CONFIG_RANGE,
     .lo = 10, .hi = DAY_MS, .fallback = "[500, 30000]",
     .help = "shortest and longest wait before we connect again"},
    {GATEWAY(answer_ms), .kinds = ONEBOT | TELEGRAM | QQBOT, NUMBER(10, DAY_MS),
     .fallback = "15000",
     .help = "how long we wait for the platform's answer to a call"},
    {GATEWAY(poll_s), .kinds = TELEGRAM, NUMBER(1, 50),
     .fallback = "25",
     .help = "seconds that Telegram may hold our question for news"},
    {GATEWAY(pacing), .type = NJ_CONFIG_GROUP, .inner = NJ_CONFIG_IN_PACING,
     .kinds = ONEBOT | TELEGRAM | QQBOT, .fallback = "",
     .help = "how fast the bot may write there, as far as it differs from "
             "`pacing` above; Telegram takes 20 a minute into one chat, of "
             "which 18 are used unless this says more, and 30 a second in "
             "all; a bot of QQ says 8 a second in all unless this says "
             "otherwise, up to 50"},
    {GATEWAY(friends), .kinds = ONEBOT, .type = NJ_CONFIG_CHOICE,
     .choices = friends, .fallback = "tables",
     .help = "who becomes a friend for the asking: who is in a group with an "
             "open table, everybody, or nobody before a human agrees"},
    {GATEWAY(invites), .kinds = ONEBOT, .type = NJ_CONFIG_CHOICE,
     .choices = invites, .fallback = "owners",
     .help = "who may bring the account into a group by inviting it"},
    {ROOT(owners), .type = NJ_CONFIG_TEXTS, .hi = NJ_OWNERS_MAX,
     .fits = nj_check_owner,
     .wants = "expected an address such as qq:u:77",
     .fallback = "[]",
     .help = "people who may do everything, such as `qq:u:77`"},
    {.name = NULL},
};

/* clang-format on */

static bool same_value(const struct nj_config_option *o, const char *a,
                       const char *b)
{
    switch (o->type) {
    case NJ_CONFIG_TEXT:
        return strcmp(a + o->offset, b + o->offset) == 0;
    case NJ_CONFIG_NUMBER:
        return memcmp(a + o->offset, b + o->offset, sizeof(int64_t)) == 0;
    case NJ_CONFIG_RANGE:
        return memcmp(a + o->offset, b + o->offset, 2 * sizeof(int64_t)) == 0;
    case NJ_CONFIG_CHOICE:
        return memcmp(a + o->offset, b + o->offset, sizeof(int)) == 0;
    case NJ_CONFIG_GROUP:
    case NJ_CONFIG_LIST:
    case NJ_CONFIG_TEXTS:
        break;
    }
    return true;
}

bool nj_config_option_same(enum nj_config_scope scope, const void *a,
                           const void *b)
{
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++)
        if (o->scope == scope && !same_value(o, a, b))
            return false;
    return true;
}

const struct nj_config_option *nj_config_option_find(enum nj_config_scope scope,
                                                     const char *name)
{
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++)
        if (o->scope == scope && strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

/* Letters to insert, delete or change, by the usual table of one row. */
static size_t distance(const char *a, const char *b)
{
    size_t row[NAME_COMPARE + 1];
    size_t n = strnlen(a, NAME_COMPARE);
    size_t m = strnlen(b, NAME_COMPARE);

    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t corner = row[0];

        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t change = corner + (a[i - 1] != b[j - 1]);
            size_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;

            corner = row[j];
            row[j] = change < other ? change : other;
        }
    }
    NJ_ASSERT(row[m] <= (n > m ? n : m));
    return row[m];
}

/* A beginning is close to the whole: "timezone" is not "database". */
static size_t unlike(const char *typed, const char *name)
{
    size_t n = strlen(typed);

    if (n > 2 && strncmp(typed, name, n) == 0)
        return 1;
    return distance(typed, name);
}

const struct nj_config_option *nj_config_option_nearest(
    enum nj_config_scope scope, const char *name)
{
    const struct nj_config_option *best = NULL;
    size_t least = SIZE_MAX;

    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++) {
        size_t d = o->scope == scope ? unlike(name, o->name) : SIZE_MAX;

        if (d < least) {
            least = d;
            best = o;
        }
    }
    NJ_ASSERT(best != NULL);
    return best;
}

static int choice_index(const struct nj_config_option *o, const char *word)
{
    int i = 0;

    while (strcmp(o->choices[i], word) != 0) {
        i++;
        NJ_ASSERT(o->choices[i] != NULL);
    }
    return i;
}

static void set_default(const struct nj_config_option *o, char *base)
{
    void *at = base + o->offset;
    int64_t *numbers = at;
    char *next = NULL;

    switch (o->type) {
    case NJ_CONFIG_TEXT:
        NJ_ASSERT(strlen(o->fallback) < o->cap);
        memcpy(at, o->fallback, strlen(o->fallback) + 1);
        break;
    case NJ_CONFIG_NUMBER:
        numbers[0] = strtoll(o->fallback, NULL, 10);
        break;
    case NJ_CONFIG_RANGE:
        numbers[0] = strtoll(o->fallback + 1, &next, 10);
        numbers[1] = strtoll(next + 1, NULL, 10);
        break;
    case NJ_CONFIG_CHOICE:
        *(int *)at = choice_index(o, o->fallback);
        break;
    case NJ_CONFIG_GROUP:
    case NJ_CONFIG_LIST:
    case NJ_CONFIG_TEXTS:
        break;
    }
}

void nj_config_option_defaults(enum nj_config_scope scope, void *base)
{
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++)
        if (o->scope == scope && o->fallback != NULL)
            set_default(o, base);
}

void nj_config_defaults(struct nj_config *c)
{
    static const char console[] = "tty";

    memset(c, 0, sizeof(*c));
    nj_config_option_defaults(NJ_CONFIG_IN_ROOT, c);
    nj_config_option_defaults(NJ_CONFIG_IN_PACING, &c->pacing);
    nj_config_option_defaults(NJ_CONFIG_IN_GATEWAY, &c->gateways[0]);
    c->gateways[0].pacing = c->pacing;
    c->gateways[0].kind = NJ_GATEWAY_CONSOLE;
    memcpy(c->gateways[0].name, console, sizeof(console));
    c->gateway_count = 1;
}
