/* What people read in a match of 杀手牌 (locales/games/night-of-cards). */
#include "kit/texts.h"
#include "locale/format.h"
#include "nc_kit.h"

static struct nj_catalog *catalog;

static const char *seat_name(void *ctx, nj_seat seat)
{
    return nj_seat_name(((const struct kit *)ctx)->m, seat);
}

/* Adds the text of the message of that key that came last, to that seat or, 0,
 * to anybody. */
static void put_text(struct kit *k, const char *key, const char *lang,
                     unsigned seat, struct nj_str *out)
{
    struct nj_format f = {
        .catalog = catalog, .lang = lang, .seat_name = seat_name, .ctx = k};
    const struct nj_message *last = NULL;

    for (uint32_t i = 0; i < k->n_record; i++)
        if (strcmp(k->record[i]->key, key) == 0 &&
            (seat == 0 ||
             nj_audience_has(k->record[i]->to, (nj_seat)(seat - 1))))
            last = k->record[i];
    assert_non_null(last);
    nj_format_message(&f, last, out);
}

static void expect_text(struct kit *k, const char *key, const char *lang,
                        const char *text)
{
    struct nj_str out = NJ_STR_INIT(4000);

    put_text(k, key, lang, 0, &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

/* NC-5.9c; a card face down in a picture has a word of its own. */
static void a_pardoned_card_is_told_to_be_back(void **state)
{
    struct kit *k = kit_given("manifesto_chars=0",
                              "seats ABCDEFG;B pending SB;F hand C,DP");

    NJ_UNUSED(state);
    kit_order_by(k, 6, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "pardon", "2");
    kit_fire(k, "night");
    expect_text(k, "nc.card.back", "zh-CN", "特赦：束魂回到了你手里。");
    expect_text(k, "nc.card.back", "en",
                "Pardoned: soul-binder is back in your hand.");
    kit_free(k);
}

/* NC-17.13: at most ten lines; the camp and what it wins by, what is to be
 * typed. The deal is that of seed 1 in NC-2.8. */
static void the_first_message_says_who_one_is(void **state)
{
    static const char *const goals[] = {
        "平民阵营：杀手、狼人两个阵营和自选者都出局",
        "平民阵营：",
        "杀手阵营：只剩你们阵营的人活着",
        "平民阵营：",
        "狼人阵营：只剩你们阵营的人活着",
        "自选者：先选阵营",
        "平民阵营："};
    struct kit *k = kit_new(7, 0, "", 1);

    NJ_UNUSED(state);
    kit_begin(k);
    for (unsigned seat = 1; seat <= NJ_COUNT(goals); seat++) {
        struct nj_str out = NJ_STR_INIT(4000);
        unsigned lines = 1;

        put_text(k, "nc.setup.hand", "zh-CN", seat, &out);
        for (const char *c = out.p; *c != '\0'; c++)
            lines += *c == '\n';
        assert_true(lines <= 10);
        assert_true((strstr(out.p, "\n绝杀/特赦：绝杀 2 点，特赦 2 点\n") !=
                     NULL) == (seat == 1 || seat == 7));
        assert_ptr_equal(strstr(out.p, "【私密】杀手牌 开局\n"), out.p);
        assert_non_null(strstr(out.p, goals[seat - 1]));
        assert_non_null(strstr(out.p, "顺序 "));
        assert_non_null(strstr(out.p, "帮助"));
        assert_non_null(strstr(out.p, "别把我的私聊给别人看"));
        nj_str_fini(&out);
    }
    kit_free(k);
}

/* NC-17.9: cards that were set aside have names for the host, too. */
static void a_card_set_aside_is_named(void **state)
{
    static const char told[] = "没有发出去的牌：";
    struct kit *k = kit_new(7, 0, "", 1);
    struct nj_str out = NJ_STR_INIT(4000);
    const char *at;

    NJ_UNUSED(state);
    kit_begin(k);
    kit_fire(k, "setup");
    put_text(k, "nc.board.below", "zh-CN", 0, &out);
    at = strstr(out.p, told);
    assert_non_null(at);
    assert_true((at[strlen(told)] & 0x80) != 0); /* no "SN" */
    nj_str_fini(&out);
    kit_free(k);
}

/* NC-17.14: what became of the ballots, with all that was on a seat; that
 * nothing happened is said too. */
static void phases_say_what_has_become(void **state)
{
    struct kit *k = kit_given("manifesto_chars=0 novote=none",
                              "seats ABCDEFG;day 3;B vicious 1;B devout 1;B "
                              "curses 1;A hand C,K,SB,W;E blessings 1");

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "2");
    kit_order_by(k, 3, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "4");
    kit_fire(k, "day");
    expect_text(k, "nc.tally", "zh-CN",
                "【天神】计票：\n"
                "2 席·B 4 票 ×2 ÷2 +1 = 5\n"
                "4 席·D 4 票\n"
                "5 席·E 0 票 −1 = 0\n"
                "没人投：1 席·A、3 席·C、6 席·F、7 席·G");
    expect_text(k, "nc.exec", "zh-CN",
                "被处决（各丢一张牌）：2 席·B、4 席·D。");
    kit_fire(k, "night");
    expect_text(k, "nc.dawn.calm", "zh-CN", "昨夜没有人丢牌。");
    expect_text(k, "nc.dawn.exec", "zh-CN", "4 席·D 昨天被处决丢的是庶民牌。");
    kit_free(k);
}

/* NC-17.17: a line a card, with what its powers cost. */
static void help_has_a_line_a_card(void **state)
{
    struct kit *k =
        kit_given("manifesto_chars=0", "seats ABCDEFG;A hand C,SB,K;A p 3");
    struct nj_query q = {.asker = 0,
                         .place = NJ_PLACE_PRIVATE,
                         .verb = "help",
                         .arena = &k->arena};
    struct nj_format f = {
        .catalog = catalog, .lang = "zh-CN", .seat_name = seat_name, .ctx = k};
    struct nj_str out = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    nj_match_query(k->m, &q);
    assert_non_null(q.answers);
    nj_format_message(&f, q.answers, &out);
    assert_non_null(strstr(out.p, "\n手牌：庶民、束魂、杀手\n现在能下：\n"
                                  "杀手：杀 2（1 点）、一击必杀 2（3 点）\n"
                                  "束魂：束魂 2（2 点）\n"));
    nj_str_fini(&out);
    kit_free(k);
}

/* NC-17.9: all that a host may want to know, in lines for a phone. */
static void the_board_is_read_line_by_line(void **state)
{
    struct kit *k = kit_given(
        "manifesto_chars=0 novote=none",
        "seats ABCDEFG;day 3;G hand AM[SN:3],CA,DP;G morph SB day 2;G used "
        "doom;G pardoned C;G missed bind D;G arson B;B vicious 1;E dead;G "
        "ballot B;G missed 1");

    NJ_UNUSED(state);
    kit_order_by(k, 3, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "ask", "为什么");
    kit_host(k, "look", NJ_NO_ARGS);
    expect_text(k, "nc.board.top", "zh-CN", "【主持】第 3 天");
    expect_text(k, "nc.board", "zh-CN",
                "7 席·G（平民阵营）：阿米巴（狙击/圣人）、法医/纵火、"
                "绝杀/特赦；点数 20；正在变束魂；下一夜烧 2 席；"
                "阿米巴用了 3 点；绝杀用过；特赦过 3 席；束魂 4 席落空；"
                "投了 2 席·B；没动静 1 次");
    expect_text(k, "nc.board", "en",
                "Seat 7 (G) (the townsfolk): amoeba (sniper/saint), "
                "coroner/arsonist, doom/pardon; points 20; becoming "
                "soul-binder; burns seat 2 next night; amoeba has used 3 "
                "points; doom used; has pardoned seat 3; bind on seat 4 "
                "missed; voted for seat 2 (B); absent 1");
    expect_text(k, "nc.board.below", "zh-CN",
                "已丢 0/35 张，到 11 张可以重排顺序\n"
                "现在的票：\n2 席·B 3 票 ×2 = 6\n"
                "还没有回答的问题：1（3 席·C）");
    kit_free(k);
}

/* NC-8.1, NC-17.14: who has no card left or lost his soul reads what that
 * means for him, and no points or ballots twice. */
static void a_sheet_says_what_one_may_do(void **state)
{
    struct kit *k = kit_given("manifesto_chars=0 novote=none",
                              "seats ABCDEFG;day 3;B hand SB;A hand C,SB,K");
    struct nj_str out = NJ_STR_INIT(4000);

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "2");
    kit_fire(k, "day");
    put_text(k, "nc.sheet", "zh-CN", 2, &out);
    assert_ptr_equal(strstr(out.p, "手里没有牌了，今夜不能下命令。现有 22 点。"
                                   "\n待赦的牌：束魂。\n弥留"),
                     out.p);
    nj_str_clear(&out);
    put_text(k, "nc.night.income", "zh-CN", 1, &out);
    assert_string_equal(out.p, "点数 +2 +1（庶民）");
    nj_str_clear(&out);
    put_text(k, "nc.sheet", "zh-CN", 1, &out);
    assert_ptr_equal(
        strstr(out.p, "手牌（从前往后丢）：庶民、束魂、杀手\n现有 23 点。"),
        out.p);
    nj_str_fini(&out);
    kit_free(k);
}

/* NC-9.5: what is needed is told where anything is. */
static void a_manifesto_needs_what_attacks_do(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG;A hand C,SB,K");

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "manifesto", "夜里见");
    expect_text(k, "nc.manifesto.status", "zh-CN", "宣言 3 字（1 篇）。");
    expect_text(k, "nc.manifesto.status", "en",
                "Manifesto: 3 characters (pieces: 1).");
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "kill", "2");
    expect_text(k, "nc.manifesto.status", "zh-CN",
                "宣言里不同的字不到 20 种，算 0 字，要 100 字，还缺 100 字"
                "（1 篇）。");
    kit_free(k);
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    catalog = nj_catalog_create();
    nj_texts_add(catalog);
    return 0;
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_catalog_destroy(catalog);
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pardoned_card_is_told_to_be_back),
        cmocka_unit_test(the_first_message_says_who_one_is),
        cmocka_unit_test(a_card_set_aside_is_named),
        cmocka_unit_test(phases_say_what_has_become),
        cmocka_unit_test(help_has_a_line_a_card),
        cmocka_unit_test(the_board_is_read_line_by_line),
        cmocka_unit_test(a_sheet_says_what_one_may_do),
        cmocka_unit_test(a_manifesto_needs_what_attacks_do),
    };

    return cmocka_run_group_tests(tests, begin, done);
}
