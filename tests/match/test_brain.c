/* Computer players: what they hear, when they are asked, their own dice. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

/* One player per seat who writes down what it hears. */
#define NOTES_MAX 64

struct notes {
    uint32_t n;
    uint32_t dice;
    char keys[NOTES_MAX][8];
};

static bool take_note(const struct nj_hearing *h)
{
    struct notes *n = h->scratch;

    assert_in_range(n->n, 0, NOTES_MAX - 1);
    (void)snprintf(n->keys[n->n++], sizeof(n->keys[0]), "%s", h->msg->key + 4);
    n->dice = n->dice * 31 + nj_rng_below(h->rng, 1000);
    return true;
}

static const struct notes *seen[4];

static bool show_notes(const void *scratch, const void *data, nj_seat me,
                       struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(data);
    NJ_UNUSED(rng);
    NJ_UNUSED(out);
    seen[me] = scratch;
    return false;
}

static void with_notes(struct toy_log *l, struct nj_game *game)
{
    *game = nj_toy_game;
    game->brain = (struct nj_brain){.scratch_size = sizeof(struct notes),
                                    .listens = take_note,
                                    .act = show_notes};
    nj_toy_log_init(l);
    nj_match_destroy(l->m);
    for (int i = 0; i < 3; i++)
        l->seats[i].computer = true;
    l->setup.game = game;
    l->m = nj_match_create(&l->setup);
    memset(seen, 0, sizeof(seen));
}

static void a_seat_hears_what_it_may_and_no_more(void **state)
{
    struct toy_log l;
    struct nj_game game;
    struct nj_input in;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_PRIVATE, "guess", "x");
    (void)nj_toy_log_order(&l, 2, NJ_PLACE_GROUP, "step", NULL); /* refused */
    assert_false(nj_match_computer(l.m, &in));
    assert_int_equal(seen[0]->n, 2);
    assert_string_equal(seen[0]->keys[0], "start");
    assert_string_equal(seen[0]->keys[1], "turn");
    assert_int_equal(seen[1]->n, 3);
    assert_string_equal(seen[1]->keys[2], "guessed");
    assert_int_equal(seen[2]->n, 2);
    nj_toy_log_fini(&l);
}

static void a_fold_gives_the_same_scratch_area(void **state)
{
    struct toy_log l;
    struct nj_game game;
    struct notes kept[3];
    struct nj_input in;
    struct nj_match *m;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    (void)nj_toy_log_start(&l);
    for (int i = 0; i < 3; i++) {
        const struct nj_toy *s = nj_state_const(l.m);

        (void)nj_toy_log_order(&l, s->turn, NJ_PLACE_GROUP, "step", NULL);
        (void)nj_match_computer(l.m, &in);
    }
    for (int i = 0; i < 3; i++)
        kept[i] = *seen[i];
    assert_int_not_equal(kept[0].dice, kept[1].dice);
    m = nj_toy_log_fold(&l);
    (void)nj_match_computer(m, &in);
    for (int i = 0; i < 3; i++)
        assert_memory_equal(&kept[i], seen[i], sizeof(kept[i]));
    nj_match_destroy(m);
    (void)nj_toy_log_power(&l, "undo", 4);
    (void)nj_toy_log_order(&l, 2, NJ_PLACE_GROUP, "step", NULL);
    (void)nj_match_computer(l.m, &in);
    for (int i = 0; i < 3; i++) /* the undo itself is forgotten */
        assert_int_equal(seen[i]->n, kept[i].n);
    nj_toy_log_fini(&l);
}

static void a_substitute_acts_until_the_person_is_back(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_computers(&l);
    assert_false(nj_match_computer(l.m, &in));
    assert_true(nj_match_fire(l.m, NULL, &in));
    l.now_ms = in.at_ms;
    (void)nj_toy_log_apply(&l, &in); /* the one who slept is substituted */
    for (int i = 0; i < 10 && !nj_match_over(l.m); i++) {
        const struct nj_toy *s = nj_state_const(l.m);
        nj_seat turn = s->turn;

        if (!nj_match_computer(l.m, &in)) {
            (void)nj_toy_log_order(&l, turn, NJ_PLACE_GROUP, "step", NULL);
            continue;
        }
        assert_int_equal(in.seat, turn);
        assert_int_equal(in.at_ms, nj_at(l.m));
        (void)nj_toy_log_apply(&l, &in);
    }
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static bool always_step(const void *scratch, const void *data, nj_seat me,
                        struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(scratch);
    NJ_UNUSED(data);
    NJ_UNUSED(me);
    NJ_UNUSED(rng);
    out->verb = "step";
    return true;
}

static void who_was_refused_is_not_asked_again_at_once(void **state)
{
    struct toy_log l;
    struct nj_game game;
    struct nj_input in;
    nj_seat_set asked = 0;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    nj_match_destroy(l.m);
    game.brain.act = always_step;
    l.m = nj_match_create(&l.setup);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
    /* The turn is seat 2's: seat 1 tries first, once, and is passed over. */
    assert_true(nj_match_computer(l.m, &in));
    assert_int_equal(in.seat, 0);
    assert_true(nj_toy_log_apply(&l, &in)->refused);
    assert_true(nj_match_computer(l.m, &in));
    assert_int_equal(in.seat, 1);
    assert_false(nj_toy_log_apply(&l, &in)->refused);
    for (int i = 0; i < 3 && nj_match_computer(l.m, &in); i++) {
        asked |= nj_bit(in.seat);
        if (!nj_toy_log_apply(&l, &in)->refused)
            break;
    }
    assert_int_equal(asked, 7);
    nj_toy_log_fini(&l);
}

/* --- ears --- */

struct mind {
    uint8_t turn, mine, last;
    uint16_t seen;
    uint8_t heard;
};

static void count_it(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;

    mind->heard++;
}

static const struct nj_ear ears[] = {
    {"toy.turn", .note = {NJ_NOTE_OF(struct mind, turn, "seat")}},
    {"toy.start", .note = {NJ_NOTE(struct mind, last, 7)}},
    {"toy.stepped", .hear = count_it, .own = true},
    {.key = NULL}};

static struct mind *minds[4];

static bool show_mind(const void *scratch, const void *data, nj_seat me,
                      struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(data);
    NJ_UNUSED(rng);
    memcpy(&minds[me], &scratch, sizeof(scratch));
    assert_true(
        nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "guess", "%d %s", 3, "x"));
    assert_string_equal(out->text, "3 x");
    assert_true(nj_brain_orders(out, NJ_PLACE_GROUP, "step"));
    assert_string_equal(out->text, "");
    assert_string_equal(out->verb, "step");
    return false;
}

/* Seat 2 can be made deaf. */
static bool deaf;

static bool two_is_deaf(const struct nj_hearing *h)
{
    return !deaf || h->me != 1;
}

static void an_ear_hears_its_message_alone(void **state)
{
    struct toy_log l;
    struct nj_game game;
    struct nj_input in;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    nj_match_destroy(l.m);
    game.brain = (struct nj_brain){.scratch_size = sizeof(struct mind),
                                   .listens = two_is_deaf,
                                   .ears = ears,
                                   .act = show_mind};
    l.m = nj_match_create(&l.setup);
    deaf = false;
    (void)nj_toy_log_start(&l);
    deaf = true;
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
    (void)nj_match_computer(l.m, &in);
    assert_int_equal(minds[0]->last, 7);
    assert_int_equal(minds[0]->turn, 1); /* seat 2's */
    assert_int_equal(minds[1]->last, 7);
    assert_int_equal(minds[1]->turn, 0);
    assert_int_equal(minds[2]->turn, 1);
    nj_toy_log_fini(&l);
}

static struct mind after(const struct nj_ear *ear, struct nj_args args)
{
    struct mind mind = {.turn = 9, .mine = 9, .seen = 9};
    const struct nj_message msg = {
        .key = ear->key, .clause = "", .to = nj_to_all(), .args = args};
    const struct nj_hearing h = {.scratch = &mind, .me = 1, .msg = &msg};

    nj_ear_hears(ear, &h);
    return mind;
}

static void a_note_is_taken_as_the_row_says(void **state)
{
    static const struct nj_ear of = {
        "k", .note = {NJ_NOTE_OF(struct mind, turn, "n")}};
    static const struct nj_ear wide = {
        "k", .note = {NJ_NOTE_OF(struct mind, seen, "n")}};
    static const struct nj_ear word = {
        "k", .note = {NJ_NOTE_IS(struct mind, mine, "state", "on")}};
    static const struct nj_ear own = {"k", .hear = count_it, .own = true};

    NJ_UNUSED(state);
    assert_int_equal(after(&of, NJ_ARGS(nj_arg_int("n", 255))).turn, 255);
    assert_int_equal(after(&of, NJ_ARGS(nj_arg_int("n", 256))).turn, 0);
    assert_int_equal(after(&of, NJ_ARGS(nj_arg_int("n", -1))).turn, 0);
    assert_int_equal(after(&of, NJ_NO_ARGS).turn, 0);
    assert_int_equal(after(&wide, NJ_ARGS(nj_arg_int("n", 256))).seen, 256);
    assert_int_equal(after(&word, NJ_ARGS(nj_arg_word("state", "on"))).mine, 1);
    assert_int_equal(after(&word, NJ_ARGS(nj_arg_word("state", "of"))).mine, 0);
    assert_int_equal(after(&own, NJ_ARGS(nj_arg_seat("seat", 1))).heard, 1);
    assert_int_equal(after(&own, NJ_ARGS(nj_arg_seat("seat", 0))).heard, 0);
    assert_int_equal(after(&own, NJ_NO_ARGS).heard, 0);
}

/* --- chance of a seat's own --- */

static uint32_t aside[3][NJ_SEAT_DRAWS];
static bool draw_aside;

static int start_and_draw(struct nj_match *m, const struct nj_input *in)
{
    if (draw_aside) {
        nj_random_of_seat(m, 0, 40, NJ_SEAT_DRAWS, aside[0]);
        nj_random_of_seat(m, 0, 40, NJ_SEAT_DRAWS, aside[1]);
        nj_random_of_seat(m, 1, 40, NJ_SEAT_DRAWS, aside[2]);
    }
    return nj_toy_game.start(m, in);
}

static void chance_of_a_seat_leaves_that_of_the_match_alone(void **state)
{
    uint8_t digests[2][NJ_HASH_BYTES];

    NJ_UNUSED(state);
    for (int i = 0; i < 2; i++) {
        struct toy_log l;
        struct nj_game game;

        with_notes(&l, &game);
        game.start = start_and_draw;
        draw_aside = i == 1;
        (void)nj_toy_log_start(&l);
        (void)nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
        memcpy(digests[i], nj_match_digest(l.m)->b, NJ_HASH_BYTES);
        nj_toy_log_fini(&l);
    }
    assert_memory_equal(digests[0], digests[1], NJ_HASH_BYTES);
    assert_memory_equal(aside[0], aside[1], sizeof(aside[0]));
    assert_memory_not_equal(aside[0], aside[2], sizeof(aside[0]));
    for (int i = 0; i < NJ_SEAT_DRAWS; i++)
        assert_in_range(aside[2][i], 0, 39);
}

static void notes_add_up_and_a_row_may_take_several(void **state)
{
    static const struct nj_ear more = {
        "k", .note = {NJ_NOTE_MORE(struct mind, turn, 200)}};
    static const struct nj_ear less = {
        "k", .note = {NJ_NOTE_MORE(struct mind, mine, -5),
                      NJ_NOTE_MORE(struct mind, seen, -10)}};
    static const struct nj_ear most = {
        "k", .note = {NJ_NOTE_MORE(struct mind, turn, 250)}};
    static const struct nj_ear both = {
        "k", .hear = count_it,
        .note = {NJ_NOTE(struct mind, last, 4),
                 NJ_NOTE_BITS(struct mind, seen, 1 | 6),
                 NJ_NOTE_ONLY(struct mind, turn, 3),
                 NJ_NOTE(struct mind, mine, 0)}};
    static const struct nj_ear seats = {
        "k", .note = {NJ_NOTE_SEATS(struct mind, seen, "who"),
                      NJ_NOTE_SEATS(struct mind, mine, "them"),
                      NJ_NOTE_SEATS(struct mind, turn, "nobody")}};
    static const nj_seat them[] = {1, 4};
    struct mind mind;

    NJ_UNUSED(state);
    mind = after(&seats, NJ_ARGS(nj_arg_seat("who", 2),
                                 nj_arg_seats("them", them, NJ_COUNT(them))));
    assert_int_equal(mind.seen, 13); /* 9 and the seat 2 */
    assert_int_equal(mind.mine, 9 | 2 | 16);
    assert_int_equal(mind.turn, 9);
    assert_int_equal(after(&more, NJ_NO_ARGS).turn, 209);
    assert_int_equal(after(&most, NJ_NO_ARGS).turn, 255);
    mind = after(&less, NJ_NO_ARGS);
    assert_int_equal(mind.mine, 4);
    assert_int_equal(mind.seen, 0);
    mind = after(&both, NJ_NO_ARGS);
    assert_int_equal(mind.last, 4);
    assert_int_equal(mind.seen, 15); /* 9 and those */
    assert_int_equal(mind.turn, 1);  /* 9, but for its 8 */
    assert_int_equal(mind.mine, 0);
    assert_int_equal(mind.heard, 1);
}

/* --- orders with arguments of every type --- */

static const char *next_verb, *next_text;

static bool order_it(const void *scratch, const void *data, nj_seat me,
                     struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(scratch);
    NJ_UNUSED(data);
    NJ_UNUSED(me);
    NJ_UNUSED(rng);
    return next_verb != NULL &&
           nj_brain_orders_text(out, NJ_PLACE_PRIVATE, next_verb, "%s",
                                next_text);
}

static const struct nj_verb any_verbs[] = {
    {.name = "one", .args = "n", .channel = NJ_CHANNEL_BOTH},
    {.name = "two", .args = "sn", .channel = NJ_CHANNEL_BOTH},
    {.name = "text", .args = "tnt", .channel = NJ_CHANNEL_BOTH},
    {.name = "words", .args = "tw", .channel = NJ_CHANNEL_BOTH},
    {.name = "tale", .args = "T", .channel = NJ_CHANNEL_BOTH},
    {.name = NULL}};

static void ordered(struct toy_log *l, const char *verb, const char *text,
                    const char *canon)
{
    struct nj_message m = {.key = "k", .clause = "", .to = nj_to_all()};
    struct nj_str out = NJ_STR_INIT(400);
    struct nj_input in;

    next_verb = verb;
    next_text = text;
    assert_true(nj_match_computer(l->m, &in));
    assert_string_equal(in.verb, verb);
    assert_null(nj_match_fault(l->m, &in));
    m.args = in.args;
    nj_message_canon(&m, &out);
    assert_string_equal(out.p, canon);
    nj_str_fini(&out);
}

static void an_order_has_arguments_of_any_type(void **state)
{
    struct nj_game game;
    struct toy_log l;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    game.verbs = any_verbs;
    game.brain = (struct nj_brain){.scratch_size = 8, .act = order_it};
    next_verb = NULL;
    (void)nj_toy_log_start(&l);
    ordered(&l, "one", "-7", "G k n=-7");
    ordered(&l, "two", "3\t12", "G k seat=3 n=12");
    ordered(&l, "text", "a b\t5\tc", "G k text=a b n=5 text2=c");
    ordered(&l, "text", "a\t5", "G k text=a n=5 text2=");
    ordered(&l, "words", "a\tx,y", "G k text=a words=x,y");
    ordered(&l, "words", "a", "G k text=a");
    ordered(&l, "tale", "a\tb\nc", "G k text=a\tb\nc left=0");
    nj_toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_hears_what_it_may_and_no_more),
        cmocka_unit_test(a_fold_gives_the_same_scratch_area),
        cmocka_unit_test(chance_of_a_seat_leaves_that_of_the_match_alone),
        cmocka_unit_test(a_substitute_acts_until_the_person_is_back),
        cmocka_unit_test(an_ear_hears_its_message_alone),
        cmocka_unit_test(a_note_is_taken_as_the_row_says),
        cmocka_unit_test(notes_add_up_and_a_row_may_take_several),
        cmocka_unit_test(who_was_refused_is_not_asked_again_at_once),
        cmocka_unit_test(an_order_has_arguments_of_any_type),
    };

    return cmocka_run_group_tests_name("match/brain", tests, NULL, NULL);
}
