/*
 * What the files of commands/ share among themselves.
 */
#ifndef NJ_REFEREE_COMMANDS_COMMANDS_PRIV_H
#define NJ_REFEREE_COMMANDS_COMMANDS_PRIV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"
#include "base/str.h"
#include "gateway/gateway.h"
#include "match/option.h"

struct nj_chat;
struct nj_format;
struct nj_game;
struct nj_referee;
struct nj_request;

/* --- phrase: Words that people type in any of the languages --- */

/* Is the text of that key, in whichever language, this word? Upper and lower
 * case are the same. */
bool nj_phrase_is(struct nj_referee *r, const char *key, const char *word);
/* Is it, in whichever language, one of the words of the text `list`, which
 * blanks part? */
bool nj_phrase_among(struct nj_referee *r, const char *list, const char *word);
/* The same, and is the text of `key` one of them too? */
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

/* --- cmd_begin: what the platform lets us say and hear --- */

enum nj_pushes nj_pushes_to(const struct nj_referee *r,
                            const struct nj_chat *c);
/* Does it look as if of that group we heard nothing but what mentions us? */
bool nj_hears_mentions_only(const struct nj_request *a);

/* --- cmd_set: what a table is set to, in the words of who reads it --- */

struct nj_set_told {
    struct nj_str key, value, means;
    bool explained; /* `means` says what it stands for */
};

#define NJ_SET_TOLD_INIT                                                     \
 {                                                                           \
  NJ_STR_INIT(200), NJ_STR_INIT(NJ_OPTION_TEXT_MAX), NJ_STR_INIT(700), false \
 }

/* Appends the words for something that is set, or for all that it may be. */
typedef void nj_set_words(const struct nj_format *f, const struct nj_game *g,
                          const void *what, struct nj_set_told *t);
/* Tells each group of the table, by a key that says why it is so now. */
void nj_set_homes(struct nj_request *a, nj_set_words *words, const void *what,
                  const char *as);
/* It cannot be set to what was typed: says what it may be. */
void nj_set_refuse(struct nj_request *a, nj_set_words *words, const void *what,
                   const char *typed);

/* --- cmd_link: words that link --- */

/* Has he tried so many wrong ones within ten minutes? */
bool nj_link_tired(struct nj_request *a, uint32_t most);
/* He has tried one more, which that text says. */
void nj_link_wrong(struct nj_request *a, const char *key);

/*
 * --- opening ---
 *
 * What stands behind a game's name in one line ("漫漫长夜 社区 狂野 10*10"):
 * editions and presets, which count first wherever they stand, and words for an
 * option each, of which the later win. The words are those of the kind
 * "setting" in the game's language files; their tokens are "option=value".
 */

#define NJ_OPENING_WORDS 32   /* that one line may have */
#define NJ_OPENING_BYTES 1024 /* of its words as tokens */

struct nj_opening {
    const char *edition;            /* NULL: none was named */
    const struct nj_preset *preset; /* the last that was named, or NULL */
    struct nj_options options;      /* in: what the words come on top of */
    char bad[64];                   /* the first that means nothing; "" */
    char tokens[NJ_OPENING_BYTES]; /* what they mean, as words of such a line */
};

/* Adds what the words of a line say to *o, whose options are set. False: `bad`
 * is no word, or there are too many of them, and nothing was changed. */
bool nj_opening_read(struct nj_referee *r, const struct nj_game *g,
                     const char *text, struct nj_opening *o);

/* One word that sets an option: its place in the game's table and, lent, its
 * value and the token of both. NULL: the word sets none. */
const char *nj_opening_word(struct nj_referee *r, const struct nj_game *g,
                            const char *word, int *option, const char **value);

/* Appends all words that may stand there, "社区, 狂野, ...". */
void nj_opening_list(struct nj_referee *r, const struct nj_game *g,
                     const struct nj_format *f, struct nj_str *out);
/* Answers, in the words of `key`, that this word may not stand there, with all
 * that may. */
void nj_opening_refuse(struct nj_request *a, const struct nj_game *g,
                       const char *key, const char *word);

/* Appends the words that such tokens are in that language, with blanks. */
void nj_opening_show(struct nj_referee *r, const struct nj_game *g,
                     const char *tokens, const struct nj_format *f,
                     struct nj_str *out);

/* Puts the pairs of a preset on top of the options. */
void nj_opening_pairs(const struct nj_game *g, const struct nj_preset *p,
                      struct nj_options *o);
/* Sets what tables of it are opened with here: by the group's own way to play
 * (#默认玩法), else by the first preset. */
void nj_opening_usual(struct nj_request *a, const struct nj_game *g,
                      struct nj_opening *o);
/* Sets the game's defaults with the pairs of a preset on top (NULL: none). */
void nj_opening_preset(const struct nj_game *g, const struct nj_preset *p,
                       struct nj_options *o);

/*
 * --- room ---
 *
 * Room for one more table: how many may be open at once is the owner's to say
 * (struct nj_table_limits).
 */

/* May one more table be played in this group? If not the asker has been told
 * which limit it is and what to do. */
bool nj_room_here(struct nj_request *a);
/* May the asker open one more table in this group? If not he has been told. */
bool nj_room_for_table(struct nj_request *a);

/*
 * --- ledger ---
 *
 * What the ledger has (LN-30.4, 30.5): of the group where it was asked, in
 * private of all. A season is "month", "year" or "total".
 */

/* The lists of a season, of one game or (NULL) of all. */
void nj_ledger_tell_lists(struct nj_request *a, const struct nj_game *game,
                          const char *season);
/* The lists of all seasons as one picture (LN-30.4). */
void nj_ledger_tell_poster(struct nj_request *a, const struct nj_game *game);
/* What that account has in a season; false: nothing, and nothing is said. */
bool nj_ledger_tell_profile(struct nj_request *a, const char *account,
                            const char *name, const char *season);
/* The letter for a level. */
const char *nj_ledger_grade(double level);

#endif
