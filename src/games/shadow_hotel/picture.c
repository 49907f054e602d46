/*
 * Pictures of the hotel: the plan with what the viewer knows, the room in the
 * telescope, and, when it is over, the ways of all (one frame a round).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/plan.h"

void nj_sh_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    struct sh_plan plan;

    if (strncmp(msg->key, "sh.map", 6) != 0 &&
        !nj_message_says(msg, "sh.watch.seen") &&
        !nj_message_says(msg, "sh.host.all"))
        return;
    if (nj_sh_plan_read(nj_message_str(msg, "plan"),
                        nj_message_str(msg, "board"), &plan))
        nj_sh_plan_draw(&plan, "sh.board.plan", 0, c);
}

/* --- the course --- */

struct course {
    struct nj_canvas *c;
    struct sh_plan plan;
    bool begun; /* the plan is there */
    int64_t round;
    int at[NJ_SEATS_MAX];       /* cell; -1: nowhere yet */
    int64_t told[NJ_SEATS_MAX]; /* round of its last frame */
};

static int cell_of(const struct course *w, int64_t pos)
{
    const struct sh_plan_place *at;

    if (pos <= 0 || pos >= SH_PLACES || w->plan.place[pos].rows == 0)
        return -1;
    at = &w->plan.place[pos];
    NJ_ASSERT(at->row < w->plan.rows && at->col < w->plan.cols);
    return at->row * w->plan.cols + at->col;
}

static bool is_seat(int64_t seat)
{
    return seat >= 0 && seat < NJ_SEATS_MAX;
}

/* Next to each other on the same floor: a step, no climb. */
static bool touches(const struct course *w, int a, int b)
{
    int rows = a / w->plan.cols - b / w->plan.cols;
    int cols = a % w->plan.cols - b % w->plan.cols;

    NJ_ASSERT(a >= 0 && b >= 0);
    return rows * rows + cols * cols == 1;
}

static void move(struct course *w, const struct nj_message *msg)
{
    int64_t seat = nj_message_int(msg, "seat", -1);
    int to = cell_of(w, nj_message_int(msg, "pos", 0));

    if (!is_seat(seat) || to < 0)
        return;
    NJ_ASSERT(to < w->plan.rows * w->plan.cols);
    if (w->at[seat] >= 0 && w->at[seat] != to) {
        if (w->told[seat] != w->round)
            w->c->ops->turn(w->c, w->round, (nj_seat)seat);
        w->told[seat] = w->round;
        w->c->ops->move(w->c, (nj_seat)seat, w->at[seat], to,
                        !touches(w, w->at[seat], to));
    }
    w->at[seat] = to;
}

/* Returns the position where a room lies, or 0. */
static int64_t position_of(const struct nj_message *setup, int64_t room)
{
    for (uint32_t p = 0; nj_message_row(setup, "rooms", p) != NULL; p++)
        if (nj_message_cell(setup, "rooms", p, "room", 0) == room)
            return (int64_t)p + 1;
    return 0;
}

/* Puts everybody where they begin: rooms by position, then who is in which. */
static void spawn(struct course *w, const struct nj_message *setup)
{
    for (uint32_t i = 0; nj_message_row(setup, "spawns", i) != NULL; i++) {
        int64_t seat = nj_message_cell(setup, "spawns", i, "seat", -1);
        int64_t room = nj_message_cell(setup, "spawns", i, "room", -1);

        if (is_seat(seat))
            w->at[seat] = cell_of(w, position_of(setup, room));
    }
}

/* Tells who was who, below the ways. */
static void draw_roles(struct nj_canvas *c, const struct nj_message *reveal)
{
    for (uint32_t i = 0; nj_message_row(reveal, "roles", i) != NULL; i++) {
        int64_t seat = nj_message_cell(reveal, "roles", i, "seat", -1);
        int64_t role = nj_message_cell(reveal, "roles", i, "role", -1);
        int64_t rank = nj_message_cell(reveal, "roles", i, "rank", 0);

        if (is_seat(seat) && role >= SH_PLAYER && role <= SH_BRILLO)
            c->ops->player(c, (nj_seat)seat, "sh.picture_role",
                           NJ_ARGS(nj_arg_word("role", nj_sh_role_word(
                                                           (enum sh_role)role)),
                                   nj_arg_int("rank", rank)));
    }
}

/* Draws what a message of the record brings; before the plan nothing does. */
static void follow(struct course *w, const struct nj_message *msg)
{
    if (!w->begun && nj_message_says(msg, "sh.plan")) {
        w->begun = nj_sh_plan_read(nj_message_str(msg, "plan"),
                                   nj_message_str(msg, "board"), &w->plan);
        if (w->begun)
            nj_sh_plan_draw(&w->plan, "sh.board.course", 0, w->c);
    }
    if (nj_message_says(msg, "sh.round"))
        w->round = nj_message_int(msg, "begun", w->round);
    if (!w->begun)
        return;
    NJ_ASSERT(w->plan.rows > 0 && w->plan.cols > 0);
    if (nj_message_says(msg, "sh.setup"))
        spawn(w, msg);
    else if (nj_message_says(msg, "sh.reveal"))
        draw_roles(w->c, msg);
    else if (nj_message_says(msg, "sh.moved"))
        move(w, msg);
}

void nj_sh_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c)
{
    struct course w = {.c = c};

    for (int i = 0; i < NJ_SEATS_MAX; i++) {
        w.at[i] = -1;
        w.told[i] = -1;
    }
    for (uint32_t i = 0; i < n; i++)
        follow(&w, record[i]);
}
