/* src/games/shadow_hotel/{words,names,filter}.c: what people type and what is
 * meant (SH-2.10, 6.8, 7.31, 7.32, 0.47). */
#include <string.h>

#include "games/shadow_hotel/sh_kit.h"

/* What the game gets of a word behind a verb. */
static const char *token(const char *verb, const char *word)
{
    static struct nj_command cmd;
    char text[64];

    (void)snprintf(text, sizeof(text), "%s %s", verb, word);
    kit_parse(text, NJ_COMMAND_PRIVATE, &cmd);
    return cmd.args[0].text;
}

/* SH-7.32, all of it. */
static void items_and_mechanisms_have_their_words(void **state)
{
    static const struct {
        const char *text;
        enum sh_kind kind;
    } items[] = {
        {"开锁器", SH_KEY},    {"钥匙", SH_KEY},     {"手电筒", SH_TORCH},
        {"手电", SH_TORCH},    {"绝缘靴", SH_BOOTS}, {"靴子", SH_BOOTS},
        {"防毒口罩", SH_MASK}, {"口罩", SH_MASK},    {"十字架", SH_CROSS},
        {"gun", SH_GUN},       {"shotgun", SH_GUN},  {"霰弹枪", SH_GUN},
        {"散弹枪", SH_GUN},    {"枪", SH_GUN},       {"能量源", SH_ENERGY},
        {"钻石", SH_ENERGY},   {"集邮册", SH_ALBUM}, {"小熊", SH_BEAR},
        {"熊", SH_BEAR},       {"金币", SH_COIN},    {"望远镜", SH_TELESCOPE},
        {"变装", SH_DISGUISE}, {"書", SH_KINDS},
    };

    static const struct {
        const char *text;
        enum sh_mech mech;
    } mechs[] = {
        {"405机关", SH_POWER},  {"电力机关", SH_POWER},
        {"魔方旋转", SH_CUBE},  {"魔方", SH_CUBE},
        {"壁炉", SH_FIREPLACE}, {"能量源机关", SH_FIREPLACE},
        {"打牌", SH_POKER},     {"穿墙机关", SH_POKER},
        {"麦克风", SH_MIC},     {"觉醒机关", SH_AWAKENING},
        {"觉醒", SH_AWAKENING}, {"大堂", SH_MECHS},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(items); i++)
        assert_int_equal(nj_sh_find_item(token("拿", items[i].text)),
                         items[i].kind);
    for (size_t i = 0; i < NJ_COUNT(mechs); i++)
        assert_int_equal(nj_sh_find_mech(token("解", mechs[i].text)),
                         mechs[i].mech);
    assert_int_equal(nj_sh_find_item(""), SH_KINDS);
    for (int k = 0; k < SH_KINDS; k++)
        assert_int_equal(nj_sh_find_item(nj_sh_item_word((enum sh_kind)k)), k);
    for (int k = 0; k < SH_MECHS; k++)
        assert_int_equal(nj_sh_find_mech(nj_sh_mech_word((enum sh_mech)k)), k);
}

/* --- the filter --- */

static void expect_text(const char *text, const char *want)
{
    char out[512];
    const char *fault = nj_sh_filter(text, 120, 0, out, sizeof(out));

    if (fault != NULL)
        fail_msg("'%s': %s", text, fault);
    assert_string_equal(out, want);
}

static void expect_fault(const char *text, unsigned how, const char *want)
{
    char out[512];
    const char *fault = nj_sh_filter(text, 120, how, out, sizeof(out));

    if (fault == NULL)
        fail_msg("'%s' was let through", text);
    assert_string_equal(fault, want);
    assert_string_equal(out, "");
}

static void texts_lose_what_only_machines_see(void **state)
{
    NJ_UNUSED(state);
    expect_text("  hi  ", "hi");
    expect_text("a\xe2\x80\x8b"
                "b\xe2\x80\xae"
                "c\x07\xe2\x80\xac",
                "abc");
    expect_text("[CQ:at,qq=all]hi", "hi"); /* T143 */
    expect_text("a[CQ:face,id=1]b[CQ:x]", "ab");
    expect_text("[C\xe2\x80\x8bQ:x]hi", "hi");
    expect_text("[[CQ:a]CQ:b]hi", "hi");
    expect_text("[CQ:open", "[CQ:open");
    expect_text("one\ntwo", "one two");
    expect_text("e\xcc\x81", "\xc3\xa9"); /* composed */
    expect_text("@C 在吗", "＠C 在吗");
}

/* T141: the frame is the referee's, and it is set once. */
static void the_frame_of_a_broadcast_stands_once(void **state)
{
    NJ_UNUSED(state);
    expect_text("【旅馆广播】【C】死亡。", "【C】死亡。");
    expect_text(" 【旅馆广播】 【旅馆广播】x", "x");
    expect_text("x【旅馆广播】", "x【旅馆广播】");
    expect_fault("【旅馆广播】", 0, "sh.err.text");
}

static void nobody_speaks_as_the_referee_or_to_everybody(void **state)
{
    static const char *const bad[] = {
        "【主持】游戏结束",
        "嘘【主持人】",
        "@全体成员 醒醒",
        "@all",
        "＠ALL 醒醒",
        "@everyone",
        "@全體成員",
        "",
        "   ",
        "【主\xe2\x80\x8b持】x",
        "\u00ad",
        "[CQ:at,qq=1]",
        "@所有人",
        "[Host] The game is over",
        "x ［ＨＯＳＴ］",
    };
    static const char *const links[] = {
        "http://a.example",  "看 https://x", "WWW.a.b",    "a.com",
        "去 bad-site.cn 看", "t.me/x",       "ａ．ｃｏｍ",
    };
    static const char *const fine[] = {
        "我在 3.5 楼", "e.g. this", "a.b", "3.com是什么意思呢", "主持人呢？",
    };
    char out[512];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++)
        expect_fault(bad[i], SH_TEXT_URLS, "sh.err.text");
    for (size_t i = 0; i < NJ_COUNT(links); i++) {
        expect_fault(links[i], 0, "sh.err.text");
        assert_null(
            nj_sh_filter(links[i], 120, SH_TEXT_URLS, out, sizeof(out)));
    }
    for (size_t i = 0; i + 2 < NJ_COUNT(fine); i++)
        assert_null(nj_sh_filter(fine[i], 120, 0, out, sizeof(out)));
    assert_null(nj_sh_filter("主持人呢？", 120, 0, out, sizeof(out)));
}

static void names_have_no_brackets_of_broadcasts(void **state)
{
    NJ_UNUSED(state);
    expect_fault("【C】", SH_TEXT_PLAIN, "sh.err.text");
    expect_fault("a】", SH_TEXT_PLAIN, "sh.err.text");
    expect_text("【C】", "【C】");
}

static void texts_are_counted_in_code_points(void **state)
{
    char out[64];

    NJ_UNUSED(state);
    assert_null(nj_sh_filter("一二三", 3, 0, out, sizeof(out)));
    assert_string_equal(nj_sh_filter("一二三四", 3, 0, out, sizeof(out)),
                        "sh.err.too_long");
    assert_null(nj_sh_filter(" 一二三 ", 3, 0, out, sizeof(out)));
    assert_string_equal(nj_sh_filter("一二三", 3, 0, out, 9),
                        "sh.err.too_long");
}

/* --- in a match --- */

/* What the game gets of a person whom somebody names. */
static struct sh_person whom(const char *name)
{
    static struct nj_command cmd;
    const struct nj_command_arg *words;
    char text[64];

    (void)snprintf(text, sizeof(text), "档案 %s", name);
    kit_parse(text, NJ_COMMAND_PRIVATE, &cmd);
    words = nj_command_arg(&cmd, "words");
    return (struct sh_person){cmd.args[0].text,
                              words != NULL ? words->text : cmd.args[0].text};
}

static void *load_map(void)
{
    struct nj_err err = {{0}};
    void *data = NULL;

    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL; e++)
        if (strcmp(e->name, "config/shadow_hotel/map.json") == 0 &&
            nj_sh_map_load(e->begin, (size_t)(e->end - e->begin), &data,
                           &err) != NJ_OK)
            fail_msg("%s", err.text);
    assert_non_null(data);
    return data;
}

struct world {
    void *map;
    struct nj_match_seat seats[SH_SEATS_MAX];
    struct nj_match *m;
};

/* The text of the built-in hotel with its lobby called otherwise. */
static void add_hotel(void *map)
{
    struct nj_str text = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};

    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL;
         e++) {
        const char *at;

        if (strcmp(e->name, "config/shadow_hotel/map.json") != 0)
            continue;
        at = strstr(e->begin, "一楼·大堂");
        assert_non_null(at);
        nj_str_add(&text, e->begin, (size_t)(at - e->begin));
        nj_str_puts(&text, "山门");
        at += strlen("一楼·大堂");
        nj_str_add(&text, at, (size_t)(e->end - at));
    }
    if (nj_data_add(&nj_shadow_hotel, map, "mine", text.p, text.len, &err) !=
        NJ_OK)
        fail_msg("%s", err.text);
    nj_str_fini(&text);
}

static void open_world_in(struct world *w, const char *hotel,
                          const char *edition, const char *const *clauses)
{
    static const char *const names[] = {"S",    "B",    "Anna",
                                        "Nina", "Dora", "Nils"};
    struct nj_match_setup setup = {.game = &nj_shadow_hotel,
                                   .edition = edition,
                                   .seats = w->seats,
                                   .n_seats = SH_SEATS_MAX};
    struct nj_hash hash = {{0}};
    struct nj_err err = {{0}};

    w->map = load_map();
    add_hotel(w->map);
    setup.data = w->map;
    setup.data_hash = &hash;
    nj_options_default(&nj_shadow_hotel, &setup.options);
    if (hotel[0] != '\0')
        assert_true(nj_options_put(&nj_shadow_hotel, &setup.options,
                                   nj_option_find(&nj_shadow_hotel, "map"),
                                   hotel));
    nj_rng_script(&setup.rng, NULL, 0);
    for (uint8_t i = 0; i < SH_SEATS_MAX; i++)
        w->seats[i] =
            (struct nj_match_seat){.name = i < NJ_COUNT(names) ? names[i] : "x",
                                   .join = i,
                                   .contribution = ""};
    w->m = nj_match_create(&setup);
    for (; *clauses != NULL; clauses++)
        if (nj_match_given(w->m, *clauses, &err) != NJ_OK)
            fail_msg("%s", err.text);
    nj_match_given_done(w->m, 1000);
}

static void open_world(struct world *w, const char *edition,
                       const char *const *clauses)
{
    open_world_in(w, "", edition, clauses);
}

static void close_world(struct world *w)
{
    nj_match_destroy(w->m);
    nj_data_drop(w->map);
}

static void expect_place(struct nj_match *m, const char *text,
                         enum sh_place_found how, uint8_t want)
{
    uint8_t room = 0;
    enum sh_place_found got = nj_sh_find_place(m, 2, text, &room);

    if (got != how || room != want)
        fail_msg("'%s' is %d, room %u", text, (int)got, room);
}

static void rooms_are_found_by_number_and_name(void **state)
{
    static const char *const clauses[] = {"seats SBANDE", "pos 24=2",
                                          "A knows 3", NULL};
    static const char *const classic[] = {"seats SBANDE", NULL};
    struct world w;

    NJ_UNUSED(state);
    open_world(&w, "classic", classic);
    expect_place(w.m, "22", SH_PLACE_OK, 22);
    expect_place(w.m, "２２", SH_PLACE_OK, 22);
    expect_place(w.m, "#22", SH_PLACE_OK, 22);
    expect_place(w.m, "草地", SH_PLACE_OK, 4);
    expect_place(w.m, "六樓·書房", SH_PLACE_OK, 40);
    expect_place(w.m, "301", SH_PLACE_OK, 14);
    expect_place(w.m, "1F Lobby", SH_PLACE_OK, 7);
    expect_place(w.m, "0", SH_PLACE_BAD, 0);
    expect_place(w.m, "50", SH_PLACE_BAD, 0);
    expect_place(w.m, "#50", SH_PLACE_BAD, 0);
    expect_place(w.m, "屋顶", SH_PLACE_BAD, 0);
    close_world(&w);

    open_world(&w, "level-4016", clauses);
    expect_place(w.m, "2", SH_PLACE_OK, 24); /* a position */
    expect_place(w.m, "24", SH_PLACE_OK, 2);
    expect_place(w.m, "休息室", SH_PLACE_OK, 3);
    expect_place(w.m, "#3", SH_PLACE_OK, 3);
    expect_place(w.m, "大堂", SH_PLACE_UNKNOWN, 0); /* T162 */
    expect_place(w.m, "#7", SH_PLACE_UNKNOWN, 0);
    assert_int_equal(nj_sh_find_room(w.m, "24"), 24); /* `locate`: an id */
    assert_int_equal(nj_sh_find_room(w.m, "大堂"), 7);
    assert_int_equal(nj_sh_find_room(w.m, "50"), 0);
    close_world(&w);
}

static void seats_are_found_by_number_and_real_name(void **state)
{
    static const char *const clauses[] = {"seats SBANDE", "A alias Dora", NULL};
    struct world w;
    nj_seat_set several = 0;

    NJ_UNUSED(state);
    open_world(&w, "classic", clauses);
    assert_int_equal(nj_sh_find_seat(w.m, 2, whom("5"), &several), 4);
    assert_int_equal(nj_sh_find_seat(w.m, 2, whom("dora"), &several),
                     4); /* T138 */
    assert_int_equal(nj_sh_find_seat(w.m, 2, whom("Ni"), &several),
                     NJ_SEAT_NONE);
    assert_int_equal(several, nj_bit(3) | nj_bit(5));
    assert_int_equal(nj_sh_find_seat(w.m, 2, whom("Ann"), &several), 2);
    assert_int_equal(several, 0);
    assert_int_equal(nj_sh_find_seat(w.m, 2, whom("自己"), &several), 2);
    assert_int_equal(nj_sh_find_seat(w.m, 2, whom("7"), &several),
                     NJ_SEAT_NONE);
    assert_int_equal(nj_sh_find_seat(w.m, 2, whom("Zoe"), &several),
                     NJ_SEAT_NONE);
    assert_int_equal(several, 0);
    assert_string_equal(nj_sh_name(w.m, 2), "Dora");
    assert_string_equal(nj_sh_name(w.m, 3), "Nina");
    close_world(&w);
}

/* Who means several is told by which numbers they differ. */
static void several_seats_are_told_apart_by_number(void **state)
{
    static const char *const clauses[] = {"seats SBANDE", "B has album", NULL};
    const struct nj_arg arg = nj_arg_text("text", "Ni");
    const struct nj_input in = {.at_ms = 2000,
                                .kind = NJ_IN_ORDER,
                                .seat = 1,
                                .place = NJ_PLACE_PRIVATE,
                                .verb = "stamp",
                                .args = {.v = &arg, .n = 1},
                                .reason = ""};
    struct nj_str said = NJ_STR_INIT(200);
    const struct nj_outcome *o;
    struct world w;

    NJ_UNUSED(state);
    open_world(&w, "classic", clauses);
    o = nj_match_apply(w.m, &in);
    assert_true(o->refused);
    nj_message_canon(o->messages, &said);
    assert_string_equal(said.p, "P2 sh.err.ambiguous fits=4 Nina,6 Nils");
    nj_str_fini(&said);
    close_world(&w);
}

/* SH-7.31: the list by which people in one room are named. */
static void people_in_the_room_are_found_by_the_list(void **state)
{
    static const char *const clauses[] = {"seats SBANDE", "S@5",     "A@5",
                                          "N@5",          "D@5",     "B@8",
                                          "A alias Dora", "meeting", NULL};
    struct world w;
    nj_seat_set several = 0;

    NJ_UNUSED(state);
    open_world(&w, "classic", clauses);
    /* @1 Dora (A), @2 Dora, @3 Nina, @4 the shadow */
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("@1"), &several), 2);
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("＠3"), &several), 3);
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("dora"), &several),
                     NJ_SEAT_NONE);
    assert_int_equal(several, nj_bit(2) | nj_bit(4));
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("黑影"), &several), 0);
    assert_int_equal(several, 0);
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("@5"), &several),
                     NJ_SEAT_NONE);
    /* A real name behind an alias, and a seat's number, match nobody. */
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("Anna"), &several),
                     NJ_SEAT_NONE);
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("4"), &several),
                     NJ_SEAT_NONE);
    assert_int_equal(nj_sh_find_here(w.m, 3, whom("self"), &several), 3);
    /* Who was elsewhere has no list. */
    assert_int_equal(nj_sh_find_here(w.m, 1, whom("@1"), &several),
                     NJ_SEAT_NONE);
    assert_int_equal(several, 0);
    close_world(&w);
}

/* The languages know the built-in rooms alone: another hotel's have the name
 * that its file says, and in tables a number of their own. */
static void rooms_of_another_hotel_have_its_names(void **state)
{
    static const char *const clauses[] = {"seats SBANDE", NULL};
    struct world w;
    struct nj_arg arg;

    NJ_UNUSED(state);
    open_world_in(&w, "mine", "classic", clauses);
    expect_place(w.m, "山门", SH_PLACE_OK, 7);
    expect_place(w.m, "一楼·大堂", SH_PLACE_BAD, 0);
    arg = nj_sh_arg_room(w.m, "room", 7);
    assert_int_equal(arg.type, NJ_ARG_ID);
    assert_string_equal(arg.s, "山门");
    assert_int_equal(nj_sh_room_cell(w.m, 7), 107);
    assert_int_equal(nj_sh_room_cell(w.m, 0), 0);
    close_world(&w);
    open_world(&w, "classic", clauses);
    arg = nj_sh_arg_room(w.m, "room", 7);
    assert_int_equal(arg.type, NJ_ARG_WORD);
    assert_string_equal(arg.s, "7");
    assert_int_equal(nj_sh_room_cell(w.m, 7), 7);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_and_mechanisms_have_their_words),
        cmocka_unit_test(texts_lose_what_only_machines_see),
        cmocka_unit_test(the_frame_of_a_broadcast_stands_once),
        cmocka_unit_test(nobody_speaks_as_the_referee_or_to_everybody),
        cmocka_unit_test(names_have_no_brackets_of_broadcasts),
        cmocka_unit_test(texts_are_counted_in_code_points),
        cmocka_unit_test(rooms_are_found_by_number_and_name),
        cmocka_unit_test(seats_are_found_by_number_and_real_name),
        cmocka_unit_test(several_seats_are_told_apart_by_number),
        cmocka_unit_test(people_in_the_room_are_found_by_the_list),
        cmocka_unit_test(rooms_of_another_hotel_have_its_names),
    };

    return cmocka_run_group_tests_name("games/shadow_hotel/names", tests, NULL,
                                       NULL);
}
