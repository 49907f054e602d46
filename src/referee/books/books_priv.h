/*
 * What the files of the books share.
 */
#ifndef NJ_REFEREE_BOOKS_BOOKS_PRIV_H
#define NJ_REFEREE_BOOKS_BOOKS_PRIV_H

#include <stdint.h>

struct nj_chat;
struct nj_entry;
struct nj_referee;

/* The place of a conversation; what the store knows of it is read when it is
 * used for the first time: a big house has many that nobody speaks in. */
struct nj_chat *nj_books_place(struct nj_referee *r, const char *address);
/* Makes an entry that is not there yet. */
void nj_books_insert(struct nj_referee *r, struct nj_entry *e);

/* It leaves the books, as all do at their end. */
void nj_due_drop(struct nj_referee *r, struct nj_entry *e);

/* Frees one that sleeps. */
void nj_books_free_entry(struct nj_entry *e);

#endif
