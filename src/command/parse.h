/*
 * Text to command.
 *
 * The words people type are rows of locales/commands/<language>.json and of
 * the games' files locales/games/<game>/<language>.json; all
 * languages are synonyms everywhere. Rows are compiled into one combined
 * PCRE2 pattern per place with a MARK per row, so that a text that is no
 * command costs one match. Text is folded before matching (command/fold.h);
 * named groups give typed arguments, taken from the text as it was typed
 * where the row says so (a player's own words are never folded).
 *
 * A row of the table, one of the list `commands` of its file:
 *   { "verb": "join", "of": "table", "place": "prefixed",
 *     "pattern": "join(?: (?<code>[a-z0-9]{3}))?(?: (?<text>.+))?",
 *     "examples": [ {"type": "#join", "is": "join"},
 *                   {"type": "#join k7q Luck", "is": "join code=K7Q text=Luck"} ] }
 * Patterns are written for folded text: small letters, single spaces; both they
 * and the text are matched in Simplified form. A file that says `"like":
 * "zh-CN"` may leave out a pattern that is that language's: the row of the same
 * verb, place and arguments has it, and this one is there for its examples.
 * `of`: "table" (the shell), "host" (understood after the host prefix only,
 * whatever its place), a game's id, or "<game>+<option>" for words that count
 * only where that option is on (nj_commands_set). `place`: "prefixed" (needs
 * the prefix, a mention or the private chat), "bare" (alone in a group, whole
 * message; with prefix and in private as well), "private".
 * Optional: `with`: {"state": "on"}, arguments that the row always has, before
 * those it captures; `otherwise`: true, for a row that counts only where no
 * other row matches (a game's own words may take its examples). An example
 * whose `is` is "" must be no command there.
 *
 * Group names of a pattern: `text`, `what`, `line`, `person` and `each` raw words, `n` or names ending in `_n`
 * whole numbers, `seat` a seat number (1-based as typed), `code` and `ids`
 * folded and in capitals, any other name: folded words. Groups that took no
 * part are no arguments. For the verbs of games each number becomes an int or
 * a seat, everything else a text argument, in the order of nj_command.args.
 *
 * Words that a game knows stand in the files' section `words` (command/words.h).
 * A group named as a kind of them, or so with a digit behind it, becomes the
 * token of the word that it took; what is no word stays folded. One that is
 * named as a kind with an "s" behind it is a list: "cards" becomes the tokens of
 * its words of the kind "card", joined by ','. `what`, `line`, `person` and
 * `each` stay as they were typed, and behind them comes, if they hold any,
 * an argument `words`: the tokens of each word in turn, of the kind that is
 * named as the verb (`what`) or as the group (`line`), or the one token of a
 * person that a `person` or `each` is as a whole.
 *
 * `each` may be a list of persons, and a number behind it, `times_n` or the word
 * `times`, says how often each is meant: several orders in few words, which
 * command/batch.h takes apart.
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

#define NJ_COMMAND_ARGS_MAX NJ_ORDER_ARGS_MAX

struct nj_command_arg {
    const char *name; /* of the group; lives as long as the tables */
    bool number;
    uint16_t at; /* where raw words begin, in the text that was parsed */
    int64_t n;
    char text[NJ_ORDER_TEXT_MAX]; /* folded word or raw words, NUL-terminated */
};

struct nj_command {
    const char *verb;  /* lives as long as the tables */
    const char *of;    /* "table", "host" or a game's id */
    const char *typed; /* all that it was read from, lent by who had it read */
    size_t n_typed;    /* its bytes */
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
 * Errors: file, verb, pattern offset and reason. One thread at a time may use
 * the result.
 */
NJ_MUST_USE enum nj_status nj_commands_create(
    const struct nj_command_file *files, size_t n_files,
    const char *const *games, struct nj_commands **out, struct nj_err *err);
void nj_commands_destroy(struct nj_commands *c);

/*
 * Parses `text` (valid UTF-8, prefix, mention and match code already taken
 * off) at `place`. `game` is the id of the game whose verbs count besides the
 * table's, or what nj_commands_set() returned (NULL: none). True if the whole
 * text is a command; *out is written only then. Never more than NJ_COMMAND_TEXT_MAX bytes are looked at: longer
 * texts are no commands (but for raw `text` groups of prefixed ones up to
 * NJ_TEXT_IN_MAX).
 */
bool nj_commands_parse(const struct nj_commands *c, const char *text, size_t n,
                       enum nj_command_place place, const char *game,
                       struct nj_command *out);

/* What to give as `game` where `option` of the game is on; NULL if no words
 * depend on it. */
const char *nj_commands_set(const struct nj_commands *c, const char *game,
                            const char *option);

/* The argument of that name, or NULL. */
const struct nj_command_arg *nj_command_arg(const struct nj_command *c,
                                            const char *name);
/* Returns its text, "" without it. */
const char *nj_command_text(const struct nj_command *c, const char *name);

/* The first example a language's table gives for a verb, with prefix, for
 * help texts; NULL if it has none. */
const char *nj_commands_example(const struct nj_commands *c, const char *lang,
                                const char *of, const char *verb);

/*
 * The examples, in that language, of the rows that `word` (as people type it,
 * with or without prefix) begins, for the table, the host and `game` (NULL:
 * none): at most `max`, lent. How many there are.
 */
uint32_t nj_commands_examples(const struct nj_commands *c, const char *lang,
                              const char *game, const char *word,
                              const char *out[], uint32_t max);

/*
 * A word of a kind that a game has words of (the section `words` of its files):
 * its token in whatever language it was typed, or NULL. And all that a language
 * shows of the kind, one a token, in the order of the file: at most `max`, lent;
 * how many there are.
 */
const char *nj_commands_word(const struct nj_commands *c, const char *game,
                             const char *kind, const char *text, size_t n);
uint32_t nj_commands_words(const struct nj_commands *c, const char *game,
                           const char *kind, const char *lang,
                           const char *out[], uint32_t max);

/* Runs every example where its row counts, and finds texts that two verbs of
 * one place claim; stops at the first error. For the test and for `nightjar
 * check`: it compiles each row once more, so not for every start. */
NJ_MUST_USE enum nj_status nj_commands_check(const struct nj_commands *c,
                                             struct nj_err *err);

/*
 * The nearest word of the tables for a prefixed text that is no command, in
 * `lang` if there is one: at most a third of the letters of the first word
 * (rounded up) is wrong; NULL if none is near. Words of `game` (NULL: none)
 * count besides the table's. For "did you mean".
 */
const char *nj_commands_nearest(const struct nj_commands *c, const char *text,
                                size_t n, const char *lang, const char *game);

/* Takes off both ends of a text what makes a question of it or nothing sure, by
 * the list "<game>+doubt" of the `joints` in the language files. False: nothing
 * was to be taken off, or nothing is left. */
bool nj_commands_undoubt(const struct nj_commands *c, const char *game,
                         const char **text, size_t *n);

#endif
