/*
 * Texts that the referee asks for, by struct nj_referee_setup; the context is
 * the struct nj_env that says where files are looked for. They are kept until
 * nj_texts_free().
 */
#ifndef NJ_CLI_TEXTS_H
#define NJ_CLI_TEXTS_H

/* The rules of a game as players read them; NULL: not in that language. */
const char *nj_texts_rules(void *ctx, const char *game, const char *lang);
void nj_texts_free(void);

#endif
