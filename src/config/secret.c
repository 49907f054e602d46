/*
 * Fetches secrets from the environment or from files.
 */
#include "config/secret.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
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

enum nj_status nj_secret_token(const struct nj_config_gateway *g, char *out,
                               size_t cap, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    NJ_ASSERT(cap > 0);
    if (g->token_env[0] != '\0')
        st = from_variable(g->token_env, out, cap, err);
    else if (g->token_file[0] != '\0')
        st = from_file(g->token_file, out, cap, err);
    else
        out[0] = '\0';
    if (st != NJ_OK)
        return nj_fail_in(err, st, "gateway '%s'", g->name);
    return NJ_OK;
}
