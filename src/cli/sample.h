/*
 * Texts as a reader would meet them: templates filled in with plausible values.
 * What a message of a game carries is known by its list of messages; values of
 * which only the name is known stand in `locales/samples/<language>.json`.
 */
#ifndef NJ_CLI_SAMPLE_H
#define NJ_CLI_SAMPLE_H

#include "base/str.h"
#include "locale/catalog.h"
#include "match/game.h"

struct nj_sample {
    const struct nj_catalog *texts;  /* all of them */
    const struct nj_catalog *values; /* by the name of a placeholder */
    const char *lang;
    const struct nj_game *game; /* whose texts they are; NULL: the shell's */
};

/* Appends `text`, the template of exactly `key`. */
void nj_sample_text(const struct nj_sample *s, const char *key,
                    const char *text, struct nj_str *out);

#endif
