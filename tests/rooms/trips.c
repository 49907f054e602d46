/*
 * One trip through the referee, for tests/rooms.sh, which runs it twice with
 * counters, up to the last step and with it: the difference is the trip.
 *
 *     rooms_trips {move|timer} {before|after}
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/house.h"
#include "kit/nj_test.h"

#define THINK_MS (3 * 60 * 1000) /* live play: so long has a seat for a turn */

/* A move that bumps, as the house draws its board: texts to the group, and in
 * private the walls of where he stands. */
static const char step[] = "右";

int main(int argc, char **argv)
{
    struct house h = {.paced = false};
    bool move, after, ann;

    if (argc != 3)
        return 2;
    move = strcmp(argv[1], "move") == 0;
    after = strcmp(argv[2], "after") == 0;
    house_open(&h, "trip");
    house_begin(&h, "ann bob", "");
    ann = house_heard(&h, "group", "轮到 1 席·ann") != NULL;
    /* All that the start says is out, and the last reminder. */
    house_pass(&h, THINK_MS - 1000);
    house_forget(&h);
    if (after && move)
        house_group(&h, ann ? "ann" : "bob", step);
    else if (after)
        house_pass(&h, 2000);
    if (after) {
        assert_true(move || house_heard(&h, "group", "行动结束"));
        assert_true(!move || house_heard(&h, ann ? "ann" : "bob", "你四周"));
    }
    /* Whatever closes the house is no part of the trip: it stays open. */
    exit(EXIT_SUCCESS);
}
