/* src/games/shadow_hotel/{plan,picture,course}.c: what is drawn of the hotel
 * (UX-11, SH-19.14). */
#include "games/shadow_hotel/plan.h"
#include "games/shadow_hotel/sh_kit.h"
#include "kit/drawn.h"

static struct nj_str plan, drawn;

static int begin(void **state)
{
    NJ_UNUSED(state);
    plan = (struct nj_str)NJ_STR_INIT(SH_PLAN_BYTES);
    drawn = (struct nj_str)NJ_STR_INIT(100000);
    nj_sh_plan_put(kit_map(), false, &plan);
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_str_fini(&plan);
    nj_str_fini(&drawn);
    return 0;
}

static void draw(const char *key, struct nj_args args)
{
    const struct nj_message msg = {.key = key, .args = args};

    kit_draw(&nj_shadow_hotel, &msg, &drawn);
}

static void has(const char *line)
{
    char text[200];

    (void)snprintf(text, sizeof(text), "picture: %s\n", line);
    if (strstr(drawn.p, text) == NULL)
        fail_msg("not drawn: %s", line);
}

static void lacks(const char *part)
{
    if (strstr(drawn.p, part) != NULL)
        fail_msg("drawn: %s", part);
}

/* Floors have names, ways differ in form, stairs and lifts tell where they go. */
static void the_plan_says_what_is_where(void **state)
{
    NJ_UNUSED(state);
    draw("sh.map", NJ_ARGS(nj_arg_board("board", "c0;m;all"),
                           nj_arg_board("plan", plan.p)));
    has("board sh.board.plan 0 12x7");
    has("8,0 heading sh.floor.1");
    has("8,4 heading sh.floor.2");
    has("0,4 heading sh.floor.6");
    has("11,1 place 7 sh.place.7");
    has("10,0 side 3 window"); /* 3 and 4 */
    has("11,0 side 3 gate");   /* 6 and 7 */
    has("11,0 lift");
    has("11,0 leads 20");
    has("11,0 leads 37");
    has("11,2 stairs"); /* 8 */
    has("11,2 leads 13");
}

/* What nobody has found has a number and no name. */
static void unknown_rooms_have_no_name(void **state)
{
    NJ_UNUSED(state);
    draw("sh.round_first",
         NJ_ARGS(nj_arg_board("board", "c0;m"), nj_arg_board("plan", plan.p)));
    has("11,1 place 7 -");
    lacks("sh.place.");
}

/* SH-19.14: the floor of that room, the room itself, and what is in it. */
static void the_telescope_shows_its_room(void **state)
{
    static const char *const names[] = {"Ann", "Bob"};

    NJ_UNUSED(state);
    draw("sh.watch.seen",
         NJ_ARGS(nj_arg_word("room", "29"), nj_arg_int("pos", 22),
                 nj_arg_texts("persons", names, 2),
                 nj_arg_word("shadow", "here"), nj_arg_words("items", "torch"),
                 nj_arg_words("mechanisms", "power_on"),
                 nj_arg_word("state", "none"),
                 nj_arg_board("board", "c0;m;k22=29;t22"),
                 nj_arg_board("plan", plan.p)));
    has("board sh.board.watched 22 3x3");
    has("2,2 place 22 sh.place.29");
    has("2,2 watched");
    has("2,2 leads 13");
    has("0,0 place 14 -");
    has("note sh.picture_room room=29 pos=22");
    has("note sh.picture_persons persons=Ann,Bob shadow=here");
    has("note sh.picture_items items=torch");
    has("note sh.picture_mechanisms mechanisms=power_on hazard=none");
    lacks("heading");
    lacks("place 30 ");
}

/* A host reads whose badges he sees, those of the dead too. */
static void the_host_sees_who_is_who(void **state)
{
    NJ_UNUSED(state);
    draw("sh.host.all",
         NJ_ARGS(nj_arg_board("board", "c0;m;k22=7;s1=22;r1=2;r2=1"),
                 nj_arg_board("plan", plan.p)));
    has("7,2 seat 1");
    has("player 1 sh.picture_seat role=shadow life=here pos=22");
    has("player 2 sh.picture_seat role=player life=gone pos=0");
}

/* Rooms where they lay, where each ended and how, keys, ways in words. */
static void the_course_tells_ends_keys_and_ways(void **state)
{
    static const struct nj_row_form room = {
        "%", ',', 1, {{"room", NJ_ARG_INT, false}}};
    static const struct nj_row_form spawn = {
        "%@%",
        ',',
        2,
        {{"seat", NJ_ARG_SEAT, false}, {"room", NJ_ARG_INT, false}}};
    static const struct nj_row_form role = {"%:%:%",
                                            ',',
                                            3,
                                            {{"seat", NJ_ARG_SEAT, false},
                                             {"role", NJ_ARG_INT, false},
                                             {"rank", NJ_ARG_INT, false}}};
    const int64_t spawns[] = {0, 22, 1, 33};
    const int64_t roles[] = {0, SH_PLAYER, 1, 1, SH_SHADOW, 2};
    const int64_t keys[] = {14, 30};
    int64_t rooms[SH_ROOMS_MAX] = {0};
    const struct nj_message record[] = {
        {.key = "sh.plan",
         .args =
             NJ_ARGS(nj_arg_board("board", "m"), nj_arg_board("plan", plan.p))},
        {.key = "sh.setup",
         .args = NJ_ARGS(nj_arg_rows("rooms", &room, rooms, SH_ROOMS_MAX),
                         nj_arg_rows("spawns", &spawn, spawns, 2),
                         nj_arg_rows("keys", &room, keys, 2))},
        {.key = "sh.round", .args = NJ_ARGS(nj_arg_int("begun", 3))},
        {.key = "sh.moved",
         .args = NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_int("room", 19),
                         nj_arg_int("pos", 19))},
        {.key = "sh.died",
         .args =
             NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("cause", "power"))},
        {.key = "sh.reveal",
         .args = NJ_ARGS(nj_arg_rows("roles", &role, roles, 2))}};
    const struct nj_message *all[NJ_COUNT(record)];

    NJ_UNUSED(state);
    for (int i = 0; i < SH_ROOMS_MAX; i++)
        rooms[i] = i + 1;
    for (size_t i = 0; i < NJ_COUNT(record); i++)
        all[i] = &record[i];
    kit_draw_course(&nj_shadow_hotel, all, NJ_COUNT(record), &drawn);
    has("11,1 place 7 sh.place.7");
    has("move 1 51 44 0");
    has("6,2 seat 1");
    has("player 1 sh.picture_role role=player rank=1 fate=dead round=3 "
        "cause=power");
    has("player 2 sh.picture_role role=shadow rank=2 fate=alive");
    has("note sh.picture_keys places=14, 30");
    has("note sh.picture_way seat=1 way=22  [3] 19");
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_map_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_plan_says_what_is_where, begin,
                                        end),
        cmocka_unit_test_setup_teardown(unknown_rooms_have_no_name, begin, end),
        cmocka_unit_test_setup_teardown(the_telescope_shows_its_room, begin,
                                        end),
        cmocka_unit_test_setup_teardown(the_host_sees_who_is_who, begin, end),
        cmocka_unit_test_setup_teardown(the_course_tells_ends_keys_and_ways,
                                        begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
