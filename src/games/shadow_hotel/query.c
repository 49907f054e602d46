/*
 * What is read without leaving a trace: sheet, map, broadcasts and round
 * (SH-12.10, 13.1).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

void nj_sh_query_me(const struct nj_match *m, struct nj_query *q)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_asker to = nj_asker_query(m, q);
    struct sh_seat_list names;

    NJ_ASSERT(to.seat == q->asker && to.q == q);
    say_role_now(q, nj_sh_role_word((enum sh_role)s->seat[q->asker].role),
                 nj_sh_names(m, &names));
    nj_sh_status_to(&to);
    if (s->stage == SH_ENDED || !nj_sh_is_living(s, q->asker))
        return;
    if (nj_sh_is_present(s, q->asker))
        nj_sh_view_to(&to);
    if (q->asker == s->brillo)
        nj_sh_album_to(&to);
}

/* In the group, and for who is out, the building alone (SH-12.10, 13.1). */
void nj_sh_query_map(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_asker to = nj_asker_query(m, q);
    bool mine = q->place == NJ_PLACE_PRIVATE && q->asker != NJ_SEAT_NONE &&
                nj_sh_is_living(nj_sh_now(m), q->asker);

    nj_sh_map_to(&to, mine);
    if (mine) /* what the picture shows, in words */
        nj_sh_known_to(&to);
}

/* A line of the hotel's or the referee's; not what keeps time and order. */
static bool is_broadcast(const struct nj_message *msg)
{
    static const char *const others[] = {
        "sh.round",       "sh.round_first", "sh.timer_all", "sh.clock_on",
        "sh.clock_moved", "sh.host.used",   "sh.left"};

    if (msg->to.to != NJ_TO_ALL || strncmp(msg->key, "sh.", 3) != 0 ||
        strncmp(msg->key, "sh.err", 6) == 0 ||
        strncmp(msg->key, "sh.refuse", 9) == 0)
        return false;
    for (size_t i = 0; i < NJ_COUNT(others); i++)
        if (nj_message_says(msg, others[i]))
            return false;
    return true;
}

/* Lines under the round in which they were said. */
void nj_sh_query_log(const struct nj_match *m, struct nj_query *q)
{
    int64_t round = -1; /* before the first one */
    bool headed = true;
    bool any = false;

    (void)m;
    for (uint32_t i = 0; i < q->n_record; i++) {
        const struct nj_message *msg = q->record[i];

        if (msg->to.to == NJ_TO_ALL &&
            (nj_message_says(msg, "sh.round") ||
             nj_message_says(msg, "sh.round_first"))) {
            round = nj_message_int(msg, "begun", 0);
            headed = false;
        }
        if (!is_broadcast(msg))
            continue;
        NJ_ASSERT(headed || round >= 0);
        if (!headed)
            say_log_round(q, round);
        headed = true;
        any = true;
        nj_answer_again(q, msg);
    }
    if (!any)
        say_log_empty(q);
}

/* --- help --- */

/* What the seat is and what it can do now, as far as that decides what it may
 * type; what it is asked, if that halts it. */
static const char *stands(const struct nj_match *m, nj_seat seat)
{
    static const char *const lives[] = {"", "rebirth", "absent", "dead"};
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];
    nj_seat slot = nj_sh_slot(s);

    NJ_ASSERT(who->life == SH_ACTIVE || lives[who->life][0] != '\0');
    if (nj_sh_halts(m, seat) != NULL)
        return nj_sh_halts(m, seat);
    if (who->life != SH_ACTIVE)
        return lives[who->life];
    if (nj_frozen(m, seat) || s->stage != SH_RUNNING)
        return "wait";
    if (!nj_sh_own_round(s, seat))
        return seat == s->shadow ? "round_shadow" : "round";
    if (who->turn_over || (slot != NJ_SEAT_NONE && slot != seat))
        return seat == s->shadow ? "round_shadow" : "over";
    return nj_sh_role_word((enum sh_role)who->role);
}

void nj_sh_query_help(const struct nj_match *m, struct nj_query *q)
{
    const struct sh_state *s = nj_state_const(m);
    const char *now = stands(m, q->asker);
    const char *role = nj_sh_role_word((enum sh_role)s->seat[q->asker].role);
    bool acts = strcmp(now, role) == 0;
    uint8_t pos[SH_PLACES] = {0};

    NJ_ASSERT(q->asker < s->n && q->place == NJ_PLACE_PRIVATE);
    if (acts)
        (void)nj_sh_neighbours(s, nj_sh_map(m), s->seat[q->asker].room, pos,
                               NULL);
    say_help(q, now, acts ? pos[0] : NJ_NO_INT,
             s->opt.level && (acts || s->seat[q->asker].life == SH_OUT) ? now
                                                                        : NULL);
}

void nj_sh_query_round(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_asker to = nj_asker_query(m, q);

    if (nj_sh_now(m)->stage == SH_ENDED)
        say_answer_over(&to, "yes");
    else
        nj_sh_round_to(&to);
}
