/*
 * What people type in real life, in three languages, and what each must become:
 * phrasings.txt. To add some, write what was typed, "=>" and what it must be
 * (or let NJ_REWRITE=1 write what it is, and look at it).
 *
 *   [long-night group]       whose words count ("shell": no match), and where
 *   右。 => move path=右     the verb and its arguments
 *   右右w了 => -             talk, or nothing that is known
 *   杀 3; 绑 5 => 杀 3 | 绑 5   several orders
 *
 * In a group "#", "/" or "@me " in front is as with a prefix, "%" as a host's;
 * "\s" is a blank at an end.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/env.h"
#include "command/spoken.h"
#include "games/registry.h"
#include "kit/nj_test.h"

#define PATH NJ_SOURCE_DIR "/tests/cli/phrasings.txt"

static struct nj_env env;

static int load(void **state)
{
    struct nj_err err;

    NJ_UNUSED(state);
    return nj_env_load(&env, NULL, &err) == NJ_OK ? 0 : -1;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    return 0;
}

/* Takes off what stands in front of a command, as the shell does. */
static const char *in_front(const char *text, enum nj_command_place *place)
{
    static const struct front {
        const char *sign;
        enum nj_command_place place;
    } fronts[] = {{"#", NJ_COMMAND_PREFIXED},    {"＃", NJ_COMMAND_PREFIXED},
                  {"/", NJ_COMMAND_PREFIXED},    {"／", NJ_COMMAND_PREFIXED},
                  {"@me ", NJ_COMMAND_PREFIXED}, {"%", NJ_COMMAND_HOST},
                  {"％", NJ_COMMAND_HOST}};

    for (size_t i = 0; i < NJ_COUNT(fronts); i++) {
        size_t n = strlen(fronts[i].sign);

        if (strncmp(text, fronts[i].sign, n) != 0)
            continue;
        if (*place == NJ_COMMAND_BARE || fronts[i].place == NJ_COMMAND_HOST)
            *place = fronts[i].place;
        return text + n + strspn(text + n, " ");
    }
    return text;
}

static void print_command(const struct nj_command *cmd, struct nj_str *out)
{
    nj_str_puts(out, cmd->verb);
    for (uint32_t i = 0; i < cmd->n_args; i++) {
        const struct nj_command_arg *a = &cmd->args[i];

        if (a->number)
            nj_str_addf(out, " %s=%" PRId64, a->name, a->n);
        else if (strcmp(a->name, "words") != 0)
            nj_str_addf(out, " %s=%s", a->name, a->text);
    }
}

/* What it is to that game (NULL: to the shell alone), in words. */
static void print_meaning(const struct nj_game *g, enum nj_command_place place,
                          const char *typed, struct nj_str *out)
{
    static const char *const prefixes[] = {"#", "/", NULL};
    const char *text = in_front(typed, &place);
    const struct nj_batch_form form = {.game = g,
                                       .words = g != NULL ? g->id : NULL,
                                       .place = place,
                                       .prefixes = prefixes};
    struct nj_spoken s;

    nj_str_clear(out);
    if (!nj_spoken_read(env.commands, &form, text, strlen(text), &s)) {
        nj_str_putc(out, '-');
        return;
    }
    if (s.as != 0)
        nj_str_addf(out, "%u: ", s.as);
    if (!s.several) {
        print_command(&s.cmd, out);
        return;
    }
    for (uint32_t i = 0; i < s.batch.n; i++) {
        nj_str_puts(out, i > 0 ? " | " : "");
        nj_str_add(out, s.batch.part[i].p, s.batch.part[i].n);
    }
}

/* "\s" at either end is a blank. */
static void with_blanks(const char *p, size_t n, char out[400])
{
    size_t at = 0;

    assert_true(n < 400);
    for (size_t i = 0; i < n; i++) {
        bool blank = p[i] == '\\' && i + 1 < n && p[i + 1] == 's';

        out[at] = p[i];
        if (blank)
            out[at] = ' ';
        at++;
        i += blank;
    }
    out[at] = '\0';
}

/* "[long-night group]" */
static void begin_part(const char *line, const struct nj_game **game,
                       enum nj_command_place *place)
{
    char id[40], where[20];

    if (sscanf(line, "[%39s %19[a-z]]", id, where) != 2)
        fail_msg("%s", line);
    *game = nj_game_find(id);
    *place = where[0] == 'g' ? NJ_COMMAND_BARE : NJ_COMMAND_PRIVATE;
    if (*game == NULL && strcmp(id, "shell") != 0)
        fail_msg("no game of the name: %s", line);
}

static void each_phrasing_becomes_what_it_must(void **state)
{
    bool rewrite = getenv("NJ_REWRITE") != NULL;
    struct nj_str is = NJ_STR_INIT(2000), all = NJ_STR_INIT(60000);
    FILE *f = fopen(PATH, "r");
    enum nj_command_place place = NJ_COMMAND_BARE;
    const struct nj_game *game = NULL;
    char line[800], typed[400];
    unsigned n = 0, wrong = 0;

    NJ_UNUSED(state);
    assert_non_null(f);
    while (fgets(line, sizeof(line), f) != NULL) {
        const char *arrow = strstr(line, " =>");

        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '[')
            begin_part(line, &game, &place);
        if (arrow == NULL || line[0] == ';') {
            nj_str_addf(&all, "%s\n", line);
            continue;
        }
        with_blanks(line, (size_t)(arrow - line), typed);
        print_meaning(game, place, typed, &is);
        nj_str_addf(&all, "%.*s => %s\n", (int)(arrow - line), line, is.p);
        arrow += strlen(" =>");
        arrow += strspn(arrow, " ");
        n++;
        if (!rewrite && strcmp(arrow, is.p) != 0) {
            print_error("'%s' is\n  %s\nand must be\n  %s\n", typed, is.p,
                        arrow);
            wrong++;
        }
    }
    (void)fclose(f);
    if (rewrite) {
        assert_false(all.over);
        f = fopen(PATH, "w");
        assert_non_null(f);
        assert_true(fputs(all.p, f) >= 0 && fclose(f) == 0);
    }
    nj_str_fini(&all);
    nj_str_fini(&is);
    assert_int_equal(wrong, 0);
    assert_true(n >= 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_phrasing_becomes_what_it_must)};

    return cmocka_run_group_tests(tests, load, unload);
}
