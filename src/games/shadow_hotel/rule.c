/*
 * A host's decision, from "move 3 22" to what is meant, whether it can be and
 * what the record says of it (SH-17). The list of decisions is in rules.c.
 */
#include "games/shadow_hotel/rule.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/script.h"

#define ARGS "sh.err.ruling"

/* --- notes for the record --- */

void nj_sh_rule_note(char out[SH_RULE_NOTE], const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(out, SH_RULE_NOTE, fmt, ap);
    va_end(ap);
    NJ_ASSERT(n >= 0);
}

/* The struct in which the row's member stands. */
static size_t whole_at(const struct sh_ruling *r)
{
    return r->rule->args[0] == 's' ? offsetof(struct sh_state, seat) +
                                         r->seat * sizeof(struct sh_seat)
                                   : 0;
}

static int64_t value_now(const struct sh_ruling *r)
{
    const char *s = nj_state_const(r->from);

    NJ_ASSERT(r->rule->into.width != 0);
    return nj_into_get(s + whole_at(r), r->rule->into);
}

static void note_value(const struct sh_ruling *r, int64_t v,
                       char out[SH_RULE_NOTE])
{
    NJ_ASSERT(v >= 0 || r->rule->names == NULL);
    if (r->rule->names != NULL)
        nj_sh_rule_note(out, "%s", r->rule->names[v]);
    else
        nj_sh_rule_note(out, "%d", (int)v);
}

/* Where the item is. */
static void note_item(const struct sh_ruling *r, char out[SH_RULE_NOTE])
{
    static const char *const forms[] = {[SH_NOWHERE] = "nowhere",
                                        [SH_IN_ROOM] = "#",
                                        [SH_HELD] = "seat ",
                                        [SH_BLOCKING] = "passage ",
                                        [SH_SUPPLY] = "supply"};
    const struct sh_state *s = nj_state_const(r->from);
    const struct sh_item *item = &s->item[r->item];

    NJ_ASSERT(item->where < NJ_COUNT(forms));
    if (item->where == SH_NOWHERE || item->where == SH_SUPPLY)
        nj_sh_rule_note(out, "%s", forms[item->where]);
    else /* seats and passages are counted from 1 */
        nj_sh_rule_note(out, "%s%u", forms[item->where],
                        item->at + (item->where == SH_IN_ROOM ? 0u : 1u));
}

static void note_sign(const struct sh_ruling *r, char sign,
                      char out[SH_RULE_NOTE])
{
    switch (sign) {
    case 'v':
        note_value(r, value_now(r), out);
        return;
    case 'n':
        note_value(r, r->n, out);
        return;
    case 'r':
        nj_sh_rule_note(out, "%u", (unsigned)r->room);
        return;
    case 's':
        nj_sh_rule_note(out, "%u", r->seat + 1u);
        return;
    case 'i':
        note_item(r, out);
        return;
    default:
        NJ_ASSERT(sign == 't');
        nj_sh_rule_note(out, "%s", r->typed);
    }
}

/* Writes what the form says, with at most one sign in it. */
static void note(const struct sh_ruling *r, const char *form,
                 char out[SH_RULE_NOTE])
{
    const char *sign = strchr(form, '%');
    char what[SH_RULE_NOTE];

    if (sign == NULL) {
        nj_sh_rule_note(out, "%s", form);
        return;
    }
    NJ_ASSERT(strchr(sign + 1, '%') == NULL);
    note_sign(r, sign[1], what);
    nj_sh_rule_note(out, "%.*s%s%s", (int)(sign - form), form, what, sign + 2);
}

static bool waits(const struct sh_ruling *r)
{
    NJ_ASSERT(!r->extra || r->rule->extra != NULL);
    return r->extra && r->rule->due.width != 0;
}

static void take_notes(struct sh_ruling *r)
{
    const struct sh_rule *rule = r->rule;
    const char *value = waits(r) ? "%n at the end" : "%n";

    if (r->before[0] == '\0') /* else `check` has written them */
        note(r, rule->before != NULL ? rule->before : "%v", r->before);
    if (r->after[0] == '\0')
        note(r, rule->after != NULL ? rule->after : value, r->after);
    NJ_ASSERT(r->before[0] != '\0' && r->after[0] != '\0');
}

/* --- reading --- */

/* Reads "+1", "-2", "3" as a whole word. */
static bool read_number(const struct nj_word *word, int *out)
{
    struct nj_reader number = {.at = word->typed};
    int64_t v;

    if (!nj_reader_number(&number, -999, 999, &v) || !nj_reader_end(&number))
        return false;
    *out = (int)v;
    return true;
}

/* Gas is on where there is gas. */
static bool read_switch(const struct nj_word *word, int *out)
{
    *out = nj_word_is(word, "on") || nj_word_is(word, "gas");
    return *out != 0 || nj_word_is(word, "off");
}

static bool read_choice(struct sh_ruling *r, const struct nj_word *word)
{
    const char *const *choices = r->rule->choices;

    NJ_ASSERT(choices != NULL);
    memcpy(r->typed, word->typed, sizeof(r->typed));
    for (r->n = 0; choices[r->n] != NULL; r->n++)
        if (nj_word_is(word, choices[r->n]))
            return true;
    return false;
}

static bool read_seat(struct sh_ruling *r, const struct nj_word *word)
{
    const struct sh_person person = {word->typed, word->token};
    nj_seat_set several;

    r->seat = nj_sh_find_seat(r->from, NJ_SEAT_NONE, person, &several);
    NJ_ASSERT(several == 0 || r->seat == NJ_SEAT_NONE);
    return r->seat != NJ_SEAT_NONE;
}

static bool read_item(struct sh_ruling *r, const struct nj_word *word)
{
    enum sh_kind kind = nj_sh_find_item(word->token);

    r->kind = (uint8_t)kind;
    return kind != SH_KINDS;
}

static bool read_word(struct sh_ruling *r, char what,
                      const struct nj_word *word)
{
    switch (what) {
    case 's':
        return read_seat(r, word);
    case 'r':
        r->room = nj_sh_find_room(r->from, word->typed);
        return r->room != 0;
    case 'i':
        return read_item(r, word);
    case 'o':
        return read_switch(word, &r->n);
    case 'w':
        return read_choice(r, word);
    default:
        NJ_ASSERT(what == 'n');
        r->n2 = r->n;
        return read_number(word, &r->n);
    }
}

static const char *read_args(struct sh_ruling *r, struct nj_reader *words)
{
    for (const char *a = r->rule->args; *a != '\0'; a++) {
        struct nj_word word;

        if (*a == 't') { /* people's own words, cleaned as all that is read */
            const char *rest = words->at;

            words->at += strlen(rest);
            return nj_sh_filter(rest, 200, SH_TEXT_URLS, r->text,
                                sizeof(r->text));
        }
        if (!nj_reader_word(words, &word) || !read_word(r, *a, &word))
            return ARGS;
    }
    r->extra =
        r->rule->extra != NULL && nj_reader_follows(words, r->rule->extra);
    return r->rule->hi != 0 && (r->n < r->rule->lo || r->n > r->rule->hi)
               ? ARGS
               : NULL;
}

/* What stands against it now. */
static const char *check(struct sh_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);
    const struct sh_rule *rule = r->rule;

    NJ_ASSERT(!rule->present || rule->args[0] == 's');
    NJ_ASSERT(rule->args[0] != 's' || r->seat < s->n);
    if (rule->explore && !s->opt.explore)
        return "sh.err.edition";
    if ((rule->present || rule->explore) && rule->args[0] == 's' &&
        s->seat[r->seat].life == SH_OUT)
        return "sh.err.target_dead";
    if (rule->present && !nj_sh_is_present(s, r->seat))
        return "sh.err.target_absent_here";
    return rule->check != NULL ? rule->check(r) : NULL;
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
    struct nj_reader words = {find_string(args, NJ_ARG_TEXT),
                              find_string(args, NJ_ARG_WORDS)};
    const struct sh_rule *rule = nj_sh_rules;
    const char *fault;

    memset(out, 0, sizeof(*out));
    out->from = m;
    out->seat = NJ_SEAT_NONE;
    while (rule->words != NULL && !nj_reader_follows(&words, rule->words))
        rule++;
    if (rule->words == NULL)
        return ARGS;
    out->rule = rule;
    NJ_ASSERT(strcspn(rule->words, " ") < sizeof(out->verb));
    memcpy(out->verb, rule->words, strcspn(rule->words, " "));
    fault = read_args(out, &words);
    if (fault == NULL)
        fault = check(out);
    if (fault == NULL && !nj_reader_end(&words))
        fault = ARGS;
    if (fault == NULL)
        take_notes(out);
    return fault;
}

/* --- carrying out --- */

bool nj_sh_rule_set(struct nj_match *m, const struct sh_ruling *r)
{
    const struct sh_rule *rule = r->rule;
    char *whole = (char *)nj_state(m) + whole_at(r);

    if (waits(r)) {
        NJ_ASSERT(rule->args[0] != 's');
        nj_into_put(whole, rule->due,
                    rule->switches ? value_now(r) != r->n : r->n);
        return false;
    }
    nj_into_put(whole, rule->into, r->n);
    return true;
}

void nj_sh_rule_run(struct nj_match *m, struct sh_ruling *r)
{
    NJ_ASSERT(r->rule->apply != NULL || r->rule->into.width != 0);
    if (r->rule->apply != NULL)
        r->rule->apply(m, r);
    else
        (void)nj_sh_rule_set(m, r);
}
