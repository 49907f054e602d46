/*
 * Time as a value. Nobody asks the operating system but the system clock
 * below; everything that needs the time is handed a struct nj_clock, so tests
 * and `--test-clock` own it.
 */
#ifndef NJ_BASE_CLOCK_H
#define NJ_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The three hands of a clock, in ms. Only the first can be set, so only it may
 * jump; the other two have no relation to the date and are compared with
 * nothing but earlier readings of themselves.
 */
struct nj_hands {
    int64_t wall_ms;   /* since 1970, UTC */
    int64_t steady_ms; /* goes on while the machine sleeps */
    int64_t awake_ms;  /* stands while the machine sleeps */
};

struct nj_clock {
    int64_t (*now)(void *ctx); /* ms since 1970, UTC */
    struct nj_hands (*hands)(void *ctx);
    void *ctx;
};

static inline int64_t nj_now_ms(const struct nj_clock *c)
{
    return c->now(c->ctx);
}

static inline struct nj_hands nj_hands(const struct nj_clock *c)
{
    return c->hands(c->ctx);
}

/* The real one. */
struct nj_clock nj_clock_system(void);
/* The real one, whose awake hand lost *lost_ms: so long the process did not
 * get to run. The caller owns it. */
struct nj_clock nj_clock_losing(int64_t *lost_ms);

/* One that moves only when told, all hands together; *now_ms is owned by the
 * caller. */
struct nj_clock nj_clock_manual(int64_t *now_ms);
/* The same with each hand by itself; *hands is owned by the caller. */
struct nj_clock nj_clock_by_hand(struct nj_hands *hands);

/* Milliseconds that never jump, for waiting; no relation to the date. */
int64_t nj_monotonic_ms(void);

/*
 * Parses a length of time such as 90s, 20m, 12h, 3d, 3天, 2 小时, 1h30m, 1.5h,
 * 半小时, 一个半小时, 两分钟半, half an hour into ms; blanks may stand around a unit,
 * not at the ends. False if the text is no
 * such thing or longer than `max_ms`.
 */
bool nj_duration_parse(const char *text, size_t n, int64_t max_ms, int64_t *ms);

/* "2026-11-21 21:00" in a zone `offset_min` minutes east of UTC. */
void nj_time_format(int64_t at_ms, int offset_min, char *out, size_t cap);

#endif
