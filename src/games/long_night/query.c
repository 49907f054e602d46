/*
 * What may be asked (LN-10.3). Traces and private lines come from the asker's
 * own record; of the state only what the group has been told: round, acting
 * seat, who is out. Works for seats that are out, and after the end.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/lines.h"
#include "games/long_night/long_night.h"

/* A line told to the asker in private, errors apart. */
static bool is_private(const struct nj_message *msg)
{
    return msg->to.to == NJ_TO_SEATS && !nj_message_says(msg, "ln.err");
}

static int64_t round_of(const struct nj_message *msg)
{
    NJ_ASSERT(nj_message_says(msg, "ln.round"));
    return nj_message_int(msg, "round", 0);
}

/* --- walls (LN-15.2) --- */

static bool has_walls(const struct nj_message *msg)
{
    return (nj_message_says(msg, "ln.walls") ||
            nj_message_says(msg, "ln.you")) &&
           nj_message_str(msg, "udlr")[0] != '\0';
}

/* Has that taken the seat to another cell? */
static bool moves(const struct nj_message *msg, nj_seat seat)
{
    return (nj_message_says(msg, "ln.step") ||
            nj_message_says(msg, "ln.warp")) &&
           nj_message_int(msg, "seat", -1) == seat;
}

/* The round in which the asker's record begins; what is told before the first
 * round counts for it. */
static int64_t first_round(const struct ln_state *s, const struct nj_query *q)
{
    int64_t round = s->round;

    for (uint32_t i = q->n_record; i > 0; i--)
        if (nj_message_says(q->record[i - 1], "ln.round"))
            round = round_of(q->record[i - 1]) - 1;
    return round > 0 ? round : 1;
}

/* Of which round and step was that row? Step 0: the seat had taken none. */
static int64_t moment_of(const struct nj_query *q, const struct ln_state *s,
                         uint32_t row, int64_t *step)
{
    int64_t round = first_round(s, q);

    *step = 0;
    for (uint32_t i = 0; i < row; i++) {
        const struct nj_message *msg = q->record[i];

        if (nj_message_says(msg, "ln.round"))
            round = round_of(msg);
        else if (nj_message_says(msg, "ln.turn"))
            *step = 0;
        else if (nj_message_int(msg, "seat", -1) == q->asker)
            *step = nj_message_int(msg, "n", *step);
    }
    return round;
}

/* Walls are those of the cell where they were learned. */
static void answer_walls(struct nj_query *q, const struct ln_state *s,
                         uint32_t row)
{
    const char *udlr = nj_message_str(q->record[row], "udlr");
    bool elsewhere = false;
    int64_t round, step;

    NJ_ASSERT(has_walls(q->record[row]));
    for (uint32_t i = row + 1; i < q->n_record; i++)
        elsewhere = elsewhere || moves(q->record[i], q->asker);
    round = moment_of(q, s, row, &step);
    if (elsewhere)
        say_walls_then(q, udlr, round, step > 0 ? step : NJ_NO_INT);
    else
        say_walls_of(q, udlr);
}

/* A private line again, as it reads now. */
static void answer_private(struct nj_query *q, const struct ln_state *s,
                           uint32_t row)
{
    if (nj_message_says(q->record[row], "ln.walls"))
        answer_walls(q, s, row);
    else
        nj_answer_again(q, q->record[row]);
}

void nj_ln_query_walls(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);
    uint32_t row = q->n_record;

    NJ_ASSERT(q->asker != NJ_SEAT_NONE);
    while (row > 0 && !has_walls(q->record[row - 1]))
        row--;
    if (q->place != NJ_PLACE_PRIVATE)
        say_cannot(q, q->asker, "use_private");
    else if (row == 0)
        say_cannot(q, q->asker, "no_walls_yet");
    else
        answer_walls(q, s, row - 1);
}

/* --- status --- */

static void answer_seat(struct nj_query *q, const struct ln_state *s,
                        nj_seat seat)
{
    uint8_t fate = s->seat[seat].fate;
    nj_seat prey = nj_ln_prey(s, seat);

    if (fate != LN_IN_PLAY || s->over)
        say_status_out(q, seat,
                       fate == LN_IN_PLAY ? "survived" : nj_ln_fate_word(fate));
    else if (!s->opt.solo) /* LN-26.1: alone, whose turn it is says it all */
        say_status_seat(q, seat, prey);
}

/* Index behind the last message with that key (and seat, unless NONE). */
static uint32_t after_last(const struct nj_query *q, const char *key,
                           nj_seat seat)
{
    NJ_ASSERT(q->n_record == 0 || q->record != NULL);
    NJ_ASSERT(key[0] != '\0');
    for (uint32_t i = q->n_record; i > 0; i--)
        if (nj_message_says(q->record[i - 1], key) &&
            (seat == NJ_SEAT_NONE ||
             nj_message_int(q->record[i - 1], "seat", -1) == seat))
            return i;
    return 0;
}

/* The turn that is going on, as the group has been told of it. */
static void answer_running(struct nj_query *q, const struct ln_state *s)
{
    char trace[LN_TRACE_TEXT_MAX];

    NJ_ASSERT(!s->over); /* else the last turn has ended */
    if (nj_ln_trace_text(s, false, trace) > 0)
        say_status_turn(q, s->turn, trace);
}

/* What everybody may know: seats, chain, the turns of this round. */
static void answer_state(struct nj_query *q, const struct ln_state *s)
{
    if (s->over)
        say_status_over(q, s->round);
    else
        say_status(q, s->round, s->turn);
    for (nj_seat k = 0; k < s->n; k++)
        answer_seat(q, s, k);
    if (s->opt.boss && !s->over)
        say_status_boss(q, s->boss_target,
                        s->opt.boss == LN_BANGBANG ? "bangbang" : NULL);
    for (uint32_t i = after_last(q, "ln.round", NJ_SEAT_NONE); i < q->n_record;
         i++)
        if (nj_message_says(q->record[i], "ln.turn_end"))
            say_status_turn(q, nj_message_u8(q->record[i], "seat"),
                            nj_message_str(q->record[i], "trace"));
    if (!s->over)
        answer_running(q, s);
}

void nj_ln_query_status(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);

    answer_state(q, s);
    if (q->place != NJ_PLACE_PRIVATE || q->asker == NJ_SEAT_NONE)
        return;
    for (uint32_t i = after_last(q, "ln.turn", q->asker); i < q->n_record; i++)
        if (is_private(q->record[i]))
            answer_private(q, s, i);
}

/* Has the seat somebody to hunt, and somebody who hunts it? */
static bool is_in_chain(const struct ln_state *s, nj_seat seat)
{
    return !s->over && !s->opt.solo && s->seat[seat].fate == LN_IN_PLAY;
}

/* Who hunts me? All know it; where nobody does, how things stand says why. */
void nj_ln_query_chase(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(q->asker < s->n);
    if (is_in_chain(s, q->asker))
        say_chase(q, nj_ln_prey(s, q->asker), nj_ln_hunter(s, q->asker));
    else
        answer_state(q, s);
}

/* #我: how things stand, whom one hunts, what one has heard since one's last
 * turn, and the last walls, each of them once. */
void nj_ln_query_sheet(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);
    uint32_t row = q->n_record;

    NJ_ASSERT(q->place == NJ_PLACE_PRIVATE && q->asker < s->n);
    answer_state(q, s);
    if (is_in_chain(s, q->asker))
        say_chase(q, nj_ln_prey(s, q->asker), nj_ln_hunter(s, q->asker));
    for (uint32_t i = after_last(q, "ln.turn", q->asker); i < q->n_record; i++)
        if (is_private(q->record[i]) && !has_walls(q->record[i]) &&
            !nj_message_says(q->record[i], "ln.you"))
            nj_answer_again(q, q->record[i]);
    while (row > 0 && !has_walls(q->record[row - 1]))
        row--;
    if (row > 0)
        answer_walls(q, s, row - 1);
}

/* --- log --- */

/* LN-31.5: another's sound without a direction, in the words of those that have
 * one; its step stands in front of it, if the record reaches that far back. */
static void answer_first(struct nj_query *q, uint32_t row)
{
    nj_seat seat = nj_message_u8(q->record[row], "seat");
    const struct nj_message *step = row > 0 ? q->record[row - 1] : NULL;

    if (q->asker != NJ_SEAT_NONE && q->asker != seat && step != NULL &&
        nj_message_says(step, "ln.step"))
        say_log_first(q, seat, nj_message_int(step, "n", 0),
                      nj_message_str(step, "snd"), "first");
}

void nj_ln_query_log(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);
    char trace[LN_TRACE_TEXT_MAX];

    for (uint32_t i = 0; i < q->n_record; i++) {
        const struct nj_message *msg = q->record[i];

        if (nj_message_says(msg, "ln.round"))
            say_log_round(q, round_of(msg));
        else if (nj_message_says(msg, "ln.turn_end"))
            say_log_turn(q, nj_message_u8(msg, "seat"),
                         nj_message_str(msg, "trace"));
        else if (q->place != NJ_PLACE_PRIVATE)
            continue;
        else if (is_private(msg))
            answer_private(q, s, i);
        else if (nj_message_says(msg, "ln.first_sound"))
            answer_first(q, i);
        else if (nj_message_says(msg, "ln.doors"))
            nj_answer_again(q, msg);
    }
    if (!s->over && nj_ln_trace_text(s, false, trace) > 0)
        say_log_turn(q, s->turn, trace);
    if (q->answers == NULL)
        say_log_empty(q);
}

/* --- help --- */

/* What the seat is at this place, as far as that decides what it may type. */
static const char *standing(const struct ln_state *s, nj_seat seat, bool alone)
{
    bool acts = !s->over && s->turn == seat;

    NJ_ASSERT(seat < s->n);
    if (s->seat[seat].fate != LN_IN_PLAY)
        return "out";
    if (acts && s->hiding != LN_OPENLY)
        return "hidden";
    if (alone) /* nobody else is there: LN-26.1 */
        return acts && s->opt.solo ? "solo" : "private";
    return acts ? "group_turn" : "group_wait";
}

/* What the seat may type here and now, by the modes of this match. */
void nj_ln_query_help(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);
    const char *now = standing(s, q->asker, q->place == NJ_PLACE_PRIVATE);
    bool walks = strcmp(now, "group_turn") == 0 || strcmp(now, "solo") == 0;
    uint8_t hides = walks ? s->seat[q->asker].hides : 0;
    uint8_t bombs = walks ? s->seat[q->asker].bombs : 0;

    NJ_ASSERT(hides <= nj_ln_charges(s) && bombs <= s->opt.bombs);
    say_can(q, now, hides > 0 ? nj_option_word(m, "hide") : NULL,
            hides > 0 ? hides : NJ_NO_INT, bombs > 0 ? bombs : NJ_NO_INT,
            walks && s->opt.plan ? "on" : NULL);
}

/* --- boards --- */

void nj_ln_query_map(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);
    const struct ln_pack *pack = nj_ln_pack(m);
    struct ln_notation board;
    struct ln_pool_ids ids;
    char specials[LN_IDS_MAX];
    uint8_t shown[LN_POOL_SHOWN];
    uint8_t n = nj_ln_pool_shown(m, s, shown);
    uint8_t known = (uint8_t)(s->ordinary + s->exits - s->specials);

    NJ_ASSERT(n >= known);
    nj_ln_pool_board(m, s, &board);
    nj_ln_pool_ids(m, s, &ids);
    nj_ln_map_ids(pack, shown + known, (uint8_t)(n - known), specials);
    say_map(q, ids.ordinary, ids.exit, nj_ln_events[s->event], board.text,
            s->specials > 0 ? specials : NULL, nj_ln_texture(s));
}

/* The size of a board on which so many blocks are put together (LN-31.2). */
static uint8_t preview_size(const struct nj_match *m, int n)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(n >= 0 && n <= LN_SLOTS_MAX);
    return n > nj_ln_slots(nj_ln_sizes[LN_SIZE_9]) ||
                   s->board.size == nj_ln_sizes[LN_SIZE_12]
               ? nj_ln_sizes[LN_SIZE_12]
               : nj_ln_sizes[LN_SIZE_9];
}

void nj_ln_query_preview(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    const struct ln_block *block[LN_SLOTS_MAX] = {NULL};
    struct nj_piece rest = nj_piece_of(q->args.n > 0 ? q->args.v[0].s : "");
    struct ln_notation board;
    struct nj_piece w;
    int slots = 0;

    for (; (w = nj_piece_word(&rest, " ,")).n > 0; slots++) {
        int i = nj_ln_pack_find(pack, w.p, w.n);

        if (slots >= LN_SLOTS_MAX || (i < 0 && !nj_piece_is(w, "0"))) {
            say_bad_block(q, q->asker, nj_arena_copy(q->arena, w.p, w.n));
            return;
        }
        block[slots] = i >= 0 ? &pack->block[i] : NULL;
    }
    nj_ln_map_preview(block, preview_size(m, slots), &board);
    say_preview(q, board.text, nj_ln_texture(nj_state_const(m)));
}
