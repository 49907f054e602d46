/*
 * What surrounds a match of 面具杀人魔: clocks and absence, what a host may do,
 * what is taken back, when computer players act (MK-13, 15, 19.3 to 19.5, 19.22).
 */
#ifndef NJ_GAMES_MASKED_KILLER_DESK_H
#define NJ_GAMES_MASKED_KILLER_DESK_H

#include "games/masked_killer/state.h"
#include "match/ruling.h"

/* --- undo, host, afk --- */

/* MK-9.8: refused, always. */
extern const struct nj_order nj_mk_takeback;
/* Somebody learns something from the input in hand: it is not taken back. */
void nj_mk_teach(struct nj_match *m);
/* Squares on which victims stand, or that they see. */
void nj_mk_squares(const struct nj_match *m, struct mk_cells *out);
/* Behind each input: do victims hold or see other squares than before? */
void nj_mk_held(struct nj_match *m);
/* Words of what may be taken back: "rest" ..., the last one of all else. */
extern const char *const nj_mk_back_words[];
/* The order was carried out: how it is taken back, if it may be. */
void nj_mk_ordered(struct nj_match *m, const struct nj_input *in);
/* MK-19.10: everything, to the host. */
void nj_mk_host_board(struct nj_match *m);
extern const struct nj_power nj_mk_powers[];
extern const struct nj_refusal nj_mk_power_faults[];
/* How long the seat has for a turn or a question; an option's name. */
int64_t nj_mk_time(const struct nj_match *m, nj_seat seat, const char *option);
/* The killer's turn is over: whoever played the rest of it steps back. */
void nj_mk_lent_over(struct nj_match *m);
/* A host ends the turn, which nobody has missed. */
void nj_mk_turn_skipped(struct nj_match *m);
bool nj_mk_shares(const struct nj_match *m, nj_seat seat, nj_seat of);
int nj_mk_leave(struct nj_match *m, const struct nj_input *in);
int nj_mk_timer(struct nj_match *m, const struct nj_input *in);
/* An order of the seat was accepted: it is there. */
void nj_mk_present(struct nj_match *m, const struct nj_input *in);
/* The order by which a question tells that its asker is there, if it does. */
const char *nj_mk_presence(const struct nj_match *m, nj_seat seat);
extern const struct nj_order nj_mk_here, nj_mk_away;
/* What the turn that begins is longer by, for leave that its person asked for:
 * it is used up. */
int64_t nj_mk_away_now(struct nj_match *m, nj_seat seat);
nj_seat_set nj_mk_awaited(const struct nj_match *m);

/* --- rule, rule_cards --- */

/* Marks of a row: what of it the group hears (MK-19.11). */
enum {
    MK_RULES_FIGURE = 1,  /* not of the killer while he is hidden */
    MK_RULES_ACTIONS = 2, /* nor of his actions */
    MK_RULES_HAND = 4,    /* the card if it lies or comes open */
    MK_RULES_DARK = 8,    /* nothing */
    MK_RULES_WORDS = 16,  /* what it was and becomes are words */
    MK_RULES_CARD = 32,   /* it is about a card */
    MK_RULES_TOKEN = 64   /* ... about a square to search */
};
extern const struct nj_ruling_row nj_mk_card_rules[];
extern const struct nj_rulings nj_mk_rulings;

/* --- pace --- */

/* Does a computer player act for the seat, its own or a stand-in? */
bool nj_mk_is_computer(const struct nj_match *m, nj_seat seat);
/* A turn begins; so it does for whoever the killer's start is asked of. */
void nj_mk_pace_turn(struct nj_match *m, nj_seat seat);
/* The killer has done an action. */
void nj_mk_pace_action(struct nj_match *m);
/* The killer's turn is over: how long it was, if it was his. */
void nj_mk_took(struct nj_match *m);
/* A moment of the seat's own, uniform between two. */
int64_t nj_mk_drawn(const struct nj_match *m, nj_seat seat, int64_t from,
                    int64_t to);
/* If a computer player acts for the seat, it does nothing for so long. */
void nj_mk_pace(struct nj_match *m, nj_seat seat, int64_t ms);

#endif
