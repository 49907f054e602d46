/*
 * The pace of pushes: whenever each of them arrives at the platform, it never
 * finds more than it takes within a second of its own; and no push waits that
 * need not.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/random.h"
#include "gateway/qqbot/pace.h"
#include "kit/nj_test.h"

#define MOST      8
#define SECOND_MS 1000
#define CALLS     2000
#define TOGETHER  16 /* as the gateway has senders */

/* What may begin at once does. */
static uint32_t burst(struct nj_qb_pace *p, int64_t now_ms)
{
    uint32_t n = 0;

    while (n < 100 && nj_qb_pace_due(p, MOST, now_ms) <= now_ms) {
        nj_qb_pace_begin(p);
        n++;
    }
    return n;
}

static void a_burst_is_as_large_as_a_second(void **state)
{
    struct nj_qb_pace p = {.flying = 0};

    NJ_UNUSED(state);
    assert_int_equal(burst(&p, 5000), MOST);
    assert_true(nj_qb_pace_due(&p, MOST, 5000) > 5000);
}

/* One that is under way may arrive at any time, however long ago it began. */
static void who_is_not_answered_takes_up_room(void **state)
{
    struct nj_qb_pace p = {.flying = 0};

    NJ_UNUSED(state);
    assert_int_equal(burst(&p, 5000), MOST);
    assert_int_equal(burst(&p, 60000), 0);
    nj_qb_pace_end(&p, 60000);
    assert_int_equal(burst(&p, 60000), 0);
    assert_int_equal(burst(&p, 60000 + NJ_QB_PACE_MS - 1), 0);
    assert_int_equal(burst(&p, 60000 + NJ_QB_PACE_MS), 1);
}

/* The answer may be on its way since the last moment before it. */
static void room_comes_a_second_after_the_answer(void **state)
{
    struct nj_qb_pace p = {.flying = 0};

    NJ_UNUSED(state);
    assert_int_equal(burst(&p, 5000), MOST);
    for (uint32_t i = 0; i < MOST; i++)
        nj_qb_pace_end(&p, 5000 + 10 * i);
    assert_int_equal(nj_qb_pace_due(&p, MOST, 5070), 5000 + NJ_QB_PACE_MS);
    assert_int_equal(burst(&p, 5000 + NJ_QB_PACE_MS + 25), 3);
}

static void a_new_life_lets_a_second_pass(void **state)
{
    struct nj_qb_pace p = {.flying = 0};

    NJ_UNUSED(state);
    nj_qb_pace_follow(&p, MOST, 5000);
    assert_int_equal(burst(&p, 5000 + NJ_QB_PACE_MS - 1), 0);
    assert_int_equal(burst(&p, 5000 + NJ_QB_PACE_MS), MOST);
}

/* --- any order of answers --- */

struct call {
    int64_t arrives, answered; /* at the platform; here */
    bool done;
};

struct evening {
    struct nj_rng chance;
    struct nj_qb_pace pace;
    struct call calls[CALLS];
    uint32_t n, flying;
    int64_t now;
};

static int64_t below(struct evening *e, uint32_t n)
{
    return (int64_t)nj_rng_below(&e->chance, n);
}

/* Most are fast, and some hang until they are given up. */
static void set_out(struct evening *e)
{
    struct call *c = &e->calls[e->n++];
    int64_t takes = 1 + (below(e, 10) == 0 ? below(e, 15000) : below(e, 300));

    nj_qb_pace_begin(&e->pace);
    c->answered = e->now + takes;
    c->arrives = e->now + below(e, (uint32_t)takes + 1);
    e->flying++;
}

static void answer(struct evening *e)
{
    for (uint32_t i = 0; i < e->n; i++) {
        struct call *c = &e->calls[i];

        if (c->done || c->answered > e->now)
            continue;
        c->done = true;
        e->flying--;
        nj_qb_pace_end(&e->pace, e->now);
    }
}

static uint32_t with(const struct evening *e, int64_t from)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < e->n; i++)
        n += e->calls[i].arrives >= from &&
             e->calls[i].arrives < from + SECOND_MS;
    return n;
}

static void no_second_of_the_platform_has_more_than_it_takes(void **state)
{
    struct evening *e = nj_alloc(sizeof(*e));
    uint32_t fullest = 0;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&e->chance, 7);
    for (e->now = 100000; e->n < CALLS; e->now += 1 + below(e, 20)) {
        assert_true(e->now < 10000000); /* or it never ends */
        answer(e);
        while (e->n < CALLS && e->flying < TOGETHER &&
               nj_qb_pace_due(&e->pace, MOST, e->now) <= e->now)
            set_out(e);
    }
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t n = with(e, e->calls[i].arrives);

        assert_true(n <= MOST);
        fullest = n > fullest ? n : fullest;
    }
    assert_int_equal(fullest, MOST); /* no slower than it has to be */
    free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_is_as_large_as_a_second),
        cmocka_unit_test(who_is_not_answered_takes_up_room),
        cmocka_unit_test(room_comes_a_second_after_the_answer),
        cmocka_unit_test(a_new_life_lets_a_second_pass),
        cmocka_unit_test(no_second_of_the_platform_has_more_than_it_takes),
    };

    return cmocka_run_group_tests_name("pace", tests, NULL, NULL);
}
