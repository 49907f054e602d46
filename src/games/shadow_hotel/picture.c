/*
 * Pictures of the hotel while it is played: the plan with what the viewer
 * knows, and the room in the telescope.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/plan.h"
#include "match/match.h"

/* SH-19.14: the floor of that room, and below it what the text says of it. */
static void draw_watched(const struct nj_message *msg,
                         const struct sh_plan *plan, struct nj_canvas *c)
{
    const char *state = nj_message_str(msg, "state");
    const char *shadow = nj_message_str(msg, "shadow");

    NJ_ASSERT(plan->watched != 0);
    nj_sh_plan_draw_floor(plan, plan->watched, "sh.board.watched", c);
    c->ops->note(
        c, "sh.picture_room",
        NJ_ARGS(*nj_message_arg(msg, "room"), *nj_message_arg(msg, "pos")));
    c->ops->note(c, "sh.picture_persons",
                 NJ_ARGS(*nj_message_arg(msg, "persons"),
                         nj_arg_word("shadow", shadow)));
    c->ops->note(c, "sh.picture_items", NJ_ARGS(*nj_message_arg(msg, "items")));
    c->ops->note(c, "sh.picture_mechanisms",
                 NJ_ARGS(*nj_message_arg(msg, "mechanisms"),
                         nj_arg_word("hazard", state)));
}

/* Whose badges these are, for the host. */
static void draw_people(const struct sh_plan *plan, struct nj_canvas *c)
{
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++) {
        uint8_t pos = 1;

        if (plan->role[k] == 0)
            continue;
        while (pos < SH_PLACES && !nj_seat_in(plan->place[pos].who, k))
            pos++;
        NJ_ASSERT(plan->role[k] <= SH_BRILLO + 1);
        c->ops->player(
            c, k, "sh.picture_seat",
            NJ_ARGS(nj_arg_word("role", nj_sh_role_word(
                                            (enum sh_role)(plan->role[k] - 1))),
                    nj_arg_word("life", pos < SH_PLACES ? "here" : "gone"),
                    nj_arg_int("pos", pos < SH_PLACES ? pos : 0)));
    }
}

void nj_sh_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    static const char *const drawn[] = {
        "sh.map",      "sh.map_own", "sh.round_first",
        "sh.host.all", "sh.whole",   "sh.watch.seen",
        NULL};
    bool watched = nj_message_says(msg, "sh.watch.seen");
    struct sh_plan plan;

    if (!nj_game_lists(drawn, msg->key))
        return;
    if (!nj_sh_plan_read(nj_message_str(msg, "plan"),
                         nj_message_str(msg, "board"), &plan))
        return;
    if (watched) {
        draw_watched(msg, &plan, c);
        return;
    }
    nj_sh_plan_draw(&plan, "sh.board.plan", 0, c);
    draw_people(&plan, c);
}
