/*
 * Room for one more table: how many may be open at once is the owner's to say
 * (struct nj_table_limits).
 */
#ifndef NJ_REFEREE_COMMANDS_ROOM_H
#define NJ_REFEREE_COMMANDS_ROOM_H

#include <stdbool.h>

struct nj_request;

/* May one more table be played in this group? If not the asker has been told
 * which limit it is and what to do. */
bool nj_room_here(struct nj_request *a);
/* May the asker open one more table in this group? If not he has been told. */
bool nj_room_for_table(struct nj_request *a);

#endif
