/*
 * The computer player (LN-13). It knows what its seat has heard and nothing
 * else: a frame of its own, in which it began at cell 0, holds what it has
 * walked, bumped into and been told.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

#define TRIES       3 /* steps after the budget in search of a bump */
#define SIZE_UNTOLD 9 /* of a map whose start was not heard */
#define CELL_BITS   ((LN_CELLS_MAX + 7) / 8) /* bytes with a bit for each */

struct mind {
    /* Known ones, a bit for each direction, of two cells a byte. */
    uint8_t walls[LN_CELLS_MAX / 2];
    uint8_t visited[CELL_BITS];
    uint8_t shunned[CELL_BITS]; /* a bomb or a trap is there, as it knows */
    uint8_t size;               /* of the map; 0 until it was told */
    uint8_t pos;                /* in the frame */
    uint8_t my_turn;
    uint8_t hidden;        /* my seat is: it plays in private */
    uint8_t budget    : 4; /* steps it still means to take this turn */
    uint8_t extra     : 4; /* it may still take in place of a stop */
    uint8_t tries     : 2; /* left behind the budget, towards a wall */
    uint8_t last      : 3; /* the step before: direction + 1, 0 for none */
    uint8_t lasts     : 1; /* a round of stops would end the match (LN-27.1) */
    uint8_t prey      : 4; /* seat + 1; 0: unknown */
    uint8_t hunter    : 4;
    uint8_t prey_dirs : 4; /* components of the direction heard last, as bits */
    uint8_t hunter_dirs : 4;
    uint8_t prey_round; /* when that was, modulo 256 */
    uint8_t hunter_round;
    uint16_t round;
};

/* --- the frame (LN-13.2) --- */

_Static_assert(sizeof(struct mind) <= LN_MIND_BYTES, "brain scratch");
_Static_assert(LN_SIZE_MAX < 16 && LN_SEATS_MAX < 16, "four bits hold them");

static void mark(uint8_t cells[CELL_BITS], uint8_t cell)
{
    NJ_ASSERT(cell < LN_CELLS_MAX);
    cells[cell / 8] = (uint8_t)(cells[cell / 8] | 1u << cell % 8);
}

static bool is_marked(const uint8_t cells[CELL_BITS], uint8_t cell)
{
    NJ_ASSERT(cell < LN_CELLS_MAX);
    return (cells[cell / 8] >> cell % 8 & 1) != 0;
}

/* The sides of a cell that it knows for walls, as bits. */
static unsigned walls_of(const struct mind *mind, uint8_t cell)
{
    return (unsigned)mind->walls[cell / 2] >> cell % 2 * LN_DIRS &
           ((1u << LN_DIRS) - 1);
}

static unsigned walls_here(const struct mind *mind)
{
    return walls_of(mind, mind->pos);
}

static uint8_t next_to(const struct mind *mind, uint8_t cell, int dir)
{
    const struct ln_board frame = {.size = mind->size > 0 ? mind->size
                                                          : SIZE_UNTOLD};

    NJ_ASSERT(dir < LN_DIRS && cell < nj_ln_cells(&frame));
    return nj_ln_board_next(&frame, cell, (enum ln_dir)dir);
}

static uint8_t ahead(const struct mind *mind, int dir)
{
    return next_to(mind, mind->pos, dir);
}

static bool is_bad(const struct mind *mind, int dir)
{
    return is_marked(mind->shunned, ahead(mind, dir));
}

/* One to bump into: a door that was told may stand open by now, and lead where
 * it knows a bomb. */
static int first_wall(const struct mind *mind)
{
    for (int d = 0; d < LN_DIRS; d++)
        if ((walls_here(mind) >> d & 1) != 0 && !is_bad(mind, d))
            return d;
    return -1;
}

static void note_side(struct mind *mind, uint8_t cell, int dir, bool wall)
{
    unsigned bit = 1u << (cell % 2 * LN_DIRS + dir);
    unsigned walls = mind->walls[cell / 2];

    NJ_ASSERT(dir < LN_DIRS && cell < LN_CELLS_MAX);
    mind->walls[cell / 2] = (uint8_t)(wall ? walls | bit : walls & ~bit);
}

/* What is told of an edge is so from either side (LN-1.3). */
static void note_edge(struct mind *mind, int dir, bool wall)
{
    note_side(mind, mind->pos, dir, wall);
    note_side(mind, ahead(mind, dir), dir ^ 1, wall);
}

/* It may be anywhere now: everything placed in the frame is worthless. */
static void wipe(struct mind *mind)
{
    NJ_ASSERT(mind->size == 0 ||
              (mind->size >= LN_SIZE_MIN && mind->size <= LN_SIZE_MAX));
    memset(mind->walls, 0, sizeof(mind->walls));
    memset(mind->visited, 0, sizeof(mind->visited));
    memset(mind->shunned, 0, sizeof(mind->shunned));
    mind->pos = 0;
    mark(mind->visited, mind->pos);
}

/* A bomb or a trap is here: the cell is not entered again but to end the turn
 * there (LN-33.3). */
static void shun_here(struct mind *mind)
{
    mark(mind->shunned, mind->pos);
}

/* --- hearing --- */

static int dir_of(const struct nj_message *msg)
{
    static const char dirs[] = "UDLR";
    const char *word = nj_message_str(msg, "dir");
    const char *at = word[0] != '\0' ? strchr(dirs, word[0]) : NULL;

    return at != NULL ? (int)(at - dirs) : LN_UP;
}

static void hear_start(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;

    mind->size = (uint8_t)nj_message_int(h->msg, "size", SIZE_UNTOLD);
    mind->lasts =
        strstr(nj_message_str(h->msg, "options"), "all_stop=on") != NULL;
    wipe(mind);
}

static void hear_warp(const struct nj_hearing *h)
{
    wipe(h->scratch);
}

static void stop_here(struct mind *mind)
{
    mind->budget = mind->extra = 0;
    mind->tries = 0;
}

static void hear_step(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;
    int dir = dir_of(h->msg);

    if (mind->budget > 0)
        mind->budget--;
    else if (mind->tries > 0 && first_wall(mind) >= 0)
        mind->tries--;
    else if (mind->extra > 0)
        mind->extra--;
    note_edge(mind, dir, false);
    mind->last = (unsigned)(dir + 1) & 7;
    mind->pos = ahead(mind, dir);
    mark(mind->visited, mind->pos);
    if (is_marked(mind->shunned, mind->pos)) /* where its turn is to end */
        stop_here(mind);
    if (nj_message_is(h->msg, "snd", "splash"))
        wipe(mind);
}

/* From this side: it may have been a box. */
static void hear_bump(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;

    note_side(mind, mind->pos, dir_of(h->msg), true);
}

/* "up-left" has the components up and left; "here" has none. */
static uint8_t components(const char *bearing)
{
    static const char *const names[LN_DIRS] = {"up", "down", "left", "right"};
    unsigned dirs = 0;

    for (unsigned d = 0; d < LN_DIRS; d++)
        if (strstr(bearing, names[d]) != NULL)
            dirs |= 1u << d;
    return (uint8_t)dirs;
}

static void hear_sound(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;
    uint8_t seat = (uint8_t)(nj_message_int(h->msg, "seat", -1) + 1);
    uint8_t dirs = components(nj_message_str(h->msg, "dir"));

    if (seat == mind->prey) {
        mind->prey_dirs = dirs & 15u;
        mind->prey_round = (uint8_t)mind->round;
    }
    if (seat == mind->hunter) {
        mind->hunter_dirs = dirs & 15u;
        mind->hunter_round = (uint8_t)mind->round;
    }
}

/* A new neighbour in the chain has not been heard yet. */
static void hear_chain(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;
    const int64_t *pair;

    for (uint32_t i = 0; (pair = nj_message_row(h->msg, "pairs", i)) != NULL;
         i++) {
        if (pair[0] == h->me && mind->prey != pair[1] + 1) {
            mind->prey = (unsigned)(pair[1] + 1) & 15u;
            mind->prey_dirs = 0;
        }
        if (pair[1] == h->me && mind->hunter != pair[0] + 1) {
            mind->hunter = (unsigned)(pair[0] + 1) & 15u;
            mind->hunter_dirs = 0;
        }
    }
}

static void hear_walls(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;
    const char *udlr = nj_message_str(h->msg, "udlr");

    for (int d = 0; d < LN_DIRS && udlr[d] != '\0'; d++)
        if (udlr[d] == '#')
            note_edge(mind, d, true);
}

static void hear_turn(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;

    mind->my_turn = 1;
    mind->hidden = 0;
    mind->budget = (6 + nj_rng_below(h->rng, 5)) & 15;
    mind->tries = TRIES;
    mind->extra = mind->size & 15u;
}

/* LN-23.4: what has just been laid under it does no harm until it comes back. */
static void hear_reach(const struct nj_hearing *h)
{
    if (nj_message_int(h->msg, "target", -1) == h->me)
        shun_here(h->scratch);
}

static void hear_trap(const struct nj_hearing *h)
{
    shun_here(h->scratch);
}

/* What is heard most stands first. */
const struct nj_ear nj_ln_ears[] = {
    {"ln.step", .hear = hear_step, .own = true},
    {"ln.turn", .hear = hear_turn, .own = true},
    {"ln.turn_end", .note = {NJ_NOTE(struct mind, my_turn, 0)}},
    {"ln.walls", .hear = hear_walls},
    {"ln.you", .hear = hear_walls},
    {"ln.bump", .hear = hear_bump, .own = true},
    {"ln.sound", .hear = hear_sound},
    {"ln.round", .note = {NJ_NOTE_OF(struct mind, round, "round")}},
    {"ln.chain", .hear = hear_chain},
    {"ln.start", .hear = hear_start},
    {"ln.trap", .hear = hear_trap, .own = true},
    {"ln.boss_reach", .hear = hear_reach},
    {"ln.over", .note = {NJ_NOTE(struct mind, my_turn, 0)}},
    {"ln.warp", .hear = hear_warp, .own = true},
    {"ln.hide_on", .note = {NJ_NOTE(struct mind, hidden, 1)}, .own = true},
    {"ln.hidden_step", .note = {NJ_NOTE(struct mind, hidden, 0)}, .own = true},
    {.key = NULL}};

/* --- acting (LN-13.3) --- */

static bool fresh(const struct mind *mind, uint8_t heard_in)
{
    return (uint8_t)(mind->round - heard_in) <= 1;
}

static int weigh(const struct mind *mind, int dir)
{
    int score = 0;

    if (fresh(mind, mind->prey_round) && (mind->prey_dirs >> dir & 1) != 0)
        score += 4;
    if (fresh(mind, mind->hunter_round) && (mind->hunter_dirs >> dir & 1) != 0)
        score -= 3;
    if (!is_marked(mind->visited, ahead(mind, dir)))
        score += 3;
    if (mind->last != 0 && ((mind->last - 1) ^ 1) == dir)
        score -= 1;
    return score;
}

/* Would it walk there? Not into a wall that it knows, and not where it knows a
 * bomb or a trap. */
static bool may_go(const struct mind *mind, int dir)
{
    return (walls_here(mind) >> dir & 1) == 0 && !is_bad(mind, dir);
}

/* Walls all round: up. -1: where it is no wall keeps it, but it would not walk
 * anywhere. */
static int best_dir(const struct mind *mind, struct nj_rng *rng)
{
    bool walled = walls_here(mind) == (1u << LN_DIRS) - 1;
    int best = walled ? first_wall(mind) : -1;
    int most = -100;

    for (int d = 0; d < LN_DIRS; d++) {
        int score;

        if (!may_go(mind, d))
            continue;
        score = weigh(mind, d) + (int)nj_rng_below(rng, 2);
        if (score > most) {
            most = score;
            best = d;
        }
    }
    return best;
}

/* Marks what it may walk to from its place. Is something unvisited among it? */
static bool reach(const struct mind *mind, uint8_t reached[CELL_BITS])
{
    uint8_t list[LN_CELLS_MAX];
    size_t n = 0;

    list[n++] = mind->pos;
    mark(reached, mind->pos);
    for (size_t i = 0; i < n; i++)
        for (int d = 0; d < LN_DIRS; d++) {
            uint8_t next = next_to(mind, list[i], d);

            if ((walls_of(mind, list[i]) >> d & 1) != 0 ||
                is_marked(mind->shunned, next) || is_marked(reached, next))
                continue;
            if (!is_marked(mind->visited, next))
                return true;
            mark(reached, next);
            list[n++] = next;
        }
    return false;
}

/* Shut in by what it shuns, it ends its turn on that, where a way leads on from
 * there (LN-33.3). -1: it is not, or not beside it. */
static int way_out(const struct mind *mind)
{
    uint8_t reached[CELL_BITS] = {0};

    if (mind->extra == 0 || reach(mind, reached))
        return -1;
    for (int d = 0; d < LN_DIRS; d++) {
        uint8_t bad = ahead(mind, d);

        if ((walls_here(mind) >> d & 1) != 0 || !is_bad(mind, d))
            continue;
        for (int e = 0; e < LN_DIRS; e++)
            if ((walls_of(mind, bad) >> e & 1) == 0 &&
                !is_marked(reached, next_to(mind, bad, e)))
                return d;
    }
    return -1;
}

/* In place of a stop it goes on towards a prey that it has heard and may still
 * catch, and where a round of stops would be the last, up (LN-33.3): as many
 * steps as lead once round the map. -1: it stops. */
static int rather_than_stop(const struct mind *mind)
{
    bool heard = fresh(mind, mind->prey_round);

    if (mind->extra == 0)
        return -1;
    for (int d = 0; d < LN_DIRS && heard; d++)
        if ((mind->prey_dirs >> d & 1) != 0 && may_go(mind, d))
            return d;
    return mind->lasts && !is_bad(mind, LN_UP) ? LN_UP : -1;
}

bool nj_ln_brain_act(const void *scratch, const void *data, nj_seat me,
                     struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct mind *mind = scratch;
    enum nj_place place = mind->hidden ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    int dir = -1;

    (void)data;
    (void)me;
    if (!mind->my_turn)
        return false;
    if (mind->budget > 0)
        dir = best_dir(mind, rng);
    if (dir < 0)
        dir = way_out(mind);
    if (dir < 0 && mind->budget == 0 && mind->tries > 0)
        dir = first_wall(mind);
    if (dir < 0)
        dir = rather_than_stop(mind);
    if (dir < 0)
        return nj_brain_orders(out, place, "stop");
    NJ_ASSERT(dir < LN_DIRS);
    return nj_brain_orders_text(out, place, "move", "%c", "udlr"[dir]);
}
