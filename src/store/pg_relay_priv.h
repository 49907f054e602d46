/*
 * A connection of nj_relay (relay.h), for the files that send statements over
 * it.
 */
#ifndef NJ_STORE_PG_RELAY_PRIV_H
#define NJ_STORE_PG_RELAY_PRIV_H

#include "base/str.h"
#include "store/pg_lib.h"
#include "store/relay.h"

#define NJ_PG_ASK_MAX 6 /* parameters */

/* One statement: its words, and its parameters as text, numbers in decimal. */
struct nj_pg_ask {
    const char *sql;
    const char *v[NJ_PG_ASK_MAX];
    char numbers[NJ_PG_ASK_MAX][24];
    int n;
    int64_t wait_ms; /* for its answer; 0: as long as such things take */
};

void nj_pg_ask_text(struct nj_pg_ask *a, const char *text);
void nj_pg_ask_i64(struct nj_pg_ask *a, int64_t v);
/* As an array; no name has a sign in it that means something there. */
void nj_pg_ask_names(struct nj_pg_ask *a, struct nj_str *text,
                     const char *const *names, uint32_t n);
/* The answer, for the caller to clear; NULL: there is none. */
PGresult *nj_pg_asked(struct nj_relay *r, const struct nj_pg_ask *a);
/* It has been answered, whatever is in it. */
bool nj_pg_told(struct nj_relay *r, const struct nj_pg_ask *a);
/* The same with the number in its one row and column; 0: there is no row. */
bool nj_pg_counted(struct nj_relay *r, const struct nj_pg_ask *a, int64_t *out);
int64_t nj_pg_value(const PGresult *r, int row, int column);

#endif
