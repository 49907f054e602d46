/*
 * The seed of a match out of its parts.
 */
#include "match/seed.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/str.h"

static const char label[] = "nightjar-seed-2";

static int by_name(const void *a, const void *b)
{
    const struct nj_option *const *x = a;
    const struct nj_option *const *y = b;

    return strcmp((*x)->key, (*y)->key);
}

/* In the order of their names, which no later table of options changes. */
static void add_options(struct nj_hasher *h, const struct nj_game *game,
                        const struct nj_options *options)
{
    const struct nj_option *sorted[NJ_OPTIONS_MAX];
    size_t n = 0;

    while (game->options != NULL && game->options[n].key != NULL) {
        NJ_ASSERT(n < NJ_OPTIONS_MAX);
        sorted[n] = &game->options[n];
        n++;
    }
    qsort(sorted, n, sizeof(const struct nj_option *), by_name);
    nj_hasher_add_number(h, n);
    for (size_t i = 0; i < n; i++) {
        struct nj_str value = NJ_STR_INIT(NJ_ORDER_TEXT_MAX);

        nj_options_print(game, options, (int)(sorted[i] - game->options),
                         &value);
        nj_hasher_add_text(h, sorted[i]->key);
        nj_hasher_add_text(h, value.p);
        nj_str_fini(&value);
    }
}

void nj_seed(const struct nj_hash *secret, const struct nj_seed_parts *parts,
             struct nj_hash *seed)
{
    struct nj_hasher h;

    NJ_ASSERT(parts->match >= 0 && parts->n_seats <= NJ_SEATS_MAX);
    NJ_ASSERT(parts->computers >> parts->n_seats == 0);
    nj_hasher_init(&h, secret);
    nj_hasher_add(&h, label, sizeof(label) - 1);
    nj_hasher_add_number(&h, (uint64_t)parts->match);
    nj_hasher_add_text(&h, parts->code);
    add_options(&h, parts->game, parts->options);
    nj_hasher_add_number(&h, parts->n_seats);
    for (uint8_t i = 0; i < parts->n_seats; i++)
        nj_hasher_add_number(&h, (parts->computers & nj_bit(i)) != 0);
    nj_hasher_add_number(&h, parts->n_joins);
    for (uint32_t i = 0; i < parts->n_joins; i++)
        nj_hasher_add_text(&h, parts->joins[i]);
    nj_hasher_end(&h, seed);
    nj_wipe(&h, sizeof(h));
}
