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
 *   plays 1 3          the person at seat 1 plays seat 3 as well
 *   start k=v ...      the record begins with the set-up itself
 * All others are the game's (match/game.h: given).
 *
 * Inputs: `T` or `T name` (the main or the named timer fires), `H text` (a
 * host), `C` (a computer player whose move it is acts), and what people type:
 *
 *   1G text, 1P text   in the group, in private; a seat that is called by a
 *                      letter may be typed so: `AP text`
 *   1P kill 3; bind 5 x2
 *                      several orders: each is an input, the first that is
 *                      refused stops them (command/batch.h). In a group they
 *                      have the game's prefix, or each part counts without one
 *   1P 3席 hand         the seat in front is meant. Else, of a person's seats,
 *                      the one that is asked, awaited, or as the game says
 *                      (match/match.h: nj_match_meant); `3P hand`, of a seat
 *                      that is not his first, names it as well
 *   1P from here on\nthis is a tale
 *                      while the game collects for him, his private words
 *                      without # or / are text, one message a line. Of marks,
 *                      in and out, `\n`, `\r` and `\t` are characters as in C,
 *                      `\s` is a blank at the end, `\\` a backslash
 *
 * A question, or what was refused, may be followed by the order that tells the game who is
 * there (match/game.h: presence). It is read as the shell reads it. What the shell itself says is left out but
 * for what tells why an order did not count: shell.need_private, need_group,
 * not_your_seat, collect_long, and those of several orders, batch_unknown,
 * _alone, _number, _many (which part, `n`), batch_first, _last, _refused,
 * _stopped (the parts that are `done`, `not` done and the `rest` that was not
 * read; the refusal itself is the line in front).
 */
#ifndef NJ_CLI_SCENARIO_GAME_H
#define NJ_CLI_SCENARIO_GAME_H

#include "cli/scenario_file.h"
#include "command/parse.h"
#include "referee/play/archive.h"

/* Who watches a record being run; what he is given is lent for the call. */
struct nj_scenario_witness {
    /* Nothing has been typed. `m` NULL: there is no board yet, for the record
     * begins with the set-up itself. */
    void (*begins)(void *ctx, const struct nj_match *m,
                   const struct nj_options *options);
    /* A line of `in:` as it stands in the file. */
    void (*types)(void *ctx, const char *line);
    /* All that is said, what the file omits included. */
    void (*hears)(void *ctx, const struct nj_message *m);
    void *ctx;
};

/* What the records of one game need. */
struct nj_scenario_world {
    const struct nj_loaded_game *game;
    const struct nj_commands *commands;
    const struct nj_scenario_witness *witness; /* NULL: nobody */
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
