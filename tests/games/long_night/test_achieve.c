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

/* --- the community's nine (LN-29.1), S-451 to S-469 --- */

static const char *const nine[] = {
    "silent_pod",        "all_blocks", "ghost", "first_round_pod",
    "first_round_catch", "five_kinds", "sweep", "ambush",
    "bull_bait"};

/* "1G右右,1G停止,T": seat, place and words; T: the act or think time is over. */
static void play_line(struct kit *k, const char *line)
{
    while (*line != '\0') {
        size_t n = strcspn(line, ",");
        char text[64];

        assert_true(n > 0 && n < sizeof(text));
        memcpy(text, line, n);
        text[n] = '\0';
        line += n + (line[n] == ',');
        if (text[0] == 'T')
            kit_fire(k, "turn");
        else if (text[1] == 'Q')
            kit_leave(k, (unsigned)(text[0] - '0'));
        else
            kit_order_by(k, (unsigned)(text[0] - '0'),
                         text[1] == 'P' ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP,
                         NJ_BY_PERSON,
                         strcmp(text + 2, "停止") == 0   ? "stop"
                         : strcmp(text + 2, "隐匿") == 0 ? "hide"
                                                         : "move",
                         strcmp(text + 2, "停止") == 0 ||
                                 strcmp(text + 2, "隐匿") == 0
                             ? ""
                             : text + 2);
        assert_false(k->refused);
    }
}

/* What all nine come to, "silent_pod 1,ambush 2"; "": none. */
static void list_earned(const struct kit *k, struct nj_str *out)
{
    nj_str_clear(out);
    for (size_t i = 0; i < NJ_COUNT(nine); i++)
        NJ_FOREACH_SEAT(seat, earned(k, nine[i]))
            nj_str_addf(out, "%s%s %d", out->len > 0 ? "," : "", nine[i],
                        seat + 1);
}

/* Plays it, and to its end by a vote of those still there. */
static void play_to_end(struct kit *k, const char *line)
{
    play_line(k, line);
    for (unsigned seat = 1; seat <= kit_state(k)->n && !k->over; seat++)
        if (kit_state(k)->seat[seat - 1].fate == LN_IN_PLAY)
            kit_order(k, seat, "end", "");
    assert_true(k->over);
}

static const struct feat_row {
    const char *id, *options, *given, *play, *earned;
} feat_rows[] = {
    {"S-451", "", "open9; E 0,1; p1 0,0; p2 4,4", "1G右", "silent_pod 1"},
    {"S-452", "", "open9; g 0,1; E 0,2; p1 0,0; p2 4,4", "1G右右", ""},
    {"S-453", "hide=step", "open9; g 0,1; E 0,2; p1 0,0; p2 4,4",
     "1G隐匿,1P右,1G右", "silent_pod 1"},
    {"S-454", "first_sound=on", "open9; g 0,1; E 0,2; p1 0,0; p2 4,4", "1G右右",
     ""},
    {"S-455", "", "open9; round 1; E 0,1; p1 0,0; p2 4,4", "1G右",
     "silent_pod 1,first_round_pod 1"},
    {"S-456", "", "open9; p1 0,0; p2 0,0", "1G停止", "ambush 1"},
    {"S-457", "", "open9; wall 0,0U; p1 0,0; p2 0,0", "1G上", "ambush 1"},
    {"S-458", "", "open9; p1 0,0; p2 0,0", "T", ""},
    {"S-459", "", "open9; p1 0,0; p2 0,1", "1G右", ""},
    {"S-460", "capture=point", "open9; p1 0,0; p2 0,0", "1G右左,1G停止", ""},
    {"S-461", "", "open9; round 1; p1 0,0; p2 0,1", "1G右",
     "first_round_catch 1"},
    {"S-462", "grace=on", "open9; round 1; p1 0,0; p2 0,1; p3 5,5", "1G右",
     "first_round_catch 1"},
    {"S-463", "", "open9; p1 0,0; p2 0,0; p3 0,0; p4 0,0", "1G停止",
     "ambush 1"},
    {"S-464", "boss=minotaur",
     "open9; boss 0,0 target=2 steps=2; turn 3; p1 4,5; p2 4,4; p3 5,5",
     "3G停止", "bull_bait 2"},
    {"S-464b", "boss=minotaur",
     "open9; boss 0,0 target=2 steps=1; turn 3; p1 8,4; p2 4,4; p3 5,5",
     "3G停止", ""},
    {"S-465", "ext=on",
     "open9; g 0,1; w 0,2; t 0,3; door 8,8U open; button 0,4 8,8U; E 0,5;"
     "p1 0,0; p2 4,4",
     "1G右右右右右", "five_kinds 1"},
    {"S-466", "ext=on",
     "open9; g 0,1; w 0,2; crate 1,2; jam 1,3; E 2,4; p1 0,0; p2 6,6",
     "1G右右下右右下", ""},
    {"S-467", "ext=on",
     "open9; oneway 0,1 3,3; g 3,4; w 3,5; t 3,6; p1 0,0; p2 7,7",
     "1G右右右右右右", ""},
    {"S-469", "capture=point", "open9; p1 0,0; p2 4,4", "1G停止", ""},
    /* S-470 as it is in two seats' time: who leaves has none (D-85). */
    {"S-470", "melee=on", "open9; E 0,1; E 8,8; p1 0,0; p2 4,4; p3 5,5",
     "1G右,1Q", ""},
};

/* With the option what the row says, without it nothing. */
static void play_row(const struct feat_row *row, bool on, struct nj_str *got)
{
    char options[80];
    struct kit *k;

    (void)snprintf(options, sizeof(options), "feats=%s%s%s", on ? "on" : "off",
                   row->options[0] != '\0' ? " " : "", row->options);
    k = kit_given(options, row->given);
    play_to_end(k, row->play);
    list_earned(k, got);
    kit_free(k);
    if (strcmp(got->len > 0 ? got->p : "", on ? row->earned : "") != 0)
        fail_msg("%s feats=%d: %s", row->id, on,
                 got->len > 0 ? got->p : "none");
}

static void the_nine_are_earned_as_the_rules_say(void **state)
{
    struct nj_str got = NJ_STR_INIT(300);

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(feat_rows); i++) {
        play_row(&feat_rows[i], true, &got);
        play_row(&feat_rows[i], false, &got);
    }
    nj_str_fini(&got);
}

/* S-463: seat 1 of four catches the other three itself, and seat 1 of three
 * the other two. */
static void a_sweep_is_of_three_at_least(void **state)
{
    NJ_UNUSED(state);
    for (unsigned seats = 3; seats <= 4; seats++) {
        struct kit *k =
            kit_given("feats=on capture=point",
                      seats == 4 ? "open9; p1 0,0; p2 0,0; p3 4,4; p4 8,8"
                                 : "open9; p1 0,0; p2 0,0; p3 4,4");

        kit_order(k, 1, "stop", "");
        for (unsigned prey = 3; prey <= seats; prey++) {
            for (unsigned at = prey; at <= seats; at++)
                kit_order(k, at, "stop", "");
            go(k, 1, kit_state(k)->seat[prey - 1].cell);
            kit_order(k, 1, "stop", "");
        }
        assert_true(k->over);
        assert_int_equal(earned(k, "sweep"), seats == 4 ? nj_bit(0) : 0);
        kit_free(k);
    }
}

/* S-468: all nine blocks in silence, and then a rustle: no ghost. S-469: the
 * ninth only by a landing is none. */
static void a_way_through_all_blocks_is_told(void **state)
{
    static const char *const ways[] = {
        "1G右右右右右右,1G下下下,1G左左左左左左,1G下下下,1G右右右右右右",
        "1G右右右右右右,1G下下下,1G左左左左左左,1G下下下,1G右右右右右右,1G右",
        "1G右右右右右右,1G下下下,1G左左左左左左,1G下下下,1G右右右"};
    static const nj_seat_set all[] = {1, 1, 0}, ghosts[] = {1, 0, 0};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(ways); i++) {
        struct kit *k =
            kit_given("feats=on", "open9; g 7,8; p1 1,1; p2 0,8; p3 8,0");

        play_to_end(k, ways[i]);
        assert_int_equal(earned(k, "all_blocks"), all[i]);
        assert_int_equal(earned(k, "ghost"), ghosts[i]);
        kit_free(k);
    }
}

/* LN-29.2: nothing of it is in what is said while the match runs. */
static void the_nine_are_silent_in_play(void **state)
{
    struct kit *on = kit_start(4, 15, "feats=on abandon_rounds=20", 7);
    struct kit *off = kit_start(4, 15, "feats=off abandon_rounds=20", 7);

    NJ_UNUSED(state);
    kit_computers(on);
    kit_computers(off);
    assert_string_not_equal(on->said.p, "");
    assert_string_equal(strchr(on->said.p, '\n'), strchr(off->said.p, '\n'));
    kit_free(on);
    kit_free(off);
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
        cmocka_unit_test(the_nine_are_earned_as_the_rules_say),
        cmocka_unit_test(a_sweep_is_of_three_at_least),
        cmocka_unit_test(a_way_through_all_blocks_is_told),
        cmocka_unit_test(the_nine_are_silent_in_play),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
