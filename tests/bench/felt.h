/*
 * A table of people at the default pace of a platform, on a clock of its own:
 * what the benches of what is felt share (felt_house.c).
 */
#ifndef NJ_TESTS_BENCH_FELT_H
#define NJ_TESTS_BENCH_FELT_H

#include "bench/bench.h"
#include "gateway/memory/memory.h"
#include "kit/qqbot_desk.h"

#define NJ_FELT_USER  1000 /* number of the first person */
#define NJ_FELT_CALLS 64   /* of a minute that are kept */

/* Whose counts and whose default pace they have. */
enum nj_felt_on {
    NJ_FELT_QQ,
    NJ_FELT_TELEGRAM,
    NJ_FELT_QQBOT,    /* QQ's official bot platform, by a verified bot ... */
    NJ_FELT_QQBOT_FEW /* ... and by any other */
};

struct nj_felt {
    /* the caller's */
    uint32_t people;
    enum nj_felt_on on;
    uint64_t seed;
    void (*observe)(void *ctx, const char *chat, const struct nj_message *m);
    void (*hear)(void *ctx, const struct nj_memory_sent *s); /* the group */
    void *ctx;

    struct nj_house house;
    struct nj_pace pace;
    int64_t now_ms;
    uint32_t texts;   /* to the group since the match began */
    uint32_t seating; /* before that: until all had sat down */
    uint32_t refused; /* calls that the platform would not have taken */
    uint32_t limiter; /* texts in which the limiter spoke */
    int64_t calls[NJ_FELT_CALLS]; /* when the group was called */
    uint32_t n_calls;
    size_t dropped; /* of the gateway's list of taken buttons, bytes read */
    struct qqbot_desk desk;
    bool begun;
};

NJ_MUST_USE enum nj_status nj_felt_open(struct nj_felt *f, struct nj_bench *b,
                                        struct nj_err *err);
void nj_felt_close(struct nj_felt *f);
/* The table is opened, all sit down one after another, the match begins. */
NJ_MUST_USE enum nj_status nj_felt_seat(struct nj_felt *f, const char *open,
                                        struct nj_err *err);
/* Turns until all is quiet at this moment. */
NJ_MUST_USE enum nj_status nj_felt_rest(struct nj_felt *f, struct nj_err *err);
/* The clock goes on to the next moment at which the referee has something to
 * do, `until_ms` at the latest. */
void nj_felt_wait(struct nj_felt *f, int64_t until_ms);
void nj_felt_say(struct nj_felt *f, uint32_t who, bool in_group,
                 const char *text);
uint64_t nj_felt_draw(struct nj_felt *f);
int64_t nj_felt_between(struct nj_felt *f, int64_t lo, int64_t hi);
/* Keeps the largest of all as the only sample. */
void nj_felt_most(struct nj_bench_samples *s, double v);

/* Eight people in the hotel (felt_hotel.c). */
enum nj_status nj_bench_felt_hotel(struct nj_bench *b, struct nj_err *err);

#endif
