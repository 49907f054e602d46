/* src/games/night_of_cards/order.c: whatever is typed, the books of points,
 * budgets, numbers and texts are right (NC-4.2, 5.12d, 9.2, 17.5a). */
#include <string.h>

#include "kit/amount.h"
#include "match/pages.h"
#include "match/prose.h"
#include "nc_kit.h"

#define INPUTS 400 /* of a match */

static const char *const verbs[] = {
    "kill",      "killx",  "bite",    "bitex",  "snipe",   "aim",
    "saint",     "bind",   "heal",    "vest",   "bane",    "confine",
    "doom",      "pardon", "curse",   "vcurse", "bless",   "dbless",
    "antisnipe", "arson",  "coroner", "morph",  "attack",  "save",
    "cancel",    "done",   "undone",  "vote",   "verdict", "manifesto",
    "pieces",    "order",  "auto"};

static const char *const texts[] = {"",           "1",
                                    "2",          "3",
                                    "4",          "5",
                                    "7",          "8",
                                    "99",         "A",
                                    "b",          "@C",
                                    "#2",         "self",
                                    "SN",         "DP",
                                    "BG",         "AM",
                                    "C",          "K",
                                    "all",        "last",
                                    "clear",      "new",
                                    "begin",      "stock",
                                    "show",       "drop",
                                    "on",         "default",
                                    "C,DP",       "K,C",
                                    "0",          "-1",
                                    ",,",         "今夜",
                                    "啊啊啊啊啊", "[CQ:x]http://y\n\n"};

static const char *any(struct nj_rng *rng, const char *const *list, size_t n)
{
    return list[nj_rng_below(rng, (uint32_t)n)];
}

/* An order of somebody, whoever may give it; as a person could type it. */
static void type_anything(struct kit *k, struct nj_rng *rng)
{
    const char *verb = any(rng, verbs, NJ_COUNT(verbs));
    const struct nj_verb *v = nj_game_verb(&nj_night_of_cards, verb);
    struct nj_arg args[4];
    uint32_t n = 0;
    struct nj_input in = {.kind = NJ_IN_ORDER,
                          .seat = (nj_seat)nj_rng_below(rng, nj_seats(k->m)),
                          .place = nj_rng_below(rng, 8) == 0 ? NJ_PLACE_GROUP
                                                             : NJ_PLACE_PRIVATE,
                          .verb = verb,
                          .reason = ""};

    for (const char *letter = v->args; *letter != '\0'; letter++) {
        if (*letter == 't' || *letter == 'T') {
            args[n] = nj_arg_text(nj_input_text_name(n),
                                  any(rng, texts, NJ_COUNT(texts)));
            n++;
        } else if (nj_rng_below(rng, 4) == 0) {
            args[n++] = *letter == 'o'
                            ? nj_arg_int("n", (int64_t)nj_rng_below(rng, 6) - 1)
                            : nj_arg_words("words", "self");
        }
    }
    if (nj_verb_pieces(v)) /* the last of one */
        args[n++] = nj_arg_int("left", 0);
    if (strcmp(verb, "vote") == 0 || strcmp(verb, "verdict") == 0)
        in.place = NJ_PLACE_GROUP;
    in.args = (struct nj_args){.v = args, .n = n};
    kit_apply(k, &in);
}

static void expect_orders(const struct nc_seat *who)
{
    uint16_t cost = 0;

    for (uint8_t i = 0; i < who->n_orders; i++) {
        const struct nc_order *o = &who->order[i];

        cost = (uint16_t)(cost + o->cost);
        assert_true(o->id >= 1 && o->id <= who->next_id);
        assert_true(i == 0 || o->id > who->order[i - 1].id);
        assert_true(nj_nc_in_hand(who, o->slot) >= 0);
    }
    assert_true(cost <= who->points);
    for (uint8_t slot = 0; slot < who->dealt; slot++)
        if (who->card[slot].type == NC_AM)
            assert_true(who->card[slot].used + 0u <= NC_BUDGET);
}

static void expect_texts(const struct nj_match *m, const struct nc_state *s)
{
    for (nj_seat seat = 0; seat < s->n; seat++) {
        const struct nc_seat *who = &s->seat[seat];
        struct nj_prose c = {.halves = 0};

        assert_true(who->pieces <= NC_PIECES);
        for (int i = 0; i < NC_PIECES; i++) {
            assert_true(who->piece[i] == 0 || i < who->pieces);
            nj_prose_count(&c, nj_page(m, who->piece[i]));
        }
        assert_int_equal(who->halves, c.halves);
        assert_int_equal(who->kinds, c.kinds);
    }
}

static void expect_books(const struct kit *k)
{
    const struct nc_state *s = kit_state(k);

    for (nj_seat seat = 0; seat < s->n; seat++)
        expect_orders(&s->seat[seat]);
    expect_texts(k->m, s);
}

static void play(uint64_t seed)
{
    static const char *const options[] = {
        "manifesto_chars=0", "", "manifesto_chars=1 order_freeze=12h",
        "ap_cap=6 onehit_scope=strike", "bells=off novote=none hand=4"};
    struct nj_rng rng;
    struct kit *k;

    nj_rng_splitmix64(&rng, seed);
    k = kit_new((uint8_t)(NC_SEATS_MIN + nj_rng_below(&rng, 11)),
                nj_rng_below(&rng, 4) == 0, any(&rng, options, 5), seed);
    kit_begin(k);
    for (int i = 0; i < INPUTS && !k->over; i++) {
        if (nj_rng_below(&rng, 40) == 0)
            kit_wait(k);
        else
            type_anything(k, &rng);
        if (!k->over)
            expect_books(k);
        kit_forget(k);
    }
    kit_free(k);
}

static void books_are_right_whatever_is_typed(void **state)
{
    NJ_UNUSED(state);
    for (uint64_t seed = 0; seed < nj_amount("NJ_ORDER_MATCHES", 300); seed++)
        play(seed);
}

/* --- buttons (NC-11.4) --- */

/* What is offered under the last sheet of the seat: "vest,done". */
static const char *offered_to(const struct kit *k, nj_seat seat, char text[300])
{
    struct nj_offered offered = {.n = 0};

    text[0] = '\0';
    for (uint32_t i = 0; i < k->n_record; i++)
        if (strcmp(k->record[i]->key, "nc.sheet") == 0 &&
            nj_seat_in(k->record[i]->to.seats, seat))
            nj_match_offers(k->m, k->record[i], &offered);
    for (int i = 0; i < offered.n; i++)
        nj_words_add(text, 300, offered.word[i]);
    return text;
}

static void what_would_be_accepted_can_be_pressed(void **state)
{
    struct kit *k = kit_given("novote=none income=1",
                              "seats ABCDEFG; day 3; A hand CF,VW,SN; "
                              "B hand CF,VW,SN; B p 0; C hand C,K,SB; D dead");
    char text[300];

    NJ_UNUSED(state);
    kit_fire(k, "day");
    assert_string_equal(offered_to(k, 0, text),
                        "snipe,aim,saint,vest,bane,confine,antisnipe,done");
    assert_string_equal(offered_to(k, 1, text),
                        "snipe,vest,bane,done"); /* 1 point */
    assert_string_equal(offered_to(k, 2, text), "kill,killx,bind,done");
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "vest", "");
    assert_string_equal(offered_to(k, 0, text),
                        "snipe,aim,saint,bane,confine,antisnipe,done");
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "done", "");
    assert_string_equal(offered_to(k, 0, text),
                        "snipe,aim,saint,bane,confine,antisnipe");
    kit_order_by(k, 3, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "kill", "1");
    assert_string_equal(offered_to(k, 2, text),
                        "kill,killx,bind"); /* its text lacks */
    kit_fire(k, "night");
    assert_string_equal(offered_to(k, 0, text), ""); /* by day */
    assert_string_equal(offered_to(k, 4, text),
                        "doom,curse,vcurse,bless,dbless");
    kit_free(k);
}

/* The seat types it in private, and is asked for more: what is offered then. */
static const char *asked(struct kit *k, unsigned seat, const char *verb,
                         const char *words, char text[300])
{
    struct nj_offered offered = {.n = 0};
    struct nj_arg args[] = {nj_arg_text("text", words),
                            nj_arg_text("text2", "")};
    const struct nj_input in = {
        .kind = NJ_IN_ORDER,
        .seat = (nj_seat)(seat - 1),
        .place = NJ_PLACE_PRIVATE,
        .at_ms = k->now_ms,
        .verb = verb,
        .args = {.v = args, .n = strcmp(verb, "aim") == 0 ? 2 : 1},
        .reason = ""};
    const struct nj_outcome *o = nj_match_apply(k->m, &in);

    assert_true(o->refused);
    text[0] = '\0';
    if (strcmp(o->messages->key, "nc.err.which") != 0)
        return o->messages->key;
    assert_int_equal(o->messages->to.seats, nj_bit((nj_seat)(seat - 1)));
    nj_match_offers(k->m, o->messages, &offered);
    for (int i = 0; i < offered.n; i++)
        nj_words_add(text, 300, offered.word[i]);
    return text;
}

static void whom_where_and_what_can_be_pressed(void **state)
{
    struct kit *k = kit_given(
        "", "seats ABCDEFG; A hand K,SN,AM; B hand C,C,SB; C hand SB; D dead; "
            "E hand CF,DP; E p 0; F hand CF,DP; G pending C");
    char text[300];

    NJ_UNUSED(state);
    assert_string_equal(asked(k, 1, "kill", "", text),
                        "kill 1,kill 2,kill 3,kill 5,kill 6,kill 7");
    assert_string_equal(asked(k, 1, "attack", "", text), "nc.err.ambiguous");
    assert_string_equal(asked(k, 1, "aim", "", text),
                        "aim 1,aim 2,aim 3,aim 5,aim 6,aim 7");
    assert_string_equal(asked(k, 1, "aim", "2", text), "aim 2 2,aim 2 3");
    assert_string_equal(asked(k, 1, "aim", "3", text), "aim 3 1");
    assert_string_equal(asked(k, 1, "aim", "4", text), "nc.err.target_dead");
    assert_string_equal(asked(k, 1, "morph", "", text),
                        "morph W,morph SB,morph SH,morph VW,morph CF,morph DP,"
                        "morph CB,morph CA,morph BG");
    assert_string_equal(asked(k, 1, "kill", "9", text), "nc.err.target");
    assert_string_equal(asked(k, 5, "confine", "", text), "nc.err.target");
    assert_string_equal(asked(k, 6, "confine", "", text),
                        "confine 1,confine 2,confine 3,confine 5,confine 7");
    assert_string_equal(asked(k, 6, "pardon", "", text), "pardon 7");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books_are_right_whatever_is_typed),
        cmocka_unit_test(what_would_be_accepted_can_be_pressed),
        cmocka_unit_test(whom_where_and_what_can_be_pressed),
    };

    return cmocka_run_group_tests_name("night_of_cards/order", tests, NULL,
                                       NULL);
}
