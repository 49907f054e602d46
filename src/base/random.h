/*
 * Chance, commitments and digests. The only user of libsodium.
 *
 * A stream (struct nj_rng) gives 64-bit words. In play it is ChaCha20 with
 * the match's 256-bit seed as key (design 4); tests use SplitMix64 or a
 * script of results (LN-1.8). A bounded draw rejects words at or above the
 * largest multiple of n and takes the remainder; n <= 1 draws nothing.
 */
#ifndef NJ_BASE_RANDOM_H
#define NJ_BASE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define NJ_HASH_BYTES 32
#define NJ_HEX_BYTES  (2 * NJ_HASH_BYTES + 1)

/* 256 bits: a digest, a commitment, a seed or a secret. */
struct nj_hash {
    uint8_t b[NJ_HASH_BYTES];
};

/* Must be called once, before anything else here; asserts that it worked. */
void nj_random_init(void);

/* --- streams --- */

enum nj_rng_kind {
    NJ_RNG_CHACHA20,
    NJ_RNG_SPLITMIX64,
    NJ_RNG_SCRIPT
};

#define NJ_NONCE_PLAY  0   /* the dice */
#define NJ_NONCE_TEXT  1   /* flavour */
#define NJ_NONCE_BRAIN 256 /* + seat: computer players */
#define NJ_NONCE_SEAT  512 /* + seat: what the game draws for it alone */

/* A plain value: copy it to fork or to remember a position. */
struct nj_rng {
    enum nj_rng_kind kind;
    uint32_t script_len;
    struct nj_hash key;     /* ChaCha20 */
    uint64_t nonce;         /* ChaCha20 */
    uint64_t state;         /* SplitMix64 */
    const uint32_t *script; /* borrowed; NJ_RNG_SCRIPT */
    uint64_t words;         /* 64-bit words taken so far */
    uint64_t draws;         /* bounded draws with n >= 2 so far */
    uint8_t block[64];      /* the ChaCha20 block that holds word `words` */
    bool misscripted;       /* the script ran out or had a value >= n */
};

void nj_rng_chacha20(struct nj_rng *r, const struct nj_hash *key,
                     uint64_t nonce);
void nj_rng_splitmix64(struct nj_rng *r, uint64_t seed);
/* `values` must outlive the stream. Each draw with n >= 2 takes one. */
void nj_rng_script(struct nj_rng *r, const uint32_t *values, uint32_t n);
/* Moves a ChaCha20 or SplitMix64 stream to word number `word`. */
void nj_rng_seek(struct nj_rng *r, uint64_t word);

uint64_t nj_rng_word(struct nj_rng *r); /* not for scripts */
uint32_t nj_rng_below(struct nj_rng *r, uint32_t n);

/* --- hashing: BLAKE2b-256 --- */

struct nj_hasher {
    _Alignas(64) unsigned char opaque[384];
};

void nj_hasher_init(struct nj_hasher *h, const struct nj_hash *key_or_null);
void nj_hasher_add(struct nj_hasher *h, const void *bytes, size_t n);
void nj_hasher_add_u64(struct nj_hasher *h, uint64_t v); /* little-endian */
/* As the digests write them: seven bits at a time, lowest first; a text with
 * its length in front. */
void nj_hasher_add_number(struct nj_hasher *h, uint64_t v);
void nj_hasher_add_text(struct nj_hasher *h, const char *text);
void nj_hasher_end(struct nj_hasher *h, struct nj_hash *out);
void nj_hash_bytes(const void *bytes, size_t n, struct nj_hash *out);

/* SHA-256, which browsers ask for. */
void nj_sha256(const void *bytes, size_t n, uint8_t out[NJ_HASH_BYTES]);

bool nj_hash_equal(const struct nj_hash *a, const struct nj_hash *b);
bool nj_hash_is_zero(const struct nj_hash *a);
/* Equality of two texts in constant time: for tokens. */
bool nj_secret_equal(const char *a, const char *b);

/*
 * A copy of a token in guarded memory: not swapped out, not in core dumps,
 * overwritten when it is freed. NULL is fine to free.
 */
char *nj_secret_copy(const char *text);
void nj_secret_free(char *secret);

/* --- hex --- */

/* Writes 64 digits and a NUL. */
void nj_hash_hex(const struct nj_hash *h, char out[NJ_HEX_BYTES]);
NJ_MUST_USE enum nj_status nj_hash_parse(const char *hex, struct nj_hash *out,
                                         struct nj_err *err);

/* --- commitment (design 4) --- */

/* 32 secret bytes from the operating system. */
void nj_secret_draw(struct nj_hash *secret);
/* Overwrites; never optimised away. */
void nj_wipe(void *p, size_t n);

/* BLAKE2b-256("nightjar-commit-1", secret). */
void nj_commit(const struct nj_hash *secret, struct nj_hash *commitment);

#endif
