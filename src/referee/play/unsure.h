/*
 * What somebody may have meant, kept until he says so (hearing/doubt.h). In
 * memory alone, like what waits to be confirmed.
 */
#ifndef NJ_REFEREE_PLAY_UNSURE_H
#define NJ_REFEREE_PLAY_UNSURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "gateway/gateway.h"

struct nj_entry;
struct nj_input;
struct nj_message;
struct nj_referee;
struct nj_sitter;

/* Words of one person. */
struct nj_doubt {
    char user[NJ_ADDRESS_MAX];
    int64_t match, until_ms;
    int64_t phase_ends; /* while this stays, so does the phase */
    bool text, group;   /* they are a text; they were typed in the group */
    int readings;       /* of which one is picked by its number */
    char *words;        /* ... joined by line breaks */
    struct nj_doubt *next;
};

/* Keeps the words, as his only ones; takes them over. */
void nj_unsure_keep(struct nj_referee *r, const struct nj_entry *e,
                    const char *user, const struct nj_doubt *is);
/* The person has given an order; `refusal` is NULL if it was accepted. */
void nj_unsure_ordered(struct nj_referee *r, struct nj_entry *e,
                       const struct nj_sitter *who, const struct nj_input *in,
                       const struct nj_message *refusal);
/* All are forgotten: those of a turn that never was could not be told apart. */
void nj_unsure_drop_all(struct nj_referee *r);

#endif
