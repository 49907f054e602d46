/* src/games/long_night: time that is carried over, and what a table of the
 * community is told (LN-27, LN-31, LN-33). */
#include "games/long_night/community.h"
#include "match/clock.h"

/* --- time --- */

static int64_t time_left(const struct kit *k)
{
    return nj_phase_left(k->m) / 1000;
}

/* S-428, S-429. */
static void time_is_carried_over(void **state)
{
    static const struct {
        const char *options;
        int64_t begins, after;
    } rows[] = {{"think=120s act=300s carry=on", 120, 370},
                {"think=120s act=300s", 120, 300},
                {"think=120s act=300s carry=on plan=on hide=turn", 300, 550}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = start(3, rows[i].options, 3);

        assert_int_equal(time_left(k), rows[i].begins);
        k->now_ms += 49000; /* and an order comes a second later */
        kit_order(k, 1, strstr(rows[i].options, "hide") ? "hide" : "move",
                  strstr(rows[i].options, "hide") ? "" : "u");
        if (kit_state(k)->turn == 0)
            assert_int_equal(time_left(k), rows[i].after);
        kit_free(k);
    }
}

/* S-429: an absent seat's turn is short, whatever is carried over. */
static void an_absent_seat_has_a_short_turn(void **state)
{
    struct kit *k = start(
        3, "think=120s act=300s afk_think=30s carry=on plan=on hide=turn", 3);

    (void)state;
    assert_int_equal(kit_state(k)->turn, 0);
    assert_int_equal(time_left(k), 300);
    kit_fire(k, "turn");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    assert_int_equal(kit_state(k)->turn, 0);
    assert_int_equal(time_left(k), 30);
    kit_free(k);
}

/* --- what is told --- */

#define BOXED \
 "open9; crate 2,1; boss 0,0 target=1 speed=3; turn 3; p1 2,1; p2 5,5; p3 6,6"

/* S-435: a bomb is laid or not, and the Boss is slow or fast. */
static void a_bomb_of_bangbang_is_told_alike(void **state)
{
    static const char *const worlds[] = {
        "open9; boss 0,0 target=1 speed=3; turn 3; p1 2,1; p2 5,5; p3 6,6",
        "open9; boss 0,0 target=1 speed=5; turn 3; p1 2,1; p2 5,5; p3 6,6",
        BOXED};
    struct nj_str first = NJ_STR_INIT(4000);

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(worlds); i++) {
        struct kit *k = kit_given("boss=bangbang", worlds[i]);
        char *line;

        kit_order(k, 3, "stop", "");
        /* The record may know. */
        while ((line = strstr(k->said.p, "R ")) != NULL) {
            char *end = strchr(line, '\n') + 1;

            memmove(line, end, strlen(end) + 1);
        }
        if (i == 0)
            nj_str_puts(&first, k->said.p);
        assert_string_equal(k->said.p, first.p);
        kit_free(k);
    }
    nj_str_fini(&first);
}

/* S-436: a turn that ends hidden, by a stop or by a bump, keeps the match
 * going in either world. */
static void a_hidden_end_tells_nothing(void **state)
{
    struct nj_str first = NJ_STR_INIT(4000);

    (void)state;
    for (int bump = 0; bump < 2; bump++) {
        struct kit *k = kit_given("all_stop=on hide=turn",
                                  "open9; wall 0,0U; p1 0,0; p2 4,4; p3 7,7");

        kit_order(k, 1, "hide", "");
        kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON,
                     bump != 0 ? "move" : "stop", bump != 0 ? "u" : "");
        kit_forget(k);
        kit_order(k, 2, "stop", "");
        kit_order(k, 3, "stop", "");
        KIT_HAS(k, "G ln.round round=3");
        if (bump == 0)
            nj_str_puts(&first, k->said.p);
        assert_string_equal(k->said.p, first.p);
        kit_free(k);
    }
    nj_str_fini(&first);
}

/* S-433. */
static void a_preview_is_as_large_as_it_must_be(void **state)
{
    struct kit *k = start(2, "", 1);

    (void)state;
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "preview", "1 2 3 4 5 6 7 8 9");
    KIT_HAS(k, "preview=9x9/");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "preview", "1 2 3 4 5 6 7 8 9 10");
    KIT_HAS(k, "preview=12x12/");
    kit_free(k);
    k = start(2, "size=12", 1);
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "preview", "1 2 3");
    KIT_HAS(k, "preview=12x12/");
    assert_int_equal(kit_count(k, "?"), 13 * 9);
    kit_free(k);
}

static int done(void **state)
{
    (void)state;
    kit_pack_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_is_carried_over),
        cmocka_unit_test(an_absent_seat_has_a_short_turn),
        cmocka_unit_test(a_bomb_of_bangbang_is_told_alike),
        cmocka_unit_test(a_hidden_end_tells_nothing),
        cmocka_unit_test(a_preview_is_as_large_as_it_must_be),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
