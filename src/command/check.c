/*
 * Runs the examples of the tables, and finds rows that claim the same text.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "command/command_priv.h"
#include "command/fold.h"
#include "command/words.h"

/* An example under test; `alone` has the pattern of each row of the table. */
struct trial {
    const struct nj_commands *c;
    struct nj_pattern *const *alone;
    const struct nj_command_set *set;
    const struct nj_books_row *row;
    const struct nj_table_example *example;
    enum nj_command_place place;
};

/* "join code=K7Q text=..."; tokens beside a text depend on the game that is
 * played, and are left out. */
static void print(const struct nj_command *cmd, struct nj_str *out)
{
    nj_str_puts(out, cmd->verb);
    for (uint32_t i = 0; i < cmd->n_args; i++) {
        const struct nj_command_arg *a = &cmd->args[i];

        if (strcmp(a->name, "words") == 0)
            continue;
        if (a->number)
            nj_str_addf(out, " %s=%" PRId64, a->name, a->n);
        else
            nj_str_addf(out, " %s=%s", a->name, a->text);
    }
}

static enum nj_status fail(const struct trial *t, const char *what,
                           const char *detail, struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_MISMATCH,
                   "%s, %s '%s', example '%s' (place %d, words of '%s'): "
                   "%s '%s'",
                   t->row->lang, t->row->of, t->row->verb, t->example->type,
                   (int)t->place, t->set->name, what, detail);
}

/* A fallback gives way to a game's own words. */
static bool gives_way(const struct trial *t, const struct nj_folded *f)
{
    struct nj_pattern_hit hit;

    for (uint32_t i = 0; t->row->otherwise && i < t->set->n[t->place]; i++) {
        const struct nj_books_row *r = t->set->rows[t->place][i];

        if (!r->otherwise && strcmp(r->of, "table") != 0 &&
            nj_pattern_match(t->alone[r - t->c->table.rows], f->plain, f->len,
                             &hit))
            return true;
    }
    return false;
}

static enum nj_status try_parse(const struct trial *t,
                                const struct nj_folded *f, struct nj_err *err)
{
    const char *bare = nj_table_bare(t->example->type);
    struct nj_str got = NJ_STR_INIT(4096);
    struct nj_command cmd;
    enum nj_status st = NJ_OK;

    if (nj_commands_parse(t->c, bare, strlen(bare), t->place, t->set->name,
                          &cmd)) {
        print(&cmd, &got);
        if (!t->row->otherwise && strcmp(got.p, t->example->is) == 0 &&
            strcmp(cmd.of, t->row->of) != 0)
            nj_str_addf(&got, " of %s", cmd.of);
    }
    if (strcmp(got.p, t->example->is) != 0 && !gives_way(t, f))
        st = fail(t, "is", got.p, err);
    nj_str_fini(&got);
    return st;
}

/* Another row that would take the text too. Fallbacks and other words for the
 * same verb may. */
static enum nj_status try_other(const struct trial *t,
                                const struct nj_books_row *other,
                                const struct nj_folded *f, struct nj_err *err)
{
    struct nj_pattern_hit hit;
    bool may = other->otherwise || t->row->otherwise ||
               (strcmp(other->of, t->row->of) == 0 &&
                strcmp(other->verb, t->row->verb) == 0);

    if (may || !nj_pattern_match(t->alone[other - t->c->table.rows], f->plain,
                                 f->len, &hit))
        return NJ_OK;
    return fail(t, "is claimed by", other->verb, err);
}

static enum nj_status try_place(const struct trial *t, struct nj_err *err)
{
    const char *bare = nj_table_bare(t->example->type);
    struct nj_folded f;
    enum nj_status st;

    if (!nj_fold(bare, strlen(bare), &f))
        return fail(t, "cannot be folded", bare, err);
    st = try_parse(t, &f, err);
    if (st != NJ_OK || t->example->is[0] == '\0' || t->place != t->row->place)
        return st;
    for (uint32_t i = 0; st == NJ_OK && i < t->set->n[t->place]; i++)
        st = try_other(t, t->set->rows[t->place][i], &f, err);
    return st;
}

/* What is understood bare is so with a prefix; what needs one, is understood
 * without in private. What must be no command is tried at its place only, and
 * not where an option adds words. */
static enum nj_status try_places(struct trial *t, struct nj_err *err)
{
    enum nj_command_place last = NJ_COMMAND_PRIVATE;
    enum nj_status st = NJ_OK;

    if (t->example->is[0] == '\0' && strchr(t->set->name, '+') != NULL &&
        strcmp(t->set->name, t->row->set) != 0)
        return NJ_OK;
    if (t->row->place == NJ_COMMAND_HOST || t->example->is[0] == '\0')
        last = t->row->place;
    for (int p = (int)t->row->place; st == NJ_OK && p <= (int)last; p++) {
        t->place = (enum nj_command_place)p;
        st = try_place(t, err);
    }
    return st;
}

/* The row or the earlier one that it repeats. */
static bool counts_in(const struct nj_command_set *s,
                      const struct nj_books_row *r)
{
    for (uint32_t i = 0; i < s->n[r->place]; i++) {
        const struct nj_books_row *q = s->rows[r->place][i];

        if (q == r || (r->repeated && strcmp(q->set, r->set) == 0 &&
                       strcmp(q->pattern, r->pattern) == 0))
            return true;
    }
    return false;
}

static enum nj_status try_row(struct trial *t, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; st == NJ_OK && i < t->row->n_examples; i++) {
        t->example = &t->row->examples[i];
        st = try_places(t, err);
    }
    return st;
}

static enum nj_status try_set(const struct nj_commands *c,
                              struct nj_pattern *const *alone,
                              const struct nj_command_set *set,
                              struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; st == NJ_OK && i < c->table.n; i++) {
        struct trial t = {
            .c = c, .alone = alone, .set = set, .row = &c->table.rows[i]};

        if (counts_in(set, t.row))
            st = try_row(&t, err);
    }
    return st;
}

enum nj_status nj_commands_check(const struct nj_commands *c,
                                 struct nj_err *err)
{
    struct nj_pattern **alone =
        nj_alloc((c->table.n + 1) * sizeof(struct nj_pattern *));
    enum nj_status st = nj_words_check(&c->table, err);

    for (uint32_t i = 0; i < c->table.n; i++) {
        const struct nj_books_row *r = &c->table.rows[i];
        struct nj_pattern_row row = {r->pattern, &r->shape};

        alone[i] = nj_pattern_create(&row, 1);
    }
    for (uint32_t i = 0; st == NJ_OK && i < c->n_sets; i++)
        st = try_set(c, alone, &c->sets[i], err);
    for (uint32_t i = 0; i < c->table.n; i++)
        nj_pattern_destroy(alone[i]);
    free(alone);
    return st;
}
