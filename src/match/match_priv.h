/*
 * What the files of this folder share and nobody else sees: the inside of a
 * match, and the work area of the input in hand.
 *
 * Memory: a match is one block (struct, seats, state, scratch areas) plus what
 * it rarely has (questions, undo marks). What an input causes lives in a work
 * area that all matches of a thread share and that the next input empties, so
 * that an idle match holds no buffers.
 */
#ifndef NJ_MATCH_MATCH_PRIV_H
#define NJ_MATCH_MATCH_PRIV_H

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "match/emit.h"
#include "match/match.h"

/* Latest moment a match reckons with; sums of times stop there. */
#define NJ_AT_MAX INT64_C(9007199254740991)

/* Words of a brain's stream that belong to one input: the first half is for
 * hearing, the second for acting. */
#define NJ_BRAIN_WORDS 128

/* What the input in hand has caused so far. */
struct nj_work {
    struct nj_arena arena; /* the messages */
    struct nj_message *first, *last;
    uint32_t n_messages;
    uint32_t effects; /* anything said, armed, asked or closed */
    bool quiet;       /* a fold: nothing is digested */
    bool stop;        /* what was typed behind it is not to be read */
    uint8_t *bytes;   /* what the digest covers, in the order of the calls */
    size_t len, cap;
    struct nj_draw *draws; /* what the dice gave, in order */
    uint32_t n_draws, cap_draws;
    unsigned char *kept; /* the state before the input */
    size_t kept_used, kept_cap;
    struct nj_outcome outcome;
    struct nj_arg args[NJ_ORDER_ARGS_MAX]; /* of an input made here */
    char name[NJ_TIMER_BYTES];             /* its timer */
    struct nj_brain_order order;           /* its words */
    /* What the first half of an order has found out (order.c). */
    max_align_t plan[NJ_PLAN_MAX / sizeof(max_align_t)];
};

/*
 * An open question. One with choices has a deadline of its own, the timer of
 * the same name and seat; all others share NJ_PROMPT_TIMER.
 */
struct nj_asked {
    const char *name;               /* literal; NULL marks a free place */
    const struct nj_question *kind; /* in the game's table, or NULL */
    const char *verb;               /* with choices: literal */
    char *choices;                  /* owned: n texts, each with its NUL */
    int64_t at_ms;     /* by the log: no grace moves it; paused: what is left */
    int64_t length_ms; /* 0: no deadline */
    nj_seat_set waits;
    uint8_t n, dflt;
    nj_seat seat;
    bool holds;    /* the clock of phases stands */
    bool answered; /* by the input in hand */
};

/* Everything besides the game's state that the log determines. */
struct nj_course {
    struct nj_rng rng;
    int64_t at_ms;     /* of the input in hand or the last one */
    int64_t resume_ms; /* a pause ends by itself; 0: none does */
    int64_t paused_ms; /* when the clocks stopped that stand now */
    bool started, over, paused;
    uint8_t n_seats, n_timers;
    uint8_t phase;    /* that runs, as its number in the game's list; 0: none */
    uint8_t reminded; /* how often in it (clock.c) */
    uint8_t rung;     /* bells in it */
    int64_t ends_ms;  /* it, as the log alone has it; paused: what is left */
    /* How long before its end each computer player begins to act (tempo.c). */
    uint32_t lead_ms[NJ_SEATS_MAX];
    nj_seat_set computers, substituted, out;
    nj_seat_set taken; /* whose person began at another seat (hand.c) */
    uint8_t join_of[NJ_SEATS_MAX];
    struct nj_timer timers[NJ_TIMERS_MAX]; /* in order of arming */
};

/* The options of a match: a text takes no more room than it is long. */
struct nj_agreed {
    int64_t v[NJ_OPTIONS_MAX];
    char *text[NJ_OPTION_TEXTS]; /* NULL: empty */
};

struct nj_seat_info { /* in order of joining */
    const char *name;
    const char *contribution;
    bool computer;
};

/* An input that was an undo: the course went on as before `target`. */
struct nj_undo_mark {
    uint32_t seq, target;
};

struct nj_pages; /* long texts outside the state: pages.c */
struct nj_base;  /* where a given board begins: undo.c */
struct nj_past;  /* what a second state has told so far: recall.c */

struct nj_match {
    const struct nj_game *game;
    const void *data;
    const char *edition;
    struct nj_hash brain_key, digest;
    struct nj_agreed agreed;
    struct nj_course c;
    uint32_t seq;
    uint8_t seats_room; /* seats at the creation */
    bool ending;        /* nj_over() was called in the step in hand */
    nj_seat_set silent; /* computer players whose last order was refused */
    uint32_t undo_target;
    bool undo_aloud;
    uint32_t n_undos, cap_undos;
    struct nj_undo_mark *undos;
    uint8_t n_asked, cap_asked;
    struct nj_asked *asked; /* cap_asked places, or NULL */
    struct nj_base *base;
    struct nj_pages *pages; /* NULL: there have been none */
    nj_input_source *source;
    void *source_ctx;
    void (*source_end)(void *ctx); /* NULL: the source is borrowed */
    struct nj_work *work;          /* NULL between inputs */
    const struct nj_input *in;
    struct nj_past *past; /* NULL but in a second state */
    size_t bytes, scratch_step;
    unsigned char *state, *scratch;
    struct nj_seat_info seats[];
};

/* With those that the game may add for persons who play several. */
static inline uint8_t nj_seats_room(const struct nj_match *m)
{
    return (uint8_t)(m->seats_room + m->game->seats_more);
}

/* --- match.c --- */

/* The work area of this thread, emptied; [1] is for an undo's fold inside a
 * step, [2] for a second state inside either. */
struct nj_work *nj_work_begin(int level);
/* The one area that lends inputs made by this folder. */
struct nj_work *nj_work_here(void);
/* One input without checks, digest and undo. Not 0: refused. */
int nj_match_run(struct nj_match *m, struct nj_work *w,
                 const struct nj_input *in);
/* An order by the verb's function, or by its two halves (order.c). */
int nj_verb_run(struct nj_match *m, const struct nj_verb *verb,
                const struct nj_input *in);
int nj_order_run(struct nj_match *m, const struct nj_input *in,
                 const struct nj_order *order);
/* The course before the first input; the brains are zeroed, and the state but
 * for its options. */
void nj_match_rewind_all(struct nj_match *m);

/* --- hand.c --- */

/* The person who plays `of` plays all seats of whoever plays `seat`; they may
 * be shared (nj_may_share()). */
void nj_seat_share(struct nj_match *m, nj_seat seat, nj_seat of);

/* --- brain.c, tempo.c --- */

/* The stream of the seat's computer player, from that word on. */
void nj_brain_stream(const struct nj_match *m, nj_seat seat, uint64_t word,
                     struct nj_rng *rng);
/* Draws moments for those of the seats that computers play, in what is left of
 * the running phase. */
void nj_tempo_draw(struct nj_match *m, nj_seat_set seats);
/* The phase's end moves, and moments do not. */
void nj_tempo_extend(struct nj_match *m, int64_t ms);
/* When the computer player may act; 0: at once. */
int64_t nj_tempo_moment(const struct nj_match *m, nj_seat seat);

/* --- options.c --- */

/* Copies options, or one of them, into a match; frees its texts. */
void nj_agreed_set(struct nj_match *m, const struct nj_options *o);
void nj_agreed_set_one(struct nj_match *m, int i, const struct nj_options *o);
void nj_agreed_fini(struct nj_agreed *agreed);
/* Is an option of the match another than by default? */
bool nj_agreed_off_default(const struct nj_match *m, int i);
/* The text at a place of nj_options.text; "" if there is none. */
const char *nj_agreed_text(const struct nj_match *m, int64_t place);
/* Puts an option, or all of them, where its row says that it stands in the
 * state. */
void nj_option_settle(struct nj_match *m, int i);
void nj_options_settle(struct nj_match *m);

/* --- fault.c --- */

/* Number and types of a verb's arguments. */
bool nj_args_fit(const struct nj_match *m, const struct nj_verb *verb,
                 struct nj_args args);

/* --- emit.c --- */

void nj_say(struct nj_work *w, const struct nj_message *msg);
/* How its game calls the seats now (nj_args.called). */
uint32_t nj_called(const struct nj_match *m);

/* --- message.c --- */

/* A copy whose names and forms are borrowed: those of a game are literals. */
struct nj_args nj_args_copy_values(struct nj_arena *a, struct nj_args args);
/* The same of a message; key and clause are borrowed too. */
struct nj_message *nj_message_copy_values(struct nj_arena *a,
                                          const struct nj_message *m);

/* --- pack.c, packed.c --- */

/* Of arguments that are read. */
#define NJ_ARG_NAME_BYTES   40    /* of an argument or a column */
#define NJ_ARG_CANON_BYTES  160   /* of the print of a row */
#define NJ_ARG_STRING_BYTES 65535 /* of one value */

/* The object of an argument list inside a larger document, and back. What is
 * wrong is said by nj_json_status(). */
void nj_args_put(struct nj_json_out *o, const char *name, struct nj_args args);
struct nj_args nj_args_get(struct nj_json j, struct nj_arena *a);

/* --- export.c --- */

#define NJ_RECORD_FORMAT     2
#define NJ_RECORD_LAST_BYTES 128

const char *nj_record_rng_word(enum nj_rng_kind kind);
/* The last line of a match file, with its line break. */
void nj_record_last_line(bool over, const struct nj_hash *sum,
                         char out[NJ_RECORD_LAST_BYTES]);

/* --- digest.c --- */

/* Where the chain begins: which match it is and what it is played with. */
void nj_digest_first(struct nj_match *m, const struct nj_match_setup *setup);
void nj_digest_input(struct nj_work *w, const struct nj_match *m,
                     const struct nj_input *in);
void nj_digest_message(struct nj_work *w, const struct nj_message *msg);
/* A timer or a question: what happened (a letter), whose, name, length. */
void nj_digest_event(struct nj_work *w, char what, nj_seat seat,
                     const char *name, int64_t ms);
/* Remembers the state before a step; is it still that? */
void nj_state_keep(struct nj_work *w, const struct nj_match *m);
bool nj_state_is_kept(const struct nj_work *w, const struct nj_match *m);
/* Closes the input: state, sets and draws; writes m->digest. */
void nj_digest_end(struct nj_work *w, struct nj_match *m);

/* --- timer.c --- */

/* A game's timers have NJ_SEAT_NONE, which is kept as 0. */
static inline nj_seat nj_timer_seat(const struct nj_timer *t)
{
    return (nj_seat)(t->asked - 1);
}

void nj_deadline_arm(struct nj_match *m, const char *name, nj_seat seat,
                     int64_t ms);
void nj_deadline_cancel(struct nj_match *m, const char *name, nj_seat seat);
const struct nj_timer *nj_deadline_find(const struct nj_match *m,
                                        const char *name, nj_seat seat);
/* One of the game's moves by `ms`, if it runs. */
void nj_deadline_move(struct nj_match *m, const char *name, int64_t ms);
void nj_deadline_drop_all(struct nj_match *m);
/* The pause that has just begun ends by itself in `ms`. */
void nj_deadline_resume(struct nj_match *m, int64_t ms);
/* Undo: what had been left at `then_ms` is left again at `now_ms`. */
void nj_deadline_shift(struct nj_match *m, int64_t then_ms, int64_t now_ms);

/* --- clock.c --- */

/* When the running phase began, or has gone on behind a pause; 0: none runs. */
int64_t nj_phase_began(const struct nj_match *m);
/* Behind an undo: where the running phase has got its whole length again, so
 * has it all its reminders, whichever of them had come. */
void nj_phase_anew(struct nj_match *m);
/* Its deadline and its next reminder move by `ms`. */
void nj_phase_move(struct nj_match *m, int64_t ms);
#define NJ_BELL_TIMER   "bell"  /* an extension leaves it */
#define NJ_RESUME_TIMER "pause" /* that of resume_ms, the only one in a pause */
/* A timer that a phase has armed, for so long, has passed; false: it is the
 * game's own. */
bool nj_phase_timer(struct nj_match *m, const char *timer, int64_t length_ms);

/* --- host.c --- */

/* A power of a host, or a seat's wish to take its order back. */
int nj_host_run(struct nj_match *m, const struct nj_input *in);
/* The timer that ends a pause has passed. */
int nj_host_resume(struct nj_match *m, const struct nj_input *in);

/* --- prompt.c, answer.c --- */

/* What an order is to the open questions of its seat. */
enum nj_answer_kind {
    NJ_ANSWER_NONE, /* its verb answers none of them */
    NJ_ANSWER_GOOD, /* the question is marked as answered */
    NJ_ANSWER_BAD   /* not one of the choices */
};
enum nj_answer_kind nj_question_answer(struct nj_match *m,
                                       const struct nj_input *in);
/* Does everybody wait until it is answered? */
bool nj_question_halts(const struct nj_asked *q);
/* Refuses an order that has to wait for an answer; 0: none has to. */
int nj_question_refuse(struct nj_match *m, const struct nj_input *in);
/* Behind the step: the answered question is gone, or open again. */
void nj_question_settle(struct nj_match *m, bool refused);
/* It is closed, and the clocks go on. */
void nj_question_drop(struct nj_match *m, struct nj_asked *q);
void nj_question_drop_all(struct nj_match *m);
/* The open question of that name, or NULL. */
const struct nj_asked *nj_question_find(const struct nj_match *m,
                                        const char *name, nj_seat seat);
/* Is this the order that the clock gives for an open question? */
bool nj_question_default(const struct nj_match *m, const struct nj_input *in);
const char *nj_question_choice(const struct nj_asked *q, uint32_t i);
/* Deadlines of all questions move by `ms`: a pause, a host's extension. */
void nj_question_move(struct nj_match *m, int64_t ms);
/* Undo: what had been left at `then_ms` is left again at `now_ms`. */
void nj_question_shift(struct nj_match *m, int64_t then_ms, int64_t now_ms);
/* For how long from now on the clock of phases stands, at the latest. */
int64_t nj_question_held(const struct nj_match *m);
/* What the log knows of the phase's end goes with its timers (clock.c). */
void nj_phase_known(struct nj_match *m, int64_t ms);
/* A copy of the open ones for a given board, and back: they have no choices. */
struct nj_asked *nj_question_keep(const struct nj_match *m);
void nj_question_restore(struct nj_match *m, const struct nj_asked *kept,
                         uint8_t n);

/* --- pages.c --- */

void nj_pages_free(struct nj_pages *pages);
struct nj_pages *nj_pages_copy(const struct nj_pages *pages);
size_t nj_pages_held(const struct nj_pages *pages);

/* --- brain.c --- */

/* Everything in w->first is heard by the seats it is addressed to. */
void nj_brain_hear(struct nj_match *m, const struct nj_work *w);

/* --- undo.c --- */

/* The course becomes what it was before input `target`. */
void nj_undo_fold(struct nj_match *m, uint32_t target);
/* The inputs that led to the state after input `last`, last one first, with each
 * undo behind what it left. The caller frees the list. */
uint32_t *nj_undo_way(const struct nj_match *m, uint32_t last, uint32_t *n);
/* Was input `seq`, the next one of a way, an undo? Then clocks and questions
 * have moved as they did behind it; nothing is said or digested. `w` is new. */
bool nj_undo_again(struct nj_match *m, struct nj_work *w, uint32_t seq);
/* The course before its first input: an empty state or the given board. */
void nj_undo_rewind(struct nj_match *m);
/* That input of the log, lent by the source. */
const struct nj_input *nj_undo_input(const struct nj_match *m, uint32_t seq);
void nj_base_destroy(struct nj_base *base);
size_t nj_base_bytes(const struct nj_match *m);

#endif
