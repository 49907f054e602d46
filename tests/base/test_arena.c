#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "kit/nj_death.h"
#include "kit/nj_test.h"

static void pieces_are_zeroed_aligned_and_apart(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(256);
    unsigned char *pieces[200];

    NJ_UNUSED(state);
    for (size_t i = 0; i < 200; i++) {
        pieces[i] = nj_arena_alloc(&a, i);
        assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < i; k++)
            assert_int_equal(pieces[i][k], 0);
        memset(pieces[i], (int)i, i);
    }
    for (size_t i = 0; i < 200; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_equal(pieces[i][k], i);
    nj_arena_fini(&a);
}

static void pieces_after_a_reset_are_zeroed_again(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(128);

    NJ_UNUSED(state);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 20; i++) {
            unsigned char *p = nj_arena_alloc(&a, 50);

            for (size_t k = 0; k < 50; k++)
                assert_int_equal(p[k], 0);
            memset(p, 0xff, 50);
        }
        nj_arena_reset(&a);
    }
    nj_arena_fini(&a);
}

static void a_reset_keeps_the_memory(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(128);
    size_t held;

    NJ_UNUSED(state);
    (void)nj_arena_alloc(&a, 100);
    (void)nj_arena_alloc(&a, 1000);
    (void)nj_arena_alloc(&a, 100);
    held = nj_arena_bytes(&a);
    assert_true(held >= 1200);
    for (int round = 0; round < 100; round++) {
        nj_arena_reset(&a);
        (void)nj_arena_alloc(&a, 1000);
        (void)nj_arena_alloc(&a, 100);
        (void)nj_arena_alloc(&a, 100);
    }
    assert_int_equal(nj_arena_bytes(&a), held);
    nj_arena_fini(&a);
    assert_int_equal(nj_arena_bytes(&a), 0);
}

static void a_large_piece_does_not_waste_the_open_chunk(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(4096);
    size_t held;

    NJ_UNUSED(state);
    (void)nj_arena_alloc(&a, 64);
    (void)nj_arena_alloc(&a, 100000);
    held = nj_arena_bytes(&a);
    (void)nj_arena_alloc(&a, 2000);
    assert_int_equal(nj_arena_bytes(&a), held);
    nj_arena_fini(&a);
}

static void a_finished_arena_can_be_used_again(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(64);

    NJ_UNUSED(state);
    (void)nj_arena_alloc(&a, 10);
    nj_arena_fini(&a);
    assert_string_equal(nj_arena_copy(&a, "abcdef", 3), "abc");
    nj_arena_fini(&a);
}

static void texts_are_copied_and_formatted(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(64);
    char *long_text;

    NJ_UNUSED(state);
    assert_string_equal(nj_arena_copy(&a, NULL, 0), "");
    assert_memory_equal(nj_arena_copy(&a, "a\0b", 3), "a\0b", 4);
    assert_string_equal(nj_arena_printf(&a, "%d-%s", 5, "月"), "5-月");
    long_text = nj_arena_printf(&a, "%01000d", 7);
    assert_int_equal(strlen(long_text), 1000);
    nj_arena_fini(&a);
}

static void copies_belong_to_the_caller(void **state)
{
    char *copy = nj_strndup("abcdef", 2);
    int *numbers = nj_alloc(4 * sizeof(int));

    NJ_UNUSED(state);
    assert_string_equal(copy, "ab");
    assert_int_equal(numbers[3], 0);
    numbers = nj_realloc(numbers, 400 * sizeof(int));
    numbers[399] = 1;
    free(numbers);
    free(copy);
}

/* Also one that has lost some of its things meanwhile. */
static void a_list_has_room_for_one_more(void **state)
{
    uint64_t *list = NULL;
    size_t n = 0;

    NJ_UNUSED(state);
    for (int round = 0; round < 3; round++) {
        for (; n < 300; n++) {
            list = nj_grow(list, n, sizeof(*list));
            list[n] = n;
        }
        for (size_t i = 0; i < n; i++)
            assert_int_equal(list[i], i);
        n = round == 0 ? 33 : 0;
    }
    free(list);
}

static struct nj_arena doomed = NJ_ARENA_INIT(64);

static void ask_the_arena_for_everything(void)
{
    (void)nj_arena_alloc(&doomed, SIZE_MAX);
}

static void ask_the_arena_for_a_copy_of_everything(void)
{
    (void)nj_arena_copy(&doomed, "", SIZE_MAX);
}

static void ask_for_a_copy_of_everything(void)
{
    free(nj_strndup("", SIZE_MAX));
}

static void out_of_memory_ends_with_one_line_and_status_2(void **state)
{
    void (*const greedy[])(void) = {ask_the_arena_for_everything,
                                    ask_the_arena_for_a_copy_of_everything,
                                    ask_for_a_copy_of_everything};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(greedy); i++) {
        char out[200];

        assert_int_equal(nj_death_of(greedy[i], out, sizeof(out)), 2);
        assert_string_equal(out, "nightjar: out of memory\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(pieces_after_a_reset_are_zeroed_again),
        cmocka_unit_test(a_reset_keeps_the_memory),
        cmocka_unit_test(a_large_piece_does_not_waste_the_open_chunk),
        cmocka_unit_test(a_finished_arena_can_be_used_again),
        cmocka_unit_test(texts_are_copied_and_formatted),
        cmocka_unit_test(copies_belong_to_the_caller),
        cmocka_unit_test(a_list_has_room_for_one_more),
        cmocka_unit_test(out_of_memory_ends_with_one_line_and_status_2),
    };

    return cmocka_run_group_tests_name("base/arena", tests, NULL, NULL);
}
