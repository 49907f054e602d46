/*
 * A board by the rules (LN-1.3, 1.4, 4.2, 4.7, 5, 6.3, 7.2, 7.3) and what an
 * act of its seats discloses (LN-9.4).
 */
#include "games/long_night/worlds.h"

#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"

static const char letters[] = "UDLR";

/* --- geometry --- */

uint8_t nj_world_next(const struct world *w, uint8_t cell, int dir)
{
    int n = w->size;
    int row = cell / n + (dir == 1) - (dir == 0);
    int col = cell % n + (dir == 3) - (dir == 2);

    return (uint8_t)((row + n) % n * n + (col + n) % n);
}

bool nj_world_wall(const struct world *w, uint8_t cell, int dir)
{
    switch (dir) {
    case 0:
        return w->below[nj_world_next(w, cell, 0)];
    case 1:
        return w->below[cell];
    case 2:
        return w->right[nj_world_next(w, cell, 2)];
    default:
        return w->right[cell];
    }
}

bool nj_world_door(const struct world *w, uint8_t cell, int dir)
{
    uint8_t home = dir == 0 || dir == 2 ? nj_world_next(w, cell, dir) : cell;

    return nj_world_wall(w, cell, dir) && w->door[dir <= 1][home];
}

void nj_world_set_wall(struct world *w, uint8_t cell, int dir, bool wall)
{
    if (dir == 0 || dir == 1)
        w->below[dir == 1 ? cell : nj_world_next(w, cell, 0)] = wall;
    else
        w->right[dir == 3 ? cell : nj_world_next(w, cell, 2)] = wall;
}

void nj_world_walls(const struct world *w, nj_seat seat, char udlr[5])
{
    for (int d = 0; d < 4; d++)
        udlr[d] =
            w->seat[seat].sub == 0 && nj_world_wall(w, w->seat[seat].cell, d)
                ? '#'
                : '.';
    udlr[4] = '\0';
}

/* LN-6.3, one axis; a tie is 0 in the dice of these tests: positive. */
static int axis(int listener, int source, int n)
{
    int d = (source - listener + n) % n;

    if (d == 0)
        return 0;
    return 2 * d <= n ? 1 : 2;
}

int nj_world_bearing(const struct world *w, uint8_t listener, uint8_t source)
{
    int n = w->size;

    return 3 * axis(listener / n, source / n, n) +
           axis(listener % n, source % n, n);
}

/* --- clauses --- */

static void give(struct nj_match *m, const char *clause)
{
    struct nj_err err = {{0}};

    if (nj_match_given(m, clause, &err) != NJ_OK)
        fail_msg("%s", err.text);
}

static void give_walls(const struct world *w, struct nj_match *m)
{
    char clause[40];

    for (unsigned c = 0; c < nj_world_cells(w); c++) {
        for (int d = 1; d <= 3; d += 2) {
            if (!nj_world_wall(w, (uint8_t)c, d))
                continue;
            (void)snprintf(clause, sizeof(clause),
                           w->door[d == 1][c] ? "door %u,%u%c closed"
                                              : "wall %u,%u%c",
                           c / w->size, c % w->size, letters[d]);
            give(m, clause);
        }
    }
}

static void give_cell(const struct world *w, struct nj_match *m, unsigned c)
{
    char clause[60];
    unsigned n = w->size;
    unsigned z = w->partner[c];

    if (w->terrain[c] == '.' || w->terrain[c] == 'e')
        return; /* an exit is given with its entrance */
    if (w->terrain[c] == 'O')
        (void)snprintf(clause, sizeof(clause), "oneway %u,%u %u,%u", c / n,
                       c % n, z / n, z % n);
    else if (w->terrain[c] != 'P')
        (void)snprintf(clause, sizeof(clause), "%c %u,%u", w->terrain[c], c / n,
                       c % n);
    else if (z < c)
        return; /* the pair was given with its first cell */
    else
        (void)snprintf(clause, sizeof(clause), "portal %u,%u %u,%u", c / n,
                       c % n, z / n, z % n);
    give(m, clause);
    if (w->terrain[c] == 't' && w->used[c] > 0) {
        (void)snprintf(clause, sizeof(clause), "used %u,%u %u", c / n, c % n,
                       (unsigned)w->used[c]);
        give(m, clause);
    }
}

void nj_world_give(const struct world *w, struct nj_match *m)
{
    char clause[60];

    (void)snprintf(clause, sizeof(clause), "open%u", (unsigned)w->size);
    give(m, clause);
    give_walls(w, m);
    for (unsigned c = 0; c < nj_world_cells(w); c++)
        give_cell(w, m, c);
    for (unsigned k = 0; k < w->seats; k++) {
        unsigned c = w->seat[k].cell;

        (void)snprintf(clause, sizeof(clause), "p%u %u,%u sub=%u", k + 1,
                       c / w->size, c % w->size, (unsigned)w->seat[k].sub);
        give(m, clause);
    }
    (void)snprintf(clause, sizeof(clause), "turn %u", w->turn + 1u);
    give(m, clause);
    if (w->boss) {
        (void)snprintf(clause, sizeof(clause), "boss %u,%u target=%u %s=%u",
                       w->lair / (unsigned)w->size, w->lair % (unsigned)w->size,
                       w->target + 1u, w->bang ? "speed" : "steps", w->stride);
        give(m, clause);
    }
    (void)snprintf(clause, sizeof(clause), "round %u", w->round);
    give(m, clause);
}

/* --- reading back --- */

static unsigned number(const char **at)
{
    char *end = NULL;
    unsigned long v = strtoul(*at, &end, 10);

    assert_true(end != *at);
    *at = end;
    return (unsigned)v;
}

/* "1@0,3/sub2(caught)" behind the 'p'. */
static void read_seat(struct world *w, const char **at)
{
    struct world_seat *s = &w->seat[number(at) - 1];
    unsigned row;

    (*at)++;
    row = number(at);
    (*at)++;
    s->cell = (uint8_t)(row * w->size + number(at));
    s->sub = 0;
    if (strncmp(*at, "/sub", 4) == 0) {
        *at += 4;
        s->sub = (uint8_t)number(at);
    }
    s->in = **at != '(';
    *at += strcspn(*at, " ");
}

void nj_world_read(struct world *w, const struct nj_match *m)
{
    struct nj_str words = NJ_STR_INIT(400);
    const char *at;

    nj_match_state(m, &words);
    at = words.p + strlen("round=");
    w->round = number(&at);
    at += strlen(" turn=");
    w->over = *at == 'o';
    if (!w->over)
        w->turn = (uint8_t)(number(&at) - 1);
    for (at = strstr(words.p, " p"); at != NULL && strncmp(at, " p", 2) == 0;) {
        at += 2;
        read_seat(w, &at);
    }
    nj_str_fini(&words);
}

/* The two portals of a pair lie in one block of three by three. */
static void find_partner(struct world *w, uint8_t cell)
{
    int n = w->size;

    for (uint8_t z = 0; z < nj_world_cells(w); z++)
        if (z != cell && w->terrain[z] == 'P' && z / n / 3 == cell / n / 3 &&
            z % n / 3 == cell % n / 3)
            w->partner[cell] = z;
}

/* "9x9/cells/right edges/lower edges/2#30,...,1@17,...": seats behind '@', pairs
 * of portals behind '#'. */
void nj_world_from_layout(struct world *w, const struct nj_message *layout)
{
    const char *at = nj_message_str(layout, "start");
    const size_t cells = 81;

    assert_memory_equal(at, "9x9/", 4);
    at += 4;
    w->size = 9;
    for (size_t c = 0; c < cells; c++) {
        w->terrain[c] = at[c];
        w->right[c] = at[cells + 1 + c] == '#';
        w->below[c] = at[2 * (cells + 1) + c] == '#';
    }
    for (uint8_t c = 0; c < nj_world_cells(w); c++)
        if (w->terrain[c] == 'P')
            find_partner(w, c);
    at += 3 * (cells + 1);
    for (w->seats = 0; *at != '\0'; at += *at == ',') {
        unsigned k = number(&at);
        bool sits = *at++ == '@';
        unsigned cell = number(&at);

        if (!sits)
            continue; /* find_partner() has it */
        w->seat[k - 1].cell = (uint8_t)cell;
        w->seat[k - 1].in = true;
        w->seats++;
    }
}

/* --- acts --- */

/* What an act does to the turn. */
enum ending {
    GOES_ON,
    ENDS_BUMP,
    ENDS_TRAP,
    ENDS_WARP,
    ENDS_CATCH,
    ENDS_ESCAPE,
    ENDS_BLOWN,
    ENDS_STOP, /* by the seat's own will, or the clock's */
    ENDS_LEFT
};

/* Who hears what the acting seat does: of these tests' observers all, or the
 * seat alone (LN-8.4). */
static bool heard(const struct world *w, nj_seat_set observers)
{
    return !w->hidden || (observers & nj_bit(w->turn)) != 0;
}

/* The seat on whose cell the acting one stands, if that is its prey. */
static unsigned prey_here(const struct world *w)
{
    for (unsigned i = 1; i < w->seats; i++) {
        unsigned k = (w->turn + (w->previous ? w->seats - i : i)) % w->seats;

        if (w->seat[k].in)
            return w->seat[k].cell == w->seat[w->turn].cell ? k : WORLD_SEATS;
    }
    return WORLD_SEATS;
}

static unsigned in_play(const struct world *w)
{
    unsigned n = 0;

    for (unsigned k = 0; k < w->seats; k++)
        n += w->seat[k].in;
    return n;
}

static unsigned pods(const struct world *w)
{
    unsigned n = 0;

    for (unsigned c = 0; c < nj_world_cells(w); c++)
        n += w->terrain[c] == 'E';
    return n;
}

/* LN-5.9: whoever enters turns the pair round. */
static void enter_one_way(struct world *w, uint8_t cell)
{
    w->seat[w->turn].sub = 2;
    w->terrain[cell] = 'e';
    w->terrain[w->partner[cell]] = 'O';
}

/* LN-5.8: what the mover alone feels; true: it goes no further. */
static bool feel(struct world *w, nj_seat_set observers, struct nj_str *told)
{
    struct world_seat *me = &w->seat[w->turn];
    bool mine = (observers & nj_bit(w->turn)) != 0;
    bool zone = false;
    int n = w->size;

    if (w->terrain[me->cell] == 'h') {
        if (!me->scorched && mine)
            nj_str_puts(told, "hot");
        zone = me->scorched;
        me->scorched = true;
        return zone;
    }
    for (int i = 0; i < 9; i++)
        zone |= w->terrain[(me->cell / n + i / 3 - 1 + n) % n * n +
                           (me->cell % n + i % 3 - 1 + n) % n] == 'h';
    if (zone && !me->warm && mine)
        nj_str_puts(told, "warm");
    me->warm = zone;
    return false;
}

/* '%', '~', or ' ' for none; '!' for a trap that snaps (LN-5). */
static char sound_of(struct world *w, uint8_t cell, bool arriving)
{
    switch (w->terrain[cell]) {
    case 'g':
        return '%';
    case 'w':
    case 'e':
        return '~';
    case 'O':
        if (!arriving)
            enter_one_way(w, cell);
        return '~';
    case 't':
        if (++w->used[cell] % 2 == 0)
            return '!';
        return w->rain ? '~' : '%';
    case 'P':
        if (!arriving)
            w->seat[w->turn].sub = 2;
        return '~';
    default:
        return ' ';
    }
}

/* LN-25.1: a seat's first sound has no direction, for anybody. */
static void tell_sound(struct world *w, nj_seat_set observers,
                       struct nj_str *told)
{
    if (w->first_sound && !w->hidden && !w->seat[w->turn].spoken) {
        w->seat[w->turn].spoken = true;
        nj_str_puts(told, "1st");
        return;
    }
    for (nj_seat k = 0; k < w->seats && !w->hidden; k++)
        if (k != w->turn && w->seat[k].in && (observers & nj_bit(k)) != 0)
            nj_str_addf(
                told, "%d",
                nj_world_bearing(w, w->seat[k].cell, w->seat[w->turn].cell));
}

static enum ending enter_pod(struct world *w, struct nj_str *told)
{
    struct world_seat *me = &w->seat[w->turn];

    w->terrain[me->cell] = '.';
    me->in = w->melee;
    nj_str_addf(told, " E%u", pods(w)); /* public, hidden or not */
    return w->melee ? ENDS_WARP : ENDS_ESCAPE;
}

static enum ending enter(struct world *w, bool arriving, nj_seat_set observers,
                         struct nj_str *told)
{
    struct world_seat *me = &w->seat[w->turn];
    char sound;
    bool stops;

    me->armed = w->bomb[me->cell];
    if (w->terrain[me->cell] == 'E')
        return enter_pod(w, told);
    sound = sound_of(w, me->cell, arriving);
    if (heard(w, observers))
        nj_str_addf(told, "%c", sound == '!' ? ' ' : sound);
    if (sound == '%' || sound == '~')
        tell_sound(w, observers, told);
    stops = feel(w, observers, told);
    if (!w->point && !w->hidden && prey_here(w) < WORLD_SEATS)
        return ENDS_CATCH;
    if (sound != '!' && !stops)
        return GOES_ON;
    if (heard(w, observers))
        nj_str_puts(told, stops ? "K" : "T");
    return ENDS_TRAP;
}

static enum ending step(struct world *w, int dir, nj_seat_set observers,
                        struct nj_str *told)
{
    struct world_seat *me = &w->seat[w->turn];

    if (heard(w, observers))
        nj_str_putc(told, letters[dir]);
    if (me->sub > 0) {
        if (--me->sub > 0)
            return GOES_ON;
        me->cell = w->partner[me->cell];
        return enter(w, true, observers, told);
    }
    if (nj_world_wall(w, me->cell, dir)) {
        if (heard(w, observers))
            nj_str_putc(told, '#');
        return ENDS_BUMP;
    }
    if (me->armed && w->bomb[me->cell]) { /* public, hidden or not */
        w->bomb[me->cell] = false;
        me->in = false;
        nj_str_putc(told, 'B');
        return ENDS_BLOWN;
    }
    me->cell = nj_world_next(w, me->cell, dir);
    return enter(w, false, observers, told);
}

/* The seats that a catch sends elsewhere. */
static nj_seat_set catch_prey(struct world *w, struct nj_str *told)
{
    unsigned prey = prey_here(w);

    nj_str_puts(told, "C");
    if (w->grace && w->round == 1) {
        w->seat[prey].sub = 0;
        return nj_bit(w->turn) | nj_bit((nj_seat)prey);
    }
    w->seat[prey].in = false;
    return in_play(w) >= 2 ? nj_bit(w->turn) : 0;
}

static void tell_walls(const struct world *w, nj_seat_set observers,
                       struct nj_str *told)
{
    char udlr[5];

    if (!w->seat[w->turn].in || (observers & nj_bit(w->turn)) == 0)
        return;
    nj_world_walls(w, w->turn, udlr);
    nj_str_puts(told, udlr);
}

/* Whoever has no later seat in play behind it ends the round (LN-4.1). */
static bool ends_round(const struct world *w)
{
    for (unsigned k = w->turn + 1u; k < w->seats; k++)
        if (w->seat[k].in)
            return false;
    return in_play(w) >= 2;
}

/* LN-5.14: whoever ends his turn on a bomb that he has entered takes it away. */
static void defuse(struct world *w, nj_seat_set observers, struct nj_str *told)
{
    struct world_seat *me = &w->seat[w->turn];

    if (me->in && me->armed && w->bomb[me->cell]) {
        w->bomb[me->cell] = false;
        if ((observers & nj_bit(w->turn)) != 0)
            nj_str_putc(told, 'D');
    }
    me->armed = false;
}

static nj_seat_set end_turn(struct world *w, enum ending end,
                            nj_seat_set observers, struct nj_str *told)
{
    bool stands = end == ENDS_BUMP || end == ENDS_TRAP || end == ENDS_STOP;
    nj_seat_set warped = 0;

    nj_str_puts(told, ".");
    if (stands && !w->hidden && prey_here(w) < WORLD_SEATS)
        end = ENDS_CATCH;
    if (end == ENDS_CATCH)
        warped = catch_prey(w, told);
    else if (end == ENDS_WARP)
        warped = nj_bit(w->turn);
    else if (end != ENDS_STOP || w->stop_walls)
        tell_walls(w, observers, told);
    w->hidden = false;
    for (nj_seat k = 0; k < w->seats; k++)
        if ((warped & nj_bit(k)) != 0)
            w->seat[k].armed = false;
    defuse(w, observers, told);
    for (nj_seat k = 0; k < w->seats; k++)
        w->seat[k].warm &= (warped & nj_bit(k)) == 0;
    if (w->boss && ends_round(w)) {
        w->unknown = warped != 0; /* it looks where they have landed */
        nj_world_lair(w, observers, told);
    }
    return warped;
}

/* One hidden step, or a stop in its place: told as such. */
static bool stepwise(const struct world *w)
{
    return w->hidden && w->hide == 2;
}

static enum ending walk(struct world *w, const struct act *act,
                        nj_seat_set observers, struct nj_str *told)
{
    enum ending end = GOES_ON;

    for (unsigned i = 0; i < act->n && end == GOES_ON; i++)
        end = step(w, act->dir[i], observers, told);
    if (end == GOES_ON && w->plan)
        end = ENDS_STOP;
    return end;
}

nj_seat_set nj_world_act(struct world *w, const struct act *act,
                         nj_seat_set observers, struct nj_str *told)
{
    enum ending end = ENDS_STOP;

    if (act->kind == ACT_NOTHING)
        return 0;
    if (act->kind == ACT_HIDE) {
        w->hidden = true;
        w->seat[w->turn].hides--;
        return 0;
    }
    if (act->kind == ACT_LEAVE) {
        w->seat[w->turn].in = false;
        end = ENDS_LEFT;
    }
    if (stepwise(w) && (act->kind == ACT_MOVE || act->kind == ACT_STOP))
        nj_str_putc(told, '?');
    if (act->kind == ACT_MOVE)
        end = walk(w, act, observers, told);
    else if (act->kind == ACT_STOP && heard(w, observers))
        nj_str_putc(told, 'S');
    if (end != GOES_ON)
        return end_turn(w, end, observers, told);
    if (stepwise(w))
        w->hidden = false;
    return 0;
}
