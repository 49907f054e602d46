/*
 * A fault inside one match freezes that one alone and tells its host, wherever
 * in the match it is met; what was accepted before it stays, nothing of the
 * input that met it does, and all others go on (goals R11).
 */
#include <string.h>

#include "base/bug.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "store/store.h"

#define VERBS_MAX    32
#define BROKEN_SEATS 3 /* a match of so many has the fault */
#define BROKEN_ID    2

/* Where 漫漫长夜 contradicts itself. */
enum place {
    NOWHERE,
    ORDER,
    TIMER,
    QUERY,
    COMPUTER,
    WAKING
};

static enum place place;
static const struct nj_game *real;
static struct nj_game faulty;
static struct nj_verb verbs[VERBS_MAX];
static struct nj_phase phases[2];
static struct nj_loaded_game loaded;

static void meet(const struct nj_match *m, enum place where)
{
    NJ_ASSERT(place != where || nj_seats(m) != BROKEN_SEATS);
}

static const struct nj_verb *real_verb(const char *name)
{
    const struct nj_verb *v = real->verbs;

    while (strcmp(v->name, name) != 0)
        v++;
    return v;
}

/* The state has changed and something has been said by then. */
static int faulty_order(struct nj_match *m, const struct nj_input *in)
{
    int refused = real_verb(in->verb)->apply(m, in);

    meet(m, ORDER);
    meet(m, WAKING);
    return refused;
}

static void faulty_end(struct nj_match *m, const struct nj_attempt *a)
{
    if (real->frame.end != NULL)
        real->frame.end(m, a);
    meet(m, ORDER);
    meet(m, WAKING);
}

static void faulty_over(struct nj_match *m)
{
    real->phases[0].over(m);
    meet(m, TIMER);
}

static void faulty_query(const struct nj_match *m, struct nj_query *q)
{
    real_verb(q->verb)->query(m, q);
    meet(m, QUERY);
}

/* Only the match with the fault has computer players. */
static bool faulty_act(const void *scratch, const void *data, nj_seat me,
                       struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_ASSERT(place != COMPUTER);
    return real->brain.act(scratch, data, me, rng, out);
}

static void make_faulty(struct house *h)
{
    size_t n = 0;

    loaded = h->env.games[0];
    real = loaded.game;
    faulty = *real;
    for (; real->verbs[n].name != NULL; n++) {
        assert_in_range(n, 0, VERBS_MAX - 2);
        verbs[n] = real->verbs[n];
        if (verbs[n].apply != NULL)
            verbs[n].apply = faulty_order;
        if (verbs[n].query != NULL)
            verbs[n].query = faulty_query;
    }
    verbs[n] = (struct nj_verb){0};
    faulty.verbs = verbs;
    faulty.frame.end = faulty_end;
    phases[0] = real->phases[0];
    phases[0].remind = NULL; /* the deadline is the first to pass */
    phases[0].over = faulty_over;
    assert_null(real->phases[1].timer);
    faulty.phases = phases;
    faulty.brain.act = faulty_act;
    loaded.game = &faulty;
    house_games(h, &loaded, 1);
}

static void count(void *ctx, const struct nj_input_row *row)
{
    uint32_t *n = ctx;

    NJ_UNUSED(row);
    ++*n;
}

static uint32_t inputs(struct house *h)
{
    uint32_t n = 0;

    nj_input_each(h->store, BROKEN_ID, count, &n);
    assert_true(nj_store_good(h->store));
    return n;
}

static enum nj_match_state state(struct house *h)
{
    struct nj_match_row row;

    assert_true(nj_match_load(h->store, BROKEN_ID, &row));
    return row.state;
}

/* Two matches in one group; the second one will have the fault. */
static void begin(struct house *h)
{
    place = NOWHERE;
    house_open(h, "guard");
    make_faulty(h);
    house_begin(h, "ann bob", "");
    house_group(h, "cat", "#新游戏 漫漫长夜");
    house_private(h, "cat", "我");
    house_group(h, "cat", "#加入");
    house_private(h, "dan", "我");
    house_group(h, "dan", "#加入");
    house_private(h, "eve", "我");
    house_group(h, "eve", "#主持");
    house_group(h, "cat", "#电脑 1");
    house_group(h, "cat", "#开始");
    assert_int_equal(nj_referee_open(h->referee), 2);
    assert_int_equal(state(h), NJ_MATCH_RUNNING);
    house_forget(h);
}

/* Ann and Bob play on, whoever has the turn. */
static void others_go_on(struct house *h)
{
    house_forget(h);
    house_group(h, "ann", "#停止");
    house_group(h, "bob", "#停止");
    assert_non_null(house_heard(h, "group", "走过："));
}

static void frozen_alone(struct house *h, uint32_t before)
{
    const char *words = place == WAKING ? "已冻结" : "出了我的错";

    place = NOWHERE;
    assert_non_null(house_heard(h, "group", words));
    assert_non_null(house_heard(h, "eve", words));
    assert_null(house_heard(h, "ann", words));
    assert_int_equal(state(h), NJ_MATCH_FROZEN);
    assert_int_equal(inputs(h), before);
    assert_int_equal(nj_referee_open(h->referee), 1);
    others_go_on(h);
    house_kill(h, 1000); /* and it stays so */
    assert_int_equal(nj_referee_open(h->referee), 1);
    assert_int_equal(state(h), NJ_MATCH_FROZEN);
    others_go_on(h);
    house_group(h, "cat", "#新游戏 漫漫长夜"); /* nobody is held by it */
    assert_int_equal(nj_referee_open(h->referee), 2);
    house_close(h);
}

static void say_both(struct house *h, const char *text)
{
    house_group(h, "cat", text);
    if (state(h) == NJ_MATCH_RUNNING)
        house_group(h, "dan", text);
}

static void a_fault_in_an_order(void **state)
{
    struct house h = {.paced = false};
    uint32_t before;

    NJ_UNUSED(state);
    begin(&h);
    before = inputs(&h);
    place = ORDER;
    say_both(&h, "#停止");
    assert_null(house_heard(&h, "group", "走过："));
    frozen_alone(&h, before);
}

static void a_fault_when_a_deadline_passes(void **state)
{
    struct house h = {.paced = false};
    uint32_t before;

    NJ_UNUSED(state);
    begin(&h);
    before = inputs(&h);
    place = TIMER;
    house_pass(&h, 86400000);
    frozen_alone(&h, before);
}

static void a_fault_in_an_answer(void **state)
{
    struct house h = {.paced = false};
    uint32_t before;

    NJ_UNUSED(state);
    begin(&h);
    before = inputs(&h);
    place = QUERY;
    house_group(&h, "cat", "#赛况");
    frozen_alone(&h, before);
}

/* A person's order is accepted, the computer player's behind it is none. */
static void a_fault_of_a_computer_player(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h);
    place = COMPUTER;
    for (int i = 0; i < 3; i++)
        say_both(&h, "#停止");
    frozen_alone(&h, inputs(&h));
}

/* A changed program may meet it in what it has accepted before. */
static void a_fault_when_a_match_is_read_again(void **state)
{
    struct house h = {.paced = false};
    uint32_t before;

    NJ_UNUSED(state);
    begin(&h);
    for (int i = 0; i < 3; i++)
        say_both(&h, "#停止");
    before = inputs(&h);
    place = WAKING;
    house_kill(&h, 1000);
    house_group(&h, "cat", "#赛况");
    frozen_alone(&h, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_in_an_order),
        cmocka_unit_test(a_fault_when_a_deadline_passes),
        cmocka_unit_test(a_fault_in_an_answer),
        cmocka_unit_test(a_fault_of_a_computer_player),
        cmocka_unit_test(a_fault_when_a_match_is_read_again),
    };

    return cmocka_run_group_tests_name("referee/guard", tests, NULL, NULL);
}
