/* src/games/long_night/achieve.c: who has done what is worth a name. */
#include "games/long_night/ln_kit.h"
#include "match/emit.h"

static nj_seat_set earned(const struct kit *k, const char *name)
{
    const struct nj_achievement *a = nj_long_night.achievements;

    while (a->name != NULL && strcmp(a->name, name) != 0)
        a++;
    assert_non_null(a->name);
    return nj_match_earned(k->m, a);
}

/* --- from points and fates (LN-7.5, 7.7, 7.10) --- */

struct fact {
    enum ln_fate fate;
    int catches, escapes; /* points */
    bool earned;
};

/* Seat 1 is over like that; has it earned the name? */
static void check_facts(const char *name, const struct fact *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct kit *k = kit_given("", "open9; p1 0,0; p2 4,4; p3 8,8");
        struct ln_state *s = nj_state(k->m);

        s->over = 1;
        s->seat[0].fate = (uint8_t)list[i].fate;
        s->seat[0].catch_points = (int16_t)list[i].catches;
        s->seat[0].escape_points = (int16_t)list[i].escapes;
        if ((earned(k, name) & 1) != list[i].earned)
            fail_msg("%s: case %zu", name, i);
        assert_int_equal(earned(k, name) >> 1, 0);
        kit_free(k);
    }
}

/* In a melee a seat may use several pods: 150 for the first one of all, 200
 * for the second, 250 for each further one. */
static void the_first_pod_is_told_from_the_points(void **state)
{
    static const struct fact list[] = {
        {LN_ESCAPED, 0, 0, false},   {LN_ESCAPED, 0, 150, true},
        {LN_ESCAPED, 0, 200, false}, {LN_ESCAPED, 0, 250, false},
        {LN_IN_PLAY, 0, 350, true},  {LN_IN_PLAY, 0, 400, true},
        {LN_IN_PLAY, 0, 450, false}, {LN_IN_PLAY, 0, 500, false},
        {LN_IN_PLAY, 0, 600, true},  {LN_CAUGHT, -100, 150, true},
        {LN_DEPARTED, 0, 150, false}};

    NJ_UNUSED(state);
    check_facts("first_pod", list, NJ_COUNT(list));
}

/* Whoever was taken lost a hundred, which is no catch undone. */
static void two_catches_count_for_the_taken_too(void **state)
{
    static const struct fact list[] = {
        {LN_IN_PLAY, 100, 0, false}, {LN_IN_PLAY, 200, 0, true},
        {LN_ESCAPED, 300, 0, true},  {LN_CAUGHT, 0, 0, false},
        {LN_CAUGHT, 100, 0, true},   {LN_STOMPED, 0, 0, false},
        {LN_STOMPED, 100, 0, true},  {LN_BLOWN, 0, 0, false},
        {LN_BLOWN, 100, 0, true},    {LN_DEPARTED, 300, 0, false}};

    NJ_UNUSED(state);
    check_facts("two_catches", list, NJ_COUNT(list));
}

static void a_catch_and_an_escape_go_together(void **state)
{
    static const struct fact list[] = {
        {LN_ESCAPED, 100, 150, true}, {LN_ESCAPED, 0, 250, false},
        {LN_IN_PLAY, 100, 0, false},  {LN_IN_PLAY, 100, 200, true},
        {LN_CAUGHT, 0, 150, true},    {LN_CAUGHT, -100, 150, false},
        {LN_STOMPED, 0, 200, true},   {LN_DEPARTED, 200, 150, false}};

    NJ_UNUSED(state);
    check_facts("catch_and_escape", list, NJ_COUNT(list));
}

/* The others have no points: one is enough to lead, none shares the lead. */
static void who_is_out_may_still_win(void **state)
{
    static const struct fact list[] = {
        {LN_CAUGHT, 100, 0, true},     {LN_CAUGHT, 0, 0, true},
        {LN_CAUGHT, -100, 0, false},   {LN_STOMPED, 100, 0, true},
        {LN_BLOWN, 0, 150, true},      {LN_IN_PLAY, 300, 0, false},
        {LN_ESCAPED, 100, 250, false}, {LN_DEPARTED, 400, 0, false}};

    NJ_UNUSED(state);
    check_facts("from_outside", list, NJ_COUNT(list));
}

/* The second place is no victory, a shared first one is. */
static void who_is_out_must_lead(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 4,4; p3 8,8");
    struct ln_state *s = nj_state(k->m);

    NJ_UNUSED(state);
    s->over = 1;
    s->seat[0].fate = LN_CAUGHT;
    s->seat[0].catch_points = 100;
    s->seat[1].catch_points = 200;
    assert_int_equal(earned(k, "from_outside"), 0);
    s->seat[1].catch_points = 100;
    assert_int_equal(earned(k, "from_outside"), nj_bit(0));
    kit_free(k);
}

/* --- from the way (LN-7.10) --- */

/* Row by row, there and back; the cell of the beginning does not count. */
static void wander(struct kit *k, unsigned seat, int side, int steps)
{
    static const char *const along[] = {"右", "左"};
    struct nj_str text = NJ_STR_INIT(400);

    for (int i = 1; i <= steps; i++) {
        nj_str_puts(&text, i % side == 0 ? "下" : along[i / side % 2]);
        if (i % 30 != 0 && i < steps)
            continue;
        kit_order(k, seat, "move", text.p);
        assert_false(k->refused);
        nj_str_clear(&text);
    }
    nj_str_fini(&text);
}

/* Seats 1 and 2 walk the same way, one behind the other. */
static struct kit *walked(const char *size, int side, int steps)
{
    char clauses[80];
    struct kit *k;

    (void)snprintf(clauses, sizeof(clauses), "%s; p1 0,0; p2 0,0; p3 %d,%d",
                   size, side - 1, side - 1);
    k = kit_given("", clauses);
    wander(k, 1, side, steps);
    kit_order(k, 1, "stop", "");
    wander(k, 2, side, steps);
    for (unsigned seat = 1; seat <= 3; seat++)
        kit_order(k, seat, "end", "");
    assert_true(k->over);
    return k;
}

static void half_the_maze_is_half_of_its_cells(void **state)
{
    static const struct {
        const char *size;
        int side, half;
    } list[] = {{"open9", 9, 41}, {"open10", 10, 50}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(list); i++) {
        struct kit *k = walked(list[i].size, list[i].side, list[i].half - 1);

        assert_int_equal(earned(k, "half_the_maze"), 0);
        kit_free(k);
        k = walked(list[i].size, list[i].side, list[i].half);
        assert_int_equal(earned(k, "half_the_maze"), 3);
        kit_free(k);
    }
}

/* A quarter of the cells, and before everybody else: seat 2 comes behind. */
static void a_pathfinder_was_there_first(void **state)
{
    static const struct {
        const char *size;
        int side, quarter;
    } list[] = {{"open9", 9, 21}, {"open10", 10, 25}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(list); i++) {
        struct kit *k = walked(list[i].size, list[i].side, list[i].quarter - 1);

        assert_int_equal(earned(k, "pathfinder"), 0);
        kit_free(k);
        k = walked(list[i].size, list[i].side, list[i].quarter);
        assert_int_equal(earned(k, "pathfinder"), 1);
        kit_free(k);
    }
}

/* --- played --- */

static void the_last_one_is_alone(void **state)
{
    struct kit *k = walked("open9", 9, 3); /* three agree to end */

    NJ_UNUSED(state);
    assert_int_equal(earned(k, "last_one"), 0);
    kit_free(k);
    k = kit_given("", "open9; p1 0,0; p2 4,4; p3 8,8");
    kit_leave(k, 1);
    kit_leave(k, 3);
    assert_true(k->over);
    assert_int_equal(earned(k, "last_one"), 2);
    kit_free(k);
}

/* Straight there, along its column and then along the row. */
static void go(struct kit *k, unsigned seat, uint8_t to)
{
    const struct ln_state *s = kit_state(k);
    int n = s->board.size;
    int from = s->seat[seat - 1].cell;
    int down = to / n - from / n, right = to % n - from % n;
    struct nj_str text = NJ_STR_INIT(400);

    for (int i = 0; i < abs(down); i++)
        nj_str_puts(&text, down > 0 ? "下" : "上");
    for (int i = 0; i < abs(right); i++)
        nj_str_puts(&text, right > 0 ? "右" : "左");
    kit_order(k, seat, "move", text.p);
    nj_str_fini(&text);
}

/* LN-7.5 and 7.7 as played: seat 1 takes seat 2 and then a pod, which is the
 * second; seat 4 took the first one and is away. */
static void a_match_gives_its_names(void **state)
{
    struct kit *k = kit_given("", "open9; turn 4; E 8,8; E 6,6; p1 0,0; p2 0,1;"
                                  "p3 4,0; p4 8,7; p5 4,8");

    NJ_UNUSED(state);
    kit_order(k, 4, "move", "右");
    kit_order(k, 5, "stop", "");
    kit_order(k, 1, "move", "右");
    KIT_HAS(k, "ln.catch hunter=1 prey=2");
    kit_order(k, 3, "stop", "");
    kit_order(k, 5, "stop", "");
    go(k, 1, 6 * 9 + 6);
    KIT_HAS(k, "ln.escape seat=1 rank=2");
    kit_leave(k, 3);
    assert_true(k->over);
    assert_int_equal(earned(k, "first_pod"), nj_bit(3));
    assert_int_equal(earned(k, "catch_and_escape"), nj_bit(0));
    assert_int_equal(earned(k, "two_catches"), 0);
    assert_int_equal(earned(k, "last_one"), nj_bit(4));
    assert_int_equal(earned(k, "from_outside"), 0);
    kit_free(k);
}

/* Seat 2 catches two and is caught itself, and has more points than any. */
static void who_is_caught_may_have_earned_most(void **state)
{
    struct kit *k = kit_given("", "open9; turn 2; p1 0,0; p2 4,0; p3 4,1;"
                                  "p4 4,3");

    NJ_UNUSED(state);
    kit_order(k, 2, "move", "右");
    kit_order(k, 4, "stop", "");
    kit_order(k, 1, "stop", "");
    go(k, 2, kit_state(k)->seat[3].cell);
    KIT_HAS(k, "ln.catch hunter=2 prey=4");
    while (!k->over && kit_state(k)->turn == 0)
        go(k, 1, kit_state(k)->seat[1].cell);
    assert_true(k->over);
    assert_int_equal(earned(k, "two_catches"), nj_bit(1));
    assert_int_equal(earned(k, "from_outside"), nj_bit(1));
    assert_int_equal(earned(k, "last_one"), nj_bit(0));
    kit_free(k);
}

/* Whoever left has earned nothing by it. */
static void who_leaves_earns_nothing(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 8,4; p3 8,8");

    NJ_UNUSED(state);
    wander(k, 1, 9, 45);
    kit_leave(k, 1);
    kit_leave(k, 2);
    assert_true(k->over);
    for (const struct nj_achievement *a = nj_long_night.achievements;
         a->name != NULL; a++)
        assert_int_equal(nj_match_earned(k->m, a) & 3, 0);
    kit_free(k);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_pack_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_pod_is_told_from_the_points),
        cmocka_unit_test(two_catches_count_for_the_taken_too),
        cmocka_unit_test(a_catch_and_an_escape_go_together),
        cmocka_unit_test(who_is_out_may_still_win),
        cmocka_unit_test(who_is_out_must_lead),
        cmocka_unit_test(half_the_maze_is_half_of_its_cells),
        cmocka_unit_test(a_pathfinder_was_there_first),
        cmocka_unit_test(the_last_one_is_alone),
        cmocka_unit_test(a_match_gives_its_names),
        cmocka_unit_test(who_is_caught_may_have_earned_most),
        cmocka_unit_test(who_leaves_earns_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
