/* src/games/night_of_cards/manifesto.c: what is counted of a text and what is
 * taken out of it (NC-9.3, 9.4), the share of the heap, and pieces that come
 * and go among those of others. */
#include <string.h>

#include "nc_kit.h"

/* --- counting --- */

static uint32_t halves(const char *text, uint8_t *kinds)
{
    struct nc_count c = {.halves = 0};

    nj_nc_count(&c, text);
    if (kinds != NULL)
        *kinds = c.kinds;
    return c.halves;
}

static void what_counts_how_much(void **state)
{
    static const struct {
        const char *text;
        uint32_t halves;
    } all[] = {
        {"", 0},
        {"a", 1},
        {"~!", 2},
        {"啊", 2},
        {"，。", 4},
        {"Ａ", 2},
        {" \t\n\r\u00a0\u1680\u2003\u2028\u202f\u205f\u3000", 0},
        {"e\u0301", 1},            /* a combining mark */
        {"\u200b\u00ad\ufeff", 0}, /* Cf */
        {"\u2764\ufe0f", 2},       /* a variation selector */
        {"aaa", 3},
        {"aaaa", 3},
        {"aaaabaaaa", 7},
        {"啊啊啊啊", 6},
        {"啊 啊\u200b啊\n啊", 6}, /* T240: what counts nothing ends no run */
        {"啊啊啊吧啊啊啊", 14},
        {"👨‍👩‍👧", 2},      /* T194 */
        {"👁\ufe0f‍\ufe0f🗨", 2}, /* a selector behind the joiner */
        {"👍🏽", 2},
        {"🇨🇳", 2},
        {"🇨🇳🇩🇪", 4},
        {"🇨", 2},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(all); i++)
        if (halves(all[i].text, NULL) != all[i].halves)
            fail_msg("'%s': %u", all[i].text,
                     (unsigned)halves(all[i].text, NULL));
}

static void hundred_characters_are_a_hundred(void **state)
{
    char text[1200] = "";
    size_t n = 0;

    NJ_UNUSED(state);
    for (int i = 0; i < 100; i++) /* T191: with 20 blanks */
        n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s",
                              i % 2 == 0 ? "天" : "地", i % 5 == 0 ? " " : "");
    assert_int_equal(halves(text, NULL) / 2, 100);
    for (n = 0; n < 200; n++) /* T192 */
        text[n] = (char)('a' + n % 26);
    text[n] = '\0';
    assert_int_equal(halves(text, NULL) / 2, 100);
    for (n = 0; n < 360; n += 3) /* T193 */
        memcpy(text + n, "啊", 4);
    assert_int_equal(halves(text, NULL) / 2, 3);
}

static void runs_go_on_from_piece_to_piece(void **state)
{
    struct nc_count c = {.halves = 0};

    NJ_UNUSED(state);
    for (int i = 0; i < 5; i++)
        nj_nc_count(&c, "啊");
    assert_int_equal(c.halves, 6);
    assert_int_equal(c.kinds, 1);
}

static void kinds_are_those_that_count(void **state)
{
    uint8_t kinds;

    NJ_UNUSED(state);
    (void)halves("abc abc 啊\u0301\u200b", &kinds);
    assert_int_equal(kinds, 4);
    (void)halves("abcdefghijklmnopqrstuvwxyz", &kinds);
    assert_int_equal(kinds, NC_VARIED);
}

/* --- cleaning --- */

static void a_text_is_cleaned(void **state)
{
    static const struct {
        const char *text, *clean;
    } all[] = {
        {"", ""},
        {"a\tb\rc\nd\x7f\xc2\x85", "abc\nd"},
        {"a\u202eb\u2066c\u2069", "abc"},
        {"a\u200db\u0301\ufe0f", "a\u200db\u0301\ufe0f"},
        {"看 https://example.org/长 和HTTP://x", "看  和"},
        {"http:/x https//y", "http:/x https//y"},
        {"[CQ:image,file=a.jpg]好[CQ:at,qq=1]", "好"},
        {"[CQ[CQ:x]:y]z", "z"}, /* what is left of codes is none either */
        {"ht[CQ:x]tp://x z", " z"},
        {"[CQ:never", "[CQ:never"},
        {"【天神】3 席出局", "【天神】3 席出局"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        char text[200];

        (void)snprintf(text, sizeof(text), "%s", all[i].text);
        nj_nc_clean(text);
        assert_string_equal(text, all[i].clean);
    }
}

/* --- the heap --- */

static bool takes(struct kit *k, unsigned seat, const char *verb,
                  const char *text)
{
    kit_order_by(k, seat, NJ_PLACE_PRIVATE, NJ_BY_PERSON, verb, text);
    return !k->refused;
}

static void type(struct kit *k, unsigned seat, const char *verb,
                 const char *text)
{
    if (!takes(k, seat, verb, text))
        fail_msg("%u: %s %s: %s", seat, verb, text, k->said.p);
}

/* The pieces of a seat, each followed by '|'. */
static void expect_pieces(const struct kit *k, unsigned seat, const char *want)
{
    const struct nc_state *s = kit_state(k);
    char got[200] = "";
    size_t n = 0;

    for (uint8_t i = 0; i < s->seat[seat - 1].pieces; i++)
        n += (size_t)snprintf(got + n, sizeof(got) - n, "%s|",
                              nj_nc_piece(s, (nj_seat)(seat - 1), i));
    assert_string_equal(got, want);
}

static void pieces_of_many_stay_apart(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG");

    NJ_UNUSED(state);
    type(k, 1, "manifesto", "one");
    type(k, 2, "manifesto", "two");
    type(k, 1, "manifesto", "more");
    type(k, 1, "pieces", "new");
    type(k, 1, "manifesto", "three");
    type(k, 3, "manifesto", "four");
    expect_pieces(k, 1, "one\nmore|three|");
    expect_pieces(k, 2, "two|");
    type(k, 1, "pieces", "1"); /* drop it */
    expect_pieces(k, 1, "three|");
    expect_pieces(k, 2, "two|");
    expect_pieces(k, 3, "four|");
    type(k, 2, "pieces", "clear");
    type(k, 3, "manifesto", "five");
    expect_pieces(k, 1, "three|");
    expect_pieces(k, 2, "");
    expect_pieces(k, 3, "four\nfive|");
    kit_free(k);
}

/* Nobody learns from a full heap what others write. */
static void each_seat_has_its_share(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFGHIJKLMNOP");
    char text[NJ_ORDER_TEXT_MAX];
    uint32_t first = 0;

    NJ_UNUSED(state);
    for (size_t i = 0; i + 1 < sizeof(text); i++)
        text[i] = (char)('a' + i % 26);
    text[sizeof(text) - 1] = '\0';
    for (unsigned seat = 1; seat <= NC_SEATS_MAX; seat++) {
        uint32_t n = 0;

        while (takes(k, seat, "manifesto", text))
            n++;
        KIT_HAS(k, "nc.err.manifesto_long");
        if (seat == 1)
            first = n;
        assert_true(n > 1);
        assert_int_equal(n, first);
    }
    kit_free(k);
}

static void piece_of(struct kit *k, const char *text, int64_t left)
{
    const struct nj_arg args[] = {nj_arg_text("text", text),
                                  nj_arg_int("left", left)};
    const struct nj_input in = {.kind = NJ_IN_ORDER,
                                .seat = 0,
                                .place = NJ_PLACE_PRIVATE,
                                .verb = "manifesto",
                                .args = {.v = args, .n = 2},
                                .reason = ""};

    kit_apply(k, &in);
    assert_false(k->refused);
}

static void a_message_of_parts_is_one_line(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG");

    NJ_UNUSED(state);
    kit_forget(k);
    piece_of(k, "ab", 2);
    KIT_SAID(k, ""); /* it is answered as a whole */
    piece_of(k, "cd", 0);
    KIT_HAS(k, "nc.manifesto.status have=2");
    type(k, 1, "manifesto", "ef");
    expect_pieces(k, 1, "abcd\nef|");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_counts_how_much),
        cmocka_unit_test(hundred_characters_are_a_hundred),
        cmocka_unit_test(runs_go_on_from_piece_to_piece),
        cmocka_unit_test(kinds_are_those_that_count),
        cmocka_unit_test(a_text_is_cleaned),
        cmocka_unit_test(pieces_of_many_stay_apart),
        cmocka_unit_test(each_seat_has_its_share),
        cmocka_unit_test(a_message_of_parts_is_one_line),
    };

    return cmocka_run_group_tests_name("night_of_cards/manifesto", tests, NULL,
                                       NULL);
}
