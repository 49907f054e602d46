/*
 * What a game is: the whole contract between a match and its rules.
 *
 * A game is a pure state machine. A step takes the match and one input,
 * changes the state, emits messages, arms timers; it returns 0, or what
 * nj_refuse() returned, before the first change. It sees no clock (time comes
 * with the input), no chance but nj_random(), no text but arguments, no
 * memory but its state.
 *
 * The state is one plain struct without pointers and padding, zeroed before
 * `start` but for its options; the match hashes, copies and compares its bytes.
 */
#ifndef NJ_MATCH_GAME_H
#define NJ_MATCH_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"
#include "match/brain.h"
#include "match/canvas.h"
#include "match/clock.h"
#include "match/host.h"
#include "match/input.h"
#include "match/into.h"
#include "match/message.h"
#include "match/offer.h"
#include "match/option.h"
#include "match/order.h"

struct nj_match;
struct nj_said;
struct nj_slate;

/* 0: done. Anything else comes from nj_refuse() and nothing was changed. */
typedef int nj_step(struct nj_match *m, const struct nj_input *in);

/* --- verbs --- */

enum nj_channel {
    NJ_CHANNEL_GROUP = 1,
    NJ_CHANNEL_PRIVATE = 2,
    NJ_CHANNEL_BOTH = 3
};

/*
 * A query: reads the state and the asker's own record, answers by
 * nj_answer(); no input, no change. `asker` is NJ_SEAT_NONE for a bystander.
 *
 * Two names the shell knows: `status` tells how things stand; `help`, where its
 * channel has it, what the seat that asks may type now, instead of the texts
 * `<prefix>.help.private` (private) and `.group_turn`, `.group_wait` (group).
 */
struct nj_query {
    nj_seat asker;
    enum nj_place place;
    const char *verb;
    struct nj_args args;
    /* What the asker's audience got so far, oldest first: the public messages,
     * and in private those to the seat as well. */
    const struct nj_message *const *record;
    uint32_t n_record;
    struct nj_arena *arena;     /* for the answer */
    struct nj_message *answers; /* filled by nj_answer(), in order */
    struct nj_message *last;
    uint32_t called; /* as nj_args.called: how the answer calls seats */
    bool aside; /* filled in: it is for the asker alone, wherever he asks */
};

typedef void nj_query_fn(const struct nj_match *m, struct nj_query *q);

/*
 * What a seat may order or ask. `args` has one letter each: 't' text, 'n'
 * number, 's' seat, behind them 'o' a number that may be missing, and as the
 * last 'w' the tokens of words in the texts, which may be missing too, and 'r'
 * all that was typed, in its words, which computer players leave out; the match
 * checks count and types. "T" alone, of an order, is a text of any length: where
 * an order cannot hold a message it becomes several, each with a text and, as a
 * number, the bytes that are still to come, 0 for the last; so the first can be
 * refused if all is too much. Where the rules want their own error for the
 * wrong channel, `channel` is BOTH and `apply` refuses. Exactly one of `apply`, `query` and `order` (match/order.h) is set.
 * `bare`: the word is understood in the group without prefix or mention.
 */
struct nj_verb {
    const char *name;
    const char *args;
    enum nj_channel channel;
    bool bare;
    bool bystander; /* queries only: anyone in the chat may ask */
    nj_step *apply;
    nj_query_fn *query;
    const struct nj_order *order;
};

/* Does it take a text in pieces? */
static inline bool nj_verb_pieces(const struct nj_verb *verb)
{
    return verb->args[0] == 'T';
}

/* Counts the arguments that an order of it cannot do without. */
static inline uint32_t nj_verb_least(const struct nj_verb *verb)
{
    return (uint32_t)strcspn(verb->args, "owr");
}

/* --- questions --- */

/*
 * A kind of question that is put by nj_prompt() (emit.h) and answered by verbs
 * of the game: their `apply` judges the words and closes it. If nobody has
 * answered when its time or its phase is over, it is closed and `otherwise`
 * does what its default is. A question with choices needs no row.
 */
struct nj_question {
    const char *name; /* "coin" */
    bool freezes;     /* who is asked can do nothing else: nj_frozen() */
    void (*otherwise)(struct nj_match *m, nj_seat seat);
    /* The verbs that answer it, for whom it is put to; ends with NULL. */
    const char *const *answers;
    /* With a key as its code: while it is open the match refuses with it
     * (`seat`: who is asked; `own`, to him: the question's name) all orders but
     * answers and those of `meanwhile`; questions, hosts and who leaves do not
     * wait. */
    struct nj_refusal halts;
    bool aside; /* who is refused hears it in private, wherever he typed */
};

/* The timer that all of them share. It fires for the oldest: `timer` of the
 * game gets it and calls nj_prompts_due(). */
#define NJ_PROMPT_TIMER "prompt"

/* --- results --- */

struct nj_result {
    int32_t score;
    uint8_t rank;        /* 1 is best; equal scores share it */
    const char *outcome; /* a word of the game: "escaped" */
    const char *side;    /* with whom it wins or loses, a word of the game;
                          * NULL: with nobody */
};

/* What of a match is open to everybody; what is not named is a secret. */
enum {
    NJ_OPEN_OUT = 1,  /* which seats are out */
    NJ_OPEN_WATCH = 2 /* public messages may go to watchers in private too */
};

/*
 * Something a seat may have done in a match, told when it is over
 * (nj_match_earned()). `earned` reads the state of a match that is over; texts:
 * its name `word.feat.<prefix>.NAME`, and what it is for, without full stop,
 * `word.deed.<prefix>.NAME`.
 */
struct nj_achievement {
    const char *name;
    bool (*earned)(const struct nj_match *m, nj_seat seat);
};

/* --- what a group has to hear --- */

/*
 * Of a text to a group whose fate nobody knows (design 5): what becomes of the
 * message in it. It is decided by the key alone, so the group must not learn
 * anything from it: of lines that players may imitate, none stands here. Of
 * what a seat hears in private only reminders do: the rest is said in any case.
 */
enum nj_hear {
    NJ_HEAR_ONCE, /* narration: said once, carried by the next text */
    NJ_HEAR_NEWS, /* a phase, a clock, an end: said once more, it stays true */
    NJ_HEAR_ASK,  /* a question, a reminder: once more until the next turn */
    NJ_HEAR_TURN, /* whose turn it is, until when: the same, and what was asked
                   * before it is over */
    NJ_HEAR_REMIND, /* to a seat: that it is waited for; not when that is over */
    NJ_HEAR_ALONG /* what the group may have seen itself, such as a ballot: like
                   * narration, and where texts are counted no reason to speak;
                   * it goes with the next text */
};

/* How players stop the clock by agreeing on it, and let it run again (#暂停,
 * #继续). */
struct nj_accord {
    bool most; /* more than half of them will do, not all; those for whom
                         * a computer player acts are not asked */
    int64_t within_ms;  /* so long what somebody has said counts */
    int64_t at_most_ms; /* then the clock runs again by itself */
};

/* Is what was typed in a group without a prefix talk, though it reads as an
 * order? */
enum nj_talk {
    NJ_TALK_NOT,
    NJ_TALK_IS,  /* nothing happens */
    NJ_TALK_ONCE /* only if the seat has heard in this phase, as the answer to
                  * such words, that they do not belong there: waited for and not
                  * waited for are two things */
};

struct nj_heard {
    const char *key; /* of a message to everybody, or of a reminder */
    enum nj_hear how;
};

struct nj_game {
    const char *id;     /* "long-night": rules file, texts, data, tests */
    const char *prefix; /* of its message keys: "ln" */
    uint16_t rules_version;
    uint8_t seats_min, seats_max; /* who sit down; see `seats` too */
    uint8_t seats_more;           /* that nj_seat_order() may add to them */
    /* Names of people are cut to so many columns in its matches (wide characters
     * have two); 0: they are what they call themselves. */
    uint8_t name_columns;
    const char *const *editions; /* NULL-terminated; at least one */

    /* match/messages.h; ends with {0}. NULL: no list is kept, which those of
     * the program must. */
    const struct nj_said *messages;
    const struct nj_verb *verbs; /* ends with {0} */
    struct nj_frame frame;       /* of verbs with an `order` */
    /* Orders that may stand with others in one message (command/batch.h): each
     * becomes an input, in order, until one is refused, opens a question, ends
     * the seat's turn or calls nj_stop(). Ends with NULL; NULL: none may. */
    const char *const *batch;
    /* Ends with {0}, whose default comes first in front; NULL: none. */
    const struct nj_question *questions;
    /* Orders that count while a question halts all others; ends with NULL;
     * NULL: none. */
    const char *const *meanwhile;
    const struct nj_option *options; /* ends with {0} */
    const struct nj_preset *presets; /* ends with {0}; the first is default */
    /* The switch (words off, on) that nobody chooses: the shell sets it at the
     * start, on if the table has a host who holds no seat; it stands in the state
     * and says whether nj_tell_leader() says anything. NULL: none. */
    const char *host_option;
    /* The verb by which a seat asks the host. Where nobody may hear it, the
     * shell answers with the nearest clause of the rules. NULL: none. */
    const char *ask_host;

    /*
     * Data: parses the embedded or replaced file `data_name` into one block
     * that is never changed again (nj_data()) and begins with a zeroed
     * struct nj_data_head (match/data.h); NULL where a game has none. Errors
     * name line and reason; the caller adds the file.
     */
    const char *data_name; /* "config/long_night/blocks.txt" */
    enum nj_status (*data_load)(const char *text, size_t n, void **data,
                                struct nj_err *err);
    /*
     * More of its kind: the files `data_more`NAME of the owner's data
     * folder (with the ending of `data_name`), read alike and found by
     * nj_data_named(). NULL: a game has only one. The option `data_option`, a text, names the one that a
     * match is played with; empty: the first.
     */
    const char *data_more;   /* "config/long_night/packs/" */
    const char *data_option; /* "pack" */

    size_t state_size; /* zeroed before use, but for the options that stand in
                        * it; no pointers, no padding */
    /* Bytes of the state that count; the rest is zero (a long tail that is
     * mostly empty need not be hashed). NULL: all. */
    size_t (*state_used)(const void *state);

    /* Adjusts or rejects a combination of options before the start: 0 or a
     * refusal made by nj_refuse_option(). May change values (LN-2.1a):
     * nj_options_at(). Of the match it may use nj_data(). */
    int (*check_options)(struct nj_match *m, struct nj_options *o,
                         uint8_t seats);

    /* How many seats these options allow, inside of seats_min..seats_max; NULL:
     * those. Of the match it may use nj_data(). */
    void (*seats)(const struct nj_match *m, const struct nj_options *o,
                  uint8_t *least, uint8_t *most);

    /* The powers of a host (match/host.h): the list ends with {0}, refusals
     * are by enum nj_power_fault and go through `refuse`, as do the game's
     * own. `announce` comes in front of each power that is carried out; NULL:
     * each speaks for itself. */
    const struct nj_power *powers;
    const struct nj_refusal *power_faults;
    int (*refuse)(struct nj_match *m, const struct nj_input *in,
                  const char *code, const char *clause);
    void (*announce)(struct nj_match *m, const struct nj_deed *d);
    /* The verb by which a seat takes its last order back: typed in a chat, it
     * becomes an input NJ_IN_UNDO of that seat, which the verb refuses if
     * anybody learned something from the order. NULL: none does. */
    const char *take_back;

    /* NULL, as the function or what it returns: all who play have to agree within
     * ten minutes, and the clock stands until they agree again. */
    const struct nj_accord *(*accord)(const struct nj_match *m);

    /* The kinds of phases (match/clock.h); ends with {0}; NULL: it arms its
     * timers itself. */
    const struct nj_phase *phases;
    nj_phase_fn *ripe; /* nj_phase_least() is over; NULL: it knows none */
    nj_phase_fn *bell; /* nj_phase_ring(); NULL: its phases have none */

    /* `timer` gets the timers that are of no phase. */
    nj_step *start, *timer, *leave;
    /* May be NULL: the state is that in front of what an undo took back, and
     * may be spoken of; it is not to be changed. */
    void (*undone)(struct nj_match *m);
    /* How long ago an input came may be a secret: then an undo must not give
     * back the time since. The first of these timers that runs has its whole
     * length again, all others keep their distance from it. Ends with NULL;
     * NULL: what was left in front of that input is left again. */
    const char *const *undo_clocks;
    const char *main_timer; /* the deadline players know of: "turn" */
    unsigned open;          /* NJ_OPEN_... */
    /* Its own messages tell the group, when they may, that a secret power was
     * used: the shell says nothing at that moment. */
    bool own_secrets;
    /* Who cannot be told his secrets counts as missing by its rules: his clock
     * goes on, the host hears of it and the group does not. Else the clock
     * stands and the group hears what he has to do. */
    bool absence_secret;

    struct nj_brain brain;

    /* Seats whose order the game waits for now, for routing private words and
     * for the shell's list of matches. Must not depend on secrets. */
    nj_seat_set (*awaited)(const struct nj_match *m);
    /* Those of them that can still do something before the phase ends, whom a
     * reminder is for (UX-6.4). It may depend on secrets: nobody but these seats
     * and a host who may know it hears of it. NULL: all that are awaited. */
    nj_seat_set (*unfinished)(const struct nj_match *m);

    /*
     * The verb (its `args` are "T") that takes what this seat says in private as
     * text, or NULL: while there is one, its words without a prefix are no
     * commands but go to it as they were typed, one order a message or several.
     * *unsure, false before: only such that are no command, and long, and only
     * if he says so when he is asked (`<prefix>.doubt_text`).
     * NULL: no text takes several messages.
     */
    const char *(*collects)(const struct nj_match *m, nj_seat seat,
                            bool *unsure);

    /* Typed by the seat in a group without a prefix: is an order of that verb
     * talk now? Must not depend on secrets. NULL: none is. `*span` is what "once"
     * is counted in, the running phase, unless the game puts another number
     * there. */
    enum nj_talk (*talk)(const struct nj_match *m, nj_seat seat,
                         const struct nj_verb *verb, int64_t *span);

    /*
     * Which of the seats of one person such words are for, if he does not say
     * so (his words "as", with the groups `seat` and `what`), none of them is
     * asked a question and none is awaited. NULL: the first of them.
     */
    nj_seat (*plays)(const struct nj_match *m, nj_seat_set hand,
                     const char *verb);

    /*
     * Who asks in private is there, though a question leaves no trace in a match.
     * A game that reckons with absence names a verb (no arguments, private) by
     * which it hears of this: the shell gives it, for that seat, behind the
     * answer. NULL, as the function or what it returns: it knows already, or does
     * not want to. It may not be refused, and gets no receipt.
     */
    const char *(*presence)(const struct nj_match *m, nj_seat seat);
    bool presence_wide; /* who asks aloud is there, too, and whose order is
                         * refused */
    /* The verb (a number: so many ms; private) by which somebody gets leave,
     * where that lengthens his own time alone; the shell says that a deadline
     * has moved, if it has. NULL: all that run move by so much. */
    const char *away;

    /*
     * In a phase that collects orders: does exactly this one of that seat
     * stand already, so that it counts no second time and is answered with
     * the same receipt (UX-9)? NULL: each message counts. Where the rules let
     * the same order add up it does not stand.
     */
    bool (*stands)(const struct nj_match *m, const struct nj_input *in);

    /* Whose turn comes behind the one that runs, where seats take turns and all
     * know it; NJ_SEAT_NONE: that is nobody's news. NULL: there are no turns. */
    nj_seat (*next)(const struct nj_match *m);

    /* Everybody may know for whom a computer player acts (a game says so in
     * its own messages): such a seat may be offered to a substitute. */
    bool away_public;

    /* Queries whose answers, in this order, are all that a seat is entitled to
     * know besides its record: "#我". Ends with NULL; NULL: "status" alone. */
    const char *const *sheet;

    /* Queries that many may ask: of their answers a group gets one in ten
     * seconds, the rest goes to who asks. Ends with NULL; NULL: none. */
    const char *const *spaced;
    /* Queries that read options and data alone: they are answered where the game
     * is not being played, too, by a match that never begins. NULL: none. */
    const char *const *apart;

    /* Draws the boards of a message; NULL where a game has none. */
    void (*picture)(const struct nj_message *msg, struct nj_canvas *c);
    /* After the end: draws the whole course from all messages of the match,
     * the record's included, oldest first; NULL where a game has none. */
    void (*course)(const struct nj_message *const *record, uint32_t n,
                   struct nj_canvas *c);

    /* All that is there as it stands, as a message that `picture` draws: for a
     * replay through the eyes of who may know everything, at each step. Nothing
     * is answered where nothing stands yet; NULL: no such picture. */
    void (*whole)(const struct nj_match *m, struct nj_query *q);

    /* What may be pressed under a message (match/offer.h); ends with {0}; NULL:
     * nothing. The choices of a question have buttons anyway. */
    const struct nj_offer *offers;
    /* Arguments in whose words the labels of buttons speak ("card": of that name
     * in `<prefix>.word.`). Ends with NULL; NULL: none. */
    const char *const *labels;
    /* In private chats that have no buttons they are numbered, and a number is an
     * answer (MK-11.6). */
    bool numbers;

    const struct nj_slate *slate; /* match/slate.h; NULL: it has none */

    /* Keys of messages that are long, or many in a row: they stand in a post of
     * their own, with those that follow each other, folded where a chat can show
     * it so. Ends with NULL; NULL: none. */
    const char *const *folds;

    /* Keys of messages whose picture follows their text unasked (UX-11), in
     * each chat that of the last one that a turn says there. Ends with NULL;
     * NULL: pictures are for who asks. */
    const char *const *shown;
    /* Such a picture and the texts of its turn are one message (MK-19.14): they
     * wait for it a little, and go without it when it does not come. */
    bool captions;

    /* Keys of messages that are true until the match says more: what of them
     * still waits in a chat then is left out. Ends with NULL; NULL: none. */
    const char *const *passing;

    /* Keys of private messages of which nobody else may know that they are said:
     * one that cannot be delivered stops no clock and only the host hears of it.
     * Ends with NULL; NULL: there are none. */
    const char *const *unspoken;

    /* Keys of refusals of what was typed in the group and is for us alone: it is
     * taken out of sight where the platform lets us. Ends with NULL; NULL: there
     * are none. */
    const char *const *misplaced;

    /* The key of a message that counts: of those that wait in a chat only the
     * last is said. NULL: there is none. */
    const char *count;

    /* It tells everybody itself that somebody has taken over a seat, by whose
     * name that goes from then on. */
    bool tells_takeover;
    /* May the person who plays `of` take over `seat` besides, as one of his
     * (MK-19.23)? NULL: who plays can take over no other seat. */
    bool (*shares)(const struct nj_match *m, nj_seat seat, nj_seat of);

    /* Keys of private messages behind which somebody reads `<key>_with_hint` in
     * his first match of the game: with the first message of each, while its
     * first two rounds are on, which `early` tells. Ends with NULL; NULL: none. */
    const char *const *hints;
    bool (*early)(const struct nj_match *m);

    /* Messages to everybody that are no mere narration, and reminders; ends
     * with {0}. NULL: all are, and there are none. */
    const struct nj_heard *heard;

    /* How texts call the seats now: for each, NJ_CALLED_BITS from the lowest on,
     * the number of a phrase `<prefix>.seat.<number>` with {{n}} and {{name}},
     * or 0: by number and name. A message keeps what held when it was said.
     * NULL: always 0. At most NJ_CALLED_SEATS seats. */
    uint32_t (*called)(const struct nj_match *m);
    /* After the end: what is told to all, and how each seat did. */
    void (*reveal)(struct nj_match *m);
    void (*result)(const struct nj_match *m, nj_seat seat,
                   struct nj_result *out);
    /* Does the table keep a ledger of this match, which is over? *why,
     * NULL before: what keeps it out, a word of the game. The shell reckons it and
     * says it as `<prefix>.ledger`, with `rows` or `why`. NULL: no table does. */
    bool (*ledger)(const struct nj_match *m, const char **why);
    const struct nj_achievement *achievements; /* ends with {0}; NULL: none */
    /* Was the seat there to the end? Else it has none. NULL: all were. */
    bool (*stayed)(const struct nj_match *m, nj_seat seat);

    /*
     * Scenarios: sets the state by one clause of `given:` (without the ';');
     * the empty clause asks, at the end, whether what was given can stand;
     * `given_done` is called after the last, `at` is the time it happens; it
     * may arm timers. Neither asks questions nor says anything.
     * `state` prints the words of `end:`. `exhibit` tells all of the board as it
     * stands, for a record that is shown as a worked example (UX-10); NULL:
     * its public state has to do.
     */
    enum nj_status (*given)(struct nj_match *m, const char *clause,
                            struct nj_err *err);
    void (*given_done)(struct nj_match *m, int64_t at_ms);
    void (*state)(const struct nj_match *m, struct nj_str *out);
    void (*exhibit)(const struct nj_match *m, struct nj_query *q);
};

#endif
