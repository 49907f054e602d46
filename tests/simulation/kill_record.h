/*
 * What a run of the real program leaves: the record in its database and the
 * lines that each chat has heard.
 */
#ifndef NJ_SIMULATION_KILL_RECORD_H
#define NJ_SIMULATION_KILL_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/onebot_server.h"

/* Every row that matters, a line each, in an order that does not depend on
 * when it was written; the caller frees. Not `timed`: without the moments and what
 * follows from them. */
char *nj_kill_record(const char *path, bool timed);
/* How many of the messages 1, 2, ... the program has taken; asserts that they
 * are the first ones. The write-ahead log is left as it is. */
uint32_t nj_kill_taken(const char *path);
/* Rows for a chat that have not been sent. */
uint32_t nj_kill_unsent(const char *path);

/* Lines of one chat, each text as it came. */
struct nj_kill_line {
    char *text;
    bool first;  /* of its text */
    bool marked; /* begins with the mark of a repeat, which is taken off */
};

struct nj_kill_heard {
    bool group;
    int64_t id;
    struct nj_kill_line *lines;
    uint32_t n;
};

/* All that the server got for one chat; the tags of matches are taken off. */
void nj_kill_listen(struct nj_ob_server *s, bool group, int64_t id,
                    struct nj_kill_heard *out);
void nj_kill_forget(struct nj_kill_heard *h);
/*
 * True if `is` says the same as `was`, in the same order, with nothing lost,
 * and nothing said twice but what is marked. *at: the line of `is` (or its
 * number of lines) where it goes wrong.
 */
bool nj_kill_same(const struct nj_kill_heard *was,
                  const struct nj_kill_heard *is, uint32_t *at);

#endif
