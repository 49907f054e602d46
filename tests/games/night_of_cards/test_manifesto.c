/* src/games/night_of_cards/manifesto.c: how much text a seat has, and pieces
 * that come and go among those of others. */
#include <string.h>

#include "match/pages.h"
#include "nc_kit.h"

#define BYTES_MAX 16384 /* of a seat and night */

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
                              nj_page(k->m, s->seat[seat - 1].piece[i]));
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

/* Characters that count little fill a seat's share, whatever others write and
 * however many they are; what does not fit is refused and nothing is lost. */
static void each_seat_has_its_share(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFGHIJKLMNOP");
    char text[801], one[2] = "a";

    NJ_UNUSED(state);
    memset(text, ' ', sizeof(text) - 1);
    memcpy(text, "night", 5);
    text[sizeof(text) - 1] = '\0';
    for (unsigned seat = 1; seat <= NC_SEATS_MAX; seat++) {
        const uint16_t *piece = kit_state(k)->seat[seat - 1].piece;

        while (takes(k, seat, "manifesto", text))
            ;
        KIT_HAS(k, "nc.err.manifesto_long");
        assert_true(nj_page_bytes(k->m, piece[0]) > BYTES_MAX - sizeof(text));
        while (takes(k, seat, "manifesto", one))
            ;
        assert_true(nj_page_bytes(k->m, piece[0]) >= BYTES_MAX - 4);
        assert_true(nj_page_bytes(k->m, piece[0]) <= BYTES_MAX);
    }
    kit_free(k);
}

static bool piece_of(struct kit *k, const char *text, int64_t left)
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
    return !k->refused;
}

static void a_message_of_parts_is_one_line(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG");

    NJ_UNUSED(state);
    kit_forget(k);
    assert_true(piece_of(k, "ab", 2));
    KIT_SAID(k, ""); /* it is answered as a whole */
    assert_true(piece_of(k, "cd", 0));
    KIT_HAS(k, "nc.manifesto.status have=2");
    type(k, 1, "manifesto", "ef");
    expect_pieces(k, 1, "abcd\nef|");
    kit_free(k);
}

/* Its first part is refused if all of it is too much, by bytes or characters,
 * whatever number of bytes is claimed. */
static void a_message_too_long_is_refused_whole(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG");
    static const int64_t too_much[] = {BYTES_MAX, 12000, -1, INT64_MAX};

    NJ_UNUSED(state);
    type(k, 1, "manifesto", "stands");
    for (size_t i = 0; i < NJ_COUNT(too_much); i++) {
        assert_false(piece_of(k, "first", too_much[i]));
        KIT_HAS(k, "nc.err.manifesto_long");
    }
    expect_pieces(k, 1, "stands|");
    assert_true(piece_of(k, "first", 11970));
    kit_free(k);
}

/* NC-9.3: of what is taken out its writer hears, once. */
static void what_is_cut_is_said(void **state)
{
    struct kit *k = kit_given("", "seats ABCDEFG");

    NJ_UNUSED(state);
    type(k, 1, "manifesto", "see https://example.org/ there");
    KIT_HAS(k, "cut=links");
    kit_forget(k);
    type(k, 1, "manifesto", "and no more");
    KIT_SAID(k, "P1 nc.manifesto.status have=8 need=0 missing=0 pieces=1\n");
    assert_true(piece_of(k, "[CQ:face,id=1]", 2));
    kit_forget(k);
    assert_true(piece_of(k, "ab", 0));
    KIT_HAS(k, "cut=links");
    kit_free(k);
}

/* What a dawn prints and clears is no longer a page. */
static void a_dawn_leaves_no_page(void **state)
{
    struct kit *k = kit_given("manifesto_chars=1", "seats ABCDEFG;A hand C,K");
    uint16_t page;

    NJ_UNUSED(state);
    type(k, 1, "kill", "2");
    type(k, 1, "manifesto", "one\ntwo");
    type(k, 2, "manifesto", "of no use");
    kit_forget(k);
    kit_fire(k, "night");
    KIT_HAS(k, "nc.dawn.manifesto index=1 total=1 text=\u2502one\n\u2502two\n");
    KIT_HAS_NOT(k, "of no use");
    page = nj_page_new(k->m, "x");
    assert_int_equal(page, 1);
    nj_page_drop(k->m, page);
    kit_free(k);
}

/* NC-17.6: what lacks is written in sentences that do not stand there yet,
 * whether one order asks for them or several. */
static void no_stock_sentence_stands_twice(void **state)
{
    struct kit *k =
        kit_given("manifesto_chars=200", "seats ABCDEFG;A hand K,SN,C;A p 9");
    const struct nc_seat *who = &kit_state(k)->seat[0];
    char text[8000], *line, *rest = text;
    unsigned lines = 0;

    NJ_UNUSED(state);
    kit_state(k)->seat[6].standing_in = 1;
    type(k, 1, "kill", "2");
    type(k, 1, "pieces", "stock");
    type(k, 1, "snipe", "3");
    type(k, 1, "pieces", "stock");
    assert_int_equal(nj_nc_missing(kit_state(k), who), 0);
    (void)snprintf(text, sizeof(text), "%s\n", nj_page(k->m, who->piece[0]));
    while ((line = rest)[0] != '\0') {
        rest = strchr(line, '\n') + 1;
        rest[-1] = '\0';
        assert_null(strstr(rest, line));
        lines++;
    }
    assert_in_range(lines, 8, 40);
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_many_stay_apart),
        cmocka_unit_test(each_seat_has_its_share),
        cmocka_unit_test(a_message_of_parts_is_one_line),
        cmocka_unit_test(a_message_too_long_is_refused_whole),
        cmocka_unit_test(what_is_cut_is_said),
        cmocka_unit_test(a_dawn_leaves_no_page),
        cmocka_unit_test(no_stock_sentence_stands_twice),
    };

    return cmocka_run_group_tests_name("night_of_cards/manifesto", tests, NULL,
                                       NULL);
}
