/*
 * What is seen from afar: through the telescope (SH-7.29), and where the album
 * is (SH-7.22).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/plan.h"
#include "games/shadow_hotel/view.h"

#define TELESCOPE (SH_ITEM_SINGLE + SH_TELESCOPE)
#define ALBUM     (SH_ITEM_SINGLE + SH_ALBUM)

/* --- the telescope --- */

/* A mechanism of the room with its state in force. */
static const char *mech_state(const struct sh_state *s, enum sh_mech mech)
{
    static const char *const words[SH_MECHS][2] = {
        {"power_off", "power_on"},
        {"cube_restored", "cube_rotated"},
        {"fireplace_open", "fireplace_done"},
        {"poker_open", "poker_done"},
        {"mic_ready", "mic_ready"},
        {"awakening_open", "awakening_done"}};
    const bool on[SH_MECHS] = {
        s->power != 0, s->rotated != 0, s->fireplace != 0,
        s->poker != 0, false,           s->portal != 0};

    NJ_ASSERT(mech < SH_MECHS);
    return words[mech][on[mech] ? 1 : 0];
}

static void put_mechs(const struct nj_match *m, uint8_t room, char out[128])
{
    static const enum sh_special rooms[SH_MECHS] = {
        SH_POWER_ROOM, SH_CUBE_ROOM, SH_FIRE_ROOM,
        SH_POKER_ROOM, SH_MIC_ROOM,  SH_CHAMBER};

    size_t len = 0;

    for (int i = 0; i < SH_MECHS; i++) {
        const char *word = mech_state(nj_state_const(m), (enum sh_mech)i);
        size_t n = strlen(word);

        if (nj_sh_special(m, rooms[i]) != room)
            continue;
        NJ_ASSERT(len + n + 2 < 128);
        if (len > 0)
            out[len++] = ',';
        memcpy(out + len, word, n);
        len += n;
    }
    out[len] = '\0';
}

/* In code point order: nothing else decides it (SH-12.6). */
static void put_persons(const struct nj_match *m, struct sh_snapshot *out)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat here[SH_SEATS_MAX];
    uint8_t n = nj_sh_in_room(s, out->room, here);

    for (uint8_t i = 0; i < n; i++) {
        const char *name = nj_sh_name(m, here[i]);
        uint8_t at = out->n_persons;

        if (here[i] == s->shadow) {
            out->shadow = 1;
            continue;
        }
        while (at > 0 && strcmp(out->persons[at - 1], name) > 0) {
            memcpy(out->persons[at], out->persons[at - 1], NJ_NAME_MAX);
            at--;
        }
        NJ_ASSERT(strlen(name) < NJ_NAME_MAX);
        memcpy(out->persons[at], name, strlen(name) + 1);
        out->n_persons++;
    }
}

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
    const struct sh_item *tele = &s->item[TELESCOPE];
    const char *state;
    uint8_t block;

    memset(out, 0, sizeof(*out));
    if (tele->where != SH_HELD || s->watch == 0 ||
        !nj_sh_is_living(s, tele->at))
        return;
    out->due = 1;
    out->seat = tele->at;
    out->pos = s->watch;
    out->room = s->room_at[s->watch];
    out->rotated = s->rotated;
    NJ_ASSERT(out->room != 0);
    nj_sh_learn(s, out->seat, out->room);
    put_persons(m, out);
    nj_sh_items_lying(m, out->room, out->items);
    put_mechs(m, out->room, out->mechs);
    state = hazard(m, out->room);
    memcpy(out->state, state, strlen(state) + 1);
    block = nj_sh_view_blocked_to(m, out->seat, out->room);
    if (block != 0)
        out->blocks[out->n_blocks++] = block;
}

void nj_sh_watch_tell(struct nj_match *m, const struct sh_snapshot *snap)
{
    const struct sh_state *s = nj_state_const(m);
    struct nj_str board = NJ_STR_INIT(SH_BOARD_MAX);
    struct nj_str plan = NJ_STR_INIT(SH_PLAN_BYTES);
    const char *persons[SH_SEATS_MAX];
    int64_t bear[1];

    if (!snap->due || !nj_sh_is_living(s, snap->seat))
        return;
    for (uint8_t i = 0; i < snap->n_persons; i++)
        persons[i] = snap->persons[i];
    nj_sh_plan_put(nj_sh_map(m), snap->rotated != 0, &plan);
    nj_sh_view_board_begin(m, snap->rotated != 0, &board);
    nj_str_addf(&board, ";k%u=%u;t%u", (unsigned)snap->pos,
                (unsigned)snap->room, (unsigned)snap->pos);
    if (snap->n_blocks > 0)
        nj_str_addf(&board, ";b%u-%u", (unsigned)snap->pos,
                    (unsigned)snap->blocks[0]);
    nj_sh_tell(
        m, snap->seat, "sh.watch.seen", "SH-7.29",
        NJ_ARGS(nj_sh_arg_room(m, "room", snap->room),
                nj_arg_int("pos", snap->pos),
                nj_arg_texts("persons", persons, snap->n_persons),
                nj_arg_word("shadow", snap->shadow ? "here" : "none"),
                nj_arg_words("items", snap->items),
                nj_arg_words("mechanisms", snap->mechs),
                nj_arg_word("state", snap->state),
                nj_sh_view_bears_arg(snap->n_blocks > 0 ? snap->blocks[0] : 0,
                                     bear),
                nj_arg_board("board", board.p), nj_arg_board("plan", plan.p)));
    nj_str_fini(&plan);
    nj_str_fini(&board);
}

/* --- the album --- */

void nj_sh_album_to(const struct sh_out *o)
{
    const struct sh_state *s = nj_state_const(o->from);
    const struct sh_item *album = &s->item[ALBUM];
    uint8_t room = album->where == SH_IN_ROOM ? album->at : 0;

    if (album->where == SH_HELD)
        room = s->seat[album->at].room;
    if (room == 0)
        return;
    nj_sh_say_to(o, "sh.album", "SH-7.22",
                 NJ_ARGS(nj_sh_arg_room_for(o->from, o->seat, "room", room),
                         nj_arg_int("pos", s->pos_of[room])));
}

void nj_sh_album_tell(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_out o = {.m = m, .q = NULL, .from = m, .seat = s->brillo};

    NJ_ASSERT(s->brillo == NJ_SEAT_NONE || s->brillo < s->n);
    if (s->brillo != NJ_SEAT_NONE && nj_sh_is_living(s, s->brillo))
        nj_sh_album_to(&o);
}
