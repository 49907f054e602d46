/*
 * What a seat sees of its room (SH-12.2) and of the whole building. A
 * picture's notation holds what the words beside it say, and the building,
 * which is public.
 */
#include "games/shadow_hotel/view.h"

#include "base/bug.h"
#include "games/shadow_hotel/plan.h"

#define BEAR      (SH_ITEM_SINGLE + SH_BEAR)
#define TELESCOPE (SH_ITEM_SINGLE + SH_TELESCOPE)
#define UNNAMED   100 /* + room: its number, for a hotel of the owner's own */

static const struct nj_row_form way_form = {
    .canon = "%:%:%",
    .sep = ',',
    .fields = 3,
    .field = {{"pos", NJ_ARG_INT, false},
              {"way", NJ_ARG_WORD, false},
              {"room", NJ_ARG_WORD, false}}};

static const struct nj_row_form pos_form = {
    .canon = "%",
    .sep = ',',
    .fields = 1,
    .field = {{"pos", NJ_ARG_INT, false}}};

void nj_sh_say_to(const struct sh_out *o, const char *key, const char *clause,
                  struct nj_args args)
{
    NJ_ASSERT((o->q == NULL) != (o->m == NULL));
    if (o->q != NULL)
        nj_answer(o->q, key, clause, args);
    else if (o->host)
        nj_emit(o->m, nj_to_host(), key, clause, args);
    else
        nj_sh_tell(o->m, o->seat, key, clause, args);
}

int64_t nj_sh_room_cell(const struct nj_match *m, uint8_t room)
{
    NJ_ASSERT(room < SH_PLACES);
    return room != 0 && nj_sh_map(m)->head.name[0] != '\0' ? UNNAMED + room
                                                           : room;
}

/* --- parts of a view --- */

static uint32_t put_ways(const struct nj_match *m, nj_seat seat, uint8_t room,
                         int64_t cells[SH_PLACES * 3])
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t pos[SH_PLACES];
    uint8_t way[SH_PLACES];
    uint8_t n = nj_sh_neighbours(s, nj_sh_map(m), room, pos, way);

    NJ_ASSERT(n < SH_PLACES);
    for (uint8_t i = 0; i < n; i++) {
        uint8_t to = s->room_at[pos[i]];
        int64_t *row = cells + (size_t)3 * i;

        row[0] = pos[i];
        row[1] = way[i];
        row[2] = nj_sh_knows(s, seat, to) ? nj_sh_room_cell(m, to) : 0;
    }
    return n;
}

/* Where the passage leads that the bear blocks here: a position, or 0 if it
 * blocks none. The lobby's below a jump is told to who knows it. */
uint8_t nj_sh_view_blocked_to(const struct nj_match *m, nj_seat seat,
                              uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);
    const struct sh_item *bear = &s->item[BEAR];
    uint8_t to;

    NJ_ASSERT(room <= map->n);
    if (bear->where != SH_BLOCKING || !nj_sh_passage_open(s, map, bear->at))
        return 0;
    to = nj_sh_passage_leads(s, map, bear->at, room);
    if (to == 0 || (bear->at == map->jump && !nj_sh_knows(s, seat, to)))
        return 0;
    return s->pos_of[to];
}

/* ... if the seat has put it there or run into it. */
static uint8_t known_block(const struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    if (s->item[BEAR].where != SH_BLOCKING ||
        s->seat[seat].bumped != s->item[BEAR].at + 1)
        return 0;
    return nj_sh_view_blocked_to(m, seat, room);
}

struct nj_arg nj_sh_view_bears_arg(uint8_t pos, int64_t cell[1])
{
    cell[0] = pos;
    return nj_arg_rows("bears", &pos_form, cell, pos != 0 ? 1 : 0);
}

static bool has_company(const struct sh_state *s, nj_seat seat)
{
    nj_seat here[SH_SEATS_MAX];

    NJ_ASSERT(seat < s->n);
    return s->seat[seat].room != 0 &&
           nj_sh_in_room(s, s->seat[seat].room, here) > 1;
}

const char *nj_sh_others_word(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    if (!nj_sh_is_present(s, seat))
        return "out";
    return has_company(s, seat) ? "yes" : "no";
}

/* --- pictures --- */

static void put_token(struct nj_str *out, char what, unsigned pos)
{
    NJ_ASSERT(what != '\0');
    nj_str_addf(out, ";%c%u", what, pos);
}

void nj_sh_view_board_begin(const struct nj_match *m, bool rotated,
                            struct nj_str *out)
{
    const struct sh_map *map = nj_sh_map(m);

    NJ_ASSERT(out->len == 0);
    nj_str_addf(out, "c%d;m%s", rotated ? 1 : 0, map->head.name);
}

static void put_known(const struct nj_match *m, nj_seat seat,
                      struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t n = nj_sh_map(m)->n;

    NJ_ASSERT(seat < s->n);
    if (!s->opt.explore) {
        nj_str_puts(out, ";all");
        return;
    }
    for (unsigned p = 1; p <= n; p++)
        if (nj_sh_knows(s, seat, s->room_at[p]))
            nj_str_addf(out, ";k%u=%u", p, (unsigned)s->room_at[p]);
}

static void put_block(const struct nj_match *m, nj_seat seat,
                      struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = s->seat[seat].room;
    uint8_t to = known_block(m, seat, room);

    NJ_ASSERT(room != 0);
    if (to != 0)
        nj_str_addf(out, ";b%u-%u", (unsigned)s->pos_of[room], (unsigned)to);
}

/* What the seat itself knows of the building. */
static void board_of(const struct nj_match *m, nj_seat seat, struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = s->seat[seat].room;
    const struct sh_item *tele = &s->item[TELESCOPE];

    nj_sh_view_board_begin(m, s->rotated != 0, out);
    if (room != 0)
        put_token(out, '@', s->pos_of[room]);
    put_known(m, seat, out);
    if (room != 0)
        put_block(m, seat, out);
    if (tele->where == SH_HELD && tele->at == seat && s->watch != 0)
        put_token(out, 't', s->watch);
    if (s->opt.exit_reveal_round != 0 && s->round > s->opt.exit_reveal_round)
        put_token(out, 'x', s->pos_of[nj_sh_special(m, SH_LOBBY)]);
    NJ_ASSERT(!out->over);
}

void nj_sh_map_to(const struct sh_out *o, bool mine)
{
    const struct sh_state *s = nj_state_const(o->from);
    struct nj_str board = NJ_STR_INIT(SH_BOARD_MAX);
    struct nj_str plan = NJ_STR_INIT(SH_PLAN_BYTES);

    NJ_ASSERT(s->n > 0);
    nj_sh_plan_put(nj_sh_map(o->from), mine && s->rotated, &plan);
    if (mine) {
        board_of(o->from, o->seat, &board);
    } else {
        nj_sh_view_board_begin(o->from, false, &board);
        if (!s->opt.explore)
            nj_str_puts(&board, ";all");
    }
    nj_sh_say_to(
        o, nj_sh_map(o->from)->head.name[0] == '\0' ? "sh.map" : "sh.map_own",
        "SH-13.1",
        NJ_ARGS(nj_arg_board("board", board.p), nj_arg_board("plan", plan.p)));
    nj_str_fini(&plan);
    nj_str_fini(&board);
}

/* --- the own room --- */

void nj_sh_view_to(const struct sh_out *o)
{
    static const char *const stops[] = {"none", "round", "forced"};
    const struct nj_match *m = o->from;
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *me = &s->seat[o->seat];
    struct nj_str board = NJ_STR_INIT(SH_BOARD_MAX);
    int64_t ways[SH_PLACES * 3];
    int64_t bear[1];
    char mechs[64];
    char items[256];
    uint32_t n;

    NJ_ASSERT(me->room != 0);
    NJ_ASSERT(me->stop < NJ_COUNT(stops));
    n = put_ways(m, o->seat, me->room, ways);
    nj_sh_mechs_here(m, me->room, mechs);
    nj_sh_items_lying(m, me->room, items);
    nj_sh_view_board_begin(m, s->rotated != 0,
                           &board); /* no picture of each step */
    nj_sh_say_to(
        o, "sh.step", "SH-12.2",
        NJ_ARGS(nj_sh_arg_room(m, "room", me->room),
                nj_arg_int("pos", s->pos_of[me->room]),
                nj_arg_int("steps", me->steps),
                nj_arg_words("mechanisms", mechs), nj_arg_words("items", items),
                nj_arg_rows("ways", &way_form, ways, n),
                nj_sh_view_bears_arg(known_block(m, o->seat, me->room), bear),
                nj_arg_word("others", nj_sh_others_word(s, o->seat)),
                nj_arg_word("stop", stops[me->stop]),
                nj_arg_board("board", board.p)));
    nj_str_fini(&board);
}

void nj_sh_view(struct nj_match *m, nj_seat seat)
{
    const struct sh_out o = {.m = m, .q = NULL, .from = m, .seat = seat};

    nj_sh_view_to(&o);
}
