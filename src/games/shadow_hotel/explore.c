/*
 * Looking for rooms without going there: peek and locate (SH-5.21a, b).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/view.h"

/* One or two places; the first word that names none decides. */
struct peeked {
    enum sh_place_found found;
    uint8_t n;
    uint8_t room[2];
};

/* Length of a separator at the beginning of the text, or 0. */
static size_t separator(const char *text)
{
    static const char *const list[] = {" ", ",", "\uff0c", "\u3001"};

    for (size_t i = 0; i < NJ_COUNT(list); i++)
        if (strncmp(text, list[i], strlen(list[i])) == 0)
            return strlen(list[i]);
    return 0;
}

/* Names may have blanks in them, so every way to part the text is tried. */
static struct peeked find_peeked(const struct nj_match *m, nj_seat seat,
                                 const char *text)
{
    struct peeked p = {.n = 1};
    char first[NJ_ORDER_TEXT_MAX];
    size_t len = strlen(text);
    enum sh_place_found second;

    NJ_ASSERT(len < sizeof(first));
    p.found = nj_sh_find_place(m, seat, text, &p.room[0]);
    for (size_t i = 1; i < len && p.found == SH_PLACE_BAD; i++) {
        size_t gap = separator(text + i);

        if (gap == 0)
            continue;
        p.n = 2;
        memcpy(first, text, i);
        first[i] = '\0';
        p.found = nj_sh_find_place(m, seat, first, &p.room[0]);
        second = nj_sh_find_place(m, seat, text + i + gap, &p.room[1]);
        if (p.found != SH_PLACE_BAD && second != SH_PLACE_OK)
            p.found = second;
    }
    return p;
}

static const char *look_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[a->seat];
    const char *text = nj_input_text(a->in, 0);
    bool peeks = a->order == &nj_sh_peek;
    struct sh_meant *p = a->plan;
    enum sh_place_found found = SH_PLACE_OK;

    if (!s->opt.explore)
        return "sh.err.edition";
    if (peeks)
        found = find_peeked(m, a->seat, text).found;
    else
        p->room = nj_sh_find_room(m, text);
    if (found == SH_PLACE_BAD || (!peeks && p->room == 0))
        return "sh.err.args";
    NJ_ASSERT(peeks == (p->room == 0));
    if (me->looked)
        return "sh.err.used_already";
    if (!peeks && me->touched)
        return "sh.err.moved_already";
    if (me->steps == 0)
        return "sh.err.no_steps";
    return found == SH_PLACE_UNKNOWN ? "sh.err.room_unknown" : NULL;
}

/* The rest of the turn is spent on looking; in front of what is seen. */
static void spend_all(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(!s->seat[seat].looked);
    nj_sh_spend(s, seat, s->seat[seat].steps);
    s->seat[seat].looked = 1;
}

static void peek(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct peeked p = find_peeked(m, a->seat, nj_input_text(a->in, 0));
    int64_t cells[4];

    NJ_ASSERT(p.found == SH_PLACE_OK);
    spend_all(m, a->seat);
    for (size_t i = 0; i < p.n; i++)
        nj_sh_learn(s, a->seat, p.room[i]);
    say_peek(m, a->seat, nj_sh_view_rooms(m, p.room, p.n, cells));
    nj_sh_turn_over(m, a->seat);
}

static void locate(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->room > 0 && p->room < SH_PLACES);
    spend_all(m, a->seat);
    nj_sh_learn(s, a->seat, p->room);
    say_located(m, a->seat, nj_sh_arg_room(m, "room", p->room),
                s->pos_of[p->room], "SH-5.21b");
    nj_sh_turn_over(m, a->seat);
}

const struct nj_order nj_sh_peek = {SH_ACT_STEP, "SH-5.21a", look_fault, peek};
const struct nj_order nj_sh_locate = {SH_ACT_STEP, "SH-5.21b", look_fault,
                                      locate};
