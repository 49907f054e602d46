/*
 * The start: all draws in the order of LN-2.1, then the opening messages of
 * LN-2.13.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

/* LN-2.1b: who joined as number order[k] becomes seat k. */
static void draw_order(struct nj_match *m)
{
    uint8_t order[LN_SEATS_MAX];
    uint8_t n = nj_seats(m);

    NJ_ASSERT(n >= 1);
    NJ_ASSERT(n <= LN_SEATS_MAX);
    for (uint8_t k = 0; k < n; k++)
        order[k] = k;
    nj_shuffle_u8(m, order, n);
    nj_seat_order(m, order, n);
}

/* LN-2.1c. */
static void draw_event(struct nj_match *m, struct ln_state *s)
{
    static const uint8_t events[] = {LN_EVENT_GARDENER, LN_EVENT_OVERGROWTH,
                                     LN_EVENT_RAIN};

    if (s->event == LN_EVENT_RANDOM)
        s->event = events[nj_random(m, NJ_COUNT(events))];
    NJ_ASSERT(s->event != LN_EVENT_RANDOM);
}

/* LN-2.1e. */
static void draw_map(struct nj_match *m, struct ln_state *s)
{
    for (s->attempt = 1; s->attempt < LN_ATTEMPTS_MAX; s->attempt++)
        if (nj_ln_layout_draw(m, s) && nj_ln_spawn(m, s))
            return;
    (void)nj_ln_layout_draw(m, s); /* the last one is taken as it is */
    if (!nj_ln_spawn(m, s))
        nj_ln_spawn_anywhere(m, s);
}

/* --- opening messages --- */

static void tell_start(struct nj_match *m, const struct ln_state *s)
{
    char options[LN_TOLD_MAX];
    int slots = nj_ln_slots(s->board.size);

    NJ_ASSERT(s->event != LN_EVENT_RANDOM);
    nj_options_told(m, options, sizeof(options));
    say_start(m, s->n, s->board.size, nj_option_word(m, "blocks"),
              nj_ln_events[s->event], nj_option_word(m, "capture"),
              nj_option_word(m, "hide"), nj_option_word(m, "melee"),
              nj_option_word(m, "boss"), nj_ln_pods(s), options,
              s->opt.previous ? nj_option_word(m, "target") : NULL,
              slots > nj_ln_slots(nj_ln_sizes[LN_SIZE_9]) ? slots : NJ_NO_INT,
              s->opt.first_sound ? nj_option_word(m, "first_sound") : NULL,
              s->opt.heat_one ? nj_option_word(m, "heat_mix") : NULL);
}

static void tell_pool(struct nj_match *m, const struct ln_state *s)
{
    struct ln_notation board;
    struct ln_pool_ids ids;

    nj_ln_pool_board(m, s, &board);
    nj_ln_pool_ids(m, s, &ids);
    say_pool(m, ids.ordinary, ids.exit, s->specials, board.text,
             nj_ln_texture(s));
}

static void tell_order(struct nj_match *m, const struct ln_state *s)
{
    const char *names[LN_SEATS_MAX];

    NJ_ASSERT(s->n >= 1 && s->n == nj_seats(m));
    for (nj_seat k = 0; k < s->n; k++)
        names[k] = nj_seat_name(m, k);
    say_order(m, nj_text_list(names, s->n));
}

int nj_ln_start(struct nj_match *m, const struct nj_input *in)
{
    struct ln_state *s = nj_state(m);

    NJ_ASSERT(s->round == 0);
    NJ_ASSERT(!s->over);
    (void)in;
    s->n = nj_seats(m);
    s->board.size = nj_ln_sizes[s->opt.size];
    draw_order(m);
    draw_event(m, s);
    nj_ln_pool_draw(m, s);
    draw_map(m, s);
    if (s->opt.boss)
        nj_ln_boss_draw(m, s);
    for (nj_seat k = 0; k < s->n; k++) {
        s->seat[k].bombs = s->opt.bombs;
        s->seat[k].hides = nj_ln_charges(s);
        s->seat[k].cards = s->opt.cards;
    }
    tell_start(m, s);
    tell_pool(m, s);
    tell_order(m, s);
    nj_ln_record_layout(m, s);
    nj_ln_chain_tell(m, s, 0); /* not to one alone */
    for (nj_seat k = 0; k < s->n; k++)
        nj_ln_you_tell(m, s, k, s->opt.start_walls);
    if (s->opt.boss)
        nj_ln_boss_appear(m, s);
    nj_ln_round_begin(m, s);
    if (s->opt.tips)
        say_tips(m, nj_option_word(m, "plan"), nj_option_word(m, "stop_walls"));
    return 0;
}
