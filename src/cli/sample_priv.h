/* What the files of the samples share. */
#ifndef NJ_CLI_SAMPLE_PRIV_H
#define NJ_CLI_SAMPLE_PRIV_H

#include "cli/sample.h"
#include "locale/key.h"
#include "match/messages.h"

#define NJ_SAMPLE_PLACES_MAX 32
#define NJ_SAMPLE_TABLES_MAX 4
#define NJ_SAMPLE_ROWS       2
#define NJ_SAMPLE_SEATS      4
#define NJ_SAMPLE_NOON_MS    INT64_C(1760068800000) /* of the page */
#define NJ_SAMPLE_LENGTH_MS  INT64_C(5400000)

struct nj_sample_table {
    struct nj_row_form form;
    char column[NJ_ROW_FIELDS_MAX][32];
    int64_t cells[NJ_SAMPLE_ROWS * NJ_ROW_FIELDS_MAX];
};

/* A sentence in the making; what its arguments point to lives with it. */
struct nj_sample_job {
    const struct nj_sample *s;
    const char *key;
    const struct nj_said *row; /* first of the messages it is of, or NULL */
    struct nj_args args;
    struct nj_arg arg[NJ_SAMPLE_PLACES_MAX];
    char name[NJ_SAMPLE_PLACES_MAX][32];
    struct nj_key words[NJ_SAMPLE_PLACES_MAX];
    struct nj_sample_table table[NJ_SAMPLE_TABLES_MAX];
    uint32_t tables;
    char digits[NJ_DIGITS_MAX]; /* of a column of words */
    uint32_t seats, numbers;    /* given out so far */
};

/* Those who stand in sentences, in this order. */
extern const nj_seat nj_sample_seats[NJ_SAMPLE_SEATS];

/* The value of that name in the file of values; NULL: none. */
const char *nj_sample_value(const struct nj_sample *s, const char *name);

/* Appends up to `most` tokens of the word of that name, joined by commas, of
 * the text's own prefix or of all games; `numbers`: only those that are one.
 * Returns how many there are. */
uint32_t nj_sample_phrases(const struct nj_sample_job *f, const char *name,
                           uint32_t most, bool numbers, struct nj_key *out);

/* What a column of that name holds, and a value for it. */
enum nj_arg_type nj_sample_column(const struct nj_sample_job *f,
                                  const char *name);
int64_t nj_sample_cell(const struct nj_sample_job *f,
                       const struct nj_row_field *field, uint32_t turn);

/* Makes the table of that name; one that no sentence reads is left alone. */
void nj_sample_rows(struct nj_sample_job *f, const char *name,
                    struct nj_arg *out);

#endif
