/*
 * Questions to one seat, P1 to P5 (SH-5.20, 5.26 to 5.28): what is asked, what
 * answers mean, and what the defaults are.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

static struct nj_ask question(const struct nj_match *m, nj_seat seat,
                              const char *name)
{
    NJ_ASSERT(!nj_prompt_open(m, seat, name));
    return (struct nj_ask){.seat = seat,
                           .name = name,
                           .ms = nj_option(m, "prompt_secs"),
                           .in_phase = true}; /* SH-19.13 */
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
    ask_coin(m, &q, nj_ask_deadline(m, &q));
}

void nj_sh_ask_gun(struct nj_match *m, nj_seat holder)
{
    const struct sh_state *s = nj_state_const(m);
    bool waits = nj_prompt_seats(m, SH_ASK_GUN) != 0;
    struct nj_ask q = question(m, holder, SH_ASK_GUN);

    NJ_ASSERT(nj_sh_holds(s, holder, SH_GUN));
    if (s->seat[holder].guard != SH_ASK) {
        nj_sh_gun_answer(m, holder, s->seat[holder].guard == SH_FIRE, false);
        return;
    }
    q.waits = nj_bit(s->shadow);
    ask_gun(m, &q, nj_ask_deadline(m, &q));
    if (!waits)
        say_wait(m, s->shadow);
}

void nj_sh_wait_over(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    if (s->seat[s->shadow].life == SH_ACTIVE &&
        nj_prompt_seats(m, SH_ASK_GUN) == 0)
        say_wait_over(m, s->shadow);
}

void nj_sh_ask_wake(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_ask q = question(m, seat, SH_ASK_WAKE);

    NJ_ASSERT(s->seat[seat].life == SH_ABSENT);
    ask_wake(m, &q, nj_ask_deadline(m, &q));
}

void nj_sh_guns_check(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *shadow = &s->seat[s->shadow];
    nj_seat_set parted = nj_prompt_seats(m, SH_ASK_GUN);
    nj_seat seat;

    NJ_ASSERT((parted & nj_bit(s->shadow)) == 0);
    if (parted != 0 && shadow->life == SH_ACTIVE)
        parted &= ~nj_sh_here(s, shadow->room);
    if (parted == 0)
        return;
    while (nj_sh_next(s, &parted, &seat))
        nj_prompt_close(m, seat, SH_ASK_GUN);
    nj_sh_wait_over(m);
}

/* --- offers (SH-5.26) --- */

/* The oldest offer put to the seat: who made it, or NJ_SEAT_NONE. */
static nj_seat first_offer(const struct sh_state *s, nj_seat seat)
{
    nj_seat first = NJ_SEAT_NONE;

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
    const char *item = nj_sh_called(o->offer_item);
    struct nj_ask q = question(m, seat, SH_ASK_OFFER);
    int64_t deadline = nj_ask_deadline(m, &q);

    NJ_ASSERT(o->offer_to == seat);
    q.silent = !nj_sh_is_present(s, seat);
    if (o->offer_want == SH_OFFER_NONE)
        ask_offer_give(m, &q, nj_sh_name(m, from), item, deadline);
    else
        ask_offer_swap(m, &q, nj_sh_name(m, from), item,
                       nj_sh_called(o->offer_want), deadline);
}

bool nj_sh_offers_show(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    bool shown = false;

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

    NJ_ASSERT(to != SH_OFFER_NONE && to < s->n);
    if (first_offer(s, to) == from)
        nj_prompt_close(m, to, SH_ASK_OFFER);
    o->offer_to = SH_OFFER_NONE;
    if (tell)
        say_declined(m, from);
}

/* --- answers --- */

/* SH-5.27: the step in the state of this moment; a fault costs nothing. The
 * shadow may have come to wait for somebody's answer since it was asked. */
static void do_warned(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = s->seat[seat].warned_room;
    uint8_t passage = (uint8_t)(s->seat[seat].warned_to - 1);
    const char *fault =
        nj_frozen(m, seat) ? "sh.err.prompt_open" : nj_sh_turn_fault(s, seat);

    NJ_ASSERT(s->seat[seat].warned && !nj_prompt_open(m, seat, SH_ASK_COIN));
    if (fault == NULL)
        fault = nj_sh_step_fault(m, seat, passage == nj_sh_map(m)->jump, room,
                                 &passage);
    if (fault != NULL)
        nj_emit(m, nj_to_seat(seat), fault, "SH-5.27", NJ_NO_ARGS);
    else
        nj_sh_set_out(m, seat, passage, room);
}

static void answer_coin(struct nj_match *m, nj_seat seat, bool yes)
{
    NJ_ASSERT(!nj_prompt_open(m, seat, SH_ASK_GUN));
    nj_prompt_close(m, seat, SH_ASK_COIN);
    if (yes)
        do_warned(m, seat);
    else
        say_prompt_done(m, seat, "SH-7.28");
}

static void answer_offer(struct nj_match *m, nj_seat seat, bool yes)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat from = first_offer(s, seat);

    NJ_ASSERT(from != NJ_SEAT_NONE);
    if (yes) {
        nj_sh_trade(m, from);
        return;
    }
    nj_sh_offer_drop(m, from, true);
    if (nj_sh_is_present(s, seat))
        say_prompt_done(m, seat, "SH-7.10");
}

/* Yes or no, fire or hold. */
static void answer(struct nj_match *m, const struct nj_attempt *a)
{
    bool yes = a->order == &nj_sh_yes || a->order == &nj_sh_fire;

    NJ_ASSERT(!nj_prompt_open(m, a->seat, SH_ASK_SPAWN));
    if (nj_prompt_open(m, a->seat, SH_ASK_GUN))
        nj_sh_gun_answer(m, a->seat, yes, true);
    else if (nj_prompt_open(m, a->seat, SH_ASK_COIN))
        answer_coin(m, a->seat, yes);
    else
        answer_offer(m, a->seat, yes);
}

static const char *answer_fault(const struct nj_match *m, struct nj_attempt *a)
{
    if (nj_prompt_open(m, a->seat, SH_ASK_GUN) ||
        nj_prompt_open(m, a->seat, SH_ASK_COIN))
        return NULL;
    if (nj_prompt_open(m, a->seat, SH_ASK_SPAWN) ||
        nj_prompt_open(m, a->seat, SH_ASK_WAKE))
        return nj_fault_of(a, "SH-5.20", "sh.err.args");
    return nj_prompt_open(m, a->seat, SH_ASK_OFFER) && !nj_frozen(m, a->seat)
               ? NULL
               : "sh.err.no_prompt";
}

const struct nj_order nj_sh_yes = {SH_ACT_ANSWER, "SH-5.26", answer_fault,
                                   answer};
const struct nj_order nj_sh_no = {SH_ACT_ANSWER, "SH-5.26", answer_fault,
                                  answer};

static const char *fire_fault(const struct nj_match *m, struct nj_attempt *a)
{
    return nj_prompt_open(m, a->seat, SH_ASK_GUN) ? NULL : "sh.err.args";
}

const struct nj_order nj_sh_fire = {SH_ACT_GUN, "SH-5.15", fire_fault, answer};

static const char *hold_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);

    return nj_prompt_open(m, a->seat, SH_ASK_GUN) || s->seat[a->seat].shot != 0
               ? NULL
               : "sh.err.no_prompt";
}

/* Without a question it forgets the stored shot (SH-7.18). */
static void hold(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);

    if (nj_prompt_open(m, a->seat, SH_ASK_GUN)) {
        answer(m, a);
        return;
    }
    NJ_ASSERT(s->seat[a->seat].shot != 0);
    s->seat[a->seat].shot = 0;
    say_sched_off(m, a->seat);
}

const struct nj_order nj_sh_hold = {SH_ACT_GUN, "SH-7.18", hold_fault, hold};

/* Back from the fake death (SH-6.14). */
static void wake(struct nj_match *m, nj_seat seat, uint8_t room)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(who->life == SH_ABSENT && who->room == 0);
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

/* P1 leads one step away, P5 anywhere. */
static const char *place_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    bool spawning = nj_prompt_open(m, a->seat, SH_ASK_SPAWN);
    struct sh_meant *p = a->plan;
    enum sh_place_found found;

    if (!spawning && !nj_prompt_open(m, a->seat, SH_ASK_WAKE))
        return "sh.err.no_prompt";
    found = nj_sh_find_place(m, a->seat, nj_input_text(a->in, 0), &p->room);
    if (found != SH_PLACE_OK)
        return nj_fault_of(a, "SH-2.10",
                           found == SH_PLACE_BAD ? "sh.err.args"
                                                 : "sh.err.room_unknown");
    if (spawning && nj_sh_passage_between(s, nj_sh_map(m),
                                          s->seat[a->seat].room, p->room) < 0)
        return nj_fault_of(a, "SH-3.6", "sh.err.not_adjacent");
    return NULL;
}

static void answer_place(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    if (!nj_prompt_open(m, a->seat, SH_ASK_SPAWN)) {
        wake(m, a->seat, p->room);
        return;
    }
    NJ_ASSERT(s->stage == SH_SPAWN);
    s->seat[a->seat].spawn_to = s->pos_of[p->room];
    nj_prompt_close(m, a->seat, SH_ASK_SPAWN);
    say_spawn_ok(m, a->seat, s->pos_of[p->room]);
}

const struct nj_order nj_sh_place_answer = {SH_ACT_ANSWER, "SH-5.26",
                                            place_fault, answer_place};

/* --- defaults --- */

static void default_wake(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[seat].body != 0);
    wake(m, seat, s->seat[seat].body);
}

static void default_coin(struct nj_match *m, nj_seat seat)
{
    answer_coin(m, seat, false);
}

static void default_gun(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(nj_sh_holds(s, seat, SH_GUN));
    nj_sh_gun_answer(m, seat, seat != s->brillo || nj_sh_brillo_killable(s),
                     true);
}

static void default_offer(struct nj_match *m, nj_seat seat)
{
    answer_offer(m, seat, false);
}

const struct nj_question nj_sh_questions[] = {
    {.name = SH_ASK_WAKE, .freezes = true, .otherwise = default_wake},
    {.name = SH_ASK_COIN, .freezes = true, .otherwise = default_coin},
    {.name = SH_ASK_GUN, .freezes = true, .otherwise = default_gun},
    {.name = SH_ASK_OFFER, .otherwise = default_offer},
    {.name = SH_ASK_SPAWN, .freezes = true, .otherwise = nj_sh_spawn_default},
    {.name = NULL}};

const char *nj_sh_halts(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < nj_seats(m));
    for (const struct nj_question *q = nj_sh_questions; q->name != NULL; q++)
        if (q->freezes && nj_prompt_open(m, seat, q->name))
            return q->name;
    return NULL;
}

void nj_sh_prompts_close(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->busy == 0);
    do
        nj_prompts_end(m, s->order);
    while (s->stage != SH_ENDED && nj_sh_offers_show(m));
}
