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
        strcmp(msg->key, "sh.watch.seen") != 0)
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
    if (pos <= 0 || pos >= SH_PLACES || w->plan.place[pos].rows == 0)
        return -1;
    NJ_ASSERT(w->plan.place[pos].row < w->plan.rows &&
              w->plan.place[pos].col < w->plan.cols);
    return w->plan.place[pos].row * w->plan.cols + w->plan.place[pos].col;
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

    if (seat < 0 || seat >= NJ_SEATS_MAX || to < 0)
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

/* Returns the argument if it is a table of so many columns, else NULL. */
static const struct nj_arg *table(const struct nj_message *msg,
                                  const char *name, uint32_t columns)
{
    const struct nj_arg *arg = nj_message_arg(msg, name);

    return arg != NULL && arg->type == NJ_ARG_ROWS &&
                   arg->rows.form->fields == columns
               ? arg
               : NULL;
}

/* Puts everybody where they begin: rooms by position, then who is in which. */
static void spawn(struct course *w, const struct nj_message *setup)
{
    const struct nj_arg *rooms = table(setup, "rooms", 1);
    const struct nj_arg *spawns = table(setup, "spawns", 2);

    if (rooms == NULL || spawns == NULL)
        return;
    for (uint32_t i = 0; i < spawns->count; i++) {
        const int64_t *row = &spawns->rows.cells[(size_t)2 * i];
        uint32_t p = 0;

        while (p < rooms->count && rooms->rows.cells[p] != row[1])
            p++;
        if (row[0] >= 0 && row[0] < NJ_SEATS_MAX && p < rooms->count)
            w->at[row[0]] = cell_of(w, (int64_t)p + 1);
    }
}

/* Tells who was who, below the ways. */
static void draw_roles(struct nj_canvas *c, const struct nj_message *reveal)
{
    const struct nj_arg *roles = table(reveal, "roles", 3);

    for (uint32_t i = 0; roles != NULL && i < roles->count; i++) {
        const int64_t *row = &roles->rows.cells[(size_t)3 * i];

        if (row[0] < 0 || row[0] >= NJ_SEATS_MAX || row[1] < SH_PLAYER ||
            row[1] > SH_BRILLO)
            continue;
        c->ops->player(
            c, (nj_seat)row[0], "sh.picture_role",
            NJ_ARGS(nj_arg_word("role", nj_sh_role_word((enum sh_role)row[1])),
                    nj_arg_int("rank", row[2])));
    }
}

/* Draws what a message of the record brings; before the plan nothing does. */
static void follow(struct course *w, const struct nj_message *msg)
{
    if (!w->begun && strcmp(msg->key, "sh.plan") == 0) {
        w->begun = nj_sh_plan_read(nj_message_str(msg, "plan"),
                                   nj_message_str(msg, "board"), &w->plan);
        if (w->begun)
            nj_sh_plan_draw(&w->plan, "sh.board.course", 0, w->c);
    }
    if (strcmp(msg->key, "sh.round") == 0)
        w->round = nj_message_int(msg, "begun", w->round);
    if (!w->begun)
        return;
    NJ_ASSERT(w->plan.rows > 0 && w->plan.cols > 0);
    if (strcmp(msg->key, "sh.setup") == 0)
        spawn(w, msg);
    else if (strcmp(msg->key, "sh.reveal") == 0)
        draw_roles(w->c, msg);
    else if (strcmp(msg->key, "sh.moved") == 0)
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
