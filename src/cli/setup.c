/*
 * Options and seeds from the command line.
 */
#include "cli/setup.h"

#include <string.h>

#include "base/bug.h"

static enum nj_status set_edition(const struct nj_game *g, const char *text,
                                  const char **edition, struct nj_err *err)
{
    const char *found = nj_game_edition(g, text);

    if (found != NULL) {
        *edition = found;
        return NJ_OK;
    }
    return nj_fail(err, NJ_ERR_NOT_FOUND, "'%s' has no edition '%s'", g->id,
                   text);
}

static enum nj_status no_option(const struct nj_game *g, const char *key,
                                struct nj_err *err)
{
    struct nj_str keys = NJ_STR_INIT(400);
    enum nj_status st;

    nj_str_puts(&keys, "edition");
    for (int i = 0; g->options != NULL && g->options[i].key != NULL; i++)
        nj_str_addf(&keys, ", %s", g->options[i].key);
    st = nj_fail(err, NJ_ERR_NOT_FOUND,
                 "'%s' has no option '%s'; there are: %s", g->id, key, keys.p);
    nj_str_fini(&keys);
    return st;
}

static enum nj_status no_value(const struct nj_option *opt, const char *text,
                               struct nj_err *err)
{
    struct nj_str values = NJ_STR_INIT(400);
    enum nj_status st;

    if (opt->type == NJ_OPTION_WORD) {
        for (int i = 0; opt->words[i] != NULL; i++)
            nj_str_addf(&values, "%s%s", i == 0 ? "" : ", ", opt->words[i]);
    } else if (opt->type == NJ_OPTION_TEXT) {
        nj_str_addf(&values, "at most %d characters of ASCII",
                    NJ_OPTION_TEXT_MAX - 1);
    } else {
        nj_option_print(opt, opt->lo, &values);
        nj_str_puts(&values, " to ");
        nj_option_print(opt, opt->hi, &values);
    }
    st = nj_fail(err, NJ_ERR_RANGE, "option '%s': '%s' is none of: %s",
                 opt->key, text, values.p);
    nj_str_fini(&values);
    return st;
}

enum nj_status nj_setup_set(const struct nj_game *g, const char *pair,
                            struct nj_options *options, const char **edition,
                            struct nj_err *err)
{
    const char *eq = strchr(pair, '=');
    char key[64];
    int i;

    if (eq == NULL || (size_t)(eq - pair) >= sizeof(key))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "'--set %s': expected KEY=VALUE",
                       pair);
    memcpy(key, pair, (size_t)(eq - pair));
    key[eq - pair] = '\0';
    if (strcmp(key, "edition") == 0)
        return set_edition(g, eq + 1, edition, err);
    i = nj_option_find(g, key);
    if (i < 0)
        return no_option(g, key, err);
    if (!nj_options_put(g, options, i, eq + 1))
        return no_value(&g->options[i], eq + 1, err);
    return NJ_OK;
}

static uint8_t digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *p = strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);

    NJ_ASSERT(p != NULL);
    return (uint8_t)(p - digits);
}

enum nj_status nj_setup_seed(const char *hex, enum nj_rng_kind *rng,
                             struct nj_hash *seed, struct nj_err *err)
{
    size_t n = strlen(hex);
    struct nj_hash read = {{0}};

    if (n == 0 || strspn(hex, "0123456789abcdefABCDEF") != n ||
        (n > 16 && n != (size_t)2 * NJ_HASH_BYTES))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "'--seed %s': expected 64 hex digits, or at most 16 for "
                       "the test stream",
                       hex);
    for (size_t i = 0; i < n; i++) {
        size_t k = n > 16 ? i / 2 : (n - 1 - i) / 2;

        read.b[k] = (uint8_t)(read.b[k] << 4 | digit(hex[i]));
    }
    *rng = n > 16 ? NJ_RNG_CHACHA20 : NJ_RNG_SPLITMIX64;
    *seed = read;
    return NJ_OK;
}

enum nj_status nj_setup_check(const struct nj_loaded_game *game,
                              const char *edition, struct nj_options *options,
                              uint8_t seats, struct nj_err *err)
{
    const struct nj_game *g = game->game;
    struct nj_seats_range range =
        nj_options_seats(g, game->data, edition, options);
    const struct nj_message *refusal;
    struct nj_str text = NJ_STR_INIT(400);

    if (seats < range.least || seats > range.most)
        return nj_fail(err, NJ_ERR_RANGE, "'%s' has %u to %u seats, not %u",
                       g->id, range.least, range.most, seats);
    refusal = nj_options_check(g, game->data, edition, options, seats);
    if (refusal == NULL)
        return NJ_OK;
    nj_message_canon(refusal, &text);
    (void)nj_fail(err, NJ_ERR_BAD_INPUT, "the game refuses the options: %s",
                  text.p);
    nj_str_fini(&text);
    return NJ_ERR_BAD_INPUT;
}
