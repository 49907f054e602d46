/*
 * What several options must agree on.
 */
#include "config/agree.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/database.h"
#include "config/check.h"
#include "config/house.h"

#define TELEGRAM_MINUTE 20 /* calls into one chat, edits counted */
#define TELEGRAM_OURS   18 /* of them, where nobody has said more */
#define TELEGRAM_ALL    30 /* a second, over all chats */
#define QQBOT_LEAST     8  /* a second in all: it is no account of a person */
#define QQBOT_ALL       50 /* of the 100 that it takes */
#define PORT_MOST       65535

/* --- one gateway --- */

/* What is meant for other kinds is a misunderstanding. */
static void check_kind(struct nj_config_reader *r, struct nj_json object,
                       int kind)
{
    static const char *const lines[NJ_GATEWAY_KINDS] = {
        "means nothing to a console", "means nothing to a OneBot program",
        "means nothing to a Telegram bot", "means nothing to a bot of QQ",
        "means nothing to the room"};
    struct nj_json j = nj_json_first(object);

    NJ_ASSERT(kind >= 0 && kind < NJ_GATEWAY_KINDS);
    for (; nj_json_present(j); j = nj_json_next(j)) {
        const struct nj_config_option *o =
            nj_config_option_find(NJ_CONFIG_IN_GATEWAY, nj_json_name(j));

        if (o != NULL && o->kinds != 0 && (o->kinds & 1u << kind) == 0)
            nj_config_complain_at(r, j, lines[kind]);
    }
}

static bool has_token(const struct nj_config_gateway *g)
{
    return g->token_env[0] != '\0' || g->token_file[0] != '\0';
}

static void check_token(struct nj_config_reader *r, struct nj_json object,
                        const struct nj_config_gateway *g)
{
    if (g->token_env[0] != '\0' && g->token_file[0] != '\0')
        nj_config_complain_at(
            r, object, "'token_env' and 'token_file' exclude each other");
    if (g->token == NJ_TOKEN_NONE && has_token(g))
        nj_config_complain_at(
            r, object, "a token has a place here, but 'token' says 'none'");
}

/* What `own` says of it, else what everybody has, up to `usual`. */
static void limit_one(struct nj_config_reader *r, struct nj_json own,
                      const char *name, int64_t *value, int64_t usual,
                      int64_t most)
{
    bool said =
        nj_json_is_object(own) && nj_json_present(nj_json_opt(own, name));

    NJ_ASSERT(usual <= most);
    if (said && *value > most)
        nj_config_complain_at(
            r, own,
            "Telegram takes 20 messages a minute into one chat and 30 "
            "a second in all");
    if (!said && *value > usual)
        *value = usual;
}

/* The platform's own limits hold even where the pace is everybody's. */
static void limit_pace(struct nj_config_reader *r, struct nj_json object,
                       struct nj_config_pacing *p)
{
    struct nj_json own = nj_json_opt(object, "pacing");

    limit_one(r, own, "per_minute", &p->per_minute, TELEGRAM_OURS,
              TELEGRAM_MINUTE);
    limit_one(r, own, "total_per_second", &p->total_per_second, TELEGRAM_ALL,
              TELEGRAM_ALL);
}

void nj_agree_address(struct nj_config_reader *r, struct nj_json object,
                      const struct nj_config_gateway *g)
{
    struct nj_json url = nj_json_opt(object, "url");

    if (!nj_json_is_string(url))
        return;
    if (g->kind == NJ_GATEWAY_ONEBOT && !nj_check_url(g->url))
        nj_config_complain_at(
            r, url,
            "expected ws:// or wss://, a host, a port and a path, no "
            "token");
    if ((g->kind == NJ_GATEWAY_TELEGRAM || g->kind == NJ_GATEWAY_QQBOT) &&
        !nj_check_web(g->url))
        nj_config_complain_at(
            r, url,
            "expected https:// or http://, a host, a port and a path, "
            "no token");
}

static void check_telegram(struct nj_config_reader *r, struct nj_json object,
                           struct nj_config_gateway *g)
{
    static const char server[] = "https://api.telegram.org";
    struct nj_json url = nj_json_opt(object, "url");

    if (!nj_json_present(url))
        memcpy(g->url, server, sizeof(server));
    if (!has_token(g))
        nj_config_complain_at(
            r, object, "a Telegram bot needs 'token_env' or 'token_file'");
    check_token(r, object, g);
    limit_pace(r, object, &g->pacing);
}

/* What `own` does not say is for accounts of people, who speak more slowly. */
static void limit_qqbot(struct nj_json own, struct nj_config_pacing *p)
{
    bool said = nj_json_is_object(own) &&
                nj_json_present(nj_json_opt(own, "total_per_second"));

    if (!said && p->total_per_second < QQBOT_LEAST)
        p->total_per_second = QQBOT_LEAST;
    if (p->total_per_second > QQBOT_ALL)
        p->total_per_second = QQBOT_ALL;
}

/* Most of what this platform limits the gateway counts itself: what is too much
 * it puts off. */
static void check_qqbot(struct nj_config_reader *r, struct nj_json object,
                        struct nj_config_gateway *g)
{
    static const char server[] = "https://api.bot.qq.com";
    struct nj_json tokens = nj_json_opt(object, "token_url");

    if (!nj_json_present(nj_json_opt(object, "url")))
        memcpy(g->url, server, sizeof(server));
    if (g->token_url[0] != '\0' && !nj_check_web(g->token_url))
        nj_config_complain_at(
            r, tokens,
            "expected https:// or http://, a host, a port and a "
            "path");
    if (g->app[0] == '\0')
        nj_config_complain_at(r, object,
                              "a bot of QQ needs 'app', its AppID on q.qq.com");
    if (!has_token(g))
        nj_config_complain_at(r, object,
                              "a bot of QQ needs 'token_env' or 'token_file', "
                              "the place of its AppSecret");
    check_token(r, object, g);
    limit_qqbot(nj_json_opt(object, "pacing"), &g->pacing);
}

static void check_reverse(struct nj_config_reader *r, struct nj_json object,
                          const struct nj_config_gateway *g)
{
    if (g->account[0] == '\0')
        nj_config_complain_at(r, object, "'listen' needs 'account'");
    if (g->token == NJ_TOKEN_NONE && !nj_check_listen_loopback(g->listen))
        nj_config_complain_at(r, object,
                              "what other machines can reach is never without "
                              "a token: leave 'token' out");
}

static void check_onebot(struct nj_config_reader *r, struct nj_json object,
                         const struct nj_config_gateway *g)
{
    bool token = has_token(g);

    if (g->url[0] == '\0' && g->listen[0] == '\0')
        nj_config_complain_at(r, object, "'url' or 'listen' is missing");
    if (g->url[0] != '\0' && g->listen[0] != '\0')
        nj_config_complain_at(r, object,
                              "'url' and 'listen' exclude each other");
    if (g->listen[0] != '\0')
        check_reverse(r, object, g);
    else if (g->account[0] != '\0')
        nj_config_complain_at(r, object, "'account' goes with 'listen'");
    check_token(r, object, g);
    if (g->url[0] != '\0' && !token && !nj_check_loopback(g->url))
        nj_config_complain_at(
            r, object,
            "an address on another machine needs 'token_env' or"
            " 'token_file'");
    if (g->ping_ms >= g->hangup_ms)
        nj_config_complain_at(r, object,
                              "'hangup_ms' must be more than 'ping_ms'");
}

static void check_web(struct nj_config_gateway *g)
{
    static const char usual[] = NJ_WEB_LISTEN;

    if (g->listen[0] == '\0')
        memcpy(g->listen, usual, sizeof(usual));
}

/* Two addresses with one port would be in each other's way. */
static bool same_port(const char *a, const char *b)
{
    return a[0] != '\0' && b[0] != '\0' && strcmp(a, b) != 0 &&
           strcmp(strrchr(a, ':'), strrchr(b, ':')) == 0;
}

static void check_listen(struct nj_config_reader *r, struct nj_json object,
                         const struct nj_config_gateway *o,
                         const struct nj_config_gateway *g)
{
    bool web = o->kind == NJ_GATEWAY_WEB || g->kind == NJ_GATEWAY_WEB;

    if (web && o->listen[0] != '\0' && strcmp(o->listen, g->listen) == 0)
        nj_config_complain_at(r, object,
                              "another gateway listens at this address");
    if (g->listen[0] != '\0' && strcmp(o->listen, g->listen) == 0 &&
        strcmp(o->house, g->house) != 0)
        nj_config_complain_at(r, object,
                              "a gateway of another house listens at this "
                              "address");
    if (same_port(o->listen, g->listen))
        nj_config_complain_at(
            r, object, "another gateway has the port with another address");
}

static void check_neighbours(struct nj_config_reader *r, struct nj_json object,
                             const struct nj_config_gateway *g)
{
    size_t beside = 0;

    NJ_ASSERT(g >= r->c->gateways && g < r->c->gateways + r->c->gateway_count);
    for (const struct nj_config_gateway *o = r->c->gateways; o < g; o++) {
        beside += strcmp(o->house, g->house) == 0;
        if (g->name[0] != '\0' && strcmp(o->name, g->name) == 0)
            nj_config_complain_at(r, object,
                                  "another gateway has the same 'name'");
        if (g->app[0] != '\0' && strcmp(o->app, g->app) == 0)
            nj_config_complain_at(r, object,
                                  "another gateway has the same 'app'");
        if (g->account[0] != '\0' && strcmp(o->account, g->account) == 0 &&
            strcmp(o->listen, g->listen) == 0)
            nj_config_complain_at(r, object,
                                  "another gateway has the same 'account'");
        check_listen(r, object, o, g);
        if (o->kind == NJ_GATEWAY_CONSOLE && g->kind == NJ_GATEWAY_CONSOLE)
            nj_config_complain_at(r, object, "there is one terminal only");
    }
    if (beside == NJ_GATEWAYS_MAX)
        nj_config_complain_at(r, object, "too many gateways");
}

void nj_agree_gateway(struct nj_config_reader *r, struct nj_json object,
                      struct nj_config_gateway *g)
{
    check_kind(r, object, g->kind);
    if (g->kind == NJ_GATEWAY_ONEBOT)
        check_onebot(r, object, g);
    else if (g->kind == NJ_GATEWAY_TELEGRAM)
        check_telegram(r, object, g);
    else if (g->kind == NJ_GATEWAY_QQBOT)
        check_qqbot(r, object, g);
    else if (g->kind == NJ_GATEWAY_WEB)
        check_web(g);
    check_neighbours(r, object, g);
}

/* --- the whole file --- */

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Figures go to nobody unknown: where there is an address, there is a token. */
static void check_metrics(struct nj_config_reader *r)
{
    const struct nj_config *c = r->c;
    bool env = c->metrics_token_env[0] != '\0';
    bool file = c->metrics_token_file[0] != '\0';

    if (env && file)
        nj_config_complain(r, "metrics_token_env: excludes "
                              "'metrics_token_file'");
    if (c->metrics_listen[0] != '\0' && !env && !file)
        nj_config_complain(r, "metrics_listen: needs 'metrics_token_env' or "
                              "'metrics_token_file'; for this machine alone "
                              "there is 'health_port'");
    if (c->metrics_listen[0] == '\0' && (env || file))
        nj_config_complain(r, "metrics_listen: is missing, but a token for it "
                              "has a place");
    for (size_t i = 0; c->metrics_listen[0] != '\0' && i < c->gateway_count;
         i++)
        if (strcmp(c->gateways[i].listen, c->metrics_listen) == 0)
            nj_config_complain(r, "metrics_listen: a gateway listens there");
}

/* A house is a schema, which a file has not, and whose place is the one where
 * another could be named. */
static void check_database(struct nj_config_reader *r, struct nj_json house,
                           const char *name)
{
    char url[NJ_PATH_MAX];

    if (!nj_database_is_url(r->c->database))
        nj_config_complain_at(
            r, house,
            "a house needs a 'database' on PostgreSQL, "
            "postgresql://HOST/NAME, of which it is a schema");
    else if (nj_database_has_options(r->c->database))
        nj_config_complain_at(r, house,
                              "a house is a schema of the 'database', whose "
                              "'options' name another one");
    else if (!nj_database_house(r->c->database, name, url, sizeof(url)))
        nj_config_complain_at(r, house,
                              "with this name the address of the 'database' is "
                              "too long");
}

/* Each has a port of its own. */
static bool has_ports(int64_t first, uint32_t houses)
{
    return first + houses - 1 <= PORT_MOST;
}

static void check_houses(struct nj_config_reader *r)
{
    const struct nj_config *c = r->c;
    const char *names[NJ_GATEWAYS_ALL];
    uint32_t n = nj_config_houses(c, names);
    struct nj_json g =
        nj_json_first(nj_json_opt(nj_json_root(r->doc), "gateways"));

    for (size_t i = 0; nj_json_present(g); i++, g = nj_json_next(g))
        if (c->gateways[i].house[0] != '\0')
            check_database(r, nj_json_opt(g, "house"), c->gateways[i].house);
    if (n > NJ_HOUSES_MAX)
        nj_config_complain(r, "gateways: too many houses");
    if (!has_ports(c->health_port, n))
        nj_config_complain(r, "health_port: each house has the next one, and "
                              "there are not so many");
    if (c->metrics_listen[0] != '\0' &&
        !has_ports(strtoll(strrchr(c->metrics_listen, ':') + 1, NULL, 10), n))
        nj_config_complain(r, "metrics_listen: each house has the next port, "
                              "and there are not so many");
}

void nj_agree_whole(struct nj_config_reader *r)
{
    const struct nj_config *c = r->c;
    struct nj_json owner =
        nj_json_first(nj_json_opt(nj_json_root(r->doc), "owners"));

    if (begins_with(c->prefix, c->host_prefix) ||
        begins_with(c->host_prefix, c->prefix))
        nj_config_complain(r, "host_prefix: cannot be told from 'prefix'");
    check_metrics(r);
    check_houses(r);
    for (; nj_json_present(owner); owner = nj_json_next(owner))
        if (!nj_config_knows(c, nj_json_text(owner, NJ_ADDRESS_MAX)))
            nj_config_complain_at(r, owner, "no gateway has that name");
}
