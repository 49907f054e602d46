/*
 * How good somebody is at a game: a belief, mean mu and deviation sigma, that
 * each match moves.
 *
 * The rule is the Bayesian approximation of R. C. Weng and C.-J. Lin, "A
 * Bayesian Approximation Method for Online Ranking", Journal of Machine
 * Learning Research 12 (2011), pages 267-300, Algorithm 4 (the Plackett-Luce
 * model), with a person for a team.
 */
#ifndef NJ_REFEREE_PLAY_RATING_H
#define NJ_REFEREE_PLAY_RATING_H

#include <stdint.h>

#include "base/limits.h"
#include "store/records.h"

/* They count in millionths: what is stored is what is computed with. */
struct nj_rating {
    int64_t mu, sigma;
};

/* Who has not played yet has 25 and 25/3. */
struct nj_rating nj_rating_first(void);

/* After a match of n people (2..NJ_SEATS_MAX) with these ranks: 1 is best,
 * equal ones are a tie, gaps mean nothing. The same numbers on every
 * platform: nothing but IEEE 754's +, -, *, / and square root is used. */
void nj_rating_update(struct nj_rating *ratings, const uint8_t *ranks,
                      uint32_t n);

#define NJ_RATING_FIRST 1500 /* of who has not played: nobody begins below 0 */

/* What people are shown and ranked by: mu - 3 sigma in hundredths, upwards of
 * what everybody begins with. He plays at least so well, as far as we know. */
int64_t nj_rating_shown(struct nj_rating r);

/*
 * The rows of one match that counts: gives those of people their rating, from
 * the latest one before, if two or more people played and no two of them are
 * one account. Sets mu and sigma, 0 where there is nothing to rate.
 */
void nj_rating_rows(struct nj_store *s, struct nj_result_row *rows, uint32_t n);

/* Rates all matches again and compares: NJ_ERR_CORRUPT names the first that
 * differs. For `check`. */
NJ_MUST_USE enum nj_status nj_rating_check(struct nj_store *s,
                                           struct nj_err *err);

#endif
