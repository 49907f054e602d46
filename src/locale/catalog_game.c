/*
 * Compares a catalog with a game: is there a text for all that it can say, and
 * for all that is said about it?
 */
#include <string.h>

#include "base/bug.h"
#include "locale/catalog_priv.h"
#include "locale/key.h"
#include "locale/template.h"
#include "match/match.h"
#include "match/messages.h"

/* A language and the game it should know; the first failure stays. */
struct search {
    const struct nj_catalog_lang *l;
    const struct nj_game *g;
    enum nj_status st;
    struct nj_err *err;
};

/* Is it a sentence of its own, behind `K_`, and not a part of one? */
static bool is_variant(const char *rest)
{
    size_t n = strlen(rest);

    return strncmp(rest, "with_", 5) != 0 &&
           strstr(rest, "row_with_") == NULL &&
           strstr(rest, "row_end") == NULL &&
           (n < 3 || (strcmp(rest + n - 3, "row") != 0 &&
                      strcmp(rest + n - 3, "sep") != 0));
}

/* Has the language the key, or one of its forms and variants (format.h)? */
static bool has(const struct nj_catalog_lang *l, const char *key)
{
    size_t n = strlen(key);

    if (nj_catalog_own(l, key) != NULL)
        return true;
    for (uint32_t i = 0; i < l->n_rows; i++)
        if (l->rows[i].text != NULL && strncmp(l->rows[i].key, key, n) == 0 &&
            l->rows[i].key[n] == '_' && is_variant(l->rows[i].key + n + 1))
            return true;
    return false;
}

static void lack(struct search *s, const char *key, const char *what)
{
    if (s->st == NJ_OK)
        s->st =
            nj_fail(s->err, NJ_ERR_MISMATCH,
                    "language '%s' has no key '%s': %s", s->l->name, key, what);
}

/* `<head><mid><tail>` is a text of its own. */
static void want(struct search *s, const char *head, const char *mid,
                 const char *tail, const char *what)
{
    struct nj_key key;

    nj_key_join(&key, head, mid, tail);
    if (nj_catalog_own(s->l, key.p) == NULL)
        lack(s, key.p, what);
}

/* --- messages --- */

static bool carries(const struct nj_said *row, const struct nj_piece *place)
{
    for (const struct nj_said_arg *a = row->arg; a->name != NULL; a++)
        if (strcmp(a->name, "*") == 0 || nj_template_is(place, a->name))
            return true;
    return false;
}

/* One of the messages with that key has what the text asks for. */
static void check_places(struct search *s, const char *key, const char *text)
{
    struct nj_piece place;

    while (s->st == NJ_OK && nj_template_next(&text, &place)) {
        bool found = !place.place;

        for (const struct nj_said *r = s->g->messages; r->key != NULL; r++)
            found = found || (strcmp(r->key, key) == 0 && carries(r, &place));
        if (!found)
            s->st = nj_fail(s->err, NJ_ERR_MISMATCH,
                            "language '%s', key '%s': {{%.*s}} is no argument "
                            "of it",
                            s->l->name, key, (int)place.len, place.text);
    }
}

/* A table has a sentence for its rows: `K_a_row` or `K_row`. */
static void check_table(struct search *s, const char *key, const char *arg)
{
    struct nj_key own, any;

    nj_key_join(&own, key, "_", arg);
    nj_key_puts(&own, "_row");
    nj_key_join(&any, key, "_", "row");
    if (!has(s->l, own.p) && !has(s->l, any.p))
        lack(s, any.p, "the sentence of a row");
}

static void check_message(struct search *s, const struct nj_said *row)
{
    const char *text = nj_catalog_own(s->l, row->key);

    if (!has(s->l, row->key))
        lack(s, row->key, "the game says it");
    if (text != NULL)
        check_places(s, row->key, text);
    for (const struct nj_said_arg *a = row->arg; a->name != NULL; a++)
        if (a->type == NJ_ARG_ROWS &&
            (text == NULL || strstr(text, a->name) != NULL))
            check_table(s, row->key, a->name);
}

/* --- what is said about the game --- */

static void check_options(struct search *s)
{
    struct nj_key names, words;

    nj_key_join(&names, s->g->prefix, ".option", ".");
    for (const struct nj_option *o = s->g->options; o->key != NULL; o++) {
        bool of_shell =
            s->g->host_option != NULL && strcmp(o->key, s->g->host_option) == 0;

        if (of_shell)
            continue;
        want(s, names.p, "", o->key, "the name of an option");
        nj_key_join(&words, s->g->prefix, ".option_word.", o->key);
        for (int i = 0; o->type == NJ_OPTION_WORD && o->words[i] != NULL; i++)
            want(s, words.p, ".", o->words[i], "a value of an option");
    }
}

static void check_names(struct search *s)
{
    const struct nj_game *g = s->g;
    static const char *const about[] = {"summary", "players", "length"};
    static const char *const help[] = {"group_turn", "group_wait", "private",
                                       "out"};
    struct nj_key key;

    want(s, "word.game", ".", g->id, "the game's title");
    nj_key_join(&key, "game.", g->id, ".");
    for (size_t i = 0; i < NJ_COUNT(about); i++)
        want(s, key.p, "", about[i], "what the list of games says");
    nj_key_join(&key, g->prefix, ".", "help.");
    for (size_t i = 0; i < NJ_COUNT(help); i++)
        if (nj_game_help(g, strcmp(help[i], "private") == 0
                                ? NJ_PLACE_PRIVATE
                                : NJ_PLACE_GROUP) == NULL)
            want(s, key.p, "", help[i], "what a seat may type then and there");
    want(s, g->prefix, ".", "sheet", "the first words to a seat in private");
    for (const char *const *k = g->hints; k != NULL && *k != NULL; k++)
        want(s, *k, "", "_with_hint", "what a newcomer reads behind it");
    nj_key_join(&key, g->prefix, ".", "preset.");
    for (const struct nj_preset *p = g->presets; p->name != NULL; p++)
        want(s, key.p, "", p->name, "the name of a preset");
    nj_key_join(&key, g->prefix, ".", "edition.");
    for (int i = 0; g->editions[1] != NULL && g->editions[i] != NULL; i++)
        want(s, key.p, "", g->editions[i], "the name of an edition");
}

static void check_deeds(struct search *s)
{
    const struct nj_game *g = s->g;
    struct nj_key key;

    nj_key_join(&key, g->prefix, ".", "would.");
    for (const struct nj_power *p = g->powers; p != NULL && p->verb != NULL;
         p++)
        if (p->preview == NULL && nj_power_is_confirmed(g, p->verb))
            want(s, key.p, "", p->verb, "what a power would change");
    for (const struct nj_achievement *a = g->achievements;
         a != NULL && a->name != NULL; a++) {
        nj_key_join(&key, "word.feat.", g->prefix, ".");
        want(s, key.p, "", a->name, "its name");
        nj_key_join(&key, "word.deed.", g->prefix, ".");
        want(s, key.p, "", a->name, "what it is for");
    }
}

/* Has the language a label for the word, for its verb, or for one of the words
 * that the verb makes with what is put in behind it? */
static bool has_label(const struct search *s, const char *word)
{
    struct nj_key key;
    size_t n;

    nj_key_join(&key, s->g->prefix, ".button.", word);
    if (nj_catalog_own(s->l, key.p) != NULL)
        return true;
    nj_key_join(&key, s->g->prefix, ".button", ".");
    nj_key_add(&key, word, strcspn(word, " "));
    if (nj_catalog_own(s->l, key.p) != NULL)
        return true;
    nj_key_puts(&key, " ");
    n = strchr(word, '{') != NULL ? key.len : sizeof(key.p);
    for (uint32_t i = 0; i < s->l->n_rows && n < sizeof(key.p); i++)
        if (s->l->rows[i].text != NULL &&
            strncmp(s->l->rows[i].key, key.p, n) == 0)
            return true;
    return false;
}

/* Words are typed in English and pressed in any language. What is an argument
 * as a whole is anybody's guess. */
static void check_offers(struct search *s)
{
    struct nj_key key;

    for (const struct nj_offer *o = s->g->offers;
         o != NULL && o->key != NULL && strcmp(s->l->name, "en") != 0; o++) {
        if (o->word == NJ_OFFERS_OVER || o->word[0] == '{' ||
            has_label(s, o->word))
            continue;
        nj_key_join(&key, s->g->prefix, ".button.", o->word);
        lack(s, key.p, "the label of a button");
    }
}

enum nj_status nj_catalog_check_game(const struct nj_catalog *c,
                                     const struct nj_game *g,
                                     struct nj_err *err)
{
    struct search s = {.g = g, .st = NJ_OK, .err = err};
    const char *unsaid = nj_game_unsaid(g);

    if (unsaid != NULL)
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "the game waits for '%s', which is not in its list of "
                       "messages",
                       unsaid);
    for (uint32_t i = 0; s.st == NJ_OK && i < c->n_langs; i++) {
        s.l = &c->langs[i];
        check_names(&s);
        check_options(&s);
        check_deeds(&s);
        check_offers(&s);
        for (const struct nj_said *r = g->messages; r->key != NULL; r++)
            check_message(&s, r);
    }
    return s.st;
}
