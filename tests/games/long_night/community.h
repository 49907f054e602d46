/* What the tests of the community's options share: matches by a preset's name. */
#ifndef NJ_TESTS_LONG_NIGHT_COMMUNITY_H
#define NJ_TESTS_LONG_NIGHT_COMMUNITY_H

#include "games/long_night/ln_kit.h"

#define FREE   "pack=community ext=on list_rule=free blocks=custom list="
#define LISTED "1,1,6,16,34,38,E1,e7,S4" /* of S-410 */

/* "community size=12 ...": a preset's name stands for what it sets. */
static inline void spell_out(const char *options, struct nj_str *out)
{
    const struct nj_preset *p = nj_long_night.presets;
    size_t n = strcspn(options, " ");

    while (p->name != NULL &&
           (strlen(p->name) != n || memcmp(p->name, options, n) != 0))
        p++;
    for (size_t i = 0; p->name != NULL && p->pairs[i] != NULL; i += 2)
        nj_str_addf(out, "%s%s=%s", i > 0 ? " " : "", p->pairs[i],
                    p->pairs[i + 1]);
    nj_str_addf(out, "%s", p->name != NULL ? options + n : options);
}

static inline struct kit *start(uint8_t seats, const char *options,
                                uint64_t seed)
{
    struct nj_str text = NJ_STR_INIT(1000);
    struct kit *k;

    spell_out(options, &text);
    k = kit_start(seats, 0, text.p, seed);
    nj_str_fini(&text);
    return k;
}

#endif
