/*
 * Action points at the opening of a night (NC-4.1): each step for all seats
 * before the next, so that no seat's number matters.
 */
#include "games/night_of_cards/night_of_cards.h"

/* What the opening did to the points of a seat. */
struct account {
    uint16_t commoner, upkeep, own_arson, burnt_loss;
    bool burnt, voided;
};

uint8_t nj_nc_guard(const struct nc_seat *who)
{
    NJ_FOREACH(const uint8_t, slot, who->hand, who->n)
        if (nj_nc_acts_as(&who->card[*slot]) == NC_BG)
            return *slot;
    return NC_NO_SLOT;
}

bool nj_nc_guards(const struct nc_seat *who)
{
    uint8_t slot = nj_nc_guard(who);

    return slot != NC_NO_SLOT && who->card[slot].used < NC_BUDGET;
}

/* Steps 1 and 2. */
static void earn(const struct nc_state *s, struct nc_seat *who,
                 struct account *a)
{
    struct nc_card *guard;

    NJ_FOREACH(const uint8_t, slot, who->hand, who->n)
        a->commoner = (uint16_t)(a->commoner + (who->card[*slot].type == NC_C));
    who->points = (uint16_t)(who->points + s->opt.income + a->commoner);
    who->guarded = nj_nc_guards(who);
    if (!who->guarded)
        return;
    a->upkeep = 1;
    who->points--;
    NJ_ASSERT(s->opt.income + a->commoner >= a->upkeep);
    guard = &who->card[nj_nc_guard(who)];
    NJ_ASSERT(guard->type == NC_AM || guard->used == 0);
    guard->used = (uint8_t)(guard->used + (guard->type == NC_AM));
}

/* Step 4; and what it uses of an amoeba's form, which may be in the pending
 * card (NC-5.12d). */
static void pay_arson(struct nc_seat *who, struct account *a)
{
    struct nc_card *c = &who->card[who->arson_slot];
    uint16_t used;

    a->own_arson = (uint16_t)(who->points - nj_nc_half(who->points));
    if (a->own_arson < 2)
        a->own_arson = 2;
    NJ_ASSERT(a->own_arson >= 2 && a->own_arson <= who->points);
    who->points = (uint16_t)(who->points - a->own_arson);
    used = (uint16_t)(c->used + a->own_arson);
    if (who->arson_booked)
        c->used = (uint8_t)(used < NC_BUDGET ? used : NC_BUDGET);
}

/* Step 5. */
static void burn(struct nc_seat *who, struct account *a)
{
    uint16_t left = nj_nc_half(who->points);

    NJ_ASSERT(a->burnt_loss == 0 || a->burnt);
    a->burnt = true;
    a->burnt_loss = (uint16_t)(a->burnt_loss + who->points - left);
    who->points = left;
}

/* Steps 3 to 5. */
static void set_fire(struct nc_state *s, struct account a[NC_SEATS_MAX])
{
    nj_seat_set living = nj_nc_living(s), valid = 0;

    NJ_FOREACH_SEAT(k, living)
        if (s->seat[k].arson != 0) {
            a[k].voided = s->seat[k].points < 2 ||
                          !nj_seat_in(living, s->seat[k].arson - 1);
            valid |= a[k].voided ? 0 : nj_bit(k);
        }
    NJ_FOREACH_SEAT(k, valid)
        pay_arson(&s->seat[k], &a[k]);
    NJ_FOREACH_SEAT(k, valid)
        burn(&s->seat[s->seat[k].arson - 1], &a[s->seat[k].arson - 1]);
}

void nj_nc_income(struct nj_match *m, struct nc_state *s)
{
    struct account accounts[NC_SEATS_MAX] = {{0}};

    NJ_ASSERT(s->phase == NC_NIGHT);
    NJ_FOREACH_SEAT(k, nj_nc_living(s))
        earn(s, &s->seat[k], &accounts[k]);
    set_fire(s, accounts);
    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];
        const struct account *a = &accounts[k];

        who->arson = who->arson_slot = who->arson_booked = 0;
        if (s->opt.cap != 0 && who->points > s->opt.cap)
            who->points = s->opt.cap;
        if (who->dead)
            continue;
        say_income(m, k, s->opt.income, a->commoner, a->upkeep, a->own_arson,
                   a->burnt ? "yes" : "no", a->burnt_loss, who->points);
        if (a->voided)
            say_arson_void(m, k);
    }
}
