/*
 * Two houses in which the same things happen, but for a secret: all that a
 * set of chats gets from either is written down and compared. Texts, the
 * moment and the order of messages, mentions, labels and number of buttons,
 * what is replaced, links, pictures with their sizes, toasts, rows of buttons
 * that are taken away. Tokens and ids are chance: they are compared by their
 * shape, a message that is replaced by its place among those of its chat.
 */
#ifndef NJ_KIT_TWO_HOUSES_H
#define NJ_KIT_TWO_HOUSES_H

#include "kit/house.h"

#define TWO_CHATS_MAX 16

struct two_houses {
    struct house h[2];
    uint64_t seed; /* of the draws in both; the pair opened next has another */
    char chats[TWO_CHATS_MAX][NJ_ADDRESS_MAX]; /* those that are compared */
    uint32_t n_chats;
    uint32_t read[2][2]; /* messages written down, by house and gateway */
    size_t dropped[2];   /* of the list of rows taken away, by house */
    struct nj_str heard[2];
    uint64_t messages, rows, replaced, pictures; /* compared, over all runs */
};

/* Two new houses on the same clock; the counts go on. */
void two_houses_open(struct two_houses *t, const char *name);
/* The game of each; from now on the second platform has buttons, links and
 * pictures. */
void two_houses_games(struct two_houses *t,
                      const struct nj_loaded_game *const game[2]);
void two_houses_close(struct two_houses *t);
/* Compares these chats from now on, and forgets what was said. */
void two_houses_forget(struct two_houses *t);
void two_houses_watch(struct two_houses *t, const char *chat);

/* In both, or in one of them. */
void two_houses_group(struct two_houses *t, const char *group, const char *user,
                      const char *text);
void two_houses_private(struct two_houses *t, const char *user,
                        const char *text);
void two_houses_pass(struct two_houses *t, int64_t ms);
/* Presses the button of that label under the newest message there that has a
 * row; false if it is over, there is none, not that label, or, unless `any`, if it is
 * somebody else's. */
bool two_houses_press(struct two_houses *t, int side, const char *chat,
                      const char *user, const char *label, bool any);

/* True if both have said the same since the last call. */
bool two_houses_alike(struct two_houses *t);
/* False if what is drawn next, a table's code or the seats of a match, will
 * differ by chance: somebody who may know a difference got more rows of buttons
 * in one house, and the tokens of a test come from one list of draws. */
bool two_houses_draw_alike(const struct two_houses *t);

#endif
