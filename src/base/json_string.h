/*
 * Private to base/json: a text while it is read, and the strings in it.
 */
#ifndef NJ_BASE_JSON_STRING_H
#define NJ_BASE_JSON_STRING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "base/json_priv.h"
#include "base/limits.h"
#include "base/status.h"

/* An object or array that is open: its place in the list. */
struct nj_json_level {
    uint32_t at;
    uint32_t last;  /* the latest that it holds; 0: none */
    uint64_t names; /* a bit for each name that stands in it; some share one */
};

/* A text, and the values as far as it has been read. It is read in a copy,
 * where each string is lent from its own place: nothing is changed there but
 * what has been read. */
struct nj_json_scanner {
    const char *text; /* as it came, for messages */
    char *copy;       /* with NULs behind it, and a byte in front */
    size_t n;
    size_t at;
    const struct nj_json_bounds *bounds;
    struct nj_err *err;
    struct nj_json_value *values;
    size_t count, room; /* how many there are, and could be */
    int depth;
    size_t repairs;
    size_t kept;    /* bytes of strings, where they are bounded */
    uint64_t seen;  /* bytes of strings, one over the other */
    bool dropping;  /* behind string_max: nothing is repaired any more */
    bool twins;     /* two names may be the same */
    char *name;     /* of the value that comes next, in an object */
    size_t text_at; /* the latest string: where its kept bytes begin */
    size_t text_n;  /* how many of them there are */
    bool escaped;   /* it has a backslash */
    struct nj_json_level open[NJ_JSON_DEPTH_MAX];
};

/* The line says where, in characters as an editor counts them. */
NJ_MUST_USE enum nj_status nj_json_complain(struct nj_json_scanner *s,
                                            enum nj_status st,
                                            const char *what);
/* Reads the string that begins at `at`; of longer ones `max` bytes and the
 * rest of a character are kept. *text: the string as it was meant, in its
 * place; text_n is its length. */
NJ_MUST_USE enum nj_status nj_json_take_string(struct nj_json_scanner *s,
                                               size_t max, char **text);

#endif
