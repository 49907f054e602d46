/*
 * Texts as lines, and lines as words: pieces of a text that somebody else
 * holds, nothing is copied.
 *
 *     struct nj_lines lines = {.at = text, .end = text + n};
 *     struct nj_piece line;
 *
 *     while (nj_lines_next(&lines, &line)) {
 *         struct nj_piece word = nj_piece_cut(&line, ' ');
 *         ...
 *     }
 */
#ifndef NJ_BASE_LINES_H
#define NJ_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of a text; no NUL behind it. */
struct nj_piece {
    const char *p;
    size_t n;
};

struct nj_lines {
    const char *at, *end; /* what is left of the text */
    uint32_t line;        /* number of the line read last */
};

/* The next line without its end, which is "\n" or "\r\n"; false behind the
 * last one. */
bool nj_lines_next(struct nj_lines *l, struct nj_piece *line);

/* A whole text with a NUL behind it. */
struct nj_piece nj_piece_of(const char *text);
/* Cuts off what stands in front of the first `sep`, and that; all of it where
 * there is none. Two in a row have an empty word between them. */
struct nj_piece nj_piece_cut(struct nj_piece *rest, char sep);
/* Cuts off the next word, whatever number of `gaps` stands around it; an empty
 * one behind the last. */
struct nj_piece nj_piece_word(struct nj_piece *rest, const char *gaps);
bool nj_piece_is(struct nj_piece w, const char *word);
/* Is it made of these characters alone? True for an empty one. */
bool nj_piece_only(struct nj_piece w, const char *chars);

#endif
