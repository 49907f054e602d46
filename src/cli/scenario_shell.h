/*
 * Runs the records of the shell (design 8): a whole referee on the memory
 * gateway, with a clock that moves when told and the test seed, so that each
 * run is the same. The clauses of these records are sections of the guide for
 * talking to people (UX-6.4).
 *
 * Words of `given:`
 *   empty             nothing has happened
 *   lobby a b c       `a` opened a table, all three sit at it and have proved
 *                     their private chats
 *   opt k=v ...       the opener has changed options
 *   bots 2            computer players have been seated
 *   host h            `h` hosts
 *   begin             the match has begun
 *   proved a b        these have proved their private chats
 *   said aG text      anything else that somebody typed
 *   paced             the real limits of speed (first of all)
 *
 * Inputs
 *   aG text           user `a` types in the group; G2 is another group
 *   aP text           ... to the bot in private
 *   1G text           the user who sits on seat 1
 *   a@G, a!G          ... mentions the bot; is an admin of the group
 *   LATE 10m aG text  typed ten minutes ago, arriving now
 *   AGAIN             the last of these arrives once more, with the same id
 *   T 180s            time passes
 *   KILL 5m           the process dies and is started again 5 minutes later
 *   DOWN, UP          the connection goes, comes back
 *   FATE a refused    what becomes of texts to `a` (or G) from now on: sent,
 *                     refused, unknown, lost, not_sent
 *   ROLE admin        what the platform says of people when asked, from now
 *                     on: admin, member, gone
 *   FRIEND a          the platform says that `a` can be written to
 *
 * `$1` in a text or a message is the code of the first table of the record,
 * `$c` in a text the digits that were to be typed last. User `o` is an owner.
 * Outputs are what chats are told: `G shell.joined ...`, `Pa ...`, in the
 * order in which it was decided. A word of `omit:` may be the first part of a
 * key ("ln") as well.
 */
#ifndef NJ_CLI_SCENARIO_SHELL_H
#define NJ_CLI_SCENARIO_SHELL_H

#include "cli/env.h"
#include "cli/scenario_file.h"

/* As nj_scenario_game_run(). */
NJ_MUST_USE enum nj_status nj_scenario_shell_run(
    const struct nj_scenario_file *f, const struct nj_scenario *s,
    const struct nj_env *env, struct nj_arena *arena,
    struct nj_scenario_actual *actual, struct nj_err *err);

#endif
