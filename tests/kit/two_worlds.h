/*
 * Two worlds: two matches that differ only in what some seats may not know.
 * Both get the same inputs; whatever reaches those seats, the group or the
 * host has to be equal, word for word and in the same order: texts in all
 * languages, arguments, choices, drawing calls, refusals, answers, whom the
 * match waits for, its deadlines, and what computer players do.
 *
 * The driver knows no game. What may differ, and up to which event, is told by
 * a struct nj_two_game that a game's tests write from its rules.
 */
#ifndef NJ_KIT_TWO_WORLDS_H
#define NJ_KIT_TWO_WORLDS_H

#include "base/arena.h"
#include "locale/catalog.h"
#include "match/export.h"

struct nj_two_worlds;

/* A host's power for the random inputs: one letter per argument, 's' seat,
 * 'm' length of time, 't' text, 'c' the word of a computer player. */
struct nj_two_power {
    const char *verb;
    const char *args;
    unsigned weight;
};

struct nj_two_game {
    const struct nj_game *game;
    /* The key of the message behind which the rules show everything. */
    const char *last_key;
    const struct nj_two_power *powers; /* ends with {0} */
    /* A sensible order of some seat; `text` holds its text argument, or all of
     * them, parted by '|'. */
    void (*order)(void *ctx, struct nj_rng *rng, struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX]);
    /* Do the rules keep the difference secret if this input is given? The
     * text of an order may be shortened to the part that does. NULL: they do. */
    bool (*keeps)(void *ctx, const struct nj_input *in,
                  char text[NJ_ORDER_TEXT_MAX]);
    /* Asked behind `keeps`: true if the seat does something else in the second
     * world, in the same place, that nobody may notice: verb and text, or
     * NULL for a verb if it does nothing there. NULL: never. */
    bool (*other)(void *ctx, const struct nj_input *in, const char **verb,
                  char text[NJ_ORDER_TEXT_MAX]);
    /* Asked behind `keeps`: who gives the input in the second world, in the
     * place of its seat. NULL: the same seat. */
    nj_seat (*acts_for)(void *ctx, const struct nj_input *in);
    /* Both worlds have taken the input. NULL, or the key of the messages in
     * which the rules show a difference from now on: they are compared by
     * key alone, and the run ends; "": nothing is compared any more. May be
     * NULL. */
    const char *(*after)(void *ctx, bool refused);
    /* A text for a query that takes one. */
    const char *(*query_text)(struct nj_rng *rng);
    /* A text for a host's power; NULL: any. */
    void (*power_text)(void *ctx, struct nj_rng *rng,
                       char text[NJ_ORDER_TEXT_MAX]);
    /* The host, and a seat that is no observer, may learn the difference from
     * their own messages and refusals: these are not compared. */
    bool open_host;
    /* Timers of which nobody hears that they run, ends with NULL; NULL: there
     * are none, and the next deadline is as open as all of them. */
    const char *const *dark_timers;
};

struct nj_two_side {
    struct nj_match *m;
    struct nj_arena arena;       /* log, record and answers */
    struct nj_record_input *log; /* accepted inputs with their digests */
    const struct nj_message **record;
    uint32_t n_log, cap_log, n_record, cap_record;
    struct nj_message *said; /* what the last input caused */
    struct nj_str heard;     /* what of it is compared */
    bool refused, over;
};

/* What the runs came to, over all of them. */
struct nj_two_count {
    uint64_t moves;  /* accepted orders */
    uint64_t inputs; /* all inputs, refused ones too */
    uint64_t queries;
    uint64_t held; /* inputs not given, as the rules would tell */
    /* Counted by the game: how often an input met the difference, and how many
     * of the pairs came to its end. */
    uint64_t met, came;
};

struct nj_two_worlds {
    const struct nj_two_game *game;
    void *ctx;
    struct nj_two_side side[2];
    int32_t apart; /* inputs that only the first world took, less the others */
    bool parted;   /* only one has taken an input whose refusal is no leak */
    nj_seat_set observers;
    uint8_t seats;
    int64_t now_ms;
    bool ended;       /* the match is over, or a difference came out */
    const char *what; /* NULL, or the kind of message that leaked */
    struct nj_str diff;
    struct nj_two_count *count;
    /* Called behind each input that both have taken; a verb of NULL: the
     * second has taken none. May be NULL. */
    void (*gave)(void *ctx, const struct nj_input in[2]);
};

/* Creates both matches. The setups' seats may be copied from each other. */
void nj_two_open(struct nj_two_worlds *w, const struct nj_two_game *game,
                 void *ctx, const struct nj_match_setup setup[2],
                 nj_seat_set observers);
void nj_two_close(struct nj_two_worlds *w);
/* The texts are kept from run to run; the last one gives them back. */
void nj_two_done(void);

/* Gives both the same input and compares. False: it is impossible now. */
bool nj_two_apply(struct nj_two_worlds *w, const struct nj_input *in);
/* Gives each its own; a second one without a verb stands for none. */
bool nj_two_apply_apart(struct nj_two_worlds *w, const struct nj_input in[2]);
/* Asks both the same. `asker` may be NJ_SEAT_NONE. */
void nj_two_ask(struct nj_two_worlds *w, nj_seat asker, enum nj_place place,
                const char *verb, const char *text);
/* Looks at what can be seen between inputs: deadlines, awaited seats, ... */
void nj_two_look(struct nj_two_worlds *w);

/* --- two_play.c --- */

#define NJ_TWO_TEXTS 4
/* As many texts and numbers as the verb takes, parted by '|'; of a text in
 * pieces, the last one. What an order may do without is left out. */
struct nj_args nj_two_args(const struct nj_two_worlds *w, const char *verb,
                           char text[NJ_ORDER_TEXT_MAX],
                           struct nj_arg arg[NJ_TWO_TEXTS]);

/* Gives an input as far as the rules keep the secret, the text of an order
 * shortened to that; a seat that nobody sees may do something else in the
 * second world. False: nothing was given. */
bool nj_two_give(struct nj_two_worlds *w, const struct nj_input *in,
                 char text[NJ_ORDER_TEXT_MAX]);
/* Random inputs and questions until the end, or `n` of them. */
void nj_two_play(struct nj_two_worlds *w, struct nj_rng *rng, uint32_t n);

/* --- two_heard.c --- */

/* Appends what of these messages of one side the observers, the group and the
 * host get, line by line; messages with the key `masked` (may be NULL) by key
 * alone. */
void nj_two_transcribe(const struct nj_two_worlds *w, int side,
                       const struct nj_message *first, const char *masked,
                       struct nj_str *out);
/* Compares the two transcripts; sets `what` and `diff` if they differ. */
void nj_two_compare(struct nj_two_worlds *w, const char *about);
/* A difference of another kind. */
void nj_two_report(struct nj_two_worlds *w, const char *what, const char *a,
                   const char *b);

#endif
