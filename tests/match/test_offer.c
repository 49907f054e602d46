/* src/match/offer.c: words offered under a message, by a table. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"

static bool wanted;

static bool is_wanted(const struct nj_match *m, const struct nj_message *msg,
                      nj_seat seat)
{
    NJ_UNUSED(m);
    NJ_UNUSED(msg);
    return wanted && seat != NJ_SEAT_NONE;
}

static void list_hand(const struct nj_match *m, nj_seat seat,
                      char out[NJ_OFFER_LIST])
{
    NJ_UNUSED(m);
    assert_int_equal(seat, 1);
    nj_words_add(out, NJ_OFFER_LIST, "coin");
    nj_words_add(out, NJ_OFFER_LIST, "key");
}

static const struct nj_offer offers[] = {
    {"pr.end", NJ_OFFERS_OVER, .to = NJ_OFFER_ALL},
    {"pr.go", "go {ways}", .to = NJ_OFFER_SEAT},
    {"pr.go", "take {items} now", .to = NJ_OFFER_SEAT},
    {"pr.go", "pick {n}", .to = NJ_OFFER_SEAT},
    {"pr.go", "drop {}", NJ_OFFER_SEAT, .list = list_hand},
    {"pr.go", "end", NJ_OFFER_SEAT, .when = is_wanted},
    {"pr.go", "yes", NJ_OFFER_SEAT, .asks = "gun"},
    {NJ_OFFER_ANY, "help", .to = NJ_OFFER_ALL},
    {.key = NULL}};

static int ask_gun(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_ask ask = {.seat = 1, .name = "gun", .ms = 1000};

    NJ_UNUSED(in);
    nj_prompt(m, &ask, "pr.gun", "", NJ_NO_ARGS);
    return 0;
}

static int quiet(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

static void no_answer(struct nj_match *m, nj_seat seat)
{
    NJ_UNUSED(m);
    NJ_UNUSED(seat);
}

static const char *const editions[] = {"one", NULL};
static const struct nj_verb verbs[] = {
    {.name = "probe", .args = "", .channel = NJ_CHANNEL_BOTH, .apply = ask_gun},
    {.name = NULL}};
static const struct nj_question questions[] = {
    {.name = "gun", .otherwise = no_answer}, {.name = NULL}};
static const struct nj_game game = {.id = "probe",
                                    .prefix = "pr",
                                    .rules_version = 1,
                                    .seats_min = 1,
                                    .seats_max = 4,
                                    .editions = editions,
                                    .verbs = verbs,
                                    .questions = questions,
                                    .offers = offers,
                                    .state_size = 8,
                                    .start = quiet,
                                    .timer = quiet,
                                    .leave = quiet};

static struct nj_match *started(void)
{
    static const struct nj_match_seat seats[] = {
        {.name = "a", .contribution = ""}, {.name = "b", .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &game, .edition = "one", .seats = seats, .n_seats = 2};
    struct nj_match *m;

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    (void)nj_match_apply(
        m,
        &(struct nj_input){.kind = NJ_IN_START, .verb = "start", .reason = ""});
    return m;
}

/* What is offered under it is `want`, the words with a bar behind each. */
static void check(const struct nj_match *m, const char *key,
                  struct nj_audience to, struct nj_args args, const char *want)
{
    const struct nj_message msg = {
        .key = key, .clause = "", .to = to, .args = args};
    struct nj_str got = NJ_STR_INIT(4000);
    struct nj_offered offered;

    nj_match_offers(m, &msg, &offered);
    for (int i = 0; i < offered.n; i++)
        nj_str_addf(&got, "%s|", offered.word[i]);
    if (offered.n < 0)
        nj_str_puts(&got, "over");
    assert_string_equal(got.p, want);
    nj_str_fini(&got);
}

static const struct nj_row_form form = {
    .canon = "%:%",
    .sep = ',',
    .fields = 2,
    .field = {{"pos", NJ_ARG_INT, false}, {"way", NJ_ARG_INT, false}}};

static void arguments_stand_in_the_words(void **state)
{
    static const int64_t cells[] = {15, 1, 21, 2};
    struct nj_match *m = started();

    NJ_UNUSED(state);
    wanted = false;
    check(m, "pr.go", nj_to_seat(1),
          NJ_ARGS(nj_arg_rows("ways", &form, cells, 2),
                  nj_arg_words("items", "key,key,torch"), nj_arg_int("n", 0)),
          "go 15|go 21|take key now|take torch now|pick 0|drop coin|drop key|");
    wanted = true;
    check(m, "pr.go", nj_to_seat(1), NJ_NO_ARGS, "drop coin|drop key|end|");
    nj_match_destroy(m);
}

static void a_row_has_its_reader_and_its_time(void **state)
{
    struct nj_match *m = started();

    NJ_UNUSED(state);
    wanted = true;
    check(m, "pr.go", nj_to_all(), NJ_NO_ARGS, "help|");
    check(m, "pr.go", nj_to_seats(3), NJ_NO_ARGS, "");
    check(m, "pr.go", nj_to_host(), NJ_NO_ARGS, "");
    check(m, "pr.go", nj_to_record(), NJ_NO_ARGS, "");
    check(m, "pr.other", nj_to_seat(0), NJ_NO_ARGS, "");
    check(m, "pr.end", nj_to_all(), NJ_NO_ARGS, "over");
    (void)nj_match_apply(
        m, &(struct nj_input){
               .kind = NJ_IN_ORDER, .seat = 1, .verb = "probe", .reason = ""});
    check(m, "pr.go", nj_to_seat(1), NJ_NO_ARGS, "drop coin|drop key|end|yes|");
    nj_match_destroy(m);
}

static void there_is_room_for_so_many(void **state)
{
    int64_t cells[2 * (NJ_BUTTONS_MAX + 5)];
    struct nj_match *m = started();
    const struct nj_message msg = {
        .key = "pr.go",
        .clause = "",
        .to = nj_to_seat(1),
        .args = NJ_ARGS(nj_arg_rows("ways", &form, cells, NJ_BUTTONS_MAX + 5))};
    struct nj_offered offered;

    NJ_UNUSED(state);
    for (int i = 0; i < 2 * (NJ_BUTTONS_MAX + 5); i++)
        cells[i] = i;
    nj_match_offers(m, &msg, &offered);
    assert_int_equal(offered.n, NJ_BUTTONS_MAX);
    assert_string_equal(offered.word[NJ_BUTTONS_MAX - 1], "go 62");
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_stand_in_the_words),
        cmocka_unit_test(a_row_has_its_reader_and_its_time),
        cmocka_unit_test(there_is_room_for_so_many),
    };

    return cmocka_run_group_tests_name("match/offer", tests, NULL, NULL);
}
