/*
 * What people try in two worlds (two_worlds.h): an order out of a game's table
 * by weight, its texts letter by letter, a host's words about some seat. The
 * table and what a letter stands for are the game's:
 *
 *     static const struct nj_two_form forms[] = {{"go", "p", NULL, 60}, ...};
 *
 *     f = nj_two_any_form(forms, NJ_COUNT(forms), '\0', rng);
 *     nj_two_fill(&(struct nj_two_pen){put_text, ctx, seat}, f->texts, rng,
 *                 text);
 */
#ifndef NJ_KIT_TWO_ORDERS_H
#define NJ_KIT_TWO_ORDERS_H

#include "base/random.h"
#include "base/str.h"
#include "match/match.h"

struct nj_two_form {
    const char *verb;
    const char *texts;  /* a letter each, "" for none */
    const char *phases; /* letters of those that have it; NULL: all */
    unsigned weight;
};

/* One that the phase has; '\0': any. */
const struct nj_two_form *nj_two_any_form(const struct nj_two_form *list,
                                          size_t n, char phase,
                                          struct nj_rng *rng);

struct nj_two_pen {
    /* Appends what stands for the letter when that seat types it. */
    void (*put)(const void *ctx, nj_seat seat, char letter, struct nj_rng *rng,
                struct nj_str *out);
    const void *ctx;
    nj_seat seat;
};

/* The texts of an order, parted by '|'. */
void nj_two_fill(const struct nj_two_pen *pen, const char *letters,
                 struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX]);

/* One of these, each '?' in it a seat of the first `seats` by its name, or by
 * its number where `names` is NULL. */
void nj_two_ruling(const char *const *list, size_t n, const char *const *names,
                   uint8_t seats, struct nj_rng *rng,
                   char text[NJ_ORDER_TEXT_MAX]);

/* About one in so many of the seats, at random. */
nj_seat_set nj_two_some(uint8_t seats, uint32_t one_in, struct nj_rng *rng);

/* Is what `write` says of both worlds the same? */
bool nj_two_same(void (*write)(const void *ctx, int side, struct nj_str *out),
                 const void *ctx);

#endif
