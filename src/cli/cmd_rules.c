/*
 * nightjar rules: what a player may read, whole, by clause or by word.
 */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "config/embed.h"
#include "games/registry.h"

#define HEADING "## "

/* A section: its heading line and what follows, up to the next heading. */
struct section {
    const char *begin;
    size_t n;
};

static const char *next_heading(const char *text)
{
    const char *p = strstr(text, "\n" HEADING);

    return p == NULL ? text + strlen(text) : p + 1;
}

/* Texts are UTF-8: only ASCII letters have a case that counts here. */
static int lower(char c)
{
    unsigned char u = (unsigned char)c;

    return u >= 'A' && u <= 'Z' ? u + ('a' - 'A') : u;
}

static bool same_word(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lower(a[i]) != lower(b[i]))
            return false;
    return true;
}

/* "LN-4.2", or "4.2" for short. */
static bool has_clause(struct section s, const char *want)
{
    const char *id = s.begin + strlen(HEADING);
    size_t n = strcspn(id, " \n");
    size_t len = strlen(want);

    return n >= len && same_word(id + n - len, want, len) &&
           (n == len || id[n - len - 1] == '-');
}

static bool has_word(struct section s, const char *want)
{
    size_t len = strlen(want);

    for (size_t i = 0; i + len <= s.n; i++)
        if (same_word(s.begin + i, want, len))
            return true;
    return false;
}

/* "2.1" and "LN-2.1" name a clause; they are not looked for in texts, where
 * "2.1" would be found in "2.10". */
static bool is_number(const char *want)
{
    const char *last = strrchr(want, '-');
    const char *id = last != NULL ? last + 1 : want;

    return strchr(id, '.') != NULL && id[strspn(id, "0123456789.")] == '\0';
}

static uint32_t print_if(const char *text, const char *want,
                         bool (*has)(struct section s, const char *want))
{
    const char *p = next_heading(text);
    uint32_t found = 0;

    while (*p != '\0') {
        const char *end = next_heading(p);
        struct section s = {p, (size_t)(end - p)};

        if (has(s, want)) {
            (void)fwrite(s.begin, 1, s.n, stdout);
            found++;
        }
        p = end;
    }
    return found;
}

static int print_rules(const char *text, const char *want)
{
    if (want == NULL) {
        (void)fputs(text, stdout);
        return NJ_EXIT_WELL;
    }
    if (print_if(text, want, has_clause) > 0 ||
        (!is_number(want) && print_if(text, want, has_word) > 0))
        return NJ_EXIT_WELL;
    (void)nj_cli_complain("nothing about '%s' in these rules", want);
    return NJ_EXIT_NOT_SO;
}

static int run(const char *game, const char *want, const char *lang)
{
    struct nj_str name = NJ_STR_INIT(300);
    struct nj_blob blob = {0};
    struct nj_err err = {{0}};
    int status = NJ_EXIT_USAGE;

    if (nj_game_find(game) == NULL)
        return nj_cli_complain("no game '%s'", game);
    nj_str_addf(&name, "locales/rules/%s/%s.md", game, lang);
    if (name.over || strchr(lang, '/') != NULL || strstr(lang, "..") != NULL ||
        nj_embed_read(NULL, name.p, &blob, &err) != NJ_OK)
        (void)nj_cli_complain("no rules of '%s' in '%s'", game, lang);
    else
        status = print_rules(blob.text, want);
    nj_blob_fini(&blob);
    nj_str_fini(&name);
    return status;
}

int nj_cmd_rules(int argc, char **argv)
{
    static const struct nj_flag table[] = {{"--lang", NULL, true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *operand[2] = {NULL, NULL};
    const char *lang = NJ_ENV_LANG;
    int n = 0, i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD)
            return NJ_EXIT_USAGE;
        if (i >= 0)
            lang = flags.value;
        else if (n < 2)
            operand[n++] = flags.value;
        else
            n = 3;
    }
    if (n < 1 || n > 2)
        return nj_cli_complain(
            "usage: nightjar rules GAME [CLAUSE|WORD] [--lang L]");
    return run(operand[0], operand[1], lang);
}
