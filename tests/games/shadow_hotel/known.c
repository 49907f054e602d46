/*
 * What the rules let seats know (SH-2.11, 5.22, 5.23, 8.2, 12): their own
 * state, what is in their room, what the last input showed them and everybody.
 * Where a line tells more than a message would, pairs end early; where it
 * tells less, the test finds a leak that is none.
 */
#include <string.h>

#include "games/shadow_hotel/worlds_play.h"
#include "kit/nj_test.h"

struct look {
    const struct nj_match *m;
    const struct sh_state *was, *s;
    const unsigned *was_open;
    bool hush;
    int shot_on;
    nj_seat_set seats;
    nj_seat me;
    struct nj_str *out;
};

static bool died(const struct look *l, nj_seat k)
{
    uint8_t was = l->was->seat[k].life;
    uint8_t is = l->s->seat[k].life;

    return was != is && (is == SH_OUT || is == SH_ABSENT || is == SH_REBIRTH);
}

static uint8_t place_of(const struct sh_state *s, nj_seat k)
{
    const struct sh_seat *who = &s->seat[k];

    return who->life == SH_OUT || who->life == SH_ABSENT ? who->body
                                                         : who->room;
}

/* --- everybody --- */

/* What waited for this end of the round, and what the end changed. */
static void round_lines(const struct look *l)
{
    const struct sh_state *a = l->was;
    const struct sh_state *b = l->s;

    for (uint16_t i = 0; i < a->n_lines; i++)
        nj_str_addf(l->out, "line %d %d %d %d %s\n", a->line[i].what,
                    a->line[i].n, a->line[i].a, a->line[i].b,
                    nj_sh_line_text(a, &a->line[i]));
    for (nj_seat k = 0; k < b->n; k++)
        if (died(l, b->order[k]))
            nj_str_addf(l->out, "died %s\n", nj_sh_name(l->m, b->order[k]));
    nj_str_addf(l->out, "map %d %d %d %d %d %d %d\n",
                a->power != b->power ? b->power : -1,
                a->poker != b->poker ? b->poker : -1,
                a->portal != b->portal ? b->portal : -1,
                a->gas != b->gas ? b->gas : -1, a->reboot_due, b->round,
                a->fix_add | a->fix_remove << 4);
    if (b->energy_out) {
        const struct sh_item *e = &b->item[SH_ITEM_SINGLE + SH_ENERGY];

        nj_str_addf(l->out, "energy %d\n",
                    e->where == SH_HELD ? b->seat[e->at].room : e->at);
    }
}

/* Everybody hears on which floor (SH-12.5); who takes the bullet out hears that
 * it is gone, too. */
static void bang(const struct look *l)
{
    const struct sh_item *gun = &l->was->item[SH_ITEM_SINGLE + SH_GUN];
    int floor = -1;

    if (l->shot_on >= 0)
        nj_str_addf(l->out, "bang %d\n", l->shot_on);
    if (l->was->bullet <= l->s->bullet)
        return;
    if (gun->where == SH_HELD)
        floor =
            nj_sh_floor(l->was, nj_sh_map(l->m), l->was->seat[gun->at].room);
    nj_str_addf(l->out, "bang %d\n", floor);
}

static void public_state(const struct look *l)
{
    const struct sh_state *s = l->s;
    unsigned hammered = 0;

    for (nj_seat k = 0; k < s->n; k++)
        hammered += s->seat[k].hammered;
    nj_str_addf(l->out, "all %d %d %d %d %d %d slot %d host %d min %d %u\n",
                s->stage, s->ending, s->round, s->phase, s->rotated, s->tunnel,
                nj_sh_slot(s), l->hush ? 0 : s->host_used, nj_phase_ripe(l->m),
                hammered);
    /* What happens to several at once happens by rank (SH-8.18, 11.3). */
    for (nj_seat i = 0; i < s->n; i++) {
        nj_seat k = s->order[i];
        const struct sh_seat *was = &l->was->seat[k];
        const struct sh_seat *who = &s->seat[k];

        if ((l->seats & nj_bit(k)) != 0 &&
            (died(l, k) || nj_sh_questions_of(l->m, k) != l->was_open[k] ||
             who->shot < was->shot || who->memory < was->memory))
            nj_str_addf(l->out, "struck %d\n", k);
    }
    bang(l);
    if (l->was->round != s->round || s->stage == SH_ENDED)
        round_lines(l);
}

/* --- one seat --- */

static void own_state(const struct look *l)
{
    const struct sh_seat *w = &l->s->seat[l->me];

    nj_str_addf(l->out, "I%d role %d life %d room %d body %d steps %d %d %d\n",
                l->me, w->role, w->life, w->room, w->body, w->steps, w->touched,
                w->turn_over);
    nj_str_addf(l->out,
                "stop %d looked %d reported %d warned %d guard %d "
                "bumped %d open %u %d frozen %d\n",
                w->stop, w->looked, w->reported, w->warned, w->guard, w->bumped,
                nj_sh_questions_of(l->m, l->me), w->spawn_to,
                nj_frozen(l->m, l->me));
    nj_str_addf(l->out, "meet %d %d %s offer %d %d %d stored %d %d %d\n",
                w->meet, w->meet_room, w->listed, w->offer_to, w->offer_item,
                w->offer_want, w->shot, w->memory, w->memory_used);
    nj_str_addf(l->out,
                "missed %d acted %d left %d radio %d free %d "
                "%d words %d alias %s %d\n",
                w->missed, w->acted, w->left, w->radio_used, w->free_used,
                w->hammered, w->words_until, w->alias, w->alias_used);
}

static void own_items(const struct look *l)
{
    for (unsigned i = 0; i < SH_ITEMS; i++)
        if (l->s->item[i].where == SH_HELD && l->s->item[i].at == l->me)
            nj_str_addf(l->out, "has %s\n",
                        nj_sh_item_word(nj_sh_kind((uint8_t)i)));
}

/* SH-2.11: the rooms whose position it knows. */
static void own_map(const struct look *l)
{
    const struct sh_map *map = nj_sh_map(l->m);

    for (uint8_t r = 1; l->s->opt.explore && r <= map->n; r++)
        if (nj_sh_knows(l->s, l->me, r))
            nj_str_addf(l->out, "%d@%d ", r, l->s->pos_of[r]);
}

/* --- the room it is in --- */

static void room_items(const struct look *l, uint8_t room)
{
    for (unsigned i = 0; i < SH_ITEMS; i++) {
        const struct sh_item *x = &l->s->item[i];

        if (x->where != SH_SUPPLY && (x->where != SH_IN_ROOM || x->at != room ||
                                      !nj_sh_findable(l->m, (uint8_t)i)))
            continue;
        if (x->where == SH_SUPPLY && room != 23)
            continue;
        nj_str_addf(l->out, "lies %s kicked %d barred %d\n",
                    nj_sh_item_word(nj_sh_kind((uint8_t)i)), x->kicked,
                    l->s->opt.retake_nobody
                        ? x->dropped != 0
                        : (x->dropped & nj_bit(l->me)) != 0);
    }
}

/* Who operated it is not told, that it was is (SH-6.2). */
static void room_mechanism(const struct look *l, uint8_t room)
{
    static const enum sh_special rooms[] = {SH_POWER_ROOM, SH_CUBE_ROOM,
                                            SH_FIRE_ROOM,  SH_POKER_ROOM,
                                            SH_MIC_ROOM,   SH_CHAMBER};
    const struct sh_state *s = l->s;

    for (unsigned i = 0; i < NJ_COUNT(rooms); i++)
        if (nj_sh_special(l->m, rooms[i]) == room)
            nj_str_addf(l->out, "mech %u used %d solved %d\n", i,
                        s->mech_used >> i & 1,
                        nj_sh_mech_solved(s, (enum sh_mech)i));
}

static void room_ways(const struct look *l, uint8_t room)
{
    uint8_t pos[SH_PLACES], way[SH_PLACES];
    uint8_t n = nj_sh_neighbours(l->s, nj_sh_map(l->m), room, pos, way);

    for (uint8_t i = 0; i < n; i++)
        nj_str_addf(l->out, "way %d %d\n", pos[i], way[i]);
}

/* Names are told at the end of a round. Who of a meeting has stayed only an
 * offer tells (SH-7.10, 19.4), of which nj_sh_tries() knows. */
static void room_people(const struct look *l, uint8_t room)
{
    const struct sh_state *s = l->s;
    nj_seat_set left = nj_sh_here(s, room) & ~nj_bit(l->me);
    nj_seat seat;

    nj_str_addf(l->out, "others %d\n", left != 0);
    while (nj_sh_next(s, &left, &seat)) {
        const struct sh_seat *who = &s->seat[seat];

        if (l->was->round != s->round)
            nj_str_addf(l->out, "with %d %s %d %d\n", who->meet,
                        nj_sh_name(l->m, seat), seat == s->shadow,
                        nj_frozen(l->m, seat));
        if (seat == s->shadow)
            nj_str_addf(l->out, "shadow %d\n", who->life == SH_REBIRTH);
        /* SH-8.5: each knows the other. */
        if ((seat == s->shadow && l->me == s->brillo) ||
            (seat == s->brillo && l->me == s->shadow))
            nj_str_addf(l->out, "brillo %d\n", seat);
    }
}

static void bodies(const struct look *l)
{
    uint8_t here = l->s->seat[l->me].room;
    uint8_t was = l->was->seat[l->me].room;

    /* Several die by rank (SH-8.5), before the eyes of who is there. */
    for (nj_seat i = 0; i < l->s->n; i++) {
        nj_seat k = l->s->order[i];
        uint8_t at =
            k == l->s->shadow ? l->was->seat[k].room : place_of(l->s, k);

        if (died(l, k) && at != 0 && (at == here || at == was))
            nj_str_addf(l->out, "body %s %d\n", nj_sh_name(l->m, k),
                        k == l->s->brillo && l->me == l->s->shadow);
    }
}

/* --- who is told more --- */

static void whole_room(const struct look *l, uint8_t room)
{
    const struct sh_state *s = l->was;

    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].room == room)
            nj_str_addf(l->out, "seen %s %d\n", nj_sh_name(l->m, k),
                        k == s->shadow);
    for (unsigned i = 0; i < SH_ITEMS; i++)
        if (s->item[i].at == room && s->item[i].where == SH_IN_ROOM)
            nj_str_addf(l->out, "seen item %u\n", i);
    nj_str_addf(l->out, "room %d %d %d %d %d %d %d bear %d %d\n", room,
                s->pos_of[room], s->power, s->poker, s->portal, s->fireplace,
                s->gas, s->item[SH_ITEM_SINGLE + SH_BEAR].where == SH_BLOCKING,
                s->item[SH_ITEM_SINGLE + SH_BEAR].at);
}

static void telescope(const struct look *l)
{
    const struct sh_item *t = &l->was->item[SH_ITEM_SINGLE + SH_TELESCOPE];

    if (l->was->watch == 0 || t->where != SH_HELD || t->at != l->me ||
        l->was->round == l->s->round)
        return;
    whole_room(l, l->was->opt.level ? l->was->room_at[l->was->watch]
                                    : l->was->watch);
}

static void reports(const struct look *l)
{
    const struct sh_state *s = l->s;

    if (l->me != s->shadow || l->was->round == s->round)
        return;
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].reported)
            nj_str_addf(l->out, "report %s %d\n", nj_sh_name(l->m, k),
                        place_of(s, k));
}

static void album(const struct look *l)
{
    const struct sh_state *s = l->s;
    const struct sh_item *x = &s->item[SH_ITEM_SINGLE + SH_ALBUM];
    uint8_t at = x->where == SH_HELD ? s->seat[x->at].room : x->at;

    if (l->me == s->brillo)
        nj_str_addf(l->out, "album %d %d uses %d\n", at, s->pos_of[at],
                    s->album_uses);
}

static void seat_knows(const struct look *l)
{
    uint8_t room = l->s->seat[l->me].room;

    own_state(l);
    own_items(l);
    own_map(l);
    bodies(l);
    telescope(l);
    reports(l);
    album(l);
    if (!nj_sh_is_present(l->s, l->me) || room == 0)
        return;
    room_items(l, room);
    room_mechanism(l, room);
    room_ways(l, room);
    room_people(l, room);
}

/* --- */

unsigned nj_sh_questions_of(const struct nj_match *m, nj_seat seat)
{
    unsigned open = 0;

    for (unsigned i = 0; nj_sh_questions[i].name != NULL; i++)
        if (nj_prompt_open(m, seat, nj_sh_questions[i].name))
            open |= 1U << i;
    return open;
}

void nj_sh_remember(const struct nj_match *m, struct sh_before *before)
{
    before->s = *(const struct sh_state *)nj_state_const(m);
    before->shot_on = -1;
    for (nj_seat k = 0; k < before->s.n; k++)
        before->open[k] = nj_sh_questions_of(m, k);
}

void nj_sh_known(const struct nj_match *m, const struct sh_before *before,
                 nj_seat_set seats, struct nj_str *out)
{
    static const char *const clocked[] = {SH_ASK_COIN, SH_ASK_GUN, SH_ASK_OFFER,
                                          SH_ASK_WAKE, NULL};
    struct look l = {.m = m,
                     .was = &before->s,
                     .was_open = before->open,
                     .hush = before->hush,
                     .shot_on = before->shot_on,
                     .s = nj_state_const(m),
                     .seats = seats,
                     .out = out};

    public_state(&l);
    for (nj_seat k = 0; k < l.s->n; k++) {
        l.me = k;
        if ((seats & nj_bit(k)) != 0)
            seat_knows(&l);
        else /* its questions run by a clock that the driver looks at */
            for (size_t i = 0; clocked[i] != NULL; i++)
                nj_str_addf(out, "asked %d\n",
                            nj_prompt_open(m, k, clocked[i]));
    }
}

/* Who of the meeting is still there. */
static uint64_t partners(const struct sh_state *s, nj_seat seat)
{
    const struct sh_seat *me = &s->seat[seat];
    nj_seat_set here = me->room != 0 ? nj_sh_here(s, me->room) : 0;
    uint64_t set = 0;

    for (nj_seat k = 0; k < s->n; k++)
        if (me->meet != 0 && s->seat[k].meet != 0 &&
            s->seat[k].meet_room == me->meet_room && nj_seat_in(here, k))
            set |= nj_bit(k);
    return set;
}

/* Whether the cross could be used by the conditions that the seat sees: then it
 * finds out that it was (SH-19.11). */
static uint64_t crosses(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[seat];
    uint8_t song = nj_sh_special(m, SH_SONG);

    return me->room == song && !me->touched && me->steps > 0
               ? 1U + s->cross_used
               : 0;
}

uint64_t nj_sh_tries(const struct nj_match *m, nj_seat seat, const char *verb)
{
    static const char *const verbs[] = {"go",    "jump",    "kick",
                                        "block", "unblock", "yes"};
    const struct sh_state *s = nj_state_const(m);
    const struct sh_item *bear = &s->item[SH_ITEM_SINGLE + SH_BEAR];
    const struct sh_map *map = nj_sh_map(m);
    uint8_t room = s->seat[seat].room;

    if (strcmp(verb, "cross") == 0)
        return crosses(m, seat);
    if (strcmp(verb, "give") == 0 || strcmp(verb, "swap") == 0)
        return partners(s, seat);

    for (size_t i = 0; i < NJ_COUNT(verbs); i++)
        if (strcmp(verbs[i], verb) == 0 && bear->where == SH_BLOCKING &&
            room != 0 && nj_sh_passage_leads(s, map, bear->at, room) != 0)
            return bear->at + 1u;
    return 0;
}
