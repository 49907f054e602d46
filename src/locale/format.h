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
 * Words: `<prefix>.word.<argument>.<token>`, else `word.<argument>.<token>`,
 * <prefix> being the key's first part. WORDS and GLYPHS look up each token and
 * join with `<prefix>.word.<argument>.sep` ("" if there is none); a token of
 * a letter and a number, "C3", looks up its letter with the number as {{n}}.
 */
#ifndef NJ_LOCALE_FORMAT_H
#define NJ_LOCALE_FORMAT_H

#include <stdint.h>

#include "base/str.h"
#include "locale/catalog.h"
#include "match/message.h"

enum nj_markup {
    NJ_MARKUP_NONE, /* plain text: OneBot segments, the terminal */
    NJ_MARKUP_HTML  /* & < > " escaped in everything foreign */
};

struct nj_format {
    const struct nj_catalog *catalog;
    const char *lang;
    enum nj_markup markup;
    /* The shown name of a seat ("2席·小明" is made by the locale from number
     * and name, key `seat.named`); NULL or "": the number alone. */
    const char *(*seat_name)(void *ctx, nj_seat seat);
    void *ctx;
    int64_t now_ms; /* for "in 5 min" */
    int offset_min; /* time zone, minutes east of UTC */
};

/* Appends the text of a message. */
void nj_format_message(const struct nj_format *f, const struct nj_message *m,
                       struct nj_str *out);

/* Appends the text of a key with arguments; for shell texts. */
void nj_format_key(const struct nj_format *f, const char *key,
                   struct nj_args args, struct nj_str *out);

/* Appends a length of time: "3 分钟", "1 h 30 min". */
void nj_format_ms(const struct nj_format *f, int64_t ms, struct nj_str *out);

#endif
