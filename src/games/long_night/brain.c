/*
 * The computer player (LN-13). It knows what its seat has heard and nothing
 * else: a frame of its own, in which it began at cell 0, holds what it has
 * walked, bumped into and been told.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

#define TRIES 3 /* steps after the budget in search of a bump */

struct mind {
    uint8_t walls[LN_CELLS_MAX]; /* known ones, a bit for each direction */
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
    uint16_t prey_round; /* when that was */
    uint16_t hunter_round;
    uint16_t round;
};

/* --- the frame (LN-13.2) --- */

_Static_assert(sizeof(struct mind) <= LN_MIND_BYTES, "brain scratch");

static void mark_here(struct mind *mind)
{
    NJ_ASSERT(mind->pos < LN_CELLS_MAX);
    mind->visited[mind->pos / 8] =
        (uint8_t)(mind->visited[mind->pos / 8] | 1u << mind->pos % 8);
}

static bool was_at(const struct mind *mind, uint8_t cell)
{
    return (mind->visited[cell / 8] >> cell % 8 & 1) != 0;
}

/* It may be anywhere now: everything placed in the frame is worthless. */
static void wipe(struct mind *mind)
{
    NJ_ASSERT(mind->size <= LN_SIZE_MAX);
    memset(mind->walls, 0, sizeof(mind->walls));
    memset(mind->visited, 0, sizeof(mind->visited));
    mind->pos = 0;
    mark_here(mind);
}

static uint8_t ahead(const struct mind *mind, int dir)
{
    const struct ln_board frame = {.size = mind->size};

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

static void hear_step(struct mind *mind, const struct nj_message *msg)
{
    int dir = dir_of(msg);

    NJ_ASSERT(mind->size > 0);
    if (mind->budget > 0)
        mind->budget--;
    else if (mind->tries > 0)
        mind->tries--;
    mind->last = (uint8_t)(dir + 1);
    mind->pos = ahead(mind, dir);
    mark_here(mind);
    if (strcmp(nj_message_str(msg, "snd"), "splash") == 0)
        wipe(mind);
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

static void hear_sound(struct mind *mind, const struct nj_message *msg)
{
    uint8_t seat = (uint8_t)(nj_message_int(msg, "seat", -1) + 1);
    uint8_t dirs = components(nj_message_str(msg, "dir"));

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
static void hear_chain(struct mind *mind, nj_seat me,
                       const struct nj_message *msg)
{
    const struct nj_arg *pairs = nj_message_arg(msg, "pairs");

    NJ_ASSERT(pairs == NULL || pairs->type == NJ_ARG_ROWS);
    for (uint32_t i = 0; pairs != NULL && i < pairs->count; i++) {
        const int64_t *row = pairs->rows.cells + (size_t)2 * i;

        if (row[0] == me && mind->prey != row[1] + 1) {
            mind->prey = (uint8_t)(row[1] + 1);
            mind->prey_dirs = 0;
        }
        if (row[1] == me && mind->hunter != row[0] + 1) {
            mind->hunter = (uint8_t)(row[0] + 1);
            mind->hunter_dirs = 0;
        }
    }
}

static void hear_walls(struct mind *mind, const struct nj_message *msg)
{
    const char *udlr = nj_message_str(msg, "udlr");

    NJ_ASSERT(mind->pos < LN_CELLS_MAX);
    for (unsigned d = 0; d < LN_DIRS && udlr[d] != '\0'; d++)
        if (udlr[d] == '#')
            mind->walls[mind->pos] =
                (uint8_t)(mind->walls[mind->pos] | 1u << d);
}

static void hear_turn(struct mind *mind, bool mine, struct nj_rng *rng)
{
    NJ_ASSERT(mind->size > 0);
    mind->my_turn = mine ? 1 : 0;
    mind->hidden = 0;
    if (!mine)
        return;
    mind->budget = (uint8_t)(6 + nj_rng_below(rng, 5));
    mind->tries = TRIES;
}

/* Most keys differ in the letter behind "ln.", and all seats hear all of
 * them: it is asked first. */
static inline bool is(const struct nj_message *msg, const char *key)
{
    return msg->key[3] == key[3] && strcmp(msg->key, key) == 0;
}

static bool is_own(const struct nj_message *msg, nj_seat me)
{
    return nj_message_int(msg, "seat", -1) == me;
}

/* What everybody is told. */
static void hear_course(struct mind *mind, nj_seat me,
                        const struct nj_message *msg)
{
    if (is(msg, "ln.start")) {
        mind->size = (uint8_t)nj_message_int(msg, "size", 9);
        wipe(mind);
    } else if (is(msg, "ln.chain")) {
        hear_chain(mind, me, msg);
    } else if (is(msg, "ln.round")) {
        mind->round = (uint16_t)nj_message_int(msg, "round", 0);
    } else if (is(msg, "ln.turn_end") || is(msg, "ln.over")) {
        mind->my_turn = 0;
    }
}

/* What the seat itself does and suffers. */
static void hear_own(struct mind *mind, nj_seat me,
                     const struct nj_message *msg)
{
    NJ_ASSERT(mind->pos < LN_CELLS_MAX);
    if (is(msg, "ln.step") && is_own(msg, me))
        hear_step(mind, msg);
    else if (is(msg, "ln.bump") && is_own(msg, me))
        mind->walls[mind->pos] =
            (uint8_t)(mind->walls[mind->pos] | 1u << dir_of(msg));
    else if (is(msg, "ln.warp") && is_own(msg, me))
        wipe(mind);
    else if (is(msg, "ln.hide_on") && is_own(msg, me))
        mind->hidden = 1;
    else if (is(msg, "ln.hidden_step") && is_own(msg, me))
        mind->hidden = 0;
}

void nj_ln_brain_hear(void *scratch, const void *data, nj_seat me,
                      const struct nj_message *msg, struct nj_rng *rng)
{
    struct mind *mind = scratch;

    (void)data;
    NJ_ASSERT(me < LN_SEATS_MAX);
    if (mind->size == 0)
        mind->size = 9;
    if (is(msg, "ln.turn"))
        hear_turn(mind, is_own(msg, me), rng);
    else if (is(msg, "ln.walls"))
        hear_walls(mind, msg);
    else if (is(msg, "ln.sound"))
        hear_sound(mind, msg);
    else {
        hear_course(mind, me, msg);
        hear_own(mind, me, msg);
    }
}

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

static int best_dir(const struct mind *mind, struct nj_rng *rng)
{
    int best = LN_UP; /* walls all round: up */
    int most = -100;

    NJ_ASSERT(mind->size > 0);
    for (int d = 0; d < LN_DIRS; d++) {
        int score;

        if ((mind->walls[mind->pos] >> d & 1) != 0)
            continue;
        score = weigh(mind, d) + (int)nj_rng_below(rng, 2);
        if (score > most) {
            most = score;
            best = d;
        }
    }
    return best;
}

static int first_wall(const struct mind *mind)
{
    NJ_ASSERT(mind->pos < LN_CELLS_MAX);
    for (int d = 0; d < LN_DIRS; d++)
        if ((mind->walls[mind->pos] >> d & 1) != 0)
            return d;
    return -1;
}

bool nj_ln_brain_act(const void *scratch, const void *data, nj_seat me,
                     struct nj_rng *rng, struct nj_brain_order *out)
{
    static const char *const letters[LN_DIRS] = {"u", "d", "l", "r"};
    const struct mind *mind = scratch;
    int dir = -1;

    NJ_ASSERT(me < LN_SEATS_MAX);
    (void)data;
    (void)me;
    if (!mind->my_turn)
        return false;
    if (mind->budget > 0)
        dir = best_dir(mind, rng);
    else if (mind->tries > 0)
        dir = first_wall(mind);
    out->place = mind->hidden ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    out->verb = dir >= 0 ? "move" : "stop";
    memcpy(out->text, dir >= 0 ? letters[dir] : "", dir >= 0 ? 2 : 1);
    return true;
}
