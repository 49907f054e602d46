/*
 * The match file (design 8), format 2: JSON Lines that hold enough to replay
 * and verify a match. First line the head, with the files that are not the
 * program's own, then one input a line, last line the BLAKE2b-256 sum of all
 * lines before it. Seats and joins count from 1 in the file. No user ids.
 */
#ifndef NJ_MATCH_EXPORT_H
#define NJ_MATCH_EXPORT_H

#include "match/data.h"
#include "match/match.h"

#define NJ_PROGRAM_MAX 64 /* bytes of "1.0 1234abc", with the NUL */

struct nj_record_seat {
    nj_seat seat;
    uint8_t join;
    char name[NJ_NAME_MAX];
    bool computer;
    char contribution[NJ_CONTRIBUTION_MAX + 1];
};

struct nj_record_head {
    int64_t match;
    char code[NJ_CODE_MAX];
    char game[32];
    char edition[32];
    uint16_t rules_version;
    char program[NJ_PROGRAM_MAX]; /* who wrote it; in no digest */
    struct nj_hash data_hash;
    /* What goes with it, because not everybody has it; `own` and, in a writer,
     * `hash` are not looked at. Read: owned by the record. */
    struct nj_data_file files[NJ_DATA_USED_MAX];
    uint32_t n_files;
    enum nj_rng_kind rng;
    struct nj_hash commitment;
    bool revealed;         /* secret and seed are known */
    struct nj_hash secret; /* zero for test streams */
    struct nj_hash seed;   /* test stream: its start value in 8 bytes LE */
    struct nj_options options;
    uint8_t n_seats;
    struct nj_record_seat seats[NJ_SEATS_MAX]; /* in order of joining */
    /* What people gave by joining, in order; of those who left again too. */
    char joins[NJ_JOINS_MAX][NJ_CONTRIBUTION_MAX + 1];
    uint32_t n_joins;
};

/* The seed that follows from the secret and what was agreed. */
void nj_record_seed(const struct nj_record_head *head,
                    const struct nj_game *game, const struct nj_hash *secret,
                    struct nj_hash *seed);

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
 * resolves the game's id (the registry is above this folder). What is not
 * known is refused: a key, a time before the one of the input in front of it.
 * Errors name the line: NJ_ERR_MISMATCH for the sum and for an end that the
 * head contradicts, NJ_ERR_NOT_FOUND for a format or a game that this program
 * does not have. *out is written only on NJ_OK.
 */
NJ_MUST_USE enum nj_status nj_record_read(
    const char *text, size_t n,
    const struct nj_game *(*find_game)(const char *id), struct nj_record *out,
    struct nj_err *err);
/* The same where it has to be of that game. */
NJ_MUST_USE enum nj_status nj_record_read_of(const char *text, size_t n,
                                             const struct nj_game *game,
                                             struct nj_record *out,
                                             struct nj_err *err);
void nj_record_fini(struct nj_record *r);

/* What verifying comes to. */
enum nj_verdict {
    NJ_VERDICT_TRUE,
    NJ_VERDICT_UNFINISHED, /* not over: its seed is still secret, so only the
                            * form could be checked */
    NJ_VERDICT_OTHER,      /* of other rules or data than there are here */
    NJ_VERDICT_UNTRUE
};

typedef void nj_record_each(void *ctx, const struct nj_match *m,
                            const struct nj_record_input *in,
                            const struct nj_outcome *o);

/* How the seats are called from this input of a record on, in `name`, which is
 * empty before the first: as they were at the start, and who takes a seat over
 * brings his own. `m` has applied it. */
void nj_record_names(const struct nj_match *m, const struct nj_input *in,
                     char name[NJ_SEATS_MAX][NJ_NAME_MAX]);

/* The rules this program has for it, and the files it has beside those that
 * the record brings. */
struct nj_record_rules {
    const struct nj_game *game;
    const struct nj_data_file *files;
    uint32_t n_files;
};

/*
 * Recomputes: the hash of the data, commitment from the secret, seed from what
 * was agreed, every digest from the inputs. `each` (may be NULL) gets every
 * input with the messages it caused. Of anything but a true match, err says
 * what is in the way, and where. The secret of a test stream is not checked.
 */
enum nj_verdict nj_record_verify(const struct nj_record *r,
                                 const struct nj_record_rules *rules,
                                 nj_record_each *each, void *ctx,
                                 struct nj_err *err);

#endif
