/*
 * The rules' side of the driver in kit/two_worlds.c: what persons try, what a
 * host decides, what is not given to a pair, and when a difference is out.
 */
#include "games/shadow_hotel/worlds_play.h"

#include <string.h>

#include "games/shadow_hotel/attempts.h"
#include "games/shadow_hotel/mind.h"
#include "kit/game_kit.h"
#include "kit/nj_test.h"
#include "kit/two_orders.h"

#define ZEROS 65536 /* chance that always falls alike, draws or not */

static const char *const names[] = {"Ann", "Bo",  "Cy",  "Di",
                                    "Ed",  "Flo", "Gus", "Hal"};

static const struct sh_state *state(const struct worlds_play *p, int side)
{
    return nj_state_const(p->two.side[side].m);
}

/* --- what persons type --- */

static struct sh_attempts attempts(const struct worlds_play *p)
{
    return (struct sh_attempts){state(p, 0), p->map, names, WORLD_SEATS};
}

static const char *type(const struct worlds_play *p, nj_seat seat,
                        struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX])
{
    const struct sh_attempts how = attempts(p);

    return nj_sh_attempt(&how, seat, rng, text);
}

/* Who can do nothing and has yet to end this round. */
static nj_seat_set resting(const struct sh_state *s)
{
    nj_seat_set set = 0;

    for (nj_seat k = 0; k < s->n; k++)
        if (nj_sh_own_round(s, k) && s->seat[k].life != SH_ACTIVE &&
            !s->seat[k].turn_over)
            set |= nj_bit(k);
    return set;
}

/* Somebody hidden may rest in one world and live in the other: he ends the round
 * in both, by hand (SH-19.1); the hotel does it for others, if in both. */
static bool rests_apart(const struct worlds_play *p, const struct nj_input *in)
{
    bool rest = strcmp(in->verb, "rest") == 0;

    if (in->kind != NJ_IN_TIMER || strcmp(in->verb, NJ_PROMPT_TIMER) == 0)
        return false;
    for (int i = 0; i < 2; i++) {
        const struct sh_state *s = state(p, i);
        const struct nj_match *m = p->two.side[i].m;
        int64_t at_ms = nj_timer_at(m, "rest");

        if (rest && (at_ms == 0 || at_ms > in->at_ms))
            return true;
        NJ_FOREACH_SEAT(k, resting(s) & p->hidden)
            if (!rest || !s->seat[k].by_hand)
                return true;
    }
    return false;
}

static nj_seat who_types(const struct worlds_play *p, struct nj_rng *rng)
{
    const struct sh_state *s = state(p, 0);
    nj_seat seat = (nj_seat)nj_rng_below(rng, s->n);
    nj_seat_set idle = resting(s) | resting(state(p, 1));

    if (idle != 0 && nj_rng_below(rng, 3) == 0)
        return nj_seat_nth(idle,
                           (uint8_t)nj_rng_below(rng, nj_seat_count(idle)));
    for (int i = 0; i < 4; i++) {
        if (nj_sh_own_round(s, seat) && !s->seat[seat].turn_over &&
            s->seat[seat].life == SH_ACTIVE)
            break;
        seat = (nj_seat)nj_rng_below(rng, s->n);
    }
    if (nj_sh_shadow_round(s) && nj_rng_below(rng, 2) == 0)
        seat = s->shadow;
    return seat;
}

/* The hidden seat at the microphone makes up a shot (SH-19.12). */
static bool makes_up_a_shot(const struct worlds_play *p, struct nj_rng *rng,
                            struct nj_input *in, char text[NJ_ORDER_TEXT_MAX])
{
    const struct sh_state *s = state(p, 1);
    nj_seat k = nj_seat_nth(p->hidden, 0);

    if (!p->twist->shots || p->shot || nj_rng_below(rng, 6) > 0)
        return false;
    in->seat = k;
    in->place = NJ_PLACE_PRIVATE;
    in->verb = "mic_like";
    (void)snprintf(text, NJ_ORDER_TEXT_MAX, "gunshot %d",
                   nj_sh_floor(s, p->map, s->seat[k].room));
    return true;
}

/* Whoever stands where the cross lies tries it. */
static bool tries_the_cross(const struct worlds_play *p, struct nj_rng *rng,
                            struct nj_input *in, char text[NJ_ORDER_TEXT_MAX])
{
    const struct sh_attempts how = attempts(p);
    nj_seat_set here = nj_sh_here(how.s, p->map->special[SH_SONG]);

    if (!p->twist->cross || here == 0 || nj_rng_below(rng, 6) > 0)
        return false;
    in->seat = nj_seat_nth(here, 0);
    in->place = NJ_PLACE_PRIVATE;
    in->verb = "cross";
    (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s", nj_sh_any_name(&how, rng));
    return true;
}

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct worlds_play *p = ctx;

    if (makes_up_a_shot(p, rng, in, text) ||
        tries_the_cross(p, rng, in, text)) {
        in->args.n = 1;
        return;
    }
    in->seat = who_types(p, rng);
    in->place = nj_rng_below(rng, 40) == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE;
    in->verb =
        nj_seat_in(resting(state(p, 0)) | resting(state(p, 1)), in->seat) &&
                nj_rng_below(rng, 2) == 0
            ? "end"
            : type(p, in->seat, rng, text);
    in->args.n = (uint32_t)strcspn(nj_game_verb(p->game, in->verb)->args, "w");
}

/* --- what a host decides --- */

static void power_text(void *ctx, struct nj_rng *rng,
                       char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const rulings[] = {
        "move ? #22",     "give ? coin", "take ? coin",  "kill ?",
        "revive ? #30",   "steps ? +1",  "unlock ?",     "skip ?",
        "know ? #12",     "reply ? hi",  "phase 2",      "set power off",
        "set cube on",    "set gas on",  "set poker on", "put coin #22",
        "swaprooms 2 22", "endround",    "bullets 1",    "stamp 1",
        "say hello",      "queue hello", "fix add over", "radio 1",
        "hello"};

    if (((const struct worlds_play *)ctx)->twist->radio &&
        nj_rng_below(rng, 2) == 0)
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "radio 1");
    else
        nj_two_ruling(rulings, NJ_COUNT(rulings), names, WORLD_SEATS, rng,
                      text);
}

/* --- what may be given, and when it is out --- */

static bool is_hidden(const struct worlds_play *p, const struct nj_input *in)
{
    return (in->kind == NJ_IN_ORDER || in->kind == NJ_IN_LEAVE) &&
           (p->hidden & nj_bit(in->seat)) != 0;
}

/* SH-17.14: what was taken last is taken back, whatever it was. Nobody learns
 * of a difference if that was the same in both, or, in both, something that a
 * hidden seat did. On a given board the first input stands where the start
 * would, and stays. */
static bool same_is_undone(const struct worlds_play *p)
{
    const struct nj_two_side *a = &p->two.side[0];
    const struct nj_two_side *b = &p->two.side[1];
    const struct nj_input *last[2];

    if (a->n_log < 2 || b->n_log < 2)
        return a->n_log == b->n_log;
    last[0] = &a->log[a->n_log - 1].in;
    last[1] = &b->log[b->n_log - 1].in;
    if (is_hidden(p, last[0]) && is_hidden(p, last[1]))
        return true;
    return last[0]->at_ms == last[1]->at_ms && last[0]->kind == last[1]->kind &&
           last[0]->seat == last[1]->seat;
}

static bool tries_alike(const struct worlds_play *p, nj_seat seat,
                        const char *verb)
{
    return nj_sh_tries(p->two.side[0].m, seat, verb) ==
           nj_sh_tries(p->two.side[1].m, seat, verb);
}

static bool keeps(void *ctx, const struct nj_input *in,
                  /* NOLINTNEXTLINE(readability-non-const-parameter): a hook */
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;

    if (rests_apart(p, in))
        return false;
    if (p->twist->still && is_hidden(p, in) && strcmp(in->verb, "end") != 0)
        return false;
    if (p->twist->shots && !p->shot && is_hidden(p, in) &&
        strncmp(text, "gunshot ", 8) != 0)
        return false; /* it keeps to itself until then */
    p->in = *in;
    for (int i = 0; i < 2; i++)
        nj_sh_remember(p->two.side[i].m, &p->before[i]);
    if (in->kind == NJ_IN_UNDO)
        return same_is_undone(p);
    if (in->kind != NJ_IN_ORDER)
        return true;
    if (is_hidden(p, in)) /* whom it talks to hears that it is there */
        return strcmp(in->verb, "say") != 0 || tries_alike(p, in->seat, "give");
    return tries_alike(p, in->seat, in->verb);
}

/* Is somebody with the seat who would hear and see what it does (SH-12.7)? */
static bool is_seen(const struct worlds_play *p, nj_seat seat)
{
    for (int i = 0; i < 2; i++) {
        const struct sh_state *s = state(p, i);

        for (nj_seat k = 0; k < s->n; k++)
            if ((p->two.observers & nj_bit(k)) != 0 && s->seat[k].room != 0 &&
                s->seat[k].room == s->seat[seat].room)
                return true;
    }
    return false;
}

/* Unseen, it may as well do something else, or nothing; but whom it wants to be
 * hammered everybody hears. */
static bool other(void *ctx, const struct nj_input *in, const char **verb,
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;

    if (p->twist->shots && !p->shot && is_hidden(p, in)) {
        p->shot = true;
        *verb = "shoot";
        (void)snprintf(text, NJ_ORDER_TEXT_MAX, "self");
        p->before[0].shot_on =
            nj_sh_floor(state(p, 1), p->map, state(p, 1)->seat[in->seat].room);
        return true;
    }
    if (!p->twist->busy || in->kind != NJ_IN_ORDER || !is_hidden(p, in) ||
        is_seen(p, in->seat) || nj_rng_below(&p->rng, 3) == 0)
        return false;
    *verb =
        nj_rng_below(&p->rng, 4) == 0 ? NULL : type(p, in->seat, &p->rng, text);
    return *verb == NULL || strcmp(*verb, "hammer") != 0 ||
           strcmp(in->verb, "hammer") != 0;
}

static void know(const void *ctx, int side, struct nj_str *out)
{
    const struct worlds_play *p = ctx;

    nj_sh_known(p->two.side[side].m, &p->before[side], p->two.observers, out);
}

/* The archive may show what a hidden seat was told (SH-12.8). */
static bool visited(const struct worlds_play *p)
{
    const struct sh_state *s = state(p, 0);

    for (nj_seat k = 0; k < s->n; k++) {
        const struct sh_seat *was = &p->before[0].s.seat[k];

        if (s->seat[k].memory_used > was->memory_used ||
            (was->memory != 0 && s->seat[k].memory == 0))
            return p->hidden != 0;
    }
    return false;
}

/* What is found with the last order of a round a reboot at its end makes the
 * finder forget: it was told all the same (SH-5.21). */
static bool found(const struct worlds_play *p)
{
    return (strcmp(p->in.verb, "peek") == 0 ||
            strcmp(p->in.verb, "locate") == 0) &&
           p->before[0].s.reboot_due && !state(p, 0)->reboot_due;
}

/* SH-19.3: what changes nothing is not said to have been done. */
static bool answers(const struct nj_input *in)
{
    const char *text = in->kind == NJ_IN_OVERRIDE && in->args.n > 0 &&
                               in->args.v[0].type == NJ_ARG_TEXT
                           ? in->args.v[0].s
                           : "";

    return strncmp(text, "radio", 5) == 0 || strncmp(text, "free", 4) == 0 ||
           strncmp(text, "reply", 5) == 0;
}

static void note_powers(struct worlds_play *p)
{
    for (int i = 0; i < 2; i++) {
        const struct sh_state *s = state(p, i);
        bool spoken = p->in.kind == NJ_IN_OVERRIDE && !answers(&p->in);

        if (s->host_used != 0 && p->before[i].s.host_used == 0)
            p->before[i].hush = !spoken;
        else if (s->host_used == 0 || spoken)
            p->before[i].hush = false;
    }
}

/* A hidden seat, or a host to one, has done what can be done in one of the
 * worlds alone. */
static bool took_apart(const struct worlds_play *p)
{
    return p->two.side[0].refused != p->two.side[1].refused;
}

static const char *after(void *ctx, bool refused)
{
    struct worlds_play *p = ctx;
    const struct sh_state *a = state(p, 0), *b = state(p, 1);

    NJ_UNUSED(refused);
    note_powers(p);
    if (p->twist->ends && a->round != b->round && a->stage == b->stage)
        nj_two_report(&p->two, "round",
                      a->round > b->round ? "over" : "goes on",
                      a->round > b->round ? "goes on" : "over");
    if (p->twist->ends && a->round == b->round && a->stage == b->stage &&
        nj_sh_slot(a) != nj_sh_slot(b) && !took_apart(p))
        nj_two_report(&p->two, "slot", "another", "one");
    if (visited(p) || found(p) || !nj_two_same(know, p)) {
        p->count.came++;
        return "";
    }
    if (memcmp(a, b, sizeof(*a)) != 0)
        p->count.met++;
    return NULL;
}

static const char *query_text(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    return "";
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

static const char *const dark_timers[] = {"rest", NULL};

static const struct nj_two_game rules = {.last_key = "sh.end",
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

static uint8_t roles[WORLD_SEATS]; /* of the pair that was opened last */
static bool (*listens)(const struct nj_hearing *h);

/* A house that was set up tells nobody its role: computer players get it with
 * the first thing they hear. */
static bool told(const struct nj_hearing *h)
{
    const struct sh_mind *mind = h->scratch;
    struct nj_hearing first = *h;
    const struct nj_message role = {
        .key = "sh.role",
        .clause = "SH-3.5",
        .args = NJ_ARGS(
            nj_arg_word("role", nj_sh_role_word((enum sh_role)roles[h->me])),
            nj_arg_word("room", "unknown"), nj_arg_int("pos", 0),
            nj_arg_words("items", ""),
            nj_arg_texts("seats", names, WORLD_SEATS))};

    first.msg = &role;
    if (!mind->known)
        nj_ear_hears(nj_ear_for(nj_sh_ears, role.key), &first);
    return listens(h);
}

static void make_setup(const struct worlds_play *p, const char *edition,
                       const struct nj_match_seat *seats, bool by_priority,
                       struct nj_match_setup *out)
{
    static const uint32_t zeros[ZEROS];

    *out = (struct nj_match_setup){.game = &p->heard,
                                   .data = p->map,
                                   .edition = edition,
                                   .seats = seats,
                                   .n_seats = WORLD_SEATS};
    nj_options_default(p->game, &out->options);
    out->options.v[nj_option_find(p->game, "order")] = by_priority;
    nj_rng_script(&out->rng, zeros, ZEROS);
}

static void open_pair(struct worlds_play *p, const struct twist *twist,
                      struct nj_rng *rng)
{
    struct nj_match_seat seats[WORLD_SEATS];
    struct nj_match_setup setup[2];
    const char *edition =
        twist->level || nj_rng_below(rng, 2) == 0 ? "level-4016" : "classic";
    bool by_priority = nj_rng_below(rng, 6) == 0;

    kit_seats(seats, WORLD_SEATS, names, nj_two_some(WORLD_SEATS, 5, rng));
    listens = p->game->brain.listens;
    p->heard = *p->game;
    p->heard.brain.listens = told;
    p->rules = rules;
    p->rules.game = &p->heard;
    for (int i = 0; i < 2; i++)
        make_setup(p, edition, seats, by_priority, &setup[i]);
    p->two.count = &p->count;
    nj_two_open(&p->two, &p->rules, p, setup, 0);
}

bool nj_sh_worlds_open(struct worlds_play *p, const struct twist *twist,
                       struct nj_rng *rng)
{
    struct pair pair = {.rng = rng};
    uint64_t seed = nj_rng_word(rng);
    bool made;

    p->twist = twist;
    p->shot = false;
    nj_rng_splitmix64(&p->rng, nj_rng_word(rng));
    open_pair(p, twist, rng);
    for (int i = 0; i < 2; i++) {
        struct nj_rng same;

        nj_rng_splitmix64(&same, seed);
        nj_sh_world_random(p->two.side[i].m, twist, &same);
        pair.m[i] = p->two.side[i].m;
        pair.w[i] = nj_state(p->two.side[i].m);
    }
    made = twist->apply(&pair);
    for (int i = 0; i < 2; i++)
        for (nj_seat k = 0; k < WORLD_SEATS; k++)
            pair.w[i]->seat[k].by_hand = (pair.hidden & nj_bit(k)) != 0;
    for (nj_seat k = 0; k < WORLD_SEATS; k++)
        roles[k] = pair.w[0]->seat[k].role;
    for (int i = 0; made && i < 2; i++) {
        nj_match_given_done(p->two.side[i].m, p->two.now_ms);
        nj_sh_remember(p->two.side[i].m, &p->before[i]);
        p->before[i].hush = false;
    }
    p->hidden = pair.hidden;
    p->two.observers = (nj_bit(WORLD_SEATS) - 1) & ~pair.hidden;
    if (made && nj_two_same(know, p))
        return true;
    nj_sh_worlds_close(p);
    return false;
}

void nj_sh_worlds_close(struct worlds_play *p)
{
    nj_two_close(&p->two);
}
