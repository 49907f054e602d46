/*
 * Powers of the host (MK-15, 19.5, 19.10 to 19.12). Of what is hidden the group
 * does not hear; refusals go to the host alone. That a host who holds a seat
 * has but the clock, the shell sees to.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

static void tell(struct nj_match *m, const char *verb, nj_seat seat)
{
    NJ_ASSERT(seat == NJ_SEAT_NONE || seat < nj_seats(m));
    say_host(m, nj_to_all(), NULL, verb, seat, NULL);
}

/* --- the clock (MK-13.4) --- */

/* It is nobody's before the first turn. Until when it runs now, the shell adds: a
 * grace moves deadlines outside the log, and a moment in the message would be
 * another one when the log is played again. */
static void turn_clock(struct nj_match *m, const struct nj_deed *d)
{
    const struct mk_state *s = nj_state_const(m);
    bool stands = nj_timer_paused(m);
    const char *verb = stands ? "pause" : "resume";

    (void)d;
    NJ_ASSERT(s->active <= s->n);
    if (s->phase == MK_PLAY)
        tell(m, verb, s->active);
    else
        say_host(m, nj_to_all(), stands ? "pause_all" : "resume_all", verb,
                 NJ_SEAT_NONE, NULL);
}

static void extend(struct nj_match *m, const struct nj_deed *d)
{
    NJ_ASSERT(d->timed);
    tell(m, "extend", NJ_SEAT_NONE);
}

/* --- skip --- */

/* MK-19.5: of an offer only the two of it know. */
static void skip_offer(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set both = nj_bit(s->offer.from) | nj_bit(s->offer.to);

    NJ_ASSERT(nj_prompt_open(m, s->offer.asked, "trade"));
    nj_prompts_end(m, NULL);
    say_host(m, nj_to_host(), "skip_offer", "skip", NJ_SEAT_NONE, NULL);
    say_host(m, nj_to_seats(both), "skip_offer", "skip", NJ_SEAT_NONE, NULL);
}

static int check_skip(struct nj_match *m, const struct nj_deed *d)
{
    return nj_timer_paused(m)
               ? nj_mk_refuse(m, d->in, "mk.err.paused", "MK-13.4")
               : 0;
}

/* The open question or the turn takes its default now; nobody has missed
 * anything by it. */
static void skip(struct nj_match *m, const struct nj_deed *d)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set awaited = nj_mk_awaited(m);

    (void)d;
    if (s->offer.open) {
        skip_offer(m);
        return;
    }
    NJ_ASSERT(awaited != 0);
    tell(m, "skip", nj_seat_from(awaited, 0));
    if (s->phase != MK_PLAY)
        nj_mk_setup_over(m);
    else if (nj_mk_is_asking(m))
        nj_prompts_end(m, NULL);
    else
        nj_mk_turn_skipped(m);
}

/* What would take its default, as far as the host may know of it. */
static void would_skip(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase != MK_OVER);
    say_would_skip(q, nj_mk_awaited(m), s->offer.open ? "trade" : "turn");
}

/* --- seats --- */

/* MK-19.23: who comes gets the seat's sheet, and its open question again. */
static void receive(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = seat == nj_mk_killer(s);

    NJ_ASSERT(s->phase == MK_PLAY && seat <= s->n);
    if (hunts || s->v[seat].cell != MK_NOWHERE)
        nj_mk_sheet(m, seat);
    if (!hunts)
        nj_mk_ask_again(m, seat);
}

static void sub(struct nj_match *m, const struct nj_deed *d)
{
    struct mk_state *s = nj_state(m);
    nj_seat_set hand = nj_seat_hand(m, d->seat);

    NJ_ASSERT(d->seat <= s->n);
    s->missed[nj_seat_from(hand, 0)] = 0;
    nj_mk_teach(m);
    say_sub(m, d->seat,
            d->computer || d->name[0] == '\0'
                ? nj_arg_word("by", d->computer ? "bot" : "player")
                : nj_arg_text("by", d->name));
    if (d->computer || s->phase != MK_PLAY)
        return;
    if (d->of != NJ_SEAT_NONE)
        hand &= ~nj_bit(d->of); /* that one he has had before */
    NJ_FOREACH_SEAT(k, hand)
        receive(m, k);
}

/* --- his board (MK-19.10) --- */

/* What of a seat's absence only he may know: NULL and NJ_NO_INT, if it is
 * there. */
static const char *away(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < nj_seats(m));
    return nj_substituted(m, seat) ? "yes" : NULL;
}

static int64_t missed(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t n = s->missed[nj_seat_from(nj_seat_hand(m, seat), 0)];

    NJ_ASSERT(seat <= s->n);
    return n > 0 ? n : NJ_NO_INT;
}

/* Its standing orders (MK-9.5), "-": it is asked each time. */
static const char *orders_of(const struct mk_victim *v, char out[64])
{
    static const char *const words[3][MK_ALL + 1] = {
        {NULL, "defend_auto", "defend_none", NULL},
        {NULL, "counter_on", "counter_off", NULL},
        {NULL, "reroll_safe", "reroll_none", "reroll_all"}};
    const uint8_t is[3] = {v->defend, v->counter, v->reroll};

    out[0] = '\0';
    for (int i = 0; i < 3; i++) {
        NJ_ASSERT(is[i] <= MK_ALL);
        if (words[i][is[i]] != NULL)
            nj_words_add(out, 64, words[i][is[i]]);
    }
    return out[0] == '\0' ? NULL : out;
}

static void tell_victim(struct nj_match *m, nj_seat k)
{
    const struct mk_state *s = nj_state_const(m);
    char orders[64];

    NJ_ASSERT(k < s->n && s->v[k].dir < MK_DIRS);
    say_host_victim(m, k, s->v[k].cell, s->v[k].dir, s->v[k].damage,
                    s->v[k].exert, nj_mk_hand(k), away(m, k), missed(m, k),
                    orders_of(&s->v[k], orders));
}

/* With what the seat alone was told of it. */
static void tell_prompts(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    for (size_t i = 0; i < MK_KINDS; i++) {
        const char *kind = nj_mk_kinds[i];
        nj_seat_set asked = nj_prompt_seats(m, kind);
        bool dice = strcmp(kind, "defend") == 0 || strcmp(kind, "reroll") == 0;

        NJ_FOREACH_SEAT(k, asked) {
            NJ_ASSERT(k < s->n);
            say_host_prompt(m, k, kind,
                            strcmp(kind, "return") == 0 ? nj_mk_excess(m, k)
                                                        : NJ_NO_INT,
                            dice ? MK_DICE(&s->fight, 0xff) : NULL);
        }
    }
}

/* The search squares whose token is so: "B18,H21"; NULL: none. */
static const char *spots(const struct nj_match *m, uint8_t token,
                         char text[MK_SPOTS_TEXT])
{
    const char *cells = nj_mk_spots(m, 0, MK_TOKENS, token, text);

    return cells[0] == '-' ? NULL : cells;
}

void nj_mk_host_board(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_offer *o = &s->offer;
    char board[MK_BOARD_TEXT];
    char used[MK_SPOTS_TEXT], gone[MK_SPOTS_TEXT];
    int64_t left = nj_phase_left(m);
    bool stands = nj_timer_paused(m);

    nj_mk_board_of_all(m, MK_ROUNDS_MAX, board);
    say_host_board(m, s->round, s->last, s->active, s->left,
                   left > 0 && !stands ? nj_at(m) + left : NJ_NO_INT,
                   left > 0 && stands ? left : NJ_NO_INT,
                   !s->lock[MK_BLUE] && !s->lock[MK_YELLOW] ? "blue,yellow"
                   : !s->lock[MK_BLUE]                      ? "blue"
                   : !s->lock[MK_YELLOW]                    ? "yellow"
                                                            : NULL,
                   spots(m, 1, used), spots(m, 0, gone), board);
    say_host_killer(m, s->k.cell, s->k.staggered ? "staggered" : "prepared",
                    s->k.damage, MK_K_HAND, MK_LOG(s), away(m, nj_mk_killer(s)),
                    missed(m, nj_mk_killer(s)),
                    s->k.clock ? "clock_stay" : NULL);
    for (uint8_t quad = MK_NW; quad < MK_QUADS; quad++)
        say_host_deck(m, quad, (uint8_t)(MK_DECK + quad));
    for (nj_seat k = 0; k < s->n; k++)
        if (s->v[k].who < MK_WHO)
            tell_victim(m, k);
    if (o->open)
        say_host_offer(m, o->from, o->to, MK_GIVES(o, 0), MK_GIVES(o, 1),
                       MK_SHOWS(o, 0));
    tell_prompts(m);
}

/* All, or what a seat knows of its own. */
static void look(struct nj_match *m, const struct nj_deed *d)
{
    const struct mk_state *s = nj_state_const(m);
    const struct nj_asker to = nj_asker_host(m, d->seat);

    NJ_ASSERT(d->seat == NJ_SEAT_NONE || d->seat <= s->n);
    if (d->seat == NJ_SEAT_NONE) {
        nj_mk_host_board(m);
        return;
    }
    nj_mk_hand_to(&to, d->seat);
    if (d->seat == nj_mk_killer(s))
        nj_mk_log_to(&to);
}

/* --- the match --- */

static void announce(struct nj_match *m, const struct nj_deed *d)
{
    say_channel(m, d->text);
}

static void abort_match(struct nj_match *m, const struct nj_deed *d)
{
    const struct mk_state *s = nj_state_const(m);

    (void)d;
    NJ_ASSERT(s->phase != MK_OVER);
    tell(m, "abort", NJ_SEAT_NONE);
    nj_mk_ends(m, MK_WON_BY_NONE, MK_BY_HOST);
}

/* --- undo (MK-15.1, 19.5) --- */

static int check_undo(struct nj_match *m, const struct nj_deed *d)
{
    const struct mk_state *s = nj_state_const(m);

    return s->back != 0 ? 0
                        : nj_mk_refuse(m, d->in, "mk.err.learned", "MK-15.1");
}

static void undo(struct nj_match *m, const struct nj_deed *d)
{
    const struct mk_state *s = nj_state_const(m);

    (void)d;
    NJ_ASSERT(s->back > s->taught && s->back < nj_seq(m));
    if (s->back_aloud) {
        /* Behind it stands the turn with its deadline, once there are turns. */
        say_host(m, nj_to_all(), s->phase == MK_PLAY ? NULL : "undo_setup",
                 "undo", s->back_by, nj_mk_back_words[s->back_what]);
    } else {
        say_host(m, nj_to_seat(s->back_by), "undo_dark", "undo", NJ_SEAT_NONE,
                 NULL);
        say_host(m, nj_to_host(), "undo_dark", "undo", NJ_SEAT_NONE, NULL);
    }
    nj_undo_before(m, (uint32_t)s->back, s->back_aloud);
}

static void would_undo(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->back == 0 || s->back > s->taught);
    if (s->back == 0)
        nj_answer(q, "mk.err.learned", "MK-15.1", NJ_NO_ARGS);
    else
        say_would_undo(q, s->back_by);
}

/* --- rulings (MK-19.11) --- */

/* What is and what will be, in words where it is no number or cell. */
static struct nj_arg noted(const struct nj_ruling *r, const char *name,
                           const char *note)
{
    return (r->row->marks & MK_RULES_WORDS) != 0 ? nj_arg_word(name, note)
                                                 : nj_arg_id(name, note);
}

/* The square, the car or the facing that it is about; MK_NOWHERE, NULL and
 * MK_DIRS: none. */
static uint16_t cell_of(const struct nj_ruling *r)
{
    NJ_ASSERT(r->row != NULL);
    return (r->row->marks & MK_RULES_TOKEN) == 0 ? MK_NOWHERE : (uint16_t)r->n2;
}

static const char *car_of(const struct nj_ruling *r)
{
    return strncmp(r->row->words, "car ", 4) == 0 ? r->row->words + 4 : NULL;
}

static unsigned dir_of(const struct nj_ruling *r)
{
    NJ_ASSERT(r->place <= MK_DIRS || (r->row->marks & MK_RULES_FIGURE) == 0);
    return (r->row->marks & MK_RULES_FIGURE) == 0 ? MK_DIRS : r->place;
}

static void would_rule(const struct nj_match *m, struct nj_query *q)
{
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &nj_mk_rulings, q->args, &r);

    if (fault != NULL)
        nj_answer(q, fault, "MK-19.11", NJ_NO_ARGS);
    else
        say_would_rule(q, r.verb, r.seat, cell_of(&r), car_of(&r),
                       noted(&r, "before", r.before),
                       noted(&r, "after", r.after), dir_of(&r),
                       (r.row->marks & MK_RULES_CARD) != 0 ? r.kind
                                                           : MK_NO_CARD);
}

static int check_rule(struct nj_match *m, const struct nj_deed *d)
{
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &nj_mk_rulings, d->in->args, &r);

    NJ_ASSERT(fault != NULL || r.row->words != NULL);
    return fault == NULL ? 0 : nj_mk_refuse(m, d->in, fault, "MK-19.11");
}

/* Does it change what lies in the dark? */
static bool is_dark(const struct mk_state *s, const struct nj_ruling *r)
{
    bool hunted = r->seat == nj_mk_killer(s);

    NJ_ASSERT(s->phase == MK_PLAY);
    if ((r->row->marks & MK_RULES_FIGURE) != 0)
        return hunted && !s->k.figure;
    if ((r->row->marks & MK_RULES_ACTIONS) != 0)
        return s->active == nj_mk_killer(s);
    return (r->row->marks & MK_RULES_DARK) != 0;
}

static void tell_ruling(struct nj_match *m, const struct nj_ruling *r,
                        const char *reason)
{
    const struct mk_state *s = nj_state_const(m);
    bool figure = (r->row->marks & MK_RULES_FIGURE) != 0;
    bool cards = (r->row->marks & MK_RULES_HAND) != 0;
    /* Where he is that nobody sees any more is not told. */
    bool gone = figure && r->seat == nj_mk_killer(s) &&
                nj_mk_seen_by(m, (uint16_t)r->n) == 0;

    NJ_ASSERT(!cards || r->item < MK_PILES);
    if (is_dark(s, r))
        say_ruled_dark(m);
    else
        say_ruled(m, r->verb, r->seat, cell_of(r), car_of(r),
                  noted(r, "before", r->before),
                  gone ? nj_arg_word("after", "unseen")
                       : noted(r, "after", r->after),
                  dir_of(r),
                  /* A card that lies open, or comes to do so, all may know. */
                  cards && r->item == MK_DISCARD ? r->kind : MK_NO_CARD,
                  cards && r->item < MK_QUADS ? r->item : MK_QUADS,
                  cards && r->item < MK_QUADS ? r->n2 : NJ_NO_INT,
                  reason[0] == '\0' ? NULL : reason);
}

static void rule(struct nj_match *m, const struct nj_deed *d)
{
    const struct mk_state *s = nj_state_const(m);
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &nj_mk_rulings, d->in->args, &r);

    NJ_ASSERT(fault == NULL && s->n_then == 0); /* else it has been refused */
    nj_mk_teach(m);
    tell_ruling(m, &r, d->in->reason);
    nj_ruling_run(m, &r);
    if (s->phase == MK_PLAY) {
        nj_mk_resight(m);
        (void)nj_mk_escaped(m);
    }
    nj_mk_go_on(m);
}

/* clang-format off */
const struct nj_power nj_mk_powers[] = {
    {.verb = "pause", .apply = turn_clock},
    {.verb = "resume", .apply = turn_clock},
    {.verb = "extend", .apply = extend},
    {.verb = "nudge", .secret = true}, /* reminders are the shell's */
    {.verb = "announce", .apply = announce},
    {.verb = "skip", .secret = true, .preview = would_skip, .check = check_skip, .apply = skip},
    {.verb = "kick"},
    {.verb = "sub", .apply = sub},
    {.verb = "undo", .secret = true, .preview = would_undo, .check = check_undo, .apply = undo},
    {.verb = "abort", .apply = abort_match},
    {.verb = "look", .secret = true, .at_once = true, .whole = true, .apply = look},
    {.verb = "rule", .secret = true, .preview = would_rule, .check = check_rule, .apply = rule},
    {.verb = NULL}};
/* clang-format on */

const struct nj_refusal nj_mk_power_faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"mk.err.over", "MK-15"},
    [NJ_POWER_UNKNOWN] = {"mk.err.power", "MK-15"},
    [NJ_POWER_NO_SEAT] = {"mk.err.power", "MK-15"},
    [NJ_POWER_NO_TIME] = {"mk.err.power", "MK-15"},
    [NJ_POWER_PAUSED] = {"mk.err.paused", "MK-13.4"},
    [NJ_POWER_NOT_PAUSED] = {"mk.err.not_paused", "MK-13.4"}};
