/*
 * Clauses of scenarios by tables (given.h).
 */
#include "match/given.h"

#include <inttypes.h>
#include <string.h>

#include "base/bug.h"
#include "match/match_priv.h"

/* The row with whose words the rest of the clause begins; they are read. */
static const struct nj_given_row *find_row(struct nj_given *g,
                                           const struct nj_given_row *rows)
{
    for (const struct nj_given_row *r = rows; r->words != NULL; r++)
        if (nj_reader_follows(&g->r, r->words))
            return r;
    return NULL;
}

nj_seat nj_given_seat(struct nj_given *g)
{
    const char *at = g->r.at + strspn(g->r.at, " ");
    size_t n = strcspn(at, " @,=:"); /* "A 1", "A@2" */

    for (nj_seat k = 0; n > 0 && k < nj_seats(g->m); k++)
        if (strncmp(at, nj_seat_name(g->m, k), n) == 0) {
            g->r.at = at + n;
            return k;
        }
    return NJ_SEAT_NONE;
}

/* About whom the clause is, and the row behind the name. */
static const struct nj_given_row *find_seat_row(
    struct nj_given *g, const struct nj_given_clauses *c)
{
    if (c->seat_rows == NULL)
        return NULL;
    g->seat = c->who != NULL ? c->who(g) : nj_given_seat(g);
    if (g->seat == NJ_SEAT_NONE)
        return NULL;
    NJ_ASSERT(c->seats_at + (g->seat + 1u) * c->seat_size <=
              g->m->game->state_size);
    g->of = (char *)g->of + c->seats_at + g->seat * c->seat_size;
    return find_row(g, c->seat_rows);
}

/* An option that the clause needs; one that is set already stays. */
static bool imply(struct nj_given *g)
{
    const struct nj_given_row *r = g->row;

    NJ_ASSERT((r->key == NULL) == (r->text == NULL));
    return r->key == NULL || nj_option(g->m, r->key) != 0 ||
           nj_given_option(g->m, r->key, r->text);
}

static bool carry_out(struct nj_given *g)
{
    const struct nj_given_row *r = g->row;
    int64_t v = r->value;

    NJ_ASSERT(r->into.width != 0 || r->hi == 0);
    NJ_ASSERT(!r->many || r->read != NULL);
    if (!imply(g) || (r->hi != 0 && !nj_reader_number(&g->r, r->lo, r->hi, &v)))
        return false;
    if (r->into.width != 0)
        nj_into_put(g->of, r->into, v);
    do {
        if (r->read != NULL && !r->read(g))
            return false;
    } while (r->many && !nj_reader_end(&g->r));
    return nj_reader_end(&g->r);
}

/* "power off", "bullets 0..9", "SEAT has ITEM,ITEM". */
static void put_form(const struct nj_given *g, struct nj_str *out)
{
    const struct nj_given_row *r = g->row;

    nj_str_puts(out, g->seat == NJ_SEAT_NONE ? "" : "SEAT ");
    nj_str_puts(out, r->words);
    if (r->hi != 0)
        nj_str_addf(out, " %" PRId64 "..%" PRId64, r->lo, r->hi);
    if (r->form != NULL)
        nj_str_addf(out, "%s%s", r->words[0] == '\0' ? "" : " ", r->form);
}

static void put_words(const char *front, const struct nj_given_row *rows,
                      struct nj_str *out)
{
    for (const struct nj_given_row *r = rows; r->words != NULL; r++)
        nj_str_addf(out, "%s%s%s", out->len == 0 ? "" : ", ", front,
                    r->words[0] == '\0' ? r->form : r->words);
}

enum nj_status nj_given_read(struct nj_match *m,
                             const struct nj_given_clauses *c,
                             const char *clause, struct nj_err *err)
{
    struct nj_given g = {
        .m = m, .of = nj_state(m), .seat = NJ_SEAT_NONE, .r = {.at = clause}};
    struct nj_str right = NJ_STR_INIT(sizeof(err->text));
    enum nj_status st = NJ_OK;

    NJ_ASSERT(clause[0] != '\0');
    g.row = find_row(&g, c->rows);
    if (g.row == NULL)
        g.row = find_seat_row(&g, c);
    if (g.row == NULL) {
        put_words("", c->rows, &right);
        if (c->seat_rows != NULL)
            put_words("SEAT ", c->seat_rows, &right);
        st = nj_fail(err, NJ_ERR_BAD_INPUT,
                     "no board has '%s'; clauses begin with %s", clause,
                     right.p);
    } else if (!carry_out(&g)) {
        put_form(&g, &right);
        st = nj_fail(err, NJ_ERR_BAD_INPUT,
                     "cannot read the clause '%s': expected '%s'", clause,
                     right.p);
    }
    nj_str_fini(&right);
    return st;
}

bool nj_given_byte(struct nj_given *g, int64_t lo, int64_t hi, uint8_t *out)
{
    int64_t v;

    NJ_ASSERT(lo >= 0 && hi <= UINT8_MAX);
    if (!nj_reader_number(&g->r, lo, hi, &v))
        return false;
    *out = (uint8_t)v;
    return true;
}

bool nj_given_one_seat(struct nj_given *g)
{
    nj_seat seat = nj_given_seat(g);

    NJ_ASSERT(nj_into_most(g->row->into) >= NJ_SEAT_NONE);
    nj_into_put(g->of, g->row->into, seat);
    return seat != NJ_SEAT_NONE;
}

bool nj_given_seat_set(struct nj_given *g)
{
    nj_seat_set set = 0, one = 1;

    NJ_ASSERT(nj_into_most(g->row->into) >> (nj_seats(g->m) - 1) != 0);
    for (g->r.at += strspn(g->r.at, " "); one != 0; g->r.at += one != 0) {
        one = 0;
        for (nj_seat k = 0; k < nj_seats(g->m); k++)
            if (nj_seat_name(g->m, k)[0] == *g->r.at)
                one |= nj_bit(k);
        set |= one;
    }
    nj_into_put(g->of, g->row->into, set);
    return set != 0;
}

bool nj_given_word(struct nj_given *g)
{
    NJ_ASSERT(g->row->words_of != NULL);
    for (int i = 0; g->row->words_of[i] != NULL; i++)
        if (nj_reader_follows(&g->r, g->row->words_of[i])) {
            nj_into_put(g->of, g->row->into, i);
            return true;
        }
    return false;
}

void nj_given_show(const struct nj_given_row *rows, const void *of,
                   struct nj_str *out)
{
    for (const struct nj_given_row *r = rows; r->words != NULL; r++) {
        int64_t v;

        if (r->shown == NULL)
            continue;
        NJ_ASSERT(r->into.width != 0);
        v = nj_into_get(of, r->into);
        if (r->hi == 0 && v == r->value)
            nj_str_addf(out, " %s", r->shown);
        else if (r->hi != 0 && v != r->usual)
            nj_str_addf(out, " %s%" PRId64, r->shown, v);
    }
}
