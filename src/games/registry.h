/*
 * The games this program knows.
 */
#ifndef NJ_GAMES_REGISTRY_H
#define NJ_GAMES_REGISTRY_H

#include "match/game.h"

/* All of them, ending with NULL. */
extern const struct nj_game *const nj_games[];

/* The game with that id ("long-night"), or NULL. */
const struct nj_game *nj_game_find(const char *id);

#endif
