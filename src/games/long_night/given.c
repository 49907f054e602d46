/*
 * The words of scenarios (LN-14.2): boards from `given:`, states as in
 * `end:`. What needs an option implies it.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/long_night/long_night.h"

/* A clause being read, word by word. */
struct reader {
    struct nj_match *m;
    struct ln_state *s;
    const char *at;
};

static bool read_number(struct reader *r, unsigned *out)
{
    unsigned v = 0;

    NJ_ASSERT(r->at != NULL);
    r->at += strspn(r->at, " ");
    if (*r->at < '0' || *r->at > '9')
        return false;
    while (*r->at >= '0' && *r->at <= '9' && v < 10000)
        v = v * 10 + (unsigned)(*r->at++ - '0');
    *out = v;
    NJ_ASSERT(v < 100000);
    return true;
}

/* "r,c" on the board. */
static bool read_cell(struct reader *r, uint8_t *cell)
{
    unsigned row;
    unsigned col;

    if (!read_number(r, &row) || *r->at++ != ',' || !read_number(r, &col) ||
        row >= r->s->board.size || col >= r->s->board.size)
        return false;
    *cell = nj_ln_board_at(&r->s->board, (int)row, (int)col);
    NJ_ASSERT(*cell < nj_ln_cells(&r->s->board));
    return true;
}

static bool read_seat(struct reader *r, nj_seat *seat)
{
    unsigned v;

    if (!read_number(r, &v) || v < 1 || v > LN_SEATS_MAX)
        return false;
    *seat = (nj_seat)(v - 1);
    NJ_ASSERT(*seat < LN_SEATS_MAX);
    return true;
}

static bool at_end(const struct reader *r)
{
    return r->at[strspn(r->at, " ")] == '\0';
}

/* "r,cS": a side of a cell. */
static bool read_side(struct reader *r, uint8_t *cell, enum ln_dir *side)
{
    static const char sides[] = "UDLR";
    const char *at;

    if (!read_cell(r, cell) || *r->at == '\0')
        return false;
    at = strchr(sides, *r->at++);
    if (at == NULL)
        return false;
    *side = (enum ln_dir)(at - sides);
    return true;
}

/* What is given may need an option; one that is set already stays. */
static bool implied(struct reader *r, const char *key, const char *value)
{
    NJ_ASSERT(key[0] != '\0');
    return nj_option(r->m, key) != 0 || nj_given_option(r->m, key, value);
}

/* --- clauses --- */

static bool given_wall(struct reader *r)
{
    do {
        enum ln_dir side;
        uint8_t cell;

        if (!read_side(r, &cell, &side))
            return false;
        nj_ln_board_claim(&r->s->board, cell, side, LN_WALL);
    } while (!at_end(r));
    return true;
}

/* "0,2R closed". */
static bool given_door(struct reader *r)
{
    enum ln_dir side;
    uint8_t cell;
    bool open;

    if (!implied(r, "ext", "on") || !read_side(r, &cell, &side))
        return false;
    r->at += strspn(r->at, " ");
    open = strcmp(r->at, "open") == 0;
    if (!open && strcmp(r->at, "closed") != 0)
        return false;
    nj_ln_board_claim(&r->s->board, cell, side,
                      open ? LN_DOOR_OPEN : LN_DOOR_CLOSED);
    r->at += strlen(r->at);
    return true;
}

/* "0,1 0,2R ...": a button and its doors. */
static bool given_button(struct reader *r)
{
    uint8_t button;

    if (!implied(r, "ext", "on") || !read_cell(r, &button))
        return false;
    r->s->board.thing[button] = LN_BUTTON;
    do {
        enum ln_dir side;
        uint8_t cell;

        if (!read_side(r, &cell, &side) ||
            !nj_ln_board_link(&r->s->board, button,
                              nj_ln_board_door(&r->s->board, cell, side)))
            return false;
    } while (!at_end(r));
    return true;
}

static bool given_thing(struct reader *r, enum ln_thing thing)
{
    uint8_t cell;

    NJ_ASSERT(thing != LN_NOTHING);
    if (!read_cell(r, &cell))
        return false;
    r->s->board.thing[cell] = (uint8_t)thing;
    return true;
}

static bool given_crate(struct reader *r)
{
    return implied(r, "ext", "on") && given_thing(r, LN_BOX);
}

static bool given_sun(struct reader *r)
{
    return implied(r, "ext", "on") && given_thing(r, LN_SUN_BOX);
}

static bool given_jam(struct reader *r)
{
    return implied(r, "ext", "on") && given_thing(r, LN_JAMMER_BOX);
}

static bool given_bomb(struct reader *r)
{
    return implied(r, "bombs", "1") && given_thing(r, LN_BOMB);
}

static bool given_box4(struct reader *r)
{
    uint8_t cell;

    if (!read_cell(r, &cell))
        return false;
    for (int d = 0; d < LN_DIRS; d++)
        nj_ln_board_claim(&r->s->board, cell, (enum ln_dir)d, LN_WALL);
    return true;
}

static bool given_terrain(struct reader *r, enum ln_terrain terrain)
{
    NJ_ASSERT(terrain != LN_SPENT_POD);
    do {
        uint8_t cell;

        if (!read_cell(r, &cell))
            return false;
        r->s->board.terrain[cell] = (uint8_t)terrain;
    } while (!at_end(r));
    return true;
}

static bool given_grass(struct reader *r)
{
    return given_terrain(r, LN_GRASS);
}

static bool given_water(struct reader *r)
{
    return given_terrain(r, LN_WATER);
}

static bool given_trap(struct reader *r)
{
    return given_terrain(r, LN_TRAP);
}

static bool given_pod(struct reader *r)
{
    return given_terrain(r, LN_POD);
}

static bool given_heat(struct reader *r)
{
    return implied(r, "ext", "on") && given_terrain(r, LN_HEAT);
}

static bool given_used(struct reader *r)
{
    uint8_t cell;
    unsigned k;

    NJ_ASSERT(r->s->board.size <= LN_SIZE_MAX);
    if (!read_cell(r, &cell) || !read_number(r, &k) || k > UINT8_MAX ||
        r->s->board.terrain[cell] != LN_TRAP)
        return false;
    r->s->board.extra[cell] = (uint8_t)k;
    return true;
}

static bool given_portal(struct reader *r)
{
    uint8_t a;
    uint8_t z;

    if (!read_cell(r, &a) || !read_cell(r, &z) || a == z)
        return false;
    nj_ln_board_pair(&r->s->board, a, z);
    return true;
}

/* The first is the entrance. */
static bool given_oneway(struct reader *r)
{
    uint8_t a;
    uint8_t z;

    if (!implied(r, "ext", "on") || !read_cell(r, &a) || !read_cell(r, &z) ||
        a == z)
        return false;
    nj_ln_board_pair(&r->s->board, a, z);
    r->s->board.terrain[z] = LN_EXIT_END;
    return true;
}

static bool given_out(struct reader *r)
{
    nj_seat seat;

    if (!read_seat(r, &seat))
        return false;
    r->s->seat[seat].fate = LN_CAUGHT;
    return true;
}

static bool given_escaped(struct reader *r)
{
    unsigned k;

    if (!read_number(r, &k) || k > 9)
        return false;
    r->s->escapes = (uint8_t)k;
    return true;
}

/* Kept one higher until all is given: 0 is a seat's full number. */
static bool given_hides_left(struct reader *r)
{
    unsigned k;

    if (!read_number(r, &k) || k > UINT8_MAX - 1)
        return false;
    for (nj_seat seat = 0; seat < LN_SEATS_MAX; seat++)
        r->s->seat[seat].hides = (uint8_t)(k + 1);
    return true;
}

/* "target=2" at the reader's place. */
static bool read_named(struct reader *r, const char *name, unsigned *v)
{
    size_t n = strlen(name);

    r->at += strspn(r->at, " ");
    NJ_ASSERT(n > 0);
    if (strncmp(r->at, name, n) != 0)
        return false;
    r->at += n;
    return read_number(r, v);
}

/* "boss 2,4 target=2 steps=0". */
static bool given_boss(struct reader *r)
{
    unsigned target;
    unsigned steps;

    if (!read_cell(r, &r->s->boss) || !read_named(r, "target=", &target) ||
        !read_named(r, "steps=", &steps) || target < 1 ||
        target > LN_SEATS_MAX || steps > UINT16_MAX / 2 ||
        !nj_given_option(r->m, "boss", "minotaur"))
        return false;
    r->s->boss_target = (nj_seat)(target - 1);
    r->s->boss_steps = (uint16_t)steps;
    return true;
}

static bool given_round(struct reader *r)
{
    unsigned v;

    if (!read_number(r, &v) || v < 1)
        return false;
    r->s->round = (uint16_t)v;
    return true;
}

static bool given_turn(struct reader *r)
{
    return read_seat(r, &r->s->turn);
}

/* Once: what stands on a board stays inside it. */
static bool given_size(struct reader *r, uint8_t size)
{
    NJ_ASSERT(size <= LN_SIZE_MAX);
    if (r->s->board.size != 0)
        return false;
    r->s->board.size = size;
    return true;
}

static bool given_open9(struct reader *r)
{
    return given_size(r, 9);
}

static bool given_open10(struct reader *r)
{
    return given_size(r, 10);
}

/* "p2 0,1 sub=1": at the 'p'. */
static bool given_seat(struct nj_match *m, struct reader *r)
{
    static const char sub[] = "sub=";
    struct ln_seat *seat;
    nj_seat k;
    unsigned v = 0;

    NJ_ASSERT(*r->at == 'p');
    r->at++;
    if (!read_seat(r, &k))
        return false;
    seat = &r->s->seat[k];
    if (!read_cell(r, &seat->cell))
        return false;
    seat->start = seat->cell;
    r->at += strspn(r->at, " ");
    if (strncmp(r->at, sub, strlen(sub)) == 0) {
        r->at += strlen(sub);
        if (!read_number(r, &v) || v > 2)
            return false;
    }
    seat->sub = (uint8_t)v;
    if (k + 1 > r->s->n) {
        r->s->n = (uint8_t)(k + 1);
        nj_given_seats(m, r->s->n);
    }
    return true;
}

static const struct {
    const char *word;
    bool (*read)(struct reader *r);
} words[] = {
    {"open9", given_open9},   {"open10", given_open10},
    {"wall", given_wall},     {"box4", given_box4},
    {"g", given_grass},       {"w", given_water},
    {"t", given_trap},        {"E", given_pod},
    {"used", given_used},     {"portal", given_portal},
    {"out", given_out},       {"turn", given_turn},
    {"round", given_round},   {"escaped", given_escaped},
    {"h", given_heat},        {"door", given_door},
    {"button", given_button}, {"oneway", given_oneway},
    {"crate", given_crate},   {"sun", given_sun},
    {"jam", given_jam},       {"bomb", given_bomb},
    {"boss", given_boss},     {"hleft", given_hides_left},
};

/* Can what was given stand? */
static enum nj_status check_board(const struct ln_state *s, struct nj_err *err)
{
    unsigned playing = 0;

    NJ_ASSERT(s->n <= LN_SEATS_MAX);
    for (nj_seat k = 0; k < s->n; k++)
        playing += s->seat[k].fate == LN_IN_PLAY;
    if (s->board.size == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no board is given");
    if (playing < 2)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "fewer than two are in play");
    if (s->boss_target >= s->n)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "whom the boss is after is absent");
    if (s->turn >= s->n || s->seat[s->turn].fate != LN_IN_PLAY)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "whose turn it is does not play");
    return NJ_OK;
}

enum nj_status nj_ln_given(struct nj_match *m, const char *clause,
                           struct nj_err *err)
{
    struct reader r = {.m = m, .s = nj_state(m)};
    const char *start = clause + strspn(clause, " ");
    size_t n = strcspn(start, " ");
    bool good = false;

    NJ_ASSERT(clause != NULL);
    if (clause[0] == '\0')
        return check_board(r.s, err);
    r.at = start + n;
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        if (strlen(words[i].word) != n || memcmp(words[i].word, start, n) != 0)
            continue;
        good = words[i].read(&r) && at_end(&r);
        return good ? NJ_OK
                    : nj_fail(err, NJ_ERR_BAD_INPUT,
                              "cannot read the clause '%s'", clause);
    }
    if (n == 2 && start[0] == 'p') {
        r.at = start;
        good = given_seat(m, &r) && at_end(&r);
    }
    return good ? NJ_OK
                : nj_fail(err, NJ_ERR_BAD_INPUT,
                          "no board of this edition has '%s'", clause);
}

static void give_hides(struct ln_state *s, nj_seat seat)
{
    uint8_t *left = &s->seat[seat].hides;

    NJ_ASSERT(seat < LN_SEATS_MAX);
    if (seat >= s->n)
        *left = 0;
    else if (*left == 0 || *left > nj_ln_charges(s))
        *left = nj_ln_charges(s);
    else
        (*left)--;
}

void nj_ln_given_done(struct nj_match *m, int64_t at_ms)
{
    struct ln_state *s = nj_state(m);

    NJ_ASSERT(s->board.size > 0);
    NJ_ASSERT(s->turn < s->n);
    NJ_ASSERT(s->seat[s->turn].fate == LN_IN_PLAY);
    (void)at_ms;
    if (s->round == 0)
        s->round = 2;
    s->from = s->seat[s->turn].cell;
    s->actor = NJ_BY_CLOCK;
    for (nj_seat k = 0; k < LN_SEATS_MAX; k++)
        give_hides(s, k);
    for (nj_seat k = 0; k < s->n; k++) {
        s->seat[k].bombs = s->opt.bombs;
        if (s->seat[k].fate != LN_IN_PLAY)
            nj_seat_out(m, k);
    }
    (void)nj_ln_clock_begin(m, s);
}

void nj_ln_state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->n == 0 || s->board.size > 0);
    NJ_ASSERT(s->n <= LN_SEATS_MAX);
    nj_str_addf(out, "round=%u ", (unsigned)s->round);
    if (s->over)
        nj_str_puts(out, "turn=over");
    else
        nj_str_addf(out, "turn=%u", s->turn + 1u);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct ln_seat *seat = &s->seat[k];

        nj_str_addf(out, " p%u@%u,%u", k + 1u,
                    (unsigned)(seat->cell / s->board.size),
                    (unsigned)(seat->cell % s->board.size));
        if (seat->sub > 0)
            nj_str_addf(out, "/sub%u", (unsigned)seat->sub);
        if (seat->fate != LN_IN_PLAY)
            nj_str_addf(out, "(%s)", nj_ln_fate_word(seat->fate));
    }
}
