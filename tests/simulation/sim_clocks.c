/*
 * True time, and the clocks that are to show it: the machine's and those of
 * the platforms jump, drift and stand, and the machine sleeps.
 */
#include "kit/plant.h"
#include "simulation/sim_priv.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static void run(struct sim_clock *c, int64_t ms)
{
    if (c->stands) {
        c->wrong_ms -= ms;
        return;
    }
    c->micro += ms * c->ppm;
    c->wrong_ms += c->micro / 1000000;
    c->micro %= 1000000;
}

void nj_sim_pass_dead(struct sim *s, int64_t ms)
{
    s->now_ms += ms;
    run(&s->clock, ms);
    for (uint8_t g = 0; g < SIM_GATEWAYS; g++)
        run(&s->gateways[g].clock, ms);
}

void nj_sim_pass(struct sim *s, int64_t ms)
{
    nj_sim_pass_dead(s, ms);
    s->lived_ms += ms;
}

static void fall_asleep(struct sim *s, int64_t ms)
{
    nj_sim_trace(s, "asleep for %lld ms", (long long)ms);
    nj_sim_pass_dead(s, ms);
    s->slept_ms += ms;
    s->sums->sleeps++;
}

static struct nj_hands hands(void *ctx)
{
    const struct sim *s = ctx;
    struct nj_hands h = {.wall_ms = s->now_ms + s->clock.wrong_ms,
                         .steady_ms = s->now_ms,
                         .awake_ms = s->now_ms - s->slept_ms};

    if (nj_planted("steady-hand-follows-the-wall"))
        h.steady_ms = h.awake_ms = h.wall_ms;
    if (nj_planted("awake-hand-goes-on-asleep"))
        h.awake_ms = h.steady_ms;
    return h;
}

static int64_t wall(void *ctx)
{
    return hands(ctx).wall_ms;
}

struct nj_clock nj_sim_clock(struct sim *s)
{
    return (struct nj_clock){.now = wall, .hands = hands, .ctx = s};
}

/* Whole seconds, as platforms count; now and then one is nonsense. */
int64_t nj_sim_stamp(const struct sim *s, uint8_t gateway)
{
    int64_t ms = s->now_ms + s->gateways[gateway].clock.wrong_ms;

    if (nj_sim_has(s, NJ_SIM_STAMPS) && s->n_said % 40 == 13)
        return s->n_said % 80 == 13 ? -ms : ms * 1000;
    return ms / SECOND * SECOND;
}

static void harm(struct sim *s, struct sim_clock *c, const char *whose)
{
    static const int64_t sizes[] = {3 * SECOND, 90 * SECOND, 10 * MINUTE,
                                    4 * HOUR, 3 * DAY};
    static const int32_t drifts[] = {0, 20, -20, 500, -500, 30000, -30000};
    uint32_t roll = nj_sim_below(s, 10);
    int64_t most = sizes[nj_sim_below(s, NJ_COUNT(sizes))];

    if (roll < 4)
        c->wrong_ms += (int64_t)nj_sim_below(s, (uint32_t)(2 * most)) - most;
    else if (roll < 6)
        c->wrong_ms = 0;
    else if (roll < 8)
        c->ppm = drifts[nj_sim_below(s, NJ_COUNT(drifts))];
    else
        c->stands = !c->stands;
    s->sums->jumps++;
    nj_sim_trace(s, "%s: %lld ms wrong, %d ppm%s", whose,
                 (long long)c->wrong_ms, (int)c->ppm,
                 c->stands ? ", stands" : "");
}

void nj_sim_clocks_trouble(struct sim *s)
{
    if (nj_sim_has(s, NJ_SIM_CLOCKS) && nj_sim_below(s, 25) == 0)
        harm(s, &s->clock, "our clock");
    if (nj_sim_has(s, NJ_SIM_STAMPS) && nj_sim_below(s, 25) == 0)
        harm(s, &s->gateways[nj_sim_below(s, SIM_GATEWAYS)].clock,
             "a platform's clock");
    if (nj_sim_has(s, NJ_SIM_SLEEP) && nj_sim_below(s, 50) == 0)
        fall_asleep(s, nj_sim_below(s, 2) == 0 ? nj_sim_below(s, 8 * HOUR)
                                               : nj_sim_below(s, 100 * SECOND));
}

void nj_sim_clocks_calm(struct sim *s)
{
    s->clock.ppm = 0;
    s->clock.stands = false;
    for (uint8_t g = 0; g < SIM_GATEWAYS; g++) {
        s->gateways[g].clock.ppm = 0;
        s->gateways[g].clock.stands = false;
    }
}
