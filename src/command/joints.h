/*
 * The joints of the games: words that part orders in one message. The section
 * `joints` of a command file. Private to command/.
 */
#ifndef NJ_COMMAND_JOINTS_H
#define NJ_COMMAND_JOINTS_H

#include "base/json.h"
#include "command/fold.h"
#include "command/table.h"

/* Adds the section of the file that is read; complaints stay in the document. */
void nj_joints_read(struct nj_table *t, struct nj_json root);

/* The length of the game's longest joint that stands at that byte of a folded
 * text as a word of its own; 0: none does. */
size_t nj_joint_at(const struct nj_table *t, const char *game,
                   const struct nj_folded *text, size_t at);

/* The name of such a list of the game, "<game>+ends"; "": it has none. */
const char *nj_joints_name(const struct nj_table *t, const char *game,
                           const char *list);

/* Takes the joints of that name off both ends of a text, as often as there are
 * some. False: there were none, or nothing is left. */
bool nj_joints_strip(const struct nj_commands *c, const char *name,
                     const char **text, size_t *n);

#endif
