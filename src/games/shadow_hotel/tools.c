/*
 * The bear in a passage, the telescope's target, the name of a disguise
 * (SH-5.17, 5.18, 7.24, 7.29, 7.30).
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define ALIAS_MAX 12 /* code points */

/* --- the bear --- */

/* Finds the passage from here that a place, or the word for the jump, names:
 * plan.room and plan.item, which is -1 where there is none. */
static enum sh_place_found find_passage(const struct nj_match *m,
                                        struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);
    uint8_t here = s->seat[a->seat].room;
    struct sh_meant *p = a->plan;
    enum sh_place_found found;

    p->item = -1;
    if (nj_same_word(nj_input_text(a->in, 0), "jump")) {
        if (here == nj_sh_special(m, SH_BRIDGE))
            p->item = map->jump;
        return SH_PLACE_OK; /* room 0: below */
    }
    found = nj_sh_find_place(m, a->seat, nj_input_text(a->in, 0), &p->room);
    NJ_ASSERT((found == SH_PLACE_OK) == (p->room != 0));
    if (found == SH_PLACE_OK)
        p->item = nj_sh_passage_between(s, map, here, p->room);
    return found;
}

/* Is the bear on an existing passage from here to the room (0: below)? */
static bool is_bear_there(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);
    uint8_t at = s->item[SH_ITEM_BEAR].at;

    if (s->item[SH_ITEM_BEAR].where != SH_BLOCKING)
        return false;
    NJ_ASSERT(at < map->n_passages && nj_sh_is_blocked(s, at));
    if (room == 0 || at == map->jump)
        return room == 0 && at == map->jump;
    return nj_sh_passage_open(s, map, at) &&
           nj_sh_passage_leads(s, map, at, s->seat[seat].room) == room;
}

/* A passage that does not exist has nothing on it that could be missing: what
 * hides in the cube is not told (SH-0.83). */
static const char *pull_fault(const struct nj_match *m,
                              const struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->item >= -1 && p->item < nj_sh_map(m)->n_passages);
    if (!s->opt.bear_all && a->seat == s->shadow)
        return "sh.err.role";
    if (p->item >= 0 && !is_bear_there(m, a->seat, p->room))
        return "sh.err.no_item";
    return nj_sh_hand(s, a->seat) >= 0 ? "sh.err.hands_full" : NULL;
}

static const char *bear_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_meant *p = a->plan;
    enum sh_place_found found = find_passage(m, a);
    const char *fault = NULL;

    if (found == SH_PLACE_BAD)
        return "sh.err.args";
    if (a->order == &nj_sh_unblock)
        fault = pull_fault(m, a);
    else if (!nj_sh_holds(s, a->seat, SH_BEAR))
        fault = "sh.err.not_held";
    if (fault != NULL)
        return fault;
    if (s->seat[a->seat].steps == 0)
        return "sh.err.no_steps";
    if (found == SH_PLACE_UNKNOWN)
        return "sh.err.room_unknown";
    return p->item < 0 ? "sh.err.not_adjacent" : NULL;
}

static void block(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    nj_sh_spend(s, a->seat, 1);
    nj_sh_put(m, SH_ITEM_BEAR, SH_BLOCKING, (uint8_t)p->item);
    NJ_ASSERT(nj_sh_is_blocked(s, (uint8_t)p->item));
    s->seat[a->seat].bumped = (uint8_t)(p->item + 1);
    if (p->room == 0)
        say_blocked_jump(m, a->seat);
    else
        say_blocked_ok(m, a->seat, s->pos_of[p->room]);
}

static void unblock(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(is_bear_there(m, a->seat, p->room));
    nj_sh_spend(s, a->seat, s->seat[a->seat].steps);
    nj_sh_put(m, SH_ITEM_BEAR, SH_HELD, a->seat);
    s->seat[a->seat].bumped = 0;
    if (p->room == 0)
        say_unblocked_jump(m, a->seat);
    else
        say_unblocked_ok(m, a->seat, s->pos_of[p->room]);
    nj_sh_gained(m, a->seat, SH_ITEM_BEAR, false);
}

const struct nj_order nj_sh_block = {SH_ACT_STEP, "SH-5.17", bear_fault, block};
const struct nj_order nj_sh_unblock = {SH_ACT_STEP, "SH-5.18", bear_fault,
                                       unblock};

/* --- the telescope --- */

static const char *watch_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct sh_meant *p = a->plan;
    enum sh_place_found found =
        nj_sh_find_place(m, a->seat, nj_input_text(a->in, 0), &p->room);

    if (found == SH_PLACE_BAD)
        return "sh.err.args";
    if (!nj_sh_holds(nj_state_const(m), a->seat, SH_TELESCOPE))
        return "sh.err.not_held";
    return found == SH_PLACE_UNKNOWN ? "sh.err.room_unknown" : NULL;
}

static void watch(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->room > 0 && nj_sh_holds(s, a->seat, SH_TELESCOPE));
    s->watch = s->pos_of[p->room];
    say_watch_set(m, a->seat, nj_sh_arg_room_for(m, a->seat, "room", p->room),
                  s->watch);
}

const struct nj_order nj_sh_watch = {SH_ACT_FREE, "SH-7.29", watch_fault,
                                     watch};

/* --- the disguise --- */

/* Where there is one copy, a name is set once a game, and that is told even
 * to who has put the copy away. */
static const char *alias_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_meant *p = a->plan;

    if (!s->opt.supply && s->seat[a->seat].alias_used)
        return "sh.err.used_already";
    if (!nj_sh_holds(s, a->seat, SH_DISGUISE))
        return "sh.err.not_held";
    return nj_sh_filter(nj_input_text(a->in, 0), ALIAS_MAX, SH_TEXT_PLAIN,
                        p->text, SH_ALIAS_BYTES);
}

static void alias(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[a->seat];
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->text[0] != '\0' && strlen(p->text) < sizeof(me->alias));
    memset(me->alias, 0, sizeof(me->alias));
    memcpy(me->alias, p->text, strlen(p->text));
    me->alias_used = 1;
    say_alias_ok(m, a->seat, nj_sh_name(m, a->seat));
}

const struct nj_order nj_sh_alias = {SH_ACT_FREE, "SH-7.30", alias_fault,
                                     alias};
