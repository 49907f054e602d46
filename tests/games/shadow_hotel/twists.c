/*
 * Random houses of 黑影杀, and the table of what may differ between two worlds
 * without any seat being allowed to know (SH-5.23, 8.2, 12.1, 12.3).
 */
#include <string.h>

#include "games/shadow_hotel/worlds_play.h"
#include "kit/nj_test.h"

#define SINGLE(kind) (SH_ITEM_SINGLE + (kind))
#define OFFERED_MS   1000000 /* when pairs are opened */

static bool one_in(struct nj_rng *rng, uint32_t n)
{
    return nj_rng_below(rng, n) == 0;
}

static uint8_t any_room(struct nj_rng *rng)
{
    return (uint8_t)(1 + nj_rng_below(rng, SH_PLACES - 1));
}

/* --- random houses --- */

static void random_rooms(struct sh_state *s, struct nj_rng *rng)
{
    for (uint8_t i = SH_PLACES - 1; i > 1 && s->opt.shuffle_rooms; i--) {
        uint8_t j = (uint8_t)(1 + nj_rng_below(rng, i));
        uint8_t room = s->room_at[i];

        s->room_at[i] = s->room_at[j];
        s->room_at[j] = room;
    }
    for (uint8_t i = 1; i < SH_PLACES; i++)
        s->pos_of[s->room_at[i]] = i;
}

/* Nobody begins with the shadow: what would come of it has come. */
static void random_places(struct sh_state *s, struct nj_rng *rng)
{
    static const uint8_t busy[] = {7, 18, 19, 29, 33, 36, 44, 47, 49};

    for (nj_seat k = 0; k < s->n; k++) {
        uint8_t room;

        do {
            room = any_room(rng);
            if (one_in(rng, 3))
                room = busy[nj_rng_below(rng, NJ_COUNT(busy))];
            if (k > 1 && one_in(rng, 3))
                room = s->seat[1 + nj_rng_below(rng, k - 1u)].room;
        } while (room == 1 || room == 24 || room == 25 || room == 0 ||
                 (k > 0 && room == s->seat[s->shadow].room));
        s->seat[k].room = room;
        s->seat[k].known = ~UINT64_C(0);
        for (int i = 0; i < 2 && s->opt.explore; i++)
            s->seat[k].known &= nj_rng_word(rng); /* a quarter of them */
    }
}

static void random_item(struct sh_state *s, uint8_t item, struct nj_rng *rng)
{
    enum sh_kind kind = nj_sh_kind(item);
    nj_seat k = (nj_seat)(1 + nj_rng_below(rng, s->n - 1u));
    uint32_t how = nj_rng_below(rng, 3);
    bool full = nj_sh_is_goods(kind) && nj_sh_hand(s, k) >= 0;

    if (how == 0)
        s->item[item] = (struct sh_item){.where = SH_IN_ROOM,
                                         .at = one_in(rng, 2) ? s->seat[k].room
                                                              : any_room(rng)};
    else if (how == 1 && !full && nj_sh_may_carry(s, k, kind))
        s->item[item] = (struct sh_item){.where = SH_HELD, .at = k};
}

static void random_items(struct nj_match *m, struct sh_state *s,
                         struct nj_rng *rng)
{
    static const enum sh_kind kinds[] = {
        SH_TORCH, SH_BOOTS, SH_MASK, SH_GUN, SH_BEAR, SH_COIN, SH_TELESCOPE};

    for (uint8_t i = 0; i < s->opt.key_count; i++)
        s->item[SH_ITEM_KEY + i] =
            (struct sh_item){.where = SH_IN_ROOM, .at = any_room(rng)};
    for (uint8_t i = 0; i < s->opt.key_count; i++)
        random_item(s, (uint8_t)(SH_ITEM_KEY + i), rng);
    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        random_item(s, (uint8_t)SINGLE(kinds[i]), rng);
    if (s->brillo != NJ_SEAT_NONE) {
        s->item[SINGLE(SH_ALBUM)] =
            (struct sh_item){.where = SH_IN_ROOM, .at = any_room(rng)};
        random_item(s, SINGLE(SH_ALBUM), rng);
    }
    if (one_in(rng, 4)) {
        s->fireplace = 1;
        s->item[SINGLE(SH_ENERGY)] =
            (struct sh_item){.where = SH_IN_ROOM, .at = 3};
        random_item(s, SINGLE(SH_ENERGY), rng);
        s->energy_out = s->item[SINGLE(SH_ENERGY)].at != 3;
    }
    if (one_in(rng, 3))
        s->item[SINGLE(SH_BEAR)] = (struct sh_item){
            .where = SH_BLOCKING,
            .at = (uint8_t)nj_rng_below(rng, nj_sh_map(m)->n_passages)};
}

/* Dead for good, and everything fell where it stood. */
static void kill(struct sh_state *s, nj_seat k, enum sh_life life)
{
    struct sh_seat *who = &s->seat[k];
    uint8_t room = who->room;

    for (int i = 0; i < SH_ITEMS; i++)
        if (s->item[i].where == SH_HELD && s->item[i].at == k)
            s->item[i] = (struct sh_item){.where = SH_IN_ROOM, .at = room};
    who->life = (uint8_t)life;
    who->body = room;
    who->room = 0;
    who->turn_over = 1;
    s->death[s->n_deaths].seat = k;
    s->death[s->n_deaths].announced = 1;
    s->death[s->n_deaths].seq = 1;
    s->n_deaths++;
}

static void random_seats(struct sh_state *s, struct nj_rng *rng)
{
    for (nj_seat k = 1; k < s->n; k++) {
        struct sh_seat *who = &s->seat[k];

        who->warned = one_in(rng, 4);
        who->guard = (uint8_t)nj_rng_below(rng, 3);
        who->end_room = one_in(rng, 2) ? who->room : 0;
        who->idle = (uint8_t)nj_rng_below(rng, 2);
        if (k >= 4 && one_in(rng, 8))
            kill(s, k, SH_OUT);
    }
    /* Not in a round of his own: there he is up again (SH-8.16), or has just
     * died, which ended it (SH-4.13). */
    if (one_in(rng, 10) && !nj_sh_shadow_round(s)) {
        s->seat[s->shadow].life = SH_REBIRTH;
        s->seat[s->shadow].room = 14;
    }
}

void nj_sh_world_random(struct nj_match *m, const struct twist *twist,
                        struct nj_rng *rng)
{
    struct sh_state *s = nj_state(m);
    struct nj_err err = {{0}};
    const char *seats =
        twist->brillo || one_in(rng, 2) ? "seats SBACDEFG" : "seats SACDEFGH";

    if (nj_match_given(m, seats, &err) != NJ_OK)
        fail_msg("%s", err.text);
    s->round = twist->spawn ? 0 : (uint8_t)nj_rng_below(rng, 8);
    s->stage = twist->spawn ? SH_SPAWN : SH_RUNNING;
    s->phase = (uint8_t)(1 + nj_rng_below(rng, 3));
    if (!twist->spawn)
        nj_sh_round_fresh(s);
    random_rooms(s, rng);
    random_places(s, rng);
    s->power = !one_in(rng, 3);
    s->rotated = one_in(rng, 4);
    s->poker = one_in(rng, 4);
    s->portal = one_in(rng, 4);
    s->gas = one_in(rng, 4);
    random_items(m, s, rng);
    if (!twist->spawn)
        random_seats(s, rng);
    if (!one_in(rng, 4))
        s->seat[0].meet = UINT8_MAX; /* as if a round had just ended */
}

/* --- places for differences --- */

/* A player who lives. */
static nj_seat any_player(const struct pair *p)
{
    const struct sh_state *s = p->w[0];
    nj_seat k;

    do
        k = (nj_seat)(1 + nj_rng_below(p->rng, s->n - 1u));
    while (s->seat[k].role != SH_PLAYER || s->seat[k].life != SH_ACTIVE);
    return k;
}

static bool lonely(const struct sh_state *s, uint8_t room)
{
    if (room == 1 || room == 7 || room == 14 || room == 24 || room == 25 ||
        room == 36 || room == 44)
        return false;
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].room == room)
            return false;
    return true;
}

/* Quiet, and nobody is there in either world. */
static uint8_t quiet_room(const struct pair *p)
{
    uint8_t room;

    do
        room = any_room(p->rng);
    while (!lonely(p->w[0], room) || !lonely(p->w[1], room));
    return room;
}

/* A player stands alone in a quiet room, in both. */
static nj_seat hide_player(struct pair *p)
{
    nj_seat k = any_player(p);
    uint8_t room = quiet_room(p);

    p->w[0]->seat[k].room = p->w[1]->seat[k].room = room;
    p->hidden |= nj_bit(k);
    return k;
}

static void tell_dead(struct pair *p, int side, nj_seat k, bool composed)
{
    struct sh_line line = {.what = SH_SAY_DEAD, .composed = composed};

    assert_true(nj_sh_queue_text(p->w[side], &line, nj_sh_name(p->m[side], k)));
}

/* --- the rows --- */

/* It does nothing more in this round where it lives, as it cannot where not. */
static nj_seat dead_or_not(struct pair *p, bool announced)
{
    nj_seat k = hide_player(p);
    struct sh_state *dead = p->w[1];

    p->w[0]->seat[k].turn_over = 1;
    kill(dead, k, SH_OUT);
    dead->death[dead->n_deaths - 1].announced = announced;
    return k;
}

static bool lives(struct pair *p)
{
    tell_dead(p, 1, dead_or_not(p, false), false);
    return true;
}

static bool true_line(struct pair *p)
{
    nj_seat k = dead_or_not(p, false);

    tell_dead(p, 0, k, true);
    tell_dead(p, 1, k, false);
    return true;
}

static bool told_dead(struct pair *p)
{
    (void)dead_or_not(p, true);
    return true;
}

/* SH-7.10: an offer to somebody who has gone, and died there, ends as one to
 * somebody who has gone. One at a time. */
static bool offered(struct pair *p)
{
    nj_seat k, from;

    if (p->w[0]->offers > 0)
        return false;
    k = dead_or_not(p, false);
    from = any_player(p);
    tell_dead(p, 1, k, false);
    for (int i = 0; i < 2; i++) {
        struct sh_state *s = p->w[i];

        s->item[SINGLE(SH_COIN)] =
            (struct sh_item){.where = SH_HELD, .at = from};
        s->seat[from].offer_to = k;
        s->seat[from].offer_item = SINGLE(SH_COIN);
        s->seat[from].offer_want = SH_OFFER_NONE;
        s->seat[from].offer_no = s->offers = 1;
        nj_given_prompt(
            p->m[i], &(struct nj_ask){.seat = k,
                                      .name = SH_ASK_OFFER,
                                      .ms = OFFERED_MS +
                                            nj_option(p->m[i], "prompt_secs")});
    }
    return from != k;
}

static bool fake(struct pair *p)
{
    nj_seat k = hide_player(p);

    kill(p->w[0], k, SH_OUT);
    kill(p->w[1], k, SH_ABSENT);
    return true;
}

static bool bullet(struct pair *p)
{
    nj_seat k = any_player(p);

    for (int i = 0; i < 2; i++)
        if (nj_sh_hand(p->w[i], k) < 0)
            p->w[i]->item[SINGLE(SH_GUN)] =
                (struct sh_item){.where = SH_HELD, .at = k};
    p->w[1]->bullet = 0;
    return true;
}

static bool stands(struct pair *p)
{
    nj_seat k = hide_player(p);

    p->w[1]->seat[k].room = quiet_room(p);
    return true;
}

static bool holds(struct pair *p)
{
    nj_seat k = hide_player(p);
    uint8_t item = (uint8_t)SINGLE(SH_TORCH + nj_rng_below(p->rng, 3));

    if (item == SINGLE(SH_TORCH))
        item = nj_sh_hand(p->w[0], k) < 0 ? SINGLE(SH_GUN) : SINGLE(SH_COIN);
    p->w[0]->item[item] = (struct sh_item){.where = SH_HELD, .at = k};
    p->w[1]->item[item] =
        (struct sh_item){.where = SH_IN_ROOM, .at = quiet_room(p)};
    return true;
}

static bool goods(struct pair *p)
{
    uint8_t from = 0;

    for (uint8_t i = 0; i < p->w[0]->opt.key_count; i++) {
        from = quiet_room(p);
        p->w[0]->item[SH_ITEM_KEY + i] =
            (struct sh_item){.where = SH_IN_ROOM, .at = from};
        p->w[1]->item[SH_ITEM_KEY + i] =
            (struct sh_item){.where = SH_IN_ROOM, .at = quiet_room(p)};
    }
    if (p->w[0]->brillo == NJ_SEAT_NONE)
        return true;
    p->hidden |= nj_bit(p->w[0]->brillo);
    p->w[0]->item[SINGLE(SH_ALBUM)] =
        (struct sh_item){.where = SH_IN_ROOM, .at = quiet_room(p)};
    p->w[1]->item[SINGLE(SH_ALBUM)] =
        (struct sh_item){.where = SH_IN_ROOM, .at = quiet_room(p)};
    return true;
}

static void swap_ranks(struct sh_state *s, nj_seat a, nj_seat b)
{
    uint8_t rank = s->seat[a].rank;

    s->seat[a].rank = s->seat[b].rank;
    s->seat[b].rank = rank;
    s->order[s->seat[a].rank] = a;
    s->order[s->seat[b].rank] = b;
}

static bool who_is_brillo(struct pair *p)
{
    nj_seat old = p->w[0]->brillo;
    nj_seat k = any_player(p);

    for (int i = 0; i < SH_ITEMS; i++)
        for (int w = 0; w < 2; w++)
            if (p->w[w]->item[i].where == SH_HELD &&
                (p->w[w]->item[i].at == old || p->w[w]->item[i].at == k))
                return false;
    p->hidden |= nj_bit(old) | nj_bit(k);
    p->w[1]->brillo = k;
    p->w[1]->seat[k].role = SH_BRILLO;
    p->w[1]->seat[old].role = SH_PLAYER;
    swap_ranks(p->w[1], old, k);
    return true;
}

static bool priority(struct pair *p)
{
    nj_seat a = any_player(p);
    nj_seat b = any_player(p);

    swap_ranks(p->w[1], a, b);
    return a != b;
}

static bool power(struct pair *p)
{
    p->w[1]->power = !p->w[0]->power;
    return true;
}

static bool gas(struct pair *p)
{
    p->w[1]->gas = !p->w[0]->gas;
    return true;
}

static bool walls(struct pair *p)
{
    if (one_in(p->rng, 2))
        p->w[1]->poker = !p->w[0]->poker;
    else
        p->w[1]->portal = !p->w[0]->portal;
    return true;
}

static bool bear(struct pair *p)
{
    uint8_t n = nj_sh_map(p->m[0])->n_passages;

    for (int i = 0; i < 2; i++)
        p->w[i]->item[SINGLE(SH_BEAR)] = (struct sh_item){
            .where = SH_BLOCKING, .at = (uint8_t)nj_rng_below(p->rng, n)};
    if (one_in(p->rng, 3))
        p->w[1]->item[SINGLE(SH_BEAR)] =
            (struct sh_item){.where = SH_IN_ROOM, .at = quiet_room(p)};
    return true;
}

static bool turn(struct pair *p)
{
    nj_seat k = any_player(p);

    p->hidden |= nj_bit(k);
    p->w[1]->seat[k].turn_over = 1;
    return p->w[0]->round % 2 != 0;
}

static bool warned(struct pair *p)
{
    nj_seat k = any_player(p);

    p->hidden |= nj_bit(k);
    for (int i = 0; i < 2; i++) {
        p->w[i]->item[SINGLE(SH_COIN)] =
            (struct sh_item){.where = SH_HELD, .at = k};
        p->w[i]->seat[k].warned = (uint8_t)i;
    }
    return true;
}

static bool busy(struct pair *p)
{
    (void)hide_player(p);
    return true;
}

/* Brillo with her album, and somebody alone with the cross, are after a seat
 * that lives, is away or is dead. */
static bool target(struct pair *p)
{
    nj_seat k = dead_or_not(p, true);
    nj_seat actor = any_player(p);

    if (actor == k)
        return false;
    if (p->w[0]->opt.fake_death && one_in(p->rng, 2))
        p->w[0]->seat[k] = (struct sh_seat){.offer_to = SH_OFFER_NONE,
                                            .rank = p->w[1]->seat[k].rank,
                                            .life = SH_ABSENT,
                                            .body = p->w[1]->seat[k].body,
                                            .turn_over = 1};
    for (int i = 0; i < 2; i++) {
        struct sh_state *s = p->w[i];

        s->item[SINGLE(SH_ALBUM)] =
            (struct sh_item){.where = SH_HELD, .at = s->brillo};
        s->item[SINGLE(SH_CROSS)] =
            (struct sh_item){.where = SH_IN_ROOM, .at = 36};
        for (nj_seat j = 0; j < s->n; j++)
            if (s->seat[j].room == 36)
                s->seat[j].room = 42;
        s->seat[actor].room = 36;
    }
    return p->w[0]->round % 2 != 0;
}

/* SH-2.11: two rooms that no seat knows lie the other way round. */
static bool rooms(struct pair *p)
{
    struct sh_state *s = p->w[1];
    uint8_t a = quiet_room(p);
    uint8_t b = quiet_room(p);
    uint8_t at = s->pos_of[a];

    for (int i = 0; i < 2; i++)
        for (nj_seat k = 0; k < s->n; k++)
            p->w[i]->seat[k].known &= ~(UINT64_C(1) << a | UINT64_C(1) << b);
    s->room_at[at] = b;
    s->room_at[s->pos_of[b]] = a;
    s->pos_of[a] = s->pos_of[b];
    s->pos_of[b] = at;
    return a != b;
}

/* One is in danger where it begins, the other is not (SH-0.84). */
static bool endangered(struct pair *p)
{
    nj_seat k = hide_player(p);

    p->w[0]->power = p->w[1]->power = 1;
    p->w[1]->seat[k].room = 1;
    return true;
}

/* SH-19.3: a question of hers waits for the host in one of them. */
static bool asked(struct pair *p)
{
    nj_seat k = p->w[0]->brillo;

    p->hidden |= nj_bit(k);
    for (int i = 0; i < 2; i++) {
        p->w[i]->opt.hosted = 1;
        p->w[i]->n_asked = 1;
    }
    p->w[1]->asked[0] = (struct sh_asked){.no = 1, .seat = k, .due = 2};
    p->w[1]->seat[k].radio_used = 1;
    return true;
}

/* SH-19.11: somebody stands alone with a cross that was used, or was not. */
static bool crossed(struct pair *p)
{
    nj_seat actor = any_player(p);
    bool touched = one_in(p->rng, 2);

    for (int i = 0; i < 2; i++) {
        struct sh_state *s = p->w[i];

        s->item[SINGLE(SH_CROSS)] =
            (struct sh_item){.where = SH_IN_ROOM, .at = 36};
        for (nj_seat j = 0; j < s->n; j++)
            if (s->seat[j].room == 36)
                s->seat[j].room = 42;
        s->seat[actor].room = 36;
        s->seat[actor].touched = touched;
        s->cross_used = (uint8_t)i;
    }
    return p->w[0]->round % 2 != 0;
}

/* SH-19.4, 0.86: three have met; one has gone in one of the worlds, and the gun
 * of another has no bullet in the one where he has not. */
static bool parted(struct pair *p)
{
    nj_seat k = hide_player(p), shooter = any_player(p), third = any_player(p);
    uint8_t room = p->w[0]->seat[k].room, away = quiet_room(p);

    if (k == shooter || k == third || shooter == third || away == room)
        return false;
    for (int i = 0; i < 2; i++) {
        struct sh_state *s = p->w[i];
        uint8_t n = 0;

        for (nj_seat j = 0; j < s->n; j++) {
            bool met = j == k || j == shooter || j == third;

            s->seat[j].meet = met ? ++n : 0; /* names are in this order */
            s->seat[j].meet_room = met ? room : 0;
        }
        s->seat[shooter].room = s->seat[third].room = room;
        s->seat[k].room = i == 0 ? room : away;
        s->bullet = (uint8_t)i;
        if (nj_sh_hand(s, shooter) < 0)
            s->item[SINGLE(SH_GUN)] =
                (struct sh_item){.where = SH_HELD, .at = shooter};
    }
    return true;
}

/* SH-19.12: it stands at the microphone in one world, and has the gun in the
 * other; each has a line that says it is dead. */
static bool shots(struct pair *p)
{
    nj_seat k;
    uint8_t room;

    if (p->w[0]->opt.level || p->w[0]->opt.by_priority ||
        p->w[0]->round % 2 == 0 || !lonely(p->w[0], 19) || !lonely(p->w[1], 19))
        return false;
    k = hide_player(p);
    room = quiet_room(p);
    if (room == 19 || nj_sh_hand(p->w[0], k) >= 0)
        return false;
    p->w[0]->seat[k].room = 19;
    p->w[1]->seat[k].room = room;
    p->w[0]->item[SINGLE(SH_GUN)] =
        (struct sh_item){.where = SH_IN_ROOM, .at = room};
    p->w[1]->item[SINGLE(SH_GUN)] = (struct sh_item){.where = SH_HELD, .at = k};
    p->w[0]->bullet = p->w[1]->bullet = 1;
    tell_dead(p, 0, k, true);
    return true;
}

static bool several(struct pair *p)
{
    for (int i = 0; i < 3; i++) {
        const struct twist *t =
            &nj_sh_twists[nj_rng_below(p->rng, (uint32_t)nj_sh_twists_n)];

        if (t->apply != several && t->apply != shots && t->apply != parted &&
            !t->level && !t->brillo && !t->spawn)
            (void)t->apply(p);
    }
    return true;
}

const struct twist nj_sh_twists[] = {
    {.name = "somebody died elsewhere, nobody knows yet",
     .clause = "SH-5.23",
     .apply = lives,
     .ends = true},
    {.name = "a death line is true, or somebody's words",
     .clause = "SH-6.8",
     .apply = true_line,
     .ends = true},
    {.name = "who was said to be dead is, or lives",
     .clause = "SH-5.23",
     .apply = told_dead,
     .ends = true},
    {.name = "an offer was made to who died elsewhere",
     .clause = "SH-7.10",
     .apply = offered,
     .ends = true},
    {.name = "a death was a false one",
     .clause = "SH-6.14",
     .level = true,
     .apply = fake,
     .ends = true},
    {.name = "the bullet is in the gun", .clause = "SH-7.18", .apply = bullet},
    {.name = "another person stands elsewhere",
     .clause = "SH-12.3",
     .apply = stands},
    {.name = "who has what elsewhere", .clause = "SH-12.3", .apply = holds},
    {.name = "where keys and album lie", .clause = "SH-5.23", .apply = goods},
    {.name = "which player is Brillo",
     .clause = "SH-1.3",
     .brillo = true,
     .apply = who_is_brillo},
    {.name = "whose rank is higher", .clause = "SH-1.7", .apply = priority},
    {.name = "the power is on", .clause = "SH-5.23", .apply = power},
    {.name = "there is gas", .clause = "SH-5.23", .apply = gas},
    {.name = "a wall or a portal is open", .clause = "SH-5.23", .apply = walls},
    {.name = "which passage the bear blocks",
     .clause = "SH-12.2",
     .apply = bear},
    {.name = "somebody has ended its turn", .clause = "SH-12.1", .apply = turn},
    {.name = "the coin has warned", .clause = "SH-7.28", .apply = warned},
    {.name = "what a seat does elsewhere",
     .clause = "SH-12.3",
     .busy = true,
     .apply = busy},
    {.name = "whom album and cross meet",
     .clause = "SH-0.11",
     .brillo = true,
     .apply = target},
    {.name = "which of two unknown rooms is where",
     .clause = "SH-2.11",
     .level = true,
     .apply = rooms},
    {.name = "who begins in danger",
     .clause = "SH-0.84",
     .spawn = true,
     .apply = endangered},
    {.name = "she has asked by radio",
     .clause = "SH-19.3",
     .level = true,
     .brillo = true,
     .radio = true,
     .apply = asked},
    {.name = "the cross was used",
     .clause = "SH-19.11",
     .cross = true,
     .apply = crossed},
    {.name = "who of a meeting has gone",
     .clause = "SH-19.4",
     .still = true,
     .apply = parted},
    {.name = "a shot was fired, or somebody's words",
     .clause = "SH-19.12",
     .ends = true,
     .shots = true,
     .apply = shots},
    {.name = "several of these", .clause = "SH-12.1", .apply = several},
};

const size_t nj_sh_twists_n = NJ_COUNT(nj_sh_twists);
