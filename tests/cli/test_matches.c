/* The recorded matches of this rules version: each has to come out as ever,
 * in every build. Persons, computer players and the host act at random from a
 * fixed secret; NJ_REWRITE=1 writes the files of tests/matches anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/matches.h"
#include "cli/record.h"
#include "config/embed.h"
#include "kit/game_kit.h"
#include "kit/nj_test.h"
#include "match/emit.h"

#define FOLDER   NJ_SOURCE_DIR "/tests/matches/"
#define FILE_MAX (1u << 22)
#define INPUTS   600

static struct nj_env env;
static struct nj_two_count count;
static unsigned ended; /* how the matches of this game did, by bit */
static const struct nj_loaded_game *loaded; /* the one that is played now */

/* --- head and setup --- */

static void take_seats(const struct corpus_match *c, struct nj_record_head *h)
{
    static const char *const names[] = {"Ann", "\xe5\xb0\x8f\xe6\x98\x8e",
                                        "Cy",  "Di",
                                        "Ed",  "Flo",
                                        "Gus", "Hal",
                                        "Ina", "Joe",
                                        "Kim", "Leo",
                                        "Mia", "Ned",
                                        "Oz",  "Pia"};

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

/* The number of players of a preset is the lobby's. */
static void set_options(const struct nj_game *g, const struct corpus_match *c,
                        struct nj_options *o)
{
    const struct nj_preset *p = g->presets;
    char text[600] = "";
    size_t n = 0;

    while (c->preset != NULL && strcmp(p->name, c->preset) != 0)
        p++;
    for (size_t i = 0; c->preset != NULL && p->pairs[i] != NULL; i += 2)
        if (strcmp(p->pairs[i], "players") != 0)
            n += (size_t)snprintf(text + n, sizeof(text) - n, "%s=%s ",
                                  p->pairs[i], p->pairs[i + 1]);
    (void)snprintf(text + n, sizeof(text) - n, "%s", c->options);
    kit_set(g, o, text);
}

static void make_head(const struct corpus *of, const struct corpus_match *c,
                      int64_t number, struct nj_record_head *h)
{
    const struct nj_game *g = loaded->game;

    memset(h, 0, sizeof(*h));
    h->match = number;
    (void)snprintf(h->code, sizeof(h->code), "R%02d", (int)number % 100);
    (void)snprintf(h->game, sizeof(h->game), "%s", g->id);
    (void)snprintf(h->edition, sizeof(h->edition), "%s",
                   of->edition != NULL ? of->edition : g->editions[0]);
    h->rules_version = g->rules_version;
    (void)snprintf(h->program, sizeof(h->program), "tests");
    h->data_hash = loaded->data_hash;
    h->rng = NJ_RNG_CHACHA20;
    nj_hash_bytes(c->name, strlen(c->name), &h->secret);
    set_options(g, c, &h->options);
    take_seats(c, h);
    draw_seed(g, h);
}

static void make_setup(const struct nj_record_head *h,
                       struct nj_match_seat seats[NJ_SEATS_MAX],
                       struct nj_match_setup *out)
{
    *out = (struct nj_match_setup){.game = loaded->game,
                                   .data = loaded->data,
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
           nj_match_due(w->side[0].m, at > w->now_ms ? at : w->now_ms, &in)) {
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

/* Computer players bring their matches to an end. */
static void let_computers(struct nj_two_worlds *w)
{
    struct nj_input in;

    while (!nj_match_over(w->side[0].m) && w->side[0].n_log < 8 * INPUTS &&
           nj_match_computer(w->side[0].m, &in)) {
        in.at_ms = 0;
        in.verb = nj_arena_copy(&w->side[0].arena, in.verb, strlen(in.verb));
        in.args = nj_args_copy(&w->side[0].arena, in.args);
        (void)nj_two_apply(w, &in);
    }
}

static void play(struct nj_two_worlds *w, const struct nj_record_head *h,
                 unsigned absent)
{
    struct nj_rng rng;
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
    let_computers(w);
}

/* Computer players take all seats, and the clock goes on. */
static void let_end(struct nj_two_worlds *w)
{
    for (nj_seat k = 0; k < w->seats && !nj_match_over(w->side[0].m); k++)
        (void)nj_two_apply(
            w,
            &(struct nj_input){.kind = NJ_IN_OVERRIDE,
                               .seat = NJ_SEAT_NONE,
                               .by = NJ_BY_HOST,
                               .verb = "sub",
                               .args = NJ_ARGS(nj_arg_seat("seat", k),
                                               nj_arg_word("to", "computer")),
                               .reason = "time to end"});
    while (!nj_match_over(w->side[0].m) && w->what == NULL) {
        let_computers(w);
        if (!nj_match_over(w->side[0].m))
            let_pass(w, 1);
    }
}

static void make(const struct corpus *g, const struct corpus_match *c,
                 int64_t number, struct nj_str *out)
{
    struct nj_two_game game = g->play;
    struct nj_two_worlds w = {.count = &count};
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_record_head *h = nj_alloc(sizeof(*h));
    struct nj_match_setup setup[2];

    game.game = loaded->game;
    make_head(g, c, number, h);
    make_setup(h, seats, &setup[0]);
    setup[1] = setup[0];
    nj_two_open(&w, &game, &w, setup, nj_bit(c->seats) - 1);
    play(&w, h, c->absent);
    if (g->taken_over)
        let_end(&w);
    if (w.what != NULL)
        fail_msg("%s: %s", c->name, w.diff.p);
    assert_memory_equal(nj_match_digest(w.side[0].m),
                        nj_match_digest(w.side[1].m), NJ_HASH_BYTES);
    write_match(&w, h, out);
    if (g->ending != NULL)
        ended |= g->ending(w.side[0].m);
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
static void come_out(const struct corpus *g)
{
    struct nj_err err = {{0}};

    assert_int_equal(nj_env_game(&env, g->game, &loaded, &err), NJ_OK);
    ended = 0;
    for (size_t i = 0; i < g->n; i++) {
        struct nj_str text = NJ_STR_INIT(FILE_MAX);
        struct nj_blob blob = {0};
        char path[400];

        (void)snprintf(path, sizeof(path), FOLDER "%s-%s.jsonl", g->file,
                       g->matches[i].name);
        make(g, &g->matches[i],
             g->matches[i].number != 0 ? g->matches[i].number
                                       : 100 + (int64_t)i,
             &text);
        if (getenv("NJ_REWRITE") != NULL)
            rewrite(path, &text);
        if (nj_blob_load(path, &blob, &err) != NJ_OK)
            fail_msg("%s: %s", path, err.text);
        assert_string_equal(blob.text, text.p);
        nj_blob_fini(&blob);
        nj_str_fini(&text);
    }
    assert_int_equal(ended & g->endings, g->endings);
}

static void matches_come_out_as_recorded(void **state)
{
    NJ_UNUSED(state);
    come_out(&nj_corpus_long_night);
}

static void cards_come_out_as_recorded(void **state)
{
    NJ_UNUSED(state);
    come_out(&nj_corpus_cards);
}

static void masked_killer_comes_out_as_recorded(void **state)
{
    NJ_UNUSED(state);
    come_out(&nj_corpus_masked_killer);
}

static void hotel_comes_out_as_recorded(void **state)
{
    NJ_UNUSED(state);
    come_out(&nj_corpus_hotel_classic);
    come_out(&nj_corpus_hotel_level);
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
        cmocka_unit_test(cards_come_out_as_recorded),
        cmocka_unit_test(masked_killer_comes_out_as_recorded),
        cmocka_unit_test(hotel_comes_out_as_recorded),
    };

    return cmocka_run_group_tests(tests, load, done);
}
