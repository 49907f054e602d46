/* Every type of argument in a sentence, variants, escaping, faults. */
#include <string.h>

#include "base/log.h"
#include "kit/nj_test.h"
#include "locale/format.h"

static const char texts[] =
    "{"
    "\"core\": {\"prose\": \"| \", \"seat\": {\"number\": \"#{{n}}\", \"named\": "
    "\"#{{n}} {{name}}\"}, \"list\": {\"sep\": \" and \", \"none\": "
    "\"nobody\"}},"
    "\"word\": {\"dir\": {\"U\": \"up\"}},"
    "\"t\": {"
    " \"int\": \"{{n}} of {{m}}\","
    " \"typed\": \"#help, #帮助; rank #{{n}} # #」 {{said}}#\","
    " \"seat\": \"{{who}} moves\","
    " \"seats\": \"{{who}}; second: {{who.2}}; ninth: {{who.9}}\","
    " \"first\": \"{{who}} met {{who}}. {{who}}! {{who}}\\n{{who}}, {{who}} [a] {{who}}\","
    " \"text\": \"<{{said}}> & {{id}}\","
    " \"texts\": \"{{names}}\","
    " \"dir\": \"goes {{dir}}\","
    " \"trace\": \"{{trace}}\","
    " \"walls\": \"{{udlr}} left:{{udlr.3}}\","
    " \"err\": \"no: {{code}}\","
    " \"err_bad_dir\": \"what is {{token}}?\","
    " \"err_bad_dir_with_why_far\": \" Too far.\","
    " \"err_with_why_far\": \" ({{why}})\","
    " \"open\": \"open\", \"open_wide\": \"wide\","
    " \"open_until\": \"open, with a time\","
    " \"open_wide_until\": \"wide, with a time\","
    " \"open_thin\": \"thin\","
    " \"left_one\": \"one step\", \"left_other\": \"{{n}} steps\","
    " \"many_one\": \"{{n}}: a match\", \"many_other\": \"{{n}}: {{count}}\","
    " \"claim\": \"I have {{dir}}\", \"claim_without_dir\": \"I have none\","
    " \"won\": \"{{who}} won\", \"won_without_who\": \"nobody won\","
    " \"end\": \"over\", \"end_with_dropped\": \" ({{dropped}} dropped)\","
    " \"end_with_dropped_1\": \", no more\","
    " \"score\": \"Scores\\n{{rows}}\", \"score_row\": \"{{seat}} {{points}}\","
    " \"chain\": \"{{pairs}}\", \"chain_pairs_row\": \"{{s}}->{{p}}\","
    " \"chain_pairs_sep\": \", \","
    " \"aims\": \"{{rows}}\", \"aims_row\": \"{{n}}.\","
    " \"aims_row_with_at\": \" at {{at}}\","
    " \"aims_rows_row_with_left\": \", {{left}} left\","
    " \"sums\": \"{{rows}}\", \"sums_row\": \"{{n}}\","
    " \"sums_row_with_left\": \" +{{left}}\","
    " \"sums_rows_row_end\": \" ={{left}}\","
    " \"ways\": \"Ways: {{list}}\", \"ways_row\": \"{{pos}} {{room}}\","
    " \"ways_sep\": \"; \","
    " \"seat.1\": \"{{n}}:doc\", \"seat.15\": \"him\", \"seat.2\": \"{{name}}\","
    " \"word\": {\"dir\": {\"D\": \"down\"},"
    "  \"room\": {\"0\": \"?\", \"22\": \"<hall>\"}, \"trace\": {\"sep\": \" \", "
    "  \"U\": \"^\", \"C\": \"caught {{n}}\", \"-\": \"nothing\"},"
    "  \"udlr\": {\"#\": \"W\", \".\": \"o\"}}"
    "}}";

static const char *name_of(void *ctx, nj_seat seat)
{
    NJ_UNUSED(ctx);
    return seat == 1 ? "M<\n>" : seat == 2 ? "" : NULL;
}

static unsigned logged;

static void count_log(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(line);
    logged++;
}

static struct nj_catalog *catalog;

static int setup(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    catalog = nj_catalog_create();
    if (nj_catalog_add(catalog, "en", texts, strlen(texts), &err) != NJ_OK)
        fail_msg("%s", err.text);
    nj_log_set_sink(count_log, NULL);
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_log_set_sink(NULL, NULL);
    nj_catalog_destroy(catalog);
    return 0;
}

static void expect_markup(enum nj_markup markup, const char *key,
                          struct nj_args args, const char *text)
{
    const struct nj_format f = {.catalog = catalog,
                                .lang = "en",
                                .markup = markup,
                                .seat_name = name_of};
    struct nj_str out = NJ_STR_INIT(600);

    logged = 0;
    nj_format_key(&f, key, args, &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

static void expect(const char *key, struct nj_args args, const char *text)
{
    expect_markup(NJ_MARKUP_NONE, key, args, text);
}

/* Nobody's words stand at the beginning of a line: not behind a break, nor where
 * a line is too long for one. */
static void prose_stands_behind_bars(void **state)
{
    char text[460], want[480];

    NJ_UNUSED(state);
    expect("t.text",
           NJ_ARGS(nj_arg_prose("said", "one\n\u3010god\u3011 dead\n\ntwo"),
                   nj_arg_id("id", "7")),
           "<| one\n| \u3010god\u3011 dead\n| \n| two> & 7");
    memset(text, 'a', 450);
    text[450] = '\0';
    (void)snprintf(want, sizeof(want), "<| %.200s\n| %.200s\n| %.50s> & 7",
                   text, text, text);
    expect("t.text", NJ_ARGS(nj_arg_prose("said", text), nj_arg_id("id", "7")),
           want);
}

static void numbers_and_seats(void **state)
{
    const nj_seat seats[] = {0, 1};

    NJ_UNUSED(state);
    expect("t.int",
           NJ_ARGS(nj_arg_int("n", -3), nj_arg_int("m", 9007199254740993)),
           "−3 of 9007199254740993");
    expect("t.int", NJ_ARGS(nj_arg_int("n", INT64_MIN), nj_arg_int("m", 0)),
           "−9223372036854775808 of 0");
    expect("t.seat", NJ_ARGS(nj_arg_seat("who", 1)), "#2 M< > moves");
    expect("t.seat", NJ_ARGS(nj_arg_seat("who", 2)), "#3 moves");
    expect("t.seat", NJ_ARGS(nj_arg_seat("who", 3)), "#4 moves");
    expect("t.seats", NJ_ARGS(nj_arg_seats("who", seats, 2)),
           "#1 and #2 M< >; second: #2 M< >; ninth: ");
    expect("t.seats", NJ_ARGS(nj_arg_seats("who", seats, 0)),
           "nobody; second: ; ninth: ");
    assert_int_equal(logged, 0);
}

/* As the game calls them: by a phrase of its own, or else as ever. */
static void seats_are_called_as_their_game_does(void **state)
{
    const nj_seat all[] = {0, 1, 7, 8};
    struct nj_args args = NJ_ARGS(nj_arg_seats("who", all, 4));

    NJ_UNUSED(state);
    args.called = 0xf0000021;
    expect("t.seats", args,
           "1:doc and M< > and him and #9; second: M< >; ninth: ");
    args.called = 0x00000030; /* a phrase that is missing */
    expect("t.seats", args,
           "#1 and #2 M< > and #8 and #9; second: #2 M< >; "
           "ninth: ");
}

/* What a game calls them may begin with a letter: a capital, but only where a
 * line or a sentence begins. */
static void a_sentence_begins_with_a_capital(void **state)
{
    struct nj_args args = NJ_ARGS(nj_arg_seat("who", 7));

    NJ_UNUSED(state);
    args.called = 0xf0000000;
    expect("t.first", args, "Him met him. Him! Him\nHim, him [a] Him");
    expect("t.seat", args, "Him moves");
}

static void foreign_texts_cannot_break_out(void **state)
{
    const char *const names[] = {"a\nb", "{{n}}"};

    NJ_UNUSED(state);
    expect("t.text",
           NJ_ARGS(nj_arg_text("said", "hi\n\xe2\x80\x8b{{id}}"),
                   nj_arg_id("id", "E1")),
           "<hi {{id}}> & E1");
    expect_markup(
        NJ_MARKUP_HTML, "t.text",
        NJ_ARGS(nj_arg_text("said", "<b>&amp;"), nj_arg_id("id", "E1")),
        "&lt;&lt;b&gt;&amp;amp;&gt; &amp; E1");
    expect_markup(NJ_MARKUP_HTML, "t.seat", NJ_ARGS(nj_arg_seat("who", 1)),
                  "#2 M&lt; &gt; moves");
    expect("t.texts", NJ_ARGS(nj_arg_texts("names", names, 2)),
           "a b and {{n}}");
}

static void tokens_become_phrases(void **state)
{
    NJ_UNUSED(state);
    expect("t.dir", NJ_ARGS(nj_arg_word("dir", "D")), "goes down");
    expect("t.dir", NJ_ARGS(nj_arg_word("dir", "U")), "goes up");
    expect("t.trace", NJ_ARGS(nj_arg_words("trace", "U,C13,U")),
           "^ caught 13 ^");
    expect("t.trace", NJ_ARGS(nj_arg_words("trace", "-")), "nothing");
    expect("t.trace", NJ_ARGS(nj_arg_words("trace", "")), "nothing");
    expect("t.walls", NJ_ARGS(nj_arg_glyphs("udlr", "#.#.")), "WoWo left:W");
    assert_int_equal(logged, 0);
    expect("t.dir", NJ_ARGS(nj_arg_word("dir", "L")), "goes L");
    assert_int_equal(logged, 1);
}

static void variants_are_chosen(void **state)
{
    NJ_UNUSED(state);
    expect("t.err", NJ_ARGS(nj_arg_word("code", "-")), "no: nobody");
    expect("t.err",
           NJ_ARGS(nj_arg_word("code", "bad_dir"), nj_arg_id("token", "w")),
           "what is w?");
    expect("t.err", /* of the key first, then of its variant */
           NJ_ARGS(nj_arg_word("code", "bad_dir"), nj_arg_id("token", "w"),
                   nj_arg_word("why", "far")),
           "what is w? (far) Too far.");
    expect("t.err",
           NJ_ARGS(nj_arg_word("code", "-"), nj_arg_word("why", "far")),
           "no: nobody (far)");
    expect("t.left", NJ_ARGS(nj_arg_int("n", 1)), "one step");
    expect("t.left", NJ_ARGS(nj_arg_int("n", 2)), "2 steps");
    expect("t.many", NJ_ARGS(nj_arg_int("n", 5), nj_arg_int("count", 1)),
           "5: a match");
    expect("t.many", NJ_ARGS(nj_arg_int("n", 1), nj_arg_int("count", 5)),
           "1: 5");
    expect("t.claim", NJ_ARGS(nj_arg_words("dir", "U")), "I have up");
    expect("t.claim", NJ_ARGS(nj_arg_words("dir", "")), "I have none");
    expect("t.claim", NJ_ARGS(nj_arg_words("dir", "-")), "I have none");
    expect("t.won", NJ_ARGS(nj_arg_seats("who", (nj_seat[]){2}, 1)), "#3 won");
    expect("t.won", NJ_ARGS(nj_arg_seats("who", NULL, 0)), "nobody won");
    expect("t.end", NJ_NO_ARGS, "over");
    expect("t.end", NJ_ARGS(nj_arg_int("dropped", 0)), "over");
    expect("t.end", NJ_ARGS(nj_arg_int("dropped", 2)), "over (2 dropped)");
    expect("t.end", NJ_ARGS(nj_arg_int("dropped", 1)),
           "over (1 dropped), no more");
}

static const struct nj_row_form score = {
    .canon = "%:%",
    .sep = ';',
    .fields = 2,
    .field = {{.name = "seat", .type = NJ_ARG_SEAT},
              {.name = "points", .type = NJ_ARG_INT}},
};

static const struct nj_row_form pair = {
    .canon = "%>%",
    .sep = ',',
    .fields = 2,
    .field = {{.name = "s", .type = NJ_ARG_SEAT},
              {.name = "p", .type = NJ_ARG_SEAT}},
};

static const struct nj_row_form ranked = {
    .canon = "%:%",
    .sep = ';',
    .fields = 3,
    .field = {{.name = "seat", .type = NJ_ARG_SEAT},
              {.name = "points", .type = NJ_ARG_INT},
              {.name = "rank", .type = NJ_ARG_INT, .apart = true}},
};

/* Equals as they stand. What is stored keeps the order of seats. */
static void rows_with_a_rank_are_read_by_it(void **state)
{
    const int64_t cells[] = {0, 5, 3, 1, 90, 1, 2, 7, 2, 3, 7, 2};

    NJ_UNUSED(state);
    expect("t.score", NJ_ARGS(nj_arg_rows("rows", &ranked, cells, 4)),
           "Scores\n#2 M< > 90\n#3 7\n#4 7\n#1 5");
    expect("t.score", NJ_ARGS(nj_arg_rows("rows", &ranked, cells, 1)),
           "Scores\n#1 5");
    expect("t.score", NJ_ARGS(nj_arg_rows("rows", &ranked, cells, 0)),
           "Scores\n");
}

static void tables_are_a_sentence_per_row(void **state)
{
    const int64_t cells[] = {0, 300, 1, -300};
    const int64_t pairs[] = {0, 2, 2, NJ_NOBODY};

    NJ_UNUSED(state);
    expect("t.score", NJ_ARGS(nj_arg_rows("rows", &score, cells, 2)),
           "Scores\n#1 300\n#2 M< > −300");
    expect("t.score", NJ_ARGS(nj_arg_rows("rows", &score, cells, 0)),
           "Scores\n");
    expect("t.chain", NJ_ARGS(nj_arg_rows("pairs", &pair, pairs, 2)),
           "#1->#3, #3->");
}

/* Nobody is not seat 1. */
static void a_row_says_more_where_a_column_has_something(void **state)
{
    static const struct nj_row_form aims = {
        .canon = "%:%:%",
        .sep = ';',
        .fields = 3,
        .field = {{.name = "n", .type = NJ_ARG_INT},
                  {.name = "at", .type = NJ_ARG_SEAT},
                  {.name = "left", .type = NJ_ARG_INT}}};
    const int64_t cells[] = {1, 0, 0, 2, NJ_NOBODY, 3, 3, 2, -1};

    NJ_UNUSED(state);
    expect("t.aims", NJ_ARGS(nj_arg_rows("rows", &aims, cells, 3)),
           "1. at #1\n2., 3 left\n3. at #3, −1 left");
    expect("t.sums", NJ_ARGS(nj_arg_rows("rows", &aims, cells, 2)),
           "1\n2 +3 =3");
}

static const struct nj_row_form ways = {
    .canon = "%=%",
    .sep = ',',
    .fields = 2,
    .field = {{.name = "pos", .type = NJ_ARG_INT},
              {.name = "room", .type = NJ_ARG_WORD}},
};

static void a_cell_may_be_the_number_of_a_phrase(void **state)
{
    const int64_t cells[] = {3, 22, 4, 0};
    const int64_t unheard[] = {5, -7};

    NJ_UNUSED(state);
    expect("t.ways", NJ_ARGS(nj_arg_rows("list", &ways, cells, 2)),
           "Ways: 3 <hall>; 4 ?");
    expect("t.ways", NJ_ARGS(nj_arg_rows("list", &ways, unheard, 1)),
           "Ways: 5 -7");
}

static void faults_show_the_canonical_form(void **state)
{
    const int64_t pairs[] = {0, 2};

    NJ_UNUSED(state);
    expect("t.none", NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_int("n", 4)),
           "t.none seat=1 n=4");
    assert_int_equal(logged, 1);
    expect("t.int", NJ_ARGS(nj_arg_int("n", 4)), "t.int n=4");
    assert_int_equal(logged, 1);
    expect("t.score", NJ_ARGS(nj_arg_rows("rows", &pair, pairs, 1)),
           "t.score rows=1>3");
}

static void a_full_string_says_so(void **state)
{
    const struct nj_format f = {.catalog = catalog, .lang = "en"};
    struct nj_str out = NJ_STR_INIT(3);

    NJ_UNUSED(state);
    nj_format_key(&f, "t.end", NJ_NO_ARGS, &out);
    assert_true(out.over);
    nj_str_fini(&out);
}

static void messages_are_their_key_and_arguments(void **state)
{
    const struct nj_format f = {.catalog = catalog, .lang = "en"};
    const struct nj_message m = {.key = "t.left",
                                 .args = NJ_ARGS(nj_arg_int("n", 3))};
    struct nj_str out = NJ_STR_INIT(100);

    NJ_UNUSED(state);
    nj_str_puts(&out, "> ");
    nj_format_message(&f, &m, &out);
    assert_string_equal(out.p, "> 3 steps");
    nj_str_fini(&out);
}

static void expect_open(const char *want, const char *how, int64_t until_ms)
{
    struct nj_format f = {.catalog = catalog, .lang = "en"};
    struct nj_str out = NJ_STR_INIT(200);
    struct nj_arg args[] = {nj_arg_word("how", how),
                            nj_arg_at("until", until_ms)};

    nj_format_key(&f, "t.open",
                  (struct nj_args){.v = args, .n = until_ms != 0 ? 2 : 1},
                  &out);
    assert_string_equal(out.p, want);
    nj_str_fini(&out);
}

static void a_variant_may_tell_a_moment(void **state)
{
    NJ_UNUSED(state);
    expect_open("open", "other", 0);
    expect_open("open, with a time", "other", 1);
    expect_open("wide", "wide", 0);
    expect_open("wide, with a time", "wide", 1);
    expect_open("thin", "thin", 1);
}

/* Only where a command's word follows, and never in what somebody said. */
static void commands_have_the_prefix_of_the_chat(void **state)
{
    struct nj_format f = {.catalog = catalog, .lang = "en"};
    struct nj_str out = NJ_STR_INIT(200);
    struct nj_arg args[] = {nj_arg_int("n", 1), nj_arg_text("said", "#me")};

    NJ_UNUSED(state);
    nj_format_key(&f, "t.typed", (struct nj_args){.v = args, .n = 2}, &out);
    assert_string_equal(out.p, "#help, #帮助; rank #1 # #」 #me#");
    nj_str_cut(&out, 0);
    f.prefix = "!!";
    nj_format_key(&f, "t.typed", (struct nj_args){.v = args, .n = 2}, &out);
    assert_string_equal(out.p, "!!help, !!帮助; rank #1 # #」 #me#");
    nj_str_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prose_stands_behind_bars),
        cmocka_unit_test(numbers_and_seats),
        cmocka_unit_test(a_variant_may_tell_a_moment),
        cmocka_unit_test(commands_have_the_prefix_of_the_chat),
        cmocka_unit_test(seats_are_called_as_their_game_does),
        cmocka_unit_test(a_sentence_begins_with_a_capital),
        cmocka_unit_test(foreign_texts_cannot_break_out),
        cmocka_unit_test(tokens_become_phrases),
        cmocka_unit_test(variants_are_chosen),
        cmocka_unit_test(tables_are_a_sentence_per_row),
        cmocka_unit_test(a_row_says_more_where_a_column_has_something),
        cmocka_unit_test(rows_with_a_rank_are_read_by_it),
        cmocka_unit_test(a_cell_may_be_the_number_of_a_phrase),
        cmocka_unit_test(faults_show_the_canonical_form),
        cmocka_unit_test(a_full_string_says_so),
        cmocka_unit_test(messages_are_their_key_and_arguments),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
