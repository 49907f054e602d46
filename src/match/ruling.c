/*
 * What a host decides by word (ruling.h).
 */
#include "match/ruling.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "match/called.h"

/* --- notes --- */

void nj_ruling_note(char out[NJ_RULING_NOTE], const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(out, NJ_RULING_NOTE, fmt, ap);
    va_end(ap);
    NJ_ASSERT(n >= 0);
}

static bool is_of_seat(const struct nj_ruling *r)
{
    char first = r->row->args[0];

    return first != '\0' && (first == 's' || first == r->all->seat);
}

/* Where the struct begins in which the row's member stands. */
static size_t whole_at(const struct nj_ruling *r)
{
    NJ_ASSERT(!is_of_seat(r) || r->seat < nj_seats(r->from));
    return is_of_seat(r) ? r->all->seats_at + r->seat * r->all->seat_size : 0;
}

static int64_t value_now(const struct nj_ruling *r)
{
    const char *state = nj_state_const(r->from);

    NJ_ASSERT(r->row->into.width != 0);
    return nj_into_get(state + whole_at(r), r->row->into);
}

static void note_value(const struct nj_ruling *r, int64_t v,
                       char out[NJ_RULING_NOTE])
{
    NJ_ASSERT(v >= 0 || r->row->names == NULL);
    if (r->row->names != NULL)
        nj_ruling_note(out, "%s", r->row->names[v]);
    else
        nj_ruling_note(out, "%d", (int)v);
}

static void note_sign(const struct nj_ruling *r, char sign,
                      char out[NJ_RULING_NOTE])
{
    if (sign == 'v' || sign == 'n')
        note_value(r, sign == 'v' ? value_now(r) : r->n, out);
    else if (sign == 's')
        nj_ruling_note(out, "%u", r->seat + 1u);
    else if (sign == 't')
        nj_ruling_note(out, "%s", r->typed);
    else
        r->all->note(r, sign, out);
}

static void note(const struct nj_ruling *r, const char *form,
                 char out[NJ_RULING_NOTE])
{
    const char *sign = strchr(form, '%');
    char what[NJ_RULING_NOTE];

    if (sign == NULL) {
        nj_ruling_note(out, "%s", form);
        return;
    }
    NJ_ASSERT(sign[1] != '\0' && strchr(sign + 1, '%') == NULL);
    note_sign(r, sign[1], what);
    nj_ruling_note(out, "%.*s%s%s", (int)(sign - form), form, what, sign + 2);
}

static bool waits(const struct nj_ruling *r)
{
    NJ_ASSERT(!r->extra || r->row->extra != NULL);
    return r->extra && r->row->due.width != 0;
}

static void take_notes(struct nj_ruling *r)
{
    const struct nj_ruling_row *row = r->row;
    const char *value = waits(r) ? "%n at the end" : "%n";

    if (r->before[0] == '\0')
        note(r, row->before != NULL ? row->before : "%v", r->before);
    if (r->after[0] == '\0')
        note(r, row->after != NULL ? row->after : value, r->after);
    NJ_ASSERT(r->before[0] != '\0' && r->after[0] != '\0');
}

/* --- reading --- */

/* Reads "+1", "-2", "3" as a whole word. */
static bool read_number(struct nj_ruling *r, const struct nj_word *word)
{
    struct nj_reader number = {.at = word->typed};
    int64_t v;

    r->n2 = r->n;
    if (!nj_reader_number(&number, -999, 999, &v) || !nj_reader_end(&number))
        return false;
    r->n = (int)v;
    return true;
}

static bool read_choice(struct nj_ruling *r, const struct nj_word *word)
{
    const char *const *choices = r->row->choices;

    memcpy(r->typed, word->typed, sizeof(r->typed));
    for (r->n = 0; choices[r->n] != NULL; r->n++)
        if (nj_word_is(word, choices[r->n]))
            return true;
    return false;
}

/* A host is at no seat of his own: "self" is nobody. Returns a code, or NULL. */
static const char *read_seat(struct nj_ruling *r, const struct nj_word *word)
{
    nj_seat_set several = 0;

    r->seat = nj_word_is(word, "self")
                  ? NJ_SEAT_NONE
                  : nj_seat_called(r->from, word->typed, &several);
    NJ_ASSERT(r->seat == NJ_SEAT_NONE || several == 0);
    if (several != 0 && r->all->several != NULL)
        return r->all->several;
    return r->seat == NJ_SEAT_NONE ? r->all->fault : NULL;
}

static bool read_word(struct nj_ruling *r, char letter,
                      const struct nj_word *word)
{
    switch (letter) {
    case 'n':
        return read_number(r, word);
    case 'w':
        return read_choice(r, word);
    default:
        return r->all->read(r, letter, word);
    }
}

static const char *read_arg(struct nj_ruling *r, char letter,
                            struct nj_reader *words)
{
    struct nj_word word;

    if (!nj_reader_word(words, &word))
        return r->all->fault;
    if (letter == 's')
        return read_seat(r, &word);
    return read_word(r, letter, &word) ? NULL : r->all->fault;
}

static const char *read_args(struct nj_ruling *r, struct nj_reader *words)
{
    const struct nj_ruling_row *row = r->row;
    const char *fault;

    for (const char *a = row->args; *a != '\0'; a++) {
        if (*a == 't') {
            const char *rest = words->at;

            NJ_ASSERT(a[1] == '\0' && row->extra == NULL);
            words->at += strlen(rest);
            return r->all->clean(rest, r->text, sizeof(r->text));
        }
        if (*a == '?' && nj_reader_end(words))
            break;
        if (*a == '?')
            continue;
        fault = read_arg(r, *a, words);
        if (fault != NULL)
            return fault;
    }
    r->extra = row->extra != NULL && nj_reader_follows(words, row->extra);
    return row->hi != 0 && (r->n < row->lo || r->n > row->hi) ? r->all->fault
                                                              : NULL;
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

/* Returns the first row with whose words it begins, or NULL; they are read. */
static const struct nj_ruling_row *find_row(const struct nj_rulings *all,
                                            struct nj_reader *words)
{
    for (size_t i = 0; all->tables[i] != NULL; i++)
        for (const struct nj_ruling_row *row = all->tables[i];
             row->words != NULL; row++)
            if (nj_reader_follows(words, row->words))
                return row;
    return NULL;
}

const char *nj_ruling_read(const struct nj_match *m,
                           const struct nj_rulings *all, struct nj_args args,
                           struct nj_ruling *out)
{
    struct nj_reader words = {find_string(args, NJ_ARG_TEXT),
                              find_string(args, NJ_ARG_WORDS)};
    const char *fault;
    size_t n;

    memset(out, 0, sizeof(*out));
    out->from = m;
    out->all = all;
    out->seat = NJ_SEAT_NONE;
    out->row = find_row(all, &words);
    if (out->row == NULL)
        return all->fault;
    n = strcspn(out->row->words, " ");
    NJ_ASSERT(n > 0 && n < sizeof(out->verb));
    memcpy(out->verb, out->row->words, n);
    fault = read_args(out, &words);
    if (fault == NULL && all->allow != NULL)
        fault = all->allow(out);
    if (fault == NULL && out->row->check != NULL)
        fault = out->row->check(out);
    if (fault == NULL && !nj_reader_end(&words))
        fault = all->fault;
    if (fault == NULL)
        take_notes(out);
    return fault;
}

/* --- carrying out --- */

bool nj_ruling_set(struct nj_match *m, const struct nj_ruling *r)
{
    const struct nj_ruling_row *row = r->row;
    char *whole = (char *)nj_state(m) + whole_at(r);

    NJ_ASSERT(r->from == m);
    if (!waits(r)) {
        nj_into_put(whole, row->into, r->n);
        return true;
    }
    nj_into_put(whole, row->due, row->switches ? value_now(r) != r->n : r->n);
    return false;
}

void nj_ruling_run(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->row->apply != NULL || r->row->into.width != 0);
    if (r->row->apply != NULL)
        r->row->apply(m, r);
    else
        (void)nj_ruling_set(m, r);
}
