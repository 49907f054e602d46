/*
 * 漫漫长夜: the state of a match and what the files of this folder share.
 * Rules: clauses LN-x.y of the game's rules file.
 *
 *   long_night.c  the contents page: options, verbs, struct nj_game
 *   pack*.c       the block pack: bytes -> checked blocks (LN-3)
 *   board.c       torus, edges, distances, walk graph (LN-1)
 *   setup.c       the start, in the order of LN-2.1 and LN-2.13
 *   pool.c        which blocks a match draws from (LN-2.3)
 *   layout.c      which blocks lie where (LN-2.5, 2.6, 2.8 to 2.10)
 *   events.c      special events (LN-2.7)
 *   spawn.c       where the seats begin (LN-2.11)
 *   turn.c        rounds, turns, end of turn, end of the match (LN-4, LN-7.9)
 *   move.c        orders of the acting seat: move, stop, hide, bomb (LN-4)
 *   terrain.c     entering a cell (LN-4.7, LN-5)
 *   heat.c        heat sources and sun boxes (LN-5.8, 5.12)
 *   door.c        buttons and doors (LN-5.10)
 *   box.c         boxes (LN-5.11)
 *   bomb.c        bombs (LN-5.14)
 *   sound.c       who hears what from where (LN-6)
 *   capture.c     chain, catch, teleport, escape (LN-7)
 *   messages.def  everything that is said
 *   buttons.c     what may be pressed instead of typed (LN-10.5)
 *   hide.c        hidden turns and steps (LN-8.4)
 *   boss.c        the Minotaur (LN-8.7)
 *   bangbang.c    the Boss that lays bombs (LN-23)
 *   score.c       points, ranks, who is in play (LN-7.10, 7.11)
 *   trace.c       the record of a turn (LN-9.2)
 *   afk.c         deadlines, AFK, substitution, end votes (LN-7.12, LN-12)
 *   host.c        powers of the host, leaving (LN-10.7, LN-7.8)
 *   query.c       what seats may ask (LN-10.3)
 *   map.c         boards in notation, for queries and the reveal
 *   picture.c     that notation on a canvas
 *   course.c      the whole match on a canvas, when it is over
 *   brain.c       the computer player (LN-13)
 *   reveal.c      what is told when it is over
 *   achieve.c     what was done that is worth a name
 *   given.c       the words of scenarios (LN-14.2)
 */
#ifndef NJ_GAMES_LONG_NIGHT_LONG_NIGHT_H
#define NJ_GAMES_LONG_NIGHT_LONG_NIGHT_H

#include "games/long_night/board.h"
#include "games/long_night/pack.h"
#include "match/emit.h"
#include "match/game.h"

#define LN_SEATS_MAX    8
#define LN_SEATS_USUAL  6    /* at most, unless option `max_seats` says more */
#define LN_STEPS_MAX    1000 /* of one turn (LN-4.9) */
#define LN_TRACE_MAX    1016 /* the steps, and what may end them */
#define LN_MESSAGE_MAX  100  /* largest value of option max_msg */
#define LN_ATTEMPTS_MAX 50   /* layouts drawn for one match (LN-2.10) */
#define LN_POOL_MAX     48   /* blocks of a free list (LN-24.3) */
#define LN_POOL_SHOWN   48   /* blocks in one picture */
#define LN_TOLD_MAX     1800 /* bytes of all options off their defaults */
#define LN_LINKS_MAX    6    /* doors on buttons that a scenario may have */
#define LN_LINK_BYTES   3    /* of one link in the state (door.c) */

extern const struct nj_game nj_long_night;

enum ln_event {
    LN_EVENT_NONE,
    LN_EVENT_RANDOM,
    LN_EVENT_GARDENER,
    LN_EVENT_OVERGROWTH,
    LN_EVENT_RAIN
};

/* Option `blocks` (LN-2.3). */
enum ln_pool {
    LN_POOL_STANDARD,
    LN_POOL_TWIST,
    LN_POOL_WILD,
    LN_POOL_CRAZY,
    LN_POOL_CUSTOM,
    LN_POOL_BUTTON, /* themes of a pack (LN-24.2) */
    LN_POOL_TRAP
};

/* Option `size`. */
enum ln_size {
    LN_SIZE_9,
    LN_SIZE_10,
    LN_SIZE_12
};

/* Option `boss`. */
enum ln_boss {
    LN_BOSS_OFF,
    LN_MINOTAUR,
    LN_BANGBANG /* LN-23 */
};

/* What became of a seat (LN-1.1). */
enum ln_fate {
    LN_IN_PLAY,
    LN_ESCAPED,
    LN_CAUGHT,
    LN_DEPARTED,
    LN_BLOWN,
    LN_STOMPED /* by the Minotaur */
};

/* Why a turn ends; LN_GOES_ON: it does not. */
enum ln_reason {
    LN_GOES_ON,
    LN_BUMP,
    LN_STOP,
    LN_TIMEOUT,
    LN_TRAPPED,
    LN_CATCH,
    LN_ESCAPE,
    LN_GONE,
    LN_HEATED,
    LN_BLOWN_UP,
    LN_WARPED, /* by a pod of melee */
    LN_PLANNED /* the one message of LN-8.8 is at its end */
};

enum ln_sound {
    LN_SILENT,
    LN_RUSTLE,
    LN_SPLASH
};

enum ln_hide {
    LN_HIDE_OFF,
    LN_HIDE_TURN,
    LN_HIDE_STEP
};

/* How far the acting seat is hidden. */
enum ln_veil {
    LN_OPENLY,
    LN_HIDDEN,
    LN_HIDDEN_TOLD /* its hidden step was announced, and it ends the turn */
};

/* What a seat has done, as far as points and fates do not tell, and the kinds
 * that five_kinds counts (LN-29.1). */
enum ln_deed {
    LN_WAS_HEARD, /* an own sound */
    LN_SILENT_POD,
    LN_FIRST_ROUND_POD,
    LN_FIRST_ROUND_CATCH,
    LN_AMBUSHED,
    LN_BAITED, /* the Minotaur's third move in a row was after it */
    LN_MET_GRASS,
    LN_MET_WATER,
    LN_MET_PORTAL,
    LN_MET_POD,
    LN_MET_TRAP,
    LN_MET_HEAT,
    LN_MET_BUTTON,
    LN_MET_BOMB,
    LN_MET_BOX
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

struct ln_seat {
    int16_t catch_points;
    int16_t escape_points;
    uint16_t idle;  /* turns in a row that count for LN-7.9 */
    uint16_t deeds; /* enum ln_deed, a bit each (LN-29.1) */
    uint8_t visited[(LN_CELLS_MAX + 7) / 8]; /* cells entered, a bit each */
    uint8_t cell;     /* the entrance while in subspace (LN-1.5) */
    uint8_t sub;      /* subspace counter */
    uint8_t fate;     /* enum ln_fate */
    uint8_t start;    /* the cell of the beginning */
    uint8_t afk;      /* marked as away (LN-12.3) */
    uint8_t timeouts; /* in a row (LN-12.4) */
    uint8_t armed;    /* entered a bomb's cell (LN-5.14) */
    uint8_t warm;     /* in a heat zone after its last step (LN-5.8) */
    uint8_t scorched; /* has been in a heat source */
    uint8_t bombs;    /* left to lay */
    uint8_t hides;    /* left (LN-8.4) */
    uint8_t cards;    /* left (LN-27.3) */
    uint8_t spoken;   /* its first sound has been made (LN-25.1) */
    uint8_t first;    /* cells nobody had entered before */
};

/* Options (LN-11), words by their index. */
struct ln_options {
    uint8_t blocks; /* enum ln_pool */
    uint8_t size;   /* enum ln_size */
    uint8_t point;  /* capture=point */
    uint8_t hide;   /* enum ln_hide */
    uint8_t melee;
    uint8_t boss; /* enum ln_boss */
    uint8_t start_walls, stop_walls;
    uint8_t ext;
    uint8_t bombs; /* that each seat begins with (LN-5.14) */
    uint8_t grace;
    uint8_t plan;
    uint8_t cap;
    uint8_t abandon_rounds;
    uint8_t max_msg;
    uint8_t auto_after;
    uint8_t max_seats;
    uint8_t solo;        /* LN-26 */
    uint8_t previous;    /* target=previous (LN-22) */
    uint8_t free_list;   /* list_rule=free (LN-24.3) */
    uint8_t heat_one;    /* heat_mix=one (LN-24.6) */
    uint8_t trap_grows;  /* overgrow=trap (LN-24.7) */
    uint8_t first_sound; /* LN-25 */
    uint8_t all_stop;    /* LN-27.1 */
    uint8_t cards;       /* that each seat begins with (LN-27.3) */
    uint8_t carry;       /* LN-27.4 */
    uint8_t feats;       /* LN-29 */
    uint8_t ledger;      /* LN-30; the shell keeps it */
    uint8_t tips;        /* LN-31.1 */
    uint8_t retro;       /* texture=retro (LN-31.6) */
};

struct ln_state {
    struct ln_seat seat[LN_SEATS_MAX];
    uint32_t last_seq; /* last input of this turn that undo takes back */
    uint16_t round;
    uint16_t steps;      /* n of the rules: steps of this turn */
    uint16_t toggled;    /* buttons entered this round (LN-5.10) */
    uint16_t boss_steps; /* LN-8.7; the speed of LN-23.1 */
    uint16_t links;      /* doors on buttons of a scenario (door.c) */
    uint16_t trace_len;  /* items of the running turn (trace.c) */
    struct ln_board board;
    struct ln_options opt;
    uint8_t n;     /* seats at the start */
    uint8_t event; /* enum ln_event, random until the start has drawn it */
    uint8_t over;
    uint8_t hiding;   /* enum ln_veil: the hide in force (LN-8.4) */
    uint8_t boss;     /* its cell, if there is one (LN-8.7) */
    uint8_t turn;     /* the acting seat */
    uint8_t acted;    /* it has given a first order this turn */
    uint8_t actor;    /* enum nj_by of the turn's last order */
    uint8_t skipped;  /* the host ended this turn */
    uint8_t moved_on; /* a turn of this round ended in no stop (LN-27.1) */
    uint8_t votes;    /* seats that want to end, bit by bit (LN-7.12) */
    uint8_t escapes;  /* pods used so far */
    uint8_t from;     /* the acting seat's cell when its turn began */
    uint8_t specials; /* of the pool, not told which (LN-2.3) */
    uint8_t ordinary, exits; /* blocks of the pool: the former stand first */
    uint8_t attempt;         /* of the layout that was taken, 1..50 */
    uint8_t laid;            /* slots in use; 0 on the boards of scenarios */
    uint8_t boss_target;     /* seat (LN-8.7) */
    uint8_t pool[LN_POOL_BLOCKS]; /* but for a list, which is an option */
    uint8_t block[LN_SLOTS_MAX];  /* drawn, by slot */
    uint8_t origin[LN_SLOTS_MAX]; /* cell of the block's upper left corner */
    /* A scenario's links, then the running turn's trace: what is behind the
     * last item is zero. */
    uint8_t tail[LN_LINKS_MAX * LN_LINK_BYTES + LN_TRACE_MAX];
};

#pragma GCC diagnostic pop

/* Cells of a side, by enum ln_size. */
extern const uint8_t nj_ln_sizes[];

/* --- pool.c: which blocks a match may have --- */

/* The pack of the match (option `pack`). */
const struct ln_pack *nj_ln_pack(const struct nj_match *m);

/* What option `list` names (LN-2.3, LN-24.3). */
struct ln_listed {
    uint8_t ordinary, exits; /* how many of each */
    uint8_t inner[LN_POOL_MAX], exit[LN_POOL_MAX];
    bool ext;  /* among them blocks with extension terrain */
    bool many; /* more than a list may have */
    char unknown[NJ_OPTION_TEXT_MAX]; /* ids that the pack lacks */
};

/* Reads a list; `strict`: in file order, else in that of LN-24.3. */
void nj_ln_list_read(const struct ln_pack *p, const char *list, bool strict,
                     struct ln_listed *out);
/* Does a list name a block twice? */
bool nj_ln_list_repeats(const struct ln_listed *l);

/* --- setup.c, pool.c, layout.c, events.c, spawn.c --- */

nj_step nj_ln_start;
/* LN-2.2, LN-21.4, LN-24.4: how many pods are laid. */
uint8_t nj_ln_pods(const struct ln_state *s);
/* LN-21.3: how many blocks a map of that size has. */
uint8_t nj_ln_slots(uint8_t size);

/* The blocks of the pool, `ordinary` without a pod and then `exits` with one,
 * into `out`. */
void nj_ln_pool_of(const struct nj_match *m, const struct ln_state *s,
                   uint8_t out[LN_POOL_MAX]);
/* Step d of LN-2.1. */
void nj_ln_pool_draw(struct nj_match *m, struct ln_state *s);

/* The slot of a cell; LN_NOWHERE: none (LN-2.6). The boards of scenarios have
 * borders at multiples of three (LN-14.2). */
uint8_t nj_ln_slot_of(const struct ln_state *s, uint8_t cell);
/* The cell at which a slot begins on a board without gaps. */
uint8_t nj_ln_slot_origin(const struct ln_board *b, int slot);
/* Cell i, 0..8, of the block whose upper left cell is `origin`. */
uint8_t nj_ln_block_cell(const struct ln_board *b, uint8_t origin, int i);
/* Draws blocks and positions and lays them out (steps e1 to e4 of LN-2.1);
 * true if LN-2.10 accepts the result. */
bool nj_ln_layout_draw(struct nj_match *m, struct ln_state *s);
/* LN-2.8 and 2.9: copies blocks to origins on an empty board. A NULL block
 * leaves its slot empty. */
void nj_ln_layout_compose(struct ln_board *b, uint8_t size,
                          const struct ln_block *const block[LN_SLOTS_MAX],
                          const uint8_t origin[LN_SLOTS_MAX]);
/* LN-2.10. */
bool nj_ln_layout_accepted(const struct ln_board *b);

/* The words of enum ln_event; ends with NULL. */
extern const char *const nj_ln_events[];
/* LN-2.7 on a private copy of one block. */
void nj_ln_event_apply(struct nj_match *m, const struct ln_state *s,
                       struct ln_block *b);

/* LN-2.11, rules 1 to 3; false: another layout. */
bool nj_ln_spawn(struct nj_match *m, struct ln_state *s);
/* LN-2.11, when attempt 50 failed too. */
void nj_ln_spawn_anywhere(struct nj_match *m, struct ln_state *s);

/* --- turn.c --- */

/* The next round with its first turn. */
void nj_ln_round_begin(struct nj_match *m, struct ln_state *s);
/* LN-4.5: the sides of the seat's cell in the order up, down, left, right, '#'
 * for a wall; none inside a portal. */
void nj_ln_walls_of(const struct ln_state *s, nj_seat seat,
                    char udlr[LN_DIRS + 1]);
/* The same of a cell, to somebody who is not in a portal. */
void nj_ln_walls_at(const struct ln_board *b, uint8_t cell,
                    char udlr[LN_DIRS + 1]);
/* The same, told to the seat itself. */
void nj_ln_walls_tell(struct nj_match *m, const struct ln_state *s,
                      nj_seat seat);
/* LN-4.8; `dropped`: directions of the message that were not walked. */
void nj_ln_turn_end(struct nj_match *m, struct ln_state *s,
                    enum ln_reason reason, uint32_t dropped);
/* LN-7.9: the closing messages. */
void nj_ln_over(struct nj_match *m, struct ln_state *s, const char *reason);
/* LN-7.9, 7.12 and 26.3 after a seat went out, `caught` in this turn's catch, or
 * voted; true if that was the end. */
bool nj_ln_check_over(struct nj_match *m, struct ln_state *s, bool caught);
/* Refusals every order begins with (LN-10.4), by enum ln_when; 0: none. */
int nj_ln_check_order(struct nj_match *m, const struct nj_attempt *a);
/* Asserts what holds between inputs, whatever the players did. */
void nj_ln_check(const struct ln_state *s);
/* ln.err with seat and code. */
int nj_ln_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause);

/* --- move.c --- */

/* What is asked of an order, each beyond the one before. */
enum ln_when {
    LN_WHILE_IN_PLAY,
    LN_AT_ITS_TURN,
    LN_WHERE_IT_WALKS /* in the open, or, while hidden, in private (LN-4.10) */
};

/* What a message of directions asks for (LN-4.6). */
struct ln_path {
    char text[NJ_ORDER_TEXT_MAX]; /* without what is ignored */
    uint32_t steps; /* of all of it; those over the limit are not kept */
    uint8_t dir[LN_MESSAGE_MAX];
    bool too_long;
    bool stops;      /* behind the last step (LN-15.1) */
    const char *bad; /* the first bad character or number, or NULL */
};

extern const struct nj_order nj_ln_move, nj_ln_stop;
/* Plainly meant as a move, but unreadable: refused with what would be right. */
extern const struct nj_order nj_ln_unsure;
/* LN-15.1: what a seat types in the group without a prefix, once a round. */
enum nj_talk nj_ln_talk(const struct nj_match *m, nj_seat seat,
                        const struct nj_verb *verb, int64_t *span);
/* The refusals of a path that name what is wrong with it. */
int nj_ln_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code);
/* The public line of a step of the acting seat, and its trace item. */
void nj_ln_step_tell(struct nj_match *m, struct ln_state *s, enum ln_dir dir,
                     enum ln_sound sound);

/* --- terrain.c --- */

/* LN-4.7: the acting seat stands in its new cell. `arriving`: through a
 * portal. Returns LN_GOES_ON or why the turn ends. */
enum ln_reason nj_ln_enter(struct nj_match *m, struct ln_state *s,
                           enum ln_dir dir, bool arriving);

/* --- heat.c, door.c, box.c, bomb.c: extension terrain --- */

/* LN-5.8 and 5.12 after a step of the acting seat; true: the source stops
 * it. */
bool nj_ln_heat(struct nj_match *m, struct ln_state *s);
/* On a board of a scenario a button toggles that door from now on; false:
 * there is no room. */
bool nj_ln_door_link(struct ln_state *s, uint8_t button, struct ln_door door);
/* The acting seat entered a button's cell. */
void nj_ln_button(struct nj_match *m, struct ln_state *s, uint8_t cell);
/* The end of a round: how often that happened in it. */
void nj_ln_doors_tell(struct nj_match *m, struct ln_state *s);
/* A box on the cell that a step in that direction cannot push. */
bool nj_ln_box_blocks(const struct ln_state *s, uint8_t cell, enum ln_dir dir);
/* Pushes the box on the cell, if there is one; it must not block. */
void nj_ln_box_push(struct ln_state *s, uint8_t cell, enum ln_dir dir);
extern const struct nj_order nj_ln_bomb;
/* Will the acting seat's next step set off the bomb under it? */
bool nj_ln_bomb_armed(const struct ln_state *s);
enum ln_reason nj_ln_blow(struct nj_match *m, struct ln_state *s);
/* The acting seat's turn has ended where it stands. */
void nj_ln_defuse(struct nj_match *m, struct ln_state *s);

/* --- sound.c --- */

/* The words of enum ln_sound and of enum ln_dir. */
extern const char *const nj_ln_sounds[], *const nj_ln_dirs[LN_DIRS];
/* LN-6.3 and 6.5: the direction word; draws on ties. */
const char *nj_ln_bearing(struct nj_match *m, const struct ln_board *b,
                          uint8_t listener, uint8_t source);
/* LN-6.2: tells all others in play of a sound from the acting seat's cell. */
void nj_ln_sound_tell(struct nj_match *m, const struct ln_state *s,
                      enum ln_sound sound);

/* --- capture.c --- */

/* LN-1.1; NJ_SEAT_NONE for a seat that is alone. */
nj_seat nj_ln_prey(const struct ln_state *s, nj_seat seat);
/* Who hunts a seat that is in play, or NJ_SEAT_NONE. */
nj_seat nj_ln_hunter(const struct ln_state *s, nj_seat seat);
/* Does the acting seat's prey share its cell? */
bool nj_ln_on_prey(const struct ln_state *s);
/* LN-7.1: the chain to all, once `gone` are out of it, and to each hunter of
 * one of these whom it hunts now (LN-15.3). */
void nj_ln_chain_tell(struct nj_match *m, const struct ln_state *s,
                      nj_seat_set gone);
/* LN-15.3: number, prey and hunter to the seat, its walls where it learns them
 * with these. */
void nj_ln_you_tell(struct nj_match *m, const struct ln_state *s, nj_seat seat,
                    bool walls);
/* LN-7.5 for the acting seat and its prey. */
void nj_ln_catch(struct nj_match *m, struct ln_state *s);
/* LN-7.7 for the acting seat on a pod; returns why the turn ends. */
enum ln_reason nj_ln_escape(struct nj_match *m, struct ln_state *s);
/* LN-7.6: marks where the seat may land and returns how many cells. */
uint8_t nj_ln_landing(const struct ln_state *s, nj_seat seat,
                      bool ok[LN_CELLS_MAX]);

/* --- buttons.c --- */

extern const struct nj_offer nj_ln_offers[];

/* --- hide.c --- */

extern const struct nj_order nj_ln_hide;
/* How often a seat may hide in this match. */
uint8_t nj_ln_charges(const struct ln_state *s);
/* Who hears of what the acting seat does. */
struct nj_audience nj_ln_veiled(const struct ln_state *s);
/* Is the next step hidden, and no other? */
bool nj_ln_stepwise(const struct ln_state *s);
/* Around one hidden step, or the stop in its place; without effect where no
 * hidden step is due. `tell` goes before anything public that follows from the
 * step and may be called more than once. */
void nj_ln_veil_begin(struct ln_state *s);
void nj_ln_veil_tell(struct nj_match *m, struct ln_state *s);
void nj_ln_veil_end(struct nj_match *m, struct ln_state *s,
                    enum ln_reason reason);

/* --- boss.c --- */

/* LN-2.12, LN-23.2: cell and target. */
void nj_ln_boss_draw(struct nj_match *m, struct ln_state *s);
/* LN-2.13. */
void nj_ln_boss_appear(struct nj_match *m, const struct ln_state *s);
/* LN-8.7, behind the last turn of a round; true if it ended the match. */
bool nj_ln_boss_act(struct nj_match *m, struct ln_state *s);

/* How far it is from a seat, whatever lies between. */
uint8_t nj_ln_boss_away(const struct ln_state *s, nj_seat seat);
/* Its next single move towards its target; draws where both axes are alike. */
enum ln_dir nj_ln_boss_towards(struct nj_match *m, const struct ln_state *s);
/* To the record: where it is. */
void nj_ln_boss_record(struct nj_match *m, const struct ln_state *s);

/* --- bangbang.c --- */

/* LN-23.2: its speed, behind cell and target. */
void nj_ln_bangbang_draw(struct nj_match *m, struct ln_state *s);
/* LN-23.3, behind the last turn of a round. */
void nj_ln_bangbang_act(struct nj_match *m, struct ln_state *s);

/* --- achieve.c --- */

extern const struct nj_achievement nj_ln_achievements[];
/* LN-29.1: what seats do on their way, so that the end can name it. */
void nj_ln_did(struct ln_state *s, nj_seat seat, enum ln_deed deed);
/* The acting seat stands in its new cell, as that was before it came. */
void nj_ln_met_cell(struct ln_state *s);
bool nj_ln_stayed(const struct nj_match *m, nj_seat seat);

/* --- score.c --- */

nj_seat_set nj_ln_in_play(const struct ln_state *s);
/* Those of them in that cell. */
nj_seat_set nj_ln_at(const struct ln_state *s, uint8_t cell);
/* Takes a seat out of play. */
void nj_ln_out(struct nj_match *m, struct ln_state *s, nj_seat seat,
               enum ln_fate fate);
/* "escaped", "caught", "left"; "" for a seat in play. */
const char *nj_ln_fate_word(uint8_t fate);
/* LN-7.10: the acting seat enters its cell. */
void nj_ln_explore(struct ln_state *s);
uint8_t nj_ln_explored(const struct ln_seat *seat);
/* LN-7.8: what leaving costs. */
int32_t nj_ln_quit_points(const struct ln_seat *seat);
int32_t nj_ln_total(const struct ln_seat *seat);
/* LN-7.11. */
uint8_t nj_ln_rank(const struct ln_state *s, nj_seat seat);
void nj_ln_score_tell(struct nj_match *m, const struct ln_state *s);

/* --- trace.c --- */

/* Items of a trace (LN-9.2). */
enum ln_trace {
    LN_TRACE_STEP, /* value: direction + 4 * enum ln_sound */
    LN_TRACE_BUMP, /* value: direction */
    LN_TRACE_TRAP,
    LN_TRACE_STOP,
    LN_TRACE_TIMEOUT,
    LN_TRACE_CATCH,  /* value: seat */
    LN_TRACE_ESCAPE, /* value: running number, from 0 */
    LN_TRACE_WARP,
    LN_TRACE_HEAT,
    LN_TRACE_BOMB,
    LN_TRACE_BLOWN,
    LN_TRACE_VEIL_TURN, /* the steps behind it are hidden ... */
    LN_TRACE_VEIL_STEP, /* ... up to the mark that ends it */
    LN_TRACE_UNVEIL
};

/* Two characters an item and what parts it from the next; one pod a turn may
 * have a number of two figures. */
#define LN_TRACE_TEXT_MAX ((size_t)LN_TRACE_MAX * 3 + 2)

/* How many bytes of the state's tail are in use. */
size_t nj_ln_tail_used(const struct ln_state *s);

void nj_ln_trace_add(struct ln_state *s, enum ln_trace item, unsigned value);
void nj_ln_trace_clear(struct ln_state *s);
/* "R,R%,C2,W"; "-" for an empty one. `hidden`: with the hidden steps, which
 * the record alone may hold. Returns the length, 0 of an empty one. */
size_t nj_ln_trace_text(const struct ln_state *s, bool hidden,
                        char out[LN_TRACE_TEXT_MAX]);

/* --- afk.c --- */

extern const struct nj_phase nj_ln_phases[];
extern const struct nj_order nj_ln_auto, nj_ln_end, nj_ln_undo;
/* Starts the deadline of a new turn; returns its length. */
int64_t nj_ln_clock_begin(struct nj_match *m, struct ln_state *s);
/* An order is accepted; one of the acting seat's turn counts for LN-12.1. */
void nj_ln_begin_order(struct nj_match *m, const struct nj_attempt *a);
/* LN-12.2; `by_host`: skip. */
void nj_ln_timeout(struct nj_match *m, struct ln_state *s, bool by_host);
/* LN-7.9: the turn of the acting seat is over. */
void nj_ln_count_turn(struct ln_state *s, enum ln_reason reason);
/* LN-7.9: nobody who is a person has played for `abandon_rounds` rounds. */
bool nj_ln_abandoned(const struct nj_match *m, const struct ln_state *s);
/* LN-7.12: all who may vote have voted, and at least one did. */
bool nj_ln_agreed(const struct nj_match *m, const struct ln_state *s);

/* --- host.c --- */

nj_step nj_ln_leave;
extern const struct nj_power nj_ln_powers[];
extern const struct nj_refusal nj_ln_power_faults[];
/* LN-10.7: to all, what the host does. */
void nj_ln_announce(struct nj_match *m, const struct nj_deed *d);

/* --- query.c --- */

nj_query_fn nj_ln_query_help, nj_ln_query_status, nj_ln_query_log,
    nj_ln_query_walls, nj_ln_query_map, nj_ln_query_preview, nj_ln_query_chase,
    nj_ln_query_sheet;

/* --- map.c --- */

/*
 * A board as text, for an argument of type BOARD:
 *     rows x cols / cells / right edges / lower edges / marks
 * Cells: one character each, as in the pack; P portal, e exit end, b button,
 * x bomb, ? unknown, _ nothing. Edges: '.' open, '#' wall, 'D' and 'O' doors. Marks,
 * parted by ',': 1@17 is seat 1 on cell 17, E1=4 a label on cell 4, 2#5 a
 * portal of the second pair of its block, w~17 water below what lies there.
 */
#define LN_NOTATION_MAX 6600

struct ln_notation {
    char text[LN_NOTATION_MAX];
    size_t len;
};

/* With the seats at their starts on the board of the beginning, or where
 * they are now. */
void nj_ln_map_now(const struct ln_state *s, struct ln_notation *out);
void nj_ln_map_start(const struct ln_pack *pack, const struct ln_state *s,
                     struct ln_notation *out);
/* A board of that size; cells of slots without a block are unknown. */
void nj_ln_map_preview(const struct ln_block *const block[LN_SLOTS_MAX],
                       uint8_t size, struct ln_notation *out);
/* The pool's blocks with their ids, two abreast; `rain`: the puddles that it
 * makes of thickets (LN-8.1). */
void nj_ln_map_pool(const struct ln_pack *p, const uint8_t *pool, uint8_t n,
                    bool rain, struct ln_notation *out);
/* Ids of blocks, joined by ','; `out` has room for LN_ID_MAX bytes of each. */
#define LN_IDS_MAX ((size_t)LN_BLOCKS_MAX * LN_ID_MAX)
void nj_ln_map_ids(const struct ln_pack *p, const uint8_t *list, uint8_t n,
                   char *out);

/* Ids of the pool as everybody may know them: '?' for a special block. */
struct ln_pool_ids {
    char ordinary[LN_IDS_MAX];
    char exit[LN_IDS_MAX];
};

void nj_ln_pool_ids(const struct nj_match *m, const struct ln_state *s,
                    struct ln_pool_ids *out);
/* Those blocks as the group may see them (LN-15.4). */
void nj_ln_pool_board(const struct nj_match *m, const struct ln_state *s,
                      struct ln_notation *out);
/* The blocks that may occur: of a pool with hidden specials all those it may
 * have. Returns how many. */
uint8_t nj_ln_pool_shown(const struct nj_match *m, const struct ln_state *s,
                         uint8_t out[LN_POOL_SHOWN]);

/* --- picture.c, course.c, brain.c, reveal.c, given.c --- */

/* A notation, taken apart; each list has rows * cols characters. */
struct ln_board_text {
    int rows, cols;
    const char *cell, *right, *down, *marks;
};

/* False if the text is no such notation. */
bool nj_ln_notation_split(const char *text, struct ln_board_text *b);
/* LN-31.6: what messages with a board say of its tiles; NULL: the usual ones. */
const char *nj_ln_texture(const struct ln_state *s);
void nj_ln_picture(const struct nj_message *msg, struct nj_canvas *c);
void nj_ln_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c);
/* The computer player's memory, aligned for anything. */
#define LN_MIND_BYTES 120
extern const struct nj_ear nj_ln_ears[];
bool nj_ln_brain_act(const void *scratch, const void *data, nj_seat me,
                     struct nj_rng *rng, struct nj_brain_order *out);
void nj_ln_reveal(struct nj_match *m);
/* To the record: the layout (LN-2.10), and a turn that has ended; `trace` is
 * what all were told of it, and room for what they were not. */
void nj_ln_record_layout(struct nj_match *m, const struct ln_state *s);
void nj_ln_record_turn(struct nj_match *m, const struct ln_state *s,
                       char trace[LN_TRACE_TEXT_MAX]);
NJ_MUST_USE enum nj_status nj_ln_given(struct nj_match *m, const char *clause,
                                       struct nj_err *err);
void nj_ln_given_done(struct nj_match *m, int64_t at_ms);
void nj_ln_state_words(const struct nj_match *m, struct nj_str *out);
void nj_ln_exhibit(const struct nj_match *m, struct nj_query *q);

/* --- messages.def: a hearer and four arguments of this game's own --- */

/* clang-format off */
#define NJ_HEARER_VEILED struct nj_match *m, const struct ln_state *s
#define NJ_SPEAK_VEILED(key, clause, args) \
 nj_emit(m, nj_ln_veiled(s), key, clause, args)
#define NJ_PARAM_ACTOR(x)
#define NJ_BUILD_ACTOR(x)   nj_arg_seat(#x, s->turn)
#define NJ_LISTED_ACTOR(x)  NJ_LISTS(#x, SEAT, false)
#define NJ_PARAM_HIDDEN(x)
#define NJ_BUILD_HIDDEN(x) \
 s->hiding == LN_OPENLY ? (struct nj_arg){.name = NULL} : nj_arg_int(#x, 1)
#define NJ_LISTED_HIDDEN(x) NJ_LISTS(#x, INT, true)
#define NJ_PARAM_ASKER(x)
#define NJ_BUILD_ASKER(x)   nj_arg_seat(#x, in->seat)
#define NJ_LISTED_ASKER(x)  NJ_LISTS(#x, SEAT, false)
#define NJ_PARAM_CODE(x)
#define NJ_BUILD_CODE(x)    nj_arg_word("code", #x)
#define NJ_LISTED_CODE(x)   NJ_LISTS("code", WORD, false)
/* clang-format on */

#define NJ_MESSAGES "games/long_night/messages.def"
#include "match/messages.h"

#endif
