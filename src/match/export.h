/*
 * The match file (design 8): JSON Lines that hold enough to replay and verify
 * a match. First line the head, then one input a line, last line the BLAKE2b-
 * 256 sum of all lines before it. Seats and joins count from 1 in the file. No
 * user ids.
 */
#ifndef NJ_MATCH_EXPORT_H
#define NJ_MATCH_EXPORT_H

#include "match/match.h"

struct nj_record_seat {
    nj_seat seat;
    uint8_t join;
    char name[NJ_NAME_MAX];
    bool computer;
    char contribution[NJ_CONTRIBUTION_MAX + 1];
};

struct nj_record_head {
    int64_t match;
    char code[8];
    char game[32];
    char edition[32];
    uint16_t rules_version;
    struct nj_hash data_hash;
    enum nj_rng_kind rng;
    struct nj_hash commitment;
    bool revealed;         /* secret and seed are known */
    struct nj_hash secret; /* zero for test streams */
    struct nj_hash seed;   /* test stream: its start value in 8 bytes LE */
    struct nj_options options;
    uint8_t n_seats;
    struct nj_record_seat seats[NJ_SEATS_MAX]; /* in order of joining */
};

struct nj_record_input {
    struct nj_input in;
    struct nj_hash digest;
};

/*
 * Writing: head, inputs in order, end. Each call appends whole lines to `out`,
 * which the caller empties between calls as he likes and whose ceiling must
 * hold what one call writes.
 */
struct nj_record_writer {
    struct nj_hasher sum;
    const struct nj_game *game;
};

void nj_record_begin(struct nj_record_writer *w, const struct nj_game *game,
                     const struct nj_record_head *head, struct nj_str *out);
/* The head's seats and options are repeated in the line of the start input. */
void nj_record_put(struct nj_record_writer *w,
                   const struct nj_record_head *head,
                   const struct nj_record_input *in, struct nj_str *out);
void nj_record_end(struct nj_record_writer *w, bool over, struct nj_str *out);

/* Reading: the whole file in memory. */
struct nj_record {
    struct nj_record_head head;
    struct nj_record_input *inputs;
    uint32_t n_inputs;
    bool over;
    struct nj_arena arena; /* owns all of it */
};
/*
 * Parses and checks form and sum; the text may come from anybody. `find_game`
 * resolves the game's id (the registry is above this folder). Errors name the
 * line: NJ_ERR_MISMATCH for the sum, NJ_ERR_NOT_FOUND for a game that this
 * program does not have. *out is written only on NJ_OK.
 */
NJ_MUST_USE enum nj_status nj_record_read(
    const char *text, size_t n,
    const struct nj_game *(*find_game)(const char *id), struct nj_record *out,
    struct nj_err *err);
void nj_record_fini(struct nj_record *r);

/*
 * Recomputes (with rules and data of the same version: NJ_ERR_MISMATCH for
 * others): commitment from the secret, seed from the contributions, every
 * digest from the inputs. `each` (may be NULL) gets every input with the
 * messages it caused. NJ_OK: all agree. NJ_ERR_MISMATCH: err says at which
 * input or hash. A match without revealed seed gives NJ_ERR_NOT_FOUND after
 * everything that can be checked was checked: without the dice that is the
 * form, not the course. The secret of a test stream is not checked.
 */
typedef void nj_record_each(void *ctx, const struct nj_match *m,
                            const struct nj_record_input *in,
                            const struct nj_outcome *o);

/* The rules this program has for it. */
struct nj_record_rules {
    const struct nj_game *game;
    const void *data;                /* NULL for games without */
    const struct nj_hash *data_hash; /* NULL: zero */
};
NJ_MUST_USE enum nj_status nj_record_verify(const struct nj_record *r,
                                            const struct nj_record_rules *rules,
                                            nj_record_each *each, void *ctx,
                                            struct nj_err *err);

#endif
