/*
 * The list of games. The build makes a row of each folder: GAME(long_night).
 */
#include "games/registry.h"

#include <string.h>

#define GAME(folder) extern const struct nj_game nj_##folder;
#include NJ_GAMES
#undef GAME

#define GAME(folder) &nj_##folder,
const struct nj_game *const nj_games[] = {
#include NJ_GAMES
    NULL};

const struct nj_game *nj_game_find(const char *id)
{
    for (size_t i = 0; nj_games[i] != NULL; i++)
        if (strcmp(nj_games[i]->id, id) == 0)
            return nj_games[i];
    return NULL;
}
