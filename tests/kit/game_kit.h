/*
 * What the tests of all games share: a match with its log and all that it
 * said, line by line in canonical form. A game's own kit says with which data,
 * names and options it is made. Seats count from 1 here, as in scenarios.
 *
 *     struct kit *k = kit_create(&setup, names, computers, "size=10");
 *     kit_begin(k);                      or kit_clauses(k, "seats SAB; ...")
 *     kit_order_by(k, 1, NJ_PLACE_GROUP, NJ_BY_PERSON, "move", "r");
 *     KIT_SAID(k, "...");
 *     kit_free(k);
 */
#ifndef NJ_KIT_GAME_KIT_H
#define NJ_KIT_GAME_KIT_H

#include "base/arena.h"
#include "kit/nj_test.h"
#include "match/match.h"

#define KIT_LOG_MAX 20000

struct kit {
    struct nj_match *m;
    struct nj_arena arena; /* log and record */
    int64_t now_ms;
    struct nj_input *log[KIT_LOG_MAX];
    uint32_t n_log;
    const struct nj_message **record;
    uint32_t n_record, cap_record;
    struct nj_str said; /* since the last kit_forget(): one message a line */
    bool refused;
    bool over;
};

/* --- before a match --- */

typedef enum nj_status kit_loader(const char *text, size_t n, void **out,
                                  struct nj_err *err);

/* A file that is compiled in. */
const char *kit_file(const char *name, size_t *n);
/* What the game makes of that file, made once and kept in *data. */
const void *kit_data(const char *name, kit_loader *load, void **data);
/* The last test gives it back. */
void kit_data_done(void **data);

/* "key=value ..." over the game's defaults. */
void kit_set(const struct nj_game *game, struct nj_options *o,
             const char *text);

/* Seats in order of joining, called so, or by letters from A on; `computers`:
 * join numbers as bits. */
void kit_seats(struct nj_match_seat *list, uint8_t n, const char *const *names,
               nj_seat_set computers);

/* An option and what it may be beside its default. */
struct kit_choice {
    const char *key;
    const char *values[5];
};

/* One in so many options of the list gets one of its values, all others their
 * defaults, until the rules allow them together. */
void kit_choose(const struct nj_match_setup *setup,
                const struct kit_choice *list, size_t n, uint32_t one_in,
                struct nj_rng *rng, struct nj_options *out);

/* --- a match --- */

/* Of this setup with these names, but for its seats and options, which are as
 * in kit_set() and kit_seats(). */
struct kit *kit_create(const struct nj_match_setup *setup,
                       const char *const *names, nj_seat_set computers,
                       const char *options);
void kit_free(struct kit *k);
/* It is started as a host would. */
void kit_begin(struct kit *k);
/* Or a board by clauses parted by ';'. */
void kit_clauses(struct kit *k, const char *clauses);
/* Gives an input, which is possible now; a moment of 0 is a second later. */
void kit_apply(struct kit *k, const struct nj_input *in);
/* Texts of an order are parted by '|'. */
void kit_order_by(struct kit *k, unsigned seat, enum nj_place place,
                  enum nj_by by, const char *verb, const char *text);
/* ... of people, in private, with the tokens of what they typed: "self 3". */
void kit_order_words(struct kit *k, unsigned seat, const char *verb,
                     const char *text, const char *tokens);
void kit_leave(struct kit *k, unsigned seat);
void kit_host(struct kit *k, const char *verb, struct nj_args args);
/* The named timer fires at its moment. */
void kit_fire(struct kit *k, const char *name);
/* What the clock brings next, whatever it is. */
void kit_wait(struct kit *k);
/* Computer players act until none has anything to do. */
void kit_computers(struct kit *k);

/* --- what was said --- */

void kit_forget(struct kit *k);
/* The answer to a query, appended to `said`. Seat 0: a bystander. */
void kit_ask(struct kit *k, unsigned seat, enum nj_place place,
             const char *verb, const char *text);
/* The state's words, valid until the next call. */
const char *kit_words(const struct kit *k);
/* How often a piece of text was said. */
unsigned kit_count(const struct kit *k, const char *piece);

#define KIT_SAID(k, text)     assert_string_equal((k)->said.p, (text))
#define KIT_HAS(k, piece)     assert_non_null(strstr((k)->said.p, (piece)))
#define KIT_HAS_NOT(k, piece) assert_null(strstr((k)->said.p, (piece)))

#endif
