/*
 * JSON documents: opened from a text, closed, and what was wrong with them.
 * The list of values is made by json_scan.c, they are lent by json_value.c.
 */
#include "base/json.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json_priv.h"
#include "base/json_scan.h"

struct nj_json_doc {
    struct nj_json_value *values;
    enum nj_status st; /* of the first read that failed */
    struct nj_err err;
    char room[]; /* where the texts of the values lie */
};

/* --- opening --- */

/* Of what is refused for its length nothing is kept. */
static size_t room_bytes(size_t n, const struct nj_json_bounds *bounds)
{
    return NJ_JSON_BEFORE + (n > bounds->bytes_max ? 0 : n) + NJ_JSON_BEHIND;
}

enum nj_status nj_json_open(struct nj_json_doc **doc, const char *text,
                            size_t n, const struct nj_json_bounds *bounds,
                            struct nj_err *err)
{
    struct nj_json_doc *d =
        nj_realloc(NULL, sizeof(*d) + room_bytes(n, bounds));
    enum nj_status st;

    d->values = NULL;
    d->st = NJ_OK;
    d->err.text[0] = '\0';
    st = nj_json_scan(text, n, bounds, d->room, &d->values, err);
    if (st == NJ_OK)
        *doc = d;
    else
        nj_json_close(d);
    return st;
}

void nj_json_close(struct nj_json_doc *doc)
{
    if (doc == NULL)
        return;
    free(doc->values);
    free(doc);
}

struct nj_json nj_json_root(struct nj_json_doc *doc)
{
    NJ_ASSERT(doc->values != NULL);
    return (struct nj_json){.doc = doc, .node = doc->values};
}

/* --- failures --- */

enum nj_status nj_json_status(struct nj_json_doc *doc, struct nj_err *err)
{
    NJ_ASSERT(doc->st == NJ_OK || doc->err.text[0] != '\0');
    if (doc->st != NJ_OK && err != NULL)
        *err = doc->err;
    return doc->st;
}

bool nj_json_take_failure(struct nj_json_doc *doc, struct nj_err *err)
{
    if (doc->st == NJ_OK)
        return false;
    if (err != NULL)
        *err = doc->err;
    doc->st = NJ_OK;
    doc->err.text[0] = '\0';
    return true;
}

void nj_json_fail(struct nj_json j, enum nj_status st, const char *what)
{
    struct nj_str path = NJ_STR_INIT(NJ_JSON_PATH_MAX);

    NJ_ASSERT(st != NJ_OK);
    NJ_ASSERT(what[0] != '\0');
    if (j.doc->st != NJ_OK)
        return;
    nj_json_path(j, &path);
    j.doc->st = nj_fail(&j.doc->err, st, "%s%s%s", path.p,
                        path.len == 0 ? "" : ": ", what);
    nj_str_fini(&path);
}

void nj_json_reject(struct nj_json j, const char *what)
{
    NJ_ASSERT(what[0] != '\0');
    nj_json_fail(j, NJ_ERR_BAD_INPUT, what);
}
