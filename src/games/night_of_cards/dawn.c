/*
 * A dawn: the night's losses become deaths, forms and marks of the day (NC-6.1,
 * from step 13 on), and all of it is told in the order of NC-10.3.
 */
#include "games/night_of_cards/night_of_cards.h"

/* A seat's losses by class and category (NC-6.12). */
static void tell_loss(struct nj_match *m, const struct nc_seat *who,
                      nj_seat seat, const struct nc_losses *l, uint8_t left)
{
    int64_t n[NC_DOOMED + 1][2] = {{0}};

    NJ_ASSERT(l->n + left <= who->dealt);
    for (uint8_t i = 0; i < l->n; i++)
        n[l->cause[i]][who->card[l->slot[i]].type == NC_C]++;
    for (int i = NC_ATTACK; i <= NC_DOOMED; i++)
        for (int c = 0; c < 2; c++)
            n[i][c] = n[i][c] == 0 ? NJ_NO_INT : n[i][c];
    say_dawn_loss(m, seat, n[NC_ATTACK][0], n[NC_ATTACK][1], n[NC_ART][0],
                  n[NC_ART][1], n[NC_DOOMED][0], n[NC_DOOMED][1], left);
}

/* What happened to hands; cards that come back are counted last. */
static void tell_hands(struct nj_match *m, const struct nc_state *s,
                       const struct nc_close *d)
{
    bool calm = true;

    NJ_ASSERT((d->pardoned & d->executed) == 0);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];

        if (d->lost[k].n == 0)
            continue;
        calm = false;
        tell_loss(m, who, k, &d->lost[k],
                  (uint8_t)(who->n - nj_seat_in(d->pardoned, k)));
    }
    if (calm)
        say_dawn_calm(m);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];

        if (nj_seat_in(d->pardoned, k))
            say_dawn_pardon(m, k, who->n);
        else if (d->pending[k] != 0)
            say_dawn_exec(m, k, nj_nc_category(&who->card[d->pending[k] - 1]));
    }
}

/* Step 16: marks of the day. */
static void mark(struct nc_state *s, nj_seat_set soulless)
{
    NJ_ASSERT((soulless & ~nj_nc_living(s)) == 0);
    nj_nc_curse(s);
    NJ_FOREACH_SEAT(k, nj_nc_living(s)) {
        struct nc_seat *who = &s->seat[k];

        who->soulless = nj_seat_in(soulless, k);
        NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
            if (o->power == NC_SAINT)
                who->saint = (uint8_t)(o->slot + 1);
    }
}

void nj_nc_dawn(struct nj_match *m, struct nc_state *s)
{
    struct nc_close d = {.pardoned = 0};

    nj_nc_pay(s);
    nj_nc_night(s, &d);
    say_dawn_open(m, s->round);
    nj_nc_publish(m, s, &d);
    tell_hands(m, s, &d);
    nj_nc_carry_rulings(m, s, &d);
    nj_nc_bury(m, s, &d);
    d.soulless &= ~d.died;
    d.pardoned &= ~d.died; /* who is removed has lost that card, too */
    if (d.soulless != 0)
        say_soulless(m, d.soulless);
    nj_nc_morph(s, &d);
    mark(s, d.soulless);
    nj_nc_conclude(m, s, &d);
}
