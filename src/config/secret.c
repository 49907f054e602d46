/*
 * Fetches secrets from the environment or from files, and makes those that
 * nobody has chosen.
 */
#include "config/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libgen.h>

#include "base/bug.h"
#include "base/database.h"
#include "base/random.h"
#include "config/embed.h"

/* A token goes into a header line: visible ASCII only. */
static enum nj_status accept(const char *text, size_t n, char *out, size_t cap,
                             struct nj_err *err)
{
    if (n == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "the token is empty");
    if (n >= cap)
        return nj_fail(err, NJ_ERR_LIMIT, "the token is longer than %zu bytes",
                       cap - 1);
    for (size_t i = 0; i < n; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "the token has a character that is not visible"
                           " ASCII");
    NJ_ASSERT(n > 0 && n < cap);
    memcpy(out, text, n);
    out[n] = '\0';
    return NJ_OK;
}

static enum nj_status from_variable(const char *name, char *out, size_t cap,
                                    struct nj_err *err)
{
    const char *text = getenv(name);
    enum nj_status st;

    if (text == NULL)
        return nj_fail(err, NJ_ERR_NOT_FOUND,
                       "environment variable '%s' is not set", name);
    st = accept(text, strlen(text), out, cap, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "environment variable '%s'", name);
    return NJ_OK;
}

static enum nj_status from_file(const char *path, char *out, size_t cap,
                                struct nj_err *err)
{
    struct nj_blob file = {0};
    enum nj_status st = nj_blob_load(path, &file, err);
    size_t n = file.len;

    if (st != NJ_OK)
        return st;
    while (n > 0 && strchr(" \t\r\n", file.text[n - 1]) != NULL)
        n--;
    st = accept(file.text, n, out, cap, err);
    if (st != NJ_OK)
        st = nj_fail_in(err, st, "file '%s'", path);
    nj_wipe(file.owned, file.len);
    nj_blob_fini(&file);
    return st;
}

/* From one of two places; "" if there is neither. */
static enum nj_status fetch(const char *variable, const char *file, char *out,
                            size_t cap, struct nj_err *err)
{
    NJ_ASSERT(cap > 0);
    if (variable[0] != '\0')
        return from_variable(variable, out, cap, err);
    if (file[0] != '\0')
        return from_file(file, out, cap, err);
    out[0] = '\0';
    return NJ_OK;
}

enum nj_status nj_secret_token(const struct nj_config_gateway *g, char *out,
                               size_t cap, struct nj_err *err)
{
    enum nj_status st = fetch(g->token_env, g->token_file, out, cap, err);

    return st == NJ_OK ? NJ_OK : nj_fail_in(err, st, "gateway '%s'", g->name);
}

enum nj_status nj_secret_metrics(const struct nj_config *c, char *out,
                                 size_t cap, struct nj_err *err)
{
    enum nj_status st =
        fetch(c->metrics_token_env, c->metrics_token_file, out, cap, err);

    return st == NJ_OK ? NJ_OK : nj_fail_in(err, st, "metrics_listen");
}

/* --- made by us --- */

bool nj_secret_is_made(const struct nj_config_gateway *g)
{
    return g->listen[0] != '\0' && g->token == NJ_TOKEN_MADE &&
           g->token_env[0] == '\0' && g->token_file[0] == '\0';
}

void nj_secret_path(const struct nj_config_gateway *g, const char *database,
                    char out[NJ_SECRET_PATH_MAX])
{
    if (nj_database_is_url(database))
        database = "nightjar.db"; /* where the program runs */
    (void)snprintf(out, NJ_SECRET_PATH_MAX, "%.255s.%.8s.token", database,
                   g->name);
}

static enum nj_status cannot_keep(const char *path, struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_IO,
                   "cannot keep a token in '%s': %s; give this user the right "
                   "to write the folder, or name a 'token_file'",
                   path, strerror(errno));
}

/* The entry of the file is as lasting as the file. */
static bool sync_folder(const char *path)
{
    char copy[NJ_SECRET_PATH_MAX + 8];
    int fd;
    bool fine;

    (void)snprintf(copy, sizeof(copy), "%s", path);
    fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fine = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        (void)close(fd);
    return fine;
}

/* Under another name first: half a token would lock everybody out. */
static enum nj_status keep(const char *path, const char *text, size_t n,
                           struct nj_err *err)
{
    char half[NJ_SECRET_PATH_MAX + 8];
    bool fine;
    int fd;

    (void)snprintf(half, sizeof(half), "%s.new", path);
    (void)unlink(half); /* of a start that was cut off */
    fd = open(half, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return cannot_keep(path, err);
    fine = write(fd, text, n) == (ssize_t)n && fsync(fd) == 0;
    fine = close(fd) == 0 && fine;
    if (fine && rename(half, path) == 0 && sync_folder(path))
        return NJ_OK;
    return cannot_keep(path, err);
}

static enum nj_status draw(const char *path, struct nj_err *err)
{
    struct nj_hash chance;
    char line[NJ_HEX_BYTES];
    enum nj_status st;

    nj_random_init();
    nj_secret_draw(&chance);
    nj_hash_hex(&chance, line);
    line[sizeof(line) - 1] = '\n';
    st = keep(path, line, sizeof(line), err);
    nj_wipe(&chance, sizeof(chance));
    nj_wipe(line, sizeof(line));
    return st;
}

enum nj_status nj_secret_make(const struct nj_config_gateway *g,
                              const char *path, char *out, size_t cap,
                              bool *fresh, struct nj_err *err)
{
    enum nj_status st = NJ_OK;
    bool none = access(path, F_OK) != 0 && errno == ENOENT;

    NJ_ASSERT(nj_secret_is_made(g));
    if (none)
        st = draw(path, err);
    if (st == NJ_OK)
        st = from_file(path, out, cap, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "gateway '%s'", g->name);
    *fresh = none;
    return NJ_OK;
}
