/*
 * What a computer player makes of what its seat hears (SH-16.1).
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/mind.h"

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
    bool number = word[strspn(word, "0123456789")] == '\0';
    unsigned long room = number ? strtoul(word, NULL, 10) : 0;

    return room < SH_PLACES ? (uint8_t)room : 0;
}

/* The position told, or 0. */
static uint8_t place_of(const struct nj_hearing *h)
{
    uint8_t pos = nj_message_u8(h->msg, "pos");

    return pos < SH_PLACES ? pos : 0;
}

static void learn(struct sh_mind *mind, int64_t pos, int64_t room)
{
    NJ_ASSERT(pos > 0 && pos < SH_PLACES);
    if (room <= 0 || room >= SH_PLACES)
        return;
    for (uint8_t p = 1; p < SH_PLACES; p++)
        if (mind->room_at[p] == room)
            mind->room_at[p] = 0; /* it has wandered */
    mind->room_at[pos] = (uint8_t)room;
    NJ_ASSERT(mind->room_at[0] == 0);
}

/* --- places --- */

static void hear_place(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    uint8_t pos = place_of(h);

    if (pos == 0)
        return;
    mind->pos = pos;
    mind->room = room_of(h);
    mind->visited[pos] = 1;
    learn(mind, pos, mind->room);
    NJ_ASSERT(mind->room == 0 || mind->room_at[pos] == mind->room);
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

    mind->ways = 0;
    for (uint32_t i = 0; (way = nj_message_row(h->msg, "ways", i)) != NULL;
         i++) {
        learn(mind, way[0], way[2]);
        mind->ways |= SH_AT(way[0]);
    }
    NJ_ASSERT((mind->ways & SH_AT(mind->pos)) == 0);
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
    NJ_ASSERT(mind->map[sizeof(mind->map) - 1] == '\0');
}

/* Where it and all its neighbours are at home, nothing was shuffled: then the
 * whole plan is known. */
static void learn_plan(struct sh_mind *mind, const struct sh_map *map)
{
    if (mind->room != mind->pos || mind->ways == 0)
        return;
    NJ_ASSERT(mind->room_at[mind->pos] == mind->room);
    for (uint8_t p = 1; p < SH_PLACES; p++)
        if ((mind->ways >> p & 1) != 0 && mind->room_at[p] != p)
            return;
    mind->settled = 1;
    for (uint8_t p = 1; p <= map->n; p++)
        if (mind->room_at[p] == 0)
            mind->room_at[p] = p;
}

static void hear_waits(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    hear_place(h);
    mind->here = items_of(h, "items");
}

static void hear_step(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    hear_place(h);
    hear_ways(h);
    hear_map(h);
    learn_plan(mind, house_of(h));
    mind->here = items_of(h, "items");
    mind->stopped = !nj_message_is(h->msg, "stop", "none");
}

/* --- who they are --- */

static void hear_role(const struct nj_hearing *h)
{
    const struct nj_arg *names = nj_message_arg(h->msg, "seats");
    struct sh_mind *mind = h->scratch;

    mind->shadow_at = SH_EVERYWHERE;
    mind->role = nj_message_is(h->msg, "role", "shadow")   ? SH_SHADOW
                 : nj_message_is(h->msg, "role", "brillo") ? SH_BRILLO
                                                           : SH_PLAYER;
    mind->held = items_of(h, "items");
    hear_place(h);
    if (names == NULL || names->type != NJ_ARG_TEXTS)
        return;
    NJ_ASSERT(names->count <= NJ_SEATS_MAX && h->me < names->count);
    for (uint32_t i = 0; i < names->count; i++) { /* "3 Ann" */
        const char *name = names->texts[i] + strcspn(names->texts[i], " ");

        nj_str_copy(mind->names[i], sizeof(mind->names[i]),
                    *name != '\0' ? name + 1 : name);
    }
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

    mind->dead[seat_named(h)] = 1; /* 0: under another name */
}

/* He begins anew in 301, or is here: where that lies may be unknown. */
static void see_shadow(struct sh_mind *mind, uint8_t pos)
{
    NJ_ASSERT(pos < SH_PLACES);
    mind->shadow_at = pos == 0 ? SH_EVERYWHERE : SH_AT(pos);
}

static void hear_reborn(const struct nj_hearing *h)
{
    see_shadow(h->scratch,
               nj_sh_mind_pos(h->scratch, house_of(h)->special[SH_RESPAWN]));
}

static void hear_meet(const struct nj_hearing *h)
{
    const struct sh_mind *mind = h->scratch;

    see_shadow(h->scratch, mind->pos);
}

/* --- rounds --- */

static void hear_round(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    bool his = nj_message_is(h->msg, "side", "shadow");

    if (!his && mind->known) /* he has had a round */
        nj_sh_mind_hunted(mind, house_of(h),
                          mind->phase_steps > 0 ? mind->phase_steps : 3);
    NJ_ASSERT(his == (mind->round % 2 == 0)); /* SH-4.1 */
    mind->mine = his == (mind->role == SH_SHADOW);
    if (his && mind->role == SH_SHADOW)
        mind->gone = 0; /* reborn (SH-8.16) */
    memset(&mind->now, 0, sizeof(mind->now));
}

static void hear_reboot(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    memset(mind->room_at, 0, sizeof(mind->room_at));
    memset(mind->visited, 0, sizeof(mind->visited));
    mind->shadow_at = SH_EVERYWHERE;
}

/* --- things --- */

static void hear_took(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;
    uint16_t set = items_of(h, "item");

    mind->held |= set;
    mind->here &= (uint16_t)~set;
    NJ_ASSERT((mind->held & set) == set && (mind->here & set) == 0);
}

static void hear_lost(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->held &= (uint16_t)~items_of(h, "item");
}

static void hear_kicked(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->here &= (uint16_t)~items_of(h, "item");
}

static void hear_blocked(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->blocked_a = mind->pos;
    mind->blocked_b = place_of(h);
}

static void hear_album(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    mind->album = place_of(h);
    if (mind->album != 0)
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

    mind->gains = nj_message_is(h->msg, "item", "key") ||
                  (!swap && nj_sh_mind_goods(mind) == SH_KINDS);
}

/* --- all of it --- */

#define NOTE(member, v)       NJ_NOTE(struct sh_mind, member, v)
#define NOTE_OF(member, a)    NJ_NOTE_OF(struct sh_mind, member, a)
#define NOTE_IS(member, a, w) NJ_NOTE_IS(struct sh_mind, member, a, w)
#define MORE(member, v)       NJ_NOTE_MORE(struct sh_mind, member, v)
#define ONLY(member, v)       NJ_NOTE_ONLY(struct sh_mind, member, v)
#define ASKED(bit)            NJ_NOTE_BITS(struct sh_mind, now.asked, bit)
#define ANSWERED              NOTE(now.asked, 0)
/* Its own order was carried out, or as good as several: then it tries less in
 * this round. A person at that seat may give any number of them. */
#define ORDERS(n) MORE(now.orders, n)
#define A_STEP    MORE(steps, -1)

#define NO_KEY (UINT16_MAX - (1 << SH_KEY))
/* Who dies keeps these, who lives through a reboot those. */
#define KEPT   (1 << SH_PISTOL | 1 << SH_CROSS)
#define STAYED (KEPT | 1 << SH_KEY | 1 << SH_ALBUM | 1 << SH_ENERGY)

/* clang-format off */
/* Who sees a room is there; what was asked on the way in stands. */
const struct nj_ear nj_sh_ears[] = {
    {"sh.step", .hear = hear_step, .note = {
      NOTE(gone, 0), NOTE_OF(steps, "steps"), NOTE_IS(others, "others", "yes"),
      ONLY(now.asked, SH_ASKED_GUN), MORE(now.seen, 1), ORDERS(1)}},
    {"sh.waits", .hear = hear_waits, .note = {
      NOTE(gone, 0), NOTE(steps, 0), NOTE_IS(others, "others", "yes"),
      ONLY(now.asked, SH_ASKED_GUN), MORE(now.seen, 1), ORDERS(1)}},
    {"sh.round", .hear = hear_round, .note = {NOTE_OF(round, "begun")}},
    {"sh.round_first", .hear = hear_round, .note = {NOTE_OF(round, "begun")}},
    {"sh.role", .hear = hear_role, .note = {NOTE(known, 1), NOTE(powered, 1)}},
    {"sh.start_shadow", .hear = hear_start_shadow},
    {"sh.prompt.done", .note = {ANSWERED}},
    {"sh.fired", .note = {ANSWERED}},
    {"sh.click", .note = {ANSWERED}},
    {"sh.dead", .hear = hear_dead},
    {"sh.dead_shadow", .hear = hear_reborn},
    {"sh.here.reborn", .hear = hear_reborn},
    {"sh.here.dead_shadow", .note = {ANSWERED}},
    {"sh.host.changed", .note = {ANSWERED}},
    {"sh.meet.shadow", .hear = hear_meet},
    {"sh.took", .hear = hear_took, .note = {ANSWERED, ORDERS(1)}},
    {"sh.got", .hear = hear_took, .note = {ANSWERED, ORDERS(1)}},
    {"sh.dropped", .hear = hear_lost, .note = {ANSWERED, ORDERS(1)}},
    {"sh.gave", .hear = hear_lost, .note = {ANSWERED, ORDERS(1)}},
    {"sh.kicked", .hear = hear_kicked, .note = {NOTE(now.kicked, 1), ORDERS(1)}},
    {"sh.broke", .note = {ONLY(here, NO_KEY), ONLY(held, NO_KEY), A_STEP, ORDERS(1)}},
    {"sh.act.done", .note = {MORE(used, 1), NOTE(now.stamped, 1), A_STEP, ORDERS(1)}},
    {"sh.used", .note = {NOTE(now.turned, 1), A_STEP, ORDERS(4)}},
    {"sh.wait", .note = {NOTE(now.waits, 1)}},
    {"sh.wait_over", .note = {NOTE(now.waits, 0)}},
    {"sh.mic_ok", .note = {ORDERS(1)}},
    {"sh.turn.over", .note = {NOTE(mine, 0)}},
    {"sh.peek", .hear = hear_known, .note = {NOTE(mine, 0)}},
    {"sh.located", .note = {NOTE(mine, 0)}},
    {"sh.known", .hear = hear_known},
    {"sh.reboot", .hear = hear_reboot, .note = {
      NOTE(rotated, 0), NOTE(poker, 0), NOTE(gas, 0), NOTE(powered, 1),
      ONLY(held, STAYED)}},
    {"sh.you.dead", .note = {NOTE(gone, 1), ONLY(held, KEPT), ANSWERED}},
    {"sh.you.fake", .note = {NOTE(gone, 1), ONLY(held, KEPT), ANSWERED}},
    {"sh.you.reborn", .hear = hear_place},
    {"sh.cube", .note = {NOTE_IS(rotated, "state", "rotated")}},
    {"sh.power", .note = {NOTE_IS(powered, "state", "on")}},
    {"sh.gas", .note = {NOTE(gas, 1)}},
    {"sh.poker", .note = {NOTE(poker, 1)}},
    {"sh.tunnel", .note = {NOTE(tunnel, 1)}},
    {"sh.phase", .note = {NOTE_OF(phase_steps, "shadow_steps")}},
    {"sh.err.blocked", .hear = hear_blocked, .note = {ORDERS(1)}},
    {"sh.album", .hear = hear_album},
    {"sh.report", .note = {NOTE_OF(target, "pos")}},
    {"sh.energy", .hear = hear_energy},
    {"sh.prompt.coin", .note = {ASKED(SH_ASKED_COIN)}},
    {"sh.prompt.gun", .note = {ASKED(SH_ASKED_GUN)}},
    {"sh.prompt.wake", .note = {ASKED(SH_ASKED_WAKE)}},
    {"sh.offer.give", .hear = hear_offer, .note = {ASKED(SH_ASKED_OFFER)}},
    {"sh.offer.swap", .hear = hear_offer, .note = {ASKED(SH_ASKED_OFFER)}},
    {.key = NULL}};

/* clang-format on */

/* False: it is read out in the archive, not lived through. */
bool nj_sh_listens(const struct nj_hearing *h)
{
    struct sh_mind *mind = h->scratch;

    if (mind->recalled > 0) {
        mind->recalled--;
        return false;
    }
    if (nj_message_says(h->msg, "sh.memory"))
        mind->recalled = (uint32_t)nj_message_int(h->msg, "lines", 0);
    if (strncmp(h->msg->key, "sh.err.", 7) == 0)
        mind->now.asked = 0; /* an exchange that failed after my yes */
    return true;
}
