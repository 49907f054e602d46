#include <string.h>

#include "base/log.h"
#include "config/embed.h"
#include "config/read.h"
#include "kit/nj_test.h"

static struct nj_config config; /* some kilobytes */

static void read_well(const char *text)
{
    struct nj_str report = NJ_STR_INIT(10000);
    struct nj_err err = {{0}};

    if (nj_config_read(text, strlen(text), "f", &config, &report, &err) !=
        NJ_OK)
        fail_msg("%s", report.p);
    assert_string_equal(report.p, "");
    assert_string_equal(err.text, "");
    nj_str_fini(&report);
}

/* The text is refused with exactly these lines. */
static void read_badly(const char *text, const char *lines)
{
    struct nj_str report = NJ_STR_INIT(10000);
    struct nj_err err = {{0}};
    size_t first = strcspn(lines, "\n");

    memset(&config, 0x5a, sizeof(config));
    assert_int_not_equal(
        nj_config_read(text, strlen(text), "f", &config, &report, &err), NJ_OK);
    assert_string_equal(report.p, lines);
    assert_memory_equal(err.text, lines, first);
    for (size_t i = 0; i < sizeof(config); i++)
        assert_int_equal(((unsigned char *)&config)[i], 0x5a);
    nj_str_fini(&report);
}

static void an_empty_object_is_the_default(void **state)
{
    static struct nj_config wanted;

    NJ_UNUSED(state);
    nj_config_defaults(&wanted);
    read_well("{}");
    assert_memory_equal(&config, &wanted, sizeof(config));
}

static void the_sample_is_read(void **state)
{
    struct nj_blob sample = {0};

    NJ_UNUSED(state);
    assert_int_equal(nj_embed_read(NULL, "config/nightjar.json", &sample, NULL),
                     NJ_OK);
    read_well(sample.text);
    assert_int_equal(config.gateway_count, 3);
    assert_int_equal(config.gateways[0].kind, NJ_GATEWAY_ONEBOT);
    assert_string_equal(config.gateways[0].name, "qq");
    assert_string_equal(config.gateways[0].url, "ws://127.0.0.1:3001/");
    assert_string_equal(config.gateways[0].token_env, "NIGHTJAR_TOKEN");
    assert_int_equal(config.gateways[1].kind, NJ_GATEWAY_TELEGRAM);
    assert_string_equal(config.gateways[1].name, "tg");
    assert_string_equal(config.gateways[1].url, "https://api.telegram.org");
    nj_blob_fini(&sample);
}

static void every_option_reaches_its_place(void **state)
{
    NJ_UNUSED(state);
    read_well("{\"database\":\"d\",\"data\":\"x\",\"language\":\"en\","
              "\"log_level\":\"debug\",\"prefix\":\"!\",\"host_prefix\":\"$\","
              "\"timezone_minutes\":-60,\"pacing\":{\"per_second\":5,"
              "\"burst\":6,\"per_minute\":7,\"total_per_second\":8},"
              "\"grace_ms\":9,\"match_idle_ms\":1000,"
              "\"owners\":[\"qq:u:77\",\"tty:u:you\"],"
              "\"gateways\":[{\"kind\":\"console\",\"name\":\"tty\"},"
              "{\"name\":\"qq\",\"kind\":\"onebot\",\"url\":\"wss://h:1/p\","
              "\"token_file\":\"t\",\"ping_ms\":200,\"hangup_ms\":300,"
              "\"heartbeat_grace_ms\":0,\"backoff_ms\":[10,20],"
              "\"answer_ms\":50}]}");
    assert_string_equal(config.database, "d");
    assert_string_equal(config.data, "x");
    assert_string_equal(config.language, "en");
    assert_int_equal(config.log_level, NJ_LOG_DEBUG);
    assert_string_equal(config.prefix, "!");
    assert_string_equal(config.host_prefix, "$");
    assert_int_equal(config.timezone_minutes, -60);
    assert_int_equal(config.pacing.per_second, 5);
    assert_int_equal(config.pacing.burst, 6);
    assert_int_equal(config.pacing.per_minute, 7);
    assert_int_equal(config.pacing.total_per_second, 8);
    assert_int_equal(config.grace_ms, 9);
    assert_int_equal(config.match_idle_ms, 1000);
    assert_int_equal(config.owner_count, 2);
    assert_string_equal(config.owners[0], "qq:u:77");
    assert_string_equal(config.owners[1], "tty:u:you");
    assert_int_equal(config.gateway_count, 2);
    assert_int_equal(config.gateways[0].kind, NJ_GATEWAY_CONSOLE);
    assert_string_equal(config.gateways[1].url, "wss://h:1/p");
    assert_string_equal(config.gateways[1].token_file, "t");
    assert_int_equal(config.gateways[1].ping_ms, 200);
    assert_int_equal(config.gateways[1].hangup_ms, 300);
    assert_int_equal(config.gateways[1].heartbeat_grace_ms, 0);
    assert_int_equal(config.gateways[1].backoff_ms[0], 10);
    assert_int_equal(config.gateways[1].backoff_ms[1], 20);
    assert_int_equal(config.gateways[1].answer_ms, 50);
}

static void what_is_no_json_is_one_error(void **state)
{
    NJ_UNUSED(state);
    read_badly("{\"prefix\":}",
               "f: line 1 column 11: expected a value, found '}'\n");
    read_badly("", "f: line 1 column 1: the text ends too early\n");
    read_badly("[]", "f: expected an object\n");
    read_badly("{\"prefix\":\"!\",\"prefix\":\"!\"}",
               "f: the name 'prefix' repeats\n");
}

static void unknown_names_suggest_the_nearest(void **state)
{
    NJ_UNUSED(state);
    read_badly("{\"langauge\":\"en\"}",
               "f: langauge: unknown option; the nearest known one is "
               "'language'\n");
    read_badly("{\"pacing\":{\"brust\":1}}",
               "f: pacing.brust: unknown option; the nearest known one is "
               "'burst'\n");
    read_badly("{\"gateways\":[{\"kind\":\"console\",\"name\":\"a\","
               "\"pingms\":1}]}",
               "f: gateways[0].pingms: unknown option; the nearest known one "
               "is 'ping_ms'\n");
}

static void all_errors_of_a_file_are_told(void **state)
{
    struct nj_err err = {{0}};
    static const char text[] =
        "{\"language\":7,\"log_level\":\"loud\",\"timezone\":\"Mars\","
        "\"timezone_minutes\":841,"
        "\"prefix\":\"\",\"pacing\":{\"burst\":0,\"per_minute\":\"12\"},"
        "\"gateways\":[{\"kind\":\"telegraph\",\"name\":\"q q\"}]}";

    NJ_UNUSED(state);
    read_badly(text,
               "f: language: expected a string\n"
               "f: log_level: expected one of error, warn, info, debug\n"
               "f: timezone: expected a zone such as Europe/Berlin, of those "
               "that the package tzdata has\n"
               "f: timezone_minutes: expected a whole number from -720 to "
               "840\n"
               "f: prefix: must not be empty\n"
               "f: pacing.burst: expected a whole number from 1 to 1000\n"
               "f: pacing.per_minute: expected a whole number from 1 to "
               "60000\n"
               "f: gateways[0].kind: expected one of console, onebot, "
               "telegram, qqbot, web\n"
               "f: gateways[0].name: expected up to 8 small letters and "
               "digits, a letter first\n");
    assert_int_equal(
        nj_config_read(text, strlen(text), "f", &config, NULL, &err),
        NJ_ERR_BAD_INPUT);
    assert_string_equal(err.text,
                        "f: language: expected a string (and 8 more)");
}

static void values_have_their_types_and_lengths(void **state)
{
    NJ_UNUSED(state);
    read_badly("{\"data\":null}", "f: data: expected a string\n");
    read_badly("{\"grace_ms\":1.5}",
               "f: grace_ms: expected a whole number from 0 to 86400000\n");
    read_badly("{\"grace_ms\":12345678901234567890}",
               "f: grace_ms: expected a whole number from 0 to 86400000\n");
    read_badly("{\"pacing\":[]}", "f: pacing: expected an object\n");
    read_badly("{\"pacing\":null}", "f: pacing: expected an object\n");
    read_badly("{\"gateways\":{}}", "f: gateways: expected a list\n");
    read_badly("{\"gateways\":[]}", "f: gateways: at least one is needed\n");
    read_badly("{\"gateways\":[7]}", "f: gateways[0]: expected an object\n");
    read_badly("{\"owners\":\"qq:u:77\"}",
               "f: owners: expected a list of texts\n");
    read_badly("{\"owners\":[7]}", "f: owners[0]: expected a string\n");
    read_badly("{\"prefix\":\"#########\"}",
               "f: prefix: longer than 8 bytes\n");
    read_badly("{\"log_level\":2}",
               "f: log_level: expected one of error, warn, info, debug\n");
}

static void prefixes_must_be_told_apart(void **state)
{
    NJ_UNUSED(state);
    read_badly("{\"prefix\":\"%\"}",
               "f: host_prefix: cannot be told from 'prefix'\n");
    read_badly("{\"host_prefix\":\"##\"}",
               "f: host_prefix: cannot be told from 'prefix'\n");
}

static void owners_belong_to_gateways(void **state)
{
    NJ_UNUSED(state);
    read_badly("{\"owners\":[\"tty:u:you\",\"qq:u:77\"]}",
               "f: owners[1]: no gateway has that name\n");
    read_badly("{\"owners\":[\"qq:g:77\"]}",
               "f: owners[0]: expected an address such as qq:u:77\n");
    read_badly("{\"owners\":[\"tty:u:1\",\"tty:u:2\",\"tty:u:3\",\"tty:u:4\","
               "\"tty:u:5\",\"tty:u:6\",\"tty:u:7\",\"tty:u:8\",\"tty:u:9\","
               "\"tty:u:10\",\"tty:u:11\",\"tty:u:12\",\"tty:u:13\","
               "\"tty:u:14\",\"tty:u:15\",\"tty:u:16\",\"tty:u:17\"]}",
               "f: owners[16]: too many owners\n");
}

#define ONEBOT(rest) \
 "{\"gateways\":[{\"kind\":\"onebot\",\"name\":\"qq\"" rest "}]}"
#define LOCAL ",\"url\":\"ws://127.0.0.1:3001/\""

static void onebot_gateways_are_complete(void **state)
{
    NJ_UNUSED(state);
    read_well(ONEBOT(LOCAL));
    read_badly(ONEBOT(""), "f: gateways[0]: 'url' or 'listen' is missing\n");
    read_badly(ONEBOT(",\"url\":\"\""),
               "f: gateways[0].url: expected ws:// or wss://, a host, a port "
               "and a path, no token\n");
    read_badly(ONEBOT(",\"url\":\"http://127.0.0.1/\""),
               "f: gateways[0].url: expected ws:// or wss://, a host, a port "
               "and a path, no token\n");
    read_badly("{\"gateways\":[{}]}", "f: gateways[0]: 'kind' is missing\n"
                                      "f: gateways[0]: 'name' is missing\n");
}

#define LISTEN ",\"listen\":\"127.0.0.1:8081\""
#define NUMBER ",\"account\":\"10001\""

static void a_gateway_connects_or_listens(void **state)
{
    NJ_UNUSED(state);
    read_well(ONEBOT(LISTEN NUMBER));
    assert_string_equal(config.gateways[0].listen, "127.0.0.1:8081");
    assert_string_equal(config.gateways[0].account, "10001");
    assert_int_equal(config.gateways[0].friends, NJ_FRIENDS_TABLES);
    assert_int_equal(config.gateways[0].invites, NJ_INVITES_OWNERS);
    read_well(ONEBOT(LOCAL ",\"friends\":\"none\",\"invites\":\"all\""));
    assert_int_equal(config.gateways[0].friends, NJ_FRIENDS_NONE);
    assert_int_equal(config.gateways[0].invites, NJ_INVITES_ALL);
    read_badly(ONEBOT(LOCAL LISTEN NUMBER),
               "f: gateways[0]: 'url' and 'listen' exclude each other\n");
    read_badly(ONEBOT(LISTEN), "f: gateways[0]: 'listen' needs 'account'\n");
    read_badly(ONEBOT(LOCAL NUMBER),
               "f: gateways[0]: 'account' goes with 'listen'\n");
    read_well(
        ONEBOT(NUMBER ",\"listen\":\"0.0.0.0:8081\",\"token_env\":\"T\""));
    read_well(ONEBOT(NUMBER ",\"listen\":\"[::1]:8081\""));
    read_badly(ONEBOT(LISTEN ",\"account\":\"bot\""),
               "f: gateways[0].account: expected a QQ number\n");
}

/* Who listens has a token, one that is made if no place of one is given. */
static void a_listener_has_a_token(void **state)
{
    static const char *const elsewhere[] = {"0.0.0.0:1", "10.0.0.1:1", "[::]:1",
                                            "[::2]:1"};
    char text[300];

    NJ_UNUSED(state);
    read_well(ONEBOT(LISTEN NUMBER));
    assert_int_equal(config.gateways[0].token, NJ_TOKEN_MADE);
    read_well(ONEBOT(LISTEN NUMBER ",\"token\":\"none\""));
    assert_int_equal(config.gateways[0].token, NJ_TOKEN_NONE);
    for (size_t i = 0; i < NJ_COUNT(elsewhere); i++) {
        (void)snprintf(text, sizeof(text),
                       "{\"gateways\":[{\"kind\":\"onebot\",\"name\":\"qq\""
                       ",\"account\":\"10001\",\"listen\":\"%s\"%s}]}",
                       elsewhere[i], "");
        read_well(text);
        (void)snprintf(text, sizeof(text),
                       "{\"gateways\":[{\"kind\":\"onebot\",\"name\":\"qq\""
                       ",\"account\":\"10001\",\"listen\":\"%s\"%s}]}",
                       elsewhere[i], ",\"token\":\"none\"");
        read_badly(text, "f: gateways[0]: what other machines can reach is "
                         "never without a token: leave 'token' out\n");
    }
    read_badly(ONEBOT(LISTEN NUMBER ",\"token\":\"none\",\"token_env\":\"T\""),
               "f: gateways[0]: a token has a place here, but 'token' says "
               "'none'\n");
}

/* Somebody will write it there; it is not shown. */
static void a_token_in_the_file_is_refused_unseen(void **state)
{
    NJ_UNUSED(state);
    read_badly(ONEBOT(LISTEN NUMBER ",\"token\":\"SHOWN\""),
               "f: gateways[0].token: expected one of made, none\n");
}

#define TWO(listen, account)                                \
 "{\"gateways\":[{\"kind\":\"onebot\",\"name\":\"a\","      \
 "\"listen\":\"127.0.0.1:8081\",\"account\":\"10001\"},"    \
 "{\"kind\":\"onebot\",\"name\":\"b\",\"listen\":\"" listen \
 "\",\"account\":\"" account "\"}]}"

/* Several accounts at one address, but each once. */
static void gateways_share_an_address(void **state)
{
    NJ_UNUSED(state);
    read_well(TWO("127.0.0.1:8081", "10002"));
    read_badly(TWO("127.0.0.1:8081", "10001"),
               "f: gateways[1]: another gateway has the same 'account'\n");
    read_badly(TWO("127.0.0.2:8081", "10002"),
               "f: gateways[1]: another gateway has the port with another "
               "address\n");
}

#define TELEGRAM(rest) \
 "{\"gateways\":[{\"kind\":\"telegram\",\"name\":\"tg\"" rest "}]}"
#define ENV ",\"token_env\":\"T\""

static void telegram_gateways_are_complete(void **state)
{
    NJ_UNUSED(state);
    read_well(TELEGRAM(ENV));
    assert_int_equal(config.gateways[0].kind, NJ_GATEWAY_TELEGRAM);
    assert_string_equal(config.gateways[0].url, "https://api.telegram.org");
    assert_int_equal(config.gateways[0].poll_s, 25);
    read_well(TELEGRAM(ENV ",\"url\":\"http://bot-api:8081\",\"poll_s\":50"));
    assert_string_equal(config.gateways[0].url, "http://bot-api:8081");
    assert_int_equal(config.gateways[0].poll_s, 50);
    read_badly(TELEGRAM(""), "f: gateways[0]: a Telegram bot needs 'token_env' "
                             "or 'token_file'\n");
    read_badly(TELEGRAM(ENV ",\"token_file\":\"t\""),
               "f: gateways[0]: 'token_env' and 'token_file' exclude each "
               "other\n");
    read_badly(TELEGRAM(ENV ",\"url\":\"ws://x/\""),
               "f: gateways[0].url: expected https:// or http://, a host, a "
               "port and a path, no token\n");
    read_badly(TELEGRAM(ENV ",\"ping_ms\":500,\"poll_s\":5"),
               "f: gateways[0].ping_ms: means nothing to a Telegram bot\n");
    read_badly(ONEBOT(LOCAL ",\"poll_s\":5"),
               "f: gateways[0].poll_s: means nothing to a OneBot program\n");
}

#define QQBOT(rest) \
 "{\"gateways\":[{\"kind\":\"qqbot\",\"name\":\"qqbot\"" rest "}]}"
#define APP ",\"app\":\"102\""

static void bots_of_qq_are_complete(void **state)
{
    NJ_UNUSED(state);
    read_well(QQBOT(APP ENV));
    assert_int_equal(config.gateways[0].kind, NJ_GATEWAY_QQBOT);
    assert_string_equal(config.gateways[0].url, "https://api.bot.qq.com");
    assert_string_equal(config.gateways[0].token_url, "");
    assert_int_equal(config.gateways[0].verified, NJ_NO);
    read_well(QQBOT(APP ENV ",\"verified\":\"yes\",\"token_url\":"
                            "\"https://bots.qq.com\""));
    assert_int_equal(config.gateways[0].verified, NJ_YES);
    read_badly(QQBOT(ENV),
               "f: gateways[0]: a bot of QQ needs 'app', its AppID on "
               "q.qq.com\n");
    read_badly(QQBOT(APP), "f: gateways[0]: a bot of QQ needs 'token_env' or "
                           "'token_file', the place of its AppSecret\n");
    read_badly(QQBOT(",\"app\":\"x1\"" ENV),
               "f: gateways[0].app: expected an AppID, a number\n");
    read_badly(QQBOT(APP ENV ",\"url\":\"ws://x/\""),
               "f: gateways[0].url: expected https:// or http://, a host, a "
               "port and a path, no token\n");
    read_badly(QQBOT(APP ENV ",\"poll_s\":5"),
               "f: gateways[0].poll_s: means nothing to a bot of QQ\n");
}

/* What a gateway says goes before what is said for all. */
static void each_gateway_has_its_pace(void **state)
{
    NJ_UNUSED(state);
    read_well("{\"pacing\":{\"per_minute\":60,\"total_per_second\":50},"
              "\"gateways\":[{\"kind\":\"telegram\",\"name\":\"tg\"" ENV "},"
              "{\"kind\":\"onebot\",\"name\":\"qq\"" LOCAL
              ",\"pacing\":{\"burst\":7}},"
              "{\"kind\":\"console\",\"name\":\"tty\"}]}");
    assert_int_equal(config.pacing.per_minute, 60);
    assert_int_equal(config.gateways[0].pacing.per_minute, 18);
    assert_int_equal(config.gateways[0].pacing.total_per_second, 30);
    assert_int_equal(config.gateways[0].pacing.burst, 4);
    assert_int_equal(config.gateways[1].pacing.per_minute, 60);
    assert_int_equal(config.gateways[1].pacing.burst, 7);
    assert_int_equal(config.gateways[2].pacing.per_minute, 60);
    read_well("{\"pacing\":{\"burst\":9}}");
    assert_int_equal(config.gateways[0].pacing.burst, 9);
    read_well(TELEGRAM(ENV));
    assert_int_equal(config.pacing.per_minute, 24);
    assert_int_equal(config.gateways[0].pacing.per_minute, 18);
    read_well(TELEGRAM(ENV ",\"pacing\":{\"burst\":2}"));
    assert_int_equal(config.gateways[0].pacing.per_minute, 18);
    read_well(TELEGRAM(ENV ",\"pacing\":{\"per_minute\":20}"));
    assert_int_equal(config.gateways[0].pacing.per_minute, 20);
    read_badly(TELEGRAM(ENV ",\"pacing\":{\"per_minute\":21}"),
               "f: gateways[0].pacing: Telegram takes 20 messages a minute "
               "into one chat and 30 a second in all\n");
    read_badly(TELEGRAM(ENV ",\"pacing\":7"),
               "f: gateways[0].pacing: expected an object\n");
    read_badly(TELEGRAM(ENV ",\"pacing\":{\"brust\":1}"),
               "f: gateways[0].pacing.brust: unknown option; the nearest known "
               "one is 'burst'\n");
}

static void a_token_is_needed_away_from_this_machine(void **state)
{
    NJ_UNUSED(state);
    read_badly(ONEBOT(",\"url\":\"ws://example.org/\""),
               "f: gateways[0]: an address on another machine needs "
               "'token_env' or 'token_file'\n");
    read_well(ONEBOT(",\"url\":\"ws://example.org/\",\"token_env\":\"T\""));
    read_badly(ONEBOT(LOCAL ",\"token_env\":\"T\",\"token_file\":\"t\""),
               "f: gateways[0]: 'token_env' and 'token_file' exclude each "
               "other\n");
    read_badly(ONEBOT(LOCAL ",\"token_env\":\"A B\""),
               "f: gateways[0].token_env: expected the name of an environment "
               "variable\n");
}

/* Figures go to nobody unknown. */
static void where_figures_go_there_is_a_token(void **state)
{
#define AT "\"metrics_listen\":\"192.168.1.5:9100\""
    NJ_UNUSED(state);
    read_well("{" AT ",\"metrics_token_env\":\"T\"}");
    read_well("{" AT ",\"metrics_token_file\":\"t\"}");
    read_badly("{" AT "}",
               "f: metrics_listen: needs 'metrics_token_env' or "
               "'metrics_token_file'; for this machine alone there is "
               "'health_port'\n");
    read_badly("{" AT ",\"metrics_token_env\":\"T\","
               "\"metrics_token_file\":\"t\"}",
               "f: metrics_token_env: excludes 'metrics_token_file'\n");
    read_badly("{\"metrics_token_env\":\"T\"}",
               "f: metrics_listen: is missing, but a token for it has a "
               "place\n");
    read_badly("{\"metrics_listen\":\"9100\",\"metrics_token_env\":\"T\"}",
               "f: metrics_listen: expected an address of this machine and a "
               "port, such as 192.168.1.5:9100 or [::1]:9100\n");
    read_badly("{" AT ",\"metrics_token_env\":\"T\",\"gateways\":[{\"kind\":"
               "\"web\",\"name\":\"r\",\"listen\":\"192.168.1.5:9100\"}]}",
               "f: metrics_listen: a gateway listens there\n");
#undef AT
}

static void times_of_a_gateway_agree(void **state)
{
    NJ_UNUSED(state);
    read_badly(ONEBOT(LOCAL ",\"ping_ms\":35000"),
               "f: gateways[0]: 'hangup_ms' must be more than 'ping_ms'\n");
    read_badly(ONEBOT(LOCAL ",\"backoff_ms\":[600,500]"),
               "f: gateways[0].backoff_ms: the first must not be larger than "
               "the second\n");
    read_badly(ONEBOT(LOCAL ",\"backoff_ms\":[600]"),
               "f: gateways[0].backoff_ms: expected a list of two whole "
               "numbers\n");
    read_badly(ONEBOT(LOCAL ",\"backoff_ms\":[600,\"x\"]"),
               "f: gateways[0].backoff_ms[1]: expected a whole number from 10 "
               "to 86400000\n");
    read_badly(ONEBOT(LOCAL ",\"backoff_ms\":500"),
               "f: gateways[0].backoff_ms: expected a list of two whole "
               "numbers\n");
}

static void gateways_do_not_get_in_each_others_way(void **state)
{
    NJ_UNUSED(state);
    read_badly("{\"gateways\":[{\"kind\":\"console\",\"name\":\"a\"},"
               "{\"kind\":\"onebot\",\"name\":\"a\"" LOCAL "}]}",
               "f: gateways[1]: another gateway has the same 'name'\n");
    read_badly("{\"gateways\":[{\"kind\":\"console\",\"name\":\"a\"},"
               "{\"kind\":\"console\",\"name\":\"b\"}]}",
               "f: gateways[1]: there is one terminal only\n");
    read_badly("{\"gateways\":[{\"kind\":\"console\",\"name\":\"a\","
               "\"ping_ms\":500}]}",
               "f: gateways[0].ping_ms: means nothing to a console\n");
    read_badly("{\"gateways\":["
               "{\"kind\":\"onebot\",\"name\":\"a\"" LOCAL "},"
               "{\"kind\":\"onebot\",\"name\":\"b\"" LOCAL "},"
               "{\"kind\":\"onebot\",\"name\":\"c\"" LOCAL "},"
               "{\"kind\":\"onebot\",\"name\":\"d\"" LOCAL "},"
               "{\"kind\":\"onebot\",\"name\":\"e\"" LOCAL "}]}",
               "f: gateways[4]: too many gateways\n");
}

#define URL "\"database\":\"postgresql:///n\","

#define X50 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

/* A gateway of that house. */
#define OF(name, house) \
 "{\"kind\":\"onebot\",\"name\":\"" name "\",\"house\":\"" house "\"" LOCAL "}"

static void houses_are_schemas_of_a_server(void **state)
{
    NJ_UNUSED(state);
    read_badly(
        "{\"gateways\":[" OF("a", "") "," OF("b", "red") "]}",
        "f: gateways[1].house: a house needs a 'database' on PostgreSQL, "
        "postgresql://HOST/NAME, of which it is a schema\n");
    read_badly("{\"database\":\"postgresql:///n?x=y&options=-c\","
               "\"gateways\":[" OF("b", "red") "]}",
               "f: gateways[0].house: a house is a schema of the 'database', "
               "whose 'options' name another one\n");
    read_badly("{\"database\":\"postgresql:///n?host=/" X50 X50 X50 X50 "\","
               "\"gateways\":[" OF("b", "red") "]}",
               "f: gateways[0].house: with this name the address of the "
               "'database' is too long\n");
    read_badly(
        "{" URL "\"gateways\":[" OF("a", "Red") "," OF("b", "_r") "," OF(
            "c", "r-d") "," OF("d", "a1234567890123456789012345678901") "]}",
        "f: gateways[0].house: expected up to 31 small letters, digits "
        "and '_', a letter first\n"
        "f: gateways[1].house: expected up to 31 small letters, digits "
        "and '_', a letter first\n"
        "f: gateways[2].house: expected up to 31 small letters, digits "
        "and '_', a letter first\n"
        "f: gateways[3].house: longer than 31 bytes\n");
    read_well("{" URL
              "\"gateways\":[" OF("a", "r23456789_12345678901234567890_") "]}");
}

static void a_house_has_four_gateways(void **state)
{
    NJ_UNUSED(state);
    read_well("{" URL "\"gateways\":[" OF("a", "r") "," OF("b", "") "," OF(
        "c", "r") "," OF("d", "") "," OF("e", "r") "," OF("f", "r") "]}");
    read_badly(
        "{" URL
        "\"gateways\":[" OF("a", "r") "," OF("b", "") "," OF("c", "r") "," OF(
            "d", "") "," OF("e", "r") "," OF("f", "r") "," OF("g", "r") "]}",
        "f: gateways[6]: too many gateways\n");
}

static void there_are_sixteen_houses(void **state)
{
    struct nj_str text = NJ_STR_INIT(10000);

    NJ_UNUSED(state);
    nj_str_puts(&text, "{" URL "\"gateways\":[" OF("a", ""));
    for (int i = 1; i < NJ_HOUSES_MAX; i++)
        nj_str_addf(&text,
                    ",{\"kind\":\"onebot\",\"name\":\"b%d\","
                    "\"house\":\"h%d\"" LOCAL "}",
                    i, i);
    nj_str_puts(&text, "]}");
    read_well(text.p);
    text.len -= 2;
    nj_str_puts(&text, "," OF("z", "more") "]}");
    read_badly(text.p, "f: gateways: too many houses\n");
    nj_str_fini(&text);
}

static void each_house_has_ports_of_its_own(void **state)
{
    NJ_UNUSED(state);
    read_well("{" URL "\"health_port\":65534,\"gateways\":[" OF(
        "a", "r") "," OF("b", "g") "," OF("c", "r") "]}");
    read_badly("{" URL "\"health_port\":65534,\"gateways\":[" OF(
                   "a", "r") "," OF("b", "g") "," OF("c", "") "]}",
               "f: health_port: each house has the next one, and there are not "
               "so many\n");
    read_badly("{" URL "\"metrics_listen\":\"127.0.0.1:65535\","
               "\"metrics_token_env\":\"T\",\"gateways\":[" OF("a", "r") "," OF(
                   "b", "g") "]}",
               "f: metrics_listen: each house has the next port, and there are "
               "not so many\n");
    read_badly("{" URL "\"gateways\":["
               "{\"kind\":\"onebot\",\"name\":\"a\",\"account\":\"11\","
               "\"listen\":\"127.0.0.1:8081\"},"
               "{\"kind\":\"onebot\",\"name\":\"b\",\"account\":\"12\","
               "\"house\":\"r\",\"listen\":\"127.0.0.1:8081\"}]}",
               "f: gateways[1]: a gateway of another house listens at this "
               "address\n");
}

static void a_flood_of_errors_is_cut(void **state)
{
    struct nj_str text = NJ_STR_INIT(100000);
    struct nj_str report = NJ_STR_INIT(100000);
    struct nj_err err = {{0}};
    size_t lines = 0;

    NJ_UNUSED(state);
    nj_str_puts(&text, "{\"x\":0");
    for (int i = 0; i < 999; i++)
        nj_str_addf(&text, ",\"x%d\":0", i);
    nj_str_putc(&text, '}');
    assert_int_equal(
        nj_config_read(text.p, text.len, "f", &config, &report, &err),
        NJ_ERR_BAD_INPUT);
    for (size_t i = 0; i < report.len; i++)
        lines += report.p[i] == '\n';
    assert_int_equal(lines, 50);
    assert_non_null(strstr(err.text, "(and 999 more)"));
    nj_str_fini(&report);
    nj_str_fini(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_object_is_the_default),
        cmocka_unit_test(the_sample_is_read),
        cmocka_unit_test(every_option_reaches_its_place),
        cmocka_unit_test(what_is_no_json_is_one_error),
        cmocka_unit_test(unknown_names_suggest_the_nearest),
        cmocka_unit_test(all_errors_of_a_file_are_told),
        cmocka_unit_test(values_have_their_types_and_lengths),
        cmocka_unit_test(prefixes_must_be_told_apart),
        cmocka_unit_test(owners_belong_to_gateways),
        cmocka_unit_test(onebot_gateways_are_complete),
        cmocka_unit_test(a_gateway_connects_or_listens),
        cmocka_unit_test(a_listener_has_a_token),
        cmocka_unit_test(a_token_in_the_file_is_refused_unseen),
        cmocka_unit_test(gateways_share_an_address),
        cmocka_unit_test(telegram_gateways_are_complete),
        cmocka_unit_test(bots_of_qq_are_complete),
        cmocka_unit_test(each_gateway_has_its_pace),
        cmocka_unit_test(a_token_is_needed_away_from_this_machine),
        cmocka_unit_test(where_figures_go_there_is_a_token),
        cmocka_unit_test(times_of_a_gateway_agree),
        cmocka_unit_test(gateways_do_not_get_in_each_others_way),
        cmocka_unit_test(houses_are_schemas_of_a_server),
        cmocka_unit_test(a_house_has_four_gateways),
        cmocka_unit_test(there_are_sixteen_houses),
        cmocka_unit_test(each_house_has_ports_of_its_own),
        cmocka_unit_test(a_flood_of_errors_is_cut),
    };

    return cmocka_run_group_tests_name("config/read", tests, NULL, NULL);
}
