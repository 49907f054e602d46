/* Objects of a data file by tables: what they put where, and complaints. */
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "match/datum.h"

struct card {
    uint8_t suit, cost, marks, n_names;
    uint16_t power;
    char title[8];
    char name[2][6];
};

static const char *const suits[] = {"sun", "moon", "star", NULL};

static const char *no_blank(const char *text)
{
    return strchr(text, ' ') == NULL ? NULL : "a blank is no good";
}

static const struct nj_datum rows[] = {
    {"suit", NJ_DATUM_WORD(struct card, suit, suits)},
    {"cost", NJ_DATUM_INT(struct card, cost, 1, 9), .optional = true},
    {"power", NJ_DATUM_INT(struct card, power, 0, 60000)},
    {"marks", NJ_DATUM_BITS(struct card, marks, suits)},
    {"title", NJ_DATUM_TEXT(struct card, title, no_blank)},
    {"names", NJ_DATUM_TEXTS(struct card, name, n_names, 2, no_blank,
                             "two names are enough")},
    {"version", NJ_DATUM_IS_INT, .lo = 2, .hi = 2, .optional = true},
    {.key = NULL}};

static void costs_less_than_power(struct nj_json j, const void *element)
{
    const struct card *c = element;

    if (c->cost > c->power)
        nj_json_reject(j, "dearer than strong");
}

static const struct nj_datum_list cards = {
    "cards", "card", rows, sizeof(struct card), 2, costs_less_than_power};

/* Reads the file as cards 1 and 2; `said` gets the complaint, or "". */
static void read(const char *text, struct card out[3], struct nj_err *said)
{
    struct nj_json_doc *doc = NULL;

    memset(out, 0, 3 * sizeof(out[0]));
    memset(said, 0, sizeof(*said));
    assert_int_equal(
        nj_json_open(&doc, text, strlen(text), &NJ_JSON_FILE, said), NJ_OK);
    nj_datum_read_list(nj_json_root(doc), &cards, out);
    if (nj_json_status(doc, said) == NJ_OK)
        assert_string_equal(said->text, "");
    nj_json_close(doc);
}

#define BODY                                                          \
 "\"suit\": \"star\", \"power\": 7, \"marks\": [\"sun\", \"star\"], " \
 "\"title\": \"Comet\", \"names\": [\"a\", \"long\"]"
#define ONE "{\"id\": 1, " BODY "}"
#define TWO                                                                  \
 "{\"id\": 2, \"suit\": \"sun\", \"cost\": 3, \"power\": 60000, \"marks\": " \
 "[], \"title\": \"\", \"names\": []}"

static void values_stand_where_the_rows_say(void **state)
{
    struct nj_err said;
    struct card card[3];

    NJ_UNUSED(state);
    read("{\"cards\": [" TWO ", " ONE "]}", card, &said);
    assert_string_equal(said.text, "");
    assert_int_equal(card[1].suit, 2);
    assert_int_equal(card[1].cost, 0);
    assert_int_equal(card[1].power, 7);
    assert_int_equal(card[1].marks, 1 + 4);
    assert_string_equal(card[1].title, "Comet");
    assert_int_equal(card[1].n_names, 2);
    assert_string_equal(card[1].name[1], "long");
    assert_int_equal(card[2].suit, 0);
    assert_int_equal(card[2].cost, 3);
    assert_int_equal(card[2].power, 60000);
    assert_int_equal(card[2].n_names, 0);
}

/* ONE with a part of it made something else. */
static void expect(const char *from, const char *to, const char *complaint)
{
    static const char good[] = "{\"cards\": [" ONE ", " TWO "]}";
    const char *at = strstr(good, from);
    struct nj_str s = NJ_STR_INIT(2000);
    struct nj_err said;
    struct card card[3];

    assert_non_null(at);
    nj_str_add(&s, good, (size_t)(at - good));
    nj_str_puts(&s, to);
    nj_str_puts(&s, at + strlen(from));
    read(s.p, card, &said);
    if (strcmp(said.text, complaint) != 0)
        fail_msg("'%s' for '%s': '%s'", to, from, said.text);
    nj_str_fini(&s);
}

static void complaints_name_place_and_reason(void **state)
{
    NJ_UNUSED(state);
    expect("\"star\", \"power", "\"sea\", \"power",
           "cards[0].suit: expected sun, moon or star");
    expect("[\"sun\", \"star\"]", "[\"sun\", \"sea\"]",
           "cards[0].marks[1]: expected sun, moon or star");
    expect("[\"sun\", \"star\"]", "7", "cards[0].marks: expected a list");
    expect("\"Comet\"", "\"a b\"", "cards[0].title: a blank is no good");
    expect("[\"a\", \"long\"]", "[\"a\", \"b\", \"c\"]",
           "cards[0].names[2]: two names are enough");
    expect("\"a\"", "\" \"", "cards[0].names[0]: a blank is no good");
    expect("\"id\": 2", "\"id\": 1", "cards[1].id: this card is there already");
    expect(", " TWO, "", "cards: a card of 1 to 2 is missing");
    expect("\"power\": 7", "\"cost\": 8, \"power\": 7",
           "cards[0]: dearer than strong");
    expect("\"cards\"", "\"card\"", "'cards' is missing");
}

static void bounds_hold(void **state)
{
    static const char *const bad[][2] = {
        {"\"id\": 1", "\"id\": 3"},
        {"\"id\": 1", "\"id\": 0"},
        {"\"cost\": 3", "\"cost\": 0"},
        {"\"power\": 7", "\"power\": 60001"},
        {"\"power\": 7, ", ""},
        {"\"Comet\"", "\"Comets!!\""},
        {"\"power\": 7", "\"version\": 3, \"power\": 7"}};
    struct nj_str s = NJ_STR_INIT(2000);
    struct nj_err said;
    struct card card[3];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        static const char good[] = "{\"cards\": [" ONE ", " TWO "]}";
        const char *at = strstr(good, bad[i][0]);

        assert_non_null(at);
        nj_str_cut(&s, 0);
        nj_str_add(&s, good, (size_t)(at - good));
        nj_str_puts(&s, bad[i][1]);
        nj_str_puts(&s, at + strlen(bad[i][0]));
        read(s.p, card, &said);
        if (said.text[0] == '\0')
            fail_msg("'%s' was accepted", bad[i][1]);
    }
    nj_str_fini(&s);
}

static void one_object_of_a_list_has_the_key(void **state)
{
    static const char text[] =
        "{\"a\": [{\"key\": \"x\", \"n\": 1}, {\"key\": \"y\", \"n\": 2}], "
        "\"b\": [{\"key\": \"x\"}, {\"key\": \"x\"}]}";
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};
    struct nj_json root;

    NJ_UNUSED(state);
    assert_int_equal(
        nj_json_open(&doc, text, sizeof(text) - 1, &NJ_JSON_FILE, &err), NJ_OK);
    root = nj_json_root(doc);
    assert_int_equal(
        nj_json_i64(nj_json_get(nj_datum_keyed(root, "a", "y"), "n"), 0, 9), 2);
    assert_int_equal(nj_json_status(doc, &err), NJ_OK);
    assert_false(nj_json_present(nj_datum_keyed(root, "a", "z")));
    assert_true(nj_json_take_failure(doc, &err));
    assert_string_equal(err.text, "a: 'z' is missing");
    (void)nj_datum_keyed(root, "b", "x");
    assert_int_not_equal(nj_json_status(doc, &err), NJ_OK);
    assert_string_equal(err.text, "b[1]: this key is there already");
    nj_json_close(doc);
}

static void an_object_says_nothing_else(void **state)
{
    static const char *const also[] = {"id", NULL};
    static const struct nj_datum wild[] = {
        {"wild", NJ_DATUM_BOOL(struct card, suit)}, {.key = NULL}};

    static const struct {
        const char *text, *complaint;
    } texts[] = {
        {"{\"wild\": true, \"id\": 1}", ""},
        {"{\"wild\": true, \"wilt\": 1}", "wilt: there is no such key"},
        {"{\"wild\": 1}", "wild: expected true or false"},
        {"[true]", "expected an object"}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_json_doc *doc = NULL;
        struct nj_err said = {{0}};
        struct card card = {.suit = 7};

        assert_int_equal(nj_json_open(&doc, texts[i].text,
                                      strlen(texts[i].text), &NJ_JSON_FILE,
                                      &said),
                         NJ_OK);
        nj_datum_only(nj_json_root(doc), wild, also);
        nj_datum_read(nj_json_root(doc), wild, &card);
        if (nj_json_status(doc, &said) == NJ_OK)
            assert_int_equal(card.suit, 1);
        assert_string_equal(said.text, texts[i].complaint);
        nj_json_close(doc);
    }
}

/* --- whole files --- */

static void read_deck(struct nj_json root, void *out)
{
    nj_datum_read_list(root, &cards, out);
}

static enum nj_status strong_enough(const void *whole, struct nj_err *err)
{
    const struct card *deck = whole;

    return deck[1].power > deck[2].power
               ? nj_fail(err, NJ_ERR_BAD_INPUT, "the first is too strong")
               : NJ_OK;
}

/* The deck, or what was said; the block is untouched then. */
static struct card *load(const char *text, struct nj_err *said)
{
    static const struct nj_datum_file deck = {
        {400, 8, 100, 0}, 3 * sizeof(struct card), read_deck, strong_enough};
    static int untouched;
    void *data = &untouched;

    memset(said, 0, sizeof(*said));
    if (nj_datum_load(&deck, text, strlen(text), &data, said) == NJ_OK)
        return data;
    assert_ptr_equal(data, &untouched);
    return NULL;
}

static void a_file_is_a_block_or_a_complaint(void **state)
{
    struct nj_err said;
    struct card *deck = load("{\"cards\": [" ONE ", " TWO "]}", &said);

    NJ_UNUSED(state);
    assert_non_null(deck);
    assert_int_equal(deck[0].power, 0);
    assert_int_equal(deck[2].power, 60000);
    free(deck);
    assert_null(load("{\"cards\": [" ONE, &said)); /* not JSON */
    assert_string_not_equal(said.text, "");
    assert_null(load("{\"cards\": [" ONE "]}", &said)); /* a value */
    assert_string_equal(said.text, "cards: a card of 1 to 2 is missing");
    assert_null(load("{\"cards\": [{\"id\": 2, " BODY
                     "}, {\"id\": 1, \"suit\": \"sun\", \"power\": 8, "
                     "\"marks\": [], \"title\": \"\", \"names\": []}]}",
                     &said)); /* the whole */
    assert_string_equal(said.text, "the first is too strong");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stand_where_the_rows_say),
        cmocka_unit_test(complaints_name_place_and_reason),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(one_object_of_a_list_has_the_key),
        cmocka_unit_test(an_object_says_nothing_else),
        cmocka_unit_test(a_file_is_a_block_or_a_complaint),
    };

    return cmocka_run_group_tests_name("match/datum", tests, NULL, NULL);
}
