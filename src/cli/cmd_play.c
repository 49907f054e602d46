/*
 * nightjar play: a match in this terminal against computer players.
 *
 * The same program as `serve`, on a database of its own that is gone
 * afterwards: a few lines typed on the player's behalf open the table, seat
 * everybody and begin. At the end the match file is written.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/cli.h"
#include "cli/program.h"
#include "cli/setup.h"
#include "cli/tongue.h"
#include "gateway/console/console.h"
#include "locale/format.h"
#include "referee/play/archive.h"

#define SETS_MAX  32
#define LINES_MAX (SETS_MAX + 4)

enum {
    FLAG_SEATS,
    FLAG_SET,
    FLAG_SEED,
    FLAG_LANG
};

static const struct nj_flag flags[] = {
    {"--seats", NULL, true},
    {"--set", NULL, true},
    {"--seed", NULL, true},
    {"--lang", NULL, true},
    {0},
};

struct play {
    const char *game, *lang;
    int64_t seats; /* 0: as many as suit the game */
    const char *sets[SETS_MAX];
    uint32_t n_sets;
    struct nj_hash seed;
    enum nj_rng_kind rng;
    bool seeded;
    char dir[64], path[96]; /* of the database */
    char lines[LINES_MAX][200];
    uint32_t n_lines, typed;
    struct nj_gateway *terminal; /* lent by the program */
    bool released;
    struct nj_program program;
};

/* --- flags --- */

static bool take_flag(struct play *p, int flag, const char *value)
{
    struct nj_err err = {{0}};

    if (flag == FLAG_LANG) {
        p->lang = value;
    } else if (flag == FLAG_SEATS) {
        if (!nj_cli_number(value, 1, NJ_SEATS_MAX, &p->seats)) {
            (void)nj_cli_complain("--seats takes a number, not '%s'", value);
            return false;
        }
    } else if (flag == FLAG_SEED) {
        if (nj_setup_seed(value, &p->rng, &p->seed, &err) != NJ_OK) {
            (void)nj_cli_complain("%s", err.text);
            return false;
        }
        p->seeded = true;
    } else if (p->n_sets == SETS_MAX) {
        (void)nj_cli_complain("more than %d --set", SETS_MAX);
        return false;
    } else {
        p->sets[p->n_sets++] = value;
    }
    return true;
}

static bool read_flags(struct play *p, int argc, char **argv)
{
    struct nj_flags f = {.argc = argc, .argv = argv, .table = flags};
    int i;

    while ((i = nj_flags_next(&f)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD)
            return false;
        if (i == NJ_FLAG_OPERAND && p->game == NULL)
            p->game = f.value;
        else if (i == NJ_FLAG_OPERAND) {
            (void)nj_cli_complain("one game only, not '%s' too", f.value);
            return false;
        } else if (!take_flag(p, i, f.value)) {
            return false;
        }
    }
    if (p->game == NULL)
        (void)nj_cli_complain("which game? For example: nightjar play "
                              "long-night");
    return p->game != NULL;
}

/* --- what is typed on the player's behalf --- */

static void add_line(struct play *p, const char *word, const char *rest)
{
    (void)snprintf(p->lines[p->n_lines++], sizeof(p->lines[0]), "#%.8s %.180s",
                   word, rest);
}

static bool has_preset(const struct nj_game *g, const char *name)
{
    for (uint32_t i = 0; g->presets[i].name != NULL; i++)
        if (strcmp(g->presets[i].name, name) == 0)
            return true;
    return false;
}

static bool write_lines(struct play *p, const struct nj_game *g)
{
    int64_t seats = p->seats != 0      ? p->seats
                    : g->seats_max < 4 ? g->seats_max
                    : g->seats_min > 4 ? g->seats_min
                                       : 4;
    char text[160];

    if (seats < g->seats_min || seats > g->seats_max) {
        (void)nj_cli_complain("%s is for %d to %d seats", g->id, g->seats_min,
                              g->seats_max);
        return false;
    }
    (void)snprintf(text, sizeof(text), "%s%s", g->id,
                   has_preset(g, "solo") ? " solo" : "");
    add_line(p, "new", text);
    for (uint32_t i = 0; i < p->n_sets; i++) {
        struct nj_options o;
        const char *edition = NULL; /* the table will find it, too */
        struct nj_err err = {{0}};

        nj_options_default(g, &o);
        if (nj_setup_set(g, p->sets[i], &o, &edition, &err) != NJ_OK) {
            (void)nj_cli_complain("%s", err.text);
            return false;
        }
        add_line(p, "set", p->sets[i]);
    }
    add_line(p, "join", "");
    (void)snprintf(text, sizeof(text), "%d", (int)seats - 1);
    if (seats > 1)
        add_line(p, "bots", text);
    add_line(p, "begin", "");
    return true;
}

static void type_line(struct play *p)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);
    const char *line = p->lines[p->typed++];

    e->group = true;
    e->role = NJ_ROLE_OWNER;
    nj_address_group(e->chat, "tty", "1");
    nj_address_user(e->user, "tty", "you");
    (void)snprintf(e->name, sizeof(e->name), "you");
    (void)snprintf(e->id, sizeof(e->id), "play-%u", p->typed);
    nj_event_set_text(e, line, strlen(line));
    nj_inbox_push(p->program.inbox, e);
}

/* Called before each turn: types the next line once all has been said, lets the
 * player type when the match has begun (a pipe would speak to an empty table),
 * and ends when it has left the books and its last words are out. */
static bool next(void *ctx)
{
    struct play *p = ctx;

    if (nj_referee_queued(p->program.referee) > 0)
        return false;
    if (p->typed < p->n_lines) {
        type_line(p);
        return false;
    }
    if (!p->released)
        nj_console_release(p->terminal);
    p->released = true;
    return nj_referee_open(p->program.referee) == 0;
}

/* --- guidance --- */

static void print_text(struct play *p, const char *key, struct nj_args args)
{
    struct nj_format f = {.catalog = p->program.env.catalog,
                          .lang = p->program.setup.lang};
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);

    nj_format_key(&f, key, args, &text);
    (void)printf("%s\n\n", text.p);
    (void)fflush(stdout);
    nj_str_fini(&text);
}

/* --- the match file --- */

static enum nj_status put(void *ctx, const char *text, size_t n,
                          struct nj_err *err)
{
    if (fwrite(text, 1, n, ctx) == n)
        return NJ_OK;
    return nj_fail(err, NJ_ERR_IO, "cannot write the match file");
}

static enum nj_status save(struct play *p, const struct nj_loaded_game *game,
                           struct nj_err *err)
{
    struct nj_match_row row;
    char name[32];
    FILE *file;
    enum nj_status st;

    if (!nj_match_latest(p->program.store, "tty:g:1", &row))
        return nj_store_status(p->program.store, err);
    if (row.state != NJ_MATCH_OVER)
        return NJ_OK; /* broken off: there is nothing to prove */
    (void)snprintf(name, sizeof(name), "nightjar-%s.jsonl", row.code);
    file = fopen(name, "we");
    if (file == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot write \"%s\" here", name);
    st = nj_match_file_write(p->program.store, &row, game, put, file, err);
    if (fclose(file) != 0 && st == NJ_OK)
        st = nj_fail(err, NJ_ERR_IO, "cannot write \"%s\"", name);
    if (st == NJ_OK)
        print_text(p, p->seeded ? "play.saved_seed" : "play.saved",
                   NJ_ARGS(nj_arg_id("file", name)));
    return st;
}

/* --- the parts --- */

static bool make_folder(struct play *p)
{
    const char *tmp = getenv("TMPDIR");

    (void)snprintf(p->dir, sizeof(p->dir), "%.40s/nightjar-XXXXXX",
                   tmp != NULL ? tmp : "/tmp");
    if (mkdtemp(p->dir) == NULL) {
        (void)nj_cli_complain("cannot make a folder in \"%.40s\"",
                              tmp != NULL ? tmp : "/tmp");
        return false;
    }
    (void)snprintf(p->path, sizeof(p->path), "%s/play.db", p->dir);
    return true;
}

static void remove_folder(const struct play *p)
{
    nj_store_remove(p->path);
    (void)rmdir(p->dir);
}

/* No word of the game is meant for the group. */
static bool is_private(const struct nj_game *g)
{
    const struct nj_verb *v = g->verbs;

    while (v->name != NULL && !v->bare && v->channel != NJ_CHANNEL_GROUP)
        v++;
    return v->name == NULL;
}

static enum nj_status add_terminal(struct play *p, const struct nj_game *game,
                                   struct nj_err *err)
{
    const struct nj_catalog *texts = p->program.env.catalog;
    const char *lang = p->lang != NULL ? p->lang : p->program.setup.lang;
    struct nj_console_options o = {
        .name = "tty",
        .user = "you",
        .group = nj_catalog_get(texts, lang, "play.group"),
        .you = nj_catalog_get(texts, lang, "play.you"),
        .addressed = true,
        .aside = is_private(game),
        .held = true,
        .in = 0,
        .out = stdout};
    enum nj_status st =
        nj_console_create(&o, 0, p->program.inbox, &p->terminal, err);

    if (st != NJ_OK)
        return st;
    nj_program_add(&p->program, p->terminal);
    p->program.setup.private_proved = true;
    p->program.setup.pace = (struct nj_pace){0};
    p->program.setup.lang = p->lang != NULL ? p->lang : nj_tongue_of_games();
    if (p->seeded) {
        p->program.setup.seed = &p->seed;
        p->program.setup.seed_rng = p->rng;
    }
    return NJ_OK;
}

static enum nj_status play(struct play *p, struct nj_err *err)
{
    const struct nj_loaded_game *game = NULL;
    enum nj_status st = nj_env_game(&p->program.env, p->game, &game, err);

    if (st != NJ_OK)
        return st;
    if (p->lang != NULL && !nj_catalog_has(p->program.env.catalog, p->lang))
        return nj_fail(err, NJ_ERR_NOT_FOUND,
                       "no language '%s'; there are zh-CN, zh-TW and en",
                       p->lang);
    if (!write_lines(p, game->game))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "see nightjar play --help");
    st = add_terminal(p, game->game, err);
    if (st != NJ_OK)
        return st;
    nj_log_set_level(NJ_LOG_ERROR); /* the terminal is for the match */
    print_text(p, "play.intro", NJ_ARGS(nj_arg_word("game", game->game->id)));
    st = nj_program_start(&p->program, err);
    if (st == NJ_OK)
        st = nj_program_run(&p->program, next, p, err);
    return st == NJ_OK ? save(p, game, err) : st;
}

int nj_cmd_play(int argc, char **argv)
{
    struct play *p = nj_alloc(sizeof(*p));
    struct nj_err err = {{0}};
    enum nj_status st = NJ_ERR_BAD_INPUT;
    int status = NJ_EXIT_USAGE;

    if (read_flags(p, argc, argv) && make_folder(p)) {
        st = nj_program_open(&p->program, NULL, NULL, p->path, false, &err);
        if (st == NJ_OK) {
            st = play(p, &err);
            nj_program_close(&p->program);
        }
        status = st == NJ_OK ? NJ_EXIT_WELL : nj_cli_failed(st, &err);
        remove_folder(p);
    }
    free(p);
    return status;
}
