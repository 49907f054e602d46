/*
 * Several orders in one message: "kill 3; bind 5 x2".
 *
 * Parts are separated by ';' or line ends, and by the joints of the game, the
 * section `joints` of the command files ({"toy": ["然后"]}): words that part
 * only where an order follows, since people write commas inside orders too. A
 * part that ends in "x3" or "×3" is there so often. A text that is a command as
 * a whole is none of these: somebody's own words may hold anything.
 */
#ifndef NJ_COMMAND_BATCH_H
#define NJ_COMMAND_BATCH_H

#include "command/parse.h"
#include "match/game.h"

#define NJ_BATCH_MAX 16 /* orders in one message */

/* How the words are meant: as nj_commands_parse() wants to know it. */
struct nj_batch_form {
    const struct nj_game *game;
    const char *words; /* that count: its id or a set of it */
    enum nj_command_place place;
    const char *const *prefixes; /* that parts behind the first may have too;
                                  * ends with NULL */
};

/* Why a part cannot be given. */
enum nj_batch_fault {
    NJ_BATCH_FINE,
    NJ_BATCH_UNKNOWN, /* it is no command */
    NJ_BATCH_ALONE,   /* it is one that stands alone in its message */
    NJ_BATCH_NUMBER,  /* a number is missing */
    NJ_BATCH_MANY     /* there are more than NJ_BATCH_MAX */
};

struct nj_batch_part {
    const char *p; /* as it was typed, without prefix and "x3"; lent */
    size_t n;
};

struct nj_batch {
    struct nj_batch_part part[NJ_BATCH_MAX];
    uint32_t n;
    enum nj_command_place place;
    unsigned channels;         /* where all of them may be given */
    enum nj_batch_fault fault; /* of the first that has one ... */
    uint32_t at;               /* ... and which that is, from 0 */
};

/* Is the text, which is no command as a whole, a row of parts one of which is
 * an order that may stand with others (`batch` of its game)? All of them are
 * looked at before anything is done. */
bool nj_batch_read(const struct nj_commands *c,
                   const struct nj_batch_form *form, const char *text, size_t n,
                   struct nj_batch *out);

#endif
