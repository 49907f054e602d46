/* src/games/shadow_hotel/round.c, round_end.c, report.c, queue.c, meet.c,
 * ending.c, afk.c: rounds begin, pass and end by SH-4, 8.20 to 8.22, 11, 12.6,
 * 12.11 and 15. Rows of SH-18 are named where a test is one. */
#include "games/shadow_hotel/sh_board.h"

/* --- phases (SH-4.4 to 4.11) --- */

struct phase_row {
    const char *edition;
    uint8_t n, living; /* seats; players who live */
    uint8_t round, phase;
    bool cross, tunnel;
    uint8_t power_ops;
    uint8_t then; /* the phase afterwards */
};

static const struct phase_row phases[] = {
    {"c", 8, 4, 2, 1, false, false, 0, 2}, /* T042 */
    {"c", 8, 5, 2, 1, false, false, 0, 1},
    {"L", 8, 4, 2, 1, false, false, 0, 1}, /* T043 */
    {"c", 8, 7, 2, 1, true, false, 0, 2},
    {"L", 8, 7, 2, 1, true, false, 0, 2},
    {"c", 9, 3, 2, 1, true, false, 0, 3}, /* T044 */
    {"L", 9, 3, 2, 1, true, false, 0, 2},
    {"c", 9, 4, 2, 1, true, false, 0, 2},
    {"c", 8, 7, 3, 1, false, false, 1, 2},
    {"L", 8, 7, 3, 1, false, false, 1, 2},
    {"c", 8, 7, 2, 1, false, false, 2, 1}, /* T226 */
    {"c", 8, 7, 3, 1, false, true, 0, 3},  /* T041 */
    {"L", 8, 7, 3, 2, false, true, 0, 3},
    {"c", 8, 7, 4, 1, false, false, 0, 1}, /* T045 */
    {"c", 8, 7, 5, 1, false, false, 0, 2},
    {"c", 8, 7, 8, 2, false, false, 0, 2},
    {"c", 8, 7, 9, 2, false, false, 0, 3},
    {"L", 8, 7, 9, 2, false, false, 0, 3},
    {"c", 8, 7, 7, 1, false, false, 0, 2}, /* T240 */
};

static void check_phase(const struct phase_row *r)
{
    struct kit *k = board(r->edition, r->n, "");
    struct sh_state *s = board_edit(k);
    char line[80];

    board_round(k, r->round);
    for (nj_seat i = (nj_seat)(1 + r->living); i < r->n; i++)
        board_out(k, i);
    if (r->cross)
        board_put(k, SH_CROSS, SH_HELD, s->shadow);
    s->phase = r->phase;
    s->tunnel = r->tunnel;
    s->power_ops = r->power_ops;
    kit_fire(k, "round");
    assert_int_equal(s->phase, r->then);
    (void)snprintf(line, sizeof(line),
                   "G sh.phase n=%d shadow_steps=%d other_steps=%d\n", r->then,
                   2 * r->then + 1, r->then + 1);
    assert_int_equal(kit_count(k, line), r->then != r->phase);
    assert_int_equal(kit_count(k, "sh.phase"), r->then != r->phase);
    assert_int_equal(s->seat[nj_sh_shadow_round(s) ? 0 : 1].steps,
                     nj_sh_shadow_round(s) ? 2 * r->then + 1 : r->then + 1);
    kit_free(k);
}

static void phases_follow_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(phases); i++)
        check_phase(&phases[i]);
}

/* --- the tunnel (SH-0.27, 0.28, E8) --- */

struct tunnel_row {
    const char *edition;
    uint8_t round;
    enum sh_where where; /* of the energy; SH_NOWHERE: there is none */
    uint8_t at;
    uint8_t living;
    bool opens, escapes;
};

static const struct tunnel_row tunnels[] = {
    {"c", 5, SH_HELD, 1, 5, true, true},       /* T036; seat 2 is in #44 */
    {"c", 5, SH_IN_ROOM, 44, 5, false, false}, /* T037 */
    {"L", 5, SH_IN_ROOM, 44, 5, true, true},   /* T038 */
    {"c", 4, SH_HELD, 0, 5, false, false},     /* the shadow is elsewhere */
    {"c", 3, SH_NOWHERE, 0, 1, true, true},    /* T040, T265 */
    {"L", 3, SH_NOWHERE, 0, 1, true, true},
    {"c", 3, SH_NOWHERE, 0, 2, false, false},
};

static void the_tunnel_opens_at_a_round_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(tunnels); i++) {
        const struct tunnel_row *r = &tunnels[i];
        struct kit *k = board(r->edition, 6, "");
        struct sh_state *s = board_edit(k);

        board_round(k, r->round);
        s->seat[1].room = 44;
        for (nj_seat seat = (nj_seat)(1 + r->living); seat < 6; seat++)
            board_out(k, seat);
        if (r->where != SH_NOWHERE)
            board_put(k, SH_ENERGY, r->where, r->at);
        kit_fire(k, "round");
        assert_int_equal(s->tunnel, r->opens);
        assert_int_equal(kit_count(k, "G sh.tunnel\n"), r->opens);
        assert_int_equal(kit_count(k, "sh.end ending=escape"), r->escapes);
        kit_free(k);
    }
}

/* T039: whoever holds it; he himself does not escape. */
static void the_shadow_may_open_the_tunnel(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 4);
    s->seat[0].room = 44;
    board_put(k, SH_ENERGY, SH_HELD, 0);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.tunnel\n");
    assert_false(k->over);
    kit_forget(k);
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.tunnel"); /* once a game */
    kit_free(k);
}

/* T035: at every round end, wherever it lies, nobody is named. */
static void the_energy_is_told_of_for_ever(void **state)
{
    struct kit *k = board("c", 6, "");

    (void)state;
    board_put(k, SH_ENERGY, SH_IN_ROOM, 5);
    board_edit(k)->energy_out = 1;
    for (int i = 0; i < 3; i++) {
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "G sh.energy room=5\n"), i + 1);
    }
    board_put(k, SH_ENERGY, SH_HELD, 2);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.energy room=42\n");
    kit_free(k);
}

/* T233: the option tells where the lobby lies; then all know it. */
static void the_exit_may_be_revealed(void **state)
{
    struct kit *k = board("L", 6, "exit_reveal_round=5");
    struct sh_state *s = board_edit(k);

    (void)state;
    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].known = UINT64_C(1) << s->seat[i].room;
    board_round(k, 4);
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.exit");
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.exit pos=7\n");
    for (nj_seat i = 0; i < s->n; i++)
        assert_true(nj_sh_knows(s, i, 7));
    kit_free(k);
}

/* --- movement stops (E7) --- */

/* T078: for the rest of the round, and the whole next player round. */
static void a_forced_stay_outlasts_the_shadow_round(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);
    static const uint8_t stops[] = {SH_STOPPED, SH_FORCED, SH_FORCED, SH_FREE,
                                    SH_FREE};

    (void)state;
    s->seat[1].room = 24;
    s->seat[1].stop = SH_STOPPED;
    s->seat[1].force_next = 1;
    for (size_t i = 0; i < NJ_COUNT(stops); i++) {
        assert_int_equal(s->seat[1].stop, stops[i]);
        kit_fire(k, "round");
    }
    kit_free(k);
    k = board("L", 6, "");
    board_edit(k)->seat[1].stop = SH_STOPPED;
    kit_fire(k, "round");
    assert_int_equal(board_edit(k)->seat[1].stop, SH_FREE);
    kit_free(k);
}

/* --- reports --- */

/* T118: two ends in one room. */
static void who_stays_is_reported(void **state)
{
    struct kit *k = board("c", 6, "");

    (void)state;
    kit_fire(k, "round");
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.report");
    kit_forget(k);
    kit_fire(k, "round");
    KIT_HAS(k, "P1 sh.report name=B room=40 pos=40\n");
    assert_int_equal(kit_count(k, "sh.report"), 5);
    kit_forget(k);
    kit_order(k, 2, "ask", "report");
    KIT_HAS(k, "P2 sh.answer.report state=yes\n");
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "sh.report "), 0); /* a shadow round */
    kit_free(k);
}

struct excuse_row {
    const char *edition;
    bool excused, forced, moved;
    bool reported; /* seat 2, at the end of R3 */
};

static const struct excuse_row excuses[] = {
    {"c", false, false, false, true}, {"c", true, false, false, false},
    {"c", false, true, false, false}, /* T122 */
    {"c", false, false, true, true},  /* T120: the same room at both ends */
    {"L", false, false, true, false}, /* T121 */
    {"L", true, false, false, true},  /* T123: no exemptions */
    {"L", false, true, false, true},
};

static void excuses_are_those_of_the_edition(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(excuses); i++) {
        const struct excuse_row *r = &excuses[i];
        struct kit *k = board(r->edition, 6, "");
        struct sh_state *s = board_edit(k);

        kit_fire(k, "round");
        kit_fire(k, "round");
        s->seat[1].excused = r->excused;
        s->seat[1].stop = r->forced ? SH_FORCED : SH_FREE;
        s->seat[1].moved = r->moved;
        kit_forget(k);
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "P1 sh.report name=B "), r->reported);
        assert_int_equal(kit_count(k, "P1 sh.report name=C "), 1);
        kit_free(k);
    }
}

/* T117, T313, T224: in gas, and in the dark corridor, it kills even there. */
static void a_report_kills_in_two_rooms(void **state)
{
    static const struct {
        const char *edition;
        uint8_t room;
        enum sh_kind held;
        bool dies;
    } rows[] = {{"c", 25, SH_MASK, true},  {"L", 25, SH_MASK, true},
                {"c", 24, SH_TORCH, true}, {"L", 24, SH_TORCH, false},
                {"L", 24, SH_MASK, true},  {"c", 26, SH_TORCH, false}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = board(rows[i].edition, 6, "");
        struct sh_state *s = board_edit(k);
        char line[60];

        s->gas = 1;
        s->seat[1].room = rows[i].room;
        s->seat[1].end_room = rows[i].room;
        s->seat[1].idle = 1;
        board_put(k, rows[i].held, SH_HELD, 1);
        board_put(k, SH_BEAR, SH_IN_ROOM, 15);
        board_round(k, 3);
        kit_fire(k, "round");
        assert_int_equal(s->seat[1].life == SH_OUT, rows[i].dies);
        assert_int_equal(kit_count(k, "P2 sh.you.dead cause=report\n"),
                         rows[i].dies);
        assert_int_equal(kit_count(k, "G sh.dead name=B\n"), rows[i].dies);
        (void)snprintf(line, sizeof(line),
                       "P1 sh.report name=B room=%s pos=%d\n",
                       i == 4               ? "unknown" /* it has wandered */
                       : rows[i].room == 25 ? "25"
                                            : "24",
                       rows[i].room);
        if (rows[i].dies) {
            KIT_HAS(k, line);
            assert_int_equal(s->seat[1].body, rows[i].room);
        }
        kit_free(k);
    }
}

/* T182: gas that comes with this very end kills as gas. */
static void reports_come_before_the_new_map(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    s->seat[1].room = 25;
    s->seat[1].end_room = 25;
    s->gas_due = 1;
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.you.dead cause=gas\n");
    KIT_HAS(k, "P1 sh.report name=B room=25 pos=25\n");
    kit_free(k);
}

/* Who died is reported under the name of the death line, not the real one. */
static void a_dead_name_stays_what_it_was(void **state)
{
    struct kit *k = board("L", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    s->seat[1].room = 25;
    s->seat[1].idle = 1;
    s->gas = 1;
    board_put(k, SH_MASK, SH_HELD, 1);
    s->item[SH_ITEM_DISGUISE] = (struct sh_item){.where = SH_HELD, .at = 1};
    memcpy(s->seat[1].alias, "Xenia", 6);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.dead name=Xenia\n");
    KIT_HAS(k, "P1 sh.report name=Xenia ");
    kit_free(k);
}

/* --- hazards of the new map (E4a) --- */

/* T026, T186: by priority, the shadow last, one check of the endings. */
static void power_back_on_kills(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);
    const char *b, *d, *a;

    (void)state;
    s->power = 0;
    s->power_ops = 1;
    s->gas_due = 1;
    s->seat[3].room = 1;
    s->seat[1].room = 25;
    s->seat[0].room = 25;
    s->seat[0].life = SH_ACTIVE;
    s->seat[1].room = 26;
    s->seat[2].room = 25;
    s->seat[0].room = 1;
    kit_fire(k, "round");
    b = strstr(k->said.p, "P3 sh.you.dead cause=gas\n");
    d = strstr(k->said.p, "P4 sh.you.dead cause=power\n");
    a = strstr(k->said.p, "P1 sh.you.dead cause=power\n");
    assert_true(b != NULL && d != NULL && a != NULL);
    assert_true(b < d && d < a);
    KIT_HAS(k, "G sh.power state=on\n");
    KIT_HAS(k, "G sh.gas\n");
    kit_free(k);
}

/* T181: hazards, then the last player's tunnel, then the phase. */
static void the_steps_of_the_end_stand_in_order(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 5);
    board_out(k, 3);
    s->power = 0;
    s->power_ops = 1;
    s->seat[1].room = 1;
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.power state=on\nG sh.dead name=B\nG sh.tunnel\n"
               "G sh.phase n=3 shadow_steps=7 other_steps=4\n"
               "G sh.round ended=5 begun=6 side=shadow ");
    kit_free(k);
}

/* --- waiting lines --- */

/* T146: one shuffle for all lines, none for a single one. */
static void lines_are_shuffled_once(void **state)
{
    static const unsigned draws[] = {0, 0, 1, 2, 3};

    (void)state;
    for (size_t n = 0; n < NJ_COUNT(draws); n++) {
        struct kit *k = board("c", 6, "bcast_shuffle=on");
        uint64_t before = nj_match_draws(k->m);

        for (size_t i = 0; i < n; i++)
            nj_sh_queue(board_edit(k), SH_SAY_GUNSHOT, (uint8_t)(i + 1), NULL);
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "G sh.gunshot"), n);
        assert_int_equal(nj_match_draws(k->m) - before, draws[n]);
        kit_free(k);
    }
}

/* A flood of the microphone leaves room for what the referee has to say. */
static void people_do_not_fill_the_queue(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);
    const struct sh_line line = {.what = SH_SAY_MIC};
    char text[481];
    unsigned n = 0;

    (void)state;
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    while (nj_sh_queue_text(s, &line, text))
        n++;
    assert_in_range(n, 30, 60);
    for (int i = 0; i < 60; i++)
        nj_sh_queue(s, SH_SAY_DEAD, 0, "somebody with quite a long name");
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "G sh.mic "), n);
    assert_int_equal(kit_count(k, "G sh.dead "), 60);
    assert_int_equal(s->n_lines, 0);
    assert_int_equal(s->heap_used, 0);
    for (size_t i = 0; i < SH_HEAP_MAX; i++)
        assert_int_equal(s->heap[i], 0);
    kit_free(k);
}

/* SH-6.8: what a microphone composes leaves by the very words of the truth. */
static void composed_lines_look_like_true_ones(void **state)
{
    static const struct {
        struct sh_line line;
        const char *text, *said;
    } rows[] = {
        {{.what = SH_SAY_DEAD}, "C", "G sh.dead name=C\n"},
        {{.what = SH_SAY_PHASE, .n = 3, .a = 9, .b = 8, .composed = 1},
         "",
         "G sh.phase n=3 shadow_steps=9 other_steps=8\n"},
        {{.what = SH_SAY_CUBE, .n = 1}, "", "G sh.cube state=rotated\n"},
        {{.what = SH_SAY_POKER}, "", "G sh.poker wall=classic\n"},
        {{.what = SH_SAY_AWAKEN}, "", "G sh.awaken portal=classic\n"},
        {{.what = SH_SAY_ENERGY, .n = 3}, "", "G sh.energy room=3\n"},
        {{.what = SH_SAY_EXIT, .n = 9}, "", "G sh.exit pos=9\n"},
        {{.what = SH_SAY_GUNSHOT, .n = 6}, "", "G sh.gunshot floor=6\n"},
        {{.what = SH_SAY_END, .n = SH_LOOP}, "", "G sh.end ending=loop\n"},
        {{.what = SH_SAY_START_SHADOW}, "D", "G sh.start_shadow name=D\n"},
        {{.what = SH_SAY_HAMMER}, "E", "G sh.hammer name=E\n"},
        {{.what = SH_SAY_HEAVEN}, "boo", "G sh.heaven text=boo\n"},
    };
    struct kit *k = board("c", 6, "");
    const char *at;

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_true(
            nj_sh_queue_text(board_edit(k), &rows[i].line, rows[i].text));
    kit_fire(k, "round");
    at = k->said.p;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        at = strstr(at, rows[i].said);
        if (at == NULL)
            fail_msg("%s is missing in\n%s", rows[i].said, k->said.p);
    }
    assert_false(k->over);
    kit_free(k);
}

/* T183, T303: at the end the lines leave in order, without the energy's. */
static void the_end_flushes_the_lines(void **state)
{
    struct kit *k = board("c", 6, "bcast_shuffle=on");
    struct sh_state *s = board_edit(k);
    uint64_t before = nj_match_draws(k->m);

    (void)state;
    board_round(k, 3);
    s->energy_out = 1;
    board_put(k, SH_ENERGY, SH_IN_ROOM, 5);
    nj_sh_queue(s, SH_SAY_MIC, 0, "hello");
    nj_sh_queue(s, SH_SAY_KEY_FOUND, 0, NULL);
    s->seat[1].room = 6;
    s->item[SH_ITEM_KEY] = (struct sh_item){.where = SH_HELD, .at = 1};
    kit_order(k, 2, "go", "7");
    KIT_HAS(k, "G sh.mic text=hello\nG sh.key.found\n"
               "G sh.end ending=escape\nG sh.reveal ");
    KIT_HAS_NOT(k, "sh.energy");
    KIT_HAS(k, "G sh.winners seats=2,3,4,5,6\n");
    assert_int_equal(nj_match_draws(k->m), before);
    assert_true(k->over);
    kit_free(k);
}

/* --- endings --- */

struct ending_row {
    bool brillo;
    uint8_t uses;
    const char *ending, *winners;
};

/* T051, T052, T053, T218, T258. */
static void the_last_round_ends_it(void **state)
{
    static const struct ending_row rows[] = {{true, 2, "loop", "2"},
                                             {true, 1, "lost", "-"},
                                             {false, 0, "lost", "-"}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = board("c", 6, "");
        char line[80];

        if (rows[i].brillo) {
            board_brillo(k);
            board_out(k, 1);
            board_edit(k)->album_uses = rows[i].uses;
        }
        board_round(k, 12);
        kit_fire(k, "round");
        assert_false(k->over);
        kit_fire(k, "round");
        assert_true(k->over);
        (void)snprintf(line, sizeof(line), "G sh.end ending=%s\n",
                       rows[i].ending);
        KIT_HAS(k, line);
        (void)snprintf(line, sizeof(line), "G sh.winners seats=%s\n",
                       rows[i].winners);
        KIT_HAS(k, line);
        kit_free(k);
    }
}

/* T239: nobody left at E6 comes before the loop at E10. */
static void nobody_left_comes_first(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_brillo(k);
    board_out(k, 1);
    board_out(k, 3);
    s->album_uses = 2;
    board_round(k, 13);
    s->power = 0;
    s->power_ops = 1;
    s->seat[2].room = 1;
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.end ending=awakening\n");
    KIT_HAS(k, "G sh.winners seats=1\n");
    kit_free(k);
}

static void results_say_who_won(void **state)
{
    static const struct {
        enum sh_ending ending;
        int ranks[3]; /* shadow, Brillo, a dead player */
        const char *outcome;
    } rows[] = {{SH_ESCAPE, {2, 2, 1}, "won"},
                {SH_AWAKEN, {1, 2, 2}, "lost"},
                {SH_LOOP, {2, 1, 2}, "lost"},
                {SH_LOST, {2, 2, 2}, "nobody"}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = board("c", 6, "");
        struct nj_result r;

        board_brillo(k);
        board_out(k, 2);
        board_edit(k)->stage = SH_ENDED;
        board_edit(k)->ending = (uint8_t)rows[i].ending;
        for (nj_seat seat = 0; seat < 3; seat++) {
            nj_sh_result(k->m, seat, &r);
            assert_int_equal(r.rank, rows[i].ranks[seat]);
            assert_int_equal(r.score, rows[i].ranks[seat] == 1);
        }
        assert_string_equal(r.outcome, rows[i].outcome);
        kit_free(k);
    }
}

static nj_seat_set earned(const struct kit *k, const char *name)
{
    const struct nj_achievement *a = nj_sh_achievements;

    while (a->name != NULL && strcmp(a->name, name) != 0)
        a++;
    assert_non_null(a->name);
    return nj_match_earned(k->m, a);
}

static void achievements_read_the_last_state(void **state)
{
    struct kit *k = board("c", 5, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->stage = SH_ENDED;
    s->ending = SH_ESCAPE;
    assert_int_equal(earned(k, "everyone"), 0x1e);
    s->seat[1].room = 7;
    assert_int_equal(earned(k, "keyholder"), 0);
    s->item[SH_ITEM_KEY] = (struct sh_item){.where = SH_HELD, .at = 1};
    assert_int_equal(earned(k, "keyholder"), 0x2);
    s->tunnel = 1;
    s->seat[2].room = 44;
    assert_int_equal(earned(k, "tunneller"), 0x4);
    assert_int_equal(earned(k, "last_one"), 0);
    board_out(k, 1);
    board_out(k, 3);
    board_out(k, 4);
    assert_int_equal(earned(k, "last_one"), 0x4);
    assert_int_equal(earned(k, "everyone"), 0);
    assert_int_equal(earned(k, "unhurt"), 0);
    s->ending = SH_AWAKEN;
    assert_int_equal(earned(k, "unhurt"), 0x1);
    assert_int_equal(earned(k, "swift"), 0x1);
    assert_int_equal(earned(k, "crossed"), 0);
    board_put(k, SH_CROSS, SH_HELD, 0);
    assert_int_equal(earned(k, "crossed"), 0x1);
    s->round = 6;
    assert_int_equal(earned(k, "swift"), 0x1);
    s->round = 7;
    assert_int_equal(earned(k, "swift"), 0);
    s->death[0].seat = 0;
    s->n_deaths = 1;
    assert_int_equal(earned(k, "unhurt"), 0);
    s->ending = SH_LOST;
    assert_int_equal(earned(k, "stayed"), 0x4);
    s->seat[2].left = 3;
    assert_int_equal(earned(k, "stayed"), 0);
    board_brillo(k);
    s->ending = SH_LOOP;
    assert_int_equal(earned(k, "circle"), 0x2);
    kit_free(k);
}

/* --- meetings (SH-12.6) --- */

static void lists_are_by_name_then_priority(void **state)
{
    struct kit *k = board("L", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[0].room = 14;
    s->seat[0].life = SH_REBIRTH;
    for (nj_seat i = 1; i < 5; i++)
        s->seat[i].room = 14;
    memcpy(s->seat[4].alias, "D", 2); /* two of that name: seats 4 and 5 */
    memcpy(s->seat[1].alias, "Z", 2);
    board_round(k, 2);
    kit_fire(k, "round");
    KIT_HAS(k, "P4 sh.meet.list names=@1 C,@2 D,@3 D,@4 Z me=2 "
               "shadow=here\n");
    KIT_HAS(k, " me=3 shadow=here\n"); /* the other one */
    KIT_HAS(k, "P2 sh.meet.list names=@1 C,@2 D,@3 D,@4 Z me=4 "
               "shadow=here\n");
    KIT_HAS(k, "P1 sh.meet.list names=@1 C,@2 D,@3 D,@4 Z me=5 "
               "shadow=here\n");
    assert_int_equal(kit_count(k, "sh.meet.list"), 5); /* E is alone */
    assert_int_equal(s->seat[3].meet, 2);
    assert_int_equal(s->seat[4].meet, 3);
    assert_int_equal(s->seat[5].meet, 0);
    assert_int_equal(s->seat[4].meet_room, 14);
    assert_int_equal(s->seat[5].meet_room, 0);
    assert_string_equal(s->seat[1].listed, "Z");
    kit_free(k);
}

/* T291, SH-12.6: to an active shadow Brillo is named apart. */
static void the_shadow_knows_brillo_when_awake(void **state)
{
    for (int life = SH_ACTIVE; life <= SH_REBIRTH; life++) {
        struct kit *k = board("c", 6, "");
        struct sh_state *s = board_edit(k);

        (void)state;
        board_brillo(k);
        s->seat[0].room = 14;
        s->seat[0].life = (uint8_t)life;
        s->seat[1].room = 14;
        board_round(k, 2);
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "P1 sh.meet.brillo name=B\n"),
                         life == SH_ACTIVE);
        KIT_HAS(k, "P1 sh.meet.list names=@1 B me=2 shadow=here\n");
        KIT_HAS(k, "P2 sh.meet.list names=@1 B me=1 shadow=here\n");
        kit_free(k);
    }
}

/* --- turns, timers --- */

/* T191, T193, T184. */
static void a_round_waits_for_all(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    kit_order(k, 2, "end", "");
    kit_order(k, 3, "stay", "");
    kit_order(k, 4, "go", "40"); /* not next to #43: nothing happens */
    KIT_HAS_NOT(k, "G ");
    kit_order(k, 4, "end", "");
    KIT_HAS(k, "G sh.round ended=1 begun=2 side=shadow ");
    assert_int_equal(s->round, 2);
    kit_order(k, 1, "end", "");
    assert_int_equal(s->round, 3);
    kit_free(k);
}

/* T192. */
static void a_round_has_a_least_length(void **state)
{
    struct kit *k = board("c", 4, "min_round_secs=60");
    struct sh_state *s = board_edit(k);

    (void)state;
    kit_fire(k, "round"); /* arms it anew: R2 */
    kit_order(k, 1, "end", "");
    assert_int_equal(s->round, 2);
    kit_fire(k, "min");
    assert_int_equal(s->round, 3);
    kit_fire(k, "min");
    assert_int_equal(s->round, 3);
    kit_free(k);
}

/* T250. */
static void reminders_are_private(void **state)
{
    struct kit *k = board("c", 4, "round_secs=1000");

    (void)state;
    kit_fire(k, "round");
    kit_fire(k, "round"); /* R3 */
    kit_order(k, 3, "end", "");
    board_out(k, 3);
    kit_forget(k);
    kit_fire(k, "remind");
    assert_int_equal(kit_count(k, "sh.timer "), 1);
    KIT_HAS(k, "P2 sh.timer deadline=");
    KIT_HAS(k, " percent=50\n");
    KIT_HAS_NOT(k, "G sh.timer_all "); /* one a round (UX-6.4) */
    kit_forget(k);
    kit_fire(k, "remind");
    KIT_HAS(k, " percent=90\nG sh.timer_all deadline=");
    assert_false(nj_match_fire(k->m, "remind", &(struct nj_input){0}));
    kit_free(k);
}

/* T177, T251: one after another, by priority. */
static void turns_may_come_one_by_one(void **state)
{
    struct kit *k = board("c", 4, "order=priority turn_secs=100");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 2);
    kit_fire(k, "round"); /* the shadow's are as ever */
    assert_int_equal(s->round, 3);
    KIT_HAS(k, "P2 sh.turn_deadline deadline=");
    assert_int_equal(kit_count(k, "sh.turn_deadline deadline"), 1);
    assert_false(nj_match_fire(k->m, "round", &(struct nj_input){0}));
    kit_forget(k);
    kit_order(k, 3, "go", "41");
    KIT_SAID(k, "P3 sh.err.not_your_turn\n");
    kit_forget(k);
    kit_order(k, 2, "end", "");
    KIT_HAS(k, "P3 sh.turn_deadline deadline=");
    kit_forget(k);
    kit_fire(k, "remind");
    KIT_HAS(k, "P3 sh.timer ");
    KIT_HAS_NOT(k, "G ");
    kit_fire(k, "turn");
    assert_int_equal(s->seat[2].turn_over, 1);
    KIT_HAS(k, "P4 sh.turn_deadline deadline=");
    kit_order(k, 4, "end", "");
    assert_int_equal(s->round, 4);
    assert_false(nj_match_fire(k->m, "turn", &(struct nj_input){0}));
    kit_free(k);
}

/* Who comes back when the slots are through gets one of its own. */
static void who_comes_back_late_has_a_turn(void **state)
{
    struct kit *k = board("L", 4, "order=priority turn_secs=100");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 2);
    s->seat[1].life = SH_ABSENT;
    s->seat[1].body = 35;
    s->seat[1].room = 0;
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.prompt.wake ");
    KIT_HAS_NOT(k, "P2 sh.turn_deadline ");
    kit_fire(k, "turn"); /* it has not answered yet */
    kit_order(k, 3, "end", "");
    kit_order(k, 4, "end", "");
    assert_int_equal(s->round, 3);
    kit_forget(k);
    kit_order(k, 2, "place", "30");
    assert_int_equal(s->seat[1].room, 30);
    assert_int_equal(s->round, 3);
    KIT_HAS(k, "P2 sh.turn_deadline ");
    kit_fire(k, "turn");
    assert_int_equal(s->round, 4);
    kit_free(k);
}

/* SH-14.28: to the host, and to nobody else. */
static void progress_is_for_the_host(void **state)
{
    struct kit *k = board("c", 4, "host=on show_progress=on");

    (void)state;
    kit_order(k, 2, "end", "");
    KIT_HAS(k, "H sh.host.progress done=1 all=3\n");
    assert_int_equal(kit_count(k, "progress"), 1);
    kit_free(k);
    k = board("c", 4, "show_progress=on");
    kit_order(k, 2, "end", "");
    KIT_HAS_NOT(k, "progress");
    kit_free(k);
}

/* --- silence (SH-15.5 to 15.7) --- */

static void silence_is_counted(void **state)
{
    struct kit *k = board("c", 6, "afk_action=kill");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[2].stop = SH_FORCED; /* T209 */
    s->seat[5].room = 10;
    kit_order(k, 4, "look", ""); /* counts as presence */
    kit_order(k, 5, "end", "");
    kit_fire(k, "round");
    assert_int_equal(s->seat[1].missed, 1);
    assert_int_equal(s->seat[2].missed, 0);
    assert_int_equal(s->seat[3].missed, 0);
    assert_int_equal(s->seat[4].missed, 0);
    kit_fire(k, "round");
    assert_int_equal(s->seat[0].missed, 1);
    assert_int_equal(s->seat[1].missed, 1); /* not its round */
    kit_forget(k);
    kit_fire(k, "round"); /* T174 */
    KIT_HAS(k, "P2 sh.you.dead cause=afk\n");
    KIT_HAS(k, "G sh.dead name=B\n");
    assert_int_equal(s->seat[1].life, SH_OUT);
    assert_int_equal(s->seat[2].life, SH_ACTIVE);
    assert_false(nj_substituted(k->m, 0));
    kit_fire(k, "round"); /* T175: R4 is the shadow's second */
    assert_int_equal(s->seat[0].life, SH_ACTIVE);
    assert_true(nj_substituted(k->m, 0));
    kit_free(k);
}

/* T311. */
static void none_means_nobody_is_replaced(void **state)
{
    struct kit *k = board("c", 4, "afk_rounds=1");

    (void)state;
    for (int i = 0; i < 6; i++)
        kit_fire(k, "round");
    for (nj_seat i = 0; i < 4; i++) {
        assert_false(nj_substituted(k->m, i));
        assert_int_equal(kit_state(k)->seat[i].life, SH_ACTIVE);
    }
    kit_free(k);
}

static void bots_take_over(void **state)
{
    struct kit *k = board("c", 4, "afk_rounds=1 afk_action=bot host=on");

    (void)state;
    kit_fire(k, "round");
    assert_false(nj_substituted(k->m, 0));
    assert_true(nj_substituted(k->m, 1));
    KIT_HAS(k, "H sh.host.missing seat=2 missed=1 most=1\nP2 sh.afk\n"
               "H sh.host.computer seat=2\n");
    kit_free(k);
}

/* T208: the round of leaving is free, then silence counts. */
static void who_leaves_dies_of_silence(void **state)
{
    struct kit *k = board("c", 6, "afk_action=kill");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    kit_leave(k, 2);
    KIT_SAID(k, "G sh.left name=B\n");
    for (uint8_t round = 3; round <= 7; round++) {
        assert_int_equal(s->round, round);
        assert_int_equal(s->seat[1].life, SH_ACTIVE);
        for (unsigned seat = 1; seat <= 6; seat++)
            if (seat != 2)
                kit_order(k, seat, "look", "");
        kit_fire(k, "round");
    }
    assert_int_equal(s->seat[1].life, SH_OUT);
    kit_leave(k, 2);
    assert_true(k->refused);
    kit_free(k);
}

/* T304: the same line, whoever leaves, dead under a name or alive. */
static void a_departure_tells_nothing(void **state)
{
    (void)state;
    for (int dead = 0; dead < 2; dead++) {
        struct kit *k = board("c", 6, "");

        memcpy(board_edit(k)->seat[2].alias, "Xenia", 6);
        if (dead)
            board_out(k, 2);
        kit_leave(k, 3);
        KIT_SAID(k, "G sh.left name=C\n");
        kit_free(k);
    }
}

/* T062, SH-8.16: rebirth ends with the shadow's own round. */
static void a_reborn_shadow_strikes_first(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    s->seat[0].life = SH_REBIRTH;
    s->seat[0].room = 14;
    s->seat[1].room = 14;
    kit_fire(k, "round");
    assert_int_equal(s->seat[0].life, SH_ACTIVE);
    KIT_HAS(k, "P2 sh.you.dead cause=shadow\n");
    KIT_HAS_NOT(k, "G sh.dead"); /* that is for the end of R4 */
    kit_free(k);
}

static int done(void **state)
{
    (void)state;
    kit_map_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_follow_the_table),
        cmocka_unit_test(the_tunnel_opens_at_a_round_end),
        cmocka_unit_test(the_shadow_may_open_the_tunnel),
        cmocka_unit_test(the_energy_is_told_of_for_ever),
        cmocka_unit_test(the_exit_may_be_revealed),
        cmocka_unit_test(a_forced_stay_outlasts_the_shadow_round),
        cmocka_unit_test(who_stays_is_reported),
        cmocka_unit_test(excuses_are_those_of_the_edition),
        cmocka_unit_test(a_report_kills_in_two_rooms),
        cmocka_unit_test(reports_come_before_the_new_map),
        cmocka_unit_test(a_dead_name_stays_what_it_was),
        cmocka_unit_test(power_back_on_kills),
        cmocka_unit_test(the_steps_of_the_end_stand_in_order),
        cmocka_unit_test(lines_are_shuffled_once),
        cmocka_unit_test(people_do_not_fill_the_queue),
        cmocka_unit_test(composed_lines_look_like_true_ones),
        cmocka_unit_test(the_end_flushes_the_lines),
        cmocka_unit_test(the_last_round_ends_it),
        cmocka_unit_test(nobody_left_comes_first),
        cmocka_unit_test(results_say_who_won),
        cmocka_unit_test(achievements_read_the_last_state),
        cmocka_unit_test(lists_are_by_name_then_priority),
        cmocka_unit_test(the_shadow_knows_brillo_when_awake),
        cmocka_unit_test(a_round_waits_for_all),
        cmocka_unit_test(a_round_has_a_least_length),
        cmocka_unit_test(reminders_are_private),
        cmocka_unit_test(turns_may_come_one_by_one),
        cmocka_unit_test(who_comes_back_late_has_a_turn),
        cmocka_unit_test(progress_is_for_the_host),
        cmocka_unit_test(silence_is_counted),
        cmocka_unit_test(none_means_nobody_is_replaced),
        cmocka_unit_test(bots_take_over),
        cmocka_unit_test(who_leaves_dies_of_silence),
        cmocka_unit_test(a_departure_tells_nothing),
        cmocka_unit_test(a_reborn_shadow_strikes_first),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
