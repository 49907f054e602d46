/*
 * A victim's computer player (MK-14.3): answers, then the first line that
 * applies.
 */
#include <string.h>

#include "games/masked_killer/mind.h"

enum {
    MOVE_STEPS = 4,
    WINDOW = 4, /* what crossing one counts as, in steps */
    NEAR = 5
};

/* What it goes by. */
struct plight {
    const struct mk_mind *mind;
    const struct mk_table *t;
    const struct mk_who_row *row;
    struct mk_view view;
    nj_seat me;
};

static bool holds(const struct mk_mind *mind, uint8_t card)
{
    NJ_ASSERT(card != MK_NO_CARD && card < MK_VICTIMS_CARDS);
    return memchr(mind->hand, card, mind->n_hand) != NULL;
}

/* In the group, as people do it; what is for one's own eyes in private. */
static bool say(struct nj_brain_order *out, const char *verb, const char *text)
{
    NJ_ASSERT(verb[0] != '\0' && strlen(text) < NJ_ORDER_TEXT_MAX);
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, verb, "%s", text);
}

/* Adds a word behind a blank; the text has room for a whole hand. */
static void add_word(char text[NJ_ORDER_TEXT_MAX], const char *word)
{
    size_t n = strlen(text), len = strlen(word);

    NJ_ASSERT(len > 0 && strchr(word, ' ') == NULL);
    NJ_ASSERT(n + len + 2 <= NJ_ORDER_TEXT_MAX);
    text[n] = ' ';
    memcpy(text + n + 1, word, len + 1);
}

/* --- questions --- */

static bool pick(const struct plight *p, struct nj_brain_order *out)
{
    static const uint8_t wanted[] = {MK_LAURIE, MK_BOB, MK_ANNIE, MK_LYNDA};

    for (size_t i = 0; i < NJ_COUNT(wanted); i++) {
        bool taken = false;

        for (nj_seat k = 0; k < p->mind->n; k++)
            taken |= p->mind->who[k] == wanted[i];
        if (!taken)
            return say(out, "pick", nj_mk_who[wanted[i]]);
    }
    return false;
}

/* What a card is worth to hold: keys most, then arms, then the rest. */
static int worth(const struct mk_table *t, uint8_t card)
{
    const struct mk_card_row *row = &t->card[card];

    NJ_ASSERT(card != MK_NO_CARD && card < MK_VICTIMS_CARDS);
    if (card >= MK_TOMMY)
        return 100;
    return 4 * row->dice + row->range + 3 * row->heal + 4 * row->cancels +
           (row->counter > 0 ? 6 : 0) + 2 * row->unexert + row->fuel_dice;
}

/* The least of them go below the deck. */
static bool give_back(const struct plight *p, struct nj_brain_order *out)
{
    uint8_t left[MK_HAND_MAX];
    uint8_t n = p->mind->n_hand;
    char text[NJ_ORDER_TEXT_MAX] = "bottom";

    memcpy(left, p->mind->hand, sizeof(left));
    NJ_ASSERT(p->mind->excess > 0 && p->mind->excess <= n);
    for (uint8_t i = 0; i < p->mind->excess && n > 0; i++) {
        uint8_t least = 0;

        for (uint8_t k = 1; k < n; k++)
            if (worth(p->t, left[k]) < worth(p->t, left[least]))
                least = k;
        add_word(text, nj_mk_cards[left[least]]);
        left[least] = left[--n];
    }
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "return", "%s", text);
}

static bool replace(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    uint8_t best = MK_NOBODY, side = 0;
    uint16_t known = mind->visible ? mind->k : mind->shadow;

    for (uint8_t who = 0; who < MK_WHO; who++) {
        bool gone = (mind->gone >> who & 1) != 0;

        for (nj_seat k = 0; k < mind->n; k++)
            gone |= mind->who[k] == who;
        if (!gone &&
            (best == MK_NOBODY || p->t->who[who].order < p->t->who[best].order))
            best = who;
    }
    NJ_ASSERT(best != MK_NOBODY); /* MK-6.11 */
    if (known != MK_NOWHERE && nj_mk_col(known) < MK_COLS / 2)
        side = 1;
    if (nj_mk_mind_has_victim(mind, p->t->street[side]) ||
        (mind->visible && mind->k == p->t->street[side]))
        side = !side;
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, "replace", "%s %s",
                                nj_mk_who[best], side == 0 ? "A12" : "R12");
}

static uint8_t hits(const struct plight *p)
{
    uint8_t n = 0;

    for (uint8_t i = 0; i < p->mind->n_dice; i++)
        n = (uint8_t)(n + (p->mind->dice[i] >= p->t->hit_from));
    NJ_ASSERT(n <= MK_DICE_MAX && p->mind->n_dice > 0);
    return n;
}

static uint8_t supply(const struct plight *p)
{
    uint8_t n = p->t->exert_supply;

    for (nj_seat k = 0; k < p->mind->n; k++)
        n = (uint8_t)(n - p->mind->exert[k]);
    NJ_ASSERT(n <= p->t->exert_supply && p->mind->n >= 2);
    return n;
}

/* Dice that hit, or that do not, as "1 2"; at most n. */
static void name_dice(const struct plight *p, bool hitting, uint8_t n,
                      char text[16])
{
    size_t len = strlen(text);

    NJ_ASSERT(p->mind->n_dice > 0 && len + 2 * MK_DICE_MAX < 16);
    for (uint8_t i = 0; i < p->mind->n_dice && n > 0; i++)
        if ((p->mind->dice[i] >= p->t->hit_from) == hitting) {
            text[len++] = ' ';
            text[len++] = (char)('1' + i);
            n--;
        }
    text[len] = '\0';
}

static bool defend(const struct plight *p, struct nj_brain_order *out)
{
    uint8_t left = (uint8_t)(p->row->health - p->mind->damage[p->me]);
    char dice[16] = "";

    NJ_ASSERT(left > 0 && left <= p->row->health);
    if (hits(p) >= left && p->row->reroll > 0 && supply(p) > 0)
        name_dice(p, true, supply(p), dice);
    return nj_brain_orders_text(
        out, NJ_PLACE_PRIVATE, "defend", "%s%s%s%s", dice[0] ? "reroll" : "",
        dice, holds(p->mind, MK_LID) ? " lid?" : "",
        holds(p->mind, MK_KNIFE) && p->mind->exert[p->me] < MK_REST_AT - 1
            ? " counter"
            : "");
}

static bool reroll(const struct plight *p, struct nj_brain_order *out)
{
    uint8_t room = p->mind->exert[p->me] < MK_REST_AT - 1
                       ? (uint8_t)(MK_REST_AT - 1 - p->mind->exert[p->me])
                       : 0;
    char dice[16] = "";

    NJ_ASSERT(p->row->reroll > 0); /* nobody else is asked */
    name_dice(p, false, room < supply(p) ? room : supply(p), dice);
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "reroll", "%s",
                                dice[0] ? dice + 1 : "none");
}

static bool answer(const struct plight *p, struct nj_brain_order *out)
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
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "death", "%s", "");
    if ((asked & MK_Q_REPLACE) != 0)
        return replace(p, out);
    if (p->mind->offer_fine)
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "accept", "%s", "");
    return nj_brain_orders(out, NJ_PLACE_PRIVATE, "refuse");
}

/* --- ways --- */

/* The direction in whose line the killer may be most, or the longest one. */
static enum mk_dir best_facing(const struct plight *p, uint16_t cell)
{
    enum mk_dir best = MK_N;
    int most = -1;

    NJ_ASSERT(!nj_mk_solid(p->t, cell));
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t line[MK_ROWS];
        uint8_t n = nj_mk_line(&p->view, cell, dir, line);
        int v = n;

        for (uint8_t i = 0; i < n; i++)
            v += nj_mk_has(&p->mind->maybe, line[i]) ? 30 : 0;
        if (v > most) {
            most = v;
            best = dir;
        }
    }
    return best;
}

/* Goes as near as one Move may to where `cost` is least; or over a window. */
static bool approach(const struct plight *p, const uint16_t cost[MK_CELLS],
                     struct nj_brain_order *out)
{
    uint16_t from = p->mind->cell[p->me];
    uint16_t queue[MK_CELLS], best = from;
    uint8_t steps[MK_CELLS];
    uint8_t most = (uint8_t)(MOVE_STEPS + p->row->more_steps);
    uint16_t n = 0;
    char cell[MK_CELL_TEXT];

    NJ_ASSERT(from != MK_NOWHERE && !nj_mk_solid(p->t, from));
    memset(steps, 0xff, sizeof(steps));
    queue[n++] = from;
    steps[from] = 0;
    for (uint16_t i = 0; i < n; i++) {
        uint16_t at = queue[i];

        if (cost[at] < cost[best] &&
            (at == from || !nj_mk_mind_has_victim(p->mind, at)))
            best = at;
        for (enum mk_dir dir = MK_N; dir < MK_DIRS && steps[at] < most; dir++) {
            enum mk_edge edge = nj_mk_edge(&p->view, at, dir);
            uint16_t to = nj_mk_beside(at, dir);

            if ((edge != MK_OPEN && edge != MK_DOOR) || steps[to] != 0xff ||
                (p->mind->visible && to == p->mind->k))
                continue;
            steps[to] = (uint8_t)(steps[at] + 1);
            queue[n++] = to;
        }
    }
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t to = nj_mk_beside(from, dir);

        if (nj_mk_edge(&p->view, from, dir) == MK_WINDOW &&
            !nj_mk_mind_has_victim(p->mind, to) &&
            !(p->mind->visible && to == p->mind->k) && cost[to] < cost[best])
            return nj_brain_orders_text(out, NJ_PLACE_GROUP, "cross", "%s /%s",
                                        nj_mk_dirs[dir],
                                        nj_mk_dirs[best_facing(p, to)]);
    }
    if (best == from)
        return false;
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, "move", "to %s /%s",
                                nj_mk_cell(best, cell),
                                nj_mk_dirs[best_facing(p, best)]);
}

static bool approach_cell(const struct plight *p, uint16_t cell,
                          struct nj_brain_order *out)
{
    uint16_t cost[MK_CELLS];

    NJ_ASSERT(cell != MK_NOWHERE && !nj_mk_solid(p->t, cell));
    nj_mk_costs(&p->view, cell, WINDOW, cost);
    return approach(p, cost, out);
}

/* --- what it does --- */

/* MK-14.3, 1 and 2, and what it says it holds. */
static bool care(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    char text[NJ_ORDER_TEXT_MAX] = "";
    uint8_t held = 0;

    NJ_ASSERT(mind->active == p->me && mind->asked == 0);
    if (mind->exert[p->me] >= MK_REST_AT)
        return holds(mind, MK_SODA)
                   ? say(out, "use", "soda")
                   : nj_brain_orders(out, NJ_PLACE_GROUP, "rest");
    if (mind->damage[p->me] > 0 && holds(mind, MK_BANDAGE))
        return say(out, "use", "bandage");
    for (uint8_t card = MK_TOMMY; card < MK_VICTIMS_CARDS; card++)
        if (holds(mind, card)) {
            held |= (uint8_t)(1 << (card - MK_TOMMY));
            add_word(text, nj_mk_cards[card]);
        }
    if (held == mind->told)
        return false;
    return say(out, "claim", held == 0 ? "none" : text + 1);
}

/* With how many dice a weapon in the hand would hit at that distance. */
static uint8_t best_weapon(const struct plight *p, uint8_t distance,
                           uint8_t *weapon, uint8_t *fuel)
{
    uint8_t best =
        distance == 1 ? (p->row->bare_dice > 0 ? p->row->bare_dice : 1) : 0;

    *weapon = *fuel = MK_NO_CARD;
    NJ_ASSERT(distance >= 1 && distance <= MK_ROWS);
    for (uint8_t i = 0; i < p->mind->n_hand; i++) {
        uint8_t card = p->mind->hand[i];
        const struct mk_card_row *row = &p->t->card[card];

        if (row->fuel > 0 && holds(p->mind, (uint8_t)(row->fuel - 1)) &&
            row->fuel_range >= distance && row->fuel_dice > best) {
            best = row->fuel_dice;
            *weapon = card;
            *fuel = (uint8_t)(row->fuel - 1);
        }
        if (!row->fuel_only && row->range >= distance && row->dice > best) {
            best = row->dice;
            *weapon = card;
            *fuel = MK_NO_CARD;
        }
    }
    return best;
}

/* MK-14.3, 3. */
static bool fight(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    uint16_t line[MK_ROWS];
    uint8_t n = nj_mk_line(&p->view, mind->cell[p->me],
                           (enum mk_dir)mind->dir[p->me], line);
    uint8_t at = 0, weapon, fuel, dice;
    bool frail = p->row->health - mind->damage[p->me] <= 1;

    NJ_ASSERT(!mind->visible || mind->k != MK_NOWHERE);
    while (mind->visible && at < n && line[at] != mind->k)
        at++;
    if (!mind->visible || at == n)
        return false;
    dice = best_weapon(p, (uint8_t)(at + 1), &weapon, &fuel);
    if (dice == 0 || (dice < 2 && frail && !mind->staggered) ||
        (dice < 2 && at > 0))
        return false;
    if (weapon == MK_NO_CARD)
        return nj_brain_orders_text(out, NJ_PLACE_GROUP, "attack", "%s", "");
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, "attack", "%s%s%s",
                                nj_mk_cards[weapon],
                                fuel == MK_NO_CARD ? "" : " with ",
                                fuel == MK_NO_CARD ? "" : nj_mk_cards[fuel]);
}

/* MK-14.3, 4: as far from him as one Move goes. */
static bool flee(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    uint16_t cost[MK_CELLS];
    uint16_t here = mind->cell[p->me];
    bool frail = p->row->health - mind->damage[p->me] <= 1;

    NJ_ASSERT(!mind->visible || mind->k != MK_NOWHERE);
    if (!mind->visible || mind->staggered)
        return false;
    nj_mk_costs(&p->view, mind->k, NEAR, cost);
    if (cost[here] > (frail ? 3 : 1))
        return false;
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        cost[cell] = (uint16_t)(cost[cell] > 200 ? 0 : 200 - cost[cell]);
    return approach(p, cost, out);
}

/* The car for which the team has a key, or MK_CARS. */
static uint8_t car_for(const struct plight *p)
{
    const uint8_t *claim = p->mind->claim;

    NJ_ASSERT(claim[0] <= p->mind->n && claim[1] <= p->mind->n);
    if (claim[0] == 0 || claim[1] == 0)
        return MK_CARS;
    return claim[2] != 0 ? MK_BLUE : claim[3] != 0 ? MK_YELLOW : MK_CARS;
}

/* MK-14.3, 6: who holds one of the three goes to the car, unlocks, gets in. */
static bool escape(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    uint8_t car = car_for(p);
    uint16_t cost[MK_CELLS], other[MK_CELLS];
    bool mine = false;

    NJ_ASSERT(mind->active == p->me && mind->cell[p->me] != MK_NOWHERE);
    if (car == MK_CARS)
        return false;
    for (uint8_t i = 0; i < 4; i++)
        mine |= mind->claim[i] == p->me + 1 && (i < 2 || i == 2 + car);
    if (!mine)
        return false;
    if (mind->lock[car] && holds(mind, (uint8_t)(MK_BLUE_KEY + car)) &&
        nj_mk_car_beside(p->t, mind->cell[p->me]) == car)
        return say(out, "unlock", nj_mk_cars[car]);
    if (nj_mk_car(p->t, mind->cell[p->me]) == car)
        return false;
    nj_mk_costs(&p->view, p->t->car[car][0], WINDOW, cost);
    nj_mk_costs(&p->view, p->t->car[car][1], WINDOW, other);
    if (mind->lock[car]) { /* to where its doors are */
        memset(cost, 0xff, sizeof(cost));
        for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
            if (nj_mk_car_beside(p->t, cell) != car)
                continue;
            nj_mk_costs(&p->view, cell, WINDOW, other);
            for (uint16_t i = 0; i < MK_CELLS; i++)
                cost[i] = other[i] < cost[i] ? other[i] : cost[i];
        }
    } else {
        for (uint16_t i = 0; i < MK_CELLS; i++)
            cost[i] = other[i] < cost[i] ? other[i] : cost[i];
    }
    return approach(p, cost, out);
}

/* Can it search here and now? */
static bool can_search(const struct plight *p)
{
    const struct mk_mind *mind = p->mind;
    uint16_t here = mind->cell[p->me];
    uint16_t front = nj_mk_beside(here, (enum mk_dir)mind->dir[p->me]);
    uint8_t spot = nj_mk_spot(p->t, here);

    NJ_ASSERT(here != MK_NOWHERE && here != front);
    if (spot == MK_TOKENS || mind->token[spot] == 0)
        spot = front != MK_NOWHERE && nj_mk_reach(&p->view, here, front)
                   ? nj_mk_spot(p->t, front)
                   : MK_TOKENS;
    return spot < MK_TOKENS && mind->token[spot] > 0 &&
           mind->deck[nj_mk_quad(here)] > 0;
}

/* Is a third of where he may be within the killer distance NEAR? A window or
 * fence takes all of it. */
static bool may_be_near(const struct plight *p, uint16_t cell)
{
    struct mk_cells near = {{0}}, across = {{0}};
    int n = 0, all = 0;

    nj_mk_put(&near, cell);
    nj_mk_climb(&p->view, &near, &across);
    for (int i = 0; i < NEAR; i++) {
        struct mk_cells from = near;

        nj_mk_spread(&p->view, &from, &near);
    }
    for (int i = 0; i < MK_SET_WORDS; i++) {
        uint64_t maybe = p->mind->maybe.bit[i];

        n += __builtin_popcountll(maybe & (near.bit[i] | across.bit[i]));
        all += __builtin_popcountll(maybe);
    }
    NJ_ASSERT(n <= all);
    return 3 * n >= all;
}

/* MK-14.3, 7 and 8. */
static bool seek(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    uint16_t cost[MK_CELLS];
    unsigned least = ~0u;
    uint8_t best = MK_TOKENS;

    NJ_ASSERT(mind->exert[p->me] < MK_REST_AT); /* else it rests */
    if (can_search(p))
        return nj_brain_orders_text(out, NJ_PLACE_GROUP, "search", "%s", "");
    nj_mk_costs(&p->view, mind->cell[p->me], WINDOW, cost);
    for (uint8_t spot = 0; spot < MK_TOKENS; spot++) {
        uint16_t cell = p->t->spot[spot];
        unsigned v = cost[cell];

        if (mind->token[spot] == 0 || mind->deck[nj_mk_quad(cell)] == 0 ||
            nj_mk_mind_has_victim(mind, cell))
            continue;
        for (nj_seat k = 0; k < mind->n; k++)
            if (k != p->me && nj_mk_quad(cell) == nj_mk_quad(mind->cell[k]))
                v += 4;
        if (v < least + 6 && may_be_near(p, cell))
            v += 6;
        if (v < least) {
            least = v;
            best = spot;
        }
    }
    return best < MK_TOKENS && approach_cell(p, p->t->spot[best], out);
}

bool nj_mk_act_victim(const struct mk_mind *mind, const struct mk_table *t,
                      nj_seat me, struct nj_rng *rng,
                      struct nj_brain_order *out)
{
    struct plight p = {.mind = mind, .t = t, .me = me};

    (void)rng;
    NJ_ASSERT(me < mind->n);
    p.view = nj_mk_mind_view(mind, t);
    if (mind->who[me] < MK_WHO)
        p.row = &t->who[mind->who[me]];
    if (mind->asked != 0)
        return answer(&p, out);
    if (mind->active != me || mind->round == 0 || mind->cell[me] == MK_NOWHERE)
        return false;
    if (care(&p, out) || fight(&p, out) || flee(&p, out))
        return true;
    if (mind->damage[me] >= 2 && holds(mind, MK_AID))
        return say(out, "use", "first_aid_kit");
    if (escape(&p, out) || seek(&p, out))
        return true;
    return nj_brain_orders(out, NJ_PLACE_GROUP, "end");
}
