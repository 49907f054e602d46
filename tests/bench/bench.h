/*
 * What the parts of `nightjar bench` share: samples, rows of the table, the
 * loaded program that is measured.
 *
 * A figure is the median of at least five runs; its spread is the smallest
 * and the largest of them. Times are of this machine; instruction counts
 * (callgrind, where it is installed) repeat to a percent and travel.
 */
#ifndef NJ_TESTS_BENCH_H
#define NJ_TESTS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "cli/house.h"
#include "match/match.h"

#define NJ_BENCH_RUNS        5
#define NJ_BENCH_FLIGHT      64 /* commands under way at once */
#define NJ_BENCH_BESIDE      "beside"
#define NJ_BENCH_GROUP_FIRST 1000    /* numbers on the platform */
#define NJ_BENCH_USER_FIRST  1000000 /* of two in each group */

struct nj_bench {
    struct nj_env env;
    const char *dir;          /* where databases are made */
    const char *database;     /* of D1: NULL, or an empty one on PostgreSQL */
    bool stored;              /* ... or one whose matches are over */
    uint32_t workers;         /* of D1, a house each; 0: one without */
    bool quick;               /* prove that it runs; the figures mean nothing */
    uint32_t runs;            /* of each figure */
    uint32_t matches;         /* stored ones of P7 */
    bool valgrind;            /* callgrind is there and wanted */
    bool telegram;            /* people of a house write there */
    bool pictures;            /* a house draws them */
    bool beside;              /* it has a second platform, NJ_BENCH_BESIDE */
    const char *beside_table; /* NULL, or the table of an older program */
    const char *limit;        /* NULL, or the only figure wanted: "P5" */
    const char *count;        /* NULL, or the only loop that is counted */
    const char *game;         /* whose inputs nj_bench_loop_inputs() counts */
    /* Of recorded matches: "key", "value", ..., NULL. NULL: all as usual. */
    const char *const *options;
    char self[1024]; /* this program */
};

/* --- figures --- */

struct nj_bench_samples {
    double v[64];
    uint32_t n;
};

void nj_bench_add(struct nj_bench_samples *s, double v);
/* Sorts; 0 if there are none. */
double nj_bench_median(struct nj_bench_samples *s);
/* Of a long list, which it sorts: the value that `percent` stay under. */
double nj_bench_percentile(double *v, uint32_t n, double percent);

/* A bound of the list of goals; `least`: the figure must not be smaller. */
struct nj_bench_goal {
    double bound; /* 0: none */
    bool least;
};

struct nj_bench_row {
    const char *id, *what, *unit;
    int digits; /* behind the point */
    struct nj_bench_goal goal;
    const char *method;
};

enum {
#define ROW(name, ...) NJ_BENCH_##name,
#include "bench/rows.def"
#undef ROW
    NJ_BENCH_ROWS
};

/* Of rows.def. */
extern const struct nj_bench_row nj_bench_rows[NJ_BENCH_ROWS];

/* --- a table that was printed before (former.c) --- */

/* Reads the table of another run, mostly of an older program; the head of the
 * table and every row of it have its medians then, too. */
NJ_MUST_USE enum nj_status nj_bench_former_read(const char *path,
                                                struct nj_err *err);
/* Prints the head of the table. */
void nj_bench_head(void);
/* Prints the column of that table in a row; nothing where there is none. */
void nj_bench_former_put(const struct nj_bench_row *row);

/* Prints one row of the table; nj_bench_put: as it stands in rows.def. */
void nj_bench_print(const struct nj_bench_row *row, struct nj_bench_samples *s);
void nj_bench_put(int row, struct nj_bench_samples *s);

double nj_bench_now_ns(void); /* monotonic */
double nj_bench_cpu_ns(void); /* of this process, all threads */

/* --- the loops that callgrind counts (inner.c) --- */

/* Runs `loop` so that callgrind can tell it from what prepares it. What people,
 * platforms and the bench itself do in between is not counted: it stands in
 * functions whose names begin with nj_bench_aside_. */
void nj_bench_count(void (*loop)(void *ctx), void *ctx);
#define NJ_BENCH_ASIDE __attribute__((noinline))
void nj_bench_aside_frame(struct nj_str *s, unsigned user, uint64_t id,
                          const char *chat, const char *text);
void nj_bench_aside_observe(void *ctx, const char *chat,
                            const struct nj_message *m);
void nj_bench_aside_sent(void *ctx, const char *to);
void nj_bench_aside_answer(struct nj_str *s, uint64_t call, const char *echo);
/* Prepares and runs the loop of that name; *times: how often it does the
 * thing counted. NJ_ERR_NOT_FOUND: there is no such loop. */
NJ_MUST_USE enum nj_status nj_bench_inner(struct nj_bench *b, const char *name,
                                          uint32_t *times, struct nj_err *err);
/* Instructions of one turn of the loop, by running this program under
 * callgrind; 0: could not be had. */
double nj_bench_instructions(struct nj_bench *b, const char *name);
/* Prints a row of instruction counts, if they can be had. */
void nj_bench_count_row(struct nj_bench *b, const char *id, const char *what,
                        const char *loop, double goal);

/* --- a loaded referee (house.c) --- */

struct nj_bench_group {
    bool over;     /* the match has ended */
    bool waits;    /* a command was given and nothing said yet */
    uint8_t turn;  /* seat to move */
    int8_t who[2]; /* which of the two sits on seat i; -1 unknown */
    double asked_ns;
};

struct nj_bench_house {
    struct nj_bench *b;
    struct nj_house house;
    struct nj_bench_group *groups;
    uint32_t n_groups, next;
    uint32_t n_played; /* orders are given in the first ones; 0: in all */
    bool slow;         /* people have days, not minutes, for an order */
    uint64_t texts, messages; /* sent; said by matches */
    uint64_t ids;             /* of messages */
    double *latency;          /* ns, of commands answered; NULL: not wanted */
    uint32_t n_latency, cap_latency;
};

/* A new database with `groups` groups, no table yet. */
NJ_MUST_USE enum nj_status nj_bench_house_open(struct nj_bench_house *h,
                                               struct nj_bench *b,
                                               uint32_t groups,
                                               struct nj_err *err);
/* The same on a database that is there. */
NJ_MUST_USE enum nj_status nj_bench_house_start(struct nj_bench_house *h,
                                                struct nj_err *err);
/* Stops and removes the files. */
void nj_bench_house_close(struct nj_bench_house *h);
/* A match of two people in every group that has none. */
NJ_MUST_USE enum nj_status nj_bench_house_fill(struct nj_bench_house *h,
                                               struct nj_err *err);
/* A frame of OneBot arrives: person 0 or 1 of the group writes. */
void nj_bench_house_say(struct nj_bench_house *h, uint32_t group, int who,
                        bool in_group, const char *text);
/* Whose turn it is in that group ends it. */
void nj_bench_house_move(struct nj_bench_house *h, uint32_t group);
/* `n` turns ended by whose turn it is, `flight` at a time, each in another
 * group. */
NJ_MUST_USE enum nj_status nj_bench_house_moves(struct nj_bench_house *h,
                                                uint32_t n, uint32_t flight,
                                                struct nj_err *err);

/* --- the wire without a socket (wire.c) --- */

/* Calls `sent` with the address of each text that leaves. */
struct nj_gateway *nj_bench_wire_create(struct nj_inbox *inbox,
                                        void (*sent)(void *ctx, const char *to),
                                        void *ctx);
/* Reads one frame as the OneBot client does and hands on what it says. */
void nj_bench_wire_frame(struct nj_gateway *g, const char *text, size_t n);

/* --- the same of Telegram (telegram.c) --- */

struct nj_gateway *nj_bench_telegram_create(
    struct nj_inbox *inbox, void (*sent)(void *ctx, const char *to), void *ctx);
/* Reads one answer to getUpdates and hands on what it says. */
void nj_bench_telegram_update(struct nj_gateway *g, const char *text, size_t n);

/* --- matches, and records of them (record.c) --- */

/* A match of this setup, but for its chance, which comes from the seed, and
 * its seats. */
struct nj_match *nj_bench_match(const struct nj_match_setup *setup,
                                const struct nj_hash *seed, uint8_t seats,
                                bool computers);

typedef void nj_bench_heard(void *ctx, const struct nj_input *in,
                            const struct nj_outcome *o);

/* Starts it and lets its computer players and its clock go on, for `max`
 * inputs at the most; `heard` may be NULL. Returns whether it has ended. */
bool nj_bench_play(struct nj_match *m, uint32_t max, nj_bench_heard *heard,
                   void *ctx);

/* Whole matches of computer players alone. */
struct nj_bench_games {
    const struct nj_loaded_game *game;
    const char *edition;
    struct nj_options options;
    uint8_t seats;
};

/* Plays one, whose chance is its number; false: it does not end (hotel.c). */
bool nj_bench_games_play(const struct nj_bench_games *g, uint32_t number);
/* How many a second, run by run. */
NJ_MUST_USE enum nj_status nj_bench_games(struct nj_bench *b,
                                          const struct nj_bench_games *g,
                                          struct nj_bench_samples *out,
                                          struct nj_err *err);

#define NJ_BENCH_INPUTS_MAX 4096

struct nj_bench_record {
    int64_t number; /* of the match that it is; 0 and "": of none */
    char code[8];
    struct nj_hash seed;
    uint8_t seats;
    uint32_t n;
    struct nj_input in[NJ_BENCH_INPUTS_MAX];
    struct nj_arg args[NJ_BENCH_INPUTS_MAX];
    char text[NJ_BENCH_INPUTS_MAX][8];
    struct nj_hash digest[NJ_BENCH_INPUTS_MAX];
};

/* A match of people who move as computer players would; at most `max` inputs,
 * the start being the first. NULL if it is over before `least`. */
struct nj_bench_record *nj_bench_record_make(struct nj_bench *b, uint64_t seed,
                                             uint8_t seats, uint32_t least,
                                             uint32_t max);
struct nj_match *nj_bench_record_match(struct nj_bench *b,
                                       const struct nj_bench_record *rec,
                                       bool computers);

/* --- the figures; each prints its rows --- */

typedef enum nj_status nj_bench_figure(struct nj_bench *b, struct nj_err *err);
nj_bench_figure nj_bench_chain, nj_bench_real, nj_bench_telegram,
    nj_bench_engine, nj_bench_memory, nj_bench_stored, nj_bench_start,
    nj_bench_pictures, nj_bench_delay, nj_bench_long, nj_bench_binary,
    nj_bench_growth, nj_bench_crowd, nj_bench_hotel, nj_bench_cards,
    nj_bench_mask, nj_bench_felt, nj_bench_pg, nj_bench_pg_workers;

/* Prepares the loop and runs it by nj_bench_count(). */
enum nj_status nj_bench_loop_command(struct nj_bench *b, uint32_t *times,
                                     struct nj_err *err);
/* The same, each in a turn of its own. */
enum nj_status nj_bench_loop_alone(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err);
enum nj_status nj_bench_loop_chatter(struct nj_bench *b, uint32_t *times,
                                     struct nj_err *err);
/* `#帮助`, and a word that is nearly a command, each answered. */
enum nj_status nj_bench_loop_help(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err);
enum nj_status nj_bench_loop_slip(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err);
enum nj_status nj_bench_loop_move(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err);
enum nj_status nj_bench_loop_turn(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err);
enum nj_status nj_bench_loop_setup(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err);
enum nj_status nj_bench_loop_night(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err);
enum nj_status nj_bench_loop_mask2(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err);
enum nj_status nj_bench_loop_mask3(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err);
enum nj_status nj_bench_loop_mask4(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err);
enum nj_status nj_bench_loop_picture(struct nj_bench *b, uint32_t *times,
                                     struct nj_err *err);
/* A whole match of computer players, what they think included. */
enum nj_status nj_bench_loop_inputs(struct nj_bench *b, uint32_t *times,
                                    struct nj_err *err);
/* From the files compiled in to the first answer on an empty database. */
enum nj_status nj_bench_loop_start(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err);

#endif
