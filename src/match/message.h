/*
 * What leaves a match: a key, typed arguments, an audience, perhaps choices.
 *
 * A message is a value without words: the locale turns it into a sentence,
 * once per language, when it is sent. The same value is printed three ways:
 *   canonical  `G ln.turn_end seat=1 reason=bump trace=R,R#`  (scenarios)
 *   packed     a JSON object (file), or numbers and texts     (store)
 *   text       by locale/
 * Arguments are typed so that each of the three knows what to do: a seat is a
 * number in the canonical form and a name in a sentence; a word is a token
 * here and a phrase there; a text is somebody's own and always escaped.
 */
#ifndef NJ_MATCH_MESSAGE_H
#define NJ_MATCH_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/str.h"
#include "match/audience.h"

enum nj_arg_type {
    NJ_ARG_INT,    /* i; canonical: decimal */
    NJ_ARG_MS,     /* i: a length of time; canonical: ms; text: "3 min" */
    NJ_ARG_AT,     /* i: a moment; canonical: ms; text: date, time and rest */
    NJ_ARG_SEAT,   /* i: 0-based; canonical: 1-based; text: the seat's name */
    NJ_ARG_SEATS,  /* list of seats; canonical: 1,2,3 or - */
    NJ_ARG_WORD,   /* s: token; text: phrase `<game>.word.<name>.<token>` */
    NJ_ARG_WORDS,  /* s: tokens joined by ',', or - ; text: phrases in turn */
    NJ_ARG_GLYPHS, /* s: one token per character: udlr=#..# */
    NJ_ARG_ID,   /* s: ours, shown as it is, lines as lines: block ids, codes */
    NJ_ARG_TEXT, /* s: a person's own words; escaped, quoted by the locale */
    NJ_ARG_TEXTS, /* list of texts in order; canonical: joined by ',' */
    NJ_ARG_ROWS,  /* a table, see below */
    NJ_ARG_BOARD, /* s: a board in the game's own notation, for the picture */
    NJ_ARG_PROSE  /* s: a person's own words in several lines; canonical and
                    * text: each behind a bar, so that it is nobody else's */
};

/*
 * A table inside a message: rows of whole numbers. `canon` shows how one row
 * is printed, '%' being the next column: "%>%" prints 1>3. A column whose
 * flag `apart` is set stands not in the row but as an argument of its own
 * behind the table (rank=1,2,2); people read the rows by one that is called
 * `rank`. A cell of a column of words is the number of a phrase,
 * `<game>.word.<column>.<number>`; the canonical form prints the number. A cell
 * of a column of seats is NJ_NOBODY where the row is about none: people read
 * nothing there, the canonical form prints 0. The locale has a sentence per row under `<key>_row`, with the columns
 * as arguments, joined by line breaks or by `<key>_sep` where that exists.
 */
#define NJ_NOBODY INT64_C(-1)

struct nj_row_field {
    const char *name;
    enum nj_arg_type type; /* INT, MS, AT, SEAT or WORD */
    bool apart;
};

struct nj_row_form {
    const char *canon;
    char sep; /* between rows: ',' or ';' */
    uint8_t fields;
    struct nj_row_field field[NJ_ROW_FIELDS_MAX];
};

/* A form by its columns, whose number is counted:
 * NJ_ROW_FORM("%>%", ',', {"from", NJ_ARG_SEAT, false}, ...). */
#define NJ_ROW_FORM(canon_, sep_, ...)                               \
 {                                                                   \
  .canon = (canon_), .sep = (sep_),                                  \
  .fields = (uint8_t)(sizeof((struct nj_row_field[]){__VA_ARGS__}) / \
                      sizeof(struct nj_row_field)),                  \
  .field = {                                                         \
      __VA_ARGS__                                                    \
  }                                                                  \
 }

/* Writes a row of a table's cells, a value for each column. */
#define NJ_ROW_PUT(cells, row, ...)                                            \
 ((void)memcpy(                                                                \
     (cells) + (size_t)(row) *                                                 \
                   (sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), \
     (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__})))

struct nj_arg {
    const char *name;
    enum nj_arg_type type;
    uint32_t count; /* SEATS, TEXTS: items; ROWS: rows */

    union {
        int64_t i;
        const char *s;
        const nj_seat *seats;
        const char *const *texts;

        struct {
            const struct nj_row_form *form;
            const int64_t *cells; /* count * form->fields */
        } rows;
    };
};

/* Builders; what they point to is copied when the message is emitted. They are
 * part of their callers: each message has several. */
static inline struct nj_arg nj_arg_int(const char *name, int64_t v)
{
    return (struct nj_arg){.name = name, .type = NJ_ARG_INT, .i = v};
}

static inline struct nj_arg nj_arg_ms(const char *name, int64_t ms)
{
    return (struct nj_arg){.name = name, .type = NJ_ARG_MS, .i = ms};
}

static inline struct nj_arg nj_arg_at(const char *name, int64_t at_ms)
{
    return (struct nj_arg){.name = name, .type = NJ_ARG_AT, .i = at_ms};
}

static inline struct nj_arg nj_arg_seat(const char *name, nj_seat seat)
{
    NJ_ASSERT(seat < NJ_SEATS_MAX);
    return (struct nj_arg){.name = name, .type = NJ_ARG_SEAT, .i = seat};
}

static inline struct nj_arg nj_arg_string(const char *name,
                                          enum nj_arg_type type, const char *s)
{
    NJ_ASSERT(s != NULL);
    return (struct nj_arg){.name = name, .type = type, .s = s};
}

static inline struct nj_arg nj_arg_word(const char *name, const char *token)
{
    return nj_arg_string(name, NJ_ARG_WORD, token);
}

static inline struct nj_arg nj_arg_words(const char *name, const char *tokens)
{
    return nj_arg_string(name, NJ_ARG_WORDS, tokens);
}

static inline struct nj_arg nj_arg_glyphs(const char *name, const char *glyphs)
{
    return nj_arg_string(name, NJ_ARG_GLYPHS, glyphs);
}

static inline struct nj_arg nj_arg_id(const char *name, const char *id)
{
    return nj_arg_string(name, NJ_ARG_ID, id);
}

static inline struct nj_arg nj_arg_text(const char *name, const char *text)
{
    return nj_arg_string(name, NJ_ARG_TEXT, text);
}

static inline struct nj_arg nj_arg_board(const char *name, const char *notation)
{
    return nj_arg_string(name, NJ_ARG_BOARD, notation);
}

static inline struct nj_arg nj_arg_prose(const char *name, const char *text)
{
    return nj_arg_string(name, NJ_ARG_PROSE, text);
}

struct nj_arg nj_arg_seats(const char *name, const nj_seat *seats, uint32_t n);
struct nj_arg nj_arg_texts(const char *name, const char *const *texts,
                           uint32_t n);
struct nj_arg nj_arg_rows(const char *name, const struct nj_row_form *form,
                          const int64_t *cells, uint32_t rows);

/* An argument list for the calls below: NJ_ARGS(nj_arg_int("n", 3), ...). */
struct nj_args {
    const struct nj_arg *v;
    uint32_t n;
    /* Of a message: what its seats were called when it was said, NJ_CALLED_BITS
     * each (nj_game.called); 0: by number and name. */
    uint32_t called;
};

#define NJ_CALLED_BITS  4
#define NJ_CALLED_SEATS (32 / NJ_CALLED_BITS)

#define NJ_ARGS(...)                                                \
 ((struct nj_args){                                                 \
     .v = (const struct nj_arg[]){__VA_ARGS__},                     \
     .n = (uint32_t)(sizeof((const struct nj_arg[]){__VA_ARGS__}) / \
                     sizeof(struct nj_arg))})
#define NJ_NO_ARGS ((struct nj_args){.v = NULL, .n = 0})

struct nj_message {
    const char *key;    /* "ln.turn_end" */
    const char *clause; /* the rule it rests on, "LN-4.8"; "" for none */
    struct nj_audience to;
    uint32_t n_choices;
    struct nj_args args;
    const char *const *choices; /* verbs as typed; a prompt's answers */
    struct nj_message *next;    /* the following one of the same input */
};

/* A deep copy owned by the arena; `next` is NULL. */
struct nj_message *nj_message_copy(struct nj_arena *a,
                                   const struct nj_message *m);

/* The message with one more argument behind its own, which are lent; owned by
 * the arena. */
struct nj_message *nj_message_with(struct nj_arena *a,
                                   const struct nj_message *m,
                                   struct nj_arg more);

/* A deep copy of an argument list, names and row forms included. */
struct nj_args nj_args_copy(struct nj_arena *a, struct nj_args args);

/* May a column of a table be of this type? */
bool nj_row_has_type(enum nj_arg_type type);

/* Which member holds the value: `i` (INT, MS, AT, SEAT) or `s`. */
bool nj_arg_is_number(const struct nj_arg *a);
bool nj_arg_is_string(const struct nj_arg *a);

/* Is it the message of that key? */
bool nj_message_says(const struct nj_message *m, const char *key);

/* The argument of that name, or NULL. */
const struct nj_arg *nj_message_arg(const struct nj_message *m,
                                    const char *name);
/* Its number, or `otherwise`. */
int64_t nj_message_int(const struct nj_message *m, const char *name,
                       int64_t otherwise);
/* The seats of a SEAT or SEATS. */
nj_seat_set nj_message_seats(const struct nj_message *m, const char *name);
/* Its string (WORD, WORDS, GLYPHS, ID, TEXT, BOARD, PROSE), or "". */
const char *nj_message_str(const struct nj_message *m, const char *name);

/* Its number if that is 0..255, else 0. */
uint8_t nj_message_u8(const struct nj_message *m, const char *name);
/* Is it a string, and that one? */
bool nj_message_is(const struct nj_message *m, const char *name,
                   const char *word);
/* The columns of a row of the table (0 is the first), or NULL: there is no such
 * row. */
const int64_t *nj_message_row(const struct nj_message *m, const char *name,
                              uint32_t row);
/* One of its cells, by the column's name, or `otherwise`. */
int64_t nj_message_cell(const struct nj_message *m, const char *name,
                        uint32_t row, const char *column, int64_t otherwise);
/* Adds a token to a list of WORDS in an array of `size` bytes, which has room
 * for it. */
void nj_words_add(char *words, size_t size, const char *token);
/* Does the token stand in a list of WORDS, "torch,coin"? */
bool nj_words_have(const char *words, const char *token);

/* One argument's value in canonical form, appended; of a table the rows. */
void nj_arg_canon(const struct nj_arg *a, struct nj_str *out);
/* One column of a table: "1,2,2". */
void nj_arg_canon_column(const struct nj_arg *a, uint8_t field,
                         struct nj_str *out);

/* Audience in canonical form: "G", "P3", "P1+3", "H", "R". */
void nj_audience_canon(struct nj_audience to, struct nj_str *out);

/* "G ln.step seat=1 n=1 dir=R snd=none". */
void nj_message_canon(const struct nj_message *m, struct nj_str *out);
/* The same with those arguments (columns apart included) that `keep` wants;
 * NULL keeps all. */
typedef bool nj_canon_keep(void *ctx, const char *name);
void nj_message_canon_if(const struct nj_message *m, nj_canon_keep *keep,
                         void *ctx, struct nj_str *out);

/* Arguments as a column of a row and back; key, clause and audience apart. The
 * column is a text; what older rows hold, an object of JSON, is read as well.
 * The unpacked arguments (row forms included) are owned by the arena. */
void nj_args_pack(struct nj_args args, struct nj_str *out);
NJ_MUST_USE enum nj_status nj_args_unpack(const char *text, size_t n,
                                          struct nj_arena *a,
                                          struct nj_args *out,
                                          struct nj_err *err);

#endif
