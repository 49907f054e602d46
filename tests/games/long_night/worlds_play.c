/*
 * The rules' side of the driver in kit/two_worlds.c: orders, what they would
 * disclose, and the model kept in step with both matches.
 */
#include "games/long_night/worlds_play.h"

#include <string.h>

#include "kit/nj_test.h"
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

static bool accepted(const struct worlds_play *p, const struct nj_input *in)
{
    return in->kind == NJ_IN_ORDER && in->seat == p->now[0].turn &&
           in->place == NJ_PLACE_GROUP && !nj_timer_paused(p->two.side[0].m);
}

static enum act_kind kind_of(const struct worlds_play *p,
                             const struct nj_input *in, const char *text,
                             struct act *act)
{
    if (accepted(p, in) && strcmp(in->verb, "stop") == 0)
        return ACT_STOP;
    if (accepted(p, in) && strcmp(in->verb, "move") == 0)
        return read_dirs(text, act) ? ACT_MOVE : ACT_NOTHING;
    if (in->kind == NJ_IN_TIMER && strcmp(in->verb, "turn") == 0)
        return ACT_TIMEOUT;
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
    bool warped[2];
    bool same;

    for (int i = 0; i < 2; i++) {
        p->next[i] = p->now[i];
        warped[i] =
            nj_world_act(&p->next[i], &p->act, p->two.observers, &told[i]);
    }
    p->warped = warped[0];
    same = warped[0] == warped[1] && strcmp(told[0].p, told[1].p) == 0;
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

static bool keeps(void *ctx, const struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    struct worlds_play *p = ctx;

    p->mover = p->now[0].turn;
    p->kind = in->kind;
    p->marks = marks(in);
    p->act.n = 0;
    p->act.kind = kind_of(p, in, text, &p->act);
    if (p->act.kind != ACT_MOVE)
        return same_told(p);
    /* As many steps as the rules keep the difference through. */
    for (; p->act.n > 0; p->act.n--) {
        if (!same_told(p))
            continue;
        write_dirs(&p->act, text);
        return true;
    }
    return false;
}

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    const struct worlds_play *p = ctx;
    uint32_t k = nj_rng_below(rng, 100);
    uint32_t n = 1 + nj_rng_below(rng, 3);

    in->seat =
        k < 95 ? p->now[0].turn : (nj_seat)nj_rng_below(rng, p->now[0].seats);
    in->verb = k % 12 == 11 ? "stop" : "move";
    if (strcmp(in->verb, "stop") == 0)
        return;
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
        if (p->warped && k == p->mover)
            continue;
        assert_int_equal(real->seat[k].cell, model->seat[k].cell);
        assert_int_equal(real->seat[k].sub, model->seat[k].sub);
        if (p->act.kind != ACT_NOTHING)
            assert_int_equal(real->seat[k].in, model->seat[k].in);
    }
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
            nj_world_wall(a, x, d) != nj_world_wall(b, y, d))
            return true;
    for (nj_seat k = 0; k < a->seats; k++)
        if ((a->seat[k].cell == x) != (b->seat[k].cell == y))
            return true;
    return false;
}

/* A hunter's walls where it landed differ, and it may see them (LN-4.5). */
static bool landing_shows(const struct worlds_play *p)
{
    char udlr[2][5];

    if (!p->warped || (p->two.observers & nj_bit(p->mover)) == 0)
        return false;
    nj_world_walls(&p->now[0], p->mover, udlr[0]);
    nj_world_walls(&p->now[1], p->mover, udlr[1]);
    return strcmp(udlr[0], udlr[1]) != 0;
}

static const char *after(void *ctx, bool refused)
{
    struct worlds_play *p = ctx;
    unsigned round = p->now[0].round;
    uint8_t turn = p->now[0].turn;

    if (p->announced)
        return NULL;
    if (refused) {
        assert_int_equal(p->act.kind, ACT_NOTHING);
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
    }
    if (p->kind != NJ_IN_UNDO)
        remember(p, round, turn);
    p->met += p->act.kind != ACT_NOTHING && meets(p);
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
                                         .after = after,
                                         .query_text = query_text};

/* --- opening --- */

static void make_setup(const struct worlds_play *p, const struct world *w,
                       const struct nj_match_seat *seats, uint8_t n,
                       struct nj_match_setup *out)
{
    int event = nj_option_find(p->game, "event");
    int walls = nj_option_find(p->game, "stop_walls");

    *out = (struct nj_match_setup){.game = p->game,
                                   .data = p->pack,
                                   .edition = "classic",
                                   .seats = seats,
                                   .n_seats = n};
    nj_options_default(p->game, &out->options);
    if (w->rain)
        assert_true(nj_option_parse(&p->game->options[event], "rain",
                                    &out->options.v[event]));
    out->options.v[walls] = w->stop_walls;
}

/* Names, and a few computer players. */
static void make_seats(struct nj_match_seat seats[WORLD_SEATS],
                       struct nj_rng *rng)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di", "Ed", "Flo"};

    for (uint8_t k = 0; k < WORLD_SEATS; k++)
        seats[k] = (struct nj_match_seat){.name = names[k],
                                          .computer = nj_rng_below(rng, 4) == 0,
                                          .join = k,
                                          .contribution = ""};
}

static void make_dice(struct nj_rng *dice, uint8_t size, uint64_t seed)
{
    static const uint32_t zeros[ZEROS];

    if (size == 10) /* a hidden tie must not move the dice of a known one */
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

    nj_world_random(&p->now[0], rng);
    p->now[0].rain = twist->rain;
    p->now[1] = p->now[0];
    observers = twist->apply(&p->now[0], &p->now[1], rng);
    if (observers == 0)
        return false;
    make_seats(seats, rng);
    for (int i = 0; i < 2; i++) {
        make_setup(p, &p->now[i], seats, WORLD_SEATS, &setup[i]);
        make_dice(&setup[i].rng, p->now[0].size,
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
    struct nj_match_seat seats[WORLD_SEATS];
    struct nj_match_setup setup[2];
    uint8_t joins[2][WORLD_SEATS] = {{0}};
    uint8_t n = (uint8_t)(2 + nj_rng_below(rng, 3));
    unsigned tries = 0;

    memset(p->now, 0, sizeof(p->now));
    p->now[0].rain = p->now[1].rain = nj_rng_below(rng, 3) == 0;
    make_seats(seats, rng);
    for (int i = 0; i < 2; i++) {
        make_setup(p, &p->now[i], seats, n, &setup[i]);
        make_dice(&setup[i].rng, 9, nj_rng_word(rng));
    }
    seat = (nj_seat)(seat % n);
    look_ahead(&setup[0], &p->now[0], joins[0]);
    do {
        make_dice(&setup[1].rng, 9, nj_rng_word(rng));
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
