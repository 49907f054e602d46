/*
 * Eight people in the hotel at the default pace: what the group gets of a
 * round besides the broadcasts.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/felt.h"

#define PEOPLE     8
#define ROUNDS     12
#define BROADCAST  "【旅馆广播】"
#define EVENING_MS INT64_C(3600000)

struct hotel {
    struct nj_felt felt;
    int64_t due_ms[PEOPLE]; /* when that person is done with the round */
    uint32_t rounds;        /* that have begun */
    uint32_t texts;         /* of this round, besides broadcasts */
    uint32_t most, all;
    bool over;
};

/* A round begins: everybody is done with it after a while. */
static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    struct hotel *h = ctx;
    bool group = chat[0] != '\0' && nj_address_group_id(chat) != NULL;

    h->over = h->over || (group && nj_message_says(m, "shell.reveal"));
    if (!group || !nj_message_says(m, "sh.round"))
        return;
    for (uint32_t i = 0; i < PEOPLE; i++)
        h->due_ms[i] = h->felt.now_ms + nj_felt_between(&h->felt, 4000, 40000);
}

static bool is_broadcast(const char *text)
{
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, BROADCAST, strlen(BROADCAST)) != 0)
            return false;
    }
    return true;
}

static void hear(void *ctx, const struct nj_memory_sent *s)
{
    struct hotel *h = ctx;

    if (strstr(s->text, "请黑影行动") != NULL ||
        strstr(s->text, "请玩家行动") != NULL) {
        h->rounds++;
        h->texts = 0;
    }
    if (h->rounds == 0 || is_broadcast(s->text))
        return;
    h->texts++;
    h->all++;
    h->most = h->texts > h->most ? h->texts : h->most;
}

/* Who is done says so; returns when the next one will be. */
static int64_t let_end(struct hotel *h, int64_t next_ms)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        if (h->due_ms[i] != 0 && h->due_ms[i] <= h->felt.now_ms) {
            h->due_ms[i] = 0;
            nj_felt_say(&h->felt, i, false, "结束");
        }
        if (h->due_ms[i] != 0 && h->due_ms[i] < next_ms)
            next_ms = h->due_ms[i];
    }
    return next_ms;
}

static enum nj_status play(struct hotel *h, uint32_t rounds, struct nj_err *err)
{
    int64_t end_ms = h->felt.now_ms + EVENING_MS;
    enum nj_status st = NJ_OK;

    while (st == NJ_OK && !h->over && h->rounds < rounds &&
           h->felt.now_ms < end_ms) {
        (void)let_end(h, end_ms);
        st = nj_felt_rest(&h->felt, err);
        nj_felt_wait(&h->felt, let_end(h, end_ms));
    }
    return st;
}

static enum nj_status evening(struct nj_bench *b, enum nj_felt_on on,
                              uint64_t seed, struct hotel *h,
                              struct nj_err *err)
{
    enum nj_status st;

    memset(h, 0, sizeof(*h));
    h->felt = (struct nj_felt){.people = PEOPLE,
                               .on = on,
                               .seed = seed,
                               .observe = observe,
                               .hear = hear,
                               .ctx = h};
    st = nj_felt_open(&h->felt, b, err);
    if (st == NJ_OK)
        st = nj_felt_seat(&h->felt, "#新游戏 黑影杀", err);
    if (st == NJ_OK)
        st = play(h, b->quick ? 3 : ROUNDS, err);
    nj_felt_close(&h->felt);
    return st;
}

enum nj_status nj_bench_felt_hotel(struct nj_bench *b, struct nj_err *err)
{
    static const enum nj_felt_on on[] = {NJ_FELT_QQ, NJ_FELT_TELEGRAM,
                                         NJ_FELT_QQBOT};
    struct nj_bench_samples most = {.n = 0}, mean = {.n = 0};
    struct hotel *h = nj_alloc(sizeof(*h));
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < NJ_COUNT(on) * b->runs && st == NJ_OK; i++) {
        st = evening(b, on[i % NJ_COUNT(on)], i + 1, h, err);
        nj_felt_most(&most, h->most);
        nj_bench_add(&mean, (double)h->all / (h->rounds > 0 ? h->rounds : 1));
    }
    free(h);
    if (st != NJ_OK)
        return st;
    nj_bench_put(NJ_BENCH_ROUND, &most);
    nj_bench_put(NJ_BENCH_ROUNDS_MEAN, &mean);
    return NJ_OK;
}
