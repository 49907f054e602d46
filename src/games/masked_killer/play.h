/*
 * The rules of 面具杀人魔, a section a file: turns, sight, and all that victims and
 * the killer do (MK-2 to MK-8).
 */
#ifndef NJ_GAMES_MASKED_KILLER_PLAY_H
#define NJ_GAMES_MASKED_KILLER_PLAY_H

#include "games/masked_killer/ground.h"
#include "games/masked_killer/order.h"

/* --- turn --- */

/* MK-19.9: by their victims (1 + enum mk_who), he by what he is; before the
 * match by their people, of whom he has no number. */
enum {
    MK_CALLED_KILLER = MK_WHO + 1,
    MK_CALLED_HUNTER
};

uint32_t nj_mk_called(const struct nj_match *m);
/* How the seat is called in messages besides its number: "annie". */
const char *nj_mk_who_is(const struct mk_state *s, nj_seat seat);
const struct mk_who_row *nj_mk_of(const struct nj_match *m, nj_seat seat);
/* What stands in the supply of exert tokens. */
uint8_t nj_mk_supply(const struct nj_match *m);
/* Gives the victim as many more (or fewer) tokens; tells it. */
void nj_mk_exert(struct nj_match *m, nj_seat seat, int delta);

/* Puts something on top of what is to be done. */
void nj_mk_then(struct mk_state *s, enum mk_then what, nj_seat seat);
/* The two things on top change places, if both are hand limits. */
void nj_mk_swap_then(struct mk_state *s);
/* Does what is to be done, until a question to which all wait is open, or
 * nothing is left. Behind each input (frame). */
void nj_mk_go_on(struct nj_match *m);
/* Questions (MK-9.4): those to which all wait, then the offer to trade. */
#define MK_KINDS 5
extern const char *const nj_mk_kinds[MK_KINDS + 2];
/* Who is asked something to which all wait; is anybody? */
nj_seat_set nj_mk_asked(const struct nj_match *m);
bool nj_mk_is_asking(const struct nj_match *m);

/* Round 1 begins. */
void nj_mk_first_turn(struct nj_match *m);
/* His floor is over: the round may be (MK-5.8, 19.3). */
void nj_mk_ripe(struct nj_match *m);
/* Each action that is not used becomes a Rest, or a Stalk of 0 (MK-3.12,
 * 5.1), and the turn ends. */
void nj_mk_end_turn(struct nj_match *m);
extern const struct nj_order nj_mk_end;
extern const struct nj_phase nj_mk_clocks[];

/* --- sight --- */

/* The victim looks that way; sight is evaluated. */
void nj_mk_turn_to(struct nj_match *m, nj_seat seat, enum mk_dir dir,
                   const char *cause);
/* Board, locks and blackout as they are. */
struct mk_view nj_mk_view(const struct nj_match *m);
/* How far along its line the victim sees the cell, from 1; 0: not (MK-4.3). */
uint8_t nj_mk_distance(const struct nj_match *m, nj_seat seat, uint16_t cell);
/* Living victims who see the cell. */
nj_seat_set nj_mk_seen_by(const struct nj_match *m, uint16_t cell);
/* All that they see. */
void nj_mk_seen(const struct nj_match *m, struct mk_cells *out);
/* MK-4.5: the figure and the shadow, told to all. */
void nj_mk_resight(struct nj_match *m);
/* The figure leaves the board, the shadow lies where it stood. */
void nj_mk_lose_sight(struct nj_match *m, uint16_t stood);
/* The killer is put on the board without being seen (MK-4.6): the next
 * evaluation ends it. Says nothing. */
void nj_mk_reveal_figure(struct nj_match *m);
/* MK-4.7: the killer walks into these cells, one by one; tells what is seen of
 * it, and he stands on the last one. */
void nj_mk_trail(struct nj_match *m, const uint16_t *path, uint8_t n);

/* --- setup --- */

int nj_mk_start(struct nj_match *m, const struct nj_input *in);
/* Nobody is on the board, tokens are fresh, cars locked. */
void nj_mk_clear(struct mk_state *s);
extern const struct nj_order nj_mk_pick, nj_mk_allot, nj_mk_startat;
/* The time of a set-up question is over (MK-9.4). */
void nj_mk_setup_over(struct nj_match *m);
/* A cell where he could begin. */
uint16_t nj_mk_start_cell(const struct nj_match *m);

/* --- move --- */

extern const struct nj_order nj_mk_move, nj_mk_cross;
/* Steps that its next Move has without exertion. */
uint8_t nj_mk_steps_most(const struct nj_match *m, nj_seat seat);

/* --- search --- */

extern const struct nj_order nj_mk_search, nj_mk_rest, nj_mk_return;
/* Takes all tokens off: an action, or what the end of a turn makes of one. Of
 * two at once the `pair` says which ("first", "second"; NULL: it is alone): the
 * first is told for both. */
void nj_mk_rests(struct nj_match *m, nj_seat seat, const char *pair);
/* Says that the hand is over its limit, and puts the question on what is to be
 * done, if it is. */
void nj_mk_hand_limit(struct nj_match *m, nj_seat seat);
/* So many cards it holds above its limit. */
uint8_t nj_mk_excess(const struct nj_match *m, nj_seat seat);
void nj_mk_ask_return(struct nj_match *m, nj_seat seat);
void nj_mk_return_late(struct nj_match *m, nj_seat seat);
/* Reads "[quadrant] top cards bottom cards" into plan->cards. */
bool nj_mk_read_back(const struct nj_match *m, nj_seat seat,
                     struct nj_reader *r, struct mk_plan *plan);
/* Are all of these in its hand? */
bool nj_mk_holds_back(const struct nj_match *m, nj_seat seat,
                      const struct mk_plan *plan);
/* Puts them on both ends of the deck plan->quad: the first named lies nearer to
 * the top. */
void nj_mk_put_back(struct nj_match *m, nj_seat seat,
                    const struct mk_plan *plan);
/* Tells its owner, if there were any. */
void nj_mk_tell_back(struct nj_match *m, nj_seat seat,
                     const struct mk_plan *plan);

/* --- fight --- */

uint8_t nj_mk_hits(const struct nj_match *m, const struct mk_fight *f);
/* "4,5,1", of the dice of a fight or of some of them, by bit; or their numbers. */
#define MK_DICE_TEXT 16
const char *nj_mk_dice(const struct mk_fight *f, uint8_t bits, bool numbers,
                       char text[MK_DICE_TEXT]);
#define MK_DICE(f, bits) nj_mk_dice((f), (bits), false, (char[MK_DICE_TEXT]){0})
/* The killer attacks with so many dice; what follows is put on what is to be
 * done (MK-6.3). */
void nj_mk_strike(struct nj_match *m, nj_seat target, enum mk_fight_kind kind,
                  uint8_t dice, uint8_t card);
/* What is to be done of a fight, by enum mk_then. */
void nj_mk_defense(struct nj_match *m, nj_seat seat);
void nj_mk_countered(struct nj_match *m, nj_seat seat);
/* The card of its hand with which it could strike back now (MK-6.8), or
 * MK_ITEMS. */
uint8_t nj_mk_counters(const struct nj_match *m, nj_seat seat);
void nj_mk_blows(struct nj_match *m, nj_seat seat);
extern const struct nj_order nj_mk_attack, nj_mk_defend, nj_mk_reroll;

/* --- death --- */

/* MK-6.9: the victim dies. */
void nj_mk_dies(struct nj_match *m, nj_seat seat);
void nj_mk_estate(struct nj_match *m, nj_seat seat);
void nj_mk_burial(struct nj_match *m, nj_seat seat);
void nj_mk_successor(struct nj_match *m, nj_seat seat);
/* Has the victim neither been in play nor died (MK-2.5)? */
bool nj_mk_in_pool(const struct mk_state *s, uint8_t who);
void nj_mk_death_late(struct nj_match *m, nj_seat seat);
void nj_mk_replace_late(struct nj_match *m, nj_seat seat);
extern const struct nj_order nj_mk_death, nj_mk_replace;

/* --- item, trade --- */

extern const struct nj_order nj_mk_use, nj_mk_unlock, nj_mk_claim;
extern const struct nj_order nj_mk_trade, nj_mk_accept, nj_mk_decline,
    nj_mk_amend;
/* An offer that waits for the seat is put to it again (MK-19.23). */
void nj_mk_offer_again(struct nj_match *m, nj_seat seat);
/* The offer is refused (MK-9.4: default). */
void nj_mk_offer_falls(struct nj_match *m, nj_seat seat);

/* --- prowl, kcard --- */

enum mk_prowl {
    MK_STALK,
    MK_SNEAK,
    MK_HUNT,
    MK_STRIKES,
    MK_ENDS, /* gives back what is left of the turn */
    MK_PROWLS
};

/* How far he stalks now. */
uint8_t nj_mk_stalk_most(const struct nj_match *m);

/* What the killer may order with these words: NULL, or the code of the first
 * thing that is against it; the cells in plan->path (MK-5.3 to 5.6). */
const char *nj_mk_prowl_fault(const struct nj_match *m, enum mk_prowl kind,
                              const char *words, uint8_t most,
                              struct mk_plan *plan);
extern const struct nj_order nj_mk_stalk, nj_mk_sneak, nj_mk_hunt,
    nj_mk_strikes, nj_mk_play;
/* The cells at which a Hunt the way of that plan could end, "M8,N8"; NULL: there
 * are none. */
const char *nj_mk_hunt_stops(const struct nj_match *m,
                             const struct mk_plan *plan,
                             char text[MK_PATH_TEXT]);
/* Where he can be behind his next action, by its kind (enum mk_prowl). */
void nj_mk_reachable(const struct nj_match *m, struct mk_cells out[MK_STRIKES]);
/* A victim whom he can attack where he stands, or NJ_SEAT_NONE. */
nj_seat nj_mk_prey(const struct nj_match *m);
/* His action is completed: he recovers (MK-5.2). */
void nj_mk_recovers(struct nj_match *m);
/* He draws so many cards; the deck is renewed if it is empty (D29). */
void nj_mk_k_draw(struct nj_match *m, uint8_t n);

/* --- standing, ending --- */

extern const struct nj_order nj_mk_standing;
/* Puts a question to a victim, whom all see waiting (MK-9.4); a standing order
 * answers it. `excess`: cards that have to go back. */
void nj_mk_ask(struct nj_match *m, nj_seat seat, const char *name,
               uint8_t excess);
/* Puts his open questions to whoever has taken over the seat (MK-19.23). */
void nj_mk_ask_again(struct nj_match *m, nj_seat seat);
/* What is left of the time of such a one, at least half of all of it. */
int64_t nj_mk_time_again(const struct nj_match *m, nj_seat seat,
                         const char *name);
void nj_mk_orders_due(struct nj_match *m);
/* What questions come to when nobody answers. */
void nj_mk_defend_late(struct nj_match *m, nj_seat seat);
void nj_mk_reroll_late(struct nj_match *m, nj_seat seat);

enum mk_winner {
    MK_WON_BY_NONE,
    MK_WON_BY_VICTIMS,
    MK_WON_BY_KILLER
};

extern const char *const nj_mk_winners[]; /* "none" ..., NULL */

enum mk_reason {
    MK_BY_DAMAGE,
    MK_BY_ESCAPE,
    MK_BY_KILLS,
    MK_BY_TIME,
    MK_BY_HOST
};

void nj_mk_ends(struct nj_match *m, enum mk_winner winner,
                enum mk_reason reason);
/* MK-8.2; true: the match is over. */
bool nj_mk_escaped(struct nj_match *m);
/* Rows of the killer's log that are filled in. */
uint8_t nj_mk_rows(const struct mk_state *s);
void nj_mk_reveal(struct nj_match *m);
void nj_mk_result(const struct nj_match *m, nj_seat seat,
                  struct nj_result *out);
extern const struct nj_achievement nj_mk_achievements[];
bool nj_mk_stayed(const struct nj_match *m, nj_seat seat);

#endif
