/*
 * The whole match on a canvas, when it is over: the hotel as it was when it
 * began, where everybody ended, all ways, and in words who was who, how each
 * ended, where the keys lay and which positions each went through. Drawn from
 * the messages of the match alone, those of the record included.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/plan.h"

#define WAY_BYTES 2000 /* of one seat's way as text */

struct walker {
    int at;       /* cell; -1: nowhere yet */
    int64_t told; /* round of its last frame */
    int64_t died; /* round; -1: it did not */
    const char *cause;
    struct nj_str way;
};

struct course {
    struct nj_canvas *c;
    struct sh_plan plan;
    bool read, begun; /* the building is there, and what lies in it */
    int64_t round;
    struct walker who[NJ_SEATS_MAX];
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

/* NULL: no seat. */
static struct walker *walker(struct course *w, const struct nj_message *msg)
{
    int64_t seat = nj_message_int(msg, "seat", -1);

    return seat >= 0 && seat < NJ_SEATS_MAX ? &w->who[seat] : NULL;
}

/* Next to each other on the same floor: a step, no climb. */
static bool touches(const struct course *w, int a, int b)
{
    int rows = a / w->plan.cols - b / w->plan.cols;
    int cols = a % w->plan.cols - b % w->plan.cols;

    NJ_ASSERT(a >= 0 && b >= 0);
    return rows * rows + cols * cols == 1;
}

/* "[1] 33 32 41": the positions behind the round in which it went there. */
static void put_way(const struct course *w, struct walker *who, int64_t pos)
{
    if (who->told != w->round)
        nj_str_addf(&who->way, "%s[%d]", who->way.len > 0 ? "  " : "",
                    (int)w->round);
    nj_str_addf(&who->way, " %d", (int)pos);
}

static void move(struct course *w, const struct nj_message *msg)
{
    struct walker *who = walker(w, msg);
    int64_t pos = nj_message_int(msg, "pos", 0);
    int to = cell_of(w, pos);

    if (who == NULL || to < 0)
        return;
    NJ_ASSERT(to < w->plan.rows * w->plan.cols);
    who->died = -1; /* whom a host brings back walks again */
    if (who->at >= 0 && who->at != to) {
        nj_seat seat = (nj_seat)(who - w->who);

        put_way(w, who, pos);
        if (who->told != w->round)
            w->c->ops->turn(w->c, w->round, seat);
        who->told = w->round;
        w->c->ops->move(w->c, seat, who->at, to, !touches(w, who->at, to));
    }
    who->at = to;
}

static void die(struct course *w, const struct nj_message *msg)
{
    struct walker *who = walker(w, msg);

    if (who == NULL)
        return;
    who->died = w->round;
    who->cause = nj_message_str(msg, "cause");
}

/* --- the beginning --- */

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
        int64_t pos =
            position_of(setup, nj_message_cell(setup, "spawns", i, "room", -1));

        if (seat < 0 || seat >= NJ_SEATS_MAX || pos == 0)
            continue;
        w->who[seat].at = cell_of(w, pos);
        nj_str_addf(&w->who[seat].way, "%d", (int)pos);
    }
}

static void note_keys(struct course *w, const struct nj_message *setup)
{
    struct nj_str places = NJ_STR_INIT(200);

    for (uint32_t i = 0; nj_message_row(setup, "keys", i) != NULL; i++)
        nj_str_addf(&places, "%s%d", i > 0 ? ", " : "",
                    (int)position_of(
                        setup, nj_message_cell(setup, "keys", i, "room", 0)));
    w->c->ops->note(
        w->c, "sh.picture_keys",
        NJ_ARGS(nj_arg_text("places", places.len > 0 ? places.p : "")));
    nj_str_fini(&places);
}

static void begin(struct course *w, const struct nj_message *setup)
{
    w->begun = true;
    for (uint32_t p = 1; p < SH_PLACES; p++) {
        int64_t room = nj_message_cell(setup, "rooms", p - 1, "room", 0);

        if (room > 0 && room < SH_PLACES)
            w->plan.place[p].room = (uint8_t)room;
    }
    spawn(w, setup);
    nj_sh_plan_draw(&w->plan, "sh.board.course", 0, w->c);
    note_keys(w, setup);
}

/* --- the end --- */

static void draw_role(struct course *w, nj_seat seat, enum sh_role role,
                      int64_t rank)
{
    const struct walker *who = &w->who[seat];
    bool dead = role != SH_SHADOW && who->died >= 0;
    struct nj_arg args[] = {nj_arg_word("role", nj_sh_role_word(role)),
                            nj_arg_int("rank", rank),
                            nj_arg_word("fate", dead ? "dead" : "alive"),
                            nj_arg_int("round", who->died),
                            nj_arg_word("cause", dead ? who->cause : "")};

    NJ_ASSERT(seat < NJ_SEATS_MAX);
    w->c->ops->player(w->c, seat, "sh.picture_role",
                      (struct nj_args){.v = args, .n = dead ? 5 : 3});
}

/* Tells who was who, below the ways, and where each ended. */
static void draw_roles(struct course *w, const struct nj_message *reveal)
{
    for (uint32_t i = 0; nj_message_row(reveal, "roles", i) != NULL; i++) {
        int64_t seat = nj_message_cell(reveal, "roles", i, "seat", -1);
        int64_t role = nj_message_cell(reveal, "roles", i, "role", -1);

        if (seat < 0 || seat >= NJ_SEATS_MAX || role < SH_PLAYER ||
            role > SH_BRILLO)
            continue;
        draw_role(w, (nj_seat)seat, (enum sh_role)role,
                  nj_message_cell(reveal, "roles", i, "rank", 0));
        if (w->who[seat].at >= 0)
            w->c->ops->seat(w->c, w->who[seat].at / w->plan.cols,
                            w->who[seat].at % w->plan.cols, (nj_seat)seat);
    }
}

static void note_ways(struct course *w)
{
    w->c->ops->note(w->c, "sh.picture_ways", NJ_NO_ARGS);
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        if (w->who[k].way.len > 0)
            w->c->ops->note(w->c, "sh.picture_way",
                            NJ_ARGS(nj_arg_seat("seat", k),
                                    nj_arg_text("way", w->who[k].way.p)));
}

/* Draws what a message of the record brings; before the plan nothing does. */
static void follow(struct course *w, const struct nj_message *msg)
{
    if (!w->read && nj_message_says(msg, "sh.plan"))
        w->read = nj_sh_plan_read(nj_message_str(msg, "plan"),
                                  nj_message_str(msg, "board"), &w->plan);
    if (nj_message_says(msg, "sh.round"))
        w->round = nj_message_int(msg, "begun", w->round);
    if (w->read && !w->begun && nj_message_says(msg, "sh.setup"))
        begin(w, msg);
    if (!w->begun)
        return;
    NJ_ASSERT(w->plan.rows > 0 && w->plan.cols > 0);
    if (nj_message_says(msg, "sh.moved"))
        move(w, msg);
    else if (nj_message_says(msg, "sh.died"))
        die(w, msg);
    else if (nj_message_says(msg, "sh.reveal"))
        draw_roles(w, msg);
}

void nj_sh_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c)
{
    struct course w = {.c = c};

    for (int i = 0; i < NJ_SEATS_MAX; i++)
        w.who[i] = (struct walker){
            .at = -1, .told = -1, .died = -1, .way = NJ_STR_INIT(WAY_BYTES)};
    for (uint32_t i = 0; i < n; i++)
        follow(&w, record[i]);
    if (w.begun)
        note_ways(&w);
    for (int i = 0; i < NJ_SEATS_MAX; i++)
        nj_str_fini(&w.who[i].way);
}
