/*
 * The killer's attack and his cards (MK-5.7, 5.9). What a card does is what its
 * row says.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

void nj_mk_recovers(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->phase == MK_PLAY && s->active == nj_mk_killer(s));
    if (!s->k.staggered)
        return;
    s->k.staggered = 0;
    s->told = nj_seq(m);
    say_k_recover(m);
}

void nj_mk_k_draw(struct nj_match *m, uint8_t n)
{
    struct mk_state *s = nj_state(m);
    uint8_t card;

    NJ_ASSERT(nj_cards_count(&s->cards, MK_K_HAND) + n <= NJ_CARDS_MAX);
    nj_mk_teach(m);
    for (uint8_t i = 0; i < n; i++) {
        if (nj_cards_count(&s->cards, MK_K_DECK) == 0 &&
            nj_cards_count(&s->cards, MK_K_DISCARD) > 0) {
            say_shuffled(m, nj_cards_count(&s->cards, MK_K_DISCARD));
            nj_cards_renew(m, &s->cards, MK_K_DECK, MK_K_DISCARD);
        }
        if (!nj_cards_draw(&s->cards, MK_K_DECK, MK_K_HAND, &card))
            return; /* D29 */
        say_drew(m, 1);
        say_k_card(m, nj_mk_killer(s), card, MK_K_HAND);
    }
}

static bool has_card(const struct mk_state *s, uint8_t card)
{
    NJ_ASSERT(card >= MK_QUICK && card < MK_CARDS);
    return nj_cards_find(&s->cards, MK_K_HAND, card) >= 0;
}

static void lay_down(struct nj_match *m, const struct mk_plan *plan)
{
    struct mk_state *s = nj_state(m);

    nj_mk_teach(m);
    nj_mk_move_card(m, MK_K_HAND, plan->card, MK_K_DISCARD, NJ_TOP);
    say_k_played(m, plan->card, plan->seat < s->n ? plan->seat : NJ_SEAT_NONE,
                 plan->dir);
}

/* --- Attack (MK-5.7) --- */

static const char *strikes_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);
    struct mk_view view = nj_mk_view(m);
    const char *code;

    plan->card = MK_NO_CARD;
    plan->dir = MK_DIRS;
    if (nj_reader_follows(&r, "heavy"))
        plan->card = MK_HEAVY;
    if (!nj_mk_read_seat(m, &r, &plan->seat))
        return "mk.err.syntax";
    if (nj_reader_follows(&r, "heavy"))
        plan->card = MK_HEAVY;
    if (!nj_reader_end(&r))
        return "mk.err.syntax";
    code = nj_mk_fault(m, a);
    if (code != NULL)
        return code;
    if (s->k.staggered)
        return "mk.err.staggered";
    if (plan->card != MK_NO_CARD && !has_card(s, plan->card))
        return nj_fault_of(a, "MK-5.9", "mk.err.not_yours");
    NJ_ASSERT(plan->seat < s->n && s->k.cell < MK_CELLS);
    return nj_mk_reach(&view, s->k.cell, s->v[plan->seat].cell)
               ? NULL
               : "mk.err.not_in_reach";
}

static void strikes(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_table *t = nj_mk_table(m);
    const struct mk_plan *plan = a->plan;
    struct mk_plan shown = *plan;
    uint8_t dice = t->k_dice;

    s->k.act = MK_STRIKES;
    nj_mk_then(s, MK_THEN_ACTION, a->seat);
    if (plan->card != MK_NO_CARD) {
        shown.seat = NJ_SEAT_NONE; /* who it is follows at once */
        lay_down(m, &shown);
        dice = (uint8_t)(dice + t->card[plan->card].k_dice);
    }
    nj_mk_turn_to(m, plan->seat,
                  nj_mk_towards(s->v[plan->seat].cell, s->k.cell), "attack");
    NJ_ASSERT(s->k.figure); /* no line in reach hides him */
    nj_mk_strike(m, plan->seat, MK_STRIKE,
                 dice < MK_DICE_MAX ? dice : MK_DICE_MAX, plan->card);
}

const struct nj_order nj_mk_strikes = {MK_OF_KILLER | MK_IS_ACTION | MK_PRIVATE,
                                       "MK-5.7", strikes_fault, strikes};

/* --- cards (MK-5.9) --- */

/* The killer's card of that name or beginning; MK_NO_CARD: none. */
static uint8_t card_called(struct nj_reader *r)
{
    struct nj_word word;
    uint8_t card =
        nj_reader_word(r, &word)
            ? nj_word_begins(&word, &nj_mk_cards[MK_QUICK], MK_CARDS - MK_QUICK)
            : MK_NO_CARD;

    return card == MK_NO_CARD ? card : (uint8_t)(MK_QUICK + card);
}

/* Reads "card [seat] [direction] [path]", as far as the card wants them. */
static const char *read_play(const struct nj_match *m,
                             const struct nj_attempt *a, struct mk_plan *plan)
{
    struct nj_reader r = nj_mk_reader(a->in);
    const struct mk_card_row *row;

    plan->seat = NJ_SEAT_NONE;
    plan->dir = MK_DIRS;
    plan->card = card_called(&r);
    if (plan->card == MK_NO_CARD)
        return "mk.err.syntax";
    NJ_ASSERT(plan->card >= MK_QUICK && plan->card < MK_CARDS);
    row = &nj_mk_table(m)->card[plan->card];
    if (row->timing != MK_FREE)
        return "mk.err.syntax";
    if ((row->k_turn || row->k_exert) && !nj_mk_read_seat(m, &r, &plan->seat))
        return "mk.err.syntax";
    if (row->k_turn) {
        plan->dir = nj_mk_read(&r, nj_mk_dirs);
        if (plan->dir >= MK_DIRS)
            return "mk.err.syntax";
    }
    if (row->k_stalk || row->k_sneak) {
        const char *code = nj_mk_prowl_fault(
            m, row->k_sneak ? MK_SNEAK : MK_STALK, r.at, row->k_stalk, plan);

        plan->bits = 1; /* the path is read */
        plan->step = code == NULL ? 0 : plan->step;
        return code;
    }
    return nj_reader_end(&r) ? NULL : "mk.err.syntax";
}

/* Would it come to nothing? */
static const char *effect_fault(const struct nj_match *m,
                                const struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_card_row *row = &nj_mk_table(m)->card[plan->card];
    struct mk_view view = nj_mk_view(m);

    NJ_ASSERT(has_card(s, plan->card));
    if (row->k_heal && s->k.damage == 0 && !s->k.staggered)
        return "mk.err.no_effect";
    if (!row->k_exert)
        return NULL;
    if (!nj_mk_reach(&view, s->k.cell, s->v[plan->seat].cell) &&
        nj_mk_distance(m, plan->seat, s->k.cell) == 0)
        return "mk.err.not_in_reach";
    return nj_mk_supply(m) < row->k_exert ? "mk.err.supply" : NULL;
}

static const char *play_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    const char *words, *code;

    if (a->seat != nj_mk_killer(s) || s->phase != MK_PLAY)
        return "mk.err.not_your_turn";
    words = read_play(m, a, plan);
    if (words != NULL && strcmp(words, "mk.err.syntax") == 0)
        return words;
    code = nj_mk_fault(m, a);
    if (code != NULL)
        return code;
    if (!has_card(s, plan->card))
        return "mk.err.not_yours";
    return words != NULL ? words : effect_fault(m, plan);
}

static void play(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    const struct mk_card_row *row = &nj_mk_table(m)->card[plan->card];
    uint8_t healed = s->k.damage < row->k_heal ? s->k.damage : row->k_heal;

    NJ_ASSERT(a->seat == nj_mk_killer(s) && row->timing == MK_FREE);
    lay_down(m, plan);
    if (row->k_stalk || row->k_sneak)
        nj_mk_trail(m, plan->path, plan->n);
    if (row->k_dim) {
        s->k.blackout = 1;
        nj_mk_resight(m);
    }
    if (row->k_turn)
        nj_mk_turn_to(m, plan->seat, (enum mk_dir)plan->dir, "lure");
    if (row->k_heal) {
        NJ_ASSERT(healed > 0 || s->k.staggered); /* play_fault() saw to it */
        s->k.damage = (uint8_t)(s->k.damage - healed);
        s->k.staggered = 0;
        say_k_heal(m, healed, s->k.damage, "prepared");
    }
    s->left = (uint8_t)(s->left + row->k_actions);
    if (row->k_exert)
        nj_mk_exert(m, plan->seat, row->k_exert);
    nj_mk_menu(m);
}

const struct nj_order nj_mk_play = {MK_OF_KILLER | MK_PRIVATE, "MK-5.9",
                                    play_fault, play};
