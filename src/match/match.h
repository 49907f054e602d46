/*
 * One match: inputs in, messages out. No clock, no disk, no text.
 *
 * Life: create, apply the start, apply inputs until it is over, destroy. The
 * caller (referee, simulation, replay, scenario) owns the log: it stores each
 * accepted input with its digest and can fold it again to the same state.
 *
 *     struct nj_match *m = nj_match_create(&setup);
 *     const struct nj_outcome *o = nj_match_apply(m, &in);
 *     if (o->refused) ... tell o->messages to the asker, store no input
 *     else            ... store in (o->seq, o->digest) and o->messages
 *
 * What an input causes lives in a work area that all matches of a thread
 * share: an outcome, and an input made by nj_match_computer(), _due() or
 * _fire(), is lent until the next call that applies or makes one, for
 * whichever match. An idle match therefore holds no buffers.
 */
#ifndef NJ_MATCH_MATCH_H
#define NJ_MATCH_MATCH_H

#include "match/game.h"

struct nj_when;

struct nj_match_seat {
    const char *name;         /* as shown; cleaned by the caller */
    bool computer;            /* no person behind it */
    uint8_t join;             /* order of joining, 0-based */
    const char *contribution; /* bytes for the draw of chance; "" if none */
};

struct nj_match_setup {
    const struct nj_game *game;
    const void *data;                /* from game->data_load, or NULL */
    const struct nj_hash *data_hash; /* of all it is played with; NULL: zero */
    int64_t number;                  /* these two enter the first digest; */
    const char *code;                /* NULL: "" */
    const char *edition;
    struct nj_options options;
    const struct nj_match_seat *seats; /* in order of joining; copied */
    uint8_t n_seats;
    struct nj_rng rng;         /* the dice, at their beginning */
    struct nj_hash brain_key;  /* key of the computer players' streams */
    struct nj_hash commitment; /* enters the first digest */
};

struct nj_outcome {
    bool refused;
    bool over; /* the match has ended, with this input or before */
    bool stop; /* orders behind this one, from the same message, are void */
    uint32_t seq;
    struct nj_hash digest;             /* of this input, in the chain */
    const struct nj_message *messages; /* in order; NULL if none */
    uint32_t n_messages;
};

struct nj_match *nj_match_create(const struct nj_match_setup *setup);
/* The one thing to do with a match in which an assertion has failed. NULL is
 * fine. */
void nj_match_destroy(struct nj_match *m);

/* A thread other than the main one calls it before it ends. */
void nj_match_thread_done(void);

/*
 * Applies one input; `in->seq` is ignored (the match counts). It must have no
 * fault (see below; an assertion: the parser made it). An answer that is none
 * of a question's choices is refused with `match.err.choice`. Refused inputs
 * take no number and leave no trace. The clock's inputs are never refused.
 */
const struct nj_outcome *nj_match_apply(struct nj_match *m,
                                        const struct nj_input *in);

/* What the digest of an input has covered, for whoever hashes it again: the
 * digest before it and then what match/digest.c lists. */
struct nj_draw {
    uint32_t n, drawn; /* 0 <= drawn < n */
};

struct nj_hashed {
    const uint8_t *bytes;
    size_t n;
    const struct nj_draw *draws; /* of its dice, in order */
    uint32_t n_draws;
};
/* Returns that of the input that this thread applied last, which was not
 * refused; lent as its outcome is. */
struct nj_hashed nj_match_hashed(void);

/*
 * What makes the input impossible now, as a phrase, or NULL: an unknown verb,
 * arguments of another number or type, a timer that is not armed, ... For
 * whoever has inputs from outside: a match file.
 */
const char *nj_match_fault(const struct nj_match *m, const struct nj_input *in);

/*
 * Undo (an input of kind NJ_IN_UNDO, whose target the game chooses) needs the
 * log: the match asks for input number `seq` (1-based) while
 * nj_match_apply() runs. Without a source an undo is an assertion; so is a
 * game that reads its own past (nj_recall). What is
 * lent need not live longer than until the next call of the source. The log
 * keeps what was undone, and the undo: folding it goes the same way back and
 * forth.
 */
typedef const struct nj_input *nj_input_source(void *ctx, uint32_t seq);
void nj_match_set_source(struct nj_match *m, nj_input_source *source,
                         void *ctx);
/* The same for a source that belongs to the match: `end` gets `ctx` when the
 * match is destroyed or is given another source. */
void nj_match_own_source(struct nj_match *m, nj_input_source *source, void *ctx,
                         void (*end)(void *ctx));

/* Answers a query; q->answers holds the lines. The verb must be a query. */
void nj_match_query(const struct nj_match *m, struct nj_query *q);

/* All of the board as it stands, for a worked example (match/game.h: exhibit),
 * by a game that has it. */
void nj_match_exhibit(const struct nj_match *m, struct nj_query *q);

/* All that is there as it stands, for a replay (match/game.h: whole), by a game
 * that has it; no answer: nothing stands yet. */
void nj_match_whole(const struct nj_match *m, struct nj_query *q);

/* The message of the game's slate as it stands (match/slate.h), which it has. */
void nj_match_slate(const struct nj_match *m, struct nj_query *q);

/* What a host's power would change, for him alone; q->verb names it, q->args
 * are its own. False: the game has no such power. */
bool nj_match_preview(const struct nj_match *m, struct nj_query *q);
/* The power of that name in the game, or NULL. */
const struct nj_power *nj_game_power(const struct nj_game *g, const char *verb);

/*
 * The next order of a computer player, if one has something to do now: fills
 * the input (at the time of the last one) and returns true. The lowest seat
 * first; who was refused is not asked again before the next accepted input.
 */
bool nj_match_computer(struct nj_match *m, struct nj_input *in);

/* May one of them have something to do, now or later, as far as who acts for
 * which seat tells? */
bool nj_match_acts(const struct nj_match *m);

/* ... if its moment (struct nj_tempo) has come by then. */
bool nj_match_computer_by(struct nj_match *m, int64_t now_ms,
                          struct nj_input *in);
/* The first moment behind `now_ms` at which a computer player has something to
 * do. False: there is none. */
bool nj_match_moment(const struct nj_match *m, int64_t now_ms, int64_t *at_ms);

/* The earliest deadline (timer or prompt) and, by nj_match_due(), the input
 * that it becomes. False if nothing is armed or the match is paused. */
bool nj_match_deadline(const struct nj_match *m, int64_t *at_ms);
bool nj_match_due(struct nj_match *m, int64_t now_ms, struct nj_input *in);
/* The input of a named timer now, whatever its time (scenarios: `T name`,
 * NULL: the game's main timer) at its deadline. False if it is not armed or
 * stands still. */
bool nj_match_fire(struct nj_match *m, const char *name, struct nj_input *in);

/*
 * Grace (design 4): after an outage of `down_ms` that ended at `now_ms` each
 * running deadline moves by its length and stands at least min(least_ms, its
 * own length) ahead. It is not an input: the caller stores the deadlines
 * (nj_match_timers) and gives them back after a replay.
 */
void nj_match_grace(struct nj_match *m, int64_t now_ms, int64_t down_ms,
                    int64_t least_ms);

/* A running deadline: a timer of the game or that of an open question. */
struct nj_timer {
    char name[NJ_TIMER_BYTES]; /* "" marks a free place; those stand behind */
    uint8_t asked; /* 0: the game's; seat + 1: of a question to that seat */
    int64_t at_ms; /* paused: what is left */
    int64_t length_ms;
    int64_t armed_ms; /* or set going again, by a resume or an undo; all that
                       * it stood before that is in `at_ms` */
};
/* The running deadlines (NJ_TIMERS_MAX places) for the store, in the order of
 * arming, and back: that gives both moments to those that the log has armed,
 * and arms none. */
const struct nj_timer *nj_match_timers(const struct nj_match *m);
/* Returns the one that players know of, else the longest; NULL: none runs. */
const struct nj_timer *nj_timer_main(const struct nj_game *g,
                                     const struct nj_timer *timers);
void nj_match_set_timers(struct nj_match *m, const struct nj_timer *timers);

/* Is that moment one that an option names as a time of day ("daily 21:00")?
 * What is marked as local is one of the zone `local_min`. */
bool nj_match_time_of_day(const struct nj_match *m, int64_t at_ms,
                          int local_min);
/* Is that deadline as long as an option said that is marked as local
 * (base/when.h)? Then *w is what it said. */
bool nj_match_local_time(const struct nj_match *m, const struct nj_timer *t,
                         struct nj_when *w);

/* --- what the shell may know --- */

const struct nj_game *nj_match_game(const struct nj_match *m);
bool nj_match_over(const struct nj_match *m);
/* The seats that have earned it in a match that is over: of those that stayed
 * to the end. */
nj_seat_set nj_match_earned(const struct nj_match *m,
                            const struct nj_achievement *a);
uint32_t nj_match_seq(const struct nj_match *m);
const struct nj_hash *nj_match_digest(const struct nj_match *m);
uint64_t nj_match_draws(const struct nj_match *m);
/* The seat of the one who joined as number `join` (LN-2.1b), and back. */
nj_seat nj_match_seat_of(const struct nj_match *m, uint8_t join);
uint8_t nj_match_join_of(const struct nj_match *m, nj_seat seat);
/* Who is waited for: of a person with several seats the first of them. */
nj_seat_set nj_match_awaited(const struct nj_match *m);
/* ... and the very seats. */
nj_seat_set nj_match_awaited_seats(const struct nj_match *m);
/* Whom of those a reminder is for: a secret (struct nj_game: unfinished). */
nj_seat_set nj_match_unfinished(const struct nj_match *m);
/* The seat at which the person sits who plays that one. */
nj_seat nj_match_main(const struct nj_match *m, nj_seat seat);
nj_seat_set nj_match_mains(const struct nj_match *m, nj_seat_set seats);
/* May the person who plays `of` take over `seat` besides (struct nj_game:
 * shares)? */
bool nj_may_share(const struct nj_match *m, nj_seat seat, nj_seat of);
/* The seats that a question is put to. */
nj_seat_set nj_match_asked(const struct nj_match *m);
/* Which of the seats of the person who sits at `main` his words are for: the
 * one he names (`as`, from 1; 0: none), else that of an open question, else one
 * that is awaited, else as the game says. False: he named one that is not
 * his. */
bool nj_match_meant(const struct nj_match *m, nj_seat main, uint8_t as,
                    const char *verb, nj_seat *seat);

/* Who has been told that such an order does not belong there; zeroed at
 * first. */
struct nj_hushed {
    int64_t span;         /* in which: the running phase, mostly */
    nj_seat_set seats[2]; /* while nobody waited for them, while one did */
};

/* Is an order of that verb, typed by the seat in a group without a prefix, talk
 * now (struct nj_game: talk)? If not, it is taken for answered. */
bool nj_match_talk(const struct nj_match *m, nj_seat seat, const char *verb,
                   struct nj_hushed *h);
/* How its players agree on a pause (struct nj_game: accord), or NULL. */
const struct nj_accord *nj_match_accord(const struct nj_match *m);
/* The verb that takes what he says in private as text (if `asks`, one that he
 * has to be asked about), and for which of his seats; NULL: none does. */
const char *nj_match_collects(const struct nj_match *m, nj_seat main, bool asks,
                              nj_seat *seat);
/* Seats out of play; not the first of a person who plays on at another. */
nj_seat_set nj_match_out(const struct nj_match *m);
/* A scripted stream ran out or held a value that its draw could not give. */
bool nj_match_misscripted(const struct nj_match *m);
/* Bytes held, for the memory figures. */
size_t nj_match_bytes(const struct nj_match *m);
/* The state's words, as in `end:` of a scenario. */
void nj_match_state(const struct nj_match *m, struct nj_str *out);
/*
 * Scenarios: a board by clauses in the game's words, then the time at which it
 * stands; instead of a start input. The match must have been created with as
 * many seats as the game allows; the clauses say how many there are.
 */
NJ_MUST_USE enum nj_status nj_match_given(struct nj_match *m,
                                          const char *clause,
                                          struct nj_err *err);
void nj_match_given_done(struct nj_match *m, int64_t at_ms);
/* ... and between these two: the person of the seat `of` plays `seat` as well.
 * False: there are no such seats, `of` is not the first of his, or his game
 * gives everybody one. */
NJ_MUST_USE bool nj_match_given_hand(struct nj_match *m, nj_seat seat,
                                     nj_seat of);

/* The edition of that name as the game spells it, or NULL; has it several? */
const char *nj_game_edition(const struct nj_game *g, const char *name);
bool nj_game_has_editions(const struct nj_game *g);

/* How many seats a table with these options may have. */
struct nj_seats_range {
    uint8_t least, most;
};

struct nj_seats_range nj_options_seats(const struct nj_game *g,
                                       const void *data, const char *edition,
                                       const struct nj_options *o);

/* The verb of that name in the game, or NULL. */
const struct nj_verb *nj_game_verb(const struct nj_game *g, const char *name);
/* Does a list of a game (folds, shown, spaced: keys or verbs, ended by NULL)
 * name that one? A NULL list: no. */
bool nj_game_lists(const char *const *names, const char *name);
/* The query by which the game itself answers who asks for help there
 * (match/game.h: nj_query), or NULL: it has a text for it. */
const struct nj_verb *nj_game_help(const struct nj_game *g,
                                   enum nj_place place);
/* Options: defaults, one by text ("9", "on", "90s", seconds without a unit);
 * false: not a legal value. nj_option_print() writes it as it is typed. */
void nj_options_default(const struct nj_game *g, struct nj_options *o);
int nj_option_find(const struct nj_game *g, const char *key); /* -1: none */
/* Has its row a place in the state that holds each of its values, and that no
 * other row has? For the tests of a game. */
bool nj_option_fits(const struct nj_game *g, int i);
/* May people choose that option? */
bool nj_option_free(const struct nj_game *g, int i);
NJ_MUST_USE bool nj_option_parse(const struct nj_option *opt, const char *text,
                                 int64_t *value);
void nj_option_print(const struct nj_option *opt, int64_t value,
                     struct nj_str *out);
/* The same for any option of a set, texts included. */
NJ_MUST_USE bool nj_options_put(const struct nj_game *g, struct nj_options *o,
                                int i, const char *text);
void nj_options_print(const struct nj_game *g, const struct nj_options *o,
                      int i, struct nj_str *out);
bool nj_options_off_default(const struct nj_game *g, const struct nj_options *o,
                            int i);
/* Lets the game adjust or reject a combination before the match. NULL: it is
 * fine and `o` is adjusted; else the refusal, lent as an outcome is. */
const struct nj_message *nj_options_check(const struct nj_game *g,
                                          const void *data, const char *edition,
                                          struct nj_options *o, uint8_t seats);

#endif
