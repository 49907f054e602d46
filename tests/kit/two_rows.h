/*
 * The frame of a game's test of two worlds: a table of what may differ, row by
 * row, each played until enough has happened, or until a planted leak shows
 * (two_leaks.h). A game brings the pair of matches of a row (two_worlds.h) and
 * what people try in them (two_orders.h); its test is
 *
 *     struct nj_two_rows rows = {.ctx = p, .two = &p->two, .n = twists_n,
 *                                .name = name, .open = open, .close = close,
 *                                .inputs = 250, .moves = 150, .pairs = 300};
 *
 *     nj_two_rows_play(&rows, 10);            with the game as it is
 *     nj_two_rows_catch(&rows, last, but);    with nj_leaky_game()
 *     nj_leak = NJ_LEAK_ARGUMENT;
 *     nj_two_rows_show(&rows);
 *
 * NJ_WORLDS_MOVES: accepted orders in all rows together, 20000 without it;
 * NJ_TEST_TENTH=1 makes it a tenth. NJ_WORLDS_SEED: where the pairs begin;
 * NJ_WORLDS_ROW: at which row, from 1 on, for a long run that was stopped.
 */
#ifndef NJ_KIT_TWO_ROWS_H
#define NJ_KIT_TWO_ROWS_H

#include "kit/two_worlds.h"

struct nj_two_rows {
    void *ctx; /* the game's pair in play */
    struct nj_two_worlds *two;
    size_t n;
    const char *(*name)(size_t row);
    /* A pair by that row; false: there was no room for it. */
    bool (*open)(void *ctx, size_t row, struct nj_rng *rng);
    void (*close)(void *ctx);
    uint32_t inputs; /* of a pair, at most */
    uint64_t moves;  /* of a row, at least: some secrets are seldom met */
    uint64_t pairs;  /* in which a planted leak has to show */
};

/* NJ_WORLDS_MOVES. */
uint64_t nj_two_moves(void);
/* Fails with the difference if one was found. */
void nj_two_must_be_alike(const struct nj_two_worlds *w, const char *name,
                          uint64_t seed);
/* Plays every row: no pair may show a difference, and one in `met_one_in` of a
 * row's moves has to meet it. 0: it is met at all, for which a short run goes
 * on. Prints what each row came to, which stays in the count. */
void nj_two_rows_play(const struct nj_two_rows *r, unsigned met_one_in);

/* What shows first of the leak that is planted (nj_leak) in this row, or "". */
const char *nj_two_row_leak(const struct nj_two_rows *r, size_t row);
/* Each kind that all games share is planted, but for one that the game cannot
 * have, and has to show as what it is. */
void nj_two_rows_catch(const struct nj_two_rows *r, size_t row, int but);
/* The leak that is planted has to show in this row, or in each. Where one world
 * did nothing at all, one message more shows. */
void nj_two_row_shows(const struct nj_two_rows *r, size_t row);
void nj_two_rows_show(const struct nj_two_rows *r);

#endif
