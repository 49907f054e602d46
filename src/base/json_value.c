/*
 * Values of a JSON document, lent with bounds.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "base/json_priv.h"

#define NAME_BYTES 40 /* at most so many of a name are shown */

/* --- children --- */

static struct nj_json place(struct nj_json j, const struct nj_json_value *v)
{
    return (struct nj_json){.doc = j.doc, .node = v};
}

static const struct nj_json_value *find_member(
    const struct nj_json_value *object, const char *name)
{
    const struct nj_json_value *v = nj_json_inner(object);

    while (v != NULL && !nj_json_named(v, name))
        v = nj_json_behind(v);
    return v;
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
    const struct nj_json_value *member;

    NJ_ASSERT(name[0] != '\0');
    if (j.node == NULL)
        return j;
    if (!nj_json_is_object(j)) {
        nj_json_fail(j, NJ_ERR_BAD_INPUT, "expected an object");
        return place(j, NULL);
    }
    member = find_member(j.node, name);
    if (member == NULL)
        reject_missing(j, name);
    return place(j, member);
}

struct nj_json nj_json_opt(struct nj_json j, const char *name)
{
    const struct nj_json_value *member = NULL;

    NJ_ASSERT(name[0] != '\0');
    if (nj_json_is_object(j))
        member = find_member(j.node, name);
    if (member != NULL && member->kind == NJ_JSON_NULL)
        member = NULL;
    return place(j, member);
}

struct nj_json nj_json_first(struct nj_json j)
{
    return place(j, j.node == NULL ? NULL : nj_json_inner(j.node));
}

struct nj_json nj_json_next(struct nj_json child)
{
    return place(child, child.node == NULL ? NULL : nj_json_behind(child.node));
}

const char *nj_json_name(struct nj_json child)
{
    const struct nj_json_value *v = child.node;

    return v == NULL ? NULL : v->name;
}

size_t nj_json_size(struct nj_json j)
{
    const struct nj_json_value *v = j.node;

    return v != NULL && nj_json_holds(v) ? v->members : 0;
}

/* --- kinds --- */

bool nj_json_present(struct nj_json j)
{
    return j.node != NULL;
}

static bool is(struct nj_json j, enum nj_json_kind kind)
{
    const struct nj_json_value *v = j.node;

    return v != NULL && v->kind == kind;
}

bool nj_json_is_object(struct nj_json j)
{
    return is(j, NJ_JSON_OBJECT);
}

bool nj_json_is_array(struct nj_json j)
{
    return is(j, NJ_JSON_ARRAY);
}

bool nj_json_is_string(struct nj_json j)
{
    return is(j, NJ_JSON_STRING);
}

bool nj_json_is_number(struct nj_json j)
{
    return is(j, NJ_JSON_WHOLE) || is(j, NJ_JSON_REAL) || is(j, NJ_JSON_DIGITS);
}

bool nj_json_is_bool(struct nj_json j)
{
    return is(j, NJ_JSON_TRUE) || is(j, NJ_JSON_FALSE);
}

/* --- values --- */

static const char *text_of(struct nj_json j)
{
    return ((const struct nj_json_value *)j.node)->text;
}

/* Of a number as 1e3, if it is whole: beyond that a double tells no two of
 * them apart, and it may be infinite. */
static bool whole_real(double real, int64_t *v)
{
    if (!(real >= -(double)NJ_JSON_INT_MAX) ||
        !(real <= (double)NJ_JSON_INT_MAX))
        return false;
    *v = (int64_t)real;
    return (double)*v == real;
}

bool nj_json_whole(struct nj_json j, int64_t *v)
{
    const struct nj_json_value *value = j.node;

    if (is(j, NJ_JSON_WHOLE)) {
        *v = value->whole;
        return true;
    }
    if (is(j, NJ_JSON_REAL))
        return whole_real(value->real, v);
    if (!is(j, NJ_JSON_DIGITS))
        return false;
    errno = 0;
    *v = strtoll(value->text, NULL, 10);
    return errno == 0;
}

int64_t nj_json_i64(struct nj_json j, int64_t lo, int64_t hi)
{
    int64_t v = 0;
    char what[96];

    NJ_ASSERT(lo <= hi);
    if (nj_json_whole(j, &v) && v >= lo && v <= hi)
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
    if (!nj_json_is_bool(j)) {
        nj_json_fail(j, NJ_ERR_BAD_INPUT, "expected true or false");
        return false;
    }
    return is(j, NJ_JSON_TRUE);
}

const char *nj_json_text(struct nj_json j, size_t max_bytes)
{
    char what[64];

    NJ_ASSERT(max_bytes > 0);
    if (!nj_json_is_string(j)) {
        nj_json_fail(j, NJ_ERR_BAD_INPUT, "expected a string");
        return "";
    }
    if (strlen(text_of(j)) > max_bytes) {
        (void)snprintf(what, sizeof(what), "longer than %zu bytes", max_bytes);
        nj_json_fail(j, NJ_ERR_LIMIT, what);
        return "";
    }
    return text_of(j);
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
    const char *text = NULL;
    char digits[NJ_DIGITS_MAX];
    int64_t v = 0;

    NJ_ASSERT(cap > 0);
    out[0] = '\0';
    if (is(j, NJ_JSON_DIGITS)) {
        text = fits_64_bits(text_of(j)) ? text_of(j) : NULL;
    } else if (nj_json_is_string(j)) {
        text = text_of(j);
    } else if (nj_json_whole(j, &v)) {
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
