/*
 * The killer's computer player (MK-14.4): of all that he can do now, cards
 * among it, it takes what is worth most (hunt.h).
 */
#include <string.h>

#include "games/masked_killer/hunt.h"

enum {
    START = 9,   /* steps between him and them at the beginning */
    CARD = 40,   /* what keeping a card is worth */
    ACTION = 130 /* ... one that is a whole action */
};

enum deed {
    STALK,
    SNEAK,
    HUNT,
    STRIKE,
    PLAY
};

struct choice {
    int value;
    enum deed deed;
    uint8_t card; /* MK_NO_CARD: it is an action */
    uint16_t cell;
    uint8_t dir, steps;
    nj_seat seat;
};

struct prowl {
    struct mk_hunt h;
    struct choice best;
    uint32_t n; /* as good as the best so far */
    struct nj_rng *rng;
};

static void weigh(struct prowl *p, const struct choice *c)
{
    if (p->n > 0 && c->value < p->best.value)
        return;
    if (p->n == 0 || c->value > p->best.value)
        p->n = 0;
    p->n++;
    if (p->n == 1 || nj_rng_below(p->rng, p->n) == 0) /* ties are drawn */
        p->best = *c;
}

/* What keeping the card is worth. */
static int price(uint8_t card)
{
    NJ_ASSERT(card == MK_NO_CARD || card < MK_CARDS);
    return card == MK_NO_CARD ? 0 : CARD;
}

/* --- where he can go --- */

/* Ends of a Stalk, by an action or a card; what is left to do there is worth
 * `then`. */
static void stalks(struct prowl *p, uint8_t most, uint8_t card,
                   const int16_t *then)
{
    uint16_t queue[MK_CELLS];
    uint8_t steps[MK_CELLS];
    uint16_t n = 0;

    NJ_ASSERT(most > 0 && p->h.mind->k != MK_NOWHERE);
    memset(steps, 0xff, sizeof(steps));
    queue[n++] = p->h.mind->k;
    steps[p->h.mind->k] = 0;
    for (uint16_t i = 0; i < n; i++) {
        uint16_t at = queue[i];

        if (i > 0 || card == MK_NO_CARD)
            weigh(p, &(struct choice){.deed = STALK,
                                      .card = card,
                                      .cell = at,
                                      .value = then[at] - price(card)});
        for (enum mk_dir dir = MK_N; dir < MK_DIRS && steps[at] < most; dir++) {
            uint16_t to = nj_mk_next(&p->h, at, dir, 0);

            if (steps[to] != 0xff)
                continue;
            NJ_ASSERT(n < MK_CELLS);
            steps[to] = (uint8_t)(steps[at] + 1);
            queue[n++] = to;
        }
    }
}

static void sneaks(struct prowl *p, uint8_t card, const int16_t *then)
{
    uint16_t here = p->h.mind->k;

    NJ_ASSERT(here < MK_CELLS && (card == MK_NO_CARD || card == MK_SILENT));
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t to = nj_mk_next(&p->h, here, dir, MK_CLIMB);

        if (to != here)
            weigh(p, &(struct choice){.deed = SNEAK,
                                      .card = card,
                                      .cell = to,
                                      .dir = (uint8_t)dir,
                                      .value = then[to] - price(card)});
    }
}

static void hunts(struct prowl *p, const int16_t *then)
{
    NJ_ASSERT(!p->h.mind->staggered && p->h.mind->left > 0);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t at = p->h.mind->k;

        for (uint8_t n = 1; nj_mk_next(&p->h, at, dir, 0) != at; n++) {
            at = nj_mk_next(&p->h, at, dir, 0);
            if (!nj_mk_has(&p->h.seen, at))
                weigh(p, &(struct choice){.deed = HUNT,
                                          .card = MK_NO_CARD,
                                          .cell = at,
                                          .dir = (uint8_t)dir,
                                          .steps = n,
                                          .value = then[at]});
        }
    }
}

/* --- strikes and cards --- */

static void strikes(struct prowl *p, uint8_t card)
{
    const struct mk_hunt *h = &p->h;
    uint16_t here = h->mind->k;
    uint8_t more = card == MK_NO_CARD ? 0 : h->t->card[card].k_dice;
    int left = h->left == 1 ? h->shown[here] : h->then[h->left - 1][here];
    int worth;
    nj_seat prey = nj_mk_prey_at(h, here, more, &worth);

    if (prey != NJ_SEAT_NONE)
        weigh(p, &(struct choice){.deed = STRIKE,
                                  .card = card,
                                  .seat = prey,
                                  .value = worth - price(card) + left});
}

static bool sees(const struct mk_hunt *h, nj_seat victim)
{
    NJ_ASSERT(nj_mk_in_play(h->mind, victim));
    return nj_mk_along(&h->view, h->mind->cell[victim], h->mind->dir[victim],
                       h->mind->k) > 0;
}

/* A victim who sees him; NJ_SEAT_NONE: nobody does, or more than one. */
static nj_seat only_viewer(const struct mk_hunt *h)
{
    nj_seat viewer = NJ_SEAT_NONE;

    for (nj_seat k = 0; k < h->mind->n; k++) {
        if (!nj_mk_in_play(h->mind, k) || !sees(h, k))
            continue;
        if (viewer != NJ_SEAT_NONE)
            return NJ_SEAT_NONE;
        viewer = k;
    }
    NJ_ASSERT(viewer == NJ_SEAT_NONE || viewer < h->mind->n);
    return h->mind->visible ? viewer : NJ_SEAT_NONE;
}

/* A victim in reach, or who sees him, whom one more token forces to rest, if one
 * is left. */
static nj_seat tired(const struct mk_hunt *h)
{
    nj_seat worn = NJ_SEAT_NONE;
    unsigned taken = 0;

    for (nj_seat k = 0; k < h->mind->n; k++) {
        taken += h->mind->exert[k];
        if (nj_mk_in_play(h->mind, k) && h->mind->exert[k] == MK_REST_AT - 1 &&
            (nj_mk_reach(&h->view, h->mind->k, h->mind->cell[k]) || sees(h, k)))
            worn = k;
    }
    /* A host may have ruled more than there is. */
    return taken < h->t->exert_supply ? worn : NJ_SEAT_NONE;
}

/* Cards that cost no action (MK-14.4, 1). */
static bool play(const struct mk_hunt *h, struct nj_brain_order *out)
{
    const struct mk_mind *mind = h->mind;
    nj_seat one = only_viewer(h), worn = tired(h);
    int worth;
    nj_seat prey = nj_mk_prey_at(h, mind->k, 0, &worth);

    if (nj_mk_mind_holds(mind, MK_UNKILLABLE) &&
        (mind->k_damage >= 2 || (mind->staggered && prey != NJ_SEAT_NONE)))
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play",
                                    "unkillable");
    if (worn != NJ_SEAT_NONE && nj_mk_mind_holds(mind, MK_DREAD))
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play", "%s %u",
                                    nj_mk_cards[MK_DREAD], worn + 1u);
    return mind->left == 1 && one != NJ_SEAT_NONE &&
           nj_mk_mind_holds(mind, MK_LURE) &&
           (mind->staggered || prey == NJ_SEAT_NONE) &&
           nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play", "%s %u %s",
                                nj_mk_cards[MK_LURE], one + 1u,
                                nj_mk_dirs[(mind->dir[one] + 2) % MK_DIRS]);
}

/* --- as an order --- */

static bool order(const struct choice *c, uint16_t here,
                  struct nj_brain_order *out)
{
    static const char *const verbs[] = {"stalk", "sneak", "hunt", "strike",
                                        "play"};
    bool plays = c->card != MK_NO_CARD && c->deed != STRIKE;
    char text[NJ_ORDER_TEXT_MAX] = "", number[4], cell[MK_CELL_TEXT];

    (void)snprintf(number, sizeof(number), "%u",
                   c->deed == HUNT ? c->steps : c->seat + 1u);
    if (plays)
        nj_mk_add_word(text, nj_mk_cards[c->card]);
    if (c->deed == STALK && c->cell == here)
        nj_mk_add_word(text, ".");
    if (c->deed == STALK && c->cell != here) {
        nj_mk_add_word(text, "to");
        nj_mk_add_word(text, nj_mk_cell(c->cell, cell));
    }
    if (c->deed == SNEAK || c->deed == HUNT)
        nj_mk_add_word(text, nj_mk_dirs[c->dir]);
    if (c->deed == HUNT || c->deed == STRIKE)
        nj_mk_add_word(text, number);
    if (c->deed == STRIKE && c->card != MK_NO_CARD)
        nj_mk_add_word(text, "heavy");
    NJ_ASSERT(text[0] == ' '); /* every order has some word */
    return nj_brain_orders_text(
        out, NJ_PLACE_PRIVATE, plays ? "play" : verbs[c->deed], "%s", text + 1);
}

/* Unseen, and about nine cells from the nearest of them. */
static bool start(const struct mk_hunt *h, struct nj_rng *rng,
                  struct nj_brain_order *out)
{
    uint16_t best = MK_NOWHERE;
    int least = 2 * MK_FAR;
    uint32_t n = 0;

    for (uint16_t at = 0; at < MK_CELLS; at++) {
        int off = nj_mk_nearest(h, at) - START;

        off = off < 0 ? -off : off;
        if (!nj_mk_outdoors(h->t, at) || nj_mk_has(&h->seen, at) ||
            nj_mk_mind_has_victim(h->mind, at) || off > least)
            continue;
        n = off < least ? 1 : n + 1;
        least = off;
        if (n == 1 || nj_rng_below(rng, n) == 0)
            best = at;
    }
    NJ_ASSERT(best != MK_NOWHERE);
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "startat", "%s",
                                MK_CELL(best));
}

/* --- all that he can do --- */

/* What costs an action. */
static void weigh_actions(struct prowl *p)
{
    const struct mk_hunt *h = &p->h;
    const struct mk_table *t = h->t;
    const int16_t *then = h->then[h->left - 1];

    stalks(p, h->mind->staggered ? t->k_staggered : t->k_stalk, MK_NO_CARD,
           then);
    sneaks(p, MK_NO_CARD, then);
    if (h->mind->staggered)
        return;
    hunts(p, then);
    strikes(p, MK_NO_CARD);
    if (nj_mk_mind_holds(h->mind, MK_HEAVY))
        strikes(p, MK_HEAVY);
}

/* Cards that bring him somewhere, or one more action. */
static void weigh_cards(struct prowl *p)
{
    const struct mk_hunt *h = &p->h;
    const int16_t *now = h->then[h->left];

    NJ_ASSERT(h->left >= 1 && !h->mind->staggered);
    if (nj_mk_mind_holds(h->mind, MK_QUICK))
        stalks(p, h->t->card[MK_QUICK].k_stalk, MK_QUICK, now);
    if (nj_mk_mind_holds(h->mind, MK_SILENT))
        sneaks(p, MK_SILENT, now);
    if (nj_mk_mind_holds(h->mind, MK_RELENTLESS))
        weigh(p, &(struct choice){.deed = PLAY,
                                  .card = MK_RELENTLESS,
                                  .value = h->then[h->left + 1][h->mind->k] -
                                           ACTION});
}

bool nj_mk_act_killer(const struct mk_mind *mind, const struct mk_table *t,
                      struct nj_rng *rng, struct nj_brain_order *out)
{
    struct prowl p = {.h = {.mind = mind, .t = t}, .rng = rng};
    bool starts = (mind->asked & MK_Q_START) != 0;

    NJ_ASSERT((mind->asked & ~MK_Q_START) == 0); /* he is asked no more */
    if (!starts && (mind->active != mind->n || mind->left == 0 ||
                    mind->k == MK_NOWHERE || mind->round == 0 || mind->halted))
        return false;
    nj_mk_look_ahead(&p.h);
    if (starts)
        return start(&p.h, rng, out);
    if (play(&p.h, out))
        return true;
    weigh_actions(&p);
    if (!mind->staggered)
        weigh_cards(&p);
    NJ_ASSERT(p.n > 0 && p.h.left >= 1);
    return order(&p.best, mind->k, out);
}
