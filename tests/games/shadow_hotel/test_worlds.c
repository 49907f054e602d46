/* Two worlds (SH-5.23, 8.2, 12.1): what a seat may not know does not reach it
 * nor the group, and a leak in each kind of message is caught. How many orders,
 * and from where on: kit/two_rows.h. */
#include <stddef.h>
#include <stdlib.h>

#include "games/shadow_hotel/sh_kit.h"
#include "games/shadow_hotel/worlds_play.h"
#include "kit/two_leaks.h"
#include "kit/two_rows.h"

static const char *name_of(size_t row)
{
    return nj_sh_twists[row].name;
}

static bool open_row(void *ctx, size_t row, struct nj_rng *rng)
{
    return nj_sh_worlds_open(ctx, &nj_sh_twists[row], rng);
}

static void close_row(void *ctx)
{
    nj_sh_worlds_close(ctx);
}

static struct nj_two_rows rows_of(struct worlds_play *p)
{
    return (struct nj_two_rows){.ctx = p,
                                .two = &p->two,
                                .n = nj_sh_twists_n,
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
    p->map = kit_map();
    p->game = game;
    p->two.count = &p->count;
    return p;
}

/* --- nothing leaks --- */

static void what_a_seat_may_not_know_does_not_reach_it(void **state)
{
    struct worlds_play *p = new_play(&nj_shadow_hotel);
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_play(&rows, 4);
    free(p);
}

/* --- planted leaks --- */

/* Everything that is true. */
static unsigned secret_of(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const unsigned char *at = nj_state_const(m);
    unsigned v = 7;

    NJ_UNUSED(seat);
    for (size_t i = 0; i < offsetof(struct sh_state, heap) + s->heap_used; i++)
        v = v * 31 + at[i];
    return v >> 7 & 1;
}

static void leak_value(struct nj_match *m, struct nj_audience to,
                       unsigned value, const char *clause)
{
    nj_emit(m, to, "sh.mic", clause,
            NJ_ARGS(nj_arg_text("text", value == 0 ? "A" : "B")));
}

static void leak_type(struct nj_match *m, unsigned bit)
{
    nj_emit(m, nj_to_all(), "sh.energy", "",
            NJ_ARGS(bit != 0 ? nj_arg_word("room", "22")
                             : nj_arg_id("room", "22")));
}

static int refuse(struct nj_match *m, const struct nj_input *in,
                  unsigned reason)
{
    return nj_sh_refuse(m, in,
                        reason == 0 ? "sh.err.no_item" : "sh.err.not_held", "");
}

static bool takes_a_look(const struct nj_match *m, const struct nj_input *in)
{
    return in->place == NJ_PLACE_PRIVATE &&
           nj_sh_is_present(nj_state_const(m), in->seat);
}

static const char *const telling[] = {"go", "look", "ask", NULL};
static const struct nj_leaky leaky = {
    .game = &nj_shadow_hotel,
    .secret = secret_of,
    .verbs = telling,
    .refusing = "look",
    .query = "me",
    .refuse = refuse,
    .takes = takes_a_look,
    .say = leak_value,
    .say_typed = leak_type,
    .plain = "sh.words.due",
    .ask = {"guard", {{"fire", "hold"}, {"fire", "ask"}}},
    .glyphs = {"nothing", "you"},
    .odd = "suicide",
};

static void each_kind_of_leak_is_caught(void **state)
{
    struct worlds_play *p = new_play(nj_leaky_game(&leaky));
    struct nj_two_rows rows = rows_of(p);

    NJ_UNUSED(state);
    nj_two_rows_catch(&rows, nj_sh_twists_n - 1,
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
