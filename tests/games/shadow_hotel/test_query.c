/* src/games/shadow_hotel/{view,query,buttons}.c: what seats see and ask, and
 * what they never get to know by it (SH-5.22 to 5.25, 7.29, 12.2, 12.10). */
#include "games/shadow_hotel/sh_kit.h"

static void ask(struct kit *k, unsigned seat, const char *topic)
{
    kit_forget(k);
    kit_order(k, seat, "ask", topic);
}

/* SH-13.4, each topic in both languages. */
static void every_topic_is_answered(void **state)
{
    static const char *const rows[][3] = {
        {"over", "结束", "P2 sh.answer.over state=no\n"},
        {"tunnel", "隧道", "P2 sh.answer.tunnel state=closed\n"},
        {"phase", "阶段", "P2 sh.answer.phase n=2 steps=3\n"},
        {"alive", "存活", "P2 sh.answer.alive state=active\n"},
        {"where", "位置", "P2 sh.answer.where room=5 pos=5\n"},
        {"others", "有人", "P2 sh.answer.others state=yes\n"},
        {"round", "回合", "P2 sh.answer.round n=3 side=players\n"},
        {"items", "物品", "P2 sh.answer.items items=boots,gun\n"},
        {"cube", "魔方", "P2 sh.answer.cube state=rotated\n"},
        {"act", "行动", "P2 sh.answer.act state=yes\n"},
        {"report", "报点", "P2 sh.answer.report state=no\n"},
        {"log", "广播", "P2 sh.answer.log\n"},
        {"priority", "优先级", "P2 sh.refuse.need_not\n"},
        {"others-alive", "谁活着", "P2 sh.refuse.must_not\n"},
        {"bullet", "子弹", "P2 sh.refuse.must_not\n"},
        {"keys", "开锁器", "P2 sh.refuse.must_not\n"},
        {"cross", "十字架", "P2 sh.refuse.must_not\n"},
        {"truth", "真假", "P2 sh.refuse.must_not\n"},
        {"power", "地图状态", "P2 sh.refuse.must_not\n"},
        {"album-use", "集邮次数", "P2 sh.refuse.must_not\n"},
        {"album", "集邮册", "P2 sh.refuse.must_not\n"},
        {"brillo", "布莉萝", "P2 sh.refuse.must_not\n"},
        {"other", "其他", "P2 sh.refuse.must_not\n"},
        {"awaited", "天气", "P2 sh.err.unknown\n"},
    };
    struct kit *k = kit_given(
        "c", "",
        "seats SABC; round 3; phase 2; rotated; A@5; C@5; A has gun,boots");

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        for (int lang = 0; lang < 2; lang++) {
            char text[64];

            (void)snprintf(text, sizeof(text), "%s %s",
                           lang == 0 ? "ask" : "问", rows[i][lang]);
            kit_forget(k);
            if (strcmp(rows[i][0], "log") == 0) /* typed, it is the log */
                kit_order(k, 2, "ask", "log");
            else
                kit_type(k, 2, text);
            if (strcmp(k->said.p, rows[i][2]) != 0)
                fail_msg("%s: %s", rows[i][lang], k->said.p);
        }
    ask(k, 3, "album"); /* Brillo; it is nowhere in this board */
    KIT_SAID(k, "");
    kit_free(k);
    k = kit_given("c", "tell_priority=on", "seats SABC");
    ask(k, 4, "priority");
    KIT_SAID(k, "P4 sh.answer.priority n=3\n");
    kit_free(k);
}

static void act_says_why_not(void **state)
{
    static const struct {
        const char *board;
        unsigned seat;
        const char *word;
    } rows[] = {
        {"seats SAC; round 2", 2, "round"},
        {"seats SAC; round 2", 1, "yes"},
        {"seats SAC; A over", 2, "over"},
        {"seats SAC; A out", 2, "out"},
        {"seats SAC; A absent", 2, "absent"},
        {"seats SAC; S rebirth", 1, "rebirth"},
        {"seats SAC; spawn; A@1", 2, "prompt"},
        {"seats SAC; spawn; A@1", 3, "round"},
    };

    char want[64];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = kit_given("c", "", rows[i].board);

        ask(k, rows[i].seat, "act");
        (void)snprintf(want, sizeof(want), "P%u sh.answer.act state=%s\n",
                       rows[i].seat, rows[i].word);
        KIT_SAID(k, want);
        kit_free(k);
    }
}

/* SH-12.10. */
static void the_dead_see_no_rooms(void **state)
{
    struct kit *k =
        kit_given("c", "", "seats SACD; round 3; A@5; A out; C@5; rotated");

    NJ_UNUSED(state);
    ask(k, 2, "where");
    KIT_SAID(k, "P2 sh.answer.where room=out pos=0\n");
    ask(k, 2, "others");
    KIT_SAID(k, "P2 sh.answer.others state=out\n");
    ask(k, 2, "items");
    KIT_SAID(k, "P2 sh.answer.items state=out\n");
    ask(k, 2, "tunnel");
    KIT_SAID(k, "P2 sh.answer.tunnel state=closed\n");
    kit_forget(k);
    kit_order(k, 2, "look", "");
    KIT_SAID(k, "P2 sh.err.dead\n");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "map", "");
    KIT_HAS(k, "sh.map board=c0;m;all plan="); /* as for everybody */
    kit_forget(k);
    kit_order(k, 2, "state", "");
    KIT_HAS(k, "P2 sh.status_me alive=out room=out pos=0 others=out items=- "
               "act=out\n");
    kit_free(k);
}

/* T278: own facts alone. */
static void the_status_is_ones_own(void **state)
{
    struct kit *k = kit_given("L", "", "seats SACD; A@5; A knows none");

    NJ_UNUSED(state);
    kit_order(k, 2, "state", "");
    KIT_SAID(k, "P2 sh.status round=1 side=players phase=1 steps=2 over=no "
                "tunnel=closed cube=restored\n"
                "P2 sh.status_me alive=active room=5 pos=5 others=no items=- "
                "act=yes\n");
    kit_free(k);
}

/* --- maps --- */

/* The group's picture is the building; a seat's has what it knows. */
static void a_map_shows_what_its_reader_knows(void **state)
{
    struct kit *k = kit_given(
        "L", "",
        "seats SACD; rotated; A@22; A knows 3; A has telescope; watch 9");

    NJ_UNUSED(state);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "map", "");
    KIT_HAS(k, "board=c1;m;@22;k3=3;k22=22;t9 plan=");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_GROUP, "map", "");
    KIT_HAS(k, "board=c0;m plan=");
    kit_forget(k);
    kit_ask(k, 0, NJ_PLACE_GROUP, "map", "");
    KIT_HAS(k, "board=c0;m plan=");
    kit_free(k);
}

/* A bear is seen by who has put it there or run into it (SH-12.2). */
static void a_bear_is_seen_by_who_knows_of_it(void **state)
{
    struct kit *k =
        kit_given("c", "", "seats SACD; A@22; C@22; D@13; A has bear");

    NJ_UNUSED(state);
    kit_order(k, 2, "block", "13");
    kit_forget(k);
    kit_order(k, 2, "look", "");
    KIT_HAS(k, " bears=13 ");
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "map", "");
    KIT_HAS(k, ";b22-13");
    kit_forget(k);
    kit_order(k, 3, "look", "");
    KIT_HAS(k, " bears=- ");
    kit_ask(k, 3, NJ_PLACE_PRIVATE, "map", "");
    KIT_HAS_NOT(k, ";b");
    kit_order(k, 4, "go", "22");
    kit_forget(k);
    kit_order(k, 4, "look", "");
    KIT_HAS(k, " bears=22 ");
    kit_free(k);
}

/* --- the telescope (SH-7.29) --- */

static void the_telescope_shows_the_room_as_it_was(void **state)
{
    struct kit *k = kit_given(
        "c", "bcast_shuffle=off",
        "seats SACDE; A@5; A has telescope; watch 29; C@29; D@29; D alias B; "
        "E@40; used power; item torch in 29");

    NJ_UNUSED(state);
    for (unsigned seat = 2; seat <= 5; seat++)
        kit_order(k, seat, "end", "");
    KIT_HAS(k, "P2 sh.watch.seen room=29 pos=29 persons=B,C shadow=none "
               "items=torch mechanisms=power_on state=none bears=- "
               "board=c0;m;k29=29;t29 plan=");
    assert_int_equal(kit_count(k, "sh.watch.seen"), 1);
    assert_int_equal(kit_state(k)->watch, 0);
    kit_free(k);
    k = kit_given("c", "bcast_shuffle=off",
                  "seats SAC; A@5; A has telescope; watch 1; S@1; C@22; "
                  "power off; block 1-2");
    kit_order(k, 2, "end", "");
    kit_order(k, 3, "end", "");
    KIT_HAS(k, "persons=- shadow=here items=- mechanisms=- state=off bears=2 ");
    kit_free(k);
}

/* --- the log --- */

static void broadcasts_stand_under_their_round(void **state)
{
    struct kit *k = kit_given("c", "bcast_shuffle=off",
                              "seats SACD; queue mic 早; A@19; C@22; D@40");

    NJ_UNUSED(state);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "log", "");
    KIT_HAS(k, "sh.log_empty");
    kit_order(k, 2, "mic", "晚");
    for (unsigned seat = 2; seat <= 4; seat++)
        kit_order(k, seat, "end", "");
    kit_order(k, 1, "go", "32");
    kit_order(k, 1, "end", "");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "log", "");
    KIT_HAS(k, "sh.mic text=早\n");
    KIT_HAS(k, "sh.mic text=晚\n");
    KIT_HAS_NOT(k, "sh.round");
    KIT_HAS_NOT(k, "sh.mic_ok");
    kit_free(k);
    k = kit_start("c", 4, 0, "bcast_shuffle=off", 3);
    kit_fire(k, "spawn");
    kit_fire(k, "round");
    kit_fire(k, "round");
    kit_forget(k);
    kit_ask(k, 0, NJ_PLACE_GROUP, "log", "");
    KIT_HAS(k, "sh.start_shadow");
    KIT_HAS_NOT(k, "sh.role");
    kit_forget(k);
    kit_ask(k, 0, NJ_PLACE_GROUP, "status", "");
    KIT_HAS(k, "sh.answer.round n=2 side=shadow\n");
    kit_free(k);
}

/* Everything at once, for who has been away or takes a seat over. */
static void the_sheet_has_role_and_place(void **state)
{
    struct kit *k = kit_start("L", 8, 0, "", 3);

    NJ_UNUSED(state);
    kit_fire(k, "spawn");
    for (unsigned seat = 1; seat <= 8; seat++) {
        unsigned brillo = kit_state(k)->brillo + 1u;

        kit_forget(k);
        kit_ask(k, seat, NJ_PLACE_PRIVATE, "me", "");
        assert_int_equal(kit_count(k, "sh.role_now "), 1);
        KIT_HAS_NOT(k, "sh.role "); /* where it began is long past */
        assert_int_equal(kit_count(k, "sh.status_me "), 1);
        assert_int_equal(kit_count(k, "sh.album "), seat == brillo ? 1 : 0);
    }
    kit_free(k);
}

/* --- buttons (SH-13.3) --- */

static const struct nj_message *last_with(const struct kit *k, const char *key)
{
    for (uint32_t i = k->n_record; i > 0; i--)
        if (strcmp(k->record[i - 1]->key, key) == 0)
            return k->record[i - 1];
    fail_msg("no %s", key);
    return NULL;
}

static void expect_buttons(const struct kit *k, const char *key,
                           const char *want)
{
    struct nj_offered row;
    struct nj_str got = NJ_STR_INIT(1000);

    nj_match_offers(k->m, last_with(k, key), &row);
    for (int i = 0; i < row.n; i++)
        nj_str_addf(&got, "%s|", row.word[i]);
    if (row.n < 0)
        nj_str_puts(&got, "over");
    assert_string_equal(got.p, want);
    nj_str_fini(&got);
}

static void buttons_say_what_the_view_says(void **state)
{
    struct kit *k = kit_given("c", "",
                              "seats SACD; A@18; A has coin; "
                              "item torch in 18; item key in 18; "
                              "block 18-21; C@49; D@1; D has boots");

    NJ_UNUSED(state);
    kit_order(k, 2, "look", "");
    expect_buttons(k, "sh.step",
                   "go 15|go 21|take key|take torch|use cube|drop "
                   "coin|end|state|");
    kit_order(k, 3, "look", "");
    expect_buttons(k, "sh.step", "go 12|go 13|jump|end|state|");
    kit_order(k, 3, "end", "");
    kit_order(k, 3, "look", "");
    expect_buttons(k, "sh.step", "state|");
    kit_order(k, 4, "drop", "boots");
    expect_buttons(k, "sh.you.dead", "over");
    kit_free(k);
}

static void questions_have_their_answers_as_buttons(void **state)
{
    struct kit *k = kit_given("c", "",
                              "seats SACD; round 3; S@21; A@2; A has "
                              "coin; C@22; C has gun; D@1; D has boots");

    NJ_UNUSED(state);
    kit_order(k, 2, "go", "1");
    expect_buttons(k, "sh.prompt.coin", "yes|no|");
    kit_order(k, 3, "go", "21");
    expect_buttons(k, "sh.prompt.gun", "fire|hold|");
    kit_free(k);
    k = kit_given("c", "", "seats SACD");
    for (unsigned seat = 2; seat <= 4; seat++)
        kit_order(k, seat, "end", "");
    expect_buttons(k, "sh.round", "map|log|");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_topic_is_answered),
        cmocka_unit_test(act_says_why_not),
        cmocka_unit_test(the_dead_see_no_rooms),
        cmocka_unit_test(the_status_is_ones_own),
        cmocka_unit_test(a_map_shows_what_its_reader_knows),
        cmocka_unit_test(a_bear_is_seen_by_who_knows_of_it),
        cmocka_unit_test(the_telescope_shows_the_room_as_it_was),
        cmocka_unit_test(broadcasts_stand_under_their_round),
        cmocka_unit_test(the_sheet_has_role_and_place),
        cmocka_unit_test(buttons_say_what_the_view_says),
        cmocka_unit_test(questions_have_their_answers_as_buttons),
    };
    int failed = cmocka_run_group_tests_name("games/shadow_hotel/query", tests,
                                             NULL, NULL);

    kit_map_done();
    return failed;
}
