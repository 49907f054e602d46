/*
 * A whole referee under load: groups of two people who play, on a real file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"

/* --- what is heard --- */

/* The group of an address, and which of its people it is (-1: the group). */
static uint32_t group_of(const char *address, int *who)
{
    const char *id = nj_address_group_id(address);
    long user;

    *who = -1;
    if (id != NULL) /* Telegram's groups have negative numbers */
        return (uint32_t)labs(strtol(id, NULL, 10)) - NJ_BENCH_GROUP_FIRST;
    user = strtol(nj_address_user_id(address), NULL, 10) - NJ_BENCH_USER_FIRST;
    *who = (int)(user & 1);
    return (uint32_t)(user / 2);
}

static void note_public(struct nj_bench_group *g, const struct nj_message *m)
{
    const struct nj_arg *seat;

    if (strcmp(m->key, "ln.turn") == 0) {
        seat = nj_message_arg(m, "seat");
        NJ_ASSERT(seat != NULL);
        g->turn = (uint8_t)seat->i;
    } else if (strcmp(m->key, "shell.reveal") == 0) {
        g->over = true;
    }
}

static bool is_beside(const char *chat)
{
    return strncmp(chat, NJ_BENCH_BESIDE ":", sizeof(NJ_BENCH_BESIDE)) == 0;
}

NJ_BENCH_ASIDE void nj_bench_aside_observe(void *ctx, const char *chat,
                                           const struct nj_message *m)
{
    struct nj_bench_house *h = ctx;
    struct nj_bench_group *g;
    uint32_t i;
    int who;

    h->messages++;
    if (chat[0] == '\0' || (h->b->beside && is_beside(chat)))
        return;
    i = group_of(chat, &who);
    NJ_ASSERT(i < h->n_groups);
    g = &h->groups[i];
    if (who < 0)
        note_public(g, m);
    else if (m->to.to == NJ_TO_SEATS && (m->to.seats & 3) != 0)
        g->who[(m->to.seats & 1) != 0 ? 0 : 1] = (int8_t)who;
}

NJ_BENCH_ASIDE void nj_bench_aside_sent(void *ctx, const char *to)
{
    struct nj_bench_house *h = ctx;
    int who;
    uint32_t i = group_of(to, &who);

    h->texts++;
    if (!h->groups[i].waits || who >= 0)
        return;
    h->groups[i].waits = false;
    if (h->n_latency < h->cap_latency)
        h->latency[h->n_latency++] = nj_bench_now_ns() - h->groups[i].asked_ns;
}

/* --- birth and end --- */

enum nj_status nj_bench_house_start(struct nj_bench_house *h,
                                    struct nj_err *err)
{
    struct nj_house *in = &h->house;

    nj_house_furnish(in, &h->b->env);
    nj_house_join(
        in, h->b->telegram
                ? nj_bench_telegram_create(in->inbox, nj_bench_aside_sent, h)
                : nj_bench_wire_create(in->inbox, nj_bench_aside_sent, h));
    if (h->b->pictures)
        nj_house_draw(in);
    if (h->b->beside)
        (void)nj_house_memory(in, NJ_BENCH_BESIDE);
    in->setup.clock = nj_clock_system();
    in->setup.observe = nj_bench_aside_observe;
    in->setup.observe_ctx = h;
    return nj_house_start(in, err);
}

enum nj_status nj_bench_house_open(struct nj_bench_house *h, struct nj_bench *b,
                                   uint32_t groups, struct nj_err *err)
{
    *h = (struct nj_bench_house){.b = b, .n_groups = groups};
    h->groups = nj_alloc(groups * sizeof(h->groups[0]));
    for (uint32_t i = 0; i < groups; i++)
        h->groups[i].over = true;
    nj_house_place(&h->house, b->dir, "nightjar-bench");
    if (b->database != NULL)
        nj_str_copy(h->house.path, sizeof(h->house.path), b->database);
    return nj_bench_house_start(h, err);
}

void nj_bench_house_close(struct nj_bench_house *h)
{
    nj_house_close(&h->house);
    free(h->groups);
    free(h->latency);
    h->groups = NULL;
    h->latency = NULL;
}

/* --- people --- */

static void put_number(struct nj_str *s, const char *before, int64_t v)
{
    nj_str_puts(s, before);
    nj_str_put_i64(s, v);
}

NJ_BENCH_ASIDE void nj_bench_aside_frame(struct nj_str *s, unsigned user,
                                         uint64_t id, const char *chat,
                                         const char *text)
{
    struct nj_clock clock = nj_clock_system();
    int64_t n = (int64_t)id;

    put_number(s, "{\"self_id\":99,\"user_id\":", user);
    put_number(s, ",\"time\":", nj_now_ms(&clock) / 1000);
    put_number(s, ",\"message_id\":", n);
    put_number(s, ",\"message_seq\":", n);
    put_number(s, ",\"real_id\":", n);
    put_number(s, ",\"sender\":{\"user_id\":", user);
    put_number(s, ",\"nickname\":\"player ", user);
    nj_str_puts(s, "\",\"card\":\"\",\"role\":\"member\"},\"raw_message\":\"");
    nj_str_puts(s, text);
    nj_str_puts(s, "\",\"font\":14,\"message\":[{\"type\":\"text\",\"data\":"
                   "{\"text\":\"");
    nj_str_puts(s, text);
    nj_str_puts(s,
                "\"}}],\"message_format\":\"array\",\"post_type\":\"message\","
                "\"message_type\":");
    nj_str_puts(s, chat);
}

static void put_update(struct nj_str *s, unsigned user, uint64_t id,
                       int64_t chat, const char *text)
{
    struct nj_clock clock = nj_clock_system();
    int64_t n = (int64_t)id;

    put_number(s, "{\"ok\":true,\"result\":[{\"update_id\":", n);
    put_number(s, ",\"message\":{\"message_id\":", n);
    put_number(s, ",\"from\":{\"id\":", user);
    put_number(s, ",\"is_bot\":false,\"first_name\":\"player ", user);
    put_number(s, "\",\"language_code\":\"zh\"},\"chat\":{\"id\":", chat);
    nj_str_puts(s, chat < 0 ? ",\"title\":\"g\",\"type\":\"supergroup\"},"
                            : ",\"type\":\"private\"},");
    put_number(s, "\"date\":", nj_now_ms(&clock) / 1000);
    nj_str_puts(s, ",\"text\":\"");
    nj_str_puts(s, text);
    nj_str_puts(s, "\"}}]}");
}

static void say_telegram(struct nj_bench_house *h, unsigned user, int64_t chat,
                         const char *text)
{
    struct nj_str update = NJ_STR_INIT(1023);

    nj_str_room(&update, 1023);
    put_update(&update, user, ++h->ids, chat, text);
    NJ_ASSERT(!update.over);
    nj_bench_telegram_update(h->house.gateways[0], update.p, update.len);
    nj_str_fini(&update);
}

/* The frame is written with few steps: it is no part of what is measured. */
void nj_bench_house_say(struct nj_bench_house *h, uint32_t group, int who,
                        bool in_group, const char *text)
{
    struct nj_str frame = NJ_STR_INIT(1023);
    unsigned user = NJ_BENCH_USER_FIRST + 2 * group + (unsigned)who;

    h->groups[group].waits = true;
    h->groups[group].asked_ns = nj_bench_now_ns();
    if (h->b->telegram) {
        say_telegram(h, user,
                     in_group ? -(int64_t)(NJ_BENCH_GROUP_FIRST + group)
                              : (int64_t)user,
                     text);
        return;
    }
    nj_str_room(&frame, 1023);
    nj_bench_aside_frame(
        &frame, user, ++h->ids,
        in_group ? "\"group\",\"sub_type\":\"normal\",\"group_id\":"
                 : "\"private\",\"sub_type\":\"friend\",\"target_id\":",
        text);
    nj_str_put_i64(&frame, in_group ? NJ_BENCH_GROUP_FIRST + group : user);
    nj_str_putc(&frame, '}');
    NJ_ASSERT(!frame.over);
    nj_bench_wire_frame(h->house.gateways[0], frame.p, frame.len);
    nj_str_fini(&frame);
}

/* One step of the way to a match, said in all groups that have none. */
static enum nj_status all_say(struct nj_bench_house *h, int who, bool in_group,
                              const char *text, struct nj_err *err)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < h->n_groups; i++) {
        enum nj_status st;

        if (!h->groups[i].over)
            continue;
        nj_bench_house_say(h, i, who, in_group, text);
        if (++n % NJ_BENCH_FLIGHT != 0)
            continue;
        st = nj_house_rest(&h->house, err);
        if (st != NJ_OK)
            return st;
    }
    return nj_house_rest(&h->house, err);
}

enum nj_status nj_bench_house_fill(struct nj_bench_house *h, struct nj_err *err)
{
    const char *opens = h->slow ? "#新游戏 漫漫长夜 慢速" : "#新游戏 漫漫长夜";

    const struct {
        int who;
        bool in_group;
        const char *text;
    } steps[] = {
        {0, false, "我"},   {1, false, "我"},   {0, true, opens},
        {0, true, "#加入"}, {1, true, "#加入"}, {0, true, "#开始"},
    };

    for (size_t i = 0; i < NJ_COUNT(steps); i++) {
        enum nj_status st =
            all_say(h, steps[i].who, steps[i].in_group, steps[i].text, err);

        if (st != NJ_OK)
            return st;
    }
    for (uint32_t i = 0; i < h->n_groups; i++)
        h->groups[i].over = false;
    if (nj_referee_open(h->house.referee) != h->n_groups)
        return nj_fail(err, NJ_ERR_MISMATCH, "%u matches instead of %u",
                       nj_referee_open(h->house.referee), h->n_groups);
    return NJ_OK;
}

/* The next group in which a match goes on and nobody waits. */
static uint32_t pick(struct nj_bench_house *h)
{
    uint32_t n = h->n_played > 0 ? h->n_played : h->n_groups;

    for (uint32_t tried = 0; tried < n; tried++) {
        uint32_t i = h->next++ % n;

        if (!h->groups[i].over && !h->groups[i].waits)
            return i;
    }
    return h->n_groups;
}

void nj_bench_house_move(struct nj_bench_house *h, uint32_t group)
{
    const struct nj_bench_group *g = &h->groups[group];
    int8_t who = g->who[g->turn & 1];

    nj_bench_house_say(h, group, who < 0 ? 0 : who, true, "停止");
}

static bool move_somewhere(struct nj_bench_house *h)
{
    uint32_t i = pick(h);

    if (i == h->n_groups)
        return false;
    nj_bench_house_move(h, i);
    return true;
}

enum nj_status nj_bench_house_moves(struct nj_bench_house *h, uint32_t n,
                                    uint32_t flight, struct nj_err *err)
{
    for (uint32_t done = 0; done < n; done += flight) {
        enum nj_status st;

        for (uint32_t i = 0; i < flight; i++)
            if (!move_somewhere(h))
                return nj_fail(err, NJ_ERR_MISMATCH,
                               "all matches ended after %u moves", done);
        st = nj_house_turn(&h->house, err);
        if (st != NJ_OK)
            return st;
    }
    return NJ_OK;
}
