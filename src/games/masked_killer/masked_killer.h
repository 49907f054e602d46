/*
 * 面具杀人魔 as its files know it: the rules of MK-1 to MK-19, a file per
 * chapter, and a header per subject. Each includes those above it; computer
 * players (mind.h) include the first three alone, and know no state (MK-14.1).
 *
 *   cells.h   cells and sets of them
 *   table.h   board and cards
 *   ground.h  sight, reach and ways on a board
 *   state.h   what a match is
 *   order.h   what people type, and what forbids it
 *   play.h    the rules
 *   desk.h    clocks, host, undo
 *   show.h    sheets, answers, boards, pictures, scenarios
 *
 *   masked_killer contents page: options, verbs, what the match calls
 *   table     board as its file draws it, cells            MK-1.2-1.6
 *   table_cards ... and the cards behind it                MK-6.1, 7, 5.9
 *   table_check ... and what they have to be               MK-1.6, 7.6, 19.24
 *   sight     lines of sight, and what is told of them     MK-4
 *   path      ways as people write them                    MK-11.2, 19.19-20
 *   way       ... found and measured                       MK-11.3, 14
 *   setup     seats, decks, picks, bonus, the killer's start    MK-2
 *   order     words of orders, what forbids them           MK-10.4, 11.1
 *   turn      turns, actions, rounds, what is still to do  MK-3.1, 3.12, 5.8
 *   move      victims' steps, stops and bumps              MK-3.3-3.7
 *   search    searching, resting, hand limits              MK-3.8, 3.9, 7.2
 *   fight     dice, rerolls, damage, both ways             MK-6.1-6.8
 *   death     death and who comes after                    MK-6.9-6.12
 *   item      cards that are used, cars                    MK-7.3-7.5
 *   trade     offers between two victims                   MK-3.10, 19.6
 *   prowl     the killer's movements                       MK-5.3-5.6
 *   kcard     his cards and his attack                     MK-5.7, 5.9
 *   standing  orders that answer for a seat                MK-9.5, 19.2
 *   ending    who has won, results, what is told then      MK-8
 *   view      the public board, and when it is shown       MK-9.2, 16.4
 *   sheet     what a seat may see of its own               MK-9.3, 19.13-19.15
 *   query     what anybody may ask                         MK-19.16
 *   help      what a seat may type now                     MK-19.17
 *   undo      what an input has taught                     MK-15.1
 *   rule      what he decides by word                      MK-19.11
 *   rule_cards ... about cards
 *   host      powers, his board                            MK-15, 19.5, 19.10-12
 *   afk       clocks, absence, leaving                     MK-13, 19.22, 19.23
 *   pace      when computer players act                    MK-19.4
 *   belief    where the killer may be                      MK-14.2, 19.26
 *   brain     what a computer player hears (mind.h)        MK-14.1
 *   hear      ... of cards
 *   brain_answer  ... answers as a victim                  MK-9.4
 *   brain_victim  ... does as one, in its turn (scales.h)  MK-14.3
 *   brain_danger  ... fears and deals                      MK-14.2, 19.26
 *   brain_goal    ... wants to get to                      MK-14.3, 19.26
 *   brain_killer  ... does as the killer (hunt.h)          MK-14.4
 *   brain_value   ... values squares as the killer         MK-19.26
 *   brain_foresee ... foresees of the victims' turns       MK-19.26
 *   picture   what is drawn                                MK-16
 *   given     boards of scenarios, and how their ends are printed
 *
 * Words: a *cell* is a number, row by row from A1; an *edge* lies between two
 * cells and is one of enum mk_edge; to be *in reach* is MK-1.5's. Victims are
 * the seats 0 to n - 1, the killer is the seat n, the last.
 */
#ifndef NJ_GAMES_MASKED_KILLER_MASKED_KILLER_H
#define NJ_GAMES_MASKED_KILLER_MASKED_KILLER_H

#include "base/str.h"
#include "games/masked_killer/desk.h"
#include "games/masked_killer/play.h"
#include "games/masked_killer/show.h"

/* Arguments of our own (match/messages.h): the victim of `seat`; a cell, a side,
 * a quadrant, a card; the cards of a pile. */
/* clang-format off */
#define NJ_PARAM_WHO(x)
#define NJ_BUILD_WHO(x)     nj_arg_word(#x, nj_mk_who_is(nj_state_const(m), seat))
#define NJ_LISTED_WHO(x)   NJ_LISTS(#x, WHO, false)
#define NJ_PARAM_CELL(x)    , uint16_t x
#define NJ_BUILD_CELL(x)    nj_arg_id(#x, MK_CELL(x))
#define NJ_LISTED_CELL(x)  NJ_LISTS(#x, CELL, false)
#define NJ_LEFT_OUT_CELL(x) (x) == MK_NOWHERE
#define NJ_PARAM_DIR(x)     , unsigned x
#define NJ_BUILD_DIR(x)     nj_arg_word(#x, nj_mk_dirs[x])
#define NJ_LISTED_DIR(x)   NJ_LISTS(#x, DIR, false)
#define NJ_LEFT_OUT_DIR(x)  (x) == MK_DIRS
#define NJ_PARAM_QUAD(x)    , unsigned x
#define NJ_BUILD_QUAD(x)    nj_arg_word(#x, nj_mk_quads[x])
#define NJ_LISTED_QUAD(x)  NJ_LISTS(#x, QUAD, false)
#define NJ_LEFT_OUT_QUAD(x) (x) == MK_QUADS
#define NJ_PARAM_CARD(x)    , uint8_t x
#define NJ_BUILD_CARD(x)    nj_arg_word(#x, nj_mk_cards[x])
#define NJ_LISTED_CARD(x)  NJ_LISTS(#x, CARD, false)
#define NJ_LEFT_OUT_CARD(x) (x) == MK_NO_CARD
#define NJ_PARAM_PILE(x)    , uint8_t x
#define NJ_BUILD_PILE(x)    nj_arg_words(#x, MK_WORDS(m, x))
#define NJ_LISTED_PILE(x)  NJ_LISTS(#x, PILE, false)
#define NJ_LEFT_OUT_PILE(x) (x) == MK_PILES
#define NJ_ARG_WHO          NJ_ARG_WORD
#define NJ_ARG_CELL         NJ_ARG_ID
#define NJ_ARG_DIR          NJ_ARG_WORD
#define NJ_ARG_QUAD         NJ_ARG_WORD
#define NJ_ARG_CARD         NJ_ARG_WORD
#define NJ_ARG_PILE         NJ_ARG_WORDS
/* clang-format on */

#define NJ_MESSAGES "games/masked_killer/messages.def"
#include "match/messages.h"

#endif
