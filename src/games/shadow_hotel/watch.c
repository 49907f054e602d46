/*
 * What is seen from afar: through the telescope (SH-7.29), and where the album
 * is (SH-7.22).
 */
#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/plan.h"
#include "games/shadow_hotel/view.h"

/* --- the telescope --- */

static const char *hazard(const struct nj_match *m, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(room != 0);
    if (room == nj_sh_special(m, SH_DRESSING))
        return s->power ? "on" : "off";
    if (room == nj_sh_special(m, SH_GAS_ROOM))
        return s->gas ? "gas" : "clear";
    return "none";
}

void nj_sh_watch_snapshot(struct nj_match *m, struct sh_snapshot *out)
{
    struct sh_state *s = nj_state(m);
    const struct sh_item *tele = &s->item[SH_ITEM_TELESCOPE];
    struct sh_named here[SH_SEATS_MAX];

    if (tele->where != SH_HELD || s->watch == 0 ||
        !nj_sh_is_living(s, tele->at))
        return;
    out->seat = tele->at;
    out->pos = s->watch;
    out->room = s->room_at[s->watch];
    out->rotated = s->rotated;
    NJ_ASSERT(out->room != 0);
    nj_sh_learn(s, out->seat, out->room);
    /* In code point order: nothing else decides it (SH-12.6). */
    out->n_persons = nj_sh_named_in_room(m, out->room, here, &out->shadow);
    for (uint8_t i = 0; i < out->n_persons; i++)
        nj_str_copy(out->persons[i], NJ_NAME_MAX, here[i].name);
    nj_sh_items_lying(m, out->room, out->items);
    out->mech = nj_sh_mech_seen(m, out->room);
    out->state = hazard(m, out->room);
    out->block = nj_sh_view_blocked_to(m, out->seat, out->room);
}

void nj_sh_watch_tell(struct nj_match *m, const struct sh_snapshot *snap)
{
    const char *persons[SH_SEATS_MAX];
    struct sh_drawn d;
    int64_t bear[1];

    if (snap->room == 0 || !nj_sh_is_living(nj_state_const(m), snap->seat))
        return;
    NJ_ASSERT(snap->mech != NULL && snap->state != NULL);
    for (uint8_t i = 0; i < snap->n_persons; i++)
        persons[i] = snap->persons[i];
    d = nj_sh_drawn_begin(m, snap->rotated != 0);
    nj_str_addf(&d.board, ";k%u=%u;t%u", (unsigned)snap->pos,
                (unsigned)snap->room, (unsigned)snap->pos);
    if (snap->block != 0)
        nj_str_addf(&d.board, ";b%u-%u", (unsigned)snap->pos,
                    (unsigned)snap->block);
    say_watch_seen(m, snap->seat, nj_sh_arg_room(m, "room", snap->room),
                   snap->pos, nj_text_list(persons, snap->n_persons),
                   snap->shadow ? "here" : "none", snap->items, snap->mech,
                   snap->state, nj_sh_view_bears(snap->block, bear), d.board.p,
                   d.plan.p);
    nj_sh_drawn_end(&d);
}

/* --- the album --- */

void nj_sh_album_to(const struct nj_asker *to)
{
    const struct sh_state *s = nj_state_const(to->from);
    uint8_t room = nj_sh_item_room(s, SH_ITEM_ALBUM);

    if (room != 0)
        say_album(to, nj_sh_arg_room_for(to->from, to->seat, "room", room),
                  s->pos_of[room]);
}

void nj_sh_album_tell(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_asker to = nj_asker_seat(m, s->brillo);

    if (s->brillo != NJ_SEAT_NONE && nj_sh_is_living(s, s->brillo))
        nj_sh_album_to(&to);
}
