/* Texts in a state: added, read, dropped; zero behind them. */
#include <string.h>

#include "kit/nj_death.h"
#include "kit/nj_test.h"
#include "match/heap.h"

#define CAP 20

struct state {
    uint16_t used;
    char heap[CAP];
    char behind[4]; /* nobody writes here */
};

static struct nj_heap heap(struct state *s)
{
    return NJ_HEAP(s->heap, s->used);
}

static const char *get(const struct state *s, uint16_t place)
{
    return nj_heap_get(s->heap, s->used, place);
}

/* What is not used is zero, in the heap and behind it. */
static void check_rest(const struct state *s)
{
    for (size_t i = s->used; i < CAP; i++)
        assert_int_equal(s->heap[i], 0);
    for (size_t i = 0; i < sizeof(s->behind); i++)
        assert_int_equal(s->behind[i], 0);
}

static void texts_are_kept_apart(void **state)
{
    struct state s = {0};
    uint16_t a = 99, b = 99, none = 99;

    NJ_UNUSED(state);
    assert_string_equal(get(&s, 0), "");
    assert_true(nj_heap_add(heap(&s), "", &none));
    assert_int_equal(none, 0);
    assert_int_equal(s.used, 0);
    assert_true(nj_heap_add(heap(&s), "night", &a));
    assert_true(nj_heap_add(heap(&s), "", &none));
    assert_int_equal(none, 0);
    assert_true(nj_heap_add(heap(&s), "jar", &b));
    assert_int_not_equal(a, 0);
    assert_int_not_equal(a, b);
    assert_string_equal(get(&s, a), "night");
    assert_string_equal(get(&s, b), "jar");
    assert_string_equal(get(&s, none), "");
    check_rest(&s);
}

/* To the last byte, and not one more; what is refused changes nothing. */
static void a_heap_is_full_when_it_is_full(void **state)
{
    struct state s = {0};
    struct state before;
    uint16_t a = 0, b = 77;

    NJ_UNUSED(state);
    assert_int_equal(nj_heap_room(heap(&s)), CAP - 2);
    assert_false(nj_heap_add(heap(&s), "1234567890123456789", &b));
    assert_true(nj_heap_add(heap(&s), "1234567890", &a));
    assert_int_equal(nj_heap_room(heap(&s)), CAP - 2 - 11);
    before = s;
    assert_false(nj_heap_add(heap(&s), "12345678", &b));
    assert_int_equal(b, 77);
    assert_memory_equal(&s, &before, sizeof(s));
    assert_true(nj_heap_add(heap(&s), "1234567", &b));
    assert_int_equal(s.used, CAP);
    assert_int_equal(nj_heap_room(heap(&s)), 0);
    assert_false(nj_heap_add(heap(&s), "x", &b));
    assert_string_equal(get(&s, a), "1234567890");
    assert_string_equal(get(&s, b), "1234567");
    check_rest(&s);
}

static void one_text_is_dropped(void **state)
{
    struct state s = {0};
    struct state same = {0};
    uint16_t place[3], other[2];
    uint16_t moved;

    NJ_UNUSED(state);
    assert_true(nj_heap_add(heap(&s), "one", &place[0]));
    assert_true(nj_heap_add(heap(&s), "three", &place[1]));
    assert_true(nj_heap_add(heap(&s), "six", &place[2]));
    assert_int_equal(nj_heap_drop(heap(&s), 0), 0);
    moved = nj_heap_drop(heap(&s), place[1]);
    place[2] = (uint16_t)(place[2] - moved);
    assert_string_equal(get(&s, place[0]), "one");
    assert_string_equal(get(&s, place[2]), "six");
    /* As if the dropped one had never been: digests see no more of it. */
    assert_true(nj_heap_add(heap(&same), "one", &other[0]));
    assert_true(nj_heap_add(heap(&same), "six", &other[1]));
    assert_memory_equal(&s, &same, sizeof(s));
    assert_int_equal(place[2], other[1]);
    (void)nj_heap_drop(heap(&s), place[2]);
    assert_string_equal(get(&s, place[0]), "one");
    check_rest(&s);
    (void)nj_heap_drop(heap(&s), place[0]);
    check_rest(&s);
    assert_int_equal(nj_heap_room(heap(&s)), CAP - 2);
}

static void an_empty_heap_is_zero(void **state)
{
    struct state s = {0};
    const struct state empty = {0};
    uint16_t place;

    NJ_UNUSED(state);
    while (nj_heap_add(heap(&s), "words", &place))
        continue;
    assert_in_range(s.used, 2, CAP);
    nj_heap_clear(heap(&s));
    assert_memory_equal(&s, &empty, sizeof(s));
    nj_heap_clear(heap(&s));
    assert_true(nj_heap_add(heap(&s), "again", &place));
    assert_string_equal(get(&s, place), "again");
}

static uint16_t wanted; /* by the child */

static void read_a_place(void)
{
    struct state s = {0};
    uint16_t place;

    if (nj_heap_add(heap(&s), "night", &place))
        (void)get(&s, wanted);
}

/* A place that is not the beginning of a text is a fault of the game. */
static void a_wrong_place_is_an_assertion(void **state)
{
    static const uint16_t inside = 3, behind = 7, far = 300;
    char out[400];

    NJ_UNUSED(state);
    wanted = 1;
    assert_int_equal(nj_death_of(read_a_place, out, sizeof(out)), 0);
    wanted = inside;
    assert_int_not_equal(nj_death_of(read_a_place, out, sizeof(out)), 0);
    assert_non_null(strstr(out, "heap.c"));
    wanted = behind;
    assert_int_not_equal(nj_death_of(read_a_place, out, sizeof(out)), 0);
    assert_non_null(strstr(out, "heap.c"));
    wanted = far;
    assert_int_not_equal(nj_death_of(read_a_place, out, sizeof(out)), 0);
    assert_non_null(strstr(out, "heap.c"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_kept_apart),
        cmocka_unit_test(a_heap_is_full_when_it_is_full),
        cmocka_unit_test(one_text_is_dropped),
        cmocka_unit_test(an_empty_heap_is_zero),
        cmocka_unit_test(a_wrong_place_is_an_assertion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
