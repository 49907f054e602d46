/*
 * Chance, commitments and digests, by libsodium.
 */
#include "base/random.h"

#include <string.h>

#include <sodium.h>

#include "base/bug.h"
#include "base/limits.h"

#define WORDS_PER_BLOCK 8
#define SPLITMIX_STEP   UINT64_C(0x9E3779B97F4A7C15)

static const char commit_label[] = "nightjar-commit-1";

void nj_random_init(void)
{
    int rc = sodium_init();

    NJ_ASSERT(rc >= 0);
}

/* --- streams --- */

static uint64_t load_le(const uint8_t *b)
{
    uint64_t v = 0;

    for (int i = 7; i >= 0; i--)
        v = v << 8 | b[i];
    return v;
}

static void store_le(uint8_t *b, uint64_t v)
{
    for (int i = 0; i < 8; i++) {
        b[i] = (uint8_t)(v & 0xff);
        v >>= 8;
    }
}

void nj_rng_chacha20(struct nj_rng *r, const struct nj_hash *key,
                     uint64_t nonce)
{
    memset(r, 0, sizeof(*r));
    r->kind = NJ_RNG_CHACHA20;
    r->key = *key;
    r->nonce = nonce;
    NJ_ASSERT(r->words == 0);
}

void nj_rng_splitmix64(struct nj_rng *r, uint64_t seed)
{
    memset(r, 0, sizeof(*r));
    r->kind = NJ_RNG_SPLITMIX64;
    r->state = seed;
    NJ_ASSERT(r->words == 0);
}

void nj_rng_script(struct nj_rng *r, const uint32_t *values, uint32_t n)
{
    NJ_ASSERT(values != NULL || n == 0);
    memset(r, 0, sizeof(*r));
    r->kind = NJ_RNG_SCRIPT;
    r->script = values;
    r->script_len = n;
    NJ_ASSERT(!r->misscripted);
}

/* Key stream block number `words / 8`, which holds the next word. */
static void fill_block(struct nj_rng *r)
{
    static const uint8_t zeros[sizeof(r->block)];
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
    int rc;

    NJ_ASSERT(r->kind == NJ_RNG_CHACHA20);
    _Static_assert(sizeof(nonce) == 8, "a 64-bit nonce");
    _Static_assert(sizeof(r->key.b) == crypto_stream_chacha20_KEYBYTES,
                   "a 256-bit key");
    store_le(nonce, r->nonce);
    rc = crypto_stream_chacha20_xor_ic(r->block, zeros, sizeof(r->block), nonce,
                                       r->words / WORDS_PER_BLOCK, r->key.b);
    NJ_ASSERT(rc == 0);
}

void nj_rng_seek(struct nj_rng *r, uint64_t word)
{
    NJ_ASSERT(r->kind != NJ_RNG_SCRIPT);
    if (r->kind == NJ_RNG_SPLITMIX64)
        r->state += (word - r->words) * SPLITMIX_STEP;
    r->words = word;
    /* At the start of a block the next draw fills it, if one comes at all. */
    if (r->kind == NJ_RNG_CHACHA20 && word % WORDS_PER_BLOCK != 0)
        fill_block(r);
}

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += SPLITMIX_STEP;

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint64_t nj_rng_word(struct nj_rng *r)
{
    uint64_t v;

    NJ_ASSERT(r->kind != NJ_RNG_SCRIPT);
    if (r->kind == NJ_RNG_SPLITMIX64) {
        v = splitmix64(&r->state);
    } else {
        if (r->words % WORDS_PER_BLOCK == 0)
            fill_block(r);
        v = load_le(r->block + r->words % WORDS_PER_BLOCK * 8);
    }
    r->words++;
    return v;
}

static uint32_t scripted(struct nj_rng *r, uint32_t n)
{
    NJ_ASSERT(r->draws >= 1);
    NJ_ASSERT(n > 1);
    if (r->draws > r->script_len || r->script[r->draws - 1] >= n) {
        r->misscripted = true;
        return 0;
    }
    return r->script[r->draws - 1];
}

uint32_t nj_rng_below(struct nj_rng *r, uint32_t n)
{
    uint64_t surplus; /* words at the top that would favour small results */
    uint64_t x;

    if (n <= 1)
        return 0;
    r->draws++;
    if (r->kind == NJ_RNG_SCRIPT)
        return scripted(r, n);
    surplus = (UINT64_MAX % n + 1) % n;
    do
        x = nj_rng_word(r);
    while (x > UINT64_MAX - surplus);
    return (uint32_t)(x % n);
}

/* --- hashing --- */

static crypto_generichash_state *state_of(struct nj_hasher *h)
{
    _Static_assert(sizeof(h->opaque) >= sizeof(crypto_generichash_state),
                   "room for the library's state");
    return (crypto_generichash_state *)(void *)h->opaque;
}

void nj_hasher_init(struct nj_hasher *h, const struct nj_hash *key_or_null)
{
    const uint8_t *key = key_or_null == NULL ? NULL : key_or_null->b;
    size_t key_bytes = key_or_null == NULL ? 0 : NJ_HASH_BYTES;

    int rc =
        crypto_generichash_init(state_of(h), key, key_bytes, NJ_HASH_BYTES);

    NJ_ASSERT(rc == 0);
}

void nj_hasher_add(struct nj_hasher *h, const void *bytes, size_t n)
{
    int rc = crypto_generichash_update(state_of(h), bytes, n);

    NJ_ASSERT(bytes != NULL || n == 0);
    NJ_ASSERT(rc == 0);
}

void nj_hasher_add_u64(struct nj_hasher *h, uint64_t v)
{
    uint8_t b[8];

    store_le(b, v);
    nj_hasher_add(h, b, sizeof(b));
}

void nj_hasher_add_number(struct nj_hasher *h, uint64_t v)
{
    uint8_t b[10];
    size_t n = 0;

    while (v >= 0x80) {
        b[n++] = (uint8_t)(v | 0x80);
        v >>= 7;
    }
    b[n++] = (uint8_t)v;
    NJ_ASSERT(n <= sizeof(b));
    nj_hasher_add(h, b, n);
}

void nj_hasher_add_text(struct nj_hasher *h, const char *text)
{
    size_t n = strlen(text);

    nj_hasher_add_number(h, n);
    nj_hasher_add(h, text, n);
}

void nj_hasher_end(struct nj_hasher *h, struct nj_hash *out)
{
    int rc = crypto_generichash_final(state_of(h), out->b, NJ_HASH_BYTES);

    NJ_ASSERT(rc == 0);
}

void nj_hash_bytes(const void *bytes, size_t n, struct nj_hash *out)
{
    struct nj_hasher h;

    nj_hasher_init(&h, NULL);
    nj_hasher_add(&h, bytes, n);
    nj_hasher_end(&h, out);
}

void nj_sha256(const void *bytes, size_t n, uint8_t out[NJ_HASH_BYTES])
{
    int rc = crypto_hash_sha256(out, bytes, n);

    _Static_assert(crypto_hash_sha256_BYTES == NJ_HASH_BYTES, "as many bytes");
    NJ_ASSERT(bytes != NULL || n == 0);
    NJ_ASSERT(rc == 0);
}

bool nj_hash_equal(const struct nj_hash *a, const struct nj_hash *b)
{
    return sodium_memcmp(a->b, b->b, NJ_HASH_BYTES) == 0;
}

bool nj_hash_is_zero(const struct nj_hash *a)
{
    return sodium_is_zero(a->b, NJ_HASH_BYTES) == 1;
}

/* Digests have one length, so not even the length of a token shows. */
bool nj_secret_equal(const char *a, const char *b)
{
    struct nj_hash ha;
    struct nj_hash hb;

    NJ_ASSERT(a != NULL);
    NJ_ASSERT(b != NULL);
    nj_hash_bytes(a, strlen(a), &ha);
    nj_hash_bytes(b, strlen(b), &hb);
    return nj_hash_equal(&ha, &hb);
}

char *nj_secret_copy(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = sodium_malloc(n);

    NJ_ASSERT(copy != NULL);
    memcpy(copy, text, n);
    NJ_ASSERT(copy[n - 1] == '\0');
    return copy;
}

void nj_secret_free(char *secret)
{
    sodium_free(secret);
}

/* --- hex --- */

void nj_hash_hex(const struct nj_hash *h, char out[NJ_HEX_BYTES])
{
    (void)sodium_bin2hex(out, NJ_HEX_BYTES, h->b, NJ_HASH_BYTES);
}

enum nj_status nj_hash_parse(const char *hex, struct nj_hash *out,
                             struct nj_err *err)
{
    struct nj_hash parsed;
    size_t n = strlen(hex);
    size_t bytes = 0;

    /* The line does not quote the text: it may be a seed. */
    if (n != NJ_HEX_BYTES - 1)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "expected %d hex digits, found %zu characters",
                       NJ_HEX_BYTES - 1, n);
    if (sodium_hex2bin(parsed.b, sizeof(parsed.b), hex, n, NULL, &bytes,
                       NULL) != 0 ||
        bytes != NJ_HASH_BYTES)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "expected %d hex digits, found something else",
                       NJ_HEX_BYTES - 1);
    *out = parsed;
    NJ_ASSERT(bytes == NJ_HASH_BYTES);
    return NJ_OK;
}

/* --- commitment --- */

void nj_secret_draw(struct nj_hash *secret)
{
    randombytes_buf(secret->b, NJ_HASH_BYTES);
}

void nj_wipe(void *p, size_t n)
{
    NJ_ASSERT(p != NULL || n == 0);
    sodium_memzero(p, n);
}

void nj_commit(const struct nj_hash *secret, struct nj_hash *commitment)
{
    struct nj_hasher h;

    nj_hasher_init(&h, NULL);
    nj_hasher_add(&h, commit_label, sizeof(commit_label) - 1);
    nj_hasher_add(&h, secret->b, NJ_HASH_BYTES);
    nj_hasher_end(&h, commitment);
    nj_wipe(&h, sizeof(h));
}
