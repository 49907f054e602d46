/*
 * Several orders in one message: "kill 3; bind 5 x2".
 *
 * Parts are separated by ';' or line ends, and by the joints of the game, the
 * section `joints` of the command files ({"toy": ["然后"]}): words that part
 * only where an order follows, since people write commas inside orders too. A
 * part that ends in "x3" or "×3" is there so often. A text that is a command as
 * a whole is none of these, somebody's own words may hold anything; but one with
 * a list in its group `each` ("kill 3 and 5", "杀 1 2") or a count behind it is
 * a part for each of them, and one that may stand with others ends where a joint
 * has another such behind it ("走西2然后搜"). What parts the items of such lists are the joints of
 * "<game>+each", and blanks in front of a digit.
 */
#ifndef NJ_COMMAND_BATCH_H
#define NJ_COMMAND_BATCH_H

#include "command/parse.h"
#include "match/game.h"

struct nj_outcome;

#define NJ_BATCH_MAX  16   /* orders in one message */
#define NJ_BATCH_MADE 1024 /* bytes of those that are made of lists */

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
    /* As it was typed, without prefix and "x3", lent; or an item of a list
     * behind the words in front of the list, which stands in the batch. */
    const char *p;
    size_t n;
};

struct nj_batch {
    struct nj_batch_part part[NJ_BATCH_MAX];
    uint32_t n;
    const char *verb; /* of the first that may stand with others */
    enum nj_command_place place;
    unsigned channels;         /* where all of them may be given */
    enum nj_batch_fault fault; /* of the first that has one ... */
    uint32_t at;               /* ... and which that is, from 0 */
    char made[NJ_BATCH_MADE];
    size_t n_made;
};

/* Is a command of the game, which `text` was parsed to, several: a list, one with
 * a count, or one that may stand with others and has one of those behind a
 * joint? nj_batch_read() takes it apart. */
bool nj_batch_lists(const struct nj_commands *c,
                    const struct nj_batch_form *form, const char *text,
                    size_t n, const struct nj_command *cmd);

/* Is the text, which is no command as a whole or one that lists, a row of parts
 * one of which is an order that may stand with others (`batch` of its game)? All
 * of them are looked at before anything is done. */
bool nj_batch_read(const struct nj_commands *c,
                   const struct nj_batch_form *form, const char *text, size_t n,
                   struct nj_batch *out);

/* The text that says what is wrong with it (`n`: of which, or how many there
 * may be), or NULL: it is fine. */
const char *nj_batch_fault_key(const struct nj_batch *b, int64_t *n);

/* --- while it is given --- */

struct nj_batch_course {
    nj_seat_set before; /* seats awaited when the last part was given */
    uint32_t done;      /* parts that stand */
    bool refused;       /* the last one was ... */
    bool stopped;       /* ... or what is behind it is not to be read */
};

/* In front of a part, and when the match has got it. */
void nj_batch_before(struct nj_batch_course *k, const struct nj_match *m);
void nj_batch_after(struct nj_batch_course *k, const struct nj_match *m,
                    const struct nj_input *in, const struct nj_outcome *o);

/* What who typed them is told of those that were not given: the text's key, and
 * the parts that stand, the one that was refused, those not read. NULL: all
 * were. The arena owns the arguments. */
#define NJ_BATCH_ANSWER_ARGS 3
const char *nj_batch_answer(const struct nj_batch *b,
                            const struct nj_batch_course *k, struct nj_arena *a,
                            struct nj_arg args[NJ_BATCH_ANSWER_ARGS]);

#endif
