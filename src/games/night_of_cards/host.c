/*
 * The host as 天神: his powers, what he rules by word, questions to him (NC-15,
 * NC-17.8 to 17.12). Of clocks, seats and ballots the group hears at once, of
 * all else with the next dawn or dusk, so that the moment shows nothing.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "match/pages.h"
#include "match/ruling.h"

enum {
    POINTS_MAX = 999,
    ASKED_MAX = 3,  /* open questions of a seat (NC-17.12) */
    ASK_CHARS = 200 /* ... code points of each */
};

/* These words are no ruling, or one that cannot be carried out. */
#define WRONG "nc.err.ruling"

int nj_nc_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause)
{
    /* NC-10.4: what a seat is refused the group does not hear. */
    if (in->kind == NJ_IN_ORDER)
        return nj_refuse_aside(m, in, code, clause, NJ_NO_ARGS);
    return nj_refuse(m, in, code, clause, NJ_NO_ARGS);
}

/* Tells all at once: now nothing of it can be taken back (NC-17.11). */
static void tell(struct nj_match *m, const char *action, nj_seat seat,
                 int64_t piece)
{
    nj_nc_no_undo(m);
    say_host_action(m, action, seat, NULL, NJ_NO_INT, NJ_NO_INT, NJ_NO_INT,
                    piece);
}

/* --- what can be ruled (NC-17.10) --- */

/* Reads i: the number of an order or a piece, "#2" or "2" (`item`); h: whether
 * a card comes back or is lost (`kind`); c: a card's type (`place`). */
static bool read_word(struct nj_ruling *r, char letter,
                      const struct nj_word *word)
{
    int id = nj_nc_number(word->typed);

    NJ_ASSERT(letter == 'i' || letter == 'h' || letter == 'c');
    if (letter == 'i') {
        r->item = (uint8_t)(id < 0 ? 0 : id);
        return r->item != 0;
    }
    if (letter == 'h') {
        r->kind = nj_word_is(word, "back");
        return r->kind || nj_word_is(word, "lose");
    }
    r->place = nj_nc_type_of(word->token);
    return r->place != NC_NONE;
}

static void close_phase(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);

    (void)r;
    tell(m, "close", NJ_SEAT_NONE, NJ_NO_INT);
    s->uncounted = 1;
    nj_nc_close(m, s);
}

static struct nc_seat *seat_of(struct nj_match *m, const struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(r->seat < s->n);
    return &s->seat[r->seat];
}

static const struct nc_seat *about(const struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(r->from);

    NJ_ASSERT(r->seat < s->n);
    return &s->seat[r->seat];
}

static const char *check_void(struct nj_ruling *r)
{
    struct nc_seat who = *about(r);
    const struct nc_order *o = nj_nc_order_at(&who, r->item);

    if (o == NULL)
        return WRONG;
    nj_ruling_note(r->before, "#%u %s", o->id, nj_nc_powers[o->power].word);
    return NULL;
}

static void void_order(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = seat_of(m, r);

    s->undo.order = *nj_nc_order_at(who, r->item);
    nj_nc_withdraw(who, r->item);
}

static const char *check_strike(struct nj_ruling *r)
{
    nj_ruling_note(r->before, "#%u", (unsigned)r->item);
    return r->item <= about(r)->pieces ? NULL : WRONG;
}

static void strike(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);

    s->undo.piece = (uint8_t)(r->item - 1);
    s->undo.page = nj_nc_strike(m, r->seat, s->undo.piece);
}

/* NC-9.8: what has been published can only be disowned. */
static const char *check_published(struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(r->from);

    if (r->item > s->published)
        return WRONG;
    nj_ruling_note(r->before, "#%u", (unsigned)r->item);
    memcpy(r->verb, "disown", sizeof("disown"));
    return NULL;
}

static void disown(struct nj_match *m, struct nj_ruling *r)
{
    tell(m, "disown", NJ_SEAT_NONE, r->item);
}

static const char *check_points(struct nj_ruling *r)
{
    const struct nc_seat *who = about(r);

    return who->dead || r->n < nj_nc_reserved(who) ? WRONG : NULL;
}

/* "lose SB", "back SB 1": of that type the seat was dealt one. */
static const char *check_card(struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(r->from);
    const struct nc_seat *who = about(r);
    uint8_t slot = 0;

    while (slot < who->dealt &&
           (who->card[slot].type != r->place || who->pending == slot + 1 ||
            (nj_nc_in_hand(who, slot) >= 0) == r->kind))
        slot++;
    if (slot == who->dealt || who->dead || r->n < 0 || r->n > who->n ||
        s->n_card_rulings == NJ_COUNT(s->card_ruling))
        return WRONG;
    r->item = slot;
    nj_ruling_note(r->before, "%c%s", r->kind ? '+' : '-',
                   nj_nc_types[r->place]);
    nj_ruling_note(r->after, "%d", who->n + (r->kind ? 1 : -1));
    return NULL;
}

static void move_card(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->n_card_rulings < NJ_COUNT(s->card_ruling));
    s->card_ruling[s->n_card_rulings++] =
        (struct nc_card_ruling){.seat = r->seat,
                                .slot = r->item,
                                .back = r->kind,
                                .place = (uint8_t)(r->n > 0 ? r->n - 1 : 0)};
}

static const char *check_ballot(struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(r->from);
    const struct nc_seat *who = about(r);
    uint8_t ballot = s->phase == NC_VERDICT ? who->verdict : who->ballot;

    if ((s->phase != NC_DAY && s->phase != NC_VERDICT) ||
        ballot == NJ_SEAT_NONE)
        return WRONG;
    nj_ruling_note(r->before, "%u", ballot + 1u);
    return NULL;
}

static void clear_ballot(struct nj_match *m, struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_seat *who = seat_of(m, r);

    if (s->phase == NC_VERDICT) {
        who->verdict = NJ_SEAT_NONE;
    } else {
        who->ballot = NJ_SEAT_NONE;
        who->changed = 0;
        who->done = 0;
    }
    tell(m, "ballot", r->seat, NJ_NO_INT);
}

/* --- going back (NC-17.11) --- */

static const char *check_night(struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(r->from);

    if (s->phase != NC_NIGHT)
        return "nc.err.learned";
    nj_ruling_note(r->before, "%u", s->round);
    memcpy(r->verb, "night", sizeof("night"));
    return nj_timer_paused(r->from) ? "nc.err.paused" : NULL;
}

/* Orders fall and points return, texts stay, the whole length runs again. */
static void night_again(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);
    int64_t until = nj_nc_clock(m, s);

    (void)r;
    NJ_ASSERT(s->phase == NC_NIGHT && until > nj_at(m));
    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        memset(who->order, 0, sizeof(who->order));
        who->n_orders = 0;
        who->n_reorder = 0;
        who->acted = 0;
        who->done = who->done_auto;
    }
    nj_nc_no_undo(m);
    say_host_action(m, "undo", NJ_SEAT_NONE, NULL, NJ_NO_INT, s->round, until,
                    NJ_NO_INT);
    nj_nc_tell_sheets(m, s, until);
}

void nj_nc_no_undo(struct nj_match *m)
{
    struct nc_state *s = nj_state(m);

    nj_page_drop(m, s->undo.page);
    s->undo = (struct nc_undo){.seat = 0};
}

void nj_nc_may_undo(struct nj_match *m, nj_seat seat, uint8_t ruling)
{
    struct nc_state *s = nj_state(m);
    const struct nc_seat *who = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    nj_nc_no_undo(m);
    s->undo = (struct nc_undo){.seat = (uint8_t)(seat + 1),
                               .ruling = ruling,
                               .points = who->points,
                               .done = who->done,
                               .removed = who->removed,
                               .held = s->held,
                               .n_card_rulings = s->n_card_rulings};
}

/* While the seat has done and been told nothing since, and no phase closed. */
static const char *check_undo(struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(r->from);
    uint8_t n = s->undo.ruling;

    if (s->undo.seat == 0)
        return "nc.err.learned";
    r->seat = (nj_seat)(s->undo.seat - 1);
    nj_ruling_note(r->before, "%s",
                   n == NC_KICK ? "kick" : r->all->tables[0][n].words);
    return NULL;
}

static void undo(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = seat_of(m, r);
    const struct nc_order *fell = &s->undo.order;

    who->points = s->undo.points;
    who->removed = s->undo.removed;
    s->held = s->undo.held;
    s->n_card_rulings = s->undo.n_card_rulings;
    if (fell->id != 0) {
        struct nc_order *at = who->order + who->n_orders++;

        NJ_ASSERT(who->n_orders <= NC_ORDERS);
        for (; at > who->order && at[-1].id > fell->id; at--)
            *at = at[-1];
        *at = *fell;
    }
    if (s->undo.page != 0)
        nj_nc_restore(m, r->seat, s->undo.piece, s->undo.page);
    who->done = s->undo.done;
    s->undo = (struct nc_undo){.seat = 0}; /* the page is the seat's again */
    NJ_ASSERT(nj_nc_reserved(who) <= who->points);
}

static const char *const cleared[] = {"clear", NULL};

#define POINTS NJ_INTO(struct nc_seat, points)

/* clang-format off */
static const struct nj_ruling_row rows[] = {
    {"close",        "",      .before = "-",  .after = "-", .apply = close_phase},
    {"void",         "si",    .after = "-",   .marks = NC_HELD_VOID,
     .check = check_void,   .apply = void_order},
    {"strike dawn",  "i",     .after = "-",   .check = check_published, .apply = disown},
    {"strike",       "si",    .after = "-",   .marks = NC_HELD_STRIKE,
     .check = check_strike, .apply = strike},
    {"points",       "sn",    .hi = POINTS_MAX, .into = POINTS, .marks = NC_HELD_POINTS,
     .check = check_points},
    {"card",         "shc?n", .check = check_card, .apply = move_card, .marks = NC_HELD_CARD},
    {"ballot",       "sw",    .after = "-",   .choices = cleared,
     .check = check_ballot, .apply = clear_ballot},
    {"undo night",   "",      .after = "-",   .check = check_night,  .apply = night_again},
    {"undo", "", .after = "-", .marks = NC_HELD_NONE, .check = check_undo, .apply = undo},
    {.words = NULL}};
/* clang-format on */

static const struct nj_ruling_row *const tables[] = {rows, NULL};
static const struct nj_rulings rulings = {
    tables, WRONG, NJ_RULING_SEATS(struct nc_state, seat), .read = read_word};

/* --- rulings as a power --- */

/* The ruling whose line of the list helps; "list": all of them. */
static const char *nearest(const struct nj_ruling *r)
{
    return r->verb[0] != '\0' ? r->verb : "list";
}

static void would_rule(const struct nj_match *m, struct nj_query *q)
{
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &rulings, q->args, &r);

    if (fault == NULL)
        say_would_rule(q, r.verb, r.seat, r.before, r.after);
    else if (strcmp(fault, WRONG) == 0)
        nj_answer(q, WRONG, "NC-17.10",
                  NJ_ARGS(nj_arg_word("nearest", nearest(&r))));
    else
        nj_answer(q, fault, "NC-17.11", NJ_NO_ARGS);
}

static int check_rule(struct nj_match *m, const struct nj_deed *d)
{
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &rulings, d->in->args, &r);

    NJ_ASSERT(fault != NULL || r.row->words != NULL);
    if (fault == NULL)
        return 0;
    return strcmp(fault, WRONG) == 0
               ? refuse_ruling(m, d->in, nearest(&r), "NC-17.10")
               : nj_nc_refuse(m, d->in, fault, "NC-17.11");
}

static void rule(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &rulings, d->in->args, &r);

    NJ_ASSERT(fault == NULL); /* else it has been refused */
    if (r.row->args[0] == 's')
        nj_nc_may_undo(m, r.seat, (uint8_t)(r.row - rows));
    nj_ruling_run(m, &r);
    s->held |= (uint8_t)r.row->marks;
    if (r.row->marks != 0) /* nobody else hears of it now */
        say_ruled(m, r.verb, r.seat, r.before, r.after);
    nj_nc_after_input(m, NULL);
}

/* --- what of them waits for a dawn or dusk --- */

void nj_nc_carry_rulings(struct nc_state *s, struct nc_close *d)
{
    NJ_ASSERT(s->n_card_rulings <= NJ_COUNT(s->card_ruling));
    for (uint8_t i = 0; i < s->n_card_rulings; i++) {
        struct nc_card_ruling *r = &s->card_ruling[i];
        struct nc_seat *who = &s->seat[r->seat];
        int bottom = nj_nc_in_hand(who, nj_nc_bottom(who));

        r->done = !who->dead && (nj_nc_in_hand(who, r->slot) >= 0) != r->back &&
                  who->pending != r->slot + 1;
        if (!r->done)
            continue; /* the night was quicker */
        if (r->back) {
            nj_nc_put_at(who, r->slot,
                         bottom >= 0 && bottom < r->place ? (uint8_t)bottom
                                                          : r->place);
            s->lost = (uint8_t)(s->lost - (s->lost > 0));
        } else {
            if (nj_nc_take(who, r->slot))
                d->unmorphed |= nj_bit(r->seat);
            nj_nc_count_lost(s, 1);
        }
    }
}

void nj_nc_tell_rulings(struct nj_match *m, struct nc_state *s)
{
    static const struct {
        uint8_t bit;
        const char *word;
    } told[] = {{NC_HELD_VOID, "void"},
                {NC_HELD_STRIKE, "strike"},
                {NC_HELD_POINTS, "points"}};

    for (size_t i = 0; i < NJ_COUNT(told); i++)
        if ((s->held & told[i].bit) != 0)
            tell(m, told[i].word, NJ_SEAT_NONE, NJ_NO_INT);
    for (uint8_t i = 0; i < s->n_card_rulings; i++) {
        const struct nc_card_ruling *r = &s->card_ruling[i];
        const struct nc_seat *who = &s->seat[r->seat];

        if (r->done)
            say_host_action(m, "card", r->seat,
                            nj_nc_category(&who->card[r->slot]), who->n,
                            NJ_NO_INT, NJ_NO_INT, NJ_NO_INT);
    }
    s->n_card_rulings = 0;
    s->held = 0;
}

/* --- the other powers --- */

static void pause_clock(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(nj_timer_paused(m));
    s->stood_ms -= nj_at(m);
    s->ends_ms -= nj_at(m);
    if (nj_by_power(d->in->by)) /* else players have agreed, and heard so */
        tell(m, "pause", NJ_SEAT_NONE, NJ_NO_INT);
}

/* NC-17.25: what stood for half its length is missed by nobody. */
static void resume_clock(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    s->stood_ms += nj_at(m);
    s->ends_ms += nj_at(m);
    NJ_ASSERT(s->stood_ms >= 0);
    s->uncounted |= 2 * s->stood_ms >= s->length_ms;
    if (d->in->by != NJ_BY_PERSON) /* NC-17.28: it may go on by itself */
        tell(m, d->in->by == NJ_BY_CLOCK ? "go_on" : "resume", NJ_SEAT_NONE,
             NJ_NO_INT);
}

static void extend(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    s->ends_ms += d->ms;
    tell(m, "extend", NJ_SEAT_NONE, NJ_NO_INT);
}

static void skip(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    close_phase(m, NULL);
}

static void kick(struct nj_match *m, const struct nj_deed *d)
{
    say_ruled(m, "kick", d->seat, "-", "-");
}

static void sub(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(d->seat < s->n);
    s->seat[d->seat].missed = 0;
    s->seat[d->seat].standing_in |= d->computer;
    say_sub(m, d->seat, d->computer ? "bot" : "player");
}

static void look(struct nj_match *m, const struct nj_deed *d)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nj_asker to = nj_asker_host(m, d->seat);

    if (d->seat == NJ_SEAT_NONE)
        nj_nc_tell_board(m, s);
    else
        nj_nc_tell_sheet(&to, NJ_NO_INT); /* the log knows of no grace */
}

static void announce(struct nj_match *m, const struct nj_deed *d)
{
    say_channel(m, d->text);
}

static void abort_match(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    nj_nc_end(m, nj_state(m), true);
}

/* --- questions (NC-17.12) --- */

/* Where the open question of that number stands, or behind all. */
static uint8_t find_question(const struct nc_state *s, int64_t n)
{
    uint8_t i = 0;

    while (i < s->n_questions && s->question[i].n != n)
        i++;
    return i;
}

static const char *ask_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    uint8_t open = 0;
    uint32_t chars = 0;

    for (uint8_t i = 0; i < s->n_questions; i++)
        open = (uint8_t)(open + (s->question[i].seat == a->seat));
    if (open >= ASKED_MAX || s->asks == UINT16_MAX)
        return "nc.err.ask_full";
    for (const char *at = nj_input_text(a->in, 0); *at != '\0'; at++)
        chars += (*at & 0xc0) != 0x80; /* where a code point begins */
    return chars > ASK_CHARS ? "nc.err.ask_long" : NULL;
}

static void ask(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->n_questions < NJ_COUNT(s->question));
    s->question[s->n_questions++] =
        (struct nc_question){.seq = nj_seq(m), .n = ++s->asks, .seat = a->seat};
    say_ask(m, s->asks, a->seat, nj_input_text(a->in, 0));
}

/* Each hears how many of his own have no answer: a number that runs through the
 * match would tell how many others have asked. */
void nj_nc_close_rulings(struct nj_match *m, struct nc_state *s)
{
    int64_t unanswered[NC_SEATS_MAX] = {0};

    nj_nc_no_undo(m); /* NC-17.11: it has its effect */
    for (uint8_t i = 0; i < s->n_questions; i++) {
        unanswered[s->question[i].seat] += !s->question[i].told;
        s->question[i].told = 1;
    }
    for (nj_seat k = 0; k < s->n; k++)
        if (unanswered[k] > 0)
            say_ask_open(m, k, unanswered[k]);
}

static int check_answer(struct nj_match *m, const struct nj_deed *d)
{
    const struct nc_state *s = nj_state_const(m);

    return find_question(s, d->n) < s->n_questions
               ? 0
               : refuse_ruling(m, d->in, "answer", "NC-17.12");
}

/* An answer on its way to who asked, whose own words are in the log. */
struct reply {
    struct nj_match *m;
    struct nc_question to;
    const char *answer;
};

static void quote(void *ctx, const struct nj_past_line *line)
{
    const struct reply *r = ctx;

    if (line->seq == r->to.seq && line->order != NULL)
        say_ask_answer(r->m, r->to.seat, r->to.n, nj_input_text(line->order, 0),
                       r->answer);
}

static void answer(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);
    struct nc_question *q = &s->question[find_question(s, d->n)];
    struct reply r = {.m = m, .to = *q, .answer = d->text};

    NJ_ASSERT(r.to.n == d->n && r.to.seq < nj_seq(m));
    *q = s->question[--s->n_questions];
    say_ruled(m, "answer", r.to.seat, "-", "-");
    nj_recall(m, r.to.seat, r.to.seq, quote, &r);
}

const struct nj_order nj_nc_ask = {NC_ALWAYS, "NC-17.12", ask_fault, ask};

const struct nj_power nj_nc_host_powers[] = {
    {.verb = "pause", .apply = pause_clock},
    {.verb = "resume", .apply = resume_clock},
    {.verb = "extend", .apply = extend},
    {.verb = "nudge", .secret = true}, /* reminders are the shell's */
    {.verb = "announce", .apply = announce},
    {.verb = "skip", .apply = skip},
    {.verb = "kick", .secret = true, .apply = kick},
    {.verb = "sub", .apply = sub},
    {.verb = "abort", .apply = abort_match},
    {.verb = "rule",
     .secret = true,
     .preview = would_rule,
     .check = check_rule,
     .apply = rule},
    {.verb = "look", .secret = true, .apply = look},
    {.verb = "answer", .secret = true, .check = check_answer, .apply = answer},
    {.verb = NULL}};

const struct nj_refusal nj_nc_power_faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"nc.err.phase", "NC-15.1"},
    [NJ_POWER_UNKNOWN] = {"nc.err.power", "NC-17.10"},
    [NJ_POWER_NO_SEAT] = {"nc.err.target", "NC-17.10"},
    [NJ_POWER_NO_TIME] = {"nc.err.power", "NC-17.10"},
    [NJ_POWER_PAUSED] = {"nc.err.paused", "NC-17.11"},
    [NJ_POWER_NOT_PAUSED] = {"nc.err.power", "NC-17.11"},
    [NJ_POWER_STANDS] = {"nc.err.paused", "NC-17.11"}};
