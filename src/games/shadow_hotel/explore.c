/*
 * Looking for rooms without going there: peek and locate (SH-5.21a, b).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- peek --- */

static const struct nj_row_form places = {
    .canon = "%=%",
    .sep = ',',
    .fields = 2,
    .field = {{"pos", NJ_ARG_INT, false}, {"room", NJ_ARG_WORD, false}}};

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

/* The text as two places, parted at `at`. */
static struct peeked find_two(const struct nj_match *m, nj_seat seat,
                              const char *text, size_t at, size_t gap)
{
    struct peeked p = {.n = 2};
    char first[NJ_ORDER_TEXT_MAX];
    enum sh_place_found second;

    NJ_ASSERT(at < sizeof(first));
    memcpy(first, text, at);
    first[at] = '\0';
    p.found = nj_sh_find_place(m, seat, first, &p.room[0]);
    second = nj_sh_find_place(m, seat, text + at + gap, &p.room[1]);
    if (p.found != SH_PLACE_BAD && second != SH_PLACE_OK)
        p.found = second;
    return p;
}

/* Names may have blanks in them, so every way to part the text is tried. */
static struct peeked find_peeked(const struct nj_match *m, nj_seat seat,
                                 const char *text)
{
    struct peeked p = {.n = 1};
    size_t len = strlen(text);

    NJ_ASSERT(len < NJ_ORDER_TEXT_MAX);
    p.found = nj_sh_find_place(m, seat, text, &p.room[0]);
    for (size_t i = 1; i < len && p.found == SH_PLACE_BAD; i++)
        if (separator(text + i) != 0)
            p = find_two(m, seat, text, i, separator(text + i));
    return p;
}

static const char *peek_fault(const struct sh_state *s, nj_seat seat,
                              const struct peeked *p)
{
    NJ_ASSERT(seat < s->n);
    if (!s->opt.explore)
        return "sh.err.edition";
    if (p->found == SH_PLACE_BAD)
        return "sh.err.args";
    if (s->seat[seat].looked)
        return "sh.err.used_already";
    if (s->seat[seat].steps == 0)
        return "sh.err.no_steps";
    return p->found == SH_PLACE_UNKNOWN ? "sh.err.room_unknown" : NULL;
}

/* The rest of the turn is spent on looking. */
static void spend_all(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(seat < s->n);
    nj_sh_spend(s, seat, s->seat[seat].steps);
    s->seat[seat].looked = 1;
}

int nj_sh_peek(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    int64_t cells[4];
    struct peeked p;
    const char *fault;

    if (refused != 0)
        return refused;
    p = find_peeked(m, in->seat, nj_sh_text(in, 0));
    fault = peek_fault(s, in->seat, &p);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.21a");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    spend_all(m, in->seat);
    for (size_t i = 0; i < p.n; i++) {
        nj_sh_learn(s, in->seat, p.room[i]);
        cells[2 * i] = s->pos_of[p.room[i]];
        cells[2 * i + 1] = nj_sh_room_cell(m, p.room[i]);
    }
    nj_sh_tell(m, in->seat, "sh.peek", "SH-5.21a",
               NJ_ARGS(nj_arg_rows("places", &places, cells, p.n)));
    nj_sh_turn_over(m, in->seat);
    return nj_sh_done(m);
}

/* --- locate --- */

static const char *locate_fault(const struct sh_state *s, nj_seat seat,
                                uint8_t room)
{
    NJ_ASSERT(seat < s->n);
    if (!s->opt.explore)
        return "sh.err.edition";
    if (room == 0)
        return "sh.err.args";
    if (s->seat[seat].looked)
        return "sh.err.used_already";
    if (s->seat[seat].touched)
        return "sh.err.moved_already";
    return s->seat[seat].steps == 0 ? "sh.err.no_steps" : NULL;
}

int nj_sh_locate(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_STEP);
    uint8_t room = nj_sh_find_room(m, nj_sh_text(in, 0));
    const char *fault;

    if (refused != 0)
        return refused;
    fault = locate_fault(s, in->seat, room);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.21b");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    spend_all(m, in->seat);
    nj_sh_learn(s, in->seat, room);
    nj_sh_tell(m, in->seat, "sh.located", "SH-5.21b",
               NJ_ARGS(nj_sh_arg_room(m, "room", room),
                       nj_arg_int("pos", s->pos_of[room])));
    nj_sh_turn_over(m, in->seat);
    return nj_sh_done(m);
}
