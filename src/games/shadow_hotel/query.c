/*
 * What is read without leaving a trace: sheet, map, broadcasts and round
 * (SH-12.10, 13.1).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* The role as it was told at the start. */
static void repeat_role(struct nj_query *q)
{
    for (uint32_t i = 0; i < q->n_record; i++)
        if (nj_message_says(q->record[i], "sh.role")) {
            nj_answer(q, q->record[i]->key, q->record[i]->clause,
                      q->record[i]->args);
            return;
        }
}

void nj_sh_query_me(const struct nj_match *m, struct nj_query *q)
{
    const struct sh_state *s = nj_state_const(m);
    const struct nj_asker to = nj_asker_query(m, q);

    NJ_ASSERT(to.seat == q->asker && to.q == q);
    repeat_role(q);
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

void nj_sh_query_round(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_asker to = nj_asker_query(m, q);

    if (nj_sh_now(m)->stage == SH_ENDED)
        say_answer_over(&to, "yes");
    else
        nj_sh_round_to(&to);
}
