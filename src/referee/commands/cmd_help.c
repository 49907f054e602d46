/*
 * #帮助 by place, seat and phase; #游戏, #规则, #赛况.
 */
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

/* Builds the key of a seat's help: "ln.help.group_turn". */
static const char *help_of_seat(struct nj_request *a, const struct nj_sitter *s)
{
    NJ_ASSERT(a->e->match != NULL);
    if ((nj_match_out(a->e->match) & nj_bit(s->seat)) != 0)
        return "out";
    if (!a->ev->group)
        return "private";
    return (nj_match_awaited(a->e->match) & nj_bit(s->seat)) != 0
               ? "group_turn"
               : "group_wait";
}

/* Tells what the seat may type now, by its game or by a text of it. */
static void help_seat(struct nj_request *a, const struct nj_sitter *s)
{
    const struct nj_game *g = a->e->game->game;
    const struct nj_verb *verb =
        nj_game_help(g, a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE);
    char key[64];

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    if (verb != NULL) {
        nj_answer_query(a, verb, NJ_NO_ARGS);
        return;
    }
    (void)snprintf(key, sizeof(key), "%s.help.%s", g->prefix,
                   help_of_seat(a, s));
    nj_reply(a, key, NJ_NO_ARGS);
}

static bool hosts(const struct nj_request *a)
{
    return a->e != NULL && a->e->state == NJ_MATCH_RUNNING &&
           strcmp(a->e->host, a->who->address) == 0;
}

#define HELP_LINES 7 /* UX-2.2: at most eight with the first */
#define WORD_LINES 3 /* of a word of players; a host's are all different */

/* A word of another language is explained in the reader's. */
static uint32_t same_word(struct nj_request *a, const char *word,
                          const char *lines[HELP_LINES])
{
    struct nj_command cmd;

    if (!nj_commands_parse(a->r->setup.commands, word, strlen(word),
                           NJ_COMMAND_PRIVATE,
                           a->e != NULL ? a->e->words : NULL, &cmd) ||
        cmd.n_args > 0)
        return 0;
    NJ_ASSERT(cmd.verb[0] != '\0');
    lines[0] = nj_commands_example(
        a->r->setup.commands, nj_books_lang(a->r, a->where), cmd.of, cmd.verb);
    return lines[0] != NULL ? 1 : 0;
}

/* Appends an example of the tables, with the prefix that counts here. */
static void put_line(const struct nj_request *a, const char *line,
                     struct nj_str *out)
{
    bool prefixed = line[0] == '#';

    nj_str_addf(out, "\n%s%s",
                prefixed ? nj_place_shown_prefix(a->r, a->where) : "",
                line + (prefixed ? 1 : 0));
}

/* What the match's game says of the verb of such an example: of a host's power
 * all that is to be said. NULL: nothing. */
static const char *meaning_of(struct nj_request *a, const char *line)
{
    bool host = line[0] == '%';
    struct nj_command cmd;
    char key[96];

    if (a->e == NULL ||
        !nj_commands_parse(
            a->r->setup.commands, line + host, strlen(line) - host,
            host ? NJ_COMMAND_HOST : NJ_COMMAND_PRIVATE, a->e->words, &cmd))
        return NULL;
    NJ_ASSERT(cmd.verb[0] != '\0');
    (void)snprintf(key, sizeof(key), "%s.help.of_%s", a->e->game->game->prefix,
                   cmd.verb);
    return nj_catalog_get(a->r->setup.catalog, nj_books_lang(a->r, a->where),
                          key);
}

/* The word has examples: says what it means, and them. */
static void say_word(struct nj_request *a, const char *word,
                     const char *const *lines, uint32_t n)
{
    const char *meaning = meaning_of(a, lines[0]);
    struct nj_str text = NJ_STR_INIT(2000);

    NJ_ASSERT(n > 0);
    if (meaning != NULL)
        nj_str_addf(&text, "\n%s", meaning);
    if (lines[0][0] != '%' && n > WORD_LINES)
        n = WORD_LINES;
    for (uint32_t i = 0; i < n && (meaning == NULL || lines[0][0] != '%'); i++)
        put_line(a, lines[i], &text);
    nj_reply(a, "shell.help_word",
             NJ_ARGS(nj_arg_text("word", word), nj_arg_id("examples", text.p)));
    nj_str_fini(&text);
}

void nj_help_word(struct nj_request *a, const char *word)
{
    const char *lines[HELP_LINES];
    const char *near;
    const char *game = a->e != NULL ? a->e->game->game->id : NULL;
    uint32_t n = nj_commands_examples(a->r->setup.commands,
                                      nj_books_lang(a->r, a->where), game, word,
                                      lines, HELP_LINES);

    NJ_ASSERT(n <= HELP_LINES);
    if (n == 0)
        n = same_word(a, word, lines);
    near = nj_commands_nearest(a->r->setup.commands, word, strlen(word),
                               nj_books_lang(a->r, a->where), game);
    if (n > 0)
        say_word(a, word, lines, n);
    else if (nj_rules_about(a, word)) /* a term of the game */
        return;
    else if (near != NULL)
        nj_reply(a, "shell.unknown_near", NJ_ARGS(nj_arg_id("word", near)));
    else
        nj_reply(a, "shell.help_none", NJ_ARGS(nj_arg_text("word", word)));
}

/* Before the start, with an option of this game as an example: its first
 * switch, set to what it is not. */
static void help_lobby(struct nj_request *a)
{
    const struct nj_game *g = a->e->game->game;
    struct nj_str example = NJ_STR_INIT(200);
    struct nj_format f;
    int i = 0;

    nj_tell_format(a->r, NULL, a->where, &f);
    while (g->options[i].key != NULL && g->options[i].type != NJ_OPTION_WORD)
        i++;
    if (g->options[i].key != NULL) {
        const struct nj_option *o = &g->options[i];

        NJ_ASSERT(o->hi > o->lo); /* a choice has two words at least */
        nj_str_addf(&example, "%s ", nj_table_phrase(&f, g, "option", o->key));
        nj_table_put_value(&f, g, o, o->dflt == o->lo ? o->lo + 1 : o->lo,
                           &example);
    }
    nj_reply(a, "shell.help_lobby", NJ_ARGS(nj_arg_id("option", example.p)));
    nj_str_fini(&example);
}

/* What every host has, and the look at seats, or at all of it, of games that
 * have one. */
static void help_host(struct nj_request *a)
{
    const struct nj_power *look = nj_game_power(a->e->game->game, "look");
    struct nj_arg args[2] = {nj_arg_word("look", "yes"),
                             nj_arg_word("whole", "yes")};

    NJ_ASSERT(look == NULL || look->secret);
    nj_reply(a, "shell.help_host",
             (struct nj_args){.v = args,
                              .n = (uint32_t)((look != NULL) +
                                              (look != NULL && look->whole))});
}

/* What the group's owner has switched off is said with where to switch it on. */
static void help_switches(struct nj_request *a)
{
    if (a->ev->group && nj_pushes_to(a->r, a->where) == NJ_PUSHES_NONE)
        nj_reply(a, "shell.help_answers_only", NJ_NO_ARGS);
    if (nj_hears_mentions_only(a))
        nj_reply(a, "shell.mentions_only", NJ_NO_ARGS);
}

static void help_here(struct nj_request *a)
{
    const struct nj_sitter *s = NULL;

    if (a->e != NULL && a->e->state == NJ_MATCH_RUNNING &&
        nj_live_wake(a->r, a->e))
        s = nj_sitters_of(a->e, a->who->address);
    if (s != NULL) {
        help_seat(a, s);
        return;
    }
    if (a->e != NULL && a->e->state == NJ_MATCH_LOBBY)
        help_lobby(a);
    else if (hosts(a))
        help_host(a);
    else
        nj_reply(a, a->ev->group ? "shell.help_group" : "shell.help_private",
                 NJ_NO_ARGS);
}

void nj_do_help(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "word");

    if (word != NULL) {
        nj_help_word(a, word->text);
        return;
    }
    help_here(a);
    help_switches(a);
}

/* Finds a text about a game: `<table>.<game><leaf>`. */
static const char *about(struct nj_request *a, const char *table,
                         const char *game, const char *leaf)
{
    char key[96];
    const char *text;

    NJ_ASSERT(table[0] != '\0');
    NJ_ASSERT(game[0] != '\0');
    (void)snprintf(key, sizeof(key), "%s.%s%s", table, game, leaf);
    text =
        nj_catalog_get(a->r->setup.catalog, nj_books_lang(a->r, a->where), key);
    return text != NULL ? text : "";
}

void nj_do_games(struct nj_request *a)
{
    a->e = NULL;
    for (uint32_t i = 0; i < a->r->setup.n_games; i++) {
        const char *id = a->r->setup.games[i].game->id;

        nj_reply(
            a, "shell.game_line",
            NJ_ARGS(nj_arg_id("title", about(a, "word.game", id, "")),
                    nj_arg_id("players", about(a, "game", id, ".players")),
                    nj_arg_id("length", about(a, "game", id, ".length")),
                    nj_arg_id("summary", about(a, "game", id, ".summary"))));
    }
}

/* A table answers with its card's content, a match with its own status. */
void nj_do_status(struct nj_request *a)
{
    if (a->e->state == NJ_MATCH_LOBBY)
        nj_table_card(a->r, a->e, a->where);
    else
        nj_answer_status(a);
}
