/*
 * Which table or match somebody means.
 */
#ifndef NJ_REFEREE_HEARING_MEANT_H
#define NJ_REFEREE_HEARING_MEANT_H

#include <stdbool.h>

struct nj_chat;
struct nj_entry;
struct nj_referee;
struct nj_request;
struct nj_words;

/* Is it a table or a running match? */
bool nj_meant_open(const struct nj_entry *e);
/* Does the match wait for this person now? May wake it. */
bool nj_meant_awaits(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_chat *who);
/* The entry that fits best to words of `who` in `c`, one whose game knows them
 * before all others (`w` NULL: whatever they are); NULL: none. *many is set if
 * two fit equally well. */
struct nj_entry *nj_meant_choose(struct nj_referee *r, const struct nj_chat *c,
                                 const struct nj_chat *who,
                                 const struct nj_words *w, bool *many);
/* The running match of that group in which he sits: only there bare words
 * count. NULL: none; `c` and `who` may be NULL. */
struct nj_entry *nj_meant_seated(const struct nj_chat *c,
                                 const struct nj_chat *who);
/* The entry meant by these words, of which the request has where and who; NULL:
 * none. *many is set if two fit equally well and the words went to a private
 * chat, where guessing would be wrong. */
struct nj_entry *nj_meant_entry(struct nj_request *a, const struct nj_words *w,
                                bool *many);

#endif
