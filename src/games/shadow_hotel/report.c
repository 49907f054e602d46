/*
 * Who stayed too long (SH-8.20 to 8.22): counted and punished at the end of a
 * player round, told to the shadow when all else of that end has happened.
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* Players and Brillo who stand in a room. */
static bool is_watched(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT((s->seat[seat].role == SH_SHADOW) == (seat == s->shadow));
    return seat != s->shadow && s->seat[seat].life == SH_ACTIVE;
}

/* SH-8.20: two ends in one room, and nothing that excuses it. */
static bool stood_still(const struct sh_seat *who)
{
    NJ_ASSERT(who->life == SH_ACTIVE && who->room != 0);
    return who->room == who->end_room && !who->excused &&
           who->stop != SH_FORCED;
}

/* SH-8.21: two player rounds without a step of its own. */
static bool idled(struct sh_seat *who)
{
    enum {
        TOO_LONG = 2
    };

    NJ_ASSERT(who->life == SH_ACTIVE && who->room != 0);
    if (who->moved)
        who->idle = 0;
    else if (who->idle < UINT8_MAX)
        who->idle++;
    return who->idle >= TOO_LONG;
}

/* SH-8.22: where a report kills. */
static bool is_deadly(const struct nj_match *m, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(room > 0);
    if (room == nj_sh_special(m, SH_GAS_ROOM))
        return s->gas;
    return room == nj_sh_special(m, SH_DARK) &&
           !(s->opt.wander && nj_sh_dark_is_lit(m));
}

static void count(struct sh_state *s, nj_seat seat)
{
    struct sh_seat *who = &s->seat[seat];

    if (is_watched(s, seat)) {
        bool classic = stood_still(who);
        bool level = idled(who);

        who->reported = s->opt.report_idle ? level : classic;
        who->end_room = who->room;
    } else {
        who->reported = 0;
        who->end_room = 0;
        who->idle = 0;
    }
    who->excused = 0;
    NJ_ASSERT(!who->reported || who->room > 0);
}

void nj_sh_reports(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    nj_seat_set dying = 0;

    NJ_ASSERT(!nj_sh_shadow_round(s));
    for (nj_seat i = 0; i < s->n; i++) {
        count(s, i);
        if (s->seat[i].reported && is_deadly(m, s->seat[i].room))
            dying |= nj_bit(i);
    }
    nj_sh_kill_all(m, dying, SH_BY_REPORT);
}

/* The name in force, or of one who died: the one it died under. */
static const char *name_of(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_death *died = nj_sh_last_death(s, seat, false);

    NJ_ASSERT(died == NULL || died->seat == seat);
    if (s->seat[seat].life != SH_OUT || died == NULL)
        return nj_sh_name(m, seat);
    return died->name[0] != '\0' ? died->name : nj_seat_name(m, seat);
}

/* In code point order of the names, as people are listed (SH-12.6): between
 * two seats of known number an alias would have one. */
void nj_sh_reports_tell(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_named told[SH_SEATS_MAX];
    uint8_t n = 0;

    NJ_ASSERT(!nj_sh_shadow_round(s));
    for (uint8_t i = 0; i < s->n; i++)
        if (s->seat[s->order[i]].reported)
            told[n++] = (struct sh_named){name_of(m, s->order[i]), s->order[i]};
    nj_sh_sort_named(told, n);
    for (uint8_t i = 0; i < n; i++) {
        const struct sh_seat *who = &s->seat[told[i].seat];
        uint8_t room = who->life == SH_OUT ? who->body : who->room;

        NJ_ASSERT(room > 0);
        say_report(m, s->shadow, told[i].name,
                   nj_sh_arg_room_for(m, s->shadow, "room", room),
                   s->pos_of[room]);
    }
}
