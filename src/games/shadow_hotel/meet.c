/*
 * Who ends a round together (SH-12.6): the lists by which people in one room
 * talk, trade and take aim.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define ENTRY_BYTES (NJ_NAME_MAX + 8) /* "@16 NAME" */

struct list {
    nj_seat seat[SH_SEATS_MAX]; /* by name, without the shadow */
    uint8_t n;
    bool shadow;
    char text[SH_SEATS_MAX][ENTRY_BYTES];
    const char *names[SH_SEATS_MAX];
};

/* By name in the order of code points, which is that of the bytes; `in` is in
 * priority order, which equal names keep. */
static void sort_names(const struct nj_match *m, struct list *l)
{
    NJ_ASSERT(l->n <= SH_SEATS_MAX);
    for (uint8_t i = 1; i < l->n; i++) {
        nj_seat seat = l->seat[i];
        uint8_t k = i;

        while (k > 0 &&
               strcmp(nj_sh_name(m, l->seat[k - 1]), nj_sh_name(m, seat)) > 0) {
            l->seat[k] = l->seat[k - 1];
            k--;
        }
        l->seat[k] = seat;
    }
}

static void fill(const struct nj_match *m, const nj_seat *in, uint8_t n,
                 struct list *l)
{
    const struct sh_state *s = nj_state_const(m);

    l->n = 0;
    l->shadow = false;
    for (uint8_t i = 0; i < n; i++) {
        if (in[i] == s->shadow)
            l->shadow = true;
        else
            l->seat[l->n++] = in[i];
    }
    sort_names(m, l);
    for (uint8_t i = 0; i < l->n; i++) {
        (void)snprintf(l->text[i], ENTRY_BYTES, "@%d %s", i + 1,
                       nj_sh_name(m, l->seat[i]));
        l->names[i] = l->text[i];
    }
    NJ_ASSERT(l->n + l->shadow == n);
}

static void note(struct sh_state *s, nj_seat seat, uint8_t k)
{
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    who->meet = k;
    who->meet_room = who->room;
    memcpy(who->listed, who->alias, sizeof(who->listed));
}

static void tell(struct nj_match *m, nj_seat seat, const struct list *l)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[seat].meet > 0);
    nj_sh_tell(m, seat, "sh.meet.list", "SH-12.6",
               NJ_ARGS(nj_arg_texts("names", l->names, l->n),
                       nj_arg_int("me", s->seat[seat].meet),
                       nj_arg_word("shadow", l->shadow ? "here" : "none")));
}

static void meet(struct nj_match *m, const nj_seat *in, uint8_t n)
{
    struct sh_state *s = nj_state(m);
    uint8_t room = s->seat[in[0]].room;
    struct list l;

    NJ_ASSERT(n >= 2);
    fill(m, in, n, &l);
    for (uint8_t i = 0; i < l.n; i++)
        note(s, l.seat[i], (uint8_t)(i + 1));
    if (l.shadow)
        note(s, s->shadow, n);
    if (s->seat[s->shadow].life == SH_ACTIVE && l.shadow &&
        s->brillo != NJ_SEAT_NONE && s->seat[s->brillo].room == room)
        nj_sh_tell(m, s->shadow, "sh.meet.brillo", "SH-12.6",
                   NJ_ARGS(nj_sh_arg_name(m, "name", s->brillo)));
    /* By seat: in what order they are told must not tell who ranks higher. */
    for (nj_seat i = 0; i < s->n; i++)
        if (i != s->shadow && s->seat[i].meet != 0 && s->seat[i].room == room)
            tell(m, i, &l);
    if (l.shadow)
        tell(m, s->shadow, &l);
}

void nj_sh_meetings(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    nj_seat in[SH_SEATS_MAX];

    for (nj_seat i = 0; i < s->n; i++) {
        s->seat[i].meet = 0;
        s->seat[i].meet_room = 0;
        memset(s->seat[i].listed, 0, sizeof(s->seat[i].listed));
    }
    for (uint8_t room = 1; room <= nj_sh_map(m)->n; room++) {
        uint8_t n = nj_sh_in_room(s, room, in);

        if (n >= 2)
            meet(m, in, n);
    }
    NJ_ASSERT(s->n <= SH_SEATS_MAX);
}
