/*
 * A host's decision, from "move 3 22" to what is meant and whether it can be
 * (SH-17). The list of decisions is in rules.c.
 */
#include "games/shadow_hotel/rule.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/utf8.h"

#define ARGS "sh.err.ruling"

void nj_sh_rule_note(char out[SH_RULE_NOTE], const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(out, SH_RULE_NOTE, fmt, ap);
    va_end(ap);
    NJ_ASSERT(n >= 0);
}

/* Copies n bytes that fit. */
static void copy_word(char out[SH_RULE_WORD], const char *text, size_t n)
{
    NJ_ASSERT(n < SH_RULE_WORD);
    memcpy(out, text, n);
    out[n] = '\0';
}

/* The token of the next word; "-": it has none. */
static void next_token(struct sh_ruling *r, char out[SH_RULE_WORD])
{
    size_t n = strcspn(r->tokens, ",");
    bool fits = n > 0 && n < SH_RULE_WORD;

    copy_word(out, fits ? r->tokens : "-", fits ? n : 1);
    r->tokens += n + (r->tokens[n] == ',');
}

bool nj_sh_rule_word(struct sh_ruling *r, struct sh_rule_word *out)
{
    size_t left = strlen(r->rest);
    size_t n = 0;
    int32_t cp = 0;
    size_t len;

    (void)nj_utf8_trim(&r->rest, left);
    left = strlen(r->rest);
    while ((len = nj_utf8_next(r->rest + n, left - n, &cp)) > 0 &&
           !nj_utf8_space(cp))
        n += len;
    if (n == 0 || n >= SH_RULE_WORD)
        return false;
    copy_word(out->typed, r->rest, n);
    r->rest += n;
    next_token(r, out->token);
    if (strcmp(out->token, "-") == 0)
        copy_word(out->token, out->typed, n);
    return true;
}

bool nj_sh_rule_is(const struct sh_rule_word *word, const char *token)
{
    return nj_same_word(word->token, token);
}

/* "+1", "-2", "3", small. */
static bool read_int(const char *text, int *out)
{
    bool minus = text[0] == '-';
    int v = 0;

    text += minus || text[0] == '+';
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] < '0' || text[i] > '9' || i >= 3)
            return false;
        v = v * 10 + (text[i] - '0');
    }
    if (text[0] == '\0')
        return false;
    *out = minus ? -v : v;
    return true;
}

static bool is_end(const struct sh_ruling *r)
{
    const char *rest = r->rest;

    return nj_utf8_trim(&rest, strlen(rest)) == 0;
}

static const char *read_seat(struct sh_ruling *r,
                             const struct sh_rule_word *word)
{
    const struct sh_person person = {word->typed, word->token};
    bool several = false;

    r->seat = nj_sh_find_seat(r->from, NJ_SEAT_NONE, person, &several);
    return r->seat == NJ_SEAT_NONE ? ARGS : NULL;
}

static const char *read_room(struct sh_ruling *r, const char *word)
{
    r->room = nj_sh_find_room(r->from, word);
    return r->room == 0 ? ARGS : NULL;
}

static const char *read_item(struct sh_ruling *r, const char *token)
{
    enum sh_kind kind = nj_sh_find_item(token);

    r->kind = (uint8_t)kind;
    return kind == SH_KINDS ? ARGS : NULL;
}

static const char *read_number(struct sh_ruling *r, const char *word)
{
    struct sh_rule_word next;

    r->n2 = r->n;
    if (nj_same_word(word, "answer") && /* "radio answer 3" */
        nj_sh_rule_word(r, &next))
        return read_int(next.typed, &r->n) ? NULL : ARGS;
    return read_int(word, &r->n) ? NULL : ARGS;
}

/* People's own words, cleaned like all that others read. */
static const char *read_text(struct sh_ruling *r)
{
    const char *fault =
        nj_sh_filter(r->rest, 200, SH_TEXT_URLS, r->text, sizeof(r->text));

    r->rest += strlen(r->rest);
    return fault;
}

static const char *read_arg(struct sh_ruling *r, char what)
{
    struct sh_rule_word word;

    if (what == 't')
        return read_text(r);
    if (what == 'w') /* the check of the rule reads it */
        return NULL;
    if (!nj_sh_rule_word(r, &word))
        return ARGS;
    switch (what) {
    case 's':
        return read_seat(r, &word);
    case 'r':
        return read_room(r, word.typed);
    case 'i':
        return read_item(r, word.token);
    default:
        NJ_ASSERT(what == 'n');
        return read_number(r, word.typed);
    }
}

static const struct sh_rule *find_rule(const struct sh_rule_word *word)
{
    for (const struct sh_rule *rule = nj_sh_rules; rule->args != NULL; rule++)
        if (nj_sh_rule_is(word, rule->word))
            return rule;
    return NULL;
}

/* The word that may follow: "quiet". */
static void read_extra(struct sh_ruling *r)
{
    struct sh_ruling ahead = *r;
    struct sh_rule_word word;

    if (r->rule->extra == NULL || !nj_sh_rule_word(&ahead, &word) ||
        !nj_sh_rule_is(&word, r->rule->extra))
        return;
    r->extra = true;
    r->rest = ahead.rest;
    r->tokens = ahead.tokens;
}

/* The last string of that type: a match file may hold anything. */
static const char *find_string(struct nj_args args, enum nj_arg_type type)
{
    const char *found = "";

    for (uint32_t i = 0; i < args.n; i++)
        if (args.v[i].type == type)
            found = args.v[i].s;
    return found;
}

const char *nj_sh_rule_read(const struct nj_match *m, struct nj_args args,
                            struct sh_ruling *out)
{
    const char *fault = NULL;
    struct sh_rule_word word;

    memset(out, 0, sizeof(*out));
    out->from = m;
    out->rest = find_string(args, NJ_ARG_TEXT);
    out->tokens = find_string(args, NJ_ARG_WORDS);
    out->seat = NJ_SEAT_NONE;
    if (!nj_sh_rule_word(out, &word))
        return ARGS;
    out->rule = find_rule(&word);
    if (out->rule == NULL)
        return ARGS;
    for (const char *a = out->rule->args; *a != '\0' && fault == NULL; a++)
        fault = read_arg(out, *a);
    if (fault == NULL && strchr(out->rule->args, 'w') == NULL)
        read_extra(out);
    if (fault == NULL)
        fault = out->rule->check(out);
    if (fault == NULL && strchr(out->rule->args, 'w') != NULL)
        read_extra(out);
    return fault == NULL && !is_end(out) ? ARGS : fault;
}
