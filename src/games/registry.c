/*
 * The list of games; a new game is a line here.
 */
#include "games/registry.h"

#include <string.h>

#include "games/long_night/long_night.h"
#include "games/shadow_hotel/shadow_hotel.h"

const struct nj_game *const nj_games[] = {
    &nj_long_night,
    &nj_shadow_hotel,
    NULL,
};

const struct nj_game *nj_game_find(const char *id)
{
    for (size_t i = 0; nj_games[i] != NULL; i++)
        if (strcmp(nj_games[i]->id, id) == 0)
            return nj_games[i];
    return NULL;
}
