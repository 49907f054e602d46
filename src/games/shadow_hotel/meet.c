/*
 * Who ends a round together (SH-12.6): the lists by which people in one room
 * talk, trade and take aim.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define ENTRY_BYTES (NJ_NAME_MAX + 8) /* "@16 NAME" */

void nj_sh_sort_named(struct sh_named *list, uint8_t n)
{
    for (uint8_t i = 1; i < n; i++) {
        struct sh_named one = list[i];
        uint8_t k = i;

        for (; k > 0 && strcmp(list[k - 1].name, one.name) > 0; k--)
            list[k] = list[k - 1];
        list[k] = one;
    }
}

uint8_t nj_sh_named_in_room(const struct nj_match *m, uint8_t room,
                            struct sh_named out[SH_SEATS_MAX], bool *shadow)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set here = nj_sh_here(s, room);
    nj_seat_set left = here & ~nj_bit(s->shadow);
    nj_seat seat;
    uint8_t n = 0;

    while (nj_sh_next(s, &left, &seat))
        out[n++] = (struct sh_named){nj_sh_name(m, seat), seat};
    *shadow = (here & nj_bit(s->shadow)) != 0;
    NJ_ASSERT(n + *shadow == nj_seat_count(here));
    nj_sh_sort_named(out, n);
    return n;
}

static void note(struct sh_state *s, nj_seat seat, int k)
{
    struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(who->meet == 0 && k <= s->n);
    who->meet = (uint8_t)k;
    who->meet_room = who->room;
    memcpy(who->listed, who->alias, sizeof(who->listed));
}

static void tell(struct nj_match *m, nj_seat seat, struct nj_arg names,
                 bool shadow)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[seat].meet > 0 && (shadow || seat != s->shadow));
    say_meet_list(m, seat, names, s->seat[seat].meet, shadow ? "here" : "none");
}

static void meet(struct nj_match *m, uint8_t room, bool told)
{
    struct sh_state *s = nj_state(m);
    struct sh_named in[SH_SEATS_MAX];
    char text[SH_SEATS_MAX][ENTRY_BYTES];
    const char *names[SH_SEATS_MAX];
    bool shadow;
    uint8_t n = nj_sh_named_in_room(m, room, in, &shadow);

    NJ_ASSERT(n + shadow >= 2);
    for (uint8_t i = 0; i < n; i++) {
        note(s, in[i].seat, i + 1);
        (void)snprintf(text[i], ENTRY_BYTES, "@%d %s", i + 1, in[i].name);
        names[i] = text[i];
    }
    if (shadow)
        note(s, s->shadow, n + 1);
    if (!told)
        return;
    if (shadow && s->seat[s->shadow].life == SH_ACTIVE &&
        s->brillo != NJ_SEAT_NONE && s->seat[s->brillo].room == room)
        say_meet_brillo(m, s->shadow, nj_sh_name(m, s->brillo), "SH-12.6");
    /* By seat: in what order they are told must not tell who ranks higher. */
    for (nj_seat i = 0; i < s->n; i++)
        if (i != s->shadow && s->seat[i].meet != 0 && s->seat[i].room == room)
            tell(m, i, nj_text_list(names, n), shadow);
    if (shadow)
        tell(m, s->shadow, nj_text_list(names, n), true);
}

void nj_sh_meetings(struct nj_match *m, bool told)
{
    struct sh_state *s = nj_state(m);
    uint8_t crowd[SH_PLACES] = {0}; /* by room; 0 counts who is nowhere */

    for (nj_seat i = 0; i < s->n; i++) {
        s->seat[i].meet = 0;
        s->seat[i].meet_room = 0;
        memset(s->seat[i].listed, 0, sizeof(s->seat[i].listed));
        crowd[s->seat[i].room]++;
    }
    for (uint8_t room = 1; room <= nj_sh_map(m)->n; room++)
        if (crowd[room] > 1)
            meet(m, room, told);
}
