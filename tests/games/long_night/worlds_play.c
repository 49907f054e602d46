/*
 * The rules' side of the driver in kit/two_worlds.c: orders, what they would
 * disclose, and the model kept in step with both matches.
 */
#include "games/long_night/worlds_play.h"

#include <string.h>

#include "games/long_night/long_night.h"
#include "kit/game_kit.h"
#include "kit/nj_test.h"
#include "kit/two_orders.h"
#include "match/emit.h"

#define TOLD_MAX  20000
#define STEPS_MAX 40   /* the default of max_msg */
#define ZEROS     4096 /* dice that always fall alike, for ties of even maps */
#define TRIES_MAX 3000

/* --- reading inputs --- */

static const char letters[] = "udlr";

/* "udl,r": nothing else is a move in these tests. */
static bool read_dirs(const char *text, struct act *act)
{
    act->n = 0;
    for (; *text != '\0'; text++) {
        const char *at = strchr(letters, *text);

        if (*text == ',')
            continue;

        if (at == NULL || act->n == STEPS_MAX)
            return false;
        act->dir[act->n++] = (uint8_t)(at - letters);
    }
    return act->n > 0;
}

/* An order of the acting seat; moves and stop have to be in their place. */
static bool its_order(const struct worlds_play *p, const struct nj_input *in)
{
    return in->kind == NJ_IN_ORDER && in->seat == p->now[0].turn &&
           !nj_timer_paused(p->two.side[0].m);
}

static bool accepted(const struct worlds_play *p, const struct nj_input *in)
{
    enum nj_place place = p->now[0].hidden ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;

    return its_order(p, in) && in->place == place;
}

static bool may_hide(const struct worlds_play *p)
{
    const struct world *w = &p->now[0];

    return w->hide != 0 && !w->hidden && w->seat[w->turn].hides > 0;
}

/* One direction is all that a hidden step takes (LN-8.4). */
static enum act_kind kind_of_move(const struct worlds_play *p, const char *text,
                                  struct act *act)
{
    if (!read_dirs(text, act))
        return ACT_NOTHING;
    if (p->now[0].hidden && p->now[0].hide == 2 && act->n > 1)
        return ACT_NOTHING;
    return ACT_MOVE;
}

/* Leaving, or being put out by the host. */
static bool goes_out(const struct nj_input *in, nj_seat seat)
{
    if (in->kind == NJ_IN_LEAVE)
        return in->seat == seat;
    if (in->kind != NJ_IN_OVERRIDE || strcmp(in->verb, "kick") != 0)
        return false;
    for (uint32_t i = 0; i < in->args.n; i++)
        if (in->args.v[i].type == NJ_ARG_SEAT && in->args.v[i].i == seat)
            return true;
    return false;
}

/* LN-27.3: whoever has begun and has a card goes on; all know both. */
static bool has_card(const struct worlds_play *p)
{
    const struct ln_state *s = nj_state_const(p->two.side[0].m);

    return s->acted && s->seat[s->turn].cards > 0;
}

static enum act_kind kind_of(const struct worlds_play *p,
                             const struct nj_input *in, const char *text,
                             struct act *act)
{
    if (accepted(p, in) && strcmp(in->verb, "stop") == 0)
        return ACT_STOP;
    if (accepted(p, in) && strcmp(in->verb, "move") == 0)
        return kind_of_move(p, text, act);
    if (its_order(p, in) && strcmp(in->verb, "hide") == 0)
        return may_hide(p) ? ACT_HIDE : ACT_NOTHING;
    if (goes_out(in, p->now[0].turn))
        return ACT_LEAVE;
    if (in->kind == NJ_IN_TIMER && strcmp(in->verb, "turn") == 0)
        return has_card(p) ? ACT_NOTHING : ACT_TIMEOUT;
    if (in->kind == NJ_IN_OVERRIDE && strcmp(in->verb, "skip") == 0)
        return ACT_TIMEOUT;
    return ACT_NOTHING;
}

static bool marks(const struct nj_input *in)
{
    return in->kind == NJ_IN_ORDER || in->kind == NJ_IN_LEAVE ||
           (in->kind == NJ_IN_OVERRIDE &&
            (strcmp(in->verb, "kick") == 0 || strcmp(in->verb, "sub") == 0));
}

/* --- what may be given --- */

/* Would both worlds tell the same? Leaves their states in p->next. */
static bool same_told(struct worlds_play *p)
{
    struct nj_str told[2] = {NJ_STR_INIT(TOLD_MAX), NJ_STR_INIT(TOLD_MAX)};
    nj_seat_set warped[2];
    bool same;

    for (int i = 0; i < 2; i++) {
        p->next[i] = p->now[i];
        warped[i] =
            nj_world_act(&p->next[i], &p->act[i], p->two.observers, &told[i]);
    }
    p->warped = warped[0];
    same = warped[0] == warped[1] && strcmp(told[0].p, told[1].p) == 0 &&
           !p->next[0].unknown && !p->next[1].unknown;
    nj_str_fini(&told[0]);
    nj_str_fini(&told[1]);
    return same;
}

static void write_dirs(const struct act *act, char *text)
{
    for (unsigned i = 0; i < act->n; i++)
        *text++ = letters[act->dir[i]];
    *text = '\0';
}

/* Whatever it does, it is back, and all hear of that (LN-12.3, 12.4). */
static bool is_away(const struct worlds_play *p)
{
    const struct ln_state *s = nj_state_const(p->two.side[0].m);

    return s->seat[s->turn].afk || nj_substituted(p->two.side[0].m, s->turn);
}

/* Something else that the hidden seat could do, or nothing. */
static void random_act(struct worlds_play *p, struct act *act)
{
    uint32_t n = p->now[0].hide == 2 ? 1 : 1 + nj_rng_below(&p->rng, 3);
    uint32_t k = nj_rng_below(&p->rng, 10);

    act->kind = k == 0 && !is_away(p) ? ACT_NOTHING
                : k <= 2              ? ACT_STOP
                                      : ACT_MOVE;
    act->n = 0;
    while (act->kind == ACT_MOVE && act->n < n)
        act->dir[act->n++] = (uint8_t)nj_rng_below(&p->rng, 4);
}

/* The seat is hidden, and nobody who looks on sits there. */
static bool unseen(const struct worlds_play *p, const struct nj_input *in)
{
    return p->now[0].hidden && its_order(p, in) && in->by == NJ_BY_PERSON &&
           (p->two.observers & nj_bit(in->seat)) == 0 &&
           (p->act[0].kind == ACT_MOVE || p->act[0].kind == ACT_STOP);
}

static bool finds_other(struct worlds_play *p)
{
    for (int tries = 0; tries < 8 && !p->apart; tries++) {
        random_act(p, &p->act[1]);
        p->apart = same_told(p);
    }
    if (!p->apart)
        p->act[1] = p->act[0];
    return p->apart;
}

static bool keeps(void *ctx, const struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;
    struct act *act = &p->act[0];

    p->mover = p->now[0].turn;
    p->kind = in->kind;
    p->marks = marks(in);
    p->apart = false;
    act->n = 0;
    act->kind = kind_of(p, in, text, act);
    p->act[1] = *act;
    if (unseen(p, in) && finds_other(p))
        return true;
    if (act->kind != ACT_MOVE)
        return same_told(p);
    /* As many steps as the rules keep the difference through. */
    for (; act->n > 0; act->n--) {
        p->act[1] = *act;
        if (!same_told(p))
            continue;
        write_dirs(act, text);
        return true;
    }
    return false;
}

static bool other(void *ctx, const struct nj_input *in, const char **verb,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct worlds_play *p = ctx;
    enum act_kind kind = p->act[1].kind;

    if (!p->apart || in->kind != NJ_IN_ORDER)
        return false;
    *verb = kind == ACT_MOVE ? "move" : kind == ACT_STOP ? "stop" : NULL;
    write_dirs(&p->act[1], text);
    return true;
}

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct worlds_play *p = ctx;
    uint32_t k = nj_rng_below(rng, 100);
    uint32_t n = 1 + nj_rng_below(rng, 3);

    in->seat =
        k < 95 ? p->now[0].turn : (nj_seat)nj_rng_below(rng, p->now[0].seats);
    if (p->now[0].hidden)
        in->place = NJ_PLACE_PRIVATE;
    in->verb = k % 12 == 11 ? "stop" : "move";
    if (p->now[0].hide != 0 && k % 6 == 0)
        in->verb = "hide";
    if (strcmp(in->verb, "move") != 0)
        return;
    if (p->now[0].hidden && p->now[0].hide == 2)
        n = 1;
    in->args.n = 1;
    for (uint32_t i = 0; i < n; i++)
        text[i] = letters[nj_rng_below(rng, 4)];
    text[n] = '\0';
}

/* --- keeping in step --- */

static void check_model(const struct worlds_play *p, int side)
{
    const struct world *real = &p->now[side];
    const struct world *model = &p->next[side];

    for (nj_seat k = 0; k < real->seats; k++) {
        if ((p->warped & nj_bit(k)) != 0)
            continue;
        assert_int_equal(real->seat[k].cell, model->seat[k].cell);
        assert_int_equal(real->seat[k].sub, model->seat[k].sub);
        /* Agreed upon, a match ends before the Minotaur acts. */
        if (p->act[side].kind != ACT_NOTHING && !real->over)
            assert_int_equal(real->seat[k].in, model->seat[k].in);
    }
}

/* What the words of scenarios leave out. */
static void check_modes(const struct worlds_play *p, int side)
{
    const struct ln_state *s = nj_state_const(p->two.side[side].m);
    const struct world *model = &p->now[side];

    for (nj_seat k = 0; k < model->seats; k++) {
        assert_int_equal(s->seat[k].hides, model->seat[k].hides);
        assert_int_equal(s->seat[k].warm, model->seat[k].warm);
        assert_int_equal(s->seat[k].scorched, model->seat[k].scorched);
        assert_int_equal(s->seat[k].spoken, model->seat[k].spoken);
    }
    assert_int_equal(s->over || (s->hiding != LN_OPENLY) == model->hidden,
                     true);
    if (!model->boss || model->over)
        return;
    assert_int_equal(s->boss, model->lair);
    assert_int_equal(s->boss_target, model->target);
    assert_int_equal(s->boss_steps, model->stride);
    for (uint8_t c = 0; c < nj_world_cells(model); c++)
        assert_int_equal(s->board.thing[c] == LN_BOMB, model->bomb[c]);
}

static void remember(struct worlds_play *p, unsigned round, uint8_t turn)
{
    if (p->now[0].round != round || p->now[0].turn != turn || p->now[0].over)
        p->n_before = 0;
    else if (p->marks)
        p->n_before++;
    assert_true(p->n_before < UNDO_MAX);
}

/* Does the mover stand at, or next to, what differs? */
static bool meets(const struct worlds_play *p)
{
    const struct world *a = &p->now[0];
    const struct world *b = &p->now[1];
    uint8_t x = a->seat[p->mover].cell;
    uint8_t y = b->seat[p->mover].cell;

    if (a->seat[p->mover].sub != b->seat[p->mover].sub || x != y ||
        a->terrain[x] != b->terrain[y] || a->used[x] != b->used[y] ||
        a->partner[x] != b->partner[y])
        return true;
    for (int d = 0; d < 4; d++)
        if (a->terrain[nj_world_next(a, x, d)] !=
                b->terrain[nj_world_next(b, y, d)] ||
            nj_world_wall(a, x, d) != nj_world_wall(b, y, d) ||
            nj_world_door(a, x, d) != nj_world_door(b, y, d))
            return true;
    if (a->lair != b->lair || a->bomb[x] != b->bomb[y])
        return true;
    for (nj_seat k = 0; k < a->seats; k++)
        if ((a->seat[k].cell == x) != (b->seat[k].cell == y))
            return true;
    return false;
}

/* Walls where somebody landed differ, and he may see them (LN-4.5). */
static bool landing_shows(const struct worlds_play *p)
{
    char udlr[2][5];

    for (nj_seat k = 0; k < p->now[0].seats; k++) {
        if ((p->warped & p->two.observers & nj_bit(k)) == 0)
            continue;
        nj_world_walls(&p->now[0], k, udlr[0]);
        nj_world_walls(&p->now[1], k, udlr[1]);
        if (strcmp(udlr[0], udlr[1]) != 0)
            return true;
    }
    return false;
}

static const char *after(void *ctx, bool refused)
{
    struct worlds_play *p = ctx;
    unsigned round = p->now[0].round;
    uint8_t turn = p->now[0].turn;

    if (p->announced)
        return NULL;
    if (refused) {
        assert_int_equal(p->act[0].kind, ACT_NOTHING);
        return NULL;
    }
    if (p->kind == NJ_IN_UNDO) {
        assert_true(p->n_before > 0);
        p->n_before--;
        memcpy(p->next, p->before[p->n_before], sizeof(p->next));
    } else {
        memcpy(p->before[p->n_before], p->now, sizeof(p->now));
    }
    memcpy(p->now, p->next, sizeof(p->now));
    for (int i = 0; i < 2; i++) {
        nj_world_read(&p->now[i], p->two.side[i].m);
        check_model(p, i);
        check_modes(p, i);
    }
    if (p->kind != NJ_IN_UNDO)
        remember(p, round, turn);
    p->count.met += p->act[0].kind != ACT_NOTHING && meets(p);
    return landing_shows(p) ? "ln.walls" : NULL;
}

static const char *query_text(struct nj_rng *rng)
{
    static const char *const texts[] = {"", "1 2 3", "E1 0 12", "nothing"};

    return texts[nj_rng_below(rng, NJ_COUNT(texts))];
}

static const struct nj_two_power powers[] = {{"pause", "", 8},
                                             {"resume", "", 30},
                                             {"extend", "m", 8},
                                             {"skip", "", 20},
                                             {"kick", "s", 1},
                                             {"sub", "sc", 8},
                                             {"abort", "", 1},
                                             {"announce", "t", 4},
                                             {"undo", "", 30},
                                             {"look", "s", 4},
                                             {0}};

static const struct nj_two_game rules = {.last_key = "ln.over",
                                         .powers = powers,
                                         .order = order,
                                         .keeps = keeps,
                                         .other = other,
                                         .after = after,
                                         .query_text = query_text};

/* --- opening --- */

static void set(const struct nj_game *game, struct nj_options *o,
                const char *key, int64_t value)
{
    int at = nj_option_find(game, key);

    assert_true(at >= 0);
    o->v[at] = value;
}

static void set_word(const struct nj_game *game, struct nj_options *o,
                     const char *key, const char *word)
{
    assert_true(nj_options_put(game, o, nj_option_find(game, key), word));
}

/* Blocks of its pack whose terrain the model knows. */
static const char known_terrain[] =
    "13 15 16 17 19 21 23 24 29 30 31 32 E1 E5 E6 E9";

/* What else the community has on; of boards that were given the pool is but
 * told. */
static void set_community(const struct worlds_play *p, const struct world *w,
                          struct nj_options *o)
{
    set_word(p->game, o, "pack", "community");
    set_word(p->game, o, "heat_mix", "one");
    set_word(p->game, o, "overgrow", "trap");
    set_word(p->game, o, "texture", "retro");
    set(p->game, o, "blocks", w->blocks);
    if (w->blocks == LN_POOL_CUSTOM) {
        set_word(p->game, o, "list_rule", "free");
        set_word(p->game, o, "list", known_terrain);
    } else {
        set_word(p->game, o, "ext", "on");
    }
    set(p->game, o, "cards", 2);
    set(p->game, o, "tips", 1);
}

static void make_setup(const struct worlds_play *p, const struct world *w,
                       const struct nj_match_seat *seats, uint8_t n,
                       struct nj_match_setup *out)
{
    *out = (struct nj_match_setup){.game = p->game,
                                   .data = p->pack,
                                   .edition = "classic",
                                   .seats = seats,
                                   .n_seats = n};
    nj_options_default(p->game, &out->options);
    if (w->rain)
        set(p->game, &out->options, "event", LN_EVENT_RAIN);
    set(p->game, &out->options, "stop_walls", w->stop_walls);
    set(p->game, &out->options, "capture", w->point);
    set(p->game, &out->options, "hide", w->hide);
    set(p->game, &out->options, "melee", w->melee);
    set(p->game, &out->options, "boss",
        w->bang   ? LN_BANGBANG
        : w->boss ? LN_MINOTAUR
                  : LN_BOSS_OFF);
    set(p->game, &out->options, "grace", w->grace);
    set(p->game, &out->options, "plan", w->plan);
    set(p->game, &out->options, "target", w->previous);
    set(p->game, &out->options, "first_sound", w->first_sound);
    set(p->game, &out->options, "all_stop", w->all_stop);
    if (w->community)
        set_community(p, w, &out->options);
    /* These tell nothing before the end. */
    set(p->game, &out->options, "feats", 1);
    set(p->game, &out->options, "ledger", 1);
    set(p->game, &out->options, "carry", 1);
}

/* Names, and a few computer players. */
static void make_seats(const struct worlds_play *p,
                       struct nj_match_seat seats[WORLD_SEATS],
                       struct nj_rng *rng)
{
    static const char *const names[] = {"Ann", "Bo",  "Cy",  "Di",
                                        "Ed",  "Flo", "Gus", "Hal"};
    nj_seat_set some = nj_two_some(WORLD_SEATS, 4, rng);

    kit_seats(seats, WORLD_SEATS, names, p->persons ? 0 : some);
}

static void make_dice(struct nj_rng *dice, bool zero, uint64_t seed)
{
    static const uint32_t zeros[ZEROS];

    if (zero) /* a hidden tie must not move the dice of a known one */
        nj_rng_script(dice, zeros, ZEROS);
    else
        nj_rng_splitmix64(dice, seed);
}

static void open_pair(struct worlds_play *p, struct nj_match_setup setup[2],
                      nj_seat_set observers)
{
    static struct nj_two_game mine;

    mine = rules;
    mine.game = p->game;
    p->n_before = 0;
    p->two.count = &p->count;
    nj_two_open(&p->two, &mine, p, setup, observers);
    p->two.seats = p->now[0].seats;
}

bool nj_worlds_open(struct worlds_play *p, const struct twist *twist,
                    struct nj_rng *rng)
{
    struct nj_match_seat seats[WORLD_SEATS];
    struct nj_match_setup setup[2];
    nj_seat_set observers;
    uint64_t seed = nj_rng_word(rng);

    nj_world_random(&p->now[0], twist, rng);
    nj_rng_splitmix64(&p->rng, nj_rng_word(rng));
    p->now[1] = p->now[0];
    observers = twist->apply(&p->now[0], &p->now[1], rng);
    if (observers == 0)
        return false;
    make_seats(p, seats, rng);
    for (int i = 0; i < 2; i++) {
        make_setup(p, &p->now[i], seats, WORLD_SEATS, &setup[i]);
        make_dice(&setup[i].rng, p->now[0].size % 2 == 0 || p->now[0].boss,
                  twist->chance && i == 1 ? ~seed : seed);
    }
    open_pair(p, setup, observers);
    for (int i = 0; i < 2; i++) {
        nj_world_give(&p->now[i], p->two.side[i].m);
        nj_match_given_done(p->two.side[i].m, p->two.now_ms);
    }
    return true;
}

/* --- matches that begin as usual --- */

static const struct nj_message *find(const struct nj_message *first,
                                     const char *key)
{
    while (first != NULL && strcmp(first->key, key) != 0)
        first = first->next;
    assert_non_null(first);
    return first;
}

/* The board of these dice, and who sits where. */
static void look_ahead(const struct nj_match_setup *setup, struct world *w,
                       uint8_t joins[WORLD_SEATS])
{
    struct nj_match *m = nj_match_create(setup);
    const struct nj_outcome *o;

    o = nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_START,
                                             .seat = NJ_SEAT_NONE,
                                             .verb = "start",
                                             .reason = ""});
    nj_world_from_layout(w, find(o->messages, "ln.host.layout"));
    nj_world_read(w, m);
    for (nj_seat k = 0; k < w->seats; k++)
        joins[k] = nj_match_join_of(m, k);
    nj_match_destroy(m);
}

static bool opens_alike(const struct worlds_play *p, nj_seat seat,
                        uint8_t joins[2][WORLD_SEATS])
{
    char udlr[2][5];

    for (int i = 0; i < 2; i++)
        nj_world_walls(&p->now[i], seat, udlr[i]);
    return strcmp(udlr[0], udlr[1]) == 0 &&
           memcmp(joins[0], joins[1], p->now[0].seats) == 0;
}

bool nj_worlds_start(struct worlds_play *p, nj_seat seat, struct nj_rng *rng)
{
    static const struct twist any = {.chance = true};
    struct nj_match_seat seats[WORLD_SEATS];
    struct nj_match_setup setup[2];
    uint8_t joins[2][WORLD_SEATS] = {{0}};
    uint8_t n = (uint8_t)(2 + nj_rng_below(rng, 3));
    unsigned tries = 0;

    memset(p->now, 0, sizeof(p->now));
    nj_world_modes(&p->now[0], &any, rng);
    p->now[0].rain = nj_rng_below(rng, 3) == 0;
    if (p->now[0].community) /* the pool that is drawn is no secret */
        p->now[0].blocks = LN_POOL_CUSTOM;
    for (nj_seat k = 0; k < WORLD_SEATS; k++)
        p->now[0].seat[k].hides =
            (uint8_t)(p->now[0].hide == 2 ? 4 : p->now[0].hide);
    p->now[1] = p->now[0];
    nj_rng_splitmix64(&p->rng, nj_rng_word(rng));
    make_seats(p, seats, rng);
    for (int i = 0; i < 2; i++) {
        make_setup(p, &p->now[i], seats, n, &setup[i]);
        make_dice(&setup[i].rng, false, nj_rng_word(rng));
    }
    seat = (nj_seat)(seat % n);
    look_ahead(&setup[0], &p->now[0], joins[0]);
    do {
        make_dice(&setup[1].rng, false, nj_rng_word(rng));
        look_ahead(&setup[1], &p->now[1], joins[1]);
    } while (!opens_alike(p, seat, joins) && ++tries < TRIES_MAX);
    if (tries == TRIES_MAX)
        return false;
    open_pair(p, setup, nj_bit(seat));
    p->announced = true;
    (void)nj_two_apply(&p->two, &(struct nj_input){.kind = NJ_IN_START,
                                                   .seat = NJ_SEAT_NONE,
                                                   .verb = "start"});
    p->announced = false;
    return true;
}

void nj_worlds_close(struct worlds_play *p)
{
    nj_two_close(&p->two);
}
