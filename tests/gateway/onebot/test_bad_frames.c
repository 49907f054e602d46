/*
 * Ten thousand frames that no gateway should send, in pieces of any size: each
 * is read or refused, none becomes an event that it is not.
 *
 * NJ_MEASURE=1 prints what reading took, for the kinds of frames that were
 * made to take long (goals R8: 1 ms and 2 ms per MiB). It is not compared
 * with anything: time is no test.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "base/utf8.h"
#include "gateway/onebot/onebot_priv.h"
#include "gateway/web/assembler.h"
#include "kit/nj_test.h"

#define MIB    (1u << 20)
#define FRAMES 12000
#define LARGE  150 /* one of so many is up to 1 MiB long */

static const struct nj_ob_self self = {
    .gateway = "qq", .index = 1, .id = "10000"};

/* What must become of a frame. */
enum expect {
    EXPECT_REFUSED, /* it is not read at all */
    EXPECT_NO_EVENT,
    EXPECT_SANE /* perhaps an event; then one that keeps its promises */
};

static struct nj_rng chance;
static struct nj_str frame = NJ_STR_INIT((size_t)80 * MIB);

static uint32_t below(size_t n)
{
    return nj_rng_below(&chance, (uint32_t)n);
}

/* --- frames --- */

/* A message of the group, with these values as they stand. */
static void message(const char *user, const char *group, const char *text)
{
    nj_str_clear(&frame);
    nj_str_addf(
        &frame,
        "{\"time\":1700000000,\"self_id\":10000,"
        "\"post_type\":\"message\",\"message_type\":\"group\","
        "\"sub_type\":\"normal\",\"message_id\":\"5\",\"user_id\":%s,"
        "\"group_id\":%s,\"sender\":{\"nickname\":\"Eve\"},\"message\":",
        user, group);
    nj_str_addf(&frame, "%s}", text);
}

static void repeat(const char *piece, size_t bytes)
{
    size_t n = strlen(piece);

    for (size_t i = 0; i + n <= bytes; i += n)
        nj_str_add(&frame, piece, n);
}

/* Some thousands, or now and then very many. */
static size_t length(void)
{
    return below(LARGE) == 0 ? 1 + below(MIB) : 1 + below(4000);
}

static enum expect deep(void)
{
    static const char *const pieces[] = {"[", "{\"a\":", "[{\"a\":[", "[ "};

    message("77", "1001", "");
    nj_str_cut(&frame, frame.len - 1);
    repeat(pieces[below(NJ_COUNT(pieces))], 1000 + length());
    return EXPECT_REFUSED;
}

static enum expect long_string(void)
{
    static const char *const pieces[] = {
        "x",       "长",  "é",       "😀",     "\\u4e0a",
        "\\u0000", "\\n", "\\ud800", "&#91;", "[CQ:at,qq="};

    message("77", "1001", "\"");
    nj_str_cut(&frame, frame.len - 1);
    repeat(pieces[below(NJ_COUNT(pieces))], length());
    nj_str_puts(&frame, "\"}");
    return EXPECT_SANE;
}

static enum expect odd_number(void)
{
    static const char *const numbers[] = {"9007199254740993",
                                          "18446744073709551617",
                                          "-1",
                                          "0",
                                          "1e400",
                                          "1.5",
                                          "-0",
                                          "1e-400",
                                          "null",
                                          "{}",
                                          "[77]",
                                          "\"\""};
    const char *odd = numbers[below(NJ_COUNT(numbers))];

    if (below(2) == 0)
        message(odd, "1001", "\"x\"");
    else
        message("77", odd, "\"x\"");
    return EXPECT_NO_EVENT;
}

static enum expect long_number(void)
{
    message("", "", "");
    nj_str_cut(&frame, frame.len - strlen(",\"sender\":{\"nickname\":\"Eve\"},"
                                          "\"message\":}"));
    repeat("9", length());
    nj_str_puts(&frame, "}");
    return EXPECT_NO_EVENT;
}

static enum expect bad_bytes(void)
{
    static const char *const bytes[] = {"\xff",     "\xc0\x80", "\xed\xa0\x80",
                                        "\xe4\xb8", "\x80",     "\xf5\x80\x80"};

    message("77", "1001", "\"");
    nj_str_cut(&frame, frame.len - 1);
    repeat("夜", below(300));
    nj_str_puts(&frame, bytes[below(NJ_COUNT(bytes))]);
    nj_str_puts(&frame, "\"}");
    return EXPECT_REFUSED;
}

static enum expect control(void)
{
    message("77", "1001", "\"");
    nj_str_cut(&frame, frame.len - 1);
    nj_str_putc(&frame, (char)below(0x20)); /* a NUL, too */
    nj_str_puts(&frame, "\"}");
    return EXPECT_REFUSED;
}

static enum expect repeated(void)
{
    message("77", "1001", "\"#help\"");
    nj_str_cut(&frame, frame.len - 1);
    nj_str_puts(&frame, below(2) == 0 ? ",\"user_id\":78}" : ",\"time\":1}");
    return EXPECT_REFUSED;
}

static enum expect crowded(void)
{
    message("77", "1001", "{\"k\":0");
    nj_str_cut(&frame, frame.len - 1);
    for (size_t i = 0, n = length() / 4; i < n; i++)
        nj_str_addf(&frame, ",\"%zu\":0", i);
    nj_str_puts(&frame, below(2) == 0 ? "}}" : ",\"k\":0}}");
    return EXPECT_SANE;
}

static enum expect many_values(void)
{
    static const char *const pieces[] = {"0,", "[],", "{\"type\":1},", "\"\","};

    message("77", "1001", "[");
    nj_str_cut(&frame, frame.len - 1);
    repeat(pieces[below(NJ_COUNT(pieces))], length());
    nj_str_puts(&frame, "0]}");
    return EXPECT_SANE;
}

static enum expect cut_short(void)
{
    message("77", "1001", "\"#help\"");
    nj_str_cut(&frame, below(frame.len));
    return EXPECT_REFUSED;
}

static enum expect noise(void)
{
    nj_str_clear(&frame);
    for (uint32_t i = 1 + below(200); i > 0; i--)
        nj_str_putc(&frame, (char)below(256));
    return EXPECT_NO_EVENT;
}

static enum expect mutated(void)
{
    message("77", "1001",
            "[{\"type\":\"at\",\"data\":{\"qq\":10000}},{\"type\":\"text\","
            "\"data\":{\"text\":\"#加入\"}}]");
    for (uint32_t i = 1 + below(5); i > 0; i--)
        frame.p[below(frame.len)] = (char)below(256);
    return EXPECT_SANE;
}

/* Two pieces of a good frame change places. */
static enum expect shuffled(void)
{
    char piece[64];
    size_t n = 1 + below(sizeof(piece));
    size_t a, b;

    message("77", "1001", "\"[CQ:reply,id=5][CQ:at,qq=10000] 上\"");
    a = below(frame.len - n);
    b = below(frame.len - n);
    memcpy(piece, frame.p + a, n);
    memmove(frame.p + a, frame.p + b, n);
    memcpy(frame.p + b, piece, n);
    return EXPECT_SANE;
}

static enum expect (*const kinds[])(void) = {
    deep,    long_string, odd_number, long_number, bad_bytes, control, repeated,
    crowded, many_values, cut_short,  noise,       mutated,   shuffled};

/* --- reading them --- */

static void check_event(const struct nj_event *e)
{
    assert_int_equal(e->gateway, 1);
    assert_in_range(e->at_ms, 0, NJ_STAMP_MAX);
    assert_true(nj_address_is(e->chat, "qq"));
    assert_true(nj_utf8_valid(e->name, strlen(e->name)));
    assert_string_not_equal(e->user, "qq:u:10000");
    if (e->kind != NJ_EVENT_MESSAGE)
        return;
    assert_non_null(nj_address_user_id(e->user));
    assert_in_range(strlen(e->text), 0,
                    e->group ? NJ_TEXT_IN_MAX : NJ_TEXT_PRIVATE_MAX);
    assert_true(nj_utf8_valid(e->text, strlen(e->text)));
}

static void read_frame(const char *text, size_t n, enum expect expect)
{
    struct nj_ob_frame f;
    struct nj_err err = {{0}};

    if (nj_ob_frame_read(&self, text, n, &f, &err) != NJ_OK) {
        assert_true(nj_utf8_valid(err.text, strlen(err.text)));
        assert_int_not_equal(strlen(err.text), 0);
        return;
    }
    assert_int_not_equal(expect, EXPECT_REFUSED);
    if (expect == EXPECT_NO_EVENT)
        assert_null(f.event);
    if (f.event != NULL)
        check_event(f.event);
    nj_ob_frame_fini(&f);
}

/* In pieces: of one byte, of a few, or all at once. */
static void receive(struct nj_assembler *a, enum expect expect)
{
    static const size_t steps[] = {1, 1, 7, 4096, SIZE_MAX};
    size_t step = steps[below(NJ_COUNT(steps))];
    enum nj_piece piece = NJ_PIECE_MORE;
    size_t n;

    nj_assembler_begin(a, false);
    for (size_t at = 0; at < frame.len || at == 0; at += n) {
        n = frame.len - at < step ? frame.len - at : step;
        piece = nj_assembler_add(a, frame.p + at, n, at + n == frame.len);
        if (n == 0)
            break;
    }
    assert_int_equal(piece, NJ_PIECE_WHOLE);
    read_frame(a->text.p, a->text.len, expect);
}

static void bad_frames_are_read_or_refused(void **state)
{
    struct nj_assembler a;

    NJ_UNUSED(state);
    nj_random_init();
    nj_rng_splitmix64(&chance, 8);
    nj_assembler_init(&a, NJ_FRAME_MAX);
    for (int i = 0; i < FRAMES; i++)
        receive(&a, kinds[(size_t)i % NJ_COUNT(kinds)]());
    nj_assembler_fini(&a);
    message("77", "1001", "\"#help\""); /* the reader is as it was */
    read_frame(frame.p, frame.len, EXPECT_SANE);
    nj_str_fini(&frame);
}

static void a_frame_without_end_is_cut_off(void **state)
{
    struct nj_assembler a;
    size_t sent = 0;

    NJ_UNUSED(state);
    nj_assembler_init(&a, NJ_FRAME_MAX);
    nj_assembler_begin(&a, false);
    nj_str_clear(&frame);
    repeat("[{\"a\":\"", 65536);
    while (sent < (size_t)64 * MIB &&
           nj_assembler_add(&a, frame.p, frame.len, false) == NJ_PIECE_MORE)
        sent += frame.len;
    assert_in_range(sent, NJ_FRAME_MAX - frame.len, NJ_FRAME_MAX);
    assert_in_range(a.text.cap, 0, (size_t)2 * NJ_FRAME_MAX);
    nj_assembler_reset(&a);
    assert_in_range(a.text.cap, 0, MIB); /* the memory is given back */
    nj_assembler_fini(&a);
    nj_str_fini(&frame);
}

/* A million levels, which is more than the number of frames can make. */
static void a_million_levels_are_refused(void **state)
{
    NJ_UNUSED(state);
    nj_str_clear(&frame);
    repeat("[", 1000000);
    read_frame(frame.p, frame.len, EXPECT_REFUSED);
    nj_str_fini(&frame);
}

/* --- the figures --- */

static double cpu_ms(void)
{
    struct timespec t;

    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t), 0);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void measure(const char *what, const char *before, const char *piece,
                    const char *after, size_t bytes)
{
    double best = 1e9;
    double goal;

    nj_str_clear(&frame);
    nj_str_puts(&frame, before);
    repeat(piece, bytes);
    nj_str_puts(&frame, after);
    for (int i = 0; i < 5; i++) {
        double begin = cpu_ms();

        read_frame(frame.p, frame.len, EXPECT_SANE);
        if (cpu_ms() - begin < best)
            best = cpu_ms() - begin;
    }
    goal = 1 + 2 * (double)frame.len / MIB;
    (void)printf("%8.3f ms of %6.3f  %5.2f MiB  %s%s\n", best, goal,
                 (double)frame.len / MIB, what, best > goal ? "  OVER" : "");
}

/* A string's end, the next one's contents, to be repeated. */
static void strings_of(char *out, size_t cap, const char *piece)
{
    size_t n = strlen(piece);
    size_t at = 3;

    memcpy(out, "\",\"", 4);
    for (; at + n < cap; at += n)
        memcpy(out + at, piece, n + 1);
}

static void what_reading_takes(void **state)
{
    static const char head[] = "{\"post_type\":\"message\",\"message_type\":"
                               "\"group\",\"user_id\":77,\"group_id\":1001,"
                               "\"message\":\"";

    static char page[4096], escapes[4096], zeros[4096];

    static const struct {
        const char *what, *before, *piece, *after;
    } row[] = {
        {"numbers", "[", "0,", "0]"},
        {"fractions", "[", "0.1234567,", "0]"},
        {"lists", "[", "[],", "0]"},
        {"objects", "[", "{\"a\":{}},", "0]"},
        {"blanks", "", " \n", "{}"},
        {"levels", "", "[", ""},
        {"one long number", "{\"user_id\":", "9", "}"},
        {"text, ASCII", head, "x", "\"}"},
        {"text, three bytes", head, "夜", "\"}"},
        {"text, two bytes", head, "é", "\"}"},
        {"text, four bytes", head, "😀", "\"}"},
        {"text, mixed", head, "aé夜😀", "\"}"},
        {"text, \\u4e0a", head, "\\u4e0a", "\"}"},
        {"text, \\u0000", head, "\\u0000", "\"}"},
        {"text, \\n", head, "\\n", "\"}"},
        {"text, CQ codes", head, "[CQ:at,qq=1]", "\"}"},
        {"text, brackets", head, "[", "\"}"},
        {"text, entities", head, "&#91;", "\"}"},
        {"a name", "{\"", "a", "\":0}"},
        {"texts of 4 KiB", "[\"", page, "\"]"},
        {"texts of escapes", "[\"", escapes, "\"]"},
        {"texts of \\u0000", "[\"", zeros, "\"]"},
    };

    NJ_UNUSED(state);
    if (getenv("NJ_MEASURE") == NULL)
        skip();
    strings_of(page, sizeof(page), "x");
    strings_of(escapes, sizeof(escapes), "\\u4e0a");
    strings_of(zeros, sizeof(zeros), "\\u0000");
    for (size_t size = MIB; size <= NJ_FRAME_MAX / 2; size *= 4)
        for (size_t i = 0; i < NJ_COUNT(row); i++)
            measure(row[i].what, row[i].before, row[i].piece, row[i].after,
                    size);
    nj_str_clear(&frame);
    nj_str_fini(&frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_frames_are_read_or_refused),
        cmocka_unit_test(a_frame_without_end_is_cut_off),
        cmocka_unit_test(a_million_levels_are_refused),
        cmocka_unit_test(what_reading_takes),
    };

    return cmocka_run_group_tests_name("gateway/onebot/bad_frames", tests, NULL,
                                       NULL);
}
