/*
 * Rounds and turns: how they begin and end (LN-4.1, 4.8), and when the match
 * is over (LN-7.9).
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

int nj_ln_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause)
{
    NJ_ASSERT(code[0] != '\0');
    return refuse_by(m, in, in->seat, code, clause);
}

/* What the reasons mean for which a turn ends. */
static const struct {
    const char *word;
    /* The seat ends its turn where it stands, and a prey there is caught
     * (LN-4.8). A hide keeps these to itself, but for a time-out. */
    bool stands;
    bool willed; /* the walls stay secret (LN-4.5) */
    bool gone;   /* the seat is out */
} ends[] = {[LN_BUMP] = {"bump", .stands = true},
            [LN_STOP] = {"stop", .stands = true, .willed = true},
            [LN_TIMEOUT] = {"timeout", .stands = true, .willed = true},
            [LN_TRAPPED] = {"trap", .stands = true},
            [LN_CATCH] = {"catch", .stands = false},
            [LN_ESCAPE] = {"escape", .gone = true},
            [LN_GONE] = {"left", .gone = true},
            [LN_HEATED] = {"heat", .stands = true},
            [LN_BLOWN_UP] = {"blown", .gone = true},
            [LN_WARPED] = {"warp", .stands = false},
            [LN_PLANNED] = {"plan", .stands = true, .willed = true}};

/* --- what holds whenever an input comes in, and when a turn begins --- */

static void check_seat(const struct ln_state *s, nj_seat seat)
{
    const struct ln_seat *who = &s->seat[seat];
    uint8_t cells = nj_ln_cells(&s->board);

    NJ_ASSERT(who->cell < cells && who->start < cells);
    NJ_ASSERT(who->sub == 0 ||
              (who->sub <= 2 && nj_ln_board_gate(&s->board, who->cell)));
    NJ_ASSERT(who->fate <= LN_STOMPED && who->hides <= nj_ln_charges(s));
    NJ_ASSERT(who->first <= cells && who->bombs <= s->opt.bombs);
}

/* The match and whose turn it is: that much at each order. */
static void check_turn(const struct ln_state *s)
{
    NJ_ASSERT(s->n >= 1 && s->n <= LN_SEATS_MAX);
    NJ_ASSERT(s->board.size >= LN_SIZE_MIN && s->board.size <= LN_SIZE_MAX);
    NJ_ASSERT(s->steps <= LN_STEPS_MAX && s->trace_len <= LN_TRACE_MAX);
    NJ_ASSERT(s->turn < s->n && s->seat[s->turn].cell < nj_ln_cells(&s->board));
    NJ_ASSERT(s->over || s->seat[s->turn].fate == LN_IN_PLAY);
}

void nj_ln_check(const struct ln_state *s)
{
    nj_seat_set playing = nj_ln_in_play(s);

    check_turn(s);
    NJ_ASSERT(s->round >= 1 && s->event <= LN_EVENT_RAIN);
    NJ_ASSERT(s->from < nj_ln_cells(&s->board) && s->laid <= LN_SLOTS_MAX);
    NJ_ASSERT(s->hiding == LN_OPENLY || s->opt.hide != LN_HIDE_OFF);
    NJ_ASSERT(s->boss < nj_ln_cells(&s->board) && s->boss_target < s->n);
    NJ_ASSERT((s->votes & ~playing) == 0);
    NJ_ASSERT(s->over || nj_seat_count(playing) >= (s->opt.solo ? 1 : 2));
    for (nj_seat k = 0; k < s->n; k++)
        check_seat(s, k);
}

int nj_ln_check_order(struct nj_match *m, const struct nj_attempt *a)
{
    const struct ln_state *s = nj_state_const(m);
    bool alone = a->in->place == NJ_PLACE_PRIVATE;

    check_turn(s);
    if (s->over)
        return nj_ln_refuse(m, a->in, "over", "LN-10.4");
    if (s->seat[a->seat].fate != LN_IN_PLAY)
        return nj_ln_refuse(m, a->in, "out", "LN-10.4");
    if (nj_timer_paused(m))
        return nj_ln_refuse(m, a->in, "paused", "LN-10.7");
    if (a->order->when >= LN_AT_ITS_TURN && a->seat != s->turn)
        return refuse_not_your_turn(m, a->in, s->turn);
    if (a->order->when < LN_WHERE_IT_WALKS || s->opt.solo) /* LN-26.1 */
        return 0;
    if (alone && s->hiding == LN_OPENLY)
        return nj_ln_refuse(m, a->in, "use_group", "LN-4.10");
    if (!alone && s->hiding != LN_OPENLY)
        return nj_ln_refuse(m, a->in, "hidden_use_private", "LN-4.10");
    return 0;
}

/* --- beginnings --- */

static void begin_turn(struct nj_match *m, struct ln_state *s, nj_seat seat)
{
    const struct ln_seat *me = &s->seat[seat];
    int64_t think;

    NJ_ASSERT(me->fate == LN_IN_PLAY);
    NJ_ASSERT(!s->over);
    s->turn = seat;
    s->steps = 0;
    s->acted = 0;
    s->actor = NJ_BY_CLOCK;
    s->skipped = 0;
    s->hiding = LN_OPENLY;
    s->last_seq = 0;
    s->from = s->seat[seat].cell;
    nj_ln_trace_clear(s);
    think = nj_ln_clock_begin(m, s);
    /* Charges are told where an option gives any. */
    say_turn(m, seat, think, nj_option(m, "act"),
             s->opt.hide != LN_HIDE_OFF ? me->hides : NJ_NO_INT,
             s->opt.bombs > 0 ? me->bombs : NJ_NO_INT,
             s->opt.cards > 0 ? me->cards : NJ_NO_INT);
    NJ_ASSERT(s->trace_len == 0);
    nj_ln_check(s);
}

/* The next seat in play after `seat`; NJ_SEAT_NONE: the round is over. */
static nj_seat next_seat(const struct ln_state *s, int seat)
{
    NJ_ASSERT(seat >= -1 && seat < s->n);
    return nj_seat_nth(nj_ln_in_play(s) & ~(nj_bit((nj_seat)(seat + 1)) - 1),
                       0);
}

void nj_ln_round_begin(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(!s->over);
    s->round++;
    s->moved_on = 0;
    say_round(m, s->round);
    begin_turn(m, s, next_seat(s, -1));
}

/* --- the end of the match --- */

/* `last`: what is left for who has caught the last prey, or NULL (LN-31.7). */
static void finish(struct nj_match *m, struct ln_state *s, const char *reason,
                   const char *last)
{
    NJ_ASSERT(!s->over);
    NJ_ASSERT(reason[0] != '\0');
    if (s->hiding != LN_OPENLY) /* cut off, and nobody has heard of it */
        nj_ln_record_turn(m, s, (char[LN_TRACE_TEXT_MAX]){""});
    s->over = 1;
    say_over(m, reason, nj_ln_in_play(s), s->opt.solo ? s->round : NJ_NO_INT,
             last);
    nj_ln_score_tell(m, s);
    nj_over(m);
    NJ_ASSERT(s->over);
}

void nj_ln_over(struct nj_match *m, struct ln_state *s, const char *reason)
{
    finish(m, s, reason, NULL);
}

/* Why nobody plays on: LN-7.9, of one alone LN-26.3; NULL: they do. */
static const char *deserted(const struct ln_state *s)
{
    uint8_t left = nj_seat_count(nj_ln_in_play(s));

    if (s->opt.solo && s->seat[0].fate == LN_ESCAPED)
        return "solo_escaped";
    if (left == 0)
        return "none_left";
    return left == 1 && !s->opt.solo ? "last_one" : NULL;
}

/* How many pods there are, all know; said with the tips (LN-31.7), for by
 * default no message has more in it than the seed's (LN-20.4). */
static const char *left_by_catch(const struct ln_state *s)
{
    if (!s->opt.tips || nj_seat_count(nj_ln_in_play(s)) != 1)
        return NULL;
    return nj_ln_board_pods(&s->board) > 0 ? "pods" : "none";
}

bool nj_ln_check_over(struct nj_match *m, struct ln_state *s, bool caught)
{
    const char *reason = deserted(s);

    NJ_ASSERT(!s->over);
    if (reason == NULL && nj_ln_agreed(m, s))
        reason = "agreed";
    if (reason != NULL)
        finish(m, s, reason, caught ? left_by_catch(s) : NULL);
    NJ_ASSERT((reason != NULL) == (s->over != 0));
    return reason != NULL;
}

/* What ends a match behind a full round, in the order of LN-26.3, LN-27.1 and
 * LN-7.9; NULL: nothing. */
static const char *run_out(const struct nj_match *m, const struct ln_state *s)
{
    if (s->opt.solo && nj_ln_board_pods(&s->board) == 0)
        return "no_pods";
    if (s->opt.all_stop && !s->opt.solo && !s->moved_on)
        return "all_stopped";
    if (s->opt.cap > 0 && s->round >= s->opt.cap)
        return "round_cap";
    return nj_ln_abandoned(m, s) ? "abandoned" : NULL;
}

/* Behind a full round: doors, the Boss, the checks. */
static void end_round(struct nj_match *m, struct ln_state *s)
{
    const char *reason;

    NJ_ASSERT(!s->over);
    nj_ln_doors_tell(m, s);
    if (s->opt.boss == LN_MINOTAUR && nj_ln_boss_act(m, s))
        return;
    if (s->opt.boss == LN_BANGBANG)
        nj_ln_bangbang_act(m, s);
    reason = run_out(m, s);
    if (reason != NULL)
        nj_ln_over(m, s, reason);
    else
        nj_ln_round_begin(m, s);
}

/* --- the end of a turn --- */

void nj_ln_walls_of(const struct ln_state *s, nj_seat seat,
                    char udlr[LN_DIRS + 1])
{
    const struct ln_seat *who = &s->seat[seat];

    NJ_ASSERT(who->cell < nj_ln_cells(&s->board));
    nj_ln_walls_at(&s->board, who->cell, udlr);
    if (who->sub > 0)
        memset(udlr, '.', LN_DIRS);
}

void nj_ln_walls_at(const struct ln_board *b, uint8_t cell,
                    char udlr[LN_DIRS + 1])
{
    NJ_ASSERT(cell < nj_ln_cells(b));
    for (int d = 0; d < LN_DIRS; d++)
        udlr[d] = nj_ln_board_passable(b, cell, (enum ln_dir)d) ? '.' : '#';
    udlr[LN_DIRS] = '\0';
}

void nj_ln_walls_tell(struct nj_match *m, const struct ln_state *s,
                      nj_seat seat)
{
    char udlr[LN_DIRS + 1];

    nj_ln_walls_of(s, seat, udlr);
    say_walls(m, seat, udlr);
}

static void tell_turn_end(struct nj_match *m, struct ln_state *s,
                          enum ln_reason reason, uint32_t dropped,
                          char trace[LN_TRACE_TEXT_MAX])
{
    bool hidden = s->hiding != LN_OPENLY;
    bool secret = hidden && ends[reason].stands && reason != LN_TIMEOUT;

    /* LN-27.1: what all are told decides, and nothing else. */
    if (secret || (reason != LN_STOP && reason != LN_TIMEOUT))
        s->moved_on = 1;
    NJ_ASSERT(dropped <= UINT16_MAX);
    (void)nj_ln_trace_text(s, false, trace);
    say_turn_end(m, s->turn, secret ? "hidden" : ends[reason].word, trace,
                 dropped > 0 && !hidden ? dropped : NJ_NO_INT);
    if (dropped > 0 && hidden)
        say_dropped(m, s->turn, dropped);
}

/* Did the seat end its turn without a step (LN-29.1)? A bump counts as one. */
static bool lay_in_wait(const struct ln_state *s, enum ln_reason reason)
{
    return (reason == LN_STOP && s->steps == 0) ||
           (reason == LN_BUMP && s->steps == 1);
}

void nj_ln_turn_end(struct nj_match *m, struct ln_state *s,
                    enum ln_reason reason, uint32_t dropped)
{
    /* To all, and then to the record. */
    NJ_UNCLEARED char trace[LN_TRACE_TEXT_MAX];
    nj_seat next;

    NJ_ASSERT(!s->over && reason != LN_GOES_ON);
    NJ_ASSERT((reason == LN_GONE) == (s->seat[s->turn].fate == LN_DEPARTED));
    nj_ln_count_turn(s, reason);
    if (ends[reason].stands && s->hiding == LN_OPENLY && nj_ln_on_prey(s)) {
        if (lay_in_wait(s, reason))
            nj_ln_did(s, s->turn, LN_AMBUSHED);
        nj_ln_catch(m, s);
        reason = LN_CATCH;
    }
    if (ends[reason].gone)
        nj_ln_chain_tell(m, s, nj_bit(s->turn));
    tell_turn_end(m, s, reason, dropped, trace);
    nj_ln_record_turn(m, s, trace);
    s->hiding = LN_OPENLY;
    if ((ends[reason].gone || reason == LN_CATCH) &&
        nj_ln_check_over(m, s, reason == LN_CATCH))
        return;
    if (!ends[reason].gone && (!ends[reason].willed || s->opt.stop_walls))
        nj_ln_walls_tell(m, s, s->turn);
    nj_ln_defuse(m, s);
    next = next_seat(s, s->turn);
    if (next == NJ_SEAT_NONE)
        end_round(m, s);
    else
        begin_turn(m, s, next);
}
