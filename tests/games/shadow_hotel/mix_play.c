/*
 * A random match: its options, its log, and what is done with an input.
 */
#include "games/shadow_hotel/mix.h"
#include "kit/asked.h"

#define ASKED_EVERY 600 /* inputs for one behind which all is asked */

/* --- options --- */

static const struct kit_choice choices[] = {
    {"order", {"priority"}},
    {"shuffle_rooms", {"off", "on"}},
    {"last_round", {"5", "9", "21"}},
    {"steps_shadow", {"1,1,1", "6,7,8"}},
    {"steps_other", {"1,2,3", "5,5,5"}},
    {"phase2_round", {"0", "3", "13"}},
    {"phase3_round", {"1", "7", "13"}},
    {"phase_headcount", {"off", "on"}},
    {"tunnel_last_player", {"off"}},
    {"tunnel_energy", {"held", "in_room"}},
    {"brillo", {"on", "off"}},
    {"brillo_immune", {"always", "never"}},
    {"key_count", {"1", "6"}},
    {"key_spawn", {"floors3_6", "far3"}},
    {"key_lines", {"once", "each"}},
    {"brillo_keys", {"break_lying", "carry"}},
    {"kick", {"shadow", "all"}},
    {"retake", {"dropper", "nobody"}},
    {"mech_limit", {"player_round", "each_round"}},
    {"awaken", {"passage", "fake_death"}},
    {"lab_reboot", {"off", "on"}},
    {"north", {"classic", "wander"}},
    {"jump", {"classic", "plain"}},
    {"cross_alone", {"off", "on"}},
    {"shoot_window", {"any", "shadow_round"}},
    {"disguise", {"single", "supply"}},
    {"report", {"two_ends", "two_idle"}},
    {"explore", {"off", "on"}},
    {"memory", {"off", "on"}},
    {"radio_uses", {"0", "1", "9"}},
    {"free", {"off", "on"}},
    {"heaven_radio", {"off", "on"}},
    {"bear_pull", {"no_shadow", "all"}},
    {"spawn_protection", {"off"}},
    {"bcast_shuffle", {"off"}},
    {"show_progress", {"on"}},
    {"exit_reveal_round", {"1", "5"}},
    {"tell_priority", {"on"}},
    {"min_round_secs", {"60"}},
    {"spawn_secs", {"0", "60"}},
    {"afk_rounds", {"1", "3"}},
    {"afk_action", {"bot", "none"}},
};

static void choose(struct mix *x)
{
    const struct nj_match_setup setup = {.game = &nj_shadow_hotel,
                                         .data = kit_map(),
                                         .edition = x->edition,
                                         .n_seats = x->n};
    bool free_choice = !x->plain && nj_sh_mix_below(x, 3) == 0;

    do {
        kit_choose(&setup, choices, free_choice ? NJ_COUNT(choices) : 0, 3,
                   &x->rng, &x->options);
        assert_true(nj_options_put(&nj_shadow_hotel, &x->options,
                                   nj_option_find(&nj_shadow_hotel, "host"),
                                   x->hosted ? "on" : "off"));
    } while (nj_options_check(&nj_shadow_hotel, kit_map(), x->edition,
                              &x->options, x->n) != NULL);
}

/* --- the log --- */

static const struct nj_input *source(void *ctx, uint32_t seq)
{
    const struct mix *x = ctx;

    return seq >= 1 && seq <= x->n_log ? x->log[seq - 1] : NULL;
}

static void keep(struct mix *x, const struct nj_input *in,
                 const struct nj_outcome *o)
{
    struct nj_input *copy = nj_arena_alloc(&x->arena, sizeof(*copy));
    struct nj_message args = {
        .key = "", .clause = "", .to = nj_to_all(), .args = in->args};

    *copy = *in;
    copy->verb = nj_arena_copy(&x->arena, in->verb, strlen(in->verb));
    copy->args = nj_message_copy(&x->arena, &args)->args;
    assert_true(x->n_log < MIX_INPUTS_MAX);
    x->digest[x->n_log] = o->digest;
    x->log[x->n_log++] = copy;
    x->accepted++;
}

void nj_sh_mix_apply(struct mix *x, struct nj_input *in)
{
    const struct nj_outcome *o;

    if (in->at_ms == 0)
        in->at_ms = x->now_ms += nj_sh_mix_below(x, 20000);
    in->reason = "";
    if (nj_match_fault(x->m, in) != NULL)
        return;
    nj_sh_mix_before(x);
    x->inputs++;
    o = nj_match_apply(x->m, in);
    x->now_ms = in->at_ms > x->now_ms ? in->at_ms : x->now_ms;
    x->over = o->over;
    if (!o->refused)
        keep(x, in, o);
    nj_sh_mix_hear(x, o->messages);
    if ((x->inputs + 37 * x->seed) % ASKED_EVERY == 1 && !x->over)
        kit_ask_all(x->m, "");
    if (o->refused)
        return; /* nothing has changed: the match sees to that */
    nj_sh_mix_check(x, in->kind);
}

/* --- the match --- */

static struct nj_match *create(struct mix *x)
{
    struct nj_match_setup setup = {.game = &nj_shadow_hotel,
                                   .data = kit_map(),
                                   .edition = x->edition,
                                   .options = x->options,
                                   .seats = x->list,
                                   .n_seats = x->n};
    struct nj_match *m;

    nj_rng_splitmix64(&setup.rng, x->seed);
    m = nj_match_create(&setup);
    nj_match_set_source(m, source, x);
    return m;
}

void nj_sh_mix_open(struct mix *x, nj_seat_set computers)
{
    kit_seats(x->list, x->n, NULL, computers);
    choose(x);
    x->m = create(x);
    nj_sh_mix_apply(x, &(struct nj_input){.kind = NJ_IN_START,
                                          .seat = NJ_SEAT_NONE,
                                          .verb = ""});
}

void nj_sh_mix_fold(struct mix *x)
{
    struct nj_match *again = create(x);

    for (uint32_t i = 0; i < x->n_log; i++) {
        const struct nj_outcome *o = nj_match_apply(again, x->log[i]);

        assert_false(o->refused);
        assert_memory_equal(&o->digest, &x->digest[i], sizeof(o->digest));
    }
    assert_true(nj_match_over(again));
    nj_match_destroy(again);
}

void nj_sh_mix_begin(struct mix *x, uint64_t seed)
{
    memset(x, 0, offsetof(struct mix, log));
    x->n_log = 0;
    x->seed = seed;
    x->arena = (struct nj_arena)NJ_ARENA_INIT(1 << 14);
    nj_rng_splitmix64(&x->rng, ~seed);
    x->now_ms = 1000000;
    x->edition = nj_shadow_hotel.editions[seed % 2];
}

void nj_sh_mix_close(struct mix *x)
{
    nj_match_destroy(x->m);
    nj_arena_fini(&x->arena);
}
