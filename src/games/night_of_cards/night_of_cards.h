/*
 * 杀手牌 as its files know it: the rules of NC-1 to NC-17, a file per chapter.
 *
 *   night_of_cards  contents page: options, verbs, what the match calls
 *   card      the twelve power cards, their powers, hands of them    NC-5
 *   deal      deck, hands, camps                                     NC-2.2-2.8
 *   setup     loss orders, the free agent's choice                   NC-2.4-2.6
 *   phase     opening and closing, bells, who is done                NC-3, 17.1-3
 *   points    income, upkeep, arson                                  NC-4
 *   order     what a seat orders, withdraws, and what refuses it     NC-5, 17.5
 *   target    who and what is meant by the words of an order         NC-17.20-23
 *   manifesto its text: pieces, counting, cover                      NC-9, 17.24
 *   night     the pipeline of a night                                NC-6.1-6.8
 *   arrange   what attacks on one hand do                            NC-6.9
 *   dawn      what a night's end tells                               NC-10.3
 *   close     what dawns and dusks do and tell alike                 NC-6, 7, 10
 *   vote      ballots, tally, places                                 NC-7.1-7.8
 *   dusk      the pipeline of a day's end, and what it tells         NC-7.9
 *   ending    sides, draws, reordering, results                      NC-8
 *   sheet     what a seat may see of its own, and is reminded of     NC-17.4, 17.16
 *   help      what it may type now                                   NC-17.17
 *   board     what the host sees                                     NC-17.9
 *   host      powers of the host, questions to him                   NC-15, 17.8-12
 *   ruling    ... and what he rules by word                          NC-17.10, 11
 *   afk       absence, leaving, substitutes                          NC-13, 17.25-27
 *   brain     what a computer player hears (mind.h: and remembers)   NC-14.1, 14.3
 *   brain_act ... and orders                                         NC-14.2-14.6
 *   picture   what is drawn                                          NC-17.18
 *   given     boards of scenarios
 *   words     ... and how their ends are printed
 *
 * Words: a *hand* is a list of cards in loss order, its front first; a card is
 * known by the seat that was dealt it and its place there then (its *slot*),
 * since it never changes hands. A power is what one order uses; an attack has
 * a *kind*, and the first six kinds are powers.
 */
#ifndef NJ_GAMES_NIGHT_OF_CARDS_NIGHT_OF_CARDS_H
#define NJ_GAMES_NIGHT_OF_CARDS_NIGHT_OF_CARDS_H

#include "base/bug.h"
#include "base/str.h"
#include "match/emit.h"
#include "match/game.h"
#include "match/given.h"
#include "match/offer.h"
#include "match/order.h"
#include "match/slate.h"

enum {
    NC_SEATS_MIN = 6,
    NC_SEATS_MAX = 16,
    NC_HAND = 5,    /* cards of the largest hand (NC-0.2, row 2) */
    NC_ORDERS = 32, /* standing orders of a seat in one phase */
    NC_BUDGET = 4,  /* points of uses of an amoeba's form (NC-5.12d) */
    NC_PIECES = 10, /* of manifestos, a seat and night (NC-9.2) */
    NC_ASKS = 48,   /* questions to the host that may be open (NC-17.12) */
    NC_NO_SLOT = 0xff,
    NC_GONE_UNTOLD = 0xff /* a lost card of which nobody has heard how */
};

/*
 * What the game counts by, with the words of messages and scenarios: a list is
 * an enum NC_... here and nj_nc_...[] in card.c.
 */
/* clang-format off */
/* Cards, in the order of the deck's columns (NC-2.2). */
#define NC_TYPE_LIST(X) \
 X(K, "K") X(W, "W") X(SN, "SN") X(SB, "SB") X(SH, "SH") X(VW, "VW") \
 X(CF, "CF") X(DP, "DP") X(CB, "CB") X(CA, "CA") X(BG, "BG") X(AM, "AM") \
 X(C, "C")
#define NC_SIDE_LIST(X) \
 X(KILLER, "killer") X(WOLF, "wolf") X(TOWN, "town") X(LONE, "lone")
/* The verdict is the life-or-death vote. */
#define NC_PHASE_LIST(X) \
 X(SETUP, "setup") X(NIGHT, "night") X(DAY, "day") X(VERDICT, "verdict") \
 X(OVER, "over")
/* Why a card was lost, as its owner is told. */
#define NC_CAUSE_LIST(X) \
 X(ATTACK, "attack") X(ART, "art") X(DOOMED, "doom") X(EXEC, "exec") \
 X(SAINTED, "saint")
/* What became of an order at the close of its phase: stopped by a confinement, an
 * anti-sniper, a saver, a vest or wolfsbane, a bodyguard; nothing was left for
 * it; its manifesto lacks; a saver whom nobody needed, or who met a stronger
 * attack. */
#define NC_FATE_LIST(X) \
 X(OK, "ok") X(CONFINED, "confined") X(ANTI, "anti") X(SAVED, "saved") \
 X(VESTED, "vest") X(ABSORBED, "absorbed") X(WASTED, "wasted") \
 X(EFFECTIVE, "effective") X(UNCOVERED, "uncovered") X(MISSED, "missed") \
 X(BEATEN, "beaten")
/* clang-format on */

#define NC_ENUM(name, word) NC_##name,

enum nc_type {
    NC_NONE,
    NC_TYPE_LIST(NC_ENUM) NC_TYPES
};

enum nc_side {
    NC_SIDE_LIST(NC_ENUM) NC_SIDES
};

enum nc_phase {
    NC_PHASE_LIST(NC_ENUM)
};

enum nc_cause {
    NC_CAUSE_LIST(NC_ENUM) NC_CAUSES
};

enum nc_fate {
    NC_FATE_LIST(NC_ENUM) NC_FATES
};

enum nc_power {
#define NC_POWER(name, ...) NC_##name,
#include "games/night_of_cards/powers.def"
    NC_POWERS
};

/* Kinds of attack, in the order of the canonical key (NC-6.1): those of the
 * first six powers, two empty soul-binds, two missed healings, a doom. */
enum nc_kind {
    NC_KN,
    NC_KX,
    NC_WN,
    NC_WX,
    NC_SNIPED,
    NC_AIMED,
    NC_SF,
    NC_MF,
    NC_DM,
    NC_KINDS
};

/* Phases as a set: in which a power may be ordered (NC-5.1). */
enum {
    NC_IN_SETUP = 1 << NC_SETUP,
    NC_IN_NIGHT = 1 << NC_NIGHT,
    NC_IN_DAY = 1 << NC_DAY,
    NC_IN_VERDICT = 1 << NC_VERDICT
};

/* Words of the options, by their index (NC-12.1). */
enum {
    NC_LD_TIE,
    NC_LD_ALWAYS,
    NC_LD_OFF,
    NC_REORDER_THIRDS = 0,
    NC_REORDER_OFF,
    NC_REVEAL_DAY = 0,
    NC_REVEAL_ALL,
    NC_REVEAL_NONE
};

/* --- the state --- */

struct nc_card {
    uint8_t type;        /* enum nc_type; NC_NONE: no such card */
    uint8_t form;        /* an amoeba's; NC_NONE: blank */
    uint8_t used;        /* points spent on the form (NC-5.12d) */
    uint8_t morph;       /* the form to come; NC_NONE: none */
    uint8_t morph_round; /* ... ordered in this round, */
    uint8_t morph_day;   /* ... by day or in the verdict */
    uint8_t doomed;      /* the doom of this card is used (NC-5.9a) */
    uint8_t sainted;     /* the saint of this card took effect (NC-5.4e) */
    uint8_t gone; /* lost for good, 2k: at dawn k, 2k + 1: by day k; 0: it
                          * is not */
    uint8_t unused;
    uint16_t pardoned; /* targets of this card's pardons (NC-5.9d) */
    uint16_t formed;   /* forms it has had, by bit of enum nc_type */
};

struct nc_order {
    uint8_t id;     /* runs per seat and phase from 1 (NC-17.5a) */
    uint8_t power;  /* enum nc_power */
    uint8_t target; /* a seat; NJ_SEAT_NONE: none */
    uint8_t slot;   /* of the card that is used */
    uint8_t place;  /* aim: the slot of the target's card; morph: the type */
    uint8_t shown;  /* aim: that place, from the end */
    uint8_t cost;
    uint8_t fate; /* enum nc_fate, at the close */
};

struct nc_seat {
    struct nc_card card[NC_HAND]; /* by slot, as they were dealt */
    uint8_t hand[NC_HAND];        /* slots in loss order, front first */
    uint8_t n;                    /* cards in the hand */
    uint8_t dealt;
    uint8_t declared[NC_HAND]; /* the order of the setup, by slot */
    uint8_t drawn[NC_HAND];    /* the default order (NC-2.7 draw 5) */
    uint8_t pending;           /* 1 + slot of the executed card; 0: none */
    uint8_t side;              /* enum nc_side */
    uint8_t agent;             /* is the free agent */
    uint8_t chosen;            /* ... who has chosen */
    uint8_t ready;             /* has declared an order */
    uint8_t dead;
    uint8_t died;        /* 2k: at dawn k, 2k + 1: at dusk k (NC-8.6, 5.10a) */
    uint8_t died_by_day; /* camp is public (NC-8.2) */
    uint8_t done;
    uint8_t done_auto; /* NC-17.3b */
    uint8_t acted;     /* ordered something in this phase (NC-17.3b) */
    uint8_t next_id;   /* number of the last order of this phase */
    uint8_t n_orders;
    uint8_t n_past;
    uint8_t ballot;  /* a seat, or NJ_SEAT_NONE */
    uint8_t changed; /* has changed it */
    uint8_t verdict; /* in the life-or-death vote */
    uint8_t soulless;
    uint8_t guarded;      /* its bodyguard's upkeep was charged (NC-5.11) */
    uint8_t saint;        /* 1 + slot: in force today (NC-5.4e) */
    uint8_t arson;        /* 1 + target, due at the next opening */
    uint8_t arson_slot;   /* ... by this card */
    uint8_t arson_booked; /* ... which is an amoeba that reserved 2 */
    uint8_t removed;      /* by the host, at the close */
    uint8_t missed;       /* phases in a row without a sign (NC-17.25) */
    uint8_t present;      /* a sign in this phase */
    uint8_t n_reorder;    /* cards of the new order; 0: none (NC-8.7) */
    uint8_t reorder[NC_HAND];
    uint8_t standing_in; /* was ever played by a computer (NC-17.6) */
    uint8_t pieces;      /* of its manifesto */
    uint8_t collecting;  /* its private words are text (NC-9.2) */
    uint8_t more;        /* the message that was the last goes on */
    uint8_t kinds;       /* characters in the pieces, as they are told apart */
    uint8_t cut;         /* something was taken out of what was written */
    uint16_t points;
    uint16_t bind_missed, heal_missed; /* targets of last night's misses */
    uint16_t vicious, devout, curses, blessings; /* on it, for the vote */
    uint16_t log_night, log_day;      /* types that took its cards (NC-5.10) */
    uint16_t piece[NC_PIECES];        /* pages; 0: nothing yet */
    uint16_t halves;                  /* of characters in them (NC-9.4) */
    struct nc_order order[NC_ORDERS]; /* of the running phase */
    struct nc_order past[NC_ORDERS];  /* of the last one, with fates */
};

/* A card that the host takes or gives back at the close (NC-17.10). */
struct nc_card_ruling {
    uint8_t seat, slot;
    uint8_t back;  /* it returns, */
    uint8_t place; /* to this place from the front */
    uint8_t done;
};

/* A question to the host that he has not answered (NC-17.12). */
struct nc_question {
    uint32_t seq; /* of the input that asked it */
    uint16_t n;   /* its number */
    uint8_t seat;
    uint8_t told; /* that it is unanswered */
};

/* The seat that the host's last ruling is about as it was before, while that
 * may be taken back (NC-17.11). */
struct nc_undo {
    struct nc_order order; /* that was withdrawn; id 0: none */
    uint16_t page;         /* of the piece that was struck; 0: none */
    uint16_t points;
    uint8_t seat;   /* 1 + seat; 0: nothing may be taken back */
    uint8_t ruling; /* which of host.c's rows, or NC_KICK */
    uint8_t piece;  /* where it stood */
    uint8_t done, removed, held, n_card_rulings;
    uint8_t unused;
};

/* Rulings that the group hears of with the next dawn or dusk, a set. */
enum {
    NC_HELD_VOID = 1,
    NC_HELD_STRIKE = 2,
    NC_HELD_POINTS = 4,
    NC_HELD_CARD = 8, /* told by itself */
    NC_HELD_NONE = 16 /* ... nor of one that was taken back */
};

#define NC_KICK 0xff

struct nc_options {
#define NJ_OPTIONS "games/night_of_cards/options.def"
#include "match/option.h"
};

struct nc_state {
    int64_t length_ms; /* of the running phase */
    int64_t stood_ms;  /* in pauses of it; minus the moment of one that lasts */
    struct nc_options opt;
    struct nc_question question[NC_ASKS];
    uint8_t n;
    uint8_t phase; /* enum nc_phase */
    uint8_t round; /* k: of night k, day k */
    uint8_t turn;  /* number of the phase, counted from the setup (0) */
    uint8_t aside[6], n_aside; /* types set aside (NC-2.2) */
    uint8_t lost, total;       /* cards finally lost, dealt */
    uint8_t thresholds;        /* announced (NC-8.7) */
    uint8_t window;            /* 1: this phase takes new orders */
    uint8_t calm;              /* rounds without a loss (NC-8.5) */
    uint8_t lost_this_round, unjudged;
    uint8_t executed_lost; /* at this dawn, for good: judges the last round */
    uint8_t uncounted;     /* this phase counts for nobody's absence: it is too
                            * short, a host ended it, or it stood too long */
    uint8_t contested_places;
    uint8_t held; /* NC_HELD_..., that the group has not heard of */
    uint8_t n_card_rulings, n_questions;
    uint8_t published; /* manifestos of the last dawn */
    struct nc_card_ruling card_ruling[8];
    uint8_t extended; /* the running phase, for a substitute (NC-13.6) */
    struct nc_undo undo;
    uint16_t contested; /* candidates of the verdict */
    uint16_t condemned; /* by the day's vote, while the verdict runs */
    uint16_t asks;      /* number of the last question to the host */
    struct nc_seat seat[NC_SEATS_MAX];
};

/* --- card --- */

/* Whom a power may name. */
enum nc_aims {
    NC_AT_NOBODY,
    NC_AT_ANY,
    NC_AT_OTHERS
};

/* How a second order like it is refused (NC-5.13). */
enum nc_repeat {
    NC_ADDS,
    NC_DUP_TARGET, /* the same target */
    NC_DUP         /* any */
};

struct nc_power_row {
    const char *word; /* as its verb, and in messages */
    uint8_t card;     /* enum nc_type */
    uint8_t price;    /* arson: 0, paid when it is due */
    uint8_t booked;   /* of the budget of an amoeba's form (NC-5.12d) */
    uint8_t when;     /* NC_IN_... */
    uint8_t aims;     /* enum nc_aims */
    uint8_t confinable;
    uint8_t repeat;  /* enum nc_repeat */
    const char *dup; /* code of that refusal */
    const char *clause;
};

extern const struct nc_power_row nj_nc_powers[NC_POWERS];
extern const char *const nj_nc_types[NC_TYPES];
extern const char *const nj_nc_sides[NC_SIDES + 1]; /* ends with NULL */
extern const char *const nj_nc_phases[NC_OVER + 1];
extern const char *const nj_nc_causes[NC_CAUSES];
extern const char *const nj_nc_fates[NC_FATES];

/* The type of the word, or of its n letters; NC_NONE: none has it. */
uint8_t nj_nc_type_of(const char *word);
uint8_t nj_nc_type_at(const char *word, size_t n);
/* The power of that verb; NC_POWERS: none. */
uint8_t nj_nc_power_of(const char *word);
/* The type whose powers a card has: its own, or an amoeba's form; NC_NONE for
 * a blank amoeba and for commoners. */
uint8_t nj_nc_acts_as(const struct nc_card *c);
/* "power" or "commoner" (NC-1). */
const char *nj_nc_category(const struct nc_card *c);

/* Where in the hand the card of that slot is, or -1. */
int nj_nc_in_hand(const struct nc_seat *who, uint8_t slot);
/* The slot of the card in the hand that gives the power, or NC_NO_SLOT
 * (NC-5.0d: there is one at most). */
uint8_t nj_nc_card_for(const struct nc_seat *who, enum nc_power power);
/* The slot of the bottom card of the declared order (NC-1). */
uint8_t nj_nc_bottom(const struct nc_seat *who);
/* Takes a card out of the hand; it may not be there. Its pending morph is
 * cancelled (NC-5.12g); returns whether there was one. */
bool nj_nc_take(struct nc_seat *who, uint8_t slot);
/* Puts it back to that place, counted from 0, or behind all: a pardoned card to
 * the front (NC-5.9c). */
void nj_nc_put_at(struct nc_seat *who, uint8_t slot, uint8_t place);

/* A list of words: of a card "AM-SN", of slots "C,SB,AM-SN", of none "-". */
struct nc_words {
    char s[64];
};

/* clang-format off */
#define NC_NO_WORDS {"-"}
/* clang-format on */
void nj_nc_add_word(struct nc_words *list, const char *word);
struct nc_words nj_nc_card(const struct nc_card *c);
struct nc_words nj_nc_cards(const struct nc_seat *who, const uint8_t *slots,
                            uint8_t n);
struct nc_words nj_nc_hand(const struct nc_seat *who);
/* ... as a loss order names them, whatever forms they have: "C,SB,AM". */
struct nc_words nj_nc_kinds(const struct nc_seat *who, const uint8_t *slots,
                            uint8_t n);
/* The executed one, as an argument; NULL: there is none. */
#define NC_PENDING(who) \
 ((who)->pending != 0 ? nj_nc_card(&(who)->card[(who)->pending - 1]).s : NULL)

/* NC-1.1. */
static inline uint16_t nj_nc_half(uint16_t n)
{
    return n / 2;
}

/* --- seats as sets --- */

/* Alive, dying ones too; those of them that may cast a ballot (NC-7.1). */
nj_seat_set nj_nc_living(const struct nc_state *s);
nj_seat_set nj_nc_voters(const struct nc_state *s);
/* Alive with an empty hand and a pending card (NC-1). */
bool nj_nc_dying(const struct nc_seat *who);

/* --- deal, setup --- */

/* Draws 1 to 5 of NC-2.7: the whole set-up from the match's chance. */
void nj_nc_deal(struct nj_match *m, struct nc_state *s);
/* Cards of a type in the deck of this table (NC-2.2, 12.2). */
uint8_t nj_nc_in_deck(const struct nc_state *s, enum nc_type type);
/* The setup is over: camps hear of who joined (NC-2.4b), as the private texts
 * of the first night begin. */
void nj_nc_settle(struct nj_match *m, const struct nc_state *s);

/* --- phase, points --- */

/* The next phase opens: orders, marks and bells begin anew, the group and the
 * seats are told (NC-3.4). */
void nj_nc_open(struct nj_match *m, struct nc_state *s, enum nc_phase phase);
/* What a phase says as it opens: to the group, and the sheet of each seat. For
 * some of them a computer player has just sat down. */
void nj_nc_tell_opening(struct nj_match *m, struct nc_state *s,
                        nj_seat_set replaced, int64_t deadline);
/* A reminder (NC-17.16): to all at that percent, else to whom it waits for. */
#define NC_REMIND_ALL 80
void nj_nc_remind(struct nj_match *m, uint8_t percent, int64_t left_ms);
/* The clock and the bell of the phase begin; returns when it ends. */
int64_t nj_nc_clock(struct nj_match *m, struct nc_state *s);
/* Closes the running phase as its deadline would, and those that open behind it
 * and need nobody (NC-3.6). */
void nj_nc_close(struct nj_match *m, struct nc_state *s);
/* Seats that the phase waits for and that are not done: a secret; and those that
 * all know it to wait for, done or not (NC-17.2). */
nj_seat_set nj_nc_awaited(const struct nj_match *m);
nj_seat_set nj_nc_awaited_publicly(const struct nj_match *m);

/* The opening of a night (NC-4.1): all steps for all seats, and what each is
 * told. */
void nj_nc_income(struct nj_match *m, struct nc_state *s);
/* The slot of the card in the hand that acts as a bodyguard, or NC_NO_SLOT; and
 * is its upkeep charged? Not if the form is used up (NC-5.12d). */
uint8_t nj_nc_guard(const struct nc_seat *who);
bool nj_nc_guards(const struct nc_seat *who);

/* --- order, target --- */

/* Kinds of orders (struct nj_order.when): the phases that have them, NC_IN_...,
 * and: */
enum {
    NC_IN_GROUP = 0x10,     /* in the group alone; else in private alone */
    NC_GROUP_BY_DAY = 0x20, /* in private, and by day in the group too */
    NC_VOTER = 0x40,        /* not of the soul-lost */
    NC_CARDLESS = 0x80,     /* of dying seats too */
    NC_ALWAYS = 0x100,      /* whatever the phase, of dead seats too */
    NC_IN_WINDOW = 0x200,   /* behind the setup, while a window is open */
    NC_WORDS_FIRST = 0x400  /* NC-10.4: `fault` looks at its words, and then
                             * whether the phase has it: nj_nc_phase_fault() */
};

/* What the words of an order mean, and what refuses it needs to say. */
struct nc_plan {
    uint8_t power, target, slot, place, shown, cost;
    uint8_t old;                     /* number of the order it is instead of */
    uint32_t missing;                /* of a manifesto */
    uint16_t have;                   /* points */
    nj_seat_set mistaken;            /* seats that words may mean: ambiguous, */
    uint32_t unsure;                 /* ... or powers, a set */
    uint8_t cards[NC_HAND], n_cards; /* slots: a loss order */
};

/* What forbids any order of that kind to that seat now, by NC-10.4: paused,
 * phase, dead, dying, soulless; or NULL. */
const char *nj_nc_phase_fault(const struct nj_match *m,
                              const struct nc_seat *who, unsigned when);

/* Points that standing orders reserve (NC-4.2), and that are free. */
uint16_t nj_nc_reserved(const struct nc_seat *who);
uint16_t nj_nc_balance(const struct nc_seat *who);
/* The standing order of that number, or NULL. */
struct nc_order *nj_nc_order_at(struct nc_seat *who, uint8_t id);
/* Withdraws it, as if it had never been given. */
void nj_nc_withdraw(struct nc_seat *who, uint8_t id);

/* Is the order an attack, which needs a text (NC-9.1)? */
static inline bool nj_nc_is_attack(const struct nc_order *o)
{
    return o->power <= NC_AIM;
}

/* Is it the last part of a phase, in which nothing is withdrawn (NC-3.2) or no
 * ballot is changed (NC-7.1)? The option says how long it is. */
bool nj_nc_frozen(const struct nj_match *m, const char *option);
/* What stands, a row an order. */
struct nj_arg nj_nc_orders(const struct nj_match *m, nj_seat seat,
                           int64_t *cells);
#define NC_ORDER_CELLS (6 * NC_ORDERS)
/*
 * The close (NC-6.1 step 1): attacks without cover get the fate NC_UNCOVERED
 * and are as if they had not been given; all else is paid, booked on amoebas,
 * marked on its card (doom, pardon, a morph to come), and an arson is due
 * (`arson`, which a confinement of its night takes back). All stay in `order`.
 */
void nj_nc_pay(struct nc_state *s);

/* Do the words of an order mean who gives it? */
bool nj_nc_is_self(const struct nj_input *in);
/* Reads "2" or "#2"; -1: it is something else. */
int nj_nc_number(const char *text);
/* Whom they mean: in `plan->target`, NJ_SEAT_NONE: nobody. Returns
 * "nc.err.ambiguous" (`mistaken` is who) or NULL. */
const char *nj_nc_mean_seat(const struct nj_match *m, struct nj_attempt *a);
#define NC_NOBODY "-" /* the text of a ballot for nobody */
/* Is that somebody? Returns target, target_dead, abstain, or NULL. */
const char *nj_nc_target_fault(const struct nj_match *m,
                               const struct nj_attempt *a);
/* The place of the target's hand that an aim means, "2" from the end or
 * "#2" from the front; returns place, aim_bottom, or NULL (NC-5.4). */
const char *nj_nc_mean_place(const struct nc_seat *aimed, struct nj_attempt *a);

/* --- manifesto --- */

/* Characters that the attacks of a seat need and its pieces lack (NC-9.1). */
uint32_t nj_nc_missing(const struct nc_state *s, const struct nc_seat *who);
/* Is that order of its list covered (NC-9.5)? One that is no attack is. */
bool nj_nc_covered(const struct nc_state *s, const struct nc_seat *who,
                   const struct nc_order *o);
/* Tells the seat of its text: what it has, needs, lacks. */
void nj_nc_tell_manifesto(struct nj_match *m, nj_seat seat);
/* Takes a piece of the seat out, counted from 0, and returns its page, which is
 * the caller's (NC-9.8); or puts it back. */
uint16_t nj_nc_strike(struct nj_match *m, nj_seat seat, uint8_t piece);
void nj_nc_restore(struct nj_match *m, nj_seat seat, uint8_t piece,
                   uint16_t page);
struct nc_close;
/* Tells all what was written, shuffled, by nobody (NC-9.7), and clears it. Who
 * wrote the pieces is noted for the host. */
void nj_nc_publish(struct nj_match *m, struct nc_state *s, struct nc_close *d);

/* --- arrange --- */

/* An attack that reaches a hand. */
struct nc_attack {
    uint8_t kind; /* enum nc_kind */
    uint8_t aim;  /* slot of the target's card, by NC_AIMED */
    uint8_t fate; /* then: effective, absorbed or wasted */
    uint16_t of;  /* 1 + number of its order, in the list of the caller */
};

/* A card lost to it; a bodyguard may fall to two. */
struct nc_fall {
    uint8_t slot;
    uint8_t n_by;
    struct nc_attack *by[2];
};

/* What comes over one hand, and what falls of it. */
struct nc_raid {
    uint8_t hand[NC_HAND], n; /* slots, front first; then: not aimed at */
    uint8_t guard;            /* slot of the active bodyguard, or NC_NO_SLOT */
    bool six;                 /* kinds are merged (NC-6.7) */
    uint8_t n_falls;
    struct nc_fall fall[NC_HAND];    /* in the order of NC-6.4 */
    struct nc_attack *attacks, *end; /* by their canonical key */
};

/* NC-6.9: what attacks on one hand do, and what becomes of each. */
void nj_nc_arrange(struct nc_raid *r);

/* --- night, dawn, close --- */

/* What one close takes from a seat for good, and tells it of. */
struct nc_losses {
    uint8_t slot[NC_HAND];
    uint8_t cause[NC_HAND]; /* enum nc_cause */
    uint8_t n;
};

/* What the close of a night or day does, besides the fates of orders: all that
 * is to be told of it (NC-10.3). */
struct nc_close {
    struct nc_losses lost[NC_SEATS_MAX];
    uint8_t pending[NC_SEATS_MAX]; /* 1 + slot: a card executed at this dusk, or
                                    * at the last one; 0: none */
    uint16_t log[NC_SEATS_MAX];    /* of the dawn before, for coroners */
    nj_seat_set dying;             /* when the night closed */
    nj_seat_set executed, pardoned, confined, soulless, died, morphed,
        unmorphed;
    bool over, stalled;                       /* what its end check has found */
    uint8_t author[NC_SEATS_MAX * NC_PIECES]; /* of the published pieces */
};

/* What the orders of a night do to each other and to hands (NC-6.1, steps 2 to
 * 12), where uncovered attacks are marked: hands, fates, streaks, logs. */
void nj_nc_night(struct nc_state *s, struct nc_close *d);
/* Cards in hands, pending ones, and what is lost for good: as many behind a
 * close as before it, but for rulings. */
unsigned nj_nc_accounted(const struct nc_state *s);
/* Takes a card from a hand for good. */
void nj_nc_lose(struct nc_state *s, struct nc_close *d, nj_seat seat,
                uint8_t slot, enum nc_cause cause);
/* Seats without cards are dead. Camps are public by day, and of who was dying
 * or was removed (NC-8.2). */
void nj_nc_bury(struct nj_match *m, struct nc_state *s, struct nc_close *d);
/* Do all know the side of that dead seat (NC-8.2)? */
bool nj_nc_side_known(const struct nc_state *s, nj_seat seat);
/* Forms that were ordered in the night or day before this one are complete
 * where the amoeba is in the hand (NC-5.12b). */
void nj_nc_morph(struct nc_state *s, struct nc_close *d);
/* Counts curses and blessings of the phase that closes, but void ones. */
void nj_nc_curse(struct nc_state *s);
/* Tells of deaths, tells each seat of its own, and ends the match or opens the
 * next phase. */
void nj_nc_conclude(struct nj_match *m, struct nc_state *s, struct nc_close *d);
/* The closes themselves, to the opening behind them; a verdict may open behind
 * the day's vote. */
typedef void nc_close_fn(struct nj_match *m, struct nc_state *s);
nc_close_fn nj_nc_dawn, nj_nc_day_close, nj_nc_verdict_close;

/* --- vote --- */

/* The tally of all seats, without and with what is on them (NC-7.3). */
struct nc_tally {
    uint32_t raw[NC_SEATS_MAX], final[NC_SEATS_MAX];
    int64_t ballot[3 * NC_SEATS_MAX], *end; /* cells of the ballots' rows */
};

#define NC_TALLY_CELLS (7 * NC_SEATS_MAX)
/* The ballot of the vote that is open; NJ_SEAT_NONE: there is none. */
nj_seat nj_nc_ballot(const struct nc_state *s, nj_seat seat);
/* Weighs the ballots of all seats; defaults must stand. */
void nj_nc_tally(const struct nc_state *s, struct nc_tally *t);
/* Rows of those of whom there is anything to tell; the others are `nothing`. */
struct nj_arg nj_nc_tally_rows(const struct nc_state *s,
                               const struct nc_tally *t,
                               int64_t cells[NC_TALLY_CELLS],
                               nj_seat_set *nothing);
/* Places at this close (NC-7.5). */
uint8_t nj_nc_places(const struct nc_state *s);
/* NC-7.6: walks the groups of equal totals of `among`; returns who is
 * condemned, and writes the group that is contested, with its places. */
nj_seat_set nj_nc_walk(const uint32_t *totals, nj_seat_set among,
                       uint8_t places, nj_seat_set *contested, uint8_t *left);

/* --- ending --- */

/* Cards are lost for good: counted for draws and new orders. */
void nj_nc_count_lost(struct nc_state *s, uint8_t cards);
/* The match is over; who has won is told, unless it is broken off. */
void nj_nc_end(struct nj_match *m, struct nc_state *s, bool aborted);
/* The end check (NC-8.3, 8.5): notes in the close what it finds. */
void nj_nc_judge(struct nc_state *s, struct nc_close *d);
/* Tells it and, if the match goes on, opens the window of new orders that lost
 * cards bring in the next phase (NC-8.7); true: the match is over and all is
 * told. */
bool nj_nc_ended(struct nj_match *m, struct nc_state *s,
                 const struct nc_close *d);
/* New orders take effect, behind the losses of their phase. */
void nj_nc_reordered(struct nc_state *s);

/* --- afk, host, ruling --- */

/* A phase closes: who gave no sign in it (NC-17.25), which questions to the host
 * have no answer, and nothing of it can be taken back. The next opens: a
 * computer player sits down for who gave no sign too often, and they are
 * returned. */
nc_close_fn nj_nc_count_absent, nj_nc_close_rulings;
nj_seat_set nj_nc_seat_stand_ins(struct nj_match *m, struct nc_state *s);
/* Whose last phase without a sign this may be; they hear so at its opening and
 * with its reminders. */
nj_seat_set nj_nc_last_chance(const struct nj_match *m,
                              const struct nc_state *s);
/* At an opening they and those who are replaced hear of it, the host of the
 * latter. */
void nj_nc_tell_absent(struct nj_match *m, const struct nc_state *s,
                       nj_seat_set replaced, int64_t left_ms);
/* NC-13.6: whoever sits down has a third of the phase, once in each; returns
 * when it ends then, or NJ_NO_INT. */
int64_t nj_nc_give_time(struct nj_match *m, struct nc_state *s);
/* NC-10.4: what a seat is refused the group does not hear. */
int nj_nc_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause);
/* The host is about to change something of the seat that he may take back; and
 * he may not any more (NC-17.11). */
void nj_nc_may_undo(struct nj_match *m, nj_seat seat, uint8_t ruling);
void nj_nc_no_undo(struct nj_match *m);
/* Tells all what the host does; now nothing of his can be taken back. */
void nj_nc_tell_action(struct nj_match *m, const char *action, nj_seat seat,
                       int64_t piece);
/* The phase closes, and nobody has missed it. */
void nj_nc_close_by_host(struct nj_match *m);
/* The power `rule`. */
void nj_nc_would_rule(const struct nj_match *m, struct nj_query *q);
int nj_nc_check_rule(struct nj_match *m, const struct nj_deed *d);
void nj_nc_rule(struct nj_match *m, const struct nj_deed *d);
/* Rulings that take effect at a close, behind its losses (NC-17.10), and what
 * the group hears of rulings then. */
void nj_nc_carry_rulings(struct nj_match *m, struct nc_state *s,
                         struct nc_close *d);

/* --- sheet --- */

/* Begins the private texts of a step: of what phase they are, and no more, since
 * a locked screen shows it (UX-3.7). */
void nj_nc_tell_heads(struct nj_match *m, nj_seat_set to, enum nc_phase phase);
/* NC-17.4: one sheet to each living seat, and a last one to who died in the step
 * that opened the phase; or of whoever is asked about. */
void nj_nc_tell_sheets(struct nj_match *m, const struct nc_state *s,
                       int64_t deadline);
void nj_nc_tell_sheet(const struct nj_asker *to, int64_t deadline);
/* What a living seat is, or else the phase: "dying", "soulless", "night". */
const char *nj_nc_stands(const struct nc_state *s, const struct nc_seat *who);
/* What is on a seat, as it may be told: "soulless,done,F3" (it burns seat 3). */
struct nc_words nj_nc_marks(const struct nc_state *s,
                            const struct nc_seat *who);

/* --- board (NC-17.9) --- */

/* A step, or a look, begins: what is told to the host has one head. */
void nj_nc_tell_top(struct nj_match *m, enum nc_phase phase, uint8_t round);
/* All that he sees, a line a seat, and below what is of no seat. */
void nj_nc_tell_board(struct nj_match *m, const struct nc_state *s);
/* The table with all hands and camps as they stand, for a replay; nothing in the
 * setup. */
void nj_nc_whole(const struct nj_match *m, struct nj_query *q);
/* What became of all orders; `last`: of those of the last phase. */
void nj_nc_tell_log(struct nj_match *m, const struct nc_state *s, bool last);
/* The whole board at once, whenever he asks. */
void nj_nc_tell_look(struct nj_match *m);

/* The attacks of a seat that wait for a manifesto (NC-9.5), as people are told
 * them: "2,3". */
#define NC_WAITING_TEXT 128
const char *nj_nc_waiting(const struct nj_match *m, nj_seat seat,
                          char text[NC_WAITING_TEXT]);

/* --- what the match calls (match/game.h): each in the file of its chapter --- */

nj_step nj_nc_start, nj_nc_leave;
int nj_nc_check_order(struct nj_match *m, const struct nj_attempt *a);
int nj_nc_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code);
void nj_nc_present(struct nj_match *m, const struct nj_attempt *a);
void nj_nc_after_input(struct nj_match *m, const struct nj_attempt *a);
nj_phase_fn nj_nc_bell;
nj_query_fn nj_nc_query_status, nj_nc_query_hand, nj_nc_query_orders,
    nj_nc_query_card, nj_nc_query_help;
enum nj_talk nj_nc_talk(const struct nj_match *m, nj_seat seat,
                        const struct nj_verb *verb, int64_t *span);
const struct nj_accord *nj_nc_accord(const struct nj_match *m);
const char *nj_nc_collects(const struct nj_match *m, nj_seat seat,
                           bool *unsure);
const char *nj_nc_presence(const struct nj_match *m, nj_seat seat);
void nj_nc_picture(const struct nj_message *msg, struct nj_canvas *c);
extern const struct nj_slate nj_nc_slate; /* NC-17.15 */
extern const struct nj_offer nj_nc_offers[];
/* NC-11.4: all that would be accepted, of powers without whom they are for. */
void nj_nc_at_hand(const struct nj_match *m, nj_seat seat,
                   char out[NJ_OFFER_LIST]);
void nj_nc_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c);
void nj_nc_reveal(struct nj_match *m);
void nj_nc_result(const struct nj_match *m, nj_seat seat,
                  struct nj_result *out);
bool nj_nc_stayed(const struct nj_match *m, nj_seat seat);
enum nj_status nj_nc_given(struct nj_match *m, const char *clause,
                           struct nj_err *err);
void nj_nc_given_done(struct nj_match *m, int64_t at_ms);
void nj_nc_state_words(const struct nj_match *m, struct nj_str *out);
extern const struct nj_order nj_nc_order, nj_nc_camp, nj_nc_power_order,
    nj_nc_write, nj_nc_pieces, nj_nc_cancel, nj_nc_done, nj_nc_undone,
    nj_nc_auto, nj_nc_vote, nj_nc_ask, nj_nc_here;
/* What a refused order lacks, "whom", "place" or "form", if nothing but that; and
 * all orders with it that would be accepted: "kill 1,kill 3". Or NULL. */
const char *nj_nc_choices(const struct nj_match *m, const struct nj_attempt *a,
                          const char *code, char out[NJ_OFFER_LIST]);
extern const struct nj_phase nj_nc_clocks[];
extern const struct nj_tempo nj_nc_tempo[];
extern const struct nj_power nj_nc_host_powers[];
extern const struct nj_refusal nj_nc_power_faults[];
extern const struct nj_achievement nj_nc_achievements[];

#define NJ_MESSAGES "games/night_of_cards/messages.def"
#include "match/messages.h"

#endif
