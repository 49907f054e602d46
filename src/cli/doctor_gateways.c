/*
 * The chat platforms: tokens, rules, ports, and what each gateway finds.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "cli/doctor.h"
#include "cli/program.h"
#include "config/check.h"
#include "config/secret.h"
#include "gateway/web/listen.h"

#define PROBE_MS 15000 /* a OneBot program tries to connect every few seconds */
#define LIVE_MS  300000 /* for people to write something */

/* --- before anything is asked --- */

/* True: there is one, or none is needed. */
static bool has_token(struct nj_doctor *d, const struct nj_config_gateway *g)
{
    char path[NJ_SECRET_PATH_MAX], token[NJ_TOKEN_MAX] = "";
    struct nj_err err = {{0}};
    bool can;

    nj_secret_path(g, d->config->database, path);
    if (nj_secret_is_made(g) && access(path, F_OK) != 0) {
        nj_doctor_tell(d, NJ_FOUND_ODD, "token.unmade", g->name, path);
        return false;
    }
    if (nj_secret_is_made(g))
        return true;
    can = nj_secret_token(g, token, sizeof(token), &err) == NJ_OK;
    if (!can)
        nj_doctor_tell(d, NJ_FOUND_WRONG, "token.bad", g->name, err.text);
    else if (token[0] != '\0')
        nj_doctor_tell(d, NJ_FOUND_WELL, "token.well", g->name, "");
    else if (g->kind == NJ_GATEWAY_ONEBOT)
        nj_doctor_tell(d, NJ_FOUND_ODD, "token.none", g->name, "");
    nj_wipe(token, sizeof(token));
    return can;
}

static void look_at_rules(struct nj_doctor *d,
                          const struct nj_config_gateway *g)
{
    static const char *const keys[] = {[NJ_FRIENDS_TABLES] = "friends.tables",
                                       [NJ_FRIENDS_ALL] = "friends.all",
                                       [NJ_FRIENDS_NONE] = "friends.none"};

    if (g->kind == NJ_GATEWAY_ONEBOT)
        nj_doctor_tell(
            d, g->friends == NJ_FRIENDS_NONE ? NJ_FOUND_ODD : NJ_FOUND_WELL,
            keys[g->friends], g->name, "");
}

/* True: it can be listened at. */
static bool is_free(struct nj_doctor *d, const char *at)
{
    struct nj_endpoint want, bound;
    struct nj_err err = {{0}};
    enum nj_status st = nj_endpoint_read(at, &want, &err);
    int fd = -1;

    if (st == NJ_OK)
        st = nj_listen(&want, &fd, &bound, &err);
    if (st == NJ_OK)
        (void)close(fd);
    nj_doctor_tell(d, st == NJ_OK ? NJ_FOUND_WELL : NJ_FOUND_WRONG,
                   st == NJ_OK ? "port.free" : "port.taken", at,
                   st == NJ_OK ? "" : err.text);
    return st == NJ_OK;
}

static bool can_listen(struct nj_doctor *d, const char *at)
{
    if (!d->serving)
        return is_free(d, at);
    nj_doctor_tell(d, NJ_FOUND_WELL, "port.ours", at, "");
    return false;
}

/* --- asking --- */

static void probe(struct nj_doctor *d, struct nj_gateway *g)
{
    const char *groups[NJ_DOCTOR_GROUPS];
    struct nj_probe p = {.tell = nj_doctor_tell,
                         .ctx = d,
                         .groups = groups,
                         .wait_ms = PROBE_MS};
    char lead[sizeof(g->name) + 4];

    if (d->live && !d->serving) {
        p.live_ms = LIVE_MS;
        p.live_say = nj_catalog_get(d->texts, d->lang, "doctor.live.say");
        p.live_press = nj_catalog_get(d->texts, d->lang, "doctor.live.press");
    }
    (void)snprintf(lead, sizeof(lead), "%s:g:", g->name);
    for (uint32_t i = 0; i < d->n_groups; i++)
        if (strncmp(d->groups[i], lead, strlen(lead)) == 0)
            groups[p.n_groups++] = d->groups[i];
    if (g->ops->probe != NULL)
        g->ops->probe(g, &p);
}

static void ask_around(struct nj_doctor *d, const struct nj_config_gateway *c)
{
    struct nj_program p = {.config = d->config,
                           .env = {.catalog = d->texts},
                           .inbox = nj_inbox_create()};
    struct nj_err err = {{0}};
    struct nj_gateway *g = NULL;

    if (nj_program_make(&p, c, &g, &err) == NJ_OK) {
        probe(d, g);
        g->ops->destroy(g);
    } else {
        nj_doctor_tell(d, NJ_FOUND_WRONG, "gateway.bad", c->name, err.text);
    }
    nj_inbox_destroy(p.inbox);
}

/* The health port, and who wants figures elsewhere. */
static void look_at_figures(struct nj_doctor *d)
{
    char at[NJ_LISTEN_MAX], token[NJ_TOKEN_MAX] = "";
    struct nj_err err = {{0}};

    (void)snprintf(at, sizeof(at), "127.0.0.1:%lld",
                   (long long)d->config->health_port);
    if (d->config->health_port != 0)
        (void)can_listen(d, at);
    if (d->config->metrics_listen[0] == '\0')
        return;
    if (nj_secret_metrics(d->config, token, sizeof(token), &err) == NJ_OK)
        nj_doctor_tell(d, NJ_FOUND_WELL, "token.well", "metrics_listen", "");
    else
        nj_doctor_tell(d, NJ_FOUND_WRONG, "token.bad", "", err.text);
    nj_wipe(token, sizeof(token));
    (void)can_listen(d, d->config->metrics_listen);
}

/* One platform alone is known from its pages only. */
static void look_at_live(struct nj_doctor *d)
{
    bool any = false;

    for (size_t i = 0; i < d->config->gateway_count; i++)
        any = any || d->config->gateways[i].kind == NJ_GATEWAY_QQBOT;
    if (d->live && !any)
        nj_doctor_tell(d, NJ_FOUND_ODD, "live.none", "", "");
    else if (d->live && d->serving)
        nj_doctor_tell(d, NJ_FOUND_WRONG, "live.serving", "", "");
}

void nj_doctor_gateways(struct nj_doctor *d)
{
    look_at_live(d);
    for (size_t i = 0; i < d->config->gateway_count; i++) {
        const struct nj_config_gateway *g = &d->config->gateways[i];
        bool can = has_token(d, g);

        look_at_rules(d, g);
        if (g->listen[0] != '\0')
            can = can_listen(d, g->listen) && can;
        if (can)
            ask_around(d, g);
    }
    look_at_figures(d);
}
