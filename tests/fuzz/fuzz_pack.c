/*
 * Any bytes as the data file of 漫漫长夜: refused with a line that says so, or
 * a pack whose blocks can be found and keep inside their bounds.
 */
#include <string.h>

#include "base/bug.h"
#include "fuzz/fuzz.h"
#include "games/long_night/pack.h"

static void check_block(const struct ln_pack *p, const struct ln_block *b)
{
    struct nj_err err = {{0}};

    NJ_ASSERT(memchr(b->id, '\0', sizeof(b->id)) != NULL);
    NJ_ASSERT(nj_ln_pack_find(p, b->id, strlen(b->id)) == (int)(b - p->block));
    NJ_ASSERT(b->kind <= LN_SPECIAL);
    NJ_ASSERT(b->partner == LN_NOWHERE || b->partner < p->n);
    NJ_ASSERT(nj_ln_block_check(b, p->wide, &err) == NJ_OK);
    for (int i = 0; i < LN_BLOCK; i++) {
        NJ_ASSERT(b->thing[i] <= LN_BUTTON);
        NJ_ASSERT(b->thing[i] != LN_BUTTON || b->mark[i] < LN_BUTTONS);
        NJ_ASSERT(b->portal[i] == LN_NOWHERE || b->portal[i] < LN_BLOCK);
        (void)nj_ln_block_walls(b, (uint8_t)i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_err err = {{0}};
    void *loaded = NULL;
    const struct ln_pack *p;

    if (nj_ln_pack_load((const char *)data, size, &loaded, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        NJ_ASSERT(loaded == NULL);
        return 0;
    }
    p = loaded;
    NJ_ASSERT(p->n <= LN_BLOCKS_MAX);
    for (uint16_t i = 0; i < p->n; i++)
        check_block(p, &p->block[i]);
    for (size_t i = 0; i < LN_POOL_BLOCKS; i++)
        NJ_ASSERT(p->block[p->classic[i]].kind ==
                  (i < LN_CLASSIC_ORDINARY ? LN_ORDINARY : LN_EXIT));
    nj_data_drop(loaded);
    return 0;
}
