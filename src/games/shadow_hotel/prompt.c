/*
 * Questions to one seat, P1 to P5 (SH-5.20, 5.26 to 5.28). All have the same
 * time, so one timer stands for the oldest of them; when that one is gone the
 * timer is armed for the next. Reckoned with the moments of inputs alone: an
 * outage moves the timer, not the log.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* Places in sh_seat.asked_ms. */
enum {
    ASKED_P2,
    ASKED_P3,
    ASKED_P5,
    ASKED
};

static const uint8_t asked_bit[ASKED] = {SH_P2, SH_P3, SH_P5};

/* --- the one timer --- */

/* The moment of the oldest open question of the seat, or of `oldest`. */
static int64_t older(const struct sh_seat *who, int64_t oldest)
{
    NJ_ASSERT(who->open < 32);
    for (int i = 0; i < ASKED; i++)
        if ((who->open & asked_bit[i]) != 0 && who->asked_ms[i] < oldest)
            oldest = who->asked_ms[i];
    if ((who->open & SH_P4) != 0 && who->offered_ms < oldest)
        oldest = who->offered_ms;
    return oldest;
}

static void sync_timer(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    int64_t length, left, oldest = INT64_MAX;

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    for (nj_seat i = 0; i < s->n; i++)
        oldest = older(&s->seat[i], oldest);
    if (oldest == INT64_MAX || s->stage == SH_ENDED) {
        if (s->asked)
            nj_timer_cancel(m, "prompt");
        s->asked = 0;
        s->prompt_ms = 0;
        return;
    }
    if (s->asked && s->prompt_ms == oldest)
        return;
    length = nj_option(m, "prompt_secs");
    left = oldest + length - nj_at(m);
    /* Later than its time only after an outage: then all of it is fair. */
    nj_timer_arm(m, "prompt", left > 0 ? left : length);
    s->asked = 1;
    s->prompt_ms = oldest;
}

static void put(struct nj_match *m, nj_seat seat, int which)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(which >= 0 && which < ASKED);
    s->seat[seat].open |= asked_bit[which];
    s->seat[seat].asked_ms[which] = nj_at(m);
    sync_timer(m);
}

static struct nj_arg deadline(const struct nj_match *m)
{
    return nj_arg_at("deadline", nj_at(m) + nj_option(m, "prompt_secs"));
}

void nj_sh_prompts_shift(struct sh_state *s, int64_t ms)
{
    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    for (nj_seat i = 0; i < s->n; i++) {
        for (int k = 0; k < ASKED; k++)
            s->seat[i].asked_ms[k] += ms;
        s->seat[i].offered_ms += ms;
    }
    if (s->asked)
        s->prompt_ms += ms;
}

void nj_sh_prompt_drop(struct nj_match *m, nj_seat seat, uint8_t which)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n);
    s->seat[seat].open &= (uint8_t)~which;
    sync_timer(m);
}

/* --- asking --- */

void nj_sh_ask_coin(struct nj_match *m, nj_seat seat, uint8_t passage,
                    uint8_t room)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(!s->seat[seat].warned);
    s->seat[seat].warned = 1;
    s->seat[seat].warned_to = (uint8_t)(passage + 1);
    s->seat[seat].warned_room = room;
    put(m, seat, ASKED_P2);
    nj_sh_tell(m, seat, "sh.prompt.coin", "SH-7.28", NJ_ARGS(deadline(m)));
}

static bool shadow_waits(const struct sh_state *s)
{
    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    for (nj_seat i = 0; i < s->n; i++)
        if ((s->seat[i].open & SH_P3) != 0)
            return true;
    return false;
}

void nj_sh_ask_gun(struct nj_match *m, nj_seat holder)
{
    struct sh_state *s = nj_state(m);
    bool waits = shadow_waits(s);

    NJ_ASSERT(nj_sh_held(s, holder, SH_GUN) >= 0);
    if (s->seat[holder].guard != SH_ASK) {
        nj_sh_gun_answer(m, holder, s->seat[holder].guard == SH_FIRE);
        return;
    }
    put(m, holder, ASKED_P3);
    nj_sh_tell(m, holder, "sh.prompt.gun", "SH-8.6", NJ_ARGS(deadline(m)));
    if (!waits)
        nj_sh_tell(m, s->shadow, "sh.wait", "SH-8.6", NJ_NO_ARGS);
}

void nj_sh_wait_over(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->shadow < s->n);
    if (s->seat[s->shadow].life == SH_ACTIVE && !shadow_waits(s))
        nj_sh_tell(m, s->shadow, "sh.wait_over", "SH-8.6", NJ_NO_ARGS);
}

void nj_sh_ask_wake(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[seat].life == SH_ABSENT);
    put(m, seat, ASKED_P5);
    nj_sh_tell(m, seat, "sh.prompt.wake", "SH-6.14", NJ_ARGS(deadline(m)));
}

void nj_sh_guns_check(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    const struct sh_seat *shadow = &s->seat[s->shadow];
    bool dropped = false;

    NJ_ASSERT(s->shadow < s->n);
    for (nj_seat i = 0; i < s->n; i++)
        if ((s->seat[i].open & SH_P3) != 0 &&
            (s->seat[i].life != SH_ACTIVE || shadow->life != SH_ACTIVE ||
             s->seat[i].room != shadow->room)) {
            nj_sh_prompt_drop(m, i, SH_P3);
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

static void tell_offer(struct nj_match *m, nj_seat seat, nj_seat from)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *o = &s->seat[from];
    struct nj_arg args[4];
    uint32_t n = 0;

    NJ_ASSERT(o->offer_to == seat);
    args[n++] = nj_sh_arg_name(m, "from", from);
    args[n++] = nj_arg_word("item", nj_sh_item_word(nj_sh_kind(o->offer_item)));
    if (o->offer_want != SH_OFFER_NONE)
        args[n++] =
            nj_arg_word("want", nj_sh_item_word(nj_sh_kind(o->offer_want)));
    args[n++] = deadline(m);
    nj_sh_tell(m, seat,
               o->offer_want == SH_OFFER_NONE ? "sh.offer.give"
                                              : "sh.offer.swap",
               "SH-7.10", (struct nj_args){.v = args, .n = n});
}

/* To somebody dead or absent nothing is shown, but its time runs: the offerer
 * must not learn of it (SH-7.10). */
void nj_sh_offers_show(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    for (nj_seat i = 0; i < s->n; i++) {
        nj_seat from = first_offer(s, i);

        if (from == NJ_SEAT_NONE || (s->seat[i].open & SH_P4) != 0 ||
            nj_sh_is_frozen(s, i))
            continue;
        s->seat[i].open |= SH_P4;
        s->seat[i].offered_ms = nj_at(m);
        if (nj_sh_is_present(s, i))
            tell_offer(m, i, from);
    }
    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    sync_timer(m);
}

void nj_sh_offer_drop(struct nj_match *m, nj_seat from, bool tell)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *o = &s->seat[from];
    nj_seat to = o->offer_to;

    NJ_ASSERT(to < s->n);
    if (first_offer(s, to) == from)
        nj_sh_prompt_drop(m, to, SH_P4);
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
    const char *fault = nj_sh_is_frozen(s, seat) ? "sh.err.prompt_open"
                                                 : nj_sh_turn_fault(s, seat);

    NJ_ASSERT((who->open & SH_P2) == 0);
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
    nj_sh_prompt_drop(m, seat, SH_P2);
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
    nj_sh_prompt_drop(m, seat, SH_P5);
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
    const struct sh_state *s = nj_state_const(m);
    uint8_t open = s->seat[in->seat].open;
    int refused = nj_sh_check(m, in, SH_ACT_ANSWER);

    if (refused != 0)
        return refused;
    if ((open & SH_P3) != 0)
        nj_sh_gun_answer(m, in->seat, yes);
    else if ((open & SH_P2) != 0)
        answer_coin(m, in->seat, yes);
    else if ((open & (SH_P1 | SH_P5)) != 0)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.20");
    else if ((open & SH_P4) != 0 && !nj_sh_is_frozen(s, in->seat))
        answer_offer(m, in->seat, yes);
    else
        return nj_sh_refuse(m, in, "sh.err.no_prompt", "SH-5.26");
    return answered(m, in->seat);
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
    const struct sh_state *s = nj_state_const(m);
    int refused;

    NJ_ASSERT(in->seat < s->n);
    if ((s->seat[in->seat].open & SH_P3) != 0)
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
    if ((who->open & SH_P3) != 0)
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

    NJ_ASSERT((who->open & SH_P1) != 0);
    if (nj_sh_passage_between(s, nj_sh_map(m), who->room, room) < 0)
        return nj_sh_refuse(m, in, "sh.err.not_adjacent", "SH-3.6");
    who->spawn_to = s->pos_of[room];
    who->spawn_answered = 1;
    nj_sh_prompt_drop(m, in->seat, SH_P1);
    nj_sh_tell(m, in->seat, "sh.spawn_ok", "SH-3.6",
               NJ_ARGS(nj_arg_int("pos", who->spawn_to)));
    return 0;
}

int nj_sh_answer_place(struct nj_match *m, const struct nj_input *in)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t open = s->seat[in->seat].open;
    uint8_t room = 0;
    enum sh_place_found found;
    int refused = nj_sh_check(m, in, SH_ACT_ANSWER);

    if (refused != 0)
        return refused;
    if ((open & (SH_P1 | SH_P5)) == 0)
        return nj_sh_refuse(m, in, "sh.err.no_prompt", "SH-5.26");
    found = nj_sh_find_place(m, in->seat, in->args.v[0].s, &room);
    if (found == SH_PLACE_BAD)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-2.10");
    if (found == SH_PLACE_UNKNOWN)
        return nj_sh_refuse(m, in, "sh.err.room_unknown", "SH-2.10");
    if ((open & SH_P1) != 0)
        return answer_spawn(m, in, room);
    wake(m, in->seat, room);
    return answered(m, in->seat);
}

int nj_sh_rebirth(struct nj_match *m, const struct nj_input *in)
{
    return nj_sh_answer_place(m, in);
}

/* --- defaults --- */

/* The default of one open question (SH-5.20). */
static void take_default(struct nj_match *m, nj_seat seat, uint8_t which)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT((s->seat[seat].open & which) != 0);
    if (which == SH_P5)
        wake(m, seat, s->seat[seat].body);
    else if (which == SH_P2)
        answer_coin(m, seat, false);
    else if (which == SH_P3)
        nj_sh_gun_answer(m, seat,
                         seat != s->brillo || nj_sh_brillo_killable(s));
    else
        answer_offer(m, seat, false);
}

/* In the order of E0, by priority; a question no younger than `until`. */
static bool default_one(struct nj_match *m, int64_t until)
{
    static const uint8_t order[] = {SH_P5, SH_P2, SH_P3, SH_P4};
    static const int place[] = {ASKED_P5, ASKED_P2, ASKED_P3, ASKED};
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    for (size_t k = 0; k < NJ_COUNT(order); k++)
        for (uint8_t i = 0; i < s->n; i++) {
            const struct sh_seat *who = &s->seat[s->order[i]];
            int64_t put_ms =
                place[k] == ASKED ? who->offered_ms : who->asked_ms[place[k]];

            if ((who->open & order[k]) == 0 || put_ms > until)
                continue;
            take_default(m, s->order[i], order[k]);
            return true;
        }
    return false;
}

void nj_sh_prompts_close(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->busy == 0);
    do {
        while (s->stage != SH_ENDED && default_one(m, INT64_MAX))
            ;
        if (s->stage != SH_ENDED)
            nj_sh_offers_show(m);
    } while (s->stage != SH_ENDED && s->asked);
}

void nj_sh_prompt_timer(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    int64_t until = s->prompt_ms;

    NJ_ASSERT(s->asked);
    s->asked = 0; /* the timer is gone */
    while (s->stage != SH_ENDED && default_one(m, until))
        ;
    nj_sh_round_check(m);
}
