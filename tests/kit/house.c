/*
 * A whole referee in a test.
 */
#include "kit/house.h"

#include "kit/nj_test.h"
#include "kit/pg_server.h"
#include "render/studio.h"

#define TEST_SEED 11
#define START_MS  1760000000000

static struct nj_hands hands(void *ctx)
{
    const struct house *h = ctx;

    return (struct nj_hands){.wall_ms = h->now_ms + h->wrong_ms,
                             .steady_ms = h->now_ms,
                             .awake_ms = h->now_ms - h->slept_ms};
}

static int64_t wall(void *ctx)
{
    return hands(ctx).wall_ms;
}

static void must(enum nj_status st, const struct nj_err *err)
{
    if (st != NJ_OK)
        fail_msg("%s", err->text);
}

/* What the test decides of the setup. */
static void set_up(struct house *h, struct nj_referee_setup *setup)
{
    setup->clock = (struct nj_clock){.now = wall, .hands = hands, .ctx = h};
    if (h->games != NULL) {
        setup->games = h->games;
        setup->n_games = h->n_games;
    }
    setup->owners = h->owners;
    setup->admissions = h->admissions;
    setup->test_seed = (struct nj_hash){{h->seed}};
    if (h->paced)
        setup->pace = (struct nj_pace){1, 3, 12, 3};
}

static void start(struct house *h)
{
    struct nj_err err = {{0}};
    struct nj_house *in = &h->in;

    nj_house_furnish(in, &h->env);
    h->gateway = nj_house_memory(in, "qq");
    h->second = nj_house_memory(in, "tg");
    h->second->can = h->can;
    if (h->pictures)
        nj_house_draw(in);
    set_up(h, &in->setup);
    must(nj_house_start(in, &err), &err);
    h->store = in->store;
    h->inbox = in->inbox;
    h->referee = in->referee;
    house_run(h);
}

/* No order went without an answer, whatever the test is about. */
static void check_answers(const struct house *h)
{
    struct nj_referee_figures f;

    nj_referee_figures(h->referee, &f);
    assert_int_equal(f.unanswered, h->unheeded);
}

static void stop(struct house *h)
{
    check_answers(h);
    nj_house_stop(&h->in);
}

void house_open(struct house *h, const char *name)
{
    struct nj_err err = {{0}};
    bool paced = h->paced;
    bool pictures = h->pictures;
    uint16_t can = h->can;
    uint8_t seed = h->seed != 0 ? h->seed : TEST_SEED;

    memset(h, 0, sizeof(*h));
    h->paced = paced;
    h->pictures = pictures;
    h->can = can;
    h->seed = seed;
    h->now_ms = START_MS;
    nj_house_place(&h->in, NJ_BINARY_DIR, name);
    if (nj_pg_server_wanted())
        nj_pg_server_database(h->in.path, sizeof(h->in.path));
    nj_random_init();
    must(nj_env_load(&h->env, NULL, &err), &err);
    start(h);
}

void house_kill(struct house *h, int64_t down_ms)
{
    stop(h);
    h->now_ms += down_ms;
    start(h);
}

void house_games(struct house *h, const struct nj_loaded_game *games,
                 uint32_t n)
{
    h->games = games;
    h->n_games = n;
    house_kill(h, 0);
}

void house_close(struct house *h)
{
    check_answers(h);
    nj_house_close(&h->in);
    nj_env_fini(&h->env);
}

void house_run(struct house *h)
{
    struct nj_err err = {{0}};

    must(nj_house_rest(&h->in, &err), &err);
}

/* Ids of a gateway begin anew with the process; those of a platform do not. */
static const char *fresh_id(struct house *h, char out[24])
{
    (void)snprintf(out, 24, "h%u", ++h->ids);
    return out;
}

static struct nj_gateway *gateway_of(struct house *h, const char *who)
{
    return nj_address_is(who, h->second->name) ? h->second : h->gateway;
}

/* The name behind an address; a name is its own. */
static const char *name_of(const char *who)
{
    const char *id = nj_address_user_id(who);

    return id != NULL ? id : who;
}

static struct nj_gateway *stamped(struct house *h, const char *who)
{
    struct nj_gateway *g = gateway_of(h, who);

    nj_memory_stamp(g, h->stamped ? h->now_ms + h->skew_ms - h->delay_ms : 0);
    return g;
}

void house_group_at(struct house *h, const char *group, const char *user,
                    const char *text)
{
    char id[24];

    nj_memory_group(stamped(h, group), group, user, name_of(user),
                    fresh_id(h, id), text);
    house_run(h);
}

void house_group(struct house *h, const char *user, const char *text)
{
    house_group_at(h, "qq:g:1", user, text);
}

void house_private(struct house *h, const char *user, const char *text)
{
    char id[24];

    nj_memory_private(stamped(h, user), user, name_of(user), fresh_id(h, id),
                      text);
    house_run(h);
}

void house_pass(struct house *h, int64_t ms)
{
    h->now_ms += ms;
    house_run(h);
}

void house_sleep(struct house *h, int64_t ms)
{
    h->slept_ms += ms;
    house_pass(h, ms);
}

const char *house_heard(struct house *h, const char *chat, const char *part)
{
    char address[NJ_ADDRESS_MAX];
    const struct nj_gateway *g;

    if (strchr(chat, ':') != NULL)
        (void)snprintf(address, sizeof(address), "%s", chat);
    else if (strcmp(chat, "group") == 0)
        nj_address_group(address, "qq", "1");
    else
        nj_address_user(address, "qq", chat);
    g = gateway_of(h, address);
    for (uint32_t i = nj_memory_count(g); i-- > 0;) {
        const struct nj_memory_sent *s = nj_memory_get(g, i);

        if (strcmp(s->to, address) == 0 && strstr(s->text, part) != NULL)
            return s->text;
    }
    return NULL;
}

void house_confirm(struct house *h, const char *host)
{
    static const char before[] = "发「确认 ";
    const char *asked = house_heard(h, host, before);
    char line[32];

    assert_non_null(asked);
    (void)snprintf(line, sizeof(line), "确认 %.4s",
                   strstr(asked, before) + strlen(before));
    house_private(h, host, line);
}

void house_forget(struct house *h)
{
    nj_memory_clear(h->gateway);
    nj_memory_clear(h->second);
}

void house_begin(struct house *h, const char *users, const char *options)
{
    char user[64], text[64];
    int n = 0;

    house_group(h, "opener", "#新游戏 漫漫长夜");
    for (const char *p = users; sscanf(p, "%63s%n", user, &n) == 1; p += n) {
        house_private(h, user, "我");
        house_group(h, user, "#加入");
    }
    for (const char *p = options; sscanf(p, "%63s%n", text, &n) == 1; p += n) {
        char line[96];

        (void)snprintf(line, sizeof(line), "#设置 %s", text);
        house_group(h, "opener", line);
    }
    house_group(h, "opener", "#开始");
}

void house_street_told(struct house *h, const char *group, const char *users,
                       const char *host)
{
    static const char *const picks[] = {"选 洛莉", "选 安妮", "选 琳达"};
    char user[4][64];
    size_t n = 0;
    int len;

    for (const char *p = users; sscanf(p, "%63s%n", user[n], &len) == 1;
         p += len)
        assert_true(++n < NJ_COUNT(user) || p[len] == '\0');
    house_group_at(h, group, user[0], "#新游戏 面具杀人魔 现场");
    if (host != NULL)
        house_group_at(h, group, host, "#主持");
    for (size_t i = 0; i < n; i++) {
        house_private(h, user[i], "我");
        house_group_at(h, group, user[i], "#加入");
    }
    house_group_at(h, group, host != NULL ? host : user[0],
                   "#设置 killer first");
    house_group_at(h, group, user[0], "#开始");
    for (size_t i = 0; i < (n > 2 ? n - 1 : 2); i++)
        house_group_at(h, group, user[n > 2 ? i + 1 : 1], picks[i]);
    house_private(h, user[0], "起点 J9");
}

void house_street(struct house *h, const char *group, const char *users,
                  const char *host)
{
    house_street_told(h, group, users, host);
    house_forget(h);
}

const char *house_code(struct house *h)
{
    static char code[8];
    const char *card = house_heard(h, "group", "开桌");
    const char *p = card != NULL ? strstr(card, "】") : NULL;

    /* The test card has a first line of its own with such a bracket. */
    p = p != NULL ? strstr(p + 3, "】") : NULL;
    assert_non_null(p);
    (void)snprintf(code, sizeof(code), "%.3s", p + 4);
    return code;
}

static uint32_t shown(const struct house *h)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->second); i++)
        n += nj_memory_get(h->second, i)->picture > 0;
    return n;
}

void house_pictures(struct house *h, uint32_t n)
{
    assert_true(shown(h) >= n);
}
