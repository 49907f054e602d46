/*
 * Runs the records of a game (design 8): builds what is given, feeds the
 * inputs, collects all that is said. There is no shell: no confirmations, no
 * receipts, no merging.
 *
 * Words of `given:` that every game knows:
 *   opt k=v ...        options of the table
 *   rng 0 1 1          scripted results: all used, none missing
 *   rng splitmix64 1   the test stream from that seed
 *   edition x          which of the game's (else its first)
 *   seats 4            how many sit down (else the board says it)
 *   seats SAC          one letter per seat, its name; the game reads it, too
 *   computer 3 4       computer players from the start
 *   start k=v ...      the record begins with the set-up itself
 * All others are the game's (match/game.h: given).
 *
 * Inputs: `1G text` and `1P text` (seat, place; a seat that is called by a
 * letter may be typed so: `AP text`), `T` or `T name` (the main or
 * the named timer fires), `H text` (a host), `C` (a computer player whose
 * move it is acts).
 */
#ifndef NJ_CLI_SCENARIO_GAME_H
#define NJ_CLI_SCENARIO_GAME_H

#include "cli/scenario_file.h"
#include "command/parse.h"
#include "referee/archive.h"

/* What the records of one game need. */
struct nj_scenario_world {
    const struct nj_loaded_game *game;
    const struct nj_commands *commands;
};

/*
 * Runs one record; *actual is owned by `arena`. An error means that the
 * record itself is wrong (a clause nobody knows, an unused result of the
 * script, a timer that is not armed): the line names file, line and reason.
 */
NJ_MUST_USE enum nj_status nj_scenario_game_run(
    const struct nj_scenario_file *f, const struct nj_scenario *s,
    const struct nj_scenario_world *world, struct nj_arena *arena,
    struct nj_scenario_actual *actual, struct nj_err *err);

#endif
