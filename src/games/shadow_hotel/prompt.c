/*
 * Questions to one seat, P1 to P5 (SH-5.20, 5.26 to 5.28): what is asked, what
 * answers mean, and what the defaults are.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

static struct nj_ask question(const struct nj_match *m, nj_seat seat,
                              const char *name)
{
    return (struct nj_ask){
        .seat = seat, .name = name, .ms = nj_option(m, "prompt_secs")};
}

static struct nj_arg deadline(const struct nj_match *m, const struct nj_ask *q)
{
    return nj_arg_at("deadline", nj_ask_deadline(m, q));
}

/* --- asking --- */

void nj_sh_ask_coin(struct nj_match *m, nj_seat seat, uint8_t passage,
                    uint8_t room)
{
    struct sh_state *s = nj_state(m);
    const struct nj_ask q = question(m, seat, SH_ASK_COIN);

    NJ_ASSERT(!s->seat[seat].warned);
    s->seat[seat].warned = 1;
    s->seat[seat].warned_to = (uint8_t)(passage + 1);
    s->seat[seat].warned_room = room;
    nj_prompt(m, &q, "sh.prompt.coin", "SH-7.28", NJ_ARGS(deadline(m, &q)));
}

void nj_sh_ask_gun(struct nj_match *m, nj_seat holder)
{
    struct sh_state *s = nj_state(m);
    bool waits = nj_prompt_seats(m, SH_ASK_GUN) != 0;
    struct nj_ask q = question(m, holder, SH_ASK_GUN);

    NJ_ASSERT(nj_sh_held(s, holder, SH_GUN) >= 0);
    if (s->seat[holder].guard != SH_ASK) {
        nj_sh_gun_answer(m, holder, s->seat[holder].guard == SH_FIRE, false);
        return;
    }
    q.waits = nj_bit(s->shadow);
    nj_prompt(m, &q, "sh.prompt.gun", "SH-8.6", NJ_ARGS(deadline(m, &q)));
    if (!waits)
        nj_sh_tell(m, s->shadow, "sh.wait", "SH-8.6", NJ_NO_ARGS);
}

void nj_sh_wait_over(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->shadow < s->n);
    if (s->seat[s->shadow].life == SH_ACTIVE &&
        nj_prompt_seats(m, SH_ASK_GUN) == 0)
        nj_sh_tell(m, s->shadow, "sh.wait_over", "SH-8.6", NJ_NO_ARGS);
}

void nj_sh_ask_wake(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_ask q = question(m, seat, SH_ASK_WAKE);

    NJ_ASSERT(s->seat[seat].life == SH_ABSENT);
    nj_prompt(m, &q, "sh.prompt.wake", "SH-6.14", NJ_ARGS(deadline(m, &q)));
}

void nj_sh_guns_check(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    const struct sh_seat *shadow = &s->seat[s->shadow];
    nj_seat_set asked = nj_prompt_seats(m, SH_ASK_GUN);
    bool dropped = false;

    NJ_ASSERT(s->shadow < s->n);
    for (nj_seat i = 0; asked != 0 && i < s->n; i++)
        if ((asked & nj_bit(i)) != 0 &&
            (s->seat[i].life != SH_ACTIVE || shadow->life != SH_ACTIVE ||
             s->seat[i].room != shadow->room)) {
            nj_prompt_close(m, i, SH_ASK_GUN);
            dropped = true;
        }
    if (dropped)
        nj_sh_wait_over(m);
}

/* --- offers (SH-5.26) --- */

/* The oldest offer put to the seat: who made it, or NJ_SEAT_NONE. */
static nj_seat first_offer(const struct sh_state *s, nj_seat seat)
{
    nj_seat first = NJ_SEAT_NONE;

    NJ_ASSERT(seat < s->n);
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].offer_to == seat &&
            (first == NJ_SEAT_NONE ||
             s->seat[i].offer_no < s->seat[first].offer_no))
            first = i;
    return first;
}

/* To somebody dead or absent nothing is shown, but its time runs: the offerer
 * must not learn of it (SH-7.10). */
static void show_offer(struct nj_match *m, nj_seat seat, nj_seat from)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *o = &s->seat[from];
    bool swap = o->offer_want != SH_OFFER_NONE;
    struct nj_ask q = question(m, seat, SH_ASK_OFFER);
    struct nj_arg args[4];
    uint32_t n = 0;

    NJ_ASSERT(o->offer_to == seat);
    args[n++] = nj_sh_arg_name(m, "from", from);
    args[n++] = nj_arg_word("item", nj_sh_item_word(nj_sh_kind(o->offer_item)));
    if (swap)
        args[n++] =
            nj_arg_word("want", nj_sh_item_word(nj_sh_kind(o->offer_want)));
    args[n++] = deadline(m, &q);
    q.silent = !nj_sh_is_present(s, seat);
    nj_prompt(m, &q, swap ? "sh.offer.swap" : "sh.offer.give", "SH-7.10",
              (struct nj_args){.v = args, .n = n});
}

bool nj_sh_offers_show(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    bool shown = false;

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    for (nj_seat i = 0; i < s->n; i++) {
        nj_seat from = first_offer(s, i);

        if (from == NJ_SEAT_NONE || nj_prompt_open(m, i, SH_ASK_OFFER) ||
            nj_frozen(m, i))
            continue;
        show_offer(m, i, from);
        shown = true;
    }
    return shown;
}

void nj_sh_offer_drop(struct nj_match *m, nj_seat from, bool tell)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *o = &s->seat[from];
    nj_seat to = o->offer_to;

    NJ_ASSERT(to < s->n);
    if (first_offer(s, to) == from)
        nj_prompt_close(m, to, SH_ASK_OFFER);
    o->offer_to = SH_OFFER_NONE;
    if (tell)
        nj_sh_tell(m, from, "sh.declined", "SH-7.10", NJ_NO_ARGS);
}

/* --- answers --- */

/* SH-5.27: the step in the state of this moment; a fault costs nothing. The
 * shadow may have come to wait for somebody's answer since it was asked. */
static void do_warned(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    const struct sh_seat *who = &s->seat[seat];
    uint8_t room = who->warned_room;
    uint8_t passage = (uint8_t)(who->warned_to - 1);
    bool jump = who->warned_to == nj_sh_map(m)->jump + 1;
    const char *fault =
        nj_frozen(m, seat) ? "sh.err.prompt_open" : nj_sh_turn_fault(s, seat);

    NJ_ASSERT(!nj_prompt_open(m, seat, SH_ASK_COIN));
    if (fault == NULL)
        fault = jump ? nj_sh_jump_fault(m, seat)
                     : nj_sh_step_fault(m, seat, room, &passage);
    if (fault != NULL && strcmp(fault, "sh.err.blocked") == 0)
        nj_sh_bump(m, seat, passage, jump ? 0 : s->pos_of[room]);
    else if (fault != NULL)
        nj_sh_tell(m, seat, fault, "SH-5.27", NJ_NO_ARGS);
    else if (jump)
        nj_sh_jump_do(m, seat);
    else
        nj_sh_step_do(m, seat, passage, room);
}

static void answer_coin(struct nj_match *m, nj_seat seat, bool yes)
{
    nj_prompt_close(m, seat, SH_ASK_COIN);
    if (yes)
        do_warned(m, seat);
    else
        nj_sh_tell(m, seat, "sh.prompt.done", "SH-7.28", NJ_NO_ARGS);
}

static void answer_offer(struct nj_match *m, nj_seat seat, bool yes)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat from = first_offer(s, seat);

    NJ_ASSERT(from < s->n);
    if (yes) {
        nj_sh_trade(m, from);
        return;
    }
    nj_sh_offer_drop(m, from, true);
    if (nj_sh_is_present(s, seat))
        nj_sh_tell(m, seat, "sh.prompt.done", "SH-7.10", NJ_NO_ARGS);
}

/* Back from the fake death (SH-6.14). */
static void wake(struct nj_match *m, nj_seat seat, uint8_t room)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(who->life == SH_ABSENT);
    nj_prompt_close(m, seat, SH_ASK_WAKE);
    who->life = SH_ACTIVE;
    who->steps = nj_sh_steps_of(s, seat);
    who->turn_over = 0;
    who->moved = 1;
    nj_sh_step_begin(s);
    nj_sh_place(m, seat, room);
    nj_sh_enter(m, seat);
    if (!nj_sh_step_end(m) && who->life == SH_ACTIVE)
        nj_sh_view(m, seat);
}

/* Behind each answer. */
static int answered(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n);
    if (s->stage == SH_ENDED)
        return 0;
    nj_sh_acted(s, seat);
    nj_sh_round_check(m);
    return 0;
}

static int answer(struct nj_match *m, const struct nj_input *in, bool yes)
{
    nj_seat seat = in->seat;
    int refused = nj_sh_check(m, in, SH_ACT_ANSWER);

    if (refused != 0)
        return refused;
    if (nj_prompt_open(m, seat, SH_ASK_GUN))
        nj_sh_gun_answer(m, seat, yes, true);
    else if (nj_prompt_open(m, seat, SH_ASK_COIN))
        answer_coin(m, seat, yes);
    else if (nj_prompt_open(m, seat, SH_ASK_SPAWN) ||
             nj_prompt_open(m, seat, SH_ASK_WAKE))
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.20");
    else if (nj_prompt_open(m, seat, SH_ASK_OFFER) && !nj_frozen(m, seat))
        answer_offer(m, seat, yes);
    else
        return nj_sh_refuse(m, in, "sh.err.no_prompt", "SH-5.26");
    return answered(m, seat);
}

int nj_sh_yes(struct nj_match *m, const struct nj_input *in)
{
    return answer(m, in, true);
}

int nj_sh_no(struct nj_match *m, const struct nj_input *in)
{
    return answer(m, in, false);
}

int nj_sh_answer_fire(struct nj_match *m, const struct nj_input *in)
{
    int refused;

    NJ_ASSERT(in->kind == NJ_IN_ORDER);
    if (nj_prompt_open(m, in->seat, SH_ASK_GUN))
        return answer(m, in, true);
    refused = nj_sh_check(m, in, SH_ACT_FREE);
    return refused != 0 ? refused
                        : nj_sh_refuse(m, in, "sh.err.args", "SH-5.15");
}

/* Without a question: forgets the stored shot (SH-7.18). */
int nj_sh_answer_hold(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[in->seat];
    int refused;

    NJ_ASSERT(in->seat < s->n);
    if (nj_prompt_open(m, in->seat, SH_ASK_GUN))
        return answer(m, in, false);
    refused = nj_sh_check(m, in, SH_ACT_FREE);
    if (refused != 0)
        return refused;
    if (who->shot == 0)
        return nj_sh_refuse(m, in, "sh.err.no_prompt", "SH-7.18");
    who->shot = 0;
    nj_sh_acted(s, in->seat);
    nj_sh_tell(m, in->seat, "sh.sched.void", "SH-7.18", NJ_NO_ARGS);
    return 0;
}

/* P1: one step to an adjacent position. */
static int answer_spawn(struct nj_match *m, const struct nj_input *in,
                        uint8_t room)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[in->seat];

    NJ_ASSERT(s->stage == SH_SPAWN);
    if (nj_sh_passage_between(s, nj_sh_map(m), who->room, room) < 0)
        return nj_sh_refuse(m, in, "sh.err.not_adjacent", "SH-3.6");
    who->spawn_to = s->pos_of[room];
    nj_prompt_close(m, in->seat, SH_ASK_SPAWN);
    nj_sh_tell(m, in->seat, "sh.spawn_ok", "SH-3.6",
               NJ_ARGS(nj_arg_int("pos", who->spawn_to)));
    return 0;
}

int nj_sh_answer_place(struct nj_match *m, const struct nj_input *in)
{
    bool spawning = nj_prompt_open(m, in->seat, SH_ASK_SPAWN);
    uint8_t room = 0;
    enum sh_place_found found;
    int refused = nj_sh_check(m, in, SH_ACT_ANSWER);

    if (refused != 0)
        return refused;
    if (!spawning && !nj_prompt_open(m, in->seat, SH_ASK_WAKE))
        return nj_sh_refuse(m, in, "sh.err.no_prompt", "SH-5.26");
    found = nj_sh_find_place(m, in->seat, in->args.v[0].s, &room);
    if (found == SH_PLACE_BAD)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-2.10");
    if (found == SH_PLACE_UNKNOWN)
        return nj_sh_refuse(m, in, "sh.err.room_unknown", "SH-2.10");
    if (spawning)
        return answer_spawn(m, in, room);
    wake(m, in->seat, room);
    return answered(m, in->seat);
}

int nj_sh_rebirth(struct nj_match *m, const struct nj_input *in)
{
    return nj_sh_answer_place(m, in);
}

/* --- defaults --- */

static void default_wake(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    wake(m, seat, s->seat[seat].body);
}

static void default_coin(struct nj_match *m, nj_seat seat)
{
    answer_coin(m, seat, false);
}

static void default_gun(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    nj_sh_gun_answer(m, seat, seat != s->brillo || nj_sh_brillo_killable(s),
                     true);
}

static void default_offer(struct nj_match *m, nj_seat seat)
{
    answer_offer(m, seat, false);
}

const struct nj_question nj_sh_questions[] = {
    {SH_ASK_WAKE, true, default_wake},
    {SH_ASK_COIN, true, default_coin},
    {SH_ASK_GUN, true, default_gun},
    {SH_ASK_OFFER, false, default_offer},
    {SH_ASK_SPAWN, true, nj_sh_spawn_default},
    {NULL, false, NULL}};

void nj_sh_prompts_close(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->busy == 0);
    do
        nj_prompts_end(m, s->order);
    while (s->stage != SH_ENDED && nj_sh_offers_show(m));
}
