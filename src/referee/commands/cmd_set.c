/*
 * #设置: changes an option of a table, by its key or its name in any language;
 * the edition of the game is one of them.
 */
#include <string.h>

#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "base/when.h"
#include "locale/format.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

static const struct nj_option *find_option(struct nj_referee *r,
                                           const struct nj_game *g,
                                           const char *word)
{
    NJ_ASSERT(g->options != NULL);
    for (int i = 0; g->options[i].key != NULL; i++)
        if (nj_option_free(g, i) &&
            nj_phrase_of(r, g, "option", g->options[i].key, word))
            return &g->options[i];
    return NULL;
}

/* A time of day is one of the group's zone: of an offset whatever that may be
 * later on, of a zone with a name also where summer time changes it. */
static const char *with_zone(struct nj_referee *r, struct nj_entry *e,
                             const char *word)
{
    struct nj_str text = NJ_STR_INIT(NJ_WHEN_BYTES - 1);
    struct nj_when w;

    nj_homes_fill(r, e);
    if (!nj_when_parse(word, strlen(word), NJ_ZONE_NONE, NJ_WHEN_LENGTH_MOST,
                       &w))
        return word; /* seconds, or nothing at all */
    if (w.zone_min == NJ_ZONE_NONE) {
        w.zone_min =
            nj_place_zone(r, e->homes[0], e, nj_clocks_wall_ms(r, r->now_ms));
        w.local = nj_place_named(r, e->homes[0], e) != NULL;
    }
    nj_when_print(nj_when_pack(&w), &text);
    NJ_ASSERT(text.len > 0 && !text.over);
    word = nj_arena_copy(&r->arena, text.p, text.len);
    nj_str_fini(&text);
    return word;
}

/* The value as the game knows it: a word may be typed in any language, and on
 * and off in all that people say for them. */
static const char *plain_value(struct nj_referee *r, struct nj_entry *e,
                               const struct nj_option *opt, const char *word)
{
    const struct nj_game *g = e->game->game;
    char key[128];

    if (opt->type == NJ_OPTION_MS)
        return with_zone(r, e, word);
    if (opt->type != NJ_OPTION_WORD)
        return word;
    for (int i = 0; opt->words[i] != NULL; i++) {
        (void)snprintf(key, sizeof(key), "%s.option_word.%s.%s", g->prefix,
                       opt->key, opt->words[i]);
        if (nj_phrase_is(r, key, word) ||
            nj_phrase_alike(r, "shell.switch_on", key, word) ||
            nj_phrase_alike(r, "shell.switch_off", key, word))
            return opt->words[i];
    }
    return word;
}

static void no_such_option(struct nj_request *a, const char *word)
{
    NJ_ASSERT(a->e != NULL && word != NULL);
    if (strcasecmp(word, "seed") == 0 || strcmp(word, "种子") == 0 ||
        strcmp(word, "種子") == 0) { /* LN-11: nobody chooses it */
        nj_reply(a, "shell.no_seed", NJ_NO_ARGS);
        return;
    }
    nj_reply(a, "shell.no_option", NJ_ARGS(nj_arg_text("word", word)));
}

static void told_fini(struct nj_set_told *t)
{
    nj_str_fini(&t->key);
    nj_str_fini(&t->value);
    nj_str_fini(&t->means);
}

void nj_set_refuse(struct nj_request *a, nj_set_words *words, const void *what,
                   const char *typed)
{
    struct nj_set_told t = NJ_SET_TOLD_INIT;
    struct nj_format f;

    nj_tell_format(a->r, NULL, a->where, &f);
    words(&f, a->e->game->game, what, &t);
    NJ_ASSERT(t.key.len > 0 && t.value.len > 0);
    if (typed[0] == '\0')
        nj_reply(
            a, "shell.no_value",
            NJ_ARGS(nj_arg_id("key", t.key.p), nj_arg_id("values", t.value.p)));
    else
        nj_reply(a, "shell.bad_value",
                 NJ_ARGS(nj_arg_text("word", typed), nj_arg_id("key", t.key.p),
                         nj_arg_id("values", t.value.p)));
    told_fini(&t);
}

void nj_set_homes(struct nj_request *a, nj_set_words *words, const void *what,
                  const char *as)
{
    nj_homes_fill(a->r, a->e);
    for (uint8_t i = 0; i < a->e->n_homes; i++) {
        struct nj_chat *home = a->e->homes[i];
        struct nj_set_told t = NJ_SET_TOLD_INIT;
        struct nj_format f;
        struct nj_arg args[3];

        nj_tell_format(a->r, NULL, home, &f);
        words(&f, a->e->game->game, what, &t);
        args[0] = nj_arg_id("key", t.key.p);
        args[1] = nj_arg_id("value", t.value.p);
        args[2] = nj_arg_id("means", t.means.p);
        nj_tell(a->r, home, a->e, as,
                (struct nj_args){.v = args, .n = t.explained ? 3 : 2});
        told_fini(&t);
    }
}

/* --- an option --- */

static void may_be(const struct nj_format *f, const struct nj_game *g,
                   const void *what, struct nj_set_told *t)
{
    const struct nj_option *opt = what;

    nj_str_puts(&t->key, nj_table_phrase(f, g, "option", opt->key));
    nj_settings_values(f, g, opt, &t->value);
}

struct change {
    const struct nj_game *game;
    const char *edition;
    const struct nj_options *options;
};

static void write_options(struct nj_match_row *row, void *ctx)
{
    const struct change *c = ctx;
    struct nj_str json = NJ_STR_INIT(sizeof(row->options) - 1);

    NJ_ASSERT(row->state == NJ_MATCH_LOBBY);
    (void)snprintf(row->edition, sizeof(row->edition), "%s", c->edition);
    nj_columns_options_pack(c->game, c->options, &json);
    (void)snprintf(row->options, sizeof(row->options), "%s", json.p);
    nj_str_fini(&json);
}

struct setting {
    const struct nj_options *options;
    int option;
};

static void is_now(const struct nj_format *f, const struct nj_game *g,
                   const void *what, struct nj_set_told *t)
{
    const struct setting *s = what;
    const char *key = g->options[s->option].key;

    NJ_ASSERT(s->option >= 0);
    nj_str_puts(&t->key, nj_table_phrase(f, g, "option", key));
    nj_table_put_option(f, g, s->options, s->option, &t->value);
    if (t->value.len == 0)
        nj_format_key(f, "core.list.none", NJ_NO_ARGS, &t->value);
}

static void tell_changes(struct nj_request *a, const struct nj_options *typed,
                         const struct nj_options *now, int option,
                         const char *as)
{
    const struct nj_game *g = a->e->game->game;

    for (int i = 0; g->options[i].key != NULL; i++) {
        const struct nj_option *opt = &g->options[i];
        const struct setting set = {now, i};
        bool same = opt->type == NJ_OPTION_TEXT
                        ? strcmp(typed->text[opt->hi], now->text[opt->hi]) == 0
                        : typed->v[i] == now->v[i];

        if (!same)
            nj_set_homes(a, is_now, &set, as);
        else if (i == option)
            nj_set_homes(a, is_now, &set, "shell.set");
    }
}

void nj_set_tell(struct nj_request *a, const struct nj_options *typed,
                 const struct nj_options *now, int option)
{
    tell_changes(a, typed, now, option, "shell.set_adjusted");
}

void nj_set_tell_start(struct nj_request *a, const struct nj_options *set,
                       const struct nj_options *now)
{
    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    tell_changes(a, set, now, -1, "shell.begin_adjusted");
}

/* In private there is room for one (LN-26.1). */
static bool has_room(struct nj_request *a, uint8_t most)
{
    const struct nj_chat *home = a->e != NULL ? a->e->homes[0] : a->where;

    if (home->group || most == 1)
        return true;
    return nj_deny(a, "shell.private_alone", NJ_NO_ARGS);
}

bool nj_set_fits(struct nj_request *a, const struct nj_loaded_game *game,
                 const char *edition, struct nj_options *o)
{
    const struct nj_message *no = NULL;
    struct nj_seats_range range =
        nj_options_seats(game->game, game->data, edition, o);
    uint8_t seats = range.least;

    NJ_ASSERT(range.least >= 1 && range.least <= range.most);
    if (!has_room(a, range.most))
        return false;
    /* The least first: what more people need is for the start to adjust. */
    do
        no = nj_options_check(game->game, game->data, edition, o, seats);
    while (no != NULL && seats++ < range.most);
    NJ_ASSERT(no != NULL || seats <= range.most);
    if (no != NULL) /* now rather than at the start */
        nj_reply(a, no->key, no->args);
    return no == NULL;
}

bool nj_set_take(struct nj_request *a, const char *edition,
                 struct nj_options *o)
{
    struct change c = {a->e->game->game, edition, o};

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    return nj_set_fits(a, a->e->game, edition, o) &&
           nj_books_write(a->r, a->e, write_options, &c);
}

static void change_option(struct nj_request *a, const struct nj_option *opt,
                          const char *value)
{
    int i = (int)(opt - a->e->game->game->options);
    struct nj_options o;
    struct nj_options typed;
    const struct nj_game *g = a->e->game->game;
    const char *edition = nj_table_edition(a->r, a->e);

    NJ_ASSERT(opt >= a->e->game->game->options);
    if (edition == NULL || !nj_table_options(a->r, a->e, &o))
        return;
    if (!nj_options_put(g, &o, i, plain_value(a->r, a->e, opt, value))) {
        nj_set_refuse(a, may_be, opt, value);
        return;
    }
    typed = o;
    if (nj_set_take(a, edition, &o))
        nj_set_tell(a, &typed, &o, i);
}

/* --- the edition: an option of every game that has several --- */

static bool is_edition(struct nj_referee *r, const struct nj_game *g,
                       const char *word)
{
    return nj_game_has_editions(g) && (strcasecmp(word, "edition") == 0 ||
                                       nj_phrase_is(r, "shell.edition", word));
}

/* `what` is one of its editions, or NULL: all that there are. */
static void edition_words(const struct nj_format *f, const struct nj_game *g,
                          const void *what, struct nj_set_told *t)
{
    nj_format_key(f, "shell.edition", NJ_NO_ARGS, &t->key);
    if (what != NULL)
        nj_str_puts(&t->value, nj_table_phrase(f, g, "edition", what));
    else
        nj_table_list_editions(f, g, &t->value);
}

static void change_edition(struct nj_request *a, const char *word)
{
    struct nj_options o;
    struct nj_options before;
    const struct nj_game *g = a->e->game->game;
    const char *edition = nj_phrase_edition(a->r, g, word);

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    if (edition == NULL) {
        nj_set_refuse(a, edition_words, NULL, word);
        return;
    }
    if (!nj_table_options(a->r, a->e, &o))
        return;
    before = o;
    if (!nj_set_take(a, edition, &o))
        return;
    nj_set_homes(a, edition_words, edition, "shell.set");
    nj_set_tell(a, &before, &o, -1);
}

/* Is it one of those that mean off, no or nothing? */
static bool is_off(struct nj_referee *r, const char *word)
{
    return strcmp(word, "-") == 0 ||
           nj_phrase_among(r, "shell.switch_off", word);
}

/* Names of options may have blanks: finds the one that the words begin with, the
 * longest first, and what is behind it (NULL: nothing). */
static const struct nj_option *find_typed(struct nj_request *a,
                                          const char *words, const char **value)
{
    const struct nj_game *g = a->e->game->game;

    for (size_t n = strlen(words); n > 0;) {
        const char *name = nj_arena_copy(&a->r->arena, words, n);
        const struct nj_option *opt = find_option(a->r, g, name);

        NJ_ASSERT(words[n] == ' ' || words[n] == '\0');
        if (opt != NULL) {
            *value = words[n] != '\0' ? words + n + 1 : NULL;
            return opt;
        }
        do
            n--;
        while (n > 0 && words[n] != ' ');
    }
    return NULL;
}

/* "#设置 隐匿" tells, "#设置 隐匿 回合" changes it. */
static void set_option(struct nj_request *a, const char *key, const char *value)
{
    struct nj_str words = NJ_STR_INIT(2000);
    const char *rest = NULL;
    const struct nj_option *opt;

    NJ_ASSERT(key[0] != '\0' && a->e->state == NJ_MATCH_LOBBY);
    nj_str_addf(&words, "%s%s%s", key, value != NULL ? " " : "",
                value != NULL ? value : "");
    opt = find_typed(a, words.p, &rest);
    if (opt == NULL)
        no_such_option(a, key);
    else if (rest == NULL)
        nj_settings_tell_one(a, opt);
    else if (opt->type == NJ_OPTION_TEXT && is_off(a->r, rest))
        change_option(a, opt, "");
    else
        change_option(a, opt, rest);
    nj_str_fini(&words);
}

/* Of a match that has begun, nothing changes any more. */
static void tell_fixed(struct nj_request *a, const char *key, const char *value)
{
    const char *rest = NULL;
    const struct nj_option *opt =
        value == NULL ? find_typed(a, key, &rest) : NULL;

    NJ_ASSERT(a->e->state != NJ_MATCH_LOBBY);
    if (opt != NULL && rest == NULL)
        nj_settings_tell_one(a, opt);
    else
        nj_reply(a, "shell.need_lobby", NJ_ARGS(nj_arg_id("code", a->e->code)));
}

/* A word that says all by itself (LN-28.1). False: it is none. */
static bool take_word(struct nj_request *a, const char *word)
{
    const struct nj_game *g = a->e->game->game;
    const char *value;
    int option;

    NJ_ASSERT(word[0] != '\0');
    if (nj_opening_word(a->r, g, word, &option, &value) != NULL) {
        change_option(a, &g->options[option], value);
        return true;
    }
    if (nj_phrase_preset(a->r, g, word) == NULL)
        return false;
    nj_set_preset(a, word);
    return true;
}

void nj_do_set(struct nj_request *a)
{
    const struct nj_command_arg *key = nj_command_arg(a->cmd, "key");
    const struct nj_command_arg *value = nj_command_arg(a->cmd, "value");
    const char *to = value != NULL ? value->text : NULL;

    if (key == NULL) {
        nj_settings_tell(a);
        return;
    }
    if (a->e->state != NJ_MATCH_LOBBY) {
        tell_fixed(a, key->text, to);
        return;
    }
    if (!nj_standing_may(a, "shell.not_yours") ||
        (to == NULL && take_word(a, key->text)))
        return;
    if (is_edition(a->r, a->e->game->game, key->text))
        change_edition(a, to != NULL ? to : "");
    else if (strcasecmp(key->text, "preset") == 0 ||
             nj_phrase_is(a->r, "shell.preset_key", key->text))
        nj_set_preset(a, to != NULL ? to : "");
    else
        set_option(a, key->text, to);
}
