/*
 * Text as it comes from people: valid UTF-8, folded, cut, measured, cleaned.
 *
 * The only user of utf8proc. Texts are (pointer, bytes); nothing here needs a
 * NUL behind them.
 */
#ifndef NJ_BASE_UTF8_H
#define NJ_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if all n bytes are well-formed UTF-8 without surrogates. */
bool nj_utf8_valid(const char *text, size_t n);

/*
 * Decodes the first character of valid text into *cp and returns its length
 * in bytes; 0 at the end (n == 0). Bad bytes decode as U+FFFD, length 1.
 */
size_t nj_utf8_next(const char *text, size_t n, int32_t *cp);

/* Writes `cp` to out (at most 4 bytes, no NUL) and returns the length. */
size_t nj_utf8_put(int32_t cp, char out[4]);

/*
 * Folds one character for comparison: compatibility form (full-width to
 * half-width, ideographic space to space), then case. Writes at most `cap`
 * characters to out and returns how many (0: the character vanishes, as
 * zero-width ones do). Simplified and traditional forms stay as they are.
 */
size_t nj_utf8_fold(int32_t cp, int32_t *out, size_t cap);

/* The same without accents and other combining marks. */
size_t nj_utf8_bare(int32_t cp, int32_t *out, size_t cap);

/* True for white space, the ideographic and the no-break space included. */
bool nj_utf8_space(int32_t cp);
/* The bytes of the word that a text of n bytes begins with: up to the first
 * white space, what is no UTF-8, or its end. 0: it begins with such. */
size_t nj_utf8_word(const char *text, size_t n);

/* True for characters that have no place of their own: combining marks (Mn,
 * Me), variation selectors among them, and format characters (Cf). */
bool nj_utf8_silent(int32_t cp);

/* True for characters that show nothing or steer the display: C0, C1, bidi
 * controls, zero-width characters, the byte order mark. Newline counts. */
bool nj_utf8_control(int32_t cp);

/* Takes white space and invisible characters off both ends: *text moves to
 * the first visible one, and the length of what is left is returned. */
size_t nj_utf8_trim(const char **text, size_t n);

/* The composed form (NFC) of valid text. Writes at most cap - 1 bytes and a NUL;
 * returns the length, or 0 (and "") if it does not fit. */
size_t nj_utf8_compose(const char *text, size_t n, char *out, size_t cap);

/* Grapheme clusters in the text. */
size_t nj_utf8_count(const char *text, size_t n);

/* Columns in a terminal: 2 for wide characters, 0 for combining ones. */
size_t nj_utf8_width(const char *text, size_t n);

/* The longest prefix, in bytes, of at most max_bytes that ends at a grapheme
 * boundary. The one place where text is cut. */
size_t nj_utf8_cut(const char *text, size_t n, size_t max_bytes);

/* The longest prefix, in bytes, of at most `count` grapheme clusters. */
size_t nj_utf8_cut_count(const char *text, size_t n, size_t count);

/*
 * Makes a foreign name or line safe to show inside a line of ours: invalid
 * bytes, controls (see above) and runs of more than two combining marks are
 * dropped, white space and newlines collapse to one space, the ends are
 * trimmed, and what is left is cut to `count` clusters and cap - 1 bytes.
 * Always terminates `out`; returns its length, 0 if nothing visible is left.
 */
size_t nj_utf8_clean(const char *text, size_t n, size_t count, char *out,
                     size_t cap);

#endif
