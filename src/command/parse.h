/*
 * Text to command.
 *
 * The words people type are rows of locales/commands/<language>.json; all
 * languages are synonyms everywhere. Rows are compiled into one combined
 * PCRE2 pattern per place with a MARK per row, so that a text that is no
 * command costs one match. Text is folded before matching (command/fold.h);
 * named groups give typed arguments, taken from the text as it was typed
 * where the row says so (a player's own words are never folded).
 *
 * A row of the table:
 *   { "verb": "join", "of": "table", "place": "prefixed",
 *     "pattern": "(?:加入|join)(?: (?<code>[a-z0-9]{3}))?(?: (?<text>.+))?",
 *     "examples": [ {"type": "#加入", "is": "join"},
 *                   {"type": "#加入 K7Q 幸运", "is": "join code=K7Q text=幸运"} ] }
 * `of`: "table" (the shell), "host", or a game's id. `place`: "prefixed" (needs
 * the prefix, a mention or the private chat), "bare" (alone in a group, whole
 * message), "private" (as prefixed, private chat only).
 * Group names of a pattern: `text` raw words, `n` or names ending in `_n`
 * whole numbers, `seat` a seat number (1-based as typed), `code` a match code,
 * any other name: a folded word.
 */
#ifndef NJ_COMMAND_PARSE_H
#define NJ_COMMAND_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"

struct nj_commands;

enum nj_command_place {
    NJ_COMMAND_BARE,     /* typed in a group, no prefix, no mention */
    NJ_COMMAND_PREFIXED, /* with prefix or mention, in a group */
    NJ_COMMAND_PRIVATE,  /* to the bot in private, with or without prefix */
    NJ_COMMAND_HOST      /* with the host prefix, either chat */
};

#define NJ_COMMAND_ARGS_MAX 6

struct nj_command_arg {
    const char *name; /* of the group; lives as long as the tables */
    bool number;
    int64_t n;
    char text[NJ_ORDER_TEXT_MAX]; /* folded word or raw words, NUL-terminated */
};

struct nj_command {
    const char *verb; /* lives as long as the tables */
    const char *of;   /* "table", "host" or a game's id */
    uint32_t n_args;
    struct nj_command_arg args[NJ_COMMAND_ARGS_MAX];
};

/* One file of the tables, by name and content. */
struct nj_command_file {
    const char *name;
    const char *text;
    size_t len;
};

/*
 * Compiles the tables. `games` are ids whose words are wanted (NULL-terminated).
 * Errors: file, verb, pattern offset and reason; two rows of one place that
 * match the same example are an error too.
 */
NJ_MUST_USE enum nj_status nj_commands_create(
    const struct nj_command_file *files, size_t n_files,
    const char *const *games, struct nj_commands **out, struct nj_err *err);
void nj_commands_destroy(struct nj_commands *c);

/*
 * Parses `text` (valid UTF-8, prefix, mention and match code already taken
 * off) at `place`. `game` is the id of the game whose verbs count besides the
 * table's (NULL: none). True if the whole text is a command; *out is written
 * only then. Never more than NJ_COMMAND_TEXT_MAX bytes are looked at: longer
 * texts are no commands (but for raw `text` groups of prefixed ones up to
 * NJ_TEXT_IN_MAX).
 */
bool nj_commands_parse(const struct nj_commands *c, const char *text, size_t n,
                       enum nj_command_place place, const char *game,
                       struct nj_command *out);

/* The argument of that name, or NULL. */
const struct nj_command_arg *nj_command_arg(const struct nj_command *c,
                                            const char *name);

/* The first example a language's table gives for a verb, with prefix, for
 * help texts; NULL if it has none. */
const char *nj_commands_example(const struct nj_commands *c, const char *lang,
                                const char *of, const char *verb);

/* Calls `each` with every example and what it must become ("join code=K7Q"),
 * for the test and for `nightjar check`; stops at the first error. */
NJ_MUST_USE enum nj_status nj_commands_check(const struct nj_commands *c,
                                             struct nj_err *err);

/*
 * The nearest word of the tables for a prefixed text that is no command (edit
 * distance at most a third of its length); NULL if none is near. For "did you
 * mean".
 */
const char *nj_commands_nearest(const struct nj_commands *c, const char *text,
                                size_t n, const char *lang);

#endif
