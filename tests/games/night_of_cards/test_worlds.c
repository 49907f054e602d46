/* Two worlds (NC-10.1, 17.1-17.4): what a seat may not know does not reach it
 * nor the group, and a leak in each kind of message is caught. How many orders,
 * and from where on: kit/two_rows.h. */
#include <stdlib.h>

#include "games/night_of_cards/nc_kit.h"
#include "games/night_of_cards/worlds_play.h"
#include "kit/two_leaks.h"
#include "kit/two_rows.h"

static const char *name_of(size_t row)
{
    return nj_nc_twists[row].name;
}

static bool open_row(void *ctx, size_t row, struct nj_rng *rng)
{
    return nj_nc_worlds_open(ctx, &nj_nc_twists[row], rng);
}

static void close_row(void *ctx)
{
    nj_nc_worlds_close(ctx);
}

static struct nj_two_rows rows_of(struct worlds_play *p)
{
    return (struct nj_two_rows){.ctx = p,
                                .two = &p->two,
                                .n = nj_nc_twists_n,
                                .name = name_of,
                                .open = open_row,
                                .close = close_row,
                                .inputs = 400,
                                .moves = 150,
                                .pairs = 300};
}

static struct worlds_play *new_play(const struct nj_game *game)
{
    struct worlds_play *p = nj_alloc(sizeof(*p));

    nj_random_init();
    p->game = game;
    p->two.count = &p->count;
    return p;
}

/* --- nothing leaks --- */

static void what_a_seat_may_not_know_does_not_reach_it(void **state)
{
    struct worlds_play *p = new_play(&nj_night_of_cards);
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_play(&rows, 10);
    free(p);
}

/* --- planted leaks --- */

/* Everything that is true. */
static unsigned secret_of(const struct nj_match *m, nj_seat seat)
{
    const unsigned char *at = nj_state_const(m);
    uint32_t v = UINT32_C(2166136261);

    NJ_UNUSED(seat);
    for (size_t i = 0; i < nj_night_of_cards.state_size; i++)
        v = (v ^ at[i]) * UINT32_C(16777619);
    return v >> 20 & 1;
}

static void leak_value(struct nj_match *m, struct nj_audience to,
                       unsigned value, const char *clause)
{
    nj_emit(m, to, "nc.dawn.open", clause, NJ_ARGS(nj_arg_int("night", value)));
}

static void leak_type(struct nj_match *m, unsigned bit)
{
    nj_emit(m, nj_to_all(), "nc.setup.camp_ok", "",
            NJ_ARGS(bit != 0 ? nj_arg_word("side", "wolf")
                             : nj_arg_id("side", "wolf")));
}

static int refuse(struct nj_match *m, const struct nj_input *in,
                  unsigned reason)
{
    return nj_refuse(m, in, reason == 0 ? "nc.err.dup" : "nc.err.phase", "",
                     NJ_NO_ARGS);
}

static bool takes_auto(const struct nj_match *m, const struct nj_input *in)
{
    const struct nc_state *s = nj_state_const(m);

    return in->place == NJ_PLACE_PRIVATE && !s->seat[in->seat].dead &&
           !nj_timer_paused(m) && (s->phase == NC_NIGHT || s->phase == NC_DAY);
}

static const char *const telling[] = {"vote", "verdict", "auto",
                                      "ask",  "order",   NULL};
static const struct nj_leaky leaky = {
    .game = &nj_night_of_cards,
    .secret = secret_of,
    .verbs = telling,
    .refusing = "auto",
    .query = "hand",
    .refuse = refuse,
    .takes = takes_auto,
    .say = leak_value,
    .say_typed = leak_type,
    .plain = "nc.dawn.calm",
    .ask = {"camp", {{"killer", "wolf"}, {"killer", "lone"}}},
    .glyphs = {"nothing", "you"},
    .odd = "undone",
};

static void each_kind_of_leak_is_caught(void **state)
{
    struct worlds_play *p = new_play(nj_leaky_game(&leaky));
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_catch(&rows, nj_nc_twists_n - 1,
                      NJ_LEAK_HOST); /* he may know */
    free(p);
}

static void each_row_has_a_secret_that_would_be_seen(void **state)
{
    struct worlds_play *p = new_play(nj_leaky_game(&leaky));
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_leak = NJ_LEAK_ARGUMENT;
    nj_two_rows_show(&rows);
    free(p);
}

static int done(void **state)
{
    NJ_UNUSED(state);
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
