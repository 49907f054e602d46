/*
 * Ranks beside a plain list: the lowest is first, whatever was added, moved and
 * taken out in between.
 */
#include "base/arena.h"
#include "base/random.h"
#include "base/ranks.h"
#include "kit/nj_test.h"

#define THINGS 300
#define STEPS  20000

struct thing {
    int64_t at;
    uint32_t place;
    bool in;
};

static void one_step(struct nj_ranks *k, struct thing *t, struct nj_rng *rng)
{
    if (!t->in) {
        t->at = nj_rng_below(rng, 1000);
        nj_ranks_add(k, t, t->at);
        t->in = true;
    } else if (nj_rng_below(rng, 3) == 0) {
        nj_ranks_drop(k, t);
        t->in = false;
    } else {
        t->at = nj_rng_below(rng, 1000);
        nj_ranks_move(k, t, t->at);
    }
}

static void check(const struct nj_ranks *k, const struct thing *things)
{
    int64_t least = INT64_MAX;
    uint32_t n = 0;

    for (uint32_t i = 0; i < THINGS; i++) {
        assert_int_equal(things[i].place != 0, things[i].in);
        if (!things[i].in)
            continue;
        assert_int_equal(nj_ranks_at(k, &things[i]), things[i].at);
        least = things[i].at < least ? things[i].at : least;
        n++;
    }
    assert_int_equal(k->n, n);
    if (n > 0)
        assert_int_equal(k->v[0].at, least);
}

static void the_lowest_is_first(void **state)
{
    struct nj_ranks k = NJ_RANKS(struct thing, place);
    struct thing *things = nj_alloc(THINGS * sizeof(things[0]));
    struct nj_rng rng;
    int64_t before = INT64_MIN;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 1);
    for (uint32_t i = 0; i < STEPS; i++) {
        one_step(&k, &things[nj_rng_below(&rng, THINGS)], &rng);
        if (i % 64 == 0)
            check(&k, things);
    }
    assert_true(k.n > 1);
    while (k.n > 0) {
        struct thing *t = nj_ranks_take(&k);

        assert_true(t->at >= before && t->place == 0);
        before = t->at;
    }
    nj_ranks_fini(&k);
    free(things);
}

static void all_that_leave_know_it(void **state)
{
    struct nj_ranks k = NJ_RANKS(struct thing, place);
    struct thing things[3] = {{.at = 3}, {.at = 1}, {.at = 2}};

    NJ_UNUSED(state);
    for (int i = 0; i < 3; i++)
        nj_ranks_add(&k, &things[i], things[i].at);
    assert_ptr_equal(k.v[0].thing, &things[1]);
    nj_ranks_fini(&k);
    for (int i = 0; i < 3; i++)
        assert_int_equal(things[i].place, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_is_first),
        cmocka_unit_test(all_that_leave_know_it),
    };

    return cmocka_run_group_tests_name("base/ranks", tests, NULL, NULL);
}
