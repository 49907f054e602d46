/*
 * The host as 天神: rulings, questions to him, his board (NC-15, NC-17.8 to
 * 17.12). Of clocks, seats and ballots the group hears at once, of all else
 * with the next dawn or dusk, so that the moment shows nothing.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "match/called.h"
#include "match/reader.h"

enum {
    NOTE = 24, /* bytes of what stands before and after a ruling */
    POINTS_MAX = 99,
    ASKED_MAX = 3 /* open questions of a seat (NC-17.12) */
};

/* A ruling as it is meant. */
struct ruling {
    const struct ruling_row *row;
    nj_seat seat;
    uint8_t id;   /* of an order or a piece */
    uint8_t slot; /* of a card */
    uint8_t place;
    uint16_t n;
    bool back; /* the card returns */
    char before[NOTE], after[NOTE];
};

struct ruling_row {
    const char *word;
    bool seated; /* a seat is named first */
    /* Reads on, judges, and notes before and after: NULL, or the refusal. */
    const char *(*read)(const struct nj_match *m, struct nj_reader *r,
                        struct ruling *out);
    void (*run)(struct nj_match *m, const struct ruling *r);
};

int nj_nc_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause)
{
    /* NC-10.4: what a seat is refused the group does not hear. */
    if (in->kind == NJ_IN_ORDER)
        return nj_refuse_aside(m, in, code, clause, NJ_NO_ARGS);
    return nj_refuse(m, in, code, clause, NJ_NO_ARGS);
}

/* --- words --- */

static const char *const wrong = "nc.err.power";

/* "#2" or "2". */
static bool read_id(struct nj_reader *r, uint8_t *out)
{
    struct nj_word word;
    const char *digits;
    int n;

    if (!nj_reader_word(r, &word))
        return false;
    digits = nj_called_behind(word.typed, '#');
    n = nj_called_number(digits != NULL ? digits : word.typed);
    *out = (uint8_t)(n < 0 ? 0 : n);
    return n > 0;
}

static bool read_seat(const struct nj_match *m, struct nj_reader *r,
                      nj_seat *out)
{
    struct nj_word word;
    nj_seat_set several = 0;

    if (!nj_reader_word(r, &word))
        return false;
    *out = nj_seat_called(m, word.typed, &several);
    return *out != NJ_SEAT_NONE;
}

static void note(char out[NOTE], unsigned n)
{
    (void)snprintf(out, NOTE, "%u", n);
}

/* --- what can be ruled (NC-17.10) --- */

static const char *read_nothing(const struct nj_match *m, struct nj_reader *r,
                                struct ruling *out)
{
    const struct nc_state *s = nj_state_const(m);

    (void)r;
    NJ_ASSERT(out->seat == NJ_SEAT_NONE);
    note(out->before, s->round);
    note(out->after, s->round);
    return s->phase == NC_OVER ? wrong : NULL;
}

static void close_phase(struct nj_match *m, const struct ruling *r)
{
    struct nc_state *s = nj_state(m);

    (void)r;
    say_host_action(m, "close", NJ_SEAT_NONE, NULL, NJ_NO_INT, NULL, NJ_NO_INT);
    s->uncounted = 1;
    nj_nc_close(m, s);
}

static const char *read_void(const struct nj_match *m, struct nj_reader *r,
                             struct ruling *out)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[out->seat];

    if (!read_id(r, &out->id))
        return wrong;
    for (uint8_t i = 0; i < who->n_orders; i++)
        if (who->order[i].id == out->id) {
            (void)snprintf(out->before, NOTE, "#%u %s", out->id,
                           nj_nc_powers[who->order[i].power].word);
            return NULL;
        }
    return wrong;
}

static void void_order(struct nj_match *m, const struct ruling *r)
{
    struct nc_state *s = nj_state(m);

    nj_nc_withdraw(&s->seat[r->seat], r->id);
    s->held |= NC_HELD_VOID;
}

static const char *read_strike(const struct nj_match *m, struct nj_reader *r,
                               struct ruling *out)
{
    const struct nc_state *s = nj_state_const(m);

    if (!read_id(r, &out->id) || out->id > s->seat[out->seat].pieces)
        return wrong;
    note(out->before, out->id);
    return NULL;
}

static void strike(struct nj_match *m, const struct ruling *r)
{
    struct nc_state *s = nj_state(m);

    nj_nc_strike(m, r->seat, (uint8_t)(r->id - 1));
    s->held |= NC_HELD_STRIKE;
}

static const char *read_points(const struct nj_match *m, struct nj_reader *r,
                               struct ruling *out)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[out->seat];
    int64_t n;

    if (!nj_reader_number(r, 0, POINTS_MAX, &n) || who->dead ||
        n < nj_nc_reserved(who))
        return wrong;
    out->n = (uint16_t)n;
    note(out->before, who->points);
    note(out->after, out->n);
    return NULL;
}

static void set_points(struct nj_match *m, const struct ruling *r)
{
    struct nc_state *s = nj_state(m);

    s->seat[r->seat].points = r->n;
    s->held |= NC_HELD_POINTS;
}

/* A card of that type that the seat was dealt, in the hand or not. */
static uint8_t slot_of(const struct nc_seat *who, uint8_t type, bool in_hand)
{
    for (uint8_t slot = 0; slot < who->dealt; slot++)
        if (who->card[slot].type == type && who->pending != slot + 1 &&
            (nj_nc_in_hand(who, slot) >= 0) == in_hand)
            return slot;
    return NC_NO_SLOT;
}

/* "lose SB", "back SB 1": from the front, never behind the bottom card. */
static const char *read_card(const struct nj_match *m, struct nj_reader *r,
                             struct ruling *out)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[out->seat];
    struct nj_word how, card;
    int64_t place = 1;

    if (!nj_reader_word(r, &how) || !nj_reader_word(r, &card))
        return wrong;
    out->back = nj_word_is(&how, "back");
    if (!out->back && !nj_word_is(&how, "lose"))
        return wrong;
    if (out->back && !nj_reader_end(r) &&
        !nj_reader_number(r, 1, who->n == 0 ? 1 : who->n, &place))
        return wrong;
    out->place = (uint8_t)(place - 1);
    out->slot = slot_of(who, nj_nc_type_of(card.token), !out->back);
    if (out->slot == NC_NO_SLOT || who->dead ||
        s->n_card_rulings == NJ_COUNT(s->card_ruling))
        return wrong;
    (void)snprintf(out->before, NOTE, "%s",
                   nj_nc_types[who->card[out->slot].type]);
    note(out->after, who->n + (out->back ? 1u : 0u) - (out->back ? 0u : 1u));
    return NULL;
}

static void move_card(struct nj_match *m, const struct ruling *r)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->n_card_rulings < NJ_COUNT(s->card_ruling));
    s->card_ruling[s->n_card_rulings++] =
        (struct nc_card_ruling){r->seat, r->slot, r->back, r->place, 0};
}

static const char *read_ballot(const struct nj_match *m, struct nj_reader *r,
                               struct ruling *out)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[out->seat];
    struct nj_word word;
    nj_seat ballot = s->phase == NC_VERDICT ? who->verdict : who->ballot;

    if (!nj_reader_word(r, &word) || !nj_word_is(&word, "clear") ||
        (s->phase != NC_DAY && s->phase != NC_VERDICT) ||
        ballot == NJ_SEAT_NONE)
        return wrong;
    note(out->before, ballot + 1u);
    return NULL;
}

static void clear_ballot(struct nj_match *m, const struct ruling *r)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[r->seat];

    if (s->phase == NC_VERDICT) {
        who->verdict = NJ_SEAT_NONE;
    } else {
        who->ballot = NJ_SEAT_NONE;
        who->changed = 0;
        who->done = 0;
    }
    say_host_action(m, "ballot", r->seat, NULL, NJ_NO_INT, NULL, NJ_NO_INT);
}

static const char *read_night(const struct nj_match *m, struct nj_reader *r,
                              struct ruling *out)
{
    const struct nc_state *s = nj_state_const(m);

    (void)r;
    note(out->before, s->round);
    return s->phase == NC_NIGHT ? NULL : "nc.err.learned";
}

/* NC-17.11: orders fall and points return, texts stay, the whole length runs
 * again. */
static void night_again(struct nj_match *m, const struct ruling *r)
{
    struct nc_state *s = nj_state(m);
    int64_t until;

    (void)r;
    NJ_ASSERT(s->phase == NC_NIGHT);
    for (nj_seat i = 0; i < s->n; i++) {
        while (s->seat[i].n_orders > 0)
            nj_nc_withdraw(&s->seat[i], s->seat[i].order[0].id);
        s->seat[i].done = 0;
    }
    until = nj_nc_clock(m, s);
    say_host_action(m, "undo", NJ_SEAT_NONE, NULL, NJ_NO_INT, "night", until);
    nj_nc_tell_sheets(m, s, until);
}

static const struct ruling_row rulings[] = {
    {"close", false, read_nothing, close_phase},
    {"void", true, read_void, void_order},
    {"strike", true, read_strike, strike},
    {"points", true, read_points, set_points},
    {"card", true, read_card, move_card},
    {"ballot", true, read_ballot, clear_ballot},
    {"night", false, read_night, night_again}};

/* --- rulings as a power --- */

static const char *string_in(struct nj_args args, enum nj_arg_type type)
{
    for (uint32_t i = 0; i < args.n; i++)
        if (args.v[i].type == type)
            return args.v[i].s;
    return "";
}

static const char *read_ruling(const struct nj_match *m, struct nj_args args,
                               struct ruling *out)
{
    struct nj_reader r = {string_in(args, NJ_ARG_TEXT),
                          string_in(args, NJ_ARG_WORDS)};
    const char *fault;

    *out = (struct ruling){.seat = NJ_SEAT_NONE, .before = "-", .after = "-"};
    for (size_t i = 0; out->row == NULL && i < NJ_COUNT(rulings); i++)
        if (nj_reader_follows(&r, rulings[i].word))
            out->row = &rulings[i];
    if (out->row == NULL || (out->row->seated && !read_seat(m, &r, &out->seat)))
        return wrong;
    fault = out->row->read(m, &r, out);
    return fault != NULL || nj_reader_end(&r) ? fault : wrong;
}

static void would_rule(const struct nj_match *m, struct nj_query *q)
{
    struct ruling r;
    const char *fault = read_ruling(m, q->args, &r);

    if (fault != NULL)
        nj_answer(q, fault, "NC-17.10", NJ_NO_ARGS);
    else
        say_would_rule(q, r.row->word, r.seat, r.before, r.after);
}

static int check_rule(struct nj_match *m, const struct nj_deed *d)
{
    struct ruling r;
    const char *fault = read_ruling(m, d->in->args, &r);

    NJ_ASSERT(fault != NULL || r.row != NULL);
    return fault == NULL ? 0 : nj_nc_refuse(m, d->in, fault, "NC-17.10");
}

static void rule(struct nj_match *m, const struct nj_deed *d)
{
    struct ruling r;
    const char *fault = read_ruling(m, d->in->args, &r);

    NJ_ASSERT(fault == NULL); /* else it has been refused */
    r.row->run(m, &r);
    nj_nc_after_input(m, NULL);
}

/* --- what of them waits for a dawn or dusk --- */

void nj_nc_carry_rulings(struct nc_state *s)
{
    NJ_ASSERT(s->n_card_rulings <= NJ_COUNT(s->card_ruling));
    for (uint8_t i = 0; i < s->n_card_rulings; i++) {
        struct nc_card_ruling *r = &s->card_ruling[i];
        struct nc_seat *who = &s->seat[r->seat];
        bool held = nj_nc_in_hand(who, r->slot) >= 0;

        if (who->dead || held == r->back || who->pending == r->slot + 1)
            continue; /* the night was quicker */
        r->done = 1;
        if (r->back) {
            nj_nc_put_at(who, r->slot, r->place);
        } else {
            (void)nj_nc_take(who, r->slot);
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
            say_host_action(m, told[i].word, NJ_SEAT_NONE, NULL, NJ_NO_INT,
                            NULL, NJ_NO_INT);
    for (uint8_t i = 0; i < s->n_card_rulings; i++) {
        const struct nc_card_ruling *r = &s->card_ruling[i];
        const struct nc_seat *who = &s->seat[r->seat];

        if (r->done)
            say_host_action(m, "card", r->seat,
                            nj_nc_category(&who->card[r->slot]), who->n, NULL,
                            NJ_NO_INT);
    }
    memset(s->card_ruling, 0, sizeof(s->card_ruling));
    s->n_card_rulings = 0;
    s->held = 0;
}

/* --- the other powers --- */

static void pause_clock(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    (void)d;
    NJ_ASSERT(nj_timer_paused(m));
    s->stood_ms -= nj_at(m);
    say_host_action(m, "pause", NJ_SEAT_NONE, NULL, NJ_NO_INT, NULL, NJ_NO_INT);
}

/* NC-17.25: what stood for half its length is missed by nobody. */
static void resume_clock(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    (void)d;
    s->stood_ms += nj_at(m);
    s->uncounted |= 2 * s->stood_ms >= s->length_ms;
    say_host_action(m, "resume", NJ_SEAT_NONE, NULL, NJ_NO_INT, NULL,
                    NJ_NO_INT);
}

static void extend(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    say_host_action(m, "extend", NJ_SEAT_NONE, NULL, NJ_NO_INT, NULL,
                    NJ_NO_INT);
}

static void skip(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    close_phase(m, NULL);
}

static void sub(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(d->seat < s->n);
    s->seat[d->seat].missed = 0;
    if (d->computer)
        s->seat[d->seat].standing_in = 1;
    say_sub(m, d->seat, d->computer ? "bot" : "player");
}

static void look(struct nj_match *m, const struct nj_deed *d)
{
    const struct nc_state *s = nj_state_const(m);

    const struct nj_asker to = nj_asker_host(m, d->seat);

    NJ_ASSERT(d->seat == NJ_SEAT_NONE || d->seat < s->n);
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

static const char *ask_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);

    return s->seat[a->seat].asked >= ASKED_MAX ? "nc.err.ask_full" : NULL;
}

static void ask(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);

    s->asks++;
    s->seat[a->seat].asked++;
    s->asker[(s->asks - 1) % NC_ASKS] = (uint8_t)(a->seat + 1);
    say_ask(m, s->asks, a->seat, a->in->args.v[0].s);
}

/* "7 ...": the number of a question that is open, and the answer. */
static uint16_t read_answer(const struct nj_match *m, const char *text,
                            const char **answer)
{
    const struct nc_state *s = nj_state_const(m);
    struct nj_reader r = {.at = text};
    int64_t n;

    if (!nj_reader_number(&r, 1, UINT16_MAX, &n) || n > s->asks ||
        n + NC_ASKS <= s->asks || s->asker[(n - 1) % NC_ASKS] == 0)
        return 0;
    while (*r.at == ' ' || *r.at == ':')
        r.at++;
    *answer = r.at;
    return *r.at == '\0' ? 0 : (uint16_t)n;
}

static int check_answer(struct nj_match *m, const struct nj_deed *d)
{
    const char *answer;

    return read_answer(m, d->text, &answer) != 0
               ? 0
               : nj_nc_refuse(m, d->in, wrong, "NC-17.12");
}

static void answer(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);
    const char *text;
    uint16_t n = read_answer(m, d->text, &text);
    uint8_t *asker = &s->asker[(n - 1) % NC_ASKS];

    NJ_ASSERT(n != 0 && *asker != 0);
    say_ask_answer(m, (nj_seat)(*asker - 1), n, text);
    s->seat[*asker - 1].asked--;
    *asker = 0;
}

const struct nj_order nj_nc_ask = {NC_ALWAYS, "NC-17.12", ask_fault, ask};

const struct nj_power nj_nc_host_powers[] = {
    {.verb = "pause", .apply = pause_clock},
    {.verb = "resume", .apply = resume_clock},
    {.verb = "extend", .apply = extend},
    {.verb = "nudge", .secret = true}, /* reminders are the shell's */
    {.verb = "announce", .apply = announce},
    {.verb = "skip", .apply = skip},
    {.verb = "kick", .secret = true},
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
