/*
 * Values of a JSON document, lent with bounds.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/bug.h"
#include "base/json.h"
#include "base/json_priv.h"
#include "base/json_scan.h"

#define NAME_BYTES 40 /* at most so many of a name are shown */

/* --- children --- */

static struct nj_json place(struct nj_json j, const cJSON *node)
{
    return (struct nj_json){.doc = j.doc, .node = node};
}

/* Most names differ in their first letter. */
static const cJSON *find_child(const cJSON *object, const char *name)
{
    const cJSON *c = object->child;

    while (c != NULL &&
           (c->string[0] != name[0] || strcmp(c->string, name) != 0))
        c = c->next;
    return c;
}

static void reject_missing(struct nj_json j, const char *name)
{
    struct nj_str what = NJ_STR_INIT(NAME_BYTES + 32);

    NJ_ASSERT(name[0] != '\0');
    nj_str_addf(&what, "'%.*s' is missing", nj_json_shown(name), name);
    nj_json_fail(j, NJ_ERR_NOT_FOUND, what.p);
    nj_str_fini(&what);
}

struct nj_json nj_json_get(struct nj_json j, const char *name)
{
    const cJSON *child;

    NJ_ASSERT(name[0] != '\0');
    if (j.node == NULL)
        return j;
    if (!nj_json_is_object(j)) {
        nj_json_fail(j, NJ_ERR_BAD_INPUT, "expected an object");
        return place(j, NULL);
    }
    child = find_child(j.node, name);
    if (child == NULL)
        reject_missing(j, name);
    return place(j, child);
}

struct nj_json nj_json_opt(struct nj_json j, const char *name)
{
    const cJSON *child = NULL;

    NJ_ASSERT(name[0] != '\0');
    if (nj_json_is_object(j))
        child = find_child(j.node, name);
    if (child != NULL && cJSON_IsNull(child))
        child = NULL;
    return place(j, child);
}

struct nj_json nj_json_first(struct nj_json j)
{
    const cJSON *c = j.node;

    return place(j, c == NULL ? NULL : c->child);
}

struct nj_json nj_json_next(struct nj_json child)
{
    const cJSON *c = child.node;

    return place(child, c == NULL ? NULL : c->next);
}

const char *nj_json_name(struct nj_json child)
{
    const cJSON *c = child.node;

    return c == NULL ? NULL : c->string;
}

size_t nj_json_size(struct nj_json j)
{
    return (size_t)cJSON_GetArraySize(j.node);
}

/* --- kinds --- */

bool nj_json_present(struct nj_json j)
{
    return j.node != NULL;
}

bool nj_json_is_object(struct nj_json j)
{
    return cJSON_IsObject(j.node);
}

bool nj_json_is_array(struct nj_json j)
{
    return cJSON_IsArray(j.node);
}

/* The digits of a whole number that is too long for a double, or NULL. */
static const char *long_digits(struct nj_json j)
{
    const cJSON *c = j.node;

    if (!cJSON_IsString(c) || c->valuestring[0] != NJ_JSON_DIGITS)
        return NULL;
    return c->valuestring + 1;
}

bool nj_json_is_string(struct nj_json j)
{
    return cJSON_IsString(j.node) && long_digits(j) == NULL;
}

bool nj_json_is_number(struct nj_json j)
{
    return cJSON_IsNumber(j.node) || long_digits(j) != NULL;
}

bool nj_json_is_bool(struct nj_json j)
{
    return cJSON_IsBool(j.node);
}

/* --- values --- */

/* True if the value is a whole number that fits; cJSON's own integers stop
 * at 2^31 and its doubles may be infinite. */
static bool whole(struct nj_json j, int64_t *v)
{
    const cJSON *c = j.node;
    const char *digits = long_digits(j);

    if (digits != NULL) {
        errno = 0;
        *v = strtoll(digits, NULL, 10);
        return errno == 0;
    }
    if (!cJSON_IsNumber(c) || !(c->valuedouble >= -(double)NJ_JSON_INT_MAX) ||
        !(c->valuedouble <= (double)NJ_JSON_INT_MAX))
        return false;
    *v = (int64_t)c->valuedouble;
    return (double)*v == c->valuedouble;
}

int64_t nj_json_i64(struct nj_json j, int64_t lo, int64_t hi)
{
    int64_t v = 0;
    char what[96];

    NJ_ASSERT(lo <= hi);
    if (whole(j, &v) && v >= lo && v <= hi)
        return v;
    (void)snprintf(what, sizeof(what),
                   "expected a whole number from %lld to %lld", (long long)lo,
                   (long long)hi);
    nj_json_fail(j, nj_json_is_number(j) ? NJ_ERR_RANGE : NJ_ERR_BAD_INPUT,
                 what);
    return lo;
}

bool nj_json_bool(struct nj_json j)
{
    if (!cJSON_IsBool(j.node)) {
        nj_json_fail(j, NJ_ERR_BAD_INPUT, "expected true or false");
        return false;
    }
    return cJSON_IsTrue(j.node);
}

const char *nj_json_text(struct nj_json j, size_t max_bytes)
{
    const cJSON *c = j.node;
    char what[64];

    NJ_ASSERT(max_bytes > 0);
    if (!nj_json_is_string(j)) {
        nj_json_fail(j, NJ_ERR_BAD_INPUT, "expected a string");
        return "";
    }
    if (strlen(c->valuestring) > max_bytes) {
        (void)snprintf(what, sizeof(what), "longer than %zu bytes", max_bytes);
        nj_json_fail(j, NJ_ERR_LIMIT, what);
        return "";
    }
    return c->valuestring;
}

/* 64 bits with or without sign: ids above 2^63 exist. */
static bool fits_64_bits(const char *digits)
{
    NJ_ASSERT(digits[0] != '\0');
    errno = 0;
    if (digits[0] == '-')
        (void)strtoll(digits, NULL, 10);
    else
        (void)strtoull(digits, NULL, 10);
    return errno == 0;
}

void nj_json_id(struct nj_json j, char *out, size_t cap)
{
    const char *text = long_digits(j);
    char digits[NJ_DIGITS_MAX];
    int64_t v = 0;

    NJ_ASSERT(cap > 0);
    out[0] = '\0';
    if (text != NULL) {
        if (!fits_64_bits(text))
            text = NULL;
    } else if (nj_json_is_string(j)) {
        text = ((const cJSON *)j.node)->valuestring;
    } else if (whole(j, &v)) {
        text = nj_str_digits(digits, v);
    }
    if (text == NULL || text[0] == '\0') {
        nj_json_fail(j, NJ_ERR_BAD_INPUT, "expected an id");
        return;
    }
    if (strlen(text) >= cap) {
        nj_json_fail(j, NJ_ERR_LIMIT, "an id that is too long");
        return;
    }
    memcpy(out, text, strlen(text) + 1);
}
