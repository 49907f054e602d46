/*
 * A message and a language to a text.
 *
 * Placeholders are filled by the type of the argument (match/message.h):
 * seats become names, words phrases, tables a sentence per row, lengths of
 * time and moments what people write, texts of people their own words, cleaned
 * of controls and escaped for the gateway. A key without template or a
 * placeholder without argument is a fault of ours: the text then shows the
 * canonical form, and the log says which key.
 *
 * The template of key K with a WORD argument of value v is K_v if there is
 * one (`ln.err_bad_dir`); with a moment (AT) a it is K_v_a or K_a
 * (`ln.turn_until`); with an empty list a (WORDS, SEATS) it is K_without_a
 * (`mk.claim_without_cards`); else K; then K_one or K_other by `count` or the
 * only number named. For each argument a that is there and neither 0 nor empty,
 * `K_with_a`, if there is one, is appended: `ln.turn_end_with_dropped`; and for
 * each word w of WORD and WORDS `K_with_a_w`: `ln.start_with_options_plan=on`,
 * for an INT that is 1 `K_with_a_1`.
 * Rows: `K_a_row` or `K_row`, joined by `K_a_sep`, `K_sep` or line breaks; for
 * each column c of a row that is neither 0 nor nobody `K_a_row_with_c` or
 * `K_row_with_c`, if there is one, is appended to it, and behind these, if any
 * is, `K_a_row_end` or `K_row_end`.
 * So the words one, other, row, sep, run are no values of a WORD.
 *
 * `{{a}}` is the whole argument, `{{a.2}}` the second item of a list (SEATS,
 * TEXTS, WORDS, GLYPHS), nothing if the list is shorter.
 *
 * Words: `<prefix>.word.<argument>.<token>`, else `word.<argument>.<token>`,
 * <prefix> being the key's first part. WORDS and GLYPHS look up each token and
 * join with `<prefix>.word.<argument>.sep` ("" if there is none); where there is
 * `<prefix>.word.<argument>.run` ("×{{n}}"), equal capitals in a row of WORDS
 * stand side by side, and from three on once with that behind it; a token of
 * a letter and a number, "C3", that has no phrase looks up its letter with the
 * number as {{n}}; a token "event=rain" is `<prefix>.option.event` and
 * `<prefix>.option_word.event.rain` (or the value itself). A token without
 * phrase is shown as it is, and logged. An INT whose name ends in _s is a
 * length of time in seconds, in _c one in hundredths ("66.67").
 *
 * Lists of names and texts are joined by `core.list.sep`; an empty list or the
 * token "-" is `core.list.none`.
 */
#ifndef NJ_LOCALE_FORMAT_H
#define NJ_LOCALE_FORMAT_H

#include <stdint.h>

#include "base/str.h"
#include "locale/catalog.h"
#include "match/message.h"

struct nj_zone;

enum nj_markup {
    NJ_MARKUP_NONE, /* plain text: OneBot segments, the terminal */
    NJ_MARKUP_HTML  /* & < > escaped; templates carry no tags */
};

struct nj_format {
    const struct nj_catalog *catalog;
    const char *lang;
    enum nj_markup markup;
    /* The shown name of a seat ("2席·小明" is made by the locale from number
     * and name, key `core.seat.named`); NULL or "": the number alone. */
    const char *(*seat_name)(void *ctx, nj_seat seat);
    void *ctx;
    bool wide;      /* a terminal: lines may be wider than a phone */
    int64_t now_ms; /* for "in 5 min", but: */
    bool past;      /* it was said a while ago: nothing is left of a time */
    int offset_min; /* time zone, minutes east of UTC */
    const struct nj_zone *zone; /* or NULL: its own offset comes on top */
    /* What people type for the '#' that stands in front of a command's word
     * in templates; NULL: that. */
    const char *prefix;
    bool mild; /* in the milder words of the message's game (mild.h) */
};

/* Appends the text of a message. */
void nj_format_message(const struct nj_format *f, const struct nj_message *m,
                       struct nj_str *out);

/* Appends the text of a key with arguments; for shell texts. */
void nj_format_key(const struct nj_format *f, const char *key,
                   struct nj_args args, struct nj_str *out);

/* Appends this template of the message `key` as it stands: no variant, and no
 * addition. For whoever looks at templates one by one. */
void nj_format_template(const struct nj_format *f, const char *key,
                        const char *text, struct nj_args args,
                        struct nj_str *out);

/* Appends a length of time: "3 分钟", "1 h 30 min". */
void nj_format_ms(const struct nj_format *f, int64_t ms, struct nj_str *out);
/* A deadline as it is set, packed as base/when.h says: "every day at 21:00". */
void nj_format_when(const struct nj_format *f, int64_t packed,
                    struct nj_str *out);

#endif
