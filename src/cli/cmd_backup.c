/*
 * nightjar backup and nightjar restore: the database of an installation, away
 * and back.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "store/store.h"

#define PATH_BYTES 4096
#define KEEP_MOST  10000

struct call {
    const char *config; /* NULL: the defaults */
    const char *file;
    int64_t keep; /* copies in a folder; 0: all of them */
};

static bool read_call(struct call *c, int argc, char **argv, bool keeps)
{
    static const struct nj_flag table[] = {
        {"--config", "-c", true}, {"--keep", NULL, true}, {0}};
    struct nj_flags f = {.argc = argc, .argv = argv, .table = table};
    int i;

    while ((i = nj_flags_next(&f)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD)
            return false;
        if (i == 0)
            c->config = f.value;
        else if (i == NJ_FLAG_OPERAND && c->file == NULL)
            c->file = f.value;
        else if (i != 1 || !keeps ||
                 !nj_cli_number(f.value, 1, KEEP_MOST, &c->keep))
            c->file = "";
    }
    if (c->file != NULL && c->file[0] != '\0')
        return true;
    (void)nj_cli_complain(
        keeps ? "usage: nightjar backup [-c FILE] [--keep N] FILE|FOLDER"
              : "usage: nightjar restore [-c FILE] FILE");
    return false;
}

/* The path of the database as the configuration has it; the caller frees. */
static enum nj_status find_database(const char *config, char **out,
                                    struct nj_err *err)
{
    struct nj_config *c = nj_alloc(sizeof(*c));
    enum nj_status st = nj_env_config(config, NULL, c, err);

    if (st == NJ_OK)
        *out = nj_strndup(c->database, strlen(c->database));
    free(c);
    return st;
}

/* --- backup --- */

#define LEAD   "nightjar-"
#define ENDING "Z.db"

/* A name that we have given: "nightjar-20261128T031500Z.db". */
static int is_ours(const struct dirent *d)
{
    static const char form[] = "nightjar-00000000T000000Z.db";
    const char *at = d->d_name;

    for (const char *f = form; *f != '\0'; f++, at++)
        if (*f == '0' ? *at < '0' || *at > '9' : *at != *f)
            return 0;
    return *at == '\0';
}

/* Names sort by time; the oldest go. */
static enum nj_status sweep(const char *folder, int64_t keep,
                            struct nj_err *err)
{
    struct dirent **names = NULL;
    int n = scandir(folder, &names, is_ours, alphasort);

    for (int i = 0; i < n; i++) {
        struct nj_str path = NJ_STR_INIT(PATH_BYTES);

        nj_str_addf(&path, "%s/%s", folder, names[i]->d_name);
        if (n - i > keep)
            (void)unlink(path.p);
        nj_str_fini(&path);
        free(names[i]);
    }
    free(names);
    return n >= 0 ? NJ_OK
                  : nj_fail(err, NJ_ERR_IO, "cannot read folder '%s'", folder);
}

static bool is_folder(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static void name_copy(const struct call *c, struct nj_str *to)
{
    struct nj_clock system = nj_clock_system();
    time_t now = (time_t)(nj_now_ms(&system) / 1000);
    struct tm tm;
    char stamp[32];

    nj_str_puts(to, c->file);
    if (!is_folder(c->file))
        return;
    (void)gmtime_r(&now, &tm);
    (void)strftime(stamp, sizeof(stamp), "%Y%m%dT%H%M%S", &tm);
    nj_str_addf(to, "/" LEAD "%s" ENDING, stamp);
}

static enum nj_status back_up(const struct call *c, const char *database,
                              struct nj_err *err)
{
    struct nj_str to = NJ_STR_INIT(PATH_BYTES);
    enum nj_status st;

    name_copy(c, &to);
    st = nj_store_backup(database, to.p, err);
    if (st == NJ_OK)
        (void)printf("%s\n", to.p);
    if (st == NJ_OK && c->keep > 0 && is_folder(c->file))
        st = sweep(c->file, c->keep, err);
    nj_str_fini(&to);
    return st;
}

int nj_cmd_backup(int argc, char **argv)
{
    struct call c = {.keep = 0};
    struct nj_err err = {{0}};
    char *database = NULL;
    enum nj_status st;

    if (!read_call(&c, argc, argv, true))
        return NJ_EXIT_USAGE;
    st = find_database(c.config, &database, &err);
    if (st == NJ_OK)
        st = back_up(&c, database, &err);
    free(database);
    return st == NJ_OK ? NJ_EXIT_WELL : nj_cli_failed(st, &err);
}

/* --- restore --- */

int nj_cmd_restore(int argc, char **argv)
{
    struct call c = {.keep = 0};
    struct nj_str kept = NJ_STR_INIT(PATH_BYTES);
    struct nj_err err = {{0}};
    char *database = NULL;
    enum nj_status st;

    if (!read_call(&c, argc, argv, false))
        return NJ_EXIT_USAGE;
    st = find_database(c.config, &database, &err);
    if (st == NJ_OK)
        st = nj_store_restore(database, c.file, &kept, &err);
    if (st == NJ_OK && kept.len > 0)
        (void)printf("%s is in the place of %s, which is now %s\n", c.file,
                     database, kept.p);
    else if (st == NJ_OK)
        (void)printf("%s is %s now\n", c.file, database);
    free(database);
    nj_str_fini(&kept);
    return st == NJ_OK ? NJ_EXIT_WELL : nj_cli_failed(st, &err);
}
