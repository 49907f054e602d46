/*
 * Words that people type in any of the languages.
 */
#ifndef NJ_REFEREE_COMMANDS_PHRASE_H
#define NJ_REFEREE_COMMANDS_PHRASE_H

#include <stdbool.h>

struct nj_game;
struct nj_preset;
struct nj_referee;

/* Is the text of that key, in whichever language, this word? Upper and lower
 * case are the same. */
bool nj_phrase_is(struct nj_referee *r, const char *key, const char *word);
/* Is it, in whichever language, one of the words of the text `list`, which
 * blanks part, and is the text of `key` one of them too? */
bool nj_phrase_alike(struct nj_referee *r, const char *list, const char *key,
                     const char *word);
/* nj_phrase_is() for a text of a game, `<prefix>.<table>.<name>`; `name` itself is
 * right, too. */
bool nj_phrase_of(struct nj_referee *r, const struct nj_game *g,
                  const char *table, const char *name, const char *word);
/* The preset of that name, or NULL. */
const struct nj_preset *nj_phrase_preset(struct nj_referee *r,
                                         const struct nj_game *g,
                                         const char *word);
/* Finds the edition of that name, or NULL. */
const char *nj_phrase_edition(struct nj_referee *r, const struct nj_game *g,
                              const char *word);

#endif
