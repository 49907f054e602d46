/*
 * The host as 天神: his powers and questions to him (NC-15, NC-17.8 to 17.12);
 * what he rules by word is in ruling.c. Of clocks and seats the group hears at
 * once.
 */
#include "games/night_of_cards/night_of_cards.h"

enum {
    ASKED_MAX = 3,  /* open questions of a seat (NC-17.12) */
    ASK_CHARS = 200 /* ... code points of each */
};

int nj_nc_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause)
{
    /* NC-10.4: what a seat is refused the group does not hear. */
    if (in->kind == NJ_IN_ORDER)
        return nj_refuse_aside(m, in, code, clause, NJ_NO_ARGS);
    return nj_refuse(m, in, code, clause, NJ_NO_ARGS);
}

/* --- the powers --- */

void nj_nc_tell_action(struct nj_match *m, const char *action, nj_seat seat,
                       int64_t piece)
{
    nj_nc_no_undo(m);
    say_host_action(m, action, seat, NULL, NJ_NO_INT, NJ_NO_INT, NJ_NO_INT,
                    piece);
}

void nj_nc_close_by_host(struct nj_match *m)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->phase != NC_OVER);
    nj_nc_tell_action(m, "close", NJ_SEAT_NONE, NJ_NO_INT);
    s->uncounted = 1;
    nj_nc_close(m, s);
}

static void pause_clock(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(nj_timer_paused(m));
    s->stood_ms -= nj_at(m);
    if (nj_by_power(d->in->by)) /* else players have agreed, and heard so */
        nj_nc_tell_action(m, "pause", NJ_SEAT_NONE, NJ_NO_INT);
}

/* NC-17.25: what stood for half its length is missed by nobody. */
static void resume_clock(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    s->stood_ms += nj_at(m);
    NJ_ASSERT(s->stood_ms >= 0);
    s->uncounted |= 2 * s->stood_ms >= s->length_ms;
    if (d->in->by != NJ_BY_PERSON) /* NC-17.28: it may go on by itself */
        nj_nc_tell_action(m, d->in->by == NJ_BY_CLOCK ? "go_on" : "resume",
                          NJ_SEAT_NONE, NJ_NO_INT);
}

static void extend(struct nj_match *m, const struct nj_deed *d)
{
    NJ_ASSERT(d->timed && !nj_timer_paused(m));
    nj_nc_tell_action(m, "extend", NJ_SEAT_NONE, NJ_NO_INT);
}

static void skip(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    nj_nc_close_by_host(m);
}

static void kick(struct nj_match *m, const struct nj_deed *d)
{
    const struct nc_state *s = nj_state_const(m);

    NJ_ASSERT(s->seat[d->seat].removed && s->undo.ruling == NC_KICK);
    say_ruled(m, "kick", d->seat, "-", "-", NULL, NULL, NULL, NJ_SEAT_NONE);
}

static void sub(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(d->seat < s->n);
    s->seat[d->seat].missed = 0;
    s->seat[d->seat].standing_in |= d->computer;
    say_sub(m, d->seat, d->computer ? "bot" : "player",
            d->computer || s->seat[d->seat].dead ? NJ_NO_INT
                                                 : nj_nc_give_time(m, s));
}

static void look(struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_asker to = nj_asker_host(m, d->seat);

    if (d->seat == NJ_SEAT_NONE)
        nj_nc_tell_look(m);
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

    NJ_ASSERT(s->n_questions <= s->asks);
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
        NJ_ASSERT(s->question[i].n > 0 && s->question[i].seat < s->n);
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

    NJ_ASSERT(line->seq <= r->to.seq);
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
    say_ruled(m, "answer", r.to.seat, "-", "-", NULL, NULL, NULL, NJ_SEAT_NONE);
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
     .preview = nj_nc_would_rule,
     .check = nj_nc_check_rule,
     .apply = nj_nc_rule},
    {.verb = "look",
     .secret = true,
     .at_once = true,
     .whole = true,
     .apply = look},
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
