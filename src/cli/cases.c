/*
 * Worked examples: the record is run, and whoever watches writes down what he
 * sees in the words of the reader.
 */
#include "cli/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/limits.h"
#include "cli/env.h"
#include "cli/scenario_game.h"
#include "config/embed.h"
#include "locale/format.h"
#include "locale/rules.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/play/play.h"
#include "render/board.h"

#define LINE_BYTES 16384 /* of one message, a board included */

/* --- the files --- */

struct files {
    char game[32];
    struct nj_str text; /* all of the game's */
    const char *data_dir;
};
static struct files files[NJ_ENV_GAMES_MAX];
static uint32_t n_files;

static enum nj_status add_file(void *ctx, const char *name, struct nj_err *err)
{
    struct files *f = ctx;
    struct nj_blob blob = {0};
    enum nj_status st = nj_embed_read(f->data_dir, name, &blob, err);

    if (st == NJ_OK) {
        nj_str_add(&f->text, blob.text, blob.len);
        nj_str_puts(&f->text, "\n\n");
    }
    nj_blob_fini(&blob);
    return st;
}

/* All records of a game, or NULL. Folders write `_` for the `-` of its id. */
static const char *text_of(const struct nj_env *env, const char *game)
{
    struct nj_err err = {{0}};
    struct files *f;
    char prefix[64];

    for (uint32_t i = 0; i < n_files; i++)
        if (strcmp(files[i].game, game) == 0)
            return files[i].text.p;
    NJ_ASSERT(n_files < NJ_COUNT(files)); /* one for each game */
    f = &files[n_files];
    f->text = (struct nj_str)NJ_STR_INIT(NJ_FILE_MAX);
    f->data_dir = env->data_dir;
    (void)snprintf(f->game, sizeof(f->game), "%s", game);
    (void)snprintf(prefix, sizeof(prefix), "tests/scenarios/%s/", game);
    for (char *q = prefix + strlen("tests/scenarios/"); *q != '\0'; q++)
        if (*q == '-')
            *q = '_';
    if (nj_embed_each(prefix, ".txt", add_file, f, &err) != NJ_OK) {
        nj_str_fini(&f->text);
        return NULL;
    }
    n_files++;
    return f->text.p;
}

void nj_cases_free(void)
{
    while (n_files > 0)
        nj_str_fini(&files[--n_files].text);
}

/* --- which of them --- */

/* A record goes from its head line to the blank one. */
struct record {
    const char *p;
    size_t n;
};

/* Counts the bytes before one of the stops, and looks no further, as strcspn()
 * may under a sanitizer: what follows is a whole file. */
static size_t until(const char *p, const char *stops)
{
    size_t n = 0;

    while (p[n] != '\0' && strchr(stops, p[n]) == NULL)
        n++;
    return n;
}

static bool next_record(const char **at, struct record *out)
{
    const char *p = *at;
    size_t n = 0;

    while (*p == '\n')
        p++;
    if (*p == '\0')
        return false;
    do /* line by line */
        n += until(p + n, "\n") + 1;
    while (p[n - 1] != '\0' && p[n] != '\n' && p[n] != '\0');
    out->p = p;
    out->n = n - 1;
    *at = p + out->n;
    return true;
}

/* Where "S-003 LN-4.3 LN-7.1 | ..." cites the clause, from 1; 0: nowhere. */
static uint32_t cites(const struct record *rec, const char *clause)
{
    size_t head = until(rec->p, "\n|");
    const char *p = rec->p + until(rec->p, " \n");

    if (head >= rec->n || rec->p[head] != '|')
        return 0;
    for (uint32_t at = 1; p < rec->p + head; at++) {
        size_t n;

        while (*p == ' ' || *p == ',')
            p++;
        n = until(p, " ,|\n");
        if (n > 0 && nj_rules_is_clause(p, n, clause))
            return at;
        p += n > 0 ? n : 1;
    }
    return 0;
}

/* Finds the nth record that shows the clause: first those that are about it,
 * then those that cite it too. Returns how many there are. */
static uint32_t find(const char *text, const char *clause, uint32_t nth,
                     struct record *out)
{
    struct record rec;
    uint32_t n = 0;

    for (int first = 1; first >= 0; first--) {
        const char *at = text;

        while (next_record(&at, &rec)) {
            uint32_t where = cites(&rec, clause);

            if (where != 0 && (where == 1) == (first == 1) && ++n <= nth)
                *out = rec;
        }
    }
    return n;
}

/* --- telling --- */

struct telling {
    const struct nj_env *env;
    const struct nj_loaded_game *game;
    struct nj_format format;
    struct nj_arena *arena;
    struct nj_str *out;
    char letters[NJ_SEATS_MAX + 1]; /* that seats are called by; "": none */
};

static void put_text(struct telling *t, const char *key, struct nj_args args)
{
    nj_str_puts(t->out, t->out->len > 0 ? "\n" : "");
    nj_format_key(&t->format, key, args, t->out);
}

/* For whom it was, where that was not everybody, and what was said. */
static void put_message(struct telling *t, const struct nj_message *m)
{
    struct nj_str said = NJ_STR_INIT(LINE_BYTES);
    nj_seat seats[NJ_SEATS_MAX];
    uint32_t n = 0;

    nj_format_message(&t->format, m, &said);
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        if (m->to.to == NJ_TO_SEATS && nj_seat_in(m->to.seats, k))
            seats[n++] = k;
    if (said.len > 0) {
        if (m->to.to == NJ_TO_ALL)
            nj_str_puts(t->out, t->out->len > 0 ? "\n" : "");
        else if (n > 0)
            put_text(t, "shell.replay_seats",
                     NJ_ARGS(nj_arg_seats("seats", seats, n)));
        else
            put_text(t, "shell.case_host", NJ_NO_ARGS);
        nj_str_puts(t->out, said.p);
    }
    nj_str_fini(&said);
}

/* What is set otherwise than by default. */
static void put_options(struct telling *t, const struct nj_options *o)
{
    const struct nj_game *g = t->game->game;
    struct nj_str list = NJ_STR_INIT(2000);

    for (int i = 0; g->options[i].key != NULL; i++) {
        if (!nj_options_off_default(g, o, i))
            continue;
        nj_str_addf(
            &list, "%s%s ", list.len > 0 ? ", " : "",
            nj_table_phrase(&t->format, g, "option", g->options[i].key));
        nj_table_put_option(&t->format, g, o, i, &list);
    }
    if (list.len > 0)
        put_text(t, "shell.case_options",
                 NJ_ARGS(nj_arg_id("options", list.p)));
    nj_str_fini(&list);
}

/* The board, or where the game shows none, how things stand. */
static void begins(void *ctx, const struct nj_match *m,
                   const struct nj_options *options)
{
    struct telling *t = ctx;
    struct nj_query q = {.asker = NJ_SEAT_NONE,
                         .place = NJ_PLACE_GROUP,
                         .verb = "status",
                         .args = NJ_NO_ARGS,
                         .arena = t->arena};
    const struct nj_verb *status = nj_game_verb(t->game->game, "status");

    put_options(t, options);
    if (m == NULL)
        return;
    if (t->game->game->exhibit != NULL)
        nj_match_exhibit(m, &q);
    else if (status != NULL && status->query != NULL && status->bystander)
        nj_match_query(m, &q);
    for (struct nj_message *x = q.answers; x != NULL; x = x->next) {
        x->to = nj_to_all();
        put_message(t, x);
        if (t->game->game->exhibit == NULL)
            continue;
        nj_str_puts(t->out, "\n");
        nj_board_text(t->game->game, x, &t->format, t->out);
    }
}

/* The seat, from 1, of "11" or of the letter that it is called by. */
static int64_t seat_of(const struct telling *t, const char *who)
{
    const char *letter = strchr(t->letters, who[0]);

    return letter != NULL ? letter - t->letters + 1 : strtol(who, NULL, 10);
}

/* "1G text", "AP text", "T", "T name", "H text", "C". */
static void types(void *ctx, const char *line)
{
    struct telling *t = ctx;
    size_t who = strcspn(line, " ");
    const char *words = line + who + strspn(line + who, " ");
    bool whispers = who > 1 && line[who - 1] == 'P';

    if (who > 1)
        put_text(t, whispers ? "shell.case_whisper" : "shell.case_say",
                 NJ_ARGS(nj_arg_int("seat", seat_of(t, line)),
                         nj_arg_text("text", words)));
    else if (line[0] == 'H')
        put_text(t, "shell.case_power",
                 NJ_ARGS(nj_arg_text("text", words + (words[0] == '%'))));
    else
        put_text(t, line[0] == 'C' ? "shell.case_computer" : "shell.case_time",
                 NJ_NO_ARGS);
}

/* What nobody saw is left out, and so is how far a line of several orders got,
 * of which a record has not all that a chat is told. */
static void hears(void *ctx, const struct nj_message *m)
{
    static const char several[] = "shell.batch_";
    struct telling *t = ctx;

    if (m->to.to != NJ_TO_RECORD &&
        strncmp(m->key, several, strlen(several)) != 0)
        put_message(t, m);
}

/* Reads "seats SAC"; "seats 4" calls nobody by a letter. */
static void read_letters(struct telling *t, const struct nj_scenario *s)
{
    static const char word[] = "seats ";

    for (uint32_t i = 0; i < s->n_given; i++)
        if (strncmp(s->given[i], word, strlen(word)) == 0 &&
            strpbrk(s->given[i], "0123456789") == NULL)
            (void)snprintf(t->letters, sizeof(t->letters), "%s",
                           s->given[i] + strlen(word));
}

/* False: the file is an owner's and something is wrong with it. */
static bool tell(struct telling *t, const struct record *rec)
{
    const struct nj_scenario_witness witness = {begins, types, hears, t};
    const struct nj_scenario_world world = {t->game, t->env->commands,
                                            &witness};
    struct nj_scenario_file f;
    struct nj_scenario_actual actual;
    struct nj_err err = {{0}};
    enum nj_status st = nj_scenario_file_read("case", rec->p, rec->n, &f, &err);

    if (st != NJ_OK)
        return false;
    NJ_ASSERT(f.n_records == 1);
    read_letters(t, &f.records[0]);
    st = nj_scenario_game_run(&f, &f.records[0], &world, t->arena, &actual,
                              &err);
    nj_scenario_file_fini(&f);
    return st == NJ_OK;
}

uint32_t nj_cases_tell(void *ctx, const char *game, const char *clause,
                       const char *lang, uint32_t nth, struct nj_str *out)
{
    const struct nj_env *env = ctx;
    const char *text = text_of(env, game);
    const struct nj_loaded_game *loaded = NULL;
    struct nj_err err = {{0}};
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct record rec;
    uint32_t n = text != NULL ? find(text, clause, nth, &rec) : 0;

    NJ_ASSERT(nth >= 1);
    if (n > 0 && nj_env_game(env, game, &loaded, &err) == NJ_OK) {
        struct telling t = {.env = env,
                            .game = loaded,
                            .format = {.catalog = env->catalog, .lang = lang},
                            .arena = &arena,
                            .out = out};

        if (!tell(&t, &rec))
            n = 0;
    }
    nj_arena_fini(&arena);
    return n;
}
