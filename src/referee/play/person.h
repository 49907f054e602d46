/*
 * Whom words name. A shown name is anybody's to copy, so it is resolved while
 * it is being typed, to one address, and only that is kept and compared.
 */
#ifndef NJ_REFEREE_PLAY_PERSON_H
#define NJ_REFEREE_PLAY_PERSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

struct nj_entry;
struct nj_event;
struct nj_referee;
struct nj_request;
struct nj_sitter;

#define NJ_PERSON_ID_MAX NJ_ADDRESS_MAX /* shorter than the address */

/*
 * The person named by `word`, "" if nothing was typed: by a mention that the
 * platform understood, by his number there, or by the shown name of exactly
 * one of those who sit in, host or have spoken to us in a home of the match
 * `a->e`. Names count as the same if they look alike. False: said why.
 */
bool nj_person_meant(struct nj_request *a, const char *word,
                     char address[NJ_ADDRESS_MAX]);
/* Does the word, without '@' and "" if there is none, stand for the person that
 * the message mentions (`ev->about`)? */
bool nj_person_mentioned(const struct nj_event *ev, const char *word);
/* Writes what nobody can copy: "qq 10001". */
void nj_person_id(const char *address, char out[NJ_PERSON_ID_MAX]);
/* Lends his shown name, or his number where we have never heard him. */
const char *nj_person_shown(struct nj_referee *r, const char *address);
/* A name as we show it: without the brackets and bars by which lines of ours are
 * known, and the blanks beside them, so that none can be forged (NC-17.20); ""
 * if nothing is left. */
void nj_person_name(const char *name, char out[NJ_NAME_MAX]);
/* How `own` is called in that match: by his name, cut as its game wants it, with
 * a number behind it if one of the first `n` who sit there has a name that looks
 * like it (SH-19.5). Others are never called so. Who has none has his seat. */
void nj_person_apart(const struct nj_entry *e, uint8_t n,
                     const struct nj_sitter *own, const char *name,
                     char out[NJ_NAME_MAX]);

#endif
