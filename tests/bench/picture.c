/*
 * P9: pictures of the maze game: a board, and the course of a match; the
 * public board of 面具杀人魔.
 */
#include "render/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bug.h"
#include "bench/bench.h"
#include "locale/format.h"
#include "match/match.h"

#define ROUNDS     50 /* pictures of a sample */
#define USUAL_SEED 5
#define LARGE_SEED 70

#define STREET       "masked-killer"
#define STREET_SEATS 4
#define STREET_MOVES 120 /* in the midst of a match */

/* All that was said in a match. */
struct course {
    struct nj_arena *arena;
    const struct nj_message **record;
    uint32_t n, cap;
};

struct gallery {
    struct nj_arena arena, scratch;
    struct nj_format format;
    struct nj_style style;
    struct nj_scene board;
    struct course usual, large;
    struct nj_painter *painter;
    struct nj_png png; /* the last one */
};

static const char *name_of(void *ctx, nj_seat seat)
{
    static const char *const names[] = {"小明", "Ann",  "夜行人",
                                        "Bo",   "阿紫", "Cy"};

    (void)ctx;
    return names[seat % NJ_COUNT(names)];
}

static void keep(void *ctx, const struct nj_input *in,
                 const struct nj_outcome *o)
{
    struct course *c = ctx;

    (void)in;
    for (const struct nj_message *m = o->messages; m != NULL; m = m->next) {
        if (c->n == c->cap) {
            c->cap = c->cap > 0 ? 2 * c->cap : 256;
            c->record = nj_realloc(c->record, c->cap * sizeof(void *));
        }
        c->record[c->n++] = nj_message_copy(c->arena, m);
    }
}

static struct nj_scene scene_of(const struct course *c)
{
    return (struct nj_scene){.record = c->record, .n_record = c->n};
}

/* The answer to a preview of nine blocks. */
static void ask(struct gallery *g, const struct nj_match *m)
{
    static const struct nj_arg blocks[] = {
        {.name = "text", .type = NJ_ARG_TEXT, .s = "1 2 5 11 E1 7 8 E4 4"}};
    struct nj_query q = {.asker = 0,
                         .place = NJ_PLACE_GROUP,
                         .verb = "preview",
                         .args = {.v = blocks, .n = 1},
                         .arena = &g->arena};

    nj_match_query(m, &q);
    g->board.message = q.answers;
}

/* A whole match of six computer players, as it was said. */
static bool play(struct nj_bench *b, struct gallery *g, uint64_t seed,
                 struct course *c)
{
    struct nj_bench_record *rec =
        nj_bench_record_make(b, seed, 6, 20, NJ_BENCH_INPUTS_MAX);
    struct nj_match *m;
    struct nj_scene scene;

    if (rec == NULL)
        return false;
    c->arena = &g->arena;
    m = nj_bench_record_match(b, rec, true);
    (void)nj_bench_play(m, UINT32_MAX, keep, c);
    ask(g, m);
    nj_match_destroy(m);
    free(rec);
    scene = scene_of(c);
    return g->board.message != NULL && nj_picture_has(g->style.game, &scene);
}

/* The large one is long too: most of the map is covered with ways. */
static bool play_both(struct nj_bench *b, struct gallery *g)
{
    bool ok;

    b->options = (const char *const[]){"size", "10", NULL};
    ok = play(b, g, LARGE_SEED, &g->large);
    b->options = NULL;
    return ok && play(b, g, USUAL_SEED, &g->usual) &&
           nj_picture_has(g->style.game, &g->board);
}

/* The last board that the group was shown of a match of computer players, and
 * in whose looks it is drawn from now on. */
static enum nj_status hang_street(struct nj_bench *b, struct gallery *g,
                                  struct nj_err *err)
{
    const struct nj_loaded_game *game;
    struct nj_match_setup setup = {.number = 0};
    const struct nj_hash seed = {{USUAL_SEED}};
    struct course c = {.arena = &g->arena};
    enum nj_status st = nj_env_game(&b->env, STREET, &game, err);
    struct nj_match *m;

    if (st != NJ_OK)
        return st;
    setup.game = game->game;
    setup.data = game->data;
    setup.data_hash = &game->data_hash;
    setup.edition = game->game->editions[0];
    nj_options_default(setup.game, &setup.options);
    m = nj_bench_match(&setup, &seed, STREET_SEATS, true);
    (void)nj_bench_play(m, STREET_MOVES, keep, &c);
    nj_match_destroy(m);
    g->board.message = NULL;
    for (uint32_t i = 0; i < c.n; i++)
        if (strcmp(c.record[i]->key, "mk.board") == 0)
            g->board.message = c.record[i];
    free(c.record);
    g->style.game = setup.game;
    return g->board.message != NULL
               ? NJ_OK
               : nj_fail(err, NJ_ERR_NOT_FOUND, "no street to draw");
}

static enum nj_status open_gallery(struct nj_bench *b, struct gallery *g,
                                   struct nj_err *err)
{
    memset(g, 0, sizeof(*g));
    g->arena = (struct nj_arena)NJ_ARENA_INIT(65536);
    g->scratch = (struct nj_arena)NJ_ARENA_INIT(65536);
    g->format = (struct nj_format){
        .catalog = b->env.catalog, .lang = "zh-CN", .seat_name = name_of};
    g->style = (struct nj_style){.game = b->env.games[0].game,
                                 .format = &g->format,
                                 .scratch = &g->scratch};
    return play_both(b, g) ? NJ_OK
                           : nj_fail(err, NJ_ERR_NOT_FOUND, "no match to draw");
}

static void close_gallery(struct gallery *g)
{
    nj_painter_destroy(g->painter);
    nj_arena_fini(&g->arena);
    nj_arena_fini(&g->scratch);
    free(g->usual.record);
    free(g->large.record);
    free(g->png.p);
}

static void draw(struct gallery *g, const struct nj_scene *scene)
{
    struct nj_err err = {{0}};

    free(g->png.p);
    g->png.p = NULL;
    if (nj_picture_png(&g->style, scene, g->painter, &g->png, &err) != NJ_OK)
        g->png.n = 0;
}

static void draw_boards(void *ctx)
{
    struct gallery *g = ctx;

    for (int i = 0; i < ROUNDS; i++)
        draw(g, &g->board);
}

/* Milliseconds of CPU of one picture, the painter knowing its shapes. */
static double cost_of(struct gallery *g, const struct nj_scene *scene)
{
    double t;

    draw(g, scene);
    t = nj_bench_cpu_ns();
    for (int i = 0; i < ROUNDS; i++)
        draw(g, scene);
    return (nj_bench_cpu_ns() - t) / 1e6 / ROUNDS;
}

static void print_kind(struct nj_bench *b, struct gallery *g, const char *what,
                       const struct nj_scene *scene, const double goal[2])
{
    struct nj_bench_row cost = nj_bench_rows[NJ_BENCH_DRAWING];
    struct nj_bench_row size = nj_bench_rows[NJ_BENCH_PNG];
    char bytes[80];
    struct nj_bench_samples ms = {.n = 0}, kb = {.n = 0};

    (void)snprintf(bytes, sizeof(bytes), "%s, its size", what);
    cost.what = what;
    cost.goal.bound = goal[0];
    size.what = bytes;
    size.goal.bound = goal[1];
    for (uint32_t i = 0; i < b->runs; i++)
        nj_bench_add(&ms, cost_of(g, scene));
    nj_bench_add(&kb, (double)g->png.n / 1000);
    nj_bench_print(&cost, &ms);
    nj_bench_print(&size, &kb);
}

/* The first one of a process, with the search for fonts: in a child. */
static double first_ms(struct gallery *g)
{
    int ends[2];
    double ms = 0;
    pid_t child;

    if (pipe(ends) != 0)
        return 0;
    (void)fflush(stdout);
    child = fork();
    if (child == 0) {
        double t = nj_bench_cpu_ns();

        g->painter = nj_painter_create();
        if (g->painter != NULL)
            draw(g, &g->board);
        t = (nj_bench_cpu_ns() - t) / 1e6;
        _exit(write(ends[1], &t, sizeof(t)) == sizeof(t) ? 0 : 1);
    }
    (void)close(ends[1]);
    if (child < 0 || read(ends[0], &ms, sizeof(ms)) != sizeof(ms))
        ms = 0;
    (void)close(ends[0]);
    if (child > 0)
        (void)waitpid(child, NULL, 0);
    return ms;
}

static void print_first(struct nj_bench *b, struct gallery *g)
{
    struct nj_bench_samples ms = {.n = 0};

    for (uint32_t i = 0; i < b->runs; i++)
        nj_bench_add(&ms, first_ms(g));
    nj_bench_put(NJ_BENCH_FIRST, &ms);
}

enum nj_status nj_bench_pictures(struct nj_bench *b, struct nj_err *err)
{
    static const double board[] = {2, 14};
    static const double course[] = {5, 40};
    static const double street[] = {12, 80};
    struct gallery g;
    struct nj_scene scene;
    enum nj_status st = open_gallery(b, &g, err);

    if (st == NJ_OK) {
        print_first(b, &g);
        g.painter = nj_painter_create();
        if (g.painter == NULL)
            st = nj_fail(err, NJ_ERR_NOT_FOUND, "there is no font");
    }
    if (st == NJ_OK) {
        print_kind(b, &g, "a 9x9 board", &g.board, board);
        scene = scene_of(&g.usual);
        print_kind(b, &g, "the course of six players", &scene, course);
        scene = scene_of(&g.large);
        print_kind(b, &g, "the same, long and on 10x10", &scene, course);
        nj_bench_count_row(b, "P9", "a 9x9 board", "picture", 0);
        st = hang_street(b, &g, err);
    }
    if (st == NJ_OK)
        print_kind(b, &g, "a street of four seats", &g.board, street);
    close_gallery(&g);
    return st;
}

enum nj_status nj_bench_loop_picture(struct nj_bench *b, uint32_t *times,
                                     struct nj_err *err)
{
    struct gallery g;
    enum nj_status st = open_gallery(b, &g, err);

    if (st == NJ_OK) {
        g.painter = nj_painter_create();
        if (g.painter == NULL)
            st = nj_fail(err, NJ_ERR_NOT_FOUND, "there is no font");
    }
    if (st == NJ_OK) {
        draw(&g, &g.board);
        nj_bench_count(draw_boards, &g);
        *times = ROUNDS;
    }
    close_gallery(&g);
    return st;
}
