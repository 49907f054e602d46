/*
 * An evening of words and events, played once without trouble and once while
 * each call to the store fails: the records have to be the same (goals R4).
 */
#ifndef NJ_FAULT_EVENING_H
#define NJ_FAULT_EVENING_H

#include <stdint.h>

#include "kit/house.h"

/* People and groups are of "qq", "tg:ann" is somebody of the second gateway;
 * each gateway has one group. */
enum act {
    GROUP,   /* somebody writes */
    ADMIN,   /* the same by an administrator of the group */
    PRIVATE, /* somebody writes to us alone */
    FATE,    /* of what is sent from now on: to whom, which */
    FRIEND,  /* somebody allows us to write to him */
    LOST,    /* he does not any more */
    LINK,    /* "up" or "down" */
    WAIT,    /* so many seconds */
    RESTART,
    AHEAD,  /* said in front of each try of the next step, as are those in front
             * of it: is in memory alone */
    PRESS,  /* the newest button with that label */
    FOLLOW, /* the link that the latest press was answered with */
    MOVE,   /* the second gateway's group is called so from now on */
    AWAY,   /* the bot is taken out of the second gateway's group */
    BACK,   /* and comes back */
    MUTE,   /* it may not speak there, or ("") may again */
    CHANGE, /* somebody edits what he said so many steps before */
    OWNER,  /* owners hear of a trouble */
    ROOM,   /* the second gateway takes more there before its time */
    KEEP,   /* it has something to be kept */
    END
};

/* {A}, {B}: codes of the first and the second match; {C}: the digits that the
 * host "hugo" was asked to type; {L}: the word that links; {W}: the word that the newest table was
 * offered with. */
struct step {
    enum act act;
    const char *who, *text;
};

/* What becomes of a turn whose call to the store has failed. */
enum trouble {
    NONE,
    FULL,       /* the referee goes on when there is room again */
    BROKEN,     /* the program ends and is started again */
    FULL_BROKEN /* the same: no room, and then the books cannot be read */
};

/* Plays it calmly and with that trouble, at least `failures` failed turns of
 * it; asserts that nothing is different. */
void evening_same(const struct step *steps, enum trouble trouble,
                  uint32_t failures, const char *name);

#endif
