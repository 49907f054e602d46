/*
 * The computer player (LN-13). It knows what its seat has heard and nothing
 * else: a frame of its own, in which it began at cell 0, holds what it has
 * walked, bumped into and been told.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

#define TRIES       3           /* steps after the budget in search of a bump */
#define EXTRA       LN_SIZE_MAX /* steps behind these, in place of a stop */
#define SHUNNED     2 /* cells it will not enter that it keeps in mind */
#define SIZE_UNTOLD 9 /* of a map whose start was not heard */

struct mind {
    /* Known ones, a bit for each direction, of two cells a byte. */
    uint8_t walls[LN_CELLS_MAX / 2];
    uint8_t visited[(LN_CELLS_MAX + 7) / 8];
    uint8_t size; /* of the map; 0 until it was told */
    uint8_t pos;  /* in the frame */
    uint8_t my_turn;
    uint8_t hidden; /* my seat is: it plays in private */
    uint8_t budget; /* steps it still means to take this turn */
    uint8_t tries;  /* and then, towards a wall */
    uint8_t last;   /* the step before: direction + 1, 0 for none */
    uint8_t prey;   /* seat + 1; 0: unknown */
    uint8_t hunter;
    uint8_t prey_dirs; /* components of the direction heard last, as bits */
    uint8_t hunter_dirs;
    uint8_t extra;  /* steps it may still take in place of a stop */
    uint8_t behind; /* its prey has just acted (LN-22.2) */
    uint8_t lasts;  /* a round of stops would end the match (LN-27.1) */
    uint8_t shunned[SHUNNED]; /* cells + 1 of the frame, the last one first */
    uint16_t prey_round;      /* when that was */
    uint16_t hunter_round;
    uint16_t round;
};

/* --- the frame (LN-13.2) --- */

_Static_assert(sizeof(struct mind) <= LN_MIND_BYTES, "brain scratch");

static void mark_here(struct mind *mind)
{
    NJ_ASSERT(mind->pos / 8 < (int)NJ_COUNT(mind->visited));
    mind->visited[mind->pos / 8] =
        (uint8_t)(mind->visited[mind->pos / 8] | 1u << mind->pos % 8);
}

/* The sides of the cell it is in that it knows for walls, as bits. */
static unsigned walls_here(const struct mind *mind)
{
    return (unsigned)mind->walls[mind->pos / 2] >> mind->pos % 2 * LN_DIRS &
           ((1u << LN_DIRS) - 1);
}

static int first_wall(const struct mind *mind)
{
    for (int d = 0; d < LN_DIRS; d++)
        if ((walls_here(mind) >> d & 1) != 0)
            return d;
    return -1;
}

static void note_wall(struct mind *mind, unsigned dir)
{
    NJ_ASSERT(dir < LN_DIRS && mind->pos < LN_CELLS_MAX);
    mind->walls[mind->pos / 2] =
        (uint8_t)(mind->walls[mind->pos / 2] |
                  1u << (mind->pos % 2 * LN_DIRS + dir));
}

static bool was_at(const struct mind *mind, uint8_t cell)
{
    return (mind->visited[cell / 8] >> cell % 8 & 1) != 0;
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
    mark_here(mind);
}

/* A bomb or a trap is here: the cell is not entered again (LN-33.3). */
static void shun_here(struct mind *mind)
{
    NJ_ASSERT(mind->pos < LN_CELLS_MAX);
    memmove(mind->shunned + 1, mind->shunned, SHUNNED - 1);
    mind->shunned[0] = (uint8_t)(mind->pos + 1);
}

static bool is_shunned(const struct mind *mind, uint8_t cell)
{
    for (size_t i = 0; i < SHUNNED; i++)
        if (mind->shunned[i] == cell + 1)
            return true;
    return false;
}

static uint8_t ahead(const struct mind *mind, int dir)
{
    const struct ln_board frame = {.size = mind->size > 0 ? mind->size
                                                          : SIZE_UNTOLD};

    NJ_ASSERT(dir < LN_DIRS && mind->pos < nj_ln_cells(&frame));
    return nj_ln_board_next(&frame, mind->pos, (enum ln_dir)dir);
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
    mind->behind = nj_message_is(h->msg, "target", "previous");
    mind->lasts =
        strstr(nj_message_str(h->msg, "options"), "all_stop=on") != NULL;
    wipe(mind);
}

static void hear_warp(const struct nj_hearing *h)
{
    wipe(h->scratch);
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
    mind->last = (uint8_t)(dir + 1);
    mind->pos = ahead(mind, dir);
    mark_here(mind);
    if (nj_message_is(h->msg, "snd", "splash"))
        wipe(mind);
}

static void hear_bump(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;

    note_wall(mind, (unsigned)dir_of(h->msg));
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
        mind->prey_dirs = dirs;
        mind->prey_round = mind->round;
    }
    if (seat == mind->hunter) {
        mind->hunter_dirs = dirs;
        mind->hunter_round = mind->round;
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
            mind->prey = (uint8_t)(pair[1] + 1);
            mind->prey_dirs = 0;
        }
        if (pair[1] == h->me && mind->hunter != pair[0] + 1) {
            mind->hunter = (uint8_t)(pair[0] + 1);
            mind->hunter_dirs = 0;
        }
    }
}

static void hear_walls(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;
    const char *udlr = nj_message_str(h->msg, "udlr");

    for (unsigned d = 0; d < LN_DIRS && udlr[d] != '\0'; d++)
        if (udlr[d] == '#')
            note_wall(mind, d);
}

static void hear_turn(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;

    mind->my_turn = 1;
    mind->hidden = 0;
    mind->budget = (uint8_t)(6 + nj_rng_below(h->rng, 5));
    mind->tries = TRIES;
    mind->extra = mind->behind || mind->lasts ? EXTRA : 0;
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

static bool fresh(const struct mind *mind, uint16_t heard_in)
{
    return mind->round <= heard_in + 1;
}

static int weigh(const struct mind *mind, int dir)
{
    int score = 0;

    if (fresh(mind, mind->prey_round) && (mind->prey_dirs >> dir & 1) != 0)
        score += 4;
    if (fresh(mind, mind->hunter_round) && (mind->hunter_dirs >> dir & 1) != 0)
        score -= 3;
    if (!was_at(mind, ahead(mind, dir)))
        score += 3;
    if (mind->last != 0 && ((mind->last - 1) ^ 1) == dir)
        score -= 1;
    return score;
}

/* Would it walk there? Not into a wall that it knows, and not where it knows a
 * bomb or a trap. */
static bool may_go(const struct mind *mind, int dir)
{
    return (walls_here(mind) >> dir & 1) == 0 &&
           !is_shunned(mind, ahead(mind, dir));
}

/* -1: where it is no wall keeps it, but it would not walk anywhere. */
static int best_dir(const struct mind *mind, struct nj_rng *rng)
{
    /* Walls all round: up. */
    int best = walls_here(mind) == (1u << LN_DIRS) - 1 ? LN_UP : -1;
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

/* LN-33.3: in place of a stop it goes on towards a prey that it has just heard,
 * and where a round of stops would be the last, up. -1: it stops. */
static int rather_than_stop(const struct mind *mind)
{
    bool heard = mind->behind && fresh(mind, mind->prey_round);

    if (mind->extra == 0)
        return -1;
    for (int d = 0; d < LN_DIRS && heard; d++)
        if ((mind->prey_dirs >> d & 1) != 0 && may_go(mind, d))
            return d;
    return mind->lasts && !is_shunned(mind, ahead(mind, LN_UP)) ? LN_UP : -1;
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
    else if (mind->tries > 0)
        dir = first_wall(mind);
    if (dir < 0)
        dir = rather_than_stop(mind);
    if (dir < 0)
        return nj_brain_orders(out, place, "stop");
    NJ_ASSERT(dir < LN_DIRS);
    return nj_brain_orders_text(out, place, "move", "%c", "udlr"[dir]);
}
