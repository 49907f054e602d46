/*
 * What a seat sees of its room (SH-12.2) and of the whole building. A
 * picture's notation holds what the words beside it say, and the building,
 * which is public.
 */
#include "games/shadow_hotel/view.h"

#include "base/bug.h"
#include "games/shadow_hotel/plan.h"

#define UNNAMED 100 /* + room: its number, for a hotel of the owner's own */

static const struct nj_row_form way_form =
    NJ_ROW_FORM("%:%:%", ',', {"pos", NJ_ARG_INT, false},
                {"way", NJ_ARG_WORD, false}, {"room", NJ_ARG_WORD, false});

static const struct nj_row_form room_form = NJ_ROW_FORM(
    "%=%", ',', {"pos", NJ_ARG_INT, false}, {"room", NJ_ARG_WORD, false});

static const struct nj_row_form pos_form =
    NJ_ROW_FORM("%", ',', {"pos", NJ_ARG_INT, false});

int64_t nj_sh_room_cell(const struct nj_match *m, uint8_t room)
{
    NJ_ASSERT(room < SH_PLACES);
    return room != 0 && nj_sh_map(m)->head.name[0] != '\0' ? UNNAMED + room
                                                           : room;
}

/* --- parts of a view --- */

struct nj_arg nj_sh_view_ways(const struct nj_match *m, nj_seat seat,
                              int64_t cells[SH_WAY_CELLS])
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t pos[SH_PLACES], way[SH_PLACES];
    uint8_t n = nj_sh_neighbours(s, nj_sh_map(m), s->seat[seat].room, pos, way);

    NJ_ASSERT(n < SH_PLACES);
    for (uint8_t i = 0; i < n; i++) {
        uint8_t to = s->room_at[pos[i]];

        NJ_ROW_PUT(cells, i, pos[i], way[i],
                   nj_sh_knows(s, seat, to) ? nj_sh_room_cell(m, to) : 0);
    }
    return nj_rows(&way_form, cells, n);
}

struct nj_arg nj_sh_view_rooms(const struct nj_match *m, const uint8_t *rooms,
                               uint8_t n, int64_t *cells)
{
    NJ_ASSERT(n <= SH_ROOMS_MAX);
    for (uint8_t i = 0; i < n; i++)
        NJ_ROW_PUT(cells, i, nj_sh_now(m)->pos_of[rooms[i]],
                   nj_sh_room_cell(m, rooms[i]));
    return nj_rows(&room_form, cells, n);
}

uint8_t nj_sh_view_blocked_to(const struct nj_match *m, nj_seat seat,
                              uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);
    const struct sh_item *bear = &s->item[SH_ITEM_BEAR];
    uint8_t to;

    if (bear->where != SH_BLOCKING || !nj_sh_passage_open(s, map, bear->at))
        return 0;
    to = nj_sh_passage_leads(s, map, bear->at, room);
    NJ_ASSERT(to == 0 || to != room);
    if (to == 0 || (bear->at == map->jump && !nj_sh_knows(s, seat, to)))
        return 0;
    return s->pos_of[to];
}

/* ... if the seat has put it there or run into it. */
static uint8_t known_block(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[seat];

    NJ_ASSERT(nj_sh_is_living(s, seat));
    return me->bumped == s->item[SH_ITEM_BEAR].at + 1
               ? nj_sh_view_blocked_to(m, seat, me->room)
               : 0;
}

struct nj_arg nj_sh_view_bears(uint8_t pos, int64_t cell[1])
{
    cell[0] = pos;
    return nj_rows(&pos_form, cell, pos != 0 ? 1 : 0);
}

const char *nj_sh_others_word(const struct nj_asker *to)
{
    const struct sh_state *s = nj_state_const(to->from);
    nj_seat seat = to->seat;

    if (!nj_sh_is_present(s, seat))
        return "out";
    return nj_sh_here(s, s->seat[seat].room) == nj_bit(seat) ? "no" : "yes";
}

/* --- pictures --- */

static void begin_board(const struct nj_match *m, bool rotated,
                        struct nj_str *out)
{
    NJ_ASSERT(out->len == 0);
    nj_str_addf(out, "c%d;m%s", rotated ? 1 : 0, nj_sh_map(m)->head.name);
}

struct sh_drawn nj_sh_drawn_begin(const struct nj_match *m, bool rotated)
{
    struct sh_drawn d = {NJ_STR_INIT(SH_BOARD_MAX), NJ_STR_INIT(SH_PLAN_BYTES)};

    nj_sh_plan_put(nj_sh_map(m), rotated, &d.plan);
    begin_board(m, rotated, &d.board);
    return d;
}

void nj_sh_drawn_end(struct sh_drawn *d)
{
    NJ_ASSERT(!d->board.over && !d->plan.over);
    nj_str_fini(&d->plan);
    nj_str_fini(&d->board);
}

static void put_known(const struct nj_match *m, nj_seat seat,
                      struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(nj_sh_is_living(s, seat));
    if (!s->opt.explore) {
        nj_str_puts(out, ";all");
        return;
    }
    for (unsigned p = 1; p <= SH_ROOMS_MAX; p++)
        if (nj_sh_knows(s, seat, s->room_at[p]))
            nj_str_addf(out, ";k%u=%u", p, (unsigned)s->room_at[p]);
}

/* What the seat itself knows of the building. */
static void put_own(const struct nj_match *m, nj_seat seat, struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = s->seat[seat].room;
    unsigned here = room == 0 ? 0 : s->pos_of[room];
    uint8_t block = known_block(m, seat);
    const struct sh_item *tele = &s->item[SH_ITEM_TELESCOPE];

    if (room != 0)
        nj_str_addf(out, ";@%u", here);
    put_known(m, seat, out);
    if (block != 0)
        nj_str_addf(out, ";b%u-%u", here, (unsigned)block);
    if (tele->where == SH_HELD && tele->at == seat && s->watch != 0)
        nj_str_addf(out, ";t%u", (unsigned)s->watch);
    if (s->opt.exit_reveal_round != 0 && s->round > s->opt.exit_reveal_round)
        nj_str_addf(out, ";x%u",
                    (unsigned)s->pos_of[nj_sh_special(m, SH_LOBBY)]);
}

/* The building as everybody may know it. */
static struct sh_drawn public_plan(const struct nj_match *m, bool rotated)
{
    struct sh_drawn d = nj_sh_drawn_begin(m, rotated);

    if (!nj_sh_now(m)->opt.explore)
        nj_str_puts(&d.board, ";all");
    return d;
}

void nj_sh_first_round(struct nj_match *m, int64_t deadline)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_drawn d = public_plan(m, s->rotated != 0);

    NJ_ASSERT(s->round == 0 && s->stage == SH_RUNNING);
    say_round_first(m, s->round, nj_sh_side_word(s), deadline, d.board.p,
                    d.plan.p);
    nj_sh_drawn_end(&d);
}

void nj_sh_map_to(const struct nj_asker *to, bool mine)
{
    const struct nj_match *m = to->from;
    const struct sh_state *s = nj_state_const(m);
    struct sh_drawn d =
        mine ? nj_sh_drawn_begin(m, s->rotated) : public_plan(m, false);

    NJ_ASSERT(!mine || to->seat != NJ_SEAT_NONE);
    if (mine)
        put_own(m, to->seat, &d.board);
    if (nj_sh_map(m)->head.name[0] == '\0')
        say_map(to, d.board.p, d.plan.p);
    else
        say_map_own(to, d.board.p, d.plan.p);
    nj_sh_drawn_end(&d);
}

/* --- the own room --- */

void nj_sh_view_to(const struct nj_asker *to)
{
    static const char *const stops[] = {"none", "round", "forced"};
    const struct nj_match *m = to->from;
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[to->seat];
    struct nj_str board = NJ_STR_INIT(SH_BOARD_MAX);
    int64_t ways[SH_WAY_CELLS];
    int64_t bear[1];
    char items[SH_WORDS_BYTES];

    NJ_ASSERT(me->room != 0 && me->stop < NJ_COUNT(stops));
    nj_sh_items_lying(m, me->room, items);
    begin_board(m, s->rotated != 0, &board); /* no picture of each step */
    say_step(to, nj_sh_arg_room(m, "room", me->room), s->pos_of[me->room],
             me->steps, nj_sh_mech_here(m, me->room), items,
             nj_sh_view_ways(m, to->seat, ways),
             nj_sh_view_bears(known_block(m, to->seat), bear),
             nj_sh_others_word(to), stops[me->stop], board.p);
    nj_str_fini(&board);
}

void nj_sh_view(struct nj_match *m, nj_seat seat)
{
    const struct nj_asker to = nj_asker_seat(m, seat);

    nj_sh_view_to(&to);
}

void nj_sh_view_round(struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_asker to = nj_asker_seat(m, seat);
    uint8_t room = s->seat[seat].room;
    char items[SH_WORDS_BYTES];

    NJ_ASSERT(nj_sh_is_present(s, seat));
    if (nj_sh_own_round(s, seat)) {
        nj_sh_turn_tell(m, seat);
        nj_sh_view_to(&to);
        return;
    }
    nj_sh_items_lying(m, room, items);
    say_waits(m, seat, nj_sh_side_word(s), nj_sh_arg_room(m, "room", room),
              s->pos_of[room], nj_sh_others_word(&to), items);
}
