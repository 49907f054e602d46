/* Two worlds (SH-5.23, 8.2, 12.1): what a seat may not know does not reach it
 * nor the group, and a leak in each kind of message is caught.
 *
 * NJ_WORLDS_MOVES: orders to play in all, 20000 without it; NJ_TEST_TENTH=1
 * makes it a tenth. NJ_WORLDS_SEED: where the random pairs begin. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/shadow_hotel/sh_kit.h"
#include "games/shadow_hotel/worlds_play.h"

#define MOVES      20000
#define RUN_INPUTS 250
#define ROW_MOVES  150 /* at least: some secrets are seldom met */
#define PAIRS_MAX  300 /* in which a planted leak has to show */

static uint64_t from_env(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    unsigned long long n = text != NULL ? strtoull(text, NULL, 10) : 0;

    return n > 0 ? n : otherwise;
}

static uint64_t row_moves(void)
{
    uint64_t n = from_env("NJ_WORLDS_MOVES", MOVES);

    if (from_env("NJ_TEST_TENTH", 0) > 0)
        n /= 10;
    n = n / nj_sh_twists_n + 1;
    return n > ROW_MOVES ? n : ROW_MOVES;
}

/* --- nothing leaks --- */

static void must_be_alike(const struct worlds_play *p, uint64_t seed)
{
    if (p->two.what == NULL)
        return;
    (void)fputs(p->two.diff.p, stderr); /* too long for cmocka */
    fail_msg("%s (%s), seed %llu", p->twist->name, p->twist->clause,
             (unsigned long long)seed);
}

static void play_row(struct worlds_play *p, const struct twist *twist)
{
    uint64_t seed = from_env("NJ_WORLDS_SEED", 1);
    uint64_t pairs = 0;

    p->count = (struct nj_two_count){0};
    p->met = p->came = 0;
    for (; p->count.moves < row_moves(); seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        if (!nj_sh_worlds_open(p, twist, &rng))
            continue;
        pairs++;
        nj_two_play(&p->two, &rng, RUN_INPUTS);
        must_be_alike(p, seed);
        nj_sh_worlds_close(p);
    }
    print_message("%-42s %6llu moves %6llu inputs %5llu queries %5llu apart "
                  "%4llu of %4llu came out\n",
                  twist->name, (unsigned long long)p->count.moves,
                  (unsigned long long)p->count.inputs,
                  (unsigned long long)p->count.queries,
                  (unsigned long long)p->met, (unsigned long long)p->came,
                  (unsigned long long)pairs);
    assert_true(p->met > row_moves() / 4);
}

static struct worlds_play *new_play(const struct nj_game *game)
{
    struct worlds_play *p = nj_alloc(sizeof(*p));

    nj_random_init();
    p->map = kit_map();
    p->game = game;
    return p;
}

static void what_a_seat_may_not_know_does_not_reach_it(void **state)
{
    struct worlds_play *p = new_play(&nj_shadow_hotel);

    NJ_UNUSED(state);
    for (size_t i = 0; i < nj_sh_twists_n; i++)
        play_row(p, &nj_sh_twists[i]);
    free(p);
}

/* --- planted leaks --- */

enum leak {
    LEAK_ARGUMENT,
    LEAK_TEXT,
    LEAK_CLAUSE,
    LEAK_PRIVATE,
    LEAK_ORDER,
    LEAK_COUNT,
    LEAK_CHOICES,
    LEAK_BUTTONS,
    LEAK_PICTURE,
    LEAK_REFUSAL,
    LEAK_REFUSED,
    LEAK_QUERY,
    LEAK_AWAITED,
    LEAK_TIMER,
    LEAK_NEW_TIMER,
    LEAK_COMPUTER
};

static enum leak leak;
static unsigned last_secret; /* of the match that spoke last */

/* Everything that is true. */
static unsigned secret_of(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    const unsigned char *at = nj_state_const(m);
    unsigned v = 7;

    for (size_t i = 0; i < offsetof(struct sh_state, heap) + s->heap_used; i++)
        v = v * 31 + at[i];
    return last_secret = v >> 7 & 1;
}

static void say(struct nj_match *m, struct nj_audience to, const char *text,
                const char *clause)
{
    nj_emit(m, to, "sh.mic", clause, NJ_ARGS(nj_arg_text("text", text)));
}

static void ask(struct nj_match *m, unsigned secret)
{
    static const char *const choices[2][2] = {{"fire", "hold"},
                                              {"fire", "ask"}};

    for (nj_seat k = 0; k < nj_seats(m); k++) {
        const struct nj_ask q = {.seat = k,
                                 .name = "leak",
                                 .verb = "guard",
                                 .choices = choices[secret],
                                 .n = 2};

        if (nj_prompt_open(m, k, "leak"))
            nj_prompt_close(m, k, "leak");
        nj_prompt(m, &q, "sh.words.due", "", NJ_NO_ARGS);
    }
}

/* What is said or left unsaid. */
static void tell(struct nj_match *m, unsigned secret)
{
    const char *one = secret ? "A" : "B";
    const char *two = secret ? "B" : "A";
    struct nj_audience all = nj_to_all();
    struct nj_audience seats = nj_to_seats(nj_bit(nj_seats(m)) - 1);

    if (leak == LEAK_ARGUMENT || leak == LEAK_ORDER)
        say(m, all, one, "");
    if (leak == LEAK_ORDER)
        say(m, all, two, "");
    if (leak == LEAK_TEXT)
        nj_emit(m, all, "sh.energy", "",
                NJ_ARGS(secret ? nj_arg_word("room", "22")
                               : nj_arg_id("room", "22")));
    if (leak == LEAK_CLAUSE)
        say(m, all, "A", secret ? "SH-12.5" : "SH-6.8");
    if (leak == LEAK_PRIVATE)
        say(m, seats, one, "");
    if (leak == LEAK_COUNT && secret)
        say(m, all, "A", "");
}

/* What waits for somebody, or for a moment. */
static void wait_for(struct nj_match *m, unsigned secret)
{
    if (leak == LEAK_CHOICES)
        ask(m, secret);
    if (leak == LEAK_TIMER)
        nj_timer_arm(m, "leak", 100000 + secret);
    if (leak == LEAK_NEW_TIMER && secret)
        nj_timer_arm(m, "leak", 100000);
}

static int leaky(struct nj_match *m, const struct nj_input *in, nj_step *order)
{
    const struct sh_state *s = nj_state_const(m);
    unsigned secret = secret_of(m);
    int refused;

    if (leak == LEAK_REFUSAL)
        return nj_sh_refuse(m, in,
                            secret ? "sh.err.no_item" : "sh.err.not_held", "");
    if (leak == LEAK_REFUSED && secret && order == nj_sh_look &&
        in->place == NJ_PLACE_PRIVATE && nj_sh_is_present(s, in->seat))
        return nj_sh_refuse(m, in, "sh.err.no_item", "");
    refused = order(m, in);
    if (refused != 0)
        return refused;
    tell(m, secret);
    wait_for(m, secret);
    return 0;
}

static const char *leaky_go_fault(const struct nj_match *m,
                                  struct nj_attempt *a)
{
    if (leak == LEAK_REFUSAL)
        return secret_of(m) ? "sh.err.no_item" : "sh.err.not_held";
    return nj_sh_go.fault(m, a);
}

static void leaky_go(struct nj_match *m, const struct nj_attempt *a)
{
    unsigned secret = secret_of(m);

    nj_sh_go.act(m, a);
    tell(m, secret);
    wait_for(m, secret);
}

static const struct nj_order leaky_order = {SH_ACT_MOVE, "SH-5.3",
                                            leaky_go_fault, leaky_go};

static int leaky_look(struct nj_match *m, const struct nj_input *in)
{
    return leaky(m, in, nj_sh_look);
}

static int leaky_ask(struct nj_match *m, const struct nj_input *in)
{
    return leaky(m, in, nj_sh_ask);
}

static void leaky_me(const struct nj_match *m, struct nj_query *q)
{
    nj_sh_query_me(m, q);
    if (leak == LEAK_QUERY && secret_of(m))
        nj_answer(q, "sh.words.due", "", NJ_NO_ARGS);
}

static int leaky_buttons(const struct nj_match *m, const struct nj_message *msg,
                         const char *out[])
{
    int n = nj_sh_buttons(m, msg, out);
    unsigned secret = secret_of(m); /* the picture is drawn behind this */

    if (leak == LEAK_BUTTONS && n > 0 && secret)
        n--;
    return n;
}

static void leaky_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    nj_sh_picture(msg, c);
    if (leak == LEAK_PICTURE)
        c->ops->glyph(c, 0, 0, last_secret ? "you" : "nothing");
}

/* Its own timer may fire before it has been seen to be there. */
static int leaky_timer(struct nj_match *m, const struct nj_input *in)
{
    return strcmp(in->verb, "leak") == 0 ? 0 : nj_shadow_hotel.timer(m, in);
}

static nj_seat_set leaky_awaited(const struct nj_match *m)
{
    nj_seat_set set = nj_shadow_hotel.awaited(m);

    return leak == LEAK_AWAITED && secret_of(m) ? set ^ 3u : set;
}

static bool leaky_listens(const struct nj_hearing *h)
{
    ((unsigned char *)h->scratch)[SH_MIND_BYTES] = (unsigned char)last_secret;
    return nj_sh_listens(h);
}

static bool leaky_act(const void *scratch, const void *data, nj_seat me,
                      struct nj_rng *rng, struct nj_brain_order *out)
{
    bool acts = nj_sh_brain_act(scratch, data, me, rng, out);

    if (leak == LEAK_COMPUTER && acts &&
        ((const unsigned char *)scratch)[SH_MIND_BYTES] != 0)
        out->verb = "suicide";
    return acts;
}

static const struct nj_game *leaky_game(void)
{
    static struct nj_verb verbs[60];
    static struct nj_game game;

    game = nj_shadow_hotel;
    for (size_t i = 0; i < NJ_COUNT(verbs); i++) {
        verbs[i] = nj_shadow_hotel.verbs[i];
        if (verbs[i].name == NULL)
            break;
        if (verbs[i].order == &nj_sh_go)
            verbs[i].order = &leaky_order;
        if (verbs[i].apply == nj_sh_look)
            verbs[i].apply = leaky_look;
        if (verbs[i].apply == nj_sh_ask)
            verbs[i].apply = leaky_ask;
        if (verbs[i].query == nj_sh_query_me)
            verbs[i].query = leaky_me;
    }
    game.verbs = verbs;
    game.buttons = leaky_buttons;
    game.picture = leaky_picture;
    game.awaited = leaky_awaited;
    game.timer = leaky_timer;
    game.brain.scratch_size = SH_MIND_BYTES + 16;
    game.brain.listens = leaky_listens;
    game.brain.act = leaky_act;
    return &game;
}

/* Plays pairs of this row until the leak shows; what showed, or "". */
static const char *first_leak(struct worlds_play *p, const struct twist *twist)
{
    const char *what = NULL;

    for (uint64_t seed = 1; seed <= PAIRS_MAX && what == NULL; seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        if (!nj_sh_worlds_open(p, twist, &rng))
            continue;
        nj_two_play(&p->two, &rng, RUN_INPUTS);
        what = p->two.what;
        nj_sh_worlds_close(p);
    }
    return what != NULL ? what : "";
}

static void each_kind_of_leak_is_caught(void **state)
{
    static const struct {
        enum leak leak;
        const char *what;
    } kinds[] = {{LEAK_ARGUMENT, "message"}, {LEAK_TEXT, "text"},
                 {LEAK_CLAUSE, "clause"},    {LEAK_PRIVATE, "message"},
                 {LEAK_ORDER, "order"},      {LEAK_COUNT, "count"},
                 {LEAK_CHOICES, "choices"},  {LEAK_BUTTONS, "buttons"},
                 {LEAK_PICTURE, "picture"},  {LEAK_REFUSAL, "message"},
                 {LEAK_REFUSED, "refused"},  {LEAK_QUERY, "count"},
                 {LEAK_AWAITED, "awaited"},  {LEAK_TIMER, "timers"},
                 {LEAK_NEW_TIMER, "timers"}, {LEAK_COMPUTER, "computer"}};
    struct worlds_play *p = new_play(leaky_game());

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(kinds); i++) {
        leak = kinds[i].leak;
        assert_string_equal(first_leak(p, &nj_sh_twists[nj_sh_twists_n - 1]),
                            kinds[i].what);
    }
    free(p);
}

static void each_row_has_a_secret_that_would_be_seen(void **state)
{
    struct worlds_play *p = new_play(leaky_game());

    NJ_UNUSED(state);
    leak = LEAK_ARGUMENT;
    for (size_t i = 0; i < nj_sh_twists_n; i++) {
        const char *what = first_leak(p, &nj_sh_twists[i]);

        if (strcmp(what, "message") != 0 && strcmp(what, "count") != 0)
            fail_msg("not seen: %s", nj_sh_twists[i].name);
    }
    free(p);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_map_done();
    nj_two_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_seat_may_not_know_does_not_reach_it),
        cmocka_unit_test(each_kind_of_leak_is_caught),
        cmocka_unit_test(each_row_has_a_secret_that_would_be_seen),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
