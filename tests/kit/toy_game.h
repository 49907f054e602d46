/*
 * A tiny game for tests of everything that runs games: it has one of each.
 *
 * Seats 1..n in turn `step` (group) and score by a die; `guess TEXT` is a
 * secret order (private) that only the record hears in full. Every third
 * accepted step puts the question `double` to the one who stepped ("yes",
 * "no", default no, 30 s), answered by the verb `answer`. The timer `turn`
 * passes the turn on; one of more than 10 minutes is called `long`, and the
 * seat is reminded. `leave` takes a seat out. Powers: `skip`, `pause`,
 * `resume`, `extend` (number), `sub` (seat), `abort`, `undo` (number of the
 * input, else the last). The match ends when a seat has `goal` points.
 *
 * What people type is richer than the play (toy_talk.c). `mark N` (anywhere) and
 * `wish N` (private) may stand with others in one message, as `step` may: a
 * number can be marked once by a seat, 7 stops what is behind it. `duel SEAT`,
 * of who has the turn, puts the question `parry` to that seat, which answers by
 * `parry N WORD` (dice 0..3, "high" or "low"; default 0); all wait for it, but
 * `wish` counts, and the turn's clock stands. Between `tale_begin` and
 * `tale_end` what a seat says in private is its tale, the verb `line`, of at most
 * 3000 bytes; the record has its pieces, and `publish` shows it to all. In the edition "wild" of two, whoever
 * sits at 1 plays seat 3 as well, and his wishes are by default those of 3.
 *
 * `ask TEXT` puts a question to the host, whose power `answer` (number, text)
 * reaches the asker alone.
 *
 * Query `score`; in private it ends the computer player's stand-in for whoever
 * asks (the order `here`, which nobody types). Given: `points K=N`, `turn K`, `seats N`, `opt K=V`.
 */
#ifndef NJ_KIT_TOY_GAME_H
#define NJ_KIT_TOY_GAME_H

#include "match/game.h"

#define NJ_TOY_ASKED 8

struct nj_toy {
    int64_t points[NJ_SEATS_MAX];
    uint32_t steps;
    uint32_t heard_order; /* secret orders so far */
    uint32_t last_seq;    /* of the last accepted order */
    uint8_t turn;
    uint8_t over;
    uint8_t unused;
    uint8_t asked;
    uint16_t marks[NJ_SEATS_MAX]; /* of each seat, a bit a number */
    uint16_t tale[NJ_SEATS_MAX];  /* bytes of it */
    uint8_t telling[NJ_SEATS_MAX];
    uint16_t page[NJ_SEATS_MAX]; /* that it is written on; 0: none yet */
    uint8_t half[NJ_SEATS_MAX];  /* its last message goes on */
    uint8_t asker[NJ_TOY_ASKED]; /* of each question to the host: seat + 1 */
};

extern const struct nj_game nj_toy_game;

/* --- toy_talk.c --- */

/* Not 0: the match is over, the seat is out, or it stands still. */
int nj_toy_refuse_if_done(struct nj_match *m, const struct nj_input *in);

nj_step nj_toy_mark, nj_toy_duel, nj_toy_parry, nj_toy_timer, nj_toy_tale,
    nj_toy_line, nj_toy_publish, nj_toy_here, nj_toy_ask;
nj_seat nj_toy_plays(const struct nj_match *m, nj_seat_set hand,
                     const char *verb);
const char *nj_toy_collects(const struct nj_match *m, nj_seat seat,
                            bool *unsure);
extern const struct nj_question nj_toy_questions[];
/* A question to that seat has lost its object. */
void nj_toy_duel_end(struct nj_match *m, nj_seat seat);

/* The toy's game for its id, else NULL: for nj_record_read(). */
const struct nj_game *nj_toy_find(const char *id);

#endif
