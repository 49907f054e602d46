/*
 * Giving and swapping between people of one meeting (SH-7.10): the offer, and
 * what becomes of it. The question to who is offered something is put by
 * prompt.c.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

static bool can_trade(const struct sh_state *s, nj_seat seat, nj_seat other)
{
    return (nj_sh_partners(s, seat) & nj_bit(other)) != 0;
}

/* One item of the kind, whoever has it: stands for the kind in an offer. */
static uint8_t some_item(enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    return kind == SH_KEY ? SH_ITEM_KEY : (uint8_t)(SH_ITEM_SINGLE + kind);
}

/* The offerer's own side is looked at, the partner's never (SH-7.10). */
static const char *offer_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    bool swaps = a->order == &nj_sh_swap;
    struct sh_meant *p = a->plan;
    const char *fault = nj_sh_kind_fault(a, 0, &p->kind);

    p->want = SH_KINDS;
    if (fault == NULL && swaps)
        fault = nj_sh_kind_fault(a, 1, &p->want);
    if (fault != NULL)
        return fault;
    NJ_ASSERT(p->kind < SH_KINDS && swaps == (p->want < SH_KINDS));
    if (a->seat == s->shadow ||
        (swaps && !nj_sh_may_carry(s, a->seat, p->want)))
        return "sh.err.role";
    p->item = nj_sh_held(s, a->seat, p->kind);
    if (p->item < 0)
        return "sh.err.not_held";
    if (!nj_sh_is_droppable(p->kind))
        return "sh.err.undroppable";
    if (swaps && nj_sh_is_too_much(s, a->seat, p->want, p->item))
        return "sh.err.hands_full";
    fault = nj_sh_here_fault(m, a, nj_sh_person(a->in, swaps ? 2 : 1));
    if (fault != NULL)
        return fault;
    if (p->who == a->seat)
        return "sh.err.target_self";
    return p->who == NJ_SEAT_NONE || !can_trade(s, a->seat, p->who)
               ? "sh.err.no_meeting"
               : NULL;
}

static void offer(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[a->seat];
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(can_trade(s, a->seat, p->who));
    if (me->offer_to != SH_OFFER_NONE)
        nj_sh_offer_drop(m, a->seat, false); /* SH-5.26: replaced */
    me->offer_to = p->who;
    me->offer_item = (uint8_t)p->item;
    me->offer_want = p->want == SH_KINDS ? SH_OFFER_NONE : some_item(p->want);
    me->offer_no = ++s->offers;
    say_offered(m, a->seat, nj_sh_item_word(p->kind), nj_sh_name(m, p->who));
}

const struct nj_order nj_sh_give = {SH_ACT_FREE, "SH-7.10", offer_fault, offer};
const struct nj_order nj_sh_swap = {SH_ACT_FREE, "SH-7.10", offer_fault, offer};

/* --- after the yes --- */

struct exchange {
    nj_seat from, to;
    uint8_t item; /* from -> to */
    int want;     /* to -> from; -1: a gift */
};

/* Why it cannot be carried out now, or NULL: what who said yes is told. */
static const char *exchange_fault(const struct nj_match *m,
                                  const struct exchange *x, bool swap)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(swap || x->want < 0);
    if (!can_trade(s, x->from, x->to) || nj_frozen(m, x->from))
        return "sh.err.no_meeting";
    if (!nj_sh_may_carry(s, x->to, nj_sh_kind(x->item)))
        return "sh.err.role";
    if (s->item[x->item].where != SH_HELD || s->item[x->item].at != x->from)
        return "sh.err.no_item";
    if (swap && x->want < 0)
        return "sh.err.not_held";
    if (nj_sh_is_too_much(s, x->to, nj_sh_kind(x->item), x->want))
        return "sh.err.hands_full";
    if (swap &&
        nj_sh_is_too_much(s, x->from, nj_sh_kind((uint8_t)x->want), x->item))
        return "sh.err.no_item"; /* the offer is stale: its maker's hand */
    return NULL;
}

static void hand_over(struct nj_match *m, nj_seat from, nj_seat to,
                      uint8_t item)
{
    const char *word = nj_sh_called(item);

    NJ_ASSERT(from != to);
    nj_sh_put(m, item, SH_HELD, to);
    say_gave(m, from, word, nj_sh_name(m, to));
    say_got(m, to, word, nj_sh_name(m, from));
}

static void exchange(struct nj_match *m, const struct exchange *x)
{
    bool swap = x->want >= 0;

    NJ_ASSERT(can_trade(nj_state_const(m), x->from, x->to));
    nj_sh_step_begin(nj_state(m));
    hand_over(m, x->from, x->to, x->item);
    if (swap)
        hand_over(m, x->to, x->from, (uint8_t)x->want);
    nj_sh_gained(m, x->to, x->item, false);
    if (swap)
        nj_sh_gained(m, x->from, (uint8_t)x->want, false);
    nj_sh_standing(m, x->from);
    if (swap)
        nj_sh_standing(m, x->to);
    (void)nj_sh_step_end(m);
}

void nj_sh_trade(struct nj_match *m, nj_seat from)
{
    struct sh_state *s = nj_state(m);
    const struct sh_seat *offer = &s->seat[from];
    struct exchange x = {.from = from,
                         .to = offer->offer_to,
                         .item = offer->offer_item,
                         .want = -1};
    bool swap = offer->offer_want != SH_OFFER_NONE;
    const char *fault;

    NJ_ASSERT(x.to < s->n && x.to != from);
    if (swap)
        x.want = nj_sh_held(s, x.to, nj_sh_kind(offer->offer_want));
    fault = exchange_fault(m, &x, swap);
    nj_sh_offer_drop(m, from, fault != NULL);
    if (fault == NULL)
        exchange(m, &x);
    else
        nj_emit(m, nj_to_seat(x.to), fault, "SH-7.10", NJ_NO_ARGS);
}
