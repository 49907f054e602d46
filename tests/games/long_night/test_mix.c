/* Random matches of 漫漫长夜 in random combinations of all options, by computer
 * players and by persons who try everything: each ends, keeps the invariants of
 * the rules after every input, and speaks in the right places only (LN-9.4).
 *
 * 20000 matches in an optimised build, 1000 in any other, or as many as
 * NJ_MIX_MATCHES says; NJ_MIX_SEED begins elsewhere. */
#include <stdlib.h>

#include "games/long_night/ln_kit.h"
#include "kit/amount.h"
#include "kit/asked.h"

#define MATCHES (NJ_SLOW_BUILD ? 1000 : 20000)

#define INPUTS_MAX  60000
#define CAP         40
#define ASKED_EVERY 200 /* inputs for one behind which all is asked */

#define PODS_UNTOLD 0xff /* before the start */

/* All that a seat has been told, by the true cells, whoever held it then: a
 * computer player keeps to it until it may be anywhere (LN-33.3). */
struct told {
    uint8_t walls[LN_CELLS_MAX]; /* a bit each */
    bool bad[LN_CELLS_MAX];      /* a bomb or a trap is there */
    bool seen[LN_CELLS_MAX];
    bool ends;       /* it has stepped onto such a cell: that ends its turn */
    uint8_t at, sub; /* where it is, behind each line told */
    uint8_t steps;   /* of this turn */
    nj_seat prey;
    uint8_t prey_dirs;   /* heard of its prey ... */
    uint16_t prey_round; /* ... then */
};

struct mix {
    struct told told[LN_SEATS_MAX];
    struct ln_board before; /* the last input */
    uint16_t round;         /* as told */
    struct nj_match *m;
    struct nj_rng rng;
    uint64_t seed;
    uint8_t pods; /* at the start */
    bool melee;
    bool hidden;     /* by what the group was told */
    bool boss_acted; /* in the last input */
    bool over;
    nj_seat_set warped; /* in the last input */
    unsigned inputs;
};

static const struct ln_state *state_of(const struct mix *x)
{
    return nj_state_const(x->m);
}

/* --- options --- */

static const struct kit_choice choices[] = {
    {"event", {"random", "gardener", "overgrowth", "rain"}},
    {"capture", {"point"}},
    {"hide", {"turn", "step"}},
    {"melee", {"on"}},
    {"boss", {"minotaur", "bangbang"}},
    {"start_walls", {"off"}},
    {"stop_walls", {"on"}},
    {"grace", {"on"}},
    {"plan", {"on"}},
    {"blocks", {"twist", "wild", "crazy", "button", "trap"}},
    {"ext", {"on"}},
    {"size", {"10", "12"}},
    {"bombs", {"1", "3"}},
    {"cap", {"40"}},
    {"max_msg", {"1", "100"}},
    {"max_seats", {"8"}},
    {"solo", {"on"}},
    {"pack", {"community"}},
    {"target", {"previous"}},
    {"heat_mix", {"one"}},
    {"overgrow", {"trap"}},
    {"first_sound", {"on"}},
    {"all_stop", {"on"}},
    {"cards", {"1", "3"}},
    {"carry", {"on"}},
    {"feats", {"on"}},
    {"ledger", {"on"}},
    {"tips", {"on"}},
    {"texture", {"retro"}},
};

/* --- who may be told what (LN-9.2, 9.3) --- */

static const char group_keys[] =
    " ln.start ln.pool ln.order ln.chain ln.round ln.turn ln.step ln.bump"
    " ln.trap ln.heat_stop ln.stop ln.timeout ln.hide_on ln.hidden_step"
    " ln.catch ln.grace ln.warp ln.escape ln.bomb_set ln.blown ln.turn_end"
    " ln.doors ln.boss_spawn ln.boss_switch ln.boss_move ln.boss_catch"
    " ln.boss_chase ln.boss_reach ln.boss_bomb ln.first_sound ln.card ln.tips"
    " ln.left ln.afk ln.auto ln.remind ln.end_vote ln.over ln.score"
    " ln.reveal ln.err ";
static const char seat_keys[] =
    " ln.you ln.walls ln.sound ln.roar ln.breath ln.heat_near ln.heat_core"
    " ln.defused ln.dropped ln.step ln.bump ln.trap ln.heat_stop ln.stop"
    " ln.err ";
/* What the acting seat does: hidden or not, but not both. */
static const char act_keys[] = " ln.step ln.bump ln.trap ln.heat_stop ln.stop ";

static bool among(const char *keys, const struct nj_message *msg)
{
    char key[60];

    (void)snprintf(key, sizeof(key), " %s ", msg->key);
    return strstr(keys, key) != NULL;
}

static bool is(const struct nj_message *msg, const char *key)
{
    return strcmp(msg->key, key) == 0;
}

static void hear_group(struct mix *x, const struct nj_message *msg)
{
    assert_true(among(group_keys, msg));
    assert_null(nj_message_arg(msg, "hidden"));
    if (among(act_keys, msg))
        assert_false(x->hidden);
    if (is(msg, "ln.hide_on")) {
        assert_false(x->hidden);
        x->hidden = true;
    }
    if (is(msg, "ln.hidden_step")) {
        assert_true(x->hidden);
        x->hidden = false;
    }
    if (is(msg, "ln.turn"))
        x->hidden = false;
    if (is(msg, "ln.warp"))
        x->warped |= nj_bit((nj_seat)nj_message_int(msg, "seat", 0));
    if (is(msg, "ln.boss_switch") || is(msg, "ln.boss_move"))
        x->boss_acted = true;
}

static void hear_seat(const struct mix *x, const struct nj_message *msg)
{
    assert_true(among(seat_keys, msg));
    if (is(msg, "ln.sound"))
        assert_false(x->hidden);
    if (!among(act_keys, msg))
        return;
    assert_true(x->hidden);
    assert_int_equal(nj_message_int(msg, "hidden", 0), 1);
    assert_int_equal(msg->to.seats,
                     nj_bit((nj_seat)nj_message_int(msg, "seat", 0)));
}

static void hear(struct mix *x, const struct nj_message *msg)
{
    if (msg->to.to == NJ_TO_ALL)
        hear_group(x, msg);
    else if (msg->to.to == NJ_TO_SEATS)
        hear_seat(x, msg);
    else
        assert_int_equal(msg->to.to, NJ_TO_RECORD);
}

/* --- what always holds --- */

static unsigned with_fate(const struct ln_state *s, uint8_t fate)
{
    unsigned n = 0;

    for (nj_seat k = 0; k < s->n; k++)
        n += s->seat[k].fate == fate;
    return n;
}

static void check_points(const struct mix *x)
{
    const struct ln_state *s = state_of(x);
    unsigned wasted = with_fate(s, LN_STOMPED) + with_fate(s, LN_BLOWN);
    int sum = 0;

    for (nj_seat k = 0; k < s->n; k++) {
        sum += s->seat[k].catch_points;
        assert_int_equal(nj_ln_quit_points(&s->seat[k]),
                         s->seat[k].fate == LN_DEPARTED ? -300 : 0);
        assert_true(nj_ln_explored(&s->seat[k]) >= s->seat[k].first);
    }
    assert_int_equal(sum, -100 * (int)wasted);
    assert_int_equal(with_fate(s, LN_ESCAPED), x->melee ? 0 : s->escapes);
    if (x->pods != PODS_UNTOLD)
        assert_int_equal(s->escapes + nj_ln_board_pods(&s->board), x->pods);
}

static void check_seats(const struct mix *x)
{
    const struct ln_state *s = state_of(x);

    for (nj_seat k = 0; k < s->n; k++) {
        const struct ln_seat *seat = &s->seat[k];

        assert_true(seat->cell < nj_ln_cells(&s->board));
        assert_true(seat->sub <= 2);
        if (seat->sub > 0)
            assert_true(nj_ln_board_gate(&s->board, seat->cell));
        assert_true(seat->hides <= nj_ln_charges(s));
        assert_true(!seat->armed || k == s->turn);
        if (seat->fate == LN_IN_PLAY)
            assert_int_not_equal(s->board.terrain[seat->cell], LN_POD);
    }
}

/* Landed where one can walk, on no pod, no source, no box (LN-7.6). */
static void check_landings(const struct mix *x)
{
    const struct ln_state *s = state_of(x);
    bool main[LN_CELLS_MAX] = {false};
    struct ln_walk w;

    if (x->warped == 0)
        return;
    nj_ln_walk_build(&s->board, false, &w);
    (void)nj_ln_walk_main(&w, main);
    for (nj_seat k = 0; k < s->n; k++) {
        uint8_t cell = s->seat[k].cell;

        if ((x->warped & nj_bit(k)) == 0 || s->seat[k].fate != LN_IN_PLAY)
            continue;
        assert_true(main[cell]);
        assert_int_not_equal(s->board.terrain[cell], LN_HEAT);
        assert_int_equal(s->seat[k].sub, 0);
    }
}

/* It is after one in play, and nobody is nearer (LN-8.7). */
static void check_boss(const struct mix *x)
{
    const struct ln_state *s = state_of(x);
    uint8_t least;

    if (!x->boss_acted || s->over || s->opt.boss == LN_BANGBANG)
        return;
    assert_int_equal(s->seat[s->boss_target].fate, LN_IN_PLAY);
    least =
        nj_ln_board_manhattan(&s->board, s->boss, s->seat[s->boss_target].cell);
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].fate == LN_IN_PLAY)
            assert_true(nj_ln_board_manhattan(&s->board, s->boss,
                                              s->seat[k].cell) >= least);
}

static void check_turn(const struct mix *x)
{
    const struct ln_state *s = state_of(x);

    assert_true(s->over || s->seat[s->turn].fate == LN_IN_PLAY);
    assert_true(s->over ||
                nj_seat_count(nj_ln_in_play(s)) >= (s->opt.solo ? 1 : 2));
    assert_true(s->hiding == LN_OPENLY || s->opt.hide != LN_HIDE_OFF);
    assert_true(s->over || x->hidden == (s->hiding == LN_HIDDEN));
    assert_true(s->trace_len <= LN_TRACE_MAX);
}

static void check_over(const struct nj_message *msg, const struct ln_state *s)
{
    const char *reason = nj_message_str(msg, "reason");
    uint8_t left = nj_seat_count(nj_ln_in_play(s));

    if (strcmp(reason, "last_one") == 0)
        assert_int_equal(left, 1);
    else if (strcmp(reason, "none_left") == 0)
        assert_int_equal(left, 0);
    else if (strcmp(reason, "round_cap") == 0)
        assert_int_equal(s->round, CAP);
    else if (strcmp(reason, "all_stopped") == 0)
        assert_true(s->opt.all_stop && s->n > 1 && !s->moved_on);
    else if (strcmp(reason, "solo_escaped") == 0)
        assert_true(s->n == 1 && s->seat[0].fate == LN_ESCAPED);
    else if (strcmp(reason, "no_pods") == 0)
        assert_true(s->n == 1 && nj_ln_board_pods(&s->board) == 0);
    else
        assert_true(strcmp(reason, "agreed") == 0 ||
                    strcmp(reason, "abandoned") == 0);
}

/* --- what computer players do with what they were told (LN-33.3) --- */

static void lost(struct told *t)
{
    memset(t->walls, 0, sizeof(t->walls));
    memset(t->bad, 0, sizeof(t->bad));
    memset(t->seen, 0, sizeof(t->seen));
}

/* LN-1.3: an edge has two sides. */
static void tell_edge(const struct mix *x, struct told *t, unsigned dir,
                      bool wall)
{
    uint8_t next =
        nj_ln_board_next(&state_of(x)->board, t->at, (enum ln_dir)dir);
    unsigned there = 1u << (dir ^ 1);

    if (wall) {
        t->walls[t->at] |= (uint8_t)(1u << dir);
        t->walls[next] |= (uint8_t)there;
    } else {
        t->walls[t->at] &= (uint8_t) ~(1u << dir);
        t->walls[next] &= (uint8_t)~there;
    }
}

static unsigned dirs_of(const char *bearing)
{
    static const char *const names[] = {"up", "down", "left", "right"};
    unsigned dirs = 0;

    for (unsigned d = 0; d < LN_DIRS; d++)
        dirs |= strstr(bearing, names[d]) != NULL ? 1u << d : 0;
    return dirs;
}

static nj_seat seat_in(const struct nj_message *msg, const char *name)
{
    return (nj_seat)nj_message_int(msg, name, NJ_SEAT_NONE);
}

static enum ln_dir dir_in(const struct nj_message *msg)
{
    static const char letters[] = "UDLR";

    return (enum ln_dir)(strchr(letters, nj_message_str(msg, "dir")[0]) -
                         letters);
}

static void tell_step(const struct mix *x, struct told *t,
                      const struct nj_message *msg)
{
    t->steps = (uint8_t)(t->steps < UINT8_MAX ? t->steps + 1 : UINT8_MAX);
    if (t->sub > 0) {
        t->sub--;
        if (t->sub == 0)
            t->at = x->before.extra[t->at];
    } else {
        tell_edge(x, t, dir_in(msg), false);
        t->at = nj_ln_board_next(&state_of(x)->board, t->at, dir_in(msg));
        t->ends = t->ends || t->bad[t->at];
        if (x->before.terrain[t->at] == LN_PORTAL)
            t->sub = 2;
    }
    if (nj_message_is(msg, "snd", "splash"))
        lost(t);
    t->seen[t->at] = true;
}

/* What the seat that acts is told of it, hidden or not. */
static void tell_act(const struct mix *x, struct told *t,
                     const struct nj_message *msg)
{
    if (is(msg, "ln.step"))
        tell_step(x, t, msg);
    if (is(msg, "ln.bump"))
        t->walls[t->at] |= (uint8_t)(1u << dir_in(msg));
    if (is(msg, "ln.trap"))
        t->bad[t->at] = true;
    if (is(msg, "ln.turn")) {
        t->steps = 0;
        t->ends = false;
    }
    if (is(msg, "ln.warp"))
        lost(t);
}

/* A line to one seat. */
static void tell_alone(struct mix *x, const struct nj_message *msg)
{
    nj_seat seat = nj_seat_nth(msg->to.seats, 0);
    struct told *t = &x->told[seat];
    const char *udlr = nj_message_str(msg, "udlr");

    if (udlr[0] != '\0') /* of where it is now, thrown there or not */
        t->at = state_of(x)->seat[seat].cell;
    for (unsigned d = 0; udlr[0] != '\0' && d < LN_DIRS; d++)
        if (udlr[d] == '#')
            tell_edge(x, t, d, true);
    if (is(msg, "ln.sound") && seat_in(msg, "seat") == t->prey) {
        t->prey_dirs = (uint8_t)dirs_of(nj_message_str(msg, "dir"));
        t->prey_round = x->round;
    }
}

static void tell_chain(struct mix *x, const struct nj_message *msg)
{
    const int64_t *pair;

    for (uint32_t i = 0; (pair = nj_message_row(msg, "pairs", i)) != NULL;
         i++) {
        struct told *t = &x->told[pair[0]];

        if (t->prey == pair[1])
            continue;
        t->prey = (nj_seat)pair[1]; /* who has not been heard */
        t->prey_dirs = 0;
    }
}

static void tell(struct mix *x, const struct nj_message *msg)
{
    nj_seat seat = seat_in(msg, "seat");

    if (msg->to.to == NJ_TO_RECORD)
        return;
    if (seat < LN_SEATS_MAX)
        tell_act(x, &x->told[seat], msg);
    if (msg->to.to == NJ_TO_SEATS)
        tell_alone(x, msg);
    if (is(msg, "ln.round"))
        x->round = (uint16_t)nj_message_int(msg, "round", 0);
    if (is(msg, "ln.chain"))
        tell_chain(x, msg);
    if (is(msg, "ln.boss_reach"))
        x->told[seat_in(msg, "target")].bad[state_of(x)->boss] = true;
}

/* Before an input; behind it each seat has to be where its steps led. */
static void keep_places(struct mix *x)
{
    const struct ln_state *s = state_of(x);

    x->before = s->board;
    for (nj_seat k = 0; k < s->n; k++) {
        x->told[k].at = s->seat[k].cell;
        x->told[k].sub = s->seat[k].sub;
        x->told[k].seen[s->seat[k].cell] = true;
    }
}

static void check_places(const struct mix *x)
{
    const struct ln_state *s = state_of(x);

    for (nj_seat k = 0; k < s->n; k++)
        if (x->pods != PODS_UNTOLD && (x->warped & nj_bit(k)) == 0)
            assert_int_equal(x->told[k].at, s->seat[k].cell);
}

static void bad_order(const struct mix *x, const char *why)
{
    fail_msg("%s: NJ_MIX_SEED=%llu", why, (unsigned long long)x->seed);
}

static bool is_bad(const struct mix *x, const struct told *t, uint8_t cell,
                   unsigned dir)
{
    return t
        ->bad[nj_ln_board_next(&state_of(x)->board, cell, (enum ln_dir)dir)];
}

/* The sides where it may go on from a cell, as bits. */
static unsigned ways(const struct mix *x, const struct told *t, uint8_t cell)
{
    unsigned open = 0;

    for (unsigned d = 0; d < LN_DIRS; d++)
        if ((t->walls[cell] >> d & 1) == 0 && !is_bad(x, t, cell, d))
            open |= 1u << d;
    return open;
}

/* Can it walk to something new, around what it shuns? */
static bool leads_on(const struct mix *x, const struct told *t, uint8_t from)
{
    const struct ln_board *b = &state_of(x)->board;
    bool reached[LN_CELLS_MAX] = {false};
    bool more = true;

    reached[from] = true;
    while (more) {
        more = false;
        for (uint8_t c = 0; c < nj_ln_cells(b); c++)
            for (unsigned d = 0; reached[c] && d < LN_DIRS; d++) {
                uint8_t next = nj_ln_board_next(b, c, (enum ln_dir)d);

                if ((ways(x, t, c) >> d & 1) == 0 || reached[next])
                    continue;
                if (!t->seen[next])
                    return true;
                reached[next] = more = true;
            }
    }
    return false;
}

static void check_step(const struct mix *x, const struct told *t, uint8_t cell,
                       unsigned dir)
{
    unsigned open = ways(x, t, cell);

    if (is_bad(x, t, cell, dir) && leads_on(x, t, cell))
        bad_order(x, "it steps onto a bomb or trap it knows");
    if (t->ends)
        bad_order(x, "it goes on from a bomb or trap it knew");
    if ((t->walls[cell] >> dir & 1) != 0 && t->steps < 6 && open != 0)
        bad_order(x, "it steps into a wall it was told");
}

/* LN-13.3: six steps at least, and only behind them a wall on purpose. It does
 * not step where it was told of a bomb or a trap, but to end the turn there where
 * these shut it in. It does not stop where it has heard its prey and may go on
 * towards it, as many steps as a row is long. */
static void check_computer(const struct mix *x, const struct nj_input *in)
{
    const struct ln_state *s = state_of(x);
    const struct told *t = &x->told[in->seat];
    uint8_t cell = s->seat[in->seat].cell;

    if (in->kind != NJ_IN_ORDER || s->seat[in->seat].sub > 0)
        return;
    if (strcmp(in->verb, "move") == 0)
        check_step(x, t, cell,
                   (unsigned)(strchr("udlr", in->args.v[0].s[0]) - "udlr"));
    else if (strcmp(in->verb, "stop") == 0 && !t->ends &&
             t->steps < 6 + s->board.size && x->round <= t->prey_round + 1 &&
             (t->prey_dirs & ways(x, t, cell)) != 0)
        bad_order(x, "it stops though it hears its prey");
}

/* --- playing --- */

/* What everybody may ask: it is answered, and changes nothing. */
static void ask(const struct mix *x)
{
    static const char *const texts[] = {"", "E1 0 12", "nothing"};

    if ((x->inputs + 37 * x->seed) % ASKED_EVERY == 1)
        kit_ask_all(x->m, texts[x->seed % NJ_COUNT(texts)]);
}

static void apply(struct mix *x, struct nj_input *in)
{
    const struct nj_outcome *o;

    in->at_ms = in->at_ms > 0 ? in->at_ms : 1000 + (int64_t)x->inputs;
    in->reason = in->reason != NULL ? in->reason : "";
    x->warped = 0;
    x->boss_acted = false;
    if (nj_match_fault(x->m, in) != NULL)
        return;
    keep_places(x);
    o = nj_match_apply(x->m, in);
    x->over = o->over;
    for (const struct nj_message *msg = o->messages; msg != NULL;
         msg = msg->next) {
        hear(x, msg);
        tell(x, msg);
        if (is(msg, "ln.over"))
            check_over(msg, state_of(x));
    }
    check_turn(x);
    check_places(x);
    check_seats(x);
    check_points(x);
    check_landings(x);
    check_boss(x);
    x->inputs++;
    if (!x->over)
        ask(x);
}

static void order(struct mix *x, const char *verb, const char *text)
{
    const struct ln_state *s = state_of(x);
    struct nj_arg arg = nj_arg_text("text", text);
    bool alone = s->hiding != LN_OPENLY;
    struct nj_input in = {
        .kind = NJ_IN_ORDER,
        .seat = s->turn,
        .by = NJ_BY_PERSON,
        .verb = verb,
        .args = {
            .v = &arg,
            .n = (uint32_t)strlen(nj_game_verb(&nj_long_night, verb)->args)}};

    if (nj_rng_below(&x->rng, 50) == 0)
        alone = !alone;
    in.place = alone ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    if (nj_rng_below(&x->rng, 100) == 0)
        in.seat = (nj_seat)nj_rng_below(&x->rng, s->n);
    apply(x, &in);
}

static void move(struct mix *x)
{
    static const char letters[] = "udlr";
    char text[4] = "";
    uint32_t n = 1;

    if (state_of(x)->opt.hide != LN_HIDE_STEP ||
        state_of(x)->hiding == LN_OPENLY)
        n += nj_rng_below(&x->rng, 3);
    for (uint32_t i = 0; i < n; i++)
        text[i] = letters[nj_rng_below(&x->rng, 4)];
    text[n] = '\0';
    order(x, "move", text);
}

static void leave(struct mix *x)
{
    apply(x, &(struct nj_input){
                 .kind = NJ_IN_LEAVE,
                 .seat = (nj_seat)nj_rng_below(&x->rng, state_of(x)->n),
                 .by = NJ_BY_PERSON,
                 .verb = "leave"});
}

static void time_out(struct mix *x)
{
    struct nj_input in;

    if (nj_match_fire(x->m, "turn", &in))
        apply(x, &in);
}

static void act_person(struct mix *x)
{
    uint32_t k = nj_rng_below(&x->rng, 1000);

    if (k < 800)
        move(x);
    else if (k < 880)
        order(x, "hide", "");
    else if (k < 910)
        order(x, "bomb", "");
    else if (k < 970)
        order(x, "stop", "");
    else if (k < 985)
        time_out(x);
    else if (k < 990)
        order(x, "auto", "on");
    else if (k < 998)
        order(x, "end", "");
    else
        leave(x);
}

/* --- matches --- */

static int64_t *option(struct nj_match_setup *setup, const char *key)
{
    return &setup->options.v[nj_option_find(&nj_long_night, key)];
}

/* LN-24.3: any blocks of the pack as often as it comes, as many as the map has or
 * more, instead of a pool that is drawn; now and then a list of the strict kind,
 * which has the classic blocks. */
static void draw_list(struct mix *x, struct nj_match_setup *setup)
{
    const struct nj_options before = setup->options;
    struct nj_str name = NJ_STR_INIT(40);
    const struct ln_pack *pack;
    unsigned tries = 0;

    nj_options_print(setup->game, &setup->options,
                     nj_option_find(setup->game, "pack"), &name);
    pack = nj_data_named(setup->data, name.p);
    nj_str_fini(&name);
    do {
        struct nj_str list = NJ_STR_INIT(NJ_OPTION_TEXT_MAX);
        uint32_t n = LN_SLOTS_MAX / 2 + 1 + nj_rng_below(&x->rng, LN_SLOTS_MAX);

        setup->options = before;
        *option(setup, "blocks") = LN_POOL_CUSTOM;
        *option(setup, "list_rule") = nj_rng_below(&x->rng, 5) > 0;
        while (*option(setup, "list_rule") != 0 && n > 0) {
            const struct ln_block *block =
                &pack->block[nj_rng_below(&x->rng, pack->n)];

            if (block->extension && *option(setup, "ext") == 0)
                continue;
            nj_str_addf(&list, "%s%s", list.len > 0 ? "," : "", block->id);
            n--;
        }
        assert_true(nj_options_put(setup->game, &setup->options,
                                   nj_option_find(setup->game, "list"),
                                   list.len > 0 ? list.p : ""));
        nj_str_fini(&list);
        assert_true(++tries < 200);
    } while (nj_options_check(setup->game, setup->data, setup->edition,
                              &setup->options, setup->n_seats) != NULL);
}

static bool chosen(struct nj_match_setup *setup, const char *key)
{
    return *option(setup, key) != 0;
}

static void open_match(struct mix *x, uint8_t seats, nj_seat_set computers)
{
    struct nj_match_seat list[LN_SEATS_MAX];
    struct nj_match_setup setup = {.game = &nj_long_night,
                                   .data = kit_pack(),
                                   .edition = "classic",
                                   .seats = list,
                                   .n_seats = seats};
    struct nj_input in = {
        .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = "", .at_ms = 1};

    kit_seats(list, seats, NULL, computers);
    kit_choose(&setup, choices, NJ_COUNT(choices), 2, &x->rng, &setup.options);
    if (nj_rng_below(&x->rng, 4) == 0)
        draw_list(x, &setup);
    /* Computers may never meet: they hold a shut door for a wall for good, and
     * of two who take one step a turn on an even torus one keeps its distance. */
    if (chosen(&setup, "ext") || chosen(&setup, "plan"))
        *option(&setup, "cap") = CAP;
    nj_rng_splitmix64(&setup.rng, x->seed);
    x->m = nj_match_create(&setup);
    x->melee = nj_option(x->m, "melee") != 0;
    apply(x, &in);
    x->pods = nj_ln_pods(state_of(x));
    assert_int_equal(nj_ln_board_pods(&state_of(x)->board), x->pods);
}

static unsigned play(struct mix *x, uint64_t seed)
{
    uint8_t seats;
    nj_seat_set computers;
    unsigned rounds;

    *x = (struct mix){.seed = seed, .pods = PODS_UNTOLD};
    nj_rng_splitmix64(&x->rng, ~seed);
    seats = (uint8_t)(1 + nj_rng_below(&x->rng, LN_SEATS_MAX));
    /* Half of the matches without persons: these end of themselves. */
    computers = nj_rng_below(&x->rng, 2) == 0
                    ? 0xff
                    : (nj_seat_set)nj_rng_below(&x->rng, 256);
    /* Alone a computer need not find a pod: it holds a shut door for a wall. */
    open_match(x, seats, seats > 1 ? computers : 0);
    while (!x->over) {
        struct nj_input in;

        if (nj_match_computer(x->m, &in)) {
            in.at_ms = 0;
            check_computer(x, &in);
            apply(x, &in);
        } else {
            act_person(x);
        }
        if (x->inputs > INPUTS_MAX)
            fail_msg("no end: NJ_MIX_SEED=%llu", (unsigned long long)seed);
    }
    rounds = state_of(x)->round;
    nj_match_destroy(x->m);
    return rounds;
}

static void every_match_ends_and_keeps_the_rules(void **state)
{
    uint64_t n = nj_from_env("NJ_MIX_MATCHES", MATCHES);
    uint64_t seed = nj_from_env("NJ_MIX_SEED", 1);
    unsigned long long inputs = 0;
    unsigned longest = 0;

    (void)state;
    nj_random_init();
    for (uint64_t i = 0; i < n; i++) {
        struct mix x;
        unsigned rounds = play(&x, seed + i);

        inputs += x.inputs;
        longest = rounds > longest ? rounds : longest;
    }
    print_message("%llu matches, %llu inputs, longest %u rounds\n",
                  (unsigned long long)n, inputs, longest);
    assert_true(longest < 3000);
}

static int done(void **state)
{
    (void)state;
    kit_pack_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_match_ends_and_keeps_the_rules),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
