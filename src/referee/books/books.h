/*
 * The books: conversations by address, open tables and matches by number and
 * code. They are a cache of the store, which alone is true: after a transaction
 * that failed they are made anew from it.
 *
 * What the functions return belongs to the books, but for nj_books_past().
 */
#ifndef NJ_REFEREE_BOOKS_BOOKS_H
#define NJ_REFEREE_BOOKS_BOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct nj_chat;
struct nj_entry;
struct nj_game;
struct nj_hash;
struct nj_loaded_game;
struct nj_match_row;
struct nj_referee;

struct nj_chat *nj_books_chat(struct nj_referee *r, const char *address);
/* Returns NULL if we have never had to do with it. */
struct nj_chat *nj_books_find(struct nj_referee *r, const char *address);
/* Reads what the store knows of it, once. Whoever takes a chat from an entry
 * of the books (`homes`) and has not loaded its sitters calls it. */
void nj_books_fill(struct nj_referee *r, struct nj_chat *c);
struct nj_entry *nj_books_entry(const struct nj_referee *r, int64_t id);
struct nj_entry *nj_books_code(const struct nj_referee *r, const char *code);
/* One that is in the books no more, to tell of it what is still to be told;
 * NULL if there is no such match. Nobody else sees it. */
struct nj_entry *nj_books_past(struct nj_referee *r, int64_t id);
void nj_books_past_free(struct nj_entry *e); /* NULL is fine */
struct nj_entry *nj_books_open(struct nj_referee *r,
                               const struct nj_match_row *row);
/* What the store has of it. False: the turn has failed. */
bool nj_books_row(struct nj_referee *r, struct nj_entry *e,
                  struct nj_match_row *row);
/* Changes that; a table has been touched. */
bool nj_books_write(struct nj_referee *r, struct nj_entry *e,
                    void (*change)(struct nj_match_row *row, void *ctx),
                    void *ctx);
/* 32 bytes nobody else knows; in test mode from the test seed, so that a run
 * can be repeated. */
void nj_books_secret(struct nj_referee *r, struct nj_hash *out);
/* Returns what to parse a match's words by, from its row's options. */
const char *nj_books_words(const struct nj_referee *r, const struct nj_game *g,
                           const char *options);
/* Its match and its sitters leave the memory. */
void nj_books_sleep(struct nj_referee *r, struct nj_entry *e);
/* Takes entries that are no longer open out of the books; end of the turn. */
void nj_books_sweep(struct nj_referee *r);
/* Is the table here; does the person sit there or host it? */
bool nj_books_has(const struct nj_chat *c, const struct nj_entry *e);
void nj_books_link(struct nj_chat *c, struct nj_entry *e);
void nj_books_unlink(struct nj_chat *c, struct nj_entry *e);
const struct nj_loaded_game *nj_books_game(const struct nj_referee *r,
                                           const char *id);
/* Makes all books anew from the store. */
void nj_books_read(struct nj_referee *r);
void nj_books_free(struct nj_referee *r);
/* Is its platform able to do that (NJ_CAN_...)? */
bool nj_books_can(const struct nj_referee *r, const struct nj_chat *c,
                  uint8_t it);
const char *nj_books_lang(const struct nj_referee *r, const struct nj_chat *c);

#endif
