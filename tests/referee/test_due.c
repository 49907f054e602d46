/*
 * The heap of deadlines beside a plain list: the same are due at the same
 * moment, whatever has been noted, held, moved and closed in between.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/random.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/books/books_priv.h"
#include "referee/referee_priv.h"

#define ENTRIES 200
#define STEPS   20000
#define SOON_MS 500

struct world {
    struct nj_referee r;
    struct nj_entry entries[ENTRIES];
    struct nj_rng rng;
};

static uint32_t below(struct world *w, uint32_t n)
{
    return nj_rng_below(&w->rng, n);
}

static bool counts(const struct nj_entry *e)
{
    return e->state == NJ_MATCH_RUNNING && e->deadline_ms != 0 && e->hold == 0;
}

static bool has(const int64_t *ids, uint32_t n, int64_t id)
{
    for (uint32_t i = 0; i < n; i++)
        if (ids[i] == id)
            return true;
    return false;
}

/* Something happens in a match: its deadline moves, either way. */
static void step(struct world *w)
{
    struct nj_entry *e = &w->entries[below(w, ENTRIES)];

    switch (below(w, 6)) {
    case 0:
        e->hold = 1; /* nobody says so */
        break;
    case 1:
        e->hold = 0;
        nj_due_note(&w->r, e);
        break;
    case 2:
        e->deadline_ms = 0;
        break;
    case 3:
        nj_due_drop(&w->r, e); /* its place is taken by a new one */
        *e = (struct nj_entry){.id = e->id, .state = NJ_MATCH_RUNNING};
        break;
    default:
        e->deadline_ms = w->r.now_ms + 1 + below(w, SOON_MS);
        nj_due_note(&w->r, e);
    }
}

/* What the list says is due, the heap says, by number; none is due before the
 * moment for which the referee would wake. */
static void look(struct world *w)
{
    int64_t first_ms = nj_due_first_ms(&w->r);
    uint32_t n, due = 0;
    int64_t *ids = nj_due_take(&w->r, &n);

    for (uint32_t i = 1; i < n; i++)
        assert_true(ids[i - 1] < ids[i]);
    for (uint32_t i = 0; i < ENTRIES; i++) {
        struct nj_entry *e = &w->entries[i];
        bool passed = counts(e) && e->deadline_ms <= w->r.now_ms;

        if (counts(e))
            assert_true(first_ms != 0 && first_ms <= e->deadline_ms);
        assert_int_equal(has(ids, n, e->id), passed);
        due += passed;
        if (passed && below(w, 4) != 0) /* it fires; else it stays due */
            e->deadline_ms = w->r.now_ms + 1 + below(w, SOON_MS);
        if (passed)
            nj_due_note(&w->r, e);
    }
    assert_int_equal(n, due);
    free(ids);
}

static void the_heap_says_what_a_list_says(void **state)
{
    struct world *w = nj_alloc(sizeof(*w));

    (void)state;
    nj_rng_splitmix64(&w->rng, 7);
    w->r.now_ms = 1000;
    for (uint32_t i = 0; i < ENTRIES; i++)
        w->entries[i] =
            (struct nj_entry){.id = i + 1, .state = NJ_MATCH_RUNNING};
    for (uint32_t i = 0; i < STEPS; i++) {
        step(w);
        if (below(w, 4) == 0) {
            w->r.now_ms += below(w, 20);
            look(w);
        }
    }
    assert_true(w->r.due.n <= ENTRIES); /* each stands there once */
    nj_ranks_fini(&w->r.due);
    assert_int_equal(nj_due_first_ms(&w->r), 0);
    free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_heap_says_what_a_list_says),
    };

    return cmocka_run_group_tests_name("referee/due", tests, NULL, NULL);
}
