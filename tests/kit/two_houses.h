/*
 * Two houses in which the same things happen, but for a secret: all that a
 * set of chats gets from either is written down and compared. Texts, the
 * moment and the order of messages, mentions, labels and number of buttons,
 * what is replaced, links, pictures with their sizes, what presses of theirs are
 * answered, rows of buttons that are taken away. Tokens and ids are chance: they are compared by their
 * shape, a message that is replaced by its place among those of its chat.
 */
#ifndef NJ_KIT_TWO_HOUSES_H
#define NJ_KIT_TWO_HOUSES_H

#include "kit/house.h"
#include "kit/qqbot_desk.h"

#define TWO_CHATS_MAX 16

struct two_houses {
    struct house h[2];
    struct qqbot_desk desk[2]; /* .platform NULL: "qq" counts nothing */
    size_t said[2];            /* on those platforms, written down */
    uint64_t seed; /* of the draws in both; the pair opened next has another */
    char chats[TWO_CHATS_MAX][NJ_ADDRESS_MAX]; /* those that are compared */
    uint32_t n_chats;
    uint32_t read[2][2]; /* messages written down, by house and gateway */
    size_t dropped[2];   /* of the list of rows taken away, by house */
    /* What the presses of those who are compared were answered since. */
    struct nj_str answers[2];
    struct nj_str heard[2];
    uint64_t messages, rows, replaced, pictures; /* compared, over all runs */
};

/* Two new houses on the same clock; the counts go on. */
void two_houses_open(struct two_houses *t, const char *name);
/* The game of each; from now on the second platform has buttons, links and
 * pictures. */
void two_houses_games(struct two_houses *t,
                      const struct nj_loaded_game *const game[2]);
/* From now on "qq" is QQ's official bot platform in each of them, and by what
 * right a text came there is compared as well. */
void two_houses_official(struct two_houses *t, bool verified);
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

/* --- a table in a group of each platform --- */

#define TWO_QQ "qq:g:1"
#define TWO_TG "tg:g:-1"

/* The group of that user; he says something there, or in private. Pictures are
 * here before anything else happens. */
const char *two_houses_home(const char *user);
void two_houses_says(struct two_houses *t, const char *user, const char *text);
void two_houses_whispers(struct two_houses *t, const char *user,
                         const char *text);
/* Both play that game of the program, the second one in another form. */
void two_houses_form(struct two_houses *t, const struct nj_game *game,
                     const struct nj_game *second);
/* The first user, of QQ, opens a table with these words, his group and that of
 * the second, of Telegram, are joined, and all n sit down. `host` leads it
 * without a seat, or is NULL. */
void two_houses_sit(struct two_houses *t, const char *open,
                    const char *const *users, unsigned n, const char *host);
/* Both groups and these n users are compared from now on, but for those of
 * the set. */
void two_houses_watch_all(struct two_houses *t, const char *const *users,
                          unsigned n, unsigned hidden);

/* --- */

/* True if both have said the same since the last call. */
bool two_houses_alike(struct two_houses *t);
/* The same; fails with what both have said, unless a leak is `planted`. */
bool two_houses_must(struct two_houses *t, uint64_t seed, bool planted);
/* What all runs came to. */
void two_houses_count(const struct two_houses *t);
/* False if what is drawn next, a table's code or the seats of a match, will
 * differ by chance: somebody who may know a difference got more rows of buttons
 * in one house, and the tokens of a test come from one list of draws. */
bool two_houses_draw_alike(const struct two_houses *t);

#endif
