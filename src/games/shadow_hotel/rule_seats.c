/*
 * Decisions about persons and what they carry (SH-17.2 to 17.4, 17.7, 17.10):
 * moving runs the entry, items their consequences.
 */
#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

/* --- persons --- */

static void arrive(struct nj_match *m, struct nj_ruling *r, bool quiet)
{
    NJ_ASSERT(r->place != 0);
    nj_sh_place(m, r->seat, r->place);
    nj_sh_guns_check(m);
    if (quiet)
        nj_sh_learn(nj_state(m), r->seat, r->place);
    else
        nj_sh_enter(m, r->seat);
}

static void do_move(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(nj_sh_is_present(nj_sh_now(m), r->seat));
    arrive(m, r, r->extra);
}

static void do_kill(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(nj_sh_is_present(nj_state_const(m), r->seat));
    nj_sh_kill(m, r->seat, SH_BY_HOST);
}

static const char *check_revive(struct nj_ruling *r)
{
    return nj_sh_is_living(nj_sh_now(r->from), r->seat) ? SH_NO_RULING : NULL;
}

/* Back with the next own round. The room does what it does to who comes in,
 * or a player could stand beside the shadow. */
static void do_revive(struct nj_match *m, struct nj_ruling *r)
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

/* So many more, or fewer. */
static const char *check_steps(struct nj_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);

    NJ_ASSERT(nj_sh_is_present(s, r->seat));
    r->n += s->seat[r->seat].steps;
    return r->n < 0 || r->n > SH_STEPS_MAX ? SH_NO_RULING : NULL;
}

static void do_unlock(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->n == SH_FREE);
    (void)nj_ruling_set(m, r);
    ((struct sh_state *)nj_state(m))->seat[r->seat].force_next = 0;
}

static const char *check_skip(struct nj_ruling *r)
{
    return nj_sh_own_round(nj_state_const(r->from), r->seat)
               ? NULL
               : "sh.err.not_your_round";
}

static void do_skip(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(nj_sh_own_round(nj_state_const(m), r->seat));
    nj_sh_turn_over(m, r->seat);
}

static const char *check_know(struct nj_ruling *r)
{
    bool knew = nj_sh_knows(nj_state_const(r->from), r->seat, r->place);

    NJ_ASSERT(nj_sh_now(r->from)->opt.explore != 0);
    nj_ruling_note(r->before, "%s", knew ? "known" : "unknown");
    return NULL;
}

static void do_know(struct nj_match *m, struct nj_ruling *r)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->room_at[s->pos_of[r->place]] == r->place);
    nj_sh_learn(s, r->seat, r->place);
    say_located(m, r->seat, nj_sh_arg_room(m, "room", r->place),
                s->pos_of[r->place], "SH-17.10");
}

/* --- items --- */

/* The first of its kind: one that lies somewhere, else one that somebody holds,
 * else one that is where it is to be. -1: there is none. */
static int pick_item(const struct nj_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);
    int found = -1, best = 0;

    for (int i = SH_ITEMS - 1; i >= 0; i--) {
        const struct sh_item *item = &s->item[i];
        bool there = item->where == SH_IN_ROOM && item->at == r->place;
        int fits = there ? 1 : item->where == SH_HELD ? 2 : 3;

        if (nj_sh_kind((uint8_t)i) != (enum sh_kind)r->kind ||
            item->where == SH_NOWHERE || fits < best)
            continue;
        found = i;
        best = fits;
    }
    NJ_ASSERT((found < 0) == (best == 0));
    return found;
}

static const char *check_give(struct nj_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);
    enum sh_kind kind = (enum sh_kind)r->kind;
    int item = pick_item(r);

    if (item < 0)
        return "sh.err.no_item";
    NJ_ASSERT(s->item[item].where != SH_NOWHERE);
    if (nj_sh_holds(s, r->seat, kind) ||
        (nj_sh_is_goods(kind) && nj_sh_hand(s, r->seat) >= 0))
        return "sh.err.ruling_full";
    r->item = (uint8_t)item;
    return NULL;
}

/* What losing it means to who held it: hazards, and a question about a gun
 * that is no longer there. */
static void lost(struct nj_match *m, nj_seat holder)
{
    const struct sh_state *s = nj_state_const(m);

    if (holder == NJ_SEAT_NONE)
        return;
    NJ_ASSERT(holder < s->n && s->busy > 0);
    say_host_changed(m, holder);
    if (nj_prompt_open(m, holder, SH_ASK_GUN) &&
        !nj_sh_holds(s, holder, SH_GUN)) {
        nj_prompt_close(m, holder, SH_ASK_GUN);
        nj_sh_encounter(m, s->seat[holder].room, true);
        nj_sh_wait_over(m);
    }
    if (nj_sh_is_present(s, holder))
        nj_sh_standing(m, holder);
}

/* Puts the item somewhere; returns who had it before. */
static nj_seat put(struct nj_match *m, const struct nj_ruling *r,
                   enum sh_where where, uint8_t at)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_item *item = &s->item[r->item];
    nj_seat before = item->where == SH_HELD ? item->at : NJ_SEAT_NONE;

    NJ_ASSERT(nj_sh_kind(r->item) == (enum sh_kind)r->kind);
    nj_sh_put(m, r->item, where, at);
    NJ_ASSERT(item->where != SH_NOWHERE);
    return before;
}

static void do_give(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(nj_sh_is_present(nj_sh_now(m), r->seat));
    lost(m, put(m, r, SH_HELD, (uint8_t)r->seat));
    nj_sh_gained(m, r->seat, r->item, false);
}

static const char *check_take(struct nj_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);
    int item = nj_sh_held(s, r->seat, (enum sh_kind)r->kind);

    if (item < 0)
        return "sh.err.ruling_lacks";
    r->item = (uint8_t)item;
    r->place = s->seat[r->seat].room;
    NJ_ASSERT(r->place != 0);
    return NULL;
}

static const char *check_put(struct nj_ruling *r)
{
    int item = pick_item(r);

    if (item < 0)
        return "sh.err.no_item";
    r->item = (uint8_t)item;
    NJ_ASSERT(nj_sh_kind(r->item) == (enum sh_kind)r->kind);
    return NULL;
}

static void do_put(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->place != 0);
    lost(m, put(m, r, SH_IN_ROOM, r->place));
}

/* --- the list --- */

static const char *const stops[] = {"free", "stopped", "forced"};
static const char *const turns[] = {"open", "over"};

#define SEAT(name) \
 .marks = SH_RULE_TELLS | SH_RULE_PRESENT, .into = NJ_INTO(struct sh_seat, name)

/* clang-format off */
const struct nj_ruling_row nj_sh_seat_rules[] = {
    {"move", "sr", "quiet", SEAT(room), .before = "#%v", .after = "#%r", .apply = do_move},
    {"kill", "s", SEAT(life), .before = "alive", .after = "dead", .apply = do_kill},
    {"revive", "sr", .marks = SH_RULE_TELLS, .before = "dead", .after = "#%r",
     .check = check_revive, .apply = do_revive},
    {"steps", "sn", SEAT(steps), .check = check_steps},
    {"unlock", "s", SEAT(stop), .names = stops, .apply = do_unlock},
    {"skip", "s", SEAT(turn_over), .names = turns, .after = "over",
     .check = check_skip, .apply = do_skip},
    {"know", "sr", .marks = SH_RULE_TELLS | SH_RULE_EXPLORES, .after = "#%r",
     .check = check_know, .apply = do_know},
    {"give", "si", .marks = SH_RULE_TELLS | SH_RULE_PRESENT, .before = "%i", .after = "seat %s",
     .check = check_give, .apply = do_give},
    {"take", "si", .marks = SH_RULE_PRESENT, .before = "%i", .after = "#%r",
     .check = check_take, .apply = do_put},
    {"put", "ir", .before = "%i", .after = "#%r", .check = check_put, .apply = do_put},
    {.words = NULL}};
/* clang-format on */
