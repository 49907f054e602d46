/*
 * Words to a match, read as a whole: one command or several orders, with the
 * seat in front that they are for ("2席 手牌"), where a person may play several.
 * The shell, the scenarios and whoever only asks what words mean read alike.
 */
#ifndef NJ_COMMAND_SPOKEN_H
#define NJ_COMMAND_SPOKEN_H

#include "command/batch.h"

struct nj_spoken {
    uint8_t as;    /* the seat named in front, from 1; 0: none */
    const char *p; /* the words behind it, or all */
    size_t n;
    bool several; /* they are `batch`, and `cmd` is no word of anything */
    struct nj_command cmd; /* of one */
    struct nj_batch batch;
    char behind[NJ_ORDER_TEXT_MAX]; /* what `p` is if a seat is named */
};

/* Nothing is spoken. Room for texts stays as it is: there is much of it. */
void nj_spoken_clear(struct nj_spoken *t);

/* The verb of the order, or of the first of several. */
const char *nj_spoken_verb(const struct nj_spoken *t);

/* Reads them; what is lent from `text` or *out lives as long as these. False:
 * they mean nothing there. `form->game` NULL: no game is meant, and its words
 * do not count. */
bool nj_spoken_read(const struct nj_commands *c,
                    const struct nj_batch_form *form, const char *text,
                    size_t n, struct nj_spoken *out);

#endif
