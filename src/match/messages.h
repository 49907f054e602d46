/*
 * A game's messages as one list, and what is made of it.
 *
 * `messages.def` of a game has a row for each thing that it can say: a name
 * for C, the key, the clause it rests on, who hears it, and the arguments in
 * order, each with its type.
 *
 *     NJ_SAY(rolled, "die.roll", "DIE-2", ALL, SEAT(seat), INT(n))
 *     NJ_REFUSE(not_your_turn, "die.err_not_your_turn", "DIE-2", SEAT(turn))
 *
 * A header of the game (or its only file) makes a function of each row:
 *
 *     #define NJ_MESSAGES "games/die/messages.def"
 *     #include "match/messages.h"
 *
 *     say_rolled(m, in->seat, n);
 *     return refuse_not_your_turn(m, in, s->turn);
 *
 * and the file that defines `struct nj_game` a table for its `messages`, of
 * which `nightjar check` and the tests know everything that may be said:
 *
 *     #define NJ_MESSAGES       "games/die/messages.def"
 *     #define NJ_MESSAGES_TABLE messages
 *     #include "match/messages.h"
 *
 * Rows:
 *   NJ_SAY(name, key, clause, hearer, ...)  say_name(<hearer>, ...)
 *   NJ_SAY_BY(name, key, hearer, ...)       the same; the clause, which
 *                                           differs, is the last argument
 *   NJ_REFUSE(name, key, clause, ...)       int refuse_name(m, in, ...): what
 *                                           a step returns; to who asked
 *   NJ_REFUSE_BY(name, key, ...)            the same; the clause comes last
 *   NJ_REFUSE_ASIDE(name, key, clause, ...) the same, to the seat alone
 *   NJ_REFUSALS(key, ...)                   no function: up to 16 keys that a
 *                                           `fault` picks, without arguments;
 *                                           the clause differs
 *   NJ_REFUSE_OPTION(name, key, clause, ...) int refuse_name(m, ...): what
 *                                           `check_options` returns
 *   NJ_ASK(name, key, clause, ...)          ask_name(m, ask, ...): nj_prompt()
 *   NJ_ROWS(name, canon, sep, ...)          a form of tables (struct
 *                                           nj_row_form) for a ROWS; see below
 *
 * Hearers, and what the function takes in front of the arguments:
 *   ALL (m)   HOST (m)   RECORD (m)   SEAT (m, seat)   SEATS (m, set)
 *   LEADER (m): to a host who holds no seat, if there is one
 *   TO (m, audience)   ANSWER (q): of a query   ASKER (to): of either
 * A game with a way of its own to speak names it by two macros in front of the
 * include: NJ_HEARER_<X> is the beginning of the function's parameters,
 * NJ_SPEAK_<X>(key, clause, args) what it calls.
 *
 * Arguments: INT MS AT (int64_t), SEAT (nj_seat), WORD WORDS GLYPHS ID TEXT
 * BOARD PROSE (const char *), SEATS (nj_seat_set, told in the order of seats);
 * TEXTS and ROWS take what nj_text_list() and nj_rows() return; ARG takes a
 * built struct nj_arg of any type, by whatever name. OPT(TYPE, name) is left
 * out of the message when it is NJ_NO_INT, NJ_SEAT_NONE, NULL, or an empty set
 * or list. At most NJ_SAID_ARGS of them.
 *
 * A form of tables has columns INT MS AT WORD (int64_t) and SEAT (nj_seat;
 * NJ_SEAT_NONE where the row is about nobody), or APART(TYPE, name) where the
 * canonical form tells it behind the table. It becomes two functions:
 *
 *     NJ_ROWS(score, "%=%", ',', SEAT(seat), INT(points))
 *
 *     int64_t cells[2 * SEATS];
 *     int64_t *c = cells;
 *
 *     c = put_score(c, seat, points);   // a row; returns what is behind it
 *     say_scores(m, rows_score(cells, c));
 *
 * Keys, clauses and names are literals; values are copied (match/emit.h).
 */
#ifndef NJ_MATCH_MESSAGES_H
#define NJ_MATCH_MESSAGES_H

#include <string.h>

#include "match/emit.h"

#define NJ_SAID_ARGS 16
/* An OPT(INT, ...), OPT(MS, ...) or OPT(AT, ...) that is left out. */
#define NJ_NO_INT INT64_MIN

struct nj_said_arg {
    const char *name; /* "*": an ARG, of whatever name and type */
    enum nj_arg_type type;
    bool optional;
};

/* A row of the table: what a message with that key carries. */
struct nj_said {
    const char *key;
    const char *clause;            /* "": it differs */
    const char *hearer;            /* "ALL"; "REFUSE" and "ASK" of those rows */
    const struct nj_said_arg *arg; /* ends with {0} */
};

/* Lists for TEXTS and ROWS; the row gives them their name. */
struct nj_arg nj_text_list(const char *const *texts, uint32_t n);
struct nj_arg nj_rows(const struct nj_row_form *form, const int64_t *cells,
                      uint32_t rows);

/* The seats of a set in order; `list` holds them. */
struct nj_arg nj_arg_seat_set(const char *name, nj_seat_set set,
                              nj_seat list[NJ_SEATS_MAX]);

/* Gives a list its name; asserts that it is of that type. */
struct nj_arg nj_arg_named(const char *name, enum nj_arg_type type,
                           struct nj_arg arg);

/* Those of the n arguments that are not left out (name NULL), moved to the
 * front; lives as long as `v`. */
static inline struct nj_args nj_args_given(struct nj_arg *v, uint32_t n)
{
    uint32_t kept = 0;

    NJ_ASSERT(n <= NJ_SAID_ARGS);
    while (kept < n && v[kept].name != NULL)
        kept++; /* most messages have all of them */
    for (uint32_t i = kept; i < n; i++)
        if (v[i].name != NULL)
            v[kept++] = v[i];
    return (struct nj_args){.v = v, .n = kept};
}

/* Whether a row of the table allows the message: its key, and each argument
 * in order, by name and type. */
bool nj_said_fits(const struct nj_said *table, const struct nj_message *msg);
/* The same of a game's table; what has not the game's prefix the match says, or
 * the shell. A game that keeps no list may say anything. */
bool nj_game_may_say(const struct nj_game *g, const struct nj_message *msg);
/* Whether its list has a message of that key. */
bool nj_game_says(const struct nj_game *g, const char *key);

/* A key of a message that a table of the game waits for (what computer players
 * hear, what is heard again, folded or offered under) and that is not on its
 * list: nobody says it. NULL: there is none. */
const char *nj_game_unsaid(const struct nj_game *g);

/* --- how rows become C --- */

/* clang-format off */
#define NJ_CAT(a, b)    NJ_PASTE(a, b)
#define NJ_PASTE(a, b)   a##b
#define NJ_HEAD(a, ...) a

/* How many there are: 1..17. */
#define NJ_N(...)                                                            \
 NJ_NTH(__VA_ARGS__, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, \
        1, ~)
#define NJ_NTH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ...) r

/* f of each but the first. */
#define NJ_EACH(f, ...) NJ_CAT(NJ_EACH_, NJ_N(__VA_ARGS__))(f, __VA_ARGS__)
#define NJ_EACH_1(f, a)
#define NJ_EACH_2(f, a, b)       f(b)
#define NJ_EACH_3(f, a, b, ...)  f(b) NJ_EACH_2(f, a, __VA_ARGS__)
#define NJ_EACH_4(f, a, b, ...)  f(b) NJ_EACH_3(f, a, __VA_ARGS__)
#define NJ_EACH_5(f, a, b, ...)  f(b) NJ_EACH_4(f, a, __VA_ARGS__)
#define NJ_EACH_6(f, a, b, ...)  f(b) NJ_EACH_5(f, a, __VA_ARGS__)
#define NJ_EACH_7(f, a, b, ...)  f(b) NJ_EACH_6(f, a, __VA_ARGS__)
#define NJ_EACH_8(f, a, b, ...)  f(b) NJ_EACH_7(f, a, __VA_ARGS__)
#define NJ_EACH_9(f, a, b, ...)  f(b) NJ_EACH_8(f, a, __VA_ARGS__)
#define NJ_EACH_10(f, a, b, ...) f(b) NJ_EACH_9(f, a, __VA_ARGS__)
#define NJ_EACH_11(f, a, b, ...) f(b) NJ_EACH_10(f, a, __VA_ARGS__)
#define NJ_EACH_12(f, a, b, ...) f(b) NJ_EACH_11(f, a, __VA_ARGS__)
#define NJ_EACH_13(f, a, b, ...) f(b) NJ_EACH_12(f, a, __VA_ARGS__)
#define NJ_EACH_14(f, a, b, ...) f(b) NJ_EACH_13(f, a, __VA_ARGS__)
#define NJ_EACH_15(f, a, b, ...) f(b) NJ_EACH_14(f, a, __VA_ARGS__)
#define NJ_EACH_16(f, a, b, ...) f(b) NJ_EACH_15(f, a, __VA_ARGS__)
#define NJ_EACH_17(f, a, b, ...) f(b) NJ_EACH_16(f, a, __VA_ARGS__)

/* Hearers. */
#define NJ_HEARER_ALL    struct nj_match *m
#define NJ_HEARER_HOST   struct nj_match *m
#define NJ_HEARER_LEADER struct nj_match *m
#define NJ_HEARER_RECORD struct nj_match *m
#define NJ_HEARER_SEAT   struct nj_match *m, nj_seat to
#define NJ_HEARER_SEATS  struct nj_match *m, nj_seat_set to
#define NJ_HEARER_TO     struct nj_match *m, struct nj_audience to
#define NJ_HEARER_ANSWER struct nj_query *q
#define NJ_HEARER_ASKER  const struct nj_asker *to
#define NJ_SPEAK_ALL(key, clause, args) \
 nj_emit(m, nj_to_all(), key, clause, args)
#define NJ_SPEAK_HOST(key, clause, args) \
 nj_emit(m, nj_to_host(), key, clause, args)
#define NJ_SPEAK_LEADER(key, clause, args) nj_tell_leader(m, key, clause, args)
#define NJ_SPEAK_RECORD(key, clause, args) \
 nj_emit(m, nj_to_record(), key, clause, args)
#define NJ_SPEAK_SEAT(key, clause, args) \
 nj_emit(m, nj_to_seat(to), key, clause, args)
#define NJ_SPEAK_SEATS(key, clause, args) \
 nj_emit(m, nj_to_seats(to), key, clause, args)
#define NJ_SPEAK_TO(key, clause, args)     nj_emit(m, to, key, clause, args)
#define NJ_SPEAK_ANSWER(key, clause, args) nj_answer(q, key, clause, args)
#define NJ_SPEAK_ASKER(key, clause, args)  nj_tell_asker(to, key, clause, args)

/* An argument as a parameter. */
#define NJ_PARAM(a)        NJ_PARAM_##a
#define NJ_PARAM_INT(x)    , int64_t x
#define NJ_PARAM_MS(x)     , int64_t x
#define NJ_PARAM_AT(x)     , int64_t x
#define NJ_PARAM_SEAT(x)   , nj_seat x
#define NJ_PARAM_WORD(x)   , const char *x
#define NJ_PARAM_WORDS(x)  , const char *x
#define NJ_PARAM_GLYPHS(x) , const char *x
#define NJ_PARAM_ID(x)     , const char *x
#define NJ_PARAM_TEXT(x)   , const char *x
#define NJ_PARAM_BOARD(x)  , const char *x
#define NJ_PARAM_PROSE(x)  , const char *x
#define NJ_PARAM_SEATS(x)  , nj_seat_set x
#define NJ_PARAM_TEXTS(x)  , struct nj_arg x
#define NJ_PARAM_ROWS(x)   , struct nj_arg x
#define NJ_PARAM_ARG(x)    , struct nj_arg x
#define NJ_PARAM_OPT(t, x) NJ_PARAM_##t(x)

/* ... as what is said. */
#define NJ_BUILD(a)        NJ_BUILD_##a,
#define NJ_BUILD_INT(x)    nj_arg_int(#x, x)
#define NJ_BUILD_MS(x)     nj_arg_ms(#x, x)
#define NJ_BUILD_AT(x)     nj_arg_at(#x, x)
#define NJ_BUILD_SEAT(x)   nj_arg_seat(#x, x)
#define NJ_BUILD_WORD(x)   nj_arg_word(#x, x)
#define NJ_BUILD_WORDS(x)  nj_arg_words(#x, x)
#define NJ_BUILD_GLYPHS(x) nj_arg_glyphs(#x, x)
#define NJ_BUILD_ID(x)     nj_arg_id(#x, x)
#define NJ_BUILD_TEXT(x)   nj_arg_text(#x, x)
#define NJ_BUILD_BOARD(x)  nj_arg_board(#x, x)
#define NJ_BUILD_PROSE(x)  nj_arg_prose(#x, x)
#define NJ_BUILD_SEATS(x) \
 nj_arg_seat_set(#x, x, (nj_seat[NJ_SEATS_MAX]){0})
#define NJ_BUILD_TEXTS(x)  nj_arg_named(#x, NJ_ARG_TEXTS, x)
#define NJ_BUILD_ROWS(x)   nj_arg_named(#x, NJ_ARG_ROWS, x)
#define NJ_BUILD_ARG(x)    x
#define NJ_BUILD_OPT(t, x) \
 NJ_LEFT_OUT_##t(x) ? (struct nj_arg){.name = NULL} : NJ_BUILD_##t(x)
#define NJ_LEFT_OUT_INT(x)    (x) == NJ_NO_INT
#define NJ_LEFT_OUT_MS(x)     (x) == NJ_NO_INT
#define NJ_LEFT_OUT_AT(x)     (x) == NJ_NO_INT
#define NJ_LEFT_OUT_SEAT(x)   (x) == NJ_SEAT_NONE
#define NJ_LEFT_OUT_WORD(x)   (x) == NULL
#define NJ_LEFT_OUT_WORDS(x)  (x) == NULL
#define NJ_LEFT_OUT_GLYPHS(x) (x) == NULL
#define NJ_LEFT_OUT_ID(x)     (x) == NULL
#define NJ_LEFT_OUT_TEXT(x)   (x) == NULL
#define NJ_LEFT_OUT_BOARD(x)  (x) == NULL
#define NJ_LEFT_OUT_PROSE(x)  (x) == NULL
#define NJ_LEFT_OUT_SEATS(x)  (x) == 0
#define NJ_LEFT_OUT_TEXTS(x)  (x).count == 0
#define NJ_LEFT_OUT_ROWS(x)   (x).count == 0

/* ... in the table. */
#define NJ_LISTED(a) NJ_LISTED_##a,
#define NJ_LISTED_INT(x) NJ_LISTS(#x, INT, false)
#define NJ_LISTED_MS(x) NJ_LISTS(#x, MS, false)
#define NJ_LISTED_AT(x) NJ_LISTS(#x, AT, false)
#define NJ_LISTED_SEAT(x) NJ_LISTS(#x, SEAT, false)
#define NJ_LISTED_WORD(x) NJ_LISTS(#x, WORD, false)
#define NJ_LISTED_WORDS(x) NJ_LISTS(#x, WORDS, false)
#define NJ_LISTED_GLYPHS(x) NJ_LISTS(#x, GLYPHS, false)
#define NJ_LISTED_ID(x) NJ_LISTS(#x, ID, false)
#define NJ_LISTED_TEXT(x) NJ_LISTS(#x, TEXT, false)
#define NJ_LISTED_BOARD(x) NJ_LISTS(#x, BOARD, false)
#define NJ_LISTED_PROSE(x) NJ_LISTS(#x, PROSE, false)
#define NJ_LISTED_SEATS(x) NJ_LISTS(#x, SEATS, false)
#define NJ_LISTED_TEXTS(x) NJ_LISTS(#x, TEXTS, false)
#define NJ_LISTED_ROWS(x) NJ_LISTS(#x, ROWS, false)
#define NJ_LISTED_ARG(x) NJ_LISTS("*", INT, false)
#define NJ_LISTED_OPT(t, x) NJ_LISTS(#x, t, true)
#define NJ_LISTS(name, t, optional) {name, NJ_ARG_##t, optional}

/* A column of a table: as a parameter, as the cell of a row, in its form. */
#define NJ_COLUMN_PARAM(a)      NJ_COLUMN_PARAM_##a
#define NJ_COLUMN_PARAM_INT(x)  , int64_t x
#define NJ_COLUMN_PARAM_MS(x)   , int64_t x
#define NJ_COLUMN_PARAM_AT(x)   , int64_t x
#define NJ_COLUMN_PARAM_WORD(x) , int64_t x
#define NJ_COLUMN_PARAM_SEAT(x) , nj_seat x
#define NJ_COLUMN_PARAM_APART(t, x) NJ_COLUMN_PARAM_##t(x)
#define NJ_CELL(a)      NJ_CELL_##a,
#define NJ_CELL_INT(x)  x
#define NJ_CELL_MS(x)   x
#define NJ_CELL_AT(x)   x
#define NJ_CELL_WORD(x) x
#define NJ_CELL_APART(t, x) NJ_CELL_##t(x)
#define NJ_CELL_SEAT(x) (x) == NJ_SEAT_NONE ? NJ_NOBODY : (x)
#define NJ_COLUMN(a) NJ_COLUMN_##a,
#define NJ_COLUMN_INT(x)      {#x, NJ_ARG_INT, false}
#define NJ_COLUMN_MS(x)       {#x, NJ_ARG_MS, false}
#define NJ_COLUMN_AT(x)       {#x, NJ_ARG_AT, false}
#define NJ_COLUMN_WORD(x)     {#x, NJ_ARG_WORD, false}
#define NJ_COLUMN_SEAT(x)     {#x, NJ_ARG_SEAT, false}
#define NJ_COLUMN_APART(t, x) {#x, NJ_ARG_##t, true}

#define NJ_SPOKEN(...)                                               \
 nj_args_given((struct nj_arg[]){NJ_EACH(NJ_BUILD, __VA_ARGS__){0}}, \
               NJ_N(__VA_ARGS__) - 1)
#define NJ_HEARER(...) NJ_CAT(NJ_HEARER_, NJ_HEAD(__VA_ARGS__, ~))
#define NJ_SPEAK(k, c, ...) \
 NJ_CAT(NJ_SPEAK_, NJ_HEAD(__VA_ARGS__, ~))(k, c, NJ_SPOKEN(__VA_ARGS__))
#define NJ_HEARER_NAME(...) NJ_TEXT_OF(NJ_HEAD(__VA_ARGS__, ~))
#define NJ_TEXT_OF(x)       NJ_QUOTED(x)
#define NJ_QUOTED(x)      #x

/* clang-format on */

/* A function of a row: what it returns, its name and first parameters, what it
 * calls. The first of the variadic ones is no argument. */
#define NJ_SAYS(result, name, first, call, ...)                  \
 static inline result name(first NJ_EACH(NJ_PARAM, __VA_ARGS__)) \
 {                                                               \
  call;                                                          \
 }
#define NJ_SAYS_BY(result, name, first, call, ...)               \
 static inline result name(first NJ_EACH(NJ_PARAM, __VA_ARGS__), \
                           const char *clause)                   \
 {                                                               \
  call;                                                          \
 }
#define NJ_ASKED struct nj_match *m, const struct nj_input *in
#define NJ_ASKS  struct nj_match *m, const struct nj_ask *ask

/* A row as an entry of the table. */
#define NJ_ENTRY(key, clause, hearer, ...) \
 {key, clause, hearer,                     \
  (const struct nj_said_arg[]){NJ_EACH(NJ_LISTED, __VA_ARGS__){0}}},
#define NJ_REFUSAL(key) {key, "", "REFUSE", (const struct nj_said_arg[]){{0}}},

#endif

/* --- made anew for each list --- */

#ifdef NJ_MESSAGES
#ifdef NJ_MESSAGES_TABLE

# define NJ_SAY(name, key, clause, ...) \
  NJ_ENTRY(key, clause, NJ_HEARER_NAME(__VA_ARGS__), __VA_ARGS__)
# define NJ_SAY_BY(name, key, ...) \
  NJ_ENTRY(key, "", NJ_HEARER_NAME(__VA_ARGS__), __VA_ARGS__)
# define NJ_REFUSE(name, key, ...) \
  NJ_ENTRY(key, NJ_HEAD(__VA_ARGS__, ~), "REFUSE", __VA_ARGS__)
# define NJ_REFUSE_BY(name, ...) \
  NJ_ENTRY(NJ_HEAD(__VA_ARGS__, ~), "", "REFUSE", __VA_ARGS__)
# define NJ_REFUSALS(...) NJ_EACH(NJ_REFUSAL, ~, __VA_ARGS__)
# define NJ_REFUSE_ASIDE(name, key, ...) \
  NJ_ENTRY(key, NJ_HEAD(__VA_ARGS__, ~), "REFUSE", __VA_ARGS__)
# define NJ_REFUSE_OPTION(name, key, ...) \
  NJ_ENTRY(key, NJ_HEAD(__VA_ARGS__, ~), "REFUSE", __VA_ARGS__)
# define NJ_ASK(name, key, ...) \
  NJ_ENTRY(key, NJ_HEAD(__VA_ARGS__, ~), "ASK", __VA_ARGS__)
# define NJ_ROWS(...)

static const struct nj_said NJ_MESSAGES_TABLE[] = {
# include NJ_MESSAGES
    {.key = NULL}};

# undef NJ_MESSAGES_TABLE
#else

# define NJ_SAY(name, key, clause, ...)             \
  NJ_SAYS(void, say_##name, NJ_HEARER(__VA_ARGS__), \
          NJ_SPEAK(key, clause, __VA_ARGS__), __VA_ARGS__)
# define NJ_SAY_BY(name, key, ...)                     \
  NJ_SAYS_BY(void, say_##name, NJ_HEARER(__VA_ARGS__), \
             NJ_SPEAK(key, clause, __VA_ARGS__), __VA_ARGS__)
# define NJ_REFUSE(name, key, ...)                              \
  NJ_SAYS(int, refuse_##name, NJ_ASKED,                         \
          return nj_refuse(m, in, key, NJ_HEAD(__VA_ARGS__, ~), \
                           NJ_SPOKEN(__VA_ARGS__)),             \
          __VA_ARGS__)
# define NJ_REFUSE_BY(name, ...)                                      \
  NJ_SAYS_BY(int, refuse_##name, NJ_ASKED,                            \
             return nj_refuse(m, in, NJ_HEAD(__VA_ARGS__, ~), clause, \
                              NJ_SPOKEN(__VA_ARGS__)),                \
             __VA_ARGS__)
# define NJ_REFUSALS(...)
# define NJ_REFUSE_ASIDE(name, key, ...)                              \
  NJ_SAYS(int, refuse_##name, NJ_ASKED,                               \
          return nj_refuse_aside(m, in, key, NJ_HEAD(__VA_ARGS__, ~), \
                                 NJ_SPOKEN(__VA_ARGS__)),             \
          __VA_ARGS__)
# define NJ_REFUSE_OPTION(name, key, ...)                          \
  NJ_SAYS(int, refuse_##name, struct nj_match *m,                  \
          return nj_refuse_option(m, key, NJ_HEAD(__VA_ARGS__, ~), \
                                  NJ_SPOKEN(__VA_ARGS__)),         \
          __VA_ARGS__)
# define NJ_ASK(name, key, ...)                                                \
  NJ_SAYS(                                                                     \
      void, ask_##name, NJ_ASKS,                                               \
      nj_prompt(m, ask, key, NJ_HEAD(__VA_ARGS__, ~), NJ_SPOKEN(__VA_ARGS__)), \
      __VA_ARGS__)
# define NJ_ROWS(name, canon, ...)                                       \
  static inline int64_t *put_##name(                                     \
      int64_t *cells NJ_EACH(NJ_COLUMN_PARAM, __VA_ARGS__))              \
  {                                                                      \
   const int64_t row[] = {NJ_EACH(NJ_CELL, __VA_ARGS__)};                \
   memcpy(cells, row, sizeof(row));                                      \
   return cells + NJ_COUNT(row);                                         \
  }                                                                      \
  static inline struct nj_arg rows_##name(const int64_t *cells,          \
                                          const int64_t *end)            \
  {                                                                      \
   static const struct nj_row_form form = NJ_ROW_FORM(                   \
       canon, NJ_HEAD(__VA_ARGS__, ~), NJ_EACH(NJ_COLUMN, __VA_ARGS__)); \
   return nj_rows(&form, cells, (uint32_t)(end - cells) / form.fields);  \
  }

# include NJ_MESSAGES

#endif
#undef NJ_MESSAGES
#undef NJ_SAY
#undef NJ_SAY_BY
#undef NJ_REFUSE
#undef NJ_REFUSE_BY
#undef NJ_REFUSALS
#undef NJ_REFUSE_ASIDE
#undef NJ_REFUSE_OPTION
#undef NJ_ASK
#undef NJ_ROWS
#endif
