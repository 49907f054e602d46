#include <string.h>

#include "base/utf8.h"
#include "kit/nj_test.h"

static void well_formed_text_is_valid(void **state)
{
    static const char *const good[] = {
        "",
        "plain ASCII that is longer than a word of the machine",
        "漫漫长夜",
        "é\xcc\x81",
        "\xf0\x9f\x90\xa6",
        "\xf4\x8f\xbf\xbf",
        "\xed\x9f\xbf\xee\x80\x80",
        "1234567月",
        "12345678月",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(good); i++)
        assert_true(nj_utf8_valid(good[i], strlen(good[i])));
    assert_true(nj_utf8_valid("a\0b", 3));
}

static void malformed_text_is_not(void **state)
{
    static const char *const bad[] = {
        "\x80",             /* a tail without a head */
        "\xe6\x9c",         /* cut */
        "abcdefgh\xe6\x9c", /* cut behind eight quick bytes */
        "\xc0\x80",         /* NUL in two bytes */
        "\xe0\x80\xaf",     /* slash in three */
        "\xf0\x80\x80\xaf", /* and in four */
        "\xed\xa0\x80",     /* half of a surrogate pair */
        "\xed\xbf\xbf",
        "\xf4\x90\x80\x80", /* above U+10FFFF */
        "\xf8\x88\x80\x80\x80",
        "\xfe",
        "\xff",
        "ok\xff",
        "\xe6\x9c(",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++)
        assert_false(nj_utf8_valid(bad[i], strlen(bad[i])));
}

/* By its own arithmetic: the bytes that say `cp` in `n` bytes. */
static void spell(uint32_t cp, size_t n, char out[4])
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};

    for (size_t i = n; i-- > 1; cp >>= 6)
        out[i] = (char)(0x80 | (cp & 0x3f));
    out[0] = (char)(first[n] | cp);
}

static void every_character_is_valid_in_one_spelling(void **state)
{
    static const uint32_t room[] = {0, 0x80, 0x800, 0x10000, 0x200000};
    char bytes[4];

    NJ_UNUSED(state);
    for (size_t n = 2; n <= 4; n++)
        for (uint32_t cp = 0; cp < room[n]; cp++) {
            bool right = cp >= room[n - 1] && cp < 0x110000 &&
                         (cp < 0xd800 || cp >= 0xe000);

            spell(cp, n, bytes);
            if (nj_utf8_valid(bytes, n) != right)
                fail_msg("U+%04X in %zu bytes", cp, n);
            if (nj_utf8_valid(bytes, n - 1))
                fail_msg("U+%04X cut", cp);
            bytes[n - 1] = 'x';
            if (nj_utf8_valid(bytes, n))
                fail_msg("U+%04X with another end", cp);
        }
}

static void characters_are_read_one_by_one(void **state)
{
    const char *text = "a月\xf0\x9f\x90\xa6";
    int32_t cp = 0;

    NJ_UNUSED(state);
    assert_int_equal(nj_utf8_next(text, 8, &cp), 1);
    assert_int_equal(cp, 'a');
    assert_int_equal(nj_utf8_next(text + 1, 7, &cp), 3);
    assert_int_equal(cp, 0x6708);
    assert_int_equal(nj_utf8_next(text + 4, 4, &cp), 4);
    assert_int_equal(cp, 0x1f426);
    assert_int_equal(nj_utf8_next(text, 0, &cp), 0);
}

static void bad_bytes_read_as_replacement(void **state)
{
    int32_t cp = 0;

    NJ_UNUSED(state);
    assert_int_equal(nj_utf8_next("\xff", 1, &cp), 1);
    assert_int_equal(cp, 0xfffd);
    cp = 0;
    assert_int_equal(nj_utf8_next("\xe6\x9c\x88", 2, &cp), 1);
    assert_int_equal(cp, 0xfffd);
}

static void characters_are_written(void **state)
{
    static const int32_t points[] = {0, 'a', 0x7ff, 0x6708, 0x1f426, 0x10ffff};
    char out[4];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(points); i++) {
        size_t n = nj_utf8_put(points[i], out);
        int32_t cp = -1;

        assert_int_equal(nj_utf8_next(out, n, &cp), n);
        assert_int_equal(cp, points[i]);
    }
    assert_int_equal(nj_utf8_put(0xd800, out), 3);
    assert_memory_equal(out, "\xef\xbf\xbd", 3);
    assert_int_equal(nj_utf8_put(0x110000, out), 3);
    assert_int_equal(nj_utf8_put(-1, out), 3);
}

/* Folds a whole text into UTF-8. */
static const char *folded(const char *text)
{
    static char out[200];
    size_t n = strlen(text);
    size_t len = 0;

    for (size_t at = 0; at < n;) {
        int32_t cp = 0;
        int32_t points[18];

        at += nj_utf8_next(text + at, n - at, &cp);
        cp = (int32_t)nj_utf8_fold(cp, points, NJ_COUNT(points));
        for (int32_t i = 0; i < cp; i++)
            len += nj_utf8_put(points[i], out + len);
    }
    out[len] = '\0';
    return out;
}

static void folding_makes_alike_what_people_type(void **state)
{
    static const struct {
        const char *text;
        const char *folded;
    } rows[] = {
        {"abc", "abc"},
        {"ABC", "abc"},
        {"ＡＢＣ１２３", "abc123"},
        {"＃加入", "#加入"},
        {"，：！？", ",:!?"},
        {"\xe3\x80\x80", " "}, /* ideographic space */
        {"\xc2\xa0", " "},     /* no-break space */
        {"a\xe2\x80\x8b"
         "b",
         "ab"},               /* zero width */
        {"\xef\xbb\xbf", ""}, /* byte order mark */
        {"ß", "ss"},
        {"①", "1"},
        {"開始", "開始"}, /* not simplified */
        {"。", "。"},
        {"É", "e\xcc\x81"},
        {"e\xcc\x81", "e\xcc\x81"}, /* alike, composed or not */
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_string_equal(folded(rows[i].text), rows[i].folded);
}

static void folding_keeps_to_the_room_it_has(void **state)
{
    int32_t out[3] = {0, 0, -1};

    NJ_UNUSED(state);
    /* U+FDFA stands for eighteen characters. */
    assert_int_equal(nj_utf8_fold(0xfdfa, out, 2), 2);
    assert_int_equal(out[2], -1);
    assert_int_equal(nj_utf8_fold('A', out, 0), 0);
    assert_int_equal(nj_utf8_fold(0x110000, out, 2), 1);
    assert_int_equal(nj_utf8_fold(-5, out, 2), 1);
}

static void spaces_and_controls_are_told_apart(void **state)
{
    static const int32_t spaces[] = {' ',  '\t',   '\n',   '\r',  0x85,
                                     0xa0, 0x2003, 0x2028, 0x3000};
    static const int32_t unseen[] = {0,      1,      '\n',   0x1b,   0x7f,
                                     0x80,   0x9f,   0xad,   0x200b, 0x200d,
                                     0x200f, 0x202a, 0x202e, 0x2066, 0x2069,
                                     0x2060, 0xfeff, 0x3164, 0xe0041};
    static const int32_t plain[] = {'a', '#', 0x6708, 0x1f426, 0xfffd, 0x300};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(spaces); i++)
        assert_true(nj_utf8_space(spaces[i]));
    for (size_t i = 0; i < NJ_COUNT(unseen); i++)
        assert_true(nj_utf8_control(unseen[i]));
    for (size_t i = 0; i < NJ_COUNT(plain); i++) {
        assert_false(nj_utf8_space(plain[i]));
        assert_false(nj_utf8_control(plain[i]));
    }
    assert_false(nj_utf8_control(' '));
    assert_false(nj_utf8_control(0x3000));
}

static void clusters_are_what_a_reader_counts(void **state)
{
    static const struct {
        const char *text;
        size_t count;
    } rows[] = {
        {"", 0},
        {"abc", 3},
        {"漫漫长夜", 4},
        {"e\xcc\x81", 1},
        {"\xf0\x9f\x87\xa8\xf0\x9f\x87\xb3", 1}, /* a flag */
        {"\xf0\x9f\x87\xa8\xf0\x9f\x87\xb3\xf0\x9f\x87\xa8\xf0\x9f\x87\xb3", 2},
        {"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80", 1}, /* joined */
        {"\xff\xfe", 2},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_int_equal(nj_utf8_count(rows[i].text, strlen(rows[i].text)),
                         rows[i].count);
}

static void wide_characters_take_two_columns(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_utf8_width("abc", 3), 3);
    assert_int_equal(nj_utf8_width("长夜", 6), 4);
    assert_int_equal(nj_utf8_width("Ａ", 3), 2);
    assert_int_equal(nj_utf8_width("e\xcc\x81", 3), 1);
    assert_int_equal(nj_utf8_width("", 0), 0);
}

static void cuts_fall_between_clusters(void **state)
{
    const char *text = "a月e\xcc\x81z"; /* 1 + 3 + 3 + 1 bytes */
    static const size_t wanted[] = {0, 1, 1, 1, 4, 4, 4, 7, 8, 8};

    NJ_UNUSED(state);
    for (size_t max = 0; max < NJ_COUNT(wanted); max++)
        assert_int_equal(nj_utf8_cut(text, 8, max), wanted[max]);
    assert_int_equal(nj_utf8_cut_count(text, 8, 0), 0);
    assert_int_equal(nj_utf8_cut_count(text, 8, 2), 4);
    assert_int_equal(nj_utf8_cut_count(text, 8, 3), 7);
    assert_int_equal(nj_utf8_cut_count(text, 8, 99), 8);
}

static void names_become_harmless(void **state)
{
    static const struct {
        const char *text;
        const char *clean;
    } rows[] = {
        {"月亮", "月亮"},
        {"  two   words \n", "two words"},
        {"a\xe3\x80\x80\xc2\xa0\tb", "a b"},
        {"line\nbreak", "line break"},
        {"a\xff\xe6\x9c"
         "b",
         "ab"},
        {"\xe2\x80\xaegnp.exe\xe2\x80\xac", "gnp.exe"}, /* right to left */
        {"a\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf"
         "b",
         "ab"},
        {"\x1b[31mred", "[31mred"},
        {"\xe2\x80\x8b \xe3\x85\xa4", ""}, /* nothing to see */
        {"", ""},
        {"o\xcc\x81\xcc\x82\xcc\x83\xcc\x84k", "o\xcc\x81\xcc\x82k"},
        {"\xcc\x81\xcc\x82k", "k"}, /* no letter to sit on */
        {"a \xcc\x81"
         "b",
         "a b"},
        {"\xef\xbf\xbd", "\xef\xbf\xbd"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        char out[100];
        size_t n = nj_utf8_clean(rows[i].text, strlen(rows[i].text), 24, out,
                                 sizeof(out));

        assert_string_equal(out, rows[i].clean);
        assert_int_equal(n, strlen(out));
    }
}

static void names_are_cut_to_their_room(void **state)
{
    char out[100];

    NJ_UNUSED(state);
    assert_int_equal(nj_utf8_clean("月月月", 9, 2, out, sizeof(out)), 6);
    assert_int_equal(nj_utf8_clean("月月月", 9, 24, out, 9), 6);
    assert_int_equal(nj_utf8_clean("月月月", 9, 24, out, 10), 9);
    assert_int_equal(nj_utf8_clean("月", 3, 24, out, 1), 0);
    assert_string_equal(out, "");
    /* A cut that would leave a blank at the end leaves none. */
    assert_int_equal(nj_utf8_clean("ab cd", 5, 3, out, sizeof(out)), 2);
    assert_string_equal(out, "ab");
    /* A letter whose mark does not fit goes with its mark. */
    assert_int_equal(nj_utf8_clean("xe\xcc\x81", 4, 24, out, 4), 1);
}

static void ends_are_trimmed(void **state)
{
    static const struct {
        const char *text, *left;
    } rows[] = {
        {"", ""},
        {" \n\t ", ""},
        {"a", "a"},
        {"  a b ", "a b"},
        {"\u3000上\u200b\n上\ufeff", "上\u200b\n上"},
        {"\u200b", ""},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        const char *at = rows[i].text;
        size_t n = nj_utf8_trim(&at, strlen(rows[i].text));

        assert_int_equal(n, strlen(rows[i].left));
        assert_memory_equal(at, rows[i].left, n);
    }
}

static void letters_and_their_marks_become_one(void **state)
{
    char out[16];

    NJ_UNUSED(state);
    assert_int_equal(nj_utf8_compose("e\u0301x", 4, out, sizeof(out)), 3);
    assert_string_equal(out, "\u00e9x");
    assert_int_equal(nj_utf8_compose("上", 3, out, sizeof(out)), 3);
    assert_string_equal(out, "上");
    assert_int_equal(nj_utf8_compose("", 0, out, sizeof(out)), 0);
    assert_int_equal(nj_utf8_compose("0123456789abcdef", 16, out, sizeof(out)),
                     0);
    assert_string_equal(out, "");
    assert_int_equal(nj_utf8_compose("0123456789abcde", 15, out, sizeof(out)),
                     15);
}

static void a_word_ends_at_white_space(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_utf8_word("ab c", 4), 2);
    assert_int_equal(nj_utf8_word("\u949f\u3000x", 7), 3);
    assert_int_equal(nj_utf8_word("abc", 2), 2);
    assert_int_equal(nj_utf8_word(" a", 2), 0);
    assert_int_equal(nj_utf8_word("", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_ends_at_white_space),
        cmocka_unit_test(ends_are_trimmed),
        cmocka_unit_test(well_formed_text_is_valid),
        cmocka_unit_test(malformed_text_is_not),
        cmocka_unit_test(every_character_is_valid_in_one_spelling),
        cmocka_unit_test(characters_are_read_one_by_one),
        cmocka_unit_test(bad_bytes_read_as_replacement),
        cmocka_unit_test(characters_are_written),
        cmocka_unit_test(folding_makes_alike_what_people_type),
        cmocka_unit_test(folding_keeps_to_the_room_it_has),
        cmocka_unit_test(spaces_and_controls_are_told_apart),
        cmocka_unit_test(clusters_are_what_a_reader_counts),
        cmocka_unit_test(wide_characters_take_two_columns),
        cmocka_unit_test(cuts_fall_between_clusters),
        cmocka_unit_test(letters_and_their_marks_become_one),
        cmocka_unit_test(names_become_harmless),
        cmocka_unit_test(names_are_cut_to_their_room),
    };

    return cmocka_run_group_tests_name("base/utf8", tests, NULL, NULL);
}
