/* src/games/long_night/brain.c: matches of computer players alone (LN-13.4)
 * end, keep the invariants, and tell no seat what it may not know.
 * LN_MATCHES in the environment raises their number. */
#include <stdlib.h>

#include "games/long_night/ln_kit.h"

static unsigned matches(void)
{
    const char *text = getenv("LN_MATCHES");
    long n = text != NULL ? strtol(text, NULL, 10) : 0;

    return n > 0 ? (unsigned)n : 200;
}

static void check_state(const struct ln_state *s, const uint8_t pods)
{
    uint8_t escaped = 0;

    for (nj_seat i = 0; i < s->n; i++) {
        const struct ln_seat *seat = &s->seat[i];

        assert_true(seat->cell < nj_ln_cells(&s->board));
        assert_true(seat->sub <= 2);
        if (seat->sub > 0)
            assert_true(nj_ln_board_gate(&s->board, seat->cell));
        assert_true(!seat->armed || i == s->turn);
        assert_true(nj_ln_explored(seat) >= seat->first);
        if (seat->fate == LN_ESCAPED)
            escaped++;
    }
    assert_int_equal(escaped, s->escapes);
    assert_int_equal(escaped + nj_ln_board_pods(&s->board), pods);
    assert_true(s->trace_len <= LN_TRACE_MAX);
    for (size_t i = nj_ln_tail_used(s); i < sizeof(s->tail); i++)
        assert_int_equal(s->tail[i], 0);
    assert_true(s->over || s->seat[s->turn].fate == LN_IN_PLAY);
}

/* Catches give as much as they take, whoever is left stands last. */
static void check_end(const struct ln_state *s)
{
    int sum = 0;

    for (nj_seat i = 0; i < s->n; i++)
        sum += s->seat[i].catch_points;
    assert_int_equal(sum, 0);
    assert_int_equal(nj_seat_count(nj_ln_in_play(s)), 1);
}

/* What never changes but by its own rule: how many of each attachment there
 * are, and that a gate's partner is a gate whose partner it is. */
struct stock {
    unsigned thing[LN_BOMB + 1];
    unsigned doors, gates, entrances;
};

static struct stock take_stock(const struct ln_board *b)
{
    struct stock t = {.doors = 0};

    for (uint8_t c = 0; c < nj_ln_cells(b); c++) {
        t.thing[b->thing[c]]++;
        t.doors += nj_ln_board_edge(b, c, LN_RIGHT) >= LN_DOOR_CLOSED;
        t.doors += nj_ln_board_edge(b, c, LN_DOWN) >= LN_DOOR_CLOSED;
        t.entrances += b->terrain[c] == LN_PORTAL;
        if (!nj_ln_board_gate(b, c))
            continue;
        t.gates++;
        assert_true(nj_ln_board_gate(b, b->extra[c]));
        assert_int_equal(b->extra[b->extra[c]], c);
    }
    return t;
}

/* No box ever leaves its block: laid as it is, no other cell has one. */
static void check_boxes(const struct ln_state *s)
{
    unsigned inside = 0;
    unsigned all = 0;

    for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++)
        all += nj_ln_board_boxed(&s->board, c);
    for (int slot = 0; slot < s->laid; slot++)
        for (int i = 0; i < LN_BLOCK; i++)
            inside += nj_ln_board_boxed(&s->board,
                                        (uint8_t)(s->origin[slot] +
                                                  i / LN_SIDE * s->board.size +
                                                  i % LN_SIDE));
    assert_int_equal(inside, all);
}

static void check_stock(const struct ln_state *s, const struct stock *before)
{
    struct stock now = take_stock(&s->board);

    assert_memory_equal(&now, before, sizeof(now));
    check_boxes(s);
}

static void play(struct kit *k)
{
    uint8_t pods = nj_ln_board_pods(&kit_state(k)->board);
    struct stock stock = take_stock(&kit_state(k)->board);
    struct nj_input in;

    while (!k->over) {
        assert_true(nj_match_computer(k->m, &in));
        in.at_ms = 0;
        kit_apply(k, &in);
        assert_false(k->refused);
        check_state(kit_state(k), pods);
        check_stock(kit_state(k), &stock);
    }
    check_end(kit_state(k));
    KIT_HAS(k, "G ln.over reason=last_one");
    assert_int_equal(kit_count(k, "G ln.reveal "), 1);
}

static int by_number(const void *a, const void *b)
{
    const uint16_t *x = a;
    const uint16_t *y = b;

    return *x - *y;
}

static void play_many(uint8_t seats, const char *options, unsigned low,
                      unsigned high)
{
    unsigned n = matches();
    uint16_t *rounds = nj_alloc(n * sizeof(*rounds));

    for (unsigned i = 0; i < n; i++) {
        struct kit *k = kit_start(seats, 0x3f, options, i + 1);

        play(k);
        rounds[i] = kit_state(k)->round;
        kit_free(k);
    }
    qsort(rounds, n, sizeof(*rounds), by_number);
    /* LN-13.4 gives medians of 40 matches; ours may differ a little. */
    assert_in_range(rounds[n / 2], low, high);
    print_message("%u seats: median %u rounds, longest %u\n", seats,
                  rounds[n / 2], rounds[n - 1]);
    free(rounds);
}

static void two_seats(void **state)
{
    (void)state;
    play_many(2, "", 4, 11);
}

static void three_seats(void **state)
{
    (void)state;
    play_many(3, "", 9, 18);
}

static void four_seats(void **state)
{
    (void)state;
    play_many(4, "", 15, 27);
}

static void six_seats(void **state)
{
    (void)state;
    play_many(6, "", 18, 30);
}

static void four_seats_on_ten_by_ten(void **state)
{
    (void)state;
    play_many(4, "size=10", 12, 25);
}

/* LN-13: it plays every pool, and each match has an end. */
static void every_pool_is_played(void **state)
{
    static const char *const options[] = {
        "blocks=twist",
        "blocks=twist ext=on event=random",
        "blocks=wild event=rain",
        "blocks=wild ext=on",
        "blocks=crazy event=gardener",
        "blocks=crazy ext=on event=random",
        "size=10",
        "size=10 blocks=wild ext=on event=overgrowth",
        "size=10 blocks=crazy ext=on bombs=3",
    };
    unsigned n = matches() / 10 + 1;

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(options); i++) {
        unsigned rounds = 0;

        for (unsigned seed = 1; seed <= n; seed++) {
            struct kit *k =
                kit_start((uint8_t)(seed % 5 + 2), 0x3f, options[i], seed);

            play(k);
            if (kit_state(k)->round > rounds)
                rounds = kit_state(k)->round;
            kit_free(k);
        }
        print_message("%-44s longest %u rounds\n", options[i], rounds);
        assert_true(rounds < 2000);
    }
}

/* S-215: nothing that reaches a seat before the end has a cell, a terrain, a
 * speed or a count of explored cells in it. */
static void check_told(const struct kit *k)
{
    static const char *const arguments[] = {
        "row",   "col",   "cell",    "places", "spawn", "from",
        "to",    "start", "explore", "first",  "rows",  "blocks_drawn",
        "board", "sub",   "terrain", "seed",   "speed"};

    for (uint32_t i = 0; i < k->n_record; i++) {
        const struct nj_message *msg = k->record[i];

        if (msg->to.to == NJ_TO_RECORD)
            continue;
        if (strcmp(msg->key, "ln.over") == 0)
            return;
        for (size_t a = 0; a < NJ_COUNT(arguments); a++)
            assert_null(nj_message_arg(msg, arguments[a]));
        for (uint32_t a = 0;
             strcmp(msg->key, "ln.pool") != 0 && a < msg->args.n;
             a++) /* the pool is no part of the maze */
            assert_int_not_equal(msg->args.v[a].type, NJ_ARG_BOARD);
        assert_null(strstr(msg->key, "host"));
    }
    fail_msg("the match did not end");
}

/* Only these keys may be told at all while the match runs (LN-9.4). */
static void check_keys(const struct kit *k)
{
    static const char keys[] =
        " ln.start ln.pool ln.order ln.chain ln.round ln.turn ln.step ln.bump"
        " ln.trap ln.stop ln.catch ln.warp ln.escape ln.turn_end ln.walls"
        " ln.sound ln.over ln.score ln.reveal ln.heat_near ln.heat_core"
        " ln.heat_stop ln.doors ln.you ";

    for (uint32_t i = 0; i < k->n_record; i++) {
        char key[60];

        if (k->record[i]->to.to == NJ_TO_RECORD)
            continue;
        (void)snprintf(key, sizeof(key), " %s ", k->record[i]->key);
        assert_non_null(strstr(keys, key));
    }
}

static void nothing_is_told_before_the_end(void **state)
{
    static const char *const options[] = {"event=random",
                                          "blocks=wild ext=on event=random",
                                          "blocks=crazy ext=on size=10"};

    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct kit *k = kit_start(4, 0x3f, options[seed % 3], seed);

        kit_computers(k);
        check_told(k);
        check_keys(k);
        kit_free(k);
    }
}

/* S-437, and with what else the community has (LN-33.2). */
static void nor_is_it_as_the_community_plays(void **state)
{
#define NEXT                                                          \
 "target=previous blocks=twist pack=community ext=on list_rule=free " \
 "heat_mix=one overgrow=trap all_stop=on cap=20 cards=3 carry=on "    \
 "capture=point first_sound=on "
    static const char *const options[] = {NEXT, NEXT "boss=bangbang size=12",
                                          NEXT "boss=minotaur hide=turn"};

    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct kit *k =
            kit_start((uint8_t)(seed % 7 + 2), 0xff, options[seed % 3], seed);

        kit_computers(k);
        check_told(k);
        kit_free(k);
    }
#undef NEXT
}

/* All boards give the same messages for the same steps. */
static void alike(const char *options, const char *const *boards, size_t n,
                  const char *path)
{
    struct nj_str first = NJ_STR_INIT(4000);

    for (size_t i = 0; i < n; i++) {
        struct kit *k = kit_given(options, boards[i]);

        kit_order(k, 1, "move", path);
        if (i == 0)
            nj_str_puts(&first, strstr(k->said.p, "G "));
        KIT_HAS(k, first.p);
        kit_free(k);
    }
    assert_true(first.len > 0);
    nj_str_fini(&first);
}

/* S-226: a splash is the same message whatever made it; so is a rustle, so
 * is a step without a sound. */
static void sounds_do_not_tell_their_source(void **state)
{
    static const char *const splash[] = {
        "open9; w 0,1; p1 0,0; p2 4,4; p3 7,7",
        "open9; portal 0,1 5,5; p1 0,0; p2 4,4; p3 7,7",
        "open9; t 0,1; p1 0,0; p2 4,4; p3 7,7",
        "open9; oneway 0,1 5,5; p1 0,0; p2 4,4; p3 7,7",
        "open9; oneway 5,5 0,1; p1 0,0; p2 4,4; p3 7,7",
    };
    static const char *const rustle[] = {
        "open9; g 0,1; p1 0,0; p2 4,4; p3 7,7",
        "open9; t 0,1; p1 0,0; p2 4,4; p3 7,7",
        "open9; g 0,1; crate 0,1; p1 0,0; p2 4,4; p3 7,7",
    };
    static const char *const none[] = {
        "open9; p1 0,0; p2 4,4; p3 7,7",
        "open9; crate 0,1; p1 0,0; p2 4,4; p3 7,7",
        "open9; button 0,1 0,2R; door 0,2R closed; p1 0,0; p2 4,4; p3 7,7",
        "open9; bomb 0,1; p1 0,0; p2 4,4; p3 7,7",
        "open9; door 0,0R open; p1 0,0; p2 4,4; p3 7,7",
    };

    (void)state;
    alike("event=rain", splash, NJ_COUNT(splash), "r");
    alike("", rustle, NJ_COUNT(rustle), "r");
    alike("", none, NJ_COUNT(none), "r");
}

/* LN-4.3: a wall, a closed door, boxes: the group cannot tell a bump from a
 * bump, and boxes read as no wall. */
static void bumps_do_not_tell_their_cause(void **state)
{
    static const char *const walls[] = {
        "open9; wall 0,0R; p1 0,0; p2 4,4; p3 7,7",
        "open9; door 0,0R closed; p1 0,0; p2 4,4; p3 7,7",
    };
    static const char *const boxes[] = {
        "open9; crate 0,1; jam 0,2; p1 0,0; p2 4,4; p3 7,7",
        "open9; jam 0,1; wall 0,1R; p1 0,0; p2 4,4; p3 7,7",
        "open9; crate 0,1; p1 0,0; p2 4,4; p3 0,2",
    };
    struct kit *a = kit_given("", walls[0]);
    struct kit *b = kit_given("", boxes[0]);
    size_t n;

    (void)state;
    alike("", walls, NJ_COUNT(walls), "rr");
    alike("", boxes, NJ_COUNT(boxes), "rr");
    kit_order(a, 1, "move", "rr");
    kit_order(b, 1, "move", "rr");
    n = (size_t)(strstr(a->said.p, "R ln.") - a->said.p);
    assert_memory_equal(a->said.p, b->said.p, n);
    kit_free(a);
    kit_free(b);
}

/* --- single decisions (LN-13.2, 13.3) --- */

/* A mind fed by hand; seat 1 is me, seat 2 the prey. */
struct fed {
    _Alignas(16) unsigned char mind[LN_MIND_BYTES];
    struct nj_rng rng;
};

static void feed(struct fed *f, const char *key, struct nj_args args)
{
    struct nj_message msg = {
        .key = key, .clause = "", .to = nj_to_all(), .args = args};
    const struct nj_hearing h = {
        .scratch = f->mind, .me = 0, .msg = &msg, .rng = &f->rng};
    const struct nj_ear *ear = nj_ear_for(nj_ln_ears, key);

    assert_non_null(ear);
    nj_ear_hears(ear, &h);
}

static void feed_turn(struct fed *f)
{
    feed(f, "ln.turn", NJ_ARGS(nj_arg_seat("seat", 0)));
}

static void feed_step(struct fed *f, const char *dir, const char *snd)
{
    feed(f, "ln.step",
         NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_int("n", 1),
                 nj_arg_word("dir", dir), nj_arg_word("snd", snd)));
}

static void feed_walls(struct fed *f, const char *udlr)
{
    feed(f, "ln.walls", NJ_ARGS(nj_arg_glyphs("udlr", udlr)));
}

static struct fed new_mind(uint64_t seed)
{
    static const struct nj_row_form form = {
        .canon = "%>%",
        .sep = ',',
        .fields = 2,
        .field = {{"seat", NJ_ARG_SEAT, false}, {"prey", NJ_ARG_SEAT, false}}};
    static const int64_t pairs[] = {0, 1, 1, 2, 2, 0};
    struct fed f = {.mind = {0}};

    nj_rng_splitmix64(&f.rng, seed);
    feed(&f, "ln.start", NJ_ARGS(nj_arg_int("size", 9)));
    feed(&f, "ln.chain", NJ_ARGS(nj_arg_rows("pairs", &form, pairs, 3)));
    feed(&f, "ln.round", NJ_ARGS(nj_arg_int("round", 1)));
    return f;
}

/* "u", "d", "l", "r", or "" for a stop. */
static const char *decide(struct fed *f)
{
    static struct nj_brain_order order;

    assert_true(nj_ln_brain_act(f->mind, NULL, 0, &f->rng, &order));
    assert_int_equal(order.place, NJ_PLACE_GROUP);
    assert_string_equal(order.verb, order.text[0] != '\0' ? "move" : "stop");
    return order.text;
}

static void it_acts_in_its_turn_only(void **state)
{
    struct fed f = new_mind(1);
    struct nj_brain_order order;

    (void)state;
    assert_false(nj_ln_brain_act(f.mind, NULL, 0, &f.rng, &order));
    feed_turn(&f);
    assert_true(nj_ln_brain_act(f.mind, NULL, 0, &f.rng, &order));
    feed(&f, "ln.turn_end", NJ_ARGS(nj_arg_seat("seat", 0)));
    assert_false(nj_ln_brain_act(f.mind, NULL, 0, &f.rng, &order));
}

/* On open floor no wall is known: it stops when the budget is used up. */
static void the_budget_is_six_to_ten_steps(void **state)
{
    unsigned seen = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct fed f = new_mind(seed);
        unsigned steps = 0;

        for (feed_turn(&f); decide(&f)[0] != '\0'; steps++)
            feed_step(&f, "R", "none");
        assert_in_range(steps, 6, 10);
        seen |= 1u << steps;
    }
    assert_int_equal(seen, 0x7c0);
}

static void walls_are_remembered(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fed f = new_mind(seed);

        feed_walls(&f, "###.");
        feed_turn(&f);
        assert_string_equal(decide(&f), "r");
        feed_step(&f, "R", "none");
        feed(&f, "ln.bump",
             NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("dir", "R")));
        assert_string_not_equal(decide(&f), "r");
        feed_walls(&f, "####"); /* nothing is left: up */
        assert_string_equal(decide(&f), "u");
    }
}

static void a_splash_wipes_the_frame(void **state)
{
    unsigned other = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fed f = new_mind(seed);

        feed_walls(&f, "###.");
        feed_turn(&f);
        feed_step(&f, "R", "splash");
        feed_step(&f, "L", "none"); /* where it began, as far as it can tell */
        other += strcmp(decide(&f), "r") != 0;
    }
    assert_true(other > 0);
}

/* A bump brings wall information: with the budget gone it looks for one, three
 * times at most. */
static void a_wall_is_looked_for_behind_the_budget(void **state)
{
    struct fed f = new_mind(3);

    (void)state;
    feed_turn(&f);
    for (int i = 0; i < 10; i++) {
        if (decide(&f)[0] == '\0')
            break;
        feed_step(&f, "R", "none");
    }
    feed_walls(&f, "...#");
    for (int i = 0; i < 3; i++) {
        assert_string_equal(decide(&f), "r");
        feed_step(&f, "R", "none"); /* there was none after all */
        feed_walls(&f, "...#");
    }
    assert_string_equal(decide(&f), "");
}

/* +4 for the prey's direction outweighs all but nothing else here. */
static void the_prey_is_followed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fed f = new_mind(seed);

        feed(&f, "ln.sound",
             NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("kind", "rustle"),
                     nj_arg_word("dir", "down")));
        feed_turn(&f);
        assert_string_equal(decide(&f), "d");
        feed(&f, "ln.round", NJ_ARGS(nj_arg_int("round", 2)));
        assert_string_equal(decide(&f), "d"); /* the last round counts too */
    }
}

static void old_sounds_are_forgotten(void **state)
{
    unsigned other = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fed f = new_mind(seed);

        feed(&f, "ln.sound",
             NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("kind", "rustle"),
                     nj_arg_word("dir", "down")));
        feed(&f, "ln.round", NJ_ARGS(nj_arg_int("round", 3)));
        feed_turn(&f);
        other += strcmp(decide(&f), "d") != 0;
    }
    assert_true(other > 0);
}

/* Its turn up to the stop, on open floor: how many steps; the last one, if it
 * may tell, in *last. */
static unsigned steps_of_a_turn(struct fed *f, char *last)
{
    static const char *const words[] = {"U", "D", "L", "R"};
    static const char letters[] = "udlr";
    unsigned steps = 0;

    for (feed_turn(f);; steps++) {
        const char *way = decide(f);

        if (way[0] == '\0')
            return steps;
        *last = way[0];
        feed_step(f, words[strchr(letters, way[0]) - letters], "none");
        assert_true(steps < 100);
    }
}

static struct fed new_mind_on(unsigned size, const char *options)
{
    struct fed f = new_mind(size);

    feed(&f, "ln.start",
         NJ_ARGS(nj_arg_int("size", size), nj_arg_text("options", options)));
    return f;
}

/* LN-33.3: N steps up in place of a stop that might end the match, and as many
 * towards a prey that it hears, whichever neighbour that is; six to ten before
 * them. */
static void in_place_of_a_stop_it_walks_one_row(void **state)
{
    static const unsigned sizes[] = {9, 10, 12};
    char last = ' ';

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(sizes); i++) {
        struct fed f = new_mind_on(sizes[i], "all_stop=on");

        assert_in_range(steps_of_a_turn(&f, &last), sizes[i] + 6,
                        sizes[i] + 10);
        assert_int_equal(last, 'u');
        f = new_mind_on(sizes[i], "");
        assert_in_range(steps_of_a_turn(&f, &last), 6, 10);
        feed(&f, "ln.sound",
             NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("kind", "splash"),
                     nj_arg_word("dir", "left")));
        assert_in_range(steps_of_a_turn(&f, &last), sizes[i] + 6,
                        sizes[i] + 10);
        assert_int_equal(last, 'l');
    }
}

/* A bomb or trap beside it, however many it has met since. */
static void what_harms_is_never_forgotten(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fed f = new_mind(seed);

        feed_turn(&f);
        for (int i = 0; i < 5; i++) {
            feed_step(&f, "R", "none");
            feed(&f, "ln.trap", NJ_ARGS(nj_arg_seat("seat", 0)));
        }
        feed(&f, "ln.sound",
             NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("kind", "rustle"),
                     nj_arg_word("dir", "left")));
        for (int i = 0; i < 3; i++) {
            feed_step(&f, "D", "none");
            feed_step(&f, "L", "none");
            feed_step(&f, "U", "none");
            feed_turn(&f);
            assert_string_not_equal(decide(&f), "l");
        }
    }
}

/* With a trap on each way it ends its turn on one, and goes on from there in
 * the next. */
static void shut_in_by_traps_it_ends_its_turn_on_one(void **state)
{
    char last = ' ';

    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fed f = new_mind(seed);

        feed_turn(&f);
        feed_step(&f, "R", "none");
        feed(&f, "ln.trap", NJ_ARGS(nj_arg_seat("seat", 0)));
        feed_step(&f, "R", "none");
        feed_walls(&f, "##.#");
        assert_int_equal(steps_of_a_turn(&f, &last), 1);
        assert_int_equal(last, 'l');
        assert_true(steps_of_a_turn(&f, &last) >= 6);
    }
}

/* The hunter's direction is the last one it takes. */
static void the_hunter_is_avoided(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fed f = new_mind(seed);

        feed(&f, "ln.sound",
             NJ_ARGS(nj_arg_seat("seat", 2), nj_arg_word("kind", "splash"),
                     nj_arg_word("dir", "up-left")));
        feed_turn(&f);
        assert_string_not_equal(decide(&f), "u");
        assert_string_not_equal(decide(&f), "l");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_seats),
        cmocka_unit_test(three_seats),
        cmocka_unit_test(four_seats),
        cmocka_unit_test(six_seats),
        cmocka_unit_test(four_seats_on_ten_by_ten),
        cmocka_unit_test(every_pool_is_played),
        cmocka_unit_test(nothing_is_told_before_the_end),
        cmocka_unit_test(nor_is_it_as_the_community_plays),
        cmocka_unit_test(sounds_do_not_tell_their_source),
        cmocka_unit_test(bumps_do_not_tell_their_cause),
        cmocka_unit_test(it_acts_in_its_turn_only),
        cmocka_unit_test(the_budget_is_six_to_ten_steps),
        cmocka_unit_test(walls_are_remembered),
        cmocka_unit_test(a_splash_wipes_the_frame),
        cmocka_unit_test(a_wall_is_looked_for_behind_the_budget),
        cmocka_unit_test(the_prey_is_followed),
        cmocka_unit_test(old_sounds_are_forgotten),
        cmocka_unit_test(in_place_of_a_stop_it_walks_one_row),
        cmocka_unit_test(what_harms_is_never_forgotten),
        cmocka_unit_test(shut_in_by_traps_it_ends_its_turn_on_one),
        cmocka_unit_test(the_hunter_is_avoided),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/brain", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
