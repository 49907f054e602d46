/*
 * What stands behind a game's name in one line.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "base/utf8.h"
#include "command/parse.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define KIND     "setting"
#define NAME_MAX 64

/* An item of a line is exactly one of the three. */
struct item {
    const char *edition;
    const struct nj_preset *preset;
    const char *token;
};

void nj_opening_pairs(const struct nj_game *g, const struct nj_preset *p,
                      struct nj_options *o)
{
    for (uint32_t i = 0; p->pairs[i] != NULL; i += 2) {
        int at = nj_option_find(g, p->pairs[i]);
        bool good;

        NJ_ASSERT(at >= 0); /* of the game's own */
        good = nj_options_put(g, o, at, p->pairs[i + 1]);
        NJ_ASSERT(good);
    }
}

void nj_opening_preset(const struct nj_game *g, const struct nj_preset *p,
                       struct nj_options *o)
{
    nj_options_default(g, o);
    if (p != NULL)
        nj_opening_pairs(g, p, o);
}

/* A token is "option=value". False: it is none of this game, for files of words
 * may be an owner's. */
static bool apply_token(const struct nj_game *g, const char *token,
                        struct nj_options *o, int *option, const char **value)
{
    char key[NAME_MAX];
    size_t n = strcspn(token, "=");

    if (n >= sizeof(key) || token[n] == '\0')
        return false;
    NJ_ASSERT(token[n] == '=');
    memcpy(key, token, n);
    key[n] = '\0';
    *value = token + n + 1;
    *option = nj_option_find(g, key);
    return *option >= 0 && nj_option_free(g, *option) &&
           nj_options_put(g, o, *option, *value);
}

const char *nj_opening_word(struct nj_referee *r, const struct nj_game *g,
                            const char *word, int *option, const char **value)
{
    const char *token =
        nj_commands_word(r->setup.commands, g->id, KIND, word, strlen(word));
    struct nj_options o;

    nj_options_default(g, &o);
    return token != NULL && apply_token(g, token, &o, option, value) ? token
                                                                     : NULL;
}

static bool is_item(struct nj_referee *r, const struct nj_game *g,
                    const char *word, struct item *out)
{
    const char *value;
    int at;

    *out = (struct item){.edition = nj_game_has_editions(g)
                                        ? nj_phrase_edition(r, g, word)
                                        : NULL};
    if (out->edition == NULL)
        out->preset = nj_phrase_preset(r, g, word);
    if (out->edition == NULL && out->preset == NULL)
        out->token = nj_opening_word(r, g, word, &at, &value);
    NJ_ASSERT((out->edition != NULL) + (out->preset != NULL) +
                  (out->token != NULL) <=
              1);
    return out->edition != NULL || out->preset != NULL || out->token != NULL;
}

/* False: it is longer than any word. */
static bool cut_word(const char *text, size_t n, char word[NAME_MAX])
{
    if (n >= NAME_MAX)
        return false;
    memcpy(word, text, n);
    word[n] = '\0';
    return true;
}

/* The bytes of the longest item that the text begins with; 0: it begins with
 * none. Names may have blanks. */
static size_t item_at(struct nj_referee *r, const struct nj_game *g,
                      const char *text, struct item *out)
{
    char word[NAME_MAX];
    size_t most = 0, n = 0;
    struct item found;

    NJ_ASSERT(text[0] != '\0' && text[0] != ' ');
    do {
        n += strcspn(text + n, " ");
        if (!cut_word(text, n, word))
            break;
        if (is_item(r, g, word, &found)) {
            *out = found;
            most = n;
        }
    } while (text[n++] == ' ');
    NJ_ASSERT(most == 0 || text[most] == ' ' || text[most] == '\0');
    return most;
}

static const char *name_of(const struct item *it)
{
    NJ_ASSERT((it->edition != NULL) + (it->preset != NULL) +
                  (it->token != NULL) ==
              1);
    return it->edition != NULL  ? it->edition
           : it->preset != NULL ? it->preset->name
                                : it->token;
}

static void apply_items(const struct nj_game *g, const struct item *items,
                        uint32_t n, struct nj_opening *o)
{
    struct nj_str tokens = NJ_STR_INIT(sizeof(o->tokens) - 1);

    NJ_ASSERT(n <= NJ_OPENING_WORDS);
    for (uint32_t i = 0; i < n; i++) {
        nj_str_addf(&tokens, "%s%s", i > 0 ? " " : "", name_of(&items[i]));
        if (items[i].edition != NULL)
            o->edition = items[i].edition;
        if (items[i].preset == NULL)
            continue;
        o->preset = items[i].preset;
        nj_opening_pairs(g, items[i].preset, &o->options);
    }
    for (uint32_t i = 0; i < n; i++) {
        const char *value;
        bool good;
        int at;

        if (items[i].token == NULL)
            continue;
        good = apply_token(g, items[i].token, &o->options, &at, &value);
        NJ_ASSERT(good); /* nj_opening_word() has tried it */
    }
    nj_str_copy(o->tokens, sizeof(o->tokens), tokens.len > 0 ? tokens.p : "");
    nj_str_fini(&tokens);
}

bool nj_opening_read(struct nj_referee *r, const struct nj_game *g,
                     const char *text, struct nj_opening *o)
{
    struct item items[NJ_OPENING_WORDS];
    uint32_t n = 0;

    o->bad[0] = '\0';
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        size_t size = n < NJ_OPENING_WORDS ? item_at(r, g, text, &items[n]) : 0;

        if (size == 0) {
            (void)nj_utf8_clean(text, strcspn(text, " "), sizeof(o->bad) - 1,
                                o->bad, sizeof(o->bad));
            return false;
        }
        text += size;
        n++;
    }
    NJ_ASSERT(n <= NJ_OPENING_WORDS);
    apply_items(g, items, n, o);
    return true;
}

/* --- shown --- */

static void add(struct nj_str *out, const char *sep, const char *text)
{
    nj_str_addf(out, "%s%s", out->len > 0 ? sep : "", text);
}

void nj_opening_list(struct nj_referee *r, const struct nj_game *g,
                     const struct nj_format *f, struct nj_str *out)
{
    const char *words[2 * NJ_OPENING_WORDS];
    uint32_t n = nj_commands_words(r->setup.commands, g->id, KIND, f->lang,
                                   words, NJ_COUNT(words));

    NJ_ASSERT(n <= NJ_COUNT(words));
    for (uint32_t i = 0; nj_game_has_editions(g) && g->editions[i] != NULL; i++)
        add(out, ", ", nj_table_phrase(f, g, "edition", g->editions[i]));
    for (uint32_t i = 0; g->presets[i].name != NULL; i++)
        add(out, ", ", nj_table_phrase(f, g, "preset", g->presets[i].name));
    for (uint32_t i = 0; i < n; i++)
        add(out, ", ", words[i]);
}

void nj_opening_refuse(struct nj_request *a, const struct nj_game *g,
                       const char *key, const char *word)
{
    struct nj_str list = NJ_STR_INIT(1500);
    struct nj_format f;

    nj_tell_format(a->r, NULL, a->where, &f);
    nj_opening_list(a->r, g, &f, &list);
    nj_reply(a, key,
             NJ_ARGS(nj_arg_text("word", word), nj_arg_id("words", list.p)));
    nj_str_fini(&list);
}

/* Returns the word of that language for a token, or the token. */
static const char *spelled(struct nj_referee *r, const struct nj_game *g,
                           const char *lang, const char *token)
{
    const char *words[2 * NJ_OPENING_WORDS];
    uint32_t n = nj_commands_words(r->setup.commands, g->id, KIND, lang, words,
                                   NJ_COUNT(words));

    for (uint32_t i = 0; i < n; i++) {
        const char *of = nj_commands_word(r->setup.commands, g->id, KIND,
                                          words[i], strlen(words[i]));

        if (of != NULL && strcmp(of, token) == 0)
            return words[i];
    }
    return token;
}

void nj_opening_show(struct nj_referee *r, const struct nj_game *g,
                     const char *tokens, const struct nj_format *f,
                     struct nj_str *out)
{
    while (*tokens != '\0') {
        char word[NAME_MAX];
        size_t n = strcspn(tokens, " ");
        struct item it;

        if (cut_word(tokens, n, word) && is_item(r, g, word, &it))
            add(out, " ",
                it.edition != NULL  ? nj_table_phrase(f, g, "edition", word)
                : it.preset != NULL ? nj_table_phrase(f, g, "preset", word)
                                    : spelled(r, g, f->lang, word));
        tokens += n + (tokens[n] == ' ');
    }
}
