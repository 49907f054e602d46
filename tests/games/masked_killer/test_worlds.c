/* Two worlds (MK-10.1, MK-19): what a seat may not know does not reach it
 * nor the group, and a leak in each kind of message is caught. How many orders,
 * and from where on: kit/two_rows.h. */
#include <stdlib.h>
#include <string.h>

#include "games/masked_killer/mk_kit.h"
#include "games/masked_killer/worlds_play.h"
#include "kit/two_leaks.h"
#include "kit/two_rows.h"

static const char *name_of(size_t row)
{
    return nj_mk_twists[row].name;
}

static bool open_row(void *ctx, size_t row, struct nj_rng *rng)
{
    return nj_mk_worlds_open(ctx, &nj_mk_twists[row], rng);
}

static void close_row(void *ctx)
{
    nj_mk_worlds_close(ctx);
}

static struct nj_two_rows rows_of(struct worlds_play *p)
{
    return (struct nj_two_rows){.ctx = p,
                                .two = &p->two,
                                .n = nj_mk_twists_n,
                                .name = name_of,
                                .open = open_row,
                                .close = close_row,
                                .inputs = 250,
                                .moves = 150,
                                .pairs = 300};
}

static struct worlds_play *new_play(const struct nj_game *game)
{
    struct worlds_play *p = nj_alloc(sizeof(*p));

    nj_random_init();
    p->table = kit_table();
    p->game = game;
    p->two.count = &p->count;
    return p;
}

/* --- nothing leaks --- */

static void what_a_seat_may_not_know_does_not_reach_it(void **state)
{
    struct worlds_play *p = new_play(&nj_masked_killer);
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_play(&rows, 4);
    assert_true(p->of_two > 0);
    free(p);
}

/* --- planted leaks --- */

/* Everything that is true. */
static unsigned secret_of(const struct nj_match *m, nj_seat seat)
{
    const unsigned char *at = nj_state_const(m);
    uint32_t v = UINT32_C(2166136261);

    NJ_UNUSED(seat);
    for (size_t i = 0; i < nj_masked_killer.state_size; i++)
        v = (v ^ at[i]) * UINT32_C(16777619);
    return v >> 20 & 1;
}

static void leak_value(struct nj_match *m, struct nj_audience to,
                       unsigned value, const char *clause)
{
    nj_emit(m, to, "mk.k.drew", clause, NJ_ARGS(nj_arg_int("count", value)));
}

static void leak_type(struct nj_match *m, unsigned bit)
{
    nj_emit(m, nj_to_all(), "mk.radio", "",
            NJ_ARGS(bit != 0 ? nj_arg_word("area", "NW")
                             : nj_arg_id("area", "NW")));
}

static int refuse(struct nj_match *m, const struct nj_input *in,
                  unsigned reason)
{
    return nj_mk_refuse(m, in, reason == 0 ? "mk.err.offers" : "mk.err.supply",
                        "");
}

/* An order that stands is taken at any time, if its words are the seat's. */
static bool takes_an_order(const struct nj_match *m, const struct nj_input *in)
{
    const struct mk_state *s = nj_state_const(m);
    const char *words = nj_input_text(in, 0);
    bool clock = strncmp(words, "clock ", 6) == 0;

    return in->place == NJ_PLACE_PRIVATE && s->phase == MK_PLAY &&
           !nj_timer_paused(m) && strchr(words, ' ') != NULL &&
           clock == (in->seat == s->n);
}

static const char *const telling[] = {"move", "stalk", "search", "order", NULL};
static const struct nj_leaky leaky = {
    .game = &nj_masked_killer,
    .secret = secret_of,
    .verbs = telling,
    .refusing = "order",
    .query = "status",
    .refuse = refuse,
    .takes = takes_an_order,
    .say = leak_value,
    .say_typed = leak_type,
    .plain = "mk.k.recover",
    .ask = {"allot", {{"ok", "1=1"}, {"ok", "1=2"}}},
    .glyphs = {"nothing", "you"},
    .odd = "unlock",
};

static void each_kind_of_leak_is_caught(void **state)
{
    struct worlds_play *p = new_play(nj_leaky_game(&leaky));
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_catch(&rows, nj_mk_twists_n - 1,
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
    kit_table_done();
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
