/*
 * What a bot finds out about itself before it plays: a token, the door, and how
 * it stands in its groups. Nobody identifies, unless the owner wants a live
 * probe (live.c): a second line would take events away from a program that
 * runs.
 */
#include "gateway/probe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "gateway/qqbot/client_priv.h"

#define TURN_MS    50 /* between two looks at the connection */
#define LEFT_FEW   20 /* identifies of a day */
#define PATH_BYTES 200
#define BODY_MAX   200

struct tour {
    struct nj_qqbot *q;
    const struct nj_probe *p;
    int64_t until_ms;
};

static int64_t left_ms(const struct tour *t)
{
    int64_t ms = t->until_ms - nj_monotonic_ms();

    return ms > 1 ? ms : 1;
}

/* Waits for the answer, which is lent until nj_http_end(). */
static void await(struct tour *t, struct nj_http_answer *said)
{
    do {
        nj_http_wait(&t->q->service.http, TURN_MS);
        nj_http_work(&t->q->service.http);
    } while (nj_http_next(&t->q->service.http, said) == NULL);
}

static void tell(const struct tour *t, enum nj_found found, const char *key,
                 const char *what)
{
    nj_probe_tell(t->p, found, key, t->q->base.name, what);
}

static void tell_code(const struct tour *t, int64_t status, int64_t code)
{
    char what[60];

    (void)snprintf(what, sizeof(what), "HTTP %" PRId64 ", %" PRId64, status,
                   code);
    tell(t, NJ_FOUND_WRONG, "qqbot.refused", what);
}

/* --- token and door --- */

static bool get_token(struct tour *t)
{
    struct nj_qqbot *q = t->q;
    struct nj_http_answer said;
    struct nj_qb_token token;
    enum nj_qb_token_verdict verdict;

    nj_qb_ask_token(q, left_ms(t));
    await(t, &said);
    verdict = nj_qb_token_read(said.text, said.n, &token);
    if (verdict == NJ_QB_TOKEN_OK)
        tell(t, NJ_FOUND_WELL, "qqbot.token", q->app);
    else if (verdict == NJ_QB_TOKEN_WRONG)
        tell(t, NJ_FOUND_WRONG, "qqbot.secret", q->app);
    else if (said.status == 0)
        tell(t, NJ_FOUND_WRONG, "qqbot.unreachable", said.why);
    else
        tell_code(t, said.status, token.code);
    if (verdict == NJ_QB_TOKEN_OK)
        q->line.token = token;
    nj_wipe(&token, sizeof(token));
    nj_http_end(&q->service.http, &q->asking.wire);
    return verdict == NJ_QB_TOKEN_OK;
}

static void tell_door(const struct tour *t, const struct nj_qb_door *door)
{
    char what[24];

    (void)snprintf(what, sizeof(what), "%" PRId64, door->left);
    tell(t,
         door->left >= 0 && door->left < LEFT_FEW ? NJ_FOUND_ODD
                                                  : NJ_FOUND_WELL,
         door->left < 0 ? "qqbot.door" : "qqbot.starts", what);
}

static bool find_door(struct tour *t)
{
    struct nj_qqbot *q = t->q;
    struct nj_http_answer said;
    struct nj_qb_answer a;
    struct nj_qb_door door;
    bool good;

    nj_qb_wire_begin(q, &q->asking, "GET", "/gateway/bot", NULL, left_ms(t));
    await(t, &said);
    good =
        said.status == 200 && nj_qb_door_read(q->api, said.text, said.n, &door);
    nj_qb_answer_read(said.status, said.text, said.n, &a);
    if (good)
        tell_door(t, &door);
    else if (a.verdict == NJ_QB_BANNED)
        tell(t, NJ_FOUND_WRONG, "qqbot.banned", "");
    else
        tell_code(t, said.status, a.code);
    nj_http_end(&q->service.http, &q->asking.wire);
    return good;
}

/* --- what it is called, and how people find it --- */

/* A call whose answer is looked at; true: it is an object, lent until close(). */
static bool call(struct tour *t, const char *method, const char *path,
                 struct nj_str *body, struct nj_json_doc **doc)
{
    struct nj_http_answer said;
    struct nj_err err;
    bool good;

    nj_qb_wire_begin(t->q, &t->q->asking, method, path, body, left_ms(t));
    await(t, &said);
    good = said.status == 200 &&
           nj_json_open(doc, said.text, said.n, &NJ_JSON_WIRE, &err) == NJ_OK;
    nj_http_end(&t->q->service.http, &t->q->asking.wire);
    return good;
}

static void tell_name(struct tour *t)
{
    struct nj_json_doc *doc = NULL;
    const char *name = "";

    if (call(t, "GET", "/users/@me", NULL, &doc))
        name = nj_loose_text(nj_json_root(doc), "username");
    if (name[0] != '\0')
        tell(t, NJ_FOUND_WELL, "qqbot.me", name);
    nj_json_close(doc);
}

/* Its pages and those who use it name the field differently. */
static const char *link_of(struct nj_json root)
{
    const char *url = nj_loose_text(root, "url_link");

    return url[0] != '\0' ? url
                          : nj_loose_text(nj_json_opt(root, "data"), "url");
}

/* By it people add the bot; no chat may show it. */
static void tell_link(struct tour *t)
{
    struct nj_str body = NJ_STR_INIT(BODY_MAX);
    struct nj_json_doc *doc = NULL;
    const char *url = "";

    nj_qb_body_link(&body);
    if (call(t, "POST", "/v2/generate_url_link", &body, &doc))
        url = link_of(nj_json_root(doc));
    if (strncmp(url, "https://", 8) == 0)
        tell(t, NJ_FOUND_WELL, "qqbot.link", url);
    nj_json_close(doc);
    nj_str_fini(&body);
}

/* --- groups --- */

static void tell_state(const struct tour *t, const char *group,
                       struct nj_json state)
{
    bool all = nj_loose_is(state, "recv_msg_setting", "all");
    bool speaks = nj_loose_true(state, "allow_proactive_msg");

    nj_probe_tell(t->p, all ? NJ_FOUND_WELL : NJ_FOUND_ODD,
                  all ? "qqbot.hears" : "qqbot.mentions", group, "");
    nj_probe_tell(t->p, speaks ? NJ_FOUND_WELL : NJ_FOUND_WRONG,
                  speaks ? "qqbot.speaks" : "qqbot.silent", group, "");
}

/* Its id says nothing to an owner; few bots may ask for its name. */
static void tell_group(struct tour *t, const char *group, const char *id)
{
    struct nj_json_doc *doc = NULL;
    const char *name = "";
    char path[PATH_BYTES];

    (void)snprintf(path, sizeof(path), "/v2/groups/%s/info", id);
    if (call(t, "GET", path, NULL, &doc))
        name = nj_loose_text(nj_json_root(doc), "group_name");
    if (name[0] != '\0')
        nj_probe_tell(t->p, NJ_FOUND_WELL, "qqbot.group", group, name);
    nj_json_close(doc);
}

/* Not every bot may ask that. */
static void look_into(struct tour *t, const char *group)
{
    const char *id = nj_address_group_id(group);
    struct nj_json_doc *doc = NULL;
    char path[PATH_BYTES];

    if (id == NULL || !nj_qb_openid_fits(id, strlen(id)))
        return;
    tell_group(t, group, id);
    (void)snprintf(path, sizeof(path), "/v2/groups/%s/bot_state", id);
    if (call(t, "GET", path, NULL, &doc))
        tell_state(t, group, nj_json_root(doc));
    else
        nj_probe_tell(t->p, NJ_FOUND_ODD, "qqbot.unsaid", group, "");
    nj_json_close(doc);
}

/* --- all of it --- */

static void tell_budget(const struct tour *t)
{
    const struct nj_qb_limits *l =
        t->q->few ? &nj_qb_limits_unverified : &nj_qb_limits_verified;
    char what[100];

    (void)snprintf(what, sizeof(what), "%u/%u/%u/%u",
                   (unsigned)l->group_push_min, (unsigned)l->groups_push_min,
                   (unsigned)l->person_push_min, (unsigned)l->day_max);
    tell(t, t->q->few ? NJ_FOUND_ODD : NJ_FOUND_WELL,
         t->q->few ? "qqbot.few" : "qqbot.budget", what);
}

void nj_qb_probe(struct nj_gateway *g, const struct nj_probe *p)
{
    struct tour t = {.q = (struct nj_qqbot *)(void *)g,
                     .p = p,
                     .until_ms = nj_monotonic_ms() + p->wait_ms};
    struct nj_err err = {{0}};

    if (nj_qb_wire_open(t.q, &err) != NJ_OK) {
        nj_probe_tell(p, NJ_FOUND_WRONG, "gateway.bad", g->name, err.text);
        return;
    }
    tell_budget(&t);
    if (get_token(&t) && find_door(&t)) {
        tell_name(&t);
        tell_link(&t);
        for (uint32_t i = 0; i < p->n_groups; i++)
            look_into(&t, p->groups[i]);
        if (p->live_ms > 0)
            nj_qb_live(t.q, p);
    }
    nj_qb_wire_close(t.q);
}
