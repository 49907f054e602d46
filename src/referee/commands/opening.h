/*
 * What stands behind a game's name in one line ("漫漫长夜 社区 狂野 10*10"):
 * editions and presets, which count first wherever they stand, and words for an
 * option each, of which the later win. The words are those of the kind
 * "setting" in the game's language files; their tokens are "option=value".
 */
#ifndef NJ_REFEREE_COMMANDS_OPENING_H
#define NJ_REFEREE_COMMANDS_OPENING_H

#include <stdbool.h>
#include <stddef.h>

#include "match/option.h"

struct nj_game;
struct nj_loaded_game;
struct nj_preset;
struct nj_referee;
struct nj_str;

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
 * value. False: the word sets none. */
bool nj_opening_word(struct nj_referee *r, const struct nj_game *g,
                     const char *word, int *option, const char **value);

/* Appends all words that may stand there in that language, "社区, 狂野, ...". */
void nj_opening_list(struct nj_referee *r, const struct nj_game *g,
                     const char *lang, struct nj_str *out);

/* Appends the words that such tokens are in that language, with blanks. */
void nj_opening_show(struct nj_referee *r, const struct nj_game *g,
                     const char *tokens, const char *lang, struct nj_str *out);

/* Puts the pairs of a preset on top of the options. */
void nj_opening_pairs(const struct nj_game *g, const struct nj_preset *p,
                      struct nj_options *o);
/* Sets the game's defaults with the pairs of a preset on top (NULL: none). */
void nj_opening_preset(const struct nj_game *g, const struct nj_preset *p,
                       struct nj_options *o);

#endif
