/*
 * The reader of configuration files: rows of the option table applied to the
 * values of a document. What several options must agree on is in agree.c.
 */
#include "config/read.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "config/agree.h"
#include "config/check.h"

#define LINE_BYTES   600
#define ERRORS_SHOWN 50 /* a file of another program has thousands */

void nj_config_complain(struct nj_config_reader *r, const char *what)
{
    struct nj_err line;

    (void)nj_fail(&line, NJ_ERR_BAD_INPUT, "%s: %s", r->file, what);
    if (r->errors == 0)
        r->first = line;
    r->errors++;
    if (r->report != NULL && r->errors <= ERRORS_SHOWN)
        nj_str_addf(r->report, "%s\n", line.text);
}

void nj_config_complain_at(struct nj_config_reader *r, struct nj_json j,
                           const char *what)
{
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);

    nj_json_path(j, &line);
    if (line.len > 0)
        nj_str_puts(&line, ": ");
    nj_str_puts(&line, what);
    nj_config_complain(r, line.p);
    nj_str_fini(&line);
}

/* Reports what the reading of the last value found; true if it was well. */
static bool went_well(struct nj_config_reader *r)
{
    struct nj_err err;

    if (!nj_json_take_failure(r->doc, &err))
        return true;
    nj_config_complain(r, err.text);
    return false;
}

/* --- single values --- */

static void read_text(struct nj_config_reader *r,
                      const struct nj_config_option *o, struct nj_json j,
                      char *at, size_t cap)
{
    const char *text = nj_json_text(j, cap - 1);

    if (!went_well(r))
        return;
    NJ_ASSERT(strlen(text) < cap);
    if (o->lo == 1 && text[0] == '\0')
        nj_config_complain_at(r, j, "must not be empty");
    else if (o->fits != NULL && !o->fits(text))
        nj_config_complain_at(r, j, o->wants);
    else
        memcpy(at, text, strlen(text) + 1);
}

static void read_number(struct nj_config_reader *r,
                        const struct nj_config_option *o, struct nj_json j,
                        int64_t *at)
{
    int64_t v = nj_json_i64(j, o->lo, o->hi);

    if (went_well(r))
        *at = v;
}

static void read_range(struct nj_config_reader *r,
                       const struct nj_config_option *o, struct nj_json j,
                       int64_t at[2])
{
    struct nj_json low = nj_json_first(j);
    struct nj_json high = nj_json_next(low);

    if (!nj_json_is_array(j) || nj_json_size(j) != 2) {
        nj_config_complain_at(r, j, "expected a list of two whole numbers");
        return;
    }
    read_number(r, o, low, &at[0]);
    read_number(r, o, high, &at[1]);
    if (at[0] > at[1])
        nj_config_complain_at(r, j,
                              "the first must not be larger than the second");
}

static void read_choice(struct nj_config_reader *r,
                        const struct nj_config_option *o, struct nj_json j,
                        int *at)
{
    struct nj_str what = NJ_STR_INIT(LINE_BYTES);
    const char *word = nj_json_is_string(j) ? nj_json_text(j, SIZE_MAX) : "";
    bool found = false;

    nj_str_puts(&what, "expected one of");
    for (int i = 0; o->choices[i] != NULL; i++) {
        nj_str_addf(&what, "%s %s", i == 0 ? "" : ",", o->choices[i]);
        if (strcmp(o->choices[i], word) == 0) {
            *at = i;
            found = true;
        }
    }
    if (!found)
        nj_config_complain_at(r, j, what.p);
    nj_str_fini(&what);
}

static void read_owners(struct nj_config_reader *r,
                        const struct nj_config_option *o, struct nj_json j)
{
    struct nj_json item = nj_json_first(j);

    if (!nj_json_is_array(j)) {
        nj_config_complain_at(r, j, "expected a list of texts");
        return;
    }
    for (; nj_json_present(item); item = nj_json_next(item)) {
        if (r->c->owner_count == NJ_OWNERS_MAX) {
            nj_config_complain_at(r, item, "too many owners");
            return;
        }
        read_text(r, o, item, r->c->owners[r->c->owner_count], NJ_ADDRESS_MAX);
        r->c->owner_count++;
    }
}

/* What is inside a container of options is read with its own scope. */
static void read_value(struct nj_config_reader *r,
                       const struct nj_config_option *o, struct nj_json j,
                       char *base)
{
    void *at = base + o->offset;

    switch (o->type) {
    case NJ_CONFIG_TEXT:
        read_text(r, o, j, at, o->cap);
        break;
    case NJ_CONFIG_NUMBER:
        read_number(r, o, j, at);
        break;
    case NJ_CONFIG_RANGE:
        read_range(r, o, j, at);
        break;
    case NJ_CONFIG_CHOICE:
        read_choice(r, o, j, at);
        break;
    case NJ_CONFIG_TEXTS:
        read_owners(r, o, j);
        break;
    case NJ_CONFIG_GROUP:
        if (!nj_json_is_object(j))
            nj_config_complain_at(r, j, "expected an object");
        break;
    case NJ_CONFIG_LIST:
        if (!nj_json_is_array(j))
            nj_config_complain_at(r, j, "expected a list");
        break;
    }
}

/* --- objects --- */

static void complain_unknown(struct nj_config_reader *r,
                             enum nj_config_scope scope, struct nj_json j)
{
    struct nj_str what = NJ_STR_INIT(LINE_BYTES);

    nj_str_addf(&what, "unknown option; the nearest known one is '%s'",
                nj_config_option_nearest(scope, nj_json_name(j))->name);
    nj_config_complain_at(r, j, what.p);
    nj_str_fini(&what);
}

static void complain_missing(struct nj_config_reader *r, struct nj_json object,
                             const char *name)
{
    struct nj_str what = NJ_STR_INIT(LINE_BYTES);

    nj_str_addf(&what, "'%s' is missing", name);
    nj_config_complain_at(r, object, what.p);
    nj_str_fini(&what);
}

/* All options of an object, at their place below `base`. */
static void read_scope(struct nj_config_reader *r, enum nj_config_scope scope,
                       struct nj_json object, void *base)
{
    struct nj_json j = nj_json_first(object);

    if (!nj_json_is_object(object)) {
        nj_config_complain_at(r, object, "expected an object");
        return;
    }
    for (; nj_json_present(j); j = nj_json_next(j)) {
        const struct nj_config_option *o =
            nj_config_option_find(scope, nj_json_name(j));

        if (o == NULL)
            complain_unknown(r, scope, j);
        else
            read_value(r, o, j, base);
    }
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++)
        if (o->scope == scope && o->fallback == NULL &&
            !nj_json_present(nj_json_opt(object, o->name)))
            complain_missing(r, object, o->name);
}

/* --- gateways --- */

static void read_gateway(struct nj_config_reader *r, struct nj_json object)
{
    struct nj_config_gateway *g = &r->c->gateways[r->c->gateway_count++];
    struct nj_json pacing = nj_json_opt(object, "pacing");
    int errors = r->errors;

    NJ_ASSERT(g < r->c->gateways + NJ_GATEWAYS_ALL);
    memset(g, 0, sizeof(*g));
    nj_config_option_defaults(NJ_CONFIG_IN_GATEWAY, g);
    g->pacing = r->c->pacing;
    read_scope(r, NJ_CONFIG_IN_GATEWAY, object, g);
    if (nj_json_is_object(pacing))
        read_scope(r, NJ_CONFIG_IN_PACING, pacing, &g->pacing);
    nj_agree_address(r, object, g);
    if (r->errors > errors)
        return; /* what follows from a mistake would only confuse */
    nj_agree_gateway(r, object, g);
}

static void read_gateways(struct nj_config_reader *r, struct nj_json list)
{
    struct nj_json item = nj_json_first(list);

    r->c->gateway_count = 0;
    if (!nj_json_present(item)) {
        nj_config_complain_at(r, list, "at least one is needed");
        return;
    }
    for (; nj_json_present(item); item = nj_json_next(item)) {
        if (r->c->gateway_count == NJ_GATEWAYS_ALL) {
            nj_config_complain_at(r, item, "too many gateways");
            return;
        }
        read_gateway(r, item);
    }
}

/* --- the file --- */

static void read_root(struct nj_config_reader *r)
{
    struct nj_json root = nj_json_root(r->doc);
    struct nj_json pacing = nj_json_opt(root, "pacing");
    struct nj_json gateways = nj_json_opt(root, "gateways");

    read_scope(r, NJ_CONFIG_IN_ROOT, root, r->c);
    if (nj_json_is_object(pacing))
        read_scope(r, NJ_CONFIG_IN_PACING, pacing, &r->c->pacing);
    r->c->gateways[0].pacing = r->c->pacing; /* the console by default */
    if (nj_json_is_array(gateways))
        read_gateways(r, gateways);
    if (r->errors == 0)
        nj_agree_whole(r);
}

enum nj_status nj_config_read(const char *text, size_t n, const char *name,
                              struct nj_config *out, struct nj_str *report,
                              struct nj_err *err)
{
    struct nj_config *c = nj_alloc(sizeof(*c));
    struct nj_config_reader r = {.c = c, .file = name, .report = report};
    struct nj_err parse = {{0}};
    enum nj_status st = nj_json_open(&r.doc, text, n, &NJ_JSON_FILE, &parse);

    nj_config_defaults(c);
    if (st == NJ_OK)
        read_root(&r);
    else
        nj_config_complain(&r, parse.text);
    NJ_ASSERT((r.errors == 0) == (st == NJ_OK && r.first.text[0] == '\0'));
    if (r.errors == 0)
        *out = *c;
    else if (r.errors == 1)
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "%s", r.first.text);
    else
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "%s (and %d more)", r.first.text,
                     r.errors - 1);
    nj_json_close(r.doc);
    free(c);
    return st;
}
