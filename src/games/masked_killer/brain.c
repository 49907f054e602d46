/*
 * What a computer player hears (MK-14.1): nothing but what its seat does; here
 * of the board and of fights, in hear.c of cards. What it does then is in
 * brain_victim.c and brain_killer.c.
 */
#include <string.h>

#include "games/masked_killer/hear.h"

static void hear_roles(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    mind->n = nj_message_u8(h->msg, "killer");
    NJ_ASSERT(mind->n <= MK_VICTIMS_MAX);
    mind->k = mind->shadow = MK_NOWHERE;
    for (uint8_t k = 0; k < MK_VICTIMS_MAX; k++) {
        mind->cell[k] = MK_NOWHERE;
        mind->who[k] = MK_NOBODY;
    }
    memset(mind->token, 2, sizeof(mind->token));
    memset(mind->lock, 1, sizeof(mind->lock));
    memset(mind->keys_in, 1, sizeof(mind->keys_in));
    mind->asked = nj_mk_hunts(mind, h->me) ? 0 : MK_Q_PICK;
}

static void hear_pick(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t seat = nj_mk_heard_victim(h, "seat");

    if (seat == MK_VICTIMS_MAX)
        return;
    NJ_ASSERT(seat < mind->n && !nj_mk_hunts(mind, seat));
    mind->who[seat] = nj_mk_heard_word(h, "victim", nj_mk_who);
    mind->cell[seat] = nj_mk_heard_cell(h, "cell");
    mind->dir[seat] = nj_mk_heard_word(h, "dir", nj_mk_dirs);
    mind->damage[seat] = mind->exert[seat] = 0;
    if (seat == h->me)
        mind->asked &= (uint8_t) ~(MK_Q_PICK | MK_Q_REPLACE);
}

static void hear_replace(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    const struct mk_table *t = h->data;
    uint8_t seat = nj_mk_heard_victim(h, "seat");
    bool gun;

    hear_pick(h);
    NJ_ASSERT(mind->round > 0); /* nobody dies before */
    if (seat == MK_VICTIMS_MAX || mind->who[seat] >= MK_WHO)
        return;
    gun = t->who[mind->who[seat]].gun;
    mind->held[seat] = gun;
    mind->arm[seat] = gun ? MK_PISTOL + 1 : 0;
    if (seat == h->me) {
        mind->n_hand = mind->told = 0;
        if (gun)
            nj_mk_mind_gains(mind, MK_PISTOL);
    }
}

static void hear_row(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    mind->k = nj_mk_heard_cell(h, "cell");
    NJ_ASSERT(mind->k != MK_NOWHERE && nj_mk_hunts(mind, h->me));
    mind->asked &= (uint8_t)~MK_Q_START;
}

static void hear_ready(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    NJ_ASSERT(mind->round == 0 && mind->n >= 2);
    memcpy(mind->depth, mind->deck, sizeof(mind->depth));
    nj_mk_believe_start(mind, h->data);
}

static void hear_turn(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    NJ_ASSERT(mind->round > 0 && mind->tried == 0); /* by its notes */
    if (mind->active == mind->n) {
        mind->was_staggered = mind->staggered;
        mind->extra_moves = mind->struck = mind->slipped = 0;
    }
}

static void hear_round_end(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    mind->blackout = 0;
    NJ_ASSERT(mind->active == mind->n); /* his turn ends it */
    if (!mind->visible && !mind->slipped)
        nj_mk_believe_turn(mind, h->data);
}

/* A victim stands somewhere and looks somewhere. */
static void stands(const struct nj_hearing *h, uint8_t seat, uint16_t cell)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    if (seat == MK_VICTIMS_MAX)
        return;
    NJ_ASSERT(mind->n >= 2 && !nj_mk_hunts(mind, seat));
    if (cell != MK_NOWHERE)
        mind->cell[seat] = cell;
    mind->dir[seat] = nj_mk_heard_word(h, "dir", nj_mk_dirs);
    nj_mk_believe_not(mind, h->data);
}

static void hear_move(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    const char *path = nj_message_str(h->msg, "path");

    nj_mk_mind_acts(mind);
    for (size_t n; *path != '\0'; path += n + (path[n] == ',')) {
        uint16_t cell = nj_mk_cell_at(path, n = strcspn(path, ","));

        if (cell < MK_CELLS && !mind->staggered)
            nj_mk_drop(&mind->maybe, cell);
    }
    stands(h, nj_mk_heard_victim(h, "seat"), nj_mk_heard_cell(h, "path"));
}

static void found_at(struct mk_mind *mind, uint16_t cell)
{
    mind->visible = 1;
    mind->shadow = MK_NOWHERE;
    NJ_ASSERT(cell < MK_CELLS || cell == MK_NOWHERE);
    if (cell == MK_NOWHERE)
        return;
    mind->k = cell;
    nj_mk_believe_at(mind, cell);
}

static void hear_stop(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    NJ_ASSERT(!nj_mk_hunts(mind, mind->active)); /* a victim walks */
    nj_mk_mind_acts(mind);
    found_at(mind, nj_mk_heard_cell(h, "killer"));
    stands(h, nj_mk_heard_victim(h, "seat"), nj_mk_heard_cell(h, "at"));
}

static void hear_seen(const struct nj_hearing *h)
{
    bool one = nj_message_says(h->msg, "mk.sight.seen");

    found_at(nj_mk_mind_of(h), nj_mk_heard_cell(h, one ? "cell" : "cells"));
    NJ_ASSERT(nj_mk_mind_of(h)->visible &&
              nj_mk_mind_of(h)->shadow == MK_NOWHERE);
}

static void hear_lost(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    mind->visible = 0; /* or who came after has met him (MK-6.12) */
    NJ_ASSERT(mind->n >= 2);
    mind->shadow = nj_mk_heard_cell(h, "shadow");
    if (mind->shadow != MK_NOWHERE)
        nj_mk_believe_at(mind, mind->shadow);
    if (mind->active == mind->n) { /* he goes on with his turn */
        nj_mk_believe_turn(mind, h->data);
        mind->slipped = 1;
    }
}

/* Who comes in meets him (MK-6.12). */
static void hear_shift(const struct nj_hearing *h)
{
    uint16_t cell = nj_mk_heard_cell(h, "killer");

    NJ_ASSERT(nj_mk_mind_of(h)->gone != 0); /* somebody has died */
    if (cell != MK_NOWHERE)
        found_at(nj_mk_mind_of(h), cell);
}

static void hear_turned(const struct nj_hearing *h)
{
    stands(h, nj_mk_heard_victim(h, "seat"), MK_NOWHERE);
}

static void hear_rest(const struct nj_hearing *h)
{
    nj_mk_mind_acts(nj_mk_mind_of(h));
}

static void hear_attack(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    const struct mk_table *t = h->data;
    uint8_t seat = nj_mk_heard_victim(h, "seat");
    uint8_t weapon = nj_mk_heard_word(h, "weapon", nj_mk_cards);

    NJ_ASSERT(mind->visible || mind->round > 0);
    if (mind->active == seat)
        nj_mk_mind_acts(mind);
    if (seat < MK_VICTIMS_MAX && weapon < MK_CARDS && t->card[weapon].keep &&
        (mind->arm[seat] == 0 ||
         t->card[weapon].dice > t->card[mind->arm[seat] - 1].dice))
        mind->arm[seat] = (uint8_t)(weapon + 1);
}

static void hear_struck(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);

    NJ_ASSERT(mind->round > 0);
    if (mind->active == mind->n)
        mind->struck++;
}

static void hear_reroll(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t seat = nj_mk_heard_victim(h, "seat");

    NJ_ASSERT(seat < MK_VICTIMS_MAX && mind->who[seat] != MK_NOBODY);
    mind->exert[seat] =
        (uint8_t)(mind->exert[seat] + nj_message_u8(h->msg, "exert"));
}

static void hear_dead(const struct nj_hearing *h)
{
    struct mk_mind *mind = nj_mk_mind_of(h);
    uint8_t seat = nj_mk_heard_victim(h, "seat");

    if (seat == MK_VICTIMS_MAX)
        return;
    NJ_ASSERT(mind->cell[seat] != MK_NOWHERE);
    if (mind->who[seat] < MK_WHO)
        mind->gone |= (uint8_t)(1 << mind->who[seat]);
    mind->cell[seat] = MK_NOWHERE;
    mind->exert[seat] = mind->damage[seat] = 0;
    mind->held[seat] = mind->arm[seat] = mind->deep[seat] = 0;
    mind->estate = nj_mk_mind_gives(mind, seat);
}

const struct nj_ear nj_mk_ears[] = {
    {"mk.setup.roles", .hear = hear_roles},
    {"mk.setup.pick", .hear = hear_pick},
    {"mk.setup.decks", .note = {NJ_NOTE_OF(struct mk_mind, deck[MK_NW], "nw"),
                                NJ_NOTE_OF(struct mk_mind, deck[MK_NE], "ne"),
                                NJ_NOTE_OF(struct mk_mind, deck[MK_SW], "sw"),
                                NJ_NOTE_OF(struct mk_mind, deck[MK_SE], "se")}},
    {"mk.setup.k_hand", .hear = nj_mk_hear_cards},
    {"mk.setup.startat", .note = {NJ_NOTE(struct mk_mind, asked, MK_Q_START)}},
    {"mk.setup.killer_ready", .hear = hear_ready},
    {"mk.turn.begin", .hear = hear_turn,
     .note = {NJ_NOTE_OF(struct mk_mind, active, "seat"),
              NJ_NOTE_OF(struct mk_mind, left, "actions"),
              NJ_NOTE_OF(struct mk_mind, round, "round"),
              NJ_NOTE(struct mk_mind, tried, 0),
              NJ_NOTE(struct mk_mind, steps, 0),
              NJ_NOTE(struct mk_mind, halted, 0)}},
    {"mk.round.end", .hear = hear_round_end},
    {"mk.k.row", .hear = hear_row},
    {"mk.k.card", .hear = nj_mk_hear_cards},
    {"mk.k.menu", .hear = nj_mk_hear_menu,
     .note = {NJ_NOTE_OF(struct mk_mind, left, "actions")}},
    {"mk.k.done", .hear = nj_mk_hear_menu,
     .note = {NJ_NOTE_OF(struct mk_mind, left, "actions")}},
    {"mk.k.played", .hear = nj_mk_hear_played},
    {"mk.k.heal", /* he is prepared again (MK-5.9) */
     .note = {NJ_NOTE_OF(struct mk_mind, k_damage, "damage"),
              NJ_NOTE(struct mk_mind, staggered, 0),
              NJ_NOTE(struct mk_mind, was_staggered, 0)}},
    {"mk.k.recover", .note = {NJ_NOTE(struct mk_mind, staggered, 0)}},
    {"mk.move", .hear = hear_move, .note = {NJ_NOTE(struct mk_mind, steps, 0)}},
    {"mk.cross", .hear = hear_move},
    {"mk.stop", .hear = hear_stop, .note = {NJ_NOTE(struct mk_mind, steps, 0)}},
    {"mk.bump", .hear = hear_stop, .note = {NJ_NOTE(struct mk_mind, steps, 0)}},
    {"mk.sight.seen", .hear = hear_seen},
    {"mk.sight.trail", .hear = hear_seen},
    {"mk.sight.lost", .hear = hear_lost},
    {"mk.turned", .hear = hear_turned},
    {"mk.radio", .hear = nj_mk_hear_radio},
    {"mk.replace.shift", .hear = hear_shift},
    {"mk.exert", .note = {NJ_NOTE_AT_OF(struct mk_mind, exert[0],
                                        MK_VICTIMS_MAX, "total")}},
    {"mk.rest", .hear = hear_rest,
     .note = {NJ_NOTE_AT(struct mk_mind, exert[0], MK_VICTIMS_MAX, 0)}},
    {"mk.search", .hear = nj_mk_hear_search},
    {"mk.search.card", .hear = nj_mk_hear_found},
    {"mk.return", .hear = nj_mk_hear_returned,
     .note = {NJ_NOTE(struct mk_mind, halted, 0)}},
    {"mk.return.cards", .hear = nj_mk_hear_returned_cards},
    {"mk.attack", .hear = hear_attack},
    {"mk.katt", .hear = hear_struck},
    {"mk.reroll", .hear = hear_reroll},
    {"mk.hit.killer",
     .note = {NJ_NOTE_OF(struct mk_mind, k_damage, "damage"),
              NJ_NOTE_IS(struct mk_mind, staggered, "staggered", "yes"),
              NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_REROLL),
              NJ_NOTE(struct mk_mind, halted, 0)}},
    {"mk.hit.victim",
     .note = {NJ_NOTE_AT_OF(struct mk_mind, damage[0], MK_VICTIMS_MAX,
                            "damage"),
              NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_DEFEND),
              NJ_NOTE(struct mk_mind, halted, 0)}},
    {"mk.card.spent", .hear = nj_mk_hear_spent},
    {"mk.item", .hear = nj_mk_hear_item},
    {"mk.heal", .note = {NJ_NOTE_AT_OF(struct mk_mind, damage[0],
                                       MK_VICTIMS_MAX, "damage")}},
    {"mk.unlock", .hear = nj_mk_hear_unlock},
    {"mk.claim", .hear = nj_mk_hear_claim},
    {"mk.wait", .note = {NJ_NOTE(struct mk_mind, halted, 1)}},
    {"mk.trade.open", .note = {NJ_NOTE_BITS(struct mk_mind, tried, MK_WAITS)}},
    {"mk.trade.offer", .hear = nj_mk_hear_offer},
    {"mk.trade.refused",
     .note = {NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_TRADE),
              NJ_NOTE(struct mk_mind, halted, 0),
              NJ_NOTE(struct mk_mind, tried, MK_OFFERED)}},
    {"mk.trade.done", .hear = nj_mk_hear_trade,
     .note = {NJ_NOTE_ONLY(struct mk_mind, asked, 0xff & ~MK_Q_TRADE),
              NJ_NOTE(struct mk_mind, halted, 0),
              NJ_NOTE(struct mk_mind, tried, MK_OFFERED),
              NJ_NOTE_MORE(struct mk_mind, left, -1)}},
    {"mk.trade.cards", .hear = nj_mk_hear_trade_cards},
    {"mk.dead", .hear = hear_dead},
    {"mk.dead.return", .hear = nj_mk_hear_estate,
     .note = {NJ_NOTE(struct mk_mind, halted, 0)}},
    {"mk.dead.tokens", .hear = nj_mk_hear_tokens},
    {"mk.replace", .hear = hear_replace,
     .note = {NJ_NOTE(struct mk_mind, halted, 0)}},
    {"mk.prompt", .hear = nj_mk_hear_prompt},
    {.key = NULL}};

bool nj_mk_listens(const struct nj_hearing *h)
{
    const struct mk_mind *mind = h->scratch;

    NJ_ASSERT(mind->n <= MK_VICTIMS_MAX);
    return mind->n > 0 || nj_message_says(h->msg, "mk.setup.roles");
}

bool nj_mk_act(const void *scratch, const void *data, nj_seat me,
               struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct mk_mind *mind = scratch;

    if (mind->n == 0)
        return false;
    NJ_ASSERT(me <= mind->n);
    if (nj_mk_hunts(mind, me))
        return nj_mk_act_killer(mind, data, rng, out);
    return nj_mk_act_victim(mind, data, me, out);
}
