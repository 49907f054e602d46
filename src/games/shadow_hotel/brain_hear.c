/*
 * What a computer player makes of what its seat hears (SH-16.1).
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/mind.h"

#define ALL_PLACES (~UINT64_C(0))

struct hearing {
    struct sh_mind *mind;
    const struct sh_map *map;
    nj_seat me;
    const struct nj_message *msg;
};

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);

    NJ_ASSERT(n > 0);
    for (const char *at = words; at != NULL && *at != '\0';) {
        if (strncmp(at, word, n) == 0 && (at[n] == '\0' || at[n] == ','))
            return true;
        at = strchr(at, ',');
        at = at == NULL ? NULL : at + 1;
    }
    return false;
}

static uint16_t items_of(const char *words)
{
    uint16_t set = 0;

    NJ_ASSERT(words != NULL);
    for (int k = 0; k < SH_KINDS; k++)
        if (has_word(words, nj_sh_item_word((enum sh_kind)k)))
            set |= (uint16_t)(1u << k);
    return set;
}

static uint8_t number(const struct hearing *h, const char *name)
{
    int64_t v = nj_message_int(h->msg, name, 0);

    return v < 0 || v > UINT8_MAX ? 0 : (uint8_t)v;
}

static bool is_word(const struct hearing *h, const char *name, const char *word)
{
    return strcmp(nj_message_str(h->msg, name), word) == 0;
}

/* A room told by its number as a word; 0: unknown, or a name. */
static uint8_t room_of(const struct hearing *h)
{
    const char *word = nj_message_str(h->msg, "room");
    unsigned v = 0;

    for (; *word >= '0' && *word <= '9' && v < 100; word++)
        v = v * 10 + (unsigned)(*word - '0');
    return *word == '\0' && v < SH_PLACES ? (uint8_t)v : 0;
}

static void learn(struct sh_mind *mind, uint8_t pos, uint8_t room)
{
    NJ_ASSERT(room < SH_PLACES);
    if (pos == 0 || pos >= SH_PLACES || room == 0)
        return;
    for (uint8_t p = 1; p < SH_PLACES; p++)
        if (mind->room_at[p] == room)
            mind->room_at[p] = 0; /* it has wandered */
    mind->room_at[pos] = room;
}

static void hear_place(struct hearing *h)
{
    struct sh_mind *mind = h->mind;
    uint8_t pos = number(h, "pos");

    if (pos == 0 || pos >= SH_PLACES)
        return;
    mind->pos = pos;
    mind->room = room_of(h);
    mind->visited[pos] = 1;
    learn(mind, pos, mind->room);
}

/* Rows of positions and, in the last column, rooms. */
static void hear_rooms(struct hearing *h, const char *name)
{
    const struct nj_arg *a = nj_message_arg(h->msg, name);

    if (a == NULL || a->type != NJ_ARG_ROWS)
        return;
    NJ_ASSERT(a->rows.form->fields >= 2);
    for (uint32_t i = 0; i < a->count; i++) {
        const int64_t *row = &a->rows.cells[(size_t)i * a->rows.form->fields];
        int64_t room = row[a->rows.form->fields - 1];

        if (room > 0 && room < SH_PLACES)
            learn(h->mind, (uint8_t)row[0], (uint8_t)room);
    }
}

static void hear_ways(struct hearing *h)
{
    const struct nj_arg *a = nj_message_arg(h->msg, "ways");
    struct sh_mind *mind = h->mind;

    mind->n_ways = 0;
    if (a == NULL || a->type != NJ_ARG_ROWS)
        return;
    for (uint32_t i = 0; i < a->count && i < SH_WAYS_MAX; i++)
        mind->way[mind->n_ways++] =
            (uint8_t)a->rows.cells[(size_t)i * a->rows.form->fields];
    NJ_ASSERT(mind->n_ways <= SH_WAYS_MAX);
}

/* The name of another hotel stands in the board behind an m. */
static void hear_map(struct hearing *h)
{
    const char *board = nj_message_str(h->msg, "board");
    const char *at = strstr(board, ";m");
    size_t n;

    NJ_ASSERT(board != NULL);
    if (at == NULL)
        return;
    n = strcspn(at + 2, ";");
    if (n < sizeof(h->mind->map))
        memcpy(h->mind->map, at + 2, n);
}

/* Where it and all its neighbours are at home, nothing was shuffled: then the
 * whole plan is known. */
static void hear_plan(struct hearing *h)
{
    struct sh_mind *mind = h->mind;

    NJ_ASSERT(h->map->n < SH_PLACES);
    if (mind->room != mind->pos || mind->n_ways == 0)
        return;
    for (uint8_t i = 0; i < mind->n_ways; i++)
        if (mind->room_at[mind->way[i]] != mind->way[i])
            return;
    mind->settled = 1;
    for (uint8_t p = 1; p <= h->map->n; p++)
        if (mind->room_at[p] == 0)
            mind->room_at[p] = p;
}

static void hear_answered(struct hearing *h)
{
    h->mind->open = 0;
}

static void hear_step(struct hearing *h)
{
    struct sh_mind *mind = h->mind;

    NJ_ASSERT(h->msg->args.n > 0);
    mind->gone = 0; /* who sees a room is there */
    hear_place(h);
    hear_ways(h);
    hear_rooms(h, "ways");
    hear_map(h);
    hear_plan(h);
    mind->steps = number(h, "steps");
    mind->here = items_of(nj_message_str(h->msg, "items"));
    mind->stopped = !is_word(h, "stop", "none");
    mind->others = is_word(h, "others", "yes");
    mind->open &= SH_HEARD_GUN;   /* asked on the way in, it stands */
    mind->fresh = !mind->opening; /* others may have been quicker */
    mind->opening = 0;
    mind->orders++;
}

static void hear_role(struct hearing *h)
{
    const struct nj_arg *names = nj_message_arg(h->msg, "seats");
    struct sh_mind *mind = h->mind;

    NJ_ASSERT(!mind->known || mind->seats > 0);
    mind->known = 1;
    mind->powered = 1;
    mind->shadow_at = ALL_PLACES;
    mind->role = is_word(h, "role", "shadow")   ? SH_SHADOW
                 : is_word(h, "role", "brillo") ? SH_BRILLO
                                                : SH_PLAYER;
    mind->held = items_of(nj_message_str(h->msg, "items"));
    hear_place(h);
    if (names == NULL || names->type != NJ_ARG_TEXTS)
        return;
    for (uint32_t i = 0; i < names->count && i < NJ_SEATS_MAX; i++) {
        size_t n = strlen(names->texts[i]);

        if (n < sizeof(mind->names[0]))
            memcpy(mind->names[i], names->texts[i], n + 1);
        mind->seats = (uint8_t)(i + 1);
    }
}

/* The seat of that real name + 1, or 0. */
static uint8_t seat_named(const struct sh_mind *mind, const char *name)
{
    NJ_ASSERT(mind->seats <= NJ_SEATS_MAX);
    for (uint8_t i = 0; i < mind->seats; i++)
        if (strcmp(mind->names[i], name) == 0)
            return (uint8_t)(i + 1);
    return 0;
}

static void hear_round(struct hearing *h)
{
    struct sh_mind *mind = h->mind;
    bool his = is_word(h, "side", "shadow");

    if (!his && mind->known) /* he has had a round */
        nj_sh_mind_hunted(mind, h->map,
                          mind->phase_steps > 0 ? mind->phase_steps : 3);
    mind->round = number(h, "begun");
    mind->mine = his == (mind->role == SH_SHADOW);
    if (his && mind->role == SH_SHADOW)
        mind->gone = 0; /* reborn (SH-8.16) */
    mind->orders = 0;
    mind->stamped = 0;
    mind->kicked = 0;
    mind->turned = 0;
    mind->opening = 1;
    mind->waits = 0;
    mind->open = 0;
    NJ_ASSERT(mind->round <= SH_ROUNDS_MAX);
}

static void hear_dead(struct hearing *h)
{
    uint8_t seat = seat_named(h->mind, nj_message_str(h->msg, "name"));

    if (seat > 0)
        h->mind->dead[seat - 1] = 1;
}

/* He begins anew in 301, or is there: where that lies may be unknown. */
static void shadow_seen(struct sh_mind *mind, uint8_t pos)
{
    mind->shadow_at = pos == 0 ? ALL_PLACES : UINT64_C(1) << pos;
}

static void hear_reborn(struct hearing *h)
{
    NJ_ASSERT(h->map->n > 0);
    shadow_seen(h->mind, nj_sh_mind_pos(h->mind, h->map->special[SH_RESPAWN]));
}

static void hear_meet(struct hearing *h)
{
    shadow_seen(h->mind, h->mind->pos);
}

static void hear_got(struct hearing *h, bool got)
{
    uint16_t set = items_of(nj_message_str(h->msg, "item"));
    struct sh_mind *mind = h->mind;

    NJ_ASSERT(mind->orders < UINT8_MAX);
    if (got) {
        mind->held |= set;
        mind->here &= (uint16_t)~set;
    } else {
        mind->held &= (uint16_t)~set;
    }
    mind->open = 0;
    mind->orders++;
}

static void hear_took(struct hearing *h)
{
    hear_got(h, true);
}

static void hear_lost(struct hearing *h)
{
    hear_got(h, false);
}

static void hear_kicked(struct hearing *h)
{
    h->mind->here &= (uint16_t)~items_of(nj_message_str(h->msg, "item"));
    h->mind->kicked = 1;
    h->mind->orders++;
}

static void hear_broke(struct hearing *h)
{
    const uint16_t key = 1u << SH_KEY;

    h->mind->here &= (uint16_t)~key;
    h->mind->held &= (uint16_t)~key;
    if (h->mind->steps > 0)
        h->mind->steps--;
    h->mind->orders++;
}

static void hear_stamp(struct hearing *h)
{
    h->mind->used++;
    h->mind->stamped = 1;
    if (h->mind->steps > 0)
        h->mind->steps--;
    h->mind->orders++;
}

static void hear_wait(struct hearing *h)
{
    h->mind->waits = 1;
}

static void hear_go_on(struct hearing *h)
{
    h->mind->waits = 0;
}

static void hear_used(struct hearing *h)
{
    h->mind->turned = 1;
    if (h->mind->steps > 0)
        h->mind->steps--;
    h->mind->orders = (uint8_t)(h->mind->orders + 4);
}

static void hear_over(struct hearing *h)
{
    h->mind->mine = 0;
}

static void hear_peek(struct hearing *h)
{
    hear_rooms(h, "places");
    h->mind->mine = 0;
}

static void hear_known(struct hearing *h)
{
    hear_rooms(h, "places");
}

static void hear_reboot(struct hearing *h)
{
    const uint16_t stays = 1u << SH_KEY | 1u << SH_ALBUM | 1u << SH_ENERGY |
                           1u << SH_CROSS | 1u << SH_PISTOL;
    struct sh_mind *mind = h->mind;

    memset(mind->room_at, 0, sizeof(mind->room_at));
    memset(mind->visited, 0, sizeof(mind->visited));
    mind->held &= stays;
    mind->rotated = 0;
    mind->poker = 0;
    mind->gas = 0;
    mind->powered = 1;
    mind->shadow_at = ALL_PLACES;
}

static void hear_dying(struct hearing *h)
{
    const uint16_t keeps = 1u << SH_PISTOL | 1u << SH_CROSS;

    h->mind->gone = 1;
    h->mind->open = 0;
    h->mind->held &= keeps;
}

static void hear_cube(struct hearing *h)
{
    h->mind->rotated = is_word(h, "state", "rotated");
}

static void hear_power(struct hearing *h)
{
    h->mind->powered = is_word(h, "on", "on") || is_word(h, "state", "on");
}

static void hear_gas(struct hearing *h)
{
    h->mind->gas = 1;
}

static void hear_poker(struct hearing *h)
{
    h->mind->poker = 1;
}

static void hear_tunnel(struct hearing *h)
{
    h->mind->tunnel = 1;
}

static void hear_phase(struct hearing *h)
{
    h->mind->phase_steps = number(h, "shadow_steps");
}

static void hear_blocked(struct hearing *h)
{
    h->mind->blocked_a = h->mind->pos;
    h->mind->blocked_b = number(h, "pos");
    h->mind->orders++;
}

static void hear_album(struct hearing *h)
{
    h->mind->album = number(h, "pos");
    learn(h->mind, h->mind->album, room_of(h));
}

static void hear_report(struct hearing *h)
{
    h->mind->target = number(h, "pos");
}

/* Its room is told to all; where that lies is known or not. */
static void hear_energy(struct hearing *h)
{
    uint8_t room = room_of(h);

    if (room > 0 && h->mind->target == 0)
        h->mind->target = nj_sh_mind_pos(h->mind, room);
}

static void hear_coin(struct hearing *h)
{
    h->mind->open |= SH_HEARD_COIN;
}

static void hear_gun(struct hearing *h)
{
    h->mind->open |= SH_HEARD_GUN;
}

static void hear_wake(struct hearing *h)
{
    h->mind->open |= SH_HEARD_WAKE;
}

/* SH-16.2: yes if it gains a key or fills an empty hand. */
static void hear_offer(struct hearing *h)
{
    const uint16_t goods = 1u << SH_KEY | 1u << SH_TORCH | 1u << SH_GUN |
                           1u << SH_ENERGY | 1u << SH_BEAR | 1u << SH_TELESCOPE;
    bool swap = nj_message_arg(h->msg, "want") != NULL;

    h->mind->open |= SH_HEARD_OFFER;
    h->mind->gains =
        is_word(h, "item", "key") || (!swap && (h->mind->held & goods) == 0);
}

static void hear_start_shadow(struct hearing *h)
{
    h->mind->shadow = seat_named(h->mind, nj_message_str(h->msg, "name"));
}

static void hear_mic(struct hearing *h)
{
    h->mind->orders++;
}

/* Read in the archive, not lived through. */
static bool is_read_out(struct sh_mind *mind, const struct nj_message *msg)
{
    if (mind->recalled > 0) {
        mind->recalled--;
        return true;
    }
    if (strcmp(msg->key, "sh.memory") == 0)
        mind->recalled = (uint32_t)nj_message_int(msg, "lines", 0);
    return false;
}

static const struct {
    const char *key;
    void (*hear)(struct hearing *h);
} ears[] = {
    {"sh.step", hear_step},
    {"sh.round", hear_round},
    {"sh.round_first", hear_round},
    {"sh.role", hear_role},
    {"sh.start_shadow", hear_start_shadow},
    {"sh.prompt.done", hear_answered},
    {"sh.fired", hear_answered},
    {"sh.click", hear_answered},
    {"sh.dead", hear_dead},
    {"sh.dead_shadow", hear_reborn},
    {"sh.here.reborn", hear_reborn},
    {"sh.here.dead_shadow", hear_answered},
    {"sh.host.changed", hear_answered},
    {"sh.meet.shadow", hear_meet},
    {"sh.took", hear_took},
    {"sh.got", hear_took},
    {"sh.dropped", hear_lost},
    {"sh.gave", hear_lost},
    {"sh.kicked", hear_kicked},
    {"sh.broke", hear_broke},
    {"sh.act.done", hear_stamp},
    {"sh.used", hear_used},
    {"sh.wait", hear_wait},
    {"sh.wait_over", hear_go_on},
    {"sh.mic_ok", hear_mic},
    {"sh.turn.over", hear_over},
    {"sh.peek", hear_peek},
    {"sh.located", hear_over},
    {"sh.known", hear_known},
    {"sh.reboot", hear_reboot},
    {"sh.you.dead", hear_dying},
    {"sh.you.fake", hear_dying},
    {"sh.you.reborn", hear_place},
    {"sh.cube", hear_cube},
    {"sh.power", hear_power},
    {"sh.gas", hear_gas},
    {"sh.poker", hear_poker},
    {"sh.tunnel", hear_tunnel},
    {"sh.phase", hear_phase},
    {"sh.err.blocked", hear_blocked},
    {"sh.album", hear_album},
    {"sh.report", hear_report},
    {"sh.energy", hear_energy},
    {"sh.prompt.coin", hear_coin},
    {"sh.prompt.gun", hear_gun},
    {"sh.prompt.wake", hear_wake},
    {"sh.offer.give", hear_offer},
    {"sh.offer.swap", hear_offer},
};

void nj_sh_brain_hear(void *scratch, const void *data, nj_seat me,
                      const struct nj_message *msg, struct nj_rng *rng)
{
    struct hearing h = {.mind = scratch, .me = me, .msg = msg};

    (void)rng;
    if (is_read_out(h.mind, msg))
        return;
    h.map = nj_data_named(data, h.mind->map);
    NJ_ASSERT(h.map != NULL);
    if (strncmp(msg->key, "sh.err.", 7) == 0)
        h.mind->open = 0; /* an exchange that failed after my yes */
    for (size_t i = 0; i < NJ_COUNT(ears); i++)
        if (strcmp(ears[i].key, msg->key) == 0) {
            ears[i].hear(&h);
            return;
        }
}
