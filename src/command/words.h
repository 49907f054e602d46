/*
 * The words of people that are no commands but stand in them: the section
 * `words` of a command file or a game's file. Private to command/.
 *
 *   "words": {"shadow-hotel": {"item": {"key": ["开锁器", "钥匙"], ...}, ...}}
 *
 * gives for a game and a kind of words each token (in English, what the game
 * reads) and its spellings in that language, which are compared by
 * nj_same_word(). Spellings of all languages count everywhere, and a token is
 * one of its own. An empty list says that the language has no word for it.
 */
#ifndef NJ_COMMAND_WORDS_H
#define NJ_COMMAND_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "command/table.h"

/* Adds the section of the file that is read; complaints stay in the document. */
void nj_words_read(struct nj_table *t, struct nj_json root, const char *lang);

/* Makes them ready to be found; a spelling with two meanings is an error. */
NJ_MUST_USE enum nj_status nj_words_sort(struct nj_table *t,
                                         struct nj_err *err);

/* Has the game words at all? */
bool nj_words_any(const struct nj_table *t, const char *of);

/* The token of a word, or NULL. A digit at the end of `kind` parts two groups
 * of one kind and does not count. */
const char *nj_words_find(const struct nj_table *t, const char *of,
                          const char *kind, const char *text, size_t n);

/*
 * The tokens of the words of a text, in order and joined by ',', with "-" for
 * what is no word; without those behind the last word, and cut where they do
 * not fit; "" if the first is no word of the kind. The others are sought in the
 * kind first, then in the other kinds of the game by their names.
 */
void nj_words_each(const struct nj_table *t, const char *of, const char *kind,
                   const char *text, char *out, size_t cap);

/*
 * Parts words that touch each other, as they do in Chinese ("给安妮用急救包"), by
 * blanks, and leaves out those of the kind "glue", which say nothing. Only a run
 * that is nothing but words of `kind` and glue is touched, and only in a game
 * that has glue.
 */
void nj_words_part(const struct nj_table *t, const char *of, const char *kind,
                   char *text, size_t cap);

/* Is that a kind of the game's words? */
bool nj_words_kind(const struct nj_table *t, const char *of, const char *kind);

/*
 * The tokens of a list of words of one kind, joined by ','; what is no word
 * stays. Signs such as ',' part its items, or blanks where there is no such
 * sign. What does not fit is cut.
 */
void nj_words_list(const struct nj_table *t, const char *of, const char *kind,
                   const char *text, char *out, size_t cap);

/* The words of a kind as that language shows them, one a token, in the order of
 * its file: at most `max`, lent. How many there are. */
uint32_t nj_words_shown(const struct nj_table *t, const char *of,
                        const char *kind, const char *lang, const char *out[],
                        uint32_t max);

/* Finds a token that one of the languages does not have. */
NJ_MUST_USE enum nj_status nj_words_check(const struct nj_table *t,
                                          struct nj_err *err);

#endif
