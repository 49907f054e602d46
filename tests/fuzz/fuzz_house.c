/*
 * Any bytes as a day of the whole referee: what a OneBot gateway receives goes
 * through its decoder into a referee with a database in memory, turn by turn.
 * Each line is one step:
 *
 *     {"post_type":...}   a frame as it is
 *     1G #加入            person 1 writes in the group; P in private
 *     1G@ 上              the same, with the bot mentioned
 *     + 60000             time goes by
 *     F 2 1               fates of what is sent (enum nj_fate; 1: none comes)
 *     K, U                the link goes down, comes up
 *     R                   the referee ends and starts again
 *     S 2                 as the first line: the second morning of the list
 *
 * No assertion fails, no turn fails, and what is stored in the end can be
 * folded to the same digests.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/utf8.h"
#include "cli/house.h"
#include "fuzz/fuzz.h"
#include "fuzz/undo.h"
#include "gateway/memory/memory.h"
#include "gateway/onebot/onebot_priv.h"

#define START_MS  INT64_C(1800000000000)
#define STEPS_MAX 120

struct day {
    struct nj_house house;
    struct nj_gateway *gateway; /* of the house */
    int64_t now_ms;
    int64_t frames;
};

static struct nj_env env;

static void silence(void *ctx, const char *line)
{
    (void)ctx;
    (void)line;
}

/* --- mornings --- */

/* What has happened when a day begins: `S 2` as its first line is the second
 * of these, so that a short day gets far. */
#define NIGHT                                                           \
 "1G #新游戏 漫漫长夜\n1P 我\n2P 我\n1G #加入\n2G #加入\n" \
 "1G #电脑 1\n"
#define HOTEL                                                                \
 "1G #新游戏 黑影杀\n1P 我\n2P 我\n3P 我\n1G #加入\n2G #加入\n" \
 "3G #加入\n1G #电脑 5\n"
static const char *const mornings[] = {"", NIGHT, NIGHT "1G #开始\n", HOTEL,
                                       HOTEL "1G #开始\n"};

#define MORNINGS NJ_COUNT(mornings)

/* A store for each morning, made once: opening one and preparing what it
 * asks takes longer than most days. A day is undone when it is over. */
static struct nj_store *stores[MORNINGS];
static struct nj_store *store; /* of this day */

static void run(struct day *d)
{
    struct nj_err err = {{0}};

    NJ_ASSERT(nj_house_rest(&d->house, &err) == NJ_OK);
}

static void begin(struct day *d, int64_t frames)
{
    struct nj_house *h = &d->house;
    struct nj_err err = {{0}};

    *d = (struct day){.now_ms = START_MS, .frames = frames};
    nj_house_furnish(h, &env);
    d->gateway = nj_house_memory(h, "qq");
    h->setup.clock = nj_clock_manual(&d->now_ms);
    h->setup.test_seed = (struct nj_hash){{7}};
    h->store = store;
    NJ_ASSERT(nj_house_start(h, &err) == NJ_OK);
    run(d);
}

/* The same link, inbox and store as before. */
static void start_again(struct day *d)
{
    struct nj_house *h = &d->house;
    struct nj_err err = {{0}};

    nj_referee_destroy(h->referee);
    NJ_ASSERT(nj_referee_create(&h->setup, &h->referee, &err) == NJ_OK);
}

static void wake(void *ctx, const struct nj_open_row *open)
{
    const struct nj_loaded_game *game = NULL;
    struct nj_match *m = NULL;
    struct nj_match_row row;
    struct nj_err err = {{0}};

    (void)ctx;
    if (open->state != NJ_MATCH_RUNNING)
        return;
    NJ_ASSERT(nj_match_load(store, open->id, &row));
    NJ_ASSERT(nj_env_game(&env, row.game, &game, &err) == NJ_OK);
    NJ_ASSERT(nj_archive_wake(store, &row, game, &m, &err) == NJ_OK);
    NJ_ASSERT(nj_hash_equal(nj_match_digest(m), &row.digest));
    nj_match_destroy(m);
}

/* Folding a match again takes as long as the rest of a short day, so it is
 * done for one day in eight. */
static void end(struct day *d, bool fold)
{
    d->house.store = NULL; /* it outlives the day */
    nj_house_stop(&d->house);
    if (fold)
        nj_match_each_open(store, wake, NULL);
    NJ_ASSERT(nj_store_good(store));
}

/* --- steps --- */

static void receive(struct day *d, const char *frame, size_t n)
{
    const struct nj_ob_self self = {.gateway = "qq", .index = 0, .id = "10000"};
    struct nj_ob_frame f;
    struct nj_err err = {{0}};

    if (nj_ob_frame_read(&self, frame, n, &f, &err) != NJ_OK)
        return;
    if (f.event != NULL) {
        nj_inbox_push(d->house.inbox, f.event);
        f.event = NULL;
    }
    nj_ob_frame_fini(&f);
    run(d);
}

/* A frame that says this, as a gateway with string messages writes it. */
static void say(struct day *d, const char *line, size_t n)
{
    bool group = line[1] != 'P';
    bool at = n > 2 && line[2] == '@';
    size_t from = at ? 3 : 2;
    struct nj_str text = NJ_STR_INIT(1u << 20);
    struct nj_str frame = NJ_STR_INIT(1u << 22);
    struct nj_json_out o = nj_json_onto(&frame);
    char id[32], user[32];

    if (!nj_utf8_valid(line + from, n - from) || memchr(line, '\0', n) != NULL)
        return;
    (void)snprintf(id, sizeof(id), "%lld", (long long)++d->frames);
    (void)snprintf(user, sizeof(user), "7%c", line[0]);
    nj_str_puts(&text, at ? "[CQ:at,qq=10000]" : "");
    nj_str_add(&text, line + from, n - from);
    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "post_type", "message");
    nj_json_put_text(&o, "message_type", group ? "group" : "private");
    nj_json_put_text(&o, "sub_type", group ? "normal" : "friend");
    nj_json_put_text(&o, "message_id", id);
    nj_json_put_text(&o, "user_id", user);
    nj_json_put_i64(&o, "self_id", 10000);
    if (group)
        nj_json_put_text(&o, "group_id", "1001");
    nj_json_put_text(&o, "message", text.p);
    nj_json_obj(&o, "sender");
    nj_json_put_text(&o, "nickname", user);
    nj_json_end(&o);
    nj_json_end(&o);
    if (!frame.over)
        receive(d, frame.p, frame.len);
    nj_str_fini(&text);
    nj_str_fini(&frame);
}

static void set_fate(const struct day *d, const char *line)
{
    int64_t fate = 0, silent = 0;

    (void)fuzz_number(&line, &fate);
    (void)fuzz_number(&line, &silent);
    if (fate <= NJ_FATE_NOT_SENT)
        nj_memory_fate(d->gateway, "", (enum nj_fate)fate, silent != 0);
}

static void shift(struct day *d, const char *line)
{
    int64_t ms = 0;

    (void)fuzz_number(&line, &ms);
    d->now_ms += ms;
    run(d);
}

static void step(struct day *d, const char *line, size_t n)
{
    if (line[0] == '{')
        receive(d, line, n);
    else if (line[0] >= '1' && line[0] <= '9' && n >= 2)
        say(d, line, n);
    else if (line[0] == '+')
        shift(d, line + 1);
    else if (line[0] == 'F')
        set_fate(d, line + 1);
    else if (line[0] == 'K' || line[0] == 'U')
        nj_memory_link(d->gateway, line[0] == 'U');
    else if (line[0] == 'R')
        start_again(d);
    run(d);
}

/* The ids of a morning's frames are behind those of the day. */
static void live(const char *at, size_t n, int64_t frames)
{
    const char *stop = at + n;
    bool fold = n % 8 == 0;
    struct day d;

    begin(&d, frames);
    for (int i = 0; i < STEPS_MAX && at < stop; i++) {
        const char *eol = memchr(at, '\n', (size_t)(stop - at));
        size_t len = (size_t)((eol != NULL ? eol : stop) - at);
        char *line = nj_strndup(at, len); /* of its own size */

        if (len > 0)
            step(&d, line, len);
        free(line);
        at += len + 1;
    }
    end(&d, fold);
}

static void load(void)
{
    struct nj_err err = {{0}};

    if (store != NULL)
        return;
    nj_random_init();
    nj_log_set_sink(silence, NULL);
    NJ_ASSERT(nj_env_load(&env, NULL, &err) == NJ_OK);
    for (size_t i = 0; i < MORNINGS; i++) {
        NJ_ASSERT(nj_store_open(&stores[i], ":memory:", &err) == NJ_OK);
        store = stores[i];
        live(mornings[i], strlen(mornings[i]), 1000);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t morning = 0;

    load();
    if (size >= 4 && memcmp(data, "S ", 2) == 0 && data[2] >= '0' &&
        data[3] == '\n') {
        morning = (size_t)(data[2] - '0') % MORNINGS;
        data += 4;
        size -= 4;
    }
    store = stores[morning];
    fuzz_undo_begin(store);
    live((const char *)data, size, 0);
    fuzz_undo_end(store);
    return 0;
}
