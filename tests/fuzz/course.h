/*
 * Any bytes as the course of a match. The first line seats people and sets
 * options, each further line is one input or question:
 *
 *     4 2 17 event=rain cap=5     seats, computer players (bits), seed
 *     =night 3                    a board instead of the start, clause by clause
 *     1G move RRD                 seat 1 in the group; P in private; a to g are
 *                                 seats 10 to 16; texts are parted by '|'
 *     C                           a computer player acts
 *     T                           the next deadline passes
 *     L2                          seat 2 leaves
 *     H kick 2                    a host's power, for a seat
 *     ?1P status                  seat 1 asks; 0 is a bystander
 *     W 5000                      time goes by
 *
 * No assertion fails; what is refused changes nothing; what was accepted,
 * applied once more from the beginning, gives the same digests.
 */
#ifndef NJ_FUZZ_COURSE_H
#define NJ_FUZZ_COURSE_H

#include <stddef.h>
#include <stdint.h>

struct nj_game;

/* On the data that are compiled in. A program plays one game. */
void fuzz_course(const struct nj_game *game, const uint8_t *data, size_t size);

#endif
