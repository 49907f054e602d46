/*
 * Private to base/json: a text while it is read, and the strings in it.
 */
#ifndef NJ_BASE_JSON_STRING_H
#define NJ_BASE_JSON_STRING_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/status.h"

enum nj_json_expect {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END,
    EXPECT_KEY,
    EXPECT_KEY_OR_END,
    EXPECT_COLON,
    EXPECT_MORE,
    EXPECT_NOTHING
};

/* A text, and the tree as far as it has been read. */
struct nj_json_scanner {
    const char *text;
    size_t n;
    size_t at;
    const struct nj_json_bounds *bounds;
    enum nj_json_expect expect;
    int depth;
    size_t values;
    size_t repairs;
    size_t kept;   /* bytes of strings, where they are bounded */
    bool dropping; /* behind string_max: nothing is repaired any more */
    struct nj_err *err;
    struct nj_arena *mem;
    cJSON *root;
    char *name;     /* of the value that comes next, in an object */
    size_t text_at; /* the latest string: where its kept bytes begin */
    size_t text_n;  /* how many of them there are */
    bool escaped;   /* it has a backslash */
    cJSON *open[NJ_JSON_DEPTH_MAX];
    cJSON *last[NJ_JSON_DEPTH_MAX]; /* the latest child of each; NULL: none */
};

/* The line says where, in characters as an editor counts them. */
NJ_MUST_USE enum nj_status nj_json_complain(struct nj_json_scanner *s,
                                            enum nj_status st,
                                            const char *what);
/* Reads the string that begins at `at`; of longer ones `max` bytes and the
 * rest of a character are kept. */
NJ_MUST_USE enum nj_status nj_json_scan_string(struct nj_json_scanner *s,
                                               size_t max);
/* The latest string as it was meant, from the scanner's memory. */
char *nj_json_take_text(struct nj_json_scanner *s);

#endif
