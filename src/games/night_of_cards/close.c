/*
 * What the closes of night and day have in common: cards are lost, seats die,
 * amoebas get their forms, and each seat is told of it (NC-6.1 from step 12 on,
 * NC-7.9 from step 6 on, both lists of NC-10.3).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

/* --- what it does --- */

unsigned nj_nc_accounted(const struct nc_state *s)
{
    unsigned cards = s->lost;

    NJ_FOREACH(const struct nc_seat, who, s->seat, s->n)
        cards += who->n + (who->pending != 0 ? 1u : 0);
    return cards;
}

void nj_nc_lose(struct nc_state *s, struct nc_close *d, nj_seat seat,
                uint8_t slot, enum nc_cause cause)
{
    struct nc_losses *l = &d->lost[seat];

    NJ_ASSERT(nj_nc_in_hand(&s->seat[seat], slot) >= 0);
    l->slot[l->n] = slot;
    l->cause[l->n++] = (uint8_t)cause;
    if (nj_nc_take(&s->seat[seat], slot))
        d->unmorphed |= nj_bit(seat);
    nj_nc_count_lost(s, 1);
}

/* NC-15.1: whom the host removes loses all cards, a pending one too. */
static void strip(struct nc_state *s, struct nc_seat *who)
{
    unsigned cards = nj_nc_accounted(s);

    nj_nc_count_lost(s, (uint8_t)(who->n + (who->pending != 0)));
    while (who->n > 0)
        (void)nj_nc_take(who, who->hand[0]);
    who->pending = 0;
    NJ_ASSERT(nj_nc_accounted(s) == cards);
}

void nj_nc_bury(struct nj_match *m, struct nc_state *s, struct nc_close *d)
{
    bool dusk = s->phase != NC_NIGHT;

    NJ_FOREACH_SEAT(k, nj_nc_living(s)) {
        struct nc_seat *who = &s->seat[k];

        NJ_ASSERT(dusk || who->pending == 0);
        if (who->removed)
            strip(s, who);
        if (who->n > 0 || who->pending != 0)
            continue;
        who->dead = 1;
        who->died = (uint8_t)(2 * s->round + dusk);
        who->died_by_day = dusk || nj_seat_in(d->dying, k) || who->removed;
        nj_seat_out(m, k);
        d->died |= nj_bit(k);
    }
    NJ_ASSERT((d->died & nj_nc_living(s)) == 0);
}

void nj_nc_morph(struct nc_state *s, struct nc_close *d)
{
    bool dusk = s->phase != NC_NIGHT;

    NJ_FOREACH_SEAT(k, nj_nc_living(s)) {
        struct nc_seat *who = &s->seat[k];
        uint8_t slot = nj_nc_card_for(who, NC_MORPH);
        struct nc_card *c = &who->card[slot == NC_NO_SLOT ? 0 : slot];

        if (slot == NC_NO_SLOT || c->morph == NC_NONE ||
            c->morph_round + 1 != s->round || c->morph_day != dusk)
            continue;
        NJ_ASSERT((c->formed >> c->morph & 1) == 0); /* NC-5.12c */
        c->form = c->morph;
        c->formed = (uint16_t)(c->formed | 1u << c->form);
        c->used = c->morph = c->morph_round = c->morph_day = 0;
        if (who->arson_slot == slot)
            who->arson_booked = 0; /* the form is gone (NC-5.12d) */
        d->morphed |= nj_bit(k);
    }
    NJ_ASSERT((d->morphed & d->unmorphed) == 0); /* what is lost has no form */
}

void nj_nc_curse(struct nc_state *s)
{
    NJ_FOREACH(const struct nc_seat, who, s->seat, s->n)
        NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders) {
            struct nc_seat *on;

            if (o->fate != NC_OK || o->power < NC_CURSE || o->power > NC_DBLESS)
                continue;
            on = &s->seat[o->target]; /* other orders may have none */
            on->curses = (uint16_t)(on->curses + (o->power == NC_CURSE));
            on->vicious = (uint16_t)(on->vicious + (o->power == NC_VCURSE));
            on->blessings = (uint16_t)(on->blessings + (o->power == NC_BLESS));
            on->devout = (uint16_t)(on->devout + (o->power == NC_DBLESS));
        }
}

/* Notes when cards have gone, of all that are lost and were not before: it is
 * what the group has heard by category (NC-17.18). */
static void note_gone(struct nc_state *s, const struct nc_close *d)
{
    int now = 2 * s->round + (s->phase != NC_NIGHT);

    NJ_ASSERT(now < NC_GONE_UNTOLD);
    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];

        for (uint8_t i = 0; i < who->dealt; i++) {
            uint8_t *gone = &who->card[i].gone;

            if (nj_nc_in_hand(who, i) >= 0 || who->pending == i + 1)
                *gone = 0;
            else if (*gone == 0 && who->removed) /* nobody has heard what */
                *gone = NC_GONE_UNTOLD;
            else if (*gone == 0) /* who was executed lost it by day */
                *gone = (uint8_t)(now - (d->pending[k] == i + 1 &&
                                         s->phase == NC_NIGHT));
        }
    }
}

/* --- what a seat hears --- */

/* The causes of its losses, card by card; one that they have in common once. */
static struct nc_words causes_of(const struct nc_losses *l)
{
    struct nc_words causes = NC_NO_WORDS;
    bool alike = true;

    NJ_ASSERT(l->n > 0 && l->n <= NC_HAND);
    for (uint8_t i = 1; i < l->n; i++)
        alike = alike && l->cause[i] == l->cause[0];
    for (int i = 0; i < (alike ? 1 : l->n); i++)
        nj_nc_add_word(&causes, nj_nc_causes[l->cause[i]]);
    return causes;
}

/* Its lost cards, and those in its hand, without one that comes back. */
static void tell_losses(struct nj_match *m, const struct nc_seat *who,
                        nj_seat seat, const struct nc_losses *l, uint8_t back)
{
    uint8_t hand[NC_HAND], n = 0;

    NJ_ASSERT(l->n + who->n <= who->dealt);
    NJ_FOREACH(const uint8_t, slot, who->hand, who->n)
        if (*slot != back)
            hand[n++] = *slot;
    if (l->n > 0)
        say_loss_card(m, seat, nj_nc_cards(who, l->slot, l->n).s,
                      causes_of(l).s, nj_nc_cards(who, hand, n).s);
}

/* "K,SN", of a log. */
static struct nc_words types(uint16_t log)
{
    struct nc_words list = NC_NO_WORDS;

    NJ_ASSERT(log >> NC_AM == 0); /* an amoeba took it as its form */
    NJ_FOREACH_SEAT(type, log)
        nj_nc_add_word(&list, nj_nc_types[type]);
    return list;
}

/* The amoeba of a seat, wherever it is. */
static const struct nc_card *amoeba(const struct nc_seat *who)
{
    const struct nc_card *c = who->card;

    while (c->type != NC_AM)
        c++;
    NJ_ASSERT(c < who->card + who->dealt);
    return c;
}

static void tell_seat(struct nj_match *m, const struct nc_state *s,
                      const struct nc_close *d, nj_seat k)
{
    const struct nc_seat *who = &s->seat[k];
    uint8_t slot = (uint8_t)(d->pending[k] - 1); /* NC_NO_SLOT: none */
    bool back = nj_seat_in(d->pardoned, k);

    NJ_ASSERT(!nj_seat_in(d->pardoned | d->executed, k) || slot < who->dealt);
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        if (o->fate == NC_UNCOVERED)
            say_uncovered(m, k, o->id, o->cost);
    if (nj_seat_in(d->executed, k))
        say_exec_card(m, k, nj_nc_card(&who->card[slot]).s,
                      who->pending != 0 ? "yes" : "no");
    tell_losses(m, who, k, &d->lost[k], back ? slot : NC_NO_SLOT);
    if (back)
        say_card_back(m, k, nj_nc_card(&who->card[slot]).s);
    if (nj_seat_in(d->confined, k))
        say_confined(m, k);
    /* NC-5.10a: what took cards at the dawn and the dusk before. */
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        if (o->power == NC_CORONER && o->fate == NC_OK)
            say_coroner(m, k, o->target, types(d->log[o->target]).s,
                        types(s->seat[o->target].log_day).s);
    if (nj_seat_in(d->morphed, k))
        say_morph_done(m, k, nj_nc_types[NC_AM],
                       nj_nc_types[amoeba(who)->form]);
    if (nj_seat_in(d->unmorphed, k))
        say_morph_gone(m, k, nj_nc_card(amoeba(who)).s);
}

/* --- the end of it --- */

bool nj_nc_side_known(const struct nc_state *s, nj_seat seat)
{
    const struct nc_seat *who = &s->seat[seat];

    NJ_ASSERT(who->dead && who->n == 0);
    return s->opt.reveal == NC_REVEAL_ALL ||
           (s->opt.reveal == NC_REVEAL_DAY && who->died_by_day);
}

/* Has tell_seat() anything for it? */
static bool hears(const struct nc_state *s, const struct nc_close *d, nj_seat k)
{
    const struct nc_seat *who = &s->seat[k];
    bool told =
        d->lost[k].n > 0 || nj_seat_in(d->executed | d->pardoned | d->confined |
                                           d->morphed | d->unmorphed,
                                       k);

    NJ_ASSERT(k < s->n);
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        told |= o->fate == NC_UNCOVERED ||
                (o->power == NC_CORONER && o->fate == NC_OK);
    return told;
}

/* Begins the private texts of this step. Behind the last close of a match only
 * who is told something has one. Where all are dying, the night that opens
 * needs nobody (NC-3.6) and is the last: its dawn has the head of this dusk. */
static void tell_heads(struct nj_match *m, const struct nc_state *s,
                       const struct nc_close *d, enum nc_phase next)
{
    nj_seat_set living = nj_nc_living(s), dying = 0;

    NJ_FOREACH_SEAT(k, living)
        dying |= nj_nc_dying(&s->seat[k]) ? nj_bit(k) : 0;
    if (s->phase == NC_NIGHT && ((living | d->died) & ~d->dying) == 0)
        return;
    NJ_ASSERT(d->over || living != 0);
    if (!d->over && dying != living) {
        nj_nc_tell_heads(m, living | d->died, next);
        return;
    }
    for (nj_seat k = 0; k < s->n; k++)
        if (hears(s, d, k) || (!d->over && nj_seat_in(living, k)))
            nj_nc_tell_heads(m, nj_bit(k), NC_OVER);
}

/* What became of the orders, and who has written what (NC-17.9). The board of
 * the next phase follows, if there is one. */
static void tell_host(struct nj_match *m, const struct nc_state *s,
                      const struct nc_close *d, enum nc_phase next)
{
    int64_t cells[2 * NC_SEATS_MAX * NC_PIECES];
    int64_t *c = cells;
    uint8_t pieces = s->phase == NC_NIGHT ? s->published : 0;
    bool ordered = !d->over;

    for (nj_seat k = 0; k < s->n; k++)
        ordered |= s->seat[k].n_orders > 0 ||
                   (s->phase == NC_VERDICT && s->seat[k].n_past > 0);
    if (!ordered)
        return;
    nj_nc_tell_top(m, d->over ? NC_OVER : next,
                   (uint8_t)(s->round + (next == NC_NIGHT)));
    nj_nc_tell_log(m, s, false);
    for (uint8_t i = 0; i < pieces; i++) {
        NJ_ASSERT(d->author[i] < s->n);
        c = put_authors(c, i + 1, d->author[i]);
    }
    if (pieces > 0)
        say_authors(m, rows_authors(cells, c));
}

void nj_nc_conclude(struct nj_match *m, struct nc_state *s, struct nc_close *d)
{
    enum nc_phase next = s->phase == NC_NIGHT ? NC_DAY : NC_NIGHT;

    NJ_ASSERT(s->phase != NC_SETUP && s->phase != NC_OVER);
    note_gone(s, d);
    NJ_FOREACH_SEAT(k, d->died)
        say_death(m, k,
                  nj_nc_side_known(s, k) ? nj_nc_sides[s->seat[k].side] : NULL);
    nj_nc_judge(s, d);
    tell_heads(m, s, d, next);
    for (nj_seat k = 0; k < s->n; k++)
        tell_seat(m, s, d, k);
    tell_host(m, s, d, next);
    nj_nc_reordered(s);
    if (!nj_nc_ended(m, s, d))
        nj_nc_open(m, s, next);
}
