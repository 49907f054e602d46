/*
 * Usage texts. Which flags a command has is read from its usage line, so that
 * none goes without its explanation.
 */
#include "cli/help.h"

#include <string.h>

#include "base/bug.h"
#include "cli/env.h"
#include "cli/tongue.h"
#include "games/registry.h"

#define KEY_BYTES  80
#define FLAG_BYTES 32
#define LETTERS    "abcdefghijklmnopqrstuvwxyz-"

struct page {
    FILE *to;
    struct nj_env env;
};

/* The text `help.<group><name>`, '-' read as '_'. */
static const char *text_of(const struct page *p, const char *group,
                           const char *name)
{
    char key[KEY_BYTES];
    const char *text;

    (void)snprintf(key, sizeof(key), "help.%s%s", group, name);
    for (char *at = key; *at != '\0'; at++)
        if (*at == '-')
            *at = '_';
    text = nj_catalog_get(p->env.catalog, nj_tongue(), key);
    NJ_ASSERT(text != NULL);
    return text;
}

static void open_page(struct page *p, FILE *to)
{
    struct nj_err err = {{0}};
    enum nj_status st;

    *p = (struct page){.to = to};
    st = nj_env_load_catalog(&p->env, &err); /* compiled in */
    NJ_ASSERT(st == NJ_OK);
}

void nj_help_all(FILE *to, const struct nj_cli_command *commands)
{
    struct page p;

    open_page(&p, to);
    (void)fprintf(
        to,
        "%s\n\n%s %s\n"
        "       nightjar help | --help | -h | version | --version\n\n",
        text_of(&p, "", "title"), text_of(&p, "", "usage"),
        text_of(&p, "", "word"));
    for (; commands->name != NULL; commands++)
        (void)fprintf(to, "  %-9s %s\n", commands->name,
                      text_of(&p, "command.", commands->name));
    (void)fprintf(to, "\n%s\n%s\n", text_of(&p, "", "of"),
                  text_of(&p, "", "status"));
    nj_env_fini(&p.env);
}

/* Takes the next flag off *at, "--seats" or "-c"; false: there is none. */
static bool next_flag(const char **at, char flag[FLAG_BYTES])
{
    const char *start = strchr(*at, '-');
    size_t n;

    if (start == NULL)
        return false;
    n = strspn(start, LETTERS);
    NJ_ASSERT(n < FLAG_BYTES);
    memcpy(flag, start, n);
    flag[n] = '\0';
    *at = start + n;
    return true;
}

/* Which words may stand for GAME. */
static void put_games(FILE *to)
{
    (void)fprintf(to, "  %-14s", "GAME");
    for (size_t i = 0; nj_games[i] != NULL; i++)
        (void)fprintf(to, "%s %s", i == 0 ? "" : ",", nj_games[i]->id);
    (void)fputc('\n', to);
}

void nj_help_one(FILE *to, const struct nj_cli_command *command)
{
    const char *at = command->args;
    bool games = strstr(at, "GAME") != NULL;
    char flag[FLAG_BYTES];
    struct page p;

    open_page(&p, to);
    (void)fprintf(to, "%s %s %s\n\n%s\n", text_of(&p, "", "usage"),
                  command->name, command->args,
                  text_of(&p, "command.", command->name));
    if (games || strchr(at, '-') != NULL)
        (void)fputc('\n', to);
    if (games)
        put_games(to);
    while (next_flag(&at, flag))
        (void)fprintf(to, "  %-14s %s\n", flag,
                      text_of(&p, "flag.", flag + strspn(flag, "-")));
    nj_env_fini(&p.env);
}
