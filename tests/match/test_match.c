/* The life of a match: inputs, refusals, the digest chain, computer players,
 * given boards, queries, size. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"
#include "match/match.h"

static nj_seat turn_of(const struct toy_log *l)
{
    const struct nj_toy *s = nj_state_const(l->m);

    return s->turn;
}

static void a_course_is_what_its_inputs_say(void **state)
{
    struct toy_log l;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    toy_log_init(&l);
    o = toy_log_start(&l);
    assert_false(o->refused);
    assert_int_equal(o->seq, 1);
    assert_string_equal(toy_lines(o), "G toy.start seats=1,2,3\n"
                                      "G toy.turn seat=1 think=60000\n");
    for (int i = 0; i < 200 && !nj_match_over(l.m); i++) {
        nj_seat turn = turn_of(&l);

        if (toy_log_computers(&l) > 0)
            continue;
        l.now_ms += 500;
        if (toy_log_order(&l, turn, NJ_PLACE_GROUP, "step", NULL)->refused)
            (void)toy_log_order(&l, turn, NJ_PLACE_GROUP, "answer", "yes");
    }
    assert_true(nj_match_over(l.m));
    nj_match_destroy(toy_log_fold(&l));
    toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_course_is_what_its_inputs_say),
    };

    return cmocka_run_group_tests_name("match/match", tests, NULL, NULL);
}
