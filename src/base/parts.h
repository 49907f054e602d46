/*
 * Numbers and texts one behind the other in one text, for columns of rows that
 * hold more than one value: cheap to write, read with bounds, and UTF-8
 * without a NUL if what is put in is.
 *
 *     number  12;          text  5:hello;          mark  one byte
 *
 * Nothing says what comes next: who reads asks in the order of who wrote. What
 * does not stand there reads as the least number, "" or NUL, and so does all
 * behind it: read everything and ask once at the end.
 *
 *     struct nj_parts p = nj_parts_of(column, strlen(column));
 *     int64_t at_ms = nj_parts_i64(&p, 0, INT64_MAX);
 *     struct nj_piece name = nj_parts_text(&p, 24);
 *     if (!nj_parts_end(&p)) ...
 */
#ifndef NJ_BASE_PARTS_H
#define NJ_BASE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lines.h"
#include "base/str.h"

/* Appends; what does not fit sets `over`. A mark is put by nj_str_putc(). */
void nj_parts_put_i64(struct nj_str *s, int64_t v);
void nj_parts_put_text(struct nj_str *s, const char *text, size_t n);

/* Private members. */
struct nj_parts {
    const char *at, *end;
    bool bad;
};

/* The text is lent. */
struct nj_parts nj_parts_of(const char *text, size_t n);
int64_t nj_parts_i64(struct nj_parts *p, int64_t lo, int64_t hi);
/* Lends a text of at most `most` bytes; behind it stands a ';', which who owns
 * the whole may make a NUL. */
struct nj_piece nj_parts_text(struct nj_parts *p, size_t most);
char nj_parts_mark(struct nj_parts *p);
/* Is there more to read? */
bool nj_parts_more(const struct nj_parts *p);
/* Something that was read cannot be meant: nothing behind it is read. */
void nj_parts_reject(struct nj_parts *p);
/* True if all has been read and was what was asked for. */
bool nj_parts_end(const struct nj_parts *p);

#endif
