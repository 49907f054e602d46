/*
 * Killing from afar, and what Brillo does to keys: the album, the cross,
 * broken keys (SH-5.12 to 5.14, SH-9).
 */
#include <stdio.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define CROSS      (SH_ITEM_SINGLE + SH_CROSS)
#define STAMPS_MAX 2

/* --- broken keys --- */

/* The key she would break: in her hand, or lying where she is. */
static int find_key(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    int key;

    NJ_ASSERT(seat < s->n);
    if (s->opt.brillo_carries)
        return nj_sh_held(s, seat, SH_KEY);
    key = nj_sh_lying(s, s->seat[seat].room, SH_KEY);
    return key >= 0 && nj_sh_findable(m, (uint8_t)key) ? key : -1;
}

static const char *break_fault(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    if (s->seat[seat].role != SH_BRILLO)
        return "sh.err.role";
    if (find_key(m, seat) < 0)
        return s->opt.brillo_carries ? "sh.err.not_held" : "sh.err.no_item";
    return s->seat[seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

int nj_sh_break(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const char *what = nj_sh_text(in, 0);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    const char *fault;
    int key;

    if (refused != 0)
        return refused;
    if (what[0] != '\0' && nj_sh_find_item(what) != SH_KEY)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.12");
    fault = break_fault(m, in->seat);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.12");
    key = find_key(m, in->seat);
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_spend(s, in->seat, 1);
    s->seat[in->seat].excused = 1;
    if (s->item[key].where == SH_IN_ROOM)
        nj_sh_key_found(s); /* SH-12.3: one in hand was found on taking */
    nj_sh_put(m, (uint8_t)key, SH_NOWHERE, 0);
    nj_sh_tell(m, in->seat, "sh.broke", "SH-5.12", NJ_NO_ARGS);
    return nj_sh_done(m);
}

/* --- whom it shall hit --- */

/* "3 Nina", "6 Nils": the numbers by which they can be told apart. */
static int refuse_several(struct nj_match *m, const struct nj_input *in,
                          const char *clause)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set fits = nj_sh_seats_called(m, nj_sh_text(in, 0));
    char line[SH_SEATS_MAX][NJ_NAME_MAX + 8];
    const char *lines[SH_SEATS_MAX];
    uint8_t n = 0;

    for (nj_seat i = 0; i < s->n; i++) {
        if ((fits & nj_bit(i)) == 0)
            continue;
        (void)snprintf(line[n], sizeof(line[n]), "%u %s", i + 1u,
                       nj_seat_name(m, i));
        lines[n] = line[n];
        n++;
    }
    NJ_ASSERT(n > 1);
    return nj_refuse(m, in, "sh.err.ambiguous", clause,
                     NJ_ARGS(nj_arg_texts("fits", lines, n)));
}

/* Anybody by number or real name (SH-0.47), living or not (SH-0.11). */
static int find_victim(struct nj_match *m, const struct nj_input *in,
                       const char *clause, nj_seat *who)
{
    bool several = false;

    *who = nj_sh_find_seat(m, in->seat, nj_sh_person(in, 0), &several);
    if (several)
        return refuse_several(m, in, clause);
    if (*who == NJ_SEAT_NONE)
        return nj_sh_refuse(m, in, "sh.err.args", clause);
    return 0;
}

/* Nothing happens to the dead and the absent, and nobody is told. */
static void strike(struct nj_match *m, nj_seat who, enum sh_cause cause)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(who < s->n);
    if (nj_sh_is_present(s, who))
        nj_sh_kill(m, who, cause);
}

/* --- the album --- */

static const char *stamp_fault(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    if (s->album_uses >= STAMPS_MAX)
        return "sh.err.used_already";
    if (s->album_round == s->round + 1)
        return "sh.err.mech_used";
    return s->seat[seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

static int check_stamp(struct nj_match *m, const struct nj_input *in,
                       nj_seat *who)
{
    const struct sh_state *s = nj_state_const(m);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    const char *fault;

    if (refused != 0)
        return refused;
    if (s->seat[in->seat].role != SH_BRILLO)
        return nj_sh_refuse(m, in, "sh.err.role", "SH-5.13");
    if (nj_sh_held(s, in->seat, SH_ALBUM) < 0)
        return nj_sh_refuse(m, in, "sh.err.not_held", "SH-5.13");
    refused = find_victim(m, in, "SH-5.13", who);
    if (refused != 0)
        return refused;
    if (*who == in->seat)
        return nj_sh_refuse(m, in, "sh.err.target_self", "SH-5.13");
    fault = stamp_fault(s, in->seat);
    return fault == NULL ? 0 : nj_sh_refuse(m, in, fault, "SH-5.13");
}

int nj_sh_stamp(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    nj_seat who = NJ_SEAT_NONE;
    int refused = check_stamp(m, in, &who);

    if (refused != 0)
        return refused;
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_spend(s, in->seat, 1);
    s->seat[in->seat].excused = 1;
    s->album_uses++;
    s->album_round = (uint8_t)(s->round + 1);
    nj_sh_tell(m, in->seat, "sh.act.done", "SH-5.13", NJ_NO_ARGS);
    strike(m, who, SH_BY_STAMP);
    if (s->album_uses == STAMPS_MAX) /* SH-9.3 */
        strike(m, in->seat, SH_BY_SACRIFICE);
    return nj_sh_done(m);
}

/* --- the cross --- */

static bool in_company(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat here[SH_SEATS_MAX];

    return nj_sh_in_room(s, s->seat[seat].room, here) > 1;
}

static const char *cross_fault(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    if (s->opt.cross_alone && in_company(m, seat))
        return "sh.err.not_alone";
    if (s->cross_used)
        return "sh.err.used_already";
    if (s->seat[seat].touched)
        return "sh.err.moved_already";
    return s->seat[seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

static int check_cross(struct nj_match *m, const struct nj_input *in,
                       nj_seat *who)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t song = nj_sh_special(m, SH_SONG);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    const char *fault;

    if (refused != 0)
        return refused;
    if (in->seat == s->shadow)
        return nj_sh_refuse(m, in, "sh.err.role", "SH-5.14");
    if (s->seat[in->seat].room != song)
        return nj_sh_refuse(m, in, "sh.err.wrong_room", "SH-5.14");
    if (nj_sh_lying(s, song, SH_CROSS) < 0 || !nj_sh_findable(m, CROSS))
        return nj_sh_refuse(m, in, "sh.err.no_item", "SH-5.14");
    refused = find_victim(m, in, "SH-5.14", who);
    if (refused != 0)
        return refused;
    fault = cross_fault(m, in->seat);
    return fault == NULL ? 0 : nj_sh_refuse(m, in, fault, "SH-5.14");
}

int nj_sh_cross(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    nj_seat who = NJ_SEAT_NONE;
    int refused = check_cross(m, in, &who);

    if (refused != 0)
        return refused;
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_spend(s, in->seat, s->seat[in->seat].steps);
    s->cross_used = 1;
    nj_sh_tell(m, in->seat, "sh.act.done", "SH-5.14", NJ_NO_ARGS);
    strike(m, who, SH_BY_CROSS);
    if (s->seat[in->seat].life == SH_ACTIVE)
        nj_sh_turn_over(m, in->seat);
    return nj_sh_done(m);
}
