/*
 * Clauses about one seat: "A@22", "A steps 1"; their list is at the top of
 * given.c.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/given.h"

static bool knows(struct sh_given *r, struct sh_seat *who)
{
    uint8_t one;

    who->known = 0;
    if (nj_sh_given_follows(r, "none"))
        return true;
    if (nj_sh_given_follows(r, "all")) {
        who->known = ~UINT64_C(0);
        return true;
    }
    do {
        if (!nj_sh_given_room(r, &one))
            return false;
        who->known |= UINT64_C(1) << one;
    } while (*r->at == ',' && r->at++ != NULL);
    return true;
}

static bool guard(struct sh_given *r, struct sh_seat *who)
{
    if (nj_sh_given_follows(r, "fire"))
        who->guard = SH_FIRE;
    else if (nj_sh_given_follows(r, "hold"))
        who->guard = SH_HOLD;
    else
        return false;
    return true;
}

/* Where the state of a seat leaves it. */
static bool life(struct sh_given *r, struct sh_seat *who, const char *what)
{
    if (strcmp(what, "out") == 0) {
        who->life = SH_OUT;
        who->body = who->room;
        who->room = 0;
    } else if (strcmp(what, "absent") == 0) {
        who->life = SH_ABSENT;
        who->body = r->map->special[SH_CHAMBER];
        who->room = 0;
    } else if (strcmp(what, "rebirth") == 0) {
        who->life = SH_REBIRTH;
        who->room = r->map->special[SH_RESPAWN];
    } else {
        return false;
    }
    who->turn_over = 1;
    return true;
}

/* Words without anything behind them. */
static bool mark(struct sh_seat *who, const char *what)
{
    if (strcmp(what, "over") == 0)
        who->turn_over = 1;
    else if (strcmp(what, "moved") == 0)
        who->touched = who->moved = 1;
    else if (strcmp(what, "stop") == 0)
        who->stop = SH_STOPPED;
    else if (strcmp(what, "forced") == 0)
        who->stop = SH_FORCED;
    else if (strcmp(what, "warned") == 0)
        who->warned = 1;
    else
        return false;
    return true;
}

bool nj_sh_given_seat(struct sh_given *r, nj_seat seat)
{
    struct sh_seat *who = &r->s->seat[seat];
    char what[32];

    if (*r->at == '@') {
        r->at++;
        return nj_sh_given_room(r, &who->room);
    }
    if (!nj_sh_given_word(r, what, sizeof(what)))
        return false;
    if (mark(who, what) || life(r, who, what))
        return true;
    if (strcmp(what, "has") == 0)
        return nj_sh_given_has(r, seat);
    if (strcmp(what, "steps") == 0)
        return nj_sh_given_number(r, 20, &who->steps);
    if (strcmp(what, "knows") == 0)
        return knows(r, who);
    if (strcmp(what, "alias") == 0)
        return nj_sh_given_rest(r, who->alias, sizeof(who->alias)) &&
               (who->alias_used = 1) != 0;
    if (strcmp(what, "endroom") == 0)
        return nj_sh_given_room(r, &who->end_room);
    if (strcmp(what, "idle") == 0)
        return nj_sh_given_number(r, SH_ROUNDS_MAX, &who->idle);
    if (strcmp(what, "missed") == 0)
        return nj_sh_given_number(r, SH_ROUNDS_MAX, &who->missed);
    if (strcmp(what, "used") == 0)
        return nj_sh_given_follows(r, "radio") &&
               nj_sh_given_number(r, 9, &who->radio_used);
    if (strcmp(what, "guard") == 0)
        return guard(r, who);
    if (strcmp(what, "words") == 0)
        return nj_sh_given_number(r, SH_ROUNDS_MAX, &who->words_until) &&
               ++who->words_until > 0;
    return false;
}
