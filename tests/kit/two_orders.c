/*
 * Random orders and rulings out of a game's tables.
 */
#include "kit/two_orders.h"

#include <string.h>

#include "kit/nj_test.h"

#define KNOWN_MAX 200000

static bool has(const struct nj_two_form *f, char phase)
{
    return phase == '\0' || f->phases == NULL ||
           strchr(f->phases, phase) != NULL;
}

const struct nj_two_form *nj_two_any_form(const struct nj_two_form *list,
                                          size_t n, char phase,
                                          struct nj_rng *rng)
{
    uint32_t all = 0;
    uint32_t at;

    for (size_t i = 0; i < n; i++)
        all += has(&list[i], phase) ? list[i].weight : 0;
    at = nj_rng_below(rng, all);
    for (const struct nj_two_form *f = list;; f++) {
        if (!has(f, phase))
            continue;
        if (at < f->weight)
            return f;
        at -= f->weight;
    }
}

static void copy(struct nj_str *from, char text[NJ_ORDER_TEXT_MAX])
{
    text[0] = '\0';
    if (from->len > 0)
        memcpy(text, from->p, from->len + 1);
    nj_str_fini(from);
}

void nj_two_fill(const struct nj_two_pen *pen, const char *letters,
                 struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX])
{
    struct nj_str s = NJ_STR_INIT(NJ_ORDER_TEXT_MAX - 1);

    for (const char *c = letters; *c != '\0'; c++) {
        if (c != letters)
            nj_str_putc(&s, '|');
        pen->put(pen->ctx, pen->seat, *c, rng, &s);
    }
    copy(&s, text);
}

void nj_two_ruling(const char *const *list, size_t n, const char *const *names,
                   uint8_t seats, struct nj_rng *rng,
                   char text[NJ_ORDER_TEXT_MAX])
{
    struct nj_str s = NJ_STR_INIT(NJ_ORDER_TEXT_MAX - 1);

    for (const char *c = list[nj_rng_below(rng, (uint32_t)n)]; *c != '\0';
         c++) {
        if (*c != '?')
            nj_str_putc(&s, *c);
        else if (names != NULL)
            nj_str_puts(&s, names[nj_rng_below(rng, seats)]);
        else
            nj_str_addf(&s, "%u", 1 + (unsigned)nj_rng_below(rng, seats));
    }
    copy(&s, text);
}

nj_seat_set nj_two_some(uint8_t seats, uint32_t one_in, struct nj_rng *rng)
{
    nj_seat_set some = 0;

    for (nj_seat k = 0; k < seats; k++)
        if (nj_rng_below(rng, one_in) == 0)
            some |= nj_bit(k);
    return some;
}

bool nj_two_same(void (*write)(const void *ctx, int side, struct nj_str *out),
                 const void *ctx)
{
    struct nj_str known[2] = {NJ_STR_INIT(KNOWN_MAX), NJ_STR_INIT(KNOWN_MAX)};
    bool same;

    for (int side = 0; side < 2; side++)
        write(ctx, side, &known[side]);
    assert_false(known[0].over || known[1].over);
    same = strcmp(known[0].p, known[1].p) == 0;
    nj_str_fini(&known[0]);
    nj_str_fini(&known[1]);
    return same;
}
