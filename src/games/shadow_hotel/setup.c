/*
 * The start: options (SH-14), all draws in the order of SH-3.2, what lies
 * where, and the opening messages (SH-3.5, 3.7).
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/lines.h"
#include "games/shadow_hotel/plan.h"

/* --- options --- */

bool nj_sh_steps_read(const char *text, uint8_t steps[3])
{
    struct nj_piece rest = nj_piece_of(text);
    struct nj_piece word;
    uint8_t read[3];
    int n = 0;

    while ((word = nj_piece_word(&rest, " ,/")).n > 0) {
        bool digits = nj_piece_only(word, "0123456789");
        unsigned long v = digits ? strtoul(word.p, NULL, 10) : 0;

        if (n == 3 || v < 1 || v > SH_STEPS_MAX)
            return false;
        read[n++] = (uint8_t)v;
    }
    if (n == 3)
        memcpy(steps, read, sizeof(read));
    return n == 3 || n == 0;
}

static void set_steps(const struct nj_match *m, const char *option,
                      const char *usual, uint8_t steps[3])
{
    bool ok = nj_sh_steps_read(usual, steps) &&
              nj_sh_steps_read(nj_option_text(m, option), steps);

    NJ_ASSERT(ok); /* check_options() has read them before */
    (void)ok;
}

void nj_sh_settings(const struct nj_match *m, struct sh_state *s)
{
    s->opt.level = strcmp(nj_edition(m), "level-4016") == 0;
    set_steps(m, "steps_shadow", "3,5,7", s->opt.steps_shadow);
    set_steps(m, "steps_other", "2,3,4", s->opt.steps_other);
    s->opt.built_in = nj_option_text(m, "map")[0] == '\0';
    NJ_ASSERT(s->opt.explore || !s->opt.shuffle_rooms);
}

/* --- without a draw --- */

static struct sh_item lying(uint8_t room)
{
    NJ_ASSERT(room > 0 && room < SH_PLACES);
    return (struct sh_item){.where = SH_IN_ROOM, .at = room};
}

/* SH-3.3, but for keys and album. */
static void lay_items(const struct nj_match *m, struct sh_state *s)
{
    uint8_t supply = nj_sh_item_start(m, SH_DISGUISE);

    memset(s->item, 0, sizeof(s->item));
    for (int kind = SH_PISTOL; kind < SH_DISGUISE; kind++) {
        uint8_t room = nj_sh_item_start(m, (enum sh_kind)kind);

        if (room != 0)
            s->item[SH_ITEM_SINGLE + kind] = lying(room);
    }
    s->item[SH_ITEM_PISTOL] =
        (struct sh_item){.where = SH_HELD, .at = s->shadow};
    s->item[SH_ITEM_DISGUISE] = lying(supply); /* classic has one */
    for (uint8_t k = 0; k < SH_SEATS_MAX && s->opt.supply; k++)
        s->item[SH_ITEM_DISGUISE + k] =
            (struct sh_item){.where = SH_SUPPLY, .at = supply};
    NJ_ASSERT(s->item[SH_ITEM_ENERGY].where == SH_NOWHERE);
}

void nj_sh_fresh(const struct nj_match *m, struct sh_state *s)
{
    NJ_ASSERT(s->shadow < s->n && s->n <= SH_SEATS_MAX);
    s->total = s->n;
    for (uint8_t i = 1; i < SH_PLACES; i++) {
        s->room_at[i] = i;
        s->pos_of[i] = i;
    }
    lay_items(m, s);
    s->phase = 1;
    s->power = 1;
    s->bullet = 1;
    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].offer_to = SH_OFFER_NONE;
}

/* --- draws --- */

/* SH-1.11. */
static bool with_brillo(const struct sh_state *s)
{
    enum {
        AUTO,
        ON
    };

    NJ_ASSERT(s->n > 3 || s->opt.brillo != ON); /* check_options() */
    return s->opt.brillo == ON || (s->opt.brillo == AUTO && s->n >= 8);
}

/* S1, S2. */
static void draw_roles(struct nj_match *m, struct sh_state *s)
{
    uint8_t seats[SH_SEATS_MAX];
    uint8_t first, n;

    for (nj_seat i = 0; i < s->n; i++)
        seats[i] = i;
    nj_shuffle_u8(m, seats, s->n);
    s->shadow = seats[0];
    s->brillo = with_brillo(s) ? seats[1] : NJ_SEAT_NONE;
    s->seat[s->shadow].role = SH_SHADOW;
    if (s->brillo != NJ_SEAT_NONE)
        s->seat[s->brillo].role = SH_BRILLO;
    s->order[0] = s->brillo;
    n = first = s->brillo != NJ_SEAT_NONE;
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].role == SH_PLAYER)
            s->order[n++] = i;
    nj_shuffle_u8(m, s->order + first, n - first);
    NJ_ASSERT(n == s->n - 1);
    s->order[n] = s->shadow;
    for (uint8_t i = 0; i < s->n; i++)
        s->seat[s->order[i]].rank = i;
}

void nj_sh_rooms_draw(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    uint8_t n = nj_sh_map(m)->n;

    for (uint8_t i = 1; i <= n; i++)
        s->room_at[i] = i;
    nj_shuffle_u8(m, s->room_at + 1, n);
    for (uint8_t i = 1; i <= n; i++)
        s->pos_of[s->room_at[i]] = i;
    NJ_ASSERT(s->room_at[0] == 0 && s->pos_of[0] == 0);
}

/* S4. */
static void draw_spawns(struct nj_match *m, struct sh_state *s)
{
    uint8_t n = nj_sh_map(m)->n;

    for (nj_seat i = 0; i < s->n; i++) {
        uint8_t room = s->room_at[nj_random(m, n) + 1];

        NJ_ASSERT(room > 0 && room <= n);
        s->seat[i].room = room;
        nj_sh_learn(s, i, room);
    }
    if (s->opt.exit_reveal_round > 0) /* SH-10.13 */
        nj_sh_learn(s, s->shadow, nj_sh_special(m, SH_LOBBY));
}

/* S5: may a key begin there? */
static bool fits_key(const struct nj_match *m, const struct sh_state *s,
                     uint8_t room)
{
    const struct sh_map *map = nj_sh_map(m);
    uint8_t lobby = s->pos_of[nj_sh_special(m, SH_LOBBY)];
    uint8_t floor = map->position[room].floor;

    NJ_ASSERT(room >= 1 && room <= map->n);
    if (s->opt.key_far)
        return nj_sh_map_distance(map, lobby, s->pos_of[room], false) >
               SH_KEYS_FAR;
    return floor >= 3 && floor <= 6;
}

static void draw_keys(struct nj_match *m, struct sh_state *s)
{
    uint8_t rooms[SH_PLACES];
    uint8_t n = 0;
    uint8_t last = nj_sh_map(m)->n;

    for (uint8_t room = 1; room <= last; room++)
        if (fits_key(m, s, room))
            rooms[n++] = room;
    /* A hotel of the owner's own may have too little above: then anywhere. */
    for (uint8_t room = 1; n < s->opt.key_count && room <= last; room++)
        if (!fits_key(m, s, room))
            rooms[n++] = room;
    NJ_ASSERT(n >= s->opt.key_count);
    for (uint8_t k = 0; k < s->opt.key_count; k++) {
        uint32_t i = nj_random(m, n);

        s->item[SH_ITEM_KEY + k] = lying(rooms[i]);
        n--;
        memmove(rooms + i, rooms + i + 1, n - i);
    }
}

/* S6. */
static void draw_album(struct nj_match *m, struct sh_state *s)
{
    if (s->brillo == NJ_SEAT_NONE)
        return;
    s->album_room = (uint8_t)(nj_random(m, nj_sh_map(m)->n) + 1);
    s->album_pos = s->pos_of[s->album_room];
    s->item[SH_ITEM_ALBUM] = lying(s->album_room);
}

/* --- opening messages --- */

static const struct nj_row_form rooms_form =
    NJ_ROW_FORM("%", ',', {"room", NJ_ARG_INT, false});
static const struct nj_row_form spawns_form = NJ_ROW_FORM(
    "%@%", ',', {"seat", NJ_ARG_SEAT, false}, {"room", NJ_ARG_INT, false});

/* The building, for the picture of the course. */
static void record_plan(struct nj_match *m, const struct sh_state *s)
{
    struct nj_str board = NJ_STR_INIT(NJ_DATA_NAME_MAX + 8);
    struct nj_str plan = NJ_STR_INIT(SH_PLAN_BYTES);

    nj_str_addf(&board, "m%s%s", nj_sh_map(m)->head.name,
                s->opt.shuffle_rooms ? "" : ";all");
    nj_sh_plan_put(nj_sh_map(m), false, &plan);
    say_plan(m, board.p, plan.p);
    nj_str_fini(&board);
    nj_str_fini(&plan);
}

static void record_setup(struct nj_match *m, const struct sh_state *s)
{
    int64_t rooms[SH_ROOMS_MAX];
    int64_t spawns[2 * SH_SEATS_MAX];
    int64_t keys[SH_KEYS_MAX];
    uint8_t n = nj_sh_map(m)->n;

    NJ_ASSERT(n == SH_ROOMS_MAX && s->opt.key_count <= SH_KEYS_MAX);
    for (uint8_t i = 0; i < n; i++)
        rooms[i] = s->room_at[i + 1];
    for (nj_seat i = 0; i < s->n; i++)
        NJ_ROW_PUT(spawns, i, i, s->seat[i].room);
    for (uint8_t i = 0; i < s->opt.key_count; i++)
        keys[i] = s->item[SH_ITEM_KEY + i].at;
    record_plan(m, s);
    say_setup(m, nj_rows(&rooms_form, rooms, n),
              nj_rows(&spawns_form, spawns, s->n),
              nj_rows(&rooms_form, keys, s->opt.key_count), s->album_room);
}

static void tell_role(struct nj_match *m, const struct sh_state *s,
                      nj_seat seat)
{
    const struct sh_seat *who = &s->seat[seat];
    struct sh_seat_list names;
    char items[SH_WORDS_BYTES];

    NJ_ASSERT(s->room_at[s->pos_of[who->room]] == who->room);
    nj_sh_items_held(m, seat, items);
    say_role(m, seat, nj_sh_role_word((enum sh_role)who->role),
             nj_sh_arg_room(m, "room", who->room), s->pos_of[who->room],
             nj_sh_steps_of(s, seat), items, nj_sh_names(m, &names));
    if (seat == s->brillo)
        nj_sh_album_tell(m);
}

/* SH-3.7. Roles come first: with them a seat hears the names. */
static void tell_start(struct nj_match *m, const struct sh_state *s)
{
    NJ_ASSERT(s->phase == 1 && s->round == 0);
    for (nj_seat i = 0; i < s->n; i++)
        tell_role(m, s, i);
    if (s->opt.hosted)
        say_host_guide(m);
    say_start_shadow(m, nj_sh_name(m, s->shadow));
    say_phase(m, 1, s->opt.steps_shadow[0], s->opt.steps_other[0]);
    say_start(m);
}

int nj_sh_start(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(in->kind == NJ_IN_START);
    NJ_ASSERT(s->n == 0);
    s->n = nj_seats(m);
    nj_sh_settings(m, s);
    draw_roles(m, s);
    nj_sh_fresh(m, s);
    if (s->opt.shuffle_rooms)
        nj_sh_rooms_draw(m);
    draw_spawns(m, s);
    draw_keys(m, s);
    draw_album(m, s);
    record_setup(m, s);
    tell_start(m, s);
    nj_sh_spawn_begin(m);
    return 0;
}
