/*
 * The configured gateways of a program: made from what the configuration says
 * of each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "base/log.h"
#include "base/random.h"
#include "cli/menu.h"
#include "cli/program.h"
#include "cli/sharing.h"
#include "cli/tongue.h"
#include "config/secret.h"
#include "gateway/console/console.h"
#include "gateway/onebot/onebot.h"
#include "gateway/qqbot/qqbot.h"
#include "gateway/room/room.h"
#include "gateway/telegram/telegram.h"

#define UPLOAD_MS        60000
#define TOKEN_REFUSED_MS 300000 /* before a refused token is tried again */
#define ROOM_WORDS_MAX   65536
#define CONFLICT_MS      60000
#define QQBOT_GRACE_MS   5000 /* a line that is back by then was never down */

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

/* Once, and where only he sees it: a log goes to others. */
static void tell_token(const struct nj_config_gateway *c, const char *token,
                       const char *path)
{
    if (isatty(STDERR_FILENO))
        (void)fprintf(stderr,
                      "nightjar: a token was made for gateway '%s'; give it to "
                      "the OneBot program: %s (kept in '%s')\n",
                      c->name, token, path);
    else
        nj_log(
            NJ_LOG_WARN, "onebot", "token_made",
            NJ_FIELDS(nj_f_word("gateway", c->name), nj_f_text("kept_in", path),
                      nj_f_word("way_out", "give it to the OneBot program")));
}

/* The one configured, or the one that we make. */
static enum nj_status token_of(const struct nj_program *p,
                               const struct nj_config_gateway *c,
                               char token[NJ_TOKEN_MAX], struct nj_err *err)
{
    char path[NJ_SECRET_PATH_MAX];
    bool fresh = false;
    enum nj_status st;

    if (!nj_secret_is_made(c))
        return nj_secret_token(c, token, NJ_TOKEN_MAX, err);
    nj_secret_path(c, p->config->database, path);
    st = nj_secret_make(c, path, token, NJ_TOKEN_MAX, &fresh, err);
    if (st == NJ_OK && fresh)
        tell_token(c, token, path);
    return st;
}

/* Where its earlier lives have stopped reading. */
static enum nj_status offset_of(const struct nj_program *p, const char *name,
                                int64_t *offset, struct nj_err *err)
{
    *offset = p->position;
    if (p->store == NULL)
        return NJ_OK;
    *offset = nj_offset_get(p->store, name);
    return nj_store_status(p->store, err);
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
    enum nj_status st = token_of(p, c, token, err);

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
    struct nj_telegram_about abouts[NJ_ABOUTS];
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
        .abouts = abouts,
        .n_abouts = NJ_ABOUTS,
    };
    enum nj_status st = nj_secret_token(c, token, sizeof(token), err);

    nj_menu_about(p->env.catalog, p->config->language, abouts);
    if (st == NJ_OK)
        st = offset_of(p, c->name, &o.offset, err);
    if (st == NJ_OK)
        st = nj_telegram_create(&o, (uint8_t)p->n_gateways, p->inbox, g, err);
    nj_wipe(token, sizeof(token));
    return st;
}

/* What its earlier lives have kept. */
struct kept {
    struct nj_gateway_kept *all;
    char **texts; /* two of each */
    size_t n;
};

static void take_kept(void *ctx, const char *name, const char *value)
{
    struct kept *k = ctx;

    char **texts;

    k->all = nj_realloc(k->all, (k->n + 1) * sizeof(*k->all));
    k->texts = nj_realloc(k->texts, 2 * (k->n + 1) * sizeof(char *));
    texts = &k->texts[2 * k->n];
    texts[0] = nj_strndup(name, strlen(name));
    texts[1] = nj_strndup(value, strlen(value));
    k->all[k->n++] = (struct nj_gateway_kept){texts[0], texts[1]};
}

static void free_kept(struct kept *k)
{
    for (size_t i = 0; i < 2 * k->n; i++)
        free(k->texts[i]);
    free(k->texts);
    free(k->all);
}

static enum nj_status make_qqbot(struct nj_program *p,
                                 const struct nj_config_gateway *c,
                                 struct nj_gateway **g, struct nj_err *err)
{
    char secret[NJ_TOKEN_MAX] = "";
    struct kept kept = {.n = 0};
    struct nj_qqbot_options o = {
        .name = c->name,
        .app = c->app,
        .secret = secret,
        .api = c->url,
        .tokens = c->token_url[0] != '\0' ? c->token_url : c->url,
        .verified = c->verified == NJ_YES,
        .members = c->members == NJ_YES,
        .backoff_min_ms = c->backoff_ms[0],
        .backoff_max_ms = c->backoff_ms[1],
        .answer_ms = c->answer_ms,
        .upload_ms = UPLOAD_MS,
        .grace_ms = QQBOT_GRACE_MS,
        .passed_ms = nj_program_passed_ms(p),
    };
    enum nj_status st = nj_secret_token(c, secret, sizeof(secret), err);

    if (p->store != NULL)
        nj_kept_each(p->store, c->name, take_kept, &kept);
    o.kept = kept.all;
    o.n_kept = kept.n;
    if (st == NJ_OK)
        st = offset_of(p, c->name, &o.offset, err);
    if (st == NJ_OK)
        st = nj_qqbot_create(&o, (uint8_t)p->n_gateways, p->inbox, g, err);
    free_kept(&kept);
    nj_wipe(secret, sizeof(secret));
    return st;
}

static enum nj_status make_console(struct nj_program *p,
                                   const struct nj_config_gateway *c,
                                   struct nj_gateway **g, struct nj_err *err)
{
    const struct nj_catalog *texts = p->env.catalog;
    const char *lang = p->config->language;
    struct nj_console_options o = {
        .name = c->name,
        .user = "you",
        .group = nj_catalog_get(texts, lang, "play.group"),
        .you = nj_catalog_get(texts, lang, "play.you"),
        .others = true,
        .clock = p->test_clock,
        .in = 0,
        .out = stdout};

    return nj_console_create(&o, (uint8_t)p->n_gateways, p->inbox, g, err);
}

/* What the page of the room says, in each language. */
static void put_room_words(const struct nj_catalog *c, struct nj_str *out)
{
    const char *const *langs = nj_catalog_langs(c);
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    for (; *langs != NULL; langs++) {
        nj_json_obj(&o, *langs);
        nj_catalog_put(c, *langs, "room.", &o);
        nj_json_end(&o);
    }
    nj_json_end(&o);
    NJ_ASSERT(!out->over);
}

static enum nj_status make_web(struct nj_program *p,
                               const struct nj_config_gateway *c,
                               struct nj_gateway **g, struct nj_err *err)
{
    struct nj_str words = NJ_STR_INIT(ROOM_WORDS_MAX);
    struct nj_room_options o = {.name = c->name, .listen = c->listen};
    struct kept kept = {.n = 0};
    enum nj_status st;

    put_room_words(p->env.catalog, &words);
    if (p->store != NULL)
        nj_kept_each(p->store, c->name, take_kept, &kept);
    o.words = words.p;
    o.kept = kept.all;
    o.n_kept = kept.n;
    st = nj_room_create(&o, (uint8_t)p->n_gateways, p->inbox, g, err);
    if (st == NJ_OK)
        p->rooms |= 1U << p->n_gateways;
    free_kept(&kept);
    nj_str_fini(&words);
    return st;
}

void nj_program_invite(const struct nj_program *p)
{
    char address[NJ_ROOM_ADDRESS_MAX];

    for (uint32_t i = 0; i < p->n_gateways; i++)
        if ((p->rooms & 1U << i) != 0) {
            nj_room_invite(p->gateways[i], address);
            (void)printf(
                "%s\n%s\n",
                nj_catalog_get(p->env.catalog, nj_tongue(), "room.open"),
                address);
            (void)fflush(stdout);
            nj_wipe(address, sizeof(address));
        }
}

/* Chats of ours: no platform and nobody in it is annoyed by a quick word. */
static bool only_ours(const struct nj_config *c)
{
    for (size_t i = 0; i < c->gateway_count; i++)
        if (c->gateways[i].kind != NJ_GATEWAY_CONSOLE &&
            c->gateways[i].kind != NJ_GATEWAY_WEB)
            return false;
    return true;
}

static enum nj_status (*const make[NJ_GATEWAY_KINDS])(
    struct nj_program *p, const struct nj_config_gateway *c,
    struct nj_gateway **g, struct nj_err *err) = {
    [NJ_GATEWAY_CONSOLE] = make_console,   [NJ_GATEWAY_ONEBOT] = make_onebot,
    [NJ_GATEWAY_TELEGRAM] = make_telegram, [NJ_GATEWAY_QQBOT] = make_qqbot,
    [NJ_GATEWAY_WEB] = make_web,
};

enum nj_status nj_program_make(struct nj_program *p,
                               const struct nj_config_gateway *c,
                               struct nj_gateway **g, struct nj_err *err)
{
    return make[c->kind](p, c, g, err);
}

enum nj_status nj_program_connect(struct nj_program *p, struct nj_err *err)
{
    const struct nj_config *c = p->config;

    for (size_t i = 0; i < c->gateway_count; i++) {
        struct nj_gateway *g = NULL;
        enum nj_status st = nj_program_make(p, &c->gateways[i], &g, err);

        if (st == NJ_OK)
            st = nj_sharing_replace(p, &c->gateways[i], &g, err);
        if (st != NJ_OK)
            return nj_fail_in(err, st, "gateways[%zu]", i);
        nj_program_add(p, g);
    }
    if (only_ours(c)) {
        p->setup.private_proved = true;
        p->setup.pace = (struct nj_pace){0};
    } else {
        nj_program_fill_paces(p);
    }
    return NJ_OK;
}
