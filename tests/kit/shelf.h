/*
 * A match of the toy game that was played for a while and can be put into a
 * store, row by row, as the referee would: for tests of the archive.
 */
#ifndef NJ_KIT_SHELF_H
#define NJ_KIT_SHELF_H

#include "kit/toy_log.h"
#include "referee/play/archive.h"

struct shelf {
    struct toy_log log;
    struct nj_store *store;
    struct nj_match_row row; /* as it was put away */
    char path[300];
};

/* Set-up and tear-down of a test; *state is the shelf. */
int shelf_open(void **state);
int shelf_close(void **state);
/* Writes the rows of the match and sets shelf.row. */
void shelf_put_away(struct shelf *s);
/* Fails the test with the message of `err` unless all is well. */
void shelf_must(enum nj_status st, const struct nj_err *err);

#endif
