/*
 * What a host rules by word (NC-17.10, 17.11; match/ruling.h). Of ballots and of
 * going back the group hears at once, of all else with the next dawn or dusk,
 * so that the moment shows nothing.
 */
#include "match/ruling.h"

#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "match/pages.h"

#define POINTS_MAX 999

/* These words are no ruling, or one that cannot be carried out. */
#define WRONG "nc.err.ruling"

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
    (void)r;
    nj_nc_close_by_host(m);
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
    NJ_ASSERT(o->cost <= who.points);
    nj_ruling_note(r->before, "#%u", o->id);
    return NULL;
}

static void void_order(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[r->seat];

    NJ_ASSERT(s->undo.seat == r->seat + 1 && who->n_orders > 0);
    s->undo.order = *nj_nc_order_at(who, r->item);
    nj_nc_withdraw(who, r->item);
    NJ_ASSERT(nj_nc_order_at(who, r->item) == NULL); /* numbers are unique */
}

/* Of a seat, or, without one, of the last dawn: what has been published can
 * only be disowned (NC-9.8). */
static const char *check_piece(struct nj_ruling *r)
{
    const struct nc_state *s = nj_state_const(r->from);
    bool out = r->seat == NJ_SEAT_NONE;

    if (r->item > (out ? s->published : about(r)->pieces))
        return WRONG;
    nj_ruling_note(r->before, "#%u", (unsigned)r->item);
    if (out)
        memcpy(r->verb, "disown", sizeof("disown"));
    return NULL;
}

static void strike(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->undo.seat == r->seat + 1 && s->phase == NC_NIGHT);
    s->undo.piece = (uint8_t)(r->item - 1);
    s->undo.page = nj_nc_strike(m, r->seat, s->undo.piece);
}

static void disown(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->item > 0 &&
              r->seat == NJ_SEAT_NONE); /* whose it was is secret */
    nj_nc_tell_action(m, "disown", NJ_SEAT_NONE, r->item);
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
    NJ_ASSERT(r->kind || who->n > 0); /* what is lost is in the hand */
    r->item = slot;
    nj_ruling_note(r->before, "%u", who->n);
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
    nj_seat ballot = nj_nc_ballot(s, r->seat);

    if (ballot == NJ_SEAT_NONE)
        return WRONG;
    NJ_ASSERT(ballot < s->n && !about(r)->dead);
    nj_ruling_note(r->before, "%u", ballot + 1u);
    return NULL;
}

static void clear_ballot(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[r->seat];

    NJ_ASSERT(s->phase == NC_DAY || s->phase == NC_VERDICT);
    if (s->phase == NC_VERDICT) {
        who->verdict = NJ_SEAT_NONE;
    } else {
        who->ballot = NJ_SEAT_NONE;
        who->changed = 0;
        who->done = 0;
    }
    nj_nc_tell_action(m, "ballot", r->seat, NJ_NO_INT);
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
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n) {
        memset(who->order, 0, sizeof(who->order));
        who->n_orders = who->n_reorder = who->acted = 0;
        who->done = who->done_auto;
    }
    nj_nc_no_undo(m);
    say_host_action(m, "undo", NJ_SEAT_NONE, NULL, NJ_NO_INT, s->round, until,
                    NJ_NO_INT);
    nj_nc_tell_heads(m, nj_nc_living(s), NC_NIGHT);
    nj_nc_tell_sheets(m, s, until);
}

void nj_nc_no_undo(struct nj_match *m)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->undo.page == 0 || s->undo.seat != 0);
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
    NJ_ASSERT(r->seat < s->n && !s->seat[r->seat].dead);
    nj_ruling_note(r->before, "%s",
                   n == NC_KICK ? "kick" : r->all->tables[0][n].words);
    return NULL;
}

static void undo(struct nj_match *m, struct nj_ruling *r)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[r->seat];
    const struct nc_order *fell = &s->undo.order;

    who->points = s->undo.points;
    who->removed = s->undo.removed;
    NJ_ASSERT((s->undo.held & ~s->held) == 0 && !who->dead);
    NJ_ASSERT(s->undo.n_card_rulings <= s->n_card_rulings);
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

/* clang-format off */
static const struct nj_ruling_row rows[] = {
    {"close",        "",      .before = "-",  .after = "-", .apply = close_phase},
    {"void",         "si",    .after = "-",   .marks = NC_HELD_VOID,
     .check = check_void,   .apply = void_order},
    {"strike dawn",  "i",     .after = "-",   .check = check_piece, .apply = disown},
    {"strike",       "si",    .after = "-",   .marks = NC_HELD_STRIKE,
     .check = check_piece, .apply = strike},
    {"points",       "sn",    .hi = POINTS_MAX, .into = NJ_INTO(struct nc_seat, points), .marks = NC_HELD_POINTS,
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

/* What it is about, by words that are told in the host's language. */
struct named {
    const char *ruling, *power, *card;
    nj_seat target;
};

static struct named name(const struct nj_ruling *r)
{
    struct named it = {.target = NJ_SEAT_NONE};

    if (r->row->apply == undo) {
        it.ruling = r->before;
    } else if (r->row->apply == void_order) {
        struct nc_seat who = *about(r);
        const struct nc_order *o = nj_nc_order_at(&who, r->item);

        NJ_ASSERT(o != NULL); /* or it has been refused */
        it.power = nj_nc_powers[o->power].word;
    } else if (r->row->apply == move_card) {
        it.card = nj_nc_types[r->place];
    } else if (r->row->apply == clear_ballot) {
        it.target = nj_nc_ballot(nj_state_const(r->from), r->seat);
    }
    return it;
}

void nj_nc_would_rule(const struct nj_match *m, struct nj_query *q)
{
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &rulings, q->args, &r);

    if (fault == NULL) {
        const struct named it = name(&r);

        say_would_rule(q, r.verb, r.seat, r.before, r.after, it.ruling,
                       it.power, it.card, it.target);
        return;
    }
    if (strcmp(fault, WRONG) == 0)
        nj_answer(q, WRONG, "NC-17.10",
                  NJ_ARGS(nj_arg_word("nearest", nearest(&r))));
    else
        nj_answer(q, fault, "NC-17.11", NJ_NO_ARGS);
}

int nj_nc_check_rule(struct nj_match *m, const struct nj_deed *d)
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

void nj_nc_rule(struct nj_match *m, const struct nj_deed *d)
{
    struct nc_state *s = nj_state(m);
    struct nj_ruling r;
    const char *fault = nj_ruling_read(m, &rulings, d->in->args, &r);
    struct named it;

    NJ_ASSERT(fault == NULL); /* else it has been refused */
    it = name(&r);
    say_ruled(m, r.verb, r.seat, r.before, r.after, it.ruling, it.power,
              it.card, it.target);
    if (r.row->args[0] == 's')
        nj_nc_may_undo(m, r.seat, (uint8_t)(r.row - rows));
    nj_ruling_run(m, &r);
    s->held |= (uint8_t)r.row->marks;
    nj_nc_after_input(m, NULL);
}

/* --- what of them waits for a dawn or dusk --- */

static void carry(struct nc_state *s, struct nc_close *d,
                  struct nc_card_ruling *r)
{
    struct nc_seat *who = &s->seat[r->seat];
    int bottom = nj_nc_in_hand(who, nj_nc_bottom(who));

    r->done = !who->dead && (nj_nc_in_hand(who, r->slot) >= 0) != r->back &&
              who->pending != r->slot + 1; /* or the night was quicker */
    NJ_ASSERT(!r->done || r->back || who->n > 0);
    if (r->done && r->back) {
        nj_nc_put_at(who, r->slot,
                     bottom >= 0 && bottom < r->place ? (uint8_t)bottom
                                                      : r->place);
        s->lost = (uint8_t)(s->lost - (s->lost > 0));
    } else if (r->done) {
        if (nj_nc_take(who, r->slot))
            d->unmorphed |= nj_bit(r->seat);
        nj_nc_count_lost(s, 1);
    }
}

void nj_nc_carry_rulings(struct nj_match *m, struct nc_state *s,
                         struct nc_close *d)
{
    static const struct {
        uint8_t bit;
        const char *word;
    } told[] = {{NC_HELD_VOID, "void"},
                {NC_HELD_STRIKE, "strike"},
                {NC_HELD_POINTS, "points"}};

    NJ_FOREACH(struct nc_card_ruling, r, s->card_ruling, s->n_card_rulings)
        carry(s, d, r);
    for (size_t i = 0; i < NJ_COUNT(told); i++)
        if ((s->held & told[i].bit) != 0)
            nj_nc_tell_action(m, told[i].word, NJ_SEAT_NONE, NJ_NO_INT);
    NJ_FOREACH(const struct nc_card_ruling, r, s->card_ruling,
               s->n_card_rulings)
        if (r->done)
            say_host_action(m, "card", r->seat,
                            nj_nc_category(&s->seat[r->seat].card[r->slot]),
                            s->seat[r->seat].n, NJ_NO_INT, NJ_NO_INT,
                            NJ_NO_INT);
    s->n_card_rulings = 0;
    s->held = 0;
}
