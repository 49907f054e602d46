/*
 * The bear in a passage, the telescope's target, the name of a disguise
 * (SH-5.17, 5.18, 7.24, 7.29, 7.30).
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define BEAR      (SH_ITEM_SINGLE + SH_BEAR)
#define ALIAS_MAX 12 /* code points */

/* --- the bear --- */

/* What a passage is named by: a place, or the jump. */
struct target {
    bool jump;
    enum sh_place_found found;
    uint8_t room;
};

static struct target find_target(const struct nj_match *m, nj_seat seat,
                                 const char *text)
{
    struct target t = {.jump = nj_same_word(text, "jump")};

    NJ_ASSERT(text != NULL);
    if (t.jump)
        t.room = nj_sh_special(m, SH_LOBBY);
    else
        t.found = nj_sh_find_place(m, seat, text, &t.room);
    return t;
}

/* The passage from here to the target, or -1: there is none. */
static int passage_to(const struct nj_match *m, nj_seat seat, struct target t)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);
    uint8_t room = s->seat[seat].room;

    NJ_ASSERT(room > 0);
    if (t.jump)
        return room == nj_sh_special(m, SH_BRIDGE) ? map->jump : -1;
    return nj_sh_passage_between(s, map, room, t.room);
}

static const char *block_fault(const struct nj_match *m, nj_seat seat,
                               struct target t)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    if (nj_sh_held(s, seat, SH_BEAR) < 0)
        return "sh.err.not_held";
    if (s->seat[seat].steps == 0)
        return "sh.err.no_steps";
    if (t.found == SH_PLACE_UNKNOWN)
        return "sh.err.room_unknown";
    return passage_to(m, seat, t) < 0 ? "sh.err.not_adjacent" : NULL;
}

/* Says at which passage: to the seat that has just seen to it. */
static void tell_passage(struct nj_match *m, nj_seat seat, struct target t,
                         bool blocked)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(t.room > 0);
    if (t.jump)
        nj_sh_tell(m, seat, blocked ? "sh.blocked.jump" : "sh.unblocked.jump",
                   "SH-7.24", NJ_NO_ARGS);
    else
        nj_sh_tell(m, seat, blocked ? "sh.blocked.ok" : "sh.unblocked.ok",
                   "SH-7.24", NJ_ARGS(nj_arg_int("pos", s->pos_of[t.room])));
}

int nj_sh_block(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    struct target t = find_target(m, in->seat, nj_sh_text(in, 0));
    const char *fault;
    uint8_t passage;

    if (refused != 0)
        return refused;
    if (t.found == SH_PLACE_BAD)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.17");
    fault = block_fault(m, in->seat, t);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.17");
    passage = (uint8_t)passage_to(m, in->seat, t);
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_spend(s, in->seat, 1);
    nj_sh_put(m, BEAR, SH_BLOCKING, passage);
    s->seat[in->seat].bumped = (uint8_t)(passage + 1);
    tell_passage(m, in->seat, t, true);
    return nj_sh_done(m);
}

/* Is the bear on an existing passage from here to the target? */
static bool bear_there(const struct nj_match *m, nj_seat seat, struct target t)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);
    uint8_t at = s->item[BEAR].at;

    NJ_ASSERT(seat < s->n);
    if (s->item[BEAR].where != SH_BLOCKING)
        return false;
    if (t.jump || at == map->jump)
        return t.jump && at == map->jump;
    return nj_sh_passage_open(s, map, at) &&
           nj_sh_passage_leads(s, map, at, s->seat[seat].room) == t.room;
}

/* A passage that does not exist has nothing on it that could be missing: what
 * hides in the cube is not told (SH-0.83). */
static const char *unblock_fault(const struct nj_match *m, nj_seat seat,
                                 struct target t)
{
    const struct sh_state *s = nj_state_const(m);
    bool exists = t.found == SH_PLACE_OK && passage_to(m, seat, t) >= 0;

    NJ_ASSERT(seat < s->n);
    if (!s->opt.bear_all && seat == s->shadow)
        return "sh.err.role";
    if (exists && !bear_there(m, seat, t))
        return "sh.err.no_item";
    if (nj_sh_hand(s, seat) >= 0)
        return "sh.err.hands_full";
    if (s->seat[seat].steps == 0)
        return "sh.err.no_steps";
    if (t.found == SH_PLACE_UNKNOWN)
        return "sh.err.room_unknown";
    return exists ? NULL : "sh.err.not_adjacent";
}

int nj_sh_unblock(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    struct target t = find_target(m, in->seat, nj_sh_text(in, 0));
    const char *fault;

    if (refused != 0)
        return refused;
    if (t.found == SH_PLACE_BAD)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.18");
    fault = unblock_fault(m, in->seat, t);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.18");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_spend(s, in->seat, s->seat[in->seat].steps);
    nj_sh_put(m, BEAR, SH_HELD, in->seat);
    s->seat[in->seat].bumped = 0;
    tell_passage(m, in->seat, t, false);
    nj_sh_gained(m, in->seat, BEAR, false);
    return nj_sh_done(m);
}

/* --- the telescope --- */

void nj_sh_watch_clear(struct sh_state *s)
{
    NJ_ASSERT(s->watch < SH_PLACES);
    s->watch = 0;
}

int nj_sh_watch(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    uint8_t room = 0;
    enum sh_place_found found =
        nj_sh_find_place(m, in->seat, nj_sh_text(in, 0), &room);

    if (refused != 0)
        return refused;
    if (found == SH_PLACE_BAD)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-7.29");
    if (nj_sh_held(s, in->seat, SH_TELESCOPE) < 0)
        return nj_sh_refuse(m, in, "sh.err.not_held", "SH-7.29");
    if (found == SH_PLACE_UNKNOWN)
        return nj_sh_refuse(m, in, "sh.err.room_unknown", "SH-7.29");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    s->watch = s->pos_of[room];
    nj_sh_tell(m, in->seat, "sh.watch.set", "SH-7.29",
               NJ_ARGS(nj_sh_arg_room_for(m, in->seat, "room", room),
                       nj_arg_int("pos", s->watch)));
    return nj_sh_done(m);
}

/* --- the disguise --- */

/* Where there is one copy, a name is set once a game, and that is told even
 * to who has put the copy away. */
static const char *alias_fault(const struct sh_state *s, nj_seat seat,
                               const char *filtered)
{
    NJ_ASSERT(seat < s->n);
    if (!s->opt.supply && s->seat[seat].alias_used)
        return "sh.err.used_already";
    if (nj_sh_held(s, seat, SH_DISGUISE) < 0)
        return "sh.err.not_held";
    return filtered;
}

int nj_sh_alias(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *me = &s->seat[in->seat];
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    char name[SH_ALIAS_BYTES];
    const char *fault;

    if (refused != 0)
        return refused;
    fault = nj_sh_filter(nj_sh_text(in, 0), ALIAS_MAX, SH_TEXT_PLAIN, name,
                         sizeof(name));
    fault = alias_fault(s, in->seat, fault);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-7.30");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    memset(me->alias, 0, sizeof(me->alias));
    memcpy(me->alias, name, strlen(name));
    me->alias_used = 1;
    nj_sh_tell(m, in->seat, "sh.alias.ok", "SH-7.30",
               NJ_ARGS(nj_sh_arg_name(m, "name", in->seat)));
    return nj_sh_done(m);
}
