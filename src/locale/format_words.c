/*
 * Tokens of a game to phrases of a language.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/when.h"
#include "locale/format_priv.h"
#include "locale/key.h"

/* "<prefix>.word.<argument>.<token>" of the message's own prefix, else the
 * phrase for all games. */
static const char *find_word(const struct nj_format_job *j, const char *arg,
                             const char *token)
{
    NJ_UNCLEARED struct nj_key key;
    size_t prefix = strcspn(j->key, ".");
    const char *text;

    nj_key_begin(&key, j->key, prefix);
    nj_key_puts(&key, ".word.");
    nj_key_puts(&key, arg);
    nj_key_puts(&key, ".");
    nj_key_puts(&key, token);
    text = nj_catalog_get(j->f->catalog, j->f->lang, key.p);
    return text != NULL
               ? text
               : nj_catalog_get(j->f->catalog, j->f->lang, key.p + prefix + 1);
}

/* "C3": a letter and digits behind it. */
static bool is_numbered(const char *token)
{
    char c = token[0];
    bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');

    return letter && token[1] != '\0' &&
           token[1 + strspn(token + 1, "0123456789")] == '\0';
}

/* "<prefix>.<group>.<name>" of the message's own prefix, or NULL. */
static const char *find_option(const struct nj_format_job *j, const char *group,
                               const char *name, size_t n)
{
    NJ_UNCLEARED struct nj_key key;

    nj_key_begin(&key, j->key, strcspn(j->key, "."));
    nj_key_puts(&key, group);
    nj_key_add(&key, name, n);
    return nj_catalog_get(j->f->catalog, j->f->lang, key.p);
}

/* "600s", "daily_21:00_+0800": a deadline as nj_options_told() says it. A number
 * alone is none. */
static bool add_deadline(const struct nj_format_job *j, const char *token)
{
    char text[NJ_WHEN_BYTES];
    size_t n = strlen(token);
    struct nj_when w;

    if (n >= sizeof(text) || token[strspn(token, "0123456789")] == '\0')
        return false;
    memcpy(text, token, n + 1);
    for (char *p = text; (p = strchr(p, '_')) != NULL;)
        *p = ' ';
    if (!nj_when_parse(text, n, 0, NJ_WHEN_LENGTH_MOST, &w))
        return false;
    nj_format_when(j->f, nj_when_pack(&w), j->out);
    return true;
}

/* "event=rain", "think=600s": an option of the game and its value. */
static bool add_setting(const struct nj_format_job *j, const char *token)
{
    size_t name = strcspn(token, "=");
    const char *option = find_option(j, ".option.", token, name);
    NJ_UNCLEARED struct nj_key pair;
    const char *value;

    if (token[name] == '\0' || option == NULL)
        return false;
    nj_str_puts(j->out, option);
    nj_str_putc(j->out, ' ');
    nj_key_begin(&pair, token, name);
    nj_key_puts(&pair, ".");
    nj_key_puts(&pair, token + name + 1);
    value = find_option(j, ".option_word.", pair.p, pair.len);
    token += name + 1;
    if (value != NULL || !add_deadline(j, token))
        nj_str_puts(j->out, value != NULL ? value : token);
    return true;
}

static void add_token(const struct nj_format_job *j, const char *arg,
                      const char *token)
{
    const char *text = find_word(j, arg, token);
    struct nj_fill fill = {"n", ""};

    if (text == NULL && add_setting(j, token))
        return;
    if (text == NULL && is_numbered(token)) {
        const char letter[2] = {token[0], '\0'};

        text = find_word(j, arg, letter);
        fill.text = token + 1;
    }
    if (text == NULL && strcmp(token, "-") == 0)
        text = nj_format_core(j->f, "core.list.none");
    if (text == NULL) {
        nj_format_miss(arg, j->key);
        nj_str_puts(j->out, token);
        return;
    }
    nj_format_phrase(j, text, &fill, 1);
}

/* Takes the first token off *at; false at the end. */
static bool next_token(const char **at, bool glyphs, struct nj_key *out)
{
    int32_t cp = 0;
    size_t n;

    if (**at == '\0')
        return false;
    n = glyphs ? nj_utf8_next(*at, strlen(*at), &cp) : strcspn(*at, ",");
    nj_key_begin(out, *at, n);
    *at += n;
    if (!glyphs && **at == ',')
        (*at)++;
    return true;
}

/* A capital letter and nothing behind it, such as a step that made no sound. */
static bool is_plain(const struct nj_key *token)
{
    return token->len == 1 && token->p[0] >= 'A' && token->p[0] <= 'Z';
}

/* Takes off what is the same as the token; how often it stands there in all. */
static uint32_t take_run(const char **at, const struct nj_key *token)
{
    NJ_UNCLEARED struct nj_key next;
    uint32_t n = 1;

    for (const char *rest = *at;
         next_token(&rest, false, &next) && strcmp(next.p, token->p) == 0; n++)
        *at = rest;
    return n;
}

/* The same token so often: side by side, or from three on with a count. */
static void add_run(const struct nj_format_job *j, const char *arg,
                    const char *token, uint32_t n, const char *run)
{
    char count[NJ_DIGITS_MAX];
    const struct nj_fill fill = {"n", nj_str_digits(count, n)};

    add_token(j, arg, token);
    if (n == 2)
        add_token(j, arg, token);
    if (n > 2)
        (void)nj_template_fill(run, &fill, 1, j->out);
}

static void add_tokens(const struct nj_format_job *j, const struct nj_arg *a,
                       uint32_t item)
{
    const char *sep = find_word(j, a->name, "sep");
    const char *run = a->type == NJ_ARG_WORDS && item == 0
                          ? find_word(j, a->name, "run")
                          : NULL;
    const char *at = a->s[0] == '\0' ? "-" : a->s;
    NJ_UNCLEARED struct nj_key token;

    for (uint32_t i = 1; next_token(&at, a->type == NJ_ARG_GLYPHS, &token);
         i++) {
        if (item != 0 && item != i)
            continue;
        if (item == 0 && i > 1 && sep != NULL)
            nj_str_puts(j->out, sep);
        if (run != NULL && is_plain(&token))
            add_run(j, a->name, token.p, take_run(&at, &token), run);
        else
            add_token(j, a->name, token.p);
    }
}

void nj_format_words(struct nj_format_job *j, const struct nj_arg *a,
                     uint32_t item)
{
    if (a->type != NJ_ARG_WORD)
        add_tokens(j, a, item);
    else
        add_token(j, a->name, a->s);
}
