/*
 * What people may type: the examples of the command tables, all languages.
 */
#ifndef NJ_COMPARE_PHRASES_H
#define NJ_COMPARE_PHRASES_H

#include <stdbool.h>
#include <stdint.h>

struct phrase {
    char *type;   /* as it is typed, prefix included */
    bool game;    /* a verb of the game that was asked for */
    bool power;   /* a host's */
    bool private; /* understood in private only */
};

struct phrases {
    struct phrase *all;
    uint32_t n;
};

/* Loads those of the shell and of the game with that id; asserts that they can
 * be read. The caller calls phrases_fini(). */
void phrases_load(struct phrases *p, const char *game);
void phrases_fini(struct phrases *p);

#endif
