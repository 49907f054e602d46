/*
 * The head of a page: its own words, and what enters commitment, seed and the
 * first digest.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "page/page_priv.h"

/* --- words --- */

void nj_page_put_texts(const struct nj_format *f, struct nj_json_out *o)
{
    nj_json_obj(o, "ui");
    nj_catalog_put(f->catalog, f->lang, "page.", o);
    nj_json_end(o);
}

/* --- the record --- */

static void put_hash(struct nj_json_out *o, const char *name,
                     const struct nj_hash *hash)
{
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(hash, hex);
    nj_json_put_text(o, name, hex);
}

static int by_name(const void *a, const void *b)
{
    const struct nj_option *const *x = a;
    const struct nj_option *const *y = b;

    return strcmp((*x)->key, (*y)->key);
}

/* In the order in which the seed has them. */
static void put_options(const struct nj_record_head *h,
                        const struct nj_game *game, struct nj_json_out *o)
{
    const struct nj_option *sorted[NJ_OPTIONS_MAX];
    size_t n = 0;

    while (game->options != NULL && game->options[n].key != NULL) {
        NJ_ASSERT(n < NJ_OPTIONS_MAX);
        sorted[n] = &game->options[n];
        n++;
    }
    qsort(sorted, n, sizeof(const struct nj_option *), by_name);
    nj_json_arr(o, "options");
    for (size_t i = 0; i < n; i++) {
        struct nj_str value = NJ_STR_INIT(NJ_ORDER_TEXT_MAX);

        nj_options_print(game, &h->options, (int)(sorted[i] - game->options),
                         &value);
        nj_json_arr(o, NULL);
        nj_json_put_text(o, NULL, sorted[i]->key);
        nj_json_put_text(o, NULL, value.p);
        nj_json_put_i64(o, NULL, sorted[i]->type == NJ_OPTION_TEXT ? 1 : 0);
        nj_json_end(o);
        nj_str_fini(&value);
    }
    nj_json_end(o);
}

void nj_page_put_head(const struct nj_record *r, const struct nj_game *game,
                      struct nj_json_out *o)
{
    const struct nj_record_head *h = &r->head;

    NJ_ASSERT(r->n_inputs >= 1 && h->n_seats <= NJ_SEATS_MAX);
    nj_json_obj(o, "head");
    nj_json_put_i64(o, "match", h->match);
    nj_json_put_text(o, "code", h->code);
    nj_json_put_text(o, "game", h->game);
    nj_json_put_text(o, "edition", h->edition);
    nj_json_put_i64(o, "rules", h->rules_version);
    nj_json_put_text(o, "rng", h->rng == NJ_RNG_CHACHA20 ? "chacha20" : "test");
    put_hash(o, "data", &h->data_hash);
    put_hash(o, "commitment", &h->commitment);
    put_hash(o, "secret", &h->secret);
    put_hash(o, "seed", &h->seed);
    put_hash(o, "digest", &r->inputs[r->n_inputs - 1].digest);
    nj_json_put_i64(o, "inputs", r->n_inputs);
    put_options(h, game, o);
    nj_json_arr(o, "computers");
    for (uint8_t i = 0; i < h->n_seats; i++)
        nj_json_put_i64(o, NULL, h->seats[i].computer ? 1 : 0);
    nj_json_end(o);
    nj_json_arr(o, "joins");
    for (uint32_t i = 0; i < h->n_joins; i++)
        nj_json_put_text(o, NULL, h->joins[i]);
    nj_json_end(o);
    nj_json_end(o);
}
