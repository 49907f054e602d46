/*
 * Flags and complaints of the command line.
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/utf8.h"
#include "cli/said.h"

#define LINE_BYTES 2048
#define BAD_BYTE   0xfffd

void nj_cli_clean(const char *text, struct nj_str *out)
{
    size_t n = strlen(text);

    for (size_t at = 0; at < n;) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text + at, n - at, &cp);

        if (cp == BAD_BYTE && len == 1)
            nj_str_putc(out, '?');
        else if (cp == '\n' || !nj_utf8_control(cp))
            nj_str_add(out, text + at, len);
        at += len;
    }
}

static void put(FILE *to, const char *text)
{
    struct nj_str clean = NJ_STR_INIT(strlen(text) + 1);

    nj_cli_clean(text, &clean);
    NJ_ASSERT(!clean.over);
    (void)fputs(clean.p, to);
    nj_str_fini(&clean);
}

void nj_cli_put(const char *text)
{
    put(stdout, text);
}

int nj_cli_complain(const char *fmt, ...)
{
    struct nj_str said = NJ_STR_INIT((size_t)2 * LINE_BYTES);
    char line[LINE_BYTES];
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(line, sizeof(line), fmt, ap);
    va_end(ap);
    nj_said(line, &said);
    (void)fprintf(stderr, "%snightjar: ", nj_log_priority(NJ_LOG_ERROR));
    put(stderr, said.p);
    (void)fputc('\n', stderr);
    nj_str_fini(&said);
    return NJ_EXIT_USAGE;
}

int nj_cli_failed(enum nj_status st, const struct nj_err *err)
{
    NJ_ASSERT(st != NJ_OK);
    (void)nj_cli_complain("%s", nj_err_text(err, st));
    return st == NJ_ERR_MISMATCH ? NJ_EXIT_NOT_SO : NJ_EXIT_USAGE;
}

bool nj_cli_number(const char *text, int64_t lo, int64_t hi, int64_t *out)
{
    char *end = NULL;
    long long n;

    if (strspn(text, "0123456789") == 0)
        return false;
    errno = 0;
    n = strtoll(text, &end, 10);
    if (*end != '\0' || errno != 0 || n < lo || n > hi)
        return false;
    *out = n;
    return true;
}

/* True if the word is this flag; *value is what stands behind a '='. */
static bool is_flag(const struct nj_flag *f, const char *word,
                    const char **value)
{
    size_t n = strlen(f->name);

    *value = NULL;
    if (f->letter != NULL && strcmp(word, f->letter) == 0)
        return true;
    if (strncmp(word, f->name, n) != 0)
        return false;
    if (word[n] == '=' && f->value)
        *value = word + n + 1;
    return word[n] == '\0' || *value != NULL;
}

static int take_flag(struct nj_flags *f, const char *word)
{
    int i = 0;

    while (f->table[i].name != NULL && !is_flag(&f->table[i], word, &f->value))
        i++;
    if (f->table[i].name == NULL) {
        (void)nj_cli_complain("'%s' has no option '%s'; see nightjar %s --help",
                              f->argv[0], word, f->argv[0]);
        return NJ_FLAG_BAD;
    }
    if (!f->table[i].value || f->value != NULL)
        return i;
    if (f->at == f->argc) {
        (void)nj_cli_complain("'%s' needs a value", word);
        return NJ_FLAG_BAD;
    }
    f->value = f->argv[f->at++];
    return i;
}

int nj_flags_next(struct nj_flags *f)
{
    const char *word;

    if (f->at == 0)
        f->at = 1; /* behind the subcommand */
    if (f->at < f->argc && !f->plain && strcmp(f->argv[f->at], "--") == 0) {
        f->plain = true;
        f->at++;
    }
    f->value = NULL;
    if (f->at >= f->argc)
        return NJ_FLAG_END;
    word = f->argv[f->at++];
    if (!f->plain && word[0] == '-' && word[1] != '\0')
        return take_flag(f, word);
    f->value = word;
    return NJ_FLAG_OPERAND;
}
