/* Pieces to frames. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"
#include "gateway/web/assembler.h"
#include "kit/nj_test.h"

static void pieces_are_joined(void **state)
{
    struct nj_assembler a;

    NJ_UNUSED(state);
    nj_assembler_init(&a, NJ_FRAME_MAX);
    nj_assembler_begin(&a, false);
    assert_int_equal(nj_assembler_add(&a, "\xe5\xa4", 2, false),
                     NJ_PIECE_MORE); /* cuts a character */
    assert_int_equal(nj_assembler_add(&a, NULL, 0, false), NJ_PIECE_MORE);
    assert_int_equal(nj_assembler_add(&a, "\x9c", 1, false), NJ_PIECE_MORE);
    assert_int_equal(nj_assembler_add(&a, NULL, 0, true), NJ_PIECE_WHOLE);
    assert_string_equal(a.text.p, "夜");
    nj_assembler_begin(&a, false); /* the next one begins empty */
    assert_int_equal(nj_assembler_add(&a, "x", 1, true), NJ_PIECE_WHOLE);
    assert_string_equal(a.text.p, "x");
    nj_assembler_fini(&a);
}

static void binary_frames_are_for_others(void **state)
{
    struct nj_assembler a;

    NJ_UNUSED(state);
    nj_assembler_init(&a, NJ_FRAME_MAX);
    nj_assembler_begin(&a, true);
    assert_int_equal(nj_assembler_add(&a, "\0\1", 2, false), NJ_PIECE_MORE);
    assert_int_equal(nj_assembler_add(&a, "\2", 1, true), NJ_PIECE_BINARY);
    assert_int_equal(a.text.len, 0);
    nj_assembler_fini(&a);
}

static void the_ceiling_holds(void **state)
{
    struct nj_assembler a;
    size_t piece = NJ_FRAME_MAX / 4;
    char *bytes = nj_alloc(piece);

    NJ_UNUSED(state);
    memset(bytes, 'x', piece);
    nj_assembler_init(&a, NJ_FRAME_MAX);
    nj_assembler_begin(&a, false);
    for (int i = 0; i < 3; i++)
        assert_int_equal(nj_assembler_add(&a, bytes, piece, false),
                         NJ_PIECE_MORE);
    assert_int_equal(nj_assembler_add(&a, bytes, piece, false),
                     NJ_PIECE_MORE); /* exactly full */
    assert_int_equal(nj_assembler_add(&a, "x", 1, false), NJ_PIECE_TOO_BIG);
    nj_assembler_reset(&a);
    assert_true(a.text.cap < piece); /* and the memory is given back */
    nj_assembler_begin(&a, false);
    assert_int_equal(nj_assembler_add(&a, "x", 1, true), NJ_PIECE_WHOLE);
    nj_assembler_fini(&a);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_joined),
        cmocka_unit_test(binary_frames_are_for_others),
        cmocka_unit_test(the_ceiling_holds),
    };

    return cmocka_run_group_tests_name("gateway/onebot/frame", tests, NULL,
                                       NULL);
}
