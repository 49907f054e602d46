/*
 * Dice of both sides: attacks, rerolls, the lid, the counter attack (MK-6.1 to
 * 6.8). What a question leaves open waits on the stack of turn.c.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* --- dice --- */

/* Each is also told as it is. */
static void roll_all(struct nj_match *m, struct mk_fight *f, uint8_t n)
{
    NJ_ASSERT(n >= 1 && n <= MK_DICE_MAX); /* MK-6.1 */
    nj_mk_teach(m);
    f->n = n;
    for (uint8_t i = 0; i < n; i++)
        f->dice[i] = (uint8_t)(1 + nj_random(m, 6));
}

uint8_t nj_mk_hits(const struct nj_match *m, const struct mk_fight *f)
{
    uint8_t hits = 0;

    for (uint8_t i = 0; i < f->n; i++)
        hits = (uint8_t)(hits + (f->dice[i] >= nj_mk_table(m)->hit_from));
    NJ_ASSERT(hits <= f->n);
    return hits;
}

const char *nj_mk_dice(const struct mk_fight *f, uint8_t bits, bool numbers,
                       char text[MK_DICE_TEXT])
{
    text[0] = '\0';
    NJ_ASSERT(f->n > 0 && f->n <= MK_DICE_MAX);
    for (uint8_t i = 0; i < f->n; i++)
        if ((bits >> i & 1) != 0)
            nj_words_add(
                text, MK_DICE_TEXT,
                (const char[]){(char)('0' + (numbers ? i + 1 : f->dice[i])),
                               '\0'});
    NJ_ASSERT(text[0] != '\0');
    return text;
}

/* MK-6.4: the dice that were chosen are rolled again, for a token each. */
static void roll_again(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    struct mk_fight *f = &s->fight;
    char which[MK_DICE_TEXT];
    uint8_t paid = 0;

    if (f->reroll == 0)
        return;
    nj_mk_teach(m);
    for (uint8_t i = 0; i < f->n; i++)
        if ((f->reroll >> i & 1) != 0) {
            f->dice[i] = (uint8_t)(1 + nj_random(m, 6));
            paid = (uint8_t)(paid + nj_mk_of(m, seat)->reroll);
        }
    NJ_ASSERT(paid > 0 && paid <= nj_mk_supply(m));
    s->v[seat].exert = (uint8_t)(s->v[seat].exert + paid);
    say_reroll(m, seat, nj_mk_dice(f, f->reroll, true, which),
               MK_DICE(f, f->reroll), paid, nj_mk_hits(m, f));
    f->reroll = 0;
}

/* Reads numbers of dice, which may touch ("12"), up to the first other word. */
static bool read_dice(struct nj_reader *r, const struct mk_fight *f,
                      uint8_t *bits)
{
    struct nj_reader here = *r;
    struct nj_word word;

    NJ_ASSERT(f->kind != MK_NO_FIGHT && f->n > 0);
    while (nj_reader_word(&here, &word) &&
           strspn(word.typed, "0123456789") == strlen(word.typed)) {
        for (const char *c = word.typed; *c != '\0'; c++) {
            if (*c < '1' || *c > '0' + f->n)
                return false;
            *bits = (uint8_t)(*bits | 1 << (*c - '1'));
        }
        *r = here;
    }
    return *bits != 0;
}

/* Laurie alone, as far as the supply goes (MK-6.4). */
static const char *reroll_cost_fault(const struct nj_match *m, nj_seat seat,
                                     uint8_t bits)
{
    uint8_t price = nj_mk_of(m, seat)->reroll;

    NJ_ASSERT(bits >> MK_DICE_MAX == 0);
    if (bits != 0 && price == 0)
        return "mk.err.syntax";
    return nj_seat_count(bits) * price > nj_mk_supply(m) ? "mk.err.supply"
                                                         : NULL;
}

/* --- the killer attacks (MK-6.3) --- */

void nj_mk_strike(struct nj_match *m, nj_seat target, enum mk_fight_kind kind,
                  uint8_t dice, uint8_t card)
{
    struct mk_state *s = nj_state(m);
    struct mk_fight *f = &s->fight;

    NJ_ASSERT(kind == MK_STRIKE || kind == MK_EXTRA);
    *f = (struct mk_fight){.kind = (uint8_t)kind,
                           .seat = target,
                           .weapon = MK_NO_CARD,
                           .fuel = MK_NO_CARD};
    roll_all(m, f, dice);
    say_katt(m, target, nj_mk_who_is(s, target), s->k.cell, MK_DICE(f, 0xff),
             nj_mk_hits(m, f), kind == MK_EXTRA ? "yes" : "no", card);
    nj_mk_then(s, MK_THEN_DEFENSE, target);
    nj_mk_ask(m, target, "defend", 0);
}

/* MK-6.7: does the seat put its lid over a hit? */
static bool lid_helps(const struct nj_match *m, nj_seat seat, uint8_t hits)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t left = (uint8_t)(nj_mk_of(m, seat)->health - s->v[seat].damage);
    uint8_t off = nj_mk_table(m)->card[MK_LID].cancels;

    NJ_ASSERT(hits <= s->fight.n);
    NJ_ASSERT(left > 0);
    if (s->fight.lid == 0 || hits == 0 ||
        nj_cards_find(&s->cards, nj_mk_hand(seat), MK_LID) < 0)
        return false;
    return s->fight.lid == 1 || (hits >= left && hits - off < left);
}

/* A card of the seat's hand goes to the pile. */
static void spend(struct nj_match *m, nj_seat seat, uint8_t card)
{
    nj_mk_move_card(m, nj_mk_hand(seat), card, MK_DISCARD, NJ_TOP);
    say_spent(m, seat, card);
}

void nj_mk_defense(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];
    uint8_t health = nj_mk_of(m, seat)->health;
    uint8_t hits;

    NJ_ASSERT(s->fight.seat == seat && v->damage < health);
    nj_mk_teach(m); /* what becomes of dice that all have seen */
    roll_again(m, seat);
    s->board_due = 1;
    hits = nj_mk_hits(m, &s->fight);
    if (lid_helps(m, seat, hits)) {
        say_lid(m, seat);
        spend(m, seat, MK_LID);
        hits = (uint8_t)(hits - nj_mk_table(m)->card[MK_LID].cancels);
    }
    v->damage = (uint8_t)(v->damage + hits);
    say_hit_victim(m, seat, hits, v->damage < health ? v->damage : health,
                   health, hits == 0 ? "missed" : NULL);
    if (v->damage >= health)
        nj_mk_dies(m, seat);
    else if (s->fight.counter)
        nj_mk_then(s, MK_THEN_COUNTER, seat);
}

static const char *defend_fault(const struct nj_match *m, struct nj_attempt *a)
{
    static const char *const words[] = {"reroll", "lid", "lid?", "counter",
                                        NULL};
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    if (!nj_prompt_open(m, a->seat, "defend"))
        return "mk.err.not_your_turn";
    NJ_ASSERT(s->fight.seat == a->seat && s->fight.n > 0);
    while (!nj_reader_end(&r)) {
        uint8_t word = nj_mk_read(&r, words);

        if (word == 0xff ||
            (word == 0 && !read_dice(&r, &s->fight, &plan->bits)))
            return "mk.err.syntax";
        if (word == 1 || word == 2)
            plan->have = word;
        plan->bang |= word == 3;
    }
    return reroll_cost_fault(m, a->seat, plan->bits);
}

static void defend(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(s->fight.seat == a->seat);
    s->fight.reroll = plan->bits;
    s->fight.lid = (uint8_t)plan->have;
    s->fight.counter = plan->bang;
    nj_prompt_close(m, a->seat, "defend");
}

const struct nj_order nj_mk_defend = {MK_ANYTIME, "MK-6.3", defend_fault,
                                      defend};

/* --- victims attack (MK-6.2) --- */

/* With how many dice, and how far. */
static void reach_of(const struct nj_match *m, nj_seat seat, uint8_t weapon,
                     uint8_t fuel, uint8_t *dice, uint8_t *range)
{
    const struct mk_who_row *who = nj_mk_of(m, seat);
    const struct mk_card_row *row;

    *dice = who->bare_dice > 0 ? who->bare_dice : 1;
    *range = 1;
    if (weapon == MK_NO_CARD)
        return;
    row = &nj_mk_table(m)->card[weapon];
    NJ_ASSERT(row->dice > 0 && (fuel == MK_NO_CARD || row->fuel == fuel + 1));
    *dice = fuel == MK_NO_CARD ? row->dice : row->fuel_dice;
    *range = fuel == MK_NO_CARD ? row->range : row->fuel_range;
    if (*range >= 2)
        *dice = (uint8_t)(*dice + who->ranged_die);
    if (*dice > MK_DICE_MAX)
        *dice = MK_DICE_MAX;
}

/* A victim's dice against him (MK-6.2). */
static void blow(struct nj_match *m, nj_seat seat, enum mk_fight_kind kind,
                 uint8_t weapon, uint8_t fuel)
{
    struct mk_state *s = nj_state(m);
    struct mk_fight *f = &s->fight;
    uint8_t price = nj_mk_of(m, seat)->reroll;
    uint8_t dice, range;

    NJ_ASSERT(kind == MK_BLOW || kind == MK_COUNTER);
    *f = (struct mk_fight){
        .kind = (uint8_t)kind, .seat = seat, .weapon = weapon, .fuel = fuel};
    reach_of(m, seat, weapon, fuel, &dice, &range);
    roll_all(m, f, dice);
    say_attack(m, seat, weapon, fuel, nj_mk_distance(m, seat, s->k.cell),
               MK_DICE(f, 0xff), nj_mk_hits(m, f));
    nj_mk_then(s, MK_THEN_BLOWS, seat);
    /* MK-6.5: Laurie is asked, if a die is blank and a token is there. */
    if (price > 0 && nj_mk_hits(m, f) < f->n && nj_mk_supply(m) >= price)
        nj_mk_ask(m, seat, "reroll", 0);
}

/* Weapon and fuel stay in the hand or go, as their cards say. */
static void put_down(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t weapon = s->fight.weapon, fuel = s->fight.fuel;
    const struct mk_card_row *row;

    if (weapon == MK_NO_CARD)
        return;
    row = &nj_mk_table(m)->card[weapon];
    NJ_ASSERT(fuel == MK_NO_CARD || row->fuel == fuel + 1);
    if (fuel == MK_NO_CARD ? !row->keep : !row->keep_fueled)
        spend(m, seat, weapon);
    if (fuel != MK_NO_CARD && !row->keep_fuel)
        spend(m, seat, fuel);
}

void nj_mk_blows(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    uint8_t health = nj_mk_table(m)->k_health;
    uint8_t hits;

    NJ_ASSERT(s->fight.seat == seat && s->k.damage < health);
    roll_again(m, seat);
    s->board_due = 1;
    hits = nj_mk_hits(m, &s->fight);
    s->k.damage = (uint8_t)(s->k.damage + hits);
    s->k.staggered |= hits > 0; /* MK-5.2 */
    say_hit_killer(m, seat, hits, s->k.damage, health,
                   hits == 0 ? "missed" : NULL, s->k.staggered ? "yes" : "no");
    if (s->k.damage >= health)
        nj_mk_ends(m, MK_WON_BY_VICTIMS, MK_BY_DAMAGE);
    else
        put_down(m, seat);
}

uint8_t nj_mk_counters(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_table *t = nj_mk_table(m);
    uint8_t card = 0;

    NJ_ASSERT(s->fight.seat == seat);
    while (card < MK_ITEMS &&
           (t->card[card].counter == 0 ||
            t->card[card].counter > nj_mk_supply(m) ||
            nj_cards_find(&s->cards, nj_mk_hand(seat), card) < 0 ||
            nj_mk_distance(m, seat, s->k.cell) != 1))
        card++;
    return card;
}

/* MK-6.8: if it can; else its order is as if it had not been given. */
void nj_mk_countered(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t card = nj_mk_counters(m, seat);

    NJ_ASSERT(s->fight.seat == seat && s->fight.counter);
    if (card == MK_ITEMS)
        return;
    say_counter(m, seat);
    nj_mk_exert(m, seat, nj_mk_table(m)->card[card].counter);
    blow(m, seat, MK_COUNTER, card, MK_NO_CARD);
}

/* Reads "[weapon] [with fuel]". */
static bool read_weapon(const struct nj_match *m, const struct nj_attempt *a,
                        struct mk_plan *plan)
{
    struct nj_reader r = nj_mk_reader(a->in);
    const struct mk_card_row *row;

    plan->card = plan->card2 = MK_NO_CARD;
    if (nj_reader_end(&r))
        return true;
    plan->card = nj_mk_read_card(m, a->seat, &r);
    if (plan->card == MK_NO_CARD)
        return false;
    row = &nj_mk_table(m)->card[plan->card];
    if (nj_reader_follows(&r, "with")) {
        plan->card2 = nj_mk_read_card(m, a->seat, &r);
        if (plan->card2 == MK_NO_CARD || row->fuel != plan->card2 + 1)
            return false;
    }
    return row->dice > 0 && nj_reader_end(&r);
}

static const char *attack_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    const char *code;
    uint8_t dice, range;

    if (!read_weapon(m, a, plan))
        return "mk.err.syntax";
    code = nj_mk_fault(m, a);
    if (code != NULL)
        return code;
    if (!nj_mk_holds(m, a->seat, &plan->card, plan->card != MK_NO_CARD) ||
        !nj_mk_holds(m, a->seat, &plan->card2, plan->card2 != MK_NO_CARD))
        return "mk.err.not_yours";
    if (plan->card != MK_NO_CARD && plan->card2 == MK_NO_CARD &&
        nj_mk_table(m)->card[plan->card].fuel_only)
        return "mk.err.needs_fuel";
    plan->have = nj_mk_distance(m, a->seat, s->k.cell);
    if (!s->k.figure || plan->have == 0)
        return "mk.err.not_in_sight";
    reach_of(m, a->seat, plan->card, plan->card2, &dice, &range);
    plan->need = range;
    return plan->have > range ? "mk.err.range" : NULL;
}

static void attack(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(plan->card != MK_NO_CARD || plan->card2 == MK_NO_CARD);
    NJ_ASSERT(plan->have >= 1 && plan->have <= plan->need);
    nj_mk_then(nj_state(m), MK_THEN_ACTION, a->seat);
    blow(m, a->seat, MK_BLOW, plan->card, plan->card2);
}

const struct nj_order nj_mk_attack = {MK_OF_VICTIM | MK_IS_ACTION, "MK-6.2",
                                      attack_fault, attack};

/* --- the reroll of an attack of one's own (MK-6.5) --- */

static const char *reroll_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    if (!nj_prompt_open(m, a->seat, "reroll"))
        return "mk.err.not_your_turn";
    NJ_ASSERT(s->fight.seat == a->seat && s->fight.n > 0);
    if ((!nj_reader_follows(&r, "none") &&
         !read_dice(&r, &s->fight, &plan->bits)) ||
        !nj_reader_end(&r))
        return "mk.err.syntax";
    return reroll_cost_fault(m, a->seat, plan->bits);
}

static void reroll(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(s->fight.seat == a->seat);
    s->fight.reroll = plan->bits;
    nj_prompt_close(m, a->seat, "reroll");
}

const struct nj_order nj_mk_reroll = {MK_ANYTIME, "MK-6.5", reroll_fault,
                                      reroll};
