/*
 * Decisions about persons and what they carry (SH-17.2 to 17.4, 17.7, 17.10).
 */
#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

#define STEPS_MAX 20
#define ARGS      "sh.err.ruling"

static const struct sh_state *state(const struct sh_ruling *r)
{
    return nj_state_const(r->from);
}

/* --- persons --- */

/* The seat must stand in some room. */
static const char *check_present(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);

    NJ_ASSERT(r->seat < s->n);
    if (s->seat[r->seat].life == SH_OUT)
        return "sh.err.target_dead";
    if (!nj_sh_is_present(s, r->seat))
        return "sh.err.target_absent_here";
    return NULL;
}

const char *nj_sh_rule_check_move(struct sh_ruling *r)
{
    const char *fault = check_present(r);

    if (fault != NULL)
        return fault;
    nj_sh_rule_note(r->before, "#%u", (unsigned)state(r)->seat[r->seat].room);
    nj_sh_rule_note(r->after, "#%u", (unsigned)r->room);
    return NULL;
}

static void arrive(struct nj_match *m, struct sh_ruling *r, bool quiet)
{
    NJ_ASSERT(r->room != 0);
    nj_sh_place(m, r->seat, r->room);
    nj_sh_guns_check(m);
    if (quiet)
        nj_sh_learn(nj_state(m), r->seat, r->room);
    else
        nj_sh_enter(m, r->seat);
}

void nj_sh_rule_do_move(struct nj_match *m, struct sh_ruling *r)
{
    arrive(m, r, r->extra);
}

const char *nj_sh_rule_check_kill(struct sh_ruling *r)
{
    nj_sh_rule_note(r->before, "alive");
    nj_sh_rule_note(r->after, "dead");
    return check_present(r);
}

void nj_sh_rule_do_kill(struct nj_match *m, struct sh_ruling *r)
{
    nj_sh_kill(m, r->seat, SH_BY_HOST);
}

const char *nj_sh_rule_check_revive(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);

    NJ_ASSERT(r->seat < s->n);
    nj_sh_rule_note(r->before, "dead");
    nj_sh_rule_note(r->after, "#%u", (unsigned)r->room);
    return s->seat[r->seat].life == SH_OUT ? NULL : ARGS;
}

/* Back with the next own round. The room does what it does to who comes in,
 * or a player could stand beside the shadow. */
void nj_sh_rule_do_revive(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *who = &s->seat[r->seat];

    NJ_ASSERT(who->life == SH_OUT);
    who->life = SH_ACTIVE;
    who->body = 0;
    who->steps = 0;
    who->turn_over = 1;
    who->stop = SH_FREE;
    who->force_next = 0;
    who->words_until = 0;
    who->missed = 0;
    arrive(m, r, false);
}

const char *nj_sh_rule_check_steps(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);
    const char *fault = check_present(r);
    int sum;

    if (fault != NULL)
        return fault;
    sum = s->seat[r->seat].steps + r->n;
    nj_sh_rule_note(r->before, "%u", (unsigned)s->seat[r->seat].steps);
    nj_sh_rule_note(r->after, "%d", sum);
    return sum < 0 || sum > STEPS_MAX ? ARGS : NULL;
}

void nj_sh_rule_do_steps(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_seat *who = &((struct sh_state *)nj_state(m))->seat[r->seat];

    who->steps = (uint8_t)(who->steps + r->n);
}

const char *nj_sh_rule_check_unlock(struct sh_ruling *r)
{
    static const char *const stops[] = {"free", "stopped", "forced"};
    const char *fault = check_present(r);

    if (fault != NULL)
        return fault;
    nj_sh_rule_note(r->before, "%s", stops[state(r)->seat[r->seat].stop]);
    nj_sh_rule_note(r->after, "free");
    return NULL;
}

void nj_sh_rule_do_unlock(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_seat *who = &((struct sh_state *)nj_state(m))->seat[r->seat];

    who->stop = SH_FREE;
    who->force_next = 0;
}

const char *nj_sh_rule_check_skip(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);
    const char *fault = check_present(r);

    if (fault != NULL)
        return fault;
    nj_sh_rule_note(r->before, "%s",
                    s->seat[r->seat].turn_over ? "over" : "open");
    nj_sh_rule_note(r->after, "over");
    return nj_sh_own_round(s, r->seat) ? NULL : "sh.err.not_your_round";
}

void nj_sh_rule_do_skip(struct nj_match *m, struct sh_ruling *r)
{
    nj_sh_turn_over(m, r->seat);
}

const char *nj_sh_rule_check_know(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);
    bool knew;

    if (!s->opt.explore)
        return "sh.err.edition";
    if (s->seat[r->seat].life == SH_OUT)
        return "sh.err.target_dead";
    knew = nj_sh_knows(s, r->seat, r->room);
    nj_sh_rule_note(r->before, "%s", knew ? "known" : "unknown");
    nj_sh_rule_note(r->after, "#%u", (unsigned)r->room);
    return NULL;
}

void nj_sh_rule_do_know(struct nj_match *m, struct sh_ruling *r)
{
    const struct sh_state *s = nj_state_const(m);

    nj_sh_learn(nj_state(m), r->seat, r->room);
    nj_sh_tell(m, r->seat, "sh.located", "SH-17.10",
               NJ_ARGS(nj_sh_arg_room(m, "room", r->room),
                       nj_arg_int("pos", s->pos_of[r->room])));
}

/* --- items --- */

static void note_item(const struct sh_ruling *r, char out[SH_RULE_NOTE])
{
    const struct sh_item *item = &state(r)->item[r->item];

    switch ((enum sh_where)item->where) {
    case SH_IN_ROOM:
        nj_sh_rule_note(out, "#%u", (unsigned)item->at);
        return;
    case SH_HELD:
        nj_sh_rule_note(out, "seat %u", item->at + 1u);
        return;
    case SH_BLOCKING:
        nj_sh_rule_note(out, "passage %u", item->at + 1u);
        return;
    case SH_SUPPLY:
        nj_sh_rule_note(out, "supply");
        return;
    case SH_NOWHERE:
        nj_sh_rule_note(out, "nowhere");
        return;
    }
}

/* The first of its kind that is there: one that lies somewhere before one
 * that somebody holds. -1: there is none. */
static int pick_item(const struct sh_ruling *r)
{
    const struct sh_state *s = state(r);
    int found = -1;

    for (int i = 0; i < SH_ITEMS; i++) {
        if (nj_sh_kind((uint8_t)i) != (enum sh_kind)r->kind ||
            s->item[i].where == SH_NOWHERE)
            continue;
        if (s->item[i].where != SH_HELD)
            return i;
        if (found < 0)
            found = i;
    }
    return found;
}

const char *nj_sh_rule_check_give(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);
    enum sh_kind kind = (enum sh_kind)r->kind;
    const char *fault = check_present(r);
    int item = pick_item(r);

    if (fault != NULL)
        return fault;
    if (item < 0)
        return "sh.err.no_item";
    if (nj_sh_held(s, r->seat, kind) >= 0 ||
        (nj_sh_is_goods(kind) && nj_sh_hand(s, r->seat) >= 0))
        return "sh.err.hands_full";
    r->item = (uint8_t)item;
    note_item(r, r->before);
    nj_sh_rule_note(r->after, "seat %u", r->seat + 1u);
    return NULL;
}

/* What losing it means to who held it: hazards, and a question about a gun
 * that is no longer there. */
static void lost(struct nj_match *m, nj_seat holder)
{
    const struct sh_state *s = nj_state_const(m);

    if (holder == NJ_SEAT_NONE)
        return;
    nj_emit(m, nj_to_seat(holder), "sh.host.changed", "SH-12.3", NJ_NO_ARGS);
    if (nj_prompt_open(m, holder, SH_ASK_GUN) &&
        nj_sh_held(s, holder, SH_GUN) < 0) {
        nj_prompt_close(m, holder, SH_ASK_GUN);
        nj_sh_encounter(m, s->seat[holder].room, true);
        nj_sh_wait_over(m);
    }
    if (nj_sh_is_present(s, holder))
        nj_sh_standing(m, holder);
}

static nj_seat holder_of(const struct sh_state *s, uint8_t item)
{
    NJ_ASSERT(item < SH_ITEMS);
    return s->item[item].where == SH_HELD ? s->item[item].at : NJ_SEAT_NONE;
}

void nj_sh_rule_do_give(struct nj_match *m, struct sh_ruling *r)
{
    nj_seat before = holder_of(nj_state_const(m), r->item);

    nj_sh_put(m, r->item, SH_HELD, r->seat);
    lost(m, before);
    nj_sh_gained(m, r->seat, r->item, false);
}

const char *nj_sh_rule_check_take(struct sh_ruling *r)
{
    const struct sh_state *s = state(r);
    const char *fault = check_present(r);
    int item;

    if (fault != NULL)
        return fault;
    item = nj_sh_held(s, r->seat, (enum sh_kind)r->kind);
    if (item < 0)
        return "sh.err.not_held";
    r->item = (uint8_t)item;
    r->room = s->seat[r->seat].room;
    note_item(r, r->before);
    nj_sh_rule_note(r->after, "#%u", (unsigned)r->room);
    return NULL;
}

const char *nj_sh_rule_check_put(struct sh_ruling *r)
{
    int item = pick_item(r);

    if (item < 0)
        return "sh.err.no_item";
    r->item = (uint8_t)item;
    note_item(r, r->before);
    nj_sh_rule_note(r->after, "#%u", (unsigned)r->room);
    return NULL;
}

void nj_sh_rule_do_put(struct nj_match *m, struct sh_ruling *r)
{
    nj_seat before = holder_of(nj_state_const(m), r->item);

    nj_sh_put(m, r->item, SH_IN_ROOM, r->room);
    lost(m, before);
}
