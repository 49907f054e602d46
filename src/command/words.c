/*
 * Words of people to tokens.
 */
#include "command/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "base/script.h"
#include "base/status.h"
#include "base/str.h"
#include "base/utf8.h"

#define WORD_MAX      64
#define SPELLINGS_MAX 32
#define FULL_COLON    0xff1a
#define FULL_COMMA    0xff0c
#define LIST_COMMA    0x3001

/* --- reading --- */

/* False if there is nothing to compare. */
static bool add_word(struct nj_table *t, struct nj_table_word word,
                     const char *spelling)
{
    char key[2 * WORD_MAX];

    if (nj_word_key(spelling, strlen(spelling), key, sizeof(key)) == 0)
        return false;
    word.key = nj_arena_copy(&t->arena, key, strlen(key));
    word.place = t->n_words;
    t->words = nj_grow(t->words, t->n_words, sizeof(*t->words));
    t->words[t->n_words++] = word;
    return true;
}

static const char *name_of(struct nj_table *t, struct nj_json j)
{
    const char *name = nj_json_name(j);

    NJ_ASSERT(name != NULL);
    return nj_arena_copy(&t->arena, name, strlen(name));
}

/* Is it an object whose members can be read? */
static bool is_section(struct nj_json j)
{
    if (nj_json_is_object(j))
        return true;
    nj_json_reject(j, "not an object of words");
    return false;
}

static void read_token(struct nj_table *t, struct nj_json list,
                       struct nj_table_word word)
{
    if (!nj_json_is_array(list) || nj_json_size(list) > SPELLINGS_MAX) {
        nj_json_reject(list, "not a list of up to 32 words");
        return;
    }
    word.token = name_of(t, list);
    if (strlen(word.token) >= WORD_MAX || strpbrk(word.token, " ,") != NULL ||
        !add_word(t, word, word.token)) {
        nj_json_reject(list, "no token: it is empty, long, or has a blank or "
                             "comma");
        return;
    }
    for (struct nj_json c = nj_json_first(list); nj_json_present(c);
         c = nj_json_next(c)) {
        const char *text = nj_json_text(c, WORD_MAX);

        word.text = word.text == NULL
                        ? nj_arena_copy(&t->arena, text, strlen(text))
                        : "";
        if (!add_word(t, word, text))
            nj_json_reject(c, "no word");
    }
}

static void read_kind(struct nj_table *t, struct nj_json section,
                      struct nj_table_word word)
{
    if (!is_section(section))
        return;
    word.kind = name_of(t, section);
    for (struct nj_json c = nj_json_first(section); nj_json_present(c);
         c = nj_json_next(c))
        read_token(t, c, word);
}

void nj_words_read(struct nj_table *t, struct nj_json root, const char *lang)
{
    struct nj_json words = nj_json_opt(root, "words");

    if (!nj_json_present(words) || !is_section(words))
        return;
    for (struct nj_json game = nj_json_first(words); nj_json_present(game);
         game = nj_json_next(game)) {
        if (!is_section(game))
            return;
        for (struct nj_json c = nj_json_first(game); nj_json_present(c);
             c = nj_json_next(c))
            read_kind(
                t, c,
                (struct nj_table_word){.lang = lang, .of = name_of(t, game)});
    }
}

/* --- finding --- */

static int compare_kinds(const struct nj_table_word *a,
                         const struct nj_table_word *b)
{
    int order = strcmp(a->of, b->of);

    return order != 0 ? order : strcmp(a->kind, b->kind);
}

static int compare(const void *a, const void *b)
{
    const struct nj_table_word *v = a;
    const struct nj_table_word *w = b;
    int order = compare_kinds(v, w);

    return order != 0 ? order : strcmp(v->key, w->key);
}

enum nj_status nj_words_sort(struct nj_table *t, struct nj_err *err)
{
    if (t->n_words > 0)
        qsort(t->words, t->n_words, sizeof(*t->words), compare);
    for (uint32_t i = 1; i < t->n_words; i++) {
        const struct nj_table_word *v = &t->words[i - 1];
        const struct nj_table_word *w = &t->words[i];

        if (compare(v, w) == 0 && strcmp(v->token, w->token) != 0)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "%s, %s: '%s' means both '%s' and '%s'", w->of,
                           w->kind, w->key, v->token, w->token);
    }
    return NJ_OK;
}

bool nj_words_any(const struct nj_table *t, const char *of)
{
    for (uint32_t i = 0; i < t->n_words; i++)
        if (strcmp(t->words[i].of, of) == 0)
            return true;
    return false;
}

static const struct nj_table_word *find_key(const struct nj_table *t,
                                            const char *of, const char *kind,
                                            const char *key)
{
    const struct nj_table_word want = {.of = of, .kind = kind, .key = key};

    if (t->n_words == 0)
        return NULL;
    return bsearch(&want, t->words, t->n_words, sizeof(*t->words), compare);
}

const char *nj_words_find(const struct nj_table *t, const char *of,
                          const char *kind, const char *text, size_t n)
{
    const struct nj_table_word *word;
    char key[2 * WORD_MAX];
    char name[WORD_MAX];
    size_t len = strlen(kind);

    NJ_ASSERT(len > 0 && len < sizeof(name));
    memcpy(name, kind, len + 1);
    if (name[len - 1] >= '0' && name[len - 1] <= '9')
        name[len - 1] = '\0';
    if (nj_word_key(text, n, key, sizeof(key)) == 0)
        return NULL;
    word = find_key(t, of, name, key);
    return word != NULL ? word->token : NULL;
}

/* The token in the kind, or in one of the game's others. */
static const char *find_any(const struct nj_table *t, const char *of,
                            const char *kind, const char *text, size_t n)
{
    const char *token = nj_words_find(t, of, kind, text, n);

    for (uint32_t i = 0; token == NULL && i < t->n_words; i++) {
        const struct nj_table_word *w = &t->words[i];

        if (strcmp(w->of, of) == 0 && (i == 0 || compare_kinds(w - 1, w) != 0))
            token = nj_words_find(t, of, w->kind, text, n);
    }
    return token;
}

void nj_words_each(const struct nj_table *t, const char *of, const char *kind,
                   const char *text, char *out, size_t cap)
{
    size_t left = nj_utf8_trim(&text, strlen(text));
    size_t len = 0;
    size_t end = 0; /* behind the last token */

    if (nj_words_find(t, of, kind, text, nj_utf8_word(text, left)) == NULL)
        left = 0;
    while (left > 0) {
        size_t n = nj_utf8_word(text, left);
        const char *token = find_any(t, of, kind, text, n);
        const char *put = token != NULL ? token : "-";
        size_t size = strlen(put);

        if (len + 1 + size >= cap)
            break;
        if (len > 0)
            out[len++] = ',';
        memcpy(out + len, put, size);
        len += size;
        end = token != NULL ? len : end;
        text += n;
        left = nj_utf8_trim(&text, left - n);
    }
    NJ_ASSERT(end <= len && len < cap);
    out[end] = '\0';
}

/* --- words that touch each other --- */

static bool is_alnum(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
}

/* Whose words are sought, and in what. */
struct run {
    const struct nj_table *t;
    const char *of, *kind;
    const char *p;
    size_t n;
};

/* The bytes of the longest word at `at` of the run, or of a sign; 0:
 * there is none. *glue: it says nothing. */
static size_t word_at(const struct run *r, size_t at, bool *glue)
{
    const char *run = r->p;
    size_t most = r->n - at < WORD_MAX ? r->n - at : WORD_MAX - 1;
    int32_t cp;

    NJ_ASSERT(at < r->n);
    for (size_t len = most; len > 0; len--) {
        if ((run[at + len] & 0xc0) == 0x80 ||
            (is_alnum(run[at + len - 1]) && is_alnum(run[at + len])))
            continue; /* in the midst of a character or a word */
        *glue = nj_words_find(r->t, r->of, r->kind, run + at, len) == NULL;
        if (!*glue || nj_words_find(r->t, r->of, "glue", run + at, len) != NULL)
            return len;
    }
    most = nj_utf8_next(run + at, r->n - at, &cp);
    *glue = cp == ':' || cp == '/' || cp == ',' || cp == FULL_COLON ||
            cp == FULL_COMMA || cp == LIST_COMMA;
    return *glue ? most : 0;
}

/* Adds the words of a run to `out`; 0: it is not made of words. */
static size_t put_run(const struct run *r, char *out, size_t cap)
{
    size_t len = 0;

    for (size_t at = 0, size; at < r->n; at += size) {
        bool glue;

        size = word_at(r, at, &glue);
        if (size == 0 || len + size + 2 > cap)
            return 0;
        if (glue)
            continue;
        if (len > 0)
            out[len++] = ' ';
        NJ_ASSERT(at + size <= r->n);
        memcpy(out + len, r->p + at, size);
        len += size;
    }
    return len;
}

/* The bytes of the longest phrase of several words that the text begins with,
 * and its token; 0: it begins with none. */
static size_t phrase_at(const struct run *r, const char **token)
{
    size_t n = strcspn(r->p, " "), most = 0;

    NJ_ASSERT(r->kind[0] != '\0');
    while (r->p[n] == ' ') {
        const char *found;

        n += 1 + strcspn(r->p + n + 1, " ");
        if (n >= WORD_MAX)
            break;
        found = nj_words_find(r->t, r->of, r->kind, r->p, n);
        if (found == NULL)
            continue;
        most = n;
        *token = found;
    }
    return most;
}

/* Writes what the next word of the text becomes, *put bytes, none if it says
 * nothing; returns the bytes that were read. */
static size_t part_word(const struct run *text, char *out, size_t cap,
                        size_t *put)
{
    struct run word = *text;
    const char *token = NULL;
    size_t n = phrase_at(text, &token);

    if (n > 0 && strlen(token) < cap) { /* "first aid kit" is one word */
        nj_str_copy(out, cap, token);
        *put = strlen(token);
        return n;
    }
    word.n = strcspn(text->p, " ");
    *put = 0;
    if (nj_words_find(word.t, word.of, word.kind, word.p, word.n) == NULL) {
        if (word.n == 0 ||
            nj_words_find(word.t, word.of, "glue", word.p, word.n) != NULL)
            return word.n;
        *put = put_run(&word, out, cap);
    }
    NJ_ASSERT(word.n < cap);
    if (*put == 0) {
        memcpy(out, word.p, word.n);
        *put = word.n;
    }
    return word.n;
}

void nj_words_part(const struct nj_table *t, const char *of, const char *kind,
                   char *text, size_t cap)
{
    char out[NJ_ORDER_TEXT_MAX];
    size_t len = 0;

    NJ_ASSERT(cap <= sizeof(out) && strlen(text) < cap);
    if (!nj_words_kind(t, of, "glue") || !nj_words_kind(t, of, kind))
        return;
    for (size_t at = 0; text[at] != '\0'; at += strspn(text + at, " ")) {
        size_t gap = len > 0, put;

        if (len + strcspn(text + at, " ") + 2 > cap)
            return;
        at += part_word(&(struct run){t, of, kind, text + at, 0},
                        out + len + gap, cap - len - gap, &put);
        if (put > 0 && gap > 0)
            out[len++] = ' ';
        len += put;
    }
    NJ_ASSERT(len < cap);
    memcpy(text, out, len);
    text[len] = '\0';
}

/* --- lists --- */

bool nj_words_kind(const struct nj_table *t, const char *of, const char *kind)
{
    for (uint32_t i = 0; i < t->n_words; i++)
        if (strcmp(t->words[i].of, of) == 0 &&
            strcmp(t->words[i].kind, kind) == 0)
            return true;
    return false;
}

/* Bytes of the sign between items that stands here; 0: there is none. */
static size_t sign_at(const char *text)
{
    static const char *const signs[] = {",", ";", ">", "\xe3\x80\x81",
                                        "\xe2\x86\x92"}; /* 、 → */

    for (size_t i = 0; i < NJ_COUNT(signs); i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return 0;
}

static bool has_sign(const char *text)
{
    for (; *text != '\0'; text++)
        if (sign_at(text) > 0)
            return true;
    return false;
}

/* Bytes of the item that the text begins with. */
static size_t item_of(const char *text, bool by_blanks)
{
    size_t n = 0;

    while (text[n] != '\0' &&
           (by_blanks ? text[n] != ' ' : sign_at(text + n) == 0))
        n++;
    return n;
}

void nj_words_list(const struct nj_table *t, const char *of, const char *kind,
                   const char *text, char *out, size_t cap)
{
    bool by_blanks = !has_sign(text);
    size_t len = 0;

    NJ_ASSERT(cap > 0);
    while (*text != '\0') {
        size_t n = item_of(text, by_blanks);
        const char *item = text;
        size_t size = nj_utf8_trim(&item, n);
        const char *token = nj_words_find(t, of, kind, item, size);

        text += n;
        text += by_blanks ? *text == ' ' : sign_at(text);
        if (size == 0)
            continue;
        if (token != NULL) {
            item = token;
            size = strlen(token);
        }
        if (len + size + 2 > cap)
            break;
        if (len > 0)
            out[len++] = ',';
        memcpy(out + len, item, size);
        len += size;
    }
    NJ_ASSERT(len < cap);
    out[len] = '\0';
}

/* --- listing --- */

/* The next one that is shown in that language behind a place of the files. */
static const struct nj_table_word *next_shown(const struct nj_table *t,
                                              const struct nj_table_word *like,
                                              int64_t behind)
{
    const struct nj_table_word *next = NULL;

    for (uint32_t i = 0; i < t->n_words; i++) {
        const struct nj_table_word *w = &t->words[i];

        if (w->place > behind && w->text != NULL && w->text[0] != '\0' &&
            compare_kinds(w, like) == 0 && strcmp(w->lang, like->lang) == 0 &&
            (next == NULL || w->place < next->place))
            next = w;
    }
    return next;
}

uint32_t nj_words_shown(const struct nj_table *t, const char *of,
                        const char *kind, const char *lang, const char *out[],
                        uint32_t max)
{
    const struct nj_table_word like = {.of = of, .kind = kind, .lang = lang};
    const struct nj_table_word *w = next_shown(t, &like, -1);
    uint32_t n = 0;

    for (; w != NULL && n < max; w = next_shown(t, &like, w->place))
        out[n++] = w->text;
    return n;
}

/* --- checking --- */

static bool has_token(const struct nj_table *t, const struct nj_table_word *w,
                      const char *lang)
{
    for (uint32_t i = 0; i < t->n_words; i++) {
        const struct nj_table_word *v = &t->words[i];

        if (compare_kinds(v, w) == 0 && strcmp(v->token, w->token) == 0 &&
            strcmp(v->lang, lang) == 0)
            return true;
    }
    return false;
}

enum nj_status nj_words_check(const struct nj_table *t, struct nj_err *err)
{
    for (uint32_t i = 0; i < t->n_words; i++)
        for (uint32_t k = 0; k < t->n_files; k++) {
            const struct nj_table_word *w = &t->words[i];
            const struct nj_table_file *f = &t->files[k];

            if (!has_token(t, w, f->lang) && !has_token(t, w, f->like))
                return nj_fail(err, NJ_ERR_MISMATCH,
                               "%s has no word for '%s' (%s, %s)", f->lang,
                               w->token, w->of, w->kind);
        }
    return NJ_OK;
}
