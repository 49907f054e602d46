/*
 * What a victim's computer player answers when it is asked: whom it picks,
 * which cards go back, how it takes an attack, who comes after (MK-9.4).
 */
#include <string.h>

#include "games/masked_killer/mind.h"

void nj_mk_add_word(char text[NJ_ORDER_TEXT_MAX], const char *word)
{
    size_t n = strlen(text), len = strlen(word);

    NJ_ASSERT(len > 0 && strchr(word, ' ') == NULL);
    NJ_ASSERT(n + len + 2 <= NJ_ORDER_TEXT_MAX);
    text[n] = ' ';
    memcpy(text + n + 1, word, len + 1);
}

static bool pick(const struct plight *p, struct nj_brain_order *out)
{
    static const uint8_t wanted[] = {MK_LAURIE, MK_BOB, MK_ANNIE, MK_LYNDA};

    for (size_t i = 0; i < NJ_COUNT(wanted); i++)
        if (memchr(p->mind->who, wanted[i], p->mind->n) == NULL)
            return nj_brain_orders_text(out, NJ_PLACE_GROUP, "pick", "%s",
                                        nj_mk_who[wanted[i]]);
    return false;
}

enum {
    LID = 12,
    HEALS = 5,
    SECOND = 4
};

/* What a card is worth to hold: keys most, then the best weapon, then what saves
 * from hits. */
static int worth(const struct mk_table *t, uint8_t card, int best)
{
    const struct mk_card_row *row = &t->card[card];
    int arm = 4 * row->dice + row->range + (row->counter > 0 ? 6 : 0);

    NJ_ASSERT(card < MK_VICTIMS_CARDS);
    if (card >= MK_TOMMY)
        return 100;
    if (arm > 0)
        return arm < best ? arm / SECOND : arm;
    return HEALS * row->heal + LID * row->cancels + 2 * row->unexert;
}

/* The least of them go below the deck. */
static bool give_back(const struct plight *p, struct nj_brain_order *out)
{
    uint8_t left[MK_HAND_MAX];
    uint8_t n = p->mind->n_hand;
    char text[NJ_ORDER_TEXT_MAX] = "bottom";
    int best = 0;

    memcpy(left, p->mind->hand, sizeof(left));
    NJ_ASSERT(p->mind->excess > 0 && p->mind->excess <= n);
    for (uint8_t k = 0; k < n; k++)
        if (left[k] < MK_TOMMY && worth(p->t, left[k], 0) > best)
            best = worth(p->t, left[k], 0);
    for (uint8_t i = 0; i < p->mind->excess && n > 0; i++) {
        uint8_t least = 0;

        for (uint8_t k = 1; k < n; k++)
            if (worth(p->t, left[k], best) < worth(p->t, left[least], best))
                least = k;
        nj_mk_add_word(text, nj_mk_cards[left[least]]);
        left[least] = left[--n];
    }
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "return", "%s", text);
}

/* Whoever comes after finds the four cards on top; the others go below, where
 * they are in nobody's way. */
static bool leave_behind(const struct plight *p, struct nj_brain_order *out)
{
    char text[NJ_ORDER_TEXT_MAX] = "bottom";

    NJ_ASSERT(p->mind->n_hand <= MK_HAND_MAX);
    for (uint8_t i = 0; i < p->mind->n_hand; i++)
        if (p->mind->hand[i] < MK_TOMMY)
            nj_mk_add_word(text, nj_mk_cards[p->mind->hand[i]]);
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "death", "%s",
                                strlen(text) > 6 ? text : "");
}

static bool replace(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    unsigned left = (1U << MK_WHO) - 1 - mind->gone;
    uint8_t side = 0;
    uint16_t known = mind->visible ? mind->k : mind->shadow;

    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->who[k] < MK_WHO)
            left &= ~(1U << mind->who[k]);
    NJ_ASSERT(left != 0); /* MK-6.11 */
    if (known != MK_NOWHERE && nj_mk_col(known) < MK_COLS / 2)
        side = 1;
    if (nj_mk_mind_has_victim(mind, p->t->street[side]) ||
        (mind->visible && mind->k == p->t->street[side]))
        side = !side;
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, "replace", "%s %s",
                                nj_mk_who[nj_mk_first_in_order(p->t, left)],
                                side == 0 ? "A12" : "R12");
}

static uint8_t hits(const struct plight *p)
{
    uint8_t n = 0;

    for (uint8_t i = 0; i < p->mind->n_dice; i++)
        n = (uint8_t)(n + (p->mind->dice[i] >= p->t->hit_from));
    NJ_ASSERT(n <= MK_DICE_MAX && p->mind->n_dice > 0);
    return n;
}

uint8_t nj_mk_mind_supply(const struct plight *p)
{
    int n = p->t->exert_supply;

    for (nj_seat k = 0; k < p->mind->n; k++)
        n -= p->mind->exert[k];
    NJ_ASSERT(n <= p->t->exert_supply && p->mind->n >= 2);
    return (uint8_t)(n < 0 ? 0 : n); /* a host may rule more than there is */
}

/* Dice that hit, or that do not, as "1 2"; at most n. */
static void name_dice(const struct plight *p, bool hitting, uint8_t n,
                      char text[16])
{
    size_t len = strlen(text);

    NJ_ASSERT(p->mind->n_dice > 0 && len + (size_t)(2 * MK_DICE_MAX) < 16);
    for (uint8_t i = 0; i < p->mind->n_dice && n > 0; i++)
        if ((p->mind->dice[i] >= p->t->hit_from) == hitting) {
            text[len++] = ' ';
            text[len++] = (char)('1' + i);
            n--;
        }
    text[len] = '\0';
}

/* Tokens that it takes without having to rest, as far as there are any. */
static uint8_t room(const struct plight *p)
{
    uint8_t has = p->mind->exert[p->me], left = nj_mk_mind_supply(p);
    uint8_t upto = has < MK_REST_AT - 1 ? (uint8_t)(MK_REST_AT - 1 - has) : 0;

    NJ_ASSERT(left <= p->t->exert_supply);
    return upto < left ? upto : left;
}

/* Hits are rolled again as long as that forces no rest, or to live. */
static bool defend(const struct plight *p, struct nj_brain_order *out)
{
    uint8_t left = (uint8_t)(p->row->health - p->mind->damage[p->me]);
    uint8_t upto = hits(p) >= left ? nj_mk_mind_supply(p) : room(p);
    char dice[16] = "";

    NJ_ASSERT(left > 0 && left <= p->row->health);
    if (p->row->reroll > 0)
        name_dice(p, true, upto, dice);
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "defend", "%s%s%s%s",
                                dice[0] ? "reroll" : "", dice,
                                nj_mk_mind_holds(p->mind, MK_LID) ? " lid" : "",
                                nj_mk_mind_holds(p->mind, MK_KNIFE) &&
                                        p->mind->exert[p->me] < MK_REST_AT - 1
                                    ? " counter"
                                    : "");
}

static bool reroll(const struct plight *p, struct nj_brain_order *out)
{
    char dice[16] = "";

    NJ_ASSERT(p->row->reroll > 0); /* nobody else is asked */
    name_dice(p, false, room(p), dice);
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "reroll", "%s",
                                dice[0] ? dice + 1 : "none");
}

bool nj_mk_answer(const struct plight *p, struct nj_brain_order *out)
{
    uint8_t asked = p->mind->asked;

    NJ_ASSERT(asked != 0 && (asked & MK_Q_START) == 0);
    if ((asked & MK_Q_PICK) != 0)
        return pick(p, out);
    if ((asked & MK_Q_DEFEND) != 0)
        return defend(p, out);
    if ((asked & MK_Q_REROLL) != 0)
        return reroll(p, out);
    if ((asked & MK_Q_RETURN) != 0)
        return give_back(p, out);
    if ((asked & MK_Q_DEATH) != 0)
        return leave_behind(p, out);
    if ((asked & MK_Q_REPLACE) != 0)
        return replace(p, out);
    if (p->mind->offer_fine)
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "accept", "%s", "");
    return nj_brain_orders(out, NJ_PLACE_PRIVATE, "refuse");
}
