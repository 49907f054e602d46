/*
 * Joins rows into few PCRE2 patterns and matches them within limits.
 */
#include "command/patterns.h"

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"

#define JOINED_MAX (1u << 20) /* bytes of a joined pattern */
#define MATCH_MAX  100000u    /* steps of one match */
#define DEPTH_MAX  2000u
#define HEAP_KIB   4096u

#define OPTIONS                                                     \
 (PCRE2_UTF | PCRE2_DUPNAMES | PCRE2_ANCHORED | PCRE2_ENDANCHORED | \
  PCRE2_NEVER_BACKSLASH_C)

/* PCRE2 addresses 64 KiB of compiled code. Rows that have no more than this
 * between them, each compiled alone with a head of its own, fit when joined. */
#define BLOCK_BYTES 48000u

/* Row and the number of captures before it in its block. */
struct slot {
    struct nj_pattern_row row;
    uint32_t before;
};

/* Rows that are joined; compiled by the first text that comes to it. */
struct block {
    uint32_t first, n; /* of the slots */
    pcre2_code *code;  /* NULL: not yet */
    pcre2_match_data *data;
};

struct nj_pattern {
    struct slot *slots;
    struct block *blocks;
    pcre2_match_context *limits;
    uint32_t n, n_blocks;
};

static pcre2_code *compile(const char *text, size_t n, struct nj_err *err)
{
    int code = 0;
    PCRE2_SIZE at = 0;
    PCRE2_UCHAR reason[160] = {0};
    pcre2_code *re =
        pcre2_compile((PCRE2_SPTR)text, n, OPTIONS, &code, &at, NULL);

    if (re != NULL)
        return re;
    (void)pcre2_get_error_message(code, reason, sizeof(reason));
    (void)nj_fail(err, NJ_ERR_BAD_INPUT, "pattern offset %zu: %s", at,
                  (const char *)reason);
    return NULL;
}

static uint32_t info(const pcre2_code *re, uint32_t what)
{
    uint32_t value = 0;

    NJ_ASSERT(pcre2_pattern_info(re, what, &value) == 0);
    return value;
}

/* Entries of the name table are two bytes of number, then the name. */
static void read_names(const pcre2_code *re, struct nj_arena *a,
                       struct nj_pattern_shape *out)
{
    uint32_t size = info(re, PCRE2_INFO_NAMEENTRYSIZE);
    PCRE2_SPTR entry = NULL;

    NJ_ASSERT(pcre2_pattern_info(re, PCRE2_INFO_NAMETABLE, &entry) == 0);
    for (uint32_t i = 0; i < out->n_groups; i++, entry += size) {
        uint32_t number = ((uint32_t)entry[0] << 8) | entry[1];
        const char *name = (const char *)entry + 2;
        uint32_t at = i;

        NJ_ASSERT(number >= 1 && number <= out->captures);
        for (; at > 0 && out->number[at - 1] > number; at--) {
            out->number[at] = out->number[at - 1];
            out->name[at] = out->name[at - 1];
        }
        out->number[at] = number;
        out->name[at] = nj_arena_copy(a, name, strlen(name));
    }
}

enum nj_status nj_pattern_probe(const char *row, struct nj_arena *a,
                                struct nj_pattern_shape *out,
                                struct nj_err *err)
{
    struct nj_pattern_shape shape = {.captures = 0};
    pcre2_code *re;

    if (strstr(row, "(*") != NULL || strstr(row, "\\Q") != NULL)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "verbs and \\Q are not allowed");
    re = compile(row, strlen(row), err);
    if (re == NULL)
        return NJ_ERR_BAD_INPUT;
    shape.captures = info(re, PCRE2_INFO_CAPTURECOUNT);
    shape.n_groups = info(re, PCRE2_INFO_NAMECOUNT);
    NJ_ASSERT(pcre2_pattern_info(re, PCRE2_INFO_SIZE, &shape.bytes) == 0);
    if (shape.bytes < strlen(row))
        shape.bytes = strlen(row);
    if (info(re, PCRE2_INFO_BACKREFMAX) > 0 ||
        shape.n_groups > NJ_PATTERN_GROUPS_MAX) {
        pcre2_code_free(re);
        return nj_fail(err, NJ_ERR_LIMIT,
                       "a back reference, or more than %d named groups",
                       NJ_PATTERN_GROUPS_MAX);
    }
    if (shape.bytes > BLOCK_BYTES) {
        pcre2_code_free(re);
        return nj_fail(err, NJ_ERR_LIMIT, "too large: more than %u bytes",
                       BLOCK_BYTES);
    }
    read_names(re, a, &shape);
    pcre2_code_free(re);
    *out = shape;
    return NJ_OK;
}

static void join(const struct nj_pattern *p, struct block *b)
{
    struct nj_str s = NJ_STR_INIT(JOINED_MAX);
    struct nj_err err;

    NJ_ASSERT(b->code == NULL && b->n > 0);
    nj_str_puts(&s, "(?:");
    for (uint32_t i = b->first; i < b->first + b->n; i++)
        nj_str_addf(&s, "%s(?:%s)(*MARK:%u)", i == b->first ? "" : "|",
                    p->slots[i].row.text, (unsigned)i);
    nj_str_putc(&s, ')');
    NJ_ASSERT(!s.over); /* BLOCK_BYTES are of the texts, too */
    b->code = compile(s.p, s.len, &err);
    nj_str_fini(&s);
    NJ_ASSERT(b->code != NULL); /* each row compiles, and BLOCK_BYTES */
    if (pcre2_jit_compile(b->code, PCRE2_JIT_COMPLETE) != 0)
        nj_log(NJ_LOG_DEBUG, "command", "no_jit", NJ_NO_FIELDS);
    b->data = pcre2_match_data_create_from_pattern(b->code, NULL);
    NJ_ASSERT(b->data != NULL);
}

struct nj_pattern *nj_pattern_create(const struct nj_pattern_row *rows,
                                     uint32_t n)
{
    struct nj_pattern *p = nj_alloc(sizeof(*p));
    struct block *b = NULL;
    uint32_t captures = 0;
    size_t bytes = 0;

    *p = (struct nj_pattern){.n = n,
                             .slots = nj_alloc(n * sizeof(*p->slots)),
                             .limits = pcre2_match_context_create(NULL)};
    NJ_ASSERT(p->limits != NULL);
    (void)pcre2_set_match_limit(p->limits, MATCH_MAX);
    (void)pcre2_set_depth_limit(p->limits, DEPTH_MAX);
    (void)pcre2_set_heap_limit(p->limits, HEAP_KIB);
    for (uint32_t i = 0; i < n; i++) {
        const struct nj_pattern_shape *shape = rows[i].shape;

        NJ_ASSERT(shape->bytes <= BLOCK_BYTES);
        if (b == NULL || bytes + shape->bytes > BLOCK_BYTES) {
            p->blocks =
                nj_realloc(p->blocks, (p->n_blocks + 1) * sizeof(*p->blocks));
            b = &p->blocks[p->n_blocks++];
            *b = (struct block){.first = i};
            bytes = 0;
            captures = 0;
        }
        NJ_ASSERT(i - b->first == b->n);
        p->slots[i] = (struct slot){rows[i], captures};
        b->n++;
        captures += shape->captures;
        bytes += shape->bytes;
    }
    return p;
}

void nj_pattern_destroy(struct nj_pattern *p)
{
    if (p == NULL)
        return;
    for (uint32_t i = 0; i < p->n_blocks; i++) {
        pcre2_match_data_free(p->blocks[i].data);
        pcre2_code_free(p->blocks[i].code);
    }
    pcre2_match_context_free(p->limits);
    free(p->blocks);
    free(p->slots);
    free(p);
}

/* The decimal number that the mark of the matching row is. */
static uint32_t read_mark(PCRE2_SPTR mark)
{
    uint32_t n = 0;

    NJ_ASSERT(mark != NULL);
    for (; *mark >= '0' && *mark <= '9'; mark++)
        n = n * 10 + (uint32_t)(*mark - '0');
    return n;
}

static void take_spans(const struct slot *slot, pcre2_match_data *data,
                       int count, struct nj_pattern_hit *out)
{
    const struct nj_pattern_shape *shape = slot->row.shape;
    const PCRE2_SIZE *v = pcre2_get_ovector_pointer(data);

    out->n = 0;
    for (uint32_t i = 0; i < shape->n_groups; i++) {
        uint32_t at = slot->before + shape->number[i];

        if (at >= (uint32_t)count || v[2 * (size_t)at] == PCRE2_UNSET)
            continue;
        NJ_ASSERT(v[2 * (size_t)at] <= v[2 * (size_t)at + 1]);
        out->span[out->n++] = (struct nj_pattern_span){
            shape->name[i], v[2 * (size_t)at], v[2 * (size_t)at + 1]};
    }
}

static void take_hit(const struct nj_pattern *p, const struct block *b,
                     int count, struct nj_pattern_hit *out)
{
    out->row = read_mark(pcre2_get_mark(b->data));
    NJ_ASSERT(out->row >= b->first && out->row - b->first < b->n);
    take_spans(&p->slots[out->row], b->data, count, out);
}

bool nj_pattern_match(const struct nj_pattern *p, const char *text, size_t n,
                      struct nj_pattern_hit *out)
{
    int rc = PCRE2_ERROR_NOMATCH;

    for (uint32_t i = 0; rc == PCRE2_ERROR_NOMATCH && i < p->n_blocks; i++) {
        struct block *b = &p->blocks[i];

        if (b->code == NULL)
            join(p, b);
        rc = pcre2_match(b->code, (PCRE2_SPTR)text, n, 0, PCRE2_NO_UTF_CHECK,
                         b->data, p->limits);
        if (rc > 0)
            take_hit(p, b, rc, out);
    }
    if (rc <= 0 && rc != PCRE2_ERROR_NOMATCH)
        nj_log(NJ_LOG_WARN, "command", "match_limit",
               NJ_FIELDS(nj_f_i64("code", rc), nj_f_i64("bytes", (int64_t)n)));
    return rc > 0;
}
