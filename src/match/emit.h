/*
 * The words in which a game speaks to its match. All of them act on the input
 * in hand; everything is recorded in the order of the calls.
 */
#ifndef NJ_MATCH_EMIT_H
#define NJ_MATCH_EMIT_H

#include "match/game.h"

/*
 * Says something. `key`, `clause`, names and row forms are literals; values
 * are copied. To an empty set of seats nothing is said. The only way out of a
 * game.
 */
void nj_emit(struct nj_match *m, struct nj_audience to, const char *key,
             const char *clause, struct nj_args args);

/* Says it to a host who holds no seat (`host_option` of the game): what one who
 * plays must not hear, nor an empty place. */
void nj_tell_leader(struct nj_match *m, const char *key, const char *clause,
                    struct nj_args args);

/*
 * Refuses the input in hand: the message goes to who asked, in the place he
 * asked (group: everyone; private: his seat; a host: the host). Nothing may
 * have been emitted or changed before. Returns the value the step returns.
 */
NJ_MUST_USE int nj_refuse(struct nj_match *m, const struct nj_input *in,
                          const char *key, const char *clause,
                          struct nj_args args);

/* The same, but to the seat alone wherever it was asked: for what a group must
 * not hear. Only for orders of a seat. */
NJ_MUST_USE int nj_refuse_aside(struct nj_match *m, const struct nj_input *in,
                                const char *key, const char *clause,
                                struct nj_args args);

/* Behind a refusal: what the words may have meant, each as one would type it.
 * Whoever typed them picks one by its number. Returns what the step returns. */
NJ_MUST_USE int nj_refused_unsure(struct nj_match *m,
                                  const char *const *readings, uint32_t n);

/* Refuses a combination of options; the table tells whoever asked. */
NJ_MUST_USE int nj_refuse_option(struct nj_match *m, const char *key,
                                 const char *clause, struct nj_args args);

/* Adds a line to the answer of a query. Copied into the query's arena. */
void nj_answer(struct nj_query *q, const char *key, const char *clause,
               struct nj_args args);
/* ... a message of the asker's record once more. */
void nj_answer_again(struct nj_query *q, const struct nj_message *m);

/* What was typed behind this order, in the same message, is not to be read:
 * something has happened that who typed it could not know. */
void nj_stop(struct nj_match *m);

/*
 * Whom an answer reaches: a seat or the host as a message, or a query. So the
 * same words serve an order and a query, whoever asks.
 */
struct nj_asker {
    struct nj_match *m; /* NULL: into the query `q` */
    struct nj_query *q;
    const struct nj_match *from; /* what is looked at: always */
    nj_seat seat;                /* who asks, or is looked at */
    bool host;                   /* it goes to the host, not to the seat */
};

struct nj_asker nj_asker_seat(struct nj_match *m, nj_seat seat);
struct nj_asker nj_asker_host(struct nj_match *m, nj_seat seat);
struct nj_asker nj_asker_query(const struct nj_match *m, struct nj_query *q);
void nj_tell_asker(const struct nj_asker *to, const char *key,
                   const char *clause, struct nj_args args);

/* --- what a game may know --- */

void *nj_state(struct nj_match *m);
const void *nj_state_const(const struct nj_match *m);
const void *nj_data(const struct nj_match *m);
uint8_t nj_seats(const struct nj_match *m);
/* Seats a computer player holds as its own (not by substitution). */
nj_seat_set nj_computers(const struct nj_match *m);
/* One of the game's editions. */
const char *nj_edition(const struct nj_match *m);
/* The name people see, valid as long as the match. */
const char *nj_seat_name(const struct nj_match *m, nj_seat seat);
/* An option by key as it was chosen (value or index of the word); asserts that
 * it exists. What stands in the state by its row is read there. A deadline that is a time of day, or counts working days alone, is its length
 * from the input in hand on. */
int64_t nj_option(const struct nj_match *m, const char *key);
/* Is it the same length at any moment? */
bool nj_option_steady(const struct nj_match *m, const char *key);
/* ... and one that is a text; "" by default. */
const char *nj_option_text(const struct nj_match *m, const char *key);
/* ... and the word that was chosen. */
const char *nj_option_word(const struct nj_match *m, const char *key);
/* What is off its default, as a message at the start may say it:
 * "size=10,think=60s", lengths in seconds, the words of a text joined by '+',
 * those of a time of day (nj_when_print()) by '_'. What `out` has no room for is
 * left out; "-": nothing. */
void nj_options_told(const struct nj_match *m, char *out, size_t cap);
/* `check_options` only: a value of the set in hand, to read or to change, and
 * what would stand in the state for it. */
int64_t *nj_options_at(const struct nj_match *m, struct nj_options *o,
                       const char *key);
int64_t nj_options_meant(const struct nj_match *m, const struct nj_options *o,
                         const char *key);
/* Time of the input in hand; in queries and `state`: of the last input. */
int64_t nj_at(const struct nj_match *m);
/* Sequence number of the input in hand. */
uint32_t nj_seq(const struct nj_match *m);

/* --- the match's own past --- */

/* A seat's order (as it was typed) or a private message to that seat; the
 * other one is NULL. */
struct nj_past_line {
    uint32_t seq; /* of the input */
    const struct nj_input *order;
    const struct nj_message *message;
};

typedef void nj_recall_fn(void *ctx, const struct nj_past_line *line);

/*
 * Reads the past again, while an input is applied: hands `fn`, in order, each
 * accepted order of that seat (by whomever: see `order->by`) and each message
 * to that seat in private, alone or with others, of the inputs 1..until_seq.
 * What was undone is left out, a given board is where it begins. `until_seq`
 * may be the input in hand: then what it has said so far belongs to it.
 *
 * The log is folded from its beginning in a second state, so the match must
 * have a source of inputs (nj_match_set_source; else an assertion); state,
 * chance, timers and the digest of the input in hand are not touched. It costs
 * what playing the match again costs. `fn` may speak by nj_emit(); of a
 * message its key, clause, names and row forms are literals that can be
 * emitted again, everything else of a line is lent for the call.
 */
void nj_recall(struct nj_match *m, nj_seat seat, uint32_t until_seq,
               nj_recall_fn *fn, void *ctx);

/* --- chance: rng(n) of the rules, in the order they document --- */

uint32_t nj_random(struct nj_match *m, uint32_t n);
void nj_shuffle_u8(struct nj_match *m, uint8_t *list, uint32_t n);
/*
 * Chance of a seat's own: `n` numbers below `below`, at most NJ_SEAT_DRAWS. It
 * leaves the match's chance alone, whoever plays the seat, and is as much a
 * secret. The same again within one input.
 */
#define NJ_SEAT_DRAWS 64
void nj_random_of_seat(const struct nj_match *m, nj_seat seat, uint32_t below,
                       uint32_t n, uint32_t *out);
/* sample(0..n-1, k) of LN-1.8: k ascending indices into out. n <= 255. */
void nj_sample_u8(struct nj_match *m, uint8_t *out, uint32_t n, uint32_t k);

/* --- timers: by name, in the transaction of the input that arms them --- */

/* (Re-)arms; it fires `ms` after the input in hand. `name` is a literal. */
void nj_timer_arm(struct nj_match *m, const char *name, int64_t ms);
void nj_timer_cancel(struct nj_match *m, const char *name);
/* Absolute time, or 0 while it is not armed; while clocks stand, as if they had
 * not. Fit for a message only right after arming: later a grace may have moved
 * it outside the log. */
int64_t nj_timer_at(const struct nj_match *m, const char *name);
/* Host powers: all timers stand still, go on, or move by `ms`. */
void nj_timer_pause(struct nj_match *m);
void nj_timer_resume(struct nj_match *m);
bool nj_timer_paused(const struct nj_match *m);
void nj_timer_extend(struct nj_match *m, int64_t ms);

/* --- prompts: a question to one seat, with deadline and default --- */

/* A question. Names and verb are literals, the choices are copied. */
struct nj_ask {
    nj_seat seat;
    const char *name;
    int64_t ms;        /* until its default; 0: no deadline of its own */
    bool in_phase;     /* ... but not behind the end of the running phase */
    bool silent;       /* nothing is said, its time runs all the same */
    nj_seat_set waits; /* seats that can do nothing until it is closed */
    bool holds;        /* the clock of phases stands while it is open */
    /* With choices: `verb` of the game, with one text argument, which must be
     * one of them. NULL: verbs of the game answer it in words of their own, and
     * the choices are some of these words, shown with the message. */
    const char *verb;
    const char *const *choices;
    uint32_t n; /* 0..NJ_CHOICES_MAX */
    uint32_t dflt;
};

/*
 * Puts the question `ask->name` to a seat: the message goes to the seat in
 * private. One open question per seat and name.
 *
 * With `verb`: it is answered by that order (the match checks the
 * text), or after `ms` by the choice number `dflt`, which arrives as the same
 * order by NJ_BY_CLOCK and must not be refused. While the answer is applied
 * the question counts as closed, so the same one can be put again; if the
 * answer is refused it stays open.
 *
 * Without: it has a row in the game's `questions`, stays open until
 * nj_prompt_close(), and its default is taken by nj_prompts_due() or
 * nj_prompts_end(). Its row says by which verbs, with whatever arguments, it is
 * answered, and whether everybody waits for that. Its time is reckoned from the
 * moment of the input that put it: a pause, an extension and an undo move it, a
 * grace outside the log does not.
 *
 * Whoever gets no message (dead, absent) is asked silently: then nobody learns
 * of it from the time that an answer takes.
 *
 * `holds`: the running phase (clock.h), its reminder and whichever begins
 * meanwhile stand still for as long as the question is open; with several,
 * until the last of them is closed. Until then the phase's deadline is the
 * latest moment at which it can end. The question needs a deadline. An
 * extension lengthens the question, not what stands.
 */
void nj_prompt(struct nj_match *m, const struct nj_ask *ask, const char *key,
               const char *clause, struct nj_args args);
/* The moment of its deadline, for its message; 0: it has none. */
int64_t nj_ask_deadline(const struct nj_match *m, const struct nj_ask *ask);
/* Answered, or it has lost its object. Says nothing; one that is not open
 * stays so. */
void nj_prompt_close(struct nj_match *m, nj_seat seat, const char *name);
bool nj_prompt_open(const struct nj_match *m, nj_seat seat, const char *name);
/* When its default is taken, of the oldest as the timer is armed; it is open. */
int64_t nj_prompt_ends(const struct nj_match *m, nj_seat seat,
                       const char *name);
/* All to whom it is put. */
nj_seat_set nj_prompt_seats(const struct nj_match *m, const char *name);
/* Is a question open to it that freezes, or does it wait for another's? */
bool nj_frozen(const struct nj_match *m, nj_seat seat);
/*
 * NJ_PROMPT_TIMER has fired: the oldest question takes its default, and those
 * that are as old; the timer runs on for the next. In the order of the game's
 * table, and of one kind in the order of the seats in `order` (NULL: by
 * number). Stops when the match is over.
 */
void nj_prompts_due(struct nj_match *m, const uint8_t *order);
/* A phase is over: all take their defaults in that order, until none of the
 * game's table is open. */
void nj_prompts_end(struct nj_match *m, const uint8_t *order);
/* Scenarios only, from `given` or `given_done`: the question (without choices)
 * has been put before. */
void nj_given_prompt(struct nj_match *m, const struct nj_ask *ask);

/* --- seats --- */

/*
 * `start` only: the person who joined as number order[k] (0-based) becomes
 * seat k (LN-2.1b). Before the call seats are in order of joining. `n` is how
 * many seats there are then: one for each person, and at most `seats_more` of
 * the game besides.
 *
 * Who has several of them sits once, on the first: messages to several of his
 * seats come to him once and name them; his absence, a computer player in his
 * place, his result (that of his first seat) and his leaving are of all of
 * them.
 */
void nj_seat_order(struct nj_match *m, const uint8_t *order, uint8_t n);
/* All seats of the person who plays that one. */
nj_seat_set nj_seat_hand(const struct nj_match *m, nj_seat seat);
/* A computer player acts for the seat until told otherwise (LN-12.4). */
void nj_substitute(struct nj_match *m, nj_seat seat, bool on);
bool nj_substituted(const struct nj_match *m, nj_seat seat);
/* While the running phase lasts the computer player of the seat does nothing
 * for `ms` from now on (struct nj_brain: paced); what it does then is done at
 * once, until the next such call. Where one person at most plays, nobody waits. */
void nj_brain_wait(struct nj_match *m, nj_seat seat, int64_t ms);
/* A computer player holds the seat for good, or a person takes it (a host's
 * `sub`); nj_computers() tells. */
void nj_seat_computer(struct nj_match *m, nj_seat seat, bool computer);
/* The seat needs no more orders of its own: out of play. */
void nj_seat_out(struct nj_match *m, nj_seat seat);

/* --- the course --- */

/*
 * Host power undo: the state becomes what it was before input `seq`, random
 * stream, timers, questions and computer players included. Timers keep what
 * was left of them then, or as `undo_clocks` of the game says. A game calls
 * it, once, when it accepts an input of kind NJ_IN_UNDO, after its
 * announcement, and never otherwise; it takes effect behind the step, and then
 * `undone` of the game speaks, if it is `aloud`: where nobody may hear that
 * something was taken back, it is not. 1 < seq < nj_seq().
 */
void nj_undo_before(struct nj_match *m, uint32_t seq, bool aloud);
/* The newest input in front of number `seq` that may have changed something:
 * a host's looks (nj_power.at_once) are passed over. Returns its number, 1 at
 * least; *in is lent until the next look into the log. For an undo, and what it
 * says in front that it would take back. */
uint32_t nj_undo_newest(const struct nj_match *m, uint32_t seq,
                        const struct nj_input **in);
/* The match is over: `reveal` is called behind the step, timers are gone. */
void nj_over(struct nj_match *m);

/*
 * Scenarios only, from `given`: how many seats the board has. Returns false,
 * with nothing changed, where the match was created for fewer.
 */
bool nj_given_seats(struct nj_match *m, uint8_t n);
/* ... and an option by its text. False: no such option or value. */
NJ_MUST_USE bool nj_given_option(struct nj_match *m, const char *key,
                                 const char *text);

#endif
