/* Packed bytes: as they were, or found to be damaged. */
#include <stdlib.h>
#include <string.h>

#include "base/zip.h"
#include "kit/nj_test.h"

/* What `gzip -9n` makes of it. */
static const char text[] = "Right, right, right, up. Right, right, right, up. "
                           "Right, right, right, up. \n";
static const unsigned char packed[] = {
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03,
    0x0b, 0xca, 0x4c, 0xcf, 0x28, 0xd1, 0x51, 0x28, 0x42, 0xa1,
    0x4a, 0x0b, 0xf4, 0x14, 0x82, 0x48, 0x96, 0xe0, 0x02, 0x00,
    0xcf, 0xee, 0x23, 0x28, 0x4c, 0x00, 0x00, 0x00,
};

static void what_was_packed_comes_back(void **state)
{
    size_t n = 0;
    char *out = nj_unzip(packed, sizeof(packed), &n);

    NJ_UNUSED(state);
    assert_non_null(out);
    assert_int_equal(n, strlen(text));
    assert_string_equal(out, text);
    free(out);
}

/* Some bytes of the head mean nothing; any other is missed. */
static void damage_is_found(void **state)
{
    unsigned char bytes[sizeof(packed)];
    uint32_t found = 0;

    NJ_UNUSED(state);
    for (size_t i = 0; i < sizeof(packed); i++) {
        size_t n = 0;
        char *out;

        memcpy(bytes, packed, sizeof(bytes));
        bytes[i] ^= 0x55;
        out = nj_unzip(bytes, sizeof(bytes), &n);
        found += out == NULL;
        assert_true(out == NULL ||
                    (n == strlen(text) && strcmp(out, text) == 0));
        free(out);
    }
    assert_true(found >= sizeof(packed) - 6);
}

static void one_that_was_cut_is_damaged(void **state)
{
    NJ_UNUSED(state);
    for (size_t n = NJ_GZIP_LEAST; n < sizeof(packed); n++) {
        size_t length = 0;

        assert_null(nj_unzip(packed, n, &length));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_packed_comes_back),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(one_that_was_cut_is_damaged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
