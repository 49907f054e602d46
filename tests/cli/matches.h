/*
 * The recorded matches of a game: who plays them with which options, and what
 * people, a host and the clock do in them.
 */
#ifndef NJ_TESTS_CLI_MATCHES_H
#define NJ_TESTS_CLI_MATCHES_H

#include "kit/two_worlds.h"

struct corpus_match {
    const char *name;
    uint8_t seats;
    nj_seat_set computers; /* by order of joining */
    const char *preset;    /* NULL: none */
    const char *options;
    unsigned absent; /* deadlines that pass before anybody acts */
    unsigned number; /* what chance comes from; 0: 100 and its place */
};

/* What the random inputs of one game are, and where its files begin. */
struct corpus {
    const char *game;
    const char *edition; /* NULL: the first */
    const char *file;
    const struct corpus_match *matches;
    size_t n;
    struct nj_two_game play;
    /* How a match has ended, by bit, and which of these have to come about. */
    unsigned (*ending)(const struct nj_match *m);
    unsigned endings;
    bool taken_over; /* computer players bring it to an end for all */
};

extern const struct corpus nj_corpus_long_night, nj_corpus_cards,
    nj_corpus_masked_killer, nj_corpus_hotel_classic, nj_corpus_hotel_level;

#endif
