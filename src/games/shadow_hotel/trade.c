/*
 * Giving and swapping between people of one meeting (SH-7.10): the offer, and
 * what becomes of it. The question to who is offered something is put by
 * prompt.c.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

bool nj_sh_in_talk(const struct sh_state *s, nj_seat seat, nj_seat other)
{
    const struct sh_seat *a = &s->seat[seat];
    const struct sh_seat *b = &s->seat[other];

    NJ_ASSERT(seat < s->n);
    NJ_ASSERT(other < s->n);
    return seat != other && seat != s->shadow && other != s->shadow &&
           a->life == SH_ACTIVE && b->life == SH_ACTIVE && a->meet != 0 &&
           b->meet != 0 && a->meet_room == b->meet_room &&
           a->room == a->meet_room && b->room == a->room;
}

/* Whom the offer is for; a refusal if it cannot be for anybody. */
static int find_partner(struct nj_match *m, const struct nj_input *in,
                        struct sh_person person, nj_seat *to)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set fits = 0;
    enum sh_here here = nj_sh_find_here(m, in->seat, person, to, &fits);

    if (here == SH_HERE_MANY)
        return nj_sh_refuse_many(m, in, fits);
    if (here == SH_HERE && *to == in->seat)
        return nj_sh_refuse(m, in, "sh.err.target_self", "SH-7.10");
    if (here != SH_HERE || !nj_sh_in_talk(s, in->seat, *to))
        return nj_sh_refuse(m, in, "sh.err.no_meeting", "SH-7.10");
    return 0;
}

/* One item of the kind, whoever has it: stands for the kind in an offer. */
static uint8_t some_item(enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    return kind == SH_KEY ? SH_ITEM_KEY : (uint8_t)(SH_ITEM_SINGLE + kind);
}

/* Does the exchange leave the seat with more than it can hold? `want`,
 * `gives`: items, or -1. */
static bool too_much(const struct sh_state *s, nj_seat seat, int want,
                     int gives)
{
    enum sh_kind kind;

    NJ_ASSERT(seat < s->n);
    if (want < 0)
        return false;
    kind = nj_sh_kind((uint8_t)want);
    if (kind == SH_DISGUISE) {
        int own = nj_sh_held(s, seat, kind);

        return own >= 0 && own != gives;
    }
    if (!nj_sh_is_goods(kind))
        return false;
    return nj_sh_hand(s, seat) >= 0 && nj_sh_hand(s, seat) != gives;
}

/* The offerer's own side; the partner's is never looked at (SH-7.10). */
static const char *own_fault(const struct sh_state *s, nj_seat seat,
                             enum sh_kind gives, enum sh_kind want)
{
    int item = nj_sh_held(s, seat, gives);

    NJ_ASSERT(gives < SH_KINDS);
    if (want != SH_KINDS && !nj_sh_may_carry(s, seat, want))
        return "sh.err.role";
    if (item < 0)
        return "sh.err.not_held";
    if (!nj_sh_is_droppable(gives))
        return "sh.err.undroppable";
    if (want != SH_KINDS && too_much(s, seat, some_item(want), item))
        return "sh.err.hands_full";
    return NULL;
}

static int offer(struct nj_match *m, const struct nj_input *in,
                 enum sh_kind want, struct sh_person person)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[in->seat];
    enum sh_kind gives = nj_sh_find_item(nj_sh_text(in, 0));
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    nj_seat to = NJ_SEAT_NONE;
    const char *fault;

    if (refused != 0)
        return refused;
    if (gives == SH_KINDS)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-7.32");
    if (in->seat == s->shadow)
        return nj_sh_refuse(m, in, "sh.err.role", "SH-7.10");
    fault = own_fault(s, in->seat, gives, want);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-7.10");
    refused = find_partner(m, in, person, &to);
    if (refused != 0)
        return refused;
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    if (me->offer_to != SH_OFFER_NONE)
        nj_sh_offer_drop(m, in->seat, false); /* SH-5.26: replaced */
    me->offer_to = to;
    me->offer_item = (uint8_t)nj_sh_held(s, in->seat, gives);
    me->offer_want = want == SH_KINDS ? SH_OFFER_NONE : some_item(want);
    me->offer_no = ++s->offers;
    nj_sh_tell(m, in->seat, "sh.offered", "SH-7.10",
               NJ_ARGS(nj_arg_word("item", nj_sh_item_word(gives)),
                       nj_sh_arg_name(m, "name", to)));
    return nj_sh_done(m);
}

int nj_sh_give(struct nj_match *m, const struct nj_input *in)
{
    return offer(m, in, SH_KINDS, nj_sh_person(in, 1));
}

int nj_sh_swap(struct nj_match *m, const struct nj_input *in)
{
    enum sh_kind want = nj_sh_find_item(nj_sh_text(in, 1));
    int refused = nj_sh_check(m, in, SH_ACT_FREE);

    if (refused != 0)
        return refused;
    if (want == SH_KINDS)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-7.32");
    return offer(m, in, want, nj_sh_person(in, 2));
}

/* --- after the yes --- */

struct exchange {
    nj_seat from, to;
    int item; /* from -> to */
    int want; /* to -> from; -1: a gift */
};

/* Why it cannot be carried out now, or NULL: what who said yes is told. */
static const char *exchange_fault(const struct nj_match *m,
                                  const struct exchange *x, bool swap)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(x->from != x->to);
    if (!nj_sh_in_talk(s, x->from, x->to) || nj_frozen(m, x->from))
        return "sh.err.no_meeting";
    if (!nj_sh_may_carry(s, x->to, nj_sh_kind((uint8_t)x->item)))
        return "sh.err.role";
    if (s->item[x->item].where != SH_HELD || s->item[x->item].at != x->from)
        return "sh.err.no_item";
    if (swap && x->want < 0)
        return "sh.err.not_held";
    if (too_much(s, x->to, x->item, x->want))
        return "sh.err.hands_full";
    if (too_much(s, x->from, x->want, x->item))
        return "sh.err.no_item"; /* the offer is stale: its maker's hand */
    return NULL;
}

static void hand_over(struct nj_match *m, nj_seat from, nj_seat to,
                      uint8_t item)
{
    const char *word = nj_sh_item_word(nj_sh_kind(item));

    NJ_ASSERT(from != to);
    nj_sh_put(m, item, SH_HELD, to);
    nj_sh_tell(
        m, from, "sh.gave", "SH-7.10",
        NJ_ARGS(nj_arg_word("item", word), nj_sh_arg_name(m, "name", to)));
    nj_sh_tell(
        m, to, "sh.got", "SH-7.10",
        NJ_ARGS(nj_arg_word("item", word), nj_sh_arg_name(m, "name", from)));
}

static void exchange(struct nj_match *m, const struct exchange *x)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(x->item >= 0);
    nj_sh_step_begin(s);
    hand_over(m, x->from, x->to, (uint8_t)x->item);
    if (x->want >= 0)
        hand_over(m, x->to, x->from, (uint8_t)x->want);
    nj_sh_gained(m, x->to, (uint8_t)x->item, false);
    if (x->want >= 0)
        nj_sh_gained(m, x->from, (uint8_t)x->want, false);
    nj_sh_standing(m, x->from);
    if (x->want >= 0)
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

    NJ_ASSERT(from < s->n);
    NJ_ASSERT(x.to < s->n);
    if (swap)
        x.want = nj_sh_held(s, x.to, nj_sh_kind(offer->offer_want));
    fault = exchange_fault(m, &x, swap);
    nj_sh_offer_drop(m, from, fault != NULL);
    if (fault == NULL)
        exchange(m, &x);
    else
        nj_sh_tell(m, x.to, fault, "SH-7.10", NJ_NO_ARGS);
}
