/* src/games/night_of_cards/manifesto.c: the share of the heap, and pieces that come
 * and go among those of others. */
#include <string.h>

#include "nc_kit.h"

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
        cmocka_unit_test(pieces_of_many_stay_apart),
        cmocka_unit_test(each_seat_has_its_share),
        cmocka_unit_test(a_message_of_parts_is_one_line),
    };

    return cmocka_run_group_tests_name("night_of_cards/manifesto", tests, NULL,
                                       NULL);
}
