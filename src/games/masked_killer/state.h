/*
 * The state of a match of 面具杀人魔 (MK-1.7) and what it is asked at once.
 */
#ifndef NJ_GAMES_MASKED_KILLER_STATE_H
#define NJ_GAMES_MASKED_KILLER_STATE_H

#include "games/masked_killer/table.h"
#include "match/cards.h"
#include "match/emit.h"
#include "match/game.h"

#define MK_THEN_MAX 16
#define MK_ACTS_MAX 8 /* actions of a turn that are named */

enum mk_phase {
    MK_SETUP, /* picks */
    MK_ALLOT, /* bonus cards (MK-2.6) */
    MK_START, /* the killer's start cell */
    MK_PLAY,
    MK_OVER
};

extern const char *const nj_mk_phases[MK_OVER + 1]; /* "setup" ... */
extern const char *const nj_mk_tokens[]; /* "gone", "used", "fresh", NULL */

/* Piles of match/cards.h; of hands the newest card lies at the bottom. */
enum mk_pile {
    MK_DECK, /* + enum mk_quad */
    MK_DISCARD = MK_DECK + MK_QUADS,
    MK_BONUS, /* waiting to be allotted */
    MK_ASIDE, /* guns of those who may yet come */
    MK_HAND,  /* + seat of a victim */
    MK_K_DECK = MK_HAND + MK_VICTIMS_MAX,
    MK_K_DISCARD,
    MK_K_HAND,
    MK_PILES
};

/* What is still to be done behind the question or the fight in hand, the last
 * one first (turn.c). */
enum mk_then {
    MK_THEN_NONE,
    MK_THEN_SIGHT,   /* sight is evaluated (MK-4.5) */
    MK_THEN_DEFENSE, /* the seat's answer becomes damage (MK-6.3) */
    MK_THEN_COUNTER, /* ... and its counter attack (MK-6.8) */
    MK_THEN_BLOWS,   /* the seat's dice become the killer's damage (MK-6.2) */
    MK_THEN_RETURN,  /* the seat's hand limit (MK-7.2) */
    MK_THEN_ESTATE,  /* its cards go back (MK-6.10, 2) */
    MK_THEN_BURIAL,  /* tokens, the figure leaves (MK-6.10, 3 and 4) */
    MK_THEN_HEIR,    /* who comes after (MK-6.10, 5 to 7) */
    MK_THEN_ACTION,  /* an action of the active seat is completed */
    MK_THEN_TURN     /* its turn is over */
};

/* A fight of dice. */
enum mk_fight_kind {
    MK_NO_FIGHT,
    MK_STRIKE, /* the killer's, in his turn */
    MK_EXTRA,  /* ... at a stop */
    MK_BLOW,   /* a victim's */
    MK_COUNTER /* ... in answer */
};

struct mk_fight {
    uint8_t kind; /* enum mk_fight_kind */
    uint8_t seat; /* the victim */
    uint8_t n, dice[MK_DICE_MAX];
    uint8_t weapon, fuel; /* MK_NO_CARD: none */
    uint8_t counter;      /* it is ordered */
    uint8_t lid;          /* 1: if a hit remains, 2: only to live */
    uint8_t reroll;       /* dice, by bit */
};

/* What a victim may say that it holds, of what it takes to escape (MK-19.8). */
enum {
    MK_NO_CLAIM = MK_VICTIMS_CARDS - MK_TOMMY, /* none of these */
    MK_CLAIMS
};

enum mk_standing {
    MK_ASK,  /* defend, counter, reroll: the default */
    MK_AUTO, /* defend auto, counter on, reroll safe */
    MK_NONE, /* defend none, counter off, reroll none */
    MK_ALL   /* reroll all */
};

struct mk_victim {
    uint16_t cell; /* MK_NOWHERE: not on the board */
    uint8_t who;   /* enum mk_who; MK_NOBODY: not picked yet */
    uint8_t dir;
    uint8_t damage, exert;
    uint8_t steps;  /* more of them in the next Move (MK-7.4) */
    uint8_t lit;    /* flashlights used in this turn */
    uint8_t agreed; /* to the allotment */
    uint8_t said;   /* in this round, by bit: keys, and MK_NO_CLAIM */
    uint8_t defend, counter, reroll; /* enum mk_standing (MK-9.5) */
};

struct mk_killer {
    uint16_t cell, shadow; /* MK_NOWHERE: none */
    uint16_t log[MK_ROUNDS_MAX + 1];
    uint8_t figure; /* he is visible */
    uint8_t damage;
    uint8_t staggered;
    uint8_t blackout;
    uint8_t forced; /* revealed by force, which the next evaluation ends */
    uint8_t clock;  /* order clock stay (MK-19.3) */
    uint8_t act;    /* enum mk_prowl: what he is told that he did */
    /* Lengths of the turns that he ended himself (MK-19.4); what is left of
     * one behind the first action of a computer player. */
    uint32_t took[MK_ROUNDS_MAX], rest_ms;
    uint8_t n_took;
    uint8_t lent; /* a computer player does the rest of the turn (afk.c) */
    uint8_t n_played, played[MK_ACTS_MAX]; /* ... enum mk_prowl */
};

/* An offer to trade that is open (MK-3.10, 19.6): what each of both gives and
 * shows, first who made it. */
struct mk_offer {
    uint8_t open;
    uint8_t from, to; /* who offers has the turn */
    uint8_t asked;    /* who has to answer */
    uint8_t amended;  /* times */
    uint8_t look;
    uint8_t gives[2][MK_HAND_MAX], shows[2][MK_HAND_MAX];
    uint8_t n_gives[2], n_shows[2];
};

/* Words of the option `pictures`. */
enum {
    MK_PICTURES_ACTION,
    MK_PICTURES_TURN,
    MK_PICTURES_OFF
};

struct mk_options {
#define NJ_OPTIONS "games/masked_killer/options.def"
#include "match/option.h"
};

struct mk_state {
    int64_t shown; /* a print of the board that all have seen */
    /* MK-15.1, inputs by number, 0: none. */
    int64_t back;         /* the last one, if nobody learned from it */
    int64_t taught;       /* ... that taught somebody something */
    int64_t told;         /* ... at which the group heard of the killer */
    struct mk_cells held; /* squares that victims held or saw behind it */
    int64_t turn_ms;      /* how long the running turn may be */
    /* MK-19.22: what is put on the next turn of somebody who has asked for
     * leave, by his first seat. */
    uint32_t away_ms[MK_VICTIMS_MAX + 1];
    struct mk_killer k;
    struct mk_victim v[MK_VICTIMS_MAX];
    struct mk_options opt;
    uint8_t n;                  /* seats of victims; the killer's is seat n */
    uint8_t phase;              /* enum mk_phase */
    uint8_t round, last, limit; /* rows and deaths that end the match */
    uint8_t active;             /* seat whose turn it is */
    uint8_t left;               /* actions */
    uint8_t offers;             /* of the active seat in this turn */
    uint8_t turn_lost;          /* who has it died in it (MK-6.10, 7) */
    uint8_t quad;               /* of the last death */
    uint8_t kills;
    uint8_t winner, reason; /* enum mk_winner, mk_reason */
    uint8_t dead[4];        /* enum mk_who, in order: as many as kills */
    uint8_t lock[MK_CARS];
    uint8_t token[MK_TOKENS];           /* 2 fresh, 1 used, 0 gone */
    uint8_t missed[MK_VICTIMS_MAX + 1]; /* rounds in a row, by first seat */
    uint8_t late;     /* seats whose turn of this round the clock ended */
    uint8_t idle;     /* seats whose turns end at once (MK-13.2, `afk` rest) */
    uint8_t allot[6]; /* seat of each bonus card */
    uint8_t then[MK_THEN_MAX][2]; /* enum mk_then, seat */
    uint8_t n_then;
    uint8_t board_due;  /* a turn has begun, or an attack is over (MK-9.2) */
    uint8_t back_by;    /* seat of the input `back` */
    uint8_t back_aloud; /* the group got a message of it (MK-19.5) */
    uint8_t back_what;  /* ... of nj_mk_back_words */
    struct mk_fight fight;
    struct mk_offer offer;
    struct nj_cards cards;
};

/* --- who is who (turn.c) --- */

static inline nj_seat nj_mk_killer(const struct mk_state *s)
{
    return s->n;
}

/* The pile of a victim's hand. */
static inline uint8_t nj_mk_hand(nj_seat seat)
{
    return (uint8_t)(MK_HAND + seat);
}

/* Moves a card of that kind, which must lie there, to an end of a pile. */
static inline void nj_mk_move_card(struct nj_match *m, uint8_t from,
                                   uint8_t card, uint8_t to, enum nj_end end)
{
    struct mk_state *s = nj_state(m);
    int at = nj_cards_find(&s->cards, from, card);

    NJ_ASSERT(at >= 0);
    (void)nj_cards_move(&s->cards, from, (uint8_t)at, to, end);
}

/* Seats of victims that are on the board. */
nj_seat_set nj_mk_living(const struct mk_state *s);
/* The victim who stands there, or NJ_SEAT_NONE; is there one? */
nj_seat nj_mk_victim_at(const struct mk_state *s, uint16_t cell);
bool nj_mk_has_victim(const struct mk_state *s, uint16_t cell);
/* Has a seat that victim (MK_NOBODY: any seat none)? */
bool nj_mk_is_taken(const struct mk_state *s, uint8_t who);

#endif
