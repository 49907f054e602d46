/*
 * The reader of configuration files: rows of the option table applied to the
 * values of a document, then what several options must agree on.
 */
#include "config/read.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "config/check.h"

#define LINE_BYTES   600
#define ERRORS_SHOWN 50 /* a file of another program has thousands */

#define TELEGRAM_MINUTE 20 /* messages into one chat */
#define TELEGRAM_ALL    30 /* a second, over all chats */

struct reader {
    struct nj_config *c; /* being filled */
    struct nj_json_doc *doc;
    const char *file;
    struct nj_str *report; /* may be NULL */
    struct nj_err first;
    int errors;
};

/* One line about the file; the first is kept for the caller's error. */
static void complain(struct reader *r, const char *what)
{
    struct nj_err line;

    (void)nj_fail(&line, NJ_ERR_BAD_INPUT, "%s: %s", r->file, what);
    if (r->errors == 0)
        r->first = line;
    r->errors++;
    if (r->report != NULL && r->errors <= ERRORS_SHOWN)
        nj_str_addf(r->report, "%s\n", line.text);
}

static void complain_at(struct reader *r, struct nj_json j, const char *what)
{
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);

    nj_json_path(j, &line);
    if (line.len > 0)
        nj_str_puts(&line, ": ");
    nj_str_puts(&line, what);
    complain(r, line.p);
    nj_str_fini(&line);
}

/* Reports what the reading of the last value found; true if it was well. */
static bool went_well(struct reader *r)
{
    struct nj_err err;

    if (!nj_json_take_failure(r->doc, &err))
        return true;
    complain(r, err.text);
    return false;
}

/* --- single values --- */

static void read_text(struct reader *r, const struct nj_config_option *o,
                      struct nj_json j, char *at, size_t cap)
{
    const char *text = nj_json_text(j, cap - 1);

    if (!went_well(r))
        return;
    if (o->lo == 1 && text[0] == '\0')
        complain_at(r, j, "must not be empty");
    else if (o->fits != NULL && !o->fits(text))
        complain_at(r, j, o->wants);
    else
        memcpy(at, text, strlen(text) + 1);
}

static void read_number(struct reader *r, const struct nj_config_option *o,
                        struct nj_json j, int64_t *at)
{
    int64_t v = nj_json_i64(j, o->lo, o->hi);

    if (went_well(r))
        *at = v;
}

static void read_range(struct reader *r, const struct nj_config_option *o,
                       struct nj_json j, int64_t at[2])
{
    struct nj_json low = nj_json_first(j);
    struct nj_json high = nj_json_next(low);

    if (!nj_json_is_array(j) || nj_json_size(j) != 2) {
        complain_at(r, j, "expected a list of two whole numbers");
        return;
    }
    read_number(r, o, low, &at[0]);
    read_number(r, o, high, &at[1]);
    if (at[0] > at[1])
        complain_at(r, j, "the first must not be larger than the second");
}

static void read_choice(struct reader *r, const struct nj_config_option *o,
                        struct nj_json j, int *at)
{
    struct nj_str what = NJ_STR_INIT(LINE_BYTES);
    const char *word = nj_json_is_string(j) ? nj_json_text(j, SIZE_MAX) : "";
    bool found = false;

    nj_str_puts(&what, "expected one of");
    for (int i = 0; o->choices[i] != NULL; i++) {
        nj_str_addf(&what, "%s %s", i == 0 ? "" : ",", o->choices[i]);
        if (strcmp(o->choices[i], word) == 0) {
            *at = i;
            found = true;
        }
    }
    if (!found)
        complain_at(r, j, what.p);
    nj_str_fini(&what);
}

static void read_owners(struct reader *r, const struct nj_config_option *o,
                        struct nj_json j)
{
    struct nj_json item = nj_json_first(j);

    if (!nj_json_is_array(j)) {
        complain_at(r, j, "expected a list of texts");
        return;
    }
    for (; nj_json_present(item); item = nj_json_next(item)) {
        if (r->c->owner_count == NJ_OWNERS_MAX) {
            complain_at(r, item, "too many owners");
            return;
        }
        read_text(r, o, item, r->c->owners[r->c->owner_count], NJ_ADDRESS_MAX);
        r->c->owner_count++;
    }
}

/* What is inside a container of options is read with its own scope. */
static void read_value(struct reader *r, const struct nj_config_option *o,
                       struct nj_json j, char *base)
{
    void *at = base + o->offset;

    switch (o->type) {
    case NJ_CONFIG_TEXT:
        read_text(r, o, j, at, o->cap);
        break;
    case NJ_CONFIG_NUMBER:
        read_number(r, o, j, at);
        break;
    case NJ_CONFIG_RANGE:
        read_range(r, o, j, at);
        break;
    case NJ_CONFIG_CHOICE:
        read_choice(r, o, j, at);
        break;
    case NJ_CONFIG_TEXTS:
        read_owners(r, o, j);
        break;
    case NJ_CONFIG_GROUP:
        if (!nj_json_is_object(j))
            complain_at(r, j, "expected an object");
        break;
    case NJ_CONFIG_LIST:
        if (!nj_json_is_array(j))
            complain_at(r, j, "expected a list");
        break;
    }
}

/* --- objects --- */

static void complain_unknown(struct reader *r, enum nj_config_scope scope,
                             struct nj_json j)
{
    struct nj_str what = NJ_STR_INIT(LINE_BYTES);

    nj_str_addf(&what, "unknown option; the nearest known one is '%s'",
                nj_config_option_nearest(scope, nj_json_name(j))->name);
    complain_at(r, j, what.p);
    nj_str_fini(&what);
}

static void complain_missing(struct reader *r, struct nj_json object,
                             const char *name)
{
    struct nj_str what = NJ_STR_INIT(LINE_BYTES);

    nj_str_addf(&what, "'%s' is missing", name);
    complain_at(r, object, what.p);
    nj_str_fini(&what);
}

/* All options of an object, at their place below `base`. */
static void read_scope(struct reader *r, enum nj_config_scope scope,
                       struct nj_json object, void *base)
{
    struct nj_json j = nj_json_first(object);

    if (!nj_json_is_object(object)) {
        complain_at(r, object, "expected an object");
        return;
    }
    for (; nj_json_present(j); j = nj_json_next(j)) {
        const struct nj_config_option *o =
            nj_config_option_find(scope, nj_json_name(j));

        if (o == NULL)
            complain_unknown(r, scope, j);
        else
            read_value(r, o, j, base);
    }
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++)
        if (o->scope == scope && o->fallback == NULL &&
            !nj_json_present(nj_json_opt(object, o->name)))
            complain_missing(r, object, o->name);
}

/* --- gateways --- */

/* What is meant for other kinds is a misunderstanding. */
static void check_kind(struct reader *r, struct nj_json object, int kind)
{
    static const char *const lines[NJ_GATEWAY_KINDS] = {
        "means nothing to a console", "means nothing to a OneBot program",
        "means nothing to a Telegram bot"};
    struct nj_json j = nj_json_first(object);

    for (; nj_json_present(j); j = nj_json_next(j)) {
        const struct nj_config_option *o =
            nj_config_option_find(NJ_CONFIG_IN_GATEWAY, nj_json_name(j));

        if (o != NULL && o->kinds != 0 && (o->kinds & 1u << kind) == 0)
            complain_at(r, j, lines[kind]);
    }
}

static bool has_token(const struct nj_config_gateway *g)
{
    return g->token_env[0] != '\0' || g->token_file[0] != '\0';
}

static void check_token(struct reader *r, struct nj_json object,
                        const struct nj_config_gateway *g)
{
    if (g->token_env[0] != '\0' && g->token_file[0] != '\0')
        complain_at(r, object,
                    "'token_env' and 'token_file' exclude each other");
}

/* The platform's own limits hold even where the pace is everybody's. */
static void limit_pace(struct reader *r, struct nj_json object,
                       struct nj_config_pacing *p)
{
    struct nj_json own = nj_json_opt(object, "pacing");

    if (nj_json_present(own) &&
        (p->per_minute > TELEGRAM_MINUTE || p->total_per_second > TELEGRAM_ALL))
        complain_at(r, own,
                    "Telegram takes 20 messages a minute into one chat and 30 "
                    "a second in all");
    if (p->per_minute > TELEGRAM_MINUTE)
        p->per_minute = TELEGRAM_MINUTE;
    if (p->total_per_second > TELEGRAM_ALL)
        p->total_per_second = TELEGRAM_ALL;
}

/* Each kind speaks in its own way. */
static void check_address(struct reader *r, struct nj_json object,
                          const struct nj_config_gateway *g)
{
    struct nj_json url = nj_json_opt(object, "url");

    if (!nj_json_is_string(url))
        return;
    if (g->kind == NJ_GATEWAY_ONEBOT && !nj_check_url(g->url))
        complain_at(r, url,
                    "expected ws:// or wss://, a host, a port and a path, no "
                    "token");
    if (g->kind == NJ_GATEWAY_TELEGRAM && !nj_check_web(g->url))
        complain_at(r, url,
                    "expected https:// or http://, a host, a port and a path, "
                    "no token");
}

static void check_telegram(struct reader *r, struct nj_json object,
                           struct nj_config_gateway *g)
{
    static const char server[] = "https://api.telegram.org";
    struct nj_json url = nj_json_opt(object, "url");

    if (!nj_json_present(url))
        memcpy(g->url, server, sizeof(server));
    if (!has_token(g))
        complain_at(r, object,
                    "a Telegram bot needs 'token_env' or 'token_file'");
    check_token(r, object, g);
    limit_pace(r, object, &g->pacing);
}

static void check_reverse(struct reader *r, struct nj_json object,
                          const struct nj_config_gateway *g, bool token)
{
    if (g->account[0] == '\0')
        complain_at(r, object, "'listen' needs 'account'");
    if (!token && !nj_check_listen_loopback(g->listen))
        complain_at(r, object,
                    "to be reached from another machine needs 'token_env' or"
                    " 'token_file'");
}

static void check_onebot(struct reader *r, struct nj_json object,
                         const struct nj_config_gateway *g)
{
    bool token = has_token(g);

    if (g->url[0] == '\0' && g->listen[0] == '\0')
        complain_at(r, object, "'url' or 'listen' is missing");
    if (g->url[0] != '\0' && g->listen[0] != '\0')
        complain_at(r, object, "'url' and 'listen' exclude each other");
    if (g->listen[0] != '\0')
        check_reverse(r, object, g, token);
    else if (g->account[0] != '\0')
        complain_at(r, object, "'account' goes with 'listen'");
    check_token(r, object, g);
    if (g->url[0] != '\0' && !token && !nj_check_loopback(g->url))
        complain_at(r, object,
                    "an address on another machine needs 'token_env' or"
                    " 'token_file'");
    if (g->ping_ms >= g->hangup_ms)
        complain_at(r, object, "'hangup_ms' must be more than 'ping_ms'");
}

/* Two addresses with one port would be in each other's way. */
static bool same_port(const char *a, const char *b)
{
    return a[0] != '\0' && b[0] != '\0' && strcmp(a, b) != 0 &&
           strcmp(strchr(a, ':'), strchr(b, ':')) == 0;
}

static void check_neighbours(struct reader *r, struct nj_json object,
                             const struct nj_config_gateway *g)
{
    for (const struct nj_config_gateway *o = r->c->gateways; o < g; o++) {
        if (g->name[0] != '\0' && strcmp(o->name, g->name) == 0)
            complain_at(r, object, "another gateway has the same 'name'");
        if (g->account[0] != '\0' && strcmp(o->account, g->account) == 0 &&
            strcmp(o->listen, g->listen) == 0)
            complain_at(r, object, "another gateway has the same 'account'");
        if (same_port(o->listen, g->listen))
            complain_at(r, object,
                        "another gateway has the port with another address");
        if (o->kind == NJ_GATEWAY_CONSOLE && g->kind == NJ_GATEWAY_CONSOLE)
            complain_at(r, object, "there is one terminal only");
    }
}

static void read_gateway(struct reader *r, struct nj_json object)
{
    struct nj_config_gateway *g = &r->c->gateways[r->c->gateway_count++];
    struct nj_json pacing = nj_json_opt(object, "pacing");
    int errors = r->errors;

    memset(g, 0, sizeof(*g));
    nj_config_option_defaults(NJ_CONFIG_IN_GATEWAY, g);
    g->pacing = r->c->pacing;
    read_scope(r, NJ_CONFIG_IN_GATEWAY, object, g);
    if (nj_json_is_object(pacing))
        read_scope(r, NJ_CONFIG_IN_PACING, pacing, &g->pacing);
    check_address(r, object, g);
    if (r->errors > errors)
        return; /* what follows from a mistake would only confuse */
    check_kind(r, object, g->kind);
    if (g->kind == NJ_GATEWAY_ONEBOT)
        check_onebot(r, object, g);
    else if (g->kind == NJ_GATEWAY_TELEGRAM)
        check_telegram(r, object, g);
    check_neighbours(r, object, g);
}

static void read_gateways(struct reader *r, struct nj_json list)
{
    struct nj_json item = nj_json_first(list);

    r->c->gateway_count = 0;
    if (!nj_json_present(item)) {
        complain_at(r, list, "at least one is needed");
        return;
    }
    for (; nj_json_present(item); item = nj_json_next(item)) {
        if (r->c->gateway_count == NJ_GATEWAYS_MAX) {
            complain_at(r, item, "too many gateways");
            return;
        }
        read_gateway(r, item);
    }
}

/* --- the file --- */

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool known_gateway(const struct nj_config *c, const char *owner)
{
    size_t n = strcspn(owner, ":");

    for (size_t i = 0; i < c->gateway_count; i++)
        if (strlen(c->gateways[i].name) == n &&
            strncmp(c->gateways[i].name, owner, n) == 0)
            return true;
    return false;
}

static void check_whole(struct reader *r)
{
    const struct nj_config *c = r->c;
    struct nj_json owner =
        nj_json_first(nj_json_opt(nj_json_root(r->doc), "owners"));

    if (begins_with(c->prefix, c->host_prefix) ||
        begins_with(c->host_prefix, c->prefix))
        complain(r, "host_prefix: cannot be told from 'prefix'");
    for (; nj_json_present(owner); owner = nj_json_next(owner))
        if (!known_gateway(c, nj_json_text(owner, NJ_ADDRESS_MAX)))
            complain_at(r, owner, "no gateway has that name");
}

static void read_root(struct reader *r)
{
    struct nj_json root = nj_json_root(r->doc);
    struct nj_json pacing = nj_json_opt(root, "pacing");
    struct nj_json gateways = nj_json_opt(root, "gateways");

    read_scope(r, NJ_CONFIG_IN_ROOT, root, r->c);
    if (nj_json_is_object(pacing))
        read_scope(r, NJ_CONFIG_IN_PACING, pacing, &r->c->pacing);
    r->c->gateways[0].pacing = r->c->pacing; /* the console by default */
    if (nj_json_is_array(gateways))
        read_gateways(r, gateways);
    if (r->errors == 0)
        check_whole(r);
}

enum nj_status nj_config_read(const char *text, size_t n, const char *name,
                              struct nj_config *out, struct nj_str *report,
                              struct nj_err *err)
{
    struct nj_config *c = nj_alloc(sizeof(*c));
    struct reader r = {.c = c, .file = name, .report = report};
    struct nj_err parse = {{0}};
    enum nj_status st = nj_json_open(&r.doc, text, n, &NJ_JSON_FILE, &parse);

    nj_config_defaults(c);
    if (st == NJ_OK)
        read_root(&r);
    else
        complain(&r, parse.text);
    if (r.errors == 0)
        *out = *c;
    else if (r.errors == 1)
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "%s", r.first.text);
    else
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "%s (and %d more)", r.first.text,
                     r.errors - 1);
    nj_json_close(r.doc);
    free(c);
    return st;
}
