/* Two worlds (LN-9.1, 9.4): what a seat may not know does not reach it, and a
 * leak in each kind of message is caught. How many orders, and from where on:
 * kit/two_rows.h. */
#include <stdlib.h>

#include "games/long_night/ln_kit.h"
#include "games/long_night/worlds_play.h"
#include "kit/two_leaks.h"
#include "kit/two_rows.h"

#define RUN_INPUTS 300

static const char *name_of(size_t row)
{
    return nj_twists[row].name;
}

static bool open_row(void *ctx, size_t row, struct nj_rng *rng)
{
    return nj_worlds_open(ctx, &nj_twists[row], rng);
}

static void close_row(void *ctx)
{
    nj_worlds_close(ctx);
}

static struct nj_two_rows rows_of(struct worlds_play *p)
{
    return (struct nj_two_rows){.ctx = p,
                                .two = &p->two,
                                .n = nj_twists_n,
                                .name = name_of,
                                .open = open_row,
                                .close = close_row,
                                .inputs = RUN_INPUTS,
                                .moves = 500,
                                .pairs = 400};
}

static struct worlds_play *new_play(const struct nj_game *game)
{
    struct worlds_play *p = nj_alloc(sizeof(*p));

    nj_random_init();
    p->pack = kit_pack();
    p->game = game;
    p->two.count = &p->count;
    return p;
}

/* --- nothing leaks --- */

static void what_a_seat_may_not_know_does_not_reach_it(void **state)
{
    struct worlds_play *p = new_play(&nj_long_night);
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_play(&rows, 0);
    free(p);
}

static void another_map_opens_alike(void **state)
{
    struct worlds_play *p = new_play(&nj_long_night);
    uint64_t pairs = nj_two_moves() / 200;
    uint64_t found = 0;

    NJ_UNUSED(state);
    for (uint64_t seed = 1; found < pairs; seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        assert_true(seed <= 2 * pairs);
        if (!nj_worlds_start(p, (nj_seat)(seed % 4), &rng))
            continue; /* its opening is a rare one */
        found++;
        nj_two_play(&p->two, &rng, RUN_INPUTS);
        nj_two_must_be_alike(&p->two, "another map", seed);
        nj_worlds_close(p);
    }
    print_message("%llu pairs of maps, %llu moves\n", (unsigned long long)pairs,
                  (unsigned long long)p->count.moves);
    free(p);
}

/* --- planted leaks --- */

enum {
    LEAK_BOARD = NJ_LEAKS,
    LEAK_PLACE,
    /* From here on what a hidden seat did is told ... */
    LEAK_HIDDEN_STEP,
    LEAK_HIDDEN_SOUND,
    LEAK_HIDDEN_MARK,
    LEAK_HIDDEN_DROPPED,
    LEAK_HIDDEN_TRACE,
    LEAK_HIDDEN_LEFT,
    LEAK_HIDDEN_END, /* whether its end was a stop (LN-27.1) */
    /* ... and from here on where the Minotaur is. */
    LEAK_ROAR,
    LEAK_BREATH,
    LEAK_BOSS_MOVE,
    LEAK_BOSS_SWITCH,
    LEAK_CHASE, /* the same of 邦邦 ... */
    LEAK_BOMB,  /* ... and whether there was room for its bomb */
    /* A protected sound is given a direction all the same (LN-25.1). */
    LEAK_FIRST_SOUND
};

/* What the mover stands on and beside, and with whom. */
static unsigned secret_of(const struct nj_match *m, nj_seat mover)
{
    const struct ln_state *s = nj_state_const(m);
    const struct ln_board *b = &s->board;
    uint8_t cell = s->seat[mover].cell;
    unsigned v = cell + 100u * s->seat[mover].sub + 300u * b->extra[cell];

    for (int d = 0; d < LN_DIRS; d++) {
        uint8_t to = nj_ln_board_next(b, cell, (enum ln_dir)d);

        v = v * 31 + b->terrain[to];
        v = v * 31 + nj_ln_board_edge(b, cell, (enum ln_dir)d);
    }
    for (nj_seat k = 0; k < s->n; k++)
        v = v * 3 + (s->seat[k].cell == cell);
    return (v * 31 + b->terrain[cell] + 7u * s->boss) % 65521;
}

static nj_seat whose_turn(const struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);

    return s->turn;
}

static void leak_value(struct nj_match *m, struct nj_audience to,
                       unsigned value, const char *clause)
{
    nj_emit(m, to, "ln.round", clause, NJ_ARGS(nj_arg_int("round", value)));
}

static void leak_type(struct nj_match *m, unsigned bit)
{
    nj_emit(m, nj_to_all(), "ln.step", "",
            NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_int("n", 1),
                    nj_arg_word("dir", "U"),
                    bit == 0 ? nj_arg_word("snd", "rustle")
                             : nj_arg_id("snd", "rustle")));
}

static int refuse(struct nj_match *m, const struct nj_input *in,
                  unsigned reason)
{
    return nj_ln_refuse(m, in, reason == 0 ? "paused" : "bomb_off", "");
}

/* Where it is refused anyway, a second reason is another leak. */
static bool takes(const struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);

    return !s->over && s->seat[in->seat].fate == LN_IN_PLAY &&
           !nj_timer_paused(m);
}

static const char *const telling[] = {"move", NULL};
static const struct nj_leaky leaky = {
    .game = &nj_long_night,
    .whose = whose_turn,
    .secret = secret_of,
    .verbs = telling,
    .refusing = "auto",
    .query = "map",
    .refuse = refuse,
    .takes = takes,
    .say = leak_value,
    .say_typed = leak_type,
    .plain = "ln.log_empty",
    .ask = {"auto", {{"on", "off"}, {"on", "no"}}},
    .glyphs = {"grass", "trap"},
    .odd = "stop",
};

/* To all that look on, behind a hidden move: its seat is not among them. */
static void leak_hidden(struct nj_match *m, nj_seat mover, unsigned secret)
{
    static const char *const traces[] = {"R", "H,R%", "?,L"};
    struct nj_arg seat = nj_arg_seat("seat", mover);
    struct nj_audience others =
        nj_to_seats((nj_bit(nj_seats(m)) - 1) & ~nj_bit(mover));

    if (nj_leak == LEAK_HIDDEN_STEP)
        nj_emit(m, nj_to_all(), "ln.step", "",
                NJ_ARGS(seat, nj_arg_int("n", 1),
                        nj_arg_word("dir", nj_ln_dirs[secret % LN_DIRS]),
                        nj_arg_word("snd", "none")));
    else if (nj_leak == LEAK_HIDDEN_SOUND)
        nj_emit(m, others, "ln.sound", "",
                NJ_ARGS(seat, nj_arg_int("n", 1), nj_arg_word("kind", "splash"),
                        nj_arg_word("dir", secret % 2 == 0 ? "up" : "down")));
    else if (nj_leak == LEAK_HIDDEN_MARK)
        nj_emit(m, nj_to_all(), "ln.hidden_step", "",
                NJ_ARGS(seat, nj_arg_int("n", secret)));
    else if (nj_leak == LEAK_HIDDEN_DROPPED)
        nj_emit(m, nj_to_all(), "ln.dropped", "",
                NJ_ARGS(nj_arg_int("count", secret)));
    else if (nj_leak == LEAK_HIDDEN_TRACE)
        nj_emit(m, nj_to_all(), "ln.turn_end", "",
                NJ_ARGS(seat, nj_arg_word("reason", "hidden"),
                        nj_arg_words("trace", traces[secret % 3])));
    else if (nj_leak == LEAK_HIDDEN_LEFT)
        nj_emit(m, nj_to_all(), "ln.hide_on", "",
                NJ_ARGS(seat, nj_arg_word("kind", "step"),
                        nj_arg_int("left", secret)));
    else if (nj_leak == LEAK_HIDDEN_END && secret % 2 == 0)
        nj_emit(m, nj_to_all(), "ln.over", "",
                NJ_ARGS(nj_arg_word("reason", "all_stopped"),
                        nj_arg_seats("alive", &mover, 1)));
}

/* Where the mover stands, as a direction to all. */
static void leak_first(struct nj_match *m, nj_seat mover, unsigned secret)
{
    if (nj_leak == LEAK_FIRST_SOUND)
        nj_emit(m, nj_to_all(), "ln.first_sound", "",
                NJ_ARGS(nj_arg_seat("seat", mover),
                        nj_arg_word("dir", secret % 2 == 0 ? "up" : "down")));
}

static void leak_lair(struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);
    struct nj_audience all = nj_to_seats(nj_bit(nj_seats(m)) - 1);
    nj_seat target = s->boss % 2;

    if (nj_leak == LEAK_ROAR)
        nj_emit(m, all, "ln.roar", "",
                NJ_ARGS(nj_arg_word("dir", s->boss % 2 == 0 ? "up" : "down")));
    else if (nj_leak == LEAK_BREATH && s->boss % 2 == 0)
        nj_emit(m, all, "ln.breath", "", NJ_NO_ARGS);
    else if (nj_leak == LEAK_BOSS_MOVE)
        nj_emit(
            m, nj_to_all(), "ln.boss_move", "",
            NJ_ARGS(nj_arg_seat("target", 0), nj_arg_int("steps", s->boss)));
    else if (nj_leak == LEAK_BOSS_SWITCH)
        nj_emit(m, nj_to_all(), "ln.boss_switch", "",
                NJ_ARGS(nj_arg_seat("target", target)));
    else if (nj_leak == LEAK_CHASE)
        nj_emit(m, nj_to_all(), "ln.boss_chase", "",
                NJ_ARGS(nj_arg_seat("target", target)));
    else if (nj_leak == LEAK_BOMB)
        nj_emit(m, nj_to_all(), "ln.boss_bomb", "",
                NJ_ARGS(nj_arg_glyphs(
                    "udlr",
                    s->board.terrain[s->boss] == LN_FLOOR ? "...." : "####")));
}

/* What the modes hide, behind an order that was taken. */
static int leaky_step(struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);
    nj_seat mover = s->turn;
    bool hidden = s->hiding != LN_OPENLY;
    bool silent = !s->seat[mover].spoken;
    int refused = nj_leaky_step(m, in);

    if (refused != 0)
        return refused;
    if (nj_leak == LEAK_PLACE && strcmp(in->verb, "move") == 0)
        leak_value(m, nj_to_all(), secret_of(m, mover), "");
    if (hidden)
        leak_hidden(m, mover, secret_of(m, mover));
    if (silent && s->seat[mover].spoken)
        leak_first(m, mover, secret_of(m, mover));
    leak_lair(m);
    return 0;
}

static void leaky_map(const struct nj_match *m, struct nj_query *q)
{
    struct ln_notation board;

    nj_leaky_query(m, q);
    if (nj_leak != LEAK_BOARD)
        return;
    nj_ln_map_now(nj_state_const(m), &board);
    nj_answer(q, "ln.preview", "",
              NJ_ARGS(nj_arg_board("preview", board.text)));
}

static const struct nj_game *leaky_game(void)
{
    const struct nj_game *game = nj_leaky_game(&leaky);

    nj_leaky_verb("move")->apply = leaky_step;
    nj_leaky_verb("stop")->apply = leaky_step;
    nj_leaky_verb("stop")->order = NULL;
    nj_leaky_verb("map")->query = leaky_map;
    return game;
}

static void each_kind_of_leak_is_caught(void **state)
{
    struct worlds_play *p = new_play(leaky_game());
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_catch(&rows, nj_twists_n - 1,
                      NJ_LEAK_BUTTONS); /* it has none */
    nj_leak = LEAK_BOARD;
    assert_string_equal(nj_two_row_leak(&rows, nj_twists_n - 1), "message");
    free(p);
}

static size_t row(const char *name)
{
    for (size_t i = 0; i < nj_twists_n; i++)
        if (strcmp(nj_twists[i].name, name) == 0)
            return i;
    fail_msg("no row: %s", name);
    return 0;
}

static void each_message_of_a_mode_that_leaks_is_caught(void **state)
{
    size_t hidden = row("what a hidden seat does");
    size_t lair = row("where the Minotaur is");
    struct worlds_play *p = new_play(leaky_game());
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    for (nj_leak = LEAK_HIDDEN_STEP; nj_leak <= LEAK_BOSS_SWITCH; nj_leak++)
        nj_two_row_shows(&rows, nj_leak < LEAK_ROAR ? hidden : lair);
    for (nj_leak = LEAK_CHASE; nj_leak <= LEAK_BOMB; nj_leak++)
        nj_two_row_shows(&rows, row("where the bombs are laid from"));
    nj_leak = LEAK_FIRST_SOUND;
    nj_two_row_shows(&rows, row("the whole board lies elsewhere"));
    free(p);
}

static void each_row_has_its_secret_underfoot(void **state)
{
    struct worlds_play *p = new_play(leaky_game());
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_leak = LEAK_PLACE;
    nj_two_rows_show(&rows);
    free(p);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_pack_done();
    nj_two_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_seat_may_not_know_does_not_reach_it),
        cmocka_unit_test(another_map_opens_alike),
        cmocka_unit_test(each_kind_of_leak_is_caught),
        cmocka_unit_test(each_message_of_a_mode_that_leaks_is_caught),
        cmocka_unit_test(each_row_has_its_secret_underfoot),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
