/*
 * The rules' side of the driver in kit/two_worlds.c: what is not given to a
 * pair, what a host decides, and when a difference is out.
 */
#include "games/masked_killer/worlds_play.h"

#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "kit/nj_test.h"
#include "kit/two_orders.h"

static const char *const names[] = {"Ann", "Bo", "Cy", "Di"};

static const struct nj_match *match(const struct worlds_play *p, int side)
{
    return p->two.side[side].m;
}

static const struct mk_state *state(const struct worlds_play *p, int side)
{
    return nj_state_const(match(p, side));
}

/* --- orders --- */

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct worlds_play *p = ctx;
    nj_seat_set asked = nj_match_awaited(match(p, 0));
    bool astray = nj_rng_below(rng, 40) == 0;

    in->seat = (nj_seat)nj_rng_below(rng, p->two.seats);
    if (asked != 0 && nj_rng_below(rng, 8) > 0)
        in->seat = nj_seat_nth(
            asked, nj_rng_below(rng, (uint32_t)nj_seat_count(asked)));
    if (state(p, 0)->offer.open && nj_rng_below(rng, 2) == 0)
        in->seat = state(p, 0)->offer.asked;
    in->verb = nj_rng_below(rng, 200) == 0
                   ? nj_mk_attempt_away(rng, text)
                   : nj_mk_attempt(match(p, 0), in->seat, rng, text);
    in->place = nj_mk_attempt_private(in->verb) != astray ? NJ_PLACE_PRIVATE
                                                          : NJ_PLACE_GROUP;
}

static void power_text(void *ctx, struct nj_rng *rng,
                       char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const rulings[] = {"place killer J9",
                                          "place ? N20",
                                          "face ? N",
                                          "shadow C16",
                                          "shadow none",
                                          "damage ? 1",
                                          "damage killer 3",
                                          "exert ? 2",
                                          "side staggered",
                                          "actions 2",
                                          "token B18 fresh",
                                          "car blue open",
                                          "round 6",
                                          "kills 1",
                                          "give ? soda",
                                          "put ? soda",
                                          "deck NW top tommy",
                                          "deck SE bottom soda",
                                          "put ? tommy SE top",
                                          "hello"};
    const struct worlds_play *p = ctx;

    nj_two_ruling(rulings, NJ_COUNT(rulings), NULL, state(p, 0)->n, rng, text);
}

static const char *query_text(struct nj_rng *rng)
{
    static const char *const texts[] = {"",      "1",  "2",        "C18",
                                        "1 C18", "NW", "stalk|WW", "hunt|N 3"};

    return texts[nj_rng_below(rng, NJ_COUNT(texts))];
}

/* --- what may be given --- */

static bool is_hidden(const struct worlds_play *p, const struct nj_input *in)
{
    return in->kind == NJ_IN_ORDER && in->seat < NJ_SEATS_MAX &&
           (p->hidden & nj_bit(in->seat)) != 0;
}

/* The input that would be taken back, NULL: none. */
static const struct nj_input *back_of(const struct worlds_play *p, int side)
{
    const struct nj_two_side *s = &p->two.side[side];
    int64_t back = state(p, side)->back;

    assert_true(back <= (int64_t)s->n_log);
    return back == 0 ? NULL : &s->log[back - 1].in;
}

/* MK-15.1, MK-19.5: what is taken back is told to whoever gave it. Behind an
 * order of one seat another one may have acted unseen in one world alone: then
 * the host's choice is another one there, and each of the two hears of his. */
static bool same_is_undone(const struct worlds_play *p)
{
    const struct nj_input *a = back_of(p, 0), *b = back_of(p, 1);

    if (a == NULL || b == NULL)
        return a == b;
    return a->at_ms == b->at_ms && a->seat == b->seat;
}

/* A ruling that can be carried out in one world alone is the host's to see. */
static bool same_is_ruled(const struct worlds_play *p,
                          const struct nj_input *in)
{
    struct nj_ruling r[2];
    const char *fault[2];

    for (int i = 0; i < 2; i++)
        fault[i] = nj_ruling_read(match(p, i), &nj_mk_rulings, in->args, &r[i]);
    return (fault[0] == NULL) == (fault[1] == NULL);
}

/* A second skip ends the turn, where the first one ended an offer (MK-19.5). */
static bool same_is_skipped(const struct worlds_play *p)
{
    return state(p, 0)->offer.open == state(p, 1)->offer.open;
}

static bool keeps(void *ctx, const struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;

    for (int i = 0; i < 2; i++) {
        p->in[i].before = *state(p, i);
        p->in[i].way = nj_mk_way_of(match(p, i), in, text);
        p->in[i].shows = nj_mk_shown_by(in, text);
        p->in[i].typed = in->kind == NJ_IN_ORDER && in->by == NJ_BY_PERSON;
    }
    if (in->kind == NJ_IN_UNDO)
        return same_is_undone(p);
    if (in->kind == NJ_IN_OVERRIDE && strcmp(in->verb, "rule") == 0)
        return same_is_ruled(p, in);
    if (in->kind == NJ_IN_OVERRIDE && strcmp(in->verb, "skip") == 0)
        return same_is_skipped(p);
    return true;
}

static bool is_due(const struct nj_match *m, const struct nj_input *in)
{
    const struct nj_timer *t = nj_match_timers(m);

    for (int i = 0; i < NJ_TIMERS_MAX && t[i].name[0] != '\0'; i++)
        if (strcmp(t[i].name, in->verb) == 0 && t[i].at_ms <= in->at_ms)
            return true;
    return false;
}

/* What the group cannot hear of: all that a killer orders until he is seen, and
 * of victims offers and standing orders. */
static bool is_secret(const struct worlds_play *p, nj_seat seat,
                      const char *verb)
{
    static const char *const verbs[] = {"trade", "accept", "refuse",
                                        "amend", "order",  "away"};

    for (size_t i = 0; i < NJ_COUNT(verbs); i++)
        if (strcmp(verbs[i], verb) == 0)
            return true;
    return seat == state(p, 0)->n && nj_mk_attempt_private(verb);
}

static bool other(void *ctx, const struct nj_input *in, const char **verb,
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;
    struct nj_input theirs = {.kind = NJ_IN_ORDER, .seat = in->seat};

    if (in->kind == NJ_IN_TIMER && !is_due(match(p, 1), in)) {
        *verb = NULL;
        return true;
    }
    if (!p->twist->busy || !is_hidden(p, in) || in->place == NJ_PLACE_GROUP ||
        !is_secret(p, in->seat, in->verb) || nj_rng_below(&p->rng, 3) == 0)
        return false;
    *verb = nj_mk_attempt(match(p, 1), in->seat, &p->rng, text);
    if (!is_secret(p, in->seat, *verb) || nj_rng_below(&p->rng, 4) == 0) {
        *verb = NULL;
        return true;
    }
    theirs.verb = *verb;
    p->in[1].way = nj_mk_way_of(match(p, 1), &theirs, text);
    p->in[1].shows = nj_mk_shown_by(&theirs, text);
    return true;
}

/* --- when it is out --- */

static void know(const void *ctx, int side, struct nj_str *out)
{
    const struct worlds_play *p = ctx;
    const struct nj_two_side *s = &p->two.side[side];
    struct known_input in = p->in[side];

    in.observers = p->two.observers;
    in.said = s->said;
    in.taken = s->said != NULL && !s->refused;
    nj_mk_known(s->m, &in, out);
}

/* As a digest sees it: byte by byte. */
static bool states_differ(const struct worlds_play *p)
{
    return memcmp(nj_state_const(match(p, 0)), nj_state_const(match(p, 1)),
                  p->game->state_size) != 0;
}

static const char *after(void *ctx, bool refused)
{
    struct worlds_play *p = ctx;

    NJ_UNUSED(refused);
    if (!nj_two_same(know, p)) {
        p->count.came++;
        return "";
    }
    p->count.met += states_differ(p);
    return NULL;
}

static const struct nj_two_power powers[] = {{"pause", "", 3},
                                             {"resume", "", 12},
                                             {"extend", "m", 3},
                                             {"skip", "", 4},
                                             {"kick", "s", 1},
                                             {"sub", "sc", 4},
                                             {"abort", "", 1},
                                             {"nudge", "s", 3},
                                             {"announce", "t", 2},
                                             {"undo", "", 6},
                                             {"look", "s", 3},
                                             {"rule", "t", 30},
                                             {0}};

/* That an order answers, and the time of an offer (MK-19.1, 19.2). */
static const char *const dark_timers[] = {"order", "prompt", NULL};

static const struct nj_two_game rules = {.last_key = "mk.end",
                                         .powers = powers,
                                         .order = order,
                                         .keeps = keeps,
                                         .other = other,
                                         .after = after,
                                         .query_text = query_text,
                                         .power_text = power_text,
                                         .open_host = true,
                                         .dark_timers = dark_timers};

/* --- opening --- */

static void choose(const struct nj_game *game, struct nj_options *o,
                   struct nj_rng *rng)
{
    static const char *const choices[][3] = {
        {"auto_end", "on", "off"},    {"pictures", "action", "turn"},
        {"afk", "computer", "rest"},  {"afk_after", "1", "2"},
        {"killer_floor", "10", "0"},  {"answer_s", "12", "0"},
        {"turn_time", "180s", "12h"}, {"prompt_time", "60s", "3h"}};

    nj_options_default(game, o);
    for (size_t i = 0; i < NJ_COUNT(choices); i++)
        assert_true(nj_options_put(game, o, nj_option_find(game, choices[i][0]),
                                   choices[i][1 + nj_rng_below(rng, 2)]));
}

/* With two persons one plays both victims (MK-2.1); a random board has the seats
 * already. */
static void open_pair(struct worlds_play *p, struct nj_rng *rng)
{
    struct nj_match_seat seats[WORLD_SEATS];
    struct nj_match_setup setup = {.game = p->game,
                                   .data = p->table,
                                   .edition = "standard",
                                   .seats = seats};
    struct nj_match_setup both[2];

    p->persons = (uint8_t)(WORLD_SEATS - nj_rng_below(rng, 3));
    setup.n_seats = p->persons;
    if (p->persons == 2 && !p->twist->whole)
        setup.n_seats++;

    for (uint8_t k = 0; k < WORLD_SEATS; k++)
        seats[k] = (struct nj_match_seat){.name = names[k],
                                          .computer = nj_rng_below(rng, 5) == 0,
                                          .join = k,
                                          .contribution = ""};
    choose(p->game, &setup.options, rng);
    nj_rng_splitmix64(&setup.rng, nj_rng_word(rng));
    p->rules = rules;
    p->rules.game = p->game;
    p->two.count = &p->count;
    both[0] = both[1] = setup;
    nj_two_open(&p->two, &p->rules, p, both, 0);
}

/* All have seen the board (MK-9.2), as it is shown behind a ruling. */
static void show_board(struct worlds_play *p, struct pair *pair)
{
    char words[16];
    struct nj_arg text = nj_arg_text("text", words);
    const struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                                .seat = NJ_SEAT_NONE,
                                .by = NJ_BY_HOST,
                                .verb = "rule",
                                .args = {.v = &text, .n = 1}};
    const uint8_t pictures = pair->w[0]->opt.pictures;

    (void)snprintf(words, sizeof(words), "round %u",
                   (unsigned)pair->w[0]->round);
    for (int i = 0; i < 2; i++)
        pair->w[i]->opt.pictures = MK_PICTURES_ACTION;
    assert_true(nj_two_apply(&p->two, &in));
    for (int i = 0; i < 2; i++)
        pair->w[i]->opt.pictures = pictures;
}

static void begin(struct worlds_play *p, struct pair *pair)
{
    const struct nj_input start = {
        .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""};
    uint64_t seed = nj_rng_word(pair->rng);

    for (int i = 0; i < 2; i++) {
        struct nj_rng same;

        nj_rng_splitmix64(&same, seed);
        pair->m[i] = p->two.side[i].m;
        pair->w[i] = nj_state(pair->m[i]);
        if (!p->twist->whole)
            nj_mk_world_random(pair->m[i], &same);
        if (!p->twist->whole && p->persons == 2)
            assert_true(nj_match_given_hand(pair->m[i], 1, 0));
    }
    if (p->twist->whole)
        assert_true(nj_two_apply(&p->two, &start));
    p->two.seats = nj_seats(pair->m[0]);
}

/* What one of his seats may not know, none of a person's may. */
static nj_seat_set hidden_persons(const struct pair *pair)
{
    nj_seat_set hidden = 0;

    NJ_FOREACH_SEAT(k, pair->hidden)
        hidden |= nj_seat_hand(pair->m[0], k);
    return hidden;
}

bool nj_mk_worlds_open(struct worlds_play *p, const struct twist *twist,
                       struct nj_rng *rng)
{
    struct pair pair = {.t = p->table, .rng = rng};
    bool made;

    p->twist = twist;
    p->hidden = 0;
    nj_rng_splitmix64(&p->rng, nj_rng_word(rng));
    open_pair(p, rng);
    begin(p, &pair);
    made = twist->apply(&pair);
    for (int i = 0; made && i < 2; i++) {
        if (!twist->whole)
            nj_match_given_done(pair.m[i], p->two.now_ms);
        p->in[i] = (struct known_input){.before = *state(p, i)};
    }
    p->hidden = hidden_persons(&pair);
    p->two.observers = (nj_bit(p->two.seats) - 1) & ~p->hidden;
    if (made && nj_two_same(know, p)) {
        p->of_two += p->persons == 2;
        if (!twist->whole)
            show_board(p, &pair);
        return true;
    }
    nj_mk_worlds_close(p);
    return false;
}

void nj_mk_worlds_close(struct worlds_play *p)
{
    nj_two_close(&p->two);
}
