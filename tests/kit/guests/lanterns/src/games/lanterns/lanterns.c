/*
 * Lanterns: the finest string of them over the street wins. Rules:
 *
 * LAN-1  Two to five seats take turns in their order; seat 1 begins.
 * LAN-2  Nine red, gold, jade and white lanterns each are shuffled.
 * LAN-3  Each seat is dealt three, which only it sees.
 * LAN-4  Whose turn it is, and nobody else, hangs a lantern or offers one.
 * LAN-5  It is hung in the group, by its colour, on one's own string.
 * LAN-6  Behind each turn who had it draws another lantern, unseen.
 * LAN-7  It is offered in private, to another seat that still plays.
 * LAN-8  All hear who offers to whom, and not which lantern.
 * LAN-9  Who is asked is not told either, and has a time; all others wait.
 * LAN-10 Who takes the lantern hangs it on his own string.
 * LAN-11 One that is declined is put away; which, is told after the end.
 * LAN-12 Who does not answer in time declines.
 * LAN-13 Who lets his turn pass hangs the first lantern of his hand.
 * LAN-14 When the deck is used up, what was put away becomes the deck.
 * LAN-15 Red, gold and jade count 1, all three of them 2 more, white -2.
 * LAN-16 A full string ends the match: 3 to 5 lanterns, an option.
 * LAN-17 Whoever has most points wins; several may.
 * LAN-18 Who leaves cannot win and puts his hand away; the last seat wins.
 * LAN-19 A host may skip a turn or an offer, break the match off, and so on.
 * LAN-20 At the end everybody sees all hands.
 */
#include <string.h>

#include "base/str.h"
#include "match/cards.h"
#include "match/emit.h"
#include "match/game.h"
#include "match/given.h"
#include "match/order.h"

#define NJ_MESSAGES "games/lanterns/messages.def"
#include "match/messages.h"

#define SEATS_MAX 5
#define GOAL_MAX  5

enum {
    WHITE = 3,
    LANTERNS
};

/* Their initials differ: boards and states are written with them. */
static const char *const names[] = {"red", "gold", "jade", "white"};

enum {
    DECK,
    AWAY,
    OFFERED, /* at most one */
    HAND,
    STRING = HAND + SEATS_MAX
};

struct lan_state {
    uint8_t goal; /* an option */
    uint8_t seats, turn;
    uint8_t to;           /* whom the lantern is offered to */
    uint8_t over, played; /* over, and not broken off */
    uint8_t gone[SEATS_MAX];
    struct nj_cards cards;
};

static const char *words(const struct lan_state *s, int pile,
                         char text[NJ_CARDS_TEXT_MAX])
{
    return nj_cards_arg("lanterns", &s->cards, (uint8_t)pile, names, text).s;
}

/* A row a seat: "rg../...." */
static const char *street(const struct lan_state *s,
                          char out[NJ_CARDS_TEXT_MAX])
{
    char *p = out;

    for (uint8_t i = 0; i < s->seats; i++) {
        uint8_t pile = (uint8_t)(STRING + i);

        memset(p, '.', s->goal);
        for (uint8_t k = 0; k < nj_cards_count(&s->cards, pile); k++)
            p[k] = names[nj_cards_at(&s->cards, pile, k)][0];
        p += s->goal;
        *p++ = '/';
    }
    p[-1] = '\0';
    return out;
}

/* LAN-15 */
static int points(const struct lan_state *s, nj_seat seat)
{
    uint8_t n[LANTERNS] = {0}, pile = (uint8_t)(STRING + seat);
    int sets = GOAL_MAX, sum = 0;

    for (uint8_t i = 0; i < nj_cards_count(&s->cards, pile); i++)
        n[nj_cards_at(&s->cards, pile, i)]++;
    for (int k = 0; k < WHITE; k++) {
        sum += n[k];
        sets = n[k] < sets ? n[k] : sets;
    }
    return sum + 2 * sets - 2 * n[WHITE];
}

/* LAN-17, LAN-18: who has left is behind all others. */
static uint8_t rank(const struct lan_state *s, nj_seat seat)
{
    int better = 0;

    for (nj_seat i = 0; i < s->seats; i++)
        better +=
            !s->gone[i] && (s->gone[seat] || points(s, i) > points(s, seat));
    return (uint8_t)(better + 1);
}

static void end(struct nj_match *m, bool played)
{
    struct lan_state *s = nj_state(m);
    nj_seat_set won = 0;

    s->over = 1;
    s->played = played;
    for (nj_seat i = 0; i < s->seats; i++)
        if (rank(s, i) == 1)
            won |= nj_bit(i);
    if (played)
        say_end(m, won);
    else
        say_nobody(m);
    nj_over(m);
}

/* LAN-20 */
static void reveal(struct nj_match *m)
{
    const struct lan_state *s = nj_state_const(m);
    char text[NJ_CARDS_TEXT_MAX];

    for (nj_seat i = 0; i < s->seats; i++)
        if (!s->gone[i])
            say_kept(m, i, words(s, HAND + i, text));
}

static void result(const struct nj_match *m, nj_seat seat,
                   struct nj_result *out)
{
    const struct lan_state *s = nj_state_const(m);

    out->score = s->gone[seat] ? 0 : points(s, seat);
    out->rank = rank(s, seat);
    out->outcome = s->played && out->rank == 1 ? "won" : "lost";
}

/* The turn of the next seat that is still there. */
static void next_turn(struct nj_match *m)
{
    struct lan_state *s = nj_state(m);

    do
        s->turn = (uint8_t)((s->turn + 1) % s->seats);
    while (s->gone[s->turn]);
    nj_phase_begin(m, "turn", nj_option(m, "think"));
    say_turn(m, s->turn, nj_option(m, "think"));
}

/* The lantern of this turn is where it belongs. */
static void end_turn(struct nj_match *m)
{
    struct lan_state *s = nj_state(m);
    uint8_t lantern, hand = (uint8_t)(HAND + s->turn);
    char text[NJ_CARDS_TEXT_MAX];

    for (nj_seat i = 0; i < s->seats; i++)
        if (nj_cards_count(&s->cards, (uint8_t)(STRING + i)) == s->goal) {
            end(m, true); /* LAN-16 */
            return;
        }
    if (nj_cards_count(&s->cards, DECK) == 0) {
        nj_cards_renew(m, &s->cards, DECK, AWAY);
        say_renewed(m);
    }
    if (!s->gone[s->turn]) { /* strings and hands never take all 36 */
        lantern = nj_cards_move(&s->cards, DECK, 0, hand, NJ_BOTTOM);
        say_drawn(m, s->turn, names[lantern], words(s, hand, text));
    }
    next_turn(m);
}

static int start(struct nj_match *m, const struct nj_input *in)
{
    struct lan_state *s = nj_state(m);
    char text[NJ_CARDS_TEXT_MAX];

    (void)in;
    s->seats = nj_seats(m);
    for (int i = 0; i < 9 * LANTERNS; i++)
        nj_cards_add(&s->cards, DECK, (uint8_t)(i % LANTERNS));
    nj_cards_shuffle(m, &s->cards, DECK);
    say_start(m, s->goal);
    for (nj_seat i = 0; i < s->seats; i++) {
        for (int k = 0; k < 3; k++)
            nj_cards_move(&s->cards, DECK, 0, (uint8_t)(HAND + i), NJ_BOTTOM);
        say_dealt(m, i, words(s, HAND + i, text));
    }
    s->turn = (uint8_t)(s->seats - 1);
    next_turn(m);
    return 0;
}

/* LAN-5, LAN-10 */
static void hang(struct nj_match *m, nj_seat seat, int pile, uint8_t place)
{
    struct lan_state *s = nj_state(m);
    uint8_t string = (uint8_t)(STRING + seat);
    uint8_t lantern =
        nj_cards_move(&s->cards, (uint8_t)pile, place, string, NJ_BOTTOM);
    char text[NJ_CARDS_TEXT_MAX], seen[NJ_CARDS_TEXT_MAX];

    say_hung(m, seat, names[lantern], words(s, string, text), points(s, seat),
             street(s, seen));
    end_turn(m);
}

/* LAN-13 */
static void late(struct nj_match *m)
{
    const struct lan_state *s = nj_state_const(m);

    say_late(m, s->turn);
    hang(m, s->turn, HAND + s->turn, 0);
}

static const struct nj_phase phases[] = {{.timer = "turn", .over = late},
                                         {.timer = NULL}};

static void take(struct nj_match *m, const struct nj_attempt *a)
{
    nj_prompt_close(m, a->seat, "offer");
    say_taken(m, a->seat);
    hang(m, a->seat, OFFERED, 0);
}

/* LAN-11, LAN-12 */
static void put_away(struct nj_match *m, nj_seat seat)
{
    struct lan_state *s = nj_state(m);
    uint8_t lantern = nj_cards_move(&s->cards, OFFERED, 0, AWAY, NJ_TOP);

    nj_prompt_close(m, seat, "offer");
    say_burnt(m, seat);
    say_was(m, s->turn, names[lantern]);
    end_turn(m);
}

static void decline(struct nj_match *m, const struct nj_attempt *a)
{
    put_away(m, a->seat);
}

static const char *const answers[] = {"take", "decline", NULL};
static const struct nj_question questions[] = {
    {"offer", false, put_away, answers, {"lan.err_wait", "LAN-9"}, false},
    {.name = NULL}};

static int timer(struct nj_match *m, const struct nj_input *in)
{
    (void)in;
    nj_prompts_due(m, NULL);
    return 0;
}

/* --- what a seat may type --- */

struct plan {
    uint8_t place, to;
};

static const char *hang_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct lan_state *s = nj_state_const(m);
    struct plan *plan = a->plan;
    int at = -1;

    if (s->over)
        return "lan.err_over";
    if (a->seat != s->turn)
        return nj_fault_of(a, "LAN-4", "lan.err_turn");
    for (int i = 0; i < LANTERNS; i++)
        if (strcmp(a->in->args.v[0].s, names[i]) == 0)
            at =
                nj_cards_find(&s->cards, (uint8_t)(HAND + a->seat), (uint8_t)i);
    plan->place = (uint8_t)at;
    return at < 0 ? "lan.err_none" : NULL;
}

static void hang_it(struct nj_match *m, const struct nj_attempt *a)
{
    const struct plan *plan = a->plan;

    hang(m, a->seat, HAND + a->seat, plan->place);
}

static const char *offer_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct lan_state *s = nj_state_const(m);
    const char *to = a->in->args.v[1].s;
    const char *fault = hang_fault(m, a);
    struct plan *plan = a->plan;

    plan->to = (uint8_t)(to[0] - '1');
    if (fault == NULL &&
        (to[0] == '\0' || to[1] != '\0' || plan->to >= s->seats ||
         plan->to == a->seat || s->gone[plan->to]))
        fault = "lan.err_whom";
    return fault;
}

static void offer(struct nj_match *m, const struct nj_attempt *a)
{
    struct lan_state *s = nj_state(m);
    const struct plan *plan = a->plan;
    struct nj_ask ask = {.seat = plan->to,
                         .name = "offer",
                         .ms = nj_option(m, "think"),
                         .holds = true,
                         .choices = answers,
                         .n = 2};

    s->to = plan->to;
    nj_cards_move(&s->cards, (uint8_t)(HAND + a->seat), plan->place, OFFERED,
                  NJ_TOP);
    say_offer(m, a->seat, s->to);
    ask_offered(m, &ask, a->seat, ask.ms);
}

static const char *answer_fault(const struct nj_match *m, struct nj_attempt *a)
{
    return nj_prompt_open(m, a->seat, "offer") ? NULL : "lan.err_asked";
}

static const struct nj_order orders[] = {{0, "LAN-5", hang_fault, hang_it},
                                         {0, "LAN-7", offer_fault, offer},
                                         {0, "LAN-10", answer_fault, take},
                                         {0, "LAN-11", answer_fault, decline}};

static void status(const struct nj_match *m, struct nj_query *q)
{
    const struct lan_state *s = nj_state_const(m);
    char seen[NJ_CARDS_TEXT_MAX];

    say_status(q, s->turn, street(s, seen));
}

static const struct nj_verb verbs[] = {
    {"hang", "t", NJ_CHANNEL_GROUP, .bare = true, .order = &orders[0]},
    {"offer", "tt", NJ_CHANNEL_PRIVATE, .order = &orders[1]},
    {"take", "", NJ_CHANNEL_PRIVATE, .order = &orders[2]},
    {"decline", "", NJ_CHANNEL_PRIVATE, .order = &orders[3]},
    {"status", "", NJ_CHANNEL_BOTH, .bystander = true, .query = status},
    {.name = NULL}};

/* --- leaving, and what a host may do --- */

static int refuse(struct nj_match *m, const struct nj_input *in,
                  const char *code, const char *clause)
{
    return nj_refuse(m, in, code, clause, NJ_NO_ARGS);
}

/* LAN-18 */
static int leave(struct nj_match *m, const struct nj_input *in)
{
    struct lan_state *s = nj_state(m);
    uint8_t hand = (uint8_t)(HAND + in->seat), there = 0;

    if (s->over)
        return refuse(m, in, "lan.err_over", "LAN-18");
    s->gone[in->seat] = 1;
    while (nj_cards_count(&s->cards, hand) > 0)
        nj_cards_move(&s->cards, hand, 0, AWAY, NJ_TOP);
    nj_seat_out(m, in->seat);
    say_left(m, in->seat);
    for (nj_seat i = 0; i < s->seats; i++)
        there = (uint8_t)(there + !s->gone[i]);
    if (there == 1)
        end(m, true);
    else if (nj_prompt_open(m, s->to, "offer") &&
             (in->seat == s->turn || in->seat == s->to))
        put_away(m, s->to);
    else if (in->seat == s->turn)
        next_turn(m);
    return 0;
}

/* LAN-19 */
static void skip(struct nj_match *m, const struct nj_deed *d)
{
    const struct lan_state *s = nj_state_const(m);

    (void)d;
    say_skipped(m, s->turn);
    if (nj_prompt_open(m, s->to, "offer"))
        put_away(m, s->to);
    else
        next_turn(m);
}

static void abort_match(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    end(m, false);
}

static const struct nj_power powers[] = {
    {.verb = "pause"},
    {.verb = "resume"},
    {.verb = "extend"},
    {.verb = "kick"},
    {.verb = "sub"},
    {.verb = "skip", .apply = skip},
    {.verb = "abort", .apply = abort_match},
    {.verb = NULL}};

static const struct nj_refusal power_faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"lan.err_over", "LAN-19"},
    [NJ_POWER_UNKNOWN] = {"lan.err_power", "LAN-19"},
    [NJ_POWER_NO_SEAT] = {"lan.err_power", "LAN-19"},
    [NJ_POWER_NO_TIME] = {"lan.err_power", "LAN-19"},
    [NJ_POWER_PAUSED] = {"lan.err_power", "LAN-19"},
    [NJ_POWER_NOT_PAUSED] = {"lan.err_power", "LAN-19"}};

static nj_seat_set awaited(const struct nj_match *m)
{
    const struct lan_state *s = nj_state_const(m);
    nj_seat who = nj_prompt_open(m, s->to, "offer") ? s->to : s->turn;

    return s->over ? 0 : nj_bit(who);
}

static uint8_t called(char initial)
{
    uint8_t i = 0;

    while (i < WHITE && names[i][0] != initial)
        i++;
    return i;
}

/* A row a seat, its lanterns behind its badge. */
static void picture(const struct nj_message *msg, struct nj_canvas *c)
{
    const char *seen = nj_message_str(msg, "street");
    int wide = (int)strcspn(seen, "/") + 1, tall = (int)strlen(seen) / wide + 1;

    if (seen[0] == '\0')
        return;
    c->ops->board(c, "lan.street", wide - 1, tall, wide);
    for (int row = 0; row < tall; row++)
        c->ops->seat(c, row, 0, (nj_seat)row);
    for (int i = 0; seen[i] != '\0'; i++)
        if (seen[i] != '.' && seen[i] != '/')
            c->ops->glyph(c, i / wide, i % wide + 1, names[called(seen[i])]);
}

/* --- the computer player: it offers white lanterns rather than others --- */

struct mind {
    uint8_t my_turn, asked;
    uint8_t first; /* lantern of the hand */
    uint8_t other; /* had a turn and has not left since: seat + 1, or 0 */
};

static void hear_hand(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;

    mind->first = called(nj_message_str(h->msg, "lanterns")[0]);
}

static void hear_turn(const struct nj_hearing *h)
{
    struct mind *mind = h->scratch;
    nj_seat seat = nj_message_u8(h->msg, "seat");

    mind->asked = 0;
    mind->my_turn = seat == h->me;
    if (!mind->my_turn)
        mind->other = (uint8_t)(seat + 1);
}

static const struct nj_ear ears[] = {
    {"lan.dealt", .hear = hear_hand},
    {"lan.drawn", .hear = hear_hand},
    {"lan.turn", .hear = hear_turn},
    {"lan.left", .note = {NJ_NOTE(struct mind, other, 0)}},
    {"lan.offer", .note = {NJ_NOTE(struct mind, my_turn, 0)}},
    {"lan.offered", .note = {NJ_NOTE(struct mind, asked, 1)}},
    {.key = NULL}};

static bool act(const void *scratch, const void *data, nj_seat me,
                struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct mind *mind = scratch;
    uint32_t hangs = mind->first == WHITE ? 1 : 5;

    (void)data;
    (void)me;
    if (mind->asked)
        return nj_brain_orders(out, NJ_PLACE_PRIVATE,
                               answers[nj_rng_below(rng, 2)]);
    if (!mind->my_turn)
        return false;
    if (mind->other != 0 && nj_rng_below(rng, 1 + hangs) == 0)
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "offer", "%s\t%d",
                                    names[mind->first], mind->other);
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, "hang", "%s",
                                names[mind->first]);
}

/* "hand red gold": of seat 1 */
static bool lay(struct nj_given *g)
{
    struct lan_state *s = g->of;
    struct nj_word word;

    if (!nj_reader_word(&g->r, &word))
        return false;
    nj_cards_add(&s->cards, (uint8_t)g->row->value, called(word.token[0]));
    return true;
}

static enum nj_status given(struct nj_match *m, const char *clause,
                            struct nj_err *err)
{
    static const struct nj_given_row rows[] = {
        {"hand", "LANTERN...", .value = HAND, .read = lay, .many = true},
        {"string", "LANTERN...", .value = STRING, .read = lay, .many = true},
        {"deck", "LANTERN...", .value = DECK, .read = lay, .many = true},
        {"away", "LANTERN...", .value = AWAY, .read = lay, .many = true},
        {.words = NULL}};
    static const struct nj_given_clauses clauses = {.rows = rows};

    return clause[0] == '\0' ? NJ_OK : nj_given_read(m, &clauses, clause, err);
}

static void given_done(struct nj_match *m, int64_t at_ms)
{
    struct lan_state *s = nj_state(m);

    (void)at_ms;
    s->seats = nj_seats(m);
    for (uint8_t i = 0; i < s->seats; i++)
        if (nj_cards_count(&s->cards, (uint8_t)(HAND + i)) == 0)
            for (int k = 0; k < WHITE; k++)
                nj_cards_add(&s->cards, (uint8_t)(HAND + i), (uint8_t)k);
    nj_phase_begin(m, "turn", nj_option(m, "think"));
}

/* "turn=1 1=rgj/ 2=rgj/w deck=1 away=0" */
static void state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct lan_state *s = nj_state_const(m);

    nj_str_addf(out, "turn=%d", s->turn + 1);
    for (uint8_t i = 0; i < 2 * s->seats; i++) {
        uint8_t pile = (uint8_t)((i % 2 == 0 ? HAND : STRING) + i / 2);

        nj_str_addf(out, i % 2 == 0 ? " %d=" : "/", i / 2 + 1);
        for (uint8_t k = 0; k < nj_cards_count(&s->cards, pile); k++)
            nj_str_putc(out, names[nj_cards_at(&s->cards, pile, k)][0]);
    }
    nj_str_addf(out, " deck=%d away=%d", nj_cards_count(&s->cards, DECK),
                nj_cards_count(&s->cards, AWAY));
}

/* --- the contents page --- */

static const char *const editions[] = {"plain", NULL};
static const struct nj_option options[] = {
    {"goal", NJ_OPTION_INT, NULL, 3, GOAL_MAX, 4,
     NJ_INTO(struct lan_state, goal), NULL},
    {"think", NJ_OPTION_MS, NULL, 10000, 604800000, 60000, NJ_NOWHERE, NULL},
    {.key = NULL}};
static const char *const live[] = {"think", "60s", NULL};
static const struct nj_preset presets[] = {{"live", live}, {.name = NULL}};

#define NJ_MESSAGES       "games/lanterns/messages.def"
#define NJ_MESSAGES_TABLE messages
#include "match/messages.h"

extern const struct nj_game nj_lanterns;
const struct nj_game nj_lanterns = {
    .id = "lanterns",
    .prefix = "lan",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = SEATS_MAX,
    .editions = editions,
    .messages = messages,
    .verbs = verbs,
    .frame = {.plan_size = sizeof(struct plan)},
    .questions = questions,
    .options = options,
    .presets = presets,
    .state_size = sizeof(struct lan_state),
    .powers = powers,
    .power_faults = power_faults,
    .refuse = refuse,
    .phases = phases,
    .start = start,
    .timer = timer,
    .leave = leave,
    .main_timer = "turn",
    .open = NJ_OPEN_OUT | NJ_OPEN_WATCH,
    .brain = {.scratch_size = sizeof(struct mind), .ears = ears, .act = act},
    .awaited = awaited,
    .picture = picture,
    .reveal = reveal,
    .result = result,
    .given = given,
    .given_done = given_done,
    .state = state_words};
