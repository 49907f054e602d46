/*
 * What a computer player makes of what its seat hears (SH-16.1).
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/mind.h"

#define ALL_PLACES (~UINT64_C(0))

/* The house as far as it has been named. */
static const struct sh_map *house_of(const struct nj_hearing *h)
{
    const struct sh_mind *mind = h->scratch;
    const struct sh_map *map = nj_data_named(h->data, mind->map);

    NJ_ASSERT(map != NULL && map->n < SH_PLACES);
    return map;
}

static uint16_t items_of(const struct nj_hearing *h, const char *name)
{
    const char *words = nj_message_str(h->msg, name);
    unsigned set = 0;

    for (int k = 0; k < SH_KINDS; k++)
        if (nj_words_have(words, nj_sh_item_word((enum sh_kind)k)))
            set |= 1u << k;
    return (uint16_t)set;
}

/* A room told by its number as a word; 0: unknown, or a name. */
static uint8_t room_of(const struct nj_hearing *h)
{
    const char *word = nj_message_str(h->msg, "room");
    unsigned v = 0;

    for (; *word >= '0' && *word <= '9' && v < 100; word++)
        v = v * 10 + (unsigned)(*word - '0');
    return *word == '\0' && v < SH_PLACES ? (uint8_t)v : 0;
}

static void learn(struct sh_mind *mind, int64_t pos, int64_t room)
{
    if (pos <= 0 || pos >= SH_PLACES || room <= 0 || room >= SH_PLACES)
        return;
    for (uint8_t p = 1; p < SH_PLACES; p++)
        if (mind->room_at[p] == room)
            mind->room_at[p] = 0; /* it has wandered */
    mind->room_at[pos] = (uint8_t)room;
}

/* An order of its own was carried out: what it took, and as how many it counts.
 * A person at that seat may give any number of them. */
static void ordered(struct sh_mind *mind, uint8_t steps, uint8_t orders)
{
    uint8_t room = (uint8_t)(UINT8_MAX - mind->orders);

    mind->steps = mind->steps > steps ? (uint8_t)(mind->steps - steps) : 0;
    mind->orders = (uint8_t)(mind->orders + (orders < room ? orders : room));
}

static void answered(struct sh_mind *mind)
{
    memset(&mind->asked, 0, sizeof(mind->asked));
    NJ_ASSERT(!nj_sh_mind_asked(mind));
}

static void hear_answered(const struct nj_hearing *h)
{
    answered(h->scratch);
}

static void hear_place(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    uint8_t pos = nj_message_u8(h->msg, "pos");

    if (pos == 0 || pos >= SH_PLACES)
        return;
    mind->pos = pos;
    mind->room = room_of(h);
    mind->visited[pos] = 1;
    learn(mind, pos, mind->room);
}

static void hear_known(const struct nj_hearing *h)
{
    const int64_t *place;

    for (uint32_t i = 0; (place = nj_message_row(h->msg, "places", i)) != NULL;
         i++)
        learn(h->scratch, place[0], place[1]);
}

/* Rows of a position, the kind of the way to it, and its room. */
static void hear_ways(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    const int64_t *way;

    mind->n_ways = 0;
    for (uint32_t i = 0; (way = nj_message_row(h->msg, "ways", i)) != NULL;
         i++) {
        if (i < SH_WAYS_MAX)
            mind->way[mind->n_ways++] = (uint8_t)way[0];
        learn(mind, way[0], way[2]);
    }
}

/* The name of another hotel stands in the board behind an m. */
static void hear_map(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    const char *at = strstr(nj_message_str(h->msg, "board"), ";m");
    size_t n;

    if (at == NULL)
        return;
    n = strcspn(at + 2, ";");
    if (n < sizeof(mind->map))
        memcpy(mind->map, at + 2, n);
}

/* Where it and all its neighbours are at home, nothing was shuffled: then the
 * whole plan is known. */
static void learn_plan(struct sh_mind *mind, const struct sh_map *map)
{
    if (mind->room != mind->pos || mind->n_ways == 0)
        return;
    NJ_ASSERT(mind->room_at[mind->pos] == mind->room);
    for (uint8_t i = 0; i < mind->n_ways; i++)
        if (mind->room_at[mind->way[i]] != mind->way[i])
            return;
    mind->settled = 1;
    for (uint8_t p = 1; p <= map->n; p++)
        if (mind->room_at[p] == 0)
            mind->room_at[p] = p;
}

static void hear_step(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    const struct sh_map *map = house_of(h);
    uint8_t gun = mind->asked.gun;

    mind->gone = 0; /* who sees a room is there */
    hear_place(h);
    hear_ways(h);
    hear_map(h);
    learn_plan(mind, map);
    mind->steps = nj_message_u8(h->msg, "steps");
    mind->here = items_of(h, "items");
    mind->stopped = !nj_message_is(h->msg, "stop", "none");
    mind->others = nj_message_is(h->msg, "others", "yes");
    answered(mind);
    mind->asked.gun = gun;        /* asked on the way in, it stands */
    mind->fresh = !mind->opening; /* others may have been quicker */
    mind->opening = 0;
    ordered(mind, 0, 1);
}

static void hear_role(const struct nj_hearing *h)
{
    const struct nj_arg *names = nj_message_arg(h->msg, "seats");
    struct sh_mind *mind = h->scratch;

    mind->known = 1;
    mind->powered = 1;
    mind->shadow_at = ALL_PLACES;
    mind->role = nj_message_is(h->msg, "role", "shadow")   ? SH_SHADOW
                 : nj_message_is(h->msg, "role", "brillo") ? SH_BRILLO
                                                           : SH_PLAYER;
    mind->held = items_of(h, "items");
    hear_place(h);
    if (names == NULL || names->type != NJ_ARG_TEXTS)
        return;
    NJ_ASSERT(names->count <= NJ_SEATS_MAX);
    for (uint32_t i = 0; i < names->count; i++)
        nj_str_copy(mind->names[i], sizeof(mind->names[i]), names->texts[i]);
    mind->seats = (uint8_t)names->count;
}

/* The seat of the real name `name` + 1, or 0. */
static uint8_t seat_named(const struct nj_hearing *h)
{
    const struct sh_mind *mind = h->scratch;

    for (uint8_t i = 0; i < mind->seats; i++)
        if (nj_message_is(h->msg, "name", mind->names[i]))
            return (uint8_t)(i + 1);
    return 0;
}

static void hear_start_shadow(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->shadow = seat_named(h);
}

static void hear_dead(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    uint8_t seat = seat_named(h);

    if (seat > 0)
        mind->dead[seat - 1] = 1;
}

static void hear_round(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    bool his = nj_message_is(h->msg, "side", "shadow");

    if (!his && mind->known) /* he has had a round */
        nj_sh_mind_hunted(mind, house_of(h),
                          mind->phase_steps > 0 ? mind->phase_steps : 3);
    mind->round = nj_message_u8(h->msg, "begun");
    mind->mine = his == (mind->role == SH_SHADOW);
    if (his && mind->role == SH_SHADOW)
        mind->gone = 0; /* reborn (SH-8.16) */
    mind->orders = 0;
    mind->stamped = 0;
    mind->kicked = 0;
    mind->turned = 0;
    mind->opening = 1;
    mind->waits = 0;
    answered(mind);
}

/* The shadow begins anew in 301, or is here: where that lies may be unknown. */
static void shadow_seen(struct sh_mind *mind, uint8_t pos)
{
    mind->shadow_at = pos == 0 ? ALL_PLACES : UINT64_C(1) << pos;
}

static void hear_reborn(const struct nj_hearing *h)
{
    shadow_seen(h->scratch,
                nj_sh_mind_pos(h->scratch, house_of(h)->special[SH_RESPAWN]));
}

static void hear_meet(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    shadow_seen(mind, mind->pos);
}

static void hear_took(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    uint16_t set = items_of(h, "item");

    mind->held |= set;
    mind->here &= (uint16_t)~set;
    answered(mind);
    ordered(mind, 0, 1);
}

static void hear_lost(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->held &= (uint16_t)~items_of(h, "item");
    answered(mind);
    ordered(mind, 0, 1);
}

static void hear_kicked(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->here &= (uint16_t)~items_of(h, "item");
    mind->kicked = 1;
    ordered(mind, 0, 1);
}

static void hear_broke(const struct nj_hearing *h)
{
    const uint16_t key = 1u << SH_KEY;
    struct sh_mind *mind = h->scratch;

    mind->here &= (uint16_t)~key;
    mind->held &= (uint16_t)~key;
    ordered(mind, 1, 1);
}

static void hear_stamp(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->used++;
    mind->stamped = 1;
    ordered(mind, 1, 1);
}

/* Whoever has used a mechanism tries less in this round. */
static void hear_used(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->turned = 1;
    ordered(mind, 1, 4);
}

static void hear_ordered(const struct nj_hearing *h)
{
    ordered(h->scratch, 0, 1);
}

static void hear_peek(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    hear_known(h);
    mind->mine = 0;
}

static void hear_reboot(const struct nj_hearing *h)
{
    const uint16_t stays = 1u << SH_KEY | 1u << SH_ALBUM | 1u << SH_ENERGY |
                           1u << SH_CROSS | 1u << SH_PISTOL;
    struct sh_mind *mind = h->scratch;

    memset(mind->room_at, 0, sizeof(mind->room_at));
    memset(mind->visited, 0, sizeof(mind->visited));
    mind->held &= stays;
    mind->rotated = 0;
    mind->poker = 0;
    mind->gas = 0;
    mind->powered = 1;
    mind->shadow_at = ALL_PLACES;
}

static void hear_dying(const struct nj_hearing *h)
{
    const uint16_t keeps = 1u << SH_PISTOL | 1u << SH_CROSS;
    struct sh_mind *mind = h->scratch;

    mind->gone = 1;
    answered(mind);
    mind->held &= keeps;
}

static void hear_blocked(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->blocked_a = mind->pos;
    mind->blocked_b = nj_message_u8(h->msg, "pos");
    ordered(mind, 0, 1);
}

static void hear_album(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->album = nj_message_u8(h->msg, "pos");
    learn(mind, mind->album, room_of(h));
}

/* Its room is told to all; where that lies is known or not. */
static void hear_energy(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    uint8_t room = room_of(h);

    if (room > 0 && mind->target == 0)
        mind->target = nj_sh_mind_pos(mind, room);
}

/* SH-16.2: yes if it gains a key or fills an empty hand. */
static void hear_offer(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    bool swap = nj_message_arg(h->msg, "want") != NULL;

    mind->asked.offer = 1;
    mind->gains = nj_message_is(h->msg, "item", "key") ||
                  (!swap && !nj_sh_mind_hand_full(mind));
}

#define NOTE(member, v)       NJ_NOTE(struct sh_mind, member, v)
#define NOTE_OF(member, a)    NJ_NOTE_OF(struct sh_mind, member, a)
#define NOTE_IS(member, a, w) NJ_NOTE_IS(struct sh_mind, member, a, w)

const struct nj_ear nj_sh_ears[] = {
    {"sh.step", .hear = hear_step},
    {"sh.round", .hear = hear_round},
    {"sh.round_first", .hear = hear_round},
    {"sh.role", .hear = hear_role},
    {"sh.start_shadow", .hear = hear_start_shadow},
    {"sh.prompt.done", .hear = hear_answered},
    {"sh.fired", .hear = hear_answered},
    {"sh.click", .hear = hear_answered},
    {"sh.dead", .hear = hear_dead},
    {"sh.dead_shadow", .hear = hear_reborn},
    {"sh.here.reborn", .hear = hear_reborn},
    {"sh.here.dead_shadow", .hear = hear_answered},
    {"sh.host.changed", .hear = hear_answered},
    {"sh.meet.shadow", .hear = hear_meet},
    {"sh.took", .hear = hear_took},
    {"sh.got", .hear = hear_took},
    {"sh.dropped", .hear = hear_lost},
    {"sh.gave", .hear = hear_lost},
    {"sh.kicked", .hear = hear_kicked},
    {"sh.broke", .hear = hear_broke},
    {"sh.act.done", .hear = hear_stamp},
    {"sh.used", .hear = hear_used},
    {"sh.wait", NOTE(waits, 1)},
    {"sh.wait_over", NOTE(waits, 0)},
    {"sh.mic_ok", .hear = hear_ordered},
    {"sh.turn.over", NOTE(mine, 0)},
    {"sh.peek", .hear = hear_peek},
    {"sh.located", NOTE(mine, 0)},
    {"sh.known", .hear = hear_known},
    {"sh.reboot", .hear = hear_reboot},
    {"sh.you.dead", .hear = hear_dying},
    {"sh.you.fake", .hear = hear_dying},
    {"sh.you.reborn", .hear = hear_place},
    {"sh.cube", NOTE_IS(rotated, "state", "rotated")},
    {"sh.power", NOTE_IS(powered, "state", "on")},
    {"sh.gas", NOTE(gas, 1)},
    {"sh.poker", NOTE(poker, 1)},
    {"sh.tunnel", NOTE(tunnel, 1)},
    {"sh.phase", NOTE_OF(phase_steps, "shadow_steps")},
    {"sh.err.blocked", .hear = hear_blocked},
    {"sh.album", .hear = hear_album},
    {"sh.report", NOTE_OF(target, "pos")},
    {"sh.energy", .hear = hear_energy},
    {"sh.prompt.coin", NOTE(asked.coin, 1)},
    {"sh.prompt.gun", NOTE(asked.gun, 1)},
    {"sh.prompt.wake", NOTE(asked.wake, 1)},
    {"sh.offer.give", .hear = hear_offer},
    {"sh.offer.swap", .hear = hear_offer},
    {.key = NULL}};

/* False: it is read out in the archive, not lived through. */
bool nj_sh_listens(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    if (mind->recalled > 0) {
        mind->recalled--;
        return false;
    }
    if (strcmp(h->msg->key, "sh.memory") == 0)
        mind->recalled = (uint32_t)nj_message_int(h->msg, "lines", 0);
    if (strncmp(h->msg->key, "sh.err.", 7) == 0)
        answered(mind); /* an exchange that failed after my yes */
    return true;
}
