#include <string.h>

#include "base/random.h"
#include "kit/nj_test.h"

static struct nj_hash counting_hash(void)
{
    struct nj_hash h = {{0}};

    for (int i = 0; i < NJ_HASH_BYTES; i++)
        h.b[i] = (uint8_t)i;
    return h;
}

static void assert_hex(const struct nj_hash *h, const char *wanted)
{
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(h, hex);
    assert_string_equal(hex, wanted);
}

/* --- LN-1.8: the check values of the rules --- */

static void splitmix64_gives_the_words_of_the_rules(void **state)
{
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&r, 1);
    assert_true(nj_rng_word(&r) == UINT64_C(0x910a2dec89025cc1));
    assert_true(nj_rng_word(&r) == UINT64_C(0xbeeb8da1658eec67));
    assert_true(nj_rng_word(&r) == UINT64_C(0xf893a2eefb32555e));
    assert_int_equal(r.words, 3);
    assert_int_equal(r.draws, 0);
}

static void ten_dice_fall_as_in_the_rules(void **state)
{
    static const uint32_t wanted[] = {5, 1, 0, 5, 3, 2, 3, 3, 0, 4};
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&r, 1);
    for (size_t i = 0; i < NJ_COUNT(wanted); i++)
        assert_int_equal(nj_rng_below(&r, 6), wanted[i]);
    assert_int_equal(r.draws, NJ_COUNT(wanted));
}

static void shuffle(struct nj_rng *r, int *list, uint32_t n)
{
    for (uint32_t i = n - 1; i >= 1; i--) {
        uint32_t k = nj_rng_below(r, i + 1);
        int held = list[i];

        list[i] = list[k];
        list[k] = held;
    }
}

static void a_shuffle_ends_as_in_the_rules(void **state)
{
    static const int wanted[] = {1, 2, 4, 3, 5, 6};
    int list[] = {1, 2, 3, 4, 5, 6};
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&r, 1);
    shuffle(&r, list, NJ_COUNT(list));
    assert_memory_equal(list, wanted, sizeof(wanted));
}

static void a_sample_is_that_of_the_rules(void **state)
{
    bool kept[10] = {false};
    int list[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&r, 1);
    shuffle(&r, list, NJ_COUNT(list));
    for (int i = 0; i < 4; i++)
        kept[list[i]] = true;
    for (int i = 0; i < 10; i++)
        assert_int_equal(kept[i], i == 1 || i == 2 || i == 4 || i == 8);
}

/* --- streams --- */

static void chacha20_gives_little_endian_words(void **state)
{
    const struct nj_hash zero = {{0}};
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_chacha20(&r, &zero, NJ_NONCE_PLAY);
    assert_true(nj_rng_word(&r) == UINT64_C(0x903df1a0ade0b876));
    assert_true(nj_rng_word(&r) == UINT64_C(0x28bd8653e56a5d40));
    for (int i = 2; i < 8; i++)
        (void)nj_rng_word(&r);
    assert_true(nj_rng_word(&r) == UINT64_C(0x7a385155bee7079f));
    assert_int_equal(r.words, 9);
}

static void keys_and_nonces_give_streams_of_their_own(void **state)
{
    const struct nj_hash key = counting_hash();
    const struct nj_hash zero = {{0}};
    struct nj_rng a;
    struct nj_rng b;
    struct nj_rng c;
    uint64_t word;

    NJ_UNUSED(state);
    nj_rng_chacha20(&a, &key, NJ_NONCE_PLAY);
    nj_rng_chacha20(&b, &key, NJ_NONCE_BRAIN + 1);
    nj_rng_chacha20(&c, &zero, NJ_NONCE_PLAY);
    word = nj_rng_word(&a);
    assert_true(word != nj_rng_word(&b));
    assert_true(word != nj_rng_word(&c));
}

static void a_sought_stream_goes_on_from_there(void **state)
{
    const struct nj_hash key = counting_hash();
    uint64_t words[40];

    NJ_UNUSED(state);
    for (int kind = 0; kind < 2; kind++) {
        struct nj_rng r;

        if (kind == 0)
            nj_rng_chacha20(&r, &key, 3);
        else
            nj_rng_splitmix64(&r, 99);
        for (size_t i = 0; i < NJ_COUNT(words); i++)
            words[i] = nj_rng_word(&r);
        for (size_t i = NJ_COUNT(words); i > 0; i--) {
            nj_rng_seek(&r, i - 1);
            for (size_t k = i - 1; k < NJ_COUNT(words); k++)
                assert_true(nj_rng_word(&r) == words[k]);
        }
    }
}

static void a_copied_stream_is_a_fork(void **state)
{
    const struct nj_hash key = counting_hash();
    struct nj_rng r;
    struct nj_rng fork;

    NJ_UNUSED(state);
    nj_rng_chacha20(&r, &key, 0);
    for (int i = 0; i < 5; i++)
        (void)nj_rng_word(&r);
    fork = r;
    for (int i = 0; i < 20; i++)
        assert_true(nj_rng_word(&r) == nj_rng_word(&fork));
}

static void one_possibility_draws_nothing(void **state)
{
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&r, 1);
    assert_int_equal(nj_rng_below(&r, 0), 0);
    assert_int_equal(nj_rng_below(&r, 1), 0);
    assert_int_equal(r.words, 0);
    assert_int_equal(r.draws, 0);
}

static void results_stay_below_their_bound(void **state)
{
    static const uint32_t bounds[] = {2,         3, 7, 1000, UINT32_MAX - 1,
                                      UINT32_MAX};
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&r, 5);
    for (size_t i = 0; i < NJ_COUNT(bounds); i++)
        for (int k = 0; k < 1000; k++)
            assert_true(nj_rng_below(&r, bounds[i]) < bounds[i]);
    assert_int_equal(r.draws, 6000);
}

/* Undoes one step of the generator, so that a chosen word can come first. */
static uint64_t state_before(uint64_t word)
{
    uint64_t z = word;

    z = z ^ z >> 31 ^ z >> 62;
    z *= UINT64_C(0x319642b2d24d8ec3);
    z = z ^ z >> 27 ^ z >> 54;
    z *= UINT64_C(0x96de1b173f119089);
    z = z ^ z >> 30 ^ z >> 60;
    return z - UINT64_C(0x9E3779B97F4A7C15);
}

static void words_above_the_last_multiple_are_drawn_again(void **state)
{
    struct nj_rng r;

    NJ_UNUSED(state);
    /* 2^64 - 1 is a multiple of 3, so the highest word alone is one too many.
     */
    nj_rng_splitmix64(&r, state_before(UINT64_MAX));
    (void)nj_rng_below(&r, 3);
    assert_int_equal(r.words, 2);
    assert_int_equal(r.draws, 1);
    nj_rng_splitmix64(&r, state_before(UINT64_MAX - 1));
    assert_int_equal(nj_rng_below(&r, 3), 2);
    assert_int_equal(r.words, 1);
    /* 2^64 is a multiple of 4: no word is too many. */
    nj_rng_splitmix64(&r, state_before(UINT64_MAX));
    assert_int_equal(nj_rng_below(&r, 4), 3);
    assert_int_equal(r.words, 1);
}

static void a_script_is_followed_to_its_end(void **state)
{
    static const uint32_t values[] = {0, 1, 5};
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_script(&r, values, NJ_COUNT(values));
    assert_int_equal(nj_rng_below(&r, 2), 0);
    assert_int_equal(nj_rng_below(&r, 1), 0);
    assert_int_equal(nj_rng_below(&r, 2), 1);
    assert_int_equal(nj_rng_below(&r, 6), 5);
    assert_false(r.misscripted);
    assert_int_equal(r.draws, r.script_len);
    assert_int_equal(nj_rng_below(&r, 6), 0);
    assert_true(r.misscripted);
}

static void a_script_with_an_impossible_result_is_noticed(void **state)
{
    static const uint32_t values[] = {6};
    struct nj_rng r;

    NJ_UNUSED(state);
    nj_rng_script(&r, values, 1);
    assert_int_equal(nj_rng_below(&r, 6), 0);
    assert_true(r.misscripted);
}

/* --- digests --- */

static void digests_are_blake2b_256(void **state)
{
    struct nj_hash h;
    struct nj_hasher parts;

    NJ_UNUSED(state);
    nj_hash_bytes("", 0, &h);
    assert_hex(&h, "0e5751c026e543b2e8ab2eb06099daa1"
                   "d1e5df47778f7787faab45cdf12fe3a8");
    nj_hash_bytes("abc", 3, &h);
    assert_hex(&h, "bddd813c634239723171ef3fee98579b"
                   "94964e3bb1cb3e427262c8c068d52319");
    nj_hasher_init(&parts, NULL);
    nj_hasher_add(&parts, "a", 1);
    nj_hasher_add(&parts, "", 0);
    nj_hasher_add(&parts, "bc", 2);
    nj_hasher_end(&parts, &h);
    assert_hex(&h, "bddd813c634239723171ef3fee98579b"
                   "94964e3bb1cb3e427262c8c068d52319");
    nj_hasher_init(&parts, NULL);
    nj_hasher_add_u64(&parts, UINT64_C(0x0102030405060708));
    nj_hasher_end(&parts, &h);
    assert_hex(&h, "629ede7a57f270a48d154690851104b9"
                   "54ebaaa0099ef7f879099643e2ebf872");
}

static void hashes_compare(void **state)
{
    struct nj_hash a = counting_hash();
    struct nj_hash b = counting_hash();
    const struct nj_hash zero = {{0}};

    NJ_UNUSED(state);
    assert_true(nj_hash_equal(&a, &b));
    b.b[31] ^= 1;
    assert_false(nj_hash_equal(&a, &b));
    assert_true(nj_hash_is_zero(&zero));
    assert_false(nj_hash_is_zero(&a));
}

static void secrets_compare(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_secret_equal("", ""));
    assert_true(nj_secret_equal("token", "token"));
    assert_false(nj_secret_equal("token", "tokem"));
    assert_false(nj_secret_equal("token", "token2"));
    assert_false(nj_secret_equal("token", ""));
}

static void hex_goes_there_and_back(void **state)
{
    const struct nj_hash a = counting_hash();
    struct nj_hash b = {{0}};
    char hex[NJ_HEX_BYTES];

    NJ_UNUSED(state);
    nj_hash_hex(&a, hex);
    assert_int_equal(strlen(hex), 64);
    assert_int_equal(nj_hash_parse(hex, &b, NULL), NJ_OK);
    assert_true(nj_hash_equal(&a, &b));
    hex[63] = 'F'; /* capital digits are digits */
    hex[62] = '1';
    assert_int_equal(nj_hash_parse(hex, &b, NULL), NJ_OK);
}

static void bad_hex_is_refused_without_quoting_it(void **state)
{
    static const char *const bad[] = {
        "",
        "0",
        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeef",
        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff0",
        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeefg",
        " 0112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_hash h = counting_hash();
        const struct nj_hash before = h;
        struct nj_err err = {{0}};

        assert_int_equal(nj_hash_parse(bad[i], &h, &err), NJ_ERR_BAD_INPUT);
        assert_true(nj_hash_equal(&h, &before));
        assert_null(strstr(err.text, "1122"));
        assert_true(strlen(err.text) > 0);
    }
}

/* --- commitment (design 4), recomputed with another implementation --- */

static void the_commitment_is_what_anybody_can_recompute(void **state)
{
    const struct nj_hash secret = counting_hash();
    struct nj_hash h;

    NJ_UNUSED(state);
    nj_commit(&secret, &h);
    assert_hex(&h, "9b8f9cb8bd9a3aace8700bfbba817a18"
                   "4cb085260deb7487589bbf6e7b908c10");
}

static void secrets_differ_and_can_be_wiped(void **state)
{
    struct nj_hash a = {{0}};
    struct nj_hash b = {{0}};

    NJ_UNUSED(state);
    nj_secret_draw(&a);
    nj_secret_draw(&b);
    assert_false(nj_hash_equal(&a, &b));
    nj_wipe(&a, sizeof(a));
    assert_true(nj_hash_is_zero(&a));
}

static int set_up_group(void **state)
{
    NJ_UNUSED(state);
    nj_random_init();
    nj_random_init(); /* twice is no harm */
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix64_gives_the_words_of_the_rules),
        cmocka_unit_test(ten_dice_fall_as_in_the_rules),
        cmocka_unit_test(a_shuffle_ends_as_in_the_rules),
        cmocka_unit_test(a_sample_is_that_of_the_rules),
        cmocka_unit_test(chacha20_gives_little_endian_words),
        cmocka_unit_test(keys_and_nonces_give_streams_of_their_own),
        cmocka_unit_test(a_sought_stream_goes_on_from_there),
        cmocka_unit_test(a_copied_stream_is_a_fork),
        cmocka_unit_test(one_possibility_draws_nothing),
        cmocka_unit_test(results_stay_below_their_bound),
        cmocka_unit_test(words_above_the_last_multiple_are_drawn_again),
        cmocka_unit_test(a_script_is_followed_to_its_end),
        cmocka_unit_test(a_script_with_an_impossible_result_is_noticed),
        cmocka_unit_test(digests_are_blake2b_256),
        cmocka_unit_test(hashes_compare),
        cmocka_unit_test(secrets_compare),
        cmocka_unit_test(hex_goes_there_and_back),
        cmocka_unit_test(bad_hex_is_refused_without_quoting_it),
        cmocka_unit_test(the_commitment_is_what_anybody_can_recompute),
        cmocka_unit_test(secrets_differ_and_can_be_wiped),
    };

    return cmocka_run_group_tests_name("base/random", tests, set_up_group,
                                       NULL);
}
