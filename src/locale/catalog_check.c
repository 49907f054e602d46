/*
 * Compares the languages of a catalog: keys, plural forms, placeholders.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "locale/catalog_priv.h"
#include "locale/plural.h"
#include "locale/template.h"

/* A language against another; the row in hand. */
struct pair {
    const struct nj_catalog_lang *l, *other;
    const struct nj_catalog_row *row;
};

/* Every place of `text` must be in `wanted`. */
static enum nj_status same_places(const struct pair *p, const char *text,
                                  const char *wanted, struct nj_err *err)
{
    struct nj_piece place;

    while (nj_template_next(&text, &place))
        if (place.place && !nj_template_names(wanted, &place))
            return nj_fail(err, NJ_ERR_MISMATCH,
                           "language '%s', key '%s': {{%.*s}} is not in '%s'",
                           p->l->name, p->row->key, (int)place.len, place.text,
                           p->other->name);
    return NJ_OK;
}

static enum nj_status missing(const struct nj_catalog_lang *l, const char *key,
                              struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_MISMATCH, "language '%s' has no key '%s'",
                   l->name, key);
}

static void join(char *out, const char *base, size_t n, const char *form)
{
    size_t len = strlen(form);

    NJ_ASSERT(n + len + 2 <= NJ_CATALOG_KEY_MAX + 8);
    memcpy(out, base, n);
    out[n] = '_';
    memcpy(out + n + 1, form, len + 1);
}

/* All forms of the language, and none that it does not have. */
static enum nj_status forms_known(const struct pair *p, size_t base,
                                  struct nj_err *err)
{
    char key[NJ_CATALOG_KEY_MAX + 8];
    bool known = false;

    for (const char *const *f = nj_plural_forms(p->l->name); *f != NULL; f++) {
        join(key, p->row->key, base, *f);
        if (nj_catalog_own(p->l, key) == NULL)
            return missing(p->l, key, err);
        known = known || strcmp(p->row->key + base + 1, *f) == 0;
    }
    if (!known)
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "language '%s', key '%s': no plural form of it",
                       p->l->name, p->row->key);
    return NJ_OK;
}

/* "_one" may leave the number out, so only "_other" is compared both ways. */
static enum nj_status check_plural(const struct pair *p, size_t base,
                                   struct nj_err *err)
{
    char key[NJ_CATALOG_KEY_MAX + 8];
    enum nj_status st = forms_known(p, base, err);
    const char *wanted;

    if (st != NJ_OK)
        return st;
    join(key, p->row->key, base, "other");
    wanted = nj_catalog_own(p->other, key);
    if (wanted == NULL)
        return missing(p->other, key, err);
    return same_places(p, p->row->text, wanted, err);
}

/* Length of the key without its plural ending; 0 for a word that only ends
 * like one, such as last_one: a plural always has the form "other". */
static size_t plural_base(const struct nj_catalog_lang *l, const char *key)
{
    char other[NJ_CATALOG_KEY_MAX + 8];
    size_t base = nj_plural_base(key);

    if (base == 0)
        return 0;
    join(other, key, base, "other");
    return nj_catalog_own(l, other) != NULL ? base : 0;
}

static enum nj_status check_row(const struct pair *p, struct nj_err *err)
{
    size_t base = plural_base(p->l, p->row->key);
    const char *wanted;

    if (base > 0)
        return check_plural(p, base, err);
    wanted = nj_catalog_own(p->other, p->row->key);
    if (wanted == NULL)
        return missing(p->other, p->row->key, err);
    return same_places(p, p->row->text, wanted, err);
}

static enum nj_status check_pair(const struct nj_catalog_lang *l,
                                 const struct nj_catalog_lang *other,
                                 struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; st == NJ_OK && i < l->n_rows; i++) {
        struct pair p = {.l = l, .other = other, .row = &l->rows[i]};

        if (p.row->text != NULL)
            st = check_row(&p, err);
    }
    return st;
}

enum nj_status nj_catalog_check(const struct nj_catalog *c, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    if (c->n_langs > 0)
        st = check_pair(&c->langs[0], &c->langs[0], err);
    for (uint32_t i = 1; st == NJ_OK && i < c->n_langs; i++) {
        st = check_pair(&c->langs[i], &c->langs[0], err);
        if (st == NJ_OK)
            st = check_pair(&c->langs[0], &c->langs[i], err);
    }
    return st;
}
