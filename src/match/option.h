/*
 * The options of a game as a table: what may be chosen, what it is if nobody
 * chooses, and where it stands in the state.
 *
 *     #define INTO(member) NJ_INTO(struct die_state, opt.member)
 *     static const struct nj_option options[] = {
 *         NJ_CHOICE("doubles", INTO(doubles), 0, "off", "on"),
 *         NJ_CHOICE_BY("loaded", INTO(loaded), in_casino, "off", "on"),
 *         NJ_NUMBER("goal", INTO(goal), 10, 100, 20),
 *         NJ_LENGTH("think", 10000, 604800000, 60000),
 *         NJ_TYPED("dice", TEXT_DICE),
 *         {.key = NULL}};
 *
 * Where most of them stand in a struct of the state, byte by byte, a list of
 * its own (`options.def`) has a row for each, of which the members and the table
 * are made, so that neither can lack one:
 *
 *     NJ_RULE("doubles", doubles, 0, "off", "on")     a NJ_CHOICE
 *     NJ_RULE_BY("loaded", loaded, in_casino, "off", "on")
 *     NJ_RULE_N("goal", goal, 10, 100, 20)            a NJ_NUMBER
 *     NJ_ASIDE(NJ_TYPED("dice", TEXT_DICE))           no member
 *     NJ_MEMBER(sides[2])                             no option
 *
 *     struct die_rules {
 *     #define NJ_OPTIONS "games/die/options.def"
 *     #include "match/option.h"
 *     };
 *
 *     #define NJ_OPTIONS         "games/die/options.def"
 *     #define NJ_OPTIONS_TABLE   options
 *     #define NJ_OPTIONS_INTO(x) NJ_INTO(struct die_state, opt.x)
 *     #include "match/option.h"
 */
#ifndef NJ_MATCH_OPTION_H
#define NJ_MATCH_OPTION_H

#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "match/into.h"

enum nj_option_type {
    NJ_OPTION_WORD, /* one of `words`; the value is its index */
    NJ_OPTION_INT,  /* lo..hi */
    NJ_OPTION_MS,   /* a length, lo..hi in ms, or a time of day: base/when.h */
    NJ_OPTION_TEXT  /* hi: its place in nj_options.text; default: empty */
};

/* What stands in the state where an option is left to the edition, by the
 * index of the edition. */
#define NJ_EDITIONS_MAX 4

struct nj_by_edition {
    int64_t v[NJ_EDITIONS_MAX];
};

struct nj_option {
    const char
        *key; /* as in the rules file; names in locale: <game>.option.* */
    enum nj_option_type type;
    const char *const *words; /* NULL-terminated */
    int64_t lo, hi;
    int64_t dflt;
    /* Where in the state it stands before `start`; NJ_NOWHERE: the game asks
     * nj_option(), as it must for lengths, which may be a time of day. */
    struct nj_into into;
    /* Not NULL: the least value (the first word, `lo`) leaves the option to
     * the edition, and those above it count from 0 in the state. */
    const struct nj_by_edition *by_edition;
};

/* Values by the option's index in the game's table; that of a text is 0. */
struct nj_options {
    int64_t v[NJ_OPTIONS_MAX];
    char text[NJ_OPTION_TEXTS][NJ_OPTION_TEXT_MAX]; /* zero behind the end */
};

/* A named set of values, such as "live" and "slow"; one called "solo" is what
 * a terminal plays with. */
struct nj_preset {
    const char *name;
    const char *const *pairs; /* "key", "value", ..., NULL */
};

/* --- rows --- */

/* A list of words as tables want it. */
#define NJ_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* One of the words; `usual`: the place of the default. */
#define NJ_CHOICE(key, into, usual, ...)                                      \
 {                                                                            \
  key, NJ_OPTION_WORD, NJ_WORDS(__VA_ARGS__), 0, NJ_WORDS_N(__VA_ARGS__) - 1, \
      usual, into, NULL                                                       \
 }
/* ... left to the edition unless somebody chooses: `by` is a struct
 * nj_by_edition. */
#define NJ_CHOICE_BY(key, into, by, ...)                    \
 {                                                          \
  key, NJ_OPTION_WORD, NJ_WORDS("edition", __VA_ARGS__), 0, \
      NJ_WORDS_N(__VA_ARGS__), 0, into, &(by)               \
 }
#define NJ_NUMBER(key, into, lo, hi, usual)           \
 {                                                    \
  key, NJ_OPTION_INT, NULL, lo, hi, usual, into, NULL \
 }
/* A length in ms, or a time of day. */
#define NJ_LENGTH(key, lo, hi, usual)                      \
 {                                                         \
  key, NJ_OPTION_MS, NULL, lo, hi, usual, NJ_NOWHERE, NULL \
 }
/* A text, whose place in nj_options.text is `place`. */
#define NJ_TYPED(key, place)                               \
 {                                                         \
  key, NJ_OPTION_TEXT, NULL, 0, place, 0, NJ_NOWHERE, NULL \
 }

#define NJ_WORDS_N(...) \
 (int64_t)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

#endif

/* --- made anew for each list --- */

#ifdef NJ_OPTIONS
#ifdef NJ_OPTIONS_TABLE

# define NJ_RULE(key, member, usual, ...) \
  NJ_CHOICE(key, NJ_OPTIONS_INTO(member), usual, __VA_ARGS__),
# define NJ_RULE_BY(key, member, by, ...) \
  NJ_CHOICE_BY(key, NJ_OPTIONS_INTO(member), by, __VA_ARGS__),
# define NJ_RULE_N(key, member, lo, hi, usual) \
  NJ_NUMBER(key, NJ_OPTIONS_INTO(member), lo, hi, usual),
# define NJ_ASIDE(...) __VA_ARGS__,
# define NJ_MEMBER(x)

static const struct nj_option NJ_OPTIONS_TABLE[] = {
# include NJ_OPTIONS
    {.key = NULL}};

# undef NJ_OPTIONS_TABLE
# undef NJ_OPTIONS_INTO
#else

# define NJ_RULE(key, member, ...)    uint8_t member;
# define NJ_RULE_BY(key, member, ...) uint8_t member;
# define NJ_RULE_N(key, member, ...)  uint8_t member;
# define NJ_ASIDE(...)
# define NJ_MEMBER(x) uint8_t x;

# include NJ_OPTIONS

#endif
#undef NJ_OPTIONS
#undef NJ_RULE
#undef NJ_RULE_BY
#undef NJ_RULE_N
#undef NJ_ASIDE
#undef NJ_MEMBER
#endif
