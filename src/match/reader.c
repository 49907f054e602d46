/*
 * Words of a text and what they mean (reader.h).
 */
#include "match/reader.h"

#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/utf8.h"

static void skip_blanks(struct nj_reader *r)
{
    (void)nj_utf8_trim(&r->at, strlen(r->at));
}

static void copy_word(char out[NJ_WORD_BYTES], const char *text, size_t n)
{
    NJ_ASSERT(n < NJ_WORD_BYTES);
    memcpy(out, text, n);
    out[n] = '\0';
}

/* Gives the word its token and moves to the next one's. */
static void take_token(struct nj_reader *r, struct nj_word *word)
{
    size_t n = strcspn(r->tokens, ",");
    bool itself = n == 0 || n >= NJ_WORD_BYTES || (n == 1 && *r->tokens == '-');

    if (!itself)
        copy_word(word->token, r->tokens, n);
    r->tokens += n + (r->tokens[n] == ',');
}

bool nj_reader_word(struct nj_reader *r, struct nj_word *out)
{
    size_t n;

    skip_blanks(r);
    n = nj_utf8_word(r->at, strlen(r->at));
    if (n == 0 || n >= NJ_WORD_BYTES)
        return false;
    copy_word(out->typed, r->at, n);
    copy_word(out->token, r->at, n);
    r->at += n;
    if (r->tokens != NULL)
        take_token(r, out);
    NJ_ASSERT(out->typed[0] != '\0' && out->token[0] != '\0');
    return true;
}

bool nj_word_is(const struct nj_word *word, const char *meaning)
{
    return nj_same_word(word->token, meaning);
}

static bool is_alnum(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
}

/* Reads one word of n bytes, if it follows. */
static bool follows(struct nj_reader *r, const char *word, size_t n)
{
    struct nj_word got;
    char want[NJ_WORD_BYTES];

    NJ_ASSERT(n > 0);
    if (r->tokens != NULL) {
        copy_word(want, word, n);
        return nj_reader_word(r, &got) && nj_word_is(&got, want);
    }
    skip_blanks(r);
    if (strncmp(r->at, word, n) != 0 ||
        (is_alnum(word[n - 1]) && nj_utf8_word(r->at, strlen(r->at)) != n))
        return false;
    r->at += n;
    return true;
}

bool nj_reader_follows(struct nj_reader *r, const char *words)
{
    struct nj_reader ahead = *r;

    while (*words != '\0') {
        size_t n = strcspn(words, " ");

        if (!follows(&ahead, words, n))
            return false;
        words += n + (words[n] == ' ');
    }
    *r = ahead;
    return true;
}

uint8_t nj_word_among(const struct nj_word *word, const char *const *list)
{
    for (uint8_t i = 0; list[i] != NULL; i++)
        if (nj_word_is(word, list[i]))
            return i;
    return 0xff;
}

uint8_t nj_word_begins(const struct nj_word *word, const char *const *list,
                       uint8_t n)
{
    uint8_t found = n;

    NJ_ASSERT(n < 0xfe && word->token[0] != '\0');
    for (uint8_t i = 0; i < n; i++) {
        if (nj_word_is(word, list[i]))
            return i;
        if (strncmp(list[i], word->token, strlen(word->token)) == 0)
            found = found == n ? i : (uint8_t)(n + 1);
    }
    return found < n ? found : 0xff;
}

uint8_t nj_reader_among(struct nj_reader *r, const char *const *list)
{
    struct nj_reader ahead = *r;
    struct nj_word word;
    uint8_t place =
        nj_reader_word(&ahead, &word) ? nj_word_among(&word, list) : 0xff;

    if (place != 0xff)
        *r = ahead;
    return place;
}

bool nj_reader_end(const struct nj_reader *r)
{
    const char *rest = r->at;

    return nj_utf8_trim(&rest, strlen(rest)) == 0;
}

bool nj_reader_number(struct nj_reader *r, int64_t lo, int64_t hi, int64_t *out)
{
    bool minus;
    int64_t v = 0;

    NJ_ASSERT(lo <= hi && hi < INT64_MAX / 10 && lo > -INT64_MAX / 10);
    NJ_ASSERT(r->tokens == NULL);
    skip_blanks(r);
    minus = *r->at == '-';
    r->at += minus || *r->at == '+';
    if (*r->at < '0' || *r->at > '9')
        return false;
    for (; *r->at >= '0' && *r->at <= '9'; r->at++)
        if (v < INT64_MAX / 10)
            v = v * 10 + (*r->at - '0');
    *out = minus ? -v : v;
    return *out >= lo && *out <= hi;
}

bool nj_reader_sign(struct nj_reader *r, char sign)
{
    NJ_ASSERT(sign != '\0' && r->tokens == NULL);
    skip_blanks(r);
    if (*r->at != sign)
        return false;
    r->at++;
    return true;
}

bool nj_reader_rest(struct nj_reader *r, char *out, size_t size)
{
    size_t n;

    NJ_ASSERT(r->tokens == NULL);
    skip_blanks(r);
    n = strlen(r->at);
    if (n == 0 || n >= size)
        return false;
    memset(out, 0, size);
    memcpy(out, r->at, n);
    r->at += n;
    return true;
}
