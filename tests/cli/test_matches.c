/* The recorded matches of this rules version: each has to come out as ever,
 * in every build. Persons, computer players and the host act at random from a
 * fixed secret; NJ_REWRITE=1 writes the files of tests/matches anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/record.h"
#include "config/embed.h"
#include "kit/game_kit.h"
#include "kit/nj_test.h"
#include "kit/two_worlds.h"
#include "match/emit.h"

#define FOLDER   NJ_SOURCE_DIR "/tests/matches/"
#define FILE_MAX (1u << 22)
#define INPUTS   600

struct corpus_match {
    const char *name;
    uint8_t seats;
    nj_seat_set computers; /* by order of joining */
    const char *options;
    unsigned absent; /* deadlines that pass before anybody acts */
};

static const struct corpus_match matches[] = {
    {"two-persons", 2, 0, "", 0},
    {"three-persons", 3, 0, "event=gardener stop_walls=on", 0},
    {"four-persons", 4, 0, "event=random max_msg=5 letters=on", 0},
    {"five-persons", 5, 0, "event=overgrowth start_walls=off cap=40", 0},
    {"six-persons", 6, 0, "event=rain auto_after=1 abandon_rounds=2", 0},
    {"mixed-three", 3, 0x2, "event=rain afk_think=10s think=20s act=30s", 0},
    {"mixed-six", 6, 0x29, "auto_after=0 cap=200", 0},
    {"computers-four", 4, 0xf, "event=random stop_walls=on", 0},
    {"computers-six", 6, 0x3f, "event=overgrowth abandon_rounds=20", 0},
    {"absent-three", 3, 0, "abandon_rounds=20", 40},
    {"stopping-six", 6, 0, "stop_walls=on auto_after=0", 0},
    {"stopping-five", 5, 0, "event=rain stop_walls=on auto_after=0", 0},
    {"stopping-four", 4, 0x1, "event=overgrowth start_walls=off", 0},
    {"abandoned-four", 4, 0x8, "auto_after=3", 60},
    {"twist-three", 3, 0x4, "blocks=twist ext=on event=gardener", 0},
    {"wild-five", 5, 0x3, "blocks=wild ext=on size=10", 0},
    {"crazy-six", 6, 0x15, "blocks=crazy ext=on event=random bombs=3", 0},
    {"custom-three", 3, 0x2,
     "blocks=custom ext=on list=N21,N22,N23,N25,N27,N28,N29,N30,SN5,SN6,1,2,"
     "E1,E2,EN5,EN6",
     0},
    {"crazy-four", 4, 0, "blocks=crazy size=10 event=rain bombs=1", 0},
    {"hiding-four", 4, 0x2, "hide=step melee=on boss=minotaur grace=on", 0},
    {"hiding-three", 3, 0, "hide=turn capture=point plan=on event=rain", 0},
    {"hunted-six", 6, 0x38, "boss=minotaur stop_walls=on hide=turn", 0},
};

static struct nj_env env;
static struct nj_two_count count;

/* --- random play --- */

static const char *verb_of(uint32_t k)
{
    if (k < 70)
        return "move";
    if (k < 96)
        return "stop";
    return k < 97 ? "end" : "auto";
}

static void order(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const moves[] = {"u",
                                        "d",
                                        "l",
                                        "r",
                                        "uu",
                                        "r3",
                                        "l,d",
                                        "\xe4\xb8\x8a\xe5\x8f\xb3",
                                        "\xe5\xb7\xa6 2",
                                        "\xe2\x86\x93\xe2\x86\x92",
                                        "ZX",
                                        "sy",
                                        "d2l2u1r9"};
    const struct nj_two_worlds *w = ctx;
    nj_seat_set awaited = nj_match_awaited(w->side[0].m);
    uint32_t k = nj_rng_below(rng, 100);

    while (in->seat + 1u < w->seats && (awaited & nj_bit(in->seat)) == 0)
        in->seat++;
    in->verb = verb_of(k);
    if (k >= 80 && k < 96 && nj_option(w->side[0].m, "bombs") > 0)
        in->verb = "bomb";
    if (nj_option(w->side[0].m, "hide") > 0) {
        in->verb = k % 10 == 7 ? "hide" : in->verb;
        in->place =
            nj_rng_below(rng, 2) == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE;
    }
    if (k >= 96)
        in->seat = (nj_seat)nj_rng_below(rng, w->seats);
    if (strcmp(in->verb, "move") == 0 || strcmp(in->verb, "auto") == 0)
        in->args.n = 1;
    (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%s",
                   in->args.n == 0 ? ""
                   : k >= 97       ? (k == 98 ? "on" : "off")
                                   : moves[nj_rng_below(rng, NJ_COUNT(moves))]);
}

static const char *query_text(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    return "1 2 3";
}

static const struct nj_two_power powers[] = {
    {"pause", "", 10}, {"resume", "", 40},   {"extend", "m", 10},
    {"skip", "", 10},  {"kick", "s", 1},     {"sub", "sc", 10},
    {"undo", "", 60},  {"announce", "t", 5}, {0}};

/* --- head and setup --- */

static void take_seats(const struct corpus_match *c, struct nj_record_head *h)
{
    static const char *const names[] = {
        "Ann", "\xe5\xb0\x8f\xe6\x98\x8e", "Cy", "Di", "Ed", "Flo"};

    h->n_seats = c->seats;
    for (uint8_t i = 0; i < c->seats; i++) {
        struct nj_record_seat *s = &h->seats[i];

        s->join = i;
        s->computer = (c->computers & nj_bit(i)) != 0;
        (void)snprintf(s->name, sizeof(s->name), "%s", names[i]);
        if (!s->computer)
            (void)snprintf(s->contribution, sizeof(s->contribution),
                           "word %u of %s", i + 1u, c->name);
    }
}

/* Somebody who left again stands in front of the others. */
static void draw_seed(const struct nj_game *g, struct nj_record_head *h)
{
    if (h->n_seats > 3)
        (void)snprintf(h->joins[h->n_joins++], sizeof(h->joins[0]), "%s",
                       "who left again");
    for (uint8_t i = 0; i < h->n_seats; i++)
        if (!h->seats[i].computer)
            memcpy(h->joins[h->n_joins++], h->seats[i].contribution,
                   sizeof(h->joins[0]));
    nj_commit(&h->secret, &h->commitment);
    nj_record_seed(h, g, &h->secret, &h->seed);
}

static void make_head(const struct corpus_match *c, int64_t number,
                      struct nj_record_head *h)
{
    const struct nj_game *g = env.games[0].game;

    memset(h, 0, sizeof(*h));
    h->match = number;
    (void)snprintf(h->code, sizeof(h->code), "R%02d", (int)number % 100);
    (void)snprintf(h->game, sizeof(h->game), "%s", g->id);
    (void)snprintf(h->edition, sizeof(h->edition), "%s", g->editions[0]);
    h->rules_version = g->rules_version;
    (void)snprintf(h->program, sizeof(h->program), "tests");
    h->data_hash = env.games[0].data_hash;
    h->rng = NJ_RNG_CHACHA20;
    nj_hash_bytes(c->name, strlen(c->name), &h->secret);
    kit_set(g, &h->options, c->options);
    take_seats(c, h);
    draw_seed(g, h);
}

static void make_setup(const struct nj_record_head *h,
                       struct nj_match_seat seats[NJ_SEATS_MAX],
                       struct nj_match_setup *out)
{
    *out = (struct nj_match_setup){.game = env.games[0].game,
                                   .data = env.games[0].data,
                                   .data_hash = &h->data_hash,
                                   .number = h->match,
                                   .code = h->code,
                                   .edition = h->edition,
                                   .options = h->options,
                                   .seats = seats,
                                   .n_seats = h->n_seats,
                                   .brain_key = h->seed,
                                   .commitment = h->commitment};
    nj_rng_chacha20(&out->rng, &h->seed, NJ_NONCE_PLAY);
    for (uint8_t i = 0; i < h->n_seats; i++)
        seats[i] =
            (struct nj_match_seat){.name = h->seats[i].name,
                                   .computer = h->seats[i].computer,
                                   .join = i,
                                   .contribution = h->seats[i].contribution};
}

/* --- playing and writing --- */

static void let_pass(struct nj_two_worlds *w, unsigned deadlines)
{
    struct nj_input in;
    int64_t at = 0;

    while (deadlines-- > 0 && nj_match_deadline(w->side[0].m, &at) &&
           nj_match_due(w->side[0].m, at, &in)) {
        in.verb = nj_arena_copy(&w->side[0].arena, in.verb, strlen(in.verb));
        (void)nj_two_apply(w, &in);
    }
}

/* A host who has paused and gone would leave the match without an end. */
static void resume(struct nj_two_worlds *w)
{
    if (!nj_match_over(w->side[0].m) && nj_timer_paused(w->side[0].m))
        (void)nj_two_apply(w, &(struct nj_input){.kind = NJ_IN_OVERRIDE,
                                                 .seat = NJ_SEAT_NONE,
                                                 .by = NJ_BY_HOST,
                                                 .verb = "resume",
                                                 .reason = "time to end"});
}

static void write_match(struct nj_two_worlds *w, struct nj_record_head *h,
                        struct nj_str *out)
{
    const struct nj_two_side *s = &w->side[0];
    struct nj_record_writer writer;

    for (uint8_t i = 0; i < h->n_seats; i++)
        h->seats[i].seat = nj_match_seat_of(s->m, i);
    assert_true(nj_match_over(s->m));
    h->revealed = true;
    nj_record_begin(&writer, w->game->game, h, out);
    for (uint32_t i = 0; i < s->n_log; i++)
        nj_record_put(&writer, h, &s->log[i], out);
    nj_record_end(&writer, nj_match_over(s->m), out);
    assert_false(out->over);
}

static void play(struct nj_two_worlds *w, const struct nj_record_head *h,
                 unsigned absent)
{
    struct nj_rng rng;
    struct nj_input in;
    uint64_t seed = 0;

    memcpy(&seed, h->secret.b, 4);
    nj_rng_splitmix64(&rng, seed);
    (void)nj_two_apply(w, &(struct nj_input){.kind = NJ_IN_START,
                                             .seat = NJ_SEAT_NONE,
                                             .by = NJ_BY_HOST,
                                             .verb = "start"});
    let_pass(w, absent);
    nj_two_play(w, &rng, INPUTS);
    resume(w);
    /* Computer players bring their matches to an end. */
    while (!nj_match_over(w->side[0].m) && w->side[0].n_log < 4 * INPUTS &&
           nj_match_computer(w->side[0].m, &in)) {
        char text[NJ_ORDER_TEXT_MAX] = "";
        struct nj_arg arg;

        if (in.args.n > 0)
            (void)snprintf(text, sizeof(text), "%s", in.args.v[0].s);
        arg = nj_arg_text("text", text);
        if (in.args.n > 0)
            in.args.v = &arg;
        in.at_ms = 0;
        (void)nj_two_apply(w, &in);
    }
}

static void make(const struct corpus_match *c, int64_t number,
                 struct nj_str *out)
{
    struct nj_two_game game = {.game = env.games[0].game,
                               .last_key = "none",
                               .powers = powers,
                               .order = order,
                               .query_text = query_text};
    struct nj_two_worlds w = {.count = &count};
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_record_head *h = nj_alloc(sizeof(*h));
    struct nj_match_setup setup[2];

    make_head(c, number, h);
    make_setup(h, seats, &setup[0]);
    setup[1] = setup[0];
    nj_two_open(&w, &game, &w, setup, nj_bit(c->seats) - 1);
    play(&w, h, c->absent);
    if (w.what != NULL)
        fail_msg("%s: %s", c->name, w.diff.p);
    assert_memory_equal(nj_match_digest(w.side[0].m),
                        nj_match_digest(w.side[1].m), NJ_HASH_BYTES);
    write_match(&w, h, out);
    nj_two_close(&w);
    free(h);
}

static void rewrite(const char *path, const struct nj_str *text)
{
    FILE *f = fopen(path, "wbe");

    assert_non_null(f);
    assert_int_equal(fwrite(text->p, 1, text->len, f), text->len);
    assert_int_equal(fclose(f), 0);
}

/* The same inputs come about, and every digest is the stored one. */
static void matches_come_out_as_recorded(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(matches); i++) {
        struct nj_str text = NJ_STR_INIT(FILE_MAX);
        struct nj_blob blob = {0};
        struct nj_err err = {{0}};
        char path[400];

        (void)snprintf(path, sizeof(path), FOLDER "long_night-%s.jsonl",
                       matches[i].name);
        make(&matches[i], 100 + (int64_t)i, &text);
        if (getenv("NJ_REWRITE") != NULL)
            rewrite(path, &text);
        if (nj_blob_load(path, &blob, &err) != NJ_OK)
            fail_msg("%s: %s", path, err.text);
        assert_string_equal(blob.text, text.p);
        nj_blob_fini(&blob);
        nj_str_fini(&text);
    }
}

static int load(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_random_init();
    if (nj_env_load_games(&env, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return 0;
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    nj_two_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_come_out_as_recorded),
    };

    return cmocka_run_group_tests(tests, load, done);
}
